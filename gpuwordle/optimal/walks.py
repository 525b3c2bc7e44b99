"""Walks: the one-ply bound of parts, down the lists of their supersets.

For a part S with n candidates the best guess gets at most r = max k(g, S) + [g in S], so its total
is at least 3 n - r. Where a list ends above what was found, its floor takes the place of r.
"""

from __future__ import annotations

import numpy as np
from numba import uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.counting import (
    GATHERED,
    ONE,
    by_columns,
    count_by_columns,
    count_patterns,
    count_whole,
    gather,
    popcount,
)
from gpuwordle.optimal.legality import keep, listed
from gpuwordle.optimal.memo import bound_of, fact_of, find, put
from gpuwordle.optimal.sorting import sort_falling
from gpuwordle.optimal.supersets import (
    BEGIN,
    FIRST_SET,
    FLOOR,
    LENGTH,
    ROOM,
    SECOND_SET,
    TOP,
)

LONGEST_SECOND, LONGEST_THIRD = 16384, 8192
"""Longest lists of two and three letters: longer ones cost more than the searches they save."""

_FEW = 32
"""So many guesses are not worth gathering."""

_MOST_FEATURES = 6
_SLACK = 1000


@kernel(internal=True)
def part_of(codes, hash_words, guess, code, members):
    """Gather the answers of a part; return their number and the two words of their key."""
    row = codes[guess]
    size, key1, key2 = 0, uint64(0), uint64(0)
    for answer in range(row.shape[0]):
        if row[answer] == code:
            members[size] = answer
            size += 1
            key1 ^= hash_words[answer, 0]
            key2 ^= hash_words[answer, 1]
    return size, key1, key2


@kernel(internal=True)
def common(one, two, three):
    """Count the answers that three sets have in common."""
    found = np.int64(0)
    for word in range(len(one)):
        found += popcount(one[word] & two[word] & three[word])
    return found


@kernel(internal=True, allocates=True)
def choose_sets(features, guess, answer, chosen):
    """Choose the three letters whose answers in common are fewest; first the best one and two."""
    sets, sizes = features.sets, features.sizes
    ids = np.empty(features.of_guess.shape[1], np.int64)
    found = 0
    for row in features.of_guess[guess]:
        if row < 0:
            break
        ids[found] = features.set_of[row, features.rows[row, answer]]
        found += 1
    for i in range(1, found):
        j = i
        while j > 0 and sizes[ids[j - 1]] > sizes[ids[j]]:
            ids[j - 1], ids[j] = ids[j], ids[j - 1]
            j -= 1
    found = min(found, _MOST_FEATURES)
    a, b, c = ids[0], ids[min(1, found - 1)], ids[min(2, found - 1)]
    least = np.int64(TOP)
    for x in range(found):
        for y in range(x + 1, found):
            for z in range(y + 1, found):
                size = common(sets[ids[x]], sets[ids[y]], sets[ids[z]])
                if size < least:
                    least, a, b, c = size, ids[x], ids[y], ids[z]
    ab, ac = common(sets[a], sets[b], sets[b]), common(sets[a], sets[c], sets[c])
    bc = common(sets[b], sets[c], sets[c])
    if ac < ab and ac <= bc:
        b, c = c, b
    elif bc < ab:
        a, b, c = b, c, a
    if sizes[b] < sizes[a]:
        a, b = b, a
    chosen[0], chosen[1], chosen[2] = a, b, c


@kernel(internal=True)
def content(bits, hash_words, members):
    """Return one word that knows a set by its answers."""
    key = uint64(1)
    for i in range(listed(bits, members)):
        key ^= hash_words[members[i], 0]
    return key


