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


def check_told(result, kind):
    """Fail unless the plain values of a result are of a kind, and stay what they are in JSON."""
    data = result.to_dict()
    check(data, kind)
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def check_fields(data, kind):
    """Fail unless valid data has the types of Python and the order of fields that the page has.

    "X or null", "X or absent", "list of X" and "X by name", an object of X with names of its own,
    are kinds like X.
    """
    kind = kind.partition(" or ")[0]
    if data is None or kind == "options":
        return
    if kind.startswith("list of "):
        for one in data:
            check_fields(one, kind.removeprefix("list of "))
    elif kind.endswith(" by name"):
        for one in data.values():
            check_fields(one, kind.removesuffix(" by name"))
    elif kind in PLAIN:
        assert type(data) is PLAIN[kind], (data, kind)
    else:
        fields = objects()[kind]
        assert list(data) == [field for field in fields if field in data], kind
        for field, one in data.items():
            check_fields(one, fields[field])
        if kind == "number":
            check_number(data)


def check_number(data):
    assert data["low"] <= data["high"]
    assert (data["exact"] is not None) == (data["low"] == data["high"])
    if data["exact"] is not None:
        assert float(Fraction(data["exact"])) == data["low"]
