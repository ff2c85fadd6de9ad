"""The description of a cube: order, cycles, symmetry, parity, and distance from solved."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError, LimitError, OutOfTimeError, TableError
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.puzzle.core.permutation import order
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.puzzle.cube.cube_puzzle import CUBE, PUZZLES, cube_puzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.notation import rotation
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.questions.answers.answer import Answer, CubeReport, Stop, status_of
from cubecsp.questions.answers.description import description_of
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.asking.about import AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike, shown_and_state
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import CUBE_HELP, OnFound, TimeLimit
from cubecsp.questions.asking.value_kinds import CubeValues, Flag, Text
from cubecsp.questions.moving.moves import MoveSearch, improve_moves
from cubecsp.questions.moving.state_moves import solution_report
from cubecsp.questions.moving.turn_groups import group_facts, group_lines, note_on_turns
from cubecsp.search import few_turns, two_phase
from cubecsp.search.solution import Solution
from cubecsp.stopping.deadline import Deadline

__all__ = ["Describe", "DescribeAnswer", "describe", "facts"]

_NEAR = 20_000
"""The node limit for the distance of a state, a tenth of a second; that of `solve` is higher."""

_PATIENCE = 0.25
"""Seconds to look for a proof, with the smallest table, if the user does not ask for one."""


@dataclass(repr=False)
class DescribeAnswer(Answer):
    """The answer to `describe`.

    Attributes:
        puzzle: the facts about a puzzle that is not a cube, if no states are given. These are its `orbits`;
            its `moves`, and those `derived` from others; the conditions that some moves `require`; and the
            `turns` that may be used. Then follow the `order` of the group that these generate; the number of
            different `states`, and of `positions`, which are states up to rotation of the whole puzzle; and
            `invariants`. Facts that are too large to compute are None, and `note` says why. For the `turns` of a
            cube they are: the turns; the `order` of their group; the number of different `cubes` that they make,
            in any orientation; and the slots that stay `in_place`.
    """

    about_all = True

    puzzle: Mapping[str, Any] | None = None

    def lines(self, report: CubeReport) -> Iterable[str]:
        """Return the facts about a cube, line by line."""
        return [report.line(), *facts(report, proving=self.query["prove"])]

    def sentence(self) -> str:
        """Return the sentence with the number of cubes described."""
        what = plural(len(self), self.noun)
        if self.puzzle is not None:
            what = self.query["puzzle"] or f"the group of {self.query['turns']}"
        return f"{what} described{self._ending} ({in_seconds(self.seconds)})."

    def __str__(self) -> str:
        if self.puzzle is None:
            return super().__str__()
        return "\n".join([*self.facts_in_lines(), self.sentence()])

    def facts_in_lines(self) -> Iterable[str]:
        """Return the facts about a puzzle, or about the group of turns, a line for each."""
        assert self.puzzle is not None
        if self.query["puzzle"] is None:
            return group_lines(self.puzzle)
        from cubecsp.questions.answers.puzzle_facts import lines_of

        return lines_of(self.query["puzzle"], self.puzzle)

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        about = {} if self.puzzle is None else {"puzzle": self.puzzle}
        return super().as_dict() | about


@frozen(kw_only=True)
class Describe(AboutStates[DescribeAnswer, tuple[Facelets, State]]):
    """The parameters of `describe`.

    The distance is given as bounds: `length` turns are enough, and fewer than `proven` are not. They are
    equal, and `optimal` is true, if that is proven: always for a 2×2×2; for a 3×3×3 if a quarter of a second
    is enough, or with `prove`. There is no distance if the cube is not solvable. For a larger cube it is
    known if up to six turns of outer blocks solve it (`cubecsp.search.few_turns`). A cube given as moves
    determines the places of pieces that look alike; stickers do not.

    For a state of another puzzle the distance is known if few moves solve it. Without states, the question
    describes the puzzle; with `turns` of a 2×2×2 or 3×3×3, and no cubes, the group that they generate.

    Raises:
        InputError: a text cannot be read, stickers do not form a cube, or there is nothing to describe.
    """

    name: ClassVar[str] = "describe"
    example: ClassVar[Mapping[str, Any]] = {"cubes": "R U R' U'"}
    of_cubes: ClassVar[tuple[str, ...]] = (*AboutStates.of_cubes, "prove")
    of_other_puzzles: ClassVar[tuple[str, ...]] = ("ignore_orientation",)

    cubes: Annotated[
        "CubeLike | Iterable[CubeLike]",
        Param(
            "a cube in any format, with `.` for unknown stickers; or several cubes, or states of the puzzle",
            CubeValues(least=0),
            usual="describe the puzzle",
            cli=Cli(help=CUBE_HELP),
        ),
    ] = field(default=(), kw_only=False)

    prove: Annotated[
        bool,
        Param(
            "find the shortest moves, with the proof that none are shorter (3×3×3: minutes, at worst)",
            Flag(),
        ),
    ] = False
    turns: Annotated[
        str | None,
        Param(
            "describe the group of these turns, as <R,U>; or let a puzzle have only these",
            Text("MOVES"),
            usual="all",
        ),
    ] = None
    time_limit: TimeLimit = None
    on_found: OnFound = callback()

    def take_cube(self, cube: CubeLike) -> tuple[Facelets, State]:
        """Return the stickers of a cube, and the cube that they form.

        Raises:
            InputError: they form none.
        """
        return shown_and_state(cube)

    def details(self) -> dict[str, Any]:
        """Return also a note on the turns."""
        return {**super().details(), **note_on_turns(self)}

    def stream(self) -> Stream[DescribeAnswer]:
        """Return the running question: a report for each cube, in order."""
        if self.other is None and self.turns is not None and self.taken:
            remedy = (
                f"leave out the cubes, or {spelled('turns')}; `solve` says which cubes turns solve"
            )
            raise InputError("both cubes and turns are given", remedy)
        if self.other is None and self.turns is None and not self.taken:
            raise InputError(
                "no cube is given", "give one, or turns, or a puzzle that is not a cube"
            )
        return self.begin(DescribeAnswer(query=self), DescribeRun(self))


QUESTION = Describe
describe = asks(Describe)


def facts(report: CubeReport, *, proving: bool = False) -> Iterator[str]:
    """Yield the facts about a described cube, a line for each.

    Args:
        report: the report of `describe`.
        proving: whether the user asked for a proof of the distance.
    """
    result = report.description
    assert result is not None  # `describe` has described it
    yield f"order     {result.order or _no_order(report)}{_of_rotation(report)}"
    yield f"cycles    {' '.join(map(str, result.cycles)) or 'none'}"
    parity = f"parity    {', '.join(f'{name} {what}' for name, what in result.parity.items())}"
    if not report.of_cube:
        yield from [parity] if result.parity else []  # no pieces change places on a clock
        yield from _facts_of_state(report)
        return
    assert result.class_size is not None  # the report is about a cube
    held = "unchanged by" if report.puzzle.centres else "unchanged, up to a rotation, by"
    number = plural(48 // result.class_size, "symmetry")
    yield f"symmetry  {result.symmetry} ({held} {number}; a symmetry class of {result.class_size})"
    yield parity
    if not result.reachable:
        yield "distance  none: it is not solvable (`check` says why)"
    elif report.solution is not None:
        yield f"distance  {_distance(report, proving=proving)}"
        yield f"make it   {str(report.generator) or SOLVED}"
        yield f"solve it  {report.solution or SOLVED}  {report.turned_note}".rstrip()
    elif report.puzzle not in PUZZLES:
        name = report.puzzle.name
        yield f"distance  not known for a {name}; `solve` finds moves, if not the fewest"
    else:
        yield f"distance  not known: {report.unsolved or 'the time limit passed'}"


def _of_rotation(report: CubeReport) -> str:
    """Return a remark if moves have turned the whole cube, and so its order differs from that of its cycles."""
    cube = report.cube
    if not isinstance(cube, State) or cube.holding == FACES or not cube.labelled:
        return ""
    without = order(cube.stickers)
    if without == cube.order():
        return ""
    return f" (with the rotation {rotation(cube.holding)} at the end; {without} without it)"


def _no_order(report: CubeReport) -> str:
    state: Any = report.cube
    requires = not report.of_cube and state.puzzle.requires
    why = "some moves are possible in some states only" if requires else "pieces look alike"
    return f"cannot be determined: {why}"


def _facts_of_state(report: CubeReport) -> Iterator[str]:
    """Yield the distance of a state of another puzzle, and moves."""
    if report.solution is not None:
        yield f"distance  {report.turns}, {'proven' if report.optimal else 'of those that may be used'}"
        yield f"make it   {report.generator or SOLVED}"
        yield f"solve it  {report.solution or SOLVED}  {report.turned_note}".rstrip()
    elif report.proven is not None:
        yield f"distance  at least {plural(report.proven, 'move')}; `solve` looks further"


def _distance(report: CubeReport, *, proving: bool) -> str:
    most = plural(report.length or 0, "turn")
    if report.optimal:
        return f"{most}, proven"
    if report.puzzle not in PUZZLES:
        return f"{most} of outer blocks, or fewer"
    how = "the time limit passed" if proving else f"{spelled('prove', True)} finds out which"
    return f"{report.proven or 0} to {most}; {how}"


class DescribeRun:
    """A running `Describe`."""

    def __init__(self, query: Describe) -> None:
        self._query = query
        self._done = 0

    def reports(self, answer: DescribeAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each cube or state; without any, add the facts about the group or the puzzle to the answer."""
        with run:
            self._add_facts(answer)
        taken: Any = self._query.taken
        for one in taken:
            run.deadline.check()
            if self._query.other is None:
                yield self._of_cube(one, run)
            else:
                with run:
                    yield self._of_state(one, run)
            self._done += run.stopped is None
            if run.stopped is Stop.INTERRUPT:
                return

    def _add_facts(self, answer: DescribeAnswer) -> None:
        """Add the facts about a puzzle, or about the group of turns, if no cubes or states are given."""
        query = self._query
        if query.taken:
            return
        if query.other is None:
            assert query.turns is not None  # otherwise there is nothing to describe
            answer.puzzle = group_facts(query.turns, cube_puzzle(query.size or CUBE.size))
        else:
            from cubecsp.questions.answers.puzzle_facts import facts_of

            answer.puzzle, self._done = {}, 1  # even if not all of them are known in time
            for facts in facts_of(query.explored):
                answer.puzzle = {**answer.puzzle, **facts}
        self._done = 1

    def _of_cube(self, read: tuple[Facelets, State], run: Run) -> CubeReport:
        """Return the report of a cube."""
        (stickers, cube), description = read, description_of(read[1])
        report = CubeReport(stickers.letters, cube, description=description, scheme=stickers.scheme)
        if description.reachable:
            with run:
                report = self._with_solution(report, cube, run)
        return report

    def _of_state(self, state: Any, run: Run) -> CubeReport:
        """Return a state with its order and its distance, or a lower bound for that."""
        report = self._solved(state, run)
        before = state.held_before(state.puzzle.done(report.held))
        parts = self._query.explored.parts.orbits
        return replace(report, description=description_of(state, before, parts))

    def _solved(self, state: Any, run: Run) -> CubeReport:
        explored, proven = self._query.explored, None
        try:
            path = explored.solution(state, run.deadline, _NEAR)
            if path is not None:
                return solution_report(state, path, fewest=explored.over_all)
        except NodeLimitError as error:
            proven = error.depth
        except OutOfTimeError:
            raise
        except (InputError, LimitError):  # no moves with a visible effect, or too many pieces
            pass
        held = state.puzzle.rotations[explored.frame(state)]
        return replace(CubeReport.of(state), proven=proven, held=held)

    def _with_solution(self, report: CubeReport, cube: State, run: Run) -> CubeReport:
        """Return the report of a cube with a short solution and its proven bound, or why there is none."""
        try:
            result = _solution(cube, self._query.prove, run.deadline)
        except OutOfTimeError:
            raise
        except (LimitError, TableError) as error:
            return replace(report, unsolved=str(error))
        if result is None:
            return report
        if result.stopped == "interrupt":
            run.stop(Stop.INTERRUPT)
        if self._query.prove and cube.puzzle in PUZZLES and not result.optimal:
            run.stop(Stop.TIME)
        return report.solved_by(result)

    def set_status(self, answer: DescribeAnswer, run: Run) -> None:
        """Set the status of the answer."""
        answer.status = status_of(self._done, whole=run.stopped is None)


def _solution(cube: State, prove: bool, deadline: Deadline) -> Solution | None:
    """Return a short solution, and a proven bound for shorter ones; None if nothing is known."""
    if cube.puzzle not in PUZZLES:
        few = few_turns.solve(cube)
        return None if few is None else replace(few, optimal=not few.moves, phases=())
    search = MoveSearch.choose(max_nodes=two_phase.MAX_NODES)  # so that time is left for the proof
    (solution,) = [solution for _, solution, _ in improve_moves([cube], [None], search, deadline)]
    if not isinstance(solution, Solution):
        raise solution
    if solution.optimal:  # as moves of a 2×2×2 always are
        return solution
    more: dict[str, Any] = {} if prove else {"pruning_table": "tiny", "patience": _PATIENCE}
    proven = MoveSearch.choose(every=True).by.solve(
        cube, upper=solution.moves, lower=solution.proven, time_limit=deadline.left_or_none, **more
    )
    if prove or proven is None or proven.stopped == "interrupt":
        return proven
    return replace(proven, stopped=None)  # a quarter of a second was its limit
