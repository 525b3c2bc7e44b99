"""Counts of the checker, compiled: codes, buckets, what they weigh, and legal guesses.

K of a guess on a set is the sum over its buckets of the weight of the heaviest candidate: the
number of buckets if every answer weighs 1. Answers are numbered by descending weight, so the first
candidate of each bucket of a set in ascending order is its heaviest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.rules.conditions import INFINITE

Array = npt.NDArray[Any]

PAIRED = 100
"""Largest set that is scanned by comparing pairs; larger ones are scanned by marking labels."""

PAIRED_WEIGHED = 250
"""The same if words have weights: writing the heaviest candidate costs more than a mark."""

TILE = 1024
"""Guesses that are compared side by side, so that compilers use vectors."""

SUPERSETS = 4
"""How many supersets of a set, the smallest, are searched for the least K of each guess."""

AT_ONCE = 8
"""Sets or guesses marked before any is summed, since a sum right after its marks would stall."""


class CheckerBoard(NamedTuple):
    """The words as arrays."""

    # uint8, uint16 or uint32 (guesses, answers): answers with equal labels share a bucket
    labels: Array
    columns: Array  # (answers, guesses): the transpose of labels
    width: int  # one more than the largest label
    letters: Array  # uint8 (guesses, length): letter indices
    # uint8 (length + alphabet, guesses): what guesses offer to hard mode, in the form of
    # `Known.demands`: for each place 1 + the letter, for each letter its copies
    offers: Array
    most: Array  # int64 (guesses,): K over all answers, descending
    answer_of: Array  # int32 (guesses,): the answer that each guess is; -1 for none
    guess_of: Array  # int32 (answers,): the guess that each answer is
    weights: Array  # int64 (answers,): descending
    weighed: bool  # whether one of them is not 1
    paired: int  # `PAIRED`, or `PAIRED_WEIGHED` if so


class Supersets(NamedTuple):
    """Sets of answers, the smallest first, all answers last, and K of every guess on each."""

    of_answer: Array  # uint64 (answers, sets / 64 rounded up): the sets of each answer, as bits
    sums: Array  # int32 (sets, guesses)


class Known(NamedTuple):
    """Claims, found by their sets of answers."""

    starts: Array  # int64 (claims + 1,): where the candidates of each claim begin
    candidates: Array  # int32: the answers of all claims, ascending in each
    # uint8 (claims, length + alphabet): what hard mode demands of a guess: for each place 1 + the
    # required letter, for each letter the required copies; all 0 if every guess is considered
    demands: Array
    bounds: Array  # int64 (claims,)
    left: Array  # int64 (claims,): guesses left
    table: Array  # int64: hash table, open addressing: the last claim of a set; -1 for none
    following: Array  # int64 (claims,): the previous claim of the same set; -1 for none


class CheckerWorkspace(NamedTuple):
    """Scratch arrays; ``counts``, ``inside``, ``marks`` and ``heaviest`` are zero between calls."""

    counts: Array  # int64 (width,): sizes of the buckets by label; see `split`
    ends: Array  # int64 (width,): where each bucket ends in laid_out
    used: Array  # int64 (width,): labels of the buckets
    laid_out: Array  # int32 (answers,): the buckets, one after another
    demands: Array  # uint8 (length + alphabet,): what hard mode demands
    inside: Array  # uint8 (answers,): 1 for the answers of a set
    # int64 (width + 1,): the number of the round, then the last round that met each label
    stamps: Array
    sums: Array  # int64 (guesses,): K of each guess
    likely: Array  # int64 (guesses,): guesses, ascending
    ceilings: Array  # int32 (guesses,): upper bound of K of each guess
    flags: Array  # uint8 (guesses rounded up to eights,): 1 for guesses to be listed
    # uint8 (5, TILE): candidates that share the bucket of an earlier one, by guess
    tile: Array
    missing: Array  # int32 (TILE,): what those candidates weigh, if some do not weigh 1
    marks: Array  # uint64 (AT_ONCE, width / 8 rounded up): a byte for each label
    heaviest: Array  # int32 (AT_ONCE, width): weight of the heaviest candidate of each label


FEWEST_COMPARED, COMPARED_EACH = 6, 2
"""Candidates compared first, and the number added for each bucket that may be missing."""

MOST_COMPARED = 252
"""Most candidates that are compared, since a byte counts them."""

FEW_LEGAL = 8
"""Legal guesses are counted one by one if fewer than one guess in this many is legal."""


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


@kernel
def fill_pegs(guess: Array, answers: Array, free: Array, out: Array) -> None:
    """Write how many letters of a guess answers have in place, times length + 1, and in common.

    ``free`` is zero for each letter.
    """
    length = len(guess)
    for a in range(len(answers)):
        answer = answers[a]
        black = common = 0
        for p in range(length):
            black += guess[p] == answer[p]
            free[answer[p]] += 1
        for p in range(length):
            if free[guess[p]] > 0:
                free[guess[p]] -= 1
                common += 1
        for p in range(length):
            free[answer[p]] = 0
        out[a] = black * (length + 1) + common


@kernel(internal=True)
def weight_of(board: CheckerBoard, candidates: Array) -> int:
    """Return the weight of a set."""
    if not board.weighed:
        return len(candidates)
    weight = 0
    for i in range(len(candidates)):
        weight += board.weights[candidates[i]]
    return weight


@kernel(internal=True)
def mark_labels(row: Array, candidates: Array, marks: Array) -> None:
    """Mark the labels of a set; `count_marks` counts the marks and clears them."""
    for i in range(len(candidates)):
        marks[row[candidates[i]]] = 1


@kernel(internal=True)
def count_marks(row: Array, candidates: Array, marks: Array) -> int:
    """Count the marks of a set, and clear them."""
    count = 0
    if len(marks) <= 32:  # eight labels per word: at most 32 for each byte of the sum
        lanes = np.uint64(0)
        for w in range(len(marks)):
            lanes += marks[w]
            marks[w] = np.uint64(0)
        even = np.uint64(0x00FF00FF00FF00FF)
        lanes = (lanes & even) + ((lanes >> np.uint64(8)) & even)
        return int((lanes * np.uint64(0x0001000100010001)) >> np.uint64(48))
    bytes_of = marks.view(np.uint8)
    for i in range(len(candidates)):
        label = row[candidates[i]]
        count += bytes_of[label]
        bytes_of[label] = 0
    return count


@kernel(internal=True)
def write_heaviest(row: Array, candidates: Array, weights: Array, heaviest: Array) -> None:
    """Write the heaviest candidate of each label; `add_heaviest` adds them up and clears them."""
    for i in range(len(candidates) - 1, -1, -1):  # the heaviest is written last
        heaviest[row[candidates[i]]] = weights[candidates[i]]


@kernel(internal=True)
def add_heaviest(row: Array, candidates: Array, heaviest: Array) -> int:
    """Add up the heaviest candidates, and clear them."""
    weight = 0
    if len(heaviest) <= 256:
        for label in range(len(heaviest)):
            weight += heaviest[label]
            heaviest[label] = 0
        return weight
    for i in range(len(candidates)):
        label = row[candidates[i]]
        weight += heaviest[label]
        heaviest[label] = 0
    return weight


@kernel(allocates=True)
def scan(board: CheckerBoard, candidates: Array, workspace: CheckerWorkspace) -> None:
    """Write K of every guess on a set to ``workspace.sums``."""
    if len(candidates) > board.paired:
        count_by_marks(board, candidates, workspace, np.arange(board.labels.shape[0]))
        return
    weight = weight_of(board, candidates)
    for low in range(0, board.labels.shape[0], TILE):
        width, _ = compare_pairs(board, candidates, workspace, low, weight)
        if board.weighed:
            for j in range(width):
                workspace.sums[low + j] = weight - workspace.missing[j]
            continue
        for j in range(width):
            workspace.sums[low + j] = weight - workspace.tile[0, j]


@kernel(allocates=True)
def scan_above(
    board: CheckerBoard, candidates: Array, workspace: CheckerWorkspace, least: int
) -> Array:
    """Return the guesses whose K exceeds ``least``, and a few others, ascending.

    Their K are written to ``workspace.sums``.
    """
    n, weight = len(candidates), weight_of(board, candidates)
    most = weight - 1 - least  # weight of candidates that may share the bucket of an earlier one
    sharing = most  # how many those are at most: the lightest ones
    if board.weighed:
        sharing, left = 0, most
        while sharing < n and left >= board.weights[candidates[n - 1 - sharing]]:
            left -= board.weights[candidates[n - 1 - sharing]]
            sharing += 1
    some = FEWEST_COMPARED + COMPARED_EACH * (sharing + 1)
    some = min(some, n) if n <= board.paired else some
    likely = workspace.likely
    count = 0
    if some > min(n, MOST_COMPARED):
        scan(board, candidates, workspace)
        for guess in range(len(likely)):
            likely[count] = guess
            count += workspace.sums[guess] > least
        return likely[:count]
    # A few candidates are enough to rule out most guesses.
    missing, few = workspace.tile[0], workspace.tile[1]
    for low in range(0, board.labels.shape[0], TILE):
        width, lowest = compare_pairs(board, candidates[:some], workspace, low, most)
        if lowest > most:
            continue
        few[:] = 0
        if board.weighed:
            for j in range(width):
                few[j] = workspace.missing[j] <= most
        else:
            for j in range(width):
                few[j] = missing[j] <= most
        eights = few.view(np.uint64)
        for eight in range((width + 7) // 8):
            if eights[eight]:
                for j in range(8 * eight, min(8 * eight + 8, width)):
                    likely[count] = low + j
                    lost = workspace.missing[j] if board.weighed else missing[j]
                    workspace.sums[low + j] = weight - lost
                    count += few[j]
    if some < n:
        count_by_marks(board, candidates, workspace, likely[:count])
    return likely[:count]


@kernel(allocates=True)
def scan_allowed(
    board: CheckerBoard,
    candidates: Array,
    workspace: CheckerWorkspace,
    demands: Array,
    hard: bool,
    least: int,
) -> Array:
    """Return what `scan_above` returns; in hard mode, only legal guesses."""
    if not hard:
        return scan_above(board, candidates, workspace, least)
    legal = legal_guesses(board, demands)
    if len(candidates) > board.paired or FEW_LEGAL * len(legal) < len(workspace.sums):
        count_by_marks(board, candidates, workspace, legal)
        return legal
    likely = scan_above(board, candidates, workspace, least)
    i = count = 0
    for guess in likely:
        while i < len(legal) and legal[i] < guess:
            i += 1
        if i < len(legal) and legal[i] == guess:
            likely[count] = guess
            count += 1
    return likely[:count]


@kernel
def most_that_meets(weight: int, heaviest: int, bound: int, left: int) -> int:
    """Return the largest K for which the one-ply bound of a set reaches ``bound``.

    With one guess left after it, a guess has to tell all candidates apart.
    """
    return max(3 * weight - bound - heaviest, weight - 1 if left == 1 else 0)


@kernel(internal=True)
def count_by_marks(
    board: CheckerBoard, candidates: Array, workspace: CheckerWorkspace, guesses: Array
) -> None:
    """Write K of some guesses on a set to ``workspace.sums``, by marking labels."""
    bytes_of, heaviest = workspace.marks.view(np.uint8), workspace.heaviest
    for low in range(0, len(guesses), AT_ONCE):
        high = min(low + AT_ONCE, len(guesses))
        if board.weighed:
            for i in range(low, high):
                row = board.labels[guesses[i]]
                write_heaviest(row, candidates, board.weights, heaviest[i - low])
            for i in range(low, high):
                row = board.labels[guesses[i]]
                workspace.sums[guesses[i]] = add_heaviest(row, candidates, heaviest[i - low])
            continue
        for i in range(low, high):
            mark_labels(board.labels[guesses[i]], candidates, bytes_of[i - low])
        for i in range(low, high):
            row = board.labels[guesses[i]]
            workspace.sums[guesses[i]] = count_marks(row, candidates, workspace.marks[i - low])


@kernel(internal=True)
def lose(lost: Array, again: Array, weight: int) -> int:
    """Add the weight of a candidate where it shares an earlier one's bucket; return the least."""
    least, each = np.int32(2**31 - 1), np.int32(weight)
    for j in range(len(lost)):
        lost[j] += each * again[j]
        least = min(least, lost[j])
    return int(least)


