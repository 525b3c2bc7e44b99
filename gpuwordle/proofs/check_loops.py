"""The compiled loops of the checker: codes, counts of buckets, and what bounds add up to.

Guesses stand in the order of `gpuwordle.proofs.board`: those with the most buckets over all answers
first. For a set of n answers and a guess with k buckets, m = 1 where the guess is one of them,
every tree that begins with it takes at least 3n - k - m guesses: ``docs/certificates.md`` has the
derivation, and the section of that page that each loop carries out stands in its docstring.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

Array = npt.NDArray[Any]

INFINITE = 1 << 40
"""The bound of what is impossible; many of them can be added."""

NO_LIMIT = 1 << 30
"""Guesses that are left where any number is."""

PAIRED = 100
"""Sets of so many words are scanned by comparing each pair; longer ones by marking codes."""

TILE = 1024
"""Guesses that are compared side by side."""

AT_ONCE = 8
"""Sets, or guesses, that are marked before any is summed: a sum right after marks would wait."""


class Board(NamedTuple):
    """The words as arrays.

    Attributes
    ----------
    labels : ndarray of uint8, uint16 or uint32, shape (guesses, answers)
        Answers with the same label stand in the same bucket of the guess.
    columns : ndarray, shape (answers, guesses)
        The same the other way round.
    width : int
        One more than the largest label.
    letters : ndarray of uint8, shape (guesses, length)
        Letter indices.
    copies : ndarray of uint8, shape (guesses, alphabet)
        How often each letter stands in each guess.
    most : ndarray of int64, shape (guesses,)
        Buckets over all answers, falling.
    answer_of : ndarray of int32, shape (guesses,)
        Which answer each guess is; -1 for none.
    guess_of : ndarray of int32, shape (answers,)
        Which guess each answer is.
    """

    labels: Array
    columns: Array
    width: int
    letters: Array
    copies: Array
    most: Array
    answer_of: Array
    guess_of: Array


class Known(NamedTuple):
    """Claims, found by their sets of answers.

    Attributes
    ----------
    starts : ndarray of int64, shape (claims + 1,)
        Where the set of each claim begins in ``members``.
    members : ndarray of int32
        Answers of the sets, rising.
    asked : ndarray of uint8, shape (claims, length + alphabet)
        What hard mode asks of a guess: for each place, 1 + the letter that must stand there; for
        each letter, how many copies. All 0 where every guess is considered.
    bounds, left : ndarray of int64, shape (claims,)
        The bounds, and guesses that are left.
    table : ndarray of int64
        Open addressing by the hash of a set: the last claim of that set; -1 for none.
    following : ndarray of int64, shape (claims,)
        The claim before of the same set; -1 for none.
    """

    starts: Array
    members: Array
    asked: Array
    bounds: Array
    left: Array
    table: Array
    following: Array


class Room(NamedTuple):
    """Scratch. ``counts``, ``inside`` and ``marks`` are zero between calls.

    Attributes
    ----------
    counts, ends, used : ndarray of int64, shape (width,)
        A partition; see `split`.
    parts : ndarray of int32, shape (answers,)
        Its buckets, one after another.
    asked : ndarray of uint8, shape (length + alphabet,)
        What hard mode asks.
    inside : ndarray of uint8, shape (answers,)
        Which answers are in a set.
    stamps : ndarray of int64, shape (width + 1,)
        The last round in which each label was met, after the number of the round itself.
    k : ndarray of int64, shape (guesses,)
        Buckets of each guess.
    paired : ndarray of uint8, shape (2, TILE)
        A tile of guesses.
    marks : ndarray of uint64, shape (AT_ONCE, width / 8 rounded up)
        A byte for each label.
    """

    counts: Array
    ends: Array
    used: Array
    parts: Array
    asked: Array
    inside: Array
    stamps: Array
    k: Array
    paired: Array
    marks: Array


@njit(cache=True, nogil=True)
def fill_codes(guess: Array, answers: Array, free: Array, out: Array) -> None:
    """Write the base-3 codes of one guess against answers; ``free`` is zero for each letter."""
    length = len(guess)
    for a in range(len(answers)):
        answer = answers[a]
        for p in range(length):
            if guess[p] != answer[p]:
                free[answer[p]] += 1
        code = 0
        for p in range(length):
            if guess[p] == answer[p]:
                colour = 2
            elif free[guess[p]] > 0:
                free[guess[p]] -= 1
                colour = 1
            else:
                colour = 0
            code = 3 * code + colour
        for p in range(length):
            free[answer[p]] = 0
        out[a] = code


@njit(cache=True, nogil=True)
def marked(row: Array, members: Array, marks: Array) -> None:
    """Mark the labels of a set; `summed` counts them and wipes the marks."""
    for i in range(len(members)):
        marks[row[members[i]]] = 1


@njit(cache=True, nogil=True)
def summed(row: Array, members: Array, marks: Array) -> int:
    """Count the marks that a set left, and wipe them."""
    count = 0
    if len(marks) <= 32:  # eight labels a word: at most 32 for each byte of the sum
        lanes = np.uint64(0)
        for w in range(len(marks)):
            lanes += marks[w]
            marks[w] = np.uint64(0)
        even = np.uint64(0x00FF00FF00FF00FF)
        lanes = (lanes & even) + ((lanes >> np.uint64(8)) & even)
        return int((lanes * np.uint64(0x0001000100010001)) >> np.uint64(48))
    bytes_of = marks.view(np.uint8)
    for i in range(len(members)):
        label = row[members[i]]
        count += bytes_of[label]
        bytes_of[label] = 0
    return count


@njit(cache=True, nogil=True)
def scan(board: Board, members: Array, room: Room) -> None:
    """Count the buckets of every guess on a set: writes ``room.k``."""
    n = len(members)
    guesses = board.labels.shape[0]
    if n > PAIRED:
        bytes_of = room.marks.view(np.uint8)
        for low in range(0, guesses, AT_ONCE):
            high = min(low + AT_ONCE, guesses)
            for guess in range(low, high):
                marked(board.labels[guess], members, bytes_of[guess - low])
            for guess in range(low, high):
                room.k[guess] = summed(board.labels[guess], members, room.marks[guess - low])
        return
    # A word opens a bucket unless a word before it has its label. Four words a turn, many guesses
    # side by side: compilers make vectors of this.
    columns = board.columns
    for low in range(0, guesses, TILE):
        high = min(low + TILE, guesses)
        width = high - low
        again = room.paired[0, :width]
        count = room.paired[1, :width]
        for j in range(width):
            count[j] = 1
        for b in range(1, n):
            x = columns[members[b], low:high]
            for j in range(width):
                again[j] = 0
            a = 0
            while a + 4 <= b:
                y0 = columns[members[a], low:high]
                y1 = columns[members[a + 1], low:high]
                y2 = columns[members[a + 2], low:high]
                y3 = columns[members[a + 3], low:high]
                for j in range(width):
                    z = x[j]
                    again[j] |= (
                        np.uint8(y0[j] == z)
                        | np.uint8(y1[j] == z)
                        | np.uint8(y2[j] == z)
                        | np.uint8(y3[j] == z)
                    )
                a += 4
            while a < b:
                y = columns[members[a], low:high]
                for j in range(width):
                    again[j] |= np.uint8(y[j] == x[j])
                a += 1
            for j in range(width):
                count[j] += np.uint8(1) - again[j]
        for j in range(width):
            room.k[low + j] = count[j]


@njit(cache=True, nogil=True)
def hash_of(members: Array) -> np.uint64:
    """Hash a set of answers; equal hashes are compared answer by answer."""
    mixed = np.uint64(len(members))
    for i in range(len(members)):
        x = (np.uint64(members[i]) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed += x ^ (x >> np.uint64(29))
    return mixed ^ (mixed >> np.uint64(32))


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def index_claims(known: Known) -> None:
    """Fill the table of claims."""
    for claim in range(len(known.bounds)):
        place = place_of(known, known.members[known.starts[claim] : known.starts[claim + 1]])
        known.following[claim] = known.table[place]
        known.table[place] = claim


@njit(cache=True, nogil=True)
def ask(letters: Array, guess: int, answer: int, asked: Array) -> None:
    """Add what hard mode asks after a guess against an answer to what is asked already."""
    length = letters.shape[1]
    for p in range(length):
        if letters[guess, p] == letters[answer, p]:
            asked[p] = letters[guess, p] + 1
    # The copies of a letter that are coloured: as many as guess and answer both have.
    for p in range(length):
        letter = letters[guess, p]
        mine = 0
        hidden = 0
        for q in range(length):
            mine += letters[guess, q] == letter
            hidden += letters[answer, q] == letter
        asked[length + letter] = max(asked[length + letter], min(mine, hidden))


@njit(cache=True, nogil=True)
def is_legal(board: Board, guess: int, asked: Array) -> bool:
    """Tell whether a guess does what hard mode asks."""
    length = board.letters.shape[1]
    for p in range(length):
        if asked[p] and asked[p] != board.letters[guess, p] + 1:
            return False
    for letter in range(board.copies.shape[1]):
        if board.copies[guess, letter] < asked[length + letter]:
            return False
    return True


@njit(cache=True, nogil=True)
def trivial(n: int, left: int) -> int:
    """Bound a set by its size ("One word at the first guess")."""
    if n == 0:
        return 0
    if left == 0 or (left == 1 and n > 1):
        return INFINITE
    return 2 * n - 1


@njit(cache=True, nogil=True)
def has_perfect_member(board: Board, members: Array, stamps: Array) -> bool:
    """Tell whether a word of a set splits it into single words."""
    n = len(members)
    for t in range(n):
        stamps[0] += 1
        row = board.labels[board.guess_of[members[t]]]
        perfect = True
        for i in range(n):
            label = row[members[i]]
            if stamps[label + 1] == stamps[0]:
                perfect = False
                break
            stamps[label + 1] = stamps[0]
        if perfect:
            return True
    return False


@njit(cache=True, nogil=True)
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
    now[:] = asked
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


@njit(cache=True, nogil=True)
def split(row: Array, members: Array, room: Room) -> int:
    """Lay a set out bucket by bucket, answers rising; return how many buckets there are.

    Their labels stand in ``room.used``; the bucket of a label is
    ``room.parts[ends[label] - counts[label] : ends[label]]``. `forget` clears the counts.
    """
    count = 0
    for i in range(len(members)):
        label = row[members[i]]
        if room.counts[label] == 0:
            room.used[count] = label
            count += 1
        room.counts[label] += 1
    end = 0
    for u in range(count):
        room.ends[room.used[u]] = end
        end += room.counts[room.used[u]]
    for i in range(len(members)):
        label = row[members[i]]
        room.parts[room.ends[label]] = members[i]
        room.ends[label] += 1
    return count


@njit(cache=True, nogil=True)
def forget(room: Room, count: int) -> None:
    """Set the counts of a partition to zero again."""
    for u in range(count):
        room.counts[room.used[u]] = 0


@njit(cache=True, nogil=True)
def bucket(room: Room, label: int) -> Array:
    """Return the bucket of a label."""
    return room.parts[room.ends[label] - room.counts[label] : room.ends[label]]


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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
        scan(board, members, room)
        counters[0] += 1
        wrong = -1
        found = 0
        for guess in range(len(room.k)):
            k = room.k[guess]
            own = board.answer_of[guess]
            value = 3 * n - k - (1 if own >= 0 and room.inside[own] else 0)
            if value >= bound or (k == 1 and n > 1):
                continue
            if rest == 1 and k < n:
                continue
            if hard and not is_legal(board, guess, asked):
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


@njit(cache=True, nogil=True)
def one_ply(board: Board, room: Room, opener: int, label: int, left: int, hard: bool) -> int:
    """Bound a bucket of an opener by one ply over all guesses, in hard mode over legal ones."""
    part = bucket(room, label)
    n = len(part)
    if hard:
        room.asked[:] = 0
        ask(board.letters, opener, board.guess_of[part[0]], room.asked)
    scan(board, part, room)
    best = 0
    for guess in range(len(room.k)):
        k = room.k[guess]
        own = board.answer_of[guess]
        value = k + (1 if own >= 0 and board.labels[opener, own] == label else 0)
        if value <= best or (left == 2 and k < n):
            continue
        if hard and not is_legal(board, guess, room.asked):
            continue
        best = value
    return 3 * n - best if best else INFINITE


@njit(cache=True, nogil=True)
def one_ply_together(
    board: Board, room: Room, opener: int, labels: Array, left: int, hard: bool, values: Array
) -> None:
    """Write the bounds of `one_ply` for several large buckets, each guess's row read once."""
    parts = len(labels)
    best = np.zeros(parts, np.int64)
    asked = np.zeros((parts, len(room.asked)), np.uint8)
    bytes_of = room.marks.view(np.uint8)
    open_ = np.zeros(parts, np.bool_)
    if hard:
        for q in range(parts):
            ask(board.letters, opener, board.guess_of[bucket(room, labels[q])[0]], asked[q])
    for guess in range(len(board.most)):
        row = board.labels[guess]
        more = False
        for q in range(parts):
            # No more buckets than over all answers, and one more where it is a member.
            open_[q] = board.most[guess] + 1 > best[q]
            more = more or open_[q]
            if open_[q] and (not hard or is_legal(board, guess, asked[q])):
                marked(row, bucket(room, labels[q]), bytes_of[q])
            else:
                open_[q] = False
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


