"""The clique strategy: show as many letters as possible, then put them in order.

Lahiri et al., "Deterministic Algorithmic Approaches to Solve Generalised Wordle", section 6.2 and
Algorithms 3 to 11. While letters of the hidden word are missing, guess all words of a clique: words
that share no unseen letter, so that each guess shows new ones. Once all letters are found, try
anagrams: shift the letters whose places are unknown round the free places. When no clique is left,
guess the remaining words one by one.

It is played in two readings. ``words`` is that of a player who looks at what is left:

- A lone candidate is guessed at once, as by every strategy here. The paper does not say so: it
  gives up a clique midway in many games, and saves guesses.
- Algorithm 11 is printed without discarding words between guesses; section 6.6.1 says that they
  are discarded, and so they are. What remains a candidate is the game's filter: ``letters``
  is that of Algorithm 4.
- Arrangements of Algorithm 10 need not be words, but a guess must be one (section 2.2). So the
  shifts that are candidates are tried in their order, and when none is, the first candidate.

``printed`` keeps to the letter of Algorithms 3 to 11:

- A clique is guessed to its end, even if one word is left. Games end when the word is guessed.
- Words are discarded after a clique (Algorithm 4) and not between the remaining words, which are
  guessed in their order until all letters are found (Algorithm 11), whatever the filter.
- Every shift that is a word is guessed, possible or not (Algorithm 10). A shift that is none is
  refused by the game ("asks the user to try again", section 4), so it costs and tells nothing, and
  the next one is tried. When no shift is left, the first candidate is guessed. What games take if
  such shifts are guessed, too, as Algorithm 10 has it, `Clique.tries_with_non_words` counts.

In both, where the paper leaves a choice:

- Algorithm 3 as printed ends with its two branches exchanged (anagrams while letters are missing).
  The text of section 6.2.2 is followed: anagrams when all letters are found.
- Its loop goes on although no clique shows a new letter; here the remaining words follow then.
- The order of the letters that are shifted, a set there, is that of the alphabet.
- A word is not guessed twice.

Words that repeat a letter are in no clique, but may be hidden: then all letters are never "found"
in the paper's count, and the remaining words are guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.anagrams import AnagramClasses, Masks, too_many_letters
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.cliques.graph import LetterGraph, form_graph
from gpuwordle.cliques.listing import listing
from gpuwordle.cliques.search_index import SearchIndex
from gpuwordle.errors import UserError, nearest
from gpuwordle.rules.codes import colours_of_codes
from gpuwordle.rules.colours import GREEN, GREY
from gpuwordle.rules.conditions import PoolName
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.words.vocabulary import Vocabulary

Reading = Literal["words", "printed"]
"""How the algorithms of the paper are read."""


@dataclass(frozen=True, eq=False)
class Tracker:
    """What the guesses so far have told (WordleTracker, Algorithm 4).

    Attributes
    ----------
    found : frozenset of int
        Letters that were green or yellow, as indices into the vocabulary's alphabet.
    grey : frozenset of int
        Other letters that were guessed.
    places : dict of int to int
        The letter of each place that was green.
    """

    found: frozenset[int]
    grey: frozenset[int]
    places: dict[int, int]

    @classmethod
    def of(
        cls,
        vocabulary: Vocabulary,
        guesses: npt.NDArray[np.integer],
        codes: npt.NDArray[np.integer],
    ) -> Tracker:
        """Read the clues of one state: guess indices and codes, each of shape (guesses,)."""
        letters = vocabulary.guess_letters[guesses]
        colours = colours_of_codes(codes, vocabulary.length)
        found = frozenset(letters[colours != GREY].tolist())
        turn, place = np.nonzero(colours == GREEN)
        places = dict(zip(place.tolist(), letters[turn, place].tolist(), strict=True))
        return cls(found, frozenset(letters.ravel().tolist()) - found, places)


class _Rounds:
    """The cliques that are guessed with one vocabulary; each is found once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.largest = len(vocabulary.alphabet) // vocabulary.length
        self.opening: list[int] = []
        self._after: dict[bytes, list[int]] = {}
        self._best: dict[tuple[int, bytes], list[int]] = {}
        self._remaining: dict[bytes, list[int]] = {}
        spelled = np.sort(vocabulary.guess_letters, axis=1)
        if not (spelled[:, 1:] != spelled[:, :-1]).all(axis=1).any():
            self.classes = None
            return
        self.classes = AnagramClasses.of(vocabulary)
        self._letters = vocabulary.guess_letters[self.classes.words]
        bit = {letter: np.uint64(1 << i) for i, letter in enumerate(self.classes.letters)}
        self._bits = [bit.get(letter, np.uint64(0)) for letter in vocabulary.alphabet]
        opening = opening_clique(self.classes, self.largest)
        self.opening = self.classes.words[opening].tolist()

    def after(self, guesses: npt.NDArray[np.int32], codes: npt.NDArray[np.uint32]) -> list[int]:
        """Return the guesses of the clique that follows some clues; none when there is none."""
        if not len(guesses):
            return self.opening
        key = guesses.tobytes() + codes.tobytes()
        if key not in self._after:
            self._after[key] = self._find(Tracker.of(self.vocabulary, guesses, codes))
        return self._after[key]

    def _find(self, tracker: Tracker) -> list[int]:
        if self.classes is None or len(tracker.found) == self.vocabulary.length:
            return []
        masks = self.classes.masks
        found, grey = self._mask(tracker.found), self._mask(tracker.grey)
        unseen = self.classes.mask(self.classes.letters) & ~(found | grey)
        discarded = (masks & grey != 0) | (masks & found != found)
        # Letters that no clique has tell as well.
        discarded |= np.uint64(0) in {self._bits[letter] for letter in tracker.found}
        for place, letter in tracker.places.items():
            discarded |= self._letters[:, place] != letter
        if not unseen or discarded.all():
            return []
        key = int(unseen), discarded.tobytes()
        if key not in self._best:
            best = best_clique(masks, unseen, discarded, self.largest)
            self._best[key] = self.classes.words[best].tolist()
        return self._best[key]

    def follow(
        self, guesses: npt.NDArray[np.int32], codes: npt.NDArray[np.uint32]
    ) -> tuple[int, int | None]:
        """Follow the rounds that were played.

        A guess of another origin, such as a fixed opener, counts as a round of its own.

        Returns
        -------
        turn : int
            How many guesses there were when the round began that is played now.
        following : int or None
            The next word of its clique; None when there is none, and cliques are over.
        """
        past, turn = guesses.tolist(), 0
        while True:
            clique = self.after(guesses[:turn], codes[:turn])
            clique = [word for word in clique if word not in past[:turn]]
            played = past[turn : turn + len(clique)]
            if played != clique[: len(played)]:
                turn += 1
            elif len(played) < len(clique):
                return turn, clique[len(played)]
            elif not clique:
                return turn, None
            else:
                turn += len(clique)

    def remaining(self, guesses: npt.NDArray[np.int32], codes: npt.NDArray[np.uint32]) -> list[int]:
        """List the words that Algorithm 4 does not discard after some clues, in their order."""
        key = guesses.tobytes() + codes.tobytes()
        if key not in self._remaining:
            words, tracker = self.vocabulary, Tracker.of(self.vocabulary, guesses, codes)
            letters = words.answer_letters
            kept = ~np.isin(letters, list(tracker.grey)).any(axis=1)
            for letter in tracker.found:
                kept &= (letters == letter).any(axis=1)
            for place, letter in tracker.places.items():
                kept &= letters[:, place] == letter
            left = np.setdiff1d(words.answer_guess[kept], guesses)
            self._remaining[key] = left.tolist()
        return self._remaining[key]

    def _mask(self, letters: frozenset[int]) -> np.uint64:
        mask = np.uint64(0)
        for letter in letters:
            mask |= self._bits[letter]
        return mask


