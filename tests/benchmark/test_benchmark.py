"""Benchmarks: the same games wherever they are played, and after whatever happened to the run."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import pairwise
from pathlib import Path

import naive
import pytest
from helpers.benchmark_tasks import many_tasks, vocabularies
from helpers.words import random_words

from gpuwordle import executors
from gpuwordle.backends import preparation
from gpuwordle.benchmark import player
from gpuwordle.benchmark.run import play_tasks, run_benchmark
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.errors import UserError
from gpuwordle.games.play import play_games
from gpuwordle.results.read import GamesFile, files_of, read_table
from gpuwordle.results.run_folder import Run
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.table import strategy_named
from gpuwordle.words.packed import PackedWords
from gpuwordle.words.samples import Subset, sampled_answers, subset_of
from gpuwordle.words.vocabulary import Vocabulary


def some_tasks(**conditions):
    return tasks_of(
        vocabularies(), ["minimax", "entropy"], Conditions(**conditions), backend="numpy"
    )


def rows(folder):
    """All that a run says, but how long it took, in the order of the files."""
    table = read_table(folder)
    return table.drop_columns("seconds").to_pylist()


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("expected")
    play_tasks(some_tasks(), folder / "run")
    return rows(folder / "run")


@pytest.mark.parametrize("filter", ["pattern", "letters"])
@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_rows_are_games_by_the_rules(tmp_path, pool, filter):
    words = random_words(9, 5, 5, 80)
    vocabulary = Vocabulary("game", words[::2], words)
    tasks = tasks_of(
        [vocabulary], ["entropy"], Conditions(pool=pool, filter=filter), backend="numpy"
    )
    outcome = play_tasks(tasks, tmp_path / "run", command="some command")
    assert (outcome.units, outcome.games) == (1, len(vocabulary.answers))
    found = rows(tmp_path / "run")
    assert [row["answer"] for row in found] == list(vocabulary.answers)
    for row in found:
        assert row["solved"]
        assert row["guesses"][-1] == row["answer"]
        assert row["codes"] == [naive.code(guess, row["answer"]) for guess in row["guesses"]]
        assert row["count"] == len(row["guesses"]) == len(row["remaining"])
        if pool == "candidates":
            assert set(row["guesses"]) <= set(vocabulary.answers)
        if filter == "pattern":
            left = list(vocabulary.answers)
            for guess, code, remaining in zip(
                row["guesses"], row["codes"], row["remaining"], strict=True
            ):
                left = [word for word in left if naive.code(guess, word) == code]
                assert remaining == len(left)
    (file,) = (GamesFile.open(path) for path in files_of(tmp_path / "run"))
    assert file.provenance["command"] == "some command"
    assert file.provenance["backend"] == "numpy"


def test_games_are_lost_when_guesses_run_out(tmp_path, expected):
    play_tasks(some_tasks(allowed=2), tmp_path / "run")
    found = rows(tmp_path / "run")
    assert {row["allowed"] for row in found} == {2}
    for short, long in zip(found, expected, strict=True):
        assert short["guesses"] == long["guesses"][:2]
        assert short["solved"] == (long["count"] <= 2)


def test_threads_play_the_same_games(tmp_path, expected):
    with ThreadPoolExecutor(3) as executor:
        play_tasks(some_tasks(), tmp_path / "run", executor=executor)
    assert rows(tmp_path / "run") == expected


def test_two_processes_play_the_same_games(tmp_path, expected):
    with executors.processes(2) as executor:
        play_tasks(some_tasks(), tmp_path / "run", executor=executor)
    assert rows(tmp_path / "run") == expected


@pytest.mark.filterwarnings("ignore")
def test_dask_workers_play_the_same_games(tmp_path, expected):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            local_directory=str(tmp_path / "dask"),
        ) as cluster,
        executors.dask(cluster.scheduler_address) as executor,
    ):
        play_tasks(some_tasks(), tmp_path / "run", executor=executor)
        assert rows(tmp_path / "run") == expected
        again = play_tasks(some_tasks(), tmp_path / "run", executor=executor, resume=True)
        assert again.units == 0


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://"])
def test_a_scheduler_that_does_not_answer_is_one_line(address):
    pytest.importorskip("distributed")
    expected = f"no Dask scheduler answers at {address}"
    with pytest.raises(UserError) as caught, executors.dask(address, timeout=0.5):
        pass
    assert str(caught.value).startswith(expected)
    assert "\n" not in str(caught.value)


def test_dask_that_is_not_installed_is_one_line(monkeypatch):
    monkeypatch.setattr(executors, "find_spec", lambda _: None)
    with pytest.raises(UserError, match="pip install distributed"), executors.dask("x"):
        pass


def test_too_few_processes():
    with pytest.raises(UserError, match="0 processes are too few"), executors.processes(0):
        pass


def test_resume_plays_what_is_missing_only(tmp_path, expected):
    folder = tmp_path / "run"
    play_tasks(some_tasks(), folder)
    lost = files_of(folder)[1]
    kept = {path: path.stat().st_mtime_ns for path in files_of(folder) if path != lost}
    lost.unlink()
    outcome = play_tasks(some_tasks(), folder, resume=True)
    assert outcome.units == 1
    assert rows(folder) == expected
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    with pytest.raises(UserError, match="holds this run already"):
        play_tasks(some_tasks(), folder)


def test_a_run_is_widened_from_python_and_nothing_else_changes(tmp_path):
    folder = tmp_path / "run"
    three, five = vocabularies()
    conditions = Conditions(allowed=6)
    run_benchmark(three, "minimax", folder, conditions, backend="numpy")
    wider = run_benchmark(
        [three, five], ["minimax", "entropy"], folder, conditions, backend="numpy", resume=True
    )
    assert wider.units == 3
    assert len({(row["strategy"], row["length"]) for row in rows(folder)}) == 4
    whole = tmp_path / "whole"
    run_benchmark([three, five], ["minimax", "entropy"], whole, conditions, backend="numpy")
    assert [{**row, "run": ""} for row in rows(folder)] == [
        {**row, "run": ""} for row in rows(whole)
    ]
    for changed, message in (
        ({"conditions": Conditions(allowed=5)}, "its allowed is 6, not 5"),
        ({"opener": three.guesses[0]}, "its opener is not given, not "),
        ({"seeds": [0, 1]}, r"its seeds is \[0\], not \[0, 1\]"),
        ({"conditions": Conditions("candidates", allowed=6)}, "its pool is not given, not candida"),
    ):
        with pytest.raises(UserError, match=message):
            run_benchmark(
                three,
                "buckets",
                folder,
                **{"conditions": conditions, "backend": "numpy", "resume": True, **changed},
            )
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
    assert rows(folder) == rows(tmp_path / "whole")
    names = [sorted(path.name for path in files_of(f)) for f in (folder, tmp_path / "whole")]
    assert names[0] == names[1]
    assert list(folder.rglob("*.part")) == []


def begin(script, *arguments):
    """Start a script in another process, and wait until it says that it is ready."""
    tests = Path(__file__).parents[1]
    path = os.pathsep.join([str(tests), str(tests.parent), os.environ.get("PYTHONPATH", "")])
    child = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout.readline() == "go\n"
    return child


COLD = """
import sys, time
from helpers.benchmark_tasks import vocabularies
from gpuwordle import load_run, run_benchmark
words = vocabularies((5,))
print("go", flush=True)
for place in sys.argv[1:]:
    start = time.perf_counter()
    run_benchmark(words, "minimax", place, backend="numba")
    print(load_run(place).files[0].seconds, time.perf_counter() - start, flush=True)
