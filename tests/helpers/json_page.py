"""The JSON that docs/json.md and the schemas describe, as something data can be checked against."""

import json
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
SCHEMAS = PAGE.parent / "schemas"

PLAIN = {"text": str, "integer": int, "boolean": bool, "float": float}


@cache
def objects():
    """Fields with their types, by the headings of the page."""
    found = {}
    for part in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        name = part.partition("\n")[0]
        found[name] = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", part, re.MULTILINE))
    return found


@cache
def validator(name):
    """The schema of an object, which allows no other fields here."""
    text = (SCHEMAS / f"{name.replace(' ', '-')}.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    for part in (schema, *schema.get("$defs", {}).values()):
        if "properties" in part:
            part["additionalProperties"] = False
    return jsonschema.Draft202012Validator(schema)


def check(data, kind):
    """Fail unless data is of a kind, by its schema and, field by field, by the page."""
    for one in data if kind.startswith("list of ") else [data]:
        validator(kind.removeprefix("list of ")).validate(one)
    check_fields(data, kind)


def check_fields(data, kind):
    """Fail unless data has the fields that the page describes, in its order.

    "X or null", "X or absent", "list of X" and "X by name", an object of X with names of its own,
    are kinds like X.
    """
    for choice in kind.split(" or "):
        if choice == "null" and data is None:
            return
    kind = kind.partition(" or ")[0]
    if kind.startswith("list of "):
        assert isinstance(data, list), (data, kind)
        for one in data:
            check_fields(one, kind.removeprefix("list of "))
    elif kind.endswith(" by name"):
        assert isinstance(data, dict), (data, kind)
        for name, one in data.items():
            assert isinstance(name, str)
            check_fields(one, kind.removesuffix(" by name"))
    elif kind == "options":
        assert isinstance(data, dict), (data, kind)
    elif kind in PLAIN:
        assert type(data) is PLAIN[kind], (data, kind)
    else:
        fields = objects()[kind]
        there = [f for f in fields if f in data or not fields[f].endswith(" or absent")]
        assert list(data) == there, kind
        for field in there:
            check_fields(data[field], fields[field].removesuffix(" or absent"))
        if kind == "number":
            check_number(data)


def check_number(data):
    assert data["low"] <= data["high"]
    assert (data["exact"] is not None) == (data["low"] == data["high"])
    if data["exact"] is not None:
        assert float(Fraction(data["exact"])) == data["low"]
