"""Tests on cubes, by independent code, of whether the clauses state correctly what a cube is and what the rules are.

A formula could be refuted because it says something different from the rules. So a solver gets cubes as
placements, for all rules together and for each by itself: cubes that satisfy the rules, cubes that do not,
cubes next to those that do, and cubes that are not solvable. Its verdict is compared with the rules'
`violations`, which share no code with it. This finds mistakes; it is not a proof.

States of other puzzles are tested in the same way. If the invariants allow states that are not solvable,
clauses refute only states that violate an invariant.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from cubecsp.errors import EngineError
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.stated_invariants import invariants_in_clauses
from cubecsp.models.engines import AutoEngine, Problem, Progress, load_engine
from cubecsp.models.engines.cnf import is_satisfiable
from cubecsp.models.proofs.formula import Formula
from cubecsp.models.proofs.read_certificate import require
from cubecsp.models.proofs.states import Listed, moved, random_states, text_of
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.stopping.signals import defer_interrupts

_LISTED = 200  # of the cubes that are listed
_RANDOM = 25  # of each other kind
_CLAUSES = 2_000_000  # of rules that are tested one by one


def tried_cubes(formula: Formula, listed: Sequence[Listed], seed: int) -> str:
    """Return how many cubes of each kind were tested, or how many states of another puzzle.

    Args:
        formula: of a question, as far as clauses can say it.
        listed: cubes that satisfy it, or states.
        seed: of those that are drawn.

    Raises:
        RefusedError: the clauses and the rules do not agree on a cube.
        EngineError: python-sat is not installed.
    """
    try:
        with defer_interrupts():
            from pysat.solvers import Solver
    except ImportError as error:
        raise EngineError(f"testing clauses on cubes needs python-sat: {error}") from error
    draw = random.Random(seed)
    pattern = formula.pattern
    anything = Formula(Pattern((), puzzle=pattern.puzzle), [])
    size = len(anything.clauses)
    require(
        formula.clauses[:size] == anything.clauses,
        "the formula does not begin with the clauses of what a cube is",
    )
    some = draw.sample(listed, min(_LISTED, len(listed)))
    give = random_states(pattern.puzzle)
    drawn = [give(draw.getrandbits(32)) for _ in range(_RANDOM)]
    near = [moved(draw.choice(some), draw) for _ in range(_RANDOM if some else 0)]
    unreal = [*_unreal([*some, *drawn], draw)]
    nouns = "cubes" if isinstance(pattern.puzzle, CubePuzzle) else "states"
    looks = {
        text_of(cube): frozenset(formula.held_by(cube.seen)) for cube in [*some, *drawn, *near]
    }
    require(
        len({*looks.values()}) == len(looks), f"{nouns} that look different have the same variables"
    )
    with Solver("glucose42", bootstrap_with=anything.clauses) as real:
        for cube in [*some, *drawn, *near]:
            placed = formula.held_by(cube.seen)
            require(is_satisfiable(real, placed), f"the clauses do not allow {text_of(cube)}")
        for row in unreal:
            require(
                not is_satisfiable(real, formula.held_by(row)),
                f"the clauses allow a {nouns[:-1]} out of reach",
            )
    for part in [formula, *_rules_alone(pattern, draw)]:
        _require_agreement(part, [*some, *drawn, *near])
    return (
        f"tested on {len(some)} {nouns} that satisfy the rules, {len(drawn)} random and {len(near)} nearly right ones: they "
        f"agree with the rules; {len(unreal)} unsolvable ones are refuted"
    )


def _rules_alone(pattern: Pattern, draw: random.Random) -> Iterator[Formula]:
    """Yield the formulas of single rules, whose meaning is tested on more cubes than that of all rules together."""
    left = _CLAUSES
    for rule in draw.sample(pattern.rules, len(pattern.rules)) if len(pattern.rules) > 1 else ():
        alone = Formula(Pattern((rule,), puzzle=pattern.puzzle), [])
        left -= len(alone.clauses)
        if left < 0:
            return
        yield alone


def _require_agreement(formula: Formula, cubes: Iterable[Listed]) -> None:
    """Make sure that clauses and rules allow the same cubes; or that clauses allow more, if they cannot express all rules."""
    from pysat.solvers import Solver

    pattern = formula.pattern
    partly = any(rule.is_filter_on(pattern.puzzle) for rule in pattern.rules)
    with Solver("glucose42", bootstrap_with=formula.clauses[: formula.sizes["rules"]]) as solver:
        for cube in cubes:
            allowed = is_satisfiable(solver, formula.held_by(cube.seen))
            satisfies = not pattern.violations(cube)
            require(
                pattern.holds(cube) == satisfies, f"{pattern} contradicts itself on {text_of(cube)}"
            )
            agrees = allowed or not satisfies if partly else allowed == satisfies
            require(agrees, f"the clauses and {pattern} do not agree on {text_of(cube)}")


def drawn_cubes(pattern: Pattern, seed: int, on_event: Callable[[], object]) -> list[Listed]:
    """Return some cubes that satisfy what clauses can express of a pattern, found by a search without clauses.

    States of other puzzles are found by CP-SAT, to which they are stated as clauses, too.

    Args:
        pattern: the question.
        seed: of the cubes.
        on_event: called now and then; what it raises ends the search.
    """
    primitives = (*holding_constraints(pattern.puzzle), *pattern.primitives)
    problem = Problem(pattern.puzzle, primitives, SYMMETRIES[:1], seed=seed)
    cubes: list[Listed] = []
    with contextlib.closing(load_engine(AutoEngine.name).samples(problem)) as events:
        for event in events:
            on_event()
            if not isinstance(event, Progress):
                cubes.append(event)
            if len(cubes) == _RANDOM:
                break
    return [*dict.fromkeys(cubes)]


def _unreal(cubes: Sequence[Listed], draw: random.Random) -> Iterator[bytes]:
    """Yield the placements of cubes that are not solvable: a piece turned, doubled, or two exchanged."""
    puzzle: Puzzle = cubes[0].puzzle
    for invariant in invariants_in_clauses(puzzle):
        for _ in range(_RANDOM):
            row = bytearray(draw.choice(cubes).seen)
            _break(invariant, puzzle, row, draw)
            yield bytes(row)
    differing = [index for index, orbit in enumerate(puzzle.orbits) if len({*orbit.looks}) > 1]
    for _ in range(_RANDOM if differing else 0):
        row = bytearray(draw.choice(cubes).seen)
        _double(draw.choice(differing), puzzle, row, draw)
        yield bytes(row)


def _break(invariant: Invariant, puzzle: Puzzle, row: bytearray, draw: random.Random) -> None:
    """Turn a piece, or exchange two, so that an invariant is violated."""
    if invariant.turned:
        index = draw.choice(invariant.turned)[0]
        orbit, first = puzzle.orbits[index], puzzle.rows[index].start
        one = first + draw.randrange(len(orbit.names))
        piece, turn = divmod(row[one], orbit.turns)
        turned = piece * orbit.turns + (turn + 1) % orbit.turns
        row[one : one + 1] = orbit.seen(bytes([turned]))
    else:
        index = draw.choice(invariant.permuted)
        first = puzzle.rows[index].start
        one, other = draw.sample(range(len(puzzle.orbits[index].names)), 2)
        row[first + one], row[first + other] = row[first + other], row[first + one]


def _double(index: int, puzzle: Puzzle, row: bytearray, draw: random.Random) -> None:
    """Put a second copy of a piece in place of one that looks different, in an orbit that has such pieces."""
    orbit, where = puzzle.orbits[index], puzzle.rows[index]
    one = draw.randrange(where.start, where.stop)
    others = [
        slot
        for slot in range(where.start, where.stop)
        if _look(orbit, row[slot]) != _look(orbit, row[one])
    ]
    row[one] = row[draw.choice(others)]


def _look(orbit: Orbit, placement: int) -> int:
    """Return the first piece that looks like the one of a placement."""
    return orbit.looks[placement // orbit.turns]
