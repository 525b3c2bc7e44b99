"""Letters of several characters on the page."""

import json
import re
import shutil
import subprocess

import pytest

from gpuwordle.tree.build import grow
from gpuwordle.web.page import static_text, tree_page
from gpuwordle.words.vocabulary import Vocabulary


def test_the_page_splits_words_as_their_language(tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node, to run the page's script")
    script = static_text("page.js")
    own = re.search(r"const NO_LETTERS.*?\n}\n", script, re.DOTALL)[0]
    asked = 'console.log(JSON.stringify([letters("bijou"), letters("DZSIJ"), letters("01"), []]))'
    path = tmp_path / "letters.js"
    for alphabet, expected in (
        (["b", "ij", "dz", "dzs"], [["b", "ij", "o", "u"], ["DZS", "IJ"], ["0", "1"], []]),
        (["b"], [[*"bijou"], [*"DZSIJ"], ["0", "1"], []]),
    ):
        about = f"const embedded = null, about = {json.dumps({'alphabet': alphabet})};\n"
        path.write_text(about + own + asked, "utf-8")
        found = subprocess.run([node, path], capture_output=True, text=True, check=True)
        assert json.loads(found.stdout) == expected


def test_a_tree_page_knows_letters_of_several_characters():
    words = Vocabulary("wines", ["wijn", "rijp", "mijn"], language="nl")
    page = tree_page(grow(words, "minimax").to_json(), words.alphabet)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
    assert data["alphabet"] == ["ij"]
    assert data["tree"]["guess"] in ("wijn", "rijp", "mijn")
    plain = Vocabulary("birds", ["crane", "heron"])
    tree = grow(plain, "minimax").to_json()
    assert tree_page(tree, plain.alphabet) == tree_page(tree)
