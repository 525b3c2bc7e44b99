"""Guesses drawn as tiles."""

import re

import naive
import pytest
from helpers.errors import refused
from helpers.markup import Markup
from hypothesis import example, given
from hypothesis import strategies as st

from gpuwordle.rules import tiles
from gpuwordle.rules.colours import GREEN, GREY, PALETTES, VARIABLE, YELLOW
from gpuwordle.rules.pattern import Pattern

NAMES = {GREY: "grey", YELLOW: "yellow", GREEN: "green"}


def read(markup):
    """The labels of a board, (class, letter) of each tile row by row, and which way rows run."""
    board, rows, ways = Markup(markup), [], []
    for (tag, attributes), text in zip(board.elements, board.texts, strict=True):
        if tag == "i":
            rows[-1].append((attributes["class"], text))
        elif "aria-label" not in attributes:
            rows.append([])
            ways.append(attributes.get("dir"))
    return board.given("aria-label"), rows, ways


def test_a_board_has_a_row_for_each_guess_which_runs_as_it_does_and_says_what_it_shows():
    words = {"speed": "erase", "straße": "strass", "<&>": ">&x", "שלום": "שלוש", "كلمات": "كلمات"}
    game = [(guess, Pattern.of(guess, answer)) for guess, answer in words.items()]
    labels, rows, ways = read(tiles.html_board(game, '<b> "caper": 2 guesses'))
    assert labels == ['<b> "caper": 2 guesses']
    assert ways == [None, None, None, "rtl", "rtl"]
    for (guess, pattern), row in zip(game, rows, strict=True):
        colours, letters = zip(*row, strict=True)
        assert colours == tuple(NAMES[colour] for colour in pattern.colours)
        assert "".join(letters) == guess.upper().replace("SS", "ẞ")
    assert tiles.html_tiles("<", Pattern.parse("0")) == '<i class="grey">&lt;</i>', "no markup"


@pytest.mark.parametrize("answer", ["caper", "crane", "moist"])
def test_text_frames_what_is_coloured(answer):
    pattern = Pattern.of("crane", answer)
    cells = re.findall("(...) ?", tiles.text_tiles("crane", pattern))
    assert [cell[1] for cell in cells] == list("CRANE")
    frames = {"  ": GREY, "()": YELLOW, "[]": GREEN}
    assert [frames[cell[0] + cell[2]] for cell in cells] == list(pattern.colours)


def test_letters_that_run_from_the_right_are_reversed():
    turned = tiles.letters_in_order("שלום", Pattern.parse("0122"))
    assert [colour for _, colour in turned] == [2, 2, 1, 0]
    assert [letter.strip("\u2068\u2069") for letter, _ in turned] == list("שלום")[::-1]


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@given(colours=st.lists(st.integers(0, 2), min_size=1, max_size=20))
def test_emoji_of_every_palette_are_read_again(palette, colours):
    pattern = Pattern.of_colours(colours)
    assert Pattern.parse(tiles.emoji_tiles(pattern, palette)) == pattern


def test_a_shared_game_says_how_it_went():
    rows = [Pattern.of(word, "caper") for word in ("moist", "crane", "caper")]
    assert tiles.share_text(rows) == "gpuwordle 3/6\n\n⬜⬜⬜⬜⬜\n🟩🟨🟨⬜🟨\n🟩🟩🟩🟩🟩\n"
    lost = tiles.share_text(
        rows[:2], "Cup 7", allowed=2, hard=True, palette=PALETTES["colour-blind"]
    )
    assert lost == "Cup 7 X/2*\n\n⬜⬜⬜⬜⬜\n🟧🟦🟦⬜🟦\n"
    assert tiles.share_text(rows, allowed=None).startswith("gpuwordle 3\n")
    for allowed in (6, None):  # not over
        shown = tiles.share_text(rows[:2], "Cup 7", allowed=allowed, hard=True)
        assert shown == "Cup 7\n\n⬜⬜⬜⬜⬜\n🟩🟨🟨⬜🟨\n"
        assert tiles.parse_share(shown).rows == tuple(rows[:2])


