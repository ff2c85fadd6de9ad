"""The real cubes nearest to some stickers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, Literal, TypedDict, Unpack, get_args, overload

from cubecsp.diagnosis.hints import Hint, hints
from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.formats import as_stickers
from cubecsp.models.completion import Completions
from cubecsp.models.confusion import PLAIN, Confusion
from cubecsp.models.repair import Nearest, centre_cost, piece_costs, sticker_costs
from cubecsp.puzzle.cubes import state_of
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import FACES, UNKNOWN
from cubecsp.puzzle.state import State
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.given import CubeLike
from cubecsp.questions.limits import Limits, Run, check_size
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.several import Answers, asked
from cubecsp.questions.wording import are_listed, plural, seconds_taken

__all__ = ["By", "Repair", "RepairAnswer", "RepairEngine", "RepairQuery", "repair"]

By = Literal["sticker", "piece"]
RepairEngine = Literal["auto", "cpsat", "subsets"]

DEFAULT_LIMIT = 20

_RANKED = 200  # cubes that are put in order


@dataclass(frozen=True)
class Repair:
    """A real cube that some stickers may have been meant as.

    Attributes:
        facelets: its facelet string, held as the stickers were given.
        cube: the cube.
        changed: the facelets that were known and show another colour now.
        scheme: how the user writes the six colours, in the order of faces (see `Facelets`).
    """

    facelets: str
    cube: State
    changed: tuple[int, ...]
    scheme: str = FACES

    @property
    def pieces(self) -> set[frozenset[int]]:
        """The pieces, centres too, that have stickers which changed: the facelets of each."""
        frames = [frozenset(f) for orbit in self.cube.puzzle.orbits for f in orbit.frames]
        centres = [frozenset({facelet}) for facelet in self.cube.puzzle.centres]
        return {piece for piece in (*frames, *centres) if not piece.isdisjoint(self.changed)}

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        names = self.cube.puzzle.names
        shown = Facelets(self.facelets, self.scheme).as_dict()
        return shown | {"changed": [names[f] for f in self.changed]}


@dataclass(repr=False)
class RepairAnswer(Answer):
    """The answer to `repair`.

    Attributes:
        by: what the distance counts.
        distance: of the repairs: how many stickers (or what they cost), or how many pieces.
        proven: no real cube is nearer than this.
        repairs: the cubes, with what was changed.
        renamed: the distance if colours were named after the centres that are shown, where these are
            the six colours in other places and it is less; None otherwise.
        hints: the mistakes in typing that would explain what is wrong, the simplest first.
    """

    by: By = "sticker"
    distance: int = 0
    proven: int = 0
    repairs: list[Repair] = field(default_factory=list)
    renamed: int | None = None
    hints: tuple[Hint, ...] = ()

    def sentence(self) -> str:
        """Return the sentence that says how near the nearest cubes are, and how many there are."""
        taken = seconds_taken(self.seconds)
        if self.status is Status.UNKNOWN:
            return f"Stopped before any near cube was found ({taken})."
        what = plural(self.distance, self.by)
        if self.query["confusion"] is not None:
            what = f"confusions that cost {self.distance:,}"
        if self.distance != self.proven:
            why = "Interrupted" if self.stopped is Stop.INTERRUPT else "The time limit came first"
            return (
                f"{why}: the best so far differs in {what}; no cube does in less than "
                f"{self.proven:,} ({taken})."
            )
        told = self._counted(what)
        if self.status is not Status.COMPLETE:
            told += f". {are_listed(len(self.repairs), 'of them ')}"
        if self.renamed is not None:
            told += (
                ". With the colours named after the centres that it shows, it would differ in "
                f"{self.renamed:,}: was it held in another way?"
            )
        return f"{told} ({taken})."

    def _counted(self, what: str) -> str:
        """Return how many cubes are at that distance."""
        count = self.count or 0
        cubes, given = plural(count, "real cube"), self.query["facelets"]
        if self.distance or (count > 1 and UNKNOWN not in given):
            return f"{cubes} {'differs' if count == 1 else 'differ'} in {what}. None is nearer"
        if UNKNOWN in given:
            agree = "agrees" if count == 1 else "agree"
            return f"{cubes} {agree} with the known stickers: nothing has to change"
        return "This is a real cube: nothing has to change"

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown = super().as_dict()
        del shown["cubes"]
        shown |= {"by": self.by, "distance": self.distance, "proven": self.proven}
        if self.renamed is not None:
            shown["renamed"] = self.renamed
        if self.hints:
            shown["hints"] = [hint.as_dict() for hint in self.hints]
        return shown | {"repairs": [repair.as_dict() for repair in self.repairs]}


@dataclass(frozen=True)
class RepairQuery(Query):
    """What `repair` is asked.

    Attributes:
        shown: the stickers.
        by: what the distance counts.
        confusion: what it costs to take a sticker of one colour for another; None for one each.
        engine: `cpsat` or `subsets`.
        limits: the most cubes to list, and the time.
    """

    question: ClassVar[str] = "repair"

    shown: Facelets
    by: By = "sticker"
    confusion: Confusion | None = None
    engine: str = "subsets"
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        check_size(self.shown.puzzle, "repaired")

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        confusion = self.confusion
        return {
            "question": self.question,
            "facelets": self.shown.letters,
            "by": self.by,
            "confusion": None if confusion is None else [list(row) for row in confusion],
            "engine": self.engine,
            "limit": self.limits.number,
            "time_limit": self.limits.time,
            "versions": versions(*(["ortools"] if self.engine == "cpsat" else [])),
        }

    def stream(self) -> Stream[RepairAnswer]:
        """Return the question under way: a report for each cube; `answer.repairs` says what changed."""
        answer = RepairAnswer(query=self, status=Status.PARTIAL, by=self.by)
        work = _Repairing(self)
        return Stream(answer, self.limits, work.reports, work.settle)


class _Options(TypedDict, total=False):
    by: By
    confusion: Confusion | None
    engine: RepairEngine
    limit: int | None
    time_limit: float | None
    on_found: Callable[[CubeReport], None] | None
    on_answer: Callable[[RepairAnswer], None] | None


@overload
def repair(shown: CubeLike, **options: Unpack[_Options]) -> RepairAnswer: ...  # type: ignore[overload-overlap]
@overload
def repair(shown: Iterable[CubeLike], **options: Unpack[_Options]) -> Answers[RepairAnswer]: ...
def repair(
    shown: CubeLike | Iterable[CubeLike],
    *,
    by: By = "sticker",
    confusion: Confusion | None = None,
    engine: RepairEngine = "auto",
    limit: int | None = DEFAULT_LIMIT,
    time_limit: float | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
    on_answer: Callable[[RepairAnswer], None] | None = None,
) -> RepairAnswer | Answers[RepairAnswer]:
    """Return the reachable cubes that differ least from some stickers.

    Unknown stickers cost nothing. Centres stay where they are: one of the wrong colour is a sticker
    that has to change. `count` says how many cubes are equally near, however many are listed. A 2×2×2 may
    be held in any way, and stays that way.

    Args:
        shown: the stickers: a text in any format, or a cube. For several, the answer is `Answers`, with
            one about each.
        by: count the stickers that change, or the pieces whose stickers do (a centre is a piece).
        confusion: what it costs to take a sticker of one colour for another (see
            `cubecsp.models.confusion`); one each when left out. By sticker only.
        engine: `cpsat`, the model of `cubecsp.models.repair`; `subsets`, the dynamic programming of
            `cubecsp.models.completion`; `auto` is the former.
        limit: list at most so many cubes, for each of several; None for all of them. Those that touch the
            fewest pieces come first, then those that touch the fewest stickers.
        time_limit: in seconds, for all. When it passes, the best cube so far is given, and what is proven.
        on_found: called with each cube as soon as it is known.
        on_answer: called with the answer, or each of several, as soon as it is known.

    Raises:
        InputError: a text cannot be read, a limit makes no sense, the cube is larger than a 3×3×3, or
            confusions are to be counted by piece.
    """
    _check(by, confusion, engine)
    limits = Limits.of(limit, time_limit)
    chosen = "cpsat" if engine == "auto" else engine

    def query(cube: CubeLike) -> RepairQuery:
        return RepairQuery(as_stickers(cube), by, confusion, chosen, limits)

    return asked(RepairQuery.question, shown, query, limits, on_found, on_answer)


def _check(by: str, confusion: Confusion | None, engine: str) -> None:
    if by not in get_args(By):
        raise InputError(f"distances are not counted by {by!r}", "by sticker or by piece")
    if by == "piece" and confusion is not None:
        raise InputError("a table of confusions weighs stickers, not pieces", "leave one out")
    if engine not in get_args(RepairEngine):
        raise InputError(
            f"there is no engine {engine!r} to repair with",
            f"try {', '.join(get_args(RepairEngine))}",
        )


class _Repairing:
    """A `RepairQuery` under way."""

    def __init__(self, query: RepairQuery) -> None:
        self._query = query
        self._table = PLAIN if query.confusion is None else query.confusion
        self._exact: Completions | None = None
        self._listed = False
        self._distance = 0  # centres aside

    def reports(self, answer: RepairAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the nearest cubes."""
        query = self._query
        shown, counted = query.shown, query.by == "sticker"
        costs = sticker_costs(shown, self._table) if counted else piece_costs(shown)
        self._exact = Completions(shown.puzzle, costs)
        if query.engine == "cpsat":
            nearest = Nearest(shown.puzzle, costs, deadline=run.deadline.moment)
            yield from self._by_cpsat(answer, nearest, run)
        else:
            self._distance = self._exact.least or 0
            yield from self._each(answer, iter(self._exact), run)

    def _by_cpsat(
        self, answer: RepairAnswer, nearest: Nearest, run: Run
    ) -> Generator[CubeReport, None, None]:
        proven = False
        with run:
            proven = nearest.solve()
            if not proven:
                run.stop(Stop.TIME)
        self._distance = nearest.cost
        if proven:
            least = None if self._exact is None else self._exact.least
            if nearest.bound != least:
                raise AssertionError(f"cpsat proved {nearest.bound}, and the least is {least}")
            with run:
                yield from self._each(answer, iter(nearest), run)
        if not answer.repairs:
            yield self._report(answer, _repair(self._query.shown, nearest.best))

    def _each(
        self, answer: RepairAnswer, found: Iterator[tuple[bytes, ...]], run: Run
    ) -> Iterator[CubeReport]:
        """Yield the cubes found, the likeliest first, up to the limits."""
        repairs = (_repair(self._query.shown, placements) for placements in found)
        for one in _likeliest_first(repairs, run):
            if len(answer.repairs) == self._query.limits.number:
                run.stop(Stop.LIMIT)
                return
            yield self._report(answer, one)
        self._listed = True

    def _report(self, answer: RepairAnswer, found: Repair) -> CubeReport:
        answer.repairs.append(found)
        return CubeReport(found.facelets, found.cube, scheme=found.scheme)

    def settle(self, answer: RepairAnswer, run: Run) -> None:
        """Set the distance, what is proven, and the status of the answer."""
        if self._exact is None:
            answer.status = Status.UNKNOWN
            return
        query, centres = self._query, centre_cost(self._query.shown, self._table)
        least = self._exact.least or 0
        if self._distance == least:
            answer.count = self._exact.count
        answer.distance = self._distance + centres
        answer.proven = least + centres  # known anyway, whatever time the engine had
        answer.renamed = _renamed_distance(query.shown, query.by, self._table, answer.distance)
        if answer.proven:
            answer.hints = hints(query.shown)
        done = self._listed and run.stopped is None
        answer.status = Status.COMPLETE if done else Status.PARTIAL


