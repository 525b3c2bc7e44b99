"""Players of every kind in the arena: the same answers, wrong lines counted, and nobody waits."""

import json
import sys

import naive
import pyarrow.parquet as pq
import pytest
from helpers.command_line import refused
from helpers.json_page import check
from helpers.words import outcome, random_vocabulary

from gpuwordle import Conditions, Vocabulary, judge, load, play
from gpuwordle.environment.answers import drawn_answers
from gpuwordle.environment.arena import arena
from gpuwordle.environment.players import LONGEST_LINE, Program, word_of

WORDS = random_vocabulary(3, 4, 5, 40)
PYTHON = f'"{sys.executable}" -c '

READER = """
import json, sys, time
words = json.loads(sys.stdin.readline())
for line in sys.stdin:
 """
"""The beginning of a player that reads turns."""


def program_of(folder, code, seconds=20.0):
    """A program that reads turns, and answers each by some code."""
    path = folder / "player.py"
    path.write_text(f"{READER}{code}\n")
    return Program(f'"{sys.executable}" "{path}"', seconds)


def by_turn(turn):
    """Plays the words in their order, a line for each turn."""
    return WORDS.guesses[(turn["game"] + turn["turn"]) % len(WORDS)]


@pytest.mark.parametrize("hard", [False, True])
def test_turns_tell_what_the_oracle_says(hard):
    """Every turn has the clues of its game, and an illegal guess becomes none."""
    turns = []

    def player(turn):
        turns.append(turn)
        return by_turn(turn)

    rules = Conditions(hard=hard, allowed=4)
    found = arena(WORDS, player, rules, games=15, seed=2, backend="numpy")
    answers = [WORDS.answers[one] for one in drawn_answers(WORDS, 2, range(15), 0)]
    assert [game["answer"] for game in found.games] == answers
    asked = iter(turns)
    for number, (game, answer) in enumerate(zip(found.games, answers, strict=True)):
        clues, patterns = [], []
        for place, guess in enumerate(game["guesses"]):
            before = {"guesses": game["guesses"][:place], "patterns": patterns[:place]}
            assert next(asked) == {"game": number, "turn": place + 1, **before}
            wanted = by_turn({"game": number, "turn": place + 1})
            legal = not hard or all(naive.is_legal(one, told, wanted) for one, told in clues)
            assert guess == (wanted if legal else None)
            if legal:
                clues.append((guess, naive.colours(guess, answer)))
            patterns.append("".join(map(str, clues[-1][1])) if legal else None)
        assert game["guesses"][-1] == answer or len(game["guesses"]) == 4
    assert next(asked, None) is None
    (row,) = found.players
    assert row["bad"] == 0
    assert row["illegal"] == sum(game["guesses"].count(None) for game in found.games)
    assert (row["illegal"] > 0) == hard


def test_programs_functions_and_strategies_play_the_same_games(tmp_path):
    code = """turn = json.loads(line)
 print(words["guesses"][(turn["game"] + turn["turn"]) % 40], flush=True)"""
    same = program_of(tmp_path, code)
    how = {"games": 30, "seed": 3, "backend": "numpy", "record": tmp_path / "games.jsonl"}
    found = arena(WORDS, [by_turn, same, "entropy", "entropy"], **how)
    first, second, third, fourth = (
        [(game["answer"], game["guesses"]) for game in found.games if game["player"] == name]
        for name in ("by_turn", same.command, "entropy", "entropy 2")
    )
    assert len(first) == len(third) == 30
    assert first == second
    assert third == fourth
    games = play(WORDS, "entropy", backend="numpy").to_dict()["games"]
    played = {game["answer"]: (game["answer"], game["guesses"]) for game in games}
    assert third == [played[answer] for answer, _ in first]
    check(list(found.players), "list of arena player")
    again = judge(WORDS, tmp_path / "games.jsonl", backend="numpy")
    assert again.regrets() == found.judged.regrets()


def test_letters_of_several_characters_are_written(tmp_path):
    (tmp_path / "woorden.txt").write_text("bijou\nijzer\nwater\nlijst\nwijst\n")
    words = load(tmp_path / "woorden.txt", language="nl").of_length(4)
    assert len(words) == 4
    turns = []

    def player(turn):
        turns.append(turn)
        return "bijou"

    how = {"games": 3, "seed": 1, "backend": "numpy", "record": tmp_path / "games.jsonl"}
    found = arena(words, player, Conditions(allowed=2), **how)
    assert {"bijou"} == {one for turn in turns for one in turn["guesses"]}
    assert found.players[0]["bad"] == 0
    told = program_of(
        tmp_path, "print(words['guesses'][0] * (words['language'] == 'nl'), flush=True)"
    )
    assert arena(words, told, games=2, backend="numpy").players[0]["bad"] == 0
    found.judged.write(tmp_path / "moves.parquet")
    for name in ("games.jsonl", "moves.parquet"):
        assert judge(words, tmp_path / name).regrets() == found.judged.regrets()
    assert pq.read_table(tmp_path / "moves.parquet")["guess"][0].as_py() == "bijou"


