"""What custom strategies choose is checked before it is played."""

import numpy as np
import pytest
from helpers.errors import refused
from helpers.playing import Own
from helpers.words import random_words

from gpuwordle import Conditions, Vocabulary, grow, play
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend

WORDS = random_words(1, 5, 5, 60)

VOCABULARY = Vocabulary("random", WORDS[:40], WORDS)


@pytest.fixture(scope="module", params=[NumpyBackend, NumbaBackend], ids=["numpy", "numba"])
def backend(request):
    return request.param(VOCABULARY)


class Drawing(Own):
    deterministic = False

    def draw(self, states, state, streams):
        return self.answer(state)


def constant(value, dtype=np.int32):
    return lambda asked: np.full(len(asked), value, dtype)


@pytest.mark.parametrize("filter", ["pattern", "letters"])
@pytest.mark.parametrize("index", [-1, 60, 2**31 - 1, -(2**31), 2**40])
def test_a_stray_guess_names_strategy_state_and_value(backend, index, filter):
    asked = Conditions(filter=filter)
    message = (
        rf"^strategy 'own' chose {index} for state 0 of turn 1 \(40 candidates: \w{{5}}, \w{{5}}, "
        r"\w{5}, ...\): give the index of a guess, 0 to 59$"
    )
    choosing = Own(constant(index, np.int64), uses_history=False)
    for run in (play, grow):
        refused(message, run, VOCABULARY, choosing, asked, backend=backend)
    drawing, message = Drawing(constant(index, np.int64)), f"chose {index} for state 0 of turn 1"
    refused(f"strategy 'own' {message}", play, VOCABULARY, drawing, asked, backend=backend)


@pytest.mark.parametrize(
    "answer",
    [
        constant(1.0, float),
        constant(float("nan"), float),
        constant(True, bool),
        lambda asked: np.zeros(len(asked) + 1, int),
        lambda asked: np.zeros((len(asked), 1), int),
        lambda asked: 3,
        lambda asked: None,
        lambda asked: ["crane"] * len(asked),
        lambda asked: [[1], [1, 2]],
        lambda asked: [2**80],
    ],
)
@pytest.mark.parametrize("kind", [Own, Drawing])
def test_results_that_are_not_one_guess_for_each_state(backend, kind, answer):
    message = "^strategy 'own' returned .* of turn 1: return one"
    refused(message, play, VOCABULARY, kind(answer), backend=backend)


def test_guesses_outside_the_pool(backend):
    last, message = constant(59), r"chose 59 \(\w+\) for state 0 .* is not a candidate there"
    refused(message, play, VOCABULARY, Own(last), Conditions("candidates"), backend=backend)
    refused(message, play, VOCABULARY, Drawing(last), backend=backend)
    in_turn = Own(lambda states: [states.guesses.shape[1]] * len(states))
    message = "turn 2 .*is not a legal guess there"
    refused(message, play, VOCABULARY, in_turn, Conditions(hard=True), backend=backend)


def test_draws_must_return_a_bool_for_each_state(backend):
    class Torn(Drawing):
        def draws(self, states):
            return np.ones(len(states) + 1, bool)

    message = "'own' returned bool of shape .* from draws in turn 1"
    refused(message, play, VOCABULARY, Torn(constant(0)), backend=backend)


@pytest.mark.parametrize("run", [play, grow])
@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"opener": -1}, "opener index -1 is out of range: give 0 to 59"),
        ({"opener": 60}, "opener index 60 is out of range: give 0 to 59"),
        ({"opener": [1]}, "opener index .*give 0 to 59"),
        ({"answers": [-1]}, "answer index -1 .* is out of range: give 0 to 39"),
        ({"answers": [40]}, "answer index 40 .* is out of range: give 0 to 39"),
        ({"answers": [True]}, r"indices \(answer\) are bool"),
        ({"answers": ["crane"]}, r"indices \(answer\) are"),
    ],
)
def test_invalid_openers_and_answers(backend, run, named, message):
    refused(message, run, VOCABULARY, "entropy", backend=backend, **named)


def test_a_strategy_may_answer_with_any_integers(backend):
    def first(states):
        return [np.uint64(states.playable(state)[0]) for state in range(len(states))]

    games = play(VOCABULARY, Own(first, pool="candidates"), opener=np.int64(7), backend=backend)
    assert len(games) == 40
    assert games.lost == 0
    assert set(games.guesses[games.offsets[:-1]].tolist()) == {7}
