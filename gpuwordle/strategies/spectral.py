"""Strategies that take the guess nearest to the principal directions of the candidates.

A word is a vector with a one for each letter at its place, and the candidates of a state are the
columns of a matrix S. Its left singular vectors are directions that many candidates share; the
guess at the smallest angle to one of them stands for the candidates well (Bonthron; Van Fleet et
al., "Rank-One Approximation" and "Principal Component Analysis").

Ties are many, so cosines and scores are rounded before they are compared, and cosines are never
turned into angles above one: with floating-point noise the arc cosine of a lone candidate's own
cosine is not a number, and the paper's program passes over the right word for ever. Ties go to
guesses that are no answers, in the vocabulary's order, then to answers: the paper's list has them
in this order.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.rules.conditions import PoolName
from gpuwordle.strategies.choosing import SumOfLetters, best_of_pools
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy

DECIMALS = 9
"""Digits after the point of cosines and scores that count."""

STATES_AT_ONCE = 64
"""States whose cosines to every guess are kept at a time."""

NEGLIGIBLE = 1e-9
"""Differences of singular values and lengths that are noise."""


class SpectralStrategy(Strategy):
    """Takes the guess nearest to one of a few directions of each state."""

    pool: ClassVar[PoolName] = "all"
    uses_history: ClassVar[bool] = False
    directions: ClassVar[int]

    @abstractmethod
    def sign(self, along: npt.NDArray) -> int:
        """Give a direction its sign, or 0 to leave it out.

        Parameters
        ----------
        along
            How far each candidate reaches along the direction: shape (candidates,).
        """

    @abstractmethod
    def weight(self, along: npt.NDArray, entries: float, length: int, alphabet: int) -> float:
        """Weigh a direction.

        Parameters
        ----------
        along
            How far each candidate reaches along the direction: shape (candidates,).
        entries
            The sum of the direction's entries.
        length, alphabet
            The dimensions of a word's vector.
        """

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guess with the best score among those nearest to the directions."""
        words = states.vocabulary
        length, alphabet = words.length, len(words.alphabet)
        vectors = np.zeros((self.directions, len(states), length, alphabet))
        weights = np.zeros((self.directions, len(states)))
        for state in range(len(states)):
            letters = words.answer_letters[states.candidates.group(state)]
            self._describe(letters, vectors[:, state], weights[:, state])
        vectors /= np.sqrt(length)
        order = np.lexsort((np.arange(len(words.guesses)), words.guess_answer >= 0))
        chosen = np.empty((self.directions, len(states)), np.int32)
        scores = np.empty((self.directions, len(states)))
        for k in range(self.directions):
            chosen[k], cosine = nearest(states, vectors[k], order)
            scores[k] = weights[k] * (90 - np.degrees(np.arccos(np.clip(cosine, -1, 1))))
        best = np.round(scores, DECIMALS).argmax(axis=0)
        return chosen[best, np.arange(len(states))]

    def _describe(
        self, letters: npt.NDArray[np.uint8], vectors: npt.NDArray, weights: npt.NDArray
    ) -> None:
        """Fill in the unit vectors of one state's directions, and what they weigh.

        Parameters
        ----------
        letters
            The candidates: uint8, shape (candidates, length).
        vectors
            Shape (directions, length, alphabet); what stays zero is not used.
        weights
            Shape (directions,).
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
    """Takes the guess nearest to the first singular vector.

    Van Fleet et al., "Rank-One Approximation and Latent Semantic Indexing", without the arc cosines
    of numbers above one. The vector has positive entries.
    """

    name = "rank-one"
    source = "Van Fleet et al."
    directions: ClassVar[int] = 1

    def sign(self, along: npt.NDArray) -> int:
        """Point to the candidates."""
        return 1 if along.sum() >= 0 else -1

    def weight(self, along: npt.NDArray, entries: float, length: int, alphabet: int) -> float:
        """Weigh nothing: there is one direction."""
        return 1.0


class PrincipalComponents(SpectralStrategy):
    """Takes the nearest guess to one of the first three singular vectors.

    Van Fleet et al., "Principal Component Analysis and 90 - Cosine Similarity": the nearest guess
    to direction k scores p_k (90 - angle in degrees), p_k being the share of variance that the
    rank-one approximation R_k explains, averaged over the candidates. A direction points along the
    first column of R_k, the share of the first candidate.
    """

    name = "pca"
    source = "Van Fleet et al."
    directions: ClassVar[int] = 3

    def sign(self, along: npt.NDArray) -> int:
        """Point to the first candidate; a direction across it is left out."""
        return 0 if abs(along[0]) < NEGLIGIBLE else 1 if along[0] > 0 else -1

    def weight(self, along: npt.NDArray, entries: float, length: int, alphabet: int) -> float:
        """Average 1 - Var(s - c u) / Var(s) over candidates s that reach c along direction u."""
        size = length * alphabet
        whole = length / size - (length / size) ** 2
        left = (length - along**2) / size - ((length - along * entries) / size) ** 2
        return float(1 - (left / whole).mean())


def nearest(
    states: States, vectors: npt.NDArray, order: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.int32], npt.NDArray]:
    """Find the playable guess with the largest cosine to the vector of each state.

    Parameters
    ----------
    states
        Whose pools count.
    vectors
        Shape (states, length, alphabet), of the length that makes a scalar product a cosine.
    order
        The guesses; the earlier wins a tie.

    Returns
    -------
    tuple of (ndarray of int32, ndarray of float64), shape (states,)
        Guess indices and rounded cosines.
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
    for start in range(0, len(states), STATES_AT_ONCE):
        chunk = slice(start, start + STATES_AT_ONCE)
        # States last, so that a letter of a guess adds one run of numbers and not one number.
        tables = np.ascontiguousarray(vectors[chunk].transpose(1, 2, 0))
        cosines = tables[0][letters[:, 0]]
        for place in range(1, letters.shape[1]):
            cosines += tables[place][letters[:, place]]
        top = cosines.max(axis=0)
        # Rounding is costly and matters for the few that are as good as the best.
        guess, state = np.nonzero(cosines >= top - 10.0**-DECIMALS)
        values = np.round(cosines[guess, state], DECIMALS)
        largest[chunk] = np.round(top, DECIMALS)
        equal = values == largest[chunk][state]
        # Later assignments win, so the first guess comes last.
        best[chunk][state[equal][::-1]] = guess[equal][::-1]
    return order[best].astype(np.int32), largest


def leading_directions(matrix: npt.NDArray, count: int) -> list[npt.NDArray]:
    """Find the first right singular vectors of a matrix of words.

    Where singular values are equal any basis of their space would do; the one that is taken follows
    from the order of the words and not from the linear algebra library: the projection of all words
    together, then that of the first word that is not covered yet, and so on.

    Parameters
    ----------
    matrix
        One word a row, shape (words, cells).
    count
        How many vectors to find.

    Returns
    -------
    list of ndarray, shape (cells,)
        Unit vectors; fewer than asked for when the rank is smaller.
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
    """Choose an orthonormal basis of a space (columns) by the words and not by chance."""
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
