"""A slow producer of certificates for small lists: plain Python minima over all trees.

It shares nothing with the solver, nor with the checker, but the tables that a certificate is.
"""

import io
import json
import random
import zipfile
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache

import naive
import numpy as np
import pytest
from helpers.errors import one_line_error
from helpers.words import random_words
from hypothesis import strategies as st

from gpuwordle import Certificate, Vocabulary
from gpuwordle.proofs.certificate import (
    ONE_PLY,
    SEARCHED,
    SIZES,
    Claims,
    CoreProof,
    Refutations,
    Statement,
    TreeTable,
    decode,
    encode,
)
from gpuwordle.proofs.checker import Refused, check

NEVER = 10**6
"""More than any total: not all words are found."""

FAMILY = [initial + "ill" for initial in "abcdefgh"]
"""Words that differ in a letter, so that a guess of another word tells little."""


def rhymes(seed, hidden, others):
    """(Guesses, answers) that are hard to tell apart: words that differ in a letter, and others."""
    rng = random.Random(seed)
    words = sorted(initial + rime for initial in "bcdfgh" for rime in ("at", "ot", "et", "in"))
    rng.shuffle(words)
    letters, more = sorted(set("".join(words))), set()
    while len(more) < others:
        more.add("".join(rng.choices(letters, k=3)))
        more.difference_update(words)
    return [*words[:hidden], *sorted(more)], words[:hidden]


def rhyming(seed, hidden, others):
    """The same as a vocabulary."""
    guesses, answers = rhymes(seed, hidden, others)
    return Vocabulary("rhymes", answers, guesses)


def drawn(seed, length, letters, hidden):
    """(Guesses, answers) of few letters in any order."""
    words = random_words(seed, length, letters, 15)
    return words, words[:hidden]


seeds = st.integers(0, 10**6)
lengths = st.sampled_from([1, 2, 3, 4, 5, 6, 8, 12, 20])
lists = st.builds(rhymes, seeds, st.integers(1, 12), st.just(6)) | st.builds(
    drawn, seeds, lengths, st.integers(2, 5), st.integers(1, 14)
)


def random_weights(seed, count, heaviest):
    """Weights up to a number; none if that is 1."""
    weights = np.random.default_rng(seed).integers(1, heaviest + 1, count)
    return None if heaviest == 1 else tuple(weights.tolist())


def asks(clues):
    """What hard mode asks after clues: greens, and copies of letters."""
    greens, copies = set(), Counter()
    for guess, colours in clues:
        played = list(enumerate(zip(guess, colours, strict=True)))
        greens.update((place, letter) for place, (letter, colour) in played if colour == 2)
        copies |= Counter(letter for _, (letter, colour) in played if colour)
    return frozenset(greens), frozenset(copies.items())


