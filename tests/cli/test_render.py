"""``gpuwordle render``: the tiles of a game, in text, emoji and HTML."""

import pytest
from rich.color import Color, ColorSystem

from gpuwordle.cli.render import tiles_line
from gpuwordle.rules.colours import PALETTES
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import notebook_board, share_text

GAME = [(word, Pattern.of(word, "caper")) for word in ("moist", "crane", "caper")]


def test_frames_where_there_are_no_colours(gpuwordle):
    expected = " M   O   I   S   T\n[C] (R) (A)  N  (E)\n[C] [A] [P] [E] [R]\n"
    clues = [f"{word}={pattern}" for word, pattern in GAME]
    assert gpuwordle("render", *clues) == (0, expected, "")
    assert gpuwordle("render", "moist", "CRANE=Cra.e", "Caper", "--answer", "CAPER")[1] == expected


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


def test_a_terminal_is_told_each_colour(monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    palette = PALETTES["colour-blind"]
    line = tiles_line("crane", Pattern.of("crane", "caper"), palette, coloured=True)
    for ground, _ in palette.colours:
        red, green, blue = (int(ground[at : at + 2], 16) for at in (1, 3, 5))
        assert f"48;2;{red};{green};{blue}m" in line
    assert [part.split("m", 1)[1] for part in line.split("\x1b[1")[1:]] == [
        f" {letter} \x1b[0m" for letter in "CRANE"
    ]
