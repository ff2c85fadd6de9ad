"""The states of a puzzle that is not a cube that agree with the known pieces of a state."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.count import Count
from cubecsp.questions.find import Find
from cubecsp.questions.other_puzzles.frames import frame_of, in_frame

if TYPE_CHECKING:
    from cubecsp.puzzle.read.partial import PartialState
    from cubecsp.questions.asking.about import AboutStates

__all__ = ["Completing"]


class Completing:
    """A `Complete` about one state under way: the known pieces are stated as rules, and `count` and `find` answer.

    Args:
        query: the question.
        partial: the state.
        listed: whether the states are to be listed.
    """

    def __init__(
        self, query: AboutStates[Any, Any], partial: PartialState, *, listed: bool
    ) -> None:
        self._about: dict[str, Any] = {
            "puzzle": query.other,
            "turns": getattr(query, "turns", None),
        }
        self._frame = frame_of(query.explored, partial)
        self._rules = [*partial.held_before(self._frame).as_rules().values()]
        self._listed = listed

    def reports(self, answer: Answer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the states, once it is known how many there are."""
        with run:
            counted = Count(self._rules, **self._about).answer()
            if counted.stopped is not None or counted.status is Status.UNKNOWN:
                run.stop(counted.stopped or Stop.TIME)
                return
            answer.count = counted.count or 0
        if not answer.count or not self._listed:
            return
        most = run.limits.number
        asked = Find(self._rules, **self._about, limit=most)
        with run, asked.stream().within(run.deadline) as states:
            for number, report in enumerate(states, 1):
                yield in_frame(report.cube, self._frame)
                if number == most != answer.count:
                    run.stop(Stop.LIMIT)
                    return
