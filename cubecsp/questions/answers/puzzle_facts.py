"""The facts about a puzzle that is not a cube: its orbits, moves, group and invariants."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from cubecsp.errors import LimitError, OutOfTimeError
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.states.state_search import StateSearch
from cubecsp.questions.answers.numbers_in_words import plural


def facts_of(explored: StateSearch) -> Generator[dict[str, Any], None, None]:
    """Yield facts about a puzzle, in the order in which they can be computed.

    Facts that are too large to compute are None, and `note` says why.
    """
    puzzle = explored.puzzle
    yield {
        "orbits": [_orbit(puzzle, number) for number in range(len(puzzle.kinds))],
        "faces": puzzle.places.letters if puzzle.places else {},
        "moves": list(puzzle.base_moves),
        "derived": puzzle.derived,
        "requires": {move: puzzle.requirement(move) for move in puzzle.requires},
        "turns": list(explored.moves),
        "unread": list(puzzle.origin.unread),
    }
    yield dict.fromkeys(("order", "states", "positions", "invariants"))
    try:
        yield {
            "invariants": [
                explored.parts.described(invariant) for invariant in explored.parts.seen_invariants
            ]
        }
        yield {"order": explored.group.order}
        yield {"states": explored.group.states}
        yield {"positions": explored.group.positions}
    except OutOfTimeError:
        raise
    except LimitError as error:
        yield {"note": str(error)}


def _orbit(puzzle: KPuzzle, number: int) -> dict[str, Any]:
    kind = puzzle.kinds[number]
    pieces = puzzle.solved_pieces[puzzle.kind_rows[number]]
    return {
        "name": kind.name,
        "pieces": kind.size,
        "orientations": kind.turns,
        "seen": max(piece.modulus for piece in pieces),
        "looks": len({piece.number for piece in pieces}),
    }


def lines_of(name: str, facts: Mapping[str, Any]) -> Generator[str, None, None]:
    """Yield the facts about a described puzzle, a line for each.

    Args:
        name: the name of the puzzle.
        facts: those that `facts_of` has found.
    """
    yield f"puzzle    {name}"
    for orbit in facts["orbits"]:
        yield f"orbit     {_in_words(orbit)}"
    yield f"moves     {' '.join(facts['moves'])}"
    if facts["faces"]:
        named = (f if f == letter else f"{f}={letter}" for f, letter in facts["faces"].items())
        yield f"faces     {' '.join(named)}"
    for move, condition in facts["requires"].items():
        yield f"requires  {move}: {condition}"
    if facts["derived"]:
        yield f"derived   {' '.join(facts['derived'])}"
    if facts["order"] is not None:
        yield f"group     of order {facts['order']:,}"
    if facts["order"] is not None and facts["states"] != facts["order"]:
        states = "not known" if facts["states"] is None else f"{facts['states']:,}"
        yield f"states    {states}, as far as can be seen"
    if facts["positions"] not in (None, facts["states"]):
        yield f"positions {facts['positions']:,}, up to rotation of the whole puzzle"
    for invariant in facts["invariants"] or ():
        yield f"invariant {invariant}"
    if "note" in facts:
        yield f"note      {facts['note']}"


def _in_words(orbit: dict[str, Any]) -> str:
    words = f"{orbit['name']}: {plural(orbit['pieces'], 'piece')}"
    if orbit["looks"] < orbit["pieces"]:
        words += f", {orbit['looks']} that look different"
    if orbit["orientations"] > 1:
        words += f", turned in {orbit['orientations']} ways"
    if orbit["seen"] < orbit["orientations"]:
        some = f"of which {orbit['seen']} can be distinguished"
        words += f", {some if orbit['seen'] > 1 else 'which look alike'}"
    return words
