"""The clique strategy: reveal as many letters as possible, then find their order.

Lahiri et al., "Deterministic Algorithmic Approaches to Solve Generalised Wordle", section 6.2 and
Algorithms 3 to 11. While letters of the hidden word are missing, all words of a clique are guessed:
words that share no unseen letter, so that each guess shows new ones. Once all letters are found,
anagrams are tried: the letters of unknown place are shifted round the free places. When no clique
is left, the remaining words are guessed one by one.

There are two readings. ``words`` is that of a player who looks at the candidates:

- A lone candidate is guessed immediately, as by every strategy here. The paper does not say so.
  This leaves cliques unfinished in many games, and saves guesses.
- Algorithm 11 is printed without discarding words between guesses; section 6.6.1 says that they
  are discarded, as they are here. The game's filter decides which words remain: ``letters`` is that
  of Algorithm 4.
- Arrangements of Algorithm 10 need not be words, but a guess must be one (section 2.2). So the
  shifts that are candidates are tried in their order and, if there are none, the first candidate.

``printed`` follows Algorithms 3 to 11 as printed, but for the choices below:

- A clique is guessed to its end, even if one candidate is left. A game ends when the word is
  guessed.
- The largest clique has 26 // length words (Algorithm 8), however many letters the list has.
- Words are discarded after a clique (Algorithm 4) and not between the remaining words, which are
  guessed in their order until all letters are found (Algorithm 11), whatever the filter.
- Every shift that is a word is guessed, possible or not (Algorithm 10). The game refuses a shift
  that is not a word ("asks the user to try again", section 4), so it costs nothing and gives no
  information, and the next one is tried. When no shift is left, the first candidate is guessed.
  `Clique.tries_with_non_words` counts the guesses if such shifts are guessed and answered as well.

Where the paper leaves a choice, both readings make the same one:

- Algorithm 3 is printed with its last two branches exchanged (anagrams while letters are missing).
  The text of section 6.2.2 is followed: anagrams when all letters are found.
- Its loop continues although no clique shows a new letter; here the remaining words follow.
- The letters that are shifted, a set in the paper, are taken in alphabetical order.
- A word is not guessed twice.

Words that repeat a letter are in no clique, but may be hidden. Then the paper's count of letters
found never reaches the length, and the remaining words are guessed.

The clique to guess (FormGraph, FindClique and ProcessCliques: Algorithms 6, 8 and 9) is the one of
the largest size that occurs with the most unseen letters, the first in the order of the vocabulary
on ties. The algorithms list all cliques, which takes far too long (111,898,839 before the first
guess of a four-letter game, far more later, when words may share letters already seen). The same
clique is found without listing:

- Before the first guess all cliques of one size show equally many letters, and the clique search of
  `gpuwordle.cliques` finds the first, word by word.
- Later it is found depth first in the order of the vocabulary, without branches that cannot show
  more letters than the best clique so far. Words with the same unseen letters differ only by their
  place in the vocabulary, so one of them stands for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.anagrams import AnagramClasses, Masks, distinct_letters, too_many_letters
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.cliques.graph import LetterGraph, form_graph
from gpuwordle.cliques.listing import listing
from gpuwordle.cliques.search_index import SearchIndex
from gpuwordle.rules.codes import colours_of_codes
from gpuwordle.rules.colours import GREEN, GREY
from gpuwordle.rules.conditions import PoolName
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy, one_of
from gpuwordle.words.vocabulary import Vocabulary

Reading = Literal["words", "printed"]
"""How the algorithms of the paper are read."""

ENGLISH_LETTERS = 26
"""Letters of the alphabet in Algorithm 8."""


@dataclass(frozen=True, eq=False)
class Tracker:
    """What the past guesses have shown (WordleTracker, Algorithm 4), as letter indices.

    ``found`` are the letters that were green or yellow, ``grey`` the other letters that were
    guessed, and ``places`` the letter of each place that was green.
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
        """Return the tracker of some clues: guess indices and codes, each of shape (guesses,)."""
        letters = vocabulary.guess_letters[guesses]
        colours = colours_of_codes(codes, vocabulary.length)
        found = frozenset(letters[colours != GREY].tolist())
        turn, place = np.nonzero(colours == GREEN)
        places = dict(zip(place.tolist(), letters[turn, place].tolist(), strict=True))
        return cls(found, frozenset(letters.ravel().tolist()) - found, places)


