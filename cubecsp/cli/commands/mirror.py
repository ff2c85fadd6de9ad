"""`mirror`: moves as they look in a mirror."""

from __future__ import annotations

from cubecsp.cli.move_texts import rewriting
from cubecsp.questions.mirror import Mirror

DESCRIPTION = """\
Write moves as they look in a mirror, in the same notation. They then make the mirror image of the cube,
with its colours exchanged accordingly."""
EXAMPLES = """\
  cubecsp mirror "R U R' U'"                      (L' U' L U)
  cubecsp mirror "[r U r', M2]" --plane FB
  cubecsp mirror --puzzle clock "UR2+ R3-"        (UL2- L3+)"""

COMMAND = rewriting(Mirror, DESCRIPTION, EXAMPLES)
