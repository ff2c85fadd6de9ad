"""Where centres belong, against all 720 ways to name the colours; and whether the sentences say so."""

from __future__ import annotations

import itertools
import random
from functools import cache

import pytest

from cubecsp import Cube, Facelets
from cubecsp.diagnosis.centres import arrangements
from cubecsp.diagnosis.diagnosis import diagnose
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.defect import DefectKind
from cubecsp.puzzle.cube.geometry import FACES

RENAMINGS = list(itertools.permutations(FACES))
TOO_MANY = 6  # if more slots are wrong around some centres, nothing is said about these
SEEDS = range(30)

_TURNED = {
    orbit.turns: [
        (piece, name[-turn:] + name[:-turn])
        for piece, name in enumerate(orbit.names)
        for turn in range(orbit.turns)
    ]
    for orbit in CUBE.orbits
}


@cache
def fitting(shown: str) -> frozenset[tuple[int, str]]:
    """Return the pieces that agree with the stickers of a slot, and how they show themselves."""
    return frozenset(
        (piece, name)
        for piece, name in _TURNED[len(shown)]
        if all(a in (".", b) for a, b in zip(shown, name, strict=True))
    )


def unserved(held: list[set[int]]) -> int:
    """Return the least number of slots that stay empty if different pieces are assigned to slots."""
    owner: dict[int, int] = {}

    def serve(slot: int, tried: set[int]) -> bool:
        for piece in held[slot] - tried:
            tried.add(piece)
            if piece not in owner or serve(owner[piece], tried):
                owner[piece] = slot
                return True
        return False

    return sum(not serve(slot, set()) for slot in range(len(held)))


def judged(letters: str) -> tuple[int, int | None]:
    """Return how many slots are wrong, and how many pieces have to be taken out of a whole set."""
    wrong, pieces, turns = 0, {}, {}
    for orbit in CUBE.orbits:
        fits = []
        for slot in orbit.frames:
            fits.append(fitting("".join([letters[f] for f in slot])))
            wrong += not fits[-1]
            if wrong > TOO_MANY:
                return wrong, None
        wrong += unserved([{piece for piece, _ in some} for some in fits if some])
        if wrong > TOO_MANY:
            return wrong, None
        while True:  # a piece that one slot is sure of is in no other
            sure = {next(iter(some))[0] for some in fits if len({piece for piece, _ in some}) == 1}
            fewer = [
                some
                if len({piece for piece, _ in some}) == 1
                else frozenset(one for one in some if one[0] not in sure)
                for some in fits
            ]
            if fewer == fits:
                break
            fits = fewer
        if all(len(some) == 1 for some in fits):
            held = [next(iter(some)) for some in fits]
            pieces[orbit.turns] = [piece for piece, _ in held]
            # What turns a piece: where its first sticker is.
            turns[orbit.turns] = sum(
                name.index(orbit.names[piece][0]) for piece, name in held
            ) % len(held[0][1])
    if wrong or len(pieces) < 2:
        return wrong, None
    odd = sum(a > b for order in pieces.values() for a, b in itertools.combinations(order, 2)) % 2
    twist, flip = bool(turns[3]), bool(turns[2])
    return 0, (2 + (twist and flip)) if odd else twist + flip


@cache
def best_ways(letters: str) -> list[tuple[str, str, int]]:
    """Return the best ways to name the colours: letters of faces by colour, wrong faces, and cost."""
    centres = [letters[facelet] for facelet in CUBE.centres]

    def wrong_faces(names: dict[str, str]) -> str:
        return "".join(
            face for face, c in zip(FACES, centres, strict=True) if c != "." and names[c] != face
        )

    as_named = wrong_faces({face: face for face in FACES})
    found = []
    for renaming in RENAMINGS:
        names = dict(zip(FACES, renaming, strict=True))
        moved = wrong_faces(names)
        plain = renaming == tuple(FACES)
        if not plain and not as_named and not moved:
            continue  # centres that fit stay what they are called
        rotated = "".join(renaming) in ROTATED
        if not rotated and 2 * letters.count(".") > len(letters):
            continue  # too little is known
        slots, taken_out = judged(letters.translate(str.maketrans(FACES, "".join(renaming))))
        if slots > TOO_MANY:
            continue
        found.append((slots + len(moved) + (taken_out or 0), moved, "".join(renaming)))
    slots, _ = judged_fully(letters)
    if slots > TOO_MANY:  # then others have to be better, as they are called
        found = [way for way in found if way[0] < slots + len(as_named)]
    least = min((cost for cost, _, _ in found), default=0)
    best = [way for way in found if way[0] == least]
    named = [way for way in best if way[2] == FACES]
    fewest = min((len(moved) for _, moved, _ in best), default=0)
    return [
        (renaming, moved, cost)
        for cost, moved, renaming in named or best
        if named or len(moved) == fewest
    ]


def judged_fully(letters: str) -> tuple[int, None]:
    """Return how many slots are wrong, without a limit on their number."""
    wrong = 0
    for orbit in CUBE.orbits:
        fits = [fitting("".join(letters[f] for f in slot)) for slot in orbit.frames]
        empty = sum(not some for some in fits)
        wrong += empty
        if wrong <= TOO_MANY:
            wrong += unserved([{p for p, _ in some} for some in fits]) - empty
    return wrong, None


