"""What the checker counts: codes, buckets of sets, perfect members, legal guesses."""

from __future__ import annotations

import numpy as np

from gpuwordle.compiled import kernel
from gpuwordle.proofs.check_arrays import AT_ONCE, INFINITE, PAIRED, TILE, Array, Board, Room

FEWEST_COMPARED, COMPARED_EACH = 6, 2
"""Words that are compared first: so many, and so many more for each bucket that may be missing."""

MOST_COMPARED = 252
"""Words that may be compared: a byte counts them."""

FEW_LEGAL = 8
"""Where one guess of so many is legal, or fewer, the legal ones are counted one by one."""


@kernel
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


@kernel(internal=True)
def marked(row: Array, members: Array, marks: Array) -> None:
    """Mark the labels of a set; `summed` counts them and wipes the marks."""
    for i in range(len(members)):
        marks[row[members[i]]] = 1


@kernel(internal=True)
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


@kernel(allocates=True)
def scan(board: Board, members: Array, room: Room) -> None:
    """Count the buckets of every guess on a set: writes ``room.k``."""
    n = len(members)
    if n > PAIRED:
        count_by_marks(board, members, room, np.arange(board.labels.shape[0]))
        return
    for low in range(0, board.labels.shape[0], TILE):
        width, _ = compare_pairs(board, members, room.tile, low, n)
        for j in range(width):
            room.k[low + j] = n - room.tile[0, j]


