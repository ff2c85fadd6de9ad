"""What a definition of a puzzle consists of: orbits, the content of slots, and moves of slots."""

from __future__ import annotations

from typing import NamedTuple

from cubecsp.frozen import frozen


@frozen
class OrbitDefinition:
    """An orbit of a definition.

    Attributes:
        name: its name: "CORNERS".
        size: the number of its slots, and of its pieces.
        turns: the number of ways in which a piece can be turned: 3 for corners of a cube.
    """

    name: str
    size: int
    turns: int


class Piece(NamedTuple):
    """The content of a slot of the solved state.

    Attributes:
        number: the number of the piece, the same for pieces that look alike.
        turned: its turn.
        modulus: its turn is visible modulo this number, a divisor of the turns of its orbit.
    """

    number: int
    turned: int
    modulus: int


class SlotMove(NamedTuple):
    """A move as a permutation of slots; those of all orbits are numbered consecutively.

    Attributes:
        sources: for each slot the slot that its piece comes from.
        deltas: for each slot how much the piece that comes is turned.
    """

    sources: tuple[int, ...]
    deltas: tuple[int, ...]
