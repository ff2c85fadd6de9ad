"""The share of cubes read right from measured colours, by light and noise, beside other methods; calibration of probabilities.

    python bench/recognise.py [--scenes N] [--others N] [--peer FOLDER]
    python bench/recognise.py --photos N

Scenes are those of tests/helpers/scenes.py. A cube is right if all of its stickers are. Times are of the processor, with
everything loaded, medians and the 95th of 100. `nearest` takes the centre that looks most alike, in L*a*b*; `balanced` the
likeliest colours among which each occurs equally often, with the same costs; both need the centres. The last table is
about 3×3×3, some of which were taken apart: whether the reader notices it, and how certain its other answers are.
`--peer` names a clone of https://github.com/dwalton76/rubiks-color-resolver (Python, MIT): that package reads the same
scenes, and ours reads the scans of a robot among its tests. Those of larger cubes take it seconds each.

With `--photos`, N cubes of sizes 2 and 3, and a quarter as many of each larger one, are read from six rendered photos each
(tests/helpers/rendered_photos.py): in perspective, uneven light and blur, with a reflection on each face.
"""

from __future__ import annotations

import argparse
import ast
import json
import logging
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from measuring import duration, head, row, timed

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from rendered_photos import photo
from scenes import Scene, measured, random_colours, scene

from cubecsp import recognise
from cubecsp.models.recognition.balanced import BalancedColourings
from cubecsp.models.recognition.colour_space import lab_of
from cubecsp.models.recognition.face_grid import face_in
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES

LIGHT = ((4, 0.05), (6, 0.08), (9, 0.12), (12, 0.12), (14, 0.18))
SIZES = tuple((size, *one) for one in ((6, 0.08), (9, 0.12)) for size in (2, 4, 5, 6, 7))
PROBABILITIES = (0.5, 0.8, 0.9, 0.97, 0.99, 0.999, 1.0)
SCANNED = "ULFRBD"

Reader = Callable[[CubePuzzle, np.ndarray], str]


def ours(_puzzle: CubePuzzle, rgb: np.ndarray) -> str:
    answer = recognise(rgb)
    return answer[0].facelets if len(answer) else ""


def far_from_centres(puzzle: CubePuzzle, rgb: np.ndarray) -> np.ndarray:
    lab = lab_of(rgb)
    squares: np.ndarray = ((lab[:, None] - lab[list(puzzle.centres)]) ** 2).sum(axis=2)
    return squares


def nearest(puzzle: CubePuzzle, rgb: np.ndarray) -> str:
    return "".join(FACES[face] for face in far_from_centres(puzzle, rgb).argmin(axis=1))


def balanced(puzzle: CubePuzzle, rgb: np.ndarray) -> str:
    shares = BalancedColourings(puzzle, far_from_centres(puzzle, rgb) / 100, horizon=0.0).shares
    return "".join(FACES[face] for face in shares.argmax(axis=1))


def peer(folder: Path) -> Reader:
    """Return the reader of rubiks-color-resolver, which numbers stickers face by face in another order."""
    sys.path.insert(0, str(folder))
    from rubikscolorresolver.solver import RubiksColorSolverGeneric

    logging.disable(logging.CRITICAL)

    def read(puzzle: CubePuzzle, rgb: np.ndarray) -> str:
        area = puzzle.size**2
        faces = rgb.reshape(6, area, 3).astype(int)
        rows = [row for face in SCANNED for row in faces[FACES.index(face)].tolist()]
        solver = RubiksColorSolverGeneric(puzzle.size)
        solver.enter_scan_data(dict(enumerate(rows, 1)))
        try:
            solver.crunch_colors()
            return "".join(solver.cube_for_kociemba_strict())
        except Exception:  # if it finds no cube, it raises errors of several kinds
            return ""

    return read


def scans(folder: Path) -> list[tuple[str, CubePuzzle, np.ndarray, str]]:
    """Return the scans among the tests of rubiks-color-resolver, with the cubes that these expect."""
    tree = ast.parse((folder / "tests" / "test-cubes.py").read_text("utf-8"))
    cases = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and node.targets[0].id == "test_cases"  # type: ignore[attr-defined]
    )
    found = []
    for name, path, expected in cases:
        numbers = json.loads((folder / "tests" / path).read_text("utf-8"))
        puzzle = cube_puzzle(int(name[0]))
        area = puzzle.size**2
        places = [SCANNED.index(face) * area + i + 1 for face in FACES for i in range(area)]
        rgb = np.array([numbers[str(place)] for place in places], float)
        found.append((name, puzzle, rgb, expected))
    return found


def same(read: str, expected: str) -> bool:
    """Return whether two readings differ in the names of colours at most, which cubes without centres leave open."""
    return len(read) == len(expected) and len(set(zip(read, expected, strict=True))) == 6


def expected(one: Scene) -> str:
    return "".join(FACES[colour] for colour in one.colours)


def share(reader: Reader, scenes: Sequence[Scene]) -> str:
    right = sum(same(reader(one.puzzle, one.rgb), expected(one)) for one in scenes)
    return f"{100 * right / len(scenes):.1f} %"


TAMPERED = ("nothing", "a corner twisted", "an edge flipped", "two edges exchanged")


