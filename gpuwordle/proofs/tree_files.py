"""Files of trees: our own JSON, and lines of words and patterns as Selby's programs print them.

>>> lines = "cat BBB1 dog GGG2", "    GBB1 cow GGG2", "    GGG1"
>>> tree_of_lines(chr(10).join(lines), "pets.tree").tree.guesses
['cat', 'dog', 'cow']
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gpuwordle.errors import UserError
from gpuwordle.proofs.replay import PlayedTree, WrongTree
from gpuwordle.rules.codes import check_length
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.named import rule_named
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.words.language import PLAIN, Language

_PATTERN = re.compile(r"([BYG]+)([0-9]+)")

Spoken = Callable[[Mapping[str, Any]], Language]

WOULD_RUN = (
    "a class whose code would run: if you trust it, add --vocabulary LIST and --rule (in Python a "
    "vocabulary of that rule)"
)
"""The end of the message that refuses a file whose rule is a class."""

_COLOURS = {"B": 0, "Y": 1, "G": 2}

_SHOWN = 40
"""Characters of a line that an error quotes."""


@dataclass(frozen=True)
class GivenTree:
    """A tree as read from a file."""

    tree: PlayedTree  # its guesses, in lower case
    length: int  # letters in a word
    # the summary of our JSON (vocabulary, digest, hard, allowed, total, worst); empty for lines
    said: dict[str, Any] = field(default_factory=dict)


def read_tree(
    path: Path, spoken: Spoken = lambda said: PLAIN, rule: Feedback = WORDLE
) -> GivenTree:
    """Read a tree; its content shows its form.

    ``spoken`` returns the language of its words from the summary of our JSON; see `GivenTree`.
    ``rule`` is the only class of others that the file may name: another would be imported.
    Raises UserError with the line or node where the file is not understood.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{path} is neither a certificate nor a tree: it is not text") from None
    of_lines = any(map(_PATTERN.fullmatch, text.split(maxsplit=2)[1:2]))
    if text.lstrip()[:1] in ("{", "[") and not of_lines:
        return tree_of_json(text, str(path), spoken, rule)
    return tree_of_lines(text, str(path), spoken({}))


def tree_of_json(
    text: str, where: str, spoken: Spoken = lambda said: PLAIN, known: Feedback = WORDLE
) -> GivenTree:
    """Read a tree that ``gpuwordle tree --format json`` printed; UserError if it is not one.

    See `read_tree`; ``known`` is its rule.
    """
    try:
        said = json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise UserError(
            f"{where} is not JSON ({error}): give what tree --format json wrote"
        ) from None
    if not isinstance(said, dict) or not isinstance(said.get("tree"), dict):
        raise UserError(f"{where} holds no tree: give what tree --format json wrote")
    _check_summary(said, where)
    top = said.pop("tree")
    language = spoken(said)
    opener = _guess(top, where, language)
    if opener is None:
        raise UserError(f"{where} has no guess at the root: give a whole tree")
    tree, rule = PlayedTree(opener), _rule_of(said, where, known)
    waiting = [(0, top)]
    while waiting:
        node, shown = waiting.pop()
        following = shown.get("next", {})
        if not isinstance(following, dict):
            raise UserError(f"{where}: next of {tree.guesses[node]} is not an object of patterns")
        for digits, child in following.items():
            guess = _guess(child, where, language)
            if guess is not None and len(guess) != len(opener):
                raise UserError(f"{where}: guess {guess!r} is not as long as {opener!r}")
            pattern = Pattern.parse(digits, None if rule.has_colours else opener, rule)
            if pattern.length != len(opener) or tree.guesses[node] is None:
                raise UserError(
                    f"{where}: pattern {digits!r} is not a pattern of {tree.guesses[node]!r}"
                )
            waiting.append((_added(tree, node, pattern.code, guess, where), child))
    return GivenTree(tree, len(opener), said)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of JSON; ValueError if it has a name twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(n for n in names if names.count(n) > 1)!r} stands twice")
    return found


def _rule_of(said: Mapping[str, Any], where: str, known: Feedback) -> Feedback:
    """Return the rule that a tree names; refuse to import a class for it."""
    name = str(said.get("rule", WORDLE.name))
    if name == known.name:
        return known
    if ":" in name:
        raise UserError(f"{where} is of rule {name!r:.80}, {WOULD_RUN}")
    return rule_named(name)


