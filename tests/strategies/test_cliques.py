"""The clique strategy, against the paper's algorithms written out and played word by word."""

import random

import numpy as np
import pytest
from helpers.cliques import some_words
from helpers.literal_cliques import ALPHABET, LiteralPlayer, Paper
from helpers.player import as_followed, follow

from gpuwordle import Conditions, Vocabulary, grow, play
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.papers.printed import read_paper
from gpuwordle.strategies import cliques as search
from gpuwordle.strategies.cliques import Clique, best_clique, opening_clique
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.check import check_tree


def played(vocabulary, filter="pattern", player=None, **options):
    conditions, engine = Conditions(filter=filter), NumpyBackend(vocabulary)
    games = play(vocabulary, player or Clique(), conditions, backend=engine, **options)
    assert games.lost == 0
    return games


def games_of(words, player=None):
    """The guesses of every game, by its hidden word."""
    vocabulary = Vocabulary("some", words)
    games = played(vocabulary, player=player)
    return {
        answer: as_followed(vocabulary, games, game)[0]
        for game, answer in enumerate(vocabulary.answers)
    }


def check_paper(words, filter="pattern", answers=None, opener=None):
    vocabulary, paper = Vocabulary("some", answers or words, words), Paper(words)
    games = played(vocabulary, filter, opener=opener)
    how = {"pool": "all", "hard": False, "filter": filter, "opener": opener}
    for index, answer in enumerate(vocabulary.answers):
        expected = follow(vocabulary, answer, paper.game(), **how)
        assert as_followed(vocabulary, games, index) == expected, answer


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
    check_paper(some_words(seed, length, alphabet, count, repeats=False), filter)


def words_in_cliques(seed, length, alphabet=26):
    """Words of distinct letters: some share none, and many are anagrams of each other."""
    rng, words = random.Random(seed), []
    for _ in range(5):
        letters = rng.sample(ALPHABET[:alphabet], alphabet)
        for start in range(0, alphabet - length + 1, length):
            words.append("".join(letters[start : start + length]))
    for word in words[::2]:
        words += ["".join(rng.sample(word, length)) for _ in range(2)]
        # A rotation is what Algorithm 10 shifts to.
        ordered = sorted(word)
        turn = rng.randrange(length)
        words.append("".join(ordered[turn:] + ordered[:turn]))
    return sorted(set(words))


LETTERS = [(3, 9), (3, 11), (4, 10), (4, 14), (5, 16), (5, 24), (5, 26), (6, 26), (7, 26), (8, 26)]


def check_to_the_letter(words):
    """Compare games with the letters' loop; return in how many it comes to an end."""
    vocabulary, player = Vocabulary("printed", words), Clique("printed")
    games, endings = played(vocabulary, "letters", player), 0
    others = games_of(words, Clique("printed"))
    for index, hidden in enumerate(words):
        game = as_followed(vocabulary, games, index)[0]
        guessed, found = LiteralPlayer(words, hidden).play_wordle()
        # Where the letters' loop has no end, the first candidates follow.
        assert game[: len(guessed)] == guessed
        assert (game == guessed) == found
        # What is left is not looked at: the filter decides about nothing but that end.
        assert others[hidden][: len(guessed)] == guessed
        endings += found
        # Where non-words are guessed as well, every loop ends.
        guessed, found = LiteralPlayer(words, hidden, refuses=False).play_wordle()
        part = slice(games.offsets[index], games.offsets[index + 1])
        tries = player.tries_with_non_words(vocabulary, games.guesses[part], games.codes[part])
        assert (tries, found) == (len(guessed), True)
    return endings


@pytest.mark.sample(12)
@pytest.mark.parametrize(("length", "alphabet"), LETTERS)
@pytest.mark.parametrize("seed", range(4))
def test_the_printed_reading_is_the_paper_to_the_letter(seed, length, alphabet):
    """Algorithm 8 looks for cliques of 26 // length words in lists with fewer letters, too."""
    words = words_in_cliques(seed, length, alphabet)
    assert check_to_the_letter(words) > len(words) / 3


