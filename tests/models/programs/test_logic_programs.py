"""Logic programs: what they are made of, and what clingo makes of them."""

from __future__ import annotations

import re
import sys

import clingo
import pytest
from hypothesis import given, settings
from oracle import kept
from strategies import primitives
from test_agreement import (
    answers,
    as_set,
    neighbourhoods,
    pocket_neighbourhoods,
    pocket_primitives,
    rules_on,
)

from cubecsp import SYMMETRIES, EngineError, find
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    SlotDomain,
    any_of,
)
from cubecsp.models.engines import Problem, Progress
from cubecsp.models.engines.asp import AspEngine
from cubecsp.models.engines.logic_program import write_program
from cubecsp.models.engines.vocabulary import Vocabulary
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, cube_puzzle

pytestmark = pytest.mark.native

NO_SYMMETRY = SYMMETRIES[:1]
FACTS = re.compile(r"([a-z_]+\([a-z0-9_,;()]*\)\. ?)+")


def program(*primitives_, puzzle=CUBE, **more):
    return write_program(Problem(puzzle, primitives_, NO_SYMMETRY, **more))


def rules_of(text):
    """Return the rules and directives of a program, without comments and facts, a line each."""
    code = re.sub(r"^%.*$", "", text, flags=re.MULTILINE)
    code = re.sub(r"\n +", " ", code)
    return [line for line in code.splitlines() if line and not FACTS.fullmatch(line)]


def test_the_perfect_scramble_is_short_and_has_names_for_everything():
    text = program(*PERFECT_SCRAMBLE.primitives)
    assert len(rules_of(text)) < 40
    besides_facts = [line for line in text.splitlines() if line and not FACTS.fullmatch(line)]
    assert len(besides_facts) < 80  # comments included
    assert ":- touch(side,F,G), shows(F,C), shows(G,C)." in text
    assert ":- face(A), colour(C), #count { F : at(A,_,F), shows(F,C) } > 2." in text
    assert "sticker(urf,1,u9)" in text
    assert max(map(len, text.splitlines())) <= 100
    # Names, not numbers: the largest is that of the last couple of slots.
    assert max(map(int, re.findall(r"(?<![a-z_])\d+", text))) == 28 + 66


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_names_tell_everything_apart(size):
    puzzle = cube_puzzle(size)
    words = Vocabulary(puzzle)
    slots = [slot for some in words.slots for slot in some]
    assert len(set(slots)) == len(slots) == len(puzzle.slots)
    assert len(set(words.kinds)) == len(puzzle.orbits)
    assert len(set(words.stickers)) == puzzle.facelet_count
    looks = set()
    for orbit, names in zip(puzzle.orbits, words.looks, strict=True):
        seen = {names[value] for value in orbit.firsts}
        assert len(seen) == len(orbit.firsts)
        assert looks.isdisjoint(seen)
        looks |= seen
    for name in (*slots, *words.kinds, *words.stickers, *looks):
        assert re.fullmatch("[a-z][a-z0-9_]*", name)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_what_is_put_shows_the_colours_of_the_cube(size):
    """The words are right: every sticker that clingo shows is that of the cube that it puts."""
    puzzle = cube_puzzle(size)
    text = program(puzzle=puzzle, seed=3).replace("#show put/2.", "#show put/2. #show shows/2.")
    control = clingo.Control(["1", "--heuristic=Domain"])
    control.add(text)
    control.ground()
    words = Vocabulary(puzzle)
    with control.solve(yield_=True) as handle:
        shown = [str(symbol) for symbol in next(iter(handle)).symbols(shown=True)]
    row = bytearray(len(puzzle.slots))
    colours = {}
    for atom in shown:
        name, a, b = re.fullmatch(r"(\w+)\((\w+),(\w+)\)", atom).groups()
        if name == "put":
            number, value = words.positions[a, b]
            row[number] = value
        else:
            assert colours.setdefault(a, b) == b
    cube = Problem(puzzle, (), NO_SYMMETRY).cube(bytes(row))
    letters = {"white": "U", "red": "R", "green": "F", "yellow": "D", "orange": "L", "blue": "B"}
    assert "".join(letters[colours[sticker]] for sticker in words.stickers) == cube.facelets


