"""Judged games: what each move cost, game by game, and a table of the players.

With n candidates before a move, V the least total of guesses over them, T the least total after the
guess, m candidates after it and W their least total, regret is (T - V) / n and luck is
1 + W / m - T / n, as in `gpuwordle.assistant.review`: only a guess that is not listed,
or that hard mode forbids, can have negative regret. If words have weights, n and m are weights of
candidates, and totals are sums of weight times guesses.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.columns import Column, table_of
from gpuwordle.data_frames import import_pandas
from gpuwordle.environment.game_arrays import NO_ANSWER, NO_GUESS
from gpuwordle.environment.records import Records
from gpuwordle.errors import counted, percent
from gpuwordle.graphemes import written
from gpuwordle.results.confidence import mean_of
from gpuwordle.results.judged_file import write_judged
from gpuwordle.rules.tiles import notebook_table

SHOWN = 20
"""Players that a notebook shows."""


def _interval(found: dict[str, Any]) -> str:
    """Write a mean and half the width of its 95 % interval."""
    if found["low"] is None:
        return f"{found['mean']:.4f}"
    return f"{found['mean']:.4f} \N{PLUS-MINUS SIGN} {(found['high'] - found['low']) / 2:.4f}"


COLUMNS = (
    Column("player", lambda row: row["player"] or "unnamed"),
    Column("games"),
    Column("won"),
    Column("average", lambda row: "" if row["mean"] is None else f"{row['mean']:.4f}"),
    Column("regret", lambda row: _interval(row["regret"])),
    Column("by turn", lambda row: " ".join(f"{one:.2f}" for one in row["regret_by_turn"])),
    Column("luck", lambda row: f"{row['luck']['mean']:z.4f}"),
    Column("illegal"),
    Column("repeated"),
    Column("exact", lambda row: f"{percent(row['exact'] / max(1, row['moves']), 1)} %"),
    Column("more regret than the first", lambda row: row["against"] and _interval(row["against"])),
)


@dataclass(frozen=True, eq=False, repr=False)
class Judged:
    """Finished games with what each move cost; game ``i`` owns moves ``offsets[i]:offsets[i + 1]``.

    Totals are bounds, low and high, which are equal if a total is known.
    """

    records: Records  # the games
    hard: bool  # whether regret is that of hard mode
    best: npt.NDArray[np.int64]  # (moves, 2): the least total before a move (V)
    took: npt.NDArray[np.int64]  # (moves, 2): after its guess (T)
    then: npt.NDArray[np.int64]  # (moves, 2): after its pattern (W)
    before: npt.NDArray[np.int32]  # (moves,): candidates before it
    after: npt.NDArray[np.int32]  # (moves,): and after it; 0 after the answer was found
    weights: npt.NDArray[np.int64]  # (moves, 2): the weights of both, as `before` and `after`
    candidate: npt.NDArray[np.bool_]  # (moves,): whether the guess could have been the answer
    legal: npt.NDArray[np.bool_]  # (moves,): whether it is listed and legal in the mode

    def __len__(self) -> int:
        return len(self.records.player)

    def __repr__(self) -> str:
        games, moves = counted(len(self), "game"), counted(len(self.before), "move")
        regret = float(self.regret.sum() / max(1, len(self)))
        exact = percent(float(self.exact.mean()) if len(self.before) else 1.0, 1)
        return f"Judged({games}, {moves}, {exact} % exact, regret {regret:.4f} a game)"

    @cached_property
    def exact(self) -> npt.NDArray[np.bool_]:
        """Whether the regret of each move is known: bool (moves,)."""
        return (self.best[:, 0] == self.best[:, 1]) & (self.took[:, 0] == self.took[:, 1])

    @cached_property
    def bounds(self) -> npt.NDArray[np.float64]:
        """Bounds of each move's regret: float64 (moves, 2)."""
        costs = np.stack(
            [self.took[:, 0] - self.best[:, 1], self.took[:, 1] - self.best[:, 0]], axis=1
        )
        # Only a guess that is not among the legal ones can be better than the best of them.
        passed = self.records.guesses == NO_GUESS
        costs[self.legal | passed] = np.maximum(costs[self.legal | passed], 0)
        return costs / self.weights[:, :1]

    @cached_property
    def regret(self) -> npt.NDArray[np.float64]:
        """The regret of each move, the middle of its bounds: float64 (moves,)."""
        return self.bounds.mean(axis=1)

    @cached_property
    def luck_bounds(self) -> npt.NDArray[np.float64]:
        """Bounds of each move's luck: float64 (moves, 2)."""
        then = self.then / np.maximum(self.weights[:, 1:], 1)
        return 1 + then - self.took[:, ::-1] / self.weights[:, :1]

    @cached_property
    def repeated(self) -> npt.NDArray[np.bool_]:
        """Whether each guess was played before in its game: bool (moves,)."""
        records = self.records
        game = np.repeat(np.arange(len(self)), np.diff(records.offsets))
        keys = game * (int(records.guesses.max(initial=0)) + 2) + records.guesses + 1
        _, first = np.unique(keys, return_index=True)
        repeated = np.ones(len(keys), bool)
        repeated[first] = False
        return repeated & (records.guesses >= 0)

    @cached_property
    def solved(self) -> npt.NDArray[np.bool_]:
        """Whether each game was won: bool (games,)."""
        return self.after[self.records.offsets[1:] - 1] == 0

    def regrets(self) -> list[Fraction | None]:
        """Return the regret of each move as an exact fraction; None if it is not known."""
        return [
            Fraction(int(took - best), int(weight)) if known else None
            for took, best, weight, known in zip(
                self.took[:, 0], self.best[:, 0], self.weights[:, 0], self.exact, strict=True
            )
        ]

    def of_games(self, moves: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """Sum a number of each move, or its bounds, over each game: float64 (games, ...)."""
        return np.add.reduceat(moves.astype(float), self.records.offsets[:-1])

    @cached_property
    def players(self) -> tuple[dict[str, Any], ...]:
        """One row for each player, in the order of the games; see `to_dict`."""
        return tuple(map(self._row, range(len(self.records.players))))

    def _row(self, player: int) -> dict[str, Any]:
        records, counts = self.records, np.diff(self.records.offsets)
        games = records.player == player
        moves = np.repeat(games, counts)
        turn = np.arange(len(moves)) - np.repeat(records.offsets[:-1], counts)
        won, regret = self.solved & games, self.of_games(self.bounds)
        return {
            "player": records.players[player],
            "games": int(games.sum()),
            "won": int(won.sum()),
            "mean": float(counts[won].mean()) if won.any() else None,
            "regret": _mean(regret[games]),
            "regret_by_turn": [
                float(self.regret[moves & (turn == one)].mean())
                for one in range(int(counts[games].max()))
            ],
            "luck": _mean(self.of_games(self.luck_bounds)[games]),
            "illegal": int((~self.legal & moves).sum()),
            "repeated": int((self.repeated & moves).sum()),
            "moves": int(moves.sum()),
            "exact": int((self.exact & moves).sum()),
            "against": None if player == 0 else self._against(player, regret),
        }

    def _against(self, player: int, regret: npt.NDArray[np.float64]) -> dict[str, Any] | None:
        """Compare a player's regret with the first player's, in games with the same answers.

        regret: its bounds in each game, float64 (games, 2).
        """
        mine, first = self._by_answer(player), self._by_answer(0)
        shared = sorted(mine.keys() & first.keys())
        if not shared:
            return None
        ours, theirs = (regret[[games[one] for one in shared]] for games in (mine, first))
        difference = ours - theirs[:, ::-1]
        return {"player": self.records.players[0]} | _mean(difference)

    def _by_answer(self, player: int) -> dict[tuple[int, int], int]:
        """Return a player's games by their answer and how often it has been played before."""
        found: dict[tuple[int, int], int] = {}
        times: dict[int, int] = {}
        for game in np.flatnonzero(self.records.player == player).tolist():
            answer = int(self.records.answers[game])
            if answer != NO_ANSWER:
                found[answer, times.setdefault(answer, 0)] = game
                times[answer] += 1
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the table of players, as values that JSON can hold; see docs/json.md."""
        words = self.records.vocabulary
        return {
            "vocabulary": words.name,
            "digest": words.digest,
            "hard": self.hard,
            "games": len(self),
            "moves": len(self.before),
            "exact": int(self.exact.sum()),
            "players": list(self.players),
        }

    def to_pandas(self) -> Any:
        """Return a DataFrame with a row for each player, and a column such as ``regret_low``."""
        rows = [row | {"against": row["against"] or {}} for row in self.players]
        return import_pandas().json_normalize(rows, sep="_")

    def _repr_html_(self) -> str:
        return notebook_table(table_of(self.players, COLUMNS), title=repr(self), shown=SHOWN)

    def write(self, path: Path | str) -> None:
        """Write one row for each move to a Parquet file; its columns are in docs/environment.md.

        Raises UserError if the file cannot be written.
        """
        records, words = self.records, self.records.vocabulary
        counts = np.diff(records.offsets)
        game = np.repeat(np.arange(len(self)), counts)
        answers = records.answers[game].tolist()
        write_judged(
            Path(path),
            {
                "vocabulary": words.name,
                "digest": words.digest,
                "rule": words.rule.name,
                "hard": self.hard,
            },
            {
                "player": [records.players[one] for one in records.player[game].tolist()],
                "game": game,
                "turn": np.arange(len(game)) - records.offsets[:-1][game] + 1,
                "answer": [
                    None if one == NO_ANSWER else words.written_answers[one] for one in answers
                ],
                "guess": [
                    None if (word := records.word(guess)) is None else written(word)
                    for guess in records.guesses.tolist()
                ],
                "code": [
                    None if guess < 0 else code
                    for guess, code in zip(
                        records.guesses.tolist(), records.codes.tolist(), strict=True
                    )
                ],
                "before": self.before,
                "after": self.after,
                "weight": self.weights[:, 0],
                "candidate": self.candidate,
                "legal": self.legal,
                "repeated": self.repeated,
                "best_low": self.best[:, 0],
                "best_high": self.best[:, 1],
                "took_low": self.took[:, 0],
                "took_high": self.took[:, 1],
                "regret_low": self.bounds[:, 0],
                "regret_high": self.bounds[:, 1],
                "luck_low": self.luck_bounds[:, 0],
                "luck_high": self.luck_bounds[:, 1],
                "exact": self.exact,
            },
        )


def _mean(bounds: npt.NDArray[np.float64]) -> dict[str, Any]:
    """Return the mean of some values with its 95 % interval, by the normal distribution.

    bounds: of each value, float64 (values, 2). The interval is wider by the half of what is unknown
    of the mean.
    """
    mean, half, games = mean_of(bounds.mean(axis=1))
    if half is not None:
        half += float(np.diff(bounds).mean()) / 2
    return {
        "mean": mean,
        "low": None if half is None else mean - half,
        "high": None if half is None else mean + half,
        "games": games,
    }
