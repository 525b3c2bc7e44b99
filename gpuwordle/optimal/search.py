"""The exact search of one set of candidates, with an explicit stack.

Totals are sums over the answers of a set of the guesses that each takes. A guess that gets k
patterns on n candidates leaves parts that need at least twice their size less one each, so

    total >= 3 n - k - (1 if the guess is a candidate)

and of three candidates or more that none of themselves tells apart all, the total is at least 2 n.
Guesses are tried by falling k, and left when that bound reaches the best total found; a guess
whose parts' bounds add up to too much is dropped before any is searched. What is proven of a set
stands in the memo. Guesses left and the demands of hard mode are mixed into its key; what holds
of the set whatever is asked (bounds without a limit, and what its own members achieve, which are
always legal) stands under the bare key.

Compiled functions that call themselves cannot be cached on disk, so the stack is an array of
frames, and a frame is in one of four states: a set is entered, its next guess is tried, the next
part of that guess is searched, or the frame returns to the one below.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit, uint64

from gpuwordle.optimal.counting import (
    LARGEST_OF_PAIRS,
    best_member,
    count_by_bits,
    count_by_pairs,
    count_patterns,
    total_of_three,
)
from gpuwordle.optimal.legality import demand, key_of, legal_bits, listed
from gpuwordle.optimal.memo import (
    INFEASIBLE,
    bound_of,
    depth_of,
    fact_of,
    find,
    is_exact,
    put,
)
from gpuwordle.optimal.running import NODES, SCANS, STOP
from gpuwordle.optimal.scratch import (
    BEST,
    BEST_DEPTH,
    BEST_GUESS,
    BETA,
    DEPTH,
    FIRST,
    GATHERED_END,
    GUESS,
    LEFT,
    LEGAL,
    LEVEL,
    LOWER,
    MEMBERS_END,
    PART,
    PART_ANSWER,
    PART_BOUND,
    PART_FIRST,
    PART_SIZE,
    PARTITIONS,
    PARTS,
    REMEMBERED,
    SIZE,
    SORTED,
    SPLITTING,
    TOTAL,
    TRIED,
    WAITING,
)

DONE, OUT_OF_NODES, STOPPED, MEMO_FULL, TOO_DEEP, NO_ROOM = range(6)
"""How a search ends: with an answer, or for want of nodes, by a stop from outside, or because the
memo, the stack or the room for gathered codes must grow first."""

ENTER, NEXT_GUESS, NEXT_PART, RETURN = range(4)

UNLIMITED = 1 << 20
"""Guesses left where none are counted."""

MOST_LIMITED = 1000
"""So many guesses left, and more, are no limit."""

_SORTED_FROM = 8
_SORTED_GROUPS = 2
_REMEMBERED_FROM = 5


class Question(NamedTuple):
    """What is asked of a set, whose answers stand first in the scratch's members.

    Attributes
    ----------
    size : int
        Candidates.
    key1, key2 : uint64
        The exclusive or of their hash words.
    beta : int
        The total is wanted if it is below; else that it is not.
    left : int
        Guesses left, `UNLIMITED` for no limit.
    hard : bool
        Whether guesses must meet the demands in row 0 of the scratch.
    any_tree : bool
        Whether any tree will do that keeps to the guesses left, whatever its total.
    in_order : bool
        The total is known to be ``beta - 1``: find the first guess that reaches it, by the lower
        bound of guesses, then candidates first, then the vocabulary's order.
    """

    size: int
    key1: np.uint64
    key2: np.uint64
    beta: int
    left: int
    hard: bool
    any_tree: bool
    in_order: bool


class Answer(NamedTuple):
    """What a search found.

    Attributes
    ----------
    status : int
        `DONE`, or why it ended before.
    total : int
        The least total where it is below beta; else a lower bound of it.
    depth : int
        Guesses that the longest game of the tree takes, where there is one.
    guess : int
        The first guess; -1 where it did not come to be known.
    """

    status: int
    total: int
    depth: int
    guess: int


@njit(cache=True, nogil=True)
def mix(word):  # type: ignore[no-untyped-def]
    """Spread the bits of a word over all of it."""
    word ^= word >> uint64(31)
    word *= uint64(0x7FB5D329728EA185)
    word ^= word >> uint64(27)
    word *= uint64(0x81DADEF4BC2DD44D)
    return word ^ (word >> uint64(33))


@njit(cache=True, nogil=True)
def limit_key(left):  # type: ignore[no-untyped-def]
    """Return the two words that a number of guesses left adds to a key; zeros for no limit."""
    if left >= MOST_LIMITED:
        return uint64(0), uint64(0)
    return mix(uint64(left) + uint64(0x1D8E4E27C47D124F)), mix(
        uint64(left) + uint64(0x2545F4914F6CDD1D)
    )


@njit(cache=True, nogil=True)
def whole_key(tables, scratch, depth, left, hard):  # type: ignore[no-untyped-def]
    """Return the key of the set of a frame with all that is asked of it."""
    one, two = limit_key(left)
    if hard:
        length = tables.letters.shape[1]
        a, b = key_of(scratch.demands[depth], length, tables.legal_hash_words)
        one ^= a
        two ^= b
    return scratch.keys[depth, 0] ^ one, scratch.keys[depth, 1] ^ two


@njit(cache=True, nogil=True)
def known_of(tables, memo, scratch, frame, depth, hard):  # type: ignore[no-untyped-def]
    """Look up what is known of the set of a frame, and try its own members.

    Returns (total or -1, depth, lower bound): the total where nothing needs to be searched, be it
    exact or a bound that reaches the frame's beta.
    """
    size, left, beta = frame[SIZE], frame[LEFT], frame[BETA]
    members = scratch.members[frame[FIRST] : frame[FIRST] + size]
    entries, used = memo.entries, memo.used
    if size == 1:
        return (1, 1, 1) if left >= 1 else (INFEASIBLE, 0, 0)
    if left < 2:
        return INFEASIBLE, 0, 0
    if size == 2:
        return 3, 2, 3
    if size == 3:
        total = total_of_three(tables.codes, members[0], members[1], members[2])
        if total - 3 <= left:
            return total, total - 3, total
    key1, key2 = scratch.keys[depth, 0], scratch.keys[depth, 1]
    lower = 2 * size - 1
    fact = find(entries, key1, key2)
    if (is_exact(fact) and depth_of(fact) <= left) or bound_of(fact) >= beta:
        return bound_of(fact), depth_of(fact), lower
    lower = max(lower, bound_of(fact))
    asked1, asked2 = whole_key(tables, scratch, depth, left, hard)
    if asked1 != key1 or asked2 != key2:
        asked = find(entries, asked1, asked2)
        if is_exact(asked) or bound_of(asked) >= beta:
            return bound_of(asked), depth_of(asked), lower
        lower = max(lower, bound_of(asked))
    # A bound of 2 n - 1 does not say that members were tried.
    if bound_of(fact) < 2 * size:
        patterns, member = best_member(tables.codes, members, size, scratch.stamps, scratch.clock)
        if patterns == size:
            put(entries, used, key1, key2, fact_of(2 * size - 1, 1, 2, 0, member))
            return 2 * size - 1, 2, lower
        lower = max(lower, 2 * size)
        if patterns == size - 1:
            put(entries, used, key1, key2, fact_of(2 * size, 1, 3, 0, member))
            if left >= 3:
                return 2 * size, 3, lower
        else:
            put(entries, used, key1, key2, fact_of(2 * size, 0, 0, 0, 0))
    if lower >= beta:
        return lower, 0, lower
    return -1, 0, lower


@njit(cache=True, nogil=True)
def scan(tables, scratch, frame, depth, hard):  # type: ignore[no-untyped-def]
    """Count the patterns that every guess gets on the set of a frame, legal ones in hard mode.

    False where there is no room to gather the codes of legal guesses.
    """
    guesses, answers = tables.codes.shape
    padded = tables.columns.shape[0] // answers
    size = frame[SIZE]
    members = scratch.members[frame[FIRST] : frame[FIRST] + size]
    counts, starts, columns = scratch.counts[depth], scratch.starts, tables.columns
    length = tables.letters.shape[1]
    by_rows = size > LARGEST_OF_PAIRS and tables.codes.itemsize > 1
    legal = scratch.legal[depth if hard else 0]
    wide = padded
    frame[LEGAL] = guesses
    if hard:
        legal_bits(scratch.demands[depth], length, tables.legal_rows, scratch.legal_bits)
        frame[LEGAL] = listed(scratch.legal_bits, legal)
        wide = (frame[LEGAL] + 63) // 64 * 64
    if by_rows:
        for j in range(frame[LEGAL]):
            guess = legal[j] if hard else j
            counts[j] = count_patterns(tables.codes[guess], members, size, scratch.marks)
    else:
        if hard and frame[LEGAL] < guesses:
            first = frame[GATHERED_END]
            if first + size * wide > scratch.gathered.shape[0]:
                return False
            gathered = scratch.gathered
            for i in range(size):
                row = columns[members[i] * padded : (members[i] + 1) * padded]
                starts[i] = first + i * wide
                for j in range(frame[LEGAL]):
                    gathered[starts[i] + j] = row[legal[j]]
                for j in range(frame[LEGAL], wide):
                    gathered[starts[i] + j] = 0
            columns = gathered
        else:
            for i in range(size):
                starts[i] = members[i] * padded
        if size <= LARGEST_OF_PAIRS:
            count_by_pairs(columns, starts, size, wide, counts, scratch.tiles)
        else:
            count_by_bits(columns, starts, size, wide, counts, scratch.bits)
    for j in range(frame[LEGAL], wide):
        counts[j] = 0
    return True


@njit(cache=True, nogil=True)
def largest(counts, size):  # type: ignore[no-untyped-def]
    """Return the largest of the first counts."""
    most = counts[0]
    for j in range(size):
        most = max(most, counts[j])
    return np.int64(most)


@njit(cache=True, nogil=True)
def add_members(scratch, frame, depth, hard):  # type: ignore[no-untyped-def]
    """Count one more for guesses that are candidates: both lists rise."""
    counts, legal, at = scratch.counts[depth], scratch.legal[depth if hard else 0], 0
    first = frame[FIRST]
    for i in range(frame[SIZE]):
        member = scratch.members[first + i]
        if hard:
            while legal[at] < member:
                at += 1
            counts[at] += 1
        else:
            counts[member] += 1


@njit(cache=True, nogil=True)
def next_group(tables, scratch, frame, depth, question):  # type: ignore[no-untyped-def]
    """Gather the guesses of the next lower count; False where none can be better."""
    size, best = frame[SIZE], frame[BEST]
    counts, chosen = scratch.counts[depth], scratch.candidates[depth]
    legal = scratch.legal[depth if question.hard else 0]
    found, level = 0, frame[LEVEL]
    while found == 0:
        level -= 1
        if level < 2 or 3 * size - level >= best:
            return False
        wanted = counts.dtype.type(level)
        for j in range(frame[LEGAL]):
            if counts[j] == wanted:
                chosen[found] = legal[j] if question.hard else j
                found += 1
    frame[LEVEL], frame[TRIED], frame[WAITING] = level, 0, found
    if question.in_order and depth == 0:
        order_by_vocabulary(tables, scratch, frame, found)
    elif size >= _SORTED_FROM and found > 1 and frame[SORTED] < _SORTED_GROUPS:
        frame[SORTED] += 1
        order_by_squares(tables, scratch, frame, depth, found)
    return True


@njit(cache=True, nogil=True)
def order_by_vocabulary(tables, scratch, frame, found):  # type: ignore[no-untyped-def]
    """Sort the guesses of a group: candidates first, then as the vocabulary has them."""
    chosen = scratch.candidates[0]
    first, size = frame[FIRST], frame[SIZE]
    ranks = np.empty(found, np.int64)
    for j in range(found):
        ranks[j] = tables.places[chosen[j]] + tables.places.shape[0]
        for i in range(size):
            if scratch.members[first + i] == chosen[j]:
                ranks[j] -= tables.places.shape[0]
    chosen[:found] = chosen[:found][np.argsort(ranks)]


@njit(cache=True, nogil=True)
def order_by_squares(tables, scratch, frame, depth, found):  # type: ignore[no-untyped-def]
    """Sort the guesses of a group by the squares of their parts' sizes: even parts are best."""
    chosen, sizes = scratch.candidates[depth], scratch.sizes
    members = scratch.members[frame[FIRST] : frame[FIRST] + frame[SIZE]]
    squares = np.empty(found, np.int64)
    for j in range(found):
        row, total = tables.codes[chosen[j]], 0
        for member in members:
            total += 2 * sizes[row[member]] + 1
            sizes[row[member]] += 1
        for member in members:
            sizes[row[member]] = 0
        squares[j] = total
    chosen[:found] = chosen[:found][np.argsort(squares, kind="mergesort")]


