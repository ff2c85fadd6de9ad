"""The naming of colours: stickers in any six characters become letters of faces.

A colour is named after the face whose centre shows it. If centres are unknown or wrong, and the letters are
those of the standard scheme, the orientation that agrees with most centres is assumed. A cube of even size
has no fixed centres; there, two colours that never meet on a corner are opposite, and the corner in DBL,
which is solved by convention, shows the orientation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from cubecsp.errors import InputError
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import COLOUR_OF, FACES, UNKNOWN
from cubecsp.puzzle.cube.holding import HOLDINGS
from cubecsp.puzzle.cube.schemes import SCHEMES, STANDARD
from cubecsp.puzzle.cube.slot_names import HELD

COMMENT = "#"
"""The character that is not a colour: in files it begins a comment."""

_COLOURS = 6
_SETTLING_AXES = 2  # known centres on two axes show the orientation of a cube


def letters_and_scheme(
    stickers: str, puzzle: CubePuzzle, scheme: str | None = None, usual: str | None = None
) -> tuple[str, str]:
    """Return stickers, written in any six characters, as letters of faces, and the characters of the six colours.

    Args:
        stickers: a character for each facelet, `.` where unknown.
        puzzle: the cube that has so many facelets.
        scheme: the characters in which people write the colours that `stickers` calls U R F D L B; left out,
            the characters of `stickers`.
        usual: the colours of the faces of a cube in the usual orientation, which determine opposite colours
            if centres do not; left out, those of the standard scheme.

    Raises:
        InputError: there are more than six colours, or nothing says which colour is which.
    """
    results = set(stickers) - {UNKNOWN}
    if len(results) > _COLOURS:
        raise InputError(
            f"{len(results)} different colours ({' '.join(sorted(results))})", "a cube has six"
        )
    odd = next((c for c in stickers if not c.isprintable()), None)
    if odd is not None:
        raise InputError(f"{odd!r} is not a sticker", "write letters of six colours")
    if COMMENT in results:
        raise InputError(f"{COMMENT!r} is not a sticker", "in files it begins a comment")
    known = (FACES, STANDARD) if usual is None else (usual, FACES, STANDARD)
    usual = next((s for s in known if results <= set(s)), None)
    order = (_by_centres if puzzle.centres else _by_corners)(stickers, puzzle, usual)
    letters = _renamed(stickers, order)
    if scheme is not None:
        order = "".join(scheme[FACES.index(letter)] for letter in order)
    return letters, order


def remarks(
    letters: str, scheme: str, puzzle: CubePuzzle, usual: str | None = None
) -> tuple[str, ...]:
    """Return the assumptions made when colours were named, sentences without the final full stop."""
    if set(scheme) != set(STANDARD):
        return ()
    if scheme not in _orders_of(usual if usual and set(usual) == set(STANDARD) else STANDARD):
        what = "centres of" if puzzle.centres else "colours of the faces"
        named = next((name for name, known in SCHEMES.items() if scheme in _orders_of(known)), "")
        called = f"the {named} scheme" if named else "no standard scheme"
        return (f"the {what} {' '.join(FACES)} are {' '.join(scheme)}, {called}",)
    if not puzzle.centres:
        return ()
    axes = {FACES.index(c) % 3 for c in (letters[f] for f in puzzle.centres) if c in FACES}
    if len(axes) < _SETTLING_AXES:
        return (f"too few centres are known; taken to be {' '.join(scheme)} on {' '.join(FACES)}",)
    return ()


def has_real_pieces(letters: str, puzzle: CubePuzzle) -> bool:
    """Return whether some pieces are completely visible, and all of these exist, each once."""
    some = False
    for orbit in puzzle.orbits:
        left = Counter(orbit.looks)
        for colours in _slot_colours(letters, orbit):
            if None not in colours:
                placement = orbit.by_colours.get(colours)
                if placement is None or not left[orbit.looks[placement // orbit.turns]]:
                    return False
                left[orbit.looks[placement // orbit.turns]] -= 1
                some = True
    return some


def real_pieces(letters: str, puzzle: CubePuzzle) -> int:
    """Return the number of slots that show a piece that exists."""
    return sum(
        colours in orbit.by_colours
        for orbit in puzzle.orbits
        for colours in _slot_colours(letters, orbit)
    )


def _slot_colours(letters: str, orbit: Orbit) -> Iterator[tuple[int | None, ...]]:
    """Yield the colours that each slot of an orbit shows, None where unknown."""
    colours = [COLOUR_OF[letter] for letter in letters]
    return (tuple(colours[facelet] for facelet in frame) for frame in orbit.frames)


def _renamed(stickers: str, order: str) -> str:
    return stickers.translate(str.maketrans(order, FACES))


def _by_centres(stickers: str, puzzle: CubePuzzle, usual: str | None) -> str:
    """Return the colours in the order of the faces of a 3×3×3, as its centres say."""
    centres = "".join(stickers[facelet] for facelet in puzzle.centres)
    known = [c for c in centres if c != UNKNOWN]
    full = _full_centres(stickers, centres, usual) if len(known) == len(set(known)) else None
    if usual is None:
        if full is None:
            raise _unclear(centres)
        return full
    if full is not None and full in _orders_of(usual):
        return full
    best = _best_orders(centres, usual)
    if full is None and len(best) > 1:
        raise _unclear(centres)
    if full is None or usual == FACES:
        return best[0]
    # Six centres in an order that the standard scheme never shows: another scheme, or wrong centres?
    real = {order: real_pieces(_renamed(stickers, order), puzzle) for order in (full, *best)}
    return max(real, key=real.__getitem__)  # as the centres say, if no other fits better


def _full_centres(stickers: str, centres: str, usual: str | None) -> str | None:
    """Return the centres, with the only one that is missing filled in; None if that is not clear."""
    missing = centres.count(UNKNOWN)
    left = set(usual or stickers) - {UNKNOWN} - set(centres)
    if missing == 0:
        return centres
    return centres.replace(UNKNOWN, left.pop()) if missing == 1 and len(left) == 1 else None


@cache
def _orders_of(usual: str) -> tuple[str, ...]:
    """Return the 24 orders in which the centres of a standard cube can be seen."""
    return tuple("".join(usual[FACES.index(face)] for face in holding) for holding in HOLDINGS)


def _best_orders(centres: str, usual: str) -> list[str]:
    """Return those of the 24 orders that agree with most centres; only the usual one if it is among them."""
    agreeing = Counter({order: sum(map(str.__eq__, order, centres)) for order in _orders_of(usual)})
    most = max(agreeing.values())
    best = [order for order, number in agreeing.items() if number == most]
    if usual in best or usual == FACES:
        return [usual]
    return best


def _by_corners(stickers: str, puzzle: CubePuzzle, usual: str | None) -> str:
    """Return the colours in the order of the faces of a cube of even size, as its corners say.

    Letters of the standard scheme have its opposite pairs, unless only others make real pieces.
    """
    own = _by_meeting(stickers, puzzle)
    if usual is None:
        if own is None:
            raise InputError(
                "the corners do not say which colours are opposite each other, and a "
                f"{puzzle.name} has no centres",
                f"write the colours as {' '.join(STANDARD)}, or as the faces {' '.join(FACES)}",
            )
        return own
    order = _by_home(stickers, puzzle, usual)
    if own is None or usual == FACES or has_real_pieces(_renamed(stickers, order), puzzle):
        return order
    return own if has_real_pieces(_renamed(stickers, own), puzzle) else order


def _by_home(stickers: str, puzzle: CubePuzzle, usual: str) -> str:
    """Return the one of the 24 orders that the corner in DBL determines; the usual one if it determines none."""
    corner = zip(HELD, puzzle.anchors, strict=True)
    placed = [(FACES.index(face), stickers[facelet]) for face, facelet in corner]
    agreeing = [
        order
        for order in _orders_of(usual)
        if all(colour in (order[face], UNKNOWN) for face, colour in placed)
    ]
    return agreeing[0] if len(agreeing) == 1 else usual


def _by_meeting(stickers: str, puzzle: CubePuzzle) -> str | None:
    """Return the order in which colours that never meet are opposite, None if it is not clear."""
    corners = [[stickers[f] for f in facelets] for facelets in puzzle.corners.frames]
    colours = set(stickers) - {UNKNOWN}
    met = {c: {d for corner in corners if c in corner for d in corner} for c in colours}
    opposite = {c: colours - met[c] for c in colours}
    known = [i for i, corner in enumerate(corners) if len(set(corner) - {UNKNOWN}) == 3]
    if len(colours) < _COLOURS or not known or any(len(o) != 1 for o in opposite.values()):
        return None
    home = puzzle.corners.names.index(HELD)
    at = home if home in known else known[0]
    colour_of: dict[str, str] = {}
    for face, colour in zip(puzzle.corners.names[at], corners[at], strict=True):
        colour_of[face] = colour
        colour_of[_OPPOSITE[face]] = next(iter(opposite[colour]))
    if len(set(colour_of.values())) < _COLOURS:
        return None
    return "".join(colour_of[face] for face in FACES)


_OPPOSITE = dict(zip(FACES, "DLBURF", strict=True))


def _unclear(centres: str) -> InputError:
    unknown = [face for face, c in zip(FACES, centres, strict=True) if c == UNKNOWN]
    twice = [c for c, number in Counter(centres).items() if number > 1 and c != UNKNOWN]
    problem = f"the centres of {' '.join(unknown)} are unknown"
    if not unknown:
        faces = " and ".join(f for f, c in zip(FACES, centres, strict=True) if c == twice[0])
        problem = f"the colour {twice[0]!r} is on the centres of {faces}"
    return InputError(
        f"the colours cannot be assigned to faces: {problem}",
        "a colour is named after the face whose centre shows it",
    )
