"""The formats in which people write cubes; see `cubecsp.registry` for how a format is added.

`read` finds out which format a text is in. Each format has a quick test, its `evidence`, for whether a text
looks like it. All formats that the text looks like read it. If they get different cubes and only one of these
has real pieces, that one is returned, with a note; otherwise `read` refuses the text, and names these
formats. Moves always make real pieces, so real pieces are not evidence for them: letters that are moves, but
could also be stickers, right or wrong, are refused.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.colour_words import colour_name, parse_scheme
from cubecsp.formats.format import Format
from cubecsp.formats.lists import unlisted
from cubecsp.formats.order import facelets_of, parse_order
from cubecsp.formats.players import LinkedMoves, is_link
from cubecsp.formats.writing import held_anew, recoloured, turned_back
from cubecsp.frozen import frozen
from cubecsp.interface import on_the_command_line, spelled
from cubecsp.puzzle.core.sequences import COMMENTS, SOLVED
from cubecsp.puzzle.cube.colour_naming import remarks
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle, is_count, nearest_size
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.notation import rotation
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.puzzle.cube.stickers import stickers_of
from cubecsp.registry import Registry
from cubecsp.suggestions import alternatives

__all__ = [
    "FORMATS",
    "MAX_CHARACTERS",
    "Format",
    "ReadResult",
    "as_stickers",
    "detect",
    "is_cube",
    "read",
    "stated_moves",
    "turned_for",
    "write",
]

MAX_CHARACTERS = 20_000
"""The longest text that is read as one cube."""

_MOVES = "moves"
_PLAIN = re.compile("[A-Z.]{24,}").fullmatch
_IN_FACES = re.compile(f"[{FACES}.]*").fullmatch
_IN_COLOURS = re.compile(f"[{STANDARD}.]*").fullmatch
_AS_FACES = str.maketrans(STANDARD, FACES)
_LETTERS = re.compile(r"[^\W\d_]")
_MANY_LETTERS = 20  # a text with more that no format bears the sign of is not text of moves
_LINK = re.compile(
    r"\s*(?:https?://|www\.|(?:[\w-]+\.)+(?:com|net|org|io|app|dev)/)\S*\s*", re.IGNORECASE
).fullmatch
_NAME = re.compile(r"\s*[a-z]{4}[a-z0-9]*+(?:-[a-z0-9]++)*+\s*").fullmatch
_LONGEST_NAME = 40
_CALLED = re.compile(r"[\w-]+(?:=[\w-]+)?|\w+ perm|[a-z]{3,} \w+", re.IGNORECASE).fullmatch
_KNOWS_NAMES = "cubecsp.models.patterns.named_cubes"
"""The module that knows the cubes of names, of a layer above, imported if a text may be a name."""
_WAYS = (
    "write the colours of all stickers as letters or words, row by row or as an unfolded net; moves such as R U' F2; "
    "or a link to them"
)
# What stands up to a mistake that makes a text a word, and not moves.
_IN_A_WORD = re.compile("[A-Za-z][a-z]*").fullmatch
_PAINT = re.compile(r"\x1b\[[0-9;]*m")  # the codes with which terminals colour text


@frozen
class ReadResult:
    """The result of reading a text.

    Attributes:
        stickers: the stickers, as letters of faces; their `scheme` says how the colours were written.
        format: the name of the format.
        why: the reason for that format, a clause.
        notes: further notes, sentences without the final full stop.
        moves: the moves that make the cube, as they were written; "" if the text has none.
    """

    stickers: Facelets
    format: str
    why: str
    notes: tuple[str, ...] = ()
    moves: str = ""

    @property
    def orientation(self) -> str:
        """The whole-cube orientation: `yellow up, green in front`."""
        up, front = self.stickers.scheme[0], self.stickers.scheme[2]
        return f"{colour_name(up)} up, {colour_name(front)} in front"

    def __str__(self) -> str:
        return f"read as {self.format}: {self.why}; orientation: {self.orientation}"


FORMATS: Registry[Format] = Registry(
    "format",
    __name__,
    "FORMAT",
    (
        "facelets",
        "colours",
        "words",
        "by-face",
        "net",
        "cube-map",
        "forty",
        "kpattern",
        "reid",
        "singmaster",
        "visualcube",
        "moves",
        "twizzle",
        "ruwix",
    ),
)
"""Every format by name."""


def read(
    text: str | bytes,
    format: str | None = None,  # noqa: A002
    puzzle: CubePuzzle | None = None,
    *,
    order: str | None = None,
    scheme: str | None = None,
) -> ReadResult:
    """Read a cube from a text.

    Args:
        text: a cube in any format of `FORMATS`.
        format: the format of the text; detected if left out.
        puzzle: the cube that the text must describe; if left out, the text decides, and a text that does not
            (moves, cycles) is about a 3×3×3.
        order: the order in which the faces are written, such as `ULFRBD`, if that is not U R F D L B.
        scheme: the colours of the faces U R F D L B of a cube in the usual orientation, as the name of a scheme or
            six characters; it says which are opposite each other if centres do not. If left out, those
            of the standard scheme.

    Raises:
        InputError: the text is in no known format, has a mistake, or could mean different cubes.
    """
    if isinstance(text, bytes):
        text = _decoded(text)
    text = text.removeprefix("\ufeff")  # the byte order mark
    text = unlisted(_PAINT.sub("", text) if "\x1b" in text else text)
    asked = _StatedFormat(
        puzzle,
        None if order is None else parse_order(order),
        None if scheme is None else parse_scheme(scheme),
    )
    if not text.strip():
        raise InputError("there is no cube in the text", f"the solved cube is {SOLVED}", text=text)
    plain = None if asked.order else _plain(text.strip(), format, puzzle)
    if plain is not None:
        return plain
    if len(text) > MAX_CHARACTERS:
        raise _too_long(len(text), "characters", excerpt(text))
    if format is not None:
        return _read_as(FORMATS.find(format), text, "as asked for", asked)
    signs = detect(text)
    if (not signs or "-" in text) and (named := _named(text.strip(), asked)) is not None:
        return named
    if _LINK(text):
        signs = {name: why for name, why in signs.items() if _LINK(FORMATS[name].example)}
    for_it = {name: why for name, why in signs.items() if asked.suits(FORMATS[name])}
    return _only_reading(text, for_it or signs, asked)


def as_stickers(cube: object) -> Facelets:
    """Return the stickers of a cube in any form; for moves, those of the cube that they make.

    Raises:
        InputError: it is a text that cannot be read (see `read`), or not a cube in any form.
    """
    if isinstance(cube, str | bytes):
        return read(cube).stickers
    if isinstance(cube, Facelets):
        return cube
    if isinstance(cube, ReadResult):
        return cube.stickers
    if isinstance(cube, Moves):
        return Facelets.of(Cube.from_moves(cube))
    if isinstance(cube, State):
        return Facelets.of(cube)
    raise InputError(f"{cube!r} is not a cube", "give a cube, a text, stickers or moves")


def detect(text: str) -> dict[str, str]:
    """Return every format that `text` could be in, with the reason in words."""
    text = _without_comments(text)
    signs = {name: kind.evidence(text) for name, kind in FORMATS.items()}
    return {name: why for name, why in signs.items() if why}


def _without_comments(text: str) -> str:
    """Return moves without comments, and other texts, such as links, as they are."""
    if "//" not in text:
        return text
    from cubecsp.formats.moves import has_comments  # which other texts do not need

    return COMMENTS.sub("", text) if has_comments(text) else text


def is_cube(text: str) -> bool:
    """Return whether a text is a cube in a form that moves never have, such as letters in long rows."""
    return _cube_format(text) is not None


def _cube_format(text: str) -> str | None:
    """Return the format of a text that is a cube and not moves; None if it is moves, or neither."""
    text = _without_comments(text)
    signs = detect(text) if len(text) <= MAX_CHARACTERS else {}
    if signs.pop(_MOVES, None) and (not signs or _reads(_MOVES, text)):
        return None
    return next((name for name in signs if len(signs) == 1 or _reads(name, text)), None)


def _reads(name: str, text: str) -> bool:
    """Return whether a text can be read in a format."""
    try:
        FORMATS[name].parse(text, None)
    except InputError:
        return False
    return True


def stated_moves(text: str) -> str:
    """Return the moves of a text: itself or, if it is a link, those that it plays.

    Raises:
        InputError: it is a link to another page; or a cube, whose letters would all be turns.
    """
    if is_link(text):
        return LinkedMoves.read(text).played
    name = _cube_format(text)
    if name is not None:
        raise InputError(
            f"{excerpt(text)} is a cube (as {name}), and moves are needed",
            "write moves with blanks between them: R U' F2",
            text=text,
        )
    if _LINK(text):
        problem = f"{excerpt(text)} is a link, and moves are needed"
        raise InputError(problem, "give the moves that it plays", text=text)
    return text


def write(
    cube: Facelets | ReadResult | State,
    format: str,  # noqa: A002
    *,
    scheme: str | None = None,
    up: str | None = None,
    front: str | None = None,
) -> str:
    """Return a cube in a format, so that reading the text gives the same cube again.

    Formats that do not record whole-cube orientation name the colours of stickers after the centres; a cube that moves have
    turned as a whole is turned back for them (`turned_for`).

    Args:
        cube: the cube to write.
        format: a name in `FORMATS`, except `moves`, which needs a search: see `cubecsp.convert`.
        scheme: six characters for the colours of the faces U R F D L B; left out, those in which
            the cube was read, or W R G Y O B.
        up: the colour to hold up: a character of the scheme, its English name, or a face.
        front: the colour to hold in front; give neither or both.

    Raises:
        InputError: the format cannot express it; the message says why.
    """
    kind = FORMATS.find(format)
    if kind.write is None:
        raise InputError(
            f"{format} cannot be written without a search", "`cubecsp.convert` does it"
        )
    stickers = as_stickers(cube)
    kind.check(stickers.puzzle)
    if turned_for(cube, kind):
        stickers = turned_back(stickers)[0]
    return kind.write(held_anew(recoloured(stickers, scheme), up, front))


def turned_for(cube: object, kind: Format) -> str:
    """Return the rotation, in WCA letters, that a cube is turned by before it is written in a format; "" for none.

    It undoes the rotation by moves if the format does not show it.
    """
    by_moves = isinstance(cube, State | Moves) or (isinstance(cube, ReadResult) and cube.moves)
    if kind.shows_holding or not by_moves:
        return ""
    stickers = as_stickers(cube)
    return "" if stickers.holding == FACES else rotation(turned_back(stickers)[1])


_WHY_FACES = FORMATS["facelets"].evidence("U" * 54)
_WHY_COLOURS = FORMATS["colours"].evidence("W" * 54)


def _plain(text: str, name: str | None, puzzle: CubePuzzle | None) -> ReadResult | None:
    """Return the reading of a row of standard letters around standard centres, None if it is none.

    A cube of even size is in the usual orientation if the corner in DBL is solved. Such rows are common, and
    can mean nothing else.
    """
    if not _PLAIN(text) or (puzzle is not None and puzzle.facelet_count != len(text)):
        return None
    held = _held_by(len(text))
    if held is None:
        return None
    anchors, in_faces, in_colours = held
    said = anchors(text)
    if said == in_faces and name in (None, "facelets") and _IN_FACES(text):
        return ReadResult(Facelets(text), "facelets", _WHY_FACES)
    if said == in_colours and name in (None, "colours") and _IN_COLOURS(text):
        return ReadResult(Facelets(text.translate(_AS_FACES), STANDARD), "colours", _WHY_COLOURS)
    return None


_Letters = tuple[str, ...]


@lru_cache(16)
def _held_by(count: int) -> tuple[Callable[[str], _Letters], _Letters, _Letters] | None:
    """Return a function that picks the stickers that show the orientation of a cube, and its picks from a solved cube.

    These picks are given in letters of faces, and in letters of the standard colours. None if no cube has
    `count` stickers.
    """
    if not is_count(count):
        return None
    puzzle = cube_puzzle(nearest_size(count))
    in_faces = tuple(FACES[puzzle.face_of(facelet)] for facelet in puzzle.anchors)
    in_colours = tuple(STANDARD[FACES.index(face)] for face in in_faces)
    return itemgetter(*puzzle.anchors), in_faces, in_colours


def _decoded(text: bytes) -> str:
    if len(text) > 4 * MAX_CHARACTERS + 4:
        raise _too_long(len(text), "bytes", repr(text[:20]))
    try:
        return text.decode("utf-8", "strict")
    except UnicodeDecodeError:
        raise InputError("a cube that is not text", "write it in UTF-8") from None


def _too_long(count: int, of: str, beginning: str) -> InputError:
    return InputError(
        f"cube {beginning}: {count} {of} are too many for one cube",
        f"a cube is written with at most {MAX_CHARACTERS} characters",
    )


class _StatedFormat(NamedTuple):
    """The format, scheme and orientation that the user states for a text: see `read`."""

    puzzle: CubePuzzle | None = None
    order: str | None = None
    scheme: str | None = None

    def suits(self, kind: Format) -> bool:
        """Return whether a format can be meant."""
        return kind.takes(self.puzzle) and (self.order is None or kind.faces is not None)

    def parse(self, kind: Format, text: str) -> Facelets:
        """Return the stickers that a text in a format describes."""
        kind.check(self.puzzle)
        if kind.faces is not None and (self.order or self.scheme):
            return facelets_of(kind.faces(text, self.puzzle), self.order, self.scheme)
        if self.order is not None:
            raise InputError(
                f"the format {kind.name} has no order of faces to choose",
                f"leave out {spelled('order')}",
            )
        return kind.parse(text, self.puzzle)


def _parse(kind: Format, text: str, request: _StatedFormat) -> Facelets:
    try:
        return request.parse(kind, text)
    except InputError as error:
        if error.text is not None:
            raise
        raise InputError(
            f"cube {excerpt(text)}: {error.problem}", error.remedy, text=text
        ) from None


def _read_as(kind: Format, text: str, why: str, request: _StatedFormat) -> ReadResult:
    stickers = _parse(kind, text, request)
    named_so = remarks(stickers.letters, stickers.scheme, stickers.puzzle, request.scheme)
    notes = kind.notes(text, request.puzzle) if kind.notes and not request.order else ()
    moves = kind.moves(text) if kind.moves else ""
    return ReadResult(stickers, kind.name, why, (*named_so, *notes), moves)


def _named(name: str, request: _StatedFormat) -> ReadResult | None:
    """Return the cube of a named pattern or case; None if no cube has the name."""
    if request.order or len(name) > _LONGEST_NAME or not _CALLED(name):
        return None
    found = importlib.import_module(_KNOWS_NAMES).cube_called(name, request.puzzle)
    if found is None:
        return None
    moves, puzzle, why = found
    stickers = Facelets.of(cube_class(puzzle.size).from_moves(moves))
    return ReadResult(stickers, _MOVES, why, moves=str(moves) or "()")


def _only_reading(text: str, signs: dict[str, str], request: _StatedFormat) -> ReadResult:
    """Return the one meaning of a text that bears these signs."""
    readings: list[ReadResult] = []
    errors: dict[str, InputError] = {}
    for name, why in signs.items():
        try:
            readings.append(_read_as(FORMATS[name], text, why, request))
        except InputError as error:
            errors[name] = error
    if not readings:
        raise _unreadable(text, errors, request)
    names = [reading.format for reading in readings]
    if names == [_MOVES] and errors:
        raise _moves_or_wrong(text, errors)
    if len({reading.stickers for reading in readings}) == 1:
        return readings[0]
    real = [reading for reading in readings if reading.stickers.has_real_pieces]
    if _MOVES in names:
        real = readings  # moves always make real pieces, which is no evidence
    if len({reading.stickers for reading in real}) == 1:
        others = [name for name in names if name not in {r.format for r in real}]
        note = f"read as {real[0].format}; as {' or '.join(others)} it would not be a cube of real pieces"
        return replace(real[0], notes=(*real[0].notes, note))
    raise InputError(
        f"cube {excerpt(text)} means different cubes as {' and as '.join(names)}",
        f"say which with {_format(names[0])} or {_format(names[1])}",
        text=text,
    )


def _moves_or_wrong(text: str, errors: dict[str, InputError]) -> InputError:
    """Return the error for moves that could be meant as something else, with a mistake in it."""
    name, error = next(iter(errors.items()))
    return InputError(
        f"{error.problem} (as {name})",
        f"as moves it can be read: say which is meant with {_format(name)} or {_format(_MOVES)}",
        text=text,
        position=error.position,
    )


def _unreadable(text: str, errors: dict[str, InputError], request: _StatedFormat) -> InputError:
    """Return the error for a text that no format reads."""
    if len(errors) == 1:
        return next(iter(errors.values()))
    if errors:
        first = next(iter(errors.values()))
        if len({error.problem for error in errors.values()}) == 1:
            return first
        problems = "; ".join(f"as {name}: {error.problem}" for name, error in errors.items())
        return InputError(problems, first.remedy, text=text)
    if text.lstrip().startswith("{"):
        return _unreadable_json(text)
    if _LINK(text):
        return InputError(
            f"{excerpt(text)} is a link to a page that cubecsp does not know",
            "give its moves or stickers; links to Twizzle, alg.cubing.net, cubedb.net, ruwix.com and VisualCube "
            "are read",
            text=text,
        )
    if text.lstrip().startswith("<"):
        return InputError(
            f"{excerpt(text)} are turns, not a cube", f"give them as {spelled('turns')}", text=text
        )
    problem = f"cube {excerpt(text)} is in no known format"
    if _NAME(text) and len(text) <= _LONGEST_NAME:
        name = text.strip()
        known, near = importlib.import_module(_KNOWS_NAMES).known_and_near(name)
        remedy = f"did you mean {alternatives(near)}?" if near else _WAYS
        if known or (not near and on_the_command_line()):
            remedy = f"if it is the name of a pattern or rule, `find {name}` gives its cubes"
        return InputError(problem, remedy, text=text)
    colours = set(stickers_of(text)) <= set(STANDARD + UNKNOWN)
    many = len(_LETTERS.findall(text)) > _MANY_LETTERS
    kind = "colours" if many or (colours and text.strip()) else _MOVES
    try:
        _parse(FORMATS[kind], text, request)
    except InputError as error:
        at = error.position
        if kind == "colours" or at is None or (at and not _IN_A_WORD(text[:at] + text[at])):
            return InputError(error.problem, error.remedy, text=text, position=at)
        problem += f"; if it is moves, {text[at]!r} is not a move (character {at + 1})"
        return InputError(problem, _WAYS, text=text, position=at)
    return InputError(problem, _WAYS, text=text)


def _unreadable_json(text: str) -> InputError:
    """Return the error for an object in JSON, or what begins as one, that is not a cube."""
    try:
        json.loads(text)
        problem = (
            "this JSON is not a cube: it has neither CORNERS nor the names of the 40 numbers, nor those of "
            "faces"
        )
    except json.JSONDecodeError as error:
        problem = f"this is not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
    except (ValueError, RecursionError):
        problem = "this JSON is too deep, or a number in it too long"
    return InputError(
        f"cube {excerpt(text)}: {problem}",
        'write a KPattern, {"CORNERS": …}, the numbers, {"Corner Position": […], …}, or faces, '
        '{"U": "…", …}',
        text=text,
    )


def _format(name: str) -> str:
    """Return the format as the user gives it, for a message."""
    return spelled("format", name, option="--from")
