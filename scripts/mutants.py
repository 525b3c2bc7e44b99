"""Plant mistakes in our own code, one at a time, and see whether the tests notice.

A mutant is a file with one operator, number, condition or statement changed. Each is tested in a
separate process, forked from one that has the heavy packages loaded, by the quick tests of its
room: first by those that noticed earlier mutants. Every run draws the same examples. What no
test can notice, because it changes nothing that is promised, is listed with the reason in
``mutants_equivalent.toml``. For large files a sample is tested, drawn with `SEED`.

Mutants of compiled functions are tested in plain Python first (`uncompiled`), by the first file of
tests, as far as they pass there; what survives is compiled, with what calls it, and tested by all.

Each outcome is kept in ``build/`` as soon as it is known, and each file's score in
``bench_results/`` as soon as it is complete, so that a run cut short continues where it stopped.
After the tests change, a mutant first meets the test that noticed it before.

    python scripts/mutants.py --hours 1                      # what is not scored yet
    python scripts/mutants.py --only rules/pattern.py        # of one file
    python scripts/mutants.py --only games/growth.py --at 121  # of one line: keeps nothing
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib.abc
import importlib.util
import json
import math
import os
import random
import resource
import signal
import sys
import time
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import ClassVar, NamedTuple

import uncompiled
from mutations import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[1]

EQUIVALENT = Path(__file__).with_name("mutants_equivalent.toml")

OUTCOMES = ROOT / "build" / "mutants.jsonl"

SEED = 1


SAMPLE, SAMPLE_COMPILED = 40, 20
"""Most mutants drawn from a file."""


class Trial(NamedTuple):
    """The quick tests that are to notice mutants of a file, and whether it is compiled."""

    tests: tuple[str, ...]
    compiled: bool = False

    @property
    def sample(self) -> int:
        return SAMPLE_COMPILED if self.compiled else SAMPLE


def trial(*tests: str, compiled: bool = False) -> Trial:
    return Trial(tuple(f"tests/{test}.py" for test in tests), compiled)


CHECKER = ("proofs/test_checker", "proofs/test_soundness", "proofs/test_check_counts")

SEARCH = ("optimal/test_solver", "optimal/test_legality", "optimal/test_bounds")

TRIALS = {
    "rules/codes.py": trial("rules/test_codes"),
    "rules/hard_mode.py": trial("rules/test_hard_mode"),
    "rules/conditions.py": trial("rules/test_conditions"),
    "rules/case.py": trial("rules/test_case"),
    "rules/colours.py": trial("rules/test_colours", "rules/test_tiles"),
    "rules/pattern.py": trial("rules/test_pattern"),
    "scoring/logs.py": trial("scoring/test_statistics"),
    "scoring/statistics.py": trial("scoring/test_statistics"),
    "scoring/groups.py": trial("scoring/test_groups", "backends/test_indices"),
    "scoring/contributions.py": trial("scoring/test_contributions", "backends/test_backend"),
    "clues/facts.py": trial("clues/test_filters"),
    "clues/filters.py": trial("clues/test_filters"),
    "clues/hard_mode.py": trial("clues/test_hard_mode"),
    "clues/searches.py": trial("clues/test_searches", "clues/test_reilly"),
    "clues/reilly.py": trial("clues/test_reilly"),
    "clues/clues.py": trial("clues/test_clues"),
    "clues/typed_clues.py": trial("clues/test_typed_clues"),
    "clues/demands.py": trial("clues/test_clues", "clues/test_trie", "clues/test_reilly"),
    "clues/trie.py": trial("clues/test_trie"),
    "words/letters.py": trial(
        "words/test_letters", "words/test_word_list", "words/test_orthography"
    ),
    "words/lengths.py": trial("words/test_lengths", "cli/test_options"),
    "words/readers.py": trial("words/test_readers", "words/test_weights", "words/test_orthography"),
    "words/vocabulary.py": trial(
        "words/test_vocabulary", "words/test_weights", "words/test_word_list"
    ),
    "cli/parsers.py": trial("cli/test_parsers", "cli/test_refused"),
    "results/unit.py": trial("results/test_unit", "results/test_run_folder"),
    "results/summary.py": trial("results/test_summary"),
    "results/games_file.py": trial("results/test_games_file"),
    "results/run_check.py": trial("results/test_run_check"),
    "results/run_folder.py": trial("results/test_run_folder", "cli/test_run_options"),
    "tree/check.py": trial("tree/test_check", "tree/test_build", "tree/test_formats"),
    "games/growth.py": trial(
        "games/test_choices",
        "games/test_growth",
        "games/test_games",
        "games/test_rollouts",
    ),
    "proofs/certificate.py": trial("proofs/test_certificate", "proofs/test_weights"),
    "proofs/tree_files.py": trial("proofs/test_tree_files"),
    "proofs/replay.py": trial("proofs/test_tree_files", "proofs/test_checker"),
    "proofs/board.py": trial(
        "proofs/test_board", "proofs/test_rules", *CHECKER, "proofs/test_weights", compiled=True
    ),
    "proofs/checker.py": trial(
        *CHECKER, "proofs/test_rules", "results/test_verdict", compiled=True
    ),
    "proofs/check_loops.py": trial(*CHECKER, compiled=True),
    "proofs/check_counts.py": trial(*CHECKER, "proofs/test_weights", compiled=True),
    "proofs/claims.py": trial("proofs/test_claims", "proofs/test_weights", compiled=True),
    "optimal/legality.py": trial("optimal/test_legality", "optimal/test_solver", compiled=True),
    "optimal/memo.py": trial("optimal/test_memo", *SEARCH, compiled=True),
    "optimal/question.py": trial(*SEARCH, compiled=True),
    "optimal/bucket_counts.py": trial(
        "optimal/test_bucket_counts", *reversed(SEARCH), compiled=True
    ),
    "optimal/bounds.py": trial(*reversed(SEARCH), compiled=True),
}
"""Files by room; compiled ones last."""

HEAVY = ("hypothesis", "numba", "numpy", "pandas", "pyarrow.parquet", "pytest", "typer")

OPTIONS = ("-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
OPTIONS += ("-m", "not slow and not gpu")  # samples are not enough

PATIENCE = 2
"""A mutant may take this many times the processor time of the file as it is, and `SECONDS` more;
one that takes longer counts as noticed."""

SECONDS = 10

COMPILING = 120
"""Extra seconds for what calls a mutant's function and is compiled again."""

