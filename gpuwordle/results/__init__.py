"""Games in Parquet: one row per game, one file per unit, readable by every data tool.

- `unit`: what one file holds.
- `schema`: its columns.
- `write`, `read`: whole files.
- `card`: what a run's folder says of itself to people.
- `load`: a run as Arrow, pandas or Polars.
- `run_folder`: the folder of a run: what it holds and what of it is finished.
- `lock`: who writes in it.
- `summary`: what the games of one unit come to, in a few numbers.
- `verify`: whether it holds what it says; `replay` plays its games again by the rules.
"""
