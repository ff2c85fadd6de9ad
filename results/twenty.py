"""Which cubes that satisfy some rules may need 20 turns: `python results/twenty.py [--part K/N] RULE…`.

One cube of each symmetry class. Two phases look for 19 turns, and a cube that has them does not need 20. That says
nothing about the cubes that are left: the optimal solver has to prove whether these need 20.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator

from cubecsp import Cube, Search
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.search.two_phase import TwoPhase

_TOGETHER = 256  # cubes
_ENOUGH = 19  # turns; nothing needs more than one more


def of_part(search: Search, part: int, parts: int) -> Iterator[list[Cube]]:
    """Yield every nth cube of a search, many at a time."""
    before, waiting = 0, []
    for rows in search.arrays():
        waiting += [Cube.from_row(row.tobytes()) for row in rows[(part - before) % parts :: parts]]
        before += len(rows)
        while len(waiting) >= _TOGETHER:
            yield waiting[:_TOGETHER]
            del waiting[:_TOGETHER]
    yield waiting


def main() -> None:
    """Search, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="+", metavar="RULE")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="of N parts the Kth")
    parser.add_argument(
        "--max-nodes", type=int, default=20_000_000, help="positions to look at for each cube"
    )
    args = parser.parse_args()
    part, parts = map(int, args.part.split("/"))
    started = time.monotonic()
    solver = TwoPhase("large")
    lengths: Counter[int] = Counter()
    left = []
    with Search(parse_pattern(args.rules), classes=True) as search:
        for cubes in of_part(search, part - 1, parts):
            solutions = solver.solve_many(cubes, max_length=_ENOUGH, max_nodes=args.max_nodes)
            for cube, solution in zip(cubes, solutions, strict=True):
                assert solution is not None, "without a time limit there is a solution"
                lengths[len(solution.moves)] += 1
                if len(solution.moves) > _ENOUGH:
                    left.append({"facelets": cube.facelets, "generator": str(~solution.moves)})
            print(f"{lengths.total():,} classes", end="\r", file=sys.stderr, flush=True)
        counts = {"count": search.count, "classes": search.found}
    facts = {
        **counts,
        "searched": lengths.total(),
        "lengths": {str(length): lengths[length] for length in sorted(lengths)},
        "left": left,
        "method": "two-phase",
        "seconds": round(time.monotonic() - started, 2),
    }
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
