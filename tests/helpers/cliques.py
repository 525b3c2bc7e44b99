"""Vocabularies to look for cliques in, and how cliques are spelled."""

import random

from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.listing import list_cliques
from gpuwordle.words.vocabulary import Vocabulary

SIX_LETTER_CLIQUES = """\
blowzy drachm juking setpfx
blowzy frumps jading kvetch
dwarfs jumbly kvetch poxing
frowzy jading kvetch plumbs
ftncmd kuvasz pegbox whirly"""


GREEK_AND_CYRILLIC = "αβγδεζηθικλμνξοπρτυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюя"


def random_vocabulary(seed: int, length: int, alphabet: str, count: int) -> Vocabulary:
    """Words with distinct letters, some of them anagrams, and some words with repeated letters."""
    rng = random.Random(seed)
    words = ["".join(rng.sample(alphabet, length)) for _ in range(count)]
    words += ["".join(rng.sample(word, length)) for word in words[::4]]
    words += [letter * length for letter in alphabet[:2] if length > 1]
    return Vocabulary(f"random {seed}", words)


def listed(classes: AnagramClasses, size: int, **options) -> list[tuple[str, ...]]:
    return [
        tuple(classes.spell(clique))
        for batch in list_cliques(classes, size, **options)
        for clique in batch
    ]
