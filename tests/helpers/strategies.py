"""Random cubes, moves and symmetries for hypothesis."""

from __future__ import annotations

import itertools
from functools import partial

from facts import FACTS
from hypothesis import strategies as st

from cubecsp import SYMMETRIES, Cube, InputError, Moves
from cubecsp.models import (
    AllOf,
    AnyOf,
    AtMost,
    Effect,
    EveryColour,
    FaceDrawing,
    FacesDiffer,
    Holds,
    Junctions,
    NoPieceHome,
    Not,
    NotHome,
    NoTouching,
    Order,
    Oriented,
    Permuted,
    SelfInverse,
    Solved,
    Symmetric,
    WholeOrientation,
)
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    Primitive,
    SlotDomain,
    sum_of,
)
from cubecsp.models.core.rule import Rule
from cubecsp.models.rules import RULES
from cubecsp.models.rules.at_least import AtLeastOf
from cubecsp.models.rules.comparisons import CountOf, Same, comparison_of
from cubecsp.models.rules.regular import Regular
from cubecsp.models.rules.slots import SETS
from cubecsp.models.rules.sticker_lists import AllDifferent, Lexicographic, Table
from cubecsp.models.rules.symmetric import KINDS
from cubecsp.models.rules.terms import Term
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.state import PocketCube

turns = st.integers(0, 17)
moves = st.lists(turns, max_size=40).map(Moves.of)

TAME = tuple(
    map(
        Cube.from_moves,
        (
            *("", "M2 E2 S2", "M E S", "U", "U2 D2", "R L F B", "[R, U]2", "[R U R', D]", "R U F"),
            FACTS["perfect-scramble"]["generator"],
        ),
    )
)
"""Cubes of many symmetries and orders: few random ones satisfy a rule."""
symmetries = st.sampled_from(SYMMETRIES)
cubes = st.integers(0, 2**63).map(Cube.random)


@st.composite
def _assemblies(draw: st.DrawFn) -> Cube:
    corner_pieces = draw(st.permutations(range(8)))
    edge_pieces = draw(st.permutations(range(12)))
    corners = [3 * piece + draw(st.integers(0, 2)) for piece in corner_pieces]
    edges = [2 * piece + draw(st.integers(0, 1)) for piece in edge_pieces]
    return Cube.from_placements(corners, edges)


assemblies = _assemblies()
"""Randomly assembled cubes: one in twelve is reachable."""

_colours = st.frozensets(st.integers(0, 5), min_size=1, max_size=4)


@st.composite
def _tables(draw: st.DrawFn, facelets: st.SearchStrategy[int]) -> ColourTable:
    some = draw(st.lists(facelets, min_size=1, max_size=4, unique=True))
    row = st.tuples(*[st.integers(0, 5)] * len(some))
    return ColourTable(tuple(some), draw(st.frozensets(row, max_size=60)), draw(st.booleans()))


@st.composite
def _diagrams(draw: st.DrawFn, facelets: st.SearchStrategy[int]) -> Diagram:
    some = draw(st.lists(facelets, min_size=1, max_size=4, unique=True))
    widths = [1, *(draw(st.integers(0, 3)) for _ in some[1:]), 0]
    layers = [
        tuple(
            tuple(draw(st.lists(st.integers(-2, following - 1), min_size=6, max_size=6)))
            for _ in range(width)
        )
        for width, following in itertools.pairwise(widths)
    ]
    return Diagram(tuple(some), tuple(layers))


@st.composite
def _counts(draw: st.DrawFn, facelets: st.SearchStrategy[int]) -> ColourCount:
    some = draw(st.frozensets(facelets, min_size=1, max_size=9))
    least = draw(st.integers(0, len(some)))
    return ColourCount(some, draw(_colours), least, draw(st.integers(least, len(some))))


@st.composite
def _sums(draw: st.DrawFn, facelets: st.SearchStrategy[int]) -> Linear:
    """Draw a comparison of stickers, some of them of one piece, with a bound that may be reached."""
    literals = st.builds(
        lambda facelet, colours: ColourCount(frozenset({facelet}), colours, 1, 1),
        facelets,
        _colours,
    )
    terms = draw(st.lists(st.tuples(literals, st.integers(-3, 3)), max_size=12))
    return sum_of(terms, draw(st.integers(-4, 4)))