class Clique(Strategy):
    """Guesses words that share no letter, then anagrams, then the words that remain.

    Lahiri et al., section 6.2. Guesses may be impossible, so there is no hard mode.

    Parameters
    ----------
    reading
        ``words`` (a lone candidate is guessed at once, and words that are out are not) or
        ``printed`` (Algorithms 3 to 11 to the letter).

    Raises
    ------
    UserError
        If the reading is another.
    """

    name = "clique"
    source = "Lahiri et al., section 6.2"
    pool: ClassVar[PoolName] = "all"
    pools: ClassVar[tuple[PoolName, ...]] = ("all",)
    supports_hard: ClassVar[bool] = False

    def __init__(self, reading: Reading = "words") -> None:
        if reading not in get_args(Reading):
            known = nearest(str(reading), get_args(Reading))
            raise UserError(f"strategy 'clique' has no reading {reading!r}: {known}")
        self.reading = reading
        self.asked_when_certain = reading == "printed"
        self._rounds: _Rounds | None = None

    def unable(self, vocabulary: Vocabulary) -> str | None:
        """Say that letters are too many for cliques; see `Strategy.unable`."""
        return too_many_letters(vocabulary)

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose by the clues of each state."""
        rounds = self._rounds_of(states.vocabulary)
        return np.array([self._guess(rounds, states, i) for i in range(len(states))], np.int32)

    def _rounds_of(self, vocabulary: Vocabulary) -> _Rounds:
        if self._rounds is None or self._rounds.vocabulary is not vocabulary:
            self._rounds = _Rounds(vocabulary)
        return self._rounds

    def tries_with_non_words(
        self,
        vocabulary: Vocabulary,
        guesses: npt.NDArray[np.int32],
        codes: npt.NDArray[np.uint32],
    ) -> int:
        """Count the guesses of a game if shifts that are no words are guessed and answered, too.

        Algorithm 10 as printed does not ask whether an arrangement is a word.

        Parameters
        ----------
        vocabulary
            The words.
        guesses, codes
            A game of the reading ``printed`` that was won: guess indices and codes, each of shape
            (guesses,). Until the letters are shifted both games are the same.
        """
        rounds = self._rounds_of(vocabulary)
        spelled, length = vocabulary.guess_letters[guesses], vocabulary.length
        answer = vocabulary.guesses[guesses[-1]]
        found = np.isin(spelled, spelled[-1])
        # A clique is played to its end, though all letters are found on the way.
        for turn in range(1, len(guesses)):
            if len(np.unique(spelled[:turn][found[:turn]])) < length:
                continue
            if rounds.follow(guesses[:turn], codes[:turn])[1] is None:
                break
        else:
            return len(guesses)
        tracker = Tracker.of(vocabulary, guesses[:turn], codes[:turn])
        tried = {vocabulary.guesses[guess] for guess in guesses[:turn].tolist()}
        tries, number = turn, vocabulary.letter_index
        while True:
            for arrangement in shifts(vocabulary, tracker):
                if arrangement in tried:
                    continue
                tried.add(arrangement)
                tries += 1
                if arrangement == answer:
                    return tries
                green = {p: number[a] for p, a in enumerate(arrangement) if a == answer[p]}
                if not green.keys() <= tracker.places.keys():
                    tracker = Tracker(tracker.found, tracker.grey, {**tracker.places, **green})
                    break

    def _guess(self, rounds: _Rounds, states: States, state: int) -> int:
        guesses, codes = states.guesses[state], states.codes[state]
        turn, following = rounds.follow(guesses, codes)
        if following is not None:
            return following
        past = guesses.tolist()
        words = states.vocabulary
        candidates = words.answer_guess[states.candidates.group(state)]
        tracker = Tracker.of(words, guesses, codes)
        printed = self.reading == "printed"
        if len(tracker.found) == words.length:
            believed = set(candidates.tolist())
            for arrangement in shifts(words, tracker):
                word = words.guess_index.get(arrangement)
                if word is not None and word not in past and (printed or word in believed):
                    return word
        elif printed:
            return rounds.remaining(guesses[:turn], codes[:turn])[len(past) - turn]
        return int(candidates.min())


def shifts(vocabulary: Vocabulary, tracker: Tracker) -> list[str]:
    """Arrange the letters found, those of unknown place shifted round (Algorithm 10).

    Parameters
    ----------
    vocabulary
        The words.
    tracker
        The clues; as many letters found as a word has.

    Returns
    -------
    list of str
        Arrangements, by rising shift; one when every place is known.
    """
    free = [place for place in range(vocabulary.length) if place not in tracker.places]
    loose = sorted(tracker.found - set(tracker.places.values()))
    arrangements = []
    for shift in range(max(1, len(free))):
        spelled = dict(tracker.places)
        spelled |= {free[(i + shift) % len(free)]: letter for i, letter in enumerate(loose)}
        arrangements.append(
            "".join(vocabulary.alphabet[spelled[place]] for place in range(vocabulary.length))
        )
    return arrangements


SMALLEST_CLIQUE = 3
"""Algorithm 8 looks for no smaller cliques."""

MOST_STEPS = 20_000
"""The search in later rounds ends after so many steps with the best clique so far. Games of the
paper's word lists stay far below; it keeps odd vocabularies from taking for ever."""

