"""Shared by all tests: hypothesis profiles, strategies for cubes, and the exhaustive switch."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "cubecsp", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("cubecsp")


# Marks of tests that run only when an environment variable asks for them; the Makefile sets it.
_ON_REQUEST = {"exhaustive": "CUBECSP_EXHAUSTIVE", "install": "CUBECSP_INSTALL"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that are slow and were not asked for."""
    unwanted = {mark for mark, variable in _ON_REQUEST.items() if not os.environ.get(variable)}
    dropped = [item for item in items if unwanted & set(item.keywords)]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if item not in dropped]
