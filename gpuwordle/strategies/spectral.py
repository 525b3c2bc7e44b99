"""Strategies that take the guess nearest to the principal directions of the candidates.

A word is a vector with a one for each letter at its place, and the candidates of a state are the
columns of a matrix S. Its left singular vectors are directions that many candidates share; the
guess at the smallest angle to one of them represents the candidates well (Bonthron; Van Fleet et
al., "Rank-One Approximation" and "Principal Component Analysis").

Ties are frequent, so cosines and scores are rounded before they are compared. Rounding errors can
lift the cosine of a lone candidate with itself above one. Its arc cosine is then not a number, and
the paper's program never guesses the right word, as `RankOne` does with ``angles=literal``. Here
such cosines are not turned into angles. Ties go to guesses that are not answers, in the
vocabulary's order, then to answers: the paper's list has this order.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from typing import ClassVar

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from gpuwordle.clues.facts import facts_of_words
from gpuwordle.clues.filters import kept_by
from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.rules.conditions import PoolName
from gpuwordle.strategies.letter_scores import SumOfLetters
from gpuwordle.strategies.state import States, best_of_pools
from gpuwordle.strategies.strategy import Strategy, one_of, whole
from gpuwordle.words.vocabulary import Vocabulary

DECIMALS = 9
"""Digits to which cosines and scores are rounded."""

STATES_AT_ONCE = 64
"""States whose cosines to every guess are kept at a time, if the memory allows it."""

MOST_DIRECTIONS = 100

TIES = ("list", "alphabetical")

MATRICES = ("answers", "guesses")

ANGLES = ("rounded", "literal")

WEIGHTS = ("explained", "squares")

NEGLIGIBLE = 1e-9
"""Differences of singular values and lengths up to which they count as equal."""


class SpectralStrategy(Strategy):
    """Plays the guess nearest to one of the first few singular vectors of each state.

    ``ties`` chooses among equally near guesses; see `order_of_ties`.
    """

    pool: ClassVar[PoolName] = "all"
    uses_history = False

    def __init__(self, *, directions: int, ties: str) -> None:
        self.directions = whole("directions", directions, 1, MOST_DIRECTIONS)
        self.ties = one_of("ties", ties, TIES)

    @abstractmethod
    def sign(self, along: npt.NDArray) -> int:
        """Return the sign of a direction, or 0 to leave it out.

        along: the component of each candidate along the direction, (candidates,).
        """

    @abstractmethod
    def weight(self, along: npt.NDArray, entries: float, length: int, alphabet: int) -> float:
        """Return the weight of a direction.

        ``along`` is that of `sign`; ``entries`` is the sum of the direction's entries; ``length``
        and ``alphabet`` are the dimensions of a word's vector.
        """

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guess with the best score among those nearest to the directions."""
        length, alphabet = states.vocabulary.length, len(states.vocabulary.alphabet)
        vectors = np.zeros((self.directions, len(states), length, alphabet))
        weights = np.zeros((self.directions, len(states)))
        with threadpool_limits(1, "blas"):  # threads cost more than such small matrices take
            for state in range(len(states)):
                letters = self.matrix_letters(states, state)
                self._describe(letters, vectors[:, state], weights[:, state])
        vectors /= np.sqrt(length)
        order = order_of_ties(states.vocabulary, self.ties)
        chosen = np.empty((self.directions, len(states)), np.int32)
        scores = np.empty((self.directions, len(states)))
        for k in range(self.directions):
            chosen[k], cosine = nearest(states, vectors[k], order)
            scores[k] = weights[k] * (90 - np.degrees(np.arccos(np.clip(cosine, -1, 1))))
        best = np.round(scores, DECIMALS).argmax(axis=0)
        return chosen[best, np.arange(len(states))]

    def matrix_letters(self, states: States, state: int) -> npt.NDArray[np.uint8]:
        """Return the letters of the words in a state's matrix: uint8, shape (words, length)."""
        return states.vocabulary.answer_letters[states.candidates.group(state)]

    def _describe(
        self, letters: npt.NDArray[np.uint8], vectors: npt.NDArray, weights: npt.NDArray
    ) -> None:
        """Fill in the directions of one state and their weights.

        ``letters`` has shape (words, length), ``vectors`` (directions, length, alphabet), and
        ``weights`` (directions,). Rows of directions that are left out stay zero.
        """
        length, alphabet = vectors.shape[1:]
        cells = np.arange(length) * alphabet + letters
        used, cells = np.unique(cells, return_inverse=True)
        matrix = np.zeros((len(letters), len(used)))
        matrix[np.arange(len(letters))[:, None], cells.reshape(letters.shape)] = 1
        for k, direction in enumerate(leading_directions(matrix, self.directions)):
            along = matrix @ direction
            sign = self.sign(along)
            vectors[k].reshape(-1)[used] = sign * direction
            weights[k] = abs(sign) * self.weight(along, direction.sum(), length, alphabet)


class RankOne(SpectralStrategy):
    """Plays the guess nearest to the first singular vector.

    Van Fleet et al., "Rank-One Approximation and Latent Semantic Indexing", without the arc cosines
    of numbers above one. The vector has positive entries.

    - ``matrix``: its words are the candidates (``answers``), as in Van Fleet et al., or all guesses
      that agree with the clues (``guesses``), as in Bonthron.
    - ``ties``: of equally near guesses, ``list`` plays those that are not answers first, then
      answers, each in the vocabulary's order, as in the paper's list; ``alphabetical`` plays the
      first in the alphabet, as in its text.
    - ``angles``: with ``rounded``, cosines are rounded, and a lone candidate is guessed. With
      ``literal``, angles are arc cosines of floating-point numbers. If a lone candidate's own
      cosine is above one, its angle is not a number and never the smallest, so the strategy never
      guesses the right word. When that happens depends on the linear algebra library, so results
      differ between machines by a few games; the paper lost 531 of 2315.
    """

    name = "rank-one"
    source = "Van Fleet et al."

    def __init__(
        self, *, matrix: str = "answers", ties: str = "list", angles: str = "rounded"
    ) -> None:
        super().__init__(directions=1, ties=ties)
        self.matrix = one_of("matrix", matrix, MATRICES)
        self.angles = one_of("angles", angles, ANGLES)
        self.uses_history = matrix == "guesses"
        self.asked_when_certain = angles != "rounded"
        # By thread: a benchmark in threads shares an object that its caller made.
        self._fitting: dict[int, dict[bytes, npt.NDArray[np.int32]]] = {}

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guess at the smallest angle."""
        if self.matrix == "guesses":
            fitting = {states.path(s): self._fit(states, s) for s in range(len(states))}
            self._fitting[threading.get_ident()] = fitting
        if self.angles == "rounded":
            return super().choose(states)
        order = order_of_ties(states.vocabulary, self.ties)
        return np.array([self._literal(states, s, order) for s in range(len(states))], np.int32)

    def matrix_letters(self, states: States, state: int) -> npt.NDArray[np.uint8]:
        """Return the letters of the words in the matrix: uint8, shape (words, length)."""
        if self.matrix == "answers":
            return super().matrix_letters(states, state)
        fitting = self._fitting[threading.get_ident()]
        return states.vocabulary.guess_letters[fitting[states.path(state)]]

    def _fit(self, states: States, state: int) -> npt.NDArray[np.int32]:
        """Return the guesses that would be candidates if every guess could be hidden."""
        guesses, codes = states.guesses[state], states.codes[state]
        known = self._fitting.get(threading.get_ident(), {}).get(states.path(state, -1))
        if len(guesses) > 1 and known is not None:
            turns = [len(guesses) - 1]
        else:
            known = np.arange(len(states.vocabulary.guesses), dtype=np.int32)
            turns = list(range(len(guesses)))
        words, how = states.vocabulary, states.conditions
        for turn in turns:
            letters = words.guess_letters[guesses[turn]]
            mask, value = kept_by(how.filter, letters[None], codes[turn : turn + 1], hard=how.hard)
            facts = facts_of_words(letters, words.guess_letters[known])
            known = known[((facts & mask) == value) & (known != guesses[turn])]
        return known

    def _literal(self, states: States, state: int, order: npt.NDArray[np.integer]) -> int:
        """Choose by the paper's formula in floating point."""
        words = states.vocabulary
        letters = self.matrix_letters(states, state)
        size = len(words.alphabet)
        matrix = np.zeros((words.length * size, len(letters)))
        cells = np.arange(words.length) * size + letters
        matrix[cells, np.arange(len(letters))[:, None]] = 1
        vector = np.linalg.svd(matrix, full_matrices=False)[0][:, 0]
        vector *= 1 if vector.sum() >= 0 else -1
        guesses = order[np.isin(order, states.playable(state))]
        spelled = words.guess_letters[guesses] + np.arange(words.length) * size
        products = vector[spelled].sum(axis=1)
        with np.errstate(invalid="ignore"):
            angles = np.arccos(products / (np.sqrt(words.length) * np.linalg.norm(vector)))
        # A comparison with a value that is not a number is false.
        return int(guesses[np.where(np.isnan(angles), np.inf, angles).argmin()])

    def sign(self, along: npt.NDArray) -> int:
        """Point to the candidates."""
        return 1 if along.sum() >= 0 else -1

    def weight(self, along: npt.NDArray, entries: float, length: int, alphabet: int) -> float:
        """Return 1, because there is one direction."""
        return 1.0