MEMORY = 16 << 30

BATCH = 5
"""Mutants that are tested before their outcomes are kept."""


def module_of(file: str) -> str:
    return f"gpuwordle.{file.removesuffix('.py').replace('/', '.')}"


def tests_of(file: str, trial: Trial) -> list[str]:
    """Return the tests of a file, its examples included."""
    if ">>> " not in (ROOT / "gpuwordle" / file).read_text():
        return list(trial.tests)
    return [*trial.tests, f"tests/test_examples.py::test_examples_of[{module_of(file)}]"]


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with its mistake."""

    def __init__(self, mutant: Mutant) -> None:
        self.name, self.path = module_of(mutant.file), ROOT / "gpuwordle" / mutant.file
        self.code = compile(mutant.module, self.path, "exec")

    def find_spec(self, fullname, path=None, target=None):
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.code, module.__dict__)


class Judges:
    """First runs the tests that noticed a mutant recently, and tells which tests fail."""

    def __init__(self, killers: list[str], left_out: set[str], tell: int) -> None:
        self.rank = {test: place for place, test in enumerate(killers)}
        self.left_out, self.tell = left_out, tell

    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if item.nodeid not in self.left_out]
        items.sort(key=lambda item: self.rank.get(item.nodeid, len(self.rank)))

    def pytest_runtest_logreport(self, report):
        if report.failed:
            os.write(self.tell, f"{report.nodeid}\n".encode()[-4096:])


class Run(NamedTuple):
    """How a process with one mutant ended."""

    status: int
    seconds: float
    failed: list[str]


class Stage:
    """Tests the mutants of a file, compiled or plainly.

    Parameters
    ----------
    file
        The file that has the mutants.
    trial
        Its tests.
    killers
        Tests that noticed a mutant of the file, the last one first.
    plain
        Leave functions uncompiled.
    """

    PREPARED: ClassVar[dict[tuple[frozenset[str], bool], Run]] = {}

    def __init__(self, file: str, trial: Trial, killers: list[str], plain: bool) -> None:
        self.file, self.trial, self.plain = file, trial, plain
        self.tests = list(trial.tests[:1]) if plain else tests_of(file, trial)
        self.killers = killers
        self.left_out: set[str] = set()
        self.limit = 0

    def _prepare(self) -> None:
        """Run the tests without a mutant: how long they take, and which pass in plain Python."""
        self.limit = 3600
        asked = frozenset(self.tests), self.plain
        if asked not in self.PREPARED:
            ((_, self.PREPARED[asked]),) = self._runs([None], 1)
        run = self.PREPARED[asked]
        if run.failed:
            self.left_out = set(run.failed)
            if not self.plain:
                print(f"  left out, because they fail without a mutant: {', '.join(run.failed)}")
        elif run.status:
            raise SystemExit(f"the tests of {self.file} fail without a mistake: {run}")
        compiling = COMPILING if self.trial.compiled and not self.plain else 0
        self.limit = math.ceil(PATIENCE * run.seconds + SECONDS + compiling)

    def outcomes(self, mutants: list[Mutant], jobs: int, end: float):
        """Yield each mutant with the test that noticed it, or None, until ``end``."""
        if mutants and not self.limit:
            self._prepare()
        for mutant, run in self._runs(mutants, jobs, end):
            killer = (run.failed or ["no test: it ends otherwise"])[0] if run.status else None
            if run.failed:
                self.killers = [killer, *(test for test in self.killers if test != killer)]
            yield mutant, killer

    def _runs(self, mutants, jobs: int, end: float = math.inf) -> Iterator[tuple]:
        waiting, running = list(reversed(mutants)), {}
        while running or (waiting and time.monotonic() < end):
            while waiting and len(running) < jobs and time.monotonic() < end:
                mutant = waiting.pop()
                heard, tell = os.pipe()
                child = os.fork()
                if not child:
                    self._test(mutant, tell)
                os.close(tell)
                running[child] = mutant, heard
            child, status, usage = os.wait4(-1, 0)
            mutant, heard = running.pop(child)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)  # processes that its tests left
            with os.fdopen(heard) as lines:
                failed = lines.read().splitlines()
            yield mutant, Run(status, usage.ru_utime + usage.ru_stime, failed)

    def _test(self, mutant: Mutant | None, tell: int) -> None:
        """Run the tests in this process, a child, and end it with 0 where they pass."""
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (self.limit, self.limit + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(20 * self.limit)  # one that waits forever takes no processor time
        code = 1
        try:
            import pytest
            from hypothesis import Phase, settings

            # The same examples every time, and none made smaller: that a test fails is enough.
            settings.register_profile(
                "mutants", derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
            )
            settings.load_profile("mutants")
            if mutant is not None:
                sys.meta_path.insert(0, Planted(mutant))
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            options = list(OPTIONS)
            if mutant is not None:
                options.append("-x")
            if self.plain:
                uncompiled.leave_uncompiled(self.file.partition("/")[0])
                options += ["-W", "ignore::RuntimeWarning"]
            elif self.trial.compiled and mutant is not None:
                place = mutant.place
                uncompiled.compile_again(module_of(self.file), place and place.name)
            judges = Judges(self.killers, self.left_out, tell)
            code = int(pytest.main([*options, *self.tests], plugins=[judges]))
        finally:
            os._exit(code)


class Outcomes:
    """The known outcomes of mutants, saved as they come.

    An outcome counts for a file and tests that stand as they were, and for a test that noticed a
    mutant and has not changed; it is asked first whatever has changed.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        lines = path.read_text().splitlines() if path.exists() else []
        self.lines = [json.loads(line) for line in lines]
        self.file = path.open("a")

    def of(self, file: str, state: str) -> dict[str, str | None]:
        """Return the outcomes of a file's mutants in a state."""
        return {
            line["mutant"]: line["killer"]
            for line in self.lines
            if line["mutant"].startswith(f"{file} |")
            and (line["state"] == state or line["seen"] == seen_by(file, line["killer"]))
        }

    def killers(self, file: str) -> list[str]:
        """Return tests that noticed mutants of a file."""
        own = (line for line in self.lines if line["mutant"].startswith(f"{file} |"))
        return list(dict.fromkeys(line["killer"] for line in own if line["killer"]))

    def keep(self, file: str, state: str, found: dict[str, str | None]) -> None:
        """Add outcomes."""
        for mutant, killer in found.items():
            seen = seen_by(file, killer) or ""
            line = {"state": state, "mutant": mutant, "killer": killer, "seen": seen}
            print(json.dumps(line), file=self.file)
        self.file.flush()


