"""Sequences of face turns: composed, inverted, simplified and counted.

A turn is a number 0…17: face·3 + quarters − 1, with faces in the order U R F D L B, so that 0, 1, 2
are U, U2, U'. Longer notation (wide turns, slices, rotations, commutators) is read by
`cubecsp.puzzle.notation` and written as face turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NewType

from cubecsp.errors import InputError
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.notation import MAX_TURNS, read_turns
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle

__all__ = ["METRICS", "TURNS", "Metric", "Moves", "Turn", "parse_and_hold", "parse_moves"]

Turn = NewType("Turn", int)
"""face·3 + quarters − 1, in 0…17."""

Metric = Literal["htm", "qtm"]

TURNS: tuple[str, ...] = tuple(face + suffix for face in FACES for suffix in ("", "2", "'"))
"""The eighteen turns by number: U U2 U' R R2 R' …"""


@dataclass(frozen=True, slots=True)
class Moves:
    """An immutable sequence of face turns.

    `a + b` is first a, then b; `~a` undoes a; `str` writes WCA notation, `Moves.parse` reads it.
    """

    turns: tuple[Turn, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Moves:
        """Read WCA notation; see `cubecsp.puzzle.notation` for all that may be written.

        Raises:
            InputError: something is no move; the message says where.
        """
        return parse_moves(text)

    @classmethod
    def of(cls, turns: Iterable[int]) -> Moves:
        """Return the sequence of these turn numbers.

        Raises:
            InputError: a number is outside 0…17.
        """
        checked = tuple(turns)
        for turn in checked:
            if not 0 <= turn < len(TURNS):
                raise InputError(f"turn {turn} does not exist", "turns are numbered 0 to 17")
        return cls(tuple(Turn(turn) for turn in checked))

    def __str__(self) -> str:
        return " ".join(TURNS[turn] for turn in self.turns)

    def __len__(self) -> int:
        return len(self.turns)

    def __iter__(self) -> Iterator[Turn]:
        return iter(self.turns)

    def __add__(self, other: Moves) -> Moves:
        return Moves(self.turns + other.turns)

    def __invert__(self) -> Moves:
        return Moves(tuple(_make(turn // 3, -_quarters(turn)) for turn in reversed(self.turns)))

    def length(self, metric: Metric = "htm") -> int:
        """Return the number of turns as written, half turns counting one (htm) or two (qtm)."""
        return METRICS[metric](self)

    def simplified(self) -> Moves:
        """Return the same moves with turns of one face merged, opposite faces in a fixed order.

        The result makes the same cube and is never longer; nothing else is rewritten.
        """
        # A run is a stretch of turns of two opposite faces, which commute: quarters per face.
        runs: list[dict[int, int]] = []
        for turn in self.turns:
            face = turn // 3
            if not runs or face % 3 != next(iter(runs[-1])) % 3:
                runs.append({face: 0})
            run = runs[-1]
            run[face] = (run.get(face, 0) + _quarters(turn)) % 4
            if not any(run.values()):
                runs.pop()
        return Moves(
            tuple(_make(face, run[face]) for run in runs for face in sorted(run) if run[face])
        )

    def renamed(self, faces: Iterable[int], mirrored: bool = False) -> Moves:
        """Return the moves with face f replaced by faces[f], turned the other way if `mirrored`."""
        target = tuple(faces)
        sign = -1 if mirrored else 1
        return Moves(tuple(_make(target[t // 3], sign * _quarters(t)) for t in self.turns))


def _quarters(turn: int) -> int:
    return turn % 3 + 1


def _make(face: int, quarters: int) -> Turn:
    return Turn(face * 3 + quarters % 4 - 1)


def _htm(moves: Moves) -> int:
    return len(moves)


def _qtm(moves: Moves) -> int:
    return sum(2 if _quarters(turn) == 2 else 1 for turn in moves)


METRICS: dict[Metric, Callable[[Moves], int]] = {"htm": _htm, "qtm": _qtm}
"""How the length of a sequence is counted."""


def parse_moves(text: str, longest: int = MAX_TURNS, puzzle: CubePuzzle = CUBE) -> Moves:
    """Return the face turns that `text` stands for.

    Raises:
        InputError: the text is not in the notation, has slices or wide turns for a 2×2×2, or is
            longer than `longest` when written out.
    """
    return parse_and_hold(text, longest, puzzle)[0]


def parse_and_hold(
    text: str, longest: int = MAX_TURNS, puzzle: CubePuzzle = CUBE
) -> tuple[Moves, str]:
    """Return the face turns that `text` stands for, and how the cube is held after it.

    The holding is six letters: for each face U R F D L B the face of the cube that is there in the
    end, so that `URFDLB` is a cube held as at the start.

    Raises:
        InputError: as for `parse_moves`.
    """
    turns, holding = read_turns(text, longest, puzzle)
    return Moves(tuple(map(Turn, turns))), holding
