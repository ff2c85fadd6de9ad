"""Between a command and what searches for it are few calls, whatever is asked for."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import pytest
from asking import piped

import cubecsp
from cubecsp.cli.commands import find as command
from cubecsp.models.engines.native import NativeEngine
from cubecsp.search import METHODS

MOST = 8
"""The largest number of calls from the command to an engine or a method, the last call included."""

PACKAGES = [Path(entry) for entry in cubecsp.__path__]


def calls_since_the_command() -> int:
    """Return how many functions of the package are at work for the command, without those of this file."""
    frame, number = sys._getframe(1), 0
    while frame is not None and frame.f_code is not command.run.__code__:
        file = Path(frame.f_code.co_filename)
        ours = any(file.is_relative_to(package) for package in PACKAGES)
        number += ours and file != Path(__file__)
        frame = frame.f_back
    assert frame is not None
    return number


@pytest.fixture
def depths(monkeypatch):
    """How many calls led to each step of the native engine, and of two-phase, which are replaced here."""
    found = {"blocks": [], "samples": [], "many": []}

    def noting(name, work):
        def noted(*args, **how):
            steps = work(*args, **how)
            while True:
                found[name].append(calls_since_the_command() + 1)  # this one stands for its work
                try:
                    yield next(steps)
                except StopIteration:
                    return

        return noted

    for name in ("blocks", "samples"):
        monkeypatch.setattr(NativeEngine, name, noting(name, getattr(NativeEngine, name)))
    method = METHODS["two-phase"]
    changed = dataclasses.replace(method, many=noting("many", method.many))
    METHODS.register(changed)
    yield found
    METHODS.register(method)


@pytest.mark.parametrize(
    ("more", "at_work"),
    [
        ([], ["blocks", "many"]),
        (["--classes"], ["blocks", "many"]),
        (["--time-limit", "100"], ["blocks", "many"]),
        (["--sort", "length"], ["blocks", "many"]),
        (["--seed", "1"], ["samples", "many"]),
        (["--engine", "native", "--json"], ["blocks", "many"]),
    ],
)
def test_few_calls_lead_to_what_searches(more, at_work, depths):
    piped("find", "solved=F2L", "order=2", "--limit", "3", "--solve", "two-phase", *more)
    for name in at_work:
        assert depths[name], name
    assert max(depth for each in depths.values() for depth in each) <= MOST
