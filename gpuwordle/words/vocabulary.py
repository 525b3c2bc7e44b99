"""The vocabulary: the words of one length that a game is played with.

Words are prepared for the kernels: each letter is an index into the vocabulary's own alphabet, so
that every script is as fast as a to z.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, counted, either, printable, shortened, spelled_like
from gpuwordle.graphemes import written
from gpuwordle.rules.codes import codes_as_text
from gpuwordle.rules.colours import escaped
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.named import rule_for
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.words.language import PLAIN, Language
from gpuwordle.words.letters import abridged_html, check_name, check_ordered, digest_of, quoted
from gpuwordle.words.orthography import language_of
from gpuwordle.words.weights import WordWeights, integer_weights, weights_by_word

MAXIMUM_ALPHABET = 255
"""Letters are stored as bytes, and one value is reserved for "no letter"."""

SHOWN_WORDS = 24
"""Words that a notebook shows of a vocabulary."""


class Vocabulary:
    """The words of one length: guesses, and the answers among them.

    ``len`` and iteration are those of the guesses. Two vocabularies are equal if their words,
    answers, weights, rules and languages are, whatever their names.

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
    weights : iterable of int or float, or mapping, optional
        How likely each of ``answers`` is to be hidden, in their order or by word. Answers of weight
        0 may only be guessed. By default all answers are equally likely.
    rule : str or Feedback, default "wordle"
        The rule of feedback that the words are played with: ``wordle``, ``mastermind``, ``jotto``,
        ``greens``, or that of a package.
    symbols : bool, default False
        Every visible character is a letter, such as digits and signs of arithmetic.
    language : str or Language, optional
        How words are read: the name of a language, if not letter for letter.
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
    rule : Feedback
        The rule of feedback.
    weights : ndarray of int64, shape (answers,), or None
        The weights, each at least 1, with a sum below 2**24; None if all are 1.
    weight_scale : float
        What the given weights were multiplied by before they were rounded, because they were not
        whole numbers or their sum was too large; else 1.0.
    never_hidden : int
        Words that were dropped from the answers because their weight is 0.
    duplicates : int
        Words that were dropped as duplicates.
    language : Language
        How words are read.
    alphabet : tuple of str
        The letters that occur, in the order of the language. Arrays of letters hold indices into
        it.
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
        are fewer, by an empty line and ``language NAME`` if the words have a language, by an empty
        line and ``rule NAME`` if the rule is not Wordle's, and by an empty line and ``weights``
        with all of them if there are any.

    Raises
    ------
    UserError
        If there is no answer, the words are one string, their lengths differ or are not 1 to 20, a
        word has a character that is not a letter, an answer is not a guess, there are more than
        255 different letters, there is no such rule or it takes no words of that length, there is
        not one weight for each answer, a weight is negative or not finite, or all are 0.
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
    >>> fresh = Vocabulary("weighted", ["cat", "cot", "dog"], weights=[1, 0, 5])
    >>> fresh, fresh.weights.tolist()
    (Vocabulary('weighted': 3 letters, 2 answers of weight 6, 3 guesses), [1, 5])
    """

    def __init__(
        self,
        name: str,
        answers: Iterable[str] = (),
        guesses: Iterable[str] | None = None,
        *,
        weights: Iterable[float] | Mapping[str, float] | None = None,
        rule: str | Feedback = WORDLE,
        symbols: bool = False,
        language: str | Language | None = None,
        prepared: bool = False,
    ) -> None:
        self.language = language_of(language, symbols=symbols)
        check_name(name, "vocabulary")
        check_ordered(answers)
        check_ordered(() if guesses is None else guesses)
        if isinstance(weights, str | set | frozenset):
            raise UserError(
                f"weights {weights!r:.40} are no list: give a number for each answer, or "
                '{"crane": 5, "slate": 1}; load(..., weights=) reads files and zipf'
            )
        given: Any = weights
        if hasattr(given, "items") and not isinstance(given, Mapping):
            by_word = dict(given.items())  # a Series of pandas
            weights = by_word if all(isinstance(key, str) for key in by_word) else weights
        duplicates = 0
        if not prepared:
            hidden = self.language.normalised(answers)
            played = self.language.normalised(() if guesses is None else guesses)
            answers = tuple(dict.fromkeys(hidden))
            if weights is not None and not isinstance(weights, Mapping):
                weights = _of_first(hidden, answers, weights)
            guesses = None if guesses is None else tuple(dict.fromkeys(played))
            duplicates = len(hidden) + len(played) - len(answers) - len(guesses or ())
        self.name = printable(name)
        self.answers = tuple(answers)
        self.guesses = self.answers if guesses is None else tuple(guesses)
        if not self.answers:
            raise UserError(f"vocabulary {name!r} has no answer: give at least one word")
        if not prepared:
            _check_lengths(name, self.answers, () if guesses is None else self.guesses)
        self.length = len(self.answers[0])
        self.rule = rule_for(rule)
        self.rule.check(self.length)
        self.duplicates = duplicates
        self._weigh(weights)
        _check_answers(name, self.answers, self.guesses)
        self.alphabet, self.guess_letters = self._numbered_letters()

    def _weigh(self, given: Iterable[float] | Mapping[str, float] | None) -> None:
        """Keep the answers that have a weight, and their weights."""
        self.weights: npt.NDArray[np.int64] | None = None
        self.weight_scale, self.never_hidden = 1.0, 0
        if given is None:
            return
        if isinstance(given, Mapping):
            by_word = weights_by_word(self.language.normalised(given), given.values())
            given = WordWeights("the weights given", by_word).of_words(self.answers)
        weights, self.weight_scale = integer_weights(self.name, self.answers, given)
        hidden = weights > 0
        self.never_hidden = len(hidden) - int(hidden.sum())
        if self.never_hidden:
            self.answers = tuple(compress(self.answers, hidden))
        if (weights[hidden] != 1).any():
            self.weights = weights[hidden]
            self.weights.flags.writeable = False

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
        letters = tuple(self.language.in_order(map(chr, alphabet)))
        number = np.zeros(int(alphabet[-1]) + 1, np.uint8)
        number[list(map(ord, letters))] = np.arange(len(letters))
        return letters, number[points].reshape(len(self.guesses), self.length)

    @cached_property
    def answer_letters(self) -> npt.NDArray[np.uint8]:
        """Letters of the answers: uint8, shape (answers, length)."""
        return np.ascontiguousarray(self.guess_letters[self.answer_guess])

    @property
    def win(self) -> int:
        """Code of the answer itself."""
        return self.rule.win(self.length)

    @property
    def code_dtype(self) -> np.dtype[np.unsignedinteger]:
        """The dtype of codes."""
        return self.rule.code_dtype(self.length)

    def pattern(self, code: int) -> Pattern:
        """Return the pattern of a code."""
        return Pattern(code, self.length, self.rule)

    def codes_as_text(self, codes: npt.ArrayLike) -> list[str]:
        """Write codes as text, such as ``["00000", "01200"]``.

        Raises UserError if one is not a code of the rule.
        """
        given = np.asarray(codes)
        if given.size and not (
            given.dtype.kind in "iu" and given.min() >= 0 and given.max() <= self.win
        ):
            raise UserError(f"codes {shortened(str(codes))} are not integers from 0 to {self.win}")
        if self.rule.has_colours:
            return codes_as_text(codes, self.length)
        return [self.rule.write(code, self.length) for code in np.asarray(codes).ravel().tolist()]

    @cached_property
    def written_guesses(self) -> tuple[str, ...]:
        """The guesses with all characters of their letters, for files."""
        return tuple(written("\n".join(self.guesses)).split("\n"))

    @cached_property
    def written_answers(self) -> tuple[str, ...]:
        """The answers with all characters of their letters, for files."""
        return tuple(written("\n".join(self.answers)).split("\n"))

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
        """Sha256 of the guesses, the answers if they are fewer, a language, a rule and weights."""
        fewer = () if self.answers == self.guesses else ("", *self.answers)
        # A word has no space, so that neither of these is ever taken for one.
        rule = () if self.rule == WORDLE else ("", f"rule {self.rule.name}")
        weights = (
            () if self.weights is None else ("", " ".join(["weights", *map(str, self.weights)]))
        )
        return digest_of((*self.guesses, *fewer, *self.language.digested, *rule, *weights))

    @cached_property
    def weights_digest(self) -> str | None:
        """Sha256 of the newline-joined weights, or None if all are 1."""
        return None if self.weights is None else digest_of(map(str, self.weights.tolist()))

    @cached_property
    def total_weight(self) -> int:
        """Sum of the weights: the number of answers if all weights are 1."""
        return len(self.answers) if self.weights is None else int(self.weights.sum())

    @property
    def how_weighed(self) -> list[str]:
        """How weights were scaled and which words they exclude, one line each; often empty."""
        lines = []
        if self.weight_scale != 1:
            lines.append(
                f"weights of {self.length}-letter words are scaled by {self.weight_scale:.6g} and "
                f"rounded: the sum is {self.total_weight:,}"
            )
        if self.never_hidden:
            words = len(self.answers) + self.never_hidden
            have, are = ("has", "is") if self.never_hidden == 1 else ("have", "are")
            lines.append(
                f"{self.never_hidden:,} of {words:,} words of {self.length} letters {have} weight "
                f"0 and {are} never the answer"
            )
        return lines

    def weights_of(self, answers: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return the weights of some answers by their indices: int64, of the same shape."""
        if self.weights is None:
            return np.ones(answers.shape, np.int64)
        return self.weights[answers]

    def restricted(self, answers: npt.NDArray[np.integer], guesses: Iterable[str]) -> Vocabulary:
        """Return the vocabulary with some answers, by their indices, and some guesses."""
        hidden = [self.answers[answer] for answer in answers]
        weights = None if self.weights is None else self.weights[answers].tolist()
        chosen = Vocabulary(
            self.name,
            hidden,
            guesses,
            weights=weights,
            rule=self.rule,
            language=self.language,
            prepared=True,
        )
        chosen.weight_scale = self.weight_scale
        return chosen

    def without_weights(self) -> Vocabulary:
        """Return the vocabulary with the same answers, all equally likely."""
        return Vocabulary(
            self.name,
            self.answers,
            self.guesses,
            rule=self.rule,
            language=self.language,
            prepared=True,
        )

    def find(self, word: str) -> int:
        """Return the index of a guess.

        Raises
        ------
        UserError
            If the word is not a guess of this vocabulary; the error names the nearest ones.
        """
        normal = self.language.normalise(word)
        if normal in self.guess_index:
            return self.guess_index[normal]
        if len(normal) != self.length:
            raise UserError(
                f"word {quoted(word)} has {counted(len(normal), 'letter')}, but those of "
                f"{self.name!r} have {self.length}: give a word of {counted(self.length, 'letter')}"
            )
        close = spelled_like(normal, self.guess_index)
        hint = f": did you mean {either(close)}?" if close else "; try another word"
        if len(set(normal)) < self.length and all(len(set(w)) == self.length for w in self.guesses):
            hint = ", whose words have no repeated letters; try another word"
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
        left = set(answers_left(self.name, self.answers, words, self.language))
        if len(left) == len(self.answers):
            return self
        kept = [place for place, word in enumerate(self.answers) if word in left]
        return self.restricted(np.array(kept), self.guesses)

    def __reduce__(self) -> tuple[Any, ...]:
        # Letters of several characters have other code points in another process, so words are
        # pickled as they are written.
        packed = replace(PackedWords.of(self), rule=self.rule)
        return _unpacked, (packed, self.weight_scale, self.never_hidden, self.duplicates)

    def __len__(self) -> int:
        return len(self.guesses)

    def __iter__(self) -> Iterator[str]:
        return iter(self.guesses)

    def __contains__(self, word: object) -> bool:
        return self.language.read(word) in self.guess_index

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vocabulary):
            return NotImplemented
        mine, others = (
            (words.guesses, words.answers, words.rule, words.language) for words in (self, other)
        )
        if self.weights is None or other.weights is None:
            return mine == others and self.weights is other.weights
        return mine == others and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        return hash((len(self.guesses), len(self.answers), self.answers[0]))

    def __repr__(self) -> str:
        return f"Vocabulary({self.name!r}: {self._sizes()})"

    def _repr_html_(self) -> str:
        title = escaped(f"{self.name}: {self._sizes()}")
        return f"<p>{title}</p><p>{abridged_html(self.answers, SHOWN_WORDS)}</p>"

    def _sizes(self) -> str:
        answers = counted(len(self.answers), "answer")
        if self.weights is not None:
            answers += f" of weight {self.total_weight:,}"
        guesses = counted(len(self.guesses), "guess", "guesses")
        rule = "" if self.rule == WORDLE else f", rule {printable(self.rule.name)}"
        return f"{counted(self.length, 'letter')}, {answers}, {guesses}{rule}"


