"""Batch evaluation engine for generalised Wordle.

>>> import gpuwordle
>>> gpuwordle.Pattern.of("crane", "caper")
Pattern('21101')

Names are loaded when they are first used, so that ``import gpuwordle`` takes milliseconds, and
numba and CuPy are imported only to compute with them; ``__init__.pyi`` lists the names.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, _names = lazy_loader.attach_stub(__name__, __file__)

__all__ = ["__version__", *_names]
