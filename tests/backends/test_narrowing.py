"""Guesses that cannot be among the best are left out, and no other."""

from fractions import Fraction

import numpy as np
import pytest

from gpuwordle.backends import narrowing
from gpuwordle.backends.narrowing import narrow

SIZE = 2000


@pytest.mark.parametrize("top", [1, 2, 7])
@pytest.mark.parametrize("parts", [(), (Fraction(1, 2),), (Fraction(1, 4), Fraction(3, 4))])
def test_the_best_are_kept_and_few_others(top, parts, monkeypatch):
    monkeypatch.setattr(narrowing, "PROMISING", 5)
    rng = np.random.default_rng(top)
    for _ in range(50):
        keys = rng.integers(50, 400, 300)
        bounds = keys - rng.integers(0, 200, 300)
        pilots = np.argsort(keys + rng.integers(0, 60, 300))[:10]
        asked = []

        def count(places, size, keys=keys, asked=asked):
            asked.append((len(places), size))
            return keys[places] * size // SIZE

        found = narrow(bounds, pilots, SIZE, parts, count, top)
        assert (found.keys == keys[found.places]).all()
        kept = np.append(found.places, found.left)
        assert len(np.unique(kept)) == len(kept)
        worst = np.sort(keys)[top - 1]
        assert np.isin(np.flatnonzero(keys <= worst), kept).all()
        by_bounds = int((bounds <= np.sort(keys[pilots])[top - 1]).sum())
        assert len(kept) < by_bounds if parts else len(kept) <= by_bounds + len(pilots)
        assert {size for _, size in asked} == {SIZE, *(int(SIZE * part) for part in parts)}


def test_few_candidates_or_guesses_are_counted_at_once():
    keys = np.arange(200, 500)
    bounds = np.zeros(300, np.int64)
    for size, guesses in ((narrowing.SMALLEST_PART, 300), (10**6, narrowing.PROMISING + 24)):
        asked = []

        def count(places, some, asked=asked):
            asked.append(some)
            return keys[places]

        half = (Fraction(1, 2),)
        found = narrow(bounds[:guesses], np.arange(24), size, half, count)
        assert asked == [size]
        assert len(found.left) == guesses - 24