def _looking_like(orbit: Orbit, placements: frozenset[int]) -> frozenset[int]:
    """Return all placements that look like one of some."""
    looks = {orbit.colours[value] for value in placements}
    return frozenset(value for value, shown in enumerate(orbit.colours) if shown in looks)


def primitives_on(puzzle: CubePuzzle) -> st.SearchStrategy[Primitive]:
    """Return primitives of every kind, nested, about a puzzle."""
    facelets = st.integers(0, puzzle.facelet_count - 1)
    pairs = st.lists(facelets, min_size=2, max_size=2, unique=True)
    placed = [
        st.builds(
            SlotDomain,
            st.just(index),
            st.integers(0, len(orbit.names) - 1),
            st.frozensets(st.sampled_from(orbit.firsts)).map(partial(_looking_like, orbit)),
        )
        for index, orbit in enumerate(puzzle.orbits)
        if orbit.names
    ]
    simple = st.one_of(
        pairs.map(lambda pair: Differ(*pair)),
        pairs.map(lambda pair: Equal(*pair)),
        _counts(facelets),
        _tables(facelets),
        _sums(facelets),
        _diagrams(facelets),
        *placed,
        st.lists(st.integers(0, 5), min_size=2, max_size=2, unique=True).flatmap(
            lambda faces: st.builds(
                FacePatterns,
                *map(st.just, faces),
                st.booleans(),
                st.just(frozenset(range(8)))
                | st.frozensets(st.integers(0, 7), min_size=1, max_size=4),
            )
        ),
    )
    return st.recursive(
        simple,
        lambda parts: st.one_of(
            st.frozensets(parts, min_size=1, max_size=4).flatmap(
                lambda some: st.integers(1, len(some)).map(lambda needed: AtLeast(needed, some))
            ),
            st.builds(
                sum_of,
                st.lists(st.tuples(parts, st.integers(-3, 3)), max_size=4),
                st.integers(-4, 4),
            ),
        ),
        max_leaves=6,
    )


primitives = primitives_on(CUBE)
"""Primitives of every kind, nested, on the 3×3×3."""

pocket_assemblies = st.builds(
    lambda pieces, twists: PocketCube(
        bytes(3 * p + t for p, t in zip(pieces, twists, strict=True))
    ),
    st.permutations(range(8)),
    st.lists(st.integers(0, 2), min_size=8, max_size=8),
)
"""Randomly assembled 2×2×2 cubes: one in three is reachable."""

_names = st.sampled_from(CUBE.names)
_letters = st.sampled_from("URFDLB")
_slots = st.lists(
    st.sampled_from([*SETS, *CUBE.corners.names, *CUBE.edges.names]), min_size=1, max_size=3
).map("+".join)
_generators = st.lists(
    st.sampled_from(["x", "y2", "z'", "mx", "my*z", "i", "x*y"]), min_size=1, max_size=2
).map(",".join)


@st.composite
def _drawings(draw: st.DrawFn) -> FaceDrawing:
    cells = draw(
        st.lists(st.sampled_from(["A", "B", "C", ".", ".", "=U", "=R"]), min_size=9, max_size=9)
    )
    given = {letter: colour for letter, colour in (("A", "F"), ("B", "L")) if letter in cells}
    return FaceDrawing(
        draw(st.sampled_from(["U", "FB", "*", "some"])),
        "".join(cells),
        fixed=given if draw(st.booleans()) else None,
        turned=draw(st.booleans()),
        mirrored=draw(st.booleans()),
    )


_lists = st.lists(_names, min_size=1, max_size=4, unique=True)
_expressions = st.recursive(
    st.one_of(_letters, st.sampled_from([".", "[UR]", "[^UFD]"])),
    lambda parts: st.one_of(
        st.lists(parts, max_size=3).map(lambda some: f"({'|'.join(some)})"),
        st.lists(parts, max_size=3).map("".join),
        st.builds("({}){}".format, parts, st.sampled_from("*+?")),
    ),
    max_leaves=5,
)


