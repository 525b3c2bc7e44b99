"""Write what first guesses of named lists are worth: gpuwordle/assistant/openers.toml.

The least total of each list is proven first (`gpuwordle.prove_openers`, minutes); then the totals
of well-known first guesses, and of those with the most buckets, are searched one by one. Lists and
modes that are not named keep what the file has of them.
"""

from __future__ import annotations

import argparse
import time
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from gpuwordle import Conditions, Vocabulary, load, prove_openers
from gpuwordle.assistant import committed
from gpuwordle.assistant.adviser import Adviser
from gpuwordle.assistant.exact import Exact, within
from gpuwordle.backends.table import engine_for

PLACE = Path(committed.__file__).with_name("openers.toml")

WELL_KNOWN = (
    *("adieu", "aisle", "alert", "arise", "arose", "atone", "audio", "canoe", "carle", "cones"),
    *("crane", "crate", "dealt", "heart", "house", "irate", "later", "least", "linty", "nymph"),
    *("ouija", "party", "plate", "raise", "ratio", "react", "reast", "roast", "roate", "saine"),
    *("salet", "slant", "slate", "soare", "spare", "stare", "steam", "tales", "tares", "tarse"),
    *("teary", "train", "trace", "tried", "weary"),
)

HEADING = """\
# What perfect play takes after first guesses, without a limit of guesses: the least total over all
# answers, and the longest game. By the digest of the words. Written by scripts/opener_values.py.
"""


def openers_of(words: Vocabulary, most: int) -> list[int]:
    """Guess indices of the first guesses that are kept: well-known ones, and many buckets."""
    counts = engine_for(words, "auto").statistics().buckets[0]
    found = {words.guess_index[word] for word in WELL_KNOWN if word in words.guess_index}
    found.update(np.argsort(-counts, kind="stable")[:most].tolist())
    return sorted(found, key=lambda guess: (-int(counts[guess]), guess))


def values_of(words: Vocabulary, *, hard: bool, most: int, seconds: float) -> dict[str, Any]:
    """Prove the least total, and search those of first guesses."""
    # The second best as well: where it takes more, the best is the only one.
    proof = prove_openers(words, Conditions(hard=hard), top=2)
    assert proof.complete
    adviser = Adviser(words, hard=hard)
    position = adviser.position()
    found: dict[str, list[int]] = {}
    chosen = openers_of(words, most)
    best = {words.guess_index[opener.guess] for opener in proof.best}
    for guess in sorted(best) + [one for one in chosen if one not in best]:
        worth = within(seconds, lambda clock, g=guess: Exact(adviser, clock).after(position, g))
        if worth.exact and worth.shortest == worth.longest:
            assert worth.low >= proof.best[0].total
            found[words.guesses[guess]] = [worth.low, worth.longest]
    assert found[proof.best[0].guess][0] == proof.best[0].total
    order = sorted(found.items(), key=lambda item: (item[1], words.guess_index[item[0]]))
    alone = proof.best[1].total > proof.best[0].total
    return {"best": proof.best[0].guess, "alone": alone, "openers": dict(order)}


def written(tables: dict[str, dict[str, Any]]) -> str:
    """Write the tables as TOML."""
    parts = [HEADING]
    for digest, modes in tables.items():
        for mode, values in modes.items():
            parts.append(f'\n[{digest}.{mode}]\nbest = "{values["best"]}"\n')
            parts.append(f"alone = {str(values['alone']).lower()}\n")
            parts.append(f"\n[{digest}.{mode}.openers]\n")
            parts += [f"{word} = {list(value)}\n" for word, value in values["openers"].items()]
    return "".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lists", nargs="+", help="named lists, such as wordle")
    parser.add_argument("--mode", choices=["easy", "hard"], action="append")
    parser.add_argument("--most", type=int, default=100, help="guesses with the most buckets")
    parser.add_argument("--seconds", type=float, default=60.0, help="longest search for one")
    arguments = parser.parse_args()
    for name in arguments.lists:
        words = load(name).of_length(5)
        for mode in arguments.mode or ["easy", "hard"]:
            start = time.process_time()
            values = values_of(
                words, hard=mode == "hard", most=arguments.most, seconds=arguments.seconds
            )
            tables = tomllib.loads(PLACE.read_text("utf-8"))
            tables.setdefault(words.digest[: committed.DIGITS], {})[mode] = values
            PLACE.write_text(written(tables), "utf-8")
            spent = time.process_time() - start
            print(f"{name} {mode}: {len(values['openers'])} openers, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
