"""Judged games against `review`, from every source, with bounds where no time is left."""

import csv
import json
import random
import re
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import naive
import numpy as np
import pyarrow.parquet as pq
import pytest
from helpers.command_line import refused
from helpers.json_page import check
from helpers.markup import Markup
from helpers.noted import noted
from helpers.optimal import small_vocabulary
from helpers.words import outcome, random_words

from gpuwordle import Conditions, Pattern, Vocabulary, judge, play, run_benchmark
from gpuwordle.assistant.known_play import packaged_positions
from gpuwordle.clues.clues import Clue
from gpuwordle.environment.judge import FEWEST, Judge
from gpuwordle.environment.judged import SHOWN
from gpuwordle.results.judged_file import DESCRIPTIONS, SCHEMA
from gpuwordle.rules.built_in import RULES

GUESSES = random_words(3, 4, 5, 60)
WORDS = Vocabulary("few", GUESSES[:40], GUESSES)


def games(count, words=WORDS, unlisted=()):
    """Games of random guesses, of which the answer is found in some."""
    rng, found = random.Random(count), []
    for number in range(count):
        answer = rng.choice(words.answers)
        guesses = rng.choices([*words.guesses, *unlisted], k=4) + [answer] * (number % 2)
        if answer in guesses:
            guesses = guesses[: guesses.index(answer) + 1]
        found.append({"player": ["one", "two"][number % 2], "answer": answer, "guesses": guesses})
    return found


def brute_force(words, game, hard):
    """The columns of each move by the oracle, which tries all ways to play on."""
    told = None if words.rule.name == "wordle" else cache(naive.TOLD[words.rule.name])
    heavy = words.weights_of(np.arange(len(words.answers))).tolist()
    weights = dict(zip(words.answers, heavy, strict=True))

    def least(legal, left, **opener):
        total = naive.least_total(legal, left, hard=hard, told=told, weights=weights, **opener)
        return Fraction(total, sum(weights[word] for word in left))

    left, legal = list(words.answers), list(words.guesses)
    for guess in game["guesses"]:
        best, took = least(legal, left), least(legal, left, opener=guess)
        split = naive.clue_buckets(guess, left, told).items()
        ((pattern, after),) = (item for item in split if game["answer"] in item[1])
        over, counts = guess == game["answer"], (len(left), guess in left, guess in legal)
        if hard:
            legal = [word for word in legal if naive.is_legal(guess, pattern, word)]
        luck = pytest.approx(float(1 + (0 if over else least(legal, after)) - took))
        yield (took - best, luck, luck, *counts, 0 if over else len(after))
        left = after


def test_a_move_that_hard_mode_forbids_may_have_negative_regret():
    game = {"player": "Ann", "answer": "award", "guesses": ["crane", "moist", "award"]}
    judged = judge("wordle", game, Conditions(hard=True), seconds=None)
    assert judged.legal.tolist() == [True, False, True]
    assert judged.regrets()[1] == Fraction(-1, 8)
    assert judged.bounds.tolist() == [[float(one)] * 2 for one in judged.regrets()]
    (row,) = judged.players
    assert row["regret_by_turn"] == [float(one) for one in judged.regrets()]
    expected = judged.best[0, 0] / judged.weights[0, 0]
    assert expected + row["regret"]["mean"] + row["luck"]["mean"] == pytest.approx(3)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("rule", "weighed", "hard"),
    [*product(RULES, [False, True], [False]), *product(["wordle"], [False, True], [True])],
)
def test_moves_are_judged_as_by_brute_force(rule, weighed, hard):
    """Guesses that are not listed, and in hard mode those that it forbids, are judged as well."""
    rng = random.Random(rule)
    for seed in range(3):
        words = small_vocabulary(seed, length=3, hidden=9)
        weights = [rng.randint(1, 9) for _ in words.answers] if weighed else None
        words = Vocabulary("few", words.answers, words.guesses, rule=rule, weights=weights)
        played = games(6, words, unlisted=() if hard else ["zzz"])
        judged = judge(words, played, Conditions(hard=hard), seconds=None, backend="numpy")
        columns = judged.before, judged.candidate, judged.legal, judged.after
        found = zip(
            judged.regrets(),
            *judged.luck_bounds.T.tolist(),
            *(one.tolist() for one in columns),
            strict=True,
        )
        assert list(found) == [move for game in played for move in brute_force(words, game, hard)]
        assert judged.solved.tolist() == [game["guesses"][-1] == game["answer"] for game in played]


