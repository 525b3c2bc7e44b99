"""Letter sets, and what guesses get on them, compared with words read one by one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from helpers.playing import NUMPY
from helpers.words import random_words

from gpuwordle.optimal.falling import begin, put_in_order
from gpuwordle.optimal.letter_sets import LETTERS, SMALLEST, fill, number_of_part
from gpuwordle.optimal.solver import Solver
from gpuwordle.words.vocabulary import Vocabulary


@pytest.mark.parametrize(("length", "letters"), [(4, 10), (3, 5)])
def test_counts_are_those_of_all_candidates_with_and_without_letters(length, letters):
    words = random_words(3, length, letters, 110)
    vocabulary = Vocabulary("random", words[:90], words)
    solver = Solver(vocabulary, backend=NUMPY(vocabulary))
    tables, scratch = solver.tables, solver.take_scratch()
    falling, sets = scratch.falling, scratch.letter_sets
    whole = np.arange(5, 90, dtype=np.int32)
    begin(tables, falling, whole, len(whole))
    put_in_order(tables, falling, whole, scratch, scratch.counts[1])
    fill(tables, sets, falling, whole)
    texts = {int(answer): vocabulary.answers[solver.numbering.answers[answer]] for answer in whole}
    chosen = [vocabulary.alphabet[letter] for letter in sets.letters if letter >= 0]
    assert len(set(chosen)) == len(chosen) == min(LETTERS, letters)
    filled = 0
    for digits in product(range(3), repeat=LETTERS):
        number = sum(digit * 3**bit for bit, digit in enumerate(digits))
        inside = [
            answer
            for answer, text in texts.items()
            if all(
                digit == 1 or (bit < len(chosen) and chosen[bit] in text) == (digit == 2)
                for bit, digit in enumerate(digits)
            )
        ]
        assert sets.sizes[number] == len(inside)
        if len(inside) < SMALLEST:
            continue
        filled += 1
        counts = np.array([len(np.unique(row)) for row in tables.codes[:, inside]])
        counts[whole] += 1
        ordered = counts[falling.guesses[: len(counts)]]
        assert (sets.counts[number, : len(counts)] == ordered).all()
        assert sets.most[number] == counts.max()
        assert set(inside) <= set(of_number(sets, texts, number_of_part(sets, np.array(inside))))
    assert filled > 20


def of_number(sets, texts, number):
    """The candidates of a letter set, by the letters that they are marked with."""
    digits = [number // 3**bit % 3 for bit in range(LETTERS)]
    for answer in texts:
        has = [sets.signs[answer] >> bit & 1 for bit in range(LETTERS)]
        if all(digit in (1, 2 * one) for digit, one in zip(digits, has, strict=True)):
            yield answer
