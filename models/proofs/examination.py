"""The checks of a certificate, one after another, each reported in a clause.

Each function raises a `RefusedError` if the certificate does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

from cubecsp._native import ProofChecker
from cubecsp.errors import InputError
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.proofs import lrat
from cubecsp.models.proofs.certificate import DRAT, FORMULA, LRAT, SYMMETRY, VARIABLES
from cubecsp.models.proofs.data import same
from cubecsp.models.proofs.formula import Formula, beyond_clauses
from cubecsp.models.proofs.orbit_argument import OrbitArgument
from cubecsp.models.proofs.read_certificate import (
    RefusedError,
    chunks_of,
    data_in,
    lines_of,
    require,
)
from cubecsp.models.proofs.states import Listed, text_of
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import Symmetry

_DRAWN = 20  # cubes on which symmetries are tested


def require_cubes(pattern: Pattern, listed: Sequence[Listed], rejected: Sequence[Listed]) -> str:
    """Make sure that listed cubes satisfy the rules, by their own `holds`, and that rejected ones break a filter."""
    for cube in listed:
        require(pattern.holds(cube), f"{text_of(cube)} breaks {pattern}")
        require(not pattern.violations(cube), f"{text_of(cube)} violates {pattern}")
    for cube in rejected:
        broken = any(rule.violations(cube) for rule in beyond_clauses(pattern))
        require(broken, f"{text_of(cube)} is rejected, and breaks no rule that clauses cannot say")
    text = f"{len(listed):,} listed; all satisfy the rules"
    if not rejected:
        return text
    unmade = "" if isinstance(pattern.puzzle, CubePuzzle) else ", or it is not solvable"
    return f"{text}; {len(rejected):,} rejected; each breaks a rule{unmade}"


def require_whole(pattern: Pattern) -> str:
    """Make sure that clauses can express all of the rules, so that the number of solutions is the one claimed.

    This does not rely on the manifest: it looks at each rule, and each rule inside it.
    """
    beyond = beyond_clauses(pattern)
    rules = ", ".join(map(str, beyond))
    require(not beyond, f"clauses cannot express {rules}, and allow cubes that break it")
    return f"clauses can express all of the {len(pattern.rules)} rules"


def require_formula(folder: Path, formula: Formula, claimed: Any) -> str:
    """Make sure that the formula, made again from the rules and the cubes, is the same to the letter."""
    require(
        same(claimed, {"variables": formula.variables, "clauses": formula.sizes}),
        "numbers of variables and clauses differ from a fresh encoding",
    )
    expected = (line.encode() for line in formula.lines())
    for number, actual in enumerate(_lines_in(folder / FORMULA), 1):
        require(
            actual == next(expected, None),
            f"line {number} of {FORMULA} differs from a fresh encoding of the rules and the cubes",
        )
    require(next(expected, None) is None, f"{FORMULA} ends too early")
    named = "".join(formula.map()).encode()
    path = folder / VARIABLES
    right = path.stat().st_size == len(named) and path.read_bytes() == named
    require(right, f"{VARIABLES} is not the map of the variables")
    sizes = formula.sizes
    return (
        f"{sizes['rules']:,} rule clauses, {sizes['symmetry']:,} symmetry clauses and {sizes['cubes']:,} "
        "blocking clauses: identical to a fresh encoding"
    )


def _lines_in(path: Path) -> Iterator[bytes]:
    for chunk in chunks_of(path):
        yield from chunk.splitlines(keepends=True)


def require_argument(
    folder: Path,
    formula: Formula,
    group: Sequence[Symmetry],
    listed: Sequence[State],
    drawn: Callable[[], State],
) -> str:
    """Make sure that the cubes left out by symmetry may be left out.

    Args:
        folder: of the certificate.
        formula: with the argument that is made again.
        group: symmetries that preserve the rules.
        listed: the cubes of the certificate.
        drawn: gives a random cube.
    """
    try:
        argument = OrbitArgument.read(data_in(folder, SYMMETRY))
    except InputError as error:
        require(False, f"{SYMMETRY}: {error.problem}")
        raise
    require(argument == formula.argument, f"{SYMMETRY} is not about these variables")
    require({*argument.group} <= {*group}, f"{SYMMETRY}: a symmetry does not preserve the rules")
    cubes = {cube.facelets for cube in listed}
    declaring = [rule for rule in formula.pattern.rules if rule.declares]
    tried = [*listed[:_DRAWN], *(drawn() for _ in range(_DRAWN))]
    for symmetry in argument.group:
        closed = all(symmetry.of(cube).facelets in cubes for cube in listed)
        require(closed, "an image of a listed cube is not listed")
        image = argument.images[symmetry.index]
        for cube in tried:
            there = symmetry.of(cube)
            moved = {image[one] for one in formula.held_by(cube.seen) if one in image}
            require(moved <= {*formula.held_by(there.seen)}, "a symmetry acts otherwise on cubes")
            preserved = formula.pattern.holds(cube) == formula.pattern.holds(there) and all(
                rule.holds(cube) == rule.holds(there) for rule in declaring
            )
            require(preserved, "a symmetry does not preserve the rules")
    return (
        f"{len(argument.images)} symmetries, {len(argument.orbits):,} orbits: every solution is equivalent "
        "to a listed one"
    )


def _native(folder: Path) -> Generator[int, None, int]:
    try:
        checker = ProofChecker(b"".join(chunks_of(folder / FORMULA)))
        for chunk in chunks_of(folder / LRAT):
            checker.check(chunk)
            yield len(chunk)
    except ValueError as error:
        raise RefusedError(str(error)) from error
    require(checker.proven, "the proof does not come to the empty clause")
    return checker.added


def _python(folder: Path) -> Generator[int, None, int]:
    number = 0
    try:
        checker = lrat.LratChecker(lines_of(chunks_of(folder / FORMULA)))
        first = checker.last
        for chunk in chunks_of(folder / LRAT):
            for line in lines_of([chunk]):
                number += 1
                checker.check(line)
            yield len(chunk)
    except (ValueError, LookupError) as error:
        raise RefusedError(f"line {number} of the proof: {error!r}") from error
    require(checker.proven, "the proof does not come to the empty clause")
    return checker.last - first


CHECKERS: dict[str, Callable[[Path], Generator[int, None, int]]] = {
    "native": _native,
    "python": _python,
}
"""The checkers of cubecsp by name: each regularly yields how many bytes of the proof it has read since the last time,
and returns how many clauses the proof adds."""

DEFAULT = next(iter(CHECKERS))
"""The name of the quickest."""


def require_drat(folder: Path) -> str:
    """Make sure that the proof in DRAT is the one in LRAT, without numbers and hints."""
    expected = _drat(lines_of(chunks_of(folder / LRAT)))
    number = 0
    for number, actual in enumerate(lines_of(chunks_of(folder / DRAT)), 1):
        require(actual == next(expected, None), f"line {number} of {DRAT} is not in {LRAT}")
    require(next(expected, None) is None, f"{DRAT} ends too early")
    return f"{number:,} lines: same proof as {LRAT}"


def clauses_of_drat(folder: Path) -> int:
    """Return how many clauses the proof in DRAT adds."""
    lines = lines_of(chunks_of(folder / DRAT))
    return sum(not line.startswith(b"d ") for line in lines)


def _drat(proof: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines of DRAT for those of LRAT: units are not deleted, nor are the formula's clauses."""
    clauses: dict[bytes, bytes] = {}
    for line in proof:
        number, _, rest = line.partition(b" ")
        if rest.startswith(b"d "):
            for old in rest.split()[1:-1]:
                gone = clauses.pop(old, b"")
                if gone.count(b" ") > 1:
                    yield b"d " + gone
        else:
            empty = rest.startswith(b"0 ")
            end = 0 if empty else rest.find(b" 0 ") + 1
            require(empty or end > 0, f"a line of {LRAT} has a clause without its 0 or its reasons")
            clause = rest[: end + 1]
            clauses[number] = clause
            yield clause
