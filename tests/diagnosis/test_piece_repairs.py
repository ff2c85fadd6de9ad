"""Repairs: all of the best ones and no others, on cubes of both sizes in any holding, and their sentences."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from mutilations import of_class
from texts import lettered

from cubecsp import Cube, Facelets, PocketCube
from cubecsp.diagnosis.assembly import COSETS, Assembly, Coset, piece_repairs
from cubecsp.diagnosis.diagnosis import Diagnosis
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

ROTATIONS = [symmetry for symmetry in SYMMETRIES if not symmetry.mirrored]

SOLVED = {puzzle: "".join(face * puzzle.size**2 for face in FACES) for puzzle in (CUBE, POCKET)}


def rotated(letters: str, rotation, puzzle: CubePuzzle) -> str:
    """Return the stickers after turning the whole cube, colours as they are."""
    result = [""] * len(letters)
    for facelet, target in enumerate(rotation.facelets_of(puzzle)):
        result[target] = letters[facelet]
    return "".join(result)


HELD = {
    CUBE: [SOLVED[CUBE]],
    POCKET: [rotated(SOLVED[POCKET], rotation, POCKET) for rotation in ROTATIONS],
}
"""Solved cubes as they may be held: a 3×3×3 is held by its centres."""


def assembled(letters: str) -> Assembly:
    assembly = Diagnosis(Facelets(letters)).assembly
    assert assembly is not None
    assert assembly.letters == letters
    return assembly


def pieces_away(letters: str, home: str, slots) -> int:
    """Return how many stickers belong to pieces that are not as on `home`."""
    return sum(len(slot) for slot in slots if any(letters[f] != home[f] for f in slot))


def away(letters: str, puzzle: CubePuzzle) -> int:
    """Return how many stickers are away from home, held as suits best."""
    return min(
        sum(pieces_away(letters, home, orbit.frames) for orbit in puzzle.orbits)
        for home in HELD[puzzle]
    )


def turned(letters: str, puzzle: CubePuzzle) -> int:
    """Return how many pieces are turned: their leading sticker is not on the leading face."""
    found = 0
    for orbit in puzzle.orbits:
        for name, slot in zip(orbit.names, orbit.frames, strict=True):
            shown = [letters[f] for f in slot]
            lead = next(c for pair in ("UD", "FB") for c in shown if c in pair)
            face = next(f for pair in ("UD", "FB") for f in name if f in pair)
            found += name[shown.index(lead)] != face
    return found


def any_pocket(rng: random.Random) -> str:
    """Return the stickers of a 2×2×2 assembled at random, in a random orientation."""
    letters = [""] * 24
    for slot, piece in enumerate(rng.sample(range(8), 8)):
        turn = rng.randrange(3)
        name = POCKET.corners.names[piece]
        shown = name[-turn:] + name[:-turn]
        for facelet, letter in zip(POCKET.corners.frames[slot], shown, strict=True):
            letters[facelet] = letter
    return "".join(letters)


@pytest.mark.parametrize("holding", range(24))
def test_a_small_cube_may_be_held_in_every_way(holding):
    """A solved one is at home, and a cube a twist away from it has the one repair that undoes it."""
    solved = HELD[POCKET][holding]
    assert assembled(solved).away == 0
    for slot in range(8):
        letters = list(solved)
        facelets = POCKET.corners.frames[slot]
        for facelet, letter in zip(facelets, solved_at(solved, facelets, -1), strict=True):
            letters[facelet] = letter
        found = piece_repairs(assembled("".join(letters)))
        assert found
        assert {repair.letters for repair in found} == {solved}
        assert found[0].result.away == 0


@pytest.mark.parametrize("holding", range(0, 24, 5))
def test_a_larger_cube_without_centres_may_be_held_in_every_way(holding):
    """One corner that is twisted is turned back, and no other one is turned instead."""
    puzzle = cube_puzzle(4)
    rotation = ROTATIONS[holding]
    solved = rotated("".join(face * 16 for face in FACES), rotation, puzzle)
    for slot in (0, 5, 7):
        letters, facelets = list(solved), puzzle.corners.frames[slot]
        for facelet, letter in zip(facelets, solved_at(solved, facelets, 1), strict=True):
            letters[facelet] = letter
        (repair,) = piece_repairs(assembled("".join(letters)))
        assert repair.letters == solved
        assert [action.slots for action in repair.actions] == [(slot,)]


def solved_at(letters: str, facelets: tuple[int, ...], turn: int) -> str:
    shown = "".join(letters[f] for f in facelets)
    return shown[turn:] + shown[:turn]


def taken_out(letters: str, puzzle: CubePuzzle, count: int):
    """Yield the stickers of every real assembly after taking out `count` pieces and putting them back."""
    slots = [(orbit, slot) for orbit in puzzle.orbits for slot in orbit.frames]
    for taken in itertools.combinations(slots, count):
        for order in itertools.permutations(taken):
            if any(a[0] is not b[0] for a, b in zip(taken, order, strict=True)):
                continue
            for turns in itertools.product(*(range(orbit.turns) for orbit, _ in taken)):
                result = list(letters)
                for (_, to), (_, source), turn in zip(taken, order, turns, strict=True):
                    shown = solved_at(letters, source, turn)
                    for facelet, letter in zip(to, shown, strict=True):
                        result[facelet] = letter
                yield "".join(result)


def reachable(letters: str) -> bool:
    """Say whether pieces assembled so are solvable, by the rules of Kociemba, from the stickers."""
    puzzle = CUBE if len(letters) == 54 else POCKET
    odd, sums = 0, []
    for orbit in puzzle.orbits:
        order, total = [], 0
        for name, slot in zip(orbit.names, orbit.frames, strict=True):
            shown = [letters[f] for f in slot]
            order.append(next(i for i, n in enumerate(orbit.names) if set(n) == set(shown)))
            lead = next(c for pair in ("UD", "FB") for c in shown if c in pair)
            face = next(f for pair in ("UD", "FB") for f in name if f in pair)
            total += (shown.index(lead) - name.index(face)) % orbit.turns
        odd += sum(a > b for a, b in itertools.combinations(order, 2))
        sums.append(total % orbit.turns)
    return not any(sums) and not (odd % 2 and puzzle is CUBE)


@pytest.mark.ordinary(4)
@pytest.mark.parametrize("has", [has for has in COSETS if has.pieces in (1, 2)], ids=str)
def test_all_of_the_best_mends_are_given_and_no_others(has):
    rng = random.Random(str(has))
    base = Cube.from_moves("R U") if has.twist < 2 else Cube.random(rng.randrange(10**6))
    cube = of_class(has, base, rng)
    assembly = Assembly.of(cube)
    assert Coset.of(assembly) == has
    ways = {letters for letters in taken_out(cube.facelets, CUBE, has.pieces) if reachable(letters)}
    best = min((away(letters, CUBE), turned(letters, CUBE)) for letters in ways)
    found = piece_repairs(assembly)
    assert {repair.letters for repair in found} == {
        letters for letters in ways if (away(letters, CUBE), turned(letters, CUBE)) == best
    }
    assert len({repair.letters for repair in found}) == len(found)


@pytest.mark.parametrize("seed", range(6))
def test_all_of_the_best_mends_of_a_small_cube_are_given(seed):
    rng = random.Random(seed)
    letters = any_pocket(rng)
    if reachable(letters):
        slot = POCKET.corners.frames[0]
        shown = solved_at(letters, slot, 1)
        letters = "".join(shown[slot.index(f)] if f in slot else c for f, c in enumerate(letters))
    ways = {other for other in taken_out(letters, POCKET, 1) if reachable(other)}
    best = min((away(other, POCKET), turned(other, POCKET)) for other in ways)
    assert {repair.letters for repair in piece_repairs(assembled(letters))} == {
        other for other in ways if (away(other, POCKET), turned(other, POCKET)) == best
    }


TWIST = re.compile(r"twist the corner (\S+) at (\S+) (clockwise|counter-clockwise)")
FLIP = re.compile(r"flip the edge (\S+) at (\S+)")
SWAP = re.compile(
    r"exchange the (corner|edge)s at (\S+) and (\S+): "
    r"(\S+) goes to (\S+) with (\S) on face (.) and (\S+) goes to (\S+) with (\S) on face (.)"
)


def done_by_hand(letters: str, sentence: str, scheme: str) -> str:
    """Do to stickers what a sentence says, by the names of places and the colours of pieces."""
    shown = list(letters)
    face_of = dict(zip(scheme, FACES, strict=True))
    slots = {
        name: facelets
        for orbit in CUBE.orbits
        for name, facelets in zip(orbit.names, orbit.frames, strict=True)
    }

    def piece_at(name: str) -> set[str]:
        return {letters[f] for f in slots[name]}

    def put(piece: str, name: str, colour: str, face: str) -> None:
        around = next(
            n
            for o in CUBE.orbits
            for n in o.names
            if set(n) == {face_of[c] for c in piece.split("-")}
        )
        start = around.index(face_of[colour])
        at = name.index(face)
        for k in range(len(name)):  # both go round clockwise
            shown[slots[name][(at + k) % len(name)]] = around[(start + k) % len(name)]

    for step in sentence.split("; then "):
        if found := TWIST.fullmatch(step):
            piece, name, way = found.groups()
            assert {face_of[c] for c in piece.split("-")} == piece_at(name)
            by = 1 if way == "clockwise" else 2
            before = [letters[f] for f in slots[name]]
            for k in range(3):
                shown[slots[name][(k + by) % 3]] = before[k]
        elif found := FLIP.fullmatch(step):
            piece, name = found.groups()
            assert {face_of[c] for c in piece.split("-")} == piece_at(name)
            a, b = slots[name]
            shown[a], shown[b] = letters[b], letters[a]
        else:
            found = SWAP.fullmatch(step)
            assert found, step
            kind, a, b, one, to, *first, other, there, colour, face = found.groups()
            assert kind == ("corner" if len(a) == 3 else "edge")
            assert (to, there) == (a, b)
            assert {face_of[c] for c in one.split("-")} == piece_at(b)
            assert {face_of[c] for c in other.split("-")} == piece_at(a)
            put(one, a, *first)
            put(other, b, colour, face)
    return "".join(shown)


@pytest.mark.parametrize("has", [has for has in COSETS if not has.is_reachable], ids=str)
def test_doing_what_a_mend_says_gives_the_cube_that_it_gives(has):
    rng = random.Random(str(has))
    scheme = "WRGYOB"
    for seed in range(3):
        cube = of_class(has, Cube.random(seed), rng)
        found = piece_repairs(Assembly.of(cube))
        for repair in rng.sample(found, min(6, len(found))):
            result = done_by_hand(cube.facelets, lettered(repair.sentence(scheme)), scheme)
            assert result == repair.letters == repair.result.letters
            assert reachable(result)
            assert repair.cube == Cube(result)
            shown = repair.as_dict(scheme)
            assert shown["message"] == repair.sentence(scheme)
            assert shown["facelets"] == result
            assert len(shown["actions"]) == len(repair.sentence().split("; then "))
            for action, step in zip(
                shown["actions"], repair.sentence().split("; then "), strict=True
            ):
                assert_agree(action, step, cube)


def assert_agree(action: dict, step: str, cube: Cube) -> None:
    """Hold the data of an action against its sentence in letters of faces."""
    verbs = {"twist": "twist ", "flip": "flip ", "swap": "exchange "}
    assert step.startswith(verbs[action["kind"]])
    assert all(name in step for name in action["slots"])
    for name, piece in zip(action["slots"], action["pieces"], strict=True):
        orbit = CUBE.corners if len(name) == 3 else CUBE.edges
        slot = orbit.frames[orbit.names.index(name)]
        assert {cube.facelets[f] for f in slot} == set(piece)
    if action["kind"] == "twist":
        assert step.endswith(f" {action['direction']}")
    else:
        assert "direction" not in action


def test_reports_show_twelve_mends_and_count_all():
    numbers = set()
    for seed in range(12):
        cube = Cube.random(seed)
        corners, edges = bytearray(cube.corners), bytearray(cube.edges)
        edges[0] ^= 1
        if seed % 2:
            corners[0] = corners[0] - corners[0] % 3 + (corners[0] + 1) % 3
        found = Diagnosis(Facelets(Cube.from_placements(corners, edges).facelets, "WRGYOB"))
        shown = found.as_dict()
        assert found.piece_repairs == piece_repairs(found.assembly)
        assert shown["piece_repair_count"] == len(found.piece_repairs)
        assert shown["piece_repairs"] == [
            repair.as_dict("WRGYOB") for repair in found.piece_repairs[:12]
        ]
        assert shown["coset"] == found.coset.as_dict()
        numbers.add(min(len(found.piece_repairs), 13))
        assert "piece_repairs" not in Diagnosis(Facelets.of(cube)).as_dict()
    assert 13 in numbers


def test_edges_are_exchanged_first():
    """Where corners and edges are as good, those come first that are easier to take out."""
    both = 0
    for seed in range(20):
        # Three edges and three corners go round, and the last ones of each are not where they belong.
        cube = Cube.from_moves("R U R' U' R U R' U'") if seed % 2 else Cube.random(seed)
        corners, edges = bytearray(cube.corners), bytearray(cube.edges)
        rng = random.Random(seed)
        a, b = rng.sample(range(8), 2)
        corners[a], corners[b] = corners[b], corners[a]
        c, d = rng.randrange(8), rng.randrange(12)
        corners[c] = corners[c] - corners[c] % 3 + (corners[c] + 1) % 3
        edges[d] ^= 1
        found = piece_repairs(Assembly.of(Cube.from_placements(corners, edges)))
        kinds = [a.orbit.name for repair in found for a in repair.actions if a.kind == "swap"]
        assert kinds == sorted(kinds, reverse=True)
        both += len(set(kinds)) == 2
    assert both


def test_numbers_of_classes():
    assert Coset.count(CUBE) == 12
    assert Coset.count(POCKET) == 3
    assert Coset.of(Assembly.of(PocketCube.from_moves("R"))).parity == 0
    assert [has.pieces for has in COSETS] == [0, 1, 1, 2, 1, 2, 2, 2, 2, 3, 2, 3]
    assert [COSETS[n].name for n in (0, 1, 11)] == [
        "solvable",
        "an edge flipped",
        "two pieces exchanged, a corner twisted counter-clockwise and an edge flipped",
    ]
    assert all(str(has) == has.name == has.as_dict()["name"] for has in COSETS)