@njit(cache=True, nogil=True)
def split(tables, memo, scratch, frame, depth, question):  # type: ignore[no-untyped-def]
    """Split the set of a frame by its next guess, and bound the parts by what is known of them.

    True where the parts that wait could still come to less than the best total.
    """
    codes, sizes, keys = tables.codes, scratch.sizes, scratch.code_keys
    size, left, best = frame[SIZE], frame[LEFT] - 1, frame[BEST]
    first = frame[FIRST]
    guess = np.int64(scratch.candidates[depth, frame[TRIED]])
    frame[TRIED] += 1
    row, patterns = codes[guess], 0
    for i in range(first, first + size):
        member = scratch.members[i]
        code = row[member]
        if sizes[code] == 0:
            scratch.codes_used[patterns] = code
            patterns += 1
            keys[code, 0] = 0
            keys[code, 1] = 0
        sizes[code] += 1
        keys[code, 0] ^= tables.hash_words[member, 0]
        keys[code, 1] ^= tables.hash_words[member, 1]
    alive = patterns > 1
    if alive and size >= _REMEMBERED_FROM and not question.hard:
        # Another guess that makes the same parts, and is a candidate or not as this one is.
        print_of = uint64(frame[LEVEL] - patterns)
        for u in range(patterns):
            print_of += mix(keys[scratch.codes_used[u], 0])
        for u in range(frame[PARTITIONS]):
            if scratch.partitions[depth, u] == print_of:
                alive = False
                break
        if alive and frame[PARTITIONS] < REMEMBERED:
            scratch.partitions[depth, frame[PARTITIONS]] = print_of
            frame[PARTITIONS] += 1
    total, tree_depth, end, waiting = 3 * size - frame[LEVEL], 2, frame[MEMBERS_END], 0
    if alive:
        for u in range(patterns):
            code = scratch.codes_used[u]
            if sizes[code] >= 3:
                scratch.ends[code] = end
                end += sizes[code]
            elif sizes[code] == 2:
                tree_depth = max(tree_depth, 3)
        alive = tree_depth - 1 <= left
    if alive and end > frame[MEMBERS_END]:
        for i in range(first, first + size):
            code = row[scratch.members[i]]
            if sizes[code] >= 3:
                scratch.members[scratch.ends[code]] = scratch.members[i]
                scratch.ends[code] += 1
    if alive:
        for u in range(patterns):
            code = scratch.codes_used[u]
            if sizes[code] < 3:
                continue
            begin = scratch.ends[code] - sizes[code]
            bound, deep = bound_part(tables, memo, scratch, begin, sizes[code], code, left)
            total += abs(bound) - (2 * sizes[code] - 1)
            if bound > 0:
                tree_depth = max(tree_depth, 1 + deep)
            else:
                scratch.parts[depth, waiting, PART_FIRST] = begin
                scratch.parts[depth, waiting, PART_SIZE] = sizes[code]
                scratch.parts[depth, waiting, PART_BOUND] = -bound
                scratch.parts[depth, waiting, PART_ANSWER] = scratch.members[begin]
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