@cache
def seen_by(file: str, killer: str | None) -> str | None:
    """Return a digest of a file and of the tests where a mutant was noticed; None without any."""
    tests = ROOT / (killer or "").partition("::")[0]
    if not tests.is_file():
        return None
    return digest_of(ROOT / "gpuwordle" / file, tests)


def digest_of(*paths: Path) -> str:
    """Return a digest of the bytes of files."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def main() -> None:
    """Test the mutants, print those that no test noticed, and keep the scores."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=TRIALS, nargs="+", help="some files", metavar="FILE")
    parser.add_argument("--at", type=int, help="one line of it", metavar="LINE")
    parser.add_argument("--most", type=int, help="mutants of a file in this run")
    parser.add_argument("--hours", type=float, default=math.inf, help="start no mutant afterwards")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    asked = parser.parse_args()
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    # Read every source once, whatever the environment says, and no plugin that no test needs.
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(ROOT / "build" / "pycache")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    # Other packages that take long to import are loaded before the children start.
    for heavy in HEAVY:
        try:
            importlib.import_module(heavy)
        except ImportError:
            print(f"{heavy} is not installed; its tests are skipped")
    known = reasons()
    known.pop("survivors")
    end = time.monotonic() + 3600 * asked.hours
    for file, trial in TRIALS.items():
        if (asked.only and file not in asked.only) or time.monotonic() > end:
            continue
        mutants, start = list(mutants_of(file)), time.monotonic()
        if asked.at is not None:
            chosen = [mutant for mutant in mutants if mutant.line == asked.at]
            for _ in tested(file, trial, chosen, [], asked.jobs, end):
                continue
            continue
        drawn, outcomes = drawn_of(file, mutants, trial.sample), Outcomes(OUTCOMES)
        state = state_of(file, trial)
        found = outcomes.of(file, state)
        left = [m for m in drawn if m.key not in known and m.key not in found][: asked.most]
        row, equivalent = kept().get(file, {}), sum(mutant.key in known for mutant in drawn)
        scored_now = row.get("state"), row.get("drawn"), row.get("equivalent")
        if scored_now == (state, len(drawn), equivalent):
            print(f"{file}: scored already", flush=True)
            continue
        batches = tested(file, trial, left, outcomes.killers(file), asked.jobs, end)
        for batch in chain([{}], batches):  # what was tested before, first
            outcomes.keep(file, state, batch)
            found |= batch
            if not found:
                continue
            scored = kept() | {file: score_of(file, state, mutants, drawn, known, found)}
            write([scored[name] for name in TRIALS if name in scored])
        seconds = time.monotonic() - start
        tried = sum(mutant.key in found for mutant in left)
        print(f"{file}: {seconds:.0f} s for {tried} mutants", flush=True)


