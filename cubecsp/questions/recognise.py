"""The likeliest solvable cube that shows some measured colours, and its probability."""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, get_args

import numpy as np

from cubecsp.diagnosis.diagnosis import diagnose
from cubecsp.errors import InputError, excerpt
from cubecsp.formats.colour_words import COLOUR_WORDS, colour_letter, colour_name
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.models.recognition.colour_space import TYPICAL
from cubecsp.models.recognition.measurements import SIZES, Measurements, Space, read_measurements
from cubecsp.models.recognition.objection import Objection
from cubecsp.models.recognition.ranking import Candidate
from cubecsp.models.recognition.recognition import Evidence, Recognition, recognition
from cubecsp.models.repair.completion import Completions
from cubecsp.models.repair.confusion import centre_cost, sticker_costs
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.puzzle.cube.words import listed
from cubecsp.questions.answers.answer import Answer, CubeReport, Status
from cubecsp.questions.answers.numbers_in_words import in_seconds, percent, plural
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param
from cubecsp.questions.asking.query import Stream, StreamedQuery
from cubecsp.questions.asking.shared_parameters import LIMITS
from cubecsp.questions.asking.value_kinds import Colours, Many, MeasuredColours, OneOf, Text, Whole

__all__ = ["Recognise", "RecogniseAnswer", "RecognisedCube", "StickerToAsk", "recognise"]

FaceOrders = Literal["given", "any"]

_NEGLIGIBLE = 1e-3  # cubes less likely than this are not listed
_SURE = 0.999  # with at least this probability, there is nothing to ask
_MOST_STICKERS = 6  # the most that a sentence names
_MOST = 50
_LARGEST_REPAIRED = 3


@frozen
class RecognisedCube(CubeReport):
    """A cube that may have been measured.

    Attributes:
        probability: its posterior probability, 0…1.
        differs: the facelets that differ from those of the likeliest cube.
    """

    probability: float = 0.0
    differs: tuple[int, ...] = ()

    def line(self) -> str:
        """Return the cube on one line, in letters of colours, with its probability."""
        return f"{Facelets(self.facelets, self.scheme).written}  {percent(self.probability)}"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        more = {"probability": round(self.probability, 6), "differs": self._names(self.differs)}
        return super().as_dict() | more


@frozen
class StickerToAsk:
    """The sticker that would be most informative.

    Attributes:
        sticker: its name (U1 … B9).
        colour: the letter of its likeliest colour.
        others: the letters of other plausible colours, each with its probability.
    """

    sticker: str
    colour: str
    others: Mapping[str, float]

    def sentence(self) -> str:
        """Return the question."""
        words = [colour_name(letter) for letter in (self.colour, *self.others)]
        ways = listed([f"{self.sticker}={word}" for word in words], "or")
        others = listed(words[1:], "or")
        return f"Look at {self.sticker}: is it {words[0]}, as here, or {others}? Confirm {ways}."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        others = {letter: round(share, 6) for letter, share in self.others.items()}
        return {"sticker": self.sticker, "colour": self.colour, "others": others}


@dataclass(repr=False)
class RecogniseAnswer(Answer):
    """The answer to `recognise`.

    Attributes:
        recognised: the result of recognition; None before it is known.
        ask: the sticker whose confirmation would be most informative, None if the cube is certain.
        objection: the reason why no cube fits, a sentence; None if one fits.
        probability: the posterior probability that the likeliest cube was measured, 0…1; 0 if none fits.
    """

    recognised: Recognition | None = None
    ask: StickerToAsk | None = None
    objection: str | None = None
    probability: float = 0.0

    @property
    def faces(self) -> list[dict[str, Any]] | None:
        """The place of each given face, with the clockwise quarter turns that it needs."""
        order = None if self.recognised is None else self.recognised.order
        if order is None:
            return None
        return [
            {"face": FACES[place], "given": FACES[given], "turns": turns}
            for place, (given, turns) in enumerate(order)
        ]

    @property
    def colours(self) -> dict[str, list[int]] | None:
        """Red, green and blue (0…255) of each colour of the cube, as measured; None if unknown."""
        if self.recognised is None or (colours := self.recognised.colours) is None:
            return None
        scheme = self.recognised.given.scheme
        rows: list[list[int]] = np.rint(colours).astype(int).tolist()
        return dict(zip(scheme, rows, strict=True))

    def sentence(self) -> str:
        """Return the probability of the cube, and the sticker to look at; or why no cube fits."""
        taken = in_seconds(self.seconds)
        if self.objection is not None:
            return f"No solvable cube has these colours: {self.objection} ({taken})."
        if self.status is Status.UNKNOWN:
            return f"Stopped before the cube was known ({taken})."
        if self.ask is None:
            return f"The cube is certain, with a probability of {percent(_SURE)} or more ({taken})."
        return (
            f"The likeliest cube is the right one with a probability of {percent(self.probability)} ({taken})."
            f"{self._others()}\n{self.ask.sentence()}"
        )

    def _others(self) -> str:
        assert self.recognised is not None
        first, *others = self.recognised.ranking.candidates
        if not others:
            return ""
        differs = np.flatnonzero(first.colours != others[0].colours).tolist()
        names = [self.recognised.puzzle.names[facelet] for facelet in differs]
        named = listed(names) if len(names) <= _MOST_STICKERS else f"{len(names)} stickers"
        return f" The next one differs in {named}."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict() | {"probability": round(self.probability, 6)}
        for key, value in (
            ("objection", self.objection),
            ("ask", None if self.ask is None else self.ask.as_dict()),
            ("colours", self.colours),
            ("faces", self.faces),
        ):
            if value is not None:
                data[key] = value
        if self.objection is not None and self.recognised is not None:
            data["read"] = self.recognised.nearest
        return data


