"""Engines that enumerate the cubes of a pattern. A new one is a file of this folder and a line in `ENGINES`."""

from __future__ import annotations

import importlib
from typing import NamedTuple

from cubecsp.errors import InputError
from cubecsp.models.engines.auto import LARGEST, AutoEngine
from cubecsp.models.engines.base import Engine, Event, Problem, Progress, State, held
from cubecsp.puzzle.puzzle import CubePuzzle

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
    "require_size",
    "require_threads",
]


class EngineInfo(NamedTuple):
    """Where an engine is, what it is in a few words, and what it can do.

    Attributes:
        module: the module that has it as `ENGINE`.
        summary: what it is.
        parallel: whether it can use several threads.
        largest: the size of the largest cube that it takes, None if there is none.
        too_large: why it takes no larger one, a clause.
    """

    module: str
    summary: str
    parallel: bool = False
    largest: int | None = None
    too_large: str = ""


ENGINES: dict[str, EngineInfo] = {
    "native": EngineInfo(
        "cubecsp.models.engines.native",
        "depth-first search in C++",
        parallel=True,
        largest=LARGEST,
        too_large="it has room for 512 slots",
    ),
    "cpsat": EngineInfo("cubecsp.models.engines.cpsat", "CP-SAT of OR-Tools"),
    "cnf": EngineInfo("cubecsp.models.engines.cnf", "CaDiCaL through python-sat"),
    "constraint": EngineInfo(
        "cubecsp.models.engines.constraint",
        "python-constraint, to compare with: slow",
        largest=3,
        too_large="it does not know pieces that look alike",
    ),
}
"""Every engine by name, the one to choose first."""


def require_size(name: str, puzzle: CubePuzzle) -> None:
    """Make sure that the engine called `name`, a known one or `auto`, takes cubes of this size.

    Raises:
        InputError: it does not.
    """
    if name == "auto":
        return
    largest = ENGINES[name].largest
    if largest is not None and puzzle.size > largest:
        able = [
            each for each, info in ENGINES.items() if (info.largest or puzzle.size) >= puzzle.size
        ]
        raise InputError(
            f"the {name} engine takes cubes up to {largest}×{largest}×{largest}, since "
            f"{ENGINES[name].too_large}",
            f"take the engine {' or '.join(able)}",
        )


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
