"""The page in Chromium: its numbers, its looks, and that it needs neither mouse nor network."""

import json
import re
from contextlib import ExitStack
from string import ascii_lowercase

import pytest
from helpers.page import FOCUS, SEEN, each, enter, looks_well, stats, tab_to, texts
from helpers.serving import Served
from helpers.words import FEW, random_words

from gpuwordle import Pattern, play, review, suggest
from gpuwordle.assistant.boards import suggest_boards
from gpuwordle.rules.colours import PALETTES
from gpuwordle.rules.hard_mode import legal
from gpuwordle.rules.tiles import share_text

GUESS, ANSWER = FEW.guesses[-1], FEW.answers[3]
PATTERN = Pattern.of(GUESS, ANSWER).digits
PATTERNS = "/".join(Pattern.of(GUESS, word).digits for word in (*FEW.answers[4:6], GUESS))
"""What the guess gets on three boards, on one of which it is hidden."""

VIEWS = {
    "board": f"/#/board?clue={GUESS}.{PATTERN}",
    "solved": f"/#/board?clue={GUESS}.{PATTERN}&clue={ANSWER}.{'2' * 5}",
    "opening": "",
    "tree": f"/#/tree?strategy=minimax&word={ANSWER}",
    "compare": f"/#/compare?one.opener={GUESS}&cell=2.2",
    "review": f"/#/review?move={GUESS}&move={ANSWER}&answer={ANSWER}",
    "boards": f"/#/boards?boards=3&clue={GUESS}.{PATTERNS}",
}


@pytest.mark.sample(6)
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("width, scheme", SEEN)
def test_views_are_readable_everywhere_and_ask_this_machine_alone(
    browser, served, view, width, scheme
):
    looks_well(browser, served.address + VIEWS[view], width, scheme, texts_at_least=20)
    assert all(url.startswith((served.address, "data:")) for url in browser.requests())


def between(text):
    """An exact number of the page."""
    assert "–" not in text and "≈" not in text
    return text


def test_numbers_of_the_board(browser, served):
    assert browser.show(served.address + VIEWS["board"]) == []
    found = suggest(FEW, [f"{GUESS}={PATTERN}"], top=10, seconds=None)
    shown = stats(browser)
    assert shown[f"of {len(FEW.answers)} words left"] == str(len(found.remaining))
    assert between(shown["guesses to go"]) == f"{float(found.play.expected.low):.2f}"
    assert between(shown["at most"]) == str(found.play.worst.low)
    assert texts(browser, ".advice .chip") == list(found.remaining)
    assert texts(browser, ".guesses .word") == [one.guess.upper() for one in found.guesses]
    worths = [f"{float(one.play.expected.low):.2f}" for one in found.guesses]
    assert [between(text) for text in texts(browser, ".worth")] == worths
    for text, one in zip(texts(browser, ".guesses small:not(.reason)"), found.guesses, strict=True):
        assert text.startswith(f"{one.entropy:.2f} bits · {one.expected_size:.1f} left · ")
        assert int(text.split(" · ")[2].split()[0]) == one.buckets
    assert texts(browser, ".guesses .reason") == [found.guesses[0].reason]
    combs = each(browser, ".comb", "one.querySelectorAll('rect').length")
    assert combs == [one.buckets for one in found.guesses]
    assert texts(browser, ".looked .n") == [str(size) for _, size in found.guesses[0].partition]


TOPS = """['.left .chips', '.guesses'].map(part => document.querySelector(part)
    .getBoundingClientRect()).map(box => [box.top, box.bottom])"""


def test_up_to_ten_remaining_words_stand_before_the_guesses(browser, served):
    clues = ((word, Pattern.of(word, hidden)) for word in FEW.guesses for hidden in FEW.answers)
    lefts = ((clue, suggest(FEW, [clue], top=1, seconds=0).remaining) for clue in clues)
    (word, told), left = next((clue, left) for clue, left in lefts if 2 <= len(left) <= 10)
    assert browser.show(f"{served.address}/#/board?clue={word}.{told.digits}", width=1280) == []
    assert texts(browser, ".left .chip") == list(left)
    words, guesses = browser.run(TOPS)
    assert words[1] <= guesses[0] and words[1] < 900


