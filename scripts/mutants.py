"""Plant mistakes in our own code, one at a time, and see whether the tests notice.

A mutant is a file with one operator, number, condition or statement changed. Each is tested in a
process of its own, forked from one that has the heavy packages loaded, by the quick tests of its
room: those first that noticed the mutants before it. Examples are drawn alike in every run. What no
test can notice, because it changes nothing that is promised, is listed with the reason in
``mutants_equivalent.toml``.

Each file's score is kept as soon as it is known. A file that stands as it was scored, with the same
tests and reasons, is passed over, so that a run cut short goes on where it was.

    python scripts/mutants.py                                # what is not scored yet
    python scripts/mutants.py --only rules/pattern.py        # of one file
    python scripts/mutants.py --limit 40 --seed 3            # some of each file: keeps nothing
    python scripts/mutants.py --only games/growth.py --at 121  # of one line: keeps nothing
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.abc
import importlib.util
import json
import math
import os
import random
import signal
import sys
import time
import tomllib
from pathlib import Path

from mutations import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[1]

EQUIVALENT = Path(__file__).with_name("mutants_equivalent.toml")

TESTS = {
    "rules/pattern.py": ["tests/rules/test_pattern.py"],
    "scoring/statistics.py": ["tests/scoring/test_statistics.py"],
    "clues/facts.py": ["tests/clues/test_facts.py", "tests/clues/test_filters.py"],
    "clues/filters.py": ["tests/clues/test_filters.py"],
    "clues/hard_mode.py": ["tests/clues/test_hard_mode.py"],
    "games/growth.py": [
        "tests/games/test_by_key.py",
        "tests/games/test_choices.py",
        "tests/games/test_growth.py",
        "tests/games/test_growth_in_blocks.py",
        "tests/games/test_play.py",
        "tests/games/test_rollouts.py",
    ],
    "results/run_folder.py": ["tests/results/test_run_folder.py"],
}
"""The quick tests that are to notice mutants of a file."""

HEAVY = ("hypothesis", "numba", "numpy", "pandas", "pyarrow.parquet", "pytest", "typer")

OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")

SECONDS = 120
"""A mutant whose tests take longer is one that never ends: noticed. Without one, kernels may have
to be compiled first."""


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with its mistake."""

    def __init__(self, mutant: Mutant) -> None:
        name = f"gpuwordle.{mutant.file.removesuffix('.py').replace('/', '.')}"
        self.name, self.path = name, ROOT / "gpuwordle" / mutant.file
        self.code = compile(mutant.module, self.path, "exec")

    def find_spec(self, fullname, path=None, target=None):
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.code, module.__dict__)


class KillersFirst:
    """Runs the tests first that noticed a mutant lately, and tells which one does."""

    def __init__(self, killers: list[str], tell: int) -> None:
        self.rank = {test: place for place, test in enumerate(killers)}
        self.tell = tell

    def pytest_collection_modifyitems(self, items):
        items.sort(key=lambda item: self.rank.get(item.nodeid, len(self.rank)))

    def pytest_runtest_logreport(self, report):
        if report.failed:
            os.write(self.tell, report.nodeid.encode()[:4096])


class Trial:
    """Tests the mutants of a file.

    Parameters
    ----------
    tests
        Files of tests.
    """

    def __init__(self, tests: list[str]) -> None:
        self.tests = tests
        self.killers: list[str] = []
        """Tests that noticed a mutant, the last one first."""

    def is_noticed(self, mutant: Mutant | None) -> bool:
        """Run the tests in a child of this process; without a mutant, tell whether they fail."""
        heard, tell = os.pipe()
        child = os.fork()
        if not child:
            os.setpgid(0, 0)
            self._test(mutant, tell)
        os.close(tell)
        end = math.inf if mutant is None else time.monotonic() + SECONDS
        status = None
        while status is None and time.monotonic() < end:
            done, code = os.waitpid(child, os.WNOHANG)
            status = code if done else None
            time.sleep(0.01)
        if status is None:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
        killer = os.read(heard, 4096).decode() if status else ""
        os.close(heard)
        if killer:
            self.killers = [killer, *(test for test in self.killers if test != killer)]
        return status != 0

    def _test(self, mutant: Mutant | None, tell: int) -> None:
        """Run the tests, and end the process with 0 where they pass."""
        import pytest
        from hypothesis import Phase, settings

        # The same examples every time, and none made smaller: that a test fails is enough.
        settings.register_profile(
            "mutants", derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
        )
        settings.load_profile("mutants")
        code = 1
        try:
            if mutant is not None:
                sys.meta_path.insert(0, Planted(mutant))
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            code = int(
                pytest.main([*OPTIONS, *self.tests], plugins=[KillersFirst(self.killers, tell)])
            )
        finally:
            os._exit(code)


