"""Puzzles that are not cubes, as a definition describes them: KPuzzles.

A definition has orbits of slots; a solved state; and moves, which permute the slots of each orbit and turn
the pieces that they move (see `cubecsp.definitions.transformation`). Pieces that look alike have the same
number. How a piece is turned may be visible only in part: orientations that differ by a multiple of its
*modulus* look alike (1 for a centre of one colour). Pieces that look alike have the same modulus.

States are equal if they look alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

from cubecsp.definitions.notation import (
    Step,
    check_name,
    is_rotation,
    parts_of,
    power_name,
    power_of,
    read_steps,
)
from cubecsp.definitions.stickers import Stickers
from cubecsp.definitions.transformation import Transformation
from cubecsp.errors import InputError, LimitError, which_are_known

__all__ = ["MOST_POWERS", "Arrangement", "Definition", "Kind"]

MOST_POWERS = 1000
"""The most powers of one move that are used if no moves are named."""


@dataclass(frozen=True)
class Kind:
    """An orbit of a definition.

    Attributes:
        name: what it is called: "CORNERS".
        size: how many slots it has, and pieces.
        turns: in how many ways a piece can be turned: 3 for corners of a cube.
    """

    name: str
    size: int
    turns: int


@dataclass(frozen=True, eq=False)
class Definition:
    """A puzzle.

    Attributes:
        name: what it is called.
        kinds: its orbits.
        pieces: which piece each slot holds in the solved state, orbit by orbit.
        turned: how these are turned.
        moduli: how far each of them can be seen to be turned: a divisor of the turns of its orbit.
        moves: what each move does, by name, as the definition gives it.
        derived: moves that it writes as sequences of others, by name.
        stickers: where they are, if that is known.
    """

    name: str
    kinds: tuple[Kind, ...]
    pieces: tuple[int, ...]
    turned: tuple[int, ...]
    moduli: tuple[int, ...]
    moves: Mapping[str, Transformation]
    derived: Mapping[str, str]
    stickers: Stickers | None = None

    def __repr__(self) -> str:
        return f"<the puzzle {self.name}>"

    @property
    def size(self) -> int:
        """How many slots it has."""
        return len(self.pieces)

    @cached_property
    def rows(self) -> tuple[slice, ...]:
        """Where the slots of each orbit stand in a row of all."""
        ends = accumulate((kind.size for kind in self.kinds), initial=0)
        return tuple(slice(*ends) for ends in pairwise(ends))

    @cached_property
    def kind_of(self) -> tuple[Kind, ...]:
        """The orbit of each slot."""
        return tuple(kind for kind in self.kinds for _ in range(kind.size))

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """In how many ways a piece may be turned in each slot."""
        return tuple(kind.turns for kind in self.kind_of)

    @cached_property
    def modulus_of(self) -> dict[tuple[str, int], int]:
        """How far a piece, given by the name of its orbit and its number, can be seen to be turned."""
        return {
            (kind.name, piece): modulus
            for kind, piece, modulus in zip(self.kind_of, self.pieces, self.moduli, strict=True)
        }

    def place(self, slot: int) -> str:
        """Return what a slot is called: that of its orbit, and its number there, from 0."""
        first = next(row.start for row in self.rows if slot < row.stop)
        return f"{self.kind_of[slot].name}[{slot - first}]"

    @property
    def solved(self) -> Arrangement:
        """The solved state."""
        return Arrangement(self, self.pieces, self.turned)

    @cached_property
    def transformations(self) -> dict[str, Transformation]:
        """What each move does, derived ones too.

        Raises:
            InputError: a derived move cannot be read, or is derived from itself.
        """
        found = dict(self.moves)
        names = [*found, *self.derived]
        left = {name: self._derivation(name, names) for name in self.derived}
        while left:
            ready = [
                name for name, steps in left.items() if all(step.name in found for step in steps)
            ]
            if not ready:
                raise InputError(
                    f"the derived moves {', '.join(left)} are derived from each other",
                    "derive them from moves that the definition gives",
                )
            for name in ready:
                found[name] = self._product(left.pop(name), found)
        return found

    def _derivation(self, name: str, names: Sequence[str]) -> list[Step]:
        try:
            return read_steps(self.derived[name], names)
        except InputError as error:
            raise InputError(f"derived move {name}: {error.problem}", error.remedy) from None

    def _product(
        self, steps: Iterable[Step], moves: Mapping[str, Transformation]
    ) -> Transformation:
        result = Transformation.identity(self.turns)
        for step in steps:
            result = result * moves[step.name] ** step.amount
        return result

    def transformation(self, moves: str) -> Transformation:
        """Return what a sequence of moves does.

        Raises:
            InputError: the text is no sequence of moves of this puzzle.
        """
        every = self.transformations
        return self._product(read_steps(moves, list(every)), every)

    def checked(self) -> Definition:
        """Return the puzzle after reading its derived moves and the names of all.

        Raises:
            InputError: a derived move cannot be read, or is derived from itself; or a name cannot be written
                in a sequence, or is that of a power of another move.
        """
        for name in (*self.moves, *self.derived):
            check_name(name)
        every = self.transformations
        for name, turn in every.items():
            for base in (name[:end] for end in range(1, len(name)) if name[:end] in every):
                amount = power_of(name, base)
                if amount is not None and turn != every[base] ** amount:
                    raise InputError(
                        f"the move {name} of {self.name} is not what {base} done {amount} times is, and "
                        "both are written so",
                        "rename one of them",
                    )
        return self

    def generators(self, names: str | None = None) -> dict[str, Transformation]:
        """Return moves that may be used, by name, without their powers.

        Args:
            names: exactly these moves, with commas between them; if left out, all except rotations of the whole puzzle.

        Raises:
            InputError: one of them is no move, or none does anything.
        """
        every = self.transformations
        if names is None:
            found = {n: t for n, t in every.items() if not is_rotation(n)} or dict(every)
        else:
            found = {}
            for name in parts_of(names):
                if not read_steps(name, list(every)):
                    raise InputError(f"the moves {names!r} have an empty one", "write them as U,R2")
                found[name] = self.transformation(name)
        if all(turn.is_identity for turn in found.values()):
            raise InputError(f"the moves of {self.name} do nothing", "name moves that do something")
        return found

    def named_turns(self, names: str | None = None) -> dict[str, Transformation]:
        """Return moves like `generators`; if none are named, also their powers, each by its first name only.

        Raises:
            InputError: one of them is no move, or none does anything.
            LimitError: a move has too many powers.
        """
        if names is not None:
            return self.generators(names)
        found: dict[Transformation, str] = {}
        for name, base in self.generators().items():
            order, power = base.order(), base
            if order > MOST_POWERS:
                raise LimitError(
                    f"the move {name} of {self.name} has {order:,} powers, and {MOST_POWERS} may be used",
                    f"name the moves that may be used with --turns, as {name},{name}'",
                )
            for amount in range(1, order):
                found.setdefault(power, power_name(name, amount, order))
                power = power * base
        return {name: power for power, name in found.items()}

    @cached_property
    def seen(self) -> Definition:
        """The puzzle without invisible orientations, if these are the same for all pieces of an orbit.

        Its states are the same, and its moves are all of this one, none derived.
        """
        kinds = []
        for kind, row in zip(self.kinds, self.rows, strict=True):
            moduli = set(self.moduli[row])
            kinds.append(replace(kind, turns=min(moduli)) if len(moduli) == 1 else kind)
        turns = [kind.turns for kind in kinds for _ in range(kind.size)]
        moves = {name: turn.modulo(turns) for name, turn in self.transformations.items()}
        return replace(self, kinds=tuple(kinds), moves=moves, derived={})

    def kind(self, name: str) -> int:
        """Return the number of the orbit with a name.

        Raises:
            InputError: there is none.
        """
        names = [kind.name for kind in self.kinds]
        if name not in names:
            raise InputError(
                f"the puzzle {self.name} has no orbit {name!r}", which_are_known(name, names)
            )
        return names.index(name)


@dataclass(frozen=True, eq=False)
class Arrangement:
    """A state of a puzzle, whether moves can make it or not: a KPattern.

    Attributes:
        definition: of the puzzle.
        pieces: which piece each slot holds, orbit by orbit.
        turned: how it is turned there, as far as can be seen.
    """

    definition: Definition
    pieces: tuple[int, ...]
    turned: tuple[int, ...]

    @cached_property
    def moduli(self) -> tuple[int, ...]:
        """How far the piece of each slot can be seen to be turned."""
        of, kinds = self.definition.modulus_of, self.definition.kind_of
        return tuple(of[kind.name, piece] for kind, piece in zip(kinds, self.pieces, strict=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arrangement) or other.definition is not self.definition:
            return NotImplemented
        return (self.pieces, self.turned) == (other.pieces, other.turned)

    def __hash__(self) -> int:
        return hash((self.pieces, self.turned))

    def __mul__(self, then: Transformation) -> Arrangement:
        """Return the state after a transformation."""
        pieces = tuple(self.pieces[slot] for slot in then.sources)
        turned = tuple(
            (self.turned[slot] + delta) % self.moduli[slot]
            for slot, delta in zip(then.sources, then.deltas, strict=True)
        )
        return Arrangement(self.definition, pieces, turned)

    def apply(self, moves: str) -> Arrangement:
        """Return the state after some moves.

        Raises:
            InputError: they are no sequence of moves of this puzzle.
        """
        return self * self.definition.transformation(moves)

    def holds(self, slot: int) -> tuple[int, int]:
        """Return which piece a slot holds, and how it is turned."""
        return self.pieces[slot], self.turned[slot]

    @property
    def is_solved(self) -> bool:
        """Whether it looks like the solved state."""
        return self == self.definition.solved

    def as_dict(self) -> dict[str, Any]:
        """Return it as in KPattern JSON, with `orientationMod` if some orientation is not visible."""
        shown: dict[str, Any] = {}
        for kind, row in zip(self.definition.kinds, self.definition.rows, strict=True):
            moduli = self.moduli[row]
            shown[kind.name] = {
                "pieces": list(self.pieces[row]),
                "orientation": list(self.turned[row]),
            }
            if kind.turns > 1 and any(modulus != kind.turns for modulus in moduli):
                shown[kind.name]["orientationMod"] = [m % kind.turns for m in moduli]
        return shown

    def __str__(self) -> str:
        return json.dumps(self.as_dict())

    def __repr__(self) -> str:
        return f"<{self.definition.name}: {self}>"
