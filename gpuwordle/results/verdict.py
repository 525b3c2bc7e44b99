"""One verdict on whatever can be verified: a decision tree, a certificate, or a run's folder."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from gpuwordle.errors import UserError, checked_seconds, counted, printable, shortened
from gpuwordle.graphemes import spelled, written
from gpuwordle.json_values import finite
from gpuwordle.memory import ceiling
from gpuwordle.progress import Progress
from gpuwordle.proofs.limits import SECONDS, Limits, TooLarge
from gpuwordle.proofs.tree_files import WOULD_RUN
from gpuwordle.rules.conditions import Conditions, checked_conditions
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.threads import default_threads
from gpuwordle.words.orthography import language_of
from gpuwordle.words.sources import OPTIONS, VocabularyLike, is_named, load, loaded, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList

if TYPE_CHECKING:
    from gpuwordle.proofs.certificate import Certificate
    from gpuwordle.proofs.replay import Played
    from gpuwordle.results.played_run import PlayedRun
    from gpuwordle.results.run_folder import Run
    from gpuwordle.tree.decision_tree import DecisionTree

Kind = Literal["certificate", "tree", "run"]

SHOWN = 20
"""Problems of a run that are shown; `Verdict.problems` has all."""

TREE_BYTES = 32
"""Bytes of memory for each byte of a tree's file."""

SCORES = ("opener", "total", "mean", "worst", "distribution", "unused_nodes")
"""What the games of a tree give; None if there is no tree."""

SHOWN_DIGEST = 12
"""Digits of a digest that are shown."""


@dataclass(frozen=True, repr=False)
class Verdict:
    """The result of a verification; true if it was accepted.

    Attributes
    ----------
    accepted : bool
        Whether nothing is wrong.
    kind : str
        ``certificate``, ``tree`` or ``run``.
    statements : tuple of str
        What was checked and what is proven, in words.
    problems : tuple of str
        What is wrong; empty if it was accepted.
    details : dict
        The same as plain values; see `to_dict`.
    """

    accepted: bool
    kind: Kind
    statements: tuple[str, ...]
    problems: tuple[str, ...]
    details: Mapping[str, Any]

    def __bool__(self) -> bool:
        return self.accepted

    def to_dict(self) -> dict[str, Any]:
        """Return what ``gpuwordle verify --format json`` prints, as plain values."""
        return dict(self.details)

    @property
    def lines(self) -> list[str]:
        """The verdict in words, at most one screen; the first line is the verdict itself."""
        path = self.details["path"]
        line = f"{'accepted' if self.accepted else 'refused'}: {self.kind}"
        line += "" if path is None else f" {path}"
        lines = [line, *self.statements]
        if self.kind == "run":
            if self.problems:
                lines[0] += f": {counted(len(self.problems), 'problem')}"
            lines += self.problems[:SHOWN]
            if len(self.problems) > SHOWN:
                lines.append(f"and {len(self.problems) - SHOWN} more (--format json has all)")
        elif self.problems:
            lines[0] += f": {self.problems[0]}"
        # Names and reasons come from files, which may hold anything.
        return [printable(line) for line in lines]

    def __repr__(self) -> str:
        return "\n".join(self.lines)

    def _repr_html_(self) -> str:
        return "<br>".join(html.escape(line) for line in self.lines)


