"""Functions for Python and for compiled functions."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

MODULE = """
import numpy as np

from gpuwordle.compiled import entry, inner


@inner
def double(number):
    return 2 * number


@entry
def doubles(number):
    return double(1) + double(2) + double(number)
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "some_kernels.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("some_kernels")
    del sys.modules["some_kernels"]


def test_python_calls_what_is_for_python(module):
    assert module.doubles(4) == 14
    with pytest.raises(TypeError, match="double is for compiled functions: Python cannot call it"):
        module.double(4)
    assert module.double.py_func(4) == 8


def test_constants_are_no_reason_to_compile_anew(module):
    module.doubles(4)
    assert [str(args[0]) for args in module.double.signatures] == ["int64"]
