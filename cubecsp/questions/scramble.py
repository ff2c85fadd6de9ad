"""Scrambles: random cubes, and moves that make each from a solved one without giving it away.

A scramble is random-state: the question draws the cube first, like `sample`, and then looks for moves. So
every cube has the same probability, which random moves would not achieve.

Without rules these are scrambles as the regulations of the World Cube Association ask for, made as its
program TNoodle makes them (https://github.com/thewca/tnoodle-lib, ThreeByThreeCubePuzzle and
TwoByTwoCubePuzzle). A cube that fewer than 2 turns solve, or 4 for a 2×2×2, is drawn again. Moves are the
inverse of a solution by two phases of at most 21 turns, or 11 turns of U, R and F. There is one difference:
among several solutions TNoodle takes the shortest that it finds within 200 ms, or the easiest one to execute;
here it is the first that is short enough, or one that belongs to the seed.

With rules the cubes may be few, or close to solved, and the moves that solve them well known. So some random
turns come first, and two phases lead from there to the cube, in a way that does not begin by undoing them,
and is not short. For a 2×2×2 the 11 turns are a random way of that length.

For a 4×4×4 the moves are the inverse of a solution by three phases, after random turns if there are rules. From
the 5×5×5 on, scrambles without rules are random moves, as the regulations (4b3) allow; with rules, cubes are
drawn, and the moves are those of the method for their size.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.models.sampling.random_numbers import Draws, RandomStream
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.puzzle.cube.cube_puzzle import cube_of
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.notation import held_after
from cubecsp.puzzle.cube.state import TURN_CUBES, Cube, PocketCube, State
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.asking import query as asking
from cubecsp.questions.asking.about import AboutPuzzles
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Http, Param
from cubecsp.questions.asking.shared_parameters import AUTO, MaxNodesForOtherPuzzles
from cubecsp.questions.asking.value_kinds import Text, Whole
from cubecsp.questions.moving.random_moves import random_moves
from cubecsp.questions.sample import RANDOM_MOVES, ReportedCubesQuery, SampleAnswer, SampleRun
from cubecsp.search import method_for_size, pocket
from cubecsp.search.solution import Solution
from cubecsp.search.two_phase import TwoPhase

__all__ = ["LEAST_DISTANCES", "LENGTHS", "RANDOM_MOVES", "Scramble", "scramble"]

LENGTHS = {3: 21, 2: 11}
"""The number of turns of a scramble by size: exact, except that a 3×3×3 without rules has at most this many."""

LEAST_DISTANCES = {3: 2, 2: 4}
"""The least distance of a cube by size: without rules, nearer cubes are drawn again."""

_LARGEST_OFFICIAL = 7
_TOGETHER = 16  # cubes that are solved together
_FIRST_TURNS, _MOST_TURNS = 2, 12  # of the random turns that come first with rules
_KEEPING = 9  # turns, of U, R and F, that keep the orientation of a cube of even size
_ATTEMPTS = 4  # with this many of them, followed by one more
_MANY_TURNS = 20  # at the end of a way to a larger cube, after as many attempts with two
_LEAST, _MOST = 15, 19  # turns that follow them


@frozen(kw_only=True)
class Scramble(AboutPuzzles[SampleAnswer], ReportedCubesQuery):
    """The parameters of `scramble`.

    The `generator` of each report has the moves. The cubes are as uniform as those of `sample`, and the moves
    do not give away how to solve them. Without rules these are scrambles by the regulations of the World Cube
    Association; from the 5×5×5 on they are random moves, and the cubes not quite uniform. For other puzzles
    the moves are the fewest that make the state.

    Raises:
        InputError: see `sample`; or the user names a method to draw cubes, but the scrambles are random moves.
        LimitError: see `sample`.
    """

    name: ClassVar[str] = "scramble"
    example: ClassVar[Mapping[str, Any]] = {"rules": "solved=F2L", "n": 2, "seed": 1}
    of_other_puzzles: ClassVar[tuple[str, ...]] = (
        *AboutPuzzles.of_other_puzzles,
        "random_moves",
        "max_nodes",
    )

    random_moves: Annotated[
        int | None,
        Param(
            "make states of another puzzle by this many random moves",
            Whole(1),
            http=Http(most=1_000),
        ),
    ] = None
    max_nodes: MaxNodesForOtherPuzzles = None

    cluster: Annotated[
        str | None,
        Param("where cubes are drawn, as in `sample`", Text("WHERE"), cli=None, http=None),
    ] = None

    def require(self) -> None:
        """Make sure that the parameters fit together."""
        super().require()
        if self.random_moves is not None and self.pattern.rules:
            raise InputError("random moves cannot follow rules", "leave out one of the two")
        if self.is_by_moves and self.method != AUTO:
            raise InputError(
                f"scrambles of a {self.pattern.puzzle.name} without rules are random moves",
                f"leave out the method {self.method}, which draws cubes",
            )

    @property
    def is_official(self) -> bool:
        """Whether the scrambles are those of the World Cube Association, that is, without rules."""
        if self.other is not None:
            return False
        return not self.pattern.rules and cube_of(self.pattern.puzzle).size <= _LARGEST_OFFICIAL

    @property
    def is_by_moves(self) -> bool:
        """Whether the scrambles are random moves: for 5 and more layers, without rules."""
        if self.other is not None:
            return self.random_moves is not None
        return not self.pattern.rules and cube_of(self.pattern.puzzle).size > 4

    def details(self) -> dict[str, Any]:
        """Return also whether the scrambles are official."""
        return {**super().details(), "wca": self.is_official}

    def stream(self) -> asking.Stream[SampleAnswer]:
        """Return the running question: a report for each cube once its moves are found."""
        work = ScrambleRun(self)
        answer = SampleAnswer(query=self)
        return asking.Stream(answer, self.limits, work.reports, work.set_status)


QUESTION = Scramble
scramble = asks(Scramble)


class ScrambleRun(SampleRun):
    """A running `Scramble`."""

    _query: Scramble

    def __init__(self, query: Scramble) -> None:
        super().__init__(query)
        self._given = 0
        if query.is_official:
            self.refuses = _TOO_NEAR.get(cube_of(query.pattern.puzzle).size)

    def reports(self, answer: SampleAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the cubes with their moves."""
        if self._query.other is not None:
            yield from self._of_other_puzzles(answer, run)
            return
        if self._query.is_by_moves:
            yield from self._by_moves(answer, run)
            return
        waiting: list[CubeReport] = []
        for report in super().reports(answer, run):
            waiting.append(report)
            if len(waiting) == _TOGETHER:
                yield from self._solved(waiting, run)
                waiting = []
        yield from self._solved(waiting, run)
        answer.drawn = self._given

    def _of_other_puzzles(self, answer: SampleAnswer, run: Run) -> Iterator[CubeReport]:
        """Yield states of a puzzle that is not a cube."""
        from cubecsp.questions.other_puzzles import scramble as states

        query = self._query
        if query.is_by_moves:
            answer.method = RANDOM_MOVES
            length = query.random_moves or 0
            yield from states.of_random_moves(query.explored.puzzle, length, query, answer, run)
        elif query.explored.generates_group:
            yield from states.of_states(query.explored, super().reports(answer, run), answer, run)
        else:
            yield from states.of_positions(query.explored, query, answer, run)
            self._none = answer.total == 0

    def _by_moves(self, answer: SampleAnswer, run: Run) -> Iterator[CubeReport]:
        """Yield the cubes that random moves make."""
        puzzle = self._query.pattern.puzzle
        kind, seen = cube_class(cube_of(puzzle).size), set[str]()
        answer.method = RANDOM_MOVES
        with run:
            for number in count():
                run.deadline.check()
                moves = random_moves(cube_of(puzzle), self._drawn(number))
                cube = kind.from_moves(moves)
                if self._query.distinct and cube.facelets in seen:
                    continue
                seen.add(cube.facelets)
                answer.drawn += 1
                scheme = held_after(self._query.letters, cube.holding)
                yield _made(CubeReport(cube.facelets, cube, scheme=scheme), moves)
                if answer.drawn == self._query.n:
                    return

    def _drawn(self, number: int) -> Draws:
        """Return the source of random numbers for the moves of a scramble."""
        return Draws(self._query.seed or 0, RandomStream.MOVES, number)

    def _solved(self, reports: Sequence[CubeReport], run: Run) -> Iterator[CubeReport]:
        """Yield the reports with moves, as long as there is time."""
        with run:
            for report, moves in zip(reports, self._moves(reports, run), strict=True):
                run.deadline.check()
                self._given += 1
                yield _made(report, moves)

    def _moves(self, reports: Sequence[CubeReport], run: Run) -> Iterator[Moves]:
        """Yield moves that make each cube."""
        draws = [self._drawn(self._given + number) for number in range(len(reports))]
        cubes = [report.cube for report in reports]
        large = [cube for cube in cubes if isinstance(cube, Cube)]
        if large and self._query.is_official:
            yield from _ways(large, LENGTHS[3], run)
        elif large:
            yield from _by_detours(large, draws, run)
        else:
            for cube, some in zip(cubes, draws, strict=True):
                assert cube is not None  # the reports are of cubes
                if isinstance(cube, PocketCube):
                    yield _exact(cube, some)
                elif self._query.is_official:
                    yield _way(cube, run)
                else:
                    yield _by_detour(cube, some, run)


