"""Words that may be guessed and hidden, and the lists that contain them.

- `letters`: the form in which words are compared, digests, and short lists for display.
- `language`: how text becomes letters: letter for letter, or symbols.
- `orthography`: how it does in a language, as the files of `languages/` describe it.
- `vocabulary`: the words of one length, ready for the kernels.
- `word_list`: words of any length.
- `weights`: how likely each answer is, as integers; `weight_files` reads them.
- `samples`: words drawn by a seed, and the random bits of all draws.
- `readers`: the user's files: text, CSV, Parquet, standard input.
- `pinned`: the named lists with their origins and digests.
- `generated`: lists that the program makes: equations and primes.
- `frequencies`: the words of a language by their frequency.
- `sources`: lists found by name, downloaded and verified, and those of installed packages.
- `known`: a description of every named list.
"""
