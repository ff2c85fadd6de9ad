"""Perfect scrambles, by symmetry class, with the moves that make them; and the cubes of similar sets of rules."""

from collections.abc import Iterable
from dataclasses import fields, replace
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Annotated, ClassVar

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.patterns.perfect_scramble import PERFECT_SCRAMBLE, perfect_scramble
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.sizes import LARGEST
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import canonical
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.asking.cubes_and_rules import PatternLike, rules_of
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.parameter import Cli, Param
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import PUZZLES, SchemeShown, at_most
from cubecsp.questions.asking.value_kinds import RuleValues, Whole
from cubecsp.questions.find import Find, FindAnswer
from cubecsp.questions.finding.search_parameters import ByEngine
from cubecsp.questions.moving.moves import MOST_TURNS, MoveSearch

_AIM = 18  # turns: two cubes in three need as many, and hardly any needs far fewer
_MAX_NODES = 4_000_000  # positions for all classes together; more for any that needs over 20 turns
_REQUIREMENTS = "requirements"


def perfect_rules(
    added: "PatternLike | Iterable[PatternLike]" = (),
    dropped: "PatternLike | Iterable[PatternLike]" = (),
    size: int = CUBE.size,
) -> Pattern:
    """Return the rules of the perfect scramble of a size, some added and some dropped.

    Raises:
        InputError: a rule is both added and dropped, or a dropped rule is not one of them.
    """
    puzzle = cube_puzzle(size)
    more, less = rules_of(added, puzzle), rules_of(dropped, puzzle)
    both = next((rule for rule in more if rule in less), None)
    if both is not None:
        raise InputError(f"rule {both} is both added and dropped", "give one of the two")
    asked = perfect_scramble(puzzle)
    return asked if not more and not less else asked.without(*less).including(*more)


@frozen(kw_only=True)
class PerfectScrambles(ByEngine[FindAnswer]):
    """The cubes that satisfy the rules of the perfect scramble, with the moves that make them.

    The moves for a 3×3×3 are the shortest that two phases find within a node limit, counted in positions, so
    that they are the same on any machine. These are 18 turns for each of the 48, and at most 20 for any cube.
    Those for a 2×2×2 are the shortest; the method for their size finds those for larger cubes. The rules for
    sizes other than 3 are those of `cubecsp.models.patterns.perfect_scramble`.

    Raises:
        InputError: an argument is invalid.
    """

    name: ClassVar[str] = "perfect_scrambles"

    size: Annotated[
        int,
        Param(
            "the size of the cubes: n of the n×n×n",
            Whole(2, None),
            group=PUZZLES,
            cli=Cli(most=LARGEST),
        ),
    ] = CUBE.size
    limit: Annotated[int | None, replace(at_most("cubes"), usual="all; 1 from the 4×4×4 up")] = None
    added: Annotated[
        "PatternLike | Iterable[PatternLike]",
        Param(
            "require this rule as well, or these",
            RuleValues(),
            group=_REQUIREMENTS,
            cli=Cli(("--with",)),
        ),
    ] = ()
    dropped: Annotated[
        "PatternLike | Iterable[PatternLike]",
        Param(
            f"drop this rule, or these, of the six (see `cubecsp rules {PERFECT_SCRAMBLE.name}`)",
            RuleValues(),
            group=_REQUIREMENTS,
            cli=Cli(("--without",)),
        ),
    ] = ()
    scheme: SchemeShown = None

    def require(self) -> None:
        """Make sure that there are such rules, and that the engine takes them."""
        super().require()
        _ = self.find_query

    @cached_property
    def pattern(self) -> Pattern:
        """The rules."""
        return perfect_rules(self.added, self.dropped, self.size)

    @cached_property
    def find_query(self) -> Find:
        """The question for the cubes that satisfy these rules."""
        how = {one.name: getattr(self, one.name) for one in fields(ByEngine)}
        return _PerfectFind(self.pattern, scheme=self.scheme, **how)

    def stream(self) -> Stream[FindAnswer]:
        """Return the running question: a report for each cube, once all have moves."""
        return self.find_query.stream()

    def answer(self) -> FindAnswer:
        """Return the answer, with its cubes and the number of classes."""
        answer = super().answer()
        return replace(answer, classes=len({_least(report) for report in answer.cubes}))


@frozen(kw_only=True)
class _PerfectFind(Find):
    """`find`, with moves of certain lengths."""

    with_moves = True

    @cached_property
    def moves(self) -> MoveSearch:
        """The search for moves."""
        return MoveSearch(
            "two-phase", max_length=_AIM, max_nodes=_MAX_NODES, shared=True, longest=MOST_TURNS
        )


perfect_scrambles = asks(PerfectScrambles)


def by_class(reports: Iterable[CubeReport]) -> list[list[CubeReport]]:
    """Return the reports grouped by symmetry class, the largest first, its least cube in front."""
    ordered = sorted(
        ((_least(report), report.cube, report) for report in reports), key=itemgetter(0, 1)
    )
    groups = [[report for *_, report in group] for _, group in groupby(ordered, key=itemgetter(0))]
    return sorted(groups, key=len, reverse=True)


def _least(report: CubeReport) -> State:
    assert report.cube is not None  # the reports are of cubes
    return canonical(report.cube)
