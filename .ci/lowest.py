"""Print the lowest versions that pyproject.toml allows, as constraints for pip.

``numba>=0.60,<1`` becomes ``numba==0.60``. What an extra takes from another extra is followed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:\[(?P<extras>[\w,-]+)\])?(?P<bounds>[^;]*)")


def requirements(project: dict, extras: list[str]) -> list[str]:
    """Name every requirement of the package with these extras."""
    found = list(project["dependencies"])
    while extras:
        for line in project["optional-dependencies"][extras.pop()]:
            asked = REQUIREMENT.match(line)
            if asked["name"] == project["name"]:
                extras += asked["extras"].split(",")
            else:
                found.append(line)
    return sorted(set(found), key=str.lower)


def lowest(line: str) -> str:
    """Turn a requirement into the constraint that allows its lowest version alone."""
    asked = REQUIREMENT.match(line)
    bound = re.search(r"(?:>=|==)\s*([\w.]+)", asked["bounds"])
    if bound is None:
        sys.exit(f"pyproject.toml has no lower bound for {line!r}: write {asked['name']}>=VERSION")
    return f"{asked['name']}=={bound[1]}"


if __name__ == "__main__":
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    for line in requirements(tomllib.loads(text)["project"], sys.argv[1:]):
        print(lowest(line))
