"""scripts/papers.py: what it writes, and that it fails."""

import json
from collections import Counter
from itertools import permutations
from types import SimpleNamespace

import naive
import pytest
from helpers import processes
from helpers.draws import check_games
from helpers.words import list_of, random_words

from gpuwordle import Pattern, Vocabulary
from gpuwordle.papers.comparison import Comparison
from gpuwordle.papers.printed import PAPERS, Printed, read_paper
from gpuwordle.rules.colours import GREEN, YELLOW


@pytest.fixture
def script():
    return processes.script("papers")


def row_of(paper, place, mark):
    printed = Printed(read_paper(paper).authors, place, f"a value that is {mark}", 14)
    return Comparison.of(printed, "14", mark)


OF_LAHIRI = [row_of("lahiri", "Section 6.1.5", "erratum"), row_of("lahiri", "Table 7", "new")]
OF_HAAG = [row_of("haag", "Section 3", "exact")]


def test_every_paper_is_played(script):
    assert set(script.PLAYED) == set(script.SECONDS) == set(PAPERS)


def test_each_paper_is_written_when_it_is_done(script, monkeypatch, tmp_path, capsys):
    rows = {"lahiri": OF_LAHIRI, "haag": OF_HAAG}
    monkeypatch.setattr(script, "PLAYED", {name: lambda *_, n=name: iter(rows[n]) for name in rows})

    def written():
        return json.loads((tmp_path / "papers.json").read_text())["rows"]

    assert script.main(["--only", "lahiri", "-o", str(tmp_path)]) == 0
    # Tables first, then sections.
    assert [row["mark"] for row in written()] == ["new", "erratum"]

    def breaks(folder, told):
        yield from OF_HAAG
        raise RuntimeError("no memory")

    before = written()
    monkeypatch.setitem(script.PLAYED, "haag", breaks)
    with pytest.raises(RuntimeError):
        script.main(["--only", "lahiri", "--only", "haag", "-o", str(tmp_path)])
    assert [row["value"] for row in written()] == [row["value"] for row in before]
    # The other paper stays as it is.
    monkeypatch.setitem(script.PLAYED, "haag", lambda *_: iter(OF_HAAG))
    assert script.main(["--only", "haag", "-o", str(tmp_path)]) == 0
    assert [row["paper"] for row in written()] == ["Lahiri et al.", "Lahiri et al.", "Haag"]
    page = (tmp_path / "papers.md").read_text()
    assert "3 values:" in page and "| convention |" in page
    assert page.count("Made again at commit") == 2
    assert "| made |" not in page
    assert "differs" not in capsys.readouterr().err


def test_a_fabricated_result_fails(script, monkeypatch, tmp_path, capsys):
    fabricated = row_of("haag", "Table 1", "differs")
    monkeypatch.setitem(script.PLAYED, "haag", lambda *_: iter([*OF_HAAG, fabricated]))
    assert script.main(["--only", "haag", "-o", str(tmp_path)]) == 1
    err = capsys.readouterr().err
    assert f"differs: {fabricated.place}, {fabricated.what}" in err


def test_what_one_guess_leaves_of_all_arrangements(script):
    """The formula of section 6.1.5 for every pattern, against counting."""
    letters = 5
    alphabet = "abcdefgh"
    spelled = ["".join(word) for word in permutations(alphabet, letters)]
    found = Counter(naive.code(spelled[0], word) for word in spelled)
    for code, count in found.items():
        colours = Pattern(code, letters).colours
        greens, yellows = colours.count(GREEN), colours.count(YELLOW)
        left = script.arrangements_left(letters, greens, yellows, alphabet=len(alphabet))
        assert left == count
    assert [script.grey_leaves_most(length) for length in (8, 9, 10)] == [True, True, False]


def test_abracadabra_has_a_value_that_the_paper_does_not_know(script):
    paper = read_paper("haag")
    marks = [row.mark for row in script.abracadabra(paper, script.Trie(list_of("words-alpha")))]
    assert marks == ["exact", "new"]


def test_words_in_another_order_fail(script, monkeypatch):
    """Haag prints bad, bar, cab, card: by length, then alphabetically."""
    paper, trie = read_paper("haag"), script.Trie(["bad", "bar", "cab", "card"])
    assert [row.mark for row in script.abracadabra(paper, trie)] == ["exact", "differs"]
    honest = script.Trie.challenge
    monkeypatch.setattr(script.Trie, "challenge", lambda *given: honest(*given, longest_first=True))
    assert next(script.abracadabra(paper, trie)).mark == "differs"


def test_sizes_of_haag_without_short_and_long_words(script):
    words = list_of("words-alpha")
    rows = list(script.of_given_lengths(read_paper("haag"), words))
    assert [(row.printed, row.found, row.mark) for row in rows] == [
        ("370,105", "369,351", "erratum"),
        ("1,027,817", "1,025,519", "erratum"),
    ]


def test_a_filter_that_keeps_another_word_fails(script, monkeypatch, tmp_path):
    """Were CAHOW kept by the game, the erratum would be none."""
    list_of("nltk-words")

    def marks():
        return Counter(row.mark for row in script.reilly(tmp_path, None))

    honest, usual = marks(), script.eligible
    assert (honest["erratum"], set(honest)) == (1, {"exact", "erratum"})
    monkeypatch.setattr(
        script,
        "eligible",
        lambda clues, words, by: usual(clues, words, "naive" if by == "pattern" else by),
    )
    assert marks()["differs"] == 1


@pytest.mark.parametrize("seed", range(2))
def test_ties_to_the_first_maximum(script, seed):
    """Games by the literal choice of Algorithm 4, against its definition."""

    def first(words, believed, clues):
        return min(words, key=lambda guess: naive.statistics(guess, believed)[2])

    how = {"pool": "all", "hard": False, "filter": "pattern"}
    vocabulary = Vocabulary("few", random_words(seed, 3, 4, 40))
    check_games(vocabulary, script.FirstMaximum(), first, how)


def test_progress_rises_to_the_end(script, monkeypatch, tmp_path):
    def paper(folder, told):
        yield OF_LAHIRI[0]
        for fraction in (0.1, 0.8, 1.0):
            told(SimpleNamespace(fraction=fraction))
        yield OF_LAHIRI[1]

    monkeypatch.setitem(script.PLAYED, "lahiri", paper)
    for known in (0, 2, 5):
        seen = []
        rows = script.made_again("lahiri", tmp_path, seen.append, known)
        assert len(rows) == 2
        assert seen == sorted(seen) and seen[-1] == 1
        assert len([fraction for fraction in seen if fraction < 1]) >= 3
    assert len(script.made_again("lahiri", tmp_path, None, 2)) == 2


def test_a_claim_about_speed_holds_or_is_missed_for_a_reason(script):
    claim = Printed("Authors", "Table 1", "something", "under 1 ms", "a note")
    kept = script.compare_speed(claim, 0.9, "0.90 ms", missed="Python here")
    assert (kept.mark, kept.note) == ("holds", "a note")
    late = script.compare_speed(claim, 1.1, "1.10 ms", missed="Python here")
    assert (late.mark, late.note) == ("missed", "Python here")
