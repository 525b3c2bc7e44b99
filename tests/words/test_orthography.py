"""Every language: its file, its letters, and the way of a word to letters and back."""

import json
import pickle
import re
import unicodedata
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from helpers.errors import refused
from helpers.processes import python
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpuwordle import (
    Clues,
    Game,
    Pattern,
    Vocabulary,
    WordList,
    best_openers,
    best_pairs,
    grow,
    load,
    partition,
    pattern_matrix,
    play,
    prove,
    review,
    score,
    suggest,
    verify,
)
from gpuwordle.clues.clues import Clue
from gpuwordle.clues.trie import Trie
from gpuwordle.graphemes import PRIVATE, written
from gpuwordle.rules.case import lower, runs_from_right, upper
from gpuwordle.rules.tiles import html_tiles, text_tiles
from gpuwordle.words.language import SYMBOLS
from gpuwordle.words.orthography import known_languages, language_names, language_of
from gpuwordle.words.vocabulary import PackedWords
from gpuwordle.words.weight_files import weights_from

NAMED = [name for name in language_names() if name != SYMBOLS.name]
FIELDS = {
    **dict.fromkeys(["name", "letters", "digraphs", "signs"], str),
    **dict.fromkeys(["strip_marks", "jamo"], bool),
    **dict.fromkeys(["capitals", "folds"], dict),
    "sources": list,
}
OPENERS = json.loads((Path(__file__).parent / "language_openers.json").read_text("utf-8"))


def letters_of(name):
    facts = known_languages()[name.removesuffix("-digraphs")]
    more = facts.get("digraphs", "") if name.endswith("-digraphs") else ""
    return [*facts["letters"].split(), *more.split()]


@pytest.mark.parametrize("name", known_languages())
def test_a_file_says_what_it_may(name):
    facts = known_languages()[name]
    assert {"name", "letters", "sources"} <= facts.keys() <= FIELDS.keys()
    assert all(isinstance(value, FIELDS[field]) for field, value in facts.items())
    letters, signs = facts["letters"].split(), facts.get("signs", "").split()
    assert len(set(letters)) == len(letters) <= 255
    assert all(unicodedata.is_normalized("NFC", each) and lower(each) == each for each in letters)
    assert all(unicodedata.category(sign)[0] == "M" for sign in signs)
    assert not set(letters) & set(facts.get("folds", {}))
    made = set("".join(letters))
    assert all(set(fold) <= made for fold in facts.get("folds", {}).values())
    assert set(facts.get("capitals", {})) <= set(letters)
    assert not set(facts.get("digraphs", "").split()) & set(letters)
    assert all(source.keys() == {"fact", "url"} for source in facts["sources"])
    assert all(source["url"].startswith("https://") for source in facts["sources"])
    assert len({runs_from_right(each) for each in letters}) == 1


def test_the_page_lists_every_language():
    rows = re.findall(
        r"^\| `(\w+)` \| ([^|]+) \| (\d+) \|",
        (Path(__file__).parents[2] / "docs" / "languages.md").read_text("utf-8"),
        re.MULTILINE,
    )
    expected = [
        (name, facts["name"], str(len(facts["letters"].split())))
        for name, facts in known_languages().items()
    ]
    assert rows == expected
    assert len(rows) >= 30


