"""Clues: what was played, what follows about the hidden word, and why a word is ruled out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import Any, Literal, NamedTuple, cast, get_args

import numpy as np
import numpy.typing as npt

from gpuwordle.clues import reilly
from gpuwordle.clues.demands import (
    Demands,
    merged,
    out_of_order,
    read,
    scan,
    smallest_contradiction,
)
from gpuwordle.errors import UserError, check_known
from gpuwordle.graphemes import is_grapheme, readable, written
from gpuwordle.rules.case import capital, upper
from gpuwordle.rules.conditions import FILTERS, ClueFilter, check_clue_filter
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.named import rule_for
from gpuwordle.rules.pattern import Pattern, check_words, need_colours
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.words.language import PLAIN, Language
from gpuwordle.words.orthography import language_of
from gpuwordle.words.sources import VocabularyLike, loaded
from gpuwordle.words.word_list import WordList

Among = Literal["answers", "guesses"]

NOTHING = "-"
"""Stands for a place without a letter, or for an empty set of letters."""


class Clue(NamedTuple):
    """A guess, normalised, with its pattern."""

    guess: str
    pattern: Pattern

    @classmethod
    def parse(cls, text: str, language: Language = PLAIN, rule: Feedback = WORDLE) -> Clue:
        """Read a clue in the notation of Reilly: the guess, an equals sign, and its pattern.

        Examples: ``CRANE=c.A..``, ``crane=10200`` or ``crane=🟨⬜🟩⬜⬜`` ("Exploring Wordle");
        ``1122=21`` under Mastermind's rule.
        """
        check_words(text)
        guess, colours = language.split(text)
        guess = language.normalise(guess, f"clue {text!r}")
        return cls(guess, Pattern.parse(language.letters(colours), guess, rule))

    def __str__(self) -> str:
        return f"{upper(self.guess)}={self.pattern.marks(self.guess)}"


class Inference(NamedTuple):
    """What `Clues.infer_mask` finds."""

    mask: str  # known and inferred letters, such as ``-ESET``
    placements: tuple[tuple[int, str], ...]  # inferred, in order: place, from 1, and letter


class ClueState(NamedTuple):
    """What clues tell about the hidden word, in the terms of Reilly ("Exploring Wordle").

    His program prints it with ``./wordle.py -v``, and the inferred mask with ``-vv``. If one of the
    letters has several characters, spaces separate them: ``CS`` may be one letter or two.

    Attributes
    ----------
    mask : str
        The letters whose place is known, such as ``--E--``.
    valid : str
        The letters that are in the word, sorted.
    invalid : str
        The letters that are not in the word, sorted.
    wrong_spot : tuple of str
        For each place, the letters that are in the word but not there, sorted.
    unused : str
        The letters a to z that no guess contains.
    inferred_mask : str
        The mask with the letters whose place follows (`Clues.infer_mask`).
    """

    mask: str
    valid: str
    invalid: str
    wrong_spot: tuple[str, ...]
    unused: str
    inferred_mask: str

    @property
    def rows(self) -> list[dict[str, str]]:
        """One row for each kind of letters, for a table."""
        shown = {**self._asdict(), "wrong_spot": spots(self.wrong_spot)}
        return [{"kind": name.replace("_", " "), "letters": text} for name, text in shown.items()]


@dataclass(frozen=True)
class Explanation:
    """Why a word can be hidden or cannot.

    ``reasons`` are all those against the normalised word, from all clues together, such as
    ``Mask: needs ----E``; ``by_clue`` has each clue with the reasons that it alone gives.
    """

    word: str
    reasons: tuple[str, ...]
    by_clue: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def eligible(self) -> bool:
        """Whether there is no reason against the word."""
        return not self.reasons

    def __str__(self) -> str:
        return written("; ".join(self.reasons)) or "Eligible"

    @property
    def rows(self) -> list[dict[str, str]]:
        """One row for all clues together, and one for each clue, for a table."""
        alone = [(clue, "; ".join(why) or "fits") for clue, why in self.by_clue]
        return [
            {"word": self.word, "clue": clue, "why": why}
            for clue, why in [("all", str(self)), *alone]
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the word and the reasons as plain values."""
        return {
            "word": written(self.word),
            "eligible": self.eligible,
            "reasons": [*map(written, self.reasons)],
            "clues": [
                {"clue": written(clue), "reasons": [*map(written, why)]}
                for clue, why in self.by_clue
            ],
        }


