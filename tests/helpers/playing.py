"""What games are drawn from, small vocabularies and conditions, and players that keep a record."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from gpuwordle import Strategy, Vocabulary
from gpuwordle.backends.table import choose
from gpuwordle.rules.conditions import FILTERS
from gpuwordle.scoring.groups import ranges

NUMPY = choose("numpy")


@st.composite
def vocabularies(draw, most=24, longest=6):
    length = draw(st.integers(1, longest))
    words = draw(
        st.lists(
            st.text("abcd", min_size=length, max_size=length),
            min_size=1,
            max_size=most,
            unique=True,
        )
    )
    hidden = draw(st.lists(st.sampled_from(words), min_size=1, unique=True))
    return Vocabulary("drawn", hidden, words)


conditions = st.fixed_dictionaries(
    {
        "pool": st.sampled_from(["all", "candidates"]),
        "hard": st.booleans(),
        "filter": st.sampled_from(FILTERS),
        "allowed": st.none() | st.integers(1, 4),
    }
)


class Own(Strategy):
    """Chooses as a function of the states does; what is named replaces attributes of strategies."""

    name = "own"
    pool = "all"

    def __init__(self, answer, **named):
        self.answer = answer
        vars(self).update(named)

    def choose(self, states):
        return self.answer(states)


class Recorded(Strategy):
    """Plays the first word that may be played, and keeps what it was asked."""

    name = "recorded"
    pool = "all"

    def __init__(self, **named):
        self.asked = []
        vars(self).update(named)

    def choose(self, states):
        self.asked.append(states)
        return np.array([states.playable(state)[0] for state in range(len(states))], np.int32)


class Picky(Strategy):
    """Takes one candidate after another, from the nth on."""

    name = "picky"
    uses_history = False

    def __init__(self, nth: int = 0):
        self.nth = nth

    def choose(self, states):
        return np.array([states.playable(s)[self.nth] for s in range(len(states))], np.int32)


def games_of(games, answers):
    """The games of some answer indices, in the order given."""
    places = {answer: place for place, answer in enumerate(games.answers.tolist())}
    chosen = np.array([places[answer] for answer in answers], int)
    entries = ranges(games.offsets[:-1][chosen], games.counts[chosen])
    return replace(
        games,
        answers=games.answers[chosen],
        offsets=np.append(0, np.cumsum(games.counts[chosen])),
        guesses=games.guesses[entries],
        codes=games.codes[entries],
        remaining=games.remaining[entries],
        solved=games.solved[chosen],
    )


def same_trees(one, other):
    """Assert that trees have the same nodes in the same order, and the same ends of games."""
    for column, true in zip(one.table, other.table, strict=True):
        assert column.dtype == true.dtype
        assert column.tolist() == true.tolist()
    assert one.ends.tolist() == other.ends.tolist()
    assert one.solved.tolist() == other.solved.tolist()
