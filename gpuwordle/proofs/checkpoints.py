"""Checkpoints: where a proof about all openers stands, opener by opener, as one JSON file.

A proof that goes on from a checkpoint ends with the same result as one that was never stopped: each
opener's bound is proven whatever comes later, and openers whose totals are known stay known.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gpuwordle.errors import UserError
from gpuwordle.files import check_place, written_aside
from gpuwordle.optimal.openers import STAGES, Found, OpenerState
from gpuwordle.optimal.tables import Numbering
from gpuwordle.words.vocabulary import Vocabulary

FORMAT = 1


@dataclass(frozen=True)
class Checkpoint:
    """A file that a proof writes where it stands to, and goes on from.

    Parameters
    ----------
    path
        Where the file is, or shall be.
    vocabulary
        The words.
    numbering
        The search's numbers.
    about
        What is proven: mode, guesses allowed, objective and so on; a file about anything else is
        refused.

    Raises
    ------
    UserError
        If the place cannot be written.
    """

    path: Path
    vocabulary: Vocabulary
    numbering: Numbering
    about: dict[str, Any]

    def __post_init__(self) -> None:
        check_place(self.path)

    def read(self) -> OpenerState | None:
        """Return where the proof stood; None where there is no file yet.

        Raises
        ------
        UserError
            If the file is no checkpoint, of another version, or about other words or conditions.
        """
        if not self.path.exists():
            return None
        try:
            told = json.loads(self.path.read_text(encoding="utf-8"))
            columns = told["bounds"], told["stages"], told["solved"]
            number = told["format"]
        except (OSError, ValueError, KeyError, TypeError):
            raise UserError(
                f"{self.path} is no checkpoint of a proof: remove it or give another name"
            ) from None
        if number != FORMAT:
            raise UserError(
                f"checkpoint {self.path} has format {number}, and this program reads {FORMAT}: "
                "remove it and begin anew"
            )
        for name, value in self._heading().items():
            if told.get(name) != value:
                raise UserError(
                    f"checkpoint {self.path} is of another proof: its {name} is "
                    f"{told.get(name)!r}, not {value!r}; give another name"
                )
        bounds, stages, solved = columns
        if len(bounds) != len(self.vocabulary.guesses) or len(stages) != len(bounds):
            raise UserError(f"checkpoint {self.path} is broken: remove it and begin anew")
        ours = self.numbering.guesses
        numbers = {name: number for number, name in enumerate(STAGES)}
        return OpenerState(
            np.array(bounds, np.int64)[ours],
            np.array([numbers[stage] for stage in stages], np.uint8)[ours],
            [
                Found(total, int(self.numbering.guess_number[self.vocabulary.find(word)]), worst)
                for word, total, worst in solved
            ],
        )

    def write(self, standing: OpenerState) -> None:
        """Write where the proof stands, in place of what stood there."""
        ours = self.numbering.guess_number
        told = {
            "format": FORMAT,
            **self._heading(),
            "solved": [
                (self.vocabulary.guesses[self.numbering.guesses[f.place]], f.total, f.worst)
                for f in standing.found
            ],
            "bounds": standing.bounds[ours].tolist(),
            "stages": [STAGES[stage] for stage in standing.stages[ours].tolist()],
        }
        with written_aside(self.path) as aside:
            aside.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")

    def _heading(self) -> dict[str, Any]:
        words = self.vocabulary
        return {"vocabulary": words.name, "digest": words.digest, **self.about}
