"""Everything that is wrong with a cube is found, and nothing that is not."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutilations import KINDS, PIECES, mutilate
from strategies import cubes
from texts import lettered

from cubecsp import Cube, Facelets, InputError
from cubecsp.diagnosis.diagnosis import Diagnosis, diagnose
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.defect import DefectKind
from cubecsp.puzzle.cube.geometry import FACES

pytestmark = pytest.mark.quick

SOLVED = Cube().facelets


def assert_reported(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    done = mutilate(Cube.random(seed), rng, kind)
    if not done.whole:
        missing = CUBE.facelet_count - len(done.letters)
        with pytest.raises(InputError, match=f"{missing} too few"):
            Facelets.parse(done.letters)
        return
    shown = Facelets(done.letters)
    found = Diagnosis(shown)
    reported = [(defect.kind.value, set(defect.facelets)) for defect in found.defects]
    for planted in done.planted:
        assert any(kind in planted.kinds and planted.facelets <= f for kind, f in reported), done
    assert {kind for kind, _ in reported} <= done.possible, done
    assert not found.is_sound
    for defect in found.defects:
        assert_true(defect, shown)
    # Only what was touched is blamed on stickers and pieces.
    touched = {f for slot in CUBE.corners.frames + CUBE.edges.frames for f in slot}
    touched = {f for f in touched if f in done.changed}
    for defect in found.defects:
        if defect.kind in (DefectKind.NO_SUCH_PIECE, DefectKind.PIECE_TWICE):
            assert touched & set(defect.facelets), (done, defect)


def assert_true(defect, shown: Facelets) -> None:
    """Hold a defect against the plain meaning of its kind."""
    letters = shown.letters
    if defect.kind is DefectKind.UNKNOWN_STICKER:
        assert set(defect.facelets) == {i for i, c in enumerate(letters) if c == "."}
    elif defect.kind is DefectKind.COLOUR_COUNT:
        (colour,) = {letters[f] for f in defect.facelets}
        assert len(defect.facelets) == letters.count(colour)
        assert len(defect.facelets) > 9 or len(defect.facelets) + letters.count(".") < 9
    elif defect.kind is DefectKind.NO_SUCH_PIECE:
        seen = "".join(letters[f] for f in defect.facelets)
        fits = [p for p in PIECES if len(p) == len(seen)]
        assert not any(all(a in (".", b) for a, b in zip(seen, p, strict=True)) for p in fits)
    elif defect.kind is DefectKind.PIECE_TWICE:
        assert len(defect.slots) > len(defect.pieces)
    elif defect.kind is DefectKind.PIECE_MISSING:
        slots = CUBE.corners.frames + CUBE.edges.frames
        there = ["".join(letters[f] for f in slot) for slot in slots]
        there = [Counter(shown) for shown in there if shown in PIECES]
        assert all(Counter(piece) not in there for piece in defect.pieces)
    elif defect.kind in (DefectKind.CORNER_TWIST, DefectKind.EDGE_FLIP):
        orbit = CUBE.corners if defect.kind is DefectKind.CORNER_TWIST else CUBE.edges
        shown = [[letters[f] for f in frame] for frame in orbit.frames]
        # A piece leads with its U or D sticker, or F or B; so does a slot, whose name begins there.
        turned = [seen[0] != min(seen, key="UDFBRL".index) for seen in shown if "." not in seen]
        known = [n for n, seen in zip(orbit.names, shown, strict=True) if "." not in seen]
        assert set(itertools.compress(known, turned)) == set(defect.slots) & set(known)
        assert set(defect.facelets) == {
            f
            for n, frame in zip(orbit.names, orbit.frames, strict=True)
            if n in defect.slots
            for f in frame
        }


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_planted_is_reported_and_nothing_else(kind):
    for seed in range(40):
        assert_reported(kind, seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_mutilations(kind):
    for seed in range(1000, 1000 + 10_000 // len(KINDS) + 1):
        assert_reported(kind, seed)


@given(cubes)
def test_sound_cubes_have_no_defects(cube):
    found = Diagnosis(Facelets.of(cube))
    assert (found.defects, found.piece_repairs, found.is_sound) == ((), (), True)
    assert found.coset.is_reachable


def with_stickers(letters: str, changes: dict[str, str]) -> str:
    """Return `letters` with stickers changed by name: `{"U1": "R"}`."""
    result = list(letters)
    for name, letter in changes.items():
        result[CUBE.names.index(name)] = letter
    return "".join(result)


def messages(letters: str, scheme: str = FACES) -> list[str]:
    return [defect.message for defect in diagnose(Facelets(letters, scheme)).defects]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"U1": "R"},
            [
                "colour white is on 8 stickers instead of 9",
                "colour red is on 10 stickers instead of 9",
                "the corner at ULB shows red-orange-blue, and no piece does: "
                "red and orange are opposite colours, which never meet",
                "the corner white-orange-blue is missing: it must be the one at ULB",
            ],
        ),
        (
            {"F3": "R", "R1": "F"},
            [
                "the corner at URF shows white-green-red, and no piece does: "
                "it is a mirror image of the corner white-red-green",
                "the corner white-red-green is missing: it must be the one at URF",
            ],
        ),
        (
            {"F2": "R", "R2": "."},
            [
                "1 sticker is unknown",
                "an odd number of swaps separates the pieces from solved, and turns only ever make an "
                "even number: two pieces have been exchanged",
            ],
        ),
        (
            {**dict.fromkeys(("U1", "R2", "F2", "L2", "B2", "F8"), "."), "D2": "U"},
            [
                "6 stickers are unknown",
                "the 5 edges at UR, UF, UL, UB and DF can only be white-red, white-green, white-orange or white-blue, which are 4",
                "the edge yellow-green is missing: it must be one of those at UR, UF, UL, UB and DF",
            ],
        ),
        (
            {"U5": "D", "D5": "U"},
            ["the centres white and yellow have been exchanged"],
        ),
        ({"U5": "R", "R5": "U"}, ["the centres white and red have been exchanged"]),
        (
            {"U5": "R", "R5": "F", "F5": "U"},
            [
                "centres have been moved: white belongs on U, red belongs on R and green belongs on F",
            ],
        ),
        (
            {"U5": "R"},
            [
                "colour white is on 8 stickers instead of 9",
                "colour red is on 10 stickers instead of 9",
                "the centre of face U shows red, and the pieces around it ask for white",
            ],
        ),
        ({"U5": "."}, ["1 sticker is unknown"]),
        (
            {"U2": "R", "U8": "R"},
            [
                "colour white is on 7 stickers instead of 9",
                "colour red is on 11 stickers instead of 9",
                "the edge green-red occurs twice: at UF and FR",
                "the edge blue-red occurs twice: at UB and BR",
                "the edges white-green and white-blue are missing",
            ],
        ),
        (
            {"L1": "U", "B3": "U"},
            [
                "colour white is on 11 stickers instead of 9",
                "colour orange is on 8 stickers instead of 9",
                "colour blue is on 8 stickers instead of 9",
                "the corner at ULB shows white-white-white, and no piece does: one colour three times, white",
                "the corner white-orange-blue is missing: it must be the one at ULB",
            ],
        ),
        (
            {"F2": "U"},
            [
                "colour white is on 10 stickers instead of 9",
                "colour green is on 8 stickers instead of 9",
                "the edge at UF shows white-white, and no piece does: one colour twice, white",
                "the edge white-green is missing: it must be the one at UF",
            ],
        ),
        (
            {"U9": "R", "R1": "F", "F3": "U"},
            [
                "the corner twists add up to one third of a turn counter-clockwise, not to whole turns: "
                "a corner has been twisted"
            ],
        ),
        (
            {"U8": "F", "F2": "U"},
            ["an odd number of edges is flipped: an edge has been flipped"],
        ),
    ],
)
def test_sentences(changes, expected):
    assert messages(with_stickers(SOLVED, changes), "WRGYOB") == expected


def named_after_centres(letters: str) -> Facelets:
    """Return stickers as they are read in colour letters: whatever a centre is, its face is called so."""
    centres = "".join(letters[facelet] for facelet in CUBE.centres)
    named = letters.translate(str.maketrans(centres, FACES))
    return Facelets(named, centres.translate(str.maketrans(FACES, "WRGYOB")))


@pytest.mark.parametrize(
    ("changes", "faces", "expected"),
    [
        ({"U5": "R", "R5": "U"}, "UR", "the centres red and white have been exchanged"),
        (
            {"U5": "D", "D5": "U"},
            FACES,
            "the centres yellow and white have been exchanged, or red and orange, or green and blue: the pieces around "
            "them fit each of these",
        ),
        (
            {"U5": "R", "R5": "F", "F5": "U"},
            FACES,
            "centres have been moved: white belongs on U, red belongs on R and green belongs on F; or orange "
            "belongs on D, blue belongs on L and yellow belongs on B: the pieces around them fit each of these",
        ),
    ],
)
def test_moved_centres_name_the_colours(changes, faces, expected):
    shown = named_after_centres(with_stickers(SOLVED, changes))
    (defect,) = diagnose(shown).defects
    assert (defect.kind, defect.message) == (DefectKind.CENTRE, expected)
    assert {CUBE.names[f] for f in defect.facelets} == {f"{face}5" for face in faces}


@pytest.mark.parametrize(
    "kind",
    ["corners twisted", "edges flipped", "piece copied", "corners mirrored", "stickers swapped"],
)
def test_moved_centres_hide_no_other_defects(kind):
    for seed in range(12):
        rng = random.Random(seed)
        done = mutilate(Cube.random(seed), rng, kind)
        if done.pieces > 2:  # more could as well be blamed on the pieces alone
            continue
        letters = list(done.letters)
        a, b = rng.choice(CUBE.centres[:3]), rng.choice(CUBE.centres[:3])
        letters[a], letters[b] = letters[b], letters[a]
        for shown in (Facelets("".join(letters)), named_after_centres("".join(letters))):
            defects = diagnose(shown).defects
            kinds = Counter(defect.kind.value for defect in defects)
            assert kinds["centre"] == (a != b)
            for planted in done.planted:
                assert any(kinds[kind] for kind in planted.kinds)
            assert set(kinds) <= done.possible | {"centre"}
            if a != b:
                (moved,) = (d for d in defects if d.kind is DefectKind.CENTRE)
                assert set(moved.facelets) == {a, b}


@given(cubes, st.permutations("WRGYOB").map("".join))
@settings(max_examples=30)
def test_messages_use_the_letters_of_the_scheme(cube, scheme):
    rng = random.Random(cube.facelets)
    done = mutilate(cube, rng, "stickers changed")
    plain = messages(done.letters, "αβγδεζ")
    named = [lettered(message) for message in messages(done.letters, scheme)]
    assert [m.translate(str.maketrans("αβγδεζ", scheme)) for m in plain] == named
