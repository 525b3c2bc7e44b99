"""``gpuwordle eligible``, ``explain`` and ``challenge``."""

from __future__ import annotations

import csv
import io
import json

import pytest
from helpers.json_page import check
from helpers.words import list_of

from gpuwordle.clues.clues import Clues
from gpuwordle.clues.trie import Trie
from gpuwordle.words import sources

GAME = ["JUDGE=....e", "CHEST=c.E.."]


@pytest.fixture
def words(file):
    return file("words.txt", "judge", "wreck", "ocean", "fleck", "chest", "bad", "cab", "card")


@pytest.fixture
def nothing_else_here(monkeypatch):
    monkeypatch.setattr(sources, "where", lambda source: None)


def test_words_come_one_a_line(gpuwordle, words):
    assert gpuwordle("eligible", *GAME, "-v", words) == (0, "wreck\nocean\nfleck\n", "")
    code, out, err = gpuwordle("eligible", *GAME, "WRECK=..Ec.", "-v", words)
    assert (code, out, err) == (0, "ocean\n", "")


def test_answers_or_guesses(gpuwordle, words, tmp_path):
    hidden = tmp_path / "hidden.txt"
    hidden.write_text("ocean")
    assert gpuwordle("eligible", *GAME, "-v", words, "-a", hidden)[1] == "ocean\n"
    code, out, _ = gpuwordle("eligible", *GAME, "-v", words, "-a", hidden, "--among", "guesses")
    assert (code, out) == (0, "wreck\nocean\nfleck\n")


def test_named_lists(gpuwordle):
    list_of("wordle-nyt")
    game = [*GAME, "WRECK=..Ec."]
    assert gpuwordle("eligible", *game, "-v", "wordle-nyt") == (0, "ocean\n", "")
    found = gpuwordle("eligible", *game, "-v", "wordle-nyt", "--among", "guesses")
    assert found == (0, "ileac\nocean\noleic\n", "")


