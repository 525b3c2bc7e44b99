"""What the papers and peers measured with whole games, to the last digit.

Conventions are stated where each strategy is defined; the errata are named here.
"""

from __future__ import annotations

import naive
import numpy as np
import pytest
from helpers.known_trees import ANY_WORD, AS_PRINTED, GREEDY, PAPER_000
from helpers.words import words_of

from gpuwordle.backends.table import choose
from gpuwordle.clues.filters import trim
from gpuwordle.games.play import play_games
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups
from gpuwordle.strategies.state import States
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.tree.check import verify
from gpuwordle.words.vocabulary import Vocabulary


def backend_of(vocabulary):
    return choose("auto")(vocabulary)


@pytest.fixture(scope="module")
def nltk_backends(nltk):
    made = {}

    def backend(length):
        if length not in made:
            made[length] = backend_of(nltk(length))
        return made[length]

    return backend


@pytest.fixture(scope="module")
def wordle_backend(wordle):
    return backend_of(wordle)


@pytest.mark.parametrize("length", PAPER_000)
def test_paper_000_tables_4_and_5(nltk_backends, length):
    answers, opener, largest, mean, total, most, words = PAPER_000[length]
    backend = nltk_backends(length)
    vocabulary = backend.vocabulary
    tree = grow(
        vocabulary, "minimax", Conditions(pool="candidates", filter="letters"), backend=backend
    )
    assert (len(tree.played), tree.opener) == (answers, opener)
    first = backend.statistics(guesses=np.array([vocabulary.find(opener)]))
    assert first.largest[0, 0] == largest
    assert (tree.total, tree.lost, tree.worst) == (total, 0, most)
    # The paper cuts or rounds: 3.647551 is printed as 3.65, 2.795008 as 2.8.
    assert tree.mean == pytest.approx(mean, abs=0.00501)
    assert sorted(tree.worst_words()) == words.split()
    if length == 5:
        assert tree.wins(6) == 5654
        assert f"{tree.games().win_percent(6):.2f}" == "88.72"
        # "Always won with 13 guesses" is an erratum: mesal takes 14.
        assert tree.wins(13) == 6372
        mesal = tree.games().of_answers(vocabulary.guess_answer[[vocabulary.find("mesal")]])
        assert [vocabulary.guesses[guess] for guess in mesal.guesses] == [
            "nares",
            "saple",
            "stale",
            "swale",
            "halse",
            "scale",
            "slake",
            "slade",
            "false",
            "sable",
            "solea",
            "samel",
            "amsel",
            "mesal",
        ]
    if length == 3:
        assert f"{tree.games().win_percent(13):.3f}" == "90.391"


@pytest.mark.parametrize("length", AS_PRINTED)
def test_paper_000_as_its_algorithm_is_printed(nltk_backends, length):
    total, most, words, distribution = AS_PRINTED[length]
    backend = nltk_backends(length)
    tree = grow(backend.vocabulary, "minimax", Conditions(pool="candidates"), backend=backend)
    assert (tree.total, tree.lost, tree.worst) == (total, 0, most)
    if words is not None:
        assert sorted(tree.worst_words()) == words.split()
    else:
        assert len(tree.worst_words()) == 13
    if distribution is not None:
        assert tree.distribution().tolist() == [0, *distribution]


@pytest.mark.parametrize("filter", ["letters", "pattern"])
def test_paper_000_trees_pass_the_check(nltk_backends, filter):
    for length in (3, 5):
        backend = nltk_backends(length)
        tree = grow(
            backend.vocabulary,
            "minimax",
            Conditions(pool="candidates", filter=filter),
            backend=backend,
        )
        verify(tree, backend.vocabulary)


TABLE_1 = dict(
    enumerate(
        # The text of the paper that circulates has "eration" for 7 letters, which is no word of the
        # list; its PDF has "erasion".
        [
            "iao",
            "orae",
            "serai",
            "serian",
            "erasion",
            "serotina",
            "tensorial",
            "psalterion",
            "ulcerations",
            "culteranismo",
            "postneuralgic",
            "neuroplasmatic",
            "trigonocephalus",
            "trigonocephalous",
            "superromantically",
            "pseudoromantically",
            "pseudohallucinatory",
            "encephalomyocarditis",
        ],
        start=3,
    )
)


