"""The fast CPU backend: compiled loops over letter rows, in threads.

Bound every guess, count the survivors exactly, keep the incumbent.

- `backend`: the backend itself, whose work is cut into tiles and tasks.
- `arguments`: tables, keys and groups as kernels take them.
- `rows`: letter rows gathered, summed and joined to codes; `streaming`: codes written past caches.
- `count`: from codes to the four statistics; `specs`: the same by inclusion and exclusion;
  `weighted_counts`: those of words with weights; `neighbours`: these for two guesses at a time.
- `bound`: lower bounds of keys; `keys`: keys counted until they pass a limit.
- `best_guesses`: best guesses, and which method a group gets.
- `small`, `medium`, `large`: the methods for groups by their size.
- `equivalent_guesses`: guesses that stand for others because letters can be exchanged.
- `pairs`: the best two guesses to play together.
- `hashing`, `intrinsics`: hash tables, and instructions that numba lacks.
"""
