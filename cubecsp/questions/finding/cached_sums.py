"""Sums that take long to compute, kept in the cache folder like the tables of move search."""

from __future__ import annotations

import contextlib

from cubecsp.errors import TableError
from cubecsp.frozen import frozen
from cubecsp.models.counting.way import Artefact, Keeper
from cubecsp.search import table_cache

SUMMARIES = {"corner-sums": "cubes by their first corners, for rank and sample with the same rules"}
"""The kinds of sums that are kept, by the name of their tables."""


@frozen
class _Cache(Keeper):
    """The cache folder."""

    def bytes_of(self, artefact: Artefact) -> memoryview | None:
        """See `Keeper`."""
        return table_cache.stored_payload(_spec(artefact))

    def store(self, artefact: Artefact, payload: bytes) -> None:
        """Store it if possible; otherwise it is computed again next time."""
        with contextlib.suppress(TableError):
            table_cache.store(_spec(artefact), lambda _poll: payload)


CACHE = _Cache()


def _spec(artefact: Artefact) -> table_cache.TableSpec:
    assert artefact.name in SUMMARIES
    return table_cache.TableSpec(
        artefact.name, artefact.version, {"question": artefact.question}, artefact.size
    )
