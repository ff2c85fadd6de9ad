"""Engines that enumerate the cubes of a pattern; see `cubecsp.registry` for how to add one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cubecsp.errors import InputError
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.engines.auto import AutoEngine as AutoEngine
from cubecsp.models.engines.engine import Better as Better
from cubecsp.models.engines.engine import Engine as Engine
from cubecsp.models.engines.engine import Event as Event
from cubecsp.models.engines.engine import Goal as Goal
from cubecsp.models.engines.engine import Problem as Problem
from cubecsp.models.engines.engine import Progress as Progress
from cubecsp.models.engines.engine import SolutionBlock as SolutionBlock
from cubecsp.models.engines.engine import State as State
from cubecsp.models.engines.engine import events_of as events_of
from cubecsp.models.engines.options import Value as Value
from cubecsp.models.engines.options import changed_options as changed_options
from cubecsp.models.engines.options import configured
from cubecsp.models.engines.options import options_of as options_of
from cubecsp.models.programs.program import programs_in
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.registry import Registry

ENGINES: Registry[Engine] = Registry(
    "engine", __name__, "ENGINE", ("native", "cpsat", "cnf", "asp", "annealing", "constraint")
)
"""Every engine by name, the preferred one first."""


def load_engine(
    engine: str | Engine = AutoEngine.name,
    options: Iterable[str] = (),
    puzzle: Puzzle | None = None,
) -> Engine:
    """Return the engine with a name, imported now, or the given engine itself; for `auto` a new one.

    Args:
        engine: a name of `ENGINES`, `auto`, or a custom engine.
        options: its options, as texts `NAME=VALUE`.
        puzzle: what it is to be asked about, so that `auto` knows which engine begins.

    Raises:
        InputError: there is no such engine, or it has no such option.
    """
    if engine == AutoEngine.name:
        engine = AutoEngine()
    elif isinstance(engine, AutoEngine):  # it remembers what it did
        engine = replace(engine)
    if isinstance(engine, AutoEngine):
        if puzzle is not None:
            engine.begin_with(puzzle)
    elif not isinstance(engine, Engine):
        engine = ENGINES.find(engine)
    return configured(engine, options)


def working(engine: Engine) -> Engine:
    """Return the engine that does the work: for `auto`, the one that it chose."""
    return ENGINES[engine.works] if isinstance(engine, AutoEngine) else engine


def why(engine: Engine) -> str:
    """Return why `auto` chose the engine that works; empty if an engine was asked for by name."""
    return engine.reason if isinstance(engine, AutoEngine) else ""


def exhaustive_engines() -> list[str]:
    """Return the names of the engines that can prove that there are no other solutions."""
    return [name for name, engine in ENGINES.items() if engine.exhaustive]


def require_exhaustive(engine: Engine, puzzle: Puzzle) -> None:
    """Make sure that an engine takes a puzzle, and can prove that nothing satisfies some rules.

    Raises:
        InputError: it does not, or cannot.
    """
    objection = None if engine.exhaustive else "cannot prove that no cube satisfies the rules"
    _require(engine, puzzle, objection or engine.objection(puzzle), exhaustive_engines())


def require_hints(engine: Engine) -> None:
    """Make sure that an engine can begin its search near a given cube.

    Raises:
        InputError: it cannot.
    """
    if not engine.takes_hints:
        able = " or ".join(name for name, other in ENGINES.items() if other.takes_hints)
        raise InputError(
            f"the {engine.name} engine does not support hints",
            f"leave the hint out, or use the engine {able}",
        )


def require_programs(engine: Engine, primitives: Iterable[Primitive]) -> None:
    """Make sure that an engine supports the logic programs among some primitives.

    Raises:
        InputError: it does not.
    """
    programs = programs_in(primitives)
    if programs and not engine.takes_programs:
        able = " or ".join(name for name, other in ENGINES.items() if other.takes_programs)
        raise InputError(
            f"{programs[0].source.name} is a logic program, which the {engine.name} engine does not support",
            f"use the engine {able}",
        )


def require_threads(engine: Engine, threads: int) -> None:
    """Make sure that an engine can use this many threads.

    Raises:
        InputError: it uses one only.
    """
    if threads > 1 and not engine.parallel:
        able = " or ".join(name for name, other in ENGINES.items() if other.parallel)
        raise InputError(
            f"the {engine.name} engine uses one thread, not {threads}",
            f"leave the threads out, or use the engine {able}",
        )


def with_tasks(engine: Engine) -> Engine:
    """Return the engine whose search is in tasks: the one given, or for `auto` the one that can.

    Raises:
        InputError: it has none.
    """
    able = [name for name, other in ENGINES.items() if other.in_tasks]
    if isinstance(engine, AutoEngine):
        return ENGINES[able[0]]
    if not engine.in_tasks:
        raise InputError(
            f"the search of the {engine.name} engine cannot be resumed or sent to a cluster",
            f"use the engine {' or '.join(able)}",
        )
    return engine


def require_size(engine: Engine, puzzle: Puzzle) -> None:
    """Make sure that an engine takes cubes of this size, or this puzzle.

    Raises:
        InputError: it does not.
    """
    _require(engine, puzzle, engine.objection(puzzle), ENGINES)


def _require(engine: Engine, puzzle: Puzzle, objection: str | None, names: Iterable[str]) -> None:
    """Make sure that there is no refusal; a message names those of some engines that accept the puzzle.

    Raises:
        InputError: there is one.
    """
    if objection is not None:
        able = [name for name in names if ENGINES[name].objection(puzzle) is None]
        raise InputError(
            f"the {engine.name} engine {objection}", f"use the engine {' or '.join(able)}"
        )
