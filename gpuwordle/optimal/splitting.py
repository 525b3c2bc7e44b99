"""The parts that a guess leaves, and what they come to at least.

A guess is dropped as soon as the bounds of its parts add up to the best total found: by their
sizes, by deficits (`gpuwordle.optimal.deficits`), by the memo and their own members, and by all
guesses, from what costs least to what costs most.
"""

from __future__ import annotations

import numpy as np
from numba import uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.counting import best_member, total_of_three
from gpuwordle.optimal.deficits import keep_deficit, least_deficit, mark
from gpuwordle.optimal.falling import most_patterns
from gpuwordle.optimal.letter_sets import FILLED, SMALLEST, number_of_part
from gpuwordle.optimal.memo import (
    INFEASIBLE,
    bound_of,
    depth_of,
    fact_of,
    find,
    is_exact,
    is_scanned,
    put,
)
from gpuwordle.optimal.question import mix
from gpuwordle.optimal.running import NODES, SCANS
from gpuwordle.optimal.scratch import (
    BEST,
    DEPTH,
    FIRST,
    GUESS,
    LEFT,
    LEVEL,
    MEMBERS_END,
    MOST,
    PART,
    PART_ANSWER,
    PART_BOUND,
    PART_FIRST,
    PART_SIZE,
    PARTITIONS,
    PARTS,
    REMEMBERED,
    SIZE,
    TOTAL,
    TRIED,
)

_REMEMBERED_FROM = 5

BOUNDED_FROM = 48
"""Smallest sets whose guesses' parts are bounded by deficits and by all guesses, before any is
searched."""

_LOOKED_UP_FROM, _COUNTED_FROM, _MEMBERS_BELOW = 18, 5, 30
"""Smallest parts that are looked up among deficits and counted by all guesses; sizes from which on
members are not tried before the part is searched."""


