"""Grow nearly optimal trees where every word may be hidden, and keep them: bench_results/trees.

Where there is no proof (`scripts/records.py`), their totals are upper bounds that anyone can lower.
A tree is kept as lines of games, compressed, and is replaced only by one with a smaller total.
Whatever is kept was read again and replayed here by the definition of a pattern alone, without the
package:

    python scripts/beam_trees.py --only wordle-all-hidden     # grow it again
    python scripts/beam_trees.py --only wordle-all-hidden-easy --width 60,30,15,8
    python scripts/beam_trees.py --check                      # replay all that is kept
    xz -dk bench_results/trees/wordle-all-hidden-easy.tree.xz
    gpuwordle verify bench_results/trees/wordle-all-hidden-easy.tree -v all.txt

Processor seconds are those of all threads, with compiled code warm; words and patterns are not
counted.
"""

from __future__ import annotations

import argparse
import json
import lzma
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench_record import ROOT, Row, commit_of_package, markdown_table, write

from gpuwordle import Conditions, Vocabulary, grow, load
from gpuwordle.strategies.optimal import Beam
from gpuwordle.tree.check import check_tree
from gpuwordle.tree.decision_tree import DecisionTree

FOLDER = "trees"
COLOURS = "BYG"
EXACT = "exact"


class Tree(NamedTuple):
    """A tree to grow: its list, every word of which may be hidden, its mode, and how wide.

    Of width `EXACT`, it is optimal play after its opener.
    """

    vocabulary: str
    length: int
    width: str
    hard: bool = False
    opener: str | None = None

    @property
    def name(self) -> str:
        """Its name, and that of its file."""
        length = "" if self.length == 5 else f"-{self.length}"
        return f"{self.vocabulary}{length}-all-hidden-{'hard' if self.hard else 'easy'}"


TREES = (
    Tree("wordle", 5, EXACT, opener="tares"),
    Tree("wordle", 5, "3,2", hard=True),
    Tree("web2", 5, "40,20,10", opener="tarse"),
    Tree("web2", 6, EXACT, opener="salten"),
    Tree("web2", 7, EXACT, opener="saltine"),
    Tree("web2", 8, "3,2"),
)


def words_of(tree: Tree) -> Vocabulary:
    """Every word of the list, any of which may be hidden."""
    words = load(tree.vocabulary).of_length(tree.length).guesses
    return Vocabulary(f"{tree.vocabulary}, all hidden", words)


def grown(tree: Tree, words: Vocabulary) -> tuple[DecisionTree, float]:
    """Grow a tree; return it with the processor seconds that it took."""
    some = Vocabulary("warm", words.guesses[:300])
    rules = Conditions(hard=tree.hard)
    player = "optimal" if tree.width == EXACT else Beam(tree.width)
    grow(some, player, rules)
    start = time.process_time()
    found = grow(words, player, rules, opener=tree.opener)
    seconds = time.process_time() - start
    check_tree(found, words)
    return found, seconds


def text_of(tree: DecisionTree) -> str:
    """The tree as lines of games, in the order of the answers."""
    words, games = tree.vocabulary, tree.games().to_dict()["games"]
    lines = []
    for hidden, game in zip(words.answers, games, strict=True):
        turns = enumerate(game["guesses"], start=1)
        lines.append(" ".join(f"{guess} {colours(guess, hidden)}{turn}" for turn, guess in turns))
    return "\n".join(lines) + "\n"


def colours(guess: str, hidden: str) -> str:
    """The definition of a pattern: greens first, then yellows from the left."""
    left = Counter(h for g, h in zip(guess, hidden, strict=True) if g != h)
    shown = []
    for g, h in zip(guess, hidden, strict=True):
        yellow = g != h and left[g] > 0
        left[g] -= yellow
        shown.append(COLOURS[2 if g == h else yellow])
    return "".join(shown)


