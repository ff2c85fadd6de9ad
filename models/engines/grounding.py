"""Programs written by the user, grounded once in another process, to find errors, and to see whether grounding ends.

Only grounding shows whether variables are bound, and whether grounding ends: for `n(X+1) :- n(X).` it does
not. clingo cannot be stopped while it grounds, so it first does so in another process, within limits of
time and memory.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache

from cubecsp.errors import EngineError, InputError, LimitError
from cubecsp.interface import spelled
from cubecsp.models.engines.engine import Problem
from cubecsp.models.engines.logic_program import write_program
from cubecsp.models.engines.logic_rules import program_text
from cubecsp.models.programs.program import Program, ProgramLine
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.stopping.waiting import run_program

_MEMORY = 4 << 30  # bytes
_ELSEWHERE = """\
import sys
import clingo
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
except ImportError:
    pass
if sys.argv[2] == "code":
    from clingo.script import enable_python
    enable_python()
control = clingo.Control([], logger=lambda code, message: print(message, file=sys.stderr))
control.add(sys.stdin.read())
control.ground()
"""
_SAID = re.compile(r"<block>:(\d+):[\d:-]+: (error|info): (.*(?:\n .*)*)")
_UNSAFE = re.compile(r"note: '(\w+)' is unsafe")
_FINE = "atom does not occur in any rule head"
_ENDLESS = "say in which range its numbers lie, as in 1 <= X, X <= 9"


@lru_cache(maxsize=64)
def check_grounding(puzzle: CubePuzzle, programs: tuple[Program, ...], seconds: float) -> None:
    """Make sure that clingo can ground programs about a puzzle in time.

    Raises:
        InputError: it cannot; the message names the line.
        LimitError: time or memory has run out: what grounding may take, or the time of the question.
        EngineError: the other process fails.
    """
    problem = Problem(puzzle, programs, SYMMETRIES[:1], without=puzzle.invariants)
    text = write_program(problem)
    code = "code" if any(program.source.code for program in programs) else ""
    names = " and ".join(dict.fromkeys(program.source.name for program in programs))
    try:
        done = run_program(
            [sys.executable, "-c", _ELSEWHERE, str(_MEMORY), code],
            stdin=text,
            seconds=seconds,
            keep_stdout=False,
        )
    except TimeoutError as error:
        more = spelled("engine_options", "grounding=60", option="--engine-option")
        raise LimitError(
            f"{names}: clingo was still writing out its rules for all values after {seconds:g} s",
            f"{_ENDLESS}, or allow more time with the engine asp and {more}",
        ) from error
    status, said = done.returncode, done.stderr
    _check_messages(said, text, programs)
    if status:
        last = said.strip().split("\n")[-1]
        if "MemoryError" in said or "bad_alloc" in said or status < 0:
            raise LimitError(
                f"{names}: written out for all values, its rules would need more than {_MEMORY >> 30} GiB",
                _ENDLESS,
            )
        raise EngineError(f"clingo on {names}: {last}")


def _check_messages(said: str, text: str, programs: tuple[Program, ...]) -> None:
    """Make sure that clingo has reported no problem with the programs."""
    for message in _SAID.finditer(said):
        number, kind, what = int(message[1]), message[2], message[3]
        if kind == "info" and what.startswith(_FINE):
            continue
        line = _line(number, text, programs)
        where = f"{line}: " if line else ""
        if what.startswith("unsafe variables"):
            names = ", ".join(dict.fromkeys(_UNSAFE.findall(said[message.start() :])))
            raise InputError(
                f"{where}the values of {names} are not limited",
                f"name {names} in an atom of the body without not, as in colour(C)",
            )
        raise InputError(f"{where}{' '.join(what.split())}", "clingo cannot read that")


def _line(number: int, text: str, programs: tuple[Program, ...]) -> ProgramLine | None:
    """Return the line of a program that a line of the whole text, counted from 1, belongs to."""
    for program in programs:
        first = text.count("\n", 0, text.index(program_text(program))) + 1
        if 0 <= number - first < len(program.source.lines):
            return program.source.lines[number - first]
    return None
