"""Eight threads use one engine at the same time, and get the results of a single thread."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from helpers.words import random_words

from gpuwordle import Clues, Conditions, Pattern, Vocabulary, best_openers, play
from gpuwordle.assistant.adviser import Adviser
from gpuwordle.assistant.moves import clues_of_moves
from gpuwordle.assistant.suggest import suggestions_for
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.cliques.listing import list_cliques
from gpuwordle.scoring import logs
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS

THREADS = 8

WORDS = random_words(5, 5, 6, 400)


@pytest.fixture
def hurry():
    """Threads take turns a thousand times as often as usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 1000)
    yield
    sys.setswitchinterval(usual)


def at_once(ask):
    """Call a function in eight threads that begin together; return what each got."""
    barrier = threading.Barrier(THREADS)

    def run(number):
        barrier.wait(60)
        return ask(number)

    return list(ThreadPoolExecutor(THREADS).map(run, range(THREADS), timeout=120))


def same_as_alone(new, ask):
    """Ask something new from one thread, and the same made again from eight at once."""
    alone, shared = new(), new()
    expected = [ask(alone, number) for number in range(THREADS)]
    assert at_once(lambda number: ask(shared, number)) == expected


def asked(engine, number):
    """Everything that an engine is asked, each thread about other groups."""
    words, rng = engine.vocabulary, np.random.default_rng(number)
    answers, sizes = np.arange(len(words.answers)), (1, 2, 5, 30, 70, 150, 200)
    groups = Groups.of([rng.permutation(answers)[:size] for size in sizes])
    guesses = np.arange(number, len(words.guesses), 7)
    return [
        engine.codes(guesses).tolist(),
        engine.paired_codes(answers, answers[::-1].copy()).tolist(),
        engine.statistics(groups, guesses).block.tolist(),
        *(engine.best_guesses(groups, key).tolist() for key in KEYS.values()),
        engine.best_guesses(groups, KEYS["entropy"], "candidates").tolist(),
        engine.bucket_counts(groups).tolist(),
        [part.tolist() for part in engine.split(groups, np.arange(7)).groups],
        repr(best_openers(words, backend=engine)),
        play(words, "minimax", Conditions(hard=True), backend=engine).guesses.tolist(),
    ]


@pytest.mark.parametrize(("kind", "guesses"), [(NumbaBackend, 400), (NumpyBackend, 40)])
def test_eight_threads_ask_one_engine(hurry, kind, guesses):
    """The engine is new, so that its tables are made while all ask for them."""
    same_as_alone(lambda: kind(Vocabulary("random", WORDS[: guesses // 2], WORDS[:guesses])), asked)


def test_eight_threads_share_lists_and_clues(hurry):
    def new():
        return Vocabulary("random", WORDS[:200], WORDS), Clues.parse([f"{WORDS[3]}={'.' * 5}"])

    def asked(shared, _):
        words, clues = shared
        return (
            words.digest,
            words.guess_answer.tolist(),
            words.answer_letters.tolist(),
            list(clues.eligible(words)),
            play(words, "random", seed=3, backend="numpy").guesses.tolist(),
        )

    same_as_alone(new, asked)


def test_eight_threads_ask_one_adviser(hurry):
    """One adviser keeps exact results, which are computed while all threads request them."""
    words = Vocabulary("random", WORDS[:60], WORDS[:120])
    clues = [
        clues_of_moves([(WORDS[number], Pattern.of(WORDS[number], WORDS[number + 20]))])
        for number in range(THREADS)
    ]

    def asked(adviser, number):
        position = adviser.position(clues[number])
        return suggestions_for(position, words, seconds=None).to_dict()

    same_as_alone(lambda: Adviser(words, backend="numba"), asked)


def test_eight_threads_search_the_same_cliques(hurry):
    words = Vocabulary("pairs", [a + b for a in "abcdefgh" for b in "abcdefgh" if a != b])
    for ask in (
        lambda classes, _: count_cliques(classes, 3),
        lambda classes, _: np.concatenate(list(list_cliques(classes, 3))).tolist(),
    ):
        same_as_alone(lambda: AnagramClasses.of(words), ask)


def test_eight_threads_share_tables_of_logarithms(hurry, monkeypatch):
    expected = {size: logs.log_table(size).tolist() for size in range(1, 9)}
    monkeypatch.setattr(logs, "_longest", np.zeros(0, np.int64))
    assert at_once(lambda number: logs.log_table(number + 1).tolist()) == list(expected.values())