def tampered(what: str, rng: np.random.Generator) -> np.ndarray:
    """Return the colours of a random 3×3×3, with which somebody has done something that no turns do."""
    colours = random_colours(CUBE, rng)
    corner = list(rng.choice(CUBE.corners.frames))
    edge, other = (list(frame) for frame in rng.choice(CUBE.edges.frames, 2, replace=False))
    if what == "a corner twisted":
        colours[corner] = colours[corner[1:] + corner[:1]]
    if what == "an edge flipped":
        colours[edge] = colours[edge[::-1]]
    if what == "two edges exchanged":
        colours[edge + other] = colours[other + edge]
    return colours


def refusals(number: int) -> None:
    """Print how often unsolvable cubes are noticed, and how certain the answer is for the others."""
    head("what was done", "noise", "light", "cubes", "refused", "in doubt", "certain")
    for noise, light in LIGHT[:3]:
        for what in TAMPERED:
            rng = np.random.default_rng(noise)
            cubes = [tampered(what, rng) for _ in range(number)]
            answers = [recognise(measured(one, rng, noise=noise, light=light)) for one in cubes]
            refused = sum(answer.objection is not None for answer in answers)
            doubtful = sum(answer.ask is not None for answer in answers)
            row(
                what, noise, f"{100 * light:.0f} %", number,
                *(f"{100 * part / number:.0f} %" for part in (refused, doubtful, number - refused - doubtful)),
            )  # fmt: skip


def photographed(size: int, number: int) -> tuple[str, float]:
    """Return the result of reading six photos of a cube, and the seconds of the processor for all of them."""
    rng = np.random.default_rng([size, number])
    one = scene(size, rng, noise=2, light=0.08)
    pictures = [photo(face, rng) for face in one.rgb.reshape(6, -1, 3)]
    taken, faces = timed(lambda: [face_in(picture) for picture in pictures])
    if any(face is None or len(face) != size**2 for face in faces):
        return "a face is not found", taken
    answer = recognise(np.array(faces))
    if not len(answer):
        return "no cube", taken
    if same(answer[0].facelets, expected(one)):
        return "right", taken
    return "wrong, and sure of it" if answer.ask is None else "wrong, and in doubt", taken


ENDS = ("right", "wrong, and in doubt", "wrong, and sure of it", "no cube", "a face is not found")


def photos(number: int) -> None:
    """Print how many cubes are read right from photos."""
    head("cube", "cubes", *ENDS, "a photo takes")
    for size in range(2, 8):
        few = number if size < 4 else max(1, number // 4)
        ends, taken = zip(*(photographed(size, one) for one in range(few)), strict=True)
        shares = (f"{100 * ends.count(end) / few:.1f} %" for end in ENDS)
        row(f"{size}×{size}×{size}", few, *shares, duration(float(np.median(taken)) / 6))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="reads measured cubes in several ways")
    parser.add_argument("--scenes", type=int, default=1000, help="how many 3×3×3 for each light")
    parser.add_argument(
        "--others", type=int, default=100, help="how many of other sizes, and for the other ways"
    )
    parser.add_argument("--peer", type=Path, help="a clone of rubiks-color-resolver")
    parser.add_argument("--photos", type=int, help="how many cubes in photos, and nothing else")
    asked = parser.parse_args()
    if asked.photos is None:
        colours(asked)
    else:
        photos(asked.photos)


def colours(asked: argparse.Namespace) -> None:
    """Print how many cubes are read right from measured colours, and how well probabilities are calibrated."""
    others: dict[str, Reader] = {"nearest": nearest, "balanced": balanced}
    if asked.peer is not None:
        others["rubiks-color-resolver"] = peer(asked.peer)
    told = []
    head("cube", "noise", "light", "ours", "median", "95 %", *others)
    for size, noise, light in (*((3, *one) for one in LIGHT), *SIZES):
        rng = np.random.default_rng([size, noise])
        number = asked.scenes if size == 3 else asked.others
        scenes = [scene(size, rng, noise=noise, light=light) for _ in range(number)]
        recognise(scenes[0].rgb)  # loads
        times, right = [], 0
        for one in scenes:
            taken, answer = timed(partial(recognise, one.rgb))
            times.append(taken)
            good = bool(len(answer)) and same(answer[0].facelets, expected(one))
            right += good
            if len(answer):
                told.append((answer.probability, good))
        few = scenes[: asked.others]
        has_centres = size % 2 == 1
        row(
            f"{size}×{size}×{size}",
            noise,
            f"{100 * light:.0f} %",
            f"{100 * right / number:.1f} %",
            duration(float(np.median(times))),
            duration(float(np.percentile(times, 95))),
            *(
                share(reader, few) if has_centres or reader not in (nearest, balanced) else "-"
                for reader in others.values()
            ),
        )
    print("\nHow often they were right, by the probability that was told:\n")
    head("probability told", "cubes", "told on average", "right")
    low = 0.0
    for high in PROBABILITIES:
        some = [(p, good) for p, good in told if low <= p < high or p == high == 1.0]
        if some:
            mean, truth = np.mean(some, axis=0)
            row(f"{low} to {high}", len(some), f"{100 * mean:.1f} %", f"{100 * truth:.1f} %")
        low = high
    print("\n3×3×3 that were taken apart, or not:\n")
    refusals(asked.others)
    if asked.peer is not None:
        every = scans(asked.peer)
        print()
        for name, reader in {"ours": ours, **others}.items():
            read = [
                (puzzle, reader(puzzle, rgb), cube)
                for _, puzzle, rgb, cube in every
                if puzzle.centres or reader not in (nearest, balanced)
            ]
            right = sum(same(got, cube) for _, got, cube in read)
            print(f"scans of a robot, {name}: {right} of {len(read)}")


if __name__ == "__main__":
    main()
