"""A problem as a MiniZinc model to be read: slots and stickers are whole numbers, rules are formulas.

Slots hold placements (piece·turns + turn), stickers show colours (0…5), and a table for each slot
links the two. Tables that are demanded stand as such; inside other rules, where
solvers take no tables, they are predicates, each stated once. Of puzzles that are not cubes there are slots only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import chain

from cubecsp.frozen import frozen
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    Primitive,
    SlotDomain,
    square_maps,
)
from cubecsp.models.engines.engine import Problem
from cubecsp.models.engines.vocabulary import Vocabulary
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.stopping.deadline import look, looking

__all__ = ["array_names", "write_minizinc"]


def write_minizinc(problem: Problem) -> str:
    """Return a MiniZinc model whose solutions are those of `problem`; its symmetries are not used."""
    puzzle = problem.puzzle
    parts = [_pieces(problem), _invariants(problem), _rules(problem), _ending(problem)]
    if isinstance(puzzle, CubePuzzle):
        parts[:1] = [_stickers(puzzle), _pieces(problem), _sticker_constraints(puzzle)]
        parts[-2:-2] = [_faces(puzzle)]
    return "\n".join([*_INCLUDED, *looking(chain(*parts)), ""])


_INCLUDED = ('include "alldifferent.mzn";', 'include "table.mzn";')


def array_names(puzzle: Puzzle) -> list[str]:
    """Return the name of the array of placements of each orbit: corners, edges."""
    kinds = Vocabulary(puzzle).kinds
    return [f"{kind}{'s' if isinstance(puzzle, CubePuzzle) else '_held'}" for kind in kinds]


def _arrays(puzzle: Puzzle) -> list[tuple[str, Orbit]]:
    """Return each orbit with the name of its array."""
    return list(zip(array_names(puzzle), puzzle.orbits, strict=True))


def _stickers(puzzle: CubePuzzle) -> Iterable[str]:
    area = puzzle.size**2
    yield ""
    yield f"% Stickers, face by face in the order {' '.join(FACES)}, row by row: {area} on each."
    yield f"array[0..{puzzle.facelet_count - 1}] of var 0..5: s;"
    for face, facelet in enumerate(puzzle.centres):
        yield f"constraint s[{facelet}] = {face};"


def _pieces(problem: Problem) -> Iterable[str]:
    for array, orbit in _arrays(problem.puzzle):
        turns = orbit.turns
        yield ""
        yield f"% What the slots {' '.join(orbit.names)} hold: piece * {turns} + turn."
        values = _set(orbit.firsts) if orbit.alike else f"0..{orbit.placements - 1}"
        yield f"array[1..{len(orbit.names)}] of var {values}: {array};"
        if not orbit.alike:
            yield f"constraint alldifferent([slot div {turns} | slot in {array}]);"
            continue
        for piece, copies in enumerate(orbit.copies):
            if copies:
                held = f"sum(slot in {array})(bool2int(slot div {turns} = {piece}))"
                yield f"constraint {held} = {copies};"


def _sticker_constraints(puzzle: CubePuzzle) -> Iterable[str]:
    """Yield the constraints between stickers and placements."""
    for array, orbit in _arrays(puzzle):
        tuples = ((value, *orbit.colours[value]) for value in orbit.firsts)
        rows = " | ".join(", ".join(map(str, row)) for row in tuples)
        yield ""
        yield f"% What the stickers of each of the {array} show."
        yield f"array[int, int] of int: {array}_show = [| {rows} |];"
        for slot, facelets in enumerate(orbit.frames, 1):
            columns = ", ".join([f"{array}[{slot}]", *(f"s[{f}]" for f in facelets)])
            yield f"constraint table([{columns}], {array}_show);"


def _invariants(problem: Problem) -> Iterable[str]:
    arrays = _arrays(problem.puzzle)
    yield ""
    yield "% What turns never change: sums of turns, and of pairs of pieces in the wrong order."
    for invariant in problem.invariants:
        sums = [
            f"{weight} * sum(slot in {arrays[index][0]})(slot mod {invariant.modulus})"
            for index, weight in invariant.turned
        ]
        sums += [
            f"sum(i, j in index_set({array}) where i < j)"
            f"(bool2int({array}[i] div {orbit.turns} > {array}[j] div {orbit.turns}))"
            for array, orbit in (arrays[index] for index in invariant.permuted)
        ]
        yield f"constraint ({' + '.join(sums)}) mod {invariant.modulus} = 0;"


def _faces(puzzle: CubePuzzle) -> Iterable[str]:
    size = puzzle.size
    area = size * size
    yield ""
    yield "% The turns and mirrors of a face, and whether two faces are alike up to them and to colours."
    maps = " | ".join(", ".join(map(str, cells)) for cells in square_maps(size))
    yield f"array[1..8, 0..{area - 1}] of int: square = array2d(1..8, 0..{area - 1}, [| {maps} |]);"
    yield "predicate alike(int: a, int: b, set of int: ways) ="
    yield f"  exists(m in ways)(forall(i, j in 0..{area - 1} where i < j)("
    yield f"    (s[{area} * a + i] = s[{area} * a + j]) <->"
    yield f"    (s[{area} * b + square[m, i]] = s[{area} * b + square[m, j]])));"


def _rules(problem: Problem) -> Iterable[str]:
    names = _RuleNames(array_names(problem.puzzle))
    yield ""
    yield "% The rules."
    for primitive in problem.primitives:
        yield f"constraint {_demanded(primitive, names)};"
    for rows, name in looking(names.tables.items()):
        yield _predicate(name, rows)


def _ending(problem: Problem) -> Iterable[str]:
    arrays = array_names(problem.puzzle)
    yield ""
    yield f"solve :: int_search({' ++ '.join(arrays)}, first_fail, indomain_min) satisfy;"
    text = ", ".join(f'"{array} = \\({array});\\n"' for array in arrays)
    yield f"output [{text}];"


@frozen
class _RuleNames:
    """The names that rules use.

    Attributes:
        arrays: of what the slots of each orbit hold.
        tables: of the predicates that say that some stickers show one of these rows.
    """

    arrays: Sequence[str]
    tables: dict[frozenset[tuple[int, ...]], str] = field(default_factory=dict)

    def table(self, rows: frozenset[tuple[int, ...]]) -> str:
        """Return the name of the predicate of some rows, a new one if they are new."""
        return self.tables.setdefault(rows, f"listed{len(self.tables) + 1}")


def _predicate(name: str, rows: frozenset[tuple[int, ...]]) -> str:
    """Return the predicate that some stickers show one of the rows, of which there is at least one."""
    variables = [f"s{number}" for number in range(1, len(min(rows)) + 1)]
    parameters = ", ".join(f"var int: {variable}" for variable in variables)
    shown = (
        " /\\ ".join(f"{variable} = {c}" for variable, c in zip(variables, row, strict=True))
        for row in sorted(rows)
    )
    body = " \\/ ".join(f"({row})" for row in shown)
    return f"predicate {name}({parameters}) = {body};"


def _demanded(primitive: Primitive, names: _RuleNames) -> str:
    if isinstance(primitive, ColourTable) and primitive.allowed and primitive.rows:
        columns = ", ".join(f"s[{f}]" for f in primitive.facelets)
        rows = " | ".join(", ".join(map(str, row)) for row in sorted(primitive.rows))
        return f"table([{columns}], [| {rows} |])"
    return _formula(primitive, names)


def _formula(primitive: Primitive, names: _RuleNames) -> str:
    """Return a primitive as a Boolean expression."""
    look()
    match primitive:
        case Differ(a, b):
            return f"s[{a}] != s[{b}]"
        case Equal(a, b):
            return f"s[{a}] = s[{b}]"
        case ColourCount(facelets, colours, least, most):
            if len(facelets) == 1 and (least, most) == (1, 1):
                return f"s[{min(facelets)}] in {_set(colours)}"
            text = f"sum(i in {_set(facelets)})(bool2int(s[i] in {_set(colours)}))"
            return f"({text} >= {least} /\\ {text} <= {most})"
        case ColourTable(facelets, rows, allowed):
            if not rows:
                return "false" if allowed else "true"
            shown = ", ".join(f"s[{f}]" for f in facelets)
            return f"{'' if allowed else 'not '}{names.table(rows)}({shown})"
        case Diagram():
            return _followed(primitive)
        case SlotDomain(orbit, slot, placements):
            return f"{names.arrays[orbit]}[{slot + 1}] in {_set(placements)}"
        case FacePatterns(a, b, same, ways):
            maps = _set(way + 1 for way in ways)
            return f"{'' if same else 'not '}alike({a}, {b}, {maps})"
        case AtLeast(needed, parts):
            formulas = sorted(f"({_formula(part, names)})" for part in parts)
            if needed == len(formulas):
                return _joined(" /\\ ", formulas, "true")
            if needed == 1:
                return _joined(" \\/ ", formulas, "false")
            return f"sum([{', '.join(f'bool2int{formula}' for formula in formulas)}]) >= {needed}"
        case Linear(terms, least):
            weighted = sorted(f"{w} * bool2int({_formula(part, names)})" for part, w in terms)
            return f"sum([{', '.join(weighted)}]) >= {least}"
    raise AssertionError(f"unknown primitive {primitive!r}")


def _followed(diagram: Diagram) -> str:
    """Return the constraint that a diagram leads to yes: in each layer the next node is looked up; 0 is no, 1 is yes."""
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
