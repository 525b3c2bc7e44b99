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


def some_words(seed, length, alphabet, count, repeats):
    """Words with distinct letters, some of them anagrams, and words in which letters may repeat."""
    rng = random.Random(seed)
    words = ["".join(rng.sample(alphabet, length)) for _ in range(count)]
    words += ["".join(rng.sample(word, length)) for word in words[::3]]
    if repeats:
        words += ["".join(rng.choices(alphabet, k=length)) for _ in range(count // 2)]
    rng.shuffle(words)
    return list(dict.fromkeys(words))


def random_vocabulary(seed: int, length: int, alphabet: str, count: int) -> Vocabulary:
    return Vocabulary(f"random {seed}", some_words(seed, length, alphabet, count, repeats=True))


def listed(classes: AnagramClasses, size: int, **options) -> list[tuple[str, ...]]:
    return [
        tuple(classes.spell(clique))
        for batch in list_cliques(classes, size, **options)
        for clique in batch
    ]
