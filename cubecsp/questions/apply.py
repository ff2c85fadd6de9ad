"""The cubes that moves make from other cubes."""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError, excerpt
from cubecsp.formats import stated_moves
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import order
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import METRICS, Moves, parse_moves
from cubecsp.puzzle.cube.niss import NissMoves
from cubecsp.puzzle.cube.notation import held_after, held_before
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.written_turns import written_turns
from cubecsp.questions.answers.answer import Answer, CubeReport, Status
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.asking import value_kinds
from cubecsp.questions.asking.about import AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike, shown_and_state
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import CUBE_HELP, OnFound
from cubecsp.questions.asking.value_kinds import Flag

__all__ = ["Apply", "ApplyAnswer", "apply"]


@dataclass(repr=False)
class ApplyAnswer(Answer):
    """The answer to `apply`.

    Attributes:
        moves: the moves, as turns of cubes that are never turned as a whole; with NISS the one sequence to which
            both sides amount once the cube is solved.
        simplified: the same, with turns of the same layers merged; for another puzzle the moves as they were
            written.
        order: for another puzzle, the number of times that the moves must be applied to lead back; None if
            some are possible in some states only.
        spelled_out: the moves as they were written, except that groups are expanded: wide turns, slices and
            rotations are kept.
    """

    about_all = True

    moves: Moves = field(default_factory=Moves)
    simplified: Moves | str = field(default_factory=Moves)
    order: int | None = None
    spelled_out: str = ""

    @property
    def lengths(self) -> dict[str, int]:
        """The number of turns of `simplified`, in every metric."""
        turns = self.simplified
        return {} if isinstance(turns, str) else {m: turns.length(m) for m in METRICS}

    def sentence(self) -> str:
        """Return a sentence with the moves, and their length."""
        if self.noun != "cube":
            moves = f"moves     {self.simplified or '(none)'}"
            if self.order is None:
                return moves
            return f"{moves}   (done {plural(self.order, 'time')} they lead back)"
        counted = ", ".join(f"{length} {metric}" for metric, length in self.lengths.items())
        written = "" if self.simplified == self.moves else f"\nwritten   {self.moves}"
        label = "in one" if self.query.get("niss") else "moves "
        return f"{label}    {self.simplified or '(none)'}   ({counted}){written}"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        if self.noun != "cube":
            return super().as_dict() | {"moves": self.simplified, "order": self.order}
        return super().as_dict() | {
            "moves": str(self.moves),
            "simplified": str(self.simplified),
            "spelled_out": self.spelled_out,
            "lengths": self.lengths,
        }


@frozen(eq=False, kw_only=True)
class _OfMoves:
    """The parameters before the cubes."""

    moves: Annotated[
        str | Moves,
        Param(
            "the moves to apply, in the notation of `cubecsp.puzzle.cube.notation`; of another puzzle those of its definition, "
            "with counts and primes (R2'), groups, commutators and conjugates",
            value_kinds.MovesValue(),
            cli=Cli(help="the moves to do, or - for standard input"),
        ),
    ] = field(kw_only=False)


