"""The three tests counted piece by piece, as in the reference text on solvable cubes."""

from __future__ import annotations

from hypothesis import given
from strategies import assemblies

from cubecsp import Cube, PocketCube
from cubecsp.cube.assembly import Assembly, AssemblyClass
from cubecsp.cube.explanation import CORNER_ORDER, EDGE_ORDER, Explanation
from cubecsp.cube.geometry import CUBE

# The worked example: what the text calls list A.
LIST_A = [7, 6, 4, 0, 11, 10, 5, 1, 9, 8, 2, 3]
EDGES = ["RW", "RG", "RB", "RY", "GW", "GY", "GO", "YB", "YO", "BW", "BO", "OW"]


def cube_of(numbers: list[int]) -> Cube:
    """Return the cube whose edges, unflipped, are those numbers in the order of the text."""
    face_of = dict(zip("WRGYOB", "URFDLB", strict=True))
    slots = [
        next(
            i for i, name in enumerate(CUBE.edges.names) if set(name) == {face_of[c] for c in word}
        )
        for word in EDGES
    ]
    edges = [0] * 12
    for position, number in enumerate(numbers):
        edges[slots[position]] = 2 * slots[number]
    return Cube.from_placements(Cube().corners, edges)


def test_the_worked_example_has_38_inversions():
    told = Explanation(Assembly.of(cube_of(LIST_A)), "WRGYOB")
    assert told.edge_inversions == 38
    assert [line.number for line in told.edges] == LIST_A
    assert [line.home.replace("-", "") for line in told.edges] == EDGES
    assert [len(line.inversions) for line in told.edges] == [7, 6, 4, 0, 7, 6, 3, 0, 3, 2, 0, 0]
    # "YB is where RW should be, GO is where RG should be"
    assert [line.piece for line in told.edges[:2]] == ["Y-B", "G-O"]
    printed = str(told)
    assert "38 among edges" in printed
    assert "38 inversions of edges and 0 of corners make 38, an even number: passed." in printed


def test_solved_is_counted_zero():
    told = Explanation(Assembly.of(Cube()), "WRGYOB")
    assert (told.edge_inversions, told.corner_inversions, told.twists, told.flips) == (0, 0, 0, 0)
    assert [line.home.replace("-", "") for line in told.corners] == (
        ["RGW", "RBW", "RGY", "RBY", "GOW", "GOY", "YOB", "BOW"]
    )
    assert sorted(slot for slot, _ in CORNER_ORDER) == list(range(8))
    assert sorted(slot for slot, _ in EDGE_ORDER) == list(range(12))


@given(assemblies)
def test_the_three_tests_find_the_class(cube):
    assembly = Assembly.of(cube)
    told = Explanation(assembly)
    has = AssemblyClass.of(assembly)
    assert (told.edge_inversions + told.corner_inversions) % 2 == has.parity
    assert told.twists % 3 == has.twist
    assert told.flips % 2 == has.flip
    passed = [verdict.endswith("passed.") for verdict in told.verdicts]
    assert passed == [not has.parity, not has.twist, not has.flip]


@given(assemblies)
def test_flips_and_twists_mean_what_is_said(cube):
    letters = cube.facelets
    told = Explanation(Assembly.of(cube))
    for orbit, lines in ((CUBE.edges, told.edges), (CUBE.corners, told.corners)):
        for line in lines:
            facelets = orbit.facelets[orbit.names.index(line.slot)]
            shown = "".join(letters[f] for f in facelets)
            assert sorted(shown) == sorted(line.piece.replace("-", ""))
            lead = next(c for c in "UDFB" if c in shown)
            leading_face = next(c for c in "UDFB" if c in line.slot)
            if orbit is CUBE.edges:
                assert line.turn == (line.slot[shown.index(lead)] != leading_face)
            else:
                assert shown[line.turn] == lead


def test_a_pocket_cube_has_no_edges():
    told = Explanation(Assembly.of(PocketCube.from_moves("R U")), "WRGYOB")
    assert len(told.verdicts) == 2
    assert all(verdict for verdict in told.verdicts)
    assert told.as_dict()["edges"] == []
    assert "edge" not in str(told)
