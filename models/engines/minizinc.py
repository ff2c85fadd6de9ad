"""MiniZinc to be read: stickers, slots, colours and looks are enumerations, and arrays say which piece a look is and how it is turned."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.engines.engine import Problem
from cubecsp.models.engines.readable_model import ReadableModel
from cubecsp.puzzle.cube.schemes import COLOURS

_ALIKE = """\
predicate alike(array[int] of var COLOUR: a, array[int] of var COLOUR: b, array[int, int] of int: maps) =
  exists(m in index_set_1of2(maps))(forall(i, j in index_set(a) where i < j)(
    (a[i] = a[j]) = (b[maps[m, i] + 1] = b[maps[m, j] + 1])));"""


class MiniZincModel(ReadableModel):
    """A model in MiniZinc."""

    comment, rule, variable = "% {}", "constraint {};", "var {1}..{2}: {0};"
    defined, matrix = "array[int, int] of int: {} = {};", "[| {} |]"
    row, between, table = "{}", " | ", "constraint table([{}], {});"
    equal, remainder, member, negation = "({} = {})", "{} mod {}", "({} in {{{}}})", "(not {})"
    number = "sum(x in [{}])(x in {{{}}})"
    all_of, any_of, true, false = "forall([{}])", "exists([{}])", "true", "false"
    alike = "alike([{}], [{}], {})"
    different = "constraint alldifferent([{array}_piece[look] | look in {array}]);"
    copies = "sum(look in {array})({array}_piece[look] = {piece})"
    turned = "sum(look in {array})({array}_turn[look])"
    permuted = "sum(i, j in {kind}_SLOT where i < j)({array}_piece[{array}[i]] > {array}_piece[{array}[j]])"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.stickers = [f"s[{name}]" for name in self.names.stickers]
        arrays = zip(self.names.orbits, self.names.slots, strict=True)
        self.slots = [[f"{array}[{slot}]" for slot in slots] for (array, _), slots in arrays]

    def declarations(self) -> Iterable[str]:
        """Yield enumerations and arrays."""
        yield from ('include "alldifferent.mzn";', 'include "table.mzn";')
        if self.stickers:
            yield from ("", f"enum COLOUR = {_set(COLOURS)};")
            yield f"enum STICKER = {_set(self.names.stickers)};"
            yield from ("array[STICKER] of var COLOUR: s;", _ALIKE)
        orbits = zip(self.names.orbits, self.names.slots, self.looks, strict=True)
        for (array, orbit), slots, looks in orbits:
            kind, turns = array.upper(), orbit.turns
            yield from ("", f"enum {kind}_SLOT = {_set(slots)};")
            yield f"enum {kind}_LOOK = {_set(looks[value] for value in orbit.firsts)};"
            yield f"array[{kind}_SLOT] of var {kind}_LOOK: {array};"
            yield f"array[{kind}_LOOK] of int: {array}_piece = {[v // turns for v in orbit.firsts]};"
            yield f"array[{kind}_LOOK] of int: {array}_turn = {[v % turns for v in orbit.firsts]};"

    def ending(self) -> Iterable[str]:
        """Yield how to search, and what is printed."""
        slots = ", ".join(slot for slots in self.slots for slot in slots)
        shown = (f'"{array} = \\({array});\\n"' for array, _ in self.names.orbits)
        yield f"solve :: int_search([{slots}], first_fail, indomain_min) satisfy;"
        yield f"output [{', '.join(shown)}];"


def _set(names: Iterable[str]) -> str:
    return f"{{{', '.join(names)}}}"
