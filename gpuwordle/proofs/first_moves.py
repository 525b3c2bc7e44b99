"""The best first guesses by optimal play that come with the package: known lists answer at once.

`scripts/records.py` writes the file, from proofs about all openers (`gpuwordle.proofs.openers`): a
list is known by its digest, and every value stands for its mode and its guesses allowed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from gpuwordle.proofs.openers import OpenerProof, ProvenOpener
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import Vocabulary

FILE = "first_moves.json"
VERSION = 1


def first_moves(
    vocabulary: Vocabulary, conditions: Conditions | None = None, *, top: int = 1
) -> tuple[ProvenOpener, ...] | None:
    """Return the best first guesses by optimal play, as they were proven before.

    Parameters
    ----------
    vocabulary
        The words.
    conditions
        Hard mode and guesses allowed; easy mode without a limit when None.
    top
        How many to return.

    Returns
    -------
    tuple of ProvenOpener or None
        The best first; None where the package does not know so many for these words and
        conditions. `gpuwordle.prove_openers` finds them then.
    """
    rules = conditions or Conditions()
    if rules.filter != "pattern" or rules.pool == "candidates":
        return None
    row = _known().get((vocabulary.digest, rules.hard, rules.allowed))
    # Where every guess is ranked there are no more.
    if row is None or len(row["best"]) < min(top, len(vocabulary.guesses)):
        return None
    answers = len(vocabulary.answers)
    return tuple(
        ProvenOpener(guess, guess in vocabulary.answers, total, total / answers, worst)
        for guess, total, worst in row["best"][:top]
    )


def as_row(proof: OpenerProof) -> dict[str, Any]:
    """Return what the file keeps of a complete proof."""
    words = proof.vocabulary
    assert proof.complete, "what is packaged is proven"
    return {
        "vocabulary": words.name,
        "digest": words.digest,
        "length": words.length,
        "guesses": len(words.guesses),
        "answers": len(words.answers),
        "hard": proof.conditions.hard,
        "allowed": proof.conditions.allowed,
        "best": [[opener.guess, opener.total, opener.worst] for opener in proof.best],
    }


def as_text(rows: Sequence[dict[str, Any]]) -> str:
    """Write rows as the file has them, a list a line."""
    lines = ",\n".join(json.dumps(row) for row in rows)
    return f'{{"version": {VERSION}, "lists": [\n{lines}\n]}}\n'


def packaged_rows() -> list[dict[str, Any]]:
    """Return the rows of the file that comes with the package."""
    text = (files("gpuwordle.proofs") / FILE).read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = json.loads(text)["lists"]
    return rows


@cache
def _known() -> dict[tuple[str, bool, int | None], dict[str, Any]]:
    return {(row["digest"], row["hard"], row["allowed"]): row for row in packaged_rows()}