def test_filters(gpuwordle, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("cac\ncca\naab\n")
    assert gpuwordle("eligible", "AAB=a..", "-v", path)[1] == "cca\n"
    assert gpuwordle("eligible", "AAB=a..", "-v", path, "--filter", "bounds")[1] == "cac\ncca\n"
    assert gpuwordle("eligible", "AAB=a..", "-v", path, "--filter", "naive")[1] == ""


def test_formats_and_files(gpuwordle, words, tmp_path):
    expected = ["wreck", "ocean", "fleck"]
    how = ("eligible", *GAME, "-v", words)
    data = json.loads(gpuwordle(*how, "-f", "json", "--show", 2)[1])
    check(data, "eligible words")
    assert (data["count"], data["words"]) == (3, expected[:2])
    found = csv.DictReader(io.StringIO(gpuwordle(*how, "-f", "csv")[1]))
    assert [row["word"] for row in found] == expected
    path = tmp_path / "found.txt"
    assert gpuwordle(*how, "-o", path) == (0, "", f"wrote {path}\n")
    assert path.read_text().split() == expected
    assert gpuwordle(*how, "--show", 2) == (0, "wreck\nocean\n", "showing 2 of 3 words\n")


def test_a_guess_that_is_no_word_warns(gpuwordle, words):
    code, out, err = gpuwordle("eligible", "CLUMS=c....", "-v", words)
    assert (code, out) == (0, "wreck\nocean\n")
    assert err == (
        "guess 'clums' is not in 'words', which has no word with 'm'; its clue still counts\n"
    )


def test_no_word_fits(gpuwordle, words, nothing_else_here):
    code, out, err = gpuwordle("eligible", "WRECK=.....", "JUDGE=.....", "-v", words)
    assert (code, out, err) == (0, "", "no word of 'words' fits these clues\n")


def test_no_word_fits_here_but_elsewhere(gpuwordle, words):
    there = list_of("words-alpha")
    clues = ["WRECK=.....", "JUDGE=....."]
    count = len(Clues.parse(clues).eligible(there))
    code, out, err = gpuwordle("eligible", *clues, "-v", words)
    assert (code, out) == (0, "")
    assert err == f"no word of 'words' fits these clues; {count} of 'words-alpha' fit\n"
    assert count > 100


def test_every_word_and_every_clue_is_explained(gpuwordle):
    game = ["THIEF=...e.", "BLADE=....E", "GROVE=.ro.E"]
    code, out, err = gpuwordle("explain", *game, "--word", "ROMEO", "--word", "rouse")
    assert (code, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[3:] == [
        "romeo all letter 5 must be E, and letter 4 cannot be E",
        "THIEF=...e. letter 4 cannot be E",
        "BLADE=....E letter 5 must be E",
        "GROVE=.ro.E letter 5 must be E",
        "rouse all can be the answer",
        "THIEF=...e. fits",
        "BLADE=....E fits",
        "GROVE=.ro.E fits",
    ]
    data = json.loads(gpuwordle("explain", *game, "-w", "romeo", "-w", "rouse", "-f", "json")[1])
    check(data, "explained words")
    first, second = data["words"]
    assert (first["eligible"], second["eligible"]) == (False, True)
    assert first["reasons"] == ["Mask: needs ----E", "WrongSpot: has ---E-"]
    assert first["clues"][0] == {"clue": "THIEF=...e.", "reasons": ["WrongSpot: has ---E-"]}
    rows = csv.DictReader(
        io.StringIO(gpuwordle("explain", *game, "-w", "romeo", "-w", "rouse", "-f", "csv")[1])
    )
    assert [(row["word"], row["clue"]) for row in rows] == [
        (word, clue) for word in ("romeo", "rouse") for clue in ("all", *game)
    ]


def test_challenge(gpuwordle, words):
    assert gpuwordle("challenge", "abracadabra", "-v", words) == (0, "bad\ncab\ncard\n", "")
    turned = gpuwordle("challenge", "abracadabra", "-v", words, "--longest-first")
    assert turned == (0, "card\nbad\ncab\n", "")
    code, out, err = gpuwordle("challenge", "abracadabra", "-v", words, "--min", 4, "--stats")
    nodes = Trie(["judge", "wreck", "ocean", "fleck", "chest", "bad", "cab", "card"]).nodes
    assert (code, out) == (0, "card\n")
    # The root, b, ba, bad, c, ca, cab, car, card; no word goes on with what is left.
    assert err == f"1 word; 9 of {nodes:,} nodes visited\n"
    code, out, err = gpuwordle("challenge", "bazdq", "-v", words, "--show", 1)
    assert (code, out) == (0, "bad\n")
    assert err == "ignored: no word of 'words' has 'q', 'z'\n"
    code, out, err = gpuwordle("challenge", "xyz", "-v", words)
    assert (code, out) == (0, "")
    assert "no word of 'words' can be formed from 'xyz'" in err
    assert json.loads(gpuwordle("challenge", "bad", "-v", words, "-f", "json")[1]) == [
        {"word": "bad"}
    ]


def test_challenge_of_the_paper(gpuwordle):
    list_of("words-alpha")
    code, out, err = gpuwordle("challenge", "abracadabra", "-v", "words-alpha", "--stats")
    assert (code, len(out.split())) == (0, 114)
    assert err == "114 words; 264 of 1,027,817 nodes visited\n"


@pytest.mark.parametrize(
    ("filter", "clues", "printed"),
    [
        (
            "pattern",
            ["CIVET=...ET", "EGRET=e..ET", "SLEET=s.eET"],
            ["---ET", "EST", "CGILRV", "[ES,-,E,-,-]", "ABDFHJKMNOPQUWXYZ", "-ESET"],
        ),
        (
            "first-fix",
            ["HARES=.....", "BUILT=..i.t", "TIMID=tI...", "PINTO=.I.T.", "WITTY=.I.TY"],
            ["-I-TY", "ITY", "ABDEHLMNOPRSUW", "[T,-,I,-,T]", "CFGJKQVXZ", "-I-TY"],
        ),
    ],
)
def test_state_is_what_reilly_prints(gpuwordle, filter, clues, printed):
    game = ["explain", *clues, "--state", "--filter", filter]
    code, out, err = gpuwordle(*game)
    assert (code, err) == (0, "")
    assert [line.split()[-1] for line in out.splitlines()[3:]] == printed
    rows = csv.DictReader(io.StringIO(gpuwordle(*game, "-f", "csv")[1]))
    assert [row["letters"].removeprefix("'") for row in rows] == printed
    state = json.loads(gpuwordle(*game, "-f", "json")[1])["state"]
    assert [*state.values()] == [
        *printed[:3],
        [*map(letters, printed[3][1:-1].split(","))],
        *printed[4:],
    ]


def letters(spot):
    return spot.replace("-", "")
