"""The words of a certificate as arrays, with codes computed by the checker itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from gpuwordle.graphemes import is_grapheme
from gpuwordle.proofs.certificate import MOST_LETTERS
from gpuwordle.proofs.check_counts import (
    AT_ONCE,
    PAIRED,
    PAIRED_WEIGHED,
    TILE,
    CheckerBoard,
    CheckerWorkspace,
    fill_codes,
    fill_pegs,
    scan,
)
from gpuwordle.rules.case import lower
from gpuwordle.rules.codes import MAXIMUM_LENGTH
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.wordle import WORDLE

MOST_CODED = 3**10
"""Most codes that are labels; codes of longer words are renumbered for each guess."""

OF_PEGS: dict[str, Callable[[int, int, int], int]] = {
    "mastermind": lambda black, common, length: common + (length + 1) * black,
    "jotto": lambda black, common, length: length + 1 if black == length else common,
    "greens": lambda black, common, length: black,
}
"""Codes of rules that count letters, from those in place, those in common and the length."""

MOST_WEIGHT = 2**24
"""Exclusive limit of the sum of all weights."""


class Words:
    """The words, their codes, and the arrays that the loops read.

    Guesses have two numbers: their index, as given, and their *rank*, the row of `board`.
    ``letters`` are letter indices, uint8 (guesses, length). Raises ValueError if the words have
    several lengths, are repeated or not in lower case, an answer is not a guess, the weights are
    not valid, or the codes of the rule are not known here. ``tick`` is called often while codes are
    computed, and may raise an error if time is up.

    Answers have two numbers as well: their place, as given, and their *number*, a column of
    ``board``, the heaviest first. ``answers`` and all methods have them by number.
    """

    def __init__(
        self,
        guesses: Sequence[str],
        answers: Sequence[str],
        tick: Callable[[], None] = lambda: None,
        *,
        rule: Feedback = WORDLE,
        weights: Sequence[int] | None = None,
    ) -> None:
        _check_words(guesses, answers)
        weights = [1] * len(answers) if weights is None else weights
        _check_weights(weights, answers)
        if not is_known(rule):
            raise ValueError(f"rule {rule.name!r} is not one of wordle, {', '.join(OF_PEGS)}")
        self.rule = rule
        given = np.array(weights, np.int64)
        # (answers,): the place of each number, and the number of each place.
        self.places = np.argsort(-given, kind="stable").astype(np.int32)
        self.numbers = np.argsort(self.places)
        self.weights = given[self.places]
        self.guesses = tuple(guesses)
        self.answers = tuple(answers[place] for place in self.places.tolist())
        alphabet = {letter: i for i, letter in enumerate(sorted(set("".join(guesses))))}
        if len(alphabet) > MOST_LETTERS:
            raise ValueError(f"the words have {len(alphabet)} letters, more than {MOST_LETTERS}")
        self.letters = np.array([[alphabet[c] for c in word] for word in guesses], np.uint8)
        number = {word: index for index, word in enumerate(guesses)}
        # (answers,): the index of each as a guess.
        self.guess_of = np.array([number[word] for word in self.answers])
        self._free = np.zeros(len(alphabet), np.int64)
        self._coded = rule.codes(self.length) <= MOST_CODED
        self._tick = tick

    @property
    def length(self) -> int:
        """Letters in a word."""
        return self.letters.shape[1]

    def codes(self, guess: int) -> npt.NDArray[np.int64]:
        """Return the codes of a guess, by its index: shape (answers,)."""
        out = np.empty(len(self.answers), np.int64)
        self._fill(guess, self.letters[self.guess_of], out)
        return out

    def _fill(self, guess: int, hidden: npt.NDArray[np.uint8], out: npt.NDArray[np.int64]) -> None:
        """Write the codes of a guess, by its index, against words."""
        if self.rule.has_colours:
            fill_codes(self.letters[guess], hidden, self._free, out)
            return
        fill_pegs(self.letters[guess], hidden, self._free, out)
        out[:] = self._codes_of_pegs[out]

    @cached_property
    def _codes_of_pegs(self) -> npt.NDArray[np.int64]:
        """Codes by letters in place times (length + 1), plus letters in common."""
        code, counts = OF_PEGS[self.rule.name], range(self.length + 1)
        codes = [code(black, common, self.length) for black in counts for common in counts]
        return np.array(codes, np.int64)

    def codes_of(
        self, ranks: npt.NDArray[np.int64], answers: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.int64]:
        """Return the codes of guesses, by their ranks, each against one answer: (guesses,)."""
        if self._coded:
            return self.board.labels[ranks, answers].astype(np.int64)
        out = np.empty(len(ranks), np.int64)
        hidden = self.letters[self.guess_of[answers]]
        for place, guess in enumerate(self.order[ranks].tolist()):
            self._fill(guess, hidden[place : place + 1], out[place : place + 1])
        return out

    def bucket(self, guess: int, code: int, candidates: npt.NDArray[np.int32]) -> npt.NDArray:
        """Return the candidates for which a guess, by its index, gets a code."""
        if self._coded:
            return candidates[self.board.labels[self.rank[guess]][candidates] == code]
        return candidates[self.codes(guess)[candidates] == code]

    def labels(self, answers: npt.NDArray[np.integer]) -> npt.NDArray:
        """Return labels of answers (numbers), equal if the codes of a guess are equal.

        The shape is (guesses, answers), uint8, uint16 or uint32. Labels are the codes themselves,
        unless tables of all codes would be too long.
        """
        hidden = self.letters[self.guess_of[answers]]
        bits = 8 if self.rule.codes(self.length) <= 2**8 else 16
        if not self._coded and len(hidden) > 2**16:
            bits = 32
        labels = np.empty((len(self.letters), len(hidden)), f"u{bits // 8}")
        codes = np.empty(len(hidden), np.int64)
        for guess in range(len(self.letters)):
            self._fill(guess, hidden, codes)
            if not self._coded:
                codes = np.unique(codes, return_inverse=True)[1].reshape(-1).astype(np.int64)
            labels[guess] = codes
            self._tick()
        return labels

    @cached_property
    def rank(self) -> npt.NDArray[np.int64]:
        """The row of each guess in `board`: shape (guesses,)."""
        rank = np.empty(len(self.guesses), np.int64)
        rank[self.order] = np.arange(len(self.guesses))
        return rank

    @property
    def order(self) -> npt.NDArray[np.int64]:
        """The guesses by rank: those with the largest K over all answers first."""
        return self._ranked[0]

    @property
    def board(self) -> CheckerBoard:
        """The arrays that the loops read."""
        return self._ranked[1]

    def sets(self, letters: int) -> npt.NDArray[np.bool_]:
        """Return sets that contain many large buckets of openers: bool (sets, answers).

        They are the answers with and without each of the ``letters`` commonest letters, and with
        and without each pair of them; those with one of them in a place; and all answers. The
        smallest come first. Sets that hold no more than ``board.paired`` are left out.
        """
        hidden = self.letters[self.guess_of]
        held = [int((hidden == letter).any(axis=1).sum()) for letter in range(len(self._free))]
        places = [hidden == letter for letter in np.argsort(held)[::-1][:letters]]
        halves = [half for place in places for half in (place.any(axis=1), ~place.any(axis=1))]
        pairs = [one & other for one, other in combinations(halves, 2)]
        placed = [column for place in places for column in place.T]
        everyone = np.ones(len(hidden), np.bool_)
        sets = np.unique([*halves, *pairs, *placed, everyone], axis=0)
        sizes = sets.sum(axis=1)
        large = sizes > min(self.board.paired, len(everyone) - 1)
        return sets[large][np.argsort(sizes[large], kind="stable")]

    @cached_property
    def _ranked(self) -> tuple[npt.NDArray[np.int64], CheckerBoard]:
        everyone = np.arange(len(self.answers), dtype=np.int32)
        board = self._board(self.labels(everyone), np.arange(len(self.guesses)))
        scratch = workspace_of(board)
        scan(board, everyone, scratch)
        order = np.argsort(-scratch.sums, kind="stable")
        labels = board.labels
        del board  # and its transpose: the second one is made while the first labels are held
        return order, self._board(labels, order)._replace(most=scratch.sums[order])

    def _board(self, labels: npt.NDArray, order: npt.NDArray[np.int64]) -> CheckerBoard:
        labels, letters = np.ascontiguousarray(labels[order]), self.letters[order]
        rank = np.empty(len(order), np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        guess_of = rank[self.guess_of]
        answer_of = np.full(len(order), -1, np.int32)
        answer_of[guess_of] = np.arange(len(guess_of), dtype=np.int32)
        weighed = bool((self.weights != 1).any())
        copies = [(letters == letter).sum(axis=1) for letter in range(len(self._free))]
        offers = np.concatenate([letters.T + 1, np.stack(copies)]).astype(np.uint8)
        return CheckerBoard(
            labels=labels,
            columns=np.ascontiguousarray(labels.T),
            width=int(labels.max()) + 1,
            letters=np.ascontiguousarray(letters),
            offers=offers,
            most=np.zeros(len(order), np.int64),
            answer_of=answer_of,
            guess_of=guess_of,
            weights=self.weights,
            weighed=weighed,
            paired=PAIRED_WEIGHED if weighed else PAIRED,
        )


def is_known(rule: Feedback) -> bool:
    """Return whether the codes of a rule are known here."""
    return rule.has_colours or rule.name in OF_PEGS


def workspace_of(board: CheckerBoard) -> CheckerWorkspace:
    """Return scratch arrays for the loops."""
    guesses, answers = board.labels.shape
    return CheckerWorkspace(
        counts=np.zeros(board.width, np.int64),
        ends=np.zeros(board.width, np.int64),
        used=np.zeros(board.width, np.int64),
        laid_out=np.zeros(answers, np.int32),
        demands=np.zeros(len(board.offers), np.uint8),
        inside=np.zeros(answers, np.uint8),
        stamps=np.zeros(board.width + 1, np.int64),
        sums=np.zeros(guesses, np.int64),
        likely=np.zeros(guesses, np.int64),
        ceilings=np.zeros(guesses, np.int32),
        flags=np.zeros(-(-guesses // 8) * 8, np.uint8),
        tile=np.zeros((5, TILE), np.uint8),
        missing=np.zeros(TILE, np.int32),
        marks=np.zeros((AT_ONCE, -(-board.width // 8)), np.uint64),
        heaviest=np.zeros((AT_ONCE, board.width), np.int32),
    )


def _check_words(guesses: Sequence[str], answers: Sequence[str]) -> None:
    for name, words in (("guess", guesses), ("answer", answers)):
        if len(set(words)) != len(words):
            raise ValueError(f"a {name} occurs twice in its list")
    lengths = set(map(len, guesses))
    if len(lengths) != 1 or not 1 <= min(lengths) <= MAXIMUM_LENGTH or not answers:
        raise ValueError(f"its words are not of one length of 1 to {MAXIMUM_LENGTH} letters")
    for word in guesses:
        seen = all(is_grapheme(mark) or (mark.isprintable() and mark != " ") for mark in word)
        if not seen or lower(word) != word:
            raise ValueError(f"guess {word!r} is not a word in lower case")
    missing = set(answers).difference(guesses)
    if missing:
        raise ValueError(f"answer {min(missing)!r} is not among its guesses")


def _check_weights(weights: Sequence[int], answers: Sequence[str]) -> None:
    if len(weights) != len(answers):
        raise ValueError(f"it has {len(weights)} weights for {len(answers)} answers")
    for weight, word in zip(weights, answers, strict=True):
        if type(weight) is not int or weight < 1:
            raise ValueError(
                f"answer {word!r} has weight {weight!r:.40}, not a whole number above 0"
            )
    if sum(weights) >= MOST_WEIGHT:
        raise ValueError(f"its weights add up to {MOST_WEIGHT:,} or more")
