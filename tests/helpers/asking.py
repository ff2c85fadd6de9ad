"""The command line asked within this process, and a quick question to every command."""

from __future__ import annotations

import argparse
import io
import json
import re
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from facts import FACTS
from scenes import measured, scene, written

from cubecsp import Cube
from cubecsp.cli import main
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.parser import parser_of

SOLVED = Cube().facelets
PERFECT = Cube.from_moves(FACTS["perfect-scramble"]["generator"]).facelets

USUAL = {
    "perfect-scramble": ["--with", f"stickers={PERFECT}"],
    "find": ["at-most=3", "--limit", "2"],
    "best": ["solved=F2L", "--maximise", "count(U, U)", "--limit", "2"],
    "count": ["solved=F2L"],
    "explain": ["solved=cross", "not-home=D-layer"],
    "sample": ["solved=F2L", "-n", "3", "--seed", "1"],
    "scramble": ["solved=F2L", "-n", "2", "--seed", "1"],
    "rank": ["R U"],
    "prove": ["solved=all", "--size", "2", "-o", "proven"],
    "verify": ["certificate"],
    "check": ["R U"],
    "describe": ["R U"],
    "repair": [SOLVED],
    "recognise": ["scan.json"],
    "complete": ["..." + SOLVED[3:]],
    "solve": ["R U"],
    "reach": ["R U", "solved=all"],
    "apply": ["R U"],
    "invert": ["R U"],
    "mirror": ["R U"],
    "rotate": ["R U", "--by", "y"],
    "convert": ["R U", "--to", "facelets"],
    "picture": ["R U"],
    "rules": [],
    "export": ["at-most=3", "--to", "mzn"],
    "import-solution": ["question.cnf", "solution.txt"],
    "tables": [],
    "about": [],
    "serve": ["--port", "0"],
}
"""For each command a question that it answers at once, with exit code 0."""

ABOUT_SOLVED = {
    "check": [SOLVED],
    "rank": [SOLVED],
    "describe": [SOLVED],
    "repair": [SOLVED],
    "complete": [SOLVED],
    "solve": [SOLVED],
    "reach": [SOLVED, "solved=all"],
    "apply": ["()", SOLVED],
    "convert": [SOLVED, "--to", "net"],
    "picture": [SOLVED],
}
"""For each command that reads cubes a question about one cube, which is `SOLVED` here."""

WITHOUT_JSON = {"export", "serve"}
"""Commands whose output is a file already, or an address."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object that is all of standard output."""
        return json.loads(self.out)


def ask(
    *arguments: object, stdin: str = "", encoding: str = "utf-8", terminal: bool = True
) -> Outcome:
    """Run the command line, its streams in `encoding`, and return what it gave.

    Standard output is taken for a terminal without colours, otherwise for a pipe. `serve` serves nobody.
    """
    out, err = (
        io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="", write_through=True)
        for _ in range(2)
    )
    given = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    streams = mock.patch.multiple("sys", stdin=given, stdout=out, stderr=err)
    at_once = mock.patch("cubecsp.cli.commands.serve.serve_requests")
    with streams, at_once, mock.patch("cubecsp.cli.printer.is_terminal", return_value=terminal):
        code = main([str(argument) for argument in arguments])
    return Outcome(code, *(stream.buffer.getvalue().decode(encoding) for stream in (out, err)))


def piped(*arguments: object, stdin: str = "", code: int | tuple[int, ...] = 0) -> Outcome:
    """Ask with standard output being a pipe, and expect an exit code, or one of several."""
    told = ask(*arguments, stdin=stdin, terminal=False)
    assert told.code in (code if isinstance(code, tuple) else (code,)), told
    return told


def answered(*arguments: object, code: int = 0) -> Outcome:
    """Ask, and expect an exit code."""
    told = ask(*arguments)
    assert told.code == code, told
    return told


def answered_json(*arguments: object, code: int = 0) -> Any:
    """Ask for JSON, and expect an exit code."""
    return answered(*arguments, "--json", code=code).json


def refused(*arguments: object) -> str:
    """Ask an invalid question, and return the message."""
    told = answered(*arguments, code=2)
    assert told.out == ""
    return told.err


def cubes_of(answer: dict[str, Any]) -> list[str]:
    """Return the facelets of an answer in JSON, or of several."""
    if "answers" in answer:
        return [cube for one in answer["answers"] for cube in cubes_of(one)]
    return [cube["facelets"] for cube in answer.get("repairs") or answer["cubes"]]


def readers() -> list[str]:
    """Return the commands that read cubes."""
    return [name for name, parser in parser_of_all().items() if "--from" in parser.format_help()]


def untimed(text: str) -> str:
    """Return an output without its durations."""
    return re.sub(r"\d+\.\d+ s", "s", text)


def timeless(told: Any, *others: str) -> Any:
    """Return JSON without times, at any depth, and without the keys `others`."""
    if isinstance(told, list):
        return [timeless(one, *others) for one in told]
    if not isinstance(told, dict):
        return told
    kept = told.keys() - {"seconds", *others}
    return {key: timeless(value, *others) for key, value in told.items() if key in kept}


def write_files(folder: Path) -> None:
    """Write the files that `USUAL` names: a question about the 2×2×2, what solvers may say, a certificate."""
    for name, text in _files().items():
        (folder / name).write_text(text)
    certificate = folder / "certificate"
    certificate.mkdir(exist_ok=True)
    for name, content in _certificate().items():
        (certificate / name).write_bytes(content)


@cache
def _files() -> dict[str, str]:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    done = ask("export", "at-most=3", "--size", "2", "--to", "cnf")
    assert (done.code, done.err) == (0, "")
    with Solver("cadical195", bootstrap_with=CNF(from_string=done.out)) as solver:
        assert solver.solve()
        model = " ".join(map(str, solver.get_model()))
    return {
        "question.cnf": done.out,
        "solution.txt": f"s SATISFIABLE\nv {model} 0\n",
        "none.txt": "s UNSATISFIABLE\n",
        "unfinished.txt": "s UNKNOWN\n",
    } | scans()


def scans() -> dict[str, str]:
    """Return files with what was measured of a cube, of one that is in doubt, and of none."""
    rng = np.random.default_rng(3)
    clear, doubtful = scene(3, rng, noise=3, light=0.05), scene(3, rng, noise=17, light=0.2)
    twisted = clear.colours.copy()
    frame = list(clear.puzzle.corners.frames[0])
    twisted[frame] = twisted[frame[1:] + frame[:1]]
    rgb_of_files = {
        "scan.json": clear.rgb,
        "doubtful.json": doubtful.rgb,
        "twisted.json": measured(twisted, rng, noise=3, light=0.05),
        "pocket.json": scene(2, rng, noise=3, light=0.05).rgb,
        "other-pocket.json": scene(2, rng, noise=3, light=0.05).rgb,
    }
    return {name: json.dumps(written(rgb)) for name, rgb in rgb_of_files.items()}


@cache
def _certificate() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "certificate"
        assert ask("prove", "solved=all", "--size", "2", "-o", place).code == 0
        return {path.name: path.read_bytes() for path in place.iterdir()}


def parser_of_all() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of every command."""
    return {name: parser_of(COMMANDS[name]) for name in COMMANDS}
