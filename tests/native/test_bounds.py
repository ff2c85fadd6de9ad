"""Bits and narrow integers of the native search: as many as there is room for, one fewer and one more, against brute force.

`bounds.toml` names for each constant of the sources that is a bound the test that meets it, or says why none can.
"""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from native_calls import KINDS, made, rest
from native_examples import CLASSES, FUNCTIONS, SLOT_ROW, go_on
from native_twins import Twin

from cubecsp import _native

pytestmark = pytest.mark.native

ROOT = Path(__file__).parents[2]
BOUNDS = tomllib.loads(Path(__file__).with_name("bounds.toml").read_text("utf-8"))
NAMES = re.compile(
    r"\b(k?(?:[Mm]ost|[Mm]ax|[Ll]ongest|Largest|Widest|Counts|Never|Far|Nowhere|un(?:seen|reached))(?:[A-Z_]\w*)?) ="
)


def declared() -> dict[str, set[str]]:
    """Return, by file, the constants that are bounds or stand beyond one, and limits of sizes that are plain numbers."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "native").rglob("*.*")):
        text = re.sub(r"//.*", "", path.read_text("utf-8"))
        names = {
            name for line in re.findall(r"constexpr [^;{]+;", text) for name in NAMES.findall(line)
        }
        names |= {*re.findall(r"\.size\(\) (?:<=?|>=?|==) (\d{2,})\b", text)}
        if names:
            found[path.relative_to(ROOT / "native").as_posix()] = names
    return found


def test_every_bound_of_the_sources_has_a_case():
    """A new constant needs a test just below it, at it, and above it."""
    assert {file: {*cases} for file, cases in BOUNDS.items()} == declared()
    texts: dict[str, str] = {}
    for case in (case for cases in BOUNDS.values() for case in cases.values()):
        file, _, name = case.partition("::")
        if name:
            text = texts.setdefault(file, (ROOT / "tests" / file).read_text("utf-8"))
            assert re.search(rf"\b{name}\b", text), case
        else:
            assert " " in case, f"{case} is neither a test nor a sentence"


SMALL = ((3, 2), (3, 1))  # six slots


def around(*sizes: int) -> list[int]:
    return [size + more for size in sizes for more in (-1, 0, 1, 2)]


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("literals", around(127, 255))
@pytest.mark.parametrize("full", [True, False])
def test_literals_of_a_count(literals, full):
    """Bytes count them: of those that surely hold, and of those that may."""
    rng = random.Random(literals)
    twin = Twin(SMALL)
    one = rng.choice(twin.model.states)
    for spare in (0, 2, 2):
        slots = [rng.randrange(6) for _ in range(literals)]
        masks = [
            (slot, 63 if full and rng.random() < 0.95 else rng.randrange(1, 4)) for slot in slots
        ]
        held = sum(mask >> one[slot] & 1 for slot, mask in masks)
        twin.demand("add_count", masks, held - spare, held + spare)
    assert one in twin.check()
    assert len(twin.check()) < len(twin.model.states)


@pytest.mark.ordinary(4)
@pytest.mark.parametrize("parts", around(64, 128))
@pytest.mark.parametrize("kind", KINDS)
def test_parts_that_are_branched_on(parts, kind):
    """All at-leasts but the first and the last are true; a part of these beyond the bits is not that of the first."""
    rng = random.Random(parts)
    twin, search = Twin(SMALL), made(SMALL, kind=kind)

    def demand(needed, counts):
        for one in (twin, search):
            one.require(one.add_at_least(needed, [one.add_count(*count) for count in counts]))

    def some():
        return [
            ([(var, rng.randrange(1, 4)) for var in rng.sample(range(6), 2)], 1, 1)
            for _ in range(2)
        ]

    demand(1, some())
    for _ in range(parts // 2 - 2):
        demand(1, [([(rng.randrange(6), 1)], 0, 1)] * 2)
    demand(1, some() + some()[: parts % 2])
    assert search.branch_on_parts()
    found = rest(search)
    assert sorted(found) == twin.model.answers()
    assert 0 < len(found) == len(set(found))


@pytest.mark.parametrize("nested", around(64))
@pytest.mark.parametrize("last", ["add_at_least", "add_linear"])
def test_constraints_of_constraints(nested, last):
    """At-leasts and sums have a bit each; all but the last ones are true."""
    rng = random.Random(f"{nested} {last}")
    twin = Twin(SMALL)

    def demand(name, some):
        parts = [twin.add_count(*count) for count in some]
        if name == "add_at_least":
            twin.demand(name, 1, parts)
        else:
            twin.demand(name, [], [(part, 1) for part in parts], 1)

    for _ in range(nested - 2):
        demand(rng.choice(("add_at_least", "add_linear")), [([(rng.randrange(6), 1)], 0, 1)])
    for _ in range(2):
        pairs = [rng.sample(range(6), 2) for _ in range(2)]
        demand(last, [([(var, rng.randrange(1, 4)) for var in pair], 1, 1) for pair in pairs])
    assert 0 < len(twin.check()) < len(twin.model.states)


ANNEALING = CLASSES["Annealing"].made()


def annealing(**more):
    laws = [(more.pop("modulus", 2), [(0, 1)], [0])]
    return _native.Annealing(*ANNEALING[:2], laws, **ANNEALING[3] | more)


def likely(**more):
    *arrays, options = FUNCTIONS["likely_matchings"]()
    if "costs" in more:
        arrays = [more.pop("costs"), [1], False]
    return _native.likely_matchings(*arrays, **options | more)


def phase(name="add_match", number=1):
    """Return a search of a phase after so many calls of one method."""
    made = _native.PhaseSearch(1, [0], 16)
    made.add_turn(0, 0, 1, [SLOT_ROW])
    made.follow(0, 1)
    for _ in range(number):
        getattr(made, name)(*dict(CLASSES["PhaseSearch"].methods)[name]())
    return made


def appearance(stickers, colour=0.0):
    six = np.full((6, 3), colour)
    return _native.Appearance(np.full((stickers, 3), colour), np.ones(stickers, bool), six, six)


def kinds_of_one_slot(pieces):
    frames = [[slot] for slot in range(pieces)]
    return _native.Annealing([(1, frames, [[0]] * pieces)], [], [], **ANNEALING[3])


def layers(nodes):
    cells = [(slot, [0, 1]) for slot in (0, 1)]
    made(((2, 1),)).add_diagram(cells, [[[1] * 6], [[-1] * 6] * (nodes - 1)])


ROOM = {
    "pieces of a kind": (kinds_of_one_slot, 24),
    "parities": (lambda n: _native.PhaseSearch(1, [0] * n, 16), 15),
    "targets": (lambda n: phase("add_target", n), 15),
    "matches": (lambda n: phase("add_match", n), 15),
    "patience": (
        lambda n: phase().search([([bytes(range(24))], 0)], 10, 1, 0, n, go_on),
        1000,
    ),
    "stickers of a face": (lambda n: appearance(6 * n), 64),
    "colours": (lambda n: appearance(6, n), 10_000),
    "costs": (lambda n: likely(costs=np.full((1, 1, 1), float(n))), 10**12),
    "placements": (lambda n: likely(costs=np.zeros((1, 1, n))), 256),
    "nodes of a diagram": (layers, 1 << 20),
    "modulus": (lambda n: annealing(modulus=n), 1 << 16),
    "sweeps": (lambda n: annealing(sweeps=n), 1 << 29),
    "sweeps at most": (lambda n: annealing(most=n), 1 << 29),
    "weight": (lambda n: annealing().bound([(0, 0, n), (1, 1, -1)], 0, 1), 1 << 20),
    "weight below zero": (lambda n: annealing().bound([(0, 0, -n), (1, 1, 1)], 0, 1), 1 << 20),
    "matchings": (lambda n: likely(number=n), 1000),
    "states of matchings": (lambda n: likely(most=n), 1 << 16),
}


@pytest.mark.parametrize(("call", "most"), ROOM.values(), ids=ROOM)
def test_arguments_of_as_much_as_there_is_room_for(call, most):
    for number in (most - 1, most):
        call(number)
    with pytest.raises(ValueError, match=r"^[a-z]"):
        call(most + 1)


@pytest.mark.parametrize("digits", [17, 18, 19, 20])
def test_digits_of_a_number_in_a_proof(digits):
    """As many as never overflow; zeros in front count, too."""
    checker = _native.ProofChecker(b"p cnf 1 2\n1 0\n-1 0\n")
    line = b"%b 0 1 2 0\n" % b"3".rjust(digits, b"0")
    if digits <= 18:
        checker.check(line)
        assert checker.proven
    else:
        with pytest.raises(ValueError, match="number is expected"):
            checker.check(line)
