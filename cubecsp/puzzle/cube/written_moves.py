"""Moves as they are written: inverted, or under a symmetry, in the notation of the writer.

The notation of `cubecsp.puzzle.cube.notation` is kept: wide turns, slices, rotations, commutators and
conjugates, repetitions. Only blanks are normalised, and comments left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cubecsp.frozen import frozen
from cubecsp.puzzle.core.sequences import COMMENTS, MAX_TURNS, SUFFIX, TIMES, parts_of
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.notation import read_turns
from cubecsp.puzzle.cube.symmetry import Symmetry

_TOKEN = re.compile(
    r"(?:(?P<layers>\d{1,3}(?:-\d{1,3})?)?(?P<letter>[URFDLB]w?|[urfdlb]|[MESxyz])|(?P<end>[)\]]))"
    rf"(?P<suffix>{SUFFIX})?|(?P<mark>[(\[,:])|(?:\s|{COMMENTS.pattern})+"
)
_SLICES = dict(zip("MES", "LDF", strict=True))  # the face that each turns with
_ROTATIONS = dict(zip("xyz", "RUF", strict=True))


@frozen
class _Item:
    """A move or a group, with its number of repetitions; undone if `inverse`."""

    count: str = ""
    inverse: bool = False

    @property
    def suffix(self) -> str:
        return self.count + "'" * self.inverse


@frozen
class _Move(_Item):
    layers: str = ""
    letter: str = ""

    def __str__(self) -> str:
        return f"{self.layers}{self.letter}{self.suffix}"

    def spelled_out(self) -> Iterator[str]:
        """Yield the move, turned by at most three quarters; nothing if it turns by whole turns."""
        quarters = int(self.count or 1) * (-1 if self.inverse else 1) % 4
        if quarters:
            yield self.layers + self.letter + ("", "2", "'")[quarters - 1]

    def inverted(self) -> _Move:
        half = self.count == "2"  # a half turn is its own inverse
        return replace(self, inverse=False if half else not self.inverse)

    def moved(self, symmetry: Symmetry) -> _Move:
        letter, same = _image(self.letter, symmetry)
        result = replace(self, letter=letter)
        return result if same else result.inverted()


@frozen
class _Group(_Item):
    """A group: of one part, a commutator (`,`) or a conjugate (`:`)."""

    mark: str = ""
    parts: tuple[tuple[_Move | _Group, ...], ...] = ()

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

    def moved(self, symmetry: Symmetry) -> _Group:
        return replace(self, parts=tuple(_moved(part, symmetry) for part in self.parts))


_Sequence = tuple[_Move | _Group, ...]


@frozen
class WrittenMoves:
    """Moves as they are written; `str` writes them again.

    Attributes:
        items: moves and groups, in order.
    """

    items: _Sequence

    @classmethod
    def parse(cls, text: str, puzzle: CubePuzzle) -> WrittenMoves:
        """Read moves in the notation of `cubecsp.puzzle.cube.notation`.

        Raises:
            InputError: it cannot be read, or names layers that `puzzle` does not have.
        """
        read_turns(text, MAX_TURNS, puzzle)  # or it says what is wrong
        results = _TOKEN.finditer(TIMES.sub("", text))
        tokens = [match for match in results if match.lastgroup]  # a blank is neither
        return cls(_TokenReader(tokens).sequence(","))

    def __str__(self) -> str:
        return " ".join(map(str, self.items))

    def spelled_out(self) -> str:
        """Return them without groups: wide turns, slices and rotations are kept, with a blank between."""
        return " ".join(word for item in self.items for word in item.spelled_out())

    def inverted(self) -> WrittenMoves:
        """Return the moves that undo these."""
        return WrittenMoves(_inverted(self.items))

    def moved(self, symmetry: Symmetry) -> WrittenMoves:
        """Return them as they look after a symmetry; they then make the conjugate cube."""
        return WrittenMoves(_moved(self.items, symmetry))


def _inverted(items: _Sequence) -> _Sequence:
    return tuple(item.inverted() for item in reversed(items))


def _moved(items: _Sequence, symmetry: Symmetry) -> _Sequence:
    return tuple(item.moved(symmetry) for item in items)


def _image(letter: str, symmetry: Symmetry) -> tuple[str, bool]:
    """Return the image of a letter, and whether it still turns the same way as it is written."""
    small, named = letter.lower() if letter.islower() else "", letter[0].upper()
    for names in (_SLICES, _ROTATIONS):
        if letter in names:
            face = _face(names[letter], symmetry)
            image = next(n for n, f in names.items() if FACES.index(f) % 3 == FACES.index(face) % 3)
            return image, (names[image] == face) != symmetry.mirrored
    image = _face(named, symmetry)
    return (image.lower() if small else image + letter[1:]), not symmetry.mirrored


def _face(face: str, symmetry: Symmetry) -> str:
    return FACES[symmetry.faces[FACES.index(face)]]


class _TokenReader:
    """Reads tokens of a text that is known to be in the notation."""

    def __init__(self, tokens: list[re.Match[str]]) -> None:
        self._tokens = tokens[::-1]

    def sequence(self, between: str = "") -> _Sequence:
        """Return the items up to the end of a group or of its first part, without the marks `between` them."""
        items: list[_Move | _Group] = []
        while self._tokens and not self._tokens[-1]["end"]:
            mark = self._tokens[-1]["mark"] or "("
            if mark in between:
                self._tokens.pop()
            elif mark in ",:":
                break
            else:
                items.append(self._item())
        return tuple(items)

    def _item(self) -> _Move | _Group:
        token = self._tokens.pop()
        item: _Move | _Group
        if token["letter"]:
            item = _Move(layers=token["layers"] or "", letter=token["letter"])
        else:
            item, token = self._group()
        count, inverse = parts_of(token["suffix"] or "")
        return replace(item, count=count, inverse=inverse)

    def _group(self) -> tuple[_Group, re.Match[str]]:
        """Return a group, and its end."""
        first, token = self.sequence(), self._tokens.pop()
        if token["end"]:
            return _Group(parts=(first,)), token
        return _Group(mark=token.group(), parts=(first, self.sequence())), self._tokens.pop()
