"""A process that tries inputs: it reads lines NAME, SECONDS, SEED on standard input, and writes JSON on standard output.

Before a call, its input is put into a file, so that it is known when the process ends by it. A call may raise only what
is documented; any other exception is a fault, and so is a call that takes long or fills the memory.
"""

from __future__ import annotations

import faulthandler
import hashlib
import json
import os
import random
import signal
import sys
import tempfile
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mutators import mutated
from native_hostile import SANITIZED
from targets import TARGETS, Target, kept

from cubecsp.errors import CubecspError

__all__ = ["SECONDS", "Trials", "tried"]

SECONDS = 120 if SANITIZED else 20
"""Of processor time that a call may take."""

MEGABYTES = 1_000
"""The largest amount that a call may add to the peak of the process."""

_MOST_KEPT = 2_000
"""Inputs of a target to which others are made."""


def tried(target: Target, data: bytes) -> object:
    """Call a target; return what tells apart ways through the code: what was refused where, or what came out.

    Raises:
        Exception: a fault.
    """
    try:
        return target.call(data)
    except CubecspError as error:
        frames = traceback.extract_tb(error.__traceback__)
        return type(error).__name__, tuple((f.filename, f.lineno) for f in frames)


@dataclass
class Trials:
    """The inputs of a target that have been tried.

    Attributes:
        target: what is called.
        current: the file for the input of a call.
        failed: the folder for inputs that lead to faults.
        seconds: of processor time that a call may take.
        megabytes: that a call may add to the most that the process has taken.
        number: of calls.
        faults: for each fault the file with its input, and a description.
    """

    target: Target
    current: Path
    failed: Path
    seconds: float = SECONDS
    megabytes: int = MEGABYTES
    number: int = 0
    faults: list[tuple[str, str]] = field(default_factory=list)
    _corpus: list[bytes] = field(default_factory=list)
    _seen: set[object] = field(default_factory=set)

    def run(self, seconds: float, rng: random.Random) -> None:
        """Try the examples, what was kept, and inputs made of these, for some processor time."""
        for data in (*self.target.seeds(), *kept(self.target.name)):
            self._corpus.append(data)
            self._try(data)
        end = _processor_time() + seconds
        while _processor_time() < end:
            data = mutated(rng.choice(self._corpus), rng, self._corpus)
            if self._try(data) and len(self._corpus) < _MOST_KEPT:
                self._corpus.append(data)

    def _try(self, data: bytes) -> bool:
        """Call with an input; return whether something happened that had not happened before."""
        self.number += 1
        self.current.write_bytes(data)
        before = _most_memory()
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        fault = ""
        try:
            outcome = repr(tried(self.target, data))
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            outcome = repr((type(error), tuple((f.filename, f.lineno) for f in frames)))
            fault = "".join(traceback.format_exception(error))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        more = _most_memory() - before
        if more > self.megabytes:
            outcome, fault = "memory", f"{more:,} MB more were in use"
        is_new = outcome not in self._seen
        self._seen.add(outcome)
        if fault and is_new:
            self._failed(data, fault)
        return is_new and not fault

    def _failed(self, data: bytes, fault: str) -> None:
        path = self.failed / hashlib.sha256(data).hexdigest()[:12]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self.faults.append((str(path), fault[-3_000:]))


def _processor_time() -> float:
    """Return the processor time of this process and of those that it has waited for, in seconds."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _most_memory() -> int:
    """Return the most memory that the process has taken since it began, in megabytes."""
    status = Path("/proc/self/status").read_text("ascii")  # getrusage has what its parent took, too
    (kilobytes,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return int(kilobytes) // 1024


def main(
    targets: Mapping[str, Target], seconds: float = SECONDS, megabytes: int = MEGABYTES
) -> None:
    """Fuzz what standard input names.

    Args:
        targets: what can be named.
        seconds: of processor time that a call may take.
        megabytes: that a call may add to the most that the process has taken.
    """
    faulthandler.enable()
    faulthandler.register(signal.SIGPROF, chain=True)  # says where, and then ends the process
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what is called may print
    folder = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        for line in sys.stdin:
            name, share, seed = json.loads(line)
            target = targets[name]
            trials = Trials(
                target, folder / "current", folder / "failed" / target.folder, seconds, megabytes
            )
            trials.run(share, random.Random(f"{seed} {name}"))
            done = {"tries": trials.number, "faults": trials.faults, "time": _processor_time()}
            print(json.dumps(done), file=answers, flush=True)


if __name__ == "__main__":
    main(TARGETS)
