"""Solvable cubes damaged in every way that people find, with the reports that this requires.

The required reports are worked out here only from the names of the pieces, and share no code with
`cubecsp.diagnosis.diagnosis`. Kinds of defects are written as the values of `DefectKind`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cubecsp import Cube
from cubecsp.diagnosis.assembly import Coset
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES

CENTRES = CUBE.centres
SLOTS = CUBE.corners.frames + CUBE.edges.frames
MOVING = tuple(sorted(facelet for slot in SLOTS for facelet in slot))
PIECES = {name[i:] + name[:i] for o in CUBE.orbits for name in o.names for i in range(len(name))}
SLOT_OF = {facelet: slot for slot in SLOTS for facelet in slot}


@dataclass(frozen=True)
class Planted:
    """A report that has to be made: a defect of one of `kinds` that names all of `facelets`."""

    kinds: frozenset[str]
    facelets: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Mutilation:
    """A cube, and what has been made of it.

    Attributes:
        kind: what was done, a key of `KINDS`.
        cube: the reachable cube that it was done to.
        letters: the stickers now: 54 letters of `URFDLB.`, fewer when letters were lost.
        planted: what has to be reported; nothing when letters were lost, which is for readers to say.
        possible: the kinds of defects that may be reported, planted or following from it.
    """

    kind: str
    cube: Cube
    letters: str
    planted: tuple[Planted, ...]
    possible: frozenset[str]

    @property
    def changed(self) -> frozenset[int]:
        """The facelets that show a colour, and not that of the original."""
        before = self.cube.facelets
        return frozenset(
            i for i, c in enumerate(self.letters) if c not in (".", before[i]) and self.whole
        )

    @property
    def whole(self) -> bool:
        """Whether there are 54 letters."""
        return len(self.letters) == CUBE.facelet_count

    @property
    def stickers(self) -> int:
        """How many known stickers differ from the original; letters lost count one each."""
        return len(self.changed) if self.whole else CUBE.facelet_count - len(self.letters)

    @property
    def pieces(self) -> int:
        """How many slots differ from the original, counting a centre as one."""
        if not self.whole:
            return self.stickers
        return len({SLOT_OF.get(facelet, (facelet,)) for facelet in self.changed})


def mutilate(cube: Cube, rng: random.Random, kind: str | None = None) -> Mutilation:
    """Return `cube` damaged in a way that leaves something to report; `kind` is drawn if left out."""
    kind = rng.choice(list(KINDS)) if kind is None else kind
    while True:
        letters = list(cube.facelets)
        planted = tuple(KINDS[kind](letters, rng))
        done = Mutilation(kind, cube, "".join(letters), planted, POSSIBLE[kind])
        if planted or not done.whole:
            return done


def _report(kinds: str | Iterable[str], facelets: Iterable[int] = ()) -> Planted:
    kinds = {kinds} if isinstance(kinds, str) else kinds
    return Planted(frozenset(kinds), frozenset(facelets))


def _show(letters: list[str], slot: Iterable[int], shown: Iterable[str]) -> None:
    for facelet, letter in zip(slot, shown, strict=True):
        letters[facelet] = letter


def _shown(letters: list[str], slot: Iterable[int]) -> str:
    return "".join(letters[facelet] for facelet in slot)


def _counts(letters: list[str]) -> list[Planted]:
    """Return a report for each colour that is not on nine stickers."""
    counts = Counter(letters)
    return [
        _report("colour-count", [i for i, c in enumerate(letters) if c == face])
        for face in FACES
        if counts[face] != 9
    ]


def _impossible(letters: list[str], facelets: Iterable[int]) -> list[Planted]:
    """Return a report for each slot of `facelets` that shows no piece, or one that occurs twice."""
    planted = []
    for slot in sorted({SLOT_OF[facelet] for facelet in facelets}):
        shown = _shown(letters, slot)
        twins = [s for s in SLOTS if sorted(_shown(letters, s)) == sorted(shown)]
        twins = [s for s in twins if _shown(letters, s) in PIECES]
        if shown not in PIECES:
            planted.append(_report("no-such-piece", slot))
        elif len(twins) > 1:
            planted.append(_report("piece-twice", [f for s in twins for f in s]))
    return planted


def _changed(letters: list[str], rng: random.Random) -> list[Planted]:
    facelets = rng.sample(MOVING, rng.randint(1, 3))
    for facelet in facelets:
        letters[facelet] = rng.choice([c for c in FACES if c != letters[facelet]])
    return _counts(letters) + _impossible(letters, facelets)


def _swapped(letters: list[str], rng: random.Random) -> list[Planted]:
    a, b = rng.sample(MOVING, 2)
    letters[a], letters[b] = letters[b], letters[a]
    if SLOT_OF[a] == SLOT_OF[b] and len(SLOT_OF[a]) == 2:
        return [_report("edge-flip")]
    return _impossible(letters, (a, b))


def _peeled(letters: list[str], rng: random.Random) -> list[Planted]:
    facelets = rng.sample(range(54), rng.randint(1, 20))
    for facelet in facelets:
        letters[facelet] = "."
    return [_report("unknown-sticker", facelets)]


def _peeled_and_changed(letters: list[str], rng: random.Random) -> list[Planted]:
    corner = rng.choice(CUBE.corners.frames)
    facelet = rng.choice(corner)
    letters[facelet] = rng.choice([c for c in FACES if c != letters[facelet]])
    others = [f for f in range(54) if f not in corner]
    facelets = rng.sample(others, rng.randint(1, 10))
    for other in facelets:
        letters[other] = "."
    return [_report("unknown-sticker", facelets), _report("no-such-piece", corner)]


def _copied(letters: list[str], rng: random.Random) -> list[Planted]:
    orbit = rng.choice(CUBE.orbits)
    a, b = rng.sample(orbit.frames, 2)
    shown, turn = _shown(letters, a), rng.randrange(orbit.turns)
    _show(letters, b, shown[turn:] + shown[:turn])
    return [*_counts(letters), _report("piece-twice", a + b), _report("piece-missing")]


def _mirrored(letters: list[str], rng: random.Random) -> list[Planted]:
    corners = rng.sample(CUBE.corners.frames, rng.randint(1, 3))
    for corner in corners:
        a, b = rng.sample(corner, 2)
        letters[a], letters[b] = letters[b], letters[a]
    return [_report("no-such-piece", corner) for corner in corners]


def _twisted(letters: list[str], rng: random.Random) -> list[Planted]:
    corners = rng.sample(CUBE.corners.frames, rng.randint(1, 3))
    total = 0
    for corner in corners:
        turn = rng.randint(1, 2)
        shown = _shown(letters, corner)
        _show(letters, corner, shown[-turn:] + shown[:-turn])
        total += turn
    return [_report("corner-twist")] if total % 3 else []


def _flipped(letters: list[str], rng: random.Random) -> list[Planted]:
    edges = rng.sample(CUBE.edges.frames, rng.choice((1, 1, 3, 5)))
    for edge in edges:
        _show(letters, edge, _shown(letters, edge)[::-1])
    return [_report("edge-flip")]


def _exchanged(letters: list[str], rng: random.Random) -> list[Planted]:
    """Exchange two corners or two edges; the first sticker goes where the other's first one was."""
    a, b = rng.sample(rng.choice(CUBE.orbits).frames, 2)
    shown = _shown(letters, a), _shown(letters, b)
    _show(letters, a, shown[1])
    _show(letters, b, shown[0])
    return [_report("permutation-parity")]


