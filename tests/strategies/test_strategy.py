"""Options of strategies, and their last turns."""

import copy
import pickle

import pytest
from helpers.errors import refused
from helpers.player import as_followed
from helpers.playing import NUMPY

from gpuwordle import Conditions, Vocabulary, play
from gpuwordle.strategies.strategy import changed_options, own_options
from gpuwordle.strategies.table import ONLY_BY_NAME, STRATEGIES, strategy_named

EVERY = {**STRATEGIES, **ONLY_BY_NAME}


@pytest.mark.parametrize("name", EVERY)
def test_every_option_is_kept_under_its_name(name):
    strategy = strategy_named(name)
    for option, default in own_options(EVERY[name]).items():
        assert getattr(strategy, option) == default
    assert changed_options(strategy) == {}
    last = strategy_named(name, last=2)
    assert changed_options(last) == {"last": 2}
    for again in (copy.deepcopy(last), pickle.loads(pickle.dumps(last))):
        assert (type(again), changed_options(again)) == (type(last), {"last": 2})


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("entropy", {"below": 3}, "does not take the options given: below; its options: last"),
        ("entropy", {"last": -1}, "last=-1 is out of range: give 0 to"),
        ("entropy", {"last": True}, "last=True is not a whole number"),
        ("letter-frequency", {"below": 0}, "below=0 is out of range"),
        ("letter-frequency", {"below": "few"}, "below='few' is not a whole number: give 1 to"),
        ("sampled-minimax", {"share": 0}, "share=0 is not a share: give a number above 0, up to 1"),
        ("sampled-minimax", {"share": "1/0"}, "share=1/0 is not a share: give 0.01 or 1/100"),
        ("sampled-expected", {"share": "half"}, "share=half is not a share"),
        ("sampled-expected", {"share": True}, "share=True is not a share"),
        ("sampled-expected", {"share": 1.5}, "share=1.5 is not a share"),
        ("pca", {"directions": 101}, "directions=101 is out of range: give 1 to 100"),
        ("pca", {"ties": "alphabet"}, "ties=alphabet is unknown: did you mean alphabetical"),
        ("rank-one", {"matrix": 3}, "matrix=3 is unknown: known: answers, guesses"),
        ("rank-one", {"angles": False}, "angles=false is unknown: known: literal, rounded"),
        ("clique", {"reading": "print"}, "reading=print is unknown: did you mean printed"),
        ("heuristic", {"indexes": "green"}, "indexes=green is unknown: known: all, open"),
        ("non-duplicate", {"reading": "x"}, "reading=x is unknown: known: objective, printed"),
        ("minimax", {"last": 2, "a": 1}, "does not take the options given: a; its options: last"),
    ],
)
def test_wrong_options_are_refused_in_a_line(name, options, message):
    refused(message, strategy_named, name, **options)


def test_last_needs_a_limit_and_a_strategy_that_is_not_optimal_in_every_turn():
    counts = r"last=1 of strategy 'entropy' counts turns .*--allowed"
    refused(counts, strategy_named("entropy", last=1).settle, Conditions())
    optimal = strategy_named("optimal", last=2)
    refused("in every turn: leave out last=2", optimal.settle, Conditions(allowed=6))


@pytest.mark.parametrize("name", sorted(EVERY.keys() - {"beam", "optimal"}))
@pytest.mark.parametrize("filter", ["pattern", "letters"])
def test_every_strategy_ends_with_candidates(name, filter):
    answers = ["crane", "crate", "trace", "grace", "brace", "place", "slate", "plate", "plane"]
    vocabulary = Vocabulary("late", answers, [*answers, "fumed", "bight", "wimps", "vozhd"])
    conditions = Conditions(filter=filter, allowed=3)
    engine = NUMPY(vocabulary)
    games = play(vocabulary, strategy_named(name, last=2), conditions, backend=engine)
    plain = play(vocabulary, name, conditions, backend=engine)
    for index in range(len(answers)):
        played = as_followed(vocabulary, games, index)[0]
        assert played[:1] == as_followed(vocabulary, plain, index)[0][:1]
        assert set(played[1:]) <= set(answers)
