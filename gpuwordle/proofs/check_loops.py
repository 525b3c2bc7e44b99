"""The compiled loops of the checker: codes, counts of buckets, and what bounds add up to.

Guesses stand in the order of `gpuwordle.proofs.board`: those with the most buckets over all answers
first. For a set of n answers and a guess with k buckets, m = 1 where the guess is one of them,
every tree that begins with it takes at least 3n - k - m guesses: ``docs/certificates.md`` has the
derivation, and the section of that page that each loop carries out stands in its docstring.
"""

from __future__ import annotations

import numpy as np

from gpuwordle.compiled import kernel
from gpuwordle.proofs.check_arrays import (
    AT_ONCE,
    INFINITE,
    NO_LIMIT,
    PAIRED,
    Array,
    Board,
    Known,
    Room,
)
from gpuwordle.proofs.check_counts import (
    ask,
    bucket,
    forget,
    has_perfect_member,
    keep_together,
    largest_scan,
    marked,
    most_that_meets,
    scan_allowed,
    split,
    summed,
    trivial,
)


@kernel(internal=True)
def hash_of(members: Array) -> np.uint64:
    """Hash a set of answers; equal hashes are compared answer by answer."""
    mixed = np.uint64(len(members))
    for i in range(len(members)):
        x = (np.uint64(members[i]) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed += x ^ (x >> np.uint64(29))
    return mixed ^ (mixed >> np.uint64(32))


@kernel(internal=True)
def place_of(known: Known, members: Array) -> np.uint64:
    """Return where the table has the claims of a set, or the empty place where they would be."""
    mask = np.uint64(len(known.table) - 1)
    place = hash_of(members) & mask
    while known.table[place] >= 0:
        claim = known.table[place]
        start = known.starts[claim]
        if known.starts[claim + 1] - start == len(members):
            same = True
            for i in range(len(members)):
                if known.members[start + i] != members[i]:
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
        place = place_of(known, known.members[known.starts[claim] : known.starts[claim + 1]])
        known.following[claim] = known.table[place]
        known.table[place] = claim


@kernel(internal=True)
def claimed(
    board: Board,
    known: Known,
    room: Room,
    members: Array,
    guess: int,
    asked: Array,
    hard: bool,
    left: int,
) -> int:
    """Return the best claim for a bucket of a guess, or 0 ("Looking claims up").

    A claim counts that considers no fewer guesses, and leaves no fewer.
    """
    claim = known.table[place_of(known, members)]
    if claim < 0:
        return 0
    now = room.asked
    for i in range(len(now)):
        now[i] = asked[i]
    if hard:
        ask(board.letters, guess, board.guess_of[members[0]], now)
    length = board.letters.shape[1]
    best = 0
    while claim >= 0:
        asks = known.asked[claim]
        usable = known.left[claim] >= left and known.bounds[claim] > best
        for i in range(len(now)):
            if not usable:
                break
            usable = asks[i] == 0 or asks[i] == now[i] or (i >= length and asks[i] < now[i])
        if usable:
            best = known.bounds[claim]
        claim = known.following[claim]
    return best


@kernel(internal=True, allocates=True)
def after_guess(
    board: Board,
    known: Known,
    room: Room,
    guess: int,
    members: Array,
    asked: Array,
    hard: bool,
    left: int,
    enough: int,
) -> int:
    """Bound the trees of a set that begin with a guess by what is known of its buckets.

    Stops as soon as the bound is ``enough``.
    """
    count = split(board.labels[guess], members, room)
    own = board.answer_of[guess]
    total = len(members)
    for u in range(count):
        part = bucket(room, room.used[u])
        if len(part) > 1 or part[0] != own:
            total += trivial(len(part), left)
    for u in range(count):
        if total >= enough:
            break
        part = bucket(room, room.used[u])
        n = len(part)
        if n < 3:
            continue
        better = claimed(board, known, room, part, guess, asked, hard, left)
        if better < 2 * n and not has_perfect_member(board, part, room.stamps):
            better = 2 * n
        total += max(0, better - trivial(n, left))
    forget(room, count)
    return total


@kernel(allocates=True)
def check_claims(
    first: int, last: int, board: Board, known: Known, room: Room, hard: bool, counters: Array
) -> tuple[int, int, int]:
    """Check claims by all guesses that each considers ("A claim").

    Returns
    -------
    claim, guess, found : int
        The first claim that is too high, a guess that shows it, and what the bounds after that
        guess add up to; -1, -1, 0 when there is none.
    """
    for claim in range(first, last):
        members = known.members[known.starts[claim] : known.starts[claim + 1]]
        n = len(members)
        bound = known.bounds[claim]
        left = known.left[claim]
        asked = known.asked[claim]
        rest = left if left == NO_LIMIT else left - 1
        for i in range(n):
            room.inside[members[i]] = 1
        least = most_that_meets(n, bound, rest)
        counters[0] += 1
        wrong = -1
        found = 0
        for guess in scan_allowed(board, members, room, asked, hard, least):
            k = room.k[guess]
            own = board.answer_of[guess]
            value = 3 * n - k - (1 if own >= 0 and room.inside[own] else 0)
            if value >= bound or (k == 1 and n > 1):
                continue
            if rest == 1 and k < n:
                continue
            counters[1] += 1
            value = after_guess(board, known, room, guess, members, asked, hard, rest, bound)
            if value < bound:
                wrong = guess
                found = value
                break
        for i in range(n):
            room.inside[members[i]] = 0
        if wrong >= 0:
            return claim, wrong, found
    return -1, -1, 0


@kernel(allocates=True)
def one_ply(board: Board, room: Room, opener: int, label: int, left: int, hard: bool) -> int:
    """Bound a bucket of an opener by one ply over all guesses, in hard mode over legal ones."""
    part = bucket(room, label)
    n = len(part)
    if hard:
        room.asked[:] = 0
        ask(board.letters, opener, board.guess_of[part[0]], room.asked)
    best = 0
    for guess in scan_allowed(board, part, room, room.asked, hard, 0):
        k = room.k[guess]
        own = board.answer_of[guess]
        value = k + (1 if own >= 0 and board.labels[opener, own] == label else 0)
        if value > best and (left != 2 or k == n):
            best = value
    return 3 * n - best if best else INFINITE


@kernel(internal=True, allocates=True)
def one_ply_together(
    board: Board, room: Room, opener: int, labels: Array, left: int, values: Array
) -> None:
    """Write the bounds of `one_ply` for several large buckets in easy mode, each row read once."""
    parts = len(labels)
    best = np.zeros(parts, np.int64)
    bytes_of = room.marks.view(np.uint8)
    open_ = np.zeros(parts, np.bool_)
    for guess in range(len(board.most)):
        row = board.labels[guess]
        more = False
        for q in range(parts):
            # No more buckets than over all answers, and one more where it is a member.
            open_[q] = board.most[guess] + 1 > best[q]
            more = more or open_[q]
            if open_[q]:
                marked(row, bucket(room, labels[q]), bytes_of[q])
        if not more:
            break
        own = board.answer_of[guess]
        for q in range(parts):
            if open_[q]:
                part = bucket(room, labels[q])
                k = summed(row, part, room.marks[q])
                member = 1 if own >= 0 and board.labels[opener, own] == labels[q] else 0
                if left != 2 or k == len(part):
                    best[q] = max(best[q], k + member)
    for q in range(parts):
        values[q] = 3 * room.counts[labels[q]] - best[q] if best[q] else INFINITE


@kernel(allocates=True)
def check_openers(
    first: int,
    last: int,
    board: Board,
    known: Known,
    room: Room,
    hard: bool,
    allowed: int,
    bound: int,
    methods: Array,
) -> tuple[int, int]:
    """Check that openers are refuted as they are said to be ("The openers").

    Returns
    -------
    opener, found : int
        The first that is not, and the bound that was found for it; -1, 0 when there is none.
    """
    everyone = np.arange(board.labels.shape[1]).astype(np.int32)
    nothing = np.zeros_like(room.asked)
    left = allowed if allowed == NO_LIMIT else allowed - 1
    together = np.empty(AT_ONCE, np.int64)
    raised = np.empty(AT_ONCE, np.int64)
    for opener in range(first, last):
        count = split(board.labels[opener], everyone, room)
        own = board.answer_of[opener]
        total = len(everyone)
        values = np.zeros(count, np.int64)
        sizes = np.zeros(count, np.int64)
        for u in range(count):
            part = bucket(room, room.used[u])
            if len(part) == 1 and part[0] == own:
                continue
            sizes[u] = len(part)
            values[u] = trivial(len(part), left)
            if len(part) > 2:
                values[u] = max(values[u], 3 * len(part) - board.most[0] - 1)
            total += values[u]
        # Claims first, then the count of the other buckets, and of those with claims at last.
        turns = np.where(sizes < 3, 0, -sizes)
        if methods[opener] == 2 and total < bound:
            for u in range(count):
                if sizes[u] > 2:
                    part = bucket(room, room.used[u])
                    better = claimed(board, known, room, part, opener, nothing, hard, left)
                    if better > values[u]:
                        total += better - values[u]
                        values[u] = better
                        turns[u] += len(everyone)
        order = np.argsort(turns)
        i = 0
        while methods[opener] and total < bound and i < count:
            parts = 0
            while i < count and parts < AT_ONCE:
                size = sizes[order[i]]
                if parts and (hard or min(size, sizes[together[0]]) <= PAIRED):
                    break
                if size > 2:
                    together[parts] = order[i]
                    parts += 1
                i += 1
            if parts == 0:
                break
            largest = together[0]
            if sizes[largest] > PAIRED and not hard:
                labels = room.used[together[:parts]]
                one_ply_together(board, room, opener, labels, left, raised[:parts])
            else:
                raised[0] = one_ply(board, room, opener, room.used[largest], left, hard)
            for q in range(parts):
                total += max(0, raised[q] - values[together[q]])
        forget(room, count)
        if total < bound:
            return opener, total
    return -1, 0


@kernel(allocates=True)
def check_cores(
    first: int,
    last: int,
    board: Board,
    room: Room,
    starts: Array,
    words: Array,
    guesses: Array,
    kept: Array,
) -> tuple[int, int]:
    """Check cores, each by those before it ("Cores"); ``kept`` is filled on the way.

    Returns
    -------
    core, guess : int
        The first that is wrong, and a guess that no core inside it refutes; -1, -1 when there is
        none.
    """
    uncovered = np.empty(kept.shape[1], np.uint64)
    for core in range(first, last):
        members = words[starts[core] : starts[core + 1]]
        n = len(members)
        wrong = -1
        if guesses[core] == 1:
            wrong = -1 if n > 1 else 0
        elif guesses[core] == 2:
            if largest_scan(board, members, room) == n:
                wrong = int(np.argmax(room.k))
        else:
            for i in range(n):
                room.inside[members[i]] = 1
            uncovered[:] = np.uint64(0)
            for guess in range(len(board.labels)):
                uncovered[guess >> 6] |= np.uint64(1) << np.uint64(guess & 63)
            for other in range(core):
                if guesses[other] < guesses[core] - 1:
                    continue
                part = True
                for i in range(starts[other], starts[other + 1]):
                    if room.inside[words[i]] == 0:
                        part = False
                        break
                if part:
                    for w in range(len(uncovered)):
                        uncovered[w] &= ~kept[other, w]
            for i in range(n):
                room.inside[members[i]] = 0
            for guess in range(len(board.labels)):
                if uncovered[guess >> 6] >> np.uint64(guess & 63) & np.uint64(1):
                    wrong = guess
                    break
        if wrong >= 0:
            return core, wrong
        keep_together(board, members, kept[core])
    return -1, -1
