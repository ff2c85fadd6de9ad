"""A step towards a cube, with its moves on both sides and the rules that hold after it."""

from __future__ import annotations

from typing import Any, NamedTuple

from cubecsp.puzzle.cube.niss import NissMoves


class ReachStep(NamedTuple):
    """A step, as fewest-moves solvers write it: `(U2 B) R // oriented=edges (3/3)`.

    Attributes:
        moves: the moves of the step, on both sides.
        rules: the rules that hold after it.
        length: the number of its moves.
        total: the number of moves up to its end.
    """

    moves: NissMoves
    rules: str
    length: int
    total: int

    def __str__(self) -> str:
        return f"{self.moves} // {self.rules} ({self.length}/{self.total})".lstrip()

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        return self._asdict() | {"moves": str(self.moves)}
