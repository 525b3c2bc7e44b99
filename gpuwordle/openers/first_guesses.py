"""First guesses: the scores of words, the best of them, and the buckets that a word makes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, leading_of_each
from gpuwordle.backends.table import engine_under
from gpuwordle.columns import Column, table_of
from gpuwordle.data_frames import data_frame
from gpuwordle.errors import whole_number
from gpuwordle.graphemes import written
from gpuwordle.openers.score_columns import OPENER, SCORES, TOGETHER
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import Conditions, PoolName, check_pool
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import Markup, notebook_table, notebook_tiles
from gpuwordle.scoring.groups import checked_index
from gpuwordle.scoring.statistics import HEAVIEST, KEYS, Key, Statistics, key_named
from gpuwordle.words.letters import abridged_html
from gpuwordle.words.sources import VocabularyLike
from gpuwordle.words.vocabulary import Vocabulary

SHOWN_OPENERS, SHOWN_BUCKETS, SHOWN_WORDS = 5, 12, 8
"""Openers of each score, buckets, and words of a bucket that a notebook shows."""


class Scored(ABC):
    """A guess, or several that are played together, with four scores."""

    largest: int
    expected_size: float
    entropy: float
    buckets: int

    @property
    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """The words."""

    @property
    def written(self) -> str:
        """The words in one line."""
        return written(" ".join(self.words))

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the words and their scores as plain values."""

    def _repr_html_(self) -> str:
        return _table_of_openers({"": [self]})


Row = TypeVar("Row", bound=Scored)


class Openers(list[Row]):
    """Openers in order: a list whose repr fits one screen."""

    @property
    def written(self) -> str:
        """The first openers in one line."""
        left = len(self) - SHOWN_OPENERS
        shown = ", ".join(opener.written for opener in self[:SHOWN_OPENERS])
        return shown + (f" and {left:,} more" if left > 0 else "")

    def __repr__(self) -> str:
        return f"Openers({self.written})"

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return the openers as plain values."""
        return {"openers": [opener.to_dict() for opener in self]}

    def to_pandas(self) -> Any:
        """Return a DataFrame with a row for each opener."""
        return data_frame([opener.to_dict() for opener in self])

    def _repr_html_(self) -> str:
        return _table_of_openers({"": self})


@dataclass(frozen=True)
class Opener(Scored):
    """A first guess and its scores.

    Attributes
    ----------
    guess : str
        The word.
    candidate : bool
        Whether it may be the answer.
    largest : int
        Answers in its largest bucket, which minimax minimises.
    expected_size : float
        Mean number of answers left after it.
    entropy : float
        Entropy of its pattern, in bits.
    buckets : int
        Number of different patterns that it can get.
    heaviest : int or None
        Weight of its heaviest bucket; None if the answers have no weights.
    """

    guess: str
    candidate: bool
    largest: int
    expected_size: float
    entropy: float
    buckets: int
    heaviest: int | None = field(default=None, kw_only=True)

    def __repr__(self) -> str:
        each = (f"{name}={value!r}" for name, value in self.to_dict().items())
        return f"Opener({', '.join(each)})"

    @property
    def words(self) -> tuple[str, ...]:
        """The guess alone."""
        return (self.guess,)

    def to_dict(self) -> dict[str, Any]:
        """Return the word and its scores as plain values."""
        scores = asdict(self) | {"guess": self.written}
        if self.heaviest is None:
            del scores["heaviest"]
        return scores


class BestOpeners(dict[str, Openers[Opener]]):
    """The best openers by score, best first: a dict whose repr fits one screen."""

    def __repr__(self) -> str:
        parts = (f"{score}: {openers.written}" for score, openers in self.items())
        return f"BestOpeners({'; '.join(parts)})"

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return the openers of each score as plain values."""
        return {score: [opener.to_dict() for opener in openers] for score, openers in self.items()}

    def to_pandas(self) -> Any:
        """Return a DataFrame with a row for each opener of each score."""
        return data_frame(
            [
                {"score": score, "rank": rank, **opener.to_dict()}
                for score, openers in self.items()
                for rank, opener in enumerate(openers, start=1)
            ]
        )

    def _repr_html_(self) -> str:
        return _table_of_openers(self)


