"""What the papers print, and how a value of ours is set beside it.

- `printed`: the values, read from one TOML file a paper.
- `comparison`: how a printed value is compared, and the marks.
- `exact`: the best that any player can do, where it was proven.

The TOML files are the only place where a printed value stands; reports, scripts and tests read it
from there. Each holds, beside the paper's `authors` and `title`:

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
