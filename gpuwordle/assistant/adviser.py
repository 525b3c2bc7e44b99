"""The adviser: what stays the same from turn to turn, one vocabulary with what computes on it.

Codes of all guesses and what the exact solver has proven are kept, so that a turn of a running
session costs milliseconds. Who asks but once asks about a position `apart`: about the words alone
that its clues have left, which is sooner ready.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.known_positions import (
    FEWEST,
    KnownPosition,
    KnownPositions,
    packaged_positions,
)
from gpuwordle.assistant.nothing_left import nothing_left
from gpuwordle.assistant.plain_solver import PlainSolver
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.clues.demands import scan
from gpuwordle.clues.hard_mode import LegalGuesses, legal_after
from gpuwordle.errors import UserError
from gpuwordle.rules.codes import all_green, code_dtype
from gpuwordle.rules.hard_mode import legal
from gpuwordle.rules.pattern import Pattern, score
from gpuwordle.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from gpuwordle.optimal.solver import Solver

Indices = npt.NDArray[np.int32]

FEW_PAIRS = 1 << 22
"""Guesses times answers that plain NumPy scores sooner than compiled code is loaded."""

FEW = 300
"""Answers that are searched without compiled code sooner than it is loaded."""

MOST_CODES = 256 << 20
"""Bytes of codes for which a solver is made: of more, nobody would wait for it."""


class Adviser:
    """One vocabulary, in easy or in hard mode, with what computes on it.

    It may be used from several threads at once.

    Parameters
    ----------
    vocabulary
        The words of one length.
    hard
        Play hard mode.
    backend
        Where to compute.
    brief
        It is asked but once: where the words are few, nothing is loaded that takes longer than to
        answer without it.
    known
        Positions that need no search; those that come with the package when None.

    Raises
    ------
    UserError
        If there is no such backend or it cannot run here.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        hard: bool = False,
        backend: str | Backend = "auto",
        brief: bool = False,
        known: KnownPositions | None = None,
    ) -> None:
        self.words, self.hard, self._brief = vocabulary, hard, brief
        self._known = known
        self._backend = backend
        # The solver is made under it, and makes the engine.
        self._lock = threading.RLock()
        self._engine: Backend | None = None
        self._solver: Solver | PlainSolver | None = None
        if backend != "auto":
            _ = self.engine

    @property
    def engine(self) -> Backend:
        """What computes patterns, made when it is first asked for."""
        with self._lock:
            if self._engine is None:
                pairs = len(self.words.answers) * len(self.words.guesses)
                plain = self._brief and self._backend == "auto" and pairs <= FEW_PAIRS
                self._engine = engine_for(self.words, "numpy" if plain else self._backend)
            return self._engine

    @property
    def solver(self) -> Solver | PlainSolver:
        """The exact solver, made when it is first asked for."""
        with self._lock:
            if self._solver is None:
                if self._brief and len(self.words.answers) <= FEW:
                    self._solver = PlainSolver(self.engine, hard=self.hard)
                else:
                    self._solver = self._compiled_solver()
            return self._solver

    def change_solver(self) -> None:
        """Search by compiled code from now on."""
        with self._lock:
            self._solver = self._compiled_solver()

    def _compiled_solver(self) -> Solver:
        from gpuwordle.optimal.solver import Solver  # numba takes its time

        solver = Solver(self.words, hard=self.hard, backend=self.engine)
        solver.warm_up()
        return solver

    @cached_property
    def hard_mode(self) -> LegalGuesses:
        """What hard mode asks, as bits of guesses."""
        return LegalGuesses(self.words)

    @cached_property
    def searchable(self) -> bool:
        """Whether the words are few enough for the exact solver."""
        wide = code_dtype(self.words.length).itemsize > 1
        pairs = len(self.words.answers) * len(self.words.guesses)
        return pairs * (4 if wide else 2) <= MOST_CODES

    @property
    def has_solver(self) -> bool:
        """Whether the solver was made already."""
        return self._solver is not None

    def known(self, candidates: Indices) -> KnownPosition | None:
        """Return what is known of best play of some candidates without any search.

        Hard mode has other guesses after other clues: nothing is known of it.

        Parameters
        ----------
        candidates
            Answer indices.

        Raises
        ------
        UserError
            If a table of the package cannot be read.
        """
        if self.hard or (self._known is None and len(candidates) < FEWEST):
            return None
        return self._table.find(self.words.answer_guess[candidates])

    @cached_property
    def _table(self) -> KnownPositions:
        """What is looked up, loaded when there is a position that may be in it."""
        return packaged_positions(self.words) if self._known is None else self._known

    def position(self, clues: Sequence[Clue] = (), *, apart: bool = False) -> Position:
        """Return what clues leave.

        Parameters
        ----------
        clues
            Guesses with their patterns; they need not be guesses of the vocabulary.
        apart
            Make an adviser for the words that are left alone: sooner ready, and kept for nobody.

        Raises
        ------
        UserError
            If no word is left, or the clues contradict each other or have another length.
        """
        words = self.words
        if not clues:
            everything = np.arange(len(words.answers), dtype=np.int32)
            return Position(self, everything, (), ())
        read = Clues(tuple(clues))
        if read.length != words.length:
            raise UserError(
                f"clue {read.clues[0]} has {read.length} letters and vocabulary {words.name!r} "
                f"has words of {words.length}: give words and clues of one length"
            )
        candidates = scan(words.answer_letters, words.letter_index, read.demands()).astype(np.int32)
        if not len(candidates):
            raise UserError(nothing_left(read, words))
        known = [clue for clue in clues if clue.guess in words.guess_index]
        played = tuple((words.guess_index[guess], pattern.code) for guess, pattern in known)
        strange = self.hard and len(known) < len(clues)
        if not apart and not strange and self.searchable:
            return Position(self, candidates, played, read.clues)
        kept = words.guesses
        if strange:
            # The solver knows no clue of such a word, so that its words are those that are legal.
            kept, played = tuple(words.guesses[g] for g in self.legal_after(read.clues)), ()
        left = tuple(words.answers[answer] for answer in candidates)
        own = Vocabulary(words.name, left, kept, prepared=True)
        adviser = Adviser(
            own, hard=self.hard, backend=self._backend_name, brief=apart, known=self._known
        )
        everything = np.arange(len(left), dtype=np.int32)
        return Position(adviser, everything, played, read.clues)

    @property
    def _backend_name(self) -> str:
        return self._backend if isinstance(self._backend, str) else self._backend.name

    def legal_after(self, clues: Sequence[Clue]) -> Indices:
        """Return the guesses that hard mode allows after clues: guess indices, rising."""
        return legal_after(self.words, clues)