"""


def test_seconds_are_those_of_playing_however_cold_the_kernels_were(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    child = begin(COLD, str(tmp_path / "cold"), str(tmp_path / "warm"))
    out, _ = child.communicate(timeout=600)
    (cold, cold_call), (warm, _) = [map(float, line.split()) for line in out.splitlines()]
    assert cold_call > 1, "nothing was compiled, so this shows nothing"
    assert cold < 5 * warm + 0.1
    assert 0 < warm < 0.5


def test_a_unit_that_met_cold_kernels_is_played_again_if_it_is_short(tmp_path, monkeypatch):
    played = []

    def play(*arguments, progress=None, **how):
        with preparation.preparing(), preparation.preparing():
            time.sleep(0.05 if not played else 0)
        time.sleep(long)
        played.append(progress)
        return play_games(*arguments, **how)

    monkeypatch.setattr(player, "play_games", play)
    for long, repeated, times in ((0.0, 60.0, 2), (0.2, 0.1, 1)):
        monkeypatch.setattr(player, "REPEATED", repeated)
        played.clear()
        place = tmp_path / str(times)
        start = time.perf_counter()
        run_benchmark(
            vocabularies((3,)), "entropy", place, backend="numpy", progress=lambda _: None
        )
        whole = time.perf_counter() - start
        assert len(played) == times
        assert played[1:] == [None] * (times - 1)
        (file,) = (GamesFile.open(path) for path in files_of(place))
        assert long <= file.seconds < whole - 0.05


POOL = """
import time
from gpuwordle import executors
if __name__ == "__main__":
    with executors.processes(2) as pool:
        list(pool.map(abs, range(4)))
        print("go", flush=True)
        time.sleep(600)
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no process groups")
def test_processes_end_with_the_one_that_started_them(tmp_path):
    script = tmp_path / "pool.py"
    script.write_text(POOL)
    child = begin(f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')")
    child.kill()
    child.wait()
    child.stdout.close()
    for _ in range(300):
        try:
            os.killpg(child.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.killpg(child.pid, signal.SIGKILL)
    pytest.fail("processes of a pool were left behind")


class Fake(Executor):
    """Plays nothing; every task ends with a given exception, or with success."""

    def __init__(self, error=None, after=0):
        self.error, self.after, self.submitted = error, after, 0

    def submit(self, play, task):
        future = Future()
        self.submitted += 1
        if self.submitted <= self.after:
            play(task)
        if self.error is not None and self.submitted > self.after:
            future.set_exception(self.error)
        else:
            future.set_result(None)
        return future


def test_workers_that_write_elsewhere_are_found_out(tmp_path):
    with pytest.raises(UserError, match=r"all workers share .*units finished: 0 of 4"):
        play_tasks(some_tasks(), tmp_path / "run", executor=Fake())


def test_a_worker_that_dies_is_one_line_and_what_is_done_stays(tmp_path, expected):
    executor = Fake(BrokenProcessPool("died"), after=2)
    with pytest.raises(UserError, match=r"ended abruptly.*2 of 4.*--resume") as caught:
        play_tasks(some_tasks(), tmp_path / "run", executor=executor)
    assert "\n" not in str(caught.value)
    assert play_tasks(some_tasks(), tmp_path / "run", resume=True).units == 2
    assert rows(tmp_path / "run") == expected


def test_a_task_that_dask_gives_up_is_one_line_too(tmp_path):
    scheduler = pytest.importorskip("distributed.scheduler")
    killed = scheduler.KilledWorker("task", None, 3)
    with pytest.raises(UserError, match=r"ended abruptly.*1 of 4.*--resume") as caught:
        play_tasks(some_tasks(), tmp_path / "run", executor=Fake(killed, after=1))
    assert "\n" not in str(caught.value)


def test_a_bug_keeps_its_traceback(tmp_path):
    with pytest.raises(ZeroDivisionError):
        play_tasks(some_tasks(), tmp_path / "run", executor=Fake(ZeroDivisionError()))


def test_a_full_disk_stops_the_run_in_one_line(tmp_path):
    resource = pytest.importorskip("resource")
    tasks = tasks_of(vocabularies((3, 8), 400), ["entropy"], backend="numpy")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    play_tasks(tasks[:1], tmp_path / "sizes")
    size = files_of(tmp_path / "sizes")[0].stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 500, hard))
    try:
        with pytest.raises(UserError, match=r"cannot be written.*1 of 2.*--resume"):
            play_tasks(tasks, tmp_path / "run")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(rows(tmp_path / "run")) == tasks[0].unit.answers
    assert list(tmp_path.rglob("*.part")) == []
    play_tasks(tasks, tmp_path / "run", resume=True)
    assert len(rows(tmp_path / "run")) == sum(task.unit.answers for task in tasks)


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


