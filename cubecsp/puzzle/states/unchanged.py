"""States that look the same after a rotation of the whole puzzle, which W. Burnside's sum over rotations counts.

A state looks the same exactly if the slots that the rotation takes to each other show the same, so one slot
of each cycle determines the others. If some piece looks different from all others, there is often no such
state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from cubecsp.puzzle.core.permutation import Permutation
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.kpuzzle.parts import Parts

_Looks = Counter[tuple[int, int]]  # by part and the first piece that looks so


class _Content(NamedTuple):
    """A possible content of the slots of a cycle.

    Attributes:
        marks: the mark at each of their facelets.
        pieces: the number of pieces of each look of each part that it takes.
    """

    marks: dict[int, int]
    pieces: _Looks


def unchanged_states(parts: Parts, rotation: Permutation) -> Iterator[KPattern | None]:
    """Yield the states that look the same after a rotation, each once, and None after each step of the search.

    Args:
        parts: the pieces that moves keep apart: each part has its own pieces, but invariants may be violated.
        rotation: its action on facelets.
    """
    puzzle = parts.puzzle
    left: _Looks = Counter(
        {
            (number, piece): copies
            for number, orbit in enumerate(parts.orbits)
            for piece, copies in enumerate(orbit.copies)
        }
    )
    every = (_contents(parts, cycle) for cycle in _cycles(puzzle, rotation))
    cycles = sorted(([some for some in each if some.pieces <= left] for each in every), key=len)

    def fill(first: int, marks: dict[int, int]) -> Iterator[KPattern | None]:
        if first == len(cycles):
            shown = zip(puzzle.firsts, puzzle.angles, strict=False)
            yield puzzle.pattern((marks[f] // n, -marks[f] % n) for f, n in shown)
            return
        for content in cycles[first]:
            yield None
            if content.pieces <= left:
                left.subtract(content.pieces)
                yield from fill(first + 1, marks | content.marks)
                left.update(content.pieces)

    return fill(0, {}) if all(cycles) else iter(())


def _cycles(puzzle: KPuzzle, rotation: Permutation) -> Iterator[list[dict[int, int]]]:
    """Yield the cycles of slots: for each slot, and for the first one again, its facelets by those of the first."""
    seen = set[int]()
    for slot, first in enumerate(puzzle.firsts[:-1]):
        if slot in seen:
            continue
        where = {facelet: facelet for facelet in range(first, puzzle.firsts[slot + 1])}
        cycle = [where]
        while len(cycle) == 1 or puzzle.slot_at[where[first]] != slot:
            seen.add(puzzle.slot_at[where[first]])
            where = {facelet: rotation[there] for facelet, there in where.items()}
            cycle.append(where)
        yield cycle


def _contents(parts: Parts, cycle: list[dict[int, int]]) -> list[_Content]:
    """Return the possible contents of the slots of a cycle, each by itself."""
    *slots, back = cycle
    first = next(iter(back))
    number, frame = parts.at[first]
    orbit = parts.orbits[number]
    results = []
    for value in orbit.firsts:
        shown = dict(zip(frame, orbit.colours[value], strict=True))
        marks = {where[f]: mark for where in slots for f, mark in shown.items()}
        if any(marks[back[f]] != mark for f, mark in shown.items()):
            continue
        pieces: _Looks = Counter()
        for where in slots:
            part, there = parts.at[where[first]]
            there_is = parts.orbits[part].by_colours.get(tuple(marks[f] for f in there))
            pieces[part, -1 if there_is is None else there_is // parts.orbits[part].turns] += 1
        results.append(_Content(marks, pieces))
    return results