@frozen(kw_only=True)
class Recognise(StreamedQuery[RecogniseAnswer]):
    """The parameters of `recognise`.

    The question finds the likeliest solvable cube under a model of colours, light and noise, which it
    estimates at the same time; and the probability of others. It recognises cubes of sizes 2 to 7, in any
    orientation. If no such cube explains the colours, the answer is no, and says why.

    Raises:
        InputError: the colours cannot be read, or cannot be distinguished; or a confirmed sticker or colour
            does not exist.
    """

    name: ClassVar[str] = "recognise"
    example: ClassVar[Mapping[str, Any]] = {
        "colours": {
            "U": ["#ff8c2e", "#fffc0e", "#eeed00", "#f8f600"],
            "R": ["#4d884f", "#e96436", "#e94f08", "#e3383b"],
            "F": ["#c20035", "#b10029", "#ca1f24", "#2da64e"],
            "D": ["#fffffa", "#fffbe9", "#3954bf", "#ffffec"],
            "L": ["#408640", "#3e3f94", "#e0621c", "#2e2689"],
            "B": ["#633786", "#e9c200", "#4c9f4d", "#f7e0d1"],
        }
    }

    colours: Annotated[
        Any,
        Param(
            "what was measured: red, green and blue of each sticker, as three numbers or #rrggbb, or how likely each "
            "colour is, as six numbers; null for an unknown sticker. In a list face by face, or in an object by face, "
            "by sticker (U1), or by the numbers of scanners",
            MeasuredColours(),
            cli=None,
        ),
    ] = field(kw_only=False)
    space: Annotated[
        Space,
        Param(
            "what three numbers are: red, green and blue, or L*, a* and b*",
            OneOf(lambda: get_args(Space)),
        ),
    ] = "rgb"
    scheme: Annotated[
        str | None,
        Param(
            "the certain colours of the faces U R F D L B (see `cubecsp help colours`)",
            Colours(),
            usual="the likeliest",
        ),
    ] = None
    confirm: Annotated[
        str | Iterable[str],
        Param(
            "a sticker whose colour is certain, as R4=orange or R4=O; may be given several times",
            Many(Text("STICKER=COLOUR", longest=40), 6 * SIZES[-1] ** 2),
            cli=Cli(),
        ),
    ] = ()
    faces: Annotated[
        FaceOrders,
        Param(
            "whether the faces are in the given order, or in any",
            OneOf(lambda: get_args(FaceOrders)),
        ),
    ] = "given"
    limit: Annotated[
        int,
        Param("list this many cubes at most, the likeliest first", Whole(1, _MOST), group=LIMITS),
    ] = 5

    @cached_property
    def measurements(self) -> Measurements:
        """The measured colours.

        Raises:
            InputError: it cannot be read.
        """
        return read_measurements(self.colours, self.space)

    @cached_property
    def confirmed(self) -> dict[int, str]:
        """The letters of the colours of facelets that are certain.

        Raises:
            InputError: there is no such sticker, or no such colour; or a sticker has two.
        """
        confirmed: dict[int, str] = {}
        for text in self.confirm:
            facelet, letter = self._confirmation(text)
            before = confirmed.setdefault(facelet, letter)
            if before != letter:
                raise InputError(
                    f"sticker {self.measurements.puzzle.names[facelet]} is confirmed as {colour_name(before)} and as "
                    f"{colour_name(letter)}",
                    "leave out one of the two",
                )
        return confirmed

    @property
    def colours_of_faces(self) -> str:
        """The letters of the colours of the faces, for a cube in the usual orientation."""
        return STANDARD if self.scheme is None else self.scheme

    def _confirmation(self, text: str) -> tuple[int, str]:
        name, _, word = (part.strip() for part in text.partition("="))
        names = self.measurements.puzzle.names
        if name.upper() not in names:
            raise InputError(
                f"{excerpt(text)}: unknown sticker name {excerpt(name)}",
                f"write {names[0]} to {names[-1]}, as in R4=orange",
            )
        letter = COLOUR_WORDS.get(word.lower(), colour_letter(word).upper())
        if letter not in set(self.colours_of_faces):
            known = ", ".join(f"{colour_name(c)} ({c})" for c in self.colours_of_faces)
            raise InputError(f"{excerpt(text)}: the cube has no such colour", f"it has {known}")
        return names.index(name.upper()), letter

    def require(self) -> None:
        """Make sure that the colours can be read, and that confirmed stickers and colours exist."""
        super().require()
        unknown = [letter for letter in self.colours_of_faces if letter not in TYPICAL]
        if unknown:
            raise InputError(
                f"the colour {unknown[0]!r} has no known appearance",
                f"a scheme has six of the letters {' '.join(TYPICAL)}",
            )
        _ = self.measurements, self.confirmed

    def details(self) -> dict[str, Any]:
        """Return the size of the cube."""
        return {"size": self.measurements.puzzle.size, **super().details()}

    def stream(self) -> Stream[RecogniseAnswer]:
        """Return the running question: a report for each plausible cube, the likeliest first."""
        answer = RecogniseAnswer(query=self)
        return Stream(answer, self.limits, self._reports, _set_status)

    def _reports(self, answer: RecogniseAnswer, _run: Run) -> Generator[CubeReport, None, None]:
        found = recognition(
            Evidence(
                self.measurements,
                self.colours_of_faces,
                self.scheme is not None,
                self.confirmed,
                self.faces == "any",
                self.limit,
            )
        )
        answer.recognised = found
        if found.objection is not None:
            answer.objection = _against(found, found.objection)
            return
        answer.ask = _to_ask(found)
        candidates = found.ranking.candidates
        answer.probability = candidates[0].probability
        for number, one in enumerate(candidates[: self.limit]):
            if not number or one.probability > _NEGLIGIBLE:
                yield _report(found, one, candidates[0])


