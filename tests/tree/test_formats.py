"""What is read off a tree: its numbers, text, JSON and Graphviz."""

import json
import re
from collections import Counter
from itertools import chain
from xml.etree import ElementTree

import pytest
from helpers.playing import NUMPY
from helpers.words import PETS

from gpuwordle import Conditions, Vocabulary, grow
from gpuwordle.clues.clues import Clue
from gpuwordle.rules.colours import PALETTES


def test_numbers_of_a_tree_by_hand():
    tree = grow(PETS, "minimax", opener="cat", backend=NUMPY(PETS))
    # cat: itself | rat (.at) | cow (c..) | dog, pig (...), told apart by guessing dog first.
    assert tree.opener == "cat"
    assert tree.games().counts.tolist() == [1, 2, 2, 3, 2]
    assert (tree.total, tree.mean, tree.worst, tree.lost) == (10, 2.0, 3, 0)
    assert tree.distribution().tolist() == [1, 3, 1]
    assert [tree.wins(m) for m in range(4)] == [0, 1, 4, 5]
    assert tree.games().win_percent(2) == 80
    assert tree.worst_words() == ["pig"]
    assert tree.to_text() == ("cat 5\n  ... dog 2\n    ..G pig 1\n  .AT rat 1\n  C.. cow 1\n")
    assert tree.to_text(turns=2) == "cat 5\n  ... dog 2\n  .AT rat 1\n  C.. cow 1\n"
    assert tree.answers_here.tolist() == [5, 2, 1, 1, 1]
    few, cat = Conditions(allowed=2), PETS.find("cat")
    short = grow(PETS, "minimax", few, opener=cat, backend=NUMPY(PETS))
    assert (short.lost, short.worst, short.mean) == (1, 2, 7 / 4)
    assert short.distribution().tolist() == [1, 3]
    assert short.worst_words() == ["pig"]
    assert short.to_text().endswith("... dog 2\n    ..G - pig 1\n  .AT rat 1\n  C.. cow 1\n")


def test_json_says_what_the_tree_says(small_tree):
    tree = small_tree
    told = json.loads(tree.to_json())
    assert told["total"] == tree.total
    assert told["distribution"] == tree.distribution().tolist()
    depths = Counter()
    waiting = [(told["tree"], 1)]
    while waiting:
        node, turn = waiting.pop()
        children = node.get("next", {})
        below = sum(child["answers"] for child in children.values())
        assert node["answers"] - below in (0, 1), "a guess solves one game at most"
        depths[turn] += node["answers"] - below
        waiting += [(child, turn + 1) for child in children.values()]
    assert [depths[turn] for turn in range(1, tree.worst + 1)] == tree.distribution().tolist()


def boxes_of(dot):
    """The boxes of a drawing by name, each a list of (colours, letters, guess, answers)."""
    boxes = {}
    for name, label in re.findall(r"^  (\w+) \[label=<(<TABLE.*</TABLE>)>\];$", dot, re.MULTILINE):
        table = ElementTree.fromstring(label)
        cells = [cell for row in table for cell in row]
        entries, tiles = [], []
        for cell, following in zip(cells, [*cells[1:], None], strict=True):
            if "BGCOLOR" in cell.attrib:
                tiles.append((cell.get("BGCOLOR"), cell[0].get("COLOR"), cell[0].text))
            elif cell.get("ALIGN") == "LEFT":
                entries.append((tuple(tiles), cell[0].text, int(following.text)))
                tiles = []
        boxes[name] = entries
    return boxes


def expected_of(tree, turns=None):
    guesses, expected = {}, Counter()
    for visit in tree.walk(turns):
        guesses[visit.node] = visit.guess
        tiles = ()
        if visit.pattern:
            tiles = tuple(
                (*PALETTES["standard"].colours[int(colour)], letter.upper())
                for colour, letter in zip(visit.pattern, guesses[visit.parent], strict=True)
            )
        expected[tiles, visit.guess or "unsolved", visit.answers] += 1
    return expected


@pytest.mark.parametrize("turns", [None, 1, 2, 3])
def test_dot_has_every_node_with_its_tiles(small_tree, turns):
    dot = small_tree.to_dot(turns)
    boxes = boxes_of(dot)
    assert Counter(chain(*boxes.values())) == expected_of(small_tree, turns)
    edges = re.findall(r"^  (\w+) -> (\w+);$", dot, re.MULTILINE)
    assert sorted(child for _, child in edges) == sorted(boxes.keys() - {"n0"}), "one way to each"
    for name, box in boxes.items():
        if name.startswith("e"):
            above = boxes["n" + name[1:]]
            assert sum(entry[-1] for entry in box) <= sum(entry[-1] for entry in above)


def test_two_turns_are_two_boxes_the_most_answers_first(small_tree):
    dot = small_tree.to_dot(2)
    boxes = boxes_of(dot)
    assert list(boxes) == ["n0", "e0"]
    label = re.search(r"e0 \[label=<(.*)>\]", dot).group(1)
    rows = len(ElementTree.fromstring(label))
    assert 2 * rows > len(boxes["e0"]) ** 0.5, "neither one row"
    assert rows < len(boxes["e0"]), "nor one column"
    columns = -(-len(boxes["e0"]) // rows)
    downwards = [boxes["e0"][at][-1] for at in range(0, len(boxes["e0"]), columns)][: rows - 1]
    assert downwards == sorted(downwards, reverse=True)


def test_nothing_of_a_word_becomes_markup():
    vocabulary = Vocabulary("odd", ["<&", "<a", '>"'], prepared=True)
    boxes = boxes_of(grow(vocabulary, "minimax", backend=NUMPY(vocabulary)).to_dot())
    assert "<&" in {guess for box in boxes.values() for _, guess, _ in box}


def test_text_has_the_notation_of_scores(small_tree):
    lines, guesses = small_tree.to_text().splitlines(), {}
    for line, visit in zip(lines, small_tree.walk(), strict=True):
        guesses[visit.node] = visit.guess
        *before, guess, answers = line.split()
        assert (guess, answers) == (visit.guess, str(visit.answers))
        if before:
            clue = f"{guesses[visit.parent]}={before[0]}"
            assert Clue.parse(clue)[1].digits == visit.pattern


def test_letters_without_case_are_scored_in_digits():
    vocabulary = Vocabulary("hebrew", ["אב", "אג"])
    assert grow(vocabulary, "minimax", backend=NUMPY(vocabulary)).to_text() == "אב 2\n  20 אג 1\n"


def test_every_node_is_visited_below_its_parent_down_to_some_depth(small_tree):
    visits = list(small_tree.walk())
    assert sorted(visit.node for visit in visits) == list(range(len(small_tree)))
    place = {visit.node: place for place, visit in enumerate(visits)}
    turn = {visit.node: visit.turn for visit in visits}
    for visit in visits[1:]:
        assert place[visit.parent] < place[visit.node]
        assert turn[visit.parent] == visit.turn - 1
    below = [(visit.parent, visit.pattern) for visit in visits[1:]]
    assert sorted(below, key=lambda one: one[0]) == sorted(set(below)), "children by pattern"
    assert (visits[0].parent, visits[0].turn, visits[0].pattern) == (-1, 1, "")
    for turns in range(1, small_tree.worst + 2):
        assert list(small_tree.walk(turns)) == [v for v in visits if v.turn <= turns]
