"""Which ways suit a question: to count, to draw, or to number.

What draws depends on the question alone, so that a seed gives the same cubes on every machine. A count may look at the
clock, since its number is the same in every way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cubecsp.door import spelled
from cubecsp.errors import InputError, LimitError, OutOfReachError
from cubecsp.frozen import fixed, frozen
from cubecsp.models.counting import COUNTERS, SAMPLERS
from cubecsp.models.counting.base import Question, Step, Steps, Way, Work
from cubecsp.models.counting.corner_rejection import hits_of_pilot
from cubecsp.models.counting.corner_samples import steps_of_walk
from cubecsp.models.counting.coupled_edges import is_related
from cubecsp.models.counting.listing import soon_found
from cubecsp.models.sampling.tried_cubes import pilot
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.words import listed

__all__ = [
    "LEFT_TO_PLANNER",
    "NUMBERING",
    "Attempt",
    "Candidate",
    "Plan",
    "planned_by_name",
    "planned_by_name_to_number",
    "planned_to_count",
    "planned_to_draw",
    "planned_to_number",
    "table",
]

LEFT_TO_PLANNER = "leave the way to count to the planner"
"""The remedy where a chosen way cannot count a question."""

NUMBERING = tuple(name for name, way in SAMPLERS.items() if way.numbers)
"""The ways that number the cubes."""

_TRIAL = 0.5  # seconds of processor time that finding all cubes has to itself

_DARTS, _DARTS_PER_STEP = 20_000, 2_000  # corners that are always tried: half a second
_ENOUGH = 5  # of these are kept: then a sample takes a tenth of a second or less
_OFTEN = 1 / 1000  # of the cubes pass: then rejection takes less than a millisecond for a sample
_LONGER = 25  # times as many cubes are tried as usual, half a second, before all of them are listed
_LISTED = 100_000_000  # cubes that are certainly too many to list, so that it is not tried
_STEPS = 5e9  # of coupled edges for all placements of the corners: a minute or two
_PILOT_ELSEWHERE, _PER_STEP_ELSEWHERE = 2_000, 100  # states that are tried: a second

_QUICKEST = "it is the quickest"
_FEW = "there are few enough cubes to find them all"
_LAST = "nothing quicker can number these"


@frozen
class Attempt:
    """One way that is tried.

    Attributes:
        way: the way.
        seconds: it is given up after so much processor time, unless it seems to need only a few seconds more;
            None if it is the last.
        pilot: whether an estimate is given up where the first samples show that it would be too rough.
    """

    way: Way
    seconds: float | None = None
    pilot: bool = False

    def begun(self, question: Question) -> Steps:
        """Return the count under way."""
        return self.way.count(replace(question, pilot=True) if self.pilot else question)


@frozen
class Plan:
    """How a question is answered.

    Attributes:
        attempts: the ways that are tried, in order; to draw or to number, there is one.
        reason: why these ways: a clause.
        refused: why better ones cannot be used: for each its name, and a clause.
        others: whether there are others to count in, which are planned if these turn out to be out of reach.
    """

    attempts: tuple[Attempt, ...]
    reason: str
    refused: Mapping[str, str]
    others: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "refused", fixed(self.refused))

    @property
    def way(self) -> Way:
        """The last of the ways."""
        return self.attempts[-1].way


@frozen
class Candidate:
    """A line of a plan to count.

    Attributes:
        name: of the way to count.
        role: `chosen`, `tried` (but given up), `not needed` or `refused`.
        seconds: about how much processor time the whole count takes in this way, in each of its threads; infinite if
            no progress could be seen, and None if it was not predicted.
        why: what the way does or, if it is refused, why: a clause.
    """

    name: str
    role: str
    seconds: float | None
    why: str


def table(
    plan: Plan, question: Question, method: str, predicted: Mapping[str, float], *, thorough: bool
) -> list[Candidate]:
    """Return what becomes of the ways to count: the exact ones or, if it is one, the estimates.

    Args:
        plan: the last one for the question.
        question: what is counted.
        method: the name of the way that was used in the end.
        predicted: the seconds that the ways at work were thought to take.
        thorough: whether to look at the ways, too, that the plan has not come to.
    """
    attempts = {attempt.way.name for attempt in plan.attempts}
    exact = COUNTERS[method].exact if method else plan.way.exact
    candidates = []
    for name, way in COUNTERS.items():
        takes = bool(way.sizes) if _is_about_cubes(question) else way.other_puzzles
        if way.exact != exact or not takes:
            continue
        why = plan.refused.get(name)
        if why is None and name not in (method, *predicted, *attempts):
            if not thorough:
                continue
            why = _refusal(way, question)
        if name == method:
            role = "chosen"
        elif name in predicted:
            role = "tried"
        else:
            role = "refused" if why else "not needed"
        candidates.append(Candidate(name, role, predicted.get(name), why or way.summary))
    return candidates


def planned_to_count(
    question: Question,
    *,
    estimate: bool = False,
    failed: Mapping[str, str] | None = None,
    tried: bool = False,
) -> Plan:
    """Return the first way of the registry that can count a question, or estimate it; listing if there are none.

    If that is not a closed form, and not every cube can be checked, finding all cubes is tried first for a
    moment: rules that few cubes satisfy are counted most quickly in this way. This is skipped if units are to
    be remembered or sent elsewhere, since that is asked for when counting takes long. An estimate is tried with
    random cubes first.

    Only what takes a tenth of a second at most is found out here; a way that turns out to be out of reach is one of
    those that have failed when it is planned anew.

    Args:
        question: what is counted.
        estimate: whether an estimate is wanted.
        failed: the ways that turned out to be out of reach, and why.
        tried: whether finding all cubes has been tried for a moment.

    Raises:
        InputError: units are asked for, and the way has none.
    """
    if estimate:
        return _planned_estimate(question, dict(failed or {}))
    lasting = question.workplace.lasting  # then nothing cheaper is tried before it
    refused: dict[str, str] = {}
    exact = (name for name, way in COUNTERS.items() if way.exact)
    for way, why in _looked_at(question, exact, failed, thorough=lasting):
        if why is None:
            break
        refused[way.name] = why
    # Listing tells under all symmetries which cubes are of one class, even if not all preserve the rules.
    whole = question.has_all_symmetries or not question.classes
    immediate = whole and way.is_immediate(question)
    if not immediate and question.contradiction is not None:
        return _plan(COUNTERS["listing"], question.contradiction, refused)
    if lasting:
        _require_units(way)
        return _plan(way, "its work can be split into units", refused)
    some = bool(question.pattern.rules) or _is_about_cubes(question)
    others = some and way.name != "listing"
    if others and not immediate:
        trials = () if tried else (Attempt(COUNTERS["listing"], _TRIAL),)
        reason = "there may be few enough cubes to find all of them at once"
        return Plan((*trials, Attempt(way)), reason, refused, others=True)
    reason = "nothing quicker can count this" if refused else _QUICKEST
    return Plan((Attempt(way),), reason, refused, others=others)


def _planned_estimate(question: Question, failed: dict[str, str]) -> Plan:
    """Return how a question is estimated: by random cubes if these show enough, else by the first way that can."""
    if question.contradiction is not None:
        return _plan(COUNTERS["listing"], question.contradiction, {})
    last = COUNTERS["rejection"]
    if question.samples is None and last.name not in failed:
        reason = "a few random cubes show whether their share is an estimate"
        return Plan((Attempt(last, pilot=True),), reason, failed, others=True)
    names = [n for n, way in COUNTERS.items() if not way.exact and n not in failed and way != last]
    for way, why in _looked_at(question, names):
        if why is None:
            return Plan((Attempt(way),), "it is the most precise", failed, others=True)
        failed[way.name] = why
    failed.pop(last.name, None)
    return _plan(last, "nothing else can estimate this", failed)


def planned_to_draw(question: Question, failed: Mapping[str, str] | None = None) -> Work[Plan]:
    """Find the way to draw that suits a question, without those that turned out to be out of reach, and why."""
    free, refused = _free(question, SAMPLERS, failed)
    for way in free.values():
        if way.immediate:
            return _plan(way, _QUICKEST, refused)
    if question.contradiction is not None:
        return _plan(SAMPLERS["listing"], question.contradiction, refused)
    yield Step()
    if not _is_about_cubes(question):
        return (yield from _planned_for_other_puzzles(question, free, refused))
    passed, number, total = yield from pilot(question)
    refused["rejection"] = f"{passed:,} of {number:,} random cubes satisfy the rules"
    too_many = total * passed > _LISTED * number
    if passed >= _OFTEN * number:
        return _plan(free["rejection"], refused.pop("rejection"), refused)
    if "few-slots" in free:
        return _plan(free["few-slots"], "random cubes satisfy the rules too seldom", refused)
    yield Step()
    kept = darts = 0
    while darts < _DARTS:
        if "corner-rejection" in free:
            kept += hits_of_pilot(question, darts, _DARTS_PER_STEP)
        darts += _DARTS_PER_STEP
        if kept >= _ENOUGH:
            return _plan(free["corner-rejection"], _in_words(kept, darts), refused)
        yield Step()
        if darts == _DARTS_PER_STEP and not too_many and (yield from soon_found(question)):
            return _plan(free["listing"], _FEW, refused)
    if "corner-rejection" in free:
        refused["corner-rejection"] = _in_words(kept, darts)
    if "corner-walk" in free and (why := _not_walked(question)):
        refused["corner-walk"] = why
        del free["corner-walk"]
    if question.puzzle is CUBE and not passed and not kept and "corner-walk" not in free:
        passed, number, _ = yield from pilot(question, _LONGER)
        refused["rejection"] = f"{passed:,} of {number:,} random cubes satisfy the rules"
    able = {"corner-walk": True, "rejection": passed, "corner-rejection": kept, "listing": True}
    for name, is_able in able.items():
        if is_able and name in free:
            refused.pop(name, None)
            return _plan(free[name], "nothing quicker can draw these", refused)
    raise AssertionError("whatever can be found can be listed")


def _planned_for_other_puzzles(
    question: Question, free: Mapping[str, Way], refused: dict[str, str]
) -> Work[Plan]:
    """Find the way for a puzzle that is not a cube: random elements of the group, where many satisfy the rules."""
    if "group" in free:
        source = yield from free["group"].source(question)
        passed = 0
        for first in range(0, _PILOT_ELSEWHERE, _PER_STEP_ELSEWHERE):
            yield Step()
            passed += len(source.drawn(first, _PER_STEP_ELSEWHERE).rows)
        text = f"{passed:,} of {_PILOT_ELSEWHERE:,} random states satisfy the rules"
        if passed or "listing" not in free:
            return _plan(free["group"], text, refused)
        refused["group"] = text
    return _plan(free["listing"], "nothing quicker can draw these", refused)


def _in_words(accepted: int, darts: int) -> str:
    return f"{accepted:,} of {darts:,} random corners are kept"


def planned_to_number(question: Question, failed: Mapping[str, str] | None = None) -> Work[Plan]:
    """Find the way to number the cubes that suits a question, without those that turned out to be out of reach.

    Raises:
        LimitError: none would finish in reasonable time.
    """
    free, refused = _free(question, NUMBERING, failed)
    for way in free.values():
        if way.immediate:
            return _plan(way, _QUICKEST, refused)
    if (yield from soon_found(question)):
        return _plan(SAMPLERS["listing"], _FEW, refused)
    if "visiting" in free:
        return _plan(free["visiting"], _LAST, refused)
    if "corner-walk" in free and not _not_walked(question):
        return _plan(free["corner-walk"], _LAST, refused)
    noun = "cubes" if _is_about_cubes(question) else "states"
    raise LimitError(
        f"the {noun} cannot be numbered: these rules have no structure to count by, and leave too many to list",
        f"add rules, or list them for as long as that takes ({spelled('method', 'listing')})",
    )


def planned_by_name_to_number(question: Question, name: str) -> Plan:
    """Return the plan to number cubes in the way that is asked for.

    Raises:
        InputError: there is no way with this name, or it cannot number these.
    """
    if not SAMPLERS.find(name).numbers:
        raise InputError(f"{name} numbers no cubes", f"{listed(NUMBERING, 'and')} do")
    return planned_by_name(question, name, drawing=True)


def planned_by_name(question: Question, name: str, *, drawing: bool = False) -> Plan:
    """Return the plan to use the way that is asked for.

    Args:
        question: what is asked.
        name: of the way.
        drawing: whether cubes are drawn, and not counted.

    Raises:
        InputError: there is no way with this name, or it cannot do that, or has no units that are asked for.
    """
    way = (SAMPLERS if drawing else COUNTERS).find(name)
    ((_, why),) = _looked_at(question, [name], drawing=drawing, thorough=True)
    if why is not None:
        if drawing:
            raise InputError(
                f"{name} cannot draw these: {why}", "leave the way to draw to the planner"
            )
        raise InputError(f"{name} cannot count this: {why}", LEFT_TO_PLANNER)
    if question.workplace.lasting and not drawing:
        _require_units(way)
    return _plan(way, "asked for", {})


def _plan(way: Way, reason: str, refused: Mapping[str, str]) -> Plan:
    return Plan((Attempt(way),), reason, refused)


def _free(
    question: Question, names: Iterable[str], failed: Mapping[str, str] | None
) -> tuple[dict[str, Way], dict[str, str]]:
    """Return which of some ways to draw are free by name, and which have failed or refuse a question, and why."""
    free, refused = {}, dict(failed or {})
    for way, why in _looked_at(question, names, failed, drawing=True):
        if why is None:
            free[way.name] = way
        else:
            refused[way.name] = why
    return free, refused


def _looked_at(
    question: Question,
    names: Iterable[str],
    failed: Mapping[str, str] | None = None,
    *,
    drawing: bool = False,
    thorough: bool = False,
) -> Iterator[tuple[Way, str | None]]:
    """Yield ways, each with the reason why it has failed or cannot be used, a clause; None if it can.

    Args:
        question: what is asked.
        names: of the ways.
        failed: those that turned out to be out of reach, and why.
        drawing: whether cubes are drawn, and not counted.
        thorough: whether to do the work that shows it, if a look is not enough.
    """
    for name in names:
        way = (SAMPLERS if drawing else COUNTERS)[name]
        why = (failed or {}).get(name) or _refusal(way, question, drawing=drawing)
        yield way, why or (_out_of_reach(way, question) if thorough else None)


def _refusal(way: Way, question: Question, *, drawing: bool = False) -> str | None:
    """Return why a way cannot be used, as a clause; None if it can, as far as that is seen at once."""
    if not (way.other_puzzles or _is_about_cubes(question)):
        return f"it {'draws' if drawing else 'counts'} only cubes"
    return way.refusal_to_draw(question) if drawing else way.refusal(question)


def _out_of_reach(way: Way, question: Question) -> str | None:
    """Return why a way turns out to be out of reach, as a clause; None if it does not."""
    try:
        way.prepare(question)
    except OutOfReachError as error:
        return error.problem
    return None


def _is_about_cubes(question: Question) -> bool:
    return isinstance(question.pattern.puzzle, CubePuzzle)


def _not_walked(question: Question) -> str | None:
    """Return why the placements of the corners cannot all be counted in a minute or two; None if they can.

    If edges are compared with each other, that can take years; it can still be asked for by name.
    """
    why = _out_of_reach(SAMPLERS["corner-walk"], question)
    if why is not None or not is_related(question):
        return why
    try:
        steps = steps_of_walk(question)
    except OutOfReachError as error:
        return error.problem
    if steps <= _STEPS:
        return None
    return "counting the edges for all placements of the corners would take hours"


def _require_units(way: Way) -> None:
    """Make sure that the work of a way to count can be remembered and sent elsewhere.

    Raises:
        InputError: it cannot.
    """
    if not way.in_units:
        able = listed([name for name, one in COUNTERS.items() if one.in_units], "and")
        raise InputError(
            f"{way.name} would count this, but its work cannot be resumed or sent to a cluster",
            f"leave out {spelled('resume')} and {spelled('cluster')}, or use {able}",
        )
