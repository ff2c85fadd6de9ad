"""A graded set of questions with known answers, for solvers of other people: `python results/instances.py`.

`write FOLDER` writes the question of each instance as files, `--to` names the formats. `check` asks clasp and
Gecode for the number of cubes and compares it with the table; it ends with exit code 1 if one differs. `make` asks
our engines too, and writes the table, `results/instances/instances.csv`. Instances can be chosen by the beginnings of
their names.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cubecsp import Cube, count, export, find
from cubecsp.errors import CubecspError
from cubecsp.models.engines.exports import EXPORTS
from cubecsp.puzzle.cube.cube_puzzle import CUBE

TABLE = Path(__file__).parent / "instances" / "instances.csv"
_PATIENCE = 60.0  # seconds for a count that no solver has found
_SIDE, _ACROSS, _DIAGONAL = (f"no-touching={way}" for way in ("side", "across", "diagonal"))
_OTHERS = ("at-most=1", "at-most=2", "faces-differ", "oriented=corners", "not-home=corners")
_SMALL = (_SIDE, _ACROSS, _DIAGONAL, *_OTHERS)
_REQUIREMENTS = ("every-colour", "at-most=2", _SIDE, _DIAGONAL, _ACROSS, "faces-differ")
_LAST_LAYER = (
    *(f"count(U, U)=={number}" for number in range(1, 10)),
    *(f"face=U:{face}" for face in ("ABA/BAB/ABA", "AAA/BBB/AAA", "ABA/AAA/ABA", "AAB/CBC/AAB")),
    *("oriented=last-layer", "permuted=last-layer", "not-home=last-layer", "no-touching=across"),
    *("U1!=U3;U1!=U7", "F1==F3;R1==R3", "count(F, F)==7;count(R, R)<=8"),
)
_BOUNDS = (  # ever more of something, until there is none: so they show an optimum
    ("small-{}", 2, range(1, 5), "no-touching=side;count(U, U)>={}"),
    ("three-{:02}", 2, range(3, 13), "no-touching=across;count(U R F, U)>={}"),
    ("corners-{}", 3, range(2, 10), "solved=edges;no-touching=diagonal;count(U, U)>={}"),
    ("edges-{}", 3, range(1, 10), "every-colour;no-touching=side;solved=corners;count(F, F)>={}"),
)


@dataclass(frozen=True)
class Instance:
    """A question: how many cubes satisfy some rules.

    Attributes:
        name: its name, which is also that of its files; it begins with that of its family.
        rules: the rules.
        size: of the cube.
    """

    name: str
    rules: tuple[str, ...]
    size: int = 3


Solver = Callable[[Instance, float], int | None]
"""A function that counts the cubes of an instance; None if it needs more seconds than it is given."""


def instances() -> Iterator[Instance]:
    """Yield the instances, family by family, the same ones each time."""
    one_or_two = (itertools.combinations(_SMALL, most) for most in (1, 2))
    for number, rules in enumerate(itertools.chain(*one_or_two)):
        yield Instance(f"small-{number:02}", rules, 2)
    for free, seed in itertools.product(((2, 3), (3, 3), (3, 4), (4, 4)), range(12)):
        more = ((), ("count(U, U)>=2",), ("U1!=U3", "F1!=F3"))[seed % 3]
        name = f"pinned-{free[0]}-{free[1]}-{seed:02}"
        yield Instance(name, (f"stickers={_pinned(seed, *free)}", *more))
    for number, rule in enumerate(_LAST_LAYER):
        yield Instance(f"face-{number:02}", ("solved=F2L", *rule.split(";")))
    yield from _whole()
    yield from _impossible()
    for name, size, numbers, asked in _BOUNDS:
        for n in numbers:
            yield Instance(f"bound-{name.format(n)}", tuple(asked.format(n).split(";")), size)


def _pinned(seed: int, corners: int, edges: int) -> str:
    """Return a random cube of which so many corners and edges are unknown."""
    shown = [*Cube.random(seed).facelets]
    chosen = random.Random(seed)
    for orbit, number in zip(CUBE.orbits, (corners, edges), strict=True):
        for frame in chosen.sample(orbit.frames, number):
            for facelet in frame:
                shown[facelet] = "."
    return "".join(shown)


def _whole() -> Iterator[Instance]:
    yield Instance("whole-perfect", _REQUIREMENTS)
    for rule in _REQUIREMENTS:
        name = f"whole-without-{rule.replace('=', '-')}"
        yield Instance(name, tuple(one for one in _REQUIREMENTS if one != rule))
    yield Instance("whole-chessboards", ("face=*:ABA/BAB/ABA",))
    yield Instance("whole-continuous", ("continuous",))
    yield Instance("whole-dots", ("face=*:AAA/ABA/AAA",))
    for kind in ("Oh", "Th", "O", "D3d", "D4h", "C3v"):
        yield Instance(f"whole-symmetric-{kind}", (f"symmetric={kind}",))


def _impossible() -> Iterator[Instance]:
    """Yield questions without cubes: a corner twisted or an edge flipped alone, two pieces exchanged alone."""
    names = [name for orbit in CUBE.orbits for name in orbit.names]
    for slot in names:
        others = "+".join(name for name in names if name != slot)
        yield Instance(f"none-turned-{slot}", (f"solved={others}", f"not solved={slot}"))
    for orbit in CUBE.orbits:
        for one, other in itertools.pairwise(orbit.names):
            others = "+".join(name for name in names if name not in (one, other))
            rules = (f"solved={others}", f"holds={one}:{other}")
            yield Instance(f"none-exchanged-{one}-{other}", rules)


# ---------------------------------------------------------------- solvers


def by_engine(engine: str) -> Solver:
    """Return the solver that lists the cubes with one of our engines, without moves."""

    def solve(one: Instance, seconds: float) -> int | None:
        answer = find(one.rules, size=one.size, engine=engine, limit=None, time_limit=seconds)
        return answer.count if answer.status in ("complete", "infeasible") else None

    return solve


def by_clasp(instance: Instance, seconds: float) -> int | None:
    """Let clasp count the solutions of the clauses."""
    told = _told(["clasp", "0", "--quiet=2"], instance, "cnf", seconds)
    models = re.search(r"Models\s*:\s*([0-9]+)\s*$", told, re.MULTILINE)
    return int(models[1]) if models else None


def by_gecode(instance: Instance, seconds: float) -> int | None:
    """Let Gecode list the solutions of the model in MiniZinc."""
    told = _told(["minizinc", "--solver", "gecode", "-a"], instance, "mzn", seconds).splitlines()
    if "=====UNSATISFIABLE=====" in told:
        return 0
    return told.count("-" * 10) if told[-1:] == ["=" * 10] else None


FOREIGN: dict[str, Solver] = {"clasp": by_clasp, "gecode": by_gecode}
OURS = {name: by_engine(name) for name in ("native", "cnf", "cpsat")}


def _told(command: list[str], instance: Instance, to: str, seconds: float) -> str:
    """Return what a program prints about an instance; nothing if it needs too long."""
    with tempfile.TemporaryDirectory() as folder:
        asked = [*command, str(write_file(instance, to, Path(folder)))]
        try:
            return subprocess.run(asked, capture_output=True, text=True, timeout=seconds).stdout
        except subprocess.TimeoutExpired:
            return ""


def _timed(solver: Solver, instance: Instance, seconds: float) -> tuple[int | None, float]:
    """Return the answer of a solver, and the processor time that it took."""
    before = _used()
    try:
        answer = solver(instance, seconds)
    except CubecspError:  # it is not for such questions
        answer = None
    return answer, round(_used() - before, 2)


def _used() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _counted(instance: Instance, seconds: float) -> int | None:
    """Return the number of cubes as `count` finds it; None if it takes too long."""
    answer = count(instance.rules, size=instance.size, time_limit=seconds)
    return answer.count if answer.kind == "exact" else None


# ---------------------------------------------------------------- what the arguments ask for


def kept() -> dict[str, dict[str, str]]:
    """Return the rows of the table by the names of the instances."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def ask(
    chosen: Iterable[Instance], solvers: Mapping[str, Solver], seconds: float, *, make: bool
) -> bool:
    """Ask solvers about some instances, and return whether all answers agree with each other and the table.

    Args:
        chosen: the instances.
        solvers: by their names, which are those of columns.
        seconds: for each answer.
        make: whether to write what they answer into the table; `count` answers if nobody does.
    """
    rows, agree = kept(), True
    for one in chosen:
        told = {name: _timed(solver, one, seconds) for name, solver in solvers.items()}
        took = {name: "" if got is None else str(used) for name, (got, used) in told.items()}
        known = {str(got) for got, _ in told.values() if got is not None}
        known |= {rows[one.name]["answer"]} if one.name in rows else set()
        if make and not known and (number := _timed(_counted, one, _PATIENCE)[0]) is not None:
            known = {str(number)}
        agree &= len(known) < 2
        times = ", ".join(f"{n} {t} s" if t else f"{n} not in time" for n, t in took.items())
        print(f"{one.name}: {' or '.join(sorted(known)) or 'no answer'} ({times})", flush=True)
        if make and len(known) == 1:
            asked = {"name": one.name, "size": str(one.size), "rules": " ".join(one.rules)}
            rows[one.name] = {**asked, "answer": known.pop(), **took}
            with TABLE.open("w", encoding="utf-8", newline="") as file:
                table = csv.DictWriter(file, [*rows[one.name]], lineterminator="\n")
                table.writeheader()
                table.writerows(rows[it.name] for it in instances() if it.name in rows)
    return agree


