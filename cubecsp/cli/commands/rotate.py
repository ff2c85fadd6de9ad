"""`rotate`: moves as they look when the whole cube is turned."""

from __future__ import annotations

from functools import partial

from cubecsp.cli.command import Command
from cubecsp.cli.move_texts import rewritten
from cubecsp.cli.options import Json
from cubecsp.questions.rotate import Rotate

DESCRIPTION = """\
Write moves as they look when the whole cube is turned, in the same notation. What they make is then turned
in the same way, with its colours renamed accordingly."""
EPILOG = """\
examples:
  python -m cubecsp rotate "R U R' U'" --by y               (F U F' U')
  python -m cubecsp rotate "Rw U2 3Fw'" --by "x2 z" --size 5

exit codes: 0 answered, 2 malformed"""

COMMAND = Command(
    "rotate",
    DESCRIPTION,
    EPILOG,
    partial(rewritten, question=Rotate),
    (Rotate,),
    (Json,),
    gives="texts",
)
