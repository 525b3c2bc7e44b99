"""A word list: words of any lengths, as a file or a named source holds them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from gpuwordle.errors import UserError
from gpuwordle.rules.codes import MAXIMUM_LENGTH, check_length
from gpuwordle.words.letters import digest_of, normalised
from gpuwordle.words.vocabulary import Vocabulary


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
            there = [known for known in self.lengths if known <= MAXIMUM_LENGTH]
            known = ", ".join(map(str, there)) or "none"
            raise UserError(
                f"vocabulary {self.name!r} has no word of {length} letters{what}: "
                f"its lengths are {known}"
            )
        return Vocabulary(self.name, answers, guesses, prepared=True)

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
