"""Scrambles: random cubes, and moves that make each from a solved one without telling what it is.

A scramble is random-state: the cube is drawn first, as `sample` draws it, and moves are looked for then. So what
one gets is as likely as any other, which random moves do not give.

Without rules these are scrambles as the regulations of the World Cube Association ask for, made as its program
TNoodle makes them (https://github.com/thewca/tnoodle-lib, ThreeByThreeCubePuzzle and TwoByTwoCubePuzzle): a cube
that fewer than 2 turns solve, or 4 of a 2×2×2, is drawn anew; moves are the inverse of a solution by two phases of at
most 21 turns, or 11 turns of U, R and F. What differs: of several solutions TNoodle takes the shortest that it
finds within 200 ms, or the one that is the easiest to do, and here it is the first that is short enough, or one that
belongs to the seed.

With rules the cubes may be few, or near to solved, and the moves that solve them well known. So some random
turns come first, and two phases lead from there to the cube, by a way that does not begin with undoing them, and
that is not short. Of a 2×2×2 the 11 turns are a random one of the ways of that length.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Any, ClassVar, Unpack

from cubecsp.errors import OutOfTimeError
from cubecsp.formats import SOLVED
from cubecsp.models.sampling.draws import Draws, Stream
from cubecsp.puzzle.moves import Moves
from cubecsp.puzzle.state import TURN_CUBES, Cube, PocketCube
from cubecsp.questions import query as questions
from cubecsp.questions.answer import CubeReport, Status
from cubecsp.questions.given import PatternLike
from cubecsp.questions.keywords import taking
from cubecsp.questions.limits import Run, check_size
from cubecsp.questions.sample import Drawing, OnDrawing, Sample, SampleAnswer, SampleOptions
from cubecsp.search import pocket
from cubecsp.search.solution import Solution
from cubecsp.search.two_phase import TwoPhase

__all__ = ["LEAST_DISTANCES", "LENGTHS", "Scramble", "scramble"]

LENGTHS = {3: 21, 2: 11}
"""By the size of the cube: so many turns a scramble has, of a 3×3×3 at most and without rules, else exactly."""

LEAST_DISTANCES = {3: 2, 2: 4}
"""A cube that fewer turns solve is drawn anew where there are no rules."""

_TOGETHER = 16  # cubes that are solved together
_FIRST_TURNS, _MOST_TURNS = 2, 12  # of those that come first where there are rules
_ATTEMPTS = 4  # with so many of them, after which there is one more
_LEAST, _MOST = 15, 19  # turns that follow them


@dataclass(frozen=True)
class Scramble(Sample):
    """What `scramble` is asked; see `Sample`."""

    question: ClassVar[str] = "scramble"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_size(self.pattern.puzzle, "scrambled")

    @property
    def is_official(self) -> bool:
        """Whether the scrambles are those of the World Cube Association: there are no rules."""
        return not self.pattern.rules

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        return super().as_dict() | {"wca": self.is_official}

    def stream(self, *, on_progress: OnDrawing | None = None) -> questions.Stream[SampleAnswer]:
        """Return the question under way: a report for each cube once its moves are there."""
        work = _Scrambling(self, on_progress)
        return questions.Stream(
            SampleAnswer(query=self, status=Status.UNKNOWN), self.limits, work.reports, work.settle
        )


@taking(SampleOptions, Scramble)
def scramble(
    pattern: PatternLike | Iterable[PatternLike] = (),
    *,
    n: int = 1,
    on_progress: OnDrawing | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
    **how: Unpack[SampleOptions],
) -> SampleAnswer:
    """Return scrambles: random cubes that satisfy the rules, and moves that make each from a solved one.

    Of each report `generator` has the moves. The cubes are as uniform as those of `sample`, and the moves
    do not tell how a cube is solved. Without rules they are scrambles by the regulations of the World Cube
    Association.

    Args:
        pattern: rules, patterns, or texts that state them; one or several, or none for all cubes.
        n: how many scrambles.
        on_progress: see `sample`.
        on_found: called with every cube as soon as its moves are there.
        how: see `SampleOptions`.

    Raises:
        InputError: see `sample`, or the cube is larger than a 3×3×3.
        LimitError: see `sample`.
    """
    return Scramble.of(pattern, n, how).stream(on_progress=on_progress).collect(on_found)


class _Scrambling(Drawing):
    """A `Scramble` under way."""

    _query: Scramble

    def __init__(self, query: Scramble, on_progress: OnDrawing | None) -> None:
        super().__init__(query, on_progress)
        self._given = 0
        if query.is_official:
            self.refuses = (
                _is_too_near if query.pattern.puzzle is Cube.puzzle else _is_too_near_pocket
            )

    def reports(self, answer: SampleAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the cubes with their moves."""
        waiting: list[CubeReport] = []
        for report in super().reports(answer, run):
            waiting.append(report)
            if len(waiting) == _TOGETHER:
                yield from self._solved(waiting, run)
                waiting = []
        yield from self._solved(waiting, run)
        answer.drawn = self._given

    def _solved(self, reports: Sequence[CubeReport], run: Run) -> Iterator[CubeReport]:
        """Yield the reports with moves, as far as there is time."""
        with run:
            for report, moves in zip(reports, self._moves(reports, run), strict=True):
                run.deadline.check()
                self._given += 1
                solved = report.solved_by(Solution(~moves, "htm", False, 0, 0.0, 0))
                yield replace(solved, text=str(moves) or SOLVED)

    def _moves(self, reports: Sequence[CubeReport], run: Run) -> Iterator[Moves]:
        """Yield moves that make each cube."""
        draws = [
            Draws(self._query.seed or 0, Stream.MOVES, self._given + number)
            for number in range(len(reports))
        ]
        cubes = [report.cube for report in reports]
        large = [cube for cube in cubes if isinstance(cube, Cube)]
        if large and self._query.is_official:
            yield from _ways(large, LENGTHS[3], run)
        elif large:
            yield from _by_detours(large, draws, run)
        else:
            for cube, some in zip(cubes, draws, strict=True):
                assert isinstance(cube, PocketCube)
                yield _exact(cube, some)