def verify(
    what: DecisionTree | Certificate | PlayedRun | str | Path,
    vocabulary: VocabularyLike | None = None,
    conditions: Conditions | None = None,
    *,
    memory: int | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Verdict:
    """Check a decision tree, a certificate or a run by the rules of the game.

    Parameters
    ----------
    what
        A `DecisionTree`, a `Certificate`, a run, or a path: the folder of a run, the file of a
        certificate, or the file of a tree: the JSON of `DecisionTree.to_dict`, or lines of words
        and patterns such as ``salet BBBBB1 courd BYBYG2 crowd GGGGG3``. The content shows which.
    vocabulary
        The words that it should have: the name of a list, the path of a file, a `WordList` or a
        `Vocabulary`. Required for a tree whose file names no known list; otherwise None
        means the words that it names or contains.
    conditions
        For a tree's file: the hard mode and guesses allowed that each game has to obey, besides
        those that the file names. For a certificate: those that it should be about.
    memory
        Bytes that checking a certificate or a tree's file may take; see `gpuwordle.memory.ceiling`.
    seconds
        Time that checking one of them may take.
    progress
        Called with the fraction that is done.

    Returns
    -------
    Verdict
        A tree's file is accepted if the tree finds every answer. A `DecisionTree` is accepted if
        all its games, including those lost, keep to the rules of its conditions.

    Raises
    ------
    UserError
        If the path cannot be read or is none of these, does not match the words or conditions
        given, or takes too much memory or time to check.
    TypeError
        If ``what`` is anything else.

    Examples
    --------
    >>> from gpuwordle.tree.build import grow
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "rat"])
    >>> verify(grow(pets, "entropy", backend="numpy"))
    accepted: tree
    words: pets, 4 guesses, 4 answers, sha256 f42ad8abf5c0
    rules: easy mode, no limit
    tree: cat, 7 guesses for 4 words, average 1.7500, at most 2
    """
    rules = checked_conditions(conditions)
    limits = Limits(ceiling(memory), checked_seconds(seconds))
    request = _Request(vocabulary, rules, limits, progress)
    if isinstance(what, str | Path):
        return _of_path(Path(what), request)
    # What is verified decides what is loaded: pyarrow for a run, numba for a certificate.
    from gpuwordle.proofs.certificate import Certificate
    from gpuwordle.tree.decision_tree import DecisionTree

    if isinstance(what, DecisionTree):
        settled = replace(rules, pool=rules.pool or what.conditions.pool)
        if rules != Conditions() and settled != what.conditions:
            own, asked = map(vars, (what.conditions, settled))
            differ = [name for name in own if own[name] != asked[name]]
            has, lacks = (
                ", ".join(shortened(f"{name}={values[name]!r}") for name in differ)
                for values in (own, asked)
            )
            raise UserError(f"the tree is of {has}, not of {lacks}: leave conditions out")
        return _of_decision_tree(what, vocabulary)
    if isinstance(what, Certificate):
        return _of_certificate(what, None, request)
    from gpuwordle.results.played_run import PlayedRun

    if isinstance(what, PlayedRun):
        return _of_run(what.run.folder, request)
    raise TypeError(
        f"{what!r:.40} cannot be verified: give a DecisionTree, a Certificate, a run of read_run, "
        "or the path of any of these"
    )


class _Request(NamedTuple):
    """What `verify` is asked about the thing that it verifies."""

    vocabulary: VocabularyLike | None
    rules: Conditions
    limits: Limits
    progress: Progress | None


def _of_path(path: Path, request: _Request) -> Verdict:
    """Verify a folder or a file by what it contains."""
    from gpuwordle.proofs.certificate import Unreadable, is_certificate, read

    try:
        if path.is_dir():
            return _of_run(path, request)
        if is_certificate(path):
            return _of_certificate(read(path, request.limits.memory), path, request)
        return _of_tree_file(path, request)
    except Unreadable as error:
        raise UserError(error) from None
    except TooLarge as error:
        raise UserError(f"{path} cannot be checked: {error}") from None
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}): give another file") from None


# Trees


