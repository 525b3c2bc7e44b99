"""Where patterns and statistics are computed; all backends return the same integers.

- `backend`: the contract.
- `kept`: what a backend keeps of its vocabulary, and how much memory it may take.
- `table`: the backends by name, and which can run here.
- `preparation`: how long kernels were made ready, which is no time of playing.
- `exhaustive`: the best guess of a group as it is defined.
- `in_blocks`: statistics some at a time, for who reduces them.
- `split`: groups split by one guess each.
- `frontier`: the states from which a tree grows on, wherever their candidates lie.
- `joint`: guesses that are played together whatever the clues.
- `leaders`: the guesses that lead by some keys on all answers.
- `narrowing`: which guesses may lead on one large group, by bounds and counts of a part of it.
- `most`: the most buckets that any guess makes of each of many sets.
- `numpy_cpu`: plain NumPy, always here.
- `numba_cpu`: compiled loops in threads.
- `cuda`: CUDA C through CuPy.
- `numba_cuda`: an NVIDIA GPU through numba-cuda.
"""
