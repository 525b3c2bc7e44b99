"""The three colours of a letter, as numbers and as tiles; imports nothing."""

GREY, YELLOW, GREEN = 0, 1, 2

TILES = "⬜🟨🟩"
"""One tile per colour, as shared results print them."""
