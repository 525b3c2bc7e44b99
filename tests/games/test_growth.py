"""Growth: a state is scored once, and a strategy that repeats itself ends."""

import numpy as np
import pytest
from helpers.draws import check_games
from helpers.noted import noted
from helpers.playing import NUMPY, Own, Recorded, conditions, games_of, same_trees, vocabularies
from helpers.words import random_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, Strategy, Vocabulary, grow, play
from gpuwordle.games import growth
from gpuwordle.games.growth import _fingerprints
from gpuwordle.rules.conditions import FILTERS
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.check import check_tree


def first_candidates(states):
    return states.vocabulary.answer_guess[states.candidates.firsts]


def test_a_strategy_that_repeats_itself_ends():
    words = ["aa", "ab", "ba", "bb", "zz"]
    vocabulary, last = Vocabulary("letters", words), Own(lambda states: [4] * len(states))
    for allowed, counts in ((None, [1, 1, 1, 1, 1]), (3, [3, 3, 3, 3, 1])):
        tree = grow(vocabulary, last, Conditions(allowed=allowed), backend=NUMPY(vocabulary))
        check_tree(tree, vocabulary)
        assert (tree.games().counts.tolist(), tree.lost) == (counts, 4)
        assert tree.to_text().count("zz") == counts[0]
    vocabulary = Vocabulary("letters", words[:4], [*words, "yy"])
    in_turn = Own(lambda states: [4 + states.guesses.shape[1] % 2] * len(states))
    endless = grow(vocabulary, in_turn, backend=NUMPY(vocabulary))
    assert (endless.games().counts.tolist(), endless.lost) == ([7] * 4, 4)


def test_a_score_is_followed_within_the_pool_of_the_conditions():
    vocabulary = random_vocabulary(2, 5, 6, 150, hidden=90)
    for pool, total in (("candidates", 210), ("all", 199), (None, 199)):
        tree = grow(vocabulary, "minimax", Conditions(pool=pool), backend=NUMPY(vocabulary))
        check_tree(tree, vocabulary)
        assert tree.total == total


@pytest.mark.parametrize("asked", [False, True])
def test_a_strategy_is_asked_about_a_lone_candidate_if_it_says_so(asked):
    def choose(states):
        """Plays the words that cannot be hidden in turn, then the first candidate."""
        turn = states.guesses.shape[1]
        return [4 + turn] * len(states) if turn < 3 else first_candidates(states)

    answers = ["ab", "cd", "ef", "gh"]
    vocabulary = Vocabulary("letters", answers, [*answers, "ad", "ex", "yz"])
    tree = grow(vocabulary, Own(choose, asked_when_certain=asked), backend=NUMPY(vocabulary))
    check_tree(tree, vocabulary)
    # ad tells ab from cd and leaves ef and gh, which ex tells apart.
    assert tree.games().counts.tolist() == ([4, 4, 4, 4] if asked else [2, 2, 3, 3])


@pytest.mark.parametrize("filter", FILTERS)
def test_a_strategy_is_asked_about_every_node_if_it_uses_history_and_else_once(filter):
    vocabulary, conditions = random_vocabulary(4, 5, 3, 150), Conditions(filter=filter, allowed=9)
    historian, other = (Recorded(pool="candidates", uses_history=uses) for uses in (True, False))
    for strategy in (historian, other):
        tree = grow(vocabulary, strategy, conditions, backend=NUMPY(vocabulary))
        check_tree(tree, vocabulary)
    nodes = ((tree.table.candidates > 1) & (tree.table.turns < 10)).sum()
    assert sum(map(len, historian.asked)) == nodes < tree.games().counts.sum()
    assert (sum(map(len, other.asked)) < nodes) == (filter not in ("pattern", "bounds"))
    for turn, states in enumerate(historian.asked):
        assert states.guesses.shape == states.codes.shape == (len(states), turn)
    for states in other.asked:
        sets = {tuple(states.candidates.group(state)) for state in range(len(states))}
        assert len(sets) == len(states), "equal states are one"


def test_a_filter_tells_the_states_of_the_longest_words_apart():
    vocabulary, how = random_vocabulary(4, 20, 2, 300), Conditions(filter="letters", allowed=9)
    check_tree(grow(vocabulary, Recorded(), how, backend=NUMPY(vocabulary)), vocabulary)


@pytest.mark.parametrize("filter", FILTERS)
def test_only_the_games_that_are_played_are_followed(filter):
    vocabulary, chosen = random_vocabulary(4, 5, 3, 150), np.array([77, 3, 30])
    recorded, how, backend = Recorded(), Conditions(filter=filter), NUMPY(vocabulary)
    for player in ("minimax", recorded):
        whole = grow(vocabulary, player, how, backend=backend)
        recorded.asked.clear()
        part = grow(vocabulary, player, how, answers=chosen, backend=backend)
        for tree in (whole, part):
            check_tree(tree, vocabulary)
        assert len(part) < len(whole) and part.played.tolist() == chosen.tolist()
        games, expected = part.games(), games_of(whole.games(), chosen)
        for name in ("answers", "offsets", "guesses", "codes", "remaining", "solved"):
            found, true = getattr(games, name), getattr(expected, name)
            assert (found.dtype, found.tolist()) == (true.dtype, true.tolist()), name
    assert max(len(states) for states in recorded.asked) <= 3


