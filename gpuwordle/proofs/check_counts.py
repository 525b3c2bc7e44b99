"""What the checker counts: codes, buckets of sets, perfect members, legal guesses."""

from __future__ import annotations

import numpy as np

from gpuwordle.compiled import entry, inner
from gpuwordle.proofs.check_arrays import AT_ONCE, INFINITE, PAIRED, TILE, Array, Board, Room

FEWEST_COMPARED, COMPARED_EACH = 6, 2
"""Words that are compared first: so many, and so many more for each bucket that may be missing."""

FEW_LEGAL = 8
"""Where one guess of so many is legal, or fewer, the legal ones are counted one by one."""


@entry
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


@inner
def marked(row: Array, members: Array, marks: Array) -> None:
    """Mark the labels of a set; `summed` counts them and wipes the marks."""
    for i in range(len(members)):
        marks[row[members[i]]] = 1


@inner
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


@entry
def scan(board: Board, members: Array, room: Room) -> None:
    """Count the buckets of every guess on a set: writes ``room.k``."""
    if len(members) <= PAIRED:
        compare_pairs(board, members, room, 0)
        return
    guesses = np.arange(board.labels.shape[0])
    count_by_marks(board, members, room, guesses)


@inner
def scan_above(board: Board, members: Array, room: Room, least: int) -> None:
    """Count the buckets of the guesses that make more than so many: writes ``room.k``.

    Of all others it is written that they make at most ``least``, or fewer where that is known.
    """
    n = len(members)
    some = FEWEST_COMPARED + COMPARED_EACH * (n - least)
    if some >= n:
        scan(board, members, room)
        return
    # Most guesses put two of few words in one bucket too often already.
    compare_pairs(board, members[:some], room, least - (n - some))
    count = 0
    likely = np.empty(len(room.k), np.int64)
    for guess in range(len(room.k)):
        room.k[guess] += n - some
        likely[count] = guess
        count += room.k[guess] > least
    count_by_marks(board, members, room, likely[:count])


@entry
def scan_allowed(
    board: Board, members: Array, room: Room, asked: Array, hard: bool, least: int
) -> None:
    """Do as `scan_above`; in hard mode it is written of guesses that are not legal: 0 buckets."""
    if not hard:
        scan_above(board, members, room, least)
        return
    legal = legal_guesses(board, asked)
    if len(members) > PAIRED or FEW_LEGAL * len(legal) < len(room.k):
        room.k[:] = 0
        count_by_marks(board, members, room, legal)
        return
    scan_above(board, members, room, least)
    i = 0
    for guess in range(len(room.k)):
        if i < len(legal) and legal[i] == guess:
            i += 1
        else:
            room.k[guess] = 0


@entry
def most_that_meets(n: int, bound: int, left: int) -> int:
    """Return how many buckets of a set a guess may make for one ply to bound it high enough.

    Parameters
    ----------
    left
        Guesses left after it: where it is one, fewer buckets than words are too few.
    """
    return max(3 * n - bound - 1, n - 1 if left == 1 else 0)


@inner
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


@inner
def compare_pairs(board: Board, members: Array, room: Room, least: int) -> None:
    """Do as `scan_above` by comparing each two words of a set."""
    # A word opens a bucket unless a word before it has its label. Four words a turn, many guesses
    # side by side: compilers make vectors of this.
    n = len(members)
    guesses = board.labels.shape[0]
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
            top = np.uint8(0)
            for j in range(width):
                count[j] += np.uint8(1) - again[j]
                top = max(top, count[j])
            left = n - 1 - b
            if top + left <= least:
                for j in range(width):
                    count[j] += np.uint8(left)
                break
        for j in range(width):
            room.k[low + j] = count[j]


@entry
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


@entry
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


@inner
def trivial(n: int, left: int) -> int:
    """Bound a set by its size ("One word at the first guess")."""
    if n == 0:
        return 0
    if left == 0 or (left == 1 and n > 1):
        return INFINITE
    return 2 * n - 1


@inner
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


@entry
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


@entry
def forget(room: Room, count: int) -> None:
    """Set the counts of a partition to zero again."""
    for u in range(count):
        room.counts[room.used[u]] = 0


@entry
def bucket(room: Room, label: int) -> Array:
    """Return the bucket of a label."""
    return room.parts[room.ends[label] - room.counts[label] : room.ends[label]]


@entry
def largest_scan(board: Board, members: Array, room: Room) -> int:
    """Return the most buckets that a guess makes of a set."""
    scan(board, members, room)
    best = 0
    for guess in range(len(room.k)):
        best = max(best, room.k[guess])
    return best


@entry
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
