"""The best openers by optimal play, in one process and in blocks, against all trees in Python."""

import json
import math
import threading
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from itertools import product

import naive
import numpy as np
import pytest
from helpers.errors import refused
from helpers.markup import Markup
from helpers.optimal import conditions, ranked, small_vocabulary, totals_of, vocabularies
from helpers.playing import NUMPY
from helpers.words import random_vocabulary
from hypothesis import given, settings

from gpuwordle import executors
from gpuwordle.optimal import opener_buckets, openers
from gpuwordle.optimal.openers import STAGES
from gpuwordle.optimal.supersets import SupersetBounds
from gpuwordle.proofs import opener_proof
from gpuwordle.proofs.certification import certify_proof
from gpuwordle.proofs.opener_proof import SHOWN, ProofInterrupted, prove
from gpuwordle.rules.conditions import Conditions


def proof_of(vocabulary, how=None, **options):
    return prove(vocabulary, None, Conditions(**(how or {})), backend=NUMPY(vocabulary), **options)


@settings(max_examples=40, deadline=None)
@given(vocabulary=vocabularies, how=conditions)
def test_the_best_openers_are_those_of_all_trees(vocabulary, how):
    totals = totals_of(vocabulary, **how)
    expected = ranked(vocabulary, totals)
    if not expected:
        fewest = naive.least_worst(vocabulary.guesses, vocabulary.answers, hard=how["hard"])
        refused(f"within {how['allowed']} guesses: allow {fewest}", proof_of, vocabulary, how)
        return
    for top in (1, 4):
        proof = proof_of(vocabulary, how, top=top, threads=2)
        assert proof.complete
        assert [(o.guess, o.total) for o in proof.best] == expected[:top]
        assert proof.bound == expected[0][1]
        assert (proof.bounds <= list(totals.values())).all()
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
    """Supersets bound small buckets as well, however few the openers."""
    monkeypatch.setattr(openers, "LARGE_FROM", 3)
    monkeypatch.setattr(openers, "OPENERS_FOR_LISTS", 1)
    bounded, bounds = [], SupersetBounds.bounds

    def noted(*given):
        found = bounds(*given)
        bounded.extend(found)
        return found

    monkeypatch.setattr(SupersetBounds, "bounds", noted)
    for seed, above in product(range(6), (1, 4)):
        vocabulary = small_vocabulary(seed, length=4, hidden=13)
        totals = totals_of(vocabulary, hard=hard)
        least = min(totals.values())
        proof = proof_of(vocabulary, {"hard": hard}, below=least + above)
        assert (proof.bounds <= list(totals.values())).all()
        assert proof.best[0].total == least
        for guess in vocabulary.guesses:
            for code, candidates, bound in proof.bucket_bounds(guess):
                left = [vocabulary.answers[c] for c in candidates]
                legal = [
                    word
                    for word in vocabulary.guesses
                    if not hard or naive.is_legal(guess, naive.colours(guess, left[0]), word)
                ]
                assert all(naive.code(guess, word) == code for word in left)
                assert bound <= naive.least_total(legal, left, hard=hard)
    assert len(bounded) > 20
    assert opener_buckets.LARGE_FROM == 30


def larger():
    return random_vocabulary(6, 5, 8, 300, hidden=90)


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


def test_some_openers_are_compared():
    vocabulary = small_vocabulary(4)
    totals = totals_of(vocabulary)
    order = sorted(totals, key=totals.get)
    some = order[3:9]
    proof = prove(vocabulary, some, top=2, backend=NUMPY(vocabulary))
    assert proof.complete and proof.openers == tuple(some)
    assert [opener.total for opener in proof.best] == [totals[guess] for guess in order[3:5]]
    assert sum(proof.ways().values()) == len(some)
    assert proof.bound == totals[order[3]]
    assert proof.to_dict()["bound"] == proof.bound and "best" in repr(proof)
    assert proof.to_pandas()["total"].tolist() == [opener.total for opener in proof.best]
    assert proof.lines[1].startswith(f"proven: {proof.best[0].guess} takes {proof.bound} guesses")
    assert proof.lines[1] in Markup(proof._repr_html_()).text
    every = prove(vocabulary, top=SHOWN + 2, backend=NUMPY(vocabulary))
    assert f"{every.best[-3].total} and 2 more, bound" in repr(every)
    page = Markup(every._repr_html_())
    assert sum(tag == "tr" for tag, _ in page.elements) == 1 + SHOWN
    assert f"and 2 more; {every.lines[1]}" in page.text
    (alone,) = prove(vocabulary, some[-1], backend=NUMPY(vocabulary)).best
    assert (alone.guess, alone.total) == (some[-1], totals[order[8]])
    refused("compared only 6 openers: prove all of them", certify_proof, proof)
    for chosen, options, why in (
        (["zzzz"], {}, "zzzz"),
        ([], {}, "no opener is given"),
        (some, {"objective": "worst"}, "compares all openers: leave openers out"),
        (some, {"top": 0}, "top=0 is out of range: give 1 or more"),
    ):
        refused(why, prove, vocabulary, chosen, backend=NUMPY(vocabulary), **options)
    with pytest.raises(TypeError, match="give conditions by name"):
        prove(vocabulary, Conditions(hard=True))


