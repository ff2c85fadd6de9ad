"""What moves do to cubes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cubecsp.errors import InputError, excerpt
from cubecsp.formats import SOLVED, check_moves
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.moves import METRICS, Moves, parse_moves
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.state import State
from cubecsp.puzzle.written import WrittenMoves
from cubecsp.questions.answer import Answer, CubeReport, Status, versions
from cubecsp.questions.given import CubeLike, each_of, shown_and_state
from cubecsp.questions.limits import Limits, Run
from cubecsp.questions.query import Query, Stream

__all__ = ["Apply", "ApplyAnswer", "apply"]


@dataclass(repr=False)
class ApplyAnswer(Answer):
    """The answer to `apply`.

    Attributes:
        moves: what was done, as turns of cubes that are never turned as a whole.
        simplified: the same, with turns of the same layers merged.
        spelled_out: what was done, as it was written, but for groups: wide turns, slices and rotations are kept.
    """

    about_all = True

    moves: Moves = field(default_factory=Moves)
    simplified: Moves = field(default_factory=Moves)
    spelled_out: str = ""

    @property
    def lengths(self) -> dict[str, int]:
        """The number of turns of `simplified`, in every metric."""
        return {metric: self.simplified.length(metric) for metric in METRICS}

    def sentence(self) -> str:
        """Return what was done, and how long that is."""
        counted = ", ".join(f"{length} {metric}" for metric, length in self.lengths.items())
        written = "" if self.simplified == self.moves else f"\nwritten   {self.moves}"
        return f"moves     {self.simplified or '(none)'}   ({counted}){written}"

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        return super().as_dict() | {
            "moves": str(self.moves),
            "simplified": str(self.simplified),
            "spelled_out": self.spelled_out,
            "lengths": self.lengths,
        }


@dataclass(frozen=True)
class Apply(Query):
    """What `apply` is asked.

    Attributes:
        moves: what to do.
        cubes: to what, in order: stickers, and the cubes that they form.
        spelled_out: the moves as they were written, but for groups.
    """

    question: ClassVar[str] = "apply"

    moves: Moves
    cubes: tuple[tuple[Facelets, State], ...]
    spelled_out: str

    @classmethod
    def of(cls, text: str, cubes: Iterable[tuple[Facelets, State]]) -> Apply:
        """Return the question what moves do to cubes.

        Raises:
            InputError: see `apply`.
        """
        cubes = tuple(cubes)
        puzzles = {cube.puzzle for _, cube in cubes} or {CUBE}
        moves = _moves_on(text, puzzles)
        return cls(moves, cubes, WrittenMoves.parse(text, puzzles.pop()).spelled_out())

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        return {"question": self.question, "moves": str(self.moves), "versions": versions()}

    def stream(self) -> Stream[ApplyAnswer]:
        """Return the question under way: a report for each cube, in order."""
        answer = ApplyAnswer(self, Status.UNKNOWN, moves=self.moves)
        answer.simplified = self.moves.simplified()
        answer.spelled_out = self.spelled_out
        return Stream(answer, Limits(), self._reports, _settle)

    def _reports(self, answer: ApplyAnswer, _run: Run) -> Generator[CubeReport, None, None]:
        for shown, cube in self.cubes:
            turned = cube.apply(answer.simplified)
            yield CubeReport(turned.facelets, turned, scheme=shown.scheme)


def _settle(answer: ApplyAnswer, run: Run) -> None:
    answer.status = Status.COMPLETE if run.stopped is None else Status.PARTIAL


def apply(
    moves: str | Moves,
    cubes: CubeLike | Iterable[CubeLike] = SOLVED,
    *,
    on_found: Callable[[CubeReport], None] | None = None,
) -> ApplyAnswer:
    """Return a report for each cube: the cube after some moves, in the colours in which it was given.

    Args:
        moves: in the notation of `cubecsp.puzzle.notation`.
        cubes: one cube or several, of any sizes; solved when left out.
        on_found: called with each report as soon as it is known.

    Raises:
        InputError: a text cannot be read, stickers form no cube, or the moves are none of such a cube, or
            turn other layers of one than of another.
    """
    return Apply.of(str(moves), map(shown_and_state, each_of(cubes))).stream().collect(on_found)


def _moves_on(text: str, puzzles: Iterable[CubePuzzle]) -> Moves:
    """Return what moves are on cubes of some sizes, the same on all of them.

    Raises:
        InputError: they cannot be read, are a cube, or turn other layers of one cube than of another.
    """
    check_moves(text)
    meant = {parse_moves(text, puzzle=puzzle) for puzzle in puzzles}
    if len(meant) > 1:
        raise InputError(
            f"the moves {excerpt(text)} turn other layers of a cube of another size",
            "give cubes of one size at a time",
            text=text,
        )
    return meant.pop()
