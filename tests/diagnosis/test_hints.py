"""Hints for the commonest mistakes in typing: told where they explain a cube, and never where they don't."""

from __future__ import annotations

import random

import pytest
from asking import ask

from cubecsp import Cube, Facelets, InputError, reach, read, solve
from cubecsp.diagnosis.diagnosis import diagnose
from cubecsp.diagnosis.hints import hints, in_words
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import STANDARD

CUBE = Cube.random(3)
SCHEMES = [FACES, STANDARD, "123456", "WRGBOY", "YRBWOG"]
TURNED = {
    "turned a quarter clockwise": 1,
    "turned a half turn": 2,
    "turned a quarter counter-clockwise": 3,
}


def clockwise(face: str) -> str:
    n = round(len(face) ** 0.5)
    rows = [face[i : i + n] for i in range(0, n * n, n)]
    return "".join("".join(row[column] for row in reversed(rows)) for column in range(n))


def mirrored(face: str, how: str) -> str:
    n = round(len(face) ** 0.5)
    rows = [face[i : i + n] for i in range(0, n * n, n)]
    if how == "written from right to left":
        return "".join(row[::-1] for row in rows)
    if how == "written from bottom to top":
        return "".join(reversed(rows))
    return "".join(map("".join, zip(*rows, strict=True)))


def faces_of(letters: str) -> list[str]:
    area = len(letters) // 6
    return [letters[i : i + area] for i in range(0, len(letters), area)]


def mistaken(rng: random.Random, faces: list[str]) -> tuple[str, list[str]]:
    """Return a mistake, and faces typed with it."""
    faces, kind = list(faces), rng.choice(["turned", "exchanged", "mirrored", "all", "order"])
    at, other = rng.sample(range(6), 2)
    how = rng.choice(
        ["written from right to left", "written from bottom to top", "written column by column"]
    )
    if kind == "turned":
        words, quarters = rng.choice(list(TURNED.items()))
        for _ in range(quarters):
            faces[at] = clockwise(faces[at])
        return f"{FACES[at]} were {words}", faces
    if kind == "exchanged":
        at, other = sorted((at, other))
        faces[at], faces[other] = faces[other], faces[at]
        return f"{FACES[at]} and {FACES[other]} were exchanged", faces
    if kind == "mirrored":
        faces[at] = mirrored(faces[at], how)
        return f"{FACES[at]} were {how}", faces
    if kind == "all":
        return f"every face were {how}", [mirrored(face, how) for face in faces]
    order = rng.sample(FACES, 6)
    return f"faces were written in the order {' '.join(order)}", [
        faces[FACES.index(f)] for f in order
    ]


@pytest.mark.parametrize("size", [2, 3, pytest.param(5, marks=pytest.mark.slow)])
def test_every_mistake_is_found(size):
    rng = random.Random(size)
    found = 0
    for _ in range(16):
        cube, scheme = cube_class(size).random(rng.randrange(10**6)), rng.choice(SCHEMES)
        written = cube.facelets.translate(str.maketrans(FACES, scheme))
        mistake, faces = mistaken(rng, faces_of(written))
        try:
            shown = read("".join(faces)).stickers
        except InputError:
            assert size % 2 == 0  # colours of no standard scheme, and no centres to name them after
            continue
        if diagnose(shown).is_sound:
            continue
        told = hints(shown)
        assert diagnose(shown).hints == told
        assert written in [hint.meant.written for hint in told], (mistake, shown.written)
        found += 1
        for hint in told:
            assert diagnose(hint.meant).is_sound
            again = read(hint.meant.written).stickers
            assert again == hint.meant
    assert found > 4


