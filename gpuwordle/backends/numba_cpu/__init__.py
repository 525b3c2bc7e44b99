"""The fast CPU backend: compiled loops over letter rows, in threads.

Bound every guess, count the survivors exactly, keep the incumbent.

- `backend`: what it offers; cuts work into tiles and tasks.
- `rows`: letter rows gathered, summed and joined to codes.
- `streaming`: codes of matrices that no cache holds.
- `count`: from codes to the four statistics; `specs`: the same by inclusion and exclusion.
- `search`, `plan`: best guesses, and which method a group gets: `small`, `medium` or `large`.
- `bound`, `keys`: what no guess can beat, and keys counted until they pass a limit.
- `pairs`, `partners`, `partner_bounds`: the best two guesses of all to be played together.
- `tiles`: codes of many guesses against few candidates, compared pairwise.
- `distinct`: how many different values columns have, in vectors that stay in registers.
- `arguments`, `hashing`, `popcount`: what kernels are given, and share.
"""
