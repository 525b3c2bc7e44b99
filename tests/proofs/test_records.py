"""The records of optimal play that are written down: of their lists, and as others found them."""

import hashlib
import json
import lzma
from itertools import product
from pathlib import Path

import naive
import pytest
from helpers.words import list_of

from gpuwordle.proofs.certificate import FamilyProof, decode
from gpuwordle.proofs.checker import check
from gpuwordle.proofs.known_openers import packaged_rows
from gpuwordle.words.vocabulary import Vocabulary

ROOT = Path(__file__).parents[2]
CERTIFICATES = ROOT / "bench_results" / "certificates"
RECORDS = json.loads((ROOT / "bench_results" / "records.json").read_text())["rows"]
OTHERS = json.loads((ROOT / "tests" / "optimal" / "exact_openers.json").read_text())["values"]
TREES = json.loads((ROOT / "bench_results" / "trees.json").read_text())["rows"]
CERTIFIED = [row for row in RECORDS if row.get("certificate")]


def words_of(row):
    words = list_of(row["list"]).of_length(row["letters"])
    return Vocabulary(words.name, words.guesses) if row.get("all_hidden") else words


@pytest.mark.parametrize("row", RECORDS, ids=[row["question"] for row in RECORDS])
def test_records_are_of_their_lists_and_say_no_more_than_is_proven(row):
    words = words_of(row)
    assert row["digest"] == words.digest
    assert (row["guesses"], row["answers"]) == (len(words.guesses), len(words.answers))
    totals = [total for _, total, _ in row["best"]]
    if row["objective"] == "worst":
        assert totals == [None] * row["proven"]
        return
    assert totals == sorted(totals)
    assert all(total >= row["none_below"] for total in totals)
    assert not row["proven"] or row["none_below"] == totals[0]
    assert row["allowed"] is None or all(worst <= row["allowed"] for _, _, worst in row["best"])


@pytest.mark.parametrize("row", CERTIFIED, ids=[row["question"] for row in CERTIFIED])
def test_certificates_say_what_is_recorded(row):
    about = row["certificate"]
    if about["file"] is None:
        return
    content = lzma.decompress((CERTIFICATES / about["file"]).read_bytes())
    assert (len(content), hashlib.sha256(content).hexdigest()) == (about["bytes"], about["sha256"])
    certificate = decode(content)
    assert certificate.digest == row["digest"]
    assert (certificate.hard, certificate.allowed) == (row["hard"], row["allowed"])
    if row["best"]:
        assert certificate.guesses[certificate.tree.guesses[0]] == row["best"][0][0]
    bounds = {said.bound for said in certificate.statements}
    too_few = {said.allowed for said in certificate.statements if said.bound is None}
    assert row["best"] == [] or row["objective"] == "worst" or row["best"][0][1] in bounds
    assert row.get("too_few") is None or row["too_few"] in too_few
    # The others take minutes: `gpuwordle verify` checked them when they were written.
    if all(isinstance(said.proof, FamilyProof) for said in certificate.statements):
        assert check(certificate).bounds[0].allowed == row["too_few"]


def test_every_kept_certificate_is_of_a_record():
    kept = {row["certificate"]["file"] for row in CERTIFIED} - {None}
    assert {path.name for path in CERTIFICATES.glob("*")} == kept


def ranks():
    """The first openers that are proven, and totals of more: of records and of packaged rows."""
    for row in RECORDS:
        if row["objective"] == "total" and not row.get("all_hidden"):  # others hide the answers
            yield (row["list"], row["hard"], row["allowed"]), row["best"], len(row["best"])
    for row in packaged_rows():
        yield (row["vocabulary"], row["hard"], row["allowed"]), row["openers"], row["ranked"]


def test_no_published_opener_is_better_or_other():
    """Where others know a total of an opener, it is the same; and none of theirs is better."""
    compared = 0
    for (question, openers, ranked), others in product(ranks(), OTHERS):
        if question != (others["list"], others["hard"], others["allowed"]):
            continue
        known = {guess: total for guess, total, _ in openers}
        first = list(known)[:ranked]
        for guess, total in others["totals"].items():
            assert known.get(guess, total) == total
            assert guess in first or total >= known[first[-1]]
            compared += guess in known
    assert compared >= 80


def test_packaged_first_guesses_are_the_records():
    proven = [row for row in RECORDS if row["proven"] and row["objective"] == "total"]
    known = {(row["digest"], row["hard"], row["allowed"]): row for row in proven}
    for row in packaged_rows():
        best = known[row["digest"], row["hard"], row["allowed"]]["best"]
        ranked = [[guess, total] for guess, total, _ in row["openers"][: row["ranked"]]]
        assert ranked == [[guess, total] for guess, total, _ in best[: row["ranked"]]]
        assert row["ranked"] >= 10


@pytest.mark.sample(2)
@pytest.mark.parametrize("row", TREES, ids=[row["name"] for row in TREES])
def test_trees_where_every_word_may_be_hidden_find_each_with_the_guesses_recorded(row):
    words = list_of(row["list"]).of_length(row["letters"]).guesses
    assert row["digest"] == Vocabulary(row["list"], words).digest
    text = lzma.decompress((ROOT / "bench_results" / row["file"]).read_bytes()).decode()
    known, found, played, total, worst = set(words), set(), {}, 0, 0
    for line in text.splitlines():
        guesses, told = line.split()[::2], line.split()[1::2]
        hidden, clues = guesses[-1], ()
        found.add(hidden)
        total, worst = total + len(guesses), max(worst, len(guesses))
        for turn, (guess, said) in enumerate(zip(guesses, told, strict=True), start=1):
            colours = naive.colours(guess, hidden)
            assert said == "".join("BYG"[colour] for colour in colours) + str(turn)
            assert guess in known and played.setdefault(clues, guess) == guess
            if row["hard"]:
                assert all(naive.is_legal(old, shown, guess) for old, shown in clues)
            clues += ((guess, tuple(colours)),)
    assert (found, total, worst) == (known, row["total"], row["worst"])
