"""Statistics in blocks: every backend computes the same numbers with little memory."""

import numpy as np
from helpers.oracle import drawn_words
from helpers.playing import NUMPY, vocabularies
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.games.board_games import information_left
from gpuwordle.scoring.groups import Groups


def joined(engine, groups, guesses):
    """Put blocks together, and check that none is too large and that they come in order."""
    sizes = Groups.whole(len(engine.vocabulary.answers)).sizes if groups is None else groups.sizes
    width = len(engine.vocabulary.guesses) if guesses is None else len(guesses)
    whole = np.full((4, len(sizes), width), -1, np.int64)
    places, told = [], []
    for block in engine.statistics_in_blocks(groups, guesses, told.append):
        assert block.statistics.sizes.tolist() == sizes[block.groups].tolist()
        assert block.statistics.block.nbytes <= max(engine.memory // 4, 32)
        places.append((block.groups.start, block.guesses.start))
        assert (whole[:, block.groups, block.guesses] == -1).all()
        whole[:, block.groups, block.guesses] = block.statistics.block
    assert places == sorted(places)
    assert told == sorted(told) and told[-1] == 1 and len(told) >= len(places)
    return whole


@settings(max_examples=60)
@given(vocabulary=vocabularies(), memory=st.integers(1, 20_000), data=st.data())
def test_blocks_of_any_size_are_the_statistics(vocabulary, memory, data):
    group = st.lists(st.integers(0, len(vocabulary.answers) - 1), min_size=1, unique=True)
    drawn = data.draw(st.none() | st.lists(group, min_size=1, max_size=9))
    groups = None if drawn is None else Groups.of(drawn)
    chosen = data.draw(st.none() | st.permutations(range(len(vocabulary.guesses))))
    guesses = None if chosen is None else np.array(chosen[:9])
    expected = NUMPY(vocabulary).statistics(groups, guesses).block
    assert np.array_equal(joined(NUMPY(vocabulary, memory=memory), groups, guesses), expected)


def test_boards_are_scored_block_by_block(backend_type):
    """Also if the boards of one game do not fit into one block."""
    words = drawn_words(6, 5, 6, 60)
    roomy, tight = backend_type(words), backend_type(words, memory=4 * 32 * 7)
    boards = [np.arange(30), np.arange(5, 12), np.arange(0, 30, 3)]
    assert np.array_equal(information_left(roomy, [boards]), information_left(tight, [boards]))