def test_words_that_are_not_in_the_list_are_named(browser, served):
    guess = FEW.guesses[0]
    wrong = guess[1] + guess[0] + guess[2:]
    assert wrong not in FEW.guesses
    clue = f"clue={wrong}.{Pattern.of(wrong, ANSWER).digits}"
    meant = f"{wrong.upper()} is not in the list: did you mean {guess.upper()}"
    for view, told in (
        (f"board?{clue}", meant),
        (f"boards?boards=1&{clue}", meant),
        (f"review?move={guess}&answer=zzzzz", "ZZZZZ is not a possible answer"),
    ):
        assert browser.show(f"{served.address}/#/{view}") == []
        (note,) = texts(browser, "[role=note]")
        assert note.startswith(told)
        assert browser.violations() == []
    browser.show(f"{served.address}/#/review?move={guess}&answer={ANSWER}")
    assert texts(browser, "[role=note]") == []


def test_numbers_of_a_comparison(browser, served):
    assert browser.show(served.address + VIEWS["compare"]) == []
    one = play(FEW, "entropy", opener=GUESS).counts.tolist()
    two = play(FEW, "buckets").counts.tolist()
    (verdict,) = texts(browser, ".verdict")
    numbers = [int(number) for number in re.findall(r"\b\d+\b", verdict)]
    pairs = list(zip(one, two, strict=True))
    fewer, more = sum(a < b for a, b in pairs), sum(a > b for a, b in pairs)
    assert numbers == [fewer, more, len(pairs) - fewer - more]
    cells = each(browser, ".heat button", "[one.dataset.key, one.textContent]")
    assert {key: int(count) for key, count in cells} == {
        f"cell-{a}.{b}": pairs.count((a, b)) for a, b in set(pairs)
    }
    both = [word for word, pair in zip(FEW.answers, pairs, strict=True) if pair == (2, 2)]
    assert texts(browser, ".found .chip") == both
    assert texts(browser, ".found h3") == ["2 guesses and 2 guesses"]
    first = f"one.opener={ANSWER}&two.opener={ANSWER}&cell=1.1"
    assert browser.show(f"{served.address}/#/compare?{first}") == []
    assert texts(browser, ".found h3") == ["1 guess and 1 guess"]


def test_numbers_of_a_review(browser, served):
    assert browser.show(served.address + VIEWS["review"]) == []
    reviewed = review(FEW, [GUESS, ANSWER], answer=ANSWER, seconds=None)

    def signed(value):
        rounded = f"{abs(float(value)):.2f}"
        return ("+" if value > 0 else "−" if value < 0 else "") + rounded

    assert texts(browser, ".gauge.regret b") == [signed(one.regret.low) for one in reviewed.moves]
    assert texts(browser, ".gauge.luck b") == [signed(one.luck.low) for one in reviewed.moves]
    assert stats(browser)["regret"] == signed(reviewed.regret.low)
    assert stats(browser)["guesses played"] == "2"
    assert texts(browser, ".why > :first-child") == [one.reason for one in reviewed.moves]


def test_numbers_of_several_boards(browser, served):
    assert browser.show(served.address + VIEWS["boards"]) == []
    found = suggest_boards(FEW, [f"{GUESS}={PATTERNS}"], boards=3, top=10)
    assert texts(browser, ".several .word") == [one.guess.upper() for one in found.guesses]
    expected = [
        f"{one.entropy:.2f} bits" if one.expected is None else f"{float(one.expected):.2f} guesses"
        for one in found.guesses
    ]
    assert texts(browser, ".several .bits") == expected
    lefts = [text.partition(" word")[0] for text in texts(browser, ".cards p")]
    assert lefts == [str(len(words)) if words else "Found" for words in found.remaining]


def test_one_word_takes_the_same(browser, serving):
    browser.show(f"{serving(['cat'])}/#/compare")
    assert texts(browser, ".verdict")[0].endswith("; 1 takes the same.")


MOVES = "document.querySelector('[data-key=moves]').value"
REVIEWED = "document.querySelectorAll('.review li').length === 2"


def review_typed(browser, moves):
    """Ask for the review of two moves as they were typed."""
    browser.run(f"{MOVES} = {json.dumps(moves)}")
    enter(browser, ".moves button")
    browser.wait_for(REVIEWED)


