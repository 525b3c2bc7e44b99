"""A word list: the words of a file or a named list, of any length."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from gpuwordle.errors import UserError, counted, printable
from gpuwordle.graphemes import written
from gpuwordle.rules.codes import MAXIMUM_LENGTH, check_length
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.named import rule_for
from gpuwordle.rules.tiles import notebook_table
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.words.language import PLAIN, Language
from gpuwordle.words.letters import check_name, check_ordered, digest_of, quoted
from gpuwordle.words.orthography import language_of
from gpuwordle.words.vocabulary import Vocabulary, answers_left
from gpuwordle.words.weights import WordWeights, weights_by_word

USUAL_LENGTH = 5
"""The length that is played if a list has several and none is asked for."""

SHOWN_LENGTHS = 12
"""Word lengths that a notebook shows."""


@dataclass(frozen=True, eq=False, repr=False)
class WordList:
    """Words of any length; `WordList.of` makes one from words as written.

    ``len`` and iteration are those of the words that may be guessed. Two lists are equal if their
    words, answers, weights, rules and languages are, whatever their names.

    Parameters
    ----------
    name : str
        The name in tables and files.
    words : tuple of str
        Normalised words that may be guessed, in order, without duplicates.
    answers : tuple of str, optional
        Normalised words that may be hidden. None if every word may.
    duplicates : int
        Words that were dropped as duplicates.
    lines, skipped : int
        If lines of the files were skipped because they hold no word: the number of lines, and of
        those skipped.
    first_skipped : str
        The first skipped line, such as ``"AA's" at line 4 of words.txt``.
    excluded : tuple of str
        Answers that `without` removed.
    weights : WordWeights, optional
        How likely each answer is to be hidden, by word; None if all are equally likely.
    rule : Feedback
        The rule of feedback that the words are played with.
    language : Language
        How words are read.

    Raises
    ------
    UserError
        If the words are one string.
    TypeError
        If the name is not a string, or the words are not a collection.

    Examples
    --------
    >>> pets = WordList.of("pets", ["Cat", "dog", "puma"])
    >>> pets
    WordList('pets': 3 words of 3-4 letters)
    >>> len(pets), "CAT" in pets
    (3, True)
    >>> pets.of_length(3).without(["dog"]).answers
    ('cat',)
    """

    name: str
    words: tuple[str, ...]
    answers: tuple[str, ...] | None = None
    duplicates: int = 0
    lines: int = 0
    skipped: int = 0
    first_skipped: str = ""
    excluded: tuple[str, ...] = ()
    weights: WordWeights | None = None
    language: Language = PLAIN
    rule: Feedback = WORDLE

    def __post_init__(self) -> None:
        check_name(self.name, "list")
        for field in ("words", "answers"):
            words = getattr(self, field)
            if words is not None:
                check_ordered(words)
                object.__setattr__(self, field, tuple(words))
        object.__setattr__(self, "language", language_of(self.language))
        object.__setattr__(self, "rule", rule_for(self.rule))
        if isinstance(self.weights, Mapping):
            words = self.language.normalised(self.weights)
            by_word = weights_by_word(words, self.weights.values())
            object.__setattr__(self, "weights", WordWeights("the weights given", by_word))
        elif self.weights is not None and not isinstance(self.weights, WordWeights):
            raise TypeError(
                f'weights {self.weights!r:.40} are not numbers by word: give {{"crane": 5}}'
            )
        # A test of all words would take longer than reading them.
        self.language.normalised(self.words[:1])

    @classmethod
    def of(
        cls,
        name: str,
        words: Iterable[str],
        answers: Iterable[str] | None = None,
        *,
        symbols: bool = False,
        language: str | Language | None = None,
    ) -> WordList:
        """Make a list of words as written: normalise them and drop later duplicates.

        Parameters
        ----------
        name
            The name of the list.
        words
            Words that may be guessed.
        answers
            Words that may be hidden; by default all words.
        symbols
            Every visible character is a letter, such as digits and signs of arithmetic.
        language
            The name of a language, if words are not read letter for letter.

        Raises
        ------
        UserError
            If a word has a character that is not a letter, or the words are one string.
        """
        check_name(name, "list")
        spoken = language_of(language, symbols=symbols)
        check_ordered(words)
        check_ordered(() if answers is None else answers)
        given = spoken.normalised(words)
        kept = tuple(dict.fromkeys(given))
        hidden = None if answers is None else tuple(dict.fromkeys(spoken.normalised(answers)))
        return cls(printable(name), kept, hidden, len(given) - len(kept), language=spoken)

    def without_accents(self) -> WordList:
        """Drop accents, also those of words and clues that the list is asked about later.

        Words that differ only by accents become one.
        """
        return self.read_in(self.language.without_accents())

    def read_in(self, language: str | Language, *, strict: bool = False) -> WordList:
        """Read the words again in another language; those that become equal become one.

        Words that it cannot spell are left out, counted in ``skipped``. Raises UserError if none,
        or no answer, can be spelled, or with ``strict`` if one cannot.
        """
        language = language_of(language)
        if language is self.language:
            return self
        if language.are_normal([*self.words]):
            return replace(self, language=language)
        read = {word: language.read(word) for word in self.words}
        odd = [word for word, again in read.items() if not again]
        if odd and strict:
            language.normalise(odd[0], self.name)
        kept = tuple(dict.fromkeys(filter(None, read.values())))
        answers = self.answers
        if answers is not None:
            answers = tuple(dict.fromkeys(filter(None, map(read.get, answers))))
        if not kept or answers == ():
            raise UserError(
                f"no answer of {self.name!r} is written in {language}: give another list"
            )
        return replace(
            self,
            words=kept,
            answers=answers,
            duplicates=self.duplicates + len(read) - len(odd) - len(kept),
            excluded=tuple(filter(None, map(language.read, self.excluded))),
            weights=None if self.weights is None else self.weights.read_in(read),
            language=language,
            lines=self.lines or (len(read) if odd else 0),
            skipped=self.skipped + len(odd),
            first_skipped=self.first_skipped or (quoted(odd[0]) if odd else ""),
        )

    def under(self, rule: str | Feedback) -> WordList:
        """Return the list with a rule of feedback.

        Raises
        ------
        UserError
            If there is no such rule, or the list has another one that is not Wordle's.
        """
        asked = rule_for(rule)
        if self.rule not in (WORDLE, asked):
            raise UserError(
                f"list {self.name!r} is played by rule {self.rule.name!r}, not {asked.name!r}: "
                "leave out the rule"
            )
        return replace(self, rule=asked)

    def without(self, words: Iterable[str]) -> WordList:
        """Return the list without some answers, which may still be guessed.

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
        left = answers_left(self.name, self.hidden, words, self.language)
        kept = set(left)
        taken = tuple(word for word in self.hidden if word not in kept)
        if not taken:
            return self
        return replace(self, answers=left, excluded=self.excluded + taken)

    def __reduce__(self) -> tuple[Any, ...]:
        # As for `Vocabulary.__reduce__`.
        state = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in ("words", "answers", "excluded"):
            if state[name] is not None:
                state[name] = (
                    tuple(written("\n".join(state[name])).split("\n")) if state[name] else ()
                )
        if self.weights is not None:
            by_word = {written(word): weight for word, weight in self.weights.by_word.items()}
            state["weights"] = WordWeights(self.weights.name, by_word)
        return _unpacked, (state,)

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        return self.language.read(word) in self._all_words

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WordList):
            return NotImplemented
        mine, others = (
            (words.words, words.hidden, words.language, words.rule) for words in (self, other)
        )
        return mine == others and self.weights == other.weights

    def __hash__(self) -> int:
        return hash((len(self.words), self.words[:1]))

    def __repr__(self) -> str:
        lengths = [*self.lengths]
        ends = "-".join(map(str, dict.fromkeys([*lengths[:1], *lengths[-1:]])))
        of = f" of {ends} {'letter' if ends == '1' else 'letters'}" if ends else ""
        hidden = "" if self.answers is None else f", {counted(len(self.answers), 'answer')}"
        rule = "" if self.rule == WORDLE else f", rule {printable(self.rule.name)}"
        return f"WordList({self.name!r}: {counted(len(self.words), 'word')}{of}{hidden}{rule})"

    def _repr_html_(self) -> str:
        hidden = {} if self.answers is None else self._answers_by_length
        rows = [
            {"letters": length, "words": f"{count:,}"}
            | ({"answers": f"{len(hidden.get(length, ())):,}"} if hidden else {})
            for length, count in self.lengths.items()
        ]
        title = f"{self.name}: {counted(len(self), 'word')}"
        return notebook_table(rows, title=title, shown=SHOWN_LENGTHS)

    @property
    def hidden(self) -> tuple[str, ...]:
        """Words that may be hidden: the answers, or all words if the list has no answers."""
        return self.words if self.answers is None else self.answers

    @cached_property
    def lengths(self) -> dict[int, int]:
        """Number of words of each length, shortest first."""
        return {length: len(words) for length, words in sorted(self._words_by_length.items())}

    @property
    def usual_length(self) -> int:
        """The length of all words if they share it and it can be played, else 5."""
        return self.playable[0] if len(self.playable) == 1 else USUAL_LENGTH

    @property
    def playable(self) -> list[int]:
        """The lengths that can be played, because answers have them, shortest first."""
        by_length = self._words_by_length if self.answers is None else self._answers_by_length
        return [length for length in sorted(by_length) if length <= MAXIMUM_LENGTH]

    @cached_property
    def digest(self) -> str:
        """Sha256 of the newline-joined words and the name of their language, if it has one."""
        return digest_of((*self.words, *self.language.digested))

    def of_length(self, length: int, *, distinct_letters: bool = False) -> Vocabulary:
        """Return the words of one length.

        Parameters
        ----------
        length
            Letters in a word, 1 to 20.
        distinct_letters
            Keep only words without a repeated letter.

        Raises
        ------
        UserError
            If the length is not an integer from 1 to 20, no word has it, or the list has weights
            and an answer of that length has none.
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
            taken = sum(len(word) == length for word in self.excluded)
            if taken:
                raise UserError(
                    f"vocabulary {self.name!r} has no answer of {length} letters left: all "
                    f"{taken:,} are excluded; exclude fewer words"
                )
            what = " with distinct letters" if distinct_letters else ""
            kind = "word" if self.answers is None else "answer"
            none = f"word list {self.name!r} has no {kind} of {counted(length, 'letter')}{what}"
            if distinct_letters and length in self.playable:
                raise UserError(f"{none}: choose another length")
            if not self.hidden:
                raise UserError(f"{none}: it is empty")
            if not self.playable:
                raise UserError(f"{none}: its {kind}s have more than {MAXIMUM_LENGTH} letters")
            known = ", ".join(map(str, self.playable))
            noun = "letter" if self.playable == [1] else "letters"
            raise UserError(f"{none}: its {kind}s have {known} {noun}")
        weights = None if self.weights is None else self.weights.of_words(answers)
        return Vocabulary(
            self.name,
            answers,
            guesses,
            weights=weights,
            rule=self.rule,
            language=self.language,
            prepared=True,
        )

    @cached_property
    def _all_words(self) -> frozenset[str]:
        return frozenset(self.words)

    @cached_property
    def _words_by_length(self) -> dict[int, list[str]]:
        return _by_length(self.words)

    @cached_property
    def _answers_by_length(self) -> dict[int, list[str]]:
        return _by_length(self.answers or ())


def check_colours(vocabulary: Vocabulary | WordList, what: str) -> None:
    """Raise UserError if the rule of a vocabulary has no colours, which something needs."""
    if not vocabulary.rule.has_colours:
        raise UserError(
            f"{what} works only under Wordle's rule, and {vocabulary.name!r} is played by rule "
            f"{vocabulary.rule.name!r}: use another list, or leave the rule out"
        )


def _by_length(words: Iterable[str]) -> dict[int, list[str]]:
    found = defaultdict(list)
    for word in words:
        found[len(word)].append(word)
    return dict(found)


def _unpacked(state: dict[str, Any]) -> WordList:
    """Restore a pickled list."""
    read = state["language"].normalised
    for name in ("words", "answers", "excluded"):
        if state[name] is not None:
            state[name] = tuple(read(state[name]))
    weights = state["weights"]
    if weights is not None:
        by_word = dict(zip(read(weights.by_word), weights.by_word.values(), strict=True))
        state["weights"] = WordWeights(weights.name, by_word)
    return WordList(**state)