class PrincipalComponents(SpectralStrategy):
    """Plays the nearest guess to one of the first three singular vectors.

    Van Fleet et al., "Principal Component Analysis and 90 - Cosine Similarity": the nearest guess
    to direction k scores p_k (90 - angle in degrees). A direction points along the first column of
    the rank-one approximation R_k, which belongs to the first candidate. ``directions`` is the
    number of vectors, and ``ties`` are those of `RankOne`. With ``weights``, p_k is the share of
    variance that R_k explains, averaged over the candidates (``explained``), which gives the
    paper's numbers; or sigma_k^2 / sum sigma^2 (``squares``), as its text says.
    """

    name = "pca"
    source = "Van Fleet et al."

    def __init__(
        self, *, directions: int = 3, ties: str = "list", weights: str = "explained"
    ) -> None:
        super().__init__(directions=directions, ties=ties)
        self.weights = one_of("weights", weights, WEIGHTS)

    def sign(self, along: npt.NDArray) -> int:
        """Point to the first candidate; leave out a direction orthogonal to it."""
        return 0 if abs(along[0]) < NEGLIGIBLE else 1 if along[0] > 0 else -1

    def weight(self, along: npt.NDArray, entries: float, length: int, alphabet: int) -> float:
        """Return p_k.

        The variance that a candidate s with the component c along direction u leaves unexplained is
        Var(s - c u). The squares of all singular values add up to the number of ones in the matrix.
        """
        if self.weights == "squares":
            return float((along**2).sum() / (len(along) * length))
        size = length * alphabet
        whole = length / size - (length / size) ** 2
        left = (length - along**2) / size - ((length - along * entries) / size) ** 2
        return float(1 - (left / whole).mean())


def order_of_ties(vocabulary: Vocabulary, ties: str) -> npt.NDArray[np.int64]:
    """Return the guesses in the order in which they win ties (`TIES`): int64, shape (guesses,)."""
    if ties == "alphabetical":
        return np.argsort(np.array(vocabulary.guesses), kind="stable")
    places = np.arange(len(vocabulary.guesses))
    return np.lexsort((places, vocabulary.guess_answer >= 0))


def nearest(
    states: States, vectors: npt.NDArray, order: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.int32], npt.NDArray]:
    """Find the playable guess with the largest cosine to the vector of each state.

    ``vectors`` has shape (states, length, alphabet), scaled so that a scalar product is a cosine;
    ``order`` is that of ties. Returns guess indices and rounded cosines, each of shape (states,).
    """
    if states.pool != "all":
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        cosine = SumOfLetters(states, vectors, decimals=DECIMALS)
        chosen = best_of_pools(states, [cosine], order=rank)
        return chosen, cosine(np.arange(len(states)), chosen.astype(np.int64))
    letters = states.vocabulary.guess_letters[order].astype(np.int64)
    best = np.empty(len(states), np.int64)
    largest = np.empty(len(states))
    fitting = states.backend.memory // SHARE_OF_TABLES // (2 * 8 * len(letters))
    step = max(1, min(STATES_AT_ONCE, fitting))
    for start in range(0, len(states), step):
        chunk = slice(start, start + step)
        # States are the last axis, so that a letter of a guess adds a contiguous run of numbers.
        tables = np.ascontiguousarray(vectors[chunk].transpose(1, 2, 0))
        cosines = tables[0][letters[:, 0]]
        for place in range(1, letters.shape[1]):
            cosines += tables[place][letters[:, place]]
        top = cosines.max(axis=0)
        # Round only the few cosines that may tie with the best.
        guess, state = np.nonzero(cosines >= top - 10.0**-DECIMALS)
        values = np.round(cosines[guess, state], DECIMALS)
        largest[chunk] = np.round(top, DECIMALS)
        equal = values == largest[chunk][state]
        # The last assignment wins, so the first guess must come last.
        best[chunk][state[equal][::-1]] = guess[equal][::-1]
    return order[best].astype(np.int32), largest


def leading_directions(matrix: npt.NDArray, count: int) -> list[npt.NDArray]:
    """Return the first right singular vectors of a matrix of words, shape (words, cells).

    There are fewer than ``count`` if the rank is smaller. If singular values are equal, any basis
    of their space would do; this one follows from the order of the words and not from the linear
    algebra library: the projection of the sum of all words, then that of the first word that is not
    covered yet, and so on.
    """
    rows, columns = matrix.shape
    wide = rows <= columns
    values, vectors = np.linalg.eigh(matrix @ matrix.T if wide else matrix.T @ matrix)
    values, vectors = values[::-1], vectors[:, ::-1]
    rank = int((values > NEGLIGIBLE * values[0]).sum())
    found: list[npt.NDArray] = []
    start = 0
    while start < rank and len(found) < count:
        stop = start + 1
        while stop < rank and values[start] - values[stop] <= NEGLIGIBLE * values[0]:
            stop += 1
        space = vectors[:, start:stop]
        if wide:
            space = matrix.T @ space / np.sqrt(values[start:stop])
        found += _basis(space, matrix) if stop > start + 1 else [space[:, 0]]
        start = stop
    return found[:count]


def _basis(space: npt.NDArray, matrix: npt.NDArray) -> list[npt.NDArray]:
    """Return an orthonormal basis of a space, given by columns, that follows from the words."""
    basis: list[npt.NDArray] = []
    for word in (matrix.sum(axis=0), *matrix):
        part = space @ (space.T @ word)
        for known in basis:
            part -= known * (known @ part)
        size = np.linalg.norm(part)
        if size > np.sqrt(NEGLIGIBLE):
            basis.append(part / size)
        if len(basis) == space.shape[1]:
            break
    return basis
