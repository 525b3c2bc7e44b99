"""What people type by mistake ends in the answer, or in a line that leads to it."""

from __future__ import annotations

import pytest

BIRDS = ("crane", "heron", "stork", "eagle", "raven", "robin")

# What is typed, the exit code, and what leads on: in the output for 0, else in the error.
TYPED = [
    ("help", 0, "Usage: gpuwordle"),
    ("help solve", 0, "Usage: gpuwordle solve"),
    ("version", 0, "gpuwordle "),
    ("best", 2, "Did you mean first-guess?"),
    ("suggest crane=01200", 2, "Did you mean solve?"),
    ("list", 2, "Did you mean vocabularies?"),
    ("play --word crane", 2, "Did you mean --answer?"),
    ("score crane --threads 2", 2, "Set the environment variable GPUWORDLE_THREADS."),
    ("serve --host 0.0.0.0", 2, "The page is only reachable from this machine."),
    ("first-guess --json", 2, "Did you mean --format?"),
    ("first-guess birds.txt", 2, "Did you mean --vocabulary birds.txt?"),
    ("first-guess -v wordel", 2, "did you mean wordle"),
    ("first-guess --lengths five", 2, "'five' is not a length: write 5, 3-20 or 4,6-8"),
    ("first-guess --top -1", 2, "must be at least 1, not -1"),
    (
        "tree -s minimax -s entropy",
        2,
        "--strategy is given 2 times but takes one value: give it once",
    ),
    ("tree -v birds.txt -s entrpy", 2, "did you mean entropy?"),
    ("tree -v birds.txt -o tree.jsn", 2, "did you mean tree.json? Or add --format"),
    ("tree -v birds.txt -o tree.yaml", 2, "use .json, .dot, .html or .txt"),
    ("tree -v birds.txt -o tree.pdf", 2, "use .json, .dot, .html or .txt"),
    ("backends --gpu", 2, "No such option: --gpu. See: gpuwordle backends --help"),
    ("score crane -v", 2, "See: gpuwordle score --help"),
    ("score crane,stork -v birds.txt", 2, "write a space between words"),
    ("score zzzzz -v birds.txt", 2, "'zzzzz' is not in the word list 'birds'; try another word"),
    ("eligible crane -v birds.txt", 2, "'crane' has no colours: write crane=00000 (0 grey, 1"),
    ("explain crane=01200 -v wordle", 2, "This command needs no word list: leave it out."),
    ("first-guess -s entropy", 2, "Did you mean --score?"),
    ("sovle crane=01200", 2, "Did you mean solve, score or prove?"),
    ("score stokr -v birds.txt", 2, "not in the word list 'birds': did you mean stork?"),
    ("score raben -v birds.txt", 2, "did you mean raven, robin or crane?"),
    ("first-guess -v birds.txt -l 9", 2, "no word of 9 letters: its words have 5 letters"),
    ("eligible crane 01000 -v birds.txt", 0, "stork"),
    ("eligible CRANE:01000 -v birds.txt", 0, "stork"),
    ("eligible crane,bybbb -v birds.txt", 0, "stork"),
    ("eligible crane=0120 -v birds.txt", 2, "give one mark for each letter"),
    ("eligible crane=rgyyw -v birds.txt", 2, "1 or y for yellow, 2 or g for green"),
    ("solve crane -v birds.txt", 2, "'crane' has no colours: write crane=00000"),
    ("benchmark -v birds.txt -s entropy", 2, "nowhere to save the games: add --output FOLDER"),
    ("explain crane=01200", 2, "nothing to explain: give --word WORD"),
    ("report run", 2, "make a run with: gpuwordle benchmark -o run"),
]


@pytest.mark.parametrize(("line", "code", "leads"), TYPED, ids=[line for line, *_ in TYPED])
def test_what_is_mistyped_leads_on(gpuwordle, monkeypatch, tmp_path, line, code, leads):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "birds.txt").write_text("\n".join(BIRDS) + "\n")
    found, out, err = gpuwordle(*line.split())
    assert found == code
    assert leads in (err if code else out)
    assert err.count("\n") <= 1
