"""Solutions that other solvers found for an exported question, read back and checked."""

import json
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule
from cubecsp.models.engines import Problem, State
from cubecsp.models.engines.exports import (
    FOR_PROGRAMS,
    ExportHeader,
    SolverStatus,
    read_header,
    read_solutions,
)
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.notation import held_after
from cubecsp.questions.answers.answer import Answer, CubeReport, Status
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.asking.about import about_puzzle, subject_in_sentences
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Param
from cubecsp.questions.asking.query import Stream, StreamedQuery
from cubecsp.questions.asking.shared_parameters import OwnRules, SchemeShown
from cubecsp.questions.asking.value_kinds import AnyValue
from cubecsp.questions.export import problem_of
from cubecsp.questions.finding.rules_as_data import read_statement
from cubecsp.questions.moving.plans import asks_for_moves, read_plans

__all__ = ["ImportAnswer", "ImportSolution", "import_solution"]

_MAX_HEADER = 1_000_000  # characters


@dataclass(repr=False)
class ImportAnswer(Answer):
    """The answer to `import_solution`.

    Attributes:
        subject: the puzzle of the cubes: see `Answer.subject`.
    """

    subject: str = ""  # the file states it, not the question

    @property
    def noun(self) -> str:
        """The noun for its cubes, or for states of the puzzle that the file names."""
        return "cube" if self.query.get("puzzle") is None else "state"

    def sentence(self) -> str:
        """Return the sentence with the number of cubes, according to the solver."""
        moves, noun = self.query.get("moves"), self.noun
        of_moves = f"{plural(len(self), 'sequence')} of moves"
        cubes = of_moves if moves else f"{plural(len(self), noun)}{self.subject}"
        sentence = {
            Status.COMPLETE: f"{cubes}; according to the solver, there are no others",
            Status.PARTIAL: f"{cubes}, checked; there may be more",
            Status.INFEASIBLE: "According to the solver, no moves solve the cube"
            if moves
            else f"According to the solver, no {noun}{self.subject} satisfies these rules",
            Status.UNKNOWN: f"No {noun}{self.subject} so far; there may be some",
        }[self.status]
        dropped = self.query["solutions"] - len(self)
        if not dropped:
            return f"{sentence}."
        others = plural(dropped, "solution")
        left_out = " ".join(self.query["left_out"])
        return f"{sentence}. {others} dropped for breaking {left_out}, which the file does not express."


