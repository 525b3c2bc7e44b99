"""Games of answers with weights: every number counts a game with the weight of its answer."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from helpers.words import random_words

from gpuwordle import Conditions, grow, prove, run_benchmark, verify
from gpuwordle.assistant.opponents import Host
from gpuwordle.assistant.suggest import suggest
from gpuwordle.benchmark.drawn_games import drawn_boards, play_drawn
from gpuwordle.benchmark.estimate import thinned
from gpuwordle.errors import UserError
from gpuwordle.openers.first_guesses import best_openers, score
from gpuwordle.report.report import Report
from gpuwordle.results.games_file import read_table
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.tree.decision_process import value
from gpuwordle.words.samples import Subset, subset_of
from gpuwordle.words.vocabulary import Vocabulary


def weighted(weights=None):
    guesses = random_words(3, 4, 4, 40)
    hidden = guesses[5:-5]
    if weights is None:
        weights = np.random.default_rng(3).integers(1, 9, len(hidden)).tolist()
    return Vocabulary("random", hidden, guesses, weights=weights)


def weights_of(words):
    return dict(zip(words.answers, words.weights.tolist(), strict=True))


def test_sums_over_games():
    words = Vocabulary(
        "pets", ["cat", "cow", "dog"], ["cat", "cow", "dog", "pig"], weights=[5, 2, 1]
    )
    tree = grow(words, "entropy", Conditions(allowed=2), opener="pig", backend="numpy")
    assert verify(tree)
    games = tree.games()
    solved = {words.answers[a]: bool(s) for a, s in zip(games.answers, games.solved, strict=True)}
    won = sum(w for a, w in zip(words.answers, (5, 2, 1), strict=True) if solved[a])
    assert games.weights.tolist() == [5, 2, 1]
    assert (games.total, games.mean, games.wins(2)) == (2 * won, 2.0, won)
    assert games.win_percent(2) == 100 * won / 8 < 100
    assert games.distribution().tolist() == [0, won]
    assert repr(games).startswith("Games(3 games of weight 8, average 2.0000, at most 2, ")
    assert [game["weight"] for game in games.to_dict()["games"]] == [5, 2, 1]
    assert list(games.to_pandas()["weight"]) == [5, 2, 1]
    assert tree.to_dict()["weight"] == 8
    lost = 8 - won
    assert value(tree, allowed=2) == Fraction(-2 * won - (2 + 7) * lost, 8)
    assert value(tree, "guess-indifferent", allowed=2) == Fraction(won, 8)


def test_openers_of_weighted_words():
    words = Vocabulary("pets", ["cat", "cow", "dog"], weights=[5, 2, 1])
    (one,) = score(words, "cow", backend="numpy")
    assert (one.largest, one.heaviest, one.to_dict()["heaviest"]) == (1, 5, 5)
    assert "heaviest=5" in repr(one) and "heaviest" in one._repr_html_()
    assert list(best_openers(words, backend="numpy")) == [*KEYS, "heaviest"]
    plain = Vocabulary("pets", ["cat", "cow", "dog"])
    assert "heaviest" not in score(plain, "cow", backend="numpy")[0].to_dict()
    assert best_openers(plain, "heaviest", backend="numpy")["heaviest"][0].heaviest is None


def test_runs_keep_weights(tmp_path):
    words = weighted()
    run_benchmark(words, ["entropy", "buckets"], folder=tmp_path / "run", backend="numpy")
    table = read_table(tmp_path / "run", ["strategy", "answer", "weight", "count"]).to_pylist()
    assert all(row["weight"] == weights_of(words)[row["answer"]] for row in table)
    for row in Report.of(tmp_path / "run").rows():
        mine = [game for game in table if game["strategy"] == row["strategy"]]
        assert row["games"] == len(mine) == len(words.answers)
        assert row["weight"] == words.total_weight
        assert row["total"] == sum(game["weight"] * game["count"] for game in mine)
        assert row["mean"] == row["total"] / words.total_weight
        assert row["total"] == grow(words, row["strategy"], backend="numpy").total
    assert words.weights_digest in (tmp_path / "run" / "_README.md").read_text()
    assert verify(tmp_path / "run", words)
    assert not verify(tmp_path / "run", weighted(weights=[2] * 30))
    with pytest.raises(UserError, match="its list of 4 letters"):
        others = weighted(weights=[3] * 30)
        run_benchmark(others, ["minimax"], folder=tmp_path / "run", resume=True, backend="numpy")


def test_parts_of_words_keep_their_weights():
    words = weighted()
    for part in (subset_of(words, Subset(7, 9), 1), thinned(words, 6, None)):
        weights = part.weights_of(np.arange(len(part.answers)))
        assert weights.tolist() == [weights_of(words)[word] for word in part.answers]


def test_what_knows_no_weights_says_so():
    words = weighted()
    with pytest.raises(UserError, match="whose words have weights, supports only objective total"):
        prove(words, objective="worst", backend="numpy")
    told = pytest.raises(UserError, match="compared in one process: leave the executor out")
    with ThreadPoolExecutor() as executor, told:
        prove(words, executor=executor, backend="numpy")


def test_a_strategy_ranks_by_weight():
    words = weighted()
    found = suggest(words, (), Conditions(hard=True), strategy="entropy", backend="numpy")
    (best,) = best_openers(words, "entropy", backend="numpy")["entropy"]
    assert found.guesses[0].guess == best.guess
    assert found.guesses[0].expected_size == best.expected_size


def test_boards_hide_words_by_weight():
    words = Vocabulary("pets", ["cat", "cow", "dog"], weights=[1, 0, 9])
    drawn = drawn_boards(words, 4000, 2, seed=1)
    share = np.bincount(drawn.ravel()) / drawn.size
    assert share == pytest.approx([0.1, 0.9], abs=0.02)
    assert play_drawn(words, 2, games=20, backend="numpy").won == 20


def test_hidden_words_are_drawn_by_weight():
    words = Vocabulary("pets", ["cat", "cow", "dog"], weights=[1, 8, 1])
    drawn = [Host(words, seed=seed).answer for seed in range(200)]
    assert 130 < drawn.count("cow") < 190 and {"cat", "dog"} < set(drawn)
