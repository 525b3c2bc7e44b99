"""A tree in one file: whole, small, harmless, and made without a web server."""

import base64
import hashlib
import json
import re
import shutil
import subprocess
from importlib.resources import files

import pytest
from helpers.markup import Markup
from helpers.processes import python
from helpers.words import FEW

from gpuwordle import Vocabulary, grow, hangul
from gpuwordle.errors import printable
from gpuwordle.rules.colours import COLOUR_NAMES, PALETTES
from gpuwordle.web.page import SCRIPT, STATIC, static_text, tree_page


def test_the_tree_is_in_a_page_that_may_run_itself_and_nothing_else():
    tree = grow(FEW, "entropy", backend="numpy")
    read = Markup(tree_page(tree.to_json()))
    assert json.loads(read.only("script", id="data")) == json.loads(tree.to_json())
    assert read.only("title") == f"entropy from {tree.opener}, few"
    assert not any("src" in given for _, given in read.elements)
    (policy,) = (e["content"] for t, e in read.elements if t == "meta" and "http-equiv" in e)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"

    def digest(text):
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    assert rules["script-src"] == digest(read.only("script", type="module"))
    assert rules["style-src"] == digest(read.only("style"))
    assert not any(name.startswith("on") or name == "style" for _, e in read.elements for name in e)


def test_whatever_a_list_is_called_stays_text():
    name = "</script><!--<script>alert(1)</script> & \u2028 \"'"
    lists = (Vocabulary(called, FEW.answers) for called in (name, "few"))
    trees = (grow(words, "entropy", backend="numpy") for words in lists)
    read, plain = (Markup(tree_page(tree.to_json())) for tree in trees)
    assert [tag for tag, _ in read.elements] == [tag for tag, _ in plain.elements]
    assert json.loads(read.only("script", id="data"))["vocabulary"] == printable(name)
    assert read.only("title").endswith(printable(name))


def test_the_page_of_the_longest_list_is_small(wordle_any):
    page = tree_page(grow(wordle_any, "buckets", opener="serai", backend="numba").to_json())
    assert len(page.encode()) < 2_000_000


def test_every_file_is_of_the_page():
    there = {file.name for file in (files("gpuwordle.web") / "static").iterdir()}
    assert there == {"index.html", "style.css", *(f"{part}.js" for part in SCRIPT)}
    script = static_text("page.js")
    assert script.startswith("// The page: one module")
    assert script.count("// ------") > len(SCRIPT), "each part has its heading"


def test_nothing_in_the_files_names_another_host():
    for name in STATIC:
        found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s'\"]*", static_text(name))
        assert set(found) <= {"http://www.w3.org/2000/svg"}, name


def test_tiles_have_the_colours_that_they_have_elsewhere():
    style = static_text("style.css")
    parts = {
        "standard": style.rpartition("@media (prefers-color-scheme: dark)")[0],
        "colour-blind": style.partition('[data-palette="colour-blind"] {')[2].partition("}")[0],
    }
    for name, palette in PALETTES.items():
        for colour, (ground, letter) in enumerate(palette.colours):
            assert f"--{COLOUR_NAMES[colour]}: {ground};" in parts[name]
            assert f"--on-{COLOUR_NAMES[colour]}: {letter};" in parts[name]


def test_the_page_splits_words_as_their_language(tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node, to run the page's script")
    script = static_text("page.js")
    own = re.search(r"const LEADS.*?\nconst capitals[^\n]*\n", script, re.DOTALL)[0]
    asked = (
        'console.log(JSON.stringify([letters("bijou"), letters("DZSIJ"), letters("01"), []]));'
        'console.log(JSON.stringify([small("ILIK"), small("İLİK"), capitals("ilik")]))'
    )
    path = tmp_path / "letters.js"
    plain = [[*"bijou"], [*"DZSIJ"], ["0", "1"], []]
    for locale, alphabet, expected, case in (
        (
            "hu",
            ["b", "ij", "dz", "dzs"],
            [["b", "ij", "o", "u"], ["DZS", "IJ"], ["0", "1"], []],
            ["ilik", "i\u0307li\u0307k", "ILIK"],
        ),
        ("", ["b"], plain, ["ilik", "i\u0307li\u0307k", "ILIK"]),
        ("tr", ["b"], plain, ["ılık", "ilik", "İLİK"]),
        ("ko", ["b"], plain, ["ilik", "i\u0307li\u0307k", "ilik"]),
    ):
        said = json.dumps({"alphabet": alphabet, "locale": locale})
        about = f"const embedded = null, about = {said};\n"
        path.write_text(about + own + asked, "utf-8")
        found = subprocess.run([node, path], capture_output=True, text=True, check=True)
        assert list(map(json.loads, found.stdout.splitlines())) == [expected, case]
    every = "".join(map(chr, range(0xAC00, 0xD7A4)))
    path.write_text(f"{about}{own}console.log(letters({every!r}).join(''))", "utf-8")
    found = subprocess.run([node, path], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == hangul.letters(every)


def test_a_tree_page_knows_letters_of_several_characters():
    words = Vocabulary("wines", ["wijn", "rijp", "mijn"], language="nl")
    page = tree_page(grow(words, "minimax").to_json(), words)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
    assert (data["alphabet"], data["locale"], data["folds"]) == (["ij"], "nl", {"ĳ": "ij"})
    assert data["tree"]["guess"] in ("wijn", "rijp", "mijn")
    plain = Vocabulary("birds", ["crane", "heron"])
    tree = grow(plain, "minimax").to_json()
    assert tree_page(tree, plain) == tree_page(tree)


# A module that is None cannot be imported, as if it were not installed.
ALONE = """
import sys
sys.modules.update(dict.fromkeys(["starlette", "uvicorn", "httpx"]))
"""


def test_a_page_is_written_where_no_web_server_is_installed():
    script = ALONE + (
        "import gpuwordle.web.queries, gpuwordle.web.parameters\n"
        "from gpuwordle import Vocabulary, grow\n"
        "from gpuwordle.web.page import tree_page\n"
        "tree = grow(Vocabulary('pets', ['cat', 'cow', 'dog']), backend='numpy')\n"
        "print(len(tree_page(tree.to_json())))"
    )
    code, out, err = python("-c", script)
    assert (code, err) == (0, "") and int(out) > 10_000


def test_serve_says_what_to_install():
    script = f"{ALONE}from gpuwordle.cli.app import run\nsys.exit(run(['serve']))"
    message = "gpuwordle: serve needs starlette and uvicorn: run pip install 'gpuwordle[web]'\n"
    assert python("-c", script) == (2, "", message)
