"""The exact search of one candidate set: optimal play, with proof, but no trees.

- `question`: questions and solutions; needs no compiler.
- `symmetry`: equivalent openers, of which only one is searched.
- `code_tables`: a vocabulary as the search reads it: codes in two layouts, hash words, hard mode.
- `bucket_counts`: how many buckets guesses make of a set, and sorting by it.
- `legality`: hard mode inside the search: demands, and the guesses that meet them, as bits.
- `memo`: what is proven about sets: a lockless transposition table with Zobrist keys.
- `bounds`: the six bounds, ranked; those of the buckets of a large set.
- `counted_sets`: buckets counted before, which bound every guess on similar buckets.
- `search`: one set, by branch and bound with an explicit stack.
- `workspace`: the arrays of one thread: its stack, scratch and counters.
- `resources`: what searches of one vocabulary share, and the threads that share a search.
- `cancellation`: Ctrl-C and deadlines for compiled searches.
- `solver`: the Python interface of the search.
- `batch`: many sets at once: totals in threads that share the memo, small sets in one call.
- `weighted_search`: one set of words with weights; `weighted_solver` is its Python
  interface, and chooses between the two searches; `weighted_openers` compares all openers.
- `beam`: good trees of large sets, found quickly by trying few guesses of each set.
- `opener_buckets`: buckets of openers, and how openers are refuted.
- `supersets`: bounds of the buckets of all openers by lists that they share.
- `backend_bounds`: the same bounds by a backend that counts many sets at a time.
- `openers`: all openers together, in stages; its state can be saved.
"""