def _made(report: CubeReport, moves: Moves) -> CubeReport:
    """Return the report of a cube that moves make."""
    back = Moves(~moves)  # the rotation at the end may be left out
    solved = report.solved_by(Solution(back, "htm", False, 0, 0.0, 0))
    return replace(solved, text=str(moves) or SOLVED)


def _is_too_near(row: bytes) -> bool:
    """Return whether at most one turn solves a 3×3×3."""
    return row in _NEAR


_NEAR = frozenset(cube.placements for cube in (Cube(), *TURN_CUBES))


def _is_too_near_pocket(row: bytes) -> bool:
    """Return whether fewer turns than the least distance solve a 2×2×2."""
    return pocket.distance(PocketCube.from_row(row)) < LEAST_DISTANCES[2]


_TOO_NEAR = {3: _is_too_near, 2: _is_too_near_pocket}  # larger cubes are practically never so near


def _way(cube: State, run: Run) -> Moves:
    """Return moves that make a cube of 4 or more layers, found by its only method.

    Raises:
        OutOfTimeError: the time was over before.
    """
    method = method_for_size(cube.puzzle.size)
    assert method is not None, "the 3×3×3 has several"
    result = method.solve(cube, time_limit=run.deadline.left_or_none)
    if result is None:
        raise OutOfTimeError
    way = CubeReport(cube.facelets, cube).solved_by(result).generator
    assert isinstance(way, Moves), "there is one with every solution"
    return way


