"""Principal directions of words: singular vectors that do not depend on the library's choices."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

NEGLIGIBLE = 1e-9
"""Differences of singular values and lengths that are noise."""


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
