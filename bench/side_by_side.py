"""Questions in CP-SAT, CNF, MiniZinc and answer set programming: how long the text is, and how long the solver takes.

Two questions: which 2×2×2 cubes have no two equal colours side by side or across an edge, and which cubes are
perfect scrambles. Each solver finds all of them, without symmetry; its processor time includes writing the model
and, for MiniZinc, the translation. Solvers that are not installed are reported as such.

    python bench/side_by_side.py [--patience SECONDS]
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from measuring import duration, head, row, timed

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
    "perfect scramble": (["perfect-scramble"], 3, 48),
}

Took = float | str
"""Seconds of processor time, or why there are none."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="one question in four languages")
    parser.add_argument("--patience", type=float, default=60, metavar="SECONDS")
    patience: float = parser.parse_args().patience
    head("", *(cell for name in QUESTIONS for cell in (f"lines, {name}", "all cubes")))
    columns = [
        rows(pattern_of(rules, size), number, patience)
        for rules, size, number in QUESTIONS.values()
    ]
    for languages in zip(*columns, strict=True):
        cells = [cell for _, lines, solve in languages for cell in (lines, shown(solve()))]
        row(languages[0][0], *cells)


def shown(took: Took) -> str:
    """Return a time, or why there is none."""
    return duration(took) if isinstance(took, float) else took


def rows(
    pattern: Pattern, number: int, patience: float
) -> list[tuple[str, str, Callable[[], Took]]]:
    """Return for each language its name, how many lines it takes, and its solver."""
    texts = {to: export(pattern, to) for to in ("cnf", "mzn", "asp")}
    lines = {to: f"{len(text.splitlines()):,}" for to, text in texts.items()}
    besides = sum(not is_fact(line) for line in texts["asp"].splitlines())
    clasp = ["clasp", "0", "--verbose=1"]
    minizinc = ["minizinc", "--solver", "gecode", "-a"]
    return [
        ("CP-SAT", constraints(pattern), by_engine("cpsat", pattern, number, patience)),
        ("CNF, by CaDiCaL", lines["cnf"], by_engine("cnf", pattern, number, patience)),
        ("CNF, by clasp", lines["cnf"], by_program(clasp, texts["cnf"], "cnf", number, patience)),
        (
            "MiniZinc, by Gecode",
            lines["mzn"],
            by_program(minizinc, texts["mzn"], "mzn", number, patience),
        ),
        (
            "ASP, by clingo",
            f"{lines['asp']}, of which {besides} are not facts",
            by_engine("asp", pattern, number, patience),
        ),
    ]


def is_fact(line: str) -> bool:
    """Return whether a line of a logic program has only facts, or nothing."""
    return not line or re.fullmatch(r"(\w+(\([^:%{}]*\))?\.\s*)+", line) is not None


def constraints(pattern: Pattern) -> str:
    """Say how many constraints CP-SAT gets."""
    sink = CpSatSink()
    Encoding(
        Problem(
            pattern.puzzle,
            (*holding_constraints(pattern.puzzle), *pattern.primitives),
            SYMMETRIES[:1],
        ),
        sink,
    )
    return f"{len(sink.model.proto.constraints):,} constraints"


def by_engine(engine: str, pattern: Pattern, number: int, patience: float) -> Callable[[], Took]:
    """Return a function that finds all cubes with an engine, without symmetry."""

    def solve() -> Took:
        options = {"use_symmetry": False, "threads": 1, "time_limit": patience}
        try:
            taken, answer = timed(lambda: find(pattern, engine=engine, limit=None, **options))  # type: ignore[arg-type]
        except EngineError as error:
            return str(error)
        if answer.stopped is not None:
            return f"over {patience:g} s"
        assert answer.count == number
        return taken

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
            run = partial(
                subprocess.run, [*command, file], capture_output=True, text=True, timeout=patience
            )
            try:
                taken, done = timed(run)
            except subprocess.TimeoutExpired:
                return f"over {patience:g} s"
        assert import_solution(text, done.stdout).count == number
        return taken

    return solve


if __name__ == "__main__":
    main()