@pytest.mark.parametrize(
    ("how", "options", "message"),
    [
        ({"filter": "letters"}, {}, "optimal play does not support filter 'letters'"),
        ({"pool": "candidates"}, {}, "optimal play guesses from all words"),
        ({"allowed": 2}, {}, "2 guesses allowed is too few for optimal play: allow 3 or more"),
        ({}, {"objective": "best"}, "unknown objective 'best'"),
    ],
)
def test_bad_input_is_one_line(how, options, message):
    refused(message, proof_of, small_vocabulary(1), how, **options)


class Inline(Executor):
    """Does everything at once, in this thread, and keeps what it was given."""

    def __init__(self):
        self.given = []

    def submit(self, work, block):
        self.given.append(block)
        done = Future()
        done.set_result(work(block))
        return done


class Broken(Executor):
    def submit(self, work, block):
        raise BrokenExecutor("gone")


def dense():
    """So dense a list that bounds of a ply leave most openers open."""
    return random_vocabulary(6, 3, 7, 200)


def values(proof):
    return [(o.guess, o.total, o.worst <= (proof.conditions.allowed or 99)) for o in proof.best]


@settings(max_examples=25, deadline=None)
@given(vocabulary=vocabularies, how=conditions)
def test_blocks_prove_what_one_search_proves(vocabulary, how):
    rules, totals = Conditions(**how), totals_of(vocabulary, **how)
    least = min(totals.values())
    if least == math.inf:
        refused("can be found within", prove, vocabulary, None, rules, executor=Inline())
        return
    for top, below in ((1, None), (3, None), (1, least), (1, least + 1)):
        whole = prove(vocabulary, None, rules, top=top, below=below)
        with ThreadPoolExecutor(2) as pool:
            proof = prove(vocabulary, None, rules, top=top, below=below, executor=pool)
        assert proof.complete
        assert values(proof) == values(whole)
        assert proof.bound == whole.bound
        assert (proof.bounds <= list(totals.values())).all()


def test_every_opener_is_in_one_block_and_later_blocks_know_more():
    inline = Inline()
    proof = prove(dense(), top=5, executor=inline)
    assert proof.complete
    openers = np.concatenate([block.openers for block in inline.given])
    assert len(np.unique(openers)) == len(openers) > 0
    known = [len(block.found) for block in inline.given]
    assert len(inline.given[0].trees) >= 5, "bounds are compared with totals"
    assert known == sorted(known)
    assert values(proof) == values(prove(dense(), top=5))


@pytest.mark.parametrize("objective", ["worst", "worst-then-total"])
def test_other_objectives(objective):
    alone = prove(dense(), objective=objective)
    assert prove(dense(), objective=objective, executor=Inline()).best == alone.best


def test_what_was_settled_is_not_asked_again(tmp_path):
    path, words = tmp_path / "proof.json", dense()
    stopped = prove(words, top=3, executor=Inline(), checkpoint=path, seconds=0.0)
    assert not stopped.complete
    ended = 0

    class Killed(Inline):
        def submit(self, work, block):
            nonlocal ended
            if ended == 2:
                raise KeyboardInterrupt
            ended += 1
            return super().submit(work, block)

    with pytest.raises(ProofInterrupted) as caught:
        prove(words, top=3, executor=Killed(), checkpoint=path)
    assert not caught.value.proof.complete
    again = Inline()
    proof = prove(words, top=3, executor=again, checkpoint=path)
    assert proof.complete
    assert values(proof) == values(prove(words, top=3))
    nothing = Inline()
    assert values(prove(words, top=3, executor=nothing, checkpoint=path)) == values(proof)
    assert not nothing.given, "all of it is in the checkpoint"


def test_a_lost_worker_is_one_line():
    refused(r"a worker ended abruptly .* give a --checkpoint", prove, dense(), executor=Broken())


def test_an_error_in_a_block_is_raised(monkeypatch):
    monkeypatch.setattr(opener_proof, "settle", lambda block: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        prove(dense(), executor=Inline())


def test_processes_prove_it():
    with executors.processes(2) as pool:
        assert executors.workers_of(pool) == 2
        proof = prove(dense(), executor=pool)
    assert proof.complete
    assert values(proof) == values(prove(dense()))


def test_eight_threads_share_one_solver(monkeypatch):
    """Each would take the whole memory for its own."""
    made, usual = [], opener_proof.Solver

    def watching(*asked, **how):
        made.append(threading.current_thread().name)
        return usual(*asked, **how)

    monkeypatch.setattr(opener_proof, "Solver", watching)
    opener_proof._solver.cache_clear()  # of the same words, which another test asked for
    words = dense()
    alone = prove(words, top=3)
    with ThreadPoolExecutor(8) as pool:
        proof = prove(words, top=3, executor=pool)
    assert values(proof) == values(alone)
    assert len([name for name in made if name != "MainThread"]) == 1
