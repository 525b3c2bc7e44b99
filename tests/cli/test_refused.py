"""Bad input to any command: one line that names it, exit code 2, and nothing written."""

import pytest
from helpers.command_line import BIRDS, EIGHT, PETS, refused
from helpers.optimal import small_vocabulary

CODES = "-v mastermind:2x4"

FILES = {
    "birds": BIRDS,
    "eight": " ".join(EIGHT),
    "mixed": "caper tern",
    "pets": " ".join(PETS),
    "clues": "judge wreck ocean fleck chest bad cab card",
    "letters": "cat act dog hum mud fix eel abed clog fich mnpq rsab",
    "few": " ".join(small_vocabulary(5, length=4, hidden=14).guesses),
}

LONG = "n" * 300

# By the list that is read, unless a line names one: "" stands for a list of no matter.
LINES = {
    "": [
        ("first-guess -v wordel", "unknown vocabulary 'wordel': did you mean wordle"),
        ("first-guess -v no/such/file.txt", "file no/such/file.txt does not exist"),
        (f"first-guess -v {LONG}", f"{'n' * 40}...' is too long for a file name"),
        (f"first-guess -v {LONG}.txt", "is too long for a file name"),
        ("first-guess --colour", "No such option: --colour"),
        (
            "first-gess",
            "No such command 'first-gess'. Did you mean first-guess? See: gpuwordle --help",
        ),
        ("sovle crane=01200", "Did you mean solve, score or prove?"),
        ("play --word crane", "No such option: --word. Did you mean --answer?"),
        ("first-guess -s entropy", "Did you mean --score?"),
        ("solve --threads 3", "--threads. Set the environment variable GPUWORDLE_THREADS."),
        ("serve --host 0.0.0.0", "--host. The page is only reachable from this machine."),
        ("backends --gpu", "No such option: --gpu. See: gpuwordle backends --help"),
        ("explain crane=01200 -v wordle", "This command needs no word list: leave it out."),
        (
            "first-guess wordle",
            "unexpected argument 'wordle'. Did you mean --vocabulary wordle? See: gpuwordle first",
        ),
        ("first-guess birds.txt", "Did you mean --vocabulary birds.txt?"),
        ("play crane", "unexpected argument 'crane'. Did you mean --answer crane? See"),
        ("prove crane", "unexpected argument 'crane'. See"),
        ("strategies a b", "unexpected arguments 'a b'. See"),
        ("score crane -v", "See: gpuwordle score --help"),
        ("score", "Missing argument 'WORD'"),
        ("explain JUDGE=....e CHEST=c.E.. --word cat", "has 3 letters and clue JUDGE=....e"),
        ("explain JUDGE=....e", "give --word WORD, or --state"),
        ("explain JUDGE=....e -w ocean --state -f csv", "holds one table"),
        ("challenge ab3", "word 'ab3' at LETTERS holds '3', which is not a letter"),
        ("eligible JUDGE -v clues.txt", "'JUDGE' has no colours: write JUDGE=00000"),
        ("eligible CR4NE=..... -v clues.txt", "holds '4', which is not a letter"),
        ("explain CHEST=c.E.. CRANE=..... --word ocean", "contradict each other"),
        ("report run", "make a run with: gpuwordle benchmark -o run"),
        (f"report {LONG}", "is too long for a file name"),
        ("render crane", "'crane' has no colours: write crane=00000 (0 grey, 1 yellow, 2 green)"),
        ("render crane --answer pig", "give words of the same length"),
        (
            "render CRANE=c.... --answer caper",
            "move 1, CRANE=c...., is not what caper gives, CRANE=Cra.e",
        ),
        ("render CRANE=c.A.. CAT=...", "give guesses of one length"),
        ("serve --port -1", "'--port': must be a port, 0 to 65535, not '-1'"),
        ("benchmark --resume --dry-run", "add --output FOLDER"),
        (f"tree {CODES} --rule jotto", "is played by rule 'mastermind', not 'jotto': leave"),
        ("tree -v web2 --rule joto", "unknown rule 'joto': did you mean jotto"),
        ("tree -v mastermind:0x4", "'mastermind:0x4' has 0 places and 4 colours: give 1"),
        ("tree -v bulls:5x4", "give 1 to 36 colours and 1 to that many places"),
        ("tree -v mastermind:9x9", "387,420,489 codes, more than 1,000,000"),
        (f"tree {CODES} --hard", "hard mode reads colours of letters, and rule 'mastermind'"),
        (f"tree {CODES} -s clique", "strategy 'clique' cannot play: it reads colours"),
        (f"eligible 12=3 {CODES}", "'3' is not black and white pegs"),
        (f"eligible 12=11 {CODES}", "1 in place and 1 elsewhere, which no guess of 2"),
        (f"solve 12=20/00 {CODES} --boards 2", "several boards works only under Wordle's"),
        (f"cliques {CODES}", "cliques works only under Wordle's rule"),
        (f"challenge 1122 {CODES}", "challenge works only under Wordle's rule"),
        (f"serve {CODES}", "the page works only under Wordle's rule"),
    ],
    "birds": [
        ("first-guess -l 9", "word list 'birds' has no word of 9 letters"),
        ("first-guess -l 9-12", "no word of 9 letters: its words have 4, 5 letters"),
        ("first-guess -l abc", "'--lengths': 'abc' is not a length: write 5"),
        (
            "first-guess --score entrophy",
            "'--score': 'entrophy' is not one of 'minimax', 'expected-size'",
        ),
        ("first-guess --pool any", "'--pool': 'any' is not one of 'all', 'candidates'"),
        ("first-guess -b nupmy", "unknown backend 'nupmy': did you mean numpy"),
        ("first-guess -f xml", "'-f': 'xml' is not one of 'table', 'json', 'csv'"),
        ("first-guess -o no/folder/x.csv", "output folder no/folder does not exist"),
        (f"first-guess -l 5 -o {LONG}", "(File name too long): choose a shorter name"),
        ("first-guess -a EMPTY", "'' is not a word list"),
        (
            "first-guess -a mixed.txt -l 4-5 -b numpy",
            "answer 'caper' of vocabulary 'birds' is not among its guesses",
        ),
        ("score cr4ne", "holds '4', which is not a letter"),
        ("score crate", "'crate' is not in the word list 'birds': did you mean crane"),
        ("score zzzzz", "'zzzzz' is not in the word list 'birds'; try another word"),
        ("score crane,stork", "write a space between words"),
        ("matrix -l 5", "Missing option '--output'"),
        ("matrix -o x.txt", "should end with .npy"),
        (
            "matrix --lengths 4-6 -o x.npy",
            "'4-6' is 3 lengths, and this command takes one: write 4",
        ),
        ("matrix -o no/folder/x.npy", "output folder no/folder does not exist"),
        ("matrix -l 5 -o -", "a matrix is written to two files: give --output NAME.npy"),
        ("pairs --with crow", "word 'crow' has 4 letters, but those of 'birds' have 5"),
        ("pairs --with craen", "'craen' is not in the word list 'birds': did you mean"),
        ("pairs --with crane,crane", "word 'crane' is given twice"),
        ("pairs --with crane,", "--with 'crane,' has an empty word: write it as parse,clint"),
        ("pairs --with crane,stork,heron", "--with has 3 words and a set has 2: add --guesses 3"),
        ("pairs --guesses 99", "'--guesses': must be between 2 and 20, not 99"),
        ("pairs --guesses 12", "vocabulary 'birds' has only 10 guesses for a set of 12"),
        ("pairs --score optimal", "'--score': 'optimal' is not one of"),
        ("tree -s minmax", "did you mean minimax"),
        (f"tree -s {LONG}", f"unknown strategy '{'n' * 40}...': known"),
        ("tree -s minimax --optimal", "--optimal and --strategy minimax contradict each other"),
        ("tree -s random", "draws at random and has no decision tree"),
        ("tree --opener zebra", "'zebra' is not in the word list"),
        ("tree -o tree.jsn", "did you mean tree.json? Or add --format"),
        ("tree -o tree.yaml", "use .json, .dot, .html or .txt"),
        ("benchmark", "nowhere to save the games: add --output FOLDER"),
        ("benchmark --filter some -o run", "'some' is not one of 'pattern', 'letters', 'counts'"),
        ("benchmark -s entropy --option last=1 -o run", "option last=1 of strategy 'entropy'"),
        ("benchmark -j 0 -o run", "must be between 1 and 1024, not 0"),
        (f"benchmark -s random -o {LONG}", "is too long for a file name"),
        ("benchmark -o run --dask EMPTY", "'' is not an address"),
        (
            "benchmark -s entropy --sample 100 -o run",
            "has 10 answers of 5 letters, fewer than a sample of 100: give 10",
        ),
        (
            "benchmark -s entropy --subset 5 -o run",
            "subset '5' is not understood: give ANSWERSxGUESSES as 200x200",
        ),
        (
            "benchmark -s entropy --subset 11x12 -o run",
            "has 10 answers of 5 letters, fewer than a subset of 11",
        ),
    ],
    "eight": [
        ("play --answer caper --seed 3", "--answer and --seed both choose the hidden word"),
        ("play --answer zebra", "'zebra' is not in the word list 'eight'"),
        ("play -v -", "standard input is for the guesses: read the words from a file"),
        ("play --seed -1", "must be at least 0, not -1"),
        ("simulate zebra", "'zebra' is not in the word list 'eight'"),
        ("simulate t-ble", "word 't-ble' holds '-', which is not a letter"),
        ("simulate table --option last=1", "the games have none: give --allowed"),
        ("solve --boards 2 CRANE=.....", "has 1 pattern for 2 boards"),
        ("solve --boards 2 CRANE=...../=", "says that board 2 is finished"),
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
        ("solve RAT=... -l 4", "clue RAT=... has 3 letters, but --length is 4: drop one"),
        ("solve RAT=R.. CAT=...", "no word"),
        ("solve RAT=... RAT=r..", "clues RAT=... RAT=r.. contradict each other"),
        ("solve RAT=... COW=... PIG=... DOG=...", "clue PIG=... rules out the last"),
        ("solve RAT=... --show few", "must be a whole number of at least 0, not 'few'"),
        ("review rat", "has no colours"),
        ("review rat cow --share ⬜⬜⬜", "2 guesses for 1 row of the shared"),
        ("review rat --share hello", "is not a shared result"),
        ("review RAT=R.. --answer cow", "is not what cow gives"),
        ("review none.csv", "none.csv cannot be read"),
        ("review none.csv --answer cow", "--answer applies to one game"),
        ("review none.csv --hard", "--hard applies to one game"),
        ("review RAT=rat", "rules out the last 5 words"),
        ("eligible cat=1 --rule jotto --filter letters", "filter 'letters' works only under"),
        ("solve --rule jotto --hard cat=3", "hard mode reads colours of letters, and rule 'jotto'"),
        ("play --rule jotto --hard -l 3", "hard mode reads colours of letters, and rule 'jotto'"),
        ("hide --rule jotto --hard -l 3", "hard mode reads colours of letters, and rule 'jotto'"),
        ("benchmark -l 3 -o -", "games are saved in a folder: give --output FOLDER"),
        ("benchmark -l 3 --boards 2 --sample 2 -o b.parquet", "b.parquet will be csv: give it the"),
        ("arena -l 3 -s entropy --record rec.csv", "is not a file of JSON lines"),
        ("arena -l 3 -s entropy --record a.jsonl -f json -o a.jsonl", "two outputs are to be a.js"),
    ],
    "clues": [("eligible JUDGE=....e --filter lettres", "lettres")],
    "letters": [
        ("cliques -l 3 --size 1", "'-k': must be at least 2, not 1"),
        ("cliques -l 7", "no word of 7 letters with distinct letters"),
        ("cliques -l 3-4", "is 2 lengths: list one at a time"),
        ("cliques -l 3 --show 0", "'--show': must be at least 1, not 0"),
        ("cliques -l 3 --show 2 --count", "--show only applies to lists"),
        ("cliques -l 3 --unseen ab", "--unseen only applies to the graph"),
        ("cliques -l 3 --unseen a-b --graph", "word 'a-b' at --unseen holds '-', which is not"),
        ("cliques -l 3 -f parquet", "needs a file"),
        ("cliques -l 3 -f parquet --count", "--format parquet only lists"),
        ("cliques -l 3 -o /nowhere/at/all.txt", "output folder /nowhere/at does not exist"),
    ],
    "few": [
        ("tree --objective worst", "only apply to optimal play: add --optimal"),
        ("tree --optimal --allowed 2", "allow 3 or more"),
        ("first-guess --hard", "only apply to optimal play: add --score optimal"),
        ("tree --optimal --filter letters", "supports the filter 'pattern' only"),
        ("prove --allowed 2", "allow 3 or more"),
        ("prove --memory lots", "'lots' is not an amount of memory: give 500M or 8G"),
        ("prove --memory 100", "is too little memory to work with: give 16M or more"),
        ("prove --objective worst --top 2", "top is for totals of guesses"),
        ("prove --objective worst --below 9", "below is for totals of guesses"),
        ("prove --certificate same -o same", "two outputs are to be same: give them different"),
        ("prove --certificate -", "--certificate needs a file of its own: give its name"),
        ("first-guess --score optimal --pool candidates", "guesses from all words: drop --pool"),
        ("prove --wait", "--wait waits for Dask workers: add --dask ADDRESS"),
    ],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, words in FILES.items():
        (tmp_path / f"{name}.txt").write_text(words.replace(" ", "\n"))
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
    assert sorted(path.stem for path in folder.rglob("*")) == sorted(FILES)
