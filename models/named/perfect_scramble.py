"""The perfect scramble: a cube that looks as scrambled as a cube can.

The six requirements, the first five by Florian F., the sixth and the first search (five days) by
the author of "The Rubik's Cube Perfect Scramble", Solutions Looking for Problems. 48 cubes satisfy
them, all conjugate to each other.
"""

from __future__ import annotations

from cubecsp.models.about import About
from cubecsp.models.pattern import Pattern
from cubecsp.models.rules.at_most import AtMost
from cubecsp.models.rules.every_colour import EveryColour
from cubecsp.models.rules.faces_differ import FacesDiffer
from cubecsp.models.rules.no_touching import NoTouching
from cubecsp.puzzle.moves import Moves

__all__ = ["ABOUT", "PERFECT_SCRAMBLE"]

PERFECT_SCRAMBLE = Pattern(
    (
        EveryColour(),
        AtMost(2),
        NoTouching("side"),
        NoTouching("diagonal"),
        NoTouching("across"),
        FacesDiffer(),
    ),
    name="perfect-scramble",
)

ABOUT = About(
    "Six colours on every face, none more than twice, no two alike side by side or at a point, and no "
    "two faces alike.",
    '"The Rubik\'s Cube Perfect Scramble", Solutions Looking for Problems; five requirements by '
    "Florian F.",
    Moves.parse("U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'"),
    18,
)
