"""Thistlethwaite's algorithm (M. Thistlethwaite, 1981): four phases, each with fewer turns allowed.

Every phase brings the cube into the next smaller of five nested groups and is solved optimally with
a table of the distances of all its states (2,048; 1,082,565; 29,400; 663,552), so that no phase
takes more than 7, 10, 13 and 15 turns and the whole never more than 45.

Done differently here: a phase often has hundreds of shortest sequences. Up to 256 of them are
compared, and the one that leaves the next phase shortest is taken. Over 3,000 random cubes this
gives 26.8 turns on average, 32 at most, while taking the first gives 30.9, 38 at most, in a tenth of
the time; comparing 16 gives 27.9, and comparing all of them still 26.8. Turns of one
face that meet between phases are merged, which saves half a turn when the first is taken and
nothing otherwise.

The tables are made in hundredths of a second. Each is the product of two coordinates, whose values are numbered in the
order in which a walk from the solved cube meets them, at most 6,912 of them: that avoids a ranking and an unranking
function for each.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

from cubecsp._native import Thistlethwaite
from cubecsp.errors import InputError
from cubecsp.formats.forty_numbers import FortyNumbers
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.moves import TURNS, Metric, Moves, Turn
from cubecsp.puzzle.cube.state import TURN_CUBES, Cube
from cubecsp.search import Method
from cubecsp.search.geometry import pack
from cubecsp.search.solution import Solution, require_reachable
from cubecsp.search.table_cache import KnownTable, TableSpec, load
from cubecsp.stopping.deadline import NEVER, Deadline

CHOICES = 256
"""How many of the shortest sequences of a phase are compared."""

_MOST_CHOICES = 1 << 16


@frozen
class PhaseRule:
    """The turns that a phase may use, and its goal.

    Attributes:
        turns: the turns allowed.
        goal: the state when the phase is done, in the words of cubing.
        group: the turns that generate all cubes for which that holds.
        longest: turns that the farthest state needs.
        states: how many states the phase distinguishes.
    """

    turns: tuple[Turn, ...]
    goal: str
    group: str
    longest: int
    states: int


def _turns(half_only: str) -> tuple[Turn, ...]:
    """Return all turns except the quarter turns of some faces."""
    return tuple(
        Turn(turn)
        for turn, name in enumerate(TURNS)
        if name[0] not in half_only or name.endswith("2")
    )


PHASES: tuple[PhaseRule, ...] = (
    PhaseRule(
        _turns(""),
        "every edge is oriented: quarter turns of F and B are no longer needed",
        "U D R L F2 B2",
        7,
        2_048,
    ),
    PhaseRule(
        _turns("FB"),
        "every corner is oriented, with its U or D sticker up or down, and the four edges of the "
        "layer between U and D are in that layer",
        "U D R2 L2 F2 B2",
        10,
        1_082_565,
    ),
    PhaseRule(
        _turns("FBRL"),
        "every edge is in its slice and every corner in its tetrad: each face shows only its own "
        "and the opposite colour, and half turns are enough",
        "U2 D2 R2 L2 F2 B2",
        13,
        29_400,
    ),
    PhaseRule(_turns("FBRLUD"), "the cube is solved", "", 15, 663_552),
)
"""The four phases in order."""

_SPEC = TableSpec(
    "thistlethwaite",
    1,
    {},
    sum(rule.states for rule in PHASES),
    digest="ceebb2ae499c9c035061deb92322241e3a661b675d4bbf3920850c630dda8c2f",
)


@frozen
class SolutionPhase:
    """One phase of a solution.

    Attributes:
        number: 1 to 4.
        rule: its turns and its goal.
        moves: a shortest sequence for it.
        cube: the cube after it.
    """

    number: int
    rule: PhaseRule
    moves: Moves
    cube: Cube

    @property
    def state(self) -> FortyNumbers:
        """The cube after it as 40 numbers."""
        return FortyNumbers.of(self.cube)

    def __str__(self) -> str:
        moves = str(self.moves) or "(nothing to do)"
        return f"Phase {self.number}: {moves} ({len(self.moves)})\nNow {self.rule.goal}."

    def as_dict(self) -> dict[str, str]:
        """Return the data that `--json` prints."""
        return {"moves": str(self.moves), "goal": self.rule.goal, "state": str(self.state)}


@frozen
class PhasedSolution(Solution):
    """A solution with its four phases; `str` shows phase by phase what was reached.

    `moves` are those of the phases one after another, except that turns of the same face at the end of
    one phase and the beginning of the next are merged.

    Attributes:
        phases: the four phases.
    """

    phases: tuple[SolutionPhase, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.phases))


def solve(
    cube: Cube | FortyNumbers,
    metric: Metric = "htm",
    *,
    choices: int = CHOICES,
    max_length: int | None = None,
    time_limit: float | None = None,
    deadline: Deadline = NEVER,
) -> PhasedSolution:
    """Solve in four phases, each with as few turns (half turns counting one) as possible.

    Args:
        cube: any reachable cube, or its 40 numbers.
        metric: how the length of the whole is counted.
        choices: how many of the shortest sequences of a phase to compare by what they leave to the
            next; 1 takes the first.
        max_length: compare more while the solution is longer, as far as that helps; it may stay
            longer.
        time_limit: seconds after which to stop comparing more.
        deadline: when to stop making the tables, if that has to be done.

    Raises:
        InputError: this cube is not solvable.
        OutOfTimeError: the deadline came before the tables were made.
    """
    started = time.perf_counter()
    _solver(deadline)
    if isinstance(cube, FortyNumbers):
        cube = cube.to_cube()
    require_reachable(cube)
    if choices < 1:
        raise InputError(f"choices={choices}", "expected at least 1")
    best = _solution(cube, metric, choices, started)
    while max_length is not None and best.length > max_length and choices < _MOST_CHOICES:
        if time_limit is not None and time.perf_counter() - started > time_limit:
            break
        choices *= 4
        best = min(
            best, _solution(cube, metric, choices, started), key=lambda solution: solution.length
        )
    return best


def _solution(cube: Cube, metric: Metric, choices: int, started: float) -> PhasedSolution:
    reached = _solver().solve(cube.corners + cube.edges, choices)
    phases = [
        SolutionPhase(number, rule, Moves(tuple(map(Turn, path))), Cube._with(after))
        for number, (rule, (path, after)) in enumerate(zip(PHASES, reached, strict=True), 1)
    ]
    moves, proven = _join(phases), len(phases[0].moves)
    return PhasedSolution(
        moves=moves,
        metric=metric,
        optimal=moves.length(metric) == proven,
        proven=proven,
        seconds=time.perf_counter() - started,
        nodes=0,
        phases=tuple(phases),
    )


def known_tables() -> list[KnownTable]:
    """Return the tables of this method."""
    return [
        KnownTable(
            _SPEC,
            "Thistlethwaite's four phases, always used: made in a tenth of a second",
            _make_distances,
        )
    ]


def _join(phases: list[SolutionPhase]) -> Moves:
    parts = [phase.moves.turns for phase in phases if phase.moves]
    joined = Moves(tuple(turn for part in parts for turn in part))
    meet = any(_axis(before[-1]) == _axis(after[0]) for before, after in pairwise(parts))
    return joined.simplified() if meet else joined


def _axis(turn: Turn) -> int:
    return turn // 3 % 3


_solvers: list[Thistlethwaite] = []


def _solver(deadline: Deadline = NEVER) -> Thistlethwaite:
    """Return the solver with its tables, which are made and stored on first use."""
    if not _solvers:
        _solvers.append(_solver_with_table(deadline))
    return _solvers[0]


def _make_distances(poll: Callable[[], None]) -> memoryview:
    poll()
    return _new_solver().distances().data


def _solver_with_table(deadline: Deadline) -> Thistlethwaite:
    solver = _new_solver()
    solver.use(load(_SPEC, _make_distances, deadline=deadline))
    return solver


def _new_solver() -> Thistlethwaite:
    return Thistlethwaite(pack(TURN_CUBES), [bytes(rule.turns) for rule in PHASES], _slices())


def _slices() -> bytes:
    """Return the edge slots of the three slices: between U and D, R and L, F and B."""
    return bytes(
        slot
        for outside in ("UD", "RL", "FB")
        for slot, name in enumerate(CUBE.edges.names)
        if not set(name) & set(outside)
    )


METHOD: Method[Cube] = Method(
    "thistlethwaite",
    "four phases, each explained: 27 turns on average, in 0.1 ms",
    frozenset({"metric", "max_length", "time_limit"}),
    one=solve,
    tables=known_tables,
    limits="its solutions are not the shortest",
)
