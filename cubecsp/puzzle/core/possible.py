"""The possible contents of each slot, by its stickers, and whether every slot can have its own piece.

Unknown stickers leave several pieces possible. For any colours of these, a piece occurs twice exactly if some
group of slots has fewer pieces to choose from than slots (P. Hall's theorem, 1935); such groups are found by
augmenting paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cubecsp.puzzle.core.orbits import Orbit

Possible = list[tuple[int, ...]]
"""For each slot of an orbit the placements (0…23) that it may hold."""


Groups = list[tuple[list[int], list[int]]]
"""Slots that have too few pieces to choose from, and these pieces."""


def possible(colours: Sequence[int | None], orbit: Orbit) -> Possible:
    """Return for each slot of `orbit` the placements that agree with `colours`, one per facelet."""
    return [orbit.matching(tuple([colours[f] for f in frame])) for frame in orbit.frames]


def crowds(choices: Possible, turns: int) -> Groups:
    """Return groups of slots that cannot all have different pieces, each with its pieces.

    Args:
        choices: the possible contents of each slot; slots that can hold nothing are passed over.
        turns: the number of ways in which a piece fits a slot.
    """
    sure = {values[0] // turns for values in choices if len(values) == 1}
    if len(sure) == len(choices):
        return []
    pieces = [{value // turns for value in values} for values in choices]
    owner: dict[int, int] = {}
    groups: list[tuple[set[int], set[int]]] = []
    for slot in range(len(choices)):
        seen: set[int] = set()
        if pieces[slot] and not find_piece(slot, pieces, owner, seen):
            slots = {slot, *(owner[piece] for piece in seen)}
            for group in [group for group in groups if group[1] & seen]:
                groups.remove(group)
                slots, seen = slots | group[0], seen | group[1]
            groups.append((slots, seen))
    return [(sorted(slots), sorted(seen)) for slots, seen in groups]


def find_piece(slot: int, pieces: list[set[int]], owner: dict[int, int], seen: set[int]) -> bool:
    """Find a piece for `slot`, giving other slots another piece if need be; return whether there is one.

    Args:
        slot: the slot.
        pieces: for each slot those that it may hold.
        owner: for each piece the slot that has it; changed here.
        seen: the pieces already considered for this slot; changed here.
    """
    for piece in sorted(pieces[slot]):
        if piece in seen:
            continue
        seen.add(piece)
        if piece not in owner or find_piece(owner[piece], pieces, owner, seen):
            owner[piece] = slot
            return True
    return False


def narrowed(choices: Possible, turns: int) -> Possible:
    """Return the possible contents of slots after removing a piece that one slot certainly holds from all others."""
    while any(len(values) > 1 for values in choices):
        pieces = [{value // turns for value in values} for values in choices]
        sure = {piece for some in pieces if len(some) == 1 for piece in some}
        fewer = [
            values
            if len(some) == 1
            else tuple(value for value in values if value // turns not in sure)
            for values, some in zip(choices, pieces, strict=True)
        ]
        if fewer == choices:
            break
        choices = fewer
    return choices


def sure_placements(colours: Sequence[int | None], orbit: Orbit) -> bytes | None:
    """Return the contents of slots for which the known stickers leave one possibility, by appearance."""
    choices = narrowed(possible(colours, orbit), orbit.turns)
    if not orbit.alike:
        sure = all(len(values) == 1 for values in choices)
        return bytes(values[0] for values in choices) if sure else None
    letters = list(colours)
    left = Counter[tuple[int | None, ...]](orbit.homes)
    left.subtract(tuple(colours[facelet] for facelet in frame) for frame in orbit.frames)
    missing = [home for home, number in left.items() if number > 0]
    for frame in orbit.frames:
        if len(missing) == 1 and all(colours[facelet] is None for facelet in frame):
            for facelet, colour in zip(frame, missing[0], strict=True):
                letters[facelet] = colour
    return orbit.assembly(letters)
