"""Which way to count suits a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cubecsp.errors import InputError, OutOfReachError
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.base import Counter, Question
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.words import listed

__all__ = ["Attempt", "Plan", "planned", "planned_by_name"]

_TRIAL = 0.5  # seconds of processor time that finding all cubes has to itself


@dataclass(frozen=True)
class Attempt:
    """One way that is tried.

    Attributes:
        counter: the way.
        seconds: it is given up after so much processor time, unless it seems to need only a few seconds more;
            None if it is the last.
    """

    counter: Counter
    seconds: float | None = None


@dataclass(frozen=True)
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
    refused: dict[str, str]
    others: bool = False


def planned(
    question: Question, *, estimate: bool = False, failed: Mapping[str, str] | None = None
) -> Plan:
    """Return the first way of the registry that can count a question, or estimate it; listing if there are none.

    If that is not a closed form, and not every cube can be checked, finding all cubes is tried first for a
    moment: rules that few cubes satisfy are counted most quickly in this way. This is skipped if units are to
    be remembered or sent elsewhere, since that is asked for when counting takes long.

    Args:
        question: what is counted.
        estimate: whether an estimate is wanted.
        failed: the ways that turned out to be out of reach, and why.

    Raises:
        InputError: units are asked for, and the way has none.
    """
    lasting = question.workplace.lasting
    refused: dict[str, str] = {}
    for name, counter in COUNTERS.items():
        if counter.exact == estimate:
            continue
        why = (failed or {}).get(name) or _refusal(counter, question)
        if why is None and (estimate or lasting):  # nothing cheaper is tried before it
            why = _out_of_reach(counter, question)
        if why is None:
            break
        refused[name] = why
    # Listing tells under all symmetries which cubes are of one class, even if not all preserve the rules.
    immediate = counter.immediate and (question.has_all_symmetries or not question.classes)
    if not immediate and question.contradiction is not None:
        return Plan((Attempt(COUNTERS["listing"]),), question.contradiction, refused)
    if lasting:
        _require_units(counter)
        return Plan((Attempt(counter),), "its work can be split into units", refused)
    some = bool(question.pattern.rules) or isinstance(question.pattern.puzzle, CubePuzzle)
    if some and counter.exact and not immediate and name != "listing":
        attempts = (Attempt(COUNTERS["listing"], _TRIAL), Attempt(counter))
        reason = "there may be few enough cubes to find all of them at once"
        return Plan(attempts, reason, refused, others=True)
    reason = "nothing quicker can count this" if refused else "it is the quickest"
    return Plan((Attempt(counter),), reason, refused, others=estimate and counter is not _last())


def _refusal(counter: Counter, question: Question) -> str | None:
    """Return why a way cannot count this, as a clause; None if it can, as far as that is seen at once."""
    if not (counter.other_puzzles or isinstance(question.pattern.puzzle, CubePuzzle)):
        return "it counts only cubes"
    return counter.refusal(question)


def _out_of_reach(counter: Counter, question: Question) -> str | None:
    """Return why a way to count turns out to be out of reach, as a clause; None if it does not."""
    try:
        counter.prepare(question)
    except OutOfReachError as error:
        return error.problem
    return None


def _last() -> Counter:
    """Return the estimate that can always be made."""
    return COUNTERS["rejection"]


def planned_by_name(question: Question, name: str) -> Plan:
    """Return a plan with only the counter of this name.

    Raises:
        InputError: there is no way with this name, it cannot count the question, or has no units.
    """
    counter = COUNTERS.find(name)
    why = _refusal(counter, question) or _out_of_reach(counter, question)
    if why is not None:
        raise InputError(
            f"{name} cannot count this: {why}", "leave the way to count to the planner"
        )
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
            f"leave out --resume and --cluster, or use {able}",
        )
