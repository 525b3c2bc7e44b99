"""Archives of played games."""

import json

import pytest
from helpers.errors import refused
from helpers.json_page import check

from gpuwordle import Vocabulary
from gpuwordle.assistant.archive import check_archive, read_archive

PETS = Vocabulary(
    "pets", ["cat", "cow", "dog", "pig", "rat"], ["cat", "cow", "dog", "pig", "rat", "eel"]
)


def checked(path):
    games = list(check_archive(PETS, read_archive(path)))
    for game in games:
        check(game.to_dict(), "checked game")
    return games


def test_csv(file):
    rows = ("Day,Guesses,Answer", "1,rat pig cow,cow", "2,RAT=... COW=.O.,", "3,eel cat,cat")
    first, second, third = checked(file("games.csv", *rows))
    assert (first.place, first.guesses) == ("line 2", ("RAT=...", "PIG=...", "COW=COW"))
    assert (first.solved, first.consistent, first.hard_mode, first.listed) == (True,) * 4
    assert (second.solved, second.consistent, second.remaining) == (False, True, 1)
    assert (third.remaining, third.problem) == (5, "")


def test_jsonl(tmp_path):
    path = tmp_path / "games.jsonl"
    games = [
        {"answer": "dog", "guesses": ["cow", "rat", "dog"]},
        {"guesses": "RAT=... RAT=r.. COW=COW"},
        {"answer": "emu", "guesses": ["rat", "emu"]},
        {"answer": "dog", "guesses": ["COW=..."]},
        {"answer": "dog", "guesses": ["yak", "dog"], "player": "a\u2028b"},
        {"answer": "dog", "guesses": []},
        {"answer": "dog", "guesses": ["cow", None, "dog"]},
    ]
    lines = [json.dumps(game, ensure_ascii=False) for game in games]
    path.write_text("\n".join(lines) + "\n\n")
    hard, contradiction, stranger, wrong, unlisted, empty, passed = checked(path)
    assert (passed.solved, passed.problem) == (True, "")  # after a turn without a guess
    assert (wrong.solved, wrong.remaining, wrong.hard_mode, wrong.listed) == (None,) * 4
    assert (hard.consistent, hard.hard_mode, hard.problem) == (True, False, "")
    assert "contradict" in contradiction.problem
    assert stranger.problem == "emu is not a possible answer of 'pets'"
    assert "not what dog gives" in wrong.problem
    assert (unlisted.consistent, unlisted.listed) == (True, False)
    assert unlisted.problem == "yak is not in 'pets'"
    assert empty.problem == "it has no guess"


def test_a_rule_without_colours_has_no_hard_mode(file):
    rows = ("guesses,answer", "rat pig cow,cow", "RAT=0 PIG=1 DOG=3!,", "RAT=1 COW=0,pig")
    jotto = Vocabulary("jotto", PETS.answers, rule="jotto")
    won, told, wrong = check_archive(jotto, read_archive(file("games.csv", *rows)))
    assert (won.guesses, won.remaining) == (("RAT=0", "PIG=0", "COW=3!"), 1)
    assert (told.solved, told.consistent, told.remaining) == (True, True, 1)
    for game in (won, told):
        assert (game.hard_mode, game.listed, game.problem) == (True, True, "")
    assert "is not what pig gives" in wrong.problem


@pytest.mark.parametrize("separator", ",;\t")
def test_columns_are_separated_as_spreadsheets_do(file, separator):
    rows = (
        separator.join(["", "Answer", '"guesses"', "a,b;c"]),
        separator.join(["0", "cow", "rat cow"]),
    )
    (game,) = read_archive(file("games.csv", *rows))
    assert (game.answer, game.guesses) == ("cow", ("rat", "cow"))


@pytest.mark.parametrize(
    "name, text, why",
    [
        ("games.csv", "answer,words\ncow,rat\n", "no column 'guesses'"),
        ("games.csv", "answer,guesses\n", "has no game"),
        ("games.csv", "", "no column 'guesses'"),
        ("games.csv", 'guesses\n"rat', "not CSV at line 2"),
        ("games.csv", "answer,guesses\ncow,rat,cow", "more cells in line 2 than its heading has"),
        ("games.csv", "guesses,guesses\nrat,cow", "has several columns 'guesses'"),
        ("games.csv", f"guesses,{'a' * 140_000}\n", "not CSV at line 1"),
        ("games.jsonl", '{"guesses": [], "player": "\\ud800"}', "a player that is not text"),
        ("games.jsonl", "{", "line 1 of .* is not JSON"),
        ("games.jsonl", "[1]", "is not a game"),
        ("games.jsonl", '{"guesses": [1]}', "is not a game"),
        ("games.jsonl", '{"guesses": [], "answer": 1}', "an answer that is not a word"),
        ("games.txt", "", "give a .csv or .jsonl file"),
        ("games.csv", "guesses\n\udcff\udcfe", "not text in UTF-8"),
        ("none.csv", None, "none.csv cannot be read"),
    ],
)
def test_what_is_no_archive_says_why(tmp_path, name, text, why):
    path = tmp_path / name
    if text is not None:
        path.write_text(text, "utf-8", "surrogateescape")
    refused(why, checked, path)
