"""The native engine: depth-first search with forward checking, written in C++ for this purpose.

There is a variable per slot, twenty on the 3×3×3, whose values are the placements; a domain is a bit mask,
and assigning a value applies one row of masks to all other slots. Corners come before edges and the fewest
candidates first (R. M. Haralick and G. L. Elliott, Artificial Intelligence 14 (1980) 263-313).
Symmetry is broken by the least of each orbit (lex-leader: J. Crawford et al., KR 1996), tested on
partial assignments, so that the perfect scramble walks canonical corner placements, of which there
are 16,080, and not all 750,640.

Counts over the same stickers, such as those of a face's six colours, are done side by side in vector
registers once nothing simpler is pending, and at-least nodes after them. The search takes values in ascending order or,
with a seed or when that leads nowhere for long, in another one. That depends only on the seed and the branch, so that
it is the same for any number of threads. If an at-least leaves a choice, the search also tries orders that first decide
which of its parts hold: each part that does is then demanded, and what contradicts it is refuted at once.

Larger cubes and other puzzles use the same search with more room (`native_room.py`). The first of several
pieces that look alike stands for all of them; slots may then hold the same piece, and a count over the slots
says how often each look occurs, so that cubes that look alike are found once.

This file lowers the primitives to what the search knows: domains, binary relations, and counts,
tables, patterns and at-least nodes over (slot, mask) literals.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

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
    merged_counts,
)
from cubecsp.models.core.stated_invariants import invariants_read_off
from cubecsp.models.engines.engine import (
    Engine,
    Event,
    Problem,
    Progress,
    SolutionBlock,
    seeds_of,
    singly,
)
from cubecsp.models.engines.native_room import LARGEST, AnySearch, lack_of_room, roomy_enough
from cubecsp.models.engines.native_threads import NODES_PER_STEP, SOLUTIONS_PER_STEP, in_steps
from cubecsp.models.engines.options import option
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.cubes import class_of
from cubecsp.puzzle.cube.images import slot_map
from cubecsp.puzzle.cube.sizes import ANY_SIZE
from cubecsp.stopping.deadline import look
from cubecsp.work.executor import Executor

_FIRST_TRY = 5_000  # nodes for the first random order
_SOON = (
    4 * _FIRST_TRY
)  # nodes without a solution after which parts of at-least nodes are decided first
_GOLDEN = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio, which spreads the orders tried

_Literal = tuple[int, int]  # a variable, and the mask of the values that make it true


@dataclass(frozen=True)
class NativeEngine(Engine):
    """Enumerates with `cubecsp._native.PatternSearch`."""

    patience: int = option(
        1_000_000,  # a tenth of a second
        "nodes without a solution before the search tries other orders",
        least=0,
    )

    name = "native"
    takes_hints = True
    summary = "depth-first search in C++"
    parallel = True
    in_tasks = True
    sizes = ANY_SIZE[: LARGEST - 1]
    limits = "it has room for 512 slots"
    other_puzzles = True

    def objection(self, puzzle: Puzzle) -> str | None:
        """Return why it does not take a puzzle: it has no room for it; see `Engine`."""
        objection = super().objection(puzzle)
        if objection is not None or isinstance(puzzle, CubePuzzle):
            return objection
        lack = lack_of_room(puzzle)
        return None if lack is None else f"takes smaller puzzles, since {lack}"

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of `problem`; see `Engine`."""
        return singly(problem, self.blocks(problem))

    def blocks(self, problem: Problem) -> Generator[SolutionBlock | Progress, None, None]:
        """Enumerate the solutions of `problem`, some thousands at once; see `Engine`."""
        search = search_of(problem)
        if problem.hint is not None:
            search.prefer(problem.preferred)
        yield Progress(0.0, 0)
        if problem.executor is not None:
            yield from _in_tasks(search, problem, problem.executor)
            return
        results = b""
        if problem.seed is not None:
            trial = yield from _try_orders(search, problem.seed)
            search = trial.from_the_start(search) if trial else search
        else:
            search, results = yield from _begin(search, self.patience, fresh=problem.threads > 1)
        for values, progress in _steps(search, problem.threads, results):
            yield progress
            if values:
                yield SolutionBlock(values)

    def samples(self, problem: Problem) -> Generator[Event, None, None]:
        """Yield varied solutions of `problem`: the first ones of many orders; see `Engine`."""
        search = search_of(problem)
        nodes = 0
        yield Progress(None, nodes)
        for seed in seeds_of(problem):
            trial = yield from _try_orders(search, seed, spent=nodes)
            if trial is None or not trial.row:
                return
            nodes = trial.spent
            yield Progress(None, nodes)
            yield class_of(problem.puzzle).from_row(trial.row)


