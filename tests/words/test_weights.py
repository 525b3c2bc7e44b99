"""Weights: integers from any numbers, files of weights, and word frequencies."""

import pickle
import sys
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.errors import refused
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle import Vocabulary, load
from gpuwordle.words.language import SYMBOLS
from gpuwordle.words.readers import Reading
from gpuwordle.words.weight_files import load_weights, weights_from
from gpuwordle.words.weights import MOST_WEIGHT, integer_weights

PETS = ["cat", "cow", "dog", "pig"]


def test_a_vocabulary_has_weights():
    words = Vocabulary("pets", PETS, weights=[3, 0, 1.0, np.int8(2)])
    assert (words.answers, words.guesses) == (("cat", "dog", "pig"), tuple(PETS))
    assert words.weights.tolist() == [3, 1, 2] and words.weights.dtype == np.int64
    assert pickle.loads(pickle.dumps(words)) == words
    plain = Vocabulary("pets", PETS)
    assert pickle.loads(pickle.dumps(plain)) == plain
    assert not words.weights.flags.writeable
    assert (words.total_weight, words.weight_scale, words.never_hidden) == (6, 1.0, 1)
    assert repr(words) == "Vocabulary('pets': 3 letters, 3 answers of weight 6, 4 guesses)"
    assert words.weights_of(np.array([2, 0])).tolist() == [2, 3]
    assert words.how_weighed == ["1 of 4 words of 3 letters has weight 0 and is never the answer"]
    scaled = Vocabulary("pets", ["cat", "cow"], weights=[0.29, 1.5])
    assert scaled.how_weighed[0].endswith(" are scaled by 100 and rounded: the sum is 179")
    twice = Vocabulary("pets", ["cat", "DOG", "Cat"], PETS, weights=[5, 2, 5])
    assert (twice.answers, twice.weights.tolist()) == (("cat", "dog"), [5, 2])
    assert Vocabulary("pets", ["cat", "dog"], PETS, weights={"DOG": 2, "cat": 5}) == twice
    refused("answer 'cow' has no weight", Vocabulary, "x", PETS, weights={"dog": 2, "cat": 5})
    for wrong in ("zipf", {3}):
        refused("weights .* are no list: give a num", Vocabulary, "x", PETS, weights=wrong)


def test_a_series_of_weights_is_read_by_its_words():
    pd = pytest.importorskip("pandas")
    series = pd.Series([5, 1], index=["dog", "cat"])
    assert Vocabulary("x", ["cat", "dog"], weights=series).weights.tolist() == [1, 5]
    assert weights_from(series).of_words(["cat", "dog"]) == [1, 5]


@pytest.mark.parametrize(
    ("given", "weights", "scale"),
    [
        ([0.29, 1.5], [29, 150], 100),
        ([1e-6, 2], [1, 2_000_000], 1e6),
        ([1e-7, 1], [2, MOST_WEIGHT - 5], pytest.approx(MOST_WEIGHT, rel=1e-6)),
        ([0.1, 2_000_000], [1, MOST_WEIGHT - 4], pytest.approx(MOST_WEIGHT / 2e6, rel=1e-6)),
    ],
)
def test_decimals_are_kept_if_few_digits_make_them_whole(given, weights, scale):
    words = Vocabulary("pets", ["cat", "cow"], weights=given)
    assert (words.weights.tolist(), words.weight_scale) == (weights, scale)


def test_weights_of_one_are_no_weights():
    plain = Vocabulary("pets", PETS)
    same = Vocabulary("pets", PETS, weights=[1] * 4)
    assert same.weights is None and same == plain and same.digest == plain.digest
    assert (plain.total_weight, plain.weights_of(np.array([1, 3])).tolist()) == (4, [1, 1])
    fewer = Vocabulary("pets", PETS, weights=[1, 1, 0, 1])
    assert fewer == plain.without(["dog"]) and fewer.digest == plain.without(["dog"]).digest


