"""The play of one strategy: ``tree`` and ``simulate``."""

import json
import re

from helpers.command_line import BIRDS, EIGHT

from gpuwordle import Conditions, Vocabulary
from gpuwordle.assistant.simulate import simulate


def test_tree_as_text_and_dot(gpuwordle, said, birds, tmp_path):
    arguments = ("tree", "-v", birds, "-s", "entropy", "-b", "numpy")
    code, out, err = gpuwordle(*arguments)
    assert (code, "for 10 words, average" in err) == (0, True)
    assert all(word in out for word in BIRDS.split()[:10])
    said(*arguments, "-f", "dot", "--turns", 1, "-o", tmp_path / "tree.dot")
    assert (tmp_path / "tree.dot").read_text().startswith("digraph")


def test_tree_follows_the_conditions(gpuwordle, birds, file):
    answers = file("answers.txt", "crane heron robin")
    how = ("-s", "minimax", "--opener", "goose", "--pool", "candidates", "--hard", "-b", "numpy")
    code, out, err = gpuwordle("tree", "-v", birds, "-a", answers, *how)
    assert code == 0 and out.startswith("goose")
    assert "minimax from goose" in err and "for 3 words" in err


def test_a_tree_takes_options(gpuwordle, birds):
    how = ["tree", "-v", birds, "-s", "non-duplicate", "-b", "numpy", "--format", "json"]
    code, plain, _ = gpuwordle(*how)
    assert (code, json.loads(plain)["options"]) == (0, {})
    code, out, err = gpuwordle(*how, "--option", "reading=printed", "--option", "indexes=all")
    assert (code, json.loads(out)["options"]) == (0, {"reading": "printed"})
    assert "non-duplicate (reading=printed, indexes=all) from " in err
    assert json.loads(out)["tree"]["guess"] != json.loads(plain)["tree"]["guess"]


def test_formats_say_the_same(printed, as_json, as_csv, eight):
    line = ("simulate", "TABLE", "-v", eight, "-s", "minimax", "--opener", "crane", "--hard")
    words, hard = Vocabulary("eight", EIGHT), Conditions(hard=True)
    game = simulate(words, "minimax", hard, answer="table", opener="crane")
    assert as_json(*line) == game.to_dict()
    assert [(row["turn"], row["guess"], row["left"].split()) for row in as_csv(*line)] == [
        (str(turn), move.guess, list(move.left)) for turn, move in enumerate(game.moves, start=1)
    ]
    shown = printed(*line)
    assert f"minimax on table: {len(game)} guesses" in shown
    for move in game.moves:
        assert re.search(rf"{move.guess} +{re.escape(move.pattern.marks(move.guess))} ", shown)


def test_the_seed_of_a_game_is_the_one_given(as_json, eight):
    line, words = ("simulate", "table", "-v", eight, "-s", "random"), Vocabulary("eight", EIGHT)
    games = [simulate(words, "random", answer="table", seed=seed).to_dict() for seed in (1, 2, 3)]
    assert [as_json(*line, "--seed", seed) for seed in (1, 2, 3)] == games
    assert games[0] != games[1]


def test_games_can_be_lost(gpuwordle, printed, birds, file):
    how = ("-v", birds, "-b", "numpy", "-m", 1, "--opener", "eagle")
    line = ("tree", *how, "-a", file("hidden.txt", "finch", "robin"))
    code, _, err = gpuwordle(*line)
    assert (code, err) == (0, "entropy from eagle: no word found, 2 words not found\n")
    assert json.loads(gpuwordle(*line, "-f", "json")[1])["mean"] is None
    assert printed("simulate", "robin", *how).startswith("entropy on robin: not found\n")