def every_rule(puzzle: CubePuzzle = CUBE) -> list[Rule]:
    """Return every rule that is registered now, with all its values, and applies to `puzzle`."""
    found = []
    for kind in RULES.values():
        values = (None,) if kind.parameter is None else kind.parameter.values
        found += [rule for rule in map(kind.from_text, values) if makes_sense(rule, puzzle)]
    return found


def makes_sense(rule: Rule, puzzle: CubePuzzle) -> bool:
    """Return whether a rule can be asked about `puzzle`."""
    try:
        rule.require(puzzle)
    except InputError:
        return False
    return True


@st.composite
def registered_rules(draw: st.DrawFn, puzzle: CubePuzzle = CUBE) -> Rule:
    """Draw from what is registered when the test runs: first a rule, then its value."""
    by_name: dict[str, list[Rule]] = {}
    for rule in every_rule(puzzle):
        if not rule.is_filter:
            by_name.setdefault(rule.name, []).append(rule)
    return draw(st.sampled_from(by_name[draw(st.sampled_from(sorted(by_name)))]))


simple_rules = st.one_of(
    registered_rules(),
    st.sampled_from([EveryColour(), FacesDiffer(), NoPieceHome(), SelfInverse()]),
    st.integers(0, 9).map(AtMost),
    st.sampled_from(["side", "diagonal", "across"]).map(NoTouching),
    st.sampled_from(["face", "anywhere"]).map(Junctions),
    st.builds(
        lambda kind, slots: kind(slots),
        st.sampled_from([Solved, Oriented, Permuted, NotHome, Effect]),
        _slots,
    ),
    st.builds(Holds, _slots, _slots),
    st.one_of(st.sampled_from(list(KINDS)), _generators).map(Symmetric),
    st.integers(1, 2).map(Order),
    _drawings(),
    st.builds(Same, _names, _letters, differ=st.booleans()),
    st.lists(_names, min_size=2, max_size=2, unique=True).flatmap(
        lambda two: st.booleans().map(lambda differ: Same(*two, differ=differ))
    ),
    st.builds(
        CountOf,
        st.lists(st.one_of(_names, _letters), min_size=1, max_size=3),
        st.lists(_letters, min_size=1, max_size=3),
        st.sampled_from(["<=", ">=", "==", "!="]),
        st.integers(0, 9),
    ),
    _lists.map(AllDifferent),
    st.builds(Regular, _lists, _expressions),
    st.tuples(_lists, _lists, st.booleans()).map(
        lambda given: Lexicographic(
            *(side[: min(map(len, given[:2]))] for side in given[:2]), strict=given[2]
        )
    ),
    _lists.flatmap(
        lambda where: st.lists(st.tuples(*[_letters] * len(where)), min_size=1, max_size=20).map(
            lambda rows: Table(where, rows)
        )
    ),
)
"""Rules of every kind that engines see whole."""


_terms = st.builds(
    Term.of,
    st.lists(st.one_of(_names, _letters), min_size=1, max_size=3),
    st.none() | st.lists(_letters, min_size=1, max_size=2),
)
sums = st.builds(
    comparison_of,
    st.dictionaries(_terms, st.integers(-3, 3), min_size=1, max_size=3),
    st.sampled_from(["<", "<=", "==", "!=", ">=", ">"]),
    st.integers(-6, 9),
)
"""Sums of counts and of numbers of colours, compared with a number; some hold always, or never."""


def _composed(parts: st.SearchStrategy[Rule]) -> st.SearchStrategy[Rule]:
    some = st.lists(parts, max_size=3, unique=True)
    return st.one_of(
        some.map(AllOf),
        some.map(AnyOf),
        parts.map(Not),
        some.flatmap(
            lambda rules: st.integers(0, len(rules) + 1).map(lambda k: AtLeastOf(k, rules))
        ),
        st.builds(
            WholeOrientation,
            # In 48 ways these come to more rows than a rule may have.
            simple_rules.filter(lambda rule: rule.name not in ("self-inverse", "order")),
            st.sampled_from(["some", "every"]),
            mirrored=st.booleans(),
        ),
    )


rules = st.recursive(st.one_of(simple_rules, sums), _composed, max_leaves=4)
"""Rules and what can be made of them."""
