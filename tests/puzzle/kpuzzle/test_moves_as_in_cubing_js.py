"""Moves of larger cubes beside cubing.js: every name of layers, and a thousand random texts of each size.

Turns of single layers show which sticker of cubing.js is which sticker here; everything else has to follow.
"""

from __future__ import annotations

import random
import re

import cubing_js
import pytest
from cubing_js import asked, orbits_of, points, renaming
from move_texts import bases, random_text

from cubecsp import InputError
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.holding import after_moves

pytestmark = [pytest.mark.npm, cubing_js.needed]

SIZES = (4, 5, 6, 7)
TEXTS = 1000
SUFFIXES = ("", "2", "'", "2'", "3")

# What only one of them reads; docs/conventions.md says so.
ONLY_OURS = re.compile(r"(\d)-\1.*")  # `2-2Rw`
ONLY_THEIRS = [
    *(f"{face}v" for face in "URFDLB"),  # the whole cube
    *"mes",  # all layers but the outer two
    *(f"{first}-{last}R" for last in range(2, 8) for first in range(1, last)),  # without a w
]


def single_layers(size):
    """Return the turns that generate all others: of each layer up to the middle, from every face."""
    layers = ["", *map(str, range(2, (size + 1) // 2 + 1))]
    return [f"{layer}{face}" for layer in layers for face in "URFDLB"]


def our_points(size, text):
    """Return where moves take each sticker of a cube that is held by hands."""
    come = after_moves(range(6 * size**2), text, cube_puzzle(size), longest=10_000)
    return {sticker: place for place, sticker in enumerate(come)}


@pytest.fixture(scope="module")
def told():
    """All that is asked of cubing.js, by size: what the moves of each text do to points, or an error."""
    questions = []
    for size in SIZES:
        rng, known = random.Random(size), names(size)
        texts = [random_text(rng, known) for _ in range(TEXTS)]
        texts += [base + suffix for base in bases(size) for suffix in SUFFIXES] + ONLY_THEIRS
        questions.append({"puzzle": f"{size}x{size}x{size}", "moves": texts})
    return dict(zip(SIZES, map(read, questions, asked(questions)), strict=True))


def names(size):
    return [base for base in bases(size) if not ONLY_OURS.fullmatch(base)]


def read(question, answer):
    """Return the points of each text, in the order that they were asked in."""
    orbits = answer["definition"]["orbits"]
    middles = [orbit["orbitName"] for orbit in orbits if orbit["numPieces"] == 6]  # seen to turn
    done = {text: answer["moves"][text] for text in question["moves"]}
    good = {text: data for text, data in done.items() if isinstance(data, dict)}
    return {**done, **points(orbits, good, middles)}


def their_stickers(size, told):
    """Return which point of cubing.js each sticker is, only from turns of single layers."""
    layers = single_layers(size)
    ours = {layer: our_points(size, layer) for layer in layers}
    theirs = {layer: told[layer] for layer in layers}
    named, left = {}, list(orbits_of(theirs))
    for orbit in orbits_of(ours):
        for other in (o for o in left if len(o) == len(orbit)):
            found = renaming(ours, theirs, orbit, other)
            if found:
                named.update(found)
                left.remove(other)
                break
    assert len(set(named.values())) == 6 * size**2
    assert not left
    return named


def differing(size, told, texts):
    """Return the texts that do not do the same here and there."""
    named = their_stickers(size, told)
    found = []
    for text in texts:
        theirs = told[text]
        assert isinstance(theirs, dict), (text, theirs)
        if any(theirs[named[a]] != named[b] for a, b in our_points(size, text).items()):
            found.append(text)
    return found


@pytest.mark.parametrize("size", SIZES)
def test_a_thousand_random_texts(size, told):
    texts = list(told[size])[:TEXTS]
    assert sum("[" in text for text in texts) > TEXTS / 4
    assert not differing(size, told[size], texts)


@pytest.mark.parametrize("size", SIZES)
def test_every_name_of_layers(size, told):
    assert not differing(
        size, told[size], [base + suffix for base in names(size) for suffix in SUFFIXES]
    )


@pytest.mark.parametrize("size", SIZES)
def test_what_only_one_of_them_reads(size, told):
    for base in set(bases(size)) - set(names(size)):
        assert "must be smaller" in told[size][base], base
        assert our_points(size, base) == our_points(size, base.split("-")[1].rstrip("w").upper())
    for text in ONLY_THEIRS:
        with pytest.raises(InputError):
            our_points(size, text)
        assert isinstance(told[size][text], dict) or "-" in text, text  # perhaps of a larger cube
    assert told[size]["2-3R"] == told[size]["2-3Rw"]
