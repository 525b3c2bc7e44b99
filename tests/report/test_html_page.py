"""The HTML page: whole and alone, with the rows' numbers, and as it is seen in a browser."""

import re
import sys
from dataclasses import replace
from functools import cache

import pytest
from helpers.browser import OVERLAPS
from helpers.markup import Markup
from helpers.page import JUDGED, looks_well
from helpers.report_runs import paper_summary, play, report_of, summary_of, vocabularies
from helpers.words import random_words

from gpuwordle import Pattern, Vocabulary
from gpuwordle.report.html_page import SHOWN_GAMES, SHOWN_ROWS, html_page
from gpuwordle.report.markdown import markdown_page
from gpuwordle.report.plot_style import DARK, INK, MANY, PAPER
from gpuwordle.report.plots import figures
from gpuwordle.report.report import Report
from gpuwordle.report.text_tables import HELP, text_tables
from gpuwordle.rules.colours import COLOUR_NAMES, PALETTES, VARIABLE


def read_page(text):
    """Check that elements are closed, and that the page asks for nothing elsewhere."""
    page = Markup(text)
    tags = {tag for tag, _ in page.elements}
    assert not {"script", "link", "iframe", "object", "img", "image"} & tags
    ids, links = page.given("id"), page.given("href", "src", "xlink:href", "data", "action")
    assert len(ids) == len(set(ids))
    assert set(links) <= {f"#{each}" for each in ids}
    assert "@import" not in text
    assert re.findall(r"url\((?!#)", text) == []
    # Names of XML name spaces are the only addresses, and nobody asks them for anything.
    assert set(re.findall(r"https?://[\w./]+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    return page


def page_of(report):
    """A page without figures, which take seconds to draw."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "matplotlib", None)
        return html_page(report)


@pytest.fixture(scope="module")
def illustrated(folder):
    """The page of a run with its figures, and what was told while they were drawn."""
    pytest.importorskip("matplotlib")
    told = []
    return html_page(Report.of(folder), told.append), told


def test_the_page_is_whole_and_alone(folder, illustrated):
    report, (text, told) = Report.of(folder), illustrated
    labels = [figure.get_label() for *_, figure in figures(report)]
    page = read_page(text)
    assert {f"{summary.mean:.4f}" for summary in report.summaries} <= {*page.text}
    drawn = [label for label in page.given("aria-label") if label in labels]
    assert len(drawn) == len(labels), "a figure tells its content"
    assert told == [(n + 1) / len(labels) for n in range(len(labels))]
    assert {"overview", "figures", "hardest", "tables"} <= set(page.given("id"))


def test_nothing_of_the_users_becomes_markup(tmp_path):
    name = '<script>alert("x")</script> & | `b`'
    folder = play(tmp_path / "run", words=vocabularies((3,), name=name))
    other = play(tmp_path / "other", words=vocabularies((3,), name="other"))
    report = Report.of(folder, other)
    page = read_page(page_of(report))
    assert page.text.count(f"minimax ({name})") > 3, "in tables, where labels tell runs apart"
    assert "&lt;here&gt; &amp; there" in page_of(report)
    lines = markdown_page(report).split("\n")
    tables = [line for line in lines if line.startswith("|")]
    assert len({line.count(" | ") for line in tables}) > 1


def test_a_run_in_which_no_game_is_won(tmp_path):
    pytest.importorskip("matplotlib")
    words = random_words(2, 4, 6, 30)
    how = {"words": [Vocabulary("hopeless", words[1:], words)], "opener": words[0], "allowed": 1}
    report = Report.of(play(tmp_path / "run", **how))
    found = [(s.solved, s.lost, s.mean, s.worst) for s in report.summaries]
    assert found == [(0, 29, None, 0)] * 2
    assert "Worst words" in text_tables(report)
    read_page(html_page(report))


def test_the_papers_values_stand_beside_with_their_marks():
    text = page_of(report_of([paper_summary()]))
    page = read_page(text)
    assert "papers" in page.given("id")
    assert "#papers" in page.given("href")
    assert "Van Fleet et al." in page.text
    # The guess crane is not the paper's first.
    marks = {"exact": 5, "differs": 1, "faster": 1}
    for mark, number in marks.items():
        assert text.count(f'<span class="mark {mark}">{mark}</span>') == number, mark
    (said,) = [part for part in page.text if part.startswith("5 exact, ")]
    assert {*said.removesuffix(".").split(", ")} == {f"{n} {m}" for m, n in marks.items()}


def test_hardest_games_are_tiles_and_long_tables_are_folded(caplog):
    units = [summary_of([0, 1, 2], vocabulary=f"list {n}") for n in range(SHOWN_ROWS + 1)]
    page = page_of(report_of(units))
    assert not {"papers", "figures"} & set(read_page(page).given("id"))
    assert page.count('<div class="board"') == SHOWN_GAMES
    assert page.count('<i class="green">Z</i>') == SHOWN_GAMES + SHOWN_ROWS + 1
    assert f"<details><summary>{SHOWN_ROWS + 1} rows</summary>" in page
    assert "<details>" not in page_of(report_of(units[1:]))
    assert "the page has no figures: plots need matplotlib" in caplog.text


def test_a_figure_is_as_wide_as_the_page_and_dark_in_the_dark(illustrated):
    page, _ = illustrated
    for opening in re.findall(r"<svg[^>]*>", page):
        assert "viewBox" in opening
        assert not re.search(r"\b(width|height)=", opening)
    drawn = page[page.index("<svg") : page.rindex("</svg>")]
    for colour in re.findall(r": (#[0-9a-f]{6})", drawn):
        assert colour not in DARK, "the style can change it"
    used = set(re.findall(r"var\(--c([0-9a-f]{6}), #\1\)", drawn))
    assert {INK[1:], PAPER[1:]} <= used
    night = page[page.index("prefers-color-scheme: dark") :]
    assert all(f"--c{colour}: {DARK['#' + colour]};" in night for colour in used)


def test_tiles_have_the_colours_of_the_palette_that_is_asked_for(folder, monkeypatch):
    report = Report.of(folder)
    for name, palette in PALETTES.items():
        monkeypatch.setenv(VARIABLE, name)
        page = page_of(report)
        for colour, (ground, letter) in enumerate(palette.colours):
            style = f".board .{COLOUR_NAMES[colour]} {{ background: {ground}; color: {letter}; }}"
            assert style in page


def test_a_game_is_told_and_its_grey_letters_are_seen(folder):
    report = Report.of(folder)
    text = page_of(report)
    page = read_page(text)
    (guess, _), *_ = max(report.summaries, key=lambda s: len(s.worst_game)).worst_game
    assert any(f"{guess}: " in label for label in page.given("aria-label"))
    worst = text[text.index("<h3>Worst words</h3>") :]
    cells = re.findall(r'<div class="board row".*?</div>', worst)
    assert len(cells) == len(report.summaries)
    for cell, summary in zip(cells, report.ranked(), strict=True):
        letters = "".join(re.findall(r"<i class=.*?>(.)</i>", cell))
        assert letters == "".join(guess.upper() for guess, _ in summary.worst_game)


def test_won_within_is_the_headline(folder):
    report = Report.of(folder, allowed=2)
    games = sum(s.games for s in report.summaries)
    won = sum(s.wins(2) for s in report.summaries)
    first = re.search(r'<div class="cards">\s*<div><b>(.*?)</b>', page_of(report))
    assert first[1] == f"{100 * won / games:.2f} %"
    almost = report_of([summary_of([0, 99_999], 1)], allowed=2)
    assert "<b>99.99 %</b>" in page_of(almost)


def test_hard_columns_are_explained_and_few_wide_rows_turned():
    text = page_of(report_of([summary_of([1, 2])]))
    assert f'<abbr title="{HELP["left after first guess"]}">left after first guess</abbr>' in text
    overview = text[text.index("<h3>Guesses needed: ") :]
    heads = re.findall(r'<th scope="(\w+)".*?>(?:<abbr.*?>)?(.*?)<', overview)
    assert heads[:3] == [("col", "strategy"), ("col", "minimax"), ("row", "average")]


def many_strategies():
    return report_of(
        summary_of([1, 20, 300 + n, 4000, 50, 6, 7], n, strategy=f"strategy-{n}", length=length)
        for n in range(MANY + 3)
        for length in (4, 5)
    )


def many_lengths():
    return report_of(
        summary_of([1, 20, 300, 40 * length, *[5] * 12], strategy=name, length=length)
        for name in ("entropy", "letter-frequency")
        for length in range(3, 4 + MANY)
    )


def written(path, page):
    """The address of a page that is written into a file."""
    path.write_text(page, encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def page_at(tmp_path_factory, request):
    """page_at(name): where a page stands, which is written when first asked for."""
    at = tmp_path_factory.mktemp("pages")
    texts = {
        "few": lambda: request.getfixturevalue("illustrated")[0],
        "lost": lambda: html_page(Report.of(request.getfixturevalue("lost"))),
        "strategies": lambda: html_page(many_strategies()),
        "lengths": lambda: html_page(many_lengths()),
        "paper": lambda: html_page(report_of([paper_summary()])),
    }
    return cache(lambda name: written(at / f"{name}.html", texts[name]()))


@pytest.mark.sample(2)
@pytest.mark.parametrize(("width", "scheme"), [*JUDGED, (800, "light")])
@pytest.mark.parametrize("name", ["few", "lost", "strategies", "lengths", "paper"])
def test_the_page_is_readable_at_every_width_by_day_and_by_night(
    browser, page_at, name, width, scheme
):
    looks_well(browser, page_at(name), width, scheme, texts_at_least=100)
    assert browser.requests() == [page_at(name)]


def test_figures_are_as_wide_as_the_page_and_dark_by_night(browser, page_at):
    ground = "getComputedStyle(document.querySelector('.plot svg path')).fill"
    for scheme, colour in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(13, 17, 23)")):
        browser.open(page_at("few"), 1440, scheme)
        assert browser.run(ground) == colour
        assert browser.run("getComputedStyle(document.body).backgroundColor") == colour
        widths = "[...document.querySelectorAll('.plot svg')].map(svg => svg.clientWidth)"
        whole = browser.run("document.querySelector('main h2').clientWidth")
        assert set(browser.run(widths)) == {whole}


def test_tiles_have_the_colours_of_their_scores(browser, tmp_path):
    game = (("crane", Pattern.of("crane", "caper")), ("caper", Pattern.of("caper", "caper")))
    report = report_of([replace(summary_of([0, 1]), worst_game=game)])
    browser.open(written(tmp_path / "page.html", html_page(report)), 800, "dark")
    grounds = browser.run(
        "[...document.querySelectorAll('#hardest .board i')].map("
        "tile => getComputedStyle(tile).backgroundColor)"
    )
    colours = [colour for _, pattern in game for colour in pattern.colours]
    assert len(set(zip(colours, grounds, strict=True))) == len(set(grounds)) == 3


def test_what_is_wrong_with_a_page_is_found(browser, tmp_path):
    bad = (
        '<!doctype html><body><p>first</p><p style="margin-top: -1.9em">over</p>'
        '<p style="color: #ccc; background: #fff">pale</p>'
        '<svg><text x="9" y="40">drawn</text><text x="30" y="44">above</text>'
        '<text x="9" y="80">apart</text></svg><img src="missing.png">'
    )
    address = written(tmp_path / "bad.html", bad)
    browser.open(address, 390, "light")
    assert browser.run(OVERLAPS)["found"] == ["first over over", "drawn over above"]
    found = {told.partition(":")[0] for told in browser.violations()}
    assert {"color-contrast", "image-alt", "html-has-lang"} <= found
    assert browser.requests() == [address, (tmp_path / "missing.png").as_uri()]
