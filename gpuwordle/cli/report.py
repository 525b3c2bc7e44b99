"""The ``report`` command."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import allowed_option, argument, format_option, option, strategy_option
from gpuwordle.cli.output import TableOptions, say_wrote
from gpuwordle.cli.parsers import parse_cost
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import counted
from gpuwordle.files import check_not_input
from gpuwordle.rules.conditions import ALLOWED

Format = Literal["table", "json", "csv", "markdown", "html"]


class _ReportOutput(TableOptions):
    format: Format = format_option(  # type: ignore[assignment]
        "table",
        "Output format: table, json, csv, markdown, or html, one file with all figures.",
        metavar="FORMAT",
    )
    plots: Path | None = option("Write the figures to FOLDER, as PNG and SVG.", metavar="FOLDER")


def report(
    *,
    runs: list[Path] = argument("Output folder of benchmark.", "RUN"),
    out: _ReportOutput,
    strategy: list[str] | None = strategy_option(
        "Strategy of the run to report. Repeat for more.", show_default="all of the run"
    ),
    allowed: int = allowed_option("Guesses allowed, for games won and rewards.", default=ALLOWED),
    alpha: float = option(
        "Cost of a lost game, for the table of rewards.",
        metavar="A",
        parser=parse_cost,
        default=7.0,
    ),
) -> None:
    """Report the results of runs, next to published results where they are comparable.

    The tables: averages, games won within m guesses, distributions, worst words, first guesses,
    candidates left after the first guess, rewards of the Markov decision process, and times.
    Markdown shows the figures of --plots; HTML is one file with all figures that works offline.

    Examples: gpuwordle report runs/demo -s entropy -s minimax;
    gpuwordle report runs/demo --format html -o demo.html --plots figures
    """
    from gpuwordle.papers.experiments import comparisons
    from gpuwordle.report.report import Report
    from gpuwordle.report.text_tables import comparison_table, text_tables
    from gpuwordle.results.games_file import own_files

    output, format, plots = out.output, out.format, out.plots
    check_not_input(output, (path for run in runs for path in own_files(run)))
    share = 1 / (1 + (plots is not None) + (format == "html"))
    drawn: list[tuple[Path, str]] = []
    page = ""
    with progress_bar("reading games") as bar:
        reading = bar.part("reading games", 0.0, share)
        made = Report.of(*runs, strategies=strategy, allowed=allowed, alpha=alpha, progress=reading)
        if plots is not None:
            from gpuwordle.report.plots import save

            drawn = save(made, plots, bar.part("drawing figures", share, share))
        if format == "html":
            from gpuwordle.report.html_page import html_page

            page = html_page(made, bar.part("drawing the page", 1 - share, share))
    if made.unfinished:
        say(
            f"gpuwordle: this run still lacks {counted(made.unfinished, 'unit')}: continue with "
            + (made.runs[0].continuing if len(runs) == 1 else "benchmark -o RUN --resume")
        )
    if plots is not None:
        say_wrote(plots, f"{len(drawn)} files")
    if format == "markdown":
        from gpuwordle.report.markdown import markdown_page

        pictures = {path: caption for path, caption in drawn if path.suffix == ".svg"}
        out.write(markdown_page(made, pictures, Path() if output is None else output.parent))
    elif format == "html":
        out.write(page)
    else:
        tables: dict[str, Any] = dict(text_tables(made))
        papers = comparisons(made.seeds)
        if papers:
            tables["Compared with the papers"] = comparison_table(papers)
        out.emit(made.rows(), tables)
