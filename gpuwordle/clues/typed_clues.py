"""Clues in the notations in which people type them, written as `GUESS=COLOURS`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import category

from gpuwordle.errors import UserError, shortened
from gpuwordle.rules.case import capital, composed
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.words.language import PLAIN, Language
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList

SHOWN = 20
"""Most letters of a guess that a message repeats."""

# A word and its colours, and a guess and its colours. On several boards these may have a "=", which
# "/" sets apart.
_WORD_CLUE = re.compile(r"([^:,=/]+)[:,](.*)", re.DOTALL)
_CLUE = re.compile(r"([^=/]+)=(.*)", re.DOTALL)

# Blanks around the sign between a guess and its colours; colours may begin with "=" themselves.
_BLANKS = re.compile(r"\s*(=)(?![/|])\s*|(?<=[^\s\d_.][:,])\s+")

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
    underscores for grey letters, and b, y and g for the colours. If guesses may be
    ``alone``, one without colours is kept, and a word after it is another guess; otherwise it is
    refused. Among symbols all of these may be letters, so only ``=`` or, after a guess of the
    list's ``length``, a blank separates there, as under a rule without colours.
    """
    texts = map(composed, arguments)
    given = [part for text in texts for part in _BLANKS.sub(r"\1", text).split() or [text]]
    clues: list[str] = []
    if not (rule.has_colours and language.has_separators):
        for text in given:
            if clues and _follows(clues[-1], text, language, length, alone=alone):
                clues[-1] += f"={text}"
            else:
                clues.append(text)
        return clues
    for text in given:
        clue = _WORD_CLUE.fullmatch(text)
        if clue is None or not _is_word(clue[1]):
            clue = _CLUE.fullmatch(text)
        if clue is not None:
            clues.append(_clue(clue[1], clue[2], language))
        elif clues and _is_word(clues[-1]) and not (alone and _is_word(text)):
            clues[-1] = _clue(clues[-1], text, language)
        else:
            clues.append(text)
    bare = None if alone else next(filter(_is_word, clues), None)
    if bare is not None:
        guess = bare[:SHOWN]
        raise UserError(
            f"{shortened(bare)!r} has no colours: write {guess}={'0' * len(guess)} "
            "(0 grey, 1 yellow, 2 green) or CRANE=.rA.. (dot grey, lower yellow, upper green)"
        )
    return clues


def _is_word(text: str) -> bool:
    """Return whether a text has only letters, and marks that combine with them."""
    return text.isalpha() or (
        text[:1].isalpha() and all(m.isalpha() or category(m)[0] == "M" for m in text)
    )


def clues_about(
    words: WordList | Vocabulary, arguments: Sequence[str], *, alone: bool = False
) -> list[str]:
    """Write clues about the words of a list as `read_clues` does."""
    length = words.usual_length if isinstance(words, WordList) else words.length
    return read_clues(
        arguments, alone=alone, language=words.language, rule=words.rule, length=length
    )


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
    texts = clues_about(words, [typed], alone=len(typed.split()) == 1)
    if len(texts) > 1:
        raise UserError(
            f"{shortened(typed)!r} is not a clue: type one such as "
            f"{words.guesses[0]}={rule.write(0, length)}, or help for the commands"
        )
    (text,) = texts
    if language.is_clue(text, length):
        return Turn(*language.split(text))
    word = language.read(text) or text
    listed = word in words.guess_index
    if listed and (text.islower() or not awaited):
        return Turn(word, "")
    guess = awaited or suggested
    try:
        if rule.has_colours and language.has_separators:
            text = with_digits(guess or "", text, language)
        Pattern.parse(language.letters(text), guess, rule)
    except UserError:
        misspelt = not awaited and (_is_word(text) or "=" in text)
        if listed or misspelt or (_is_word(text) and len(word) != length):
            return Turn(word, "")
        raise
    return Turn("", text)


def _clue(guess: str, colours: str, language: Language) -> str:
    stray = next((mark for mark in guess.strip() if mark.isascii() and not mark.isalpha()), None)
    if stray is not None and "=" in colours.replace("=/", "/"):
        raise UserError(
            f"guess {shortened(guess)!r} holds {stray!r}, which is not a letter: add --symbols if "
            "digits and signs are letters, too"
        )
    boards = [with_digits(guess, marks, language) for marks in colours.split("/")]
    return f"{guess}={'/'.join(boards)}"


def with_digits(guess: str, marks: str, language: Language = PLAIN) -> str:
    """Translate b, y and g, unless they are the letters of the guess, and underscores."""
    low, letters, word = marks.lower(), language.letters(composed(marks)), language.read(guess)
    theirs = len(letters) == len(word) and all(
        mark in (letter, capital(letter)) for mark, letter in zip(letters, word, strict=True)
    )
    if low and not theirs and set(low) <= set("bxyg"):
        return low.translate(_BLACK_YELLOW_GREEN)
    if not theirs and _is_word(marks):
        raise UserError(
            f"colours {shortened(marks)!r} of {shortened(guess)!r} are not understood: write 0, b "
            "or . for grey, 1 or y for yellow, 2 or g for green, as in 01200, bygbb or .rA.."
        )
    return marks.replace("_", ".")
