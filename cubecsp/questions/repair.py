"""The solvable cubes nearest to some stickers."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, ClassVar, Literal, cast, get_args

from cubecsp.diagnosis.hints import Hint, hints
from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.formats import as_stickers
from cubecsp.frozen import frozen
from cubecsp.models.repair.completion import Completions
from cubecsp.models.repair.confusion import (
    MOST,
    PLAIN,
    Confusion,
    centre_cost,
    piece_costs,
    read_confusion,
    sticker_costs,
)
from cubecsp.puzzle.cube.cube_puzzle import PUZZLES
from cubecsp.puzzle.cube.cubes import state_of
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, listing, plural
from cubecsp.questions.asking.about import AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.several_cubes import AboutEach, asks_each
from cubecsp.questions.asking.shared_parameters import TimeLimit, TurnsOfPuzzle, at_most
from cubecsp.questions.asking.value_kinds import OneOf, ValueKind

__all__ = ["By", "Repair", "RepairAnswer", "RepairedCube", "repair"]

By = Literal["sticker", "piece"]

_RANKED = 200  # the most cubes that are sorted


@frozen
class RepairedCube:
    """A solvable cube that some stickers may have been meant to show.

    Attributes:
        facelets: its facelet string, in the orientation of the stickers given.
        cube: the cube.
        changed: the known facelets that now show another colour.
        scheme: the user's characters for the six colours, in the order of faces (see `Facelets`).
    """

    facelets: str
    cube: State
    changed: tuple[int, ...]
    scheme: str = FACES

    @property
    def pieces(self) -> set[frozenset[int]]:
        """The pieces with changed stickers, including centres: the facelets of each."""
        frames = [frozenset(f) for orbit in self.cube.puzzle.orbits for f in orbit.frames]
        centres = [frozenset({facelet}) for facelet in self.cube.puzzle.centres]
        return {piece for piece in (*frames, *centres) if not piece.isdisjoint(self.changed)}

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        names = self.cube.puzzle.names
        data = Facelets(self.facelets, self.scheme).as_dict()
        return data | {"changed": [names[f] for f in self.changed]}


@dataclass(repr=False)
class RepairAnswer(Answer):
    """The answer to `repair`.

    Attributes:
        by: the unit of the distance.
        distance: the distance of the repairs: the number of stickers (or their cost), or of pieces.
        proven: a proven lower bound for the distance of solvable cubes.
        repairs: the cubes, with their changes: `RepairedCube`; for another puzzle `RepairedState`.
        renamed: the distance if colours were named after the centres shown, if these are the six colours in
            other places and it is less; None otherwise.
        hints: the typing mistakes that would explain the defects, the simplest first.
    """

    by: By = "sticker"
    distance: int = 0
    proven: int = 0
    repairs: Sequence[Any] = ()
    renamed: int | None = None
    hints: tuple[Hint, ...] = ()

    def sentence(self) -> str:
        """Return the sentence with the distance of the nearest cubes, and their number."""
        taken = in_seconds(self.seconds)
        if self.status is Status.UNKNOWN:
            return f"Stopped before any near cube was found ({taken})."
        what = plural(self.distance, self.by)
        if self.query["confusion"] is not None:
            what = f"confusions that cost {self.distance:,}"
        if self.distance != self.proven:
            why = "Interrupted" if self.stopped is Stop.INTERRUPT else "The time limit came first"
            return (
                f"{why}: the best so far differs in {what}; none differs in fewer than "
                f"{self.proven:,} ({taken})."
            )
        if self.noun == "state":
            return f"{self._states_in_words(what)} ({taken})."
        outcome = self._count_in_words(what)
        if self.status is not Status.COMPLETE:
            outcome += f". {listing(len(self.repairs), 'of them ')}"
        if self.renamed is not None:
            outcome += (
                ". With the colours named after the centres that it shows, it would differ in "
                f"{self.renamed:,}: was it in another whole-cube orientation?"
            )
        return f"{outcome} ({taken})."

    def _states_in_words(self, what: str) -> str:
        """Return the number of listed states at that distance, in words."""
        if not self.distance and self.count == 1:
            return "This state is solvable: nothing has to change"
        one, states = len(self.repairs) == 1, plural(len(self.repairs), "solvable state")
        more = "" if self.count is not None else "; there may be others as near"
        if not self.distance:
            agree = "agrees" if one else "agree"
            return f"{states} {agree} with what is known{more}"
        differ = "differs" if one else "differ"
        return f"{states} {differ} in {what}, and none in fewer{more}"

    def _count_in_words(self, what: str) -> str:
        """Return the number of cubes at that distance, in words."""
        count = self.count or 0
        cubes, facelets = plural(count, "solvable cube"), self.query["facelets"]
        if self.distance:
            return f"{cubes} {'differs' if count == 1 else 'differ'} in {what}. None is nearer"
        if count == 1 and UNKNOWN not in facelets:
            return "This cube is solvable: nothing has to change"
        agree = "agrees" if count == 1 else "agree"
        return f"{cubes} {agree} with the known stickers: nothing has to change"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        del data["cubes"]
        data |= {"by": self.by, "distance": self.distance, "proven": self.proven}
        if self.renamed is not None:
            data["renamed"] = self.renamed
        if self.hints:
            data["hints"] = [hint.as_dict() for hint in self.hints]
        return data | {"repairs": [repair.as_dict() for repair in self.repairs]}


class _Table(ValueKind):
    """A table of confusions; a text names it, or a file that contains it."""

    metavar = "TABLE"

    @property
    def expected(self) -> str:
        """The sources of such a table."""
        return "the name of a TOML file, `camera`, or six rows of six costs"

    def read(self, text: str) -> Confusion:
        """Return the table that a text names."""
        return read_confusion(text)

    def check(self, value: Any) -> Confusion:
        """Return a table of six rows of six costs, also if a text names it."""
        if isinstance(value, str):
            return read_confusion(value)
        try:
            rows = tuple(tuple(row) for row in value)
        except TypeError:
            raise ValueError from None
        costs = [cost for row in rows for cost in row]
        if [*map(len, rows)] != [6] * 6 or not all(
            type(cost) is int and 0 <= cost <= MOST for cost in costs
        ):
            raise ValueError
        return rows

    def as_json(self, value: Confusion) -> list[list[int]]:
        """Return the costs, row by row."""
        return [list(row) for row in value]


@frozen(kw_only=True)
class Repair(AboutStates[RepairAnswer, Facelets], AboutEach[RepairAnswer, Facelets]):
    """The parameters of `repair`.

    The cubes are the solvable ones that differ least from the stickers. Unknown stickers cost nothing.
    Centres stay in place: one of the wrong colour is a sticker that has to change. `count` is the number of
    cubes that are equally near, even if fewer are listed: those that change the fewest pieces come first,
    then those that change the fewest stickers. A cube of even size may have any orientation, and keeps it.
    If the time limit passes, the answer has the cubes so far. For several cubes the answer is
    `Answers`, with one about each. For another puzzle the states are the solvable ones that differ in the
    fewest stickers, or slots, from stickers; or in the fewest slots from a KPattern, which may have null for unknown
    pieces and orientations.

    Raises:
        InputError: a text cannot be read, a limit is invalid, or confusions are to be counted by piece.
        LimitError: too many kinds of wings are equally near.
    """

    name: ClassVar[str] = "repair"
    example: ClassVar[Mapping[str, Any]] = {
        "cubes": "RUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
    }
    in_part: ClassVar[bool] = True
    of_cubes: ClassVar[tuple[str, ...]] = (*AboutStates.of_cubes, "confusion")

    by: Annotated[
        By,
        Param(
            "count changed stickers, or pieces (centres included)",
            OneOf(lambda: get_args(By), "unit of distance"),
        ),
    ] = "sticker"
    confusion: Annotated[
        Confusion | None,
        Param(
            "weigh the stickers by which colours are confused: a table of `cubecsp.models.repair.confusion`",
            _Table(),
            usual="1 each",
            cli=Cli(
                help="weigh the stickers by which colours are confused: a TOML file, or `camera`"
            ),
            http=None,
        ),
    ] = None
    limit: Annotated[int | None, at_most("cubes", also=", for each of several")] = 20
    turns: TurnsOfPuzzle = None
    time_limit: TimeLimit = None

    def require(self) -> None:
        """Make sure that the parameters fit together."""
        super().require()
        if self.by == "piece" and self.confusion is not None:
            raise InputError("a table of confusions weighs stickers, not pieces", "leave one out")

    def take_cube(self, cube: CubeLike) -> Facelets:
        """Return the stickers of a cube."""
        return as_stickers(cube)

    def details(self) -> dict[str, Any]:
        """Return the stickers of the one cube too."""
        if self.other is not None:
            from cubecsp.puzzle.definitions.partial import PartialState

            by_piece = any(isinstance(one, PartialState) for one in self.taken)
            return {**super().details(), **({"by": "piece"} if by_piece else {})}
        facelets = {"facelets": self.taken[0].letters} if self.single else {}
        return {**facelets, **super().details()}

    def alone(self, cube: Facelets) -> Stream[RepairAnswer]:
        """Return the running question about its only cube: a report for each; `answer.repairs` says what changed."""
        if self.other is not None:
            from cubecsp.questions.finding.nearest_states import RepairStateRun

            nearest = RepairStateRun(self, cast(Any, cube))
            return self.begin(
                RepairAnswer(query=self, status=Status.PARTIAL, by=nearest.by), nearest
            )
        packages = [] if cube.puzzle in PUZZLES else ["ortools"]
        query = self.learning(*packages)
        answer = RepairAnswer(query=query, status=Status.PARTIAL, by=self.by)
        return self.begin(answer, RepairRun(self, cube))


QUESTION = Repair
repair = asks_each(Repair)


class RepairRun:
    """A running `Repair` of one cube."""

    def __init__(self, query: Repair, facelets: Facelets) -> None:
        self._query = query
        self._shown = facelets
        self._table = PLAIN if query.confusion is None else query.confusion
        self._exact: Completions | None = None
        self._listed = False
        self._repairs: list[RepairedCube] = []

    def reports(self, answer: RepairAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the nearest cubes."""
        query, answer.repairs = self._query, self._repairs
        stickers, counted = self._shown, query.by == "sticker"
        costs = sticker_costs(stickers, self._table) if counted else piece_costs(stickers)
        self._exact = Completions(stickers.puzzle, costs)
        repairs = (_repair(stickers, placements) for placements in self._exact)
        for one in _likeliest_first(repairs, run):
            if len(self._repairs) == query.limit:
                run.stop(Stop.LIMIT)
                return
            self._repairs.append(one)
            yield CubeReport(one.facelets, one.cube, scheme=one.scheme)
        self._listed = True

    def set_status(self, answer: RepairAnswer, run: Run) -> None:
        """Set the distance, the proven bound, and the status of the answer."""
        if self._exact is None:
            answer.status = Status.UNKNOWN
            return
        answer.count, least = self._exact.count, self._exact.least or 0
        answer.distance = answer.proven = least + centre_cost(self._shown, self._table)
        answer.renamed = _renamed_distance(
            self._shown, self._query.by, self._table, answer.distance
        )
        if answer.proven:
            answer.hints = hints(self._shown)
        done = self._listed and run.stopped is None
        answer.status = Status.COMPLETE if done else Status.PARTIAL


