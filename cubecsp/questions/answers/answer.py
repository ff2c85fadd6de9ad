"""The common shape of the answers to all questions, in Python and as JSON."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, overload

from cubecsp.errors import excerpt
from cubecsp.frozen import SealedObject, frozen
from cubecsp.interface import Usual, spelled
from cubecsp.puzzle.core.display import ShownAsHtml
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, nearest_puzzle
from cubecsp.puzzle.cube.defect import Defect
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import Metric, Moves
from cubecsp.puzzle.cube.notation import held_after, held_before, rotation
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.version import __version__

if TYPE_CHECKING:
    from fractions import Fraction

    from cubecsp.diagnosis.diagnosis import Diagnosis
    from cubecsp.diagnosis.explanation import Explanation
    from cubecsp.formats import ReadResult
    from cubecsp.models.core.rule import Rule, Violation
    from cubecsp.puzzle.cube.niss import NissMoves
    from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
    from cubecsp.puzzle.states.reachable_states import Verdict
    from cubecsp.questions.answers.description import Description
    from cubecsp.questions.answers.reach_step import ReachStep
    from cubecsp.questions.answers.statistics import Statistics
    from cubecsp.search.named_moves import Sequence as MoveSequence
    from cubecsp.search.solution import Solution, Stage
    from cubecsp.search.thistlethwaite import SolutionPhase
    from cubecsp.work.tasks import TaskCounter

_SHOWN = 20  # the most cubes that are printed


class Stop(StrEnum):
    """The reason why a question ended before it was complete."""

    LIMIT = "limit"
    """The question found as many as the user asked for, and did not examine whether there are others."""
    NODES = "nodes"
    """The node limit was reached; there may be something better."""
    TRIES = "tries"
    """The question drew as many candidates as allowed, and too few of them satisfy the rules."""
    TIME = "time"
    """The time limit passed."""
    COST = "cost"
    """The work would have taken much longer than allowed, so it was not begun, or was given up."""
    INTERRUPT = "interrupt"
    """Ctrl-C."""


_ENDINGS = {
    Stop.INTERRUPT: "interrupted",
    Stop.TIME: "the time limit passed",
    Stop.NODES: "the node limit was reached",
}


class Status(StrEnum):
    """The completeness and certainty of an answer."""

    COMPLETE = "complete"
    """The answer has everything that the user asked for; no other cube belongs to it."""
    PARTIAL = "partial"
    """A limit was reached, or the question interrupted; the results are right, but there may be more."""
    INFEASIBLE = "infeasible"
    """It is proven that nothing satisfies the question."""
    UNKNOWN = "unknown"
    """A limit was reached before anything was found; there may or may not be something."""


def status_of(found: object, *, whole: bool) -> Status:
    """Return the status of an answer with the results found, which are the whole answer or a part of it."""
    return Status.COMPLETE if whole else Status.PARTIAL if found else Status.UNKNOWN


@frozen
class CubeReport:
    """One cube of an answer, with the facts that the question asks for; all others are None.

    Attributes:
        facelets: the facelet string; for a cube that cannot exist, as the user gave it; for another puzzle,
            KPattern JSON.
        cube: the cube, or state of another puzzle; None if the facelets form none.
        solution: moves from the cube to solved; for another puzzle
            `cubecsp.puzzle.kpuzzle.puzzle_moves.PuzzleMoves`.
        metric: the metric of lengths.
        optimal: True if it is proven that there is no shorter solution with any turns, or no shorter way there.
        proven: a proven lower bound on the number of turns.
        unsolved: the reason why there are no moves, if the question wants them and a limit or Ctrl-C came
            first.
        phases: the results phase by phase, for methods with phases, or step by step; of an unsolved cube those that
            were reached.
        moves: moves that lead to it from the cube of the question.
        sequence: the solution, or the moves, in the user's names, if the user named moves. `solution` and
            `moves` have the same as turns of the faces, and a rotation at the end.
        measured: the length of `sequence`, or of `solution`, by which the answer is sorted, by its name.
        class_size: the number of its different conjugates under the 48 symmetries, itself included; with
            `same_under` the number of cubes that are the same, all of which satisfy the rules.
        satisfying: the number of cubes of its class that satisfy the rules; if a limit came before the size of a
            class of `same_under` was known, of those that were found.
        share: the size of its class, with `same_under`, as a share of all cubes that satisfy the rules.
        case: the case that its class is, or all of them, of the set that the rules name; "" if it has no name.
        algorithms: the known algorithms of this case: they solve the cube, turns of U and what the set ignores aside.
        ignored: the stickers that cubes of this case show in several ways, grey in pictures.
        rank: its number among the cubes that satisfy the rules, from 0 (see `cubecsp.questions.rank`).
        diagnosis: its defects, its coset, and its repairs.
        verdict: for another puzzle, whether it is solvable, and why not.
        explanation: the three tests, counted piece by piece.
        violations: for each rule, the places where the cube breaks it.
        can_be_solvable: if some stickers are unknown and nothing else is wrong with them, whether a solvable
            cube agrees with the known ones.
        description: its order, cycles, symmetry and parity.
        text: the cube in the requested format.
        turned: the rotation, in WCA letters, that turns the whole cube to the orientation of `text`; "" for none.
        reading: the result of reading the text of the cube.
        scheme: the user's characters for the six colours, in the order of faces (see `Facelets`).
        given: the stickers as the user gave them, if unknown ones among them were determined.
        held: for another puzzle, the rotation of the whole puzzle, as moves; "" if there is none.
        link: a link to a page that plays the moves on the cube.
        after: the moves made before the solution, on both sides, if there are some on the inverse scramble, or could be.
        way: for another puzzle, the method that found the solution if it does not give the fewest moves.
    """

    facelets: str
    cube: State | None = None
    solution: Moves | PuzzleMoves | None = None
    metric: Metric = "htm"
    optimal: bool = False
    proven: int | None = None
    unsolved: str | None = None
    phases: tuple[SolutionPhase | Stage | ReachStep, ...] | None = None
    moves: Moves | PuzzleMoves | None = None
    sequence: MoveSequence | None = None
    measured: Mapping[str, float] | None = None
    class_size: int | None = None
    satisfying: int | None = None
    share: Fraction | None = None
    case: str = ""
    algorithms: tuple[str, ...] = ()
    ignored: frozenset[int] = frozenset()
    rank: int | None = None
    diagnosis: Diagnosis | None = None
    verdict: Verdict | None = None
    explanation: Explanation | None = None
    violations: Mapping[Rule, Sequence[Violation]] | None = None
    can_be_solvable: bool | None = None
    description: Description | None = None
    text: str | None = None
    turned: str = ""
    reading: ReadResult | None = None
    scheme: str = FACES
    given: Facelets | None = None
    held: str = ""
    link: str | None = None
    after: NissMoves | None = None
    way: str | None = None

    @classmethod
    def of(cls, cube: Any) -> CubeReport:
        """Return the report of a cube, or of a state of another puzzle, without further facts."""
        if not isinstance(cube, State):
            return cls(str(cube), cube)
        return cls(cube.facelets, cube, scheme=cube.holding)

    @property
    def puzzle(self) -> CubePuzzle:
        """The cube, by the number of stickers; not for other puzzles."""
        return nearest_puzzle(len(self.facelets))

    @property
    def shown(self) -> str:
        """The facelet string in the user's colours; for another puzzle, KPattern JSON."""
        return Facelets(self.facelets, self.scheme).written if self.of_cube else self.facelets

    @property
    def stickers(self) -> str:
        """For another puzzle its stickers, in a word for each face, or what its notation has for them; "" for neither."""
        cube: Any = self.cube
        if self.of_cube:
            return ""
        if written := cube.puzzle.notation.state(cube.slots):
            return str(written)
        if cube.puzzle.places is None or cube.puzzle.ignored:
            return ""
        return str(cube.puzzle.places.text(cube.faces))

    @property
    def shown_by(self) -> str:
        """What `stickers` lists, in a word: hours for a clock."""
        cube: Any = self.cube
        return str(cube.puzzle.notation.shown)

    @property
    def cubes(self) -> int:
        """The number of cubes that it stands for: for a symmetry class, those that satisfy the rules."""
        return self.satisfying or 1

    @property
    def chance(self) -> str:
        """The probability of its class, to follow the size: ": 1/18 (5.56%)"; "" if it is not known."""
        share = self.share
        return "" if share is None else f": {share} ({100 * float(share):.3g}%)"

    @property
    def defects(self) -> tuple[Defect, ...] | None:
        """The reasons why the cube is not solvable; empty if it is, None if the question does not ask."""
        return None if self.diagnosis is None else self.diagnosis.defects

    @property
    def generator(self) -> Moves | PuzzleMoves | None:
        """Moves from solved to the cube in its whole-cube orientation, with a rotation at the end if one is needed for that.

        For another puzzle they begin with a rotation of the whole puzzle if the solution ends in one.
        """
        if self.solution is None:
            return None
        if not isinstance(self.solution, Moves):
            return (~self.solution).after(self.held)
        holding = Facelets(self.facelets, self.scheme).holding
        return Moves(holding=held_after(holding, self._held_when_solved)) + ~self.solution

    @cached_property
    def _held_when_solved(self) -> str:
        """The whole-cube orientation of the solved cube to which the solution leads; `URFDLB` if it is that of the cube."""
        if not isinstance(self.cube, State) or not isinstance(self.solution, Moves):
            return FACES
        if self.cube.puzzle.size % 2:
            return self.solution.holding
        return held_after(held_before(self.cube.holding), self.cube.apply(self.solution).holding)

    @property
    def length(self) -> int | None:
        """The number of turns of the solution, and of the generator, in `metric`."""
        return None if self.solution is None else self.solution.length(self.metric)

    @property
    def written(self) -> str | None:
        """The solution, or the moves that lead to the cube, in the user's names."""
        moves = self.solution if self.moves is None else self.moves
        return self.sequence.written if self.sequence else None if moves is None else str(moves)

    @property
    def rotation(self) -> str:
        """The rotation of the whole cube after the moves of `written`, as "x y2"; "" if its orientation is as before.

        For another puzzle it is `held`.
        """
        if not self.of_cube:
            return self.held
        if isinstance(self.moves, Moves):
            return self.moves.rotation
        return rotation(self._held_when_solved)

    @property
    def in_one(self) -> Moves | None:
        """The one sequence after the scramble that the moves of both sides and the solution amount to, if there are sides."""
        if self.after is None:
            return None
        made = type(self.after)(str(self.solution or self.moves or ""))
        return self.after.joined([self.after, made]).in_one

    @property
    def turned_note(self) -> str:
        """The rotation of the whole cube after the moves of `written`, in brackets; "" if there is none."""
        what = "cube" if self.of_cube else "puzzle"
        return f"(the whole {what} is then turned: {self.rotation})" if self.rotation else ""

    @property
    def details(self) -> str:
        """What people read behind moves: `turned_note`, and `measured`."""
        values = (f"({value:g} {by})" for by, value in (self.measured or {}).items())
        return "  ".join(filter(None, [self.turned_note, *values]))

    @property
    def turns(self) -> str:
        """The number of moves of the solution, in words: those of cubes are turns."""
        return plural(self.length or 0, "turn" if self.of_cube else "move")

    def solved_by(self, solution: Solution) -> CubeReport:
        """Return the report with a solution, which is checked.

        Raises:
            AssertionError: it does not solve the cube.
        """
        sequence = getattr(solution, "sequence", None)
        for moves in (solution.moves, *([sequence.written] if sequence else [])):
            if self.cube is None or not self.cube.apply(moves).is_solved:
                raise AssertionError(f"{moves} does not solve {self.facelets}")
        return replace(
            self,
            solution=solution.moves,
            metric=solution.metric,
            optimal=solution.optimal,
            proven=solution.proven,
            phases=getattr(solution, "phases", None),
            sequence=sequence,
        )

    def _as_data(self, key: str, moves: Moves | PuzzleMoves) -> dict[str, str]:
        """Return moves in the user's names and, if they differ, as face turns."""
        data = {key: self.written or ""}
        turns = str(Moves(moves)) if isinstance(moves, Moves) else str(moves)
        if data[key] != turns:
            data["face_turns"] = turns
        if self.rotation:
            data["rotation"] = self.rotation
        return data

    def _proof(self) -> dict[str, Any]:
        """Return the facts about shorter moves."""
        return {"optimal": self.optimal, **self._facts("proven")}

    def _facts(self, *names: str) -> dict[str, Any]:
        """Return the attributes that are known, by name."""
        return {name: value for name in names if (value := getattr(self, name)) is not None}

    def _names(self, facelets: Iterable[int]) -> list[str]:
        return [self.puzzle.names[facelet] for facelet in facelets]

    def __str__(self) -> str:
        return self.line()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.line()}>"

    def line(self) -> str:
        """Return the cube on one line, with its moves if there are any."""
        if self.unsolved is not None:
            return f"{self.shown}  no moves: {self.unsolved}"
        moves = self.written
        if moves is None:
            return self.shown
        return f"{self.shown}  {moves or '(solved already)'}  {self.details}".rstrip()

    @property
    def noun(self) -> str:
        """Its subject: a cube, or a state of another puzzle."""
        return "cube" if self.of_cube else "state"

    @property
    def of_cube(self) -> bool:
        """Whether it is about a cube."""
        return self.cube is None or isinstance(self.cube, State)

    def _entries(self) -> dict[str, Any]:
        """Return the stickers of the cube; for another puzzle, the contents of its slots."""
        if self.of_cube:
            return Facelets(self.facelets, self.scheme).as_dict()
        return {
            "pattern": json.loads(self.facelets),
            **({self.shown_by: self.stickers} if self.stickers else {}),
            **({"rotation": self.held} if self.held else {}),
        }

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints for this cube, without parts that the question does not ask for."""
        data: dict[str, Any] = {} if self.text is None else {"text": self.text}
        if self.turned:
            data["rotation"] = self.turned
        data |= self._entries()
        if self.reading is not None:
            read = self.reading
            data |= {"format": read.format, "why": read.why, "orientation": read.orientation}
        if self.given is not None:
            data["given"] = self.given.written
        if self.solution is not None:
            data |= {"generator": str(self.generator), **self._as_data("solution", self.solution)}
            data["length"] = self.length
            if self.of_cube:
                data["metric"] = self.metric
            data |= self._proof()
        if self.way is not None:
            data["method"] = self.way
        if self.unsolved is not None:
            data["unsolved"] = self.unsolved
        if self.phases is not None:
            data["phases"] = [phase.as_dict() for phase in self.phases]
        if self.moves is not None:
            data |= {**self._as_data("moves", self.moves), **self._proof()}
        if self.in_one is not None:
            data["in_one"] = str(self.in_one)
        data |= self._facts("link", "measured", "class_size", "satisfying", "rank")
        if self.share is not None:
            data["share"] = str(self.share)
        if self.case:
            data |= {"case": self.case, "algorithms": [*self.algorithms]}
        for part in (self.description, self.diagnosis, self.verdict):
            data |= {} if part is None else part.as_dict()
        data |= self._facts("can_be_solvable")
        if self.explanation is not None:
            data["explanation"] = self.explanation.as_dict()
        if self.violations is not None:
            data["violations"] = {
                str(rule): [
                    {
                        "message": v.sentence(self.scheme),
                        **({"stickers": self._names(v.facelets)} if self.of_cube else {}),
                    }
                    for v in violations
                ]
                for rule, violations in self.violations.items()
            }
        return data


@dataclass(repr=False)
class Answer(ShownAsHtml, SealedObject):
    """The answer to a question. Once it is complete, it cannot be changed.

    `print` shows its cubes, the facts about each, and how they are known. Iterating, an index or a slice
    gives the reports of its cubes. In `if` it stands for yes or no; see `__bool__`.

    Attributes:
        query: the question: rules, engine, limits, versions (`cubecsp.questions.asking.query.Query`).
        status: the completeness and certainty of the answer.
        cubes: the reports of cubes, in the order of the input or of discovery.
        count: the number of cubes, as certain as `status` says; None if the question counts nothing.
        classes: the number of classes, if the question asks for it.
        same_under: the transformations that make cubes of one class the same, in words; None for the 48 symmetries.
        has_solved: whether the solved cube is known to be in one of these classes.
        seconds: wall-clock time of the whole question.
        stopped: the limit or interrupt that ended it before it was complete, None if nothing did.
        reason: the reason why nothing satisfies the question, if it is known.
        statistics: the cost of the search for cubes, if there was one.
        tasks: the share of the work that came from the checkpoint file, if there is one.
    """

    about_all: ClassVar[bool] = False
    """Whether the question is about all of the given cubes, so that some of them cannot decide it."""

    query: Mapping[str, Any]
    status: Status = Status.UNKNOWN
    cubes: Sequence[CubeReport] = ()
    count: int | None = None
    classes: int | None = None
    same_under: str | None = None
    has_solved: bool = False
    seconds: float = 0.0
    stopped: Stop | None = None
    reason: str | None = None
    statistics: Statistics | None = None
    tasks: TaskCounter | None = None

    @property
    def noun(self) -> str:
        """The noun for its cubes: those of another puzzle are states."""
        # An entry of the query would also need the versions of packages.
        return "cube" if getattr(self.query, "puzzle", None) is None else "state"

    @property
    def subject(self) -> str:
        """The puzzle of its cubes, to follow their noun, with a space in front; nothing for the 3×3×3."""
        return getattr(self.query, "subject", "")

    def _cubes_in_words(self, number: int) -> str:
        """Return `2 cubes that differ in corners`: a number of cubes, and what they are counted by."""
        part = None if number == 1 else self.query.get("project")
        return (
            f"{plural(number, self.noun)}{self.subject}{f' that differ in {part}' if part else ''}"
        )

    @property
    def _default_limit(self) -> str | None:
        """How to ask for all, if the default limit counts; None if the user gave the limit."""
        if isinstance(getattr(self.query, "limit", None), Usual):
            return spelled("limit", none="all")
        return None

    @property
    def _ending(self) -> str:
        """What ended it before it was complete, to follow a clause; "" if nothing did."""
        return f"; {_ENDINGS[self.stopped]}" if self.stopped in _ENDINGS else ""

    @property
    def falls_short(self) -> bool:
        """Whether it gives less than the user asked for, since a limit was too low."""
        return False

    @property
    def parts(self) -> Sequence[Answer]:
        """The answers about single cubes that it consists of, if it is about several."""
        return ()

    def __iter__(self) -> Iterator[CubeReport]:
        return iter(self.cubes)

    def __len__(self) -> int:
        return len(self.cubes)

    @overload
    def __getitem__(self, index: int) -> CubeReport: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[CubeReport]: ...
    def __getitem__(self, index: int | slice) -> CubeReport | Sequence[CubeReport]:
        return self.cubes[index]

    def __bool__(self) -> bool:
        """Return whether the answer is yes: there is such a cube, or all cubes pass.

        Raises:
            ValueError: it is neither yes nor no, since a limit came first.
        """
        if self.status is Status.UNKNOWN or (self.status is Status.PARTIAL and self.about_all):
            raise ValueError(f"neither yes nor no; see `status`: {self.sentence()}")
        return self.status is not Status.INFEASIBLE

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.sentence()}>"

    def __str__(self) -> str:
        lines = [line for report in self.cubes[:_SHOWN] for line in self.lines(report)]
        left = len(self.cubes) - _SHOWN
        return "\n".join([*lines, *([f"and {left:,} more"] if left > 0 else []), self.sentence()])

    def lines(self, report: CubeReport) -> Iterable[str]:
        """Return the text that `print` shows of one of its cubes, line by line."""
        return [report.line()]

    def sentence(self) -> str:
        """Return one sentence about the result, and how complete it is."""
        result = plural(len(self) if self.count is None else self.count, self.noun)
        ending = {
            Stop.LIMIT: "as many as asked for; there may be more",
            Stop.NODES: "the node limit ended it; there may be better",
            Stop.TRIES: "as many tries as allowed; there may be more",
            Stop.TIME: "the time limit ended it; there may be more",
            Stop.COST: "it would have taken too long; there may be more",
            Stop.INTERRUPT: "interrupted; there may be more",
            None: "the whole answer" if self.status is Status.COMPLETE else self.status.value,
        }[self.stopped]
        if self.status is Status.INFEASIBLE:
            ending = "the answer is no"
        return f"{result}, {ending} ({in_seconds(self.seconds)})."

    def checkpoint_sentence(self) -> str:
        """Return how many tasks were saved, or read, and how to go on, after a space; "" if that is of no use."""
        file = excerpt(str(self.query.get("resume", "")))
        if self.stopped in (Stop.INTERRUPT, Stop.TIME, Stop.COST):
            if self.status is Status.INFEASIBLE:
                return ""  # what ended early is the search for the reason
            if self.tasks is None:
                able = self.stopped is Stop.INTERRUPT and hasattr(self.query, "resume")
                how = f" With {spelled('resume', 'FILE')}, such a run can be continued."
                return how if able and not self.query.get("puzzle") else ""
            if not self.tasks.saved:
                return " No task was finished, so nothing was saved."
            number, how = self.tasks.saved, f"saved in {file}; the same question continues from it"
        elif self.tasks is None or not self.tasks.resumed:
            return ""
        else:
            number, how = self.tasks.resumed, f"read from the checkpoint file {file}"
        return f" {plural(number, 'finished task')} {'was' if number == 1 else 'were'} {how}."

    def classes_in_words(self) -> str:
        """Return the number of classes of `same_under`, what makes their cubes the same, and whether the solved one is there."""
        solved = ", one of them that of the solved cube" if self.has_solved else ""
        return f"{plural(self.classes or 0, 'class')} under {self.same_under}{solved}"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data: dict[str, Any] = {"query": dict(self.query), "status": self.status.value}
        if self.count is not None:
            data["count"] = self.count
        if self.classes is not None:
            data["classes"] = self.classes
        if self.same_under is not None:
            data["same_under"] = self.same_under
        if self.stopped is not None:
            data["stopped"] = self.stopped.value
        if self.reason is not None:
            data["reason"] = self.reason
        if self.statistics is not None:
            data["statistics"] = self.statistics.as_dict()
        if self.tasks is not None:
            data["resumed"] = self.tasks.resumed
        data["seconds"] = round(self.seconds, 6)
        data["cubes"] = [report.as_dict() for report in self.cubes]
        return data


def versions(*packages: str) -> dict[str, str]:
    """Return the versions on which an answer depends: those of cubecsp, Python and `packages`."""
    text = {"cubecsp": __version__, "python": ".".join(map(str, sys.version_info[:3]))}
    for package in packages:
        from importlib import metadata  # slow to import, and seldom needed

        with contextlib.suppress(metadata.PackageNotFoundError):
            text[package] = metadata.version(package)
    return text
