"""The pattern that a guess gets from an answer, and how patterns are written.

Under Wordle's rule (`gpuwordle.rules.wordle`) a pattern has one colour per letter: grey (0), yellow
(1) or green (2). The *code* of a pattern is the number that its colours spell in base 3, the first
letter most significant.

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

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpuwordle.errors import UserError, counted
from gpuwordle.graphemes import is_grapheme
from gpuwordle.rules.case import capital, composed, has_capitals, lower
from gpuwordle.rules.colours import GREEN, GREY, TILES, YELLOW, colours_in_words, styled_tiles
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.wordle import WORDLE

COLOUR_OF_MARK = {
    **dict.fromkeys("0⬜⬛◻◼🔲🔳⚪⚫🤍🖤", GREY),
    **dict.fromkeys("1🟨🟦🟡🔵💛", YELLOW),
    **dict.fromkeys("2🟩🟧🟢🟠💚", GREEN),
}
"""Marks of the colours in all editions of the game: dark mode, high contrast, hearts, circles."""


@dataclass(frozen=True, slots=True, order=True)
class Pattern:
    """What one guess gets: its colours, or what another rule of feedback tells.

    Patterns of one rule and length are ordered by their codes.

    Parameters
    ----------
    code : int
        The colours as a base-3 number, the first letter most significant; under another rule, the
        number of the pattern.
    length : int
        Letters in the word, 1 to 20.
    rule : Feedback, optional
        The rule of feedback; Wordle's by default.

    Raises
    ------
    UserError
        If the length is not an integer from 1 to 20, or the code is not an integer from 0 to the
        last code of the rule (``3**length - 1`` under Wordle's).

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
    rule: Feedback = WORDLE

    def __post_init__(self) -> None:
        _check_rule(self.rule)
        self.rule.check(self.length)
        largest = self.rule.win(self.length)
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
    def of(cls, guess: str, answer: str, rule: Feedback = WORDLE) -> Pattern:
        """Return the pattern that a guess gets from an answer.

        Parameters
        ----------
        guess, answer
            Words of one length, compared letter by letter in lower case.
        rule
            The rule of feedback.

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
        check_words(guess, answer)
        _check_rule(rule)
        played, hidden = lower(guess), lower(answer)
        if len(played) != len(hidden):
            raise UserError(
                f"guess {guess!r} has {counted(len(played), 'letter')} and answer {answer!r} has "
                f"{len(hidden)}: give words of the same length"
            )
        rule.check(len(played))
        code = rule.win(len(played)) if played == hidden else rule.code(played, hidden)
        return cls(code, len(played), rule)

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
    def parse(cls, text: str, guess: str | None = None, rule: Feedback = WORDLE) -> Pattern:
        """Read a pattern from digits, tiles, or letters and dots; or as another rule writes it.

        Parameters
        ----------
        text
            ``01200``, ``⬜🟨🟩⬜⬜`` or, if the guess is given, its letters as Reilly marks them
            ("Exploring Wordle"): upper case green, lower case yellow, ``.`` grey.
        guess
            The word that was guessed. Marked letters need it and are checked against it, and rules
            without colours need it for its length.
        rule
            The rule of feedback.

        Raises
        ------
        UserError
            If the text has none of these forms, does not fit the guess, or is not a pattern under
            the rule.
        TypeError
            If the text or the guess is not a string.
        """
        check_words(text, *(() if guess is None else (guess,)))
        _check_rule(rule)
        if not rule.has_colours:
            if guess is None:
                raise UserError(
                    f"pattern {text!r:.40} of rule {rule.name!r} needs its guess: give it"
                )
            length = len(lower(guess))
            return cls(rule.read(text.strip(), length), length, rule)
        # Keyboards and clipboards add variation selectors to tiles; they carry no colour.
        marks = [mark for mark in composed(text.strip()) if mark not in "\ufe0e\ufe0f"]
        if not marks:
            raise UserError("the pattern is empty: give digits 01200, tiles or c.A..")
        length = len(marks) if guess is None else len(lower(guess))
        if len(marks) != length:
            raise UserError(
                f"pattern {text!r} has {counted(len(marks), 'mark')} but guess {guess!r} has "
                f"{counted(length, 'letter')}: give one mark for each letter"
            )
        if all(mark in COLOUR_OF_MARK for mark in marks):
            return cls.of_colours([COLOUR_OF_MARK[mark] for mark in marks])
        if guess is None:
            raise UserError(f"pattern {text!r} is not understood: give digits 01200 or tiles")
        return cls.of_colours(_colours_of_letters(marks, guess))

    @property
    def colours(self) -> tuple[int, ...]:
        """The colours, first letter first: 0 grey, 1 yellow, 2 green.

        Raises UserError if the rule has no colours.
        """
        need_colours(self.rule)
        return _colours_of_code(self.code, self.length)

    @property
    def digits(self) -> str:
        """The colours as digits, such as ``01200``; under another rule, as the rule writes it."""
        return self.rule.write(self.code, self.length)

    @property
    def tiles(self) -> str:
        """The colours as emoji, such as ``⬜🟨🟩⬜⬜``."""
        return "".join(TILES[colour] for colour in self.colours)

    @property
    def solved(self) -> bool:
        """Whether the guess is the answer: under Wordle's rule, every letter is green."""
        return self.code == self.rule.win(self.length)

    def marks(self, guess: str) -> str:
        """Mark the letters of the guess: upper case green, lower case yellow, dot grey.

        If a letter has no capital or the rule no colours, the digits are returned.

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
        if not (self.rule.has_colours and has_capitals(letters)):
            return self.digits
        return "".join(
            "." if colour == GREY else capital(letter) or letter if colour == GREEN else letter
            for letter, colour in zip(letters, self.colours, strict=True)
        )

    def __str__(self) -> str:
        return self.digits

    def __repr__(self) -> str:
        rule = "" if self.rule == WORDLE else f", rule={self.rule.name!r}"
        return f"Pattern({self.digits!r}{rule})"

    def _repr_html_(self) -> str:
        if not self.rule.has_colours:
            return styled_tiles(self.digits, None, self.digits)
        return styled_tiles(self.digits, self.colours, colours_in_words(self.colours))


def need_colours(rule: Feedback) -> None:
    """Raise UserError if a rule has no colours of letters."""
    if not rule.has_colours:
        raise UserError(
            f"rule {rule.name!r} has no colours of letters: this works under Wordle's rule alone"
        )


@lru_cache(maxsize=1 << 12)
def _colours_of_code(code: int, length: int) -> tuple[int, ...]:
    """Return the colours of a code; cached, because partitions repeat a few codes many times."""
    return tuple(code // 3**place % 3 for place in reversed(range(length)))


def _colours_of_letters(marks: list[str], guess: str) -> list[int]:
    text = "".join(marks)
    stray = [m for m in marks if m != "." and not m.isalpha() and not is_grapheme(m)]
    unknown = [mark for mark in stray if mark not in COLOUR_OF_MARK]
    if unknown:
        raise UserError(
            f"pattern {text!r} of guess {guess!r} has {unknown[0]!r}, which is not a colour: give "
            f"letters c.A.. (upper green, lower yellow, dot grey), digits 01200 or tiles {TILES}"
        )
    colours = []
    for place, (mark, letter) in enumerate(zip(marks, lower(guess), strict=True), start=1):
        green = capital(letter)
        if mark == ".":
            colours.append(GREY)
        elif green is None and mark == letter:
            raise UserError(
                f"letter {mark!r} has no upper and lower case: give the pattern of {guess!r} "
                "as digits 01200 or tiles"
            )
        elif mark in (letter, green):
            colours.append(YELLOW if mark == letter else GREEN)
        else:
            known = "" if green is None else f"{green} (green), {letter} (yellow) or "
            raise UserError(
                f"pattern {text!r} has {mark!r} at letter {place} of guess {guess!r}: "
                f"give {known}. (grey), or the whole pattern as digits 01200 or tiles {TILES}"
            )
    return colours


def check_words(*words: object) -> None:
    """Raise TypeError unless all words are strings."""
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"{word!r:.40} is of type {type(word).__name__}: give text")


def _check_rule(rule: object) -> None:
    if not isinstance(rule, Feedback):
        raise TypeError(f"{rule!r:.40} is not a rule of feedback: give a Feedback")
