"""The moves that lead a cube to where some rules hold: "the cross solved on some face, with U and R"."""

from __future__ import annotations

import time

from cubecsp.cube.state import Cube
from cubecsp.errors import InputError, LimitError
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.limits import check_length, check_limit, check_time_limit
from cubecsp.questions.target import targets
from cubecsp.search.breadth_first import sequences
from cubecsp.search.solution import require_reachable

__all__ = ["reach"]


def reach(
    cube: Cube,
    pattern: Pattern | Rule,
    *,
    turns: str | None = None,
    up_to: int | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Return the shortest sequences of moves that lead `cube` to one that keeps the rules.

    Each report is a cube that is reached, and the moves that lead there.

    Args:
        cube: where to start.
        pattern: the rules, or the rule, to hold at the end.
        turns: the moves that may be used, as "U,R2,F" or whole sequences; all eighteen when left out.
        up_to: all sequences of up to so many moves, detours included, and not the shortest alone.
        limit: stop after so many sequences; None for all of them.
        time_limit: stop after so many seconds; None for no limit.

    Raises:
        InputError: turns cannot make the cube, the moves cannot be read, or no cube at all keeps
            the rules.
        LimitError: time or memory ran out before the first sequence; the message says what is known.
    """
    started = time.perf_counter()
    up_to = check_length(up_to, "sequences")
    limit, time_limit = check_limit(limit, "sequences"), check_time_limit(time_limit)
    require_reachable(cube)
    pattern = Pattern.of(pattern)
    goals = targets(pattern)
    if not goals:
        raise InputError(f"no cube keeps {pattern}", "drop a rule")
    search = sequences(
        cube, turns, target=goals, shortest=up_to is None, at_most=up_to, time_limit=time_limit
    )
    answer = Answer(
        query={
            "question": "reach",
            "cube": cube.facelets,
            "rules": [str(rule) for rule in pattern.rules],
            "turns": list(search.turns),
            "up_to": up_to,
            "limit": limit,
            "time_limit": time_limit,
            "versions": versions(),
        },
        status=Status.COMPLETE,
    )
    try:
        for sequence in search:
            if len(answer) == limit:
                answer.stopped = Stop.LIMIT
                break
            end = cube.apply(sequence.moves)
            if not pattern.holds(end):
                raise AssertionError(f"{sequence.moves} leads to {end!r}, which breaks {pattern}")
            answer.cubes.append(CubeReport(end.facelets, end, moves=sequence.moves))
    except KeyboardInterrupt:
        answer.stopped = Stop.INTERRUPT
    except LimitError:
        if not answer.cubes:
            raise
        answer.stopped = Stop.TIME
    answer.count = len(answer)
    if answer.stopped is not None:
        answer.status = Status.PARTIAL if answer.cubes else Status.UNKNOWN
    elif not answer.cubes:
        answer.status = Status.INFEASIBLE
    answer.seconds = time.perf_counter() - started
    return answer
