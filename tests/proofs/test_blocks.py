"""Openers settled in blocks by others: the same proof as in one process."""

from __future__ import annotations

import math
import threading
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor

import naive
import numpy as np
import pytest
from helpers.optimal import conditions, vocabularies
from helpers.words import random_words
from hypothesis import given, settings

from gpuwordle import executors
from gpuwordle.errors import UserError
from gpuwordle.proofs import opener_proof
from gpuwordle.proofs.opener_proof import ProofInterrupted, prove
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import Vocabulary


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


def larger():
    """So dense a list that bounds of a ply leave most openers open."""
    words = random_words(6, 3, 7, 200)
    return Vocabulary("dense", words, words)


def values(proof):
    return [(o.guess, o.total, o.worst <= (proof.conditions.allowed or 99)) for o in proof.best]


@settings(max_examples=25, deadline=None)
@given(vocabulary=vocabularies, how=conditions)
def test_blocks_prove_what_one_search_proves(vocabulary, how):
    words, rules = (vocabulary.guesses, vocabulary.answers), Conditions(**how)
    totals = [naive.least_total(*words, opener=guess, **how) for guess in vocabulary.guesses]
    if min(totals) == math.inf:
        with pytest.raises(UserError, match="can be found within"):
            prove(vocabulary, None, rules, executor=Inline())
        return
    for top, below in ((1, None), (3, None), (1, min(totals)), (1, min(totals) + 1)):
        whole = prove(vocabulary, None, rules, top=top, below=below)
        with ThreadPoolExecutor(2) as pool:
            proof = prove(vocabulary, None, rules, top=top, below=below, executor=pool)
        assert proof.complete
        assert values(proof) == values(whole)
        assert proof.bound == whole.bound
        assert (proof.bounds <= np.array(totals)).all()


def test_every_opener_is_in_one_block_and_later_blocks_know_more():
    inline = Inline()
    proof = prove(larger(), top=5, executor=inline)
    assert proof.complete
    openers = np.concatenate([block.openers for block in inline.given])
    assert len(np.unique(openers)) == len(openers) > 0
    known = [len(block.found) for block in inline.given]
    assert known[0] >= 5, "bounds are compared with totals"
    assert known == sorted(known)
    assert values(proof) == values(prove(larger(), top=5))


@pytest.mark.parametrize("objective", ["worst", "worst-then-total"])
def test_other_objectives(objective):
    alone = prove(larger(), objective=objective)
    assert prove(larger(), objective=objective, executor=Inline()).best == alone.best


def test_what_was_settled_is_not_asked_again(tmp_path):
    path, words = tmp_path / "proof.json", larger()
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
    with pytest.raises(UserError, match=r"a worker ended abruptly .* give a --checkpoint"):
        prove(larger(), executor=Broken())


def test_an_error_in_a_block_is_raised(monkeypatch):
    monkeypatch.setattr(opener_proof, "settle", lambda block: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        prove(larger(), executor=Inline())


def test_processes_prove_it():
    with executors.processes(2) as pool:
        assert executors.workers_of(pool) == 2
        proof = prove(larger(), executor=pool)
    assert proof.complete
    assert values(proof) == values(prove(larger()))


def test_eight_threads_share_one_solver(monkeypatch):
    """Each would take the whole memory for its own."""
    made, usual = [], opener_proof.Solver

    def watching(*asked, **how):
        made.append(threading.current_thread().name)
        return usual(*asked, **how)

    monkeypatch.setattr(opener_proof, "Solver", watching)
    opener_proof._solver.cache_clear()  # of the same words, which another test asked for
    words = larger()
    alone = prove(words, top=3)
    with ThreadPoolExecutor(8) as pool:
        proof = prove(words, top=3, executor=pool)
    assert values(proof) == values(alone)
    assert len([name for name in made if name != "MainThread"]) == 1
