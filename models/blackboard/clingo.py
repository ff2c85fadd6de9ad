"""The perfect scramble in answer set programming: the model is `cube.lp`, and this module writes its facts and runs it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from cubecsp.clingo_package import load_clingo
from cubecsp.models.blackboard.board import APART, Board, Result, face_patterns

MODEL = Path(__file__).with_name("cube.lp")


def solve(board: Board, *, symmetry: bool = True, time_limit: float = 60) -> Result:
    """Return the perfect scrambles of a board that clingo finds within a number of seconds.

    Args:
        board: the question.
        symmetry: whether to look for the cubes only whose first corner is least among their images.
        time_limit: in seconds, without the time to ground the program.

    Raises:
        EngineError: clingo is not installed.
    """
    clingo = load_clingo()
    control = clingo.Control(["--models=0", "--heuristic=Domain", "--configuration=trendy"])
    control.load(str(MODEL))
    control.add("\n".join(facts(board, symmetry=symmetry)))
    control.ground()
    rows: list[list[int]] = []

    def read(answer: clingo.Model) -> None:  # type: ignore[name-defined]
        held = sorted(answer.symbols(shown=True))  # corners before edges, as in the alphabet
        rows.append([atom.arguments[2].number for atom in held])

    with control.solve(on_model=read, async_=True) as search:
        if not search.wait(time_limit):
            search.cancel()
        complete = search.get().exhausted
    return board.result(rows, complete=complete, symmetry=symmetry)


def facts(board: Board, *, symmetry: bool) -> Iterator[str]:
    """Yield the facts of the program, a line each."""
    couples: list[tuple[str, int, int]] = []
    for kind, orbit in zip(("corner", "edge"), board.puzzle.orbits, strict=False):
        yield f"modulus({kind},{orbit.turns})."
        for slot, frame in enumerate(orbit.frames):
            yield f"slot({kind},{slot})."
            yield from (f"sticker({kind},{slot},{i},{f})." for i, f in enumerate(frame))
        for look, colours in enumerate(orbit.colours):
            yield f"look({kind},{look},{look // orbit.turns},{look % orbit.turns})."
            yield from (f"paint({kind},{look},{i},{c})." for i, c in enumerate(colours))
        couples += ((kind, a, b) for a, b in itertools.combinations(range(len(orbit.names)), 2))
    if len(board.puzzle.orbits) == 2:
        yield from (f"couple({n},{k},{a},{b})." for n, (k, a, b) in enumerate(couples, 1))
    yield from (f"given({f},{c})." for f, c in board.given.items())
    yield from (f"touch({a},{b})." for a, b in board.touching)
    yield "colour(0..5)."
    for face, facelets in enumerate(board.six_faces):
        yield f"face({face})."
        yield from (f"cell({face},{i},{f})." for i, f in enumerate(facelets))
    yield from (f"apart({a},{b})." for a, b in APART)
    for number, (way, of_class) in enumerate(face_patterns()):
        yield f"class({number},{of_class})."
        yield from (
            f"equal({number},{a},{b})." for (a, b), one in zip(APART, way, strict=True) if one
        )
    for slot, pairs in board.least_first() if symmetry else ():
        yield f"bounded({slot})."
        yield from (f"least({slot},{v},{w})." for v, w in pairs)
