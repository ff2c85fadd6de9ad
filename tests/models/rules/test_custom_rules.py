"""Custom rules: functions tabulated or used as filters, and files."""

from __future__ import annotations

import itertools
import pickle
import re

import pytest
from hypothesis import given, settings
from oracle import satisfies
from strategies import assemblies, pocket_assemblies

from cubecsp import Cube, InputError, count, rule
from cubecsp.errors import FilterWarning
from cubecsp.models import AtMost, Not, Pattern, Solved, how_many, parse_pattern
from cubecsp.models.core.invariance import symmetries_of
from cubecsp.models.custom.view import StickerView
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, cube_puzzle
from cubecsp.questions.find import find
from cubecsp.questions.finding.rules_as_data import statement


@rule(on="face")
def rainbow(face):
    """Four edges of four colours."""
    return len(set(face.edges)) == 4


@rule(on="face")
def no_third(face):
    return max(list(face).count(colour) for colour in face) <= 2


@rule(on="face")
def red_within(face):
    return face.centre == "R" or "R" in face.corners


@rule(on="face")
def looked_up(face):
    return face[0] in {"B", "L"} or face[1] != face[3]


@rule(on="face", faces="some")
def corner_square(face):
    return face[0] == face[1] == face[3] == face[4]


@rule(on="face")
def mirrored(face):
    return all(row[0] == row[-1] for row in face.rows)


@rule(on=["U1", "F5", "R1", "R2"])
def mixed(colours):
    return sorted(colours) != list(colours)


RULES = [rainbow, no_third, red_within, looked_up, corner_square, mirrored, mixed]


@pytest.mark.ordinary(1)
@pytest.mark.few(3)
@pytest.mark.parametrize("asked", RULES, ids=str)
@given(cube=assemblies)
@settings(max_examples=6)
def test_tables_say_what_the_function_says(asked, cube):
    assert not asked.is_filter
    by_primitives = all(p.holds(cube.colours, cube.puzzle) for p in asked.primitives())
    assert satisfies(asked, cube) == asked.holds(cube) == by_primitives
    assert asked.holds(cube) != (~asked).holds(cube)


def test_a_colour_that_a_function_names_is_no_other_on_another_face():
    asked = rule(on="face", faces="UR", name="red-on-two")(red_within.function)
    for cube in (Cube.random(seed) for seed in range(30)):
        by_primitives = all(p.holds(cube.colours, CUBE) for p in asked.primitives())
        assert by_primitives == (not asked.violations(cube))


@pytest.mark.parametrize("asked", [mirrored, mixed], ids=str)
@given(cube=pocket_assemblies)
@settings(max_examples=20)
def test_on_the_pocket_cube(asked, cube):
    if asked is mixed:
        with pytest.raises(InputError, match="no sticker"):
            asked.holds(cube)
        return
    by_primitives = all(p.holds(cube.colours, POCKET) for p in asked.primitives(POCKET))
    assert satisfies(asked, cube) == asked.holds(cube) == by_primitives


def test_names_and_symmetries():
    assert str(no_third) == "no-third"
    assert rainbow.summary == "Four edges of four colours"
    assert len(Pattern((rainbow,)).symmetries) == 48
    assert len(Pattern((no_third,)).symmetries) == 48
    assert not red_within.invariant


def test_a_rule_of_ones_own_says_the_same_as_one_that_is_there():
    asked = "every-colour no-touching=side no-touching=diagonal no-touching=across faces-differ"
    there = parse_pattern([*asked.split(), "at-most=2"])
    own = Pattern((*parse_pattern(asked.split()).rules, no_third))
    assert {r.cube for r in find(own, limit=None)} == {r.cube for r in find(there, limit=None)}


@pytest.mark.slow
def test_a_function_that_is_too_much_for_tables_filters():
    @rule(on="face")
    def odd(face):
        return sum(map(ord, "".join(face))) % 7 < 5

    with pytest.warns(FilterWarning, match="rule odd needs more room than"):
        assert odd.is_filter
    pattern = Pattern((Solved("F2L+corners"), odd))
    expected = {r.cube for r in find(pattern.without(odd), limit=None) if odd.holds(r.cube)}
    assert {r.cube for r in find(pattern, limit=None)} == expected
    assert "no engine can propagate" in pattern.notes()[0]


