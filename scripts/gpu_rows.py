"""Rows of the GPU benchmark: what was measured, what it cannot do without, and the table."""

from __future__ import annotations

from collections.abc import Sequence

import bench_record
import numpy as np
from gpu_machine import Machine, Row

from gpuwordle import Vocabulary
from gpuwordle.backends.cuda.backend import CupyBackend

Aims = tuple[float | None, float | None]
"""Seconds that some work must take at most, and those it should."""
NO_AIMS: Aims = (None, None)


def rows_read(backend: CupyBackend, batch: int) -> int:
    """Bytes of letter rows that one pass over all guesses needs, each once for a batch."""
    slots = backend.plan.slots.reshape(len(backend.plan.slots), -1)
    guesses = len(slots) // batch * batch
    batches = np.sort(slots[:guesses].reshape(guesses // batch, -1), axis=1)
    distinct = np.ones(batches.shape, bool)
    distinct[:, 1:] = batches[:, 1:] != batches[:, :-1]
    loads = int((distinct & (batches != len(backend.plan))).sum())
    return loads * len(backend.vocabulary.answers)


def row(
    work: str,
    machine: Machine,
    times: Row,
    aims: Aims,
    cpu: float | None,
    **floor: int,
) -> Row:
    """One line of the table; times are seconds, and aims what it must and what it should take."""
    moved, atomics = floor.get("bytes_moved", 0), floor.get("atomics", 0)
    return {
        "work": work,
        **times,
        "must": aims[0],
        "goal": aims[1],
        "cpu_backend": cpu,
        **floor,
        "floor": machine.seconds_for(moved, atomics),
        **machine.about,
    }


def needs(machine: Machine, vocabularies: Sequence[Vocabulary]) -> dict[str, int]:
    """What four scores of all guesses cannot do without: rows written and read, increments."""
    engines = [CupyBackend(vocabulary, device=machine.device) for vocabulary in vocabularies]
    return {
        "bytes_moved": sum(engine._words.row_bytes(len(engine.plan)) for engine in engines),
        "cache_bytes": sum(rows_read(engine, 1) for engine in engines),
        "atomics": sum(len(v.guesses) * len(v.answers) for v in vocabularies),
    }


def shown_time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def shown_count(row: Row, name: str) -> str:
    return f"{row[name]:.3g}" if row.get(name) else ""


def table(rows: Sequence[Row]) -> str:
    return bench_record.markdown_table(
        [
            {
                "work": r["work"],
                "kernels": shown_time(r["kernels"]),
                "whole call": shown_time(r["whole_call"]),
                "must": shown_time(r["must"]),
                "goal": shown_time(r["goal"]),
                "CPU backend": shown_time(r["cpu_backend"]),
                "bytes moved": shown_count(r, "bytes_moved"),
                "bytes from cache": shown_count(r, "cache_bytes"),
                "atomics": shown_count(r, "atomics"),
                "floor": shown_time(r["floor"]) if r.get("bytes_moved") or r.get("atomics") else "",
            }
            for r in rows
        ]
    )
