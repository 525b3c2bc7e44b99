"""What the pages say of the repository is so."""

import re
import runpy
import tomllib
from pathlib import Path

import pytest

import gpuwordle
from gpuwordle.strategies.table import ONLY_BY_NAME, STRATEGIES
from gpuwordle.words.generated import GENERATED
from gpuwordle.words.sources import PINNED_LISTS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def text_of(page):
    return (DOCS / page).read_text(encoding="utf-8")


def first_column(page):
    """The names in the first column of a page's tables, row by row."""
    rows = re.findall(r"^\| (`[^|]+) \|", text_of(page), re.MULTILINE)
    return [re.findall(r"`([\w-]+)`", row) for row in rows]


def is_room(name):
    home = ROOT / "gpuwordle" / name
    return home.is_dir() or home.with_suffix(".py").is_file() or name == "kernels"


def test_the_rooms_are_the_floors_of_the_contract():
    (floors,) = [c for c in PROJECT["tool"]["importlinter"]["contracts"] if c["name"] == "Floors"]
    rooms = [[room.strip(" ()") for room in layer.split("|")] for layer in floors["layers"]]
    there = [[room for room in layer if is_room(room)] for layer in rooms]
    assert first_column("architecture.md") == [layer for layer in there if layer]


def test_every_strategy_is_listed():
    listed = [name for row in first_column("strategies.md") for name in row]
    assert sorted(listed) == sorted([*STRATEGIES, *ONLY_BY_NAME])


def test_every_named_list_is_listed():
    assert {name for row in first_column("word-lists.md") for name in row} == {
        *PINNED_LISTS,
        *GENERATED,
    }


def test_files_that_the_algorithms_name_are_there():
    places = re.findall(r"\[(`[^]]+`)\]", text_of("algorithms.md"))
    named = [name for place in places for name in re.findall(r"`([^`]+)`", place)]
    assert named
    missing = [
        n for n in named if not any((home / n).exists() for home in (ROOT, ROOT / "gpuwordle"))
    ]
    assert not missing


def test_every_page_is_in_the_table_of_contents():
    listed = set(re.findall(r"^[a-z_/-]+$", text_of("index.md"), re.MULTILINE))
    assert {path.stem for path in DOCS.glob("*.md")} - {"index"} <= listed


def test_versions_agree():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.+)$", citation, re.MULTILINE)[1] == gpuwordle.__version__
    assert PROJECT["project"]["version"] == gpuwordle.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, date = re.search(r"^## (\S+), (\d{4}-\d\d-\d\d)$", changes, re.MULTILINE).groups()
    assert version == gpuwordle.__version__
    assert re.search(r'^date-released: "(.+)"$', citation, re.MULTILINE)[1] == date


def test_the_workflow_calls_all_checks_on_the_promised_pythons():
    yaml = pytest.importorskip("yaml")
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    assert [step["run"] for step in jobs["linux"]["steps"] if "run" in step] == [".ci/run"]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100
    pythons = jobs["linux"]["strategy"]["matrix"]["python"]
    assert PROJECT["project"]["requires-python"] == f">={pythons[0]}"
    promised = {f"Programming Language :: Python :: {python}" for python in pythons}
    assert promised <= set(PROJECT["project"]["classifiers"])
    assert {"macos-latest", "windows-latest"} == set(jobs["others"]["strategy"]["matrix"]["os"])
    called = jobs["others"]["steps"][-1]["run"].splitlines()[-1].split()[0]
    assert f"{called}() {{" in (ROOT / ".ci" / "environment").read_text(encoding="utf-8")


def test_times_beside_other_programs_are_those_that_were_measured():
    part = text_of("others.md").partition("## The same work side by side")[2]
    rows = re.findall(
        r"^\| (?!work|---)([^|]+)\|([^|]+)\|([^|]+)\| `(scripts/\w+\.py)` \|$", part, re.M
    )
    results = {"scripts/bench_cpu.py": "cpu-2-cores.md", "scripts/bench_pairs.py": "pairs.md"}
    assert len(rows) >= 3
    for _, ours, theirs, script in rows:
        text = (ROOT / "bench_results" / results[script]).read_text(encoding="utf-8")
        times = re.findall(r"[\d.]+ m?s\b", ours + theirs)
        assert len(times) == 2
        assert all(f"| {time} |" in text for time in times), times


def test_workflows_and_forms_can_be_read():
    yaml = pytest.importorskip("yaml")
    files = sorted((ROOT / ".github").rglob("*.yml"))
    read = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in files}
    assert {"ci", "weekly", "docs", "release", "bug", "idea"} <= set(read)
    for name in ("bug", "idea"):
        assert {"name", "description", "body"} <= set(read[name])
    jobs = read["release"]["jobs"]
    assert (jobs["test"]["needs"], jobs["publish"]["needs"]) == ("build", "test")
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert not any("secrets." in path.read_text(encoding="utf-8") for path in files)
    run = [step["run"].split()[0] for step in jobs["test"]["steps"] if "run" in step]
    assert run == [".ci/bare", ".ci/lowest"]
    assert all((ROOT / script).stat().st_mode & 0o100 for script in run)


def test_the_table_of_rules_is_what_the_code_says():
    script = runpy.run_path(str(ROOT / "scripts" / "rule_table.py"))
    page = text_of("other-games.md")
    assert script["page_with"](page, script["table"]()) == page
