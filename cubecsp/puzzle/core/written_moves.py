"""Moves as they are written, of any puzzle: inverted, or under a symmetry, in the notation of the writer.

Groups, commutators, conjugates and repetitions are kept, and so are the words for moves. Only blanks are normalised,
and comments left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeAlias

from cubecsp.frozen import frozen
from cubecsp.puzzle.core.sequences import TIMES, SequenceReader, parts_of

Image: TypeAlias = Callable[[str], tuple[str, bool]]
"""Returns what a move becomes under a symmetry, and whether its count and prime mean the same turns for that."""


@frozen
class _Item:
    """A move or a group, with its number of repetitions; undone if `inverse`."""

    count: str = ""
    inverse: bool = False

    @property
    def suffix(self) -> str:
        return self.count + "'" * self.inverse


@frozen
class WrittenMove(_Item):
    """A move.

    Attributes:
        name: the move without its count and prime.
        order: how many times it is done until nothing has changed.
        opposite: another name that undoes it, if it is undone so and not by a prime.
        signed: whether it is written with a sign, `UR2+`.
    """

    name: str = ""
    order: int = 4
    opposite: str = ""
    signed: bool = False

    def __str__(self) -> str:
        return f"{self.name}{self.count + '+-'[self.inverse] if self.signed else self.suffix}"

    def spelled_out(self) -> Iterator[str]:
        """Yield the move, turned the short way; nothing if it turns by whole turns."""
        times = int(self.count or 1) * (-1 if self.inverse else 1) % self.order
        if times:
            back = 2 * times > self.order
            count = self.order - times if back else times
            yield self.name + (str(count) if count > 1 else "") + "'" * back

    def inverted(self) -> WrittenMove:
        """Return the move that undoes it."""
        if self.opposite:
            return replace(self, name=self.opposite, opposite=self.name)
        is_own_inverse = 2 * int(self.count or 1) % self.order == 0
        return replace(self, inverse=not (is_own_inverse or self.inverse))

    def moved(self, image: Image) -> WrittenMove:
        """Return what it becomes under a symmetry."""
        name, same = image(self.name)
        opposite = image(self.opposite)[0] if self.opposite else ""
        result = replace(self, name=name, opposite=opposite)
        return result if same else result.inverted()


@frozen
class _Group(_Item):
    """A group: of one part, a commutator (`,`) or a conjugate (`:`)."""

    mark: str = ""
    parts: tuple[tuple[WrittenMove | _Group, ...], ...] = ()

    def __str__(self) -> str:
        inside = [" ".join(map(str, part)) for part in self.parts]
        if not self.mark:
            return f"({inside[0]}){self.suffix}"
        return f"[{f'{self.mark} '.join(inside)}]{self.suffix}"

    def spelled_out(self) -> Iterator[str]:
        """Yield the moves that the group stands for, repetitions included."""
        if self.inverse:
            yield from replace(self, inverse=False).inverted().spelled_out()
            return
        first, *others = self.parts
        parts = [first, *others]
        if self.mark == ",":
            parts += [_inverted(part) for part in self.parts]
        elif self.mark == ":":
            parts.append(_inverted(first))
        once = [word for part in parts for item in part for word in item.spelled_out()]
        for _ in range(int(self.count or 1) if once else 0):
            yield from once

    def inverted(self) -> _Group:
        if self.inverse:
            return replace(self, inverse=False)
        first, *others = self.parts
        if self.mark == ",":
            return replace(self, parts=(*others, first))
        if self.mark == ":":
            return replace(self, parts=(first, _inverted(others[0])))
        return replace(self, parts=(_inverted(first),))

    def moved(self, image: Image) -> _Group:
        return replace(self, parts=tuple(_moved(part, image) for part in self.parts))


_Sequence = tuple[WrittenMove | _Group, ...]


@frozen
class WrittenMoves:
    """Moves as they are written; `str` writes them again.

    Attributes:
        items: moves and groups, in order.
    """

    items: _Sequence

    @classmethod
    def read(cls, reader: SequenceReader[Any], move: Callable[[str], WrittenMove]) -> WrittenMoves:
        """Return the moves of a text.

        Args:
            reader: reads the text.
            move: returns the move with a name.

        Raises:
            InputError: the text cannot be read.
        """
        reader.parse()
        return cls(_Tree(reader, move).sequence(0, len(reader.text), 0))

    def __str__(self) -> str:
        return " ".join(map(str, self.items))

    def spelled_out(self) -> str:
        """Return them without groups: wide turns, slices and rotations are kept, with a blank between."""
        return " ".join(word for item in self.items for word in item.spelled_out())

    def inverted(self) -> WrittenMoves:
        """Return the moves that undo these."""
        return WrittenMoves(_inverted(self.items))

    def moved(self, image: Image) -> WrittenMoves:
        """Return them as they look after a symmetry; they then make the conjugate state."""
        return WrittenMoves(_moved(self.items, image))


def _inverted(items: _Sequence) -> _Sequence:
    return tuple(item.inverted() for item in reversed(items))


def _moved(items: _Sequence, image: Image) -> _Sequence:
    return tuple(item.moved(image) for item in items)


class _Tree:
    """Makes moves and groups of what a reader has read."""

    def __init__(self, reader: SequenceReader[Any], move: Callable[[str], WrittenMove]) -> None:
        self._reader, self._move = reader, move

    def sequence(self, begun: int, end: int, depth: int) -> _Sequence:
        """Return the items between two places that are inside `depth` groups."""
        spans = self._reader.items[depth] if depth < len(self._reader.items) else ()
        return tuple(self._item(*span, depth) for span in spans if begun <= span[0] < end)

    def _item(self, begun: int, end: int, depth: int) -> WrittenMove | _Group:
        text, group = self._reader.text, self._reader.groups.get(begun)
        item: WrittenMove | _Group
        if group is None:
            name_end = self._reader.name_end(begun)
            item, suffix = self._move(text[begun:name_end]), text[name_end:end]
            count, inverse = parts_of(suffix)
            signed = item.signed and suffix[-1:] in ("+", "-") and bool(count)
            return replace(item, count=count, inverse=inverse, signed=signed)
        *middle, closed = group
        ends = [begun, *middle, closed]
        parts = [self.sequence(a + 1, b, depth + 1) for a, b in pairwise(ends)]
        count, inverse = parts_of(TIMES.sub("", text[closed:end])[1:])
        mark = text[middle[0]] if middle else ""
        return _Group(count=count, inverse=inverse, mark=mark, parts=tuple(parts))
