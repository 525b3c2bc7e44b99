"""Words that may be guessed and hidden, and the lists that contain them.

- `letters`: the form in which words are compared, digests, and short lists for display.
- `vocabulary`: the words of one length, ready for the kernels.
- `word_list`: words of any length.
- `samples`: words drawn by a seed, and the random bits of all draws.
- `readers`: the user's files: text, CSV, Parquet, standard input.
- `pinned`: the named lists with their origins and digests.
- `sources`: lists found by name, downloaded and verified, and those of installed packages.
- `known`: a description of every named list.
"""
