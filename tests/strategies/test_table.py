"""The table of strategies."""

from __future__ import annotations

from gpuwordle.strategies.table import STRATEGIES, strategy_named


def test_the_table_says_what_a_user_needs():
    for name, cls in STRATEGIES.items():
        strategy = strategy_named(name)
        assert strategy.name == name == name.lower()
        assert strategy.source
        assert strategy.pool in strategy.pools
        assert cls.__doc__
    assert {"minimax", "expected-size", "entropy", "buckets"} <= set(STRATEGIES)
