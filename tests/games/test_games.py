"""Games of every hidden word: columns, progress, and what is refused."""

import dataclasses
import json

import naive
import pytest
from helpers.errors import refused
from helpers.playing import NUMPY, Recorded, games_of
from helpers.words import random_vocabulary

from gpuwordle import Conditions, Strategy, Vocabulary, grow, play
from gpuwordle.openers.joint_openers import finish
from gpuwordle.strategies.table import strategy_named


def test_games_in_words():
    vocabulary = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat", "bat"])
    conditions = Conditions(allowed=2)
    games = play(vocabulary, "minimax", conditions, opener="pig", backend=NUMPY(vocabulary))
    found = json.loads(json.dumps(games.to_dict()))
    assert found["lost"] == games.lost > 0
    assert (found["mean"], found["worst"]) == (games.mean, games.worst)
    assert found["distribution"] == games.distribution().tolist()
    frame = games.to_pandas()
    assert " ".join(frame.columns) == "answer solved count guesses patterns remaining"
    assert frame["count"].tolist() == games.counts.tolist()
    for index, game in enumerate(found["games"]):
        answer = vocabulary.answers[index]
        assert game["answer"] == answer == frame["answer"][index]
        assert game["solved"] is (game["guesses"][-1] == answer) is bool(frame["solved"][index])
        colours = [naive.colours(guess, answer) for guess in game["guesses"]]
        assert ["".join(map(str, each)) for each in colours] == game["patterns"]
        assert game["guesses"] == frame["guesses"][index]
    refused("stop=0 is out of range: give 1 to", games.rows, 1, 0)
    none = games.rows(0, 0)
    assert none.to_dict()["mean"] is None
    assert len(none.to_pandas()) == 0
    bare = dataclasses.replace(games, vocabulary=None)
    for convert in (bare.to_dict, bare.to_pandas):
        refused("these games have no vocabulary: use the arrays", convert)


def test_a_distribution_starts_at_one_guess_excludes_lost_games_and_is_shown():
    vocabulary = random_vocabulary(5, 4, 5, 50)
    for allowed in (None, 2, 3):
        games = play(vocabulary, "random", Conditions(allowed=allowed), backend=NUMPY(vocabulary))
        won, shown = games.counts[games.solved].tolist(), games._repr_html_()
        numbers = [won.count(guesses) for guesses in range(1, games.worst + 1)]
        assert games.distribution().tolist() == numbers
        assert sum(numbers) + games.lost == len(games)
        for number in filter(None, [*numbers, games.lost]):
            assert f'<td style="text-align:right">{number}</td>' in shown
        assert games.summary in shown
    none = games_of(games, games.answers[~games.solved])
    assert len(none) > 0
    assert none.distribution().tolist() == []


def test_what_cannot_be_played_is_refused():
    words = Vocabulary("pets", ["cat", "cow", "dog"])
    unknown = "'cot' is not in the word list 'pets': did you mean c"
    refused(unknown, grow, words, "minimax", opener="cot")
    refused("'random' draws at random and has no decision tree", grow, words, "random")
    pool = "'random' cannot guess from pool 'all': choose candidates"
    refused(pool, play, words, "random", Conditions(pool="all"))
    refused("unknown strategy 'minmax': did you mean minimax", strategy_named, "minmax")
    for strategy in ("random", "entropy"):
        refused("no answer is given: give at least one", play, words, strategy, answers=[])
    jotto = Vocabulary("pets", ["cat", "cow", "dog"], rule="jotto")
    for strategy, why in (("unattempted", "it reads colours"), ("letter-frequency", "draws at ra")):
        refused(f"strategy 'fixed' cannot play: .*{why}", finish, jotto, ["cat"], strategy)

    easy = Recorded(supports_hard=False)
    refused("strategy 'recorded' has no hard mode", grow, words, easy, Conditions(hard=True))
    with pytest.raises(TypeError, match="is not a strategy: give a name such as 'entropy', or an"):
        play(words, Strategy)