def test_a_board_that_carries_its_style_names_every_colour(monkeypatch):
    game = [("<a>", Pattern.parse("012"))]
    monkeypatch.setenv(VARIABLE, "colour-blind")
    shown = tiles.notebook_board(game)
    assert shown == tiles.notebook_board(game, PALETTES["colour-blind"])
    assert shown != tiles.notebook_board(game, PALETTES["standard"])
    for ground, letter in PALETTES["colour-blind"].colours:
        assert f"background:{ground};color:{letter}" in shown
    assert "&lt;</b>" in shown and "<a>" not in shown


def test_a_game_is_described_in_words():
    game = [(word, Pattern.of(word, "caper")) for word in ("moist", "crane", "caper")]
    shown = "moist: all grey; crane: green, yellow, yellow, grey, yellow; caper: all green"
    assert tiles.in_words(game) == shown


WORD = st.text("abc", min_size=4, max_size=4)


@given(st.lists(WORD, max_size=4), WORD)
def test_letters_have_the_best_colour_that_they_have_shown(guesses, answer):
    shown = {}
    for guess in guesses:
        for letter, colour in zip(guess, naive.colours(guess, answer), strict=True):
            shown.setdefault(letter, set()).add(colour)
    game = [(guess.upper(), Pattern.of(guess, answer)) for guess in guesses]
    assert tiles.letter_colours(game) == {letter: max(colours) for letter, colours in shown.items()}


@given(st.sets(st.characters(categories=["Lo"]), min_size=1))
@example(set("abcé"))
def test_other_alphabets_are_laid_out_whole(alphabet):
    rows = tiles.keyboard_rows(alphabet)
    assert [letter for row in rows for letter in row] == sorted(alphabet)
    assert max(map(len, rows)) <= 10


SOLVED_ROW = "🟩🟩🟩🟩🟩"
HEADINGS = ("Wordle 1,234 {}", "{} on 11/26", "26/11 {}")


@given(st.lists(st.integers(0, 241), max_size=5), st.booleans(), st.sampled_from(HEADINGS))
def test_rows_are_read_as_they_were_written(codes, hard, heading):
    rows = [Pattern(code, 5) for code in codes] + [Pattern(242, 5)]
    heading = heading.format(f"{len(rows)}/6{'*' * hard}")
    text = f"{heading}\n\n" + "\n".join(row.tiles for row in rows)
    shared = tiles.parse_share(text)
    assert (list(shared.rows), shared.allowed, shared.hard) == (rows, 6, hard)
    assert shared.solved
    assert tiles.parse_share("\n".join(row.tiles for row in rows)).rows == shared.rows


def test_other_editions_lines_around_and_lost_games():
    text = "look at this\nWordle 7 X/2\n⬛🟦🟧⬛⬛\n⬛\ufe0f⬛⬛⬛🟧\nhttps://example.org"
    dark = tiles.parse_share(text)
    assert [row.digits for row in dark.rows] == ["01200", "00002"]
    assert not dark.solved
    assert tiles.parse_share("⬜⬜\n🟩🟩").rows[0].length == 2


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "not a shared result"),
        ("Wordle 3/6", "not a shared result"),
        ("01200", "not a shared result"),
        ("⬜⬜⬜\n⬜⬜", "2 tiles and the first row 3"),
        (f"{SOLVED_ROW}\n{SOLVED_ROW}", "all green"),
        (f"Wordle 1 3/6\n{SOLVED_ROW}", "says 3/6 and has 1 row"),
        ("Wordle 1 1/6\n⬜⬜⬜", "says 1/6 and has 1 row, the last not all green"),
        (f"Wordle 1 X/1\n{SOLVED_ROW}", "says X/1"),
        ("⬜⬜🍕⬜⬜", "'🍕' among its tiles"),
        ("🟩" * 21, "word length 21 is out of range"),
    ],
)
def test_text_that_is_not_a_shared_result(text, why):
    refused(why, tiles.parse_share, text)
