"""``gpuwordle render``: the tiles of a game, in text, emoji and HTML."""

import pytest
from rich.color import Color, ColorSystem

from gpuwordle.cli.render import tiles_line
from gpuwordle.rules.colours import PALETTES
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import notebook_board, share_text

GAME = [(word, Pattern.of(word, "caper")) for word in ("moist", "crane", "caper")]


def test_formats_and_files(gpuwordle, tmp_path):
    line = ("render", *(word for word, _ in GAME), "--answer", "caper")
    emoji = "".join(f"{pattern.tiles}\n" for _, pattern in GAME)
    assert gpuwordle(*line, "-f", "emoji") == (0, emoji, "")
    shared = share_text([pattern for _, pattern in GAME], "Cup", allowed=4, hard=True)
    assert gpuwordle(*line, *["-f", "share", "--title", "Cup", "-m", "4", "--hard"]) == (
        0,
        shared,
        "",
    )
    blind = PALETTES["colour-blind"]
    page = tmp_path / "game.html"
    assert gpuwordle(*line, *["-f", "html", "--palette", "colour-blind", "-o"], page)[:2] == (0, "")
    assert page.read_text(encoding="utf-8") == notebook_board(GAME, blind) + "\n"


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_colours_stay_apart_where_a_terminal_has_few(palette):
    grounds = [Color.parse(ground) for ground, _ in palette.colours]
    assert len({ground.downgrade(ColorSystem.EIGHT_BIT).number for ground in grounds}) == 3


def test_tiles_of_wide_letters_stay_in_one_line():
    assert "\n" not in tiles_line(
        "一二三", Pattern.parse("012"), PALETTES["standard"], coloured=True
    )
