"""Move sequences that make a cube from a solved one, in WCA notation or as Kociemba's programs print."""

from __future__ import annotations

import re

from cubecsp.errors import InputError, excerpt
from cubecsp.formats import net, reid
from cubecsp.formats.format import Format
from cubecsp.puzzle.core.sequences import COMMENTS, PRIMES, TIMES
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.holding import LONGEST
from cubecsp.puzzle.cube.moves import Metric, Moves, parse_moves
from cubecsp.puzzle.cube.stickers import looks_like_letters, may_be_letters, stickers_of

SUMMARY = "moves that make the cube, in WCA notation (R U' F2) or Kociemba's (R1 U3 F2 (3f))"
EXAMPLE = "R U R' U'"

_TAIL = re.compile(r"\(\s*(\d+)\s*([fqhs])\*?\s*\)\s*$")  # how many there are, and in which metric
_METRICS: dict[str, Metric] = {"f": "htm", "h": "htm", "q": "qtm"}  # slice turns are not counted
_DOUBLED = re.compile(r"(?=.*([URFDLB])\1)[URFDLB]+")  # nobody writes moves of one face so
_TIMES_X = re.compile(r"[)\]]([xX]\d+)")
_NISS = re.compile(r"([^()\[\]]*[URFDLB][^()\[\]]*)\(([^()\[\]]+)\)")
_ALLOWED = re.compile(
    rf"(?:[URFDLBurfdlbMESxyzw\d{PRIMES}()\[\],:\s]++|(?<=\d)-(?=\d)|(?<=[\w)\]])i(?![a-z])|(?<=\w)[+-](?=[\s)\],:]|$)"
    rf"|{TIMES.pattern}|{COMMENTS.pattern})*+"
)


def evidence(text: str) -> str:
    """Return why these are moves, or nothing."""
    if not _ALLOWED.fullmatch(_TAIL.sub("", text)) or looks_like_letters(text):
        return ""
    if "," in text and may_be_letters(text):
        return ""
    if net.evidence(text) or reid.evidence(text):
        return ""
    return "words of the notation of moves" if text.strip() else ""


def has_comments(text: str) -> bool:
    """Return whether a text is moves with comments, whose words are no stickers: `R U // first block`."""
    bare = COMMENTS.sub("", text)
    if bare == text or not bare.strip() or not evidence(bare):
        return False
    return len({*stickers_of(text)} - {UNKNOWN}) > len(FACES) or not looks_like_letters(text)


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the moves, and apply them to a solved cube; `()` and `(0f)` mean no moves."""
    if not COMMENTS.sub("", text).strip():
        raise InputError(f"there are no moves in {excerpt(text)}", "write () for none", text=text)
    puzzle = puzzle or CUBE
    moves = parse_moves(_TAIL.sub("", text), LONGEST, puzzle)
    _check_number(text, moves)
    return Facelets.of(cube_class(puzzle.size).from_moves(moves))


def _check_number(text: str, moves: Moves) -> None:
    """Make sure that the number after the moves is the number of moves."""
    tail = _TAIL.search(text)
    if tail is None or tail[2] not in _METRICS:
        return
    if "//" in text[: tail.start()].rpartition("\n")[2]:  # it is part of a comment
        return
    length = moves.length(_METRICS[tail[2]])
    if tail[1].lstrip("0") != str(length).lstrip("0"):
        raise InputError(
            f"moves {excerpt(text, tail.start())}: {tail[0].strip()} at character "
            f"{tail.start() + 1}, and there are {length}",
            "write all of them, or leave the number out",
            text=text,
            position=tail.start(),
        )


def notes(text: str, puzzle: CubePuzzle | None) -> tuple[str, ...]:
    """Return notes on other meanings that the text could have."""
    text = _TAIL.sub("", text).strip()
    results = []
    if _DOUBLED.fullmatch(text):
        results.append(
            f"{text} is read as {len(text)} moves, not as stickers, of which a cube has 24 or more"
        )
    if times := _TIMES_X.search(text):
        results.append(f"{times[1]} repeats the group before it; a rotation has a blank before it")
    if niss := _NISS.fullmatch(text):
        from cubecsp.puzzle.cube.written_turns import written_turns  # no other text needs it

        first, last = (written_turns(part, puzzle or CUBE) for part in niss.groups())
        meant = f"{first} {last.inverted()}"
        results.append(
            f"the moves in brackets are done as they stand; in NISS they would mean {meant}"
        )
    return tuple(results)


FORMAT = Format(
    "moves",
    SUMMARY,
    EXAMPLE,
    evidence=evidence,
    parse=parse,
    write=None,  # the reader of moves has to solve the cube
    notes=notes,
    moves=lambda text: _TAIL.sub("", text).strip(),
    from_moves=lambda written, _puzzle: written,
)
