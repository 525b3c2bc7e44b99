"""The best openers by optimal play, in one process and in blocks, against all trees in Python."""

import json
import math
import pickle
import threading
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from itertools import product

import naive
import numpy as np
import pytest
from helpers.errors import refused
from helpers.markup import Markup
from helpers.noted import noted
from helpers.optimal import conditions, ranked, small_vocabulary, totals_of, vocabularies
from helpers.playing import NUMPY
from helpers.words import random_vocabulary
from hypothesis import given, settings

from gpuwordle import Conditions, Vocabulary, executors, verify
from gpuwordle.optimal import openers
from gpuwordle.optimal.openers import STAGES
from gpuwordle.optimal.supersets import SupersetBounds
from gpuwordle.proofs import opener_proof
from gpuwordle.proofs.certification import certify_proof, certify_too_few
from gpuwordle.proofs.opener_proof import SHOWN, ProofInterrupted, TooFewGuesses, prove


def proof_of(vocabulary, how=None, **options):
    return prove(vocabulary, None, Conditions(**(how or {})), backend=NUMPY(vocabulary), **options)


def totals(proof):
    return [(opener.guess, opener.total) for opener in proof.best]


class Inline(Executor):
    """Does everything at once, in this thread, and keeps what it was given."""

    def __init__(self):
        self.given = []

    def submit(self, work, block):
        self.given.append(block)
        done = Future()
        done.set_result(work(block))
        return done


@settings(max_examples=20)
@given(vocabulary=vocabularies, how=conditions)
def test_the_best_openers_are_those_of_all_trees_in_one_search_and_in_blocks(vocabulary, how):
    true, words = totals_of(vocabulary, **how), (vocabulary.guesses, vocabulary.answers)
    hard = {"hard": how["hard"]}
    fewest = naive.least_worst(*words, **hard)
    total = naive.least_total(*words, allowed=fewest, **hard)
    for objective, wanted in (("worst", None), ("worst-then-total", total)):
        done = []
        proof = proof_of(vocabulary, hard, objective=objective, progress=done.append)
        best = proof.best[0]
        assert done[-1] == 1
        assert (best.worst, best.total, proof.too_few) == (fewest, wanted, fewest - 1)
        assert naive.least_total(*words, opener=best.guess, allowed=fewest, **hard) < math.inf
    expected = ranked(vocabulary, true)
    if not expected:
        message = f"can be found within {how['allowed']} guesses: allow {fewest}"
        for executor in (None, Inline()):
            refused(message, proof_of, vocabulary, how, executor=executor)
        return
    least = expected[0][1]
    asked = ((1, None), (4, None), (1, least), (1, least + 1))
    with ThreadPoolExecutor(2) as pool:
        for executor, (top, below) in product((None, pool), asked):
            given = {"top": top, "below": below, "executor": executor}
            proof = proof_of(vocabulary, how, threads=2, **given)
            assert proof.complete and proof.bound == least
            wanted = [one for one in expected[:top] if one[1] < (below or math.inf)]
            assert totals(proof) == wanted
            assert all(one.worst <= (how["allowed"] or math.inf) for one in proof.best)
            assert (proof.bounds <= list(true.values())).all()


@pytest.mark.parametrize("hard", [False, True])
def test_bounds_of_every_pass_are_bounds(monkeypatch, hard):
    """Supersets bound small buckets as well, however few the openers."""
    monkeypatch.setattr(openers, "LARGE_FROM", 3)
    monkeypatch.setattr(openers, "OPENERS_FOR_LISTS", 1)
    bounded = noted(monkeypatch, SupersetBounds, "bounds", lambda found, *_: len(found))
    for seed in range(6):
        vocabulary = small_vocabulary(seed, length=4, hidden=13)
        true = list(totals_of(vocabulary, hard=hard).values())
        least = min(true)
        proof = proof_of(vocabulary, {"hard": hard}, below=least + 4)
        assert (proof.bounds <= true).all()
        assert proof.best[0].total == least
        for guess in vocabulary.guesses:
            for code, candidates, bound in proof.bucket_bounds(guess):
                left, legal = [vocabulary.answers[c] for c in candidates], vocabulary.guesses
                if hard:
                    colours = naive.colours(guess, left[0])
                    legal = [word for word in legal if naive.is_legal(guess, colours, word)]
                assert all(naive.code(guess, word) == code for word in left)
                assert bound <= naive.least_total(legal, left, hard=hard)
    assert sum(bounded) > 20


