"""All move sequences from a cube to a goal, shortest first: breadth-first search from both ends.

Any named moves (turns, slices, rotations, or whole algorithms) are the steps, any set of known
stickers is the goal, and the answer is every shortest sequence, or every sequence up to a length, as T. Rand and R.
Dinaro's Prolog program lists them. It deepens from one end, which takes half an hour for a cube
four quarter turns from solved; here levels grow from the cube forwards and from the goals
backwards, always the smaller one, and meet in the middle. Sequences are then read off without a
dead end: up to the middle along positions that are known to lead on, from there along the backward
levels.

Positions that the goal does not distinguish are merged: placements that every slot treats alike,
however turned, get one label, so a cross has 190,080 positions instead of 43 quintillion, and a
single goal position to search back from. If there are several goals, each has its own search, in step
by length. If a goal has too many positions to list, or is a Python function, only the forward levels
grow.

A position is where the pieces are among the centres, and the whole-cube orientation, because that
decides which layer a move turns. Goals are only about the pieces: the cube may have any orientation.
Sequences are listed as written, in every order of commuting moves; `up_to_commuting` keeps the first
of those that differ only in this order, by the lexicographic normal form of A. Anisimov and D. Knuth
("Inhomogeneous sorting", 1979): no move comes after a later one that it commutes with, and with all
between them. The group that the moves generate shows whether a goal can be reached at all
(`cubecsp.search.reachability`), so no search for what does not exist fills the memory.

Tried and dropped: iterative deepening with a table of backward levels. It needs less memory, but
walks every order of commuting moves again: 46,656 paths where 12 clockwise turns undo four, whose
middle level holds 29,000 positions; the gap widens with every move.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

from cubecsp._native import SequenceSearch
from cubecsp.errors import InputError, LimitError, OutOfTimeError
from cubecsp.puzzle.core.group import IDENTITY
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import TURNS, Metric, Moves
from cubecsp.puzzle.cube.notation import held_after
from cubecsp.puzzle.cube.sizes import ANY_SIZE
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.puzzle.cube.words import listed
from cubecsp.search import Method, goals
from cubecsp.search.geometry import pack
from cubecsp.search.named_moves import NamedMove
from cubecsp.search.named_moves import Sequence as Sequence
from cubecsp.search.named_moves import named_moves as named_moves
from cubecsp.search.reachability import CubeMoveGroup, holdings_of, permutation
from cubecsp.search.solution import NamedSolution, none_as_short, require_reachable
from cubecsp.stopping.deadline import look

Target = goals.PlacementGoal | goals.Ends | Cube | Facelets | str | Callable[[Cube], bool]
"""A cube; stickers, with `.` for those that do not matter; placements per slot; a list of cubes, any of which
will do; or a yes-no function."""

GOAL_LIMIT = 200_000
"""A goal with more positions than this is not searched backwards from."""

_BYTES_A_POSITION = 64
_SMALL = 20_000  # positions: with fewer, a search need not consult the group
_ASKED = 1000  # ends: for more, the group is not consulted
_STEPS_A_SLICE = 100_000
_SEQUENCES_A_SLICE = 256
_POSITIONS_JUDGED_A_SLICE = 4096

_Goal = tuple[
    tuple[frozenset[int], ...], ...
]  # for both kinds of slot the placements each may hold


def sequences(
    cube: Cube,
    turns: str | Mapping[str, str | Moves] | None = None,
    *,
    target: Target | Iterable[Target] | None = None,
    shortest: bool = True,
    at_most: int | None = None,
    up_to_commuting: bool = False,
    direct: bool = False,
    time_limit: float | None = None,
    memory: int = 1 << 30,
    corners_only: bool = False,
) -> Bidirectional:
    """Return a search to iterate over: sequences of named moves that lead `cube` to the target.

    They come by length, and among equals in the order of the moves' names as given. Sequences that
    are written differently are different, even if they do the same.

    Args:
        cube: where to start.
        turns: the moves, as "U,R,F" or "M2,U,U2" or "R U R' U',F", or texts (or `Moves`) by name;
            all eighteen turns when left out.
        target: where to end, one or any of several; solved when left out. Slices, wide turns and
            rotations may leave the whole cube turned: the target is compared with the pieces among the
            centres, that is, with the cube turned back.
        shortest: only the shortest sequences; otherwise all up to `at_most` moves, detours included.
        at_most: longest sequences to look for.
        up_to_commuting: of sequences that differ only in the order of adjacent commuting moves,
            give only the first.
        direct: leave out sequences with two moves that could be one of the moves, or none, and commute with all
            between them.
        time_limit: seconds.
        memory: bytes that positions may take.
        corners_only: look only at the corners, in `cube` and in targets, as for a 2×2×2.

    Raises:
        InputError: the moves cannot be read, a target is invalid, or `at_most` is missing.
    """
    if not shortest and at_most is None:
        raise InputError("listing sequences of any length would never end", "give at_most")
    if at_most is not None and at_most < 0:
        raise InputError(f"at_most={at_most}", "expected a number of moves from 0 up")
    targets: list[Target] = [Cube()] if target is None else _targets(target)
    if not targets:
        raise InputError("no target to reach", "give at least one")
    return Bidirectional(
        cube,
        named_moves(turns),
        targets,
        shortest,
        at_most,
        up_to_commuting,
        time_limit,
        memory,
        corners_only,
        direct,
    )


def solve(
    cube: Cube,
    metric: Metric = "htm",
    *,
    turns: str | Mapping[str, str | Moves] | None = None,
    max_length: int | None = None,
    time_limit: float | None = None,
    memory: int = 1 << 30,
) -> NamedSolution | None:
    """Return a shortest solution, or None if the time limit ended first.

    Args:
        cube: any reachable cube; one that is a dozen turns from solved takes a gigabyte.
        metric: how turns are counted when all may be used.
        turns: see `sequences`; with these, a solution has as few of them as possible.
        max_length: longest solution to look for.
        time_limit: seconds.
        memory: bytes that positions may take.

    Raises:
        InputError: no sequence of these turns solves the cube, or none of any turns: the message
            says what they generate.
        LimitError: none of `max_length` does, or memory ran out.
    """
    started = time.perf_counter()
    require_reachable(cube)
    search = sequences(
        cube,
        turns if turns is not None else _single(metric),
        at_most=max_length,
        time_limit=time_limit,
        memory=memory,
    )
    try:
        result = next(iter(search), None)
    except LimitError:
        if search.timed_out:
            return None
        raise
    if result is None:
        raise _failure(search)
    return NamedSolution(
        moves=result.moves,
        metric=metric,
        optimal=turns is None,
        proven=len(result.moves) if turns is None else 0,
        seconds=time.perf_counter() - started,
        nodes=search.positions,
        sequence=None if turns is None else result,
    )


def each_solution(
    cube: Cube,
    *,
    metric: Metric = "htm",
    turns: str | Mapping[str, str | Moves] | None = None,
    max_length: int | None = None,
    up_to_commuting: bool = False,
    time_limit: float | None = None,
) -> Iterator[Sequence]:
    """Yield every shortest solution; arguments and errors are those of `solve` and `sequences`."""
    require_reachable(cube)
    search = sequences(
        cube,
        turns if turns is not None else _single(metric),
        at_most=max_length,
        up_to_commuting=up_to_commuting,
        time_limit=time_limit,
    )
    return _all_of(search)


def _all_of(search: Bidirectional) -> Iterator[Sequence]:
    sequence = None
    for sequence in search:  # and remember whether there was any
        yield sequence
    if sequence is None:
        raise _failure(search)


def _failure(search: Bidirectional) -> InputError | LimitError:
    """Return the reason why a search for solutions has ended without one."""
    if not search.exhausted:
        assert search.at_most is not None  # any other end raises an error itself
        return none_as_short(search.at_most)
    return InputError(
        f"cube {search.cube.facelets} is not solved by any sequence of these moves: {search.reason}",
        "allow more moves to choose from",
    )


def _single(metric: Metric) -> str:
    """Return the turns that count as one."""
    return ",".join(name for name in TURNS if metric == "htm" or not name.endswith("2"))


@dataclass
class Bidirectional:
    """A search, made by `sequences`. Each iteration starts from the beginning, and may be left at any time.

    Iteration ends when all that was asked for has been listed. It raises `LimitError` when time or
    memory runs out before that.

    Attributes:
        cube: the cube that it starts from.
        turns: the moves by name.
        targets: the goals.
        shortest: whether only shortest sequences are wanted.
        at_most: longest sequences wanted, or None.
        up_to_commuting: whether sequences that differ in the order of commuting moves are one.
        time_limit: seconds, or None.
        memory: bytes that positions may take.
        corners_only: whether only corners are looked at.
        direct: whether sequences with two moves that could be one, or none, are left out.
        searched: all sequences of up to this many moves are known; −1 before the start.
        positions: how many different positions are kept, of the cube and of the goals.
        exhausted: whether there are no longer sequences: every reachable position was seen, or the group that they generate leads to no target.
        timed_out: whether the time limit ended the search.
    """

    cube: Cube
    turns: Mapping[str, NamedMove]
    targets: list[Target]
    shortest: bool = True
    at_most: int | None = None
    up_to_commuting: bool = False
    time_limit: float | None = None
    memory: int = 1 << 30
    corners_only: bool = False
    direct: bool = False
    searched: int = field(default=-1, init=False)
    positions: int = field(default=0, init=False)
    exhausted: bool = field(default=False, init=False)
    timed_out: bool = field(default=False, init=False)

    def __iter__(self) -> Iterator[Sequence]:
        deadline = None if self.time_limit is None else time.monotonic() + self.time_limit
        self.searched, self.positions = -1, 0
        self.exhausted = self.timed_out = False
        branches = [self.branch(target) for target in self.targets]
        moves = list(self.turns.values())
        ever = asked = False
        for length in range(self.at_most + 1 if self.at_most is not None else 10**9):
            if length:
                for branch in branches:
                    self._advance(branch, length, branches, deadline)
            self.searched = length
            result = False
            merged = heapq.merge(*(branch.sequences() for branch in branches))
            for numbers, _ in groupby(merged):
                result = True
                yield Sequence.of(moves[number] for number in numbers)
                self._check_time(length, deadline)
            if result and self.shortest:
                return
            ever = ever or result
            if not (ever or asked) and (self.positions > _SMALL or length == self.at_most):
                asked = True
                branches = self._those_in_reach(branches, length, deadline)
            branches = [branch for branch in branches if not branch.native.exhausted]
            if not branches:
                self.exhausted = True
                return

    @property
    def reason(self) -> str:
        """Why a search that is exhausted has found nothing: what the moves generate."""
        *others, last = self.turns
        if len(others) >= len(TURNS):
            named = f"these {len(self.turns)} moves generate"
        else:
            named = f"{listed([*others, last])} alone generate" if others else f"{last} generates"
        turned = ", rotations of the whole cube included," if len(self._steps.held) > 1 else ","
        end = (
            "which this cube is not in"
            if self.targets == [Cube()]
            else "none of whose elements leads there"
        )
        still = listed(self._group.unmoved)
        left = f"; they leave {still} in place" if still else ""
        return f"{named} a group of order {self._group.order:,}{turned} {end}{left}"

    @cached_property
    def _steps(self) -> _Steps:
        return _Steps(self.turns.values())

    @cached_property
    def _group(self) -> CubeMoveGroup:
        return CubeMoveGroup(self.turns.values(), self.corners_only)

    def branch(self, target: Target) -> _Branch:
        """Return the search for one target."""
        share = self.memory // _BYTES_A_POSITION // len(self.targets)
        most = max(1, min(share, 0xFFFFFFFE))
        if isinstance(target, Cube):
            target = goals.only(target)
        elif isinstance(target, str | Facelets):
            target = goals.matching(Facelets.parse(target) if isinstance(target, str) else target)
        return _Branch(self, target, most)

    def _advance(
        self, branch: _Branch, length: int, branches: list[_Branch], deadline: float | None
    ) -> None:
        while not branch.native.advance(_STEPS_A_SLICE):
            self._check_time(length, deadline)
        self.positions = sum(other.native.positions for other in branches)
        if branch.native.full:
            raise LimitError(
                f"no room for more than {self.positions:,} positions; sequences of up to "
                f"{length - 1} moves are all known, longer ones are not",
                "allow more memory, fewer turns, such as <R,U,D>, or a goal that leaves more open",
            )
        if branch.native.too_long:
            raise LimitError(
                f"sequences of {length} moves are too long to list with detours",
                "ask for shortest ones only",
            )
        branch.judge_level(lambda: self._check_time(length, deadline))

    def _those_in_reach(
        self, branches: list[_Branch], length: int, deadline: float | None
    ) -> list[_Branch]:
        """Return the branches whose goals the group that the moves generate may reach."""
        results = []
        for branch in branches:
            self._check_time(length, deadline)
            if branch.may_be_met:
                results.append(branch)
        return results

    def _check_time(self, length: int, deadline: float | None) -> None:
        if deadline is not None and time.monotonic() > deadline:
            self.timed_out = True
            raise OutOfTimeError(
                f"the time limit passed at sequences of length {length}; "
                f"those of up to {length - 1} moves are all known",
                "allow more time",
            )
        look()


class _Steps:
    """The permutations of the moves, for each orientation of the cube that they may lead to.

    Attributes:
        held: these ways; the first is that of the start.
        cubes: the image of a solved cube under each move, for the first way, then for the second, …
        holdings: in the same order, the number of the orientation of the cube afterwards.
    """

    def __init__(self, moves: Iterable[NamedMove]) -> None:
        moves = list(moves)
        self.held = holdings_of(moves)
        pairs = [(holding, move) for holding in self.held for move in moves]
        turns = (move.turns.seen_from(holding).turns for holding, move in pairs)
        self.cubes = [Cube().apply(Moves(some)) for some in turns]
        self.holdings = bytes(self.held.index(held_after(h, move.holding)) for h, move in pairs)
        self._moved = [permutation(move.turns) for move in moves]

    def commuting(self, *, once: bool, direct: bool) -> bytes:
        """Return a row of bytes for each move, as `SequenceSearch` takes them, or none if all sequences are wanted."""
        if not (once or direct):
            return b""
        saved = {IDENTITY, *self._moved} if direct else set()
        return bytes(
            0
            if a.translate(b) != b.translate(a)
            else 2
            if a.translate(b) in saved
            else 3 - 2 * once
            for a in self._moved
            for b in self._moved
        )


class _Branch:
    """The search for one goal, or for any of the listed ends."""

    def __init__(
        self,
        search: Bidirectional,
        target: goals.PlacementGoal | goals.Ends | Callable[[Cube], bool],
        most: int,
    ) -> None:
        self.search = search
        self.judge = target if callable(target) else None
        self.ends = self._reachable(target) if isinstance(target, goals.Ends) else None
        self._edges_differ = isinstance(target, goals.Ends) and target.edges is not None
        self.goal = target if isinstance(target, goals.PlacementGoal) else goals.anything()
        labels = self._labels(target)
        masks = [
            sum(1 << label for label in {of[value] for value in allowed})
            for of, sets in zip(labels, self.goal, strict=True)
            for allowed in sets
        ]
        steps = search._steps
        self.native = SequenceSearch(
            moves=pack(steps.cubes),
            inverses=pack(~cube for cube in steps.cubes),
            holdings=steps.holdings,
            corner_labels=labels[0],
            edge_labels=labels[1],
            start=pack([search.cube]),
            goal=[0] * len(masks) if self.ends == b"" else masks,
            ends=self.ends or b"",
            commuting=steps.commuting(once=search.up_to_commuting, direct=search.direct),
            shortest=search.shortest,
            judged=self.judge is not None,
            most_goals=min(GOAL_LIMIT, most),
            most_positions=most,
        )
        self.judge_level(lambda: None)

    def _labels(
        self, target: goals.PlacementGoal | goals.Ends | Callable[[Cube], bool]
    ) -> list[bytes]:
        """Return the labels of corners and edges: the same for placements that need not be distinguished."""
        if isinstance(target, goals.PlacementGoal):
            pairs = zip(CUBE.orbits, target, strict=True)
            labels = [goals.labels(orbit, sets) for orbit, sets in pairs]
        else:
            labels = [bytes(range(orbit.placements)) for orbit in CUBE.orbits]
        if isinstance(target, goals.Ends) and target.edges is not None:
            labels[1] = goals.labels(CUBE.edges, target.edges)
        if self.search.corners_only:
            labels[1] = bytes(CUBE.edges.placements)
        return labels

    def _reachable(self, ends: goals.Ends) -> bytes:
        """Return the ends that agree with the start in every slot that no move touches, if all slots are given."""
        rows = ends.rows
        if ends.edges is not None:
            return rows
        start = self.search.cube.placements
        moved = {
            slot
            for cube in self.search._steps.cubes
            for slot, (held, home) in enumerate(zip(cube.placements, _HOME, strict=True))
            if held != home
        }
        kept = [slot for slot in range(len(_HOME)) if slot not in moved]
        each = (rows[at : at + len(_HOME)] for at in range(0, len(rows), len(_HOME)))
        return b"".join(row for row in each if all(row[slot] == start[slot] for slot in kept))

    @property
    def may_be_met(self) -> bool:
        """Whether the group that the moves generate may lead to the goal, or to an end."""
        group, start = self.search._group, self.search.cube
        if self.ends is None:
            return bool(self.judge) or group.reaches(start, self.goal) is not False
        width = len(_HOME)
        if len(self.ends) > _ASKED * width or self._edges_differ:
            return True
        ends = (self.ends[at : at + width] for at in range(0, len(self.ends), width))
        return any(group.reaches(start, goals.only(Cube._with(end))) is not False for end in ends)

    def judge_level(self, check: Callable[[], None]) -> None:
        """Ask the user's function about every position that is new on the last level."""
        first = 0
        while self.judge:
            held = self.native.last_level(first, _POSITIONS_JUDGED_A_SLICE)
            if not held:
                return
            for number in range(len(held) // 20):
                row = held[20 * number : 20 * number + 20]
                if self.judge(Cube._with(row)):
                    self.native.accept(first + number)
            first += _POSITIONS_JUDGED_A_SLICE
            check()

    def sequences(self) -> Iterator[bytes]:
        """Yield the sequences of the length just decided, as strings of move numbers."""
        length = self.native.length
        if not self.native.found:
            return
        if length == 0:
            yield b""
            return
        while batch := self.native.sequences(_SEQUENCES_A_SLICE):
            for start in range(0, len(batch), length):
                yield batch[start : start + length]


_HOME = Cube().placements


def _targets(target: Target | Iterable[Target]) -> list[Target]:
    single = Cube | Facelets | goals.PlacementGoal | goals.Ends | str
    if isinstance(target, single) or callable(target):
        return [target]
    return list(target)


def _one(cube: State, **options: Any) -> NamedSolution | None:
    if isinstance(cube, Cube):
        return solve(cube, **options)
    from cubecsp.search import breadth_first_by_stickers as by_stickers

    return by_stickers.solve(cube, **options)


def _each(cube: State, **options: Any) -> Iterator[Sequence]:
    if isinstance(cube, Cube):
        return each_solution(cube, **options)
    from cubecsp.search import breadth_first_by_stickers as by_stickers

    return by_stickers.each_solution(cube, **options)


METHOD: Method[State] = Method(
    "breadth-first",
    "the shortest over any set of turns: for cubes a dozen turns from solved or less",
    frozenset({"metric", "max_length", "time_limit", "turns"}),
    one=_one,
    each=_each,
    sizes=ANY_SIZE,
    other_puzzles=True,
)
