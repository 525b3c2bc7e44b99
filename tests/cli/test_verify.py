"""`gpuwordle verify`: what is accepted, what is refused, and what cannot be used."""

import errno
import json
from dataclasses import replace

import pytest
from helpers import proofs
from helpers.command_line import refused
from helpers.json_page import check

from gpuwordle import Conditions, Vocabulary, grow, verify
from gpuwordle.proofs.certificate import encode
from gpuwordle.results.games_file import files_of

GUESSES, ANSWERS = proofs.rhymes(5, 16, 6)
WORDS = Vocabulary("rhymes", ANSWERS, GUESSES)


@pytest.fixture
def lists(file):
    """--vocabulary and --answers of the words."""
    return "-v", file("guesses.txt", *GUESSES), "-a", file("answers.txt", *ANSWERS)


@pytest.fixture
def certificate(tmp_path, made):
    path = tmp_path / "rhymes.certificate"
    path.write_bytes(encode(made))
    return path


@pytest.fixture
def tree(file):
    grown = grow(WORDS, "buckets", backend="numpy")
    return file("tree.json", grown.to_json()), grown


@pytest.fixture
def refusal(gpuwordle):
    """refusal(kind, *arguments): the verdict on a file that is refused."""

    def of(kind, *arguments):
        code, out, _ = gpuwordle("verify", *arguments, "--format", "json")
        found = json.loads(out)
        check(found, f"verdict on a {kind}")
        assert (code, found["accepted"]) == (1, False)
        return found

    return of


def test_a_certificate_needs_nothing_else(printed, certificate, made):
    total = made.statements[0].bound
    lines = printed("verify", certificate).splitlines()
    assert lines[0] == f"accepted: certificate {certificate}"
    assert lines[1] == f"words: rhymes, 22 guesses, 16 answers, sha256 {made.digest[:12]}"
    assert lines[2] == "rules: easy mode, no limit"
    assert lines[3].startswith(f"tree: {GUESSES[made.tree.guesses[0]]}, {total} guesses for 16 wo")
    assert f"proven: no tree takes fewer than {total} guesses, no limit" in lines
    assert "proven: no tree is better than this one, by total" in lines
    assert lines[-1].startswith("checked: ") and "openers by search" in lines[-1]


def test_json_has_the_verdict(as_json, certificate, made, tree, lists):
    found = as_json("verify", certificate, *lists)
    check(found, "verdict on a certificate")
    assert found["accepted"] and found["optimal"] and found["reason"] is None
    assert found["digest"] == made.digest
    assert found["bounds"] == [{"allowed": None, "bound": found["total"]}]
    path, grown = tree
    found = as_json("verify", path, *lists)
    check(found, "verdict on a tree")
    assert (found["total"], found["worst"], found["unused_nodes"]) == (grown.total, grown.worst, 0)
    assert found["distribution"] == grown.distribution().tolist()


def test_a_certificate_that_is_refused(gpuwordle, refusal, tmp_path, made):
    (said,) = made.statements
    path = tmp_path / "weaker"
    path.write_bytes(encode(replace(made, statements=(replace(said, bound=said.bound - 1),))))
    code, out, err = gpuwordle("verify", path)
    assert (code, err) == (1, "")
    assert out.startswith(f"refused: certificate {path}: it says that it is optimal by total")
    assert "optimal" in refusal("certificate", path)["reason"]


def test_certificates_that_cannot_be_used(gpuwordle, certificate, tmp_path, lists):
    damaged = tmp_path / "damaged"
    damaged.write_bytes(certificate.read_bytes()[:-9])
    for arguments, message in (
        ((certificate, "-v", lists[3]), "does not match"),
        ((certificate, "--allowed", 6), "is about no limit: drop --allowed 6"),
        ((certificate, "-o", certificate), "is what this command reads"),
        ((damaged,), f"{damaged} is damaged: "),
    ):
        refused(gpuwordle("verify", *arguments), message)


def test_one_means_refused_alone(gpuwordle, printed, certificate, monkeypatch):
    """A fault of the machine is not a verdict."""
    message = "cannot be checked: it takes more than the 1e-09 seconds allowed: allow more with"
    refused(gpuwordle("verify", certificate, "--seconds", 1e-9), message)
    assert printed("verify", certificate, "--memory", "16M")
    for error in (MemoryError(), ImportError(), OSError(errno.EIO, "broken"), AssertionError()):

        def fails(*_, error=error, **__):
            raise error

        monkeypatch.setattr("gpuwordle.proofs.checker.check", fails)
        refused(gpuwordle("verify", certificate))


def test_trees_that_are_refused(refusal, tree, lists, file):
    path, grown = tree
    assert "is not legal in hard mode after" in refusal("tree", path, *lists, "--hard")["reason"]
    two = grow(WORDS, "entropy", Conditions(allowed=2), backend="numpy").to_dict()
    check(two, "tree")
    for states, why in (
        (grown.to_dict() | {"total": 3}, f"it states total 3, but plays {grown.total}"),
        (grown.to_dict() | {"games": 99}, "it states games 99, but plays 16"),
        (grown.to_dict() | {"mean": 1.0}, f"it states mean 1.0, but plays {grown.mean}"),
        (grown.to_dict() | {"worst": 9}, f"it states worst 9, but plays {grown.worst}"),
        (grown.to_dict() | {"allowed": grown.worst - 1}, f"the {grown.worst - 1} guesses allowed"),
        (two, "is not found: the tree gives up after"),
    ):
        other = file("other.json", json.dumps(states))
        assert why in refusal("tree", other, *lists)["reason"]


def test_lines_of_words_and_scores(gpuwordle, printed, file):
    words = file("pets.txt", "cat", "cow", "dog")
    tree = file("pets.tree", "cat BBB1 dog GGG2", "    GBB1 cow GGG2", "    GGG1")
    out = printed("verify", tree, "-v", words, "--allowed", 2)
    assert out.splitlines()[0] == f"accepted: tree {tree}"
    assert "tree: cat, 5 guesses for 3 words, average 1.6667, at most 2" in out
    refused(gpuwordle("verify", tree), "does not name its word list")
    tree.write_text("cat BBB1 dog GGG2\n    GBB1 cow GGG2\n    GYB1 cow GGG2\n")
    assert "nodes that no answer reaches: 1" in printed("verify", tree, "-v", words)


def test_a_run_is_played_again(printed, refusal, played):
    out = printed("verify", played)
    assert out.startswith(f"accepted: run {played}\n")
    assert "correct: 30 games in 4 of 4 units, replayed by the rules" in out
    files_of(played)[0].unlink()
    found = refusal("run", played)
    assert (found["files"], found["games"], len(found["problems"])) == (3, 25, 1)


def test_words_that_a_run_excludes_are_read_like_its_list(gpuwordle, file, tmp_path):
    """The list is of symbols without --symbols."""
    past, run = file("past.txt", "11", "99", "no\u200b"), tmp_path / "run"
    asked = ("-v", "mastermind:2x4", "--exclude", past, "-s", "entropy", "-b", "numpy")
    told = gpuwordle("benchmark", *asked, "-o", run)[2].splitlines()[:2]
    assert told[0].startswith("skipped 1 of 3 lines")
    assert told[1].startswith(f"1 of 2 words in --exclude {past} is not a possible answer")
    verdict = verify(run)
    assert verdict and verdict.statements[0].startswith("correct: 15 games")
    code, _, err = gpuwordle("verify", run)
    assert (code, err.splitlines()) == (0, told)
    assert gpuwordle("verify", run, "--quiet")[2] == ""
