"""Certificates: processor seconds to make and to check them, by our checkers and other installed ones; sizes.

    python bench/proofs.py [NAME…]

Without names, those of lists; those of counts have to be named.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from measuring import duration, head, row, seconds, timed

from cubecsp import prove, verify
from cubecsp.models.proofs.certificate import CPOG, DRAT, LRAT
from cubecsp.models.proofs.examination import CHECKERS
from cubecsp.models.proofs.external_checkers import FOREIGN

FIVE = "every-colour at-most=2 no-touching=side no-touching=diagonal no-touching=across"

LISTS: dict[str, tuple[str, dict[str, Any]]] = {
    "perfect-scramble": ("perfect-scramble", {}),
    "perfect-scramble --symmetry": ("perfect-scramble", {"symmetry": True}),
    "perfect-scramble --without faces-differ": (FIVE, {}),
    "perfect-scramble no-piece-home": ("perfect-scramble no-piece-home", {}),
    "solved=F2L+edges": ("solved=F2L+edges", {}),
    "no-touching=side no-touching=across --size 2": (
        "no-touching=side no-touching=across",
        {"size": 2},
    ),
}

COUNTS: dict[str, tuple[str, dict[str, Any]]] = {
    "at-most=4 --size 2 --count": ("at-most=4", {"size": 2, "of_count": True}),
    "no-touching=side --size 2 --count": ("no-touching=side", {"size": 2, "of_count": True}),
    "no-touching=across --size 2 --count": ("no-touching=across", {"size": 2, "of_count": True}),
    "solved=F2L --count": ("solved=F2L", {"of_count": True}),
}


def main(names: list[str]) -> None:
    """Print the table."""
    ours = [f"`{name}`" for name in CHECKERS]
    others = [name for name, one in FOREIGN.items() if one.is_installed()]
    head("question", "cubes", "made", *ours, *others, "proof")
    for name in names or LISTS:
        rules, options = (LISTS | COUNTS)[name]
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "certificate"
            made, answer = timed(partial(prove, rules, place, **options))
            assert answer.certificate is not None
            files = answer.certificate["files"]
            sizes = [
                f"{kind} {files[file]['bytes'] / 1e6:.2g} MB"
                for kind, file in (("DRAT", DRAT), ("LRAT", LRAT), ("CPOG", CPOG))
                if file in files
            ]
            checks = map(duration, checked(place))
            foreign = [by_other(place, answer.certificate, other) for other in others]
            row(
                f"`{name}`",
                f"{answer.count:,}",
                duration(made),
                *checks,
                *foreign,
                ", ".join(sizes),
            )


def checked(place: Path) -> Iterator[float]:
    """Yield how long each of our checkers takes."""
    for engine in CHECKERS:
        taken, judged = timed(partial(verify, place, engine=engine))
        assert judged.accepted
        yield taken


def by_other(place: Path, certificate: dict[str, Any], name: str) -> str:
    """Return how long a checker by others takes, if it reads such proofs."""
    one = FOREIGN[name]
    if one.proof not in certificate["files"]:
        return ""
    return duration(seconds(lambda: one.check(place, certificate["count"], None)))


if __name__ == "__main__":
    main(sys.argv[1:])
