"""Functions that write the parts of a certificate: the question, its cubes, and the proof, which they check on the way."""

from __future__ import annotations

from collections.abc import Generator

from cubecsp._native import ProofChecker, TrimmedProof
from cubecsp.models.proofs.all_solutions import AllSolutions
from cubecsp.models.proofs.certificate import (
    CUBES,
    DRAT,
    FORMULA,
    LRAT,
    REJECTED,
    SYMMETRY,
    VARIABLES,
    Folder,
)
from cubecsp.models.proofs.formula import Formula
from cubecsp.models.proofs.states import text_of
from cubecsp.puzzle.cube.cubes import class_of

_CLAUSES = 10_000  # of a proof that are written at once


def write_question(folder: Folder, formula: Formula, cubes: AllSolutions) -> None:
    """Write the formula, the map of its variables, the cubes, and the orbit argument if there is one."""
    kind = class_of(formula.pattern.puzzle)
    with folder.open_gzip(FORMULA) as file:
        file.writelines(line.encode() for line in formula.lines())
    folder.write(VARIABLES, formula.map())
    folder.write(CUBES, (f"{text_of(kind.from_row(row))}\n" for row in cubes.satisfying))
    if cubes.rejected:
        folder.write(REJECTED, (f"{text_of(kind.from_row(row))}\n" for row in cubes.rejected))
    if formula.argument is not None:
        folder.write_json(SYMMETRY, formula.argument.as_dict())


def write_proof(
    folder: Folder, formula: Formula, proof: TrimmedProof
) -> Generator[float, None, None]:
    """Write a proof, checking each clause first; yield the share that is done."""
    checker = ProofChecker("".join(formula.lines()).encode())
    with folder.open_gzip(LRAT) as as_lrat, folder.open_gzip(DRAT) as as_drat:
        while (lines := proof.next(_CLAUSES))[0]:
            checker.check(lines[0])
            as_lrat.write(lines[0])
            as_drat.write(lines[1])
            yield checker.added / proof.kept
    assert checker.proven, "the proof does not come to the empty clause"
