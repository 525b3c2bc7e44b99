"""The page of all commands, as readers of the built pages get it."""

import html
import os
import re
import shlex
import sys
from pathlib import Path

import pytest
import typer

from gpuwordle.cli.app import COMMANDS, application

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = "reference/commands"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The text of the page in HTML, built by the configuration of the pages, without the others."""
    sphinx = pytest.importorskip("sphinx.application", reason="the extra docs is not installed")
    pytest.importorskip("myst_nb", reason="the extra docs is not installed")
    pytest.importorskip("furo", reason="the extra docs is not installed")
    at = tmp_path_factory.mktemp("pages")
    alone = {"include_patterns": [f"{PAGE}.md"], "master_doc": PAGE, "suppress_warnings": ["myst"]}
    with pytest.MonkeyPatch.context() as patch:  # the configuration sets paths
        patch.setattr(sys, "path", [*sys.path])
        patch.setenv("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        sphinx.Sphinx(
            DOCS, DOCS, at / "html", at / "trees", "html", confoverrides=alone, status=None
        ).build()
    return (at / "html" / f"{PAGE}.html").read_text(encoding="utf-8")


def texts(page, tag):
    found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", page, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]+>", "", text)) for text in found]


def examples(command):
    lines = command.help.partition("\b\nExample")[2].splitlines()[1:]
    return [line.strip() for line in lines if line.strip()]


def test_the_page_can_be_copied(page):
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", page)
    (article,) = re.findall(r"<article.*?</article>", page, re.DOTALL)
    assert "\u2013" not in article
    assert "--lengths" in article


def test_every_example_is_a_block(page):
    commands = typer.main.get_command(application()).commands
    assert [*commands] == [*COMMANDS]
    wanted = [f"$ {line}" for command in commands.values() for line in examples(command)]
    assert len(wanted) > len(COMMANDS)
    assert [text.strip() for text in texts(page, "pre")] == wanted


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_have_options_that_the_command_knows(name):
    command = typer.main.get_command(application()).commands[name]
    for line in examples(command):
        program, called, *arguments = shlex.split(line)
        assert (program, called) == ("gpuwordle", name)
        command.make_context(f"gpuwordle {name}", arguments)
