"""A tree to look at."""

from __future__ import annotations

import pytest
from helpers.playing import NUMPY
from helpers.words import random_words

from gpuwordle.tree.build import grow
from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def small_tree():
    words = random_words(0, 4, 7, 100)
    vocabulary = Vocabulary("random", words[:60], words)
    return grow(vocabulary, "entropy", backend=NUMPY(vocabulary))
