"""``gpuwordle simulate``."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from gpuwordle.assistant.simulate import simulate
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import Vocabulary

WORDS = ["crane", "caper", "slate", "moist", "cable", "fable", "gable", "table"]


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "birds.txt"
    path.write_text("\n".join(WORDS))
    return str(path)


def test_formats_say_the_same(gpuwordle, words, tmp_path):
    line = ("simulate", "TABLE", "-v", words, "-s", "minimax", "--opener", "crane", "--hard")
    game = simulate(
        Vocabulary("birds", WORDS),
        "minimax",
        Conditions(hard=True),
        answer="table",
        opener="crane",
    )
    code, out, err = gpuwordle(*line, "-f", "json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told == game.to_json()
    path = tmp_path / "game.json"
    assert gpuwordle(*line, "-f", "json", "-o", path)[:2] == (0, "")
    assert json.loads(path.read_text(encoding="utf-8")) == told
    rows = list(csv.DictReader(io.StringIO(gpuwordle(*line, "-f", "csv")[1])))
    assert [(row["turn"], row["guess"], row["left"].split()) for row in rows] == [
        (str(turn), move.guess, list(move.left)) for turn, move in enumerate(game.moves, start=1)
    ]
    shown = gpuwordle(*line)[1]
    assert f"minimax on table: {len(game)} guesses" in shown
    for move in game.moves:
        assert re.search(rf"{move.guess} +{re.escape(move.pattern.marks(move.guess))} ", shown)


def test_games_can_be_lost(gpuwordle, words):
    code, out, _ = gpuwordle("simulate", "table", "-v", words, "-m", 1, "--opener", "moist")
    assert code == 0
    assert out.startswith("entropy on table: not found\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("zebra", "word 'zebra' is not in vocabulary 'birds'"),
        ("tab", "vocabulary 'birds' has no word of 3 letters"),
        ("t-ble", "word 't-ble' holds '-', which is not a letter"),
        ("table --opener bird", "word 'bird' has 4 letters"),
        ("table -s maximin", "unknown strategy 'maximin'"),
        ("table --seed x", "must be a whole number of at least 0, not 'x'"),
        ("table --option last=1", "games have no limit: give --allowed"),
    ],
)
def test_bad_input_is_one_line(gpuwordle, words, line, message):
    code, out, err = gpuwordle("simulate", *line.split(), "-v", words)
    assert (code, out) == (2, "")
    assert message in err and err.count("\n") == 1