def test_a_rule_over_the_cube_filters():
    with pytest.warns(FilterWarning, match="every cube that the other rules leave"):

        @rule(on="cube", invariant=True)
        def of_order_two(cube):
            return cube.order() == 2

    pattern = Pattern((Solved("F2L+corners"), of_order_two))
    everything = find(pattern.without(of_order_two), limit=None)
    found = {r.cube for r in find(pattern, limit=None)}
    assert found == {r.cube for r in everything if r.cube.order() == 2}
    either = Pattern((of_order_two | AtMost(8), Solved("F2L+corners")))
    assert either.filters
    assert {r.cube for r in find(either, limit=None)} >= found


def test_what_is_made_of_a_rule_over_the_cube_is_counted():
    with pytest.warns(FilterWarning):

        @rule(on="cube")
        def of_order_two(cube):
            return cube.order() == 2

    narrow = Solved("F2L+corners")
    twos = {r.cube for r in find(narrow, limit=None) if r.cube.order() == 2}
    at_home = {r.cube for r in find(Pattern((narrow, Solved("UR"))), limit=None)}
    for asked, expected in (
        (~of_order_two, 96 - len(twos)),
        (of_order_two | Solved("UR"), len(twos | at_home)),
        (Solved("UR") & ~of_order_two, len(at_home - twos)),
    ):
        assert count(Pattern((narrow, asked))).count == expected


@pytest.mark.parametrize(
    "texts", [("U9==U", "order=9"), ("order=9", "U9==U"), ("not order=9", "U9==U")]
)
def test_alternatives_of_which_engines_see_one(texts):
    """Whichever stands first, the filter is asked of every cube that remains."""
    narrow = [r.cube for r in find("solved=F2L+UF+UR+UL+UB", limit=None)]
    seen = {cube for cube in narrow if cube.facelets[8] == "U"}
    filtering = {cube for cube in narrow if (cube.order() == 9) != ("not order=9" in texts)}
    assert seen - filtering
    assert filtering - seen
    for quantifier, expected in (
        ("any", seen | filtering),
        ("all", seen & filtering),
        ("not any", None),
    ):
        rules = ["solved=F2L+UF+UR+UL+UB", f"{quantifier}({', '.join(texts)})"]
        found = {r.cube for r in find(rules, limit=None)}
        assert found == ({*narrow} - seen - filtering if expected is None else expected)


def test_a_negation_that_engines_see_on_some_cubes_only():
    @rule(on="face", faces="U", size=2)
    def uneven(face):
        return sum(map(ord, face)) % 7 < 3

    with pytest.warns(FilterWarning):
        assert Not(uneven).is_filter_on(cube_puzzle(4))
    assert not Not(uneven).is_filter_on(POCKET)
    (note,) = Pattern((Not(uneven),), puzzle=cube_puzzle(4)).notes()
    assert "no engine can propagate" in note
    assert not Pattern((Not(uneven),), puzzle=POCKET).notes()
    assert not list(Not(uneven).primitives(cube_puzzle(4)))
    assert list(Not(uneven).primitives(POCKET))


def test_a_broken_promise_is_noticed():
    with pytest.warns(FilterWarning):

        @rule(on="cube", invariant=True)
        def up(cube):
            return cube.facelets[0] == "U"

    some = [Cube.random(seed) for seed in range(50)]
    with pytest.raises(InputError, match="is not"):
        [up.holds(cube) for cube in some]


def made(function, on="face"):
    return rule(on=on)(function)


def test_failures_are_explained():
    def raises(face):
        return 1 // (len(set(face)) - 1) > 0

    def says_nothing(face):
        face.count("U")

    ticks = itertools.count()

    def fickle(face):
        return face[0] == "U" and next(ticks) % 2 == 0

    def raises_seldom(face):
        return face[0] == face[1] or face[2] == face[3] or {}["no such key"]

    for function, word in (
        (raises, "ZeroDivisionError"),
        (says_nothing, "return True or False"),
        (fickle, "both True and False"),
    ):
        with pytest.raises(InputError, match=word) as caught:
            made(function)
        assert function.__name__.replace("_", "-") in str(caught.value)
    with pytest.raises(
        InputError, match=r"raises-seldom raised KeyError: 'no such key' in line \d+"
    ):
        list(made(raises_seldom).primitives())


def test_things_outside_the_stickers_are_noticed():
    mood = [True]

    def moody(face):
        return mood[0] or face[0] == face[1]

    asked = made(moody)
    list(asked.primitives())
    mood[0] = False
    some = [Cube.random(seed) for seed in range(20)]
    with pytest.raises(InputError, match="only on the stickers"):
        [asked.violations(cube) for cube in some]


def test_a_file_names_a_rule_of_ones_own_that_a_sum_counts():
    assert statement(Pattern((how_many(rainbow) + how_many(~corner_square) >= 1,)))["own"] == [
        "corner-square",
        "rainbow",
    ]


