"""The numbers that describe the games of one unit, from which every table of a report is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from gpuwordle.results.confidence import Mean, mean_of, wilson
from gpuwordle.results.games_file import GamesFile, damaged
from gpuwordle.results.unit import Unit
from gpuwordle.rules.named import rule_named
from gpuwordle.rules.pattern import Pattern
from gpuwordle.words.orthography import language_of

SHOWN_WORDS = 4
"""How many worst words a table lists; Table 5 of Lahiri et al. lists as many."""


@dataclass(frozen=True)
class Summary:
    """The numbers that describe the games of one unit; a game counts as its answer weighs."""

    unit: Unit  # what was played
    played: int  # number of games, without their weights
    distribution: tuple[int, ...]  # games won with 1, 2, 3, ... guesses
    lost: int  # games not won
    worst_words: tuple[str, ...]  # those not found, or else those that took the most guesses
    worst_game: tuple[tuple[str, Pattern], ...]  # guesses and patterns of the first of these
    openers: tuple[tuple[str, int], ...]  # first guesses and their games, most frequent first
    left: float  # mean number of candidates left after the first guess
    seconds: float  # how long the unit took
    provenance: dict[str, Any]  # what made the games
    seeds: int = 1  # how many units are summed up
    # for a sample of answers without weights, else empty: the guesses of each game by seed and
    # answer, 0 for a game not won
    found: dict[tuple[int, str], int] = field(default_factory=dict)

    @classmethod
    def of(cls, file: GamesFile) -> Summary:
        """Read and summarise the games of a unit; UserError if the file is damaged."""
        won: Counter[int] = Counter()
        openers: Counter[str] = Counter()
        worst: list[str] = []
        worst_rank = 0
        game: dict[str, Any] = {}
        # Intervals are computed only for samples of games that are equally likely.
        alike = file.unit.sample is not None and file.unit.weights is None
        found: dict[tuple[int, str], int] = {}
        left = lost = games = played = 0
        columns = ["answer", "weight", "guesses", "codes", "remaining", "count", "solved"]
        for batch in file.batches(columns):
            if not _belongs_together(batch):
                raise damaged(file.path, "its columns do not belong together")
            counts = batch["count"].to_numpy()
            weights = batch["weight"].to_numpy().astype(np.int64)
            solved = batch["solved"].to_numpy(zero_copy_only=False)
            for count in np.unique(counts[solved]).tolist():
                won[count] += int(weights[solved & (counts == count)].sum())
            lost += int(weights[~solved].sum())
            played += batch.num_rows
            games += int(weights.sum())
            if alike:
                keys = ((file.unit.seed, answer) for answer in batch["answer"].to_pylist())
                found.update(zip(keys, np.where(solved, counts, 0).tolist(), strict=True))
            after_opener = pc.list_element(batch["remaining"], 0).to_numpy(zero_copy_only=False)
            left += int((after_opener * weights).sum())
            first_guesses = pc.list_element(batch["guesses"], 0).to_pylist()
            for guess, weight in zip(first_guesses, weights.tolist(), strict=True):
                openers[guess] += weight
            # A word not found is worse than any that was found; of the latter, those that took more
            # guesses are worse.
            ranks = np.where(solved, counts, np.iinfo(counts.dtype).max)
            rank = int(ranks.max())
            if rank < worst_rank:
                continue
            at = np.flatnonzero(ranks == rank)
            if rank > worst_rank:
                worst, worst_rank, game = [], rank, batch.slice(int(at[0]), 1).to_pylist()[0]
            worst += batch["answer"].take(at).to_pylist()
        if not games:
            raise damaged(file.path, "it has no game")
        longest = max((count for count, number in won.items() if number), default=0)
        length, rule = file.unit.length, rule_named(file.unit.rule)
        language = language_of(file.unit.language)
        return cls(
            unit=file.unit,
            played=played,
            distribution=tuple(won[count] for count in range(1, longest + 1)),
            lost=lost,
            worst_words=tuple(worst),
            worst_game=tuple(
                (language.normalise(guess), Pattern(code, length, rule))
                for guess, code in zip(game["guesses"], game["codes"], strict=True)
            ),
            openers=tuple(openers.most_common()),
            left=left / games,
            seconds=file.seconds,
            provenance=file.provenance,
            found=found,
        )

    @classmethod
    def merged(cls, parts: Sequence[Summary]) -> Summary:
        """Sum up units that differ only in their seed."""
        if len(parts) == 1:
            return parts[0]
        longest = max(part.worst for part in parts)
        openers: Counter[str] = Counter()
        for part in parts:
            openers.update(dict(part.openers))

        def hardness(part: Summary) -> tuple[bool, int]:
            return part.lost > 0, 0 if part.lost else part.worst

        most = max(map(hardness, parts))
        alike = [part for part in parts if hardness(part) == most]
        return cls(
            unit=parts[0].unit,
            played=sum(part.played for part in parts),
            distribution=tuple(
                sum(part.distribution[at] for part in parts if at < part.worst)
                for at in range(longest)
            ),
            lost=sum(part.lost for part in parts),
            worst_words=tuple(dict.fromkeys(w for part in alike for w in part.worst_words)),
            worst_game=alike[0].worst_game,
            openers=tuple(openers.most_common()),
            left=sum(round(p.left * p.games) for p in parts) / sum(part.games for part in parts),
            seconds=sum(part.seconds for part in parts),
            provenance=parts[0].provenance,
            seeds=sum(part.seeds for part in parts),
            found={key: count for part in parts for key, count in part.found.items()},
        )

    @property
    def games(self) -> int:
        """Weight of all games: one for each word that may be hidden, and each seed."""
        return sum(self.distribution) + self.lost

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

    @cached_property
    def sampled_mean(self) -> Mean | None:
        """`mean` with its 95 % interval; None unless answers were drawn and a game was won."""
        won = [count for count in self.found.values() if count]
        return mean_of(won) if won else None

    def won_between(self, allowed: int) -> tuple[float, float] | None:
        """Return the 95 % interval of the share won within ``allowed``; None unless drawn."""
        return wilson(self.wins(allowed), self.games) if self.found else None

    def difference(self, other: Summary) -> Mean | None:
        """Return how many more guesses this takes than another, with the 95 % interval.

        The games are paired: those for the same drawn answers that both have won. None if there
        are none, or the answers were not drawn.
        """
        one, two = self.found, other.found
        more = [one[key] - two[key] for key in one if one[key] and two.get(key)]
        return mean_of(more) if more else None

    @property
    def worst(self) -> int:
        """Guesses of the longest game won."""
        return len(self.distribution)

    @property
    def rank(self) -> tuple[int, float]:
        """The key by which strategies are sorted: games not won, then the average of guesses."""
        return self.lost, self.total / self.solved if self.solved else float("inf")

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

        Van Fleet et al. define it in this way: -1 for each guess, including the one that
        finds the word, and a further -alpha for a lost game.
        """
        won = sum(count * n for count, n in enumerate(self.distribution[:allowed], 1))
        lost, played = self.games - self.wins(allowed), min(allowed, self.unit.allowed or allowed)
        return -(won + (played + alpha) * lost) / self.games

    def guess_biased_as_printed(self, allowed: int, alpha: float) -> float | None:
        """Mean reward as in Table 1 of Van Fleet et al.: -(mean + lost / games * alpha).

        The mean is only over games won, and a lost game is not charged for its guesses, so this
        flatters strategies that lose; None if no game was won.
        """
        wins = self.wins(allowed)
        if not wins:
            return None
        won = sum(count * n for count, n in enumerate(self.distribution[:allowed], 1))
        return -(won / wins + alpha * (self.games - wins) / self.games)


def _belongs_together(batch: pa.RecordBatch) -> bool:
    """Return whether each game has as many guesses, codes and remaining numbers as it counts."""
    counts = batch["count"]
    lists = [pc.list_value_length(batch[name]) for name in ("guesses", "codes", "remaining")]
    columns = [counts, batch["solved"], batch["answer"], *lists]
    whole = not any(column.null_count for column in columns)
    return whole and pc.min(counts).as_py() >= 1 and all(found.equals(counts) for found in lists)