@dataclass(frozen=True, repr=False)
class Clues:
    """Guesses with their patterns, at least one; `parse` reads them from text.

    Letters of the hidden word are written in upper case, as Reilly does ("Exploring Wordle").

    Parameters
    ----------
    clues
        The clues in the order in which they were played.

    Raises
    ------
    UserError
        If there is no clue, lengths differ, the game never gives a clue, or clues contradict each
        other; the message names the fewest that do.

    Examples
    --------
    >>> clues = Clues.parse(["JUDGE=....e", "CHEST=c.E..", "WRECK=..Ec."])
    >>> clues.mask, clues.valid, clues.wrong_spot
    ('--E--', 'CE', ('C', '', '', 'C', 'E'))
    >>> from gpuwordle import Vocabulary
    >>> clues.eligible(Vocabulary("few", ["ocean", "check", "olive"]))
    ('ocean',)
    >>> print(clues.explain("check"))
    Invalid: has -H--K; WrongSpot: has C--C-
    """

    clues: tuple[Clue, ...]

    def __post_init__(self) -> None:
        given = tuple(self.clues) if isinstance(self.clues, Iterable) else None
        if given is None or not all(isinstance(clue, Clue) for clue in given):
            raise TypeError(f"{self.clues!r:.40} are not clues: read text with Clues.parse")
        object.__setattr__(self, "clues", given)
        if not self.clues:
            raise UserError("there is no clue: give at least one, such as CRANE=c.A..")
        for clue in self.clues:
            if len(clue.guess) != self.length or clue.pattern.length != len(clue.guess):
                raise UserError(
                    f"clue {clue} has {len(clue.guess)} letters and {self.clues[0]} has "
                    f"{self.length}: give clues of one length"
                )
            if clue.pattern.rule != self.rule:
                raise UserError(f"clue {clue} is of another rule: give clues of {self.rule.name!r}")
            wrong = out_of_order(*clue) if self.rule.has_colours else None
            if wrong is not None:
                grey, yellow = wrong
                letter = shown(clue.guess[grey])
                raise UserError(
                    f"clue {clue} is never given: the {letter} at letter {yellow + 1} is yellow "
                    f"and that at letter {grey + 1} grey, but copies are coloured from the left; "
                    "check the colours"
                )
        if not self.rule.has_colours:
            return
        found = smallest_contradiction(self.demands_by_clue("pattern"))
        if found is not None:
            named = " ".join(str(self.clues[index]) for index in found)
            if len(found) == 1:
                raise UserError(f"clue {named} fits no word at all: check its colours")
            raise UserError(
                f"clues {named} contradict each other: no word gives them all; check their colours"
            )

    def __iter__(self) -> Iterator[Clue]:
        return iter(self.clues)

    @classmethod
    def parse(
        cls,
        clues: Iterable[str],
        *,
        language: str | Language | None = None,
        rule: str | Feedback = WORDLE,
    ) -> Clues:
        """Read clues in GUESS=PATTERN notation.

        Parameters
        ----------
        clues
            Texts in the order of play, such as ``JUDGE=....e``, ``judge=00001`` or
            ``judge=⬜⬜⬜⬜🟨``.
        language
            How words are read: ``symbols`` if all visible characters are letters, as in
            ``12+34=46=21221222``.
        rule
            The rule of feedback that gave the clues.

        Raises
        ------
        UserError
            If a text is not a clue, or no word gives all clues.
        """
        if isinstance(clues, str):
            clues = clues.split()
        spoken, told = language_of(language), rule_for(rule)
        return cls(tuple(Clue.parse(text, spoken, told) for text in clues))

    @property
    def rule(self) -> Feedback:
        """The rule of feedback that gave the clues."""
        return self.clues[0].pattern.rule

    @property
    def length(self) -> int:
        """Letters in a word."""
        return len(self.clues[0].guess)

    @cached_property
    def _truth(self) -> Demands:
        return self.demands("pattern")

    @property
    def mask(self) -> str:
        """The letters whose place is known, such as ``--E--``."""
        return self.state().mask

    @property
    def valid(self) -> str:
        """The letters that are in the word, sorted."""
        return self.state().valid

    @property
    def invalid(self) -> str:
        """The letters that are not in the word, sorted."""
        return self.state().invalid

    @property
    def wrong_spot(self) -> tuple[str, ...]:
        """For each place, the letters that are in the word but not there."""
        return self.state().wrong_spot

    @property
    def unused(self) -> str:
        """The letters a to z that no guess contains."""
        return self.state().unused

    def state(self, filter: ClueFilter = "pattern") -> ClueState:
        """Return what the clues tell, as a filter reads them.

        The inferred mask always follows from the rule of the game.
        """
        demands = self.demands(filter)
        places = range(self.length)
        played = {written(letter) for clue in self.clues for letter in clue.guess}
        return ClueState(
            dash_mask(demands.known.get(place) for place in places),
            letter_set(demands.at_least),
            letter_set(k for k, count in demands.at_most.items() if not count),
            tuple(letter_set(k for p, k in demands.banned if p == place) for place in places),
            letter_set(letter for letter in ascii_lowercase if letter not in played),
            self.infer_mask().mask,
        )

    @property
    def at_least(self) -> dict[str, int]:
        """The fewest times that each valid letter occurs."""
        return {shown(k): count for k, count in sorted(self._truth.at_least.items())}

    @property
    def at_most(self) -> dict[str, int]:
        """The most times that a letter occurs, if a clue limits it: 0 if it is invalid."""
        return {shown(k): count for k, count in sorted(self._truth.at_most.items())}

    def infer_mask(self) -> Inference:
        """Place letters whose place follows from the clues, one after another.

        A letter that has to occur more often than it is placed already, and fits one free place
        only, stands there (Reilly, "Exploring Wordle", "Further Optimization of the Mask").
        """
        truth = self._truth
        mask = [truth.known.get(place) for place in range(self.length)]
        first_seen: dict[str, int] = {}
        for guess, pattern in self.clues:
            for letter, colour in zip(guess, pattern.colours, strict=True):
                if colour:
                    first_seen.setdefault(letter, truth.at_least[letter])
        present = Counter(first_seen) - Counter(letter for letter in mask if letter)
        placements: list[tuple[int, str]] = []
        placed = True
        while placed:
            placed = False
            for letter in present:
                free = [
                    place
                    for place in range(self.length)
                    if mask[place] is None and (place, letter) not in truth.banned
                ]
                if len(free) == 1:
                    mask[free[0]] = letter
                    placements.append((free[0] + 1, shown(letter)))
                    present -= Counter([letter])
                    placed = True
                    break
        return Inference(dash_mask(mask), tuple(placements))

    def demands_by_clue(self, filter: ClueFilter = "pattern") -> list[Demands]:
        """Return what each clue asks of a word; see `gpuwordle.clues.filters` and `reilly`."""
        check_clue_filter(filter)
        need_colours(self.rule)
        if filter in FILTERS:
            return read(self.clues, filter)
        return reilly.read(self.clues, self.length, cast(reilly.Stage, filter))

    def demands(self, filter: ClueFilter = "pattern") -> Demands:
        """Return what all clues ask of a word."""
        return merged(self.demands_by_clue(filter), self.length)

    def eligible(
        self,
        vocabulary: VocabularyLike,
        filter: ClueFilter = "pattern",
        *,
        among: Among = "answers",
    ) -> tuple[str, ...]:
        """List the words that can still be hidden.

        Parameters
        ----------
        vocabulary
            The words: the name of a list, the path of a file, a `WordList` or a `Vocabulary`. Of a
            list, those of the clues' length are searched.
        filter
            How the clues are read: ``pattern`` (exact) or another one.
        among
            Search the ``answers``, or all ``guesses``.

        Returns
        -------
        tuple of str
            In the order of the vocabulary.

        Raises
        ------
        UserError
            If the words have another length, or there is no such list or filter.
        """
        vocabulary = loaded(vocabulary)
        if isinstance(vocabulary, WordList):
            vocabulary = vocabulary.of_length(self.length)
        if vocabulary.length != self.length:
            raise UserError(
                f"vocabulary {vocabulary.name!r} has words of {vocabulary.length} letters and "
                f"clue {self.clues[0]} has {self.length}: give words and clues of one length"
            )
        check_known("among", among, get_args(Among))
        everything = among == "guesses"
        letters = vocabulary.guess_letters if everything else vocabulary.answer_letters
        words = vocabulary.guesses if everything else vocabulary.answers
        if not self.rule.has_colours and filter == "pattern":  # `demands` refuses other filters
            return tuple(words[i] for i in self._telling(letters, vocabulary.alphabet).tolist())
        demands = self.demands(filter)
        found = scan(letters, vocabulary.letter_index, demands).tolist()
        return tuple(words[i] for i in found if words[i] not in demands.removed)

    def _telling(
        self, letters: npt.NDArray[np.uint8], alphabet: tuple[str, ...]
    ) -> npt.NDArray[np.intp]:
        """Find the words that give all clues by their codes; see `paired_codes_in_parts`."""
        from gpuwordle.scoring.contributions import paired_codes_in_parts

        others = sorted({letter for clue in self.clues for letter in clue.guess} - {*alphabet})
        known = (*alphabet, *others)
        if len(known) > 1 << 8:
            raise UserError(
                f"the clues hold {''.join(others)!r:.40}, which no listed word has, so there are "
                f"{len(known)} letters, too many: give clues of the {len(alphabet)} letters listed"
            )
        index = {letter: number for number, letter in enumerate(known)}
        left = np.arange(len(letters))
        for guess, told in self.clues:
            played = np.array([[index[letter] for letter in guess]], np.uint8)
            first = np.zeros(len(left), np.intp)
            codes = paired_codes_in_parts(played, letters, known, first, left, self.rule)
            codes[(letters[left] == played).all(axis=1)] = self.rule.win(self.length)
            left = left[codes == told.code]
        return left

    def explain(
        self,
        word: str,
        filter: ClueFilter = "pattern",
        *,
        language: str | Language | None = None,
    ) -> Explanation:
        """Give every reason against a word, from all clues together and from each.

        Parameters
        ----------
        word
            Any word of the clues' length.
        filter
            How the clues are read.
        language
            How words are read, as in `parse`.

        Raises
        ------
        UserError
            If the word has another length or holds something that is not a letter, or there is no
            such filter.
        """
        normal = language_of(language).normalise(word)
        if len(normal) != self.length:
            raise UserError(
                f"word {word!r} has {len(normal)} letters and clue {self.clues[0]} has "
                f"{self.length}: give words of {self.length} letters"
            )
        parts = self.demands_by_clue(filter)
        return Explanation(
            normal,
            reasons_against(normal, merged(parts, self.length)),
            tuple(
                (str(clue), reasons_against(normal, part))
                for clue, part in zip(self.clues, parts, strict=True)
            ),
        )

    def __str__(self) -> str:
        return " ".join(map(str, self.clues))

    def __repr__(self) -> str:
        if not self.rule.has_colours:
            return f"Clues({written(str(self))!r}, rule={self.rule.name!r})"
        state = self.state()
        return readable(
            f"Clues({str(self)!r}: mask={state.mask!r}, valid={state.valid!r}, "
            f"invalid={state.invalid!r}, wrong_spot={spots(state.wrong_spot)!r}, "
            f"unused={state.unused!r})"
        )


