"""Pages that play moves, and links to them: read here, and written here.

A link has moves in `alg`, and in another parameter the moves that come before them, its set-up. If that is
anchored at the end (`setup-anchor=end`, `type=alg` on alg.cubing.net, no `startsolved` in the widget of
ruwix.com), it makes the cube after `alg`; the link then means the cube before `alg`. In a link to cubedb.net the
set-up is the scramble of a solve, which means the cube that it makes. alg.cubing.net and cubedb.net write ' as -
and blanks as _. Links to Twizzle are those that `TwistyPlayerModel.twizzleLink` of cubing.js writes; those to our
own page (web/js/link.js) have the stickers too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import parse_qs, quote_plus

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_puzzle, nearest_puzzle
from cubecsp.puzzle.cube.sizes import LARGEST
from cubecsp.suggestions import suggestion

EXAMPLE = "https://alpha.twizzle.net/edit/?alg=R+U+R%27+U%27"
"""A link."""


PAGE = "page"
"""The name of our own page, which `serve` shows."""

PLAYERS = {
    "twizzle": "https://alpha.twizzle.net/edit/?setup-alg={setup}&alg={alg}&puzzle={puzzle}",
    "alg.cubing.net": "https://alg.cubing.net/?setup={dashed_setup}&alg={dashed_alg}&puzzle={puzzle}",
    "cubedb": "https://www.cubedb.net/?scramble={dashed_setup}&alg={dashed_alg}&puzzle={size}",
    PAGE: "http://127.0.0.1:8000/#tab=solve&cube={cube}&from={cube}&moves={alg}&at=0",
}
"""The pages that links can be written to, by name, each with its links, whose empty parameters are left out."""

_DASHED = (("-", "&#45;"), ("'", "-"), ("_", "&#95;"), (" ", "_"), ("+", "&#2b;"))
_SIGN = re.compile(
    r"\s*(?:(?:https?://)?(?:(?:[\w-]+\.)*(?:twizzle|cubing|cubedb)\.net/|(?:www\.)?ruwix\.com/widget/)"
    r"|https?://[^\s/]+/#(?=\S*\bcube=))\S*\s*",
    re.IGNORECASE,
)
_WITH_DASHES = re.compile(r"\b(?:alg\.cubing|cubedb)\.net/", re.IGNORECASE)
_PUZZLE = re.compile(r"(\d{1,2})(?:x\1){0,2}")
_SCRAMBLE = "scramble"
_SETUP = ("setup-alg", "experimental-setup-alg", "setup", _SCRAMBLE, "setupmoves")
_ANCHOR = ("setup-anchor", "experimental-setup-anchor", "setup_anchor")
_MOVES = ("alg", "moves")
_CUBE = "cube"
_PUZZLES = ("puzzle", "rank")
_KNOWN = (*_MOVES, *_SETUP, *_ANCHOR, *_PUZZLES, _CUBE, "type", "flags")
_OF_THE_PICTURE = (
    *("title", "name", "stage", "view", "scheme", "fbclid", "stickering", "visualization"),
    *("experimental-stickering", "back-view", "background", "hint-facelets", "tempo"),
    *("control-panel", "time", "date", "label", "colored", "colors", "hover", "speed", "pov"),
    *("tab", "rules", "colours", "letters", "method", "from", "at"),
)
_SOLVING = ("alg", "reconstruction-end-with-setup")  # types of alg.cubing.net
_ROTATION = re.compile(r"([URFDLB])v(\d*'?)")  # as cubing.js may write x y z
_AXES = dict(zip("URFDLB", ("y", "x", "z", "y'", "x'", "z'"), strict=True))


def is_link(text: str) -> bool:
    """Return whether a text is a link to a page that plays moves."""
    return _SIGN.fullmatch(text) is not None


def link(player: str, moves: str, puzzle: CubePuzzle, *, setup: str = "", cube: str = "") -> str:
    """Return a link to a page that plays moves.

    Args:
        player: a name of `PLAYERS`.
        moves: the moves; `()` and "" stand for none.
        puzzle: the cube that they are for.
        setup: the moves that come before them.
        cube: the stickers before the moves, as letters of faces: what our own page needs in place of a set-up.
    """
    values = {"setup": setup, "alg": moves, "cube": cube, "size": str(puzzle.size)}
    values["puzzle"] = "" if puzzle is CUBE else "x".join([values["size"]] * 3)
    for name in ("setup", "alg"):
        values[name] = "" if values[name] == "()" else values[name]
        values[f"dashed_{name}"] = _replaced(values[name], _DASHED)
    address, sign, query = re.split(r"([?#])", PLAYERS[player])
    query = query.format(**{name: quote_plus(value) for name, value in values.items()})
    query = "&".join(entry for entry in query.split("&") if not entry.endswith("="))
    return address + sign * bool(query) + query


class LinkedMoves(NamedTuple):
    """What a link says.

    Attributes:
        setup: the moves that come before the others.
        alg: the moves that it plays.
        puzzle: the cube that they are for.
        cube: the stickers that it shows, as letters of faces; "" if only moves say them.
        at_end: whether the set-up makes the cube after `alg`.
        is_solve: whether the set-up is a scramble that `alg` solves.
    """

    setup: str
    alg: str
    puzzle: CubePuzzle
    cube: str
    at_end: bool
    is_solve: bool

    @classmethod
    def read(cls, text: str) -> LinkedMoves:
        """Read a link.

        Raises:
            InputError: it is none, or not to a page about a cube, or has an unknown parameter.
        """
        if not is_link(text):
            problem = f"{excerpt(text)} is not a link"
            raise InputError(problem, f"write one such as {EXAMPLE}", text=text)
        before, _, after = text.strip().partition("#")
        query = parse_qs(before.partition("?")[2] or after, keep_blank_values=True)

        unknown = next((n for n in query if n not in _KNOWN and n not in _OF_THE_PICTURE), None)
        if unknown is not None:
            problem = f"a link with the parameter {excerpt(unknown)}"
            raise InputError(problem, suggestion(unknown, _KNOWN), text=text)

        def first(*names: str) -> str:
            return next((query[name][-1] for name in names if name in query), "")

        cube = first(_CUBE)
        setup, alg = (_moves(text, first(*names)) for names in (_SETUP, _MOVES))
        at_end = (
            first(*_ANCHOR) == "end"
            or first("type") in _SOLVING
            or ("/widget/" in text and "startsolved" not in first("flags"))
        )
        puzzle = nearest_puzzle(len(cube)) if cube else _puzzle(first(*_PUZZLES) or "3")
        return cls(setup, alg, puzzle, cube, at_end and alg != "", _SCRAMBLE in query)

    @property
    def makes(self) -> str:
        """The moves that make its cube, as they are written in it; `()` for none, "" if it has stickers instead."""
        alg = self.alg
        if self.cube:
            return ""
        if self.at_end:
            from cubecsp.puzzle.cube.written_turns import written_turns  # no other link needs it

            alg = str(written_turns(alg, self.puzzle).inverted())
        parts = [self.setup] if self.is_solve and self.setup else [self.setup, alg]
        return " ".join(filter(None, parts)) or "()"

    @property
    def played(self) -> str:
        """The moves that it plays or, if there are none, those of its set-up; `()` for none at all."""
        return self.alg or self.setup or "()"

    @property
    def notes(self) -> tuple[str, ...]:
        """A note if the cube is the one before the moves that the link plays."""
        if self.at_end:
            return ("the moves of the link lead to its setup; the cube is the one before them",)
        if self.is_solve and self.setup and self.alg:
            return ("the cube is the one that the scramble of the link makes, not its moves",)
        return ()


def _puzzle(name: str) -> CubePuzzle:
    size = _PUZZLE.fullmatch(name)
    if not size or not 2 <= int(size[1]) <= LARGEST:
        raise InputError(
            f"a link to the puzzle {excerpt(name)}",
            f"links to cubes up to {LARGEST}x{LARGEST}x{LARGEST} are read: 3x3x3",
        )
    return cube_puzzle(int(size[1]))


def _moves(text: str, written: str) -> str:
    """Return the moves of a parameter in our notation, which has no pauses and writes x for Rv."""
    if _WITH_DASHES.search(text):
        written = _replaced(written, [(there, char) for char, there in reversed(_DASHED)])
    written = _ROTATION.sub(lambda v: f"({_AXES[v[1]]}){v[2]}", written.replace(".", " "))
    return written.strip()


def _replaced(text: str, pairs: Iterable[tuple[str, str]]) -> str:
    for old, new in pairs:
        text = text.replace(old, new)
    return text
