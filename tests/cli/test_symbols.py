"""Every command plays a list of symbols, and a list of a language."""

import json

import pytest
from helpers.benchmark_tasks import rows_of
from helpers.command_line import refused

from gpuwordle import load
from gpuwordle.proofs.certificate import encode, read

SUMS = ["1+1=2", "1+2=3", "3-1=2", "2*2=4", "4/2=2", "2+2=4", "7-3=4", "9-8=1", "8/4=2"]


@pytest.fixture
def sums(file):
    return ["-v", str(file("sums.txt", *SUMS)), "--symbols"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("solve 2+2=4=00022", "1 word left: 7-3=4"),
        ("solve 2+2=4=00022|20222 --boards 2", "board 2: 1 word left: 2*2=4"),
        ("eligible 2+2=4=12020", "1+1=2"),
        ("review 2+2=4 7-3=4 --answer 7-3=4", "7-3=4"),
        ("simulate 8/4=2 -b numpy", "8/4=2"),
        ("tree -b numpy", "10020 3-1=2 1"),
        ("tree --optimal", "2+2=4 9"),
        ("first-guess -b numpy", "2+2=4"),
        ("score 2+2=4 -b numpy", "2+2=4"),
        ("pairs -b numpy", "1+1=2 1+2=3"),
        ("challenge 1+1=2", "1+1=2"),
        ("explain 2+2=4=00022 --word 2*2=4", "it has 2, which is not in the answer"),
        ("render 2+2=4 7-3=4 --answer 7-3=4", " 2   +   2  [=] [4]\n[7] [-] [3] [=] [4]\n"),
    ],
)
def test_commands(gpuwordle, sums, line, shown):
    words = sums[2:] if line.startswith(("explain", "render")) else sums  # without a list
    code, out, err = gpuwordle(*line.split(), *words)
    assert (code, shown in out) == (0, True), out + err


@pytest.fixture
def dutch(file):
    listed = file("nl.txt", "mijn", "rijp", "wijn", "wijs", "blij")
    return ["-v", str(listed), "--language", "nl", "-l", "3"]


@pytest.mark.parametrize(
    ("kind", "asked", "opener"),
    [("sums", ("symbols", True), "2*2=4"), ("dutch", ("language", "nl"), "WIJN")],
)
def test_files_know_how_their_words_are_read(gpuwordle, request, tmp_path, kind, asked, opener):
    words = request.getfixturevalue(kind)
    run, tree, proof = (tmp_path / name for name in ("run", "tree.json", "it.certificate"))
    for line in (
        ("benchmark", *words, "-s", "minimax", "-b", "numpy", "--opener", opener, "-o", run),
        ("report", run),
        ("tree", *words, "-b", "numpy", "-f", "json", "-o", tree),
        ("prove", *words, "--certificate", proof),
        ("verify", run),
        ("verify", tree, *(words[:-2] if kind == "dutch" else words)),
        ("verify", proof),
    ):
        assert gpuwordle(*line)[0] == 0, line
    refused(gpuwordle("verify", tree, *words[:2]))
    said = json.loads((run / "_run.json").read_text("utf-8"))
    unit, again = said["units"][0], read(proof)
    assert said["asked"][asked[0]] == asked[1]
    assert unit["language"] == again.language == (asked[1] if kind == "dutch" else "symbols")
    assert (unit["opener"], unit["digest"]) == (opener.lower(), again.digest)
    assert encode(again) == proof.read_bytes()
    assert {row["guesses"][0] for row in rows_of(run)} == {opener.lower()}


def test_commands_of_a_language(gpuwordle, printed, as_json, dutch):
    assert printed("solve", "MIJN=.IJN", *dutch).startswith("1 word left: wijn")
    assert gpuwordle("solve", "MIJN=.IJn", *dutch, "-f", "json")[0] == 2
    assert as_json("eligible", "MIJN=.IJ.", *dutch[:-2])["words"] == ["rijp", "wijs"]
    out = printed("explain", "MIJN=.IJ.", "-w", "wijn", "--language", "nl")
    assert "it has N, which is not in the answer" in out
    assert printed("render", "WIJN=.IJN", "--language", "nl") == " W  [IJ] [N]\n"


def test_words_that_begin_like_formulas_come_back(said, gpuwordle, file, tmp_path):
    formulas = ["=1+1", "+2-1", "-1/2", "'+1'", "@abc"]
    words = ("-v", file("words.txt", *formulas), "--symbols")
    said("challenge", "".join(formulas), *words, "-f", "csv", "-o", tmp_path / "words.csv")
    assert sorted(load(tmp_path / "words.csv", symbols=True)) == sorted(formulas)
    games = file("games.jsonl", '{"answer": "=1+1", "guesses": ["@abc", "=1+1"]}')
    said("review", games, *words, "-f", "csv", "-o", tmp_path / "games.csv")
    assert gpuwordle("review", tmp_path / "games.csv", *words)[2] == "1 game, 0 with errors\n"


def test_selectors_of_emoji_are_dropped_everywhere(printed, gpuwordle, file):
    words = ("-v", file("words.txt", "\u2764\ufe0f+1", "\u2660\ufe0f=1"), "--symbols", "-l", 3)
    assert printed("eligible", "\u2764\ufe0f+1=222", *words[:3]) == "\u2764+1\n"
    games = file("games.jsonl", '{"answer": "\u2764\ufe0f+1", "guesses": ["\u2764\ufe0f+1"]}')
    assert gpuwordle("review", games, *words[:3])[2] == "1 game, 0 with errors\n"


def test_sessions(typed, sums):
    code, out, _ = typed("2+2=4\n7-3=4\n", "play", *sums, "--answer", "7-3=4")
    assert code == 0 and "7-3=4 found in 2 guesses" in out
    for clue in ("2+2=4=00022", "2+2=4 00022", "2+2=4\n0002\n00022", "9+2=4\n00022"):
        code, out, _ = typed(f"{clue}\nreview\n22222\n", "solve", *sums)
        assert code == 0 and "1 word left: 7-3=4" in out and "solved in 2 guesses" in out, clue


def test_the_colours_of_symbols_may_follow_a_blank(printed, sums):
    for line, *clues in [
        ("solve --top 1", "2+2=4=00022", "9-8=1=02020"),
        ("solve --top 1 --boards 2", "2+2=4=00022|20222", "9-8=1=02020|00020"),
        ("eligible", "2+2=4=00022", "9-8=1=02020"),
        ("review", "2+2=4=00022", "9-8=1=02020"),
    ]:
        usual = printed(*line.split(), *clues, *sums)
        apart = [f"{clue[:5]} {clue[6:]}" for clue in clues]
        for typed in (apart, " ".join(apart).split(), [" ".join(apart)]):
            assert printed(*line.split(), *typed, *sums) == usual