def _of_decision_tree(tree: DecisionTree, vocabulary: VocabularyLike | None) -> Verdict:
    from gpuwordle.tree.check import BrokenRule, check_tree

    words = tree.vocabulary
    if vocabulary is not None:
        words = vocabulary_of(vocabulary, words.length, tree.conditions.exclude)
        if words.digest != tree.vocabulary.digest:
            raise UserError(
                f"the tree does not match {words.name}: it is of {tree.vocabulary.name}; drop "
                "vocabulary, or give its lists"
            )
    rules = tree.conditions
    found = _described(None, "tree", words)
    found |= {"hard": rules.hard, "allowed": rules.allowed}
    try:
        check_tree(tree, words)
    except BrokenRule as error:
        return _verdict(found | {"reason": str(error)})
    found |= {
        "accepted": True,
        "opener": tree.opener,
        "total": tree.total,
        "mean": None if tree.lost == len(tree.played) else tree.mean,
        "worst": tree.worst,
        "distribution": tree.distribution().tolist(),
        "unused_nodes": 0,
    }
    return _verdict(found, tree.lost, len(tree.played))


def _of_tree_file(path: Path, request: _Request) -> Verdict:
    from gpuwordle.proofs.replay import WrongTree, play
    from gpuwordle.proofs.tree_files import read_tree

    size, rules = path.stat().st_size, request.rules
    request.limits.need(TREE_BYTES * size, f"its {size:,} bytes")

    @cache
    def listed(name: object) -> WordList | Vocabulary:
        if request.vocabulary is None:
            return loaded(_list_named(name, path))
        return loaded(request.vocabulary)

    given = read_tree(
        path,
        lambda said: listed(_text(said.get("vocabulary"))).language,
        WORDLE if request.vocabulary is None else listed(None).rule,
    )
    said = given.said
    named = listed(_text(said.get("vocabulary")))
    if request.vocabulary is None and isinstance(named, WordList):
        named = named.under(str(said.get("rule", named.rule.name)))
    words = vocabulary_of(named, given.length, rules.exclude)
    if said.get("digest", words.digest) != words.digest:
        why = (
            f"it has {said.get('games')!s:.40} games of {said.get('vocabulary')!s:.40}; give its "
            "lists with --vocabulary"
        )
        if (rule := str(said.get("rule", words.rule.name))) != words.rule.name:
            why = f"it is of rule {rule!r}, not {words.rule.name!r}; add --rule {rule}"
        raise UserError(f"{path} does not match {words.name}: {why}")
    hard = rules.hard or said.get("hard") is True
    most = [most for most in (rules.allowed, said.get("allowed")) if type(most) is int]
    allowed = min(most, default=None)
    found = _described(path, "tree", words)
    found |= {"hard": hard, "allowed": allowed}
    try:
        games = play(
            given.tree,
            words.answers,
            words.guesses,
            hard=hard,
            allowed=allowed,
            weights=None if words.weights is None else words.weights.tolist(),
            rule=words.rule,
            tick=request.limits.tick,
        )
    except WrongTree as error:
        return _verdict(found | {"reason": str(error)})
    found |= _scored(str(given.tree.guesses[0]), games)
    played = {name: found[name] for name in ("total", "mean", "worst", "distribution")}
    played |= {"length": words.length, "games": len(words.answers), "lost": 0}
    for name, value in played.items():
        its = said.get(name, value)
        rounded = isinstance(its, float) and name == "mean" and math.isclose(its, value)
        if its != value and not rounded:
            reason = f"it states {name} {said[name]!s:.80}, but plays {value}"
            return _verdict(found | {"reason": reason})
    return _verdict(found | {"accepted": True})


def _text(name: object) -> str | None:
    return name if isinstance(name, str) else None


def _list_named(name: object, path: Path) -> str:
    """Return the known list that a tree's file names."""
    if not isinstance(name, str):
        raise UserError(f"{path} does not name its word list: add --vocabulary LIST")
    if not is_named(name):
        raise UserError(
            f"{path} names the list {name!r:.80}, which is unknown: add --vocabulary LIST"
        )
    return name


# Certificates


