"""The exact search of one set of candidates: the best play, with proof. Knows no tree.

- `objective`: what best means; `question`, `solution`: what is asked of a set, and what is known.
- `tables`: what the search reads of a vocabulary: codes in both layouts, hash words, hard mode.
- `counting`: how many patterns guesses get on a set.
- `memo`: what is proven of sets, under keys of two 64-bit words.
- `legality`: hard mode, as bits of the guesses that stay legal.
- `search`: one set, with an explicit stack; `scratch` is what it works in, `guessing` the order of
  its guesses, `sorting` how they are sorted, `splitting` what a guess leaves.
- `deficits`, `falling`, `letter_sets`: what a part is worth at least by what was counted on others.
- `running`: compiled work that hears Ctrl-C and deadlines.
- `solver`: the same for Python; `resources` is what searches of one vocabulary share.
- `supersets`, `walks`: bounds of many openers at once; `walker` shares the walks out.
- `set_counter`: the same bounds by a backend that counts many sets at a time.
- `parts`: the parts of openers, and how openers die.
- `openers`: all openers together, in passes; `sharing` has their threads, `standing` says how far
  they have come.
"""
