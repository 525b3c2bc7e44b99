"""Every command plays a list of symbols, and a list of a language."""

import json

import pyarrow.parquet as pq
import pytest
from helpers.command_line import refused

from gpuwordle.proofs.certificate import encode, read

SUMS = ["1+1=2", "1+2=3", "3-1=2", "2*2=4", "4/2=2", "2+2=4", "7-3=4", "9-8=1", "8/4=2"]


@pytest.fixture
def sums(file):
    return ["-v", str(file("sums.txt", *SUMS)), "--symbols"]


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (["solve", "2+2=4=00022"], "1 word left: 7-3=4"),
        (["solve", "2+2=4=00022|20222", "--boards", 2], "board 2: 1 word left: 2*2=4"),
        (["eligible", "2+2=4=12020"], "1+1=2"),
        (["review", "2+2=4", "7-3=4", "--answer", "7-3=4"], "7-3=4"),
        (["simulate", "8/4=2", "-b", "numpy"], "8/4=2"),
        (["tree", "-b", "numpy"], "10020 3-1=2 1"),
        (["tree", "--optimal"], "2+2=4 9"),
        (["first-guess", "-b", "numpy"], "2+2=4"),
        (["score", "2+2=4", "-b", "numpy"], "2+2=4"),
        (["pairs", "-b", "numpy"], "1+1=2 1+2=3"),
        (["challenge", "1+1=2"], "1+1=2"),
    ],
)
def test_commands(gpuwordle, sums, command, shown):
    code, out, err = gpuwordle(*command, *sums)
    assert (code, shown in out) == (0, True), out + err


def test_commands_without_a_list(printed):
    out = printed("explain", "2+2=4=00022", "--word", "2*2=4", "--symbols")
    assert "it has 2, which is not in the answer" in out
    out = printed("render", "2+2=4", "7-3=4", "--answer", "7-3=4", "--symbols")
    assert out == " 2   +   2  [=] [4]\n[7] [-] [3] [=] [4]\n"


@pytest.fixture
def dutch(file):
    listed = file("nl.txt", "mijn", "rijp", "wijn", "wijs", "blij")
    return ["-v", str(listed), "--language", "nl", "-l", "3"]


@pytest.mark.parametrize(
    ("kind", "asked", "opener"),
    [("sums", ("symbols", True), "2*2=4"), ("dutch", ("language", "nl"), "WIJN")],
)
def test_files_know_how_their_words_are_read(gpuwordle, request, tmp_path, kind, asked, opener):
    words, run = request.getfixturevalue(kind), tmp_path / "run"
    played = ["benchmark", *words, "-s", "minimax", "-b", "numpy", "--opener", opener]
    assert gpuwordle(*played, "-o", run)[0] == 0
    assert gpuwordle("verify", run)[0] == 0
    assert gpuwordle("report", run)[0] == 0
    said = json.loads((run / "_run.json").read_text("utf-8"))
    assert said["asked"][asked[0]] == asked[1]
    assert said["units"][0]["language"] == (asked[1] if kind == "dutch" else "symbols")
    assert said["units"][0]["opener"] == opener.lower()
    table = pq.read_table(next(run.rglob("*.parquet")))
    assert {games[0] for games in table.column("guesses").to_pylist()} == {opener.lower()}
    tree = tmp_path / "tree.json"
    assert gpuwordle("tree", *words, "-b", "numpy", "-f", "json", "-o", tree)[0] == 0
    assert gpuwordle("verify", tree, *words[:-2] if kind == "dutch" else words)[0] == 0
    proof = tmp_path / "it.certificate"
    assert gpuwordle("prove", *words, "--certificate", proof)[0] == 0
    assert gpuwordle("verify", proof)[0] == 0
    again = read(proof)
    assert again.language == said["units"][0]["language"]
    assert again.digest == said["units"][0]["digest"]
    assert encode(again) == proof.read_bytes()
    refused(gpuwordle("verify", tree, *words[:2]))


def test_commands_of_a_language(gpuwordle, printed, as_json, dutch):
    assert printed("solve", "MIJN=.IJN", *dutch).startswith("1 word left: wijn")
    assert gpuwordle("solve", "MIJN=.IJn", *dutch, "-f", "json")[0] == 2
    assert as_json("eligible", "MIJN=.IJ.", *dutch[:-2])["words"] == ["rijp", "wijs"]
    out = printed("explain", "MIJN=.IJ.", "-w", "wijn", "--language", "nl")
    assert "it has N, which is not in the answer" in out
    assert printed("render", "WIJN=.IJN", "--language", "nl") == " W  [IJ] [N]\n"
    both = gpuwordle("first-guess", *dutch[:2], "--language", "nl", "--symbols")
    refused(both, "language 'nl' and symbols contradict each other")


def test_sessions(typed, sums):
    code, out, _ = typed("2+2=4\n7-3=4\n", "play", *sums, "--answer", "7-3=4")
    assert code == 0 and "7-3=4 found in 2 guesses" in out
    for clue in ("2+2=4=00022", "2+2=4 00022", "2+2=4\n0002\n00022", "9+2=4\n00022"):
        code, out, _ = typed(f"{clue}\nreview\n22222\n", "solve", *sums)
        assert code == 0 and "1 word left: 7-3=4" in out and "solved in 2 guesses" in out, clue


def test_the_colours_of_symbols_may_follow_a_blank(printed, gpuwordle, sums):
    for line, *clues in [
        ("solve --top 1", "2+2=4=00022", "9-8=1=02020"),
        ("solve --top 1 --boards 2", "2+2=4=00022|20222", "9-8=1=02020|00020"),
        ("eligible", "2+2=4=00022", "9-8=1=02020"),
        ("review", "2+2=4=00022", "9-8=1=02020"),
    ]:
        usual = printed(*line.split(), *clues, *sums)
        apart = [f"{clue[:5]} {clue[6:]}" for clue in clues]
        assert printed(*line.split(), *" ".join(apart).split(), *sums) == usual
        assert printed(*line.split(), *apart, *sums) == usual
        assert printed(*line.split(), " ".join(apart), *sums) == usual
    refused(gpuwordle("render", "2+2=4=00022"), "'2+2' holds '2', which is not a letter: add --sym")
