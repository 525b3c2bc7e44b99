"""Strategies: how a player chooses its guesses.

- `state`: what a strategy sees, and the choice of the best playable guess by criteria.
- `strategy`: the contract of a strategy and its options; fixed openers before another strategy.
- `table`: the strategies by name.
- `partition`: strategies that score a guess by its buckets.
- `letter_scores`: strategies that score a guess by its letters.
- `spectral`: strategies that use the principal directions of the candidates.
- `cliques`: guesses that share no letter.
- `optimal`: play by search: the strategies `optimal` and `beam`.
- `sampled`: strategies that draw at random.
"""
