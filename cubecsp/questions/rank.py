"""The number of a cube, or of a state of another puzzle, among those that satisfy the rules.

All cubes that satisfy the rules are in one order, for every method of numbering: ascending by the contents of
the slots, the bytes of `State.seen`. So a cube comes before another one if, in the first slot in which they
differ, it holds the placement with the smaller number. Slots are in the order of `puzzle.slots` (corners URF
UFL ULB UBR DFR DLF DBL DRB, then edges UR UF UL UB DR DF DL DB FR FL BL BR of a 3×3×3). The number of a
placement is that of the piece, in the same order, times the number of its turns, plus the turn. Numbers begin
with 0. The slots of another puzzle are those of its `orbits`; slots that no move changes do not count.
"""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import fixed, frozen
from cubecsp.models.core.pattern import Pattern
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.asking.about import AboutPuzzles, AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike, pattern_of, shown_and_state
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import (
    AUTO,
    CUBE_HELP,
    OnProgress,
    SizeRead,
    TimeLimit,
)
from cubecsp.questions.asking.value_kinds import CubeValues
from cubecsp.questions.finding.numbering import Method, NumberingRun, RankAnswer

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern

__all__ = ["Rank", "RankAnswer", "rank"]


@frozen(kw_only=True)
class Rank(AboutPuzzles[RankAnswer], AboutStates[RankAnswer, tuple[Facelets, State]]):
    """The parameters of `rank`.

    Each report has the number of its cube: `answer.cubes[0].rank`. The top of this module describes the
    order; `unrank` is the inverse. Cubes that break the rules have violations instead of a number.

    Raises:
        InputError: an argument is invalid, a cube is of another size, or it is not solvable.
        LimitError: the rules have no structure for numbering, and leave too many cubes to list; or the
            solvable states of another puzzle cannot be computed.
    """

    name: ClassVar[str] = "rank"
    example: ClassVar[Mapping[str, Any]] = {"cubes": "R U R' U'"}
    kept: ClassVar[tuple[str, ...]] = ("_stated",)

    cubes: Annotated[
        "CubeLike | Iterable[CubeLike]",
        Param(
            "a cube in any format, or a state of the puzzle; or several",
            CubeValues(),
            cli=Cli(help=CUBE_HELP, single_word=True, default=()),
        ),
    ] = field(kw_only=False)
    size: SizeRead = None
    method: Method = AUTO
    time_limit: TimeLimit = None
    on_progress: OnProgress = callback()

    @cached_property
    def pattern(self) -> Pattern:
        """The pattern that the rules state; without rules, it is about cubes of the size of the first one."""
        stated = self._stated
        says = stated.rules or self.asked_about is not None or isinstance(self.rules, Pattern)
        if says or stated.puzzle != CUBE or not self.taken:
            return stated
        return pattern_of((), self.taken[0][1].puzzle)

    @cached_property
    def _stated(self) -> Pattern:
        return pattern_of(self.rules, self.asked_about)

    def require(self) -> None:
        """Make sure that the rules apply, and that the cubes are of the kind that they are about."""
        super().require()
        puzzle = self.pattern.puzzle
        for cube, *_ in self.each:
            if cube.puzzle is not puzzle:
                raise InputError(
                    f"the cube is a {cube.puzzle.name}, and the rules are about a {puzzle.name}",
                    "give a cube of the same size, or the size",
                )

    def take_cube(self, cube: CubeLike) -> tuple[Facelets, State]:
        """Return the stickers of a cube, and the cube.

        Raises:
            InputError: they do not form a solvable one.
        """
        stickers, state = shown_and_state(cube)
        if not state.is_reachable:
            raise InputError(
                f"unsolvable cube {excerpt(stickers.written)}: {state.status()[0].message}",
                "`check` says how to repair it",
            )
        return stickers, state

    def take_state(self, state: "KPattern") -> None:
        """Make sure that a state of another puzzle is solvable."""
        self.solvable_state(state)

    @property
    def each(self) -> Iterable[tuple[Any, Pattern, str]]:
        """Each cube, the rules in its letters, and its colours in answers; a state has no letters."""
        if self.other is not None:
            return ((state, self.pattern, FACES) for state in self.taken)
        return (
            (cube, self.pattern.held(self.holding_of(stickers)), stickers.scheme)
            for stickers, cube in self.taken
        )

    def stream(self) -> Stream[RankAnswer]:
        """Return the running question: a report for each cube, in order."""
        return self.begin(RankAnswer(query=self), RankRun(self))


QUESTION = Rank
rank = asks(Rank)


class RankRun(NumberingRun):
    """A running `Rank`."""

    _query: Rank

    def reports(self, answer: RankAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each cube."""
        with run:
            for cube, pattern, scheme in self._query.each:
                run.deadline.check()
                self.answered += 1
                yield replace(self._report(cube, pattern, answer, run), scheme=scheme)

    def _report(self, cube: Any, pattern: Pattern, answer: RankAnswer, run: Run) -> CubeReport:
        broken = pattern.violations(cube)
        if broken:
            self.is_broken = True
            return replace(CubeReport.of(cube), violations=fixed(broken))
        number = self.numbering(answer, run, pattern).rank(cube.seen)
        return replace(CubeReport.of(cube), rank=number)