def late(states):
    """Chooses the last word of the alphabet that was not played yet."""
    words, chosen = states.vocabulary.guesses, []
    for state in range(len(states)):
        playable = states.playable(state).tolist()
        left = set(playable) - set(states.guesses[state].tolist())
        chosen.append(max(left or playable, key=words.__getitem__))
    return chosen


def late_by_hand(words, believed, clues):
    return max(set(words) - {guess for guess, _ in clues} or words)


@settings(max_examples=150)
@given(
    vocabulary=vocabularies(),
    hard=st.booleans(),
    filter=st.sampled_from(FILTERS),
    allowed=st.integers(1, 5),
    last=st.integers(0, 6),
)
def test_only_candidates_are_played_at_the_end(vocabulary, hard, filter, allowed, last):
    how = {"pool": "all", "hard": hard, "filter": filter, "allowed": allowed}
    check_games(vocabulary, Own(late, last_turns=last), late_by_hand, how, last=last)


@pytest.mark.parametrize("hard", [False, True])
def test_a_strategy_that_looks_past_its_pool_plays_the_first_candidate(hard):
    answers = ["crane", "crate", "trace", "lions", "pions"]
    vocabulary = Vocabulary("late", answers, [*answers, "vozhd"])
    # Where it chooses a candidate in the same turn, that is kept.
    player = Own(lambda states: np.where(states.sizes == 2, 4, 5), last_turns=2)

    def by_hand(words, left, clues):
        return "pions" if len(left) == 2 else left[0] if clues else "vozhd"

    how = {"pool": "all", "hard": hard, "filter": "pattern", "allowed": 3}
    check_games(vocabulary, player, by_hand, how)


def test_some_states_are_stuck_and_others_go_on():
    def choose(states):
        """Repeats the opener where aa is possible, and else goes through the candidates."""
        return np.where(states.candidates.firsts == 0, 8, first_candidates(states))

    answers = ["aa", "ab", "ba", "cc", "cd", "ce", "dd", "de"]
    vocabulary = Vocabulary("letters", answers, [*answers, "ca"])
    tree = grow(vocabulary, Own(choose), backend=NUMPY(vocabulary))
    check_tree(tree, vocabulary)
    games = tree.games()
    assert tree.lost == 2, "ca tells aa and ba from nothing else, again and again"
    assert games.solved.tolist() == [False, True, False, True, True, True, True, True]


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
            return first_candidates(states)

        def draw(self, states, state, streams):
            return first_candidates(states)[state]

    vocabulary = random_vocabulary(6, 4, 5, 60)
    # Whether it draws or not, it plays the first candidate.
    how = {"pool": "candidates", "hard": False, "filter": "pattern"}
    check_games(vocabulary, Drawing(), lambda words, believed, clues: believed[0], how)


def test_different_sets_have_different_fingerprints():
    rng = np.random.default_rng(0)
    sets = {tuple(sorted(rng.choice(40, size, replace=False))) for size in [1, 2, 3, 20] * 900}
    found = _fingerprints(Groups.of([np.array(one) for one in sets]))
    assert len(np.unique(found[:, 0])) == len(np.unique(found[:, 1])) == len(sets)
    turned = _fingerprints(Groups.of([np.array(one)[::-1] for one in sets]))
    assert np.array_equal(found, turned)


def test_the_backend_is_not_called_without_need(monkeypatch):
    """A level whose last games all end asks for no split of no sets."""
    vocabulary = random_vocabulary(8, 4, 5, 60)
    backend = NUMPY(vocabulary)
    sets = noted(monkeypatch, backend, "split", lambda _, candidates, *guesses: len(candidates))
    for filter in ("pattern", "letters"):
        grow(vocabulary, Own(first_candidates), Conditions(filter=filter), backend=backend)
    assert min(sets) > 0


def asked(name, last=0):
    """The strategy as a custom one, which has to be asked about every state."""
    return Own(strategy_named(name).choose, uses_history=False, last_turns=last)


@settings(max_examples=80)
@given(
    vocabulary=vocabularies(40),
    name=st.sampled_from(sorted(KEYS)),
    pool=st.sampled_from(["all", "candidates"]),
    hard=st.booleans(),
    allowed=st.none() | st.integers(1, 5),
    last=st.integers(0, 3),
    opener=st.none() | st.integers(0, 10**6),
)
def test_trees_by_key_equal_those_by_states(vocabulary, name, pool, hard, allowed, last, opener):
    last = 0 if allowed is None else last
    opener = None if opener is None else opener % len(vocabulary.guesses)
    conditions = Conditions(pool, hard=hard and pool == "candidates", allowed=allowed)
    trees = [
        grow(vocabulary, player, conditions, opener=opener, backend=NUMPY(vocabulary))
        for player in (strategy_named(name, last=last), asked(name, last=last))
    ]
    same_trees(*trees)
    check_tree(trees[0], vocabulary)


