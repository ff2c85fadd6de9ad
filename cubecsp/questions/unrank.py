"""The cube, or state of another puzzle, with a number among those that satisfy the rules; see `rank` for their order."""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import field, replace
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.cubes import class_of
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.asking.about import AboutPuzzles
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Http, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import (
    AUTO,
    MOST_REQUESTED,
    OnProgress,
    SchemeShown,
    TimeLimit,
)
from cubecsp.questions.asking.value_kinds import Many, Whole
from cubecsp.questions.finding.numbering import Method, NumberingRun, RankAnswer

__all__ = ["Unrank", "unrank"]


@frozen(eq=False, kw_only=True)
class _OfNumbers:
    numbers: Annotated[
        int | Iterable[int],
        Param(
            "the numbers of cubes, from 0 to one less than there are cubes; one or several",
            Many(Whole(0, None, "K"), MOST_REQUESTED),
            cli=Cli(
                ("--at",),
                default=(),
                help="give cube number K, in place of CUBE; may be given several times",
            ),
            http=Http(least=1),
        ),
    ] = field(kw_only=False)


@frozen(kw_only=True)
class Unrank(AboutPuzzles[RankAnswer], _OfNumbers):
    """The parameters of `unrank`.

    `rank` is the inverse, and describes the order of the cubes.

    Raises:
        InputError: an argument is invalid, or there are fewer cubes.
        LimitError: see `rank`.
    """

    name: ClassVar[str] = "unrank"
    example: ClassVar[Mapping[str, Any]] = {"numbers": [0, 1], "rules": ["solved=F2L"]}

    method: Method = AUTO
    scheme: SchemeShown = None
    time_limit: TimeLimit = None
    on_progress: OnProgress = callback()

    def stream(self) -> Stream[RankAnswer]:
        """Return the running question: a report for each number, in order."""
        return self.begin(RankAnswer(query=self), UnrankRun(self))


QUESTION = Unrank
unrank = asks(Unrank)


class UnrankRun(NumberingRun):
    """A running `Unrank`."""

    _query: Unrank

    def reports(self, answer: RankAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each number."""
        numbers: Any = self._query.numbers  # several, as they were checked
        with run:
            for number in numbers:
                run.deadline.check()
                if not self.numbering(answer, run, self._query.pattern).total:
                    return
                cube = self._at(number, answer, run)
                self.answered += 1
                scheme = self._query.letters
                yield replace(CubeReport.of(cube), rank=number, scheme=scheme)

    def _at(self, number: int, answer: RankAnswer, run: Run) -> Any:
        numbering = self.numbering(answer, run, self._query.pattern)
        if number >= numbering.total:
            raise InputError(
                f"{number:,} is not a number of the {plural(numbering.total, answer.noun)}",
                f"numbers are 0 to {numbering.total - 1:,}",
            )
        return class_of(self._query.pattern.puzzle).from_row(numbering.at(number))
