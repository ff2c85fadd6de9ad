"""Sequences of turns, each with the rotation that it may end in: composed, inverted, simplified and counted.

A turn is a number, see `cubecsp.puzzle.cube.turn_numbers`: 0…17 are the turns of a face, U U2 U' R …; higher ones are
those of inner layers, which cubes from 4×4×4 on have. They mean the same on a cube of any size. Richer
notation (slices, rotations, commutators) is read by `cubecsp.puzzle.cube.notation` and written as turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NewType

from cubecsp.puzzle.core.sequences import MAX_TURNS
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.notation import held_after, held_before, read_turns, rotation
from cubecsp.puzzle.cube.turn_numbers import TURNS, turn_name

__all__ = ["METRICS", "TURNS", "Metric", "Moves", "Turn", "parse_moves"]

Turn = NewType("Turn", int)
"""The number of a turn: face·3 + quarters − 1 + 18·block (`cubecsp.puzzle.cube.turn_numbers`)."""

Metric = Literal["htm", "qtm"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Moves:
    """An immutable sequence of turns, and the orientation of the cube after them: `Moves("R U R' U'")`.

    `a + b` is first a, then b; `~a` undoes a; `str` writes WCA notation. Rotations, slices and wide turns in
    a text become turns of a cube that keeps the orientation at the start, and one rotation after them, which
    no length counts: `str(Moves("r U F")) == "L F D x"`.

    Attributes:
        turns: the number of each turn, see `cubecsp.puzzle.cube.turn_numbers`.
        holding: the whole-cube orientation at the end (`cubecsp.puzzle.cube.notation`), `URFDLB` if it is not
            turned.
    """

    turns: tuple[Turn, ...]
    holding: str

    def __init__(
        self, moves: str | Iterable[Turn] = (), puzzle: CubePuzzle = CUBE, *, holding: str = FACES
    ) -> None:
        """Read WCA notation, or take the numbers of turns, which must be valid (`of` checks them).

        Args:
            moves: a text in the notation of `cubecsp.puzzle.cube.notation`.
            puzzle: the cube that the text is for, which determines its slices and layers.
            holding: the orientation of the cube after numbered turns; a text determines it itself.

        Raises:
            InputError: something in a text is not a move of such a cube; the message says where.
        """
        if isinstance(moves, str):
            numbers, holding = read_turns(moves, MAX_TURNS, puzzle)
            moves = map(Turn, numbers)
        object.__setattr__(self, "turns", tuple(moves))
        object.__setattr__(self, "holding", holding)

    @classmethod
    def of(cls, turns: Iterable[int], puzzle: CubePuzzle = CUBE) -> Moves:
        """Return the sequence of these turn numbers.

        Raises:
            InputError: `puzzle` has no turn with one of these numbers: for a 3×3×3, it is outside 0…17.
        """
        checked = tuple(turns)
        for turn in checked:
            puzzle.turn(turn)
        return cls(tuple(Turn(turn) for turn in checked))

    def __str__(self) -> str:
        turns = " ".join(map(turn_name, self.turns))
        return f"{turns} {self.rotation}".strip() if self.holding != FACES else turns

    def __repr__(self) -> str:
        outer = all(
            turn < len(TURNS) for turn in self.turns
        )  # others mean the same on one size only
        if outer:
            return f"Moves({str(self)!r})"
        return (
            f"Moves({self.turns}{'' if self.holding == FACES else f', holding={self.holding!r}'})"
        )

    @property
    def rotation(self) -> str:
        """The rotation at the end, as `x y2`; "" if the cube keeps its orientation."""
        return rotation(self.holding)

    def __len__(self) -> int:
        return len(self.turns)

    def __iter__(self) -> Iterator[Turn]:
        return iter(self.turns)

    def __add__(self, other: Moves) -> Moves:
        if self.holding == FACES:
            return Moves(self.turns + other.turns, holding=other.holding)
        turns = self.turns + other.seen_from(self.holding).turns
        return Moves(turns, holding=held_after(self.holding, other.holding))

    def __invert__(self) -> Moves:
        turns = Moves(
            tuple(_make(turn // 3, -_quarters(turn)) for turn in reversed(self.turns)),
            holding=held_before(self.holding),
        )
        return turns if self.holding == FACES else turns.seen_from(turns.holding)

    def seen_from(self, holding: str) -> Moves:
        """Return the same moves, made on a cube in this holding, as seen in the orientation at the start."""
        return self.renamed(map(FACES.index, holding))

    def length(self, metric: Metric = "htm") -> int:
        """Return the number of turns as written, half turns counting one (htm) or two (qtm)."""
        return METRICS[metric](self)

    def simplified(self) -> Moves:
        """Return the same moves with turns of the same layers merged, parallel ones in a fixed order.

        The result makes the same cube and is never longer; nothing else is rewritten.
        """
        # Layers have the number face + 6·block. A run is a stretch of turns of parallel layers, which
        # commute: quarters for each.
        runs: list[dict[int, int]] = []
        for turn in self.turns:
            layers = turn // 3
            if not runs or layers % 3 != next(iter(runs[-1])) % 3:
                runs.append({layers: 0})
            run = runs[-1]
            run[layers] = (run.get(layers, 0) + _quarters(turn)) % 4
            if not any(run.values()):
                runs.pop()
        return Moves(
            (_make(layers, run[layers]) for run in runs for layers in sorted(run) if run[layers]),
            holding=self.holding,
        )

    def renamed(self, faces: Iterable[int], mirrored: bool = False) -> Moves:
        """Return the moves with face f replaced by faces[f], turned the other way if `mirrored`."""
        target = tuple(faces)
        sign = -1 if mirrored else 1
        turns = (
            _make(turn // 18 * 6 + target[turn // 3 % 6], sign * _quarters(turn))
            for turn in self.turns
        )
        if self.holding == FACES:
            return Moves(turns)
        held = (self.holding[target.index(face)] for face in range(6))
        return Moves(turns, holding="".join(FACES[target[FACES.index(face)]] for face in held))


def _quarters(turn: int) -> int:
    return turn % 3 + 1


def _make(layers: int, quarters: int) -> Turn:
    return Turn(layers * 3 + quarters % 4 - 1)


def _qtm(moves: Moves) -> int:
    return sum(2 if _quarters(turn) == 2 else 1 for turn in moves)


METRICS: dict[Metric, Callable[[Moves], int]] = {"htm": len, "qtm": _qtm}
"""The metrics: ways to count the length of a sequence."""


def parse_moves(text: str, longest: int = MAX_TURNS, puzzle: CubePuzzle = CUBE) -> Moves:
    """Return the moves that `text` stands for.

    Raises:
        InputError: the text is not in the notation, names layers that `puzzle` does not have, or is
            longer than `longest` when written out.
    """
    turns, holding = read_turns(text, longest, puzzle)
    return Moves(map(Turn, turns), holding=holding)
