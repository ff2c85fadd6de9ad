"""Puzzles some of whose moves are possible in some states only, worked out the long way; see `defined`.

A definition is a dictionary in the form of KPuzzle JSON with `requires`, and a state is one too. Nothing here is shared
with `cubecsp.puzzle`.
"""

from __future__ import annotations

import itertools
import random
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import defined

Data = dict[str, Any]
Edges = Callable[[Data], Iterator[tuple[str, Data]]]


def random_definition(seed: int) -> Data:
    """Return a small puzzle one of whose moves, at least, requires something."""
    data, rng = defined.random_definition(seed), random.Random(1000 + seed)
    moves = list(data["moves"])
    data["requires"] = {
        move: [_condition(data, rng) for _ in range(rng.randint(1, 2))]
        for move in rng.sample(moves, rng.randint(1, len(moves)))
    }
    return data


def _condition(data: Data, rng: random.Random) -> Data:
    orbit = rng.choice(data["orbits"])
    home = data["defaultPattern"][orbit["orbitName"]]
    known = {}
    for piece, modulus in zip(home["pieces"], home["orientationMod"], strict=True):
        known[piece] = modulus or orbit["numOrientations"]
    numbers = rng.sample(sorted(known), rng.randint(1, len(known)))
    pieces = [n if rng.random() < 0.5 else [n, rng.randrange(known[n])] for n in numbers]
    slots = rng.sample(range(orbit["numPieces"]), rng.choice([1, 1, min(2, orbit["numPieces"])]))
    holds = "holds" if rng.random() < 0.3 else "holdsNot"
    return {"orbitName": orbit["orbitName"], "slots": slots, holds: pieces}


def is_possible(data: Data, state: Data, move: str) -> bool:
    """Return whether a move is possible."""
    for condition in data.get("requires", {}).get(move, []):
        held = state[condition["orbitName"]]
        for slot in condition["slots"]:
            piece, turned = held["pieces"][slot], held["orientation"][slot]
            listed = condition.get("holds", condition.get("holdsNot"))
            is_listed = piece in listed or [piece, turned] in listed
            if is_listed != ("holds" in condition):
                return False
    return True


def undone(data: Data, state: Data, move: str) -> Data:
    """Return the state that a move makes this one of, whether it can be done there or not."""
    found = {}
    for orbit in data["orbits"]:
        name = orbit["orbitName"]
        held, done = state[name], data["moves"][move][name]
        before: Data = {key: [0] * orbit["numPieces"] for key in held}
        for slot, (source, delta) in enumerate(
            zip(done["permutation"], done["orientationDelta"], strict=True)
        ):
            modulus = held["orientationMod"][slot]
            turned = held["orientation"][slot] - delta
            before["pieces"][source] = held["pieces"][slot]
            before["orientation"][source] = turned % (modulus or orbit["numOrientations"])
            before["orientationMod"][source] = modulus
        found[name] = before
    return found


def step(data: Data, state: Data, move: str, back: bool) -> Data | None:
    """Return the state after a move is done, or undone; None if that cannot be."""
    if not back:
        return defined.after(data, state, move) if is_possible(data, state, move) else None
    before = undone(data, state, move)
    return before if is_possible(data, before, move) else None


def single(data: Data) -> Edges:
    """Return what yields the states that moves lead to, each done once and forwards."""

    def edges(state: Data) -> Iterator[tuple[str, Data]]:
        for move in data["moves"]:
            if is_possible(data, state, move):
                yield move, defined.after(data, state, move)

    return edges


def powers(data: Data) -> Edges:
    """Return what yields the states that moves lead to, each done or undone step by step any number of times."""

    def edges(state: Data) -> Iterator[tuple[str, Data]]:
        for move, back in itertools.product(data["moves"], (False, True)):
            seen, here = {defined.key(state)}, step(data, state, move, back)
            while here is not None and defined.key(here) not in seen:
                seen.add(defined.key(here))
                yield move, here
                here = step(data, here, move, back)

    return edges


def distances(start: Data, edges: Edges, most: int = 1500) -> dict[str, int] | None:
    """Return how many moves each state is from one; None if they are more than `most`."""
    found, waiting = {defined.key(start): 0}, deque([start])
    while waiting:
        state = waiting.popleft()
        for _, new in edges(state):
            if defined.key(new) not in found:
                found[defined.key(new)] = found[defined.key(state)] + 1
                waiting.append(new)
        if len(found) > most:
            return None
    return found


