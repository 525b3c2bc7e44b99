"""The exact search of one candidate set: branch and bound with a transposition table.

Totals are sums over the answers of a set of the guesses that each takes. Guesses are tried by
descending number of buckets, and the search stops when the one-ply bound of the next ones reaches
the best total found, the incumbent (`gpuwordle.optimal.bounds` ranks all bounds). A guess whose
bucket bounds add up to too much is dropped before any bucket is searched. What is proven of a set
is kept in the memo (`gpuwordle.optimal.memo`).

numba cannot cache recursive functions on disk, so the stack is an array of frames. A frame is in
one of four states: its set is entered, its next guess is tried, the next bucket of that guess is
searched, or the frame returns to the one below.
"""

from __future__ import annotations

import numpy as np
from numba import uint32, uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.bounds import (
    FILLED,
    KNOWN,
    OWN,
    SMALLEST,
    begin_order,
    forget_deficits,
    keep_deficit,
    least_deficit,
    mark,
    max_buckets,
)
from gpuwordle.optimal.bucket_counts import (
    FETCHED_FROM,
    LARGEST_OF_PAIRS,
    best_candidate,
    count_all_guesses,
    count_buckets,
    count_by_columns,
    fetch_row,
    largest,
    sort_ascending,
    total_of_three,
)
from gpuwordle.optimal.cancellation import DEPTH, SCANS_LEFT, STATE, STOP
from gpuwordle.optimal.legality import add_clue, gather_legal, legal_bits, list_bits
from gpuwordle.optimal.memo import (
    DEEPEST,
    INFEASIBLE,
    SEARCHED,
    bound_of,
    depth_of,
    fact_of,
    find,
    is_exact,
    is_scanned,
    key_under_conditions,
    mix,
    put,
    put_own,
)
from gpuwordle.optimal.question import (
    DONE,
    MEMO_FULL,
    NO_ROOM,
    OUT_OF_SCANS,
    STOPPED,
    TOO_DEEP,
)
from gpuwordle.optimal.workspace import (
    BUCKET_ANSWER,
    BUCKET_BOUND,
    BUCKET_FIRST,
    BUCKET_SIZE,
    FRAME,
    REMEMBERED,
)

BOUNDED_FROM = 48
"""Smallest sets whose guesses' buckets are bounded by letter sets, deficits and counts of all
guesses before any is searched."""

_SORTED_FROM = 8
_MOST_SORTS = 2
"""Answers of a set from which its tied guesses are sorted, and how often that is done."""

_REMEMBERED_FROM = 5
"""Smallest sets whose partitions are remembered."""

_LOOKED_UP_FROM, _COUNTED_FROM, _OWN_GUESSES_BELOW = 18, 5, 30
"""Smallest buckets that are looked up among deficits and that are counted with all guesses; sizes
from which a bucket's own candidates are not tried as guesses before it is searched."""

ENTER, NEXT_GUESS, NEXT_BUCKET, RETURN = range(4)


