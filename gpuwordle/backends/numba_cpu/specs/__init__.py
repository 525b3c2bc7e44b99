"""Counting by specs: inclusion-exclusion over {green, yellow, any}^L, for words of 4 to 6 letters.

A histogram costs one load, add and store for every pair of guess and answer. Instead, count for
each guess the answers of every *spec*, which asks of every position one of three things: green,
yellow, or any colour. Grey comes by subtraction.

1. For every feature (position, letter, the letter's positions in the guess) there are two bitsets
   over the answers: where the position is green, and where it is yellow.
2. Specs of one, two and three coloured positions are popcounts of their intersections, once per
   distinct feature, pair and triple of the vocabulary: the guesses share them.
3. Specs of four and more colours: few answers share four letters with a guess, and they stand in
   postings under those letters. Each adds 1 to its bucket; sums over buckets then give the specs.
4. Sixteen guesses lie side by side. Subtracting, position by position, "green" and "yellow" from
   "any" leaves grey there (a Moebius transform): counts of specs become sizes of buckets.

Only `groups.Specs` is for others.

- `groups`: groups shared out to threads, and when specs pay.
- `answers`: the steps for the answers of one group.
- `guesses`: what guesses share.
- `submultisets`: four and more letters of a word, and their postings; `structures`: their codes.
- `bitsets`: steps 1 and 2.
- `sums`: steps 3 and 4.
- `layout`: of counters and bitsets.
"""
