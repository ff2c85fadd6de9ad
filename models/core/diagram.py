"""A decision diagram over the colours of stickers: the primitive for tables that are too long to list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from operator import mul
from typing import TYPE_CHECKING, ClassVar

from cubecsp.frozen import frozen
from cubecsp.models.core.primitives import Colours, Primitive
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.symmetry import Symmetry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags


@frozen(eq=False)
class Diagram(Primitive):
    """The colours of some stickers lead to yes through a decision diagram: a long table, folded.

    Two are equal if they are about the same stickers and hold for the same colours, in any order of the stickers. That
    is decided by the sum over all rows of the product of random numbers, one for each sticker and colour (M. Blum, A.
    Chandra and M. Wegman, Information Processing Letters 10 (1980) 80-82): different ones agree by chance once in 2¹²⁰
    cases.

    Attributes:
        facelets: the stickers in the order in which they are read, each once.
        layers: for each of them the nodes at which it is read, for the first a single one; a node says for
            each colour (0…5) which node of the next layer follows, or `YES` or `NO`.
    """

    YES: ClassVar[int] = -2
    NO: ClassVar[int] = -1

    facelets: tuple[int, ...]
    layers: tuple[tuple[tuple[int, ...], ...], ...]

    def negated(self) -> Diagram:  # noqa: D102
        other = {self.YES: self.NO, self.NO: self.YES}
        return self._with_nodes(lambda node: tuple(other.get(child, child) for child in node))

    def moved(self, symmetry: Symmetry, puzzle: CubePuzzle) -> Diagram:  # noqa: D102
        to = symmetry.facelets_of(puzzle)
        return self.renamed([to[f] for f in self.facelets], symmetry.faces)

    def renamed(self, facelets: Iterable[int], colours: Sequence[int]) -> Diagram:
        """Return the same with other facelets in their places, and colours[c] in place of colour c."""
        before = sorted(range(6), key=colours.__getitem__)
        turned = self._with_nodes(lambda node: tuple(node[colour] for colour in before))
        return Diagram(tuple(facelets), turned.layers)

    def after(self, facelet: int, colour: int) -> Diagram | bool:
        """Return the diagram that is left once a sticker is known; a bool if that settles it.

        Args:
            facelet: one of its stickers.
            colour: what it shows, 0…5.
        """
        at = self.facelets.index(facelet)
        skipped = [node[colour] for node in self.layers[at]]
        before = [*self.layers[:at]]
        if before:
            before[-1] = tuple(
                tuple(child if child < 0 else skipped[child] for child in node)
                for node in before[-1]
            )
        elif skipped[0] < 0:
            return skipped[0] == self.YES
        behind = self.layers[at + 1 :]
        if not before:
            behind = ((behind[0][skipped[0]],), *behind[1:])
        left = Diagram(self.facelets[:at] + self.facelets[at + 1 :], (*before, *behind))
        children = {child for layer in left.layers for node in layer for child in node if child < 0}
        return self.YES in children if len(children) == 1 else left

    def _with_nodes(self, changed: Callable[[tuple[int, ...]], tuple[int, ...]]) -> Diagram:
        return Diagram(self.facelets, tuple(tuple(map(changed, layer)) for layer in self.layers))

    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:  # noqa: ARG002, D102
        node = 0
        for facelet, layer in zip(self.facelets, self.layers, strict=True):
            node = layer[node][colours[facelet]]
            if node < 0:
                break
        return node == self.YES

    def holds_in(self, cubes: Batch) -> Flags:  # noqa: D102
        import numpy as np

        nodes = np.zeros(len(cubes), np.intp)
        for facelet, layer in zip(self.facelets, self.layers, strict=True):
            # The last two rows, those of YES and NO, lead to themselves.
            following = np.array([*layer, [self.YES] * 6, [self.NO] * 6], np.intp)
            nodes = following[nodes, cubes.at(facelet)]
        flags: Flags = nodes == self.YES
        return flags

    @property
    def cost(self) -> int:  # noqa: D102
        return len(self.facelets)

    @property
    def size(self) -> int:
        """The number of nodes."""
        return sum(map(len, self.layers))

    @cached_property
    def _fingerprint(self) -> int:
        """The products of the weights in each row that leads to yes, added up."""
        below: list[int] = []
        every = 1  # the factor of the rest if all its rows lead to yes
        for facelet, layer in zip(self.facelets[::-1], self.layers[::-1], strict=True):
            weights = [_weight(facelet, colour) for colour in range(6)]
            values = [*below, every, 0]  # so that YES and NO are at their places from the end
            below = [sum(map(mul, weights, map(values.__getitem__, n))) % _PRIME for n in layer]
            every = every * sum(weights) % _PRIME
        return below[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Diagram):
            return NotImplemented
        return self._fingerprint == other._fingerprint and {*self.facelets} == {*other.facelets}

    def __hash__(self) -> int:
        return self._fingerprint


_PRIME = 2**127 - 1


@cache
def _weight(facelet: int, colour: int) -> int:
    """Return a number below `_PRIME` that is as good as random, the same in every run."""
    from hashlib import blake2b  # slow to import, and needed by few rules

    return int.from_bytes(blake2b(f"{facelet} {colour}".encode(), digest_size=16).digest()) % _PRIME
