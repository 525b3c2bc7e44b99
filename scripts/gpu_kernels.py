"""Registers, shared memory and instructions of every CUDA kernel, by architecture.

    python scripts/gpu_kernels.py          # writes bench_results/gpu_kernels.md and .json

Compiles with NVRTC and reads what its assembler says. Needs the extra ``compile-check`` and, for
the number of instructions, nvdisasm on the path (package nvidia-cuda-nvdisasm). Nothing runs on a
GPU: these are facts about code, not times.
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
ANSWERS = 16
"""Answers that a thread of a counters kernel takes at a time."""
ENTRY = re.compile(
    r"Compiling entry function '(\w+)'.*?(\d+) bytes spill stores.*?Used (\d+) registers(.*?)\n",
    re.DOTALL,
)
STATIC = re.compile(r"(\d+) bytes smem")
SECTION = re.compile(r"^\.text\.(\w+):\n(.*?)(?=^\.text\.|\Z)", re.MULTILINE | re.DOTALL)
JUMP = re.compile(r"^\.L\w+:$|\b(?:BRA|BRX|EXIT|RET)\b.*$", re.MULTILINE)
INSTRUCTION = re.compile(r"^\s+/\*[0-9a-f]{4,}\*/\s", re.MULTILINE)


def compiled(variant: Variant, architecture: int) -> tuple[str, bytes]:
    """Compile a variant; returns the log and the machine code."""
    options = (f"--gpu-architecture=sm_{architecture}", "--std=c++17", "--ptxas-options=-v")
    program = nvrtc.createProgram(variant.source, variant.file, [], [])
    nvrtc.compileProgram(program, options)
    # CuPy cuts the last byte off, as it does with text.
    return nvrtc.getProgramLog(program), nvrtc.getCUBIN(program) + b"\0"


def disassembled(code: bytes) -> dict[str, str]:
    """Return the text of each kernel's machine code; none without nvdisasm."""
    disassembler = shutil.which("nvdisasm")
    if disassembler is None:
        return {}
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(code)
        file.flush()
        text = subprocess.run(
            [disassembler, "-c", file.name], capture_output=True, text=True, check=True
        ).stdout
    return dict(SECTION.findall(text))


def instructions(text: str) -> int:
    """Count instructions, without the padding behind the last one."""
    return sum("NOP" not in line for line in text.splitlines() if INSTRUCTION.match(line))


def counting(text: str) -> int | None:
    """Count the instructions without a jump that count sixteen answers; None for several runs."""
    runs = [run for run in JUMP.split(text) if run.count("ATOMS") == ANSWERS]
    return instructions(runs[0]) if len(runs) == 1 else None


def facts(variant: Variant) -> Iterator[Row]:
    """Yield a row for each kernel of a variant."""
    of_kernel: dict[str, Row] = {}
    for architecture in ARCHITECTURES:
        log, code = compiled(variant, architecture)
        texts = disassembled(code)
        for kernel, spilled, registers, rest in ENTRY.findall(log):
            static = STATIC.search(rest)
            row = of_kernel.setdefault(
                kernel, {"kernel": kernel, "variant": str(variant), "shared bytes": 0}
            )
            row["shared bytes"] = max(row["shared bytes"], int(static[1]) if static else 0)
            row[f"registers, sm_{architecture}"] = int(registers)
            row[f"spilled, sm_{architecture}"] = int(spilled)
            text = texts.get(kernel)
            row[f"instructions, sm_{architecture}"] = None if text is None else instructions(text)
            if text is not None and variant.file.endswith("counters.cu"):
                row[f"counting, sm_{architecture}"] = counting(text)
    yield from of_kernel.values()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    given = parser.parse_args()
    rows = [row for variant in VARIANTS for row in facts(variant)]
    names = ["kernel", "variant", "shared bytes"]
    for fact in ("registers", "instructions"):
        names += [f"{fact}, sm_{number}" for number in ARCHITECTURES]
    counted = ["kernel", "variant", *(f"counting, sm_{number}" for number in ARCHITECTURES)]
    inner = [{name: row[name] for name in counted} for row in rows if counted[-1] in row]
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
        + (
            "\nInstructions without a jump in which counters count sixteen answers. Kernels with "
            "digit rows also read and add the rows there; kernels with letter rows do so earlier, "
            "for as many rows as a guess needs.\n\n"
            f"{markdown_table(inner)}"
            if inner
            else ""
        )
        + (f"\nRegisters that are spilled to memory:\n\n{said}" if said else "")
    )
    print(f"wrote {write(given.output, 'gpu_kernels', rows, table)}")


if __name__ == "__main__":
    main()