@njit(cache=True, nogil=True)
def bound_part(tables, memo, scratch, begin, size, code, left):  # type: ignore[no-untyped-def]
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
    patterns, member = best_member(tables.codes, members, size, scratch.stamps, scratch.clock)
    if patterns == size:
        put(entries, used, key1, key2, fact_of(2 * size - 1, 1, 2, 0, member))
        return (2 * size - 1, 2) if left >= 2 else (1 - 2 * size, 0)
    if patterns == size - 1:
        put(entries, used, key1, key2, fact_of(2 * size, 1, 3, 0, member))
        return (2 * size, 3) if left >= 3 else (-2 * size, 0)
    put(entries, used, key1, key2, fact_of(2 * size, 0, 0, 0, 0))
    return -2 * size, 0


@njit(cache=True, nogil=True)
def sort_parts(parts, keys, count):  # type: ignore[no-untyped-def]
    """Sort parts by size, small ones first: they cost little and may end the guess."""
    for i in range(1, count):
        j = i
        while j > 0 and parts[j - 1, PART_SIZE] > parts[j, PART_SIZE]:
            for t in range(4):
                parts[j - 1, t], parts[j, t] = parts[j, t], parts[j - 1, t]
            for t in range(2):
                keys[j - 1, t], keys[j, t] = keys[j, t], keys[j - 1, t]
            j -= 1


