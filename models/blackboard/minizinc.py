"""The perfect scramble in MiniZinc: the model is `cube.mzn`, and this module writes its data and runs it."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from cubecsp.errors import EngineError
from cubecsp.models.blackboard.board import APART, Board, Result, face_patterns

MODEL = Path(__file__).with_name("cube.mzn")


def solve(
    board: Board, *, symmetry: bool = True, solver: str = "gecode", time_limit: float = 60
) -> Result:
    """Return the perfect scrambles of a board that a solver of MiniZinc finds within a number of seconds.

    Args:
        board: the question.
        symmetry: whether to look for the cubes only whose first corner is least among their images.
        solver: its name in MiniZinc.
        time_limit: in seconds, without the time to translate the model.

    Raises:
        EngineError: MiniZinc is not installed, or fails.
    """
    if shutil.which("minizinc") is None:
        raise EngineError("this needs MiniZinc: apt install minizinc, or see www.minizinc.org")
    with tempfile.TemporaryDirectory() as folder:
        values = Path(folder, "cube.json")
        values.write_text(json.dumps(data(board, symmetry=symmetry)), "utf-8")
        limit = str(round(1000 * time_limit))
        options = ["--solver", solver, "--all-solutions", "--time-limit", limit]
        command = ["minizinc", *options, str(MODEL), str(values)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise EngineError(f"MiniZinc failed: {ran.stderr.strip().splitlines()[-1:]}")
    lines = ran.stdout.splitlines()
    rows = [json.loads(line) for line in lines if line.startswith("[")]
    complete = not {"==========", "=====UNSATISFIABLE====="}.isdisjoint(lines)
    return board.result(rows, complete=complete, symmetry=symmetry)


def data(board: Board, *, symmetry: bool) -> dict[str, object]:
    """Return the data of the model: names are those of its enumerated types, and numbers count from 1."""
    names, corners = board.puzzle.names, board.puzzle.corners.names
    least = board.least_first() if symmetry else []
    values: dict[str, object] = {
        "Facelet": {"set": names},
        "given": [names[f] for f in board.given],
        "given_colour": [colour + 1 for colour in board.given.values()],
        "bounded": {"set": [corners[slot] for slot, _ in least]},
        "least": [(slot + 1, *pair) for slot, pairs in least for pair in pairs],
        "touching": [(names[a], names[b]) for a, b in board.touching],
        "face": [[names[f] for f in face] for face in board.six_faces],
        "apart": [(a + 1, b + 1) for a, b in APART],
        "patterns": [(*way, number) for way, number in face_patterns()],
        "Edge": {"set": []},
        "edge_frame": [],
        "edge_rows": [],  # of a 2×2×2
    }
    for kind, orbit in zip(("corner", "edge"), board.puzzle.orbits, strict=False):
        values[kind.title()] = {"set": orbit.names}
        values[f"{kind}_frame"] = [[names[f] for f in frame] for frame in orbit.frames]
        values[f"{kind}_rows"] = [
            (value, value // orbit.turns + 1, value % orbit.turns, *(c + 1 for c in colours))
            for value, colours in enumerate(orbit.colours)
        ]
    return values
