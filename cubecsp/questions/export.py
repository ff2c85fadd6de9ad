"""Questions as files for other solvers, and their solutions read back and checked."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass

from cubecsp.errors import InputError
from cubecsp.models.engines import Problem, State, held
from cubecsp.models.engines.exports import (
    FOR_PROGRAMS,
    Said,
    export_format,
    read_exported,
    read_solutions,
    write,
)
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule
from cubecsp.puzzle.symmetry import SYMMETRIES
from cubecsp.questions.answer import Answer, CubeReport, Status, versions
from cubecsp.questions.given import PatternLike, pattern_of
from cubecsp.questions.plans import asks_for_moves, read_plans
from cubecsp.questions.stated import pattern_stated, statement
from cubecsp.questions.wording import plural

__all__ = ["ImportAnswer", "export", "import_solution"]

_MAX_HEADER = 1_000_000  # characters


def export(
    pattern: PatternLike | Iterable[PatternLike], to: str, *, size: int | None = None
) -> str:
    """Return the text of a file whose solutions are exactly the cubes that satisfy the rules.

    Late rules (`pattern.filters`) are left out, or expressed in part; the header names them, and
    `import_solution` checks them on every solution.

    Args:
        pattern: rules, patterns, or texts that state them.
        size: the size of the cube; if left out, what the pattern says, else 3.
        to: a name of `EXPORTS`, cnf, opb, mzn or asp, or one of `ALIASES`, such as dimacs or minizinc.

    Raises:
        InputError: there is no such format, a logic program among the rules is to be written in one other
            than asp, MiniZinc is asked for a cube larger than 3×3×3, a rule makes no sense on the cube, or
            different rules of the user's own have the same name.
    """
    to = export_format(to)
    pattern = pattern_of(pattern, size)
    header = {**statement(pattern), "versions": versions()}
    return write(_problem(pattern, to), to, json.dumps(header, ensure_ascii=False))


def import_solution(
    exported: str | Iterable[str], output: str | Iterable[str], rules: Iterable[Rule] = ()
) -> ImportAnswer:
    """Return the cubes that a solver found, all of which satisfy the rules.

    Solutions that break a rule that the file leaves out are not the solver's mistake: they are
    dropped, and `query` says how many there were.

    Args:
        exported: the file that the solver was given, as `export` wrote it: its text, or its lines.
        output: what the solver printed, text or lines; it may hold several solutions. For a file that
            `export_moves` wrote, these are moves, and the answer has the cube with each.
        rules: the user's own rules that the file names. It cannot contain the code that makes them.

    Raises:
        InputError: one of the two cannot be read, or a solution is not a cube or breaks the rules.
    """
    started = time.perf_counter()
    file = read_exported(_lines(exported))
    if asks_for_moves(file.header):
        return _import_moves(file.header, _lines(output), started)
    pattern = _pattern(file.header, rules)
    problem = _problem(pattern, file.to)
    found = read_solutions(problem, file, _lines(output))
    for cube in found.cubes:
        _check(pattern, problem, cube)
    kept = [cube for cube in found.cubes if all(rule.holds(cube) for rule in pattern.filters)]
    query = {
        "question": "import-solution",
        "rules": [str(rule) for rule in pattern.rules],
        "format": file.to,
        "left_out": [str(rule) for rule in pattern.filters],
        "solutions": len(found.cubes),
        "versions": versions(),
    }
    return ImportAnswer(
        query=query,
        status=_status(len(kept), found.complete),
        cubes=[CubeReport(cube.facelets, cube) for cube in kept],
        count=len(kept),
        seconds=time.perf_counter() - started,
    )


def _import_moves(header: str, output: Iterable[str], started: float) -> ImportAnswer:
    """Return the sequences of moves that clingo found.

    Raises:
        InputError: see `import_solution`.
    """
    said = Said()
    reports = [*read_plans(header, map(said.hear, output))]
    if not reports and not said.anything:
        raise InputError("the solver's output holds no moves", "give what the solver printed")
    return ImportAnswer(
        query={
            "question": "import-solution",
            "format": FOR_PROGRAMS,
            "moves": True,
            "solutions": len(reports),
            "versions": versions(),
        },
        status=_status(len(reports), said.all_of(len(reports))),
        cubes=reports,
        count=len(reports),
        seconds=time.perf_counter() - started,
    )


@dataclass(repr=False)
class ImportAnswer(Answer):
    """The answer to `import_solution`."""

    def sentence(self) -> str:
        """Return the sentence that says how many cubes there are, according to the solver."""
        moves = self.query.get("moves")
        cubes = f"{plural(len(self), 'sequence')} of moves" if moves else plural(len(self), "cube")
        told = {
            Status.COMPLETE: f"{cubes}, and no others, says the solver",
            Status.PARTIAL: f"{cubes}, checked; there may be more",
            Status.INFEASIBLE: "No moves solve the cube, says the solver"
            if moves
            else "No cube satisfies these rules, says the solver",
            Status.UNKNOWN: "No cube so far; there may be some",
        }[self.status]
        dropped = self.query["solutions"] - len(self)
        if not dropped:
            return f"{told}."
        others = plural(dropped, "solution")
        left_out = " ".join(self.query["left_out"])
        return f"{told}. {others} dropped for breaking {left_out}, which the file does not express."


def _lines(text: str | Iterable[str]) -> Iterable[str]:
    return text.splitlines() if isinstance(text, str) else text


def _status(number: int, complete: bool) -> Status:
    if complete:
        return Status.COMPLETE if number else Status.INFEASIBLE
    return Status.PARTIAL if number else Status.UNKNOWN


def _problem(pattern: Pattern, to: str) -> Problem:
    for rule in pattern.rules:
        rule.require(pattern.puzzle)
    stated = pattern.with_programs if to == FOR_PROGRAMS else pattern.primitives
    primitives = (*held(pattern.puzzle), *stated)
    return Problem(pattern.puzzle, primitives, SYMMETRIES[:1])


def _pattern(header: str, rules: Iterable[Rule]) -> Pattern:
    where, remedy = "the header of the exported file", "export the question again"
    damaged = InputError(f"{where} is damaged", remedy)
    if len(header) > _MAX_HEADER:
        raise damaged
    try:
        read = json.loads(header)
    except (ValueError, RecursionError) as error:
        raise damaged from error
    return pattern_stated(read, where, remedy, rules)


def _check(pattern: Pattern, problem: Problem, cube: State) -> None:
    """Make sure that a solution is what the file asks for.

    Raises:
        InputError: it is not.
    """
    if not cube.is_reachable:
        raise InputError(f"a solution, {cube.facelets}, is out of reach of turns")
    colours = cube.colours
    seen = all(primitive.holds(colours, pattern.puzzle) for primitive in problem.primitives)
    broken = [
        rule for rule in pattern.rules if rule not in pattern.filters and not rule.holds(cube)
    ]
    if broken or not seen:
        told = " ".join(map(str, broken)) or str(pattern)
        raise InputError(f"a solution, {cube.facelets}, breaks the rules {told}")
