"""Faults to plant in the kernels, and the net that has to catch each."""

from __future__ import annotations

from typing import NamedTuple

from gpuwordle.backends.cuda.source import Variant


class Fault(NamedTuple):
    """A change of a kernel's text, and the case of `exercise.CASES` that reaches it.

    ``net`` is ``"order"`` where a wrong result shows under some order of the threads, else the
    sanitizer that reports it. ``nth`` says which occurrence of ``old`` is replaced.
    """

    net: str
    case: str
    old: str
    new: str
    nth: int = 0

    def alter(self, variant: Variant) -> str:
        text = variant.source
        parts = text.split(self.old)
        if len(parts) <= self.nth + 1:
            return text  # another file than the one that is meant
        return (
            self.old.join(parts[: self.nth + 1]) + self.new + self.old.join(parts[self.nth + 1 :])
        )


IN_BATCH = (
    "    __syncthreads();\n    for (int i = threadIdx.x; i < GUESSES * PLANES; i += blockDim.x) {"
)
COUNT = "grow_bucket(totals, atomicAdd(counters + slot, 1u), n_log_n);"

FAULTS = {
    "no barrier between rows and their comparison": Fault(
        "order", "matrix of bytes", IN_BATCH, IN_BATCH.replace("__syncthreads();", "")
    ),
    "no barrier after a batch is filled": Fault(
        "thread",
        "matrix of bytes",
        "        batch.shared_slots[g][p] = same;\n    }\n    __syncthreads();",
        "        batch.shared_slots[g][p] = same;\n    }\n",
    ),
    "no barrier before counters are read": Fault(
        "order",
        "narrow, few counters",
        "        __syncthreads();\n\n        if (bucket < PLANE_CODES)",
        "        if (bucket < PLANE_CODES)",
    ),
    "no barrier before sizes are read": Fault(
        "order",
        "narrow, few counters",
        "        __syncthreads();\n\n        if (warp < count) {",
        "        if (warp < count) {",
    ),
    "counters that start with what memory holds": Fault(
        "order", "narrow, few counters", "i += THREADS) counters[i] = 0;", "i += THREADS) {}"
    ),
    "counters that are not cleared for the next batch": Fault(
        "order",
        "wide, two guesses",
        "            quads[i] = make_uint4(0, 0, 0, 0);\n            const",
        "            const",
    ),
    "a hash table whose counters are not cleared": Fault(
        "order", "hash, three planes", "i < table / 2; i +=", "i < table / 4; i +="
    ),
    "no barrier before a warp joins the others' totals": Fault(
        "order",
        "hash, three planes",
        "    if (lane == 0) of_warp[warp] = t;\n    __syncthreads();",
        "    if (lane == 0) of_warp[warp] = t;",
    ),
    "a reduction that stops one step early": Fault(
        "order",
        "hash, three planes",
        "step > 0; step /= 2) {\n        t.counted",
        "step > 1; step /= 2) {\n        t.counted",
    ),
    "a restart that keeps its totals": Fault(
        "order",
        "hash that starts again",
        "                totals = Totals{0, 0, 0, 0, 0};\n",
        "",
    ),
    "ties that go to the last guess": Fault(
        "order", "pairs, bytes", "tie < best.tie", "tie > best.tie"
    ),
    "candidates not preferred": Fault("order", "pairs, bytes", ": guess | BEYOND", ": guess"),
    "yellows without end": Fault("order", "matrix of bytes", "unmatched -= yellow;", ""),
    "a barrier that only some threads reach": Fault(
        "order",
        "narrow, few counters",
        "        if (warp < count) {\n",
        "        if (warp < count) {\n            if (lane < 7) __syncthreads();\n",
    ),
    "an increment that is not atomic": Fault(
        "thread",
        "hash, three planes",
        COUNT,
        "grow_bucket(totals, counters[slot]++, n_log_n);",
    ),
    "no barrier before the table is cleared again": Fault(
        "thread",
        "hash that starts again",
        "                ++pass;\n            }\n            __syncthreads();",
        "                ++pass;\n            }",
    ),
    "a shared array that is too short": Fault(
        "address", "narrow, few counters", "sizes[GUESSES][THREADS];", "sizes[GUESSES][200];"
    ),
    "counters beyond the end of shared memory": Fault(
        "address",
        "narrow, few counters",
        "4 * (PLANE_CODES * SETS * COLUMNS + threadIdx.x % WARP)",
        "4 * (PLANE_CODES * SETS * COLUMNS + WARP + threadIdx.x % WARP)",
    ),
    "answers read beyond the end": Fault(
        "address",
        "hash, three planes",
        "answer < group.size && !full",
        "answer < group.size + 4096 && !full",
    ),
}
