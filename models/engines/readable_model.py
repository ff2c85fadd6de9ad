"""A problem as a model to be read, in a language of constraint solvers: what all languages have in common.

A language is a subclass. It has templates for expressions, and declares stickers, slots and looks in its own way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import chain

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
)
from cubecsp.models.engines.engine import Problem
from cubecsp.models.engines.vocabulary import Vocabulary
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.schemes import COLOURS
from cubecsp.stopping.deadline import look, looking


class Names:
    """The names of what a model in a solver's language is about, as in logic programs; no two are the same.

    Stickers are called `U1`, slots `urf`, looks by the initials of their colours, `WRG`.

    Attributes:
        stickers: by facelet; empty if the puzzle is not a cube.
        orbits: each with the name of its array: `corners`, `edges`.
        slots: for each orbit, the names of its slots.
        looks: for each orbit and placement, the name of its look.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        words = Vocabulary(puzzle)
        self.stickers = [name.upper() for name in words.stickers]
        ending = "s" if isinstance(puzzle, CubePuzzle) else "_held"
        arrays = (f"{kind}{ending}" for kind in words.kinds)
        self.orbits: list[tuple[str, Orbit]] = list(zip(arrays, puzzle.orbits, strict=True))
        self.slots = words.slots
        self.looks = [[name.upper() for name in names] for names in words.looks]


