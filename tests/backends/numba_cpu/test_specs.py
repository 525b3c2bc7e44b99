"""Counting by specs against the oracle: repeats, any answers, big alphabets, any ranges, limits."""

from __future__ import annotations

import itertools
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import naive
import numpy as np
import pytest

from gpuwordle.backends.numba_cpu.spec_guesses import LENGTHS, SpecGuesses
from gpuwordle.backends.numba_cpu.specs import SpecAnswers
from gpuwordle.scoring.logs import log_table


def count(guesses: SpecGuesses, answers) -> np.ndarray:
    side = guesses.answers(answers)
    side.file_answers()
    side.count_pairs(0, side.n_pairs)
    out = np.full((guesses.n_guesses, 4), -1, np.int64)
    side.score(0, guesses.n_guesses, log_table(len(answers)), out)
    return out


def expected(guess_letters, answer_letters) -> list[tuple[int, ...]]:
    answers = answer_letters.tolist()
    return [naive.statistics(guess, answers) for guess in guess_letters.tolist()]


def assert_counts(guess_letters, answer_letters, alphabet_size):
    found = count(SpecGuesses(guess_letters, alphabet_size), answer_letters)
    assert found.tolist() == [list(row) for row in expected(guess_letters, answer_letters)]


def random_words(seed, n, length, alphabet_size) -> np.ndarray:
    generator = np.random.default_rng([seed, n, length, alphabet_size])
    return generator.integers(0, alphabet_size, (n, length)).astype(np.uint8)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("alphabet_size", [1, 2, 3, 4, 6])
def test_random_words_with_repeats(length, alphabet_size):
    guesses = random_words(0, 53, length, alphabet_size)
    # Answers are words of their own, some twice; 70 needs a second word of the bitsets.
    assert_counts(guesses, random_words(1, 70, length, alphabet_size), alphabet_size)


@pytest.mark.parametrize(("length", "alphabet_size"), [(4, 3), (5, 2), (6, 2)])
def test_every_word_against_every_word(length, alphabet_size):
    words = np.array(list(itertools.product(range(alphabet_size), repeat=length)), np.uint8)
    assert_counts(words, words[::-1], alphabet_size)


@pytest.mark.parametrize("length", LENGTHS)
def test_answers_that_share_many_letters(length):
    """Anagrams and near anagrams: the lists and their corrections do most of the counting."""
    generator = np.random.default_rng(length)
    for base in ([0, 1, 2, 3, 4, 5], [0, 0, 1, 2, 3, 4], [0, 0, 1, 1, 2, 3], [0, 0, 0, 1, 1, 2]):
        words = np.array([generator.permutation(base)[:length] for _ in range(60)], np.uint8)
        changed = words.copy()
        rows = np.arange(len(words))
        changed[rows, generator.integers(0, length, len(words))] = generator.integers(0, 7, 60)
        assert_counts(words[:33], np.concatenate([words[20:], changed]), 7)


@pytest.mark.parametrize("length", LENGTHS)
def test_alphabet_of_255_letters(length):
    """Letters on both sides of 127 and the last one, 254, in words that share many of them."""
    generator = np.random.default_rng(length)
    guesses = random_words(2, 40, length, 255)
    guesses[::3, 0] = 254
    guesses[1::3, 1] = guesses[1::3, 0]
    answers = generator.permuted(guesses[generator.integers(0, 40, 90)], axis=1)
    answers[::4, 2] = 254
    assert_counts(guesses, answers, 255)


@pytest.mark.parametrize("length", LENGTHS)
def test_few_answers(length):
    guesses = random_words(3, 20, length, 5)
    assert_counts(guesses, guesses[7:8], 5)
    assert_counts(guesses, guesses[[11, 3]], 5)


def test_one_guess_side_serves_many_answer_sets():
    guess_letters = random_words(4, 40, 5, 6)
    guesses = SpecGuesses(guess_letters, 6)
    for n in (64, 65, 1, 130):
        answers = random_words(5, n, 5, 6)
        assert count(guesses, answers).tolist() == [
            list(row) for row in expected(guess_letters, answers)
        ]


def test_ranges_and_threads_give_the_same_and_write_only_their_rows():
    guess_letters = random_words(6, 100, 5, 9)
    answers = random_words(7, 600, 5, 9)
    guesses = SpecGuesses(guess_letters, 9)
    whole = count(guesses, answers)
    assert whole.tolist() == [list(row) for row in expected(guess_letters, answers)]
    side = guesses.answers(answers)
    table = log_table(600)
    out = np.full((100, 4), -1, np.int64)
    with ThreadPoolExecutor(3) as pool:
        cuts = [0, 1, 18, 200, 201, side.n_pairs]
        side.file_answers()
        list(pool.map(side.count_pairs, cuts, cuts[1:]))
        cuts = [3, 4, 20, 36, 67, 68, 99]
        list(pool.map(lambda lo, hi: side.score(lo, hi, table, out), cuts, cuts[1:]))
    assert (out[3:99] == whole[3:99]).all()
    assert (out[[0, 1, 2, 99]] == -1).all()


