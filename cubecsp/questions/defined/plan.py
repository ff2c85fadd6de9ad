"""Planning moves of a puzzle that is not a cube, by the logic program that plans those of cubes.

The program knows only stickers. Here each slot has as many points as there are ways to turn its pieces, and a
point shows which piece is there and which of its points: `corners_0a` shows what belongs to
`corners_3b`. If orientations are not visible, some points of a piece, or all, are one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from string import ascii_lowercase

from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.puzzle.permutation import Permutation, row
from cubecsp.search.asp import Plans
from cubecsp.search.plan_program import PlanProblem, orders

__all__ = ["each_plan", "plan_problem_of"]

_Mark = tuple[str, int, int]
"""The orbit and the number of a piece, and a point of it."""


def plan_problem_of(state: Arrangement, turns: str | None = None) -> PlanProblem:
    """Return what is to be planned to solve a state.

    Args:
        state: the state.
        turns: the moves that may be used, with commas between them; if left out, all.

    Raises:
        InputError: the moves cannot be read.
    """
    definition = state.definition
    seen = definition.seen
    points = [(slot, point) for slot, ways in enumerate(seen.turns) for point in range(ways)]
    names = _names(seen, points)
    goal = _marks(definition.solved, points)
    colours: dict[_Mark, int] = {}
    for mark in goal:
        colours.setdefault(mark, len(colours))
    numbers = {point: number for number, point in enumerate(points)}
    moves: dict[str, Permutation] = {}
    for name, turn in definition.named_turns(turns).items():
        known = turn.modulo(seen.turns)
        to = [0] * len(points)
        for slot, (source, delta) in enumerate(zip(known.sources, known.deltas, strict=True)):
            ways = seen.turns[slot]
            for point in range(ways):
                to[numbers[source, point]] = numbers[slot, (point + delta) % ways]
        if to != [*range(len(to))]:
            moves[name] = row(to)
    pieces: dict[str, list[int]] = {}
    for number, (slot, _) in enumerate(points):
        pieces.setdefault(_slot_name(seen, slot).capitalize(), []).append(number)
    return PlanProblem(
        names,
        [names[goal.index(mark)] for mark in colours],
        pieces,
        [colours[mark] for mark in _marks(state, points)],
        [colours[mark] for mark in goal],
        [range(len(colours))],
        moves,
    )


def each_plan(
    state: Arrangement, turns: str | None, time_limit: float | None
) -> Generator[tuple[str, ...], None, None]:
    """Yield the shortest sequences of moves that solve a state, each in every order of moves that commute.

    Raises:
        InputError: there is none.
        OutOfTimeError: the time limit passed before.
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    plans = Plans(plan_problem_of(state, turns), deadline=deadline)
    given = set()
    with closing(iter(plans)) as found:
        for plan in found:
            for order in orders(plan, plans.problem):
                if order not in given:
                    given.add(order)
                    yield order
    if not given:
        if not plans.hopeless:
            raise OutOfTimeError(f"there is no sequence of up to {plans.searched} moves")
        raise InputError(f"no sequence of these moves solves state {state}", "allow other moves")


def _marks(state: Arrangement, points: Sequence[tuple[int, int]]) -> list[_Mark]:
    """Return what each point shows."""
    kinds = state.definition.kind_of
    return [
        (
            kinds[slot].name,
            state.pieces[slot],
            (point - state.turned[slot]) % state.moduli[slot],
        )
        for slot, point in points
    ]


def _names(definition: Definition, points: Sequence[tuple[int, int]]) -> list[str]:
    """Return what points are called in the program."""
    named = []
    for slot, point in points:
        ways = definition.turns[slot]
        letter = ascii_lowercase[point] if ways <= len(ascii_lowercase) else f"_{point}"
        named.append(_slot_name(definition, slot) + (letter if ways > 1 else ""))
    return named


def _slot_name(definition: Definition, slot: int) -> str:
    """Return what a slot is called in the program: by its orbit, and its number there."""
    orbit = next(n for n, slots in enumerate(definition.rows) if slot < slots.stop)
    words = [re.sub(r"[^a-z0-9]", "", kind.name.lower()) for kind in definition.kinds]
    word = words[orbit]
    if not word[:1].isalpha() or words.count(word) > 1:
        word = f"orbit{orbit}"
    return f"{word}_{slot - definition.rows[orbit].start}"
