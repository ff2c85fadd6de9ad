"""Programs of CPMpy (T. Guns, 2019) to be read: they print every solution, as MiniZinc does.

Stickers, slots, colours and looks are Python names. A look is the number of a placement, piece * turns + turn.
"""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.engines.readable_model import ReadableModel
from cubecsp.puzzle.cube.schemes import COLOURS

_BEGINNING = """\
from itertools import combinations

import cpmpy as cp

model = cp.Model()


def alike(a, b, maps):
    pairs = [*combinations(range(len(a)), 2)]
    ways = [[(a[i] == a[j]) == (b[m[i]] == b[m[j]]) for i, j in pairs] for m in maps]
    return cp.any([cp.all(same) for same in ways])

"""


class CpmpyProgram(ReadableModel):
    """A program of CPMpy."""

    comment, rule, variable = "# {}", "model += {}", "{} = cp.intvar({}, {})"
    defined, row, matrix, table = "{} = {}", "[{}]", "[{}]", "model += cp.Table([{}], {})"
    equal, remainder, member, negation = "({} == {})", "{} % {}", "cp.InDomain({}, [{}])", "~{}"
    number = "sum(cp.InDomain(x, [{1}]) for x in [{0}])"
    all_of, any_of, true, false = "cp.all([{}])", "cp.any([{}])", "cp.all([])", "cp.any([])"
    alike = "alike([{}], [{}], {})"
    different = "model += cp.AllDifferent([look // {turns} for look in {array}])"
    copies = "sum(look // {turns} == {piece} for look in {array})"
    turned = "sum(look % {modulus} for look in {array})"
    permuted = "sum(a // {turns} > b // {turns} for a, b in combinations({array}, 2))"

    def declarations(self) -> Iterable[str]:
        """Yield imports, names and variables."""
        yield _BEGINNING
        if self.stickers:
            yield f"{', '.join(COLOURS)} = range(6)"
            yield f"stickers = cp.intvar(0, 5, shape={len(self.stickers)}, name={self.stickers})"
            yield f"{', '.join(self.stickers)} = stickers"
        orbits = zip(self.names.orbits, self.slots, self.looks, strict=True)
        for (array, orbit), slots, looks in orbits:
            yield from ("", *(f"{looks[value]} = {value}" for value in orbit.firsts))
            most = orbit.placements - 1
            yield f"{array} = cp.intvar(0, {most}, shape={len(slots)}, name={slots})"
            yield f"({', '.join(slots)},) = {array}"
            if orbit.alike:
                yield f"model += [cp.InDomain(look, {list(orbit.firsts)}) for look in {array}]"

    def ending(self) -> Iterable[str]:
        """Yield what runs and prints."""
        yield from ("", "", "def show():")
        for array, _ in self.names.orbits:
            yield f"    print('{array} =', {array}.value().tolist(), ';')"
        yield from (f"    print('{'-' * 10}')", "", "", "if __name__ == '__main__':")
        yield "    found = model.solveAll(display=show)"
        yield f"    print('{'=' * 10}' if found else '=====UNSATISFIABLE=====')"
