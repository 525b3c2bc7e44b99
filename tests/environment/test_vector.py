"""The vector environment against the oracle and single environments, and with wrong actions."""

import itertools
import pickle
import random
from functools import cache, partial

import naive
import numpy as np
import pytest
from helpers.words import PETS, outcome, random_vocabulary, random_words

from gpuwordle import Conditions, UserError, Vocabulary, judge, load

pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install 'gpuwordle[gym]'")

from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from gpuwordle.environment.answers import drawn_answers
from gpuwordle.environment.candidates import Kept
from gpuwordle.environment.single import WordleEnv
from gpuwordle.environment.vector import REWARDS, WordleVectorEnv
from gpuwordle.rules.built_in import RULES
from gpuwordle.words.orthography import language_names, language_of

JOTTO = Vocabulary("jotto", ["cat", "cow"], rule="jotto")


class Player:
    """One environment, in plain Python: what the vector environment does with each game."""

    def __init__(self, words, told, allowed, hard, answers, bits):
        self.words, self.told, self.bits = words, told, bits
        self.allowed, self.hard, self.answers = allowed, hard, answers
        self.episode, self.over = -1, True
        self.begin()

    def begin(self):
        self.episode += 1
        self.answer = self.words.answers[self.answers[self.episode]]
        weights = self.words.weights_of(np.arange(len(self.words.answers))).tolist()
        self.left = dict(zip(self.words.answers, weights, strict=True))
        self.clues, self.turns, self.over = [], 0, False

    def step(self, action):
        """Return (reward, ended, answer, illegal)."""
        if self.over:
            self.begin()
            return 0.0, False, -1, False
        guess, before = self.words.guesses[action], sum(self.left.values())
        right, told = guess == self.answer, self.told(guess, self.answer)
        legal = not self.hard or all(naive.is_legal(g, t, guess) for g, t in self.clues)
        if legal:
            self.clues.append((guess, told))
            self.left = {
                word: weight
                for word, weight in self.left.items()
                if self.told(guess, word) == told and (guess == word) == right
            }
        self.turns += 1
        self.over = (legal and right) or self.turns == self.allowed
        answer = self.answers[self.episode] if self.over else -1
        reward = np.log2(before / sum(self.left.values())) if self.bits else float(legal and right)
        return reward, self.over, answer, not legal


def check_steps(words, hard, reward, games, steps, *, memory=None, among=None):
    """Compare random steps of many games with `Player`, game by game.

    Guesses are drawn among some words, or all, but for one game a step whose answer is guessed.
    """
    rng, allowed = np.random.default_rng(len(words)), 4
    rules = Conditions(hard=hard, allowed=allowed)
    env = WordleVectorEnv(words, games, rules, reward=reward, backend="numpy", memory=memory)
    env.reset(seed=5)
    assert env.action_space.nvec.tolist() == [len(words)] * games
    episodes = np.arange(steps + 1)
    answers = [drawn_answers(words, 5, game, episodes).tolist() for game in range(games)]
    told, of_code = cache(naive.TOLD[words.rule.name]), {}
    players = [Player(words, told, allowed, hard, each, reward == "bits") for each in answers]
    indices = list(map(words.find, among or words.guesses))
    for step in range(steps):
        actions = rng.choice(indices, games)
        actions[step % games] = words.find(players[step % games].answer)
        observation, rewards, ended, truncated, infos = env.step(actions)
        illegal = infos["illegal"].tolist() if hard else [False] * games
        found = zip(
            rewards.tolist(), ended.tolist(), infos["answer"].tolist(), illegal, strict=True
        )
        for player, action, got in zip(players, actions.tolist(), found, strict=True):
            wanted = player.step(action)
            assert got == (pytest.approx(wanted[0]), *wanted[1:])
        assert not truncated.any()
        assert env.observation_space.contains(observation)
        assert env.single_observation_space.contains({k: v[-1] for k, v in observation.items()})
        # What is observed: the guesses, and codes that stand for one pattern each, or for a win.
        for player, guesses, codes, turn in zip(players, *observation.values(), strict=True):
            assert turn == player.turns
            played = [int(guess) for guess in guesses if guess >= 0]
            assert [words.guesses[guess] for guess in played] == [g for g, _ in player.clues]
            for guess, code in zip(guesses[:turn], codes, strict=False):
                if guess >= 0:
                    word = words.guesses[guess]
                    pattern = told(word, player.answer), word == player.answer
                    assert of_code.setdefault(int(code), pattern) == pattern
            assert (guesses[turn:] == -1).all()
        assert infos["episode_number"].tolist() == [player.episode for player in players]


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("length", [1, 2, 5, 7, 12])
def test_steps_are_those_of_the_oracle(length, hard):
    check_steps(random_vocabulary(length, length, 4, 30, hidden=12), hard, "sparse", 25, 25)


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("count", [3, 8, 9, 10, 30])
def test_bits_are_those_of_the_oracle_if_codes_are_few(count, hard):
    """Two letters have nine codes: buckets are found by code if there are more answers.

    There are more games than are paid together.
    """
    check_steps(random_vocabulary(count, 2, 6, 30, hidden=count), hard, "bits", 70, 15)


