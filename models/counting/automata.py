"""Primitives as automata that read what slots hold, one after another; native code counts coupled edges with them.

A state is the residual of the primitive: what remains of it once some slots are known. So states with the
same residual are one, however they were reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cubecsp.errors import LimitError
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.residual import ALWAYS, NEVER, residual
from cubecsp.models.core.sticker_scope import stickers_of, weight
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.stopping.deadline import look

NO_STATE = 0xFFFF
"""The target of a step after which the primitive cannot hold."""

TOO_MUCH_WORK = "some rules take too much work to be read slot by slot"
"""The problem of an allowance that is used up, as a clause."""

_MOST_STATES = 4_000  # before or after a slot
_MOST_WORK = 100_000  # for all automata of a question: a second


class Allowance:
    """The work that automata may take together: the same on every machine.

    Args:
        work: in small primitives whose residual is worked out.
    """

    def __init__(self, work: int = _MOST_WORK) -> None:
        self._left = work

    def take(self, work: int) -> None:
        """Take some of the work.

        Raises:
            LimitError: there is not as much left.
            OutOfTimeError: the question under way has no time left.
        """
        look()
        self._left -= work
        if self._left < 0:
            raise LimitError(TOO_MUCH_WORK)


def automaton(
    primitive: Primitive,
    slots: Sequence[int],
    puzzle: CubePuzzle,
    allowance: Allowance | None = None,
) -> list[list[int]]:
    """Return the steps of an automaton that accepts what some slots may hold together.

    Args:
        primitive: is about these slots, and centres.
        slots: the numbers of all the slots that it is about, in the order in which they are read.
        puzzle: the cube.
        allowance: the limit of its work; None for a new one.

    Returns:
        For each slot the state after it, state before · 24 + placement, or `NO_STATE`. State 0 is the one
        before the first slot, and the one after the last.

    Raises:
        LimitError: there are too many states, or they take too much work.
    """
    allowance = allowance or Allowance()
    centres = {facelet: puzzle.home_colours[facelet] for facelet in puzzle.centres}
    before: dict[Primitive, int] = {residual(primitive, centres, puzzle): 0}
    steps = []
    for slot in slots:
        after: dict[Primitive, int] = {}
        step: list[int] = []
        seen = [*classes(primitive, slot, puzzle)]
        for state in before:
            row = [NO_STATE] * puzzle.slots[slot][0].placements
            heavy = weight(state)
            for known, values in seen:
                allowance.take(heavy)
                left = residual(state, known, puzzle)
                if left != NEVER:
                    number = after.setdefault(left, len(after))
                    for value in values:
                        row[value] = number
            step += row
            if len(after) > _MOST_STATES:
                raise LimitError("some rules distinguish too many states of their slots")
        steps.append(step)
        before = after or {NEVER: 0}
    assert {*before} <= {ALWAYS, NEVER}
    return steps


def classes(
    primitive: Primitive, slot: int, puzzle: CubePuzzle
) -> Iterator[tuple[dict[int, int], list[int]]]:
    """Yield the colours of a slot that a primitive looks at, and the placements that show these.

    It sees colours by facelet: all of them for a slot whose pieces it asks about as such.
    """
    orbit, index = puzzle.slots[slot]
    frame = orbit.frames[index]
    seen = stickers_of(primitive, puzzle)
    alike: dict[tuple[int, ...], list[int]] = {}
    for value, slot_colours in enumerate(orbit.colours):
        colours = tuple(c for f, c in zip(frame, slot_colours, strict=True) if f in seen)
        alike.setdefault(colours, []).append(value)
    facelets = [f for f in frame if f in seen]
    for colours, values in alike.items():
        yield dict(zip(facelets, colours, strict=True)), values
