"""``solve`` without clues: a game is guided turn by turn, and what is wrong is asked for again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from gpuwordle.assistant.game import Game
from gpuwordle.assistant.suggest import Suggestions
from gpuwordle.cli.options import as_read
from gpuwordle.cli.output import print_now, standard_input, standard_output
from gpuwordle.cli.progress import say_if_compiling
from gpuwordle.cli.suggested import text_of, words_left
from gpuwordle.errors import UserError, counted, nearest, shortened
from gpuwordle.rules.case import isolated
from gpuwordle.rules.pattern import Pattern
from gpuwordle.words import sources
from gpuwordle.words.vocabulary import Vocabulary

PROMPT = "> "

HELP = """\
WORD=SCORE or WORD SCORE   what a guess got: crane=01200, CRANE=.r.A. or crane 01200
SCORE                      what the first suggestion got
undo                       take the last clue back
correct N SCORE            mend clue N; correct N WORD=SCORE replaces it
words [N]                  list the words that are left, or the first N
hard on, hard off          play hard mode or not, from here on
exclude WORD... or FILE    words that can no longer be hidden
review                     what each move so far cost
new                        begin another game
quit                       leave (or Ctrl-D)"""

COMMANDS = ("undo", "correct", "words", "hard", "exclude", "review", "new", "help", "quit")


class Session:
    """A game in a terminal, or one that comes through a pipe, line by line.

    Parameters
    ----------
    vocabulary
        The words.
    strategy, hard, allowed, top, seconds, backend
        As for `gpuwordle.assistant.suggest.suggest`.
    show
        How many of the words that are left to list.
    fold_accents
        Drop accents of what is typed: those of the words were dropped.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        strategy: str,
        hard: bool,
        allowed: int | None,
        top: int,
        seconds: float | None,
        show: int,
        backend: str,
        fold_accents: bool = False,
    ) -> None:
        self.fold_accents = fold_accents
        self.strategy, self.top, self.seconds, self.show = strategy, top, seconds, show
        self.backend, self.allowed = backend, allowed
        self.game = self._begun(vocabulary, hard)
        self.first: str | None = None
        self._words = vocabulary

    def run(self) -> None:
        """Play until the input ends or the user leaves."""
        words = self.game.vocabulary
        say_if_compiling()
        print_now(
            f"{words.name}: {len(words.answers):,} words of {words.length} letters may be hidden. "
            "Type what a guess got, such as "
            f"{words.guesses[0]}={'0' * words.length}; help says more.\n"
        )
        self._tell()
        for line in self._lines():
            words_typed = line.split()
            if not words_typed:
                continue
            if words_typed == ["quit"]:
                return
            try:
                self._obey(words_typed)
            except UserError as error:
                print_now(f"{error}\n")

    def _lines(self) -> Iterator[str]:
        """Yield what is typed, one line after another."""
        typed = standard_input("the clues as arguments")
        while True:
            print_now(PROMPT)
            line = typed.readline()
            if not line:
                print_now("\n")
                return
            yield line

    def _obey(self, typed: list[str]) -> None:
        command, *rest = typed
        orders: dict[str, Callable[[list[str]], None]] = {
            "undo": self._undo,
            "correct": self._correct,
            "words": self._list_words,
            "hard": self._set_hard,
            "exclude": self._exclude,
            "review": self._review,
            "new": self._new,
            "help": self._help,
        }
        order = orders.get(command.lower())
        if order is not None and not (len(rest) == 1 and self._is_score(rest[0], command)):
            order(rest)
            return
        self._play(typed)

    def _is_score(self, text: str, guess: str) -> bool:
        """Tell whether something is the score of a word that is called as a command is."""
        try:
            Pattern.parse(text, guess)
        except UserError:
            return False
        return len(guess) == self.game.vocabulary.length

    def _play(self, typed: list[str]) -> None:
        clue = self._clue([as_read(part, self.fold_accents) for part in typed])
        guess = clue.partition("=")[0]
        strange = guess.lower() not in self.game.vocabulary.guess_index
        self.game.guess(clue)
        if strange:
            print_now(f"{guess} is not in the list: its clue counts all the same\n")
        self._tell()

    def _clue(self, typed: list[str]) -> str:
        """Read a clue: a word with its score, both apart, or the score of the suggestion."""
        if len(typed) == 2 and "=" not in "".join(typed):
            return "=".join(typed)
        if len(typed) > 1:
            raise UserError(
                f"{shortened(' '.join(typed))!r} is not understood: give one clue, such as "
                "crane=01200, or a command; help lists them"
            )
        (text,) = typed
        if "=" in text:
            return text
        try:
            Pattern.parse(text, self.first)
        except UserError as error:
            if text.isalpha() and text.lower() in self.game.vocabulary.guess_index:
                like = f"{text}={'0' * len(text)}"
                raise UserError(f"guess {text!r} needs its score, such as {like}") from None
            if text.isalpha() and len(text) != self.game.vocabulary.length:
                raise UserError(
                    f"{shortened(text)!r} is no command: {nearest(text.lower(), COMMANDS)}"
                ) from None
            raise error
        if self.first is None:
            raise UserError(f"score {text!r} stands alone: give its guess, too")
        return f"{self.first}={text}"

    def _undo(self, rest: list[str]) -> None:
        self._no_more(rest, "undo")
        self.game.undo()
        self._tell()

    def _correct(self, rest: list[str]) -> None:
        if len(rest) != 2 or not rest[0].isdecimal() or len(rest[0]) > 3:
            raise UserError("correct is not understood: give it as correct 2 01200")
        self.game.correct(int(rest[0]), rest[1])
        self._tell()

    def _list_words(self, rest: list[str]) -> None:
        shown = len(self.game.remaining)
        if rest:
            if len(rest) != 1 or not rest[0].isdecimal() or len(rest[0]) > 9:
                raise UserError("words is not understood: give it as words, or as words 50")
            shown = int(rest[0])
        print_now(isolated(words_left(self.game.remaining, shown)) + "\n")

    def _set_hard(self, rest: list[str]) -> None:
        if rest not in (["on"], ["off"]):
            raise UserError("hard is not understood: give it as hard on, or as hard off")
        self._again(self._begun(self._words, rest == ["on"]))

    def _exclude(self, rest: list[str]) -> None:
        if not rest:
            raise UserError("exclude needs words, or a file of them")
        single = rest[0] if len(rest) == 1 else ""
        past = [as_read(word, self.fold_accents) for word in rest]
        if single and Path(single).is_file():
            past = list(sources.load(single, fold_accents=self.fold_accents))
        words = self._words.without(past)
        taken = len(self._words.answers) - len(words.answers)
        self._again(self._begun(words, self.game.hard))
        self._words = words
        print_now(f"{counted(taken, 'word is', 'words are')} taken out\n")

    def _review(self, rest: list[str]) -> None:
        from gpuwordle.cli.reviewed import text_of_review

        self._no_more(rest, "review")
        review = self.game.review(seconds=self.seconds)
        print_now(text_of_review(review, plain=not standard_output().isatty()))

    def _new(self, rest: list[str]) -> None:
        self._no_more(rest, "new")
        self.game.restart()
        self._tell()

    def _help(self, rest: list[str]) -> None:
        print_now(HELP + "\n")

    def _no_more(self, rest: list[str], command: str) -> None:
        if rest:
            raise UserError(f"{command} takes nothing after it: leave out {' '.join(rest)!r}")

    def _begun(self, words: Vocabulary, hard: bool) -> Game:
        return Game(words, hard=hard, allowed=self.allowed, backend=self.backend)

    def _again(self, game: Game) -> None:
        """Go on with another game after the same clues."""
        for clue in self.game.clues:
            game.guess(clue.guess, clue.pattern)
        self.game = game
        self._tell()

    def _tell(self) -> None:
        """Say what is left and what to guess."""
        if self.game.solved:
            count = len(self.game.clues)
            guesses = counted(count, "guess", "guesses")
            print_now(f"solved in {guesses}: {self.game.clues[-1].guess}; new begins another\n")
            self.first = None
            return
        found: Suggestions = self.game.suggestions(
            self.strategy, top=self.top, seconds=self.seconds
        )
        self.first = found.guesses[0].guess
        print_now(text_of(found, self.show, plain=not standard_output().isatty()))
        if self.game.lost:
            print_now(f"no guess of {self.allowed} is left; undo takes the last one back\n")
