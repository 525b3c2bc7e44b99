"""Growth keeps to the memory: as much is grown at a time as fits, and the results are the same."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.playing import (
    NUMPY,
    Looking,
    Recorded,
    conditions,
    same_trees,
    vocabularies,
)
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.clues.hard_mode import LegalGuesses
from gpuwordle.games import growth
from gpuwordle.games.play import play_games
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.words.vocabulary import Vocabulary


def played(games):
    return [
        games.answers.tolist(),
        games.guesses.tolist(),
        games.codes.tolist(),
        games.remaining.tolist(),
        games.solved.tolist(),
    ]


@pytest.mark.parametrize("filter", ["pattern", "letters"])
@pytest.mark.parametrize("name", ["entropy", "random", "rank-one", "letter-frequency"])
def test_games_do_not_depend_on_memory(name, filter):
    words = random_words(8, 4, 5, 120)
    vocabulary = Vocabulary("random", words[:70], words)
    pool = "candidates" if name == "random" else "all"
    for hard in (False, True):
        if hard and name == "rank-one":
            continue
        conditions = Conditions(pool, hard=hard, filter=filter)
        games = [
            played(
                play_games(vocabulary, name, conditions, backend=NUMPY(vocabulary, memory=allowed))
            )
            for allowed in (None, 4000)
        ]
        assert games[0] == games[1]


@pytest.fixture
def listed(monkeypatch):
    """Of how many states the legal guesses are listed at a time."""
    seen, usual = [], LegalGuesses.listed

    def watching(self, legal):
        seen.append(len(legal))
        return usual(self, legal)

    monkeypatch.setattr(LegalGuesses, "listed", watching)
    return seen


def test_hard_mode_lists_as_many_states_as_fit(listed, monkeypatch):
    for name in ("CANDIDATE_BYTES", "LEVEL_BYTES", "NODE_BYTES"):  # levels come whole
        monkeypatch.setattr(growth, name, 0)
    words = random_words(8, 4, 5, 120)
    vocabulary = Vocabulary("random", words[:70], words)

    def play(memory, last=0):
        listed.clear()
        backend, player = NUMPY(vocabulary, memory=memory), strategy_named("entropy", last=last)
        play_games(vocabulary, player, Conditions("all", hard=True, allowed=20), backend=backend)
        return max(listed), sum(listed)

    whole = play(None)
    assert whole[0] > 3
    # A quarter of the memory, and four bytes for each of 120 guesses.
    for states in (2, 3):
        assert play(4 * 4 * 120 * states) == (states, whole[1])
    assert play(4 * 4 * 120 - 1) == (1, whole[1])


@settings(max_examples=60)
@given(
    vocabulary=vocabularies(40),
    how=conditions,
    memory=st.integers(1, 40_000),
    some=st.booleans(),
    player=st.sampled_from(["entropy", "halting"]),
)
def test_trees_do_not_depend_on_memory(vocabulary, how, memory, some, player):
    """Grown in blocks, a tree has the same nodes in the same order."""
    answers = np.arange(len(vocabulary.answers))[::2] if some else None
    trees = [
        grow(
            vocabulary,
            FirstOrLast() if player == "halting" else player,
            Conditions(**how),
            answers=answers,
            backend=NUMPY(vocabulary, memory=allowed),
        )
        for allowed in (None, memory)
    ]
    same_trees(*trees)


class FirstOrLast(Strategy):
    """Plays its last candidate where it has an even number, and else the first guess again."""

    name = "first-or-last"

    def choose(self, states):
        lasts = states.vocabulary.answer_guess[states.candidates.candidates]
        lasts = lasts[states.candidates.offsets[1:] - 1]
        firsts = states.vocabulary.answer_guess[states.candidates.firsts]
        again = states.guesses[:, 0] if states.guesses.shape[1] else firsts
        if states.pool == "all" and states.conditions.allowed is None:
            return np.where(states.sizes % 2 == 0, lasts, again).astype(np.int32)
        return lasts


@pytest.mark.parametrize(("filter", "hard"), [("pattern", True), ("letters", False)])
def test_a_level_that_does_not_fit_is_grown_in_blocks(filter, hard):
    """What many nodes believe together, and what is legal in them, keeps to the memory."""
    words = random_words(8, 4, 5, 400)
    vocabulary = Vocabulary("random", words[:240], words)
    how = Conditions("all", hard=hard, filter=filter, allowed=9)

    def most(memory):
        strategy = Recorded()
        grow(vocabulary, strategy, how, backend=NUMPY(vocabulary, memory=memory))
        sizes = [int(states.sizes.sum()) for states in strategy.asked]
        return max(sizes[1:]), max(len(states) for states in strategy.asked), len(sizes)

    whole, tight = most(None), most(100_000)
    # A quarter of the memory, of which levels above keep half, 64 bytes for each candidate.
    assert tight[0] <= 100_000 / 4 / 2 / 64 < whole[0]
    assert tight[1] < whole[1]
    assert tight[2] > whole[2]


@pytest.mark.parametrize("last", [0, 20])
def test_states_without_lists_come_together(last):
    words = random_words(8, 4, 5, 120)
    vocabulary = Vocabulary("random", words[:70], words)
    strategy = Recorded()
    strategy.last_turns = last
    conditions = Conditions("all", hard=last > 0, allowed=20)
    play_games(vocabulary, strategy, conditions, backend=NUMPY(vocabulary, memory=120_000))
    turns = [states.guesses.shape[1] for states in strategy.asked]
    assert turns == list(range(len(turns))), "one call a turn, though the lists would not fit"


def asked_in_blocks(tree, memory, *, guesses=0, history=False):
    """Return how many states are asked about at a time, by a plain account of what is held.

    ``guesses`` of the vocabulary that hard mode marks as legal or not.
    """
    size, turn = tree.table.candidates.tolist(), tree.table.turns.tolist()
    children = [[] for _ in size]
    for node, parent in enumerate(tree.table.parents.tolist()):
        if parent >= 0:
            children[parent].append(node)
    marks, asked, waiting = -(-guesses // 8), [], []

    def past(turn):
        return 2 * 4 * (turn - 1) if history else 0

    def follow(level):
        going = [node for node in level if size[node] > 1]
        at_once = max(1, memory // 4 // (4 * guesses)) if guesses else len(level)
        asked.extend(len(going[at : at + at_once]) for at in range(0, len(going), at_once))
        after = [child for node in going for child in children[node]]
        if after:
            kept = sum(12 * size[node] + marks + past(turn[node]) for node in going)
            waiting.append((kept + 96 * len(after), after))

    follow([0])
    while waiting:
        room = (memory // 4 - sum(held for held, _ in waiting)) // 2
        held, after = waiting.pop()
        costs = [64 * size[node] + 96 + 2 * marks + past(turn[node] - 1) for node in after]
        fit = max(1, sum(sum(costs[: count + 1]) <= room for count in range(len(costs))))
        if after[fit:]:
            waiting.append((held, after[fit:]))
        follow(after[:fit])
    return asked


@pytest.mark.parametrize(("hard", "history"), [(False, False), (True, False), (False, True)])
def test_as_many_nodes_as_fit_are_grown_at_a_time(hard, history):
    words = random_words(8, 4, 5, 400)
    vocabulary = Vocabulary("random", words[:240], words)
    how = Conditions("all", hard=hard)
    strategy = Looking(history)
    tree = grow(vocabulary, strategy, how, backend=NUMPY(vocabulary))
    assert len(strategy.asked) == tree.table.turns[tree.table.candidates > 1].max()
    # Five nodes of the second turn fit to the byte; the first keeps 12 bytes for each of 240 words.
    second = tree.table.candidates[tree.table.turns == 2]
    marks = len(words) // 8 if hard else 0
    held = 12 * 240 + marks + 96 * len(second)
    exact = 4 * (held + 2 * int((64 * second[:5] + 96 + 2 * marks).sum()))
    guesses, blocks = len(words) if hard else 0, set()
    for memory in (exact, exact - 1, 30_000, 43_210, 60_000, 77_777, 100_000, 250_000):
        strategy.asked.clear()
        grow(vocabulary, strategy, how, backend=NUMPY(vocabulary, memory=memory))
        wanted = asked_in_blocks(tree, memory, guesses=guesses, history=history)
        assert strategy.asked == wanted
        blocks.add(tuple(wanted))
    assert len(blocks) > 6