def test_a_shared_result_is_reviewed(browser, served):
    browser.show(f"{served.address}/#/review")
    rows = [Pattern.of(word, ANSWER).tiles for word in (GUESS, ANSWER)]
    tab_to(browser, "[data-key=share]")
    browser.press(*rows[0], "Enter", *rows[1])
    review_typed(browser, f"{GUESS}\n{ANSWER}")
    assert browser.rest() == []
    reviewed = review(FEW, [GUESS, ANSWER], answer=ANSWER, seconds=None)
    assert texts(browser, ".why > :first-child") == [one.reason for one in reviewed.moves]


def test_the_board_is_played_by_keyboard_alone(browser, served):
    browser.show(served.address)
    browser.press(*GUESS, *PATTERN, "Enter")
    browser.wait_for(f"location.hash === '#/board?clue={GUESS}.{PATTERN}'")
    assert browser.rest() == []
    assert texts(browser, ".advice .chip") == [*suggest(FEW, [f"{GUESS}={PATTERN}"]).remaining]
    # The best guess is put on the board, coloured and taken back again.
    tab_to(browser, ".guesses .side")
    best = browser.run(f"{FOCUS}.getAttribute('aria-label')").split()[1]
    browser.press("Enter")
    assert browser.run(f"{FOCUS}.closest('.line').textContent") == best.upper()
    browser.press("2", "ArrowLeft", " ", "ArrowRight", "1")
    assert each(browser, ".next .tile", "one.dataset.colour") == ["0", "1", "0", "0", "0"]
    browser.press(*["Backspace"] * 6)
    browser.wait_for("!location.hash.includes('clue')")
    assert browser.run("document.querySelector('.next').textContent") == GUESS.upper()
    browser.press("Enter")
    browser.wait_for(f"location.hash.includes('{GUESS}.{PATTERN}')")
    browser.rest()
    # A bucket of a guess is played.
    enter(browser, ".looked .row")
    browser.wait_for("location.hash.split('clue=').length === 3")
    assert browser.rest() == []


@pytest.fixture
def serving(file):
    """serving(words, *options): serve a list until the test ends; returns its address."""
    for library in ("starlette", "uvicorn"):
        pytest.importorskip(library, reason=f"the server needs {library}")
    with ExitStack() as stack:

        def begun(words, *options):
            server = Served("-v", file("words.txt", *words), *options)
            stack.callback(server.end)
            return server.address

        yield begun


@pytest.mark.parametrize(
    "language, word, others",
    [("nl", "wijn", ["bijl", "rijk"]), ("hr", "konj", ["kost", "ulje"])],
)
def test_letters_of_several_characters_are_typed(browser, serving, language, word, others):
    browser.show(serving([word, *others], "--language", language, "-l", 3))
    browser.press(*word, "Enter")
    browser.wait_for(f"location.hash === '#/board?clue={word}.000'")


def test_arrow_keys_move_as_the_script_runs(browser, serving):
    browser.show(serving(["שלום", "אדום"]))
    browser.press(*"אדום", "ArrowLeft")
    assert browser.run(f"{FOCUS}.dataset.key") == "tile-0-1"
    browser.press("ArrowRight")
    assert browser.run(f"{FOCUS}.dataset.key") == "tile-0-0"


def test_signs_of_letters_are_typed(browser, serving):
    words = ["किताब", "गुलाब", "पानी"]
    address = serving(words, "--language", "hi", "-l", 3)
    browser.show(address)
    browser.press(*"गिलांब", "Enter")  # no word has गि or लां
    browser.wait_for("location.hash.endsWith('.000')")
    assert browser.rest() == []
    browser.show(f"{address}/#/review?answer={words[1]}")
    review_typed(browser, f"{words[0]} 002\n{words[1]} 222")


def test_syllables_are_taken_apart_into_letters(browser, serving):
    address = serving(["한국어", "가방을", "음악이"], "--language", "ko", "-l", 8)
    browser.show(address)
    browser.press(*"ㅎㅏㄴㄱㅜㄱㅇㅓ", "Enter")
    browser.wait_for("location.hash.endsWith('.00000000')")
    assert browser.rest() == []
    browser.show(f"{address}/#/board?clue=한국어.02010010")
    assert "".join(texts(browser, ".line:not(.next) .tile")).startswith("ㅎㅏㄴㄱㅜㄱㅇㅓ")
    assert texts(browser, ".advice .chip") == ["가방을"]
    # A proposed guess fills the row, and is accepted.
    enter(browser, ".guesses .side")
    browser.press(*"22222222", "Enter")
    browser.wait_for("location.hash.endsWith('.22222222')")