@pytest.mark.sample(4)
@pytest.mark.parametrize("rule", ["wordle", "greens"])
@pytest.mark.parametrize("weighed", [False, True])
@pytest.mark.parametrize("count", [70, 1100, 6561])
def test_bits_of_long_lists_are_those_of_the_oracle(count, weighed, rule):
    """More answers than a game keeps words for, and than one word of a mask stands for."""
    answers = list(map("".join, itertools.product("abcdefghi", repeat=4)))
    random.Random(count).shuffle(answers)
    del answers[count:]
    weights = [1 + place % 5 for place in range(count)] if weighed else None
    # A few guesses that tell little, so that many candidates are left for some turns.
    others = ["aaaa", "aaab", "abaa", "baab", "bbbb", "ccca", "ddac", "ghic"]
    words = Vocabulary("long", answers, sorted({*answers, *others}), rule=rule, weights=weights)
    check_steps(words, False, "bits", 12, 5, among=others)


def test_a_game_of_bits_takes_the_memory_that_is_stated(wordle):
    for answers, taken in ((15_872, 73), (15_873, 81)):
        assert sum(array.nbytes for array in Kept.of(3, answers)) == 3 * taken
    sparse = WordleVectorEnv(wordle, 2).bytes_per_game
    assert WordleVectorEnv(wordle, 2, reward="bits").bytes_per_game == sparse + 73


@pytest.mark.parametrize("reward", ["sparse", "bits"])
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_with_weights(rule, reward):
    words = random_words(4, 3, 4, 50)
    weights = [1 + place % 7 for place in range(30)]
    vocabulary = Vocabulary("few", words[:30], words, rule=rule, weights=weights)
    check_steps(vocabulary, False, reward, 20, 15)


@pytest.mark.parametrize("name", language_names())
def test_every_language(name, tmp_path):
    facts = {"letters": "1 2 + ="} if name == "symbols" else language_of(name).facts
    letters = sorted(facts["letters"].split())[:5]
    rng = random.Random(name)
    lines = {"".join(rng.choices(letters, k=3)) for _ in range(30)}
    (tmp_path / "words.txt").write_text("\n".join(sorted(lines)), encoding="utf-8")
    words = load(tmp_path / "words.txt", language=name).of_length(3)
    check_steps(words, True, "sparse", 6, 6)


def test_without_a_matrix_the_backend_is_asked():
    check_steps(random_vocabulary(2, 4, 4, 40), False, "sparse", 20, 15, memory=2000)


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "hard"), [("wordle", True), *((rule, False) for rule in RULES)])
@pytest.mark.parametrize("length", range(1, 13))
def test_a_million_steps_are_those_of_the_oracle(length, rule, hard):
    words = random_words(length, length, 4, 60)
    check_steps(Vocabulary("few", words[:40], words, rule=rule), hard, "sparse", 170, 100)


@pytest.mark.sample(6)
@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("mode", AutoresetMode)
def test_games_are_those_of_single_environments(mode, reward, hard):
    words = random_vocabulary(3, 4, 4, 30)
    options = {"seed": 11, "reward": reward, "action_mask": True}
    shown = ["answer", "episode_number", "action_mask"]
    shown += ["illegal"] * hard + ["exact"] * (reward == "regret")
    rules = Conditions(hard=hard, allowed=3)
    ours = WordleVectorEnv(
        words, 7, rules, autoreset_mode=mode, first=2, copy=False, backend="numba", **options
    )

    def alone(environment):
        return WordleEnv(words, rules, environment=environment, backend="numpy", **options)

    theirs = SyncVectorEnv([partial(alone, one) for one in range(2, 9)], autoreset_mode=mode)
    assert data_equivalence(ours.reset()[0], theirs.reset()[0], exact=True)
    rng = np.random.default_rng(1)
    for _ in range(18):
        actions = rng.integers(0, len(words), 7)
        mine, other = ours.step(actions), theirs.step(actions)
        assert data_equivalence(mine[:4], other[:4], exact=True)
        infos, final = mine[4], other[4].pop("final_obs", None)
        if final is not None:  # one object for each game there, arrays here
            ended = np.flatnonzero(other[4]["_final_obs"])
            for name, array in infos["final_obs"].items():
                theirs_last = np.stack([one[name] for one in final[ended]])
                np.testing.assert_array_equal(array[ended], theirs_last, strict=True)
            last = other[4].pop("final_info")
            for name in ("answer", "episode_number"):
                np.testing.assert_array_equal(infos["final_info"][name][ended], last[name][ended])
        for name in shown:
            np.testing.assert_array_equal(infos[name], other[4][name])
        if mode is AutoresetMode.DISABLED and mine[2].any():
            again = [env.reset(options={"reset_mask": mine[2]})[0] for env in (ours, theirs)]
            assert data_equivalence(*again, exact=True)


