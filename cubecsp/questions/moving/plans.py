"""The moves that solve a cube as a logic program for clingo; its answers are read back and tested."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import METRICS, Metric
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import CubeReport, versions
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.asking.cubes_and_rules import CubeLike, state_of
from cubecsp.questions.moving.solving import solvable
from cubecsp.search.named_moves import Sequence, named_turns
from cubecsp.search.solution import NamedSolution

_OCCURS = re.compile(r'\boccurs\("((?:[^"\\]|\\.){1,300})",([0-9]{1,4})\)')
_LONGEST = 1000
_MOST = 1_000_000  # plans
_DAMAGED = InputError("the header of the exported file is damaged", "export the question again")


def export_moves(cube: CubeLike, *, turns: str | None = None, metric: str = "htm") -> str:
    """Return a logic program whose answers are the shortest sequences of moves that solve a cube.

    `clingo` runs it as it is, and `import_solution` reads the output.

    Args:
        cube: the cube to solve, of any size.
        turns: the moves that may be used, with commas between them; if left out, all turns of single layers,
            or those of U, R and F for a 2×2×2.
        metric: the metric if all turns may be used.

    Raises:
        InputError: turns cannot solve the cube, or the moves or the metric are invalid.
    """
    from cubecsp.search.plan_program import plan_problem, write_plan

    state = solvable(state_of(cube))
    counted = _metric(metric)
    moves = named_turns(state, turns, counted)
    header = {
        "question": "solve",
        "cube": state.facelets,
        "moves": {name: move.written for name, move in moves.items()},
        "versions": versions(),
    }
    program = write_plan(plan_problem(state, moves))
    return f"%% cubecsp {json.dumps(header, ensure_ascii=False)}\n{program}"


def _metric(name: str) -> Metric:
    for metric in METRICS:
        if metric == name:
            return metric
    raise InputError(f"unknown metric {name!r}", f"known are {', '.join(METRICS)}")


def asks_for_moves(header: str) -> bool:
    """Return whether the header of an exported file is that of `export_moves`."""
    return header.startswith('{"question": "solve"')


def read_plans(header: str, lines: Iterable[str]) -> Iterator[CubeReport]:
    """Yield the cube with each sequence of moves that clingo found, after testing it.

    Args:
        header: the header of the file for clingo.
        lines: the output of clingo, an answer on each line.

    Raises:
        InputError: the header is damaged, or a sequence does not solve the cube.
    """
    state, written = _read_header(header)
    moves = named_turns(state, written, "htm")
    blank = CubeReport(state.facelets, state)
    for count, line in enumerate(filter(_OCCURS.search, lines), 1):
        if count > _MOST:
            raise InputError(f"the solver's output has more than {plural(_MOST, 'solution')}")
        yield _report(blank, _names(line), moves)


def _read_header(header: str) -> tuple[State, dict[str, str]]:
    """Return the cube and the moves by name that a header states."""
    try:
        read: Any = json.loads(header)
        facelets, written = read["cube"], read["moves"]
        known = all(isinstance(move, str) for move in written.values())
        if not isinstance(facelets, str) or not known:
            raise _DAMAGED
        return solvable(state_of(Facelets.parse(facelets))), dict(written)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError, InputError) as error:
        raise _DAMAGED from error


def _names(line: str) -> list[str]:
    """Return the moves in a line of atoms, in order.

    Raises:
        InputError: one of them is missing, or there are two at once.
    """
    entries = {int(number): name for name, number in _OCCURS.findall(line)}
    numbers = [int(number) for _, number in _OCCURS.findall(line)]
    if sorted(numbers) != [*range(1, len(numbers) + 1)] or len(numbers) > _LONGEST:
        raise InputError(
            f"a solution does not say what move each of 1 to {max(numbers)} is: {excerpt(line.strip())}",
            "give what clingo prints, an answer on a line, with all atoms of occurs/2",
        )
    return [entries[number].replace('\\"', '"').replace("\\\\", "\\") for number in sorted(entries)]


def _report(blank: CubeReport, names: list[str], moves: Mapping[str, Any]) -> CubeReport:
    for name in names:
        if name not in moves:
            raise InputError(f"a solution has the move {excerpt(name)}, which was not to be used")
    assert blank.cube is not None
    result = Sequence.of(moves[name] for name in names)
    if not blank.cube.apply(result.moves).is_solved:
        raise InputError(f"a solution, {' '.join(names)}, does not solve the cube")
    return blank.solved_by(NamedSolution(result.moves, "htm", False, 0, 0.0, 0, result))