def drawn_of(file: str, mutants: list[Mutant], sample: int) -> list[Mutant]:
    """Draw the mutants of a file that are tested. The first of them are a sample as well."""
    size = min(len(mutants), sample)
    return random.Random(f"{SEED} {file}").sample(mutants, size)


def state_of(file: str, trial: Trial) -> str:
    """Return a digest of a file and its tests."""
    return digest_of(ROOT / "gpuwordle" / file, *(ROOT / test for test in trial.tests))


def tested(
    file: str, trial: Trial, mutants: list[Mutant], killers: list[str], jobs: int, end: float
) -> Iterator[dict[str, str | None]]:
    """Test mutants; yield the test that noticed each, batch by batch."""
    stages = [Stage(file, trial, killers, plain) for plain in (True, False)]
    for low in range(0, len(mutants), BATCH):
        left = batch = mutants[low : low + BATCH]
        found: dict[str, str | None] = {}
        for stage in stages:
            here = [mutant for mutant in left if mutant.compiled or not stage.plain]
            for mutant, killer in stage.outcomes(here, jobs, end):
                if killer or not stage.plain:
                    found[mutant.key] = killer
            left = [mutant for mutant in left if mutant.key not in found]
        for mutant in batch:
            if found.get(mutant.key, "") is None:
                print(f"  survived: {mutant.key} (line {mutant.line})", flush=True)
        yield found
        if time.monotonic() > end:
            return