def check_unweighted(vocabulary: Vocabulary, what: str) -> None:
    """Raise UserError if a vocabulary has weights, which something does not support."""
    if vocabulary.weights is not None:
        raise UserError(
            f"{what} treats words as equally likely, and those of {vocabulary.name!r} have "
            "weights: leave the weights out"
        )


def check_vocabulary(given: object) -> None:
    """Raise UserError unless something is a vocabulary, rather than a list or its name."""
    if isinstance(given, Vocabulary):
        return
    if isinstance(given, str):
        what, remedy = f"{quoted(given)} is a string", f"load({quoted(given)}).of_length(5)"
    else:
        what, remedy = f"{type(given).__name__} is given", "load(NAME).of_length(5)"
    raise UserError(
        f"{what}, where the words of one length are wanted: give {remedy}, or "
        "Vocabulary(NAME, WORDS)"
    )


def _check_lengths(name: str, answers: Sequence[str], guesses: Sequence[str]) -> None:
    """Raise UserError unless all words have one length."""
    words = (*guesses, *answers)
    lengths = Counter(map(len, words))
    if len(lengths) > 1:
        ((usual, _),) = lengths.most_common(1)
        stray = next(word for word in words if len(word) != usual)
        raise UserError(
            f"vocabulary {name!r} mixes lengths: {stray!r} has {len(stray)} letters, most "
            f"have {usual}; give words of one length"
        )


