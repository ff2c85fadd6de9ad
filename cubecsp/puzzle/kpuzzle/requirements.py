"""Where moves are possible: which slots must not hold which pieces, and which stickers these have.

In KPuzzle JSON that is an extension of ours; see `cubecsp.puzzle.read.kpuzzle_json`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from cubecsp.errors import InputError

__all__ = ["MOST_BLOCKS", "Requirement", "blocks_of", "summed_up", "turnings_of"]

Requirement: TypeAlias = Mapping[int, frozenset[tuple[int, int]]]
"""By slot what it must not hold for a move to be done: pieces, with how they are seen to be turned."""

MOST_BLOCKS = 200_000
"""The most pieces that slots must not hold, counted for each move, slot, and way to turn them."""


def blocks_of(
    requires: Mapping[str, Requirement],
    orbits: Sequence[str],
    pieces: Sequence[tuple[int, int, int]],
    firsts: Sequence[int],
) -> dict[str, dict[int, frozenset[int]]]:
    """Return which stickers block moves; see `cubecsp.puzzle.kpuzzle.conditional_turns`.

    Args:
        requires: what each move requires.
        orbits: the name of the orbit of each slot.
        pieces: for each slot which piece it holds when solved, how that is turned, and modulo which number.
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
                    f"moves require of slots not to hold more than {MOST_BLOCKS:,} pieces, counted with the ways to "
                    "turn them",
                    "require less",
                )
            for angle in range(angles):
                entries[move][first + angle] = frozenset(
                    home + (head + angle) % angles for home, head in broken
                )
    return entries


def _heads(
    orbits: Sequence[str], pieces: Sequence[tuple[int, int, int]], firsts: Sequence[int]
) -> dict[tuple[str, int, int], list[tuple[int, int]]]:
    """Return by orbit, piece and turning the stickers that are first in a slot that holds this.

    Each is given by the first facelet of its home, and how many further on it is there.
    """
    entries: dict[tuple[str, int, int], list[tuple[int, int]]] = {}
    for slot, (number, turned, modulus) in enumerate(pieces):
        for angle in range(firsts[slot + 1] - firsts[slot]):
            held = (orbits[slot], number, (turned - angle) % modulus)
            entries.setdefault(held, []).append((firsts[slot], angle))
    return entries


def turnings_of(slots: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """Return of pieces with their turnings those of each piece, in order."""
    entries: dict[int, list[int]] = {}
    for number, turned in sorted(slots):
        entries.setdefault(number, []).append(turned)
    return entries


def summed_up(slots: Iterable[tuple[int, int]], modulus: Callable[[int], int]) -> list[str]:
    """Return pieces with their turnings as rules write them: 3 for a piece in all turnings, 3:1 for one."""
    results = []
    for number, turnings in turnings_of(slots).items():
        every = len(turnings) == modulus(number)
        results += [str(number)] if every else [f"{number}:{turned}" for turned in turnings]
    return results
