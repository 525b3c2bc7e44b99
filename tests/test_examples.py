"""Every example in a docstring of the package does what it shows."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import gpuwordle

ROOT = Path(gpuwordle.__file__).parent
# A module is imported only if it shows something, so that no GPU library is needed.
SHOWING = [
    ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(ROOT.rglob("*.py"))
    if ">>> " in path.read_text()
]


@pytest.mark.parametrize("module", SHOWING)
def test_examples_of(module):
    if ".environment." in module:
        pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    found = doctest.testmod(import_module(module))
    assert found.attempted > 0
    assert found.failed == 0
