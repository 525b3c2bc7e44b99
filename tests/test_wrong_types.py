"""Values of the wrong type, for every parameter of every exported callable: one clear error."""

import inspect
import re
import warnings

import pytest
from helpers.errors import one_line_error, refused
from helpers.wrong_types import anything, refused_clearly
from hypothesis import HealthCheck, given, settings

import gpuwordle
from gpuwordle import Adversary, Clues, Game, Pattern, Vocabulary, best_openers, grow, play, suggest
from gpuwordle.assistant.boards import suggest_boards
from gpuwordle.clues.filters import remaining
from gpuwordle.clues.hard_mode import LegalGuesses
from gpuwordle.optimal.solver import Solver
from gpuwordle.strategies.optimal import Optimal

PETS = Vocabulary("pets", ["cat", "cow", "dog", "rat"], ["cat", "cow", "dog", "rat", "pig"])
SOLVER = Solver(PETS, backend="numpy")
LEGAL = LegalGuesses(PETS)
BOTH = {"vocabulary": PETS, "backend": "numpy"}

GOOD = {
    Clues: {"clues": Clues.parse(["cat=.a."]).clues},
    gpuwordle.Conditions: {},
    Game: BOTH,
    Adversary: {"vocabulary": PETS},
    Pattern: {"code": 5, "length": 3},
    Pattern.of: {"guess": "cat", "answer": "cow"},
    Pattern.of_colours: {"colours": [0, 1, 2]},
    Pattern.parse: {"text": "012", "guess": "cat"},
    best_openers: BOTH,
    gpuwordle.best_pairs: BOTH,
    gpuwordle.first_guess: BOTH,
    grow: {**BOTH, "strategy": "minimax"},
    gpuwordle.partition: {**BOTH, "guess": "cat"},
    gpuwordle.pattern_matrix: BOTH,
    play: {**BOTH, "strategy": "minimax"},
    gpuwordle.prove: {**BOTH, "threads": 1},
    gpuwordle.score: {**BOTH, "guesses": ["cat"]},
    gpuwordle.review: {**BOTH, "moves": ["cat=.a.", "rat=rat"]},
    gpuwordle.judge: {**BOTH, "games": {"answer": "cow", "guesses": ["cat", "cow"]}},
    suggest: {**BOTH, "clues": ["cat=.a."]},
    gpuwordle.verify: {"what": grow(PETS, "minimax", backend="numpy")},
    suggest_boards: {**BOTH, "clues": [], "boards": 2},
    Solver: BOTH,
    SOLVER.solve: {"candidates": [0, 1]},
    SOLVER.choose: {"candidates": [0, 1]},
    SOLVER.least_worst: {"candidates": [0, 1]},
    SOLVER.fewest_allowed: {"candidates": [0, 1]},
    SOLVER.bucket_bounds: {"guess": 0},
    remaining: {"vocabulary": PETS, "candidates": [0, 1], "guess": 0, "code": 0},
    LegalGuesses: {"vocabulary": PETS},
    LEGAL.without_clues: {"states": 2},
    LEGAL.only: {"guesses": [0]},
    LEGAL.after: {"legal": LEGAL.without_clues(1), "guesses": [0], "codes": [0]},
    LEGAL.listed: {"legal": LEGAL.without_clues(1)},
}
"""Callables, each with arguments that it takes; `self` is bound."""

OBJECTS = {
    "game": Game(PETS, backend="numpy"),
    "adversary": Adversary(PETS),
    "clues": Clues.parse(["cat=.a."]),
    "games": play(PETS, "minimax", backend="numpy"),
    "tree": grow(PETS, "minimax", backend="numpy"),
    "matrix": gpuwordle.pattern_matrix(PETS, backend="numpy"),
    "pattern": Pattern.of("cat", "cow"),
    "vocabulary": PETS,
    "list": gpuwordle.WordList.of("pets", ["cat", "puma"]),
}

ELSEWHERE = {"progress", "executor", "path", "checkpoint"}
"""Parameters that are called, which a caller of another type hears from Python, and files."""

DERIVED = {"Feedback", "Strategy", "UserError"}
"""What users derive from, or catch."""

