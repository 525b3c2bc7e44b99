"""Options that several commands share, in bundles, and how they load words."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from gpuwordle.cli.commands import Bundle
from gpuwordle.cli.messages import say
from gpuwordle.cli.parsers import (
    LARGEST,
    LARGEST_SEED,
    MOST_PROCESSES,
    Setting,
    at_least,
    list_name,
    parse_address,
    parse_filter,
    parse_length,
    parse_seconds,
    parse_seeds,
    parse_setting,
    parse_subset,
    place_of_file,
    rule_name,
)
from gpuwordle.errors import UserError
from gpuwordle.files import check_different, check_not_input
from gpuwordle.memory import MEMORY_VARIABLE
from gpuwordle.memory import parse as parse_memory
from gpuwordle.rules.conditions import ALLOWED, Conditions, Filter, PoolName
from gpuwordle.words.lengths import LONGEST, WHOLE_RANGE, Lengths

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gpuwordle.backends.backend import Backend
    from gpuwordle.strategies.strategy import Strategy
    from gpuwordle.words.vocabulary import Vocabulary
    from gpuwordle.words.word_list import WordList

# What Tab offers after an option; the shell keeps those that begin with what was typed.


def offered(listing: str) -> Callable[[], list[str]]:
    """Offer the names that a function of the package lists; it is imported when Tab is pressed."""
    module, function = listing.rsplit(".", 1)
    return lambda: [*getattr(import_module(f"gpuwordle.{module}"), function)()]


def offered_strategies() -> list[tuple[str, str]]:
    """Offer the names of strategies."""
    from gpuwordle.strategies.table import known_strategies

    return [(known.name, known.about) for known in known_strategies() if known.kind is not None]


def offered_vocabularies() -> list[tuple[str, str]]:
    """Offer the names of word lists; the shell completes files if none fits."""
    from gpuwordle.words.known_lists import known_lists

    return [(known.name, known.about) for known in known_lists()]


def allow_memory(memory: int | None) -> int | None:
    """Set the ceiling of memory of this process and of those that it starts."""
    if memory is not None:
        os.environ[MEMORY_VARIABLE] = str(memory)
    return memory


# Options that several commands declare, each with its own help; `shown` goes to typer.


def argument(
    help: str, metavar: str, *, default: Any = ..., parser: Any = None, **shown: Any
) -> Any:
    """Declare an argument; without a default it is required."""
    return typer.Argument(default, metavar=metavar, help=help, parser=_named(parser), **shown)


def option(help: str, *flags: str, default: Any = None, parser: Any = None, **shown: Any) -> Any:
    """Declare an option; without a long flag, it is named after its parameter."""
    return typer.Option(default, *flags, help=help, parser=_named(parser), **shown)


def _named(parser: Callable[[Any], Any] | None) -> Callable[[Any], Any] | None:
    """Return a parser whose errors typer reports with the name of the option."""
    if parser is None:
        return None

    @wraps(parser)
    def parse(given: Any) -> Any:
        try:
            return parser(given)
        except UserError as error:
            raise typer.BadParameter(str(error)) from None

    return parse


def flag(help: str) -> Any:
    """Declare an option without a value."""
    return option(help, default=False)


def number_option(
    help: str, *flags: str, low: int = 1, high: int = LARGEST, metavar: str = "N", **shown: Any
) -> Any:
    """Declare an option whose value is a whole number within bounds."""
    return option(help, *flags, metavar=metavar, parser=at_least(low, high), **shown)


def time_limit(help: str, **shown: Any) -> Any:
    """Declare an option whose value is a number of seconds."""
    return option(help, metavar="S", parser=parse_seconds, **shown)


def length_option(*, several: bool = False, **shown: Any) -> Any:
    """Declare the option of a word length, or of several."""
    parser: Callable[[Any], Any] = parse_length
    help = f"Word length, 1 to {LONGEST}."
    if several:
        parser, help = Lengths.parse, "Word length, or several: 5, 3-20 or 4,6-8."
    return option(help, "--length", "-l", "--lengths", metavar="N", parser=parser, **shown)


def strategy_option(help: str, **shown: Any) -> Any:
    """Declare an option that names a strategy."""
    return option(help, "-s", metavar="NAME", autocompletion=offered_strategies, **shown)


def list_option(help: str, *flags: str, **shown: Any) -> Any:
    """Declare an option that names a word list."""
    return option(
        help,
        *flags,
        metavar="LIST",
        parser=list_name,
        autocompletion=offered_vocabularies,
        **shown,
    )


def file_option(help: str, *flags: str, metavar: str = "FILE", **shown: Any) -> Any:
    """Declare an option that names a file to write."""
    return option(help, *flags, metavar=metavar, parser=place_of_file, **shown)


def allowed_option(help: str = "Guesses allowed before the game is lost.", **shown: Any) -> Any:
    """Declare the option of how many guesses are allowed."""
    return number_option(help, "-m", metavar="M", **shown)


def pool_option(more: str = "", **shown: Any) -> Any:
    """Declare the option of which words may be guessed."""
    help = "Words that may be guessed: all, or candidates (possible answers)."
    return option(help + more, **shown)


def seed_option(help: str = "Seed for random choices.", **shown: Any) -> Any:
    """Declare the option of one seed."""
    return number_option(help, low=0, high=LARGEST_SEED, **shown)


def format_option(usual: str, help: str = "Output format.", **shown: Any) -> Any:
    """Declare the option of the output format."""
    return option(help, "-f", show_default=f"by the ending of FILE, or {usual}", **shown)


def clues_argument(**shown: Any) -> Any:
    """Declare the argument of clues."""
    return argument(
        "Guess with its colours: CRANE=c.A.. (upper case green, lower case yellow, dot grey), "
        "CRANE=10200 (2 green, 1 yellow, 0 grey) or CRANE=🟨⬜🟩⬜⬜.",
        "CLUE",
        **shown,
    )


SHOWN_LENGTH = "5, or the only length of the list"
FILTERS_HELP = (
    "How clues rule words out: pattern (exactly), letters (as in Lahiri et al.), counts (Van Fleet "
    "et al.), bounds (Haag)"
)
FILTER_HELP = f"{FILTERS_HELP} or colours (Sreekala et al.)."
HARD = flag("Play hard mode: greens stay, and yellows must be used again.")
OBJECTIVE = option(
    "What optimal play minimises: total (guesses over all answers), worst (the longest game), or "
    "worst-then-total.",
    metavar="GOAL",
    default="total",
)
SECONDS = time_limit(
    "Time limit of the search for optimal play; then print the best result so far, with the gap to "
    "the proven bound.",
    show_default="no limit",
)
PALETTE = option("Colours of the tiles.", show_default="GPUWORDLE_PALETTE, or standard")
MEMORY = option(
    "Memory limit for tables and results, such as 500M or 8G. It never changes results.",
    metavar="BYTES",
    parser=parse_memory,
    callback=allow_memory,
    show_default="GPUWORDLE_MEMORY, or half of what is free",
)
SHOW = number_option("How many to list.", show_default="all")
ANSWER = option("The answer, to compute the colours from.", metavar="WORD")
SYMBOLS = flag("Play with every visible character: digits and signs are letters, too.")
LANGUAGE = option(
    "Read words as a language such as nl writes them: which letters count as one, which spellings "
    "are the same.",
    metavar="NAME",
    autocompletion=offered("words.orthography.language_names"),
    show_default="letters of any script",
)
SETTINGS = option(
    "Option of the strategy; `gpuwordle strategies` lists them. Repeat for more.",
    metavar="NAME=VALUE",
    parser=parse_setting,
)


def given_options(context: typer.Context) -> set[str]:
    """Name the options and arguments that the user gave."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, source in sources.items() if source and source.name != "DEFAULT"}


