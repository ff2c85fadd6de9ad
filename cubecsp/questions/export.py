"""Questions as files for other solvers, and their solutions read back and checked."""

from __future__ import annotations

import json
import time

from cubecsp.cube.geometry import Puzzle
from cubecsp.cube.symmetry import SYMMETRIES
from cubecsp.errors import InputError
from cubecsp.models.engines import AnyCube, Problem, held
from cubecsp.models.engines.formats import FORMATS, read_header, read_solutions, write
from cubecsp.models.pattern import Pattern
from cubecsp.models.text import parse_pattern
from cubecsp.questions.answer import Answer, CubeReport, Status, versions

__all__ = ["export", "import_solution"]


def export(pattern: Pattern, to: str) -> str:
    """Return the text of a file whose solutions are exactly the cubes that keep the rules.

    Args:
        pattern: the rules.
        to: a name of `FORMATS`: cnf, opb or mzn.

    Raises:
        InputError: there is no such format.
    """
    if to not in FORMATS:
        raise InputError(f"there is no format {to!r}", f"known are {', '.join(FORMATS)}")
    rules = [str(rule) for rule in pattern.rules]
    header = {"rules": rules, "size": pattern.puzzle.size, "versions": versions()}
    return write(_problem(pattern), to, json.dumps(header, ensure_ascii=False))


def import_solution(exported: str, output: str) -> Answer:
    """Return the cubes that a solver found, with the rules that they break, if any.

    Args:
        exported: the file that the solver was given, as `export` wrote it.
        output: what the solver printed; it may hold several solutions.

    Raises:
        InputError: one of the two cannot be read.
    """
    started = time.perf_counter()
    to, header = read_header(exported)
    pattern = _pattern(header)
    problem = _problem(pattern)
    cubes, complete = read_solutions(problem, to, exported, output)
    reports = [_report(pattern, problem, cube) for cube in cubes]
    found = Status.COMPLETE if complete else Status.PARTIAL
    query = {
        "question": "import-solution",
        "rules": [str(rule) for rule in pattern.rules],
        "format": to,
        "versions": versions(),
    }
    return Answer(
        query=query,
        status=found if reports else Status.INFEASIBLE,
        cubes=reports,
        count=len(reports),
        seconds=time.perf_counter() - started,
    )


def _problem(pattern: Pattern) -> Problem:
    primitives = (*held(pattern.puzzle), *pattern.primitives)
    return Problem(pattern.puzzle, primitives, SYMMETRIES[:1])


def _pattern(header: str) -> Pattern:
    try:
        read = json.loads(header)
        rules, size = read["rules"], read["size"]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            "the header of the exported file is damaged", "export the question again"
        ) from error
    return Pattern(parse_pattern(rules).rules, puzzle=Puzzle(size))


def _report(pattern: Pattern, problem: Problem, cube: AnyCube) -> CubeReport:
    if not cube.is_reachable:
        raise InputError(f"a solution, {cube.facelets}, is out of reach of turns")
    if not all(p.holds(cube.colours, pattern.puzzle) for p in problem.primitives):
        raise InputError(f"a solution, {cube.facelets}, breaks the rules {pattern}")
    return CubeReport(cube.facelets, cube)
