"""Words that may be guessed and hidden, and the lists that contain them.

- `letters`: marks of letters, errors about words, digests, and short lists for display.
- `language`: how text becomes letters without a language: letter for letter, or as symbols.
- `orthography`: how text becomes letters in a language, by the files of `languages/`.
- `vocabulary`: the words of one length, ready for the kernels.
- `word_list`: words of any length. `lengths`: word lengths as text, and the words that have them.
- `weights`: how likely each answer is, as integers; `weight_files` reads them.
- `lookup`: words found by their letters, such as after an exchange of letters.
- `samples`: words drawn by a seed, and the random bits of all draws.
- `readers`: the user's files: text, CSV, Parquet, standard input.
- `pinned`: the named lists with their origins and digests.
- `generated`: lists that the program makes: equations, primes, and the codes of Mastermind.
- `frequencies`: the words of a language by their frequency.
- `sources`: lists found by name, downloaded and verified, and those of installed packages.
- `known_lists`: descriptions of all named lists.
"""