def refuse(given: set[str], why: str) -> None:
    """Refuse options that do not apply, by the names of their parameters."""
    for name in sorted(given):
        raise UserError(f"--{name.replace('_', '-')} {why}")


class ListOptions(Bundle):
    """Which words are loaded."""

    vocabulary: list[str] | None = list_option(
        "Word list: a name from `gpuwordle vocabularies`, a text, CSV or Parquet file "
        "(FILE:COLUMN), or - for standard input. Repeat to join lists.",
        "-v",
        show_default="web2",
    )
    strict: bool = flag("Refuse files with invalid lines instead of skipping these lines.")
    fold_accents: bool = flag("Drop accents: read é as e, not as another letter.")
    symbols: bool = SYMBOLS
    language: str | None = LANGUAGE
    rule: str | None = option(
        "Response to a guess: wordle (colours), mastermind (letters in place, and others in "
        "common), jotto (letters in common), greens (letters in place), or module:Class for your "
        "own.",
        metavar="RULE",
        parser=rule_name,
        autocompletion=offered("rules.named.rule_names"),
        show_default="that of the list, or wordle",
    )

    def load(self, *outputs: Path | None, also_read: Iterable[Path] = ()) -> WordList:
        """Load the lists.

        Outputs that are one file, or that would replace a file that is read, are refused.
        """
        from gpuwordle.words import sources

        names = self.vocabulary or [sources.DEFAULT]
        asked = {name: value for name, value in vars(self).items() if name in sources.OPTIONS}
        others = [asked.get(name) for name in ("answers", "exclude", "weights")]
        check_different(*outputs)
        read = [*also_read, *sources.files_of([*names, *filter(None, others)])]
        for output in outputs:
            check_not_input(output, read)
        return sources.load(*names, **asked)


