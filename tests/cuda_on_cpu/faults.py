"""Faults to plant in the kernels, and the net that has to catch each."""

import re
from functools import partial
from typing import NamedTuple

from gpuwordle.backends.cuda.source import Variant

MARKED = re.compile("«([^→»]*)→?([^»]*)»")


class Fault(NamedTuple):
    """A change of a kernel's text, and the case of `exercise.CASES` that reaches it.

    ``net`` is ``"order"`` where a wrong result shows under some order of the threads, else the
    sanitizer that reports it. In ``text``, «old→new» marks what is replaced, and «old» what is left
    out, where the text occurs first.
    """

    net: str
    case: str
    text: str

    def alter(self, variant: Variant) -> str:
        old, new = (MARKED.sub(kept, self.text) for kept in (r"\1", r"\2"))
        return variant.source.replace(old, new, 1)


order, thread, address = (partial(Fault, net) for net in ("order", "thread", "address"))

FAULTS = {
    "integers beyond the last row that is taken": address(
        "matrix of bytes", "«if (at >= total) return;»"
    ),
    "rows that are taken in their order": order(
        "matrix of bytes", "table[«(long long)chosen[row]→row» * width"
    ),
    "bytes counted before all counters are cleared": thread(
        "bounds", "counts[i] = 0;\n    «__syncthreads();»"
    ),
    "bytes that are read before all are counted": order(
        "bounds", "    «__syncthreads();»\n\n    Totals totals = {0, 0, 0, 0, 0};"
    ),
    "answers without the letter that are forgotten": order(
        "bounds", "n_log_n[«n_answers - totals.counted→0»]"
    ),
    "a row that has no end": address("bounds", "at < stride«→ + 4096»;"),
    "guesses beyond the last one that are bounded": address(
        "bounds, four planes", "«if (column >= n_guesses) return;»\n    const int *const mine"
    ),
    "answers that stand at another's place": order("leaders", "«words ? words[answer] : »answer"),
    "leaders of a warp that are read before they are written": order(
        "leaders", "of_warp[threadIdx.x / WARP] = mine;\n    «__syncthreads();»"
    ),
    "leaders of a warp that are written while they are read": thread(
        "leaders", "«__syncthreads();»  // nobody reads of_warp any more"
    ),
    "leaders that come back": order(
        "leaders", "(any || «precedes(last, one)→!precedes(one, last)»)"
    ),
    "ties that go by the list alone": order("leaders", "< 0 ? guess« | BEYOND» : guess, column}"),
    "columns beyond the last part": address(
        "leaders of several parts", "«(int)min(segment->last - first, (long long)part)→part»"
    ),
    "a bar that is read before it is found": order(
        "bounds", "bar = mine;\n    }\n    «__syncthreads();»"
    ),
    "a bar above which leaders stand": order("bounds", "if (before == «top - 1→0»)"),
    "survivors of the list and not of the pool": order(
        "bounds, four planes", "1ull)] = «pool ? pool[column] : »column"
    ),
    "rows that are numbered before their marks are counted": order(
        "hash, four planes", "of_thread[threadIdx.x] = mine;\n    «__syncthreads();»"
    ),
    "rows whose number forgets other blocks": order(
        "hash, four planes", "block < «blockIdx.x→0»; block += «THREADS→1»"
    ),
    "a letter that counts twice in a plane": order(
        "small, bytes", "«if (places & here & ((1u << place) - 1)) continue;»"
    ),
    "marks beyond the last word": address(
        "matrix of bytes", "w < WORDS_PER_THREAD« && first + w < n_words»"
    ),
    "no barrier after a batch is filled": order(
        "matrix of bytes", "batch.known[g][p] = known;\n    }\n    «__syncthreads();»"
    ),
    "no barrier before counters are read": order(
        "counters, bytes", "        «__syncthreads();»\n\n        Totals totals = {0, 0, 0, 0, 0};"
    ),
    "counters that start with what memory holds": order(
        "counters, bytes", "i += blockDim.x) «quads[i] = make_uint4(0, 0, 0, 0);→{}»"
    ),
    "counters that are not cleared for the next guess": order(
        "counters, one of two planes", "«            quads[i] = make_uint4(0, 0, 0, 0);»\n"
    ),
    "a hash table whose counters are not cleared": order(
        "hash, three planes", "key_quads[i] =« counter_quads[i] =»"
    ),
    "no barrier before a warp joins the others' totals": order(
        "counters, several warps", "if (lane == 0) of_warp[warp] = t;\n    «__syncthreads();»"
    ),
    "a reduction that stops one step early": order(
        "hash, three planes", "step > «0→1»; step /= 2) {\n        t.counted"
    ),
    "a restart that keeps its totals": order(
        "hash that starts again", "                «totals = Totals{0, 0, 0, 0, 0};»\n"
    ),
    "ties that go to the last guess": order("small, bytes", "tie «<→>» best.tie"),
    "candidates not preferred": order("small, bytes", ": guess« | BEYOND»"),
    "yellows without end": order("matrix of bytes", "«unmatched.word[w] -= yellow;»"),
    "copies of the letter before": order("matrix of bytes", "«copies = Sixteen{};»"),
    "a barrier that only some threads reach": order(
        "counters, bytes",
        "        «→if (threadIdx.x < 7) __syncthreads(); »Totals totals = {0, 0, 0, 0, 0};\n",
    ),
    "a vote that only some lanes take part in": order(
        "hash, three planes",
        "begin «→+ PIECE_ANSWERS * threadIdx.x »< group.size && !__any_sync(ALL_LANES, PEEK(&full)",
    ),
    "an increment that is not atomic": thread(
        "hash, three planes", "«atomicAdd(counters + slot, 1u)→counters[slot]++»;"
    ),
    "no barrier before the table is filled again": thread(
        "hash that starts again", "            «__syncthreads();»\n            if (again) {"
    ),
    "a shared array that is too short": address(
        "counters, several warps", "__shared__ Totals of_warp[«MAXIMUM_WARPS→1»];"
    ),
    "counters beyond the end of shared memory": address(
        "counters of 16 bits", "words + «→WARP + »threadIdx.x % WARP"
    ),
    "answers read beyond the end": address("counters, bytes", "answer < group.size«→ + 4096»;"),
    "buckets numbered before all codes are seen": order(
        "joint, bytes", "atomicOr(seen + code / 32, bit);\n    }\n    «__syncthreads();»"
    ),
    "a table that is not cleared for the next partner": order(
        "joint, bytes", "«quads[i] = make_uint4(0, 0, 0, 0)»;\n            if (last"
    ),
    "a table that is cleared while others still count": thread(
        "joint, several warps",
        "if (lane == 0) of_warp[warp] = share;\n            }\n            «__syncthreads();»",
    ),
    "a partner that is counted while others still clear": thread(
        "joint, several warps",
        "                }\n            }\n            «__syncthreads();»\n        }\n    }\n}",
    ),
    "joint buckets of half of the first guess": order(
        "joint, ten letters", "from += «→2 * »height"
    ),
    "a joint bucket that is no more than others": order("joint, bytes", "before[k]« + 1»)"),
    "pairs that only equal the worst one lost": order("joint, two planes", "key «<=→<» bar"),
    "cells beyond the end of the table": address(
        "joint, several warps", "«min(cells / width, rows)→rows»"
    ),
    "places that are left over taken by an answer": order(
        "counters, bytes", "candidates[from + i] : «NO_ANSWER→0»"
    ),
    "guesses that are taken for the finest": order(
        "levels, bytes", "keys[pair] «==→>=» finest[blockIdx.x]"
    ),
    "planes of a code that weigh alike": order(
        "levels, two planes", "code «= code * PLANE_CODES +→+=» sum;"
    ),
    "codes compared before all are there": order(
        "levels, bytes", ": NO_CODE;\n            «__syncthreads();»"
    ),
    "codes replaced while others still compare": order(
        "levels, several blocks",
        "            «__syncthreads();»\n            for (int i = threadIdx.x; i < whole;",
    ),
    "codes beyond the last candidate": address(
        "levels, bytes",
        "tile[i] = «i < count ? codes[first + from + i] : NO_CODE→codes[first + from + i]»;",
    ),
    "codes left over that are compared": order("levels, bytes", "#define NO_CODE «0xffffffffu→0u»"),
    "a bucket that every candidate opens": order(
        "levels, bytes", "place.«earlier ? place.alike : place.»alike | OPENS"
    ),
    "a tile that is too short": address("levels, several blocks", "quads[TILE / «4→8»]"),
    "buckets of the blocks before that are not counted": order(
        "levels, several blocks", "i < «begin→0»; i += blockDim.x"
    ),
    "buckets written before all warps have counted": order(
        "levels, several blocks", "(unsigned int)__popc(staying)};\n    }\n    «__syncthreads();»"
    ),
    "lanes that count themselves": order(
        "levels, bytes", "const unsigned int below = («1u→2u» << lane) - 1;"
    ),
    "buckets beyond the last candidate": address(
        "levels, bytes", "«me < total ? buckets[me] : 0→buckets[me]»"
    ),
    "codes turned around before all are there": order(
        "most buckets", "codes[row * stride + column] : 0;\n    }\n    «__syncthreads();»"
    ),
    "bits that are left from the guesses before": order(
        "most buckets, guesses in turns", "«seen_at(g, w) = 0»;"
    ),
    "a best guess before all warps have theirs": thread(
        "most buckets, shared guesses",
        "if (lane == 0) of_warp[warp] = mine;\n    «__syncthreads();»",
    ),
    "guesses beyond the last one": address(
        "most buckets", "«if (guess + g >= n_guesses) continue;»"
    ),
    "a set that does not know its own words": order("most buckets", "«inside→false» ? guess + g :"),
    "a bucket for every candidate": order("most buckets", "«word |= 1u << code % 32;»"),
    "digit rows beyond the last answer": address(
        "digits, 6 letters", "answer« / PIECE_ANSWERS»] = word;"
    ),
    "digits that are not taken apart": order(
        "digits, 8 letters", "(shifted «- 3 * (shifted * 21846u >> 16)→& 3»)"
    ),
    "digits of another place": order("digits, 10 letters", "+ «last - 1 - place→place - begin»;"),
    "digits read before their rows are found": order(
        "digits, 6 letters", "row + last - 1 - place;\n        }\n    }\n    «__syncthreads();»"
    ),
    "digit counters of 16 bits beyond the end": address(
        "digits, 10 letters", "own = «words + threadIdx.x % WARP→2 * words»"
    ),
    "answers beyond the last one that have places": order(
        "mastermind, rows of words", "if (word < n_words« && answer < n_answers»)"
    ),
    "planes of another rule that are not weighed": order(
        "a rule of many codes", "«factor *= weight»;"
    ),
    "terms of the word before": order(
        "mastermind, rows of words", "terms[«(long long)word * n_terms + »i]"
    ),
    "digits of a code that are all the last one": order(
        "a rule of many codes", "++p«, code /= PLANE_CODES»)"
    ),
    "a zero row that is not zero": order("mastermind, letter rows", "unsigned int code = «0→1»,"),
    "a weight that is not added atomically": thread(
        "weights, two planes",
        "«atomicAdd(weights + at, →weights[at] += »weight[answers ? answers[place] : place]«)»;",
    ),
    "grey that looks like a free slot": order(
        "weights, bytes", "«(codes[0] + 1)→codes[0]» * MULTIPLIER"
    ),
    "weights of answers that are left over": address(
        "weights, two planes", "«min((long long)PIECE_ANSWERS, group.size - answer)→PIECE_ANSWERS»"
    ),
    "weights of the group before": order("weights, bytes", "«places[blockIdx.x] + »answer + k"),
    "weights read before all are added": order(
        "weights, two planes",
        "«__syncthreads();»\n            const bool again = full;  // the same for every thread\n"
        "            for",
    ),
    "a restart that keeps its sums": order(
        "weights, a guess that starts again", "«sums = Weighed{0, 0, 0, 0, 0};»\n                if"
    ),
    "sums of a warp that are read before they are written": order(
        "weights, two planes", "of_warp[warp] = sums;\n        «__syncthreads();»"
    ),
    "games beyond the last one": address("games", "«if (game >= n_games) return;»"),
    "a draw that takes what it has to reject": order(
        "games, a list that rejects", "«(unsigned int)product < least→false»"
    ),
    "answers that weigh alike": order(
        "games, four planes, weights", "«ends[middle] >→middle >=» unit"
    ),
    "an action that is no guess": address("games", "if (guess < 0« || guess >= n_guesses») {"),
    "a game that goes on after its last turn": order(
        "games", "if (found« || turn + 1 == allowed») {"
    ),
    "guesses of the game before": order("games", "«played[turn] = NO_GUESS»;"),
    "planes of a code in the other order": order(
        "games, four planes, weights", "int p = «planes - 1; p >= 0; --p→0; p < planes; ++p»"
    ),
}
