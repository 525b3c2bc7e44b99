"""The compiled loop that finds what claims rest on, with the counts of the checker."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from gpuwordle.optimal.memo import INFEASIBLE, Memo, bound_of, fact_of, find, put
from gpuwordle.optimal.question import mix
from gpuwordle.proofs.check_arrays import INFINITE, NO_LIMIT, Array, Board, Room
from gpuwordle.proofs.check_counts import (
    ask,
    bucket,
    forget,
    has_perfect_member,
    is_legal,
    scan,
    split,
    trivial,
)
from gpuwordle.proofs.check_loops import one_ply

_SLOTS = 1 << 18


class Cases(NamedTuple):
    """Guesses that could refute claims, and the buckets that must be bounded against them.

    Attributes
    ----------
    claims, guesses, missing : ndarray of int64, shape (cases,)
        The claim, the guess by rank, and by how much what is known without claims is too little.
    buckets : ndarray of int64, shape (cases,)
        How many buckets each has, one after another below.
    values : ndarray of int64, shape (buckets,)
        What is known of each.
    sizes : ndarray of int64, shape (buckets,)
        Words of each.
    members : ndarray of int32
        Their answers, rising.
    asked : ndarray of uint8, shape (buckets, length + alphabet)
        What hard mode asks there; no rows in easy mode.
    """

    claims: Array
    guesses: Array
    missing: Array
    buckets: Array
    values: Array
    sizes: Array
    members: Array
    asked: Array


class Counted(NamedTuple):
    """One-ply bounds of buckets that were counted, all with as many guesses left.

    Attributes
    ----------
    hash_words : ndarray of uint64, shape (answers, 2)
        A bucket is known by the exclusive or of its answers'.
    bounds : Memo
        Their bounds.
    """

    hash_words: Array
    bounds: Memo


def counted_for(answers: int) -> Counted:
    """Make room for one-ply bounds."""
    chance = np.random.Generator(np.random.PCG64(7))
    words = chance.integers(1, 2**64 - 1, (answers, 2), np.uint64)
    return Counted(words, Memo.of(_SLOTS, growing=False))


def room_for(cases: int, buckets: int, members: int, asked: int, hard: bool) -> Cases:
    """Make empty cases."""
    return Cases(
        claims=np.zeros(cases, np.int64),
        guesses=np.zeros(cases, np.int64),
        missing=np.zeros(cases, np.int64),
        buckets=np.zeros(cases, np.int64),
        values=np.zeros(buckets, np.int64),
        sizes=np.zeros(buckets, np.int64),
        members=np.zeros(members, np.int32),
        asked=np.zeros((buckets if hard else 0, asked), np.uint8),
    )


@njit(cache=True, nogil=True)
def bound_by_sizes(board: Board, room: Room, allowed: int, out: Array) -> None:
    """Write the bound of every opener by the sizes of its buckets: shape (guesses,)."""
    everyone = np.arange(board.labels.shape[1]).astype(np.int32)
    left = allowed if allowed == NO_LIMIT else allowed - 1
    for opener in range(len(out)):
        used = split(board.labels[opener], everyone, room)
        out[opener] = len(everyone)
        for u in range(used):
            part = bucket(room, room.used[u])
            n = len(part)
            if n > 1 or part[0] != board.answer_of[opener]:
                value = trivial(n, left)
                out[opener] += max(value, 3 * n - board.most[0] - 1) if n > 2 else value
        forget(room, used)


@njit(cache=True, nogil=True)
def parts_of(board: Board, room: Room, opener: int, hard: bool, cases: Cases) -> tuple[int, int]:
    """List the buckets of an opener that have three words or more, and what is asked there.

    Returns
    -------
    buckets, members : int
        How much of the cases was filled: sizes, members and asked.
    """
    everyone = np.arange(board.labels.shape[1]).astype(np.int32)
    used = split(board.labels[opener], everyone, room)
    parts = 0
    words = 0
    for u in range(used):
        part = bucket(room, room.used[u])
        n = len(part)
        if n > 2:
            cases.sizes[parts] = n
            for i in range(n):
                cases.members[words + i] = part[i]
            if hard:
                cases.asked[parts] = 0
                ask(board.letters, opener, board.guess_of[part[0]], cases.asked[parts])
            parts += 1
            words += n
    forget(room, used)
    return parts, words


@njit(cache=True, nogil=True)
def counted_one_ply(
    board: Board, room: Room, counted: Counted, opener: int, label: int, left: int, hard: bool
) -> int:
    """Return the one-ply bound of a bucket of an opener; many openers have it in common."""
    one, two = np.uint64(0), np.uint64(0)
    for member in bucket(room, label):
        one ^= counted.hash_words[member, 0]
        two ^= counted.hash_words[member, 1]
    if hard:
        room.asked[:] = 0
        ask(board.letters, opener, board.guess_of[bucket(room, label)[0]], room.asked)
        for demanded in room.asked:
            one = mix(one + np.uint64(demanded) + np.uint64(1))
            two = mix(two ^ one)
    fact = find(counted.bounds.entries, one, two)
    if fact == 0:
        value = min(one_ply(board, room, opener, label, left, hard), INFEASIBLE)
        fact = fact_of(value, 0, 0, 0, 0)
        put(counted.bounds.entries, counted.bounds.used, one, two, fact)
    return INFINITE if bound_of(fact) >= INFEASIBLE else bound_of(fact)


@njit(cache=True, nogil=True)
def one_ply_of(
    board: Board, room: Room, members: Array, asked: Array, left: int, hard: bool
) -> int:
    """Bound any set by one ply over all guesses, in hard mode over those that do what is asked."""
    n = len(members)
    for member in members:
        room.inside[member] = 1
    scan(board, members, room)
    best = 0
    for guess in range(len(room.k)):
        k, own = room.k[guess], board.answer_of[guess]
        value = k + (1 if own >= 0 and room.inside[own] else 0)
        if value <= best or (left == 2 and k < n):
            continue
        if not hard or is_legal(board, guess, asked):
            best = value
    for member in members:
        room.inside[member] = 0
    return 3 * n - best if best else INFINITE


@njit(cache=True, nogil=True)
def one_ply_suffices(
    board: Board,
    room: Room,
    counted: Counted,
    opener: int,
    bounds: Array,
    shallow: Array,
    left: int,
    hard: bool,
    total: int,
    goal: int,
) -> bool:
    """Tell whether one-ply bounds refute an opener, and count only where it is not known.

    Parameters
    ----------
    counted
        What was counted before under the same rules.
    bounds, shallow
        What is known of the buckets of `parts_of`, and whether that is no more than one ply.
    left
        Guesses left after the opener.
    total
        The bound of the opener by sizes.
    """
    everyone = np.arange(board.labels.shape[1]).astype(np.int32)
    used = split(board.labels[opener], everyone, room)
    labels = np.empty(len(bounds), np.int64)
    values = np.empty(len(bounds), np.int64)
    turns = np.empty(len(bounds), np.int64)
    part = 0
    for u in range(used):
        n = room.counts[room.used[u]]
        if n > 2:
            labels[part] = room.used[u]
            values[part] = max(trivial(n, left), 3 * n - board.most[0] - 1)
            if shallow[part]:
                total += max(0, bounds[part] - values[part])
            # Small sets of which more is known cost least; then all others, the largest first.
            more = bounds[part] > values[part] and not shallow[part]
            turns[part] = n if more else 2 * len(everyone) - n
            part += 1
    for u in np.argsort(turns):
        if total >= goal:
            break
        known = max(values[u], bounds[u]) if shallow[u] else values[u]
        found = counted_one_ply(board, room, counted, opener, labels[u], left, hard)
        total += max(0, found - known)
    forget(room, used)
    return total >= goal


@njit(cache=True, nogil=True)
def find_cases(
    starts: Array,
    members: Array,
    asked: Array,
    bounds: Array,
    left: Array,
    board: Board,
    room: Room,
    hard: bool,
    cases: Cases,
) -> tuple[int, int, int, int]:
    """List the guesses that some claims need other claims against.

    Parameters
    ----------
    starts, members, asked, bounds, left
        The claims, as in `gpuwordle.proofs.check_arrays.Known`.
    cases
        Filled.

    Returns
    -------
    claims, cases, buckets, members : int
        How many claims were done, the others did not fit; and how much was filled.
    """
    count = 0
    parts = 0
    words = 0
    for claim in range(len(bounds)):
        kept = count, parts, words
        own_members = members[starts[claim] : starts[claim + 1]]
        n = len(own_members)
        bound = bounds[claim]
        rest = left[claim] if left[claim] == NO_LIMIT else left[claim] - 1
        for i in range(n):
            room.inside[own_members[i]] = 1
        scan(board, own_members, room)
        full = False
        for guess in range(len(room.k)):
            k = room.k[guess]
            own = board.answer_of[guess]
            value = 3 * n - k - (1 if own >= 0 and room.inside[own] else 0)
            if value >= bound or (k == 1 and n > 1) or (rest == 1 and k < n):
                continue
            if hard and not is_legal(board, guess, asked[claim]):
                continue
            if count == len(cases.claims) or words + n > len(cases.members):
                full = True
                break
            if parts + k > len(cases.values):
                full = True
                break
            used = split(board.labels[guess], own_members, room)
            total = n
            first, begin = parts, words
            for u in range(used):
                part = bucket(room, room.used[u])
                size = len(part)
                if size == 1 and part[0] == own:
                    continue
                known = trivial(size, rest)
                if size > 2:
                    if not has_perfect_member(board, part, room.stamps):
                        known = max(known, 2 * size)
                    cases.values[parts] = known
                    cases.sizes[parts] = size
                    for i in range(size):
                        cases.members[words + i] = part[i]
                    if hard:
                        cases.asked[parts] = asked[claim]
                        ask(board.letters, guess, board.guess_of[part[0]], cases.asked[parts])
                    parts += 1
                    words += size
                total += known
            forget(room, used)
            if total >= bound:
                parts, words = first, begin
                continue
            cases.claims[count] = claim
            cases.guesses[count] = guess
            cases.missing[count] = bound - total
            cases.buckets[count] = parts - first
            count += 1
        for i in range(n):
            room.inside[own_members[i]] = 0
        if full:
            return claim, kept[0], kept[1], kept[2]
    return len(bounds), count, parts, words