def test_typed_words_are_read_as_the_engine_reads_them(browser, serving):
    address = serving(["mère", "père", "lune"], "--language", "fr", "-l", 4)
    browser.show(f"{address}/#/board?clue=mère.0000")
    assert each(browser, "[data-key=key-e]", "one.dataset.colour") == ["0"]
    browser.press(*"père", "Enter")
    browser.wait_for("location.hash.endsWith('pere.0000')")
    browser.show(f"{address}/#/review?move=père&answer=mère")
    assert texts(browser, "[role=note]") == []


def test_words_with_weights_are_counted_as_words(browser, serving, file):
    weights = {"cat": 100, "bat": 50, "cow": 20, "dog": 5, "pig": 1}
    told = file("weights.txt", *(f"{word} {weight}" for word, weight in weights.items()))
    address = serving(weights, "--weights", told)
    rows = "[.../: ([0-9]+) word/.exec(one.ariaLabel)][1]"
    for view in ("tree?path=000", "compare"):
        assert browser.show(f"{address}/#/{view}") == []
        counts = [int(one) for one in each(browser, ".distribution li", rows)]
        assert sum(counts) == (5 if view != "compare" else 10)
        assert texts(browser, ".stats dt")[:2] == [
            "weighted guesses for all words",
            "weighted average",
        ]


def test_symbols_are_typed(browser, serving):
    """Digits colour a tile, and are letters while a guess lacks some; a dot is one as well."""
    address = serving(["1+2=3", "2+1=3", "4-1=3", ".5+.5", "1.0+0"], "--symbols")
    browser.show(address)
    browser.press(*"1+2=3", *"12122", "Enter")
    browser.wait_for("location.hash.includes('clue=1%2B2%3D3.12122')")
    assert browser.rest() == []
    assert texts(browser, ".advice .chip") == ["2+1=3"]
    browser.show(f"{address}/#/board?clue=.5%2B.5.00000")
    assert texts(browser, ".advice .chip") == ["4-1=3"]
    browser.show(f"{address}/#/boards?boards=2&clue=.5%2B.5.00000/00100")
    left = [text.partition(": ")[2] for text in texts(browser, ".cards .soft")]
    assert left == ["4-1=3", "1+2=3 2+1=3"]
    # Only the last = of a move ends its guess, and a guess alone may have one.
    browser.show(f"{address}/#/board?clue=1%2B2%3D3.12122&clue=2%2B1%3D3.22222")
    enter(browser, ".links a")
    browser.wait_for(REVIEWED)
    typed_moves = "1+2=3=12122\n2+1=3=22222"
    assert browser.run(MOVES) == typed_moves
    for typed in (typed_moves, "1+2=3 2+1=3"):
        browser.show(f"{address}/#/review?answer=2%2B1%3D3")
        review_typed(browser, typed)
        assert browser.run("document.title").startswith("1+2=3, 2+1=3 · Review")


def test_several_boards_are_played_by_keyboard_alone(browser, served):
    patterns = [Pattern.of(GUESS, answer).digits for answer in FEW.answers[4:6]]
    browser.show(f"{served.address}/#/boards?boards=2")
    tab_to(browser, "[data-key=boards-guess]")
    browser.press(*GUESS)
    for board, digits in enumerate(patterns):
        tab_to(browser, f"[data-key=board-{board}-0]")
        browser.press(*digits)
    browser.press("Enter")
    browser.wait_for("location.hash.includes('clue')")
    assert browser.rest() == []
    assert browser.run(f"{FOCUS}.dataset.key") == "boards-guess"
    clue = browser.run("new URLSearchParams(location.hash.split('?')[1]).get('clue')")
    assert clue == f"{GUESS}.{'/'.join(patterns)}"
    # A proposed guess is put on the boards, and the last one is taken back.
    enter(browser, ".several .row")
    best = suggest_boards(FEW, [f"{GUESS}={'/'.join(patterns)}"], boards=2).guesses[0].guess
    assert browser.run(f"{FOCUS}.value") == best
    assert texts(browser, ".cards .next") == [best.upper()] * 2
    enter(browser, "[data-key=boards-back]")
    browser.wait_for("!location.hash.includes('clue')")
    assert browser.run("document.querySelector('[data-key=boards-guess]').value") == GUESS