@pytest.mark.parametrize(("rule", "hard"), [("wordle", True), *((rule, False) for rule in RULES)])
def test_regret_is_that_of_the_judge_and_paid_at_the_end(rule, hard):
    guesses, weights = random_words(3, 4, 4, 20), [1 + place % 4 for place in range(20)]
    words = Vocabulary("few", guesses, rule=rule, weights=weights)
    rules = Conditions(hard=hard, allowed=3)
    env = WordleVectorEnv(words, 6, rules, reward="regret", seconds=None, seed=1, backend="numpy")
    env.reset()
    rng, paid = np.random.default_rng(2), []
    for _ in range(12):
        observation, rewards, ended, _, infos = env.step(rng.integers(0, len(words), 6))
        assert (infos["_exact"] == ended).all()
        assert (infos["exact"] == ended).all()
        assert not rewards[~ended].any()
        played = [
            {
                "answer": words.answers[infos["answer"][game]],
                "guesses": [
                    None if guess < 0 else guesses[guess]
                    for guess in observation["guesses"][game][: observation["turn"][game]]
                ],
            }
            for game in np.flatnonzero(ended)
        ]
        if played:
            judged = judge(words, played, rules, seconds=None, backend="numpy")
            np.testing.assert_array_equal(rewards[ended], -judged.of_games(judged.regret))
            paid += rewards[ended].tolist()
    assert len(paid) > 10
    assert any(paid)


def test_regret_without_time_is_between_its_bounds(words_alpha):
    words = Vocabulary("some", words_alpha(5).guesses[:400])
    both = [
        WordleVectorEnv(words, 3, Conditions(allowed=2), reward="regret", seconds=limit, seed=1)
        for limit in (0.0, None)
    ]
    for env in both:
        env.reset()
        env.step(np.array([5, 90, 200]))
    (_, middle, _, _, unsure), (_, exact, _, _, sure) = (
        env.step(np.array([6, 91, 201])) for env in both
    )
    assert sure["exact"].all()
    assert not unsure["exact"].any()
    played = np.array([[5, 6], [90, 91], [200, 201]]), unsure["answer"]
    judged = judge(words, played, seconds=0.0)
    least, most = map(judged.of_games, judged.bounds.T)
    assert (least < most).all()
    assert ((least <= -exact) & (-exact <= most)).all()
    np.testing.assert_allclose(-middle, (least + most) / 2)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.zeros(3, int), "actions are int64 of shape (3,): give a guess index for each"),
        (np.zeros(4), "actions are float64 of shape (4,): give a guess index for each"),
        (None, "actions are object of shape ()"),
        ([[1], [2, 3], 4, 0], "actions are of type list, not an array: give a guess index"),
        ([0, 1, 5, 2], "action 5 of game 2 is not a guess index: give 0 to 4"),
        ([0, -1, 1, 2], "action -1 of game 1 is not a guess index: give 0 to 4"),
        (np.array([0, 1, 2, 2**63], np.uint64), "action 9223372036854775808 of game 3"),
    ],
    ids=["shape", "dtype", "none", "ragged", "high", "low", "huge"],
)
def test_wrong_actions_move_no_game(actions, message):
    env = WordleVectorEnv(PETS, 4, seed=1, backend="numpy")
    assert outcome(env.step, np.zeros(4, int)) == "no game has begun: call reset first"
    observation, _ = env.reset()
    assert message in outcome(env.step, actions)
    assert data_equivalence(env._observation(), observation, exact=True)
    for dtype in (np.int8, np.uint16, np.int32, np.uint64):
        env.step(np.zeros(4, dtype))


