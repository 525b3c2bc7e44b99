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

import numpy as np

from gpuwordle.compiled import kernel
from gpuwordle.optimal.counting import best_member, total_of_three
from gpuwordle.optimal.deficits import forget
from gpuwordle.optimal.falling import begin
from gpuwordle.optimal.guessing import add_members, largest, next_group, scan
from gpuwordle.optimal.legality import demand
from gpuwordle.optimal.letter_sets import FILLED
from gpuwordle.optimal.memo import (
    INFEASIBLE,
    SEARCHED,
    bound_of,
    depth_of,
    fact_of,
    find,
    is_exact,
    put,
)
from gpuwordle.optimal.question import (
    DONE,
    MEMO_FULL,
    MOST_LIMITED,
    NO_ROOM,
    OUT_OF_NODES,
    STOPPED,
    TOO_DEEP,
    whole_key,
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
    MOST,
    PART,
    PART_ANSWER,
    PART_BOUND,
    PART_FIRST,
    PART_SIZE,
    PARTITIONS,
    PARTS,
    SIZE,
    SORTED,
    SPLITTING,
    TOTAL,
    TRIED,
    WAITING,
)
from gpuwordle.optimal.splitting import BOUNDED_FROM, may_be_less, split

ENTER, NEXT_GUESS, NEXT_PART, RETURN = range(4)


@kernel(internal=True)
def known_of(tables, memo, scratch, frame, depth, hard):
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
        missing, member = best_member(tables.codes, members, size, scratch.stamps, scratch.clock)
        if missing == 0:
            put(entries, used, key1, key2, fact_of(2 * size - 1, 1, 2, 0, member))
            return 2 * size - 1, 2, lower
        lower = max(lower, 2 * size)
        if missing == 1:
            put(entries, used, key1, key2, fact_of(2 * size, 1, 3, 0, member))
            if left >= 3:
                return 2 * size, 3, lower
        else:
            put(entries, used, key1, key2, fact_of(2 * size, 0, 0, 0, 0))
    if lower >= beta:
        return lower, 0, lower
    return -1, 0, lower


@kernel(internal=True)
def enter(tables, memo, scratch, depth, question):
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
        put(entries, used, asked1, asked2, fact_of(3 * size - most, 0, 0, 1, 0))
        return DONE, lower, 0
    frame[BEST], frame[BEST_GUESS], frame[BEST_DEPTH] = frame[BETA], -1, 0
    frame[LOWER], frame[LEVEL], frame[MOST] = lower, most + 1, most
    frame[TRIED] = frame[WAITING] = frame[SORTED] = frame[PARTITIONS] = 0
    frame[SPLITTING] = 1
    if hard and frame[LEGAL] < tables.codes.shape[0]:
        wide = (frame[LEGAL] + 63) // 64 * 64
        frame[GATHERED_END] += size * wide
    return DONE, -1, 0


@kernel
def search(tables, memo, scratch, question):
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
    bounding = question.size >= BOUNDED_FROM and not any_tree
    scratch.letter_sets.state[FILLED] = 0
    if bounding:
        forget(scratch.deficits, scratch.members, question.size)
        begin(tables, scratch.falling, scratch.members, question.size)
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
                deep = tree_depth if found else SEARCHED
                fact = fact_of(total, 1 if found else 0, deep, 1, guess)
                put(memo.entries, memo.used, asked1, asked2, fact)
                state = RETURN
            elif bounding and (scratch.control[STOP] or scratch.control[NODES] < 0):
                # Sets that are bounded guess by guess may not be entered for a long time.
                ended = STOPPED if scratch.control[STOP] else OUT_OF_NODES
                return ended, -1, 0, frames[0, BEST_GUESS]
            elif split(tables, memo, scratch, frame, depth, question, bounding) and may_be_less(
                tables, memo, scratch, frame, depth, bounding
            ):
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
