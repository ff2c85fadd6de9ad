"""The few relations that every rule reduces to: all that an engine has to know.

A primitive is a frozen value in normal form, so that two ways to state the same thing are equal if that is cheap to
see. Each can be negated (the negation is made of primitives again), moved by a symmetry of the cube (which is how the
symmetries of a question are found), and evaluated on one coloured cube or on many at once: `holds` is the meaning that
engines are tested against.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cache, cached_property
from operator import lt
from typing import TYPE_CHECKING

from cubecsp.frozen import frozen
from cubecsp.models.core.squares import (
    INVERSES,
    renamed_in_all_ways,
    same_but_for_colours,
    square_maps,
)
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.stopping.deadline import looking

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags


Colours = Sequence[int]
"""The colour (0…5) of each facelet of a puzzle."""


_MOST_LISTED = 8  # stickers whose rows are all listed: 6^8 bytes


@cache
def _all(number: int) -> frozenset[int]:
    return frozenset(range(number))


_PLACEMENTS = 24
"""The number of placements of every orbit of an n×n×n cube: as many as there are ways to hold a cube."""


class Primitive(ABC):
    """A relation between stickers or pieces."""

    @abstractmethod
    def negated(self) -> Primitive:
        """Return the primitive that holds exactly if this one does not."""

    @abstractmethod
    def moved(self, symmetry: Symmetry, puzzle: CubePuzzle) -> Primitive:
        """Return the primitive that holds for `symmetry.of(cube)` exactly if this one holds for `cube`."""

    @abstractmethod
    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:
        """Return whether the relation holds on a cube with these colours."""

    @abstractmethod
    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each of many cubes whether the relation holds."""

    @property
    @abstractmethod
    def cost(self) -> int:
        """The approximate number of stickers that `holds` looks at."""


def cheapest_first(parts: Iterable[Primitive]) -> tuple[Primitive, ...]:
    """Return some primitives in the order in which they are best evaluated."""
    return tuple(sorted(parts, key=lambda part: part.cost))


@frozen
class _Pair(Primitive):
    """A relation between the colours of two stickers."""

    a: int
    b: int
    cost = 2

    def __post_init__(self) -> None:
        if self.a > self.b:
            a, b = self.b, self.a
            object.__setattr__(self, "a", a)
            object.__setattr__(self, "b", b)

    def moved(self, symmetry: Symmetry, puzzle: CubePuzzle) -> Primitive:
        to = symmetry.facelets_of(puzzle)
        return type(self)(to[self.a], to[self.b])


@frozen
class Differ(_Pair):
    """Two stickers have different colours (facelets a < b)."""

    def negated(self) -> Equal:  # noqa: D102
        return Equal(self.a, self.b)

    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:  # noqa: ARG002, D102
        return colours[self.a] != colours[self.b]

    def holds_in(self, cubes: Batch) -> Flags:  # noqa: D102
        flags: Flags = cubes.at(self.a) != cubes.at(self.b)
        return flags


@frozen
class Equal(_Pair):
    """Two stickers have the same colour (facelets a < b)."""

    def negated(self) -> Differ:  # noqa: D102
        return Differ(self.a, self.b)

    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:  # noqa: ARG002, D102
        return colours[self.a] == colours[self.b]

    def holds_in(self, cubes: Batch) -> Flags:  # noqa: D102
        flags: Flags = cubes.at(self.a) == cubes.at(self.b)
        return flags


@frozen
class ColourCount(Primitive):
    """Between `least` and `most` of some stickers show one of some colours.

    A single sticker with `least` 1 is the literal "this sticker is one of these colours".
    """

    facelets: frozenset[int]
    colours: frozenset[int]
    least: int
    most: int

    def negated(self) -> Primitive:  # noqa: D102
        total = len(self.facelets)
        parts = []
        if self.least > 0:
            parts.append(ColourCount(self.facelets, self.colours, 0, self.least - 1))
        if self.most < total:
            parts.append(ColourCount(self.facelets, self.colours, self.most + 1, total))
        return parts[0] if len(parts) == 1 else any_of(parts)

    def moved(self, symmetry: Symmetry, puzzle: CubePuzzle) -> ColourCount:  # noqa: D102
        to = symmetry.facelets_of(puzzle)
        return ColourCount(
            frozenset(to[f] for f in self.facelets),
            frozenset(symmetry.faces[c] for c in self.colours),
            self.least,
            self.most,
        )

    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:  # noqa: ARG002, D102
        number = sum(colours[f] in self.colours for f in self.facelets)
        return self.least <= number <= self.most

    def holds_in(self, cubes: Batch) -> Flags:  # noqa: D102
        counted = cubes.counts(self.facelets, self.colours)
        flags: Flags = (self.least <= counted) & (counted <= self.most)
        return flags

    @property
    def cost(self) -> int:  # noqa: D102
        return len(self.facelets)


