"""Superset bounds: cheap, nearly exact one-ply bounds for the buckets of all openers.

The number of buckets is a monotone bound: no guess makes more buckets of a set than of a superset.
The answers that share with a bucket the colours of one letter of the opener are a superset of it,
and those that share two or three letters are smaller supersets, which many openers have in common.
Each has a list of guesses by descending number of buckets, complete down to a floor: no guess
outside the list reaches the floor.

For a bucket S of n candidates the best guess makes at most r = max k(g, S) + [g in S], so its total
is at least 3 n - r. To find r, guesses are counted on S in the order of its superset's list, until
the rest of the list cannot be better; some twenty guesses are counted instead of all. If the list
ends before that, its floor takes the place of r.

The list of a set of two letters is extended from that of one, and that of three from that of two,
so only guesses that are new are counted. If a list has no more room, its floor stays where it is,
and the bound is as valid but not as sharp.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.bucket_counts import (
    ONE,
    count_all_guesses,
    count_buckets,
    count_listed,
    first_below,
    next_bucket,
    popcount,
    sort_descending,
)
from gpuwordle.optimal.code_tables import Numbering, Tables
from gpuwordle.optimal.legality import intersect, list_bits, meets
from gpuwordle.optimal.memo import Memo, bound_of, fact_of, find, put
from gpuwordle.optimal.resources import Resources, ThreadPool
from gpuwordle.scoring.contributions import Contributions

FIRST_SET, SECOND_SET, BEGIN, LENGTH, ROOM, FLOOR = range(6)
"""Columns of a node, a superset of two or three letters: the two sets whose intersection it is (for
three letters: the node of two and the third set); where its list begins, its length, its room, and
its floor."""

NODE_COLUMNS = 6

NO_FLOOR = 1 << 30
"""Floor of an empty list: more buckets than any guess makes."""

SHARE_OF_ROWS = 4
"""Letter rows take at most a quarter of the memory; longer lists have no supersets."""

ARENA = 1 << 27
"""Most entries of all lists of two and three letters."""

FIRST_LISTS = 1 << 25
"""Most entries of all lists of one letter."""

ENTRY_BYTES = 8
"""Bytes of an entry: a guess and its buckets."""

CAPACITY = 1 << 16
"""Most nodes of two letters, and of three."""

LONGEST_SECOND, LONGEST_THIRD = 16384, 8192
"""Longest lists of two and three letters: longer ones cost more than the searches they save."""

CHUNK = 128
"""Fewest buckets, or openers, that a thread takes at a time."""

_MOST_FEATURES = 6
_SLACK = 1000


class Features(NamedTuple):
    """The answers that share the colours of one letter of a guess."""

    of_guess: npt.NDArray[np.int32]  # (guesses, most letters): letter rows of each guess, then -1
    rows: npt.NDArray[np.uint8]  # (rows, answers): colours that each row gives, as one number
    set_of: npt.NDArray[np.int32]  # (rows, 256): set of a row and a number
    sets: npt.NDArray[np.uint64]  # (sets, words): answers of each set, as bits; all different
    sizes: npt.NDArray[np.int64]  # (sets,)


class Lists(NamedTuple):
    """Lists of guesses by descending number of buckets."""

    slot_of: npt.NDArray[np.int32]  # (sets,): row of a set's full list, -1 if it was not made
    first_guesses: npt.NDArray[np.int32]  # (slots, guesses): full lists of sets of one letter
    first_buckets: npt.NDArray[np.int32]  # (slots, guesses)
    seconds: npt.NDArray[np.int64]  # (nodes, 6): nodes of two letters
    thirds: npt.NDArray[np.int64]  # (nodes, 6): nodes of three letters
    guesses: npt.NDArray[np.int32]  # (entries,): their lists
    buckets: npt.NDArray[np.int32]  # (entries,)
    cursors: npt.NDArray[np.int64]  # (threads, 2): next free entry of each thread, and its last


def features_of(
    contributions: Contributions | None, numbering: Numbering, tables: Tables, memory: int
) -> Features | None:
    """Find the sets of answers that letter rows distinguish; None if they would be too many."""
    answers = tables.codes.shape[1]
    if contributions is None or len(contributions.plan) * answers > memory // SHARE_OF_ROWS:
        return None
    rows = np.ascontiguousarray(contributions.rows()[:-1][:, numbering.answers])
    slots = contributions.plan.slots[numbering.guesses].reshape(len(numbering.guesses), -1)
    of_guess = np.where(slots < len(rows), slots, -1).astype(np.int32)
    # Rows first, in the order of the slots.
    order = np.argsort(of_guess < 0, axis=1, kind="stable")
    of_guess = np.ascontiguousarray(np.take_along_axis(of_guess, order, axis=1))
    set_of = np.full((len(rows), 256), -1, np.int32)
    words = -(-answers // 64)
    known: dict[bytes, int] = {}
    sets: list[npt.NDArray[np.uint64]] = []
    for row, numbers in enumerate(rows):
        for number in np.flatnonzero(np.bincount(numbers, minlength=256)):
            bits = np.zeros(words, np.uint64)
            packed = np.packbits(numbers == number, bitorder="little")
            bits.view(np.uint8)[: len(packed)] = packed
            key = bits.tobytes()
            if key not in known:
                known[key] = len(sets)
                sets.append(bits)
            set_of[row, number] = known[key]
    table = np.array(sets).reshape(len(sets), words)
    sizes = np.array([int.from_bytes(key, "little").bit_count() for key in known], np.int64)
    return Features(of_guess, rows, set_of, table, sizes)


def lists_for(features: Features, guesses: int, threads: int, memory: int) -> Lists:
    """Allocate lists of at most ``memory`` bytes; pages are touched as lists fill."""
    left = max(0, memory - features.rows.nbytes - features.sets.nbytes)
    entries = min(ARENA, left // 2 // ENTRY_BYTES)
    slots = min(len(features.sets), min(FIRST_LISTS, left // 4 // ENTRY_BYTES) // guesses)
    capacity = min(CAPACITY, left // 8 // (2 * 8 * NODE_COLUMNS))
    nodes = np.zeros((2, capacity, NODE_COLUMNS), np.int64)
    nodes[:, :, FLOOR] = NO_FLOOR
    share = entries // threads
    cursors = np.array([(share * thread, share * (thread + 1)) for thread in range(threads)])
    return Lists(
        np.full(len(features.sets), -1, np.int32),
        np.empty((slots, guesses), np.int32),
        np.empty((slots, guesses), np.int32),
        nodes[0],
        nodes[1],
        np.empty(entries, np.int32),
        np.empty(entries, np.int32),
        cursors.astype(np.int64),
    )


class SupersetBounds:
    """Bounds the buckets of openers, round by round; in a round, each list belongs to one thread.

    ``features`` is None if the words have no supersets; then there are no bounds either.
    """

    def __init__(self, resources: Resources, threads: ThreadPool) -> None:
        self.resources, self.threads, self.tables = resources, threads, resources.tables
        memory, engine = resources.work_bytes, resources.engine
        coloured = resources.vocabulary.rule.has_colours
        contributions = engine.contributions if coloured else None
        self.features: Features | None = features_of(
            contributions, resources.numbering, self.tables, memory
        )
        if self.features is None:
            return
        guesses = self.tables.codes.shape[0]
        self.lists: Lists = lists_for(self.features, guesses, threads.count, memory)
        self._seconds: dict[int, int] = {}
        self._thirds: dict[int, int] = {}
        self._slots = 0

    def bounds(
        self, guesses: npt.NDArray[np.int64], codes: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Return a lower bound of each bucket, given its opener and code; 0 for none."""
        threads, memo = self.threads, self.resources.roomy_memo()
        items = np.stack([guesses, codes], axis=1)
        count = len(items)
        keys, bounds = np.zeros((count, 4), np.uint64), np.zeros(count, np.int64)
        sets = np.zeros((count, 3), np.int64)

        def find(_: int, some: slice) -> None:
            find_supersets(
                self.tables, self.features, memo, items[some], keys[some], bounds[some], sets[some]
            )

        threads.share_slices(find, count, CHUNK)
        unknown = np.flatnonzero(bounds == 0)
        unknown = unknown[np.unique(keys[unknown, :2], axis=0, return_index=True)[1]]
        thirds = self._nodes(keys[unknown], sets[unknown])
        unknown, thirds = unknown[thirds >= 0], thirds[thirds >= 0]
        if len(unknown) and not threads.stopped():
            self._bound(items[unknown], thirds, memo)
        look_up(memo, keys, bounds)
        return bounds

    def _nodes(
        self, keys: npt.NDArray[np.uint64], sets: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Return the node of three letters of each bucket, making new ones; -1 if none is left."""
        found = np.empty(len(keys), np.int64)
        firsts: list[int] = []
        for item, (key2, key3) in enumerate(keys[:, 2:].tolist()):
            third = self._thirds.get(key3)
            if third is None:
                one, two, three = sets[item].tolist()
                second = self._seconds.get(key2)
                if second is None and self._has_room(one):
                    if self.lists.slot_of[one] < 0:
                        self.lists.slot_of[one] = self._slots
                        self._slots += 1
                        firsts.append(one)
                    second = self._seconds[key2] = len(self._seconds)
                    self.lists.seconds[second, [FIRST_SET, SECOND_SET]] = one, two
                if second is None or len(self._thirds) == len(self.lists.thirds):
                    found[item] = -1
                    continue
                third = self._thirds[key3] = len(self._thirds)
                self.lists.thirds[third, [FIRST_SET, SECOND_SET]] = second, three
            found[item] = third

        def fill(thread: int, number: int) -> None:
            workspace = self.threads.workspaces[thread]
            list_first(self.tables, self.features, self.lists, number, workspace)

        self.threads.share(fill, firsts)
        return found

    def _has_room(self, first_set: int) -> bool:
        slots = len(self.lists.first_guesses)
        there = self.lists.slot_of[first_set] >= 0 or self._slots < slots
        return there and len(self._seconds) < len(self.lists.seconds)

    def _bound(
        self, items: npt.NDArray[np.int64], thirds: npt.NDArray[np.int64], memo: Memo
    ) -> None:
        """Bound buckets; those of one node of two letters in one thread."""
        seconds = self.lists.thirds[thirds, FIRST_SET]
        order = np.lexsort((thirds, seconds))
        items, thirds, seconds = items[order], thirds[order], seconds[order]
        starts = np.concatenate([[0], np.flatnonzero(np.diff(seconds)) + 1])
        step = max(1, len(starts) // (16 * self.threads.count))
        edges = [*starts[::step].tolist(), len(items)]

        def bound(thread: int, edge: tuple[int, int]) -> None:
            some = slice(*edge)
            bound_by_supersets(
                self.tables,
                self.features,
                self.lists,
                memo,
                items[some],
                thirds[some],
                self.threads.workspaces[thread],
                thread,
            )

        self.threads.share(bound, list(pairwise(edges)))


# Kernels


@kernel(allocates=True)
def find_supersets(tables, features, memo, items, keys, bounds, nodes):
    """Find the supersets of buckets that are not in the memo.

    items: int64, shape (buckets, 2): guess and code of each bucket.
    keys: filled; uint64, shape (buckets, 4): both words of its key, then a word for the answers of
    its set of two letters and one for those of three.
    bounds: filled; int64, shape (buckets,): its lower bound in the memo, 0 for none.
    nodes: filled; int64, shape (buckets, 3): its three sets of one letter.
    """
    answers = tables.codes.shape[1]
    candidates, row = np.empty(answers, np.int32), np.empty(answers, tables.codes.dtype)
    bits = np.empty(features.sets.shape[1], np.uint64)
    for item in range(items.shape[0]):
        _, key1, key2 = next_bucket(tables, items, item, row, candidates)
        keys[item, 0], keys[item, 1] = key1, key2
        bounds[item] = bound_of(find(memo.entries, key1, key2))
        if bounds[item]:
            continue
        choose_sets(features, items[item, 0], candidates[0], nodes[item])
        bits[:] = features.sets[nodes[item, 0]]
        intersect(bits, features.sets[nodes[item, 1]])
        keys[item, 2] = key_of_bits(bits, tables.hash_words, candidates)
        intersect(bits, features.sets[nodes[item, 2]])
        keys[item, 3] = key_of_bits(bits, tables.hash_words, candidates)


@kernel(internal=True, allocates=True)
def choose_sets(features, guess, answer, chosen):
    """Choose the three letters with the smallest intersection, the best two of them first."""
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
    least = np.int64(NO_FLOOR)
    for x in range(found):
        for y in range(x + 1, found):
            for z in range(y + 1, found):
                size = count_common(sets[ids[x]], sets[ids[y]], sets[ids[z]])
                if size < least:
                    least, a, b, c = size, ids[x], ids[y], ids[z]
    ab, ac = count_common(sets[a], sets[b], sets[b]), count_common(sets[a], sets[c], sets[c])
    bc = count_common(sets[b], sets[c], sets[c])
    if ac < ab and ac <= bc:
        b, c = c, b
    elif bc < ab:
        a, b, c = b, c, a
    if sizes[b] < sizes[a]:
        a, b = b, a
    chosen[0], chosen[1], chosen[2] = a, b, c


@kernel(internal=True)
def count_common(one, two, three):
    """Count the answers that three sets have in common."""
    found = np.int64(0)
    for word in range(len(one)):
        found += popcount(one[word] & two[word] & three[word])
    return found


@kernel(internal=True)
def key_of_bits(bits, hash_words, candidates):
    """Return one word that identifies a set by its answers."""
    key = uint64(1)
    for i in range(list_bits(bits, candidates)):
        key ^= hash_words[candidates[i], 0]
    return key


@kernel
def look_up(memo, keys, bounds):
    """Raise bounds to those that the memo has gained."""
    for item in range(keys.shape[0]):
        bounds[item] = max(bounds[item], bound_of(find(memo.entries, keys[item, 0], keys[item, 1])))


@kernel(allocates=True)
def list_first(tables, features, lists, number, workspace):
    """Make the full list of a set of one letter, which has its slot already."""
    guesses, answers = tables.codes.shape
    candidates, found = np.empty(answers, np.int32), workspace.bucket_counts[0]
    size, slot = list_bits(features.sets[number], candidates), lists.slot_of[number]
    ids, buckets = lists.first_guesses[slot], lists.first_buckets[slot]
    count_all_guesses(tables, candidates[:size], workspace, found)
    for guess in range(guesses):
        ids[guess], buckets[guess] = guess, found[guess]
    sort_descending(ids, buckets, guesses, size, workspace.sorting)


@kernel(internal=True)
def extend(tables, lists, parent, node, words, goal, workspace, cursor):
    """Make a node's list complete down to a goal, as far as there is room.

    parent: the list of its superset: (guesses, buckets, length, floor).
    node: columns of the node, which change.
    words: its answers, how many, and the longest that its list may become.
    goal: the floor that is wanted.
    cursor: the thread's entries of the lists.
    """
    ids, buckets, length, floor = parent
    candidates, size, longest = words
    goal = max(goal, floor)
    first = first_below(buckets, length, node[FLOOR])
    last = first_below(buckets, length, goal)
    if node[LENGTH] + last - first > longest:
        # All guesses of a count or none: those that begin before the room ends.
        last = first + longest - node[LENGTH]
        goal = np.int64(buckets[last]) + 1
        last = first_below(buckets, length, goal)
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
            lists.buckets[begin + i] = lists.buckets[node[BEGIN] + i]
        node[BEGIN], node[ROOM] = begin, room
    new = slice(node[BEGIN] + node[LENGTH], node[BEGIN] + needed)
    # In the order of the vocabulary, so that memory is read forwards.
    bits = workspace.legal_bits
    bits[:] = uint64(0)
    for i in range(first, last):
        bits[ids[i] >> 6] |= ONE << uint64(ids[i] & 63)
    list_bits(bits, lists.guesses[new])
    count_listed(tables, candidates[:size], lists.guesses[new], workspace, lists.buckets[new])
    node[LENGTH] = needed
    node[FLOOR] = min(node[FLOOR], goal)
    here = slice(node[BEGIN], node[BEGIN] + needed)
    sort_descending(lists.guesses[here], lists.buckets[here], needed, size, workspace.sorting)


@kernel(allocates=True)
def bound_by_supersets(tables, features, lists, memo, items, thirds, workspace, thread):
    """Bound buckets by the lists of their supersets, and put the bounds into the memo.

    items: int64, shape (buckets, 2): guess and code of each bucket.
    thirds: the node of three letters of each; buckets of one node of two letters are adjacent,
    and no other thread uses that node at the same time.
    thread: the thread whose entries the lists may use.
    """
    codes, answers = tables.codes, tables.codes.shape[1]
    candidates, row = np.empty(answers, np.int32), np.empty(answers, codes.dtype)
    words2, words3 = np.empty(answers, np.int32), np.empty(answers, np.int32)
    bits = np.empty(features.sets.shape[1], np.uint64)
    inside = np.zeros(features.sets.shape[1], np.uint64)
    cursor = lists.cursors[thread]
    for item in range(items.shape[0]):
        size, key1, key2 = next_bucket(tables, items, item, row, candidates)
        inside[:] = uint64(0)
        for i in range(size):
            inside[candidates[i] >> 6] |= ONE << uint64(candidates[i] & 63)
        third = lists.thirds[thirds[item]]
        second = lists.seconds[third[FIRST_SET]]
        slot = lists.slot_of[second[FIRST_SET]]
        length1 = codes.shape[0]
        size2 = size3 = 0
        most, at, tight = np.int64(0), 0, size // _SLACK
        goal = third[FLOOR]
        if goal == NO_FLOOR:
            goal = np.int64(lists.first_buckets[slot, 0]) * 3 // 4
        while True:
            if goal < third[FLOOR]:
                if size3 == 0:
                    bits[:] = features.sets[second[FIRST_SET]]
                    intersect(bits, features.sets[second[SECOND_SET]])
                    size2 = list_bits(bits, words2)
                    intersect(bits, features.sets[third[SECOND_SET]])
                    size3 = list_bits(bits, words3)
                    goal = min(goal, size3)
                if goal < second[FLOOR]:
                    parent1 = (lists.first_guesses[slot], lists.first_buckets[slot], length1, 0)
                    words = (words2, size2, LONGEST_SECOND)
                    extend(tables, lists, parent1, second, words, goal, workspace, cursor)
                here = slice(second[BEGIN], second[BEGIN] + second[LENGTH])
                parent2 = (lists.guesses[here], lists.buckets[here], second[LENGTH], second[FLOOR])
                words = (words3, size3, LONGEST_THIRD)
                extend(tables, lists, parent2, third, words, goal, workspace, cursor)
            while at < third[LENGTH]:
                upper = np.int64(lists.buckets[third[BEGIN] + at])
                if upper < most or upper < third[FLOOR]:
                    break
                other = lists.guesses[third[BEGIN] + at]
                at += 1
                own = np.int64(other < answers and meets(inside, other))
                if upper > most or own:
                    found = count_buckets(codes[other], candidates, size, workspace.marks) + own
                    most = max(most, found)
            if third[FLOOR] <= most + tight or third[FLOOR] > goal:
                break
            goal = most + tight if most > 0 else goal * 3 // 4
        # Guesses outside the list make fewer buckets than its floor, and one more if candidates.
        exact = 1 if third[FLOOR] <= most else 0
        most = min(max(most, third[FLOOR]), size + 1)
        bound = max(2 * size - 1, 3 * size - most)
        put(memo.entries, memo.used, key1, key2, fact_of(bound, 0, 0, exact, 0))
