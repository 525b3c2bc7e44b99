"""Reilly's three stages, as his program has them."""


def parse(clues, stage):
    """(invalid, valid, mask, wrong spots) of (guess, colours) pairs."""
    length = len(clues[0][0])
    invalid, valid, mask = set(), set(), [None] * length
    wrong_spot = [set() for _ in range(length)]
    for guess, colours in clues:
        if stage == "two-pass":
            valid |= {g for g, colour in zip(guess, colours, strict=True) if colour}
        for place, (g, colour) in enumerate(zip(guess, colours, strict=True)):
            if colour == 2:
                mask[place] = g
                valid.add(g)
            elif colour == 1:
                wrong_spot[place].add(g)
                valid.add(g)
            elif stage == "naive" or g not in valid:
                invalid.add(g)
            elif stage == "two-pass":
                wrong_spot[place].add(g)
    return invalid, valid, mask, wrong_spot


def is_eligible(word, invalid, valid, mask, wrong_spot):
    return (
        valid <= set(word)
        and all(m is None or m == c for c, m in zip(word, mask, strict=True))
        and not invalid & set(word)
        and not any(c in spot for c, spot in zip(word, wrong_spot, strict=True))
    )
