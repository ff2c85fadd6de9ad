"""Signals at random moments: whether each ends its command, and whether what was printed is whole.

Each trial runs a command that would take long, sends it SIGINT, SIGTERM or SIGHUP when it has worked for a random
while, and looks at what came of it: the exit code, how long it still worked (processor seconds), whether the last line
is whole, and whether as many cubes were printed as the answer counts. On Linux.

    python tests/fuzz/signals.py [--trials N] [--seed S] [--only COMMAND]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cubecsp import Cube
from cubecsp.puzzle.cube.cubes import cube_class

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
MIXED = "R U F L BL BR R2 U2 F2 L2"  # of a megaminx
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LATE = 1.5  # processor seconds: the latest moment of a signal
LOST = 10.0  # processor seconds after which a signal counts as lost
PATIENCE = 60.0  # seconds without any work, after which it does, too
BLOCKED = 0.5  # seconds without any work, after which a command seems to wait for something

COMMANDS: dict[str, tuple[str, ...]] = {
    "best": ("best", "faces-differ", "--maximise", "count(U,R)+count(R,F)+count(F,D)", "--json"),
    "check": ("check", "cubes.txt", "at-most=3", "faces-differ"),
    "complete": ("complete", "." * 27 + "D" * 9 + "." * 18, "--limit", "all"),
    "convert": ("convert", "cubes.txt", "--to", "moves"),
    "count": ("count", "every-colour", "--method", "listing", "--json"),
    "describe": ("describe", SUPERFLIP, "--prove", "--json"),
    "explain": ("explain", "self-inverse", "not order=2", "not order=1", "--json"),
    "find": ("find", "at-most=3", "--limit", "all"),
    "find --json": ("find", "at-most=3", "--limit", "all", "--json"),
    "find --resume": ("find", "at-most=3", "--limit", "all", "--resume", "checkpoint", "--json"),
    "find --solve": ("find", "symmetric=Oh", "--solve", "optimal"),
    "find (annealing)": ("find", "at-most=3", "--engine", "annealing", "--limit", "all", "--json"),
    "find (asp)": ("find", "at-most=3", "--engine", "asp", "--limit", "all", "--json"),
    "find (cnf)": ("find", "at-most=3", "--engine", "cnf", "--limit", "all", "--json"),
    "find (cpsat)": ("find", "at-most=3", "--engine", "cpsat", "--limit", "all", "--json"),
    "prove": ("prove", "at-most=2", "no-touching=side", "-o", "proof"),
    "reach": ("reach", SUPERFLIP, "solved=all", "--max-nodes", "100000000000", "--json"),
    "repair": ("repair", "URFDLB" * 9, "--by", "piece", "--limit", "all"),
    "sample": ("sample", "every-colour", "-n", "100000", "--json"),
    "scramble": ("scramble", "solved=F2L", "-n", "10000"),
    "solve": ("solve", SUPERFLIP, "R U F", "--max-nodes", "100000000000", "--json"),
    "solve --all": ("solve", SUPERFLIP, "--all", "--pruning-table", "small"),
    "solve (4x4x4)": ("solve", "large.txt", "--json"),
    "puzzle count": ("count", "--puzzle", "megaminx"),
    "puzzle find": ("find", "--puzzle", "skewb", "--limit", "all", "no-piece-home", "--json"),
}
"""Commands that take long, by what they are called here."""


def prepare(folder: Path) -> None:
    """Write the files that commands read."""
    texts = [Cube.random(seed=number).facelets for number in range(5_000)]
    (folder / "cubes.txt").write_text("\n".join(texts) + "\n")
    larger = [cube_class(4).random(number).facelets for number in range(200)]
    (folder / "large.txt").write_text("\n".join(larger) + "\n")


def tried(
    command: tuple[str, ...], draw: random.Random, files: Path
) -> tuple[str, float, list[str]]:
    """Send a command a signal when it has worked for a while; return what came of it, its later work, and what is wrong."""
    number, moment = draw.choice(SIGNALS), draw.uniform(0, LATE) ** 2 / LATE
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as err,
    ):
        for file in files.iterdir():
            Path(folder, file.name).symlink_to(file)
        process = subprocess.Popen(
            [sys.executable, "-m", "cubecsp", *command],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )
        ended = has_ended(process, moment, BLOCKED)
        worked = spent(process.pid)
        process.send_signal(number)
        lost = not has_ended(process, worked + LOST, PATIENCE)
        after = spent(process.pid) - worked
        process.kill()
        code = None if lost else process.wait()
        out.seek(0), err.seek(0)
        faults = [] if ended else list(faults_of(command, code, number, out.read(), err.read()))
    return "ended before" if ended else f"{number.name}: exit code {code}", after, faults


def has_ended(process: subprocess.Popen[bytes], seconds: float, patience: float) -> bool:
    """Wait until a process has worked for so long, or for some time not at all; return whether it has ended."""
    worked, since = 0.0, time.monotonic()
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        now = spent(process.pid)
        if now >= seconds or time.monotonic() - since > patience:
            return False
        if now > worked:
            worked, since = now, time.monotonic()
        time.sleep(0.01)
    return True


def spent(pid: int) -> float:
    """Return the processor seconds that a process took so far."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def faults_of(
    command: tuple[str, ...], code: int | None, number: int, printed: str, said: str
) -> Iterator[str]:
    """Yield what is wrong with what a command left behind."""
    if code is None:
        yield f"lost ({said.strip()[-300:]})"
        return
    if code == -number and not printed:
        return  # before it had begun
    if "Traceback" in said and not re.search(r'File "[^"]*[/\\]cubecsp[/\\]', said):
        return  # while Python itself began, or looked for the package of a checkout
    if "Traceback" in said:
        yield f"traceback ({' '.join(said.split())[-300:]})"
    if code not in (0, 1, 3, -number):  # or when all was printed, and handlers were gone
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
        counted = answer.get("count")
        if command[0] in ("find", "reach") and counted is not None and counted != cubes:
            yield f"{counted} counted, {cubes} printed"
    if command[0] == "find" and "--json" not in command:
        report = re.search(r"after ([\d,]+) cubes", said + printed)
        lines = sum(len(line) == 54 for line in printed.splitlines())
        if report and int(report[1].replace(",", "")) != lines:
            yield f"{report[1]} counted, {lines} printed"


def main() -> None:
    """Send signals, and say what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--only", metavar="COMMAND", choices=COMMANDS, help="a name of COMMANDS")
    args = parser.parse_args()
    names, sums, slowest = [args.only] if args.only else list(COMMANDS), Counter[str](), 0.0
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        for number in range(args.trials):
            name = names[number % len(names)]
            told, after, faults = tried(
                COMMANDS[name], random.Random(f"{args.seed} {number}"), Path(folder)
            )
            sums.update([told, *faults])
            slowest = max(slowest, after)
            if faults or after > 1.0:
                print(
                    f"{name}: {told}, {after:.1f} s more, {', '.join(faults) or 'sound'}",
                    flush=True,
                )
    print(f"{dict(sums)}; at most {slowest:.1f} s of work after one")


if __name__ == "__main__":
    main()
