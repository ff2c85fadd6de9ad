"""The state of a cube: for each facelet, whose sticker is there.

`a * b` means: first a, then b. Slot i *holds* piece p[i], turned by o[i]; docs/conventions.md draws
it. A state is any assembly of all pieces, 519 quintillion of them for the 3×3×3: whether turns can
reach it from solved is a question to ask (`is_reachable`, `status`), not a condition.

Entry f of `stickers` is the home facelet of the sticker at facelet f. So a product, a conjugate, a turn,
a cube held anew and its colours are each a call of `bytes.translate` or two, whatever the puzzle. What
the slots hold, `placements`, says the same piece by piece; each is worked out from the other when it
is first wanted. States are ordered by placements, the order that symmetry breaking follows.

Larger cubes, and the class of each size, are in `cubecsp.puzzle.cubes`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import total_ordering
from typing import Any, ClassVar, Self

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.defect import Defect, law_defects, misfit
from cubecsp.puzzle.display import ShownAsSvg
from cubecsp.puzzle.geometry import COLOUR_OF, FACES
from cubecsp.puzzle.moves import Moves, parse_moves
from cubecsp.puzzle.permutation import Permutation, compose, identity, inverse, permutation_parity
from cubecsp.puzzle.puzzle import CUBE, FREE_SLOTS, POCKET, CubePuzzle, nearest_puzzle
from cubecsp.puzzle.stickers import parse_row
from cubecsp.puzzle.symmetry import Symmetry

__all__ = [
    "TURN_CUBES",
    "Cube",
    "HeldByCorner",
    "PocketCube",
    "State",
]

_new = object.__new__


@total_ordering
class State(ShownAsSvg):
    """An immutable state of the puzzle that its class is for."""

    __slots__ = ("placements", "stickers")

    puzzle: ClassVar[CubePuzzle]

    placements: bytes
    """What each slot holds, orbit by orbit: piece·turns + turn."""

    stickers: Permutation
    """For each facelet the sticker that is there, by its home facelet."""

    @classmethod
    def _of(cls, stickers: Permutation) -> Self:
        """Return the state with these stickers."""
        state = _new(cls)
        _set_stickers(state, stickers)
        return state

    @classmethod
    def _with(cls, placements: bytes) -> Self:
        """Return the state with these placements, known to be right."""
        state = _new(cls)
        _set_placements(state, placements)
        return state

    def __getattr__(self, name: str) -> Any:
        """Work out what is not known yet; a slot that is set is read without coming here."""
        if name == "stickers":
            _set_stickers(self, self.puzzle.stickers(self.placements))
            return self.stickers
        if name == "placements":
            _set_placements(self, self.puzzle.placements(self.stickers))
            return self.placements
        raise AttributeError(f"a {type(self).__name__} has no {name!r}", name=name, obj=self)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"a {type(self).__name__} cannot be changed; `*` and `apply` return new ones"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    @classmethod
    def from_row(cls, row: bytes) -> Self:
        """Return the cube whose slots hold these, orbit by orbit, known to be right and held right.

        Pieces that look alike need not be told apart in it, as they are not in `seen`.
        """
        return cls._with(row)

    @property
    def labelled(self) -> bool:
        """Whether it is known which piece is where even of those that look alike."""
        return True

    @property
    def seen(self) -> bytes:
        """What each slot can be seen to hold: of pieces that look alike, the first."""
        return self.placements

    @classmethod
    def from_placements(cls, *placements: Iterable[int]) -> Self:
        """Return the cube whose slots hold these, for each orbit in turn: corners, then edges.

        Raises:
            InputError: a count or range is wrong, or a piece is used twice.
        """
        orbits = cls.puzzle.orbits
        if len(placements) != len(orbits):
            raise InputError(
                f"placements of {len(placements)} kinds of pieces",
                f"a {cls.puzzle.name} has {len(orbits)}: {', '.join(orbit.name for orbit in orbits)}",
            )
        row = bytearray()
        for orbit, values in zip(orbits, map(list, placements), strict=True):
            if sorted(value // orbit.turns for value in values) != list(range(len(orbit.names))):
                raise InputError(
                    f"{values} does not place each of the {len(orbit.names)} {orbit.name} pieces once",
                    f"give {len(orbit.names)} numbers piece·{orbit.turns} + turn",
                )
            row += bytes(values)
        return cls._read(bytes(row))

    @classmethod
    def from_letters(cls, letters: str, scheme: str = FACES) -> Self:
        """Return the cube that shows these letters of faces (U R F D L B), a facelet each.

        Args:
            letters: as many as the cube has facelets.
            scheme: how the user writes the six colours, for messages.

        Raises:
            InputError: the stickers form no set of real pieces; the message names the first that is
                wrong.
        """
        puzzle = cls.puzzle
        colours = tuple(map(COLOUR_OF.__getitem__, letters))
        held = puzzle.assembled(colours)
        if held is None:
            told, written = (
                misfit(puzzle, colours, scheme),
                letters.translate(str.maketrans(FACES, scheme)),
            )
            raise InputError(
                f"cube {excerpt(written)}: {told}", "`check` lists every defect", text=written
            )
        return cls._read(b"".join(held))

    @classmethod
    def _read(cls, placements: bytes) -> Self:
        """Return the state whose slots show pieces with these placements."""
        if cls.puzzle.holdings:  # to be held as its puzzle is
            return cls._of(cls.puzzle.stickers(placements))
        return cls._with(placements)

    @classmethod
    def from_moves(cls, moves: str | Moves) -> Self:
        """Return the cube that `moves` (WCA notation, see `Moves`) make of a solved one."""
        return cls().apply(moves)

    def held(self, orbit: int) -> bytes:
        """Return the placement in each slot of an orbit, by its number in `puzzle.orbits`."""
        return self.placements[self.puzzle.rows[orbit]]

    def pieces(self, orbit: int) -> tuple[int, ...]:
        """Return which piece each slot of an orbit (0 corners, 1 edges) holds."""
        return tuple(self.puzzle.orbits[orbit].pieces(self.held(orbit)))

    def turned(self, orbit: int) -> tuple[int, ...]:
        """Return how the piece in each slot of an orbit (0 corners, 1 edges) is turned."""
        return tuple(self.puzzle.orbits[orbit].turned(self.held(orbit)))

    def __reduce__(self) -> tuple[object, ...]:
        return (_unpickled, (type(self), self.placements))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.stickers == other.stickers

    def __lt__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.placements < other.placements

    def __hash__(self) -> int:
        return hash(self.stickers)

    def __mul__(self, other: Self) -> Self:
        """Return the cube that first `self`, then `other` leads to."""
        if type(other) is not type(self):
            return NotImplemented
        return self._of(compose(self.stickers, other.stickers))

    def __invert__(self) -> Self:
        """Return the inverse: `cube * ~cube == Cube()`."""
        return self._of(inverse(self.stickers))

    def __pow__(self, exponent: int) -> Self:
        """Return `self` applied `exponent` times; negative exponents apply the inverse."""
        base = self if exponent >= 0 else ~self
        result = type(self)()
        for bit in f"{abs(exponent):b}":
            result = result * result
            if bit == "1":
                result = result * base
        return result

    def apply(self, moves: str | Moves) -> Self:
        """Return the cube after `moves`, a `Moves` or a text in WCA notation."""
        turns, stickers = self.puzzle.by_number, self.stickers
        for turn in parse_moves(moves, puzzle=self.puzzle) if isinstance(moves, str) else moves:
            stickers = compose(stickers, turns[turn])
        return self._of(stickers)

    def conjugated(self, symmetry: Symmetry) -> Self:
        """Return the conjugate: every sticker moved by `symmetry`, colours renamed along."""
        there, back = symmetry.tables(self.puzzle)
        return self._of(compose(there, compose(self.stickers, back)))

    @property
    def corners(self) -> bytes:
        """For each corner slot piece·3 + twist."""
        return self.held(0)

    @property
    def edges(self) -> bytes:
        """For each edge slot piece·2 + flip; nothing on a cube of even size."""
        return self.held(1) if self.puzzle.size % 2 else b""

    @property
    def corner_pieces(self) -> tuple[int, ...]:
        """Which corner piece (0…7) each corner slot holds."""
        return self.pieces(0)

    @property
    def corner_twists(self) -> tuple[int, ...]:
        """Clockwise thirds (0…2) that the corner in each slot is twisted away from its U or D face."""
        return self.turned(0)

    @property
    def edge_pieces(self) -> tuple[int, ...]:
        """Which edge piece (0…11) each edge slot holds; nothing on a cube of even size."""
        return tuple(value >> 1 for value in self.edges)

    @property
    def edge_flips(self) -> tuple[int, ...]:
        """Whether the edge in each slot is flipped (0 or 1, after Kociemba); nothing on a cube of even size."""
        return tuple(value & 1 for value in self.edges)

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour (0…5, in the order of `FACES`) of each facelet."""
        return tuple(self.puzzle.colours(self.stickers))

    @property
    def facelets(self) -> str:
        """The facelet string: a letter a facelet, face by face in the order U R F D L B, row by row."""
        return self.puzzle.shown(self.stickers)

    @property
    def is_reachable(self) -> bool:
        """Whether turns can make this cube from a solved one."""
        held, orbits = self.by_orbit, self.puzzle.orbits
        return not any(law.sum(held, orbits) for law in self.puzzle.laws)

    @property
    def by_orbit(self) -> list[bytes]:
        """What each slot holds, for each orbit."""
        return [self.placements[row] for row in self.puzzle.rows]

    @property
    def parity(self) -> int:
        """The parity of the permutation of all pieces where turns tie them together, else 0."""
        return max(
            (
                law.sum(self.by_orbit, self.puzzle.orbits)
                for law in self.puzzle.laws
                if law.permuted
            ),
            default=0,
        )

    def status(self) -> list[Defect]:
        """Return every reason why turns cannot make this cube; an empty list means they can."""
        return law_defects(self.puzzle, [[(v,) for v in held] for held in self.by_orbit])

    @classmethod
    def random(cls, seed: int | None = None) -> Self:
        """Return a uniformly random one of the cubes that turns can make, as far as can be seen.

        The same `seed` gives the same cube.
        """
        import random  # slow to import, and seldom needed

        rng, puzzle = random.Random(seed), cls.puzzle
        while True:  # one in 3 keeps the laws for even sizes, one in 12 for odd ones
            held = []
            for orbit in puzzle.orbits:
                pieces = rng.sample(range(len(orbit.names)), len(orbit.names))
                held.append(bytes(p * orbit.turns + rng.randrange(orbit.turns) for p in pieces))
            if not any(law.sum(held, puzzle.orbits) for law in puzzle.laws):
                return cls._read(b"".join(held))

    def order(self) -> int:
        """Return the least n > 0 for which doing this cube's moves n times leads back to solved."""
        order = 1
        for orbit, values in zip(self.puzzle.orbits, self.by_orbit, strict=True):
            pieces, turned, turns = orbit.pieces(values), orbit.turned(values), orbit.turns
            seen = bytearray(len(pieces))
            for slot in pieces:
                length = turn = 0
                while not seen[slot]:
                    seen[slot] = 1
                    length += 1
                    turn += turned[slot]
                    slot = pieces[slot]
                if length > 1 or turn:
                    order = math.lcm(order, length * (turns // math.gcd(turns, turn)))
        return order


# How a slot is set although states cannot be changed: much quicker than `object.__setattr__`.
_set_stickers = vars(State)["stickers"].__set__
_set_placements = vars(State)["placements"].__set__


class Cube(State):
    """An immutable 3×3×3 cube, held white (U) up and green (F) in front.

    Its slots are eight of corners (URF UFL ULB UBR DFR DLF DBL DRB) and twelve of edges (UR UF UL UB DR
    DF DL DB FR FL BL BR). Cubes are ordered by what these hold.

    Args:
        facelets: 54 stickers (see `from_facelets`); solved when left out.

    Raises:
        InputError: the string cannot be read, or shows stickers that form no set of real pieces.
    """

    __slots__ = ()

    puzzle = CUBE

    def __new__(cls, facelets: str | None = None) -> Cube:  # noqa: D102  # see the class
        if facelets is not None:
            return cls.from_facelets(facelets)
        return _SOLVED

    @classmethod
    def from_facelets(cls, text: str) -> Cube:
        """Read 54 stickers in Kociemba's order; see `parse_row` for what may be written.

        The cube may be held in any way: a colour is named after the face whose centre shows it.

        Raises:
            InputError: the text cannot be read, or shows stickers that form no set of real pieces.
        """
        try:
            letters, scheme = parse_row(text)
        except InputError as error:
            others = "`Cube.from_moves` reads moves, and `cubecsp.read` every format"
            raise InputError(
                error.problem, f"{error.remedy}; {others}", text=text, position=error.position
            ) from None
        if len(letters) != CUBE.facelet_count:
            raise InputError(
                f"{excerpt(letters)} is a {nearest_puzzle(len(letters)).name}, and a 3×3×3 is needed",
                text=text,
            )
        return cls.from_letters(letters, scheme)

    @classmethod
    def random(cls, seed: int | None = None) -> Self:  # noqa: D102  # see `State`; quicker, none is rejected
        import random  # slow to import, and seldom needed

        rng = random.Random(seed)
        corners, edges = rng.sample(range(8), 8), rng.sample(range(12), 12)
        if permutation_parity(corners) != permutation_parity(edges):
            edges[0], edges[1] = edges[1], edges[0]
        twists = [rng.randrange(3) for _ in range(7)]
        flips = [rng.randrange(2) for _ in range(11)]
        twists.append(-sum(twists) % 3)
        flips.append(sum(flips) % 2)
        placed = [3 * p + o for p, o in zip(corners, twists, strict=True)]
        placed += [2 * p + o for p, o in zip(edges, flips, strict=True)]
        return cls._with(bytes(placed))

    def __repr__(self) -> str:
        return f"Cube({self.facelets!r})"


class HeldByCorner(State):
    """A cube of even size, held with its piece DBL at home, so that every position has one description."""

    __slots__ = ()

    @classmethod
    def _of(cls, stickers: Permutation) -> Self:
        """Return the state with these stickers, held anew."""
        puzzle = cls.puzzle
        return super()._of(compose(stickers, puzzle.holdings[stickers.index(puzzle.held)]))


class PocketCube(HeldByCorner):
    """An immutable 2×2×2, held with its piece DBL at home, so that every position has one description.

    Turns of U, R and F leave DBL where it is; after any other turn the cube is held anew. Slots, pieces
    and twists are those of the corners of a `Cube`.

    Args:
        corners: for each of the 8 corner slots piece·3 + twist, held in any way; solved when left out.

    Raises:
        InputError: the eight pieces are not each there once.
    """

    __slots__ = ()

    puzzle = POCKET

    def __new__(cls, corners: Iterable[int] | None = None) -> PocketCube:  # noqa: D102
        return _SOLVED_POCKET if corners is None else cls.from_placements(corners)

    @classmethod
    def from_facelets(cls, text: str) -> PocketCube:
        """Read 24 letters, of a cube held in any way; see `parse_row` for what may be written.

        Raises:
            InputError: the text cannot be read, or shows stickers that form no set of real corners.
        """
        return cls.from_letters(*parse_row(text, POCKET))

    @classmethod
    def random(cls, seed: int | None = None) -> Self:  # noqa: D102  # see `State`; quicker, none is rejected
        import random  # slow to import, and seldom needed

        rng = random.Random(seed)
        pieces = rng.sample(FREE_SLOTS, 7)
        twists = [rng.randrange(3) for _ in range(6)]
        twists.append(-sum(twists) % 3)
        corners = bytearray(_SOLVED_POCKET.placements)
        for slot, piece, twist in zip(FREE_SLOTS, pieces, twists, strict=True):
            corners[slot] = 3 * piece + twist
        return cls._with(bytes(corners))

    def __repr__(self) -> str:
        return f"PocketCube.from_facelets({self.facelets!r})"


_SOLVED = Cube._of(identity(CUBE.facelet_count))
_SOLVED_POCKET = PocketCube._of(identity(POCKET.facelet_count))


TURN_CUBES: tuple[Cube, ...] = tuple(Cube._of(turn) for turn in CUBE.turns)
"""The cube that each of the eighteen turns makes of a solved one."""


def _unpickled(kind: type[State], placements: bytes) -> State:
    return kind._with(placements)
