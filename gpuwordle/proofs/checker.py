"""Check a certificate by the rules of the game alone.

Nothing that proved it is used, and nothing of it is believed: codes, buckets and legal guesses are
computed again from the words, and every bound from all guesses. What is checked, and why that
proves anything, stands in ``docs/certificates.md``. Of the package, `gpuwordle.rules` is imported
and nothing else, which is checked in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpuwordle.proofs.board import Words, workspace_of
from gpuwordle.proofs.certificate import (
    IMPOSSIBLE,
    ONE_PLY,
    SEARCHED,
    SIZES,
    Certificate,
    Claims,
    CoreProof,
    FamilyProof,
    Refutations,
    Statement,
    TreeTable,
    paths_of,
)
from gpuwordle.proofs.check_counts import Known, ask
from gpuwordle.proofs.check_loops import check_claims, check_cores, check_openers, index_claims
from gpuwordle.proofs.replay import Played, PlayedTree, WrongTree, play
from gpuwordle.rules.conditions import INFINITE, NO_LIMIT
from gpuwordle.rules.pattern import Pattern, score


class Refused(ValueError):
    """A certificate does not prove what it says, with the place that shows it."""


@dataclass(frozen=True)
class Bound:
    """A statement that was found to be true."""

    allowed: int | None  # guesses allowed in a game; None for no limit
    # no tree takes fewer guesses over all answers; None where no tree finds them all
    bound: int | None


@dataclass(frozen=True)
class Conclusions:
    """What an accepted certificate proves.

    Attributes
    ----------
    optimal : bool
        Whether no tree is better than its own.
    games : Played or None
        The games of its tree; None where it has none.
    bounds : tuple of Bound
        What holds for every tree.
    work : dict of str to int
        What was checked: openers by method, claims, cores, families.
    """

    optimal: bool
    games: Played | None
    bounds: tuple[Bound, ...]
    work: dict[str, int]


def demand(truth: bool, reason: str) -> None:
    """Refuse a certificate unless something is true."""
    if not truth:
        raise Refused(reason)


def touched(labels: npt.NDArray) -> list[int]:
    """Return the words of a family that each guess touches, as bits of an integer.

    Parameters
    ----------
    labels
        Buckets of every guess (rows) and word of the family (columns); bit i is column i.
    """
    found = []
    for row in labels.tolist():
        sizes = {label: row.count(label) for label in set(row)}
        kept = max(sizes, key=lambda label: (sizes[label], -label))
        found.append(sum(1 << i for i, label in enumerate(row) if label != kept))
    return found


def most_touched(masks: Iterable[int], guesses: int, enough: int) -> list[int] | None:
    """Find guesses that together touch so many words.

    Parameters
    ----------
    masks
        What each guess touches; see `touched`.
    guesses
        How many may be played.
    enough
        How many words are wanted.

    Returns
    -------
    list of int or None
        The masks of such guesses, at most ``guesses``; None when there are none.
    """
    # A guess that touches no more than another need not be tried beside it.
    kept: list[int] = []
    for mask in sorted(set(masks), key=lambda mask: (-mask.bit_count(), mask)):
        if not any(mask & other == mask for other in kept):
            kept.append(mask)

    def search(first: int, left: int, covered: int) -> list[int] | None:
        if covered.bit_count() >= enough:
            return []
        if left == 0:
            return None
        for place in range(first, len(kept)):
            # Masks fall in size, and so does what all that are left could add.
            if covered.bit_count() + left * kept[place].bit_count() < enough:
                return None
            rest = search(place + 1, left - 1, covered | kept[place])
            if rest is not None:
                return [kept[place], *rest]
        return None

    return search(0, guesses, 0)


METHODS = {SIZES: "sizes", ONE_PLY: "one-ply bounds", SEARCHED: "search"}

CLAIMS_AT_ONCE, OPENERS_AT_ONCE, CORES_AT_ONCE = 200, 50, 50
"""How many are checked before progress is told and Ctrl-C is heard."""

Progress = Callable[[float], None]


def check(certificate: Certificate, progress: Progress | None = None) -> Conclusions:
    """Check everything that a certificate says.

    Parameters
    ----------
    certificate
        The certificate.
    progress
        Called with the fraction of the work that is done.

    Returns
    -------
    Conclusions

    Raises
    ------
    Refused
        With the first thing that is wrong.
    """
    try:
        words = Words(certificate.guesses, certificate.answers)
    except ValueError as error:
        raise Refused(str(error)) from None
    games = None if certificate.tree is None else _games(certificate, certificate.tree, words)
    _check_statements(certificate, games)
    work: Counter[str] = Counter()
    told = progress or (lambda fraction: None)
    for number, statement in enumerate(certificate.statements):

        def share(fraction: float, number: int = number) -> None:
            told((number + fraction) / len(certificate.statements))

        if isinstance(statement.proof, Refutations):
            _check_refutations(certificate, statement, statement.proof, words, share, work)
        elif isinstance(statement.proof, CoreProof):
            _check_core_proof(statement, statement.proof, words, share, work)
        else:
            _check_family_proof(statement, statement.proof, words, work)
    told(1.0)
    bounds = tuple(Bound(said.allowed, said.bound) for said in certificate.statements)
    return Conclusions(_is_optimal(certificate, games), games, bounds, dict(work))


# The tree and what the statements add up to


def _games(certificate: Certificate, table: TreeTable, words: Words) -> Played:
    """Play the tree of a certificate by the rules; compare the codes of the loops on the way."""
    nodes = len(table.guesses)
    demand(nodes > 0, "its tree is empty")
    demand(
        len(table.parents) == len(table.codes) == nodes and table.parents[0] == -1,
        "the columns of its tree do not belong together",
    )
    before = (table.parents[1:] >= 0) & (table.parents[1:] < np.arange(1, nodes))
    demand(bool(before.all()), "a node of its tree does not come after its parent")
    demand(_within(table.guesses, len(certificate.guesses)), "its tree has a guess of no number")
    demand(_within(table.codes, 3**words.length), "its tree has a code that no pattern has")
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
        )
    except WrongTree as error:
        raise Refused(f"its tree is wrong: {error}") from None
    if games.unused:
        raise Refused(f"its tree has {games.unused} nodes to which no answer comes")
    opener = guesses[0]
    codes = words.codes(int(table.guesses[0]))
    for answer, code in zip(certificate.answers, codes.tolist(), strict=True):
        demand(score(opener, answer).code == code, "compiled codes are not those of the rules")
    return games


def _check_statements(certificate: Certificate, games: Played | None) -> None:
    """Refuse statements that mean nothing, contradict the tree, or prove less than is said."""
    demand(bool(certificate.statements), "it states no bound")
    for statement in certificate.statements:
        limit = _said(statement.allowed)
        demand((statement.allowed or 0) < NO_LIMIT, f"it allows {statement.allowed} guesses")
        if statement.bound is None and statement.allowed is None:
            raise Refused("it says that no tree finds all words, without any limit")
        if games is None or not _finds(games, statement.allowed):
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
    """Tell whether the statements, if true, leave no better tree than that of the games."""
    if games is None:
        return False

    def reached(allowed: int | None) -> bool:
        """Whether no tree within so many guesses a game has a smaller total."""
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


def _finds(games: Played, allowed: int | None) -> bool:
    return allowed is None or games.worst <= allowed


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
) -> None:
    methods = proof.methods
    demand(
        len(methods) == len(words.guesses),
        f"it has methods for {len(methods)} openers, of {len(words.guesses)}",
    )
    demand(_within(methods, len(METHODS)), "an opener is refuted by no method that there is")
    _check_columns(proof.claims, certificate, words)
    known = known_claims(proof.claims, words)
    board, scratch = words.board, workspace_of(words.board)
    claims, openers = len(proof.claims), len(words.guesses)
    counters = np.zeros(2, np.int64)
    for first in range(0, claims, CLAIMS_AT_ONCE):
        last = min(first + CLAIMS_AT_ONCE, claims)
        claim, guess, found = check_claims(
            first, last, board, known, scratch, certificate.hard, counters
        )
        if claim >= 0:
            path, best = _path(proof.claims, claim, words), words.guesses[words.order[guess]]
            raise Refused(
                f"claim {claim} ({path}) says {_bound(proof, claim)}, but what is known after "
                f"{best} adds up to {_number(found)}"
            )
        progress(last / (claims + openers))
    by_rank = methods[words.order].astype(np.uint8)
    bound = INFINITE if statement.bound is None else statement.bound
    allowed = NO_LIMIT if statement.allowed is None else statement.allowed
    for first in range(0, openers, OPENERS_AT_ONCE):
        last = min(first + OPENERS_AT_ONCE, openers)
        opener, found = check_openers(
            first, last, board, known, scratch, certificate.hard, allowed, bound, by_rank
        )
        if opener >= 0:
            word, said = words.guesses[words.order[opener]], METHODS[by_rank[opener]]
            raise Refused(
                f"opener {word} is not refuted by {said}: its bound is {_number(found)}, not "
                f"{_number(bound)} {_said(statement.allowed)}"
            )
        progress((claims + last) / (claims + openers))
    for method, name in METHODS.items():
        work[f"openers by {name}"] += int((methods == method).sum())
    work["claims"] += claims
    work["scans"] += int(counters[0])
    work["splits"] += int(counters[1])


def _check_columns(claims: Claims, certificate: Certificate, words: Words) -> None:
    """Refuse claims whose numbers mean nothing, before a compiled loop reads them."""
    count = len(claims)
    same = all(len(column) == count for column in (claims.bounds, claims.left, claims.legal))
    demand(same, "the columns of its claims are not of one length")
    steps = int(claims.steps.sum(dtype=np.int64))
    demand(
        not count or int(claims.steps.min()) >= 0,
        "a claim has a path of fewer than no clues",
    )
    demand(
        len(claims.path_guesses) == len(claims.path_codes) == steps,
        f"the paths of its claims have {steps} clues, but {len(claims.path_guesses)} guesses and "
        f"{len(claims.path_codes)} codes",
    )
    demand(
        _within(claims.path_guesses, len(words.guesses)),
        "a path has a guess of a number that no guess has",
    )
    demand(_within(claims.path_codes, 3**words.length), "a path has a code that no pattern has")
    demand(not count or int(claims.left.min()) >= 0, "a claim leaves fewer than no guesses")
    demand(_within(claims.left, NO_LIMIT), "a claim leaves more guesses than any game takes")
    low = bool(count) and int(claims.bounds.min()) < IMPOSSIBLE
    demand(not low, "a claim has a bound below zero")
    demand(certificate.hard or not claims.legal.any(), "a claim is of hard mode, in easy mode")


def known_claims(claims: Claims, words: Words) -> Known:
    """Find the set of each claim, and what hard mode asks there, from its path.

    Raises
    ------
    Refused
        If a path leaves no word.
    """
    board = words.board
    everyone = np.arange(len(words.answers), dtype=np.int32)
    asked = np.zeros((len(claims), board.letters.shape[1] + board.copies.shape[1]), np.uint8)
    sets = []
    for claim, where in enumerate(paths_of(claims)):
        candidates = everyone
        guesses, codes = claims.path_guesses[where].tolist(), claims.path_codes[where].tolist()
        for guess, code in zip(guesses, codes, strict=True):
            candidates = words.bucket(guess, code, candidates)
        if not len(candidates):
            raise Refused(f"claim {claim} ({_path(claims, claim, words)}) is of no word at all")
        if claims.legal[claim]:
            for guess in words.rank[guesses]:
                ask(board.letters, guess, board.guess_of[candidates[0]], asked[claim])
        sets.append(candidates)
    size = 1 << max(4, (2 * len(claims)).bit_length())
    known = Known(
        starts=np.concatenate([[0], np.cumsum([len(found) for found in sets])]).astype(np.int64),
        candidates=np.concatenate([everyone[:0], *sets]),
        asked=asked,
        bounds=np.where(claims.bounds == IMPOSSIBLE, INFINITE, claims.bounds.astype(np.int64)),
        left=np.where(claims.left == 0, NO_LIMIT, claims.left.astype(np.int64)),
        table=np.full(size, -1, np.int64),
        following=np.full(len(claims), -1, np.int64),
    )
    index_claims(known)
    return known


def _path(claims: Claims, claim: int, words: Words) -> str:
    where = paths_of(claims)[claim]
    clues = []
    for guess, code in zip(claims.path_guesses[where], claims.path_codes[where], strict=True):
        word = words.guesses[guess]
        clues.append(f"{word}={Pattern(int(code), len(word)).marks(word)}")
    return " ".join(clues) or "all answers"


def _bound(proof: Refutations, claim: int) -> str:
    bound, left = int(proof.claims.bounds[claim]), int(proof.claims.left[claim])
    said = "impossible" if bound == IMPOSSIBLE else str(bound)
    return f"{said} in {left} guesses" if left else said


def _number(bound: int) -> str:
    return "impossible" if bound >= INFINITE else str(bound)


# Cores and families


def _check_core_proof(
    statement: Statement, proof: CoreProof, words: Words, progress: Progress, work: Counter[str]
) -> None:
    demand(statement.bound is None, "cores prove that no tree finds all words, and nothing else")
    sizes, cores = proof.sizes.astype(np.int64), len(proof.sizes)
    demand(cores == len(proof.guesses) > 0, "the columns of its cores are not of one length")
    demand(int(sizes.min()) >= 2, "a core has fewer than two words")
    demand(int(sizes.sum()) == len(proof.words), "its cores have more or fewer words than listed")
    demand(_within(proof.words, len(words.answers)), "a core has a word of no number")
    demand(int(proof.guesses.min()) >= 1, "a core says nothing: fewer than one guess")
    last = proof.words[len(proof.words) - int(sizes[-1]) :]
    demand(
        np.array_equal(np.sort(last), np.arange(len(words.answers)))
        and int(proof.guesses[-1]) == statement.allowed,
        f"its last core is not all answers {_said(statement.allowed)}",
    )
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    candidates = proof.words.astype(np.int32)
    for core in range(cores):
        own = np.sort(candidates[starts[core] : starts[core + 1]])
        demand(bool((np.diff(own) > 0).all()), f"core {core} has a word twice")
    kept = np.zeros((cores, -(-len(words.guesses) // 64)), np.uint64)
    guesses, scratch = proof.guesses.astype(np.int64), workspace_of(words.board)
    for first in range(0, cores, CORES_AT_ONCE):
        until = min(first + CORES_AT_ONCE, cores)
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
    work["cores"] += cores


def _check_family_proof(
    statement: Statement, proof: FamilyProof, words: Words, work: Counter[str]
) -> None:
    demand(
        statement.bound is None and statement.allowed is not None and statement.allowed >= 1,
        "a family proves that no tree finds all words in so many guesses, and nothing else",
    )
    demand(_within(proof.words, len(words.answers)), "a family has a word of no number")
    family = proof.words.tolist()
    demand(len(set(family)) == len(family) >= 2, "a family has a word twice, or fewer than two")
    masks = touched(words.labels(proof.words))
    guesses = (statement.allowed or 1) - 1
    found = most_touched(masks, guesses, len(family) - 1)
    if found is not None:
        named = ", ".join(words.guesses[masks.index(mask)] for mask in found) or "no guess"
        raise Refused(
            f"its family of {len(family)} words, {words.answers[family[0]]} and others, is told "
            f"apart by {named}"
        )
    work["families"] += 1


def _within(column: npt.NDArray[np.integer], end: int) -> bool:
    return not len(column) or (int(column.min()) >= 0 and int(column.max()) < end)
