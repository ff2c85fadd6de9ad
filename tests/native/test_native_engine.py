"""The native engine on small neighbourhoods: on several threads, and one cube of each class."""

from __future__ import annotations

import itertools
import random

import pytest

from cubecsp import SYMMETRIES, Cube
from cubecsp.models import parse_pattern
from cubecsp.models.core.primitives import AtLeast, ColourCount, SlotDomain
from cubecsp.models.engines import Problem, Progress, load_engine, native, native_threads
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.state import PocketCube

pytestmark = pytest.mark.native

NO_SYMMETRY = SYMMETRIES[:1]


def answers(problem: Problem) -> list[Cube | PocketCube]:
    events = load_engine("native").solutions(problem)
    return [event for event in events if isinstance(event, (Cube, PocketCube))]


def neighbourhood(
    cube: Cube, rng: random.Random, corners: int, edges: int
) -> tuple[SlotDomain, ...]:
    """Return that all pieces, except a number of them, are placed as in a cube."""
    free = (set(rng.sample(range(8), corners)), set(rng.sample(range(12), edges)))
    return tuple(
        SlotDomain(orbit, slot, frozenset({placement}))
        for orbit, placements in enumerate((cube.corners, cube.edges))
        for slot, placement in enumerate(placements)
        if slot not in free[orbit]
    )


def count_reachable(corners: int, edges: int) -> int:
    """Return how many cubes differ from one in no more than these pieces, by the laws of the cube."""
    factorial = [1, 1, 2, 6, 24, 120]
    arrangements = factorial[corners] * factorial[edges]
    if max(corners, edges) > 1:
        arrangements //= 2
    return arrangements * 3 ** max(corners - 1, 0) * 2 ** max(edges - 1, 0)


@pytest.mark.ordinary(6)
@pytest.mark.threads
@pytest.mark.parametrize(
    ("corners", "edges"), [(2, 2), (3, 0), (3, 2), (0, 4), (1, 1), (4, 0), (2, 4), (3, 3)]
)
@pytest.mark.parametrize("seed", [None, 3])
def test_threads_find_what_one_finds(corners, edges, seed):
    """Small trees, whose answers stand above the cut, or on it, or just below."""
    rng = random.Random(f"{corners} {edges}")
    cube = Cube.random(rng.randrange(2**32))
    asked = neighbourhood(cube, rng, corners, edges)
    alone = answers(Problem(CUBE, asked, NO_SYMMETRY, seed))
    assert len(alone) == len(set(alone)) == count_reachable(corners, edges)
    for threads in (2, 3, 8):
        assert answers(Problem(CUBE, asked, NO_SYMMETRY, seed, threads)) == alone


@pytest.mark.threads
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_find_what_one_finds_under_symmetry(threads):
    asked = (*homes(0), ColourCount(frozenset({1, 3, 5, 7}), frozenset({0}), 2, 3))
    group = [s for s in SYMMETRIES if all(p.moved(s, CUBE) in asked for p in asked)]
    assert len(group) == 8
    asked += tuple(SlotDomain(1, slot, frozenset(range(24))) for slot in range(4))
    some = (
        *asked,
        *(SlotDomain(1, slot, frozenset({2 * slot, 2 * slot + 1})) for slot in range(4, 12)),
    )
    alone = answers(Problem(CUBE, some, tuple(group)))
    assert alone
    assert answers(Problem(CUBE, some, tuple(group), threads=threads)) == alone


def test_answers_wait_for_their_turn_however_many_they_are(monkeypatch):
    """With no room for answers that wait, threads stand still and go on again."""
    rng = random.Random(5)
    asked = neighbourhood(Cube.random(5), rng, 3, 4)
    alone = answers(Problem(CUBE, asked, NO_SYMMETRY))
    for room in (0, 1, 2000):
        monkeypatch.setattr(native_threads, "_WAITING_PER_THREAD", room)
        assert answers(Problem(CUBE, asked, NO_SYMMETRY, threads=3)) == alone


def homes(orbit: int, *, turned: bool = False) -> tuple[SlotDomain, ...]:
    """Return that every piece of an orbit is in its slot, turned in any way or not at all."""
    one = CUBE.orbits[orbit]
    return tuple(
        SlotDomain(
            orbit,
            slot,
            frozenset(range(one.turns * slot, one.turns * slot + (one.turns if turned else 1))),
        )
        for slot in range(len(one.names))
    )


def flipped() -> list[Cube]:
    """Return all cubes with every piece in its slot and the edges flipped in any way."""
    cubes = []
    for flips in itertools.product((0, 1), repeat=11):
        edges = [2 * slot + flip for slot, flip in enumerate((*flips, sum(flips) % 2))]
        cubes.append(Cube.from_placements(Cube().corners, edges))
    return cubes


def twisted() -> list[Cube]:
    """Return all cubes with every piece in its slot and the corners twisted in any way."""
    cubes = []
    for twists in itertools.product((0, 1, 2), repeat=7):
        corners = [3 * slot + t for slot, t in enumerate((*twists, -sum(twists) % 3))]
        cubes.append(Cube.from_placements(corners, Cube().edges))
    return cubes


