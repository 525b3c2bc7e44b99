"""Lists that the program makes itself: equations, primes, and the codes of Mastermind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import perm

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.rules.mastermind import MASTERMIND
from gpuwordle.words.language import SYMBOLS
from gpuwordle.words.word_list import WordList

OPERATORS = "+-*/"

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Generated:
    """A list that the program makes, and what is known of it: words by length, and their digest."""

    about: str
    origin: str
    lengths: dict[int, int]
    digest: str
    make: Callable[[], tuple[str, ...]]


@cache
def equations(length: int = 8) -> tuple[str, ...]:
    """Return the equations of Nerdle; for 8 symbols there are 17,723, as its makers state.

    One number stands after the ``=``, and at least one operator before it. No number has a leading
    zero, and none before the ``=`` is 0. Products and quotients are taken first, exactly, and the
    rest from the left; only the result must be a whole number.
    """
    found: list[str] = []
    for digits in range(1, length - 3):
        # Numbers of digits on the left, with an operator between each two numbers.
        for sizes in _sizes(length - 1 - digits):
            ranges = [np.arange(10 ** (size - 1), 10**size) for size in sizes]
            numbers = [grid.ravel() for grid in np.meshgrid(*ranges, indexing="ij")]
            for operators in product(OPERATORS, repeat=len(sizes) - 1):
                above, below = _value(numbers, operators)
                result = above // below
                fits = (above >= 0) & (result * below == above) & (result < 10**digits)
                fits &= result >= (0 if digits == 1 else 10 ** (digits - 1))
                for index in np.flatnonzero(fits):
                    left = str(numbers[0][index])
                    for operator, number in zip(operators, numbers[1:], strict=True):
                        left += f"{operator}{number[index]}"
                    found.append(f"{left}={result[index]}")
    return tuple(sorted(found))


def _sizes(room: int) -> Iterator[tuple[int, ...]]:
    """Yield the lengths of two or more numbers that, with operators between, fill ``room``."""
    for first in range(1, room - 1):
        rest = room - first - 1
        yield first, rest
        yield from ((first, *more) for more in _sizes(rest))


def _value(numbers: list[Numbers], operators: tuple[str, ...]) -> tuple[Numbers, Numbers]:
    """Compute left sides: numerators and denominators, all of one shape."""
    above, below = np.zeros_like(numbers[0]), np.ones_like(numbers[0])
    term, under = numbers[0], below
    sign = 1
    for operator, number in zip((*operators, "+"), (*numbers[1:], numbers[0]), strict=True):
        if operator == "*":
            term = term * number
        elif operator == "/":
            under = under * number
        else:
            above, below = above * under + sign * term * below, below * under
            term, under, sign = number, np.ones_like(number), 1 if operator == "+" else -1
    return above, below


@cache
def primes(length: int = 5) -> tuple[str, ...]:
    """Return the primes of `length` digits."""
    sieve = np.ones(10**length, bool)
    sieve[:2] = False
    for number in range(2, int(len(sieve) ** 0.5) + 1):
        if sieve[number]:
            sieve[number * number :: number] = False
    return tuple(map(str, np.flatnonzero(sieve)[np.flatnonzero(sieve) >= 10 ** (length - 1)]))


GENERATED = {
    "nerdle": Generated(
        "the equations of Nerdle",
        "the rule of nerdlegame.com",
        {8: 17_723},
        "8d296ed15087cfaaf7484ad24316825bd4de16bd9bb84921ee640f68cb11244e",
        equations,
    ),
    "primel": Generated(
        "the primes of five digits, as in Primel",
        "computed",
        {5: 8_363},
        "5960514639bbca5456c802d28c03096199ff5baa4988c74ec05c4080f66b0c8a",
        primes,
    ),
}


COLOURS = "123456789abcdefghijklmnopqrstuvwxyz"
"""Colours as letters; ten or more in Bulls and Cows are `DIGITS`."""

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

MOST_CODES = 1_000_000
"""Most codes in a list."""

CODES = "mastermind:4x6", "bulls:4x10"
"""Examples of the names of lists of codes: places x colours."""

_CODES = re.compile(
    r"(?P<game>mastermind|bulls):(?P<places>\d{1,4})x(?P<colours>\d{1,4})", re.ASCII
)


def is_generated(name: str) -> bool:
    """Return whether a name is that of a list that the program makes."""
    return name in GENERATED or _CODES.fullmatch(name) is not None


def codes(places: int, colours: int, *, repeats: bool) -> tuple[str, ...]:
    """Return all codes of some places and colours, with or without repeated colours.

    Colours are 1 to 9, then a to z; ten or more without repeats begin with 0.

    >>> codes(2, 3, repeats=False)
    ('12', '13', '21', '23', '31', '32')
    """
    if repeats:
        return tuple(map("".join, product(COLOURS[:colours], repeat=places)))
    letters = DIGITS if colours > 9 else COLOURS
    return tuple(map("".join, permutations(letters[:colours], places)))


def generated(name: str) -> WordList:
    """Return a list that the program makes."""
    asked = _CODES.fullmatch(name)
    if asked is None:
        return WordList(name, GENERATED[name].make(), language=SYMBOLS)
    places, colours, repeats = int(asked["places"]), int(asked["colours"]), asked["game"] != "bulls"
    most = len(COLOURS if repeats else DIGITS)
    if not 1 <= colours <= most or not 1 <= places <= (MASTERMIND.longest if repeats else colours):
        longest = MASTERMIND.longest if repeats else "that many"
        raise UserError(
            f"list {name!r} has {places} places and {colours} colours: give 1 to {most} colours "
            f"and 1 to {longest} places, as in {' or '.join(CODES)}"
        )
    count = colours**places if repeats else perm(colours, places)
    if count > MOST_CODES:
        raise UserError(
            f"list {name!r} has {count:,} codes, more than {MOST_CODES:,}: give fewer places or "
            "colours"
        )
    words = codes(places, colours, repeats=repeats)
    return WordList(name, words, language=SYMBOLS, rule=MASTERMIND)
