"""`invert`: the moves that undo given ones."""

from __future__ import annotations

from cubecsp.cli.move_texts import rewriting
from cubecsp.questions.invert import Invert

DESCRIPTION = """\
Write the moves that undo the given ones, in the same notation: wide turns, slices, rotations,
commutators and conjugates remain what they are."""
EXAMPLES = """\
  cubecsp invert "R U R' U'"
  cubecsp invert "[R: U] F"                       (F' [R: U'])
  cubecsp solve "R U F" | cubecsp invert -
  cubecsp invert --puzzle megaminx "R++ D-- U'"   (U D++ R--)"""

COMMAND = rewriting(Invert, DESCRIPTION, EXAMPLES)