ROWS = frozenset({(0, 1), (2, 3), (4, 4)})
DIAGRAM = Diagram((0, 2), (((0, 1, 0, 1, -1, -2),), ((-1,) * 5 + (-2,), (-2,) + (-1,) * 5)))
U = frozenset(CUBE.face(0))


@pytest.mark.parametrize(
    ("primitive", "rule"),
    [
        (Differ(0, 2), ":- shows(u1,C), shows(u3,C)."),
        (Equal(0, 2), ":- shows(u1,C), not shows(u3,C)."),
        (ColourCount(frozenset({0}), frozenset({1}), 1, 1), ":- not shows(u1,red)."),
        (ColourCount(frozenset({0, 2}), frozenset({1}), 0, 1), ":- { shows(u1,red); shows(u3,red) } > 1."),
        (ColourTable((0, 2), ROWS), ":- shows(u3,C), not fits(1,_,C)."),
        (ColourTable((0, 2), ROWS, allowed=False), ":- fits(1,_,_)."),
        (SlotDomain(0, 0, frozenset({0})), ":- not put(urf,wrg)."),
        (FacePatterns(0, 3, same=False), ":- alike(u,d,turned_90)."),
        (FacePatterns(0, 3, same=True, ways=frozenset({0})), "part(1) :- alike(u,d,turned_0)."),
        (any_of([Differ(0, 2), Equal(1, 3)]), ":- same(u1,u3), not same(u2,u4)."),
        (AtLeast(2, frozenset({Equal(0, 2), Equal(1, 3), Equal(4, 5)})), "part(1) :- 2 <= #count { 1 : same(u1,u3); 2 : same(u2,u4); 3 : same(u5,u6) }."),
        (Linear(frozenset({(Equal(0, 2), 2), (Equal(1, 3), -3)}), 0), "part(1) :- 0 <= #sum { 2,1 : same(u1,u3); -3,2 : same(u2,u4) }."),
        (DIAGRAM, ":- not reach(1,yes)."),
        (any_of([]), ":-."),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)  # fmt: skip
def test_every_primitive_is_a_rule_that_can_be_read(primitive, rule):
    assert rule in rules_of(program(primitive))


@pytest.mark.exhaustive
@given(neighbourhoods(), primitives | rules_on(CUBE))
@settings(max_examples=150)
def test_many_questions_about_the_cube(neighbourhood, primitive):
    fixed, everything = neighbourhood
    found = answers("asp", CUBE, [*fixed, primitive])
    assert found == as_set(kept([primitive], everything, CUBE))


@pytest.mark.exhaustive
@given(pocket_neighbourhoods(), pocket_primitives | rules_on(POCKET))
@settings(max_examples=150)
def test_many_questions_about_the_pocket_cube(neighbourhood, primitive):
    fixed, everything = neighbourhood
    found = answers("asp", POCKET, [*fixed, primitive])
    assert found == as_set(kept([primitive], everything, POCKET))


def test_what_clingo_says_of_a_program_that_it_cannot_ground_is_told():
    with pytest.raises(EngineError, match=r"clingo: <block>:1:.*syntax error"):
        AspEngine()._ground("a :- b(.", [])


def test_without_clingo_the_remedy_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "clingo", None)
    with pytest.raises(EngineError, match=r"pip install 'cubecsp\[asp\]'"):
        find("at-most=2", engine="asp", limit=1)


@pytest.mark.slow
def test_a_hint_comes_first():
    near = find("at-most=3", seed=5, limit=1).cubes[0].cube
    assert find("at-most=3", hint=near, engine="asp", limit=1).cubes[0].cube == near


@pytest.mark.slow
def test_work_done_is_reported_at_the_end():
    problem = Problem(CUBE, PERFECT_SCRAMBLE.primitives, PERFECT_SCRAMBLE.symmetries)
    limits = [e for e in AspEngine().solutions(problem) if isinstance(e, Progress)]
    assert limits[0].nodes == 0
    assert limits[-1].nodes >= (limits[-1].conflicts or 0) > 0