def test_another_rule_has_no_known_positions(wordle):
    """The packaged positions are of Wordle's rule: another may have a bucket of equal words."""
    jotto = Vocabulary("jotto", wordle.answers, wordle.guesses, rule="jotto")
    assert len(packaged_positions(wordle)) > 0
    assert len(packaged_positions(jotto)) == 0
    weighed = Vocabulary("few", wordle.answers, wordle.guesses, weights=[2] * len(wordle.answers))
    assert len(packaged_positions(weighed)) == 0


def test_an_anagram_is_no_win_under_jotto(tmp_path):
    words = Vocabulary("few", ["cat", "act", "dog", "god"], rule="jotto")
    game = {"answer": "cat", "guesses": ["act", "cat"], "player": "Ann"}
    judged = judge(words, game, backend="numpy")
    assert judged.after.tolist() == [1, 0]
    assert judged.solved.tolist() == [True]
    judged.write(tmp_path / "moves.parquet")
    again = judge(words, tmp_path / "moves.parquet", backend="numpy")
    assert again.regrets() == judged.regrets()
    clues = judge(words, {"guesses": ["act=3", "cat=3!"]}, backend="numpy")
    assert clues.regrets() == judged.regrets()
    assert "has none" in outcome(lambda: judge(words, game, Conditions(hard=True)))


def test_games_of_another_rule_or_of_other_words_are_refused(tmp_path):
    jotto = Vocabulary("few", WORDS.answers, WORDS.guesses, rule="jotto")
    run_benchmark(jotto, ["entropy"], folder=tmp_path / "run", backend="numpy")
    assert judge(jotto, tmp_path / "run", backend="numpy").exact.all()
    assert "has games of rule 'jotto'" in outcome(judge, WORDS, tmp_path / "run")
    for other in (jotto, Vocabulary("other", GUESSES[9:])):
        played = play(other, "entropy", backend="numpy")
        assert "words or a rule that differ from" in outcome(judge, WORDS, played)


def test_games_of_two_strategies_are_two_players():
    played = [play(WORDS, strategy, backend="numpy") for strategy in ("entropy", "minimax")]
    assert [row["player"] for row in judge(WORDS, played).players] == ["", "games 2"]


def test_a_run_is_judged_with_the_words_that_it_names(tmp_path, gpuwordle, file):
    words, past, run = file("few.txt", *GUESSES), file("past.txt", GUESSES[0]), tmp_path / "run"
    how = ("-v", words, "-l", 4, "--exclude", past)
    assert gpuwordle("benchmark", *how, "-s", "entropy", "-o", run)[0] == 0
    judged = [gpuwordle("judge", run, *given, "--format", "json") for given in ((), how)]
    assert judged[0] == judged[1] and judged[0][0] == 0
    refused(gpuwordle("judge", run, "--symbols"), "--symbols only applies to a word list that is")


def test_files_of_a_run_are_not_written_over(tmp_path, gpuwordle, file):
    words = file("few.txt", *GUESSES)
    assert (
        gpuwordle("benchmark", "-v", words, "-l", "4", "-s", "entropy", "-o", tmp_path / "run")[0]
        == 0
    )
    for place in tmp_path.glob("run/*/*.parquet"):
        code, _, errors = gpuwordle("judge", tmp_path / "run", "-v", words, "--moves", place)
        assert code == 2 and "is what this command reads" in errors
    assert gpuwordle("verify", tmp_path / "run", "-v", words)[0] == 0


def test_a_run_of_other_weights_is_judged_with_a_note(tmp_path, caplog):
    few = Vocabulary("few", ["cat", "cow", "dog"])
    heavy = Vocabulary("few", few.answers, weights=[1, 2, 3])
    run_benchmark(few, "minimax", folder=tmp_path / "run", backend="numpy")
    for words, notes in ((few, 0), (heavy, 2)):
        for played in (tmp_path / "run", play(few, "minimax")):
            judge(words, played, backend="numpy")
        assert caplog.text.count("was played with other words, answers or weights") == notes


