"""Checkpoints: the state of a proof about all openers, as one JSON file.

A proof that continues from a checkpoint ends with the same result as one that was never stopped:
the bound of an opener stays proven, whatever is found later. The file carries a sha256 of its
content and of what was asked, so that a changed or damaged file is refused. It is written every
`gpuwordle.optimal.openers.SAVE_EVERY` seconds and at the end; with an executor, after each block.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gpuwordle.errors import UserError
from gpuwordle.files import check_place, written_aside
from gpuwordle.optimal.code_tables import Numbering
from gpuwordle.optimal.memo import INFEASIBLE
from gpuwordle.optimal.openers import SOLVED, STAGES, Found, OpenerState
from gpuwordle.rules.conditions import INFINITE
from gpuwordle.words.vocabulary import Vocabulary

FORMAT = 3

SHOWN = 5
"""Solved openers that an error about a damaged file names."""


@dataclass(frozen=True)
class Checkpoint:
    """A file that a proof is saved to and continued from; UserError if it cannot be written."""

    path: Path  # the file, which need not exist
    vocabulary: Vocabulary
    numbering: Numbering  # the numbers that the search gives the words
    # what is proven: mode, guesses allowed, objective and so on; a file about anything else is
    # refused
    about: dict[str, Any]

    def __post_init__(self) -> None:
        check_place(self.path)

    def read(self) -> OpenerState | None:
        """Return the state of the proof; None if there is no file yet.

        Raises UserError if the file is not a checkpoint, is damaged, has another version, or is
        about other words or conditions.
        """
        if not self.path.exists():
            return None
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
        except OSError as error:
            raise UserError(
                f"checkpoint {self.path} cannot be read ({error.strerror}): choose another file"
            ) from None
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict) or type(content.get("format")) is not int:
            raise UserError(
                f"{self.path} is not a checkpoint of a proof: remove it or choose another file"
            )
        if content["format"] != FORMAT:
            raise UserError(
                f"checkpoint {self.path} has format {content['format']}, and this program reads "
                f"{FORMAT}: remove it and start again"
            )
        for name, value in self._heading().items():
            its = content.get(name, "missing")
            if type(its) is not type(value) or its != value:
                raise UserError(
                    f"checkpoint {self.path} belongs to another proof: its {name} is {its!r:.80}, "
                    f"not {value!r:.80}; choose another file"
                )
        if content.get("sha256") != _digest(content):
            raise self.damaged("its sha256 is not that of its content", content)
        try:
            return self._state(content["bounds"], content["stages"], content["solved"])
        except (KeyError, TypeError, ValueError, OverflowError):
            raise self.damaged("its columns do not belong together", content) from None

    def _state(self, bounds: list[int], stages: list[str], solved: list[Any]) -> OpenerState:
        """Bring columns into the search's order; ValueError or TypeError if they are wrong."""
        guesses, numbers = len(self.vocabulary.guesses), {s: i for i, s in enumerate(STAGES)}
        none = INFEASIBLE if self.vocabulary.weights is None else INFINITE
        if not len(bounds) == len(stages) == guesses:
            raise ValueError(f"{len(bounds)} bounds of {guesses} openers")
        if not all(type(bound) is int and 0 <= bound <= none for bound in bounds):
            raise ValueError("a bound is not a number of guesses")
        ours = self.numbering.guesses
        state = OpenerState(
            np.array(bounds, np.int64)[ours],
            np.array([numbers[stage] for stage in stages], np.uint8)[ours],
        )
        for word, total, worst in solved:
            if not (type(total) is type(worst) is int and 0 < worst <= total < none):
                raise ValueError("a total is not a number of guesses")
            place = self.numbering.guess_number[self.vocabulary.guess_index[word]]
            state.found.append(Found(total, int(place), worst))
        places = sorted(found.place for found in state.found)
        if places != np.flatnonzero(state.stages == SOLVED).tolist():
            raise ValueError("the solved openers contradict the stages")
        return state

    def damaged(self, why: str, content: Mapping[str, Any] | None = None) -> UserError:
        """Return the error that refuses the file and names what may be worth trying again."""
        solved = (content or {}).get("solved")
        rows = solved if isinstance(solved, list) else []
        words = [row[0] for row in rows if isinstance(row, list) and row]
        known = [w for w in words if isinstance(w, str) and w in self.vocabulary.guess_index]
        saved = f" (it lists as solved: {', '.join(known[:SHOWN])})" if known else ""
        return UserError(
            f"checkpoint {self.path} is damaged: {why}; remove it and start again{saved}"
        )

    def write(self, state: OpenerState) -> None:
        """Write the state of the proof in place of the previous one."""
        ours = self.numbering.guess_number
        content = {
            "format": FORMAT,
            **self._heading(),
            "solved": [
                [self.vocabulary.guesses[self.numbering.guesses[f.place]], f.total, f.worst]
                for f in state.found
            ],
            "bounds": state.bounds[ours].tolist(),
            "stages": [STAGES[stage] for stage in state.stages[ours].tolist()],
        }
        content["sha256"] = _digest(content)
        with written_aside(self.path) as aside:
            aside.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")

    def _heading(self) -> dict[str, Any]:
        words = self.vocabulary
        return {"vocabulary": words.name, "digest": words.digest, **self.about}


def _digest(content: Mapping[str, Any]) -> str:
    """Return the sha256 of a file's content, which includes what was asked."""
    content = {name: value for name, value in content.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
