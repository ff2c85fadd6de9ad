"""The requirements of moves: pieces that slots must not hold, and their stickers.

They are our extension of KPuzzle JSON; see `cubecsp.puzzle.definitions.kpuzzle_json`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from cubecsp.errors import InputError

Requirement: TypeAlias = Mapping[int, frozenset[tuple[int, int]]]
"""For each slot the contents that block a move: pieces, with their visible turns."""

MOST_BLOCKS = 200_000
"""The most blocking pieces, counted for each move, slot and turn."""


def blocks_of(
    requires: Mapping[str, Requirement],
    orbits: Sequence[str],
    pieces: Sequence[tuple[int, int, int]],
    firsts: Sequence[int],
) -> dict[str, dict[int, frozenset[int]]]:
    """Return the stickers that block moves; see `cubecsp.puzzle.kpuzzle.conditional_turns`.

    Args:
        requires: the requirements of each move.
        orbits: the name of the orbit of each slot.
        pieces: for each slot the piece that it holds when solved, its turn, and the modulus of that.
        firsts: the first facelet of each slot, and the number of all facelets.

    Raises:
        InputError: there are too many.
    """
    heads = _heads(orbits, pieces, firsts) if requires else {}
    entries: dict[str, dict[int, frozenset[int]]] = {move: {} for move in requires}
    left = MOST_BLOCKS
    for move, requirement in requires.items():
        for slot, bad in requirement.items():
            first, angles = firsts[slot], firsts[slot + 1] - firsts[slot]
            broken = [head for held in bad for head in heads.get((orbits[slot], *held), ())]
            left -= len(broken) * angles
            if left < 0:
                raise InputError(
                    f"the moves exclude more than {MOST_BLOCKS:,} oriented pieces from slots",
                    "exclude fewer",
                )
            for angle in range(angles):
                entries[move][first + angle] = frozenset(
                    home + (head + angle) % angles for home, head in broken
                )
    return entries


def _heads(
    orbits: Sequence[str], pieces: Sequence[tuple[int, int, int]], firsts: Sequence[int]
) -> dict[tuple[str, int, int], list[tuple[int, int]]]:
    """Return, by orbit, piece and turn, the stickers that are first in a slot with this content.

    Each is given by the first facelet of its solved slot, and its offset from there.
    """
    entries: dict[tuple[str, int, int], list[tuple[int, int]]] = {}
    for slot, (number, turned, modulus) in enumerate(pieces):
        for angle in range(firsts[slot + 1] - firsts[slot]):
            held = (orbits[slot], number, (turned - angle) % modulus)
            entries.setdefault(held, []).append((firsts[slot], angle))
    return entries


def turnings_of(slots: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """Return the turns of each of some pieces with turns, in order."""
    entries: dict[int, list[int]] = {}
    for number, turned in sorted(slots):
        entries.setdefault(number, []).append(turned)
    return entries


def summed_up(slots: Iterable[tuple[int, int]], modulus: Callable[[int], int]) -> list[str]:
    """Return pieces with their turns as rules write them: 3 for a piece in all turns, 3:1 for one."""
    results = []
    for number, turnings in turnings_of(slots).items():
        every = len(turnings) == modulus(number)
        results += [str(number)] if every else [f"{number}:{turned}" for turned in turnings]
    return results