@frozen(kw_only=True)
class ImportSolution(StreamedQuery[ImportAnswer]):
    """The parameters of `import_solution`.

    All cubes in the answer satisfy the rules. Solutions that break a rule that the file leaves out are not
    the solver's mistake: the question drops them, and `query` has their number. For a file that
    `export_moves` wrote, the solutions are moves, and the answer has the cube with each.

    Raises:
        InputError: one of the two cannot be read, or a solution is not a cube or breaks the rules.
    """

    name: ClassVar[str] = "import_solution"
    http: ClassVar[bool] = False

    exported: Annotated[
        str | Iterable[str],
        Param(
            "the file that the solver was given, as `export` wrote it: its text, or its lines",
            AnyValue(),
            cli=None,
        ),
    ] = field(kw_only=False)
    output: Annotated[
        str | Iterable[str],
        Param(
            "what the solver printed, text or lines; it may hold several solutions",
            AnyValue(),
            cli=None,
        ),
    ] = field(kw_only=False)
    rules: OwnRules = field(default=(), kw_only=False)
    scheme: SchemeShown = None

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints: not the texts, but the question that they answer."""
        data = super().as_dict()
        del data["exported"], data["output"]
        return data

    def details(self) -> dict[str, Any]:
        """Return the facts in the files, once they are read."""
        nothing: dict[str, Any] = {"rules": [], "format": None, "left_out": [], "solutions": 0}
        return {**nothing, **super().details()}

    def stream(self) -> Stream[ImportAnswer]:
        """Return the running question: a report for each solution, once all are checked."""
        return self.begin(ImportAnswer(query=self, count=0), ImportSolutionRun(self))


QUESTION = ImportSolution
import_solution = asks(ImportSolution)


class ImportSolutionRun:
    """A running `ImportSolution`."""

    def __init__(self, query: ImportSolution) -> None:
        self._query = query
        self._complete = False  # whether the solver reports that there are no others

    def reports(self, answer: ImportAnswer, _run: Run) -> Generator[CubeReport, None, None]:
        """Yield the cubes, or the cube with each sequence of moves."""
        file = read_header(_lines(self._query.exported))
        read = self._moves if asks_for_moves(file.header) else self._cubes
        yield from read(file, answer)

    def _cubes(self, file: ExportHeader, answer: ImportAnswer) -> list[CubeReport]:
        """Return the cubes that a solver found, and note their puzzle."""
        pattern = _pattern(file.header, self._query.rules)
        problem = problem_of(pattern, file.to)
        result = read_solutions(problem, file, _lines(self._query.output))
        self._complete = result.complete
        for cube in result.cubes:
            _check(pattern, problem, cube)
        answer.subject = subject_in_sentences(pattern.puzzle)
        answer.query = self._query.learning(
            **({} if isinstance(pattern.puzzle, CubePuzzle) else about_puzzle(pattern.puzzle)),
            rules=[str(rule) for rule in pattern.rules],
            format=file.to,
            left_out=[str(rule) for rule in pattern.filters],
            solutions=len(result.cubes),
        )
        scheme = held_after(self._query.scheme or FACES, pattern.holding)
        kept = (cube for cube in result.cubes if all(rule.holds(cube) for rule in pattern.filters))
        return [replace(CubeReport.of(cube), scheme=scheme) for cube in kept]

    def _moves(self, file: ExportHeader, answer: ImportAnswer) -> list[CubeReport]:
        """Return the cube with each sequence of moves that clingo found.

        Raises:
            InputError: there are none, and clingo does not report this.
        """
        status = SolverStatus()
        lines = map(status.read, _lines(self._query.output))
        scheme = self._query.scheme or FACES
        reports = [replace(report, scheme=scheme) for report in read_plans(file.header, lines)]
        if not reports and not status.anything:
            raise InputError("the solver's output holds no moves", "give what the solver printed")
        self._complete = status.all_of(len(reports))
        answer.query = self._query.learning(format=FOR_PROGRAMS, moves=True, solutions=len(reports))
        return reports

    def set_status(self, answer: ImportAnswer, run: Run) -> None:
        """Set the status of the answer."""
        assert run.delivered is not None
        answer.count = run.delivered.reports
        if self._complete and run.stopped is None:
            answer.status = Status.COMPLETE if answer.count else Status.INFEASIBLE
        else:
            answer.status = Status.PARTIAL if answer.count else Status.UNKNOWN


def _lines(text: str | Iterable[str]) -> Iterable[str]:
    return text.splitlines() if isinstance(text, str) else text


def _pattern(header: str, rules: Iterable[Rule]) -> Pattern:
    where, remedy = "the header of the exported file", "export the question again"
    damaged = InputError(f"{where} is damaged", remedy)
    if len(header) > _MAX_HEADER:
        raise damaged
    try:
        read = json.loads(header)
    except (ValueError, RecursionError) as error:
        raise damaged from error
    return read_statement(read, where, remedy, rules)


def _check(pattern: Pattern, problem: Problem, cube: State) -> None:
    """Make sure that a solution solves the problem in the file.

    Raises:
        InputError: it does not.
    """
    puzzle, facelets = pattern.puzzle, CubeReport.of(cube).facelets
    if any(invariant.sum(cube.by_orbit, puzzle.orbits) for invariant in problem.invariants):
        raise InputError(f"a solution, {facelets}, is not solvable")
    colours = puzzle.colours(cube.stickers)
    seen = all(primitive.holds(colours, puzzle) for primitive in problem.primitives)
    broken = [
        rule for rule in pattern.rules if rule not in pattern.filters and not rule.holds(cube)
    ]
    if broken or not seen:
        text = " ".join(map(str, broken)) or str(pattern)
        raise InputError(f"a solution, {facelets}, breaks the rules {text}")