@kernel(internal=True)
def split(tables, memo, scratch, frame, depth, question, bounding):
    """Split the set of a frame by its next guess, and bound the parts by what is known of them.

    True where the parts that wait could still come to less than the best total.
    """
    codes, sizes, keys, bounds = tables.codes, scratch.sizes, scratch.code_keys, scratch.code_bounds
    size, left, best = frame[SIZE], frame[LEFT] - 1, frame[BEST]
    first, end = frame[FIRST], frame[MEMBERS_END]
    guess = np.int64(scratch.candidates[depth, frame[TRIED]])
    frame[TRIED] += 1
    row, patterns = codes[guess], 0
    for i in range(first, first + size):
        code = row[scratch.members[i]]
        if sizes[code] == 0:
            scratch.codes_used[patterns] = code
            patterns += 1
        sizes[code] += 1
    total, tree_depth, waiting = 3 * size - frame[LEVEL], 2, 0
    for u in range(patterns):
        code = scratch.codes_used[u]
        bounds[code] = 2 * sizes[code] - 1
        if sizes[code] >= 3:
            more = max(0, 3 * sizes[code] - frame[MOST] - bounds[code])
            bounds[code] += more
            total += more
            scratch.ends[code] = end
            end += sizes[code]
        elif sizes[code] == 2:
            tree_depth = 3
    alive = patterns > 1 and total < best and tree_depth - 1 <= left
    if alive and end > frame[MEMBERS_END]:
        for i in range(first, first + size):
            code = row[scratch.members[i]]
            if sizes[code] >= 3:
                scratch.members[scratch.ends[code]] = scratch.members[i]
                scratch.ends[code] += 1
    if alive and bounding and size >= BOUNDED_FROM and scratch.letter_sets.state[FILLED]:
        total = bound_by_letters(scratch, patterns, total, best)
        alive = total < best
    if alive:
        print_of = mix(uint64(frame[LEVEL]) << uint64(32) | uint64(patterns))
        for u in range(patterns):
            code = scratch.codes_used[u]
            if sizes[code] >= 3:
                one, two = uint64(0), uint64(0)
                for i in range(scratch.ends[code] - sizes[code], scratch.ends[code]):
                    one ^= tables.hash_words[scratch.members[i], 0]
                    two ^= tables.hash_words[scratch.members[i], 1]
                keys[code, 0], keys[code, 1] = one, two
                print_of += mix(one)
        if size >= _REMEMBERED_FROM and not question.hard:
            # Another guess that makes the same parts, and is a candidate or not as this one is;
            # so do those that differ in parts of one and two alone.
            for u in range(frame[PARTITIONS]):
                if scratch.partitions[depth, u] == print_of:
                    alive = False
                    break
            if alive and frame[PARTITIONS] < REMEMBERED:
                scratch.partitions[depth, frame[PARTITIONS]] = print_of
                frame[PARTITIONS] += 1
    if alive and bounding and best < INFEASIBLE and size >= BOUNDED_FROM:
        total = look_up_deficits(memo, scratch, patterns, total, best)
        alive = total < best
    if alive:
        for u in range(patterns):
            code = scratch.codes_used[u]
            if sizes[code] < 3:
                continue
            begins = scratch.ends[code] - sizes[code]
            bound, deep = bound_part(tables, memo, scratch, begins, sizes[code], code, left)
            if bound > 0:
                tree_depth = max(tree_depth, 1 + deep)
                total += bound - bounds[code]
            else:
                bound = max(-bound, bounds[code])
                total += bound - bounds[code]
                scratch.parts[depth, waiting, PART_FIRST] = begins
                scratch.parts[depth, waiting, PART_SIZE] = sizes[code]
                scratch.parts[depth, waiting, PART_BOUND] = bound
                scratch.parts[depth, waiting, PART_ANSWER] = scratch.members[begins]
                scratch.part_keys[depth, waiting, 0] = keys[code, 0]
                scratch.part_keys[depth, waiting, 1] = keys[code, 1]
                waiting += 1
            if total >= best:
                alive = False
                break
    for u in range(patterns):
        sizes[scratch.codes_used[u]] = 0
    if alive:
        sort_parts(scratch.parts[depth], scratch.part_keys[depth], waiting)
        frame[GUESS], frame[TOTAL], frame[DEPTH] = guess, total, tree_depth
        frame[PARTS], frame[PART] = waiting, 0
        scratch.frames[depth + 1, MEMBERS_END] = end
    return alive


@kernel(internal=True)
def bound_by_letters(scratch, patterns, total, best):
    """Bound the parts of a guess by the letter sets that they lie in, until it is too much."""
    sizes, bounds, letter_sets = scratch.sizes, scratch.code_bounds, scratch.letter_sets
    for u in range(patterns):
        code = scratch.codes_used[u]
        size, end = sizes[code], scratch.ends[code]
        if size >= SMALLEST:
            number = number_of_part(letter_sets, scratch.members[end - size : end])
            more = max(0, 3 * size - letter_sets.most[number] - bounds[code])
            bounds[code] += more
            total += more
            if total >= best:
                break
    return total


@kernel(internal=True)
def bound_part(tables, memo, scratch, begin, size, code, left):
    """Bound one part of three answers or more: (exact total, depth), or (less the bound, 0)."""
    members = scratch.members[begin : begin + size]
    entries, used = memo.entries, memo.used
    if size == 3:
        total = total_of_three(tables.codes, members[0], members[1], members[2])
        return (total, total - 3) if total - 3 <= left else (-total, 0)
    key1, key2 = scratch.code_keys[code, 0], scratch.code_keys[code, 1]
    fact = find(entries, key1, key2)
    if fact:
        if is_exact(fact) and depth_of(fact) <= left:
            return bound_of(fact), depth_of(fact)
        return -bound_of(fact), 0
    # Members show no more than 2 n; on large sets many bounds are that already.
    shown = scratch.letter_sets.state[FILLED] and scratch.code_bounds[code] >= 2 * size
    if size >= _MEMBERS_BELOW or shown:
        return 1 - 2 * size, 0
    missing, member = best_member(tables.codes, members, size, scratch.stamps, scratch.clock)
    if missing == 0:
        put(entries, used, key1, key2, fact_of(2 * size - 1, 1, 2, 0, member))
        return (2 * size - 1, 2) if left >= 2 else (1 - 2 * size, 0)
    if missing == 1:
        put(entries, used, key1, key2, fact_of(2 * size, 1, 3, 0, member))
        return (2 * size, 3) if left >= 3 else (-2 * size, 0)
    put(entries, used, key1, key2, fact_of(2 * size, 0, 0, 0, 0))
    return -2 * size, 0


