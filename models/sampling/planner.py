"""Which way to draw suits a question. The plan depends on the question alone, and not on the clock."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping

from cubecsp.door import spelled
from cubecsp.errors import InputError, LimitError, OutOfReachError
from cubecsp.frozen import fixed, frozen
from cubecsp.models.counting.base import Question
from cubecsp.models.counting.corner_samples import steps_of_walk
from cubecsp.models.counting.coupled_edges import is_related
from cubecsp.models.sampling import SAMPLERS
from cubecsp.models.sampling.base import NumberingSampler, Sampler, Trying
from cubecsp.models.sampling.corner_rejection import hits_of_pilot
from cubecsp.models.sampling.listing import tried
from cubecsp.models.sampling.rejection import pilot
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.words import listed

__all__ = [
    "NUMBERING",
    "Plan",
    "planned",
    "planned_by_name",
    "planned_to_number",
    "require_numbering",
]

_DARTS, _DARTS_PER_STEP = 20_000, 2_000  # corners that are always tried: half a second
_ENOUGH = 5  # of these are kept: then a sample takes a tenth of a second or less
_OFTEN = (
    1 / 1000
)  # of the cubes that are tried pass: then rejection takes less than a millisecond for each sample
_LONGER = 25  # times as many cubes are tried as usual, half a second, before all of them are listed
_LISTED = 100_000_000  # cubes that are certainly too many to list, so that it is not tried
_STEPS = 5e9  # of coupled edges for all placements of the corners: a minute or two


_PILOT_ELSEWHERE, _PER_STEP_ELSEWHERE = 2_000, 100  # states that are tried: a second
_FEW = "there are few enough cubes to find them all"
_LAST = "nothing quicker can number these"
_TOO_LONG = "counting the edges for all placements of the corners would take hours"

NUMBERING = tuple(n for n, one in SAMPLERS.items() if isinstance(one, NumberingSampler))
"""The ways to draw that number the cubes."""


@frozen
class Plan:
    """How cubes are drawn.

    Attributes:
        sampler: the way.
        reason: why this one: a clause.
        refused: why others cannot be used: for each its name, and a clause.
    """

    sampler: Sampler
    reason: str
    refused: Mapping[str, str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "refused", fixed(self.refused))


Planning = Generator[Trying, None, Plan]
"""The work that makes a plan, and returns it."""


def planned(question: Question, failed: Mapping[str, str] | None = None) -> Planning:
    """Find the way that suits a question, without those that turned out to be out of reach, and why."""
    refused = _refused(question, tuple(SAMPLERS), failed)
    free = {name: one for name, one in SAMPLERS.items() if name not in refused}
    for sampler in free.values():
        if sampler.immediate:
            return Plan(sampler, "it is the quickest", refused)
    if question.contradiction is not None:
        return Plan(SAMPLERS["listing"], question.contradiction, refused)
    yield Trying()
    if not isinstance(question.pattern.puzzle, CubePuzzle):
        return (yield from _planned_for_other_puzzles(question, free, refused))
    passed, number, total = yield from pilot(question)
    refused["rejection"] = f"{passed:,} of {number:,} random cubes satisfy the rules"
    too_many = total * passed > _LISTED * number
    if passed >= _OFTEN * number:
        return Plan(free["rejection"], refused.pop("rejection"), refused)
    if "few-slots" in free:
        return Plan(free["few-slots"], "random cubes satisfy the rules too seldom", refused)
    yield Trying()
    kept = darts = 0
    while darts < _DARTS:
        if "corner-rejection" in free:
            kept += hits_of_pilot(question, darts, _DARTS_PER_STEP)
        darts += _DARTS_PER_STEP
        if kept >= _ENOUGH:
            return Plan(free["corner-rejection"], _in_words(kept, darts), refused)
        yield Trying()
        if darts == _DARTS_PER_STEP and not too_many and (yield from tried(question)):
            return Plan(free["listing"], _FEW, refused)
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
            return Plan(free[name], "nothing quicker can draw these", refused)
    raise AssertionError("whatever can be found can be listed")


def _planned_for_other_puzzles(
    question: Question, free: Mapping[str, Sampler], refused: dict[str, str]
) -> Planning:
    """Find the way for a puzzle that is not a cube: random elements of the group, where many satisfy the rules."""
    if "group" in free:
        source = yield from free["group"].prepared(question)
        passed = 0
        for first in range(0, _PILOT_ELSEWHERE, _PER_STEP_ELSEWHERE):
            yield Trying()
            passed += len(source.drawn(first, _PER_STEP_ELSEWHERE).rows)
        text = f"{passed:,} of {_PILOT_ELSEWHERE:,} random states satisfy the rules"
        if passed or "listing" not in free:
            return Plan(free["group"], text, refused)
        refused["group"] = text
    return Plan(free["listing"], "nothing quicker can draw these", refused)


def _in_words(accepted: int, darts: int) -> str:
    return f"{accepted:,} of {darts:,} random corners are kept"


def planned_by_name(question: Question, name: str, *, numbered: bool = False) -> Plan:
    """Return the plan to draw in a way that is asked for, or, if `numbered`, to number the cubes.

    Raises:
        InputError: there is no way with this name, or it cannot draw or number these.
    """
    sampler = SAMPLERS.find(name)
    if numbered:
        require_numbering(sampler)
    why = _refusal(sampler, question) or _out_of_reach(sampler, question)
    if why is not None:
        raise InputError(f"{name} cannot draw these: {why}", "leave the way to draw to the planner")
    return Plan(sampler, "asked for", {})


def require_numbering(sampler: Sampler) -> None:
    """Make sure that a way to draw numbers the cubes.

    Raises:
        InputError: it does not.
    """
    if not isinstance(sampler, NumberingSampler):
        raise InputError(f"{sampler.name} numbers no cubes", f"{listed(NUMBERING, 'and')} do")


def planned_to_number(question: Question, failed: Mapping[str, str] | None = None) -> Planning:
    """Find the way to number the cubes that suits a question, without those that turned out to be out of reach.

    Raises:
        LimitError: none would finish in reasonable time.
    """
    refused = _refused(question, NUMBERING, failed)
    free = [SAMPLERS[name] for name in NUMBERING if name not in refused]
    for sampler in free:
        if sampler.immediate:
            return Plan(sampler, "it is the quickest", refused)
    if (yield from tried(question)):
        return Plan(SAMPLERS["listing"], _FEW, refused)
    if SAMPLERS["visiting"] in free:
        return Plan(SAMPLERS["visiting"], _LAST, refused)
    if SAMPLERS["corner-walk"] in free and not _not_walked(question):
        return Plan(SAMPLERS["corner-walk"], _LAST, refused)
    noun = "cubes" if isinstance(question.pattern.puzzle, CubePuzzle) else "states"
    raise LimitError(
        f"the {noun} cannot be numbered: these rules have no structure to count by, and leave too many to list",
        f"add rules, or list them for as long as that takes ({spelled('method', 'listing')})",
    )


def _refused(
    question: Question, names: Iterable[str], failed: Mapping[str, str] | None
) -> dict[str, str]:
    """Return which of some ways have failed or refuse a question, and why."""
    known = dict(failed or {})
    others = [name for name in names if name not in known]
    return known | {name: why for name in others if (why := _refusal(SAMPLERS[name], question))}


def _refusal(sampler: Sampler, question: Question) -> str | None:
    """Return why a way cannot draw these, as a clause; None if it can, as far as that is seen at once."""
    if not (sampler.other_puzzles or isinstance(question.pattern.puzzle, CubePuzzle)):
        return "it draws only cubes"
    return sampler.refusal(question)


def _out_of_reach(sampler: Sampler, question: Question) -> str | None:
    """Return why a way to draw turns out to be out of reach, as a clause; None if it does not."""
    try:
        sampler.prepare(question)
    except OutOfReachError as error:
        return error.problem
    return None


def _not_walked(question: Question) -> str | None:
    """Return why the placements of the corners cannot all be counted in a minute or two; None if they can.

    If edges are compared with each other, that can take years; it can still be asked for by name.
    """
    why = _out_of_reach(SAMPLERS["corner-walk"], question)
    if why is not None or not is_related(question):
        return why
    try:
        return None if steps_of_walk(question) <= _STEPS else _TOO_LONG
    except OutOfReachError as error:
        return error.problem
