"""Guesses drawn as tiles."""

from __future__ import annotations

import doctest
from html.parser import HTMLParser

import pytest

from gpuwordle.rules import tiles as module
from gpuwordle.rules.codes import GREEN, GREY, YELLOW
from gpuwordle.rules.pattern import Pattern, score
from gpuwordle.rules.tiles import html_board, html_tiles

NAMES = {GREY: "grey", YELLOW: "yellow", GREEN: "green"}


class Tiles(HTMLParser):
    """Collects (class, letter) of each tile, row by row, which way it runs, and the label."""

    def __init__(self):
        super().__init__()
        self.rows, self.ways, self.label, self.colour = [], [], None, None

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "div" and "aria-label" in given:
            self.label = given["aria-label"]
        elif tag == "div":
            self.rows.append([])
            self.ways.append(given.get("dir"))
        else:
            self.colour = given["class"]

    def handle_data(self, data):
        self.rows[-1].append((self.colour, data))


def read(markup):
    tiles = Tiles()
    tiles.feed(markup)
    tiles.close()
    return tiles


@pytest.mark.parametrize(
    "guess, answer", [("speed", "erase"), ("straße", "strasse"[:6]), ("<&>", ">&x")]
)
def test_each_letter_has_its_colour(guess, answer):
    pattern = score(guess, answer)
    tiles = read(html_board([(guess, pattern)], "one guess"))
    expected = zip(pattern.colours, guess, strict=True)
    assert tiles.rows == [
        [(NAMES[colour], letter.upper().replace("SS", "ẞ")) for colour, letter in expected]
    ]


@pytest.mark.parametrize(("word", "way"), [("שלום", "rtl"), ("كلمات", "rtl"), ("crane", None)])
def test_a_row_runs_as_its_word_does(word, way):
    tiles = read(html_board([(word, score(word, word))], "one guess"))
    assert tiles.ways == [way]
    assert "".join(letter for _, letter in tiles.rows[0]) == word.upper()


def test_a_board_has_a_row_for_each_guess_and_says_what_it_shows():
    game = [("crane", score("crane", "caper")), ("caper", score("caper", "caper"))]
    tiles = read(html_board(game, '<b> "caper": 2 guesses'))
    assert tiles.label == '<b> "caper": 2 guesses'
    assert ["".join(letter for _, letter in row) for row in tiles.rows] == ["CRANE", "CAPER"]
    assert {colour for colour, _ in tiles.rows[1]} == {"green"}


def test_nothing_of_the_guess_becomes_markup():
    assert html_tiles("<", Pattern.parse("0")) == '<i class="grey">&lt;</i>'


def test_examples_in_docstrings():
    assert doctest.testmod(module) == (0, 1)
