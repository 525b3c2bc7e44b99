"""What the page is answered equals what the Python interface and the oracle say."""

import json
import math
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import naive
import numpy as np
import pytest
from helpers.errors import refused
from helpers.json_page import check
from helpers.noted import noted
from helpers.words import FEW

from gpuwordle import Conditions, Pattern, grow, play, review, suggest
from gpuwordle.assistant import adviser
from gpuwordle.assistant.boards import suggest_boards
from gpuwordle.web import queries as queries_module
from gpuwordle.web.queries import Player, Queries


@pytest.fixture(scope="module")
def queries():
    return Queries(FEW, backend="numba")


def clue(guess, answer):
    return f"{guess}={digits(guess, answer)}"


def digits(guess, answer):
    return "".join(map(str, naive.colours(guess, answer)))


def test_a_partition_equals_the_oracles(queries):
    told = FEW.guesses[-1]
    for answer in FEW.answers[:5]:
        fitting = naive.buckets(told, FEW.answers)[naive.code(told, answer)]
        for given, among in (([], FEW.answers), ([clue(told, answer)], fitting)):
            for guess in FEW.guesses[:100:9]:
                found = queries.partition(guess.upper(), given)
                expected = naive.buckets(guess, among)
                got = {part["pattern"]: part["words"] for part in found["buckets"]}
                assert got == {digits(guess, words[0]): words for words in expected.values()}
                buckets, largest, squares, _ = naive.statistics(guess, among)
                sizes = [part["size"] for part in found["buckets"]]
                assert sizes == sorted(map(len, expected.values()), reverse=True)
                assert (found["guess"], len(sizes), found["largest"]) == (guess, buckets, largest)
                assert found["expected_size"] == pytest.approx(squares / len(among))
                assert found["entropy"] == pytest.approx(naive.entropy(guess, among))
                assert found["candidate"] == (guess in among)
                assert found["remaining"] == len(among)
                check(found, "partition")


def test_a_partition_of_a_long_list_has_the_words_that_are_left(monkeypatch):
    monkeypatch.setattr(adviser, "MOST_CODES", 0)
    told, answer = FEW.guesses[-1], FEW.answers[3]
    fitting = naive.buckets(told, FEW.answers)[naive.code(told, answer)]
    found = Queries(FEW, backend="numpy").partition(answer, [clue(told, answer)])
    assert sorted(word for part in found["buckets"] for word in part["words"]) == sorted(fitting)
    assert found["candidate"] and found["guess"] == answer


def test_advice_is_that_of_suggest_and_of_suggest_boards(queries):
    guess, hidden = FEW.guesses[-1], FEW.answers[3:6]
    clues = [clue(guess, hidden[0])]
    expected = suggest(FEW, clues, top=4, backend="numba").to_dict()
    assert queries.suggest(clues, top=4, allowed=6) == expected
    hard = suggest(FEW, clues, Conditions(hard=True), strategy="minimax", top=3).to_dict()
    assert queries.suggest(clues, hard=True, strategy="minimax", top=3) == hard
    told = f"{guess}={'/'.join(digits(guess, answer) for answer in hidden)}"
    expected = suggest_boards(FEW, [told], boards=3, top=4, backend="numba").to_dict()
    assert queries.boards([told], 3, top=4) == expected


def test_what_every_page_begins_with_is_found_once(monkeypatch):
    queries = Queries(FEW, backend="numpy")
    queries.warm_up()
    expected = suggest(FEW, top=10, seconds=None).to_dict()
    first = queries.suggest(top=10, allowed=6)
    monkeypatch.setattr(queries_module, "suggestions_for", None)
    assert queries.suggest(top=10, allowed=6) is first
    assert first["guesses"][0] == expected["guesses"][0]
    assert queries.suggest(allowed=6, seconds=queries.about()["moment"])["remaining"]["count"] == 60
    with pytest.raises(TypeError):
        queries.suggest(top=9, allowed=6)


