"""How numbers and times are written in sentences."""

from __future__ import annotations

__all__ = ["are_listed", "plural", "seconds_taken"]


def plural(number: int, noun: str) -> str:
    """Return `1 cube`, `2,000 cubes`, `1 class`, `2 classes`."""
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("y"):
        return f"{number:,} {noun[:-1]}ies"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"


def are_listed(number: int, of: str = "") -> str:
    """Return `1 is listed`, or `2 of them are listed` with "of them " for `of`."""
    return f"{number:,} {of}{'is' if number == 1 else 'are'} listed"


def seconds_taken(seconds: float) -> str:
    """Return `0.25 s`."""
    return f"{seconds:.2f} s"
