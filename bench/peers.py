"""Other programs and cubecsp on the same cubes and rules: how many times as long each takes, by processor time.

    python bench/peers.py FOLDER [NAME…] [--runs N]

The folder is the reader's: repositories as they were cloned, under their own names, and packages in environments:

    cd FOLDER
    git clone https://github.com/efrantar/rob-twophase
    git clone https://github.com/cs0x7f/TPR-4x4x4-Solver
    python -m venv python && python/bin/pip install kociemba pyganak
    npm install --prefix cubing cubing

What is there is built, and makes its tables once; what is not is listed as absent. Names choose programs whose names
have them as a part. Programs take turns with cubecsp, and beside each pair a loop in Python is timed, so that a busy machine
is seen and its ratios can still be compared. Starting, and reading tables, count for nobody: each is also timed with no
cubes, or times itself after a first time.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import random_cubes
from measuring import duration, head, row, seconds, timed
from states import solved_by_cubing

from cubecsp import count, export, find, solve
from cubecsp.models import PERFECT_SCRAMBLE
from cubecsp.models.blackboard import cpsat
from cubecsp.models.blackboard.board import board_of
from cubecsp.puzzle import load_puzzle
from cubecsp.search.two_phase import TwoPhase

COUNTED = ["solved=corners", "permuted=edges", "at-most=7"]
"""Rules that a model counter is asked about: their clauses, and the variables that say what slots hold."""
POSITIONS = 30_000
"""The number that our two-phase method looks at in 7 ms."""

_FACES = [face + amount for face in "UDRLFB" for amount in ("", "2", "'")]
_KOCIEMBA = """
import json, sys, time, kociemba
cubes = json.load(sys.stdin); begun = time.process_time()
found = [kociemba.solve(cube) for cube in cubes]
print(time.process_time() - begun, sum(len(one.split()) for one in found) / len(found))
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
import java.lang.management.ManagementFactory;
public class Peer {
    public static void main(String[] cubes) {
        var machine = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        var search = new cs.threephase.Search();
        for (String cube : cubes) search.solution(cube);
        long begun = machine.getProcessCpuTime(), turns = 0;
        for (String cube : cubes) turns += search.solution(cube).trim().split(" +").length;
        System.out.println((machine.getProcessCpuTime() - begun) / 1e9 + " " + 1.0 * turns / cubes.length);
    }
}
"""


class Cost(NamedTuple):
    """What a program took.

    Attributes:
        seconds: its processor time.
        turns: the turns of its solutions on average, if it had to solve.
    """

    seconds: float
    turns: float | None = None


@dataclass(frozen=True)
class Peer:
    """A program to compare with.

    Args:
        name: its name.
        where: its repository, or the description of its package; None if cubecsp has it.
        question: what both are asked.
        theirs: what it takes.
        ours: what cubecsp takes.
    """

    name: str
    where: Path | None
    question: str
    theirs: Callable[[], Cost]
    ours: Callable[[], Cost]


def peers(folder: Path) -> Iterable[Peer]:
    """Return all, whether they are there or not."""
    rob, three = folder / "rob-twophase", folder / "TPR-4x4x4-Solver"
    kociemba, ganak = installed(folder, "kociemba"), installed(folder, "pyganak")
    cubing = folder / "cubing" / "node_modules" / "cubing" / "package.json"
    many, large = random_cubes(2000), random_cubes(5, 4)
    letters = [cube.facelets for cube in many]
    ten = f"10 ms each by their clock, {POSITIONS:,} positions each by ours"
    for question, number, theirs, most, options in (
        ("in at most 21 turns", 2000, (21,), 21, {}),
        ("in at most 20 turns", 200, (20,), 20, {}),
        (ten, 200, (-1, 10), 0, {"improve": None, "max_nodes": POSITIONS}),
    ):
        yield Peer(
            "rob-twophase",
            rob,
            f"{number:,} cubes, {question}",
            partial(robs, rob, letters[:number], *theirs),
            partial(by_two_phase, many[:number], most, **options),
        )
    yield Peer(
        "kociemba",
        kociemba,
        "100 cubes (ours in at most 20 turns)",
        partial(in_python, folder, _KOCIEMBA, letters[:100]),
        partial(by_two_phase, many[:100], 20),
    )
    yield Peer(
        "TPR-4x4x4-Solver",
        three,
        "5 cubes of 4×4×4",
        partial(three_phases, three, [cube.facelets for cube in large]),
        partial(by_solve, large),
    )
    source = random.Random(1)
    for name, number in (("3x3x3", 10), ("pyraminx", 10), ("megaminx", 3)):
        puzzle = None if name == "3x3x3" else load_puzzle(name)
        moves = [*puzzle.single_moves] if puzzle else _FACES
        algs = [" ".join(source.choices(moves, k=60)) for _ in range(number)]
        yield Peer(
            "cubing.js",
            cubing,
            f"{number} states of {name}, after 60 random moves",
            partial(by_cubing, cubing.parent, name, algs),
            partial(by_solve, algs, puzzle=puzzle),
        )
    counted = clauses(COUNTED)
    yield Peer(
        "Ganak (pyganak)",
        ganak,
        f"`count {' '.join(COUNTED)}`",
        partial(in_python, folder, _GANAK, counted),
        lambda: Cost(seconds(lambda: count(COUNTED, threads=1))),
    )
    yield Peer(
        "a model in CP-SAT, by hand",
        None,
        "all 48 perfect scrambles",
        lambda: Cost(seconds(lambda: cpsat.solve(board_of(), time_limit=600))),
        lambda: Cost(seconds(lambda: find(PERFECT_SCRAMBLE, limit=None, threads=1))),
    )


def by_two_phase(cubes: list[Any], most: int, **options: Any) -> Cost:
    """Return what our two-phase method takes with its small table."""
    solver = TwoPhase("small")
    solver.load()
    taken, found = timed(lambda: solver.solve_many(cubes, max_length=most, threads=1, **options))
    return Cost(taken, statistics.mean(len(one.moves) for one in found))


def by_solve(cubes: list[Any], **options: Any) -> Cost:
    """Return what `solve` takes."""
    taken, found = timed(lambda: [*solve(cubes, **options)])
    return Cost(taken, statistics.mean(len(one.solution) for one in found))


def robs(folder: Path, letters: list[str], most: int, milliseconds: int = 60_000) -> Cost:
    """Return what rob-twophase takes; it does not end by itself, and is killed."""
    if not (folder / "twophase").exists():
        (folder / ".depend").touch()
        subprocess.run(["make", "-s"], cwd=folder, check=True, capture_output=True)
    lengths: list[int] = []

    def run(asked_for: list[str]) -> None:
        command = ["./twophase", "-m", str(milliseconds), "-l", str(most)]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, text=True) as asked:
            for letter in ["", *asked_for]:
                if letter:
                    print("solve", letter, file=asked.stdin, flush=True)
                while (line := asked.stdout.readline()) and "Ready!" not in line:
                    assert "rror" not in line, line
                    lengths.extend(map(int, re.findall(r"\((\d+)\)$", line)))
            asked.kill()

    taken = seconds(lambda: run(letters)) - seconds(lambda: run([]))
    return Cost(taken, statistics.mean(lengths))


def three_phases(folder: Path, letters: list[str]) -> Cost:
    """Return what TPR takes for cubes that it has solved once before."""
    (folder / "Peer.java").write_text(_THREE_PHASE)
    if not (folder / "threephase.jar").exists():
        subprocess.run(["sh", "make.sh"], cwd=folder, check=True, capture_output=True)
    command = [
        "java",
        "-XX:+UseSerialGC",
        "-cp",
        ".:threephase.jar:twophase.jar",
        "Peer.java",
        *letters,
    ]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return Cost(*map(float, done.stdout.split()[-2:]))


def by_cubing(package: Path, name: str, algs: list[str]) -> Cost:
    """Return what cubing.js takes, after a first state for which it makes its tables."""
    told = solved_by_cubing(package / "dist" / "lib" / "cubing", name, [algs[0], *algs])[1:]
    turns = statistics.mean(len(one["solution"].split()) for one in told)
    return Cost(sum(one["milliseconds"] for one in told) / 1000, turns)


def in_python(folder: Path, code: str, given: object) -> Cost:
    """Return what a script prints, run in the environment of the folder."""
    command = [str(folder / "python" / "bin" / "python"), "-c", code]
    done = subprocess.run(
        command, cwd=folder, input=json.dumps(given), capture_output=True, text=True, check=True
    )
    return Cost(*map(float, done.stdout.splitlines()[-1].split()))


def clauses(rules: list[str]) -> tuple[list[int], list[list[int]], int | None]:
    """Return the variables that say what slots hold, the clauses of rules, and how many cubes there are."""
    text = export(rules, "cnf")
    known = [int(n) for n in re.findall(r"^c (\d+): \S+ holds ", text, re.M)]
    lines = [line.split()[:-1] for line in text.splitlines() if line[0] not in "cp"]
    return known, [[*map(int, line)] for line in lines], count(rules).count


def installed(folder: Path, package: str) -> Path:
    """Return the description of a package of the environment, whose name has the version."""
    found = (folder / "python").glob("lib/*/site-packages/*.dist-info")
    return next(
        (one for one in found if one.name.lower().startswith(f"{package}-")), folder / package
    )


def version(where: Path | None) -> str:
    """Return the commit of a repository with its date, or the version of a package."""
    if where is None:
        return ""
    if where.suffix == ".json":
        return f" ({json.loads(where.read_text())['version']})"
    if where.suffix == ".dist-info":
        return f" ({where.stem.split('-')[1]})"
    command = ["git", "log", "-1", "--format= (%h, %cs)"]
    return subprocess.run(command, cwd=where, capture_output=True, text=True).stdout.rstrip()


def reference() -> float:
    """Return how long an empty loop of 40,000,000 steps takes."""

    def loop() -> None:
        for _ in range(40_000_000):
            pass

    return seconds(loop)


def compared(peer: Peer, runs: int) -> tuple[str, str, str, str]:
    """Return the cells of a pair: medians of what both take, their ratio, and the time of the loop."""
    peer.theirs(), peer.ours()  # which make their tables
    taken = [(peer.theirs(), peer.ours(), reference()) for _ in range(runs)]
    ratio = statistics.median(ours.seconds / theirs.seconds for theirs, ours, _ in taken)
    cells = []
    for side in (0, 1):
        costs = [one[side] for one in taken]
        turns = costs[0].turns  # type: ignore[union-attr]
        took = duration(statistics.median(cost.seconds for cost in costs))  # type: ignore[union-attr]
        cells.append(took if turns is None else f"{took}, {turns:.1f} turns")
    return cells[0], cells[1], f"{ratio:.2g}", duration(statistics.median(one[2] for one in taken))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="other programs beside cubecsp")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    head("program", "question", "theirs", "ours", "ours/theirs", "the loop")
    for peer in peers(asked.folder.resolve()):
        if asked.names and not any(name in peer.name for name in asked.names):
            continue
        if peer.where is not None and not peer.where.exists():
            row(peer.name, peer.question, "absent", "", "", "")
        else:
            row(peer.name + version(peer.where), peer.question, *compared(peer, asked.runs))


if __name__ == "__main__":
    main()
