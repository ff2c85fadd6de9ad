"""The parameters of VisualCube, C. Rider's program that draws cubes from the address of a picture.

The parameters are those of its documentation: `fd` (facelets, letters u r f d l b, with n blank, o oriented,
t transparent), `fc` (colours), `sch` (the six colours in the order U R F D L B, by default yellow red blue
white orange green), `stage` (a mask), `alg` and `case` (moves applied to that, and moves that would solve
it), `arw` (arrows), `pzl`, `view`, `r`, `size`, `fmt`, `bg`, `cc`, `co`, `fo`, `dist`, `ac`. A whole address
is read too. As there, the mask is laid on before the moves, so that it hides pieces and not places, and `fc`
wins over `fd`. Values that VisualCube would quietly ignore are refused here.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote_plus

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.colours import scheme_of
from cubecsp.formats.format import Format
from cubecsp.formats.stages import stage_facelets
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.holding import after_moves
from cubecsp.suggestions import suggestion

__all__ = ["COLOURS", "ArrowParameter", "VisualCube", "parse_colour"]

COLOURS: dict[str, str] = {
    "black": "#000000",
    "dgrey": "#404040",
    "grey": "#808080",
    "silver": "#bfbfbf",
    "white": "#ffffff",
    "yellow": "#fefe00",
    "red": "#ee0000",
    "orange": "#ffa100",
    "blue": "#0000f2",
    "green": "#00f300",
    "purple": "#a83dd9",
    "pink": "#f33d7b",
}
"""The colours that have a name."""

SUMMARY = "the parameters or the address of a VisualCube picture: fd, fc, sch, stage, alg, case"
EXAMPLE = (
    ""
    "https://cube.rider.biz/visualcube.php?fmt=svg&pzl=3&sch=wrgyob&fd=uuluufuufrrubrrurrffdffufffddrddddddbllllllllbrrbbbbbb"
)

_SIZES = range(2, 11)  # VisualCube also draws a 1×1×1

_SHORT = dict(zip("ndlswyrobgmp", COLOURS, strict=True))
_NO_COLOUR = "ndlst"  # greys and nothing: a facelet so drawn hides its colour
_SCHEME = "yrbwog"
_FORMATS = ("png", "gif", "jpg", "jpeg", "svg", "tiff", "ico")
_TONES = {"n": "#808080", "o": "#bfbfbf", "t": None}

_ADDRESS = re.compile(r"\s*(?:https?://|[\w-]+(?:\.[\w-]+)+/)", re.IGNORECASE)
_SIX = re.compile("[ndlswyrobgmp]{6}")
_ROTATION = re.compile(r"([xyz])(-?\d{1,3})")
_ARROW = re.compile(
    r"([URFDLB]\d{1,2})([URFDLB]\d{1,2})([URFDLB]\d{1,2})?((?:-[is]\d{1,2})*)(?:-([A-Za-z0-9]+))?"
)


class ArrowParameter(NamedTuple):
    """An arrow over the stickers.

    Attributes:
        start: the facelet where it begins.
        end: the facelet where it ends.
        via: the facelet that it bends towards, None for a straight one.
        scale: its length in tenths of the way from `start` to `end`, 0…20.
        influence: its bend, in tenths of the way to `via`, 0…50.
        colour: `#rrggbb`, None for the colour of all arrows.
    """

    start: int
    end: int
    via: int | None = None
    scale: int = 10
    influence: int = 10
    colour: str | None = None


@frozen
class VisualCube:
    """A cube and how to draw it.

    Attributes:
        stickers: the stickers to draw, as letters that stand for places in `scheme`; unknown if the mask, a
            blank or a grey hides them.
        fills: for each facelet its colour as `#rrggbb`, None if nothing is drawn there.
        scheme: the six colours as `#rrggbb`, in the order U R F D L B.
        stage: the mask as it was written, empty for none.
        mask: the facelets that the mask hides, by their places after the moves.
        arrows: the arrows.
        view: "", "plan" or "trans".
        rotation: the rotation of the picture: axis x, y or z, and degrees clockwise, one by one.
        size: width and height of the picture in pixels, 0…1024.
        background: `#rrggbb`, or None for transparent.
        fmt: "png", "gif", "jpg", "svg", "tiff" or "ico".
        cube_colour: `#rrggbb` of the body between the stickers.
        cube_opacity: 0…100; below 100 the back shows through.
        facelet_opacity: 0…100.
        distance: the distance from the eye to the cube, 1…100.
        arrow_colour: `#rrggbb` of arrows without a colour.
        colours: for each facelet the letter of its colour as `fc` wrote it; None without `fc`.
    """

    stickers: Facelets
    fills: tuple[str | None, ...]
    scheme: tuple[str, ...]
    stage: str = ""
    mask: frozenset[int] = frozenset()
    arrows: tuple[ArrowParameter, ...] = ()
    view: str = ""
    rotation: tuple[tuple[str, int], ...] = (("y", 45), ("x", -34))
    size: int = 128
    background: str | None = "#ffffff"
    fmt: str = "svg"
    cube_colour: str = "#000000"
    cube_opacity: int = 100
    facelet_opacity: int = 100
    distance: int = 5
    arrow_colour: str = "#808080"
    colours: str | None = None

    @property
    def puzzle(self) -> CubePuzzle:
        """The cube that is drawn."""
        return self.stickers.puzzle

    @classmethod
    def parse(cls, text: str) -> VisualCube:
        """Read parameters, `fd=…&sch=…`, or the whole address of a picture.

        Raises:
            InputError: a parameter is unknown, or its value is invalid.
        """
        return _ParameterReader(text).cube()


def parse_colour(text: str, where: str) -> str:
    """Return `#rrggbb` for a name, a letter, or 3 or 6 hexadecimal digits.

    Raises:
        InputError: it is none of these; the message begins with `where`.
    """
    name = _SHORT.get(text, text).lower()
    if name in COLOURS:
        return COLOURS[name]
    digits = text.removeprefix("#").lower()
    if re.fullmatch(r"[0-9a-f]{3}|[0-9a-f]{6}", digits):
        return "#" + (digits if len(digits) == 6 else "".join(2 * digit for digit in digits))
    raise InputError(
        f"{where}: {text[:20]!r} is not a colour",
        f"write {', '.join(COLOURS)}, one of the letters {''.join(_SHORT)}, or hexadecimal digits",
    )


class _ParameterReader:
    """The parameters of one text, each read by a method."""

    def __init__(self, text: str) -> None:
        self.text = text
        address, mark, query = text.strip().rpartition("?")
        self.address = address if mark else ""
        self.parameters: dict[str, str] = {}
        for part in filter(None, query.split("&")):
            name, equals, value = part.partition("=")
            name = unquote_plus(name).strip().removeprefix("amp;")
            if not equals or name not in _KNOWN:
                raise self.error(f"unknown parameter {part[:30]!r}", suggestion(name, _KNOWN))
            self.parameters[name] = unquote_plus(value).strip()
        self.puzzle = self._puzzle()
        self.view = self._choice("view", "", ("", "plan", "trans"))
        self.sch = self.parameters.get("sch", _SCHEME)
        self.scheme = self._scheme()

    def error(self, problem: str, remedy: str) -> InputError:
        return InputError(f"VisualCube {excerpt(self.text)}: {problem}", remedy, text=self.text)

    def cube(self) -> VisualCube:
        letters, fills, colours = self._facelets()
        stage = self.parameters.get("stage", "")
        every = range(self.puzzle.facelet_count)
        seen = stage_facelets(stage, self.puzzle) if stage else every
        hidden = [facelet not in seen for facelet in every]
        tone = None if self.view == "trans" else _TONES["n"]
        for facelet in every:
            if hidden[facelet]:
                letters[facelet], fills[facelet], colours[facelet] = UNKNOWN, tone, UNKNOWN
        sources = self._sources()
        letters = [letters[source] for source in sources]
        fills = [fills[source] for source in sources]
        colours = [colours[source] for source in sources]
        mask = frozenset(facelet for facelet, source in enumerate(sources) if hidden[source])
        trans = self.view == "trans"
        return VisualCube(
            Facelets("".join(letters), self._letters()),
            tuple(fills),
            self.scheme,
            stage=stage,
            mask=mask,
            arrows=self._arrows(),
            view=self.view,
            rotation=self._rotation(),
            size=self._number("size", 128, 0, 1024),
            background=self._background(),
            fmt=self._fmt(),
            cube_colour=self._colour("cc", "silver" if trans else "black"),
            cube_opacity=self._number("co", 50 if trans else 100, 0, 100),
            facelet_opacity=self._number("fo", 100, 0, 100),
            distance=self._number("dist", 5, 1, 100),
            arrow_colour=self._colour("ac", "grey"),
            colours="".join(colours) if "fc" in self.parameters else None,
        )

    def _puzzle(self) -> CubePuzzle:
        value = self.parameters.get("pzl", "3")
        size = next((size for size in _SIZES if value == str(size)), None)
        if size is None:
            raise self.error(f"pzl={value[:20]} is not a known cube", "it is 2 to 10")
        return cube_puzzle(size)

    def _scheme(self) -> tuple[str, ...]:
        parts = list(self.sch) if _SIX.fullmatch(self.sch) else self.sch.split(",")
        if len(parts) != 6:
            raise self.error(
                f"sch={self.sch[:40]} is not six colours",
                "write six letters of ndlswyrobgmp, or six colours with commas, for U R F D L B",
            )
        return tuple(parse_colour(part.strip(), f"sch={self.sch[:40]}") for part in parts)

    def _letters(self) -> str:
        """Return the letters in which people write the six colours, if these are six different ones."""
        different = _SIX.fullmatch(self.sch) and len(set(self.sch)) == len(FACES)
        return self.sch.upper() if different else FACES

    def _facelets(self) -> tuple[list[str], list[str | None], list[str]]:
        """Return the letters, fills and colour letters of the facelets before mask and moves."""
        area, count = self.puzzle.size**2, self.puzzle.facelet_count
        if "fc" in self.parameters:
            written = self._sticker_letters("fc", "ndlswyrobgmpt")
            code = self.sch if _SIX.fullmatch(self.sch) else _SCHEME
            colours = written + [code[i // area] for i in range(len(written), count)]
            face = {c: FACES[code.index(c)] for c in code if code.count(c) == 1}
            hides = set(_NO_COLOUR) - set(code)
            return (
                [face.get(c, UNKNOWN) for c in colours],
                [COLOURS[_SHORT[c]] if c in _SHORT else None for c in colours],
                [UNKNOWN if c in hides else c for c in colours],
            )
        letters = [FACES[i // area] for i in range(count)]
        fills: list[str | None] = [self.scheme[i // area] for i in range(count)]
        if "fd" in self.parameters:
            written = self._sticker_letters("fd", "udlrfbnot")
            written += ["t" if self.view == "trans" else "n"] * (count - len(written))
            letters = [c.upper() if c.upper() in FACES else UNKNOWN for c in written]
            fills = [
                _TONES[c] if letter == UNKNOWN else self.scheme[FACES.index(letter)]
                for c, letter in zip(written, letters, strict=True)
            ]
        return letters, fills, [UNKNOWN] * count

    def _sticker_letters(self, name: str, allowed: str) -> list[str]:
        written = [c for c in self.parameters[name] if not c.isspace()]
        for position, char in enumerate(written):
            if char not in allowed:
                raise self.error(
                    f"{char!r} at letter {position + 1} of {name} is not a sticker",
                    f"{name} has the letters {allowed}",
                )
        if len(written) > self.puzzle.facelet_count:
            raise self.error(
                f"{name} has {len(written)} letters", f"a {self.puzzle.name} has at most "
                f"{self.puzzle.facelet_count}",
            )  # fmt: skip
        return written

    def _sources(self) -> list[int]:
        """Return, for each facelet, the one whose sticker is there after `case` undone and `alg`."""
        places: list[int] = list(range(self.puzzle.facelet_count))
        case, alg = self.parameters.get("case", ""), self.parameters.get("alg", "")
        if case:
            undone = after_moves(places, case, self.puzzle)
            places = [undone.index(facelet) for facelet in places]
        return after_moves(places, alg, self.puzzle) if alg else places

    def _arrows(self) -> tuple[ArrowParameter, ...]:
        return tuple(
            self._arrow(part.strip())
            for part in self.parameters.get("arw", "").split(",")
            if part.strip()
        )

    def _arrow(self, text: str) -> ArrowParameter:
        match = _ARROW.fullmatch(text)
        if not match:
            raise self.error(
                f"{text[:30]!r} is not an arrow", "write U0U2, U0U2U4 or U0U2U4-i5-s8-red"
            )
        start, end, via, options, colour = match.groups()
        numbers = {option[0]: int(option[1:]) for option in options.split("-") if option}
        return ArrowParameter(
            self._facelet(start),
            self._facelet(end),
            None if via is None else self._facelet(via),
            min(numbers.get("s", 10), 20),
            min(numbers.get("i", 10), 50),
            None if colour is None else parse_colour(colour, f"arrow {text[:30]!r}"),
        )

    def _facelet(self, name: str) -> int:
        face, place = FACES.index(name[0]), int(name[1:])
        if place >= self.puzzle.size**2:
            raise self.error(
                f"arrow at sticker {name}",
                f"stickers of a face are numbered 0 to {self.puzzle.size**2 - 1}",
            )
        return self.puzzle.face(face)[place]

    def _rotation(self) -> tuple[tuple[str, int], ...]:
        text = self.parameters.get("r", "y45x-34")
        if not re.fullmatch(f"({_ROTATION.pattern})*", text):
            raise self.error(f"r={text[:30]} is not a rotation", "write axes and degrees: y45x-34")
        return tuple((axis, int(degrees)) for axis, degrees in _ROTATION.findall(text))

    def _background(self) -> str | None:
        colour = self.parameters.get("bg", "white")
        return None if colour in ("t", "transparent") else parse_colour(colour, "bg")

    def _colour(self, name: str, usual: str) -> str:
        return parse_colour(self.parameters.get(name, usual), name)

    def _fmt(self) -> str:
        suffix = self.address.rpartition(".")[2].lower()
        usual = suffix if suffix in _FORMATS else "svg"
        return self._choice("fmt", usual, _FORMATS).replace("jpeg", "jpg")

    def _choice(self, name: str, usual: str, allowed: tuple[str, ...]) -> str:
        value = self.parameters.get(name, usual)
        if value not in allowed:
            raise self.error(
                f"{name}={value[:20]}: unknown value", f"write {', '.join(filter(None, allowed))}"
            )
        return value

    def _number(self, name: str, usual: int, least: int, most: int) -> int:
        value = self.parameters.get(name, str(usual))
        if not re.fullmatch(r"[0-9]{1,4}", value) or not least <= int(value) <= most:
            raise self.error(f"{name}={value[:20]} is out of range", f"it is {least} to {most}")
        return int(value)


def evidence(text: str) -> str:
    """Return why these are parameters of VisualCube, or nothing."""
    if _ADDRESS.match(text) and "visualcube" not in text.lower():
        return ""
    if _SIGN.search(text):
        return "parameters such as fd= and alg="
    return "an address of VisualCube" if re.search(r"visualcube[\w.]{0,20}\?", text, re.I) else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the cube that a picture shows; what a mask or a grey hides is unknown."""
    drawn = VisualCube.parse(text)
    if puzzle not in (None, drawn.puzzle):
        raise InputError(
            f"a picture of a {drawn.puzzle.name}", "write pzl=2, pzl=3 … for the size of the cube"
        )
    if drawn.colours is None:
        return Facelets.named(drawn.stickers.letters, drawn.puzzle, drawn.stickers.scheme)
    hidden = [letter == UNKNOWN for letter in drawn.stickers.letters]
    if not drawn.puzzle.centres and hidden == [colour == UNKNOWN for colour in drawn.colours]:
        return Facelets.named(
            drawn.stickers.letters, drawn.puzzle, drawn.stickers.scheme
        )  # all in the scheme
    return Facelets.named(drawn.colours.upper(), drawn.puzzle)


def write(facelets: Facelets) -> str:
    """Return the parameters that draw the cube, unknown stickers blank."""
    letters = facelets.letters.lower().replace(UNKNOWN, "n")
    scheme = scheme_of(facelets).lower()
    if set(scheme) - set(_SHORT):
        raise InputError(
            f"VisualCube has no names for the colours {facelets.scheme}",
            f"name others with {spelled('scheme')}, by the letters {''.join(_SHORT)}",
        )
    return f"pzl={facelets.puzzle.size}&sch={scheme}&fd={letters}"


_SIGN = re.compile(r"(^|[?&\s])(fd|fc|sch|stage|alg|case|pzl|arw)=")

_KNOWN: tuple[str, ...] = (
    "fd", "fc", "sch", "stage", "alg", "case", "arw", "pzl", "view", "r", "size", "fmt", "bg", "cc",
    "co", "fo", "dist", "ac",
)  # fmt: skip


FORMAT = Format("visualcube", SUMMARY, EXAMPLE, evidence, parse, write, sizes=_SIZES)
