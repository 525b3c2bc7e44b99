"""Groups, against lists of lists."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.errors import UserError
from gpuwordle.scoring.groups import Groups, checked_index, ranges

members = st.lists(st.integers(0, 99), min_size=1, max_size=6)
lists = st.lists(members, max_size=8)


def as_lists(groups):
    assert (groups.candidates.dtype, groups.offsets.dtype) == (np.int32, np.int64)
    return [groups.group(index).tolist() for index in range(len(groups))]


@given(lists)
def test_groups_hold_the_lists_that_they_are_made_of(given_lists):
    groups = Groups.of(given_lists)
    assert as_lists(groups) == given_lists
    assert groups.sizes.tolist() == [len(group) for group in given_lists]
    together = [entry for group in given_lists for entry in group]
    assert as_lists(Groups.from_sizes(np.array(together, int), groups.sizes)) == given_lists


@given(lists)
def test_owners_and_firsts(given_lists):
    groups = Groups.of(given_lists)
    assert groups.owners.tolist() == [i for i, group in enumerate(given_lists) for _ in group]
    assert groups.firsts.tolist() == [group[0] for group in given_lists]
    assert (groups.owners.dtype, groups.firsts.dtype) == (np.int64, np.int32)


@given(lists.filter(len), st.data())
def test_some_groups(given_lists, data):
    groups = Groups.of(given_lists)
    places = st.integers(0, len(given_lists) - 1)
    chosen = data.draw(st.lists(places))
    taken = groups.take(np.array(chosen, int))
    assert as_lists(taken) == [given_lists[i] for i in chosen]
    first = data.draw(places)
    last = data.draw(st.integers(first, len(given_lists)))
    assert as_lists(groups.between(first, last)) == given_lists[first:last]


@given(st.lists(st.lists(st.tuples(st.integers(0, 99), st.booleans()), max_size=6), min_size=1))
def test_some_entries_of_each_group(marked):
    # Each group keeps one entry at least.
    marked = [[*group, (7, True)] for group in marked]
    groups = Groups.of([[entry for entry, _ in group] for group in marked])
    kept = np.array([keep for group in marked for _, keep in group])
    assert as_lists(groups.select(kept)) == [[e for e, keep in group if keep] for group in marked]


@given(lists)
def test_entries_are_sorted_within_their_group(given_lists):
    groups = Groups.of(given_lists)
    found = groups.sorted()
    assert as_lists(found) == [sorted(group) for group in given_lists]
    assert found.sorted() is found, "what is sorted is not copied"


@given(lists)
def test_values_are_added_group_by_group(given_lists):
    groups = Groups.of(given_lists)
    sums = groups.sums(groups.candidates.astype(np.int64))
    assert (sums.tolist(), sums.dtype) == ([sum(group) for group in given_lists], np.int64)


def test_one_group_and_none():
    assert as_lists(Groups.whole(4)) == [[0, 1, 2, 3]]
    assert as_lists(Groups.of([])) == []
    assert Groups.of([]).sums(np.zeros(0, np.int64)).tolist() == []


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5))))
def test_ranges_stand_behind_one_another(pairs):
    starts, lengths = (np.array([pair[i] for pair in pairs], int) for i in (0, 1))
    assert ranges(starts, lengths).tolist() == [
        start + step for start, length in pairs for step in range(length)
    ]


@pytest.mark.parametrize("index", [True, np.True_, 1.0, "1", None])
def test_an_index_is_an_integer(index):
    assert checked_index(np.int8(2), 3, "guess") == 2
    with pytest.raises(UserError, match="is not an integer: give 0 to 2"):
        checked_index(index, 3, "guess")
