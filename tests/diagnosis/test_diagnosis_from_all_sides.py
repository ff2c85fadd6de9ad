"""The defects of a cube do not depend on how it lies; and the answer says nothing that might be false."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from oracle import put_back
from texts import lettered

from cubecsp import Cube, Facelets, PocketCube
from cubecsp.diagnosis.assembly import Assembly, Coset
from cubecsp.diagnosis.diagnosis import ASSEMBLY_KINDS, Diagnosis, diagnose
from cubecsp.puzzle.cube import batch
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.geometry import FACES

pytestmark = pytest.mark.quick


def counted(letters: str, scheme: str) -> list[str]:
    """Return what is to be said about the numbers of stickers."""
    unknown, right = letters.count("."), len(letters) // 6
    said = {0: [], 1: ["1 sticker is unknown"]}.get(unknown, [f"{unknown} stickers are unknown"])
    for face, letter in zip(FACES, scheme, strict=True):
        there = letters.count(face)
        if there > right:
            many = "1 sticker" if there == 1 else f"{there} stickers"
            said.append(f"colour {letter} is on {many} instead of {right}")
        elif there + unknown < right:
            most = there + unknown
            many = {0: "no sticker", 1: "1 sticker"}.get(most, f"{most} stickers")
            at_most = "at most " if unknown else ""
            said.append(f"colour {letter} is on {at_most}{many} instead of {right}")
    return said


@pytest.mark.parametrize("size", [24, 54])
def test_stickers_are_counted_right(size):
    seen = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        weights = [rng.choice((0, 1, 1, 1, 4)) + 0.01 for _ in range(7)]
        weights[6] *= rng.choice((0, 0.1, 1))
        letters = "".join(rng.choices(FACES + ".", weights, k=size))
        defects = diagnose(Facelets(letters, "WRGYOB")).defects
        said = [d for d in defects if d.kind.value in ("unknown-sticker", "colour-count")]
        assert [lettered(d.message) for d in said] == counted(letters, "WRGYOB")
        for defect in said:
            letter = (
                "."
                if "unknown" in defect.message
                else FACES["WRGYOB".index(lettered(defect.message)[7])]
            )
            assert list(defect.facelets) == [i for i, c in enumerate(letters) if c == letter]
        seen.update(
            word for d in said for word in ("at most", "no sticker", "1 ") if word in d.message
        )
    assert min(seen[word] for word in ("at most", "no sticker", "1 ")) > 0, seen


def test_what_the_tests_say_in_spite_of_unknown_stickers_is_true_of_every_cube():
    """All matchings of some slots from the pieces that are left are looked at, whatever their class."""
    seen = Counter()
    for seed in range(80):
        rng = random.Random(seed)
        cube = _assembled(rng)
        free = [
            rng.sample(range(8), rng.choice((0, 1, 2))),
            rng.sample(range(12), rng.choice((0, 2))),
        ]
        letters = list(cube.facelets)
        hideable = [
            f
            for orbit, slots in zip(CUBE.orbits, free, strict=True)
            for slot in slots
            for f in orbit.frames[slot]
        ]
        for facelet in hideable:
            if rng.random() < 0.6:
                letters[facelet] = "."
        found = Diagnosis(Facelets("".join(letters)))
        cubes = _all_that_agree(cube, free, "".join(letters))
        assert cube in cubes
        kinds = {kind.value for kind in found.kinds & ASSEMBLY_KINDS}
        classes = {_class(other) for other in cubes}
        for index, kind in enumerate(("permutation-parity", "corner-twist", "edge-flip")):
            values = {has[index] for has in classes}
            if kind in kinds:
                assert 0 not in values, (seed, kind)
                seen[kind] += 1
            elif len(cubes) == 1:
                assert values == {0}, (seed, kind)
        if len(cubes) == 1:
            assert found.assembly == Assembly.of(cube)
            assert found.coset == Coset(*classes.pop())
        elif found.assembly is not None:
            pytest.fail(f"{seed}: {len(cubes)} cubes agree, and one is given")
    assert len(seen) == 3


def test_the_place_of_a_missing_piece_is_told_only_where_it_is_certain():
    """Two slots show no piece, and a third might hold the one of two that the first asks for."""
    letters = list(Cube().facelets)
    for name, letter in (("U6", "U"), ("R2", "U"), ("U8", "U"), ("F2", "U"), ("D6", ".")):
        letters[CUBE.names.index(name)] = letter
    (missing,) = [
        d for d in diagnose(Facelets("".join(letters))).defects if d.kind.value == "piece-missing"
    ]
    assert missing.message == "the edge U-F is missing"
    letters[CUBE.names.index("R2")] = "R"
    letters[CUBE.names.index("D6")] = "D"
    (missing,) = [
        d for d in diagnose(Facelets("".join(letters))).defects if d.kind.value == "piece-missing"
    ]
    assert missing.message == "the edge U-F is missing: it must be the one at UF"


def _class(cube: Cube) -> tuple[int, int, int]:
    inversions = sum(
        a > b
        for pieces in (cube.corner_pieces, cube.edge_pieces)
        for a, b in itertools.combinations(pieces, 2)
    )
    return inversions % 2, sum(cube.corner_twists) % 3, sum(cube.edge_flips) % 2


def _assembled(rng: random.Random) -> Cube:
    corners, edges = rng.sample(range(8), 8), rng.sample(range(12), 12)
    return Cube.from_placements(
        [3 * p + rng.randrange(3) for p in corners], [2 * p + rng.randrange(2) for p in edges]
    )


def _all_that_agree(cube: Cube, free: list[list[int]], letters: str) -> set[Cube]:
    """Return the assemblies, of any class, that differ in these slots only and show the stickers."""
    found = set()
    for placements in _refilled(cube, free):
        other = Cube.from_placements(*placements)
        if all(a in (".", b) for a, b in zip(letters, other.facelets, strict=True)):
            found.add(other)
    return found


def _refilled(cube: Cube, free: list[list[int]]):
    each = []
    for values, slots, turns in ((cube.corners, free[0], 3), (cube.edges, free[1], 2)):
        ways = []
        for order in itertools.permutations([values[slot] // turns for slot in slots]):
            for turned in itertools.product(range(turns), repeat=len(slots)):
                filled = list(values)
                for slot, piece, turn in zip(slots, order, turned, strict=True):
                    filled[slot] = turns * piece + turn
                ways.append(filled)
        each.append(ways)
    return itertools.product(*each)


def test_put_back_gives_the_reachable_ones_of_these():
    """The filter that other tests compare with, against the class of each cube."""
    cube = Cube.random(3)
    free = [[0, 5], [1, 7]]
    rows = batch.from_array(put_back(cube, free))
    wanted = {Cube.from_placements(*some) for some in _refilled(cube, free)}
    assert set(rows) == {other for other in wanted if _class(other) == (0, 0, 0)}


def test_a_class_that_is_known_beforehand_changes_nothing():
    """Batches work the class out for all cubes at once; each report has to be what it is alone."""
    rng = random.Random(3)
    cubes = [_assembled(rng) for _ in range(8)]
    cubes += [
        PocketCube(bytes(3 * p + rng.randrange(3) for p in rng.sample(range(8), 8)))
        for _ in range(9)
    ]
    cubes += [Cube.random(1), PocketCube.random(1)]
    for cube in cubes:
        alone = Diagnosis(Facelets.of(cube))
        known = Diagnosis(Facelets.of(cube), Coset.of(Assembly.of(cube)))
        assert known.first == alone.first
        assert known.is_sound == alone.is_sound == (not alone.defects)
        assert known.defects == alone.defects
        assert known.kinds == alone.kinds
        assert known.coset == alone.coset
        assert known.piece_repairs == alone.piece_repairs
        assert known.as_dict() == alone.as_dict()


@pytest.mark.parametrize("puzzle", [CUBE, POCKET])
def test_defects_as_data_name_every_sticker(puzzle):
    rng = random.Random(4)
    kind = Cube if puzzle is CUBE else PocketCube
    area = puzzle.size**2
    for seed in range(10):
        letters = list(kind.random(seed).facelets)
        for facelet in rng.sample(range(len(letters)), 4):
            letters[facelet] = rng.choice(FACES + ".")
        found = Diagnosis(Facelets("".join(letters)))
        shown = found.as_dict()["defects"]
        assert [d["kind"] for d in shown] == [d.kind.value for d in found.defects]
        for data, defect in zip(shown, found.defects, strict=True):
            assert data["stickers"] == [
                f"{FACES[f // area]}{f % area + 1}" for f in defect.facelets
            ]
            assert data["slots"] == list(defect.slots)
            assert data["pieces"] == list(defect.pieces)
            assert data["message"] == defect.message
