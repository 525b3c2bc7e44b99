"""Optimal play on the command line."""

import json
import re

import naive
import pytest
from helpers.command_line import refused
from helpers.json_page import check
from helpers.optimal import small_vocabulary
from helpers.words import random_words


@pytest.fixture
def few(file):
    """A list of 20 words of four letters: (path, words)."""
    words = small_vocabulary(5, length=4, hidden=14).guesses
    return file("few.txt", *words), words


def test_a_tree_is_optimal_and_says_so(gpuwordle, few):
    path, words = few
    opened = {"opener": words[3], "hard": True, "allowed": 9}
    least, of_opener = naive.least_total(words, words), naive.least_total(words, words, **opened)
    for options, found, proven in (
        ("", f"{least} guesses for {len(words)} words", "no tree takes fewer"),
        (f"--opener {words[3]} --hard -m 9", f"{of_opener} guesses", "no tree from it takes fewer"),
        (
            "--objective worst",
            f"at most {naive.least_worst(words, words)}",
            "no tree has a shorter longest game",
        ),
    ):
        line = f"tree -v {path} -l 4 --optimal {options} --format".split()
        code, out, err = gpuwordle(*line, "json")
        told = json.loads(out)
        check(told, "tree")
        assert told["optimality"] == {"proven": True, "told": proven}
        assert code == 0 and found in err and err.endswith(f"proven: {proven}\n"), err
        page = gpuwordle(*line, "html")[1]
        assert json.loads(re.search(r'id="data">(.*)</script>', page)[1]) == told


def test_prove_tells_and_writes_what_is_proven(printed, as_json, few, tmp_path):
    path, words = few
    least = naive.least_total(words, words)
    checkpoint = tmp_path / "proof.json"
    arguments = ("prove", "-v", path, "-l", "4")
    out = printed(*arguments, "--checkpoint", checkpoint, "--top", "3")
    assert "Best openers by optimal play" in out and f"takes {least:,} guesses" in out
    assert checkpoint.exists()
    told = as_json(*arguments, "--below", least)
    check(told, "proof")
    assert (told["complete"], told["bound"], told["best"]) == (True, least, [])
    told, worst = as_json(*arguments, "--objective", "worst"), naive.least_worst(words, words)
    check(told, "proof")
    assert (told["best"][0]["worst"], told["too_few"]) == (worst, worst - 1)
    out = printed(*arguments, "--below", least)
    assert f"proven: no opener takes fewer than {least:,} guesses" in out
    opening = ("first-guess", *arguments[1:], "--score", "optimal")
    openers = as_json(*opening)
    check(openers, "list of opener of optimal play")
    assert openers[0]["total"] == least
    (best,) = as_json(*opening, "--hard", "--allowed", "9")
    assert best["total"] == naive.least_total(words, words, hard=True, allowed=9)
    assert (best["hard"], best["allowed"]) == (True, 9)


@pytest.mark.parametrize("hard", [(), ("--hard",)])
def test_too_few_guesses_have_a_certificate(gpuwordle, printed, file, tmp_path, hard):
    path = file("ills.txt", *(letter + "ill" for letter in "abcdefghijkl"), "abcd", "efgh")
    certificate = tmp_path / "ills.certificate"
    arguments = ("-v", path, "-l", "4", "--allowed", "3", "--certificate", certificate)
    code, _, err = gpuwordle("prove", *arguments, *hard)
    assert code == 2
    assert "not every word of 'ills' can be found within 3 guesses: allow " in err
    assert "no tree finds all words in 3 guesses" in printed("verify", certificate)


def test_progress_as_lines_of_json(gpuwordle, file, monkeypatch):
    monkeypatch.setattr("gpuwordle.proofs.opener_proof.REPORT_EVERY", 0.0)
    words = random_words(3, 4, 6, 60)
    arguments = ("prove", "-v", file("words.txt", *words), "-l", "4", "-f", "json")
    code, out, err = gpuwordle(*arguments, "--progress", "json")
    lines = [json.loads(line) for line in err.splitlines() if line[0] == "{"]
    proof = json.loads(out)
    assert code == 0 and lines
    for line in lines:
        check(line, "proof under way")
        assert sum(line["openers"].values()) == len(words)
        assert line["bound"] <= proof["bound"]
        assert line["total"] is None or line["gap"] == line["total"] - line["bound"]
    totals = [line["total"] for line in lines if line["total"] is not None]
    assert totals == sorted(totals, reverse=True)
    assert (lines[-1]["best"], totals[-1]) == (proof["best"][0]["guess"], proof["best"][0]["total"])
    assert not any(line.startswith("{") for line in gpuwordle(*arguments)[2].splitlines())


def test_a_certificate_of_words_with_weights(gpuwordle, printed, as_json, few, file, tmp_path):
    path, words = few
    by_word = {word: 1 + place % 5 for place, word in enumerate(words)}
    weights = file("weights.txt", *(f"{word},{weight}" for word, weight in by_word.items()))
    made = tmp_path / "weighted.certificate"
    arguments = ("-v", path, "-l", "4", "--weights", weights)
    least, total = naive.least_total(words, words, weights=by_word), sum(by_word.values())
    code, out, err = gpuwordle("prove", *arguments, "--certificate", made)
    assert (code, f"takes {least:,} guesses (average {least / total:.4f})" in out) == (0, True)
    assert err.rstrip() == f"wrote {made}"
    out = printed("verify", made)
    assert f"answers of weight {total:,}, sha256" in " ".join(out.split())
    assert f"proven: no tree takes fewer than {least} guesses, no limit" in out
    told = as_json("verify", made, *arguments[:2], *arguments[4:])
    check(told, "verdict on a certificate")
    assert (told["weight"], told["total"], told["optimal"]) == (total, least, True)
    assert told["mean"] == least / total and sum(told["distribution"]) == total
    refused(gpuwordle("verify", made, "-v", path), f"answers of weight {total} of")
