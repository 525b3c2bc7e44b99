"""Compiled kernels on disk: none where nothing can be written, and never a damaged or stale one.

numba keeps what it compiles beside the package, or in a folder of the user's. Where neither can be
written, as in most containers, it would refuse to define a function at all; and what a full disk or
a crash left of a file, it would load. Here kernels of this package are compiled without a cache
instead, and each file in the cache carries a checksum: one that does not fit is removed and made
again.

numba compiles a function anew when its own file has changed. But into it are compiled functions and
constants of other files, which another version of this package may change. So here a kernel is
compiled anew when anything has changed that it may have been made of.

numba is a heavy package that most programs never need. So nothing is done before it is imported,
and that is noticed here, whoever imports it.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

_CACHING, _DISPATCHER = "numba.core.caching", "numba.core.dispatcher"

_PACKAGE = f"{__name__.partition('.')[0]}."

FLOORS = ("rules", "scoring", "backends", "cliques", "optimal", "proofs")
"""Rooms whose functions or constants are compiled, each after those that it imports."""

_CHECKSUM_BYTES = 4

NO_CACHE = (
    "compiled functions cannot be kept, because neither {place} nor a cache of yours can be "
    "written: every run compiles anew; set NUMBA_CACHE_DIR to a folder that can"
)


class DamagedKernel(Exception):
    """A file of the cache is not what was written."""


def watch() -> None:
    """Mend numba's cache as soon as numba is imported."""
    if _CACHING in sys.modules:
        _mend(sys.modules[_CACHING])
    elif not any(isinstance(finder, _Watcher) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Watcher())


class _Watcher(MetaPathFinder):
    """Waits for one module, and steps aside."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname != _CACHING or self not in sys.meta_path:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _MendingLoader(spec.loader)
        return spec


class _MendingLoader(Loader):
    """Loads a module as its own loader does, and mends it."""

    def __init__(self, usual: Loader) -> None:
        self.usual = usual

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.usual.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.usual.exec_module(module)
        _mend(module)


def _mend(caching: Any) -> None:
    """Give functions of this package, and no others, a cache that bears what a disk does."""
    if getattr(caching, "_gpuwordle_mends", False):
        return
    import pickle  # with numba's, not before: `import gpuwordle` shall cost milliseconds
    from pathlib import Path

    usual = caching.FunctionCache

    class CheckedFiles(caching.IndexDataCacheFile):  # type: ignore[misc, name-defined]
        """Files that end with a checksum, which unpickling passes over."""

        def _dump(self, obj: object) -> bytes:
            data: bytes = super()._dump(obj)
            return data + _checksum(data)

        def _load_index(self) -> Any:
            path = Path(self._index_path)
            if path.exists():
                # numba's version comes first, and tells whether it reads on.
                _check(path.read_bytes(), len(pickle.dumps(self._version, protocol=-1)))
            return super()._load_index()

        def _load_data(self, name: str) -> Any:
            _check(Path(self._data_path(name)).read_bytes(), 0)
            return super()._load_data(name)

    class CheckedCache(usual):  # type: ignore[misc, valid-type]
        """A function's cache that is made anew where it is damaged."""

        def __init__(self, function: Any) -> None:
            super().__init__(function)
            # The same files, by the same names.
            self._cache_file.__class__ = CheckedFiles
            room = function.__module__.removeprefix(_PACKAGE).partition(".")[0]
            self._cache_file._source_stamp = self._cache_file._source_stamp, _digest_up_to(room)

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                return super().load_overload(sig, target_context)
            except Exception:  # what unpickling garbage raises is beyond counting
                self._remove()
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            try:
                super().save_overload(sig, data)
            except OSError:  # a full disk: what was compiled is here all the same
                self._remove()
            except DamagedKernel:
                self._remove()
                super().save_overload(sig, data)

        def _remove(self) -> None:
            folder, base = Path(self._cache_path), self._impl.filename_base
            try:
                for path in folder.glob(f"{base}.*"):
                    path.unlink(missing_ok=True)
            except OSError:  # it cannot be mended, so it is not used
                self.disable()

    def cache_of(function: Any) -> Any:
        if not function.__module__.startswith(_PACKAGE):
            return usual(function)
        try:
            return CheckedCache(function)
        except (RuntimeError, OSError):  # no place for it
            _say_that_none_is_kept()
            return caching.NullCache()

    caching.FunctionCache = cache_of
    caching._gpuwordle_mends = True
    if _DISPATCHER in sys.modules:
        sys.modules[_DISPATCHER].FunctionCache = cache_of  # type: ignore[attr-defined]


@cache
def _digest_up_to(room: str) -> str:
    """Return the digest of all sources of a room and below it, and of how they are compiled."""
    from hashlib import blake2b
    from pathlib import Path

    package, digest = Path(__file__).parent, blake2b(digest_size=16)
    paths = list(package.glob("compiled.py"))  # which says how
    for below in FLOORS[: FLOORS.index(room) + 1] if room in FLOORS else ():
        paths += sorted((package / below).rglob("*.py"))
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _checksum(data: bytes) -> bytes:
    import zlib

    return zlib.crc32(data).to_bytes(_CHECKSUM_BYTES, "little")


def _check(content: bytes, start: int) -> None:
    """Raise DamagedKernel unless what follows a start ends with its checksum."""
    data, checksum = content[start:-_CHECKSUM_BYTES], content[-_CHECKSUM_BYTES:]
    if _checksum(data) != checksum:
        raise DamagedKernel


_said = False


def _say_that_none_is_kept() -> None:
    global _said
    if not _said:
        import warnings

        _said = True
        place = __file__.rpartition("kernel_cache")[0]
        warnings.warn(NO_CACHE.format(place=place), RuntimeWarning, stacklevel=2)
