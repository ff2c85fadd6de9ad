"""Signals at random moments: whether each ends its command, and whether what was printed is whole.

Each trial runs a command that would take long, sends it SIGINT, SIGTERM or SIGHUP when it has worked for a random
while, and looks at what came of it: the exit code, how long it still worked (processor seconds), whether the last line
is whole, and whether as many cubes were printed as the answer counts. Its output goes to a file, to a pipe that is
read, or to one that is read only once the signal was sent, or the process has ended; standard input never ends.

    python bench/signals.py [--trials N] [--first N] [--seconds S] [--jobs N] [--seed S] [--only COMMAND] [--reader READER]
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
MIXED = "R U F L BL BR R2 U2 F2 L2"  # of a megaminx
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LATE = 1.5  # processor seconds: the latest moment of a signal
LOST = 10.0  # processor seconds after which a signal counts as lost
PATIENCE = 60.0  # seconds without any work, after which it does, too
BLOCKED = 0.5  # seconds without any work, after which a command seems to wait for something
READERS = ("file", "reads", "reads again", "has stopped")

COMMANDS: dict[str, tuple[str, ...]] = {
    "best": ("best", "faces-differ", "--maximise", "count(U,R)+count(R,F)+count(F,D)", "--json"),
    "check": ("check", "cubes.txt", "at-most=3", "faces-differ"),
    "check --json": ("check", "cubes.txt", "at-most=3", "--json"),
    "check -": ("check", "-", "at-most=3", "--json"),
    "complete": ("complete", "." * 27 + "D" * 9 + "." * 18, "--limit", "all"),
    "complete --fewest": ("complete", "R U F D L B R U", "--fewest", "--limit", "all", "--json"),
    "convert": ("convert", "cubes.txt", "--to", "moves"),
    "count": ("count", "every-colour", "--method", "listing", "--json"),
    "count --estimate": ("count", "every-colour", "--estimate", "--samples", "100000000"),
    "describe": ("describe", SUPERFLIP, "--prove", "--json"),
    "describe -": ("describe", "-"),
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
    "solve -": ("solve", "-"),
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


class Pipe:
    """Standard output of a command, a pipe, of which nothing is read before `read`."""

    def __init__(self) -> None:
        self._from, self.to = os.pipe()
        self._read = bytearray()
        self._thread = threading.Thread(target=self._all)

    def _all(self) -> None:
        while data := os.read(self._from, 1 << 16):
            self._read += data

    def read(self) -> None:
        """Begin to read."""
        os.close(self.to)
        self._thread.start()

    def all(self) -> str:
        """Return all of it, once the command has ended and `read` was called."""
        self._thread.join()
        os.close(self._from)
        return self._read.decode()


@dataclass(frozen=True)
class Trial:
    """A signal at some moment.

    Attributes:
        command: its name.
        signal: what is sent.
        moment: how many processor seconds the command has worked by then.
        reader: what reads its output.
        runs_dry: whether standard input stops, and does not end.
    """

    command: str
    signal: signal.Signals
    moment: float
    reader: str
    runs_dry: bool

    @classmethod
    def drawn(cls, number: int, seed: int, names: Sequence[str], readers: Sequence[str]) -> Trial:
        """Return the trial with a number, which depends on no other one."""
        draw = random.Random(f"{seed} {number}")
        moment = draw.uniform(0, LATE) ** 2 / LATE
        runs_dry = draw.random() < 0.5
        command, reader = names[number % len(names)], draw.choice(readers)
        return cls(command, draw.choice(SIGNALS), moment, reader, runs_dry)

    def __str__(self) -> str:
        return f"{self.command}, {self.reader}: {self.signal.name} after {self.moment:.2f} s"


def tried(trial: Trial, files: Path) -> Outcome:
    """Run a command, send it a signal when it has worked for a while, and return what came of it."""
    command, reader = COMMANDS[trial.command], trial.reader
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as err,
        endless(command, files, dry=trial.runs_dry) as running,
    ):
        for file in files.iterdir():
            Path(folder, file.name).symlink_to(file)
        pipe = None if reader == "file" else Pipe()
        process = subprocess.Popen(
            [sys.executable, "-m", "cubecsp", *command],
            cwd=folder,
            stdin=running,
            stdout=out if pipe is None else pipe.to,
            stderr=err,
            env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"},
        )
        if pipe is not None and reader == "reads":
            pipe.read()
        ended = await_work(process.pid, trial.moment, BLOCKED)
        worked = spent(process.pid)
        os.kill(process.pid, trial.signal)
        if pipe is not None and reader == "reads again":
            pipe.read()
        lost = not await_work(process.pid, worked + LOST, PATIENCE)
        if lost:
            os.kill(process.pid, signal.SIGKILL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        code = None if lost else process.returncode
        took = usage.ru_utime + usage.ru_stime - worked
        if pipe is not None and reader == "has stopped":
            pipe.read()
        out.seek(0), err.seek(0)
        printed = out.read() if pipe is None else pipe.all()
        cut = reader == "has stopped"
        found = faults_of(command, code, trial.signal, printed, err.read(), cut=cut)
        return Outcome(code, took, () if ended else tuple(found), ended)


@contextlib.contextmanager
def endless(command: tuple[str, ...], files: Path, *, dry: bool) -> Iterator[int]:
    """Give a standard input that never ends, of which a command has nothing to read, or too much."""
    if "-" not in command:
        with open(os.devnull) as nothing:
            yield nothing.fileno()
        return
    cube = (files / "cubes.txt").read_text().split()[0]
    with subprocess.Popen(["yes", cube], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        if dry:
            process.send_signal(signal.SIGSTOP)
        try:
            yield process.stdout.fileno()
        finally:
            process.kill()


def await_work(pid: int, seconds: float, patience: float) -> bool:
    """Wait until a process has worked for so long, or for some time not at all; return whether it has ended."""
    worked, since = 0.0, time.monotonic()
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        now = spent(pid)
        if now >= seconds or time.monotonic() - since > patience:
            return False
        if now > worked or not has_begun(pid):
            worked, since = now, time.monotonic()
        time.sleep(0.01)
    return True


def has_begun(pid: int) -> bool:
    """Return whether a process handles SIGTERM (on Linux); True where that is not known."""
    status = Path(f"/proc/{pid}/status")
    caught = re.search(r"SigCgt:\s*(\w+)", status.read_text()) if status.exists() else None
    return caught is None or bool(int(caught[1], 16) >> (signal.SIGTERM - 1) & 1)


def spent(pid: int) -> float:
    """Return the processor seconds that a process took so far (of Linux), 0 where that is not known."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def faults_of(command, code, number, printed, said, *, cut):  # type: ignore[no-untyped-def]
    """Yield what is wrong with what a command left behind, which may be cut between lines."""
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
    if printed and not printed.endswith(("\n", "}") if cut else "\n"):
        yield "torn"
    if cut and code == 3 and not printed.rstrip().endswith("\n}"):
        return  # nobody has read the rest
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
        report = re.search(r"after ([\d,]+) cubes", said + printed)
        lines = sum(len(line) == 54 for line in printed.splitlines())
        if report and int(report[1].replace(",", "")) != lines:
            yield f"{report[1]} counted, {lines} printed"