def test_weights_tell_vocabularies_apart():
    words = Vocabulary("pets", PETS, weights=[3, 4, 1, 2])
    others = [Vocabulary("pets", PETS, weights=w) for w in ([3, 4, 2, 1], [6, 8, 2, 4], None)]
    assert len({words.digest, *(other.digest for other in others)}) == 4
    assert all(words != other and other != words for other in others)
    assert words.without(["cow"]) == Vocabulary("x", ["cat", "dog", "pig"], PETS, weights=[3, 1, 2])


@given(
    st.lists(
        st.one_of(st.integers(0, 1 << 70), st.floats(0, 1e299, exclude_min=True)), min_size=1
    ).filter(any)
)
def test_any_numbers_become_integers(numbers):
    names = [str(place) for place in range(len(numbers))]
    weights, scale = integer_weights("x", names, numbers)
    assert 0 < weights.sum() < MOST_WEIGHT
    assert [weight > 0 for weight in weights] == [number > 0 for number in numbers]
    if scale in (1, 10, 100, 1000, 10**4, 10**5, 10**6):
        assert [weight / scale for weight in weights.tolist()] == numbers
    else:
        assert any(number != int(number) for number in numbers) or sum(numbers) >= MOST_WEIGHT
        largest = float(max(numbers))
        assert weights.max() >= (MOST_WEIGHT - 1 - len(numbers)) // len(numbers)
        for number, weight in zip(numbers, weights.tolist(), strict=True):
            assert abs(weight - weights.max() * (number / largest)) < 2


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ([1, 2], "'pets' has 2 weights for 4 answers: give one for each"),
        ([1, -2, 3, 4], "weight -2 of 'cow' is not a number of 0 or more, below 1e.300: fix"),
        ([1, 2, float("nan"), 4], "weight nan of 'dog' is not a number of 0 or more"),
        ([1, 2, 3, np.inf], "weight inf of 'pig' is not a number of 0 or more"),
        ([1, 2, 3, 10**400], "weight 1000.* of 'pig' is not a number of 0 or more"),
        ([1, None, 3, 4], "weight None of 'cow' is not a number of 0 or more"),
        ([1, "2", 3, 4], "weight '2' of 'cow' is not a number of 0 or more"),
        ([1, True, 3, 4], "weight True of 'cow' is not a number of 0 or more"),
        ([0, 0, 0, 0.0], "'pets' has weight 0 for all 4 answers: give at least one word that"),
    ],
)
def test_wrong_weights(weights, said):
    refused(said, Vocabulary, "pets", PETS, weights=weights)


def test_a_word_that_is_spelled_in_several_ways_has_one_weight():
    message = "word 'cat' has weight 9, and 2 before: give one"
    refused(message, Vocabulary, "pets", ["CAT", "cat", "cow"], weights=[2, 9, 3])
    refused(message, weights_from, {"CAT": 2, "cow": 1, "cat": 9})


def write_table(path, columns):
    if path.suffix == ".parquet":
        pq.write_table(pa.table(columns), path)
        return str(path)
    mark = "\t" if path.suffix == ".tsv" else ","
    lines = ["# weights\n"] if path.suffix == ".txt" else [mark.join(columns)]
    lines += [mark.join(map(str, row)) for row in zip(*columns.values(), strict=True)]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.mark.parametrize("ending", ["txt", "csv", "tsv", "parquet"])
def test_weights_from_files(tmp_path, file, ending):
    columns = {"word": ["Dog", "cat", "puma", "don't"], "weight": [4, 2, 7, 1]}
    pets = file("pets.txt", "cat dog puma")
    table = write_table(tmp_path / f"w.{ending}", columns)
    words = load(pets, weights=table)
    assert words.of_length(3) == Vocabulary("x", ["cat", "dog"], weights=[2, 4])
    assert words.of_length(4) == Vocabulary("x", ["puma"], weights=[7])
    same, others = ({"cat": weight, "dog": 4, "puma": 7} for weight in (2, 3))
    assert words == load(pets, weights=same) != load(pets, weights=others)
    assert words != load(pets)
    refused('holds "\'", which is not a letter', load, pets, weights=table, strict=True)
    if ending != "txt":
        counts = columns | {"count": [1.5, 0.5, 1.0, 2.0]}
        other = write_table(tmp_path / f"w.{ending}", counts) + ":count"
        third = load(pets, weights=other).of_length(3)
        assert (third.weights.tolist(), third.weight_scale) == ([5, 15], 10)
        wrong = other.replace("count", "much")
        refused("has no column 'much': name one of word, weight", load, pets, weights=wrong)


