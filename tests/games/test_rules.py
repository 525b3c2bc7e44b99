"""Games, trees and optimal play under rules besides Wordle's: the oracle, and known totals."""

import random
from functools import cache

import naive
import numpy as np
import pytest
from helpers.errors import refused
from helpers.rules import TOLD, Distances
from helpers.words import random_words

from gpuwordle import Conditions, Vocabulary, grow, load, play, prove
from gpuwordle.optimal.solver import Solver
from gpuwordle.rules.named import rule_named
from gpuwordle.tree.check import BrokenRule, check_tree

ALL = Conditions(pool="all")


@pytest.mark.parametrize("rule", TOLD)
def test_optimal_play_is_that_of_the_oracle(rule):
    told = cache(TOLD[rule])
    for seed in range(25):
        rng = random.Random(seed)
        guesses = random_words(seed, rng.randint(2, 6), rng.randint(2, 5), rng.randint(3, 14))
        hidden = sorted(rng.sample(guesses, min(len(guesses), 7)))
        words = Vocabulary("random", hidden, guesses, rule=rule_named(rule))
        expected = naive.least_total(guesses, hidden, told=told)
        assert Solver(words).solve(np.arange(len(hidden))).total == expected


@pytest.mark.parametrize("rule", TOLD)
@pytest.mark.parametrize("strategy", ["entropy", "minimax", "random", "sampled-expected"])
def test_games_are_replayed(rule, strategy):
    for seed, (length, letters) in enumerate([(4, 3), (5, 6), (9, 3)]):
        guesses = random_words(seed, length, letters, 60)
        words = Vocabulary("random", guesses[:40], guesses, rule=rule_named(rule))
        for game in play(words, strategy, seed=seed, backend="numpy").to_dict()["games"]:
            candidates, answer = list(words.answers), game["answer"]
            for guess, remaining in zip(game["guesses"], game["remaining"], strict=True):
                # The win is told apart, even where the score is not.
                told = guess == answer, TOLD[rule](guess, answer)
                candidates = naive.clue_buckets(guess, candidates, TOLD[rule])[told]
                assert remaining == len(candidates)
            assert game["solved"] and candidates == [answer] == game["guesses"][-1:]
        if strategy in ("entropy", "minimax"):
            tree, other = (grow(words, strategy, ALL, backend="numpy") for _ in range(2))
            check_tree(tree, words)
            other.table.codes[-1] += 1
            with pytest.raises(BrokenRule):
                check_tree(other, words)


def test_known_totals_of_mastermind():
    """Minimax is Knuth's; the first of the best, codes that may be hidden before others."""
    words = load("mastermind:4x6").of_length(4)
    known = {"minimax": 5801, "expected-size": 5696, "entropy": 5722, "buckets": 5668}
    for strategy, total in known.items():
        for backend in ("numpy", "numba"):
            assert grow(words, strategy, ALL, backend=backend).total == total
    for opener, totals in {
        "1122": (5801, 5764, 5739, 5728),
        "1123": (5803, 5696, 5680, 5668),
    }.items():
        found = (grow(words, strategy, ALL, opener=opener).total for strategy in known)
        assert tuple(found) == totals


OPTIMAL = {  # pegs, colours: codes with repeats
    **{(2, k): n for k, n in zip(range(2, 9), (8, 21, 45, 81, 132, 198, 284), strict=True)},
    (2, 10): 517,
    **{(3, k): n for k, n in zip(range(2, 7), (18, 73, 206, 451, 854), strict=True)},
    (4, 2): 44,
    (4, 3): 246,
    (5, 2): 97,
    (6, 2): 224,
}
OPTIMAL_BULLS = {(2, 3): 13, (2, 4): 30, (2, 5): 60, (3, 4): 72, (3, 5): 196, (4, 4): 86}


@pytest.mark.parametrize(("game", "known"), [("mastermind", OPTIMAL), ("bulls", OPTIMAL_BULLS)])
def test_known_optimal_totals(game, known):
    for (pegs, colours), total in known.items():
        words = load(f"{game}:{pegs}x{colours}").of_length(pegs)
        found = Solver(words).solve(np.arange(len(words.answers)))
        assert (found.total, found.exact) == (total, True)


def test_mastermind_is_solved():
    """Four pegs of six colours take 5,625 guesses (Koyama and Lai 1993), and 5,626 in five each."""
    words = load("mastermind:4x6").of_length(4)
    (best,) = (proof := prove(words)).best
    assert (best.guess, best.total, best.worst, proof.complete) == ("1123", 5625, 6, True)
    (best,) = prove(words, ["1122", "1123"], Conditions(allowed=5)).best
    assert (best.guess, best.total) == ("1123", 5626)


def test_anagrams_share_all_letters_and_are_no_win():
    words = Vocabulary("anagrams", ["stare", "tears", "rates", "aster"], rule="jotto")
    games = play(words, "entropy", backend="numpy").to_dict()["games"]
    assert [game["patterns"] for game in games] == [["5"] * n + ["5!"] for n in range(4)]


def test_what_needs_colours_is_refused():
    words = Vocabulary("pets", ["cat", "act", "dog"], rule=Distances())
    none = "reads colours of letters, and rule 'helpers.rules:Distances' has none: leave it out"
    for run in (play, grow):
        refused(f"hard mode {none}", run, words, "entropy", Conditions(hard=True))
        refused(f"filter 'letters' {none}", run, words, "entropy", Conditions(filter="letters"))
    for strategy in ("clique", "heuristic", "unattempted"):
        message = f"strategy '{strategy}' cannot play: it reads colours of letters, and rule"
        refused(message, play, words, strategy)
    assert play(words, "letter-frequency").lost == 0
