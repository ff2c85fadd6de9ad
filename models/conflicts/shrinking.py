"""A conflict made minimal, and a satisfiable set made maximal, by testing one demand after another."""

from __future__ import annotations

from collections.abc import Callable, Collection

Known = frozenset[int] | None
"""Demands, by their places, that all hold in one example; None if there is no example."""


def shrink(
    conflict: frozenset[int], extension: Callable[[Collection[int]], Known]
) -> frozenset[int]:
    """Return a minimal conflict within a conflict; if there is a choice, demands at the end are dropped first."""
    for demand in sorted(conflict, reverse=True):
        if extension(conflict - {demand}) is None:
            conflict -= {demand}
    return conflict


def grow(
    demands: frozenset[int], number: int, extension: Callable[[Collection[int]], Known]
) -> frozenset[int]:
    """Return a maximal set of demands that can hold together, with `demands` in it, which can."""
    for demand in range(number):
        if demand not in demands:
            demands = extension(demands | {demand}) or demands
    return demands
