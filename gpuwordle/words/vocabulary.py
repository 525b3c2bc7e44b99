"""The vocabulary: the words of one length that games are played with.

It is made ready for the kernels: every letter is an index into the vocabulary's own alphabet, so
any script works as fast as a to z.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, counted, printable
from gpuwordle.rules.codes import check_length
from gpuwordle.words.letters import (
    check_listed,
    digest_of,
    is_among,
    normalise,
    normalised,
    quoted,
)

MAXIMUM_ALPHABET = 255
"""Letters are stored as bytes, and kernels keep one value for "no letter"."""


class Vocabulary:
    """The words of one length: those that may be guessed and those that may be hidden.

    It has as many words as may be guessed, and holds those. Two vocabularies are equal when their
    guesses and answers are, whatever they are called.

    Parameters
    ----------
    name
        What to call it in tables and files.
    answers
        Words that may be hidden, in order; normalised, later duplicates dropped and counted.
    guesses
        Words that may be played, in order; the answers when omitted. Every answer must be one.
    prepared
        The words are known to be normalised, of one length and without duplicates, as those of a
        `gpuwordle.words.word_list.WordList` are: they are not looked at one by one again.

    Attributes
    ----------
    name : str
        As given.
    answers, guesses : tuple of str
        The words; an index into these is what all arrays hold.
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
        If there is no word, the words are one text, lengths are mixed or not 1 to 20, a word holds
        something that is not a letter, an answer is not a guess, or there are more than 255
        different letters.

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
        answers: Iterable[str],
        guesses: Iterable[str] | None = None,
        *,
        prepared: bool = False,
    ) -> None:
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
        """Return the letters that occur, and the guesses spelled with their numbers."""
        # Code points of all words at once: a Python loop over 50,000 words of nine letters would
        # take longer than counting their patterns.
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
        """Letter indices of the answers: uint8, shape (answers, length)."""
        return np.ascontiguousarray(self.guess_letters[self.answer_guess])

    @cached_property
    def guess_index(self) -> dict[str, int]:
        """Index of every guess by word."""
        return {word: index for index, word in enumerate(self.guesses)}

    @cached_property
    def letter_index(self) -> dict[str, int]:
        """Number of every letter of the alphabet by letter."""
        return {letter: index for index, letter in enumerate(self.alphabet)}

    @cached_property
    def answer_guess(self) -> npt.NDArray[np.int32]:
        """Index among the guesses of every answer: int32, shape (answers,)."""
        if self.answers is self.guesses or self.answers == self.guesses:
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
                f"word {quoted(word)} has {len(normal)} letters but vocabulary {self.name!r} "
                f"has words of {self.length}: give one of that length"
            )
        import difflib  # needed for a mistake only

        close = difflib.get_close_matches(normal, self.guesses, n=3, cutoff=0.6)
        hint = f"did you mean {' or '.join(close)}?" if close else "choose one of its guesses"
        raise UserError(f"word {word!r} is not in vocabulary {self.name!r}: {hint}")

    def without(self, words: Iterable[str]) -> Vocabulary:
        """Take words out of the answers; they may still be guessed.

        Parameters
        ----------
        words
            Words that cannot be hidden any more, such as those of past games; those that are no
            answers change nothing.

        Raises
        ------
        UserError
            If no answer is left, or a word holds something that is not a letter.
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
        answers = counted(len(self.answers), "answer")
        guesses = counted(len(self.guesses), "guess", "guesses")
        return f"Vocabulary({self.name!r}: {counted(self.length, 'letter')}, {answers}, {guesses})"


def check_vocabulary(given: object) -> None:
    """Raise UserError if something is given where the words of one length are wanted.

    A list's name, or a list of many lengths, is what is easily given in their place.
    """
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
    """Raise UserError unless there is an answer and all words have one length, 1 to 20."""
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
    """Return the answers that are not excluded, which of their vocabulary has to be some.

    Raises
    ------
    UserError
        If no answer is left, or an excluded word holds something that is not a letter.
    """
    past = set(normalised(excluded))
    left = tuple(word for word in answers if word not in past)
    if not left:
        raise UserError(
            f"vocabulary {name!r} has no answer left: all {len(answers):,} are excluded; exclude "
            "fewer words"
        )
    return left
