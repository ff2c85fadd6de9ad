"""Asks the cells of the matrix, and prints those that do not end as documented: `make matrix`.

    python tests/matrix/run.py [PART/PARTS] [--seed N] [--seconds S] [--only TEXT]
    python tests/matrix/run.py CELL …

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
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "helpers")]

from matrix_cells import Cell, cells  # noqa: E402

MOST = 20
"""Seconds of the processor after which a cell is ended by force."""


def main() -> int:
    """Ask what the arguments say, and return 1 if something is wrong."""
    if sys.argv[1:] == ["--worker"]:
        return work()
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", nargs="*", default=["1/1"], help="PART/PARTS, or cells")
    parser.add_argument("--seed", type=int, default=0, help="of the order (default: 0)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no cell later")
    parser.add_argument("--only", default="", help="cells in whose text this occurs")
    args = parser.parse_args()
    part = args.what[0].split("/")
    if len(part) == 2 and all(word.isdigit() for word in part):
        chosen = [str(cell) for cell in cells(args.seed)][int(part[0]) - 1 :: int(part[1])]
    else:
        chosen = args.what
    return report([cell for cell in chosen if args.only in cell], args.seconds)


def report(chosen: Sequence[str], seconds: float) -> int:
    """Print what is wrong with cells, each with the command that asks it again, and how many were asked."""
    began, wrong, number, spent = time.monotonic(), 0, 0, 0.0
    for cell, found, took in results(chosen, lambda: time.monotonic() - began < seconds):
        number, spent = number + 1, spent + took
        if found:
            wrong += 1
            print(f"python tests/matrix/run.py {shlex.quote(cell)}", flush=True)
            for one in found:
                print(f"    {one}", flush=True)
    print(f"{number:,} cells in {spent:,.0f} s of the processor, {wrong:,} of them wrong")
    return int(wrong > 0)


def results(chosen: Sequence[str], goes_on) -> Iterator[tuple[str, list[str], float]]:
    """Yield cells, what is wrong with each, and how long it took; a new worker follows one that ended."""
    left = list(chosen)
    while left and goes_on():
        command = [sys.executable, str(Path(__file__)), "--worker"]
        with (
            tempfile.TemporaryFile("w+") as errors,
            subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            ) as worker,
        ):
            while left and goes_on():
                cell = left.pop(0)
                worker.stdin.write(f"{cell}\n")
                worker.stdin.flush()
                line = worker.stdout.readline()
                if not line:
                    worker.wait()
                    errors.seek(0)
                    said = errors.read()[-1500:]
                    yield cell, [f"it ended the process ({worker.returncode}): {said}"], float(MOST)
                    break
                yield cell, *json.loads(line)
            worker.stdin.close()


def work() -> int:
    """Answer what is wrong with the cells on standard input."""
    from matrix_verdicts import faults

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever else is printed
    faulthandler.register(signal.SIGXCPU, chain=True)
    for line in sys.stdin:
        began = time.process_time()
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(began) + MOST * 3, hard))
        try:
            found = faults(Cell.read(line))
        except Exception as error:
            import traceback

            found = [f"{type(error).__name__}: {error} {traceback.format_exc()[-900:]}"]
        print(json.dumps([found, time.process_time() - began]), file=answers, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