class WordOptions(ListOptions):
    """Which words are loaded, and which of them may be the answer."""

    answers: str | None = list_option(
        "Separate list of possible answers, instead of the list's own.",
        "-a",
        show_default="the list's own",
    )
    exclude: str | None = option(
        "Words that cannot be the answer, such as past answers; they may still be guessed.",
        metavar="FILE",
        parser=list_name,
    )
    weights: str | None = option(
        "How likely each word is to be the answer: a text, CSV or Parquet file (FILE:COLUMN) of "
        "words and weights, where words of weight 0 are never the answer; or zipf, their frequency "
        "in English (zipf:de in German).",
        metavar="FILE",
        parser=list_name,
        show_default="all answers equally likely",
    )


class GameWordOptions(WordOptions):
    """The words of a game; its length comes from elsewhere, such as from a clue."""

    distinct_letters: bool = flag("Use only words without repeated letters.")

    def of_length(self, words: WordList, length: int) -> Vocabulary:
        """Take the words of one length; report on standard error how they are weighed."""
        vocabulary = words.of_length(length, distinct_letters=self.distinct_letters)
        for line in vocabulary.how_weighed:
            say(line)
        return vocabulary


class OneLengthOptions(GameWordOptions):
    """The words of a game of one length."""

    length: int | None = length_option(show_default=SHOWN_LENGTH)

    def load_words(self, *outputs: Path | None, also_read: Iterable[Path] = ()) -> Vocabulary:
        """Load the words of the length; see `load`."""
        words = self.load(*outputs, also_read=also_read)
        return self.of_length(words, self.length or words.usual_length)


class LengthsOptions(GameWordOptions):
    """The words of games of several lengths."""

    lengths: Lengths | None = length_option(several=True, show_default=SHOWN_LENGTH)

    def load_all(self, *outputs: Path | None) -> list[Vocabulary]:
        """Load the words of every length, shortest first."""
        words = self.load(*outputs)
        lengths = self.lengths or Lengths.parse(str(words.usual_length))
        playable = words.playable
        if lengths.text == WHOLE_RANGE and playable and not {*lengths.ranged} & {*playable}:
            lengths = Lengths.parse(",".join(map(str, playable)))  # all are shorter
        return lengths.of(words, distinct_letters=self.distinct_letters)


class EveryLengthOptions(LengthsOptions):
    """The words of games of all lengths, unless lengths are given."""

    lengths: Lengths = length_option(several=True, default=Lengths.parse(WHOLE_RANGE))


class RuleOptions(Bundle):
    """The rules of a game, without a limit on guesses unless one is given."""

    hard: bool = HARD
    allowed: int | None = allowed_option(show_default="no limit")

    def conditions(self) -> Conditions:
        """Return the conditions of the game."""
        return Conditions(hard=self.hard, allowed=self.allowed)


class LimitedRuleOptions(RuleOptions):
    """The rules of a game, with six guesses unless another limit is given."""

    allowed: int = allowed_option(default=ALLOWED)


class PlayOptions(Bundle):
    """How strategies play whole games."""

    option: list[Setting] | None = SETTINGS
    pool: PoolName | None = pool_option(show_default="the strategy's own")
    hard: bool = HARD

    @property
    def settings(self) -> dict[str, Any]:
        """The options of the strategy by name."""
        names = [setting.name for setting in self.option or []]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise UserError(f"--option {twice} is given twice: give it once")
        return {setting.name: setting.value for setting in self.option or []}


