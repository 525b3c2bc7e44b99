"""The clique strategy, against the paper's algorithms written out and played word by word."""

from __future__ import annotations

import random

import naive
import numpy as np
import pytest
from helpers.literal_cliques import ALPHABET, LiteralPlayer

from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.errors import UserError
from gpuwordle.games.play import play_games
from gpuwordle.papers.printed import read_paper
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies import best_clique as search
from gpuwordle.strategies.best_clique import best_clique, opening_clique
from gpuwordle.strategies.cliques import Clique, Tracker, shifts
from gpuwordle.tree.build import grow
from gpuwordle.tree.check import verify
from gpuwordle.words.vocabulary import Vocabulary

# Games over every hidden word: guesses in all, most guesses, under the filters `letters`
# (the paper's) and `pattern`. The paper prints no such table, so these are this implementation's,
# equal to the algorithms below on small lists.
NLTK = {
    3: ((9369, 11), (8793, 10)),
    4: ((23441, 11), (21336, 9)),
    5: ((31726, 11), (29945, 9)),
    6: ((33929, 10), (32110, 9)),
    7: ((28912, 8), (27076, 6)),
    8: ((20728, 8), (18405, 7)),
    9: ((11288, 7), (10285, 5)),
}


class Paper:
    """Algorithms 3 to 11 with sets and lists, as the module's docstring reads them."""

    def __init__(self, guesses, answers, filter):
        self.guesses, self.answers, self.filter = guesses, answers, filter
        self.length = len(guesses[0])
        self.vocab = [word for word in guesses if len(set(word)) == self.length]
        self.largest = len(set("".join(guesses))) // self.length
        self.memory = {}

    def play(self, hidden):
        board, queue, rounds = [], [], True
        while not board or board[-1][0] != hidden:
            candidates = self.candidates(board)
            assert hidden in candidates
            if len(candidates) == 1:
                guess = candidates[0]
            elif queue:
                guess = queue.pop(0)
            else:
                found, grey, places = self.track(board)
                if rounds and len(found) != self.length:
                    clique = self.clique(found, grey, places)
                    queue = [word for word in clique or () if word not in dict(board)]
                    rounds = clique is not None
                    continue
                rounds = False
                guess = candidates[0]
                if len(found) == self.length:
                    fitting = [w for w in self.shifted(found, places) if w in candidates]
                    guess = (fitting or [guess])[0]
            board.append((guess, naive.colours(guess, hidden)))
            assert len(board) <= len(self.guesses)
        return [guess for guess, _ in board]

    def track(self, board):
        found, seen, places = set(), set(), {}
        for guess, colours in board:
            for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
                seen.add(letter)
                if colour:
                    found.add(letter)
                if colour == 2:
                    places[place] = letter
        return found, seen - found, places

    def consistent(self, word, found, grey, places):
        return (
            not grey & set(word)
            and found <= set(word)
            and all(word[place] == letter for place, letter in places.items())
        )

    def candidates(self, board):
        if self.filter == "letters":
            clues = self.track(board)
            left = [word for word in self.answers if self.consistent(word, *clues)]
            return [word for word in left if word not in dict(board)]
        return [w for w in self.answers if all(naive.colours(g, w) == c for g, c in board)]

    def clique(self, found, grey, places):
        unseen = frozenset("".join(self.vocab)) - found - grey
        discarded = frozenset(
            word for word in self.vocab if not self.consistent(word, found, grey, places)
        )
        key = unseen, discarded
        if key not in self.memory:
            self.memory[key] = self.best(unseen, discarded)
        return self.memory[key]

    def best(self, unseen, discarded):
        for allowed_common in (0, 1):
            later = self.graph(unseen, discarded, allowed_common)
            if any(later.values()):
                break
        else:
            return None
        for size in range(self.largest, 2, -1):
            best, most, exists = None, 0, False
            for clique in self.cliques(later, size):
                exists = True
                covered = len(set("".join(clique)) & unseen)
                if covered > most:
                    best, most = clique, covered
            if exists:
                return best
        return None

    def graph(self, unseen, discarded, allowed_common):
        later = {word: [] for word in self.vocab}
        for i, word in enumerate(self.vocab):
            if word not in discarded:
                for other in self.vocab[i + 1 :]:
                    if len(set(word) & set(other) & unseen) == allowed_common:
                        later[word].append(other)
        return later

    def cliques(self, later, size):
        def extend(clique, common):
            if len(clique) == size:
                yield clique
                return
            for word in common:
                beyond = set(later[word])
                yield from extend([*clique, word], [w for w in common if w in beyond])

        yield from extend([], self.vocab)

    def shifted(self, found, places):
        free = [place for place in range(self.length) if place not in places]
        loose = sorted(found - set(places.values()))
        for shift in range(len(free)):
            letters = dict(places)
            for i, letter in enumerate(loose):
                letters[free[(i + shift) % len(free)]] = letter
            yield "".join(letters[place] for place in range(self.length))


