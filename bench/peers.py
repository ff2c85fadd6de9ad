"""Other programs and cubecsp on the same cubes and rules: how many times as long each takes, by processor time.

    python bench/peers.py FOLDER [--runs N]

The folder is the reader's: repositories as they were cloned, under their own names, and packages in an environment:

    git clone https://github.com/efrantar/rob-twophase FOLDER/rob-twophase
    git clone https://github.com/cs0x7f/TPR-4x4x4-Solver FOLDER/TPR-4x4x4-Solver
    python -m venv FOLDER/python && FOLDER/python/bin/pip install kociemba pyganak

What is there is built, and makes its tables once; what is not is listed as absent. Programs take turns with cubecsp, and
beside each pair a loop in Python is timed, so that a busy machine is seen and its ratios can still be compared. Starting,
and reading tables, count for nobody: each is also timed with no cubes, or times itself.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks import random_cubes
from measuring import duration, head, row, seconds

from cubecsp import count, export, find, solve
from cubecsp.models import PERFECT_SCRAMBLE
from cubecsp.models.blackboard import cpsat
from cubecsp.models.blackboard.board import board_of
from cubecsp.search.two_phase import TwoPhase

COUNTED = ["solved=corners", "permuted=edges", "at-most=7"]
"""Rules that a model counter is asked about: their clauses, and the variables that say what slots hold."""

_KOCIEMBA = """
import json, sys, time, kociemba
cubes = json.load(sys.stdin); begun = time.process_time()
for cube in cubes: kociemba.solve(cube)
print(time.process_time() - begun)
"""
_GANAK = """
import json, sys, time, pyganak
known, clauses, number = json.load(sys.stdin); begun = time.process_time()
counter = pyganak.Counter(); counter.set_sampling_set(known)
for clause in clauses: counter.add_clause(clause)
assert counter.count() == number
print(time.process_time() - begun)
"""
_THREE_PHASE = """
import java.util.Scanner;
public class Peer {
    public static void main(String[] arguments) {
        cs.threephase.Search search = new cs.threephase.Search();
        Scanner cubes = new Scanner(System.in);
        while (cubes.hasNext()) search.solution(cubes.next());
    }
}
"""


@dataclass(frozen=True)
class Peer:
    """A program to compare with.

    Args:
        name: its name.
        where: the file or folder that it needs; None if cubecsp has it.
        question: what both are asked.
        theirs: returns its seconds of processor time.
        ours: returns ours.
    """

    name: str
    where: Path | None
    question: str
    theirs: Callable[[], float]
    ours: Callable[[], float]


def peers(folder: Path) -> Iterable[Peer]:
    """Return all, whether they are there or not."""
    rob, python, three = (folder / name for name in ("rob-twophase", "python", "TPR-4x4x4-Solver"))
    many, large = random_cubes(2000), random_cubes(10, 4)
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
    yield Peer(
        "TPR-4x4x4-Solver",
        three,
        "10 cubes of 4×4×4",
        lambda: three_phases(three, [one.facelets for one in large]) - three_phases(three, []),
        lambda: seconds(lambda: [solve(cube) for cube in large]),
    )
    counted = clauses(COUNTED)
    yield Peer(
        "Ganak (pyganak)",
        python,
        f"`count {' '.join(COUNTED)}`",
        lambda: in_python(python, _GANAK, counted),
        lambda: seconds(lambda: count(COUNTED, threads=1)),
    )
    yield Peer(
        "a model in CP-SAT, by hand",
        None,
        "all 48 perfect scrambles",
        lambda: seconds(lambda: cpsat.solve(board_of(), symmetry=True, time_limit=600)),
        lambda: seconds(lambda: find(PERFECT_SCRAMBLE, limit=None, threads=1)),
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


def three_phases(folder: Path, letters: list[str]) -> float:
    """Return how long TPR takes, with its start."""
    classes = ".:threephase.jar:twophase.jar"
    if not (folder / "Peer.class").exists():
        subprocess.run(["sh", "make.sh"], cwd=folder, check=True, capture_output=True)
        (folder / "Peer.java").write_text(_THREE_PHASE)
        subprocess.run(["javac", "-cp", classes, "Peer.java"], cwd=folder, check=True)
    command = ["java", "-XX:+UseSerialGC", "-cp", classes, "Peer"]
    ask = {"cwd": folder, "input": "\n".join(letters), "text": True, "check": True}
    return seconds(lambda: subprocess.run(command, capture_output=True, **ask))  # type: ignore[call-overload]


def in_python(environment: Path, code: str, given: object) -> float:
    """Return the seconds that a script prints, run in an environment."""
    command = [str(environment / "bin" / "python"), "-c", code]
    asked = json.dumps(given)
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def clauses(rules: list[str]) -> tuple[list[int], list[list[int]], int | None]:
    """Return the variables that say what slots hold, the clauses of rules, and how many cubes there are."""
    text = export(rules, "cnf")
    known = [int(n) for n in re.findall(r"^c (\d+): \S+ holds ", text, re.M)]
    lines = [line.split()[:-1] for line in text.splitlines() if line[0] not in "cp"]
    return known, [[*map(int, line)] for line in lines], count(rules).count


def version(peer: Peer) -> str:
    """Return the commit of a repository with its date, or nothing."""
    if peer.where is None or not (peer.where / ".git").exists():
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
        if peer.where is not None and not peer.where.exists():
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
