"""Errors of users, which are one line."""

from contextlib import contextmanager

import pytest

from gpuwordle.errors import UserError


@contextmanager
def one_line_error(message, kind=UserError):
    """Expect an error whose one line matches a regular expression."""
    with pytest.raises(kind, match=message) as caught:
        yield caught
    assert "\n" not in str(caught.value)


def refused(message, call, *arguments, **named):
    """Expect a call to be refused in one line that matches a regular expression."""
    with one_line_error(message):
        call(*arguments, **named)