@dataclass
class Minima:
    """Least totals over all trees of a small list, by trying every guess."""

    guesses: tuple[str, ...]
    answers: tuple[str, ...]
    hard: bool
    weights: tuple[int, ...] | None = None  # of the answers; 1 if None
    memo: dict = field(default_factory=dict)

    def __post_init__(self):
        weights = self.weights or [1] * len(self.answers)
        self.weight = dict(zip(self.answers, weights, strict=True))

        @cache
        def playable(clues):
            if not clues or not self.hard:
                return self.guesses
            *before, clue = clues
            return tuple(word for word in playable(tuple(before)) if naive.is_legal(*clue, word))

        self.playable = playable

    def buckets(self, guess, words):
        """Buckets by colours, without that of the guess itself."""
        found = naive.clue_buckets(guess, [word for word in words if word != guess])
        return {colours: tuple(bucket) for colours, bucket in found.items()}

    def least(self, words, clues=(), left=None):
        """(Least total, guess) for a set after clues with ``left`` guesses left."""
        playable = self.playable(clues)
        key = words, playable, left
        if key not in self.memo:
            self.memo[key] = min(
                (self.after(guess, words, clues, left), index)
                for index, guess in enumerate(playable)
            )
        total, index = self.memo[key]
        return total, playable[index]

    def after(self, guess, words, clues, left):
        """Least total of the trees that begin with a guess."""
        if left == 0 or self.useless(guess, words):
            return NEVER
        rest = None if left is None else left - 1
        total = self.weigh(words)
        for colours, bucket in self.buckets(guess, words).items():
            total += self.least(bucket, (*clues, (guess, colours)), rest)[0]
        return min(total, NEVER)

    def useless(self, guess, words):
        buckets = self.buckets(guess, words)
        return len(buckets) == 1 and guess not in words

    def weigh(self, words):
        return sum(self.weight[word] for word in words)

    def heaviest(self, words):
        return max(self.weight[word] for word in words)

    def most(self, guess, words):
        """K: the weights of the heaviest words of all buckets, its own included, added up."""
        own = self.weight[guess] if guess in words else 0
        return own + sum(map(self.heaviest, self.buckets(guess, words).values()))

    def one_ply(self, guess, words):
        own = self.weight[guess] if guess in words else 0
        return 3 * self.weigh(words) - self.most(guess, words) - own

    def trivial(self, words, left):
        if left is not None and (left == 0 or (left == 1 and len(words) > 1)):
            return NEVER
        return 2 * self.weigh(words) - self.heaviest(words)


def certificate(
    guesses, answers, *, hard=False, allowed=None, searched=False, weights=None, **more
):
    """Prove a small list: the best tree, and every opener refuted.

    With ``searched``, openers that sizes or one ply would refute are searched as well.
    """
    minima = Minima(tuple(guesses), tuple(answers), hard, weights)
    total, _ = minima.least(minima.answers, (), allowed)
    found = total < NEVER
    bound = total if found else None
    said = Statement(allowed, bound, openers(minima, bound, allowed, searched))
    more |= {"hard": hard, "allowed": allowed, "weights": weights, "objective": "total"}
    tree = tree_of(minima, allowed) if found else None
    return stating(guesses, answers, said, optimal=found, tree=tree, **more)


def tree_of(minima, allowed):
    """The least tree, depth first."""
    rows = []

    def grow(words, clues, left, parent, code):
        _, guess = minima.least(words, clues, left)
        node = len(rows)
        rows.append((parent, code, minima.guesses.index(guess)))
        rest = None if left is None else left - 1
        for colours, bucket in minima.buckets(guess, words).items():
            grow(bucket, (*clues, (guess, colours)), rest, node, naive.code(guess, bucket[0]))

    grow(minima.answers, (), allowed, -1, 0)
    return TreeTable(*(np.array(column) for column in zip(*rows, strict=True)))


def openers(minima, bound, allowed, searched):
    """Refute every opener, by the weakest method that does."""
    answers = minima.answers
    goal = NEVER if bound is None else bound
    most = max(minima.most(guess, answers) for guess in minima.guesses)
    rest = None if allowed is None else allowed - 1
    methods, claims = [], ClaimList(minima)
    for opener in minima.guesses:
        buckets = minima.buckets(opener, answers)
        sizes = one_ply = minima.weigh(answers)
        for colours, bucket in buckets.items():
            small = minima.trivial(bucket, rest)
            by_most = 3 * minima.weigh(bucket) - most - minima.heaviest(bucket)
            sizes += max(small, by_most if len(bucket) > 2 else 0)
            playable = minima.playable(((opener, colours),))
            one_ply += max(small, min(minima.one_ply(g, bucket) for g in playable))
        if sizes >= goal and not searched:
            methods.append(SIZES)
        elif one_ply >= goal and not searched:
            methods.append(ONE_PLY)
        else:
            methods.append(SEARCHED)
            claims.add_buckets(opener, answers, (), rest)
    return Refutations(np.array(methods), claims.table())


