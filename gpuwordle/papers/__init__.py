"""The printed values of the papers, and the comparison with ours.

- `printed`: the printed values, read from one TOML file for each paper.
- `comparison`: how a printed value is compared with ours, and the marks.
- `experiments`: which runs repeat an experiment of a paper, and their results.

A printed value is in a TOML file and nowhere else; reports, scripts and tests read it from there.
Each file holds the paper's `authors` and `title`, and:

- `[printed.NAME]`: a row or column of a table, or a value of the text. `place` and `what` say where
  and what it is ({} is replaced by a key, then by further labels). `value` or `values` hold what is
  printed: an integer if it is a count, a string if its digits or words matter, an array if several
  values belong together.
- `[given.NAME]`: the conditions of an experiment as the paper states them.
- `[lists.NAME]`: by word length, the first 12 digits of the digest of an experiment's words.
- `[conventions]`: how an experiment is repeated: words, filter, ties.
- `[errata]`: why a printed value cannot be right.
- `[pinned.NAME]`: ours, not the paper's: the result of this implementation if the paper is silent
  or wrong, so that a different result is noticed.
"""
