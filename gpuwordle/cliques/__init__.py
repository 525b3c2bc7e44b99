"""Words that share no letter, and the cliques that they form.

Join two words that share no letter. A clique of k words of L letters then shows k L letters, the
most that k guesses can. Lahiri et al. ("Deterministic Algorithmic Approaches to Solve Generalised
Wordle", section 6.4) play the game with such cliques and list how many there are (section 7.3);
the five-letter case, 25 letters in five words, is a well-known puzzle.

- `anagrams`: words by their set of letters.
- `search_index`: letter sets by their rarest letter, and how a search covers it.
- `counting`: how many cliques there are, counted by states.
- `listing`: which cliques there are, and one as large as possible.
- `writing`: lists of them in files.
- `search_loops`: the compiled loops of both.
- `graph`: the edges.
"""
