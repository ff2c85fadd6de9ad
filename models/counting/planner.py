"""Plans to count: the ways that refuse a question, and those that count it.

`drawing_plans` has the plans to draw and to number cubes.

A count may depend on time, since its number is the same in every way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cubecsp.errors import InputError, OutOfReachError
from cubecsp.frozen import fixed, frozen
from cubecsp.interface import spelled
from cubecsp.models.counting import COUNTERS, SAMPLERS
from cubecsp.models.counting.way import Question, Steps, Way
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.words import listed

LEFT_TO_PLANNER = "leave the way to count to the planner"
"""The remedy if a chosen way cannot count a question."""

_TRIAL = 0.5  # seconds of processor time that finding all cubes has to itself

QUICKEST = "it is the quickest"
"""The reason for a way that takes next to no time."""

_FIRST = "it is the first way that can {} this"
_TRIED = "a short search for all cubes comes first"
_PILOT = "random cubes come first: if enough satisfy the rules, their share gives the estimate"


@frozen
class Attempt:
    """One way to attempt.

    Attributes:
        way: the way.
        reason: why it is attempted: a clause.
        seconds: the processor time after which it is given up, unless it seems to need only a few seconds more;
            None if it is the last.
        pilot: whether an estimate is given up if the first samples show that it would be too rough.
    """

    way: Way
    reason: str
    seconds: float | None = None
    pilot: bool = False

    def start(self, question: Question) -> Steps:
        """Return the count under way."""
        return self.way.count(replace(question, pilot=True) if self.pilot else question)


@frozen
class Plan:
    """A plan to answer a question.

    Attributes:
        attempts: the ways to attempt, in order; to draw or to number, there is one.
        refused: why better ones cannot be used: for each its name, and a clause.
        others: whether there are others to count in, which are planned if these turn out to be out of reach.
    """

    attempts: tuple[Attempt, ...]
    refused: Mapping[str, str]
    others: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "refused", fixed(self.refused))

    @property
    def way(self) -> Way:
        """The last of the ways."""
        return self.attempts[-1].way

    def reason(self, method: str = "") -> str:
        """Return why a way is attempted, or the last one: a clause."""
        named = (attempt for attempt in self.attempts if attempt.way.name == method)
        return next(named, self.attempts[-1]).reason


@frozen
class PlanLine:
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
) -> list[PlanLine]:
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
        takes = bool(way.sizes) if is_about_cubes(question) else way.other_puzzles
        if way.exact != exact or not takes:
            continue
        why = plan.refused.get(name)
        if why is None and name not in (method, *predicted, *attempts):
            if not thorough:
                continue
            why = _objection(way, question)
        if name == method:
            role = "chosen"
        elif name in predicted:
            role = "tried"
        else:
            role = "refused" if why else "not needed"
        candidates.append(PlanLine(name, role, predicted.get(name), why or way.summary))
    return candidates


def plan_to_count(
    question: Question,
    *,
    estimate: bool = False,
    failed: Mapping[str, str] | None = None,
    tried: bool = False,
) -> Plan:
    """Return the first way of the registry that can count a question, or estimate it; listing if there are none.

    If that is not a closed form, and not every cube can be checked, the plan first attempts to find all cubes
    for a moment: rules that few cubes satisfy are counted most quickly in this way. It skips this if tasks are
    to be remembered or sent elsewhere, since users ask for that when counting takes long. An estimate begins
    with random cubes.

    Planning takes a tenth of a second at most; a way that turns out later to be out of reach has failed when
    the question is planned again.

    Args:
        question: what is counted.
        estimate: whether an estimate is wanted.
        failed: the ways that turned out to be out of reach, and why.
        tried: whether all cubes have been searched for, for a moment.

    Raises:
        InputError: tasks are asked for, and the way has none.
    """
    if estimate:
        return _estimate_plan(question, dict(failed or {}))
    lasting = question.executor.lasting  # then no cheaper way goes before it
    refused: dict[str, str] = {}
    exact = (name for name, way in COUNTERS.items() if way.exact)
    for way, why in objections(question, exact, failed, thorough=lasting):
        if why is None:
            break
        refused[way.name] = why
    # Listing finds symmetry classes under all symmetries, even if not all preserve the rules.
    whole = question.has_all_symmetries or not question.classes
    immediate = whole and way.is_immediate(question)
    if not immediate and question.contradiction is not None:
        return plan_of(COUNTERS["listing"], question.contradiction, refused)
    if lasting:
        _require_tasks(way)
        return plan_of(way, _FIRST.format("count"), refused)
    some = bool(question.pattern.rules) or is_about_cubes(question)
    others = some and way.name != "listing"
    trial = (Attempt(COUNTERS["listing"], _TRIED, _TRIAL),)
    trials = trial if others and not immediate and not tried else ()
    reason = QUICKEST if immediate else _FIRST.format("count")
    return Plan((*trials, Attempt(way, reason)), refused, others=others)


def _estimate_plan(question: Question, failed: dict[str, str]) -> Plan:
    """Return the plan of an estimate: by random cubes if these show enough, otherwise by the first way that can."""
    if question.contradiction is not None:
        return plan_of(COUNTERS["listing"], question.contradiction, {})
    last = COUNTERS["rejection"]
    if question.samples is None and last.name not in failed:
        return Plan((Attempt(last, _PILOT, pilot=True),), failed, others=True)
    names = [n for n, way in COUNTERS.items() if not way.exact and n not in failed and way != last]
    for way, why in objections(question, names):
        if why is None:
            return Plan((Attempt(way, _FIRST.format("estimate")),), failed, others=True)
        failed[way.name] = why
    failed.pop(last.name, None)
    return plan_of(last, "nothing else can estimate this", failed)


def plan_by_name(question: Question, name: str, *, drawing: bool = False) -> Plan:
    """Return the plan to use the requested way.

    Args:
        question: what is asked.
        name: of the way.
        drawing: whether cubes are drawn, and not counted.

    Raises:
        InputError: the name is unknown, or the way cannot do that, or lacks the tasks that are asked for.
    """
    way = (SAMPLERS if drawing else COUNTERS).find(name)
    ((_, why),) = objections(question, [name], drawing=drawing, thorough=True)
    if why is not None:
        if drawing:
            raise InputError(
                f"{name} cannot draw these: {why}", "leave the way to draw to the planner"
            )
        raise InputError(f"{name} cannot count this: {why}", LEFT_TO_PLANNER)
    if question.executor.lasting and not drawing:
        _require_tasks(way)
    return plan_of(way, "asked for", {})


def plan_of(way: Way, reason: str, refused: Mapping[str, str]) -> Plan:
    """Return the plan to use one way."""
    return Plan((Attempt(way, reason),), refused)


def objections(
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
        why = (failed or {}).get(name) or _objection(way, question, drawing=drawing)
        yield way, why or (out_of_reach(way, question) if thorough else None)


def _objection(way: Way, question: Question, *, drawing: bool = False) -> str | None:
    """Return why a way cannot be used, as a clause; None if it can, as far as that is seen at once."""
    if not (way.other_puzzles or is_about_cubes(question)):
        return f"it {'draws' if drawing else 'counts'} only cubes"
    if question.projection and way.name != "listing":
        return "it counts whole cubes only"
    if question.same is not None and way.name != "listing":
        return "only a list of the cubes shows which are the same"
    return way.refusal_to_draw(question) if drawing else way.objection(question)


def out_of_reach(way: Way, question: Question) -> str | None:
    """Return why a way turns out to be out of reach, as a clause; None if it does not."""
    try:
        way.prepare(question)
    except OutOfReachError as error:
        return error.problem
    return None


def is_about_cubes(question: Question) -> bool:
    """Return whether a question is about cubes, and no other puzzle."""
    return isinstance(question.pattern.puzzle, CubePuzzle)


def _require_tasks(way: Way) -> None:
    """Make sure that the work of a way to count can be remembered and sent elsewhere.

    Raises:
        InputError: it cannot.
    """
    if not way.in_tasks:
        able = listed([name for name, one in COUNTERS.items() if one.in_tasks], "and")
        raise InputError(
            f"{way.name} would count this, but its work cannot be resumed or sent to a cluster",
            f"leave out {spelled('resume')} and {spelled('cluster')}, or use {able}",
        )
