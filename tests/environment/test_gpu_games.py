"""Games on a GPU, the kernel run on the CPU: against the vector environment, and without it."""

from types import SimpleNamespace

import numpy as np
import pytest
from cuda_on_cpu.emulated import ORDERS, compiler, emulated_device
from helpers.errors import refused
from helpers.words import random_words

from gpuwordle import Conditions, UserError, Vocabulary
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.environment.gpu_games import GpuGames

pytestmark = pytest.mark.skipif(compiler() is None, reason="g++ is not installed")

GUESSES = random_words(1, 5, 6, 60)
PLAIN = Vocabulary("some hidden", GUESSES[10:40], GUESSES)
LISTS = {
    "plain": PLAIN,
    "weights": Vocabulary("weights", GUESSES[:9], GUESSES, weights=[1, 50, 3, 1, 9, 7, 2, 30, 5]),
    "jotto": Vocabulary("jotto", random_words(2, 7, 4, 40), rule="jotto"),
    "long": Vocabulary("long", random_words(3, 16, 3, 40)),
}


def begun(words, count, order=0, **options):
    """Games on the emulated device."""
    engine = CupyBackend(words, device=emulated_device(order))
    return GpuGames(words, count, backend=engine, **options)


def played(games, actions):
    games.step(games._device.to_device(actions, np.int32))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", LISTS)
def test_they_are_those_of_the_vector_environment(name, order):
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    from gpuwordle.environment.vector import WordleVectorEnv

    words, count, rules = LISTS[name], 300, Conditions(allowed=4)
    env = WordleVectorEnv(words, count, rules, first=7, backend="numpy")
    games = begun(words, count, order, conditions=rules, first=7, seed=1)
    rng = np.random.default_rng(order)
    for seed in (1, 1 << 40):
        observation, infos = env.reset(seed=seed)
        games.reset(seed)
        for _ in range(12):
            assert games.guesses.tolist() == observation["guesses"].tolist()
            assert games.codes.tolist() == observation["codes"].tolist()
            assert games.turns.tolist() == observation["turn"].tolist()
            assert games.episodes.tolist() == infos["episode_number"].tolist()
            actions = rng.integers(0, len(words.guesses), count)
            observation, rewards, ended, _, infos = env.step(actions)
            played(games, actions)
            assert games.rewards.tolist() == rewards.tolist()
            assert games.ended.tolist() == ended.tolist()
            assert games.answers.tolist() == infos["answer"].tolist()
    assert games.wrong() == 0
    assert len({*games.episodes.tolist()}) > 1


def test_a_step_copies_allocates_and_waits_for_nothing(monkeypatch):
    games = begun(PLAIN, 50)
    actions = games._device.to_device(np.zeros(50), np.int32)
    from_dlpack = games._device.xp.from_dlpack
    monkeypatch.setattr(games._device, "xp", SimpleNamespace(from_dlpack=from_dlpack))
    monkeypatch.setattr(games._device, "to_host", None)
    for _ in range(5):
        games.step(actions)
    assert max(games.turns.tolist()) == 5


def test_arrays_leave_by_dlpack():
    games = begun(PLAIN, 20)
    names = ("guesses", "codes", "turns", "rewards", "ended", "answers", "episodes")
    there = {name: np.from_dlpack(getattr(games, name)) for name in names}
    played(games, np.full(20, 3))
    for name, array in there.items():
        assert array.tolist() == getattr(games, name).tolist()
        assert np.shares_memory(array, getattr(games, name))
    kinds = ["int32", "uint32", "int64", "float64", "bool", "int32", "int64"]
    assert [array.dtype.name for array in there.values()] == kinds


def test_what_is_no_guess_moves_no_game():
    games = begun(PLAIN, 4)
    played(games, [0, -1, 60, 59])
    assert games.turns.tolist() == [1, 0, 0, 1]
    assert games.guesses[:, 0].tolist() == [0, -1, -1, 59]
    assert games.wrong() == 2
    for actions in (np.zeros(3, np.int32), np.zeros(4, np.int64), np.zeros((4, 1), np.int32)):
        with pytest.raises(UserError, match=r"give contiguous int32 \(4,\)"):
            games.step(games._device.to_device(actions, actions.dtype))
    games.reset()
    assert games.wrong() == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"conditions": Conditions()}, "need easy mode and a limit on guesses"),
        ({"conditions": Conditions(hard=True, allowed=6)}, "need easy mode and a limit"),
        ({"games": 0}, "games=0 is out of range: give 1 or more"),
        ({"first": -1}, "first=-1 is out of range: give 0"),
        ({"first": 1 << 63}, "is out of range: give 0 to 4611686018427387904"),
        ({"games": 1 << 30}, "1,073,741,824 games"),
        ({"backend": NumpyBackend(PLAIN)}, "backend 'numpy' plays no games on a GPU"),
    ],
)
def test_wrong_arguments_are_named(options, message):
    engine = CupyBackend(PLAIN, device=emulated_device())
    refused(message, GpuGames, PLAIN, **{"backend": engine, **options})


def test_rows_that_do_not_fit_are_refused():
    engine = CupyBackend(PLAIN, memory=4_000, device=emulated_device())
    refused("do not fit in the memory of emulated", GpuGames, PLAIN, 1, backend=engine)
