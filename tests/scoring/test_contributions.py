"""Letter rows and the table of contributions, the rule on arrays, against the oracle."""

from itertools import pairwise

import naive
import numpy as np
import pytest
from helpers.errors import refused
from helpers.rules import Distances
from helpers.words import random_vocabulary, random_words

from gpuwordle import Feedback, Vocabulary
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.rules.greens import Greens
from gpuwordle.rules.jotto import Jotto
from gpuwordle.rules.planes import PLANE_BASE, plane_count, plane_places
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.scoring import contributions
from gpuwordle.scoring.contributions import (
    Contributions,
    Placements,
    RowPlan,
    check_definitions,
    checked_codes,
    paired_codes_in_parts,
    parts_that_fit,
)


def parts_of(words):
    placements = Placements.of(words.answer_letters, len(words.alphabet))
    return Contributions.of(RowPlan.of(words.guess_letters), placements)


def codes_of(words):
    return np.array([[naive.code(g, a) for a in words.answers] for g in words.guesses])


@pytest.mark.parametrize("length", range(1, 21))
@pytest.mark.parametrize("letters", [2, 5])
def test_codes_are_sums_of_contributions(length, letters):
    words = random_vocabulary(length, length, letters, 40)
    parts, expected = parts_of(words), codes_of(words)
    assert parts.codes().tolist() == expected.tolist()
    guesses, answers = np.arange(len(words.guesses)), np.arange(len(words.answers))[::-1]
    assert parts.paired_codes(guesses, answers).tolist() == expected[guesses, answers].tolist()
    rows = parts.rows()
    assert rows.shape == (len(parts.plan) + 1, len(words.answers))
    assert not rows[-1].any()
    by_rows = sum(
        PLANE_BASE**plane * rows[parts.plan.slots[:, plane]].sum(axis=1, dtype=np.uint64)
        for plane in range(parts.plan.planes)
    )
    assert by_rows.tolist() == expected.tolist()


def test_a_part_of_the_guesses_shares_rows_and_the_table():
    words = random_vocabulary(3, 11, 4, 50)
    parts, some = parts_of(words), np.array([40, 3, 17])
    plan, part = parts.plan, parts.plan.of_guesses(some)
    assert len(part) < len(plan)
    for few, chosen in ((part, some), (part.of_guesses(np.array([2, 0])), some[[2, 0]])):
        numbers = np.append(few.numbers, len(plan))
        assert (numbers[few.slots] == plan.slots[chosen]).all()
        assert (few.letters == plan.letters[few.numbers]).all()
        assert (few.places == plan.places[few.numbers]).all()
        shared = parts.of_plan(few)
        assert shared.table is parts.table
        assert shared.codes().tolist() == codes_of(words)[chosen].tolist()


@pytest.mark.parametrize("length", [1, 5, 6, 12])
def test_postings_list_how_letters_stand(length):
    words = random_vocabulary(length, length, 6, 60)
    parts = parts_of(words)
    starts, sets, listed = parts.postings
    for answer, ways in zip(words.answers, listed, strict=True):
        found = {}
        for way in ways[ways > 0]:
            letter = int(np.searchsorted(starts, way, side="right")) - 1
            found[words.alphabet[letter]] = int(parts.placements.places[sets[way]])
        places = {c: sum(1 << p for p in range(length) if answer[p] == c) for c in answer}
        assert found == places
        assert (ways[len(places) :] == 0).all()


