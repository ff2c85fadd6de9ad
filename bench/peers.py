"""Other programs and cubecsp on the same cubes: how many times as long each takes, by processor time.

    python bench/peers.py FOLDER [--runs N]

The folder is the reader's: repositories as they were cloned, under their own names, and packages in an environment:

    git clone https://github.com/efrantar/rob-twophase FOLDER/rob-twophase
    python -m venv FOLDER/python && FOLDER/python/bin/pip install kociemba

What is there is built, and makes its tables once; what is not is listed as absent. Programs take turns with cubecsp, and
beside each pair a loop in Python is timed, so that a busy machine is seen and its ratios can still be compared. Starting,
and reading tables, count for nobody: each is also timed with no cubes, or times itself.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks import random_cubes
from measuring import duration, head, row, seconds

from cubecsp.search.two_phase import TwoPhase

_KOCIEMBA = """
import json, sys, time, kociemba
cubes = json.load(sys.stdin); begun = time.process_time()
for cube in cubes: kociemba.solve(cube)
print(time.process_time() - begun)
"""


@dataclass(frozen=True)
class Peer:
    """A program to compare with.

    Args:
        name: its name.
        where: the folder that it needs.
        question: what both are asked.
        theirs: returns its seconds of processor time.
        ours: returns ours.
    """

    name: str
    where: Path
    question: str
    theirs: Callable[[], float]
    ours: Callable[[], float]


def peers(folder: Path) -> Iterable[Peer]:
    """Return all, whether they are there or not."""
    rob, python = folder / "rob-twophase", folder / "python"
    many = random_cubes(2000)
    letters = [cube.facelets for cube in many]
    for most, number in ((21, 2000), (20, 200)):
        yield Peer(
            "rob-twophase",
            rob,
            f"{number:,} cubes in at most {most} turns",
            lambda most=most, number=number: (
                robs(rob, letters[:number], most) - robs(rob, [], most)
            ),  # type: ignore[misc]
            lambda most=most, number=number: by_two_phase(many[:number], most),  # type: ignore[misc]
        )
    yield Peer(
        "kociemba",
        python,
        "100 cubes (theirs 20.7 turns on average, ours at most 20)",
        lambda: in_python(python, _KOCIEMBA, letters[:100]),
        lambda: by_two_phase(many[:100], 20),
    )


def by_two_phase(cubes: list[object], most: int) -> float:
    """Return how long our two-phase method takes with its small table."""
    solver = TwoPhase("small")
    solver.load()
    return seconds(lambda: solver.solve_many(cubes, max_length=most, threads=1))  # type: ignore[arg-type]


def robs(folder: Path, letters: list[str], most: int) -> float:
    """Return how long rob-twophase takes, with its start; it does not end by itself, and is killed."""
    if not (folder / "twophase").exists():
        (folder / ".depend").touch()
        subprocess.run(["make", "-s"], cwd=folder, check=True, capture_output=True)

    def run() -> None:
        command = ["./twophase", "-m", "60000", "-l", str(most)]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, text=True) as asked:
            assert asked.stdin
            assert asked.stdout
            for letter in ["", *letters]:
                if letter:
                    print("solve", letter, file=asked.stdin, flush=True)
                while (line := asked.stdout.readline()) and "Ready!" not in line:
                    assert "rror" not in line, line
            asked.kill()

    return seconds(run)


def in_python(environment: Path, code: str, given: object) -> float:
    """Return the seconds that a script prints, run in an environment."""
    command = [str(environment / "bin" / "python"), "-c", code]
    asked = json.dumps(given)
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def version(peer: Peer) -> str:
    """Return the commit of a repository with its date, or nothing."""
    if not (peer.where / ".git").exists():
        return ""
    command = ["git", "log", "-1", "--format= (%h, %cs)"]
    return subprocess.run(command, cwd=peer.where, capture_output=True, text=True).stdout.rstrip()


def reference() -> float:
    """Return how long a loop of 10,000,000 steps takes."""
    return seconds(lambda: [None for _ in range(10_000_000)])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="other programs beside cubecsp")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    head("program", "question", "theirs", "ours", "ours/theirs", "the loop")
    for peer in peers(asked.folder.resolve()):
        name = peer.name + version(peer)
        if not peer.where.exists():
            row(name, peer.question, "absent", "", "", "")
            continue
        peer.theirs(), peer.ours()  # which make their tables
        runs = [(peer.theirs(), peer.ours(), reference()) for _ in range(asked.runs)]
        medians = map(statistics.median, zip(*runs, strict=True))
        ratio = statistics.median(ours / theirs for theirs, ours, _ in runs)
        theirs, ours, loop = map(duration, medians)
        row(name, peer.question, theirs, ours, f"{ratio:.2g}", loop)


if __name__ == "__main__":
    main()
