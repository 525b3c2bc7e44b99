"""The rewards of a unit, by hand."""

from __future__ import annotations

import pytest
from helpers.report_runs import summary_of

from gpuwordle.errors import UserError
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
