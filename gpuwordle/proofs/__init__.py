"""Proofs about all openers of a list, and certificates of them that anyone can check.

- `openers`: find the best openers by optimal play, and prove that none is better.
- `blocks`: openers settled by other processes and machines.
- `feasibility`: how many guesses are enough, by trees or by cores.
- `checkpoints`: where a proof stands, on disk, so that it can go on after a stop.
- `certificate`, `certificate_tables`: what a certificate holds, and its bytes.
- `checker`: check a certificate by the rules of the game alone; `board` makes its own codes,
  `check_counts` counts (in `check_arrays`), `check_loops` adds up, `families` covers words that are
  too much alike, and `verdict` is what it says.
- `first_moves`: the best first guesses that come with the package; `proven_opener`: one of them.
- `certify`: make one of what was proven; `claims` finds what a proof has to say of `claim_sets`,
  `facts` reads it from a solver, `cores` finds sets that cannot be found in time; `claim_loops` and
  `core_loops` are their compiled loops.
- `played_tree`: play a tree against every answer by the rules; `tree_files`: read trees of others.
"""
