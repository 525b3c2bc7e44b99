"""Check of a certificate by the rules of the game alone.

Nothing that proved it is used or trusted: codes, buckets and legal guesses are computed again from
the words, and every bound from all guesses. ``docs/certificates.md`` says what is checked and why
it is a proof. From the package it imports the rules of the game, the letters that are written with
several characters, and the decorator of compiled functions; a contract forbids the rest.
"""

from __future__ import annotations

import operator
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import accumulate
from math import isqrt
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from gpuwordle.proofs.board import Words, workspace_of
from gpuwordle.proofs.certificate import (
    ALIKE,
    IMPOSSIBLE,
    ONE_PLY,
    SEARCHED,
    SIZES,
    Alike,
    Certificate,
    Claims,
    CoreProof,
    FamilyProof,
    Refutations,
    Statement,
    TreeTable,
    paths_of,
)
from gpuwordle.proofs.check_counts import (
    CheckerBoard,
    CheckerWorkspace,
    Known,
    Supersets,
    add_demands,
    fill_supersets,
)
from gpuwordle.proofs.check_loops import check_claims, check_cores, check_openers, index_claims
from gpuwordle.proofs.limits import Limits, TooLarge
from gpuwordle.proofs.replay import Played, PlayedTree, WrongTree, play
from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.conditions import INFINITE, NO_LIMIT
from gpuwordle.rules.pattern import Pattern

LARGEST_FAMILY = 64
"""Most words of a family: the search for how many of them a few guesses tell apart
grows fast."""

MOST_SYMMETRIES = 1024
"""Most permutations of the guesses; certificates hold only those that some opener needs."""

MOST_STATEMENTS = 16
"""Most statements of a certificate; no objective needs more than two."""

MOST_ALIKE = 4096
"""Most claims about one set of answers; known lists have about a hundred."""

SHOWN_CLUES = 12
"""Clues of a path that an error shows."""

TICKS = 1024
"""Steps of a search between two looks at the clock."""


class Refused(ValueError):
    """A certificate does not prove what it says; the message has the place that shows it."""


@dataclass(frozen=True)
class Bound:
    """A statement that was found to be true: no tree has a smaller total under a limit.

    ``allowed`` is None for no limit; ``bound`` is None if no tree finds all answers.
    """

    allowed: int | None
    bound: int | None


@dataclass(frozen=True)
class Conclusions:
    """What an accepted certificate proves."""

    optimal: bool  # whether no tree is better than its own
    games: Played | None  # the games of its tree, if it has one
    bounds: tuple[Bound, ...]  # what holds for every tree
    work: dict[str, int]  # how much was checked: openers by method, claims, scans, cores, ...


def parts(costs: npt.NDArray[np.integer]) -> Iterator[tuple[int, int]]:
    """Yield (first, end) of the parts in which work of these costs is done.

    >>> list(parts(np.array([PAIRS_AT_ONCE // 2, PAIRS_AT_ONCE // 2, 1, 2 * PAIRS_AT_ONCE])))
    [(0, 2), (2, 3), (3, 4)]
    """
    ends = np.cumsum(costs, dtype=np.int64)
    first = 0
    while first < len(ends):
        done = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, done + PAIRS_AT_ONCE, "right")))
        yield first, last
        first = last


def require(truth: bool, reason: str) -> None:
    """Refuse a certificate unless something is true."""
    if not truth:
        raise Refused(reason)


def touched_words(labels: npt.NDArray) -> list[int]:
    """Return the words of a family that each guess touches, as bits of an integer.

    ``labels`` has the bucket of every guess (rows) and word of the family (columns); bit i is
    column i. For each guess an adversary keeps the largest bucket, and the others are touched. If
    guesses leave two words untouched, those two have had the same patterns, and the next guess
    cannot be both.
    """
    found = []
    for row in labels.tolist():
        sizes = {label: row.count(label) for label in set(row)}
        kept = max(sizes, key=lambda label: (sizes[label], -label))
        found.append(sum(1 << i for i, label in enumerate(row) if label != kept))
    return found