@kernel
def search(tables, memo, workspace, question):
    """Find the least total of a set if it is below beta; see `gpuwordle.optimal.question`.

    The workspace holds the candidates and the demands of the set; its control says how many sets
    may be scanned. The memo keeps what is proven, however the search ends.

    Returns (status, total, depth, guess): the status is `DONE` or why the search ended early; the
    total is the least one if it is below beta, else a lower bound; the depth is that of the longest
    game; the guess is the first one, -1 if it is not known.
    """
    frames = workspace.frames.reshape(-1).view(FRAME)
    hard, any_tree, control = question.hard, question.any_tree, workspace.control
    bounding = question.size >= BOUNDED_FROM and not any_tree
    total = tree_depth = 0
    if not question.resumed:
        begin(tables, workspace, frames[0], question, bounding)
    depth, state = control[DEPTH], control[STATE]
    while True:
        frame = frames[depth]
        if state == ENTER:
            status, total, tree_depth = enter(tables, memo, workspace, frame, depth, question)
            if status != DONE:
                control[DEPTH], control[STATE] = depth, ENTER
                return status, -1, 0, frames[0].best_guess
            state = RETURN if total >= 0 else NEXT_GUESS
        elif state == NEXT_GUESS:
            found = frame.best_guess >= 0
            done = found and (any_tree or frame.best <= frame.lower)
            if not done and frame.tried == frame.waiting:
                done = not next_guesses(tables, workspace, frame, depth, question)
            if done:
                total, tree_depth = frame.best, frame.best_depth
                if any_tree and not found:
                    total = INFEASIBLE  # any total would be small enough: there is no tree
                key1, key2 = key_under_conditions(tables, workspace, depth, frame.left, hard)
                guess = max(frame.best_guess, 0)
                deep = tree_depth if found else SEARCHED
                fact = fact_of(total, 1 if found else 0, deep, 1, guess)
                put(memo.entries, memo.used, key1, key2, fact)
                state = RETURN
            elif bounding and (control[STOP] or control[SCANS_LEFT] < 0):
                # Guess after guess can be bounded for a long time without entering a set.
                control[DEPTH], control[STATE] = depth, NEXT_GUESS
                return STOPPED if control[STOP] else OUT_OF_SCANS, -1, 0, frames[0].best_guess
            elif split(tables, memo, workspace, frames, depth, question, bounding) and may_improve(
                tables, memo, workspace, frames, depth, bounding
            ):
                state = NEXT_BUCKET
        elif state == NEXT_BUCKET:
            if frame.bucket == frame.buckets:
                frame.best, frame.best_guess = frame.total, frame.guess
                frame.best_depth = frame.depth
                state = NEXT_GUESS
                continue
            prepare_bucket(tables, workspace, frames, depth, hard)
            depth += 1
            state = ENTER
        else:
            if depth == 0:
                return DONE, total, tree_depth, frames[0].best_guess
            depth -= 1
            frame = frames[depth]
            add_bucket(workspace, frame, depth, total, tree_depth)
            state = NEXT_GUESS if frame.total >= frame.best else NEXT_BUCKET


@kernel(internal=True, forceinline=True)
def prepare_bucket(tables, workspace, frames, depth, hard):
    """Prepare the frame, keys and demands of the bucket of a guess that is searched next."""
    frame, child, keys = frames[depth], frames[depth + 1], workspace.keys
    bucket = workspace.pending[depth, frame.bucket]
    child.first, child.size = bucket[BUCKET_FIRST], bucket[BUCKET_SIZE]
    child.left = frame.left if frame.left >= DEEPEST else frame.left - 1
    child.beta = frame.best - (frame.total - bucket[BUCKET_BOUND])
    keys[depth + 1, 0] = workspace.pending_keys[depth, frame.bucket, 0]
    keys[depth + 1, 1] = workspace.pending_keys[depth, frame.bucket, 1]
    if hard:
        before, after = workspace.demands[depth], workspace.demands[depth + 1]
        answer, letters = bucket[BUCKET_ANSWER], tables.letters
        add_clue(before, frame.guess, answer, letters, tables.legal_rows, after)


@kernel(internal=True, forceinline=True)
def add_bucket(workspace, frame, depth, total, tree_depth):
    """Add what was found of a bucket to its guess."""
    frame.total += total - workspace.pending[depth, frame.bucket, BUCKET_BOUND]
    frame.depth = max(frame.depth, 1 + tree_depth)
    frame.bucket += 1


# Entering a set


@kernel(internal=True)
def begin(tables, workspace, frame, question, bounding):
    """Prepare the frame of the whole set, and forget what was found of another one."""
    frame.first, frame.size, frame.left = 0, question.size, question.left
    frame.beta, frame.best_guess = question.beta, -1
    frame.candidates_end = question.size
    workspace.letter_sets.state[FILLED] = 0
    if bounding:
        forget_deficits(workspace.deficits, workspace.candidates, question.size)
        begin_order(tables, workspace.guess_order, workspace.candidates, question.size)
    workspace.keys[0, 0], workspace.keys[0, 1] = question.key1, question.key2
    workspace.control[DEPTH], workspace.control[STATE] = 0, ENTER


