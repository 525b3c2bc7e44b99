"""Write a JSON Schema for each object of docs/json.md: docs/schemas/NAME.json.

    python scripts/json_schemas.py

The page is read by people and is the only place where a field is described; a test checks that the
schemas say the same, and what the commands print is validated against them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[1] / "docs"
SCHEMAS = DOCS / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

PLAIN = {"text": "string", "integer": "integer", "boolean": "boolean", "float": "number"}
FIELD = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)

Fields = dict[str, tuple[str, str]]


def objects(page: str) -> dict[str, Fields]:
    """Return the type and the meaning of each field, by the headings of the page."""
    found = {}
    for part in page.split("\n## ")[1:]:
        heading = part.partition("\n")[0]
        found[heading] = {name: (kind, about) for name, kind, about in FIELD.findall(part)}
    return found


def schema_of(kind: str) -> dict[str, Any]:
    """Return the schema of a type as the page writes it, such as ``list of clue or null``."""
    kind = kind.removesuffix(" or absent")
    if kind.endswith(" or null"):
        return {"anyOf": [schema_of(kind.removesuffix(" or null")), {"type": "null"}]}
    if kind.startswith("list of "):
        return {"type": "array", "items": schema_of(kind.removeprefix("list of "))}
    if kind.endswith(" by name"):
        named = schema_of(kind.removesuffix(" by name"))
        return {"type": "object", "additionalProperties": named}
    return {"type": PLAIN[kind]} if kind in PLAIN else {"$ref": f"#/$defs/{file_name(kind)}"}


def file_name(heading: str) -> str:
    """Return the name of an object's schema, without its ending."""
    return heading.replace(" ", "-")


def object_schema(fields: Fields) -> dict[str, Any]:
    """Return the schema of an object; one without fields has names of its own."""
    if not fields:
        return {"type": "object"}
    return {
        "type": "object",
        "properties": {
            name: {**schema_of(kind), "description": about}
            for name, (kind, about) in fields.items()
        },
        "required": [n for n, (kind, _) in fields.items() if not kind.endswith(" or absent")],
    }


def used(schema: object) -> set[str]:
    """Return the names of the objects that a schema refers to."""
    return set(re.findall(r'"#/\$defs/([\w-]+)"', json.dumps(schema)))


def schemas(page: str) -> dict[str, dict[str, Any]]:
    """Return a schema for each object of the page, with those that it is made of inside."""
    known = {file_name(name): object_schema(fields) for name, fields in objects(page).items()}
    made = {}
    for heading in objects(page):
        name = file_name(heading)
        needed, new = set[str](), used(known[name])
        while new:
            needed |= new
            new = set().union(*(used(known[one]) for one in needed)) - needed
        inside = {"$defs": {one: known[one] for one in sorted(needed)}} if needed else {}
        made[name] = {"$schema": DIALECT, "title": heading, **known[name], **inside}
    return made


def text_of(schema: dict[str, Any]) -> str:
    """Return a schema as the text of its file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMAS.mkdir(exist_ok=True)
    made = schemas((DOCS / "json.md").read_text(encoding="utf-8"))
    for file in SCHEMAS.glob("*.json"):
        if file.stem not in made:
            file.unlink()
    for name, schema in made.items():
        (SCHEMAS / f"{name}.json").write_text(text_of(schema), encoding="utf-8")