def test_a_review_is_that_of_review(queries):
    answer, moves = FEW.answers[8], [FEW.guesses[-1], FEW.guesses[40], FEW.answers[8]]
    expected = review(FEW, moves, answer=answer).to_dict()
    assert queries.review(moves, answer=answer, allowed=6) == expected
    assert queries.review([clue(move, answer) for move in moves], allowed=6) == expected
    rows = "\n".join(Pattern.of(move, answer).tiles for move in moves)
    shared = f"Few 12 3/6\n\n{rows}\n"
    assert queries.review(moves, share=shared, allowed=6) == expected


def test_a_tree_is_that_of_grow_and_grown_once(queries, monkeypatch):
    grown = noted(monkeypatch, queries_module, "grow", lambda tree, *_: tree.opener)
    opener = FEW.guesses[11]
    with ThreadPoolExecutor(6) as pool:
        answers = [*pool.map(queries.tree, [Player("minimax", opener)] * 6)]
    assert queries.tree(Player("minimax", opener.upper())) == answers[0]
    assert grown == [opener]
    expected = json.loads(grow(FEW, "minimax", opener=opener).to_json()) | {"certificate": None}
    assert answers == [expected] * 6


def test_a_tree_of_optimal_play_says_that_it_is_proven(queries):
    free, opened = (queries.tree(Player("optimal", opener)) for opener in (None, FEW.guesses[99]))
    assert free["optimality"] == {"proven": True, "told": "no tree takes fewer"}
    assert opened["optimality"] == {"proven": True, "told": "no tree from it takes fewer"}
    assert free["total"] <= opened["total"]
    assert "optimality" not in queries.tree(Player("entropy"))


def test_lost_words_are_named_where_their_games_end(queries):
    tree = queries.tree(Player("entropy", None, False, 2))

    def named(node):
        found = list(node.get("lost", ()))
        assert (node["guess"] is None) == bool(found)
        for child in node.get("next", {}).values():
            found += named(child)
        return found

    games = play(FEW, "entropy", Conditions(allowed=2))
    lost = [FEW.answers[a] for a, won in zip(games.answers, games.solved, strict=True) if not won]
    assert len(lost) == tree["lost"] > 0
    assert sorted(named(tree["tree"])) == sorted(lost)


def test_a_comparison_is_word_by_word(queries):
    opener = FEW.guesses[77]
    conditions = Conditions(hard=True, allowed=3)
    found = queries.compare(Player("entropy", opener, True, 3), Player("buckets", None, True, 3))
    games = [play(FEW, "entropy", conditions, opener=opener), play(FEW, "buckets", conditions)]
    for told, side, played in zip(found["players"], ("one", "two"), games, strict=True):
        counts = [row[side] for row in found["words"]]
        assert counts == np.where(played.solved, played.counts, None).tolist()
        assert (told["total"], told["lost"], told["worst"]) == (played.total, played.lost, 3)
        assert told["mean"] == pytest.approx(played.mean)
        assert told["distribution"] == [counts.count(turn) for turn in (1, 2, 3)]
    assert [row["word"] for row in found["words"]] == list(FEW.answers)
    check(found, "comparison")


def test_only_listed_strategies_are_played(queries):
    for name in ("os:system", "random", "entropie", "json:JSONDecoder"):
        refused("unknown strategy", queries.tree, Player(name))
        refused("unknown strategy", queries.compare, Player("entropy"), Player(name))
        refused("unknown strategy", queries.suggest, strategy=name)
    about = queries.about()
    check(about, "page")
    assert {"entropy", "optimal"} <= set(about["strategies"])
    assert "random" not in about["strategies"]


def test_a_tree_that_takes_too_long_is_given_up_and_asked_again():
    slow = Queries(FEW, backend="numpy", seconds=1e-9)
    message = "takes longer than 1e-09 s: grow it with gpuwordle tree"
    refused(message, slow.tree, Player("entropy"))
    slow.seconds = math.inf
    assert slow.tree(Player("entropy"))["games"] == len(FEW.answers)
    slow.close()
    refused("takes longer", slow.tree, Player("minimax"))


def test_too_many_clues_are_refused(queries):
    clues = [clue(FEW.answers[0], FEW.answers[1])] * 41
    boards, partition = partial(queries.boards, boards=1), partial(queries.partition, "x")
    for ask in (queries.suggest, queries.review, boards, partition):
        refused("41 clues are too many: give at most 40", ask, clues)
