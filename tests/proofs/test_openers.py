"""The best openers by optimal play, against the least over all trees in plain Python."""

from __future__ import annotations

import json
import math

import naive
import numpy as np
import pytest
from helpers.optimal import conditions, small_vocabulary, vocabularies
from helpers.playing import NUMPY
from helpers.words import random_words
from hypothesis import given, settings

from gpuwordle.errors import UserError
from gpuwordle.optimal import opener_buckets, openers
from gpuwordle.optimal.openers import STAGES
from gpuwordle.proofs.openers import ProofInterrupted, prove_openers
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import Vocabulary


def proof_of(vocabulary, how=None, **options):
    return prove_openers(
        vocabulary, Conditions(**(how or {})), backend=NUMPY(vocabulary), **options
    )


def totals_of(vocabulary, **how):
    words = vocabulary.guesses, vocabulary.answers
    return [naive.least_total(*words, opener=guess, **how) for guess in vocabulary.guesses]


def ranked(vocabulary, totals):
    answers = set(vocabulary.answers)
    order = sorted(
        range(len(totals)),
        key=lambda g: (totals[g], vocabulary.guesses[g] not in answers, g),
    )
    return [(vocabulary.guesses[g], totals[g]) for g in order if totals[g] < math.inf]


@settings(max_examples=40, deadline=None)
@given(vocabulary=vocabularies, how=conditions)
def test_the_best_openers_are_those_of_all_trees(vocabulary, how):
    totals = totals_of(vocabulary, **how)
    expected = ranked(vocabulary, totals)
    if not expected:
        fewest = naive.least_worst(vocabulary.guesses, vocabulary.answers, hard=how["hard"])
        with pytest.raises(UserError, match=f"within {how['allowed']} guesses: allow {fewest}"):
            proof_of(vocabulary, how)
        return
    for top in (1, 4):
        proof = proof_of(vocabulary, how, top=top, threads=2)
        assert proof.complete
        assert [(o.guess, o.total) for o in proof.best] == expected[:top]
        assert proof.bound == expected[0][1]
        assert (proof.bounds <= np.array(totals)).all()
    least = expected[0][1]
    assert not proof_of(vocabulary, how, below=least).best, "none is below the best"
    assert proof_of(vocabulary, how, below=least + 1).best[0].total == least, "and one is there"


@settings(max_examples=20, deadline=None)
@given(vocabulary=vocabularies)
def test_the_longest_game_first(vocabulary):
    words = vocabulary.guesses, vocabulary.answers
    worst = naive.least_worst(*words)
    found = proof_of(vocabulary, objective="worst").best[0]
    assert (found.worst, found.total) == (worst, None)
    assert naive.least_total(*words, opener=found.guess, allowed=worst) < math.inf
    both = proof_of(vocabulary, objective="worst-then-total").best[0]
    assert both.total == naive.least_total(*words, allowed=worst)
    assert both.worst == worst


@pytest.mark.parametrize("hard", [False, True])
def test_bounds_of_every_pass_are_bounds(monkeypatch, hard):
    """With supersets of small buckets as well, so that lists, floors and rooms come into play."""
    monkeypatch.setattr(openers, "LARGE_FROM", 3)
    monkeypatch.setattr(openers, "OPENERS_FOR_LISTS", 1)
    for seed in range(6):
        vocabulary = small_vocabulary(seed, length=4, hidden=13)
        totals = totals_of(vocabulary, hard=hard)
        proof = proof_of(vocabulary, {"hard": hard}, below=min(totals) + 1)
        assert (proof.bounds <= np.array(totals)).all()
        assert proof.best[0].total == min(totals)
        for guess in vocabulary.guesses:
            for code, candidates, bound in proof.part_bounds(guess):
                left = [vocabulary.answers[c] for c in candidates]
                legal = [
                    word
                    for word in vocabulary.guesses
                    if not hard or naive.is_legal(guess, naive.colours(guess, left[0]), word)
                ]
                assert all(naive.code(guess, word) == code for word in left)
                assert bound <= naive.least_total(legal, left, hard=hard)
    assert opener_buckets.LARGE_FROM == 30


def larger():
    words = random_words(6, 5, 8, 300)
    return Vocabulary("random", words[:90], words)


def test_threads_and_restarts_change_nothing(tmp_path):
    vocabulary = larger()
    expected = [(o.guess, o.total) for o in proof_of(vocabulary, top=3).best]
    for threads in (1, 2, 3):
        proof = proof_of(vocabulary, top=3, threads=threads)
        assert [(o.guess, o.total) for o in proof.best] == expected
    path = tmp_path / "proof.json"
    stopped = proof_of(vocabulary, top=3, checkpoint=path, seconds=0.0)
    assert not stopped.complete
    told = json.loads(path.read_text())
    assert len(told["bounds"]) == len(vocabulary.guesses)
    resumed = proof_of(vocabulary, top=3, checkpoint=path)
    assert resumed.complete
    assert [(o.guess, o.total) for o in resumed.best] == expected
    again = proof_of(vocabulary, top=3, checkpoint=path)
    assert [(o.guess, o.total) for o in again.best] == expected
    assert sum(again.ways().values()) == len(vocabulary.guesses)
    assert set(again.ways()) <= set(STAGES) - {"open"}
    assert proof_of(vocabulary, top=3).ways().keys() <= set(STAGES) - {"open"}


def test_an_interrupted_proof_keeps_its_checkpoint(tmp_path):
    vocabulary, path = larger(), tmp_path / "proof.json"

    def interrupt(share):
        raise KeyboardInterrupt

    with pytest.raises(ProofInterrupted) as stopped:
        proof_of(vocabulary, checkpoint=path, progress=interrupt)
    assert isinstance(stopped.value, KeyboardInterrupt)
    assert not stopped.value.proof.complete
    assert path.exists()
    assert proof_of(vocabulary, checkpoint=path).best == proof_of(vocabulary).best


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("not json", "is no checkpoint of a proof"),
        ({"format": 99}, "has format 99, and this program reads 1"),
        ({"digest": "0"}, "is of another proof: its digest is '0'"),
        ({"hard": True}, "is of another proof: its hard is True, not False"),
        ({"bounds": [1]}, "is broken: remove it and begin anew"),
    ],
)
def test_checkpoints_of_anything_else_are_refused(tmp_path, change, message):
    vocabulary, path = small_vocabulary(3), tmp_path / "proof.json"
    proof_of(vocabulary, checkpoint=path)
    if isinstance(change, str):
        path.write_text(change)
    else:
        path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(UserError, match=message):
        proof_of(vocabulary, checkpoint=path)


@pytest.mark.parametrize(
    ("how", "options", "message"),
    [
        ({"filter": "letters"}, {}, "optimal play knows the game's own filter alone"),
        ({"pool": "candidates"}, {}, "optimal play guesses from all words"),
        ({"allowed": 2}, {}, "2 guesses allowed is too few for optimal play: allow 3 or more"),
        ({}, {"objective": "best"}, "unknown objective 'best'"),
    ],
)
def test_bad_input_is_one_line(how, options, message):
    with pytest.raises(UserError, match=message):
        proof_of(small_vocabulary(1), how, **options)