def test_mistakes_are_called_what_they_are():
    """For a cube without symmetries nothing else explains them, except for what comes to the same."""
    rng = random.Random(1)
    for _ in range(50):
        mistake, faces = mistaken(rng, faces_of(CUBE.facelets))
        typed = "".join(faces)
        if typed == CUBE.facelets:
            continue
        (hint,) = hints(read(typed).stickers)
        order = "".join(mistake.split()[-6:])
        swapped = sum(map(str.__ne__, order, FACES)) == 2 and "exchanged" in hint.mistake
        assert hint.mistake == mistake or swapped
        assert hint.meant == Facelets.of(CUBE)


def test_the_simplest_comes_first():
    """Faces that are all alike in the letters of a checkerboard can be mistaken in many ways."""
    cube = Cube.from_moves("U2 D2 R")
    faces = faces_of(cube.facelets)
    faces[0], faces[3] = faces[3], faces[0]
    told = [hint.mistake for hint in hints(read("".join(faces)).stickers)]
    assert "U and D were exchanged" in told
    kinds = ["turned", "exchanged", "written from", "column", "every face", "order"]
    ranks = [next(i for i, kind in enumerate(kinds) if kind in mistake) for mistake in told]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize("size", [2, 3])
def test_the_letters_of_a_scheme_with_a_name_make_no_difference(size):
    """What would be a cube of other colours is no hint, whether faces or colours were written."""
    rng = random.Random(size)
    ended = 0
    for cube in (cube_class(size).random(seed) for seed in range(8)):
        mistake, faces = mistaken(rng, faces_of(cube.facelets))
        typed = "".join(faces)
        colours = typed.translate(str.maketrans(FACES, STANDARD))
        told = [hints(Facelets.parse(text, cube.puzzle)) for text in (typed, colours)]
        assert [hint.mistake for hint in told[0]] == [hint.mistake for hint in told[1]], mistake
        ended += bool(told[0])
    assert ended > 1


def test_there_is_no_hint_where_no_such_change_helps():
    assert hints(Facelets(CUBE.facelets[:-1] + ".")) == ()
    assert hints(Facelets("U" * 54)) == ()


def test_commands_and_questions_say_it():
    colours = CUBE.facelets.translate(str.maketrans(FACES, STANDARD))
    faces = faces_of(colours)
    typed = "".join([*faces[:2], clockwise(faces[2]), *faces[3:]])
    words = f"typed as if F were turned a quarter clockwise: {colours}"
    shown = ask("check", typed)
    assert f"hint: this looks like a solvable cube {words}" in shown.out
    (report,) = ask("check", typed, "--json").json["cubes"]
    (hint,) = report["hints"]
    assert hint["as_if"] == "F were turned a quarter clockwise"
    assert hint["written"] == colours
    for command in (["solve", typed], ["reach", typed, "solved=cross"], ["apply", "U", typed]):
        outcome = ask(*command)
        assert outcome.code == 2
        assert words in outcome.err
        assert CUBE.facelets not in outcome.err  # the user wrote colours
    for question in (lambda: solve(typed), lambda: reach(typed, "solved=cross")):
        with pytest.raises(InputError, match="typed as if F were turned a quarter clockwise"):
            question()


def test_of_many_hints_the_simplest_are_shown():
    """Faces of one colour each fit 24 ways to hold the cube."""
    solved = "".join(9 * face for face in "FRUBLD")
    found = hints(read(solved).stickers)
    shown = ask("check", solved).out.splitlines()
    lines = [line for line in shown if line.startswith("hint: ")]
    assert lines[:3] == [f"hint: {hint}" for hint in found[:3]]
    assert lines[3:] == [
        f"hint: {len(found) - 3} other mistakes of this kind would explain it, too (--json lists all)"
    ]
    (report,) = ask("check", solved, "--json").json["cubes"]
    assert len(report["hints"]) == len(found) == 24
    assert in_words(found[:3]) == lines[:3]
    assert in_words(found[:5])[3:] == [
        "hint: 2 other mistakes of this kind would explain it, too (`hints` lists all)"
    ]
    assert [line.split(":")[1] for line in in_words(found[:4])][3] == (
        " another mistake of this kind would explain it, too (`hints` lists all)"
    )
