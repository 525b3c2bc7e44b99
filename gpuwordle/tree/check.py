"""An independent check of decision trees: every answer replayed by the rules of the game.

Nothing that grew the tree is used here, backends and `gpuwordle.clues` included. Patterns come from
the plain-Python rule (`gpuwordle.rules.pattern.score`), and the filter ``pattern`` is no more than
that. Hard mode and the other filters are written down once more on purpose, word by word as a
player would check them: a mistake in the bits of `gpuwordle.clues` would otherwise pass its own
check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gpuwordle.games.nodes import NOBODY
from gpuwordle.rules.codes import colours_of_codes
from gpuwordle.rules.colours import GREEN, GREY, YELLOW
from gpuwordle.rules.hard_mode import Clue, legal
from gpuwordle.rules.pattern import score
from gpuwordle.tree.decision_tree import DecisionTree
from gpuwordle.words.vocabulary import Vocabulary


def verify(tree: DecisionTree, vocabulary: Vocabulary) -> None:
    """Replay every answer of a tree and compare what the tree says about its game.

    Checked are: every pattern leads to a node; guesses are words of the pool, legal in hard mode;
    a game ends when its guess is the answer and not before, or unsolved when the guesses are used
    up or would repeat themselves; no node is idle; and each node counts the answers that come to it
    and the candidates that its clues leave under the filter.

    Parameters
    ----------
    tree
        The tree.
    vocabulary
        The words that it should be a tree of.

    Raises
    ------
    ValueError
        If the tree is wrong somewhere, with the node and the words.
    """
    visits: Counter[int] = Counter()
    for game, answer in enumerate(tree.played):
        visits.update(_replay(tree, vocabulary, game, vocabulary.answers[answer]))
    for node in range(len(tree)):
        _check(
            visits[node] == tree.answers_here[node] > 0,
            f"node {node} counts {tree.answers_here[node]} answers, {visits[node]} come to it",
        )
    _check_candidates(tree, vocabulary)


def kept(word: str, clue: Clue, filter: str) -> bool:
    """Tell whether a filter other than ``pattern`` keeps a word after a clue."""
    guess, colours = clue
    if word == guess:
        return False
    for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
        shown = sum(1 for g, c in zip(guess, colours, strict=True) if g == letter and c != GREY)
        here, copies = word[place] == letter, word.count(letter)
        if colour == GREEN and not here:
            return False
        if filter == "letters":
            fits = (copies > 0) == (shown > 0)
        elif filter == "colours":
            fits = (copies > 0) == (shown > 0) and (here == (colour == GREEN))
        elif filter == "bounds":
            exact = shown < guess.count(letter)
            fits = (copies == shown if exact else copies >= shown) and (
                colour != YELLOW or not here
            )
        elif colour == YELLOW:
            fits = not here and copies >= guess[: place + 1].count(letter)
        else:
            fits = colour == GREEN or copies < guess.count(letter)
        if not fits:
            return False
    return True


def _replay(tree: DecisionTree, vocabulary: Vocabulary, game: int, answer: str) -> list[int]:
    """Play one game by the tree; return the nodes that it passes."""
    table, conditions = tree.table, tree.conditions
    node, passed = 0, [0]
    clues: list[Clue] = []
    while table.guesses[node] != NOBODY:
        guess = vocabulary.guesses[table.guesses[node]]
        where = f"node {node} ({guess}, answer {answer})"
        _check(int(table.turns[node]) == len(passed), f"{where} has the wrong turn")
        if conditions.hard:
            _check(legal(guess, clues), f"{where} is not legal in hard mode")
        if conditions.allowed is not None:
            _check(len(passed) <= conditions.allowed, f"{where} is one guess too many")
        pattern = score(guess, answer)
        clues.append((guess, pattern.colours))
        if pattern.solved:
            _check(bool(tree.solved[game]) and tree.ends[game] == node, f"{where} is not the end")
            return passed
        _check((node, pattern.code) in tree.child, f"{where} has no child for {pattern}")
        node = tree.child[node, pattern.code]
        passed.append(node)
    where = f"node {node} (answer {answer})"
    _check(not tree.solved[game] and tree.ends[game] == node, f"{where} is not the end")
    played = len(passed) - 1
    used_up = conditions.allowed is not None and played == conditions.allowed
    stuck = conditions.allowed is None and played > 0
    _check(used_up or stuck, f"{where} gives up after {played} guesses")
    return passed


def _check_candidates(tree: DecisionTree, vocabulary: Vocabulary) -> None:
    """Filter the candidates of every node again, parents first."""
    table, conditions = tree.table, tree.conditions
    children: dict[int, list[int]] = {}
    for node in range(1, len(tree)):
        children.setdefault(int(table.parents[node]), []).append(node)
    colours_of_nodes = colours_of_codes(table.codes, vocabulary.length)
    waiting: list[tuple[int, Sequence[str]]] = [(0, vocabulary.answers)]
    while waiting:
        node, believed = waiting.pop()
        _check(
            len(believed) == table.candidates[node],
            f"node {node} counts {table.candidates[node]} candidates, {len(believed)} are left",
        )
        if table.guesses[node] == NOBODY:
            continue
        guess = vocabulary.guesses[table.guesses[node]]
        if conditions.pool == "candidates" and (node or len(believed) > 1):
            chosen = node == 0 or guess in set(believed)
            _check(chosen, f"node {node} guesses {guess}, which is no candidate")
        # Filters and hard mode look at patterns alone: one word of a bucket stands for all of it.
        buckets: dict[tuple[int, ...], list[str]] = {}
        for word in believed:
            buckets.setdefault(score(guess, word).colours, []).append(word)
        for child in children.get(node, ()):
            colours = tuple(colours_of_nodes[child].tolist())
            clue = (guess, colours)
            if conditions.filter == "pattern":
                left = buckets.get(colours, [])
            else:
                left = [
                    word
                    for bucket in buckets.values()
                    if kept(bucket[0], clue, conditions.filter)
                    and (not conditions.hard or legal(bucket[0], [clue]))
                    for word in bucket
                ]
            waiting.append((child, left))


def _check(truth: bool, message: str) -> None:
    if not truth:
        raise ValueError(f"the tree is wrong: {message}")
