"""What a notebook shows of results: tiles and tables of one screen, safe and told in words."""

import re

import pytest
from helpers.markup import Markup
from helpers.words import random_words

import gpuwordle
from gpuwordle import Conditions, Pattern, Vocabulary, grow
from gpuwordle.assistant.boards import suggest_boards
from gpuwordle.rules.colours import PALETTES
from gpuwordle.rules.tiles import notebook_tiles
from gpuwordle.tree.formats import HTML_CHILDREN

WORDS = random_words(8, 5, 6, 700)
BOARDS = "/".join(Pattern.of(WORDS[0], answer).digits for answer in WORDS[3:5])


@pytest.fixture(scope="module")
def shown():
    """Everything that has its own markup."""
    words = Vocabulary("many", WORDS)
    return {
        "pattern": Pattern.of("crane", "caper"),
        "opener": gpuwordle.first_guess(words, backend="numpy"),
        "openers": gpuwordle.best_openers(words, top=40, backend="numpy"),
        "scores": gpuwordle.score(words, words.guesses, backend="numpy"),
        "pairs": gpuwordle.best_pairs(words, given=words.guesses[:1], top=9, backend="numpy"),
        "partition": gpuwordle.partition(words, words.guesses[5], backend="numpy"),
        "tree": grow(words, "entropy", backend="numpy"),
        "matrix": gpuwordle.pattern_matrix(words, backend="numpy"),
        "games": gpuwordle.play(words, "entropy", backend="numpy"),
        "vocabulary": words,
        "list": gpuwordle.load("web2"),
        "boards": suggest_boards(words, [f"{WORDS[0]}={BOARDS}"], boards=2, backend="numpy"),
    }


def test_a_tile_has_the_colours_of_the_page():
    pattern = Pattern.parse("201")
    for drawn, letters in ((pattern._repr_html_(), "201"), (notebook_tiles("cat", pattern), "CAT")):
        tiles = Markup(drawn)
        assert "".join(tiles.text) == letters
        styles = [given["style"] for tag, given in tiles.elements if tag == "b"]
        for style, colour in zip(styles, pattern.colours, strict=True):
            ground, letter = PALETTES["standard"].colours[colour]
            assert f"background:{ground};color:{letter}" in style
    label = {"role": "img", "aria-label": "cat: green, grey, yellow"}
    assert label.items() <= tiles.elements[0][1].items()
    assert Markup(Pattern.parse("222")._repr_html_()).given("aria-label") == ["all green"]


def test_words_run_as_their_script_does_and_become_no_markup():
    tiles = Markup(notebook_tiles('שלום<">', None))
    assert (tiles.given("dir"), "".join(tiles.text)) == (["rtl"], 'שלום<">')
    assert tiles.given("aria-label")[0].startswith('שלום<">')
    assert "dir=" not in notebook_tiles("crane", None)


def test_everything_is_bounded_and_whole(shown):
    for name, result in shown.items():
        markup, text = result._repr_html_(), repr(result)
        assert Markup(markup).text and len(markup) < 100_000, name
        assert len(text) < 300 and "\n" not in text, name
    line = rf"Games\(700 games, average .*, at most {shown['games'].worst}\)"
    assert re.fullmatch(line, repr(shown["games"]))


def test_numbers_are_aligned_right(shown, folder):
    for name in ("openers", "scores", "pairs", "partition", "games", "list", "boards", "run"):
        result = gpuwordle.read_run(folder) if name == "run" else shown[name]
        page = Markup(result._repr_html_())
        cells = [given["style"] for tag, given in page.elements if tag == "td"]
        assert {"text-align:right"} <= {*cells}, name


def test_a_matrix_shows_its_corner(shown):
    page = Markup(shown["matrix"]._repr_html_())
    labels = page.given("aria-label")
    assert len(labels) == 48
    assert labels[1].startswith(f"{WORDS[0]}: ")
    assert "many: 700 guesses x 700 answers" in page.text


def test_openers_are_a_table(shown):
    text = Markup(shown["openers"]._repr_html_()).text
    assert f"{shown['openers']['entropy'][0].entropy:.4f}" in text
    assert "and 140 more" in text
    assert text.count("entropy") == 5
    assert "score" not in Markup(shown["opener"]._repr_html_()).text
    assert "and 695 more" in Markup(shown["scores"]._repr_html_()).text
    pairs = Markup(shown["pairs"]._repr_html_())
    first = shown["pairs"][0]
    assert pairs.given("aria-label")[:2] == [*first.guesses]
    assert f"{first.bits_left:.4f}" in pairs.text


def test_a_partition_shows_its_largest_buckets(shown):
    made = shown["partition"]
    page = Markup(made._repr_html_())
    assert sum(tag == "tr" for tag, _ in page.elements) == 1 + 12
    rest = made.buckets[12:]
    assert f"and {len(rest)} more buckets, with {sum(len(w) for _, w in rest)} words" in page.text
    _, bucket = made.buckets[0]
    assert any(part.startswith(" ".join(bucket[:8])) for part in page.text)


def test_a_tree_opens_at_a_click(shown):
    tree = shown["tree"]
    page = Markup(tree._repr_html_())
    assert sum(tag == "details" and "open" in given for tag, given in page.elements) == 1
    (first,) = tree.walk(1)
    children = sorted(v.answers for v in tree.walk(2) if v.turn == 2)[::-1]
    left, answers = len(children) - HTML_CHILDREN[0], sum(children[HTML_CHILDREN[0] :])
    assert f"and {left} more, with {answers} answers" in page.text
    assert f" {first.answers}" in page.text
    lost = grow(Vocabulary("few", ["cat", "cow", "dog", "dug"]), "minimax", Conditions(allowed=1))
    assert "unsolved" in "".join(Markup(lost._repr_html_()).text)


@pytest.mark.parametrize("width", [390, 1440])
def test_a_browser_finds_nothing_wrong(browser, shown, tmp_path, width):
    parts = "".join(
        f"<section><h2>{name}</h2>{result._repr_html_()}</section>"
        for name, result in shown.items()
    )
    page = tmp_path / "page.html"
    page.write_text(
        '<!doctype html><html lang="en"><head><title>Results</title><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"></head>'
        f"<body><main><h1>Results</h1>{parts}</main></body></html>",
        encoding="utf-8",
    )
    browser.open(page.as_uri(), width, "light")
    screen = "document.querySelector('section:last-child').clientHeight"
    assert browser.run(screen) < 900
    browser.run("document.querySelectorAll('details').forEach(part => part.open = true)")
    assert browser.violations() == []
    assert browser.requests() == [page.as_uri()]