_FEW_CLIQUES = 100_000


def opening_clique(classes: AnagramClasses, largest: int) -> list[int]:
    """Find the clique to begin a game with.

    Parameters
    ----------
    classes
        The words.
    largest
        The largest size to look for.

    Returns
    -------
    list of int
        Indices into ``classes.words``, rising; empty when there is no clique of three words.
    """
    graph = form_graph(classes.masks, classes.mask(classes.letters))
    if graph.shared:
        nothing = np.zeros(len(classes.masks), bool)
        return best_clique(classes.masks, graph.unseen, nothing, largest)
    for size in range(min(largest, classes.largest_conceivable), SMALLEST_CLIQUE - 1, -1):
        found = _first_clique(classes, size)
        if found:
            firsts = classes.members[classes.offsets[found]]
            return np.searchsorted(classes.words, np.sort(firsts)).tolist()
    return []


def _first_clique(classes: AnagramClasses, size: int) -> list[int]:
    """Find the clique of classes that is first in the vocabulary; empty when there is none.

    Classes are numbered by their first words, and among anagrams the first is taken, so the first
    clique of classes is the first of words.
    """
    there = count_cliques(classes, size).letter_sets
    if there <= _FEW_CLIQUES:
        batches = list(listing(classes.index, size))
        every = np.sort(np.concatenate(batches), axis=1) if there else np.empty((0, size), int)
        return min(every.tolist(), default=[])
    # With many cliques, nearly every word begins one: settle one class after the other by asking
    # whether those after it can complete the clique.
    chosen: list[int] = []
    allowed = np.arange(len(classes.sets))
    while len(chosen) < size:
        for first in allowed:
            rest = allowed[(allowed > first) & (classes.sets[allowed] & classes.sets[first] == 0)]
            if _has_clique(classes.sets[rest], size - len(chosen) - 1):
                chosen.append(int(first))
                allowed = rest
                break
    return chosen


