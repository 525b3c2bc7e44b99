"""The rewards of a unit, by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest
from helpers.report_runs import play, summary_of, vocabularies

from gpuwordle.errors import UserError
from gpuwordle.report.report import Report
from gpuwordle.report.tables import text_tables
from gpuwordle.results.confidence import NORMAL, mean_of
from gpuwordle.tree.decision_process import check_rewards


def test_rewards_by_hand():
    # Three games: found with 1 guess, found with 3, not found; six guesses allowed.
    summary = summary_of([1, 0, 1], failed=1)
    assert summary.guess_indifferent(6) == pytest.approx(2 / 3)
    assert summary.guess_biased(6, 10) == pytest.approx(-(1 + 3 + 6 + 10) / 3)
    assert summary.guess_biased_as_printed(6, 10) == pytest.approx(-(2 + 10 / 3))
    # With two guesses allowed the second game is lost as well.
    assert summary.guess_indifferent(2) == pytest.approx(1 / 3)
    assert summary.guess_biased(2, 7) == pytest.approx(-(1 + 2 * (2 + 7)) / 3)
    none = summary_of([], failed=2)
    assert none.mean is None
    assert none.guess_biased_as_printed(6, 7) is None
    assert none.guess_biased(6, 7) == -13


@pytest.mark.parametrize(
    ("allowed", "alpha", "message"),
    [
        (0, 7, "^0 guesses allowed is too few"),
        (6, 6.9, "^alpha 6.9 is too small"),
        (6, float("nan"), "^alpha nan is no cost"),
    ],
)
def test_parameters_of_rewards_are_checked(allowed, alpha, message):
    with pytest.raises(UserError, match=message):
        check_rewards(allowed, alpha)


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


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A run of two strategies on samples by two seeds."""
    at = tmp_path_factory.mktemp("drawn") / "run"
    how = {"strategies": ("minimax", "heuristic"), "sample": 30, "seeds": (0, 1)}
    return Report.of(play(at, words=vocabularies((5,)), **how))


def test_a_report_of_a_sample_has_intervals(drawn):
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
        assert best["mean_half_width"] == pytest.approx(
            NORMAL * np.std(counts, ddof=1) / math.sqrt(len(counts))
        )
    tables = text_tables(drawn)
    assert all(" ± " in row["average"] for row in tables["Guesses needed"])
    (row,) = tables["Differences in guesses on the same hidden words"]
    assert (row["games of both"], row["difference"][0]) == ("60", "+")


def test_a_report_of_all_answers_has_none(folder):
    made = Report.of(folder)
    assert {row["mean_half_width"] for row in made.rows()} == {None}
    assert {row["compared_with"] for row in made.rows()} == {None}
    assert "Differences in guesses on the same hidden words" not in text_tables(made)