@njit(cache=True, nogil=True)
def enter(tables, memo, scratch, depth, question):  # type: ignore[no-untyped-def]
    """Enter a set: (status, total or -1, depth); -1 means that its guesses are to be tried."""
    frame, entries, used = scratch.frames[depth], memo.entries, memo.used
    size, left, hard = frame[SIZE], frame[LEFT], question.hard
    ordered = question.in_order and depth == 0
    frame[SPLITTING] = 0
    total, tree_depth, lower = known_of(tables, memo, scratch, frame, depth, hard)
    if total >= 0 and not (ordered and size > 1):
        return DONE, total, tree_depth
    scratch.control[NODES] -= 1
    scratch.control[SCANS] += 1
    if scratch.control[NODES] < 0:
        return OUT_OF_NODES, -1, 0
    if scratch.control[STOP]:
        return STOPPED, -1, 0
    if used[0] > memo.limit[0]:
        return MEMO_FULL, -1, 0
    if depth + 1 == scratch.frames.shape[0]:
        return TOO_DEEP, -1, 0
    if not scan(tables, scratch, frame, depth, hard):
        return NO_ROOM, -1, 0
    counts = scratch.counts[depth]
    most = largest(counts, frame[LEGAL])
    asked1, asked2 = whole_key(tables, scratch, depth, left, hard)
    if not ordered:
        if most == size:
            at = 0
            while counts[at] != most:
                at += 1
            guess = np.int64(scratch.legal[depth, at]) if hard else np.int64(at)
            put(entries, used, asked1, asked2, fact_of(2 * size, 1, 2, 1, guess))
            return DONE, 2 * size, 2
        if left <= 2:
            put(entries, used, asked1, asked2, fact_of(INFEASIBLE, 1, 0, 1, 0))
            return DONE, INFEASIBLE, 0
    add_members(scratch, frame, depth, hard)
    most = largest(counts, frame[LEGAL])
    lower = max(lower, 3 * size - most)
    if ordered:
        lower = frame[BETA] - 1
    elif lower >= frame[BETA]:
        put(entries, used, asked1, asked2, fact_of(lower, 0, 0, 1, 0))
        return DONE, lower, 0
    frame[BEST], frame[BEST_GUESS], frame[BEST_DEPTH] = frame[BETA], -1, 0
    frame[LOWER], frame[LEVEL] = lower, most + 1
    frame[TRIED] = frame[WAITING] = frame[SORTED] = frame[PARTITIONS] = 0
    frame[SPLITTING] = 1
    if hard and frame[LEGAL] < tables.codes.shape[0]:
        wide = (frame[LEGAL] + 63) // 64 * 64
        frame[GATHERED_END] += size * wide
    return DONE, -1, 0


