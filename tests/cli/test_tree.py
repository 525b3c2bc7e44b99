"""``gpuwordle tree`` as a user meets it."""

from __future__ import annotations

import json

import pytest
from helpers.command_line import BIRDS, refused


def test_tree_as_text_json_and_dot(gpuwordle, birds, tmp_path):
    arguments = ("tree", "-v", birds, "-s", "entropy", "-b", "numpy")
    code, out, err = gpuwordle(*arguments)
    assert code == 0
    assert "for 10 words, average" in err
    for word in BIRDS.split()[:10]:
        assert word in out
    code, out, _ = gpuwordle(*arguments, "-f", "json")
    assert code == 0
    assert json.loads(out)
    code, out, _ = gpuwordle(*arguments, "-f", "dot", "--turns", 1, "-o", tmp_path / "tree.dot")
    assert (code, out) == (0, "")
    assert (tmp_path / "tree.dot").read_text().startswith("digraph")


def test_tree_follows_the_conditions(gpuwordle, birds, tmp_path):
    answers = tmp_path / "answers.txt"
    answers.write_text("crane heron robin")
    code, out, err = gpuwordle(
        *("tree", "-v", birds, "-a", answers, "-s", "minimax", "-b", "numpy"),
        *("--opener", "goose", "--pool", "candidates", "--hard"),
    )
    assert code == 0
    assert out.startswith("goose")
    assert "minimax from goose" in err
    assert "for 3 words" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-s", "minmax"], "did you mean minimax"),
        (["-s", "minimax", "--optimal"], "--optimal and --strategy minimax contradict each other"),
        (["-s", "random"], "draws by chance and has no decision tree"),
        (["--opener", "zebra"], "word 'zebra' is not in vocabulary"),
        (["-f", "yaml"], "'yaml' is not one of 'text', 'json', 'dot'"),
        (["--turns", "0"], "'--turns': must be at least 1, not 0"),
        (["-m", "0"], "'-m': must be at least 1, not 0"),
        (["--pool", "some"], "'some' is not one of 'all', 'candidates'"),
        (["--lengths", "4-5"], "'4-5' is 2 lengths, and this command takes one: write 4"),
        (["-l", "12"], "has no word of 12 letters"),
    ],
)
def test_trees_that_cannot_be_grown(gpuwordle, birds, arguments, message):
    refused(gpuwordle("tree", "-v", birds, *arguments), message)


def test_a_tree_takes_options(gpuwordle, birds):
    how = ["tree", "-v", birds, "-s", "non-duplicate", "-b", "numpy", "--format", "json"]
    code, plain, _ = gpuwordle(*how)
    assert (code, json.loads(plain)["options"]) == (0, {})
    code, out, err = gpuwordle(*how, "--option", "reading=printed", "--option", "indexes=all")
    assert code == 0
    assert json.loads(out)["options"] == {"reading": "printed"}
    assert "non-duplicate (reading=printed, indexes=all) from " in err
    assert json.loads(out)["tree"]["guess"] != json.loads(plain)["tree"]["guess"]
    refused(gpuwordle(*how, "--option", "reading=both"), "reading=both is unknown: known: obj")
    refused(
        gpuwordle(*how, "--option", "last"),
        "'last' is not an option of a strategy",
    )
