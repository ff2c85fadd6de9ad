"""The solvable states of a puzzle that is not a cube, nearest to an unsolvable one."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import Permutation
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.puzzle.kpuzzle.shown_stickers import ShownStickers
from cubecsp.questions.answers.answer import CubeReport, Status, Stop
from cubecsp.questions.asking.held_states import Known, frames_of, in_frame
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.best import Best, BestAnswer
from cubecsp.questions.find import Find


@frozen
class RepairedState:
    """A solvable state that the user may have meant.

    Attributes:
        state: the state.
        changed: the slots that hold another piece now, or the same one turned in another way; or the stickers that
            show another colour now, if stickers were given and are counted.
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
    """A running `Repair` of one state: the best states agree with most of what is known, stated as rules.

    Args:
        query: the question.
        known: the state.

    Attributes:
        by: what is counted; of a KPattern always pieces.
    """

    def __init__(self, query: Any, known: Known) -> None:
        self._about: dict[str, Any] = {"puzzle": query.other, "turns": query.turns}
        self._given = known
        self._frames = frames_of(query.explored, known)
        self.by: Any = query.by if isinstance(known, ShownStickers) else "piece"

    def _rules(self, frame: Permutation) -> dict[str, str]:
        """Return what is known, after a rotation of the whole puzzle, as rules of which each counts one."""
        held = self._given.held_before(frame)
        if isinstance(held, ShownStickers) and self.by == "sticker":
            return held.as_rules(singly=True)
        return held.as_rules()

    def reports(self, answer: Any, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the nearest states, of those of all rotations of the whole puzzle after which there can be any."""
        if not self._rules(next(iter(self._frames))):
            yield from self._any(answer, run)
            return
        answer.repairs = repairs = []
        with run:
            found = self._nearest(answer, run)
            for frame, result in found:
                for report in result:
                    state: Any = report.cube
                    repaired = in_frame(state, frame)
                    cube: Any = repaired.cube
                    repairs.append(RepairedState(cube, self._changed(state, frame), repaired.held))
                    yield repaired

    def _nearest(self, answer: Any, run: Run) -> list[tuple[Permutation, BestAnswer]]:
        """Return the best states after rotations of the whole puzzle, and set distance, count and status of the answer."""
        answer.status = Status.UNKNOWN
        found: list[tuple[Permutation, BestAnswer]] = []
        proven, is_all = list[int](), True
        most = 1 if self.by == "sticker" else max(kind.turns for kind in self._given.puzzle.kinds)
        for frame, strange in self._frames.items():
            least = -(-strange // most)
            if found and least >= answer.distance:
                is_all = is_all and least > answer.distance
                break
            rules = [*self._rules(frame).values()]
            result = Best(prefer=rules, **self._about, limit=run.limits.number).answer()
            if result.stopped is not None:
                run.stop(result.stopped)
            proven.append(len(rules) - (result.bound or 0))
            if result.value is None:
                is_all = False
                break
            distance = len(rules) - result.value
            if not found or distance < answer.distance:
                answer.distance, found = distance, []
            if distance == answer.distance:
                found.append((frame, result))
            is_all = is_all and result.status is Status.COMPLETE
        if found:
            answer.proven = min(proven)
            answer.count = sum(len(result) for _, result in found) if is_all else None
            answer.status = Status.COMPLETE if is_all else Status.PARTIAL
        return found

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

    def _changed(self, state: KPattern, frame: Permutation) -> tuple[str, ...]:
        """Return the slots, or stickers, that are not as given."""
        from cubecsp.questions.asking.cubes_and_rules import pattern_of

        rules = {n: pattern_of(rule, state.puzzle) for n, rule in self._rules(frame).items()}
        return tuple(name for name, rule in rules.items() if not rule.holds(state))  # type: ignore[arg-type]

    def set_status(self, answer: Any, run: Run) -> None:
        """Set the status of the answer."""
        if run.stopped in (Stop.TIME, Stop.INTERRUPT) and not answer.repairs:
            answer.status = Status.UNKNOWN