@kernel(allocates=True)
def locate(tables, features, memo, items, keys, bounds, nodes):
    """Find the supersets of parts that nothing is known of.

    Parameters
    ----------
    tables, features, memo
        As they are named elsewhere.
    items
        A guess and a code for each part: int64, shape (parts, 2).
    keys
        Filled with the keys of the parts: uint64, shape (parts, 4): two words each, then one for
        the answers of two letters and one for those of three.
    bounds
        Filled with the lower bound from the memo, 0 where there is none: int64, shape (parts,).
    nodes
        Filled with the three sets: int64, shape (parts, 3).
    """
    answers = tables.codes.shape[1]
    members = np.empty(answers, np.int32)
    bits = np.empty(features.sets.shape[1], np.uint64)
    for item in range(items.shape[0]):
        guess, code = items[item, 0], items[item, 1]
        _, key1, key2 = part_of(tables.codes, tables.hash_words, guess, code, members)
        keys[item, 0], keys[item, 1] = key1, key2
        bounds[item] = bound_of(find(memo.entries, key1, key2))
        if bounds[item]:
            continue
        choose_sets(features, guess, members[0], nodes[item])
        bits[:] = features.sets[nodes[item, 0]]
        keep(bits, features.sets[nodes[item, 1]])
        keys[item, 2] = content(bits, tables.hash_words, members)
        keep(bits, features.sets[nodes[item, 2]])
        keys[item, 3] = content(bits, tables.hash_words, members)


@kernel
def look_up(memo, keys, bounds):
    """Fill in the bounds that the memo has come to know."""
    for item in range(keys.shape[0]):
        bounds[item] = max(bounds[item], bound_of(find(memo.entries, keys[item, 0], keys[item, 1])))


@kernel(internal=True)
def count_listed(tables, members, ids, scratch, counts):
    """Count the patterns that listed guesses get on a set.

    Row by row most of the time would go into waiting for memory.
    """
    codes, starts, size, count = tables.codes, scratch.starts, len(members), len(ids)
    padded, found = tables.columns.shape[0] // codes.shape[1], scratch.counts[0]
    if count < _FEW or not by_columns(codes, size):
        for j in range(count):
            counts[j] = count_patterns(codes[ids[j]], members, size, scratch.marks)
        return
    for low in range(0, count, GATHERED):
        width = min(GATHERED, count - low)
        for j in range(width):
            scratch.chosen[j] = ids[low + j]
        for i in range(size):
            starts[i] = np.int64(members[i]) * padded
        filled = gather(tables.columns, scratch.chosen, width, starts, size, scratch.tile)
        count_by_columns(scratch.tile, starts, size, filled, found, scratch.bits)
        for j in range(width):
            counts[low + j] = found[j]


@kernel(allocates=True)
def list_first(tables, features, lists, chosen, scratch):
    """Make the whole lists of sets of one letter, which have their slots already."""
    members = np.empty(tables.codes.shape[1], np.int32)
    guesses = tables.codes.shape[0]
    for number in chosen:
        size = listed(features.sets[number], members)
        slot = lists.slot_of[number]
        ids, counts = lists.first_guesses[slot], lists.first_counts[slot]
        count_whole(tables, members[:size], scratch.counts[0], scratch, counts)
        for guess in range(guesses):
            ids[guess] = guess
        sort_falling(ids, counts, guesses, size)


@kernel(internal=True)
def first_below(counts, length, count):
    """Return the first place of a falling list whose count is lower."""
    low, high = 0, length
    while low < high:
        middle = (low + high) // 2
        if counts[middle] >= count:
            low = middle + 1
        else:
            high = middle
    return low


@kernel(internal=True)
def deepen(tables, lists, above, node, words, goal, scratch, cursor):
    """Make a node's list complete down to a goal, as far as there is room.

    Parameters
    ----------
    tables, lists
        As they are named elsewhere.
    above
        The list of the superset: (guesses, counts, length, floor).
    node
        The node, which is changed.
    words
        Its answers and their number, and the longest that its list may become.
    goal
        The floor that is wanted.
    scratch, cursor
        What the thread works in, and its share of the entries.
    """
    ids, counts, length, floor = above
    members, size, longest = words
    goal = max(goal, floor)
    first = first_below(counts, length, node[FLOOR])
    last = first_below(counts, length, goal)
    if node[LENGTH] + last - first > longest:
        # Whole levels only: those that begin before the room ends.
        last = first + longest - node[LENGTH]
        goal = np.int64(counts[last]) + 1
        last = first_below(counts, length, goal)
    if last <= first:
        node[FLOOR] = min(node[FLOOR], goal)
        return
    needed = node[LENGTH] + last - first
    if needed > node[ROOM]:
        room = min(longest, max(needed, 2 * node[LENGTH]))
        if cursor[0] + room > cursor[1]:
            return
        begin = cursor[0]
        cursor[0] += room
        for i in range(node[LENGTH]):
            lists.guesses[begin + i] = lists.guesses[node[BEGIN] + i]
            lists.counts[begin + i] = lists.counts[node[BEGIN] + i]
        node[BEGIN], node[ROOM] = begin, room
    new = slice(node[BEGIN] + node[LENGTH], node[BEGIN] + needed)
    # In the order of the vocabulary: memory is read forwards.
    scratch.legal_bits[:] = uint64(0)
    for i in range(first, last):
        scratch.legal_bits[ids[i] >> 6] |= ONE << uint64(ids[i] & 63)
    listed(scratch.legal_bits, lists.guesses[new])
    count_listed(tables, members[:size], lists.guesses[new], scratch, lists.counts[new])
    node[LENGTH] = needed
    node[FLOOR] = min(node[FLOOR], goal)
    here = slice(node[BEGIN], node[BEGIN] + needed)
    sort_falling(lists.guesses[here], lists.counts[here], needed, size)


