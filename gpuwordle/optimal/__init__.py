"""The exact search of one set of candidates: the best play, with proof. Knows no tree.

- `objective`: what best means.
- `tables`: what the search reads of a vocabulary: codes in both layouts, hash words, hard mode.
- `counting`: how many patterns guesses get on a set.
- `memo`: what is proven of sets, under keys of two 64-bit words.
- `legality`: hard mode, as bits of the guesses that stay legal.
- `search`: one set, with an explicit stack; `scratch` is what it works in.
- `running`: compiled work that hears Ctrl-C and deadlines.
- `solver`: the same for Python.
- `supersets`, `walks`: bounds of many openers at once.
- `parts`: the parts of openers, and how openers die.
- `openers`: all openers together, in passes on threads.
"""
