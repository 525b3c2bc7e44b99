"""``gpuwordle eligible``, ``explain`` and ``challenge``."""

import json

import pytest
from helpers.words import list_of

from gpuwordle.clues.clues import Clues
from gpuwordle.clues.trie import Trie
from gpuwordle.words import sources

GAME = ["JUDGE=....e", "CHEST=c.E.."]


@pytest.fixture
def words(file):
    return file("words.txt", "judge", "wreck", "ocean", "fleck", "chest", "bad", "cab", "card")


def test_words_come_one_a_line_of_answers_or_guesses(printed, words, file):
    line = ("eligible", *GAME, "-v", words)
    assert printed(*line) == "wreck\nocean\nfleck\n"
    assert printed(*line, "WRECK=..Ec.") == "ocean\n"
    hidden = ("-a", file("hidden.txt", "ocean"))
    assert printed(*line, *hidden) == "ocean\n"
    assert printed(*line, *hidden, "--among", "guesses") == "wreck\nocean\nfleck\n"


def test_filters(printed, file):
    line = ("eligible", "AAB=a..", "-v", file("words.txt", "cac", "cca", "aab"))
    assert printed(*line) == "cca\n"
    assert printed(*line, "--filter", "bounds") == "cac\ncca\n"


def test_formats(gpuwordle, as_csv, words):
    expected = ["wreck", "ocean", "fleck"]
    how = ("eligible", *GAME, "-v", words)
    data = json.loads(gpuwordle(*how, "-f", "json", "--show", 2)[1])
    assert (data["count"], data["words"]) == (3, expected[:2])
    assert [row["word"] for row in as_csv(*how)] == expected
    assert gpuwordle(*how, "--show", 2) == (0, "wreck\nocean\n", "showing 2 of 3 words\n")


def test_a_guess_that_is_no_word_warns(gpuwordle, words):
    said = "guess 'clums' is not in 'words', which has no word with 'm'; its clue still counts\n"
    found = gpuwordle("eligible", "CLUMS=c....", "-v", words)
    assert found == (0, "wreck\nocean\n", said)


def test_no_word_fits_here_and_perhaps_elsewhere(said, words, monkeypatch):
    clues = ["WRECK=.....", "JUDGE=....."]
    with monkeypatch.context() as patched:
        patched.setattr(sources, "where", lambda source: None)  # no other list is here
        told = said("eligible", *clues, "-v", words)
        assert told == "no word of 'words' fits these clues\n"
    count = len(Clues.parse(clues).eligible(list_of("words-alpha")))
    told = f"no word of 'words' fits these clues; {count:,} of 'words-alpha' fit\n"
    assert said("eligible", *clues, "-v", words) == told
    assert count > 100


def test_every_word_and_every_clue_is_explained(printed, as_json, as_csv):
    game = ["THIEF=...e.", "BLADE=....E", "GROVE=.ro.E"]
    typed = ("thief 00010", "BLADE:____E", "grove,byybg")
    out = printed("explain", *typed, "--word", "ROMEO", "--word", "rouse")
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
    asked = ("explain", *game, "-w", "romeo", "-w", "rouse")
    first, second = as_json(*asked)["words"]
    assert (first["eligible"], second["eligible"]) == (False, True)
    assert first["reasons"] == ["Mask: needs ----E", "WrongSpot: has ---E-"]
    assert first["clues"][0] == {"clue": "THIEF=...e.", "reasons": ["WrongSpot: has ---E-"]}
    rows = [(row["word"], row["clue"]) for row in as_csv(*asked)]
    assert rows == [(word, clue) for word in ("romeo", "rouse") for clue in ("all", *game)]


def test_challenge(gpuwordle, printed, said, as_json, words):
    line = ("challenge", "abracadabra", "-v", words)
    assert printed(*line) == "bad\ncab\ncard\n"
    assert printed(*line, "--longest-first") == "card\nbad\ncab\n"
    nodes = Trie(["judge", "wreck", "ocean", "fleck", "chest", "bad", "cab", "card"]).nodes
    # The root, b, ba, bad, c, ca, cab, car, card; no word goes on with what is left.
    told = f"1 word; 9 of {nodes:,} nodes visited\n"
    assert gpuwordle(*line, "--min", 4, "--stats") == (0, "card\n", told)
    ignored = (0, "bad\n", "ignored: no word of 'words' has 'q', 'z'\n")
    assert gpuwordle("challenge", "bazdq", "-v", words, "--show", 1) == ignored
    assert "no word of 'words' can be formed from 'xyz'" in said("challenge", "xyz", "-v", words)
    assert as_json("challenge", "bad", "-v", words) == [{"word": "bad"}]


@pytest.mark.parametrize(
    ("filter", "clues", "shown"),
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
def test_state_is_what_reilly_prints(printed, as_json, as_csv, filter, clues, shown):
    game = ["explain", *clues, "--state", "--filter", filter]
    assert [line.split()[-1] for line in printed(*game).splitlines()[3:]] == shown
    assert [row["letters"].removeprefix("'") for row in as_csv(*game)] == shown
    state = [*as_json(*game)["state"].values()]
    spots = shown[3][1:-1].replace("-", "").split(",")
    assert state == [*shown[:3], spots, *shown[4:]]