class _Rounds:
    """The cliques that are guessed with one vocabulary, up to ``largest`` words; cached."""

    def __init__(self, vocabulary: Vocabulary, largest: int) -> None:
        self.vocabulary, self.largest = vocabulary, largest
        self.first = int(vocabulary.answer_guess.min())  # of all words that may be hidden
        self.opening: list[int] = []
        self._after: dict[bytes, list[int]] = {}
        self._best: dict[tuple[int, bytes], list[int]] = {}
        self._remaining: dict[bytes, list[int]] = {}
        if not distinct_letters(vocabulary).any():
            self.classes = None
            return
        self.classes = AnagramClasses.of(vocabulary)
        self._letters = vocabulary.guess_letters[self.classes.words]
        opening = opening_clique(self.classes, self.largest)
        self.opening = self.classes.words[opening].tolist()

    def after(self, guesses: npt.NDArray[np.int32], codes: npt.NDArray[np.uint32]) -> list[int]:
        """Return the guesses of the clique that follows some clues; empty if there is none."""
        if not len(guesses):
            return self.opening
        key = guesses.tobytes() + codes.tobytes()
        if key not in self._after:
            self._after[key] = self._find(Tracker.of(self.vocabulary, guesses, codes))
        return self._after[key]

    def _find(self, tracker: Tracker) -> list[int]:
        if self.classes is None or len(tracker.found) == self.vocabulary.length:
            return []
        masks, alphabet = self.classes.masks, self.vocabulary.alphabet
        letters_found = {alphabet[letter] for letter in tracker.found}
        found = self.classes.mask(letters_found)
        grey = self.classes.mask(alphabet[letter] for letter in tracker.grey)
        unseen = self.classes.mask(self.classes.letters) & ~(found | grey)
        discarded = (masks & grey != 0) | (masks & found != found)
        # A letter that no clique contains was found: no word of a clique is a candidate.
        discarded |= not letters_found <= set(self.classes.letters)
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

        Returns the number of guesses before the current round, and the next word of its clique, or
        None if no clique is left. Any other guess, such as a fixed opener, is a round, too.
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
            elif not clique and turn == 0 and past and past[0] != self.first:
                turn = 1  # a fixed opener, and no clique to begin with
            elif not clique:
                return turn, None
            else:
                turn += len(clique)

    def remaining(self, guesses: npt.NDArray[np.int32], codes: npt.NDArray[np.uint32]) -> list[int]:
        """Return the words that Algorithm 4 does not discard after some clues, in their order."""
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


class Clique(Strategy):
    """Guesses words that share no letter, then anagrams, then the remaining words.

    Lahiri et al., section 6.2. Guesses may be impossible, so there is no hard mode. The ``reading``
    is ``words``: a lone candidate is guessed immediately, and impossible words are not guessed
    after the cliques; or ``printed``: Algorithms 3 to 11 as printed.
    """

    name = "clique"
    source = "Lahiri et al., section 6.2"
    pool: ClassVar[PoolName] = "all"
    pools: ClassVar[tuple[PoolName, ...]] = ("all",)
    supports_hard: ClassVar[bool] = False
    reads_colours = True

    def __init__(self, reading: Reading = "words") -> None:
        self.reading = one_of("reading", reading, get_args(Reading))
        self.asked_when_certain = reading == "printed"
        self._rounds: _Rounds | None = None

    def unable(self, vocabulary: Vocabulary) -> str | None:
        """Return why it cannot play: no colours or too many letters for cliques; None if it can."""
        return super().unable(vocabulary) or too_many_letters(vocabulary)

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose by the clues of each state."""
        rounds = self._rounds_of(states.vocabulary)
        return np.array([self._guess(rounds, states, i) for i in range(len(states))], np.int32)

    def _rounds_of(self, vocabulary: Vocabulary) -> _Rounds:
        if self._rounds is None or self._rounds.vocabulary is not vocabulary:
            letters = ENGLISH_LETTERS if self.reading == "printed" else len(vocabulary.alphabet)
            self._rounds = _Rounds(vocabulary, letters // vocabulary.length)
        return self._rounds

    def tries_with_non_words(
        self,
        vocabulary: Vocabulary,
        guesses: npt.NDArray[np.int32],
        codes: npt.NDArray[np.uint32],
    ) -> int:
        """Count the guesses of a game if shifts that are not words are guessed and answered, too.

        Algorithm 10 as printed does not ask whether an arrangement is a word. The game, guess
        indices and codes of shape (guesses,), was won in the reading ``printed``; up to the first
        shift both games are the same.
        """
        rounds = self._rounds_of(vocabulary)
        spelled, length = vocabulary.guess_letters[guesses], vocabulary.length
        answer = vocabulary.guesses[guesses[-1]]
        found = np.isin(spelled, spelled[-1])
        # A clique is played to its end, even if all letters are found on the way.
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
    """Arrange the letters found, as many as a word has, by ascending shift (Algorithm 10).

    The letters of unknown place are shifted; there is one arrangement if all places are known.
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
"""Smallest clique that Algorithm 8 looks for."""

