"""Puzzles as dictionaries in the form of KPuzzle JSON, and what moves do to them, worked out the long way.

Nothing here but `count_states` and `puzzles` uses `cubecsp`: a state is a dictionary, and all states are listed.
"""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Iterable
from typing import Any

from cubecsp import count
from cubecsp.puzzle import read_puzzle
from cubecsp.puzzle.core.permutation import identity
from cubecsp.questions.count import CountAnswer

Data = dict[str, Any]


def random_definition(seed: int) -> Data:
    """Return a small puzzle: pieces may look alike, and turnings be unseen."""
    rng = random.Random(seed)
    orbits = [
        {"orbitName": name, "numPieces": rng.randint(1, most), "numOrientations": rng.randint(1, 4)}
        for name, most in (("A", 4), ("B", 3))[: rng.randint(1, 2)]
    ]
    pattern = {}
    for orbit in orbits:
        size, turns = orbit["numPieces"], orbit["numOrientations"]
        alike = rng.random() < 0.4
        pieces = [rng.randrange(size) if alike else i for i in range(size)]
        one = rng.choice([0, *(m for m in range(1, turns + 1) if turns % m == 0)])
        known = {p: one if rng.random() < 0.7 else rng.choice([0, 1]) for p in pieces}
        mods = [known[p] for p in pieces]
        pattern[orbit["orbitName"]] = {
            "pieces": pieces,
            "orientation": [rng.randrange(m or turns) for m in mods],
            "orientationMod": mods,
        }
    moves = {
        name: {o["orbitName"]: _move(o, rng) for o in orbits} for name in "UVW"[: rng.randint(1, 3)]
    }
    return {"name": "random", "orbits": orbits, "defaultPattern": pattern, "moves": moves}


def _move(orbit: Data, rng: random.Random) -> Data:
    size, turns = orbit["numPieces"], orbit["numOrientations"]
    places, deltas = list(range(size)), [0] * size
    if rng.random() < 0.8:
        some = rng.sample(places, rng.randint(1, size))
        for a, b in zip(some, some[1:] + some[:1], strict=True):
            places[a] = b
    if rng.random() < 0.6:
        deltas = [rng.randrange(turns) if rng.random() < 0.6 else 0 for _ in deltas]
    return {"permutation": places, "orientationDelta": deltas}


def random_definition_with_rotation(seed: int) -> Data:
    """Return a small puzzle with a rotation x, which mostly takes each of its moves to another one."""
    rng = random.Random(seed)
    data = random_definition(seed)
    whole = {orbit["orbitName"]: _move(orbit, rng) for orbit in data["orbits"]}
    moves = [*data["moves"].values()][: rng.randint(1, 2)]
    if rng.random() < 0.8:
        for move in moves:
            image = {o["orbitName"]: _conjugate(o, move, whole) for o in data["orbits"]}
            if image not in moves and len(moves) < 12:
                moves.append(image)
    return {**data, "moves": {f"M{chr(65 + i)}": m for i, m in enumerate(moves)} | {"x": whole}}


def _conjugate(orbit: Data, move: Data, whole: Data) -> Data:
    """Return a move between a rotation undone and done."""
    turns, name = orbit["numOrientations"], orbit["orbitName"]
    places, deltas = [0] * orbit["numPieces"], [0] * orbit["numPieces"]
    for slot, there in enumerate(whole[name]["permutation"]):
        places[there], deltas[there] = slot, -whole[name]["orientationDelta"][slot]
    for done in (move[name], whole[name]):
        sources, more = done["permutation"], done["orientationDelta"]
        deltas = [deltas[source] + delta for source, delta in zip(sources, more, strict=True)]
        places = [places[source] for source in sources]
    return {"permutation": places, "orientationDelta": [delta % turns for delta in deltas]}


def positions(data: Data, every: Iterable[str]) -> int:
    """Return how many of some states there are if those that x makes of each other count once."""
    left, count = {*every}, 0
    while left:
        first = left.pop()
        count += 1
        state = plain(first)
        for name, held in state.items():
            home = data["defaultPattern"][name]
            moduli = dict(zip(home["pieces"], home["orientationMod"], strict=True))
            held["orientationMod"] = [moduli[piece] for piece in held["pieces"]]
        state = after(data, state, "x")
        while key(state) != first:
            left.discard(key(state))
            state = after(data, state, "x")
    return count


def after(data: Data, state: Data, move: str) -> Data:
    """Return a state after a move, as cubing.js's applyTransformationDataToKPatternData does it."""
    found = {}
    for orbit in data["orbits"]:
        name = orbit["orbitName"]
        held, done = state[name], data["moves"][move][name]
        new: Data = {"pieces": [], "orientation": [], "orientationMod": []}
        for source, delta in zip(done["permutation"], done["orientationDelta"], strict=True):
            modulus = held["orientationMod"][source]
            turned = held["orientation"][source] + delta
            new["pieces"].append(held["pieces"][source])
            new["orientation"].append(turned % (modulus or orbit["numOrientations"]))
            new["orientationMod"].append(modulus)
        found[name] = new
    return found


def key(state: Data) -> str:
    return json.dumps(
        {name: [held["pieces"], held["orientation"]] for name, held in sorted(state.items())}
    )


def distances(data: Data, most: int = 1500) -> dict[str, int] | None:
    """Return how many moves, forwards, each state is from solved; None if they are more than `most`."""
    start = data["defaultPattern"]
    found, waiting = {key(start): 0}, deque([start])
    while waiting:
        state = waiting.popleft()
        for move in data["moves"]:
            new = after(data, state, move)
            if key(new) not in found:
                found[key(new)] = found[key(state)] + 1
                waiting.append(new)
        if len(found) > most:
            return None
    return found