def _likeliest_first(found: Iterator[Repair], run: Run) -> Iterator[Repair]:
    """Yield repairs that are equally near, those first that touch the fewest pieces, then the fewest stickers.

    One wrong piece is likelier than several. If there are more than `_RANKED`, the others follow as they are found.
    """
    first: list[Repair] = []
    ended: BaseException | None = None
    try:
        for one in islice(found, _RANKED):
            run.deadline.check()
            first.append(one)
    except (OutOfTimeError, KeyboardInterrupt) as error:
        ended = error
    yield from sorted(first, key=lambda one: (len(one.pieces), len(one.changed)))
    if ended is not None:
        raise ended
    for one in found:
        run.deadline.check()
        yield one


def _repair(shown: Facelets, placements: tuple[bytes, ...]) -> Repair:
    facelets = shown.puzzle.letters(b"".join(placements))
    pairs = zip(shown.letters, facelets, strict=True)
    changed = tuple(i for i, (before, now) in enumerate(pairs) if before not in (UNKNOWN, now))
    return Repair(facelets, state_of(shown.puzzle, *placements), changed, shown.scheme)


def _renamed_distance(shown: Facelets, by: By, confusion: Confusion, distance: int) -> int | None:
    """Return the distance with colours named after the centres shown, if that is less."""
    centres = "".join(shown.letters[facelet] for facelet in shown.puzzle.centres)
    if sorted(centres) != sorted(FACES) or centres == FACES:
        return None
    names = dict(zip(centres, FACES, strict=True)) | {UNKNOWN: UNKNOWN}
    renamed = Facelets("".join(names[letter] for letter in shown.letters))
    costs = sticker_costs(renamed, confusion) if by == "sticker" else piece_costs(renamed)
    least = Completions(shown.puzzle, costs).least or 0
    return least if least < distance else None
