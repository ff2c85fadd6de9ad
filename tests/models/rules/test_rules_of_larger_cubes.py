"""Rules about the pieces of cubes from the 4×4×4 up: among engines, and against stickers alone."""

from __future__ import annotations

import random

import pytest

from cubecsp import InputError, count, find
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.repair.completion import Completions, agreement_and_hold
from cubecsp.models.rules import RULES
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.state import State

SIZES = (4, 5, 6)
TEXTS = (
    "solved=corners",
    "solved=wings",
    "solved=centres",
    "solved=U-layer",
    "permuted=edges",
    "permuted=UF+URF",
    "not-home=UF",
    "not-home=U-centres",
    "oriented=corners",
    "centres-solved",
    "edges-paired",
    "edges-paired=UF+cross",
    "reduced",
    "not edges-paired=UF",
    "any(solved=UF, centres-solved)",
)


def nearly_solved(size: int, rng: random.Random) -> State:
    """Return a cube a few turns of outer and inner blocks from solved."""
    blocks = [f"{n if n > 1 else ''}{face}" for n in range(1, size // 2 + 1) for face in "URFDLB"]
    words = [rng.choice(blocks) for _ in range(rng.randrange(4))]
    moves = (
        word + ("w" if word[0].isdigit() else "") + rng.choice(["", "2", "'"]) for word in words
    )
    return cube_class(size).from_moves(" ".join(moves))


def by_eye(text: str, cube: State) -> bool | None:
    """Return whether a rule holds, read off the faces; None for rules that this does not know."""
    n, letters = cube.puzzle.size, cube.facelets
    faces = [letters[i : i + n * n] for i in range(0, len(letters), n * n)]
    rows = [[face[i : i + n] for i in range(0, n * n, n)] for face in faces]
    inner = [{c for row in face[1:-1] for c in row[1:-1]} for face in rows]
    if text == "solved=centres":
        return all(seen == {face} for seen, face in zip(inner, "URFDLB", strict=True))
    if text == "edges-paired=UF+cross":
        up, _, front, down, *_ = rows
        return all(len({*side[1:-1]}) == 1 for side in _sides_of(rows, up, front, down))
    if text == "solved=U-layer":
        sides = zip((rows[4], rows[2], rows[1], rows[5]), "LFRB", strict=True)
        return set(faces[0]) == {"U"} and all(set(face[0]) == {c} for face, c in sides)
    return None


def _sides_of(rows, up, front, down):
    """Yield the stickers along the edge UF and the four edges of D, on both faces."""
    yield from (up[-1], front[0], down[0], front[-1], down[-1], rows[5][-1])
    yield "".join(row[0] for row in down)
    yield "".join(row[-1] for row in down)
    yield from (rows[4][-1], rows[1][-1])


@pytest.mark.parametrize("text", TEXTS)
def test_primitives_violations_and_eyes_agree(text):
    rng, seen = random.Random(text), set()
    for trial in range(60):
        cube = nearly_solved(SIZES[trial % 3], rng)
        (rule,) = parse_pattern([text], cube.puzzle).rules
        holds = rule.holds(cube)
        seen.add(holds)
        assert holds == (not rule.violations(cube)) == rule.holds_in(_batch(cube))[0], cube
        assert by_eye(text, cube) in (None, holds), cube
    assert seen == {True, False}


def _batch(cube: State):
    from cubecsp.puzzle.cube.batch import Batch, to_array

    return Batch(to_array([cube], cube.puzzle), cube.puzzle)


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("engine", ["native", "cnf", "cpsat", "asp"])
def test_engines_find_what_filtering_finds(size, engine):
    rng, sizes = random.Random(size), []
    while len(sizes) < 6 or len({*sizes}) == 1:
        cube = nearly_solved(size, rng)
        hidden = {*rng.sample(range(6 * size * size), 4 * size)}
        shown = "".join("." if i in hidden else c for i, c in enumerate(cube.facelets))
        costs, _ = agreement_and_hold(Facelets(shown))
        result = Completions(cube.puzzle, costs)
        if not 1 < result.count < 200:
            continue
        every = [cube.puzzle.letters(b"".join(held)) for held in result]
        assert len({*every}) == result.count
        for text in rng.sample(TEXTS, 2):
            (rule,) = parse_pattern([text], cube.puzzle).rules
            states = {f: cube_class(size).from_letters(f) for f in every}
            fits = {f for f, state in states.items() if not rule.violations(state)}
            found = find([f"stickers={shown}", text], size=size, engine=engine, limit=None)
            assert {report.facelets for report in found} == fits, (text, shown)
            sizes.append(len(fits))


def test_published_numbers_of_solved_parts():
    # 24 wings anyhow, corners held by DBL: 24!, 7!·3⁶, and 24!/(4!)⁶ ways to see the centre pieces.
    from math import factorial as f

    wings, corners, centres = f(24), f(7) * 3**6, f(24) // f(4) ** 6
    assert count("solved=wings", size=4).count == corners * centres
    assert count("solved=corners", size=4).count == wings * centres
    assert count("solved=centres", size=4).count == wings * corners
    assert count("solved=F2L", size=4).count == f(4) * 27 * f(8)


def test_what_cannot_be_asked_is_refused_with_the_reason():
    with pytest.raises(InputError, match="never turned in their slots"):
        count("oriented=edges", size=4)
    with pytest.raises(InputError, match="has no slots midges"):
        count("solved=midges", size=4)
    with pytest.raises(InputError, match="has no slots wings; it has corners, midges"):
        count("solved=wings")
    with pytest.raises(InputError, match="no wings"):
        cube_puzzle(3) and RULES["edges-paired"]().require(cube_puzzle(3))


def test_wings_that_agree_on_one_face_only_are_not_paired():
    (report,) = find(["U14==U15", "not edges-paired=UF"], size=4, limit=1)
    assert report.facelets[33] != report.facelets[34]  # F2 and F3