ENGINE = NativeEngine()


class _Trial(NamedTuple):
    """A search in a random order that has led to an answer: to a solution, or to the end without one."""

    search: AnySearch
    order: int
    by_parts: bool  # whether it decides first which parts of at-least nodes hold
    row: bytes
    spent: int
    """Nodes of all tries together."""

    def from_the_start(self, search: AnySearch) -> AnySearch:
        """Return `search`, which has not begun, in this order; or the end, if that is the answer."""
        if not self.row:
            return self.search
        if self.by_parts:
            search.branch_on_parts()
        search.shuffle(self.order)
        return search


def _begin(
    search: AnySearch, patience: int, *, fresh: bool
) -> Generator[Progress, None, tuple[AnySearch, bytes]]:
    """Return the search to go on with, and what it has found: nothing yet if it is to be `fresh`.

    Ascending order is usually the quickest, but its first choices make most of a solved cube, and may take
    very long to refute. If it finds nothing for a while, random orders follow, sooner if at-least nodes leave a
    choice.
    """
    ahead, result = search.copy(), b""
    nodes = min(_SOON, patience) if search.copy().branch_on_parts() else patience
    while not (result or ahead.done):
        result = ahead.run(min(NODES_PER_STEP, nodes - ahead.nodes), SOLUTIONS_PER_STEP)
        yield Progress(ahead.progress, ahead.nodes)
        if result or ahead.done or ahead.nodes < nodes:
            continue
        trial = yield from _try_orders(search, 0, most_nodes=nodes)
        if trial is not None:
            return trial.from_the_start(search), b""
        if nodes == patience:
            break
        nodes = patience
    return (search, b"") if fresh and not ahead.done else (ahead, result)


def _try_orders(
    search: AnySearch, seed: int, *, most_nodes: int | None = None, spent: int = 0
) -> Generator[Progress, None, _Trial | None]:
    """Return a search in a random order, one that soon leads to a solution if there are any.

    A random order may begin with choices that take very long to refute, while another one does not
    (C. Gomes, B. Selman and H. Kautz, AAAI 1998). So each order gets some time, twice as long every time, which at most
    doubles the cost of a hopeless search. Every other order decides first which parts of at-least nodes hold, if these
    leave a choice. The orders depend only on the seed.

    Args:
        search: a search that has not begun.
        seed: what the orders depend on.
        most_nodes: what a try may cost; without it, tries end when one has led to an answer.
        spent: nodes searched before.

    Returns:
        The first search that has led to an answer, or None if none has at that cost.
    """
    nodes = _FIRST_TRY
    for attempt in itertools.count():
        if most_nodes is not None and nodes > most_nodes:
            break
        order = (seed + attempt * _GOLDEN) % (1 << 64)
        trial = search.copy()
        by_parts = attempt % 2 == 0 and trial.branch_on_parts()
        trial.shuffle(order)
        while trial.nodes < nodes and not trial.done:
            result = trial.run(min(NODES_PER_STEP, nodes - trial.nodes), 1)
            if result:
                return _Trial(trial, order, by_parts, result, spent + trial.nodes)
            yield Progress(None, spent + trial.nodes)
        if trial.done:  # there are none, in any order
            return _Trial(trial, order, by_parts, b"", spent + trial.nodes)
        spent += trial.nodes
        nodes *= 2
    return None


def _steps(search: AnySearch, threads: int, rows: bytes) -> Iterator[tuple[bytes, Progress]]:
    """Yield the values found, a slot each, step by step; `rows` are the first ones of one thread."""
    if threads == 1 or search.done:
        yield rows, Progress(search.progress, search.nodes)
    if not search.done:
        yield from in_steps(search, threads)


