"""Each room says what it holds, and no module waits for itself."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "gpuwordle"

ONE_THING = {"hard_mode", "table"}
"""Names of modules in several rooms that mean the same: for one guess and for arrays; by name."""

ROOMS = sorted(path.parent for path in PACKAGE.glob("*/**/__init__.py"))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.relative_to(PACKAGE).as_posix())
def test_a_room_names_its_files_and_holds_no_code(room):
    text = (room / "__init__.py").read_text(encoding="utf-8")
    body = ast.parse(text).body
    assert len(body) == 1
    assert isinstance(body[0].value, ast.Constant)
    assert len(text.splitlines()) < 40
    files = {path.stem for path in room.glob("*.py")} - {"__init__"}
    named = set(re.findall(r"`(\w+)`", text))
    assert files <= named
    rows = re.findall(r"^- (.*?):", text, re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert listed <= files | {path.parent.name for path in room.glob("*/__init__.py")}


def test_a_name_of_a_module_means_one_thing():
    """Commands are named after what they call, and backends have the same modules."""
    homes = {}
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0]
        if room != "cli" and path.stem not in ("__init__", "__main__"):
            homes.setdefault(path.stem, set()).add(room)
    assert {name for name, rooms in homes.items() if len(rooms) > 1} == ONE_THING


def test_no_two_modules_import_each_other():
    """Not when they are loaded, not inside functions, and not for the sake of types."""
    paths = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path
        for path in PACKAGE.rglob("*.py")
    }
    waits = TopologicalSorter()
    for name, path in paths.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gpuwordle"):
                for imported in node.names:
                    module = f"{node.module}.{imported.name}"
                    waits.add(name, module if module in paths else node.module)
    waits.prepare()


def test_files_and_names_of_the_architecture_are_there():
    text = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("## Where to look")[2].partition("\n## ")[0]
    files = re.findall(r"`([\w/]+\.py)`", table)
    assert len(files) > 30
    assert [path for path in files if not (PACKAGE / path).is_file()] == []
    named = re.findall(r"`(\w+)` in `([\w/]+\.py)`", table)
    assert len(named) > 5
    for name, path in named:
        found = re.search(rf"(def|class) {name}\b|^{name} = ", (PACKAGE / path).read_text(), re.M)
        assert found, (name, path)