def write_file(instance: Instance, to: str, folder: Path) -> Path:
    """Write an instance as a file of a format into a folder, and return its path."""
    path = folder / f"{instance.name}.{to}"
    path.write_text(export(instance.rules, to, size=instance.size), "utf-8")
    return path


def main() -> None:
    """Do what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("write", "check", "make"))
    parser.add_argument("folder", nargs="?", type=Path, help="for write: where the files go")
    parser.add_argument(
        "--to", nargs="+", choices=EXPORTS, default=["cnf", "mzn"], help="for write"
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", help="the beginnings of names")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each answer")
    args = parser.parse_args()
    chosen = [one for one in instances() if one.name.startswith(tuple(args.only or [""]))]
    if not chosen:
        parser.error(f"no instance begins with {' or '.join(args.only)}")
    if args.task == "write":
        if args.folder is None:
            parser.error("write needs a FOLDER")
        args.folder.mkdir(parents=True, exist_ok=True)
        for one, to in itertools.product(chosen, args.to):
            write_file(one, to, args.folder)
        return
    if missing := [program for program in ("clasp", "minizinc") if not shutil.which(program)]:
        parser.error(f"{' and '.join(missing)} must be installed")
    make = args.task == "make"
    sys.exit(not ask(chosen, {**(OURS if make else {}), **FOREIGN}, args.seconds, make=make))


if __name__ == "__main__":
    main()