def test_no_guess_follows_when_all_boards_are_finished(browser, served):
    browser.show(f"{served.address}/#/boards?boards=2&clue={GUESS}.22222/00000")
    tab_to(browser, "[data-key=boards-guess]")
    browser.press(*ANSWER)
    tab_to(browser, "[data-key=board-1-0]")
    browser.press(*"22222", "Enter")
    browser.wait_for("document.querySelector('.advice h2').textContent === 'Solved'")
    assert texts(browser, "[type=submit], .hint") == []
    browser.press("Enter")  # the focus is on Take back
    browser.wait_for(f"{FOCUS}.value === '{ANSWER}'")


@pytest.mark.parametrize("length, width", [(12, 768), (20, 1280)])
def test_boards_have_room_for_long_words(browser, serving, length, width):
    address = serving(random_words(2, length, 26, 40, ascii_lowercase), "-l", length)
    looks_well(browser, f"{address}/#/boards", width, "light", texts_at_least=20)


MAIN = "document.querySelector('main').innerText"

WORDS = "few · 5 letters · 60 answers of 120 words"

CONTROLS = "nav, #palette, form, .keys, .options, .side, .hint, .links, .next"


@pytest.mark.sample(4)
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_has_a_title_is_a_link_and_has_no_controls_on_paper(browser, served, view):
    guess, answer = GUESS.upper(), ANSWER.upper()
    titles = {
        "opening": "First guess · Board · few",
        "board": f"{guess} · Board · few",
        "solved": f"{guess}, {answer} · Board · few",
        "boards": f"{guess}, 3 boards · Boards · few",
        "tree": f"minimax, {answer} · Tree · few",
        "compare": "entropy and buckets · Compare · few",
        "review": f"{guess}, {answer} · Review · few",
    }
    browser.show(served.address + VIEWS[view])
    assert browser.run("document.title") == titles[view]
    assert texts(browser, "#words") == [f"{WORDS} · easy mode"]
    before = browser.run(MAIN)
    browser.show(browser.run("location.href"))
    assert browser.run(MAIN) == before
    assert any(each(browser, CONTROLS, "!!one.offsetParent"))
    browser.emulate(media="print")
    assert not any(each(browser, CONTROLS, "!!one.offsetParent"))
    assert len(browser.run(MAIN)) > 20


def test_every_view_is_reached_by_keyboard(browser, served):
    browser.show(f"{served.address}/#/board?hard=1")
    assert texts(browser, "#words") == [f"{WORDS} · hard mode"]
    for name in ("tree", "compare", "review", "boards", "board"):
        enter(browser, f"[data-key=nav-{name}]")
        browser.wait_for(f"location.hash.startsWith('#/{name}')")
        assert browser.rest() == []
        assert browser.run(f"{FOCUS}.dataset.key") == f"nav-{name}"


def test_a_view_comes_back_as_it_was_left(browser, served):
    browser.show(served.address + VIEWS["board"])
    for name in ("boards", "board"):
        enter(browser, f"[data-key=nav-{name}]")
        browser.wait_for(f"document.querySelector('[aria-current]').dataset.key === 'nav-{name}'")
    assert browser.run("location.hash") == VIEWS["board"][1:]
    enter(browser, "[data-key=nav-board]")
    browser.wait_for("location.hash === '#/board'")


def test_messages_are_seen(browser, served):
    for view in ("board", "boards?boards=1"):
        browser.show(f"{served.address}/#/{view}")
        if view != "board":
            tab_to(browser, "[data-key=boards-guess]")
        browser.press("a", "Enter")
        assert texts(browser, "#said") == ["A guess has 5 letters."]
        (box,) = each(browser, "#said", "one.getBoundingClientRect().toJSON()")
        assert box["width"] > 100 and box["height"] > 20
        assert browser.violations() == []


TREE = "/#/tree?strategy=minimax"


