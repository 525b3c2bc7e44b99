"""The ``solve`` command: the next guess from given clues, or an interactive session."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from gpuwordle.cli.commands import Bundle
from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    FILTER_HELP,
    HARD,
    SHOWN_LENGTH,
    ComputeOptions,
    GameWordOptions,
    ListOptions,
    allowed_option,
    clues_argument,
    given_options,
    length_option,
    number_option,
    option,
    pool_option,
    refuse,
    strategy_option,
    time_limit,
)
from gpuwordle.cli.output import (
    TableOptions,
    is_plain,
    print_now,
    print_wrapped,
    standard_input,
    table_for,
)
from gpuwordle.cli.parsers import at_least
from gpuwordle.cli.progress import progress_bar
from gpuwordle.cli.tables import explained, flat, wrapped
from gpuwordle.errors import UserError, counted, nearest, shortened
from gpuwordle.rules.case import isolated
from gpuwordle.rules.conditions import ALLOWED, MOST_BOARDS, Conditions, Filter, PoolName
from gpuwordle.words.letters import words_left

if TYPE_CHECKING:
    from gpuwordle.assistant.boards import BoardsSuggestions
    from gpuwordle.assistant.suggest import Suggestions
    from gpuwordle.backends.backend import Backend
    from gpuwordle.words.vocabulary import Vocabulary
    from gpuwordle.words.word_list import WordList

SHOWN = 20
"""Number of remaining words that are listed by default."""

ALL = 1 << 30

INSTEAD = "the clues as arguments"
"""The remedy if standard input cannot be read."""

HELP = {
    "WORD COLOURS": "the colours a guess got: crane 01200, crane=01200 or CRANE=.rA..",
    "COLOURS": "the colours of the word just typed, or of the first suggestion",
    "undo": "take the last clue back",
    "correct N COLOURS": "correct clue N; correct N WORD=COLOURS replaces it",
    "words [N]": "list the remaining words, or the first N",
    "hard on, hard off": "turn hard mode on or off from here on",
    "exclude WORD... or FILE": "words that cannot be the answer",
    "review": "what each guess so far cost",
    "new": "start another game",
    "quit": "leave (or Ctrl-D)",
}

COMMANDS = ("undo", "correct", "words", "hard", "exclude", "review", "new", "help", "quit")

BOARDS_HELP = {
    "WORD=COLOURS/COLOURS/...": "the colours a guess got on each board, = for a finished one",
    "correct N CLUE": "replace clue N",
    **{order: HELP[order] for order in ("undo", "words [N]", "new", "quit")},
}


def parse_shown(text: str | int) -> int:
    """Read how many words to list: a number, or all."""
    return ALL if text == "all" else at_least(0)(str(text))


class SolveWordOptions(GameWordOptions):
    """The words of a game; its length is that of the clues, if there are any."""

    length: int | None = length_option(show_default=f"that of the clues, or {SHOWN_LENGTH}")


class SolveOutput(TableOptions):
    """How suggestions are printed."""

    show: int = option(
        "How many of the remaining words to list: a number, or all.",
        metavar="N",
        parser=parse_shown,
        show_default=str(SHOWN),
        default=SHOWN,
    )


class SuggestOptions(Bundle):
    """How guesses are suggested, and under which rules."""

    strategy: str | None = strategy_option(
        "Rank the guesses by a score instead, such as entropy: a name from `gpuwordle strategies`, "
        "or module:Class for your own class.",
        show_default="least expected guesses first",
    )
    pool: PoolName | None = pool_option(
        " candidates needs --strategy.", show_default="that of the strategy"
    )
    filter: Filter = option(
        f"{FILTER_HELP} All but pattern need --strategy and show its scores.",
        metavar="FILTER",
        default="pattern",
    )
    hard: bool = HARD
    allowed: int = allowed_option(default=ALLOWED)
    top: int = number_option("How many guesses to suggest.", metavar="K", default=5)
    seconds: float = time_limit("Time limit of the search for optimal play.", default=1.0)

    def conditions(self, *, hard: bool) -> Conditions:
        """Return the conditions of the game."""
        return Conditions(self.pool, hard, self.filter, self.allowed)


def solve(
    context: typer.Context,
    lists: SolveWordOptions,
    asked: SuggestOptions,
    compute: ComputeOptions,
    out: SolveOutput,
    clues: list[str] | None = clues_argument(default=None),
    boards: int = number_option(
        "Number of boards on which every guess is played. A clue then has one pattern for each "
        "board, or = for a finished board, such as CRANE=c.A../...../=.",
        high=MOST_BOARDS,
        default=1,
    ),
) -> None:
    """Suggest the next guess from your clues; without clues, play along with you.

    Each guess is listed with its expected number of guesses and its longest game under optimal
    play, the chance to win within --allowed, and four scores. If the search does not finish within
    --seconds, a lower and an upper bound are shown, such as 2.80 to 2.95. With --format or
    --output, only clues that are arguments are read.

    Examples: gpuwordle solve crane=01200 -v wordle;
    gpuwordle solve CRANE=..a.. SALTY=sA... -v wordle --hard --show all;
    gpuwordle solve crane=01200 -v wordle -s minimax --filter letters;
    gpuwordle solve -v wordle;
    gpuwordle solve --boards 4 CRANE=c.A../...../..A../CRANE -v wordle
    """
    from gpuwordle.clues.typed_clues import clues_about

    kind = SeveralBoards if boards > 1 else OneBoard
    game = kind(boards, asked, compute.backend, out.show, lists)
    interactive = not clues and out.format == "table" and out.output is None
    if interactive:
        standard_input(INSTEAD)  # refused before the words are loaded and searched
    game.check(given_options(context))
    loaded = lists.load(out.output)
    typed = clues_about(loaded, clues or ())
    length = _length(game.read(typed, loaded), lists.length, loaded.usual_length)
    game.words = lists.of_length(loaded, length)
    if interactive:
        _play(game)
    else:
        _print(game.suggestions(typed), game, out)


def _length(clues: Sequence[Any], given: int | None, usual: int) -> int:
    """Return the length of the clues, or the one that was given, or the usual one."""
    own = len(clues[0].guess) if clues else None
    if own is not None and given not in (None, own):
        raise UserError(f"clue {clues[0]} has {own} letters, but --length is {given}: drop one")
    return own or given or usual


def _print(
    found: Suggestions | BoardsSuggestions, game: OneBoard | SeveralBoards, out: SolveOutput
) -> None:
    """Print suggestions; CSV and Parquet have only the guesses."""
    for note in found.notes:
        say(note)
    if out.format == "table":
        out.write(game.text(found, plain=out.plain))
        return
    data = found.to_dict()
    if out.one_table:
        # A guess of several boards may have no bounds; None would be a column beside theirs.
        rows = [{**row, "expected": row.get("expected") or {}} for row in data["guesses"]]
        out.emit(list(map(flat, rows)), {}, columns=["guess"])  # none if it is solved
        return
    remaining = data["remaining"]
    for left in remaining if isinstance(remaining, list) else [remaining]:
        left["words"] = left["words"][: out.show]
    out.write_json(data)


def _play(game: OneBoard | SeveralBoards) -> None:
    """Read commands and clues, typed or piped in, until the input ends or the user leaves."""
    game.begin()
    typed = standard_input(INSTEAD)
    while True:
        print_now("> ")
        line = typed.readline().removeprefix("\ufeff")  # a byte order mark
        if not line:
            print_now("\n")
            return
        if line.lower().split() == ["quit"]:
            return
        try:
            if line.split():
                game.obey(line.split())
        except UserError as error:
            print_wrapped(str(error))


def _shown(typed: Sequence[str]) -> int:
    """Read how many words the command ``words`` lists."""
    if len(typed) > 1 or not all(number.isdecimal() and len(number) < 10 for number in typed):
        raise UserError("words takes a number or nothing: words, or words 50")
    return int(typed[0]) if typed else ALL


class _Session:
    """What both kinds of games share: the user plays them elsewhere, and types the clues here."""

    words: Vocabulary  # known only after the clues are read

    def __init__(
        self, boards: int, asked: SuggestOptions, backend: str, show: int, lists: ListOptions
    ) -> None:
        self.boards, self.asked, self.backend = boards, asked, backend
        self.show, self.lists = show, lists


class OneBoard(_Session):
    """A game of one board."""

    def check(self, given: set[str]) -> None:
        """Refuse conditions that the ranking does not have."""
        from gpuwordle.assistant.ranking import check_ranking

        check_ranking(self.asked.strategy, self.asked.conditions(hard=self.asked.hard))

    def read(self, clues: Sequence[str], words: WordList) -> Sequence[Any]:
        """Read clues; they are of one length."""
        from gpuwordle.assistant.moves import clues_of_moves

        return clues_of_moves(clues, language=words.language, rule=words.rule)

    def suggestions(self, clues: Sequence[str]) -> Suggestions:
        """Return what to guess after some clues."""
        from gpuwordle.assistant.suggest import suggest

        with progress_bar("searching"):
            return suggest(
                self.words,
                clues,
                self.asked.conditions(hard=self.asked.hard),
                strategy=self.asked.strategy,
                top=self.asked.top,
                seconds=self.asked.seconds,
                backend=self.backend,
            )

    def text(self, found: Any, *, plain: bool) -> str:
        """Format suggestions as text: the remaining words, optimal play, a table, reasons."""
        if found.solved:
            return f"solved: {found.clues[-1].guess}\n"
        left = wrapped(words_left(found.remaining, self.show), plain=plain)
        optimal = wrapped(found.summary, plain=plain)
        table = table_for(found.rows, found.title, plain=plain)
        why = wrapped("".join(f"{one.guess}: {one.reason}\n" for one in found.guesses), plain=plain)
        return f"{left}\n{optimal}\n\n{table}\n{why}"

    def begin(self) -> None:
        """Say what may be typed, and suggest the first guess."""
        from gpuwordle.assistant.game import Game

        words = self.words
        self.told = "colours" if words.rule.has_colours else "pattern"
        self.first: str | None = None
        self.named: str | None = None  # a guess that was typed without its colours
        self.colours = words.rule.write(0, words.length)
        conditions = self.asked.conditions(hard=self.asked.hard)
        self.game = Game(words, conditions, backend=self.backend)
        print_wrapped(
            f"{words.name}: {counted(len(words.answers), 'possible answer')} of "
            f"{counted(words.length, 'letter')}. Type the {self.told} that a guess got, such as "
            f"{words.guesses[0]}={self.colours}, or help."
        )
        self._suggest()

    def obey(self, typed: list[str]) -> None:
        """Carry out a command, or play a clue."""
        command, *rest = typed[0].lower(), *typed[1:]
        if len(rest) == 1 and self._are_colours(rest[0], typed[0]):
            command = "clue"  # its word is also the name of a command
        if rest and command in ("undo", "review", "new"):
            raise UserError(f"{command} takes no arguments: drop {' '.join(rest)!r}")
        match command:
            case "undo":
                self.game.undo()
            case "correct":
                if len(rest) != 2 or not rest[0].isdecimal() or len(rest[0]) > 3:
                    raise UserError("correct needs a number and colours: correct 2 01200")
                number = int(rest[0])
                self.game.correct(number, self._with_digits(rest[1], number))
            case "words":
                left = words_left(self.game.remaining, _shown(rest))
                return print_now((left if is_plain(None) else isolated(left)) + "\n")
            case "hard":
                if rest not in (["on"], ["off"]):
                    raise UserError("hard needs on or off: hard on, or hard off")
                self.game = self.game.under(self.words, self.asked.conditions(hard=rest == ["on"]))
            case "exclude":
                return self._exclude(rest)
            case "review":
                from gpuwordle.cli.review import text_of_review

                review = self.game.review(seconds=self.asked.seconds)
                return print_now(text_of_review(review, plain=is_plain(None)))
            case "new":
                self.game.restart()
            case "help" | "?":
                return print_now(explained(self._help(), plain=is_plain(None)))
            case _:
                self._play(typed)
        return self._suggest()

    def _help(self) -> dict[str, str]:
        """Return what may be typed, in the words of the rule."""
        if self.words.rule.has_colours:
            return HELP

        def renamed(text: str) -> str:
            return text.replace("COLOURS", "PATTERN").replace("colours", "pattern")

        orders = [order for order in HELP if not order.startswith("hard")]
        told = {renamed(order): renamed(HELP[order]) for order in orders}
        guess = self.words.guesses[0]
        shown = f"{guess} {self.colours} or {guess}={self.colours}"
        return {**told, "WORD PATTERN": f"the pattern a guess got: {shown}"}

    def _are_colours(self, text: str, guess: str) -> bool:
        """Return whether a text is the colours of a word, and not a number."""
        from gpuwordle.clues.clues import Clue
        from gpuwordle.clues.typed_clues import clues_about

        words = self.words
        try:
            clues = [
                Clue.parse(clue, words.language, words.rule)
                for clue in clues_about(words, [guess, text])
            ]
        except UserError:
            return False
        return words.rule.has_colours and [len(clue.guess) for clue in clues] == [words.length]

    def _with_digits(self, text: str, number: int) -> str:
        """Write the colours of a clue, or another clue, as the game reads it."""
        from gpuwordle.clues.typed_clues import with_digits

        language, clues = self.words.language, self.game.clues
        read = self.words.rule.has_colours and language.has_separators and "=" not in text
        known = read and 1 <= number <= len(clues)
        return with_digits(clues[number - 1].guess, text, language) if known else text

    def _play(self, typed: list[str]) -> None:
        from gpuwordle.assistant.moves import unlisted, unlisted_note
        from gpuwordle.clues.typed_clues import read_turn

        turn = read_turn(" ".join(typed), self.words, self.named, self.first)
        word = self.words.language.read(turn.guess)
        if len(word) == self.words.length:
            self.named = word  # until its clue is accepted, colours alone are those of this word
        if not turn.colours and word != self.named:
            raise UserError(
                f"{shortened(turn.guess)!r} is not a command: {nearest(word, COMMANDS)}"
            )
        if not turn.colours:
            raise UserError(f"type the {self.told} of {turn.guess!r}, such as {self.colours}")
        guess = turn.guess or self.named or self.first
        if guess is None:
            example = f"{self.words.guesses[0]}={turn.colours}"
            raise UserError(f"colours {turn.colours!r} need their guess: write {example}")
        self.game.guess(f"{guess}={turn.colours}")
        clue = self.game.clues[-1]
        if not (turn.guess or self.game.solved):
            print_now(f"{isolated(str(clue))}\n")
        for one in unlisted([clue.guess], self.words):
            print_now(f"{unlisted_note(one.guess, self.words)}\n")

    def _exclude(self, rest: list[str]) -> None:
        from gpuwordle.words import sources

        if not rest:
            raise UserError("exclude needs words, or a file of words")
        past = rest
        if len(rest) == 1 and (Path(rest[0]).is_file() or Path(rest[0]).suffix):
            past = list(sources.load(rest[0], language=self.words.language))
            rest = []
        hidden = {*self.words.answers}
        others = [word for word in rest if self.words.language.read(word) not in hidden]
        words = self.words.without(past)
        taken = len(self.words.answers) - len(words.answers)
        self.game = self.game.under(words, self.game.conditions)
        self.words = words
        self._suggest()
        why = f"; not a possible answer: {' '.join(others)}" if others else ""
        print_now(f"{counted(taken, 'word')} excluded{why}\n")

    def _suggest(self) -> None:
        """Print the remaining words and what to guess."""
        self.first = self.named = None
        if self.game.solved:
            guesses = counted(len(self.game.clues), "guess", "guesses")
            answer = self.game.clues[-1].guess
            print_now(f"solved in {guesses}: {answer}; type new for another game\n")
            return
        found = self.game.suggestions(
            self.asked.strategy, top=self.asked.top, seconds=self.asked.seconds
        )
        self.first = found.guesses[0].guess
        print_now(self.text(found, plain=is_plain(None)))
        if self.game.lost:
            print_now("no guesses are left; undo takes the last one back\n")


class SeveralBoards(_Session):
    """A game of several boards."""

    def check(self, given: set[str]) -> None:
        """Refuse what only one board has."""
        from gpuwordle.games.board_games import check_conditions

        check_conditions(self.asked.strategy or "entropy", self.asked.hard)
        why = "does not apply to several boards:"
        refuse(given & {"allowed", "seconds"}, f"{why} no chance to win is computed; drop it")
        refuse(
            given & {"pool", "filter"},
            f"{why} every word may be guessed, and the filter is the game's own; drop it",
        )

    def read(self, clues: Sequence[str], words: WordList) -> Sequence[Any]:
        """Read clues; they are of one length."""
        from gpuwordle.assistant.boards import parse_boards
        from gpuwordle.words.word_list import check_colours

        check_colours(words, "play on several boards")
        return parse_boards(clues, self.boards, words.language)

    @cached_property
    def engine(self) -> Backend:
        """Where to compute."""
        from gpuwordle.backends.table import engine_for

        return engine_for(self.words, self.backend)

    def suggestions(self, clues: Sequence[str]) -> BoardsSuggestions:
        """Return what to guess after some clues."""
        from gpuwordle.assistant.boards import suggest_boards

        return suggest_boards(
            self.words, clues, boards=self.boards, top=self.asked.top, backend=self.engine
        )

    def text(self, found: Any, *, plain: bool) -> str:
        """Format suggestions for several boards as text: the words left on each, and a table."""
        left = self._left(found, self.show, plain=plain)
        table = "" if found.solved else f"\n{table_for(found.rows, found.title, plain=plain)}"
        return left + table

    def _left(self, found: BoardsSuggestions, show: int, *, plain: bool) -> str:
        """List the words left on each board."""
        text = ""
        for number, words in enumerate(found.remaining, start=1):
            left = words_left(words, show) if words else "finished"
            text += wrapped(f"board {number}: {left}", plain=plain) + "\n"
        return text

    def begin(self) -> None:
        """Say what may be typed, and suggest the first guess."""
        self.played: list[str] = []
        self.found = self.suggestions([])
        print_wrapped(
            f"{self.boards} boards of {self.words.name}. Type the colours that a guess got:"
        )
        print_now(explained(BOARDS_HELP, plain=is_plain(None)) + "\n")
        print_now(self.text(self.found, plain=is_plain(None)))

    def obey(self, typed: list[str]) -> None:
        """Carry out a command, or play a clue."""
        from gpuwordle.clues.typed_clues import clues_about

        if typed[0].isalpha() and len(typed) == 1:
            typed = [typed[0].lower()]
        if self.words.language.has_separators:  # crane = 01200/00000
            typed = re.sub(r" ?[=:] ?(?![/ ]|$)", "=", " ".join(typed), count=1).split()
        command, *rest = typed
        clues = list(self.played)
        if command == "words" and all(map(str.isdecimal, rest)):
            return print_now(self._left(self.found, _shown(rest), plain=is_plain(None)))
        if typed == ["undo"]:
            if not clues:
                raise UserError("there is no clue to take back")
            clues.pop()
        elif typed == ["new"]:
            clues = []
        elif command == "correct" and "".join(rest[:1]).isdecimal():
            number = int(rest[0][:4])
            if not 1 <= number <= len(clues) or not rest[1:]:
                raise UserError("correct needs the number of a clue, and another: correct 2 CLUE")
            clues[number - 1 : number] = clues_about(self.words, rest[1:])
        elif "=" in "".join(typed) or len(typed) == 2:
            clues += clues_about(self.words, typed)
        elif typed in (["help"], ["?"]):
            return print_now(explained(BOARDS_HELP, plain=is_plain(None)))
        else:
            raise UserError(f"{shortened(' '.join(typed))!r} is not a clue or a command: type help")
        self.found, self.played = self.suggestions(clues), clues
        notes = "".join(f"{note}\n" for note in self.found.notes)
        return print_now(notes + self.text(self.found, plain=is_plain(None)))
