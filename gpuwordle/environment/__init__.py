"""The gymnasium environment: many games at once, their players, and what each move cost.

- `answers`: the answer of a game, drawn from its seed, environment and episode alone.
- `game_arrays`: the games in progress as arrays, and their compiled step.
- `candidates`: how many candidates clues leave, for the reward `bits`.
- `pattern_codes`: where the codes of guesses come from.
- `vector`: `WordleVectorEnv`, a vector environment of gymnasium.
- `gpu_games`: many games at once on a GPU, whose arrays stay there.
- `single`: `WordleEnv`, one game at a time.
- `observation_planes`: wrappers that turn observations into planes of letters and tiles.
- `records`: finished games as columns, from arrays, runs, archives and JSON lines.
- `judge`: computes the regret and luck of every move of finished games, in batches.
- `judged`: the result, move by move and as a table of players.
- `card`: the card that describes a data set of judged games.
- `players`: programs and functions that play, and their input.
- `arena`: lets players play the same games, and judges them.
- `registration`: registers both environments with gymnasium.
"""
