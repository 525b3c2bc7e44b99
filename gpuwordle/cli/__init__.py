"""The command line. Only here anything is printed, asked or drawn on a terminal.

- `program`: runs it, and leaves with its exit code.
- `app`: the commands, and what becomes of errors.
- `options`, `game_options`, `parsers`: options that commands share, and how values are read.
- `help`, `completion`: how help looks, and what Tab offers.
- `tables`, `output`: tables for any width; JSON and CSV.
- `progress`: bars on standard error.
- one file a family of commands: `openers`, `matrix`, `tree`, `benchmark`, `report`, `cliques`,
  `inventory`.
"""
