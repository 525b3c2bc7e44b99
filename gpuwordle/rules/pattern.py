"""The rule of the game: the pattern that a guess gets from an answer, and how patterns are written.

A pattern has one colour per letter: grey (0), yellow (1) or green (2). A letter is green if guess
and answer agree at its place. Every other letter of the guess, from left to right, is yellow while
the answer holds a copy of it that is not matched yet, and grey after that. The *code* of a pattern
is the number that its colours spell in base 3, the first letter most significant.

Letters are compared in lower case, and accents count: é is not e. Patterns of a script without case
are written as digits, because ``.לו.`` could not tell yellow from green.

>>> Pattern.of("speed", "erase")
Pattern('10110')
>>> Pattern.of("Crane", "CIGAR").marks("crane")
'Cra..'
>>> Pattern.of("שלום", "שלוש").marks("שלום")
'2220'
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpuwordle.errors import UserError
from gpuwordle.rules.case import capital, has_capitals, lower
from gpuwordle.rules.codes import all_green, check_length
from gpuwordle.rules.colours import GREEN, GREY, TILES, YELLOW, colours_in_words, styled_tiles

# Marks of the three colours in all editions of the game: dark mode, high contrast, hearts, circles.
_COLOUR_OF_MARK = {
    **dict.fromkeys("0⬜⬛◻◼🔲🔳⚪⚫🤍🖤", GREY),
    **dict.fromkeys("1🟨🟦🟡🔵💛", YELLOW),
    **dict.fromkeys("2🟩🟧🟢🟠💚", GREEN),
}


@dataclass(frozen=True, slots=True, order=True)
class Pattern:
    """The colours of one guess.

    Patterns of one length are ordered by their codes.

    Parameters
    ----------
    code : int
        The colours as a base-3 number, the first letter most significant.
    length : int
        Letters in the word, 1 to 20.

    Raises
    ------
    UserError
        If the length is not an integer from 1 to 20, or the code is not an integer from 0 to
        ``3**length - 1``.

    See Also
    --------
    Pattern.of : The pattern of a guess against an answer.
    Pattern.parse : Read a pattern from digits, tiles or marked letters.

    Examples
    --------
    >>> pattern = Pattern.of("crane", "caper")
    >>> pattern.digits, pattern.tiles, pattern.code, pattern.solved
    ('21101', '🟩🟨🟨⬜🟨', 199, False)
    """

    code: int
    length: int

    def __post_init__(self) -> None:
        check_length(self.length)
        largest = all_green(self.length)
        if isinstance(self.code, bool) or not isinstance(self.code, int | np.integer):
            raise UserError(
                f"pattern code {self.code!r:.40} is not an integer: give 0 to {largest}, or read "
                "text with Pattern.parse"
            )
        if not 0 <= self.code <= largest:
            raise UserError(
                f"pattern code {self.code} is out of range for {self.length} letters: "
                f"give 0 to {largest}"
            )
        if type(self.code) is not int or type(self.length) is not int:  # numbers of NumPy
            object.__setattr__(self, "code", int(self.code))
            object.__setattr__(self, "length", int(self.length))

    @classmethod
    def of(cls, guess: str, answer: str) -> Pattern:
        """Return the pattern that a guess gets from an answer.

        Parameters
        ----------
        guess, answer
            Words of one length, compared letter by letter in lower case.

        Raises
        ------
        UserError
            If the lengths differ or are not 1 to 20.
        TypeError
            If one of them is not a string.

        Examples
        --------
        >>> print(Pattern.of("crane", "caper"))
        21101
        """
        return score(guess, answer)

    @classmethod
    def of_colours(cls, colours: Iterable[int]) -> Pattern:
        """Build a pattern from 1 to 20 colours, first letter first.

        Raises
        ------
        UserError
            If the colours are text, or one of them is not 0, 1 or 2.
        """
        if isinstance(colours, str):
            raise UserError(f"colours {colours!r:.40} are text: read them with Pattern.parse")
        if not isinstance(colours, Iterable):
            raise TypeError(f"colours {colours!r:.40} are not a sequence: give [0, 1, 2, 0, 0]")
        listed = list(colours)
        code = 0
        for colour in listed:
            if isinstance(colour, bool) or colour not in (GREY, YELLOW, GREEN):
                raise UserError(
                    f"colour {colour!r:.40} is unknown: give 0 (grey), 1 (yellow) or 2 (green)"
                )
            code = 3 * code + int(colour)
        return cls(code, len(listed))

    @classmethod
    def parse(cls, text: str, guess: str | None = None) -> Pattern:
        """Read a pattern from digits, tiles, or letters and dots.

        Parameters
        ----------
        text
            ``01200``, ``⬜🟨🟩⬜⬜`` or, if the guess is given, its letters as Reilly marks them
            ("Exploring Wordle"): upper case green, lower case yellow, ``.`` grey.
        guess
            The word that was scored. Marked letters need it and are checked against it.

        Raises
        ------
        UserError
            If the text has none of these forms, or does not fit the guess.
        TypeError
            If the text or the guess is not a string.
        """
        check_words(text, *(() if guess is None else (guess,)))
        # Keyboards and clipboards add variation selectors to tiles; they carry no colour.
        marks = [mark for mark in text.strip() if mark not in "\ufe0e\ufe0f"]
        if not marks:
            raise UserError("the score is empty: give digits 01200, tiles or c.A..")
        if all(mark in _COLOUR_OF_MARK for mark in marks):
            colours = [_COLOUR_OF_MARK[mark] for mark in marks]
        elif guess is not None:
            colours = _colours_of_letters(unicodedata.normalize("NFC", text.strip()), guess)
        else:
            raise UserError(f"score {text!r} is not understood: give digits 01200 or tiles")
        if guess is not None and len(colours) != len(lower(guess)):
            raise UserError(
                f"score {text!r} has {len(colours)} marks but guess {guess!r} has "
                f"{len(guess)} letters: give one mark for each letter"
            )
        return cls.of_colours(colours)

    @property
    def colours(self) -> tuple[int, ...]:
        """The colours, first letter first: 0 grey, 1 yellow, 2 green."""
        return _colours_of_code(self.code, self.length)

    @property
    def digits(self) -> str:
        """The colours as digits, such as ``01200``."""
        return _digits_of_code(self.code, self.length)

    @property
    def tiles(self) -> str:
        """The colours as emoji, such as ``⬜🟨🟩⬜⬜``."""
        return "".join(TILES[colour] for colour in self.colours)

    @property
    def solved(self) -> bool:
        """Whether every letter is green."""
        return self.code == all_green(self.length)

    def marks(self, guess: str) -> str:
        """Mark the letters of the guess: upper case green, lower case yellow, dot grey.

        If a letter has no capital, the digits are returned.

        Raises
        ------
        UserError
            If the guess has another length.
        """
        check_words(guess)
        letters = lower(guess)
        if len(letters) != self.length:
            raise UserError(
                f"guess {guess!r} has {len(letters)} letters and its pattern {self.length}: give "
                "the word that got it"
            )
        if not has_capitals(letters):
            return self.digits
        return "".join(
            "." if colour == GREY else capital(letter) or letter if colour == GREEN else letter
            for letter, colour in zip(letters, self.colours, strict=True)
        )

    def __str__(self) -> str:
        return self.digits

    def __repr__(self) -> str:
        return f"Pattern({self.digits!r})"

    def _repr_html_(self) -> str:
        return styled_tiles(self.digits, self.colours, colours_in_words(self.colours))


@lru_cache(maxsize=1 << 12)
def _colours_of_code(code: int, length: int) -> tuple[int, ...]:
    """Return the colours of a code; cached, because partitions repeat a few codes many times."""
    return tuple(code // 3**place % 3 for place in reversed(range(length)))


@lru_cache(maxsize=1 << 12)
def _digits_of_code(code: int, length: int) -> str:
    return "".join(map(str, _colours_of_code(code, length)))


def _colours_of_letters(text: str, guess: str) -> list[int]:
    letters = lower(guess)
    if len(text) != len(letters):
        raise UserError(
            f"score {text!r} has {len(text)} marks but guess {guess!r} has {len(letters)} "
            "letters: give one mark for each letter"
        )
    stray = [mark for mark in text if mark != "." and not mark.isalpha()]
    unknown = [mark for mark in stray if mark not in _COLOUR_OF_MARK]
    if unknown:
        raise UserError(
            f"score {text!r} of guess {guess!r} has {unknown[0]!r}, which is no colour: give "
            f"letters c.A.. (upper green, lower yellow, dot grey), digits 01200 or tiles {TILES}"
        )
    colours = []
    for place, (mark, letter) in enumerate(zip(text, letters, strict=True), start=1):
        green = capital(letter)
        if mark == ".":
            colours.append(GREY)
        elif green is None and mark == letter:
            raise UserError(
                f"letter {mark!r} has no upper and lower case: give the score of {guess!r} "
                "as digits 01200 or tiles"
            )
        elif mark in (letter, green):
            colours.append(YELLOW if mark == letter else GREEN)
        else:
            known = "" if green is None else f"{green} (green), {letter} (yellow) or "
            raise UserError(
                f"score {text!r} has {mark!r} at letter {place} of guess {guess!r}: "
                f"give {known}. (grey), or the whole score as digits 01200 or tiles {TILES}"
            )
    return colours


def check_words(*words: object) -> None:
    """Raise TypeError unless all words are strings."""
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"{word!r:.40} is of type {type(word).__name__}: give text")


def score(guess: str, answer: str) -> Pattern:
    """Return the pattern of a guess against an answer; see `Pattern.of`."""
    check_words(guess, answer)
    played, hidden = lower(guess), lower(answer)
    if len(played) != len(hidden):
        raise UserError(
            f"guess {guess!r} has {len(played)} letters and answer {answer!r} has "
            f"{len(hidden)}: give words of the same length"
        )
    check_length(len(played))
    unmatched = [a for g, a in zip(played, hidden, strict=True) if g != a]
    colours = []
    for g, a in zip(played, hidden, strict=True):
        if g == a:
            colours.append(GREEN)
        elif g in unmatched:
            unmatched.remove(g)
            colours.append(YELLOW)
        else:
            colours.append(GREY)
    return Pattern.of_colours(colours)


def parse_guess_score(text: str) -> tuple[str, Pattern]:
    """Read a clue in the notation of Reilly: the guess in lower case, and its pattern.

    Such as ``CRANE=c.A..``, ``crane=10200`` or ``crane=🟨⬜🟩⬜⬜`` ("Exploring Wordle").
    """
    guess, equals, marks = text.partition("=")
    if not equals or not guess.strip():
        raise UserError(f"clue {text!r} is not GUESS=SCORE: write it as CRANE=c.A..")
    guess = lower(guess.strip())
    return guess, Pattern.parse(marks, guess)