def distinguished(data: Data) -> Data:
    """Return the puzzle with all pieces different and all turnings seen."""
    pattern = {
        orbit["orbitName"]: {
            "pieces": list(range(orbit["numPieces"])),
            "orientation": [0] * orbit["numPieces"],
            "orientationMod": [0] * orbit["numPieces"],
        }
        for orbit in data["orbits"]
    }
    return {**data, "defaultPattern": pattern}


def shuffled(data: Data, rng: random.Random) -> Data:
    """Return any arrangement of the pieces."""
    found = {}
    for orbit in data["orbits"]:
        held = data["defaultPattern"][orbit["orbitName"]]
        known = dict(zip(held["pieces"], held["orientationMod"], strict=True))
        pieces = rng.sample(held["pieces"], len(held["pieces"]))
        mods = [known[p] for p in pieces]
        turned = [rng.randrange(m or orbit["numOrientations"]) for m in mods]
        found[orbit["orbitName"]] = {
            "pieces": pieces,
            "orientation": turned,
            "orientationMod": mods,
        }
    return found


def as_tws(data: Data, zero_based: bool) -> str:
    """Return a puzzle as twsearch has it, whose turnings are all seen or not at all."""
    lines = [f"Name {data['name']}"]
    lines += ["Set {orbitName} {numPieces} {numOrientations}".format(**o) for o in data["orbits"]]
    first = 0 if zero_based else 1
    lines.append("StartState" if zero_based else "Solved")
    for orbit in data["orbits"]:
        held = data["defaultPattern"][orbit["orbitName"]]
        lines += [orbit["orbitName"], " ".join(str(p + first) for p in held["pieces"])]
        turned = zip(held["orientation"], held["orientationMod"], strict=True)
        unseen = orbit["numOrientations"] > 1
        lines.append(" ".join("?" if m == 1 and unseen else str(o) for o, m in turned))
    lines.append("End")
    for name, move in data["moves"].items():
        lines.append(f"{'MoveTransformation' if zero_based else 'Move'} {name}")
        for orbit, done in move.items():
            places, deltas = done["permutation"], done["orientationDelta"]
            if not zero_based:  # the turning of a piece goes with the slot that it comes from
                of = dict(zip(places, deltas, strict=True))
                deltas = [of[place] for place in range(len(places))]
            lines += [orbit, " ".join(str(p + first) for p in places), " ".join(map(str, deltas))]
        lines.append("End")
    return "\n".join(lines) + "\n"


def count_states(puzzle: Any, rules: Any = (), **how: Any) -> CountAnswer:
    """Return the count of the states of a puzzle."""
    return count(rules, puzzle=puzzle, **how)


def puzzles(seeds, most=1500):
    """Yield small random puzzles: as data, all their states with distances, and as they are read."""
    for seed in seeds:
        data = random_definition(seed)
        every = distances(data, most)
        puzzle = read_puzzle(json.dumps(data))
        if every and any(turn != identity(len(turn)) for turn in puzzle.moves.values()):
            yield seed, data, every, puzzle


def random_rule(data, rng):
    """Return a rule, and what it means for a state of the oracle."""
    orbit = rng.choice(data["orbits"])
    name, size = orbit["orbitName"], orbit["numPieces"]
    home = data["defaultPattern"][name]
    slots = rng.sample(range(size), rng.randint(1, size))
    kind = rng.randrange(8)
    if kind == 0:
        slot, at = rng.randrange(size), rng.randrange(size)
        piece = home["pieces"][at]
        return f"holds={name}[{slot}]:{name}[{at}]", lambda s: s[name]["pieces"][slot] == piece
    if kind == 1:
        slot, at = rng.randrange(size), rng.randrange(size)
        piece, turned = home["pieces"][at], home["orientation"][at]
        return (
            f"holds={name}[{slot}]:{name}[{at}]:{turned}",
            lambda s: (s[name]["pieces"][slot], s[name]["orientation"][slot]) == (piece, turned),
        )
    if kind == 2:
        first, one = random_rule(data, rng)
        return f"not {first}", lambda s: not one(s)
    if kind == 3:
        (first, one), (second, two) = random_rule(data, rng), random_rule(data, rng)
        return f"any({first}, {second})", lambda s: one(s) or two(s)
    if kind == 7:
        return f"changes={name}[{','.join(map(str, slots))}]", lambda s: all(
            (
                (held["pieces"][i], held["orientation"][i])
                != (own["pieces"][i], own["orientation"][i])
            )
            is (at == name and i in slots)
            for at, own in data["defaultPattern"].items()
            for held in [s[at]]
            for i in range(len(own["pieces"]))
        )
    what = f"{name}[{','.join(map(str, slots))}]"
    same = {
        4: ("solved", lambda h, i: all(h[k][i] == home[k][i] for k in ("pieces", "orientation"))),
        5: ("permuted", lambda h, i: h["pieces"][i] == home["pieces"][i]),
        6: ("not-home", lambda h, i: h["pieces"][i] != home["pieces"][i]),
    }
    rule, one = same[kind]
    return f"{rule}={what}", lambda s: all(one(s[name], i) for i in slots)


def plain(key):
    """Return a state of the oracle from its key."""
    return {
        name: {"pieces": pieces, "orientation": turned}
        for name, (pieces, turned) in json.loads(key).items()
    }
