"""Which cubes count as one: those that turns before and after, symmetries or inversion make of each other.

Those of the chosen transformations that preserve the rules generate a group, and cubes that satisfy the rules are the
same if they are in one of its orbits. With turns of U before and after, these are double cosets of the group of four
turns, as in lists of cases of the last layer (B. Helmstetter, https://www.ai.univ-paris8.fr/~bh/cube/). The least image
of a cube, or of what it shows in a projection, stands for its orbit.

The cubes themselves show what preserves the rules: whatever makes of one of them a cube that breaks a rule does not. In a
projection, what they show takes their place: what makes of it something that no such cube shows does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from cubecsp.errors import InputError
from cubecsp.interface import spelled
from cubecsp.models.core.hold import preserving_hold
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.projection import Projection
from cubecsp.puzzle.cube.cube_puzzle import PUZZLES, CubePuzzle
from cubecsp.puzzle.cube.cubes import class_of, cube_class
from cubecsp.puzzle.cube.images import Images, SlotMap, images_of, slot_map, split
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

_BEFORE, _AFTER, _BOTH = _TURNS = "before", "after", "before, undone after"

Transformation = Symmetry | str
"""A symmetry; or turns of U before, after or, if neither alone preserves the rules, before and back after."""


class Sameness:
    """What makes two cubes that satisfy some rules the same.

    Args:
        pattern: the rules.
        ways: the kinds of transformations: `auf`, `rotation`, `mirror`, which includes rotations, or `inverse`.
        projection: the part of the cubes that counts; None for all of it.

    Attributes:
        candidates: the chosen transformations other than inversion, whether they preserve the rules or not.
        has_solved: whether the solved cube satisfies the rules.

    Raises:
        InputError: the puzzle has no such transformations, or the projection does not show what they do.
    """

    def __init__(
        self, pattern: Pattern, ways: Sequence[str], projection: Projection | None = None
    ) -> None:
        puzzle, self.projection = pattern.puzzle, projection
        if not isinstance(puzzle, CubePuzzle) or any(rule.alone for rule in pattern.rules):
            problem = "classes are of cubes, by rules that each cube can be checked for"
            raise InputError(problem, f"leave out {spelled('same_under')}")
        self.puzzle = puzzle
        self.has_solved = pattern.holds(cube_class(puzzle.size)())
        self.has_turns, self.has_inverses = "auf" in ways, "inverse" in ways
        beyond = self.has_turns or self.has_inverses or projection is not None
        if beyond and puzzle not in PUZZLES:
            problem = f"of a {puzzle.name}, only rotations and mirrors make classes"
            raise InputError(problem, "leave out auf, inverse and the projection")
        if self.has_inverses and projection is not None:
            problem = "a part of a cube does not show the same part of its inverse"
            raise InputError(problem, f"leave out inverse, or {spelled('project')}")
        symmetries: Iterable[Symmetry] = SYMMETRIES if "mirror" in ways else SYMMETRIES[:24]
        if not {"rotation", "mirror"}.intersection(ways):
            symmetries = ()
        if self.has_turns:  # the others make turns of U to turns of another face
            symmetries = [one for one in symmetries if one.faces[0] == 0]
        if beyond:  # then all rows have to be of cubes in one orientation
            symmetries = preserving_hold(symmetries, puzzle)
        turns = _TURNS if self.has_turns else ()
        self._maps = {one: self._map(one) for one in (*turns, *symmetries)}
        self.candidates = [one for one in self._maps if self._shows_the_same(one)]
        if self.has_turns and not {*_TURNS[:2]}.issubset(self.candidates):
            problem = "the part that is projected to does not show what turns of U make of it"
            raise InputError(problem, f"leave out auf, or {spelled('project')}")
        self._known = {*preserving_hold(pattern.symmetries, puzzle)}
        self._checks = [rule.holds_in for rule in pattern.cheapest_first]

    def preserves(self, one: Transformation, rows: bytes, views: Set[bytes] | None) -> bool:
        """Return whether a transformation preserves the rules, as far as is known or some cubes show.

        Args:
            one: the transformation.
            rows: the cubes.
            views: what cubes that satisfy the rules show in the projection: it is enough if their images show that too.
        """
        if one in self._known:
            return True
        images = images_of(self.puzzle, [self._maps[one]]).least(rows)
        if self.projection is None or views is None:
            from cubecsp.puzzle.cube import batch  # numpy is loaded only when needed

            return all(batch.keeping(images, self._checks, self.puzzle))
        return views >= {*split(self.projection.views(images), len(self.puzzle.slots))}

    def require(self, kept: Sequence[Transformation]) -> None:
        """Make sure that turns of U preserve the rules if they are asked for.

        Args:
            kept: all transformations that preserve the rules.

        Raises:
            InputError: they do not, or on one side only, which does not go with inverses.
        """
        if self.has_turns and not self._turns(kept):
            problem = "turns of U preserve these rules neither before nor after"
            raise InputError(problem, "leave out auf")
        if self.has_inverses and self._turns(kept) in ([_BEFORE], [_AFTER]):
            problem = f"turns of U preserve these rules only {self._turns(kept)[0]}, those of inverses on the other side"
            raise InputError(problem, "leave out auf, or inverse")

    def images(self, kept: Sequence[Transformation]) -> Images:
        """Return what computes images of rows, or of views, under the group that some transformations generate."""
        symmetries = [one for one in kept if isinstance(one, Symmetry)] or SYMMETRIES[:1]
        maps = [self._map(one) for one in symmetries]
        for side in self._turns(kept):
            turned = maps
            for _ in range(3):
                turned = [_then(one, self._maps[side]) for one in turned]
                maps = maps + turned
        if self.projection is not None:
            maps = [_then(one, self.projection.labels) for one in maps]
        return images_of(self.puzzle, maps, of_views=self.projection is not None)

    def keys(self, rows: bytes, images: Images) -> list[bytes]:
        """Return for each row a key that all cubes of its class share."""
        seen = rows if self.projection is None else self.projection.views(rows)
        keys = [*split(images.least(seen), len(self.puzzle.slots))]
        if not self.has_inverses:
            return keys
        others = split(images.least(self._inverted(rows)), len(self.puzzle.slots))
        return [*map(min, keys, others)]

    def sizes(self, rows: bytes, images: Images) -> Sequence[int | None]:
        """Return the number of cubes in the class of each row; None if only a list of all cubes would show it."""
        if self.projection is not None or self.has_inverses:
            return [None] * (len(rows) // len(self.puzzle.slots))
        return images.sizes(rows)

    def in_words(self, kept: Sequence[Transformation]) -> str:
        """Return the transformations that make cubes the same, to follow "under"."""
        turns = self._turns(kept)
        parts = [f"turns of U {' and '.join(turns)}"] if turns else []
        mirrored = [one.mirrored for one in kept if isinstance(one, Symmetry)]
        if mirrored:
            noun = "rotations and mirrors" if any(mirrored) else "rotations"
            parts.append(
                f"{len(mirrored)} {noun}" if len(mirrored) > 1 else "no rotation or mirror"
            )
        return ", ".join([*parts, *["inversion"] * self.has_inverses])

    def _turns(self, kept: Iterable[Transformation]) -> list[str]:
        turns = [one for one in kept if isinstance(one, str)]
        return [one for one in turns if one != _BOTH] or turns

    def _shows_the_same(self, one: Transformation) -> bool:
        """Return whether what a cube shows in the projection decides what its image shows."""
        if self.projection is None:
            return True
        labels = [values for _, values in self.projection.labels]
        for slot, (source, values) in enumerate(self._maps[one]):
            pairs = {(labels[source][v], labels[slot][image]) for v, image in enumerate(values)}
            if len(pairs) > len({*labels[source]}):
                return False
        return True

    def _map(self, one: Transformation) -> SlotMap:
        """Return where each slot gets its content from, and the image of each placement."""
        if isinstance(one, Symmetry):
            return slot_map(self.puzzle, one)
        if one == _BOTH:
            undone = _then(_then(self._map(_AFTER), self._map(_AFTER)), self._map(_AFTER))
            return _then(self._map(_BEFORE), undone)
        held, results = class_of(self.puzzle)._of(self.puzzle.turns[0]).placements, []
        for slot, (orbit, index) in enumerate(self.puzzle.slots):
            turns, first = orbit.turns, slot - index
            pairs = [(v, held[slot]) for v in range(orbit.placements)]
            if one == _BEFORE:
                pairs = [(held[first + v // turns], v) for v, _ in pairs]
            values = bytes(v // turns * turns + (v + by) % turns for v, by in pairs)
            results.append((slot if one == _BEFORE else first + held[slot] // turns, values))
        return results

    def _inverted(self, rows: bytes) -> bytes:
        from cubecsp.puzzle.cube import batch

        return batch.inverted(batch.from_bytes(rows, self.puzzle), self.puzzle).tobytes()


def _then(first: SlotMap, second: SlotMap) -> SlotMap:
    """Return the map that is first one, then the other."""
    return [
        (first[source][0], bytes(values[value] for value in first[source][1]))
        for source, values in second
    ]
