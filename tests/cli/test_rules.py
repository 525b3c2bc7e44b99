"""Commands under rules besides Wordle's, and what they refuse in a line."""

import json
import sys

import pytest
from helpers.command_line import refused

CODES = ("-v", "mastermind:2x4")


@pytest.fixture
def words(file):
    return file("anagrams.txt", "stare", "tears", "rates", "aster", "crane", "mouse")


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("1122=21 3344=BW -v mastermind:4x6", ""),
        ("1122=21 3344=1+0 -v mastermind:4x6", "1224 1242 1312 1321 2124 2142 3112 3121"),
        ("stare=5 -v WORDS --rule jotto", "tears rates aster"),
        ("stare=5! -v WORDS --rule jotto", "stare"),
        ("stare=2 -v WORDS --rule greens", "tears crane"),
    ],
)
def test_clues_rule_words_out_and_have_no_state(gpuwordle, words, line, left):
    line = f"eligible {line} --format json".replace("WORDS", str(words))
    code, output, _ = gpuwordle(*line.split())
    found = json.loads(output)
    assert (code, found["words"], found["state"]) == (0, left.split(), None)


def test_a_game_is_solved_and_reviewed(gpuwordle, printed, as_json):
    # No guess of one colour gets a white peg.
    assert gpuwordle("solve", "11=01", *CODES, "--format", "json", "-b", "numpy")[0] == 2
    found = as_json("solve", "12=10", *CODES, "-b", "numpy")
    assert (found["remaining"]["count"], found["state"]) == (6, None)
    assert found["guesses"][0]["partition"][0]["pattern"]
    output = printed("review", "12", "13", "14", *CODES, "--answer", "14")
    assert "12=10" in output and "14=20" in output


def test_a_tree_is_verified_by_its_rule(gpuwordle, tmp_path, words):
    tree, jotto = tmp_path / "tree.json", ("-v", words, "--rule", "jotto")
    for lists, again in ((CODES, ()), (jotto, jotto)):
        assert gpuwordle("tree", "-s", "entropy", "-b", "numpy", *lists, "-o", tree)[0] == 0
        assert gpuwordle("verify", tree, *again)[0] == 0
    wrong = gpuwordle("verify", tree, "-v", words)
    refused(wrong, "does not match anagrams: it is of rule 'jotto', not 'wordle'; add --rule jotto")


def test_a_run_keeps_its_rule(gpuwordle, as_json, tmp_path, words):
    run, jotto = tmp_path / "run", ("-v", words, "--rule", "jotto", "-l", "5")
    played = ("benchmark", *jotto, "-s", "entropy", "-s", "random", "-b", "numpy", "-o", run)
    assert gpuwordle(*played)[0] == 0
    assert gpuwordle("verify", run)[0] == 0
    assert gpuwordle("verify", run, "-v", words)[0] == 1
    assert {unit["rule"] for unit in as_json("report", run)} == {"jotto"}
    other = gpuwordle("benchmark", "-o", run, "--resume", "--rule", "greens")
    refused(other, "holds another run")
    assert gpuwordle("benchmark", "-o", run, "--resume", "-s", "minimax")[0] == 0
    assert gpuwordle("verify", run)[0] == 0


def test_files_of_an_own_rule_are_read_where_its_module_is(gpuwordle, pets, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = sys.path[:]
    (tmp_path / "own_rule.py").write_text("from helpers.rules import Distances")
    own = ("-v", pets, "--rule", "own_rule:Distances", "-b", "numpy")
    lines = [
        ("benchmark", *own, "-s", "entropy", "-o", "run"),
        ("tree", *own, "-f", "json", "-o", "tree.json"),
        ("report", "run"),
        ("verify", "run", *own[:-2]),
        ("benchmark", "-o", "run", "--resume", "-s", "buckets"),
        ("verify", "tree.json", *own[:-2]),
    ]
    for line in lines:
        # As in another process: the module is neither loaded nor on the path.
        monkeypatch.setattr(sys, "path", path[:])
        sys.modules.pop("own_rule", None)
        assert gpuwordle(*line)[0] == 0, line
    sys.modules.pop("own_rule", None)
    for line in (["run"], ["tree.json", "-v", pets]):
        refused(gpuwordle("verify", *line), "is of rule 'own_rule:Distances', a class whose code")
    assert "own_rule" not in sys.modules
