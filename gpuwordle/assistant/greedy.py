"""Games played by entropy: what perfect play can do no worse than."""

from __future__ import annotations

import numpy as np

from gpuwordle.assistant.adviser import Position
from gpuwordle.backends.backend import Pool
from gpuwordle.clues.hard_mode import LegalGuesses
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS


def greedy(position: Position, guess: int | str | None = None) -> tuple[int, int]:
    """Play every candidate by entropy; return the total of guesses and the longest game.

    Parameters
    ----------
    position
        What clues have left.
    guess
        The first guess, where it is given: a guess index, or a word that is no guess of the words.
    """
    if isinstance(guess, str):
        buckets = [
            greedy(position.inside(guess, code, part)) for code, part in position.buckets(guess)
        ]
        total = len(position) + sum(bucket for bucket, _ in buckets)
        return total, 1 + max(longest for _, longest in buckets)
    words, engine = position.words, position.adviser.engine
    hard_mode = LegalGuesses(words) if position.adviser.hard else None
    legal = np.packbits(np.isin(np.arange(len(words.guesses)), position.playable))[None]
    groups = Groups.of([position.candidates])
    total = turns = 0
    while len(groups):
        total, turns = total + len(groups.candidates), turns + 1
        guesses = words.answer_guess[groups.firsts]
        choosing = np.flatnonzero(groups.sizes > 1)
        if turns == 1 and guess is not None:
            guesses[:] = guess
        elif len(choosing):
            pool: Pool = "all" if hard_mode is None else hard_mode.listed(legal[choosing])
            guesses[choosing] = engine.best_guesses(groups.take(choosing), KEYS["entropy"], pool)
        parts, parents, codes = engine.split(groups, guesses)
        going = np.flatnonzero(codes != position.green)
        groups, parents, codes = parts.take(going), parents[going], codes[going]
        if hard_mode is not None:
            legal = hard_mode.after(legal[parents], guesses[parents], codes)
    return total, turns