def test_sizes_are_limited():
    def all_of_it(colours):
        return len(set(colours)) == 6

    asked = made(all_of_it, [f"{face}{i}" for face in "URFDLB" for i in range(1, 10)])
    with pytest.warns(FilterWarning, match="needs more room than tables and diagrams have"):
        assert not list(asked.primitives())
    for on in ("facet", [], ["U0"]):
        with pytest.raises(InputError):
            made(all_of_it, on)
    with pytest.raises(InputError, match="not a name"):
        made(lambda face: face[0] == face[1])
    with pytest.raises(InputError, match="the name every-colour is taken"):
        rule(on="face", name="every-colour")(all_of_it)
    with pytest.raises(InputError, match="'3' are not faces"):
        rule(on="face", faces=3)(all_of_it)


def test_python_files(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from cubecsp import rule\n"
        "@rule(on='face')\ndef one(face): return face[0] == face[8]\n"
        "@rule(on='face')\ndef two(face): return face[1] == face[7]\n"
    )
    assert str(parse_pattern([str(path)])) == "one two"
    assert str(parse_pattern([f"{path}:two", "not one"])) == "two not one"
    with pytest.raises(InputError, match="it defines one, two"):
        parse_pattern([f"{path}:three"])
    path.write_text("raise ValueError('no')")
    with pytest.raises(InputError, match="failed: ValueError: no"):
        parse_pattern([str(path)])
    with pytest.raises(InputError, match="cannot be read"):
        parse_pattern([str(tmp_path / "none.py")])


def test_toml_files(tmp_path):
    path = tmp_path / "calm.toml"
    path.write_text('rules = ["calm", "at-most=3"]\n[let]\ncalm = "not no-touching=side"\n')
    pattern = parse_pattern([str(path)])
    assert pattern.name == "calm"
    assert str(pattern) == "not no-touching=side at-most=3"
    assert str(parse_pattern([str(path), "any(calm, every-colour)"])).endswith(
        "any(not no-touching=side, every-colour)"
    )


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("rules = [", "is not TOML"),
        ("rule = []", "unknown key 'rule'"),
        ("name = 'x'", "states no rules"),
        ("rules = ['evry-colour']", "did you mean every-colour"),
        ("rules = ['./mine.py']", "unknown rule or pattern './mine.py'"),
        ("rules = ['every-colour']\npuzzle = 51", "2 to 50"),
        ("rules = []\n[let]\nevery-colour = 'at-most=2'", "not a name"),
        ("a = " + "[" * 100_000, "is not TOML"),
    ],
)
def test_malformed_toml(tmp_path, text, word):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=re.escape(word)):
        parse_pattern([str(path)])


# ---------------------------------------------------------------- what a function is given


def test_parts_of_a_face_as_a_function_sees_them():
    face, small = StickerView("ABCDEFGHI", range(9)), StickerView("ABCD", range(4))
    assert ["".join(part) for part in (face.corners, face.edges, *face.rows)] == [
        "ACGI",
        "BDFH",
        "ABC",
        "DEF",
        "GHI",
    ]
    assert face.centre == "E"
    assert face[2:5] == list("CDE") == face[-7:5]
    assert ["".join(part) for part in (small.corners, small.edges, *small.rows)] == [
        "ABCD",
        "",
        "AB",
        "CD",
    ]
    with pytest.raises(IndexError, match="no centre"):
        small.centre  # noqa: B018
    assert StickerView(range(25), range(25)).centre == 12
    assert StickerView(range(49), range(49)).centre == 24
    assert StickerView("ABCDE", [4, 2, 3, 1])[-1] == "B"


@pytest.mark.parametrize("bad", range(7))
def test_some_face_is_one_that_the_function_accepts(bad):
    """Turns of whole layers spoil faces that lie across them: none, four of six, or all."""
    asked = rule(on="face", faces="some", name="uniform")(lambda face: len(set(face[:2])) == 1)
    for cube in (Cube.random(seed) for seed in range(10 * bad, 10 * bad + 10)):
        good = [9 * i for i in range(6) if cube.facelets[9 * i] == cube.facelets[9 * i + 1]]
        assert asked.holds(cube) == (not asked.violations(cube)) == bool(good)