OWN_TESTS = {"Vocabulary", "WordList", "load", "read_run", "run_benchmark"}
"""What tests/words/test_word_list.py tries, and what needs a folder."""

INTERNAL = {"codes_as_text", "restricted", "sums_here", "weights_of"}
"""Methods that take arrays of the engine, not of users."""

RESULTS = {"Certificate", "DecisionTree", "Games", "PatternMatrix", "Verdict"}
"""Classes of results, which nobody makes by hand."""


def test_every_exported_callable_is_tried():
    named = {call.__name__ for call in GOOD} | OWN_TESTS | RESULTS | DERIVED
    assert set(gpuwordle.__all__) - {"__version__"} <= named


@pytest.mark.parametrize(
    ("call", "good", "name"),
    [
        pytest.param(call, good, name, id=f"{call.__qualname__}-{name}")
        for call, good in GOOD.items()
        for name in inspect.signature(call).parameters
        if name not in ELSEWHERE
    ],
)
@settings(max_examples=6, suppress_health_check=list(HealthCheck), deadline=None)
@given(value=anything)
def test_any_value(call, good, name, value):
    kind = inspect.signature(call).parameters[name].kind
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if kind is inspect.Parameter.VAR_POSITIONAL:
            refused_clearly(call, value)
        else:
            refused_clearly(call, **(good | {name: value}))


def methods():
    for about, it in OBJECTS.items():
        for name, function in inspect.getmembers(type(it), inspect.isroutine):
            ours = not name.startswith("_") and function.__module__.startswith("gpuwordle")
            if ours and name not in INTERNAL and inspect.signature(getattr(it, name)).parameters:
                yield pytest.param(getattr(it, name), id=f"{about}-{name}")


@pytest.mark.parametrize("method", list(methods()))
@settings(max_examples=6, suppress_health_check=list(HealthCheck), deadline=None)
@given(one=anything, two=anything)
def test_any_argument_of_a_method(method, one, two):
    refused_clearly(method, one)
    refused_clearly(method, one, two)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SOLVER.solve([-1]), "answer index -1 (entry 0 of 1) is out of range: give 0 to 3"),
        (lambda: SOLVER.solve([0, 0]), "candidate 0 is given twice: give each once"),
        (lambda: SOLVER.choose([9]), "answer index 9 (entry 0 of 1) is out of range"),
        (lambda: SOLVER.bucket_bounds(0, left=1.5), "left=1.5 is not a whole number: give 0 to"),
        (lambda: SOLVER.solve([]), "there is no candidate: give the indices of one answer or"),
        (lambda: SOLVER.solve([0], [(0, 27)]), "code index 27 is out of range: give 0 to 26"),
        (lambda: SOLVER.solve([0], [(0,)]), "clue (0,) is not a pair of a guess index and a code"),
        (lambda: LEGAL.without_clues(1 << 60), "the legal guesses of 1,152,921,504,606,846,976 st"),
        (lambda: gpuwordle.prove(PETS, threads=0), "threads=0 is out of range: give 1 to 256"),
        (lambda: suggest_boards(PETS, boards=2, top=-1), "top=-1 is out of range"),
        (lambda: suggest(PETS, top="3"), "top='3' is not a whole number: give 1 or more"),
        (lambda: best_openers(PETS, top="3"), "top='3' is not a whole number: give 1 or more"),
        (lambda: PETS.codes_as_text([5, 243]), "codes [5, 243] are not integers from 0 to 26"),
        (lambda: PETS.codes_as_text([2.5]), "codes [2.5] are not integers from 0 to 26"),
        (lambda: Optimal(seconds=-1), "seconds=-1 is not a time"),
        (lambda: Adversary(PETS, seconds="x"), "seconds='x' is not a time"),
        (lambda: grow(PETS, "minimax").to_text([[], [0]]), "turns=[[], [0]] is not a whole number"),
    ],
)
def test_an_error_has_the_value_and_the_remedy(call, message):
    refused(re.escape(message), call)


def test_one_thing_for_several_is_named():
    refused_as = "are of type int: give"
    for call, message in (
        (best_openers, f"scores 5 {refused_as} a name such as 'entropy'"),
        (suggest, f"moves 5 {refused_as} clues such as"),
    ):
        with one_line_error(message, TypeError):
            call(PETS, 5)