def _assembled(letters: list[str], rng: random.Random) -> list[Planted]:
    """Twist a corner, flip an edge and exchange two edges, or corners, at once."""
    return _twisted(letters, rng) + _flipped(letters, rng) + _exchanged(letters, rng)


def _centres_moved(letters: list[str], rng: random.Random) -> list[Planted]:
    """Exchange two centres, or move three in a circle."""
    facelets = rng.sample(CENTRES, rng.choice((2, 2, 3)))
    shown = _shown(letters, facelets)
    _show(letters, facelets, shown[1:] + shown[:1])
    return [_report("centre", facelets)]


def _centre_changed(letters: list[str], rng: random.Random) -> list[Planted]:
    centre = rng.choice(CENTRES)
    letters[centre] = rng.choice([c for c in FACES if c != letters[centre]])
    return [*_counts(letters), _report("centre", (centre,))]


def _lost(letters: list[str], rng: random.Random) -> list[Planted]:
    for _ in range(rng.randint(1, 10)):
        del letters[rng.randrange(len(letters))]
    return []


KINDS: dict[str, Callable[[list[str], random.Random], list[Planted]]] = {
    "stickers changed": _changed,
    "stickers swapped": _swapped,
    "stickers peeled": _peeled,
    "stickers peeled and changed": _peeled_and_changed,
    "piece copied": _copied,
    "corners mirrored": _mirrored,
    "corners twisted": _twisted,
    "edges flipped": _flipped,
    "pieces exchanged": _exchanged,
    "put together anyhow": _assembled,
    "centres moved": _centres_moved,
    "centre changed": _centre_changed,
    "letters lost": _lost,
}

_PIECES = {"no-such-piece", "piece-twice", "piece-missing"}
_ASSEMBLY = {"permutation-parity", "corner-twist", "edge-flip"}

POSSIBLE: dict[str, frozenset[str]] = {
    kind: frozenset(kinds)
    for kind, kinds in {
        "stickers changed": {"colour-count", *_PIECES, *_ASSEMBLY},
        "stickers swapped": {*_PIECES, *_ASSEMBLY},
        "stickers peeled": {"unknown-sticker"},
        "stickers peeled and changed": {"unknown-sticker", "colour-count", *_PIECES},
        "piece copied": {"colour-count", "piece-twice", "piece-missing"},
        "corners mirrored": {"no-such-piece", "piece-missing"},
        "corners twisted": {"corner-twist"},
        "edges flipped": {"edge-flip"},
        "pieces exchanged": {"permutation-parity"},
        "put together anyhow": _ASSEMBLY,
        "centres moved": {"centre"},
        "centre changed": {"centre", "colour-count"},
        "letters lost": set(),
    }.items()
}


def of_class(has: Coset, cube: Cube, rng: random.Random) -> Cube:
    """Return a cube of a class: a reachable one with two pieces exchanged, one twisted and one flipped, as it takes."""
    corners, edges = bytearray(cube.corners), bytearray(cube.edges)
    if has.parity:
        pieces = rng.choice((corners, edges))
        a, b = rng.sample(range(len(pieces)), 2)
        pieces[a], pieces[b] = pieces[b], pieces[a]
    a, b = rng.randrange(8), rng.randrange(12)
    corners[a] = corners[a] - corners[a] % 3 + (corners[a] + has.twist) % 3
    edges[b] ^= has.flip
    return Cube.from_placements(corners, edges)
