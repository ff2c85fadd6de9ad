"""Moves as texts: what undoes them, and how they look in a mirror or with the cube turned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cubecsp.errors import InputError, excerpt, which_are_known
from cubecsp.formats import check_moves
from cubecsp.models.rules.symmetric import symmetry_named
from cubecsp.puzzle.moves import Moves
from cubecsp.puzzle.puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.symmetry import SYMMETRIES, Symmetry
from cubecsp.puzzle.written import WrittenMoves
from cubecsp.questions.answer import Status, versions

__all__ = ["PLANES", "answer_about", "invert", "mirror", "rotate"]

PLANES: dict[str, str] = {"LR": "mx", "UD": "my", "FB": "mz"}
"""The mirrors, by the faces that they exchange, and what the rule `symmetric` calls them."""


def invert(moves: str | Moves, *, size: int = CUBE.size) -> str:
    """Return the moves that undo given ones, in the same notation: `[R: U] F` becomes `F' [R: U']`.

    Args:
        moves: a text in the notation of `cubecsp.puzzle.notation`, or moves.
        size: of the cube that they are for.

    Raises:
        InputError: the text cannot be read, is a cube, or names layers that such a cube does not have.
    """
    return str(_written(moves, size).inverted())


def mirror(moves: str | Moves, plane: str = "LR", *, size: int = CUBE.size) -> str:
    """Return how moves look in a mirror: `R U R'` becomes `L' U' L`.

    Args:
        moves: as for `invert`.
        plane: the faces that the mirror exchanges, a name of `PLANES`.
        size: of the cube that they are for.

    Raises:
        InputError: as for `invert`, or there is no such plane.
    """
    name = plane.upper()
    if name not in PLANES:
        raise InputError(f"there is no mirror {excerpt(plane)}", which_are_known(plane, PLANES))
    return str(_written(moves, size).moved(symmetry_named(PLANES[name])))


def rotate(moves: str | Moves, by: str, *, size: int = CUBE.size) -> str:
    """Return how moves look when the whole cube is turned, together with its user: `R U` by `y` is `F U`.

    So `rotate(moves, by)` makes the same cube as the inverse of `by`, then the moves, then `by`.

    Args:
        moves: as for `invert`.
        by: rotations of the whole cube, as `x y2`.
        size: of the cube that they are for.

    Raises:
        InputError: as for `invert`, or `by` is not a rotation.
    """
    return str(_written(moves, size).moved(_rotation(by)))


def answer_about(
    question: str,
    texts: list[dict[str, str]],
    size: int,
    faults: Iterable[Mapping[str, str]] = (),
    asked: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return what `--json` prints about texts that have become others.

    Args:
        question: its name.
        texts: `moves`, and their `result`.
        size: of the cube that they are for.
        faults: the errors of texts that could not be read.
        asked: what else was asked for.
    """
    query = {"question": question, **(asked or {}), "size": size, "versions": versions()}
    shown = {"query": query, "status": Status.COMPLETE.value, "texts": texts}
    told = list(faults)
    return shown | ({"errors": told} if told else {})


def _written(moves: str | Moves, size: int) -> WrittenMoves:
    if isinstance(moves, str):
        check_moves(moves)
    return WrittenMoves.parse(str(moves), cube_puzzle(size))


def _rotation(text: str) -> Symmetry:
    words = text.replace("’", "'").split()
    if not words or any(word[:1] not in ("x", "y", "z") for word in words):
        raise InputError(f"{excerpt(text)} is not a rotation", "write x, y and z with 2 or ': x y2")
    product = SYMMETRIES[0]
    for word in words:
        product = product * symmetry_named(word)
    return product
