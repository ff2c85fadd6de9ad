"""Asks the cells of the matrix, and prints those that do not end as documented: `make matrix`.

    python tests/matrix/matrix_run.py [PART/PARTS] [--seed N] [--seconds S] [--only TEXT]
    python tests/matrix/matrix_run.py CELL …

A part is every PARTS-th cell. With cells, which are written as failures print them, only these are asked. All is
done in one process, which begins anew if a cell ends it.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "helpers")]

from matrix_cells import Cell, cells  # noqa: E402

MOST = 100
"""Seconds of the processor after which a cell is ended by force."""

WORKER = "--worker"

FIRST = Cell("find", "3", ("solved=F2L",))
"""What a worker asks first, so that no other cell takes the time in which modules are loaded."""


@dataclass(frozen=True)
class Result:
    """How a cell ended.

    Attributes:
        cell: as text.
        faults: what is wrong with it, sentences.
        seconds: of the processor that it took.
    """

    cell: str
    faults: list[str]
    seconds: float


def main() -> int:
    """Ask what the arguments say, and return 1 if something is wrong."""
    if sys.argv[1:] == [WORKER]:
        return work()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", nargs="*", default=["1/1"], help="PART/PARTS, or cells")
    parser.add_argument("--seed", type=int, default=0, help="of the order (default: 0)")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="of the processor, after which it ends"
    )
    parser.add_argument("--only", default="", help="only cells in whose text this occurs")
    args = parser.parse_args()
    part, _, parts = args.what[0].partition("/")
    chosen: list[str] = args.what
    if part.isdigit() and parts.isdigit():
        chosen = [str(cell) for cell in cells(args.seed)][int(part) - 1 :: int(parts)]
    return report([cell for cell in chosen if args.only in cell], args.seconds)


def report(chosen: Sequence[str], seconds: float) -> int:
    """Print what is wrong with cells, each with the command that asks it again, and how many were asked."""
    wrong, number, spent = 0, 0, 0.0
    for result in results(chosen):
        number, spent = number + 1, spent + result.seconds
        if result.faults:
            wrong += 1
            print(f"python tests/matrix/matrix_run.py {shlex.quote(result.cell)}")
            print(*(f"    {fault}" for fault in result.faults), sep="\n", flush=True)
        if spent > seconds:
            break
    print(
        f"{number:,} of {len(chosen):,} cells in {spent:,.0f} s of the processor: {wrong:,} are wrong"
    )
    return int(wrong > 0)


def results(chosen: Sequence[str]) -> Iterator[Result]:
    """Yield how cells end; a new worker follows one that a cell has ended."""
    left = list(reversed(chosen))
    while left:
        with (
            tempfile.TemporaryFile("w+", encoding="utf-8") as errors,
            subprocess.Popen(
                [sys.executable, __file__, WORKER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            ) as worker,
        ):
            assert worker.stdin is not None
            assert worker.stdout is not None
            while left:
                cell = left.pop()
                worker.stdin.write(f"{cell}\n")
                worker.stdin.flush()
                line = worker.stdout.readline()
                if not line:
                    code = worker.wait()
                    errors.seek(0)
                    yield Result(
                        cell, [f"it ended the process ({code}): {errors.read()[-1500:]}"], MOST
                    )
                    break
                yield Result(cell, *json.loads(line))


def work() -> int:
    """Answer how the cells on standard input end, with a line of JSON each."""
    from matrix_verdicts import faults

    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # for whatever else is printed
    faulthandler.register(signal.SIGXCPU, chain=True)  # which ends the process then
    faults(FIRST)
    for line in sys.stdin:
        began = time.process_time()
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(began) + MOST, hard))
        try:
            found = faults(Cell.read(line))
        except Exception:  # of what judges it
            found = [traceback.format_exc()]
        print(json.dumps([found, time.process_time() - began]), file=answers, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
