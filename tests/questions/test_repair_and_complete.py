"""`repair`, `complete` and `fewest` as questions and on the command line."""

from __future__ import annotations

import itertools
import json
import math
import random
import subprocess
import sys

import pytest
from mutilations import mutilate

from cubecsp import Cube, InputError, PocketCube, check, complete, fewest, repair
from cubecsp.cli import main
from cubecsp.errors import OutOfTimeError
from cubecsp.models.repair.completion import Completions
from cubecsp.models.repair.confusion import CAMERA
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.questions.answers.answer import Status, Stop
from cubecsp.questions.finding.next_sticker import next_sticker

pytestmark = pytest.mark.usefixtures("terminal")

SOLVED = Cube().facelets


def changed(letters: str, **stickers: str) -> str:
    """Return the stickers with some of them replaced: `changed(SOLVED, U3="R")`."""
    names = Facelets(letters).puzzle.names
    return "".join(stickers.get(name, c) for name, c in zip(names, letters, strict=True))


def test_a_repaired_cube_says_what_changed():
    answer = repair(changed(SOLVED, U9="R", R1="U", B5="."))
    assert answer.status is Status.COMPLETE
    assert (answer.distance, answer.proven, answer.count) == (2, 2, 1)
    (found,) = answer.repairs
    assert found.facelets == SOLVED
    shown = answer.as_dict()["repairs"]
    assert shown == [{"facelets": SOLVED, "changed": ["U9", "R1"]}]


def test_a_limit_leaves_the_count_exact():
    swapped = mutilate(Cube.random(1), random.Random(1), "pieces exchanged").letters
    answer = repair(swapped, by="piece", limit=3)
    assert answer.status is Status.PARTIAL
    assert answer.stopped is Stop.LIMIT
    assert len(answer.repairs) == 3
    assert answer.count == 216  # 66 pairs of edges in 2 ways, 28 of corners in 3


def test_a_time_limit_gives_the_best_so_far():
    letters = mutilate(Cube.random(1), random.Random(1), "put together anyhow").letters
    answer = repair(letters, time_limit=1e-9)
    assert answer.status is Status.PARTIAL
    assert answer.stopped is Stop.TIME
    assert answer.proven == answer.distance
    assert len(answer.repairs) == 1


@pytest.mark.ordinary(2)
@pytest.mark.parametrize(
    ("raised", "stopped"), [(OutOfTimeError, Stop.TIME), (KeyboardInterrupt, Stop.INTERRUPT)]
)
@pytest.mark.parametrize("found", [0, 3])
def test_what_ends_the_listing_is_in_the_answer(monkeypatch, raised, stopped, found):
    letters = changed(SOLVED, R2="F", F2="R")
    every = repair(letters, limit=None)
    assert (every.status, every.stopped) == (Status.COMPLETE, None)

    def ended(completions, listed=Completions.__iter__):
        yield from itertools.islice(listed(completions), found)
        raise raised

    monkeypatch.setattr(Completions, "__iter__", ended)
    answer = repair(letters, limit=None)
    assert (answer.status, answer.stopped) == (Status.PARTIAL, stopped)
    assert len(answer.repairs) == found < len(every.repairs) == answer.count


def test_centres_are_repaired_where_they_are():
    turned = Cube.from_moves("R U").facelets
    swapped = "".join({"U": "D", "D": "U"}.get(c, c) for c in turned)
    names = dict(zip("URFDLB", "FRDBLU", strict=True))  # the whole cube tipped over
    tipped = "".join(names[c] for c in turned)
    assert repair(changed(turned, U5="D")).distance == 1
    assert repair(changed(turned, U5="D", D5="U")).distance == 2
    assert repair(changed(turned, U5="D", D5="U")).renamed is None
    answer = repair(Facelets(tipped))
    assert answer.distance > 0
    assert answer.renamed == 0
    assert repair(swapped).renamed is not None


def test_a_camera_confuses_red_and_orange():
    # Two ways to repair one corner: as URF or as UFL, which differ in what the others say.
    letters = changed(SOLVED, R1="L", U1="B")
    answer = repair(letters, confusion=CAMERA)
    assert answer.distance == 4
    with pytest.raises(InputError, match="pieces"):
        repair(letters, by="piece", confusion=CAMERA)


def test_pocket_cubes_stay_as_they_are_held():
    held = "".join(dict(zip("URFDLB", "FRDBLU", strict=True))[c] for c in PocketCube().facelets)
    answer = repair(Facelets(held))
    assert answer.distance == 0
    assert answer.repairs[0].facelets == held
    broken = changed(held, U1="L" if held[0] != "L" else "R")
    assert repair(Facelets(broken)).distance == 1
    assert complete("." * 24).count == 3_674_160
    assert complete("." * 24).orientation == "DBL"
    assert complete(Facelets(changed(held, U1="."))).orientation == "any"
    assert complete(Facelets(changed(held, U1="."))).unique


