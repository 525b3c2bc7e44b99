"""``gpuwordle play`` and ``hide``, through a pipe and through a pseudo-terminal."""

import re

import naive
import pytest
from helpers.command_line import EIGHT
from helpers.terminal import plain, terminal

from gpuwordle.rules.colours import PALETTES


def test_a_game_through_a_pipe(typed, eight):
    lines = "crane\nmouse\nabc\n\nSLATE\ncaper\nmoist\n"
    code, out, err = typed(lines, "play", "-v", eight, "--answer", "Caper", "--hard", "-m", 3)
    assert code == 0
    assert out == (
        "gpuwordle: 5 letters, 3 guesses, hard mode; one of 8 words is hidden (? for help, ! "
        "to give up)\n[C] (R) (A)  N  (E)\n[C] [A] [P] [E] [R]\nCAPER found in 2 guesses\n\n"
        "gpuwordle 2/3*\n\n🟩🟨🟨⬜🟨\n🟩🟩🟩🟩🟩\n"
    )
    assert err.splitlines() == [
        "'mouse' is not in the word list 'eight': did you mean moist?",
        "word 'abc' has 3 letters, but those of 'eight' have 5: give a word of 5 letters",
        "'SLATE' is not legal in hard mode: "
        "C is green at letter 1 of 'crane' and has to stay there",
    ]


def test_a_byte_order_mark_is_skipped_and_refusals_are_said_quietly(typed, eight):
    asked = ("play", "-v", eight, "--answer", "caper", "--quiet")
    out, err = typed("\ufeffcrane\r\nmouse\r\ncaper\r\n", *asked)[1:]
    assert "\n[C] (R) (A)  N  (E)\n[C]" in out
    assert err == "'mouse' is not in the word list 'eight': did you mean moist?\n"


def test_games_end_lost_given_up_or_with_the_last_line(typed, eight):
    game = ("play", "-v", eight, "--answer", "caper")
    out = typed("crane\nslate\nmoist\n", *game, "-m", 2)[1]
    assert "not found: it was CAPER\n\ngpuwordle X/2\n\n🟩🟨🟨⬜🟨\n⬜⬜🟨⬜🟨\n" in out
    assert typed("!\ncaper\n", *game)[1].endswith("not found: it was CAPER\n")
    assert typed("", *game)[1].endswith("not found: it was CAPER\n")


def test_a_seed_names_a_game(typed, eight):
    first, again = (typed("!\n", "play", "-v", eight, "--seed", 7)[1] for _ in range(2))
    assert first == again and first.startswith("gpuwordle 7: 5 letters, 6 guesses; one of 8")
    drawn = {typed("", "play", "-v", eight, "--seed", s)[1].split()[-1] for s in range(80)}
    assert drawn == {word.upper() for word in EIGHT}
    number = typed("!\n", "play", "-v", eight)[1].split(":")[0].split()[1]
    assert typed("!\n", "play", "-v", eight, "--seed", number)[1].startswith(f"gpuwordle {number}:")


def test_words_of_any_script(typed, file):
    path = file("words.txt", "שלום", "שלוש", "עולם", "straße", "straffe")
    out = typed("שלוש\n", "play", "-v", path, "--answer", "שלום")[1]
    board = out.splitlines()[1]
    letters = [letter for letter in board if letter.isalpha()]
    assert letters == list("שלוש")[::-1]  # as they stand from left to right
    assert re.sub("[^][]", "", board) == "[]" * 3
    out = typed("STRASSE\nstraße\n", "play", "-v", path, "--answer", "STRAẞE")[1]
    assert "STRAẞE found in 1 guess\n" in out


def test_junk_is_told_and_the_game_goes_on(typed, eight):
    junk = "\udcff\udcfe\n\x00\n" + "x" * 5000 + "\n;--\ncaper\n"
    code, out, err = typed(junk, "play", "-v", eight, "--answer", "caper")
    assert (code, err.count("\n")) == (0, 4)
    assert "CAPER found in 1 guess\n" in out
    assert max(map(len, err.splitlines())) < 200