def test_every_strategy_that_can_play(monkeypatch):
    names = {task.unit.strategy for task in tasks_of(vocabularies((3,)), ["all"])}
    hard = {
        task.unit.strategy for task in tasks_of(vocabularies((3,)), ["all"], Conditions(hard=True))
    }
    from gpuwordle.strategies.table import STRATEGIES

    assert names == set(STRATEGIES)
    assert hard == {name for name in STRATEGIES if STRATEGIES[name].supports_hard}
    twice = tasks_of(vocabularies((3,)), ["all", "entropy", "all"])
    assert len(twice) == len(names)


def test_seeds_multiply_what_is_drawn_by_chance_alone():
    from gpuwordle.strategies.table import STRATEGIES

    tasks = tasks_of(vocabularies((3,)), ["all"], seeds=[0, 1, 2])
    drawn = [name for name in STRATEGIES if not STRATEGIES[name].deterministic]
    assert len(tasks) == len(STRATEGIES) + 2 * len(drawn)


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ({"strategies": ["minmax"]}, "unknown strategy 'minmax': did you mean minimax"),
        ({"pool": "everything"}, "unknown pool 'everything'"),
        ({"filter": "loose"}, "loose"),
        ({"allowed": 0}, "0 guesses allowed is too few"),
        ({"allowed": -3}, "-3 guesses allowed is too few"),
        ({"opener": "zzz"}, "word 'zzz' is not in vocabulary 'few'"),
        ({"opener": "zzzz"}, "word 'zzzz' has 4 letters"),
        ({"backend": "abacus"}, "unknown backend 'abacus'"),
        ({"options": {"nonsense": 1}}, "does not take the options given: nonsense"),
    ],
)
def test_bad_conditions_are_one_line(conditions, message):
    strategies = conditions.pop("strategies", ["entropy"])
    game = {
        name: conditions.pop(name) for name in {"pool", "filter", "allowed"} & conditions.keys()
    }
    with pytest.raises(UserError, match=message) as caught:
        tasks_of(vocabularies((3,)), strategies, Conditions(**game), **conditions)
    assert "\n" not in str(caught.value)


