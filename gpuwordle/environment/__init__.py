"""A player's gymnasium: many games at once as an environment, and what each move cost.

- `answers`: the answer of a game, drawn from its seed, environment and episode alone.
- `games`: the games in progress as arrays, and their compiled step.
- `candidates`: how many candidates clues leave, for the reward `bits`.
- `codes`: where the codes of guesses come from.
- `vector`: `WordleVectorEnv`, a vector environment of gymnasium.
- `gpu_games`: many games at once on a GPU, whose arrays stay there.
- `single`: `WordleEnv`, one game at a time.
- `planes`: wrappers that turn observations into planes of letters and tiles.
- `records`: finished games as columns, from arrays, runs, archives and JSON lines.
- `judge`: what every move of finished games cost, in batches.
- `judged`: the result, move by move and as a table of players.
- `card`: what a data set of judged games says about itself.
- `players`: programs and functions that play, and what they are told.
- `arena`: players of the same games, judged.
- `registration`: registers both environments with gymnasium.
"""
