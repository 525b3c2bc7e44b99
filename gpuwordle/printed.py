"""What the papers print, beside what a run found, where the run is a paper's experiment.

An experiment is recognised by its words (their digest), strategy, pool and trimming rule, never by
a name alone. Each printed value is marked:

- ``exact``: the run gives it to the last printed digit;
- ``band``: the value came from chance, and the run is no further from it than two such runs are
  from each other (three standard deviations of the difference);
- ``erratum``: the run differs, and the reason is known and stated;
- ``time``: a time on another machine, for orientation only;
- ``differs``: anything else. No value known to us is marked so.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from gpuwordle.summary import Summary

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

WORDLE_ALPHABETICAL = "63511b47dcd9"
WORDLE_ANSWERS_LAST = "7b44ccb45c22"
"""The original lists, guesses sorted, and with the 10,657 other guesses before the answers."""

ALL_OF_NYT = "a7898cd20f36"

# Table 1 of paper 004: games won of 2315, and the mean of these.
_METHODS = {
    "random": (2253, "4.08"),
    "sampled-minimax": (2277, "3.92"),
    "sampled-expected": (2271, "3.93"),
    "rank-one": (1784, "3.72"),
    "pca": (2290, "3.79"),
}

_NAN = (
    "the authors' program takes the arc cosine of a number that rounding made greater than 1 and "
    "then repeats one guess for ever; how often depends on the machine"
)


def compare(summary: Summary) -> list[Comparison]:
    """Set a run's unit beside what the papers print of the same experiment.

    Returns
    -------
    list of Comparison
        Empty where the unit is no paper's experiment.
    """
    unit = summary.unit
    if unit.opener is not None or unit.hard or unit.options:
        return []
    digest = unit.digest[:12]
    if digest == _GREEDY.get(unit.length, ("",))[0] and unit.allowed is None:
        return _greedy(summary)
    if digest == _FREQUENT.get(unit.length, ("",))[0] and unit.allowed is None:
        return _frequent(summary)
    if digest in (WORDLE_ALPHABETICAL, WORDLE_ANSWERS_LAST):
        return _methods(summary)
    if digest == ALL_OF_NYT and unit.strategy == "heuristic":
        near = summary.mean is not None and 4.5 <= summary.mean < 5.5
        return [
            Comparison(
                SREEKALA,
                "Figure 10",
                "average guesses, heuristics",
                "around 5",
                f"{summary.mean:.2f}",
                "exact" if near else "differs",
                "the paper names no digits",
            )
        ]
    return []


def same_digits(printed: str, found: float) -> bool:
    """Say whether a value rounds to the digits that are printed."""
    return f"{found:.{len(printed.partition('.')[2])}f}" == printed


def _greedy(summary: Summary) -> list[Comparison]:
    unit, length = summary.unit, summary.unit.length
    if unit.strategy != "minimax" or unit.pool != "candidates" or summary.mean is None:
        return []
    _, size, opener, average, most, worst, times = _GREEDY[length]
    letters = f"{length} letters"
    as_measured = unit.trimming == "letters"

    def row(place: str, what: str, printed: str, found: str, same: bool) -> Comparison:
        known = (
            ""
            if as_measured
            else (
                "Algorithm 1 trims by the whole pattern; the tables were made with the weaker rule "
                "'letters'"
            )
        )
        mark = "exact" if same else "erratum" if known else "differs"
        return Comparison(
            LAHIRI, place, f"{what}, {letters}", printed, found, mark, "" if same else known
        )

    found_words = summary.worst_words if not summary.failed else ()
    shown = " ".join(found_words[:4]) + (" ..." if len(found_words) > 4 else "")
    rows = [
        row("Table 1", "words", str(size), str(summary.games), size == summary.games),
        row("Table 2", "first guess", opener, summary.opener, opener == summary.opener),
        row(
            "Table 4",
            "average tries",
            average,
            f"{summary.mean:.6f}",
            same_digits(average, summary.mean),
        ),
        row(
            "Table 5",
            "most tries, worst words",
            f"{most} {' '.join(worst)}",
            f"{summary.worst} {shown}",
            (most, sorted(worst)) == (summary.worst, sorted(found_words)),
        ),
        Comparison(
            LAHIRI,
            "Table 3",
            f"time, {letters}",
            times,
            f"{summary.seconds:.3f} s",
            "time",
        ),
    ]
    percent = [100 * summary.wins(m) / summary.games for m in (6, 13, 22)]
    if length == 5:
        rows.append(
            row(
                "Section 7.2.4",
                "percent won within 6",
                "88.72",
                f"{percent[0]:.4f}",
                same_digits("88.72", percent[0]),
            )
        )
        rows.append(
            Comparison(
                LAHIRI,
                "Section 7.2.4",
                "percent won within 13, 5 letters",
                "100",
                f"{percent[1]:.4f}",
                "exact" if percent[1] == 100 else "erratum",
                "" if percent[1] == 100 else "Table 5 itself has mesal, which takes 14",
            )
        )
    rows.append(
        row(
            "Section 7.2.4",
            "percent won within 13",
            "above 90",
            f"{percent[1]:.2f}",
            percent[1] > 90,
        )
    )
    rows.append(
        row("Section 7.2.4", "percent won within 22", "100", f"{percent[2]:.2f}", percent[2] == 100)
    )
    return rows


def _frequent(summary: Summary) -> list[Comparison]:
    unit = summary.unit
    rows = []
    letters = f"{unit.length} letters"
    if unit.strategy == "letter-frequency":
        printed = _FREQUENT[unit.length][1]
        same = printed == summary.opener
        wrong_copy = printed == "eration" and summary.opener == "erasion"
        rows.append(
            Comparison(
                HAAG,
                "Table 1",
                f"first guess, {letters}",
                printed,
                summary.opener,
                "exact" if same else "erratum" if wrong_copy else "differs",
                "the author's own report prints erasion; eration is not in the list"
                if wrong_copy
                else "",
            )
        )
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
                "printed: 100 random games; here every word",
            )
        )
    return rows


def _methods(summary: Summary) -> list[Comparison]:
    unit = summary.unit
    if unit.strategy not in _METHODS or unit.trimming != "counts" or unit.allowed != 6:
        return []
    solved, mean = _METHODS[unit.strategy]
    if summary.mean is None:
        return []
    chance = unit.strategy in ("random", "sampled-minimax", "sampled-expected")
    if chance:
        # Two runs differ by chance: losses are binomial, the mean has the spread of one game.
        lost = summary.games - solved
        spread = sqrt(lost * solved / summary.games)
        squares = sum(k * k * n for k, n in enumerate(summary.distribution, 1)) / summary.solved
        game_spread = sqrt((squares - summary.mean**2) / summary.solved)
        near = abs(summary.solved - solved) <= 3 * sqrt(2) * spread
        close = abs(summary.mean - float(mean)) <= 3 * sqrt(2) * game_spread + 0.005
        marks = ["band" if found else "differs" for found in (near, close)]
        notes = [
            f"within {3 * sqrt(2) * spread:.0f} games",
            f"within {3 * sqrt(2) * game_spread:.2f}",
        ]
    else:
        known = unit.strategy == "rank-one"
        alphabetical = unit.digest.startswith(WORDLE_ALPHABETICAL)
        same = solved == summary.solved, same_digits(mean, summary.mean)
        marks = [
            "exact" if found else "erratum" if known or alphabetical else "differs"
            for found in same
        ]
        order = "the authors' program breaks ties with the answers last, not in alphabetical order"
        notes = [
            "" if found else _NAN if known else order if alphabetical else "" for found in same
        ]
    failed = f"{summary.games - solved}/{summary.games} alpha"
    return [
        Comparison(
            VAN_FLEET,
            "Table 1",
            f"games won of {summary.games}, {unit.strategy}",
            str(solved),
            str(summary.solved),
            marks[0],
            notes[0],
        ),
        Comparison(
            VAN_FLEET,
            "Table 1",
            f"average attempts, {unit.strategy}",
            mean,
            f"{summary.mean:.4f}",
            marks[1],
            notes[1],
        ),
        Comparison(
            VAN_FLEET,
            "Table 1",
            f"guess-biased reward, {unit.strategy}",
            f"-({mean} + {failed})",
            f"-({summary.mean:.4f} + {summary.failed}/{summary.games} alpha)",
            _weaker(marks),
            "as printed: means of games won, no charge for lost guesses",
        ),
    ]


def _weaker(marks: list[str]) -> str:
    order = ("exact", "band", "erratum", "differs")
    return max(marks, key=order.index)
