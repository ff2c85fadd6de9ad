"""All real cubes that agree with the stickers that are known."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, TypedDict, Unpack, overload

from cubecsp.formats import as_stickers
from cubecsp.models.completion import Completions, Fillings, agreement, agreement_as_held
from cubecsp.puzzle.cubes import state_of
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import FACES, UNKNOWN
from cubecsp.puzzle.puzzle import cube_puzzle
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.given import CubeLike
from cubecsp.questions.limits import Limits, Run, check_size
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.several import Answers, asked
from cubecsp.questions.wording import are_listed, plural, seconds_taken

__all__ = ["Complete", "Completed", "Conflict", "NextSticker", "complete", "is_possible"]

DEFAULT_LIMIT = 20

_MOST_PLACES = 6  # so many slots are named in a sentence
_LARGE = 1000  # averages from here on are told without decimals


@dataclass(frozen=True)
class NextSticker:
    """An unknown sticker, and how much knowing it would help.

    Attributes:
        facelet: its number.
        name: its name (U1 … B9).
        colours: for each colour that it can have, how many of the cubes show it.
    """

    facelet: int
    name: str
    colours: dict[str, int]

    @property
    def expected(self) -> Fraction:
        """How many cubes are left on average, each being as likely as any other."""
        total = sum(self.colours.values())
        return Fraction(sum(number**2 for number in self.colours.values()), total)

    @property
    def worst(self) -> int:
        """How many cubes are left if the sticker has its commonest colour."""
        return max(self.colours.values())

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        return {
            "sticker": self.name,
            "expected": float(self.expected),
            "worst": self.worst,
            "colours": self.colours,
        }


@dataclass(frozen=True)
class Conflict:
    """Why no cube agrees with the known stickers.

    Attributes:
        message: one sentence, without the final full stop.
        facelets: known stickers that cannot all be right; without those of any one slot they could.
    """

    message: str
    facelets: tuple[int, ...]


@dataclass(repr=False)
class Completed(Answer):
    """The answer to `complete`.

    Attributes:
        unknown: how many stickers are unknown.
        next_sticker: the unknown sticker that would leave the fewest cubes on average.
        conflict: why no cube agrees, if none does.
        held: how a 2×2×2 is held: `DBL`, with the piece DBL at home; `any`, in any way.
    """

    unknown: int = 0
    next_sticker: NextSticker | None = None
    conflict: Conflict | None = None
    held: str | None = None

    @property
    def unique(self) -> bool:
        """Whether exactly one cube agrees."""
        return self.count == 1

    def sentence(self) -> str:
        """Return how many cubes agree, or why none does, and which sticker to look at next."""
        taken = seconds_taken(self.seconds)
        if self.conflict is not None:
            return (
                f"No cube agrees with these stickers: {self.conflict.message} ({taken}). "
                "`repair` gives the nearest ones."
            )
        if self.count is None:
            return f"Stopped before it was known how many cubes agree ({taken})."
        told = f"{plural(self.count, 'cube')} {'agrees' if self.unique else 'agree'} with the known stickers"
        if self.held is not None:
            told += ", held with DBL at home" if self.held == "DBL" else ", held as given"
        if self.status is Status.PARTIAL:
            why = {Stop.TIME: "; time ended the list", Stop.INTERRUPT: "; interrupted"}
            told += f"; {are_listed(len(self))}{why.get(self.stopped or Stop.LIMIT, '')}"
        return f"{told} ({taken}).{self._worth_knowing()}"

    def _worth_knowing(self) -> str:
        if self.unique and self.unknown:
            return f" So the {plural(self.unknown, 'unknown sticker')} can be worked out."
        if self.next_sticker is None:
            return ""
        look = self.next_sticker
        average = float(look.expected)
        left = f"{average:,.1f}" if average < _LARGE else f"{round(look.expected):,}"
        return f"\nLook at {look.name} next: it leaves {left} on average, {look.worst:,} at worst."

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown = super().as_dict() | {"unknown": self.unknown, "unique": self.unique}
        if self.held is not None:
            shown["held"] = self.held
        if self.next_sticker is not None:
            shown["next_sticker"] = self.next_sticker.as_dict()
        if self.conflict is not None:
            names = Facelets(self.query["facelets"]).puzzle.names
            shown["conflicts"] = [
                {
                    "message": self.conflict.message,
                    "stickers": [names[facelet] for facelet in self.conflict.facelets],
                }
            ]
        return shown


@dataclass(frozen=True)
class Complete(Query):
    """What `complete` is asked.

    Attributes:
        shown: the stickers.
        limits: the most cubes to list, and the time.
        list_cubes: False to count only.
    """

    question: ClassVar[str] = "complete"

    shown: Facelets
    limits: Limits = field(default_factory=Limits)
    list_cubes: bool = True

    def __post_init__(self) -> None:
        check_size(self.shown.puzzle, "completed")

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        return {
            "question": self.question,
            "facelets": self.shown.letters,
            "limit": self.limits.number if self.list_cubes else 0,
            "time_limit": self.limits.time,
            "versions": versions(),
        }

    def stream(self) -> Stream[Completed]:
        """Return the question under way: a report for each cube that agrees."""
        answer = Completed(query=self, status=Status.UNKNOWN)
        answer.unknown = self.shown.letters.count(UNKNOWN)
        return Stream(answer, self.limits, self._reports, _settle)

    def _reports(self, answer: Completed, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the cubes, once it is known how many there are."""
        shown = self.shown
        costs, answer.held = agreement_as_held(shown)
        found = Completions(shown.puzzle, costs)
        wrong = _wrong_centres(shown)
        if wrong is not None or not found.count:
            answer.conflict = wrong or _conflict(shown, costs)
            answer.count = 0
            return
        answer.count = found.count
        if found.count > 1:
            answer.next_sticker = _next_sticker(shown, found)
        if self.list_cubes:
            yield from self._listed(found, run)

    def _listed(self, found: Completions, run: Run) -> Iterator[CubeReport]:
        for number, placements in enumerate(found, 1):
            run.deadline.check()
            letters = self.shown.puzzle.letters(b"".join(placements))
            cube = state_of(self.shown.puzzle, *placements)
            yield CubeReport(letters, cube, scheme=self.shown.scheme)
            if number == self.limits.number != found.count:
                run.stop(Stop.LIMIT)
                return