def _is_too_near(row: bytes) -> bool:
    """Return whether at most one turn solves a 3×3×3."""
    return row in _NEAR


_NEAR = frozenset(cube.placements for cube in (Cube(), *TURN_CUBES))


def _is_too_near_pocket(row: bytes) -> bool:
    """Return whether fewer turns solve a 2×2×2 than are to be needed."""
    return pocket.distance(PocketCube.from_row(row)) < LEAST_DISTANCES[2]


def _exact(cube: PocketCube, draws: Draws) -> Moves:
    """Return moves that make a 2×2×2, of the usual length."""
    moves = pocket.of_length(cube, LENGTHS[2], draws.below)
    assert moves is not None, "every 2×2×2 is solved in eleven turns"
    return ~moves


@cache
def _solver() -> TwoPhase:
    """Return a solver whose solutions do not depend on the tables that others have made."""
    return TwoPhase("small")


def _ways(cubes: Sequence[Cube], most: int, run: Run) -> list[Moves]:
    """Return moves of at most so many turns that make each cube, the first that two phases find.

    Raises:
        OutOfTimeError: the time was over before all were found.
    """
    found = _solver().solve_many(cubes, max_length=most, deadline=run.deadline)
    ways = [~solution.moves for solution in found if solution is not None]
    if len(ways) < len(cubes):
        raise OutOfTimeError
    return ways


def _by_detours(cubes: Sequence[Cube], draws: Sequence[Draws], run: Run) -> list[Moves]:
    """Return moves that make each cube: random turns, and a way from there that does not undo them."""
    done: dict[int, Moves] = {}
    for attempt in count():
        left = [number for number in range(len(cubes)) if number not in done]
        if not left:
            return [done[number] for number in range(len(cubes))]
        number_of_turns = min(_FIRST_TURNS + attempt // _ATTEMPTS, _MOST_TURNS)
        firsts = [_random_turns(number_of_turns, draws[number]) for number in left]
        rests = [
            ~Cube.from_moves(first) * cubes[number]
            for first, number in zip(firsts, left, strict=True)
        ]
        for number, first, way in zip(left, firsts, _ways(rests, _MOST, run), strict=True):
            if len(way) >= _LEAST and _axis(way.turns[0]) != _axis(first.turns[-1]):
                done[number] = first + way
    raise AssertionError("it goes on until all are done")


def _random_turns(number: int, draws: Draws) -> Moves:
    """Return random turns, no two in a row about one axis."""
    turns: list[int] = []
    while len(turns) < number:
        turn = draws.below(18)
        if not turns or _axis(turn) != _axis(turns[-1]):
            turns.append(turn)
    return Moves.of(turns)


def _axis(turn: int) -> int:
    """Return the axis (0…2) that a turn is about: that of its face, U or D, R or L, F or B."""
    return turn // 3 % 3