@kernel(internal=True)
def look_up_deficits(memo, scratch, patterns, total, best):
    """Bound large parts of a guess by deficits, the largest first, until they come to too much."""
    sizes, large, count = scratch.sizes, scratch.large, 0
    deficits, bounds = scratch.deficits, scratch.code_bounds
    for u in range(patterns):
        code = scratch.codes_used[u]
        if sizes[code] >= _LOOKED_UP_FROM:
            at = count
            while at > 0 and sizes[large[at - 1]] < sizes[code]:
                large[at] = large[at - 1]
                at -= 1
            large[at] = code
            count += 1
    for u in range(count):
        code, size = large[u], sizes[large[u]]
        fact = find(memo.entries, scratch.code_keys[code, 0], scratch.code_keys[code, 1])
        more = max(0, bound_of(fact) - bounds[code])
        if not is_scanned(fact):
            end = scratch.ends[code]
            mark(deficits, scratch.members[end - size : end])
            known = bounds[code] + more - (2 * size - 1)
            more += least_deficit(deficits, size, known, known + best - total) - known
        bounds[code] += more
        total += more
        if total >= best:
            break
    return total


@kernel(internal=True)
def may_be_less(tables, memo, scratch, frame, depth, bounding):
    """Bound the parts that wait by all guesses, until they come to too much.

    True where they could still come to less than the best total; and where parts are not bounded,
    or sets are small.
    """
    parts, keys, deficits = scratch.parts[depth], scratch.part_keys[depth], scratch.deficits
    best = frame[BEST]
    if not bounding or best >= INFEASIBLE or frame[SIZE] < BOUNDED_FROM:
        return True
    whole = scratch.members[: scratch.frames[0, SIZE]]
    # Large parts first: what is counted on them serves most other guesses.
    for u in range(frame[PARTS] - 1, -1, -1):
        size, bound = parts[u, PART_SIZE], parts[u, PART_BOUND]
        if size < _COUNTED_FROM or is_scanned(find(memo.entries, keys[u, 0], keys[u, 1])):
            continue
        first = parts[u, PART_FIRST]
        members = scratch.members[first : first + size]
        counts = scratch.counts[depth + 1]
        most, wide = most_patterns(tables, scratch.falling, whole, members, scratch, counts)
        scratch.control[NODES] -= 1
        scratch.control[SCANS] += 1
        counted = 3 * size - most
        put(memo.entries, memo.used, keys[u, 0], keys[u, 1], fact_of(counted, 0, 0, 1, 0))
        if counted > bound:
            mark(deficits, members)
            keep_deficit(deficits, size, size + 1 - wide)
            parts[u, PART_BOUND] = counted
            frame[TOTAL] += counted - bound
            if frame[TOTAL] >= best:
                return False
    return True


@kernel(internal=True)
def sort_parts(parts, keys, count):
    """Sort parts by size, small ones first: they cost little and may end the guess."""
    for i in range(1, count):
        j = i
        while j > 0 and parts[j - 1, PART_SIZE] > parts[j, PART_SIZE]:
            for t in range(4):
                parts[j - 1, t], parts[j, t] = parts[j, t], parts[j - 1, t]
            for t in range(2):
                keys[j - 1, t], keys[j, t] = keys[j, t], keys[j - 1, t]
            j -= 1
