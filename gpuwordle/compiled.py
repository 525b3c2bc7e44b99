"""The decorator of all compiled functions: how they are compiled, and how they are kept on disk.

`kernel` compiles with numba without the global interpreter lock and without reference counts, and
keeps the machine code where numba does: next to the module, or in the user's cache folder.

- *Reference counts*: numba counts the references to every array atomically, a quarter of the time
  of a large search. A function that makes no arrays needs none (``allocates``).
- *Entry points*: numba adds one for Python and one for calls by pointer. With many arrays as
  arguments each is longer than the function itself (``internal``).
- *Constants*: numba compiles a function again for each constant passed to it; here, for each type.
- *Stale code*: numba compiles a function again if the time of its file has changed, but functions
  and constants of other modules are compiled into it as well. So here it is compiled again if the
  text of any source in its own room, or in a room before that in `COMPILED_ROOMS`, has changed.
  Reinstalling the same sources changes nothing.
- *Damaged files*: each file ends with a checksum; a damaged one is removed and made again.
- *Several processes*: numba reads the index of a function's versions, adds one and writes it back,
  so two processes could give two versions the same file; here they write one after the other. And
  it names a version's file in the index before it writes the file, which may hold an older version
  until then; here a file says whose version it is.
- *Waiting*: the first function of a room in `SECONDS` that has to be compiled is logged, with the
  time that the room takes.
- *Ctrl-C*: LLVM calls Python from C, where the exception would be lost. An interrupt that arrives
  there waits until the function is compiled.
- *No place to write*, as in most containers: functions are compiled without a cache, after one
  warning. numba would refuse to define them.

Only functions with this decorator are affected; numba itself stays as it is.
"""

from __future__ import annotations

import inspect
import logging
import pickle
import signal
import threading
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import FrameType
from typing import Any

from numba.core import config
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUTargetOptions
from numba.core.registry import CPUDispatcher
from numba.core.targetconfig import ConfigStack
from numba.core.typeinfer import register_dispatcher
from numba.core.types import Array
from numba.core.types.containers import BaseTuple
from numba.core.types.misc import unliteral

COMPILED_ROOMS = ("rules", "scoring", "backends", "cliques", "optimal", "proofs", "environment")
"""Rooms whose functions or constants are compiled, each after those that it imports."""

NO_CACHE = (
    "compiled functions cannot be kept, because neither {place} nor your cache folder can be "
    "written: every run compiles them again; set NUMBA_CACHE_DIR to a folder that can be written"
)

SECONDS = {"backends": 70, "cliques": 3, "optimal": 310, "proofs": 60}
"""Seconds of processor time that compiling a room takes at most (scripts/bench_compiling.py)."""

_PACKAGE = Path(__file__).parent
_LOG = logging.getLogger(__name__)
_CHECKSUM_BYTES = 4
_ENGINE = "llvmlite.binding.executionengine"
_HELPERS: dict[bool, dict[Any, Any]] = {False: {}, True: {}}
"""What numba compiled for its own use, by whether it counts references."""


