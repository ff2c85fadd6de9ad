"""Asks random questions of every kind, and compares the answers with brute force: `make nightly`.

    python tests/nightly/nightly_run.py [--questions N] [--seed N] [--only TEXT]

The kinds (`nightly_kinds.py`) are asked in turn, each as often as its share says, through an interface that is drawn
for each question. A line a kind says how many questions there were, how many of these were refused, and whether
an answer was wrong. A question whose answer is wrong is made smaller by hypothesis, and then printed.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
import warnings
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / name) for name in ("helpers", "matrix"))]

from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.errors import HypothesisWarning  # noqa: E402
from nightly_kinds import KINDS, Kind  # noqa: E402


def main() -> int:
    """Ask what the arguments say, and return 1 if an answer is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--questions", type=int, default=10_000, help="in all (default: 10,000)")
    parser.add_argument("--seed", type=int, default=time.time_ns() // 10**9, help="(default: now)")
    parser.add_argument("--only", default="", help="only kinds in whose name this occurs")
    args = parser.parse_args()
    print(f"seed {args.seed}")
    warnings.simplefilter("ignore", HypothesisWarning)  # of strategies whose text is long
    chosen = [kind for kind in KINDS if args.only in kind.name]
    shares = sum(kind.share for kind in chosen)
    wrong = [ask(one, -(-args.questions * one.share // shares), args.seed) for one in chosen]
    total = sum(kind.asked for kind in chosen)
    print(f"{total:,} questions; wrong answers in {sum(wrong)} of {len(chosen)} kinds")
    return int(any(wrong))


def ask(kind: Kind, number: int, source: int) -> bool:
    """Ask a number of questions of a kind, print the line about it, and return whether an answer is wrong."""

    @seed(source)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def some(data: st.DataObject) -> None:
        kind.question(data)

    began, fault = time.process_time(), ""
    try:
        some()
    except Exception as error:  # whatever it is, the other kinds are asked, too
        fault = "".join(traceback.format_exception(error, limit=-2))
    verdict = "WRONG" if fault else "none wrong"
    print(
        f"{kind.name}: {kind.asked:,} asked, {kind.refused:,} refused, {verdict}"
        f" ({time.process_time() - began:,.0f} s of the processor)",
        fault,
        sep="\n" if fault else "",
        flush=True,
    )
    return bool(fault)


if __name__ == "__main__":
    sys.exit(main())
