"""The group that certain turns of a cube generate: its order, and what it leaves as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.questions.asking.limits import check_size
from cubecsp.search.named_moves import clockwise_only, named_moves
from cubecsp.search.reachability import CubeMoveGroup


def note_on_turns(query: Any) -> dict[str, str]:
    """Return an entry of a query, `note`, if its turns of cubes are clockwise ones only; nothing otherwise."""
    note = None if query.other is not None else clockwise_only(query.turns)
    return {} if note is None else {"note": note}


def group_facts(turns: str, puzzle: CubePuzzle) -> dict[str, Any]:
    """Return the facts about the group that turns of a 2×2×2 or 3×3×3 generate.

    Raises:
        InputError: the turns cannot be read, or the cube is larger.
    """
    check_size(puzzle, "described by a group")
    moves = named_moves(turns, puzzle)
    group = CubeMoveGroup(moves.values(), corners_only=puzzle.size == 2)
    return {
        "turns": [*moves],
        "order": group.order,
        "cubes": group.cubes,
        "in_place": group.unmoved,
    }


def group_lines(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the facts about a group, a line for each."""
    yield f"turns     {' '.join(facts['turns'])}"
    yield f"group     of order {facts['order']:,}"
    if facts["cubes"] != facts["order"]:
        yield f"cubes     {facts['cubes']:,}, in any orientation"
    if facts["in_place"]:
        yield f"in place  {' '.join(facts['in_place'])}: no turn moves them"
