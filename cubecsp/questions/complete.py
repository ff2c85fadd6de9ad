"""All solvable cubes that agree with the known stickers."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from cubecsp.formats import as_stickers
from cubecsp.frozen import frozen
from cubecsp.models.repair.completion import (
    Completions,
    agreement,
    agreement_and_hold,
    matchings_of,
)
from cubecsp.puzzle.cube.cubes import state_of
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.words import colours_in_words
from cubecsp.puzzle.definitions.partial import PartialState
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, listing, plural
from cubecsp.questions.asking.about import AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike
from cubecsp.questions.asking.held_states import Known, frames_of, in_frame
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.several_cubes import AboutEach, asks_each
from cubecsp.questions.asking.shared_parameters import LIMITS, TimeLimit, TurnsOfPuzzle
from cubecsp.questions.asking.value_kinds import Flag, Whole
from cubecsp.questions.finding.next_sticker import NextSticker, next_sticker

__all__ = ["Complete", "CompleteAnswer", "StickerConflict", "complete", "is_possible"]

_LIMIT = Param(
    "list this many cubes at most, for each of several",
    Whole(1, None),
    none="all",
    group=LIMITS,
    cli=Cli(help="list at most this many cubes, or sets with `fewest`"),
)

_MOST_PLACES = 6  # the most slots that are named in a sentence
_TIED = (8, 12)  # slots of the orbits whose parities and turns are tied
_LARGE = 1000  # averages from here on are written without decimals


@frozen
class StickerConflict:
    """The reason why no cube agrees with the known stickers.

    Attributes:
        message: one sentence, without the final full stop.
        facelets: known stickers that cannot all be right; without those of any one slot they could be.
    """

    message: str
    facelets: tuple[int, ...]


@dataclass(repr=False)
class CompleteAnswer(Answer):
    """The answer to `complete`.

    Attributes:
        unknown: the number of unknown stickers, or slots.
        unit: which of the two, for a state of another puzzle.
        next_sticker: the unknown sticker that would leave the fewest cubes on average; from the 4×4×4 on, of those of
            corners and middle edges.
        conflict: the reason why no cube agrees, if none does.
        orientation: the whole-cube orientation of a cube of even size: `DBL`, with the piece DBL solved; `any` for any
            orientation.
    """

    unknown: int = 0
    unit: str = "slot"
    next_sticker: NextSticker | None = None
    conflict: StickerConflict | None = None
    orientation: str | None = None

    @property
    def unique(self) -> bool:
        """Whether exactly one cube agrees."""
        return self.count == 1

    def sentence(self) -> str:
        """Return the number of cubes that agree, or why none does, and which sticker to look at next."""
        taken = in_seconds(self.seconds)
        if self.conflict is not None:
            return (
                f"No cube agrees with these stickers: {self.conflict.message} ({taken}). "
                "`repair` gives the nearest ones."
            )
        if self.count is None:
            return f"Stopped before it was known how many {self.noun}s agree ({taken})."
        if not self.count:
            return f"No {self.noun} agrees with what is known ({taken}). `repair` gives the nearest ones."
        known = "the known stickers" if self.noun == "cube" else "what is known"
        agree = "agrees" if self.unique else "agree"
        counted = f"{plural(self.count, self.noun)} {agree} with {known}"
        if self.orientation is not None:
            turned = "in the given whole-cube orientation"
            counted += f", {'with DBL solved' if self.orientation == 'DBL' else turned}"
        if self.status is Status.PARTIAL:
            why = {Stop.TIME: "; time ended the list", Stop.INTERRUPT: "; interrupted"}
            counted += f"; {listing(len(self))}{why.get(self.stopped or Stop.LIMIT, '')}"
        return f"{counted} ({taken}).{self._worth_knowing()}"

    def _worth_knowing(self) -> str:
        if self.unique and self.unknown:
            what = f"unknown {'sticker' if self.noun == 'cube' else self.unit}"
            if self.unknown == 1:
                return f" So the {what} is determined."
            return f" So the {plural(self.unknown, what)} are determined."
        if self.next_sticker is None:
            return ""
        look = self.next_sticker
        average = float(look.expected)
        left = f"{average:,.1f}" if average < _LARGE else f"{round(look.expected):,}"
        return f"\nLook at {look.name} next: it leaves {left} on average, {look.worst:,} at worst."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict() | {"unknown": self.unknown, "unique": self.unique}
        if self.orientation is not None:
            data["orientation"] = self.orientation
        if self.next_sticker is not None:
            data["next_sticker"] = self.next_sticker.as_dict()
        if self.conflict is not None:
            names = Facelets(self.query["facelets"]).puzzle.names
            data["conflicts"] = [
                {
                    "message": self.conflict.message,
                    "stickers": [names[facelet] for facelet in self.conflict.facelets],
                }
            ]
        return data


@frozen(kw_only=True)
class Complete(AboutStates[CompleteAnswer, Facelets], AboutEach[CompleteAnswer, Facelets]):
    """The parameters of `complete`.

    The count is exact with any limits, even for 54 unknown stickers. Cubes count that look different: centre
    pieces of one colour are not told apart. A cube of even size counts as oriented with the
    piece DBL solved if the known stickers allow it, otherwise as in any orientation. For several cubes the
    answer is `Answers`, with one about each. A state of another puzzle is given by its stickers, or as a
    KPattern with null for unknown pieces and orientations.

    Raises:
        InputError: a text cannot be read, or a limit is invalid.
        LimitError: the states of another puzzle cannot be counted, or too many kinds of wings are possible.
    """

    name: ClassVar[str] = "complete"
    example: ClassVar[Mapping[str, Any]] = {
        "cubes": "...UUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
    }

    in_part: ClassVar[bool] = True

    limit: Annotated[int | None, _LIMIT] = 20
    list_cubes: Annotated[
        bool,
        Param(
            "whether to list the cubes, and not only to say how many there are",
            Flag(),
            cli=Cli(("--count",), help="only say how many there are"),
        ),
    ] = True
    turns: TurnsOfPuzzle = None
    time_limit: TimeLimit = None

    def take_cube(self, cube: CubeLike) -> Facelets:
        """Return the stickers of a cube."""
        return as_stickers(cube)

    def details(self) -> dict[str, Any]:
        """Return the stickers of the one cube too."""
        if not self.single or self.other is not None:
            return super().details()
        return {"facelets": self.taken[0].letters, **super().details()}

    def alone(self, cube: Facelets) -> Stream[CompleteAnswer]:
        """Return the running question about its only cube: a report for each cube that agrees."""
        answer = CompleteAnswer(query=self)
        if self.other is not None:
            partial: Any = cube
            answer.unknown = partial.unknown
            answer.unit = "slot" if isinstance(partial, PartialState) else "sticker"
            return Stream(answer, self.limits, _CompletingState(self, partial).reports, _set_status)
        answer.unknown = cube.letters.count(UNKNOWN)
        return Stream(answer, self.limits, CompleteRun(self, cube).reports, _set_status)


QUESTION = Complete
complete = asks_each(Complete)


@frozen
class CompleteRun:
    """A running `Complete` about one cube."""

    query: Complete
    facelets: Facelets

    def reports(self, answer: CompleteAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the cubes, once their number is known."""
        stickers = self.facelets
        costs, answer.orientation = agreement_and_hold(stickers)
        result = Completions(stickers.puzzle, costs)
        wrong = _wrong_centres(stickers)
        if wrong is not None or result.least is None:
            answer.conflict = wrong or _conflict(stickers, costs)
            answer.count = 0
            return
        answer.count = result.count
        if result.count > 1:
            answer.next_sticker = next_sticker(stickers, result)
        if self.query.list_cubes:
            yield from self._reports_of(result, run)

    def _reports_of(self, completions: Completions, run: Run) -> Iterator[CubeReport]:
        for number, placements in enumerate(completions, 1):
            run.deadline.check()
            letters = self.facelets.puzzle.letters(b"".join(placements))
            cube = state_of(self.facelets.puzzle, *placements)
            yield CubeReport(letters, cube, scheme=self.facelets.scheme)
            if number == self.query.limit != completions.count:
                run.stop(Stop.LIMIT)
                return


