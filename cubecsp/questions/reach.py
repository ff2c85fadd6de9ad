"""The moves that lead a cube to where some rules hold: "the cross solved on some face, with U and R"."""

from __future__ import annotations

import time

from cubecsp.errors import LimitError
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule
from cubecsp.puzzle.state import Cube
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.find import find
from cubecsp.questions.limits import check_length, check_limit, check_time_limit
from cubecsp.questions.target import targets
from cubecsp.search.breadth_first import Search, named_moves, sequences
from cubecsp.search.solution import require_reachable

__all__ = ["reach"]

_GLANCE = 1.0
"""Seconds to look for any cube at all that satisfies the rules."""


def reach(
    cube: Cube,
    pattern: Pattern | Rule,
    *,
    turns: str | None = None,
    up_to: int | None = None,
    up_to_commuting: bool = False,
    limit: int | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Return the shortest sequences of moves that lead `cube` to one that satisfies the rules.

    Each report is a cube that is reached, and the moves that lead there. Slices, wide turns and
    rotations may leave the whole cube turned: the rules are asked about the cube turned back, with
    the centres where they were, and the report says how it is held. Sequences that are written
    differently are different.

    Args:
        cube: where to start.
        pattern: the rules, or the rule, to hold at the end.
        turns: the moves that may be used, as "U,R2,F" or "M2,U" or whole sequences; all eighteen turns
            when left out.
        up_to: all sequences of up to so many moves, detours included, and not the shortest alone.
        up_to_commuting: count sequences that differ in the order of adjacent commuting moves alone
            as one, and give the first.
        limit: stop after so many sequences; None for all of them.
        time_limit: stop after so many seconds; None for no limit.

    Raises:
        InputError: turns cannot make the cube, or the moves cannot be read.
        LimitError: time or memory ran out before the first sequence; the message says what is known.
    """
    started = time.perf_counter()
    up_to = check_length(up_to, "sequences")
    limit, time_limit = check_limit(limit, "sequences"), check_time_limit(time_limit)
    require_reachable(cube)
    pattern = Pattern.of(pattern)
    goals = [] if _contradicts_itself(pattern, cube, time_limit) else targets(pattern)
    answer = Answer(
        query={
            "question": "reach",
            "cube": cube.facelets,
            "rules": [str(rule) for rule in pattern.rules],
            "turns": list(named_moves(turns)),
            "up_to": up_to,
            "up_to_commuting": up_to_commuting,
            "limit": limit,
            "time_limit": time_limit,
            "versions": versions(),
        },
        status=Status.COMPLETE,
    )
    if goals:
        search = sequences(
            cube,
            turns,
            target=goals,
            shortest=up_to is None,
            at_most=up_to,
            up_to_commuting=up_to_commuting,
            time_limit=time_limit,
        )
        _list(answer, search, pattern, limit)
    answer.count = len(answer)
    if answer.stopped is not None:
        answer.status = Status.PARTIAL if answer.cubes else Status.UNKNOWN
    elif not answer.cubes:
        answer.status = Status.INFEASIBLE
        answer.reason = _reason(search, up_to) if goals else f"no cube satisfies {pattern}"
    answer.seconds = time.perf_counter() - started
    return answer


def _contradicts_itself(pattern: Pattern, cube: Cube, time_limit: float | None) -> bool:
    """Return whether it is quickly found out that no cube satisfies the rules.

    Rules that are asked about cube by cube would be asked about every cube otherwise.
    """
    if not any(callable(goal) for goal in targets(pattern)) or pattern.holds(cube):
        return False
    patience = _GLANCE if time_limit is None else min(_GLANCE, time_limit)
    return find(pattern, limit=1, time_limit=patience).status is Status.INFEASIBLE


def _list(answer: Answer, search: Search, pattern: Pattern, limit: int | None) -> None:
    """Put reports of the sequences into the answer, each tried out, and say what ended that."""
    try:
        for sequence in search:
            if len(answer) == limit:
                answer.stopped = Stop.LIMIT
                break
            end = search.cube.apply(sequence.moves)
            if not pattern.holds(end) or search.cube.apply(sequence.written) != end:
                raise AssertionError(f"{sequence} leads to {end!r}, which breaks {pattern}")
            report = CubeReport(end.facelets, end, moves=sequence.moves, sequence=sequence)
            answer.cubes.append(report)
    except KeyboardInterrupt:
        answer.stopped = Stop.INTERRUPT
    except LimitError:
        if not answer.cubes:
            raise
        answer.stopped = Stop.TIME


def _reason(search: Search, up_to: int | None) -> str:
    if search.exhausted:
        return f"these moves cannot lead there: {search.reason}"
    return f"no sequence of up to {up_to} of these moves leads there"
