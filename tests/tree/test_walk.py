"""Walks meet the nodes of a tree, parents first, children by pattern."""

from __future__ import annotations


def test_every_node_is_visited_below_its_parent(small_tree):
    visits = list(small_tree.walk())
    assert sorted(visit.node for visit in visits) == list(range(len(small_tree)))
    place = {visit.node: place for place, visit in enumerate(visits)}
    turn = {visit.node: visit.turn for visit in visits}
    for visit in visits[1:]:
        assert place[visit.parent] < place[visit.node]
        assert turn[visit.parent] == visit.turn - 1
    siblings = [(visit.parent, visit.pattern) for visit in visits[1:]]
    for parent in range(len(small_tree)):
        patterns = [pattern for above, pattern in siblings if above == parent]
        assert patterns == sorted(set(patterns))
    assert (visits[0].parent, visits[0].turn, visits[0].pattern) == (-1, 1, "")


def test_a_walk_to_some_depth_leaves_out_the_rest(small_tree):
    whole = list(small_tree.walk())
    for turns in range(1, small_tree.worst + 2):
        assert list(small_tree.walk(turns)) == [v for v in whole if v.turn <= turns]
