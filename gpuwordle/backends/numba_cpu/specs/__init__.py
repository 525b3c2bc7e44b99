"""Counting by specs: inclusion-exclusion over {green, yellow, any}^L, for words of 4 to 6 letters.

A histogram costs one load, add and store for every pair of guess and answer. Instead, count for
each guess the answers of every *spec*, which asks of every place one of three things: green,
yellow, or any colour. Grey comes by subtraction.

1. For every feature (place, letter, the letter's places in the guess) there are two bitsets
   over the answers: where the place is green, and where it is yellow.
2. Specs of one, two and three coloured places are popcounts of their intersections, once per
   distinct feature, pair and triple of the vocabulary: the guesses share them.
3. Specs of four and more colours: few answers share four letters with a guess, and they stand in
   postings under those letters. Each adds 1 to its bucket; sums over buckets then give the specs.
4. Sixteen guesses lie side by side. Subtracting, place by place, "green" and "yellow" from
   "any" leaves grey there (a Moebius transform): counts of specs become sizes of buckets.

Other modules use `sizes.smallest_group` and `group_counts.Specs` only.

- `sizes`: from which size specs pay, and sizes of vectors.
- `group_counts`: groups shared out to threads, and the steps for each.
- `guesses`: what guesses share, with the postings of step 3.
- `sums`: the kernels of all steps.
"""
