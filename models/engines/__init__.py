"""Engines that enumerate the cubes of a pattern. A new one is a file of this folder and a line in `ENGINES`."""

from __future__ import annotations

import importlib
from typing import NamedTuple

from cubecsp.errors import InputError
from cubecsp.models.engines.base import AnyCube, Engine, Event, Problem, Progress, held

__all__ = [
    "ENGINES",
    "AnyCube",
    "Engine",
    "EngineInfo",
    "Event",
    "Problem",
    "Progress",
    "choose_engine",
    "held",
    "load_engine",
]


class EngineInfo(NamedTuple):
    """Where an engine is, and what it is in a few words."""

    module: str
    summary: str


ENGINES: dict[str, EngineInfo] = {
    "native": EngineInfo("cubecsp.models.engines.native", "depth-first search in C++"),
    "cpsat": EngineInfo("cubecsp.models.engines.cpsat", "CP-SAT of OR-Tools"),
    "cnf": EngineInfo("cubecsp.models.engines.cnf", "CaDiCaL through python-sat"),
    "constraint": EngineInfo(
        "cubecsp.models.engines.constraint", "python-constraint, to compare with: slow"
    ),
}
"""Every engine by name, the one to choose first."""


def load_engine(name: str) -> Engine:
    """Return the engine called `name`, imported now.

    Raises:
        InputError: there is no such engine.
        EngineError: what it needs is not installed.
    """
    if name not in ENGINES:
        raise InputError(f"there is no engine {name!r}", f"known are {', '.join(ENGINES)}")
    engine: Engine = importlib.import_module(ENGINES[name].module).ENGINE
    return engine


def choose_engine(problem: Problem) -> tuple[str, str]:
    """Return the name of the engine that `problem` suits best, and why, a clause.

    It is native for all: bench/engines.py has found no kind of question that another answers sooner.
    """
    del problem  # no reason was found yet that speaks against it
    return "native", "the quickest on every kind of question that was measured"
