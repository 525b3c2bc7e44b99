"""The public Python interface: names and objects alike, one spelling of what functions share."""

import inspect
import json
from concurrent.futures import Executor, ThreadPoolExecutor

import numpy as np
import pytest
from helpers.benchmark_tasks import rows_of as games
from helpers.errors import refused
from helpers.words import random_words

import gpuwordle
from gpuwordle import Conditions, Strategy, Vocabulary, load, pattern_matrix, play, run_benchmark
from gpuwordle.backends.table import choose
from gpuwordle.openers.first_guesses import score as scored
from gpuwordle.results.run_folder import Run
from gpuwordle.strategies.table import strategy_named

WORDS = Vocabulary("few", random_words(5, 5, 5, 40))
SHORT = Vocabulary("few", random_words(3, 3, 5, 30))

# What several functions take under one name: its place, its default where it may be left out.
SHARED = {
    "vocabulary": (0, inspect.Parameter.empty),
    "strategy": (1, "entropy"),
    "conditions": (None, None),
    "opener": (inspect.Parameter.KEYWORD_ONLY, None),
    "answers": (inspect.Parameter.KEYWORD_ONLY, None),
    "backend": (inspect.Parameter.KEYWORD_ONLY, "auto"),
    "progress": (inspect.Parameter.KEYWORD_ONLY, None),
}


class LastCandidate(Strategy):
    """Plays the candidate that stands last in the list."""

    name = "last-candidate"

    def choose(self, states):
        return np.array([states.playable(s)[-1] for s in range(len(states))], np.int32)


def functions():
    found = {name: getattr(gpuwordle, name) for name in gpuwordle.__all__}
    return {name: it for name, it in found.items() if inspect.isfunction(it)}


def test_what_functions_share_is_spelled_and_placed_alike():
    seen = set()
    for name, function in functions().items():
        if name in ("verify", "finish"):
            continue  # a tree comes first, or what is played before who plays the rest
        for place, parameter in enumerate(inspect.signature(function).parameters.values()):
            if parameter.name not in SHARED or (name, parameter.name) == ("suggest", "strategy"):
                continue  # suggestions are ranked by a strategy only if one is given
            seen.add(parameter.name)
            where, default = SHARED[parameter.name]
            assert parameter.default == default, (name, parameter)
            assert where in (None, place, parameter.kind), (name, parameter)
    assert seen == set(SHARED)


def test_every_public_function_is_documented():
    for name, function in functions().items():
        text = inspect.getdoc(function)
        for parameter in inspect.signature(function).parameters:
            assert parameter in text, (name, parameter)


@pytest.mark.parametrize("backend", ["numpy", choose("numpy")(WORDS)], ids=["name", "object"])
def test_a_backend_is_a_name_or_an_object(backend):
    opener = gpuwordle.first_guess(WORDS, "minimax", backend=backend)
    assert opener == gpuwordle.first_guess(WORDS, "minimax")
    assert gpuwordle.best_openers(WORDS, "minimax", backend=backend) == {"minimax": [opener]}
    assert gpuwordle.best_openers(WORDS, ["minimax"], backend=backend) == {"minimax": [opener]}
    assert scored(WORDS, opener.guess, backend=backend) == [opener]
    assert scored(WORDS, [opener.guess], backend=backend) == [opener]
    assert gpuwordle.partition(WORDS, opener.guess, backend=backend).opener == opener
    codes = pattern_matrix(WORDS, backend=backend).codes
    assert (codes == pattern_matrix(WORDS).codes).all()
    conditions = Conditions(pool="candidates", allowed=4)
    expected = play(WORDS, "minimax", conditions)
    assert play(WORDS, "minimax", conditions, backend=backend).total == expected.total
    assert play(WORDS, strategy_named("minimax"), conditions).total == expected.total
    tree = gpuwordle.grow(WORDS, "minimax", conditions, backend=backend)
    assert tree.games().total == expected.total
    gpuwordle.verify(tree, WORDS)


@pytest.mark.parametrize(
    "call",
    [
        gpuwordle.first_guess,
        lambda words, **how: gpuwordle.best_openers(words, "entropy", **how)["entropy"],
        lambda words, **how: scored(words, WORDS.guesses[3], **how),
        lambda words, **how: gpuwordle.partition(words, WORDS.guesses[3], **how).opener,
        lambda words, **how: pattern_matrix(words, **how).codes.tolist(),
        lambda words, **how: play(words, "minimax", **how).to_dict(),
    ],
    ids=["first_guess", "best_openers", "score", "partition", "pattern_matrix", "play"],
)
def test_words_are_a_name_a_file_a_list_or_a_vocabulary(call, file):
    path, expected = file("few.txt", *WORDS.guesses, "cat"), call(WORDS)
    for words, length in ((path, None), (str(path), 5), (load(str(path)), None), (WORDS, 5)):
        assert call(words, length=length) == expected
    past = WORDS.guesses[:10]
    assert call(WORDS, conditions=Conditions(exclude=past)) == call(WORDS.without(past))