@frozen
class ColourTable(Primitive):
    """The colours of some stickers form one of the listed rows or, if not `allowed`, none of them.

    Attributes:
        facelets: the stickers, ascending; sorted on creation, rows along with them.
        rows: colours (0…5) in the order of `facelets`.
        allowed: whether the rows are the ones that may, or may not, occur.
    """

    facelets: tuple[int, ...]
    rows: frozenset[tuple[int, ...]]
    allowed: bool = True

    def __post_init__(self) -> None:
        if all(map(lt, self.facelets, self.facelets[1:])):
            return
        order = sorted(range(len(self.facelets)), key=self.facelets.__getitem__)
        object.__setattr__(self, "facelets", tuple(self.facelets[i] for i in order))
        rows = frozenset(tuple(row[i] for i in order) for row in self.rows)
        object.__setattr__(self, "rows", rows)

    def negated(self) -> ColourTable:  # noqa: D102
        return ColourTable(self.facelets, self.rows, not self.allowed)

    def moved(self, symmetry: Symmetry, puzzle: CubePuzzle) -> ColourTable:  # noqa: D102
        to, renamed = symmetry.facelets_of(puzzle), symmetry.faces
        return ColourTable(
            tuple(to[f] for f in self.facelets),
            frozenset(tuple(renamed[c] for c in row) for row in self.rows),
            self.allowed,
        )

    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:  # noqa: ARG002, D102
        return (tuple(colours[f] for f in self.facelets) in self.rows) == self.allowed

    def holds_in(self, cubes: Batch) -> Flags:  # noqa: D102
        import numpy as np

        if len(self.facelets) > _MOST_LISTED:
            rows = zip(*(cubes.at(f).tolist() for f in self.facelets), strict=True)
            known = ((row in self.rows) == self.allowed for row in rows)
            return np.fromiter(known, np.bool_, len(cubes))
        return self._listed[cubes.codes(self.facelets)]

    @cached_property
    def _listed(self) -> Flags:
        """Whether each row, read as a number to base 6, may occur."""
        import numpy as np

        listed = np.full((6,) * len(self.facelets), not self.allowed)
        listed[tuple(np.array([*self.rows], np.intp).reshape(-1, len(self.facelets)).T)] = (
            self.allowed
        )
        return listed.ravel()

    @property
    def cost(self) -> int:  # noqa: D102
        return len(self.facelets)


@frozen
class SlotDomain(Primitive):
    """A slot holds one of some placements.

    Attributes:
        orbit: its number in `puzzle.orbits`: 0 for corners; on the 3×3×3, 1 for edges.
        slot: the slot's index in its orbit.
        placements: numbers piece·turns + turn, see `cubecsp.puzzle.core.orbits.Orbit`; of placements that
            look alike, either all or none.
        number: of placements of the orbit.
    """

    orbit: int
    slot: int
    placements: frozenset[int]
    number: int = field(
        default=_PLACEMENTS, repr=False
    )  # so that digests of questions stay the same
    cost = 3

    def negated(self) -> SlotDomain:  # noqa: D102
        return self._others

    @cached_property
    def _others(self) -> SlotDomain:
        """The other placements, worked out once: rules share the literals of thousands of clauses."""
        others = _all(self.number) - self.placements
        return SlotDomain(self.orbit, self.slot, others, self.number)

    def moved(self, symmetry: Symmetry, puzzle: CubePuzzle) -> SlotDomain:  # noqa: D102
        target, values = symmetry.slot_images(puzzle, self.orbit)[self.slot]
        orbit = symmetry.orbit_image(puzzle, self.orbit)
        return SlotDomain(orbit, target, frozenset(values[v] for v in self.placements))

    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:  # noqa: D102
        orbit = puzzle.orbits[self.orbit]
        slot_colours = tuple(colours[f] for f in orbit.frames[self.slot])
        return orbit.by_colours.get(slot_colours) in self.placements

    def holds_in(self, cubes: Batch) -> Flags:  # noqa: D102
        return cubes.holding(self.orbit, self.slot, self.placements)