def _has_clique(sets: Masks, size: int) -> bool:
    if size == 0:
        return True
    if not len(sets):
        return False
    bits = np.arange(64, dtype=np.uint64)
    contains = (sets[:, None] >> bits & np.uint64(1)).astype(bool)
    index = SearchIndex.of(contains[:, contains.any(axis=0)], np.ones(len(sets), np.int64))
    return any(len(batch) for batch in listing(index, size))


def best_clique(
    masks: Masks, unseen: np.uint64, discarded: npt.NDArray[np.bool_], largest: int
) -> list[int]:
    """Find the clique to guess in a state of the game.

    Parameters
    ----------
    masks
        The letters of each word, shape (words,).
    unseen
        The letters that were not guessed yet.
    discarded
        Words that cannot be hidden, shape (words,).
    largest
        The largest size to look for.

    Returns
    -------
    list of int
        Word indices, rising; empty when no clique of three words or more shows an unseen letter.
    """
    graph = form_graph(masks, unseen, discarded)
    if not graph.has_edges:
        return []
    words, shown, joined = _representatives(graph, largest)
    for size in range(largest, SMALLEST_CLIQUE - 1, -1):
        search = _Search(shown, joined, size, int(unseen))
        if search.most >= 0:
            return [int(words[i]) for i in search.best] if search.most else []
    return []


