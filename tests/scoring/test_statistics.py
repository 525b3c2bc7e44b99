import math

import naive
import numpy as np
import pytest
from helpers.errors import refused
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.scoring import logs
from gpuwordle.scoring.logs import LOG_SCALE, log_table
from gpuwordle.scoring.statistics import (
    FIELDS,
    HEAVIEST,
    KEYS,
    MOST_KEY,
    Key,
    Statistics,
    check_key,
    key_named,
)

sizes = st.lists(st.integers(1, 60), min_size=1, max_size=12)


def numbers_of(sizes):
    logs = sum(n * naive.integer_log(n) for n in sizes)
    return [len(sizes), max(sizes), sum(n * n for n in sizes), logs]


def of_sizes(*partitions):
    """Statistics of one group under one guess for each list of bucket sizes."""
    block = np.array([*map(numbers_of, partitions)], np.int64).T[:, None]
    return Statistics(np.array([sum(partitions[0])]), block)


def test_log_table_by_prime_factors(monkeypatch):
    expected = [0] + [n * naive.integer_log(n) for n in range(1, 2001)]
    for largest in [*range(20), 63, 64, 65, 1023, 1024, 1025, 2000]:
        monkeypatch.setattr(logs, "_longest", logs._longest[:0])
        assert log_table(largest).tolist() == expected[: largest + 1]
        assert log_table(largest // 2).tolist() == expected[: largest // 2 + 1]
    with pytest.raises(ValueError, match="read-only"):
        log_table(5)[3] = 0


def test_logarithms_are_close():
    n = np.arange(1, 100_001)
    error = log_table(100_000)[1:] / (n * LOG_SCALE) - np.log2(n)
    assert np.abs(error).max() < 1e-8


@pytest.mark.parametrize(
    ("left", "right"),
    [([4, 1, 1, 1, 1], [2, 2, 2, 2]), ([6, 1, 1, 1, 1, 1, 1], [3, 3, 2, 2, 2])],
)
def test_equal_entropies_are_equal_integers(left, right):
    assert math.prod(n**n for n in left) == math.prod(n**n for n in right)
    found = of_sizes(left, right)
    assert found.sum_n_log_n[0, 0] == found.sum_n_log_n[0, 1]


@given(sizes)
def test_derived_scores(sizes):
    found = of_sizes(sizes)
    total = sum(sizes)
    assert found.expected_size[0, 0] == pytest.approx(sum(n * n for n in sizes) / total)
    bits = -sum(n / total * math.log2(n / total) for n in sizes)
    assert found.entropy[0, 0] == pytest.approx(bits, abs=1e-8)
    assert of_sizes([total]).entropy[0, 0] == 0.0, "one bucket tells nothing"


def test_keys_and_numbers_have_their_names():
    found, table = of_sizes([3, 2, 1], [2, 2, 2]), log_table(3)
    logs = [table[3] + table[2] + table[1], 3 * table[2]]
    for score, numbers, values in (
        ("minimax", found.largest, [3, 2]),
        ("expected-size", found.sum_of_squares, [14, 12]),
        ("buckets", -found.buckets, [-3, -3]),
        ("entropy", found.sum_n_log_n, logs),
    ):
        assert found.key(KEYS[score]).tolist() == numbers.tolist() == [values]
    assert found.key(Key("both", (-1, 10, 0, 0))).tolist() == [[27, 17]]
    assert found.of_guesses(np.array([1])).largest.tolist() == [[2]]
    assert Statistics.empty(np.array([4, 5]), 3).block.shape == (len(FIELDS), 2, 3)
    assert key_named("minimax") is KEYS["minimax"]
    refused("unknown score 'entrophy': did you mean entropy", key_named, "entrophy")


@given(sizes=sizes)
def test_costs_of_buckets_add_up_to_the_key_without_the_largest(sizes):
    key = Key("mixed", (-3, 5, 2, 1))
    costs = key.costs(60)
    assert costs.shape == (61,)
    assert costs[0] == 0
    assert of_sizes(sizes).key(key)[0, 0] == costs[sizes].sum() + 5 * max(sizes)


def test_keys_that_could_overflow_are_refused():
    assert MOST_KEY << 2 == 1 << 62, "bounds have two bits to shift keys by, and one for the sign"
    check_key(Key("own", (1, 0, 0, 0)), MOST_KEY - 1)
    refused("could overflow", check_key, Key("own", (1, 0, 0, 0)), MOST_KEY)
    large = Key("own", (MOST_KEY // 1000 + 1, 0, 0, 0))
    refused("key 'own' could overflow for 1,000 candidates", check_key, large, 1000)
    for field, most in enumerate((100, 100, 100**2, 100 * 7 * 2**32)):
        for sign in (1, -1):
            weights = [0, 0, 0, 0]
            weights[field] = sign * (MOST_KEY // most + 1)
            refused("could overflow for 100 candidates", check_key, Key("own", tuple(weights)), 100)
            weights[field] = sign * (MOST_KEY // most - 1)
            check_key(Key("own", tuple(weights)), 100)


def test_a_key_is_checked_by_the_largest_group():
    found = of_sizes([3, 2, 1])
    large = Key("own", (MOST_KEY // 6 + 1, 0, 0, 0))
    refused("key 'own' could overflow for 6 candidates", found.key, large)
    none = Statistics.empty(np.empty(0, np.int64), 3)
    assert none.key(Key("own", (MOST_KEY, 0, 0, 0))).shape == (0, 3)
    assert none.entropy.shape == (0, 3)


def test_keys_of_other_weights_are_refused():
    for weights in ((1, 2, 3), (1, 2, 3, 4, 5), *((one, 0, 0, 0) for one in (True, 1.5, "1"))):
        refused("give an integer for each of buckets, largest", check_key, Key("own", weights), 1)
    check_key(Key("own", (np.int64(1), 0, 0, 0)), 1)


def test_one_partition_with_weights_and_without():
    sizes, weights, table = np.array([2, 1]), np.array([5, 9]), log_table(14)
    found, plain = Statistics.of_buckets(sizes, weights), Statistics.of_buckets(sizes)
    assert plain.block.tolist() == [[[number]] for number in numbers_of([2, 1])]
    numbers = [2, 2, 2 * 5 + 9, table[5] + table[9], 9]
    assert found.block.tolist() == [[[number]] for number in numbers]
    assert (found.sizes.tolist(), found.weights.tolist()) == ([3], [14])
    assert plain.sizes.tolist() == [3]
    assert found.expected_size[0, 0] == 19 / 14
    bits = -sum(share * math.log2(share) for share in weights / 14)
    assert found.entropy[0, 0] == pytest.approx(bits, abs=1e-8)
    assert found.key(HEAVIEST).tolist() == [[9]]
    assert found.key(KEYS["minimax"]).tolist() == plain.key(HEAVIEST).tolist() == [[2]]
    assert (HEAVIEST.weights, HEAVIEST.heaviest) == ((0, 1, 0, 0), True)
    ignoring = [key.name for key in (*KEYS.values(), HEAVIEST) if key.ignores_weights]
    assert ignoring == ["minimax", "buckets"]