ROTATED = set()
for _first, _second in itertools.permutations(range(3), 2):
    for _a, _b in itertools.product((0, 3), repeat=2):
        # Where U and R go decides whether a rotation takes F to one face or to the opposite one.
        _up, _right = FACES[_first + _a], FACES[_second + _b]
        _third = 3 - _first - _second
        for _front in (FACES[_third], FACES[_third + 3]):
            _back = FACES[(FACES.index(_front) + 3) % 6]
            _image = "".join(
                (
                    _up,
                    _right,
                    _front,
                    FACES[(_first + _a + 3) % 6],
                    FACES[(_second + _b + 3) % 6],
                    _back,
                )
            )
            if fitting(_image[:3]):  # else the corner URF would be a mirror image
                ROTATED.add(_image)


def damaged(seed: int) -> str:
    """Return the stickers of a cube whose centres, pieces and colours have been tampered with."""
    rng = random.Random(seed)
    letters = list((Cube.random(seed) if rng.random() < 0.7 else _assembled(rng)).facelets)
    centres = list(CUBE.centres)
    some = rng.sample(centres, rng.choice((0, 0, 2, 2, 3, 4, 6)))
    shown = [letters[f] for f in some]
    for facelet, letter in zip(some, shown[1:] + shown[:1], strict=True):
        letters[facelet] = letter
    for facelet in rng.sample(centres, rng.choice((0, 0, 0, 1, 2))):
        letters[facelet] = rng.choice(FACES)
    for facelet in rng.sample(range(54), rng.choice((0, 0, 1, 2, 4, 8))):
        letters[facelet] = rng.choice(FACES)
    if rng.random() < 0.3:  # other colours on the pieces than on the centres
        a, b = rng.sample(FACES, 2)
        swap = {a: b, b: a}
        letters = [c if i in centres else swap.get(c, c) for i, c in enumerate(letters)]
    for facelet in rng.sample(centres, rng.choice((0, 0, 0, 1, 2, 4))):
        letters[facelet] = "."
    for facelet in rng.sample(range(54), rng.choice((0, 0, 3, 10, 30))):
        letters[facelet] = "."
    return "".join(letters)


def _assembled(rng: random.Random) -> Cube:
    corners, edges = rng.sample(range(8), 8), rng.sample(range(12), 12)
    return Cube.from_placements(
        [3 * p + rng.randrange(3) for p in corners], [2 * p + rng.randrange(2) for p in edges]
    )


def test_the_ways_to_put_centres_right_are_the_best_of_all_renamings():
    assert len(ROTATED) == 24
    told = set()
    for seed in SEEDS:
        letters = damaged(seed)
        ways = arrangements(CUBE, Facelets(letters).colours)
        found = sorted(
            (
                "".join(FACES[f] for f in way.renaming),
                "".join(FACES[f] for f in way.wrong),
                way.cost,
            )
            for way in ways
        )
        assert found == sorted(best_ways(letters)), (seed, letters)
        for way in ways:
            assert [way.renaming[colour] for colour in way.expected] == list(range(6))
        told.add((min(len(ways), 2), bool(ways and ways[0].wrong)))
    assert told >= {(0, False), (1, False), (1, True), (2, True)}, told


@pytest.mark.parametrize(
    ("centres", "expected"),
    [
        ({"U": "R", "F": "R"}, "shows R"),
        ({"U": "F", "F": "D"}, "shows F"),
        ({"U": "F", "F": "R", "R": "D"}, "shows F"),
    ],
)
def test_a_third_colour_is_no_exchange(centres, expected):
    letters = list(Cube().facelets)
    for face, colour in centres.items():
        letters[CUBE.centres[FACES.index(face)]] = colour
    (message,) = [
        d.message
        for d in diagnose(Facelets("".join(letters))).defects
        if d.kind is DefectKind.CENTRE
    ]
    assert "exchanged" not in message
    assert expected in message
    for face, colour in centres.items():
        assert (
            f"the centre of face {face} shows {colour}, and the pieces around it ask for {face}"
            in message
        )


@pytest.mark.parametrize("unknown", [27, 28])
def test_other_names_are_tried_where_half_of_the_stickers_are_known(unknown):
    swapped = str.maketrans("UR", "RU")
    letters = [
        c if i in CUBE.centres else c.translate(swapped)
        for i, c in enumerate(Cube.random(unknown).facelets)
    ]
    edges, corners = ([f for slot in o.frames for f in slot] for o in CUBE.orbits[::-1])
    for facelet in (edges + corners)[:unknown]:
        letters[facelet] = "."
    ways = arrangements(CUBE, Facelets("".join(letters)).colours)
    found = {"".join(FACES[f] for f in way.renaming) for way in ways}
    assert (found == {"RUFDLB"}) == (unknown == 27)


def test_centres_of_one_colour_are_all_named():
    (defect,) = [d for d in diagnose(Facelets("U" * 54)).defects if d.kind is DefectKind.CENTRE]
    assert defect.message == "the centres of faces U, R, F, D, L and B all show U"
    assert defect.facelets == CUBE.centres
    letters = "".join("RRRURF"[i // 9] if i % 9 == 4 else "F" for i in range(54))
    told = [d for d in diagnose(Facelets(letters, "WRGYOB")).defects if d.kind is DefectKind.CENTRE]
    assert [d.message for d in told] == ["the centres of faces U, R, F and L all show red"]
    letters = "".join("LRLDRL"[i // 9] if i % 9 == 4 else "F" for i in range(54))
    told = [d for d in diagnose(Facelets(letters)).defects if d.kind is DefectKind.CENTRE]
    assert [d.message for d in told] == [
        "the centres of faces R and L both show R",
        "the centres of faces U, F and B all show L",
    ]