def test_a_completion_is_counted_listed_and_advised():
    answer = complete(changed(SOLVED, U2=".", F2=".", U8="."))
    assert answer.status is Status.COMPLETE
    assert answer.count == len(answer.cubes) == 1
    assert answer.unique
    answer = complete(SOLVED[:9] + "." * 45, limit=3)
    assert answer.count == 963_158_999_040
    assert answer.stopped is Stop.LIMIT
    assert len(answer) == 3
    look = answer.next_sticker
    assert look is not None
    assert sum(look.colours.values()) == answer.count
    left = [
        complete(changed(answer.query["facelets"], **{look.name: c}), list_cubes=False).count
        for c in look.colours
    ]
    assert left == list(look.colours.values())
    assert look.worst == max(left)


@pytest.mark.ordinary(3)
@pytest.mark.parametrize(
    ("letters", "words", "stickers"),
    [
        (changed(SOLVED, U9="F"), "URF shows FRF, and no piece does", {"U9", "R1", "F3"}),
        (changed(SOLVED, U5="F"), "centre of face U shows F", {"U5"}),
        (changed(SOLVED, U5="F", R5="L"), "centre of face U shows F", {"U5", "R5"}),
        (changed("." * 54, U9="U", R1="R", F3="F", D1="U", L9="R", F7="."), "more than once", None),
        (changed(SOLVED, U9="F", R1="U", F3="R"), "twists", None),
        (changed(SOLVED, U8="F", F2="U"), "flipped", None),
        (changed(SOLVED, U8="U", F2="R", U6="U", R2="F"), "swaps", None),
    ],
)
def test_what_fits_no_cube_is_told_why(letters, words, stickers):
    answer = complete(letters)
    assert answer.status is Status.INFEASIBLE
    assert answer.conflict is not None
    assert words in answer.conflict.message
    names = Facelets(letters).puzzle.names
    assert stickers is None or {names[f] for f in answer.conflict.facelets} == stickers
    assert "." not in {letters[facelet] for facelet in answer.conflict.facelets}