@pytest.mark.sample(20)
@pytest.mark.parametrize("name", NAMED)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_words_come_back_from_letters_and_clues_from_text(name, data):
    language, facts = language_of(name), known_languages()[name.split("-")[0]]
    signs = st.sampled_from(["", *facts.get("signs", "").split()])
    letter = st.tuples(st.sampled_from(letters_of(name)), signs).map("".join)
    word = unicodedata.normalize("NFC", "".join(data.draw(st.lists(letter, min_size=1))))
    normal = language.normalise(word)
    # Folds and marks of neighbours aside, a word of the language's letters is written as it was.
    assert language.normalise(written(normal)) == normal == language.normalise(normal)
    assert written(normal) == word or facts.get("jamo")
    assert language.normalise(written(upper(normal))) == normal
    assert language.all_normalised([word, "", "1"]) == [normal, "", ""]
    assert language.normalised([normal, word]) == [normal, normal]
    some = st.lists(st.sampled_from(letters_of(name)), min_size=1, max_size=6).map("".join)
    guess = language.normalise(data.draw(some))
    if len(guess) > 20:
        return
    answer = "".join(data.draw(st.permutations(guess)))
    clue = Clue(guess, Pattern.of(guess, answer))
    assert Clue.parse(written(str(clue)), language) == clue
    assert written(text_tiles(*clue)) == text_tiles(*clue)
    assert html_tiles(*clue).count("<i ") == len(guess)


@pytest.mark.parametrize(
    ("name", "word", "letters"),
    [
        ("nl", "IJsland", "ij s l a n d"),
        ("nl", "Bijoù", "b ij o u"),
        ("nl", "ĳver", "ij v e r"),
        ("hr", "ǅep", "dž e p"),
        ("sh", "džungla", "dž u n g l a"),
        ("hu", "dzsungel", "dzs u n g e l"),
        ("cy", "Llanfair", "ll a n f a i r"),
        ("cs", "chata", "c h a t a"),
        ("cs-digraphs", "chata", "ch a t a"),
        ("vi-digraphs", "nghiêng", "ngh i ê ng"),
        ("tr", "ILIK", "ı l ı k"),
        ("tr", "İstanbul", "i s t a n b u l"),
        ("el", "ΛΌΓΟΣ", "λ ο γ ο σ"),
        ("fr", "Cœur", "c o e u r"),
        ("es", "Ñandú", "ñ a n d u"),
        ("ru", "Ёлка", "е л к а"),
        ("he", "שלום", "ש ל ו מ"),
        ("ar", "أُمّ", "ا م"),
        ("ta", "தமிழ்", "த மி ழ்"),
        ("hi", "हिन्दी", "हि न् दी"),
        ("hi", "क\u0931\u0930\u093c\u093e", "क \u0931 \u0931\u093e"),
        ("bn", "বাংলা", "ব া ং ল া"),
        ("bn", "ক\u09c7\u09beন", "ক \u09cb ন"),
        ("ko", "한글", "ㅎ ㅏ ㄴ ㄱ ㅡ ㄹ"),
    ],
)
def test_letters(name, word, letters):
    assert [*map(written, WordList.of("one", [word], language=name).words[0])] == letters.split()
    assert [written(letter) for letter in language_of(name).normalise(word)] == letters.split()


def test_words_formed_of_letters_are_in_the_order_of_the_language():
    ordered = ["car", "čaj", "lav", "ljut", "nos", "njuh", "žaba"]
    trie = Trie(WordList.of("hr", ordered[::-1], language="hr"))
    assert list(map(written, trie.challenge("".join(ordered)).words)) == ordered


def test_a_small_sigma_at_the_end_is_a_yellow_one():
    language = language_of("el")
    assert Clue.parse("ΛΌΓΟΣ=λ...σ", language) == Clue.parse("λογος=10001", language)
    assert written(str(Clue.parse("ΑΣ=ας", language))) == "ΑΣ=ασ"