@pytest.mark.parametrize(
    "view, pressed, focused",
    [
        (VIEWS["board"], ".board .side", "line-0"),
        (VIEWS["board"], ".links button", "line-0"),
        (VIEWS["board"], ".looked .row", "line-2"),
        (VIEWS["board"], ".looked [type=submit]", "look-show"),
        (VIEWS["board"], ".links a", "view"),
        (VIEWS["boards"], "[data-key=boards-back]", "boards-guess"),
        (TREE, ".map .bucket", "here"),
        (f"{TREE}&path=00000", ".trail button", "here"),
        (f"{TREE}&path=00000", ".words button", "reached"),
        (VIEWS["review"], ".moves [type=submit]", "review"),
    ],
)
def test_the_focus_stays_in_the_view(browser, served, view, pressed, focused):
    browser.show(served.address + view)
    browser.run("document.querySelectorAll('details').forEach(part => part.open = true)")
    enter(browser, pressed)
    browser.wait_for(f"({FOCUS}.dataset.key ?? {FOCUS}.id) === '{focused}'")


UNREAD = "cannot be read. The rest is shown."


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "hash, damage",
    [
        ("#/nothing", f"nothing {UNREAD}"),
        ("#%%%", f"%%% {UNREAD}"),
        ("#/board?clue=x&clue=zz.9&look=%22", f"clue=x, clue=zz.9 {UNREAD}"),
        ("#/board?hard=2&colour=red", f"hard=2, colour=red {UNREAD}"),
        ("#/tree?path=9.9&opener=%3Cb%3E", f"path=9.9 {UNREAD}"),
        ("#/tree?path=22222.00000", "no word gets 22222 from the first guess."),
        ("#/compare?cell=7.9", "no word is at 7.9."),
        ("#/compare?one.strategy=none&cell=x", f"cell=x {UNREAD}"),
        ("#/review?move=%3Cscript%3E", None),
        ("#/boards?boards=x&clue=%3Cb%3E", f"boards=x, clue=<b> {UNREAD}"),
    ],
)
def test_a_damaged_address_shows_the_rest_and_says_so(browser, served, hash, damage):
    assert browser.show(f"{served.address}/{hash}") == []
    assert len(browser.run(MAIN)) > 20
    assert browser.run("document.querySelector('main script') === null")
    told = [f"This link is damaged: {damage}"] if damage else []
    assert texts(browser, ".damage") == told


def test_what_is_wrong_is_told(browser, served):
    browser.show(f"{served.address}/#/board?clue={ANSWER}.00000&clue={ANSWER}.22222")
    (why,) = texts(browser, ".advice .wrong")
    assert "contradict each other" in why


def test_colours_remain_apart_where_the_system_forces_its_own(browser, served):
    standard = [[*bytes.fromhex(ground[1:])] for ground, _ in PALETTES["standard"].colours]
    browser.show(f"{served.address}/#/board?clue={''.join(FEW.alphabet[:5])}.01201")
    for scheme in ("light", "dark"):
        browser.emulate(forced_colors="active", prefers_color_scheme=scheme)
        assert browser.run("matchMedia('(forced-colors: active)').matches")
        assert browser.pixels(".line [data-colour]") == [standard[int(one)] for one in "01201"]
        for colour in (1, 2):
            assert standard[colour] in browser.pixels(f".keys [data-colour='{colour}']")
    browser.show(served.address + VIEWS["board"])
    browser.emulate(forced_colors="active", prefers_color_scheme="light")
    ground = browser.pixels("h2")[0]
    for bars in (".looked .bar > span", ".guesses .comb rect"):
        drawn = browser.pixels(bars)
        assert drawn and ground not in drawn, bars
    assert len({*map(tuple, browser.pixels(".guesses .comb rect"))}) > 1
    assert browser.violations() == []


def test_a_solved_game_is_shared_and_reviewed(browser, served):
    browser.show(served.address + VIEWS["solved"])
    assert texts(browser, ".next") == [] and texts(browser, ".keys") == []
    assert len(texts(browser, ".line")) == 2
    assert texts(browser, ".advice h2") == ["Solved"]
    game = [Pattern.parse(PATTERN), Pattern.parse("22222")]
    share = "document.querySelector('.share').value"
    assert browser.run(share) + "\n" == share_text(game, "few")
    browser.run("document.getElementById('palette').click()")
    blind = share_text(game, "few", palette=PALETTES["colour-blind"])
    assert browser.run(share) + "\n" == blind
    browser.run("document.getElementById('palette').click()")
    enter(browser, ".links a")
    browser.wait_for(REVIEWED)
    # The last guess is taken back by the keyboard, and the game goes on.
    browser.show(served.address + VIEWS["solved"])
    browser.press("Backspace")
    assert browser.rest() == []
    assert texts(browser, ".next") == [ANSWER.upper()]


