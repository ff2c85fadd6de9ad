"""The certificate of a count: the formula compiled into a graph that counts, written and checked.

`native/proofs/count.hpp` says how it is compiled, and `cpog` what a checker verifies.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from cubecsp._native import CountProof
from cubecsp.memory import MOST
from cubecsp.models.proofs.certificate import CPOG, FORMULA, VARIABLES, Folder
from cubecsp.models.proofs.cpog import CpogChecker
from cubecsp.models.proofs.formula import Formula
from cubecsp.models.proofs.read_certificate import RefusedError, chunks_of, lines_of
from cubecsp.stopping.deadline import looking

MOST_NODES = 500_000
"""A graph with more nodes than this is not written, nor one for which the checker in Python needs too much memory."""

_STEPS = 200  # placements that are tested at once


def write_count(folder: Folder, formula: Formula) -> Generator[float, None, CpogChecker | None]:
    """Write a certificate of a count, checking each line first; yield the share that is done.

    Returns the checker, which knows the number; None if there would be too many nodes.

    Raises:
        ValueError: the clauses have variables that the placements of pieces do not determine.
    """
    with folder.open_gzip(FORMULA) as file:
        file.writelines(line.encode() for line in looking(formula.lines()))
    folder.write(VARIABLES, formula.map())
    checker = _checker(formula)
    proof = CountProof(
        formula.variables, formula.clauses, formula.choices, formula.somewhere_clauses
    )
    most = min(MOST_NODES, MOST // checker.bytes_of_node)
    with folder.open_gzip(CPOG) as file:
        while True:
            lines = proof.next(_STEPS)
            for line in looking(lines.splitlines()):
                checker.check(line)
            file.write(lines)
            if proof.done:
                return checker
            if proof.nodes > most:
                return None
            yield proof.share


def check_count(folder: Path, formula: Formula) -> Generator[int, None, CpogChecker]:
    """Yield how many bytes of a proof were checked since the last time; return the checker, which knows the number.

    Raises:
        RefusedError: something in it does not follow.
    """
    number = 0
    checker = _checker(formula)
    try:
        for chunk in chunks_of(folder / CPOG):
            for line in lines_of([chunk]):
                number += 1
                checker.check(line)
            yield len(chunk)
    except (ValueError, LookupError) as error:
        raise RefusedError(f"line {number} of {CPOG}: {error!r}") from error
    try:
        checker.count()
    except ValueError as error:
        raise RefusedError(str(error)) from error
    return checker


def _checker(formula: Formula) -> CpogChecker:
    placements = (variable for slot in formula.choices for variable in slot)
    return CpogChecker((line.encode() for line in looking(formula.lines())), placements)