def _of_certificate(given: Certificate, path: Path | None, request: _Request) -> Verdict:
    from gpuwordle.proofs.checker import Refused, check

    where = "the certificate" if path is None else str(path)
    rules, limits = request.rules, request.limits
    if not (given.answers and given.guesses):
        raise UserError(f"{where} has no words")
    if request.vocabulary is not None:
        expected = vocabulary_of(request.vocabulary, len(given.answers[0]), rules.exclude)
        if expected.digest != given.digest or spelled(expected) != spelled(given.guesses):
            weight = "" if given.weights is None else f" of weight {sum(given.weights):,}"
            raise UserError(
                f"{where} does not match {expected.name}: it has {len(given.guesses):,} guesses "
                f"and {len(given.answers):,} answers{weight} of {given.name}; drop "
                "--vocabulary, or give its lists and weights"
            )
    elif given.language:
        # Two divisions of the same words into letters have one digest.
        read = language_of(given.language).read
        if spelled(read(written(word)) for word in given.guesses) != spelled(given.guesses):
            raise UserError(
                f"{where} does not divide its words into letters as language {given.language} "
                "does: prove it again"
            )
    if rules.hard and not given.hard:
        raise UserError(f"{where} is about easy mode: drop --hard, or prove it in hard mode")
    if rules.allowed is not None and rules.allowed != given.allowed:
        limit = _limit(given.allowed)
        raise UserError(f"{where} is about {limit}: drop --allowed {rules.allowed}")
    found = _described(path, "certificate", given)
    found |= {
        "hard": given.hard,
        "allowed": given.allowed,
        "objective": given.objective,
        "optimal": False,
        "bounds": [],
        "checked": {},
    }
    try:
        conclusions = check(
            given,
            request.progress,
            memory=limits.memory,
            seconds=limits.seconds,
            threads=default_threads(),
        )
    except Refused as error:
        return _verdict(found | {"reason": str(error)})
    except TooLarge as error:
        raise UserError(f"{where} cannot be checked: {error}") from None
    if conclusions.games is not None and given.tree is not None:
        opener = given.guesses[int(given.tree.guesses[0])]
        found |= _scored(opener, conclusions.games)
    found |= {
        "accepted": True,
        "optimal": conclusions.optimal,
        "bounds": [asdict(bound) for bound in conclusions.bounds],
        "checked": conclusions.work,
    }
    return _verdict(found)


def _described(path: Path | None, kind: Kind, words: Vocabulary | Certificate) -> dict[str, Any]:
    return {
        "path": None if path is None else str(path),
        "kind": kind,
        "accepted": False,
        "reason": None,
        "vocabulary": words.name,
        "digest": words.digest,
        "length": len(words.answers[0]),
        "guesses": len(words.guesses),
        "answers": len(words.answers),
        **({} if words.weights is None else {"weight": int(sum(words.weights))}),
        **dict.fromkeys(SCORES),
    }


def _scored(opener: str, games: Played) -> dict[str, Any]:
    scores = (opener, games.total, games.mean, games.worst, games.distribution, games.unused)
    return dict(zip(SCORES, scores, strict=True))


