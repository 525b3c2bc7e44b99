"""Words that share no letter, and the cliques that they form.

Join two words that share no letter. A clique of k words then shows k times L different letters,
the most that k guesses can. Lahiri et al. ("Deterministic Algorithmic Approaches to Solve
Generalised Wordle", section 6.4) play the game with such cliques and list how many there are
(section 7.3); the five-letter case, 25 letters in five words, is a well-known puzzle.

- `anagrams`: words by their set of letters.
- `listing`: list and count cliques, find a largest one.
- `search_index`: letter sets by their rarest letter, and how they are searched.
- `covering`: what covers the rarest letter of many states, told in arrays.
- `counting`, `search`: count by states, in arrays and compiled; list depth first, in plain Python
  and compiled, or in arrays all at once.
- `kernels`: the compiled loops of both.
- `graph`: the edges.
"""