def _check_summary(said: Mapping[str, Any], where: str) -> None:
    """Refuse values of a type that would otherwise be ignored."""
    hard, allowed = said.get("hard", False), said.get("allowed")
    if not isinstance(hard, bool):
        raise UserError(f"{where}: hard is {hard!r:.40}, not true or false")
    if allowed is not None and (type(allowed) is not int or allowed < 1):
        raise UserError(f"{where}: allowed is {allowed!r:.40}, not a number of guesses or null")


def tree_of_lines(text: str, where: str, language: Language = PLAIN) -> GivenTree:
    """Read a tree as lines of games.

    A line is a game: words, each with its pattern and turn, ``salet BBBBB1 courd BYBYG2 crowd
    GGGGG3``. ``B`` is grey, ``Y`` yellow, ``G`` green. What a game shares with the line above may
    be left out at its beginning; the first turn shown may lack its word. Raises UserError with the
    number of a line that is not understood.
    """
    tree: PlayedTree | None = None
    length: int | None = None
    path: list[tuple[int, int]] = []  # node and code of each turn of the line above
    for number, line in enumerate(text.splitlines(), start=1):
        place = f"line {number} of {where}"
        clues = _clues(line, place, language)
        if clues and clues[0][1] > len(path) + (clues[0][0] is not None):
            raise UserError(f"{place} begins at turn {clues[0][1]}, which the lines above lack")
        for word, turn, pattern in clues:
            if word is None:
                node = path[turn - 1][0]
            elif tree is None:
                tree, node = PlayedTree(word), 0
            elif turn == 1:
                node = 0
                if word != tree.guesses[0]:
                    raise UserError(f"{place} opens with {word}, others with {tree.guesses[0]}")
            else:
                node = _added(tree, *path[turn - 2], word, place)
            del path[turn - 1 :]
            path.append((node, pattern.code))
            length = pattern.length if length is None else length
            if pattern.length != length:
                raise UserError(f"{place} has a pattern of {pattern.length} letters, not {length}")
    if tree is None or length is None:
        raise UserError(f"{where} is empty: give a certificate or a tree")
    return GivenTree(tree, length)


def _clues(line: str, place: str, language: Language) -> list[tuple[str | None, int, Pattern]]:
    """Read a line: word, turn and pattern of each clue; the first may lack its word."""
    clues: list[tuple[str | None, int, Pattern]] = []
    word: str | None = None
    for token in line.split():
        found = _PATTERN.fullmatch(token)
        if found is None:
            before, word = word, language.read(token)
            if before is not None or not word:
                shown = line.strip()[:_SHOWN]
                raise UserError(
                    f"{place} is not understood at {token[:_SHOWN]!r}: {shown!r} is not a game of "
                    "words and patterns, such as salet BBBBB1 courd BYBYG2 (tree --format json "
                    "writes what is read)"
                )
            continue
        colours, turn = found[1], int(found[2][:9])
        follows = turn == clues[-1][1] + 1 and word is not None if clues else turn >= 1
        if not follows or (word is not None and len(word) != len(colours)):
            raise UserError(f"{place} is not understood at {token[:_SHOWN]!r}: it follows no guess")
        check_length(len(colours))
        clues.append((word, turn, Pattern.of_colours(_COLOURS[mark] for mark in colours)))
        word = None
    if word is not None:
        raise UserError(f"{place} ends with {word}, which has no pattern")
    return clues


def _guess(shown: Any, where: str, language: Language) -> str | None:
    """Return the guess of a node of JSON."""
    guess = shown.get("guess", "") if isinstance(shown, dict) else ""
    if guess is None:
        return None
    word = language.read(guess)
    if not word:
        raise UserError(f"{where} has a node whose guess is {guess!r}: give a word or null")
    return word


def _added(tree: PlayedTree, node: int, code: int, guess: str | None, place: str) -> int:
    """Add a node, or find it if it is already there with the same guess."""
    there = tree.next[node].get(code)
    if there is not None and tree.guesses[there] == guess:
        return there
    try:
        return tree.add(node, code, guess)
    except WrongTree as error:
        raise UserError(f"{place}: {error}") from None
