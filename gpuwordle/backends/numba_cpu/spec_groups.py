"""Scoring groups by specs with several threads: one group after the other, by all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.numba_cpu.spec_guesses import LANES, SpecGuesses, bitset_words
from gpuwordle.backends.numba_cpu.workers import Task, Workers
from gpuwordle.statistics import Groups, Statistics, log_table


def score_groups(
    guesses: SpecGuesses,
    answer_letters: npt.NDArray[np.uint8],
    groups: Groups,
    chosen: npt.NDArray[np.intp],
    result: Statistics,
    workers: Workers,
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
    report
        Called with fractions of the pairs of guess and candidate of all groups, as they are done.
    """
    outputs = result.buckets, result.largest, result.sum_of_squares, result.sum_n_log_n
    table = log_table(int(groups.sizes[chosen].max()))
    order = chosen[np.argsort(-groups.sizes[chosen], kind="stable")]
    sizes = groups.sizes[order]
    shares = sizes / len(groups.candidates)
    costs = _Costs(guesses, sizes)

    def write(index: int, scores: npt.NDArray[np.int64]) -> None:
        for values, column in zip(outputs, scores.T, strict=True):
            values[index] = column

    for position in range(len(order)):
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


class _Costs:
    """Nanoseconds on one core that groups of some sizes take, about (measured)."""

    def __init__(self, guesses: SpecGuesses, sizes: npt.NDArray[np.int64]) -> None:
        n_pairs, n_triples = len(guesses.pair_features), len(guesses.triple_third)
        subsets = len(guesses.subsets)
        words = np.array([bitset_words(size) for size in sizes.tolist()])
        self.pair: npt.NDArray[np.float64] = (9 + 0.3 * words) * (n_pairs + n_triples) / n_pairs
        self.guess: npt.NDArray[np.float64] = 0.65 * 3**guesses.length + 0.003 * subsets * sizes