@pytest.fixture(scope="module")
def larger():
    return random_vocabulary(6, 5, 8, 300, hidden=90)


def interrupt(share):
    raise KeyboardInterrupt


def test_threads_and_restarts_change_nothing(larger, tmp_path):
    expected = totals(proof_of(larger, top=3))
    for threads in (1, 2, 3):
        assert totals(proof_of(larger, top=3, threads=threads)) == expected
    for name, stop in (("over", {"seconds": 0.0}), ("interrupted", {"progress": interrupt})):
        how = {"top": 3, "checkpoint": tmp_path / name}
        try:
            stopped = proof_of(larger, **stop, **how)
        except KeyboardInterrupt as interruption:
            stopped = interruption.proof
        assert not stopped.complete
        assert len(json.loads(how["checkpoint"].read_text())["bounds"]) == len(larger.guesses)
        for proof in (proof_of(larger, **how), proof_of(larger, **how), proof_of(larger, top=3)):
            assert proof.complete and totals(proof) == expected
            assert sum(proof.ways().values()) == len(larger.guesses)
            assert set(proof.ways()) <= set(STAGES) - {"open"}


def test_some_openers_are_compared():
    vocabulary = small_vocabulary(4)
    true = totals_of(vocabulary)
    order = sorted(true, key=true.get)
    some = order[3:9]
    proof = prove(vocabulary, some, top=2, backend=NUMPY(vocabulary))
    assert proof.complete and proof.openers == tuple(some)
    assert [opener.total for opener in proof.best] == [true[guess] for guess in some[:2]]
    assert sum(proof.ways().values()) == len(some)
    assert proof.bound == true[some[0]]
    told = proof.to_dict()
    assert (told["bound"], told["too_few"]) == (proof.bound, None) and "best" in repr(proof)
    assert proof.to_pandas()["total"].tolist() == [opener.total for opener in proof.best]
    assert f" 6 of {len(vocabulary)} openers," in proof.lines[0]
    assert proof.lines[1].startswith(f"proven: {proof.best[0].guess} takes {proof.bound} guesses")
    assert proof.lines[1].endswith("none of these openers takes fewer")
    done = []
    prove(vocabulary, some, top=2, backend=NUMPY(vocabulary), progress=done.append)
    assert done[-1] == 1
    assert proof.lines[1] in Markup(proof._repr_html_()).text
    every = prove(vocabulary, top=SHOWN + 2, backend=NUMPY(vocabulary))
    assert f"{every.best[-3].total} and 2 more, bound" in repr(every)
    page = Markup(every._repr_html_())
    assert sum(tag == "tr" for tag, _ in page.elements) == 1 + SHOWN
    assert f"and 2 more; {every.lines[1]}" in page.text
    alone = prove(vocabulary, some[-1], backend=NUMPY(vocabulary))
    assert totals(alone) == [(some[-1], true[some[-1]])]
    refused("compared only 6 openers: prove all of them", certify_proof, proof)


OPENERS = small_vocabulary(1).guesses[:2]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"conditions": Conditions(filter="letters")}, "optimal play does not support filter 'let"),
        ({"conditions": Conditions(pool="candidates")}, "optimal play guesses from all words"),
        ({"objective": "best"}, "unknown objective 'best'"),
        ({"openers": ["zzzz"]}, "zzzz"),
        ({"openers": []}, "no opener is given"),
        ({"openers": OPENERS, "objective": "worst"}, "compares all openers: leave openers out"),
        ({"openers": OPENERS, "top": 0}, "top=0 is out of range: give 1 or more"),
    ],
)
def test_bad_input_is_one_line(asked, message):
    refused(message, prove, small_vocabulary(1), backend="numpy", **asked)


