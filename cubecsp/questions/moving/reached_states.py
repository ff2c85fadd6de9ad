"""The states of a puzzle that is not a cube that satisfy rules, and the moves that lead to them.

States near the start are visited first. Then the states that satisfy the rules are listed, and if they are few, sequences of
moves to them meet in the middle (`cubecsp.search.meeting`); otherwise the search goes on from the start.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias

from cubecsp.errors import LimitError
from cubecsp.interface import spelled
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.questions.answers.answer import Answer, CubeReport, Stop
from cubecsp.questions.asking.held_states import in_frame
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.moving.reaching import WaysRun
from cubecsp.search.meeting import LONGEST, MOST_GOALS, SequencesByLength

_GLANCE = 100_000  # positions, before the states that satisfy the rules are listed
_SECONDS_FOR_GOALS = 10.0

_Way: TypeAlias = "tuple[KPattern, PuzzleMoves]"
"""A state that is reached, and moves."""


class ReachedStates(WaysRun):
    """A running `Reach` from a state of another puzzle."""

    def __init__(self, query: Any, start: KPattern) -> None:
        self._explored, self._pattern = query.explored, query._stated
        self._frame = query.explored.frame(start)
        self._start = start.held_before(self._frame)
        self._query = query

    def reports(self, answer: Answer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each state that is reached, or each sequence."""
        with run:
            try:
                for reached, path in self._ways(run):
                    if self._found == run.limits.number:
                        run.stop(Stop.LIMIT)
                        return
                    self._found += 1
                    yield self._report(reached, path)
            except NodeLimitError as error:
                fewer = f" (name some with {spelled('turns')} to search further)"
                answer.reason = error.problem + ("" if self._query.turns else fewer)
                run.stop(Stop.NODES)

    def _ways(self, run: Run) -> Iterator[_Way]:
        """Yield the states that are reached, each with moves: those that the fewest moves reach, or all sequences."""
        most, every = self._explored.most, self._query.up_to is not None
        if not every:
            with suppress(NodeLimitError):
                yield from self._nearest(min(most, _GLANCE), run)
                return
        goals = self._goals(run)
        try:
            if every or (goals and SequencesByLength.suits(self._explored.space, goals)):
                yield from self._sequences(goals, run)
                return
        except NodeLimitError as error:
            if every or error.depth <= LONGEST:
                raise
        if goals != []:
            yield from self._nearest(most, run)

    def _goals(self, run: Run) -> list[KPattern] | None:
        """Return the states that satisfy the rules; None if they are many, or not all found in some seconds."""
        from cubecsp.questions.finding.search_iterator import Search

        if self._explored.space.has_blocked_moves:
            return None
        how: dict[str, Any] = {"puzzle": self._query.other, "turns": self._query.turns}
        how |= {"time_limit": run.deadline.within(_SECONDS_FOR_GOALS).left_or_none}
        with Search(self._pattern, limit=MOST_GOALS + 1, **how) as search:
            found: list[Any] = [*search]
        return found if search.exhausted else None

    def _sequences(self, goals: list[KPattern] | None, run: Run) -> Iterator[_Way]:
        """Yield sequences with the states to which they lead; without `up_to`, the first to each state."""
        query, reached = self._query, set[KPattern]()
        if goals is None:
            raise LimitError(
                f"sequences up to a length cannot be listed: more than {MOST_GOALS:,} states satisfy these rules, or some moves "
                "are blocked in some states",
                f"leave out {spelled('up_to')}, or give rules that few states satisfy, such as `changes=`",
            )
        most = None if run.limits.number is None or query.up_to is None else run.limits.number + 1
        for path in SequencesByLength.of_each(
            *(self._explored.space, self._start, goals),
            longest=query.up_to,
            number=most,
            deadline=run.deadline,
            nodes=query.max_nodes,
        ):
            state = self._start.apply(path)
            if query.up_to is not None or state not in reached:
                reached.add(state)
                yield state, path

    def _nearest(self, nodes: int, run: Run) -> list[_Way]:
        """Return the states that the fewest moves reach, one more than requested."""
        from cubecsp.models.core.visiting import condition

        space, most = self._explored.space, run.limits.number
        satisfied = condition(space, self._pattern, self._start)
        more = None if most is None else most + 1
        found = space.nearest(self._start, satisfied, nodes, run.deadline, more)
        return [(state, PuzzleMoves.of(state.puzzle, path)) for state, path in found]

    def _report(self, reached: KPattern, moves: PuzzleMoves) -> CubeReport:
        state: Any = reached  # rules about a puzzle take its states
        if self._start.apply(moves) != reached or self._pattern.violations(state):
            raise AssertionError(f"{moves} leads to {reached!r}, which breaks {self._pattern}")
        optimal = self._query.up_to is None
        return replace(in_frame(reached, self._frame), moves=moves, optimal=optimal)

    def _why_none(self) -> str:
        most = self._query.up_to
        of = "" if most is None else f"up to {most} of "
        return f"no sequence of {of}these moves leads there"
