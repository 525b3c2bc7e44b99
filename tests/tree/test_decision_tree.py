"""What is read off a tree."""

from __future__ import annotations

from helpers.playing import NUMPY

from gpuwordle.rules.conditions import Conditions
from gpuwordle.tree.build import grow
from gpuwordle.words.vocabulary import Vocabulary


def test_numbers_of_a_tree_by_hand():
    vocabulary = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    tree = grow(vocabulary, "minimax", opener="cat", backend=NUMPY(vocabulary))
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
    short = grow(
        vocabulary,
        "minimax",
        Conditions(allowed=2),
        opener=vocabulary.find("cat"),
        backend=NUMPY(vocabulary),
    )
    assert (short.lost, short.worst, short.mean) == (1, 2, 7 / 4)
    assert short.distribution().tolist() == [1, 3]
    assert short.worst_words() == ["pig"]
    assert short.to_text().endswith("... dog 2\n    ..G - pig 1\n  .AT rat 1\n  C.. cow 1\n")
