"""Scoring groups by specs with several threads: side by side, or one group by all of them.

Counting one group takes a few phases with a barrier after each, and sharing out a phase costs some
tenths of a millisecond, as much as a medium group has work for. Groups share nothing that is
written, so many are dealt out whole, the largest first. What is left over for a last round that
would keep few threads busy is split inside, and so are groups so large that a thread would be at
one for too long, or that their tables would not fit the memory once for each thread.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.numba_cpu.spec_guesses import LANES, SpecGuesses, bitset_words
from gpuwordle.backends.numba_cpu.workers import LONGEST_TASK, SHORTEST_TASK, Task, Workers, ranges
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import Statistics

# Sharing out one group takes two phases that each last as long as the shortest task at least.
_SPLITTING = 2 * SHORTEST_TASK


def score_groups(
    guesses: SpecGuesses,
    answer_letters: npt.NDArray[np.uint8],
    groups: Groups,
    chosen: npt.NDArray[np.intp],
    result: Statistics,
    workers: Workers,
    memory: int,
    report: Callable[[float], None],
) -> None:
    """Score all guesses on some of the groups.

    Parameters
    ----------
    guesses
        The guess side.
    answer_letters : ndarray of uint8, shape (answers, length)
        Letters of all answers of the vocabulary.
    groups
        Candidate sets.
    chosen
        Which of them to score, at least one.
    result
        Filled for the chosen groups.
    workers
        The threads.
    memory
        Bytes that tables of groups that are counted at a time may take.
    report
        Called with fractions of the pairs of guess and candidate of all groups, as they are done.
    """
    table = log_table(int(groups.sizes[chosen].max()))
    order = chosen[np.argsort(-groups.sizes[chosen], kind="stable")]
    sizes = groups.sizes[order]
    shares = sizes / len(groups.candidates)
    costs = _Costs(guesses, sizes)

    def write(index: int, scores: npt.NDArray[np.int64]) -> None:
        result.block[:, index] = scores.T

    def score_whole(first: int, last: int) -> None:
        scores = np.empty((guesses.n_guesses, 4), np.int64)
        for index in order[first:last]:
            answers = guesses.answers(answer_letters[groups.group(index)])
            answers.file_answers()
            answers.count_pairs(0, answers.n_pairs)
            answers.score(0, guesses.n_guesses, table, scores)
            write(index, scores)

    split = _split_inside(costs, workers.threads, memory)
    for position in range(split):
        index, half = order[position], shares[position] / 2
        answers = guesses.answers(answer_letters[groups.group(index)])
        scores = np.empty((guesses.n_guesses, 4), np.int64)
        parts = list(workers.cut(answers.n_pairs, costs.pair[position]))
        tasks: list[Task] = [
            (partial(answers.count_pairs, *part), half / len(parts)) for part in parts
        ]
        # Filing cannot be cut, so it begins first.
        workers.run([(answers.file_answers, 0.0), *tasks], report)
        parts = list(workers.cut(guesses.n_guesses, costs.guess[position], LANES))
        workers.run(
            ((partial(answers.score, *part, table, scores), half / len(parts)) for part in parts),
            report,
        )
        write(index, scores)
    # Small groups go in runs that are worth a hand-over.
    mean = costs.group[split:].mean() if split < len(order) else SHORTEST_TASK
    runs = ranges(len(order) - split, max(1, int(SHORTEST_TASK // mean)))
    workers.run(
        (
            (
                partial(score_whole, split + first, split + last),
                shares[split + first : split + last].sum(),
            )
            for first, last in runs
        ),
        report,
    )


class _Costs:
    """Nanoseconds on one core and bytes that groups of some sizes take, about (measured)."""

    def __init__(self, guesses: SpecGuesses, sizes: npt.NDArray[np.int64]) -> None:
        n_pairs, n_triples = len(guesses.pair_features), len(guesses.triple_third)
        subsets = len(guesses.subsets)
        words = np.array([bitset_words(size) for size in sizes.tolist()])
        self.pair: npt.NDArray[np.float64] = (9 + 0.3 * words) * (n_pairs + n_triples) / n_pairs
        self.guess: npt.NDArray[np.float64] = 0.65 * 3**guesses.length + 0.003 * subsets * sizes
        filing = 16.0 * subsets * sizes
        self.group = self.pair * n_pairs + self.guess * guesses.n_guesses + filing
        self.bytes = (
            len(guesses.feature_keys) * (16 * words + 4)
            + 8 * n_pairs
            + 16 * n_triples
            + 4 * guesses.n_submultisets
            + 26 * subsets * sizes
            + 32 * guesses.n_guesses
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
