"""One verdict on trees, certificates and runs, by object or by path."""

import json
import sys
from dataclasses import replace

import numpy as np
import pytest
from helpers import proofs
from helpers.errors import refused
from helpers.words import random_vocabulary

from gpuwordle.benchmark.run import run_benchmark
from gpuwordle.errors import UserError, printable
from gpuwordle.graphemes import letter, written
from gpuwordle.proofs.certificate import FamilyProof, Statement, TreeTable, encode
from gpuwordle.proofs.limits import Limits
from gpuwordle.results.games_file import files_of
from gpuwordle.results.played_run import read_run
from gpuwordle.results.run_folder import RUN_FILE
from gpuwordle.results.verdict import verify
from gpuwordle.rules.conditions import Conditions
from gpuwordle.rules.pattern import Pattern
from gpuwordle.tree.build import grow
from gpuwordle.web.certificates import check_certificate
from gpuwordle.words.sources import load
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList

GUESSES, ANSWERS = proofs.rhymes(5, 16, 6)
RHYMES = Vocabulary("rhymes", ANSWERS, GUESSES)
ESCAPES = "\x1b[2J\x1b[1;1Haccepted\nrefused\x9b31m\u202e"


@pytest.fixture(scope="module")
def tree():
    return grow(RHYMES, "buckets", backend="numpy")


@pytest.fixture
def run(tmp_path):
    words = random_vocabulary(4, 4, 5, 30)
    run_benchmark(words, ["minimax", "entropy"], folder=tmp_path / "run", backend="numpy")
    return tmp_path / "run", words


def shown(verdict):
    """The lines of a verdict, which can be shown anywhere."""
    lines = repr(verdict).split("\n")
    assert lines == verdict.lines and len(lines) < 30
    assert all(line.isprintable() for line in lines)
    assert "<" not in verdict._repr_html_().replace("<br>", "")
    return lines


def test_a_tree_and_its_file(tree, file):
    path = file("tree.json", tree.to_json())
    by_object, by_path = verify(tree), verify(path, RHYMES)
    assert by_object and by_path
    assert by_object.to_dict() | {"path": str(path)} == by_path.to_dict()
    assert shown(by_object)[1:] == shown(by_path)[1:]
    assert shown(by_object)[0] == "accepted: tree"
    assert verify(tree, WordList.of("rhymes", GUESSES, ANSWERS))
    refused("the tree does not match few", verify, tree, Vocabulary("few", ANSWERS))
    refused("names the list 'rhymes', which is unknown", verify, path)
    assert verify(tree, None, tree.conditions)
    refused(
        "the tree is of allowed=None, not of allowed=9: leave",
        verify,
        tree,
        None,
        Conditions(allowed=9),
    )


def test_a_tree_that_loses_and_one_that_is_wrong(tree):
    lost = grow(RHYMES, "entropy", Conditions(allowed=2), backend="numpy")
    verdict = verify(lost)
    assert verdict and f"words not found: {lost.lost}" in shown(verdict)
    wrong = replace(tree, solved=np.zeros_like(tree.solved))
    verdict = verify(wrong)
    assert not verdict
    assert verdict.problems[0].startswith("the tree is wrong: ")
    assert shown(verdict)[0] == f"refused: tree: {verdict.problems[0]}"
    assert verdict.to_dict()["reason"] == verdict.problems[0]


def test_a_certificate_and_its_file(made, tmp_path):
    path = tmp_path / "it"
    path.write_bytes(encode(made))
    by_object, by_path = verify(made), verify(path, RHYMES)
    assert by_object and by_object.kind == "certificate"
    assert by_object.to_dict() | {"path": str(path)} == by_path.to_dict()
    assert "proven: no tree is better than this one, by total" in shown(by_path)
    assert "Certificate('rhymes': 22 guesses, 16 answers, easy, total" in repr(made)
    refused("is about easy mode: drop --hard", verify, made, conditions=Conditions(hard=True))


