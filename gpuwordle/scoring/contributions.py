"""A rule on arrays: what a letter adds to a code, tabulated once.

What a guess gets for one letter depends on two things only: the places of that letter in the guess,
and its places in the answer. Which letter it is does not matter, and repeated letters are not
a special case, because all places of a letter are taken together. Few different sets of places
occur (42 in 29,874 words of six letters), so they are numbered, and a table T holds what each pair
of sets adds (`gpuwordle.rules.feedback.Feedback.table`; another rule is another T):

    code(guess, answer) = sum over the guess's rows r of
                          plane_base**plane[r] * T[base[r] + placement[answer, letter[r]]]

A *letter row* is a letter with its places in a guess. Words of up to five letters take one byte
plane, and longer ones one plane for every five places, the last places first
(`gpuwordle.rules.planes`). Under Wordle's rule a plane holds five digits of base 3, and
``plane_base`` is 243; under rules that count, planes are added. `RowPlan` lists the rows of
guesses, `Placements` the sets of places in answers, and `Contributions` is T.

Every function that computes codes of many words reads this identity in one of three ways: a letter
row is T gathered over answers; the row of an answer's letter is T gathered over guesses; a single
code takes a few look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.codes import check_length
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.planes import DIGITS_PER_PLANE, plane_count, plane_places, plane_span
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.scoring.groups import Indices

if TYPE_CHECKING:
    from gpuwordle.words.vocabulary import Vocabulary

COMPARED = 20
"""Answers that a rule of another package is checked with; half as many other words are guessed."""

PAIRS_AT_ONCE = 1024
"""Pairs of words for which a table is made if there is none for all words."""

CODED_AT_ONCE = 1 << 20
"""Pairs of words whose codes are computed at a time by a rule that is not a sum."""

# A flag for each possible key is faster than sorting, up to this many possible keys for each given
# key (measured), and memory stays proportional to the guesses.
_SPARSE = 8


@dataclass(frozen=True, eq=False)
class RowPlan:
    """The letter rows that a list of guesses needs; it does not depend on the answers.

    Bit p of ``places`` is set if the letter is at place p of the guess, counted from 0. A letter
    with places in two planes has two rows. Unused slots contain the number of rows, which is the
    number of the zero row.
    """

    length: int
    planes: int  # bytes of a code
    letters: npt.NDArray[np.uint8]  # shape (rows,)
    places: npt.NDArray[np.uint32]  # places of the letter in the guess, shape (rows,)
    row_planes: npt.NDArray[np.uint8]  # the plane that the row adds to, shape (rows,)
    slots: npt.NDArray[np.int32]  # rows of each guess, shape (guesses, planes, 5)
    numbers: npt.NDArray[np.int64]  # the rows' numbers in the plan of all guesses, shape (rows,)
    words: npt.NDArray[np.uint32] | None = None
    """The guesses of the rows as code points, (rows, length), if each row is a whole guess."""

    @classmethod
    def under(
        cls, rule: Feedback, guess_letters: npt.NDArray[np.uint8], alphabet: Sequence[str]
    ) -> RowPlan:
        """Plan the rows of guesses under a rule: letter rows, or a row for each byte of a code.

        If the rule is not a sum, its codes are the table: a guess has one letter, itself, whose
        rows have the codes of all answers.
        """
        if rule.is_sum:
            return cls.of(guess_letters)
        guesses, length = guess_letters.shape
        planes = rule.code_dtype(length).itemsize
        numbers = np.arange(planes * guesses)
        slots = np.full((guesses, planes, DIGITS_PER_PLANE), len(numbers), np.int32)
        slots[:, :, 0] = numbers.reshape(guesses, planes)
        return cls(
            length,
            planes,
            letters=np.zeros(len(numbers), np.uint8),
            places=np.zeros(len(numbers), np.uint32),
            row_planes=(numbers % planes).astype(np.uint8),
            slots=slots,
            numbers=numbers,
            words=np.repeat(_points(alphabet)[guess_letters], planes, axis=0),
        )

    @classmethod
    def of(cls, guess_letters: npt.NDArray[np.uint8]) -> RowPlan:
        """Plan the rows of guesses given as letter indices: uint8, shape (guesses, length)."""
        guesses, length = guess_letters.shape
        check_length(length)
        planes = plane_count(length)
        # One column for each place, so that every step is a long loop over the guesses.
        columns = np.ascontiguousarray(guess_letters.T)
        bits = np.uint32(1) << np.arange(length, dtype=np.uint32)
        places = np.empty((length, guesses), np.uint32)
        for place in range(length):
            same = columns == columns[place]
            np.bitwise_or.reduce(same * bits[:, None], axis=0, out=places[place])
        keys = (columns.astype(np.int32) << length) | places.astype(np.int32)
        pairs, pair = distinct(keys, (int(columns.max(initial=0)) + 1) << length)
        # A letter with its places has one row in each plane that the places are in.
        pair_places = (pairs & ((1 << length) - 1)).astype(np.uint32)
        reaches = np.array([plane_places(length, plane) for plane in range(planes)], np.uint32)
        reached = (pair_places[:, None] & reaches) != 0
        row_number = (np.cumsum(reached, dtype=np.int32) - 1).reshape(reached.shape)
        row_pairs, row_planes = np.nonzero(reached)
        slots = np.full((guesses, planes, DIGITS_PER_PLANE), len(row_pairs), np.int32)
        for plane in range(planes):
            first, last = plane_span(length, plane)
            rows = row_number[:, plane][pair[first:last]]
            # A letter has one slot in each plane, at its first place there.
            earlier = bits[first:last, None] - bits[first]
            rows[places[first:last] & earlier != 0] = len(row_pairs)
            used = slots[:, plane, : last - first]
            used[...] = rows.T
            used.sort(axis=1)  # the zero row has the highest number and comes last
        return cls(
            length,
            planes,
            letters=(pairs >> length).astype(np.uint8)[row_pairs],
            places=pair_places[row_pairs],
            row_planes=row_planes.astype(np.uint8),
            slots=slots,
            numbers=np.arange(len(row_pairs)),
        )

    def __len__(self) -> int:
        return len(self.letters)

    def of_guesses(self, guesses: npt.NDArray[np.integer]) -> RowPlan:
        """Plan only the rows that some of the guesses need, for tiles of guesses."""
        used, slots = distinct(self.slots[guesses], len(self) + 1)
        used = used[used < len(self)]
        return RowPlan(
            self.length,
            self.planes,
            self.letters[used],
            self.places[used],
            self.row_planes[used],
            np.ascontiguousarray(slots, np.int32),
            self.numbers[used],
            None if self.words is None else self.words[used],
        )


def parts_that_fit(
    plan: RowPlan, fits: Callable[[RowPlan], bool]
) -> Iterator[tuple[slice, RowPlan]]:
    """Cut the guesses of a plan into runs, halved until their rows fit, down to single guesses."""
    guesses = count = len(plan.slots)
    first = 0
    while first < guesses:
        count = min(count, guesses - first)
        part = plan if count == guesses else plan.of_guesses(np.arange(first, first + count))
        if count == 1 or fits(part):
            yield slice(first, first + count), part
            first += count
        else:
            count = -(-count // 2)


def distinct(
    keys: npt.NDArray[np.int32], limit: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int32]]:
    """Return the distinct keys, ascending, and the place of each key among them.

    This is ``np.unique(keys, return_inverse=True)`` for keys of at least 0 and below a limit.
    """
    if limit > _SPARSE * keys.size:
        distinct, number = np.unique(keys, return_inverse=True)
        return distinct.astype(np.intp), number.reshape(keys.shape).astype(np.int32)
    present = np.zeros(limit, bool)
    present[keys] = True
    numbers = np.cumsum(present, dtype=np.int32)
    numbers -= 1
    return np.flatnonzero(present), numbers[keys]


class Placements(NamedTuple):
    """The places of each letter in each answer.

    ``numbers`` holds the number of each letter's set of places in each answer, as uint16, or uint32
    if there are more sets; 0 is the empty set. Its last column stands for "no letter".
    """

    numbers: npt.NDArray[np.unsignedinteger]  # shape (answers, letters + 1)
    places: npt.NDArray[np.uint32]  # the sets as bits, shape (sets,)
    letters: npt.NDArray[np.unsignedinteger]  # the answers, shape (answers, length)

    @classmethod
    def under(
        cls, rule: Feedback, answer_letters: npt.NDArray[np.uint8], alphabet: Sequence[str]
    ) -> Placements:
        """Find the places of letters in answers; `RowPlan.under` says how for other rules."""
        if rule.is_sum:
            return cls.of(answer_letters, len(alphabet))
        ways = np.arange(len(answer_letters) + 1, dtype=np.uint32)
        dtype = np.uint16 if len(ways) <= 1 << 16 else np.uint32
        numbers = np.zeros((len(answer_letters), 2), dtype)
        numbers[:, 0] = ways[1:]
        return cls(numbers, ways, _points(alphabet)[answer_letters])

    @classmethod
    def of(cls, answer_letters: npt.NDArray[np.uint8], letter_count: int) -> Placements:
        """Find the places of letters in answers: uint8, shape (answers, length)."""
        answers, length = answer_letters.shape
        places = np.zeros((answers, letter_count + 1), np.uint32)
        flat, row = places.reshape(-1), np.arange(answers) * (letter_count + 1)
        for place in range(length):
            flat[row + answer_letters[:, place]] |= np.uint32(1 << place)
        present = np.zeros(1 << length, bool)
        present[places] = True
        present[0] = True
        sets = np.flatnonzero(present).astype(np.uint32)
        number = np.zeros(1 << length, np.uint16 if len(sets) <= 1 << 16 else np.uint32)
        number[sets] = np.arange(len(sets))
        return cls(number[places], sets, answer_letters)


class Postings(NamedTuple):
    """All combinations of a letter and its places that occur in answers, called ways.

    The ways of letter c are ``starts[c]`` to ``starts[c + 1] - 1``; way 0 belongs to no letter.
    """

    starts: npt.NDArray[np.int32]  # shape (letters + 2,)
    sets: npt.NDArray[np.int32]  # number of each way's set of places, shape (ways,)
    listed: npt.NDArray[np.int32]  # ways of each answer, then zeros, shape (answers, 5 * planes)


@dataclass(frozen=True, eq=False)
class Contributions:
    """The table T for some guesses and some answers; its last row is the zero row."""

    plan: RowPlan
    placements: Placements
    table: npt.NDArray[np.uint8]  # shape (planes, sets in guesses, sets in answers)
    base: npt.NDArray[np.int64]  # start of each row in the flat table, shape (rows + 1,)
    letters: npt.NDArray[np.int32]  # letter of each row, shape (rows + 1,)
    rule: Feedback

    @classmethod
    def of(cls, plan: RowPlan, placements: Placements, rule: Feedback = WORDLE) -> Contributions:
        """Tabulate for a plan and placements over one alphabet, under one rule."""
        if plan.words is not None:
            return cls._of_words(plan, placements, rule)
        guess_sets, number = distinct(np.append(plan.places, 0), 1 << plan.length)
        answer_sets = placements.places
        table = rule.table(guess_sets.astype(np.uint32), answer_sets, plan.length)
        planes = np.append(plan.row_planes, 0).astype(np.int64)
        letters = np.append(plan.letters, placements.numbers.shape[1] - 1).astype(np.int32)
        base = (planes * len(guess_sets) + number) * len(answer_sets)
        return cls(plan, placements, table, base, letters, rule)

    @classmethod
    def _of_words(cls, plan: RowPlan, placements: Placements, rule: Feedback) -> Contributions:
        """Tabulate the codes of a rule that is not a sum, a byte of a code in each row."""
        assert plan.words is not None
        planes, answers = plan.planes, placements.letters
        table = np.zeros((1, len(plan) + 1, len(placements.places)), np.uint8)
        # Some guesses at a time, because a rule may need many bytes for each pair.
        step = planes * max(1, CODED_AT_ONCE // max(1, len(answers)))
        for first in range(0, len(plan), step):
            last = min(first + step, len(plan))
            codes = checked_codes(rule, plan.words[first:last:planes], answers)
            for plane in range(planes):
                table[0, first + plane : last : planes, 1:] = codes >> (8 * plane) & 255
        base = np.arange(table.shape[1], dtype=np.int64) * table.shape[2]
        letters = np.append(np.zeros(len(plan), np.int32), np.int32(1))
        return cls(plan, placements, table, base, letters, rule)

    @staticmethod
    def bytes_needed(plan: RowPlan, placements: Placements) -> int:
        """Return the size of the table, which is large for long words over two or three letters."""
        if plan.words is not None:
            return (len(plan) + 1) * len(placements.places)
        guess_sets, _ = distinct(np.append(plan.places, 0), 1 << plan.length)
        return plan.planes * len(guess_sets) * len(placements.places)

    def of_plan(self, plan: RowPlan) -> Contributions:
        """Return the same table for the plan of some of the guesses (`RowPlan.of_guesses`)."""
        chosen = np.append(plan.numbers, len(self.plan))
        return replace(self, plan=plan, base=self.base[chosen], letters=self.letters[chosen])

    @cached_property
    def postings(self) -> Postings:
        """The ways of all letters, and those of each answer."""
        numbers, sets = self.placements.numbers, len(self.placements.places)
        if self.plan.words is not None:
            every = np.arange(sets, dtype=np.int32)
            listed = np.zeros((sets - 1, DIGITS_PER_PLANE), np.int32)
            listed[:, 0] = every[1:]
            return Postings(np.array([1, sets, sets], np.int32), every, listed)
        (answers, letters), length = numbers.shape, self.plan.length
        places, answer = self.placements.places, np.arange(answers)
        listed = np.zeros((answers, DIGITS_PER_PLANE * self.plan.planes), np.int32)
        for place in range(length):
            letter = self.placements.letters[:, place].astype(np.int32)
            number = numbers[answer, letter].astype(np.int32)
            # A letter is listed once, at its first place.
            first = places[number] & np.uint32((1 << place) - 1) == 0
            listed[:, place] = np.where(first, letter * sets + number, 0)
        listed[:, :length] = -np.sort(-listed[:, :length], axis=1)  # zeros last
        # Way 0 means "no letter"; it exists even if no slot is unused.
        ways, ranks = distinct(np.append(listed, np.int32(0)), letters * sets)
        listed = ranks[:-1].reshape(listed.shape)
        starts = np.searchsorted(ways, np.arange(letters + 1) * sets).astype(np.int32)
        starts[0] = 1
        return Postings(starts, (ways % sets).astype(np.int32), listed)

    def rows(self) -> npt.NDArray[np.uint8]:
        """Gather the letter rows over the answers: uint8, shape (rows + 1, answers)."""
        flat, columns = self.table.reshape(-1), np.ascontiguousarray(self.placements.numbers.T)
        rows = np.empty((len(self.base), columns.shape[1]), np.uint8)
        for row, (base, letter) in enumerate(zip(self.base, self.letters, strict=True)):
            # Not base + numbers: NumPy 1 would add a number to uint16 as uint16 and wrap around.
            rows[row] = flat[base:][columns[letter]]
        return rows

    def codes(
        self, guesses: Indices | slice = slice(None), answers: Indices | slice = slice(None)
    ) -> npt.NDArray[np.unsignedinteger]:
        """Compute the codes of guesses against answers: shape (guesses, answers)."""
        slots = self.plan.slots[guesses][:, None]
        return self._sum(slots, self.placements.numbers[answers][None])

    def paired_codes(self, guesses: Indices, answers: Indices) -> npt.NDArray[np.unsignedinteger]:
        """Compute the code of each guess against the answer at its place: shape (pairs,)."""
        return self._sum(self.plan.slots[guesses], self.placements.numbers[answers])

    def _sum(
        self, slots: npt.NDArray[np.int32], numbers: npt.NDArray[np.unsignedinteger]
    ) -> npt.NDArray[np.unsignedinteger]:
        """Add up the slots, shape (..., planes, 5), for placements of shape (..., letters)."""
        shape = np.broadcast_shapes(slots.shape[:-2], numbers.shape[:-1])
        total = np.zeros(shape, self.rule.code_dtype(self.plan.length))
        # In the dtype of codes from the start: NumPy 1 would multiply bytes by weights as bytes.
        flat = self.table.reshape(-1).astype(total.dtype)
        for plane in range(self.plan.planes):
            weight = total.dtype.type(plane_base(self.rule) ** plane)
            for slot in range(DIGITS_PER_PLANE):
                row = slots[..., plane, slot]
                letter = self.letters[row]
                if numbers.ndim == 3:
                    # Guesses against answers: one letter for all answers.
                    number = numbers[0].T[letter[:, 0]]
                else:
                    number = numbers[np.arange(len(numbers)), letter]
                # NumPy 1 would keep the table's bytes, as the weight's value fits them.
                total += np.multiply(weight, flat[self.base[row] + number], dtype=total.dtype)
        return total


def _points(alphabet: Sequence[str]) -> npt.NDArray[np.uint32]:
    """Return the code points of an alphabet."""
    return np.array([ord(letter) for letter in alphabet], np.uint32)


def plane_base(rule: Feedback) -> int:
    """Return the weight of a plane of a code relative to the one before."""
    return rule.plane_base if rule.is_sum else 256


def checked_codes(
    rule: Feedback,
    guesses: npt.NDArray[np.unsignedinteger],
    answers: npt.NDArray[np.unsignedinteger],
) -> npt.NDArray[np.unsignedinteger]:
    """Compute codes by a rule that is not a sum, shape (guesses, answers); refuse impossible ones.

    Words are given as code points, shapes (guesses, length) and (answers, length).
    """
    codes = np.asarray(rule.codes_of_words(guesses, answers))
    shape, most = (len(guesses), len(answers)), rule.codes(guesses.shape[1])
    if codes.shape != shape or codes.dtype.kind not in "iu":
        raise UserError(
            f"rule {rule.name!r} gives codes of {codes.dtype} {codes.shape}: its codes_of_words "
            f"must return integers of shape {shape}"
        )
    if codes.size and (codes.min() < 0 or codes.max() >= most):
        wrong = int(codes.min() if codes.min() < 0 else codes.max())
        raise UserError(f"rule {rule.name!r} gives code {wrong}: its codes are 0 to {most - 1}")
    guess, answer = np.nonzero(codes == most - 1)
    if not (guesses[guess] == answers[answer]).all():
        raise UserError(
            f"rule {rule.name!r} gives its winning code {most - 1} to words that differ: give them "
            "another code; if equal words get that too, set tells_wins to False"
        )
    return codes.astype(rule.code_dtype(guesses.shape[1]))


def check_definitions(vocabulary: Vocabulary) -> None:
    """Raise UserError if the definitions of a rule disagree for some of the words.

    Its `code` and its arrays must give the same codes, and what it writes must be read as it was.
    The words are drawn with a fixed seed, and some are compared with themselves. Rules of this
    package are not checked.
    """
    words, rule = vocabulary, vocabulary.rule
    if type(rule) is type(RULES.get(rule.name)):
        return
    rng = np.random.default_rng(0)
    hidden, played = (
        rng.permutation(len(every))[:COMPARED] for every in (words.answers, words.guesses)
    )
    played = np.unique(np.append(played[: COMPARED // 2], words.answer_guess[hidden]))
    found = Contributions.of(
        RowPlan.under(rule, words.guess_letters[played], words.alphabet),
        Placements.under(rule, words.answer_letters[hidden], words.alphabet),
        rule,
    ).codes()
    for row, guess in zip(found.tolist(), map(words.guesses.__getitem__, played), strict=True):
        for code, answer in zip(row, map(words.answers.__getitem__, hidden), strict=True):
            if guess == answer and not rule.tells_wins:
                continue  # a win is told without these codes
            expected = words.win if guess == answer else rule.code(guess, answer)
            if code != expected:
                arrays = "table" if rule.is_sum else "codes_of_words"
                raise UserError(
                    f"rule {rule.name!r} gives {guess!r} against {answer!r} the code {expected} "
                    f"by code, and {code} by {arrays}: make them agree"
                )
    for code in {*found.ravel().tolist(), words.win}:
        text = rule.write(code, words.length)
        if not isinstance(text, str):
            raise UserError(f"rule {rule.name!r} writes code {code} as {text!r:.40}, not as text")
        if (read := rule.read(text, words.length)) != code:
            raise UserError(
                f"rule {rule.name!r} writes code {code} as {text!r:.40}, and reads this as "
                f"{read!r:.40}: make write and read agree"
            )


def paired_codes_in_parts(
    guess_letters: npt.NDArray[np.uint8],
    answer_letters: npt.NDArray[np.uint8],
    alphabet: Sequence[str],
    guesses: Indices,
    answers: Indices,
    rule: Feedback = WORDLE,
) -> npt.NDArray[np.unsignedinteger]:
    """Compute the codes of pairs without a table for all words, some pairs at a time.

    The letters are those of all words as indices into the alphabet, shape (words, length); guesses
    and answers are indices, shape (pairs,), and the codes have that shape, too.
    """
    codes = np.empty(len(guesses), rule.code_dtype(guess_letters.shape[1]))
    for start in range(0, len(codes), PAIRS_AT_ONCE):
        some = slice(start, start + PAIRS_AT_ONCE)
        played, guess = np.unique(guesses[some], return_inverse=True)
        hidden, answer = np.unique(answers[some], return_inverse=True)
        parts = Contributions.of(
            RowPlan.under(rule, guess_letters[played], alphabet),
            Placements.under(rule, answer_letters[hidden], alphabet),
            rule,
        )
        codes[some] = parts.paired_codes(guess.ravel(), answer.ravel())
    return codes
