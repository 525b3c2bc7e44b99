"""Clues in the notations in which people type them, written as `GUESS=COLOURS`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from gpuwordle.errors import UserError, shortened
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.words.language import PLAIN, Language
from gpuwordle.words.vocabulary import Vocabulary

SHOWN = 20
"""Most letters of a guess that a message repeats."""

# A guess and its colours. On several boards these may have a "=", which "/" sets apart.
_CLUE = re.compile(r"([^\W\d_]+(?=[:,])|[^=/]+(?==)).(.*)", re.DOTALL)

# Blanks around the sign between a guess and its colours; colours may begin with "=" themselves.
_BLANKS = re.compile(r"\s*(=)(?![/|])\s*|(?<=[^\W\d_][:,])\s+")

_BLACK_YELLOW_GREEN = str.maketrans("bxyg", "0012")


def read_clues(
    arguments: Sequence[str],
    *,
    alone: bool = False,
    language: Language = PLAIN,
    rule: Feedback = WORDLE,
    length: int | None = None,
) -> list[str]:
    """Write clues as ``GUESS=COLOURS``, in whatever notation they are typed.

    The notations are ``crane 01200`` in one argument or two, ``crane:01200``, ``crane,01200``,
    underscores for grey letters, and b, y and g for the colours. A guess without colours is kept,
    and if guesses may be `alone`, a word after one is also a guess. Among symbols all of these may
    be letters, so only ``=`` or, after a guess of the list's `length`, a blank separates there, as
    under a rule without colours.
    """
    given = [part for text in arguments for part in _BLANKS.sub(r"\1", text).split() or [text]]
    clues: list[str] = []
    if not (rule.has_colours and language.has_separators):
        for text in given:
            if clues and _follows(clues[-1], text, language, length, alone=alone):
                clues[-1] += f"={text}"
            else:
                clues.append(text)
        return clues
    for text in given:
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


def _follows(guess: str, text: str, language: Language, length: int | None, *, alone: bool) -> bool:
    """Return whether a text is the colours of the text before, among symbols."""
    if len(language.read(guess)) != length or language.is_clue(guess, length):
        return False
    if "=" in text and language.board_separator not in text:
        return False
    return not alone or len(text) != length or "=" in guess


class Turn(NamedTuple):
    """A word, its colours, or both, as typed in a turn of a session; what is missing is empty."""

    guess: str
    colours: str


def read_turn(typed: str, words: Vocabulary, awaited: str | None, suggested: str | None) -> Turn:
    """Read a line of a session.

    Colours alone are those of the word that was typed before and still ``awaited`` them, or else of
    the first guess ``suggested``. A text that may be either is a word if it is in the list, or if
    no word awaits colours, for then it is more likely a misspelt word than misspelt colours.
    """
    language, rule, length = words.language, words.rule, words.length
    alone = len(typed.split()) == 1
    texts = read_clues([typed], alone=alone, language=language, rule=rule, length=length)
    if len(texts) > 1:
        raise UserError(
            f"{shortened(typed)!r} is not a clue: type one such as crane=01200, or help for the "
            "commands"
        )
    (text,) = texts
    if language.is_clue(text, length):
        return Turn(*language.split(text))
    word = language.read(text) or text
    listed = word in words.guess_index
    if listed and text.islower():
        return Turn(word, "")
    guess = awaited or suggested
    try:
        if rule.has_colours and language.has_separators:
            text = _colours(guess or "", text)
        Pattern.parse(language.letters(text), guess, rule)
    except UserError:
        misspelt = not awaited and (text.isalpha() or "=" in text)
        if listed or misspelt or (text.isalpha() and len(word) != length):
            return Turn(word, "")
        raise
    return Turn("", text)


def _clue(guess: str, colours: str) -> str:
    stray = next((mark for mark in guess.strip() if mark.isascii() and not mark.isalpha()), None)
    if stray is not None and "=" in colours.replace("=/", "/"):
        raise UserError(
            f"guess {shortened(guess)!r} holds {stray!r}, which is not a letter: add --symbols if "
            "digits and signs are letters, too"
        )
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