def rows_of_word(word):
    """(letter, places as bits, plane) of every row that a word needs, from the definition."""
    last = len(word) - 1
    for letter in set(word):
        places = [place for place in range(len(word)) if word[place] == letter]
        for plane in {(last - place) // 5 for place in places}:
            yield letter, sum(1 << place for place in places), plane


@pytest.mark.parametrize("length", range(1, 21))
@pytest.mark.parametrize(
    ("letters", "count"), [(6, 0), (1, 1), (255, 1), (1, 300), (2, 300), (6, 300), (255, 300)]
)
def test_a_plan_numbers_the_rows_in_order(length, letters, count):
    guesses = np.random.default_rng(length).integers(0, letters, (count, length)).astype(np.uint8)
    plan = RowPlan.of(guesses)
    needed = [set(rows_of_word(word)) for word in guesses.tolist()]
    rows = sorted(set().union(*needed))
    assert list(zip(plan.letters, plan.places, plan.row_planes, strict=True)) == rows
    number = {row: index for index, row in enumerate(rows)}
    for found, mine in zip(plan.slots.tolist(), needed, strict=True):
        for plane, slots in enumerate(found):
            used = sorted(number[row] for row in mine if row[2] == plane)
            assert slots == used + [len(rows)] * (5 - len(used))
    assert plan.slots.shape == (count, plane_count(length), 5)
    dtypes = [a.dtype for a in (plan.letters, plan.places, plan.row_planes, plan.slots)]
    assert dtypes == [np.uint8, np.uint32, np.uint8, np.int32]


@pytest.mark.parametrize(
    ("most", "lengths"), [(9, [9]), (5, [5, 4]), (2, [2, 2, 2, 2, 1]), (0, [1] * 9)]
)
def test_guesses_are_cut_until_their_rows_fit(most, lengths):
    plan = RowPlan.of(np.arange(27, dtype=np.uint8).reshape(9, 3))
    parts = list(parts_that_fit(plan, lambda part: len(part.slots) <= most))
    starts = [0, *np.cumsum(lengths)]
    assert [run for run, _ in parts] == [slice(*run) for run in pairwise(starts)]
    assert [len(part.slots) for _, part in parts] == lengths


def test_planes_share_out_the_places():
    assert [plane_count(n) for n in (1, 5, 6, 20)] == [1, 1, 2, 4]
    for length in range(1, 21):
        places = [int(plane_places(length, plane)) for plane in range(plane_count(length))]
        assert sum(places) == 2**length - 1
        assert max(places[0].bit_count(), *map(int.bit_count, places)) <= 5


def test_more_sets_of_places_than_16_bits_number():
    letters = np.random.default_rng(0).integers(0, 2, (50_000, 18)).astype(np.uint8)
    found = Placements.of(letters, 2)
    assert 1 << 16 < len(found.places) < 1 << 17
    for letter in (0, 1):
        true = (letters == letter) @ (1 << np.arange(18))
        assert (found.places[found.numbers[:, letter]] == true).all()


def test_16_bits_number_as_many_sets_of_places_as_they_can():
    letters = (np.arange(1 << 16)[:, None] >> np.arange(16) & 1).astype(np.uint8)
    found = Placements.of(letters, 2)
    assert (len(found.places), found.numbers.dtype) == (1 << 16, np.uint16)
    assert found.places[found.numbers[:, 1]].tolist() == list(range(1 << 16))


class Told(Distances):
    """A rule that is not a sum and returns what it is given."""

    name = "told"

    def __init__(self, given):
        self.given = given

    def codes(self, length):
        return 5

    def code(self, guess, answer):
        return int(self.given[0, 0])

    def codes_of_words(self, guesses, answers):
        return self.given


LETTERS = np.array([[97, 98], [97, 99]], np.uint32)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ([[4, 5], [0, 4]], "gives code 5: its codes are 0 to 4"),
        ([[4, -1], [7, 4]], "gives code -1: its codes are 0 to 4"),
        ([[4, 4], [0, 4]], "gives its winning code 4 to words that differ"),
        (
            [[4.0, 0.0], [0.0, 4.0]],
            r"gives codes of float64 \(2, 2\): .* integers of shape \(2, 2\)",
        ),
        ([[4, 0]], r"gives codes of int64 \(1, 2\)"),
    ],
)
def test_a_rule_tells_codes_of_its_own(told, message):
    words = Vocabulary("two", ["ab", "ac"], rule=Told(np.array(told)))
    refused(f"rule 'told' {message}", lambda: NumpyBackend(words).codes())
    right = checked_codes(Told(np.array([[4, 3], [0, 4]])), LETTERS, LETTERS)
    assert (right.tolist(), right.dtype) == ([[4, 3], [0, 4]], np.uint8)
    assert checked_codes(Told(np.zeros((0, 2), int)), LETTERS[:0], LETTERS).shape == (0, 2)


