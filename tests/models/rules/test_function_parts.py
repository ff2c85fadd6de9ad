"""Functions as rules, part by part: compared with the function itself on all colourings of a few stickers."""

from __future__ import annotations

import functools
import importlib.util
import itertools
import random
import subprocess
import sys
from itertools import pairwise

import pytest
from patience import PATIENCE

from cubecsp import InputError, find, rule
from cubecsp.errors import FilterWarning
from cubecsp.models.core.primitives import ColourCount, Differ
from cubecsp.models.custom.counts import counted
from cubecsp.models.custom.parts import parts_of
from cubecsp.models.custom.undecided import PartialColours
from cubecsp.models.custom.view import StickerView
from cubecsp.puzzle.cube.cube_puzzle import CUBE

STICKERS = ["U1", "U2", "F3", "R6"]
PLACES = [CUBE.names.index(name) for name in STICKERS]
LETTERS = "URFDLB"
OPPOSITE = dict(zip(LETTERS, "DLBURF", strict=True))

UNKNOWN = StickerView(PartialColours([None] * 4), range(4))

# ---------------------------------------------------------------- random functions

ATOMS = [
    "c[{i}] == c[{j}]",
    "c[{i}] != {letter!r}",
    "c[{i}] in 'URF'",
    "c[{i}] not in {{'L', {letter!r}}}",
    "OPPOSITE[c[{i}]] != c[{j}]",
    "c[{i}] + c[{j}] not in ('UD', 'RL', 'FF')",
    "c.count({letter!r}) <= {k}",
    "c.count({letter!r}) + list(c[1:]).count('R') >= {k}",
    "list(c).count(c[{i}]) < {k}",
    "sorted(c.count(x) for x in 'URFDLB')[-1] != {k}",
    "len(set(c[{k}:])) >= {k}",
    "c[{i}] < c[{j}]",
    "max(c) == c[{i}]",
    "''.join(c) > 'L'",
    "any(x == y for x, y in pairwise(c))",
    "near(c, {i}, {j})",
]
JOINTS = [
    "({a}) and ({b})",
    "({a}) or ({b})",
    "not ({a})",
    "all(x != y for x, y in pairwise(c)) and ({a})",
    "all((c[i] != c[j] if i else c[j] != 'B') and ({a}) for i in range(4) for j in range(i) if i != {k})",
    "not any(OPPOSITE[x] == c[{i}] for x in c)",
    "all(x not in seen and not seen.append(x) for x in c) or ({a})",
    "all(c.count(x) < 3 for x in set(c)) and ({a})",
]
LINES = [
    "    if {a}:\n        return False\n",
    "    for i in range(3):\n        if c[i] == c[i + 1] and ({a}):\n            return False\n",
    "    {name} = {a}\n    if not ({name}) and ({b}):\n        return False\n",
    "    {name}, _{name} = c[0], c[1:]\n    if {name} in _{name}:\n        return False\n",
]
HEAD = f"""from itertools import pairwise
OPPOSITE = {OPPOSITE}
def near(c, i, j):
    for x, y in pairwise(c):
        if x == c[i] and y == c[j]:
            return True
    return False
"""


def condition(rng, depth):
    """Return a random condition on four stickers, as Python."""
    text = rng.choice(JOINTS if depth else ATOMS)
    given = {"letter": rng.choice(LETTERS), **{name: rng.randrange(4) for name in "ijk"}}
    parts = {name: condition(rng, depth - 1) for name in "ab"} if depth else {}
    return text.format(**given, **parts)


def source(rng, number):
    """Return the source of a random function of four stickers."""
    lines = [
        rng.choice(LINES).format(a=condition(rng, 1), b=condition(rng, 0), name=f"v{i}")
        for i in range(rng.randrange(3))
    ]
    seen = "    seen = []\n"  # which some functions change
    end = f"    return bool({condition(rng, rng.randrange(3))})\n".replace("bool(all", "(all")
    text = "".join(lines) + end
    return f"def f{number}(c):\n{seen * ('seen' in text)}{text}"


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("seed", range(12))
def test_parts_say_together_what_the_function_says(seed, tmp_path):
    rng = random.Random(seed)
    text = HEAD + "".join(source(rng, number) for number in range(12))
    path = tmp_path / f"random_{seed}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    split = 0
    for number in range(12):
        function = getattr(module, f"f{number}")
        split += bool(parts_of(function, UNKNOWN))
        asked = rule(on=STICKERS)(function)
        stated = list(asked.primitives())
        assert not asked.is_filter
        colours = [0] * 54
        for row in itertools.product(range(6), repeat=4):
            for place, colour in zip(PLACES, row, strict=True):
                colours[place] = colour
            said = function(StickerView("".join(LETTERS[c] for c in row), range(4)))
            assert all(p.holds(colours, CUBE) for p in stated) == said, (text, number, row)
    assert split > 3


# ---------------------------------------------------------------- functions that are not divided

MOODS = [object()]


def ident(given):
    return given


def remembers(c):
    seen = set()
    return all(not (x in seen or seen.add(x)) for x in c)


def reads_twice(c):
    pairs = pairwise(c)
    return any(a == b for a, b in pairs) and any(a == b for a, b in pairs)


def reads_twice_by_another_name(c):
    pairs = ident(pairwise(c))
    return any(a == b for a, b in pairs) and any(a == b for a, b in pairs)


def advances(c):
    others = iter(c)
    return all(a != next(others) for a in c[1:])


def asks_what_it_is(c):
    return all(isinstance(x, str) for x in c) and c[0] != c[1]


def asks_somebody(c):
    return all(MOODS[0] != x for x in c) and c[0] != c[1]


