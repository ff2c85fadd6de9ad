"""`repair`, `complete`, `fewest` and `check` against plain counting, on cubes of both sizes."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest
from mutilations import KINDS, mutilate

from cubecsp import Cube, Facelets, PocketCube, check, complete, fewest, repair
from cubecsp.models.repair.completion import Completions, agreement
from cubecsp.models.repair.confusion import CAMERA, sticker_costs
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.defect import DefectKind
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import COLOURS
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions import complete as completing
from cubecsp.questions import repair as repairing
from cubecsp.questions.answers.answer import Status, Stop
from cubecsp.questions.complete import is_possible

WHOLE = [kind for kind in KINDS if kind != "letters lost"]


def hide(letters: str, number: int, rng: random.Random) -> str:
    hidden = rng.sample(range(len(letters)), number)
    return "".join("." if i in hidden else c for i, c in enumerate(letters))


def differing(shown: str, facelets: str) -> list[int]:
    """Return the known stickers that differ."""
    return [i for i, (a, b) in enumerate(zip(shown, facelets, strict=True)) if a not in (".", b)]


SLOT_OF = {
    puzzle.size: {f: slot for orbit in puzzle.orbits for slot in orbit.frames for f in slot}
    | {centre: (centre,) for centre in puzzle.centres}
    for puzzle in (CUBE, POCKET)
}


def measured(shown: str, facelets: str, by: str, confusion=None) -> int:
    off = differing(shown, facelets)
    if by == "piece":
        return len({SLOT_OF[3 if len(shown) == 54 else 2][f] for f in off})
    if confusion is None:
        return len(off)
    return sum(confusion[FACES.index(shown[f])][FACES.index(facelets[f])] for f in off)


@pytest.mark.slow
@pytest.mark.parametrize("by", ["sticker", "piece", "camera"])
def test_every_repair_is_as_far_as_is_said_and_says_what_changed(by):
    rng = random.Random(by)
    confusion = CAMERA if by == "camera" else None
    for seed in range(12):
        if seed % 3:
            letters = mutilate(Cube.random(seed), rng, rng.choice(WHOLE)).letters
        else:
            letters = list(PocketCube.random(seed).facelets)
            for facelet in rng.sample(range(24), 3):
                letters[facelet] = rng.choice(FACES + ".")
            letters = "".join(letters)
        kind = "piece" if by == "piece" else "sticker"
        answer = repair(Facelets(letters), by=kind, confusion=confusion, limit=30)
        assert answer.proven == answer.distance
        assert answer.repairs
        assert len({found.facelets for found in answer.repairs}) == len(answer.repairs)
        for found, report in zip(answer.repairs, answer, strict=True):
            assert found.cube.is_reachable
            assert report.cube == found.cube
            assert report.facelets == found.facelets
            assert measured(letters, found.facelets, by, confusion) == answer.distance
            assert list(found.changed) == differing(letters, found.facelets)
        assert answer.count is not None
        whole = answer.count <= 30
        assert len(answer.repairs) == min(answer.count, 30)
        assert answer.status is (Status.COMPLETE if whole else Status.PARTIAL)
        assert answer.stopped is (None if whole else Stop.LIMIT)


@pytest.mark.ordinary(4)
@pytest.mark.parametrize("more", [-1, 0, 1, None])
def test_a_limit_that_is_just_met_is_none(more):
    """A corner is twisted: any of the eight could be twisted back."""
    cube = Cube()
    letters = Cube.from_placements([1, *cube.corners[1:]], cube.edges).facelets
    number = 8
    limit = None if more is None else number + more
    answer = repair(letters, by="piece", limit=limit)
    assert len(answer.repairs) == number - (more == -1)
    assert answer.count == number
    assert answer.status is (Status.PARTIAL if more == -1 else Status.COMPLETE)
    assert answer.stopped is (Stop.LIMIT if more == -1 else None)


def named_after_centres(letters: str) -> str:
    centres = "".join(letters[f] for f in CUBE.centres)
    return letters.translate(str.maketrans(centres, FACES))


@pytest.mark.slow
def test_the_distance_with_colours_renamed_is_told_where_it_is_less():
    told = Counter()
    for seed in range(24):
        rng = random.Random(seed)
        letters = list(hide(Cube.random(seed).facelets, rng.choice((0, 10, 30, 40, 46)), rng))
        for facelet in rng.sample([f for f in range(54) if f not in CUBE.centres], 3):
            letters[facelet] = rng.choice(FACES + ".")
        order = rng.sample(FACES, 6) if rng.random() < 0.7 else list(FACES)
        if rng.random() < 0.5:  # pieces named along
            letters = ["." if c == "." else order[FACES.index(c)] for c in letters]
        for facelet, letter in zip(CUBE.centres, order, strict=True):
            letters[facelet] = letter
        if rng.random() < 0.15:
            letters[CUBE.centres[0]] = letters[CUBE.centres[1]]
        text = "".join(letters)
        confusion, by = rng.choice([(None, "sticker"), (None, "piece"), (CAMERA, "sticker")])
        answer = repair(Facelets(text), by=by, confusion=confusion, limit=1)
        centres = {letters[f] for f in CUBE.centres}
        if centres == set(FACES) and order != list(FACES):
            other = repair(
                Facelets(named_after_centres(text)),
                by=by,
                confusion=confusion,
                limit=1,
            ).distance
            expected = other if other < answer.distance else None
            told["less" if expected is not None else "not less"] += 1
            told["equal"] += other == answer.distance
        else:
            expected = None
            told["in place"] += 1
        assert answer.renamed == expected, seed
    assert min(told[case] for case in ("less", "not less", "in place")) > 1, told


def interrupted(function, number):
    """Return the function with a Ctrl-C in place of one call."""
    calls = itertools.count(1)

    def called(*arguments):
        if next(calls) == number:
            raise KeyboardInterrupt
        return function(*arguments)

    return called


def test_interrupted_repairs_keep_what_they_have(monkeypatch):
    monkeypatch.setattr(repairing, "_repair", interrupted(repairing._repair, 3))
    swapped = mutilate(Cube.random(1), random.Random(1), "pieces exchanged").letters
    answer = repair(swapped, by="piece")
    assert (len(answer.repairs), answer.count) == (2, 216)
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.INTERRUPT)


def all_that_agree(letters: str) -> list[str]:
    """Return every reachable cube that shows these stickers, held as they are, slot by slot."""
    size = 3 if len(letters) == 54 else 2
    puzzle = CUBE if size == 3 else POCKET
    matchings = []
    for orbit in puzzle.orbits:
        turned = [
            (piece, turn, name[-turn:] + name[:-turn])
            for piece, name in enumerate(orbit.names)
            for turn in range(orbit.turns)
        ]
        partial = [((), 0)]
        for slot in orbit.frames:
            shown = "".join(letters[f] for f in slot)
            partial = [
                ((*held, (piece, name)), turns + turn)
                for held, turns in partial
                for piece, turn, name in turned
                if all(a in (".", b) for a, b in zip(shown, name, strict=True))
                and all(piece != other for other, _ in held)
            ]
        done = []
        for held, turns in partial:
            odd = sum(a > b for (a, _), (b, _) in itertools.combinations(held, 2)) % 2
            if turns % orbit.turns == 0:
                done.append((odd, [name for _, name in held]))
        matchings.append(done)
    found = []
    for filled in itertools.product(*matchings):
        if len({odd for odd, _ in filled}) == 1:
            text = ["" if i not in puzzle.centres else FACES[i // 9] for i in range(len(letters))]
            for orbit, names in zip(puzzle.orbits, [names for _, names in filled], strict=True):
                for slot, name in zip(orbit.frames, names, strict=True):
                    for facelet, letter in zip(slot, name, strict=True):
                        text[facelet] = letter
            found.append("".join(text))
    return found


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("size", [3, 2])
def test_completions_and_the_sticker_to_look_at_next(size):
    puzzle = CUBE if size == 3 else POCKET
    several = 0
    for seed in range(5 if size == 3 else 10):
        rng = random.Random(seed)
        cube = (Cube if size == 3 else PocketCube).random(seed)
        letters = hide(cube.facelets, rng.choice((3, 8, 12, 16) if size == 3 else (3, 6, 8)), rng)
        if Completions(puzzle, agreement(Facelets(letters))).count > 80:
            continue
        wanted = all_that_agree(letters)
        if size == 2:  # held with DBL at home, which the stickers of this cube allow
            home = POCKET.corners.frames[6]
            wanted = [text for text in wanted if "".join(text[f] for f in home) == "DBL"]
        answer = complete(Facelets(letters), limit=None)
        assert sorted(report.facelets for report in answer) == sorted(wanted)
        assert [report.cube for report in answer] == [
            type(cube).from_facelets(report.facelets) for report in answer
        ]
        assert (answer.count, answer.unknown) == (len(wanted), letters.count("."))
        assert answer.unique == (len(wanted) == 1)
        assert (answer.status, answer.stopped) == (Status.COMPLETE, None)
        assert answer.orientation == (None if size == 3 else "DBL")
        if len(wanted) == 1:
            assert answer.next_sticker is None
            continue
        several += 1
        ranks = {}
        for facelet in (f for f, c in enumerate(letters) if c == "."):
            counts = Counter(text[facelet] for text in wanted)
            left = Fraction(sum(n * n for n in counts.values()), len(wanted))
            ranks[facelet] = (left, max(counts.values()), facelet, dict(counts))
        best = min((left, worst, facelet) for left, worst, facelet, _ in ranks.values())
        look = answer.next_sticker
        assert look is not None
        assert (look.expected, look.worst, look.facelet) == best
        assert look.colours == ranks[look.facelet][3]
        assert look.name == puzzle.names[look.facelet]
        shown = answer.as_dict()["next_sticker"]
        assert shown == {
            "sticker": look.name,
            "expected": float(best[0]),
            "worst": best[1],
            "colours": look.colours,
        }
        if several > 2:
            continue
        for limit in {len(wanted) - 1, len(wanted)}:
            some = complete(Facelets(letters), limit=limit)
            assert len(some) == min(limit, len(wanted))
            assert some.count == len(wanted)
            short = limit < len(wanted)
            assert some.status is (Status.PARTIAL if short else Status.COMPLETE)
            assert some.stopped is (Stop.LIMIT if short else None)
        only = complete(Facelets(letters), list_cubes=False)
        assert (len(only), only.count, only.status) == (0, len(wanted), Status.COMPLETE)
        assert only.next_sticker == look
    assert several > 0


def test_equal_stickers_are_distinguished_by_the_worst_case_and_then_by_their_place():
    """With nothing known all corner stickers are alike, and so are all edge stickers."""
    look = complete("." * 54, list_cubes=False).next_sticker
    assert look is not None
    assert look.name == "U1"
    assert len(set(look.colours.values())) == 1


ROTATIONS = [symmetry for symmetry in SYMMETRIES if not symmetry.mirrored]


@pytest.mark.ordinary(6)
@pytest.mark.parametrize("way", range(24))
def test_a_small_cube_held_in_any_way_is_completed_as_it_is_held(way):
    rng = random.Random(way)
    target = ROTATIONS[way].facelets_of(POCKET)
    text = [""] * 24
    for facelet, letter in enumerate(PocketCube.random(way).facelets):
        text[target[facelet]] = letter
    dbl = POCKET.corners.frames[6]
    for hidden in (dbl, dbl[:2], rng.sample(range(24), 5), (*dbl, *rng.sample(range(24), 3))):
        letters = "".join("." if f in hidden else c for f, c in enumerate(text))
        every = all_that_agree(letters)
        assert "".join(text) in every
        at_home = [t for t in every if "".join(t[f] for f in dbl) == "DBL"]
        answer = complete(Facelets(letters), limit=None)
        assert answer.status is Status.COMPLETE
        assert answer.orientation == ("DBL" if at_home else "any")
        assert sorted(r.facelets for r in answer) == sorted(at_home or every)
        assert is_possible(Facelets(letters))


def test_time_and_interrupts_end_a_list_and_leave_the_count(monkeypatch):
    answer = complete(SOLVED[:9] + "." * 45, limit=None, time_limit=1e-9)
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.TIME)
    assert answer.count == 963_158_999_040
    monkeypatch.setattr(completing, "state_of", interrupted(completing.state_of, 4))
    answer = complete(SOLVED[:9] + "." * 45)
    assert (len(answer), answer.count) == (3, 963_158_999_040)
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.INTERRUPT)


SOLVED = Cube().facelets


@pytest.mark.slow
@pytest.mark.few(4)
@pytest.mark.parametrize("kind", WHOLE)
def test_conflicts_are_as_small_as_can_be_and_say_why(kind):
    for seed in range(2):
        rng = random.Random(f"{kind}{seed}")
        letters = mutilate(Cube.random(seed), rng, kind).letters
        scheme = "WRGYOB"
        answer = complete(Facelets(letters, scheme), list_cubes=False)
        off = [
            f for f, face in zip(CUBE.centres, FACES, strict=True) if letters[f] not in (".", face)
        ]
        if answer.count:
            assert answer.conflict is None
            continue
        assert answer.status is Status.INFEASIBLE
        conflict = answer.conflict
        assert conflict is not None
        assert answer.as_dict()["conflicts"] == [
            {"message": conflict.message, "stickers": [CUBE.names[f] for f in conflict.facelets]}
        ]
        written = letters.translate(str.maketrans(FACES, scheme))
        if off:
            assert list(conflict.facelets) == off
            assert conflict.message == (
                f"the centre of face {CUBE.names[off[0]][0]} shows {COLOURS[FACES.index(letters[off[0]])]}; "
                "colours are named after centres"
            )
            continue
        slots = [
            (name, slot)
            for orbit in CUBE.orbits
            for name, slot in zip(orbit.names, orbit.frames, strict=True)
            if set(slot) & set(conflict.facelets)
        ]
        alone = "".join(c if f in conflict.facelets else "." for f, c in enumerate(letters))
        assert not is_possible(Facelets(alone))
        for _, slot in slots:
            assert is_possible(
                Facelets("".join("." if f in slot else c for f, c in enumerate(alone)))
            )
        names = [name for name, _ in slots]
        if len(slots) == 1:
            orbit = "corner" if len(names[0]) == 3 else "edge"
            shown = "".join(written[f] for f in slots[0][1])
            assert conflict.message == (
                f"the {orbit} at {names[0]} shows {shown}, and no piece does"
            )
            continue
        places = ", ".join(names[:-1]) + " and " + names[-1]
        assert (places if len(names) <= 6 else f"{len(names)} slots") in conflict.message
        if all("." not in [letters[f] for f in slot] for _, slot in slots):
            shown = [frozenset(letters[f] for f in slot) for _, slot in slots]
            if len(set(shown)) < len(shown):
                why = "more than once"
            elif all(len(name) == 3 for name in names):
                why = "cannot have twists that add up to whole turns"
            elif all(len(name) == 2 for name in names):
                why = "an odd number of edges would be flipped"
            else:
                why = "an odd number of swaps"
            assert why in conflict.message, (names, conflict.message)


@pytest.mark.slow
def test_whether_a_cube_can_be_solvable_is_whether_any_agrees():
    told = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        if seed % 4 == 0:
            letters = "".join(_any_pocket(rng))
            letters = hide(letters, rng.choice((1, 3, 6, 12)), rng)
        else:
            cube = _assembled(rng)
            letters = hide(cube.facelets, rng.choice((1, 3, 8, 20, 40)), rng)
            if rng.random() < 0.4:  # whole slots unknown
                for orbit in CUBE.orbits:
                    for slot in rng.sample(orbit.frames, rng.choice((0, 1, 2))):
                        letters = "".join("." if f in slot else c for f, c in enumerate(letters))
            if rng.random() < 0.3:
                centres = rng.sample(CUBE.centres, rng.choice((1, 2)))
                letters = "".join("." if f in centres else c for f, c in enumerate(letters))
        shown = Facelets(letters)
        answer = check(shown)
        (report,) = answer
        possible = is_possible(shown)
        kinds = {defect.kind for defect in report.defects}
        if kinds == {DefectKind.UNKNOWN_STICKER}:
            assert report.can_be_solvable == possible, (seed, letters)
            told[possible] += 1
        else:
            assert report.can_be_solvable is None
            assert not possible
            told["told"] += 1
        assert answer.status is (Status.COMPLETE if possible else Status.INFEASIBLE)
    assert min(told[case] for case in (True, False, "told")) > 0, told


def _assembled(rng: random.Random) -> Cube:
    corners, edges = rng.sample(range(8), 8), rng.sample(range(12), 12)
    return Cube.from_placements(
        [3 * p + rng.randrange(3) for p in corners], [2 * p + rng.randrange(2) for p in edges]
    )


def _any_pocket(rng: random.Random) -> list[str]:
    letters = [""] * 24
    for slot, piece in zip(POCKET.corners.frames, rng.sample(range(8), 8), strict=True):
        turn = rng.randrange(3)
        name = POCKET.corners.names[piece]
        for facelet, letter in zip(slot, name[-turn:] + name[:-turn], strict=True):
            letters[facelet] = letter
    return letters


@pytest.mark.slow
def test_the_fewest_stickers_of_small_cubes_tell_them_in_any_holding():
    for way in (0,):
        target = ROTATIONS[way].facelets_of(POCKET)
        text = [""] * 24
        for facelet, letter in enumerate(PocketCube.random(3).facelets):
            text[target[facelet]] = letter
        whole = "".join(text)
        answer = fewest(Facelets(whole), limit=3)
        assert answer.completed is not None
        assert answer.size == answer.proven
        assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.LIMIT)
        assert len(set(answer.sets)) == len(answer.sets) == 3
        for letters in answer.sets:
            assert 24 - letters.count(".") == answer.size
            assert all(a in (".", b) for a, b in zip(letters, whole, strict=True))
            every = all_that_agree(letters)
            if answer.completed.orientation == "DBL":
                home = POCKET.corners.frames[6]
                every = [t for t in every if "".join(t[f] for f in home) == "DBL"]
            assert every == [whole]
        shown = answer.as_dict()
        assert (shown["size"], shown["optimal"], shown["sets"]) == (answer.size, True, answer.sets)


@pytest.mark.slow
def test_the_fewest_stickers_of_a_small_cube_held_in_another_way():
    """With the piece DBL seen elsewhere, a set has to distinguish the cube from those held in any way."""
    known = "FRDRFF.URUR.U.....D...F."  # of R U, held after x y: one cube of all holdings agrees
    answer = fewest(Facelets(known), limit=None)
    assert answer.completed is not None
    assert (answer.completed.orientation, answer.completed.count) == ("any", 1)
    assert (answer.status, answer.size, answer.proven) == (Status.COMPLETE, 11, 11)
    whole = answer.cubes[0].facelets
    places = [i for i, letter in enumerate(known) if letter != "."]
    smallest = [
        "".join(whole[i] if i in kept else "." for i in range(24))
        for kept in itertools.combinations(places, 11)
        if len(all_that_agree("".join(whole[i] if i in kept else "." for i in range(24)))) == 1
    ]
    assert sorted(answer.sets) == sorted(smallest)


def test_centres_cost_what_their_colours_are_confused_for():
    letters = list(SOLVED)
    letters[CUBE.centres[1]] = "L"
    letters[CUBE.centres[0]] = "."
    for confusion, cost in ((None, 1), (CAMERA, 1)):
        assert repair(Facelets("".join(letters)), confusion=confusion).distance == cost
    letters[CUBE.centres[1]] = "F"
    assert repair(Facelets("".join(letters)), confusion=CAMERA).distance == 3
    # What a colour costs depends on which one is shown.
    table = [[0 if a == b else 1 + 10 * a + b for b in range(6)] for a in range(6)]
    costs = sticker_costs(Facelets(SOLVED[:9] + "F" + SOLVED[10:]), table)
    assert Completions(CUBE, costs).least == 1 + 10 * 2 + 1
