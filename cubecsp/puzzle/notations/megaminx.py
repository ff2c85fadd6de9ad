"""The notation in which megaminx scrambles are written (S. Pochmann's; regulation 12d of the WCA): R++ D-- U'.

`R++` turns everything but the layer L by two fifths, clockwise as seen from the right; `D++` everything but the
layer U, as seen from below. `R--` and `D--` undo them. A scramble has seven lines, each of which ends with U or U'.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from cubecsp.frozen import FixedDict
from cubecsp.puzzle.kpuzzle.move_notation import Notation

_END_OF_LINE = re.compile(r"(?<=[+-] )(U'?) ")


class MegaminxNotation(Notation):
    """Moves of dodecahedra: R++, R--, D++ and D-- beside the turns of faces."""

    words: ClassVar[Mapping[str, str]] = FixedDict(
        {"R++": "Lv2' L2", "R--": "Lv2 L2'", "D++": "Uv2' U2", "D--": "Uv2 U2'"}
    )

    def in_lines(self, written: str) -> str:
        """Return written moves with a line break after each U that follows another kind of move."""
        return _END_OF_LINE.sub(r"\1\n    ", written)
