"""From cubes to move sequences: one file per method, and the tables that the methods share.

A method is a file with a `METHOD` in it, named in `METHODS`; see `cubecsp.registry`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.words import listed
from cubecsp.registry import Registry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.moves import Moves
    from cubecsp.search.named_moves import Sequence as MoveSequence
    from cubecsp.search.solution import Solution
    from cubecsp.search.table_cache import KnownTable


Option = Literal[
    "metric",
    "max_length",
    "max_nodes",
    "time_limit",
    "threads",
    "turns",
    "pruning_table",
    "progress",
    "upper",
    "lower",
    "patience",
    "deadline",
    "better",
]
"""The name of an option that a method may take, a parameter of its functions.

- `metric`: how turns are counted;
- `max_length`: accept moves of this many turns;
- `max_nodes`: positions to look at for shorter ones;
- `time_limit`: seconds;
- `threads`: how many to use; if it is not given, the method decides;
- `turns`: the moves that may be used, as `cubecsp.search.breadth_first.sequences` takes them;
- `pruning_table`: which size of pruning table;
- `progress`: called with how far the search is, a `SearchProgress` or `PhaseProgress`;
- `better`: use all of the time limit to find shorter moves;
- `upper`: a solution that is known already;
- `lower`: a bound that is known already: no solution has fewer turns;
- `patience`: seconds of searching, not counting the making of a table; with 0, no table is made;
- `deadline`: when all of many cubes have to be done.
"""


C = TypeVar("C")
"""The states that a method takes: `Cube`, `PocketCube`, or `State` for several sizes."""


@frozen
class Method(Generic[C]):
    """A way to solve a cube.

    Attributes:
        name: what users call it.
        summary: one line for people.
        options: the options that it takes; its functions get those that are given as keyword arguments.
        one: solves a cube; None stands for "not found within the time limit".
        many: yields the result of `one` for each of many cubes, if that is quicker together.
        each: yields every shortest solution of a cube, for methods that find all; with `up_to_commuting`, one of those
            that differ only in the order of adjacent commuting turns.
        tables: returns the tables that it may use.
        table: raises InputError if there is no size of table with a given name; for methods that take one.
        proves: whether its solutions are the shortest there are, unless it has to stop.
        sizes: the sizes of the cubes that it solves: it is given no others.
        other_puzzles: whether it also solves states of puzzles that are not cubes.
        limits: its other limits: a clause.
        distribution: the package that it works with, as PyPI calls it; None for our own code.
    """

    name: str
    summary: str
    options: frozenset[Option]
    one: Callable[..., Solution | None]
    many: Callable[..., Iterator[Solution | None]] | None = None
    each: Callable[..., Iterator[Moves | MoveSequence]] | None = None
    tables: Callable[[], list[KnownTable]] = list
    table: Callable[[str], object] | None = None
    proves: bool = False
    sizes: Sequence[int] = (3,)
    other_puzzles: bool = False
    limits: str = ""
    distribution: str | None = None

    @property
    def parallel(self) -> bool:
        """Whether it can use several threads."""
        return "threads" in self.options

    @property
    def lists_all(self) -> bool:
        """Whether it can yield every shortest solution."""
        return self.each is not None

    @property
    def batches(self) -> bool:
        """Whether many cubes are quicker together."""
        return self.many is not None

    @property
    def improves(self) -> bool:
        """Whether it looks for something better than the moves that two phases find at once."""
        return self.batches or "upper" in self.options

    def solve(self, cube: C, **options: Any) -> Solution | None:
        """Return moves that solve `cube`; options that are None count as not given.

        Raises:
            InputError: turns cannot solve the cube, or the method does not take an option.
        """
        return self.one(cube, **self._given(options))

    def solve_many(
        self, cubes: Sequence[C], *, progress: Callable[[Any], None] | None = None, **options: Any
    ) -> Iterator[Solution | None]:
        """Yield the solution of each of `cubes`, in their order.

        Args:
            cubes: what to solve.
            progress: called with `SearchProgress` or `PhaseProgress` by methods that report it.
            options: as for `solve`.

        Raises:
            InputError: as for `solve`.
        """
        if self.many is not None:
            yield from self.many(cubes, **self._given(options))
            return
        if "progress" in self.options:
            options["progress"] = progress
        for cube in cubes:
            yield self.solve(cube, **options)

    def each_solution(
        self, cube: C, *, up_to_commuting: bool = False, **options: Any
    ) -> Iterator[Moves | MoveSequence]:
        """Yield every shortest solution, once each; other options as for `solve`.

        Solutions that are written differently are different, and in the quarter-turn metric all are
        written in quarter turns. `up_to_commuting` keeps one of those that differ only in the order
        of adjacent commuting turns.

        Raises:
            InputError: as for `solve`, or the method finds single solutions only.
        """
        if self.each is None:
            raise self._lists_none()
        return self.each(cube, up_to_commuting=up_to_commuting, **self._given(options))

    def require_listing(self) -> None:
        """Make sure that the method lists all shortest solutions.

        Raises:
            InputError: it finds single ones only.
        """
        if self.each is None:
            raise self._lists_none()

    def require_table(self, name: str) -> None:
        """Make sure that the method has a size of table of this name.

        Raises:
            InputError: it has none.
        """
        if self.table is not None:
            self.table(name)

    def _lists_none(self) -> InputError:
        able = [m.name for m in METHODS.values() if m.lists_all]
        return InputError(
            f"method {self.name} does not list all shortest solutions", _that_do(able)
        )

    def _given(self, options: Mapping[str, Any]) -> dict[str, Any]:
        chosen = {name: value for name, value in options.items() if value is not None}
        self.require(chosen)
        return chosen

    def require(self, names: Iterable[str]) -> None:
        """Make sure that the method takes these options.

        Raises:
            InputError: it does not take one.
        """
        for name in names:
            if name not in self.options:
                able = [m.name for m in METHODS.values() if name in m.options]
                raise InputError(
                    f"method {self.name} takes no {name.replace('_', ' ')}", _that_do(able)
                )


def refuse_cube(cube: object, **options: Any) -> Any:
    """Refuse a cube, for methods that solve other puzzles only.

    Raises:
        InputError: always.
    """
    del cube, options
    raise InputError("this method solves other puzzles only", "two-phase solves cubes")


def _that_do(names: list[str]) -> str:
    """Return the clause that methods do something."""
    return f"{listed(names)} {'does' if len(names) == 1 else 'do'}"


METHODS: Registry[Method[Any]] = Registry(
    "method",
    __name__,
    "METHOD",
    ("two-phase", "optimal", "thistlethwaite", "breadth-first", "stabiliser-chain", "shape-first"),
)
"""The methods for the 3×3×3 and for other puzzles, by the names that users give."""

OTHER_SIZES: Registry[Method[Any]] = Registry(
    "method",
    __name__,
    "METHOD",
    ("pocket", "three-phase", "five-phase", "reduce-to-five", "reduction"),
)
"""The methods for cubes of other sizes, best first; each says in `sizes` which it solves, and none is chosen by name."""


def method_for_size(size: int) -> Method[Any] | None:
    """Return the method for cubes of a size if no suitable one is chosen; None for the 3×3×3."""
    if size in Method.sizes:
        return None
    return next(method for method in OTHER_SIZES.values() if size in method.sizes)


def known_tables() -> list[KnownTable]:
    """Return every table that a method of this version may use; each knows how to make itself."""
    methods = [*METHODS.values(), *OTHER_SIZES.values()]
    return [table for method in methods for table in method.tables()]
