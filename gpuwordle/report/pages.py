"""A report as a page: Markdown, or one HTML file that needs nothing else.

The HTML page holds its style, its tables and its figures (as SVG) in itself, asks no other host
for anything, and reads well in light and dark rooms and on paper.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gpuwordle.report.printed import Comparison, compare
from gpuwordle.report.report import SMALLEST_ALPHA, Report, Table
from gpuwordle.report.summary import Summary
from gpuwordle.rules.codes import GREEN, YELLOW

SHOWN_GAMES = 12
"""How many of the hardest games the HTML page shows as tiles."""


def comparisons(report: Report) -> list[Comparison]:
    """Return every value of the papers that the report has the games for, paper by paper."""
    found = [row for group in report.seeds for row in compare(group)]
    return sorted(found, key=lambda row: (row.paper, row.place.startswith("Section"), row.place))


def comparison_table(rows: Iterable[Comparison]) -> Table:
    """Lay comparisons out as a table."""
    return [
        {
            "paper": row.paper,
            "place": row.place,
            "value": row.what,
            "printed": row.printed,
            "found": row.found,
            "mark": row.mark,
            "note": row.note,
        }
        for row in rows
    ]


def markdown(
    report: Report,
    *,
    allowed: int = 6,
    alpha: float = SMALLEST_ALPHA,
    images: Mapping[str, str] | None = None,
) -> str:
    """Write a report in Markdown.

    Parameters
    ----------
    report
        The summaries.
    allowed, alpha
        For the rewards; see `Report.tables`.
    images
        Paths of pictures, with their captions.
    """
    parts = ["# Games of Wordle", *(f"- {line}" for line in _about(report)), ""]
    rows = comparisons(report)
    if rows:
        parts += ["## Beside the papers", "", markdown_table(comparison_table(rows))]
    for title, table in report.tables(allowed=allowed, alpha=alpha).items():
        parts += [f"## {title}", "", markdown_table(table)]
    if images:
        parts.append("## Figures\n")
        parts += [f"![{caption}]({path})\n\n{caption}\n" for path, caption in images.items()]
    return "\n".join(parts).rstrip() + "\n"


def markdown_table(rows: Table) -> str:
    """Write rows as a Markdown table, numbers to the right."""
    if not rows:
        return ""
    names = list(rows[0])
    right = [_numbers(row[name] for row in rows) for name in names]

    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"

    text = line(names) + line("---:" if number else "---" for number in right)
    return text + "".join(line(row.values()) for row in rows)


def html_page(
    report: Report,
    *,
    allowed: int = 6,
    alpha: float = SMALLEST_ALPHA,
    pictures: Sequence[tuple[str, str, bytes]] = (),
) -> str:
    """Write a report as one HTML page.

    Parameters
    ----------
    report
        The summaries.
    allowed, alpha
        For the rewards; see `Report.tables`.
    pictures
        Name, caption and SVG of each figure.
    """
    tables = report.tables(allowed=allowed, alpha=alpha)
    sections = [("Overview", "overview", _cards(report))]
    rows = comparisons(report)
    if rows:
        counted = Counter(row.mark for row in rows)
        summed = ", ".join(f"{number} {mark}" for mark, number in counted.most_common())
        text = f"<p>{summed}.</p>{_table(comparison_table(rows))}"
        sections.append(("Beside the papers", "papers", text))
    if pictures:
        sections.append(("Figures", "figures", "".join(map(_picture, pictures))))
    sections.append(("Hardest words", "hardest", _games(report)))
    folded = {title: rows for title, rows in tables.items() if len(rows) > 40}
    body = []
    for title, table in tables.items():
        shown = _table(table)
        if title in folded:
            shown = f"<details><summary>{len(table)} rows</summary>{shown}</details>"
        body.append(f"<h3>{html.escape(title)}</h3>{shown}")
    sections.append(("Tables", "tables", "".join(body)))
    links = "".join(f'<a href="#{anchor}">{title}</a>' for title, anchor, _ in sections)
    content = "".join(
        f'<section id="{anchor}"><h2>{title}</h2>{text}</section>'
        for title, anchor, text in sections
    )
    about = "".join(f"<p>{html.escape(line)}</p>" for line in _about(report))
    title = html.escape(_title(report))
    return (
        "<!doctype html>\n"
        '<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body>"
        f'<header><h1>{title}</h1><div class="about">{about}</div><nav>{links}</nav></header>'
        f"<main>{content}</main></body></html>\n"
    )


def _title(report: Report) -> str:
    names = list(dict.fromkeys(summary.unit.vocabulary for summary in report.summaries))
    low, high = report.lengths[0], report.lengths[-1]
    letters = f"{low} letters" if low == high else f"{low} to {high} letters"
    return f"{', '.join(names)}, {letters}"


def _about(report: Report) -> list[str]:
    lines = []
    for run in report.runs:
        lines.append(f"R{str(run)[1:]}.")
        if run.command:
            lines.append(f"Command: {run.command}")
    made = {
        (
            s.provenance.get("version"),
            s.provenance.get("commit"),
            s.provenance.get("backend"),
            s.provenance.get("device"),
        )
        for s in report.summaries
    }
    for version, commit, backend, device in sorted(made, key=str):
        at = f", commit {commit[:12]}" if commit else ""
        lines.append(f"Made by gpuwordle {version}{at}, backend {backend} on {device}.")
    if report.unfinished:
        lines.append(f"Not finished: {report.unfinished} units are still to be played.")
    return lines


def _cards(report: Report) -> str:
    games = sum(s.games for s in report.summaries)
    solved = sum(s.solved for s in report.summaries)
    seconds = sum(s.seconds for s in report.summaries)
    known = [s for s in report.summaries if s.mean is not None]
    best = min(known, key=lambda s: (s.failed, s.mean), default=None)
    cards = [
        ("games", f"{games:,}"),
        ("won", f"{100 * solved / games:.2f} %"),
        ("strategies", str(len(report.by_label()))),
        ("playing time", f"{seconds:,.1f} s"),
        ("games a second", f"{games / max(seconds, 1e-9):,.0f}"),
    ]
    if best is not None and len(report.lengths) == 1:
        cards.append(("fewest guesses", f"{report.label(best)} {best.mean:.4f}"))
    return (
        '<div class="cards">'
        + "".join(
            f"<div><b>{html.escape(value)}</b><span>{name}</span></div>" for name, value in cards
        )
        + "</div>"
    )


def _games(report: Report) -> str:
    """Show the hardest games as the tiles that players know."""

    def hardness(summary: Summary) -> tuple[bool, int]:
        return bool(summary.failed), len(summary.worst_game)

    hardest = sorted(report.summaries, key=hardness, reverse=True)[:SHOWN_GAMES]
    boards = []
    for summary in hardest:
        rows = []
        for guess, pattern in summary.worst_game:
            tiles = "".join(
                f'<i class="{_COLOURS.get(colour, "grey")}">{html.escape(letter.upper())}</i>'
                for letter, colour in zip(guess, pattern.colours, strict=True)
            )
            rows.append(f"<div>{tiles}</div>")
        count = "not found" if summary.failed else f"{len(summary.worst_game)} guesses"
        word = html.escape(summary.worst_words[0])
        label = html.escape(report.label(summary))
        boards.append(
            f'<figure><div class="board" role="img" aria-label="{word}: {count}">'
            f"{''.join(rows)}</div><figcaption><b>{word}</b>, {count}<br>{label}</figcaption>"
            "</figure>"
        )
    return f'<div class="boards">{"".join(boards)}</div>'


_COLOURS = {GREEN: "green", YELLOW: "yellow"}


def _picture(picture: tuple[str, str, bytes]) -> str:
    name, caption, svg = picture
    text = svg.decode()
    text = text[text.index("<svg") :]
    # Identifiers of several figures on one page must not meet.
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    safe = html.escape(caption)
    return (
        f'<figure class="plot" role="img" aria-label="{safe}">{text}'
        f"<figcaption>{safe}</figcaption></figure>"
    )


def _table(rows: Table) -> str:
    if not rows:
        return ""
    names = list(rows[0])
    right = {name: _numbers(row[name] for row in rows) for name in names}

    def cell(tag: str, name: str, text: str) -> str:
        kind = ' class="n"' if right[name] else ""
        shown = html.escape(text)
        if name == "mark" and tag == "td":
            shown = f'<span class="mark {shown}">{shown}</span>'
        return f"<{tag}{kind}>{shown}</{tag}>"

    head = "".join(cell("th", name, name) for name in names)
    body = "".join(
        "<tr>" + "".join(cell("td", name, row[name]) for name in names) + "</tr>" for row in rows
    )
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _numbers(cells: Iterable[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(re.fullmatch(r"[-+]?[\d,.]+( %)?", cell) for cell in filled)


_STYLE = """
:root{--ink:#24292f;--soft:#57606a;--paper:#fff;--card:#f6f8fa;--line:#d0d7de;--link:#0060a8;
--green:#538d4e;--yellow:#c9a227;--grey:#787c7e}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b1;--paper:#0d1117;
--card:#161b22;--line:#30363d;--link:#6cb6ff;--yellow:#b59f3b;--grey:#3a3a3c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
header,main{max-width:1120px;margin:0 auto;padding:0 24px}
header{padding-top:40px}
h1{font-size:30px;line-height:1.2;margin:0 0 12px}
h2{font-size:22px;margin:48px 0 16px;padding-top:12px;border-top:1px solid var(--line)}
h3{font-size:16px;margin:32px 0 8px}
.about{color:var(--soft);font-size:14px}.about p{margin:2px 0;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:8px 20px;margin-top:16px}
a{color:var(--link);text-decoration:none}a:hover,a:focus{text-decoration:underline}
.cards{display:flex;flex-wrap:wrap;gap:12px}
.cards div{flex:1 1 140px;padding:14px 16px;background:var(--card);border:1px solid var(--line);
border-radius:8px}
.cards b{display:block;font-size:21px;line-height:1.25;font-variant-numeric:tabular-nums}
.cards span{color:var(--soft);font-size:13px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums;white-space:nowrap}
th,td{text-align:left;padding:5px 14px 5px 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600;border-bottom:2px solid var(--line)}
.n{text-align:right;padding-left:14px}
tbody tr:hover{background:var(--card)}
#papers td:nth-child(n+4){white-space:normal}
#papers td:last-child{min-width:200px;color:var(--soft)}
.mark{padding:1px 9px;border-radius:10px;font-size:12.5px;border:1px solid currentColor}
.mark.exact{color:#1a7f37}.mark.band{color:#0969da}.mark.erratum{color:#9a6700}
.mark.differs{color:#cf222e}.mark.time{color:var(--soft)}
@media(prefers-color-scheme:dark){.mark.exact{color:#56d364}.mark.band{color:#79c0ff}
.mark.erratum{color:#e3b341}.mark.differs{color:#ff7b72}}
figure{margin:0 0 28px}
.plot svg{max-width:100%;height:auto;display:block;background:#fff;border-radius:8px}
figcaption{color:var(--soft);font-size:13.5px;margin-top:6px}
.boards{display:flex;flex-wrap:wrap;gap:28px 36px;align-items:flex-start}
.boards figure{margin:0}
.board div{display:flex;gap:3px;margin-bottom:3px}
.board i{font-style:normal;font-weight:700;font-size:13px;color:#fff;width:24px;height:24px;
line-height:24px;text-align:center;border-radius:3px}
.board .green{background:var(--green)}.board .yellow{background:var(--yellow)}
.board .grey{background:var(--grey)}
details summary{cursor:pointer;color:var(--link);margin-bottom:8px}
main{padding-bottom:64px}
@media print{nav{display:none}.scroll{overflow:visible}}
""".replace("\n", "")
