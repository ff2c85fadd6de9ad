"""The moves that lead a cube to where some rules hold: "the cross solved on some face, with U and R"."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypedDict, Unpack, overload

from cubecsp.errors import InputError, LimitError, OutOfTimeError
from cubecsp.formats import as_stickers
from cubecsp.models.pattern import Pattern
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.state import Cube
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.find import find
from cubecsp.questions.given import CubeLike, PatternLike, pattern_of
from cubecsp.questions.limits import Limits, Run, check_length
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.several import Answers, asked
from cubecsp.questions.solve import UP_TO_COMMUTING
from cubecsp.questions.target import targets
from cubecsp.questions.whole import whole
from cubecsp.questions.wording import plural, seconds_taken
from cubecsp.search.breadth_first import Bidirectional, named_moves, sequences
from cubecsp.search.solution import require_reachable

__all__ = ["Reach", "ReachAnswer", "reach", "start_of"]

_GLANCE = 1.0
"""Seconds to look for any cube at all that satisfies the rules."""


@dataclass
class ReachAnswer(Answer):
    """The answer to `reach`."""

    def sentence(self) -> str:
        """Return the sentence that says how many sequences lead there, or why none does."""
        found, taken = plural(len(self), "sequence"), seconds_taken(self.seconds)
        if self.status is Status.INFEASIBLE:
            reason = self.reason or "these moves cannot lead there"
            return f"{reason[0].upper()}{reason[1:]} ({taken})."
        if self.status is Status.COMPLETE:
            kind = "shortest" if self.query["up_to"] is None else "wanted"
            merged = UP_TO_COMMUTING if self.query["up_to_commuting"] else ""
            return f"{found}{merged}, and no other {kind} ones ({taken})."
        if self.reason is not None:
            return f"{self.reason[0].upper()}{self.reason[1:]} ({taken})."
        asked = (
            ", as asked; there are more" if self.stopped is Stop.LIMIT else "; there may be more"
        )
        ended = "Interrupted" if self.stopped is Stop.INTERRUPT else "Stopped"
        return f"{ended} after {found}{asked} ({taken})."


@dataclass(frozen=True)
class Reach(Query):
    """What `reach` is asked.

    Attributes:
        cube: where to start.
        pattern: what has to hold at the end.
        turns: the moves that may be used, None for all eighteen turns.
        up_to: all sequences of up to so many moves, None for the shortest.
        up_to_commuting: whether sequences that differ in the order of commuting turns are one.
        limits: what may end it.
        scheme: how the user writes the six colours of the cube (see `Facelets`).
    """

    question: ClassVar[str] = "reach"

    cube: Cube
    pattern: Pattern
    turns: str | None = None
    up_to: int | None = None
    up_to_commuting: bool = False
    limits: Limits = field(default_factory=Limits)
    scheme: str = FACES

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        return {
            "question": self.question,
            "cube": self.cube.facelets,
            "rules": [str(rule) for rule in self.pattern.rules],
            "turns": list(named_moves(self.turns)),
            "up_to": self.up_to,
            "up_to_commuting": self.up_to_commuting,
            "limit": self.limits.number,
            "time_limit": self.limits.time,
            "versions": versions(),
        }

    def stream(self) -> Stream[ReachAnswer]:
        """Return the question under way: a report for each sequence, with the cube that it leads to."""
        answer = ReachAnswer(query=self, status=Status.UNKNOWN)
        work = _Reaching(self)
        return Stream(answer, self.limits, work.reports, work.settle)


class _Options(TypedDict, total=False):
    turns: str | None
    up_to: int | None
    up_to_commuting: bool
    limit: int | None
    time_limit: float | None
    on_found: Callable[[CubeReport], None] | None
    on_answer: Callable[[ReachAnswer], None] | None


_Patterns = PatternLike | Iterable[PatternLike]


@overload
def reach(cube: CubeLike, pattern: _Patterns, **options: Unpack[_Options]) -> ReachAnswer: ...  # type: ignore[overload-overlap]
@overload
def reach(
    cube: Iterable[CubeLike], pattern: _Patterns, **options: Unpack[_Options]
) -> Answers[ReachAnswer]: ...
def reach(
    cube: CubeLike | Iterable[CubeLike],
    pattern: PatternLike | Iterable[PatternLike],
    *,
    turns: str | None = None,
    up_to: int | None = None,
    up_to_commuting: bool = False,
    limit: int | None = None,
    time_limit: float | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
    on_answer: Callable[[ReachAnswer], None] | None = None,
) -> ReachAnswer | Answers[ReachAnswer]:
    """Return the shortest sequences of moves that lead `cube` to one that satisfies the rules.

    Each report is a cube that is reached, and the moves that lead there. Slices, wide turns and
    rotations may leave the whole cube turned: the rules are asked about the cube turned back, with
    the centres where they were, and the report says how it is held. Sequences that are written
    differently are different.

    Args:
        cube: where to start: a 3×3×3, a text in any format, or moves that make it. Of several there are
            `Answers`, one about each.
        pattern: what has to hold at the end: rules, patterns, or texts that state them.
        turns: the moves that may be used, as "U,R2,F" or "M2,U" or whole sequences; all eighteen turns
            when left out.
        up_to: all sequences of up to so many moves, detours included, and not the shortest alone.
        up_to_commuting: count sequences that differ in the order of adjacent commuting moves alone
            as one, and give the first.
        limit: stop after this many sequences, for each of several; None for all of them.
        time_limit: stop after this many seconds for all; None for no limit. If no sequence was found by then,
            `reason` says up to which length there is none.
        on_found: called with every report as soon as it is there.
        on_answer: called with the answer, or each of several, as soon as it is there.

    Raises:
        InputError: turns cannot make the cube, or the moves cannot be read.
        LimitError: memory ran out before the first sequence; the message says what is known. Of several
            cubes, the answer about that one says so instead.
    """
    rules, limits = pattern_of(pattern), Limits.of(limit, time_limit, "sequences")
    most = check_length(up_to, "sequences")
    named_moves(turns)  # or it says what is wrong with them

    def query(one: CubeLike) -> Reach:
        shown = as_stickers(one)
        return Reach(start_of(shown), rules, turns, most, up_to_commuting, limits, shown.scheme)

    return asked(Reach.question, cube, query, limits, on_found, on_answer)


def start_of(shown: Facelets) -> Cube:
    """Return the cube of stickers from which sequences can begin.

    Raises:
        InputError: it is no 3×3×3, or turns cannot make it.
    """
    cube = whole(shown)
    if not isinstance(cube, Cube):
        raise InputError(
            f"reach turns a 3×3×3, and this is a {cube.puzzle.name}", "`solve` solves a 2×2×2"
        )
    require_reachable(cube, shown.written)
    return cube


class _Reaching:
    """A `Reach` under way."""

    def __init__(self, query: Reach) -> None:
        self._query = query
        self._search: Bidirectional | None = None
        self._contradicts_itself = False
        self._found = 0

    def reports(self, answer: ReachAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each sequence."""
        goals = targets(self._query.pattern)
        if any(callable(goal) for goal in goals) and self._is_impossible(run):
            goals = []
        if not goals:
            self._contradicts_itself = True
            return
        query = self._query
        self._search = sequences(
            query.cube,
            query.turns,
            target=goals,
            shortest=query.up_to is None,
            at_most=query.up_to,
            up_to_commuting=query.up_to_commuting,
            time_limit=run.deadline.left_or_none,
        )
        try:
            yield from self._listed(self._search, run)
        except OutOfTimeError as error:
            answer.reason = None if self._found else error.problem
            raise
        except LimitError:
            if not self._found:
                raise
            run.stop(Stop.TIME)

    def _is_impossible(self, run: Run) -> bool:
        """Return whether it is quickly found out that no cube satisfies the rules.

        Rules that are asked about cube by cube would be asked about every cube otherwise.
        """
        query = self._query
        if query.pattern.holds(query.cube):
            return False
        found = find(query.pattern, limit=1, time_limit=run.deadline.within(_GLANCE).left_or_none)
        if found.stopped is Stop.INTERRUPT:
            raise KeyboardInterrupt
        return found.status is Status.INFEASIBLE

    def _listed(self, search: Bidirectional, run: Run) -> Iterator[CubeReport]:
        """Yield reports of the sequences, each tried out."""
        pattern = self._query.pattern
        for sequence in search:
            if self._found == run.limits.number:
                run.stop(Stop.LIMIT)
                return
            end = search.cube.apply(sequence.moves)
            if not pattern.holds(end) or search.cube.apply(sequence.written) != end:
                raise AssertionError(f"{sequence} leads to {end!r}, which breaks {pattern}")
            self._found += 1
            yield CubeReport(
                end.facelets,
                end,
                moves=sequence.moves,
                sequence=sequence,
                scheme=self._query.scheme,
            )

    def settle(self, answer: ReachAnswer, run: Run) -> None:
        """Say how much of the truth the answer is."""
        answer.count = self._found
        if run.stopped is not None:
            answer.status = Status.PARTIAL if self._found else Status.UNKNOWN
        elif self._found:
            answer.status = Status.COMPLETE
        elif self._contradicts_itself or self._search is not None:
            answer.status = Status.INFEASIBLE
            answer.reason = self._why_none()

    def _why_none(self) -> str:
        if self._search is None:
            return f"no cube satisfies {self._query.pattern}"
        if self._search.exhausted:
            return f"these moves cannot lead there: {self._search.reason}"
        return f"no sequence of up to {self._query.up_to} of these moves leads there"
