"""Cycles of pieces after D. Singmaster: `(UF,UR,UB)(UFR,URB)+`.

`(UF,UR,UB)` means that the piece of UF is at UR, that of UR at UB, and that of UB at UF, with the stickers in
the order of the letters. So the U sticker of piece UF is on U, its F sticker on R. A sign means that the last
piece of a cycle comes back turned: `+` a corner by one third clockwise, `-` or `−` counter-clockwise, and `+`
an edge by a flip. A piece that is turned in place is a cycle of one: `(UFR)+(UBL)-`. Pieces that are not
named are solved, so `()` is a solved cube. `cubecsp.formats.gap` reads cycles of numbers, which GAP prints.
"""

from __future__ import annotations

import re

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.format import Format
from cubecsp.formats.gap import are_numbered, of_gap
from cubecsp.formats.slot_order import CORNERS, EDGES, check_centres, facelets_of, placements
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES

SUMMARY = "Singmaster's cycles of pieces: (UF,UR,UB)(UFR)+(UBL)-"
EXAMPLE = "(UR,UB,FR)(UFR,RFD)+(URB,UBL)-"

_CYCLE = re.compile(r"\(([URFDLBurfdlb,\s]*)\)\s*([+\-−]?)")
_SIGN = re.compile(r"\s*(?:\([URFDLBurfdlb,\s]*+\)(?:\s*+[+\-−])?+\s*+)++")


def evidence(text: str) -> str:
    """Return why these are cycles, or nothing."""
    if are_numbered(text):
        return "cycles of stickers by number"
    if not _SIGN.fullmatch(text):
        return ""
    marked = "," in text or re.search(r"\)\s*[+\-−]", text) or re.fullmatch(r"\s*\(\s*\)\s*", text)
    return "cycles of pieces in brackets" if marked else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the cycles, of a 3×3×3 unless `puzzle` says otherwise; no piece may be in two."""
    puzzle = puzzle or CUBE
    if puzzle == CUBE and are_numbered(text):
        return of_gap(text)
    if not _SIGN.fullmatch(text):
        raise _error(text, "these are not cycles")
    letters = [FACES[colour] for colour in puzzle.home_colours]
    seen: set[frozenset[str]] = set()
    for body, mark in _CYCLE.findall(text):
        names = [word.upper() for word in re.split(r"[\s,]+", body) if word]
        for name in names:
            piece = frozenset(name)
            if piece in seen:
                raise _error(text, f"the piece {name} occurs twice")
            seen.add(piece)
        if names:
            _lay(text, letters, puzzle, names, mark.replace("−", "-"))
    return Facelets("".join(letters))


def write(facelets: Facelets) -> str:
    """Return the cycles, corners after edges; `()` when there are none."""
    placements(facelets, "a list of cycles")  # whole pieces, or an error
    check_centres(facelets, "a list of cycles")
    orbits = (EDGES, CORNERS) if facelets.puzzle == CUBE else (CORNERS,)
    cycles = [_cycles(facelets, names) for names in orbits]
    return "".join(cycles) or "()"


def _lay(text: str, letters: list[str], puzzle: CubePuzzle, names: list[str], mark: str) -> None:
    """Lay each piece of a cycle where the next one was."""
    try:
        places = [facelets_of(puzzle, name) for name in names]
    except InputError as error:
        raise _error(text, error.problem) from None
    turns = len(names[0])
    cycle = f"the cycle ({','.join(names)}){mark}"
    if any(len(name) != turns for name in names):
        raise _error(text, f"{cycle} mixes corners and edges")
    if turns == 2 and mark == "-":
        raise _error(text, f"{cycle} is of edges, and an edge is flipped, with +, or not")
    for name, target in zip(names, [*places[1:], places[0]], strict=True):
        for letter, facelet in zip(name, target, strict=True):
            letters[facelet] = letter
    if mark:
        back = places[0]
        colours = [letters[facelet] for facelet in back]
        step = 1 if turns == 2 or (mark == "+") == _clockwise(puzzle, names[0]) else 2
        for i, letter in enumerate(colours):
            letters[back[(i + step) % turns]] = letter


def _clockwise(puzzle: CubePuzzle, name: str) -> bool:
    """Return whether the letters of a corner are in clockwise order."""
    corner = next(slot for slot in puzzle.corners.names if set(slot) == set(name))
    return name in 2 * corner


def _cycles(stickers: Facelets, names: tuple[str, ...]) -> str:
    puzzle, left, written = stickers.puzzle, list(names), []
    # The present face of each sticker, by piece and letter.
    now = {}
    for name in names:
        facelets = facelets_of(puzzle, name)
        letters = [stickers.letters[facelet] for facelet in facelets]
        now[frozenset(letters)] = dict(
            zip(letters, (FACES[puzzle.face_of(f)] for f in facelets), strict=True)
        )
    while left:
        start = left.pop(0)
        cycle, at = [start], _after(now, start)
        while frozenset(at) != frozenset(start):
            left.remove(next(name for name in left if set(name) == set(at)))
            cycle.append(at)
            at = _after(now, at)
        if at == start and len(cycle) == 1:
            continue
        written.append(f"({','.join(cycle)}){_mark(puzzle, start, at)}")
    return "".join(written)


def _after(now: dict[frozenset[str], dict[str, str]], name: str) -> str:
    where = now[frozenset(name)]
    return "".join(where[letter] for letter in name)


def _mark(puzzle: CubePuzzle, start: str, back: str) -> str:
    """Return the sign of a cycle whose first piece's stickers `start` come back on `back`."""
    if back == start:
        return ""
    if len(start) == 2:
        return "+"
    forward = start.index(back[0]) == 1
    return "+" if forward == _clockwise(puzzle, start) else "-"


def _error(text: str, problem: str) -> InputError:
    return InputError(
        f"cycles {excerpt(text)}: {problem}",
        "write cycles of different pieces, edges as (UF,UR,UB) and corners as (UFR,URB)+",
        text=text,
    )


FORMAT = Format(
    "singmaster", SUMMARY, EXAMPLE, evidence, parse, write, sizes=(2, 3), shows_holding=False
)
