"""Colours: read them from a text; the named schemes; and the ink that shows on each colour.

A scheme is six colours in the order of the faces U R F D L B.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from colorsys import hls_to_rgb

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.colour_words import colour_letter
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import SCHEMES as NAMED
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.registry import british

Scheme = tuple[str, ...]


def _by_name(text: str) -> dict[str, str]:
    """Return the entries of a table, written as `name:value`, with blanks between them."""
    return {name: value for name, _, value in (pair.partition(":") for pair in text.split())}


_AS_COLOURS = str.maketrans(FACES, STANDARD)
_BY_LETTER = {
    "W": "#fbfbf8",
    "R": "#d1242f",
    "G": "#1f9d4d",
    "Y": "#ffd21f",
    "O": "#f5821f",
    "B": "#1f5fd0",
    "K": "#202020",
    "P": "#8a3fc4",
    "I": "#f48fb1",
}

# Ink and paint on terminals of sixteen colours. None of these is orange, and bright red is too near red.
_SIXTEEN = {
    "W": ("black", "bright_white"),
    "R": ("bright_white", "red"),
    "G": ("black", "green"),
    "Y": ("black", "bright_yellow"),
    "O": ("black", "magenta"),
    "B": ("bright_white", "blue"),
    "K": ("bright_white", "black"),
    "P": ("black", "bright_magenta"),
    "I": ("black", "bright_red"),
}

SCHEMES: dict[str, Scheme] = {
    **{name: tuple(map(_BY_LETTER.__getitem__, letters)) for name, letters in NAMED.items()},
    # After M. Okabe and K. Ito, "Color Universal Design" (2008): eight colours that people with
    # any kind of colour vision distinguish; these six keep the standard scheme's sense.
    "colour-blind": ("#ffffff", "#d55e00", "#009e73", "#f0e442", "#cc79a7", "#0072b2"),
    "grey": ("#ffffff", "#6b6b6b", "#8f8f8f", "#dadada", "#b4b4b4", "#484848"),
}
"""The named schemes. Standard is white up and green in front."""

_SOLIDS: dict[frozenset[str], dict[str, str]] = {
    frozenset(colours): {face: _BY_LETTER.get(text, text) for face, text in colours.items()}
    for colours in (
        dict(zip(FACES, NAMED["standard"], strict=True)),
        {"F": "G", "L": "R", "R": "B", "D": "Y"},
        {"front": "W", "back": "#8fc1f2", "hand": "#d7263d", "twelve": "Y"},
        _by_name(
            "U:W F:#0b7a33 R:R BR:#1b3fb0 BL:Y L:P D:#9298a1 B:#7ed321 DL:O FL:#7fd0f5 FR:#fbf3b4 DR:I"
        ),
    )
}
"""The colours of puzzles with these faces, after the pictures of official scrambles (TNoodle of the World Cube Association)."""

# After S. Trubetskoy, "List of 20 simple, distinct colors" (2017), in its order of preference, without greys.
_DISTINCT = [
    "#ffe119",
    "#4363d8",
    "#e6194b",
    "#3cb44b",
    "#f58231",
    "#911eb4",
    "#42d4f4",
    "#f032e6",
    "#ffffff",
    "#fabed4",
    "#469990",
    "#dcbeff",
    "#9a6324",
    "#fffac8",
    "#800000",
    "#aaffc3",
    "#000075",
    "#bfef45",
    "#808000",
    "#ffd8b1",
]

UNKNOWN_COLOUR = "#a6abb3"
"""The grey of an unknown sticker."""

UNKNOWN_SIXTEEN = ("black", "white")
"""Its ink and paint on terminals of sixteen colours, whose `white` is a light grey."""

DARK, LIGHT = "#1c1f24", "#ffffff"
"""The body of a cube, and what is drawn on dark colours."""

_NAMES = _by_name("""
black:000000 silver:c0c0c0 gray:808080 grey:808080 white:ffffff maroon:800000 red:ff0000
purple:800080 fuchsia:ff00ff magenta:ff00ff green:008000 lime:00ff00 olive:808000 yellow:ffff00
navy:000080 blue:0000ff teal:008080 aqua:00ffff cyan:00ffff orange:ffa500 brown:a52a2a pink:ffc0cb
gold:ffd700 coral:ff7f50 crimson:dc143c indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa
orchid:da70d6 plum:dda0dd salmon:fa8072 sienna:a0522d skyblue:87ceeb tan:d2b48c tomato:ff6347
turquoise:40e0d0 violet:ee82ee wheat:f5deb3 beige:f5f5dc chocolate:d2691e darkblue:00008b
darkgreen:006400 darkorange:ff8c00 darkred:8b0000 darkgray:a9a9a9 darkgrey:a9a9a9 deeppink:ff1493
deepskyblue:00bfff dodgerblue:1e90ff firebrick:b22222 forestgreen:228b22 hotpink:ff69b4
lightblue:add8e6 lightgray:d3d3d3 lightgrey:d3d3d3 lightgreen:90ee90 lightyellow:ffffe0
limegreen:32cd32 mediumblue:0000cd midnightblue:191970 mintcream:f5fffa orangered:ff4500
royalblue:4169e1 seagreen:2e8b57 slategray:708090 slategrey:708090 snow:fffafa springgreen:00ff7f
steelblue:4682b4 whitesmoke:f5f5f5 yellowgreen:9acd32
""")
_GOLDEN = (5**0.5 - 1) / 2  # multiples of it, modulo 1, keep apart
_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6})")


def colour(text: str) -> str:
    """Return a colour as `#rrggbb`, given so, as `#rgb`, or by its CSS name.

    Raises:
        InputError: it is not a colour.
    """
    word = text.strip().lower()
    if word in _NAMES:
        return f"#{_NAMES[word]}"
    match = _HEX.fullmatch(word)
    if match is None:
        raise InputError(
            f"{excerpt(text)} is not a colour", "write #rrggbb, #rgb, or a CSS name such as orange"
        )
    digits = match[1]
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


def scheme(text: str) -> Scheme:
    """Read a scheme: a name of `SCHEMES`, six letters of `WRGYOB`, or six colours with commas.

    Raises:
        InputError: it is none of these.
    """
    word = text.strip()
    if british(word.lower()) in SCHEMES:
        return SCHEMES[british(word.lower())]
    if len(set(word)) == 6 == len(word) and set(word.upper()) <= set(_BY_LETTER):
        return lettered(word.upper())
    remedy = f"give {', '.join(SCHEMES)}, or six colours in the order U R F D L B with commas"
    return _listed(text, len(FACES), remedy)


def of_faces(faces: Sequence[str], text: str | None = None) -> Scheme:
    """Return the colours of the faces of a puzzle that need not be a cube, in their order.

    Args:
        faces: their names.
        text: a colour for each face, with commas; if the faces are those of a cube, as for `scheme`. Left
            out, the colours that puzzles with these faces have, or colours that can be distinguished.

    Raises:
        InputError: it cannot be read.
    """
    if text is None:
        known = _SOLIDS.get(frozenset(faces))
        return tuple(known[face] if known else _distinct(i) for i, face in enumerate(faces))
    if set(faces) == set(FACES):
        by_face = dict(zip(FACES, scheme(text), strict=True))
        return tuple(by_face[face] for face in faces)
    remedy = f"give {len(faces)} colours in the order {' '.join(faces)} with commas"
    return _listed(text, len(faces), remedy)


def _listed(text: str, count: int, remedy: str) -> Scheme:
    """Return the colours of a text with commas between them."""
    parts = text.split(",")
    if len(parts) != count:
        problem = f"{len(parts)} {'part' if len(parts) == 1 else 'parts'}"
        raise InputError(f"colour scheme {excerpt(text)}: {problem}", remedy)
    return tuple(map(colour, parts))


def _distinct(number: int) -> str:
    """Return a colour that differs from those of smaller numbers; the smaller the number, the clearer the difference."""
    if number < len(_DISTINCT):
        return _DISTINCT[number]
    hue, lightness = number * _GOLDEN % 1, (0.35, 0.5, 0.7)[number % 3]
    parts = hls_to_rgb(hue, lightness, 0.75)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def lettered(letters: str) -> Scheme:
    """Return the colours that six letters or emoji name, the standard ones for others."""
    return tuple(_BY_LETTER[letter] for letter in _colour_letters(letters))


def sixteen(letters: str) -> list[tuple[str, str]]:
    """Return ink and paint, on terminals of sixteen colours, for the colours that `lettered` returns."""
    return [_SIXTEEN[letter] for letter in _colour_letters(letters)]


def _colour_letters(scheme: str) -> str:
    """Return the letters of the colours of a scheme, or of the standard scheme if they are not colours.

    Letters of faces stand for the colours that these have on a cube in the usual orientation.
    """
    if set(scheme) == set(FACES):
        return scheme.translate(_AS_COLOURS)
    letters = "".join(map(colour_letter, scheme))
    return letters if set(letters) <= set(_BY_LETTER) else STANDARD


def ink_on(background: str) -> str:
    """Return the darker or lighter ink, whichever shows better on a colour `#rrggbb`.

    The contrast, as defined by the Web Content Accessibility Guidelines 2.2, is at least 4 to 1.
    """
    red, green, blue = (_linear(int(background[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return DARK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.208 else LIGHT


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
