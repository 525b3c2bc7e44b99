"""The CUDA kernels' own text, run on the CPU: results, schedules, races, bounds, planted faults."""

import json
import os
import subprocess
from functools import cache
from pathlib import Path

import pytest
from cuda_on_cpu.emulated import BACKWARD, FORWARD, SANITIZER_LIBRARY, SHUFFLED, compiler
from cuda_on_cpu.exercise import CASES, run
from cuda_on_cpu.faults import FAULTS
from helpers.processes import python

from gpuwordle.backends.cuda.source import VARIANTS

pytestmark = pytest.mark.skipif(compiler() is None, reason="g++ is not installed")

ALL_CASES = 900
"""Seconds for every case under a sanitizer, on a machine that has other things to do."""
EXERCISE = Path(__file__).parents[2] / "cuda_on_cpu" / "exercise.py"


@pytest.mark.sample(30)
@pytest.mark.parametrize("order", [BACKWARD, SHUFFLED])
@pytest.mark.parametrize("case", CASES)
def test_results_of_threads_backward_and_shuffled(case, order):
    assert run(CASES[case], order) == []


def test_results_of_threads_forward_which_reach_every_variant():
    asked = set()

    def note(variant):
        asked.add(variant)
        return variant.source

    for name, case in CASES.items():
        assert run(case, FORWARD, alter=note) == [], name
    assert asked == set(VARIANTS)


def exercise(kind, *arguments):
    """Run the exercise program, under a sanitizer if that is its kind."""
    environment = {}
    if kind in SANITIZER_LIBRARY:
        name = SANITIZER_LIBRARY[kind]
        asked = ["g++", f"-print-file-name={name}"]
        library = subprocess.run(asked, capture_output=True, text=True).stdout.strip()
        if not os.path.isabs(library):
            pytest.skip(f"g++ has no {name}")
        environment = {
            "LD_PRELOAD": library,
            "ASAN_OPTIONS": "detect_leaks=0",
            "TSAN_OPTIONS": "halt_on_error=1",
        }
    try:
        return python(EXERCISE, kind, *arguments, timeout=ALL_CASES, **environment)
    except subprocess.TimeoutExpired:
        return 1, "", "it hangs"


@pytest.mark.slow
@pytest.mark.parametrize("sanitizer", SANITIZER_LIBRARY)
def test_no_races_and_nothing_out_of_bounds(sanitizer):
    code, _, errors = exercise(sanitizer, *CASES)
    assert code == 0, errors[-4000:]


QUICK = frozenset([name for name, fault in FAULTS.items() if fault.net == "order"][::16])
"""Faults that every run of the tests plants; the others are slow."""


@pytest.fixture(scope="module")
def ended():
    """How the faults of a net ended, and what they said: children of one process a net."""

    @cache
    def of(net, quick):
        kind = "plain" if net == "order" else net
        names = [n for n, fault in FAULTS.items() if fault.net == net and (n in QUICK) == quick]
        code, output, errors = exercise(kind, "--faults", *names)
        assert code == 0, errors[-4000:]
        return json.loads(output)

    return of


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in QUICK)) for name in FAULTS]
)
def test_planted_faults_are_caught(name, ended):
    fault = FAULTS[name]
    assert any(fault.alter(variant) != variant.source for variant in VARIANTS), "nothing to alter"
    status, said = ended(fault.net, name in QUICK)[name]
    assert status != 0
    assert "does not compile" not in said
    if fault.net == "thread":
        assert "data race" in said
    if fault.net == "address":
        assert "AddressSanitizer" in said or "runtime error" in said
