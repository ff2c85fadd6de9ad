"""What the stickers of a puzzle show in a state."""

from __future__ import annotations

from cubecsp.definitions.pieces import KPattern
from cubecsp.definitions.stickers import Stickers

__all__ = ["shown_by"]


def shown_by(state: KPattern, stickers: Stickers) -> tuple[str | None, ...]:
    """Return for each sticker the face whose colour it shows.

    Where the orientation of a piece cannot be seen, its stickers show None, unless they all have one colour.

    Args:
        state: of the puzzle.
        stickers: of the puzzle.
    """
    home = {(place.slot, place.angle): place.face for place in stickers.places}
    slots = state.slots
    found: list[str | None] = []
    for place in stickers.places:
        if place.slot is None:
            found.append(place.face)
            continue
        faces = {
            home[slot, angle] for slot, angle in _sources(state, place.slot, place.angle, slots)
        }
        found.append(faces.pop() if len(faces) == 1 else None)
    return tuple(found)


def _sources(
    state: KPattern, slot: int, angle: int, slots: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return where a sticker may come from: slots of the solved puzzle, with points of these."""
    puzzle = state.puzzle
    kind, (number, turned) = puzzle.kind_of[slot], slots[slot]
    modulus = puzzle.modulus_of[kind.name, number]
    return [
        (source, (angle - turn + piece.turned) % kind.turns)
        for source, piece in enumerate(puzzle.solved_pieces)
        if puzzle.kind_of[source] is kind and piece.number == number
        for turn in range(turned, kind.turns, modulus)
    ]
