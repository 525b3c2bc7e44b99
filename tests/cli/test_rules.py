"""Commands under rules besides Wordle's, and what they refuse in a line."""

from __future__ import annotations

import json

import pytest

CODES = ("-v", "mastermind:2x4")


@pytest.fixture
def words(file):
    return file("anagrams.txt", "stare", "tears", "rates", "aster", "crane", "mouse")


def test_clues_rule_words_out(gpuwordle, words):
    code, output, _ = gpuwordle("eligible", "1122=21", "3344=BW", "-v", "mastermind:4x6")
    assert (code, output.split()) == (0, [])
    assert gpuwordle("eligible", "1122=21", "3344=1+0", "-v", "mastermind:4x6")[1].split() == (
        ["1224", "1242", "1312", "1321", "2124", "2142", "3112", "3121"]
    )
    jotto = ("-v", words, "--rule", "jotto")
    assert gpuwordle("eligible", "stare=5", *jotto)[1].split() == ["tears", "rates", "aster"]
    assert gpuwordle("eligible", "stare=5!", *jotto)[1].split() == ["stare"]
    greens = gpuwordle("eligible", "stare=2", "-v", words, "--rule", "greens")
    assert greens[1].split() == ["tears", "crane"]


def test_a_game_is_solved_and_reviewed(gpuwordle):
    code, output, _ = gpuwordle("solve", "11=01", *CODES, "--format", "json", "-b", "numpy")
    assert code == 2  # no guess of one colour gets a white peg
    code, output, _ = gpuwordle("solve", "12=10", *CODES, "--format", "json", "-b", "numpy")
    found = json.loads(output)
    assert (code, found["remaining"]["count"], found["state"]) == (0, 6, None)
    assert found["guesses"][0]["partition"][0]["pattern"]
    code, output, _ = gpuwordle("review", "12", "13", "14", *CODES, "--answer", "14")
    assert code == 0 and "12=10" in output and "14=20" in output


def test_a_tree_is_verified_by_its_rule(gpuwordle, tmp_path, words):
    trees = [tmp_path / "codes.json", tmp_path / "words.json"]
    grown = gpuwordle("tree", *CODES, "-s", "entropy", "-b", "numpy", "-o", trees[0])
    assert grown[0] == 0
    assert json.loads(trees[0].read_text())["rule"] == "mastermind"
    jotto = ("-v", words, "--rule", "jotto")
    assert gpuwordle("tree", *jotto, "-s", "entropy", "-b", "numpy", "-o", trees[1])[0] == 0
    assert gpuwordle("verify", trees[0])[0] == 0
    assert gpuwordle("verify", trees[1], *jotto)[0] == 0
    code, _, errors = gpuwordle("verify", trees[1], "-v", words)
    assert code == 2 and "does not match anagrams" in errors
    said = json.loads(trees[0].read_text())
    said["total"] += 1
    trees[0].write_text(json.dumps(said))
    assert gpuwordle("verify", trees[0])[0] == 1


def test_a_run_keeps_its_rule(gpuwordle, tmp_path, words):
    run, jotto = tmp_path / "run", ("-v", words, "--rule", "jotto", "-l", "5")
    played = ("benchmark", *jotto, "-s", "entropy", "-s", "random", "-b", "numpy", "-o", run)
    assert gpuwordle(*played)[0] == 0
    assert gpuwordle("verify", run)[0] == 0
    code, _, errors = gpuwordle("verify", run, "-v", words)
    assert code == 1
    code, output, _ = gpuwordle("report", run, "--format", "json")
    assert code == 0 and {unit["rule"] for unit in json.loads(output)} == {"jotto"}
    assert gpuwordle("report", run)[0] == 0
    code, _, errors = gpuwordle("benchmark", "-o", run, "--resume", "--rule", "greens")
    assert code == 2 and "holds another run" in errors
    assert gpuwordle("benchmark", "-o", run, "--resume", "-s", "minimax")[0] == 0
    assert gpuwordle("verify", run)[0] == 0


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("tree", *CODES, "--rule", "jotto"), "is played by rule 'mastermind', not 'jotto': leave"),
        (("tree", "-v", "web2", "--rule", "joto"), "unknown rule 'joto': did you mean jotto"),
        (("tree", "-v", "mastermind:0x4"), "'mastermind:0x4' has 0 places and 4 colours: give 1"),
        (("tree", "-v", "bulls:5x4"), "give 1 to 36 colours and 1 to that many places"),
        (("tree", "-v", "mastermind:9x9"), "387,420,489 codes, more than 1,000,000"),
        (("tree", *CODES, "--hard"), "hard mode reads colours of letters, and rule 'mastermind'"),
        (("tree", *CODES, "-s", "clique"), "strategy 'clique' cannot play: it reads colours"),
        (("eligible", "12=3", *CODES), "'3' is not black and white pegs"),
        (("eligible", "12=11", *CODES), "1 in place and 1 elsewhere, which no guess of 2"),
        (
            ("solve", "12=20/00", *CODES, "--boards", "2"),
            "several boards works only under Wordle's",
        ),
        (("cliques", *CODES), "cliques works only under Wordle's rule"),
        (("challenge", "1122", *CODES), "challenge works only under Wordle's rule"),
        (("serve", *CODES), "the page works only under Wordle's rule"),
    ],
)
def test_what_a_rule_lacks_is_refused_in_a_line(gpuwordle, command, message):
    code, output, errors = gpuwordle(*command)
    assert (code, output) == (2, "")
    assert message in errors and errors.count("\n") == 1


def test_under_a_rule_without_colours_clues_have_no_state(gpuwordle, words):
    code, output, _ = gpuwordle("eligible", "stare=5", "-v", words, "--rule", "jotto", "-f", "json")
    assert code == 0 and json.loads(output)["state"] is None


def test_a_certificate_is_of_its_rule(gpuwordle, tmp_path):
    path = tmp_path / "codes.certificate"
    code, output, _ = gpuwordle("prove", *CODES, "--certificate", path, "--format", "json")
    assert code == 0 and json.loads(output)["best"][0]["total"] == 45
    code, output, _ = gpuwordle("verify", path, *CODES, "--format", "json")
    assert code == 0 and json.loads(output)["optimal"] is True
