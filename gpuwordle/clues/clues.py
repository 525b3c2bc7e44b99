"""Clues: what was played and what it says of the hidden word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import Literal, NamedTuple, cast

from gpuwordle.clues import reilly
from gpuwordle.clues.contradictions import out_of_order, smallest_contradiction
from gpuwordle.clues.demands import Demands, merged, read
from gpuwordle.clues.explanations import (
    NOTHING,
    Explanation,
    dash_mask,
    letter_set,
    reasons_against,
    shown,
)
from gpuwordle.clues.scan import scan
from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import FILTERS, ClueFilter, check_clue_filter
from gpuwordle.rules.pattern import Pattern, parse_guess_score
from gpuwordle.words.letters import normalise
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList

Among = Literal["answers", "guesses"]


class Clue(NamedTuple):
    """A guess, normalised, with its pattern."""

    guess: str
    pattern: Pattern

    def __str__(self) -> str:
        marks = (
            "." if not colour else shown(letter) if colour == 2 else letter
            for letter, colour in zip(self.guess, self.pattern.colours, strict=True)
        )
        return "".join(map(shown, self.guess)) + "=" + "".join(marks)


class Inference(NamedTuple):
    """What `Clues.infer_mask` finds.

    Attributes
    ----------
    mask : str
        Known and inferred letters, such as ``-ESET``.
    placements : tuple of (int, str)
        What was inferred, in order: place, counted from 1, and letter.
    """

    mask: str
    placements: tuple[tuple[int, str], ...]


@dataclass(frozen=True, repr=False)
class Clues:
    """Guesses with their patterns, at least one; `parse` makes them of text.

    What they say of the hidden word is told in upper case, as Reilly does ("Exploring Wordle").

    Parameters
    ----------
    clues
        The clues in the order in which they were played.

    Raises
    ------
    UserError
        If there is none, lengths are mixed, a clue is one that the game never gives, or clues
        contradict each other: the line names the fewest of them that do.

    Examples
    --------
    >>> clues = Clues.parse(["JUDGE=....e", "CHEST=c.E..", "WRECK=..Ec."])
    >>> clues.mask, clues.valid, clues.wrong_spot
    ('--E--', 'CE', ('C', '', '', 'C', 'E'))
    >>> clues.eligible(Vocabulary("few", ["ocean", "check", "olive"]))
    ('ocean',)
    >>> print(clues.explain("check"))
    Invalid: has -H--K; WrongSpot: has C--C-
    """

    clues: tuple[Clue, ...]

    def __post_init__(self) -> None:
        if not self.clues:
            raise UserError("there is no clue: give at least one, such as CRANE=c.A..")
        for clue in self.clues:
            if len(clue.guess) != self.length or clue.pattern.length != len(clue.guess):
                raise UserError(
                    f"clue {clue} has {len(clue.guess)} letters and {self.clues[0]} has "
                    f"{self.length}: give clues of one length"
                )
            wrong = out_of_order(*clue)
            if wrong is not None:
                grey, yellow = wrong
                letter = shown(clue.guess[grey])
                raise UserError(
                    f"clue {clue} is never given: the {letter} at letter {yellow + 1} is yellow "
                    f"and that at letter {grey + 1} grey, but copies are coloured from the left; "
                    "check the colours"
                )
        found = smallest_contradiction(self.demands_by_clue("pattern"))
        if found is not None:
            named = " ".join(str(self.clues[index]) for index in found)
            if len(found) == 1:
                raise UserError(f"clue {named} fits no word at all: check its colours")
            raise UserError(
                f"clues {named} contradict each other: no word gives them all; check their colours"
            )

    @classmethod
    def parse(cls, clues: Iterable[str]) -> Clues:
        """Read clues in GUESS=SCORE notation.

        Parameters
        ----------
        clues
            Such as ``JUDGE=....e``, ``judge=00001`` or ``judge=⬜⬜⬜⬜🟨``, in the order in which
            they were played.

        Raises
        ------
        UserError
            If one is not understood, or they cannot all be true of one word.
        """
        if isinstance(clues, str):
            clues = clues.split()
        parsed = []
        for text in clues:
            guess, pattern = parse_guess_score(text)
            parsed.append(Clue(normalise(guess, f"clue {text!r}"), pattern))
        return cls(tuple(parsed))

    @property
    def length(self) -> int:
        """Letters in a word."""
        return len(self.clues[0].guess)

    @cached_property
    def _truth(self) -> Demands:
        return self.demands("pattern")

    @property
    def mask(self) -> str:
        """The letters that are known to stand at a place, such as ``--E--``."""
        return dash_mask(self._truth.known.get(place) for place in range(self.length))

    @property
    def valid(self) -> str:
        """The letters that are in the word, sorted."""
        return letter_set(self._truth.at_least)

    @property
    def invalid(self) -> str:
        """The letters that are not in the word, sorted."""
        return letter_set(k for k, count in self._truth.at_most.items() if not count)

    @property
    def wrong_spot(self) -> tuple[str, ...]:
        """For each place, the letters that are in the word but not there."""
        return tuple(
            letter_set(letter for place, letter in self._truth.banned if place == spot)
            for spot in range(self.length)
        )

    @property
    def unused(self) -> str:
        """The letters a to z of which nothing is known yet."""
        played = {letter for clue in self.clues for letter in clue.guess}
        return letter_set(letter for letter in ascii_lowercase if letter not in played)

    @property
    def at_least(self) -> dict[str, int]:
        """How often each valid letter occurs at least."""
        return {shown(k): count for k, count in sorted(self._truth.at_least.items())}

    @property
    def at_most(self) -> dict[str, int]:
        """How often a letter occurs at most, where some clue tells: never, if it is invalid."""
        return {shown(k): count for k, count in sorted(self._truth.at_most.items())}

    def infer_mask(self) -> Inference:
        """Place letters whose place follows, until none does any more.

        A letter that is in the word, and not yet placed as often as it occurs at least, is placed
        where it can stand at one free place only (Reilly, "Exploring Wordle", "Further Optimization
        of the Mask").
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
        """Say what each clue asks of a word; see `gpuwordle.clues.filters` and `reilly`."""
        check_clue_filter(filter)
        if filter in FILTERS:
            return read(self.clues, filter)
        return reilly.read(self.clues, self.length, cast(reilly.Stage, filter))

    def demands(self, filter: ClueFilter = "pattern") -> Demands:
        """Say what all clues ask of a word."""
        return merged(self.demands_by_clue(filter), self.length)

    def eligible(
        self,
        vocabulary: Vocabulary | WordList,
        filter: ClueFilter = "pattern",
        *,
        among: Among = "answers",
    ) -> tuple[str, ...]:
        """List the words that can still be hidden.

        Parameters
        ----------
        vocabulary
            The words; of a word list those of the clues' length.
        filter
            How the clues are read: ``pattern`` (the game's truth) or another one.
        among
            Look among the words that may be hidden, or among all ``guesses``.

        Returns
        -------
        tuple of str
            In the order of the vocabulary.

        Raises
        ------
        UserError
            If the words have another length, or there is no such filter.
        """
        if isinstance(vocabulary, WordList):
            vocabulary = vocabulary.of_length(self.length)
        if vocabulary.length != self.length:
            raise UserError(
                f"vocabulary {vocabulary.name!r} has words of {vocabulary.length} letters and "
                f"clue {self.clues[0]} has {self.length}: give words and clues of one length"
            )
        demands = self.demands(filter)
        everything = among == "guesses"
        letters = vocabulary.guess_letters if everything else vocabulary.answer_letters
        words = vocabulary.guesses if everything else vocabulary.answers
        found = scan(letters, vocabulary.letter_index, demands).tolist()
        return tuple(words[i] for i in found if words[i] not in demands.removed)

    def explain(self, word: str, filter: ClueFilter = "pattern") -> Explanation:
        """Say everything that is against a word, from all clues together and from each.

        Parameters
        ----------
        word
            Any word of the clues' length.
        filter
            How the clues are read.

        Raises
        ------
        UserError
            If the word has another length, holds what is no letter, or there is no such filter.
        """
        normal = normalise(word)
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
        wrong = "[" + ",".join(spot or NOTHING for spot in self.wrong_spot) + "]"
        return (
            f"Clues({str(self)!r}: mask={self.mask!r}, valid={self.valid!r}, "
            f"invalid={self.invalid!r}, wrong_spot={wrong!r}, unused={self.unused!r})"
        )
