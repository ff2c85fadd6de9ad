"""Certificates: processor seconds to make and to check them, by our checkers and other installed ones; sizes.

python bench/proofs.py [NAME…]
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from cubecsp import prove, verify
from cubecsp.models.proofs.certificate import CPOG, DRAT, LRAT
from cubecsp.models.proofs.examination import CHECKERS
from cubecsp.models.proofs.external_checkers import FOREIGN

QUESTIONS: dict[str, tuple[str, int, bool]] = {
    "perfect-scramble": ("perfect-scramble", 3, False),
    "perfect-scramble-symmetry": ("perfect-scramble", 3, True),
    "without-faces-differ": (
        "every-colour at-most=2 no-touching=side no-touching=diagonal no-touching=across",
        3,
        False,
    ),
    "last-corners": ("solved=F2L+edges", 3, False),
    "none": ("perfect-scramble no-piece-home", 3, False),
    "pocket": ("no-touching=side no-touching=across", 2, False),
}

COUNTS: dict[str, tuple[str, int]] = {
    "all-of-2x2x2": ("at-most=4", 2),
    "no-touching-side-2x2x2": ("no-touching=side", 2),
    "no-touching-across-2x2x2": ("no-touching=across", 2),
    "last-layer": ("solved=F2L", 3),
}

T = TypeVar("T")


def timed(work: Callable[..., T], *given: object, **named: object) -> tuple[float, T]:
    """Return the processor time of this process and those that it starts, and the result of the work."""
    before = sum(os.times()[:4])
    result = work(*given, **named)
    return sum(os.times()[:4]) - before, result


def main(names: list[str]) -> None:
    for name in names or [*QUESTIONS, *COUNTS]:
        if name in COUNTS:
            of_count(name)
            continue
        rules, size, symmetry = QUESTIONS[name]
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "certificate"
            seconds, answer = timed(prove, rules, place, size=size, symmetry=symmetry)
            assert answer.certificate is not None
            files = {key: file["bytes"] / 1e6 for key, file in answer.certificate["files"].items()}
            print(f"{name}: {answer.count} cubes, made in {seconds:.1f} s", flush=True)
            print(
                f"  {answer.certificate['proof']['clauses']:,} clauses, "
                f"DRAT {files[DRAT]:.2f} MB, LRAT {files[LRAT]:.2f} MB"
            )
            for engine in CHECKERS:
                seconds, judged = timed(verify, place, engine=engine)
                assert judged.accepted
                print(f"  verify --engine {engine}: {seconds:.1f} s", flush=True)
            by_others(place, answer.certificate)


def of_count(name: str) -> None:
    rules, size = COUNTS[name]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "certificate"
        seconds, answer = timed(prove, rules, place, size=size, of_count=True)
        assert answer.certificate is not None
        print(f"{name}: {answer.count} cubes, made in {seconds:.1f} s", flush=True)
        compressed = answer.certificate["files"][CPOG]["bytes"] / 1e6
        print(f"  {answer.certificate['proof']['nodes']:,} nodes, CPOG {compressed:.2f} MB")
        seconds, judged = timed(verify, place)
        assert judged.accepted
        print(f"  verify: {seconds:.1f} s", flush=True)
        by_others(place, answer.certificate)


def by_others(place: Path, certificate: dict[str, Any]) -> None:
    """Have it read by other checkers that are installed."""
    for name, one in FOREIGN.items():
        if one.installed() and one.proof in certificate["files"]:
            seconds, verdict = timed(one.check, place, certificate["count"], None)
            print(f"  {name}: {verdict}, {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