def test_a_strategy_without_hard_mode_names_those_that_have_one(monkeypatch):
    from gpuwordle.strategies.table import STRATEGIES

    monkeypatch.setattr(STRATEGIES["buckets"], "supports_hard", False)
    with pytest.raises(UserError, match=r"'buckets' has no hard mode.*choose among .*entropy"):
        tasks_of(vocabularies((3,)), ["buckets"], Conditions(hard=True))


def test_words_travel_whole():
    guesses = random_words(1, 4, 6, 50, alphabet="ñßжλ字é").copy()
    guesses = [word.replace("ß", "š") for word in guesses]
    for vocabulary in (Vocabulary("a", guesses[:9], guesses), Vocabulary("b", guesses)):
        unpacked = PackedWords.of(vocabulary).vocabulary()
        assert (unpacked.name, unpacked.digest) == (vocabulary.name, vocabulary.digest)
        assert (unpacked.answers, unpacked.guesses) == (vocabulary.answers, vocabulary.guesses)


def test_hidden_words_and_vocabularies_are_drawn_by_seed(tmp_path):
    words = random_words(3, 5, 6, 90)
    whole = Vocabulary("whole", words[20:], words)
    how = {"seeds": [0, 3], "sample": 7, "subset": "20x50", "backend": "numpy"}
    folder = tmp_path / "run"
    outcome = run_benchmark(whole, ["entropy", "random"], folder, **how)
    assert (outcome.units, outcome.games) == (4, 28)
    found = rows(folder)
    assert {(row["sample"], row["subset"]) for row in found} == {(7, "20x50")}
    for seed in (0, 3):
        small = subset_of(whole, Subset(20, 50), seed)
        drawn = sampled_answers(small, 7, seed)
        for strategy in ("entropy", "random"):
            mine = [r for r in found if (r["seed"], r["strategy"]) == (seed, strategy)]
            assert {row["digest"] for row in mine} == {small.digest}
            games = play_games(small, strategy, answers=drawn, seed=seed, backend="numpy")
            assert [row["answer"] for row in mine] == [small.answers[a] for a in drawn]
            guesses = [small.guesses[g] for g in games.guesses]
            assert [guess for row in mine for guess in row["guesses"]] == guesses
    files_of(folder)[0].unlink()
    again = run_benchmark(whole, ["entropy", "random", "buckets"], folder, resume=True, **how)
    assert again.units == 3
    assert [row for row in rows(folder) if row["strategy"] != "buckets"] == found
    for name, other in (("sample", 8), ("subset", "20x51"), ("seeds", [0])):
        with pytest.raises(UserError, match=f"its {name} is .*, not "):
            run_benchmark(whole, "entropy", folder, resume=True, **{**how, name: other})


def test_a_sample_alone_leaves_the_words_as_they_are(tmp_path):
    whole = Vocabulary("whole", random_words(3, 5, 6, 60))
    run_benchmark(whole, "minimax", tmp_path / "all", backend="numpy")
    run_benchmark(whole, "minimax", tmp_path / "some", backend="numpy", sample=9, seeds=[1, 2])
    every = {row["answer"]: row["guesses"] for row in rows(tmp_path / "all")}
    some = rows(tmp_path / "some")
    assert len(some) == 18
    assert [row["seed"] for row in some].count(1) == 9
    assert all(every[row["answer"]] == row["guesses"] for row in some)
    assert {row["digest"] for row in some} == {whole.digest}


