"""Shared results, read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle import Pattern, UserError
from gpuwordle.rules.share import parse_share

GREEN = "🟩🟩🟩🟩🟩"


@given(st.lists(st.integers(0, 241), max_size=5), st.booleans())
def test_rows_are_read_as_they_were_written(codes, hard):
    rows = [Pattern(code, 5) for code in codes] + [Pattern(242, 5)]
    text = f"Wordle 1,234 {len(rows)}/6{'*' * hard}\n\n" + "\n".join(row.tiles for row in rows)
    shared = parse_share(text)
    assert (list(shared.rows), shared.allowed, shared.hard) == (rows, 6, hard)
    assert shared.solved
    assert parse_share("\n".join(row.tiles for row in rows)).rows == shared.rows


def test_other_editions_lines_around_and_lost_games():
    dark = parse_share(
        "look at this\nWordle 7 X/2\n⬛🟦🟧⬛⬛\n⬛\ufe0f⬛⬛⬛🟧\nhttps://example.org"
    )
    assert [row.digits for row in dark.rows] == ["01200", "00002"]
    assert not dark.solved
    assert parse_share("⬜⬜\n🟩🟩").rows[0].length == 2


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "no shared result"),
        ("Wordle 3/6", "no shared result"),
        ("01200", "no shared result"),
        ("⬜⬜⬜\n⬜⬜", "2 tiles and the first row 3"),
        (f"{GREEN}\n{GREEN}", "all green"),
        (f"Wordle 1 3/6\n{GREEN}", "says 3/6 and has 1 rows"),
        ("Wordle 1 1/6\n⬜⬜⬜", "says 1/6 and has 1 rows, the last not all green"),
        (f"Wordle 1 X/1\n{GREEN}", "says X/1"),
        ("⬜⬜🍕⬜⬜", "'🍕' among its tiles"),
    ],
)
def test_what_is_no_shared_result_says_why(text, why):
    with pytest.raises(UserError, match=why):
        parse_share(text)
