"""How the documentation is built: ``python -m sphinx -W -b html docs build/docs``.

Sphinx, because the reference is read from the docstrings and from the commands themselves, so that
neither can say what the code does not; MyST, because the other pages are Markdown, which is read
without a build, too; MyST-NB, because a notebook that runs at each build cannot be out of date.

Two pages are written at the start of a build and are not kept: ``reference/commands.md`` from the
command line, ``reference/python.md`` from the names of the package.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from importlib import import_module
from itertools import groupby
from pathlib import Path

import typer

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent

# The checkout that holds these pages is what they describe, in the notebook's process as well.
sys.path.insert(0, str(ROOT))
os.environ["PYTHONPATH"] = os.pathsep.join(
    [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
)

import gpuwordle  # noqa: E402
from gpuwordle.cli.app import application  # noqa: E402

project = "gpuwordle"
author = "The gpuwordle developers"
copyright = f"2026, {author}"
release = version = gpuwordle.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
]
html_theme = "furo"
html_title = f"gpuwordle {release}"
exclude_patterns = ["build"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
smartquotes = False  # two hyphens are an option, not a dash
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 60
nb_merge_streams = True

autosummary_generate = True
autodoc_typehints = "none"  # the docstrings say more
autodoc_default_options = {"members": True, "member-order": "bysource"}
napoleon_google_docstring = False
napoleon_use_ivar = True  # attributes that are fields are not described twice


def commands_page() -> str:
    """Describe every command and option, in the order of ``gpuwordle --help``."""
    parts = [
        "# Commands",
        "What `gpuwordle COMMAND --help` prints. This page is generated with the documentation.",
    ]
    group = typer.main.get_command(application())
    for name, command in group.commands.items():
        context = typer.Context(command, info_name=f"gpuwordle {name}")
        text, _, examples = command.help.partition("\n\n\b\nExample")
        rows = []
        for parameter in command.params:
            record = parameter.get_help_record(context)
            if record is not None:
                names, about = (cell.replace("|", "\\|") for cell in record)
                rows.append(f"| {as_code(names)} | {with_code(' '.join(about.split()))} |")
        parts += [f"## {name}", with_code(text)]
        lines = [line.strip() for line in examples.splitlines()[1:]]
        parts += [f"```console\n$ {line}\n```" for line in lines if line]
        parts.append("\n".join(["| option | what it says |", "| --- | --- |", *rows]))
    return "\n\n".join(parts) + "\n"


def as_code(text: str) -> str:
    """Mark a text as code in a Markdown table."""
    return f"`{text}`"


def with_code(text: str) -> str:
    """Mark the options that a text names as code, except in code."""
    return re.sub(r"(`[^`]*`)|(?<![\w-])--[a-z][\w-]*", lambda m: m[1] or as_code(m[0]), text)


def python_page() -> str:
    """List the public names, room by room as the package's stub has them."""
    stub = ast.parse((ROOT / "gpuwordle" / "__init__.pyi").read_text(encoding="utf-8"))
    names = [
        (node.module.split(".")[0], alias.asname)
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    parts = ["# Python", "Everything on this page is imported from `gpuwordle` itself."]
    for room, members in groupby(sorted(names), key=lambda name: name[0]):
        about = (import_module(f"gpuwordle.{room}").__doc__ or "").splitlines()[0].strip()
        listed = "\n".join(f"gpuwordle.{name}" for _, name in members)
        parts += [
            f"## {room}",
            about,
            f"```{{eval-rst}}\n.. autosummary::\n   :toctree: generated\n\n{indented(listed)}\n```",
        ]
    return "\n\n".join(parts) + "\n"


def indented(text: str) -> str:
    """Indent lines as a directive's content."""
    return "\n".join(f"   {line}" for line in text.splitlines())


def write_pages() -> None:
    """Write the pages that are made here, and touch none that is as it should be."""
    for page, text in {"commands": commands_page(), "python": python_page()}.items():
        path = DOCS / "reference" / f"{page}.md"
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


write_pages()
