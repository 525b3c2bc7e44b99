"""Clues in the notations in which people type them, written as `GUESS=COLOURS`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gpuwordle.errors import UserError, shortened
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.words.language import PLAIN, Language

SHOWN = 20
"""Most letters of a guess that a message repeats."""

# A guess and its colours. On several boards these may have a "=", which "/" sets apart.
_CLUE = re.compile(r"([^\W\d_]+(?=[:,])|[^=/]+(?==)).(.*)", re.DOTALL)

_BLACK_YELLOW_GREEN = str.maketrans("bxyg", "0012")


def read_clues(
    arguments: Sequence[str],
    *,
    alone: bool = False,
    language: Language = PLAIN,
    rule: Feedback = WORDLE,
) -> list[str]:
    """Write clues as ``GUESS=COLOURS``, in whatever notation they are typed.

    The notations are ``crane 01200`` in two arguments, ``crane:01200``, ``crane,01200``,
    underscores for grey letters, and b, y and g for the colours. A guess without colours is kept,
    and if guesses may be `alone`, a word after one is also a guess. Among symbols all of these may
    be letters, so only ``=`` separates there, as under a rule without colours.
    """
    if not (rule.has_colours and language.has_separators):
        return list(arguments)
    clues: list[str] = []
    for text in arguments:
        if clue := _CLUE.fullmatch(text):
            clues.append(_clue(*clue.groups()))
        elif clues and clues[-1].isalpha() and not (alone and text.isalpha()):
            clues[-1] = _clue(clues[-1], text)
        else:
            clues.append(text)
    bare = None if alone else next((clue for clue in clues if clue.isalpha()), None)
    if bare is not None:
        guess = bare[:SHOWN]
        raise UserError(
            f"{shortened(bare)!r} has no colours: write {guess}={'0' * len(guess)} "
            "(0 grey, 1 yellow, 2 green) or CRANE=.rA.. (dot grey, lower yellow, upper green)"
        )
    return clues


def _clue(guess: str, colours: str) -> str:
    boards = [_colours(guess, marks) for marks in colours.split(PLAIN.board_separator)]
    return f"{guess}={PLAIN.board_separator.join(boards)}"


def _colours(guess: str, marks: str) -> str:
    """Translate b, y and g, unless they are the letters of the guess, and underscores."""
    low = marks.lower()
    if low and set(low) <= set("bxyg") and low != guess.lower():
        return low.translate(_BLACK_YELLOW_GREEN)
    if low.isalpha() and low != guess.lower():
        raise UserError(
            f"colours {shortened(marks)!r} of {shortened(guess)!r} are not understood: write 0, b "
            "or . for grey, 1 or y for yellow, 2 or g for green, as in 01200, bygbb or .rA.."
        )
    return marks.replace("_", ".")