_ALL_WAYS = frozenset(range(8))


@frozen
class FacePatterns(Primitive):
    """Two faces have the same pattern or, if not `same`, different ones (faces a < b).

    A pattern is a face up to any renaming of colours, and up to the turns and mirrors of the square.

    Attributes:
        a: a face.
        b: another one.
        same: whether the patterns are to be the same.
        ways: the turns and mirrors that count, as indices into `square_maps`; the cells of b are read
            through them.
    """

    a: int
    b: int
    same: bool
    ways: frozenset[int] = _ALL_WAYS
    cost = 100  # each of two faces in eight ways

    def __post_init__(self) -> None:
        if self.a > self.b:
            a, b = self.b, self.a
            object.__setattr__(self, "a", a)
            object.__setattr__(self, "b", b)
            object.__setattr__(self, "ways", frozenset(INVERSES[way] for way in self.ways))

    def maps(self, puzzle: CubePuzzle) -> list[tuple[int, ...]]:
        """Return for each way the cell of b that is compared with each cell of a."""
        every = square_maps(puzzle.size)
        return [every[way] for way in sorted(self.ways)]

    def negated(self) -> FacePatterns:  # noqa: D102
        return FacePatterns(self.a, self.b, not self.same, self.ways)

    def moved(self, symmetry: Symmetry, puzzle: CubePuzzle) -> FacePatterns:  # noqa: D102
        a, b = symmetry.faces[self.a], symmetry.faces[self.b]
        if self.ways == _ALL_WAYS:
            return FacePatterns(a, b, self.same)
        to, every = symmetry.facelets_of(puzzle), square_maps(puzzle.size)
        first, second = (
            [to[f] - puzzle.face(image)[0] for f in puzzle.face(face)]
            for face, image in ((self.a, a), (self.b, b))
        )
        ways = set()
        for cells in self.maps(puzzle):
            moved = [0] * len(cells)
            for cell, other in enumerate(cells):
                moved[first[cell]] = second[other]
            ways.add(every.index(tuple(moved)))
        return FacePatterns(a, b, self.same, frozenset(ways))

    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:  # noqa: D102
        first, second = (
            tuple(colours[f] for f in cube_of(puzzle).face(face)) for face in (self.a, self.b)
        )
        drawn, images = renamed_in_all_ways(first)[0], renamed_in_all_ways(second)
        return any(drawn == images[way] for way in self.ways) == self.same

    def holds_in(self, cubes: Batch) -> Flags:  # noqa: D102
        maps = self.maps(cube_of(cubes.puzzle))
        alike = same_but_for_colours(cubes.face(self.a), cubes.face(self.b), maps)
        return alike if self.same else ~alike


@frozen
class AtLeast(Primitive):
    """At least `needed` of the parts hold: all of them, any of them, or k of n."""

    needed: int
    parts: frozenset[Primitive]

    def negated(self) -> AtLeast:  # noqa: D102
        needed = len(self.parts) - self.needed + 1
        return at_least_of(needed, (part.negated() for part in looking(self.parts)))

    def moved(self, symmetry: Symmetry, puzzle: CubePuzzle) -> AtLeast:  # noqa: D102
        return AtLeast(self.needed, frozenset(p.moved(symmetry, puzzle) for p in self.parts))

    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:  # noqa: D102
        needed, spare = self.needed, len(self.parts) - self.needed
        if needed <= 0:
            return True
        for part in self._in_order:
            if part.holds(colours, puzzle):
                needed -= 1
                if not needed:
                    return True
            else:
                spare -= 1
                if spare < 0:
                    return False
        return False

    def holds_in(self, cubes: Batch) -> Flags:  # noqa: D102
        return cubes.at_least(self.needed, [part.holds_in for part in self._in_order])

    @cached_property
    def cost(self) -> int:  # noqa: D102
        return 1 + sum(part.cost for part in self.parts)

    @cached_property
    def _in_order(self) -> tuple[Primitive, ...]:
        return cheapest_first(self.parts)


