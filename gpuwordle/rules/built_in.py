"""The rules of feedback of this package, by name."""

from __future__ import annotations

from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.greens import GREENS
from gpuwordle.rules.jotto import JOTTO
from gpuwordle.rules.mastermind import MASTERMIND
from gpuwordle.rules.wordle import WORDLE

RULES: dict[str, Feedback] = {rule.name: rule for rule in (WORDLE, MASTERMIND, JOTTO, GREENS)}
