"""The page in a browser: it requests nothing, nothing overlaps, and axe finds no faults."""

from dataclasses import replace
from itertools import product

import pytest
from helpers.browser import OVERLAPS
from helpers.page import looks_well
from helpers.report_runs import paper_summary, report_of, summary_of

from gpuwordle.report.html_page import html_page
from gpuwordle.report.plot_style import MANY
from gpuwordle.report.report import Report
from gpuwordle.rules.pattern import Pattern


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


def written(path, report):
    """The address of a page that is written into a file."""
    path.write_text(html_page(report), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def pages(tmp_path_factory, folder, lost):
    pytest.importorskip("matplotlib")
    at = tmp_path_factory.mktemp("pages")
    reports = {
        "few": Report.of(folder),
        "lost": Report.of(lost),
        "strategies": many_strategies(),
        "lengths": many_lengths(),
        "paper": report_of([paper_summary()]),
    }
    return {name: written(at / f"{name}.html", report) for name, report in reports.items()}


@pytest.mark.parametrize("name", ["few", "lost", "strategies", "lengths", "paper"])
def test_the_page_is_readable_at_every_width_by_day_and_by_night(browser, pages, name):
    address = pages[name]
    for width, scheme in product((390, 800, 1440), ("light", "dark")):
        looks_well(browser, address, width, scheme, texts_at_least=100)
        assert browser.requests() == [address]


def test_figures_are_as_wide_as_the_page_and_dark_by_night(browser, pages):
    ground = "getComputedStyle(document.querySelector('.plot svg path')).fill"
    for scheme, colour in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(13, 17, 23)")):
        browser.open(pages["few"], 1440, scheme)
        assert browser.run(ground) == colour
        assert browser.run("getComputedStyle(document.body).backgroundColor") == colour
        widths = "[...document.querySelectorAll('.plot svg')].map(svg => svg.clientWidth)"
        whole = browser.run("document.querySelector('main h2').clientWidth")
        assert set(browser.run(widths)) == {whole}


def test_tiles_have_the_colours_of_their_scores(browser, tmp_path):
    game = (("crane", Pattern.of("crane", "caper")), ("caper", Pattern.of("caper", "caper")))
    report = report_of([replace(summary_of([0, 1]), worst_game=game)])
    browser.open(written(tmp_path / "page.html", report), 800, "dark")
    grounds = browser.run(
        "[...document.querySelectorAll('#hardest .board i')].map("
        "tile => getComputedStyle(tile).backgroundColor)"
    )
    colours = [colour for _, pattern in game for colour in pattern.colours]
    assert len(set(zip(colours, grounds, strict=True))) == len(set(grounds)) == 3


def test_what_is_wrong_with_a_page_is_found(browser, tmp_path):
    path = tmp_path / "bad.html"
    path.write_text(
        '<!doctype html><body><p>first</p><p style="margin-top: -1.9em">over</p>'
        '<p style="color: #ccc; background: #fff">pale</p>'
        '<svg><text x="9" y="40">drawn</text><text x="30" y="44">above</text>'
        '<text x="9" y="80">apart</text></svg><img src="missing.png">'
    )
    browser.open(path.as_uri(), 390, "light")
    assert browser.run(OVERLAPS)["found"] == ["first over over", "drawn over above"]
    found = {told.partition(":")[0] for told in browser.violations()}
    assert {"color-contrast", "image-alt", "html-has-lang"} <= found
    assert browser.requests() == [path.as_uri(), (tmp_path / "missing.png").as_uri()]
