"""How a player chooses its guesses.

- `state`: what a strategy sees.
- `strategy`: the contract.
- `table`: the strategies by name; `options`: what each can be told.
- `partition`, `incremental`: by the buckets that a guess makes.
- `letters`: by letters; `choosing`: how guesses are compared by criteria.
- `spectral`: by principal directions of the candidates; `directions`: these.
- `fixed`: some words first, whatever the clues.
- `cliques`, `best_clique`: words that share no letter.
- `optimal`: by perfect play.
- `sampled`: by chance; `chance`: candidates drawn.
"""
