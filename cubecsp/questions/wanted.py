"""Which cubes are searched for, and how: the arguments that `Search`, `find` and their like share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Self, TypedDict

from cubecsp.errors import InputError
from cubecsp.models.engines import (
    Engine,
    State,
    load_engine,
    require_hints,
    require_programs,
    require_size,
    require_threads,
)
from cubecsp.models.pattern import Pattern
from cubecsp.questions.given import CubeLike, PatternLike, pattern_of, state_of
from cubecsp.questions.keywords import require_known
from cubecsp.questions.limits import Limits, check_seed, check_threads
from cubecsp.work.place import Workplace

__all__ = ["SearchOptions", "Wanted", "counted"]


class SearchOptions(TypedDict, total=False):
    """How cubes are searched for: the keyword arguments of `Search`, `find` and their like."""

    size: int | None
    """The size of the cube; if left out, what the pattern says, else 3."""

    engine: str | Engine
    """A name of `ENGINES`, or `auto`; or an engine: one of your own, or one with options, such as
    `CpSatEngine(presolve=True)` in `cubecsp.models.engines.cpsat`."""

    limit: int | None
    """Stop after this many cubes or, with `classes`, this many classes; None for all of them. The search
    ends there, so nothing is known about others."""

    time_limit: float | None
    """Stop after this many seconds; None for no limit."""

    use_symmetry: bool
    """False to have the engine find every cube by itself."""

    classes: bool
    """Give one cube of each class under all 48 symmetries: the least of those in the class that satisfy
    the rules, whatever the engine, seed and symmetries."""

    seed: int | None
    """Give the cubes in random order, the same for the same seed whatever the machine and the number of
    threads (with engines other than native: and the same solver version); None for the order that is
    quickest. With a limit the cubes are also varied: each comes from a new search, until such searches find
    little that is new, and the rest is enumerated. They are not uniformly random."""

    threads: int
    """How many threads the native engine uses; the others use one."""

    hint: CubeLike | None
    """A cube near which to start, in any format: its placements are tried first. If it satisfies the
    rules, it comes first, then the other cubes of its orbit; if not, then, as far as the engine can, cubes
    that have much in common with it."""


@dataclass(frozen=True)
class Wanted:
    """Which cubes are searched for, and how; arguments that make no sense are refused at once.

    Attributes:
        pattern: the rules.
        engine: the name of the engine, or an engine of your own.
        limits: what may end it.
        use_symmetry: whether the symmetries of the pattern are used.
        classes: whether one cube of each class is wanted.
        seed: of the order of the cubes, None for the quickest order.
        threads: how many threads the native engine uses.
        hint: a cube near which to begin.

    Raises:
        InputError: the engine takes no cubes of that size, or cannot use the threads, or one of these
            makes no sense.
        EngineError: the engine is not installed.
    """

    pattern: Pattern
    engine: str | Engine = "auto"
    limits: Limits = field(default_factory=Limits)
    use_symmetry: bool = True
    classes: bool = False
    seed: int | None = None
    threads: int = 1
    hint: State | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", check_seed(self.seed))
        object.__setattr__(self, "threads", check_threads(self.threads))
        require_threads(load_engine(self.engine), self.threads)
        require_size(load_engine(self.engine), self.pattern.puzzle)
        require_programs(load_engine(self.engine), self.pattern.with_programs)
        if self.hint is not None:
            self._check_hint(self.hint)

    @property
    def workplace(self) -> Workplace | None:
        """Where the search is done in units, and its results are kept; None if that is not asked for."""
        return None

    @classmethod
    def of(
        cls, asked: PatternLike | Iterable[PatternLike], how: SearchOptions, **more: Any
    ) -> Self:
        """Return what is wanted of a pattern.

        Args:
            asked: rules, patterns, or texts that state them; one or several.
            how: see `SearchOptions`.
            more: the fields that a subclass has besides.
        """
        require_known(how, SearchOptions)
        given: dict[str, Any] = {**how, **more}
        pattern = pattern_of(asked, given.pop("size", None))
        what = counted(how.get("classes", False))
        limits = Limits.of(given.pop("limit", None), given.pop("time_limit", None), what)
        hint = given.pop("hint", None)
        return cls(pattern, limits=limits, hint=None if hint is None else state_of(hint), **given)

    def _check_hint(self, hint: State) -> None:
        require_hints(load_engine(self.engine))
        puzzle = self.pattern.puzzle
        if hint.puzzle is not puzzle:
            raise InputError(
                f"the hint is a {hint.puzzle.name}, and the question is about a {puzzle.name}",
                "give a cube of the same size",
            )
        if self.seed is not None:
            raise InputError(
                "a hint says where to begin, and a seed leaves that to chance",
                "give one of the two",
            )


def counted(classes: bool) -> str:
    """Return what a limit counts, in words."""
    return "classes" if classes else "cubes"
