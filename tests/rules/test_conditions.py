"""Conditions: what a game can be played under, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import FILTERS, POOLS, Conditions

names = st.text("abcdefghijklmnopqrstuvwxyz-", max_size=10)


@given(
    st.none() | st.sampled_from(POOLS),
    st.booleans(),
    st.sampled_from(FILTERS),
    st.none() | st.integers(1),
)
def test_conditions_are_what_they_are_given(pool, hard, filter, allowed):
    conditions = Conditions(pool, hard, filter, allowed)
    assert conditions == Conditions(pool=pool, hard=hard, filter=filter, allowed=allowed)
    assert (conditions.pool, conditions.hard) == (pool, hard)
    assert (conditions.filter, conditions.allowed) == (filter, allowed)


@given(names)
def test_other_names_are_refused_in_a_line(name):
    for field, known in (("pool", POOLS), ("filter", FILTERS)):
        if name not in known:
            with pytest.raises(UserError, match=rf"\Aunknown {field} {name!r}: [^\n]+\Z"):
                Conditions(**{field: name})


@given(st.integers(max_value=0))
def test_a_game_has_one_guess_at_least(allowed):
    with pytest.raises(UserError, match=f"^{allowed} guesses allowed is too few: give at least 1$"):
        Conditions(allowed=allowed)


def test_near_names_are_told():
    with pytest.raises(UserError, match="unknown pool 'al': did you mean all"):
        Conditions(pool="al")
    with pytest.raises(UserError, match="unknown filter 'count': did you mean counts"):
        Conditions(filter="count")
