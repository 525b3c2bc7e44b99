"""The single environment passes gymnasium's own checks, also as planes and as made by name."""

import numpy as np
import pytest
from helpers.words import outcome, random_vocabulary

from gpuwordle import Conditions

pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install 'gpuwordle[gym]'")

import gymnasium
from gymnasium.utils.env_checker import check_env

import gpuwordle.environment.registration
from gpuwordle.environment.observation_planes import Planes, VectorPlanes
from gpuwordle.environment.single import WordleEnv
from gpuwordle.environment.vector import WordleVectorEnv

NAME = gpuwordle.environment.registration.NAME
WORDS = random_vocabulary(3, 4, 4, 30)


@pytest.mark.parametrize("hard", [False, True])
def test_gymnasium_has_nothing_to_say(hard, capsys):
    conditions = Conditions(hard=hard, allowed=6)
    env = gymnasium.make(NAME, vocabulary=WORDS, conditions=conditions, backend="numpy")
    check_env(env.unwrapped)  # any warning is an error
    assert "game 0, episode 0" in capsys.readouterr().out  # it was rendered for people as well


@pytest.mark.filterwarnings("ignore:.*different from the unwrapped version")
def test_planes_hold_what_was_observed():
    one = gymnasium.make(NAME, vocabulary=WORDS, backend="numpy").unwrapped
    check_env(Planes(one), skip_render_check=True)
    plain = WordleVectorEnv(WORDS, 6, seed=1, backend="numpy")
    planes = VectorPlanes(WordleVectorEnv(WORDS, 6, seed=1, backend="numpy"))
    drawn, _ = planes.reset()
    assert not drawn.any()
    plain.reset()
    for step in range(9):
        actions = np.arange(6) * 5 % 30 + step
        (observation, *_), (drawn, *_) = plain.step(actions % 30), planes.step(actions % 30)
        assert planes.observation_space.contains(drawn)
        letters, colours = drawn[..., :-3], drawn[..., -3:]
        for game, guesses in enumerate(observation["guesses"]):
            for turn, guess in enumerate(guesses):
                if guess < 0:
                    assert not drawn[game, turn].any()
                    continue
                spelled = [WORDS.alphabet[place.argmax()] for place in letters[game, turn]]
                assert "".join(spelled) == WORDS.guesses[guess]
                digits = "".join(map(str, colours[game, turn].argmax(axis=1)))
                assert int(digits, 3) == observation["codes"][game, turn]
                assert (drawn[game, turn].sum(axis=1) == 2).all()


def test_a_game_is_drawn_and_wrong_actions_are_named():
    env = WordleEnv(WORDS, environment=5, seed=3, backend="numpy", render_mode="ansi")
    env.reset()
    env.step(np.int64(4))
    assert env.render().startswith("game 5, episode 0\n")
    assert "action 30 of game 0 is not a guess index" in outcome(env.step, 30)
    assert "actions are float64 of shape (1,)" in outcome(env.step, 1.5)


def test_made_by_name_for_many_games():
    for mode in (None, "sync"):
        env = gymnasium.make_vec(
            NAME, num_envs=3, vectorization_mode=mode, vocabulary=WORDS, backend="numpy"
        )
        assert isinstance(env.unwrapped, WordleVectorEnv) == (mode is None)
        assert env.reset(seed=1)[0]["turn"].tolist() == [0, 0, 0]


def test_observations_are_tensors_without_a_copy():
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    env = WordleVectorEnv(WORDS, 3, seed=1, backend="numpy")
    env.reset()
    observation, rewards, *_ = env.step(np.arange(3))
    for array in (*observation.values(), rewards):
        tensor = torch.from_numpy(array)
        assert tensor.data_ptr() == array.ctypes.data
        assert tensor.tolist() == array.tolist()
