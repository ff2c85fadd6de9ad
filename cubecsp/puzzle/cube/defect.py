"""The kinds of defects of a cube, and the defects that violate its invariants.

`cubecsp.diagnosis` finds everything else that can be wrong with stickers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import Any

from cubecsp.frozen import frozen
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.core.possible import Possible
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.words import colours_in_words, listed, stickers_in_words


class DefectKind(Enum):
    """The kinds of defects, from the outside in; the last three are those of an assembly."""

    UNKNOWN_STICKER = "unknown-sticker"
    COLOUR_COUNT = "colour-count"
    CENTRE = "centre"
    NO_SUCH_PIECE = "no-such-piece"
    PIECE_TWICE = "piece-twice"
    PIECE_MISSING = "piece-missing"
    PERMUTATION_PARITY = "permutation-parity"
    CORNER_TWIST = "corner-twist"
    EDGE_FLIP = "edge-flip"


@frozen
class Defect:
    """A defect of a cube.

    Attributes:
        kind: its kind.
        message: one sentence for people, without the final full stop.
        facelets: the facelets concerned, empty if it is the cube as a whole.
        slots: the names of the slots concerned, as URF or UR; those of centres are the facelets.
        pieces: the names of the pieces concerned: a piece has the name of its solved slot.
    """

    kind: DefectKind
    message: str
    facelets: tuple[int, ...] = ()
    slots: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    def as_dict(self, puzzle: CubePuzzle) -> dict[str, Any]:
        """Return the data that `--json` prints for this defect of a cube of kind `puzzle`."""
        return {
            "kind": self.kind.value,
            "message": self.message,
            "stickers": [puzzle.names[facelet] for facelet in self.facelets],
            "slots": list(self.slots),
            "pieces": list(self.pieces),
        }


def invariant_defects(puzzle: Puzzle, possible: Sequence[Possible]) -> list[Defect]:
    """Return the known violations of invariants: parity, then twists, then flips.

    Args:
        puzzle: the puzzle whose invariants they are.
        possible: for each orbit the possible contents of its slots; nothing if they are contradictory.
    """
    invariants = sorted(
        puzzle.invariants, key=lambda invariant: (not invariant.permuted, -invariant.modulus)
    )
    results = []
    for invariant in invariants:
        defect = (_odd if invariant.permuted else _turns)(invariant, puzzle, possible)
        if defect is not None:
            results.append(defect)
    return results


def _odd(invariant: Invariant, puzzle: Puzzle, possible: Sequence[Possible]) -> Defect | None:
    odd = 0
    for index in invariant.permuted:
        if not possible[index] or any(len(values) > 1 for values in possible[index]):
            return None
        turns = puzzle.orbits[index].turns
        odd ^= permutation_parity([values[0] // turns for values in possible[index]])
    return _ODD if odd else None


_ODD = Defect(
    DefectKind.PERMUTATION_PARITY,
    "an odd number of swaps separates the pieces from solved, and turns only ever make an even "
    "number: two pieces have been exchanged",
)


def _turns(invariant: Invariant, puzzle: Puzzle, possible: Sequence[Possible]) -> Defect | None:
    """Return the defect of pieces of one kind whose turns violate an invariant; None if they do not."""
    ((index, _),) = invariant.turned  # no two kinds of pieces of a cube share an invariant of turns
    orbit = puzzle.orbits[index]
    turns = [{value % orbit.turns for value in values} for values in possible[index]]
    if any(len(some) != 1 for some in turns):
        return None
    amounts = [some.pop() for some in turns]
    left = sum(amounts) % invariant.modulus
    if not left:
        return None
    if invariant.modulus == 2:
        kind = DefectKind.EDGE_FLIP
        message = f"an odd number of {orbit.name}s is flipped: an {orbit.name} has been flipped"
    else:
        kind = DefectKind.CORNER_TWIST
        direction = "clockwise" if left == 1 else "counter-clockwise"
        message = (
            f"the {orbit.name} twists add up to one third of a turn {direction}, not to whole "
            f"turns: a {orbit.name} has been twisted"
        )
    slots = [slot for slot, turn in enumerate(amounts) if turn]
    facelets = tuple(facelet for slot in slots for facelet in orbit.frames[slot])
    return Defect(kind, message, facelets, tuple(orbit.names[slot] for slot in slots))


def misfit(puzzle: Puzzle, colours: Sequence[int | None], scheme: str = FACES) -> str:
    """Return the first reason, a clause, why stickers do not form the set of real pieces of a puzzle.

    Args:
        puzzle: the puzzle whose pieces they are.
        colours: the colour (0…5) of each facelet, None where unknown.
        scheme: the characters in which the user writes the colours.
    """
    unknown = colours.count(None)
    if unknown:
        return f"{stickers_in_words(unknown)} {'is' if unknown == 1 else 'are'} unknown"
    for colour in range(6):
        many, right = colours.count(colour), puzzle.home_colours.count(colour)
        if many != right:
            return f"colour {colours_in_words([colour], scheme)} is on {stickers_in_words(many)} instead of {right}"
    for facelet in puzzle.centres:
        if colours[facelet] != puzzle.home_colours[facelet]:
            letters = colours_in_words([colours[facelet]], scheme)
            return f"the centre {puzzle.names[facelet]} shows {letters}"
    return next(why for orbit in puzzle.orbits if (why := _misfit(orbit, colours, scheme)))


def _misfit(orbit: Orbit, colours: Sequence[int | None], scheme: str) -> str:
    """Return a description of the defects of one orbit, "" if it has none."""
    at: dict[int, list[str]] = {}
    for frame, name in zip(orbit.frames, orbit.names, strict=True):
        slot_colours = tuple(colours[facelet] for facelet in frame)
        placement = orbit.by_colours.get(slot_colours)
        if placement is None:
            return f"the {orbit.name} at {name} shows {colours_in_words(slot_colours, scheme)}, and no piece does"
        at.setdefault(orbit.looks[placement // orbit.turns], []).append(name)
    copies = Counter(orbit.looks)
    for look, names in at.items():
        if len(names) > copies[look]:
            piece = colours_in_words(orbit.homes[look], scheme)
            often = "twice" if len(names) == 2 else f"{len(names)} times"
            return f"the {orbit.name} {piece} occurs {often}: at {listed(names)}"
    return ""
