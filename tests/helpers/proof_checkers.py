"""Both checkers of proofs in LRAT, asked together: they have to agree on every input.

`refutes` asks both about a formula and a proof. `together` puts a pair of checkers in the place of each that
`verify` knows, so that every certificate that any test has checked is read by both; the largest, which take
the checker in Python a quarter of a minute, with the exhaustive tests only.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Generator
from pathlib import Path

from cubecsp._native import ProofChecker
from cubecsp.models.proofs import lrat
from cubecsp.models.proofs.certificate import FORMULA, LRAT
from cubecsp.models.proofs.read_certificate import RefusedError, lines_of

LARGE = 4 << 20  # bytes of a compressed proof

Steps = Callable[[Path], Generator[int, None, int]]


def by_native(formula: bytes, proof: bytes) -> int | None:
    """Return how many clauses a proof adds, None if it does not refute the formula."""
    try:
        checker = ProofChecker(formula)
        checker.check(proof)
    except ValueError:
        return None
    return checker.added if checker.proven else None


def by_python(formula: bytes, proof: bytes) -> int | None:
    """Return how many clauses a proof adds, None if it does not refute the formula."""
    try:
        checker = lrat.LratChecker(lines_of([formula]))
        given = checker.last
        for line in lines_of([proof]):
            checker.check(line)
    except (ValueError, LookupError):
        return None
    return checker.last - given if checker.proven else None


def refutes(formula: bytes, proof: bytes) -> bool:
    """Return whether a proof refutes a formula; both checkers have to agree."""
    native, python = by_native(formula, proof), by_python(formula, proof)
    assert native == python, (formula, proof)
    return native is not None


def together(checkers: dict[str, Steps]) -> dict[str, Steps]:
    """Return checkers by the same names, each of which makes sure that all the others say the same."""
    known: dict[bytes, int | str] = {}

    def verdict(checker: Steps, folder: Path) -> Generator[int, None, int | str]:
        try:
            return (yield from checker(folder))
        except RefusedError:
            return "refused"

    def others_say(name: str, folder: Path) -> int | str:
        files = [(folder / file).read_bytes() for file in (FORMULA, LRAT)]
        key = hashlib.sha256(b"".join([name.encode(), *files])).digest()
        if key not in known:
            (known[key],) = {_ended(verdict(checkers[o], folder)) for o in checkers if o != name}
        return known[key]

    def paired(name: str) -> Steps:
        def check(folder: Path) -> Generator[int, None, int]:
            large = (folder / LRAT).stat().st_size > LARGE
            if large and not os.environ.get("CUBECSP_EXHAUSTIVE"):
                return (yield from checkers[name](folder))
            try:
                added = yield from checkers[name](folder)
            except RefusedError:
                assert others_say(name, folder) == "refused"
                raise
            assert others_say(name, folder) == added
            return added

        return check

    return {name: paired(name) for name in checkers}


def _ended(steps: Generator[int, None, int | str]) -> int | str:
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value
