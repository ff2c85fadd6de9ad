"""Four colours at a point: the fifteen sets of four, and the points where four stickers meet.

The requirement is Florian F.'s ("The Rubik's Cube Perfect Scramble", Solutions Looking for
Problems): all combinations of four colours meet at a junction of four corners. Four stickers meet
at the inner points of a face, and at the points of a cube edge where two pieces touch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, permutations

from cubecsp.frozen import FixedDict
from cubecsp.models.core.primitives import ColourTable, Primitive, any_of
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation, colours_of, one_of
from cubecsp.models.rules.drawing import edge_strips
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.sizes import ANY_SIZE
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.stopping.deadline import looking


class Junctions(Rule):
    """Each of the 15 sets of four colours meets at a point where four stickers meet.

    Args:
        where: `face`, inside a face; `anywhere`, inside a face or on a cube edge.
    """

    name = "junctions"
    summary = "each of the 15 sets of four colours meets at a point where four stickers meet"
    scope = "stickers"
    parameter = RuleParameter(
        "face|anywhere",
        "where they meet",
        choices=FixedDict(
            {"face": "inside a face", "anywhere": "inside a face, or on an edge of the cube"}
        ),
    )
    example = "junctions=anywhere"
    limits = "inside the faces of a 2×2×2 there are only six points where four stickers meet, too few for face"
    declares = True

    def __init__(self, where: str) -> None:
        self.where = self.value = one_of(self, where)
        if where == "face":
            self.sizes = ANY_SIZE[1:]

    def describe(self) -> str:
        """Return the summary with the place in it."""
        place = "inside a face" if self.where == "face" else "inside a face or on a cube edge"
        return f"each of the 15 sets of four colours meets at a point {place}"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one disjunction of tables per set of colours, one table per point."""
        self.require(puzzle)
        fixed = dict(zip(puzzle.centres, range(len(FACES)), strict=False))
        points = [
            (point, tuple(map(fixed.get, point)))
            for point in _points(puzzle, edges=self.where == "anywhere")
        ]
        for colours in combinations(range(len(FACES)), 4):
            rows_where = cache(partial(_rows, colours))  # at most points there is no centre
            stated = ((point, rows_where(known)) for point, known in looking(points))
            yield any_of(ColourTable(point, rows) for point, rows in stated if rows)

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return all 48: no colour and no place is named."""
        self.require(puzzle)
        return SYMMETRIES

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per set of colours that does not meet, on no stickers."""
        self.require(cube.puzzle)
        letters, n = cube.facelets, cube.puzzle.size
        met = {frozenset(letters[f] for f in point) for point in self._drawn_points(n)}
        return [
            Violation((), f"colours {' '.join(map(colours_of, colours))} meet at no point")
            for colours in combinations(FACES, 4)
            if frozenset(colours) not in met
        ]

    def _drawn_points(self, n: int) -> Iterator[tuple[int, ...]]:
        for top_left in range(6 * n * n):
            if top_left % n < n - 1 and top_left % (n * n) < n * (n - 1):
                yield top_left, top_left + 1, top_left + n, top_left + n + 1
        if self.where == "anywhere":
            for here, there in edge_strips(n):
                for i in range(n - 1):
                    yield here[i], here[i + 1], there[i], there[i + 1]


RULE = Junctions


def _rows(colours: Sequence[int], known: Sequence[int | None]) -> frozenset[tuple[int, ...]]:
    """Return the orders of four colours in which stickers that show a known one do so."""
    return frozenset(
        row
        for row in permutations(colours)
        if all(here in (None, colour) for here, colour in zip(known, row, strict=True))
    )


def _points(puzzle: CubePuzzle, *, edges: bool) -> Iterator[tuple[int, ...]]:
    """Yield the four facelets at each point, from the geometry: two diagonals that cross there."""
    beside = _neighbours(puzzle.side_pairs)
    for a, d in looking(puzzle.diagonal_pairs):
        between = beside[a] & beside[d]
        if min(a, d) < min(between):  # each point once
            yield tuple(sorted((a, d, *between)))
    if edges:
        yield from _on_edges(puzzle)


def _neighbours(pairs: Iterable[tuple[int, int]]) -> Mapping[int, set[int]]:
    """Return for each facelet those that are in a pair with it."""
    result: dict[int, set[int]] = defaultdict(set)
    for a, b in pairs:
        result[a].add(b)
        result[b].add(a)
    return result


def _on_edges(puzzle: CubePuzzle) -> list[tuple[int, ...]]:
    """Return all stickers that each two pieces of a pair across a cube edge show on its two faces."""
    stickers = defaultdict[object, list[int]](list)
    for facelet, (piece, _) in enumerate(puzzle.locations):
        stickers[piece].append(facelet)
    points = set()
    for pair in looking(puzzle.across_pairs):
        pieces = {puzzle.locations[facelet][0] for facelet in pair}
        faces = {puzzle.face_of(facelet) for facelet in pair}
        facelets = (facelet for piece in pieces for facelet in stickers[piece])
        points.add(tuple(sorted(f for f in facelets if puzzle.face_of(f) in faces)))
    return sorted(points)
