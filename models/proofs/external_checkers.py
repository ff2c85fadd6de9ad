"""Checkers of proofs written by others, run if they are installed.

- dratify (`pip install "cdclkit[native]"`), a Python package, checks DRAT;
- drat-trim (N. Wetzler, M. Heule and W. Hunt, SAT 2014), a program, checks DRAT;
- cake_lpr (Y. K. Tan, M. Heule and M. Myreen, TACAS 2021), a program whose machine code is itself verified, checks LRAT;
- cpog-check, a program, and cake_scpog, one whose machine code is verified (R. Bryant, Y. K. Tan et al., SAT 2025), check
  counts in CPOG; cpog-check also reports the number.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
from pathlib import Path

from cubecsp.errors import EngineError
from cubecsp.frozen import frozen
from cubecsp.models.proofs.certificate import CPOG, DRAT, FORMULA, LRAT
from cubecsp.models.proofs.read_certificate import RefusedError, chunks_of
from cubecsp.stopping.waiting import run_program

_DRATIFY = """\
import sys, cdclkit, dratify  # importing cdclkit gives dratify its compiled part
formula, proof = (open(name, encoding="ascii").read() for name in sys.argv[1:])
result = dratify.check_proof(dratify.parse_dimacs(formula), proof, engine="native")
print("s VERIFIED" if result.ok and result.reached_empty else f"s NOT VERIFIED: {result.reason}")
"""


@frozen
class ForeignChecker:
    """A program that checks a formula and a proof.

    Attributes:
        name: as users write it.
        proof: the file of a certificate that it checks.
        accepted: lines; it prints one of them if it accepts.
        remedy: how to get it.
        before: options that come before the names of the files.
        after: those that come after them.
        counted: the line in which it states the number of cubes, if it does.
    """

    name: str
    proof: str
    accepted: tuple[str, ...]
    remedy: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    counted: str = ""

    def is_installed(self) -> bool:
        """Return whether it can be run."""
        return self._command() is not None

    def require(self) -> list[str]:
        """Return the command line up to the names of the two files.

        Raises:
            EngineError: it is not installed.
        """
        command = self._command()
        if command is None:
            raise EngineError(f"{self.name} is not installed: {self.remedy}")
        return command

    def _command(self) -> list[str] | None:
        if self.name == "dratify":
            known = all(map(importlib.util.find_spec, ("cdclkit", "cdclkit_native", "dratify")))
            return [sys.executable, "-c", _DRATIFY] if known else None
        path = shutil.which(self.name)
        return None if path is None else [path, *self.before]

    def check(self, folder: Path, count: int, seconds: float | None) -> str:
        """Check a certificate with it, and return its verdict.

        Args:
            folder: of the certificate.
            count: of cubes, which it claims.
            seconds: how long it may take; None for no limit.

        Raises:
            RefusedError: it does not accept the proof.
            EngineError: it is not installed.
            TimeoutError: it takes longer.
        """
        command = self.require()
        with tempfile.TemporaryDirectory() as there:
            files = [Path(there) / name.removesuffix(".gz") for name in (FORMULA, self.proof)]
            for path in files:
                with open(path, "wb") as file:
                    file.writelines(chunks_of(folder / f"{path.name}.gz"))
            ended = run_program([*command, *map(str, files), *self.after], seconds=seconds)
        lines = [line.strip() for line in (ended.stdout + ended.stderr).splitlines()]
        if {*self.accepted} & {*lines}:
            expected = self.counted.format(count=count)
            if expected and expected not in lines:
                raise RefusedError(f"{self.name} does not come to {count:,}")
            return expected or next(line for line in self.accepted if line in lines)
        said = next((line for line in reversed(lines) if line), f"exit code {ended.returncode}")
        raise RefusedError(f"{self.name} does not accept the proof: {said}")


FOREIGN: dict[str, ForeignChecker] = {
    one.name: one
    for one in (
        ForeignChecker("dratify", DRAT, ("s VERIFIED",), 'pip install "cdclkit[native]"'),
        ForeignChecker(
            "drat-trim",
            DRAT,
            ("s VERIFIED",),
            "build it from github.com/marijnheule/drat-trim",
            after=("-t", "100000000"),  # seconds: its own limit is 20,000
        ),
        ForeignChecker(
            "cake_lpr", LRAT, ("s VERIFIED UNSAT",), "build it from github.com/tanyongkiam/cake_lpr"
        ),
        ForeignChecker(
            "cpog-check",
            CPOG,
            (
                "CHECK: FULL-PROOF SUCCESS.  CPOG representation verified",
                "CHECK: FULL-PROOF SUCCESS.  CPOG representation of unsatisfiable POG verified",
            ),
            "build it from github.com/rebryant/scpog, cpog/checker",
            before=("-n", "1"),  # threads: it divides by their number, which is 0 by default
            counted="CHECK: Regular model count = {count}",
        ),
        ForeignChecker(
            "cake_scpog",
            CPOG,
            ("s VERIFIED CPOG REPRESENTATION", "s VERIFIED UNSAT"),
            "build it from github.com/rebryant/scpog, cake_scpog",
        ),
    )
}
"""By name."""