@pytest.mark.parametrize(
    ("language", "guesses", "answers"),
    [
        ("tr", "bir bar ban", "bar ban"),  # the dotted i has a capital of its own
        ("hu", "bab kar csak kor", "bab kar"),
        ("hu", "cs a b sz", "cs a b sz"),
    ],
)
def test_a_certificate_of_letters_of_several_characters(language, guesses, answers, tmp_path):
    words = Vocabulary("few", answers.split(), guesses.split(), language=language)
    made = proofs.certificate(words.guesses, words.answers, name="few")
    path = tmp_path / "it"
    path.write_bytes(encode(replace(made, language=language)))
    assert verify(path) and verify(path, words)


def test_a_certificate_about_other_letters_of_the_same_words(tmp_path):
    words = Vocabulary("few", ["bijou", "zijde", "bijna"], language="nl")
    parts = [[*word[:2], word[2:4], word[4]] for word in map(written, words)]
    divided = ["".join(letter(each, each) for each in word) for word in parts]
    made = replace(proofs.certificate(divided, divided, name="few"), language="nl")
    assert made.digest == words.digest
    path = tmp_path / "it"
    for language, why in (("nl", "does not divide its words"), ("", "it names no language")):
        path.write_bytes(encode(replace(made, language=language)))
        refused(why, verify, path)
    refused("does not divide its words into letters as language nl does", verify, made)
    refused("the certificate does not match few", verify, made, words)
    path.write_bytes(encode(made))
    refused("does not match 'few'", check_certificate, path, words)


def test_a_run_and_its_folder(run):
    folder, words = run
    by_path, by_object = verify(folder, words), verify(read_run(folder), words)
    assert by_path.to_dict() == by_object.to_dict()
    assert by_path and shown(by_path)[1].startswith("correct: 60 games in 2 of 2 units")
    refused("does not name its word list", verify, folder)
    refused("is a run with its own rules", verify, folder, words, Conditions(hard=True))
    files_of(folder)[0].unlink()
    verdict = verify(str(folder), words)
    assert not verdict and shown(verdict)[0].endswith(": 1 problem")


def test_a_run_of_python_without_some_words_or_under_another_rule(tmp_path):
    how = {"backend": "numpy", "sample": 3}
    words, without = load("web2", rule="jotto").of_length(2), Conditions(exclude=["ad"])
    run_benchmark(words, "random", without, folder=tmp_path / "run", **how)
    for given in ((), (words,), (words, without)):
        assert verify(tmp_path / "run", *given)
    assert verify(grow(words, "buckets", without, backend="numpy"), words, without)


def test_the_conditions_that_grew_a_tree_are_its_own(tree):
    hard = Conditions(hard=True)
    assert verify(grow(RHYMES, "buckets", hard, backend="numpy"), conditions=hard)
    refused("the tree is of hard=False, not of hard=True", verify, tree, conditions=hard)
    many = Conditions(exclude=[f"{number:05d}" for number in range(9999)])
    refused("of exclude=\\(\\), not of .{40}\\.\\.\\.: leave", verify, tree, conditions=many)


def test_what_cannot_be_verified(tmp_path):
    for what in (3, None, ["crane"], Conditions()):
        with pytest.raises(TypeError, match="cannot be verified: give a DecisionTree"):
            verify(what)
    refused("cannot be read", verify, tmp_path / "nothing")
    refused("holds no run", verify, tmp_path)


def harmless(what, *arguments):
    """Whatever a file says, it ends in a verdict or an error of printable lines."""
    try:
        shown(verify(what, *arguments))
    except UserError as error:
        assert len(printable(error)) < 2000


def test_escapes_in_a_certificate_and_in_a_tree(made, tree, tmp_path):
    hostile = replace(made, name=ESCAPES)
    lines = shown(verify(hostile))
    assert lines[0] == "accepted: certificate" and not any("\x1b" in line for line in lines)
    path = tmp_path / "it"
    path.write_bytes(encode(hostile))
    assert len(shown(verify(path))) == len(lines)
    path.write_text(json.dumps(tree.to_dict() | {"vocabulary": ESCAPES}))
    harmless(path, RHYMES)


