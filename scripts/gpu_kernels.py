"""Registers, shared memory and instructions of every CUDA kernel, by architecture.

    python scripts/gpu_kernels.py          # writes bench_results/gpu_kernels.md and .json

Compiles with NVRTC and reads what its assembler says. Needs the extra ``compile-check`` and, for
the number of instructions, nvdisasm on the path (package nvidia-cuda-nvdisasm). Nothing runs on a
GPU: these are facts about code, and no times.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench_record import ROOT, Row, markdown_table, write
from cupy.cuda import nvrtc

from gpuwordle.backends.cuda.source import VARIANTS, Variant

ARCHITECTURES = (80, 90, 100, 120)
ENTRY = re.compile(
    r"Compiling entry function '(\w+)'.*?(\d+) bytes spill stores.*?Used (\d+) registers(.*?)\n",
    re.DOTALL,
)
STATIC = re.compile(r"(\d+) bytes smem")
SECTION = re.compile(r"^\.text\.(\w+):\n(.*?)(?=^\.text\.|\Z)", re.MULTILINE | re.DOTALL)
INSTRUCTION = re.compile(r"^\s+/\*[0-9a-f]{4,}\*/\s", re.MULTILINE)


def compiled(variant: Variant, architecture: int) -> tuple[str, bytes]:
    """Compile a variant; returns the log and the machine code."""
    options = (f"--gpu-architecture=sm_{architecture}", "--std=c++17", "--ptxas-options=-v")
    program = nvrtc.createProgram(variant.source, variant.file, [], [])
    nvrtc.compileProgram(program, options)
    # CuPy cuts the last byte off, as it does with text.
    return nvrtc.getProgramLog(program), nvrtc.getCUBIN(program) + b"\0"


def instructions(code: bytes) -> dict[str, int]:
    """Count the instructions of each kernel, without the padding behind its last one."""
    disassembler = shutil.which("nvdisasm")
    if disassembler is None:
        return {}
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(code)
        file.flush()
        text = subprocess.run(
            [disassembler, "-c", file.name], capture_output=True, text=True, check=True
        ).stdout
    return {
        name: sum("NOP" not in line for line in body.splitlines() if INSTRUCTION.match(line))
        for name, body in SECTION.findall(text)
    }


def facts(variant: Variant) -> Iterator[Row]:
    """Yield a row for each kernel of a variant."""
    of_kernel: dict[str, Row] = {}
    for architecture in ARCHITECTURES:
        log, code = compiled(variant, architecture)
        counts = instructions(code)
        for kernel, spilled, registers, rest in ENTRY.findall(log):
            static = STATIC.search(rest)
            row = of_kernel.setdefault(
                kernel, {"kernel": kernel, "variant": str(variant), "shared bytes": 0}
            )
            row["shared bytes"] = max(row["shared bytes"], int(static[1]) if static else 0)
            row[f"registers, sm_{architecture}"] = int(registers)
            row[f"spilled, sm_{architecture}"] = int(spilled)
            row[f"instructions, sm_{architecture}"] = counts.get(kernel)
    yield from of_kernel.values()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    given = parser.parse_args()
    rows = [row for variant in VARIANTS for row in facts(variant)]
    names = ["kernel", "variant", "shared bytes"]
    for fact in ("registers", "instructions"):
        names += [f"{fact}, sm_{number}" for number in ARCHITECTURES]
    spilled = [row for row in rows if any(row[f"spilled, sm_{n}"] for n in ARCHITECTURES)]
    said = "".join(
        f"- {row['kernel']}, {row['variant']}: "
        + ", ".join(
            f"{row[f'spilled, sm_{n}']} bytes on sm_{n}"
            for n in ARCHITECTURES
            if row[f"spilled, sm_{n}"]
        )
        + "\n"
        for row in spilled
    )
    table = (
        f"NVRTC {'.'.join(map(str, nvrtc.getVersion()))}. Instructions are those of the machine "
        "code, counted once each; how often one is executed depends on the words.\n\n"
        + markdown_table([{name: row[name] for name in names} for row in rows])
        + (f"\nRegisters that are spilled to memory:\n\n{said}" if said else "")
    )
    print(f"wrote {write(given.output, 'gpu_kernels', rows, table)}")


if __name__ == "__main__":
    main()
