"""Sums of the checker, compiled: bounds of claims, openers and cores.

Guesses are in the order of `gpuwordle.proofs.board`: the largest K over all answers first. If W is
the weight of a set, K(g) that of the heaviest candidates of the buckets of a guess g, and w(g) its
own if it is a candidate, every tree that begins with g takes at least 3 W - K(g) - w(g) guesses,
each counted by the weight of the answer. ``docs/certificates.md`` derives this; the docstring of a
loop names the section of that page that it implements.
"""

from __future__ import annotations

import numpy as np

from gpuwordle.compiled import kernel
from gpuwordle.proofs.certificate import ALIKE, SEARCHED, SIZES
from gpuwordle.proofs.check_counts import (
    Array,
    CheckerBoard,
    CheckerWorkspace,
    Known,
    Supersets,
    add_demands,
    bucket_of,
    by_own_words,
    count_by_marks,
    find_ceilings,
    flag_legal,
    forget,
    keep_together,
    largest_scan,
    list_flagged,
    most_that_meets,
    scan_allowed,
    split,
    trivial,
    weight_of,
)
from gpuwordle.rules.conditions import INFINITE, NO_LIMIT

STEPS = 16
"""Steps in which guesses are counted, from the highest ceiling down to 0."""


@kernel(internal=True)
def hash_of(candidates: Array) -> np.uint64:
    """Hash a set of candidates; sets with equal hashes are compared answer by answer."""
    mixed = np.uint64(len(candidates))
    for i in range(len(candidates)):
        x = (np.uint64(candidates[i]) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed += x ^ (x >> np.uint64(29))
    return mixed ^ (mixed >> np.uint64(32))


@kernel(internal=True)
def place_of(known: Known, candidates: Array) -> np.uint64:
    """Return the place in the table of the claims of a set, or the empty place for them."""
    mask = np.uint64(len(known.table) - 1)
    place = hash_of(candidates) & mask
    while known.table[place] >= 0:
        claim = known.table[place]
        start = known.starts[claim]
        if known.starts[claim + 1] - start == len(candidates):
            same = True
            for i in range(len(candidates)):
                if known.candidates[start + i] != candidates[i]:
                    same = False
                    break
            if same:
                break
        place = (place + np.uint64(1)) & mask
    return place


@kernel
def index_claims(known: Known) -> None:
    """Fill the table of claims."""
    for claim in range(len(known.bounds)):
        place = place_of(known, known.candidates[known.starts[claim] : known.starts[claim + 1]])
        known.following[claim] = known.table[place]
        known.table[place] = claim


@kernel(internal=True)
def best_claim(
    board: CheckerBoard,
    known: Known,
    workspace: CheckerWorkspace,
    candidates: Array,
    guess: int,
    demands: Array,
    hard: bool,
    left: int,
) -> int:
    """Return the highest usable claim for a bucket of a guess, or 0 ("Looking up claims").

    A claim is usable if it considers no fewer guesses, and leaves no fewer.
    """
    claim = known.table[place_of(known, candidates)]
    if claim < 0:
        return 0
    now = workspace.demands
    for i in range(len(now)):  # a copy of a slice would allocate
        now[i] = demands[i]
    if hard:
        add_demands(board.letters, guess, board.guess_of[candidates[0]], now)
    length = board.letters.shape[1]
    best = 0
    while claim >= 0:
        before = known.demands[claim]
        usable = known.left[claim] >= left and known.bounds[claim] > best
        for i in range(len(now)):
            if not usable:
                break
            usable = before[i] == 0 or before[i] == now[i] or (i >= length and before[i] < now[i])
        if usable:
            best = known.bounds[claim]
        claim = known.following[claim]
    return best


@kernel(internal=True, allocates=True)
def after_guess(
    board: CheckerBoard,
    known: Known,
    workspace: CheckerWorkspace,
    guess: int,
    candidates: Array,
    demands: Array,
    hard: bool,
    left: int,
    enough: int,
) -> int:
    """Bound the trees that begin with a guess by what is known of its buckets.

    Stops as soon as the bound reaches ``enough``.
    """
    count = split(board.labels[guess], candidates, workspace)
    own = board.answer_of[guess]
    total = weight_of(board, candidates)
    for u in range(count):
        bucket = bucket_of(workspace, workspace.used[u])
        if len(bucket) > 1 or bucket[0] != own:
            total += trivial(board, bucket, left)
    for u in range(count):
        if total >= enough:
            break
        bucket = bucket_of(workspace, workspace.used[u])
        if len(bucket) < 3:
            continue
        weight = weight_of(board, bucket)
        better = best_claim(board, known, workspace, bucket, guess, demands, hard, left)
        if better < 2 * weight:
            better = max(better, by_own_words(board, bucket, weight, workspace.stamps))
        total += max(0, better - trivial(board, bucket, left))
    forget(workspace, count)
    return total


@kernel(allocates=True)
def check_claims(
    first: int,
    last: int,
    board: CheckerBoard,
    known: Known,
    workspace: CheckerWorkspace,
    hard: bool,
    counters: Array,
) -> tuple[int, int, int]:
    """Check claims against all guesses that each considers ("A claim").

    Returns the first claim that is too high, a guess that shows it and the sum of the bounds after
    that guess; -1, -1, 0 if there is none.
    """
    for claim in range(first, last):
        candidates = known.candidates[known.starts[claim] : known.starts[claim + 1]]
        n, weight = len(candidates), weight_of(board, candidates)
        heaviest = board.weights[candidates[0]]
        bound = known.bounds[claim]
        left = known.left[claim]
        demands = known.demands[claim]
        rest = left if left == NO_LIMIT else left - 1
        for i in range(n):
            workspace.inside[candidates[i]] = 1
        least = most_that_meets(weight, heaviest, bound, rest)
        counters[0] += 1
        wrong = -1
        found = 0
        for guess in scan_allowed(board, candidates, workspace, demands, hard, least):
            k = workspace.sums[guess]
            own = board.answer_of[guess]
            value = 3 * weight - k
            if own >= 0 and workspace.inside[own]:
                value -= board.weights[own]
            if value >= bound or (k == heaviest and n > 1):
                continue
            if rest == 1 and k < weight:
                continue
            counters[1] += 1
            value = after_guess(
                board, known, workspace, guess, candidates, demands, hard, rest, bound
            )
            if value < bound:
                wrong = guess
                found = value
                break
        for i in range(n):
            workspace.inside[candidates[i]] = 0
        if wrong >= 0:
            return claim, wrong, found
    return -1, -1, 0


@kernel(internal=True)
def largest_of(
    board: CheckerBoard,
    workspace: CheckerWorkspace,
    opener: int,
    label: int,
    guesses: Array,
    fewest: int,
) -> int:
    """Return the largest K + m of guesses that were counted, and whose K is not below ``fewest``.

    m is the weight of a guess that is in the bucket of the label after the opener.
    """
    best = 0
    for guess in guesses:
        k, own = workspace.sums[guess], board.answer_of[guess]
        if k >= fewest:
            mine = own >= 0 and board.labels[opener, own] == label
            best = max(best, k + (board.weights[own] if mine else 0))
    return best


@kernel(allocates=True)
def one_ply(
    board: CheckerBoard,
    supersets: Supersets,
    workspace: CheckerWorkspace,
    opener: int,
    label: int,
    left: int,
    hard: bool,
) -> int:
    """Return the one-ply bound of a bucket of an opener; in hard mode over legal guesses."""
    bucket = bucket_of(workspace, label)
    weight, heaviest = weight_of(board, bucket), board.weights[bucket[0]]
    fewest = weight if left == 2 else 0
    demands = workspace.demands
    if hard:
        for i in range(len(demands)):
            demands[i] = 0
        add_demands(board.letters, opener, board.guess_of[bucket[0]], demands)
    if len(bucket) <= board.paired:
        legal = scan_allowed(board, bucket, workspace, demands, hard, 0)
        best = largest_of(board, workspace, opener, label, legal, fewest)
        return 3 * weight - best if best else INFINITE
    ceilings, flags = workspace.ceilings, workspace.flags
    find_ceilings(supersets, bucket, ceilings)
    if hard:
        flag_legal(board, demands, flags)
        for guess in range(len(ceilings)):
            ceilings[guess] *= flags[guess]
    # The highest ceilings first: guesses below the largest K + m found need not be counted.
    best, high, least = 0, max(ceilings), max(0, fewest - 1)
    step = max(1, high // STEPS)
    while high > least:
        low = max(least, high - step)
        for guess in range(len(ceilings)):
            flags[guess] = (ceilings[guess] > low) & (ceilings[guess] <= high)
        some = workspace.likely[: list_flagged(flags, workspace.likely)]
        count_by_marks(board, bucket, workspace, some)
        best = max(best, largest_of(board, workspace, opener, label, some, fewest))
        least = max(least, best - heaviest)
        high = low
    return 3 * weight - best if best else INFINITE


@kernel(allocates=True)
def check_openers(
    first: int,
    last: int,
    board: CheckerBoard,
    known: Known,
    supersets: Supersets,
    workspace: CheckerWorkspace,
    hard: bool,
    allowed: int,
    bound: int,
    methods: Array,
) -> tuple[int, int]:
    """Check that openers are refuted by the methods given ("The openers"), except by `ALIKE`.

    Returns the first opener that is not, and the bound that was found for it; -1, 0 if there is
    none.
    """
    everyone = np.arange(board.labels.shape[1]).astype(np.int32)
    nothing = np.zeros_like(workspace.demands)
    left = allowed if allowed == NO_LIMIT else allowed - 1
    for opener in range(first, last):
        if methods[opener] == ALIKE:
            continue
        count = split(board.labels[opener], everyone, workspace)
        own = board.answer_of[opener]
        total = weight_of(board, everyone)
        values = np.zeros(count, np.int64)
        sizes = np.zeros(count, np.int64)
        for u in range(count):
            bucket = bucket_of(workspace, workspace.used[u])
            if len(bucket) == 1 and bucket[0] == own:
                continue
            sizes[u] = len(bucket)
            values[u] = trivial(board, bucket, left)
            if len(bucket) > 2:
                most = board.most[0] + board.weights[bucket[0]]
                values[u] = max(values[u], 3 * weight_of(board, bucket) - most)
            total += values[u]
        # Claims first, then the counts of the other buckets, then of those with claims.
        turns = np.where(sizes < 3, 0, -sizes)
        if methods[opener] == SEARCHED and total < bound:
            for u in range(count):
                if sizes[u] > 2:
                    bucket = bucket_of(workspace, workspace.used[u])
                    better = best_claim(
                        board, known, workspace, bucket, opener, nothing, hard, left
                    )
                    if better > values[u]:
                        total += better - values[u]
                        values[u] = better
                        turns[u] += len(everyone)
        for u in np.argsort(turns):
            if methods[opener] == SIZES or total >= bound:
                break
            if sizes[u] > 2:
                raised = one_ply(board, supersets, workspace, opener, workspace.used[u], left, hard)
                total += max(0, raised - values[u])
        forget(workspace, count)
        if total < bound:
            return opener, total
    return -1, 0


@kernel(allocates=True)
def check_cores(
    first: int,
    last: int,
    board: CheckerBoard,
    workspace: CheckerWorkspace,
    starts: Array,
    words: Array,
    guesses: Array,
    kept: Array,
) -> tuple[int, int]:
    """Check cores, each by those before it ("Cores"), and fill ``kept``.

    Returns the first core that is wrong, and a guess that no core inside it refutes; -1, -1 if
    there is none.
    """
    uncovered = np.empty(kept.shape[1], np.uint64)
    for core in range(first, last):
        candidates = words[starts[core] : starts[core + 1]]
        n = len(candidates)
        wrong = -1
        # Any two words are a core of one guess.
        if guesses[core] == 2:
            if largest_scan(board, candidates, workspace) == weight_of(board, candidates):
                wrong = int(np.argmax(workspace.sums))
        elif guesses[core] > 2:
            for i in range(n):
                workspace.inside[candidates[i]] = 1
            uncovered[:] = np.uint64(0)
            for guess in range(len(board.labels)):
                uncovered[guess >> 6] |= np.uint64(1) << np.uint64(guess & 63)
            for other in range(core):
                if guesses[other] < guesses[core] - 1:
                    continue
                contained = True
                for i in range(starts[other], starts[other + 1]):
                    if workspace.inside[words[i]] == 0:
                        contained = False
                        break
                if contained:
                    for w in range(len(uncovered)):
                        uncovered[w] &= ~kept[other, w]
            for i in range(n):
                workspace.inside[candidates[i]] = 0
            for guess in range(len(board.labels)):
                if uncovered[guess >> 6] >> np.uint64(guess & 63) & np.uint64(1):
                    wrong = guess
                    break
        if wrong >= 0:
            return core, wrong
        keep_together(board, candidates, kept[core])
    return -1, -1
