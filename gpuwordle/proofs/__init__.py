"""Proofs about all openers of a list, and certificates of them that anyone can check.

- `opener_proof`: the best openers by optimal play, with proof that no other is better.
- `known_openers`: proven first guesses that the package ships.
- `feasibility`: how many guesses are enough.
- `checkpoint`: the state of a proof on disk.
- `certificate`: what a certificate holds, and its bytes.
- `certification`: certificates of what a solver has proven.
- `claims`: the claims that a proof rests on.
- `cores`: sets of words that no tree finds in a given number of guesses.
- `checker`: the check of a certificate by the rules of the game alone.
- `board`: the words of a certificate as arrays, with codes that the checker computes itself.
- `check_counts`, `check_loops`: compiled loops of the checker, which count and add up.
- `limits`: memory and time that a check may take.
- `replay`: a tree played against every answer by the rules, for the checker.
- `tree_files`: trees written by us or by others.
"""
