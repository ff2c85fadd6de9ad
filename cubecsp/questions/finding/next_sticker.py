"""The choice of the unknown sticker of a cube to look at next."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from cubecsp.frozen import frozen
from cubecsp.models.repair.completion import Completions
from cubecsp.puzzle.cube.facelets import Facelets


@frozen
class NextSticker:
    """An unknown sticker, and the value of knowing it.

    Attributes:
        facelet: its number.
        name: its name (U1 … B9).
        colours: for each colour that it can have, the number of cubes that show it.
    """

    facelet: int
    name: str
    colours: dict[str, int]

    @property
    def expected(self) -> Fraction:
        """The number of cubes left on average, if all have the same probability."""
        total = sum(self.colours.values())
        return Fraction(sum(number**2 for number in self.colours.values()), total)

    @property
    def worst(self) -> int:
        """The number of cubes left if the sticker has its commonest colour."""
        return max(self.colours.values())

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        return {
            "sticker": self.name,
            "expected": float(self.expected),
            "worst": self.worst,
            "colours": self.colours,
        }


def next_sticker(facelets: Facelets, completions: Completions) -> NextSticker | None:
    """Return the unknown sticker that leaves the fewest cubes on average and, among such, at worst.

    From the 4×4×4 on only those of corners and middle edges are compared; None if these are all determined.
    """
    counts = completions.colours()
    stickers = [
        NextSticker(
            facelet,
            facelets.puzzle.names[facelet],
            {colour: n for colour, n in zip(facelets.scheme, counts[facelet], strict=True) if n},
        )
        for facelet in sorted(counts)
        if facelets.colours[facelet] is None
    ]
    best = min(stickers, key=lambda s: (s.expected, s.worst, s.facelet), default=None)
    return best if best is not None and len(best.colours) > 1 else None