def test_gymnasium_records_the_statistics_of_episodes():
    env = RecordEpisodeStatistics(WordleVectorEnv(PETS, 4, seed=1, backend="numpy"))
    env.reset()
    for turn in range(6):
        infos = env.step(np.full(4, turn % 5))[-1]
    assert "episode" in infos


def test_an_environment_is_copied_with_what_judges_it():
    env = WordleVectorEnv(PETS, 2, seed=1, reward="regret", backend="numpy")
    env.reset()
    same = pickle.loads(pickle.dumps(env))
    for guess in (0, 1):
        assert (env.step(np.full(2, guess))[1] == same.step(np.full(2, guess))[1]).all()


def test_games_that_are_over_wait_for_their_reset():
    env = WordleVectorEnv(PETS, 2, seed=1, autoreset_mode="Disabled", backend="numpy")
    env.reset()
    answer = drawn_answers(PETS, 1, 1, 0)[0]
    env.step(np.array([(drawn_answers(PETS, 1, 0, 0)[0] + 1) % 5, answer]))
    assert "game 1 is over, and there is no autoreset" in outcome(env.step, np.zeros(2, int))
    _, infos = env.reset(options={"reset_mask": np.array([False, True])})
    assert infos["episode_number"].tolist() == [0, 1]
    for wrong in (np.zeros(2, bool), np.ones(3, bool), np.ones(2, int)):
        assert "reset_mask is" in outcome(lambda m=wrong: env.reset(options={"reset_mask": m}))
    with pytest.raises(UserError, match="reset_mask is given with a seed"):
        env.reset(seed=1, options={"reset_mask": np.ones(2, bool)})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"reward": "dense"}, "unknown reward 'dense'"),
        ({"autoreset_mode": "never"}, "unknown autoreset_mode 'never'"),
        ({"render_mode": "rgb"}, "unknown render_mode 'rgb'"),
        ({"num_envs": 0}, "num_envs=0 is out of range: give 1"),
        ({"first": -1}, "first=-1 is out of range: give 0"),
        ({"first": 1 << 63}, "is out of range: give 0 to 4611686018427387904"),
        ({"conditions": Conditions(hard=True)}, "an environment needs a limit on guesses"),
        (
            {"conditions": Conditions(pool="candidates", allowed=3)},
            "pool 'candidates' applies to strategies only",
        ),
        ({"num_envs": 10**12}, "games take"),
        ({"reward": "bits", "memory": 1000}, "for the reward 'bits' take"),
        ({"reward": "regret", "seconds": -1}, "seconds=-1 is not a time"),
        ({"vocabulary": JOTTO, "conditions": Conditions(hard=True, allowed=6)}, "has none"),
    ],
)
def test_wrong_arguments_are_told(changes, message):
    arguments = {"vocabulary": PETS, "num_envs": 1} | changes
    assert message in outcome(lambda: WordleVectorEnv(**arguments))


def test_games_are_drawn(capsys):
    texts = WordleVectorEnv(PETS, 2, seed=1, render_mode="ansi")
    texts.reset()
    texts.step(np.array([0, 3]))
    first, _ = texts.render()
    assert first.splitlines()[0] == "game 0, episode 0"
    assert "C" in first.splitlines()[1]
    cat = next(seed for seed in range(99) if drawn_answers(PETS, seed, 0, 0)[0] == 0)
    hard = WordleVectorEnv(PETS, 1, Conditions(hard=True, allowed=3), seed=cat, render_mode="human")
    hard.reset()
    assert not hard.step(np.array([PETS.find("cow")]))[4]["illegal"].any()
    observation, _, ended, _, infos = hard.step(np.array([PETS.find("dog")]))
    assert infos["illegal"].all()
    assert observation["guesses"].tolist() == [[1, -1, -1]]
    assert not ended.any()
    assert hard.step(np.array([PETS.find("dog")]))[2].all()  # its three turns are over
    assert capsys.readouterr().out.endswith("[C]  O   W \nno guess\nno guess\n")
    hard.close()
    assert hard.closed
    assert WordleVectorEnv(PETS).render() is None


def test_a_million_games_at_once(wordle):
    env = WordleVectorEnv(wordle, 1_000_000, seed=1, copy=False)
    assert env.bytes_per_game == 25 + 6 * (2 + 1)
    env.reset()
    first = wordle.answer_guess[drawn_answers(wordle, 1, 0, 0)[0]]
    observation, _, ended, _, infos = env.step(np.full(1_000_000, first))
    assert ended[0]
    assert (infos["answer"][ended] == infos["answer"][0]).all()
    assert 300 < ended.sum() < 600
    assert observation["codes"].dtype == np.uint8
