"""The numbers that describe the games of one unit, from which every table of a report is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow.compute as pc

from gpuwordle.results.games_file import GamesFile
from gpuwordle.results.unit import Unit
from gpuwordle.rules.pattern import Pattern

SHOWN_WORDS = 4
"""How many worst words a table lists; Table 5 of Lahiri et al. lists as many."""


@dataclass(frozen=True)
class Summary:
    """The numbers that describe the games of one unit.

    Attributes
    ----------
    unit : Unit
        What was played.
    distribution : tuple of int
        Games won with 1, 2, 3, ... guesses.
    failed : int
        Games not won.
    worst_words : tuple of str
        The words not found, or, if all were, those that took most guesses.
    worst_game : tuple of (str, Pattern)
        Guesses and scores of the first of these.
    openers : tuple of (str, int)
        First guesses and in how many games they were played, most frequent first.
    left : float
        Mean number of candidates left after the first guess.
    seconds : float
        How long the unit took.
    provenance : dict
        What made the games.
    seeds : int
        How many units it sums up.
    """

    unit: Unit
    distribution: tuple[int, ...]
    failed: int
    worst_words: tuple[str, ...]
    worst_game: tuple[tuple[str, Pattern], ...]
    openers: tuple[tuple[str, int], ...]
    left: float
    seconds: float
    provenance: dict[str, Any]
    seeds: int = 1

    @classmethod
    def of(cls, file: GamesFile) -> Summary:
        """Read a unit's games and sum them up.

        Raises
        ------
        UserError
            If the file is damaged.
        """
        won: Counter[int] = Counter()
        openers: Counter[str] = Counter()
        worst: list[str] = []
        worst_rank = (False, 0)
        game: dict[str, Any] = {}
        left = failed = games = 0
        for batch in file.batches(["answer", "guesses", "codes", "remaining", "count", "solved"]):
            counts = batch["count"].to_numpy()
            solved = batch["solved"].to_numpy(zero_copy_only=False)
            won.update(dict(enumerate(np.bincount(counts[solved]).tolist())))
            failed += int((~solved).sum())
            games += batch.num_rows
            left += int(pc.sum(pc.list_element(batch["remaining"], 0)).as_py())
            for entry in pc.value_counts(pc.list_element(batch["guesses"], 0)).to_pylist():
                openers[entry["values"]] += entry["counts"]
            # A word not found is worse than any that was; of those found, most guesses are worst.
            unsolved = bool((~solved).any())
            among = ~solved if unsolved else solved
            most = 0 if unsolved else int(counts.max())
            rank = (unsolved, most)
            if rank < worst_rank:
                continue
            at = np.flatnonzero(among if unsolved else counts == most)
            if rank > worst_rank:
                worst, worst_rank, game = [], rank, batch.slice(int(at[0]), 1).to_pylist()[0]
            worst += batch["answer"].take(at).to_pylist()
        longest = max((count for count, number in won.items() if number), default=0)
        length = file.unit.length
        return cls(
            unit=file.unit,
            distribution=tuple(won[count] for count in range(1, longest + 1)),
            failed=failed,
            worst_words=tuple(worst),
            worst_game=tuple(
                (guess, Pattern(code, length))
                for guess, code in zip(game["guesses"], game["codes"], strict=True)
            ),
            openers=tuple(openers.most_common()),
            left=left / games,
            seconds=file.seconds,
            provenance=file.provenance,
        )

    @classmethod
    def merged(cls, parts: Sequence[Summary]) -> Summary:
        """Put the games of units together that differ in their seed alone."""
        if len(parts) == 1:
            return parts[0]
        longest = max(part.worst for part in parts)
        openers: Counter[str] = Counter()
        for part in parts:
            openers.update(dict(part.openers))
        hardest = max(parts, key=lambda part: (part.failed > 0, len(part.worst_game)))
        alike = [p for p in parts if (p.failed > 0) == (hardest.failed > 0)]
        alike = [p for p in alike if hardest.failed or p.worst == hardest.worst]
        return cls(
            unit=parts[0].unit,
            distribution=tuple(
                sum(part.distribution[at] for part in parts if at < part.worst)
                for at in range(longest)
            ),
            failed=sum(part.failed for part in parts),
            worst_words=tuple(dict.fromkeys(w for part in alike for w in part.worst_words)),
            worst_game=hardest.worst_game,
            openers=tuple(openers.most_common()),
            left=sum(part.left for part in parts) / len(parts),
            seconds=sum(part.seconds for part in parts),
            provenance=parts[0].provenance,
            seeds=sum(part.seeds for part in parts),
        )

    @property
    def games(self) -> int:
        """Games played: one for each word that may be hidden, and each seed."""
        return sum(self.distribution) + self.failed

    @property
    def solved(self) -> int:
        """Games won."""
        return sum(self.distribution)

    @cached_property
    def total(self) -> int:
        """Guesses in all games won."""
        return sum(count * number for count, number in enumerate(self.distribution, 1))

    @property
    def mean(self) -> float | None:
        """Mean number of guesses of the games won; None if none was."""
        return self.total / self.solved if self.solved else None

    @property
    def worst(self) -> int:
        """Guesses of the longest game won."""
        return len(self.distribution)

    @property
    def rank(self) -> tuple[int, float]:
        """What strategies are sorted by: games not won, then the average number of guesses."""
        return self.failed, self.total / self.solved if self.solved else float("inf")

    @property
    def opener(self) -> str:
        """The first guess, the most frequent one of a strategy that varies it."""
        return self.openers[0][0]

    @property
    def left_share(self) -> float:
        """Candidates left after the first guess, as a share of all."""
        return self.left / self.unit.answers

    def wins(self, allowed: int) -> int:
        """Count the games won within ``allowed`` guesses."""
        return sum(self.distribution[:allowed])

    def guess_indifferent(self, allowed: int) -> float:
        """Mean reward when only winning counts: 1 for a game won within the allowed guesses."""
        return self.wins(allowed) / self.games

    def guess_biased(self, allowed: int, alpha: float) -> float:
        """Mean reward when every guess costs 1 and a game not won costs alpha more.

        Van Fleet et al. define it so: -1 for each guess made before the word is known, and
        -alpha at the end of a game that was lost, whose guesses have been paid for as well.
        """
        won = sum(count * n for count, n in enumerate(self.distribution[:allowed], 1))
        lost = self.games - self.wins(allowed)
        return -(won + (allowed + alpha) * lost) / self.games

    def guess_biased_as_printed(self, allowed: int, alpha: float) -> float | None:
        """Mean reward as Table 1 of Van Fleet et al. has it: -(mean + lost / games * alpha).

        The mean is over games won alone, and a lost game is not charged for its guesses, so this
        flatters strategies that lose; None where no game was won.
        """
        wins = self.wins(allowed)
        if not wins:
            return None
        won = sum(count * n for count, n in enumerate(self.distribution[:allowed], 1))
        return -(won / wins + alpha * (self.games - wins) / self.games)
