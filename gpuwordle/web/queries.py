"""The engine's replies to the queries of the page, as plain data for JSON.

One `Queries` answers for one vocabulary, from several threads at once. Trees are kept, so that
browsing one, or comparing it with another, grows it once.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

import numpy as np

from gpuwordle import __version__
from gpuwordle.assistant.adviser import Adviser, Position
from gpuwordle.assistant.boards import suggest_boards
from gpuwordle.assistant.moves import clues_of_moves
from gpuwordle.assistant.ranking import EXPECTED
from gpuwordle.assistant.review import review_for
from gpuwordle.assistant.suggest import suggestions_for
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError, check_known
from gpuwordle.rules.conditions import Conditions
from gpuwordle.rules.tiles import parse_share
from gpuwordle.scoring.groups import Groups
from gpuwordle.strategies.optimal import Optimal
from gpuwordle.strategies.table import known_strategies, strategy_named
from gpuwordle.tree.build import grow, optimality
from gpuwordle.tree.decision_tree import DecisionTree, Optimality
from gpuwordle.web.certificates import CheckedCertificate
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import check_colours

KEPT_TREES = 12

KEPT_OPENINGS = 24

MOST_CLUES = 40

MOMENT = 0.02
"""Seconds of the first search, whose result the page shows before it asks for a longer search."""


class Player(NamedTuple):
    """The player of a tree: a strategy and its game."""

    strategy: str
    opener: str | None = None
    hard: bool = False
    allowed: int | None = None


class PlayerTree(NamedTuple):
    """A tree, and what is proven about it."""

    tree: DecisionTree
    proven: Optimality | None


class Stopped(Exception):
    """The time limit of a reply has passed, or the server is stopping."""


class Queries:
    """The engine over one vocabulary; a reply takes about ``seconds`` at most.

    ``certificates`` were checked, and say something about its trees. Raises UserError if there is
    no such backend or it cannot run here, or the rule has no colours.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        backend: str | Backend = "auto",
        seconds: float = 10.0,
        certificates: Sequence[CheckedCertificate] = (),
    ) -> None:
        check_colours(vocabulary, "the page")
        self.words, self.seconds, self.certificates = vocabulary, seconds, certificates
        self.engine = engine_for(vocabulary, backend)
        self.strategies = [
            known.name
            for known in known_strategies()
            if known.kind is not None and known.kind.deterministic
        ]
        self.stopping = threading.Event()
        self._advisers = {
            hard: Adviser(vocabulary, hard=hard, backend=self.engine) for hard in (False, True)
        }
        self._trees: OrderedDict[Player, Future[PlayerTree]] = OrderedDict()
        self._lock = threading.Lock()
        # Every page begins with no clue, when most words are left.
        self._openings: dict[tuple[Any, ...], dict[str, Any]] = {}

    def about(self) -> dict[str, Any]:
        """Describe the words, the strategies and the limits."""
        words = self.words
        return {
            "version": __version__,
            "vocabulary": words.name,
            "length": words.length,
            "answers": len(words.answers),
            "guesses": len(words.guesses),
            "alphabet": list(words.alphabet),
            "locale": words.language.locale,
            "folds": words.language.folds,
            "kept": words.language.kept,
            "separator": words.language.board_separator,
            "weighted": words.weights is not None,
            "strategies": self.strategies,
            "rankings": [EXPECTED, *(one for one in self.strategies if one != "optimal")],
            "example": words.answers[0],
            "moment": MOMENT,
            "seconds": self.seconds,
        }

    def suggest(
        self,
        clues: Sequence[str] = (),
        *,
        strategy: str = EXPECTED,
        hard: bool = False,
        allowed: int | None = None,
        top: int = 10,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Suggest what to guess next; see `gpuwordle.assistant.suggest`."""
        if strategy != EXPECTED:
            self._check_strategy(strategy)
        within = self.seconds if seconds is None else min(seconds, self.seconds)
        asked = strategy, hard, allowed, top, within
        known = None if clues else self._openings.get(asked)
        if known is not None:
            return known
        position = self._position(clues, hard=hard)
        found = suggestions_for(
            position, self.words, strategy=strategy, allowed=allowed, top=top, seconds=within
        ).to_dict()
        if not clues:
            with self._lock:
                self._openings[asked] = found
                while len(self._openings) > KEPT_OPENINGS:
                    del self._openings[next(iter(self._openings))]
        return found

    def partition(self, guess: str, clues: Sequence[str] = ()) -> dict[str, Any]:
        """Partition the remaining candidates by a guess: scores and buckets, the largest first."""
        position = self._position(clues)
        # After clues of a long list, a position has answers of its own, but the same guesses.
        words, index = position.words, self.words.find(guess)
        chosen = np.array([index], np.int32)
        found = position.adviser.engine.statistics(Groups.of([position.candidates]), chosen)
        buckets = sorted(position.buckets(index), key=lambda bucket: (-len(bucket[1]), bucket[0]))
        return {
            "guess": words.guesses[index],
            "candidate": bool(position.is_candidate(chosen)[0]),
            "remaining": len(position),
            "largest": int(found.largest[0, 0]),
            "expected_size": float(found.expected_size[0, 0]),
            "entropy": float(found.entropy[0, 0]),
            "buckets": [
                {
                    "pattern": words.pattern(code).digits,
                    "size": len(answers),
                    "words": [words.answers[answer] for answer in answers],
                }
                for code, answers in buckets
            ],
        }

    def tree(self, player: Player) -> dict[str, Any]:
        """Grow a strategy's tree, as `DecisionTree.to_dict` describes it."""
        tree, proven = self._grown(player)
        return tree.to_dict(proven) | {"certificate": self._certified(tree)}

    def compare(self, one: Player, two: Player) -> dict[str, Any]:
        """Compare two trees word by word; a word that is not found has None for its guesses."""
        trees = [self._grown(player) for player in (one, two)]
        games = [tree.games() for tree, _ in trees]
        counts = [np.where(each.solved, each.counts, np.array(None)).tolist() for each in games]
        return {
            "players": [
                {
                    "strategy": tree.strategy,
                    "opener": tree.opener,
                    "hard": tree.conditions.hard,
                    "allowed": tree.conditions.allowed,
                    "total": tree.total,
                    "mean": None if tree.lost == len(tree.played) else tree.mean,
                    "worst": tree.worst,
                    "lost": tree.lost,
                    "distribution": tree.distribution().tolist(),
                    "optimality": None if proven is None else proven.to_dict(),
                    "certificate": self._certified(tree),
                }
                for tree, proven in trees
            ],
            "words": [
                {"word": word, "one": first, "two": second}
                for word, first, second in zip(self.words.answers, *counts, strict=True)
            ],
        }

    def review(
        self,
        moves: Sequence[str],
        *,
        answer: str | None = None,
        share: str | None = None,
        hard: bool = False,
        allowed: int | None = None,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Compare every move of a game with optimal play; see `gpuwordle.assistant.review`."""
        self._check_count(moves)
        patterns = None if share is None else parse_share(share).rows
        clues = clues_of_moves(moves, answer, patterns, self.words.language)
        if not clues:
            raise UserError("there is no move: give at least one, such as move=crane=01200")
        # Two positions are searched for each move.
        within = self.seconds if seconds is None else min(seconds, self.seconds)
        return review_for(
            self._advisers[hard], clues, allowed=allowed, seconds=within / (2 * len(clues) + 1)
        ).to_dict()

    def boards(self, clues: Sequence[str], boards: int, *, top: int = 10) -> dict[str, Any]:
        """Suggest what to guess next on several boards; see `gpuwordle.assistant.boards`."""
        self._check_count(clues)
        return suggest_boards(
            self.words, clues, boards=boards, top=top, backend=self.engine
        ).to_dict()

    def warm_up(self) -> None:
        """Compile and load the kernels that the first queries need."""
        for hard in self._advisers:
            self.suggest(allowed=6, seconds=MOMENT, hard=hard)
        self.partition(self.words.answers[0])

    def close(self) -> None:
        """Stop running computations soon."""
        self.stopping.set()

    def _certified(self, tree: DecisionTree) -> dict[str, Any] | None:
        """Return what the first certificate that covers a tree proves about it."""
        found = (certificate.about(tree) for certificate in self.certificates)
        return next((proof for proof in found if proof is not None), None)

    def _position(self, clues: Sequence[str], *, hard: bool = False) -> Position:
        self._check_count(clues)
        return self._advisers[hard].position(clues_of_moves(clues, language=self.words.language))

    @staticmethod
    def _check_count(clues: Sequence[str]) -> None:
        if len(clues) > MOST_CLUES:
            raise UserError(f"{len(clues)} clues are too many: give at most {MOST_CLUES}")

    def _check_strategy(self, name: str) -> None:
        """Refuse a strategy that is not listed, so that a request cannot import code."""
        check_known("strategy", name, self.strategies)

    def _grown(self, player: Player) -> PlayerTree:
        """Grow a tree once, even for concurrent and later requests."""
        self._check_strategy(player.strategy)
        opener = player.opener
        if opener is not None:
            # The same word may be written in several ways.
            player = player._replace(opener=self.words.guesses[self.words.find(opener)])
        with self._lock:
            waiting = self._trees.get(player)
            mine = waiting is None
            if waiting is None:
                waiting = self._trees[player] = Future()
                while len(self._trees) > KEPT_TREES:
                    self._trees.popitem(last=False)
            else:
                self._trees.move_to_end(player)
        if mine:
            try:
                waiting.set_result(self._grow(player))
            except BaseException as error:
                with self._lock:
                    self._trees.pop(player, None)
                waiting.set_exception(error)
        return waiting.result()

    def _grow(self, player: Player) -> PlayerTree:
        end = time.monotonic() + self.seconds

        def watch(done: float) -> None:
            if self.stopping.is_set() or (done < 1 and time.monotonic() > end):
                raise Stopped

        options = {"seconds": self.seconds} if player.strategy == Optimal.name else {}
        strategy = strategy_named(player.strategy, **options)
        # Optimal play has its own deadline, after which it goes on with the best guesses found.
        searching = isinstance(strategy, Optimal)
        try:
            tree = grow(
                self.words,
                strategy,
                Conditions(hard=player.hard, allowed=player.allowed),
                opener=player.opener,
                backend=self.engine,
                progress=None if searching else watch,
            )
        except Stopped:
            raise UserError(
                f"the tree of {player.strategy} takes longer than {self.seconds:g} s: grow it with "
                "gpuwordle tree --format html, or give serve more --seconds"
            ) from None
        if not isinstance(strategy, Optimal):
            return PlayerTree(tree, None)
        return PlayerTree(tree, optimality(tree, strategy, opener_given=player.opener is not None))