def test_known_totals_of_the_original_game(wordle):
    """What first guesses take is known without a search."""
    judged = judge(wordle, {"answer": "audio", "guesses": ["salet", "audio"]}, seconds=1e-9)
    assert judged.regrets()[0] == 0
    assert judged.best[0].tolist() == [7920, 7920]
    judged = judge(wordle, {"answer": "audio", "guesses": ["audio"]}, seconds=1e-9)
    assert judged.regrets() == [Fraction(8404 - 7920, 2315)]


@pytest.mark.parametrize(("hard", "weighed"), [(False, False), (True, False), (False, True)])
def test_without_time_bounds_hold(words_alpha, hard, weighed):
    """No set is searched, large ones are played by entropy, and every bound holds."""
    weights = [1 + place % 9 for place in range(300)] if weighed else None
    words = Vocabulary("some", words_alpha(5).guesses[:300], weights=weights)
    rules = Conditions(hard=hard)
    assert len(words) > FEWEST
    played = [
        {"answer": words.answers[n], "guesses": words.answers[n + 1 : n + 4]} for n in (5, 90)
    ]
    known = judge(words, played, rules, seconds=None)
    judged = judge(words, played, rules, seconds=1e-9)
    assert known.exact.all()
    assert not judged.exact.all()
    assert None in judged.regrets()
    for name in ("best", "took", "luck_bounds"):
        bounds, exact = getattr(judged, name), getattr(known, name)
        assert (bounds[:, 0] <= exact[:, 0] + 1e-12).all()
        assert (exact[:, 1] <= bounds[:, 1] + 1e-12).all()
    assert (judged.bounds[:, 1] < 1).any()
    ends = judged.of_games(judged.bounds[:, 0]).mean(), judged.of_games(judged.bounds[:, 1]).mean()
    row = judged.players[0]["regret"]
    assert row["low"] < ends[0]
    assert ends[1] < row["high"]


def test_a_guess_that_is_not_listed_may_beat_best_play():
    """It bounds neither what optimal play takes, nor what other players' guesses take."""
    words = Vocabulary("rhymes", ["bat", "cat", "fat", "hat", "mat", "pat"])
    unlisted, listed = (
        {"player": first, "answer": "cat", "guesses": [first, "cat"]} for first in ("bcf", "bat")
    )
    alone, both = judge(words, [listed], seconds=None), judge(words, [unlisted, listed])
    assert both.best[2:].tolist() == alone.best.tolist() == [[21, 21], [15, 15]]
    assert both.took[2:].tolist() == alone.took.tolist()
    assert both.took[0].tolist() == [15, 15]
    assert both.best[0].tolist() == [21, 21]


def test_what_was_searched_is_kept_when_the_memo_forgets_it(words_alpha, monkeypatch):
    words = Vocabulary("some", words_alpha(5).guesses[:200])
    noted(monkeypatch, Judge, "_search", lambda _, judge, *__: judge.solver.memos.clear())
    game = {"answer": words.answers[5], "guesses": words.answers[6:9]}
    assert judge(words, game, seconds=None).exact.all()


def test_a_turn_without_a_guess_costs_one():
    answer, guess = WORDS.answers[:2]
    passing, plain = [None, guess, guess, None, answer], [guess, answer]
    for hard in (False, True):
        played = [{"answer": answer, "guesses": guesses} for guesses in (passing, plain)]
        judged = judge(WORDS, played, Conditions(hard=hard), backend="numpy")
        first, second = judged.regrets()[:5], judged.regrets()[5:]
        assert first == [1, second[0], 1, 1, second[1]]
        assert judged.luck_bounds[[0, 3]] == pytest.approx(0)
        assert judged.repeated.tolist() == [False, False, True, False, False, False, False]
        assert judged.legal.tolist()[:2] == [False, True]


