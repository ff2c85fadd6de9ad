"""Exact division of counts by the sizes of groups."""

from __future__ import annotations


def quotient(number: int, by: int) -> int:
    """Return a number divided by one that divides it.

    Raises:
        AssertionError: there is a remainder, so one of the two was counted wrongly.
    """
    result, left = divmod(number, by)
    if left:
        raise AssertionError(
            f"{number:,} is counted {by} times over, and leaves a remainder of {left:,}"
        )
    return result