@dataclass(frozen=True, repr=False)
class Partition:
    """The buckets that a guess makes of all answers, largest first.

    Attributes
    ----------
    opener : Opener
        The guess and its scores.
    buckets : tuple of (Pattern, tuple of str)
        Every pattern that occurs, with its answers in vocabulary order.
    """

    opener: Opener
    buckets: tuple[tuple[Pattern, tuple[str, ...]], ...]

    def __repr__(self) -> str:
        words = sum(len(bucket) for _, bucket in self.buckets)
        return (
            f"Partition({self.opener.written!r}: {words:,} answers in {len(self.buckets):,} "
            f"buckets, {self.opener.largest:,} in the largest)"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the guess, its scores and its buckets as plain values."""
        buckets = [
            {"pattern": pattern.digits, "words": [*map(written, words)]}
            for pattern, words in self.buckets
        ]
        return {**self.opener.to_dict(), "partition": buckets}

    def to_pandas(self) -> Any:
        """Return a DataFrame with a row for each answer: its pattern and the bucket's size."""
        return data_frame(
            [
                {"answer": written(answer), "pattern": pattern.digits, "size": len(words)}
                for pattern, words in self.buckets
                for answer in words
            ]
        )

    def _repr_html_(self) -> str:
        return _table_of_partition(self)


def score(
    vocabulary: VocabularyLike,
    guesses: str | Sequence[str] | npt.NDArray[np.integer],
    conditions: Conditions | None = None,
    *,
    length: int | None = None,
    backend: str | Backend = "auto",
    memory: int | None = None,
) -> Openers[Opener]:
    """Score words as first guesses.

    Parameters
    ----------
    vocabulary
        The words to play with: the name of a list, the path of a file, a `WordList` or a
        `Vocabulary`.
    guesses
        A word, words, or guess indices.
    conditions
        The excluded words are no longer answers; the rest does not matter to a first guess.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    backend
        A name that ``gpuwordle backends`` lists, ``auto``, or a backend made for the vocabulary.
    memory
        Bytes that tables and results may take; see `gpuwordle.memory.ceiling`.

    Returns
    -------
    list of Opener
        In the order of the guesses; the list has ``to_dict`` and ``to_pandas``.

    Raises
    ------
    UserError
        If a word is not a guess of the vocabulary, an index is out of range, or the list or the
        backend is unknown or not available.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> [opener.buckets for opener in score(pets, ["cow", "pig"])]
    [4, 3]
    """
    engine, _ = engine_under(vocabulary, conditions, length, backend, memory)
    words = engine.vocabulary
    if isinstance(guesses, str):
        guesses = [guesses]
    numbers = [
        words.find(guess)
        if isinstance(guess, str)
        else checked_index(guess, len(words.guesses), "guess")
        for guess in guesses
    ]
    indices = np.array(numbers, np.int32)
    return Openers(
        opener
        for _, some, found in engine.statistics_in_blocks(None, indices)
        for opener in _openers(words, indices[some], found)
    )


def partition(
    vocabulary: VocabularyLike,
    guess: str,
    conditions: Conditions | None = None,
    *,
    length: int | None = None,
    backend: str | Backend = "auto",
    memory: int | None = None,
) -> Partition:
    """Split all answers by the pattern that a guess gets from them.

    As in all scores, a guess stands in the bucket of its code: under a rule whose code alone does
    not tell a win, such as Jotto's, together with its anagrams.

    Parameters
    ----------
    vocabulary, conditions, length, backend, memory
        As for `score`.
    guess
        One of the vocabulary's guesses.

    Raises
    ------
    UserError
        As for `score`.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> partition(pets, "cow")
    Partition('cow': 5 answers in 4 buckets, 2 in the largest)
    """
    engine, _ = engine_under(vocabulary, conditions, length, backend, memory)
    words = engine.vocabulary
    index = np.array([words.find(guess)], np.int32)
    codes = engine.codes(index)[0]
    order = np.argsort(codes, kind="stable")
    buckets = [
        (words.pattern(int(codes[bucket[0]])), tuple(words.answers[a] for a in bucket))
        for bucket in np.split(order, np.flatnonzero(np.diff(codes[order])) + 1)
    ]
    buckets.sort(key=lambda bucket: (-len(bucket[1]), bucket[0].code))
    return Partition(score(words, index, backend=engine)[0], tuple(buckets))


def first_guess(
    vocabulary: VocabularyLike,
    score: str = "entropy",
    conditions: Conditions | None = None,
    *,
    length: int | None = None,
    backend: str | Backend = "auto",
    memory: int | None = None,
    progress: Progress | None = None,
) -> Opener:
    """Find the best first guess under one score: the first row of `best_openers`.

    Parameters
    ----------
    vocabulary, conditions, length, backend, memory, progress
        As for `best_openers`.
    score
        ``minimax``, ``heaviest``, ``expected-size``, ``entropy`` or ``buckets``.

    Returns
    -------
    Opener
        The best guess; among equal ones a candidate, then the first in the vocabulary.

    Raises
    ------
    UserError
        As for `best_openers`.

    Examples
    --------
    >>> first_guess(Vocabulary("three", ["cat", "cot", "cut", "dog"]), "minimax").guess
    'cat'
    """
    key = key_named(score)
    found = best_openers(
        vocabulary,
        score,
        conditions,
        length=length,
        backend=backend,
        memory=memory,
        progress=progress,
    )
    return found[key.name][0]


def best_openers(
    vocabulary: VocabularyLike,
    scores: str | Iterable[str] | None = None,
    conditions: Conditions | None = None,
    *,
    top: int = 1,
    length: int | None = None,
    backend: str | Backend = "auto",
    memory: int | None = None,
    progress: Progress | None = None,
) -> BestOpeners:
    """Rank first guesses under one score or several.

    Guesses that bounds rule out are not scored, so one score and a small ``top`` take the least
    time. The result is the same as if every guess were scored.

    Parameters
    ----------
    vocabulary
        The words to play with: the name of a list, the path of a file, a `WordList` or a
        `Vocabulary`.
    scores
        Name of a score, or of several: ``minimax``, ``expected-size``, ``entropy``, ``buckets``
        and, for answers with weights, ``heaviest``. All of them by default.
    conditions
        The pool says which guesses may be chosen, all by default; the excluded words are no
        longer answers. The rest does not matter to a first guess.
    top
        How many guesses to return for each score, at least 1.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    backend
        A name that ``gpuwordle backends`` lists, ``auto``, or a backend made for the vocabulary.
    memory
        Bytes that tables and results may take; see `gpuwordle.memory.ceiling`.
    progress
        Called with the fraction done.

    Returns
    -------
    BestOpeners
        Openers by score, best first, as a dict; among equal ones a candidate first, then the
        vocabulary's order. Fewer than ``top`` if the pool has fewer.

    Raises
    ------
    UserError
        If a score, the list or the backend is unknown or not available, or top is below 1.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> [opener.guess for opener in best_openers(pets, "buckets", top=2)["buckets"]]
    ['cat', 'cow']
    """
    engine, conditions = engine_under(vocabulary, conditions, length, backend, memory)
    pool = conditions.pool or "all"
    if scores is None:
        scores = scores_of(engine.vocabulary)
    return next(openers_of_lists([(engine, progress)], scores, top=top, pool=pool))


def openers_of_lists(
    engines: Iterable[tuple[Backend, Progress | None]],
    scores: str | Iterable[str] = tuple(KEYS),
    *,
    top: int = 1,
    pool: PoolName = "all",
) -> Iterator[BestOpeners]:
    """Rank first guesses of several vocabularies, as `best_openers` does of one.

    ``engines`` are backends of one class, each with a function to call with the fraction done, or
    None. A backend on a GPU works on several of them at a time.
    """
    if not isinstance(scores, Iterable):
        raise TypeError(
            f"scores {scores!r:.40} are of type {type(scores).__name__}: give a name such as "
            "'entropy', or several"
        )
    keys = [key_named(name) for name in ([scores] if isinstance(scores, str) else scores)]
    check_pool(pool)
    whole_number("top", top, 1)
    return _openers_of_lists(engines, keys, top, pool)


def _openers_of_lists(
    engines: Iterable[tuple[Backend, Progress | None]],
    keys: Sequence[Key],
    top: int,
    pool: PoolName,
) -> Iterator[BestOpeners]:
    taken: deque[Vocabulary] = deque()

    def noted() -> Iterator[tuple[Backend, Progress | None]]:
        for engine, progress in engines:
            taken.append(engine.vocabulary)
            yield engine, progress

    for found in leading_of_each(noted(), keys, top, pool):
        words = taken.popleft()
        yield BestOpeners(
            {
                key.name: _openers(words, leaders.guesses, leaders.statistics)
                for key, leaders in zip(keys, found, strict=True)
            }
        )


def scores_of(vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the names of all scores that differ for a vocabulary."""
    return (*KEYS, HEAVIEST.name) if vocabulary.weights is not None else tuple(KEYS)


def _openers(
    vocabulary: Vocabulary, guesses: npt.NDArray[np.integer], found: Statistics
) -> Openers[Opener]:
    expected_size, entropy = found.expected_size[0], found.entropy[0]
    return Openers(
        Opener(
            guess=vocabulary.guesses[guess],
            candidate=bool(vocabulary.guess_answer[guess] >= 0),
            largest=int(found.largest[0, column]),
            expected_size=float(expected_size[column]),
            entropy=float(entropy[column]),
            buckets=int(found.buckets[0, column]),
            heaviest=None if found.weights is None else int(found.heaviest[0, column]),
        )
        for column, guess in enumerate(guesses)
    )


def _table_of_openers(ranked: Mapping[str, Sequence[Scored]]) -> str:
    """Show openers with all their scores, after the name of the score that ranks them, if any."""
    rows = []
    for name, openers in ranked.items():
        for opener in openers[:SHOWN_OPENERS]:
            drawn = Markup(" ".join(map(notebook_tiles, opener.words)))
            rows.append(({"score": name} if name else {}) | opener.to_dict() | {"drawn": drawn})
    left = sum(len(openers[SHOWN_OPENERS:]) for openers in ranked.values())
    more = f"and {left:,} more" if left else ""
    hidden = OPENER[1], TOGETHER[1]
    columns = (Column("score"), Column("guess", "drawn"), *hidden, *SCORES.values(), TOGETHER[-1])
    return notebook_table(table_of(rows, columns), title="Openers", more=more)


def _table_of_partition(found: Partition) -> str:
    """Show the largest buckets of a guess, with some words of each."""
    guess, buckets = found.opener.guess, found.buckets
    rows = [
        {
            "pattern": notebook_tiles(guess, pattern),
            "size": len(words),
            "words": Markup(abridged_html(words, SHOWN_WORDS)),
        }
        for pattern, words in buckets[:SHOWN_BUCKETS]
    ]
    rest = buckets[SHOWN_BUCKETS:]
    answers = sum(len(words) for _, words in rest)
    more = f"and {len(rest):,} more buckets, with {answers:,} words" if rest else ""
    words = sum(len(bucket) for _, bucket in buckets)
    title = f"{found.opener.written}: {words:,} words in {len(buckets):,} buckets"
    return notebook_table(rows, title=title, more=more)
