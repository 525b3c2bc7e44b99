"""A tree to look at."""

import pytest
from helpers.playing import NUMPY
from helpers.words import random_vocabulary

from gpuwordle.tree.build import grow


@pytest.fixture(scope="module")
def small_tree():
    vocabulary = random_vocabulary(0, 4, 7, 100, hidden=60)
    return grow(vocabulary, "entropy", backend=NUMPY(vocabulary))
