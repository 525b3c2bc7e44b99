"""The whole call that a person waits for, openers of all lengths, and its parts.

The call is measured for four scores together and for each alone; by entropy, bounds leave few
guesses to score. Its parts are measured by
themselves, each for all lengths with what the parts before it left on the device: what goes over,
the plan (and, instead, the plan that the host makes and sends), the rows, the scores, the choice,
and what comes back (and, instead, all statistics).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from gpu_machine import NO_AIMS, Machine, Row, needs, row

from gpuwordle import Vocabulary
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.cuda.device import Device
from gpuwordle.backends.cuda.leaders import RESULTS, choose_leaders
from gpuwordle.backends.cuda.rows import (
    DeviceGroups,
    DeviceWords,
    PlannedRows,
    row_stride,
    sent_over,
    spread_letters,
)
from gpuwordle.backends.cuda.rows import on_device as groups_on_device
from gpuwordle.backends.cuda.scoring import Form, Pairs, Scorer, whole_segment
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.openers.first_guesses import first_guess, openers_of_lists
from gpuwordle.scoring.contributions import RowPlan
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS

RUNS = 5
Work = Callable[[], Any]


def same_openers(machine: Machine, vocabularies: Sequence[Vocabulary]) -> bool:
    """Whether the openers of all lengths are those of the CPU, by all scores and by each alone."""
    for scores in ([*KEYS], *([name] for name in KEYS)):
        engines = (CupyBackend(words, device=machine.device) for words in vocabularies)
        found = openers_of_lists(((engine, None) for engine in engines), scores)
        true = openers_of_lists(((NumbaBackend(words), None) for words in vocabularies), scores)
        if [*found] != [*true]:
            return False
    return True


def whole_call(machine: Machine, vocabularies: Sequence[Vocabulary]) -> list[Row]:
    """Openers of all lengths by four scores and by each of them, and the parts of the call."""
    device, lengths = machine.device, f"{len(vocabularies)} lengths"

    def openers() -> None:
        asked = ((CupyBackend(words, device=device), None) for words in vocabularies)
        list(openers_of_lists(asked))

    def on_cpu() -> None:
        list(openers_of_lists((NumbaBackend(words), None) for words in vocabularies))

    rows = [
        row(
            f"openers by four scores, {lengths}",
            machine,
            machine.measure([openers], RUNS),
            (120e-3, 60e-3),
            machine.cpu(on_cpu, 1),
            **needs(machine, vocabularies),
        )
    ]
    rows += [best_by(name, machine, vocabularies) for name in KEYS]
    rows += [
        row(f"{part}, {lengths}", machine, machine.measure([work], RUNS), NO_AIMS, None)
        for part, work in parts(device, vocabularies)
    ]
    return rows


def best_by(score: str, machine: Machine, vocabularies: Sequence[Vocabulary]) -> Row:
    """The best opener of all lengths by one score."""

    def best() -> None:
        asked = ((CupyBackend(words, device=machine.device), None) for words in vocabularies)
        list(openers_of_lists(asked, score))

    def on_cpu() -> None:
        for words in vocabularies:
            first_guess(words, score, backend=NumbaBackend(words))

    times = machine.measure([best], RUNS)
    work = f"the best opener by {score}, {len(vocabularies)} lengths"
    return row(work, machine, times, (15e-3, 5e-3), machine.cpu(on_cpu, 1))


class _OnDevice(NamedTuple):
    """What the parts of the call leave on the device, for one vocabulary."""

    words: DeviceWords
    planned: PlannedRows
    count: int
    scorer: Scorer
    groups: DeviceGroups
    pairs: Pairs
    segment: Any
    statistics: Any
    found: Any


def on_device(device: Device, vocabulary: Vocabulary) -> _OnDevice:
    """Take all steps of one vocabulary, and keep what they leave."""
    words, answers = DeviceWords(device, vocabulary), len(vocabulary.answers)
    planned = words.plan()
    count = int(device.to_host(planned.count)[0])
    restarts = device.zeros(1, np.uint32)
    scorer = Scorer(device, words.build(planned, count), device.n_log_n(answers), restarts)
    groups = groups_on_device(device, Groups.whole(answers))
    pairs = Pairs.all_guesses(1, len(vocabulary.guesses))
    segment = device.to_device(whole_segment(answers, len(vocabulary.guesses)), np.int64)
    statistics = scorer.score(groups, pairs, Form.STATISTICS)
    found = choose(device, statistics, segment, words)
    return _OnDevice(words, planned, count, scorer, groups, pairs, segment, statistics, found)


def choose(device: Device, statistics: Any, segment: Any, words: DeviceWords) -> Any:
    """Choose the best guess by each score."""
    weights = device.to_device([key.weights for key in KEYS.values()], np.int64)
    found = device.empty((len(KEYS), 1, RESULTS), np.int64)
    choose_leaders(device, statistics, segment, weights, None, words.guess_answer, found)
    return found


def parts(device: Device, vocabularies: Sequence[Vocabulary]) -> Iterator[tuple[str, Work]]:
    """Name the parts of the call, each with what does it for all lengths."""
    kept = [on_device(device, words) for words in vocabularies]

    def each(step: Callable[[_OnDevice], Any]) -> Work:
        return lambda: [step(one) for one in kept]

    def letters_over(one: _OnDevice) -> Any:
        return device.to_device(one.words.vocabulary.guess_letters, np.uint8)

    def host_plan(one: _OnDevice) -> Any:
        return sent_over(device, RowPlan.of(one.words.vocabulary.guess_letters))

    def build(one: _OnDevice) -> Any:
        words = one.words.vocabulary
        chosen = None if words.answers is words.guesses else one.words.answer_guess
        stride = row_stride(len(words.answers))
        spread_letters(device, one.words.guess_letters, chosen, stride)
        return one.words.build(one.planned, one.count)

    yield "part: letters copied to the device", each(letters_over)
    yield "part: plan on the device", each(lambda one: one.words.plan())
    yield "instead: plan on the host, copied to the device", each(host_plan)
    yield "part: number of rows copied back", each(lambda one: device.to_host(one.planned.count))
    yield "part: letters place by place, and rows", each(build)
    yield "part: scores", each(lambda one: one.scorer.score(one.groups, one.pairs, Form.STATISTICS))
    yield (
        "part: leaders chosen",
        each(lambda one: choose(device, one.statistics, one.segment, one.words)),
    )
    yield "part: leaders copied back", each(lambda one: device.to_host(one.found))
    yield "instead: all statistics copied back", each(lambda one: device.to_host(one.statistics))
