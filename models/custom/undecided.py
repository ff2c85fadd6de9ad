"""Stickers that are not decided yet, as a function meets them, and numbers of colours in their place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, NoReturn


class StickerCount(NamedTuple):
    """The number of some places that show a colour.

    Attributes:
        cells: the places, ascending.
        colour: 0…5; None for the colour of a single place, which is a number, too.
    """

    cells: tuple[int, ...]
    colour: int | None

    def added_by(self, cell: int, colour: int) -> int:
        """Return what a place adds to the number if it shows a colour."""
        if cell not in self.cells:
            return 0
        return colour if self.colour is None else int(colour == self.colour)


_Counts = Mapping[StickerCount, int]


class UndecidedSticker(BaseException):
    """A colour, or a number of stickers, is needed that is not decided. No `except Exception` catches it.

    Attributes:
        asked: what is needed.
    """

    def __init__(self, asked: int | StickerCount) -> None:
        super().__init__(asked)
        self.asked = StickerCount((asked,), None) if isinstance(asked, int) else asked


class PartialColours(list[Any]):
    """Colours of which some are None, whose views pass undecided stickers on until they are compared.

    Args:
        colours: the colours.
        counts: the numbers that are decided, for views that ask for numbers; None if they count stickers.

    Attributes:
        passed_on: the undecided places that views have passed on, as often as they did.
    """

    def __init__(self, colours: Iterable[Any], counts: _Counts | None = None) -> None:
        super().__init__(colours)
        self.counts = counts
        self.passed_on: list[int] = []


class StickerPlaceholder:
    """A sticker that a function may pass on, but not yet look at: what this does not have fails."""

    def __init__(self, cell: int) -> None:
        self._cell = cell

    def _ask(self, *_: object) -> NoReturn:
        raise UndecidedSticker(self._cell)

    __eq__ = __hash__ = __repr__ = __bool__ = _ask
