"""Options about words, alike in every command: files as they come, accents, past answers."""

import json

import numpy as np
import pytest
from helpers.command_line import refused

from gpuwordle.cli import output
from gpuwordle.results.games_file import read_table

FIRST = ("first-guess", "-l", 5, "--score", "minimax", "--top", 99, "-b", "numpy", "-f", "json")


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
    ("written", "options", "scored"),
    [("CAFE\u0301", (), "café"), ("CAFE", (), "cafe"), ("CAFÉ", ("--fold-accents",), "cafe")],
)
def test_score_takes_words_as_written(as_json, file, written, options, scored):
    words = file("words.txt", "café", "cafe", "cave")
    (row,) = as_json("score", written, "-v", words, "-b", "numpy", *options)
    assert row["guess"] == scored


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("eligible ÉTÉ=.tÉ", "the\n"),
        ("solve ÉTÉ=.tÉ -b numpy", "1 word left: the\n"),
        ("review ÉTÉ thé --answer thé", ": 2 guesses\n"),
        ("simulate thé --opener été -b numpy", "entropy on the: 2 guesses"),
        ("tree -l 3 --opener été -b numpy", "ete 4\n"),
        ("play -l 3 --answer thé", "found in 1 guess"),
        ("challenge éth", "the\n"),
        ("judge games.jsonl -b numpy", "average"),
        ("verify games.tree", "accepted"),
    ],
)
def test_words_beside_a_list_without_accents_lose_theirs(
    typed, file, line, said, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    listed = file("words.txt", "été", "ami", "oui", "thé")
    file("games.jsonl", '{"answer": "thé", "guesses": ["ÉTÉ", "thé"]}')
    file(
        "games.tree",
        "été GGG1",
        "été BYG1 thé GGG2",
        "été BBB1 ami GGG2",
        "été BBB1 ami BBG2 oui GGG3",
    )
    code, out, err = typed("thé\n", *line.split(), "-v", listed, "--fold-accents")
    assert code == 0, err
    assert said in out
    assert "is not in" not in err


def test_clues_of_several_boards_lose_their_accents(typed, file):
    listed = file("words.txt", "été", "ami", "oui", "thé")
    line = ("solve", "--boards", 2, "-v", listed, "-l", 3, "-b", "numpy", "--fold-accents")
    code, out, err = typed("ÉTÉ=.tÉ/ÉTÉ\nquit\n", *line)
    assert (code, err) == (0, "")
    assert "board 1: 1 word left: the\nboard 2: finished\n" in out


def test_recorded_games_lose_their_accents(gpuwordle, file):
    listed = file("words.txt", "été", "ami", "thé")
    games = file("games.csv", "answer,guesses", "thé,ÉTÉ=.tÉ THÉ")
    assert gpuwordle("review", games, "-v", listed)[0] == 0
    code, out, err = gpuwordle("review", games, "-v", listed, "--fold-accents", "-f", "json")
    assert (code, err) == (0, "1 game, 0 with errors\n")
    (game,) = json.loads(out)
    assert (game["answer"], game["guesses"][-1]) == ("the", "THE=THE")


def test_excluded_words_may_still_be_guessed(gpuwordle, birds, file):
    _, out, err = gpuwordle(*FIRST, "-v", birds, "--exclude", file("past", "crane"))
    rows = {row["guess"]: row for row in json.loads(out)}
    assert (len(rows), rows["crane"]["candidate"], rows["crane"]["answers"]) == (5, False, 4)
    assert "no answers" not in err


def test_excluding_every_answer_is_one_error(gpuwordle, file):
    birds, long = file("birds.txt", "crane", "stork", "tern"), file("long.txt", "crane", "stork")
    message = "vocabulary 'birds' has no answer left: all 3 are excluded; exclude fewer words\n"
    refused(gpuwordle(*FIRST, "-v", birds, "--exclude", birds), f"gpuwordle: {message}")
    message = "no answer of 5 letters left: all 2 are excluded; exclude fewer words"
    refused(gpuwordle(*FIRST, "-v", birds, "--exclude", long), message)
    # A range goes on with the lengths that are left.
    out = gpuwordle("first-guess", "-l", "4-5", *FIRST[3:], "-v", birds, "--exclude", long)[1]
    assert {row["length"] for row in json.loads(out)} == {4}


def test_scores_of_scripts_without_case_are_digits(as_json, file):
    words = file("words.txt", "שלום", "שלוש", "חלום")
    buckets = as_json("score", "שלום", "-v", words, "-b", "numpy")[0]["largest_buckets"]
    assert {bucket["pattern"] for bucket in buckets} == {"2222", "2220", "0222"}


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
