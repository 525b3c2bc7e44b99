"""Palettes: letters can be read, and colours told apart by those who see fewer of them."""

import re
from itertools import combinations

import numpy as np
import pytest
from helpers.errors import refused

from gpuwordle.rules.colours import PALETTES, VARIABLE, palette_named, styled_tiles

# What is left of linear light to those who lack one kind of cone: Machado, Oliveira and Fernandes
# 2009, severity 1; and to those who see lightness alone.
SEEN = {
    "all": np.eye(3),
    "no red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "no blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
    "lightness": [[0.2126, 0.7152, 0.0722]] * 3,
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def light(colour):
    parts = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(linear):
    """CIE L*a*b*, in which a distance of 2 is the least that is seen at all."""
    xyz = TO_XYZ @ np.clip(linear, 0, 1) / (TO_XYZ @ np.ones(3))
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_letters_stand_out_from_their_tiles(palette):
    for tile, letter in palette.colours:
        dark, bright = sorted(light(colour) @ [0.2126, 0.7152, 0.0722] for colour in (tile, letter))
        assert (bright + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("eyes", SEEN)
def test_colour_blind_readers_tell_the_tiles_apart(eyes):
    seen = [lab(SEEN[eyes] @ light(tile)) for tile, _ in PALETTES["colour-blind"].colours]
    nearest = min(np.linalg.norm(one - other) for one, other in combinations(seen, 2))
    assert nearest > (20 if eyes == "lightness" else 40)


def test_the_palette_is_that_of_the_variable_and_unknown_ones_are_named(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert palette_named().name == "standard"
    monkeypatch.setenv(VARIABLE, "colour-blind")
    assert palette_named().name == "colour-blind"
    assert palette_named("standard").name == "standard"
    monkeypatch.setenv(VARIABLE, "")
    assert palette_named().name == "standard"
    refused("unknown palette 'standart': did you mean standard", palette_named, "standart")
    monkeypatch.setenv(VARIABLE, "pink")
    refused("unknown palette 'pink' in GPUWORDLE_PALETTE: known", palette_named)


def test_tiles_have_their_letters_and_colours_and_without_colours_are_frames():
    grounds = [ground for ground, _ in PALETTES["standard"].colours]
    for colours, right_to_left in (((2, 0, 1), False), (None, False), (None, True)):
        shown = styled_tiles("a<b", colours, '3 "tiles"', right_to_left=right_to_left)
        assert re.findall("<b style=[^>]*>([^/]*)</b>", shown) == ["a", "&lt;", "b"]
        found = re.findall("background:(#[0-9a-f]+);", shown)
        assert found == ([grounds[colour] for colour in colours] if colours else [])
        assert shown.count("box-shadow") == (0 if colours else 3)
        assert ('<span role="img" aria-label="3 &quot;tiles&quot;" dir="rtl" ' in shown) == (
            right_to_left
        )
