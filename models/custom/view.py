"""The argument of a custom rule: the colours of some stickers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

from cubecsp.models.custom.undecided import (
    PartialColours,
    StickerCount,
    StickerPlaceholder,
    UndecidedSticker,
)
from cubecsp.models.rules.drawing import corner_cells, edge_cells
from cubecsp.puzzle.cube.geometry import FACES


class StickerView(Sequence[str]):
    """The colours of some stickers, as a predicate sees them: letters U R F D L B.

    On a face, `corners`, `edges` and `centre` name parts of it, and `rows` its rows.

    Args:
        colours: letters, or tokens that stand for them, named after the centres; None for undecided ones.
        cells: which of them it has.
        holding: the orientation of the cube: the letters that are seen name colours as on a cube in the starting orientation.
    """

    def __init__(self, colours: Sequence[Any], cells: Sequence[int], holding: str = FACES) -> None:
        self._colours = colours
        self._cells = cells
        self._holding = holding

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> StickerView: ...
    def __getitem__(self, index: int | slice) -> str | StickerView:
        if isinstance(index, slice):
            return StickerView(self._colours, self._cells[index], self._holding)
        cell = self._cells[index]
        colour: Any = self._colours[cell]
        if colour is None:
            if isinstance(self._colours, PartialColours):
                self._colours.passed_on.append(cell)
                return StickerPlaceholder(cell)  # type: ignore[return-value]  # until it is looked at
            raise UndecidedSticker(cell)
        if self._holding != FACES:
            letter = isinstance(colour, str)
            colour = self._holding[FACES.index(colour)] if letter else colour.seen(self._holding)
        seen: str = colour
        return seen

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[str]:
        return map(self.__getitem__, range(len(self._cells)))

    def count(self, value: object) -> int:
        """Return how many of the stickers show a colour."""
        counts = getattr(self._colours, "counts", None)
        if counts is None or value not in (*FACES,):
            return super().count(value)
        asked = StickerCount(tuple(sorted(self._cells)), [*self._holding].index(value))
        if asked not in counts:
            raise UndecidedSticker(asked)
        return int(counts[asked])

    def __eq__(self, other: object) -> bool:
        return (
            list(self) == list(other)
            if isinstance(other, (StickerView, list, tuple))
            else NotImplemented
        )

    __hash__ = None  # type: ignore[assignment]  # views of equal colours are equal

    @property
    def rows(self) -> list[StickerView]:
        """The rows of a face, from the top."""
        n = self._side
        return [self[start : start + n] for start in range(0, len(self), n)]

    @property
    def corners(self) -> StickerView:
        """The four corner stickers of a face."""
        return self._at(corner_cells(self._side))

    @property
    def edges(self) -> StickerView:
        """The stickers along the sides of a face, corners left out: four on the 3×3×3."""
        return self._at(edge_cells(self._side))

    def _at(self, places: Iterable[int]) -> StickerView:
        return StickerView(self._colours, [self._cells[place] for place in places], self._holding)

    @property
    def centre(self) -> str:
        """The colour in the middle of a face."""
        n = self._side
        if n % 2 == 0:
            raise IndexError(f"a face of the {n}×{n}×{n} has no centre")
        return self[len(self) // 2]

    @property
    def _side(self) -> int:
        """The length of a side of the face."""
        n = math.isqrt(len(self))
        if n * n != len(self):
            raise IndexError(f"{len(self)} stickers are not a face")
        return n


class ListOfView(list[str]):
    """The list of a view, which counts like the view."""

    def __init__(self, items: Iterable[str] = ()) -> None:
        super().__init__(items)
        if isinstance(items, StickerView):
            self.count = items.count  # type: ignore[method-assign]