def test_colours_at_one_place_are_limited_by_the_centre_of_each_face():
    """A long table that says something of a single sticker is made once, for all six faces."""

    def ringed(face):
        apart = all(face[i] != face[i + 1] for i in (0, 1, 3, 4, 6, 7))
        whole = face is not None  # so that it is not divided
        return whole and face[0] != face.centre and apart and face[2] != face[5]

    asked = {f: rule(on="face", faces=f, name="ringed")(ringed) for f in "URFDLB"}
    together = rule(on="face", name="ringed")(ringed)
    verdicts = {True: 0, False: 0}
    stated = together.primitives()
    assert any(len(getattr(p, "facelets", ())) == 1 for p in stated)
    for cube in (Cube.random(seed) for seed in range(40)):
        for i, face in enumerate("URFDLB"):
            here = [
                p
                for p in stated
                if set(p.facelets if hasattr(p, "facelets") else (p.a, p.b))
                <= {*range(9 * i, 9 * i + 9)}
            ]
            said = all(p.holds(cube.colours, CUBE) for p in here)
            assert said == ringed(StickerView(cube.facelets[9 * i : 9 * i + 9], range(9)))
            assert said == (not asked[face].violations(cube))
            verdicts[said] += 1
    assert min(verdicts.values()) > 5


def test_a_rule_over_the_cube_that_changes_its_mind_is_noticed():
    answers = itertools.cycle([True, False])
    with pytest.warns(FilterWarning):
        asked = rule(on="cube", name="fickle")(lambda _: next(answers))
    with pytest.raises(InputError, match="both True and False"):
        asked.holds(Cube())


def test_the_line_that_failed_is_named():
    def fails_late(face):
        if face[0] == face[8]:
            return True
        return {}[face.centre]

    line = fails_late.__code__.co_firstlineno + 3
    asked = made(fails_late)
    with pytest.raises(InputError, match=f"KeyError: 'U' in line {line}, for the colours"):
        list(asked.primitives())


# ---------------------------------------------------------------- functions that are much for tables

CORNERS = ["U1", "U3", "U7", "U9", "R1", "F1"]


def number(letters):
    return sum("URFDLB".index(letter) * 6**i for i, letter in enumerate(letters))


def test_colours_that_are_distinguished_by_more_than_comparing():
    def by_their_text(face):
        return str(face[0]) in "URF"

    def by_their_type(face):
        return isinstance(face[0], str) == (face[0] == face[2])

    def by_their_hash(face):
        many = {face[1], face[3], face[5]}  # so that it is not run with all letters
        return len(many) < 3 or hash(face[0]) % 64 < hash(face[2]) % 64

    for function in (by_their_text, by_their_type, by_their_hash):
        asked = made(function)
        for cube in (Cube.random(seed) for seed in range(20)):
            said = all(p.holds(cube.colours, CUBE) for p in asked.primitives())
            faces = [cube.facelets[start : start + 9] for start in range(0, 54, 9)]
            assert asked.holds(cube) == said == all(map(function, faces))


def test_symmetries_of_filters_keep_their_meaning():
    """Their primitives may have more of them than they have themselves."""

    def says_no_to_some(colours):
        return number(colours[:3]) * (number(colours[3:]) + 1) % 211 < 130

    filtering = made(says_no_to_some, [*CORNERS, "L1", "B1", "D1"])
    with pytest.warns(FilterWarning):
        assert filtering.is_filter
    assert len(symmetries_of(filtering.primitives(), CUBE)) == 48
    for asked in (filtering, Not(filtering), filtering & AtMost(8), filtering | AtMost(3)):
        assert asked.is_filter
        for s in Pattern((asked,)).symmetries:
            for cube in (Cube.random(seed) for seed in range(5)):
                assert asked.holds(s.of(cube)) == asked.holds(cube)


# ---------------------------------------------------------------- what a file says


def test_a_file_says_which_cube_it_is_about(tmp_path):
    stated = tmp_path / "small.toml"
    stated.write_text("puzzle = 2\nrules = ['at-most=2']\n")
    assert parse_pattern([str(stated)]).puzzle == POCKET
    stated.write_text("puzzle = 3\nrules = ['at-most=2']\n")
    assert parse_pattern([str(stated)]).puzzle == CUBE
    defined = tmp_path / "small.py"
    defined.write_text(
        "from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle\n"
        "from cubecsp.models import AtMost, Pattern\n"
        "one, two = AtMost(1), AtMost(2)\n"
        "pattern = Pattern((one,), puzzle=cube_puzzle(2))\n"
    )
    whole, part = parse_pattern([str(defined)]), parse_pattern([f"{defined}:two"])
    assert (whole.rules, whole.puzzle) == ((AtMost(1),), POCKET)
    assert (part.rules, part.puzzle) == ((AtMost(2),), POCKET)