@pytest.mark.parametrize("length", TABLE_1)
def test_paper_001_table_1(words_alpha, length):
    vocabulary = words_alpha(length)
    nothing = np.empty((1, 0))
    states = States(
        choose("numpy")(vocabulary),
        Conditions(),
        Groups.whole(len(vocabulary.answers)),
        "all",
        nothing.astype(np.int32),
        nothing.astype(np.uint32),
    )
    opener = strategy_named("letter-frequency").choose(states)[0]
    assert vocabulary.guesses[opener] == TABLE_1[length]


def test_paper_003_figure_9():
    """The game's own rule leaves what the paper's player was left with."""
    words = words_of("wordle-nyt", 5, False)
    vocabulary = Vocabulary("wordle-nyt", words)
    left = np.arange(len(words))
    sizes = [len(left)]
    for guess in ("abhor", "acies", "aevum", "adept", "apple"):
        code = naive.code(guess, "apple")
        left = trim(vocabulary, left, vocabulary.find(guess), code)
        sizes.append(len(left))
    assert sizes == [14855, 378, 40, 27, 2, 1]


def test_paper_003_figure_6(nltk):
    """The figure was made with NLTK's words, and the paper misspells skeed and swerd in it."""
    words = nltk(5, distinct=False)
    left = np.arange(len(words.answers))
    sizes, found = [len(left)], []
    for guess in ("slate", "shred", "sinew"):
        left = trim(words, left, words.find(guess), naive.code(guess, "sweep"))
        sizes.append(len(left))
        found.append({words.answers[answer] for answer in left})
    assert sizes == [9972, 114, 15, 1]
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


def play_004(name, backend, **how):
    """One game of six guesses for each of the 2315 words, eliminated by letter counts."""
    return play_games(
        backend.vocabulary, name, Conditions(filter="counts", allowed=6), backend=backend, **how
    )


def test_paper_004_pca(wordle_backend):
    vocabulary = wordle_backend.vocabulary
    games = play_004("pca", wordle_backend)
    assert (vocabulary.guesses[games.guesses[0]], len(games) - games.lost) == ("saine", 2290)
    assert (games.total, f"{games.mean:.2f}") == (8677, "3.79")
    assert games.distribution().tolist() == [25, 0, 117, 785, 940, 360, 88]
    assert [vocabulary.answers[answer] for answer in games.worst_answers] == FAILED.split()


def test_paper_004_rank_one(wordle_backend):
    """1784 is printed: on lone candidates the paper's program compares arc cosines above one."""
    games = play_004("rank-one", wordle_backend)
    assert len(games) - games.lost == 2289
    assert games.distribution().tolist() == [26, 0, 117, 788, 933, 363, 88]


def test_paper_004_trees_pass_the_check(wordle, wordle_backend):
    for name in ("pca", "rank-one"):
        tree = grow(wordle, name, Conditions(filter="counts", allowed=6), backend=wordle_backend)
        verify(tree, wordle)


BANDS = {
    # 60 runs of the random strategy: 2252.95 solved, standard deviation 6.78; mean guesses of the
    # solved games 4.0988, 0.0163. The paper has 2253 and 4.08, and for the sampled strategies
    # 2277, 3.92 and 2271, 3.93; as many words are lost with these, give or take.
    "random": (20, 2252.95, 6.78, 4.0988, 0.0163),
    "sampled-minimax": (6, 2272, 6.5, 3.925, 0.016),
    "sampled-expected": (6, 2274, 6.5, 3.92, 0.016),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name != "random" else []) for name in BANDS],
)
def test_paper_004_by_chance(wordle_backend, name):
    seeds, solved, solved_sd, mean, mean_sd = BANDS[name]
    games = [play_004(name, wordle_backend, seed=seed) for seed in range(seeds)]
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
    assert tree.distribution().tolist() == [0, *distribution]


@pytest.mark.parametrize("name", ANY_WORD)
def test_any_word_hidden(wordle_any, name):
    tree = grow(wordle_any, name, Conditions(pool="all"), backend=backend_of(wordle_any))
    assert (tree.opener, tree.total, tree.lost) == (*ANY_WORD[name], 0)


def test_a_greedy_tree_and_a_hard_one_pass_the_check(wordle, wordle_backend):
    easy = grow(wordle, "entropy", backend=wordle_backend)
    verify(easy, wordle)
    hard = grow(wordle, "entropy", Conditions(hard=True, allowed=6), backend=wordle_backend)
    verify(hard, wordle)
    assert hard.opener == easy.opener
    assert hard.total > easy.total
