"""The rewards of a unit, by hand."""

import math
from collections import Counter
from dataclasses import replace
from statistics import NormalDist
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest
from helpers.errors import refused
from helpers.report_runs import play, summary_of, vocabularies
from helpers.run_files import PROVENANCE, games_of, unit_of, vocabulary_of, write

from gpuwordle.report.report import Report
from gpuwordle.report.text_tables import text_tables
from gpuwordle.results.confidence import NORMAL, mean_of
from gpuwordle.results.games_file import SCHEMA, GamesFile, read_table
from gpuwordle.results.summary import Summary
from gpuwordle.words.vocabulary import Vocabulary

WON = {
    "some": lambda answer: answer % 3,
    "none": lambda answer: False,
    "all": lambda answer: True,
    "one": lambda answer: answer == 8,
    "all but one": lambda answer: answer != 8,
}


def written(folder, won, turns=3, weighted=False, **conditions):
    """The summary of a unit, and its rows."""
    words = vocabulary_of()
    if weighted:
        weights = np.arange(len(words.answers)) % 4 + 1
        words = Vocabulary(words.name, words.answers, words.guesses, weights=weights)
    unit = unit_of(words, weights=words.weights_digest, **conditions)
    path = write(folder, words, unit, games_of(words, turns, WON[won]))
    return Summary.of(GamesFile.open(path)), read_table(folder).to_pylist()


def worst_of(rows):
    lost = [row for row in rows if not row["solved"]]
    most = max(row["count"] for row in rows)
    return lost or [row for row in rows if row["count"] == most]


def check_sums(summary, rows):
    won = Counter()
    for row in rows:
        won[row["count"]] += row["weight"] * row["solved"]
    games = sum(row["weight"] for row in rows)
    assert (summary.played, summary.games) == (len(rows), games)
    assert summary.lost == games - won.total()
    assert summary.total == sum(count * number for count, number in won.items())
    longest = max((count for count in won if won[count]), default=0)
    assert summary.distribution == tuple(won[n + 1] for n in range(longest))
    assert summary.worst_words == tuple(dict.fromkeys(row["answer"] for row in worst_of(rows)))
    openers = Counter()
    for row in rows:
        openers[row["guesses"][0]] += row["weight"]
    assert dict(summary.openers) == openers
    assert [number for _, number in summary.openers] == sorted(openers.values(), reverse=True)


@pytest.mark.parametrize("won", WON)
@pytest.mark.parametrize("how", [{}, {"weighted": True}, {"sample": 30, "seed": 3}])
def test_a_summary_is_that_of_its_rows(tmp_path, monkeypatch, won, how):
    monkeypatch.setattr("gpuwordle.results.games_file.ROW_GROUP", 7)
    summary, rows = written(tmp_path, won, **how)
    check_sums(summary, rows)
    left = sum(row["remaining"][0] * row["weight"] for row in rows)
    assert summary.left == left / summary.games
    assert summary.left_share == summary.left / summary.unit.answers
    worst = worst_of(rows)[0]
    assert [guess for guess, _ in summary.worst_game] == worst["guesses"]
    assert [pattern.code for _, pattern in summary.worst_game] == worst["codes"]
    found = {(3, row["answer"]): row["count"] * row["solved"] for row in rows}
    assert summary.found == (found if "sample" in how else {})
    assert summary.rank == (summary.lost, summary.mean or math.inf)


@pytest.mark.parametrize("one", WON)
@pytest.mark.parametrize("two", WON)
def test_merged_summaries_are_that_of_all_rows(tmp_path, one, two):
    parts = [
        written(tmp_path / str(seed), won, turns, sample=30, seed=seed)
        for seed, (won, turns) in enumerate([(one, 2), (two, 3)])
    ]
    summaries = [summary for summary, _ in parts]
    summaries[1] = replace(summaries[1], provenance={})
    merged = Summary.merged(summaries)
    rows = [row for _, rows in parts for row in rows]
    check_sums(merged, rows)
    assert merged.left == sum(row["remaining"][0] for row in rows) / len(rows)
    hardest = [summary for summary in summaries if summary.lost] or summaries[1:]
    assert merged.worst_game == hardest[0].worst_game
    assert merged.worst_words[0] == hardest[0].worst_words[0]
    assert merged.found == summaries[0].found | summaries[1].found
    assert (merged.seeds, merged.seconds, merged.unit) == (2, 5.0, summaries[0].unit)
    assert merged.provenance == PROVENANCE
    assert Summary.merged(summaries[:1]) is summaries[0]


