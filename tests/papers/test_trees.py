"""What the papers and peers measured with whole games, to the last digit.

Conventions are stated where each strategy is defined; the errata are named here.
"""

from fractions import Fraction
from functools import cache

import naive
import numpy as np
import pytest
from helpers.draws import state_of
from helpers.known_trees import ANY_WORD, GREEDY
from helpers.playing import games_of
from helpers.words import words_of

from gpuwordle import Conditions, Vocabulary, grow, play
from gpuwordle.backends.table import choose
from gpuwordle.clues.filters import remaining
from gpuwordle.papers.comparison import agrees
from gpuwordle.papers.printed import exact_mean, read_paper
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.check import check_tree
from gpuwordle.tree.decision_process import value

LAHIRI, HAAG = read_paper("lahiri"), read_paper("haag")
SREEKALA, VAN_FLEET = read_paper("sreekala"), read_paper("van_fleet")


def backend_of(vocabulary):
    return choose("auto")(vocabulary)


@pytest.fixture(scope="module")
def nltk_backends(nltk):
    return cache(lambda length: backend_of(nltk(length)))


@pytest.fixture(scope="module")
def wordle_backend(wordle):
    return backend_of(wordle)


@pytest.mark.parametrize("length", LAHIRI.printed["averages"].values)
def test_greedy_tables_of_lahiri(nltk_backends, length):
    printed, pinned = LAHIRI.printed, LAHIRI.pinned
    backend = nltk_backends(length)
    vocabulary = backend.vocabulary
    tree = grow(
        vocabulary, "minimax", Conditions(pool="candidates", filter="letters"), backend=backend
    )
    if length in (3, 5):
        check_tree(tree, vocabulary)
    assert len(tree.played) == printed["words"].values[length]
    assert tree.opener == printed["openers"].values[length]
    assert (tree.total, tree.lost) == (pinned["totals"][length], 0)
    assert agrees(printed["averages"].values[length], tree.mean)
    assert (tree.worst, *sorted(tree.worst_words())) == printed["worst"].values[length]
    games = tree.games()
    assert agrees(printed["won_within_13"].only(length).value, games.win_percent(13))
    assert agrees(printed["won_within_22"].only(length).value, games.win_percent(22))
    if length == 5:
        assert agrees(printed["won_within_6"].values[length], games.win_percent(6))
        # "Always won with 13 guesses" is an erratum: mesal takes 14.
        assert tree.wins(13) == len(tree.played) - 1
        mesal = games_of(games, [vocabulary.guess_answer[vocabulary.find("mesal")]])
        assert [vocabulary.guesses[guess] for guess in mesal.guesses] == MESAL.split()


MESAL = "nares saple stale swale halse scale slake slade false sable solea samel amsel mesal"


@pytest.mark.parametrize("length", LAHIRI.pinned["algorithm_1_worst"])
def test_greedy_tables_by_algorithm_1_of_lahiri(nltk_backends, length):
    pinned, backend = LAHIRI.pinned, nltk_backends(length)
    tree = grow(backend.vocabulary, "minimax", Conditions(pool="candidates"), backend=backend)
    if length in (3, 5):
        check_tree(tree, backend.vocabulary)
    assert (tree.total, tree.lost) == (pinned["algorithm_1_totals"][length], 0)
    assert (tree.worst, *sorted(tree.worst_words())) == pinned["algorithm_1_worst"][length]
    if length == 5:
        assert tree.distribution().tolist() == [1, 160, 1695, 3009, 1132, 267, 79, 26, 3, 1]


@pytest.mark.parametrize("length", HAAG.printed["openers"].values)
def test_first_guesses_of_haag(words_alpha, length):
    vocabulary = words_alpha(length)
    states = state_of(vocabulary, np.arange(len(vocabulary)), pool="all")
    opener = strategy_named("letter-frequency").choose(states)[0]
    printed, corrected = HAAG.printed["openers"].values[length], HAAG.given["corrected_openers"]
    assert vocabulary.guesses[opener] == corrected.get(length, printed)
    # What he corrects is no word.
    assert (printed in vocabulary) == (length not in corrected)


def left_of(words, hidden):
    """Words that the paper's guesses at a hidden one leave: all of them, and those after each."""
    left = [np.arange(len(words.answers))]
    for guess in SREEKALA.given["guesses"][hidden]:
        code = naive.code(guess, hidden)
        left.append(remaining(words, left[-1], words.find(guess), code))
    return [{words.answers[answer] for answer in some} for some in left]