def test_read_only_and_strided_letters():
    words = random_words(8, 64, 6, 4)
    strided = np.asfortranarray(words)
    words.setflags(write=False)
    table = log_table(64)
    table.setflags(write=False)
    side = SpecGuesses(words, 4).answers(strided)
    side.file_answers()
    side.count_pairs(0, side.n_pairs)
    out = np.empty((64, 4), np.int64)
    side.score(0, 64, table, out)
    assert out.tolist() == [list(row) for row in expected(words, words)]


def test_counters_hold_the_largest_list_supported():
    word = np.array([[0, 1, 0, 2]], np.uint8)
    guesses = SpecGuesses(word, 3)
    assert guesses.supports(4, 65_535)
    found = count(guesses, np.repeat(word, 65_535, axis=0))
    assert found.tolist() == [[1, 65_535, 65_535**2, 65_535 * naive.integer_log(65_535)]]
    assert not guesses.supports(4, 65_536)
    with pytest.raises(ValueError, match="65536 answers"):
        SpecAnswers(guesses, np.repeat(word, 65_536, axis=0))


def test_what_is_not_supported():
    assert [length for length in range(1, 21) if SpecGuesses.supports(length, 100)] == [4, 5, 6]
    with pytest.raises(ValueError, match="3 positions"):
        SpecGuesses(random_words(9, 5, 3, 3), 3)
    with pytest.raises(ValueError, match="letter 4 in an alphabet of 4"):
        SpecGuesses(np.full((2, 5), 4, np.uint8), 4)
    guesses = SpecGuesses(random_words(9, 5, 5, 3), 3)
    with pytest.raises(ValueError, match="answers of 6 letters"):
        guesses.answers(random_words(9, 5, 6, 3))
    with pytest.raises(ValueError, match="letter 3 in an alphabet of 3"):
        guesses.answers(np.full((2, 5), 3, np.uint8))
    side = guesses.answers(random_words(9, 5, 5, 3))
    out = np.empty((5, 4), np.int64)
    with pytest.raises(ValueError, match="no pairs 0 to"):
        side.count_pairs(0, side.n_pairs + 1)
    with pytest.raises(ValueError, match="no guesses 0 to 6"):
        side.score(0, 6, log_table(5), out)
    with pytest.raises(ValueError, match="ends before 5"):
        side.score(0, 5, log_table(4), out)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("alphabet_size", [2, 26, 255])
def test_bytes_needed_bounds_what_is_allocated(length, alphabet_size):
    guess_letters = random_words(10, 2000, length, alphabet_size)
    answers = random_words(11, 1500, length, alphabet_size)
    tracemalloc.start()
    try:
        guesses = SpecGuesses(guess_letters, alphabet_size)
        side = guesses.answers(answers)
        side.file_answers()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert side.n_pairs > 0
    # The tables of spec cells do not grow with the lists.
    constant = 1 << 20
    assert peak <= SpecGuesses.bytes_needed(2000, 1500, length, alphabet_size) + constant


def test_known_values_of_the_original_game(wordle):
    guesses = SpecGuesses(wordle.guess_letters, len(wordle.alphabet))
    found = count(guesses, wordle.answer_letters)
    index = {word: i for i, word in enumerate(wordle.guesses)}
    assert found[:, 1].min() == found[index["arise"], 1] == 168
    assert found[:, 2].min() == found[index["roate"], 2] == 139_883
    assert wordle.guesses[found[:, 3].argmin()] == "soare"
    assert found[:, 0].max() == found[index["trace"], 0] == 150

    found = count(guesses, wordle.guess_letters)
    assert (found[:, 1].min(), wordle.guesses[found[:, 1].argmin()]) == (697, "serai")
    assert (found[:, 2].min(), wordle.guesses[found[:, 2].argmin()]) == (3_745_512, "lares")
    assert (found[:, 0].max(), wordle.guesses[found[:, 0].argmax()]) == (212, "tares")
    assert wordle.guesses[found[:, 3].argmin()] == "tares"


@pytest.mark.parametrize("length", LENGTHS)
def test_real_words(words_alpha, length):
    vocabulary = words_alpha(length)
    generator = np.random.default_rng(length)
    answers = vocabulary.guess_letters[generator.permutation(len(vocabulary.guesses))[:3000]]
    found = count(SpecGuesses(vocabulary.guess_letters, len(vocabulary.alphabet)), answers)
    some = generator.integers(0, len(vocabulary.guesses), 25)
    rows = [list(row) for row in expected(vocabulary.guess_letters[some], answers)]
    assert found[some].tolist() == rows
