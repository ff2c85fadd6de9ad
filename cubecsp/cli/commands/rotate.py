"""`rotate`: moves as they look when the whole cube is turned."""

from __future__ import annotations

from cubecsp.cli.move_texts import rewriting
from cubecsp.questions.rotate import Rotate

DESCRIPTION = """\
Write moves as they look when the whole cube is turned, in the same notation. What they make is then turned
in the same way, with its colours renamed accordingly."""
EXAMPLES = """\
  cubecsp rotate "R U R' U'" --by y               (F U F' U')
  cubecsp rotate "Rw U2 3Fw'" --by "x2 z" --size 5
  cubecsp rotate --puzzle megaminx "R U" --by Uv  (F U)"""

COMMAND = rewriting(Rotate, DESCRIPTION, EXAMPLES)