def test_a_shared_heading_is_true(browser, served):
    clue = f"{GUESS}.{PATTERN}"
    first = [(GUESS, Pattern.of(GUESS, ANSWER).colours)]
    middles = [
        next(w for w in FEW.guesses[::-1] if legal(w, first) == is_legal) for is_legal in (1, 0)
    ]
    middles = [f"{word}.{Pattern.of(word, ANSWER).digits}" for word in middles]
    for clues, heading in (
        ([clue, middles[0]], "few 3/6*"),
        ([clue, middles[1]], "few 3/6"),
        ([clue] * 7, "few 8*"),
    ):
        view = "&clue=".join(["board?hard=1", *clues, f"{ANSWER}.22222"])
        browser.show(f"{served.address}/#/{view}")
        assert browser.run("document.querySelector('.share').value").split("\n")[0] == heading


def test_escape_clears_what_is_not_accepted(browser, served):
    browser.show(served.address + VIEWS["board"])
    browser.press(*FEW.answers[0], "Escape")
    assert texts(browser, ".next") == [""]
    browser.press(*FEW.answers[1][:2])
    assert texts(browser, ".next") == [FEW.answers[1][:2].upper()]
    browser.show(f"{served.address}/#/boards?boards=2")
    tab_to(browser, "[data-key=boards-guess]")
    browser.press(*FEW.answers[0])
    tab_to(browser, "[data-key=board-0-0]")
    browser.press("Escape")
    assert browser.run(f"[{FOCUS}.dataset.key, {FOCUS}.value]") == ["boards-guess", ""]
    assert texts(browser, ".cards .next") == []


def test_back_undoes_the_new_colours_of_a_row(browser, served):
    browser.show(served.address)
    browser.press(*GUESS, *PATTERN, "Enter")
    accepted = f"location.hash === '#/board?clue={GUESS}.{PATTERN}'"
    browser.wait_for(accepted)
    tab_to(browser, "[data-key=tile-0-0]")
    browser.press(*("1" if digit != "1" else "0" for digit in PATTERN[:2]))
    browser.wait_for(f"!({accepted})")
    browser.run("history.back()")
    browser.wait_for(accepted)
    browser.run("history.back()")
    browser.wait_for("!location.hash.includes('clue')")


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "typed",
    [
        "{a} {b}",
        "{a}, {b}",
        "{a}={p} {b}",
        "{a} {p} {b} 22222",
        "{a}:{p}\n{b},ggggg",
        "{a} {p}\n{b} {B}",
    ],
)
def test_words_of_a_review_may_stand_in_one_line(browser, served, typed):
    browser.show(f"{served.address}/#/review?answer={ANSWER}")
    review_typed(browser, typed.format(a=GUESS, p=PATTERN, b=ANSWER, B=ANSWER.upper()))
    labels = each(browser, ".review .tiles", "one.ariaLabel")
    assert [label.partition(":")[0] for label in labels] == [GUESS, ANSWER]
    assert labels[1].endswith("all green")


@pytest.mark.parametrize("case", [str.lower, str.upper])
def test_a_guess_may_be_repeated_in_a_review(browser, served, case):
    browser.show(f"{served.address}/#/review?answer={ANSWER}")
    browser.run(f"{MOVES} = {case(f'{GUESS} {GUESS} {ANSWER}')!r}")
    enter(browser, ".moves button")
    browser.wait_for("document.querySelectorAll('.review li').length === 3")


def test_colours_for_the_colour_blind_are_remembered(browser, served):
    ground = "getComputedStyle(document.querySelector('.review i.green')).backgroundColor"

    def rgb(palette):
        return "rgb({}, {}, {})".format(*bytes.fromhex(PALETTES[palette].colours[2][0][1:]))

    browser.show(served.address + VIEWS["review"])
    assert browser.run(ground) == rgb("standard")
    enter(browser, "#palette")
    for _ in range(2):
        assert browser.run(ground) == rgb("colour-blind")
        assert browser.run("document.getElementById('palette').ariaPressed") == "true"
        browser.show(served.address + VIEWS["review"], 800, "dark")
    assert browser.violations() == []
    browser.run("document.getElementById('palette').click()")
    assert browser.run(ground) == rgb("standard")
