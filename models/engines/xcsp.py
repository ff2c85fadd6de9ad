"""XCSP3 (F. Boussemart, C. Lecoutre, G. Audemard and C. Piette), for the solvers of its competitions.

Stickers are variables with colours 0…5, slots with placements, piece * turns + turn, and further variables say which piece that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from cubecsp.models.engines.engine import Problem
from cubecsp.models.engines.readable_model import ReadableModel


class XcspInstance(ReadableModel):
    """An instance of XCSP3."""

    comment, rule = "<!-- {} -->", "<intension> {} </intension>"
    variable, defined, row, between, comma = '<var id="{}"> {}..{} </var>', "", "({})", "", " "
    matrix = "{}"
    table = "<extension> <list> {} </list> <supports> {} </supports> </extension>"
    equal, differ, at_least, at_most = "eq({},{})", "ne({},{})", "ge({},{})", "le({},{})"
    remainder, member, negation = "mod({},{})", "in({},set({}))", "not({})"
    all_of, any_of, true, false = "and({})", "or({})", "ge({},0)", "lt({},0)"
    term, total, colours = "mul({},{})", "add({})", "012345"
    different = "<allDifferent> {} </allDifferent>"
    copies, turned, permuted = "eq({b},{piece})", "mod({a},{modulus})", "gt({a},{b})"
    middle = ("</variables>", "<constraints>")

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.looks = [[str(value) for value in range(len(looks))] for looks in self.names.looks]
        for orbit, slots in zip(self.puzzle.orbits, self.slots, strict=True):
            rows = self.rows((str(value), str(value // orbit.turns)) for value in orbit.firsts)
            self.tables += [self.table.format(f"{slot} {slot}_piece", rows) for slot in slots]

    def declarations(self) -> Iterable[str]:
        """Yield the variables."""
        yield from ('<instance format="XCSP3" type="CSP">', "<variables>")
        yield "<!-- colours: 0 white, 1 red, 2 green, 3 yellow, 4 orange, 5 blue -->"
        yield from (self.variable.format(name, 0, 5) for name in self.stickers)
        for orbit, slots in zip(self.puzzle.orbits, self.slots, strict=True):
            domain = " ".join(map(str, orbit.firsts))
            yield from (f'<var id="{slot}"> {domain} </var>' for slot in slots)
            most = orbit.placements // orbit.turns - 1
            yield from (self.variable.format(f"{slot}_piece", 0, most) for slot in slots)

    def ending(self) -> Iterable[str]:
        """Yield the end."""
        yield from ("</constraints>", "</instance>")

    def about(self, template: str, index: int, **more: int) -> str:
        """Return a list about the slots of an orbit, since XCSP3 has no words for all of them."""
        slots = self.slots[index]
        pieces = [f"{slot}_piece" for slot in slots]
        if template == self.different:
            return template.format(" ".join(pieces))
        pairs = (
            combinations(pieces, 2)
            if template == self.permuted
            else zip(slots, pieces, strict=True)
        )
        said = [template.format(a=a, b=b, **more) for a, b in pairs]
        return self.joined(self.total, said)

    def number_of(self, stickers: Sequence[str], colours: Sequence[str]) -> str:
        """Return how many of some stickers have one of some colours."""
        return self.joined(self.total, [self.one_of(sticker, colours) for sticker in stickers])

    def alike_in(self, a: Sequence[str], b: Sequence[str], maps: Sequence[Sequence[int]]) -> str:
        """Return that two faces have the same pattern, compared cell by cell."""
        pairs = [*combinations(range(len(a)), 2)]
        ways = ([f"eq(eq({a[i]},{a[j]}),eq({b[m[i]]},{b[m[j]]}))" for i, j in pairs] for m in maps)
        return self.some([self.every(same) for same in ways])
