"""What README and the pages of docs/ show is what the commands and the package do."""

import io
import os
import re
import shlex
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.command_line import FIVE
from helpers.words import list_of

from gpuwordle.cli.app import application, run
from gpuwordle.strategies.table import known_strategies
from gpuwordle.words.pinned import PINNED_LISTS

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
}
README = PAGES["README.md"]

CONSOLE = r"```console\n\$ gpuwordle ([^\n]+)\n(.*?)```"
TABLE = r"<!-- ([\w/.-]+\.md) -->\n(.*?)<!-- end -->"
# A block that cannot run here is marked, and its mark says why.
PYTHON = r"^(<!-- (?:not run|file): [^\n]+ -->\n)?```python\n(.*?)```"
# A file that shell lines of its page use.
FILE = r"^<!-- file: ([\w.]+) -->\n```python\n(.*?)```"
# The mark of a block of shell lines may name the commands that are left out.
SHELL = r"^(<!-- not run(?:, [\w, ]+)?: [^\n]+ -->\n)?```sh\n(.*?)```"


def found(pattern):
    flags = re.DOTALL | re.MULTILINE
    return [
        (page, match) for page, text in PAGES.items() for match in re.findall(pattern, text, flags)
    ]


CONSOLES = [match for _, match in found(CONSOLE)]
TABLES = [match for _, match in found(TABLE)]
EXAMPLES = [(page, code) for page, (mark, code) in found(PYTHON) if not mark]
SHELLS = [
    (page, mark.partition(":")[0].partition(", ")[2], code)
    for page, (mark, code) in found(SHELL)
    if not mark.startswith("<!-- not run:")
]
LINKS = [
    (page, link)
    for page, link in found(r"\]\((?!https?:)([^)#\s]+)(?:#[\w-]+)?\)")
    if not link.startswith("reference/")  # made when the pages are built
]


def need_lists(text):
    """Skip where an example names a list that only the network has."""
    for name in PINNED_LISTS:
        if re.search(rf"(?<![\w-]){name}(?![\w-])", text):
            list_of(name)


@pytest.mark.parametrize(("command", "shown"), CONSOLES, ids=[command for command, _ in CONSOLES])
def test_console_examples_print_what_is_shown(command, shown, capsys, tmp_path, monkeypatch):
    need_lists(command)
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split(command)) == 0
    assert capsys.readouterr().out == shown


@pytest.fixture
def readers_files(tmp_path, monkeypatch):
    """A folder with the files that examples take for the reader's own."""
    weights = [f"{word},{place % 3}" for place, word in enumerate(FIVE, start=1)]
    lists = {"words": FIVE, "a": FIVE[:6], "b": FIVE[4:], "guesses": FIVE, "answers": FIVE[3:]}
    for name, lines in (lists | {"weights": weights}).items():
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n")
    pq.write_table(pa.table({"answer": FIVE}), tmp_path / "games.parquet")
    for _, (name, code) in found(FILE):
        (tmp_path / name).write_text(code)
    folder = str(Path(sys.executable).parent)  # of the program python
    monkeypatch.setenv("PATH", folder + os.pathsep + os.environ["PATH"])
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("page", "left_out", "code"), SHELLS)
def test_shell_examples_run(page, left_out, code, readers_files, capsys, monkeypatch):
    need_lists(code)
    for line in code.splitlines():
        words = shlex.split(line, comments=True)
        typed = ""
        if "|" in words:
            assert words[0] == "cat" and words[2] == "|"
            typed, words = Path(words[1]).read_text(), words[3:]
        if any(name in left_out.replace(" and", ",").split(", ") for name in words[:2]):
            continue
        assert words[0] == "gpuwordle", f"{line}: mark it, and say why"
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        assert run(words[1:]) == 0, (line, capsys.readouterr().err)


def test_shell_examples_that_do_not_run_say_why():
    for page, text in PAGES.items():
        blocks = re.findall(r"^```sh\n", text, re.MULTILINE)
        assert len(blocks) == len(re.findall(SHELL, text, re.DOTALL | re.MULTILINE)), page
    assert sum(left_out == "" for _, left_out, _ in SHELLS) >= 5


@pytest.mark.parametrize(("page", "code"), EXAMPLES)
def test_python_examples_run(page, code, capsys, tmp_path, monkeypatch):
    need_lists(code)
    if "gymnasium" in code or "gpuwordle.environment" in code:
        pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, page, "exec"), {"__name__": "example"})
    printed = capsys.readouterr().out
    for line in re.findall(r"print\(.*\)  # (.+)", code):
        assert line in printed


@pytest.mark.parametrize(("name", "shown"), TABLES, ids=[name for name, _ in TABLES])
def test_tables_are_those_of_the_files(name, shown):
    assert (ROOT / name).read_text(encoding="utf-8") == shown


@pytest.mark.parametrize(("page", "link"), LINKS)
def test_links_lead_to_files(page, link):
    assert (ROOT / page).parent.joinpath(link).is_file()


def test_strategies_and_languages_are_counted():
    strategies = {"nineteen": 19}
    (written,) = re.findall(r"\[(\w+) strategies\]", README)
    ours = [known for known in known_strategies() if known.package == "gpuwordle"]
    assert strategies[written] == len(ours)
    assert f"| strategies | {written} |" in PAGES["docs/others.md"]
    languages = list((ROOT / "gpuwordle" / "words" / "languages").glob("*.toml"))
    assert f"[{len(languages)} languages]" in README


def test_readme_is_short():
    assert len(README.splitlines()) <= 150


def test_every_command_is_listed():
    rows = re.findall(r"^\| (`[^|]+) \|", README, re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`([a-z-]+)", row)}
    assert {command.name for command in application().registered_commands} <= listed
