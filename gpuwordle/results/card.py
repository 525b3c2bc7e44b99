"""The data card of a run: what the files hold, under which licence, and how to read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpuwordle.results.schema import DESCRIPTIONS, FORMAT, SCHEMA
from gpuwordle.results.unit import Unit
from gpuwordle.words.pinned import SOURCES

CARD_FILE = "_README.md"
"""Its name begins so that dataset readers pass it over."""


def card(folder: str, run: str, units: Sequence[Unit]) -> str:
    """Write the card of a run.

    Parameters
    ----------
    folder
        The name of the run's folder.
    run
        The run in a line.
    units
        What it plays.

    Returns
    -------
    str
        Markdown.
    """
    return "\n".join(_lines(folder, run, units)) + "\n"


def _lines(folder: str, run: str, units: Sequence[Unit]) -> Iterator[str]:
    yield "# Games of Wordle, one row per game"
    yield ""
    yield f"R{run[1:]}. Made by `gpuwordle benchmark`, format {FORMAT}."
    yield ""
    yield "Each Parquet file holds every game of one strategy under one set of conditions on the"
    yield "words of one length. All files have the same columns, and paths carry no meaning, so"
    yield "read the folder, some files or one. Names that begin with `_` are bookkeeping. From the"
    yield "folder that holds this one:"
    for code in _snippets(folder):
        yield ""
        yield "```python"
        yield code
        yield "```"
    yield ""
    yield "## Columns"
    yield ""
    yield "| column | type | meaning |"
    yield "| --- | --- | --- |"
    for field in SCHEMA:
        kind = (
            f"list of {field.type.value_type}" if hasattr(field.type, "value_type") else field.type
        )
        yield f"| `{field.name}` | {kind} | {DESCRIPTIONS[field.name]} |"
    yield ""
    yield "Every file says the same in its own metadata, under `gpuwordle.column.NAME`; its unit,"
    yield "version, commit, backend and machine stand there under `gpuwordle.unit` and"
    yield "`gpuwordle.provenance`."
    yield ""
    yield "## Words"
    yield ""
    for name in dict.fromkeys(unit.vocabulary for unit in units):
        yield f"- `{name}`: {'; '.join(_licences(name))}."
    yield ""
    yield "| words | length | hidden | guesses | sha256 |"
    yield "| --- | --- | --- | --- | --- |"
    for unit in {(unit.vocabulary, unit.digest): unit for unit in units}.values():
        yield (
            f"| `{unit.vocabulary}` | {unit.length} | {unit.answers} | {unit.guesses} "
            f"| `{unit.digest}` |"
        )


def _snippets(folder: str) -> Iterator[str]:
    yield f"import pandas as pd\n\ngames = pd.read_parquet({folder!r})"
    every = f"{folder}/**/*.parquet"
    yield f"import polars as pl\n\ngames = pl.read_parquet({every!r})"
    query = (
        "SELECT strategy, length, avg(count) AS guesses\n"
        "FROM read_parquet(?)\n"
        "WHERE solved GROUP BY ALL ORDER BY ALL"
    )
    yield (
        f'import duckdb\n\nquery = """\n{query}\n"""\n'
        f"games = duckdb.execute(query, [{every!r}]).fetchall()"
    )


def _licences(name: str) -> Iterator[str]:
    # A file can have the name of a list that is known; what is said of it is put accordingly.
    for part in name.split("+"):
        if part in SOURCES:
            source = SOURCES[part]
            yield (
                f"the list that gpuwordle calls {part} has licence {source.licence} "
                f"({source.origin})"
            )
        else:
            yield f"{part} is a list of the user's own, under its own licence"
