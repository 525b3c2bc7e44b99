"""Groups, against lists of lists."""

import numpy as np
from helpers.errors import refused
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.scoring.groups import Groups, checked_groups, checked_index, checked_indices, ranges

members = st.lists(st.integers(0, 99), min_size=1, max_size=6)
lists = st.lists(members, max_size=8)


def as_lists(groups):
    assert (groups.candidates.dtype, groups.offsets.dtype) == (np.int32, np.int64)
    return [groups.group(index).tolist() for index in range(len(groups))]


@given(lists)
def test_groups_are_the_lists_that_they_are_made_of(given_lists):
    groups = Groups.of(given_lists)
    assert as_lists(groups) == given_lists
    assert groups.sizes.tolist() == [len(group) for group in given_lists]
    assert groups.owners.tolist() == [i for i, group in enumerate(given_lists) for _ in group]
    assert groups.firsts.tolist() == [group[0] for group in given_lists]
    assert (groups.owners.dtype, groups.firsts.dtype) == (np.int64, np.int32)
    together = [entry for group in given_lists for entry in group]
    assert as_lists(Groups.from_sizes(np.array(together, int), groups.sizes)) == given_lists
    sums = groups.sums(groups.candidates.astype(np.int64))
    assert (sums.tolist(), sums.dtype) == ([sum(group) for group in given_lists], np.int64)
    found = groups.sorted()
    assert as_lists(found) == [sorted(group) for group in given_lists]
    assert found.sorted() is found, "what is sorted is not copied"


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


@given(lists.filter(len), st.data())
def test_entries_are_looked_up_in_the_group_of_their_owner(given_lists, data):
    groups, owners = Groups.of(given_lists), st.integers(0, len(given_lists) - 1)
    pairs = data.draw(st.lists(st.tuples(owners, st.integers(-1, 99)), min_size=1))
    found = groups.hold(*np.array(pairs, np.int64).T)
    assert found.tolist() == [entry in given_lists[owner] for owner, entry in pairs]


def test_entries_of_one_group_are_not_those_of_another():
    groups = Groups.of([[3], [0]])
    found = groups.hold(np.array([0, 1, 0, 0]), np.array([2, 0, -1, 3]))
    assert found.tolist() == [False, True, False, True]


def test_indices_are_integers_in_range_and_in_one_dimension():
    assert [checked_index(index, 3, "guess") for index in (0, 2, np.int8(2))] == [0, 2, 2]
    for index in (True, np.True_, 1.0, "1", None):
        refused("is not an integer: give 0 to 2", checked_index, index, 3, "guess")
    for index in (-1, 3):
        message = f"guess index {index} is out of range: give 0 to 2"
        refused(message, checked_index, index, 3, "guess")
    assert checked_indices([], 3, "guess").dtype == np.int32
    message = r"are float64 of shape \(2, 0\): give integers in one"
    refused(message, checked_indices, np.empty((2, 0)), 3, "guess")
    refused("are float64: give integers in one", checked_indices, [0.5], 3, "guess")
    two = Groups.of([[0], [1]])
    assert as_lists(checked_groups(two, 2, "guess", 2)) == [[0], [1]]
    refused("2 lists for 1 groups", checked_groups, two, 2, "guess", 1)


def test_one_group_of_all():
    assert as_lists(Groups.whole(4)) == [[0, 1, 2, 3]]


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5))))
def test_ranges_stand_behind_one_another(pairs):
    starts, lengths = (np.array([pair[i] for pair in pairs], int) for i in (0, 1))
    assert ranges(starts, lengths).tolist() == [
        start + step for start, length in pairs for step in range(length)
    ]