class ClaimList:
    """What searched openers rest on: exact values, as deep as they are needed."""

    def __init__(self, minima):
        self.minima, self.rows, self.known = minima, [], set()

    def add_buckets(self, guess, words, clues, left):
        for colours, bucket in self.minima.buckets(guess, words).items():
            if len(bucket) >= 3 and self.minima.trivial(bucket, left) < NEVER:
                self.add(bucket, (*clues, (guess, colours)), left)

    def add(self, words, clues, left):
        value, _ = self.minima.least(words, clues, left)
        key = words, asks(clues) if self.minima.hard else (), left
        if value == self.minima.trivial(words, None) or key in self.known:
            return
        self.known.add(key)
        self.rows.append((clues, value, left))
        rest = None if left is None else left - 1
        for guess in self.minima.playable(clues):
            if self.minima.one_ply(guess, words) < value and not self.minima.useless(guess, words):
                self.add_buckets(guess, words, clues, rest)

    def table(self):
        guesses = self.minima.guesses
        steps = [len(clues) for clues, _, _ in self.rows]
        path = [clue for clues, _, _ in self.rows for clue in clues]
        bounds = [value if value < NEVER else -1 for _, value, _ in self.rows]
        return Claims(
            np.array(steps, np.int64),
            np.array([guesses.index(guess) for guess, _ in path], np.int64),
            np.array([int("".join(map(str, shown)), 3) for _, shown in path], np.int64),
            np.array(bounds, np.int64),
            np.array([left or 0 for _, _, left in self.rows], np.int64),
            np.full(len(self.rows), self.minima.hard),
        )


def cores(guesses, answers, allowed):
    """Prove by cores that a small list cannot be found in ``allowed`` guesses; easy mode."""
    minima = Minima(tuple(guesses), tuple(answers), False)
    rows, known = [], set()

    def add(words, left):
        if (words, left) in known:
            return
        known.add((words, left))
        if left > 2:
            for guess in minima.guesses:
                buckets = minima.buckets(guess, words).values()
                # The bucket of several words that cannot be found in one guess less.
                add(next(p for p in buckets if minima.least(p, (), left - 1)[0] >= NEVER), left - 1)
        rows.append((words, left))

    add(minima.answers, allowed)
    listed = [minima.answers.index(word) for words, _ in rows for word in words]
    sizes = np.array([len(words) for words, _ in rows])
    proof = CoreProof(sizes, np.array(listed), np.array([left for _, left in rows]))
    return stating(guesses, answers, Statement(allowed, None, proof))


def stating(guesses, answers, *statements, **more):
    """A certificate of these statements alone, in easy mode without a limit by default."""
    usual = {"name": "small", "hard": False, "allowed": None, "objective": "worst"}
    usual |= {"optimal": False, "tree": None}
    lists = {"guesses": tuple(guesses), "answers": tuple(answers)}
    return Certificate(**lists, statements=statements, **usual | more)


def repacked(content, change, compression=zipfile.ZIP_STORED):
    """A certificate's archive again with members changed; checksums are right."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    return buffer.getvalue()


def with_header(content, **said):
    def change(members):
        header = json.loads(members["certificate.json"]) | said
        members["certificate.json"] = json.dumps(header).encode()

    return repacked(content, change)


def proof_of(certificate):
    return certificate.statements[0].proof


def with_proof(certificate, proof=None, **changes):
    """Change the proof, or other parts, of the only statement."""
    (said,) = certificate.statements
    said = replace(said, proof=said.proof if proof is None else proof, **changes)
    return replace(certificate, statements=(said,))


def treeless(certificate, **changes):
    """Change other parts, and leave out the tree, which may contradict them."""
    return replace(certificate, tree=None, optimal=False, **changes)


def refused(certificate, why):
    """Check a certificate that is spoilt: one line says why it is no proof."""
    with one_line_error(why, Refused):
        check(certificate)


def proves_exactly(made, least):
    """Read a certificate back that proves a least total: one guess more is refused."""
    again = decode(encode(made))
    assert encode(again) == encode(made)
    found = check(again)
    assert found.optimal and found.games.total == least
    assert [bound.bound for bound in found.bounds] == [least]
    with pytest.raises(Refused):
        check(treeless(with_proof(again, bound=least + 1)))
    return again
