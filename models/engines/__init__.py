"""Engines that enumerate the cubes of a pattern. A new one is a file of this folder and a line in `ENGINES`."""

from __future__ import annotations

import importlib
from typing import NamedTuple

from cubecsp.errors import InputError
from cubecsp.models.engines.auto import AutoEngine
from cubecsp.models.engines.base import AnyCube, Engine, Event, Problem, Progress, held

__all__ = [
    "ENGINES",
    "AnyCube",
    "AutoEngine",
    "Engine",
    "EngineInfo",
    "Event",
    "Problem",
    "Progress",
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
    """Return the engine called `name`, imported now; a new `AutoEngine` for `auto`.

    Raises:
        InputError: there is no such engine.
        EngineError: what it needs is not installed.
    """
    if name == "auto":
        return AutoEngine()
    if name not in ENGINES:
        raise InputError(f"there is no engine {name!r}", f"known are auto, {', '.join(ENGINES)}")
    engine: Engine = importlib.import_module(ENGINES[name].module).ENGINE
    return engine
