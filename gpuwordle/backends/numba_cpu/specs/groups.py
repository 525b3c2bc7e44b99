"""Groups counted by specs with several threads: side by side, or one group by all of them.

Counting one group takes a few phases with a barrier after each, and sharing out a phase costs some
tenths of a millisecond, as much as a medium group has work for. Groups share nothing that is
written, so many are dealt out whole, the largest first. What is left over for a last round that
would keep few threads busy is split inside, and so are groups so large that a thread would be at
one for too long, or that their tables would not fit the memory once for each thread.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.numba_cpu.specs.layout import LANES, bitset_words
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import Statistics
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.workers import LONGEST_TASK, SHORTEST_TASK, Task, Workers, pieces

if TYPE_CHECKING:
    from gpuwordle.backends.numba_cpu.specs.answers import Answers
    from gpuwordle.backends.numba_cpu.specs.guesses import Guesses

# Counting by specs costs the same for all guesses at once, however small the group: by length,
# the smallest group for which that is less than counting in a table. Measured with groups drawn at
# random and groups of similar words, one and many at a time; from case to case it differs by half.
_SMALLEST_GROUP = {4: 64, 5: 256, 6: 2048}

_MAXIMUM_ANSWERS = 65_535

# Sharing out one group takes two phases that each last as long as the shortest task at least.
_SPLITTING = 2 * SHORTEST_TASK


class Specs:
    """Counting groups for all guesses of a vocabulary by specs.

    Parameters
    ----------
    vocabulary
        Words of 4 to 6 letters, at most 65,535 answers.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        # Words of other lengths never need the kernels: loading them takes a fifth of a second.
        from gpuwordle.backends.numba_cpu.specs.guesses import Guesses

        self._guesses = Guesses(vocabulary.guess_letters, len(vocabulary.alphabet))
        self._members = vocabulary.answer_guess

    @staticmethod
    def smallest_group(vocabulary: Vocabulary, memory: int) -> float:
        """Return from how many candidates on specs are the faster way; infinity where never.

        ``memory`` are bytes that guess side and answer side together may take.
        """
        length, answers = vocabulary.length, len(vocabulary.answers)
        if length not in _SMALLEST_GROUP or answers > _MAXIMUM_ANSWERS:
            return np.inf
        guesses, letters = len(vocabulary.guesses), len(vocabulary.alphabet)
        pairs = length * (length - 1) // 2
        triples = pairs * (length - 2) // 3
        subsets = {4: 1, 5: 6, 6: 22}[length]
        features = length * min(guesses, letters << (length - 1))
        # While numbering: id 4, key 8, distinct key 8, table 8 to 16. Kept: what a pair, triple or
        # sub-multiset stores, its counts (8, 16) or list start. This is the most: lists of real
        # words share pairs and triples and need a quarter to a half of it.
        per_guess = pairs * (36 + 20) + triples * (36 + 28) + subsets * (36 + 16)
        per_answer = subsets * (8 + 4 + 4 + 8)
        rows = (2 * features + letters * (2 * length + 2)) * bitset_words(answers)
        needed = guesses * per_guess + answers * per_answer + 8 * rows
        return _SMALLEST_GROUP[length] if needed <= memory else np.inf

    def score(
        self,
        groups: Groups,
        chosen: npt.NDArray[np.intp],
        result: Statistics,
        workers: Workers,
        memory: int,
        report: Callable[[float], None],
    ) -> None:
        """Score all guesses on some of the groups.

        At least one is chosen, each of at most 65,535 candidates; ``memory`` are bytes that tables
        of groups counted at a time may take; ``report`` is called with fractions of the pairs of
        guess and candidate of all groups, as they are done.
        """
        from gpuwordle.backends.numba_cpu.specs.answers import Answers

        guesses = self._guesses
        order = chosen[np.argsort(-groups.sizes[chosen], kind="stable")]
        sizes = groups.sizes[order]
        if sizes[0] > _MAXIMUM_ANSWERS:
            raise ValueError(f"specs cannot count {sizes[0]} candidates: use a histogram")
        table = log_table(int(sizes[0]))
        shares = sizes / len(groups.candidates)
        costs = _Costs(guesses, sizes)

        def answers_of(position: int) -> tuple[Answers, npt.NDArray[np.int64]]:
            index = order[position]
            return Answers(guesses, self._members[groups.group(index)]), result.block[:, index]

        def score_whole(first: int, last: int) -> None:
            for position in range(first, last):
                answers, out = answers_of(position)
                answers.post()
                answers.count_pairs(0, answers.n_pairs)
                answers.score(0, guesses.count, table, out)

        split = _split_inside(costs, workers.threads, memory)
        for position in range(split):
            answers, out = answers_of(position)
            half = shares[position] / 2
            parts = list(workers.cut(answers.n_pairs, costs.pair[position]))
            tasks: list[Task] = [
                (partial(answers.count_pairs, *part), half / len(parts)) for part in parts
            ]
            # Postings cannot be cut, so they begin first.
            workers.run([(answers.post, 0.0), *tasks], report)
            parts = list(workers.cut(guesses.count, costs.guess[position], LANES))
            workers.run(
                ((partial(answers.score, *part, table, out), half / len(parts)) for part in parts),
                report,
            )
        # Small groups go in runs that are worth a hand-over.
        mean = costs.group[split:].mean() if split < len(order) else SHORTEST_TASK
        runs = pieces(len(order) - split, max(1, int(SHORTEST_TASK // mean)))
        whole = [(split + first, split + last) for first, last in runs]
        workers.run(
            ((partial(score_whole, *run), shares[slice(*run)].sum()) for run in whole), report
        )


class _Costs:
    """Nanoseconds on one core and bytes that groups of some sizes take, about (measured)."""

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
    """Return how many groups, of falling sizes, to split inside; the others are dealt out whole."""
    count = len(costs.group)
    large = (costs.group > LONGEST_TASK) | (threads * costs.bytes > memory)
    split = int(np.count_nonzero(large))
    rest = (count - split) % threads
    if rest and rest * (costs.group[split] / threads + _SPLITTING) < costs.group[split]:
        split += rest
    return split