@frozen(kw_only=True)
class Apply(AboutStates[ApplyAnswer, tuple[Facelets, State]], _OfMoves):
    """The parameters of `apply`.

    There is a report for each cube: the cube after the moves, in the colours in which it was given. With `niss`, it is
    the cube reached on the normal side: the moves on the inverse undone, then the cube's own, then the normal ones. For
    another puzzle there is one for each state.

    Raises:
        InputError: a text cannot be read, stickers do not form a cube, or the moves do not exist on such a
            cube, turn different layers of cubes of different sizes, or are blocked in a state.
    """

    name: ClassVar[str] = "apply"
    example: ClassVar[Mapping[str, Any]] = {"moves": "R U R' U'"}
    is_quick: ClassVar[bool] = True
    of_cubes: ClassVar[tuple[str, ...]] = (*AboutStates.of_cubes, "niss")

    cubes: Annotated[
        "CubeLike | Iterable[CubeLike]",
        Param(
            "one cube or several, of any sizes; or states of the puzzle",
            value_kinds.CubeValues(),
            usual="a solved cube",
            cli=Cli(help=CUBE_HELP, single_word=True),
        ),
    ] = field(default=SOLVED, kw_only=False)
    niss: Annotated[
        bool,
        Param("read moves in parentheses as moves on the inverse scramble (NISS)", Flag()),
    ] = False
    on_found: OnFound = callback()

    def require(self) -> None:
        """Make sure that the cubes have these moves."""
        super().require()
        if self.other is None and self.cubes != ():
            _ = self.done

    def take_cube(self, cube: CubeLike) -> tuple[Facelets, State]:
        """Return the stickers of a cube, and the cube."""
        return shown_and_state(cube)

    @cached_property
    def done(self) -> Moves:
        """The moves, as turns and a rotation after them.

        Raises:
            InputError: the cubes do not have these moves, or these turn different layers of cubes of
                different sizes.
        """
        if self.sides is not None:
            return self.sides.in_one
        return _moves_on(self._written, self.puzzles)

    @cached_property
    def _written(self) -> str:
        """The moves as they are written, also in a link."""
        return stated_moves(str(self.moves))

    @cached_property
    def sides(self) -> NissMoves | None:
        """The moves on both sides, if they are NISS."""
        return NissMoves.parse(str(self.moves)) if self.niss else None

    @property
    def puzzles(self) -> set[CubePuzzle]:
        """The sizes of the cubes."""
        return {cube.puzzle for _, cube in self.taken} or {CUBE}

    def stream(self) -> Stream[ApplyAnswer]:
        """Return the running question: a report for each cube, in order."""
        if self.other is not None:
            answer = ApplyAnswer(self, simplified=str(self.moves))
            return Stream(answer, self.limits, self._states, _set_status)
        answer = ApplyAnswer(self, moves=self.done)
        answer.simplified = self.done.simplified()
        text = str(self.done if self.niss else self._written)
        written = written_turns(text, self.puzzles.pop())
        answer.spelled_out = written.spelled_out()
        return Stream(answer, self.limits, self._reports, _set_status)

    def _reports(self, _answer: ApplyAnswer, _run: Run) -> Generator[CubeReport, None, None]:
        for stickers, cube in self.taken:
            sides = self.sides
            turned = cube.apply(self.done) if sides is None else sides.reached_from(cube)
            rotation = held_after(held_before(cube.holding), turned.holding)
            scheme = held_after(stickers.scheme, rotation)
            yield CubeReport(turned.facelets, turned, scheme=scheme)

    def _states(self, answer: ApplyAnswer, _run: Run) -> Generator[CubeReport, None, None]:
        states: Any = self.taken
        moves = str(self.moves)
        assert self.other is not None
        if self.other.are_always_possible([moves]):
            done = self.other.done(moves)
            answer.order = order(done)
            yield from (CubeReport.of(state.after(done)) for state in states)
        else:
            yield from (CubeReport.of(state.apply(moves)) for state in states)


def _set_status(answer: ApplyAnswer, run: Run) -> None:
    answer.status = Status.COMPLETE if run.stopped is None else Status.PARTIAL


QUESTION = Apply
apply = asks(Apply)


def _moves_on(text: str, puzzles: Iterable[CubePuzzle]) -> Moves:
    """Return moves on cubes of some sizes, the same on all of them.

    Raises:
        InputError: they cannot be read, or turn different layers of different cubes.
    """
    meant = {parse_moves(text, puzzle=puzzle) for puzzle in puzzles}
    if len(meant) > 1:
        raise InputError(
            f"the moves {excerpt(text)} turn other layers of a cube of another size",
            "give cubes of one size at a time",
            text=text,
        )
    return meant.pop()
