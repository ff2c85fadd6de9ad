"""Cubes of a named set, or of a case of it: the data of `cubecsp.models.cases` as a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product

from cubecsp.errors import InputError, excerpt
from cubecsp.models.cases import CaseSet, all_sets, case_names, case_text, set_called
from cubecsp.models.core.primitives import Primitive, SlotDomain, all_of, any_of
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation
from cubecsp.models.language.rule_text import rules_in
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.suggestions import suggestion

_TURNS = tuple(map(Moves, ("", "U", "U2", "U'")))
_SIDES = tuple(map(Moves, ("", "y", "y2", "y'")))
_Held = tuple[tuple[int, int, frozenset[int]], ...]
"""Slots, each as orbit and number, with the placements that they may hold."""


class NamedCase(Rule):
    """A named set of cubes, such as PLL, or a case of it, such as PLL=T.

    A case is seen from four sides, so any turn of U may come before its algorithm, and any after it. Sets
    are data of `cubecsp.models.cases`: `PLL` and `case=PLL` are the same, and so are `T-perm` and `PLL=T`.

    Args:
        text: a set, or SET=CASE, or a name of a case that stands alone; in capitals or small letters.

    Raises:
        InputError: there is no such set or case.
    """

    name = "case"
    summary = "the cube belongs to a set of cases such as PLL, or to one of its cases, PLL=T"
    scope = "pieces"
    parameter = RuleParameter(
        "SET[=CASE]",
        "a set of cases, or a case of it",
        examples=("PLL", "PLL=T", "OLL=27", "CLL=H3", "EG-1=S4", "WV=8", "HTR"),
    )
    example = "PLL=T"

    def __init__(self, text: str) -> None:
        name, equals, member = (case_text(text) or text).partition("=")
        found = set_called(name)
        if found is None:
            known = suggestion(name, case_names(), "cubecsp rules case")
            raise InputError(f"unknown set of cases {excerpt(name)}", known)
        self.set: CaseSet = found
        self.member = found.member(member) if equals else None
        self.value = found.name if self.member is None else f"{found.name}={self.member}"
        self.sizes = found.sizes

    @classmethod
    def vocabulary(cls) -> dict[str, str]:
        """Return the sets, each with what its cubes are like."""
        return {one.name: one.description for one in all_sets()}

    def __str__(self) -> str:
        assert self.value
        return self.value

    def describe(self) -> str:
        """Return what the cubes of the set are like, and how the case is solved."""
        told = self.set.description.rstrip(".")
        if self.member is None:
            return told
        solving = self.set.members[self.member][0] or "no move"
        return f"{told}; turns of U aside, the case that {solving} solves"

    @cached_property
    def _stated(self) -> tuple[Rule, ...]:
        """The rules of the set."""
        return tuple(rule for text in self.set.rules for rule in rules_in(text, {}))

    def algorithm(self) -> Moves:
        """Return the first algorithm of the case, which has to be one."""
        assert self.member
        return Moves(self.set.members[self.member][0])

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return those of the set, and alternatives, one for each way that the case may look, of what slots hold."""
        self.require(puzzle)
        for rule in self._stated:
            yield from rule.primitives(puzzle)
        if self.member is not None:
            ways = {tuple(self._held(cube)) for cube in self.cubes(puzzle)}
            fixed = set.intersection(*map(set, ways))
            yield from (SlotDomain(*held) for held in sorted(fixed, key=lambda held: held[:2]))
            yield any_of(
                all_of(SlotDomain(*held) for held in way if held not in fixed) for way in ways
            )

    def cubes(self, puzzle: CubePuzzle) -> Iterator[State]:
        """Yield the cubes of the case, what the set ignores aside; first the one that its algorithm solves."""
        solved, undone = cube_class(puzzle.size)(), ~self.algorithm()
        for after, before, side in product(_TURNS, _TURNS, self._sides(puzzle)):
            yield solved.apply(after).apply(undone).apply(before).apply(side)

    def _held(self, cube: State) -> Iterator[tuple[int, int, frozenset[int]]]:
        """Yield what the slots of a cube hold, except for what the set ignores."""
        for index, (orbit, held) in enumerate(zip(cube.puzzle.orbits, cube.by_orbit, strict=True)):
            if index and "edges" in self.set.ignores:
                continue
            for slot, placement in enumerate(held):
                piece, turn = divmod(placement, orbit.turns)
                same = [piece]
                if "permutation" in self.set.ignores and "U" in orbit.names[piece]:
                    same = [number for number, name in enumerate(orbit.names) if "U" in name]
                yield index, slot, frozenset(number * orbit.turns + turn for number in same)

    def ignored_stickers(self, cube: State) -> frozenset[int]:
        """Return the stickers of a cube of the case that differ between cubes which the set does not tell apart."""
        stated = [one for rule in self._stated for one in rule.primitives(cube.puzzle)]
        held = {
            (one.orbit, one.slot): one.placements for one in stated if isinstance(one, SlotDomain)
        }
        held |= {(index, slot): placements for index, slot, placements in self._held(cube)}
        results = set[int]()
        for index, orbit in enumerate(cube.puzzle.orbits) if self.set.ignores else ():
            fixed = {
                min(some) // orbit.turns
                for (i, _), some in held.items()
                if i == index and len(some) == 1
            }
            free = {one for one in range(orbit.placements) if one // orbit.turns not in fixed}
            for slot, frame in enumerate(orbit.frames):
                some = held.get((index, slot), free)
                shown = (orbit.colours[one] for one in (some if len(some) == 1 else some & free))
                results |= {
                    f
                    for f, seen in zip(frame, zip(*shown, strict=True), strict=True)
                    if len({*seen}) > 1
                }
        return frozenset(results)

    def violations(self, cube: State) -> list[Violation]:
        """Return those of the set and, if no turns of U and the algorithm do its step, one more."""
        self.require(cube.puzzle)
        results = [
            Violation(found.facelets, f"it is not in the set {self.set.name}")
            if rule.rules
            else found
            for rule in self._stated
            for found in rule.violations(cube)
        ]
        sides = map(cube.apply, self._sides(cube.puzzle))
        if self.member is None or any(self._turn_before(side, self.algorithm()) for side in sides):
            return results
        return [*results, Violation((), f"it is not the case {self}")]

    def algorithms_for(self, cube: State) -> tuple[str, ...]:
        """Return those algorithms of the case that do their step on a cube of it, some after a turn of U, in brackets."""
        assert self.member
        some = {
            text: self._turn_before(cube, Moves(text)) for text in self.set.members[self.member]
        }
        return tuple(turn.replace("() ", "") + text for text, turn in some.items() if text and turn)

    def _turn_before(self, cube: State, algorithm: Moves) -> str:
        """Return the turn of U, in brackets, after which an algorithm does its step, except for a turn of U; "" for none."""
        solved = type(cube)()
        done = {tuple(self._held(solved.apply(turn))) for turn in _TURNS}
        ends = ((f"({turn}) ", cube.apply(turn).apply(algorithm)) for turn in _TURNS)
        return next((turn for turn, end in ends if tuple(self._held(end)) in done), "")

    @staticmethod
    def _sides(puzzle: CubePuzzle) -> tuple[Moves, ...]:
        """Return how the whole cube may be turned: on a 2×2×2, whose D layer no centres show, in four ways."""
        return _SIDES if puzzle.size == 2 else _SIDES[:1]


RULE = NamedCase
