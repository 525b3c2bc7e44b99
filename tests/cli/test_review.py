"""``gpuwordle review``: a game, a shared result, an archive."""

import json

SHARE = "Pets 12 3/6\n\n⬜⬜⬜\n⬜⬜⬜\n🟩🟩🟩\n"


def test_a_game_move_by_move(printed, pets, file):
    out = printed("review", "RAT=...", "PIG=...", "COW=COW", "-v", pets)
    assert "expected 2.0000, regret 0.2000, luck 0.8000: 3 guesses\n" in out
    assert "2. PIG could be the answer; it splits 3 words into 3 buckets; no guess is better" in out
    shared = ("--share", SHARE), ("--share", file("share.txt", SHARE))
    for colours in (("--answer", "cow"), *shared):
        assert printed("review", "rat", "pig", "cow", *colours, "-v", pets) == out


def test_an_unfinished_game_and_one_that_hard_mode_forbids(printed, pets):
    out = printed("review", "DOG=.O.", "RAT=...", "-v", pets)
    assert "2 guesses and 1.0000 to go" in out
    assert "not solved; 1 word left: cow" in out
    assert "hard mode would have forbidden RAT" in out


def test_an_answer_that_is_not_in_the_list_is_said(gpuwordle, pets):
    code, out, err = gpuwordle("review", "rat", "--answer", "fly", "-v", pets)
    assert code == 0 and "not solved" in out
    assert err.startswith("'fly' is not a possible answer in 'pets': ")


def test_json_and_csv(as_json, as_csv, pets):
    game = ("review", "rat", "cow", "--answer", "cow", "-v", pets)
    rows = as_csv(*game)
    told = as_json(*game)["moves"]
    assert [row["guess"] for row in rows] == [move["guess"] for move in told] == ["rat", "cow"]
    assert (rows[0]["regret_exact"], rows[1]["best"]) == ("1/5", "cow dog pig")


def test_an_archive(gpuwordle, pets, file):
    archive = file("games.csv", "answer,guesses", "cow,rat pig cow", "dog,cow rat dog")
    code, out, err = gpuwordle("review", archive, "-v", pets)
    assert (code, err) == (0, "2 games, 0 with errors\n")
    assert "RAT=... PIG=... COW=COW" in out
    archive.write_text("answer,guesses\ncow,rat pig cow\nemu,rat emu\n")
    code, out, err = gpuwordle("review", archive, "-v", pets, "-f", "json")
    assert (code, err) == (1, "2 games, 1 with errors\n")
    assert [game["answer"] for game in json.loads(out)] == ["cow", "emu"]