@kernel(allocates=True)
def walk_parts(tables, features, lists, memo, items, thirds, scratch, thread):
    """Walk down the lists of parts, and put the bounds into the memo.

    Parameters
    ----------
    tables, features, lists, memo
        As they are named elsewhere.
    items
        A guess and a code for each part: int64, shape (parts, 2).
    thirds
        The node of three letters of each part; parts of one node of two letters stand together,
        and no other thread walks for that one meanwhile.
    scratch
        What the thread works in.
    thread
        Whose share of the entries lists may use.
    """
    codes, answers = tables.codes, tables.codes.shape[1]
    members = np.empty(answers, np.int32)
    words2, words3 = np.empty(answers, np.int32), np.empty(answers, np.int32)
    bits = np.empty(features.sets.shape[1], np.uint64)
    inside = np.zeros(features.sets.shape[1], np.uint64)
    cursor = lists.cursors[thread]
    for item in range(items.shape[0]):
        guess, code = items[item, 0], items[item, 1]
        size, key1, key2 = part_of(codes, tables.hash_words, guess, code, members)
        inside[:] = uint64(0)
        for i in range(size):
            inside[members[i] >> 6] |= ONE << uint64(members[i] & 63)
        third = lists.thirds[thirds[item]]
        second = lists.seconds[third[FIRST_SET]]
        slot = lists.slot_of[second[FIRST_SET]]
        length1 = codes.shape[0]
        size2 = size3 = 0
        most, at, tight = np.int64(0), 0, size // _SLACK
        goal = third[FLOOR]
        if goal == TOP:
            goal = np.int64(lists.first_counts[slot, 0]) * 3 // 4
        while True:
            if goal < third[FLOOR]:
                if size3 == 0:
                    bits[:] = features.sets[second[FIRST_SET]]
                    keep(bits, features.sets[second[SECOND_SET]])
                    size2 = listed(bits, words2)
                    keep(bits, features.sets[third[SECOND_SET]])
                    size3 = listed(bits, words3)
                    goal = min(goal, size3)
                if goal < second[FLOOR]:
                    above = (lists.first_guesses[slot], lists.first_counts[slot], length1, 0)
                    words = (words2, size2, LONGEST_SECOND)
                    deepen(tables, lists, above, second, words, goal, scratch, cursor)
                here = slice(second[BEGIN], second[BEGIN] + second[LENGTH])
                parent = (
                    lists.guesses[here],
                    lists.counts[here],
                    second[LENGTH],
                    second[FLOOR],
                )
                words = (words3, size3, LONGEST_THIRD)
                deepen(tables, lists, parent, third, words, goal, scratch, cursor)
            while at < third[LENGTH]:
                upper = np.int64(lists.counts[third[BEGIN] + at])
                if upper < most or upper < third[FLOOR]:
                    break
                other = lists.guesses[third[BEGIN] + at]
                at += 1
                is_member = np.int64(0)
                if other < answers:
                    is_member = np.int64((inside[other >> 6] >> uint64(other & 63)) & ONE)
                if upper > most or is_member:
                    found = count_patterns(codes[other], members, size, scratch.marks) + is_member
                    most = max(most, found)
            if third[FLOOR] <= most + tight or third[FLOOR] > goal:
                break
            goal = most + tight if most > 0 else goal * 3 // 4
        # Guesses outside the list get fewer than its floor, and one more if they are candidates.
        most = min(max(most, third[FLOOR]), size + 1)
        bound = max(2 * size - 1, 3 * size - most)
        put(memo.entries, memo.used, key1, key2, fact_of(bound, 0, 0, 0, 0))
