"""A problem as a MiniZinc model to be read: slots and stickers are whole numbers, rules are formulas.

Slots hold placements (piece·turns + turn), stickers show colours (0…5), and a table for each slot
links the two. Tables that are demanded stand as such; inside other rules, where
solvers take no tables, they are spelt out.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from cubecsp.deadline import look, looking
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    AtLeast,
    Count,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    Placed,
    Primitive,
    Table,
    square_maps,
)
from cubecsp.models.engines.base import Problem
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import cube_of
from cubecsp.puzzle.cube.geometry import FACES

__all__ = ["write_minizinc"]


def write_minizinc(problem: Problem) -> str:
    """Return a MiniZinc model whose solutions are those of `problem`; its symmetries are not used."""
    parts = (_stickers(problem), _pieces(problem), _rules(problem), _ending(problem))
    return "\n".join([*looking(chain(*parts)), ""])


def _stickers(problem: Problem) -> Iterable[str]:
    puzzle = problem.puzzle
    area = cube_of(puzzle).size ** 2
    yield 'include "alldifferent.mzn";'
    yield 'include "table.mzn";'
    yield ""
    yield f"% Stickers, face by face in the order {' '.join(FACES)}, row by row: {area} on each."
    yield f"array[0..{puzzle.facelet_count - 1}] of var 0..5: s;"
    for face, facelet in enumerate(puzzle.centres):
        yield f"constraint s[{facelet}] = {face};"


_ARRAYS = ("corners", "edges")


def _pieces(problem: Problem) -> Iterable[str]:
    closed = {index for law in problem.laws for index, _ in law.turned}
    for index, (array, orbit) in enumerate(_arrays(problem)):
        turns = orbit.turns
        slots = range(1, len(orbit.names) + 1)
        yield ""
        yield f"% What the slots {' '.join(orbit.names)} hold: piece * {turns} + turn."
        yield f"array[1..{len(slots)}] of var 0..{orbit.placements - 1}: {array};"
        rows = [", ".join(map(str, (v, *colours))) for v, colours in enumerate(orbit.colours)]
        yield f"array[int, int] of int: {array}_show = [| {' | '.join(rows)} |];"
        for slot, facelets in zip(slots, orbit.frames, strict=True):
            columns = ", ".join([f"{array}[{slot}]", *(f"s[{f}]" for f in facelets)])
            yield f"constraint table([{columns}], {array}_show);"
        yield f"constraint alldifferent([slot div {turns} | slot in {array}]);"
        if index in closed:
            yield f"constraint sum(slot in {array})(slot mod {turns}) mod {turns} = 0;"
    for law in problem.laws:
        if not law.permuted:
            continue
        yield ""
        yield "% The permutation of all pieces is even."
        sums = [
            f"sum(i, j in index_set({array}) where i < j)"
            f"(bool2int({array}[i] div {orbit.turns} > {array}[j] div {orbit.turns}))"
            for array, orbit in (_arrays(problem)[index] for index in law.permuted)
        ]
        yield f"constraint ({' + '.join(sums)}) mod 2 = 0;"


def _rules(problem: Problem) -> Iterable[str]:
    size = cube_of(problem.puzzle).size
    area = size * size
    yield ""
    yield "% The turns and mirrors of a face, and whether two faces are alike up to them and to colours."
    maps = " | ".join(", ".join(map(str, cells)) for cells in square_maps(size))
    yield f"array[1..8, 0..{area - 1}] of int: square = array2d(1..8, 0..{area - 1}, [| {maps} |]);"
    yield "predicate alike(int: a, int: b, set of int: ways) ="
    yield f"  exists(m in ways)(forall(i, j in 0..{area - 1} where i < j)("
    yield f"    (s[{area} * a + i] = s[{area} * a + j]) <->"
    yield f"    (s[{area} * b + square[m, i]] = s[{area} * b + square[m, j]])));"
    yield ""
    yield "% The rules."
    for primitive in problem.primitives:
        yield f"constraint {_demanded(primitive)};"


def _ending(problem: Problem) -> Iterable[str]:
    arrays = [array for array, _ in _arrays(problem)]
    yield ""
    yield f"solve :: int_search({' ++ '.join(arrays)}, first_fail, indomain_min) satisfy;"
    shown = ", ".join(f'"{array} = \\({array});\\n"' for array in arrays)
    yield f"output [{shown}];"


def _arrays(problem: Problem) -> list[tuple[str, Orbit]]:
    """Return each orbit with the name of its array."""
    return list(zip(_ARRAYS, problem.puzzle.orbits, strict=False))  # a 2×2×2 has no edges


def _demanded(primitive: Primitive) -> str:
    if isinstance(primitive, Table) and primitive.allowed and primitive.rows:
        columns = ", ".join(f"s[{f}]" for f in primitive.facelets)
        rows = " | ".join(", ".join(map(str, row)) for row in sorted(primitive.rows))
        return f"table([{columns}], [| {rows} |])"
    return _formula(primitive)


def _formula(primitive: Primitive) -> str:
    """Return a primitive as a Boolean expression."""
    look()
    match primitive:
        case Differ(a, b):
            return f"s[{a}] != s[{b}]"
        case Equal(a, b):
            return f"s[{a}] = s[{b}]"
        case Count(facelets, colours, least, most):
            if len(facelets) == 1 and (least, most) == (1, 1):
                return f"s[{min(facelets)}] in {_set(colours)}"
            shown = f"sum(i in {_set(facelets)})(bool2int(s[i] in {_set(colours)}))"
            return f"({shown} >= {least} /\\ {shown} <= {most})"
        case Table(facelets, rows, allowed):
            sign, within, between = ("=", " /\\ ", " \\/ ") if allowed else ("!=", " \\/ ", " /\\ ")
            lines = [
                within.join(f"s[{f}] {sign} {c}" for f, c in zip(facelets, row, strict=True))
                for row in sorted(rows)
            ]
            return _joined(between, [f"({line})" for line in lines], "false" if allowed else "true")
        case Diagram():
            return _followed(primitive)
        case Placed(orbit, slot, placements):
            return f"{_ARRAYS[orbit]}[{slot + 1}] in {_set(placements)}"
        case FacePatterns(a, b, same, ways):
            maps = _set(way + 1 for way in ways)
            return f"{'' if same else 'not '}alike({a}, {b}, {maps})"
        case AtLeast(needed, parts):
            formulas = sorted(f"({_formula(part)})" for part in parts)
            if needed == len(formulas):
                return _joined(" /\\ ", formulas, "true")
            if needed == 1:
                return _joined(" \\/ ", formulas, "false")
            return f"sum([{', '.join(f'bool2int{formula}' for formula in formulas)}]) >= {needed}"
        case Linear(terms, least):
            weighted = sorted(f"{w} * bool2int({_formula(part)})" for part, w in terms)
            return f"sum([{', '.join(weighted)}]) >= {least}"
    raise AssertionError(f"unknown primitive {primitive!r}")


def _followed(diagram: Diagram) -> str:
    """Return that a diagram leads to yes: in each layer the next node is looked up; 0 is no, 1 is yes."""
    numbers = {diagram.NO: 0, diagram.YES: 1}
    node = "2"  # the only one of the first layer
    for facelet, layer in zip(diagram.facelets, diagram.layers, strict=True):
        rows = [
            [0] * 6,
            [1] * 6,
            *([numbers.get(n, n + 2) for n in following] for following in layer),
        ]
        listed = ", ".join(str(number) for row in rows for number in row)
        node = f"array2d(0..{len(rows) - 1}, 0..5, [{listed}])[{node}, s[{facelet}]]"
    return f"{node} = 1"


def _joined(operator: str, formulas: list[str], of_none: str) -> str:
    return f"({operator.join(formulas)})" if formulas else of_none


def _set(numbers: Iterable[int]) -> str:
    return f"{{{', '.join(map(str, sorted(numbers)))}}}"