def kernel(
    signature: Any = None,
    *,
    internal: bool = False,
    allocates: bool = False,
    **options: Any,
) -> Any:
    """Compile a function: ``@kernel``, ``@kernel(signature)`` or ``@kernel(option=True)``.

    Parameters
    ----------
    signature
        Type of the function in numba. A function with a signature is compiled when it is defined,
        others when they are first called.
    internal
        Only compiled functions call it: a call from Python raises TypeError.
    allocates
        It makes or returns arrays, or calls a kernel that returns some. A function that lacks
        this option and needs it is refused when it is compiled.
    options
        Further options of numba, such as ``fastmath`` or ``forceinline``.
    """
    if inspect.isfunction(signature):
        return kernel()(signature)

    def compiled(function: Callable[..., Any]) -> Any:
        if config.DISABLE_JIT:
            return function
        asked = {"nopython": True, "nogil": True, "boundscheck": None, "_nrt": allocates}
        asked |= {"no_cfunc_wrapper": True, "no_cpython_wrapper": internal} | options
        # An older numba lacks some, which change only the speed.
        known = {name: value for name, value in asked.items() if hasattr(CPUTargetOptions, name)}
        dispatcher = (_InternalKernel if internal else _Kernel)(function, targetoptions=known)
        dispatcher._cache = _cache_of(function)
        if signature is not None:
            with register_dispatcher(dispatcher):
                dispatcher.compile(signature)
            dispatcher.disable_compile()
        return dispatcher

    return compiled


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    """A compiled function, one version for each combination of argument types."""

    def compile(self, sig: Any) -> Any:
        """Compile a version, with helpers that count references only if it does.

        numba keeps its helpers whether they do or not: the first caller would decide for all.
        """
        with global_compiler_lock, _interrupts_put_off():
            before = self.targetctx.cached_internal_func
            self.targetctx.cached_internal_func = _HELPERS[self.targetoptions.get("_nrt", True)]
            try:
                return super().compile(sig)
            finally:
                self.targetctx.cached_internal_func = before

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Type a call from a compiled function."""
        template = super().get_call_template(tuple(map(unliteral, args)), kws)
        callers = ConfigStack()
        if callers and not callers.top().nrt and self._returns_arrays():
            raise TypeError(f"{self.__name__} returns arrays: its callers need allocates=True")
        return template

    def add_overload(self, compiled: Any) -> None:
        """Add a version, unless it returns arrays without counting references."""
        super().add_overload(compiled)
        if not self.targetoptions.get("_nrt", True) and self._returns_arrays():
            raise TypeError(f"{self.__name__} returns arrays: it needs allocates=True")

    def _returns_arrays(self) -> bool:
        versions = self.overloads.values()
        return any(_holds_arrays(version.signature.return_type) for version in versions)


class _InternalKernel(_Kernel):
    """A compiled function that Python cannot call, because numba makes no entry point for it."""

    def __call__(self, *args: object, **kwargs: object) -> object:
        raise TypeError(f"{self.__name__} is for compiled functions: Python cannot call it")


class _Interrupts:
    """A handler for Ctrl-C that keeps what arrives while LLVM's engine works."""

    def __init__(self, usual: Callable[[int, FrameType | None], Any]) -> None:
        self._usual = usual
        self._waiting = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        caller = frame
        while caller and caller.f_globals.get("__name__") != _ENGINE:
            caller = caller.f_back
        if caller:
            self._waiting = True
        else:
            self._usual(number, frame)

    def deliver(self) -> None:
        """Call the usual handler if Ctrl-C was pressed."""
        if self._waiting:
            self._waiting = False
            self._usual(signal.SIGINT, None)


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """Put off Ctrl-C while LLVM's engine compiles: until it has, or the next function is begun."""
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield
        return
    interrupts = usual if isinstance(usual, _Interrupts) else _Interrupts(usual)
    interrupts.deliver()
    signal.signal(signal.SIGINT, interrupts)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        interrupts.deliver()


def _holds_arrays(kind: Any) -> bool:
    if isinstance(kind, BaseTuple):
        return any(map(_holds_arrays, kind))
    return isinstance(kind, Array)


def _cache_of(function: Callable[..., Any]) -> Any:
    try:
        return _CheckedCache(function)
    except (RuntimeError, OSError):  # no place for it
        _warn_that_none_is_kept()
        return _NoCache(function)


@cache
def _warn_that_none_is_kept() -> None:
    warnings.warn(NO_CACHE.format(place=_PACKAGE), RuntimeWarning, stacklevel=2)


class _Damaged(Exception):
    """A file of the cache is not what was written."""


