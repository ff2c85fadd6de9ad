"""Stickers as they stand in a text, face by face, and the order of faces that the text means.

Most people write the faces in the order U R F D L B, as H. Kociemba's programs do; others in the order U L F
R B D, as a net has them, or in any other, which `--order` specifies. A net whose lines have lost their blanks
does not show which face its U was above. Then the reader tests each order that it can mean, and takes one if
its pieces exist; if two fit equally well, it refuses to guess.
"""

from __future__ import annotations

from typing import NamedTuple

from cubecsp.errors import InputError, excerpt
from cubecsp.interface import spelled
from cubecsp.puzzle.cube.colour_naming import real_pieces
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES


class WrittenStickers(NamedTuple):
    """The stickers of a cube as they stand in a text.

    Attributes:
        faces: the stickers of each face in its own characters, `.` for unknown, in the order of the text.
        puzzle: the cube.
        orders: the orders of faces that the text can mean, several if it is ambiguous.
        is_sure: whether the text itself fixes its order, so that no other may be given.
    """

    faces: tuple[str, ...]
    puzzle: CubePuzzle
    orders: tuple[str, ...] = (FACES,)
    is_sure: bool = False

    def stickers(self, order: str) -> str:
        """Return the stickers in the order of facelets, if the faces are written in `order`."""
        return "".join(self.faces[order.index(face)] for face in FACES)


def row(stickers: str, puzzle: CubePuzzle) -> WrittenStickers:
    """Return a row of stickers face by face."""
    area = puzzle.size**2
    faces = (stickers[i : i + area] for i in range(0, len(stickers), area))
    return WrittenStickers(tuple(faces), puzzle)


def parse_order(text: str) -> str:
    """Read an order of the six faces: `ULFRBD`, with blanks or commas between or not.

    Raises:
        InputError: it does not name each face once.
    """
    order = text.upper().replace(",", "").replace(" ", "")
    if sorted(order) != sorted(FACES):
        raise InputError(
            f"{excerpt(text)} is not an order of faces",
            f"write each of {' '.join(FACES)} once, as in ULFRBD",
        )
    return order


def facelets_of(
    written: WrittenStickers, order: str | None = None, scheme: str | None = None
) -> Facelets:
    """Return the stickers that are meant, their colours named after the centres.

    Args:
        written: the stickers of a text.
        order: the order of its faces that the user states; left out, the order that the text shows.
        scheme: the colours of the faces of a cube in the usual orientation, as the user states them.

    Raises:
        InputError: nothing says which colour is which; or the text fixes its own order, or could be meant in
            several.
    """
    return order_and_facelets(written, order, scheme)[1]


def order_and_facelets(
    written: WrittenStickers, order: str | None = None, scheme: str | None = None
) -> tuple[str, Facelets]:
    """Return the order of faces that is meant, and the result of `facelets_of`; see there."""
    if order is not None:
        if written.is_sure and [order] != [*written.orders]:
            raise InputError(
                f"the text has its faces in the order {_spaced(written.orders[0])}, and not "
                f"{_spaced(order)}",
                f"leave out {spelled('order')}",
            )
        orders: tuple[str, ...] = (order,)
    else:
        orders = written.orders
    entries: dict[str, Facelets] = {}
    for one in orders:
        try:
            entries[one] = Facelets.named(written.stickers(one), written.puzzle, usual=scheme)
        except InputError:
            if len(orders) == 1:
                raise
    return _best(entries, orders)


def _best(readings: dict[str, Facelets], orders: tuple[str, ...]) -> tuple[str, Facelets]:
    """Return the reading with the most real pieces, if only one has that many and they are most slots."""
    if len(orders) == 1:
        return orders[0], readings[orders[0]]
    real = {order: _fitting(stickers) for order, stickers in readings.items()}
    most = max(real.values(), default=0)
    best = [order for order, number in real.items() if number == most]
    if len(best) == 1:
        stickers = readings[best[0]]
        slots = sum(len(orbit.names) for orbit in stickers.puzzle.orbits)
        if 2 * most > slots + len(stickers.puzzle.centres):
            return best[0], stickers
    text = " or ".join(spelled("order", order) for order in orders[:2])
    raise InputError(
        "the columns of this net do not say which of the faces in a row U is above, nor do its pieces",
        f"write blanks before the rows of U and D, so that they stand above and below F, or give {text}",
    )


def _fitting(facelets: Facelets) -> int:
    """Return the number of slots that show a real piece, plus that of centres that are those of their faces.

    One more is for letters of faces that are on their faces.
    """
    centres = zip(facelets.puzzle.centres, FACES, strict=False)
    at_home = sum(facelets.letters[facelet] == face for facelet, face in centres)
    return real_pieces(facelets.letters, facelets.puzzle) + at_home + (facelets.scheme == FACES)


def _spaced(order: str) -> str:
    return " ".join(order)
