"""One body of tests over every backend that can run here, against the plain-Python oracle."""

from itertools import islice, product

import naive
import numpy as np
import pytest
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import HEAVIEST, KEYS
from gpuwordle.words.vocabulary import Vocabulary


def rows_of(statistics, group=0):
    return statistics.block[:, group].T.tolist()


def expected_rows(guesses, candidates):
    return [list(naive.statistics(guess, candidates)) for guess in guesses]


@pytest.mark.parametrize("length", range(1, 21))
@pytest.mark.parametrize("letters", [2, 4, 6])
def test_every_length_with_repeats(backend_type, length, letters):
    guesses = random_words(length * letters, length, letters, 24)
    vocabulary = Vocabulary("random", guesses[::2], guesses)
    backend = backend_type(vocabulary)
    codes = backend.codes()
    assert codes.tolist() == [
        [naive.code(guess, answer) for answer in vocabulary.answers] for guess in guesses
    ]
    assert rows_of(backend.statistics()) == expected_rows(guesses, vocabulary.answers)


def test_many_groups_in_one_call(backend_type):
    guesses = random_words(7, 5, 6, 300)
    vocabulary = Vocabulary("random", guesses[50:250], guesses)
    backend = backend_type(vocabulary)
    rng = np.random.default_rng(1)
    groups = [rng.permutation(200)[:size] for size in (1, 2, 3, 7, 20, 63, 64, 65, 200)]
    chosen = np.array([0, 5, 299, 60])
    found = backend.statistics(Groups.of(groups), chosen)
    assert found.sizes.tolist() == [len(group) for group in groups]
    for index, group in enumerate(groups):
        candidates = [vocabulary.answers[a] for a in group]
        assert rows_of(found, index) == expected_rows([guesses[g] for g in chosen], candidates)
    counts = backend.bucket_counts(Groups.of(groups), chosen)
    assert (counts == found.buckets).all()


@pytest.mark.parametrize("key", [*KEYS.values(), HEAVIEST], ids=lambda key: key.name)
@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_best_guesses_are_those_of_the_oracle(backend_type, key, pool):
    for seed, (length, letters) in enumerate([(3, 4), (5, 5), (6, 3), (11, 3)]):
        guesses = random_words(seed, length, letters, 60)
        vocabulary = Vocabulary("random", guesses[10:50], guesses)
        backend = backend_type(vocabulary)
        rng = np.random.default_rng(seed)
        groups = [np.sort(rng.permutation(40)[:size]) for size in (1, 2, 3, 5, 9, 25, 40)]
        found = backend.best_guesses(Groups.of(groups), key, pool)
        for group, guess in zip(groups, found, strict=True):
            candidates = [vocabulary.answers[a] for a in group]
            playable = candidates if pool == "candidates" else guesses
            playable = [word for word in guesses if word in set(playable)]
            assert guesses[guess] == naive.best_guess(playable, candidates, key.weights), (
                length,
                len(group),
            )


@pytest.mark.parametrize(("length", "letters"), [(3, 4), (5, 5), (7, 3), (11, 3)])
def test_most_buckets_are_those_of_the_oracle(backend_type, length, letters):
    guesses = random_words(length, length, letters, 50)
    vocabulary = Vocabulary("random", guesses[5:45], guesses)
    rng = np.random.default_rng(length)
    groups = [rng.permutation(40)[:size] for size in (1, 2, 3, 9, 25, 40)]
    found = backend_type(vocabulary).most_buckets(Groups.of(groups))
    for group, count, guess in zip(groups, found.buckets, found.guesses, strict=True):
        candidates = [vocabulary.answers[a] for a in group]
        assert guesses[guess] == naive.best_guess(guesses, candidates, (-1, 0, 0, 0))
        assert count == len(naive.buckets(guesses[guess], candidates))


def test_best_guesses_from_explicit_pools(backend_type):
    guesses = random_words(3, 4, 5, 50)
    vocabulary = Vocabulary("random", guesses[:30], guesses)
    backend = backend_type(vocabulary)
    groups = Groups.of([np.arange(30), np.arange(5, 12), np.array([3])])
    pools = [np.array([49, 3, 17]), np.arange(20, 50), np.array([40, 41])]
    found = backend.best_guesses(groups, KEYS["entropy"], Groups.of(pools))
    for index, guess in enumerate(found):
        playable = [guesses[g] for g in sorted(pools[index])]
        candidates = [guesses[a] for a in groups.group(index)]
        assert guesses[guess] == naive.best_guess(playable, candidates, (0, 0, 0, 1))


def test_split_makes_the_buckets_of_the_oracle(backend_type):
    guesses = random_words(11, 6, 4, 80)
    vocabulary = Vocabulary("random", guesses)
    backend = backend_type(vocabulary)
    groups = Groups.of([np.arange(80), np.arange(10, 30), np.array([5])])
    chosen = np.array([4, 70, 5])
    split = backend.split(groups, chosen)
    found = {
        (int(parent), int(code)): [guesses[a] for a in split.groups.group(index)]
        for index, (parent, code) in enumerate(zip(split.parents, split.codes, strict=True))
    }
    expected = {}
    for index, guess in enumerate(chosen):
        candidates = [guesses[a] for a in groups.group(index)]
        for code, bucket in naive.buckets(guesses[guess], candidates).items():
            expected[index, code] = bucket
    assert found == expected
    assert list(found) == sorted(found)


def test_letters_of_any_script(backend_type):
    guesses = random_words(5, 5, 8, 60, alphabet="ñßжλ字éあ字ω")
    guesses = [word.replace("ß", "š") for word in guesses]
    vocabulary = Vocabulary("scripts", guesses)
    backend = backend_type(vocabulary)
    assert rows_of(backend.statistics()) == expected_rows(vocabulary.guesses, vocabulary.answers)