@pytest.mark.parametrize("seed", range(4))
def test_the_printed_reading_where_all_words_share_a_letter(seed):
    """Cliques that share one letter have more words than the alphabet has room for."""
    rng = random.Random(seed)
    check_to_the_letter(sorted({"e" + "".join(rng.sample("abcdfghij", 2)) for _ in range(14)}))


@pytest.mark.parametrize("seed", range(10, 16))
def test_games_with_repeated_letters_and_fewer_answers(seed):
    words = some_words(seed, 3, "abcdefghijk", 20, repeats=True)
    check_paper(words, answers=words[::2])


def test_soft_graph_where_all_words_share_a_letter():
    rng = random.Random(20)
    words = list(dict.fromkeys("e" + "".join(rng.sample("abcdfghij", 2)) for _ in range(30)))
    opening = Paper(words).best(frozenset("".join(words)), frozenset())
    assert len(set("".join(opening))) == 1 + 2 * len(opening)
    check_paper(words)


def test_words_that_form_no_clique_are_guessed_in_order():
    games = games_of(["eel", "moo", "see", "all"])
    assert all(game[0] == "eel" for game in games.values())
    assert games_of(["abcdefgh", "ijklmnop", "abcdefgi"])["abcdefgi"][0] == "abcdefgh"


def test_games_after_a_given_opener():
    words = some_words(30, 3, "abcdefghijkl", 24, repeats=False)
    check_paper(words, opener=words[-1])


def test_no_clique_has_a_letter_that_was_found():
    words = some_words(0, 3, "abcdefghijk", 12, repeats=True)
    check_paper([*words, "zza", "bbz", "zcz", "zdz", "zez", "fzf"], opener="fzf")


def test_a_search_that_takes_too_long_ends(monkeypatch):
    monkeypatch.setattr(search, "MOST_STEPS", 3)
    played(Vocabulary("hasty", some_words(60, 3, "abcdefghijkl", 30, repeats=False)))


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("reading", "length"),
    [*(("words", length) for length in range(3, 10)), ("printed", 3), ("printed", 4)],
)
def test_every_hidden_word_of_the_papers_lists(nltk, reading, length):
    """The paper prints no totals, so these are this implementation's."""
    totals = read_paper("lahiri").pinned[f"clique_{reading}_totals"]
    assert played(nltk(length), "letters", Clique(reading)).total == totals[length]


def test_the_original_game(wordle):
    games = played(wordle)
    assert (games.total, games.worst) == (10872, 7)
    first = [wordle.guesses[g] for g in games.guesses[games.offsets[:-1]]]
    assert set(first) == {"bemix"}


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
    letters = AnagramClasses.of(Vocabulary("states", words)).letters
    for _ in range(12):
        unseen = rng.sample(letters, rng.randint(1, 10))
        discarded = rng.sample(words, rng.randint(0, len(words) - 1))
        best_of(words, unseen, discarded, rng.randint(3, 5))


def best_of(words, unseen, discarded, largest):
    """The best clique, which is the paper's."""
    classes = AnagramClasses.of(Vocabulary("state", words))
    out = np.array([word in discarded for word in words])
    found = best_clique(classes.masks, classes.mask(unseen), out, largest)
    paper = Paper(words)
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


@pytest.mark.parametrize("reading", ["words", "printed"])
def test_an_opener_before_words_without_a_clique(reading):
    """The only word of distinct letters is no clique; the opener is a round of its own."""
    hidden = ["ebb", "iab", "bje", "jdi", "iea", "ihg", "ihh", "fhi"]
    words = Vocabulary("v", hidden, [*hidden, "gae", "ehf", "cec", "ijc", "bfg", "fjd", "gaj"])
    player = strategy_named("clique", reading=reading)
    for vocabulary, opener in ((words, "jdi"), (Vocabulary("v", ["a"], ["b", "a"]), "b")):
        tree = grow(vocabulary, player, opener=opener, backend="numpy")
        check_tree(tree, vocabulary)
        assert tree.lost == 0