@njit(cache=True, nogil=True)
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
        order = np.argsort(-sizes)
        settled = sizes < 3
        if methods[opener] == 2 and total < bound:
            for u in range(count):
                if not settled[u]:
                    part = bucket(room, room.used[u])
                    better = claimed(board, known, room, part, opener, nothing, hard, left)
                    settled[u] = better > values[u]
                    if settled[u]:
                        total += better - values[u]
        i = 0
        while methods[opener] and total < bound and i < count:
            parts = 0
            while i < count and parts < AT_ONCE and (parts == 0 or sizes[order[i]] > PAIRED):
                u = order[i]
                i += 1
                if not settled[u]:
                    together[parts] = u
                    parts += 1
            if parts == 0:
                break
            largest = together[0]
            if sizes[largest] > PAIRED:
                labels = room.used[together[:parts]]
                one_ply_together(board, room, opener, labels, left, hard, raised[:parts])
            else:
                raised[0] = one_ply(board, room, opener, room.used[largest], left, hard)
            for q in range(parts):
                total += max(0, raised[q] - values[together[q]])
        forget(room, count)
        if total < bound:
            return opener, total
    return -1, 0


@njit(cache=True, nogil=True)
def largest_scan(board: Board, members: Array, room: Room) -> int:
    """Return the most buckets that a guess makes of a set."""
    scan(board, members, room)
    best = 0
    for guess in range(len(room.k)):
        best = max(best, room.k[guess])
    return best


@njit(cache=True, nogil=True)
def keep_together(board: Board, members: Array, kept: Array) -> None:
    """Write which guesses leave a set in one bucket, as bits."""
    kept[:] = np.uint64(0)
    for guess in range(len(board.labels)):
        row = board.labels[guess]
        label = row[members[0]]
        together = True
        for i in range(1, len(members)):
            if row[members[i]] != label:
                together = False
                break
        if together:
            kept[guess >> 6] |= np.uint64(1) << np.uint64(guess & 63)


@njit(cache=True, nogil=True)
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