def _in_tasks(
    search: AnySearch, problem: Problem, executor: Executor
) -> Generator[SolutionBlock | Progress, None, None]:
    """Yield the values found, branch after branch, wherever the branches are searched."""
    from cubecsp.models.engines.native_tasks import Subtrees, tasks_of  # seldom needed

    # The job is sent elsewhere, so its problem contains neither the executor nor the caller.
    bare = Problem(problem.puzzle, problem.primitives, problem.symmetries, without=problem.without)
    job = Subtrees(bare, problem.title, search_of)
    share = 0.0
    with contextlib.closing(executor.results(job, tasks_of(search), ordered=True)) as results:
        for done in results:
            if done is not None:
                share += done.task.cost
                if done.result:
                    yield SolutionBlock(done.result)
            yield Progress(min(1.0, share), 0)


class _Lowering:
    """Turns primitives into the constraints of one search, about all orbits or only the first ones."""

    def __init__(self, problem: Problem, orbits: int | None = None) -> None:
        self.problem = problem
        self.puzzle = puzzle = problem.puzzle
        self.orbits = puzzle.orbits[:orbits]
        invariants = (
            invariant
            for invariant in invariants_read_off(puzzle)
            if invariant not in problem.without
        )
        self.search = _search(self.orbits, invariants)
        self.first_var = tuple(row.start for row in puzzle.rows[:orbits])
        # For each facelet its variable and the colour that each value shows, or its one colour.
        self.var_of: dict[int, int] = {}
        self.shows: dict[int, tuple[int, ...]] = {}
        self.fixed: dict[int, int] = {}
        self.masks: dict[int, tuple[int, ...]] = {}  # for each facelet and colour the values
        if isinstance(puzzle, CubePuzzle):  # of others no primitive is about stickers
            self._show_colours(puzzle)

    def _show_colours(self, puzzle: CubePuzzle) -> None:
        self.fixed = dict(zip(puzzle.centres, range(6), strict=False))
        for first, orbit in zip(self.first_var, self.orbits, strict=True):
            for position in range(len(orbit.homes[0])):
                row = tuple(colours[position] for colours in orbit.colours)
                masks = tuple(_mask(v for v, c in enumerate(row) if c == k) for k in range(6))
                for slot, facelets in enumerate(orbit.frames):
                    facelet = facelets[position]
                    self.var_of[facelet] = first + slot
                    self.shows[facelet] = row
                    self.masks[facelet] = masks

    def lower(self) -> AnySearch:
        """Return a search that is ready to run."""
        for first, orbit in zip(self.first_var, self.orbits, strict=True):
            if orbit.alike:
                self._repeat(first, orbit)
        for primitive in merged_counts(self.problem.primitives):
            self._require(primitive)
        for symmetry in self.problem.symmetries:
            if symmetry.index:
                # If not all orbits are searched, slots of others are left out.
                pairs = zip(
                    slot_map(self.puzzle, symmetry)[: self.search.vars],
                    self.puzzle.slots,
                    strict=False,
                )
                self.search.break_symmetry(
                    [(source, _images(values, orbit)) for (source, values), (orbit, _) in pairs]
                )
        return self.search

    def _repeat(self, first: int, orbit: Orbit) -> None:
        """Demand that every look occurs as often as there are pieces that have it."""
        slots = range(first, first + len(orbit.names))
        for slot in slots:
            self.search.restrict_domain(slot, _mask(orbit.firsts))
        for piece, copies in enumerate(orbit.copies):
            if copies:
                mask = _mask(range(piece * orbit.turns, (piece + 1) * orbit.turns))
                literals = [(slot, mask) for slot in slots]
                self.search.require(self.search.add_count(literals, copies, copies))

    def _require(self, primitive: Primitive) -> None:
        """Demand a primitive, by domains and relations if it is about one or two slots."""
        look()
        match primitive:
            case SlotDomain(orbit, slot, placements):
                self.search.restrict_domain(self.first_var[orbit] + slot, _mask(placements))
            case AtLeast(needed, parts) if needed == len(parts):
                for part in parts:
                    self._require(part)
            case AtLeast(1, parts) if len(parts) == 2 and _of_two_slots(parts):
                self._relate(*parts)
            case Differ() | Equal():
                self._require_pair(primitive)
            case ColourCount(facelets, colours, least, most) if len(facelets) == 1:
                (facelet,) = facelets
                values = frozenset(
                    c for c in range(6) if least <= (1 if c in colours else 0) <= most
                )
                self._require_colour(facelet, values)
            case _:
                self.search.require(self._atom(primitive))

    def _require_colour(self, facelet: int, colours: frozenset[int]) -> None:
        if facelet in self.fixed:
            if self.fixed[facelet] not in colours:
                self.search.require(self.search.add_count([], 1, 1))
            return
        mask = sum(self.masks[facelet][c] for c in colours)
        self.search.restrict_domain(self.var_of[facelet], mask)

    def _require_pair(self, pair: Differ | Equal) -> None:
        a, b = pair.a, pair.b
        differ = isinstance(pair, Differ)
        if b in self.fixed:
            a, b = b, a
        if a in self.fixed:
            same = frozenset({self.fixed[a]})
            self._require_colour(b, frozenset(range(6)) - same if differ else same)
            return
        every = (1 << len(self.shows[b])) - 1
        masks = self.masks[b]
        allowed = [every & ~masks[c] if differ else masks[c] for c in self.shows[a]]
        if self.var_of[a] == self.var_of[b]:
            own = _mask(value for value, mask in enumerate(allowed) if mask >> value & 1)
            self.search.restrict_domain(self.var_of[a], own)
        else:
            self.search.relate(self.var_of[a], self.var_of[b], allowed)

    def _relate(self, placed: SlotDomain, other: SlotDomain) -> None:
        """Demand that one of two slots holds what is said of it."""
        mine, theirs = (self.puzzle.orbits[each.orbit].placements for each in (placed, other))
        every, otherwise = _mask(range(theirs)), _mask(other.placements)
        allowed = [every if v in placed.placements else otherwise for v in range(mine)]
        first, second = (self.first_var[each.orbit] + each.slot for each in (placed, other))
        self.search.relate(first, second, allowed)

    def _atom(self, primitive: Primitive) -> int:
        """Return the number of a constraint that states `primitive`, which is not yet demanded."""
        look()
        match primitive:
            case SlotDomain(orbit, slot, placements):
                return self.search.add_count(
                    [(self.first_var[orbit] + slot, _mask(placements))], 1, 1
                )
            case ColourCount(facelets, colours, least, most):
                return self._count(sorted(facelets), colours, least, most)
            case Differ(a, b) | Equal(a, b):
                equal = isinstance(primitive, Equal)
                rows = frozenset((c, c) for c in range(6))
                return self._table(ColourTable((a, b), rows, equal))
            case ColourTable():
                return self._table(primitive)
            case Diagram(facelets, layers):
                return self.search.add_diagram([self._cell(f) for f in facelets], layers)
            case FacePatterns(a, b, same):
                return self.search.add_pattern(
                    [self._cell(f) for f in cube_of(self.puzzle).face(a)],
                    [self._cell(f) for f in cube_of(self.puzzle).face(b)],
                    [list(cells) for cells in primitive.maps(cube_of(self.puzzle))],
                    same,
                )
            case AtLeast(needed, parts):
                return self.search.add_at_least(needed, [self._atom(part) for part in parts])
            case Linear(terms, least):
                return self._linear(terms, least)
        raise AssertionError(f"unknown primitive {primitive!r}")

    def _count(
        self, facelets: Sequence[int], colours: frozenset[int], least: int, most: int
    ) -> int:
        literals: list[_Literal] = []
        for facelet in facelets:
            if facelet in self.fixed:
                constant = self.fixed[facelet] in colours
                least, most = least - constant, most - constant
            else:
                masks = self.masks[facelet]
                literals.append((self.var_of[facelet], sum(masks[c] for c in colours)))
        return self.search.add_count(literals, least, most)

    def _linear(self, terms: Iterable[tuple[Primitive, int]], least: int) -> int:
        """Return a sum over slots, of what their stickers add for each value, and over other parts."""
        by_var: dict[int, list[int]] = {}
        parts: list[tuple[int, int]] = []
        for part, weight in terms:
            match part:
                case ColourCount(facelets, colours, 1, 1) if len(facelets) == 1:
                    (facelet,) = facelets
                    if facelet in self.fixed:
                        least -= weight * (self.fixed[facelet] in colours)
                        continue
                    colours_of = self.shows[facelet]
                    added = by_var.setdefault(self.var_of[facelet], [0] * len(colours_of))
                    for value, colour in enumerate(colours_of):
                        added[value] += weight * (colour in colours)
                case _ if weight > 0:
                    parts.append((self._atom(part), weight))
                case _:  # the part is 1 minus its negation
                    parts.append((self._atom(part.negated()), -weight))
                    least -= weight
        return self.search.add_linear(sorted(by_var.items()), parts, least)

    def _table(self, table: ColourTable) -> int:
        columns = list(range(len(table.facelets)))
        rows = [
            row
            for row in sorted(table.rows)
            if all(self.fixed.get(table.facelets[i], row[i]) == row[i] for i in columns)
        ]
        by_var: dict[int, list[int]] = {}
        for i in columns:
            if table.facelets[i] not in self.fixed:
                by_var.setdefault(self.var_of[table.facelets[i]], []).append(i)
        if not by_var:
            return self.search.add_count([], 0 if bool(rows) == table.allowed else 1, 1)
        rows_of = [self._supports(table.facelets, used, rows) for used in by_var.values()]
        return self.search.add_table(list(by_var), rows_of, len(rows), table.allowed)

    def _supports(
        self, facelets: Sequence[int], used: list[int], rows: list[tuple[int, ...]]
    ) -> list[list[int]]:
        """Return, for each value of the variable that shows columns `used`, the rows that agree."""
        agreeing: dict[tuple[int, ...], list[int]] = {}
        for number, row in enumerate(rows):
            agreeing.setdefault(tuple(row[i] for i in used), []).append(number)
        combinations = zip(*(self.shows[facelets[i]] for i in used), strict=True)
        return [agreeing.get(colours, []) for colours in combinations]

    def _cell(self, facelet: int) -> tuple[int, list[int]]:
        if facelet in self.fixed:
            return -1, [self.fixed[facelet]]
        return self.var_of[facelet], list(self.shows[facelet])


