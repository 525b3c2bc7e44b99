"""An engine for the study of Wordle-like games, on a CPU or an NVIDIA GPU.

>>> import gpuwordle
>>> gpuwordle.Pattern.of("crane", "caper")
Pattern('21101')

Names are loaded when they are first used, so that ``import gpuwordle`` takes milliseconds, and
numba and CuPy are imported only to compute with them; ``__init__.pyi`` lists the names.
"""

import _signal  # signal itself takes milliseconds to import, and Ctrl-C does not wait
import os
import sys


def _is_command() -> bool:
    """Return whether the command line is being started, not a program that imports the package."""
    if sys.argv[:1] == ["-m"]:  # so while python -m looks for the module
        module = sys.orig_argv[-len(sys.argv)]  # the arguments after it are in sys.argv already
        return module.removeprefix("-m") == "gpuwordle"
    return os.path.basename(sys.argv[0] if sys.argv else "") in ("gpuwordle", "gpuwordle.exe")


if _is_command() and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    # Ctrl-C while importing; `gpuwordle.cli.program.main` hears it from then on.
    _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))

import lazy_loader  # noqa: E402

__version__ = "0.1.0"

__getattr__, __dir__, _names = lazy_loader.attach_stub(__name__, __file__)

__all__ = ["__version__", *_names]
