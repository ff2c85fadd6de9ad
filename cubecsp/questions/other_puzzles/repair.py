"""The solvable states of a puzzle that is not a cube, nearest to an unsolvable one."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from cubecsp.frozen import frozen
from cubecsp.puzzle.definitions.partial import PartialState
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.questions.answers.answer import CubeReport, Status, Stop
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.best import Best
from cubecsp.questions.find import Find
from cubecsp.questions.other_puzzles.held_states import frame_of, in_frame

if TYPE_CHECKING:
    from cubecsp.questions.asking.about import AboutStates


@frozen
class RepairedState:
    """A solvable state that the user may have meant.

    Attributes:
        state: the state.
        changed: the slots that hold another piece now, or the same one turned in another way.
        held: the rotation of the whole puzzle; see `CubeReport`.
    """

    state: KPattern
    changed: tuple[str, ...]
    held: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        rotation = {"rotation": self.held} if self.held else {}
        return {"pattern": self.state.as_dict(), **rotation, "changed": list(self.changed)}


class RepairStateRun:
    """A running `Repair` of one state: the best states agree with most of the known pieces, stated as rules.

    Args:
        query: the question.
        partial: the state.
    """

    def __init__(self, query: AboutStates[Any, Any], partial: PartialState) -> None:
        self._about: dict[str, Any] = {
            "puzzle": query.other,
            "turns": getattr(query, "turns", None),
        }
        self._frame = frame_of(query.explored, partial)
        self._known = partial.held_before(self._frame).as_rules()

    def reports(self, answer: Any, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the nearest states."""
        if not self._known:
            yield from self._any(answer, run)
            return
        asked = Best(prefer=[*self._known.values()], **self._about, limit=run.limits.number)
        with run:
            result = asked.answer()
            if result.stopped is not None:
                run.stop(result.stopped)
            if result.value is None:
                answer.status = Status.UNKNOWN
                return
            answer.distance = len(self._known) - result.value
            answer.proven = len(self._known) - (result.bound or 0)
            answer.count = len(result) if result.status is Status.COMPLETE else None
            answer.status = Status.COMPLETE if answer.count is not None else Status.PARTIAL
            answer.repairs = repairs = []
            for report in result:
                state: Any = report.cube
                repaired = in_frame(state, self._frame)
                cube: Any = repaired.cube
                repairs.append(RepairedState(cube, self._changed(state), repaired.held))
                yield repaired

    def _any(self, answer: Any, run: Run) -> Generator[CubeReport, None, None]:
        """Yield states if nothing is known, so that all are equally near."""
        asked = Find((), **self._about, limit=run.limits.number)
        answer.status, states = Status.PARTIAL, asked.stream().within(run.deadline)
        answer.repairs = repairs = []
        with run, states:
            for report in states:
                state: Any = report.cube
                repairs.append(RepairedState(state, ()))
                yield report
        if states.answer.stopped is not None:
            run.stop(states.answer.stopped)
        elif run.stopped is None:
            answer.status, answer.count = Status.COMPLETE, len(answer.repairs)

    def _changed(self, state: KPattern) -> tuple[str, ...]:
        """Return the slots that do not hold the pieces given for them."""
        from cubecsp.questions.asking.cubes_and_rules import pattern_of

        rules = {name: pattern_of(rule, state.puzzle) for name, rule in self._known.items()}
        return tuple(name for name, rule in rules.items() if not rule.holds(state))  # type: ignore[arg-type]

    def set_status(self, answer: Any, run: Run) -> None:
        """Set the status of the answer."""
        if run.stopped in (Stop.TIME, Stop.INTERRUPT) and not answer.repairs:
            answer.status = Status.UNKNOWN
