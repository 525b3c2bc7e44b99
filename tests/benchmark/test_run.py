"""Runs: rows are games by the rules, and a run ends whole after whatever happened to it."""

import random
import shutil
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import naive
import numpy as np
import pytest
from helpers.benchmark_tasks import many_tasks, rows_of, some_tasks, vocabularies
from helpers.errors import one_line_error, refused
from helpers.player import as_followed
from helpers.playing import Picky
from helpers.processes import begin
from helpers.words import random_vocabulary, random_words

from gpuwordle import Conditions, Vocabulary, play, run_benchmark
from gpuwordle.benchmark.run import play_tasks
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.results.games_file import GamesFile, files_of
from gpuwordle.results.run_folder import Run
from gpuwordle.strategies.strategy import kept_option
from gpuwordle.strategies.table import STRATEGIES, strategy_named
from gpuwordle.words.samples import Subset, sampled_answers, subset_of


@pytest.mark.parametrize(
    "how",
    [{}, {"pool": "candidates"}, {"filter": "letters"}, {"allowed": 2}],
    ids=["easy", "candidates", "letters", "lost when guesses run out"],
)
def test_rows_are_games_by_the_rules(tmp_path, how):
    vocabulary, conditions = random_vocabulary(9, 5, 5, 80, hidden=40), Conditions(**how)
    tasks = tasks_of([vocabulary], ["entropy"], conditions, backend="numpy")
    outcome = play_tasks(tasks, tmp_path / "run", command="some command")
    assert (outcome.units, outcome.games) == (1, 40)
    games = play(vocabulary, "entropy", conditions, backend="numpy")
    found = rows_of(tmp_path / "run")
    assert [row["answer"] for row in found] == list(vocabulary.answers)
    for game, row in enumerate(found):
        told = row["guesses"], row["remaining"], row["solved"]
        assert told == as_followed(vocabulary, games, game)
        assert row["codes"] == [naive.code(guess, row["answer"]) for guess in row["guesses"]]
        assert row["count"] == len(row["guesses"])
        assert row["allowed"] == conditions.allowed
    (file,) = (GamesFile.open(path) for path in files_of(tmp_path / "run"))
    assert file.provenance["command"] == "some command"
    assert file.provenance["backend"] == "numpy"


def test_resume_plays_what_is_missing_only(tmp_path, expected):
    folder = tmp_path / "run"
    play_tasks(some_tasks(), folder)
    lost = files_of(folder)[1]
    kept = {path: path.stat().st_mtime_ns for path in files_of(folder) if path != lost}
    lost.unlink()
    outcome = play_tasks(some_tasks(), folder, resume=True)
    assert outcome.units == 1
    assert rows_of(folder) == expected
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_a_run_is_widened_from_python_and_nothing_else_changes(tmp_path):
    folder, whole = tmp_path / "run", tmp_path / "whole"
    three, five = vocabularies()
    wide = ([three, five], ["minimax", "entropy"])
    how = {"conditions": Conditions(allowed=6), "backend": "numpy"}
    run_benchmark(three, "minimax", folder=folder, **how)
    assert run_benchmark(*wide, folder=folder, resume=True, **how).units == 3
    run_benchmark(*wide, folder=whole, **how)
    widened, played = ([{**row, "run": ""} for row in rows_of(at)] for at in (folder, whole))
    assert widened == played
    for changed, message in (
        ({"conditions": Conditions(allowed=5)}, "its allowed is 6, not 5"),
        ({"opener": three.guesses[0]}, "its opener is not given, not "),
        ({"seeds": [0, 1]}, r"its seeds is \[0\], not \[0, 1\]"),
        ({"conditions": Conditions("candidates", allowed=6)}, "its pool is not given, not candida"),
    ):
        changes = {**how, **changed}
        refused(message, run_benchmark, three, "buckets", folder=folder, resume=True, **changes)
    assert len(files_of(folder)) == 4


# Every write is made slow, so that many of the kills below fall into one.
SLOW = """
import os, sys, time
from gpuwordle.benchmark.run import play_tasks
from helpers.benchmark_tasks import many_tasks
sync = os.fsync
def slow_sync(handle):
    time.sleep(0.01)
    sync(handle)
    time.sleep(0.01)
os.fsync = slow_sync
tasks = many_tasks()
print("go", flush=True)
play_tasks(tasks, sys.argv[1], resume=len(sys.argv) > 2)
"""