def some_words(seed, length, alphabet, count, repeats):
    rng = random.Random(seed)
    words = ["".join(rng.sample(alphabet, length)) for _ in range(count)]
    words += ["".join(rng.sample(word, length)) for word in words[::3]]
    if repeats:
        words += ["".join(rng.choices(alphabet, k=length)) for _ in range(count // 2)]
    rng.shuffle(words)
    return list(dict.fromkeys(words))


def games_of(vocabulary, filter, reading="words", **options):
    conditions, engine = Conditions(filter=filter), NumpyBackend(vocabulary)
    games = play_games(vocabulary, Clique(reading), conditions, backend=engine, **options)
    assert games.solved.all()
    return {
        vocabulary.answers[answer]: [
            vocabulary.guesses[g] for g in games.guesses[games.offsets[i] : games.offsets[i + 1]]
        ]
        for i, answer in enumerate(games.answers)
    }


@pytest.mark.parametrize("filter", ["letters", "pattern"])
@pytest.mark.parametrize(
    "seed, length, alphabet, count",
    [
        (1, 3, "abcdefghijkl", 24),
        (2, 3, "abcdefghij", 18),
        (3, 4, "abcdefghijklmnopq", 30),
        (4, 2, "abcdefg", 16),
        (5, 4, "abcdefgh", 30),
        (6, 3, "αβγδεζηθικλμν", 22),
        (7, 2, "abcdefghij", 20),
        (8, 3, "abcdefghijklmno", 26),
        # Here a later clique contains a word that was guessed before.
        (194, 2, "abcdefghijkl", 10),
        (236, 3, "abcdefghijk", 12),
    ],
)
def test_games_are_those_of_the_paper(seed, length, alphabet, count, filter):
    words = some_words(seed, length, alphabet, count, repeats=False)
    paper = Paper(words, words, filter)
    assert games_of(Vocabulary("distinct", words), filter) == {w: paper.play(w) for w in words}


def words_in_cliques(seed, length):
    """Words of distinct letters: some share none, and many are anagrams of each other."""
    rng, words = random.Random(seed), []
    for _ in range(5):
        letters = rng.sample(ALPHABET, len(ALPHABET))
        for start in range(0, len(ALPHABET) - length + 1, length):
            words.append("".join(letters[start : start + length]))
    for word in words[::2]:
        words += ["".join(rng.sample(word, length)) for _ in range(2)]
        # A rotation is what Algorithm 10 shifts to.
        ordered = sorted(word)
        turn = rng.randrange(length)
        words.append("".join(ordered[turn:] + ordered[:turn]))
    return sorted(set(words))


@pytest.mark.parametrize("length", [5, 6, 7, 8])
@pytest.mark.parametrize("seed", range(4))
def test_the_printed_reading_is_the_paper_to_the_letter(seed, length):
    words = words_in_cliques(seed, length)
    games = games_of(Vocabulary("printed", words), "letters", "printed")
    endings = 0
    for hidden, game in games.items():
        guessed, found = LiteralPlayer(words, hidden).play_wordle()
        # Where the letters' loop has no end, the first candidates follow.
        assert game[: len(guessed)] == guessed
        assert (game == guessed) == found
        endings += found
    assert endings > len(words) / 3
    # What is left is not looked at: the filter decides about nothing but that end.
    other = games_of(Vocabulary("printed", words), "pattern", "printed")
    for hidden, game in other.items():
        guessed, found = LiteralPlayer(words, hidden).play_wordle()
        assert game[: len(guessed)] == guessed


@pytest.mark.parametrize("length", [5, 6, 7, 8])
@pytest.mark.parametrize("seed", range(4))
def test_games_in_which_non_words_are_guessed(seed, length):
    words = words_in_cliques(seed, length)
    vocabulary, player = Vocabulary("printed", words), Clique("printed")
    games = play_games(
        vocabulary, player, Conditions(filter="letters"), backend=NumpyBackend(vocabulary)
    )
    for game, hidden in enumerate(words):
        guessed, found = LiteralPlayer(words, hidden, refuses=False).play_wordle()
        assert found
        part = slice(games.offsets[game], games.offsets[game + 1])
        tries = player.tries_with_non_words(vocabulary, games.guesses[part], games.codes[part])
        assert tries == len(guessed)


@pytest.mark.parametrize("filter", ["letters", "pattern", "counts"])
def test_the_printed_reading_passes_the_check_of_trees(filter):
    vocabulary = Vocabulary("printed", words_in_cliques(7, 5))
    tree = grow(
        vocabulary, Clique("printed"), Conditions(filter=filter), backend=NumpyBackend(vocabulary)
    )
    verify(tree, vocabulary)
    assert tree.lost == 0


@pytest.mark.parametrize("length", [3, 4])
def test_the_printed_reading_of_the_papers_lists(nltk, length):
    vocabulary = nltk(length)
    games = play_games(
        vocabulary,
        Clique("printed"),
        Conditions(filter="letters"),
        backend=NumpyBackend(vocabulary),
    )
    totals = read_paper("lahiri").pinned["clique_printed_totals"]
    assert (games.lost, games.total) == (0, totals[length])


def test_a_lone_candidate_is_guessed_at_once_in_one_reading():
    words = words_in_cliques(0, 5)
    at_once = games_of(Vocabulary("lone", words), "letters", "words")
    to_its_end = games_of(Vocabulary("lone", words), "letters", "printed")
    # The clique that both begin with goes on for one of them only.
    first = to_its_end[words[0]][0]
    assert all(game[0] == first for game in [*at_once.values(), *to_its_end.values()])
    shorter = [w for w in words if len(at_once[w]) < len(to_its_end[w])]
    assert len(shorter) > len(words) / 4
    assert all(len(at_once[w]) <= len(to_its_end[w]) for w in words if w not in shorter)


def test_an_unknown_reading():
    with pytest.raises(UserError, match="no reading 'print': did you mean printed"):
        Clique("print")


@pytest.mark.parametrize("seed", range(10, 16))
def test_games_with_repeated_letters_and_fewer_answers(seed):
    words = some_words(seed, 3, "abcdefghijk", 20, repeats=True)
    answers = words[::2]
    paper = Paper(words, answers, "pattern")
    games = games_of(Vocabulary("any", answers, words), "pattern")
    assert games == {word: paper.play(word) for word in answers}


def test_soft_graph_where_all_words_share_a_letter():
    rng = random.Random(20)
    words = list(dict.fromkeys("e" + "".join(rng.sample("abcdfghij", 2)) for _ in range(30)))
    paper = Paper(words, words, "pattern")
    opening = paper.best(frozenset("".join(words)), frozenset())
    assert opening is not None
    assert len(set("".join(opening))) == 1 + 2 * len(opening)
    assert games_of(Vocabulary("sharing", words), "pattern") == {w: paper.play(w) for w in words}


def test_words_that_form_no_clique_are_guessed_in_order():
    doubles = ["eel", "moo", "see", "all"]
    games = games_of(Vocabulary("doubles", doubles), "pattern")
    assert all(game[0] == "eel" for game in games.values())
    long = ["abcdefgh", "ijklmnop", "abcdefgi"]
    assert games_of(Vocabulary("long", long), "pattern")["abcdefgi"][0] == "abcdefgh"


@pytest.mark.parametrize("opener", ["first", "last"])
def test_games_after_a_given_opener(opener):
    words = some_words(30, 3, "abcdefghijkl", 24, repeats=False)
    first = {"first": words[0], "last": words[-1]}[opener]
    games = games_of(Vocabulary("opened", words), "pattern", opener=first)
    assert all(game[0] == first for game in games.values())
    assert set(games) == set(words)


def test_opening_is_the_first_of_many_cliques(monkeypatch):
    words = some_words(40, 3, "abcdefghijklmnopqr", 160, repeats=False)
    classes = AnagramClasses.of(Vocabulary("many", words))
    listed = opening_clique(classes, 6)
    monkeypatch.setattr(search, "_FEW_CLIQUES", -1)
    assert opening_clique(classes, 6) == listed
    nothing = np.zeros(len(words), bool)
    every_letter = classes.mask(classes.letters)
    assert best_clique(classes.masks, every_letter, nothing, 6) == listed
    assert len({letter for word in listed for letter in words[word]}) == 18


@pytest.mark.parametrize("seed", range(50, 62))
def test_best_clique_is_the_papers(seed):
    """Random states that a game might not reach, hard and soft, with any words discarded."""
    rng = random.Random(seed)
    words = some_words(seed, 3, "abcdefghij", 20, repeats=False)
    classes = AnagramClasses.of(Vocabulary("states", words))
    paper = Paper(words, words, "pattern")
    for _ in range(12):
        unseen = frozenset(rng.sample(classes.letters, rng.randint(1, 10)))
        discarded = frozenset(rng.sample(words, rng.randint(0, len(words) - 1)))
        largest = paper.largest = rng.randint(3, 5)
        found = best_clique(
            classes.masks,
            classes.mask(unseen),
            np.array([word in discarded for word in words]),
            largest,
        )
        assert [words[i] for i in found] == (paper.best(unseen, discarded) or [])


def best_of(words, unseen, discarded, largest):
    classes = AnagramClasses.of(Vocabulary("state", words))
    out = np.array([word in discarded for word in words])
    found = best_clique(classes.masks, classes.mask(unseen), out, largest)
    paper = Paper(words, words, "pattern")
    paper.largest = largest
    assert [words[i] for i in found] == (paper.best(frozenset(unseen), frozenset(discarded)) or [])
    return [words[i] for i in found]


def test_soft_clique_of_words_alike():
    # All words share q, the one letter that is unseen: any of them are joined in the soft graph.
    words = ["qab", "cqd", "efq", "qgh", "iqj"]
    assert best_of(words, "q", [], 4) == words[:4]
    # A discarded word can only come last.
    assert best_of(words, "q", ["cqd"], 4) == ["qab", "efq", "qgh", "iqj"]
    assert best_of(words, "q", ["qab", "iqj"], 4) == ["cqd", "efq", "qgh", "iqj"]


def test_clique_that_shows_nothing_new_is_not_guessed():
    # The words that may follow each other have seen letters only; q comes in a word that cannot.
    words = ["qab", "cde", "fgh", "ijk"]
    assert best_of(words, "q", ["qab"], 4) == []
    assert best_of(words, "q", [], 4) == words
    assert best_of([*words[1:], "qab"], "q", ["qab"], 3) == ["cde", "fgh", "qab"]


def test_a_search_that_takes_too_long_ends(monkeypatch):
    monkeypatch.setattr(search, "MOST_STEPS", 3)
    words = some_words(60, 3, "abcdefghijkl", 30, repeats=False)
    assert set(games_of(Vocabulary("hasty", words), "pattern")) == set(words)


def test_shifts_go_round_the_free_places():
    words = Vocabulary("anagrams", ["abcde", "edcba"])
    letters = frozenset(range(5))
    assert shifts(words, Tracker(letters, frozenset(), {1: 3})) == [
        "adbce",
        "edabc",
        "cdeab",
        "bdcea",
    ]
    assert len(shifts(words, Tracker(letters, frozenset(), {}))) == 5


def test_no_hard_mode_and_no_pool_of_candidates():
    with pytest.raises(UserError, match="has no hard mode"):
        Clique().settle(Conditions(hard=True))
    with pytest.raises(UserError, match="cannot guess from pool 'candidates'"):
        Clique().settle(Conditions(pool="candidates"))


@pytest.mark.parametrize("length", NLTK)
def test_every_hidden_word_of_the_papers_lists(nltk, length):
    vocabulary = nltk(length)
    for filter, (total, worst) in zip(("letters", "pattern"), NLTK[length], strict=True):
        games = play_games(
            vocabulary, Clique(), Conditions(filter=filter), backend=NumpyBackend(vocabulary)
        )
        assert games.lost == 0
        assert (games.total, games.worst) == (total, worst)


def test_the_original_game(wordle):
    games = play_games(wordle, Clique(), backend=NumpyBackend(wordle))
    assert (games.lost, games.total, games.worst) == (0, 10872, 7)
    first = [wordle.guesses[g] for g in games.guesses[games.offsets[:-1]]]
    assert set(first) == {"bemix"}
