"""Code that the scripts of this folder share: processor time, and tables in the format of the pages."""

from __future__ import annotations

import resource
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_UNITS = [(1e6, "µs"), (1e3, "ms"), (1, "s")]


def used() -> float:
    """Return the seconds of processor time that this process and those it has waited for have used."""
    shares = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(share.ru_utime + share.ru_stime for share in shares)


def timed(call: Callable[[], T]) -> tuple[float, T]:
    """Return the processor time of a call in seconds, and its result."""
    before = used()
    result = call()
    return used() - before, result


def seconds(call: Callable[[], object]) -> float:
    """Return the processor time of a call, in seconds."""
    return timed(call)[0]


def duration(value: float) -> str:
    """Return seconds as pages show them: with two digits, or all before the point, and a unit."""
    factor, unit = next(((f, u) for f, u in _UNITS if value * f < 1000), _UNITS[-1])
    return f"{value * factor:{'.0f' if value * factor >= 10 else '.2g'}} {unit}"


def row(*cells: object) -> None:
    """Print a row of a table."""
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def head(*cells: object) -> None:
    """Print the head of a table."""
    row(*cells)
    print("|" + "---|" * len(cells), flush=True)
