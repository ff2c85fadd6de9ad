"""The progress of any question: a share and a note, for progress bars and event streams."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from cubecsp.questions.answers.numbers_in_words import duration, plural

if TYPE_CHECKING:
    from cubecsp.models.counting.way import ProgressSign
    from cubecsp.models.engines import Progress
    from cubecsp.search.solution import PhaseProgress, SearchProgress

Show = Callable[[float | None, str], None]
"""Shows the finished share, 0…1 or None if unknown, and a note."""

_SOON = 10.0  # seconds left that are not worth showing


def searching(show: Show | None) -> Callable[[Progress, int], None] | None:
    """Return the callback that shows the progress of `find`; None shows nothing."""
    if show is None:
        return None
    return lambda progress, number: show(progress.fraction, f"{number:,} found")


def choosing(show: Show | None, *, minimise: bool) -> Callable[[int | None, int], None] | None:
    """Return the callback that shows the bounds of `best`; None shows nothing."""
    if show is None:
        return None
    most = "at least" if minimise else "at most"

    def report(value: int | None, bound: int) -> None:
        far = "none so far" if value is None else f"{value} so far, gap {abs(bound - value)}"
        show(None, f"{far}, {most} {bound}")

    return report


def counting(show: Show | None) -> Callable[[ProgressSign], None] | None:
    """Return the callback that shows the progress of a count; None shows nothing."""
    if show is None:
        return None

    def report(step: ProgressSign) -> None:
        known = [f"at least {step.least:,}"] if step.least else []
        if step.left is not None and _SOON < step.left < math.inf:
            known.append(f"{duration(step.left)} left")
        show(step.fraction, ", ".join(known))

    return report


def drawing(show: Show | None) -> Callable[[float | None, int], None] | None:
    """Return the callback that shows the progress of drawing cubes; None shows nothing."""
    if show is None:
        return None
    return lambda fraction, drawn: show(fraction, f"{drawn:,} drawn")


def numbering(show: Show | None) -> Callable[[float | None], None] | None:
    """Return the callback that shows the progress of numbering cubes; None shows nothing."""
    return None if show is None else lambda fraction: show(fraction, "")


def explaining(show: Show | None) -> Callable[[int, int], None] | None:
    """Return the callback that shows the progress of `explain`; None shows nothing."""
    if show is None:
        return None

    def tell(conflicts: int, corrections: int) -> None:
        known = f"{plural(conflicts, 'conflict')}, {plural(corrections, 'correction')}"
        show(None, known)

    return tell


def solving(show: Show | None) -> Callable[[SearchProgress | PhaseProgress], None] | None:
    """Return the callback for methods that report their progress; None shows nothing."""
    if show is None:
        return None
    from cubecsp.search.solution import PhaseProgress

    def report(progress: SearchProgress | PhaseProgress) -> None:
        if isinstance(progress, PhaseProgress):
            show(progress.part, f"{progress.best} turns so far" if progress.best else "phases")
        elif progress.table < 1:
            show(progress.table, "making the table, once")
        else:
            millions = f"{progress.nodes / 1e6:,.0f} million positions"
            show(None, f"{progress.proven} turns or more, {millions}")

    return report
