"""Messages of refusals, word by word if they have several numbers or names."""

from __future__ import annotations

import pytest

from cubecsp import Cube, CubecspError, Facelets, PocketCube
from cubecsp.formats import read
from cubecsp.formats.slot_order import placements
from cubecsp.models.language.pattern_text import parse_rules
from cubecsp.models.rules.at_most import AtMost
from cubecsp.puzzle.cube import batch
from cubecsp.search import breadth_first
from cubecsp.search.goals import matching

pytestmark = pytest.mark.quick

SOLVED = Cube().facelets
TWO_URF = "UUUUUUUUURRFRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLRBBBBBBBB"
TWICE = [0, 0, *range(6, 24, 3)]

SENTENCES = {
    "a 2×2×2 among cubes of size 3": lambda: batch.to_array([Cube(), PocketCube()]),
    f"{TWICE} does not place each of the 8 corner pieces once; give 8 numbers piece·3 + turn": (
        lambda: Cube.from_placements(TWICE, [*range(0, 24, 2)])
    ),
    "placements of 1 kinds of pieces; a 3×3×3 has 2: corner, edge": (
        lambda: Cube.from_placements(TWICE)
    ),
    "rule at-most=2 is neither true nor false by itself; write & for and, | for or, ~ for not, and put comparisons in "
    "parentheses": lambda: bool(AtMost(2)),
    "target ......................R...............................: the centre of face F shows R; centres never move; "
    "write F or .": lambda: matching(Facelets("." * 22 + "R" + "." * 31)),
    "at-least(3, …) of 2 rules can never hold (at character 10 of 'at-least(3, U1==R, U2==R)'): expected an integer from 1 to 2": (
        lambda: parse_rules("at-least(3, U1==R, U2==R)")
    ),
    "unexpected ',' at character 6 of 'U1==R, >U2==R': expected a rule": (
        lambda: parse_rules("U1==R, >U2==R")
    ),
    "VisualCube 'visualcube.php?view=planet': view=planet: unknown value; write plan, trans": (
        lambda: read("visualcube.php?view=planet")
    ),
    "cube 'RUUUUUUUURURRRRRRRFFFFFFFFFDDDDDDDDDLLLL'…: the corner at ULB shows R-L-B, and no piece does; `check` lists "
    "every defect": lambda: Cube.from_facelets("R" + SOLVED[1:10] + "U" + SOLVED[11:]),
    "cube '.UUUUUUU.RRRRRRRRRFFFFFFFFFDDDDDDDDDLLLL'…: 2 stickers are unknown; `check` lists every defect": (
        lambda: Cube.from_facelets("." + SOLVED[1:8] + "." + SOLVED[9:])
    ),
    "a list of 40 numbers names each piece once, and the corner URF is there twice; `facelets`, `colours` and "
    "`visualcube` can say it": lambda: placements(Facelets(TWO_URF), "a list of 40 numbers"),
    "cube UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB is not solved by any sequence of these moves: U and F2 "
    "alone generate a group of order 14,400, which this cube is not in; they leave DBL, DRB, DR, DL, DB, BL and BR in "
    "place; allow more moves to choose from": (
        lambda: breadth_first.solve(Cube.from_moves("R"), turns="U,F2")
    ),
}


@pytest.mark.parametrize(("sentence", "ask"), SENTENCES.items(), ids=[s[:40] for s in SENTENCES])
def test_refusals_are_said_in_these_words(sentence, ask):
    with pytest.raises(CubecspError) as refused:
        ask()
    assert str(refused.value) == sentence