def test_guesses_of_a_rule_that_is_no_sum_are_told_some_at_a_time(monkeypatch):
    words = Vocabulary("told", random_words(4, 5, 4, 40), rule=Distances())
    expected = [[words.rule.code(g, a) for a in words.answers] for g in words.guesses]
    for most in (1, 100, 10**6):
        monkeypatch.setattr(contributions, "CODED_AT_ONCE", most)
        assert NumpyBackend(words).codes().tolist() == expected


def test_pairs_are_coded_in_parts(monkeypatch):
    monkeypatch.setattr(contributions, "PAIRS_AT_ONCE", 3)
    words = random_vocabulary(4, 5, 4, 40)
    letters, expected = (words.guess_letters, words.answer_letters), codes_of(words)
    rng = np.random.default_rng(4)
    for pairs in (1, 3, 10):
        # Other pairs each time: a code that is not written is one of those before.
        for _ in range(5):
            guesses, answers = (rng.integers(0, len(kind), pairs) for kind in letters)
            found = paired_codes_in_parts(*letters, words.alphabet, guesses, answers)
            assert found.tolist() == expected[guesses, answers].tolist()


def test_a_rule_needs_a_table_or_codes():
    class Bare(Greens):
        name, table = "bare", Feedback.table

    with pytest.raises(NotImplementedError, match="Bare has no table"):
        NumpyBackend(Vocabulary("pets", ["cat"], rule=Bare())).codes()


class Disagreeing(Greens):
    """A rule whose two definitions differ for some words."""

    name = "disagreeing"

    def __init__(self, *, tabulated):
        self.is_sum = tabulated

    def code(self, guess, answer):
        right = super().code(guess, answer)
        return 0 if guess[:2] == "ca" and answer == "cab" else right

    def codes_of_words(self, guesses, answers):
        return (guesses[:, None] == answers).sum(axis=2)


@pytest.mark.parametrize("tabulated", [True, False])
def test_a_rule_whose_definitions_disagree_is_refused(tabulated):
    arrays = "table" if tabulated else "codes_of_words"
    rule, words = Disagreeing(tabulated=tabulated), ["cab", "cat", "dog"]
    by_code = "rule 'disagreeing' gives 'cat' against 'cab' the code 0 by code, and 2"
    vocabulary = Vocabulary("pets", words, rule=rule)
    refused(f"{by_code} by {arrays}: make them", NumpyBackend, vocabulary)
    right = NumpyBackend(Vocabulary("pets", ["dog", "cat"], rule=rule))
    assert right.codes().tolist() == [[3, 0], [0, 3]]


def test_some_words_of_a_long_list_show_that_definitions_disagree():
    class Backwards(Disagreeing):
        def code(self, guess, answer):
            return super().code(guess, answer) * (guess < answer)

    words = Vocabulary("many", random_words(3, 5, 10, 2000), rule=Backwards(tabulated=True))
    refused(r"the code 0 by code, and [1-4] by table", check_definitions, words)


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"write": lambda rule, code, length: code}, "writes code 0 as 0, not as text"),
        ({"read": lambda rule, text, length: 0}, "writes code 1 as '1', and reads this as 0: make"),
    ],
)
def test_a_rule_reads_what_it_writes(members, message):
    own = type("Own", (Greens,), {"name": "own", **members})()
    refused(message, check_definitions, Vocabulary("pets", ["cat", "cow", "dog"], rule=own))


def test_a_rule_may_tell_a_win_apart_from_codes():
    own = type("Own", (Jotto,), {"name": "own"})()
    check_definitions(Vocabulary("pets", ["cat", "act", "dog"], rule=own))


@pytest.mark.parametrize("rule", [WORDLE, Told(np.array([[4, 3], [0, 4]]))], ids=["sum", "told"])
def test_the_size_of_a_table_is_known_before_it_is_made(rule):
    letters = np.array([[0, 1], [0, 2]], np.uint8)
    plan = RowPlan.under(rule, letters, "abc")
    placements = Placements.under(rule, letters, "abc")
    made = Contributions.of(plan, placements, rule)
    assert Contributions.bytes_needed(plan, placements) == made.table.nbytes
    assert made.codes().tolist() == ([[8, 6], [6, 8]] if rule is WORDLE else [[4, 3], [0, 4]])
