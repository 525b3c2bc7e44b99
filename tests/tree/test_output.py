"""Trees as JSON and Graphviz say what the tree says."""

from __future__ import annotations

import json
from collections import Counter


def test_json_and_dot_say_what_the_tree_says(small_tree):
    tree = small_tree
    told = json.loads(tree.to_json())
    assert told["total"] == tree.total
    assert told["distribution"] == tree.distribution()[1:].tolist()
    depths = Counter()
    waiting = [(told["tree"], 1)]
    while waiting:
        node, turn = waiting.pop()
        children = node.get("next", {})
        below = sum(child["answers"] for child in children.values())
        assert node["answers"] - below in (0, 1), "a guess solves one game at most"
        depths[turn] += node["answers"] - below
        waiting += [(child, turn + 1) for child in children.values()]
    assert [depths[turn] for turn in range(1, tree.worst + 1)] == tree.distribution()[1:].tolist()
    lines = tree.to_dot().splitlines()
    assert sum(" -> " in line for line in lines) == len(tree) - 1
    assert sum("[label=" in line for line in lines) == 2 * len(tree) - 1
