"""Which way to count suits a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cubecsp.door import spelled
from cubecsp.errors import InputError, OutOfReachError
from cubecsp.frozen import fixed, frozen
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.base import Counter, Question, Steps
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.words import listed

__all__ = ["LEFT_TO_PLANNER", "Attempt", "Plan", "Way", "planned", "planned_by_name", "table"]

LEFT_TO_PLANNER = "leave the way to count to the planner"
"""The remedy where a chosen way cannot count a question."""

_TRIAL = 0.5  # seconds of processor time that finding all cubes has to itself


@frozen
class Attempt:
    """One way that is tried.

    Attributes:
        counter: the way.
        seconds: it is given up after so much processor time, unless it seems to need only a few seconds more;
            None if it is the last.
        pilot: whether an estimate is given up where the first samples show that it would be too rough.
    """

    counter: Counter
    seconds: float | None = None
    pilot: bool = False

    def begun(self, question: Question) -> Steps:
        """Return the work under way."""
        return self.counter.count(replace(question, pilot=True) if self.pilot else question)


@frozen
class Plan:
    """How a question is counted.

    Attributes:
        attempts: the ways that are tried, in order.
        reason: why these ways: a clause.
        refused: why better ones cannot be used: for each its name, and a clause.
        others: whether there are others, which `planned` returns if these turn out to be out of reach.
    """

    attempts: tuple[Attempt, ...]
    reason: str
    refused: Mapping[str, str]
    others: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "refused", fixed(self.refused))


@frozen
class Way:
    """A line of a plan.

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
) -> list[Way]:
    """Return what becomes of the ways to count: the exact ones or, if it is one, the estimates.

    Args:
        plan: the last one for the question.
        question: what is counted.
        method: the name of the way that was used in the end.
        predicted: the seconds that the ways at work were thought to take.
        thorough: whether to look at the ways, too, that the plan has not come to.
    """
    attempts = {attempt.counter.name for attempt in plan.attempts}
    exact = COUNTERS[method].exact if method else plan.attempts[-1].counter.exact
    ways = []
    for name, counter in COUNTERS.items():
        if counter.exact != exact or not _takes(counter, question):
            continue
        why = plan.refused.get(name)
        if why is None and name not in (method, *predicted, *attempts):
            if not thorough:
                continue
            why = _refusal(counter, question)
        if name == method:
            role = "chosen"
        elif name in predicted:
            role = "tried"
        else:
            role = "refused" if why else "not needed"
        ways.append(Way(name, role, predicted.get(name), why or counter.summary))
    return ways


def planned(
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
    lasting = question.workplace.lasting
    refused: dict[str, str] = {}
    for name, counter in COUNTERS.items():
        if not counter.exact:
            continue
        why = (failed or {}).get(name) or _refusal(counter, question)
        if why is None and lasting:  # nothing cheaper is tried before it
            why = _out_of_reach(counter, question)
        if why is None:
            break
        refused[name] = why
    # Listing tells under all symmetries which cubes are of one class, even if not all preserve the rules.
    whole = question.has_all_symmetries or not question.classes
    immediate = whole and counter.is_immediate(question)
    if not immediate and question.contradiction is not None:
        return Plan((Attempt(COUNTERS["listing"]),), question.contradiction, refused)
    if lasting:
        _require_units(counter)
        return Plan((Attempt(counter),), "its work can be split into units", refused)
    some = bool(question.pattern.rules) or isinstance(question.pattern.puzzle, CubePuzzle)
    if some and not immediate and name != "listing":
        trials = () if tried else (Attempt(COUNTERS["listing"], _TRIAL),)
        reason = "there may be few enough cubes to find all of them at once"
        return Plan((*trials, Attempt(counter)), reason, refused, others=True)
    reason = "nothing quicker can count this" if refused else "it is the quickest"
    return Plan((Attempt(counter),), reason, refused, others=some and name != "listing")


def _planned_estimate(question: Question, failed: dict[str, str]) -> Plan:
    """Return how a question is estimated: by random cubes if these show enough, else by the first way that can."""
    if question.contradiction is not None:
        return Plan((Attempt(COUNTERS["listing"]),), question.contradiction, {})
    last = COUNTERS["rejection"]
    if question.samples is None and last.name not in failed:
        reason = "a few random cubes show whether their share is an estimate"
        return Plan((Attempt(last, pilot=True),), reason, failed, others=True)
    for name, counter in COUNTERS.items():
        if counter.exact or counter is last or name in failed:
            continue
        why = _refusal(counter, question)
        if why is None:
            return Plan((Attempt(counter),), "it is the most precise", failed, others=True)
        failed[name] = why
    failed.pop(last.name, None)
    return Plan((Attempt(last),), "nothing else can estimate this", failed)


def _refusal(counter: Counter, question: Question) -> str | None:
    """Return why a way cannot count this, as a clause; None if it can, as far as that is seen at once."""
    is_cube = isinstance(question.pattern.puzzle, CubePuzzle)
    return counter.refusal(question) if is_cube or counter.other_puzzles else "it counts only cubes"


def _takes(counter: Counter, question: Question) -> bool:
    """Return whether a way to count is for the kind of puzzle that a question is about."""
    is_cube = isinstance(question.pattern.puzzle, CubePuzzle)
    return bool(counter.sizes) if is_cube else counter.other_puzzles


def _out_of_reach(counter: Counter, question: Question) -> str | None:
    """Return why a way to count turns out to be out of reach, as a clause; None if it does not."""
    try:
        counter.prepare(question)
    except OutOfReachError as error:
        return error.problem
    return None


def planned_by_name(question: Question, name: str) -> Plan:
    """Return a plan with only the counter of this name.

    Raises:
        InputError: there is no way with this name, it cannot count the question, or has no units.
    """
    counter = COUNTERS.find(name)
    why = _refusal(counter, question) or _out_of_reach(counter, question)
    if why is not None:
        raise InputError(f"{name} cannot count this: {why}", LEFT_TO_PLANNER)
    if question.workplace.lasting:
        _require_units(counter)
    return Plan((Attempt(counter),), "asked for", {})


def _require_units(counter: Counter) -> None:
    """Make sure that the work of a way to count can be remembered and sent elsewhere.

    Raises:
        InputError: it cannot.
    """
    if not counter.in_units:
        able = listed([name for name, one in COUNTERS.items() if one.in_units], "and")
        raise InputError(
            f"{counter.name} would count this, but its work cannot be resumed or sent to a cluster",
            f"leave out {spelled('resume')} and {spelled('cluster')}, or use {able}",
        )
