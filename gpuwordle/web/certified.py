"""What checked certificates say of the trees of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from gpuwordle.errors import UserError
from gpuwordle.progress import Progress
from gpuwordle.proofs.certificate import Unreadable, read
from gpuwordle.proofs.checker import Bound, Refused, check
from gpuwordle.tree.decision_tree import DecisionTree
from gpuwordle.words.vocabulary import Vocabulary


class Certified(NamedTuple):
    """Bounds that a certificate proves for all trees of one mode.

    Attributes
    ----------
    hard : bool
        Whether the trees play hard mode.
    bounds : tuple of Bound
        What was found to be true.
    """

    hard: bool
    bounds: tuple[Bound, ...]

    def told(self, tree: DecisionTree) -> dict[str, Any] | None:
        """Say what is proven of a tree; None where the certificate says nothing of it.

        Returns
        -------
        dict or None
            ``proven``, whether no tree takes fewer guesses, and ``told``, the same in words.
        """
        rules = tree.conditions
        others = rules.hard != self.hard or rules.filter != "pattern" or tree.lost
        bounds = [
            said.bound
            for said in self.bounds
            if said.bound is not None
            and (
                said.allowed is None
                or (rules.allowed is not None and rules.allowed <= said.allowed)
            )
        ]
        if others or not bounds:
            return None
        least, gap = max(bounds), tree.total - max(bounds)
        text = f"a certificate was checked: no tree takes fewer than {least:,} guesses"
        return {"proven": gap == 0, "told": text + (f", and this one {gap:,} more" if gap else "")}


def certified(path: Path, vocabulary: Vocabulary, progress: Progress | None = None) -> Certified:
    """Check a certificate by the rules of the game.

    Parameters
    ----------
    path
        The file.
    vocabulary
        The words that it has to be of.
    progress
        Called with the fraction that is checked.

    Raises
    ------
    UserError
        If it cannot be read, is of other words, or does not prove what it says.
    """
    try:
        given = read(path)
    except Unreadable as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}): give another file") from None
    if given.digest != vocabulary.digest:
        raise UserError(
            f"{path} is of other lists than {vocabulary.name!r}: {len(given.guesses):,} guesses "
            f"and {len(given.answers):,} answers of {given.name}; serve these"
        )
    try:
        verdict = check(given, progress)
    except Refused as error:
        raise UserError(f"{path} proves nothing: {error}; leave it out") from None
    return Certified(given.hard, verdict.bounds)
