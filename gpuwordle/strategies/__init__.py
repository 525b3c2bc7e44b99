"""How a player chooses its guesses.

- `state`: what a strategy sees.
- `strategy`: the contract.
- `table`: the strategies by name.
- `partition`, `incremental`: by the buckets that a guess makes.
- `letters`, `choosing`: by letters.
- `spectral`, `sampled`, `cliques`, `best_clique`: the other families.
- `chance`: random bits that follow from numbers.
"""