def _settle(answer: Completed, run: Run) -> None:
    """Set the status of the answer."""
    if answer.count is None:
        answer.status = Status.UNKNOWN
    elif not answer.count:
        answer.status = Status.INFEASIBLE
    else:
        answer.status = Status.COMPLETE if run.stopped is None else Status.PARTIAL


class _Options(TypedDict, total=False):
    limit: int | None
    list_cubes: bool
    time_limit: float | None
    on_found: Callable[[CubeReport], None] | None
    on_answer: Callable[[Completed], None] | None


@overload
def complete(shown: CubeLike, **options: Unpack[_Options]) -> Completed: ...  # type: ignore[overload-overlap]
@overload
def complete(shown: Iterable[CubeLike], **options: Unpack[_Options]) -> Answers[Completed]: ...
def complete(
    shown: CubeLike | Iterable[CubeLike],
    *,
    limit: int | None = DEFAULT_LIMIT,
    list_cubes: bool = True,
    time_limit: float | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
    on_answer: Callable[[Completed], None] | None = None,
) -> Completed | Answers[Completed]:
    """Return the reachable cubes that agree with the known stickers, and exactly how many there are.

    The count is exact whatever the limits, even for 54 unknown stickers. A 2×2×2 counts as held with
    the piece DBL at home if the known stickers allow it, else as held in any way.

    Args:
        shown: the stickers, unknown ones as `.`; a text in any format, or a cube. For several, the answer
            is `Answers`, with one about each.
        limit: list at most so many cubes, for each of several; None for all of them.
        list_cubes: False to count only.
        time_limit: stop listing after this many seconds.
        on_found: called with each cube as soon as it is known.
        on_answer: called with the answer, or each of several, as soon as it is known.

    Raises:
        InputError: a text cannot be read, a limit makes no sense, or the cube is larger than a 3×3×3.
    """
    limits = Limits.of(limit, time_limit)

    def query(cube: CubeLike) -> Complete:
        return Complete(as_stickers(cube), limits, list_cubes)

    return asked(Complete.question, shown, query, limits, on_found, on_answer)


