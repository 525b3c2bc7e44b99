"""Growth: a state is scored once, and a strategy that repeats itself ends."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.playing import NUMPY, Looking, Recorded
from helpers.words import random_words
from naive import code

from gpuwordle.games.growth import _fingerprints
from gpuwordle.games.play import play_games
from gpuwordle.rules.conditions import FILTERS, Conditions
from gpuwordle.scoring.groups import Groups
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.tree.check import check_tree
from gpuwordle.words.vocabulary import Vocabulary


def test_a_strategy_that_repeats_itself_ends():
    class Stubborn(Strategy):
        """Always plays the last word."""

        name = "stubborn"
        pool = "all"

        def choose(self, states):
            return np.full(len(states), len(states.vocabulary.guesses) - 1, np.int32)

    words = ["aa", "ab", "ba", "bb", "zz"]
    vocabulary = Vocabulary("letters", words)
    endless = grow(vocabulary, Stubborn(), backend=NUMPY(vocabulary))
    check_tree(endless, vocabulary)
    assert endless.games().counts.tolist() == [1, 1, 1, 1, 1]
    assert endless.lost == 4
    limited = grow(vocabulary, Stubborn(), Conditions(allowed=3), backend=NUMPY(vocabulary))
    check_tree(limited, vocabulary)
    assert limited.games().counts.tolist() == [3, 3, 3, 3, 1]
    assert limited.to_text().count("zz") == 3

    class Alternating(Strategy):
        """Plays two useless words in turn."""

        name = "alternating"
        pool = "all"

        def choose(self, states):
            return np.full(len(states), 4 + states.guesses.shape[1] % 2, np.int32)

    vocabulary = Vocabulary("letters", words[:4], [*words, "yy"])
    endless = grow(vocabulary, Alternating(), backend=NUMPY(vocabulary))
    assert endless.lost == 4
    assert endless.games().counts.tolist() == [7] * 4


@pytest.mark.parametrize("asked", [False, True])
def test_a_strategy_is_asked_about_a_lone_candidate_if_it_says_so(asked):
    class Stickler(Strategy):
        """Plays the words that cannot be hidden in turn, then the first candidate."""

        name = "stickler"
        pool = "all"
        asked_when_certain = asked

        def choose(self, states):
            turn = states.guesses.shape[1]
            if turn < 3:
                return np.full(len(states), 4 + turn, np.int32)
            return states.vocabulary.answer_guess[states.candidates.firsts]

    answers = ["ab", "cd", "ef", "gh"]
    vocabulary = Vocabulary("letters", answers, [*answers, "ad", "ex", "yz"])
    tree = grow(vocabulary, Stickler(), backend=NUMPY(vocabulary))
    check_tree(tree, vocabulary)
    # ad tells ab from cd and leaves ef and gh, which ex tells apart.
    assert tree.games().counts.tolist() == ([4, 4, 4, 4] if asked else [2, 2, 3, 3])


@pytest.mark.parametrize("filter", FILTERS)
def test_a_state_is_scored_once(filter):
    class Watching(type(strategy_named("entropy"))):
        """Counts what it is asked."""

        def choose(self, states):
            sets = [tuple(states.candidates.group(state)) for state in range(len(states))]
            assert len(set(sets)) == len(sets), "equal states are one"
            scored.append(len(sets))
            return super().choose(states)

    scored = []
    vocabulary = Vocabulary("random", random_words(4, 5, 3, 150))
    tree = grow(
        vocabulary, Watching(), Conditions(filter=filter, allowed=9), backend=NUMPY(vocabulary)
    )
    asked = (tree.table.candidates > 1) & (tree.table.turns < 10)
    assert sum(scored) <= asked.sum() < tree.games().counts.sum()
    assert (sum(scored) < asked.sum()) == (filter in ("letters", "colours"))


@pytest.mark.parametrize("filter", ["pattern", "letters"])
def test_only_the_games_that_are_played_are_followed(filter):
    vocabulary = Vocabulary("random", random_words(4, 5, 3, 150))
    strategy, backend = Recorded(), NUMPY(vocabulary)
    whole = play_games(vocabulary, strategy, Conditions(filter=filter), backend=backend)
    strategy.asked.clear()
    chosen = np.array([3, 77])
    some = play_games(
        vocabulary, strategy, Conditions(filter=filter), answers=chosen, backend=backend
    )
    for game, answer in enumerate(chosen):
        places = slice(whole.offsets[answer], whole.offsets[answer + 1])
        kept = slice(some.offsets[game], some.offsets[game + 1])
        assert some.guesses[kept].tolist() == whole.guesses[places].tolist()
    assert max(len(states) for states in strategy.asked) <= 2


def test_the_pool_is_the_one_that_was_asked_for():
    vocabulary = Vocabulary("random", random_words(4, 4, 4, 40)[:30], random_words(4, 4, 4, 40))
    for pool in ("all", "candidates"):
        strategy = Recorded()
        play_games(vocabulary, strategy, Conditions(pool), backend=NUMPY(vocabulary))
        assert {states.pool for states in strategy.asked} == {pool}


@pytest.mark.parametrize("last", [1, 2])
@pytest.mark.parametrize("hard", [False, True])
def test_in_the_last_turns_candidates_alone_are_played(last, hard):
    class Reckless(Recorded):
        """Plays one word after another, candidate or not, or its own last candidate."""

        last_turns = last

        def choose(self, states):
            super().choose(states)
            chosen = np.arange(len(states), dtype=np.int32) + states.guesses.shape[1]
            for state in range(0, len(states), 3):
                chosen[state] = states.vocabulary.answer_guess[states.candidates.group(state)[-1]]
            if hard and states.pool != "candidates":
                chosen = np.array([states.playable(one)[-1] for one in range(len(states))])
            return chosen

    words = random_words(11, 4, 4, 90)
    vocabulary = Vocabulary("random", words[10:], words)
    strategy = Reckless()
    tree = grow(
        vocabulary, strategy, Conditions("all", hard=hard, allowed=4), backend=NUMPY(vocabulary)
    )
    check_tree(tree, vocabulary)
    for turn, states in enumerate(strategy.asked, 1):
        assert (states.pool == "candidates") == (turn > 4 - last), turn
    games = tree.games()
    wanted = []
    for game in range(len(games)):
        start, end = games.offsets[game], games.offsets[game + 1]
        left = list(range(len(vocabulary.answers)))
        for turn, place in enumerate(range(start, end), 1):
            guess = vocabulary.guesses[games.guesses[place]]
            believed = [vocabulary.answers[answer] for answer in left]
            if turn > 4 - last:
                assert guess in believed
                wanted.append(guess != believed[0])
            left = [a for a in left if code(guess, vocabulary.answers[a]) == games.codes[place]]
    assert any(wanted), "a candidate that the strategy chose itself is kept"


def test_some_states_are_stuck_and_others_go_on():
    class Halting(Strategy):
        """Repeats the opener where aa is possible, and else goes through the candidates."""

        name = "halting"
        pool = "all"

        def choose(self, states):
            firsts = states.candidates.firsts
            guesses = states.vocabulary.answer_guess[firsts]
            return np.where(firsts == 0, len(states.vocabulary.guesses) - 1, guesses)

    answers = ["aa", "ab", "ba", "cc", "cd", "ce", "dd", "de"]
    vocabulary = Vocabulary("letters", answers, [*answers, "ca"])
    tree = grow(vocabulary, Halting(), backend=NUMPY(vocabulary))
    check_tree(tree, vocabulary)
    games = tree.games()
    assert tree.lost == 2, "ca tells aa and ba from nothing else, again and again"
    assert games.solved.tolist() == [False, True, False, True, True, True, True, True]


@pytest.mark.parametrize("filter", ["letters", "colours"])
def test_a_strategy_that_uses_history_is_asked_about_every_node(filter):
    class Historian(Recorded):
        uses_history = True

    vocabulary = Vocabulary("random", random_words(4, 5, 3, 150))
    asked = {}
    for kind in (Historian, Recorded):
        strategy = kind()
        strategy.uses_history = kind is Historian
        conditions = Conditions("candidates", filter=filter, allowed=9)
        tree = grow(vocabulary, strategy, conditions, backend=NUMPY(vocabulary))
        check_tree(tree, vocabulary)
        asked[kind] = sum(map(len, strategy.asked))
        if kind is Historian:
            nodes = (tree.table.candidates > 1) & (tree.table.turns < 10)
            assert asked[kind] == nodes.sum()
            for turn, states in enumerate(strategy.asked):
                assert states.guesses.shape == states.codes.shape == (len(states), turn)
    assert asked[Recorded] < asked[Historian]


def test_what_draws_is_asked_about_states_alone():
    class Drawing(Strategy):
        name = "drawing"
        deterministic = False

        def draws(self, states):
            assert len(states)
            return (states.sizes > 4) & (states.sizes < 30)

        def choose(self, states):
            assert len(states)
            assert not self.draws(states).any(), "those are drawn"
            return states.vocabulary.answer_guess[states.candidates.firsts]

        def draw(self, states, state, streams):
            return states.vocabulary.answer_guess[states.candidates.firsts[state]]

    words = random_words(6, 4, 5, 60)
    vocabulary = Vocabulary("random", words)
    games = play_games(vocabulary, Drawing(), backend=NUMPY(vocabulary))
    assert games.lost == 0
    # Whether it draws or not, it plays the first candidate.
    for answer in range(len(words)):
        left, places = words, range(games.offsets[answer], games.offsets[answer + 1])
        for place in places:
            assert vocabulary.guesses[games.guesses[place]] == left[0]
            left = [w for w in left if code(left[0], w) == games.codes[place]]


def test_different_sets_have_different_fingerprints():
    rng = np.random.default_rng(0)
    sets = {tuple(sorted(rng.choice(40, size, replace=False))) for size in [1, 2, 3, 20] * 900}
    found = _fingerprints(Groups.of([np.array(one) for one in sets]))
    assert len(np.unique(found, axis=0)) == len(sets)
    assert len(np.unique(found[:, 0])) == len(np.unique(found[:, 1])) == len(sets)
    turned = _fingerprints(Groups.of([np.array(one)[::-1] for one in sets]))
    assert np.array_equal(found, turned)


def test_the_backend_is_not_called_for_nothing():
    """A level whose last games all end asks for no split of no sets."""
    vocabulary = Vocabulary("random", random_words(8, 4, 5, 60))
    backend = NUMPY(vocabulary)
    sets, usual = [], backend.split
    backend.split = lambda candidates, guesses: (
        sets.append(len(candidates)) or usual(candidates, guesses)
    )
    for filter in ("pattern", "letters"):
        grow(vocabulary, Looking(False), Conditions(filter=filter), backend=backend)
    assert min(sets) > 0
