"""Groups counted by specs with several threads: side by side, or one group by all of them.

Counting one group takes a few phases with a barrier after each, and distributing a phase costs
tenths of a millisecond, as much as the work of a medium group. Groups share no array that is
written, so each thread counts whole groups, the largest first. All threads count a group together
if the last round would keep few of them busy, if the group is so large that one thread would take
too long, or if its tables do not fit into memory once for each thread.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.numba_cpu.specs.guesses import Guesses, postings
from gpuwordle.backends.numba_cpu.specs.sizes import LANES, MOST_ANSWERS, bitset_words
from gpuwordle.backends.numba_cpu.specs.sums import (
    Counts,
    cells_of,
    count_pairs_and_triples,
    fill_bitsets,
    score_guesses,
)
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import Statistics
from gpuwordle.threads import LONGEST_TASK, SHORTEST_TASK, Task, Threads, pieces
from gpuwordle.words.vocabulary import Vocabulary

# Sharing out one group takes two phases, each at least as long as the shortest task.
_SPLITTING = 2 * SHORTEST_TASK


class Answers:
    """The candidates of one group: bitsets, shared counts and postings.

    Call `post`, and `count_pairs` over all pairs, then `score` over all guesses. The last two take
    ranges, which threads may share out. Candidates are indices of guesses, in any order.
    """

    def __init__(self, guesses: Guesses, candidates: npt.NDArray[np.integer]) -> None:
        self._guesses, self._candidates = guesses, candidates
        n_features, self.n_pairs = len(guesses.feature_keys), len(guesses.pairs.features)
        self._green = np.empty((n_features, bitset_words(len(candidates))), np.uint64)
        self._yellow = np.empty_like(self._green)
        self._features = np.empty((n_features, 2), np.uint16)
        self._pairs = np.empty((self.n_pairs, 4), np.uint16)
        self._triples = np.empty((len(guesses.pairs.third), 8), np.uint16)
        letters, keys = guesses.letters[candidates], guesses.feature_keys
        rows = self._green, self._yellow, self._features
        fill_bitsets(letters, keys, guesses.alphabet_size, *rows)

    def post(self) -> None:
        """Post the candidates under their sub-multisets of four and more letters."""
        ids = self._guesses.specs.submultisets[self._candidates]
        starts, posted = postings(ids, self._guesses.n_submultisets)
        words = self._guesses.specs.words[self._candidates]
        self._postings = starts, words[posted // ids.shape[1]]

    def count_pairs(self, first: int, end: int) -> None:
        """Count the candidates of a range of pairs of features and of their triples."""
        counts = self._pairs, self._triples
        pairs = self._guesses.pairs
        count_pairs_and_triples(first, end, self._green, self._yellow, pairs, *counts)

    def score(
        self, first: int, end: int, weighted_logs: npt.NDArray[np.int64], out: npt.NDArray[np.int64]
    ) -> None:
        """Write the four statistics of a range of guesses, after `post` and all pairs.

        ``out`` is int64 (4, n_guesses): buckets, largest, sum of squares, sum of n log n.
        """
        guesses, n_answers = self._guesses, len(self._candidates)
        counts = Counts(self._features, self._pairs, self._triples, *self._postings)
        arguments = guesses.specs, guesses.structures, counts, cells_of(guesses.length)
        score_guesses(first, end, n_answers, *arguments, weighted_logs, out)


class Specs:
    """Counts groups for all guesses of a vocabulary of 4 to 6 letters."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._guesses = Guesses(vocabulary.guess_letters, len(vocabulary.alphabet))
        self._answer_guess = vocabulary.answer_guess

    def score(
        self,
        groups: Groups,
        chosen: npt.NDArray[np.intp],
        result: Statistics,
        threads: Threads,
        memory: int,
        report: Callable[[float], None],
    ) -> None:
        """Score all guesses on some of the groups.

        At least one is chosen, each of at most `MOST_ANSWERS` candidates. ``memory`` is how many
        bytes the tables of groups counted at a time may take; ``report`` is called with fractions
        of the pairs of guess and candidate of all groups, as they are done.
        """
        guesses = self._guesses
        order = chosen[np.argsort(-groups.sizes[chosen], kind="stable")]
        sizes = groups.sizes[order]
        if sizes[0] > MOST_ANSWERS:
            raise ValueError(f"specs cannot count {sizes[0]} candidates: use a histogram")
        table = log_table(int(sizes[0]))
        shares = sizes / len(groups.candidates)
        costs = _Costs(guesses, sizes)

        def answers_of(place: int) -> tuple[Answers, npt.NDArray[np.int64]]:
            index = order[place]
            return Answers(guesses, self._answer_guess[groups.group(index)]), result.block[:, index]

        def score_whole(first: int, last: int) -> None:
            for place in range(first, last):
                answers, out = answers_of(place)
                answers.post()
                answers.count_pairs(0, answers.n_pairs)
                answers.score(0, guesses.count, table, out)

        split = _split_inside(costs, threads.count, memory)
        for place in range(split):
            answers, out = answers_of(place)
            half = shares[place] / 2
            parts = list(threads.cut(answers.n_pairs, costs.pair[place]))
            tasks: list[Task] = [
                (partial(answers.count_pairs, *part), half / len(parts)) for part in parts
            ]
            # Postings cannot be cut, so they begin first.
            threads.run([(answers.post, 0.0), *tasks], report)
            parts = list(threads.cut(guesses.count, costs.guess[place], LANES))
            threads.run(
                ((partial(answers.score, *part, table, out), half / len(parts)) for part in parts),
                report,
            )
        # Small groups are counted in runs that are worth scheduling.
        mean = costs.group[split:].mean() if split < len(order) else SHORTEST_TASK
        runs = pieces(len(order) - split, max(1, int(SHORTEST_TASK // mean)))
        whole = [(split + first, split + last) for first, last in runs]
        threads.run(
            ((partial(score_whole, *run), shares[slice(*run)].sum()) for run in whole), report
        )


class _Costs:
    """Estimates of what groups of some sizes take: nanoseconds on one core (measured), bytes."""

    def __init__(self, guesses: Guesses, sizes: npt.NDArray[np.int64]) -> None:
        n_pairs, n_triples = len(guesses.pairs.features), len(guesses.pairs.third)
        subsets = guesses.specs.submultisets.shape[1]
        words = np.array([bitset_words(size) for size in sizes.tolist()])
        self.pair: npt.NDArray[np.float64] = (9 + 0.3 * words) * (n_pairs + n_triples) / n_pairs
        self.guess: npt.NDArray[np.float64] = 0.65 * 3**guesses.length + 0.003 * subsets * sizes
        posting = 7.0 * subsets * sizes
        self.group = self.pair * n_pairs + self.guess * guesses.count + posting
        self.bytes = (
            len(guesses.feature_keys) * (16 * words + 4)
            + 8 * n_pairs
            + 16 * n_triples
            + 4 * guesses.n_submultisets
            + 26 * subsets * sizes
        )


def _split_inside(costs: _Costs, threads: int, memory: int) -> int:
    """Return how many of the groups, of descending sizes, to split inside."""
    count = len(costs.group)
    large = (costs.group > LONGEST_TASK) | (threads * costs.bytes > memory)
    split = int(np.count_nonzero(large))
    rest = (count - split) % threads
    if rest and rest * (costs.group[split] / threads + _SPLITTING) < costs.group[split]:
        split += rest
    return split
