"""Reports of cubes that come together, in blocks: rows of bytes, from which the object of a report is made when somebody asks.

The command line prints a block as a whole; whoever wants reports iterates. Answers keep the blocks.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias, overload

from cubecsp.frozen import Value
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.questions.answers.answer import CubeReport

if TYPE_CHECKING:
    from cubecsp.models.core.orbits import CheckedCubes, Orbits

_MOST = 1_000  # reports of a block: what is printed between two looks for Ctrl-C


class ReportBlock:
    """Reports of cubes, in their order; iterating makes them.

    Args:
        orbits: the orbits of the pattern that the cubes satisfy.
        checked: the cubes, at least one.
        scheme: the user's characters for the colours, as in `Facelets.scheme`.
    """

    def __init__(self, orbits: Orbits, checked: CheckedCubes, scheme: str) -> None:
        self._orbits, self._checked, self._scheme = orbits, checked, scheme

    def __len__(self) -> int:
        return len(self._checked.rows) // self._orbits.width

    def __getitem__(self, index: int) -> CubeReport:
        (report,) = ReportBlock(
            self._orbits, self._orbits.cut(self._checked, index, index + 1), self._scheme
        )
        return report

    def __iter__(self) -> Iterator[CubeReport]:
        checked = self._checked
        cubes = map(self._orbits.kind.from_row, self._orbits.split(checked.rows))
        report = partial(CubeReport, scheme=self._scheme)
        if not checked.sizes:
            return map(report, self._letters, cubes)
        each = zip(self._letters, cubes, checked.sizes, checked.satisfying, strict=True)
        return (report(a, b, class_size=size, satisfying=some) for a, b, size, some in each)

    @property
    def cubes(self) -> int:
        """The number of cubes that they stand for, as in `CubeReport.cubes`."""
        return sum(self._checked.satisfying) or len(self)

    @property
    def shown(self) -> str:
        """What `CubeReport.shown` says of each, on a line each; the last one ends in no line break."""
        return "\n".join(self._letters if self._usual else (report.shown for report in self))

    def as_json(self) -> list[str]:
        """Return the data of each, `CubeReport.as_dict`, as JSON."""
        checked = self._checked
        if not self._usual:
            return [json.dumps(report.as_dict()) for report in self]
        if not checked.sizes:
            return [f'{{"facelets": "{letters}"}}' for letters in self._letters]
        each = zip(self._letters, checked.sizes, checked.satisfying, strict=True)
        return [
            f'{{"facelets": "{letters}", "class_size": {size}, "satisfying": {some}}}'
            for letters, size, some in each
        ]

    @property
    def _letters(self) -> list[str]:
        return self._orbits.letters(self._checked.rows)

    @property
    def _usual(self) -> bool:
        """Whether they are of cubes in the letters of faces."""
        return self._scheme == FACES and isinstance(self._orbits.pattern.puzzle, CubePuzzle)


Found: TypeAlias = CubeReport | ReportBlock
"""What a running question finds at a time."""


def blocks_of(orbits: Orbits, checked: CheckedCubes, scheme: str) -> Iterator[ReportBlock]:
    """Yield the reports of some cubes; see `ReportBlock`."""
    return (ReportBlock(orbits, part, scheme) for part in orbits.in_blocks(checked, _MOST))


def number_of(found: Found) -> int:
    """Return the number of reports."""
    return 1 if isinstance(found, CubeReport) else len(found)


def one_by_one(found: Iterable[Found]) -> Generator[CubeReport, None, None]:
    """Yield each report of what was found."""
    for part in found:
        if isinstance(part, CubeReport):
            yield part
        else:
            yield from part


class ReportSequence(Value, Sequence[CubeReport]):
    """The reports of an answer; those of blocks are made anew whenever somebody asks for them. Slices are tuples.

    Args:
        found: reports and blocks, in order.
    """

    def __init__(self, found: Iterable[Found]) -> None:
        self._found = (*found,)
        self._starts = (*accumulate(map(number_of, self._found), initial=0),)

    def __len__(self) -> int:
        return self._starts[-1]

    def __iter__(self) -> Iterator[CubeReport]:
        return one_by_one(self._found)

    @overload
    def __getitem__(self, index: int) -> CubeReport: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[CubeReport]: ...
    def __getitem__(self, index: int | slice) -> CubeReport | Sequence[CubeReport]:
        place = range(len(self))[index]
        if isinstance(place, range):
            return (*map(self.__getitem__, place),)
        number = bisect(self._starts, place) - 1
        found = self._found[number]
        return found if isinstance(found, CubeReport) else found[place - self._starts[number]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | ReportSequence) and (*self,) == (*other,)

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, ((*self,),)

    def __repr__(self) -> str:
        return f"<{len(self):,} reports>"