@kernel(internal=True)
def enter(tables, memo, workspace, frame, depth, question):  # type: ignore[no-untyped-def]
    """Enter a set: (status, total or -1, depth); -1 means that its guesses have to be tried."""
    entries, used = memo.entries, memo.used
    size, left, hard = frame.size, frame.left, question.hard
    ordered = question.in_order and depth == 0
    frame.trying = 0
    total, tree_depth, lower = known_of(tables, memo, workspace, frame, depth, hard)
    if total >= 0 and not (ordered and size > 1):
        return DONE, total, tree_depth
    workspace.control[SCANS_LEFT] -= 1
    if workspace.control[SCANS_LEFT] < 0:
        return OUT_OF_SCANS, -1, 0
    if workspace.control[STOP]:
        return STOPPED, -1, 0
    if used[0] > memo.limit[0]:
        return MEMO_FULL, -1, 0
    if depth + 1 == workspace.frames.shape[0]:
        return TOO_DEEP, -1, 0
    if not scan(tables, workspace, frame, depth, hard):
        return NO_ROOM, -1, 0
    buckets = workspace.bucket_counts[depth]
    most = largest(buckets, frame.legal)
    key1, key2 = key_under_conditions(tables, workspace, depth, left, hard)
    if not ordered:
        if most == size:
            at = 0
            while buckets[at] != most:
                at += 1
            guess = np.int64(workspace.legal_guesses[depth, at]) if hard else np.int64(at)
            put(entries, used, key1, key2, fact_of(2 * size, 1, 2, 1, guess))
            return DONE, 2 * size, 2
        if left <= 2:
            put(entries, used, key1, key2, fact_of(INFEASIBLE, 1, 0, 1, 0))
            return DONE, INFEASIBLE, 0
    if depth == 0 and size >= BOUNDED_FROM and frame.legal == tables.codes.shape[0]:
        order = workspace.guess_order
        for j in range(frame.legal):
            order.buckets[j] = buckets[j]
        order.state[KNOWN] = 1
    add_candidates(workspace, frame, depth, hard)
    most = largest(buckets, frame.legal)
    lower = max(lower, 3 * size - most)
    if ordered:
        lower = frame.beta - 1
    elif lower >= frame.beta:
        put(entries, used, key1, key2, fact_of(3 * size - most, 0, 0, 1, 0))
        return DONE, lower, 0
    frame.best, frame.best_guess, frame.best_depth = frame.beta, -1, 0
    frame.lower, frame.tried_buckets, frame.most = lower, most + 1, most
    frame.tried = frame.waiting = frame.sorted = frame.partitions = 0
    frame.trying = 1
    return DONE, -1, 0


@kernel(internal=True)
def known_of(tables, memo, workspace, frame, depth, hard):
    """Look up what is known of a frame's set, and try its own candidates as guesses.

    Returns (total or -1, depth, lower bound): the total if nothing has to be searched, exact or a
    bound that reaches the frame's beta.
    """
    size, left, beta = frame.size, frame.left, frame.beta
    candidates = workspace.candidates[frame.first : frame.first + size]
    entries = memo.entries
    if size == 1:
        return (1, 1, 1) if left >= 1 else (INFEASIBLE, 0, 0)
    if left < 2:
        return INFEASIBLE, 0, 0
    if size == 2:
        return 3, 2, 3
    if size == 3:
        total = total_of_three(tables.codes, candidates[0], candidates[1], candidates[2])
        if total - 3 <= left:
            return total, total - 3, total
    key1, key2 = workspace.keys[depth, 0], workspace.keys[depth, 1]
    lower = tables.least[size]
    fact = find(entries, key1, key2)
    if (is_exact(fact) and depth_of(fact) <= left) or bound_of(fact) >= beta:
        return bound_of(fact), depth_of(fact), lower
    lower = max(lower, bound_of(fact))
    full1, full2 = key_under_conditions(tables, workspace, depth, left, hard)
    if full1 != key1 or full2 != key2:
        other = find(entries, full1, full2)
        if is_exact(other) or bound_of(other) >= beta:
            return bound_of(other), depth_of(other), lower
        lower = max(lower, bound_of(other))
    # A bound of 2 n - 1 does not say that the set's own candidates were tried.
    if bound_of(fact) < 2 * size:
        missing, guess = best_candidate(
            tables.codes, candidates, size, workspace.stamps, workspace.clock
        )
        total = put_own(memo, key1, key2, size, missing, guess)
        if missing < 2 and missing + 2 <= left:
            return total, missing + 2, lower
        lower = max(lower, total)
    if lower >= beta:
        return lower, 0, lower
    return -1, 0, lower


