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

With certain turns, the cube is an element of the group that they generate, or one of those that satisfy the rules and
are in it, and the moves are what a search from both ends finds in these turns. From the 4×4×4 on, and if the group is
too large for this, they are random moves.
"""

import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cubecsp.errors import InputError, LimitError, OutOfTimeError, excerpt
from cubecsp.frozen import frozen
from cubecsp.models.rules.distance import Distance
from cubecsp.models.sampling.random_numbers import Draws, RandomStream
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.puzzle.cube.cube_puzzle import cube_of
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.notation import held_after
from cubecsp.puzzle.cube.state import Cube, PocketCube, State
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.answers.report_block import one_by_one
from cubecsp.questions.asking import query as asking
from cubecsp.questions.asking.about import AboutPuzzles
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Http, Param
from cubecsp.questions.asking.shared_parameters import AUTO, PUZZLES, Link, MaxNodesForOtherPuzzles
from cubecsp.questions.asking.value_kinds import Text, Whole
from cubecsp.questions.moving.playing import scramble_link
from cubecsp.questions.moving.random_moves import number_of_turns, random_moves, random_sequence
from cubecsp.questions.moving.turn_groups import note_on_turns
from cubecsp.questions.sample import RANDOM_MOVES, ReportedCubesQuery, SampleAnswer, SampleRun
from cubecsp.search import breadth_first, method_for_size, pocket
from cubecsp.search.named_moves import NamedMove, named_moves
from cubecsp.search.named_moves import Sequence as MoveSequence
from cubecsp.search.reachability import CubeMoveGroup
from cubecsp.search.solution import NamedSolution, Solution
from cubecsp.search.two_phase import TwoPhase

if TYPE_CHECKING:
    from cubecsp.questions.moving.official_scrambles import OfficialScramble

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
_MOST_IN_TURNS = 2 * 10**10  # cubes of a group in which both ends meet within seconds
_FIRST_IN_TURNS = 8  # of certain turns, which come first with rules
_FEWEST = 40  # random moves among certain turns
_MOST_REFUSED = 50_000


@frozen(kw_only=True)
class Scramble(AboutPuzzles[SampleAnswer], ReportedCubesQuery):
    """The parameters of `scramble`.

    The `generator` of each report has the moves. The cubes are as uniform as those of `sample`, and the moves
    do not give away how to solve them. Without rules these are scrambles by the regulations of the World Cube
    Association; from the 5×5×5 on they are random moves, and the cubes not quite uniform. For a megaminx, a clock
    and a Square-1, too, they are the moves of competitions; for other puzzles those of `solve`, undone.

    Raises:
        InputError: see `sample`; or the user names a method to draw cubes, but the scrambles are random moves.
        LimitError: see `sample`.
    """

    name: ClassVar[str] = "scramble"
    example: ClassVar[Mapping[str, Any]] = {"rules": "solved=F2L", "n": 2, "seed": 1}
    of_cubes: ClassVar[tuple[str, ...]] = (*AboutPuzzles.of_cubes, "link")
    of_other_puzzles: ClassVar[tuple[str, ...]] = (
        "ignore_orientation",
        "random_moves",
        "max_nodes",
    )

    turns: Annotated[
        str | None,
        Param(
            "use only these moves: U,R2 or <R,U>, which means all their powers",
            Text("MOVES"),
            usual="all",
        ),
    ] = None
    random_moves: Annotated[
        int | None,
        Param(
            "make states of another puzzle by this many random moves",
            Whole(1),
            group=PUZZLES,
            http=Http(most=1_000),
        ),
    ] = None
    max_nodes: MaxNodesForOtherPuzzles = None
    link: Link = None

    cluster: Annotated[
        str | None,
        Param("where cubes are drawn, as in `sample`", Text("WHERE"), cli=None, http=None),
    ] = None

    def require(self) -> None:
        """Make sure that the parameters fit together."""
        super().require()
        if self.random_moves is not None and self.pattern.rules:
            raise InputError("random moves cannot follow rules", "leave out one of the two")
        if self.moves and self.is_by_moves and self.pattern.rules:
            raise InputError(
                f"no moves in {excerpt(str(self.turns))} are found that make given cubes",
                "leave out the rules, or use turns of fewer faces of a 3×3×3 or 2×2×2",
            )
        if self.is_by_moves or self.is_of_group:
            self._refuse_ways_to_draw()

    def _refuse_ways_to_draw(self) -> None:
        """Refuse what is about cubes that are drawn."""
        how = "random moves" if self.is_by_moves else "drawn from the group of the turns"
        problem = f"scrambles of a {self.pattern.puzzle.name} without rules are {how}"
        if self.method != AUTO:
            raise InputError(problem, f"leave out the method {self.method}, which draws cubes")
        if self.cluster is not None:
            raise InputError(problem, "leave out the cluster, on which cubes are drawn")

    @property
    def is_official(self) -> bool:
        """Whether the scrambles are those of the World Cube Association, that is, without rules."""
        if self.other is not None:
            return self.of_competitions is not None
        if self.turns is not None:
            return False
        return not self.pattern.rules and cube_of(self.pattern.puzzle).size <= _LARGEST_OFFICIAL

    @cached_property
    def of_competitions(self) -> "OfficialScramble | None":
        """How another puzzle is scrambled at competitions; None if it is not, or these scrambles are others."""
        from cubecsp.questions.moving.official_scrambles import official_scramble

        others = self.pattern.rules or self.random_moves is not None or self.turns is not None
        if self.other is None or others:
            return None
        return official_scramble(self.other)

    @property
    def is_of_group(self) -> bool:
        """Whether the cubes are drawn from the group that certain turns generate, without rules."""
        return bool(self.moves) and not self.is_by_moves and not self.pattern.rules

    @cached_property
    def moves(self) -> dict[str, NamedMove]:
        """The moves of cubes that may be used, by name; none if all may be."""
        if self.other is not None or self.turns is None:
            return {}
        return named_moves(self.turns, cube_of(self.pattern.puzzle))

    @cached_property
    def group(self) -> CubeMoveGroup:
        """The group that certain turns of a 2×2×2 or 3×3×3 generate."""
        return CubeMoveGroup(self.moves.values(), cube_of(self.pattern.puzzle).size == 2)

    @property
    def is_by_moves(self) -> bool:
        """Whether the scrambles are random moves: for 5 and more layers, without rules, of turns that no search is quick for, or of other puzzles without a search."""
        if self.other is not None:
            official = self.of_competitions
            return self.random_moves is not None or bool(official and official.draw)
        if self.moves:
            return cube_of(self.pattern.puzzle).size > 3 or self.group.cubes > _MOST_IN_TURNS
        return not self.pattern.rules and cube_of(self.pattern.puzzle).size > 4

    def details(self) -> dict[str, Any]:
        """Return also whether the scrambles are official."""
        return {**super().details(), "wca": self.is_official, **note_on_turns(self)}

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
        self._refused = 0  # cubes in a row that certain turns do not make
        if query.is_official and query.other is None:
            size = cube_of(query.pattern.puzzle).size
            if size in LEAST_DISTANCES:  # larger cubes are practically never so near
                near, kind = Distance("<", LEAST_DISTANCES[size]), cube_class(size)
                self.refuses = lambda row: near.holds(kind.from_row(row))
        elif query.moves:
            self.refuses = self._is_out_of_reach

    def reports(self, answer: SampleAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the cubes with their moves."""
        if self._query.other is not None:
            yield from self._of_other_puzzles(answer, run)
            return
        if self._query.is_by_moves or self._query.is_of_group:
            yield from self._by_moves(answer, run)
            return
        waiting: list[CubeReport] = []
        for report in one_by_one(super().reports(answer, run)):
            waiting.append(report)
            if len(waiting) == _TOGETHER:
                yield from self._with_moves(waiting, run)
                waiting = []
        yield from self._with_moves(waiting, run)
        answer.drawn = self._given

    def _of_other_puzzles(self, answer: SampleAnswer, run: Run) -> Iterator[CubeReport]:
        """Yield states of a puzzle that is not a cube."""
        from cubecsp.questions.moving import state_scrambles as states

        query = self._query
        if query.is_by_moves:
            official, puzzle = query.of_competitions, query.explored.puzzle
            answer.total = official.states if official else None
            answer.method = official.method if official and official.states else RANDOM_MOVES
            draw = (official and official.draw) or query.random_moves or 0
            yield from self._first(states.random_moves(puzzle, draw, query), answer, run)
        elif query.explored.generates_group:
            last = ""
            if query.of_competitions is not None:
                least, last = query.of_competitions.least, query.of_competitions.last
                self.refuses = lambda row: states.is_nearer(query.explored, row, least, run)
            drawn = one_by_one(super().reports(answer, run))
            for number, report in enumerate(states.with_moves(query.explored, drawn, run, last), 1):
                yield report
                answer.drawn = number
        else:
            made = states.positions(query.explored, query, answer, run)
            yield from self._first(made, answer, run)
            self._none = answer.total == 0

    def _by_moves(self, answer: SampleAnswer, run: Run) -> Iterator[CubeReport]:
        """Yield the cubes that random moves make, or random ones of the group of certain turns."""
        query = self._query
        answer.method = RANDOM_MOVES
        if query.is_of_group:
            answer.method, answer.total = "group", query.group.cubes
            if query.distinct and answer.total < query.n:
                raise InputError(
                    f"{query.n:,} different cubes of {answer.total:,} that these turns make",
                    "ask for fewer, or let cubes come more than once",
                )
        made = (self._made(self._next_moves(number, run)) for number in count())
        yield from self._first(made, answer, run)

    def _first(
        self, made: Iterator[CubeReport], answer: SampleAnswer, run: Run
    ) -> Iterator[CubeReport]:
        """Yield the first reports, as many as are asked for, different ones if these are."""
        query, seen = self._query, set[Any]()
        with run:
            for report in made:
                run.deadline.check()
                look = report.facelets if report.of_cube else report.cube
                if query.distinct and look in seen:
                    continue
                seen.add(look)
                answer.drawn += 1
                yield report
                if answer.drawn == query.n:
                    return

    def _next_moves(self, number: int, run: Run) -> MoveSequence:
        """Return random moves, or moves that make a random cube of the group."""
        query, draws = self._query, self._draws(number)
        puzzle = cube_of(query.pattern.puzzle)
        if query.is_of_group:
            return self._in_turns(~query.group.random_cube(random.Random(draws.word())), run)
        if query.moves:
            return random_sequence(query.moves, max(_FEWEST, number_of_turns(puzzle.size)), draws)
        moves = random_moves(puzzle, draws)
        return MoveSequence((), moves, str(moves))

    def _made(self, way: MoveSequence) -> CubeReport:
        """Return the report of the cube that moves make, in the orientation after them."""
        cube = cube_class(cube_of(self._query.pattern.puzzle).size).from_moves(way.moves)
        scheme = held_after(self._query.letters, cube.holding)
        report = _with_scramble(CubeReport(cube.facelets, cube, scheme=scheme), way.moves)
        return scramble_link(replace(report, text=way.written or SOLVED), self._query.link)

    def _is_out_of_reach(self, row: bytes) -> bool:
        """Return whether certain turns do not make the cube of a row.

        Raises:
            LimitError: this is so of too many in a row.
        """
        kind = cube_class(cube_of(self._query.pattern.puzzle).size)
        cube: Any = kind.from_row(row)
        self._refused = 0 if self._query.group.makes(cube) else self._refused + 1
        if self._refused > _MOST_REFUSED:
            raise LimitError(
                f"these turns make none of {_MOST_REFUSED:,} random cubes that satisfy the rules",
                "allow more turns, or fewer rules",
            )
        return self._refused > 0

    def _draws(self, number: int) -> Draws:
        """Return the source of random numbers for the moves of a scramble."""
        return Draws(self._query.seed or 0, RandomStream.MOVES, number)

    def _with_moves(self, reports: Sequence[CubeReport], run: Run) -> Iterator[CubeReport]:
        """Yield the reports with moves, as long as there is time."""
        with run:
            if self._query.moves:
                for report in reports:
                    self._given += 1
                    assert report.cube is not None  # it is not about another puzzle
                    yield self._made(self._by_detour_in_turns(report.cube, run))
                return
            for report, moves in zip(reports, self._moves(reports, run), strict=True):
                run.deadline.check()
                self._given += 1
                yield scramble_link(_with_scramble(report, moves), self._query.link)

    def _in_turns(self, cube: State, run: Run) -> MoveSequence:
        """Return certain turns that solve a cube.

        Raises:
            OutOfTimeError: the time was over before.
        """
        found = breadth_first.METHOD.solve(
            cube, turns=self._query.turns, time_limit=run.deadline.left_or_none
        )
        if found is None:
            raise OutOfTimeError
        assert isinstance(found, NamedSolution)
        assert found.sequence is not None  # with turns there is one
        return found.sequence

    def _by_detour_in_turns(self, cube: State, run: Run) -> MoveSequence:
        """Return certain turns that make a cube: some random ones, and a way from there that does not undo the last."""
        moves, draws = self._query.moves, self._draws(self._given)
        turned = any(move.holding != FACES for move in moves.values())
        for _ in range(_ATTEMPTS):
            first = random_sequence(moves, 0 if turned else _FIRST_IN_TURNS, draws)
            names = self._in_turns((~cube).apply(first.moves), run).names
            if not first or not names or first.names[-1][0] != names[0][0]:
                break
        return MoveSequence.of(moves[name] for name in first.names + names)

    def _moves(self, reports: Sequence[CubeReport], run: Run) -> Iterator[Moves]:
        """Yield moves that make each cube."""
        draws = [self._draws(self._given + number) for number in range(len(reports))]
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


def _with_scramble(report: CubeReport, moves: Moves) -> CubeReport:
    """Return the report of a cube that moves make."""
    back = Moves(~moves)  # the rotation at the end may be left out
    solved = report.solved_by(Solution(back, "htm", False, 0, 0.0, 0))
    return replace(solved, text=str(moves) or SOLVED)


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
