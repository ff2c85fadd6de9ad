"""The native search that has room for a puzzle, or the reason why none has.

They are one template: `PatternSearch` is the quickest, `WidePatternSearch` has room for more slots, and
`DeepPatternSearch` for more placements in each.
"""

from __future__ import annotations

from collections.abc import Sequence

from cubecsp._native import DeepPatternSearch, PatternSearch, WidePatternSearch
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.puzzle import Puzzle

AnySearch = PatternSearch | WidePatternSearch | DeepPatternSearch
"""A search with room for the 3×3×3, for larger cubes, or for slots with more placements."""

LARGEST = 10
"""The size of the largest cube whose slots a `WidePatternSearch` has room for."""

_SEARCHES = (PatternSearch, WidePatternSearch, DeepPatternSearch)  # the quickest first
_LAST = DeepPatternSearch  # which has the most room


def lack_of_room(puzzle: Puzzle) -> str | None:
    """Return why no native search has room for a puzzle, as a clause; None if one has."""
    slots = len(puzzle.slots)
    if slots > _LAST.MOST_SLOTS:
        return f"it has room for {_LAST.MOST_SLOTS} slots, and {puzzle.name} has {slots}"
    for orbit in puzzle.orbits:
        for number, most, what in (
            (orbit.placements, _LAST.MOST_PLACEMENTS, "placements"),
            (orbit.turns, _LAST.MOST_TURNS, "turns"),
        ):
            if number > most:
                return (
                    f"it has room for {most} {what} in a slot, and {orbit.name} of {puzzle.name} has "
                    f"{number}"
                )
    return None


def are_quick(orbits: Sequence[Orbit]) -> bool:
    """Return whether slots have few enough placements for plain search, which seldom gets lost in them."""
    return all(orbit.placements <= WidePatternSearch.MOST_PLACEMENTS for orbit in orbits)


def roomy_enough(orbits: Sequence[Orbit]) -> type[AnySearch]:
    """Return the quickest search that has room for the slots of some orbits; see `lack_of_room`."""
    slots = sum(len(orbit.names) for orbit in orbits)
    placements = max((orbit.placements for orbit in orbits), default=0)
    return next(
        kind
        for kind in _SEARCHES
        if slots <= kind.MOST_SLOTS and placements <= kind.MOST_PLACEMENTS
    )