@pytest.mark.parametrize(
    ("name", "listed", "folded", "typed"),
    [
        ("es", "niño piña", "nino pina", "NIÑO piña"),
        ("hr", "džep šal", "dzep sal", "DŽEP sal"),
        ("hr", "ǆep šal", "dzep sal", "ǅep sal"),
        ("tr", "İzmir çilek", "izmir cilek", "İZMİR ÇİLEK"),
        ("ko", "한글", "한글", "한글"),
        ("symbols", "é+1 e+2", "e+1 e+2", "É+1 ê+2"),
        (None, "été thé", "ete the", "ÉTÉ thé"),
    ],
)
def test_accents_are_dropped_by_the_list_and_by_what_it_is_asked(file, name, listed, folded, typed):
    path = file("words.txt", *listed.split())
    words = load(path, language=name, fold_accents=True)
    later = WordList.of("words", listed.split(), language=name).without_accents()
    assert [written(word) for word in words] == folded.split()
    assert words == later and words.language == language_of(name)
    assert all(word in words and word in later for word in typed.split())
    word = typed.split()[0]
    some = pickle.loads(pickle.dumps(words)).of_length(len(words.words[0]))
    pattern = "2" * some.length
    assert Clue.parse(f"{word}={pattern}", some.language).guess == some.guesses[some.find(word)]
    weights = file("weights.txt", *(f"{word} {n}" for n, word in enumerate(typed.split(), 1)))
    heavy = load(path, language=name, fold_accents=True, weights=weights)
    assert heavy.weights.of_words(words.words) == [*range(1, 1 + len(words))]