def test_options_of_objects_are_kept(tmp_path):
    words = Vocabulary("whole", random_words(3, 5, 6, 60))
    strategies = [strategy_named("letter-frequency", below=4, last=1), strategy_named("minimax")]
    run_benchmark(words, strategies, tmp_path / "run", Conditions(allowed=5), backend="numpy")
    options = {row["strategy"]: row["options"] for row in rows(tmp_path / "run")}
    assert options == {"letter-frequency": '{"below": 4, "last": 1}', "minimax": "{}"}


@pytest.mark.parametrize("loss", ["file", "vocabulary", "bookkeeping", "all", "other"])
def test_success_means_that_the_files_are_there(tmp_path, loss):
    """Whatever is taken away while a run is played, its end is an error, not a success."""
    run, tasks, done = tmp_path / "run", some_tasks(), []

    def take_away(progress):
        if done or progress.units_done != len(tasks) // 2:
            return
        done.append(progress)
        if loss == "file":
            files_of(run)[0].unlink()
        elif loss == "vocabulary":
            shutil.rmtree(files_of(run)[0].parent)
        elif loss == "bookkeeping":
            (run / "_run.json").unlink()
        elif loss == "all":
            shutil.rmtree(run)
        else:
            other = Run.new(run, [tasks[0].unit], "another")
            other.write()

    with pytest.raises(UserError) as raised:
        play_tasks(tasks, run, progress=take_away)
    message = str(raised.value)
    assert "\n" not in message
    assert str(run) in message
    if loss in ("file", "vocabulary"):
        assert "have no file any more, the first" in message
        assert f"gpuwordle benchmark -o {run} --resume" in message
        play_tasks(tasks, run, resume=True)
        assert len(files_of(run)) == len(tasks)


class Scheduler:
    """A client of Dask whose workers are what the test says."""

    def __init__(self, workers):
        self.workers, self.asked = iter(workers), 0

    def get_executor(self):
        return ThreadPoolExecutor(1)

    def nthreads(self):
        self.asked += 1
        found = next(self.workers)
        if isinstance(found, Exception):
            raise found
        return found


HERE, GONE = {"tcp://1": 1}, {}


def stuck(monkeypatch, workers, *, wait=False):
    """Play on an executor that finishes nothing until the scheduler has been asked."""
    monkeypatch.setattr(executors, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(executors, "DASK_PATIENCE", 0.0)
    client = Scheduler(workers)
    executor = executors.DaskExecutor(client, "tcp://x", wait=wait)
    monkeypatch.setattr(executor, "submit", lambda *_: Future())
    return executor, client


def test_workers_that_are_lost_end_the_run(tmp_path, monkeypatch):
    executor, client = stuck(monkeypatch, [HERE, GONE, GONE])
    with (
        pytest.warns(RuntimeWarning, match="has no worker left: waiting for 0 seconds"),
        pytest.raises(UserError, match=r"has had no worker for 0 seconds.*0 of 4.*--resume"),
    ):
        play_tasks(some_tasks(), tmp_path / "run", executor=executor)
    assert client.asked == 3


def test_workers_that_come_back_are_used(tmp_path, monkeypatch):
    executor, client = stuck(monkeypatch, [GONE, HERE, GONE, OSError("gone")])
    with (
        pytest.warns(RuntimeWarning, match="has no worker left"),
        pytest.raises(UserError, match=r"Dask scheduler at tcp://x is gone \(OSError\)"),
    ):
        play_tasks(some_tasks(), tmp_path / "run", executor=executor)
    assert client.asked == 4


def test_who_waits_waits(tmp_path, monkeypatch):
    executor, client = stuck(monkeypatch, [GONE] * 5 + [CancelledError()], wait=True)
    with (
        pytest.warns(RuntimeWarning, match="has no worker left: waiting$") as said,
        pytest.raises(UserError, match="is gone"),
    ):
        play_tasks(some_tasks(), tmp_path / "run", executor=executor)
    assert client.asked == 6
    assert len(said) == 1


def many_letters():
    """Words of two letters with 70 letters together."""
    letters = [chr(code) for code in range(0x4E00, 0x4E00 + 70)]
    return Vocabulary("many", [a + b for a, b in pairwise(letters)])


def test_all_strategies_skip_what_cannot_play():
    vocabulary = many_letters()
    with pytest.warns(RuntimeWarning, match="'clique' is left out at 2 letters: .*70 different"):
        tasks = tasks_of(vocabulary, "all", backend="numpy")
    names = {task.unit.strategy for task in tasks}
    assert "minimax" in names
    assert "clique" not in names
    with pytest.raises(UserError, match=r"'clique' cannot play: .*more than the 64"):
        tasks_of(vocabulary, ["clique"], backend="numpy")
    assert strategy_named("clique").unable(vocabularies()[0]) is None
