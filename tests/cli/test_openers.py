"""Commands about first guesses: ``first-guess`` and ``pairs``."""

import pytest
from cuda_on_cpu.emulated import compiler, emulated_device
from helpers.command_line import FIVE, refused
from helpers.json_page import check
from helpers.words import random_words

from gpuwordle import Vocabulary
from gpuwordle.backends.cuda import backend
from gpuwordle.openers.joint_openers import best_pairs, finish, score_together


@pytest.mark.skipif(compiler() is None, reason="g++ is not installed")
@pytest.mark.parametrize(
    "options",
    [[], ["--top", 4], ["--score", "entropy"], ["--score", "buckets", "--pool", "candidates"]],
)
def test_the_same_as_on_the_cpu(options, file, gpuwordle, monkeypatch):
    """The command line finds an emulated GPU, and runs a kernel on it for each of four lengths."""
    device, launched = emulated_device(), []
    launch = device.launch
    monkeypatch.setattr(device, "launch", lambda *how: launched.append(how[1]) or launch(*how))
    monkeypatch.setattr(backend, "cupy_device", lambda: device)
    monkeypatch.setattr(backend, "cupy_problem", lambda: None)
    words = [word for length in (6, 3, 5, 9) for word in random_words(length, length, 4, 25)]
    lists = ("-v", file("guesses.txt", *words), "-a", file("answers.txt", *words[::3]))
    command = ("first-guess", *lists, "-l", "3-9", "-f", "json", *options)
    found = gpuwordle(*command, "-b", "cupy")
    assert found[0] == 0
    assert found[1] == gpuwordle(*command, "-b", "numpy")[1]
    assert launched.count("rank_leaders") == 4


VOCABULARY = Vocabulary("birds", FIVE)


@pytest.mark.parametrize("finishing", [None, "greedy", "optimal"])
def test_rows(as_json, birds, finishing):
    more = [] if finishing is None else ["--finish", finishing]
    rows = as_json("pairs", "-v", birds, "--score", "buckets", "--top", 3, *more)
    check(rows, "list of openers together")
    for row, one in zip(rows, best_pairs(VOCABULARY, "buckets", top=3), strict=True):
        total = worst = None
        if finishing is not None:
            strategy = "buckets" if finishing == "greedy" else finishing
            tree = finish(VOCABULARY, one.guesses, strategy=strategy)
            total, worst = tree.total, tree.worst
        scores = one.to_dict()
        told = {"words": scores.pop("guesses"), "best": True, "total": total, "worst": worst}
        assert {**row, **scores, **told} == row


def test_words_given(as_json, as_csv, birds):
    (row,) = as_csv("pairs", "-v", birds, "--with", "Stork, heron")
    found = score_together(VOCABULARY, ["stork", "heron"])
    assert (row["words"], row["candidates"]) == ("stork heron", "yes yes")
    assert float(row["entropy"]) == found.entropy
    assert as_json("pairs", "-v", birds, "--with", "robin")[0]["words"][0] == "robin"


def test_what_is_greedy_is_said(printed, as_json, birds):
    out = printed("pairs", "-v", birds, "--guesses", 3, "--finish", "optimal")
    assert "birds: by entropy, each extended greedily from the best" in out
    assert "at most" in out
    assert as_json("pairs", "-v", birds, "--guesses", 3)[0]["best"] is False
    assert "greedily" not in printed("pairs", "-v", birds)


def test_hours_are_not_spent_unasked(gpuwordle, birds, monkeypatch):
    monkeypatch.setattr("gpuwordle.cli.openers.LONGEST", 0.0)
    refused(
        gpuwordle("pairs", "-v", birds, "-b", "numpy"),
        "gpuwordle: 45 pairs of 10 guesses over 10 answers take up to ",
        "add --yes to continue, or --with WORD, or --pool candidates",
    )
    assert gpuwordle("pairs", "-v", birds, "-b", "numpy", "--yes")[0] == 0
    assert gpuwordle("pairs", "-v", birds, "-b", "numpy", "--with", "crane")[0] == 0
