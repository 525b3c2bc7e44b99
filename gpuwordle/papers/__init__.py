"""What the papers print, and how our values compare with it.

- `printed`: the printed values, read from one TOML file for each paper.
- `comparison`: how a printed value is compared with ours, and the marks.
- `experiments`: which runs repeat an experiment of a paper, and what they gave.

A printed value is in a TOML file and nowhere else; reports, scripts and tests read it from there.
Each file holds the paper's `authors` and `title`, and:

- `[printed.NAME]`: a row or column of a table, or a value of the text. `place` and `what` say where
  and what it is ({} stands for a key, then for further labels), `value` or `values` what is
  printed: an integer where it is a count, a text where its digits or words count, an array where
  several values belong together.
- `[given.NAME]`: what the paper says that an experiment was made with.
- `[lists.NAME]`: by word length, the first 12 digits of the digest of an experiment's words.
- `[conventions]`: how an experiment is made again: words, trimming (filter), ties.
- `[errata]`: why a printed value cannot be so.
- `[pinned.NAME]`: ours, not the paper's: what this implementation gives where the paper is silent
  or wrong, so that another result is noticed.
"""
