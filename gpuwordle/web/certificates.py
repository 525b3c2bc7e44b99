"""What checked certificates prove about the trees of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from gpuwordle.errors import UserError
from gpuwordle.graphemes import spelled
from gpuwordle.memory import ceiling
from gpuwordle.progress import Progress
from gpuwordle.proofs.certificate import Unreadable, read
from gpuwordle.proofs.checker import Bound, Refused, check
from gpuwordle.proofs.limits import SECONDS, TooLarge
from gpuwordle.threads import default_threads
from gpuwordle.tree.decision_tree import DecisionTree
from gpuwordle.words.vocabulary import Vocabulary


class CheckedCertificate(NamedTuple):
    """Bounds that a certificate proves for all trees of one mode."""

    hard: bool  # whether the trees play hard mode
    bounds: tuple[Bound, ...]  # those that were checked

    def about(self, tree: DecisionTree) -> dict[str, Any] | None:
        """Return what is proven about a tree, or None if the certificate does not cover it.

        It is ``proven``, whether no tree takes fewer guesses, and ``told``, the same in words.
        """
        rules = tree.conditions
        uncovered = rules.hard != self.hard or rules.filter != "pattern" or tree.lost
        bounds = [
            claim.bound
            for claim in self.bounds
            if claim.bound is not None
            and (
                claim.allowed is None
                or (rules.allowed is not None and rules.allowed <= claim.allowed)
            )
        ]
        if uncovered or not bounds:
            return None
        least, gap = max(bounds), tree.total - max(bounds)
        text = f"a certificate was checked: no tree takes fewer than {least:,} guesses"
        more = f", and this one takes {gap:,} more" if gap else ""
        return {"proven": gap == 0, "told": text + more}


def check_certificate(
    path: Path, vocabulary: Vocabulary, progress: Progress | None = None
) -> CheckedCertificate:
    """Check a certificate by the rules of the game.

    Raises UserError if it cannot be read, has other words than the vocabulary, takes too much
    memory or time, or does not prove its claims.
    """
    try:
        given = read(path, ceiling())
    except Unreadable as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}): give another file") from None
    if given.digest != vocabulary.digest or spelled(given.guesses) != spelled(vocabulary):
        raise UserError(
            f"{path} does not match {vocabulary.name!r}: it has {len(given.guesses):,} guesses "
            f"and {len(given.answers):,} answers of {given.name}; serve these lists"
        )
    try:
        verdict = check(
            given, progress, memory=ceiling(), seconds=SECONDS, threads=default_threads()
        )
    except Refused as error:
        raise UserError(f"{path} proves nothing: {error}; leave it out") from None
    except TooLarge as error:
        why, *_ = str(error).split(": ")  # the rest names options that the server lacks
        raise UserError(f"{path} cannot be checked ({why}): leave it out") from None
    return CheckedCertificate(given.hard, verdict.bounds)