class _CheckedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """Files that end with a checksum, which unpickling ignores."""

    def _dump(self, obj: object) -> bytes:
        data: bytes = super()._dump(obj)
        return data + _checksum(data)

    def _load_index(self) -> Any:
        path = Path(self._index_path)
        if path.exists():
            # numba's version stands in front, and decides whether the rest is read.
            _check(path.read_bytes(), len(pickle.dumps(self._version, protocol=-1)))
        return super()._load_index()

    def save(self, key: Any, data: Any) -> None:
        """Write a version with its sources and its key, which tell it from an older file."""
        super().save(key, (self._source_stamp, key, data))

    def load(self, key: Any) -> Any:
        """Return a version, or None: numba's index names a file before it is written anew."""
        kept = super().load(key)
        return kept[2] if kept and kept[:2] == (self._source_stamp, key) else None

    def _load_data(self, name: str) -> Any:
        _check(Path(self._data_path(name)).read_bytes(), 0)
        return super()._load_data(name)


def _room_of(function: Callable[..., Any]) -> str:
    """Return the room of a function, or nothing if it is of another package."""
    package, _, rest = function.__module__.partition(".")
    return rest.partition(".")[0] if package == _PACKAGE.name else ""


def _log_compiling(function: Callable[..., Any]) -> None:
    _LOG.debug("compiling %s.%s", function.__module__, function.__qualname__)
    room = _room_of(function)
    if room in SECONDS:
        _log_compiling_a_room(room)


@cache
def _log_compiling_a_room(room: str) -> None:
    _LOG.info("compiling %s once (up to %d s of processor time)", room, SECONDS[room])


@contextmanager
def _alone_in(folder: str) -> Iterator[None]:
    """Let other processes wait: two would write to one file."""
    from filelock import FileLock  # slow to import, and not needed if everything is compiled

    with ExitStack() as stack:
        # Where a file system has no locks, or is full, the kernel is written as numba would.
        with suppress(OSError, NotImplementedError):
            stack.enter_context(FileLock(Path(folder, ".lock")))
        yield


class _NoCache(NullCache):  # type: ignore[misc]
    """Nothing is kept."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def load_overload(self, sig: Any, target_context: Any) -> None:
        """Return no version: it will be compiled."""
        _log_compiling(self._function)


class _CheckedCache(FunctionCache):  # type: ignore[misc]
    """The versions of one function on disk, made again if damaged or stale."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._function = function
        room = _room_of(function)
        # A new installation of the same sources has different file times.
        times = None if room in COMPILED_ROOMS else self._impl.locator.get_source_stamp()
        stamp = times, _digest_up_to(room)
        self._cache_file = _CheckedFiles(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a version, or None if there is no intact one."""
        found = None
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # unpickling garbage can raise anything
            self._remove()
        if found is None:
            _log_compiling(self._function)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a version, if the disk has room for it."""
        with _alone_in(self._cache_path):
            try:
                super().save_overload(sig, data)
            except OSError:  # a full disk: what was compiled can still be used
                self._remove()
            except _Damaged:
                self._remove()
                super().save_overload(sig, data)

    def _remove(self) -> None:
        try:
            for path in Path(self._cache_path).glob(f"{self._impl.filename_base}.*"):
                path.unlink(missing_ok=True)
        except OSError:  # it cannot be repaired, so it is not used
            self.disable()


@cache
def _digest_up_to(room: str) -> str:
    """Return the digest of all sources of the rooms up to one, and of this file."""
    last = COMPILED_ROOMS.index(room) if room in COMPILED_ROOMS else len(COMPILED_ROOMS)
    digest = blake2b(Path(__file__).read_bytes(), digest_size=16)
    for earlier in COMPILED_ROOMS[: last + 1]:
        for path in sorted((_PACKAGE / earlier).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(_CHECKSUM_BYTES, "little")


def _check(content: bytes, start: int) -> None:
    """Raise _Damaged unless what follows the start ends with its checksum."""
    if _checksum(content[start:-_CHECKSUM_BYTES]) != content[-_CHECKSUM_BYTES:]:
        raise _Damaged
