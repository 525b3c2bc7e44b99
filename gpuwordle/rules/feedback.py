"""The contract of a rule of feedback: what a guess gets from an answer.

A rule numbers its patterns 0, 1, 2, ...: the *codes*. Most rules are sums over letters: what
a letter adds to the code depends only on its places in the guess and in the answer, and a table
holds it (`gpuwordle.scoring.contributions`). Other rules compute the codes of words at once.

The rest of the program asks for codes, and, where a method holds for some rules only, for an
ability of the rule. Only certificates (`gpuwordle.proofs.board`), packaged positions, and texts
that leave out the usual rule ask which one is played.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, printable
from gpuwordle.rules.codes import MAXIMUM_LENGTH, check_length

MOST_CODES = 1 << 32
"""Most codes of a word length: a code is at most 32 bits."""


class Feedback(ABC):
    """A rule of feedback.

    Derive from it, set ``name``, and define `codes`, `code`, `write`, `read`, and either `table`
    (if the rule is a sum over letters) or `codes_of_words` with ``is_sum`` False. Rules with the
    same name are equal.

    Attributes
    ----------
    name : str
        What ``--rule`` calls it.
    description : str
        What a player learns from a pattern, in a few words.
    meaning : str
        What a code is, for files that hold codes.
    longest : int
        Letters in the longest words that it takes.
    is_sum : bool
        Whether a code is a sum of what each letter of the guess adds.
    plane_base : int
        Weight of a byte of the code relative to the byte before, for sums. 1 if bytes are added.
    has_colours : bool
        Whether a pattern is one colour for each letter of the guess, its code the colours' digits
        in base 3. Hard mode, filters, tiles and everything else that reads letters from patterns
        needs it, and assumes the colours of Wordle's rule, which alone may set it.
    places_alike : bool
        Whether a code stays the same if the letters of guess and answer are permuted alike.
    tells_wins : bool
        Whether `code` gives the answer, and no other word, the winning code. If not, the answer
        shares a code with other words, and a player is told of a win separately.

    Notes
    -----
    A package adds a rule by an entry point of the group ``gpuwordle.feedback`` that names a class
    derived from this one.
    """

    name: str
    description: str = "what its package says"
    meaning: str = "the number of a pattern"
    longest: ClassVar[int] = MAXIMUM_LENGTH
    is_sum: ClassVar[bool] = True
    plane_base: ClassVar[int] = 1
    has_colours: ClassVar[bool] = False
    places_alike: ClassVar[bool] = False
    tells_wins: ClassVar[bool] = True

    @abstractmethod
    def codes(self, length: int) -> int:
        """Return the number of codes of a word length, with the winning one: at most 2^32."""

    @abstractmethod
    def code(self, guess: str, answer: str) -> int:
        """Return the code of a guess against an answer of the same length, in lower case."""

    @abstractmethod
    def write(self, code: int, length: int) -> str:
        """Write a code as it stands in a clue, after the equals sign."""

    @abstractmethod
    def read(self, text: str, length: int) -> int:
        """Read a code from a clue; raise UserError if the rule cannot give it."""

    def table(
        self, guess_sets: npt.NDArray[np.uint32], answer_sets: npt.NDArray[np.uint32], length: int
    ) -> npt.NDArray[np.uint8]:
        """Tabulate what a letter adds to each byte of the code, for a rule that is a sum.

        Parameters
        ----------
        guess_sets, answer_sets
            Places of a letter in guesses and in answers as bits (bit p for place p), shapes (g,)
            and (a,).
        length
            Letters in a word.

        Returns
        -------
        ndarray of uint8, shape (planes, g, a)
            A plane for every five letters (`gpuwordle.rules.planes.plane_span`). A guess adds to a
            plane at most five times, once for each letter with a place there; the sum must fit a
            byte.
        """
        # Not abstract: a rule defines this or `codes_of_words`, as ``is_sum`` says.
        raise NotImplementedError(f"{type(self).__name__} has no table")

    def codes_of_words(
        self, guesses: npt.NDArray[np.uint32], answers: npt.NDArray[np.uint32]
    ) -> npt.NDArray[np.integer]:
        """Compute the codes of guesses against answers, for a rule that is not a sum.

        Parameters
        ----------
        guesses, answers
            Words as code points, shapes (guesses, length) and (answers, length).

        Returns
        -------
        ndarray of an integer dtype, shape (guesses, answers)
        """
        raise NotImplementedError(f"{type(self).__name__} computes no codes of words")

    def win(self, length: int) -> int:
        """Return the code that tells a win: the largest, which `code` may lack (`tells_wins`)."""
        return self.codes(length) - 1

    def code_dtype(self, length: int) -> np.dtype[np.unsignedinteger]:
        """Return the smallest dtype for the codes: uint8, uint16 or uint32."""
        return np.min_scalar_type(self.win(length))

    def check(self, length: int) -> None:
        """Raise UserError if the rule takes no words of that length, or has too many codes."""
        check_length(length)
        if length > self.longest:
            raise UserError(
                f"rule {self.name!r} takes words of at most {self.longest} letters, not {length}: "
                "give shorter words or another rule"
            )
        codes = self.codes(length)
        if type(codes) is not int or not 1 <= codes <= MOST_CODES:
            raise UserError(
                f"rule {self.name!r} has {codes!r:.40} codes for words of {length} letters: its "
                f"codes must return a whole number of at most {MOST_CODES:,}"
            )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Feedback):
            return NotImplemented
        return self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<rule {printable(self.name)}>"


def read_count(text: str, most: int, what: str, otherwise: str = "") -> int:
    """Read a number of ``what``, 0 to ``most``; raise UserError for everything else."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal()):
        raise UserError(
            f"pattern {text!r:.40} is not a number of {what}: give 0 to {most}{otherwise}"
        )
    number = int(digits[:9])
    if number > most:
        raise UserError(f"pattern {text!r:.40} is more than {most} {what}: give 0 to {most}")
    return number
