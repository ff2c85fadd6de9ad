"""Engines that enumerate the cubes of a pattern; see `cubecsp.registry` for how to add one."""

from __future__ import annotations

from cubecsp.errors import InputError
from cubecsp.models.engines.auto import AutoEngine
from cubecsp.models.engines.base import Block, Engine, Event, Problem, Progress, State, held
from cubecsp.puzzle.puzzle import CubePuzzle
from cubecsp.puzzle.sizes import sizes_in_words
from cubecsp.registry import Registry

__all__ = [
    "ENGINES",
    "AutoEngine",
    "Block",
    "Engine",
    "Event",
    "Problem",
    "Progress",
    "State",
    "held",
    "load_engine",
    "require_size",
    "require_threads",
]

ENGINES: Registry[Engine] = Registry(
    "engine", __name__, "ENGINE", ("native", "cpsat", "cnf", "constraint")
)
"""Every engine by name, the one to choose first."""


def load_engine(name: str) -> Engine:
    """Return the engine called `name`, imported now; a new `AutoEngine` for `auto`.

    Raises:
        InputError: there is no such engine.
    """
    return AutoEngine() if name == AutoEngine.name else ENGINES.find(name)


def require_threads(engine: Engine, threads: int) -> None:
    """Make sure that an engine can use so many threads.

    Raises:
        InputError: it uses one only.
    """
    if threads > 1 and not engine.parallel:
        able = " or ".join(name for name, other in ENGINES.items() if other.parallel)
        raise InputError(
            f"the {engine.name} engine uses one thread, not {threads}",
            f"leave the threads out, or take the engine {able}",
        )


def require_size(engine: Engine, puzzle: CubePuzzle) -> None:
    """Make sure that an engine takes cubes of this size.

    Raises:
        InputError: it does not.
    """
    if puzzle.size not in engine.sizes:
        able = [name for name, other in ENGINES.items() if puzzle.size in other.sizes]
        raise InputError(
            f"the {engine.name} engine takes {sizes_in_words(engine.sizes)}, since {engine.limits}",
            f"take the engine {' or '.join(able)}",
        )
