"""The page as files, and as one self-contained file with a tree.

The sources are in `static/`: plain HTML, one style sheet and the parts of one JavaScript module,
in the order of `SCRIPT`. `gpuwordle.web.server` sends them as they are; `tree_page` puts them and
the JSON of a tree into one file that opens offline and can be mailed.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from importlib.resources import files
from typing import Any

from gpuwordle.graphemes import written
from gpuwordle.words.vocabulary import Vocabulary

STATIC = {
    "index.html": "text/html; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
}
"""The files of the page, with their media types."""

SCRIPT = ("elements", "address", "tree", "board", "boards", "compare", "review", "start")
"""The parts of ``page.js``, in order."""

_STYLE = '<link rel="stylesheet" href="style.css">'
_SCRIPT = '<script type="module" src="page.js"></script>'
_TITLE = "<title>gpuwordle</title>"


def static_text(name: str) -> str:
    """Return the text of a file in `STATIC`; the style shares its colours with the report."""
    static = files("gpuwordle.web") / "static"
    if name == "page.js":
        return "".join((static / f"{part}.js").read_text("utf-8") for part in SCRIPT)
    text = (static / name).read_text("utf-8")
    if name != "style.css":
        return text
    return (files("gpuwordle.report") / "templates" / "colours.css").read_text("utf-8") + text


def tree_page(tree: str, words: Vocabulary | None = None) -> str:
    """Write a tree, given as JSON by `DecisionTree.to_json`, as one HTML page that opens offline.

    From its words the page learns the letters of several characters, and how their language is
    read.
    Its content security policy forbids loading anything and running other scripts.
    """
    about = json.loads(tree)
    more: dict[str, Any] = {}
    if words is not None:
        several = [each for each in map(written, words.alphabet) if len(each) > 1]
        spoken = words.language
        more = {"alphabet": several, "locale": spoken.locale, "folds": spoken.folds}
        more = {name: value for name, value in more.items() if value}
        if spoken.kept is not None:
            more["kept"] = spoken.kept
    if more:
        tree = json.dumps(about | more, ensure_ascii=False)
    style, script = static_text("style.css"), static_text("page.js")
    policy = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    title = f"{about['strategy']} from {about['tree']['guess']}, {about['vocabulary']}"
    changes = {
        _TITLE: f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{html.escape(title)}</title>",
        _STYLE: f"<style>{style}</style>",
        _SCRIPT: f'<script type="application/json" id="data">{_harmless(tree)}</script>\n'
        f'<script type="module">{script}</script>',
    }
    marks = "|".join(map(re.escape, changes))
    return re.sub(marks, lambda mark: changes[mark[0]], static_text("index.html"))


def _harmless(data: str) -> str:
    """Escape JSON so that it can neither end its HTML element nor begin a comment."""
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _digest(text: str) -> str:
    """Return the hash by which a content security policy allows a script or a style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
