"""A rule holds in some whole-cube orientation, or in every one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.compose import all_rules
from cubecsp.models.core.composite import Composite, conjunction
from cubecsp.models.core.primitives import Primitive, all_of, any_of
from cubecsp.models.core.rule import Rule, State, Violation
from cubecsp.models.core.sticker_scope import weight
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of
from cubecsp.puzzle.cube.sizes import ODD_SIZES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags

_MAX_MOVED = 2_000_000  # rows and relations of a rule in all whole-cube orientations


class WholeOrientation(Composite):
    """A rule holds in every whole-cube orientation, or in some.

    Reorienting a cube renames its colours along, as conjugation does.

    Args:
        rule: what has to hold.
        quantifier: `some` or `every`.
        mirrored: whether mirror images count: all 48 symmetries, not just the 24 rotations.
    """

    sizes = ODD_SIZES

    def __init__(
        self, rule: Rule, quantifier: Literal["some", "every"] = "some", *, mirrored: bool = False
    ) -> None:
        ways = "symmetry" if mirrored else "orientation"
        self.name = f"{quantifier}-{ways}"
        number = 48 if mirrored else 24
        how = "at least one" if quantifier == "some" else "each"
        mirror = " and mirror it" if mirrored else ""
        self.summary = f"the rule holds in {how} of the {number} ways to hold the cube{mirror}"
        super().__init__([rule], times=number)
        self.rule = rule
        self.ways = SYMMETRIES[:number]
        self.quantifier = quantifier

    def limitation(self, puzzle: CubePuzzle) -> str:
        """Return why it does not apply to `puzzle`."""
        return f"a {puzzle.name} looks the same in every whole-cube orientation: it has no centres"

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that `puzzle` can have different orientations, and that the part applies to it."""
        Rule.require(self, puzzle)
        super().require(puzzle)

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return the conjunction or disjunction of the rule's images."""
        self.require(puzzle)
        inner = conjunction(self.rule, puzzle)
        size = len(self.ways) * weight(inner, rows=1, nodes=1)
        if size > _MAX_MOVED:
            raise InputError(
                f"rule {excerpt(str(self))} expands to {size} rows and relations",
                f"the limit is {_MAX_MOVED}",
            )
        images = [inner.moved(symmetry, cube_of(puzzle)) for symmetry in self.ways]
        yield any_of(images) if self.quantifier == "some" else all_of(images)

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on no stickers in particular."""
        self.require(cube.puzzle)
        kept = sum(self.rule.holds(symmetry.of(cube)) for symmetry in self.ways)
        if kept == len(self.ways) or (kept and self.quantifier == "some"):
            return []
        message = f"{self.rule} holds in {kept} of the {len(self.ways)} ways to hold the cube"
        return [Violation((), message)]

    def holds(self, cube: State) -> bool:
        """Return whether the rule holds in some, or in all, of the orientations."""
        self.require(cube.puzzle)
        holds = (self.rule.holds(symmetry.of(cube)) for symmetry in self.ways)
        return any(holds) if self.quantifier == "some" else all(holds)

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether the rule holds in some, or in all, of the orientations."""
        self.require(cubes.puzzle)
        needed = 1 if self.quantifier == "some" else len(self.ways)
        return cubes.at_least(needed, [partial(self._holds_after, way) for way in self.ways])

    def _holds_after(self, way: Symmetry, cubes: Batch) -> Flags:
        return self.rule.holds_in(cubes.moved(way))

    def cost(self, puzzle: Puzzle) -> int:
        """Return the cost of the rule in all orientations."""
        return len(self.ways) * self.rule.cost(puzzle)

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return the orientations themselves, or all 48 if the rule is the same in a mirror."""
        self.require(puzzle)
        return (
            self.ways
            if self.is_filter_on(puzzle)
            else max(Rule.symmetries(self, puzzle), self.ways, key=len)
        )

    def describe(self) -> str:
        """Return the quantifier and the rule in words."""
        return self.summary.replace("the rule", f"({self.rule.describe()})", 1)

    def _with_rules(self, rules: Sequence[Rule]) -> Rule:
        return WholeOrientation(
            all_rules(rules), self.quantifier, mirrored=len(self.ways) == len(SYMMETRIES)
        )

    def __repr__(self) -> str:
        return (
            f"WholeOrientation({self.rule!r}, {self.quantifier!r}, mirrored={len(self.ways) == 48})"
        )