@kernel(internal=True)
def compare_pairs(
    board: CheckerBoard, candidates: Array, workspace: CheckerWorkspace, low: int, most: int
) -> tuple[int, int]:
    """Count, for a tile of guesses from ``low`` on, candidates that share an earlier one's bucket.

    There are at most `MOST_COMPARED` candidates. The counts go to the first row of
    ``workspace.tile``, or the weights to ``workspace.missing`` if some are not 1; if all exceed
    ``most``, they are lower bounds. Returns the width of the tile and the lowest count or weight.
    """
    # Four candidates are compared with four, for many guesses side by side: compilers vectorise it.
    n = len(candidates)
    width = min(TILE, board.labels.shape[0] - low)
    high = low + width
    columns, tile = board.columns, workspace.tile
    missing, lost = tile[0, :width], workspace.missing[:width]
    again0, again1 = tile[1, :width], tile[2, :width]
    again2, again3 = tile[3, :width], tile[4, :width]
    lowest, lightest = np.uint8(0), 0
    for j in range(width):
        missing[j] = 0
    if board.weighed:
        for j in range(width):
            lost[j] = 0
    whole = n // 4 * 4
    for b in range(0, whole, 4):
        x0, x1 = columns[candidates[b], low:high], columns[candidates[b + 1], low:high]
        x2, x3 = columns[candidates[b + 2], low:high], columns[candidates[b + 3], low:high]
        for j in range(width):
            p, q, r, s = x0[j], x1[j], x2[j], x3[j]
            again0[j] = 0
            again1[j] = np.uint8(p == q)
            again2[j] = np.uint8(p == r) | np.uint8(q == r)
            again3[j] = np.uint8(p == s) | np.uint8(q == s) | np.uint8(r == s)
        for a in range(0, b, 4):
            y0, y1 = columns[candidates[a], low:high], columns[candidates[a + 1], low:high]
            y2, y3 = columns[candidates[a + 2], low:high], columns[candidates[a + 3], low:high]
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
        if board.weighed:
            for i in range(4):
                lightest = lose(lost, tile[1 + i, :width], board.weights[candidates[b + i]])
            if lightest > most:
                return width, lightest
            continue
        lowest = np.uint8(255)
        for j in range(width):
            missing[j] += again0[j] + again1[j] + again2[j] + again3[j]
            lowest = min(lowest, missing[j])
        if lowest > most:
            return width, int(lowest)
    for b in range(whole, n):
        x = columns[candidates[b], low:high]
        for j in range(width):
            again0[j] = 0
        for a in range(b):
            y = columns[candidates[a], low:high]
            for j in range(width):
                again0[j] |= np.uint8(x[j] == y[j])
        if board.weighed:
            lightest = lose(lost, again0, board.weights[candidates[b]])
            continue
        lowest = np.uint8(255)
        for j in range(width):
            missing[j] += again0[j]
            lowest = min(lowest, missing[j])
    if board.weighed:
        return width, lightest
    return width, int(lowest)


