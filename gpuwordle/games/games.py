"""Games as columns: the guesses, their patterns and the candidates left, for many answers.

Games are stored in compressed sparse rows, like groups: game ``i`` owns the entries
``offsets[i]:offsets[i + 1]`` of the long columns. Trees, files and tables all use this form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.data_frames import data_frame
from gpuwordle.errors import UserError, counted, whole_number
from gpuwordle.rules.tiles import notebook_table
from gpuwordle.words.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False, repr=False)
class Games:
    """One game for each of some answers.

    If the vocabulary has weights, totals, averages, distributions and wins count every game with
    the weight of its answer.

    Parameters
    ----------
    answers : ndarray of int32, shape (games,)
        Answer indices.
    offsets : ndarray of int64, shape (games + 1,)
        Where each game's entries begin and end in the next three columns.
    guesses : ndarray of int32, shape (total,)
        Guess indices in order of play.
    codes : ndarray of uint32, shape (total,)
        The pattern code of each guess.
    remaining : ndarray of int32, shape (total,)
        Candidates that remain after each guess; 1 if it was the answer.
    solved : ndarray of bool, shape (games,)
        Whether the last guess was the answer. If not, no guess was left, or the strategy would have
        repeated itself forever.
    vocabulary : Vocabulary, optional
        The words that the indices refer to.

    See Also
    --------
    gpuwordle.play : Play the games of a strategy.

    Examples
    --------
    >>> import gpuwordle
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig"])
    >>> games = gpuwordle.play(pets, backend="numpy")
    >>> games
    Games(4 games, average 1.7500, at most 2)
    >>> games.distribution().tolist(), games.win_percent(2)
    ([1, 3], 100.0)
    >>> games.to_dict()["games"][0]
    {'answer': 'cat', 'solved': True, 'guesses': ['cow', 'cat'], 'patterns': ['200', '222'], \
'remaining': [1, 1]}
    """

    answers: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    guesses: npt.NDArray[np.int32]
    codes: npt.NDArray[np.uint32]
    remaining: npt.NDArray[np.int32]
    solved: npt.NDArray[np.bool_]
    vocabulary: Vocabulary | None = None

    def __len__(self) -> int:
        return len(self.answers)

    def __repr__(self) -> str:
        return f"Games({self.summary})"

    def _repr_html_(self) -> str:
        counts: list[tuple[Any, int]] = [*enumerate(self.distribution().tolist(), start=1)]
        counts.append(("lost", self.lost))
        rows = [{"guesses": turn, "games": f"{games:,}"} for turn, games in counts if games]
        return notebook_table(rows, title=self.summary)

    @property
    def summary(self) -> str:
        """One line: how many games, their average and the longest."""
        parts = [counted(len(self), "game")]
        if self.vocabulary is not None and self.vocabulary.weights is not None:
            parts[0] += f" of weight {int(self.weights.sum()):,}"
        if self.lost < len(self):
            parts += [f"average {self.mean:.4f}", f"at most {self.worst}"]
        if self.lost:
            parts.append(f"{self.lost:,} lost")
        return ", ".join(parts)

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """Guesses in each game: int64, shape (games,)."""
        return np.diff(self.offsets)

    @cached_property
    def weights(self) -> npt.NDArray[np.int64]:
        """Weight of the answer of each game: int64, shape (games,); 1 without weights."""
        if self.vocabulary is None:
            return np.ones(len(self), np.int64)
        return self.vocabulary.weights_of(self.answers)

    @property
    def lost(self) -> int:
        """Number of games that ended unsolved."""
        return int(len(self) - self.solved.sum())

    @property
    def total(self) -> int:
        """Guesses in all solved games together."""
        return int((self.weights * self.counts)[self.solved].sum())

    @property
    def mean(self) -> float:
        """Guesses per solved game; nan if none was solved."""
        solved = int(self.weights[self.solved].sum())
        return self.total / solved if solved else float("nan")

    @property
    def worst(self) -> int:
        """Most guesses in a solved game; 0 if none was solved."""
        return int(self.counts[self.solved].max(initial=0))

    @property
    def worst_answers(self) -> npt.NDArray[np.int32]:
        """Answers of the lost games or, if there are none, of the longest games: int32."""
        worst = ~self.solved if self.lost else self.counts == self.worst
        return self.answers[worst]

    def distribution(self) -> npt.NDArray[np.int64]:
        """Count the solved games by their number of guesses.

        Returns
        -------
        ndarray of int64, shape (worst,)
            Entry ``m - 1`` is the number of games solved with ``m`` guesses.
        """
        games = np.zeros(self.worst + 1, np.int64)
        np.add.at(games, self.counts[self.solved], self.weights[self.solved])
        return games[1:]

    def wins(self, allowed: int) -> int:
        """Count the games solved within a number of guesses."""
        limit = whole_number("allowed", allowed, 0)
        return int(self.weights[self.solved & (self.counts <= limit)].sum())

    def win_percent(self, allowed: int) -> float:
        """Return the percentage of games solved within a number of guesses; nan without games."""
        everything = int(self.weights.sum())
        return 100 * self.wins(allowed) / everything if everything else float("nan")

    def rows(self, start: int, stop: int) -> Games:
        """Return games ``start`` to ``stop - 1``; raise UserError if there are no such games."""
        start = whole_number("start", start, 0, len(self))
        stop = whole_number("stop", stop, start, len(self))
        first, last = self.offsets[start], self.offsets[stop]
        return replace(
            self,
            answers=self.answers[start:stop],
            offsets=self.offsets[start : stop + 1] - first,
            guesses=self.guesses[first:last],
            codes=self.codes[first:last],
            remaining=self.remaining[first:last],
            solved=self.solved[start:stop],
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the games as values that JSON can hold.

        Returns
        -------
        dict
            ``mean`` (guesses per solved game, or None), ``worst``, ``lost``, ``distribution``,
            and ``games``: for each game its ``answer``, whether it was ``solved``, its ``guesses``
            and their ``patterns`` as digits, the candidates ``remaining`` after each and, if the
            vocabulary has weights, its ``weight``.

        Raises
        ------
        UserError
            If the games have no vocabulary.
        """
        return {
            "mean": self.mean if self.solved.any() else None,
            "worst": self.worst,
            "lost": self.lost,
            "distribution": self.distribution().tolist(),
            "games": list(self._records()),
        }

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame` with one row per game.

        Its columns are ``answer``, ``solved``, ``count`` (the number of guesses), ``guesses``,
        ``patterns`` (digits), ``remaining`` and, if the vocabulary has weights, ``weight``.

        Raises
        ------
        UserError
            If pandas is not installed, or the games have no vocabulary.
        """
        columns = ["answer", "solved", "guesses", "patterns", "remaining"]
        if self.vocabulary is not None and self.vocabulary.weights is not None:
            columns.append("weight")
        frame = data_frame(list(self._records()), columns=columns)
        frame.insert(2, "count", self.counts)
        return frame

    def _records(self) -> Iterator[dict[str, Any]]:
        """Yield each game as a dict, with words in place of indices."""
        if self.vocabulary is None:
            raise UserError("these games have no vocabulary: use the arrays, or set vocabulary")
        words = self.vocabulary
        guesses = [words.written_guesses[guess] for guess in self.guesses.tolist()]
        patterns = words.codes_as_text(self.codes)
        remaining, ends = self.remaining.tolist(), self.offsets.tolist()
        for game, (answer, solved) in enumerate(
            zip(self.answers.tolist(), self.solved.tolist(), strict=True)
        ):
            entries = slice(ends[game], ends[game + 1])
            record = {
                "answer": words.written_answers[answer],
                "solved": solved,
                "guesses": guesses[entries],
                "patterns": patterns[entries],
                "remaining": remaining[entries],
            }
            if words.weights is not None:
                record["weight"] = int(words.weights[answer])
            yield record
