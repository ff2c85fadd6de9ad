"""Whether clauses say what a cube is and what the rules say: tested on cubes, by code that is independent of them.

A formula could be refuted because it says something different from the rules. So cubes that satisfy the rules,
cubes that do not, cubes next to those that do, and cubes that no turns can make are given to a solver as
placements, for all rules together and for each by itself, and its verdict is compared with the rules' `violations`, which share no code with it. This finds mistakes; it is not a proof.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from cubecsp.errors import EngineError
from cubecsp.models.core.hold import held
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import AutoEngine, Problem, Progress, load_engine
from cubecsp.models.proofs.formula import Formula, beyond_clauses
from cubecsp.models.proofs.reading import require
from cubecsp.puzzle.cube.cube_puzzle import cube_of
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

__all__ = ["drawn_cubes", "tried_cubes"]

_LISTED = 200  # of the cubes that are listed
_RANDOM = 25  # of each other kind
_CLAUSES = 2_000_000  # of rules that are tried one by one


def tried_cubes(formula: Formula, listed: Sequence[State], seed: int) -> str:
    """Return how many cubes of each kind were tried.

    Args:
        formula: of a question, as far as clauses can say it.
        listed: cubes that satisfy it.
        seed: of those that are drawn.

    Raises:
        RefusedError: the clauses and the rules do not agree on a cube.
        EngineError: python-sat is not installed.
    """
    try:
        from pysat.solvers import Solver
    except ImportError as error:
        raise EngineError(f"clauses are tried on cubes by python-sat: {error}") from error
    draw = random.Random(seed)
    pattern = formula.pattern
    anything = Formula(Pattern((), puzzle=pattern.puzzle), [])
    size = len(anything.clauses)
    require(
        formula.clauses[:size] == anything.clauses,
        "the formula does not begin with the clauses of what a cube is",
    )
    some = draw.sample(listed, min(_LISTED, len(listed)))
    kind = cube_class(cube_of(pattern.puzzle).size)
    drawn = [kind.random(seed=draw.getrandbits(32)) for _ in range(_RANDOM)]
    near = [*_near(some, draw)]
    unreal = [*_unreal([*some, *drawn], draw)]
    looks = {
        cube.facelets: frozenset(formula.held_by(cube.seen)) for cube in [*some, *drawn, *near]
    }
    require(
        len({*looks.values()}) == len(looks), "cubes that look different have the same variables"
    )
    with Solver("glucose42", bootstrap_with=anything.clauses) as real:
        for cube in [*some, *drawn, *near]:
            placed = formula.held_by(cube.seen)
            require(bool(real.solve(placed)), f"the clauses do not allow {cube.facelets}")
        for row in unreal:
            require(not real.solve(formula.held_by(row)), "the clauses allow a cube out of reach")
    for part in [formula, *_rules_alone(pattern, draw)]:
        _require_agreement(part, [*some, *drawn, *near])
    return (
        f"{len(some)} that satisfy the rules, {len(drawn)} random and {len(near)} nearly right cubes are judged as the "
        f"rules judge them, {len(unreal)} out of reach are refuted"
    )


def _rules_alone(pattern: Pattern, draw: random.Random) -> Iterator[Formula]:
    """Yield the formulas of single rules, which say of more cubes what they mean than all rules together."""
    left = _CLAUSES
    for rule in draw.sample(pattern.rules, len(pattern.rules)) if len(pattern.rules) > 1 else ():
        alone = Formula(Pattern((rule,), puzzle=pattern.puzzle), [])
        left -= len(alone.clauses)
        if left < 0:
            return
        yield alone


def _require_agreement(formula: Formula, cubes: Iterable[State]) -> None:
    """Make sure that clauses and rules allow the same cubes; with rules beyond clauses, that these forbid none too many."""
    from pysat.solvers import Solver

    pattern, partly = formula.pattern, bool(beyond_clauses(formula.pattern))
    with Solver("glucose42", bootstrap_with=formula.clauses[: formula.sizes["rules"]]) as solver:
        for cube in cubes:
            allowed = bool(solver.solve(formula.held_by(cube.seen)))
            satisfies = not pattern.violations(cube)
            require(
                pattern.holds(cube) == satisfies, f"{pattern} contradicts itself on {cube.facelets}"
            )
            agrees = allowed or not satisfies if partly else allowed == satisfies
            require(agrees, f"the clauses and {pattern} do not agree on {cube.facelets}")


def drawn_cubes(pattern: Pattern, seed: int, on_event: Callable[[], object]) -> list[State]:
    """Return some cubes that satisfy what clauses can say of a pattern, found by a search without clauses.

    Args:
        pattern: the question.
        seed: of the cubes.
        on_event: called now and then; what it raises ends the search.
    """
    primitives = (*held(pattern.puzzle), *pattern.primitives)
    problem = Problem(pattern.puzzle, primitives, SYMMETRIES[:1], seed=seed)
    cubes: list[State] = []
    with contextlib.closing(load_engine(AutoEngine.name).samples(problem)) as events:
        for event in events:
            on_event()
            if not isinstance(event, Progress):
                cubes.append(event)
            if len(cubes) == _RANDOM:
                break
    return [*dict.fromkeys(cubes)]


def _near(cubes: Sequence[State], draw: random.Random) -> Iterator[State]:
    """Yield cubes that are a turn away from some."""
    for _ in range(_RANDOM if cubes else 0):
        cube = draw.choice(cubes)
        yield cube.apply(draw.choice(["U", "R", "F", "D", "L", "B"]) + draw.choice(["", "2", "'"]))


def _unreal(cubes: Sequence[State], draw: random.Random) -> Iterator[bytes]:
    """Yield what the slots hold of cubes that no turns can make: a piece turned, doubled, or two exchanged."""
    puzzle = cubes[0].puzzle
    starts, at = [], 0
    for orbit in puzzle.orbits:
        starts.append(at)
        at += len(orbit.names)
    for law in puzzle.laws:
        for _ in range(_RANDOM):
            row = bytearray(draw.choice(cubes).seen)
            if law.turned:
                index = draw.choice(law.turned)[0]
                turns = puzzle.orbits[index].turns
                one = starts[index] + draw.randrange(len(puzzle.orbits[index].names))
                row[one] = row[one] - row[one] % turns + (row[one] + 1) % turns
            else:
                index = draw.choice(law.permuted)
                one, other = draw.sample(range(len(puzzle.orbits[index].names)), 2)
                one, other = one + starts[index], other + starts[index]
                row[one], row[other] = row[other], row[one]
            yield bytes(row)
    for _ in range(_RANDOM):
        row = bytearray(draw.choice(cubes).seen)
        one, other = draw.sample(range(len(puzzle.corners.names)), 2)
        row[one] = row[other]
        yield bytes(row)