@frozen
class Linear(Primitive):
    """The weights of the parts that hold add up to at least `least`.

    Weights may be negative, so that numbers of stickers can be compared with each other; a sticker is a part
    too, a `ColourCount` of one facelet, which engines treat as a sum over pieces.

    Attributes:
        terms: parts, each once, with weights, none of them 0; divided by what divides all of them.
        least: the bound.
    """

    terms: frozenset[tuple[Primitive, int]]
    least: int

    def __post_init__(self) -> None:
        divisor = math.gcd(*(weight for _, weight in self.terms))
        if divisor > 1:
            terms = frozenset((part, weight // divisor) for part, weight in self.terms)
            object.__setattr__(self, "terms", terms)
            object.__setattr__(self, "least", -(-self.least // divisor))

    def negated(self) -> Linear:  # noqa: D102
        return Linear(frozenset((part, -weight) for part, weight in self.terms), 1 - self.least)

    def moved(self, symmetry: Symmetry, puzzle: CubePuzzle) -> Linear:  # noqa: D102
        terms = ((part.moved(symmetry, puzzle), weight) for part, weight in self.terms)
        return Linear(frozenset(terms), self.least)

    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:  # noqa: D102
        return sum(w for part, w in self.terms if part.holds(colours, puzzle)) >= self.least

    def holds_in(self, cubes: Batch) -> Flags:  # noqa: D102
        return cubes.total([(part.holds_in(cubes), w) for part, w in self.terms]) >= self.least

    @property
    def cost(self) -> int:  # noqa: D102
        return 1 + sum(part.cost for part, _ in self.terms)


def sum_of(terms: Iterable[tuple[Primitive, int]], least: int) -> Primitive:
    """Return the primitive that the weights of the parts that hold add up to `least`.

    Equal parts are put together. If all weights are the same, the result is a count of the parts that hold.
    """
    weights: Counter[Primitive] = Counter()
    for part, weight in terms:
        weights[part] += weight
    weighted = {part: weight for part, weight in weights.items() if weight}
    if not weighted:
        return all_of([]) if least <= 0 else any_of([])
    if len(set(weighted.values())) > 1:
        return Linear(frozenset(weighted.items()), least)
    weight = next(iter(weighted.values()))
    if weight > 0:
        return _between(list(weighted), -(-least // weight), len(weighted))
    return _between(list(weighted), 0, least // weight)


def _between(parts: Sequence[Primitive], least: int, most: int) -> Primitive:
    """Return the primitive that `least` to `most` of some parts hold; only one of these is a bound."""
    single = [
        p for p in parts if isinstance(p, ColourCount) and len(p.facelets) == p.least == p.most == 1
    ]
    if len(single) == len(parts) and len({part.colours for part in single}) == 1:
        facelets = frozenset[int].union(*(part.facelets for part in single))
        return ColourCount(facelets, single[0].colours, least, most)
    if most == len(parts):
        return at_least_of(least, parts)
    return at_least_of(len(parts) - most, (part.negated() for part in parts))


def at_least_of(needed: int, parts: Iterable[Primitive]) -> AtLeast:
    """Return the primitive that `needed` of `parts` hold; equal parts count each.

    They would be one in the set of parts, so all but the first are wrapped.
    """
    apart: set[Primitive] = set()
    for part in parts:
        wrapped = part
        while wrapped in apart:
            wrapped = any_of([wrapped])
        apart.add(wrapped)
    return AtLeast(needed, frozenset(apart))


def any_of(parts: Iterable[Primitive]) -> AtLeast:
    """Return the disjunction of `parts`; of none, it never holds."""
    return AtLeast(1, frozenset(parts))


def all_of(parts: Iterable[Primitive]) -> AtLeast:
    """Return the conjunction of `parts`; of none, it always holds."""
    gathered = frozenset(parts)
    return AtLeast(len(gathered), gathered)


def leaves_choice(primitive: Primitive) -> bool:
    """Return whether a primitive, or one that it is made of, can hold when only some of its parts do."""
    if not isinstance(primitive, AtLeast):
        return False
    return 0 < primitive.needed < len(primitive.parts) or any(map(leaves_choice, primitive.parts))


def merged_counts(primitives: Iterable[Primitive]) -> list[Primitive]:
    """Return the primitives with all counts of the same stickers and colours made one."""
    others: list[Primitive] = []
    ranges: dict[tuple[frozenset[int], frozenset[int]], tuple[int, int]] = {}
    for primitive in primitives:
        if isinstance(primitive, ColourCount):
            key = (primitive.facelets, primitive.colours)
            least, most = ranges.get(key, (0, len(primitive.facelets)))
            ranges[key] = (max(least, primitive.least), min(most, primitive.most))
        else:
            others.append(primitive)
    return [*others, *(ColourCount(*key, *limits) for key, limits in ranges.items())]