@pytest.mark.sample(5)
@pytest.mark.parametrize("value", [ESCAPES, None, 3, -1, 2.5, True, [], {}, [[]], "5"], ids=repr)
def test_every_field_of_a_run_with_another_value(run, value):
    folder, words = run
    path = folder / RUN_FILE
    said = json.loads(path.read_text())
    for other in [
        *(said | {name: value} for name in said),
        *(said | {"units": [said["units"][0] | {name: value}]} for name in said["units"][0]),
        *(said | {"asked": said["asked"] | {name: value}} for name in said["asked"]),
        *(said | {"asked": said["asked"] | {name: value}} for name in ("vocabulary", "exclude")),
        said | {"units": [value]},
    ]:
        path.write_text(json.dumps(other))
        harmless(folder, words)
        harmless(folder)


def test_hostile_certificates_are_bounded_before_work_starts(made):
    (said,) = made.statements
    refused("the certificate cannot be checked: 22 guesses on 16", verify, made, memory=100)
    refused("it takes more than the 0 seconds allowed: allow more", verify, made, seconds=0.0)
    twice = replace(made, statements=(said, said))
    assert verify(twice).problems == ("it states the same bound twice",)
    many = tuple(replace(said, bound=bound) for bound in range(17))
    assert "has 17 statements" in verify(replace(made, statements=many)).problems[0]
    family = Statement(2, None, FamilyProof(np.zeros(65, np.int32)))
    refused("its family has 65 words, more than 64", verify, replace(made, statements=(family,)))
    no, claims = np.zeros(0, np.int64), said.proof.claims

    def claiming(**said_wrong):
        wrong = replace(claims, path_guesses=no, path_codes=no, **said_wrong)
        return replace(made, statements=(replace(said, proof=replace(said.proof, claims=wrong)),))

    long, many = claiming(steps=np.zeros(len(claims.steps), int)), np.zeros(5000, np.int32)
    refused("claims take 0 MiB to check", verify, long, memory=1500)
    same = claiming(steps=many, bounds=many, left=many, legal=many.astype(bool))
    refused("claims are about one set of answers, more than 4,096", verify, same)


def chain(length):
    """A tree that plays the same word again and again."""
    codes = [Pattern.of(GUESSES[0], ANSWERS[1]).code] * length
    return TreeTable(np.arange(-1, length), np.array([0, *codes]), np.zeros(length + 1, np.int32))


def test_the_clock_is_looked_at_everywhere(made, tree, file, monkeypatch):
    """Whatever takes long is stopped: each place in turn finds the time to be over."""
    looked, tick = [], Limits.tick

    def seen(limits):
        looked.append(sys._getframe(1).f_code.co_name)
        if looked[-1] == over:
            limits.end = 0.0
        tick(limits)

    path = file("tree.json", tree.to_json())
    hard, family = proofs.cores(GUESSES, ANSWERS, 2), FamilyProof(np.arange(6))
    places = {
        "play": [path, replace(made, tree=chain(50))],
        "labels": [made],
        "known_claims": [made],
        "judge_claims": [made],
        "judge_openers": [made],
        "_check_core_proof": [hard],
        "most_touched": [replace(hard, statements=(Statement(2, None, family),))],
    }
    monkeypatch.setattr(Limits, "tick", seen)
    for over, whats in places.items():
        for what in whats:
            with pytest.raises(UserError, match="cannot be checked: it takes more than the 600 s"):
                verify(what, RHYMES if what is path else None)
            assert over in looked  # other threads may look after it
    monkeypatch.undo()
    too_large = r"its 1,?\d+ bytes take 0 MiB to check, and 0 are allowed"
    refused(too_large, verify, path, RHYMES, memory=1000)
    path.write_bytes(encode(made))
    refused("bytes, and 1,000 are allowed", verify, path, memory=1000)