@pytest.mark.rest
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_ten_kills_and_a_resume_equal_an_uninterrupted_run(tmp_path):
    tasks = many_tasks()
    play_tasks(tasks, tmp_path / "whole")
    folder = tmp_path / "killed"
    moments = random.Random(4)
    finished = []
    for _ in range(10):
        arguments = [str(folder), *["resume"] * (folder / "_run.json").exists()]
        child = begin(SLOW, *arguments)
        # A run makes a file each few hundredths of a second; most kills wait for the first.
        before, patient = len(files_of(folder)), moments.random() < 0.8
        while patient and child.poll() is None and len(files_of(folder)) == before:
            time.sleep(0.01)
        time.sleep(moments.uniform(0, 0.1))
        child.kill()
        child.wait()
        child.stdout.close()
        if not (folder / "_run.json").exists():
            continue
        there = Run.open(folder).finished()  # opens every file that can be seen
        for file in there.values():
            assert sum(batch.num_rows for batch in file.batches()) == file.unit.answers
        finished.append(len(there))
    assert finished == sorted(finished)
    assert finished[-1] > 0, "every kill came too early to test anything"
    assert finished[len(finished) // 2] < len(tasks), "most kills came too late to test anything"
    outcome = play_tasks(tasks, folder, resume=True)
    assert outcome.units == len(tasks) - finished[-1]
    assert rows_of(folder) == rows_of(tmp_path / "whole")
    names = [sorted(path.name for path in files_of(f)) for f in (folder, tmp_path / "whole")]
    assert names[0] == names[1]
    assert list(folder.rglob("*.part")) == []


def test_a_full_disk_stops_the_run_in_one_line(tmp_path):
    resource = pytest.importorskip("resource")
    tasks = tasks_of(vocabularies((3, 8), 400), ["entropy"], backend="numpy")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    play_tasks(tasks[:1], tmp_path / "sizes")
    size = files_of(tmp_path / "sizes")[0].stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 500, hard))
    try:
        refused(r"cannot be written.*1 of 2.*--resume", play_tasks, tasks, tmp_path / "run")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(rows_of(tmp_path / "run")) == tasks[0].unit.answers
    assert list(tmp_path.rglob("*.part")) == []
    play_tasks(tasks, tmp_path / "run", resume=True)
    assert len(rows_of(tmp_path / "run")) == sum(task.unit.answers for task in tasks)


@pytest.mark.parametrize("with_threads", [False, True])
def test_progress_rises_to_the_end(tmp_path, with_threads):
    seen = []
    with ThreadPoolExecutor(2) as threads:
        executor = threads if with_threads else None
        play_tasks(some_tasks(), tmp_path / "run", executor=executor, progress=seen.append)
    assert [p.fraction for p in seen] == sorted(p.fraction for p in seen)
    assert [p.games for p in seen] == sorted(p.games for p in seen)
    assert (seen[-1].fraction, seen[-1].units_done, seen[-1].units) == (1.0, 4, 4)
    assert (seen[-1].games, seen[-1].remaining) == (240, 0)
    assert all(p.games_per_second >= 0 for p in seen)


@pytest.mark.parametrize("subset", ["20x50", None])
def test_hidden_words_and_vocabularies_are_drawn_by_seed(tmp_path, subset):
    words = random_words(3, 5, 6, 90)
    whole = Vocabulary("whole", words[20:], words)
    how = {"seeds": [0, 3], "sample": 7, "subset": subset, "backend": "numpy"}
    folder = tmp_path / "run"
    outcome = run_benchmark(whole, ["entropy", "random"], folder=folder, **how)
    assert (outcome.units, outcome.games) == (4, 28)
    found = rows_of(folder)
    assert {(row["sample"], row["subset"]) for row in found} == {(7, subset)}
    for seed in (0, 3):
        small = subset_of(whole, Subset(20, 50), seed) if subset else whole
        drawn = sampled_answers(small, 7, seed)
        for strategy in ("entropy", "random"):
            mine = [r for r in found if (r["seed"], r["strategy"]) == (seed, strategy)]
            assert {row["digest"] for row in mine} == {small.digest}
            games = play(small, strategy, answers=drawn, seed=seed, backend="numpy")
            assert [row["answer"] for row in mine] == [small.answers[a] for a in drawn]
            guesses = [small.guesses[g] for g in games.guesses]
            assert [guess for row in mine for guess in row["guesses"]] == guesses
    files_of(folder)[0].unlink()
    three = ["entropy", "random", "buckets"]
    assert run_benchmark(whole, three, folder=folder, resume=True, **how).units == 3
    assert [row for row in rows_of(folder) if row["strategy"] != "buckets"] == found
    for name, other in (("sample", 8), ("subset", "20x51"), ("seeds", [0])):
        changes, message = {**how, name: other}, f"its {name} is .*, not "
        refused(message, run_benchmark, whole, "entropy", folder=folder, resume=True, **changes)


def test_options_of_objects_are_kept(tmp_path):
    words = random_vocabulary(3, 5, 6, 60)
    strategies = [strategy_named("letter-frequency", below=4, last=1), strategy_named("minimax")]
    how = {"conditions": Conditions(allowed=5), "backend": "numpy"}
    run_benchmark(words, strategies, folder=tmp_path / "run", **how)
    options = {row["strategy"]: row["options"] for row in rows_of(tmp_path / "run")}
    assert options == {"letter-frequency": '{"below": 4, "last": 1}', "minimax": "{}"}


class Fond(Picky):
    """A strategy with options that no file can keep as they are."""

    name = "fond"

    def __init__(self, of=(0, 1), depth=3):
        super().__init__(nth=0)
        self.of, self.depth = of, depth