def test_conditions_are_given_by_name():
    with pytest.raises(TypeError, match="give conditions by name"):
        prove(small_vocabulary(1), Conditions(hard=True))


DENSE = random_vocabulary(6, 3, 7, 200)
"""So dense a list that bounds of a ply leave most openers open."""


def test_every_opener_is_in_one_block_and_later_blocks_know_more():
    inline = Inline()
    proof = prove(DENSE, top=5, executor=inline)
    assert proof.complete
    openers = np.concatenate([block.openers for block in inline.given])
    assert len(np.unique(openers)) == len(openers) > 0
    known = [len(block.found) for block in inline.given]
    assert len(inline.given[0].trees) >= 5, "bounds are compared with totals"
    assert known == sorted(known)
    assert totals(proof) == totals(prove(DENSE, top=5))


@pytest.mark.parametrize("objective", ["worst", "worst-then-total"])
def test_other_objectives(objective):
    alone = prove(DENSE, objective=objective)
    if objective == "worst-then-total":
        most = alone.best[0].worst
        assert alone.lines[1].endswith(
            f"no opener with at most {most} guesses in a game takes fewer"
        )
    assert (", bound " in repr(alone)) == (objective != "worst")
    assert prove(DENSE, objective=objective, executor=Inline()).best == alone.best


def test_blocks_may_have_one_or_two_guesses():
    pets = Vocabulary("pets", ["cat", "cow", "dog"])
    proof = prove(pets, objective="worst-then-total", executor=Inline())
    assert proof.complete and (proof.best[0].total, proof.best[0].worst) == (5, 2)


def test_proofs_and_refusals_travel():
    rhymes = Vocabulary("rhymes", ["bat", "cat", "fat", "hat", "mat"])
    with pytest.raises(TooFewGuesses) as raised:
        prove(rhymes, conditions=Conditions(allowed=3))
    error, proof = pickle.loads(pickle.dumps((raised.value, prove(rhymes))))
    assert str(error) == str(raised.value)
    assert verify(certify_too_few(error), rhymes) and verify(certify_proof(proof), rhymes)


def test_what_was_settled_is_not_asked_again(tmp_path):
    how = {"top": 3, "checkpoint": tmp_path / "proof.json"}
    assert not prove(DENSE, executor=Inline(), seconds=0.0, **how).complete

    class Killed(Inline):
        def submit(self, work, block):
            if len(self.given) == 2:
                raise KeyboardInterrupt
            return super().submit(work, block)

    with pytest.raises(ProofInterrupted) as caught:
        prove(DENSE, executor=Killed(), **how)
    assert not caught.value.proof.complete
    proof, nothing = prove(DENSE, executor=Inline(), **how), Inline()
    assert proof.complete
    assert totals(proof) == totals(prove(DENSE, top=3))
    assert totals(prove(DENSE, executor=nothing, **how)) == totals(proof)
    assert not nothing.given, "all of it is in the checkpoint"


def test_a_lost_worker_is_one_line_and_an_error_in_a_block_is_raised(monkeypatch):
    def lost(block):
        raise BrokenExecutor("gone")

    monkeypatch.setattr(opener_proof, "settle", lost)
    refused(r"a worker ended abruptly .* give a --checkpoint", prove, DENSE, executor=Inline())
    monkeypatch.setattr(opener_proof, "settle", lambda block: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        prove(DENSE, executor=Inline())


def test_processes_prove_it():
    with executors.processes(2) as pool:
        assert executors.workers_of(pool) == 2
        proof = prove(DENSE, executor=pool)
    assert proof.complete
    assert totals(proof) == totals(prove(DENSE))


def test_eight_threads_share_one_solver(monkeypatch):
    """Each would take the whole memory for its own."""
    made = noted(monkeypatch, opener_proof, "Solver", lambda *_: threading.current_thread().name)
    opener_proof._solver.cache_clear()  # of the same words, which another test asked for
    alone = prove(DENSE, top=3)
    with ThreadPoolExecutor(8) as pool:
        assert totals(prove(DENSE, top=3, executor=pool)) == totals(alone)
    assert len([name for name in made if name != "MainThread"]) == 1
