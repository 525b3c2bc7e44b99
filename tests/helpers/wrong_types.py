"""Values of all types, and a check that a call takes them or refuses them clearly."""

import numpy as np
from hypothesis import strategies as st

from gpuwordle.errors import UserError

anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.just(2**70),
    st.floats(),
    st.complex_numbers(),
    st.text("abz12 .", max_size=6),
    st.binary(max_size=3),
    st.lists(st.none() | st.integers() | st.text("abc", max_size=3), max_size=3),
    st.lists(st.lists(st.integers(0, 2), max_size=2), max_size=3),
    st.dictionaries(st.text("abc", max_size=3), st.integers(), max_size=2),
    st.sets(st.floats(), max_size=2),
    st.builds(object),
    st.just(str),
    st.just(len),
    st.sampled_from([np.array([1.5]), np.array(3), np.array(["abc"]), np.int64(2), np.bool_(True)]),
)


def refused_clearly(call, *arguments, **named):
    """Return what a call returns, or its error: one short line, TypeError or UserError."""
    try:
        return call(*arguments, **named)
    except (TypeError, UserError) as error:
        message = str(error)
        assert message
        assert len(message) < 400
        assert "\n" not in message
        return error