def test_a_file_states_its_rules_or_the_pattern_that_it_sets(tmp_path):
    path = tmp_path / "mine.py"
    rules = "from cubecsp.models import AtMost\none, _hidden, two_more = map(AtMost, (1, 2, 3))\n"
    path.write_text(rules)
    assert parse_pattern([str(path)]).rules == (AtMost(1), AtMost(3))
    assert parse_pattern([f"{path}:two-more"]).rules == (AtMost(3),)
    for hidden in ("_hidden", "-hidden", "hidden"):
        with pytest.raises(InputError, match="defines no rule"):
            parse_pattern([f"{path}:{hidden}"])
    path.write_text(rules + "pattern = _hidden & two_more\n")
    assert parse_pattern([str(path)]).rules == (AtMost(2) & AtMost(3),)
    path.write_text(rules + "pattern = 3\n")
    assert parse_pattern([str(path)]).rules == (AtMost(1), AtMost(3))


def test_a_name_that_a_file_gives_counts_before_that_of_a_model(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        "rules = ['checkerboard']\n[let]\ncheckerboard = 'at-most=3'\ntwice = 'checkerboard'\n"
    )
    assert parse_pattern([str(path)]).rules == (AtMost(3),)
    assert parse_pattern([str(path), "twice"]).rules == (AtMost(3),)


def test_several_files_are_demanded_together(tmp_path):
    for name, rule_text in (("one", "at-most=3"), ("two", "every-colour")):
        (tmp_path / f"{name}.toml").write_text(f"rules = ['{rule_text}']\n")
    one, two = (str(tmp_path / f"{name}.toml") for name in ("one", "two"))
    assert str(parse_pattern([one, two])) == "at-most=3 every-colour"
    assert str(parse_pattern([two, "no-repeats", one])) == "every-colour no-repeats at-most=3"
    assert str(parse_pattern([one, one])) == "at-most=3"
    assert parse_pattern([one]).name == "one"
    assert parse_pattern([one, two]).name is None


@pytest.mark.parametrize(
    ("end", "place"),
    [
        ("[let]\nfirst = 'at-most=3'\nsecond = 'evry-colour'", ", second"),
        ("[let]\nfirst = 'evry-colour'\nsecond = 'at-most=3'", ", first"),
        ("[let]\nfirst = 'at-most=3'\n2 = 'at-most=3'", ""),
        ("[let]\nfirst = 'at-most=3'\nat-most = 'at-most=3'", ""),
        ("[let]\nfirst = 'evry-colour2'", ", first"),
        ("", ", rule 2"),
    ],
)
def test_the_place_of_an_error_in_a_file_is_its_own(tmp_path, monkeypatch, end, place):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.toml").write_text(f"rules = ['at-most=3', 'evry-colour']\n{end}\n")
    with pytest.raises(InputError) as error:
        parse_pattern(["bad.toml"])
    assert error.value.problem.startswith(f"file 'bad.toml'{place}: ")


def test_names_of_a_file_follow_a_value(tmp_path):
    path = tmp_path / "named.toml"
    path.write_text(
        "rules = ['solved=cross calm', 'solved=last layer']\n[let]\ncalm = 'at-most=3'\n"
    )
    assert str(parse_pattern([str(path)])) == "solved=cross at-most=3 solved=last-layer"
    again = parse_pattern([str(path), "solved=corners calm"])
    assert str(again) == "solved=cross at-most=3 solved=last-layer solved=corners"


@pytest.mark.parametrize("asked", RULES, ids=str)
def test_rules_at_the_top_of_a_module_are_pickled(asked):
    copy = pickle.loads(pickle.dumps((asked, ~asked)))
    assert copy == (asked, ~asked)
    assert repr(asked) == f"<rule {asked.name}>"


def test_a_rule_that_cannot_be_found_again_is_not_pickled():
    @rule(on="face")
    def within(face):
        return len(set(face)) > 0

    with pytest.raises(pickle.PicklingError, match="top of a module"):
        pickle.dumps(within)


@given(cube=assemblies)
@settings(max_examples=20)
def test_each_face_that_a_function_rejects_is_a_violation_or_all_of_them_one(cube):
    def alike(face):
        return face[0] == face[8]

    faces = [cube.facelets[first : first + 9] for first in range(0, 54, 9)]
    wrong = sum(face[0] != face[8] for face in faces)
    each, some = (
        rule(on="face", name="each")(alike),
        rule(on="face", faces="some", name="some")(alike),
    )
    assert len(each.violations(cube)) == wrong
    assert len(some.violations(cube)) == (wrong == 6)
