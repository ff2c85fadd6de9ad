"""`invert`: the moves that undo given ones."""

from __future__ import annotations

from functools import partial

from cubecsp.cli.command import Command
from cubecsp.cli.move_texts import rewritten
from cubecsp.cli.options import Json
from cubecsp.questions.invert import Invert

DESCRIPTION = """\
Write the moves that undo the given ones, in the same notation: wide turns, slices, rotations,
commutators and conjugates remain what they are."""
EPILOG = """\
examples:
  python -m cubecsp invert "R U R' U'"
  python -m cubecsp invert "[R: U] F"                       (F' [R: U'])
  python -m cubecsp solve "R U F" | python -m cubecsp invert -

exit codes: 0 answered, 2 malformed"""

COMMAND = Command(
    "invert",
    DESCRIPTION,
    EPILOG,
    partial(rewritten, question=Invert),
    (Invert,),
    (Json,),
    gives="texts",
)