QUESTION = Recognise
recognise = asks(Recognise)


def _report(found: Recognition, one: Candidate, best: Candidate) -> RecognisedCube:
    letters = "".join(FACES[face] for face in one.letters)
    scheme = "".join(found.given.scheme[colour] for colour in one.arrangement)
    differs = np.flatnonzero(one.colours != best.colours)
    return RecognisedCube(
        letters,
        Facelets(letters, scheme).to_state(),
        scheme=scheme,
        probability=one.probability,
        differs=tuple(differs.tolist()),
    )


def _to_ask(found: Recognition) -> StickerToAsk | None:
    """Return the sticker whose colour is least certain: knowing it says most about the cube."""
    best = found.ranking.candidates[0]
    if best.probability >= _SURE:
        return None
    shares = np.clip(found.ranking.shares, 1e-12, 1.0)
    facelet = int((shares * np.log(shares)).sum(axis=1).argmin())
    row, likeliest = shares[facelet], int(best.colours[facelet])
    others = [k for k in np.argsort(-row).tolist() if k != likeliest and row[k] > _NEGLIGIBLE]
    scheme = found.given.scheme
    return StickerToAsk(
        found.puzzle.names[facelet], scheme[likeliest], {scheme[k]: float(row[k]) for k in others}
    )


def _against(found: Recognition, objection: Objection) -> str:
    """Return why no cube fits, a clause."""
    read = Facelets.parse(found.nearest, found.puzzle)
    defects = diagnose(read).defects
    first = defects[0].message if defects else "they fit no cube together"
    clause = f"sticker by sticker, {first}"
    if objection is Objection.STICKERS:
        clause += (
            ". Measure each face once, and as it is on the net; if faces may be in another order, or turned, say so with "
            f"{spelled('faces', 'any')}"
        )
    return f"{clause}{_repair_hint(read)}"


def _repair_hint(read: Facelets) -> str:
    """Return the distance of the nearest cubes, a clause; empty for cubes that `repair` does not take."""
    if read.puzzle.size > _LARGEST_REPAIRED:
        return ""
    nearest = Completions(read.puzzle, sticker_costs(read))
    stickers = (nearest.least or 0) + centre_cost(read)
    return f". Solvable cubes differ from this in {plural(stickers, 'sticker')} or more, says `repair {read.written}`"


def _set_status(answer: RecogniseAnswer, run: Run) -> None:
    if answer.recognised is None or run.stopped is not None:
        answer.status = Status.UNKNOWN
    else:
        answer.status = Status.COMPLETE if answer.objection is None else Status.INFEASIBLE
