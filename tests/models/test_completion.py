"""Cubes that agree with stickers: counted, listed and told apart, against engines and brute force."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from cubecsp import Cube, find
from cubecsp.models import Stickers
from cubecsp.models.repair.completion import FORBIDDEN, Completions, Matchings, agreement
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import PocketCube

ALL = 43_252_003_274_489_856_000


def hidden(cube: str, unknown: int, rng: random.Random) -> Facelets:
    """Return the cube with so many stickers unknown."""
    shown = list(cube)
    for facelet in rng.sample(range(len(cube)), unknown):
        shown[facelet] = "."
    return Facelets("".join(shown))


def listed(shown: Facelets) -> list[str]:
    return [
        shown.puzzle.letters(b"".join(found))
        for found in Completions(shown.puzzle, agreement(shown))
    ]


def test_everything_unknown_counts_every_cube():
    assert Completions(CUBE, agreement(Facelets("." * 54))).count == ALL
    # Held in any of 24 ways.
    assert Completions(POCKET, agreement(Facelets("." * 24))).count == 24 * 3_674_160


def test_known_counts():
    edges_unknown = "".join(
        "." if any(i in slot for slot in CUBE.edges.frames) else c
        for i, c in enumerate(Cube().facelets)
    )
    # Corners solved: edges in any even order, flipped in any way that adds up.
    assert Completions(CUBE, agreement(Facelets(edges_unknown))).count == 479001600 // 2 * 2**11
    corners_unknown = "".join(
        "." if any(i in slot for slot in CUBE.corners.frames) else c
        for i, c in enumerate(Cube().facelets)
    )
    assert Completions(CUBE, agreement(Facelets(corners_unknown))).count == 40320 // 2 * 3**7


@pytest.mark.parametrize("unknown", [0, 5, 12, 16, 20, 24])
def test_the_list_is_what_an_engine_finds(unknown):
    rng = random.Random(unknown)
    for seed in range(1):
        shown = hidden(Cube.random(seed).facelets, unknown, rng)
        completions = Completions(CUBE, agreement(shown))
        if completions.count > 3000:
            continue
        mine = listed(shown)
        assert len(mine) == completions.count
        answer = find(Stickers(shown.letters), engine="native")
        assert answer.status == "complete"
        assert sorted(mine) == sorted(report.facelets for report in answer)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("seed", range(3))
def test_numbers_of_colours_are_those_of_the_list(seed):
    rng = random.Random(seed)
    shown = hidden(Cube.random(seed).facelets, 18 + seed, rng)
    completions = Completions(CUBE, agreement(shown))
    counted = [Counter(column) for column in zip(*listed(shown), strict=True)]
    for facelet, numbers in completions.colours().items():
        assert dict(zip(FACES, numbers, strict=True)) == {c: counted[facelet][c] for c in FACES}


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("unknown", [30, 40, 54])
def test_numbers_of_colours_are_counts_with_the_colour_given(unknown):
    shown = hidden(Cube.random(1).facelets, unknown, random.Random(2))
    completions = Completions(CUBE, agreement(shown))
    numbers = completions.colours()
    facelet = next(f for f in numbers if shown.colours[f] is None)
    for colour, letter in enumerate(FACES):
        more = Facelets(shown.letters[:facelet] + letter + shown.letters[facelet + 1 :])
        assert Completions(CUBE, agreement(more)).count == numbers[facelet][colour]
    assert {sum(row) for row in numbers.values()} == {completions.count}


def test_the_list_of_many_can_be_begun():
    completions = Completions(CUBE, agreement(Facelets("." * 54)))
    some = list(itertools.islice(completions, 500))
    cubes = {Cube.from_placements(*found) for found in some}
    assert len(cubes) == 500
    assert all(cube.is_reachable for cube in cubes)


def test_pocket_cubes_by_brute_force():
    rng = random.Random(4)
    for seed in range(5):
        shown = hidden(PocketCube.random(seed).facelets, 10, rng)
        costs = agreement(shown)
        brute = 0
        allowed = [[v for v in range(24) if not costs[0][slot][v]] for slot in range(8)]
        for values in itertools.product(*allowed):
            pieces = {v // 3 for v in values}
            brute += len(pieces) == 8 and sum(v % 3 for v in values) % 3 == 0
        assert Completions(POCKET, costs).count == brute


def test_least_costs_by_brute_force_over_small_orbits():
    """Corners with costs of all kinds, ties among them, against all 8!·3^7 over a few pieces."""
    rng = random.Random(9)
    orbit = CUBE.corners
    for _ in range(5):
        # Slots 4 to 7 are as good as fixed, so that 4!·3^4 matchings are left.
        costs = [[rng.randrange(4) for _ in range(24)] for _ in range(8)]
        for slot in range(4, 8):
            costs[slot] = [0 if v == 3 * slot else 100 for v in range(24)]
        totals: dict[int, Counter[int]] = {0: Counter(), 1: Counter()}
        for order in itertools.permutations(range(4)):
            odd = sum(a > b for a, b in itertools.combinations(order, 2)) % 2
            for turns in itertools.product(range(3), repeat=4):
                if sum(turns) % 3 == 0:
                    values = [3 * p + t for p, t in zip(order, turns, strict=True)]
                    totals[odd][sum(costs[s][v] for s, v in enumerate(values))] += 1
        matchings = Matchings(orbit, costs)
        for parity in range(2):
            least = min(totals[parity])
            assert matchings.least[parity] == least
            assert matchings.ways[parity] == totals[parity][least]
            found = list(matchings.placements(parity))
            assert len(set(found)) == len(found) == totals[parity][least]


@pytest.mark.parametrize("index", [0, 1])
def test_with_which_parities_and_turns_slots_can_be_filled(index):
    """Most slots have one choice and some a few, so that all ways can be tried."""
    rng = random.Random(index)
    orbit = CUBE.orbits[index]
    for _ in range(12):
        order = rng.sample(range(len(orbit.names)), len(orbit.names))
        turned = [rng.randrange(orbit.turns) for _ in order]
        values = [orbit.turns * p + t for p, t in zip(order, turned, strict=True)]
        open_ = rng.sample(range(len(values)), rng.choice([0, 1, 2, 2]))
        costs = [[FORBIDDEN] * orbit.placements for _ in values]
        for slot, value in enumerate(values):
            costs[slot][value] = 0
        for slot in open_:
            for other in rng.sample(range(orbit.placements), 3):
                costs[slot][other] = 0
        found = set()
        choices = [[v for v, cost in enumerate(row) if not cost] for row in costs]
        for filled in itertools.product(*choices):
            pieces = [value // orbit.turns for value in filled]
            if len(set(pieces)) == len(pieces):
                odd = sum(a > b for a, b in itertools.combinations(pieces, 2)) % 2
                found.add((odd, sum(value % orbit.turns for value in filled) % orbit.turns))
        assert Matchings(orbit, costs).end_states() == found
