"""A letter means the same everywhere in a question: a colour, as it is written on the cube that is given or drawn.

The drawing is worked out here, from the stickers of a cube and six letters; rules are read off it.
"""

from __future__ import annotations

import json
import random

import pytest
from asking import ask, piped
from hypothesis import given
from hypothesis import strategies as st

from cubecsp import (
    Facelets,
    InputError,
    best,
    check,
    count,
    explain,
    find,
    rank,
    reach,
    rule,
    sample,
    unrank,
)
from cubecsp.models import Pattern, parse_pattern
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import HOLDINGS
from cubecsp.puzzle.cube.moves import Moves

WORDS = dict(zip(FACES, ("white", "red", "green", "yellow", "orange", "blue"), strict=True))
SCHEMES = [FACES, "WRGYOB"]

holdings = st.sampled_from(list(HOLDINGS))
seeds = st.integers(0, 2**32)


class Drawn:
    """A cube that somebody has in the hand.

    Attributes:
        home: its stickers with colours named after the centres.
        letters: the same with the letters of colours, U for white.
    """

    def __init__(self, size: int, holding: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.puzzle = cube_puzzle(size)
        self.cube = cube_class(size).from_moves(
            Moves.of(self.rng.choice(range(18)) for _ in range(self.rng.randrange(12)))
        )
        self.home = self.cube.facelets
        self.holding = holding
        self.letters = self.named(self.home)

    def named(self, home: str) -> str:
        """Return stickers that are named after the centres with the letters of their colours."""
        return home.translate(str.maketrans(FACES, self.holding))

    def written(self, scheme: str = FACES) -> str:
        """Return the drawing as a text."""
        return self.letters.translate(str.maketrans(FACES, scheme))

    def blank(self, number: int) -> str:
        """Return the drawing with a number of stickers left out that show no centre, nor the corner in DBL."""
        kept = {*self.puzzle.centres, *self.puzzle.corners.frames[6]}
        gone = self.rng.sample(sorted({*range(len(self.letters))} - kept), number)
        return "".join("." if i in gone else letter for i, letter in enumerate(self.letters))

    def shown(self, face: str) -> str:
        """Return the letters of a face."""
        area = self.puzzle.size**2
        return self.letters[FACES.index(face) * area :][:area]

    def rule(self, *, true: bool = True) -> str:
        """Return a rule that can be read off the drawing, or one that is seen to be false."""
        rng, n, letters = self.rng, self.puzzle.size, self.letters
        at = rng.randrange(len(letters))
        sticker, seen = self.puzzle.names[at], letters[at]
        face = at // n**2
        shown = self.shown(FACES[face])
        other = rng.choice([c for c in FACES if c != seen])
        colour = rng.choice([seen, WORDS[seen]] if true else [other, WORDS[other]])
        cells = "".join(rng.choice([f"={c}", "."]) for c in shown[1:])
        first = shown[0] if true else rng.choice([c for c in FACES if c != shown[0]])
        slot, around = rng.choice(
            [*zip(POCKET.corners.names, self.puzzle.corners.frames, strict=True)]
        )
        piece = "".join(letters[f] for f in around)
        many = shown.count(seen) if true else n**2 + 1
        rules = [
            f"{sticker}=={colour}",
            f"count({FACES[face]}, {colour})>={many if true else n**2 + 1}",
            f"face={FACES[face]}:={first}{cells}",
            f"face={FACES[face]}:A{'.' * (n**2 - 1)}:A={rng.choice([first, WORDS[first]])}",
            f"drawings={FACES[face]}:={first}{cells}",
            f"how-many({sticker}=={colour}, {sticker}!={colour}, {sticker}=={colour})+count({FACES[face]}, {seen})"
            f"=={2 + shown.count(seen)}",
        ]
        if true:
            rules.append(f"stickers={''.join(rng.choice([c, '.']) for c in letters)}")
        if n < 4:
            pieces = [name for name in POCKET.corners.names if (set(name) == set(piece)) == true]
            rules.append(f"holds={slot}:{'+'.join(pieces)}")
            turns = [t for t in range(3) if piece[t:] + piece[:t] in POCKET.corners.names]
            rules.append(f"holds={slot}:{'+'.join(pieces)}:{turns[0]}") if true else None
        text = rng.choice(rules)
        return rng.choice([text, f"not not {text}", f"any({text}, all({text}, {sticker}!={seen}))"])


@given(st.integers(2, 5), holdings, seeds, st.sampled_from(SCHEMES))
def test_what_is_seen_of_a_drawn_cube_holds_of_it(size, holding, seed, scheme):
    drawn = Drawn(size, holding, seed)
    true, false = drawn.rule(), drawn.rule(true=False)
    cube = drawn.written(scheme)
    (report,) = check(cube, [true, false])
    assert [*map(str, report.violations)] == [str(r) for r in parse_pattern([false]).rules]
    assert report.shown == cube
    data = json.loads(piped("check", cube, true, false, "--json", code=1).out)
    assert data["query"]["rules"] == [
        str(r) for text in (true, false) for r in parse_pattern([text]).rules
    ]
    assert [*data["cubes"][0]["violations"]] == data["query"]["rules"][1:]
    assert piped("check", cube, true).out.endswith("Satisfies all rules.\n")


@given(st.integers(2, 5), holdings, seeds)
def test_lists_of_stickers_are_read_off_a_drawing(size, holding, seed):
    drawn = Drawn(size, holding, seed)
    places = drawn.rng.sample(range(len(drawn.letters)), 4)
    seen = [drawn.letters[at] for at in places]
    asked = [drawn.rng.choice([letter, letter, drawn.rng.choice(FACES)]) for letter in seen]
    a, b, c, d = (drawn.puzzle.names[at] for at in places)
    ranks = [FACES.index(letter) for letter in seen]
    expected = {
        f'regular({a} {b} {c} {d}: "{"".join(asked)}")': asked == seen,
        f'regular({a} {b} {c} {d}: ".* [^{asked[0]}] {asked[3]}")': (
            seen[2] != asked[0] and seen[3] == asked[3]
        ),
        f"table({a} {b} {c} {d}: {' '.join(asked)})": asked == seen,
        f"lex({a} {b} <= {c} {d})": ranks[:2] <= ranks[2:],
        f"all-different({a} {b} {c} {d})": len({*seen}) == 4,
    }
    for asked_for, holds in expected.items():
        assert bool(check(drawn.written(), asked_for).cubes[0].violations) != holds


@given(st.integers(2, 5), holdings, seeds)
def test_broken_rules_are_told_in_the_letters_of_the_cube(size, holding, seed):
    drawn = Drawn(size, holding, seed)
    at = drawn.rng.randrange(len(drawn.letters))
    sticker, seen = drawn.puzzle.names[at], drawn.letters[at]
    asked = f"{sticker}!={WORDS[seen]}"
    for scheme, told in zip(SCHEMES, (seen, WORDS[seen]), strict=True):
        ((_, (place,)),) = check(drawn.written(scheme), asked).cubes[0].violations.items()
        assert place.facelets == (at,)
        out = ask("check", drawn.written(scheme), asked).out
        assert f"Breaks {sticker}!={seen} in 1 place:\n  {sticker} shows {told}\n" in out


@given(st.integers(2, 3), holdings, seeds)
def test_moves_lead_to_where_the_rule_holds_in_the_letters_of_the_cube(size, holding, seed):
    drawn = Drawn(size, holding, seed)
    (report,) = reach(drawn.written(), drawn.rule(), limit=1)
    assert report.written == ""
    turns = Moves.of(drawn.rng.choice(range(9)) for _ in range(2))
    after = drawn.named(drawn.cube.apply(turns).facelets)
    at = drawn.rng.sample(range(len(after)), 6)
    wanted = "".join(after[i] if i in at else "." for i in range(len(after)))
    (report,) = reach(
        drawn.written(), f"stickers={wanted}", turns="U,U2,U',R,R2,R',F,F2,F'", limit=1
    )
    assert len(report.moves) <= 2
    end = drawn.named(drawn.cube.apply(report.moves).facelets)
    assert report.shown == end
    assert all(end[i] == after[i] for i in at)
    told = piped("reach", drawn.written(), f"stickers={wanted}", "--limit", 1, code=(0, 3)).out
    end = drawn.named(drawn.cube.apply(Moves(told.splitlines()[0])).facelets)
    assert all(end[i] == after[i] for i in at)


@given(st.integers(2, 5), holdings, seeds)
def test_found_cubes_show_the_stickers_of_a_drawing(size, holding, seed):
    drawn = Drawn(size, holding, seed)
    drawing, more = f"stickers={drawn.blank(3)}", drawn.rule()
    result = find([drawing, more], limit=None)
    assert drawn.letters in [report.shown for report in result]
    for report in result:
        assert check(report.shown, [drawing, more]).cubes[0].violations == {}
        assert report.facelets == Facelets.parse(report.shown).letters
    data = json.loads(piped("find", drawing, more, "--limit", "all", "--json").out)
    assert data["query"]["rules"] == [*map(str, result.query["rules"])]
    assert [cube.get("written", cube["facelets"]) for cube in data["cubes"]] == [
        r.shown for r in result
    ]


@given(st.integers(2, 3), holdings, seeds)
def test_every_question_about_rules_takes_the_letters_of_a_drawing(size, holding, seed):
    drawn = Drawn(size, holding, seed)
    at = drawn.rng.randrange(len(drawn.letters))
    sticker, seen = drawn.puzzle.names[at], drawn.letters[at]
    rules = [f"stickers={drawn.blank(1)}", f"{sticker}=={WORDS[seen]}"]
    assert count(rules).count == 1
    assert sample(rules, seed=seed).cubes[0].shown == drawn.letters
    assert unrank(0, rules).cubes[0].shown == drawn.letters
    assert rank(drawn.letters, rules).cubes[0].rank == 0
    first = find([], size=size, hint=drawn.letters, limit=1)
    assert [report.shown for report in first] == [drawn.letters]
    number = f"count({sticker[0]}, {seen})"
    answer = best(rules, maximise=number)
    assert answer.query["objective"] == number
    assert answer.value == drawn.shown(sticker[0]).count(seen)
    answer = explain([*rules, f"{sticker}!={seen}"])
    assert any(each.example.shown == drawn.letters for each in answer.corrections)
    # A corner twisted, which only a cube that is taken apart can show.
    corner = drawn.puzzle.corners.frames[1]
    turned = dict(zip(corner, corner[1:] + corner[:1], strict=True))
    twisted = "".join(drawn.letters[turned.get(at, at)] for at in range(len(drawn.letters)))
    apart = [each for each in explain(f"stickers={twisted}").corrections if not each.rules]
    assert [each.example.shown for each in apart] == [twisted]
    assert {str(rule) for conflict in answer.conflicts for rule in conflict.rules} <= {
        *map(str, parse_pattern([*rules, f"{sticker}!={seen}"]).rules)
    }


@given(st.integers(2, 5), holdings, seeds)
@pytest.mark.filterwarnings("ignore::cubecsp.errors.FilterWarning")
def test_functions_get_the_letters_of_the_cube(size, holding, seed):
    drawn = Drawn(size, holding, seed)
    names = drawn.rng.sample(drawn.puzzle.names, 2)
    seen = [drawn.letters[drawn.puzzle.names.index(name)] for name in names]
    asked = []

    def these(view):
        asked.append("".join(view))
        return list(view) == seen

    def compared(view):
        return view[0] == seen[0] and view[1] == seen[1]

    def white_there(face):
        return face[0] != "U" or drawn.letters[0] == "U"

    for function, on in ((these, names), (compared, names), (white_there, "face")):
        faces = {"faces": "U"} if on == "face" else {}
        own = rule(on=on, size=size, **faces)(function)
        assert check(drawn.letters, own).cubes[0].violations == {}
        assert check(drawn.letters, ~own).cubes[0].violations != {}
        held = Pattern((own,), puzzle=drawn.puzzle).held(holding)
        assert held.holds(drawn.cube)
    assert "".join(seen) in asked
    same = rule(on="cube", invariant=True)(lambda_of(size))
    assert check(drawn.letters, same).cubes[0].violations == {}
    other = rule(on="cube")(lambda_of(size))
    if holding != FACES:
        with pytest.raises(InputError, match="whose centres are in their solved positions"):
            check(drawn.letters, other)


def lambda_of(size):
    """Return a function over a whole cube."""

    def is_of_this_size(cube):
        return cube.puzzle.size == size

    return is_of_this_size


@given(holdings, holdings, seeds)
def test_drawings_that_are_held_otherwise_are_refused(one, other, seed):
    first, second = Drawn(3, one, seed), Drawn(3, other, seed)
    rules = [f"stickers={first.letters}", f"not stickers={second.blank(4)}"]
    if one == other:
        assert count(rules).count == 0
        return
    with pytest.raises(InputError, match="in different whole-cube orientations"):
        count(rules)
    free = [c if i not in CUBE.centres else "." for i, c in enumerate(first.letters)]
    assert count([f"stickers={first.letters}", f"stickers={''.join(free)}"]).count == 1
    assert str(check(first.letters, f"stickers={second.letters}").status) == "infeasible"


@pytest.mark.parametrize("scheme", ["WRGBOY", "ABCDEF"])
def test_letters_name_colours_of_any_scheme(scheme):
    drawn = Drawn(3, "FRDBLU", 1)
    asked = [f"{name}=={letter}" for name, letter in zip(CUBE.names, drawn.letters, strict=True)]
    (report,) = check(drawn.written(scheme), asked, scheme=scheme).cubes
    assert (report.violations, report.shown) == ({}, drawn.written(scheme))