def shown(letter: str) -> str:
    """Write a letter as the notation does: in upper case if it has a capital."""
    return capital(letter) or letter


def letter_set(letters: Iterable[str]) -> str:
    """Write letters together, sorted, such as ``CE``."""
    return _together(sorted(map(shown, letters)))


def dash_mask(letters: Iterable[str | None]) -> str:
    """Write a letter or a dash for each place, such as ``--E--``."""
    return _together(NOTHING if letter is None else shown(letter) for letter in letters)


def _together(letters: Iterable[str]) -> str:
    """Join letters, with spaces if one of them has several characters."""
    letters = list(letters)
    return (" " if any(map(is_grapheme, letters)) else "").join(letters)


def spots(letters: Iterable[str]) -> str:
    """Write the letters of each place as Reilly does, such as ``[C,-,-,C,E]``."""
    return f"[{','.join(each or NOTHING for each in letters)}]"


def reasons_against(word: str, demands: Demands) -> tuple[str, ...]:
    """List the demands that a normalised word does not meet; none if it meets all.

    The words are those of Reilly ("Exploring Wordle", "Demanding an Explanation"): ``Valid``
    (letters that are missing), ``Mask``, ``Invalid`` and ``WrongSpot``; then ``Count`` if a letter
    is there, but too seldom or too often, and ``Guessed``.
    """
    copies = Counter(word)
    reasons = []
    missing = [k for k in demands.at_least if not copies[k]]
    if missing:
        reasons.append(f"Valid: missing {letter_set(missing)}")
    mask = [demands.known.get(place) for place in range(demands.length)]
    needed = [None if k == letter else k for k, letter in zip(mask, word, strict=True)]
    if any(needed):
        reasons.append(f"Mask: needs {dash_mask(needed)}")
    invalid = [k if demands.at_most.get(k) == 0 else None for k in word]
    if any(invalid):
        reasons.append(f"Invalid: has {dash_mask(invalid)}")
    wrong = [k if (place, k) in demands.banned else None for place, k in enumerate(word)]
    if any(wrong):
        reasons.append(f"WrongSpot: has {dash_mask(wrong)}")
    few = [
        f"needs {_times(count, k)}, has {copies[k]}"
        for k, count in sorted(demands.at_least.items())
        if 0 < copies[k] < count
    ]
    many = [
        f"needs at most {_times(count, k)}, has {copies[k]}"
        for k, count in sorted(demands.at_most.items())
        if 0 < count < copies[k]
    ]
    reasons += [f"Count: {text}" for text in few + many]
    if word in demands.removed:
        reasons.append("Guessed: was played already")
    return tuple(reasons)


def _times(count: int, letter: str) -> str:
    return f"{count} {shown(letter)}"
