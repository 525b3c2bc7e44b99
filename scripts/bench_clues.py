"""Measure what clues cost: words that can be hidden, the trie, and words formed of letters.

Processor seconds of one core, the least of several warm runs, on words-alpha, which is loaded
first; commands are whole processes with compiled modules. Each row is compared with another way to
find the same words: a search of Sreekala et al., the trie of Haag, or plain Python. Writes
bench_results/clues.json and clues.md.

    GPUWORDLE_DATA=FOLDER python scripts/bench_clues.py
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import bench_record
from bench_record import Row, row

from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.clues.searches import LetterTable, brute_force
from gpuwordle.clues.trie import Trie
from gpuwordle.rules.pattern import Pattern
from gpuwordle.words.sources import load
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList

LIST = "words-alpha"
GAME = ["JUDGE=....e", "CHEST=c.E..", "WRECK=..Ec."]


def seconds_of(work: Callable[[], object], repeats: int = 9) -> float:
    return bench_record.best_of(work, repeats)[0]


def process_of(*arguments: str) -> float:
    """Processor seconds of a whole process, the smallest of several."""
    command = [sys.executable, "-m", "gpuwordle", *arguments]
    # An installed package's modules are compiled once, and not in every process.
    here = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    seconds = []
    for _ in range(6):
        before = os.times()
        subprocess.run(command, check=True, capture_output=True, env=here)
        after = os.times()
        used = after.children_user + after.children_system
        seconds.append(used - before.children_user - before.children_system)
    return min(seconds)


def three_clues(words: Vocabulary, seed: int) -> Clues:
    """Three guesses at a hidden word, drawn."""
    draw = random.Random(seed)
    hidden = draw.choice(words.answers)
    guesses = draw.sample(words.answers, 3)
    return Clues(tuple(Clue(guess, Pattern.of(guess, hidden)) for guess in guesses))


def eligible_words(lists: dict[int, Vocabulary], trie: Trie) -> list[Row]:
    rows = []
    for length, words in lists.items():
        clues = three_clues(words, length)
        expected = clues.eligible(words, "colours")
        table = LetterTable(words.answers)

        def brute(clues: Clues = clues, words: Vocabulary = words) -> list[str]:
            left = list(words.answers)
            for guess, pattern in clues.clues:
                left = brute_force(left, guess, pattern)
            return left

        def looked_up(
            clues: Clues = clues, words: Vocabulary = words, table: LetterTable = table
        ) -> set[str]:
            left = set(words.answers)
            for guess, pattern in clues.clues:
                left = table.possible(left, guess, pattern)
            return left

        assert tuple(brute()) == expected
        assert looked_up() == set(expected) == set(trie.candidates(clues, "colours").words)
        ours = seconds_of(partial(clues.eligible, words, "colours"))
        what = f"eligible, three clues, {length} letters ({len(words.answers):,} words)"
        peers = {
            "Sreekala et al., brute force": seconds_of(brute, 3),
            "Sreekala et al., hash table": seconds_of(looked_up, 3),
            "Haag, trie": seconds_of(partial(trie.candidates, clues, "colours")),
        }
        for peer, seconds in peers.items():
            rows.append(row(what, ours, 2e-3, peer, seconds))
    return rows


def beyond_loading(words: WordList) -> Row:
    """The first search in a list that was just loaded: its words of one length, their letters."""
    clues = Clues.parse(GAME)

    def of_length() -> Vocabulary:
        return replace(words).of_length(5)  # a copy, which has not looked at its lengths yet

    whole = seconds_of(lambda: clues.eligible(of_length()))
    what = f"eligible, three clues, {LIST} beyond loading"
    return row(what, whole, 20e-3, "its words of five letters alone", seconds_of(of_length))


def challenges(trie: Trie, words: Vocabulary) -> Row:
    drawn = random.Random(10).sample(words.answers, 50)

    def work() -> None:
        for letters in drawn:
            trie.challenge(letters)

    start = time.process_time()
    have = Counter(drawn[0])
    formed = [word for word in trie.words if not Counter(word) - have]
    plain = time.process_time() - start
    assert set(formed) == set(trie.challenge(drawn[0]).words)
    seconds = seconds_of(work, 5) / len(drawn)
    return row("challenge of ten letters", seconds, 5e-3, "all words, plain Python", plain)


def measure() -> list[Row]:
    source = load(LIST)
    lists = {length: source.of_length(length) for length in (5, 9)}
    for words in lists.values():
        _ = words.answer_letters  # part of loading
    trie = Trie(source)
    rows = eligible_words(lists, trie)
    rows.append(beyond_loading(source))

    def tree_of_dictionaries() -> dict:
        root: dict = {}
        for word in source.words:
            node = root
            for letter in word:
                node = node.setdefault(letter, {})
            node[""] = word
        return root

    plain = seconds_of(tree_of_dictionaries, 1)
    built = seconds_of(partial(Trie, source), 5)
    what = f"trie of {len(trie):,} words ({trie.nodes:,} nodes, {trie.nbytes >> 20} MiB)"
    rows.append(row(what, built, 1.0, "nested dictionaries", plain))
    rows.append(challenges(trie, source.of_length(10)))
    start = process_of("--help")
    for name, must in (("wordle-nyt", 0.5), (LIST, None)):
        whole = process_of("eligible", *GAME, "-v", name)
        rows.append(
            row(f"`gpuwordle eligible`, {name}, whole process", whole, must, "--help", start)
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--output", type=Path, default=bench_record.ROOT / "bench_results")
    options = parser.parse_args()
    rows = measure()
    table = bench_record.comparison_table(rows)
    print(table)
    bench_record.write(options.output, "clues", rows, table)


if __name__ == "__main__":
    main()