def most_touched(
    masks: Iterable[int], guesses: int, enough: int, limits: Limits | None = None
) -> list[int] | None:
    """Return the masks of at most ``guesses`` guesses that touch ``enough`` words, or None.

    ``masks`` has the words that each guess touches; see `touched_words`.
    """
    # A guess that touches no more than another need not be tried.
    kept: list[int] = []
    for mask in sorted(set(masks), key=lambda mask: (-mask.bit_count(), mask)):
        if limits is not None:
            limits.tick()
        if not any(mask & other == mask for other in kept):
            kept.append(mask)
    # What the masks from each on touch together.
    together = list(accumulate(reversed(kept), operator.or_, initial=0))[::-1]
    steps = 0

    def search(first: int, left: int, covered: int) -> list[int] | None:
        nonlocal steps
        steps += 1
        if limits is not None and steps % TICKS == 0:
            limits.tick()
        if covered.bit_count() >= enough:
            return []
        if left == 0:
            return None
        for place in range(first, len(kept)):
            # Masks fall in size, and so does what all that are left could add.
            if covered.bit_count() + left * kept[place].bit_count() < enough:
                return None
            if (covered | together[place]).bit_count() < enough:
                return None
            if not kept[place] & ~covered:  # so no search goes deeper than a family has words
                continue
            rest = search(place + 1, left - 1, covered | kept[place])
            if rest is not None:
                return [kept[place], *rest]
        return None

    return search(0, guesses, 0)


METHODS = {SIZES: "sizes", ONE_PLY: "one-ply bounds", SEARCHED: "search", ALIKE: "symmetry"}

PAIRS_AT_ONCE = 1 << 25
"""Pairs of a guess and an answer between two looks at the clock, which let Ctrl-C through."""

AHEAD = 4
"""Ranges for each thread that may wait to be judged."""

Progress = Callable[[float], None]
Counters = npt.NDArray[np.int64]
T = TypeVar("T")


def check(
    certificate: Certificate,
    progress: Progress | None = None,
    *,
    memory: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
) -> Conclusions:
    """Check everything that a certificate says; raise Refused with the first thing that is wrong.

    Raises TooLarge if that takes more bytes of ``memory`` or ``seconds`` than given; None is no
    limit. ``threads`` share the openers and claims; verdict and reason do not depend on them.
    ``progress`` gets the fraction of the work that is done.
    """
    limits = Limits(memory, seconds)
    require(certificate.rule in RULES, f"its rule {certificate.rule!r:.40} is not known")
    rule = RULES[certificate.rule]
    require(
        rule.has_colours or not certificate.hard, "hard mode needs colours, which its rule lacks"
    )
    _check_sizes(certificate, limits)
    try:
        lists = certificate.guesses, certificate.answers
        words = Words(*lists, limits.tick, rule=rule, weights=certificate.weights)
    except ValueError as error:
        raise Refused(str(error)) from None
    tree = certificate.tree
    games = None if tree is None else _games(certificate, tree, words, limits)
    _check_statements(certificate, games)
    work: Counter[str] = Counter()
    report = progress or (lambda fraction: None)
    for number, statement in enumerate(certificate.statements):

        def share(fraction: float, number: int = number) -> None:
            report((number + fraction) / len(certificate.statements))

        if isinstance(statement.proof, Refutations):
            given = certificate, statement, statement.proof, words
            _check_refutations(*given, share, work, limits, threads)
        elif isinstance(statement.proof, CoreProof):
            _check_core_proof(statement, statement.proof, words, share, work, limits)
        else:
            _check_family_proof(statement, statement.proof, words, work, limits)
    report(1.0)
    bounds = tuple(Bound(said.allowed, said.bound) for said in certificate.statements)
    return Conclusions(_is_optimal(certificate, games), games, bounds, dict(work))


