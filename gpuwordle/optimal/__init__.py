"""The exact search of one candidate set: optimal play, with proof. Knows no tree.

- `question`: objectives, questions and solutions; needs no compiler.
- `symmetry`: openers of which one is searched for all.
- `tables`: what the search reads of a vocabulary: codes in two layouts, hash words, hard mode.
- `counting`: how many buckets guesses make of a set, and sorting by it.
- `legality`: hard mode inside the search: demands, and the guesses that meet them, as bits.
- `memo`: what is proven about sets: a lockless transposition table with Zobrist keys.
- `bounds`: the six bounds, ranked; those of the buckets of a large set.
- `counted_sets`: buckets counted before, which bound every guess on buckets that are alike.
- `search`: one set, by branch and bound with an explicit stack.
- `workspace`: the arrays of one thread: its stack, scratch and counters.
- `resources`: what searches of one vocabulary share, and the threads that share a search.
- `cancellation`: Ctrl-C and deadlines for compiled searches.
- `solver`: the search for Python.
- `batch`: least totals of many sets at once, in threads that share the memo.
- `weighted_search`: one set of words with weights; `weighted` is that search for Python, and
  chooses between both searches; `weighted_openers` compares all openers by it.
- `beam`: good trees of large sets at once: the search with few guesses a set.
- `opener_buckets`: buckets of openers, and how openers are refuted.
- `supersets`: bounds of the buckets of all openers by lists that they share.
- `backend_bounds`: the same bounds by a backend that counts many sets at a time.
- `openers`: all openers together, in passes; its state can be saved.
"""