def test_one_game_from_every_source(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    played = play(WORDS, "entropy", backend="numpy")
    expected = judge(WORDS, played, backend="numpy")
    lines = [
        {"answer": game["answer"], "guesses": game["guesses"], "player": "entropy"}
        for game in played.to_dict()["games"]
    ]
    (tmp_path / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    rows = [f"{line['answer']},{' '.join(line['guesses'])},entropy" for line in lines]
    (tmp_path / "games.csv").write_text("\n".join(["answer,guesses,player", *rows]))
    # Without answers, the clues tell.
    clues = [
        {"guesses": [f"{g}={p}" for g, p in zip(game["guesses"], game["patterns"], strict=True)]}
        for game in played.to_dict()["games"]
    ]
    guesses = np.full((len(played), 6), -1, np.int16)
    guesses[np.arange(6) < played.counts[:, None]] = played.guesses
    run_benchmark(WORDS, ["entropy"], folder=tmp_path / "run", backend="numpy")
    (parquet,) = (tmp_path / "run").glob("*/*.parquet")
    sources = [
        lines,
        clues,
        (guesses, played.answers),
        tmp_path / "games.jsonl",
        str(tmp_path / "games.csv"),
        tmp_path / "run",
        parquet,
    ]
    for source in sources:
        found = judge(WORDS, source, backend="numpy")
        assert found.regrets() == expected.regrets()
        assert found.luck_bounds.tolist() == expected.luck_bounds.tolist()
        assert found.records.answers.tolist() == expected.records.answers.tolist()
    assert len(judge(WORDS, [tmp_path / "games.jsonl", (guesses, played.answers)])) == 80


def test_moves_of_unknown_answers_are_read_again(tmp_path):
    path = tmp_path / "moves.parquet"
    one, other = (Clue(guess, Pattern.of(guess, WORDS.answers[7])) for guess in GUESSES[:2])
    first = judge(WORDS, {"guesses": [str(one), None, str(other)]}, backend="numpy")
    assert first.records.answers.tolist() == [-1]
    first.write(path)
    again = judge(WORDS, path, backend="numpy")
    assert again.regrets() == first.regrets()
    assert again.records.codes.tolist() == first.records.codes.tolist()
    other = Vocabulary("other", GUESSES[:39], GUESSES)
    assert "has games of other words than 'other'" in outcome(lambda: judge(other, path))
    path.write_bytes(path.read_bytes()[:-9])
    assert "cannot be read" in outcome(lambda: judge(WORDS, path))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ({"answer": "zzzz", "guesses": ["abcd"]}, "'zzzz' is not a possible answer of 'few'"),
        ({"answer": WORDS.answers[0], "guesses": []}, "it has no guess"),
        ({"answer": WORDS.answers[0], "guesses": [WORDS.answers[0]] * 2}, "it continues after"),
        (
            {"guesses": [f"{WORDS.answers[0]}=2222", None]},
            "game 1 of those given: it cont",
        ),
        ({"answer": WORDS.answers[0], "guesses": ["toolong"]}, "letters"),
        ({"guesses": [WORDS.answers[0]]}, "has no colours"),
        ({"guesses": [f"{WORDS.answers[0]}=0000", f"{WORDS.answers[0]}=2222"]}, "no word of 'few'"),
        ((np.zeros((1, 6)), np.zeros(1, int)), "guesses are float64 (1, 6)"),
        ((np.full((1, 6), 60), np.zeros(1, int)), "guess index 60 is out of range"),
        ((np.full((1, 6), 1), np.full(1, 40)), "an answer index is out of range"),
        ((np.zeros((1, 0), int), np.zeros(1, int)), "guesses are int64 (1, 0)"),
        ("nothing.txt", "nothing.txt does not exist: check its path"),
        ([], "there is no game"),
        (SimpleNamespace(columns="answer"), "games are a table: give its rows"),
    ],
)
def test_wrong_games_are_one_line(game, message):
    assert message in outcome(lambda: judge(WORDS, game, backend="numpy"))


def test_the_table_adds_up():
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    played = games(40)
    judged = judge(WORDS, played, backend="numpy")
    moves = pd.DataFrame(
        [
            (number, game["player"], game["answer"], turn)
            for number, game in enumerate(played)
            for turn in range(len(game["guesses"]))
        ],
        columns=["game", "player", "answer", "turn"],
    ).assign(regret=[float(regret) for regret in judged.regrets()])
    totals = moves.groupby(["player", "answer", "game"])["regret"].sum()
    for row in judged.players:
        mine = totals[row["player"]]
        expected = mine.mean() + 1.959964 * mine.sem() * np.array([-1, 0, 1])
        found = [row["regret"][name] for name in ("low", "mean", "high")]
        np.testing.assert_allclose(found, expected)
        by_turn = moves[moves["player"] == row["player"]].groupby("turn")["regret"].mean()
        np.testing.assert_allclose(row["regret_by_turn"], by_turn)
        assert row["moves"] == row["exact"]
    one, two = judged.players
    assert one["won"] == sum(g["guesses"][-1] == g["answer"] for g in played[::2])
    # Games of the same answer are compared in their order.
    nth = totals.groupby(["player", "answer"]).cumcount()
    pairs = totals.to_frame().assign(nth=nth).reset_index()
    pairs = pairs.pivot(index=["answer", "nth"], columns="player", values="regret").dropna()
    assert one["against"] is None
    assert two["against"]["games"] == len(pairs)
    np.testing.assert_allclose(two["against"]["mean"], (pairs["two"] - pairs["one"]).mean())
    check(list(judged.players), "list of judged player")
    table = judged.to_pandas()
    assert table["regret_mean"].tolist() == [row["regret"]["mean"] for row in (one, two)]
    assert table["against_mean"].tolist()[1] == two["against"]["mean"]
    assert table["against_mean"].isna().tolist() == [True, False]
    page = Markup(judged._repr_html_())
    assert sum(tag == "tr" for tag, _ in page.elements) == 1 + 2
    assert any(text.startswith(f"{two['regret']['mean']:.4f} ") for text in page.text)
    assert repr(judged) in page.text