def test_the_game_is_that_of_the_language():
    hebrew = language_of("he")
    assert Pattern.of(*map(hebrew.normalise, ("שלום", "מלוש"))).digits == "1221"
    turkish = Vocabulary("tr", ["ılık", "ilik"], language="tr")
    assert (len(turkish), turkish.find("ILIK"), turkish.find("İLİK")) == (2, 0, 1)
    dutch = Vocabulary("nl", ["mijn", "rijp", "wijn", "wijs"], language="nl")
    assert dutch.length == 3
    assert [written(letter) for letter in dutch.alphabet] == ["ij", "m", "n", "p", "r", "s", "w"]
    clues = Clues.parse(["MIJN=.IJn"], language="nl")
    assert written(str(clues)) == "MIJN=.IJn"
    assert "I" not in Clues.parse(["bir=000"], language="tr").state().unused
    assert clues.state().unused == "ABCDEFGHIJKLOPQRSTUVWXYZ"
    assert text_tiles(*clues.clues[0]) == " M  [IJ] (N)"
    assert PackedWords.of(dutch).vocabulary() == dutch
    assert pickle.loads(pickle.dumps(dutch.language)) is dutch.language
    assert dutch.digest != Vocabulary("nl", ["mijn", "rijp", "wijn", "wijs"]).digest


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: language_of("dutch"), "unknown language 'dutch'"),
        (lambda: language_of("ne"), "unknown language 'ne': did you mean"),
        (lambda: language_of("nl", symbols=True), "language 'nl' and symbols contradict"),
        (lambda: language_of("nl-digraphs"), "unknown language 'nl-digraphs': did you mean"),
        (lambda: language_of("hr").normalise("yes", "line 2"), "at line 2 holds 'y', which is"),
        (lambda: language_of("nl").normalise(" "), "empty word: remove it"),
        (lambda: language_of("nl").normalise(3), "word 3 is of type int"),
        (lambda: Vocabulary("x", ["wijn", "nacht"], language="nl"), "mixes lengths: 'nacht'"),
        (lambda: Vocabulary("x", ["wijn"], language="nl").find("zwijn"), "has 4 letters"),
        (lambda: Clue.parse("WIJN=X..", language_of("nl")), "of guess 'wijn': give W (green)"),
        (lambda: load("nerdle", language="nl"), "'nerdle' is written in symbols, not in nl"),
        (lambda: load("words:"), "unknown language ''"),
        (lambda: load("words:nl:few"), "does not say how many words: write words:nl:5000"),
        (lambda: load("words:symbols"), "'words:symbols' does not name a language"),
        (lambda: SYMBOLS.normalise("a b"), "word 'a b' holds ' ', which is not visible"),
        (lambda: SYMBOLS.normalise("a\u0301\u0301"), "which is not visible by itself"),
        (lambda: SYMBOLS.normalise(" ", "line 3"), "empty word at line 3"),
        (lambda: SYMBOLS.normalised([12]), "word 12 is of type int"),
        (lambda: language_of("symbol"), "unknown language 'symbol': did you mean symbols or sl?"),
        (lambda: Clue.parse("12", SYMBOLS), "clue '12' is not GUESS=PATTERN"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(call, message):
    refused(re.escape(message), call)


def test_too_many_letters_are_refused():
    pytest.importorskip("wordfreq", reason="needs the extra [frequencies]")
    refused("different letters, more than 255: split the list", load("words:hi").of_length, 5)
    assert load("words:ta:5000").of_length(5).answers


def test_without_wordfreq_a_line_says_how(monkeypatch):
    from gpuwordle.words import frequencies

    monkeypatch.setattr(frequencies, "find_spec", lambda name: None)
    refused(re.escape("run pip install 'gpuwordle[frequencies]'"), load, "words:nl")
    monkeypatch.undo()
    pytest.importorskip("wordfreq", reason="needs the extra [frequencies]")
    refused("wordfreq has no words of 'cy'", load, "words:cy")


@pytest.mark.parametrize("name", OPENERS)
def test_openers_of_frequent_words(name):
    pytest.importorskip("wordfreq", reason="needs the extra [frequencies]")
    known = dict(OPENERS[name])
    words = load(f"words:{name}:5000").of_length(5)
    assert len(words) == known.pop("words")
    for rule, openers in best_openers(words).items():
        (best,) = openers
        squares = round(best.expected_size * len(words))
        found = [written(best.guess), best.largest, squares, round(best.entropy, 6), best.buckets]
        assert found == known[rule]


def test_a_list_is_read_again_with_its_answers_and_weights():
    weights = {"été": 5, "ete": 1, "abc": 2}
    words = replace(
        WordList.of("x", ["été", "ete", "abc", "øre"], ["été", "ete", "abc"]),
        weights=weights_from(weights),
    ).without(["abc"])
    dutch = words.read_in(language_of("nl"))
    assert (dutch.words, dutch.answers, dutch.excluded) == (("ete", "abc"), ("ete",), ("abc",))
    assert (dutch.skipped, dutch.first_skipped, dutch.duplicates) == (1, "'øre'", 1)
    assert dutch.weights.by_word == {"ete": 6, "abc": 2}
    turkish = WordList.of("x", ["waxed", "ete", "øre"]).read_in("nl").read_in("tr")
    assert (turkish.words, turkish.lines) == (("ete",), 3)
    assert (turkish.skipped, turkish.first_skipped) == (2, "'øre'")
    refused(
        "holds 'ø', which is not a letter of Dutch", words.read_in, language_of("nl"), strict=True
    )
    refused(
        "no answer of 'x' is written in el: give another list", words.read_in, language_of("el")
    )


def test_named_lists_are_read_in_a_language():
    plain, turkish = load("web2"), load("web2", language="tr")
    assert load("web2", language="en").words == plain.words
    assert turkish.skipped > 0 and turkish.first_skipped == "'aardwolf'"
    assert "İNDİA" in turkish and "INDIA" not in turkish


# Some letters, as U+FB2A, are always written as a letter and a sign that only combines: refused.
visible = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S")).filter(
        lambda letter: len(unicodedata.normalize("NFC", letter)) == 1
    ),
    min_size=1,
    max_size=8,
)


@given(st.lists(visible, min_size=1))
def test_symbols_are_normalised_together_as_one_by_one(words):
    once = [SYMBOLS.normalise(word) for word in words]
    assert SYMBOLS.normalised(words) == once == SYMBOLS.normalised(once)


@given(visible, st.randoms())
@example("ńσ", Random(0))
@example("λόγος", Random(0))
@example("λόγοσ", Random(0))
@example("ılık", Random(0))
def test_clues_of_symbols_read_back(word, random):
    guess = SYMBOLS.normalise(word)
    answer = "".join(random.sample(guess, len(guess)))
    clue = Clue(guess, Pattern.of(guess, answer))
    assert Clue.parse(str(clue), SYMBOLS) == clue
    assert SYMBOLS.is_clue(str(clue), len(guess))
    assert not SYMBOLS.is_clue(guess, len(guess))


