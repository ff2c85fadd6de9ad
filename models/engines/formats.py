"""Problems as files for other solvers: DIMACS CNF, OPB and MiniZinc, each with a map back to cubes.

The first lines are comments: one with the header that the writer is given, in one line, and for
every variable that says what a slot holds, which. OPB is the format of the pseudo-Boolean
competitions (O. Roussel and V. Manquinho); only its linear part is used, without negated variables,
which not all solvers read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cubecsp.errors import InputError
from cubecsp.models.engines.base import AnyCube, Problem
from cubecsp.models.engines.clauses import Encoding, Sink
from cubecsp.models.engines.cnf import CnfSink
from cubecsp.models.engines.minizinc import write_minizinc

__all__ = ["FORMATS", "read_header", "read_solutions", "write"]

FORMATS: dict[str, str] = {
    "cnf": "DIMACS CNF, for SAT solvers",
    "opb": "OPB, for pseudo-Boolean solvers",
    "mzn": "MiniZinc, for constraint solvers",
}
"""Every format that can be written."""

_COMMENT = {"cnf": "c", "opb": "*", "mzn": "%"}
_HEADER = "cubecsp "


def write(problem: Problem, to: str, header: str) -> str:
    """Return the text of a file that states `problem`.

    Args:
        problem: what is asked; its seed and threads do not matter.
        to: a name of `FORMATS`.
        header: a line that `read_header` is to give back.
    """
    comments = [f"{_COMMENT[to]} {_HEADER}{header}"]
    if to == "mzn":
        return "\n".join([*comments, write_minizinc(problem)])
    sink = CnfSink() if to == "cnf" else _OpbSink()
    encoding = Encoding(problem, sink)
    for literal in sorted(literal for slot in encoding.decisions() for literal in slot):
        name = sink.names[literal]
        comments.append(f"{_COMMENT[to]} {literal if to == 'cnf' else f'x{literal}'}: {name}")
    variables = len(sink.names) - 1
    if isinstance(sink, _OpbSink):
        size = f"* #variable= {variables} #constraint= {len(sink.constraints)}"
        return "\n".join([size, *comments, *sink.constraints, ""])
    clauses = (" ".join(map(str, [*clause, 0])) for clause in sink.clauses)
    return "\n".join([*comments, f"p cnf {variables} {len(sink.clauses)}", *clauses, ""])


class _OpbSink(Sink):
    """Linear constraints as text; `exactly one` and counts are written as such."""

    def __init__(self) -> None:
        self.constraints: list[str] = []
        self.names: list[str] = [""]

    def variable(self, name: str = "") -> int:
        self.names.append(name)
        return len(self.names) - 1

    def clause(self, literals: Sequence[int]) -> None:
        self._add(dict.fromkeys(literals, 1), ">=", 1)

    def exactly_one(self, literals: Sequence[int]) -> None:
        self._add(dict.fromkeys(literals, 1), "=", 1)

    def count(self, literals: Sequence[int], least: int, unless: Sequence[int]) -> None:
        self._add(dict.fromkeys(literals, 1) | dict.fromkeys(unless, least), ">=", least)

    def _add(self, weights: Mapping[int, int], sign: str, bound: int) -> None:
        # A negated variable is 1 minus the variable.
        terms = [f"{w if lit > 0 else -w:+d} x{abs(lit)}" for lit, w in weights.items()]
        bound -= sum(weight for literal, weight in weights.items() if literal < 0)
        self.constraints.append(f"{' '.join(terms) or '+0 x1'} {sign} {bound} ;")


# ---------------------------------------------------------------- reading


def read_header(text: str) -> tuple[str, str]:
    """Return the format of a file that `write` made, and its header.

    Raises:
        InputError: it was not made by `write`.
    """
    for line in text.splitlines()[:2]:
        for to, comment in _COMMENT.items():
            if line.startswith(f"{comment} {_HEADER}"):
                return to, line.removeprefix(f"{comment} {_HEADER}")
    raise InputError(
        "the file was not written by export", "give the file that the solver was given"
    )


def read_solutions(
    problem: Problem, to: str, exported: str, output: str
) -> tuple[list[AnyCube], bool]:
    """Return the cubes in the output of a solver, each once, and whether it says that these are all.

    Args:
        problem: what was exported.
        to: the format, a name of `FORMATS`.
        exported: the file that the solver was given.
        output: what it printed: `v` lines, or MiniZinc's assignments.

    Raises:
        InputError: the output holds neither a solution nor the word that there is none.
    """
    refuted = "UNSATISFIABLE" in output
    if to == "mzn":
        placements = list(_read_arrays(output))
        complete = "==========" in output
    else:
        slots = _read_map(exported)
        placements = [_placements(problem, slots, values) for values in _read_values(output)]
        complete = False
    if not placements and not refuted:
        raise InputError("the solver's output holds no solution", "give what the solver printed")
    try:
        cubes = [problem.cube(corners, edges) for corners, edges in placements]
    except InputError as error:
        raise InputError(f"a solution is no cube: {error.problem}") from error
    return list(dict.fromkeys(cubes)), complete or refuted


def _read_map(exported: str) -> dict[int, tuple[str, str]]:
    """Return, for each variable that says so, which slot shows which colours."""
    line = re.compile(r"^[c*] x?(\d+): (\w+) holds (\w+)$", re.MULTILINE)
    return {int(number): (slot, held) for number, slot, held in line.findall(exported)}


def _read_values(output: str) -> Iterator[set[int]]:
    """Yield the true variables of each solution in `v` lines: `v 1 -2 0` or `v x1 -x2`."""
    true: set[int] = set()
    seen: set[int] = set()
    for line in output.splitlines():
        if not line.startswith("v "):
            continue
        for word in line.split()[1:]:
            if not re.fullmatch(r"[-~]?x?\d+", word):
                raise InputError(f"the solver's output has {word!r} in a line of values")
            variable = int(word.lstrip("-~x"))
            if seen and (variable == 0 or variable in seen):  # the next solution
                yield true
                true, seen = set(), set()
            if variable:
                seen.add(variable)
                if word[0] not in "-~":
                    true.add(variable)
    if seen:
        yield true


def _placements(
    problem: Problem, slots: Mapping[int, tuple[str, str]], true: set[int]
) -> tuple[list[int], list[int]]:
    holds = dict(slots[variable] for variable in true if variable in slots)
    placements: list[list[int]] = []
    for orbit in problem.puzzle.orbits:
        shown = {
            "".join("URFDLB"[c] for c in colours): v for v, colours in enumerate(orbit.colours)
        }
        missing = next((name for name in orbit.names if holds.get(name) not in shown), None)
        if missing is not None:
            raise InputError(f"a solution does not say what slot {missing} holds")
        placements.append([shown[holds[name]] for name in orbit.names])
    return placements[0], placements[1]


def _read_arrays(output: str) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the arrays `corners` and `edges` of each solution that MiniZinc prints."""
    for block in output.split("----------"):
        arrays = dict(re.findall(r"\b(corners|edges)\s*=\s*\[([\d,\s]*)\]", block))
        if "corners" in arrays:
            corners, edges = (
                [int(number) for number in re.findall(r"\d+", arrays.get(name, ""))]
                for name in ("corners", "edges")
            )
            yield corners, edges
