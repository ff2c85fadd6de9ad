"""Links to pages that play moves: Twizzle's editor (alpha.twizzle.net/edit) and alg.cubing.net.

Both have moves in `alg`, and moves that come before them in `setup-alg` or `setup`. If the latter are
anchored at the end (`setup-anchor=end`, or `type=alg` on alg.cubing.net), they make the cube after `alg`; the
link then means the cube before `alg`. alg.cubing.net writes ' as - and blanks as _. The links are those that
`TwistyPlayerModel.twizzleLink` of cubing.js writes.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, quote_plus

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.format import Format
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.sizes import LARGEST
from cubecsp.suggestions import which_are_known

__all__ = ["link"]

SUMMARY = "a link to Twizzle's editor, or to alg.cubing.net, that plays moves"
EXAMPLE = "https://alpha.twizzle.net/edit/?alg=R+U+R%27+U%27"

_EDITOR = "https://alpha.twizzle.net/edit/"
_SIGN = re.compile(r"\s*(?:https?://)?(?:[\w-]+\.)*(?:twizzle|cubing)\.net/\S*\s*", re.IGNORECASE)
_PUZZLE = re.compile(r"(\d{1,2})x\1x\1")
_SETUP = ("setup-alg", "experimental-setup-alg", "setup")
_ANCHOR = ("setup-anchor", "experimental-setup-anchor", "setup_anchor")
_KNOWN = ("alg", *_SETUP, *_ANCHOR, "puzzle", "type")
_OF_THE_PICTURE = (
    *(
        "title",
        "name",
        "stage",
        "view",
        "scheme",
        "fbclid",
        "stickering",
        "experimental-stickering",
    ),
    *("visualization", "back-view", "background", "hint-facelets", "tempo", "control-panel"),
)
_SOLVING = ("alg", "reconstruction-end-with-setup")  # types of alg.cubing.net
_ROTATION = re.compile(r"([URFDLB])v(\d*'?)")  # as cubing.js may write x y z
_AXES = dict(zip("URFDLB", ("y", "x", "z", "y'", "x'", "z'"), strict=True))


def evidence(text: str) -> str:
    """Return why this is a link, or nothing."""
    return "a link to a page that plays moves" if _SIGN.fullmatch(text) else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the cube that the moves of a link make or, if they are anchored at the end, solve."""
    linked = _puzzle(text)
    if puzzle not in (None, linked):
        raise InputError(
            f"a link to a {linked.name}",
            "puzzle=2x2x2, puzzle=4x4x4 and so on say which cube it is",
        )
    return Facelets.of(cube_class(linked.size).from_moves(moves(text)))


def moves(text: str) -> str:
    """Return the moves that make the cube of a link, as they are written in it.

    Raises:
        InputError: the link has no such moves.
    """
    parameters, linked = _parameters(text), _puzzle(text)
    setup, alg = (_moves(text, parameters, names) for names in (_SETUP, ("alg",)))
    anchor = next((parameters[name] for name in _ANCHOR if name in parameters), "")
    if anchor == "end" or parameters.get("type") in _SOLVING:
        from cubecsp.puzzle.cube.written_moves import WrittenMoves  # no other link needs it

        alg = str(WrittenMoves.parse(alg, linked).inverted())
    return " ".join(filter(None, [setup, alg])) or "()"


def link(written: str, puzzle: CubePuzzle) -> str:
    """Return a link to Twizzle's editor that plays moves."""
    asked = {"alg": "" if written == "()" else written}
    if puzzle is not CUBE:
        asked["puzzle"] = "x".join([str(puzzle.size)] * 3)
    query = "&".join(f"{name}={quote_plus(value)}" for name, value in asked.items() if value)
    return f"{_EDITOR}?{query}" if query else _EDITOR


def _parameters(text: str) -> dict[str, str]:
    if not evidence(text):
        raise InputError(
            f"{excerpt(text)} is not a link", f"write one such as {EXAMPLE}", text=text
        )
    query = text.strip().partition("?")[2].partition("#")[0]
    entries = {name: values[-1] for name, values in parse_qs(query, keep_blank_values=True).items()}
    unknown = next((n for n in entries if n not in _KNOWN and n not in _OF_THE_PICTURE), None)
    if unknown is not None:
        raise InputError(
            f"a link with the parameter {excerpt(unknown)}",
            which_are_known(unknown, _KNOWN),
            text=text,
        )
    return entries


def _puzzle(text: str) -> CubePuzzle:
    name = _parameters(text).get("puzzle", "3x3x3")
    size = _PUZZLE.fullmatch(name)
    if not size or not 2 <= int(size[1]) <= LARGEST:
        raise InputError(
            f"a link to the puzzle {excerpt(name)}",
            f"links to cubes up to {LARGEST}x{LARGEST}x{LARGEST} are read: 3x3x3",
        )
    return cube_puzzle(int(size[1]))


def _moves(text: str, parameters: dict[str, str], names: tuple[str, ...]) -> str:
    """Return the moves of a parameter in our notation, which has no pauses and writes x for Rv."""
    written = next((parameters[name] for name in names if name in parameters), "")
    if "alg.cubing.net/" in text.lower():
        written = written.replace("-", "'").replace("_", " ").replace("&#45;", "-")
    written = _ROTATION.sub(lambda v: f"({_AXES[v[1]]}){v[2]}", written.replace(".", " "))
    return written.strip()


def notes(text: str, _puzzle: CubePuzzle | None) -> tuple[str, ...]:
    """Return a note if the cube is the one before the moves of the link."""
    result = _parameters(text)
    if result.get("type") in _SOLVING or "end" in [result.get(name) for name in _ANCHOR]:
        return ("the moves of the link lead to its setup; the cube is the one before them",)
    return ()


FORMAT = Format(
    "twizzle",
    SUMMARY,
    EXAMPLE,
    evidence=evidence,
    parse=parse,
    write=None,  # the reader of moves has to solve the cube
    notes=notes,
    moves=moves,
    from_moves=link,
)
