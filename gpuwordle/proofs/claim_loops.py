"""The compiled loop that finds what claims rest on, with the counts of the checker."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpuwordle.compiled import kernel
from gpuwordle.proofs.check_arrays import INFINITE, NO_LIMIT, Array, Board, Room
from gpuwordle.proofs.check_counts import (
    ask,
    bucket,
    forget,
    has_perfect_member,
    most_that_meets,
    scan_allowed,
    split,
    trivial,
)


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


@kernel(allocates=True)
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


@kernel(allocates=True)
def lay_out(
    board: Board,
    room: Room,
    guess: int,
    members: Array,
    asked: Array,
    left: int,
    most: int,
    members_tried: bool,
    cases: Cases,
    filled: tuple[int, int],
) -> tuple[int, int, int]:
    """List the buckets of a guess that have three words or more, with what is known of each.

    Parameters
    ----------
    members, asked
        The set that is split, and what is asked before the guess.
    left
        Guesses left after it.
    most
        No guess makes more buckets of any of them.
    members_tried
        Whether members are tried that may split their own bucket perfectly.
    filled
        Buckets and members that the cases have already.

    Returns
    -------
    buckets, members : int
        How much of the cases is filled now.
    total : int
        What the guess takes at least, all its buckets together.
    """
    parts, words = filled
    own = board.answer_of[guess]
    total = len(members)
    used = split(board.labels[guess], members, room)
    for u in range(used):
        part = bucket(room, room.used[u])
        n = len(part)
        if n == 1 and part[0] == own:
            continue
        known = trivial(n, left)
        if n > 2:
            known = max(known, 3 * n - most - 1)
            if members_tried and known < 2 * n:
                known += not has_perfect_member(board, part, room.stamps)
            cases.values[parts] = known
            cases.sizes[parts] = n
            for i in range(n):
                cases.members[words + i] = part[i]
            if len(cases.asked):
                cases.asked[parts] = asked
                ask(board.letters, guess, board.guess_of[part[0]], cases.asked[parts])
            parts += 1
            words += n
        total += known
    forget(room, used)
    return parts, words, total


@kernel(allocates=True)
def lay_out_openers(
    board: Board, room: Room, openers: Array, left: int, cases: Cases
) -> tuple[int, int]:
    """List the buckets of openers, with what their sizes say of each.

    Parameters
    ----------
    left
        Guesses left after an opener.
    cases
        Filled: of each opener its rank, its buckets, and as ``missing`` what it takes in all.

    Returns
    -------
    buckets, members : int
        How much of the cases is filled.
    """
    everyone = np.arange(board.labels.shape[1]).astype(np.int32)
    nothing = np.zeros_like(room.asked)
    parts, words = 0, 0
    for i in range(len(openers)):
        first = parts
        parts, words, total = lay_out(
            board,
            room,
            openers[i],
            everyone,
            nothing,
            left,
            board.most[0],
            False,
            cases,
            (parts, words),
        )
        cases.guesses[i], cases.buckets[i], cases.missing[i] = openers[i], parts - first, total
    return parts, words


@kernel(allocates=True)
def one_ply_of(
    board: Board, room: Room, members: Array, asked: Array, left: int, hard: bool, enough: int
) -> int:
    """Bound any set by one ply over all guesses, in hard mode over those that do what is asked.

    It is no higher than is enough, but where no guess leads anywhere.
    """
    n = len(members)
    for member in members:
        room.inside[member] = 1
    least = most_that_meets(n, enough, left - 1)
    lowest = INFINITE
    for guess in scan_allowed(board, members, room, asked, hard, least):
        k, own = room.k[guess], board.answer_of[guess]
        value = 3 * n - k - (1 if own >= 0 and room.inside[own] else 0)
        if k > least and value < lowest:
            lowest = value
    for member in members:
        room.inside[member] = 0
    # Guesses that were not counted through give what is enough, or are none where two are left.
    return enough if lowest == INFINITE and left != 2 else lowest


@kernel(allocates=True)
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
        least = most_that_meets(n, bound, rest)
        full = False
        for guess in scan_allowed(board, own_members, room, asked[claim], hard, least):
            k = room.k[guess]
            own = board.answer_of[guess]
            value = 3 * n - k - (1 if own >= 0 and room.inside[own] else 0)
            if value >= bound or (k == 1 and n > 1) or (rest == 1 and k < n):
                continue
            if count == len(cases.claims) or words + n > len(cases.members):
                full = True
                break
            if parts + k > len(cases.values):
                full = True
                break
            first, begin = parts, words
            parts, words, total = lay_out(
                board,
                room,
                guess,
                own_members,
                asked[claim],
                rest,
                3 * n,
                True,
                cases,
                (parts, words),
            )
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