@kernel(allocates=True)
def scan_above(board: Board, members: Array, room: Room, least: int) -> Array:
    """Return guesses, rising: all that make more buckets of a set than so many, and few others.

    Their buckets are written to ``room.k``.
    """
    n = len(members)
    most = n - 1 - least  # words that may share the bucket of an earlier one
    some = FEWEST_COMPARED + COMPARED_EACH * (most + 1)
    some = min(some, n) if n <= PAIRED else some
    likely = room.likely
    count = 0
    if some > min(n, MOST_COMPARED):
        scan(board, members, room)
        for guess in range(len(likely)):
            likely[count] = guess
            count += room.k[guess] > least
        return likely[:count]
    # Most guesses put two of few words in one bucket too often already.
    missing, few = room.tile[0], room.tile[1]
    for low in range(0, board.labels.shape[0], TILE):
        width, lowest = compare_pairs(board, members[:some], room.tile, low, most)
        if lowest > most:
            continue
        few[:] = 0
        for j in range(width):
            few[j] = missing[j] <= most
        eights = few.view(np.uint64)
        for eight in range((width + 7) // 8):
            if eights[eight]:
                for j in range(8 * eight, min(8 * eight + 8, width)):
                    likely[count] = low + j
                    room.k[low + j] = n - missing[j]
                    count += few[j]
    if some < n:
        count_by_marks(board, members, room, likely[:count])
    return likely[:count]


@kernel(allocates=True)
def scan_allowed(
    board: Board, members: Array, room: Room, asked: Array, hard: bool, least: int
) -> Array:
    """Do as `scan_above`, in hard mode of the guesses that are legal."""
    if not hard:
        return scan_above(board, members, room, least)
    legal = legal_guesses(board, asked)
    if len(members) > PAIRED or FEW_LEGAL * len(legal) < len(room.k):
        count_by_marks(board, members, room, legal)
        return legal
    likely = scan_above(board, members, room, least)
    i = count = 0
    for guess in likely:
        while i < len(legal) and legal[i] < guess:
            i += 1
        if i < len(legal) and legal[i] == guess:
            likely[count] = guess
            count += 1
    return likely[:count]


@kernel
def most_that_meets(n: int, bound: int, left: int) -> int:
    """Return how many buckets of a set a guess may make for one ply to bound it high enough.

    Parameters
    ----------
    left
        Guesses left after it: where it is one, fewer buckets than words are too few.
    """
    return max(3 * n - bound - 1, n - 1 if left == 1 else 0)


@kernel(internal=True)
def count_by_marks(board: Board, members: Array, room: Room, guesses: Array) -> None:
    """Count the buckets of some guesses on a set by marking labels: writes ``room.k``."""
    bytes_of = room.marks.view(np.uint8)
    for low in range(0, len(guesses), AT_ONCE):
        high = min(low + AT_ONCE, len(guesses))
        for i in range(low, high):
            marked(board.labels[guesses[i]], members, bytes_of[i - low])
        for i in range(low, high):
            row = board.labels[guesses[i]]
            room.k[guesses[i]] = summed(row, members, room.marks[i - low])


@kernel(internal=True)
def compare_pairs(
    board: Board, members: Array, tile: Array, low: int, most: int
) -> tuple[int, int]:
    """Count for a tile of guesses the words that share the bucket of an earlier one.

    Parameters
    ----------
    members
        At most `MOST_COMPARED`.
    tile
        Its first row is filled: where all counts are above ``most``, with lower bounds.
    low
        The first guess.

    Returns
    -------
    width, lowest : int
        How many guesses the tile has, and the least that one has so far.
    """
    # Four words with four a turn, many guesses side by side: compilers make vectors of this.
    n = len(members)
    width = min(TILE, board.labels.shape[0] - low)
    high = low + width
    columns = board.columns
    missing = tile[0, :width]
    again0, again1 = tile[1, :width], tile[2, :width]
    again2, again3 = tile[3, :width], tile[4, :width]
    lowest = np.uint8(0)
    for j in range(width):
        missing[j] = 0
    whole = n // 4 * 4
    for b in range(0, whole, 4):
        x0, x1 = columns[members[b], low:high], columns[members[b + 1], low:high]
        x2, x3 = columns[members[b + 2], low:high], columns[members[b + 3], low:high]
        for j in range(width):
            p, q, r, s = x0[j], x1[j], x2[j], x3[j]
            again0[j] = 0
            again1[j] = np.uint8(p == q)
            again2[j] = np.uint8(p == r) | np.uint8(q == r)
            again3[j] = np.uint8(p == s) | np.uint8(q == s) | np.uint8(r == s)
        for a in range(0, b, 4):
            y0, y1 = columns[members[a], low:high], columns[members[a + 1], low:high]
            y2, y3 = columns[members[a + 2], low:high], columns[members[a + 3], low:high]
            for j in range(width):
                p, q, r, s = y0[j], y1[j], y2[j], y3[j]
                z = x0[j]
                again0[j] |= (
                    np.uint8(p == z) | np.uint8(q == z) | np.uint8(r == z) | np.uint8(s == z)
                )
                z = x1[j]
                again1[j] |= (
                    np.uint8(p == z) | np.uint8(q == z) | np.uint8(r == z) | np.uint8(s == z)
                )
                z = x2[j]
                again2[j] |= (
                    np.uint8(p == z) | np.uint8(q == z) | np.uint8(r == z) | np.uint8(s == z)
                )
                z = x3[j]
                again3[j] |= (
                    np.uint8(p == z) | np.uint8(q == z) | np.uint8(r == z) | np.uint8(s == z)
                )
        lowest = np.uint8(255)
        for j in range(width):
            missing[j] += again0[j] + again1[j] + again2[j] + again3[j]
            lowest = min(lowest, missing[j])
        if lowest > most:
            return width, int(lowest)
    for b in range(whole, n):
        x = columns[members[b], low:high]
        for j in range(width):
            again0[j] = 0
        for a in range(b):
            y = columns[members[a], low:high]
            for j in range(width):
                again0[j] |= np.uint8(x[j] == y[j])
        lowest = np.uint8(255)
        for j in range(width):
            missing[j] += again0[j]
            lowest = min(lowest, missing[j])
    return width, int(lowest)


@kernel
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


@kernel(allocates=True)
def legal_guesses(board: Board, asked: Array) -> Array:
    """Return the guesses that do what hard mode asks, rising."""
    length = board.letters.shape[1]
    demands = np.flatnonzero(asked)
    legal = np.empty(len(board.letters), np.int64)
    count = 0
    for guess in range(len(legal)):
        does = True
        for demand in demands:
            if demand < length:
                does = asked[demand] == board.letters[guess, demand] + 1
            else:
                does = board.copies[guess, demand - length] >= asked[demand]
            if not does:
                break
        legal[count] = guess
        count += does
    return legal[:count]


@kernel(internal=True)
def trivial(n: int, left: int) -> int:
    """Bound a set by its size ("One word at the first guess")."""
    if n == 0:
        return 0
    if left == 0 or (left == 1 and n > 1):
        return INFINITE
    return 2 * n - 1


@kernel(internal=True)
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


@kernel
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


@kernel
def forget(room: Room, count: int) -> None:
    """Set the counts of a partition to zero again."""
    for u in range(count):
        room.counts[room.used[u]] = 0


@kernel(allocates=True)
def bucket(room: Room, label: int) -> Array:
    """Return the bucket of a label."""
    return room.parts[room.ends[label] - room.counts[label] : room.ends[label]]


@kernel
def largest_scan(board: Board, members: Array, room: Room) -> int:
    """Return the most buckets that a guess makes of a set."""
    scan(board, members, room)
    best = 0
    for guess in range(len(room.k)):
        best = max(best, room.k[guess])
    return best


@kernel
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
