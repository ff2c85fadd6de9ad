"""The states of a puzzle that is not a cube that agree with what is known of one."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from cubecsp.questions.answer import CubeReport, Status, Stop
from cubecsp.questions.count import Count
from cubecsp.questions.find import Find
from cubecsp.questions.limits import Run

if TYPE_CHECKING:
    from cubecsp.definitions.partial import PartialState
    from cubecsp.questions.complete import Complete, Completed

__all__ = ["Completing"]


class Completing:
    """A `Complete` about one state under way: what is known is stated as rules, and `count` and `find` answer."""

    def __init__(self, query: Complete, shown: PartialState) -> None:
        self._query = query
        self._rules = list(shown.as_rules().values())

    def reports(self, answer: Completed, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the states, once it is known how many there are."""
        query = self._query
        with run:
            counted = Count(self._rules, puzzle=query.other, turns=query.turns).answer()
            if counted.stopped is not None or counted.status is Status.UNKNOWN:
                run.stop(counted.stopped or Stop.TIME)
                return
            answer.count = counted.count or 0
        if not answer.count or not query.list_cubes:
            return
        asked = Find(self._rules, puzzle=query.other, turns=query.turns, limit=query.limit)
        with run, asked.stream().within(run.deadline) as found:
            for number, report in enumerate(found, 1):
                yield report
                if number == query.limit != answer.count:
                    run.stop(Stop.LIMIT)
                    return
