"""Draws the cubes that the pages show, into docs/figures: `python docs/draw_figures.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cubecsp import SYMMETRIES, Cube, picture
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import UNKNOWN
from cubecsp.search import thistlethwaite

FOLDER = Path(__file__).parent / "figures"

EXAMPLE = "R U F' L2 D B' R F2 U' L"


def figures() -> Iterator[tuple[str, str]]:
    """Yield the name of each file, and what is in it."""
    example = Cube.from_moves(EXAMPLE)
    yield "example.svg", _drawn(example, f"the cube after {EXAMPLE}")
    cube = example
    for number, phase in enumerate(thistlethwaite.solve(example).phases[:3], 1):
        cube = cube.apply(phase.moves)
        title = f"the example after phase {number}: {phase.rule.goal}"
        yield f"thistlethwaite-{number}.svg", _drawn(cube, title)
    yield "across.svg", _only(("U8", "F1", "F3"), "U8 faces F1 and F3 across an edge of the cube")
    yield "corner.svg", _only(("U9", "R1", "F3"), "the corner slot URF has three stickers")
    one = Cube.from_moves("R U")
    for number, symmetry in ((1, SYMMETRIES[3]), (2, SYMMETRIES[30])):
        title = f"the conjugate of R U by symmetry {symmetry.index}"
        yield f"conjugate-{number}.svg", _drawn(symmetry.of(one), title)
    yield "conjugate-0.svg", _drawn(one, "the cube after R U")


def _drawn(cube: Cube, title: str) -> str:
    return picture(cube, title=title).svg()


def _only(names: tuple[str, ...], title: str) -> str:
    """Return the net with nothing but these stickers and the centres coloured."""
    kept = {*map(CUBE.names.index, names), *CUBE.centres}
    solved = Cube().facelets
    letters = "".join(c if i in kept else UNKNOWN for i, c in enumerate(solved))
    labels = [name if name in names else "" for name in CUBE.names]
    return picture(letters, labels=labels, title=title).svg()


if __name__ == "__main__":
    for name, drawing in figures():
        (FOLDER / name).write_text(drawing, "utf-8")