MOST_STEPS = 20_000
"""Steps after which the search in later rounds ends with the best clique so far. Games on the word
lists of the paper stay far below."""

_FEW_CLIQUES = 100_000


def opening_clique(classes: AnagramClasses, largest: int) -> list[int]:
    """Find the clique of up to ``largest`` words that begins a game: ascending indices of words.

    They are indices into ``classes.words``; none if there is no clique of three words.
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
    """Find the clique of classes that is first in the vocabulary; empty if there is none.

    Classes are numbered by their first words, and of anagrams the first is taken, so the first
    clique of classes is the first clique of words.
    """
    there = count_cliques(classes, size).letter_sets
    if there <= _FEW_CLIQUES:
        batches = list(listing(classes.index, size))
        every = np.sort(np.concatenate(batches), axis=1) if there else np.empty((0, size), int)
        return min(every.tolist(), default=[])
    # With many cliques, nearly every word begins one: fix one class after the other, if those after
    # it can complete the clique.
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
    """Find the clique to guess: ascending word indices; none if no three show an unseen letter.

    ``masks``, shape (words,), are the letters of each word as bits; ``unseen`` are the letters that
    have not been guessed; ``discarded``, shape (words,), are the words that cannot be hidden.
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

    Returns their ascending indices, the unseen letters of each, and as bits the words that each is
    joined to: none for a discarded word, which by Algorithm 5 can only end a clique.
    """
    assert graph.discarded is not None
    shown = graph.masks & graph.unseen
    # After one sort, words with the same unseen letters are adjacent, in the vocabulary's order.
    order = np.argsort(shown, kind="stable")
    alike = np.cumsum(_begins(shown[order]), dtype=np.intp)
    out_there = graph.discarded[order]
    alive, kinds = order[~out_there], alike[~out_there]
    # Of such words that may be hidden, a clique needs only the first few: one if they exclude each
    # other, that is if they have unseen letters and may share none.
    alone = (shown[alive] != 0) & (graph.shared == 0)
    alive = np.sort(alive[_ranks(kinds) < np.where(alone, 1, largest)])
    # A discarded word is the last of its clique: keep the first such word after each other word.
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
        fits = graph.joins(letters & letters[place])
        joined.append(int.from_bytes(np.packbits(fits, bitorder="little").tobytes(), "little"))
    return words, [int(mask) for mask in letters], joined


def _begins(values: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """Return which values differ from the one before; the first one does."""
    begins = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=begins[1:])
    return begins


def _ranks(values: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
    """Count the equal values before each of some sorted values."""
    starts = np.flatnonzero(_begins(values))
    return np.arange(len(values)) - np.repeat(starts, np.diff(starts, append=len(values)))


class _Search:
    """Searches for the clique of one size with the most unseen letters, the first on ties.

    ``best`` is the clique and ``most`` its number of letters, -1 if there is none; ``steps`` counts
    the words that were put into a clique.
    """

    def __init__(self, shown: list[int], joined: list[int], size: int, unseen: int) -> None:
        self.shown, self.joined, self.size = shown, joined, size
        self.widest = max(mask.bit_count() for mask in shown)
        self.unseen = unseen.bit_count()
        self.most, self.best, self.steps = -1, list[int](), 0
        self._extend([], (1 << len(shown)) - 1, 0)

    def _extend(self, clique: list[int], after: int, covered: int) -> None:
        missing = self.size - len(clique)
        reachable = min(self.unseen, covered.bit_count() + missing * self.widest)
        while after and self.most < reachable and self.steps < MOST_STEPS:
            if missing > 1 and after.bit_count() < missing:
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
