"""The state of a cube: for each facelet, whose sticker is there.

`a * b` means: first a, then b. Slot i *holds* piece p[i], turned by o[i]; docs/conventions.md draws it. A
state is any assembly of all pieces, 519 quintillion of them for the 3×3×3. It need not be solvable;
`is_reachable` and `status` say whether it is.

A state is the cube as a person holds it: slots are places in this orientation. Pieces and colours are named
after the centres as they lie then, or for a cube of even size after the piece in the slot DBL. So moves found
for a state can be applied to it at once. If moves made it, `holding` also says how the whole cube was
turned: `Cube.from_moves("U x")` has the placements of `Cube.from_moves("B")`, and the holding of `x`.

`cubecsp.puzzle.core.arrangement` has what states of all puzzles share; `cubecsp.puzzle.cube.cubes` has larger
cubes, and the class of each size.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import ClassVar, Self

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.core.arrangement import Arrangement
from cubecsp.puzzle.core.display import ShownAsSvg
from cubecsp.puzzle.core.permutation import (
    Permutation,
    compose,
    identity,
    order,
    permutation_parity,
)
from cubecsp.puzzle.cube.cube_puzzle import CUBE, FREE_SLOTS, POCKET, CubePuzzle, nearest_puzzle
from cubecsp.puzzle.cube.defect import Defect, invariant_defects, misfit
from cubecsp.puzzle.cube.geometry import COLOUR_OF, FACES
from cubecsp.puzzle.cube.holding import HOLDINGS
from cubecsp.puzzle.cube.moves import Moves, parse_moves
from cubecsp.puzzle.cube.notation import held_after, held_before
from cubecsp.puzzle.cube.stickers import parse_row
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry


class State(Arrangement, ShownAsSvg):
    """An immutable state of a cube; each size has its own class.

    States are equal if the same moves have the same effect on them: equality, order and hash ignore
    `holding`, and a solved cube is solved in any holding. `*`, `~` and `order()` are those of the moves,
    rotations included.
    """

    puzzle: ClassVar[CubePuzzle]

    holding: str = FACES
    """The whole-cube orientation (`cubecsp.puzzle.cube.notation`) after the moves: `URFDLB` at the start."""

    def __new__(cls, facelets: str | None = None) -> Self:
        """Return the cube that shows these stickers (see `from_facelets`); solved when left out."""
        return cls._solved_state() if facelets is None else cls.from_facelets(facelets)

    def _in_holding(self, holding: str) -> Self:
        """Return this new state in this holding."""
        if holding != FACES:
            vars(self)["holding"] = holding
        return self

    @classmethod
    def from_letters(cls, letters: str, scheme: str = FACES) -> Self:
        """Return the cube that shows these letters of faces (U R F D L B), a facelet each.

        Args:
            letters: as many as the cube has facelets.
            scheme: the characters in which the user writes the six colours, for messages.

        Raises:
            InputError: the stickers form no set of real pieces; the message names the first that is
                wrong.
        """
        puzzle = cls.puzzle
        colours = tuple(map(COLOUR_OF.__getitem__, letters))
        held = puzzle.assembly(colours)
        if held is None:
            problem, written = (
                misfit(puzzle, colours, scheme),
                letters.translate(str.maketrans(FACES, scheme)),
            )
            raise InputError(
                f"cube {excerpt(written)}: {problem}", "`check` lists every defect", text=written
            )
        return cls._read(b"".join(held))

    @classmethod
    def from_facelets(cls, text: str) -> Self:
        """Read the stickers of a cube in any orientation; `parse_row` describes the text.

        Raises:
            InputError: the text cannot be read, or shows stickers that form no set of real pieces.
        """
        return cls.from_letters(*parse_row(text, cls.puzzle))

    @classmethod
    def _read(cls, placements: bytes) -> Self:
        """Return the cube whose slots show pieces with these placements."""
        if cls.puzzle.holdings:  # to put it into the orientation of its puzzle
            return cls._of(cls.puzzle.stickers(placements))
        return super()._read(placements)

    @classmethod
    def from_moves(cls, moves: str | Moves) -> Self:
        """Return the cube that `moves` (WCA notation, see `Moves`) make from a solved one."""
        return cls().apply(moves)

    def apply(self, moves: str | Moves) -> Self:
        """Return the cube after `moves`, a `Moves` or a text in WCA notation, applied to it in its orientation."""
        if isinstance(moves, str):
            moves = parse_moves(moves, puzzle=self.puzzle)
        return self._turned(self._after(moves), moves.holding)

    def _after(self, turns: Iterable[int]) -> Permutation:
        """Return the stickers after turns."""
        stickers = self.stickers
        for turn in turns:
            stickers = compose(stickers, self.puzzle.turn(turn))
        return stickers

    def _turned(self, stickers: Permutation, rotation: str) -> Self:
        """Return the cube with these stickers, turned as a whole, with colours named after the centres anew."""
        holding = self.holding
        if rotation != FACES:
            there, back = SYMMETRIES[HOLDINGS[rotation]].tables(self.puzzle)
            stickers = compose(there, compose(stickers, back))
            holding = held_after(holding, rotation)
        if self.puzzle.holdings and stickers[self.puzzle.held] != self.puzzle.held:
            shown, there = _shown_by(self.puzzle)[stickers[self.puzzle.held]]
            stickers, holding = compose(there, stickers), held_after(holding, shown)
        return self._of(stickers)._in_holding(holding)

    def __mul__(self, other: Self) -> Self:
        if type(other) is not type(self) or self.holding == other.holding == FACES:
            return super().__mul__(other)
        first = self._turned(self.stickers, other.holding)
        return self._of(compose(first.stickers, other.stickers))._in_holding(first.holding)

    def __invert__(self) -> Self:
        result = super().__invert__()
        if self.holding == FACES:
            return result
        return result._turned(result.stickers, held_before(self.holding))

    def order(self) -> int:
        """Return the least n > 0 for which its moves, rotation included, applied n times lead back to solved.

        The orientation of the solved cube does not count.
        """
        if self.holding == FACES:
            return super().order()
        turned = SYMMETRIES[HOLDINGS[self.holding]].tables(self.puzzle)[1]
        whole, solved = order(compose(turned, self.stickers)), identity(self.puzzle.facelet_count)
        parts = (part for part in (4, 3, 2, 1) if whole % part == 0)  # the orders of rotations
        return next(whole // n for n in parts if (self ** (whole // n)).stickers == solved)

    def conjugated(self, symmetry: Symmetry) -> Self:
        """Return the conjugate: every sticker moved by `symmetry`, colours renamed along; in the orientation at the start."""
        there, back = symmetry.tables(self.puzzle)
        return self._of(compose(there, compose(self.stickers, back)))

    def __reduce__(self) -> tuple[object, ...]:
        return (_unpickle, (type(self), self.placements, self.holding))

    @property
    def corners(self) -> bytes:
        """For each corner slot piece·3 + twist."""
        return self.placements_of(0)

    @property
    def edges(self) -> bytes:
        """For each edge slot piece·2 + flip; nothing on a cube of even size."""
        return self.placements_of(1) if self.puzzle.size % 2 else b""

    @property
    def corner_pieces(self) -> tuple[int, ...]:
        """The corner piece (0…7) in each corner slot."""
        return self.pieces(0)

    @property
    def corner_twists(self) -> tuple[int, ...]:
        """Clockwise thirds (0…2) that the corner in each slot is twisted away from its U or D face."""
        return self.turns_of(0)

    @property
    def edge_pieces(self) -> tuple[int, ...]:
        """The edge piece (0…11) in each edge slot; nothing on a cube of even size."""
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
        return self.puzzle.facelets_of(self.stickers)

    @property
    def _shown(self) -> str:
        """The letters of colours as one sees them, with the centres as they lie."""
        return self.facelets.translate(str.maketrans(FACES, self.holding))

    @property
    def parity(self) -> int:
        """The parity of the permutation of all pieces if turns tie them together, otherwise 0."""
        return max(
            (
                invariant.sum(self.by_orbit, self.puzzle.orbits)
                for invariant in self.puzzle.invariants
                if invariant.permuted
            ),
            default=0,
        )

    def status(self) -> list[Defect]:
        """Return every reason why this cube is not solvable; an empty list means that it is."""
        return invariant_defects(self.puzzle, [[(v,) for v in held] for held in self.by_orbit])

    @classmethod
    def random(cls, seed: int | None = None) -> Self:
        """Return a random solvable cube, each with the same probability (cubes that look alike count as one).

        The same `seed` gives the same cube.
        """
        rng, puzzle = random.Random(seed), cls.puzzle
        while True:  # one in 3 satisfies the invariants for even sizes, one in 12 for odd ones
            held = []
            for orbit in puzzle.orbits:
                pieces = rng.sample(range(len(orbit.names)), len(orbit.names))
                held.append(bytes(p * orbit.turns + rng.randrange(orbit.turns) for p in pieces))
            if not any(invariant.sum(held, puzzle.orbits) for invariant in puzzle.invariants):
                return cls._read(b"".join(held))


class Cube(State):
    """An immutable 3×3×3 cube.

    Its slots are eight of corners (URF UFL ULB UBR DFR DLF DBL DRB) and twelve of edges (UR UF UL UB DR
    DF DL DB FR FL BL BR). Cubes are ordered by what these hold.

    Args:
        facelets: 54 stickers (see `from_facelets`); solved when left out.

    Raises:
        InputError: the string cannot be read, or shows stickers that form no set of real pieces.
    """

    puzzle = CUBE

    @classmethod
    def from_facelets(cls, text: str) -> Self:
        """Read 54 stickers in Kociemba's order; `parse_row` describes the text.

        The cube may have any orientation: a colour is named after the face whose centre shows it.

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
        return f"Cube({self._shown!r})"