@pytest.mark.parametrize("how", [(), ("--objective", "worst"), ("--objective", "total", "--hard")])
def test_the_adversary_through_a_pipe(typed, eight, how):
    guesses = ["cable", "fable", "gable", "table"]
    code, out, err = typed("\n".join(guesses), "hide", "-v", eight, *how)
    assert code == 0
    board = [line for line in out.splitlines() if line.startswith((" ", "["))]
    left, moves = EIGHT, []
    for line, guess in zip(board, guesses, strict=False):
        # A letter stands between two characters that tell its colour.
        colours = ["  ()[]".index(line[at] + line[at + 2]) // 2 for at in range(0, 20, 4)]
        moves.append((guess, colours))
        left = [w for w in EIGHT if all(naive.colours(g, w) == c for g, c in moves)]
        if 2 in colours and colours != [2] * 5:
            assert f"   {len(left)} word{'' if len(left) == 1 else 's'} fit" in line
    assert left
    assert len(board) + err.count("\n") <= len(guesses)


def test_a_person_plays(eight):
    child = terminal("play", "-v", eight, "--answer", "caper", "--allowed", 3)
    child.expect("1/3> ")
    assert "one of 8 words is hidden" in plain(child.before)
    for line, told in (("?", "in the right place"), ("mouse", "is not in the word list")):
        child.sendline(line)
        child.expect(told)
        child.expect("1/3> ")
    child.sendline("crane")
    child.expect("2/3> ")
    assert " C  R  A  N  E \n" in plain(child.before)
    assert " Q  W  E  R  T  Y  U  I  O  P" in plain(child.before)
    assert "\x1b[1A\x1b[2K" in child.before  # the tiles stand where the word was typed
    child.sendline("caper")
    for told in ("CAPER found in 2 guesses", "🟩🟩🟩🟩🟩", "[^🟩]*$"):
        child.expect(told)
    assert child.wait() == 0


@pytest.mark.parametrize("palette", PALETTES)
def test_tiles_and_keys_have_the_colours_of_the_palette(eight, palette):
    child = terminal(
        *("play", "-v", eight, "--answer", "caper"),
        COLORTERM="truecolor",
        GPUWORDLE_PALETTE=palette,
    )
    child.expect("1/6> ")
    child.sendline("crane")
    child.expect("2/6> ")
    drawn = {}
    for code, letter in re.findall(r"48;2;([\d;]+)m (\w) ", child.before):
        drawn.setdefault(letter, []).append(tuple(map(int, code.split(";"))))
    child.sendline("!")
    child.expect("not found: it was CAPER")
    child.wait()
    for letter, colour in zip("CRANE", naive.colours("crane", "caper"), strict=True):
        ground = PALETTES[palette].colours[colour][0]
        assert drawn[letter] == [tuple(int(ground[at : at + 2], 16) for at in (1, 3, 5))] * 2
    assert set(drawn) == set("CRANE")


@pytest.mark.parametrize("without", [{"term": "dumb"}, {"NO_COLOR": "1"}])
def test_a_narrow_terminal_without_colours_has_frames(eight, without):
    game = ("play", "-v", eight, "--answer", "caper", "--hard")
    child = terminal(*game, **without, COLUMNS="40")
    child.expect("1/6> ")
    told = plain(child.before)
    child.sendline("?")
    child.expect("again\\s")
    told += plain(child.before)
    assert max(map(len, told.splitlines())) <= 40
    child.expect("1/6> ")
    child.sendline("crane")
    child.expect("2/6> ")
    shown = child.before.replace("\r\n", "\n")
    assert "\x1b[4" not in shown
    assert "[C] (R) (A)  N  (E)\n" in shown
    assert " Q   W  (E) (R)  T" in shown and "      Z   X  [C]  V   B       M\n" in shown
    child.sendeof()
    child.expect("not found: it was CAPER")
    assert child.wait() == 0


@pytest.mark.parametrize(("command", "prompt"), [("hide", "1> "), ("solve", "> ")])
def test_ctrl_c_leaves_at_once(eight, command, prompt):
    child = terminal(command, "-v", eight)
    child.expect(prompt)
    child.sendintr()
    child.expect("interrupted")
    assert child.wait() == 130
