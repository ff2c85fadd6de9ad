"""A running search for cubes, in Python: an iterator over the cubes that satisfy some rules."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

from cubecsp.models.core.orbits import CheckedCubes
from cubecsp.models.engines import State
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.answers.report_block import one_by_one
from cubecsp.questions.asking.functions import signature
from cubecsp.questions.asking.parameter import parameters
from cubecsp.questions.find import Find
from cubecsp.questions.finding.enumeration import Enumeration
from cubecsp.questions.finding.search_parameters import SearchQuery
from cubecsp.stopping.closing import ClosingContext

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import CubeArray

__all__ = ["Search"]

P = ParamSpec("P")


def _taking(
    query: Callable[P, SearchQuery[Any]],
) -> Callable[[Callable[..., None]], Callable[Concatenate[Any, P], None]]:
    """Return a decorator that gives a method the parameters of a class of questions."""
    shared = [*signature(cast(type, query)).parameters.values()]

    def set_signature(method: Callable[..., None]) -> Callable[Concatenate[Any, P], None]:
        own = inspect.signature(method)
        first = [*own.parameters.values()][:1]
        method.__signature__ = own.replace(parameters=[*first, *shared])  # type: ignore[attr-defined]
        return method

    return set_signature


class Search(Enumeration, ClosingContext, Iterator[State]):
    """A running enumeration: an iterator over the cubes that satisfy the rules, each once.

    It takes the parameters of `find` except those about moves, files or clusters. Use it in `with`, or call
    `close`, if you do not read it to its end: an engine may be at work in threads, which then end at once.

        with Search(rules) as search:
            for cube in search:
                ...

    Attributes:
        found: the number of cubes given so far; with `classes`, the number of classes.
        count: the number of cubes that these represent: with `classes`, those of the classes that satisfy the
            rules.
        exhausted: True once it is certain that there are no other cubes.
        stopped: the limit that ended it before that, if one did.
        group: the symmetries of the rules that are used.
        satisfying: with `classes`, the number of cubes of the last class that satisfy the rules.
        class_size: with `classes`, the number of cubes in that class.
        statistics: its cost so far.

    Raises:
        InputError: a limit is invalid, a rule does not apply to the puzzle, there is no such engine,
            it takes no cubes of that size, or it cannot use the threads.
    """

    @_taking(SearchQuery)
    def __init__(self, *rules: Any, **how: Any) -> None:
        unknown = how.keys() - parameters(SearchQuery).keys()
        if unknown:
            raise TypeError(f"Search() got an unexpected keyword argument {min(unknown)!r}")
        query = Find(*rules, **{"limit": None, **how})  # the reader ends it
        super().__init__(query)
        self.course.deadline = query.limits.begin().deadline
        self.satisfying = self.class_size = 1
        self._ready = CheckedCubes(b"")  # the block given next: its cubes _at to _end
        self._at = self._end = 0

    def __next__(self) -> State:
        if not self._refill():
            raise StopIteration
        ready, at, self._at = self._ready, self._at, self._at + 1
        if self.query.classes:
            self.class_size, self.satisfying = ready.sizes[at], ready.satisfying[at]
        self.record(1, self.satisfying)
        orbits = self.sieve.orbits
        return orbits.kind.from_row(ready.rows[at * orbits.width : (at + 1) * orbits.width])

    def arrays(self) -> Iterator[CubeArray]:
        """Yield the cubes that are still to be given in arrays, and count them as given.

        Each has the shape (n, slots) and the type uint8, one row for each cube, as `cubecsp.puzzle.cube.batch`
        describes; n is at least 1, and at most 200,000. The cubes and their order, limits, progress and
        `close` are the same as one by one, and both ways can be mixed. An array is counted in `found`
        and `count` just before it is given.
        """
        from cubecsp.puzzle.cube.batch import from_bytes

        while self._refill():
            yield from_bytes(self._rest().rows, self.pattern.puzzle)

    def reports(self) -> Iterator[CubeReport]:
        """Yield the reports of the cubes that are still to be given, and count them as `arrays` does."""
        while self._refill():
            yield from one_by_one(self.reports_of(self._rest()))

    def close(self) -> None:
        """End the search, and wait until its threads have ended; it gives no more cubes."""
        super().close()
        self._end = 0

    def _refill(self) -> bool:
        """Make the next cube ready, and return whether there is one."""
        if self._at < self._end:  # it may have waited for a while
            self.course.show()
            if self.course.is_late:
                self.close()
        while self._at >= self._end:
            ready = next(self.blocks, None)
            if ready is None:
                return False
            self._ready, self._at = ready, 0
            self._end = len(ready.rows) // self.sieve.orbits.width
        return True

    def _rest(self) -> CheckedCubes:
        """Return the cubes that are ready, and count them as given."""
        rest, self._at = self.sieve.orbits.cut(self._ready, self._at, self._end), self._end
        return self.take(rest)
