"""A problem as clauses, written once for every solver that takes clauses.

Variables are one boolean per slot and placement and one per sticker and colour, channelled both
ways; rules become small clauses over them. Twist is a chain of three-state sums, flip an exclusive
or, and the parity of the permutations the exclusive or of all inversions, read off an order encoding
of the pieces. Equivalences define all auxiliary booleans, so that every cube is
exactly one solution of the clauses.

Pieces that look alike are one piece that occurs several times: a slot holds a look (`Orbit.firsts`), and
a count says how often each look occurs. So cubes that look alike are one solution.

What decides the speed, measured with CP-SAT on the perfect scramble:

- clauses beat tables (one table of 9,600 rows per face: minutes);
- branching on placements, corners before edges, in that fixed order (edges first: ten times slower;
  the solver's own order: twice);
- symmetry: the placements in the first two corner slots are, lexicographically, no later than
  those of any image, which leaves little more than one in 48 corner placements (with one slot it takes
  twice as long; with three no less). Ties are not broken, so an orbit may occur more than once.

The clauses go into a `Sink`: a solver or a file.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from cubecsp.memory import MOST, require_memory
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
from cubecsp.models.engines.cardinality_clauses import BYTES_WITH_COUNTS, Sink
from cubecsp.models.engines.clause_numbers import MAX_CLAUSES_PER_COUNT, clauses_of
from cubecsp.models.engines.engine import Problem, State
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.stopping.deadline import look

_LEX_SLOTS = 2  # corner slots that symmetry is broken on; more cost more than they save


def memory_of(problem: Problem, sink: type[Sink]) -> int:
    """Return about how many bytes the clauses of a problem take in a sink of some class."""
    return sink.bytes_per_clause * clauses_of(problem, counts=sink.counts)


def require_room(problem: Problem, memory: int) -> None:
    """Make sure that the clauses of a problem fit into memory.

    Args:
        problem: the problem.
        memory: how many bytes they take, about.

    Raises:
        InputError: there is too little.
    """
    require_memory(
        memory, f"what is asked about a {problem.puzzle.name}, stated in clauses,", _others(problem)
    )


def _others(problem: Problem) -> str:
    """Return the engines that remain for a problem that takes too many clauses."""
    number = clauses_of(problem, counts=True)
    counted = (
        10 * number <= clauses_of(problem, counts=False) and BYTES_WITH_COUNTS * number <= MOST
    )
    engine = "the engine cpsat or annealing" if counted else "the engine annealing"
    written = ", write it as opb" if counted else ""
    return f"use {engine}{written}, or ask about a smaller cube"


class Encoding:
    """The clauses of one problem, poured into a sink.

    Attributes:
        placements: for each orbit and slot a literal per placement; a false one where an earlier
            placement looks the same and stands for it.
        shows: for each facelet of a cube, the literals of the six colours that it could show.

    Raises:
        InputError: the clauses would need too much memory.
    """

    def __init__(self, problem: Problem, sink: Sink) -> None:
        require_room(problem, memory_of(problem, type(sink)))
        self.problem = problem
        self.puzzle = problem.puzzle
        self.sink = sink
        self._true = sink.variable("true")
        sink.clause([self._true])
        self._reified: dict[Primitive, int] = {}
        self._ors: dict[frozenset[int], int] = {}
        self._iffs: dict[tuple[int, int], int] = {}
        self._demanded = frozenset(problem.primitives)
        self.placements = [
            [self._slot_literals(orbit, slot) for slot in orbit.names]
            for orbit in self.puzzle.orbits
        ]
        self.shows = self._sticker_colours() if isinstance(self.puzzle, CubePuzzle) else {}
        for orbit in range(len(self.puzzle.orbits)):
            self._place_pieces(orbit)
        for invariant in problem.invariants:
            self.keep(invariant)
        for primitive in problem.with_totals:
            self.post(primitive, [])
        self._break_symmetries(problem.symmetries)

    def decisions(self) -> list[list[int]]:
        """Return the literals to branch on, slot by slot, the first one first."""
        choices = [slot for slots in self.choices for slot in slots]
        hinted = self.hint_literals()
        if hinted:
            choices = [
                [first, *(literal for literal in slot if literal != first)]
                for slot, first in zip(choices, hinted, strict=True)
            ]
        return choices

    def hint_literals(self) -> list[int]:
        """Return for each slot the literal of what the hint holds there; empty without a hint."""
        if self.problem.hint is None:
            return []
        slots = [slot for slots in self.placements for slot in slots]
        return [slot[value] for slot, value in zip(slots, self.problem.preferred, strict=True)]

    def forbid(self, row: bytes) -> None:
        """Rule out a cube, given what its slots can be seen to hold."""
        slots = (slot for slots in self.placements for slot in slots)
        self._clause(*(-slot[value] for slot, value in zip(slots, row, strict=True)))

    @property
    def choices(self) -> list[list[list[int]]]:
        """For each orbit and slot the literals of what it can be seen to hold."""
        return [self._choices(index) for index in range(len(self.placements))]

    def _choices(self, index: int) -> list[list[int]]:
        firsts = self.puzzle.orbits[index].firsts
        return [[slot[value] for value in firsts] for slot in self.placements[index]]

    def cube(self, is_true: Callable[[int], bool]) -> State:
        """Return the cube of a solution, given a function that returns a literal's value."""
        return self.problem.cube(
            bytes(
                next(value for value, literal in enumerate(slot) if is_true(literal))
                for slots in self.placements
                for slot in slots
            )
        )

    # ------------------------------------------------------------ what a cube is

    def _slot_literals(self, orbit: Orbit, slot: str) -> list[int]:
        literals = [-self._true] * orbit.placements
        for value in orbit.firsts:
            literals[value] = self.sink.variable(f"{slot} holds {self._look(orbit, value)}")
        return literals

    def _look(self, orbit: Orbit, value: int) -> str:
        """Return how a placement looks: of a cube the colours in the order of the slot's facelets."""
        if isinstance(self.puzzle, CubePuzzle):
            return "".join(FACES[colour] for colour in orbit.colours[value])
        return f"{orbit.names[value // orbit.turns]}:{value % orbit.turns}"

    def _sticker_colours(self) -> dict[int, list[int]]:
        """Return, for each facelet, one literal per colour."""
        shows = {
            facelet: [self._true if colour == face else -self._true for colour in range(6)]
            for face, facelet in enumerate(self.puzzle.centres)
        }
        for orbit, slots in zip(self.puzzle.orbits, self.placements, strict=True):
            for facelets, slot in zip(orbit.frames, slots, strict=True):
                for position, facelet in enumerate(facelets):
                    showing: list[list[int]] = [[] for _ in FACES]
                    for value in orbit.firsts:
                        showing[orbit.colours[value][position]].append(slot[value])
                    shows[facelet] = self._colour_literals(self.puzzle.names[facelet], showing)
        return shows

    def _colour_literals(self, name: str, showing: list[list[int]]) -> list[int]:
        """Return a literal per colour of a sticker, given the placements that show each."""
        if all(len(literals) == 1 for literals in showing):
            return [literal for (literal,) in showing]
        literals = [self.sink.variable(f"{name} shows {colour}") for colour in FACES]
        self.sink.exactly_one(literals)
        for literal, some in zip(literals, showing, strict=True):
            self._define_or(literal, some)
        return literals

    def _place_pieces(self, index: int) -> None:
        orbit = self.puzzle.orbits[index]
        for slot in self._choices(index):
            self.sink.exactly_one(slot)
        for piece, copies in enumerate(orbit.copies):
            values = range(piece * orbit.turns, (piece + 1) * orbit.turns)
            held = [slot[value] for slot in self.placements[index] for value in values]
            if copies == 1:
                self.sink.exactly_one(held)
            elif copies:
                self.sink.exactly([literal for literal in held if literal != -self._true], copies)

    def keep(self, invariant: Invariant) -> None:
        """Demand an invariant of turns: by the last clause; those before it only define what it says."""
        turned = [
            [self._or(slot[turn :: invariant.modulus]) for turn in range(invariant.modulus)]
            for index, _ in invariant.turned
            for slot in self.placements[index]
        ]
        if invariant.modulus == 2:
            self._even([turn[1] for turn in turned] + self._inversions(invariant.permuted))
        else:
            self._close_turns(invariant, turned)

    def _close_turns(self, invariant: Invariant, turned: Sequence[Sequence[int]]) -> None:
        """Demand that turns add up to 0, given for each slot the literals of its turns."""
        modulus = invariant.modulus
        weights = [
            weight for index, weight in invariant.turned for _ in self.puzzle.orbits[index].names
        ]
        sums = [self._true, *[-self._true] * (modulus - 1)]
        for turn, weight in zip(turned, weights, strict=True):
            following = [self.sink.variable() for _ in range(modulus)]
            self.sink.exactly_one(following)
            for a, b in itertools.product(range(modulus), repeat=2):
                self._clause(-sums[a], -turn[b], following[(a + weight * b) % modulus])
            sums = following
        self._clause(sums[0])

    def _inversions(self, orbits: Iterable[int]) -> list[int]:
        """Return a literal for each pair of slots of an orbit: whether their pieces are in the wrong order."""
        inversions = []
        for index in orbits:
            orbit, slots = self.puzzle.orbits[index], self.placements[index]
            pieces = len(orbit.names)
            holds = [
                [self._or(slot[p * orbit.turns : (p + 1) * orbit.turns]) for p in range(pieces)]
                for slot in slots
            ]
            below = []  # below[slot][p]: the slot's piece comes before p
            for slot in holds:
                chain = [-self._true]
                for literal in slot[:-1]:
                    chain.append(self._or([chain[-1], literal]))
                below.append(chain)
            for i, j in itertools.combinations(range(pieces), 2):
                inversion = self.sink.variable()
                for p in range(pieces):
                    self._clause(-holds[i][p], -below[j][p], inversion)
                    self._clause(-holds[i][p], below[j][p], -inversion)
                inversions.append(inversion)
        return inversions

    def _even(self, literals: Sequence[int]) -> None:
        self.sink.odd([*literals[:-1], -literals[-1]])

    def _break_symmetries(self, symmetries: Sequence[Symmetry]) -> None:
        """Demand that the first corners are, lexicographically, no later than those of any image."""
        broken = [symmetry for symmetry in symmetries if symmetry.index]
        if not broken:
            return
        corners = self.placements[0]
        at_most = []  # at_most[slot][value]
        for slot in corners[:_LEX_SLOTS]:
            chain = [slot[0]]
            for literal in slot[1:-1]:
                chain.append(self._or([chain[-1], literal]))
            at_most.append([*chain, self._true])
        for symmetry in broken:
            images = symmetry.slot_images(cube_of(self.puzzle), 0)
            equal = self._true  # so far
            for target, bounds in enumerate(at_most):
                source, values = next((s, v) for s, (t, v) in enumerate(images) if t == target)
                following = self.sink.variable()
                self._clause(-following, equal)
                for held, image in zip(corners[source], values, strict=True):
                    here = corners[target][image]
                    self._clause(-equal, -held, bounds[image])
                    self._clause(-equal, -held, -here, following)
                    self._clause(-following, -held, here)
                equal = following

    # ------------------------------------------------------------ rules

    def post(self, primitive: Primitive, unless: list[int]) -> None:
        """Demand a primitive, unless one of the literals `unless` is true."""
        match primitive:
            case Differ(a, b):
                for one, other in zip(self.shows[a], self.shows[b], strict=True):
                    self._clause(*unless, -one, -other)
            case Equal(a, b):
                for one, other in zip(self.shows[a], self.shows[b], strict=True):
                    self._clause(*unless, -one, other)
                    self._clause(*unless, one, -other)
            case ColourCount():
                self._post_count(primitive, unless)
            case ColourTable():
                self._post_table(primitive, unless)
            case Diagram():
                self._clause(*unless, self.literal(primitive))
            case SlotDomain(orbit, slot, placements):
                literals = self.placements[orbit][slot]
                self._clause(*unless, *(literals[v] for v in sorted(placements)))
            case FacePatterns(a, b, same):
                alike = [
                    self._cells_alike(a, b, cells) for cells in primitive.maps(cube_of(self.puzzle))
                ]
                if same:
                    self._clause(*unless, *map(self._and, alike))
                else:
                    for literals in alike:
                        self._clause(*unless, *(-literal for literal in literals))
            case AtLeast(needed, parts) if needed == len(parts):
                for part in parts:
                    self.post(part, unless)
            case AtLeast(needed, parts):
                self._at_least([self.literal(part) for part in parts], needed, unless)
            case Linear(terms, least):
                self._post_linear(terms, least, unless)
            case _:
                raise AssertionError(f"unknown primitive {primitive!r}")

    def literal(self, primitive: Primitive) -> int:
        """Return a literal that is true exactly if `primitive` holds."""
        if isinstance(primitive, SlotDomain):
            return self._placement_literal(primitive)
        if isinstance(primitive, Diagram) and primitive not in self._reified:
            root = self._root(primitive)
            self._reified |= {primitive: root, primitive.negated(): -root}
        if primitive not in self._reified:
            literal = self.sink.variable()
            self._reified[primitive] = literal
            self.post(primitive, [-literal])
            self.post(primitive.negated(), [literal])
        return self._reified[primitive]

    def _placement_literal(self, placed: SlotDomain) -> int:
        """Return a literal for what a slot holds: of its placements, of which one is true."""
        literals = self.placements[placed.orbit][placed.slot]
        if 2 * len(placed.placements) <= len(literals):
            return self._or(literals[value] for value in sorted(placed.placements))
        return -self._placement_literal(placed.negated())

    def _root(self, diagram: Diagram) -> int:
        """Return a literal that says whether a diagram leads to yes.

        A literal for each node says whether it leads to yes: it equals the literal of the node that
        comes next, whichever colour is shown (I. Abío et al., "On CNF encodings of decision diagrams", CPAIOR
        2016).
        """
        below: list[int] = []
        for facelet, layer in zip(diagram.facelets[::-1], diagram.layers[::-1], strict=True):
            values = [*below, self._true, -self._true]  # YES and NO count from the end
            below = [self._branching(facelet, [values[child] for child in node]) for node in layer]
        return below[0]

    def _branching(self, facelet: int, following: Sequence[int]) -> int:
        """Return a literal that equals the one of `following` for the colour that a facelet shows."""
        literal = self.sink.variable()
        for shows_colour, then in zip(self.shows[facelet], following, strict=True):
            self._clause(-shows_colour, -then, literal)
            self._clause(-shows_colour, then, -literal)
        return literal

    def _post_count(self, count: ColourCount, unless: list[int]) -> None:
        literals = [
            self._or([self.shows[f][c] for c in sorted(count.colours)])
            for f in sorted(count.facelets)
        ]
        self._at_least(literals, count.least, unless)
        self._at_least([-literal for literal in literals], len(literals) - count.most, unless)

    def _at_least(self, literals: Iterable[int], needed: int, unless: list[int]) -> None:
        listed = list(literals)
        needed -= listed.count(self._true)
        open_ = [literal for literal in listed if abs(literal) != self._true]
        if needed <= 0:
            return
        # Of any set of all but `needed` - 1 of the literals, one is true.
        width = len(open_) - needed + 1
        if width <= 0:
            self._clause(*unless)
        elif math.comb(len(open_), width) > MAX_CLAUSES_PER_COUNT:
            self.sink.count(open_, needed, unless)
        else:
            for some in itertools.combinations(open_, width):
                self._clause(*unless, *some)

    def _post_linear(
        self, terms: Iterable[tuple[Primitive, int]], least: int, unless: list[int]
    ) -> None:
        weights, fixed = self.weights(terms)
        least -= fixed + sum(weight for weight in weights.values() if weight < 0)
        positive = {
            variable if weight > 0 else -variable: abs(weight)
            for variable, weight in sorted(weights.items())
            if weight
        }
        if least > sum(positive.values()):
            self._clause(*unless)
        elif least > 0:
            self.sink.linear(positive, least, unless)

    def weights(self, terms: Iterable[tuple[Primitive, int]]) -> tuple[Counter[int], int]:
        """Return a sum of primitives that hold as weights of variables that are true, and a number."""
        weights: Counter[int] = Counter()
        fixed = 0
        for part, weight in terms:
            literal = self._term_literal(part)
            if literal < 0:  # 1 minus the variable
                fixed += weight
            weights[abs(literal)] += weight if literal > 0 else -weight
        return weights, fixed + weights.pop(self._true, 0)

    def _term_literal(self, part: Primitive) -> int:
        """Return a literal for a part of a sum: for a sticker, that it shows one of the colours."""
        match part:
            case ColourCount(facelets, colours, 1, 1) if len(facelets) == 1:
                (facelet,) = facelets
                return self._or([self.shows[facelet][colour] for colour in sorted(colours)])
        return self.literal(part)

    def _post_table(self, table: ColourTable, unless: list[int]) -> None:
        rows = self._seen_by_slot(table)
        if not table.allowed:
            for row in rows:
                self._clause(*unless, *(-seen for seen in row))
            return
        # If one slot shows something, the others have to show the rest of some row. For two slots that is all
        # (the support encoding: I. P. Gent, "Arc consistency in SAT", ECAI 2002); for more, one row is chosen.
        columns = [list(dict.fromkeys(column)) for column in zip(*rows, strict=True)]
        if len(columns) == 2:
            for here, there in ((0, 1), (1, 0)):
                self._support([row[here] for row in rows], [row[there] for row in rows], unless)
        else:
            selected = [self._and(row) for row in rows]
            for index in range(len(columns)):
                self._support([row[index] for row in rows], selected, unless)
        for column in columns or [[]]:
            self._clause(*unless, *column)

    def _support(self, seen: Sequence[int], supports: Sequence[int], unless: list[int]) -> None:
        """Demand, for each of the literals `seen`, one of those beside it in `supports`."""
        beside: dict[int, list[int]] = {}
        for literal, support in zip(seen, supports, strict=True):
            beside.setdefault(literal, []).append(support)
        for literal, some in beside.items():
            self._clause(*unless, -literal, *some)

    def _seen_by_slot(self, table: ColourTable) -> list[tuple[int, ...]]:
        """Return the rows that can be seen, with a literal for what a row says about the stickers of a slot."""
        slots: dict[int | tuple[int, int], list[int]] = {}
        for column, facelet in enumerate(table.facelets):
            slots.setdefault(self.puzzle.slot_of.get(facelet, facelet), []).append(column)
        known: dict[tuple[int, ...], int] = {}
        rows = []
        for row in sorted(table.rows):
            look()
            seen = []
            for columns in slots.values():
                stickers = [(table.facelets[column], row[column]) for column in columns]
                key = tuple(itertools.chain.from_iterable(stickers))
                if key not in known:
                    known[key] = self._shows_all(stickers)
                seen.append(known[key])
            if -self._true not in seen:
                rows.append(tuple(seen))
        return rows

    def _shows_all(self, stickers: Sequence[tuple[int, int]]) -> int:
        """Return the literal that says that stickers of one slot show these colours."""
        first, colour = stickers[0]
        if len(stickers) == 1:
            return self.shows[first][colour]
        index, number = self.puzzle.slot_of[first]
        orbit = self.puzzle.orbits[index]
        frame = orbit.frames[number]
        required = [(frame.index(facelet), colour) for facelet, colour in stickers]
        return self._or(
            self.placements[index][number][value]
            for value in orbit.firsts
            if all(orbit.colours[value][position] == colour for position, colour in required)
        )

    def _cells_alike(self, a: int, b: int, cells: Sequence[int]) -> list[int]:
        """Return, for each pair of cells, whether it is equal on both faces or on neither.

        Face b is seen through the map `cells`. The faces match there iff all these literals hold.
        """
        first, second = cube_of(self.puzzle).face(a), cube_of(self.puzzle).face(b)
        alike = []
        for i, j in itertools.combinations(range(len(cells)), 2):
            one = self._same_colour(first[i], first[j])
            other = self._same_colour(second[cells[i]], second[cells[j]])
            literal = self._iff(one, other)
            if literal != self._true:
                alike.append(literal)
        return alike

    def _same_colour(self, a: int, b: int) -> int:
        if Differ(a, b) in self._demanded:
            return -self._true
        return self.literal(Equal(a, b))

    # ------------------------------------------------------------ literals

    def _clause(self, *literals: int) -> None:
        look()
        if self._true not in literals:
            kept = [literal for literal in literals if literal != -self._true]
            self.sink.clause(kept or [-self._true])  # proofs begin with clauses that say something

    def _define_or(self, literal: int, parts: Sequence[int]) -> None:
        for part in parts:
            self._clause(-part, literal)
        self._clause(-literal, *parts)

    def _or(self, parts: Iterable[int]) -> int:
        some = [part for part in dict.fromkeys(parts) if part != -self._true]
        if not some:
            return -self._true
        if self._true in some:
            return self._true
        if len(some) == 1:
            return some[0]
        key = frozenset(some)
        if key not in self._ors:
            self._ors[key] = self.sink.variable()
            self._define_or(self._ors[key], some)
        return self._ors[key]

    def _and(self, parts: Iterable[int]) -> int:
        return -self._or([-part for part in parts])

    def _iff(self, a: int, b: int) -> int:
        for one, other in ((a, b), (b, a)):
            if abs(one) == self._true:
                return other if one == self._true else -other
        key = (min(a, b), max(a, b))
        if key not in self._iffs:
            literal = self._iffs[key] = self.sink.variable()
            for sign_a, sign_b in itertools.product((False, True), repeat=2):
                result = literal if sign_a == sign_b else -literal
                self._clause(-a if sign_a else a, -b if sign_b else b, result)
        return self._iffs[key]