def test_an_alphabet_of_255_letters(backend_type):
    letters = [chr(0x4E00 + i) for i in range(255)]
    rng = np.random.default_rng(2)
    words = ["".join(letters[i] for i in rng.integers(0, 255, 6)) for _ in range(90)]
    words += ["".join(letters[i : i + 6]) for i in range(0, 250, 6)]
    words += ["".join(letters[-6:])]
    vocabulary = Vocabulary("wide", words)
    assert len(vocabulary.alphabet) == 255
    backend = backend_type(vocabulary)
    some = np.arange(0, len(words), 9)
    assert rows_of(backend.statistics(guesses=some)) == expected_rows(
        [words[i] for i in some], words
    )


@pytest.mark.parametrize("length", range(1, 21))
def test_one_word(backend_type, length):
    backend = backend_type(Vocabulary("one", [("abcab" * 4)[:length]]))
    assert backend.codes().tolist() == [[3**length - 1]]
    assert rows_of(backend.statistics()) == [[1, 1, 1, 0]]
    assert backend.best_guesses(Groups.whole(1), KEYS["minimax"]).tolist() == [0]


@pytest.mark.parametrize("length", [3, 5, 7, 12, 16])
@pytest.mark.parametrize("memory", [1, 3000, 20_000])
def test_little_memory_changes_nothing(backend_type, length, memory):
    guesses = random_words(21, length, 5, 50)
    vocabulary = Vocabulary("random", guesses[:35], guesses)
    roomy, tight = backend_type(vocabulary), backend_type(vocabulary, memory=memory)
    assert (roomy.codes() == tight.codes()).all()
    assert rows_of(roomy.statistics()) == rows_of(tight.statistics())
    groups, some = Groups.of([np.arange(20), [3], np.arange(35)]), np.arange(0, 50, 3)
    assert (roomy.statistics(groups, some).block == tight.statistics(groups, some).block).all()
    assert (roomy.bucket_counts(groups) == tight.bucket_counts(groups)).all()


def test_progress_ends_at_one(backend_type):
    backend = backend_type(Vocabulary("random", random_words(2, 5, 6, 200)))
    seen = []
    backend.statistics(progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1.0)


words = st.integers(1, 9).flatmap(
    lambda length: st.lists(
        st.text("abcd", min_size=length, max_size=length), min_size=1, max_size=25, unique=True
    )
)


@settings(max_examples=25)
@given(words=words, data=st.data())
def test_properties_of_partitions(backend_type, words, data):
    vocabulary = Vocabulary("drawn", words)
    backend = backend_type(vocabulary)
    codes = backend.codes()
    length = len(words[0])
    assert (np.diag(codes) == 3**length - 1).all(), "a word against itself is all green"
    colours = np.array([[int(d) for d in np.base_repr(c, 3).zfill(length)] for c in codes.flat])
    almost = (colours == 2).sum(axis=1) == length - 1
    assert not (almost & (colours == 1).any(axis=1)).any(), "all greens but one, and a yellow"
    found = backend.statistics()
    assert (found.largest * found.buckets >= len(words)).all(), "bucket sizes sum to n"
    assert (found.sum_of_squares >= len(words)).all()

    order = data.draw(st.permutations(range(len(words))))
    moved = backend_type(Vocabulary("moved", [words[i] for i in order])).statistics()
    assert rows_of(moved) == [rows_of(found)[i] for i in order], "order of words is immaterial"
    relabel = str.maketrans("abcd", "".join(data.draw(st.permutations("wxyz"))))
    renamed = backend_type(Vocabulary("renamed", [w.translate(relabel) for w in words]))
    assert rows_of(renamed.statistics()) == rows_of(found), "names of letters are immaterial"


def test_every_answer_of_the_game_against_200_guesses(backend_type, wordle):
    backend = backend_type(wordle)
    chosen = np.random.default_rng(0).choice(len(wordle.guesses), 200, replace=False)
    codes = backend.codes(chosen)
    for row, guess in zip(codes, chosen, strict=True):
        word = wordle.guesses[guess]
        assert row.tolist() == [naive.code(word, answer) for answer in wordle.answers]


@pytest.mark.parametrize("length", [5, 7, 10, 13, 15])
@pytest.mark.parametrize("answers", [65_535, 65_536, 65_537])
def test_buckets_around_sixteen_bits(backend_type, length, answers):
    """A counter of 16 bits would begin again, or lose one."""
    drawn = product("abcdefghijklmnopt", repeat=length - 1)
    hidden = ["z" + "".join(word) for word in islice(drawn, answers)]
    # All answers share one pattern of each of these, the last time the grey one; then several.
    played = ["z" + "".join(word) for word in islice(product("qrs", repeat=length - 1), 5)]
    played += ["qz" + "q" * (length - 2), "q" * length, "q" * (length - 1) + "p"]
    vocabulary = Vocabulary("many", hidden, [*hidden, *played])
    backend = backend_type(vocabulary)
    guesses = np.arange(answers - 1, answers + len(played))
    found = backend.statistics(None, guesses)
    for row, codes in zip(rows_of(found), backend.codes(guesses), strict=True):
        sizes = np.unique(codes, return_counts=True)[1].tolist()
        logs = sum(size * naive.integer_log(size) for size in sizes)
        assert row == [len(sizes), max(sizes), sum(size**2 for size in sizes), logs]
    assert found.largest[0, 1:-1].tolist() == [answers] * (len(played) - 1)
    assert 1 < found.buckets[0, -1] < found.buckets[0, 0]
    listed = Groups.of([guesses[-2:]])
    best = backend.best_guesses(Groups.whole(answers), KEYS["minimax"], listed)
    assert best.tolist() == [guesses[-1]]