class HeldByCorner(State):
    """A cube of even size. Its pieces are named after the one in the slot DBL, so every position has one description."""

    @classmethod
    def _of(cls, stickers: Permutation) -> Self:
        """Return the state with these stickers, turned back if the piece DBL is not solved."""
        puzzle = cls.puzzle
        return super()._of(compose(stickers, puzzle.holdings[stickers.index(puzzle.held)]))


class PocketCube(HeldByCorner):
    """An immutable 2×2×2. Its pieces are named after the one in the slot DBL, so every position has one description.

    Slots, pieces and twists are those of the corners of a `Cube`.

    Args:
        corners: for each of the 8 corner slots piece·3 + twist, in any orientation; solved when left out.

    Raises:
        InputError: the eight pieces do not each occur once.
    """

    puzzle = POCKET

    def __new__(cls, corners: Iterable[int] | None = None) -> Self:  # noqa: D102
        return cls._solved_state() if corners is None else cls.from_placements(corners)

    @classmethod
    def from_facelets(cls, text: str) -> Self:
        """Read 24 letters of a cube in any orientation; `parse_row` describes the text.

        Raises:
            InputError: the text cannot be read, or shows stickers that form no set of real corners.
        """
        return super().from_facelets(text)

    @classmethod
    def random(cls, seed: int | None = None) -> Self:  # noqa: D102  # see `State`; quicker, none is rejected
        rng = random.Random(seed)
        pieces = rng.sample(FREE_SLOTS, 7)
        twists = [rng.randrange(3) for _ in range(6)]
        twists.append(-sum(twists) % 3)
        corners = bytearray(cls._solved_state().placements)
        for slot, piece, twist in zip(FREE_SLOTS, pieces, twists, strict=True):
            corners[slot] = 3 * piece + twist
        return cls._with(bytes(corners))

    def __repr__(self) -> str:
        return f"PocketCube.from_facelets({self._shown!r})"


@cache
def _shown_by(puzzle: CubePuzzle) -> dict[int, tuple[str, Permutation]]:
    """Return the holding of a cube of even size with a sticker at `puzzle.held`, and new names for its stickers."""
    tables = {holding: SYMMETRIES[n].tables(puzzle)[0] for holding, n in HOLDINGS.items()}
    return {there.index(puzzle.held): (holding, there) for holding, there in tables.items()}


def _unpickle(kind: type[State], placements: bytes, holding: str) -> State:
    return kind._with(placements)._in_holding(holding)


TURN_CUBES: tuple[Cube, ...] = tuple(Cube._of(turn) for turn in CUBE.turns)
"""The cube that each of the eighteen turns makes from a solved one."""
