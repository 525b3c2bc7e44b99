"""Small runs of the benchmark, and summaries made up, for the tests of reports."""

from helpers.benchmark_tasks import vocabularies

from gpuwordle import Conditions, Pattern
from gpuwordle.benchmark.run import play_tasks
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.papers.printed import read_paper
from gpuwordle.report.report import Report
from gpuwordle.results.summary import Summary
from gpuwordle.results.unit import Unit


def play(folder, *, strategies=("minimax", "entropy"), words=None, allowed=None, **how):
    words, conditions = words or vocabularies((3, 5, 6)), Conditions(allowed=allowed)
    tasks = tasks_of(words, strategies, conditions, backend="numpy", **how)
    play_tasks(tasks, folder, command="gpuwordle benchmark <here> & there")
    return folder


def report_of(units, **how):
    """A report of units, and of no run."""
    return Report((), tuple(units), 0, **how)


def made_up(strategies, lengths):
    """A report of strategies s0, s1 and so on, the last one the best, on lengths from 3."""
    return report_of(
        summary_of([1, 2, n + 3, 2 * length], strategy=f"s{n}", length=length)
        for n in range(strategies)
        for length in range(3, 3 + lengths)
    )


def paper_summary():
    """The exact strategy of Van Fleet et al., as they print it."""
    paper = read_paper("van_fleet")
    lost, *distribution = paper.pinned["distributions"]["pca"]
    described = {"digest": paper.lists["methods"][5].ljust(64, "0"), "strategy": "pca"}
    return summary_of(distribution, lost, filter="counts", allowed=6, **described)


def summary_of(distribution, lost=0, **unit):
    described = {"vocabulary": "v", "digest": "0" * 64, "length": 5, "strategy": "minimax", **unit}
    games = sum(distribution) + lost
    return Summary(
        unit=Unit(answers=games, guesses=games, **described),
        played=games,
        distribution=tuple(distribution),
        lost=lost,
        worst_words=("zebra",),
        worst_game=(("zebra", Pattern(242, 5)),),
        openers=(("crane", games),),
        left=2.0,
        seconds=1.5,
        provenance={},
    )
