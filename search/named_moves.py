"""Moves named by users, and sequences of them: their turns, and the orientation in which they leave the cube.

A move is a text in the notation of moves: a turn, a slice, a wide turn, a rotation, or a whole
algorithm of these. Which layer it turns depends on the orientation of the cube when it is made, and some
moves change the orientation of the whole cube: `U` after `x` turns the layer that was F before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.sequences import COMMENTS, SUFFIX, generators_in, parts_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import TURNS, Metric, Moves
from cubecsp.puzzle.cube.state import PocketCube, State
from cubecsp.puzzle.cube.words import listed

MOST_MOVES = 255
"""The most moves that may be chosen from."""

_QUARTER = re.compile(r"[URFDLB]w?|[urfdlbMES]")
_TURN = re.compile(rf"((?:\d{{1,3}}(?:-\d{{1,3}})?)?[A-Za-z]w?)({SUFFIX})?", re.ASCII)


@frozen
class NamedMove:
    """A move to choose.

    Attributes:
        name: what the user calls it.
        written: the move in the notation of moves.
        turns: the face turns that it amounts to on a cube in the starting orientation, and the rotation after them.
    """

    name: str
    written: str
    turns: Moves

    @property
    def holding(self) -> str:
        """The orientation after it of a cube that began in the starting one (`cubecsp.puzzle.cube.notation`)."""
        return self.turns.holding

    @classmethod
    def of(cls, name: str, move: str | Moves, puzzle: CubePuzzle = CUBE) -> NamedMove:
        """Return the move of a cube with this name; rotations in a text are kept.

        Raises:
            InputError: the text is not in the notation of moves, or no move of this cube.
        """
        if isinstance(move, Moves):
            return cls(name, str(move), move)
        return cls(name, " ".join(COMMENTS.sub("", move).split()), Moves(move, puzzle))

    def does_nothing_to(self, puzzle: CubePuzzle) -> bool:
        """Return whether it leaves every such cube as it was, orientation included."""
        result = cube_class(puzzle.size)().apply(self.turns)
        return result.is_solved and result.holding == FACES


@frozen
class Sequence:
    """Named moves in order; `len` counts them, `str` writes their names.

    Attributes:
        names: of the moves.
        moves: the turns of the faces of a cube that stays in the starting orientation, and the rotation after them.
        written: the moves in the notation of moves, which do the same.
    """

    names: tuple[str, ...]
    moves: Moves
    written: str

    @classmethod
    def of(cls, moves: Iterable[NamedMove]) -> Sequence:
        """Return the sequence of these moves, made on a cube in the starting orientation."""
        moves = tuple(moves)
        return cls(
            tuple(move.name for move in moves),
            sum((move.turns for move in moves), Moves()),
            " ".join(move.written for move in moves),
        )

    @classmethod
    def of_turns(cls, moves: Moves) -> Sequence:
        """Return turns as a sequence of the moves that they are."""
        return cls(tuple(TURNS[turn] for turn in moves), moves, str(moves))

    def __len__(self) -> int:
        return len(self.names)

    def __str__(self) -> str:
        return " ".join(self.names)


def named_moves(
    turns: str | Mapping[str, str | Moves] | None, puzzle: CubePuzzle = CUBE
) -> dict[str, NamedMove]:
    """Return moves by name.

    Args:
        turns: moves separated by commas, as "U,R,F" or "M2,U,U'" or "R U R' U',[F, R]"; or `<R,U>` for
            R, R2, R', U, U2 and U'; texts or `Moves` by name; None for all eighteen turns.
        puzzle: the cube that they are moves of.

    Raises:
        InputError: a text is not in the notation or no move of this cube, a name comes twice, a move does nothing, or there
            are none or more than `MOST_MOVES`.
    """
    written = _by_name(",".join(TURNS) if turns is None else turns)
    moves = {name: NamedMove.of(name, move, puzzle) for name, move in written.items()}
    _require_some(moves, [name for name, move in moves.items() if move.does_nothing_to(puzzle)])
    return moves


def named_turns(
    cube: State, turns: str | Mapping[str, str | Moves] | None, metric: Metric
) -> dict[str, NamedMove]:
    """Return the moves that may be used to solve a cube, by name.

    Args:
        cube: the cube, of any size.
        turns: the moves, as for `named_moves`; if left out, all turns of single layers, for a 2×2×2 those of U, R and F.
        metric: how turns are counted when all may be used.

    Raises:
        InputError: see `named_moves`.
    """
    if turns is None:
        layers = "URF" if isinstance(cube, PocketCube) else cube.puzzle.generators
        powers = ("", "2", "'") if metric == "htm" else ("", "'")
        turns = ",".join(layer + power for layer in layers for power in powers)
    return named_moves(turns, cube.puzzle)


def on_corners(move: NamedMove) -> str | Moves:
    """Return a move as written, or as turns if it is a move of a 2×2×2 that turns other layers on a 3×3×3, such as `2R`."""
    return move.written if Moves(move.written) == move.turns else move.turns


def clockwise_only(turns: str | None) -> str | None:
    """Return a remark on turns such as `R,U,F`, all of them clockwise quarters, which may mean `<R,U,F>`; None for others."""
    names = [] if turns is None or generators_in(turns) is not None else _parts(turns)
    if not names or not all(_QUARTER.fullmatch(name) for name in names):
        return None
    return f"{listed(names)} clockwise only; <{','.join(names)}> means all their powers"


def _by_name(turns: str | Mapping[str, str | Moves]) -> Mapping[str, str | Moves]:
    """Return moves by name.

    Raises:
        InputError: a name is empty, or comes twice.
    """
    if not isinstance(turns, str):
        return turns
    generators = generators_in(turns)
    names = _parts(turns if generators is None else generators)
    if "" in names and len(names) > 1:
        raise InputError(
            f"turns {excerpt(turns)} have an empty move", "write moves between the commas"
        )
    if len(set(names)) < len(names):
        raise InputError(f"turns {excerpt(turns)} name a move twice", "write each once")
    if generators is not None:
        names = [power for name in names for power in _powers(name)]
    return {name: name for name in names}


def _powers(name: str) -> list[str]:
    """Return the powers of a turn as they are written; of a sequence itself, and what undoes it."""
    turn = _TURN.fullmatch(name)
    if turn is None:
        return [f"({name})", f"({name})'"]
    base, count = turn[1], parts_of(turn[2] or "")[0]
    return [f"{base}2"] if count and int(count) % 2 == 0 else [base, f"{base}2", f"{base}'"]


def _require_some(moves: Mapping[str, NamedMove], idle: Iterable[str]) -> None:
    """Make sure that there are moves, not too many, and that all do something.

    Raises:
        InputError: there are none, too many, or one does nothing.
    """
    if not 1 <= len(moves) <= MOST_MOVES:
        raise InputError(f"{len(moves)} moves to choose from", f"give 1 to {MOST_MOVES}")
    for name in idle:
        raise InputError(f"move {excerpt(name)} turns nothing", "leave it out")


def _parts(text: str) -> list[str]:
    """Return the moves between commas that are in no brackets, `[R, U]` being one move."""
    commas, depth = [-1], 0
    for place, char in enumerate(text):
        if char == "," and depth <= 0:
            commas.append(place)
            continue
        depth += (char in "([") - (char in ")]")
    parts = [text[begin + 1 : end] for begin, end in pairwise([*commas, len(text)])]
    return [part.strip() for part in parts]