def legal(guess: str, clues: Sequence[tuple[str, str]]) -> bool:
    """Hard mode: greens stay, and coloured letters are used as often as they were coloured."""
    for before, shown in clues:
        used = Counter(letter for letter, mark in zip(before, shown, strict=True) if mark != "B")
        stays = zip(before, shown, guess, strict=True)
        if any(mark == "G" and old != new for old, mark, new in stays):
            return False
        if any(guess.count(letter) < copies for letter, copies in used.items()):
            return False
    return True


def replayed(text: str, words: Sequence[str], hard: bool) -> tuple[int, int]:
    """Replay lines of games by the rules; return the total and the longest game."""
    known, found, guess_after = set(words), [], {}
    total = worst = 0
    for line in text.splitlines():
        turns, clues = line.split(), []
        guesses, hidden = turns[::2], turns[-2]
        for turn, (guess, told) in enumerate(zip(guesses, turns[1::2], strict=True), start=1):
            shown = colours(guess, hidden)
            assert guess in known and told == f"{shown}{turn}", (line, guess)
            assert guess_after.setdefault(tuple(clues), guess) == guess, (line, guess)
            assert not hard or legal(guess, clues), (line, guess)
            clues.append((guess, shown))
        found.append(hidden)
        total, worst = total + len(guesses), max(worst, len(guesses))
    assert sorted(found) == sorted(words), "every word is found once"
    return total, worst


def kept(rows: Sequence[Row]) -> str:
    """What is kept, as a table."""
    return markdown_table(
        [
            {
                "list": row["list"],
                "letters": row["letters"],
                "hidden": f"{row['answers']:,}",
                "mode": "hard" if row["hard"] else "easy",
                "opener": row["opener"],
                "total": f"{row['total']:,}",
                "average": f"{row['total'] / row['answers']:.4f}",
                "longest game": row["worst"],
                "width": row["width"],
                "processor seconds": f"{row['seconds']:.0f}",
                "file": row["file"],
                "commit": row["commit"][:10],
            }
            for row in rows
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[""], help="trees whose names contain these")
    parser.add_argument("--width", help=f"another width, or {EXACT}")
    parser.add_argument("--opener", help="an opener instead of the beam's choice")
    parser.add_argument("--check", action="store_true", help="replay what is kept, and grow none")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    arguments = parser.parse_args()
    path, folder = arguments.output / "trees.json", arguments.output / FOLDER
    rows = json.loads(path.read_text())["rows"] if path.exists() else []
    before = {row["name"]: row for row in rows}
    folder.mkdir(parents=True, exist_ok=True)
    for tree in TREES:
        if not any(part in tree.name for part in arguments.only):
            continue
        words, old = words_of(tree), before.get(tree.name)
        file = folder / f"{tree.name}.tree.xz"
        if not arguments.check:
            tree = tree._replace(
                width=arguments.width or tree.width, opener=arguments.opener or tree.opener
            )
            found, seconds = grown(tree, words)
            print(tree.name, found.opener, found.total, f"{seconds:.1f} s", flush=True)
            if old is not None and old["total"] <= found.total:
                continue
            lines = text_of(found)
            assert replayed(lines, words.guesses, tree.hard) == (found.total, found.worst)
            file.write_bytes(lzma.compress(lines.encode(), preset=9))
            old = before[tree.name] = {
                "name": tree.name,
                "list": tree.vocabulary,
                "letters": tree.length,
                "digest": words.digest,
                "answers": len(words.answers),
                "hard": tree.hard,
                "opener": found.opener,
                "total": found.total,
                "worst": found.worst,
                "width": tree.width,
                "seconds": seconds,
                "file": f"{FOLDER}/{file.name}",
                "commit": commit_of_package(),
            }
        if old is not None:
            text = lzma.decompress(file.read_bytes()).decode()
            assert replayed(text, words.guesses, tree.hard) == (old["total"], old["worst"])
            print(tree.name, "replayed:", old["total"], flush=True)
        if not arguments.check:
            rows = [before[one.name] for one in TREES if one.name in before]
            print("wrote", write(arguments.output, "trees", rows, kept(rows)))


if __name__ == "__main__":
    main()