def main() -> None:
    """Send signals, and say what came of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=200, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="go on with this one")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, metavar="S", help="begin none later"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="so many at a time")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--only", metavar="COMMAND", help="a name of COMMANDS")
    parser.add_argument("--reader", choices=READERS, help="how output is read")
    args = parser.parse_args()
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # shells have their background jobs ignore it
    names = [args.only] if args.only else list(COMMANDS)
    readers = [args.reader] if args.reader else READERS
    sums: Counter[str] = Counter()
    done, slowest, end = 0, 0.0, time.monotonic() + args.seconds
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(args.jobs) as pool:
        prepared(Path(name))

        def outcome(number: int) -> tuple[Trial, Outcome | None]:
            trial = Trial.drawn(number, args.seed, names, readers)
            return trial, None if time.monotonic() > end else tried(trial, Path(name))

        for trial, told in pool.map(outcome, range(args.first, args.first + args.trials)):
            if told is None:
                continue
            done += 1
            sums["ended before" if told.ended_before else f"exit code {told.code}"] += 1
            sums.update(told.faults)
            slowest = max(slowest, told.after)
            if told.faults or told.after > 1.0:
                said = ", ".join(told.faults) or "sound"
                print(f"{trial}: code {told.code}, {told.after:.1f} s more, {said}", flush=True)
    print(f"{done} signals: {dict(sums)}; at most {slowest:.1f} s of work after one")


if __name__ == "__main__":
    main()
