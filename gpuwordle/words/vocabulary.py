"""The vocabulary: the words of one length that a game is played with.

Words are prepared for the kernels: each letter is an index into the vocabulary's own alphabet, so
that every script is as fast as a to z.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, counted, printable
from gpuwordle.rules.codes import check_length
from gpuwordle.words.letters import (
    abridged_html,
    check_listed,
    check_name,
    digest_of,
    is_among,
    normalise,
    normalised,
    quoted,
)

MAXIMUM_ALPHABET = 255
"""Letters are stored as bytes, and one value is reserved for "no letter"."""

SHOWN_WORDS = 24
"""Words that a notebook shows of a vocabulary."""


class Vocabulary:
    """The words of one length: guesses, and the answers among them.

    ``len`` and iteration are those of the guesses. Two vocabularies are equal if their guesses and
    answers are, whatever their names.

    Parameters
    ----------
    name : str
        The name in tables and files.
    answers : iterable of str
        Words that may be hidden, in order. They are normalised, and later duplicates are dropped
        and counted.
    guesses : iterable of str, optional
        Words that may be guessed, in order; every answer must be one of them. By default the
        answers.
    prepared : bool, default False
        Skip the tests of each word, because the words are known to be normalised, of one length
        and without duplicates.

    Attributes
    ----------
    name : str
        The name; characters that cannot be printed are escaped.
    answers, guesses : tuple of str
        The words. All arrays hold indices into these.
    length : int
        Letters in a word.
    duplicates : int
        Words that were dropped as duplicates.
    alphabet : tuple of str
        The letters that occur, sorted. Arrays of letters hold indices into it.
    guess_letters, answer_letters : ndarray of uint8, shape (guesses, length), (answers, length)
        The letters of the words, as indices into the alphabet.
    guess_index, letter_index : dict of str to int
        The index of each guess, and of each letter of the alphabet.
    answer_guess : ndarray of int32, shape (answers,)
        The guess index of each answer.
    guess_answer : ndarray of int32, shape (guesses,)
        The answer index of each guess, or -1.
    digest : str
        Sha256 of the newline-joined guesses, followed by an empty line and the answers if they
        are fewer.

    Raises
    ------
    UserError
        If there is no answer, the words are one text, their lengths differ or are not 1 to 20, a
        word has a character that is not a letter, an answer is not a guess, or there are more than
        255 different letters.
    TypeError
        If the name is not a string, or the words are not a collection.

    See Also
    --------
    gpuwordle.load : Load a named list or a file, of which `WordList.of_length` takes one length.

    Examples
    --------
    >>> words = Vocabulary("three", ["cat", "cot", "dog"])
    >>> words
    Vocabulary('three': 3 letters, 3 answers, 3 guesses)
    >>> len(words), "CAT" in words, words == Vocabulary("same", ["Cat", "Cot", "Dog"])
    (3, True, True)
    """

    def __init__(
        self,
        name: str,
        answers: Iterable[str] = (),
        guesses: Iterable[str] | None = None,
        *,
        prepared: bool = False,
    ) -> None:
        check_name(name, "vocabulary")
        check_listed(answers)
        check_listed(() if guesses is None else guesses)
        duplicates = 0
        if not prepared:
            hidden, played = normalised(answers), normalised(() if guesses is None else guesses)
            answers = tuple(dict.fromkeys(hidden))
            guesses = None if guesses is None else tuple(dict.fromkeys(played))
            duplicates = len(hidden) + len(played) - len(answers) - len(guesses or ())
            _check_lengths(name, answers, guesses or ())
        self.name = printable(name)
        self.answers = tuple(answers)
        self.guesses = self.answers if guesses is None else tuple(guesses)
        self.length = len(self.answers[0])
        self.duplicates = duplicates
        _check_answers(name, self.answers, self.guesses)
        self.alphabet, self.guess_letters = self._numbered_letters()

    def _numbered_letters(self) -> tuple[tuple[str, ...], npt.NDArray[np.uint8]]:
        """Return the alphabet and the letters of the guesses: uint8, shape (guesses, length)."""
        # All code points at once: a Python loop over 50,000 words of nine letters would take longer
        # than scoring them.
        points = np.frombuffer("".join(self.guesses).encode("utf-32-le"), np.uint32)
        alphabet = np.flatnonzero(np.bincount(points))
        if len(alphabet) > MAXIMUM_ALPHABET:
            raise UserError(
                f"vocabulary {self.name!r} has {len(alphabet)} different letters, more than "
                f"{MAXIMUM_ALPHABET}: split the list"
            )
        number = np.zeros(int(alphabet[-1]) + 1, np.uint8)
        number[alphabet] = np.arange(len(alphabet))
        return tuple(map(chr, alphabet)), number[points].reshape(len(self.guesses), self.length)

    @cached_property
    def answer_letters(self) -> npt.NDArray[np.uint8]:
        """Letters of the answers: uint8, shape (answers, length)."""
        return np.ascontiguousarray(self.guess_letters[self.answer_guess])

    @cached_property
    def guess_index(self) -> dict[str, int]:
        """Guess index of each word."""
        return {word: index for index, word in enumerate(self.guesses)}

    @cached_property
    def letter_index(self) -> dict[str, int]:
        """Index of each letter in the alphabet."""
        return {letter: index for index, letter in enumerate(self.alphabet)}

    @cached_property
    def answer_guess(self) -> npt.NDArray[np.int32]:
        """Guess index of each answer: int32, shape (answers,)."""
        if self.answers is self.guesses or self.answers == self.guesses:
            return np.arange(len(self.answers), dtype=np.int32)
        index = self.guess_index
        return np.fromiter((index[w] for w in self.answers), np.int32, len(self.answers))

    @cached_property
    def guess_answer(self) -> npt.NDArray[np.int32]:
        """Answer index of each guess, or -1: int32, shape (guesses,)."""
        found = np.full(len(self.guesses), -1, np.int32)
        found[self.answer_guess] = np.arange(len(self.answers), dtype=np.int32)
        return found

    @cached_property
    def digest(self) -> str:
        """Sha256 of the guesses, and of the answers if they are fewer."""
        if self.answers == self.guesses:
            return digest_of(self.guesses)
        return digest_of((*self.guesses, "", *self.answers))

    def find(self, word: str) -> int:
        """Return the index of a guess.

        Raises
        ------
        UserError
            If the word is not a guess of this vocabulary; the error names the nearest ones.
        """
        normal = normalise(word)
        if normal in self.guess_index:
            return self.guess_index[normal]
        if len(normal) != self.length:
            raise UserError(
                f"word {quoted(word)} has {len(normal)} letters, but those of {self.name!r} have "
                f"{self.length}: give a word of {self.length} letters"
            )
        import difflib  # needed for a mistake only

        close = difflib.get_close_matches(normal, self.guesses, n=3, cutoff=0.6)
        hint = f": did you mean {' or '.join(close)}?" if close else "; try another word"
        raise UserError(f"{word!r} is not in the word list {self.name!r}{hint}")

    def without(self, words: Iterable[str]) -> Vocabulary:
        """Return the vocabulary without some answers, which may still be guessed.

        Parameters
        ----------
        words
            Words that can no longer be hidden, such as those of past games. Words that are not
            answers are ignored.

        Raises
        ------
        UserError
            If no answer is left, or a word has a character that is not a letter.
        """
        left = answers_left(self.name, self.answers, words)
        if len(left) == len(self.answers):
            return self
        return Vocabulary(self.name, left, self.guesses, prepared=True)

    def __len__(self) -> int:
        return len(self.guesses)

    def __iter__(self) -> Iterator[str]:
        return iter(self.guesses)

    def __contains__(self, word: object) -> bool:
        return is_among(self.guess_index, word)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vocabulary):
            return NotImplemented
        return self.guesses == other.guesses and self.answers == other.answers

    def __hash__(self) -> int:
        return hash((len(self.guesses), len(self.answers), self.answers[0]))

    def __repr__(self) -> str:
        return f"Vocabulary({self.name!r}: {self._sizes()})"

    def _repr_html_(self) -> str:
        title = html.escape(f"{self.name}: {self._sizes()}")
        return f"<p>{title}</p><p>{abridged_html(self.answers, SHOWN_WORDS)}</p>"

    def _sizes(self) -> str:
        answers = counted(len(self.answers), "answer")
        guesses = counted(len(self.guesses), "guess", "guesses")
        return f"{counted(self.length, 'letter')}, {answers}, {guesses}"


def check_vocabulary(given: object) -> None:
    """Raise UserError unless something is a vocabulary, rather than a list or its name."""
    if isinstance(given, Vocabulary):
        return
    if isinstance(given, str):
        what, remedy = f"{quoted(given)} is a text", f"load({quoted(given)}).of_length(5)"
    else:
        what, remedy = f"{type(given).__name__} is given", "load(NAME).of_length(5)"
    raise UserError(
        f"{what}, where the words of one length are wanted: give {remedy}, or "
        "Vocabulary(NAME, WORDS)"
    )


def _check_lengths(name: str, answers: Sequence[str], guesses: Sequence[str]) -> None:
    """Raise UserError unless there is an answer and all words have one length from 1 to 20."""
    if not answers:
        raise UserError(f"vocabulary {name!r} has no answer: give at least one word")
    words = (*guesses, *answers)
    lengths = Counter(map(len, words))
    if len(lengths) > 1:
        (usual, _), *_ = lengths.most_common(1)
        stray = next(word for word in words if len(word) != usual)
        raise UserError(
            f"vocabulary {name!r} mixes lengths: {stray!r} has {len(stray)} letters, most "
            f"have {usual}; give words of one length"
        )
    check_length(len(answers[0]))


def _check_answers(name: str, answers: tuple[str, ...], guesses: tuple[str, ...]) -> None:
    """Raise UserError unless every answer is a guess."""
    if answers is guesses:
        return
    missing = set(answers).difference(guesses)
    if missing:
        first = next(word for word in answers if word in missing)
        raise UserError(
            f"answer {first!r} of vocabulary {name!r} is not among its guesses "
            f"({len(missing)} such): add it to the guesses or remove it from the answers"
        )


def answers_left(name: str, answers: Sequence[str], excluded: Iterable[str]) -> tuple[str, ...]:
    """Return the answers that are not excluded; raise UserError if none is left."""
    past = set(normalised(excluded))
    left = tuple(word for word in answers if word not in past)
    if not left:
        raise UserError(
            f"vocabulary {name!r} has no answer left: all {len(answers):,} are excluded; exclude "
            "fewer words"
        )
    return left


@dataclass(frozen=True)
class PackedWords:
    """A vocabulary as newline-joined text, to be sent to other processes.

    ``answers`` is None if they are the guesses.
    """

    name: str
    guesses: str
    answers: str | None

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> PackedWords:
        """Pack a vocabulary."""
        same = vocabulary.answers == vocabulary.guesses
        answers = None if same else "\n".join(vocabulary.answers)
        return cls(vocabulary.name, "\n".join(vocabulary.guesses), answers)

    def vocabulary(self) -> Vocabulary:
        """Restore the vocabulary."""
        guesses = self.guesses.split("\n")
        answers = guesses if self.answers is None else self.answers.split("\n")
        return Vocabulary(self.name, answers, guesses)