def test_own_objects_with_other_options_are_other_units(tmp_path):
    words, kept = vocabularies((3,)), []
    for number, given in enumerate((Fond(), Fond((1, 0), None), Fond(np.array([1, 0])))):
        how = {"folder": tmp_path / str(number), "backend": "numpy"}
        for _ in range(2):
            run_benchmark(words, given, **how, resume=True)
        refused("its options of fond is", run_benchmark, words, Fond(4), **how, resume=True)
        kept += {row["options"] for row in rows_of(how["folder"])}
    assert kept == ["{}", '{"depth": "None", "of": "(1, 0)"}', '{"of": "array([1, 0])"}']
    large, model = kept_option([0] * 100), kept_option(object())
    assert len(large) < 300 and large != kept_option([0] * 101)
    assert model == kept_option(object()) == "<object object>"


def test_named_strategies_have_options_that_a_run_can_keep(tmp_path):
    words, run = vocabularies((3,)), tmp_path / "run"
    few = {"share": np.float64(0.5), "last": np.int64(0)}
    run_benchmark(words, "sampled-minimax", folder=run, options=few, backend="numpy")
    assert {row["options"] for row in rows_of(run)} == {'{"last": 0, "share": 0.5}'}
    run_benchmark(words, "optimal", folder=tmp_path / "best", options={"memory": None})
    assert {row["options"] for row in rows_of(tmp_path / "best")} == {"{}"}


LOSSES = {
    "file": lambda run: files_of(run)[0].unlink(),
    "vocabulary": lambda run: shutil.rmtree(files_of(run)[0].parent),
    "bookkeeping": lambda run: (run / "_run.json").unlink(),
    "all": shutil.rmtree,
    "other": lambda run: Run.new(run, [some_tasks()[0].unit], "another").write(),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_success_means_that_the_files_are_there(tmp_path, loss):
    """Whatever is taken away while a run is played, its end is an error, not a success."""
    run, tasks, done = tmp_path / "run", some_tasks(), []

    def take_away(progress):
        if not done and progress.units_done == len(tasks) // 2:
            done.append(progress)
            LOSSES[loss](run)

    with one_line_error(str(run)) as raised:
        play_tasks(tasks, run, progress=take_away)
    if loss in ("file", "vocabulary"):
        raised.match("were removed during the run, first")
        raised.match(f"gpuwordle benchmark -o {run} --resume")
        play_tasks(tasks, run, resume=True)
        assert len(files_of(run)) == len(tasks)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"strategies": []}, "there is no strategy: give at least one"),
        ({"vocabulary": []}, "there is no vocabulary: give at least one"),
        ({"strategies": ["minmax"]}, "unknown strategy 'minmax': did you mean minimax"),
        ({"seeds": []}, "there is no seed: give at least one"),
        *(({"seeds": seeds}, "seeds=") for seeds in ("0-3", [0, "1"], [1.5], [-1], 2**70)),
        ({"opener": "zzz"}, "'zzz' is not in the word list 'few'"),
        ({"opener": "zzzz"}, "word 'zzzz' has 4 letters"),
        ({"backend": "abacus"}, "unknown backend 'abacus'"),
        ({"memory": "1G"}, "memory='1G' is not"),
        ({"options": {"nonsense": 1}}, "does not take the options given: nonsense"),
        ({"strategies": "helpers.playing:Picky", "options": {"nth": None}}, "option nth=None is"),
        ({"strategies": "optimal", "options": {"memory": "None"}}, "memory='None' is not a whole"),
    ],
)
def test_what_cannot_be_played_makes_no_folder(tmp_path, asked, message):
    how = {"vocabulary": vocabularies((3,)), "strategies": "random", **asked}
    refused(message, run_benchmark, **how, folder=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_every_strategy_that_can_play():
    names = {task.unit.strategy for task in tasks_of(vocabularies((3,)), ["all"])}
    assert names == set(STRATEGIES)
    twice = tasks_of(vocabularies((3,)), ["all", "entropy", "all"])
    assert len(twice) == len(names)


def test_seeds_multiply_what_is_drawn_by_chance_alone():
    tasks = tasks_of(vocabularies((3,)), ["all"], seeds=[0, 1, 2])
    drawn = [name for name in STRATEGIES if not STRATEGIES[name].deterministic]
    assert len(tasks) == len(STRATEGIES) + 2 * len(drawn)


def test_a_number_is_no_strategy():
    for wrong in (1.5, [1.5]):
        with one_line_error(r"^1\.5 is not a strategy: give a name", TypeError):
            tasks_of(vocabularies((3,)), wrong)


def test_all_strategies_skip_what_cannot_play():
    letters = map(chr, range(0x4E00, 0x4E00 + 70))
    vocabulary = Vocabulary("many", [a + b for a, b in pairwise(letters)])
    with pytest.warns(RuntimeWarning, match="'clique' is left out for 2 letters: .*70 different"):
        tasks = tasks_of(vocabulary, "all", backend="numpy")
    names = {task.unit.strategy for task in tasks}
    assert "minimax" in names
    assert "clique" not in names
    refused("'clique' cannot play: .*more than the 64", tasks_of, vocabulary, ["clique"])
    assert strategy_named("clique").unable(vocabularies()[0]) is None