def _check_sizes(certificate: Certificate, limits: Limits) -> None:
    """Refuse what takes too much work, before any work is done."""
    statements = [(said.allowed, said.bound) for said in certificate.statements]
    require(len(set(statements)) == len(statements), "it states the same bound twice")
    require(
        len(statements) <= MOST_STATEMENTS,
        f"it has {len(statements)} statements, more than {MOST_STATEMENTS}",
    )
    guesses, answers = len(certificate.guesses), len(certificate.answers)
    length = len(certificate.guesses[0]) if certificate.guesses else 0
    # Labels and their transpose are held, and the labels once more while they are sorted.
    each = 1 if length <= 5 else 2 if length <= 10 or answers <= 2**16 else 4
    limits.need(3 * each * guesses * answers, f"{guesses:,} guesses on {answers:,} answers")
    for said in certificate.statements:
        if isinstance(said.proof, CoreProof):
            cores = len(said.proof.sizes)
            limits.need(cores * guesses // 8, f"{cores:,} cores of {guesses:,} guesses")
        elif isinstance(said.proof, FamilyProof) and len(said.proof.words) > LARGEST_FAMILY:
            raise TooLarge(
                f"its family has {len(said.proof.words):,} words, more than {LARGEST_FAMILY}"
            )


# The tree, and what the statements prove together


def _games(certificate: Certificate, table: TreeTable, words: Words, limits: Limits) -> Played:
    """Play the tree of a certificate by the rules, and check the compiled codes of its opener."""
    nodes = len(table.guesses)
    require(nodes > 0, "its tree is empty")
    require(
        len(table.parents) == len(table.codes) == nodes and table.parents[0] == -1,
        "the columns of its tree do not belong together",
    )
    before = (table.parents[1:] >= 0) & (table.parents[1:] < np.arange(1, nodes))
    require(bool(before.all()), "a node of its tree does not come after its parent")
    require(
        _within(table.guesses, len(certificate.guesses)), "its tree has a guess number out of range"
    )
    codes = words.rule.codes(words.length)
    require(_within(table.codes, codes), "its tree has a code that no pattern has")
    guesses = [certificate.guesses[guess] for guess in table.guesses.tolist()]
    tree = PlayedTree(guesses[0])
    try:
        for node in range(1, nodes):
            tree.add(int(table.parents[node]), int(table.codes[node]), guesses[node])
        games = play(
            tree,
            certificate.answers,
            certificate.guesses,
            hard=certificate.hard,
            allowed=certificate.allowed,
            weights=certificate.weights,
            rule=words.rule,
            tick=limits.tick,
        )
    except WrongTree as error:
        raise Refused(f"its tree is wrong: {error}") from None
    if games.unused:
        raise Refused(f"its tree has {games.unused} nodes that no answer reaches")
    opener = guesses[0]
    found = words.codes(int(table.guesses[0])).tolist()
    for answer, code in zip(words.answers, found, strict=True):
        told = Pattern.of(opener, answer, words.rule).code
        require(told == code, "compiled codes are not those of the rules")
    return games


def _check_statements(certificate: Certificate, games: Played | None) -> None:
    """Refuse statements that mean nothing, contradict the tree, or prove less than claimed."""
    require(bool(certificate.statements), "it states no bound")
    for statement in certificate.statements:
        limit = _said(statement.allowed)
        require((statement.allowed or 0) < NO_LIMIT, f"it allows {statement.allowed} guesses")
        require(
            statement.bound is None
            or (type(statement.bound) is int and 0 <= statement.bound < INFINITE),
            f"its bound {statement.bound!r:.40} is not a number of guesses",
        )
        if statement.bound is None and statement.allowed is None:
            raise Refused("it says that no tree finds all words, without any limit")
        if games is None or (statement.allowed is not None and games.worst > statement.allowed):
            continue
        if statement.bound is None:
            raise Refused(
                f"it says that no tree finds all words {limit}, but its own takes at most "
                f"{games.worst}"
            )
        if games.total < statement.bound:
            raise Refused(
                f"it says that every tree takes {statement.bound} guesses {limit}, but its own "
                f"takes {games.total}"
            )
    if certificate.optimal and not _is_optimal(certificate, games):
        tree = f"its tree of {games.total} guesses, at most {games.worst}" if games else "no tree"
        proven = "; ".join(
            f"at least {said.bound} {_said(said.allowed)}"
            if said.bound is not None
            else f"no tree finds all {_said(said.allowed)}"
            for said in certificate.statements
        )
        raise Refused(f"it says that it is optimal by {certificate.objective}: {tree}, {proven}")


def _is_optimal(certificate: Certificate, games: Played | None) -> bool:
    """Return whether the statements, if true, exclude a better tree than that of the games."""
    if games is None:
        return False

    def reached(allowed: int | None) -> bool:
        """Return whether no tree within a number of guesses allowed has a smaller total."""
        return any(
            said.bound is not None
            and said.bound >= games.total
            and (said.allowed is None or (allowed is not None and said.allowed >= allowed))
            for said in certificate.statements
        )

    least_worst = games.worst == 1 or any(
        said.bound is None and said.allowed is not None and said.allowed >= games.worst - 1
        for said in certificate.statements
    )
    if certificate.objective == "total":
        return reached(certificate.allowed)
    if certificate.objective == "worst":
        return least_worst
    return least_worst and reached(games.worst)


def _said(allowed: int | None) -> str:
    return "without a limit" if allowed is None else f"in {allowed} guesses"


# Openers and claims


def _check_refutations(
    certificate: Certificate,
    statement: Statement,
    proof: Refutations,
    words: Words,
    progress: Progress,
    work: Counter[str],
    limits: Limits,
    threads: int,
) -> None:
    methods = proof.methods
    require(
        len(methods) == len(words.guesses),
        f"it has methods for {len(methods)} openers, not {len(words.guesses)}",
    )
    require(_within(methods, len(METHODS)), "an opener is refuted by an unknown method")
    _check_symmetries(methods, proof.alike, certificate, words, limits)
    _check_columns(proof.claims, certificate, words)
    known = known_claims(proof.claims, words, limits)
    board, hard = words.board, certificate.hard
    claims, openers = len(proof.claims), len(words.guesses)
    counted = np.zeros(2, np.int64)

    def check_some(
        first: int, last: int, scratch: CheckerWorkspace
    ) -> tuple[tuple[int, ...], Counters]:
        counters = np.zeros(2, np.int64)
        return check_claims(first, last, board, known, scratch, hard, counters), counters

    def judge_claims(last: int, result: tuple[tuple[int, ...], Counters]) -> None:
        (claim, guess, found), counters = result
        if claim >= 0:
            path, best = _path(proof.claims, claim, words), words.guesses[words.order[guess]]
            raise Refused(
                f"claim {claim} ({path}) says {_bound(proof, claim)}, but what is known after "
                f"{best} adds up to {_number(found)}"
            )
        counted[:] += counters
        progress(last / (claims + openers))
        limits.tick()

    ranges = parts(openers * np.diff(known.starts))
    _share(board, ranges, threads, check_some, judge_claims)
    by_rank = methods[words.order].astype(np.uint8)
    bound = INFINITE if statement.bound is None else statement.bound
    allowed = NO_LIMIT if statement.allowed is None else statement.allowed
    each = len(words.answers) * np.where(by_rank == SIZES, 1, openers)
    each[by_rank == ALIKE] = 0
    # A pair of letters takes as long as an opener, all pairs a hundredth of all openers.
    letters = isqrt(int(np.isin(methods, (ONE_PLY, SEARCHED)).sum())) // 8
    supersets = supersets_of(words, letters, limits, threads)

    def check_more(first: int, last: int, scratch: CheckerWorkspace) -> tuple[int, int]:
        shared = board, known, supersets, scratch
        return check_openers(first, last, *shared, hard, allowed, bound, by_rank)

    def judge_openers(last: int, result: tuple[int, int]) -> None:
        opener, found = result
        if opener >= 0:
            word, said = words.guesses[words.order[opener]], METHODS[by_rank[opener]]
            raise Refused(
                f"opener {word} is not refuted by {said}: its bound is {_number(found)}, not "
                f"{_number(bound)} {_said(statement.allowed)}"
            )
        progress((claims + last) / (claims + openers))
        limits.tick()

    _share(board, parts(each), threads, check_more, judge_openers)
    for method, name in METHODS.items():
        work[f"openers by {name}"] += int((methods == method).sum())
    work["claims"] += claims
    work["scans"] += int(counted[0])
    work["splits"] += int(counted[1])


def supersets_of(words: Words, letters: int, limits: Limits, threads: int) -> Supersets:
    """Count K of all guesses on the sets of some of the commonest letters."""
    sets = words.sets(letters)
    board, guesses = words.board, len(words.guesses)
    limits.need(4 * len(sets) * guesses, f"{len(sets):,} sets of {guesses:,} guesses")
    sums = np.zeros((len(sets), guesses), np.int32)

    def count(first: int, last: int, scratch: CheckerWorkspace) -> None:
        fill_supersets(first, last, board, scratch, sets, sums)

    _share(board, parts(guesses * sets.sum(axis=1)), threads, count, lambda *_: limits.tick())
    holds = np.zeros((len(words.answers), -(-len(sets) // 64) * 64), np.bool_)
    holds[:, : len(sets)] = sets.T
    return Supersets(np.packbits(holds, axis=1, bitorder="little").view(np.uint64), sums)


def _check_symmetries(
    methods: npt.NDArray[np.integer],
    alike: Alike | None,
    certificate: Certificate,
    words: Words,
    limits: Limits,
) -> None:
    """Refuse openers not equivalent to one that is refuted by itself ("Equivalent openers")."""
    open_openers, guesses = methods == ALIKE, len(methods)
    if alike is None:
        require(not open_openers.any(), "it has equivalent openers, but no permutation")
        return
    require(
        not certificate.hard, "in hard mode no openers are equivalent: legality is not compared"
    )
    require(len(alike.by) == guesses, "its permutations map more or fewer openers than it has")
    require(len(alike.images) % guesses == 0, "its permutations are not as long as the list")
    permutations = alike.images.reshape(-1, guesses).astype(np.int64)
    require(
        0 < len(permutations) <= MOST_SYMMETRIES,
        f"it has {len(permutations):,} permutations, and 1 to {MOST_SYMMETRIES:,} are checked",
    )
    labels = words.board.labels[words.rank]  # (guesses, answers), by index
    answer_of = np.full(guesses, -1)
    answer_of[words.guess_of] = np.arange(len(words.answers))
    for place, images in enumerate(permutations):
        said = f"permutation {place}"
        require(np.array_equal(np.sort(images), np.arange(guesses)), f"{said} repeats a guess")
        answers = answer_of[images[words.guess_of]]
        require(int(answers.min()) >= 0, f"{said} maps an answer to a word that is not an answer")
        same = np.array_equal(words.weights[answers], words.weights)
        require(same, f"{said} maps an answer to one of another weight")
        for guess in range(guesses):
            same = np.array_equal(labels[images[guess]][answers], labels[guess])
            require(same, f"{said} changes the patterns of {words.guesses[guess]}")
        limits.tick()
    require(
        _within(alike.by[open_openers], len(permutations)),
        "an opener has a permutation number out of range",
    )
    while open_openers.any():
        some = np.flatnonzero(open_openers)
        left = open_openers[permutations[alike.by[some], some]]
        if left.all():
            raise Refused(f"opener {words.guesses[some[0]]} is equivalent to none that is refuted")
        open_openers[some[~left]] = False
        limits.tick()


def _share(
    board: CheckerBoard,
    ranges: Iterable[tuple[int, int]],
    threads: int,
    work: Callable[[int, int, CheckerWorkspace], T],
    judge: Callable[[int, T], None],
) -> None:
    """Work on ranges in threads, and judge each result, with the end of its range, in order."""
    free = [workspace_of(board) for _ in range(threads)]

    def run(first: int, last: int) -> T:
        scratch = free.pop()
        try:
            return work(first, last, scratch)
        finally:
            free.append(scratch)

    waiting: deque[tuple[int, Future[T]]] = deque()
    with ThreadPoolExecutor(threads, thread_name_prefix="verify") as pool:
        try:
            for first, last in ranges:
                waiting.append((last, pool.submit(run, first, last)))
                if len(waiting) > AHEAD * threads:
                    end, future = waiting.popleft()
                    judge(end, future.result())
            while waiting:
                end, future = waiting.popleft()
                judge(end, future.result())
        finally:
            for _, future in waiting:
                future.cancel()


def _check_columns(claims: Claims, certificate: Certificate, words: Words) -> None:
    """Refuse claims whose numbers mean nothing, before a compiled loop reads them."""
    count = len(claims)
    same = all(len(column) == count for column in (claims.bounds, claims.left, claims.legal))
    require(same, "the columns of its claims are not of one length")
    steps = int(claims.steps.sum(dtype=np.int64))
    require(
        not count or int(claims.steps.min()) >= 0,
        "a claim has a path of a negative length",
    )
    require(
        len(claims.path_guesses) == len(claims.path_codes) == steps,
        f"the paths of its claims have {steps} clues, but {len(claims.path_guesses)} guesses and "
        f"{len(claims.path_codes)} codes",
    )
    require(
        _within(claims.path_guesses, len(words.guesses)),
        "a path has a guess number out of range",
    )
    codes = words.rule.codes(words.length)
    require(_within(claims.path_codes, codes), "a path has a code that no pattern has")
    require(not count or int(claims.left.min()) >= 0, "a claim leaves a negative number of guesses")
    require(_within(claims.left, NO_LIMIT), "a claim leaves more guesses than any game takes")
    low = bool(count) and int(claims.bounds.min()) < IMPOSSIBLE
    require(not low, "a claim has a bound below zero")
    require(
        certificate.hard or not claims.legal.any(),
        "a claim is about hard mode, but the game is easy",
    )


def known_claims(claims: Claims, words: Words, limits: Limits) -> Known:
    """Find the candidates of each claim, and what hard mode demands there, from its path."""
    board = words.board
    everyone = np.arange(len(words.answers), dtype=np.int32)
    row = len(board.offers)
    limits.need(len(claims) * (row + 200), f"{len(claims):,} claims")
    total = 0
    demands = np.zeros((len(claims), row), np.uint8)
    sets = []
    for claim, where in enumerate(paths_of(claims)):
        candidates = everyone
        guesses, codes = claims.path_guesses[where].tolist(), claims.path_codes[where].tolist()
        for guess, code in zip(guesses, codes, strict=True):
            candidates = words.bucket(guess, code, candidates)
            limits.tick()
        if not len(candidates):
            raise Refused(f"claim {claim} ({_path(claims, claim, words)}) leaves no word")
        if claims.legal[claim]:
            for guess in words.rank[guesses]:
                add_demands(board.letters, guess, board.guess_of[candidates[0]], demands[claim])
        sets.append(candidates)
        total += len(candidates)
        if claim % TICKS == 0 or claim == len(claims) - 1:
            # Candidates are held claim by claim, and once more joined.
            limits.need(8 * total, f"{total:,} candidates of {len(claims):,} claims")
    size = 1 << max(4, (2 * len(claims)).bit_length())
    known = Known(
        starts=np.concatenate([[0], np.cumsum([len(found) for found in sets])]).astype(np.int64),
        candidates=np.concatenate([everyone[:0], *sets]),
        demands=demands,
        bounds=np.where(claims.bounds == IMPOSSIBLE, INFINITE, claims.bounds.astype(np.int64)),
        left=np.where(claims.left == 0, NO_LIMIT, claims.left.astype(np.int64)),
        table=np.full(size, -1, np.int64),
        following=np.full(len(claims), -1, np.int64),
    )
    index_claims(known)
    _check_alike(known)
    return known


def _check_alike(known: Known) -> None:
    """Raise TooLarge if too many claims are about one set: each look-up compares them all."""
    alike = np.ones(len(known.following), np.int64)
    for claim, other in enumerate(known.following.tolist()):  # earlier claims come first
        if other >= 0:
            alike[claim] = alike[other] + 1
    if len(alike) and alike.max() > MOST_ALIKE:
        raise TooLarge(
            f"{int(alike.max()):,} of its claims are about one set of answers, more than "
            f"{MOST_ALIKE:,}"
        )


def _path(claims: Claims, claim: int, words: Words) -> str:
    where = paths_of(claims)[claim]
    clues = []
    for guess, code in zip(claims.path_guesses[where], claims.path_codes[where], strict=True):
        word = words.guesses[guess]
        clues.append(f"{word}={Pattern(int(code), len(word), words.rule).marks(word)}")
    more = " ..." if len(clues) > SHOWN_CLUES else ""
    return " ".join(clues[:SHOWN_CLUES]) + more or "all answers"


def _bound(proof: Refutations, claim: int) -> str:
    bound, left = int(proof.claims.bounds[claim]), int(proof.claims.left[claim])
    said = "impossible" if bound == IMPOSSIBLE else str(bound)
    return f"{said} in {left} guesses" if left else said


def _number(bound: int) -> str:
    return "impossible" if bound >= INFINITE else str(bound)


# Cores and families


def _check_core_proof(
    statement: Statement,
    proof: CoreProof,
    words: Words,
    progress: Progress,
    work: Counter[str],
    limits: Limits,
) -> None:
    require(statement.bound is None, "cores prove that no tree finds all words, and nothing else")
    sizes, cores = proof.sizes.astype(np.int64), len(proof.sizes)
    require(cores == len(proof.guesses) > 0, "the columns of its cores are not of one length")
    require(int(sizes.min()) >= 2, "a core has fewer than two words")
    require(int(sizes.sum()) == len(proof.words), "its cores have more or fewer words than listed")
    require(_within(proof.words, len(words.answers)), "a core has a word number out of range")
    require(int(proof.guesses.min()) >= 1, "a core says nothing: fewer than one guess")
    last = proof.words[len(proof.words) - int(sizes[-1]) :]
    require(
        np.array_equal(np.sort(last), np.arange(len(words.answers)))
        and int(proof.guesses[-1]) == statement.allowed,
        f"its last core is not all answers {_said(statement.allowed)}",
    )
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    candidates = words.numbers[proof.words].astype(np.int32)
    for core in range(cores):
        own = np.sort(candidates[starts[core] : starts[core + 1]])
        require(bool((np.diff(own) > 0).all()), f"core {core} has a word twice")
    kept = np.zeros((cores, -(-len(words.guesses) // 64)), np.uint64)
    guesses, scratch = proof.guesses.astype(np.int64), workspace_of(words.board)
    # A core looks at all guesses, and at all cores before it.
    costs = len(words.guesses) * sizes + kept.shape[1] * np.arange(cores)
    for first, until in parts(costs):
        core, guess = check_cores(
            first, until, words.board, scratch, starts, candidates, guesses, kept
        )
        if core >= 0:
            own = candidates[starts[core] : starts[core + 1]]
            named = " ".join(words.answers[word] for word in own[:6]) + " ..." * (len(own) > 6)
            why = "splits it into single words" if guesses[core] == 2 else "keeps no core together"
            raise Refused(
                f"core {core} ({named}) may be found in {guesses[core]} guesses: "
                f"{words.guesses[words.order[guess]]} {why}"
            )
        progress(until / cores)
        limits.tick()
    work["cores"] += cores


def _check_family_proof(
    statement: Statement, proof: FamilyProof, words: Words, work: Counter[str], limits: Limits
) -> None:
    require(
        statement.bound is None and statement.allowed is not None and statement.allowed >= 1,
        "a family proves that no tree finds all words in a number of guesses, and nothing else",
    )
    require(_within(proof.words, len(words.answers)), "a family has a word number out of range")
    family = words.numbers[proof.words].tolist()
    require(len(set(family)) == len(family) >= 2, "a family has a word twice, or fewer than two")
    masks = touched_words(words.labels(np.array(family)))
    guesses = (statement.allowed or 1) - 1
    found = most_touched(masks, guesses, len(family) - 1, limits)
    if found is not None:
        named = ", ".join(words.guesses[masks.index(mask)] for mask in found)
        raise Refused(
            f"its family of {len(family)} words, {words.answers[family[0]]} and others, is told "
            f"apart by {named}"
        )
    work["families"] += 1


def _within(column: npt.NDArray[np.integer], end: int) -> bool:
    return not len(column) or (int(column.min()) >= 0 and int(column.max()) < end)
