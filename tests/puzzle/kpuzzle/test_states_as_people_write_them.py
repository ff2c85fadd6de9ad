"""States of Square-1 and clock as people write them: pieces, and hours."""

from __future__ import annotations

import random

import pytest

from cubecsp import InputError, check, convert, describe, solve
from cubecsp.puzzle import load_puzzle, read_state
from cubecsp.puzzle.definitions.square1 import random_wedges

pytestmark = pytest.mark.quick

SOLVED = "A1B2C3D45E6F7G8H"


def test_pieces_of_a_square1_move_like_words():
    """The model is J. Scherphuis's: two lists of pieces, turned until a cut is free, and halves that change places."""
    square1, rng = load_puzzle("square1"), random.Random(5)
    for _ in range(40):
        layers, moves, cuts = [list(SOLVED[:8]), list(SOLVED[8:])], [], 0
        for _ in range(rng.randrange(1, 12)):
            turned, halves = [], []
            for layer in layers:
                spots = [s for s in range(len(layer)) if width(layer[s:]) in free(layer, s)]
                at = rng.choice(spots)
                turned.append(width(layer[at:]) % 12)
                layer[:] = layer[at:] + layer[:at]
                halves.append(next(n for n in range(len(layer)) if width(layer[:n]) == 6))
            upper, lower = layers
            first, second = halves
            layers = [upper[:first] + lower[:second], upper[first:] + lower[second:]]
            moves.append(f"({turned[0]},{turned[1]})/")
            cuts += 1
        text, sign = ["".join(layer) for layer in layers], "-/"[cuts % 2]
        state = square1.solved.apply(" ".join(moves))
        assert describe(state, puzzle=square1).cubes[0].stickers == f"{''.join(text)}{sign}"
        for written in (f"{''.join(text)}{sign}", f"{text[0]}{sign}{text[1]}".lower()):
            assert read_state(written, square1) == state


def width(pieces):
    return sum(2 if piece.isalpha() else 1 for piece in pieces)


def free(layer, at):
    """Return how far a layer can be turned to begin at a piece, if it can be cut there."""
    turned = layer[at:] + layer[:at]
    ends = [width(turned[:n]) for n in range(len(turned))]
    return [width(layer[at:])] if 6 in ends else []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A1B2C3D45E6F7G8H", "- or / for the middle layer is missing"),
        ("A1B2C3D-45E6F7G8H", "- or / for the middle layer is missing"),
        ("A1B2C3D45E6F7G8-", "H is missing"),
        ("A1B2C3D45E6F7G8HA-", "a piece is there twice"),
        ("A1B23CD4E56F7G8H-/", "- or / for the middle layer is missing"),
        ("1ABCDEF2345678GH-", "the corner F fits into neither layer"),
    ],
)
def test_mistakes_in_the_pieces_of_a_square1(text, problem):
    with pytest.raises(InputError, match=problem):
        read_state(text, load_puzzle("square1"))


def test_moves_of_a_square1_are_no_pieces():
    square1 = load_puzzle("square1")
    for text in ("D", "D4", "DDDDDDDDDDDDDDDD", "D3D3 D3D3 D3D3"):
        assert read_state(text, square1) == square1.solved.apply(text)


def test_every_state_of_a_square1_is_solvable_unless_a_corner_is_torn():
    square1, rng = load_puzzle("square1"), random.Random(3)
    for _ in range(20):
        pieces, turned = random_wedges(rng), rng.randrange(2)
        state = square1.pattern([*((piece, 0) for piece in pieces), (0, turned)])
        assert check(state, puzzle=square1).cubes[0].verdict.reachable
        assert state.apply(str(solve(state, puzzle=square1).cubes[0].solution)).is_solved
        torn = [*state.slots]
        first, second = rng.sample(range(24), 2)
        torn[first], torn[second] = torn[second], torn[first]
        alike = all(
            (torn[slot][0] == corner) == (torn[slot - slot % 12 + (slot + 1) % 12][0] == corner + 1)
            for slot in range(24)
            for corner in (0, 3, 6, 9, 13, 16, 19, 22)
        )
        assert check(square1.pattern(torn), puzzle=square1).cubes[0].verdict.reachable == alike


def test_hours_of_a_clock():
    clock, rng = load_puzzle("clock"), random.Random(8)
    state = clock.solved.apply("UR2+ DR5- y2 ALL3+")
    # Behind, dials at corners turn the other way; y2 exchanges the sides.
    front, behind = [0] * 9, [0] * 9
    for dials, hours in (((1, 2, 4, 5), 2), ((4, 5, 7, 8), -5)):
        for dial in dials:
            front[dial] += hours
            if dial in (0, 2, 6, 8):
                behind[{0: 2, 2: 0, 6: 8, 8: 6}[dial]] -= hours
    front, behind = [hour + 3 for hour in behind], front
    for dial in (0, 2, 6, 8):
        behind[dial] -= 3
    text = " ".join(str(hour % 12 or 12) for hour in (*front, *behind))
    assert read_state(text, clock) == state.held_before(over := clock.moves["y2"])
    for _ in range(20):
        moves = " ".join(f"{rng.choice(list(clock.moves))}{rng.randrange(1, 6)}" for _ in range(8))
        state = clock.solved.apply(moves)
        written = convert(state, to="facelets", puzzle=clock)
        for text in (written, written.replace("12", "0").replace(" ", ",")):
            assert read_state(text, clock) in (state, state.held_before(over))
    assert describe(state, puzzle=clock).cubes[0].stickers == written


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("12 1 1", "has 3 hours"),
        (" ".join(["1"] * 17 + ["13"]), "has 13"),
        (" ".join(["1"] * 19), "has 19 hours"),
    ],
)
def test_mistakes_in_the_hours_of_a_clock(text, problem):
    with pytest.raises(InputError, match=problem):
        read_state(text, load_puzzle("clock"))