class _CompletingState:
    """A running `Complete` about one state: it states the known pieces as rules, and `count` and `find` answer.

    Args:
        query: the question.
        known: the state. It is completed after the first rotation of the whole puzzle that allows it.
    """

    def __init__(self, query: Complete, known: Known) -> None:
        self._about: dict[str, Any] = {"puzzle": query.other, "turns": query.turns}
        self._known = known
        first, *others = (frames := frames_of(query.explored, known))
        self._frames = [first, *(turn for turn in others if not frames[turn])]
        self._listed = query.list_cubes

    def reports(self, answer: CompleteAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the states, once their number is known."""
        from cubecsp.questions.count import Count
        from cubecsp.questions.find import Find

        frame, rules = self._frames[0], list[str]()
        with run:
            for frame in self._frames:
                rules = [*self._known.held_before(frame).as_rules().values()]
                counted = Count(rules, **self._about).answer()
                if counted.stopped is not None or counted.status is Status.UNKNOWN:
                    run.stop(counted.stopped or Stop.TIME)
                    return
                if counted.count:
                    break
            answer.count = counted.count or 0
        if not answer.count or not self._listed:
            return
        most = run.limits.number
        asked = Find(rules, **self._about, limit=most)
        with run, asked.stream().within(run.deadline) as states:
            for number, report in enumerate(states, 1):
                yield in_frame(report.cube, frame)
                if number == most != answer.count:
                    run.stop(Stop.LIMIT)
                    return


def _set_status(answer: CompleteAnswer, run: Run) -> None:
    """Set the status of the answer."""
    if answer.count is None:
        answer.status = Status.UNKNOWN
    elif not answer.count:
        answer.status = Status.INFEASIBLE
    else:
        answer.status = Status.COMPLETE if run.stopped is None else Status.PARTIAL


def is_possible(facelets: Facelets) -> bool:
    """Return whether any solvable cube agrees with the known stickers, in any whole-cube orientation.

    They must have no other defects: see `cubecsp.diagnosis.diagnose`.
    """
    if _wrong_centres(facelets) is not None:
        return False
    return Completions(facelets.puzzle, agreement(facelets)).least is not None


# ------------------------------------------------------------ why there is none


def _wrong_centres(facelets: Facelets) -> StickerConflict | None:
    wrong = [
        (facelet, face)
        for face, facelet in zip(FACES, facelets.puzzle.centres, strict=False)
        if facelets.letters[facelet] not in (UNKNOWN, face)
    ]
    if not wrong:
        return None
    facelet, face = wrong[0]
    shown = colours_in_words([facelets.colours[facelet]], facelets.scheme)
    message = f"the centre of face {face} shows {shown}; colours are named after centres"
    return StickerConflict(message, tuple(f for f, _ in wrong))


def _letters(stickers: Facelets, *facelets: int) -> str:
    """Return the letters of some stickers in the user's characters."""
    return "".join(stickers.written[facelet] for facelet in facelets)


def _conflict(stickers: Facelets, costs: list[list[list[int]]]) -> StickerConflict:
    """Return a minimal set of slots whose stickers cannot all be right."""
    orbits = stickers.puzzle.orbits
    # One orbit that cannot be filled is reason enough; only corners and middle edges depend on each other.
    ends = [matchings_of(*parts).end_states() for parts in zip(orbits, costs, strict=True)]
    wrong = next((o for o, end in enumerate(ends) if not end), None)
    kept = [
        (o, s)
        for o, rows in enumerate(costs)
        for s, row in enumerate(rows)
        if any(row) and (o == wrong if wrong is not None else len(rows) in _TIED)
    ]
    for orbit, slot in [*kept]:
        without = [
            [
                row if (o, s) in kept and (o, s) != (orbit, slot) else [0] * len(row)
                for s, row in enumerate(rows)
            ]
            for o, rows in enumerate(costs)
        ]
        if wrong is not None:
            still = not matchings_of(orbits[orbit], without[orbit]).end_states()
        else:
            still = Completions(stickers.puzzle, without).least is None
        if still:
            kept.remove((orbit, slot))
    facelets = tuple(
        facelet
        for orbit, slot in kept
        for facelet in stickers.puzzle.orbits[orbit].frames[slot]
        if stickers.colours[facelet] is not None
    )
    return StickerConflict(_message(stickers, costs, kept), facelets)


def _message(
    stickers: Facelets, costs: list[list[list[int]]], conflict: list[tuple[int, int]]
) -> str:
    orbits = stickers.puzzle.orbits
    names = [orbits[orbit].names[slot] for orbit, slot in conflict]
    if len(conflict) == 1:
        ((orbit, slot),) = conflict
        facelets = orbits[orbit].frames[slot]
        letters = _letters(stickers, *facelets)
        return f"the {orbits[orbit].name} at {names[0]} shows {letters}, and no piece does"
    places = f"{', '.join(names[:-1])} and {names[-1]}"
    if len(names) > _MOST_PLACES:
        places = f"{len(names)} slots"
    ends = [
        matchings_of(
            orbit, [row if (o, s) in conflict else [0] * len(row) for s, row in enumerate(costs[o])]
        ).end_states()
        for o, orbit in enumerate(orbits)
    ]
    if not all(ends):
        return f"what is shown at {places} would need a piece more than once"
    for kind, end in zip(orbits, ends, strict=True):
        if not all(turns for _, turns in end):
            continue
        if kind.turns == 2:
            return f"with what is shown at {places} an odd number of {kind.name}s would be flipped"
        return f"the {kind.name}s shown at {places} cannot have twists that add up to whole turns"
    return (
        f"with what is shown at {places} an odd number of swaps would separate the cube from solved"
    )
