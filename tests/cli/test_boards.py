"""``gpuwordle solve --boards`` and ``benchmark --boards``."""

import csv
import io
import json
import re
from itertools import product

import naive
import pytest

from gpuwordle.assistant.boards import suggest_boards
from gpuwordle.words.vocabulary import Vocabulary

WORDS = ["crane", "caper", "slate", "moist", "cable", "fable", "gable", "table", "pouty", "grimy"]


@pytest.fixture
def words(file):
    return file("words.txt", *WORDS)


def test_clues_of_several_boards(printed, as_json, as_csv, words):
    hidden = ["cable", "moist", "crane"]
    told = ["".join(map(str, naive.colours("crane", word))) for word in hidden]
    clue = f"crane={'/'.join(told)}"
    line = ("solve", "--boards", 3, "-v", words, clue)
    found = suggest_boards(Vocabulary("words", WORDS), [clue], boards=3)
    assert as_json(*line) == found.to_dict()
    assert "cable" in found.to_dict()["remaining"][0]["words"]
    assert [row["guess"] for row in as_csv(*line)] == [one.guess for one in found.guesses]
    shown = printed(*line, "--show", 1)
    assert "board 3: finished\n" in shown
    assert re.search(rf"^ {found.guesses[0].guess} ", shown, re.MULTILINE)


def test_a_guess_without_bounds_has_no_column_of_its_own(as_csv, pets):
    first, *_, last = as_csv("solve", "--boards", 2, "-v", pets, "COW=.O./...")
    expected = ["expected_low", "expected_high", "expected_exact"]
    assert [*first.items()][-3:] == [*zip(expected, ["2.0", "2.0", "2"], strict=True)]
    assert [last[name] for name in expected] == ["", "", ""]


def test_a_guess_that_is_not_in_the_list_is_named(gpuwordle, words):
    line = ("solve", "--boards", 2, "-v", words, "carne=00000/00000")
    code, out, err = gpuwordle(*line)
    assert (code, "board 2: " in out) == (0, True)
    assert err == "guess 'carne' is not in 'words'; its clue still counts; did you mean crane?\n"
    unlisted = json.loads(gpuwordle(*line, "-f", "json")[1])["unlisted"]
    assert unlisted == [{"guess": "carne", "near": ["crane"]}]


def test_a_game_is_guided_to_its_end(typed, words):
    several = "crane=00000/00000 fable 00000/00000"
    lines = ["crane=.....", "undo", "help", several, "undo", "undo"]
    clues = ["crane=00202/00000", "gable=GABLE/.....", "pouty==/POUTY"]
    given = "\n".join([*lines, *clues, "quit", "x"])
    code, out, err = typed(given, "solve", "--boards", 2, "-v", words)
    assert (code, err) == (0, "")
    assert "has 1 pattern for 2 boards" in out
    assert "there is no clue to take back" in out
    assert out.count("undo    ") == 2
    assert "board 2: 2 words left: moist pouty\n" in out.split("> ")[4]
    vocabulary, turns = Vocabulary("words", WORDS), out.split("> ")[len(lines) :]
    for number, before in enumerate(turns[: len(clues)]):
        best = suggest_boards(vocabulary, clues[:number], boards=2).guesses[0].guess
        assert re.search(rf"^ {best} ", before, re.MULTILINE)
    assert out.endswith("board 1: finished\nboard 2: finished\n> ")


def test_a_clue_is_corrected_and_words_are_listed(typed, words):
    lines = ["crane=00000/00000", "correct 1 crane=00202/00000", "words 1", "words", "words 00/0"]
    wrong = ["correct 2 crane=00000/00000", "correct 0 x", "correct 1"]
    lines += ["crane 00000 00000", "help"]
    code, out, err = typed("\n".join([*lines, *wrong]), "solve", "--boards", 2, "-v", words)
    assert (code, err) == (0, "")
    _, _, corrected, one, every, clue, unknown, told, *refused, _ = out.split("> ")
    assert unknown == "'crane 00000 00000' is not a clue or a command: type help\n"
    assert "undo" in told
    assert corrected.startswith("board 1: 1 word left: slate\nboard 2: 2 words left: moist pouty\n")
    assert one == "board 1: 1 word left: slate\nboard 2: 2 words left: moist and 1 more\n"
    assert corrected.startswith(every)
    assert "'00'" in clue  # of the word, which is no command here
    assert refused == ["correct needs the number of a clue, and another: correct 2 CLUE\n"] * 3


def test_blanks_may_stand_around_the_sign_between_word_and_colours(typed, words):
    clues = ["crane=00000/00000", "crane = 00000/00000", "crane: 00000/00000", "crane 00000/00000"]
    lines = [line for clue in clues for line in (clue, "undo")]
    out = typed("\n".join(lines), "solve", "--boards", 2, "-v", words)[1]
    first, *_ = answers = out.split("> ")[1:-1:2]
    assert answers == [first] * 4 and "words left: moist pouty" in first


def test_drawn_games_are_summed_up(gpuwordle, words, tmp_path):
    path = tmp_path / "games.csv"
    line = ("benchmark", "-v", words, "--boards", 2, "--sample", 12, "--seed", "3-4", "-m", 4)
    code, out, err = gpuwordle(*line, "-b", "numpy", "-o", path)
    assert code == 0 and f"wrote {path}" in err
    games = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert [(g["seed"], g["game"]) for g in games] == [*product("34", map(str, range(12)))]
    for game in games:
        guesses = game["guesses"].split()
        turns = [guesses.index(w) + 1 if w in guesses else 0 for w in game["answers"].split()]
        assert turns == [int(turn) for turn in game["turns"].split()]
        assert game["won"] == str(all(turns)) and len(guesses) <= 4
    for seed in ("3", "4"):
        won = sum(game["won"] == "True" for game in games if game["seed"] == seed)
        assert re.search(rf" words +5 +{seed} +12 +4 +{won} +{100 * won / 12:.2f} ", out)
    streamed = gpuwordle(*line, "-b", "numpy", "-o", "-", "--memory", "64M")
    assert streamed[:2] == (0, path.read_text(encoding="utf-8"))
