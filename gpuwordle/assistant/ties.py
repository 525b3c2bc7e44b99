"""The best moves of a position: every guess after which best play takes the least total."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpuwordle.assistant.adviser import Position
from gpuwordle.assistant.exact import Exact


def tied_best(
    exact: Exact, position: Position, total: int, guesses: Sequence[int] | None = None
) -> tuple[list[int], bool]:
    """List the guesses after which best play takes a given total, the least of the position.

    A guess with k buckets on n candidates takes at least 3 n - k guesses, less one where it is a
    candidate, so that most guesses need not be looked at.

    Parameters
    ----------
    exact
        What finds totals.
    position
        What clues have left.
    total
        The least total.
    guesses
        Among which to look; those that may be played when None.

    Returns
    -------
    tuple of (list of int, bool)
        Guess indices, candidates first, then in the vocabulary's order; and whether all guesses
        were looked at before the time was over.
    """
    playable = position.playable if guesses is None else np.asarray(guesses, np.int32)
    counts = exact.bucket_counts(position)
    answers = position.words.guess_answer[playable]
    candidate = (answers >= 0) & np.isin(answers, position.candidates)
    size = len(position)
    possible = np.flatnonzero(3 * size - counts - candidate <= total)
    order = possible[np.lexsort((playable[possible], ~candidate[possible]))]
    found: list[int] = []
    for place in order.tolist():
        if exact.clock.is_over():
            return found, False
        guess = int(playable[place])
        if _takes(exact, position, guess, total):
            found.append(guess)
    return found, not exact.clock.is_over()


def _takes(exact: Exact, position: Position, guess: int, total: int) -> bool:
    """Tell whether best play after a guess takes no more than a total."""
    buckets = [part for part in position.buckets(guess) if part[0] != position.green]
    if len(buckets) == 1 and len(buckets[0][1]) == len(position):
        return False  # it tells nothing
    spent = len(position) + sum(2 * len(part) - 1 for _, part in buckets)
    for code, part in sorted(buckets, key=lambda bucket: len(bucket[1])):
        if spent > total:
            return False
        if len(part) > 2:
            found = exact.worth(position.inside(guess, code, part))
            spent += found.low - (2 * len(part) - 1)
            if not found.exact:
                return False
    return spent <= total