MOST_KEPT = 16
"""Guesses of a position whose buckets are kept."""


class Position:
    """What clues have left.

    Attributes
    ----------
    adviser : Adviser
        Whose words, engine and solver the indices are for.
    candidates : ndarray of int32
        Answer indices.
    played : tuple of (int, int)
        Guess index and code of each clue whose guess is among the adviser's words.
    clues : tuple of Clue
        All clues.
    """

    def __init__(
        self,
        adviser: Adviser,
        candidates: Indices,
        played: tuple[tuple[int, int], ...],
        clues: tuple[Clue, ...],
    ) -> None:
        self.adviser, self.candidates = adviser, candidates
        self.played, self.clues = played, clues

    def __len__(self) -> int:
        return len(self.candidates)

    @property
    def words(self) -> Vocabulary:
        """The words that the indices are for."""
        return self.adviser.words

    @property
    def solved(self) -> bool:
        """Whether the last clue was all green."""
        return bool(self.clues) and self.clues[-1].pattern.solved

    @cached_property
    def remaining(self) -> tuple[str, ...]:
        """The candidates as words, in the vocabulary's order."""
        return tuple(self.words.answers[answer] for answer in self.candidates)

    @cached_property
    def playable(self) -> Indices:
        """What may be guessed, by the mode that is played: guess indices, rising."""
        return (
            self.adviser.legal_after(self.clues)
            if self.adviser.hard
            else np.arange(len(self.words.guesses), dtype=np.int32)
        )

    def is_legal(self, guess: int) -> bool:
        """Tell whether hard mode allows a guess, whichever mode is played."""
        return self.allows(self.words.guesses[guess])

    def allows(self, word: str) -> bool:
        """Tell whether hard mode allows a word, whichever mode is played."""
        return legal(word, [(clue.guess, clue.pattern.colours) for clue in self.clues])

    def buckets(self, guess: int | str) -> list[tuple[int, Indices]]:
        """Return the buckets of a guess: code and candidates, by rising code.

        Those of the guesses asked for last are kept: a suggestion asks for its own several times.

        Parameters
        ----------
        guess
            A guess index, or a word that is no guess of the words.
        """
        return self._kept_buckets(guess).copy()

    @cached_property
    def _kept_buckets(self) -> Callable[[int | str], list[tuple[int, Indices]]]:
        return lru_cache(maxsize=MOST_KEPT)(self._buckets)

    def _buckets(self, guess: int | str) -> list[tuple[int, Indices]]:
        if isinstance(guess, str):
            found = [score(guess, word).code for word in self.remaining]
            codes = np.array(found, code_dtype(self.words.length))
        else:
            codes = self.adviser.engine.codes(np.array([guess]), self.candidates)[0]
        order = np.argsort(codes, kind="stable")
        candidates, codes = self.candidates[order], codes[order]
        begins = [0, *(np.flatnonzero(codes[1:] != codes[:-1]) + 1).tolist()]
        parts = map(slice, begins, [*begins[1:], len(codes)])
        return [
            (code, candidates[part])
            for code, part in zip(codes[begins].tolist(), parts, strict=True)
        ]

    def inside(self, guess: int | str, code: int, candidates: Indices) -> Position:
        """Return one bucket as a position, without looking its words up by letters again."""
        pattern = Pattern(code, self.words.length)
        if isinstance(guess, int):
            clue, played = Clue(self.words.guesses[guess], pattern), (*self.played, (guess, code))
        elif self.adviser.hard:
            return self.adviser.position((*self.clues, Clue(guess, pattern)))
        else:
            clue, played = Clue(guess, pattern), self.played
        return Position(self.adviser, candidates, played, (*self.clues, clue))

    @property
    def green(self) -> int:
        """The code that ends a game."""
        return all_green(self.words.length)