def is_possible(shown: Facelets) -> bool:
    """Return whether any reachable cube agrees with the known stickers, in any way of holding.

    Nothing else may be wrong with them: see `cubecsp.diagnosis.diagnose`.
    """
    if _wrong_centres(shown) is not None:
        return False
    # Laws tie the pieces of a 3×3×3 or 2×2×2 alone; further ones need a slot each, and have it.
    tied = cube_puzzle(2 + shown.puzzle.size % 2)
    return Completions(tied, agreement(shown)[: len(tied.orbits)]).least is not None


def _next_sticker(shown: Facelets, found: Completions) -> NextSticker:
    """Return the unknown sticker that leaves the fewest cubes on average and, among such, at worst."""
    counts = found.colours()
    stickers = [
        NextSticker(
            facelet,
            shown.puzzle.names[facelet],
            {colour: n for colour, n in zip(shown.scheme, counts[facelet], strict=True) if n},
        )
        for facelet in sorted(counts)
        if shown.colours[facelet] is None
    ]
    return min(stickers, key=lambda sticker: (sticker.expected, sticker.worst, sticker.facelet))


# ------------------------------------------------------------ why there is none


def _wrong_centres(shown: Facelets) -> Conflict | None:
    wrong = [
        (facelet, face)
        for face, facelet in zip(FACES, shown.puzzle.centres, strict=False)
        if shown.letters[facelet] not in (UNKNOWN, face)
    ]
    if not wrong:
        return None
    facelet, face = wrong[0]
    message = f"the centre of face {face} shows {_written(shown, facelet)}; colours are named after centres"
    return Conflict(message, tuple(f for f, _ in wrong))


def _written(shown: Facelets, *facelets: int) -> str:
    """Return the letters of some stickers as the user writes them."""
    return "".join(shown.written[facelet] for facelet in facelets)


def _conflict(shown: Facelets, costs: list[list[list[int]]]) -> Conflict:
    """Return a minimal set of slots whose stickers cannot all be right."""
    slots = [(o, s) for o, rows in enumerate(costs) for s, row in enumerate(rows) if any(row)]
    kept = list(slots)
    for orbit, slot in slots:
        without = [
            [
                row if (o, s) in kept and (o, s) != (orbit, slot) else [0] * len(row)
                for s, row in enumerate(rows)
            ]
            for o, rows in enumerate(costs)
        ]
        if not Completions(shown.puzzle, without).count:
            kept.remove((orbit, slot))
    facelets = tuple(
        facelet
        for orbit, slot in kept
        for facelet in shown.puzzle.orbits[orbit].frames[slot]
        if shown.colours[facelet] is not None
    )
    return Conflict(_message(shown, costs, kept), facelets)


def _message(shown: Facelets, costs: list[list[list[int]]], kept: list[tuple[int, int]]) -> str:
    orbits = shown.puzzle.orbits
    names = [orbits[orbit].names[slot] for orbit, slot in kept]
    if len(kept) == 1:
        ((orbit, slot),) = kept
        facelets = orbits[orbit].frames[slot]
        letters = _written(shown, *facelets)
        return f"the {orbits[orbit].name} at {names[0]} shows {letters}, and no piece does"
    places = f"{', '.join(names[:-1])} and {names[-1]}"
    if len(names) > _MOST_PLACES:
        places = f"{len(names)} slots"
    ends = [
        Fillings(
            orbit,
            [row if (o, s) in kept else [0] * len(row) for s, row in enumerate(costs[o])],
        ).end_states()
        for o, orbit in enumerate(orbits)
    ]
    if not all(ends):
        return f"what is shown at {places} would need a piece more than once"
    for kind, found in zip(orbits, ends, strict=True):
        if not all(turns for _, turns in found):
            continue
        if kind.turns == 2:
            return f"with what is shown at {places} an odd number of {kind.name}s would be flipped"
        return f"the {kind.name}s shown at {places} cannot have twists that add up to whole turns"
    return (
        f"with what is shown at {places} an odd number of swaps would separate the cube from solved"
    )
