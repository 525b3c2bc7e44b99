"""Measure what compiling costs: processor seconds of each room's functions, from an empty cache.

Runs the commands of ``gpuwordle backends --warm`` once in one process. The times that standard
error announces (`gpuwordle.compiled.SECONDS`) are these. Writes bench_results/compiling.json and
compiling.md.

    python scripts/bench_compiling.py
"""

from __future__ import annotations

import io
import os
import tempfile
import time
from collections import Counter
from contextlib import redirect_stdout
from itertools import chain
from typing import Any

from bench_record import ROOT, Row, markdown_table, write


def compile_all(folder: str) -> list[Row]:
    """Run the commands in a folder, and return a row for each room."""
    from numba.core.registry import CPUDispatcher

    from gpuwordle import compiled
    from gpuwordle.cli.app import run
    from gpuwordle.cli.warming import CHAINS, FIRST, write_words

    seconds, functions = Counter[str](), Counter[str]()
    inside: list[str] = []
    compile_one = CPUDispatcher.compile

    def timed(self: Any, signature: Any) -> Any:
        room = compiled._room_of(self.py_func)
        before = len(self.overloads)
        inside.append(room)
        started = time.thread_time()
        try:
            return compile_one(self, signature)
        finally:
            inside.pop()
            functions[room] += len(self.overloads) - before
            if not inside:
                seconds[room] += time.thread_time() - started

    CPUDispatcher.compile = timed
    write_words(folder)
    os.chdir(folder)
    for call in chain(FIRST, *CHAINS):
        with redirect_stdout(io.TextIOWrapper(io.BytesIO())):
            code = run([*call.split(), "--quiet"])
        assert code == 0, call
        print(f"{call}: {dict(seconds)}", flush=True)
    return [
        {"room": room, "versions": functions[room], "compiling": round(seconds[room], 1)}
        for room in sorted(seconds)
    ]


def main() -> None:
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = cache
        rows = compile_all(folder)
        os.chdir(here)
    write(ROOT / "bench_results", "compiling", rows, markdown_table(rows))


if __name__ == "__main__":
    main()
