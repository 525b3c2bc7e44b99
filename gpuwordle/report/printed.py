"""What the papers print, beside what a run found, where the run is a paper's experiment.

An experiment is recognised by its words (their digest), strategy, pool and filter, never by
a name alone. Each printed value is marked:

- ``exact``: the run gives it to the last printed digit;
- ``band``: the value came from chance, and lies within three standard deviations of what runs
  with other seeds give, or within the bound that the paper states;
- ``erratum``: the run differs, and the reason is known and stated;
- ``time``: a time on another machine, for orientation only;
- ``differs``: anything else. No value known to us is marked so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from gpuwordle.report.summary import Summary

LAHIRI = "000 Lahiri et al."
HAAG = "001 Haag"
SREEKALA = "003 Sreekala et al."
VAN_FLEET = "004 Van Fleet et al."


@dataclass(frozen=True)
class Comparison:
    """One printed value and what was found.

    Attributes
    ----------
    paper, place : str
        Where it is printed.
    what : str
        What it is.
    printed, found : str
        The value there and here.
    mark : str
        ``exact``, ``band``, ``erratum``, ``time`` or ``differs``.
    note : str
        Why it differs, or how it was compared.
    """

    paper: str
    place: str
    what: str
    printed: str
    found: str
    mark: str
    note: str = ""


# Lists with distinct letters of NLTK's words, by length: digest, Tables 1, 2, 4, 5 and 3.
_GREEDY = {
    3: ("9af1daa48b21", 1176, "iao", "8.66", 22, ("uta",), "~19 min (68 s with opener)"),
    4: (
        "c0d4dec65550",
        3836,
        "eoan",
        "6.49",
        17,
        ("zain",),
        "~13 h (614 s with opener)",
    ),
    5: (
        "5676c114875b",
        6373,
        "nares",
        "4.84",
        14,
        ("mesal",),
        "~65 h (483 s with opener)",
    ),
    6: (
        "07ea00bd6931",
        8077,
        "tanier",
        "4.23",
        14,
        ("ostrea",),
        "~149 h (275 s with opener)",
    ),
    7: (
        "408082664bdc",
        7882,
        "latrine",
        "3.65",
        10,
        ("vinegar",),
        "~155 h (99 s with opener)",
    ),
    8: (
        "97cf4b2c9689",
        6074,
        "corsaint",
        "3.14",
        7,
        ("jitendra", "overstay", "ringdove"),
        "~79 h (59 s with opener)",
    ),
    9: (
        "b0dc24444764",
        3766,
        "columnist",
        "2.8",
        6,
        ("hairstone", "strobilae", "swanimote", "tribesman"),
        "~21 h (59 s with opener)",
    ),
}

# Words of words-alpha by length: digest and Table 1.
_FREQUENT = {
    3: ("118e3cc58ded", "iao"),
    4: ("87c52dbea102", "orae"),
    5: ("2f6486ce178b", "serai"),
    6: ("6a8709bc0f8f", "serian"),
    7: ("5b115b6c7d46", "eration"),
    8: ("179272007c61", "serotina"),
    9: ("11b2c59a420e", "tensorial"),
    10: ("cf37d6e42bb3", "psalterion"),
    11: ("575f2e02ce13", "ulcerations"),
    12: ("fc34d35cda92", "culteranismo"),
    13: ("1e263f610d29", "postneuralgic"),
    14: ("a7cd349b99a7", "neuroplasmatic"),
    15: ("f4ccd9246e83", "trigonocephalus"),
    16: ("60a025955564", "trigonocephalous"),
    17: ("a58651dba895", "superromantically"),
    18: ("fc4bdea7cd61", "pseudoromantically"),
    19: ("efa4de2d01b7", "pseudohallucinatory"),
    20: ("df59f9873810", "encephalomyocarditis"),
}

WORDLE = "63511b47dcd9"
"""The original lists: 2315 answers, 12972 guesses."""

ALL_OF_NYT = "a7898cd20f36"
"""The 14855 guesses of 30 August 2022, each of them hidden."""

# Table 1 of paper 004: games won of 2315, and the mean of these.
_METHODS = {
    "random": (2253, "4.08"),
    "sampled-minimax": (2277, "3.92"),
    "sampled-expected": (2271, "3.93"),
    "rank-one": (1784, "3.72"),
    "pca": (2290, "3.79"),
}

_DRAWN = ("random", "sampled-minimax", "sampled-expected")

_NOT_A_NUMBER = (
    "the authors' program takes the arc cosine of a number that rounding made greater than 1 and "
    "then repeats one guess for ever; how often depends on the machine"
)
_WHOLE_PATTERN = (
    "Algorithm 1 trims by the whole pattern; the tables were made with the weaker rule 'letters'"
)
_MISCOPIED = "the author's own report prints erasion; eration is not in the list"


def compare(runs: Sequence[Summary]) -> list[Comparison]:
    """Set a run's unit beside what the papers print of the same experiment.

    Parameters
    ----------
    runs
        The unit, or, of a strategy that draws by chance, units that differ in their seed alone.

    Returns
    -------
    list of Comparison
        Empty where the unit is no paper's experiment.
    """
    first = runs[0]
    unit, digest = first.unit, first.unit.digest[:12]
    if unit.opener is not None or unit.hard or unit.options or any(r.mean is None for r in runs):
        return []
    if digest == WORDLE:
        return _methods(runs)
    if unit.allowed is not None:
        return []
    if digest == _GREEDY.get(unit.length, ("",))[0]:
        return _greedy(first)
    if digest == _FREQUENT.get(unit.length, ("",))[0]:
        return _frequent(first)
    if digest == ALL_OF_NYT and unit.strategy == "heuristic":
        return [_around_five(first)]
    return []


def same_digits(printed: str, found: float) -> bool:
    """Say whether a value rounds to the digits that are printed."""
    return f"{found:.{len(printed.partition('.')[2])}f}" == printed


def _greedy(summary: Summary) -> list[Comparison]:
    unit, length = summary.unit, summary.unit.length
    if unit.strategy != "minimax" or unit.pool != "candidates":
        return []
    _, size, opener, average, most, worst, times = _GREEDY[length]
    words = () if summary.failed else summary.worst_words
    shown = " ".join(words[:4]) + (" ..." if len(words) > 4 else "")
    mean = summary.total / summary.solved
    percent = {m: 100 * summary.wins(m) / summary.games for m in (6, 13, 22)}
    tables, text = "Table {}", "Section 7.2.4"
    values = [
        (tables.format(1), "words", str(size), str(summary.games), size == summary.games),
        (tables.format(2), "first guess", opener, summary.opener, opener == summary.opener),
        (tables.format(4), "average tries", average, f"{mean:.6f}", same_digits(average, mean)),
        (
            tables.format(5),
            "most tries, worst words",
            f"{most} {' '.join(worst)}",
            f"{summary.worst} {shown}",
            (most, sorted(worst)) == (summary.worst, sorted(words)),
        ),
        (text, "percent won within 13", "above 90", f"{percent[13]:.2f}", percent[13] > 90),
        (text, "percent won within 22", "100", f"{percent[22]:.2f}", percent[22] == 100),
    ]
    if length == 5:
        same = same_digits("88.72", percent[6])
        values.append((text, "percent won within 6", "88.72", f"{percent[6]:.4f}", same))
    known = "" if unit.filter == "letters" else _WHOLE_PATTERN
    rows = [
        Comparison(
            LAHIRI,
            place,
            f"{what}, {length} letters",
            printed,
            found,
            "exact" if same else "erratum" if known else "differs",
            "" if same else known,
        )
        for place, what, printed, found, same in values
    ]
    if length == 5:
        always = percent[13] == 100
        rows.append(
            Comparison(
                LAHIRI,
                text,
                "percent won within 13, 5 letters",
                "100",
                f"{percent[13]:.4f}",
                "exact" if always else "erratum",
                "" if always else "Table 5 itself has mesal, which takes 14",
            )
        )
    spent = f"{summary.seconds:.3f} s"
    return [
        *rows,
        Comparison(LAHIRI, "Table 3", f"time, {length} letters", times, spent, "time"),
    ]


def _frequent(summary: Summary) -> list[Comparison]:
    unit, rows = summary.unit, []
    letters = f"{unit.length} letters"
    if unit.strategy == "letter-frequency":
        printed = _FREQUENT[unit.length][1]
        miscopied = (printed, summary.opener) == ("eration", "erasion")
        mark = "exact" if printed == summary.opener else "erratum" if miscopied else "differs"
        note = _MISCOPIED if miscopied else ""
        what = f"first guess, {letters}"
        rows.append(Comparison(HAAG, "Table 1", what, printed, summary.opener, mark, note))
    if unit.strategy in ("letter-frequency", "random") and unit.length >= 6:
        left = 100 * summary.left_share
        rows.append(
            Comparison(
                HAAG,
                "Figure 4c",
                f"percent left after the first guess, {unit.strategy}, {letters}",
                "less than 5",
                f"{left:.3f}",
                "band" if left < 5 else "differs",
                "there from 100 random games, here from all",
            )
        )
    return rows


def _around_five(summary: Summary) -> Comparison:
    mean = summary.total / summary.solved
    return Comparison(
        SREEKALA,
        "Figure 10",
        "average guesses, heuristics",
        "around 5",
        f"{mean:.4f}",
        "exact" if same_digits("5", mean) else "differs",
        "the paper gives no further digit",
    )


def _methods(runs: Sequence[Summary]) -> list[Comparison]:
    unit, games = runs[0].unit, runs[0].games
    if unit.strategy not in _METHODS or unit.filter != "counts" or unit.allowed != 6:
        return []
    solved, mean = _METHODS[unit.strategy]
    means = [run.total / run.solved for run in runs]
    found_solved, found_mean = fmean(run.solved for run in runs), fmean(means)
    marks: tuple[str, ...]
    notes: tuple[str, ...]
    if unit.strategy in _DRAWN:
        # Of one run the spread is known too: losses are binomial, and lengths have a variance.
        one_game = fmean(_variance(run) / run.solved for run in runs) ** 0.5
        one_run = sqrt((games - solved) * solved / games)
        values = [run.solved for run in runs]
        marks, notes = zip(
            _band(solved, values, one_run, 0), _band(float(mean), means, one_game, 2), strict=True
        )
    else:
        same = solved == found_solved, same_digits(mean, found_mean)
        reason = _NOT_A_NUMBER if unit.strategy == "rank-one" else ""
        marks = tuple("exact" if s else "erratum" if reason else "differs" for s in same)
        notes = tuple("" if s else reason for s in same)
    found = f"{found_solved:.1f}".removesuffix(".0")
    failed = f"{games - found_solved:.1f}".removesuffix(".0")
    place, of = "Table 1", f"of {games}, {unit.strategy}"
    opening = []
    if unit.strategy not in _DRAWN:
        opener = runs[0].opener
        mark = "exact" if opener == "saine" else "differs"
        what = f"first guess, {unit.strategy}"
        opening.append(Comparison(VAN_FLEET, "Results", what, "saine", opener, mark))
    return [
        *opening,
        Comparison(VAN_FLEET, place, f"games won {of}", str(solved), found, marks[0], notes[0]),
        Comparison(
            VAN_FLEET,
            place,
            f"average attempts, {unit.strategy}",
            mean,
            f"{found_mean:.4f}",
            marks[1],
            notes[1],
        ),
        Comparison(
            VAN_FLEET,
            place,
            f"guess-biased reward, {unit.strategy}",
            f"-({mean} + {games - solved}/{games} alpha)",
            f"-({found_mean:.4f} + {failed}/{games} alpha)",
            max(marks, key=("exact", "band", "erratum", "differs").index),
            "as printed: the mean of the games won, and lost games pay alpha alone",
        ),
    ]


def _variance(summary: Summary) -> float:
    """Variance of the number of guesses of the games won."""
    squares = sum(count * count * n for count, n in enumerate(summary.distribution, 1))
    return squares / summary.solved - (summary.total / summary.solved) ** 2


def _band(printed: float, values: Sequence[float], one_run: float, digits: int) -> tuple[str, str]:
    """Mark a value of chance by its distance from runs with other seeds."""
    spread = stdev(values) if len(values) >= 5 else one_run
    # The printed run has a spread of its own, and its last digit is rounded.
    allowed = 3 * spread * sqrt(1 + 1 / len(values)) + 0.5 * 10.0**-digits
    near = abs(fmean(values) - printed) <= allowed
    runs = f"{len(values)} runs" if len(values) > 1 else "one run"
    return "band" if near else "differs", f"{runs}, within {allowed:.{digits}f}"
