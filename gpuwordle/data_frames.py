"""pandas DataFrames; pandas need not be installed."""

from __future__ import annotations

from typing import Any

from gpuwordle.errors import UserError


def import_pandas() -> Any:
    """Return the module ``pandas``; raise UserError if it is not installed."""
    try:
        import pandas
    except ImportError:
        raise UserError("pandas is not installed: run pip install pandas") from None
    return pandas


def data_frame(rows: Any, **options: Any) -> Any:
    """Return ``pandas.DataFrame(rows, **options)``; raise UserError if pandas is not installed."""
    return import_pandas().DataFrame(rows, **options)
