"""Sums over what coupled slots hold, for larger cubes: rules about the pieces of one edge, or the centre pieces of a face.

Slots that rules couple, directly or by way of others, form a set, such as the wings between two corners; all contents that
it can have are listed. One set is filled after the other; of what is filled, only the pieces that are used, the parity and
the sum of the turns matter to what follows. Then each slot has a set of placements, and `pieces` counts and draws the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cubecsp.errors import OutOfReachError
from cubecsp.models.counting.cycles import WeightedChoice
from cubecsp.models.counting.matchings import too_many_kinds
from cubecsp.models.counting.number_of_cubes import cubes_within
from cubecsp.models.counting.structure import Coupling, Structure
from cubecsp.models.counting.terms import CubesTerm
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way, Work
from cubecsp.models.sampling.piece_numbering import PieceNumbering
from cubecsp.models.sampling.random_numbers import Draws, RandomStream
from cubecsp.models.sampling.sample_source import Rows, SampleSource, draw_rows, source_of
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.sizes import ANY_SIZE
from cubecsp.stopping.deadline import look, looking

_MOST_SLOTS = 12  # of one relation
_MOST_CONTENTS = 5_000  # of a set: half a second
_MOST_STATES = 50_000  # some seconds
_SIXTHS = 6  # of a whole turn, whether pieces turn by thirds or by halves


class CoupledSlotsWay(Way):
    """Adds up the ways to fill coupled slots, times those to fill the others."""

    name = "coupled-slots"
    summary = "sums over what coupled slots hold, if the rules couple few at a time, such as the pieces of one edge"
    immediate = True
    sizes = ANY_SIZE[2:]
    limits = "slots that the rules couple must have few contents together"

    def objection(self, question: Question) -> str | None:
        """Return that the cube is small, that some rules have no primitives or compare too much, or that classes are asked for."""
        if not question.puzzle.is_cube_of(self.sizes):
            return "it is for larger cubes"
        if question.pattern.filters:
            return "some rules can only be checked cube by cube"
        if question.classes:
            return "it does not count classes"
        if any(len(coupling.slots) > _MOST_SLOTS for coupling in question.structure.couplings):
            return "the rules compare too many stickers"
        return None

    def prepare(self, question: Question) -> None:
        """List the contents of coupled slots."""
        _coupled_slots(question.structure, question.puzzle)

    def count(self, question: Question) -> Steps:
        """Add up the ways to fill all slots."""
        yield ProgressSign()
        return ExactCount(_coupled_slots(question.structure, question.puzzle).total)

    def source(self, question: Question) -> Work[SampleSource]:
        """Add them up, and go on by these numbers."""
        yield ProgressSign()
        return source_of(_coupled_slots(question.structure, question.puzzle), question.seed)


WAY = CoupledSlotsWay()


class _SlotContent(NamedTuple):
    """What some slots hold.

    Attributes:
        held: the slots with their placements, as bit masks of those that look alike.
        used: the number of pieces of each look, in four bits each, the lowest for the first piece.
        above: those of the bits that count for the parity of what is filled before, if they are set: pieces after an
            odd number of these.
        odd: whether the inversions of these pieces, of orbits whose parity is tied, are odd.
        turned: the sum of their turns, in sixths.
    """

    held: tuple[tuple[int, int], ...] = ()
    used: int = 0
    above: int = 0
    odd: int = 0
    turned: int = 0

    def then(self, other: _SlotContent) -> _SlotContent:
        """Return this content and that of slots that are filled afterwards."""
        inversions = (self.used & other.above).bit_count()
        return _SlotContent(
            self.held + other.held,
            self.used + other.used,
            self.above ^ other.above,
            (self.odd + other.odd + inversions) % 2,
            (self.turned + other.turned) % _SIXTHS,
        )


class _CoupledSlots:
    """The ways to fill one set of coupled slots after the other, and then the other slots.

    Raises:
        OutOfReachError: a set has too many contents.
    """

    def __init__(self, structure: Structure, puzzle: CubePuzzle) -> None:
        self._puzzle, self._domains = puzzle, structure.domains
        self._spare = self._over = self._judged = 0  # four bits for each look
        self._tied: dict[int, int] = {}  # by the first slot of an orbit, a bit for each piece
        sets = _sets_of(structure.couplings)
        coupled = {slot for slots, _ in sets for slot in slots}
        for orbit, row, parity in zip(puzzle.orbits, puzzle.rows, puzzle.parities[0], strict=True):
            bits = sum(1 << 4 * slot for slot in range(row.start, row.stop))
            self._over += 8 * bits
            self._spare += sum(7 - n << 4 * slot for slot, n in enumerate(orbit.copies, row.start))
            if parity is not None:
                self._tied[row.start] = bits
            free = [self._domains[s] for s in range(row.start, row.stop) if s not in coupled]
            # One piece makes a permutation even or odd; of two anywhere, half of the ways are even.
            if len(free) == 1 or any(domain + 1 < 1 << orbit.placements for domain in free):
                self._judged += 15 * bits
        self._sets = [self._contents(some) for _, some in sets]
        self._known: dict[tuple[int, ...], int] = {}

    @property
    def total(self) -> int:
        """The number of cubes."""
        return self._beyond(0, _SlotContent())

    def draw(self, seed: int, stream: RandomStream, first: int, number: int) -> Rows:
        """Return a given number of cubes, from number `first` on: all are equally likely."""
        return draw_rows(seed, stream, first, number, self._row)

    def _row(self, draws: Draws) -> bytes:
        """Return the row of a random cube."""
        before = _SlotContent()
        for number in range(len(self._sets)):
            after = map(before.then, self._fitting(before, self._sets[number]))
            ways = ((self._beyond(number + 1, one), one) for one in after)
            before = WeightedChoice(ways).pick(draws.below)
        rest = PieceNumbering(self._puzzle, [CubesTerm(1, self._narrowed(before))])
        return rest.at(draws.below(rest.total))

    def _beyond(self, number: int, before: _SlotContent) -> int:
        """Return in how many ways all slots can be filled if those of the first few sets are."""
        last = number == len(self._sets)
        used = before.used & self._judged if last else before.used
        key = number, used, before.odd, before.turned
        if key not in self._known:
            if len(self._known) >= _MOST_STATES:
                raise OutOfReachError("the slots that the rules couple take too many states")
            look()
            if last:
                ways = cubes_within(self._narrowed(before), self._puzzle)
            else:
                after = map(before.then, self._fitting(before, self._sets[number]))
                ways = sum(self._beyond(number + 1, one) for one in after)
            self._known[key] = ways
        return self._known[key]

    def _fitting(
        self, before: _SlotContent, some: Iterable[_SlotContent]
    ) -> Iterator[_SlotContent]:
        """Yield those of some contents for which there are pieces left."""
        fields = self._spare + before.used
        return (one for one in some if not fields + one.used & self._over)

    def _narrowed(self, content: _SlotContent) -> tuple[int, ...]:
        """Return the domains of all slots if some have a content."""
        held = dict(content.held)
        result = tuple(held.get(slot, domain) for slot, domain in enumerate(self._domains))
        if why := too_many_kinds(result, self._puzzle):
            raise OutOfReachError(why)
        return result

    def _contents(self, couplings: Sequence[Coupling]) -> list[_SlotContent]:
        """Return all that the slots of some couplings can hold."""
        order = sorted({slot for coupling in couplings for slot in coupling.slots})
        place = {slot: number for number, slot in enumerate(order)}
        due: dict[int, list[Coupling]] = {slot: [] for slot in order}
        for coupling in couplings:
            due[coupling.slots[-1]].append(coupling)
        colours, found = [*self._puzzle.home_colours], [_SlotContent()]
        for slot in order:
            fitting, longer = self._placed(slot), []
            others = {place[other] for one in due[slot] for other in one.slots} - {place[slot]}
            for before in looking(found):
                for number in others:
                    self._show(before.held[number], colours)
                for one in self._fitting(before, fitting):
                    self._show(one.held[0], colours)
                    if all(c.primitive.holds(colours, self._puzzle) for c in due[slot]):
                        longer.append(before.then(one))
                if len(longer) > _MOST_CONTENTS:
                    raise OutOfReachError("slots that the rules couple may have too many contents")
            found = longer
        return found

    def _show(self, held: tuple[int, int], colours: list[int]) -> None:
        """Set the colours of a slot that holds a placement."""
        orbit, index = self._puzzle.slots[held[0]]
        seen = orbit.colours[held[1].bit_length() - 1]
        for facelet, colour in zip(orbit.frames[index], seen, strict=True):
            colours[facelet] = colour

    def _placed(self, slot: int) -> list[_SlotContent]:
        """Return all that a slot may hold by itself."""
        orbit, index = self._puzzle.slots[slot]
        first, results = slot - index, []
        for value in orbit.firsts:
            if not self._domains[slot] >> value & 1:
                continue
            piece, turn = divmod(value, orbit.turns)
            alike = sum(1 << one for one in orbit.matching(orbit.colours[value]))
            above = self._tied.get(first, 0) >> 4 * (first + piece + 1) << 4 * (first + piece + 1)
            turned = turn * _SIXTHS // orbit.turns
            results.append(
                _SlotContent(((slot, alike),), 1 << 4 * (first + piece), above, 0, turned)
            )
        return results


@lru_cache(maxsize=4)
def _coupled_slots(structure: Structure, puzzle: CubePuzzle) -> _CoupledSlots:
    return _CoupledSlots(structure, puzzle)


def _sets_of(couplings: Iterable[Coupling]) -> list[tuple[set[int], list[Coupling]]]:
    """Return the sets of slots that are coupled, directly or by way of others, each with what couples them."""
    results: list[tuple[set[int], list[Coupling]]] = []
    for coupling in looking(couplings):
        met = [one for one in results if not one[0].isdisjoint(coupling.slots)]
        first = met[0] if met else (set(), [])
        for slots, some in (*met[1:], ({*coupling.slots}, [coupling])):
            first[0].update(slots)
            first[1].extend(some)
        results = [*(one for one in results if one not in met), first]
    return results
