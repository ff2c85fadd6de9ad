"""Moves of a puzzle that is not a cube as they are written; what they become in a mirror, or if the whole puzzle is turned.

A mirror exchanges two faces of a solid, and every sticker with another one. Puzzles of other kinds say which facelets
theirs exchange (`KPuzzle.mirrors`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.core.permutation import Permutation, compose, inverse, order, permutation_to
from cubecsp.puzzle.core.written_moves import Image, WrittenMove, WrittenMoves
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.kpuzzle.move_notation import is_rotation
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.suggestions import alternatives

_USUAL = ["L", "R"]
_NEVER = 1_000_000_000  # times, after which a move would lead back


def written_moves(text: str, puzzle: KPuzzle) -> WrittenMoves:
    """Return the moves of a text.

    Raises:
        InputError: it is not a sequence of moves of the puzzle.
    """

    def move(name: str) -> WrittenMove:
        if name not in puzzle.moves:
            return WrittenMove(name=name, opposite=str(~PuzzleMoves.of(puzzle, [name])) or name)
        times, turn = order(puzzle.moves[name]), puzzle.turn(name)
        if turn.blocks and not (times == 2 and turn.serves_as(turn.undone())):
            times = _NEVER  # other pieces may block it on its way back
        return WrittenMove(name=name, order=times, signed=True)

    return WrittenMoves.read(puzzle.notation.reader(text, list(puzzle.moves)), move)


def in_mirror(puzzle: KPuzzle, plane: str | None) -> Image:
    """Return what moves become in a mirror.

    Args:
        puzzle: the puzzle.
        plane: the faces that it exchanges, such as LR; None for the first plane in which every move has an image.

    Raises:
        InputError: no such mirror is known.
    """
    some = _mirrors(puzzle, plane.upper()) if plane else _complete_mirrors(puzzle)
    if (mirror := next(some, None)) is not None:
        name, facelets = mirror
        where = f"in a mirror that exchanges {name}"
        return _image(puzzle, facelets, where, lambda: _planes(puzzle))
    if puzzle.places is None and not puzzle.mirrors:
        raise InputError(
            f"no mirror image of {puzzle.name} is known: that takes the shapes of its stickers",
            "built-in puzzles have them",
        )
    raise InputError(
        f"no mirror of {puzzle.name} exchanges {excerpt(plane or '')}", _planes(puzzle)
    )


def _complete_mirrors(puzzle: KPuzzle) -> Iterator[tuple[str, Permutation]]:
    """Yield the mirrors in which every move has an image."""
    known = _names(puzzle)
    for name, facelets in _mirrors(puzzle, None):
        if all(_conjugate(turn, facelets) in known for turn in puzzle.moves.values()):
            yield name, facelets


def _planes(puzzle: KPuzzle) -> str:
    return f"choose {alternatives([name for name, _ in _complete_mirrors(puzzle)])}"


def turned_by(puzzle: KPuzzle, by: str) -> Image:
    """Return what moves become if the whole puzzle is turned.

    Raises:
        InputError: these moves do not turn it as a whole, or its moves are possible in some states only.
    """
    rotations = [name for name in puzzle.moves if is_rotation(name)]
    if not rotations or puzzle.requires:
        raise InputError(
            f"rotations of the whole puzzle {puzzle.name} are not known",
            "rotate has no answer for it",
        )
    steps = puzzle.steps(by)
    if not steps or any(step.name not in rotations for step in steps):
        raise InputError(f"{excerpt(by)} is not a rotation", f"write {' '.join(rotations)}")
    remedy = "write the rotation before the moves instead"
    return _image(puzzle, puzzle.done(by), f"after the rotation {by}", lambda: remedy)


def _mirrors(puzzle: KPuzzle, plane: str | None) -> Iterator[tuple[str, Permutation]]:
    """Yield the mirrors by the faces that they exchange, the usual one first; only one if `plane` names it."""
    yield from ((name, done) for name, done in puzzle.mirrors.items() if plane in (None, name))
    places = puzzle.places
    if places is None or not places.polygons:
        return
    up, by_length = places.faces[0], sorted(places.faces, key=len, reverse=True)
    asked = plane and sorted(re.findall("|".join(map(re.escape, by_length)), plane))
    for pair in sorted(
        map(sorted, combinations(places.faces, 2)), key=lambda pair: (pair != _USUAL, up in pair)
    ):
        if asked not in (None, pair):
            continue
        to = places.reflected(*pair)
        if to and len(to) == puzzle.facelet_count:
            at = puzzle.sticker_facelets
            target = dict(zip(at, (at[sticker] for sticker in to), strict=True))
            yield ",".join(pair), permutation_to([target[f] for f in range(len(to))])


def _names(puzzle: KPuzzle) -> dict[Permutation, tuple[str, bool]]:
    """Return the name of each move, and of its inverse, with whether it is the move itself."""
    names = {inverse(turn): (name, False) for name, turn in reversed(puzzle.moves.items())}
    return names | {turn: (name, True) for name, turn in reversed(puzzle.moves.items())}


def _conjugate(turn: Permutation, symmetry: Permutation) -> Permutation:
    return compose(compose(inverse(symmetry), turn), symmetry)


def _image(puzzle: KPuzzle, symmetry: Permutation, when: str, remedy: Callable[[], str]) -> Image:
    """Return what moves become under a permutation of facelets."""
    known, words = _names(puzzle), puzzle.notation.words
    by_turn = {puzzle.turn(word).done: word for word in words}

    def image(name: str) -> tuple[str, bool]:
        turn = _conjugate(puzzle.turn(name).done, symmetry)
        if name in words and turn in by_turn:
            return by_turn[turn], True
        if name not in puzzle.moves:
            steps = [(*image(step.name), step.amount) for step in puzzle.steps(name)]
            moved = [f"{to}{abs(n)}{chr(39) * ((n < 0) == same)}" for to, same, n in steps]
            text = puzzle.notation.written(moved, puzzle.steps)
            return (f"({text})" if name in words else text), True
        if turn not in known:
            raise InputError(
                f"{when}, the move {name} of {puzzle.name} becomes one that has no name", remedy()
            )
        return known[turn]

    return image
