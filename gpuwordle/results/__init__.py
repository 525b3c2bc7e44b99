"""Games in Parquet: one row per game, one file per unit, readable by every data tool.

- `unit`: what one file holds.
- `schema`: its columns.
- `write`, `read`: whole files.
- `run_folder`: the folder of a run, and who writes in it.
"""