def _by_detour(cube: State, draws: Draws, run: Run) -> Moves:
    """Return moves that make a larger cube: the inverse of a solution, with random turns at the end."""
    for attempt in count():
        # If a cube is nearly solved, a way to a point a few turns from it ends with undoing these turns.
        number = _FIRST_TURNS if attempt < _ATTEMPTS else _MANY_TURNS
        last = _random_turns(number, draws, _KEEPING)
        way = _way(cube.apply(~last), run)
        result = way + last
        if not way or _axis(way.turns[-1]) != _axis(result.turns[len(way)]):
            return result
    raise AssertionError("it goes on until one is found")


def _exact(cube: PocketCube, draws: Draws) -> Moves:
    """Return moves that make a 2×2×2, of the usual length."""
    moves = pocket.of_length(cube, LENGTHS[2], draws.below)
    assert moves is not None, "every 2×2×2 is solved in eleven turns"
    return ~moves


@cache
def _solver() -> TwoPhase:
    """Return a solver whose solutions do not depend on existing tables."""
    return TwoPhase("small")


def _ways(cubes: Sequence[Cube], most: int, run: Run) -> list[Moves]:
    """Return moves of at most this many turns that make each cube, the first that two phases find.

    Raises:
        OutOfTimeError: the time was over before all were found.
    """
    result = _solver().solve_many(cubes, max_length=most, deadline=run.deadline)
    ways = [~solution.moves for solution in result if solution is not None]
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


def _random_turns(number: int, draws: Draws, among: int = 18) -> Moves:
    """Return this many random turns, the first one from `among`, no two in a row about one axis."""
    turns: list[int] = []
    while len(turns) < number:
        turn = draws.below(among)
        if not turns or _axis(turn) != _axis(turns[-1]):
            turns.append(turn)
    return Moves.of(turns)


def _axis(turn: int) -> int:
    """Return the axis (0…2) of a turn: that of its face, U or D, R or L, F or B."""
    return turn // 3 % 3