def _verdict(found: Mapping[str, Any], lost: int = 0, games: int | None = None) -> Verdict:
    """Describe what was found about a tree or a certificate."""
    weight = f" of weight {found['weight']:,}" if "weight" in found else ""
    lines = [
        f"words: {found['vocabulary']}, {found['guesses']:,} guesses, {found['answers']:,} "
        f"answers{weight}, sha256 {found['digest'][:SHOWN_DIGEST]}"
    ]
    mode = "hard mode" if found["hard"] else "easy mode"
    lines.append(f"rules: {mode}, {_limit(found['allowed'])}")
    if found["mean"] is not None:
        solved = found["answers"] if games is None else games - lost
        lines.append(
            f"tree: {found['opener']}, {found['total']} guesses for {solved} words, "
            f"average {found['mean']:.4f}, at most {found['worst']}"
        )
    if lost:
        lines.append(f"words not found: {lost}")
    if found["unused_nodes"]:
        lines.append(f"nodes that no answer reaches: {found['unused_nodes']}")
    for bound in found.get("bounds", []):
        if bound["bound"] is None:
            few = counted(bound["allowed"], "guess", "guesses")
            lines.append(f"proven: no tree finds all words in {few}")
        else:
            limit = _limit(bound["allowed"])
            lines.append(f"proven: no tree takes fewer than {bound['bound']} guesses, {limit}")
    if found.get("optimal"):
        lines.append(f"proven: no tree is better than this one, by {found['objective']}")
    if found.get("checked"):
        named = [(count, *what.partition(" ")) for what, count in found["checked"].items() if count]
        ones = {"families": "family"}
        parts = [
            f"{counted(count, ones.get(what, what[:-1]), what)}{blank}{how}"
            for count, what, blank, how in named
        ]
        lines.append(f"checked: {', '.join(parts)}")
    problems = () if found["reason"] is None else (found["reason"],)
    return Verdict(found["accepted"], found["kind"], tuple(lines), problems, finite(found))


def _limit(allowed: int | None) -> str:
    return "no limit" if allowed is None else f"{counted(allowed, 'guess', 'guesses')} allowed"


# Runs


def _of_run(folder: Path, request: _Request) -> Verdict:
    from gpuwordle.results.run_check import check_run
    from gpuwordle.results.run_folder import Run

    if replace(request.rules, exclude=()) != Conditions():
        raise UserError(f"{folder} is a run with its own rules: drop --hard and --allowed")
    run = Run.open(folder)
    given = None if request.vocabulary is None else loaded(request.vocabulary)
    foreign = next((unit.rule for unit in run.units if ":" in unit.rule), None)
    if given is None and foreign is not None:
        raise UserError(f"{folder} is of rule {foreign!r}, {WOULD_RUN}")
    listed = _lists_of_run(run) if given is None else None
    # The lists that a run of the command names are loaded without what it excludes.
    without = given is None and "vocabulary" in run.asked
    past = request.rules.exclude or (() if without else run.asked.get("exclude") or ())

    @cache
    def words_of(name: str, length: int) -> Vocabulary:
        known = given if listed is None else listed(name)
        assert known is not None
        if isinstance(known, WordList):
            distinct = bool(run.asked.get("distinct_letters"))
            known = known.of_length(length, distinct_letters=distinct)
        return vocabulary_of(known, length, past)

    found = check_run(run, words_of, request.progress)
    correct = (
        f"correct: {counted(found.games, 'game')} in {found.files} of "
        f"{counted(len(run.units), 'unit')}, replayed by the rules"
    )
    details = {
        "path": str(folder),
        "kind": "run",
        "accepted": not found.problems,
        "reason": found.problems[0] if found.problems else None,
        "run": run.id,
        "units": len(run.units),
        "files": found.files,
        "games": found.games,
        "problems": list(found.problems),
    }
    return Verdict(not found.problems, "run", (correct,), found.problems, details)


def _lists_of_run(run: Run) -> Callable[[str], WordList]:
    """Return what loads the list of a unit, by its name, as the run was asked to play it."""
    if "vocabulary" in run.asked:
        run.check_not_typed(run.asked)
        asked = {name: value for name, value in run.asked.items() if name in OPTIONS}
        joined = load(*run.asked["vocabulary"], **asked)
        return lambda name: joined
    played = {unit.vocabulary: unit for unit in run.units}
    for unit in run.units:
        if not is_named(unit.vocabulary):
            raise UserError(f"{run.folder} does not name its word list: add --vocabulary LIST")
        if unit.weights is not None:
            raise UserError(
                f"{run.folder} does not name its weights: add --vocabulary LIST --weights FILE (in "
                "Python vocabulary=load(NAME, weights=...))"
            )

    @cache
    def listed(name: str) -> WordList:
        return load(name, language=played[name].language, rule=played[name].rule)

    return listed
