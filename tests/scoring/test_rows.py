from __future__ import annotations

import numpy as np
import pytest
from helpers.words import random_words

from gpuwordle.scoring.rows import RowPlan, plane_count, plane_places
from gpuwordle.words.vocabulary import Vocabulary


def rows_of_word(word):
    """(letter, places as bits, plane) of every row that a word needs, from the definition."""
    last = len(word) - 1
    for letter in set(word):
        places = [place for place in range(len(word)) if word[place] == letter]
        for plane in {(last - place) // 5 for place in places}:
            yield letter, sum(1 << place for place in places), plane


@pytest.mark.parametrize("length", range(1, 21))
@pytest.mark.parametrize("letters", [1, 2, 6, 255])
@pytest.mark.parametrize("count", [1, 300])
def test_a_plan_numbers_the_rows_in_order(length, letters, count):
    guesses = np.random.default_rng(length).integers(0, letters, (count, length)).astype(np.uint8)
    plan = RowPlan.of(guesses)
    needed = [set(rows_of_word(word)) for word in guesses.tolist()]
    rows = sorted(set().union(*needed))
    assert list(zip(plan.letters, plan.positions, plan.row_planes, strict=True)) == rows
    number = {row: index for index, row in enumerate(rows)}
    for found, mine in zip(plan.slots.tolist(), needed, strict=True):
        for plane, slots in enumerate(found):
            used = sorted(number[row] for row in mine if row[2] == plane)
            assert slots == used + [len(rows)] * (5 - len(used))
    dtypes = [a.dtype for a in (plan.letters, plan.positions, plan.row_planes, plan.slots)]
    assert dtypes == [np.uint8, np.uint32, np.uint8, np.int32]


def test_no_guess_needs_no_row():
    plan = RowPlan.of(np.empty((0, 7), np.uint8))
    assert len(plan) == 0 and plan.slots.shape == (0, 2, 5)


def test_rows_are_shared_between_guesses():
    words = Vocabulary("x", ["abc", "abd", "acb"])
    plan = RowPlan.of(words.guess_letters)
    assert len(plan) == 6  # a first, b second, b third, c second, c third, d third
    assert set(plan.slots[0, 0]) & set(plan.slots[1, 0]) == {0, 1, 6}


def test_a_part_of_a_plan():
    words = Vocabulary("random", random_words(3, 11, 4, 50))
    plan = RowPlan.of(words.guess_letters)
    some = np.array([40, 3, 17])
    part = plan.of_guesses(some)
    assert len(part) < len(plan)
    assert part.slots.shape == (3, *plan.slots.shape[1:])
    again = part.of_guesses(np.array([2, 0]))
    for one, of, which in ((part, plan, some), (again, plan, some[[2, 0]])):
        numbers = np.append(one.numbers, len(of))
        assert (numbers[one.slots] == of.slots[which]).all()
        assert (one.letters == of.letters[one.numbers]).all()
        assert (one.positions == of.positions[one.numbers]).all()


def test_planes_share_out_the_places():
    assert [plane_count(n) for n in (1, 5, 6, 20)] == [1, 1, 2, 4]
    for length in range(1, 21):
        places = [int(plane_places(length, plane)) for plane in range(plane_count(length))]
        assert sum(places) == 2**length - 1
        assert max(places[0].bit_count(), *map(int.bit_count, places)) <= 5
