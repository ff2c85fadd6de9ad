"""A proof that nothing satisfies a formula, by CaDiCaL through python-sat.

python-sat offers proofs in DRAT, which name no reasons: a checker has to find them, which takes longer than
solving. CaDiCaL itself can write LRAT, with reasons. So its tracer is opened here in the way in which python-sat
opens it for `with_proof=True`, with the option `lrat` set first. The proof has no RAT steps, since nothing that
CaDiCaL does by default needs them.

Measured on the perfect scramble (processor seconds on one busy machine, the same for all): CaDiCaL 1.9.5
without proof 13.5, with DRAT 13.9, with LRAT 14.8 (36 MB, of which 158,192 of 233,262 clauses are needed);
Glucose 4.2 17.3, Glucose 3 22, Lingeling 80, all with DRAT alone. Each placement of the first slot is refuted by
itself, then the formula: this makes proofs a tenth shorter, and shows how far the work is. With two slots,
reasons become longer.
"""

from __future__ import annotations

import tempfile
from collections.abc import Generator, Sequence

from cubecsp._native import TrimmedProof as TrimmedProof
from cubecsp.errors import EngineError
from cubecsp.models.engines.cnf import without_handler
from cubecsp.stopping.signals import defer_interrupts

_CONFLICTS = 10_000  # conflicts between two checks of the clock: about a second


def refutation(
    clauses: Sequence[Sequence[int]], slot: Sequence[int]
) -> Generator[float, None, TrimmedProof | None]:
    """Yield the share that is done, and return the trimmed proof; None if something satisfies the clauses.

    Args:
        clauses: what is to be refuted.
        slot: literals, of which one is true.

    Raises:
        EngineError: python-sat is not installed, or gives no proof.
    """
    try:
        with defer_interrupts():
            import pysolvers
            from pysat.solvers import Cadical195
    except ImportError as error:
        raise EngineError(f"proofs need python-sat: {error}") from error
    with tempfile.TemporaryFile() as file, Cadical195() as solver:
        solver.configure({"lrat": 1})
        trace = pysolvers.cadical195_tracepr(solver.cadical, file)
        for clause in clauses:
            solver.add_clause(clause)
        for number, literal in enumerate([*slot, None]):
            assumed = [] if literal is None else [literal]
            answer = None
            while answer is None:
                yield number / (len(slot) + 1)
                solver.conf_budget(_CONFLICTS)
                with without_handler():
                    answer = solver.solve_limited(assumptions=assumed)
            if answer:
                return None
        pysolvers.flushpr(trace)
        file.seek(0)
        proof = file.read()
    try:
        return TrimmedProof(proof, len(clauses))
    except ValueError as error:
        raise EngineError(f"CaDiCaL's proof cannot be used: {error}") from error
