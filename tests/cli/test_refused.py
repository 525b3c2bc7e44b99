"""Bad input to any command: one line that names it, exit code 2, and nothing written."""

import pytest
from helpers.command_line import BIRDS, EIGHT, PETS, refused
from helpers.optimal import small_vocabulary

CODES = "-v mastermind:2x4"

FEW = small_vocabulary(5, length=4, hidden=14).guesses

FILES = {
    "birds": BIRDS,
    "eight": " ".join(EIGHT),
    "pets": " ".join(PETS),
    "letters": "cat act dog hum mud fix eel abed clog fich mnpq rsab",
    "few": " ".join(FEW),
    "weights": " ".join(f"{word},{len(set(word))}" for word in FEW),
}

LONG = "n" * 300

# By the list that is read, unless a line names one: "" stands for a list of no matter.
LINES = {
    "": [
        ("first-guess -v no/such/file.txt", "file no/such/file.txt does not exist"),
        ("--quiet score crane -v none.txt", "file none.txt does not exist"),
        ("report --quiet run", "make a run with: gpuwordle benchmark -o run"),
        ("first-guess -v endless", "endless is a device: give a file of words"),
        ("verify endless", "endless is a device: give a file"),
        ("serve --certificate endless", "endless is a device: give a file"),
        ("score heron --exclude endless -v birds.txt", "endless is a device: give a file"),
        ("first-guess --colour", "No such option: --colour"),
        ("first-gess", "No such command 'first-gess'. Did you mean first-guess? See: gpuwordle --"),
        ("best", "No such command 'best'. Did you mean first-guess? See: gpuwordle --help\n"),
        ("vocabularies -f json -f csv -f csv", "3 times but takes one value: give it once\n"),
        ("sovle crane=01200", "Did you mean solve, score or prove?"),
        ("play --word crane", "No such option: --word. Did you mean --answer?"),
        ("first-guess -s entropy", "Did you mean --score?"),
        ("solve --threads 3", "--threads. Set the environment variable GPUWORDLE_THREADS."),
        ("serve --host 0.0.0.0", "--host. The page is only reachable from this machine."),
        ("backends --gpu", "No such option: --gpu. See: gpuwordle backends --help"),
        ("explain crane=01200 -v wordle", "This command needs no word list: leave it out."),
        ("first-guess wordle", "unexpected argument 'wordle'. Did you mean --vocabulary wordle?"),
        ("first-guess birds.txt", "Did you mean --vocabulary birds.txt?"),
        ("play crane", "unexpected argument 'crane'. Did you mean --answer crane? See"),
        ("prove crane", "unexpected argument 'crane'. See"),
        ("strategies a b", "unexpected arguments 'a b'. See"),
        ("score crane -v", "See: gpuwordle score --help"),
        ("score", "Missing argument 'WORD'"),
        ("challenge ab3", "word 'ab3' at LETTERS holds '3', which is not a letter"),
        ("explain JUDGE=....e", "give --word WORD, or --state"),
        ("explain JUDGE=....e -w ocean --state -f csv", "holds one table"),
        ("eligible JUDGE -v birds.txt", "'JUDGE' has no colours: write JUDGE=00000"),
        (f"report {LONG}", "is too long for a file name"),
        ("render crane", "'crane' has no colours: write crane=00000 (0 grey, 1 yellow, 2 green)"),
        ("render crane --answer pig", "give words of the same length"),
        ("render CRANE=c.... --answer caper", "move 1, CRANE=c...., is not what caper gives, CRA"),
        ("render RAT=... RAT=rat --allowed 1 -f share", "2 guesses, more than the 1 allowed: add"),
        ("render CRANE=c.A.. CAT=...", "give guesses of one length"),
        ("render 2+2=4=00022", "'2+2' holds '2', which is not a letter: add --sym"),
        ("benchmark --resume --dry-run", "add --output FOLDER"),
        ("benchmark -o no --resume", "no is not a folder: make"),
        ("report run --alpha x", "must be a number, not 'x'"),
        ("verify it -a birds.txt", "--answers only applies to a word list that is given"),
        ("first-guess --language nl --symbols", "'nl' and symbols contradict each other"),
        (f"tree {CODES} --rule jotto", "is played by rule 'mastermind', not 'jotto': leave"),
        ("tree -v mastermind:0x4", "'mastermind:0x4' has 0 places and 4 colours: give 1"),
        ("tree -v bulls:5x4", "give 1 to 36 colours and 1 to that many places"),
        ("tree -v mastermind:9x9", "387,420,489 codes, more than 1,000,000"),
        (f"solve 12=20/00 {CODES} --boards 2", "several boards works only under Wordle's"),
        (f"cliques {CODES}", "cliques works only under Wordle's rule"),
        (f"challenge 1122 {CODES}", "challenge works only under Wordle's rule"),
        ("serve --port 0 -v none.txt", "none.txt"),
        ("serve --port 0 -v birds.txt --certificate no.certificate", "no.certificate cannot be re"),
        ("serve --port 0 -v birds.txt --certificate birds.txt", "birds.txt is "),
        (f"serve {CODES}", "the page works only under Wordle's rule"),
    ],
    "birds": [
        ("first-guess -l abc", "'--lengths': 'abc' is not a length: write 5"),
        ("first-guess --score entrophy", "'--score': 'entrophy' is not one of 'minimax', 'exp"),
        ("first-guess -o no/folder/x.csv", "output folder no/folder does not exist"),
        ("first-guess --exclude birds.txt", "'birds' has no answer left: all 15 are excluded; ex"),
        ("score crate", "'crate' is not in the word list 'birds': did you mean crane"),
        ("score zzzzz", "'zzzzz' is not in the word list 'birds'; try another word"),
        ("matrix -l 5", "Missing option '--output'"),
        ("matrix --lengths 4-6 -o x.npy", "'4-6' is 3 lengths, and this command takes one"),
        ("matrix -l 5 -o -", "a matrix is written to two files: give --output NAME.npy"),
        ("pairs --with crane,", "--with 'crane,' has an empty word: write it as parse,clint"),
        ("pairs --with crane,stork,heron", "--with has 3 words and a set has 2: add --guesses 3"),
        ("pairs --guesses 99", "'--guesses': must be between 2 and 20, not 99"),
        ("pairs --guesses 12", "the pool of 'birds' has only 10 guesses for a set of 12"),
        ("pairs --score optimal", "'--score': 'optimal' is not one of"),
        ("tree -s buckets --strategy minimax", "--strategy is given 2 times but takes one value"),
        (f"tree -s {LONG}", f"unknown strategy '{'n' * 40}...': known"),
        ("tree -s minimax --optimal", "--optimal and --strategy minimax contradict each other"),
        ("tree -o tree.jsn", "did you mean tree.json? Or add --format"),
        ("tree -o tree.yaml", "use .json, .dot, .html or .txt"),
        ("benchmark", "nowhere to save the games: add --output FOLDER"),
        ("benchmark --option a=1 --option a=2 -o run", "--option a is given twice: give it once"),
        ("benchmark -j 0 -o run", "must be between 1 and 1024, not 0"),
        ("benchmark -s non-duplicate --option a=3 -o run", "its options: indexes, reading, last"),
        (f"benchmark -s random -o {LONG}", "is too long for a file name"),
        ("benchmark -o run --dask EMPTY", "'' is not an address"),
        ("benchmark --boards 2 --sample 3 --opener a --opener b", "--opener takes one value for"),
    ],
    "eight": [
        ("play --answer caper --seed 3", "--answer and --seed both choose the hidden word"),
        ("play -v -", "standard input is for the guesses: read the words from a file"),
        ("simulate table --option last=1", "the games have none: give --allowed"),
        ("solve --boards 2 -s minimax", "played by strategy 'entropy' only, not by 'minimax'"),
        ("solve --boards 2 --hard", "several boards have no hard mode"),
        ("solve --boards 2 BIRD=..../.... -l 5", "has 4 letters, but --length is 5"),
        ("solve --boards 2 crane=...../..... --seconds 3", ": --seconds does not apply"),
        ("solve --boards 2 crane=...../..... --allowed 3", ": --allowed does not apply"),
        ("benchmark --boards 4", "add --sample N"),
        ("benchmark --boards 4 --sample 9 --resume", "--resume does not apply to games of several"),
        ("benchmark --boards 4 --sample 9 --pool all", "--pool does not apply to games of several"),
        ("benchmark --boards 4 --sample 9 -s random", "only, not by 'random'"),
        ("benchmark --boards 4 --sample 9 --hard", "several boards have no hard mode"),
        ("benchmark --boards 4 --sample 9 -o missing/games.csv", "missing"),
    ],
    "pets": [
        ("solve RATS=....", "has no word of 4 letters"),
        ("first-guess -v - -a -", "standard input (-) is named twice, but it can be read once"),
        ("judge nowhere -l 3", "nowhere does not exist: check its path"),
        ("review rat --share .", "'.' is a folder: give a file, or the text"),
        ("solve COW=.O. --filter letters", "ranks the guesses: add --strategy NAME"),
        ("solve --boards 2 COW=.../... --pool all", "--pool does not apply to several boards"),
        ("solve RAT=... -l 4", "clue RAT=... has 3 letters, but --length is 4: drop one"),
        ("review rat --share nope.txt", "gpuwordle: there is no file 'nope.txt': check its name\n"),
        ("review rat --share at/no", "gpuwordle: there is no file 'at/no': check its name\n"),
        ("review rat cow pig --answer zzz", "possible answer of 'pets', and no word fits the clu"),
        ("review none.csv", "none.csv cannot be read"),
        ("review none.csv --answer cow", "--answer applies to one game"),
        ("review none.csv --hard", "--hard applies to one game"),
        ("eligible cat=1 --rule jotto --filter letters", "filter 'letters' works only under"),
        ("solve --rule jotto --hard cat=3", "hard mode reads colours of letters, and rule 'jotto'"),
        ("play --rule jotto --hard -l 3", "hard mode reads colours of letters, and rule 'jotto'"),
        ("hide --rule jotto --hard -l 3", "hard mode reads colours of letters, and rule 'jotto'"),
        ("benchmark -l 3 -o -", "games are saved in a folder: give --output FOLDER"),
        ("benchmark -l 3 --boards 2 --sample 2 -o b.parquet", "b.parquet will be csv: give it the"),
        ("arena -l 3 -s entropy --record rec.csv", "is not a file of JSON lines"),
        ("arena -l 3 -s entropy --record a.jsonl -f json -o a.jsonl", "two outputs go to a.js"),
    ],
    "letters": [
        ("cliques -l 3 --size 1", "'-k': must be at least 2, not 1"),
        ("cliques -l 3-4", "is 2 lengths: list one at a time"),
        ("cliques -l 3 --show 0", "'--show': must be at least 1, not 0"),
        ("cliques -l 3 --show 2 --count", "--show only applies to lists"),
        ("cliques -l 3 --unseen ab", "--unseen only applies to the graph"),
        ("cliques -l 3 --unseen a-b --graph", "word 'a-b' at --unseen holds '-', which is not"),
        ("cliques -l 3 -f parquet", "needs a file"),
    ],
    "few": [
        ("tree --objective worst", "only apply to optimal play: add --optimal"),
        (
            "tree --optimal --objective worst --option objective=total",
            "--objective and --option objective=... are the same option: drop one",
        ),
        ("tree --optimal --filter letters", "supports the filter 'pattern' only"),
        ("first-guess --hard", "only apply to optimal play: add --score optimal"),
        ("prove --objective worst --top 2", "top is for totals of guesses"),
        ("prove --objective worst --below 9", "below is for totals of guesses"),
        ("prove --certificate same -o same", "two outputs go to same: give them different"),
        (
            "prove --certificate -",
            "--certificate cannot be standard output: give the name of a file",
        ),
        ("first-guess --score optimal --pool candidates", "guesses from all words: drop --pool"),
        ("prove --weights weights.txt -j 2", "one process: drop --processes, or --weights"),
        ("prove --weights weights.txt --dask a.b:1", "one process: drop --dask, or --weights"),
        ("prove --wait", "--wait waits for Dask workers: add --dask ADDRESS"),
    ],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, words in FILES.items():
        (tmp_path / f"{name}.txt").write_text(words.replace(" ", "\n"))
    (tmp_path / "endless").symlink_to("/dev/zero")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "line", "message"),
    [
        pytest.param(words, line, message, id=line[:60])
        for words, lines in LINES.items()
        for line, message in lines
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(gpuwordle, folder, words, line, message):
    more = ["-v", f"{words}.txt"] if words and " -v " not in line else []
    more += ["-l", "4"] if words == "few" else []
    given = ["" if word == "EMPTY" else word for word in line.split()]
    refused(gpuwordle(*given, *more), message)
    assert sorted(path.stem for path in folder.rglob("*")) == sorted([*FILES, "endless"])
