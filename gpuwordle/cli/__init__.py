"""The command line: what is asked and shown on a terminal.

- `program`: runs the command line and exits with its code.
- `app`: the commands, and how errors are reported.
- `commands`: how functions become commands of typer: bundles of options, their values, help;
  `narrow`: help in a terminal that is too narrow for columns.
- `options`, `parsers`: options that commands share, in bundles, and how values are parsed.
- `output`, `tables`: tables for any width, JSON, CSV and text, on standard output or in a file.
- `messages`, `progress`: lines and progress bars on standard error; exit codes.

Files by family of commands:

- `openers`: ``first-guess``, ``score``, ``pairs`` and ``matrix``.
- `benchmark`: a run; `run_options`: the options that ``--resume`` takes from the run.
- `report`: tables and figures of runs. `verify`: checks of runs, certificates and trees.
- `tree`: ``tree`` and ``simulate``. `proofs`: ``prove``.
- `clues`: ``eligible``, ``explain`` and ``challenge``. `cliques`: words that share no letter.
- `solve`: the next guess, once or in a session. `review`: a game that was played.
- `judge`: players compared by what their moves cost.
- `arena`: programs that play, and are judged.
- `play`: games in the terminal, ``play`` and ``hide``. `render`: tiles, and how they are drawn.
- `serve`: the page. `inventory`: ``strategies``, ``vocabularies`` and ``backends``; `warming`:
  compiling in advance.
"""