def changes_its_name(c):
    last = c[0]
    for x in c[1:]:
        if x == last:
            return False
        last = x
    return True


def means_two_things(c):
    last = c[0]
    if last == c[1]:
        return False
    last = c[2]
    return last != c[3]


def opposite(function):
    """Return a function that looks like another but says the opposite of it."""

    @functools.wraps(function)
    def changed(*given):
        return not function(*given)

    return changed


@opposite
def is_wrapped(c):
    return c[0] != c[1] and c[1] != c[2]


def chosen_by_colours(c):
    return all(c[i] != c[3] for i in range(3) if c[i] == "R")


UNDIVIDED = [
    remembers, reads_twice, reads_twice_by_another_name, advances, asks_what_it_is, asks_somebody,
    changes_its_name, means_two_things, is_wrapped, chosen_by_colours,
]  # fmt: skip


@pytest.mark.parametrize("function", UNDIVIDED)
def test_a_function_whose_parts_may_depend_on_each_other_is_not_divided(function):
    assert not parts_of(function, UNKNOWN)


def test_a_source_that_has_changed_is_not_believed(tmp_path):
    path = tmp_path / "changing.py"
    path.write_text("def f(c):\n    return c[0] != c[1] and c[1] != c[2]\n")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert len(parts_of(module.f, UNKNOWN)) == 2
    path.write_text("def f(c):\n    return c[0] != c[1] and c[1] != c[3]\n")
    assert not parts_of(module.f, UNKNOWN)


# ---------------------------------------------------------------- functions that were filters

PAIRS = [(i, i + 1) for i in range(9) if i % 3 < 2] + [(i, i + 3) for i in range(6)]
BAND = [f"{face}{number}" for face in "FRBL" for number in (4, 5, 6)]


@rule(on="face")
def opposites_apart(face):
    return all(OPPOSITE[face[i]] != face[j] for i, j in PAIRS)


@rule(on="face")
def three_pairs(face):
    return sorted(list(face).count(c) for c in LETTERS) == [1, 1, 1, 2, 2, 2]


@rule(on="face")
def rows_count(face):
    return sum(row.count("R") for row in face.rows) + face.corners.count("U") < 5


@rule(on=BAND)
def twice_each(band):
    return all(band.count(c) == 2 for c in LETTERS)


@rule(on=BAND)
def latin(band):
    rows = all(len(set(band[i : i + 3])) == 3 for i in (0, 3, 6, 9))
    return rows and all(band[i] != band[i + 3] for i in range(9))


@pytest.mark.parametrize(
    "asked", [opposites_apart, three_pairs, rows_count, twice_each, latin], ids=str
)
def test_what_engines_are_given_says_the_same_on_random_colours(asked):
    """With two to five colours, so that both verdicts occur."""
    assert not asked.is_filter
    stated = list(asked.primitives())
    rng = random.Random(1)
    groups = asked._groups(CUBE)
    verdicts = set()
    for _ in range(300):
        shown = rng.sample(range(6), rng.randint(2, 5))
        colours = [rng.choice(shown) for _ in range(54)]
        for number, centre in enumerate(CUBE.centres):
            colours[centre] = number
        letters = "".join(LETTERS[c] for c in colours)
        for facelets in groups:
            here = [p for p in stated if facelets_of(p) <= {*facelets}]
            view = StickerView("".join(letters[f] for f in facelets), range(len(facelets)))
            verdict = asked.function(view)
            assert all(p.holds(colours, CUBE) for p in here) == verdict
            verdicts.add(verdict)
    assert True in verdicts or asked in (twice_each, latin, three_pairs)
    assert False in verdicts


def facelets_of(primitive):
    return {primitive.a, primitive.b} if isinstance(primitive, Differ) else {*primitive.facelets}


def test_numbers_stay_numbers():
    assert {type(p) for p in twice_each.primitives()} == {ColourCount}


def test_numbers_are_counted_along_if_they_have_few_values(monkeypatch):
    numbers = counted(lambda colours: StickerView(colours, range(9)).count("U") % 2 == 0, 9)
    stated = {}
    for most in (9, 10, 11):  # after nine stickers, 0 to 9 were of this colour
        monkeypatch.setattr("cubecsp.models.custom.counts._MAX_STATES", most)
        stated[most] = numbers.primitive(range(9), {}) is not None
    assert stated == {9: False, 10: True, 11: True}


def test_a_late_rule_says_what_would_make_it_strong():
    asked = rule(on="face", name="odd")(lambda face: sum(map(ord, "".join(face))) % 7 < 5)
    with pytest.warns(FilterWarning, match=r"about 2,000,000 times: state it as conditions"):
        assert "face.count('R')" in asked.advice(CUBE)


def test_a_function_that_does_not_end_is_named():
    def endless(face):
        while face[0] == face[1] == "R" and face[8] == "L":
            pass
        return True

    with pytest.raises(InputError, match=r"rule endless did not end .* the colours RR..U...L"):
        find(rule(on="face")(endless), limit=1, time_limit=0.5)


def test_python_runs_as_usual_once_a_function_was_interrupted():
    """A request to raise nothing stays: Python checks for it in a loop when a profiled function begins."""
    program = """
import sys
from cubecsp.errors import InputError
from cubecsp.models.custom.endless import interrupting
from cubecsp.stopping.deadline import Deadline

try:
    with Deadline(0).enforce(), interrupting(lambda: InputError("late", "")):
        while True:
            pass
except InputError as error:
    sys.setprofile(lambda *_: None)
    (lambda: print(error.problem))()
"""
    run = subprocess.run(
        [sys.executable, "-c", program], timeout=PATIENCE, capture_output=True, text=True
    )
    assert run.stdout == "late\n"
