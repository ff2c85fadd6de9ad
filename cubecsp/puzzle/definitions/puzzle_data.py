"""Puzzles as data in files that state their subject: write them, and read them back.

A puzzle that comes with cubecsp is kept by its name, any other as a KPuzzle. With it, the file has the orbits
whose orientations are ignored, and the moves that may be used, since the states depend on these.
"""

from __future__ import annotations

import json
from typing import Any

from cubecsp.errors import InputError
from cubecsp.puzzle.definitions.built_in_puzzles import SHIPPED
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle, read_kpuzzle
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

MOST_CHARACTERS = 1_000_000
"""The most characters of a definition that is kept in a file."""


def as_data(puzzle: KPuzzle) -> dict[str, Any]:
    """Return `puzzle`, `ignore_orientation` and `turns`, from which `read_data` makes the same puzzle.

    Raises:
        InputError: the definition cannot be written as a KPuzzle, or is too large.
    """
    return {
        "puzzle": _definition(puzzle.origin),
        "ignore_orientation": [*puzzle.ignored],
        "turns": puzzle.turns,
    }


def _definition(puzzle: KPuzzle) -> Any:
    """Return the name of a puzzle that comes with cubecsp, and any other as a KPuzzle."""
    if is_built_in(puzzle):
        return puzzle.name
    if puzzle.places is not None:
        raise InputError(
            f"the definition of {puzzle.name} has stickers, which a KPuzzle cannot express",
            "ask about its pieces: give it as KPuzzle JSON",
        )
    text = as_kpuzzle(puzzle)
    if len(text) > MOST_CHARACTERS:
        raise InputError(
            f"the definition of {puzzle.name} has {len(text):,} characters as a KPuzzle",
            f"those of up to {MOST_CHARACTERS:,} can be kept in a file",
        )
    return json.loads(text)


def is_built_in(puzzle: KPuzzle) -> bool:
    """Return whether a puzzle is one that comes with cubecsp, and does not just have its name."""
    if puzzle.name not in SHIPPED:
        return False
    other = SHIPPED[puzzle.name]()
    return puzzle is other or (
        puzzle.places == other.places and as_kpuzzle(puzzle) == as_kpuzzle(other)
    )


def read_data(definition: Any, ignored: Any, turns: Any) -> KPuzzle:
    """Return the puzzle that `as_data` wrote; the arguments are its entries, which anyone may have changed.

    Raises:
        InputError: they do not state a puzzle.
    """
    if isinstance(definition, str) and definition in SHIPPED:
        puzzle = SHIPPED[definition]()
    elif isinstance(definition, dict):
        puzzle = read_kpuzzle(json.dumps(definition))
    else:
        raise InputError(
            "the puzzle is neither a KPuzzle nor one that comes with cubecsp",
            f"these are {', '.join(SHIPPED)}",
        )
    if not isinstance(ignored, list) or not all(isinstance(name, str) for name in ignored):
        raise InputError("ignore_orientation is not a list of orbits")
    if turns is not None and not isinstance(turns, str):
        raise InputError("turns is neither null nor a list of moves with commas between them")
    if ignored:
        puzzle = puzzle.ignoring(ignored)
    return puzzle if turns is None else puzzle.using(turns)
