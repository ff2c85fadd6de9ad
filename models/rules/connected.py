"""The stickers of a colour form one region, which may run across edges of the cube.

If they do not, the smallest region has at most half of them, which is four on the 3×3×3. So it is enough to say
of every connected set of up to four stickers that it is no region by itself: if all of it shows the colour, a
neighbour does, too. That needs no order in which stickers are reached, so engines see every such rule in full.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain

from cubecsp.models.core.primitives import ColourCount, Primitive, any_of
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation, colours_of
from cubecsp.models.rules.drawing import edge_strips
from cubecsp.models.rules.no_touching import pairs_touching
from cubecsp.models.rules.terms import colour_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import named_after_centres
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

_Cells = frozenset[int]


class Connected(Rule):
    """The stickers of each colour, or of some, form one region each.

    Stickers are neighbours if they lie side by side on a face, or side by side across an edge of the cube.

    Args:
        colours: letters of colours; all six if there are none.

    Raises:
        InputError: one is unknown.
    """

    name = "connected"
    summary = "the stickers of each colour, or of these, form one region, across edges too"
    scope = "stickers"
    parameter = RuleParameter("COLOURS", "letters of colours", examples=("R", "U"), optional=True)
    example = "connected=R"
    sizes = (2, 3)
    limits = "on larger cubes a region may have too many shapes"
    declares = True

    def __init__(self, colours: str = "") -> None:
        chosen = {colour_of(colour) for colour in colours or FACES}
        self.colours = "".join(sorted(chosen, key=FACES.index))
        self.value = None if self.colours == FACES else self.colours

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return for each colour and each small connected set that it is no region by itself."""
        self.require(puzzle)
        for colour in map(FACES.index, self.colours):
            shown = frozenset({colour})
            others = frozenset(f for c, f in enumerate(puzzle.centres) if c != colour)
            own = frozenset(puzzle.centres) - others
            for cells, around in _small_sets(puzzle):
                if not cells & others and not around & own:
                    alone = [ColourCount(frozenset({f}), shown, 0, 0) for f in cells - own]
                    more = [ColourCount(frozenset({f}), shown, 1, 1) for f in around - others]
                    yield any_of([*alone, *more])

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per colour with several regions, on all but the largest."""
        self.require(cube.puzzle)
        results = []
        for colour in self.colours:
            regions: list[set[int]] = []
            for facelet in (f for f, letter in enumerate(cube.facelets) if letter == colour):
                beside = _drawn_neighbours(cube.puzzle.size)[facelet]
                apart = [region for region in regions if region.isdisjoint(beside)]
                joined = (region for region in regions if region not in apart)
                regions = [*apart, {facelet}.union(*joined)]
            if len(regions) > 1:
                smaller = sorted(regions, key=len)[:-1]
                text = f"the stickers of colour {colours_of(colour)} form {len(regions)} regions"
                results.append(Violation(tuple(sorted(set[int]().union(*smaller))), text))
        return results

    def holds(self, cube: State) -> bool:
        """Return whether each of the colours has one region: much quicker than by the primitives."""
        return not self.violations(cube)

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return those that map the colours to each other."""
        self.require(puzzle)
        chosen = {*map(FACES.index, self.colours)}
        return tuple(s for s in SYMMETRIES if {s.faces[colour] for colour in chosen} == chosen)

    def renamed(self, holding: str) -> Rule:
        """Return the rule about the same colours in other letters."""
        if self.value is None:
            return self
        return RenamedRule(self, Connected(named_after_centres(self.colours, holding)), holding)

    def describe(self) -> str:
        """Return the rule in words."""
        which = "each colour" if self.value is None else f"each of the colours {self.colours}"
        return f"the stickers of {which} form one region, across edges too"


RULE = Connected


@cache
def _small_sets(puzzle: CubePuzzle) -> tuple[tuple[_Cells, _Cells], ...]:
    """Return the connected sets of up to half as many stickers as a face has, each with its neighbours."""
    beside = _neighbours(puzzle.size, (*puzzle.side_pairs, *puzzle.edge_pairs))
    sets = {frozenset({facelet}) for facelet in range(len(beside))}
    results: list[tuple[_Cells, _Cells]] = []
    for _ in range(puzzle.size**2 // 2):
        around = {cells: frozenset(b for f in cells for b in beside[f]) - cells for cells in sets}
        results += around.items()
        sets = {cells | {facelet} for cells, border in around.items() for facelet in border}
    return tuple(results)


@cache
def _drawn_neighbours(size: int) -> list[set[int]]:
    """Return the neighbours of each facelet, read off drawings."""
    strips = (zip(*pair, strict=True) for pair in edge_strips(size))
    return _neighbours(size, chain(pairs_touching("side", size), *strips))


def _neighbours(size: int, pairs: Iterable[tuple[int, int]]) -> list[set[int]]:
    beside: list[set[int]] = [set() for _ in range(6 * size**2)]
    for a, b in pairs:
        beside[a].add(b)
        beside[b].add(a)
    return beside
