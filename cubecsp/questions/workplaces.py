"""Where the units of a question are done and kept: the same arguments in every question that has units."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from cubecsp.errors import InputError, excerpt
from cubecsp.questions.limits import check_share, check_threads
from cubecsp.work.place import Workplace

__all__ = ["workplace_of"]


def workplace_of(
    threads: object = 1,
    resume: object = None,
    cluster: str | None = None,
    check_journal: object = None,
) -> Workplace:
    """Return where units are done.

    Args:
        threads: how many of this process.
        resume: the path of the file in which finished units are kept; None for none.
        cluster: `local`, `local:N`, or the address of a Dask scheduler; None for the threads.
        check_journal: the share of the units in the file that are done again, above 0 and at most 1; None
            for none.

    Raises:
        InputError: one makes no sense.
    """
    if resume is not None and (not isinstance(resume, str | PathLike) or not str(resume)):
        raise InputError(f"{excerpt(repr(resume))} is not a file to resume from", "give a path")
    journal = None if resume is None else Path(resume)
    share = 0.0 if check_journal is None else check_share(check_journal)
    if share and journal is None:
        raise InputError("there is no file of finished work to check", "give one to resume from")
    return Workplace(check_threads(threads), journal, cluster, share)
