"""The definition in arrays: what every other backend must equal, and the fallback without numba."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Indices
from gpuwordle.progress import Progress
from gpuwordle.rules.codes import GREEN, YELLOW, code_dtype
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import Statistics

DEFAULT_MEMORY = 64 << 20


def codes_of_letters(
    guess_letters: npt.NDArray[np.uint8], answer_letters: npt.NDArray[np.uint8]
) -> npt.NDArray[np.unsignedinteger]:
    """Compute the codes of guesses against answers: the rule of the game on arrays.

    Parameters
    ----------
    guess_letters, answer_letters
        Letter indices: uint8, shapes that broadcast, the last axis being the word.

    Returns
    -------
    ndarray of the code dtype
        The broadcast shape without its last axis.
    """
    guess_letters, answer_letters = np.broadcast_arrays(guess_letters, answer_letters)
    length = guess_letters.shape[-1]
    green = guess_letters == answer_letters
    # A letter of the answer can be matched once: by the green on it, or by one yellow.
    unmatched = ~green
    codes = np.zeros(guess_letters.shape[:-1], code_dtype(length))
    three = codes.dtype.type(3)
    for place in range(length):
        letter = guess_letters[..., place]
        yellow = np.zeros_like(green[..., place])
        for other in range(length):
            match = unmatched[..., other] & (answer_letters[..., other] == letter)
            match &= ~green[..., place] & ~yellow
            unmatched[..., other] &= ~match
            yellow |= match
        codes *= three
        codes += codes.dtype.type(GREEN) * green[..., place] + codes.dtype.type(YELLOW) * yellow
    return codes


class NumpyBackend(Backend):
    """Plain NumPy: guesses in tiles against all candidates of a group."""

    name = "numpy"

    @classmethod
    def unavailable(cls) -> str | None:
        """Return None: NumPy is always here."""
        return None

    def codes(
        self,
        guesses: Indices | None = None,
        answers: Indices | None = None,
        out: npt.NDArray[np.unsignedinteger] | None = None,
    ) -> npt.NDArray[np.unsignedinteger]:
        """Compute pattern codes; see `Backend.codes`."""
        words = self.vocabulary
        guess_letters = words.guess_letters if guesses is None else words.guess_letters[guesses]
        answer_letters = words.answer_letters if answers is None else words.answer_letters[answers]
        shape = len(guess_letters), len(answer_letters)
        if out is None:
            out = np.empty(shape, code_dtype(words.length))
        tile = self._tile(shape[1])
        for start in range(0, shape[0], tile):
            stop = start + tile
            out[start:stop] = codes_of_letters(
                guess_letters[start:stop, None, :], answer_letters[None, :, :]
            )
        return out

    def statistics(
        self,
        groups: Groups | None = None,
        guesses: Indices | None = None,
        progress: Progress | None = None,
    ) -> Statistics:
        """Score guesses on groups; see `Backend.statistics`."""
        words = self.vocabulary
        groups = Groups.whole(len(words.answers)) if groups is None else groups
        chosen = np.arange(len(words.guesses)) if guesses is None else np.asarray(guesses)
        result = Statistics.empty(groups.sizes, len(chosen))
        work = max(int(groups.sizes.sum()) * len(chosen), 1)
        done = 0
        for index in range(len(groups)):
            candidates = groups.group(index)
            table = log_table(len(candidates))
            tile = self._tile(len(candidates))
            for start in range(0, len(chosen), tile):
                codes = self.codes(chosen[start : start + tile], candidates)
                for guess, row in enumerate(codes, start):
                    _, sizes = np.unique(row, return_counts=True)
                    result.buckets[index, guess] = len(sizes)
                    result.largest[index, guess] = sizes.max()
                    result.sum_of_squares[index, guess] = (sizes * sizes).sum()
                    result.sum_n_log_n[index, guess] = table[sizes].sum()
                done += codes.size
                if progress is not None:
                    progress(done / work)
        return result

    def _tile(self, answers: int) -> int:
        # The rule holds about 3 bytes a letter for each pair of the tile.
        budget = self.memory or DEFAULT_MEMORY
        return max(1, budget // (3 * self.vocabulary.length * max(answers, 1)))