def score_of(
    file: str,
    state: str,
    mutants: list[Mutant],
    drawn: list[Mutant],
    known: dict[str, str],
    found: dict[str, str | None],
) -> dict:
    """Return the row of a file; ``drawn`` counts what was tested so far or is equivalent."""
    equivalent = sum(mutant.key in known for mutant in drawn)
    outcomes = [(m.key, found[m.key]) for m in drawn if m.key in found and m.key not in known]
    survived = [key for key, killer in outcomes if killer is None]
    return {
        "file": file,
        "mutants": len(mutants),
        "drawn": equivalent + len(outcomes),
        "equivalent": equivalent,
        "noticed": len(outcomes) - len(survived),
        "survived": survived,
        "state": state,
    }


def kept():
    """Return the rows of bench_results/mutants.json by file."""
    path = ROOT / "bench_results" / "mutants.json"
    rows = json.loads(path.read_text())["rows"] if path.exists() else []
    return {row["file"]: row for row in rows}


def reasons():
    """Return why mutants change nothing that is promised, and ``survivors``: why others pass."""
    return {"survivors": {}, **tomllib.loads(EQUIVALENT.read_text())}


def write(rows):
    """Keep the scores under bench_results/."""
    import bench_record

    counts = ("mutants", "drawn", "equivalent", "noticed")
    total = {"file": "all", **{name: sum(row[name] for row in rows) for name in counts}}
    table = [
        {
            **{name: row[name] for name in ("file", *counts)},
            "of those that differ": f"{row['noticed'] / (row['drawn'] - row['equivalent']):.1%}",
        }
        for row in [*rows, total]
    ]
    lines = sum(len((ROOT / "gpuwordle" / row["file"]).read_text().splitlines()) for row in rows)
    everything = sum(
        len(path.read_text().splitlines()) for path in (ROOT / "gpuwordle").rglob("*.py")
    )
    text = (
        "# Mutants\n\nMistakes planted in our own code one at a time, and how many the quick tests "
        "of its room noticed (`scripts/mutants.py`). Of large files a sample was drawn with seed "
        f"{SEED}; a sample that is still being tested is shown in part. Those that change "
        "nothing that is promised are listed with the reason in `scripts/mutants_equivalent.toml`. "
        "Where one was not noticed at first, a test was usually written, and the mutant tested "
        "again: other mutants of these files may be noticed less often. "
        f"These files have {lines:,} of the package's {everything:,} lines.\n\n"
        f"{bench_record.markdown_table(table)}"
    )
    why = reasons()["survivors"]
    survived = [
        f"- `{line}`: {why.get(line, 'not examined yet')}"
        for row in rows
        for line in row["survived"]
    ]
    if survived:
        text += "\nNot noticed:\n\n" + "\n".join(survived) + "\n"
    bench_record.write(ROOT / "bench_results", "mutants", rows, text)


if __name__ == "__main__":
    main()