def swapped() -> list[Cube]:
    """Return all cubes with only the edges of the layers U and D away from their slots, in pairs."""
    cubes = []
    for pairs in itertools.product(itertools.permutations(range(4)), repeat=2):
        edges = [2 * p for p in (*pairs[0], *(4 + p for p in pairs[1]))] + [
            2 * s for s in range(8, 12)
        ]
        cube = Cube.from_placements(Cube().corners, edges)
        if cube.is_reachable:
            cubes.append(cube)
    return cubes


def layers_only() -> tuple[SlotDomain, ...]:
    first, second = frozenset(range(0, 8, 2)), frozenset(range(8, 16, 2))
    return (
        *homes(0),
        *(SlotDomain(1, slot, first if slot < 4 else second) for slot in range(8)),
        *homes(1)[8:],
    )


@pytest.mark.ordinary(2)
@pytest.mark.parametrize(
    ("asked", "cubes", "classes"),
    [
        ((*homes(0), *homes(1, turned=True)), flipped, 76),
        ((*homes(0, turned=True), *homes(1)), twisted, None),
        (layers_only(), swapped, None),
    ],
    ids=["edges flipped", "corners twisted", "two layers of edges"],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_one_of_each_class_where_slots_stay_open(asked, cubes, classes, threads):
    """The least of each class, in the order of placements, and nothing else, in every class."""

    def order(cube: Cube) -> tuple[bytes, bytes]:
        return cube.corners, cube.edges

    every = cubes()
    group = tuple(s for s in SYMMETRIES if {p.moved(s, CUBE) for p in asked} == set(asked))
    assert len(group) in (16, 48)
    least = {min((s.of(cube) for s in group), key=order) for cube in every}
    assert least <= set(every)
    if classes is not None:
        assert len(least) == classes
    for some in (group, group[:1]):
        found = answers(Problem(CUBE, asked, some, threads=threads))
        assert len(found) == len(set(found))
        assert set(found) == (set(every) if len(some) == 1 else least)


@pytest.mark.ordinary(2)
@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(12))
def test_subgroups_of_symmetries_by_brute_force(seed):
    """Any group that the question has, over flipped edges of which so many are flipped."""
    rng = random.Random(seed)
    generators = rng.sample(SYMMETRIES[1:], rng.randint(1, 2))
    group = {SYMMETRIES[0]}
    while True:
        more = {a * b for a in group for b in (*group, *generators)}
        if more <= group:
            break
        group |= more
    everything = flipped()
    least = {
        min((s.of(cube) for s in group), key=lambda c: (c.corners, c.edges)) for cube in everything
    }
    asked = (*homes(0), *homes(1, turned=True))
    assert set(answers(Problem(CUBE, asked, tuple(group)))) == least


@pytest.mark.parametrize("threads", [1, 3])
def test_small_cubes_of_few_pieces(threads):
    """Two corners of a 2×2×2 exchanged or twisted, the others at home."""
    asked = tuple(SlotDomain(0, slot, frozenset({3 * slot})) for slot in range(2, 8))
    found = answers(Problem(POCKET, asked, NO_SYMMETRY, threads=threads))
    assert len(found) == len(set(found)) == 6


ALL_COLOURS = "f in faces: all(c in colours: count({f},{c})>=1)"
CHOICES = {
    "five of a colour where all six are": (["not at-most=4", "every-colour"], 0),
    "a whole face beside one of all colours": (
        [f"any({ALL_COLOURS})", "any(f in faces: count({f},{f})==9)"],
        0,
    ),
    "three faces of all colours": ([f"at-least(3, {ALL_COLOURS})"], 1),
    "faces of three colours": (
        ["all(f in faces: at-least(3, c in colours: count({f},{c})==3))"],
        1,
    ),
}


@pytest.mark.ordinary(6)
@pytest.mark.parametrize("seed", [None, 0, 1, 2])
@pytest.mark.parametrize("asked", CHOICES)
def test_choices_that_rules_leave_are_made_first(asked, seed):
    """Each of these takes millions of nodes if the search branches only on slots."""
    texts, wanted = CHOICES[asked]
    pattern = parse_pattern(texts)
    problem = Problem(CUBE, pattern.primitives, pattern.symmetries, seed=seed)
    spent = found = 0
    for event in load_engine("native").blocks(problem):
        if isinstance(event, Progress):
            spent = max(spent, event.nodes)
            assert spent < 500_000
        else:
            found += 1
            assert all(rule.holds(problem.cube(event.rows[:20])) for rule in pattern.rules)
            break
    assert found == wanted


@pytest.mark.ordinary(1)
@pytest.mark.threads
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_find_what_one_finds_where_choices_are_made_first(threads):
    near = neighbourhood(Cube.random(5), random.Random(5), 4, 4)
    counts = [
        ColourCount(frozenset(CUBE.face(f)), frozenset({c}), 3, 9)
        for f in range(6)
        for c in range(6)
    ]
    problem = Problem(CUBE, (*near, AtLeast(7, frozenset(counts))), NO_SYMMETRY)
    plain, search = native.search_of(problem), native.search_of(problem)
    assert search.branch_on_parts()
    assert any(var >= search.vars for path in search.copy().branches(1) for var, _ in path)
    shared = b"".join(found for found, _ in native_threads.in_steps(search.copy(), threads))
    alone = search.run(10**7, 10**7)
    assert shared == alone
    slotwise = plain.run(10**7, 10**7)
    assert slotwise != alone

    def rows(found: bytes) -> list[bytes]:
        return sorted(found[i : i + 20] for i in range(0, len(found), 20))

    assert rows(slotwise) == rows(alone)
