"""Faults to plant in the kernels, and the net that has to catch each."""

from __future__ import annotations

import re
from typing import NamedTuple

from gpuwordle.backends.cuda.source import Variant


class Fault(NamedTuple):
    """A change of a kernel's text, and the case of `exercise.CASES` that reaches it.

    ``net`` is ``"order"`` where a wrong result shows under some order of the threads, else the
    sanitizer that reports it. The first occurrence of ``old`` is replaced.
    """

    net: str
    case: str
    old: str
    new: str

    def alter(self, variant: Variant) -> str:
        return variant.source.replace(self.old, self.new, 1)


def no_barrier(net: str, case: str, old: str) -> Fault:
    """A fault that leaves out the barrier that a text has."""
    return Fault(net, case, old, re.sub(r"\s*__syncthreads\(\);", "", old))


FAULTS = {
    "integers beyond the last row that is taken": Fault(
        "address", "matrix of bytes", "    if (at >= total) return;\n", ""
    ),
    "rows that are taken in their order": Fault(
        "order", "matrix of bytes", "table[(long long)chosen[row] * width", "table[row * width"
    ),
    "bytes counted before all counters are cleared": no_barrier(
        "thread", "bounds", "counts[i] = 0;\n    __syncthreads();"
    ),
    "bytes that are read before all are counted": no_barrier(
        "order", "bounds", "    __syncthreads();\n\n    Totals totals = {0, 0, 0, 0, 0};"
    ),
    "answers without the letter that are forgotten": Fault(
        "order", "bounds", "n_log_n[n_answers - totals.counted]", "n_log_n[0]"
    ),
    "a row that has no end": Fault("address", "bounds", "at < stride;", "at < stride + 4096;"),
    "guesses beyond the last one that are bounded": Fault(
        "address",
        "bounds, four planes",
        "if (column >= n_guesses) return;\n    const int *const mine",
        "const int *const mine",
    ),
    "answers that stand at another's place": Fault(
        "order", "leaders", "words ? words[answer] : answer", "answer"
    ),
    "leaders of a warp that are read before they are written": no_barrier(
        "order", "leaders", "of_warp[threadIdx.x / WARP] = mine;\n    __syncthreads();"
    ),
    "leaders of a warp that are written while they are read": Fault(
        "thread", "leaders", "    __syncthreads();  // nobody reads of_warp any more\n", ""
    ),
    "leaders that come back": Fault(
        "order", "leaders", "(any || precedes(last, one))", "(any || !precedes(one, last))"
    ),
    "ties that go by the list alone": Fault(
        "order", "leaders", "< 0 ? guess | BEYOND : guess, column}", "< 0 ? guess : guess, column}"
    ),
    "columns beyond the last part": Fault(
        "address",
        "leaders of several parts",
        "(int)min(segment->last - first, (long long)part)",
        "part",
    ),
    "a bar that is read before it is found": no_barrier(
        "order", "bounds", "bar = mine;\n    }\n    __syncthreads();"
    ),
    "a bar above which leaders stand": Fault(
        "order", "bounds", "if (before == top - 1)", "if (before == 0)"
    ),
    "survivors of the list and not of the pool": Fault(
        "order", "bounds, four planes", "1ull)] = pool ? pool[column] : column", "1ull)] = column"
    ),
    "rows that are numbered before their marks are counted": no_barrier(
        "order", "hash, four planes", "    of_thread[threadIdx.x] = mine;\n    __syncthreads();"
    ),
    "rows whose number forgets other blocks": Fault(
        "order",
        "hash, four planes",
        "block < blockIdx.x; block += THREADS",
        "block < 0; block += 1",
    ),
    "a letter that counts twice in a plane": Fault(
        "order", "small, bytes", "if (places & here & ((1u << place) - 1)) continue;", ""
    ),
    "marks beyond the last word": Fault(
        "address",
        "matrix of bytes",
        "w < WORDS_PER_THREAD && first + w < n_words",
        "w < WORDS_PER_THREAD",
    ),
    "no barrier after a batch is filled": no_barrier(
        "order",
        "matrix of bytes",
        "        batch.known[g][p] = known;\n    }\n    __syncthreads();",
    ),
    "no barrier before counters are read": no_barrier(
        "order",
        "counters, bytes",
        "        __syncthreads();\n\n        Totals totals = {0, 0, 0, 0, 0};",
    ),
    "counters that start with what memory holds": Fault(
        "order",
        "counters, bytes",
        "i += blockDim.x) quads[i] = make_uint4(0, 0, 0, 0);",
        "i += blockDim.x) {}",
    ),
    "counters that are not cleared for the next guess": Fault(
        "order",
        "counters, one of two planes",
        "            quads[i] = make_uint4(0, 0, 0, 0);\n",
        "",
    ),
    "a hash table whose counters are not cleared": Fault(
        "order", "hash, three planes", "key_quads[i] = counter_quads[i] =", "key_quads[i] ="
    ),
    "no barrier before a warp joins the others' totals": no_barrier(
        "order",
        "counters, several warps",
        "    if (lane == 0) of_warp[warp] = t;\n    __syncthreads();",
    ),
    "a reduction that stops one step early": Fault(
        "order",
        "hash, three planes",
        "step > 0; step /= 2) {\n        t.counted",
        "step > 1; step /= 2) {\n        t.counted",
    ),
    "a restart that keeps its totals": Fault(
        "order", "hash that starts again", "                totals = Totals{0, 0, 0, 0, 0};\n", ""
    ),
    "ties that go to the last guess": Fault(
        "order", "small, bytes", "tie < best.tie", "tie > best.tie"
    ),
    "candidates not preferred": Fault("order", "small, bytes", ": guess | BEYOND", ": guess"),
    "yellows without end": Fault("order", "matrix of bytes", "unmatched.word[w] -= yellow;", ""),
    "copies of the letter before": Fault("order", "matrix of bytes", "copies = Sixteen{};", ""),
    "a barrier that only some threads reach": Fault(
        "order",
        "counters, bytes",
        "        Totals totals = {0, 0, 0, 0, 0};\n",
        "        if (threadIdx.x < 7) __syncthreads();\n        Totals totals = {0, 0, 0, 0, 0};\n",
    ),
    "a vote that only some lanes take part in": Fault(
        "order",
        "hash, three planes",
        "begin < group.size && !__any_sync(ALL_LANES, PEEK(&full));",
        "begin + PIECE_ANSWERS * threadIdx.x < group.size && !__any_sync(ALL_LANES, PEEK(&full));",
    ),
    "an increment that is not atomic": Fault(
        "thread", "hash, three planes", "atomicAdd(counters + slot, 1u);", "counters[slot]++;"
    ),
    "no barrier before the table is filled again": no_barrier(
        "thread", "hash that starts again", "            __syncthreads();\n            if (again) {"
    ),
    "a shared array that is too short": Fault(
        "address",
        "counters, several warps",
        "__shared__ Totals of_warp[MAXIMUM_WARPS];",
        "__shared__ Totals of_warp[1];",
    ),
    "counters beyond the end of shared memory": Fault(
        "address",
        "counters of 16 bits",
        "words + threadIdx.x % WARP",
        "words + WARP + threadIdx.x % WARP",
    ),
    "answers read beyond the end": Fault(
        "address", "counters, bytes", "answer < group.size;", "answer < group.size + 4096;"
    ),
    "buckets numbered before all codes are seen": no_barrier(
        "order", "joint, bytes", "atomicOr(seen + code / 32, bit);\n    }\n    __syncthreads();"
    ),
    "a table that is not cleared for the next partner": Fault(
        "order",
        "joint, bytes",
        "                quads[i] = make_uint4(0, 0, 0, 0);\n            if (last",
        "                ;\n            if (last",
    ),
    "a table that is cleared while others still count": no_barrier(
        "thread",
        "joint, several warps",
        "if (lane == 0) of_warp[warp] = share;\n            }\n            __syncthreads();",
    ),
    "a partner that is counted while others still clear": no_barrier(
        "thread",
        "joint, several warps",
        "                }\n            }\n            __syncthreads();\n        }\n    }\n}",
    ),
    "joint buckets of half of the first guess": Fault(
        "order", "joint, ten letters", "from += height", "from += 2 * height"
    ),
    "a joint bucket that is no more than others": Fault(
        "order", "joint, bytes", "before[k] + 1)", "before[k])"
    ),
    "pairs that only equal the worst one lost": Fault(
        "order", "joint, two planes", "key <= bar", "key < bar"
    ),
    "cells beyond the end of the table": Fault(
        "address", "joint, several warps", "min(cells / width, rows)", "rows"
    ),
    "places that are left over taken by an answer": Fault(
        "order", "counters, bytes", "candidates[from + i] : NO_ANSWER", "candidates[from + i] : 0"
    ),
    "guesses that are taken for the finest": Fault(
        "order",
        "levels, bytes",
        "keys[pair] == finest[blockIdx.x]",
        "keys[pair] >= finest[blockIdx.x]",
    ),
    "planes of a code that weigh alike": Fault(
        "order", "levels, two planes", "code = code * PLANE_CODES + sum;", "code += sum;"
    ),
    "codes compared before all are there": no_barrier(
        "order", "levels, bytes", ": NO_CODE;\n            __syncthreads();"
    ),
    "codes replaced while others still compare": no_barrier(
        "order",
        "levels, several blocks",
        "            __syncthreads();\n            for (int i = threadIdx.x; i < whole;",
    ),
    "codes beyond the last candidate": Fault(
        "address",
        "levels, bytes",
        "tile[i] = i < count ? codes[first + from + i] : NO_CODE;",
        "tile[i] = codes[first + from + i];",
    ),
    "codes left over that are compared": Fault(
        "order", "levels, bytes", "#define NO_CODE 0xffffffffu", "#define NO_CODE 0u"
    ),
    "a bucket that every candidate opens": Fault(
        "order",
        "levels, bytes",
        "place.earlier ? place.alike : place.alike | OPENS",
        "place.alike | OPENS",
    ),
    "a tile that is too short": Fault(
        "address", "levels, several blocks", "quads[TILE / 4]", "quads[TILE / 8]"
    ),
    "buckets of the blocks before that are not counted": Fault(
        "order", "levels, several blocks", "i < begin; i += blockDim.x", "i < 0; i += blockDim.x"
    ),
    "buckets written before all warps have counted": no_barrier(
        "order",
        "levels, several blocks",
        "(unsigned int)__popc(staying)};\n    }\n    __syncthreads();",
    ),
    "lanes that count themselves": Fault(
        "order",
        "levels, bytes",
        "const unsigned int below = (1u << lane) - 1;",
        "const unsigned int below = (2u << lane) - 1;",
    ),
    "buckets beyond the last candidate": Fault(
        "address", "levels, bytes", "me < total ? buckets[me] : 0", "buckets[me]"
    ),
    "codes turned around before all are there": no_barrier(
        "order", "most buckets", "codes[row * stride + column] : 0;\n    }\n    __syncthreads();"
    ),
    "bits that are left from the guesses before": Fault(
        "order", "most buckets, guesses in turns", "seen_at(g, w) = 0;", ";"
    ),
    "a best guess before all warps have theirs": no_barrier(
        "thread",
        "most buckets, shared guesses",
        "if (lane == 0) of_warp[warp] = mine;\n    __syncthreads();",
    ),
    "guesses beyond the last one": Fault(
        "address", "most buckets", "if (guess + g >= n_guesses) continue;", ""
    ),
    "a set that does not know its own words": Fault(
        "order", "most buckets", "inside ? guess + g :", "false ? guess + g :"
    ),
    "a bucket for every candidate": Fault("order", "most buckets", "word |= 1u << code % 32;", ""),
    "digit rows beyond the last answer": Fault(
        "address", "digits, 6 letters", "answer / PIECE_ANSWERS] = word;", "answer] = word;"
    ),
    "digits that are not taken apart": Fault(
        "order", "digits, 8 letters", "(shifted - 3 * (shifted * 21846u >> 16))", "(shifted & 3)"
    ),
    "digits of another place": Fault(
        "order", "digits, 10 letters", "+ last - 1 - place;", "+ place - begin;"
    ),
    "digits read before their rows are found": no_barrier(
        "order",
        "digits, 6 letters",
        "row + last - 1 - place;\n        }\n    }\n    __syncthreads();",
    ),
    "digit counters of 16 bits beyond the end": Fault(
        "address", "digits, 10 letters", "own = words + threadIdx.x % WARP", "own = 2 * words"
    ),
    "answers beyond the last one that have places": Fault(
        "order",
        "mastermind, rows of words",
        "if (word < n_words && answer < n_answers)",
        "if (word < n_words)",
    ),
    "planes of another rule that are not weighed": Fault(
        "order", "a rule of many codes", "factor *= weight;", ";"
    ),
    "terms of the word before": Fault(
        "order", "mastermind, rows of words", "terms[(long long)word * n_terms + i]", "terms[i]"
    ),
    "digits of a code that are all the last one": Fault(
        "order", "a rule of many codes", "++p, code /= PLANE_CODES)", "++p)"
    ),
    "a zero row that is not zero": Fault(
        "order", "mastermind, letter rows", "unsigned int code = 0,", "unsigned int code = 1,"
    ),
    "a weight that is not added atomically": Fault(
        "thread",
        "weights, two planes",
        "atomicAdd(weights + at, weight[answers ? answers[place] : place]);",
        "weights[at] += weight[answers ? answers[place] : place];",
    ),
    "grey that looks like a free slot": Fault(
        "order", "weights, bytes", "(codes[0] + 1) * MULTIPLIER", "codes[0] * MULTIPLIER"
    ),
    "weights of answers that are left over": Fault(
        "address",
        "weights, two planes",
        "min((long long)PIECE_ANSWERS, group.size - answer)",
        "PIECE_ANSWERS",
    ),
    "weights of the group before": Fault(
        "order", "weights, bytes", "places[blockIdx.x] + answer + k", "answer + k"
    ),
    "weights read before all are added": no_barrier(
        "order",
        "weights, two planes",
        "            __syncthreads();\n            const bool again = full;  // the same for every "
        "thread\n            for",
    ),
    "a restart that keeps its sums": Fault(
        "order",
        "weights, a guess that starts again",
        "                sums = Weighed{0, 0, 0, 0, 0};\n                if",
        "                if",
    ),
    "sums of a warp that are read before they are written": no_barrier(
        "order", "weights, two planes", "of_warp[warp] = sums;\n        __syncthreads();"
    ),
    "games beyond the last one": Fault(
        "address", "games", "    if (game >= n_games) return;\n", ""
    ),
    "a draw that takes what it has to reject": Fault(
        "order", "games, a list that rejects", "(unsigned int)product < least", "false"
    ),
    "answers that weigh alike": Fault(
        "order", "games, four planes, weights", "ends[middle] > unit", "middle >= unit"
    ),
    "an action that is no guess": Fault(
        "address", "games", "if (guess < 0 || guess >= n_guesses) {", "if (guess < 0) {"
    ),
    "a game that goes on after its last turn": Fault(
        "order", "games", "if (found || turn + 1 == allowed) {", "if (found) {"
    ),
    "guesses of the game before": Fault("order", "games", "played[turn] = NO_GUESS;", ";"),
    "planes of a code in the other order": Fault(
        "order",
        "games, four planes, weights",
        "int p = planes - 1; p >= 0; --p",
        "int p = 0; p < planes; ++p",
    ),
}
