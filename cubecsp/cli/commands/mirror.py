"""`mirror`: moves as they look in a mirror."""

from __future__ import annotations

from functools import partial

from cubecsp.cli.command import Command
from cubecsp.cli.move_texts import rewritten
from cubecsp.cli.options import Json
from cubecsp.questions.mirror import Mirror

DESCRIPTION = """\
Write moves as they look in a mirror, in the same notation. They then make the mirror image of the cube,
with its colours exchanged accordingly."""
EPILOG = """\
examples:
  python -m cubecsp mirror "R U R' U'"                      (L' U' L U)
  python -m cubecsp mirror "[r U r', M2]" --plane FB

exit codes: 0 answered, 2 malformed"""

COMMAND = Command(
    "mirror",
    DESCRIPTION,
    EPILOG,
    partial(rewritten, question=Mirror),
    (Mirror,),
    (Json,),
    gives="texts",
)