class OneStrategyOptions(PlayOptions):
    """How one strategy plays."""

    strategy: str = strategy_option(
        "Strategy that chooses the guesses: a name from `gpuwordle strategies`, or module:Class "
        "for your own.",
        default="entropy",
    )
    filter: Filter = option(FILTER_HELP, metavar="FILTER", default="pattern")
    allowed: int | None = allowed_option(show_default="no limit")
    opener: str | None = option("First guess of every game.", metavar="WORD")

    def conditions(self) -> Conditions:
        """Return the conditions of the games."""
        return Conditions(self.pool, self.hard, self.filter, self.allowed)

    def player(self, strategy: str, **settings: Any) -> Strategy:
        """Make the strategy; conditions that it cannot play under are refused."""
        from gpuwordle.strategies.table import strategy_named

        player = strategy_named(strategy, **settings)
        player.settle(self.conditions())
        return player


class StrategiesOptions(PlayOptions):
    """How several strategies play, under one condition or several, and which games."""

    strategy: list[str] | None = strategy_option(
        "Strategy that chooses the guesses: a name from `gpuwordle strategies`, module:Class for "
        "your own, or all for every built-in one except expected-size-incremental, optimal and "
        "beam. Repeat for more.",
        show_default="all",
    )
    filter: list[str] | None = option(
        f"{FILTER_HELP} Repeat for more.",
        metavar="FILTER",
        parser=parse_filter,
        show_default="pattern",
    )
    allowed: list[int] | None = allowed_option(
        "Guesses allowed before the game is lost. Repeat for more.", show_default="no limit"
    )
    opener: list[str] | None = option("First guess of every game. Repeat for more.", metavar="WORD")
    seed: range | None = option(
        "Seed for random choices, or several: 0-19.",
        metavar="N",
        parser=parse_seeds,
        show_default="0",
    )
    sample: int | None = number_option(
        "Play only N random answers of each length, drawn by the seed.", show_default="all"
    )
    subset: str | None = option(
        "Play with a random part of the list, drawn by the seed, such as 200x200: answers x "
        "guesses.",
        metavar="ANSWERSxGUESSES",
        parser=parse_subset,
        show_default="all",
    )


class ComputeOptions(Bundle):
    """Where to compute, and with how much memory."""

    backend: str = option(
        "Where to compute: auto, or a name from `gpuwordle backends`.",
        "-b",
        metavar="NAME",
        autocompletion=offered("backends.table.backend_names"),
        default="auto",
    )
    memory: int | None = MEMORY

    def engine(self) -> type[Backend]:
        """Return the backend; one that is missing is refused before any list is read."""
        from gpuwordle.backends.table import choose

        return choose(self.backend)


class SharingOptions(Bundle):
    """Processes or a Dask cluster that share the work."""

    processes: int = number_option("Number of processes.", "-j", high=MOST_PROCESSES, default=1)
    dask: str | None = option(
        "Compute on the cluster of a Dask scheduler.", metavar="ADDRESS", parser=parse_address
    )
    wait: bool = flag("With --dask: wait until the cluster has a worker.")

    def check(self) -> None:
        """Refuse ``--wait`` without ``--dask``."""
        if self.wait and self.dask is None:
            raise UserError("--wait waits for Dask workers: add --dask ADDRESS, or drop --wait")

    def refuse(self, what: str, other: str) -> None:
        """Refuse to share work that one process does, because of another option."""
        if self.dask is not None or self.processes > 1:
            option = "--processes" if self.dask is None else "--dask"
            raise UserError(f"{what} are compared by one process: drop {option}, or {other}")

    def executor(self) -> AbstractContextManager[Executor | None]:
        """Open the executor; None is this process."""
        from gpuwordle import executors

        if self.dask is not None:
            return executors.dask(self.dask, wait=self.wait)
        return nullcontext() if self.processes == 1 else executors.processes(self.processes)

    def memory(self, compute: ComputeOptions) -> int | None:
        """Return the ceiling of memory for workers; None for processes, which inherit theirs."""
        return compute.memory if self.dask is not None else None
