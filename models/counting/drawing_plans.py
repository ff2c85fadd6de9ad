"""Plans to draw cubes, or to number them.

A plan depends only on the question, never on time, so that a seed gives the same cubes everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cubecsp.errors import InputError, LimitError, OutOfReachError
from cubecsp.interface import spelled
from cubecsp.models.counting import SAMPLERS
from cubecsp.models.counting.corner_rejection import hits_of_pilot
from cubecsp.models.counting.corner_samples import steps_of_walk
from cubecsp.models.counting.coupled_edges import is_related
from cubecsp.models.counting.listing import is_short_search
from cubecsp.models.counting.planner import (
    QUICKEST,
    Plan,
    is_about_cubes,
    objections,
    out_of_reach,
    plan_by_name,
    plan_of,
)
from cubecsp.models.counting.way import ProgressSign, Question, Way, Work
from cubecsp.models.sampling.tried_cubes import pilot
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.words import listed

NUMBERING = tuple(name for name, way in SAMPLERS.items() if way.numbers)
"""The ways that number the cubes."""

_TRIALS, _TRIALS_PER_STEP = 20_000, 2_000  # corners that are always tested: half a second
_ENOUGH = 5  # of these are kept: then a sample takes a tenth of a second or less
_OFTEN = 1 / 1000  # of the cubes pass: then rejection takes less than a millisecond for a sample
_LONGER = 25  # times as many cubes are tested as usual, half a second, before all are listed
_LISTED = 100_000_000  # cubes that are certainly too many to list, so that no plan attempts it
_STEPS = 5e9  # of coupled edges for all placements of the corners: a minute or two
_PILOT_ELSEWHERE, _PER_STEP_ELSEWHERE = 2_000, 100  # states that are tested: a second

_FEW = "there are few enough cubes to find them all"
_LAST = "nothing quicker can number these"


def plan_to_draw(question: Question, failed: Mapping[str, str] | None = None) -> Work[Plan]:
    """Return a plan to draw for a question, without the ways that turned out to be out of reach."""
    free, refused = _free(question, SAMPLERS, failed)
    for way in free.values():
        if way.immediate:
            return plan_of(way, QUICKEST, refused)
    if question.contradiction is not None:
        return plan_of(SAMPLERS["listing"], question.contradiction, refused)
    yield ProgressSign()
    if not is_about_cubes(question):
        return (yield from _plan_for_other_puzzles(question, free, refused))
    passed, number, total = yield from pilot(question)
    refused["rejection"] = f"{passed:,} of {number:,} random candidates satisfy the rules"
    too_many = total * passed > _LISTED * number
    if passed >= _OFTEN * number:
        return plan_of(free["rejection"], refused.pop("rejection"), refused)
    if "few-slots" in free:
        return plan_of(free["few-slots"], "random candidates satisfy the rules too seldom", refused)
    yield ProgressSign()
    kept = trials = 0
    while trials < _TRIALS:
        if "corner-rejection" in free:
            kept += hits_of_pilot(question, trials, _TRIALS_PER_STEP)
        trials += _TRIALS_PER_STEP
        if kept >= _ENOUGH:
            return plan_of(free["corner-rejection"], _in_words(kept, trials), refused)
        yield ProgressSign()
        if trials == _TRIALS_PER_STEP and not too_many and (yield from is_short_search(question)):
            return plan_of(free["listing"], _FEW, refused)
    if "corner-rejection" in free:
        refused["corner-rejection"] = _in_words(kept, trials)
    if "corner-walk" in free and (why := _walk_objection(question)):
        refused["corner-walk"] = why
        del free["corner-walk"]
    if question.puzzle is CUBE and not passed and not kept and "corner-walk" not in free:
        passed, number, _ = yield from pilot(question, _LONGER)
        refused["rejection"] = f"{passed:,} of {number:,} random candidates satisfy the rules"
    able = {"corner-walk": True, "rejection": passed, "corner-rejection": kept, "listing": True}
    for name, is_able in able.items():
        if is_able and name in free:
            refused.pop(name, None)
            return plan_of(free[name], "nothing quicker can draw these", refused)
    raise AssertionError("whatever can be found can be listed")


def _plan_for_other_puzzles(
    question: Question, free: Mapping[str, Way], refused: dict[str, str]
) -> Work[Plan]:
    """Return a plan for a puzzle that is not a cube: random elements of the group, if many satisfy the rules."""
    if "group" in free:
        source = yield from free["group"].source(question)
        passed = 0
        for first in range(0, _PILOT_ELSEWHERE, _PER_STEP_ELSEWHERE):
            yield ProgressSign()
            passed += len(source.draw(first, _PER_STEP_ELSEWHERE).rows)
        text = f"{passed:,} of {_PILOT_ELSEWHERE:,} random states satisfy the rules"
        if passed:
            return plan_of(free["group"], text, refused)
        if "listing" in free:
            refused["group"] = text
    last = free.get("listing") or free["group"]
    return plan_of(last, "nothing quicker can draw these", refused)


def _in_words(accepted: int, trials: int) -> str:
    return f"{accepted:,} of {trials:,} random corners are kept"


def plan_to_number(question: Question, failed: Mapping[str, str] | None = None) -> Work[Plan]:
    """Return a plan to number the cubes of a question, without the ways that turned out to be out of reach.

    Raises:
        LimitError: none would finish in reasonable time.
    """
    free, refused = _free(question, NUMBERING, failed)
    for way in free.values():
        if way.immediate:
            return plan_of(way, QUICKEST, refused)
    if (yield from is_short_search(question)):
        return plan_of(SAMPLERS["listing"], _FEW, refused)
    if "visiting" in free:
        return plan_of(free["visiting"], _LAST, refused)
    if "corner-walk" in free and not _walk_objection(question):
        return plan_of(free["corner-walk"], _LAST, refused)
    noun = "cubes" if is_about_cubes(question) else "states"
    raise LimitError(
        f"the {noun} cannot be numbered: these rules have no structure to count by, and leave too many to list",
        f"add rules, or list them for as long as that takes ({spelled('method', 'listing')})",
    )


def plan_by_name_to_number(question: Question, name: str) -> Plan:
    """Return the plan to number cubes in the requested way.

    Raises:
        InputError: the name is unknown, or the way cannot number these cubes.
    """
    if not SAMPLERS.find(name).numbers:
        raise InputError(f"{name} numbers no cubes", f"{listed(NUMBERING, 'and')} do")
    return plan_by_name(question, name, drawing=True)


def _free(
    question: Question, names: Iterable[str], failed: Mapping[str, str] | None
) -> tuple[dict[str, Way], dict[str, str]]:
    """Return which of some ways to draw are free by name, and which have failed or refuse a question, and why."""
    free, refused = {}, dict(failed or {})
    for way, why in objections(question, names, failed, drawing=True):
        if why is None:
            free[way.name] = way
        else:
            refused[way.name] = why
    return free, refused


def _walk_objection(question: Question) -> str | None:
    """Return why the placements of the corners cannot all be counted in a minute or two; None if they can.

    If edges are compared with each other, that can take years; it can still be asked for by name.
    """
    why = out_of_reach(SAMPLERS["corner-walk"], question)
    if why is not None or not is_related(question):
        return why
    try:
        steps = steps_of_walk(question)
    except OutOfReachError as error:
        return error.problem
    if steps <= _STEPS:
        return None
    return "counting the edges for all placements of the corners would take hours"