def test_which_trees_grow_by_key(monkeypatch):
    vocabulary = random_vocabulary(3, 4, 4, 60, hidden=50)
    some, every = np.arange(0, 50, 2), np.arange(50)[::-1]
    keys = noted(monkeypatch, growth, "grow_by_key", lambda _, backend, nodes, key, *__: key.name)

    def grown(player="entropy", how=None, memory=None, **named):
        keys.clear()
        grow(vocabulary, player, how, backend=NUMPY(vocabulary, memory=memory), **named)
        return list(keys)

    for name in KEYS:
        assert grown(name) == [name]
    assert grown(answers=every, opener=3) == ["entropy"]
    assert grown(how=Conditions("candidates", hard=True)) == ["entropy"]
    assert grown(asked("entropy")) == []
    assert grown("rank-one") == []
    assert grown(answers=some) == []
    assert grown(how=Conditions("all", hard=True)) == []
    assert grown(how=Conditions(filter="letters")) == []
    # Where levels would have to be cut into blocks.
    least = 2 * 4 * 50 * (growth.LEVEL_BYTES + growth.NODE_BYTES)
    assert grown(memory=least) == ["entropy"]
    assert grown(memory=least - 8) == []
    certain = strategy_named("entropy")
    certain.asked_when_certain = True
    assert grown(certain) == []


def first_or_last(states):
    """Plays its last candidate where it has an even number, and else the first guess again."""
    words = states.vocabulary
    lasts = words.answer_guess[states.candidates.candidates[states.candidates.offsets[1:] - 1]]
    again = states.guesses[:, 0] if states.guesses.shape[1] else first_candidates(states)
    if states.pool == "all" and states.conditions.allowed is None:
        return np.where(states.sizes % 2 == 0, lasts, again)
    return lasts


@settings(max_examples=100)
@given(
    vocabulary=vocabularies(50, longest=20),
    how=conditions | conditions.map(lambda how: how | {"filter": "pattern"}),
    memory=st.none() | st.integers(1, 4_000) | st.integers(1, 60_000),
    some=st.sampled_from([False, False, True]),
    player=st.sampled_from([*KEYS, Own(first_or_last)]),
)
def test_trees_depend_neither_on_memory_nor_on_the_backend(
    backend_type, vocabulary, how, memory, some, player
):
    """Grown in blocks, a tree has the same nodes in the same order."""
    answers = np.arange(len(vocabulary.answers))[::2] if some else None
    trees = [
        grow(vocabulary, player, Conditions(**how), answers=answers, backend=backend)
        for backend in (NUMPY(vocabulary), backend_type(vocabulary, memory=memory))
    ]
    same_trees(*trees)


def test_a_level_that_does_not_fit_is_grown_in_blocks():
    """What many nodes believe together keeps to the memory, also where nodes share candidates."""
    vocabulary = random_vocabulary(8, 4, 5, 400, hidden=240)

    def most(memory):
        strategy, how = Recorded(), Conditions(filter="letters", allowed=9)
        grow(vocabulary, strategy, how, backend=NUMPY(vocabulary, memory=memory))
        sizes = [int(states.sizes.sum()) for states in strategy.asked]
        return max(sizes[1:]), max(map(len, strategy.asked)), len(sizes)

    whole, tight = most(None), most(100_000)
    # A quarter of the memory, of which levels above keep half, 64 bytes for each candidate.
    assert tight[0] <= 100_000 / 4 / 2 / 64 < whole[0]
    assert tight[1] < whole[1]
    assert tight[2] > whole[2]


@pytest.mark.parametrize("last", [0, 20])
def test_states_without_lists_come_together(last):
    vocabulary = random_vocabulary(8, 4, 5, 120, hidden=70)
    strategy = Recorded(last_turns=last)
    conditions = Conditions("all", hard=last > 0, allowed=20)
    play(vocabulary, strategy, conditions, backend=NUMPY(vocabulary, memory=120_000))
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
    vocabulary = random_vocabulary(8, 4, 5, 400, hidden=240)
    how, asked = Conditions("all", hard=hard), []
    player = Own(
        lambda states: asked.append(len(states)) or first_candidates(states), uses_history=history
    )
    tree = grow(vocabulary, player, how, backend=NUMPY(vocabulary))
    assert len(asked) == tree.table.turns[tree.table.candidates > 1].max()
    # Five nodes of the second turn fit to the byte; the first keeps 12 bytes for each of 240 words.
    second = tree.table.candidates[tree.table.turns == 2]
    marks = len(vocabulary) // 8 if hard else 0
    held = 12 * 240 + marks + 96 * len(second)
    exact = 4 * (held + 2 * int((64 * second[:5] + 96 + 2 * marks).sum()))
    guesses, blocks = len(vocabulary) if hard else 0, set()
    for memory in (1, exact, exact - 1, 30_000, 43_210, 60_000, 77_777, 100_000, 250_000):
        asked.clear()
        grow(vocabulary, player, how, backend=NUMPY(vocabulary, memory=memory))
        wanted = asked_in_blocks(tree, memory, guesses=guesses, history=history)
        assert asked == wanted
        blocks.add(tuple(wanted))
    assert len(blocks) > 6