@kernel(internal=True)
def scan(tables, workspace, frame, depth, hard):
    """Count the buckets of every guess on a frame's set, of legal ones in hard mode.

    False if the workspace cannot hold the codes of the legal guesses.
    """
    size, frame.legal = frame.size, tables.codes.shape[0]
    candidates = workspace.candidates[frame.first : frame.first + size]
    buckets, legal = workspace.bucket_counts[depth], workspace.legal_guesses[depth if hard else 0]
    if hard:
        length, bits = tables.letters.shape[1], workspace.legal_bits
        legal_bits(workspace.demands[depth], length, tables.legal_rows, bits)
        frame.legal = list_bits(bits, legal)
    if frame.legal == tables.codes.shape[0]:
        count_all_guesses(tables, candidates, workspace, buckets)
    elif tables.codes.itemsize > 1 and size > LARGEST_OF_PAIRS:
        for j in range(frame.legal):
            buckets[j] = count_buckets(tables.codes[legal[j]], candidates, size, workspace.marks)
    else:
        codes, starts = workspace.legal_codes, workspace.row_starts
        if size * ((frame.legal + 63) // 64 * 64) > codes.shape[0]:
            return False
        wide = gather_legal(tables, candidates, legal, frame.legal, codes, starts)
        count_by_columns(codes, starts, size, wide, buckets, workspace.pattern_marks)
    return True


@kernel(internal=True)
def add_candidates(workspace, frame, depth, hard):
    """Count one more for guesses that are candidates; both lists are in ascending order."""
    buckets, legal = workspace.bucket_counts[depth], workspace.legal_guesses[depth if hard else 0]
    first, at = frame.first, 0
    for i in range(frame.size):
        candidate = workspace.candidates[first + i]
        if hard:
            while legal[at] < candidate:
                at += 1
            buckets[at] += 1
        else:
            buckets[candidate] += 1


# The order of guesses


@kernel(internal=True)
def next_guesses(tables, workspace, frame, depth, question):
    """List the guesses with the next lower number of buckets; False if none can be better."""
    size, best = frame.size, frame.best
    buckets, chosen = workspace.bucket_counts[depth], workspace.waiting_guesses[depth]
    legal = workspace.legal_guesses[depth if question.hard else 0]
    found, count = 0, frame.tried_buckets
    while found == 0:
        count -= 1
        if count < 2 or 3 * size - count >= best:
            return False
        wanted = buckets.dtype.type(count)
        for j in range(frame.legal):
            if buckets[j] == wanted:
                chosen[found] = legal[j] if question.hard else j
                found += 1
    frame.tried_buckets, frame.tried, frame.waiting = count, 0, found
    if question.in_order and depth == 0:
        order_by_vocabulary(tables, workspace, frame, found)
    elif size >= _SORTED_FROM and found > 1 and frame.sorted < _MOST_SORTS:
        frame.sorted += 1
        order_by_squares(tables, workspace, frame, depth, found)
    return True


@kernel(internal=True)
def order_by_vocabulary(tables, workspace, frame, found):
    """Sort waiting guesses: candidates first, then the vocabulary's order."""
    chosen, sorting = workspace.waiting_guesses[0], workspace.sorting
    first, size, ranks = frame.first, frame.size, sorting.ranks
    for j in range(found):
        ranks[j] = tables.places[chosen[j]] + tables.places.shape[0]
        for i in range(size):
            if workspace.candidates[first + i] == chosen[j]:
                ranks[j] -= tables.places.shape[0]
    sort_ascending(chosen, ranks, found, sorting.values, sorting.keys)


@kernel(internal=True)
def order_by_squares(tables, workspace, frame, depth, found):
    """Sort waiting guesses by the sum of their buckets' squared sizes, smallest first."""
    chosen, sizes = workspace.waiting_guesses[depth], workspace.bucket_sizes
    candidates = workspace.candidates[frame.first : frame.first + frame.size]
    sorting = workspace.sorting
    squares = sorting.ranks
    for j in range(found):
        row, total = tables.codes[chosen[j]], 0
        for candidate in candidates:
            code = row[uint32(candidate)]
            total += 2 * sizes[code] + 1
            sizes[code] += 1
        for candidate in candidates:
            sizes[row[uint32(candidate)]] = 0
        squares[j] = total
    sort_ascending(chosen, squares, found, sorting.values, sorting.keys)


# The buckets of a guess


@kernel(internal=True, forceinline=True)
def split(tables, memo, workspace, frames, depth, question, bounding):  # type: ignore[no-untyped-def]
    """Split a frame's set by its next guess, and bound the buckets by what is known of them.

    True if the buckets that wait may still sum to less than the best total.
    """
    codes, sizes, keys = tables.codes, workspace.bucket_sizes, workspace.bucket_keys
    bounds, ends, seen = workspace.bucket_bounds, workspace.bucket_ends, workspace.codes_seen
    joined, signs = workspace.bucket_signs, workspace.letter_sets.signs
    frame = frames[depth]
    size, left, best = frame.size, frame.left - 1, frame.best
    first, end = frame.first, frame.candidates_end
    guess = np.int64(workspace.waiting_guesses[depth, frame.tried])
    frame.tried += 1
    if size >= FETCHED_FROM and frame.tried < frame.waiting:
        fetch_row(codes, workspace.waiting_guesses[depth, frame.tried])
    row, buckets = codes[guess], 0
    candidates = workspace.candidates[first : first + size]
    lettered = bounding and size >= BOUNDED_FROM and workspace.letter_sets.state[FILLED]
    for candidate in candidates:
        # Unsigned: numba lets a signed index count from the end.
        code = row[uint32(candidate)]
        seen[buckets] = code
        buckets += sizes[code] == 0
        sizes[code] += 1
        if lettered:
            joined[code] |= signs[uint32(candidate)]
    total, tree_depth, waiting = 3 * size - frame.tried_buckets, 2, 0
    for u in range(buckets):
        code = seen[u]
        bounds[code] = 2 * sizes[code] - 1
        if sizes[code] >= 3:
            least = max(3 * sizes[code] - frame.most, tables.least[sizes[code]])
            more = max(0, least - bounds[code])
            bounds[code] += more
            total += more
            ends[code] = end
            end += sizes[code]
        elif sizes[code] == 2:
            tree_depth = 3
    alive = buckets > 1 and total < best and tree_depth - 1 <= left
    if alive and lettered:
        total = bound_by_letter_sets(workspace, buckets, total, best)
        alive = total < best
    if alive and end > frame.candidates_end:
        for candidate in candidates:
            code = row[uint32(candidate)]
            if sizes[code] >= 3:
                workspace.candidates[uint32(ends[code])] = candidate
                ends[code] += 1
    if alive:
        partition = mix(uint64(frame.tried_buckets) << uint64(32) | uint64(buckets))
        for u in range(buckets):
            code = seen[u]
            if sizes[code] >= 3:
                one, two = uint64(0), uint64(0)
                for candidate in workspace.candidates[ends[code] - sizes[code] : ends[code]]:
                    one ^= tables.hash_words[uint32(candidate), 0]
                    two ^= tables.hash_words[uint32(candidate), 1]
                keys[code, 0], keys[code, 1] = one, two
                partition += mix(one)
        if size >= _REMEMBERED_FROM and not question.hard:
            # If an earlier guess made as many buckets, and those of three candidates or more are
            # the same, this guess is dominated: all other buckets have equal sizes.
            for u in range(frame.partitions):
                if workspace.partitions[depth, u] == partition:
                    alive = False
                    break
            if alive and frame.partitions < REMEMBERED:
                workspace.partitions[depth, frame.partitions] = partition
                frame.partitions += 1
    if alive and bounding and best < INFEASIBLE and size >= BOUNDED_FROM:
        total = bound_by_deficits(memo, workspace, buckets, total, best)
        alive = total < best
    if alive:
        for u in range(buckets):
            code = seen[u]
            if sizes[code] < 3:
                continue
            begins = ends[code] - sizes[code]
            bound, deep = bound_bucket(tables, memo, workspace, begins, sizes[code], code, left)
            if bound > 0:
                tree_depth = max(tree_depth, 1 + deep)
                total += bound - bounds[code]
            else:
                bound = max(-bound, bounds[code])
                total += bound - bounds[code]
                workspace.pending[depth, waiting, BUCKET_FIRST] = begins
                workspace.pending[depth, waiting, BUCKET_SIZE] = sizes[code]
                workspace.pending[depth, waiting, BUCKET_BOUND] = bound
                workspace.pending[depth, waiting, BUCKET_ANSWER] = workspace.candidates[begins]
                workspace.pending_keys[depth, waiting, 0] = keys[code, 0]
                workspace.pending_keys[depth, waiting, 1] = keys[code, 1]
                waiting += 1
            if total >= best:
                alive = False
                break
    for u in range(buckets):
        sizes[seen[u]] = joined[seen[u]] = 0
    if alive:
        sort_buckets(workspace.pending[depth], workspace.pending_keys[depth], waiting)
        frame.guess, frame.total, frame.depth = guess, total, tree_depth
        frame.buckets, frame.bucket = waiting, 0
        frames[depth + 1].candidates_end = end
    return alive


@kernel(internal=True, forceinline=True)
def bound_by_letter_sets(workspace, buckets, total, best):
    """Bound the buckets of a guess by letter sets until their sum reaches the best total."""
    sizes, bounds = workspace.bucket_sizes, workspace.bucket_bounds
    letter_sets = workspace.letter_sets
    for u in range(buckets):
        code = workspace.codes_seen[u]
        size = sizes[code]
        if size >= SMALLEST:
            most = letter_sets.most_by_signs[workspace.bucket_signs[code]]
            more = max(0, 3 * size - most - bounds[code])
            bounds[code] += more
            total += more
            if total >= best:
                break
    return total


@kernel(internal=True, forceinline=True)
def bound_by_deficits(memo, workspace, buckets, total, best):
    """Bound the large buckets of a guess by deficits until their sum reaches the best total.

    The largest come first.
    """
    sizes, large, count = workspace.bucket_sizes, workspace.large_codes, 0
    deficits, bounds = workspace.deficits, workspace.bucket_bounds
    for u in range(buckets):
        code = workspace.codes_seen[u]
        if sizes[code] >= _LOOKED_UP_FROM:
            at = count
            while at > 0 and sizes[large[at - 1]] < sizes[code]:
                large[at] = large[at - 1]
                at -= 1
            large[at] = code
            count += 1
    for u in range(count):
        code, size = large[u], sizes[large[u]]
        fact = find(memo.entries, workspace.bucket_keys[code, 0], workspace.bucket_keys[code, 1])
        more = max(0, bound_of(fact) - bounds[code])
        if not is_scanned(fact):
            end = workspace.bucket_ends[code]
            mark(deficits, workspace.candidates[end - size : end])
            known = bounds[code] + more - (2 * size - 1)
            more += least_deficit(deficits, size, known, known + best - total) - known
        bounds[code] += more
        total += more
        if total >= best:
            break
    return total


@kernel(internal=True, forceinline=True)
def bound_bucket(tables, memo, workspace, begin, size, code, left):
    """Bound a bucket of three answers or more: (exact total, depth), or (minus the bound, 0)."""
    candidates = workspace.candidates[begin : begin + size]
    if size == 3:
        total = total_of_three(tables.codes, candidates[0], candidates[1], candidates[2])
        return (total, total - 3) if total - 3 <= left else (-total, 0)
    key1, key2 = workspace.bucket_keys[code, 0], workspace.bucket_keys[code, 1]
    fact = find(memo.entries, key1, key2)
    if fact:
        if is_exact(fact) and depth_of(fact) <= left:
            return bound_of(fact), depth_of(fact)
        return -bound_of(fact), 0
    # Own candidates prove no more than 2 n, which the bounds of large sets often reach already.
    shown = workspace.letter_sets.state[FILLED] and workspace.bucket_bounds[code] >= 2 * size
    if size >= _OWN_GUESSES_BELOW or shown:
        return 1 - 2 * size, 0
    missing, guess = best_inside(tables, workspace, candidates, size)
    bound = put_own(memo, key1, key2, size, missing, guess)
    if missing < 2 and missing + 2 <= left:
        return bound, missing + 2
    return -bound, 0


@kernel(internal=True, forceinline=True)
def best_inside(tables, workspace, candidates, size):
    """Find the best candidate of a small bucket; see `best_candidate`."""
    order, stamps, clock = workspace.guess_order, workspace.stamps, workspace.clock
    if not workspace.letter_sets.state[FILLED] or not order.state[OWN]:
        return best_candidate(tables.codes, candidates, size, stamps, clock)
    places = workspace.own_places
    for i in range(size):
        places[i] = order.places[candidates[i]]
    missing, place = best_candidate(order.codes, places, size, stamps, clock)
    return missing, workspace.candidates[place]


@kernel(internal=True, forceinline=True)
def may_improve(tables, memo, workspace, frames, depth, bounding):  # type: ignore[no-untyped-def]
    """Tighten the pending buckets' bounds by counting all guesses; stop when their sum is too much.

    True if they may still sum to less than the best total, or if buckets are not bounded this way.
    """
    pending, keys = workspace.pending[depth], workspace.pending_keys[depth]
    deficits, frame = workspace.deficits, frames[depth]
    best = frame.best
    if not bounding or best >= INFEASIBLE or frame.size < BOUNDED_FROM:
        return True
    whole = workspace.candidates[: frames[0].size]
    # Large buckets first: their deficits bound the buckets of most other guesses.
    for u in range(frame.buckets - 1, -1, -1):
        size, bound = pending[u, BUCKET_SIZE], pending[u, BUCKET_BOUND]
        if size < _COUNTED_FROM or is_scanned(find(memo.entries, keys[u, 0], keys[u, 1])):
            continue
        first = pending[u, BUCKET_FIRST]
        candidates = workspace.candidates[first : first + size]
        buckets, order = workspace.bucket_counts[depth + 1], workspace.guess_order
        # Count no more buckets than refute the guess.
        enough = 3 * size - (bound + best - frame.total)
        most, wide, exact = max_buckets(
            tables, order, whole, candidates, workspace, buckets, enough
        )
        workspace.control[SCANS_LEFT] -= 1
        counted = 3 * size - most
        fact = fact_of(counted, 0, 0, 1 if exact else 0, 0)
        put(memo.entries, memo.used, keys[u, 0], keys[u, 1], fact)
        if counted > bound:
            if exact:
                mark(deficits, candidates)
                keep_deficit(deficits, size, size + 1 - wide)
            pending[u, BUCKET_BOUND] = counted
            frame.total += counted - bound
            if frame.total >= best:
                return False
    return True


@kernel(internal=True, forceinline=True)
def sort_buckets(pending, keys, count):
    """Sort buckets by size, small ones first: they cost little and may end the guess."""
    for i in range(1, count):
        j = i
        while j > 0 and pending[j - 1, BUCKET_SIZE] > pending[j, BUCKET_SIZE]:
            for t in range(4):
                pending[j - 1, t], pending[j, t] = pending[j, t], pending[j - 1, t]
            for t in range(2):
                keys[j - 1, t], keys[j, t] = keys[j, t], keys[j - 1, t]
            j -= 1
