"""Sets of cases: their cubes are counted as published, and the algorithms solve them on an independent cube."""

from __future__ import annotations

import itertools
import json
import random
from functools import cache
from math import factorial

import pytest
from asking import ask
from facts import FACTS
from hypothesis import given
from hypothesis import strategies as st
from stickers_in_space import FACES, composed, held, of_moves, placed, places

from cubecsp import Cube, InputError, count, find, read, sample
from cubecsp.models.cases import all_sets, ignored_by, set_called
from cubecsp.models.language.pattern_text import parse_rules
from cubecsp.models.patterns import PATTERNS, about
from cubecsp.models.rules import RULES
from cubecsp.models.rules.case import NamedCase
from cubecsp.puzzle.cube.cubes import cube_class

SETS = {one.name: one for one in all_sets()}
NAMED = [name for name, one in SETS.items() if one.members]
TURNS = ("", "U", "U2", "U'")
TOLD = {**FACTS["cases"], "EG": [3888, 0], "EG-1": [2592, 43], "EG-2": [648, 43]}


def inverse(text):
    turned = (move[:-1] if move.endswith("'") else f"{move}'" for move in reversed(text.split()))
    return " ".join(move.replace("2'", "2") for move in turned)


def letters(stickers, size):
    return "".join(FACES[sticker // size**2] for sticker in stickers)


def made(moves, size):
    """Return the letters of the cube that moves make, named after the centres or the corner down, back and left."""
    numbers = placed(range(6 * size**2), of_moves(moves, size))
    if size == 3:
        return letters(held(numbers, size), size)
    shown, opposite = letters(numbers, size), dict(zip(FACES, "DLBURF", strict=True))
    named = {}
    for number, kind in enumerate(kinds(size)):
        if set(kind) == {*"DBL"}:
            face = FACES[number // size**2]
            named |= {shown[number]: face, opposite[shown[number]]: opposite[face]}
    return "".join(map(named.__getitem__, shown))


@cache
def kinds(size):
    """Return of each sticker the faces that its cubie touches."""
    far = size - 1
    sides = {"U": (1, 1), "R": (0, 1), "F": (2, 1), "D": (1, -1), "L": (0, -1), "B": (2, -1)}
    return [
        "".join(f for f, (axis, sign) in sides.items() if place[axis] == sign * far)
        for place, _ in places(size)
    ]


def key(shown, ignores):
    """Return what is seen of a cube if some of it is ignored."""
    size = 3 if len(shown) == 54 else 2
    seen = []
    for sticker, (letter, kind) in enumerate(zip(shown, kinds(size), strict=True)):
        if "edges" in ignores and len(kind) == 2:
            letter = "."
        if "permutation" in ignores and letter != "U" and "U" in shown_with(shown, sticker):
            letter = "."
        seen.append(letter)
    return "".join(seen)


def shown_with(shown, sticker):
    """Return the letters of the cubie of a sticker."""
    size = 3 if len(shown) == 54 else 2
    place = places(size)[sticker][0]
    return {shown[n] for n, (other, _) in enumerate(places(size)) if other == place}


@cache
def keys(name, member, algorithm=None):
    """Return what the cubes of a case look like: those that an algorithm solves, turns of U before and after it aside."""
    one = SETS[name]
    size = one.sizes[-1]
    undone = inverse(algorithm or one.members[member][0])
    sides = ("", "y", "y2", "y'") if size == 2 else ("",)
    moves = itertools.product(TURNS, [undone], TURNS, sides)
    return {key(made(" ".join(some), size), one.ignores) for some in moves}


@pytest.mark.parametrize("name", NAMED)
def test_every_algorithm_solves_its_case_and_keeps_the_rest(name):
    one, size = SETS[name], SETS[name].sizes[-1]
    solved = letters(range(6 * size**2), size)
    goals = {key(made(turn, size), one.ignores) for turn in TURNS}
    for member, algorithms in one.members.items():
        first = made(inverse(algorithms[0]), size)
        for algorithm in algorithms:
            assert keys(name, member, algorithm) == keys(name, member)
        ends = set()
        for turn in TURNS:
            whole = f"{inverse(algorithms[0])} {turn} {algorithms[-1]}"
            ends.add(key(made(whole, size), one.ignores))
        assert ends & goals
        if name not in ("WV", "EG-1", "EG-2"):
            below = [n for n, kind in enumerate(kinds(size)) if "U" not in kind]
            assert [first[n] for n in below] == [solved[n] for n in below]


@pytest.mark.parametrize("name", NAMED)
def test_the_cases_of_a_set_are_disjoint_and_together_all_of_it(name):
    one = SETS[name]
    size, number = one.sizes[-1], TOLD[name][0]
    every = [keys(name, member) for member in one.members]
    together = set().union(*every)
    assert sum(map(len, every)) == len(together)
    places_left = {"permutation": factorial(4) ** 2 // 2, "edges": factorial(4) // 2}
    ignored = places_left[one.ignores[0]] if one.ignores else 1
    if name == "CLL":
        ignored *= 2**3  # edges are turned in any way
    if name == "CMLL":
        ignored = factorial(6) // 2 * 2**5  # and so are those of the M slice
    assert len(together) * ignored == number
    assert len(one.members) - ("solved" in one.members) == TOLD[name][1]
    chosen = random.Random(name).sample([*one.members], min(6, len(one.members)))
    for member in chosen:
        counted = count(f"{name}={member}", size=size).count
        assert counted == len(keys(name, member)) * ignored


def test_the_29_cases_of_edges_are_as_many_as_published():
    cubes = [answer.cube for answer in find("ELL", limit=400)]
    seen, classes = set(), 0
    for cube in cubes:
        if cube not in seen:
            classes += 1
            seen |= {Cube.from_moves(a) * cube * Cube.from_moves(b) for a in TURNS for b in TURNS}
    assert (len(seen), classes - 1) == tuple(TOLD["ELL"])


@pytest.mark.parametrize("name", TOLD)
def test_sets_have_as_many_cubes_as_published(name):
    assert count(name, size=SETS[name].sizes[-1]).count == TOLD[name][0]


def test_every_set_is_counted_here():
    assert {*SETS} == {*TOLD, "pair"}


@pytest.mark.parametrize(
    ("text", "number"),
    [("PLL=T", 16), ("PLL=H", 4), ("PLL=E", 8), ("OLL=27", 4 * 288), ("OLL=57", 2 * 288)],
)
def test_a_case_is_seen_from_four_sides(text, number):
    assert count(text).count == number


@given(st.data())
def test_primitives_and_violations_tell_the_cases_that_stickers_show(data):
    name = data.draw(st.sampled_from(NAMED))
    one = SETS[name]
    member, other = data.draw(st.tuples(*[st.sampled_from([*one.members])] * 2))
    size = data.draw(st.sampled_from(one.sizes))
    moves = [*data.draw(st.tuples(*[st.sampled_from(TURNS)] * 2)), inverse(one.members[other][0])]
    moves = [moves[0], moves[2], moves[1]]
    if data.draw(st.booleans()):
        moves.append(data.draw(st.sampled_from(["R", "D", "F2", "R U R' U'", "x", "M2"])))
    cube = cube_class(size).from_moves(" ".join(moves) if size == 3 else plain(" ".join(moves)))
    rule = NamedCase(f"{name}={member}")
    if size == one.sizes[-1]:
        belongs = key(cube.facelets, one.ignores) in keys(name, member)
        stated = all(rule.holds(cube) for text in one.rules for rule in parse_rules(text))
        assert rule.holds(cube) == (belongs and stated)
    assert rule.holds(cube) == (not rule.violations(cube))


def plain(moves):
    """Return moves without slices, which a 2×2×2 does not have."""
    return " ".join(move for move in moves.split() if move[0] not in "MESrufdlb")


def test_half_turns_make_all_cubes_that_half_turns_can_solve():
    turns = [of_moves(f"{face}2") for face in FACES]
    corners = [n for n, kind in enumerate(kinds(3)) if len(kind) == 3]
    start = tuple(range(54))
    seen, waiting = {tuple(start[n] for n in corners)}, [start]
    for state in waiting:
        for turn in turns:
            new = composed(state, turn)
            look = tuple(new[n] for n in corners)
            if look not in seen:
                seen.add(look)
                waiting.append(new)
    assert len(seen) == 96
    looks = {"".join(letters(placed(range(54), state), 3)[n] for n in corners) for state in waiting}
    (rule,) = parse_rules("HTR")
    opposite = {frozenset("UD"), frozenset("RL"), frozenset("FB")}
    drawn = [one.cube for one in sample("DR", n=200, seed=5)]
    drawn += [one.cube for one in sample("HTR", n=50, seed=5)]
    rng = random.Random(3)
    for _ in range(200):
        mixed = " ".join(rng.choice(("U2", "D2", "R2", "L2", "F2", "B2", "U")) for _ in range(9))
        drawn.append(Cube.from_moves(mixed))
    held_so = set()
    for cube in drawn:
        shown = cube.facelets
        plain_faces = all(
            {letter, shown[9 * (n // 9) + 4]} in ({letter}, *opposite)
            for n, letter in enumerate(shown)
        )
        belongs = plain_faces and "".join(shown[n] for n in corners) in looks
        assert rule.holds(cube) == belongs == (not rule.violations(cube))
        held_so.add(belongs)
    assert held_so == {True, False}


def boxes(sides, faces):
    """Return the cubies of each block, as points of -1, 0 and 1."""
    axes = {"R": (0, 1), "L": (0, -1), "U": (1, 1), "D": (1, -1), "F": (2, 1), "B": (2, -1)}
    for lengths in set(itertools.permutations(sides)):
        spans = [[range(-1, 2)] if n == 3 else [range(-1, n - 1), range(2 - n, 2)] for n in lengths]
        for span in itertools.product(*spans):
            touched = [axes[face] for face in faces]
            if all(sign in span[axis] and lengths[axis] < 3 for axis, sign in touched):
                thick = [lengths[axis] for axis, _ in touched]
                if thick == sorted(thick, reverse=True):
                    yield {*itertools.product(*span)}


@given(st.lists(st.sampled_from("UUURRRFFDLB'2"), max_size=9), st.data())
def test_blocks_are_solved_where_all_their_stickers_are(moves, data):
    text = data.draw(st.sampled_from(RULES["block"].parameter.examples))
    sides, _, faces = text.upper().partition("@")
    cube = Cube.from_moves(" ".join(move for move in moves if move not in "'2"))
    wrong = {
        tuple((x > 0) - (x < 0) for x in place)
        for letter, (place, _), home in zip(
            cube.facelets, places(3), letters(range(54), 3), strict=True
        )
        if letter != home
    }
    some = [box for box in boxes(map(int, sides.split("X")), faces) if box]
    belongs = any(not box & wrong for box in some)
    (rule,) = parse_rules(f"block={text}")
    assert rule.holds(cube) == belongs == (not rule.violations(cube))


def test_blocks_by_name():
    assert count("block=1x2x3@DL").count == count("solved=DL+FL+BL+DLF+DBL").count
    assert count("block=2x3x3@D").count == count("F2L").count
    assert count("block=1x1x2@DFR").count == count("solved=DFR+FR").count
    assert str(parse_rules("block=3x2x1@dl")[0]) == "block=1x2x3@DL"
    for wrong in ("1x2", "1x2x4", "1x2x3@UD", "3x3x3@U", "1x2x3@"):
        with pytest.raises(InputError, match=r"no (such )?block"):
            parse_rules(f"block={wrong}")


@given(st.lists(st.sampled_from("URFDLB"), max_size=12))
def test_a_pair_is_a_corner_and_an_edge_that_show_the_same_colours(moves):
    cube = Cube.from_moves(" ".join(moves))
    at = dict(zip(places(3), cube.facelets, strict=True))
    joined = any(
        sum(x != 0 for x in corner) == 3
        and sum(x != 0 for x in edge) == 2
        and sum(abs(a - b) for a, b in zip(corner, edge, strict=True)) == 2
        and all(at[corner, n] == at[edge, n] for place, n in places(3) if place == edge)
        for corner, _ in places(3)
        for edge, _ in places(3)
    )
    (rule,) = parse_rules("pair")
    assert rule.holds(cube) == joined == (not rule.violations(cube))


@pytest.mark.parametrize(
    ("texts", "meaning"),
    [
        (("PLL=T", "pll=t", "PLL=T-perm", "T-perm", "t-PERM", "case=PLL=T"), "PLL=T"),
        (("OLL=27", "oll=sune", "Sune", "OLL=S"), "OLL=27"),
        (("OLL-27", "oll 27", "OLL27", "OLL 27"), "OLL=27"),
        (("T perm", "t  perm", "T-Perm", "PLL T", "pll-t"), "PLL=T"),
        (("LL skip", "PLL skip"), "PLL=solved"),
        (("Ga perm", "pll ga"), "PLL=Ga"),
        (("Antisune", "OLL=Anti-Sune"), "OLL=26"),
        (("pll=skip",), "PLL=solved"),
        (("pll", "PLL", "case=Pll"), "PLL"),
        (("CLL=B1",), "CLL=AS1"),
        (("eo-Line",), "EO-line"),
    ],
)
def test_names_in_capitals_or_not_mean_the_same(texts, meaning):
    for text in texts:
        (rule,) = parse_rules(text)
        assert str(rule) == meaning
        assert parse_rules(str(rule)) == (rule,)


def test_names_within_other_rules():
    assert count("any(OLL-57, T-perm)").count == 2 * 288 + 16
    assert count("OLL Sune").count == count("Sune").count
    assert count("PLL not PLL=T").count == 288 - 16
    assert count("any(PLL=Ja, PLL=Jb)").count == 32
    assert count("at-most=9 PLL=T oriented=edges").count == 16
    assert count("solved=edges PLL").count == 12


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PLL=Q", "`cubecsp rules PLL` lists"),
        ("OLL=58", "OLL has no case '58'"),
        ("OLL=Antisun", "did you mean Antisune"),
        ("ZBLL=1", "no names"),
        ("case=NLL", "unknown set of cases"),
        ("T-prem", "did you mean T-perm"),
        ("U-perm", "for several cases write any(PLL=Ua, PLL=Ub)"),
        ("PLLL", "did you mean PLL"),
        ("27", "WV=27 or OLL=27"),
        ("any(T, Ga)", "write OLL=24 or PLL=T"),
        ("roux", "FB, F2B and CMLL"),
        ("<R,U>", "are turns, not a rule"),
        ("2-gen", "name the turns"),
        ("4x4", "size=4"),
        ("mega", "puzzle='megaminx'"),
    ],
)
def test_unknown_names_are_answered_with_near_ones(text, words):
    with pytest.raises(InputError) as raised:
        parse_rules(text)
    assert words in str(raised.value)


@pytest.mark.parametrize("name", ["OLL", "COLL", "CLL", "CMLL", "CPLL", "WV", "PLL"])
def test_stickers_are_ignored_if_cubes_of_the_case_differ_there(name):
    one = SETS[name]
    for member in random.Random(name).sample([*one.members], 2):
        drawn = [found.cube for found in sample(f"{name}={member}", n=800, seed=1)]
        same = [
            c.facelets
            for c in drawn
            if key(c.facelets, one.ignores) == key(drawn[0].facelets, one.ignores)
        ]
        assert len(same) > 9
        differ = {at for at, shown in enumerate(zip(*same, strict=True)) if len({*shown}) > 1}
        assert NamedCase(f"{name}={member}").ignored_stickers(drawn[0]) == differ


def test_what_sets_ignore():
    for texts, ignored in (
        (["OLL=27"], ("permutation",)),
        (["COLL=S1"], ("edges",)),
        (["PLL=T"], ()),
        (["any(OLL=1, OLL=2)", "at-most=8"], ("permutation",)),
        (["OLL", "PLL"], ()),
        (["solved=F2L"], ()),
    ):
        assert ignored_by([rule for text in texts for rule in parse_rules(text)]) == ignored


def test_sets_are_listed_and_told_in_full():
    listed = ask("rules").out
    assert all(f"\n{name}\n    {one.description}\n" in listed for name, one in SETS.items())
    told = ask("rules", "OLL").out
    for name, algorithms in SETS["OLL"].members.items():
        assert f"\n  {name}" in told
        assert all(algorithm in told for algorithm in algorithms)
    data = ask("rules", "pll", "--json").json["sets"][0]
    assert data["cases"]["T"] == {"names": ["T-perm"], "algorithms": [*SETS["PLL"].members["T"]]}
    assert ask("rules", "T-perm", "--json").json["sets"][0]["cases"].keys() == {"T"}


def test_names_of_patterns_and_cases_are_cubes():
    for name in (name for name in PATTERNS if about(name).moves is not None):
        assert read(name).stickers.letters == Cube.from_moves(about(name).moves).facelets
    for name in NAMED:
        for member, (algorithm, *_) in SETS[name].members.items():
            size = SETS[name].sizes[-1]
            reading = read(f"{name}={member}")
            assert reading.stickers.letters == made(inverse(algorithm), size)
    solution = ask("solve", "superflip", terminal=False).out
    assert Cube.from_moves(solution) == ~read("superflip").stickers.to_cube()
    for text in ("t-perm", "T perm"):
        assert "PLL=T is a case, solved by R U R'" in str(read(text))
    assert "superflip is a pattern, made by U R2" in str(read("superflip"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PLL", "not one"),
        ("PLL=Q", "no case"),
        ("superflop", "no known format"),
        ("<R,U>", "are turns"),
    ],
)
def test_what_is_no_cube_by_name(text, words):
    with pytest.raises(InputError, match=words):
        read(text)


def test_cases_are_read_as_cubes_of_their_size():
    assert read("CLL=S1").stickers.puzzle.size == 3
    assert set_called("cll").sizes == (2, 3)
    assert ask("describe", "CLL=S1", "--size", "2").code == 0
    assert ask("describe", "T-perm", "--size", "2").code == 2
    assert ask("describe", "superflip").code == 0


@pytest.mark.parametrize("name", NAMED)
def test_each_case_is_printed_with_its_algorithms(name):
    outcome = ask("rules", name)
    lines = {line.split(",")[0].split()[0]: line for line in outcome.out.splitlines() if line}
    (facts,) = json.loads(ask("rules", name, "--json").out)["sets"]
    for member, case in facts["cases"].items():
        assert lines[member].endswith("  " + ("; ".join(case["algorithms"]) or "no moves"))
