"""The rule of the game: the pattern that a guess gets from an answer.

A pattern is one colour per letter: grey (0), yellow (1) or green (2). Greens come first, where
guess and answer agree. Every other letter of the guess, from left to right, is yellow as long as
the answer still holds an unmatched copy of it, and grey after that. The *code* of a pattern is the
number that its colours spell in base 3, the first letter most significant.

Letters are compared in lower case, and accents count: é is not e. A script without case writes its
scores as digits, since ``.לו.`` could not tell yellow from green.

>>> score("speed", "erase")
Pattern('10110')
>>> score("Crane", "CIGAR").marks("crane")
'Cra..'
>>> score("שלום", "שלוש").marks("שלום")
'2220'
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from gpuwordle.errors import UserError
from gpuwordle.rules.case import capital, has_capitals, lower
from gpuwordle.rules.codes import all_green, check_length
from gpuwordle.rules.colours import GREEN, GREY, TILES, YELLOW

# Tiles that other editions of the game print for the same three colours: dark mode, high contrast
# and hearts or circles are common in shared results.
_COLOUR_OF_MARK = {
    **dict.fromkeys("0⬜⬛◻◼🔲🔳⚪⚫🤍🖤", GREY),
    **dict.fromkeys("1🟨🟦🟡🔵💛", YELLOW),
    **dict.fromkeys("2🟩🟧🟢🟠💚", GREEN),
}


@dataclass(frozen=True, slots=True, order=True)
class Pattern:
    """The colours of one guess.

    Parameters
    ----------
    code
        Base-3 number of the colours, the first letter most significant.
    length
        Letters in the word.

    Raises
    ------
    UserError
        If the length is not 1 to 20 or no pattern of that length has that code.
    """

    code: int
    length: int

    def __post_init__(self) -> None:
        check_length(self.length)
        largest = all_green(self.length)
        if not isinstance(self.code, int) or not 0 <= self.code <= largest:
            raise UserError(
                f"pattern code {self.code} is out of range for {self.length} letters: "
                f"give 0 to {largest}"
            )

    @classmethod
    def of(cls, colours: Iterable[int]) -> Pattern:
        """Build a pattern from its colours, first letter first.

        Raises
        ------
        UserError
            If they are a text, one of them is not 0, 1 or 2, or they are not 1 to 20.
        """
        if isinstance(colours, str):
            raise UserError(f"colours {colours!r} are a text, not numbers: read it by parse")
        listed = list(colours)
        code = 0
        for colour in listed:
            if colour not in (GREY, YELLOW, GREEN):
                raise UserError(f"colour {colour!r} is not known: give 0 grey, 1 yellow or 2 green")
            code = 3 * code + colour
        return cls(code, len(listed))

    @classmethod
    def parse(cls, text: str, guess: str | None = None) -> Pattern:
        """Read a pattern as digits, tiles, or letters and dots.

        Parameters
        ----------
        text
            ``01200``, ``⬜🟨🟩⬜⬜``, or, when the guess is given, its letters marked as in
            Reilly, "Exploring Wordle": upper case green, lower case yellow, ``.`` grey.
        guess
            The word that was scored; needed for letters, and checked against them.

        Raises
        ------
        UserError
            If the text is none of these, or does not fit the guess.
        """
        # Keyboards and clipboards add variation selectors to tiles; they carry no colour.
        marks = [mark for mark in text.strip() if mark not in "\ufe0e\ufe0f"]
        if not marks:
            raise UserError("a score is empty: give digits 01200, tiles or c.A..")
        if all(mark in _COLOUR_OF_MARK for mark in marks):
            colours = [_COLOUR_OF_MARK[mark] for mark in marks]
        elif guess is not None:
            colours = _colours_of_letters(unicodedata.normalize("NFC", text.strip()), guess)
        else:
            raise UserError(f"score {text!r} is not understood: give digits 01200 or tiles")
        if guess is not None and len(colours) != len(lower(guess)):
            raise UserError(
                f"score {text!r} has {len(colours)} marks but guess {guess!r} has "
                f"{len(guess)} letters: give one mark a letter"
            )
        return cls.of(colours)

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
        """Write the pattern onto its guess: upper case green, lower case yellow, dot grey.

        A guess with a letter that has no capital gets the digits instead.

        Raises
        ------
        UserError
            If the guess has another length.
        """
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
        from gpuwordle.rules.tiles import notebook_tiles  # which is about patterns

        return notebook_tiles(None, self)


@lru_cache(maxsize=1 << 12)
def _colours_of_code(code: int, length: int) -> tuple[int, ...]:
    """Return the colours of a code: tables of partitions ask for the same ones over and over."""
    return tuple(code // 3**place % 3 for place in reversed(range(length)))


@lru_cache(maxsize=1 << 12)
def _digits_of_code(code: int, length: int) -> str:
    return "".join(map(str, _colours_of_code(code, length)))


def _colours_of_letters(text: str, guess: str) -> list[int]:
    letters = lower(guess)
    if len(text) != len(letters):
        raise UserError(
            f"score {text!r} has {len(text)} marks but guess {guess!r} has {len(letters)} "
            "letters: give one mark a letter"
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


def score(guess: str, answer: str) -> Pattern:
    """Score one guess against one answer.

    Parameters
    ----------
    guess, answer
        Words of the same length, compared letter by letter in lower case.

    Returns
    -------
    Pattern
        Greens first, then yellows from left to right while unmatched copies last.

    Raises
    ------
    UserError
        If the lengths differ or are not 1 to 20.

    Examples
    --------
    >>> print(score("crane", "caper"))
    21101
    """
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
    return Pattern.of(colours)


def parse_guess_score(text: str) -> tuple[str, Pattern]:
    """Read a clue in GUESS=SCORE notation (Reilly, "Exploring Wordle").

    Parameters
    ----------
    text
        ``CRANE=c.A..``, ``crane=10200`` or ``crane=🟨⬜🟩⬜⬜``.

    Returns
    -------
    tuple of (str, Pattern)
        The guess in lower case, and its pattern.

    Raises
    ------
    UserError
        If there is no ``=``, or the score does not fit the guess.
    """
    guess, equals, marks = text.partition("=")
    if not equals or not guess.strip():
        raise UserError(f"clue {text!r} is not GUESS=SCORE: write it as CRANE=c.A..")
    guess = lower(guess.strip())
    return guess, Pattern.parse(marks, guess)
