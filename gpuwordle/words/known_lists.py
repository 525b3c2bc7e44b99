"""Descriptions of all named lists: those of gpuwordle, and those of installed packages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from gpuwordle import plugins
from gpuwordle.errors import UserError
from gpuwordle.words.generated import GENERATED
from gpuwordle.words.pinned import PINNED_LISTS, PinnedList
from gpuwordle.words.sources import is_named, load, packaged_list, where

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@dataclass(frozen=True)
class KnownList:
    """The description of a named list.

    ``lengths`` counts its words by length, shortest first; ``answers`` counts the words that may be
    hidden, if they are fewer; ``digest`` is the sha256 of the newline-joined words; ``here`` is the
    place that the list would be read from, empty if it must be downloaded; ``problem`` is why it
    cannot be used, or empty.
    """

    name: str
    about: str
    licence: str
    origin: str
    lengths: dict[int, int] = field(default_factory=dict)
    answers: int | None = None
    digest: str = ""
    here: str = ""
    problem: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return what is known of it as plain values: the row of ``gpuwordle vocabularies``."""
        return {
            "name": self.name,
            "about": self.about,
            "words": sum(self.lengths.values()),
            "answers": self.answers,
            "lengths": self.lengths,
            "licence": self.licence,
            "digest": self.digest,
            "origin": self.origin,
            "here": self.problem or self.here or "no: fetched when first used",
        }


def known_lists() -> Iterator[KnownList]:
    """Yield all named lists, usable or not: those of gpuwordle first."""
    for source in PINNED_LISTS.values():
        yield _known(source)
    for name, made in GENERATED.items():
        yield KnownList(
            name, made.about, "none needed", made.origin, made.lengths, None, made.digest, "made"
        )
    for points in plugins.offered("vocabulary").values():
        for point in points:
            yield _packaged(point, alone=len(points) == 1)


def _packaged(point: EntryPoint, *, alone: bool) -> KnownList:
    package = plugins.package_of(point)
    listed = KnownList(point.name, f"offered by {package}", "see the package", package)
    if is_named(point.name):
        return replace(listed, problem="hidden by gpuwordle's own list of that name")
    if not alone:
        return replace(listed, problem="offered by several packages: uninstall all but one")
    try:
        words = packaged_list(point)
    except UserError as error:
        return replace(listed, problem=str(error))
    return replace(
        listed,
        lengths=words.lengths,
        answers=None if words.answers is None else len(words.answers),
        digest=words.digest,
        here=f"installed with {package}",
    )


def _known(source: PinnedList) -> KnownList:
    # The embedded list is counted; the content of the others is pinned.
    content = source.guesses or load(source.name)
    return KnownList(
        source.name,
        source.about,
        source.licence,
        source.origin,
        content.lengths,
        source.answers.words if source.answers else None,
        content.digest,
        where(source) or "",
    )
