"""Engines that enumerate the cubes of a pattern. A new one is a file of this folder and a line in `ENGINES`."""

from __future__ import annotations

import importlib
from typing import NamedTuple

from cubecsp.errors import InputError
from cubecsp.models.engines.auto import AutoEngine
from cubecsp.models.engines.base import Engine, Event, Problem, Progress, State, held

__all__ = [
    "ENGINES",
    "AutoEngine",
    "Engine",
    "EngineInfo",
    "Event",
    "Problem",
    "Progress",
    "State",
    "held",
    "load_engine",
    "require_threads",
]


class EngineInfo(NamedTuple):
    """Where an engine is, what it is in a few words, and what it can do.

    Attributes:
        module: the module that has it as `ENGINE`.
        summary: what it is.
        parallel: whether it can use several threads.
    """

    module: str
    summary: str
    parallel: bool = False


ENGINES: dict[str, EngineInfo] = {
    "native": EngineInfo(
        "cubecsp.models.engines.native", "depth-first search in C++", parallel=True
    ),
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


def require_threads(name: str, threads: int) -> None:
    """Make sure that the engine called `name`, a known one or `auto`, can use so many threads.

    Raises:
        InputError: it uses one only.
    """
    if threads > 1 and name != "auto" and not ENGINES[name].parallel:
        able = " or ".join(engine for engine, info in ENGINES.items() if info.parallel)
        raise InputError(
            f"the {name} engine uses one thread, not {threads}",
            f"leave the threads out, or take the engine {able}",
        )
