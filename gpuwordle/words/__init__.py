"""Words: what may be guessed, what may be hidden, and where lists come from.

- `letters`: the form in which words are compared; digests.
- `vocabulary`: the words of one length, ready for the kernels.
- `word_list`: words of any length.
- `samples`: words drawn by a seed.
- `abridged`: the first of many words, for the eye.
- `packed`: words as they travel to other processes.
- `readers`: the user's files.
- `pinned`: the named lists, their origins and digests.
- `sources`: where lists are found, and how they are proven; `download`: how they are fetched.
- `packaged`: the lists that installed packages offer.
- `known`: all lists by name.
"""
