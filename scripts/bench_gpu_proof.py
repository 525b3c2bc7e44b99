"""The proof that no opener does better than the best, its large parts counted on the device."""

from __future__ import annotations

from gpu_machine import Machine, Row
from gpu_rows import row

from gpuwordle import Vocabulary
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.proofs.opener_proof import prove

RUNS = 3


def easy_proof(machine: Machine, vocabulary: Vocabulary) -> list[Row]:
    """Prove that no opener takes fewer guesses than the best one, whose total is known."""
    total = prove(vocabulary, backend=NumbaBackend(vocabulary)).best[0].total

    def timed(engine: Backend) -> None:
        proof = prove(vocabulary, below=total, backend=engine)
        assert proof.complete
        assert proof.bound == total

    def on_device() -> None:
        timed(CupyBackend(vocabulary, device=machine.device))

    return [
        row(
            f"no opener of {len(vocabulary.guesses)} below {total}",
            machine,
            machine.measure([on_device], RUNS),
            (None, 5.0),
            machine.cpu(lambda: timed(NumbaBackend(vocabulary)), 1),
        )
    ]
