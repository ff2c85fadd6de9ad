"""Signals at random moments: whether each ends its command, and whether what was printed is whole.

Each trial runs a command that would take long, sends it SIGINT, SIGTERM or SIGHUP after a random while, and looks at
what came of it: the exit code, how long it still worked (processor seconds), whether the last line is whole, and
whether as many cubes were printed as the answer counts.

    python bench/signals.py [--trials N] [--seed S] [--only COMMAND]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
MIXED = "R U F L BL BR R2 U2 F2 L2"  # of a megaminx
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE = 60.0  # seconds after which a signal counts as lost
LATE = 4.0  # seconds: the latest moment of a signal

COMMANDS: dict[str, tuple[str, ...]] = {
    "best": ("best", "faces-differ", "--maximise", "count(U,R)+count(R,F)+count(F,D)", "--json"),
    "check": ("check", "cubes.txt", "at-most=3", "faces-differ"),
    "check --json": ("check", "cubes.txt", "at-most=3", "--json"),
    "complete": ("complete", "." * 27 + "D" * 9 + "." * 18, "--limit", "all"),
    "complete --fewest": ("complete", "R U F D L B R U", "--fewest", "--limit", "all", "--json"),
    "convert": ("convert", "cubes.txt", "--to", "moves"),
    "count": ("count", "every-colour", "--method", "listing", "--json"),
    "count --estimate": ("count", "every-colour", "--estimate", "--samples", "100000000"),
    "describe": ("describe", SUPERFLIP, "--prove", "--json"),
    "describe FILE": ("describe", "cubes.txt"),
    "explain": ("explain", "self-inverse", "not order=2", "not order=1", "--json"),
    "find": ("find", "at-most=3", "--limit", "all"),
    "find --classes": ("find", "at-most=3", "--limit", "all", "--classes", "--json"),
    "find --json": ("find", "at-most=3", "--limit", "all", "--json"),
    "find --resume": ("find", "at-most=3", "--limit", "all", "--resume", "journal", "--json"),
    "find --solve": ("find", "symmetric=Oh", "--solve", "optimal"),
    "find (annealing)": ("find", "at-most=3", "--engine", "annealing", "--limit", "all", "--json"),
    "find (asp)": ("find", "at-most=3", "--engine", "asp", "--limit", "all", "--json"),
    "find (cnf)": ("find", "at-most=3", "--engine", "cnf", "--limit", "all", "--json"),
    "find (constraint)": ("find", "at-most=3", "--engine", "constraint", "--limit", "all"),
    "find (cpsat)": ("find", "at-most=3", "--engine", "cpsat", "--limit", "all", "--json"),
    "prove": ("prove", "at-most=2", "no-touching=side", "-o", "proof"),
    "reach": ("reach", SUPERFLIP, "solved=all", "--effort", "100000000000", "--json"),
    "repair": ("repair", "URFDLB" * 9, "--by", "piece", "--limit", "all"),
    "sample": ("sample", "every-colour", "-n", "100000", "--json"),
    "scramble": ("scramble", "solved=F2L", "-n", "10000"),
    "solve": ("solve", SUPERFLIP, "R U F", "--effort", "100000000000", "--json"),
    "solve --all": ("solve", SUPERFLIP, "--all", "--table", "small"),
    "solve FILE": ("solve", "cubes.txt", "--json"),
    "solve (4x4x4)": ("solve", "large.txt", "--json"),
    "puzzle count": ("count", "--puzzle", "megaminx"),
    "puzzle find": ("find", "--puzzle", "skewb", "--limit", "all", "no-piece-home", "--json"),
    "puzzle reach": ("reach", "--puzzle", "megaminx", MIXED, "solved=EDGES", "--json"),
}
"""Commands that take long, by what they are called here."""


@dataclass(frozen=True)
class Outcome:
    """What came of a signal.

    Attributes:
        code: the exit code; None where the process had to be killed.
        after: processor seconds that the process and its children took since the signal; of those that ended.
        faults: what is wrong.
        ended_before: whether the command had ended by itself.
    """

    code: int | None
    after: float
    faults: tuple[str, ...]
    ended_before: bool


def prepared(folder: Path) -> None:
    """Write the files that commands read."""
    from cubecsp import Cube
    from cubecsp.puzzle.cube.cubes import cube_class

    texts = [Cube.random(seed=number).facelets for number in range(5_000)]
    (folder / "cubes.txt").write_text("\n".join(texts) + "\n")
    larger = [cube_class(4).random(number).facelets for number in range(200)]
    (folder / "large.txt").write_text("\n".join(larger) + "\n")


def tried(command: tuple[str, ...], number: signal.Signals, moment: float, folder: Path) -> Outcome:
    """Run a command, send it a signal after `moment` seconds, and return what came of it."""
    for name in ("journal", "proof"):
        subprocess.run(["rm", "-rf", name], cwd=folder, check=True)
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "cubecsp", *command], cwd=folder, stdout=out, stderr=err
        )
        time.sleep(moment)
        ended = process.poll() is not None
        worked = spent(process.pid)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process.send_signal(number)
        try:
            code: int | None = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            code = None
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - worked
        out.seek(0), err.seek(0)
        faults = [] if ended else list(faults_of(command, code, number, out.read(), err.read()))
    return Outcome(code, took, tuple(faults), ended)


def spent(pid: int) -> float:
    """Return the processor seconds that a process took so far (of Linux), 0 where that is not known."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def faults_of(command, code, number, printed, said):  # type: ignore[no-untyped-def]
    """Yield what is wrong with what a command left behind."""
    if code is None:
        yield "lost"
        return
    if "Traceback" in said and "cubecsp" not in said:
        return  # while Python itself began, as any program of Python
    if "Traceback" in said:
        yield f"traceback ({said.strip().splitlines()[-1]})"
    if code == -number and not printed:
        return  # before it had begun
    if code not in (0, 1, 3):
        yield f"exit code {code} ({said.strip()[-300:]})"
    if printed and not printed.endswith("\n"):
        yield "torn"
    if "--json" in command and printed:
        try:
            answer = json.loads(printed)
        except ValueError:
            yield "no JSON"
            return
        cubes = len(answer.get("cubes", ()))
        counted = answer.get("classes" if "--classes" in command else "count")
        if command[0] in ("find", "reach") and counted is not None and counted != cubes:
            yield f"{counted} counted, {cubes} printed"
    if command[0] == "find" and "--json" not in command:
        told = re.search(r"after ([\d,]+) cubes", said + printed)
        lines = sum(len(line) == 54 for line in printed.splitlines())
        if told and int(told[1].replace(",", "")) != lines:
            yield f"{told[1]} counted, {lines} printed"


def main() -> None:
    """Send signals, and say what came of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--only", metavar="COMMAND", help="a name of COMMANDS")
    args = parser.parse_args()
    draw = random.Random(args.seed)
    sums: Counter[str] = Counter()
    slowest = 0.0
    names = [args.only] if args.only else list(COMMANDS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared(folder)
        for trial in range(args.trials):
            command = names[trial % len(names)]
            number, moment = draw.choice(SIGNALS), draw.uniform(0, LATE) ** 2 / LATE
            outcome = tried(COMMANDS[command], number, moment, folder)
            sums["ended before" if outcome.ended_before else f"exit code {outcome.code}"] += 1
            slowest = max(slowest, outcome.after)
            for fault in outcome.faults:
                sums[fault] += 1
            if outcome.faults or outcome.after > 1.0:
                print(
                    f"{command}: {number.name} after {moment:.2f} s: code {outcome.code}, "
                    f"{outcome.after:.1f} s more, {', '.join(outcome.faults) or 'sound'}",
                    flush=True,
                )
    print(f"{args.trials} signals: {dict(sums)}; at most {slowest:.1f} s of work after one")


if __name__ == "__main__":
    main()
