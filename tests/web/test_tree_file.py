"""A tree's page in a file, in Chromium: its numbers, its looks, and that it loads nothing."""

import re

import pytest
from helpers.page import FOCUS, ROWS, SEEN, each, enter, looks_well, stats, tab_to, texts
from helpers.words import FEW, random_words

from gpuwordle import Conditions, Pattern, Vocabulary, WordList, grow, partition
from gpuwordle.web.page import tree_page


def page_of(tree, folder):
    """Write the page of a tree into a file; returns its address."""
    path = folder / "tree.html"
    path.write_text(tree_page(tree.to_json()), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def offline(wordle, tmp_path_factory):
    """The page of a tree in a file, and the tree."""
    tree = grow(wordle, "entropy", opener="soare", backend="numba")
    return page_of(tree, tmp_path_factory.mktemp("page")), tree


@pytest.mark.sample(3)
@pytest.mark.parametrize("at", ["", "#/tree?path=00000&word=puppy"])
@pytest.mark.parametrize("width, scheme", SEEN)
def test_a_tree_in_a_file_is_readable_everywhere_and_loads_nothing(
    browser, offline, at, width, scheme
):
    address, _ = offline
    looks_well(browser, address + at, width, scheme, texts_at_least=30)
    assert [url.partition("#")[0] for url in browser.requests()] == [address]


def test_numbers_of_a_tree_in_a_file(browser, offline):
    address, tree = offline
    assert browser.show(address) == []
    shown = stats(browser)
    assert shown["guesses for all words"] == f"{tree.total:,}"
    assert shown["average"] == f"{tree.mean:.4f}"
    assert shown["longest game"] == str(tree.worst)
    counts = [f"{count:,}" for count in tree.distribution().tolist() if count]
    assert texts(browser, ".distribution li > :last-child") == counts
    area = "(one.offsetWidth + 3) * (one.offsetHeight + 3)"
    buckets = each(browser, ".map .bucket", f"[one.dataset.pattern, one.ariaLabel, {area}]")
    sizes = {pattern: int(re.search(r"(\d+) word", label)[1]) for pattern, label, _ in buckets}
    parts = partition(tree.vocabulary, "soare").buckets
    assert sizes == {pattern.digits: len(words) for pattern, words in parts}
    for pattern, _, area in buckets[:20]:
        share = sizes[pattern] / max(sizes.values())
        assert area / buckets[0][2] == pytest.approx(share, rel=0.08)


@pytest.mark.parametrize("word", ["puppy", "soare", "mamma"])
def test_how_a_word_is_reached(browser, offline, word):
    address, tree = offline
    words = tree.vocabulary
    assert browser.show(f"{address}#/tree?word={word}") == []
    if word not in words.answers:
        assert texts(browser, ".wrong") == ["SOARE is not among the 2,315 words of this tree."]
        return
    games = tree.games()
    at = games.offsets[words.answers.index(word) :][:2]
    guesses = [words.guesses[guess] for guess in games.guesses[at[0] : at[1]]]
    rows = browser.run(ROWS.format(".game li"))
    assert [row[0][1] for row in rows] == [guess.upper() for guess in guesses]
    for guess, [(label, _)] in zip(guesses, rows, strict=True):
        names = ["grey", "yellow", "green"]
        colours = ", ".join(names[colour] for colour in Pattern.of(guess, word).colours)
        told = {"green, " * 4 + "green": "all green", "grey, " * 4 + "grey": "all grey"}
        assert label == f"{guess}: {told.get(colours, colours)}"


def test_words_that_are_not_found(browser, tmp_path):
    tree = grow(FEW, "entropy", Conditions(allowed=2), backend="numba")
    address = page_of(tree, tmp_path)
    node = next(node for node in range(len(tree)) if tree.table.guesses[node] < 0)
    games = tree.games()
    lost = [FEW.answers[a] for a, end in zip(games.answers, tree.ends, strict=True) if end == node]
    assert browser.show(f"{address}#/tree?word={lost[0]}", 390) == []
    assert stats(browser)["not found"] == str(tree.lost)
    assert stats(browser)["guesses for words found"] == f"{tree.total:,}"
    assert texts(browser, ".game + p") == [f"{lost[0].upper()} is not found."]
    assert len(texts(browser, ".game li")) == 2
    way = (tree.table.parents[node], node)
    digits = [visit.pattern for visit in tree.walk() if visit.node in way]
    browser.show(f"{address}#/tree?path={'.'.join(filter(None, digits))}", 390)
    assert sorted(texts(browser, ".words .chip")) == sorted(lost)
    shares = texts(browser, ".distribution li:last-child > :last-child")
    assert shares == [f"{len(lost)} / {tree.lost}"]
    assert browser.violations() == []


def test_words_that_are_not_found_stand_last(browser, tmp_path):
    words = Vocabulary("letters", [chr(0x4E00 + number) for number in range(103)])
    tree = grow(words, "entropy", Conditions(allowed=101), backend="numpy")
    browser.show(page_of(tree, tmp_path))
    heads = texts(browser, ".words > summary")
    assert heads[-2:] == ["with 101 guesses1", "not found2"]


def test_buckets_that_are_too_small_share_a_frame(browser, offline):
    browser.show(offline[0], 390)
    frame = "getComputedStyle(document.querySelector('.bucket.rest')).borderTop"
    assert browser.run(frame).startswith("1px dashed")


@pytest.mark.parametrize("length", [1, 12, 20])
def test_words_of_every_length_have_room(browser, tmp_path, length):
    words = Vocabulary("words", random_words(2, length, 26, 40, "abcdefghijklmnopqrstuvwxyz"))
    tree = grow(words, "buckets", backend="numpy")
    address = f"{page_of(tree, tmp_path)}#/tree?word={tree.worst_words()[0]}"
    for width in (390, 800):
        looks_well(browser, address, width, "light", texts_at_least=20)


def test_the_tree_is_browsed_by_keyboard_alone(browser, offline):
    address, tree = offline
    browser.show(address)
    tab_to(browser, "[data-key=reached]")
    browser.press(*"puppy", "Enter")
    browser.wait_for("document.querySelectorAll('.game li').length === 5")
    assert browser.run(f"{FOCUS}.dataset.key") == "reached"
    browser.show(address)
    tab_to(browser, ".map .bucket")
    first = browser.run(f"{FOCUS}.dataset.pattern")
    browser.press("ArrowRight")
    second = browser.run(f"{FOCUS}.dataset.pattern")
    assert first != second
    browser.press("Enter")
    browser.wait_for(f"location.hash === '#/tree?path={second}'")
    guess = tree.vocabulary.guesses[tree.table.guesses[tree.child[0, int(second, 3)]]]
    assert texts(browser, ".here .word") == [guess.upper()]
    enter(browser, ".trail button")
    browser.wait_for("document.querySelector('.here .word').textContent === 'SOARE'")


def test_words_run_as_their_script_does(browser, tmp_path):
    words = Vocabulary("hebrew", ["שלום", "אדום", "ירוק", "כחול", "לבנה"])
    tree = grow(words, "entropy", backend="numpy")
    assert browser.show(f"{page_of(tree, tmp_path)}#/tree?word=ירוק", 390) == []
    places = each(browser, ".game li:first-child .tiles > *", "one.offsetLeft")
    assert places == sorted(places, reverse=True) and len(places) == 4
    assert browser.violations() == []


@pytest.mark.parametrize(
    "language, others, typed",
    [
        ("fr", ["tard", "lune"], "Mère"),
        ("he", ["אדומ", "ירוק"], "שלום"),
        ("el", ["νερα", "φωτα"], "όγος"),
        (None, ["tard", "lune"], "Mère"),
    ],
)
def test_typed_words_are_read_as_those_of_the_list(browser, tmp_path, language, others, typed):
    listed = WordList.of("words", [typed, *others], language=language)
    if language is None:
        listed = listed.without_accents()
    words = listed.of_length(4)
    path = tmp_path / "tree.html"
    path.write_text(tree_page(grow(words, "minimax", backend="numpy").to_json(), words), "utf-8")
    assert browser.show(f"{path.as_uri()}#/tree?word={typed}") == []
    assert texts(browser, ".wrong") == [] and len(texts(browser, ".game")) == 1
