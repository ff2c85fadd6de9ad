"""The 54-term cube map, against the six rotation tables and the query that its program prints."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cubes

from cubecsp import Cube, InputError
from cubecsp.formats.cube_map import ROTATIONS, cube_map, parse_cube_map

pytestmark = pytest.mark.quick

# What each rotation makes of W1 … O9, in the order of the terms. The `left` table prints its state
# before already turned; the state after is the one below.
TABLES = {
    "up": """
        W7 W4 W1 W8 W5 W2 W9 W6 W3  Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9  G1 G2 R1 G4 G5 R2 G7 G8 R3
        O7 B2 B3 O8 B5 B6 O9 B8 B9  B7 B4 B1 R4 R5 R6 R7 R8 R9  O1 O2 O3 O4 O5 O6 G9 G6 G3""",
    "down": """
        W1 W2 W3 W4 W5 W6 W7 W8 W9  Y3 Y6 Y9 Y2 Y5 Y8 Y1 Y4 Y7  R7 G2 G3 R8 G5 G6 R9 G8 G9
        B1 B2 O1 B4 B5 O2 B7 B8 O3  R1 R2 R3 R4 R5 R6 B9 B6 B3  G7 G4 G1 O4 O5 O6 O7 O8 O9""",
    "left": """
        O1 W2 W3 O4 W5 W6 O7 W8 W9  R1 Y2 Y3 R4 Y5 Y6 R7 Y8 Y9  G7 G4 G1 G8 G5 G2 G9 G6 G3
        B1 B2 B3 B4 B5 B6 B7 B8 B9  W1 R2 R3 W4 R5 R6 W7 R8 R9  Y1 O2 O3 Y4 O5 O6 Y7 O8 O9""",
    "right": """
        W1 W2 R3 W4 W5 R6 W7 W8 R9  Y1 Y2 O3 Y4 Y5 O6 Y7 Y8 O9  G1 G2 G3 G4 G5 G6 G7 G8 G9
        B7 B4 B1 B8 B5 B2 B9 B6 B3  R1 R2 Y3 R4 R5 Y6 R7 R8 Y9  O1 O2 W3 O4 O5 W6 O7 O8 W9""",
    "front": """
        W1 W2 W3 W4 W5 W6 G7 G8 G9  B9 B8 B7 Y4 Y5 Y6 Y7 Y8 Y9  G1 G2 G3 G4 G5 G6 Y3 Y2 Y1
        B1 B2 B3 B4 B5 B6 W7 W8 W9  R7 R4 R1 R8 R5 R2 R9 R6 R3  O1 O2 O3 O4 O5 O6 O7 O8 O9""",
    "back": """
        G1 G2 G3 W4 W5 W6 W7 W8 W9  Y1 Y2 Y3 Y4 Y5 Y6 B3 B2 B1  Y9 Y8 Y7 G4 G5 G6 G7 G8 G9
        W1 W2 W3 B4 B5 B6 B7 B8 B9  R1 R2 R3 R4 R5 R6 R7 R8 R9  O3 O6 O9 O2 O5 O8 O1 O4 O7""",
}

QUERY = """cube(g, w, w, g, w, w, r, r, r, b, b, o, y, y, o, y, y, o, g, g, r, g, g, r, y, y, b,
    o, b, b, o, b, b, g, b, b, w, w, w, r, r, y, r, r, y, o, o, w, o, o, w, y, g, g)"""
"""The program's example, with the three terms restored (y, y, o after the fifteenth) that its print
lost."""


def terms(text: str) -> list[str]:
    return text.replace("cube(", "").replace(")", "").replace(",", " ").split()


@given(cubes, st.sampled_from(sorted(TABLES)))
def test_every_rotation_is_the_printed_table(cube: Cube, name: str) -> None:
    before = dict(
        zip([c + n for c in "WYGBRO" for n in "123456789"], terms(cube_map(cube)), strict=True)
    )
    after = [before[variable] for variable in TABLES[name].split()]
    assert terms(cube_map(cube.apply(ROTATIONS[name]))) == after


def test_the_printed_query_is_f_r_u() -> None:
    assert parse_cube_map(QUERY).to_cube() == Cube.from_moves("F R U")
    assert terms(cube_map(Cube.from_moves("F R U"))) == terms(QUERY)


def test_solved() -> None:
    assert terms(cube_map(Cube())) == [colour for colour in "wygbro" for _ in range(9)]


def test_what_the_print_lost_is_reported() -> None:
    lost = QUERY.replace("y, y, o, y, y, o,", "y, y, o,")
    with pytest.raises(InputError, match="51 terms, 3 too few"):
        parse_cube_map(lost)


def test_unknown_terms_and_letters() -> None:
    assert parse_cube_map("cube(" + "_," * 53 + "w).").letters.count(".") == 53
    assert parse_cube_map("w " * 53 + ".").letters.count(".") == 1
    with pytest.raises(InputError, match="'x' at character 6 is not a colour") as caught:
        parse_cube_map("cube(x, w)")
    assert caught.value.position == 5
    with pytest.raises(InputError, match="';' at character 2"):
        parse_cube_map("w;w")