def sequence(
    data: Data, start: Data, steps: list[tuple[str, int]]
) -> tuple[Data | None, tuple[str, bool] | None]:
    """Return the state after moves, each with how often it is done; or the move that cannot be, and whether backwards."""
    state = start
    for move, amount in steps:
        for _ in range(abs(amount)):
            new = step(data, state, move, amount < 0)
            if new is None:
                return None, (move, amount < 0)
            state = new
    return state, None


# A 2×2×2 with corners glued together: cubies are places in space, with rotations as matrices.

_PLACES = tuple(itertools.product((-1, 1), repeat=3))
_FACES = {"U": (1, 1), "R": (0, 1), "F": (2, 1)}  # axis, side


def _turned(face: str, vector: tuple[int, ...]) -> tuple[int, ...]:
    """Return a vector turned clockwise about a face."""
    axis, side = _FACES[face]
    a, b = (axis + 1) % 3, (axis + 2) % 3
    new = list(vector)
    new[a], new[b] = side * vector[b], -side * vector[a]
    return tuple(new)


def _in_layer(face: str, place: tuple[int, ...]) -> bool:
    axis, side = _FACES[face]
    return place[axis] == side


def glued_states(blocks: list[list[int]]) -> dict[tuple[Any, ...], int]:
    """Return how many quarter turns, either way, of U, R and F each position of the glued 2×2×2 is from solved.

    Args:
        blocks: corners that are glued together, by their places in `_PLACES`.
    """
    axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    start = tuple((place, *axes) for place in _PLACES)

    def turned(state: tuple[Any, ...], face: str) -> tuple[Any, ...]:
        return tuple(
            tuple(_turned(face, v) for v in cubie) if _in_layer(face, cubie[0]) else cubie
            for cubie in state
        )

    found, waiting = {start: 0}, deque([start])
    while waiting:
        state = waiting.popleft()
        for face in _FACES:
            if any(len({_in_layer(face, state[c][0]) for c in block}) > 1 for block in blocks):
                continue
            new = turned(state, face)
            for after in (new, turned(turned(new, face), face)):
                if after not in found:
                    found[after] = found[state] + 1
                    waiting.append(after)
    return found


def glued(blocks: list[list[int]]) -> Data:
    """Return the glued 2×2×2 as a definition; only the first corner of a block is asked where the others are."""

    def axes_of(place: tuple[int, ...]) -> list[int]:
        """Return the axes that a corner has stickers on, clockwise, the one of U and D first."""
        return [1, 0, 2] if place[0] * place[1] * place[2] > 0 else [1, 2, 0]

    moves: Data = {}
    for face in _FACES:
        sources, deltas = list(range(8)), [0] * 8
        for place in _PLACES:
            if not _in_layer(face, place):
                continue
            to = _turned(face, place)
            sources[_PLACES.index(to)] = _PLACES.index(place)
            up = _turned(face, (0, place[1], 0))
            axis = next(a for a in range(3) if up[a])
            deltas[_PLACES.index(to)] = axes_of(to).index(axis)
        moves[face] = {"CORNERS": {"permutation": sources, "orientationDelta": deltas}}
    requires: Data = {face: [] for face in _FACES}
    for first, *others in blocks:
        for slot, turn in itertools.product(range(8), range(3)):
            there, home = _PLACES[slot], _PLACES[first]
            image = {}  # where the axes go: the sticker on axes_of(home)[i] is on axes_of(there)[i + turn]
            for i, axis in enumerate(axes_of(home)):
                to = axes_of(there)[(i + turn) % 3]
                image[axis] = (to, home[axis] * there[to])
            for other in others:
                at = [0, 0, 0]
                for axis, (to, sign) in image.items():
                    at[to] = sign * _PLACES[other][axis]
                for face, conditions in requires.items():
                    if _in_layer(face, there) != _in_layer(face, tuple(at)):
                        conditions.append(
                            {"orbitName": "CORNERS", "slots": [slot], "holdsNot": [[first, turn]]}
                        )
    return {
        "name": "glued",
        "orbits": [{"orbitName": "CORNERS", "numPieces": 8, "numOrientations": 3}],
        "defaultPattern": {"CORNERS": {"pieces": list(range(8)), "orientation": [0] * 8}},
        "moves": moves,
        "requires": {face: conditions for face, conditions in requires.items() if conditions},
    }