@njit(cache=True, nogil=True)
def search(tables, memo, scratch, question):  # type: ignore[no-untyped-def]
    """Find the least total of a set if it is below beta; see `Question`.

    Parameters
    ----------
    tables : gpuwordle.optimal.tables.Tables
        The vocabulary.
    memo : gpuwordle.optimal.memo.Memo
        What is known; more is when the search ends, however it ends.
    scratch : gpuwordle.optimal.scratch.Scratch
        What to work in, with the members and the demands of the set; its control says how many
        sets may be scanned.
    question : Question
        What is asked.

    Returns
    -------
    Answer
        As a plain tuple.
    """
    frames, keys = scratch.frames, scratch.keys
    hard, any_tree = question.hard, question.any_tree
    depth, state, total, tree_depth = 0, ENTER, 0, 0
    frame = frames[0]
    frame[FIRST], frame[SIZE], frame[LEFT] = 0, question.size, question.left
    frame[BETA], frame[BEST_GUESS], frame[GATHERED_END] = question.beta, -1, 0
    frame[MEMBERS_END] = question.size
    keys[0, 0], keys[0, 1] = question.key1, question.key2
    while True:
        frame = frames[depth]
        if state == ENTER:
            status, total, tree_depth = enter(tables, memo, scratch, depth, question)
            if status != DONE:
                return status, -1, 0, frames[0, BEST_GUESS]
            state = RETURN if total >= 0 else NEXT_GUESS
        elif state == NEXT_GUESS:
            found = frame[BEST_GUESS] >= 0
            done = found and (any_tree or frame[BEST] <= frame[LOWER])
            if not done and frame[TRIED] == frame[WAITING]:
                done = not next_group(tables, scratch, frame, depth, question)
            if done:
                total, tree_depth = frame[BEST], frame[BEST_DEPTH]
                asked1, asked2 = whole_key(tables, scratch, depth, frame[LEFT], hard)
                guess = max(frame[BEST_GUESS], 0)
                fact = fact_of(total, 1 if found else 0, tree_depth, 1, guess)
                put(memo.entries, memo.used, asked1, asked2, fact)
                state = RETURN
            elif split(tables, memo, scratch, frame, depth, question):
                state = NEXT_PART
        elif state == NEXT_PART:
            if frame[PART] == frame[PARTS]:
                if frame[TOTAL] < frame[BEST]:
                    frame[BEST], frame[BEST_GUESS] = frame[TOTAL], frame[GUESS]
                    frame[BEST_DEPTH] = frame[DEPTH]
                state = NEXT_GUESS
                continue
            part = scratch.parts[depth, frame[PART]]
            child = frames[depth + 1]
            child[FIRST], child[SIZE] = part[PART_FIRST], part[PART_SIZE]
            child[LEFT] = frame[LEFT] if frame[LEFT] >= MOST_LIMITED else frame[LEFT] - 1
            child[BETA] = frame[BEST] - (frame[TOTAL] - part[PART_BOUND])
            child[GATHERED_END] = frame[GATHERED_END]
            keys[depth + 1, 0] = scratch.part_keys[depth, frame[PART], 0]
            keys[depth + 1, 1] = scratch.part_keys[depth, frame[PART], 1]
            if hard:
                demand(
                    scratch.demands[depth],
                    tables.letters[frame[GUESS]],
                    tables.letters[part[PART_ANSWER]],
                    scratch.demands[depth + 1],
                )
            depth += 1
            state = ENTER
        else:
            if depth == 0:
                return DONE, total, tree_depth, frames[0, BEST_GUESS]
            depth -= 1
            frame = frames[depth]
            frame[TOTAL] += total - scratch.parts[depth, frame[PART], PART_BOUND]
            frame[DEPTH] = max(frame[DEPTH], 1 + tree_depth)
            frame[PART] += 1
            state = NEXT_GUESS if frame[TOTAL] >= frame[BEST] else NEXT_PART
