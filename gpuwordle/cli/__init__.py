"""The command line. Only here anything is printed, asked or drawn on a terminal.

- `program`: runs it, and leaves with its exit code, one of `exit_codes`.
- `app`: the commands, and what becomes of errors.
- `options`, `game_options`, `sharing`, `parsers`: options that commands share, and how values are
  read; `values`: without pydantic where they are plain.
- `help`, `completion`: how help looks, and what Tab offers.
- `tables`, `word_lines`, `drawing`, `output`: tables for any width, words, tiles; JSON and CSV.
- `messages`, `progress`: what is said and shown on standard error.

One file a family of commands:

- `openers`, `pairs`, `matrix`, `tree`, `proofs`, `cliques`, `challenge`, `clues`, `simulate`,
  `render`, `serve`, `report`, `inventory` (strategies, vocabularies, backends).
- `benchmark`: with `asked`, what it is asked for; `dry_run`; `board_games`, of several boards.
- `solve`: with `suggested`, how it prints; `session`, turn by turn; `boards`, several boards.
- `review`: with `reviewed`, how it prints. `verify`: of runs, certificates and trees.
- `play`: with its adversary, ``hide``.
"""
