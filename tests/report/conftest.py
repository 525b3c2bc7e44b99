"""A browser, where one is installed."""

from __future__ import annotations

import pytest
from helpers.browser import Browser, installed


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    if installed() is None:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    tab = Browser(tmp_path_factory.mktemp("chromium"))
    yield tab
    tab.close()