GAME = {"answer": "cat", "weight": 1, "guesses": ["cat"], "codes": [26], "remaining": [3]}
GAME |= {"count": 1, "solved": True}


@pytest.mark.parametrize(
    "change",
    [
        {"count": 2},
        {"codes": []},
        {"solved": None},
        {"count": 0, "guesses": [], "codes": [], "remaining": []},
    ],
)
def test_damaged_games_are_refused(tmp_path, change):
    kinds = pa.schema([SCHEMA.field(name) for name in GAME])

    def summary(*rows):
        batches = [pa.RecordBatch.from_pylist([row], kinds) for row in rows]
        known = {"path": tmp_path, "seconds": 1.0, "provenance": {}}
        unit = unit_of(vocabulary_of(3))
        return Summary.of(SimpleNamespace(unit=unit, batches=lambda columns: batches, **known))

    assert summary(GAME).distribution == (1,)
    refused("it has no game", summary)
    refused("its columns do not belong together", summary, GAME | change)


def test_rewards_by_hand():
    # Three games: found with 1 guess, found with 3, not found; six guesses allowed.
    summary = summary_of([1, 0, 1], lost=1)
    assert summary.guess_indifferent(6) == pytest.approx(2 / 3)
    assert summary.guess_biased(6, 10) == pytest.approx(-(1 + 3 + 6 + 10) / 3)
    assert summary.guess_biased_as_printed(6, 10) == pytest.approx(-(2 + 10 / 3))
    # With two guesses allowed the second game is lost as well.
    assert summary.guess_indifferent(2) == pytest.approx(1 / 3)
    assert summary.guess_biased(2, 7) == pytest.approx(-(1 + 2 * (2 + 7)) / 3)
    none = summary_of([], lost=2)
    assert none.mean is None
    assert none.guess_biased_as_printed(6, 7) is None
    assert none.guess_biased(6, 7) == -13


def test_an_interval_of_a_mean_holds_the_mean_in_95_of_100_samples():
    assert pytest.approx(NormalDist().inv_cdf(0.975)) == NORMAL
    draw = np.random.default_rng(3)
    inside = 0
    for _ in range(400):
        found = mean_of(draw.integers(2, 7, 60).tolist())
        inside += abs(found.mean - 4) <= found.half_width
    assert 0.91 <= inside / 400 <= 0.985
    assert mean_of([4]) == (4.0, None, 1)


def test_games_are_paired_by_seed_and_answer():
    one = replace(summary_of([0, 2]), found={(0, "cat"): 2, (0, "dog"): 2, (1, "cat"): 0})
    two = replace(summary_of([0, 2]), found={(0, "cat"): 5, (0, "cow"): 3, (1, "cat"): 4})
    assert one.difference(two) == (-3.0, None, 1)
    assert one.sampled_mean == (2.0, 0.0, 2)
    assert one.difference(summary_of([2])) is None
    assert (summary_of([2]).sampled_mean, summary_of([2]).won_between(6)) == (None, None)


def test_a_report_of_a_sample_has_intervals(tmp_path):
    how = {"strategies": ("minimax", "heuristic"), "sample": 30, "seeds": (0, 1)}
    drawn = Report.of(play(tmp_path / "run", words=vocabularies((5,)), **how))
    rows = drawn.rows()
    assert len(rows) == 4
    by = {(row["strategy"], row["seed"]): row for row in rows}
    for seed in (0, 1):
        best, other = sorted((by["minimax", seed], by["heuristic", seed]), key=lambda r: r["mean"])
        assert (best["difference"], best["difference_half_width"]) == (0.0, 0.0)
        assert other["pairs"] == 30
        assert other["difference"] == pytest.approx(other["mean"] - best["mean"])
        assert 0 < best["won_low"] < best["won_high"] <= 1
        counts = [n + 1 for n, games in enumerate(best["distribution"]) for _ in range(games)]
        deviation = np.std(counts, ddof=1) / math.sqrt(len(counts))
        assert best["mean_half_width"] == pytest.approx(NORMAL * deviation)
    tables = text_tables(drawn)
    assert all(" ± " in row["average"] for row in tables[f"Guesses needed: {drawn.title()}"])
    (row,) = tables["Differences in guesses on the same hidden words"]
    assert (row["games of both"], row["difference"][0]) == ("60", "+")


def test_a_report_of_all_answers_has_none(folder):
    made = Report.of(folder)
    assert {row["mean_half_width"] for row in made.rows()} == {None}
    assert {row["compared_with"] for row in made.rows()} == {None}
    assert "Differences in guesses on the same hidden words" not in text_tables(made)