def main() -> None:
    """Test the mutants, print those that no test noticed, and keep the scores."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--limit", type=int, help="so many mutants of each file, drawn by --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=TESTS, help="one file")
    parser.add_argument("--at", type=int, help="one line of it")
    asked = parser.parse_args()
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    # What takes long to import and is not ours is there before the children are.
    for heavy in HEAVY:
        try:
            importlib.import_module(heavy)
        except ImportError:
            print(f"{heavy} is not installed; its tests are skipped")
    known = tomllib.loads(EQUIVALENT.read_text())
    scored = {row["file"]: row for row in kept() if row["file"] in TESTS}
    for file, tests in TESTS.items():
        if asked.only not in (None, file):
            continue
        mutants = [m for m in mutants_of(file) if asked.at in (None, m.line)]
        partial = asked.at is not None or (asked.limit or len(mutants)) < len(mutants)
        if partial and asked.limit is not None:
            mutants = sorted(
                random.Random(asked.seed).sample(mutants, asked.limit), key=lambda m: m.line
            )
        state = state_of(file, tests, known)
        if not partial and file in scored and scored[file]["state"] == state:
            print(f"{file}: scored already")
            continue
        row = {**score_of(file, mutants, Trial(tests), known), "state": state}
        if not partial:
            scored[file] = row
            write([scored[name] for name in TESTS if name in scored])


def state_of(file: str, tests: list[str], known: dict[str, str]) -> str:
    """Return a digest of a file, of its tests, and of what is said of its mutants."""
    digest = hashlib.sha256((ROOT / "gpuwordle" / file).read_bytes())
    for test in tests:
        digest.update((ROOT / test).read_bytes())
    for key in known:
        if key.startswith(f"{file} |"):
            digest.update(key.encode())
    return digest.hexdigest()[:16]


def score_of(file: str, mutants: list[Mutant], trial: Trial, known: dict[str, str]):
    """Test mutants of a file; return its row."""
    start = time.monotonic()
    if trial.is_noticed(None):
        raise SystemExit(f"the tests of {file} fail without a mistake: mend them first")
    noticed, equivalent, survived = 0, 0, []
    for mutant in mutants:
        if mutant.key in known:
            equivalent += 1
        elif trial.is_noticed(mutant):
            noticed += 1
        else:
            survived.append(mutant.key)
            print(f"  survived: {mutant.key} (line {mutant.line})", flush=True)
    total, seconds = noticed + len(survived), time.monotonic() - start
    print(
        f"{file}: {noticed} of {total} noticed, {equivalent} equivalent, {seconds:.0f} s",
        flush=True,
    )
    return {
        "file": file,
        "mutants": len(mutants),
        "noticed": noticed,
        "survived": survived,
        "equivalent": equivalent,
    }


def kept():
    """Return the rows of bench_results/mutants.json."""
    path = ROOT / "bench_results" / "mutants.json"
    return json.loads(path.read_text())["rows"] if path.exists() else []


def write(rows):
    """Keep the scores under bench_results/."""
    import bench_record

    total = {
        "file": "all",
        **{name: sum(row[name] for row in rows) for name in ("mutants", "noticed", "equivalent")},
        "survived": [],
    }
    table = [
        {
            "file": row["file"],
            "mutants": row["mutants"],
            "equivalent": row["equivalent"],
            "noticed": row["noticed"],
            "of those that differ": f"{row['noticed'] / (row['mutants'] - row['equivalent']):.1%}",
        }
        for row in [*rows, total]
    ]
    text = (
        "# Mutants\n\nMistakes planted in our own code one at a time, and how many the quick tests "
        "of its room noticed (`scripts/mutants.py`). Those that change nothing that is promised "
        "are listed with the reason in `scripts/mutants_equivalent.toml`.\n\n"
        f"{bench_record.markdown_table(table)}"
    )
    survived = [f"- `{line}`" for row in rows for line in row["survived"]]
    if survived:
        text += "\nNot noticed:\n\n" + "\n".join(survived) + "\n"
    bench_record.write(ROOT / "bench_results", "mutants", rows, text)


if __name__ == "__main__":
    main()