def _likeliest_first(repairs: Iterator[RepairedCube], run: Run) -> Iterator[RepairedCube]:
    """Yield equally near repairs, first those that change the fewest pieces, then the fewest stickers.

    One wrong piece is likelier than several. If there are more than `_RANKED`, the others follow as they are found.
    """
    first: list[RepairedCube] = []
    ended: BaseException | None = None
    try:
        for one in islice(repairs, _RANKED):
            first.append(one)
            run.deadline.check()
    except (OutOfTimeError, KeyboardInterrupt) as error:
        ended = error
    yield from sorted(first, key=lambda one: (len(one.pieces), len(one.changed)))
    if ended is not None:
        raise ended
    for one in repairs:
        run.deadline.check()
        yield one


def _repair(stickers: Facelets, placements: tuple[bytes, ...]) -> RepairedCube:
    facelets = stickers.puzzle.letters(b"".join(placements))
    pairs = zip(stickers.letters, facelets, strict=True)
    changed = tuple(i for i, (before, now) in enumerate(pairs) if before not in (UNKNOWN, now))
    return RepairedCube(facelets, state_of(stickers.puzzle, *placements), changed, stickers.scheme)


def _renamed_distance(
    facelets: Facelets, by: By, confusion: Confusion, distance: int
) -> int | None:
    """Return the distance with colours named after the centres shown, if it is less."""
    centres = "".join(facelets.letters[facelet] for facelet in facelets.puzzle.centres)
    if sorted(centres) != sorted(FACES) or centres == FACES:
        return None
    names = dict(zip(centres, FACES, strict=True)) | {UNKNOWN: UNKNOWN}
    renamed = Facelets("".join(names[letter] for letter in facelets.letters))
    costs = sticker_costs(renamed, confusion) if by == "sticker" else piece_costs(renamed)
    least = Completions(facelets.puzzle, costs).least or 0
    return least if least < distance else None
