"""Games played by entropy: their totals are upper bounds of those of optimal play."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.adviser import Position
from gpuwordle.clues.hard_mode import Bits
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS


def greedy(position: Position) -> tuple[int, int]:
    """Play every candidate by entropy; return the total of guesses, by weight, and the longest."""
    return greedy_after(position, [greedy_guess(position)])[0]


def greedy_guess(position: Position) -> int:
    """Return the index of the guess of the largest entropy."""
    return int(_chosen(position, Groups.of([position.candidates]), _legal(position))[0])


def greedy_after(position: Position, guesses: Sequence[int]) -> list[tuple[int, int]]:
    """Play every candidate by entropy after each of some guess indices, side by side.

    Returns the total of guesses, by weight, and the longest game for each, the first guess counted.
    Many guesses take little longer than one.
    """
    adviser = position.adviser
    played = np.array(guesses, np.int32)
    groups = Groups.of([position.candidates] * len(guesses))
    owners = np.arange(len(guesses))
    legal = _legal(position)
    if legal is not None:
        legal = np.repeat(legal, len(guesses), axis=0)
    totals, longest = np.zeros((2, len(guesses)), np.int64)
    while len(groups):
        weights = position.words.weights_of(groups.candidates)
        np.add.at(totals, owners[groups.owners], weights)
        longest[np.unique(owners)] += 1
        buckets, parents, codes = adviser.engine.split(groups, played)
        going = np.flatnonzero(codes != position.words.win)
        groups, parents, codes = buckets.take(going), parents[going], codes[going]
        owners = owners[parents]
        if not len(groups):
            break
        if legal is not None:
            legal = adviser.hard_mode.after(legal[parents], played[parents], codes)
        played = _chosen(position, groups, legal)
    return list(zip(totals.tolist(), longest.tolist(), strict=True))


def greedy_after_word(position: Position, word: str) -> tuple[int, int]:
    """Play every candidate by entropy after an unlisted word."""
    games = [greedy(position.inside(word, *bucket)) for bucket in position.buckets(word)]
    return position.weight + sum(total for total, _ in games), 1 + max(most for _, most in games)


def _legal(position: Position) -> Bits | None:
    """Return the guesses that hard mode allows first, as one row of bits; None in easy mode."""
    adviser = position.adviser
    return adviser.hard_mode.only(position.playable) if adviser.hard else None


def _chosen(position: Position, groups: Groups, legal: Bits | None) -> npt.NDArray[np.int32]:
    """Choose the guess of every group, among the legal ones if they are given: int32 (groups,)."""
    adviser = position.adviser
    guesses = position.words.answer_guess[groups.firsts]
    several = np.flatnonzero(groups.sizes > 1)
    if not len(several):
        return guesses
    undecided, key = groups.take(several), KEYS["entropy"]
    if legal is None:
        guesses[several] = adviser.engine.best_guesses(undecided, key)
    else:
        pool = adviser.hard_mode.listed(legal[several])
        guesses[several] = adviser.engine.best_guesses(undecided, key, pool)
    return guesses