def test_the_game_of_sreekala_figure_9():
    """The game's own rule leaves what the paper's player was left with."""
    left = left_of(Vocabulary("wordle-nyt", words_of("wordle-nyt", 5, False)), "apple")
    assert tuple(map(len, left)) == SREEKALA.printed["left_of_apple"].only().value


def test_the_game_of_sreekala_figure_6(nltk):
    """The figure was made with NLTK's words, and the paper misspells skeed and swerd in it."""
    every, *found = left_of(nltk(5, distinct=False), "sweep")
    assert len(every) == 9972
    assert tuple(map(len, found)) == SREEKALA.printed["left_of_sweep"].only().value
    assert {"skeed", "swerd"} <= found[0]
    assert not {"skeep", "sward"} & found[0]
    second = (
        "sinew smeek soken speen sukey skies skyey sewen skeen skeeg sizes sweep seven snoek semen"
    )
    assert found[1] == set(second.split())
    assert found[2] == {"sweep"}


FAILED = (
    "buggy gawky grate graze happy homer jazzy jolly lupus offer paddy patty punch putty round "
    "saucy shape shave stave tower vaunt waste watch wight wound"
)

# One game of six guesses for each of the 2315 words, eliminated by letter counts.
RULES = Conditions(filter="counts", allowed=6)


@pytest.mark.parametrize("name", ["pca", "rank-one"])
def test_trees_of_van_fleet(wordle, wordle_backend, name):
    """On lone candidates the paper's rank-one compares arc cosines above one, and wins fewer."""
    printed, tree = VAN_FLEET.printed, grow(wordle, name, RULES, backend=wordle_backend)
    check_tree(tree, wordle)
    lost, *won = VAN_FLEET.pinned["distributions"][name]
    assert (tree.lost, tree.distribution().tolist()) == (lost, won)
    assert tree.opener == printed["openers"].values[name]
    if name == "pca":
        assert sum(won) == printed["won"].values[name]
        assert agrees(printed["averages"].values[name], tree.mean)
        assert tree.worst_words() == FAILED.split()
        assert round(float(value(tree)), 4) == -3.8886
    else:
        assert sum(won) > printed["won"].values[name]
    # Both rewards of its decision process, at alpha = 7.
    games = lost + sum(won)
    guesses = sum(count * number for count, number in enumerate(won, 1)) + lost * (6 + 7)
    assert value(tree, "guess-biased") == Fraction(-guesses, games)
    assert value(tree, "guess-indifferent") == Fraction(sum(won), games)
    assert value(tree) < -exact_mean(wordle.digest, games)


BANDS = {
    # Ours: runs, games won and their standard deviation, mean guesses of the games won and its
    # standard deviation; of the random strategy from 60 runs.
    "random": (8, 2252.95, 6.78, 4.0988, 0.0163),
    "sampled-minimax": (6, 2272, 6.5, 3.925, 0.016),
    "sampled-expected": (6, 2274, 6.5, 3.92, 0.016),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name != "random" else []) for name in BANDS],
)
def test_methods_of_van_fleet_by_chance(wordle, wordle_backend, name):
    seeds, solved, solved_sd, mean, mean_sd = BANDS[name]
    games = [play(wordle, name, RULES, backend=wordle_backend, seed=seed) for seed in range(seeds)]
    won = np.array([len(each) - each.lost for each in games])
    guesses = np.array([each.mean for each in games])
    assert (abs(won - solved) < 4 * solved_sd).all(), won
    assert (abs(guesses - mean) < 4 * mean_sd).all(), guesses
    if name == "random":
        assert abs(won.mean() - solved) < 3 * solved_sd / np.sqrt(seeds), won.mean()
        assert abs(guesses.mean() - mean) < 3 * mean_sd / np.sqrt(seeds), guesses.mean()


@pytest.mark.parametrize(("name", "opener"), GREEDY)
def test_greedy_games_of_the_peers(wordle, wordle_backend, name, opener):
    first, total, distribution = GREEDY[name, opener]
    tree = grow(wordle, name, Conditions(pool="all"), opener=opener, backend=wordle_backend)
    assert (tree.opener, tree.total, tree.lost) == (first, total, 0)
    assert tree.distribution().tolist() == [*distribution]


@pytest.mark.parametrize("name", ANY_WORD)
def test_any_word_hidden(wordle_any, name):
    tree = grow(wordle_any, name, Conditions(pool="all"), backend=backend_of(wordle_any))
    assert (tree.opener, tree.total, tree.lost) == (*ANY_WORD[name], 0)