def _of_two_slots(parts: Iterable[Primitive]) -> TypeGuard[Iterable[SlotDomain]]:
    """Return whether all parts are about what a slot holds, each about another slot."""
    slots = {(part.orbit, part.slot) for part in parts if isinstance(part, SlotDomain)}
    return len(slots) == len([*parts])


def search_of(problem: Problem, orbits: int | None = None) -> AnySearch:
    """Return a search for all ways to fill the first orbits, ignoring the others; None for all orbits.

    The primitives are about slots of these orbits only; the caller takes care of how the parities of
    orbits are tied to each other. The symmetries take each of the orbits to itself.
    """
    return _Lowering(problem, orbits).lower()


def _search(orbits: Sequence[Orbit], invariants: Iterable[Invariant]) -> AnySearch:
    """Return a search that knows the pieces of orbits, the first ones of a puzzle, and invariants that turns preserve.

    Invariants that are about other orbits, too, are left out.
    """
    stated = [
        (invariant.modulus, invariant.turned, invariant.permuted)
        for invariant in invariants
        if all(index < len(orbits) for index in (*dict(invariant.turned), *invariant.permuted))
    ]
    return roomy_enough(orbits)(
        [(len(orbit.names), orbit.turns) for orbit in orbits],
        laws=stated,
        alike=[index for index, orbit in enumerate(orbits) if orbit.alike],
    )


def _images(values: Sequence[int], orbit: Orbit) -> list[int]:
    """Return images of placements, the first standing for all that look alike: again a permutation.

    Args:
        values: for each placement of an orbit of the same kind its image.
        orbit: the orbit that the images are of.
    """
    if not orbit.alike:
        return list(values)
    image_of = dict(
        zip(orbit.firsts, orbit.seen(bytes(values[v] for v in orbit.firsts)), strict=True)
    )
    left = iter(sorted({*range(orbit.placements)} - {*image_of.values()}))
    return [image_of[v] if v in image_of else next(left) for v in range(orbit.placements)]


def _mask(values: Iterable[int]) -> int:
    mask = 0
    for value in values:
        mask |= 1 << value
    return mask
