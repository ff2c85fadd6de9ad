"""The Square-1, whose layers turn only where no piece is in the way: its shapes, positions and scrambles."""

from __future__ import annotations

import functools
import itertools
import json
from collections import Counter

import blocked
import defined
import pytest
from blocked_puzzles import puzzles
from defined import count_states
from facts import FACTS

from cubecsp.errors import LimitError
from cubecsp.puzzle import load_puzzle
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle
from cubecsp.puzzle.states.loops import least_number
from cubecsp.puzzle.states.space import Space

pytestmark = pytest.mark.quick

SQUARE1 = FACTS["puzzles"]["square1"]


@functools.cache
def layers():
    """Return the ways in which corners and edges can lie around a layer, as texts: C and c for a corner, e."""
    found = set()
    for shape in itertools.product("Ce", repeat=12):
        text = "".join("Cc" if kind == "C" else "e" for kind in shape)[:12]
        if len(text) == 12 and not text.endswith("C"):
            found |= {text[turn:] + text[:turn] for turn in range(12)}
    return found


def shape_of_square1(**changes):
    """Return the Square-1 with corners that look alike, and edges; changed as its definition says."""
    kinds = "CceCceCceCceeCceCceCceCc"
    data = json.loads(as_kpuzzle(load_puzzle("square1")))
    data["defaultPattern"]["WEDGES"]["pieces"] = ["Cce".index(kind) for kind in kinds]
    data["requires"]["/"][0]["holdsNot"] = [1]
    return {**data, **changes}


@pytest.mark.slow
def test_shapes_of_the_square1():
    """All of them can be reached, with both ways in which the layer between can be."""
    by_corners = Counter(layer.count("C") for layer in layers())
    assert {str(n): count for n, count in by_corners.items() if 2 <= n <= 6} == SQUARE1["layers"]
    pairs = [
        pair
        for pair in itertools.product(layers(), repeat=2)
        if sum(layer.count("C") for layer in pair) == 8
    ]
    cut = [pair for pair in pairs if all(layer[at] != "c" for layer in pair for at in (0, 6))]
    assert len(cut) == SQUARE1["cut"]
    shape = json.dumps(shape_of_square1())
    assert count_states(shape).count == 2 * len(pairs)
    free = [f"not holds=WEDGES[{slot}]:WEDGES[1]" for slot in (0, 6, 12, 18)]
    assert count_states(shape, free).count == 2 * len(cut)


def test_so_many_states_are_known_without_a_search():
    exact = 0
    for seed, _, puzzle, _, found in puzzles(blocked.powers):
        turns = [puzzle.turn(name) for name in puzzle.with_powers(None)]
        assert least_number(puzzle.solved, turns) == (1 if puzzle.alike else len(found)), seed
        exact += any(turn.blocks for turn in turns) and not puzzle.alike
    assert exact > 10


def test_too_many_states_are_refused_before_any_search(monkeypatch):
    monkeypatch.delattr(Space, "_next")
    square1 = load_puzzle("square1")
    with pytest.raises(LimitError, match=r"more than 1,000,000,000 states"):
        Space(square1, square1.single_moves).depths(square1.solved, 10**9)


SCRAMBLES = [  # moves of the layers as the WCA writes them: upper, lower
    [(1, 0), (-1, -1), (-3, 0), (1, -5), (-3, 0)],
    [(0, -1), (1, 1), (3, 0), (-1, -4), (-3, 3)],
    [(-2, 3), (-1, -1), (0, -3)],
    [(4, 0), (-1, -1), (-3, 0)],
]


@pytest.mark.parametrize("scramble", SCRAMBLES)
def test_scrambles_as_the_wca_writes_them(scramble):
    """That one can be done says that the cut is where the regulations have it."""
    words = []
    for upper, lower in scramble:
        words += [
            f"{name}{abs(n)}{chr(39) if n < 0 else ''}"
            for name, n in (("U", upper), ("D", lower))
            if n
        ]
        words.append("/")
    square1 = load_puzzle("square1")
    state = square1.solved.apply(" ".join(words))
    assert state.apply(f"({' '.join(words)})'").is_solved
    assert not square1.solved.can("U' /")
    assert not square1.solved.can("D /")


def test_the_square1_as_a_tws_file():
    """Only positions that can be cut are legal there, and layers are turned from one to another."""
    data = shape_of_square1()
    for held in data["defaultPattern"].values():
        held["orientationMod"] = [0] * len(held["pieces"])
    text = defined.as_tws(data, False).replace("/", "S")
    text += "".join(f"Illegal WEDGES {slot} 2\n" for slot in (1, 7, 13, 19))
    assert count_states(text).count == 2 * SQUARE1["cut"]
