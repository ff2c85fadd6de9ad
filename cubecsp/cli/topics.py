"""What several commands have in common, explained once: `cubecsp help TOPIC`."""

from __future__ import annotations

import textwrap
from collections.abc import Callable


def _puzzles() -> str:
    from cubecsp.puzzle.definitions import NAMES

    return f"""\
Most commands are about cubes. With --puzzle they are about another puzzle: one that a file defines,
which is a KPuzzle as in cubing.js and twips (.json) or a text as in twsearch (.tws), or one of

{textwrap.fill(", ".join(NAMES), 96, initial_indent="  ", subsequent_indent="  ")}

Other usual names are known, too: sq1, mega, minx, pyra, dino, redi, skewb-diamond. 4x4x4 is --size 4.
`cubecsp describe --puzzle NAME` lists the pieces and moves of a puzzle. With --verbose, every command
says what it ignores in a file.

Such a command takes states of the puzzle instead of cubes: moves that make them, such as
"R U F2", or KPatterns of cubing.js. Scrambles of competitions are read, too: "R++ D-- U'" for the
megaminx, "(1,0)/ (3,-3)/" for Square-1, "UR2+ y2 ALL3-" for the clock.

  --turns MOVES               use only these moves, such as U,R2,F'. The default is all moves except
                              rotations of the whole puzzle, which have names like x, y, z or Uv.
  --ignore-orientation ORBIT  ignore the orientations of the pieces of this orbit. Definitions from
                              cubing.js orient centres, but centres of one colour do not show it.
  --max-nodes N               search at most this many states.

examples:
  cubecsp solve --puzzle megaminx "R U F2"
  cubecsp count --puzzle skewb no-piece-home
  cubecsp describe --puzzle pyraminx"""


def _sizes() -> str:
    from cubecsp.puzzle.cube.sizes import LARGEST

    return f"""\
--size N asks about the N×N×N cube, 2 to {LARGEST}. The default is the size that the rules say, or 3.

A cube of even size has no fixed centres. Questions count it once, not once for each whole-cube
orientation: the piece in the slot DBL is solved. Moves of larger cubes name layers: 2R is the
second layer from the right, 3Rw the outer three.

Not every engine, method and way to count takes every size: see `cubecsp about engines`,
`cubecsp about methods` and `cubecsp about counters`."""


def _cubes() -> str:
    from cubecsp.formats import FORMATS

    formats = "\n".join(f"  {name:12}{one.summary}" for name, one in FORMATS.items())
    return f"""\
A cube is a facelet string (UUUUUUUUURRR…), the colours of its stickers (wwwwwwwwwrrr…), the moves
that make it ("R U R' U'", in quotation marks), or a text in one of these formats:

{formats}

The format is detected, or named by --from. `.` stands for an unknown sticker.

You can also give what a command printed with --json, a file with one cube on each line or a single
one, or - for standard input.

`cubecsp convert --help` shows each format."""


def _colours() -> str:
    from cubecsp.formats.colour_words import COLOUR_WORDS
    from cubecsp.puzzle.cube.schemes import SCHEMES

    letters = ", ".join(f"{word} ({letter})" for word, letter in COLOUR_WORDS.items())
    schemes = "\n".join(f"  {name:10}{scheme}" for name, scheme in SCHEMES.items())
    return f"""\
A colour scheme gives the colours of the faces U R F D L B in this order: a name, or six letters.

{schemes}

Letters of colours: {letters}."""


def _checkers() -> str:
    from cubecsp.models.proofs.external_checkers import FOREIGN

    remedies = "\n".join(f"  {one.name:14}{one.remedy}" for one in FOREIGN.values())
    return f"""\
`verify` checks certificates. With --with NAME it also runs a checker that others wrote:

{remedies}

Proofs that there are no other cubes are in the format LRAT, proofs of counts in CPOG."""


TOPICS: dict[str, Callable[[], str]] = {
    "puzzles": _puzzles,
    "sizes": _sizes,
    "cubes": _cubes,
    "colours": _colours,
    "checkers": _checkers,
}
"""Topics by name, each with a function that returns its text."""