@kernel
def add_demands(letters: Array, guess: int, answer: int, demands: Array) -> None:
    """Add to ``demands`` what hard mode demands after a guess, if ``answer`` is hidden."""
    length = letters.shape[1]
    for p in range(length):
        if letters[guess, p] == letters[answer, p]:
            demands[p] = letters[guess, p] + 1
    # As many copies of a letter are coloured as both guess and answer have.
    for p in range(length):
        letter = letters[guess, p]
        mine = 0
        hidden = 0
        for q in range(length):
            mine += letters[guess, q] == letter
            hidden += letters[answer, q] == letter
        demands[length + letter] = max(demands[length + letter], min(mine, hidden))


@kernel(allocates=True)
def legal_guesses(board: CheckerBoard, demands: Array) -> Array:
    """Return the guesses that satisfy what hard mode demands, ascending."""
    legal = np.empty(len(board.letters), np.int64)
    flags = np.zeros((len(legal) + 7) // 8 * 8, np.uint8)
    flag_legal(board, demands, flags)
    return legal[: list_flagged(flags, legal)]


@kernel(internal=True)
def flag_legal(board: CheckerBoard, demands: Array, flags: Array) -> None:
    """Flag the guesses that satisfy what hard mode demands."""
    length, guesses = board.letters.shape[1], len(board.letters)
    for guess in range(guesses):
        flags[guess] = 1
    for demand in range(len(demands)):
        wanted, offers = demands[demand], board.offers[demand]
        if wanted and demand < length:
            for guess in range(guesses):
                flags[guess] &= offers[guess] == wanted
        elif wanted:
            for guess in range(guesses):
                flags[guess] &= offers[guess] >= wanted


@kernel(internal=True)
def list_flagged(flags: Array, out: Array) -> int:
    """List the guesses that are flagged, ascending; return how many."""
    count = 0
    eights = flags.view(np.uint64)
    for eight in range(len(eights)):
        if eights[eight]:
            for guess in range(8 * eight, 8 * eight + 8):
                if flags[guess]:
                    out[count] = guess
                    count += 1
    return count


@kernel
def find_ceilings(supersets: Supersets, candidates: Array, ceilings: Array) -> None:
    """Write the least K of every guess on the smallest sets that hold all the candidates.

    No K on the candidates is larger.
    """
    sums, found = supersets.sums, 0
    for word in range(supersets.of_answer.shape[1]):
        bits = supersets.of_answer[candidates[0], word]
        for i in range(1, len(candidates)):
            bits &= supersets.of_answer[candidates[i], word]
        for bit in range(64):
            if bits >> np.uint64(bit) & np.uint64(1):
                row = sums[64 * word + bit]
                if found == 0:
                    for guess in range(len(row)):
                        ceilings[guess] = row[guess]
                else:
                    for guess in range(len(row)):
                        ceilings[guess] = min(ceilings[guess], row[guess])
                found += 1
                if found == SUPERSETS:
                    return


@kernel
def fill_supersets(
    first: int,
    last: int,
    board: CheckerBoard,
    workspace: CheckerWorkspace,
    sets: Array,
    sums: Array,
) -> None:
    """Write K of all guesses on some sets; ``sets`` has the answers of each, as booleans."""
    for number in range(first, last):
        candidates, size = workspace.laid_out, 0
        for answer in range(len(candidates)):
            candidates[size] = answer
            size += sets[number, answer]
        scan(board, candidates[:size], workspace)
        for guess in range(len(workspace.sums)):
            sums[number, guess] = workspace.sums[guess]


@kernel(internal=True)
def trivial(board: CheckerBoard, candidates: Array, left: int) -> int:
    """Bound a set by its weight ("The first guess")."""
    if left == 0 or (left == 1 and len(candidates) > 1):
        return INFINITE
    return 2 * weight_of(board, candidates) - board.weights[candidates[0]]


@kernel(internal=True)
def by_own_words(board: CheckerBoard, candidates: Array, weight: int, stamps: Array) -> int:
    """Bound a set of a weight by its own words as first guesses ("Own words")."""
    least, heaviest = 2 * weight, board.weights[candidates[0]]
    for t in range(len(candidates)):
        stamps[0] += 1
        row = board.labels[board.guess_of[candidates[t]]]
        bound = 2 * weight - board.weights[candidates[t]]
        for i in range(len(candidates)):
            label = row[candidates[i]]
            if stamps[label + 1] == stamps[0]:
                bound += board.weights[candidates[i]]
                if bound >= least:
                    break
            stamps[label + 1] = stamps[0]
        least = min(least, bound)
        if least == 2 * weight - heaviest:
            break
    return least


@kernel
def split(row: Array, candidates: Array, workspace: CheckerWorkspace) -> int:
    """Lay out a set bucket by bucket, answers ascending; return the number of buckets.

    Their labels are in ``workspace.used``; the bucket of a label is
    ``workspace.laid_out[ends[label] - counts[label] : ends[label]]``. `forget` clears the counts.
    """
    count = 0
    for i in range(len(candidates)):
        label = row[candidates[i]]
        if workspace.counts[label] == 0:
            workspace.used[count] = label
            count += 1
        workspace.counts[label] += 1
    end = 0
    for u in range(count):
        workspace.ends[workspace.used[u]] = end
        end += workspace.counts[workspace.used[u]]
    for i in range(len(candidates)):
        label = row[candidates[i]]
        workspace.laid_out[workspace.ends[label]] = candidates[i]
        workspace.ends[label] += 1
    return count


@kernel
def forget(workspace: CheckerWorkspace, count: int) -> None:
    """Reset the counts of a partition to zero."""
    for u in range(count):
        workspace.counts[workspace.used[u]] = 0


@kernel(allocates=True)
def bucket_of(workspace: CheckerWorkspace, label: int) -> Array:
    """Return the bucket of a label."""
    return workspace.laid_out[
        workspace.ends[label] - workspace.counts[label] : workspace.ends[label]
    ]


@kernel
def largest_scan(board: CheckerBoard, candidates: Array, workspace: CheckerWorkspace) -> int:
    """Return the largest K of all guesses on a set."""
    scan(board, candidates, workspace)
    best = 0
    for guess in range(len(workspace.sums)):
        best = max(best, workspace.sums[guess])
    return best


@kernel
def keep_together(board: CheckerBoard, candidates: Array, kept: Array) -> None:
    """Write the guesses that leave a set in one bucket, as bits."""
    kept[:] = np.uint64(0)
    for guess in range(len(board.labels)):
        row = board.labels[guess]
        label = row[candidates[0]]
        together = True
        for i in range(1, len(candidates)):
            if row[candidates[i]] != label:
                together = False
                break
        if together:
            kept[guess >> 6] |= np.uint64(1) << np.uint64(guess & 63)
