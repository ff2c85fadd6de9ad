"""Fuzzing: all readers, or some, are given inputs made by chance, for some processor time; `make fuzz` runs it.

    python tests/fuzz/fuzzing.py --seconds 60 --only "^native"
    python tests/fuzz/fuzzing.py --repeat build/fuzz/failed/rules/0123456789ab

Inputs that lead to a fault are written to build/fuzz/failed, in a folder for each target; what repeats each is printed.
The same seed tries the same inputs, as many as there is time for.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "helpers"))

from targets import TARGETS, Target  # noqa: E402  # now that it finds the helpers
from worker import SECONDS, tried  # noqa: E402

FOLDER = Path("build/fuzz")
HANGS = 600  # seconds by the clock that a call may wait, which takes no processor time

# What cannot be allocated is refused by Python, as without a sanitizer.
_ASAN = "allocator_may_return_null=1:quarantine_size_mb=64:hard_rss_limit_mb=6000"


class Fuzzer:
    """A process that tries inputs; where it ends, another one is started.

    Args:
        folder: for the input of a call, tables, and inputs that lead to faults.
        program: what the process runs.

    Attributes:
        time: of the processor that the process has taken.
        crashes: how often a process ended, except for calls that took too long.
    """

    def __init__(self, folder: Path, program: Path = HERE / "worker.py") -> None:
        self._program = program
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder.absolute()
        self.crashes = 0
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # `close` does
        self._start()

    def _start(self) -> None:
        options = f"{os.environ.get('ASAN_OPTIONS', '')}:{_ASAN}"
        tables = {"CUBECSP_CACHE": os.environ.get("CUBECSP_CACHE", str(self._folder / "tables"))}
        here = [str(HERE), str(HERE.parent / "helpers"), os.environ.get("PYTHONPATH", "")]
        self._process = subprocess.Popen(
            [sys.executable, str(self._program), str(self._folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={
                **os.environ,
                **tables,
                "ASAN_OPTIONS": options,
                "PYTHONPATH": os.pathsep.join(here),
            },
            text=True,
            bufsize=1,
        )
        self.time = 0.0

    def fuzz(self, target: Target, seconds: float, seed: int) -> tuple[int, list[tuple[str, str]]]:
        """Return how many inputs were tried, and the faults: files of inputs, and what happened."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps([target.name, seconds, seed]), file=self._process.stdin)
        timer = threading.Timer(HANGS + 20 * seconds, self._process.kill)
        timer.start()
        line = self._process.stdout.readline()
        timer.cancel()
        if line:
            done: dict[str, Any] = json.loads(line)
            self.time = done["time"]
            return done["tries"], done["faults"]
        return 0, [self._ended(target)]

    def _ended(self, target: Target) -> tuple[str, str]:
        """Return the fault by which the process ended, and start another one."""
        code = self._process.wait()
        self.crashes += code != -signal.SIGPROF
        kept = self._folder / "failed" / target.folder / f"ended-{secrets.token_hex(4)}"
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self._folder / "current", kept)
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace")[-6_000:]
        self.close()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # `close` does
        self._start()
        return str(kept), f"the process ended with {code} (27: more than {SECONDS} s)\n{said}"

    def close(self) -> None:
        """End the process."""
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            assert stream
            stream.close()
        self._process.wait()


def fuzz(targets: list[Target], seconds: float, seed: int, folder: Path = FOLDER) -> int:
    """Fuzz targets for some processor time, in an order by chance; print and return the number of faults.

    The last line says how many of them are crashes, which stop CI; others may be older than a change.
    """
    random.Random(seed).shuffle(targets)
    fuzzer = Fuzzer(folder)
    spent, tries, faults = 0.0, 0, 0
    for number, target in enumerate(targets):
        share = max(0.0, seconds - spent) / (len(targets) - number)
        before, begun = fuzzer.time, time.process_time()
        some, failed = fuzzer.fuzz(target, share, seed)
        spent += fuzzer.time - before + time.process_time() - begun
        tries += some
        faults += len(failed)
        for path, what in failed:
            print(f"\n{target.name}\n{what}\nrepeat it: {_repeating(path)}\n", flush=True)
    fuzzer.close()
    said = f"{faults} faults, {fuzzer.crashes} crashes"
    print(f"{tries:,} inputs of {len(targets)} readers in {spent:.0f} s: {said}")
    return faults


def _repeating(path: str) -> str:
    here = Path(path)
    shown = here.relative_to(Path.cwd()) if here.is_relative_to(Path.cwd()) else here
    return f"python {Path(__file__).relative_to(Path.cwd())} --repeat {shown}"


def repeat(path: Path) -> None:
    """Call a target with the input of a file in its folder, and print what comes of it."""
    data = path.read_bytes()
    (target,) = (one for one in TARGETS.values() if one.folder == path.parent.name)
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        print(tried(target, data))


def main() -> int:
    """Fuzz, or repeat."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3600, help="of processor time, for all")
    parser.add_argument("--only", default="", help="a regular expression: what names must match")
    parser.add_argument(
        "--seed", type=int, default=secrets.randbits(32), help="of what chance does"
    )
    parser.add_argument("--repeat", type=Path, help="the file of an input")
    given = parser.parse_args()
    if given.repeat:
        repeat(given.repeat)
        return 0
    print(f"seed {given.seed}", flush=True)
    targets = [target for name, target in TARGETS.items() if re.search(given.only, name)]
    return 1 if fuzz(targets, given.seconds, given.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
