"""Planning moves of a puzzle that is not a cube, by the logic program that plans those of cubes.

The program knows only stickers. Here each slot has as many points as there are ways to turn its pieces, and a
point shows which piece is there and which of its points: `corners_0a` shows what belongs to
`corners_3b`. If orientations are not visible, some points of a piece, or all, are one.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import closing
from string import ascii_lowercase

from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.puzzle.core.permutation import identity, inverse
from cubecsp.puzzle.kpuzzle.pieces import KPattern, KPuzzle
from cubecsp.puzzle.kpuzzle.slot_names import slot_words
from cubecsp.search.asp import Plans
from cubecsp.search.plan_program import PlanProblem, orders

__all__ = ["each_plan", "plan_problem_of"]

_Mark = tuple[str, int]
"""An orbit, and a mark of one of its pieces."""


def plan_problem_of(
    state: KPattern, goals: Sequence[KPattern], turns: str | None = None
) -> PlanProblem:
    """Return the problem of planning moves that solve a state.

    Args:
        state: the state.
        goals: the states one of which moves have to lead to.
        turns: the moves that may be used, with commas between them; if left out, all.

    Raises:
        InputError: the moves cannot be read, or can be done in some states only.
    """
    puzzle = state.puzzle
    if not puzzle.are_always_possible(puzzle.chosen(turns)):
        raise InputError(
            f"some of these moves of {puzzle.name} can be done in some states only, and the logic program has no such "
            "moves",
            "use another method",
        )
    names = _names(puzzle)
    home = _marks(puzzle.solved)
    colours: dict[_Mark, int] = {}
    for mark in home:
        colours.setdefault(mark, len(colours))
    nothing = identity(puzzle.facelet_count)
    pieces: dict[str, list[int]] = {}
    slots = slot_words(puzzle)
    for facelet, slot in enumerate(puzzle.slot_at):
        pieces.setdefault(slots[slot].capitalize(), []).append(facelet)
    return PlanProblem(
        names,
        [names[home.index(mark)] for mark in colours],
        pieces,
        [colours[mark] for mark in _marks(state)],
        [[colours[mark] for mark in _marks(goal)] for goal in goals],
        {n: inverse(turn) for n, turn in puzzle.with_powers(turns).items() if turn != nothing},
    )


def each_plan(
    state: KPattern, goals: Sequence[KPattern], turns: str | None, time_limit: float | None
) -> Generator[tuple[str, ...], None, None]:
    """Yield the shortest sequences of moves from a state to one of some goals, each in every order of moves that commute.

    Raises:
        InputError: there is none.
        OutOfTimeError: the time limit passed before.
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    plans = Plans(plan_problem_of(state, goals, turns), deadline=deadline)
    seen = set()
    with closing(iter(plans)) as found_plans:
        for plan in found_plans:
            for order in orders(plan, plans.problem):
                if order not in seen:
                    seen.add(order)
                    yield order
    if not seen:
        if not plans.hopeless:
            raise OutOfTimeError(f"there is no sequence of up to {plans.searched} moves")
        raise InputError(f"no sequence of these moves solves state {state}", "allow other moves")


def _marks(state: KPattern) -> list[_Mark]:
    """Return the mark that each facelet shows."""
    puzzle = state.puzzle
    colours = puzzle.colours(state.stickers)
    return [
        (puzzle.kind_of[slot].name, mark)
        for slot, mark in zip(puzzle.slot_at, colours, strict=True)
    ]


def _names(puzzle: KPuzzle) -> list[str]:
    """Return the names of facelets in the program."""
    slots, named = slot_words(puzzle), []
    for facelet, slot in enumerate(puzzle.slot_at):
        angle, ways = facelet - puzzle.firsts[slot], puzzle.angles[slot]
        letter = ascii_lowercase[angle] if ways <= len(ascii_lowercase) else f"_{angle}"
        named.append(slots[slot] + (letter if ways > 1 else ""))
    return named
