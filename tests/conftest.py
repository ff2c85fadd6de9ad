"""Shared by all tests: hypothesis profiles, strategies for cubes, and the exhaustive switch."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "cubecsp", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("cubecsp")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave exhaustive checks out unless CUBECSP_EXHAUSTIVE is set (`make exhaustive` sets it)."""
    if os.environ.get("CUBECSP_EXHAUSTIVE"):
        return
    kept = [item for item in items if "exhaustive" not in item.keywords]
    dropped = [item for item in items if "exhaustive" in item.keywords]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept
