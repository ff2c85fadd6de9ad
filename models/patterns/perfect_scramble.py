"""The perfect scramble: a cube that looks as scrambled as a cube can.

The six requirements, the first five by Florian F., the sixth and the first search (five days) by
the author of "The Rubik's Cube Perfect Scramble", Solutions Looking for Problems. 48 cubes satisfy
them, all equal up to symmetry.

On cubes of other sizes they say the same. "No colour more often than necessary" means ⌈n²/6⌉ times on a
face; equal colours touch along a side, at a point inside a face, and at a point of a cube edge, of which
there are 24 (n - 1) pairs. On a 2×2×2 two requirements do not apply: its faces have too few stickers for six
colours and, where no colour comes twice, they all have the same pattern.
"""

from __future__ import annotations

from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule
from cubecsp.models.language.pattern_info import About
from cubecsp.models.rules.at_most import AtMost
from cubecsp.models.rules.every_colour import EveryColour
from cubecsp.models.rules.faces_differ import FacesDiffer
from cubecsp.models.rules.no_touching import NoTouching
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.moves import Moves

LEFT_OUT: dict[int, tuple[tuple[Rule, str], ...]] = {
    2: (
        (EveryColour(), "a face has four stickers, too few for six colours"),
        (FacesDiffer(), "four stickers of four colours make one pattern only"),
    )
}
"""By the size of the cube, requirements that do not apply there, and why: clauses."""


def perfect_scramble(puzzle: CubePuzzle = CUBE) -> Pattern:
    """Return the requirements for a cube of some size: those that apply there."""
    stickers, colours = puzzle.size**2, 6
    rules = (
        EveryColour(),
        AtMost(-(-stickers // colours)),
        NoTouching("side"),
        NoTouching("diagonal"),
        NoTouching("across"),
        FacesDiffer(),
    )
    without = [rule for rule, _ in LEFT_OUT.get(puzzle.size, ())]
    kept = tuple(rule for rule in rules if rule not in without)
    return Pattern(kept, name="perfect-scramble", puzzle=puzzle)


PERFECT_SCRAMBLE = perfect_scramble()

ABOUT = About(
    "Six colours on every face, none more than twice, no two alike side by side or at a point, and no "
    "two faces alike.",
    '"The Rubik\'s Cube Perfect Scramble", Solutions Looking for Problems; five requirements by '
    "Florian F.",
    Moves("U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'"),
    18,
    tuple(map(str, PERFECT_SCRAMBLE.rules)),
)