@pytest.mark.parametrize(
    ("clue", "guess", "parts"),
    [
        ("1+1=2=21200|00000", "1+1=2", ["21200", "00000"]),
        ("1+1=2==|00000", "1+1=2", ["=", "00000"]),
        ("1+1===|=", "1+1=", ["=", "="]),
        ("a|b=120|000", "a|b", ["120", "000"]),
        ("a/b:,=12000|00000", "a/b:,", ["12000", "00000"]),
    ],
)
def test_clues_of_two_boards_of_symbols(clue, guess, parts):
    assert SYMBOLS.split_boards(clue, 2) == (guess, parts)


def test_symbols_are_a_game_of_their_own(file):
    path = file("sums.txt", "# sums", "1+1=2", "1+2=3 #12=3")
    refused("or add --symbols if digits and signs are letters", load, path)
    assert load(path, "web2", symbols=True).language is SYMBOLS
    words = load(path, symbols=True)
    assert words.words == ("1+1=2", "1+2=3", "#12=3")
    five = words.of_length(5)
    assert five == Vocabulary("same", words.words, symbols=True)
    assert PackedWords.of(five).vocabulary() == five
    assert "1+1=2" in five
    assert five.without(["1+1=2"]).language is SYMBOLS
    letters = ["crane", "stork"]
    plain, symbols = Vocabulary("a", letters), Vocabulary("a", letters, symbols=True)
    assert plain != symbols
    assert plain.digest != symbols.digest
    assert WordList.of("a", letters, language="symbols").digest != WordList.of("a", letters).digest


def test_no_result_shows_the_letters_of_a_process():
    words = ["wijn", "pijn", "fijn", "mijl", "rijp"]
    wines = Vocabulary("wines", words, [*words, "zijn"], language="nl")
    tree, game = grow(wines, "entropy", backend="numpy"), Game(wines, backend="numpy")
    results = [
        *(make(wines, backend="numpy") for make in (best_openers, best_pairs, play, prove)),
        *(make(wines, "wijn", backend="numpy") for make in (score, partition)),
        *(tree, game.guess("zijn", "022"), verify(tree), pattern_matrix(wines, backend="numpy")),
        *(suggest(wines, [], backend="numpy"), review(wines, ["zijn", "wijn"], answer="wijn")),
    ]
    for result in results:
        ways = ["__repr__", "_repr_html_", "to_dict", "to_json", "to_text", "to_dot", "to_pandas"]
        made = [getattr(result, way)() for way in ways if hasattr(result, way)]
        made += [str(getattr(result, "lines", ""))]
        texts = [made.to_csv() if hasattr(made, "to_csv") else str(made) for made in made]
        assert "ij" in "".join(texts)
        for text in texts:
            assert not PRIVATE.search(text.replace("\\ue", "\ue000"))


READ = """
import pickle, sys
from gpuwordle.words.orthography import language_of

language_of("ta"), language_of("hr")  # they number their letters first
with open(sys.argv[1], "rb") as file:
    vocabulary, words = pickle.load(file)
print(*vocabulary.written_answers, vocabulary.digest, *vocabulary.weights, words.digest)
"""


def test_pickled_words_are_the_same_in_another_process(tmp_path):
    words = WordList.of("wines", ["wijn", "rijp", "boe"], ["wijn", "rijp"], language="nl")
    words = replace(words, weights={"wijn": 2, "rijp": 3, "boe": 0})
    vocabulary = words.of_length(3)
    (tmp_path / "words").write_bytes(pickle.dumps((vocabulary, words)))
    printed = f"wijn rijp {vocabulary.digest} 2 3 {words.digest}\n"
    assert python("-c", READ, tmp_path / "words") == (0, printed, "")
