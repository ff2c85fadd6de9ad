"""Questions in CP-SAT, CNF, MiniZinc and answer set programming: how long the text is, and how long the solver takes.

Two questions: which 2×2×2 cubes have no two equal colours side by side or across an edge, and which cubes are
perfect scrambles. Each solver finds all of them, without symmetry; its processor time includes writing the model
and, for MiniZinc, the translation. Solvers that are not installed are reported as such. Finally, the time that
clingo takes for all six requirements with symmetry.

    python bench/side_by_side.py [--patience SECONDS]
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cubecsp import export, find, import_solution
from cubecsp.errors import EngineError
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import Problem
from cubecsp.models.engines.clauses import Encoding
from cubecsp.models.engines.cpsat import CpSatSink
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions.asking.cubes_and_rules import pattern_of

QUESTIONS = {
    "2×2×2": (["no-touching=side", "no-touching=across"], 2, 872),
    "perfect": (["perfect-scramble"], 3, 48),
}

Took = float | str
"""Seconds of processor time, or why there are none."""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="one question in four languages")
    parser.add_argument("--patience", type=float, default=60, metavar="SECONDS")
    patience: float = parser.parse_args().patience
    print(f"{'':28} {'lines':>8} {'no facts':>9} {'seconds':>9}")
    for name, (rules, size, number) in QUESTIONS.items():
        pattern = pattern_of(rules, size)
        for what, lines, besides, solve in rows(pattern, number, patience):
            took = solve()
            seconds = f"{took:.2f}" if isinstance(took, float) else took
            print(f"{name:8} {what:19} {lines:>8} {besides:>9} {seconds:>9}", flush=True)
    took = by_engine("asp", pattern_of("perfect-scramble"), 48, patience, symmetry=True)()
    print(f"\nasp, the perfect scrambles with symmetry: {took:.2f} s")


def rows(
    pattern: Pattern, number: int, patience: float
) -> list[tuple[str, str, str, Callable[[], Took]]]:
    """Return for each language its name, how many lines it takes, how many are not facts, and its solver."""
    texts = {to: export(pattern, to) for to in ("cnf", "mzn", "asp")}
    lines = {to: f"{len(text.splitlines()):,}" for to, text in texts.items()}
    besides = str(sum(not is_fact(line) for line in texts["asp"].splitlines()))
    return [
        ("CP-SAT", constraints(pattern), "", by_engine("cpsat", pattern, number, patience)),
        ("CNF, CaDiCaL", lines["cnf"], "", by_engine("cnf", pattern, number, patience)),
        (
            "CNF, clasp",
            lines["cnf"],
            "",
            by_program(["clasp", "0", "--verbose=1"], texts["cnf"], "cnf", number, patience),
        ),
        (
            "MiniZinc, Gecode",
            lines["mzn"],
            "",
            by_program(
                ["minizinc", "--solver", "gecode", "-a"], texts["mzn"], "mzn", number, patience
            ),
        ),
        ("ASP, clingo", lines["asp"], besides, by_engine("asp", pattern, number, patience)),
    ]


def is_fact(line: str) -> bool:
    """Return whether a line of a logic program has only facts, or nothing."""
    return not line or re.fullmatch(r"(\w+(\([^:%{}]*\))?\.\s*)+", line) is not None


def constraints(pattern: Pattern) -> str:
    """Return how many constraints CP-SAT gets."""
    sink = CpSatSink()
    Encoding(
        Problem(
            pattern.puzzle,
            (*holding_constraints(pattern.puzzle), *pattern.primitives),
            SYMMETRIES[:1],
        ),
        sink,
    )
    return f"{len(sink.model.proto.constraints):,}"


def by_engine(
    engine: str, pattern: Pattern, number: int, patience: float, *, symmetry: bool = False
) -> Callable[[], Took]:
    """Return a function that finds all cubes with an engine."""

    def solve() -> Took:
        started = time.process_time()
        try:
            answer = find(
                pattern,
                engine=engine,
                limit=None,
                threads=1,
                use_symmetry=symmetry,
                time_limit=patience,
            )
        except EngineError as error:
            return str(error)
        if answer.stopped is not None:
            return f"over {patience:g}"
        assert answer.count == number
        return time.process_time() - started

    return solve


def by_program(
    command: list[str], text: str, to: str, number: int, patience: float
) -> Callable[[], Took]:
    """Return a function that has a program solve a text, and reads its output."""

    def solve() -> Took:
        if shutil.which(command[0]) is None:
            return f"{command[0]} is not installed"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, f"question.{to}")
            file.write_text(text, "utf-8")
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            try:
                done = subprocess.run(
                    [*command, str(file)],
                    capture_output=True,
                    text=True,
                    timeout=patience,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return f"over {patience:g}"
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert import_solution(text, done.stdout).count == number
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return solve


if __name__ == "__main__":
    main()
