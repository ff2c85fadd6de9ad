"""Puzzles with rotations as dictionaries, and solutions of their states in any holding, by plain search.

Nothing here uses `cubecsp`: see `defined`. Moves named x, y, z or like Uv turn the whole puzzle, the others do not.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from functools import cached_property

from defined import Data, _move, after, distinguished, key, random_definition

_MOVE = re.compile(r"\(?(\S*?[A-Za-z])\)?(\d*)('?)(?:\s+|$)")


def with_rotations(seed: int) -> Data:
    """Return a small random puzzle; some of its moves are called rotations, regardless of their effect on the others."""
    data, rng = random_definition(seed), random.Random(seed)
    for name in ("x", "Uv")[: rng.randint(1, 2)]:
        data["moves"][name] = {o["orbitName"]: _move(o, rng) for o in data["orbits"]}
    return data


def look(state: Data) -> str:
    """Return the visible part of a state, or of a KPattern."""
    return key(
        {name: {k: held[k] for k in ("pieces", "orientation")} for name, held in state.items()}
    )


class Turned:
    """A puzzle with rotations.

    Args:
        data: the puzzle, with all that can be seen of its pieces.
    """

    def __init__(self, data: Data) -> None:
        self.data = data
        self.rotations = [m for m in data["moves"] if re.fullmatch(r"[xyz]|[A-Za-z]+v", m)]
        self.others = [move for move in data["moves"] if move not in self.rotations]
        self.solved = data["defaultPattern"]

    @cached_property
    def holdings(self) -> dict[str, Data]:
        """The solved puzzle in all holdings, by what it looks like."""
        return self.spread([self.solved], self.rotations)

    def spread(
        self, starts: Iterable[Data], moves: Iterable[str], most: int = 10**9
    ) -> dict[str, Data]:
        """Return the states that moves lead to from some, by what they look like; `most` are enough."""
        found = {key(start): start for start in starts}
        waiting = [*found.values()]
        for state in waiting:
            for move in moves:
                new = after(self.data, state, move)
                if key(new) not in found and len(found) < most:
                    found[key(new)] = new
                    waiting.append(new)
        return found

    @cached_property
    def orders(self) -> dict[str, int]:
        """How often each move has to be done to do nothing."""
        whole = Turned(distinguished(self.data))
        return {move: len(whole.spread([whole.solved], [move])) for move in self.data["moves"]}

    @cached_property
    def powers(self) -> list[str]:
        """The moves that do not turn the whole puzzle, and their powers."""
        return [f"{move}{n}" for move in self.others for n in range(1, self.orders[move])]

    def done(self, moves: str, state: Data | None = None) -> Data:
        """Return a state, the solved one if none is given, after moves such as R, R2 and R2'."""
        state = self.solved if state is None else state
        for name, count, prime in _MOVE.findall(moves):
            times = int(count or 1)
            for _ in range(-times % self.orders[name] if prime else times):
                state = after(self.data, state, name)
        return state

    def shortest(self, state: Data, moves: Iterable[str], most: int = 99) -> set[tuple[str, ...]]:
        """Return every shortest sequence of moves that solves a state in some holding; none if no sequence does.

        Args:
            state: the state.
            moves: which count as one each: R, R2.
            most: how many of them to try.
        """
        ways: dict[str, tuple[Data, list[tuple[str, ...]]]] = {key(state): (state, [()])}
        seen = {*ways}
        for _ in range(most + 1):
            found = {
                way for seen_as in ways if seen_as in self.holdings for way in ways[seen_as][1]
            }
            if found or not ways:
                return found
            further: dict[str, tuple[Data, list[tuple[str, ...]]]] = {}
            for before, sequences in ways.values():
                for move in moves:
                    new = self.done(move, before)
                    if key(new) not in seen:
                        _, known = further.setdefault(key(new), (new, []))
                        known += [(*way, move) for way in sequences]
            seen |= further.keys()
            ways = further
        return set()

    def sequence(self, rng: random.Random, number: int) -> str:
        """Return random moves, half of which turn the whole puzzle."""
        kinds = (self.rotations, self.others)
        moves = [rng.choice(rng.choice(kinds)) for _ in range(number)]
        return " ".join(move + rng.choice(["", "'", "2"]) for move in moves)
