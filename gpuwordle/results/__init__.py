"""Games in Parquet: one row per game, one file per unit, readable by every data tool.

- `unit`: what one file holds.
- `games_file`: one file: its columns, how it is written and read.
- `run_folder`: the folder of a run: its bookkeeping, data card and lock.
- `confidence`: 95 % intervals of a share and of a mean.
- `summary`: a few numbers that describe the games of one unit.
- `played_run`: the games of a run as Arrow, pandas or Polars.
- `run_check`: the check of a run's folder by the rules.
- `verdict`: one verdict on a tree, a certificate or a run.
- `judged_file`: judged games in Parquet, one row for each move.
"""
