"""The fewest stickers that distinguish a cube from all others."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cubecsp.frozen import frozen
from cubecsp.models.repair.fewest import SmallestSets
from cubecsp.puzzle.cube.cube_puzzle import HELD_SLOT
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop, status_of
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.asking.about import AboutCubes
from cubecsp.questions.asking.cubes_and_rules import CubeLike, small
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import OneCube, TimeLimit, at_most
from cubecsp.questions.complete import CompleteAnswer, complete

if TYPE_CHECKING:  # `complete` refers to this question, and does not need its search
    from cubecsp.models.repair.fewest import SmallestSets, Stickers

__all__ = ["Fewest", "FewestAnswer", "fewest"]


@dataclass(repr=False)
class FewestAnswer(Answer):
    """The answer to `fewest`. The status is `infeasible` if the known stickers fit several cubes or none.

    Attributes:
        size: the number of stickers in each of the sets.
        proven: a proven lower bound for their size.
        sets: facelet strings of the cube with all other stickers unknown.
        completed: the result of `complete` for the known stickers.
        scheme: the user's characters for the six colours, in the order of faces (see `Facelets`).
    """

    size: int = 0
    proven: int = 0
    sets: Sequence[str] = ()
    completed: CompleteAnswer | None = None
    scheme: str = FACES

    def sentence(self) -> str:
        """Return the sentence with the fewest stickers that are enough, or why none are."""
        taken = in_seconds(self.seconds)
        if not self.sets:
            return self._none(taken)
        size = plural(self.size, "sticker")
        if self.size != self.proven:
            return f"{size} determine the cube; at least {self.proven} are needed ({taken})."
        outcome = f"{size} determine the cube, and no fewer do"
        if self.status is Status.COMPLETE:
            sets = plural(len(self.sets), "set")
            return f"{outcome}; {sets} of that size in all ({taken})."
        return f"{outcome}; there are other sets of that size ({taken})."

    def _none(self, taken: str) -> str:
        completed = self.completed
        if completed is not None and completed.conflict is not None:
            return completed.sentence()
        if completed is not None and (completed.count or 0) > 1:
            fits = f"{completed.count:,} cubes agree with the known stickers"
            return f"{fits}, so they determine none."
        return f"Stopped before any set was found ({taken})."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        if self.sets:
            data |= {"size": self.size, "proven": self.proven, "optimal": self.size == self.proven}
            data["sets"] = self.sets
            if self.scheme != FACES:
                data["scheme"] = self.scheme
        return data


@frozen(kw_only=True)
class Fewest(AboutCubes[FewestAnswer, Facelets]):
    """The parameters of `fewest`.

    The sets are smallest sets of stickers, with a proof, that only one solvable cube shows. If stickers are
    unknown, sets are chosen from the known ones, which must leave only one cube. If the time limit passes,
    the answer has the best set so far, and the proven bound.

    Raises:
        InputError: a text cannot be read, a limit is invalid, or the cube is larger than a 3×3×3.
    """

    name: ClassVar[str] = "fewest"
    example: ClassVar[Mapping[str, Any]] = {"cubes": "R U R' U'", "size": 2}

    cubes: OneCube = field(kw_only=False)
    limit: Annotated[int | None, at_most("sets")] = 1
    time_limit: TimeLimit = None

    def take(self, cube: CubeLike) -> Facelets:
        """Return the stickers of a cube that may be used.

        Raises:
            InputError: it is larger than a 3×3×3.
        """
        return small(cube, "completed")

    @property
    def stickers(self) -> Facelets:
        """The stickers of the cube."""
        return self.taken[0]

    def details(self) -> dict[str, Any]:
        """Return the stickers too."""
        return {"facelets": self.stickers.letters, **super().details()}

    def stream(self) -> Stream[FewestAnswer]:
        """Return the running question: a report of the cube; `answer.sets` has the sets."""
        query = self.learning("ortools")
        return self.begin(FewestAnswer(query=query, scheme=self.stickers.scheme), FewestRun(self))


QUESTION = Fewest
fewest = asks(Fewest)


class FewestRun:
    """A running `Fewest`."""

    def __init__(self, query: Fewest) -> None:
        self._query = query
        self._listed = False
        self._problem: SmallestSets | None = None

    def reports(self, answer: FewestAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the cube, and put the sets into the answer."""
        start = self._query.stickers
        completed = answer.completed = complete(start, limit=1)
        if completed.stopped in (Stop.INTERRUPT, Stop.TIME):
            run.stop(completed.stopped)
        if not completed.unique or not completed.cubes:  # the count may have come without any cube
            return
        (report,) = completed.cubes
        home = _homes(Facelets(report.facelets))
        known = frozenset(home[f] for f in home if start.colours[f] is not None)
        held = (HELD_SLOT,) if completed.orientation == "DBL" else ()

        def letters_of(stickers: "Stickers") -> str:
            return "".join(
                letter if home.get(facelet) in stickers else UNKNOWN
                for facelet, letter in enumerate(report.facelets)
            )

        problem = self._problem = SmallestSets(
            start.puzzle, known, held=held, deadline=run.deadline.moment
        )
        answer.sets = sets = list[str]()
        with run:
            for stickers in self._sets(problem, run):
                sets.append(letters_of(stickers))
        answer.size, answer.proven = len(problem.best), problem.bound
        if not answer.sets:
            answer.sets = [letters_of(problem.best)]
        yield report

    def _sets(self, problem: "SmallestSets", run: Run) -> "Iterator[Stickers]":
        """Yield smallest sets, up to the limits."""
        if not problem.solve():
            run.stop(Stop.TIME)
            return
        for number, stickers in enumerate(problem):
            if number == self._query.limit:
                run.stop(Stop.LIMIT)
                return
            yield stickers
        self._listed = True

    def set_status(self, answer: FewestAnswer, _run: Run) -> None:
        """Set the status of the answer."""
        if answer.completed is None or answer.completed.count is None:
            answer.status = Status.UNKNOWN
        elif not answer.completed.unique:
            answer.status = Status.INFEASIBLE
        else:
            answer.status = status_of(answer.sets, whole=self._listed)


def _homes(cube: Facelets) -> dict[int, int]:
    """Return, for each facelet that moves, the place of its sticker on a solved cube."""
    homes = {}
    for orbit in cube.puzzle.orbits:
        for slot, facelets in enumerate(orbit.frames):
            piece, turn = divmod(cube.placement(orbit, slot) or 0, orbit.turns)
            for position, facelet in enumerate(facelets):
                homes[facelet] = orbit.frames[piece][(position - turn) % orbit.turns]
    return homes