def _representatives(
    graph: LetterGraph, largest: int
) -> tuple[npt.NDArray[np.intp], list[int], list[int]]:
    """Choose the words that can be in the best clique.

    Returns
    -------
    words : ndarray of int
        Their indices, rising.
    shown : list of int
        The unseen letters of each.
    joined : list of int
        As bits, the words that each is joined to; none for a discarded word, which by Algorithm 5
        can only end a clique.
    """
    assert graph.discarded is not None
    shown = graph.masks & graph.unseen
    # One sort serves all: words alike stand together, in the order of the vocabulary.
    order = np.argsort(shown, kind="stable")
    alike = np.cumsum(_begins(shown[order]), dtype=np.intp)
    out_there = graph.discarded[order]
    alive, kinds = order[~out_there], alike[~out_there]
    # Of words alike that may be hidden, no clique needs more than the first few: one where they
    # exclude each other, which is whenever they have unseen letters and may share none.
    alone = (shown[alive] != 0) & (graph.shared == 0)
    alive = np.sort(alive[_ranks(kinds) < np.where(alone, 1, largest)])
    # A discarded word comes after all others of its clique: of those alike, the first after each.
    out, kinds = order[out_there], alike[out_there]
    gap = np.searchsorted(alive, out)
    out = out[_begins(kinds) | _begins(gap)]
    words = np.sort(np.concatenate([alive, out]))
    letters = shown[words]
    joined = []
    for place, word in enumerate(words):
        if graph.discarded[word]:
            joined.append(0)
            continue
        common = letters & letters[place]
        if graph.shared:
            fits = (common != 0) & (common & (common - np.uint64(1)) == 0)
        else:
            fits = common == 0
        joined.append(int.from_bytes(np.packbits(fits, bitorder="little").tobytes(), "little"))
    return words, [int(mask) for mask in letters], joined


def _begins(values: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """Tell which values differ from the one before them; the first does."""
    begins = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=begins[1:])
    return begins


def _ranks(values: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
    """Count, for each of some values in order, its equals before it."""
    starts = np.flatnonzero(_begins(values))
    return np.arange(len(values)) - np.repeat(starts, np.diff(starts, append=len(values)))


class _Search:
    """Looks for the clique of one size that shows the most letters, the first on ties.

    Attributes
    ----------
    most : int
        Letters that it shows; -1 when there is no clique.
    best : list of int
        The clique.
    steps : int
        Words that were put into a clique.
    """

    def __init__(self, shown: list[int], joined: list[int], size: int, unseen: int) -> None:
        self.shown, self.joined, self.size = shown, joined, size
        self.widest = max(mask.bit_count() for mask in shown)
        self.reachable = min(unseen.bit_count(), size * self.widest)
        self.unseen = unseen
        self.most, self.best, self.steps = -1, list[int](), 0
        self._extend([], (1 << len(shown)) - 1, 0)

    def _extend(self, clique: list[int], after: int, covered: int) -> None:
        missing = self.size - len(clique)
        while after and self.most < self.reachable and self.steps < MOST_STEPS:
            if after.bit_count() < missing:
                return
            hope = min((self.unseen & ~covered).bit_count(), missing * self.widest)
            if covered.bit_count() + hope <= self.most:
                return
            lowest = after & -after
            after ^= lowest
            self.steps += 1
            word = lowest.bit_length() - 1
            now = covered | self.shown[word]
            if missing > 1:
                self._extend([*clique, word], after & self.joined[word], now)
            elif now.bit_count() > self.most:
                self.most, self.best = now.bit_count(), [*clique, word]