def test_words_of_symbols_with_weights(file):
    path = file("weights.txt", "# of 3 words", "#12 3", "a,b,4", "1+2 , 5")
    weights = load_weights(str(path), Reading(SYMBOLS))
    assert weights.by_word == {"#12": 3, "a,b": 4, "1+2": 5}
    path.write_text("#12\n")
    refused("is '#12': give word,weight on each line", load_weights, str(path), Reading(SYMBOLS))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cat,2\ndog,x\n", "weight 'x' of 'dog' at line 2 of .* is not a number: give one"),
        ("cat,2\ndog,nan\n", "weight nan of 'dog' is not a number of 0 or more"),
        ("cat,2\n", "answer 'dog' has no weight in .* \\(1 of 2 have none\\): give each a weight"),
        ("cat,2\nDog 3\ndog,4\n", "word 'dog' at line 3 of .* has weight 4, and 3 before: give"),
        ("cat,2,3\n", "line 1 of .* is 'cat,2,3': give word,weight on each line"),
        ("1,2\n", "holds no word with a weight: give at least one"),
    ],
)
def test_wrong_files(file, text, said):
    pets, weights = file("pets.txt", "cat dog"), file("weights.txt", text)
    refused(said, lambda: load(pets, weights=weights).of_length(3))


def test_weights_of_lists(file):
    pets = file("pets.txt", "cat dog chat chât")
    by_word = {"CAT": 1, "dog": 5, "chat": 2, "chât": 3}
    words = load(pets, weights=by_word)
    assert words.of_length(3) == Vocabulary("x", ["cat", "dog"], weights=[1, 5])
    assert words.without(["dog"]).of_length(3).weights is None
    assert words.without_accents().of_length(4) == Vocabulary("x", ["chat"], weights=[5])
    refused("weights 3 are neither a mapping nor a path: give a path", load, pets, weights=3)


def test_lists_with_word_frequencies_stay_equal_and_need_their_package(file, monkeypatch):
    module = SimpleNamespace(
        available_languages=lambda: ["de", "en"],
        zipf_frequency=lambda word, language: 3.0,
        get_frequency_dict=lambda language: {"cât": 1e-5, "cat": 1e-5},
    )
    monkeypatch.setitem(sys.modules, "wordfreq", module)
    monkeypatch.setattr("gpuwordle.words.frequencies.find_spec", lambda name: module)
    pets = file("pets.txt", "cat dog")
    words, same = load(pets, weights="zipf"), load(pets, weights="zipf:en")
    assert words.of_length(3).weights.tolist() == [300, 300]
    assert words == same
    assert words != load(pets, weights="zipf:de")
    folded = load(pets, weights="zipf", fold_accents=True)  # a word has all its spellings
    assert folded.of_length(3).weights.tolist() == [430] and folded != words
    monkeypatch.setattr("gpuwordle.words.frequencies.find_spec", lambda name: None)
    needed = r"need wordfreq: run pip install 'gpuwordle\[frequencies"
    refused(needed, load, pets, weights="zipf")


@pytest.mark.skipif(find_spec("wordfreq") is None, reason="wordfreq is not installed")
def test_word_frequencies(file):
    lights = file("lights.txt", "eight fight light might night right sight tight wight zzxzz")
    words = load(lights, weights="zipf").of_length(5)
    assert (words.total_weight, words.never_hidden) == (4515, 1)
    assert load(lights, weights="zipf:de").of_length(5) != words
    unknown = "wordfreq has no frequencies of 'xx': its languages are"
    refused(unknown, load, lights, weights="zipf:xx")
