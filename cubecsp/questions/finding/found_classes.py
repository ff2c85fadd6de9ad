"""One cube of each class of those that are the same, once all cubes are found, or as many classes as are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from cubecsp.models.cases import sets_in
from cubecsp.models.core.cube_classes import Classes
from cubecsp.models.core.sameness import Sameness
from cubecsp.models.rules.case import NamedCase
from cubecsp.puzzle.cube.cube_puzzle import cube_of
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.finding.enumeration import Enumeration


class FoundClasses:
    """Puts the cubes of a search into classes.

    Args:
        search: the search; its limit is on the number of classes.
        same: what makes cubes the same; kept as an attribute.

    Attributes:
        classes: the classes so far.
    """

    def __init__(self, search: Enumeration, same: Sameness) -> None:
        self._search, self.same = search, same
        self.classes = Classes(same)

    def add(self, rows: bytes) -> None:
        """Take more cubes, and end the search once there are enough classes; errors as there."""
        self.classes.add(rows)
        number, limit = len(self.classes), self._search.limit
        self._search.record(min(number, limit or number) - self._search.found, 0)

    def reports(self) -> Iterator[CubeReport]:
        """Yield a report of each class, with its size; and its share of all cubes, if all are known.

        Classes that are cases come first, in the order of their set, with the cube that the first algorithm solves.
        """
        search, complete = self._search, self._search.exhausted
        found, cases = self.classes.result(complete=complete), self._cases()
        order = {key: number for number, key in enumerate(cases)}
        found = sorted(found, key=lambda one: order.get(one.key, len(order)))[: search.limit]
        search.course.found = len(found)
        for one in found:
            cube = search.sieve.orbits.kind.from_row(one.row)
            known = cases.get(one.key, {})
            case, shown = next(iter(known.items()), (None, cube))
            cube = shown if search.pattern.holds(shown) else cube
            yield CubeReport(
                cube.facelets,
                cube,
                scheme=search.query.letters,
                class_size=one.size,
                satisfying=one.size or one.found,
                share=Fraction(one.found, self.classes.found) if complete else None,
                case=", ".join(case.member for case in known if case.member),
                algorithms=() if case is None else case.algorithms_for(cube),
                ignored=frozenset() if case is None else case.ignored_stickers(cube),
            )

    def _cases(self) -> dict[bytes, dict[NamedCase, State]]:
        """Return the cases of each class, by its key, each with one of its cubes, if all rules with names are of one set."""
        query, results = self._search.query, dict[bytes, dict[NamedCase, State]]()
        sets = {one.name: one for one in sets_in(query.pattern.rules)}
        if len(sets) != 1 or getattr(query, "project", None):
            return {}
        for name, one in sets.items():
            for case in (NamedCase(f"{name}={member}") for member in one.members):
                cubes = [*case.cubes(cube_of(query.pattern.puzzle))]
                keys = self.classes.keys(b"".join(cube.seen for cube in cubes))
                for key, cube in zip(keys, cubes, strict=True):
                    results.setdefault(key, {}).setdefault(case, cube)
        return results