def test_a_matrix_goes_to_a_path_or_its_name(tmp_path):
    written = pattern_matrix(WORDS, path=str(tmp_path / "few.npy"))
    assert (tmp_path / "few.words.json").exists()
    assert isinstance(written.codes, np.memmap)
    assert (written.codes == pattern_matrix(WORDS).codes).all()
    anagrams = Vocabulary("anagrams", ["abab", "baba", "aabb"], rule="jotto")
    told = pattern_matrix(anagrams, path=tmp_path / "told.npy").codes
    assert told.tolist() == [[5 if one == other else 4 for one in range(3)] for other in range(3)]


def test_a_matrix_is_an_array_to_numpy():
    matrix = pattern_matrix(WORDS)
    assert (np.array(matrix, np.int64) == matrix.codes).all()
    assert np.array(matrix, np.int64).dtype == np.int64
    for copied, array in (
        (False, np.asarray(matrix)),
        (True, np.array(matrix)),
        (False, matrix.__array__(copy=False)),
        (True, matrix.__array__(copy=True)),
    ):
        assert array.dtype == np.uint8
        assert np.shares_memory(array, matrix.codes) != copied
    with pytest.raises(ValueError, match="uint8 cannot become float64 without a copy"):
        matrix.__array__(np.float64, copy=False)


def test_a_benchmark_takes_one_thing_or_several(tmp_path):
    how = {"backend": "numpy"}
    folder, count = (tmp_path / "one").resolve(), len(WORDS.answers)
    outcome = run_benchmark(WORDS, "entropy", folder=str(folder), **how)
    assert repr(outcome).startswith(f"Outcome({str(folder)!r}: played {count} games of 1 unit in ")
    assert json.loads(json.dumps(outcome.to_dict())) == {
        "folder": str(folder),
        "run": outcome.run.id,
        "units": 1,
        "games": count,
        "seconds": outcome.seconds,
    }
    run_benchmark([WORDS], ["entropy"], folder=tmp_path / "list", **how)
    run_benchmark(iter([WORDS]), strategy_named("entropy"), folder=tmp_path / "object", **how)
    assert games(folder) == games(tmp_path / "list") == games(tmp_path / "object")
    assert Run.open(folder).id == Run.open(tmp_path / "object").id
    both = run_benchmark(
        (words for words in (WORDS, SHORT)),
        ["entropy", "random", LastCandidate()],
        Conditions(pool="candidates", allowed=6),
        folder=tmp_path / "several",
        seeds=range(3),
        **how,
    )
    assert both.units == 2 * (1 + 3 + 1)
    found = games(tmp_path / "several")
    assert {row["allowed"] for row in found} == {6}
    assert {row["seed"] for row in found if row["strategy"] == "random"} == {0, 1, 2}
    run_benchmark(SHORT, "random", folder=tmp_path / "seed", seeds=2, **how)
    assert {row["seed"] for row in games(tmp_path / "seed")} == {2}


def test_an_object_of_ones_own_plays_in_this_process(tmp_path):
    asked = ([WORDS, SHORT], [LastCandidate()] * 2)  # given twice, it plays once
    outcome = run_benchmark(*asked, folder=tmp_path / "run", backend="numpy")
    assert outcome.units == 2
    expected = games(tmp_path / "run")
    assert {row["strategy"] for row in expected} == {"last-candidate"}
    openers = {row["guesses"][0] for row in expected}
    assert openers == {WORDS.answers[-1], SHORT.answers[-1]}
    with ThreadPoolExecutor(2) as threads:
        run_benchmark(*asked, folder=tmp_path / "threads", backend="numpy", executor=threads)
    assert games(tmp_path / "threads") == expected


class Elsewhere(Executor):
    """Stands for other processes."""

    def submit(self, play, task):
        raise AssertionError("an object was sent away")


def test_an_object_of_ones_own_is_not_sent_to_other_processes(tmp_path):
    how = {"folder": tmp_path / "run", "executor": Elsewhere()}
    message = r"'last-candidate' cannot be sent .* module:Class"
    refused(message, run_benchmark, WORDS, LastCandidate(), **how)
    assert not (tmp_path / "run").exists()
    with pytest.raises(AssertionError, match="sent away"):
        run_benchmark(WORDS, strategy_named("entropy"), **how)


class Impostor(LastCandidate):
    name = "entropy"


@pytest.mark.parametrize(
    ("strategies", "message"),
    [
        (Impostor(), "a custom strategy is called 'entropy', like a built-in one"),
        ([LastCandidate(), LastCandidate()], "2 strategies are called 'last-candidate': give each"),
    ],
)
def test_names_that_clash_are_one_line(tmp_path, strategies, message):
    refused(message, run_benchmark, WORDS, strategies, folder=tmp_path / "run")
    assert not (tmp_path / "run").exists()