def _check_answers(name: str, answers: tuple[str, ...], guesses: tuple[str, ...]) -> None:
    """Raise UserError unless every answer is a guess."""
    if answers is guesses:
        return
    missing = set(answers).difference(guesses)
    if missing:
        first = next(word for word in answers if word in missing)
        raise UserError(
            f"answer {first!r} of vocabulary {name!r} is not among its guesses "
            f"({len(missing)} such): add such answers to the guesses, or remove them"
        )


def _of_first(hidden: list[str], answers: tuple[str, ...], weights: Iterable[float]) -> list[float]:
    """Drop the weights of later duplicates among the hidden words."""
    listed = list(weights)
    if len(answers) == len(hidden) or len(listed) != len(hidden):
        return listed
    by_word = weights_by_word(hidden, listed)
    return [by_word[word] for word in answers]


def answers_left(
    name: str, answers: Sequence[str], excluded: Iterable[str], language: Language
) -> tuple[str, ...]:
    """Return the answers that are not excluded; raise UserError if none is left."""
    past = set(language.normalised(excluded))
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

    ``answers`` is None if they are the guesses, and ``weights`` if all are 1.
    """

    name: str
    guesses: str
    answers: str | None
    rule: str | Feedback = WORDLE.name
    weights: tuple[int, ...] | None = None
    language: Language = PLAIN

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> PackedWords:
        """Pack a vocabulary."""
        same = vocabulary.answers == vocabulary.guesses
        answers = None if same else written("\n".join(vocabulary.answers))
        weights = None if vocabulary.weights is None else tuple(vocabulary.weights.tolist())
        rule: str | Feedback = vocabulary.rule.name
        try:
            rule_for(rule)
        except UserError:  # an object that no name finds again
            rule = vocabulary.rule
        words = written("\n".join(vocabulary.guesses))
        return cls(vocabulary.name, words, answers, rule, weights, vocabulary.language)

    def vocabulary(self) -> Vocabulary:
        """Restore the vocabulary."""
        guesses = self.guesses.split("\n")
        answers = guesses if self.answers is None else self.answers.split("\n")
        return Vocabulary(
            self.name,
            answers,
            guesses,
            weights=self.weights,
            rule=self.rule,
            language=self.language,
        )


def _unpacked(packed: PackedWords, scale: float, never_hidden: int, duplicates: int) -> Vocabulary:
    """Restore a pickled vocabulary."""
    words = packed.vocabulary()
    words.weight_scale, words.never_hidden, words.duplicates = scale, never_hidden, duplicates
    return words