class ReadableModel(ABC):
    """A model whose solutions are those of a problem; its symmetries are not used.

    Templates have `{}` for each argument:

    - `rule`: a formula that has to hold; `negation`: a formula; `term`: a weight and a formula;
    - `equal`, `differ`: two values; `at_least`, `at_most`: a number and a bound; `remainder`: a number and a modulus;
    - `member`: a value and a list; `number`: how many of a list of stickers show one of a list of colours;
    - `all_of`, `any_of`, `total`: a list of formulas; `true`, `false`: any variable;
    - `variable`: a name, the least and the greatest value; `table`: a list of variables and rows;
      `defined`: the name of rows and these, empty if rows cannot have names; `matrix`: all rows; `row`: a list of values;
    - `alike`: two lists of stickers, and for each way to compare them a row of indices into the second.

    Templates about what all slots of an orbit hold have the names `{array}`, `{kind}` (the same in capitals) and `{turns}`:

    - `different`: the constraint that no two pieces are the same; `copies`: how many are `{piece}`;
    - `turned`: the sum of turns up to a multiple of `{modulus}`; `permuted`: how many pairs are in the wrong order.

    Attributes:
        middle: what stands between variables and constraints.
        stickers: the expression for the colour of each facelet.
        slots: for each orbit the expressions for what its slots hold.
        looks: for each orbit and placement, how its look is written.
        colours: how they are written.
        tables: further constraints, which define auxiliary variables.
    """

    differ, at_least, at_most = "({} != {})", "({} >= {})", "({} <= {})"
    term, total, comma, between = "{} * {}", "sum([{}])", ", ", ", "
    comment: str
    rule: str
    variable: str
    defined: str
    row: str
    matrix: str
    table: str
    equal: str
    remainder: str
    member: str
    number: str
    negation: str
    all_of: str
    any_of: str
    true: str
    false: str
    alike: str
    different: str
    copies: str
    turned: str
    permuted: str
    colours: Sequence[str] = COLOURS
    middle: tuple[str, ...] = ()

    def __init__(self, problem: Problem) -> None:
        self.problem, self.puzzle = problem, problem.puzzle
        self.names = names = Names(problem.puzzle)
        self.stickers, self.slots, self.looks = names.stickers, names.slots, names.looks
        self._nodes: list[str] = []
        self.tables: list[str] = []

    def text(self) -> str:
        """Return the model."""
        rules = [self._demand(primitive) for primitive in self.problem.primitives]
        lines = chain(
            self.declarations(),
            self._nodes,
            self.middle,
            self._pieces(),
            self._shown(),
            self._invariants(),
            self.tables,
            ["", self.comment.format("The rules.")],
            rules,
            self.ending(),
        )
        return "\n".join([*looking(lines), ""])

    @abstractmethod
    def declarations(self) -> Iterable[str]:
        """Yield the beginning, and the variables: stickers, and what slots hold."""

    @abstractmethod
    def ending(self) -> Iterable[str]:
        """Yield what follows the constraints."""

    def about(self, template: str, index: int, **more: int) -> str:
        """Return what a template says about the slots of an orbit."""
        array, orbit = self.names.orbits[index]
        return template.format(array=array, kind=array.upper(), turns=orbit.turns, **more)

    def _pieces(self) -> Iterable[str]:
        yield from (
            "",
            self.comment.format("Each piece is as often in a slot as there are such pieces."),
        )
        for index, orbit in enumerate(self.puzzle.orbits):
            if not orbit.alike:
                yield self.about(self.different, index)
                continue
            for piece, copies in enumerate(orbit.copies):
                if copies:
                    number = self.about(self.copies, index, piece=piece)
                    yield self.rule.format(self.equal.format(number, copies))

    def _shown(self) -> Iterable[str]:
        """Yield the constraints between stickers and looks."""
        if not isinstance(self.puzzle, CubePuzzle):
            return
        yield from ("", self.comment.format("What stickers show."))
        for facelet, colour in zip(self.puzzle.centres, self.colours, strict=False):
            yield self.rule.format(self.equal.format(self.stickers[facelet], colour))
        orbits = zip(self.names.orbits, self.slots, self.looks, strict=True)
        for (array, orbit), slots, looks in orbits:
            rows = self.rows(
                [looks[value], *(self.colours[c] for c in orbit.colours[value])]
                for value in orbit.firsts
            )
            if self.defined:
                yield self.defined.format(f"{array}_show", rows)
                rows = f"{array}_show"
            for slot, frame in zip(slots, orbit.frames, strict=True):
                columns = [slot, *(self.stickers[f] for f in frame)]
                yield self.table.format(self.comma.join(columns), rows)

    def _invariants(self) -> Iterable[str]:
        what = "What turns never change: sums of turns, and of pairs in the wrong order."
        yield from ("", self.comment.format(what))
        for invariant in self.problem.invariants:
            modulus = invariant.modulus
            sums = [
                self.term.format(weight, self.about(self.turned, index, modulus=modulus))
                for index, weight in invariant.turned
            ]
            sums += [self.about(self.permuted, index) for index in invariant.permuted]
            remainder = self.remainder.format(self.joined(self.total, sums), modulus)
            yield self.rule.format(self.equal.format(remainder, 0))

    def _demand(self, primitive: Primitive) -> str:
        if isinstance(primitive, ColourTable) and primitive.allowed and primitive.rows:
            rows = ([self.colours[c] for c in row] for row in sorted(primitive.rows))
            columns = self.comma.join(self.stickers[f] for f in primitive.facelets)
            return self.table.format(columns, self.rows(rows))
        return self.rule.format(self._formula(primitive))

    def rows(self, rows: Iterable[Iterable[str]]) -> str:
        """Return the rows of a table."""
        return self.matrix.format(self.between.join(self.row.format(", ".join(r)) for r in rows))

    def _formula(self, primitive: Primitive) -> str:
        """Return a primitive as a Boolean expression."""
        look()
        match primitive:
            case Differ(a, b):
                return self.differ.format(self.stickers[a], self.stickers[b])
            case Equal(a, b):
                return self.equal.format(self.stickers[a], self.stickers[b])
            case ColourCount(facelets, colours, least, most):
                stickers = [self.stickers[f] for f in sorted(facelets)]
                shown = [self.colours[c] for c in sorted(colours)]
                if len(facelets) == 1 and (least, most) == (1, 1):
                    return self.one_of(stickers[0], shown)
                number = self.number_of(stickers, shown)
                bounds = [self.at_least.format(number, least)] if least > 0 else []
                bounds += [self.at_most.format(number, most)] if most < len(facelets) else []
                return self.every(bounds)
            case ColourTable(facelets, rows, allowed):
                listed = self.some([self._shows(facelets, row) for row in sorted(rows)])
                return listed if allowed else self.negation.format(listed)
            case Diagram():
                return self._diagram(primitive)
            case SlotDomain(orbit, slot, placements):
                firsts = sorted(placements & {*self.puzzle.orbits[orbit].firsts})
                return self.one_of(self.slots[orbit][slot], [self.looks[orbit][v] for v in firsts])
            case FacePatterns(a, b, same):
                puzzle = cube_of(self.puzzle)
                first, second = ([self.stickers[f] for f in puzzle.face(face)] for face in (a, b))
                alike = self.alike_in(first, second, primitive.maps(puzzle))
                return alike if same else self.negation.format(alike)
            case AtLeast(needed, parts):
                formulas = sorted(map(self._formula, parts))
                if needed == len(formulas):
                    return self.every(formulas)
                if needed == 1:
                    return self.some(formulas)
                return self.at_least.format(self.joined(self.total, formulas), needed)
            case Linear(terms, least):
                weighted = sorted(self.term.format(w, self._formula(part)) for part, w in terms)
                return self.at_least.format(self.joined(self.total, weighted), least)
        raise AssertionError(f"unknown primitive {primitive!r}")

    def _shows(self, facelets: Iterable[int], colours: Iterable[int]) -> str:
        pairs = zip(facelets, colours, strict=True)
        return self.every([self.equal.format(self.stickers[f], self.colours[c]) for f, c in pairs])

    def _diagram(self, diagram: Diagram) -> str:
        """Return that a diagram leads to yes; a table for each layer leads from variable to variable, the node that is reached."""
        numbers = {diagram.NO: 0, diagram.YES: 1}
        node = self._node(2, 2)  # the only one of the first layer
        for facelet, layer in zip(diagram.facelets, diagram.layers, strict=True):
            following = ([numbers.get(n, n + 2) for n in row] for row in layer)
            rows = [[0] * 6, [1] * 6, *following]
            before, node = node, self._node(0, max(map(max, rows)))
            listed = [
                (str(number), colour, str(to))
                for number, row in enumerate(rows)
                for colour, to in zip(self.colours, row, strict=True)
            ]
            columns = self.comma.join([before, self.stickers[facelet], node])
            self.tables.append(self.table.format(columns, self.rows(listed)))
        return self.equal.format(node, 1)

    def _node(self, least: int, most: int) -> str:
        name = f"node{len(self._nodes)}"
        self._nodes.append(self.variable.format(name, least, most))
        return name

    def number_of(self, stickers: Sequence[str], colours: Sequence[str]) -> str:
        """Return how many of some stickers have one of some colours."""
        return self.number.format(", ".join(stickers), ", ".join(colours))

    def alike_in(self, a: Sequence[str], b: Sequence[str], maps: Sequence[Sequence[int]]) -> str:
        """Return that two faces have the same pattern; a map says which cell of `b` belongs to each cell of `a`."""
        rows = self.rows(map(str, cells) for cells in maps)
        return self.alike.format(", ".join(a), ", ".join(b), rows)

    def one_of(self, value: str, others: Sequence[str]) -> str:
        """Return that a value is one of some others."""
        return self.member.format(value, ", ".join(others)) if others else self.some([])

    def every(self, formulas: Sequence[str]) -> str:
        """Return that all formulas hold; of none, that is true."""
        return self._decided(formulas, self.false, self.true, self.all_of)

    def some(self, formulas: Sequence[str]) -> str:
        """Return that one of the formulas holds; of none, that is false."""
        return self._decided(formulas, self.true, self.false, self.any_of)

    def _decided(self, formulas: Sequence[str], strong: str, weak: str, template: str) -> str:
        """Return several formulas as one, in which no constant is left: ACE gets some of these wrong."""
        decisive, nothing = strong.format(self.slots[0][0]), weak.format(self.slots[0][0])
        if decisive in formulas:
            return decisive
        return self.joined(template, [one for one in formulas if one != nothing]) or nothing

    def joined(self, template: str, formulas: Sequence[str]) -> str:
        """Return several formulas as one; a single one stays as it is."""
        return template.format(", ".join(formulas)) if len(formulas) > 1 else "".join(formulas)