def test_a_strategy_draws_again_when_an_answer_recurs():
    few = Vocabulary("few", WORDS.guesses[:8])
    games = arena(few, "random", games=80, seed=1, backend="numpy").games
    assert games == arena(few, "random", games=80, seed=1, backend="numpy").games
    assert games != arena(few, "random", games=80, seed=2, backend="numpy").games
    for answer in few.answers:
        assert len({tuple(g["guesses"]) for g in games if g["answer"] == answer}) > 1


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ("print(7)", (12, 0, 0)),
        (f"print('x' * {2 * LONGEST_LINE + 5})", (12, 0, 0)),
        ("print(); sys.stdout.flush(); sys.exit(3)", (6, 0, 6)),
        ("sys.stderr.write('x' * 300000); print('no')", (12, 0, 0)),
        # Late once, and restarted.
        ("time.sleep(60 * ('\"game\": 3, \"turn\": 1,' in line)); print('no')", (11, 1, 0)),
    ],
    ids=["no word", "long", "ended", "talkative", "late"],
)
def test_wrong_lines_cost_a_turn_each(tmp_path, code, faults):
    seconds, rules = 2.0 if "sleep" in code else 20.0, Conditions(allowed=2)
    player = program_of(tmp_path, f"{code}; sys.stdout.flush()", seconds)
    (row,) = arena(WORDS, player, rules, games=6, seed=1, backend="numpy").players
    assert (row["bad"], row["late"], row["ended"]) == faults
    assert (row["illegal"], row["won"]) == (12, 0)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "player '' cannot be started (it is empty)"),
        ('"', "cannot be started (No closing quotation)"),
        ("no-such-program", "player 'no-such-program' cannot be started (No such file"),
        (f"{PYTHON}'1/0'", "lost 3 turns in a row: it ended, and said: ZeroDivisionError"),
        (f"{PYTHON}'import time; time.sleep(60)'", "in a row: it wrote no line in 0.1 s; give it"),
        (f"{PYTHON}'print(chr(27), file=__import__(\"sys\").stderr)'", "and said: \\x1b"),
    ],
)
def test_programs_that_do_not_play_are_one_line(command, message):
    seconds = 0.1 if "sleep" in command else 20.0
    said = outcome(lambda: arena(WORDS, Program(command, seconds), games=9, backend="numpy"))
    assert message in said
    assert said.isprintable()


def test_a_player_may_change_what_it_is_given():
    """The games are recorded as they were played, and end."""

    def forgetful(turn):
        turn["turn"] = 0
        turn["patterns"].clear()
        turn["guesses"].append("zzz")
        return hidden

    hidden = WORDS.guesses[0]
    found = arena(WORDS, forgetful, games=9, backend="numpy").games
    assert all(
        game["guesses"] == [hidden] * (1 if game["answer"] == hidden else 6) for game in found
    )


def test_players_of_one_name_get_different_ones():
    def bot(turn):
        return WORDS.guesses[0]

    def other(turn):
        return WORDS.guesses[1]

    other.__name__ = "bot 2"
    played = arena(WORDS, [bot, bot, other], games=3, backend="numpy")
    assert [row["player"] for row in played.players] == ["bot", "bot 2", "bot 2 2"]


def test_wrong_arguments_are_refused():
    def called(players, **changes):
        return outcome(lambda: arena(WORDS, players, backend="numpy", **changes))

    asked = []
    assert called([asked.append, "entropie"]).startswith("unknown strategy 'entropie'")
    assert not asked
    assert called([]) == "there is no player: give at least one"
    assert called("entropie").startswith("unknown strategy 'entropie'")
    assert called("entropy", games=0).startswith("games=0")
    assert "needs a limit on guesses" in called("entropy", conditions=Conditions(hard=True))
    assert outcome(lambda: Program("player", -1)).startswith("seconds=-1 is not a time")
    with pytest.raises(TypeError, match="7 is not a player"):
        called([7])


def test_words_are_read_from_lines():
    for line in ("crane", ' "crane"\r\n', '{"guess": "crane", "why": 1}\n'):
        assert word_of(line) == "crane"
    wrong = "", "\n", '"crane', "{}", '{"guess": 3}', '{"guess": ["x"]}', "{" * 99_999
    for line in wrong:
        assert word_of(line) is None


def test_games_that_are_finished_are_kept_if_the_others_are_interrupted(tmp_path):
    def player(turn):
        if turn["game"] == 3:
            raise KeyboardInterrupt
        return WORDS.guesses[0]

    path = tmp_path / "games.jsonl"
    with pytest.raises(KeyboardInterrupt):
        arena(WORDS, ["entropy", player], games=4, backend="numpy", record=path)
    players = [json.loads(line)["player"] for line in path.read_text().splitlines()]
    assert players == ["entropy"] * 4 + ["player"] * 3


def test_the_command_prints_a_table_and_keeps_the_games(tmp_path, monkeypatch, gpuwordle):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("\n".join(WORDS.guesses))
    command = program_of(tmp_path, "print(words['guesses'][0], flush=True)").command
    line = ["arena", "-v", "words.txt", "-l", "4", "-b", "numpy", "--games", "5", "--seed", "4"]
    code, out, err = gpuwordle(
        *line, "--player", command, "-s", "random", "--record", "games.jsonl"
    )
    assert code == 0
    assert "ended" in out
    assert "100.0 % with exact regret" in err
    lines = [json.loads(one) for one in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert [one["player"] for one in lines] == [command] * 5 + ["random"] * 5
    rows = json.loads(gpuwordle(*line, "-s", "random", "--format", "json")[1])
    check(rows, "list of arena player")
    assert rows[0]["games"] == 5
    written = gpuwordle(*line, "-s", "random", "--format", "csv")[1]
    header, row = (one.split(",") for one in written.splitlines())
    assert float(row[header.index("regret_low")]) == rows[0]["regret"]["low"]
    refused(gpuwordle(*line), 'give --player "COMMAND"')


def test_a_word_may_be_the_sign_of_no_guess():
    signs = Vocabulary("signs", ["+", "-", "*"], symbols=True)
    (row,) = arena(signs, "entropy", games=20, backend="numpy").players
    assert (row["won"], row["illegal"]) == (20, 0)