def test_commands_print_json(capsys):
    assert main(["repair", changed(SOLVED, U9="R"), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["repairs"] == [{"facelets": SOLVED, "changed": ["U9"]}]
    assert main(["complete", SOLVED[:9] + "." * 45, "--json", "--limit", "2"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["count"] == 963_158_999_040
    assert shown["next_sticker"]["worst"] < shown["count"]
    assert main(["complete", changed(SOLVED, U9="F"), "--json"]) == 1
    shown = json.loads(capsys.readouterr().out)
    assert shown["conflicts"][0]["stickers"] == ["U9", "R1", "F3"]


def test_of_stickers_that_leave_as_many_on_average_the_one_with_the_better_worst_case_is_chosen():
    """Of six cubes, 4 + 1 + 1 and 3 + 3 leave three on average."""

    class Counted:
        def colours(self):
            return {0: (4, 1, 1, 0, 0, 0), 1: (3, 3, 0, 0, 0, 0), 2: (3, 0, 3, 0, 0, 0)}

    look = next_sticker(Facelets("." * 54), Counted())
    assert (look.name, look.expected, look.worst) == ("U2", 3, 3)


def test_completion_needs_no_ortools():
    code = "import cubecsp, sys; cubecsp.complete('.' * 54); print('ortools' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_texts_are_read_in_any_format_and_holding():
    in_colours = str.maketrans("URFDLB", "YOGWRB")  # yellow up, green in front
    shown = Cube.from_moves("R U F2").facelets.translate(in_colours)
    assert check(shown).status is Status.COMPLETE
    assert complete(shown).unique
    assert repair(shown).distance == 0
    assert complete("R U R' U'").unique


def test_the_fewest_stickers_in_no_time():
    answer = fewest(Cube(), time_limit=1e-9)
    assert answer.status is not Status.INFEASIBLE
    assert answer.completed.unique


def pieces_touched(puzzle, changed):
    """Return how many pieces have these stickers, by the names of cubies in space: facelets that share a corner of a frame."""
    frames = [set(frame) for orbit in puzzle.orbits for frame in orbit.frames]
    frames += [{facelet} for facelet in puzzle.centres]
    return sum(bool(frame & set(changed)) for frame in frames)


@pytest.mark.ordinary(2)
@pytest.mark.few(5)
@pytest.mark.parametrize("seed", range(6))
def test_repairs_that_are_equally_near_come_with_the_likeliest_first(seed):
    """Those that touch the fewest pieces, then the fewest stickers; whatever the limit, the first is the same."""
    rng = random.Random(seed)
    kind = (Cube, PocketCube)[seed % 2]
    letters = list(kind.random(seed).facelets)
    for place in rng.sample(range(len(letters)), 2):
        letters[place] = rng.choice("URFDLB")
    for by in ("sticker", "piece"):
        found = repair("".join(letters), limit=None, by=by).repairs
        keys = [(pieces_touched(one.cube.puzzle, one.changed), len(one.changed)) for one in found]
        assert keys == sorted(keys)
        one = repair("".join(letters), limit=1, by=by).repairs
        if len(found) <= 200:
            assert one == found[:1]


def test_of_stickers_that_cost_different_amounts_fewer_may_be_dearer():
    """The pieces count first even where the repairs that touch fewest of them change more stickers."""
    table = [[0 if a == b else 1 + (a + b + 1) % 2 for b in range(6)] for a in range(6)]
    found = repair("LLLBDUUBFRDFFRDBBDLRDUUB", confusion=table, limit=None).repairs
    keys = [(pieces_touched(PocketCube().puzzle, one.changed), len(one.changed)) for one in found]
    assert keys == [(2, 3), (2, 5), (3, 4), (3, 5)]


def test_a_centre_that_changes_is_a_piece():
    (one,) = repair(changed(SOLVED, U5="F", R1="D")).repairs
    assert one.pieces == {frozenset({4}), frozenset({8, 9, 20})}


def test_more_repairs_than_are_put_in_order_are_all_listed():
    free = {facelet for frame in PocketCube().puzzle.corners.frames[:4] for facelet in frame}
    solved = PocketCube().facelets
    letters = "".join("." if f in free else letter for f, letter in enumerate(solved))
    answer = repair(letters, limit=None)
    assert answer.count == math.factorial(4) * 3**3
    assert len({one.facelets for one in answer.repairs}) == len(answer.repairs) == answer.count
    assert answer.status is Status.COMPLETE


@pytest.mark.ordinary(1)
@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(12))
def test_the_distance_in_renamed_colours_is_that_of_the_renamed_stickers(seed):
    """It is told only if it is less."""
    rng = random.Random(seed)
    order = "".join(rng.sample("URFDLB", 6)) if seed % 3 else "DRFULB"
    as_shown = str.maketrans("URFDLB", order)
    letters = list(Cube.random(seed).facelets)
    known = rng.sample(range(54), rng.choice((6, 12, 20)))
    for facelet in range(54):
        if facelet % 9 == 4 or rng.random() < 0.8:
            letters[facelet] = letters[facelet].translate(as_shown)
        if facelet % 9 != 4 and facelet not in known:
            letters[facelet] = "."
    renamed = "".join(letters).translate(str.maketrans(order, "URFDLB"))
    for how in ({}, {"by": "piece"}, {"confusion": CAMERA}):
        shown = repair(Facelets("".join(letters)), limit=1, **how)
        other = repair(Facelets(renamed), limit=1, **how).distance
        assert shown.renamed == (other if other < shown.distance else None)


@pytest.mark.parametrize(("corners", "renamed"), [((0,), 1), ((0, 6), None)])
def test_a_distance_that_is_the_same_in_renamed_colours_is_not_told(corners, renamed):
    """U and D have changed places: two centres, or as many corners, which would be mirrored."""
    letters = ["."] * 54
    for facelet, letter in zip(range(4, 54, 9), "DRFULB", strict=True):
        letters[facelet] = letter
    for corner in corners:
        for facelet in Cube().puzzle.corners.frames[corner]:
            letters[facelet] = SOLVED[facelet]
    for by in ("sticker", "piece"):
        answer = repair("".join(letters), by=by, limit=1)
        assert (answer.distance, answer.renamed) == (2, renamed)


@pytest.mark.parametrize(("by", "distance"), [("sticker", 2), ("piece", 1)])
def test_the_distance_in_renamed_colours_counts_what_is_asked_for(by, distance):
    """An edge shows two colours that are opposite each other, and neither is its own."""
    letters = changed(SOLVED, U8="R", F2="L").translate(str.maketrans("URFDLB", "BRULFD"))
    assert repair(Facelets(letters), by=by, limit=1).renamed == distance


@pytest.mark.parametrize("centres", ["BRULFD", "RFUDLB"])
def test_colours_of_another_scheme_are_renamed(centres):
    """Three centres or more have changed places in a ring: renamed the other way round, other pieces would be wrong."""
    letters = Cube.from_moves("R U F2 L").facelets.translate(str.maketrans("URFDLB", centres))
    assert repair(Facelets(letters)).renamed == 0


def test_a_table_of_confusions_is_a_name_or_six_rows():
    letters = "R" + Cube().facelets[1:]
    assert repair(letters, confusion="camera").query == repair(letters, confusion=CAMERA).query
    for wrong in (5, [1], [[1] * 6] * 5, [[1] * 5] * 6, [["1"] * 6] * 6, [[-1] * 6] * 6):
        with pytest.raises(InputError, match="expected the name of a TOML file, `camera`, or six"):
            repair(letters, confusion=wrong)
