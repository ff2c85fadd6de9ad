"""Draws the cubes that the pages show, into docs/figures: `python docs/draw_figures.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cubecsp import SYMMETRIES, Cube, Facelets, Picture, picture, recognise
from cubecsp.models.recognition.balanced import BalancedColourings
from cubecsp.models.recognition.colour_space import lab_of
from cubecsp.models.recognition.measurements import read_measurements
from cubecsp.puzzle import load_puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.search import thistlethwaite

FOLDER = Path(__file__).parent / "figures"

EXAMPLE = "R U F' L2 D B' R F2 U' L"


def figures() -> Iterator[tuple[str, str]]:
    """Yield the name and the content of each file."""
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
    yield from _recognised()
    for name in ("megaminx", "pyraminx"):
        solved = load_puzzle(name).solved
        assert solved.puzzle.places is not None
        places = solved.puzzle.places
        labels = [s.removeprefix(p.face) for s, p in zip(places.names, places.places, strict=True)]
        title = f"the order of the stickers of a {name}"
        yield f"stickers-{name}.svg", picture(solved, labels=labels, title=title).svg()


def _drawn(cube: Cube, title: str) -> str:
    return picture(cube, title=title).svg()


def _recognised() -> Iterator[tuple[str, str]]:
    """Yield the measured colours in the example of the page on recognition, and three readings of it."""
    page = (FOLDER.parent / "recognition.md").read_text("utf-8")
    scan = page.partition('title="scan.json"\n')[2].partition("```")[0]
    answer = recognise(scan)
    rgb = read_measurements(scan).values
    colours = tuple("#{:02x}{:02x}{:02x}".format(*row) for row in rgb.astype(int).tolist())
    lab = lab_of(rgb)
    far = ((lab[:, None] - lab[list(CUBE.centres)]) ** 2).sum(axis=2)
    shown = Facelets(answer[0].facelets, answer[0].scheme)
    yield "recognise-measured.svg", Picture(shown, fills=colours, title="as measured").svg()
    for way, faces in (
        ("nearest", far.argmin(axis=1)),
        ("balanced", BalancedColourings(CUBE, far / 100, horizon=0.0).shares.argmax(axis=1)),
        ("cube", [FACES.index(letter) for letter in shown.letters]),
    ):
        letters = "".join(FACES[face] for face in faces)
        wrong = frozenset(
            i for i, (a, b) in enumerate(zip(letters, shown.letters, strict=True)) if a != b
        )
        title = f"{way}: {len(wrong)} stickers are wrong"
        yield f"recognise-{way}.svg", Picture(Facelets(letters), crossed=wrong, title=title).svg()


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