def test_many_players_of_any_name_are_shown_on_one_screen():
    names = ["", "<b>\n", *map(str, range(SHOWN))]
    played = [{"player": name, "answer": GUESSES[0], "guesses": [GUESSES[0]]} for name in names]
    page = Markup(judge(WORDS, played, backend="numpy")._repr_html_())
    assert sum(tag == "tr" for tag, _ in page.elements) == 1 + SHOWN
    assert {"unnamed", r"<b>\n", "and 2 more"} <= {*page.text}


def test_the_command_writes_table_json_and_moves(tmp_path, monkeypatch, gpuwordle):
    monkeypatch.chdir(tmp_path)
    lines = "".join(json.dumps(game) + "\n" for game in games(8))
    (tmp_path / "games.jsonl").write_text(lines)
    (tmp_path / "words.txt").write_text("\n".join(GUESSES))
    judged = judge(Vocabulary("words", GUESSES), tmp_path / "games.jsonl", backend="numpy")

    def command(*arguments):
        return gpuwordle("judge", *arguments, "-v", "words.txt", "-l", "4", "-b", "numpy")

    code, out, err = command("games.jsonl", "--moves", "moves.parquet")
    assert code == 0
    assert "one" in out
    assert "100.0 % with exact regret" in err
    table = pq.read_table(tmp_path / "moves.parquet")
    assert table.schema.equals(SCHEMA)
    assert table["regret_low"].to_pylist() == [float(regret) for regret in judged.regrets()]
    exact = (table[name].to_pylist() for name in ("took_low", "best_low", "before"))
    assert [Fraction(t - b, n) for t, b, n in zip(*exact, strict=True)] == judged.regrets()
    check(json.loads(command("games.jsonl", "--format", "json")[1]), "list of judged player")
    table = list(csv.DictReader(command("games.jsonl", "--format", "csv")[1].splitlines()))
    means = [row["regret"]["mean"] for row in judged.players]
    assert [float(row["regret_mean"]) for row in table] == means
    assert all(row["luck_low"] for row in table)
    # Files of moves are games again, of several people in one table.
    (tmp_path / "bob.jsonl").write_text(lines.replace("one", "Bob").replace("two", "B|b"))
    assert command("bob.jsonl", "--moves", "bob.parquet", "--card", "bob.md")[0] == 0
    card = (tmp_path / "bob.md").read_text()
    wanted = judged.records.vocabulary.digest, "| B\\|b | 4 |", *DESCRIPTIONS.values()
    assert [part for part in wanted if part not in card] == []
    rows = json.loads(command("moves.parquet", "bob.parquet", "--format", "json")[1])
    assert [row["player"] for row in rows] == ["one", "two", "Bob", "B|b"]
    assert [row["regret"] for row in rows[:2]] == [row["regret"] for row in judged.players]
    assert rows[3]["against"] == rows[1]["against"]
    refused(command("games.jsonl", "--moves", "moves.csv"), "is not a Parquet file")


def test_the_page_has_every_column():
    page = (Path(__file__).parents[2] / "docs" / "environment.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\w+)(?: or null)?: (.*) \|$", page, re.MULTILINE)
    assert [name for name, _, _ in rows] == SCHEMA.names
    for name, kind, text in rows:
        assert kind == str(SCHEMA.field(name).type)
        assert text.lower() == DESCRIPTIONS[name].rstrip(".").lower()
