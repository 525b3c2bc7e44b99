"""The page, as a reader finds it in Chromium: its texts, its looks, and what a key leads to."""

from helpers.browser import OVERLAPS

SEEN = ((320, "light"), (390, "dark"), (800, "light"), (1440, "light"), (1440, "dark"))

# Axe takes a second a page; both ends of the widths and both schemes are judged.
JUDGED = ((390, "dark"), (1440, "light"))

EACH = "[...document.querySelectorAll({!r})].map(one => {})"

ROWS = """[...document.querySelectorAll({!r})].map(row => [...row.querySelectorAll(".tiles")].map(
    word => [word.getAttribute("aria-label"), word.textContent]))"""


def each(browser, selector, told):
    """What an expression of `one` tells of each element of a selector."""
    return browser.run(EACH.format(selector, told))


def texts(browser, selector):
    return each(browser, selector, "one.textContent")


def stats(browser):
    names, values = texts(browser, ".stats dt"), texts(browser, ".stats dd")
    return dict(zip(names, values, strict=True))


def looks_well(browser, address, width, scheme, *, texts_at_least):
    assert browser.show(address, width, scheme) == []
    # What is folded is looked at, too.
    browser.run("document.querySelectorAll('details').forEach(part => part.open = true)")
    assert browser.run("document.documentElement.scrollWidth") == width
    told = browser.run(OVERLAPS)
    assert told["texts"] >= texts_at_least
    assert told["found"] == [], (address, width, scheme, told["found"])
    if (width, scheme) in JUDGED:
        assert browser.violations() == [], (address, width, scheme)


FOCUS = "document.activeElement"


def tab_to(browser, selector):
    """Press Tab until an element has the focus."""
    for _ in range(200):
        browser.press("Tab")
        if browser.run(f"{FOCUS}.matches({selector!r})"):
            return
    raise AssertionError(f"no Tab leads to {selector}")


def enter(browser, selector):
    """Press Tab until an element has the focus, and Enter there."""
    tab_to(browser, selector)
    browser.press("Enter")
