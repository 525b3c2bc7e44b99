"""Options about words, alike in every command: files as they come, accents, past answers."""

import json

import numpy as np
import pytest
from helpers.command_line import refused

from gpuwordle.cli import output
from gpuwordle.results.games_file import read_table


@pytest.fixture
def birds(file):
    return file("birds.txt", "# birds", "", "Crane", "stork", "heron", "eagle", "tern's", "egret")


# Every command that plays, on the file of birds.
PLAYING = {
    "first-guess": ("first-guess", "-l", 5, "-f", "json"),
    "score": ("score", "CRANE", "-f", "json"),
    "tree": ("tree",),
    "matrix": ("matrix",),
    "benchmark": ("benchmark", "-s", "minimax"),
}


@pytest.fixture
def play(said, tmp_path):
    """play(command, *options): returns how many words were hidden, and what was said."""

    def run(command, *options):
        target = tmp_path / ("out.npy" if command == "matrix" else "out")
        err = said(*PLAYING[command], "-b", "numpy", "-o", target, *options)
        if command == "benchmark":
            return len(read_table(target)), err
        if command == "matrix":
            side = json.loads(target.with_name("out.words.json").read_text())
            assert np.load(target).shape == (len(side["guesses"]), len(side["answers"]))
            return len(side["answers"]), err
        text = target.read_text()
        if command == "tree":
            return int(text.splitlines()[0].split()[-1]), err
        return json.loads(text)[0]["answers"], err

    return run


@pytest.mark.parametrize("command", PLAYING)
def test_every_command_that_plays_excludes_and_skips(play, gpuwordle, birds, file, command):
    past = file("past.txt", "CRANE", "egret", "raven", "robin")
    count, err = play(command, "-v", birds, "--exclude", past)
    assert count == 3
    assert err.splitlines()[:2] == [
        f'skipped 1 of 8 lines, the first: "tern\'s" at line 7 of {birds}',
        f"2 of 4 words in --exclude {past} are not possible answers; the first is raven",
    ]
    arguments = (*PLAYING[command], "-v", birds, "-b", "numpy", "--strict")
    message = f"""word "tern's" at line 7 of {birds} holds "'", which is not a letter"""
    refused(gpuwordle(*arguments, "-o", birds.with_name("none")), message)


@pytest.mark.parametrize(("options", "count"), [((), 3), (("--fold-accents",), 2)])
@pytest.mark.parametrize("command", PLAYING)
def test_accents_are_other_letters_unless_folded(play, file, command, options, count):
    words = file("words.txt", "crane", "cräne", "abfgh")
    assert play(command, "-v", words, *options)[0] == count


def test_cliques_fold_accents_and_skip_too(gpuwordle, as_json, birds, file):
    words = file("words.txt", "crane", "cräne", "bfghi")
    for options, count in (((), 3), (("--fold-accents",), 2)):
        assert as_json("cliques", "-v", words, "--count", *options)[0]["words"] == count
    assert "skipped 1 of 8 lines" in gpuwordle("cliques", "-v", birds, "--count")[2]
    assert gpuwordle("cliques", "-v", birds, "--count", "--strict")[0] == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("score ÉTE\u0301 -b numpy", "ete"),
        ("eligible ÉTÉ=.tÉ", "the\n"),
        ("solve ÉTÉ=.tÉ -b numpy", "1 word left: the\n"),
        ("review ÉTÉ thé --answer thé", ": 2 guesses\n"),
        ("simulate thé --opener été -b numpy", "entropy on the: 2 guesses"),
        ("tree -l 3 --opener été -b numpy", "ete 4\n"),
        ("play -l 3 --answer thé", "found in 1 guess"),
        ("challenge éth", "the\n"),
        ("judge games.jsonl -b numpy", "average"),
        ("verify games.tree", "accepted"),
        ("review games.csv", "ETE=.tE THE=THE"),
        ("solve --boards 2 -l 3 -b numpy", "board 1: 1 word left: the\nboard 2: finished\n"),
    ],
)
def test_words_beside_a_list_without_accents_lose_theirs(
    typed, file, line, said, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    listed = file("words.txt", "été", "ami", "oui", "thé")
    file("games.jsonl", '{"answer": "thé", "guesses": ["ÉTÉ", "thé"]}')
    file("games.csv", "answer,guesses", "thé,ÉTÉ=.tÉ THÉ")
    file(
        "games.tree",
        "été GGG1",
        "été BYG1 thé GGG2",
        "été BBB1 ami GGG2",
        "été BBB1 ami BBG2 oui GGG3",
    )
    lines = "thé\nÉTÉ=.tÉ/ÉTÉ\n"
    code, out, err = typed(lines, *line.split(), "-v", listed, "--fold-accents")
    assert code == 0, err
    assert said in out
    assert "is not in" not in err


def test_excluding_every_answer_of_a_length_is_one_error_and_a_range_goes_on(gpuwordle, file):
    birds, long = file("birds.txt", "crane", "stork", "tern"), file("long.txt", "crane", "stork")
    line = ("first-guess", "-v", birds, "-b", "numpy", "-f", "json", "--exclude", long)
    message = "no answer of 5 letters left: all 2 are excluded; exclude fewer words"
    refused(gpuwordle(*line, "-l", 5), message)
    assert {row["length"] for row in json.loads(gpuwordle(*line, "-l", "4-5")[1])} == {4}


def test_words_from_the_right_are_isolated_on_terminals_alone(gpuwordle, file, monkeypatch):
    lists = ("-v", file("words.txt", "שלום", "שלוש", "חלום"), "-b", "numpy")
    score, grow = ("score", "שלום", *lists), ("tree", "-l", 4, *lists)
    plain, tree = gpuwordle(*score)[1], gpuwordle(*grow)[1]
    assert "שלום" in plain and "שלום" in tree
    assert "\u2068" not in plain + tree
    monkeypatch.setattr(output.sys.stdout, "isatty", lambda: True, raising=False)
    assert gpuwordle(*score)[1].count("\u2068שלום\u2069") == plain.count("שלום")
    assert "\u2068" in gpuwordle(*grow)[1]
    assert "\u2068" not in gpuwordle(*score, "-f", "json")[1]
    copied = ("score", "\u2068שלום\u2069", *lists)  # from the terminal, with its marks
    assert gpuwordle(*copied) == gpuwordle(*score)
