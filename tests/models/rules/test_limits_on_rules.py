"""What a text or a file stands for is bounded, however short it is, and no data leads to code."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processor_time import limited
from strategies import assemblies, every_rule

from cubecsp import Cube, InputError, rule
from cubecsp.models import AtMost, EveryColour, Symmetric, at_least
from cubecsp.models.core import composite
from cubecsp.models.core.compose import AllOf, AnyOf, Not
from cubecsp.models.core.composite import MAX_PARTS, MAX_WRITTEN
from cubecsp.models.language.pattern_text import parse_pattern, parse_rules
from cubecsp.models.language.rule_text import WORDS
from cubecsp.models.patterns import PATTERNS
from cubecsp.models.repair.confusion import MOST, read_confusion
from cubecsp.models.rules.comparisons import CountOf, Same
from cubecsp.models.rules.symmetric import KINDS
from cubecsp.models.rules.whole_orientation import WholeOrientation


def doubling(levels, text, first="every-colour at-most=2"):
    lines = [f'a0 = "{first}"']
    lines += [f'a{i} = "{text.replace("x", f"a{i - 1}")}"' for i in range(1, levels)]
    return "\n".join([f'rules = ["a{levels - 1}"]', "[let]", *lines])


@pytest.mark.parametrize(
    "text",
    [
        "x x",
        "(x x)",
        "all(x) x",
        "x any(x, not x)",
        "not (x x) x",
        "some-orientation(x)",
        "all(x, not x)",
    ],
)
def test_names_that_double_are_refused_or_small(tmp_path, text):
    """Each level stands for twice as much; 28 of them took 3.2 GB."""
    path = tmp_path / "double.toml"
    path.write_text(doubling(38, text))
    try:
        pattern = parse_pattern([str(path)])
    except InputError as error:
        said = str(error)
        assert "double.toml" in said or "…" in said
        assert re.search(r", a\d+", said)
        assert re.search(f"{MAX_WRITTEN}|{MAX_PARTS}|nested", said)
    else:
        assert sum(rule.parts for rule in pattern.rules) <= MAX_WRITTEN


@pytest.mark.ordinary(1)
@pytest.mark.few(3)
@pytest.mark.parametrize("depth", range(1, 12))
@pytest.mark.parametrize("inner", ["every-colour", "U1=={a}1", "count(U, R)<=2"])
def test_quantifiers_in_quantifiers(depth, inner):
    """54 values in 54 values: 54^k readings, though all that they give may be one rule."""
    text = inner.replace("{a}", "F")
    for name in "abcdefghijk"[:depth]:
        text = f"any({name} in stickers: {text})"
    if depth < 3:
        (read,) = parse_rules(text)
        assert read.parts <= MAX_PARTS
    else:
        with limited(20), pytest.raises(InputError, match=str(MAX_WRITTEN)):
            parse_rules(text)


def test_ways_to_hold_in_ways_to_hold():
    """24 images of 24 images of …: each is made anew, though many are equal."""

    def held(rule, times):
        for n in range(times):
            rule = WholeOrientation(AllOf([rule, Same("U1", f"F{n + 1}")]))
        return rule

    assert held(AtMost(2), 2).parts <= MAX_PARTS
    with pytest.raises(InputError, match=f"the limit is {MAX_PARTS}"):
        held(AtMost(2), 3)
    heavy = AnyOf(map(Symmetric, KINDS))
    with pytest.raises(InputError, match="rows and relations"):
        list(WholeOrientation(heavy, mirrored=True).primitives())


def test_many_rules_of_one_meaning():
    one, two = EveryColour(), AtMost(2)
    same = [AllOf([one, two]), AllOf([two, one])]
    for _ in range(25):
        same += [AllOf([same[-2]]), AllOf([same[-1]])]
    with pytest.raises(InputError, match="rules with the same meaning"):
        list(at_least(2, *same).primitives())


@given(
    st.sampled_from([r for r in every_rule() if not r.is_filter and r.name != "symmetric"]),
    st.integers(2, 6),
    st.integers(0, 2),
    assemblies,
)
@settings(max_examples=4)
def test_rules_of_one_meaning_count_each(asked, copies, others, cube):
    """However many there are, and negated too: each counts."""
    same = [asked]
    while len(same) < copies:
        same.append(AllOf([same[-1]]))
    more = [Same("U1", "R"), CountOf(["U"], "F", ">=", 2)][:others]
    for shown in (cube, Cube(), Cube.from_moves("M2 E2 S2")):
        for needed in range(1, copies + others + 1):
            counted = at_least(needed, *same, *more)
            kept = copies * asked.holds(shown) + sum(r.holds(shown) for r in more)
            for r, expected in ((counted, kept >= needed), (Not(counted), kept < needed)):
                assert r.holds(shown) == expected
                assert all(p.holds(shown.colours, shown.puzzle) for p in r.primitives()) == expected


def test_negations_that_are_equal_count_each():
    """`==20` and `>=20` of nine never hold, and their negations are one relation."""
    both = AnyOf([CountOf(["U"], "R", "==", 20), CountOf(["U"], "R", ">=", 20)])
    for asked in (both, Not(both), Not(Not(both))):
        for cube in (Cube(), Cube.random(1)):
            (primitive,) = asked.primitives()
            assert primitive.holds(cube.colours, cube.puzzle) == asked.holds(cube)


# ---------------------------------------------------------------- one way of writing


def test_a_comparison_is_one_rule_either_way_round():
    from itertools import combinations

    from cubecsp.puzzle.cube.cube_puzzle import CUBE

    for one, other in combinations(CUBE.names, 2):
        for differ in (False, True):
            here, there = Same(one, other, differ=differ), Same(other, one, differ=differ)
            assert (here, hash(here), str(here)) == (there, hash(there), str(there))
            assert here.stickers == (one, other)
    assert parse_rules("F4==U1") == parse_rules("U1==F4")
    assert parse_rules("R!=U3") == parse_rules("U3!=R")


@given(st.permutations(["U1", "F9", "R", "B3", "U"]), st.permutations("RFL"))
def test_a_count_is_one_rule_in_any_order(where, colours):
    assert CountOf(where, colours, "<=", 2) == CountOf(["U", "R", "U1", "F9", "B3"], "LFR", "<=", 2)


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("rules = []\npuzzle = 2.0", "2 to 50"),
        ("rules = []\npuzzle = true", "2 to 50"),
        ("rules = []\npuzzle = 0x" + "f" * 5_000, "2 to 50"),
        ("rules = []\npuzzle = 1000000", "2 to 50"),
        ("rules = []\nname = 0x" + "f" * 5_000, "not text"),
        ("rules = []\nname = '" + "x/" * 5_000 + "'", "not a name"),
        ("rules = ['m.py']", "unknown rule or pattern"),
        ("rules = ['m.py:one']", "m.py"),
        ("rules = ['m.toml']", "unknown rule or pattern"),
        ("rules = ['a']\n[let]\na = 'm.py'", "unknown rule or pattern"),
        ("rules = ['a']\n[let]\na = 'b'\nb = 'a'", "unknown rule or pattern 'b'"),
        ("rules = ['a']\n[let]\na = 'a'", "unknown rule or pattern 'a'"),
        ("rules = ['a']\n[let]\n'm.py' = 'at-most=2'", "not a name"),
        ("rules = [['at-most=2']]", "states no rules"),
        ("rules = ['at-most=2']\n[let]\na = 3", "not a table of texts"),
    ],
    ids=range(15),
)
def test_files_say_no_code_and_no_other_files(tmp_path, monkeypatch, text, word):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.py").write_text("open('ran', 'w')\n")
    (tmp_path / "m.toml").write_text("rules = ['at-most=2']\n")
    path = tmp_path / "a.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=re.escape(word)):
        parse_pattern([str(path)])
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["at-most", "perfect-scramble", *WORDS])
def test_a_rule_of_ones_own_takes_no_name_that_means_something(name):
    """A text would be read as the other one: by import-solution, without the file."""
    assert name in WORDS or name in PATTERNS or parse_rules(f"{name}=2")
    with pytest.raises(InputError, match=f"the name {name} is taken"):
        rule(on="face", name=name)(lambda face: face[0] == face[1])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("default = 0x" + "f" * 5_000, f"more than {MOST}"),
        ("default = -0x" + "f" * 5_000, "is not TOML|less than 1"),
        (f"default = {MOST + 1}", "default"),
        ("default = 1.5", "1.5"),
        ("[shown.R]\nL = 1\n[shown.r]\nL = 2", "twice"),
        ("[shown.W]\nR = 1\n[shown.U]\nR = 2", "twice"),
        ("a = " + "[" * 5_000, "TOML"),
        ("a = " + "9" * 5_000, "TOML|unknown key"),  # of large cubes, Python reads such numbers
    ],
    ids=range(8),
)
def test_tables_of_confusions_are_checked(tmp_path, text, word):
    path = tmp_path / "a.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=word):
        read_confusion(str(path))


def test_a_table_of_confusions_ends(tmp_path):
    path = tmp_path / "a.toml"
    path.symlink_to("/dev/zero")
    with pytest.raises(InputError, match="too large"):
        read_confusion(str(path))
    path.unlink()
    path.write_text(f"default = {MOST}\n[shown.O]\nG = 7\n[shown.R]\nO = 9\n")
    table = read_confusion(str(path))
    expected = {(4, 2): 7, (1, 4): 9}  # O is L, G is F; R and B are themselves
    for a in range(6):
        for b in range(6):
            assert table[a][b] == (0 if a == b else expected.get((a, b), MOST))


def test_a_file_as_a_whole_is_limited(tmp_path, monkeypatch):
    """Texts that are small one by one."""
    monkeypatch.setattr(composite, "MAX_WRITTEN", 2_000)
    colours = ", ".join(f"count({face}, {c})<=5" for face in "URFDLB" for c in "URFDLB")
    lines = [f'a{i} = "any({colours}, U1=={"URFDLB"[i % 6]})"' for i in range(60)]
    path = tmp_path / "long.toml"
    path.write_text("rules = ['a0']\n[let]\n" + "\n".join(lines))
    with pytest.raises(InputError, match=r", a\d+: more than 2000 rules"):
        parse_pattern([str(path)])
    path.write_text("rules = ['a0']\n[let]\n" + "\n".join(lines[:40]))
    assert len(parse_pattern([str(path)]).rules) == 1
