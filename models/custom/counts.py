"""Functions that count colours: run on numbers of stickers, and folded into diagrams that count along.

`sorted(face.count(c) for c in "URFDLB")` sees no more than six numbers. There are 2,002 ways for nine stickers,
and ten million colourings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import add

from cubecsp.frozen import frozen
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import ColourCount, Primitive, all_of, any_of
from cubecsp.models.custom.folding import MAX_NODES
from cubecsp.models.custom.undecided import PartialColours, StickerCount, UndecidedSticker
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.stopping.deadline import look, looking

_MAX_RUNS = 20_000
_MAX_STATES = 20_000  # at one sticker
_COLOURS = range(len(FACES))

_State = tuple[int, ...]
"""A value of each number."""


@frozen
class Numbers:
    """A function of some numbers of stickers, and of the colours that it reads besides.

    Attributes:
        test: runs the function; what is not decided raises `UndecidedSticker`.
        size: the number of its places.
        keys: the numbers.
        runs: how often it was run to learn what these are.
    """

    test: Callable[[PartialColours], bool]
    size: int
    keys: tuple[StickerCount, ...]
    runs: int

    @property
    def cells(self) -> tuple[int, ...]:
        """The places that it reads, ascending."""
        return tuple(sorted({cell for key in self.keys for cell in key.cells}))

    def _verdict(self, state: _State) -> bool:
        decided = dict(zip(self.keys, state, strict=True))
        return self.test(_partial(decided, self.size))

    def _steps(self, cell: int) -> list[_State]:
        """Return what a sticker adds to the numbers, for each colour."""
        return [tuple(key.added_by(cell, colour) for key in self.keys) for colour in _COLOURS]

    def primitive(self, facelets: Sequence[int], fixed: Mapping[int, int]) -> Primitive | None:
        """Return what is said as a primitive, None if that would be too large.

        Args:
            facelets: the stickers at the places.
            fixed: the colours of the centres among the places.
        """
        key = self.keys[0]
        if len(self.keys) == 1 and key.colour is not None:
            right = [n for n in range(len(key.cells) + 1) if self._verdict((n,))]
            if right and right[-1] - right[0] == len(right) - 1:
                where = frozenset(facelets[cell] for cell in key.cells)
                return ColourCount(where, frozenset([key.colour]), right[0], right[-1])
        return self._diagram(facelets, fixed)

    def _diagram(self, facelets: Sequence[int], fixed: Mapping[int, int]) -> Primitive | None:
        """Return the diagram that counts along; nodes with the same continuations are one."""
        shown = [self._steps(cell)[colour] for cell, colour in fixed.items()]
        start: _State = tuple(map(sum, zip((0,) * len(self.keys), *shown, strict=True)))
        free = [cell for cell in self.cells if cell not in fixed]
        states, ways = {start}, []
        for cell in looking(free):
            steps = self._steps(cell)
            ways.append({s: [tuple(map(add, s, step)) for step in steps] for s in states})
            states = {state for following in ways[-1].values() for state in following}
            if len(states) > _MAX_STATES:
                return None
        follows = {s: Diagram.YES if self._verdict(s) else Diagram.NO for s in looking(states)}
        layers: list[tuple[tuple[int, ...], ...]] = []
        for way in looking(ways[::-1]):
            nodes: dict[tuple[int, ...], int] = {}
            here = {}
            for state, following in way.items():
                branches = tuple(follows[each] for each in following)
                constant = branches[0] < 0 and len({*branches}) == 1
                here[state] = branches[0] if constant else nodes.setdefault(branches, len(nodes))
            follows = here
            layers.insert(0, tuple(nodes))
        if follows[start] < 0:
            return all_of([]) if follows[start] == Diagram.YES else any_of([])
        if sum(map(len, layers)) > MAX_NODES:
            return None
        return Diagram(tuple(facelets[cell] for cell in free), tuple(layers))


def counted(test: Callable[[PartialColours], bool], size: int) -> Numbers | None:
    """Return the numbers that a function depends on, if it counts and that takes few runs; otherwise None.

    Args:
        test: runs the function; what is not decided raises `UndecidedSticker`.
        size: the number of its places.
    """
    keys: dict[StickerCount, None] = {}
    waiting: list[dict[StickerCount, int]] = [{}]
    for runs in range(_MAX_RUNS):
        if not waiting:
            return Numbers(test, size, tuple(keys), runs)
        look()
        decided = waiting.pop()
        try:
            test(_partial(decided, size))
        except UndecidedSticker as undecided:
            key = undecided.asked
            keys[key] = None
            waiting += [{**decided, key: number} for number in _possible(key, decided)]
        else:
            if all(key.colour is None for key in keys):
                return None
    return None


def _partial(decided: Mapping[StickerCount, int], size: int) -> PartialColours:
    shown = {key.cells[0]: FACES[n] for key, n in decided.items() if key.colour is None}
    return PartialColours(map(shown.get, range(size)), decided)


def _possible(key: StickerCount, decided: Mapping[StickerCount, int]) -> range:
    """Return the values that a number can have, as far as the numbers of other colours tell."""
    if key.colour is None:
        return _COLOURS
    others = [k for k in decided if k.cells == key.cells and k.colour is not None]
    left = len(key.cells) - sum(decided[k] for k in others)
    return range(left if len(others) == len(FACES) - 1 else 0, left + 1)
