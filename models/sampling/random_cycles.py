"""Random cubes by their cycles: for rules about the order, symmetries, and solved pieces.

For each case of the question (`cubecsp.models.counting.stabilisers`), a cube is drawn that one of the smallest
groups preserves: first the blocks that are in place, then the invariants of the corners and of the edges, each with a
probability in proportion to the number of such cubes, then cycle after cycle. A cube that several of these groups
preserve would be drawn by each of them, so it is kept with a probability of one in their number; if it is not, or has
more symmetries than asked for, or a wrong block is in place, another one is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from cubecsp.frozen import frozen
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.counting.cycles import (
    Draw,
    WeightedChoice,
    draw_blocks,
    kinds_of_blocks,
    together,
)
from cubecsp.models.counting.equivariant import SlotInvariants
from cubecsp.models.counting.home_pieces import (
    BlockChoice,
    Homes,
    cubes_of_case,
    is_about_cycles,
    law_pairs,
)
from cubecsp.models.counting.stabilisers import (
    Case,
    about_order,
    cases_of_rules,
    count_by_stabiliser,
)
from cubecsp.models.counting.subgroups import TRIVIAL, Group
from cubecsp.models.counting.way import Question
from cubecsp.models.sampling.random_numbers import Draws, RandomStream
from cubecsp.models.sampling.sample_source import Rows, draw_rows
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.images import slot_map
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.stopping.deadline import look

_DEARER = 60  # times as long as other cubes takes one that is drawn cycle by cycle, checks included: 80 µs instead of 1.4


class RandomCycles:
    """The cubes that satisfy the rules of a question about orders, symmetries and solved pieces.

    Args:
        question: what is asked.

    Attributes:
        total: how many cubes there are.
    """

    def __init__(self, question: Question) -> None:
        sources = [_Source(case) for case in cases_of_rules(question.pattern.rules)]
        self._ways = WeightedChoice((source.total, source) for source in sources)
        self.total = count_by_stabiliser(replace(question, classes=False), cubes_of_case).number

    def draw(self, seed: int, stream: RandomStream, first: int, number: int) -> Rows:
        """Return a given number of them, from number `first` on: all are equally likely."""
        return draw_rows(seed, stream, first, number, self._row)

    def _row(self, draws: Draws) -> list[int]:
        while True:
            look()
            row = self._ways.pick(draws.below).try_row(draws.below)
            if row is not None:
                return row


def random_cycles(question: Question, others: int) -> RandomCycles | None:
    """Return the cubes that satisfy those rules that are about orders, symmetries and solved pieces.

    Args:
        question: what is asked.
        others: how many other cubes could be tested instead.

    Returns:
        None if no rule is about the order, or trying as many of the others takes less time.
    """
    if question.puzzle is not CUBE or not about_order(question.pattern.rules):
        return None
    taken = tuple(filter(is_about_cycles, question.pattern.rules))
    if not about_order(taken):
        return None
    cubes = RandomCycles(replace(question, pattern=Pattern(taken)))
    return cubes if cubes.total * _DEARER < others else None


@frozen
class _Way:
    """Some cubes of a case.

    Attributes:
        homes: the choices of blocks in place, in cubes that a group preserves.
        choice: one of them.
        laws: the invariants of the arrangements of corners and of edges.
    """

    homes: Homes
    choice: BlockChoice
    laws: tuple[SlotInvariants, SlotInvariants]

    @cached_property
    def moving(self) -> list[WeightedChoice[SlotInvariants]]:
        """The invariants, for each orbit, of arrangements of the slots without a choice."""
        return [
            WeightedChoice(
                (number, some)
                for some, number in self.homes.moving(self.choice, orbit).items()
                if together(orbit, self.choice.laws[orbit], some) == law
            )
            for orbit, law in enumerate(self.laws)
        ]


class _Source:
    """The cubes of a case, as many times as there are groups that they are drawn by.

    Args:
        case: of a question.
    """

    def __init__(self, case: Case) -> None:
        self._case = case
        groups = case.stabilisers or {TRIVIAL}
        self._groups = [group for group in groups if not any(other < group for other in groups)]
        self._groups.sort(key=sorted)

    @cached_property
    def total(self) -> int:
        """The number of cubes, counted like this."""
        return self._ways.total

    @cached_property
    def _ways(self) -> WeightedChoice[_Way]:
        ways = []
        for group in self._groups:
            homes = Homes(self._case.condition, group)
            for choice, times in homes.choices.items():
                for laws, number in law_pairs(homes.laws(choice), self._case.orders):
                    ways.append((number * times, _Way(homes, choice, laws)))
        return WeightedChoice(ways)

    def try_row(self, draw: Draw) -> list[int] | None:
        """Return the row of a cube; None if another one has to be drawn."""
        row = _random_row(self._ways.pick(draw), draw)
        if self._case.stabilisers is None:
            return row
        stabiliser = _stabiliser(row)
        times = sum(group <= stabiliser for group in self._groups)
        if stabiliser not in self._case.stabilisers or draw(times):
            return None
        return row


def _random_row(way: _Way, draw: Draw) -> list[int]:
    """Return the row of a cube: all of this kind are equally likely."""
    homes, contents = way.homes, way.homes.pick(way.choice, draw)
    row: list[int] = []
    for orbit in range(len(way.laws)):
        held: dict[int, int] = {}
        for one, chosen in zip(homes.named, contents, strict=True):
            if one.kind.orbit == orbit:
                for block, content in chosen.items():
                    held |= dict(zip(block, content, strict=True))
        held |= _moving_contents(way, orbit, contents, draw)
        row += (held[slot] for slot in sorted(held))
    return row


def _moving_contents(
    way: _Way, orbit: int, contents: Sequence[Mapping[tuple[int, ...], tuple[int, ...]]], draw: Draw
) -> dict[int, int]:
    """Return the contents of the slots without a choice: all that give the orbit its invariants are equally likely."""
    homes = way.homes
    at_home = {
        block
        for one, chosen in zip(homes.named, contents, strict=True)
        if one.kind.orbit == orbit
        for block in chosen
    }
    free = [
        [block for block in kind.blocks if block not in at_home]
        for kind in kinds_of_blocks(orbit, homes.group)
    ]
    own = way.moving[orbit].pick(draw)
    while True:
        look()
        held = draw_blocks(orbit, homes.group, free, own, draw)
        if not homes.are_any_at_home(orbit, held):
            return held


def _stabiliser(row: Sequence[int]) -> Group:
    """Return the group of all symmetries that preserve a cube."""
    return frozenset(
        symmetry.index
        for symmetry in SYMMETRIES
        if all(
            values[row[source]] == value
            for value, (source, values) in zip(row, slot_map(CUBE, symmetry), strict=True)
        )
    )
