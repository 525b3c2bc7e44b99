"""Word lists: a list of any words, and the vocabulary of one length that games are played with.

A `WordList` is what a file or a named source holds: words of many lengths, and perhaps a separate
list of answers. A `Vocabulary` is one word length of it, made ready for the kernels: every letter
is an index into the vocabulary's own alphabet, so any script works as fast as a to z.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.pattern import check_length

if TYPE_CHECKING:
    from pathlib import Path

MAXIMUM_ALPHABET = 255
"""Letters are stored as bytes, and kernels keep one value for "no letter"."""


def normalise(word: str, place: str = "") -> str:
    """Bring a word to the form in which letters are compared: NFC, case-folded.

    Parameters
    ----------
    word
        The word as written.
    place
        Where it stands ("line 3 of words.txt"), for the error.

    Raises
    ------
    UserError
        If a character is not a letter (digits, punctuation, spaces, marks that do not compose).
    """
    if word.isascii() and word.isalpha() and word.islower():
        return word
    normal = unicodedata.normalize("NFC", word.strip().casefold())
    if not normal.isalpha():
        where = f" at {place}" if place else ""
        if not normal:
            raise UserError(f"empty word{where}: remove it")
        stray = next(letter for letter in normal if not letter.isalpha())
        raise UserError(
            f"word {word.strip()!r}{where} holds {stray!r}, which is not a letter: "
            "remove or respell the word"
        )
    return normal


def are_plain(words: Sequence[str]) -> bool:
    """Whether all words are written in a to z alone, as `normalise` leaves them.

    Nearly every list is, and has hundreds of thousands of words: their letters are looked at all
    at once.
    """
    text = "".join(words)
    if not text.isascii() or not all(words):
        return False
    letters = text.encode()  # quicker to look at than text, where a letter is one of all scripts
    return letters.isalpha() and letters.islower()


def normalised(words: Iterable[str]) -> list[str]:
    """Bring words to the form in which letters are compared; see `normalise`."""
    given = list(words)
    return given if are_plain(given) else [normalise(word) for word in given]


def digest_of(words: Iterable[str]) -> str:
    """Return the sha256 of the newline-joined words, as 64 hexadecimal digits."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of one length: those that may be guessed and those that may be hidden.

    Parameters
    ----------
    name
        What to call it in tables and files.
    answers
        Words that may be hidden, in order; normalised, later duplicates dropped and counted.
    guesses
        Words that may be played, in order; the answers when omitted. Every answer must be one.

    Attributes
    ----------
    length : int
        Letters in a word.
    duplicates : int
        Words that were dropped because they stood in their list already.
    alphabet : tuple of str
        The letters that occur, sorted; a letter's index here is its number in the arrays.
    guess_letters : ndarray of uint8, shape (guesses, length)
        Letter indices of the guesses.

    Raises
    ------
    UserError
        If there is no word, lengths are mixed or not 1 to 20, a word holds something that is
        not a letter, an answer is not a guess, or there are more than 255 different letters.

    Examples
    --------
    >>> words = Vocabulary("three", ["cat", "cot", "dog"])
    >>> words
    Vocabulary('three': 3 letters, 3 answers, 3 guesses)
    """

    name: str
    answers: tuple[str, ...]
    guesses: tuple[str, ...]
    length: int
    duplicates: int
    alphabet: tuple[str, ...]
    guess_letters: npt.NDArray[np.uint8]

    def __init__(
        self, name: str, answers: Sequence[str], guesses: Sequence[str] | None = None
    ) -> None:
        kept_answers = tuple(dict.fromkeys(normalised(answers)))
        duplicates = len(answers) - len(kept_answers)
        if guesses is None:
            kept_guesses = kept_answers
        else:
            kept_guesses = tuple(dict.fromkeys(normalised(guesses)))
            duplicates += len(guesses) - len(kept_guesses)
        if not kept_answers:
            raise UserError(f"vocabulary {name!r} has no answer: give at least one word")
        lengths = Counter(map(len, kept_guesses + kept_answers))
        if len(lengths) > 1:
            (usual, _), *_ = lengths.most_common(1)
            stray = next(word for word in kept_guesses + kept_answers if len(word) != usual)
            raise UserError(
                f"vocabulary {name!r} mixes lengths: {stray!r} has {len(stray)} letters, most "
                f"have {usual}; give words of one length"
            )
        check_length(len(kept_answers[0]))
        self._settle(name, kept_answers, kept_guesses, duplicates)

    @classmethod
    def _of_length(
        cls, name: str, answers: tuple[str, ...], guesses: tuple[str, ...]
    ) -> Vocabulary:
        """Make a vocabulary of the words of one length that a `WordList` holds.

        They are normalised and have no duplicates, so nobody looks at every word once more.
        """
        vocabulary = cls.__new__(cls)
        vocabulary._settle(name, answers, guesses, 0)
        return vocabulary

    def _settle(
        self, name: str, answers: tuple[str, ...], guesses: tuple[str, ...], duplicates: int
    ) -> None:
        """Check that every answer is a guess, number the letters, and keep it all."""
        missing = set() if answers is guesses else set(answers).difference(guesses)
        if missing:
            first = next(word for word in answers if word in missing)
            raise UserError(
                f"answer {first!r} of vocabulary {name!r} is not among its guesses "
                f"({len(missing)} such): add it to the guesses or remove it from the answers"
            )
        # Code points of all words at once: a Python loop over 50,000 words of nine letters would
        # take longer than counting their patterns.
        points = np.frombuffer("".join(guesses).encode("utf-32-le"), np.uint32)
        alphabet = np.flatnonzero(np.bincount(points))
        if len(alphabet) > MAXIMUM_ALPHABET:
            raise UserError(
                f"vocabulary {name!r} has {len(alphabet)} different letters, more than "
                f"{MAXIMUM_ALPHABET}: split the list"
            )
        number = np.zeros(int(alphabet[-1]) + 1, np.uint8)
        number[alphabet] = np.arange(len(alphabet))
        length = len(answers[0])
        for field, value in (
            ("name", name),
            ("answers", answers),
            ("guesses", guesses),
            ("length", length),
            ("duplicates", duplicates),
            ("alphabet", tuple(map(chr, alphabet))),
            ("guess_letters", number[points].reshape(len(guesses), length)),
        ):
            object.__setattr__(self, field, value)

    @classmethod
    def load(
        cls,
        source: str | Path = "web2",
        length: int = 5,
        *,
        answers: str | Path | None = None,
        distinct_letters: bool = False,
    ) -> Vocabulary:
        """Load one word length of a named source or a file.

        Parameters
        ----------
        source
            A name that ``gpuwordle vocabularies`` lists, or the path of a text, CSV or Parquet
            file, or ``-`` for standard input.
        length
            Letters in a word.
        answers
            A second source for the words that may be hidden; by default the source's own.
        distinct_letters
            Keep only words in which no letter repeats.

        Raises
        ------
        UserError
            If the source is unknown or unreadable, or has no word of that length.
        """
        from gpuwordle import sources  # it builds on this module

        words = sources.load(source, answers=answers)
        return words.of_length(length, distinct_letters=distinct_letters)

    @cached_property
    def answer_letters(self) -> npt.NDArray[np.uint8]:
        """Letter indices of the answers: uint8, shape (answers, length)."""
        return np.ascontiguousarray(self.guess_letters[self.answer_guess])

    @cached_property
    def guess_index(self) -> dict[str, int]:
        """Index of every guess by word."""
        return {word: index for index, word in enumerate(self.guesses)}

    @cached_property
    def answer_guess(self) -> npt.NDArray[np.int32]:
        """Index among the guesses of every answer: int32, shape (answers,)."""
        if self.answers == self.guesses:
            return np.arange(len(self.answers), dtype=np.int32)
        index = self.guess_index
        return np.fromiter((index[w] for w in self.answers), np.int32, len(self.answers))

    @cached_property
    def guess_answer(self) -> npt.NDArray[np.int32]:
        """Index among the answers of every guess, or -1: int32, shape (guesses,)."""
        found = np.full(len(self.guesses), -1, np.int32)
        found[self.answer_guess] = np.arange(len(self.answers), dtype=np.int32)
        return found

    @cached_property
    def digest(self) -> str:
        """Sha256 of the newline-joined guesses.

        Where the answers are another list, an empty line and the answers follow.
        """
        if self.answers == self.guesses:
            return digest_of(self.guesses)
        return digest_of((*self.guesses, "", *self.answers))

    def find(self, word: str) -> int:
        """Return the index of a guess.

        Raises
        ------
        UserError
            If the word is not a guess of this vocabulary, with the nearest ones.
        """
        normal = normalise(word)
        if normal in self.guess_index:
            return self.guess_index[normal]
        if len(normal) != self.length:
            raise UserError(
                f"word {word!r} has {len(normal)} letters but vocabulary {self.name!r} has "
                f"words of {self.length}: give one of that length"
            )
        import difflib

        close = difflib.get_close_matches(normal, self.guesses, n=3, cutoff=0.6)
        hint = f"did you mean {' or '.join(close)}?" if close else "choose one of its guesses"
        raise UserError(f"word {word!r} is not in vocabulary {self.name!r}: {hint}")

    def __repr__(self) -> str:
        return (
            f"Vocabulary({self.name!r}: {self.length} letters, {len(self.answers)} answers, "
            f"{len(self.guesses)} guesses)"
        )


@dataclass(frozen=True, eq=False)
class WordList:
    """Words of any length, as a source holds them; `of` makes one of words as written.

    Parameters
    ----------
    name
        What to call it.
    words
        Normalised words that may be guessed, in order, without duplicates.
    answers
        Normalised words that may be hidden, or None when every word may.
    duplicates
        How many words were dropped because they stood in the list already.
    """

    name: str
    words: tuple[str, ...]
    answers: tuple[str, ...] | None = None
    duplicates: int = 0

    @classmethod
    def of(cls, name: str, words: Iterable[str], answers: Iterable[str] | None = None) -> WordList:
        """Normalise words and drop later duplicates.

        Raises
        ------
        UserError
            If a word holds something that is not a letter.
        """
        given = normalised(words)
        kept = tuple(dict.fromkeys(given))
        hidden = None if answers is None else tuple(dict.fromkeys(normalised(answers)))
        return cls(name, kept, hidden, len(given) - len(kept))

    @cached_property
    def lengths(self) -> dict[int, int]:
        """Number of guesses by word length, shortest first."""
        return {length: len(words) for length, words in sorted(self._words_by_length.items())}

    @cached_property
    def digest(self) -> str:
        """Sha256 of the newline-joined words."""
        return digest_of(self.words)

    def of_length(self, length: int, *, distinct_letters: bool = False) -> Vocabulary:
        """Take the words of one length.

        Parameters
        ----------
        length
            Letters in a word, 1 to 20.
        distinct_letters
            Keep only words in which no letter repeats.

        Raises
        ------
        UserError
            If there is none.
        """
        check_length(length)

        def chosen(by_length: dict[int, list[str]]) -> tuple[str, ...]:
            words = by_length.get(length, [])
            if distinct_letters:
                words = [word for word in words if len(set(word)) == length]
            return tuple(words)

        guesses = chosen(self._words_by_length)
        answers = guesses if self.answers is None else chosen(self._answers_by_length)
        if not answers:
            what = " with distinct letters" if distinct_letters else ""
            there = [known for known in self.lengths if known <= 20]
            known = ", ".join(map(str, there)) or "none"
            raise UserError(
                f"vocabulary {self.name!r} has no word of {length} letters{what}: "
                f"its lengths are {known}"
            )
        return Vocabulary._of_length(self.name, answers, guesses)

    @cached_property
    def _words_by_length(self) -> dict[int, list[str]]:
        return _by_length(self.words)

    @cached_property
    def _answers_by_length(self) -> dict[int, list[str]]:
        return _by_length(self.answers or ())


def _by_length(words: Iterable[str]) -> dict[int, list[str]]:
    found = defaultdict(list)
    for word in words:
        found[len(word)].append(word)
    return dict(found)
