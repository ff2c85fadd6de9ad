"""Where the units of a question are done and kept: the same parameters in every question that has units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubecsp.errors import InputError
from cubecsp.work.place import Workplace

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["workplace_of"]


def workplace_of(
    threads: int = 1,
    resume: str | Path | None = None,
    cluster: str | None = None,
    check_journal: float | None = None,
) -> Workplace:
    """Return where units are done.

    Args:
        threads: how many of this process.
        resume: the path of the file in which finished units are kept; None for none.
        cluster: `local`, `local:N`, or the address of a Dask scheduler; None for the threads.
        check_journal: the share of the units in the file that are done again, above 0 and at most 1; None
            for none.

    Raises:
        InputError: they make no sense together.
    """
    journal = None
    if resume is not None:
        from pathlib import Path  # slow to import, and seldom needed

        journal = Path(resume)
    if check_journal is not None and journal is None:
        raise InputError("there is no file of finished work to check", "give one to resume from")
    return Workplace(threads, journal, cluster, check_journal or 0.0)
