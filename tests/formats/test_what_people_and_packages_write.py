"""What people type, and other packages print: words, labelled faces, other orders, nets of every make."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
import stickers_in_space as space
from asking import ask
from hypothesis import given
from hypothesis import strategies as st
from strategies import cubes

from cubecsp import Cube, Facelets, InputError, PocketCube, convert, read
from cubecsp.formats import FORMATS, write
from cubecsp.formats.colour_words import COLOUR_WORDS, colour_letter, colour_name, parse_scheme
from cubecsp.models import EveryColour
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import SCHEMES, STANDARD

pytestmark = pytest.mark.quick

PRINTED = Path(__file__).parent / "printed"
MOVES = "R U F' L2 D B"
IN_ANOTHER_ORDER = ("cube-solver-1.1.4-repr", "magiccube-1.2.0-get", "rubik_solver-0.2.0-get")
WORDS = {letter: word for word, letter in COLOUR_WORDS.items()}
EMOJI = "⬜🟥🟩🟨🟧🟦"


def by_face(text: str) -> dict[str, str]:
    """Return the stickers of each face of a row."""
    area = len(text) // 6
    return {face: text[i * area : (i + 1) * area] for i, face in enumerate(FACES)}


def rows_of(face: str) -> list[str]:
    n = round(len(face) ** 0.5)
    return [face[i : i + n] for i in range(0, len(face), n)]


def random_cube(rng: random.Random) -> Cube | PocketCube:
    seed = rng.randrange(10**6)
    return Cube.random(seed) if rng.random() < 0.6 else PocketCube.random(seed)


# --- other packages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(PRINTED.glob("*.txt")), ids=lambda path: path.stem)
def test_what_other_packages_print_is_read(path):
    order = "ULFRBD" if path.stem in IN_ANOTHER_ORDER else None
    moves = "M2 E2 S2" if path.stem.startswith("cubik") else MOVES
    text = path.read_text("utf-8")
    for shown in (text, text.strip("\n"), "\n\n" + text):
        assert read(shown, order=order).stickers == Facelets.of(Cube.from_moves(moves))
    outcome = ask("convert", path, "--to", "facelets", *(["--order", order] if order else []))
    assert outcome.out.split() == [Cube.from_moves(moves).facelets]


def test_the_packages_are_listed():
    listed = (PRINTED / "README.md").read_text("utf-8")
    for path in PRINTED.glob("*.txt"):
        package, version = re.match(r"(.+?)-(\d[\d.]*\d)", path.stem).groups()
        assert f"`{package}-{version}.txt`" in listed


# --- nets -----------------------------------------------------------------------------------------------


def net_as(rng: random.Random, cube: Cube | PocketCube, front: int) -> str:
    """Return an unfolded net as somebody may draw it, its rows of faces beginning `front` before F."""
    faces = {face: rows_of(stickers) for face, stickers in by_face(cube.facelets).items()}
    n = cube.puzzle.size
    ring = "LFRB" if front == 1 else "FRBL"
    between, around = rng.choice([("", ""), (" ", ""), (" ", "|"), ("][", "[]"), ("  ", "")])
    drawn = {
        face: [f"{around[:1]}{between.join(row)}{around[-1:]}" for row in rows]
        for face, rows in faces.items()
    }
    blanks = " " * (len(drawn["U"][0]) * front)
    middle = ["".join(drawn[face][row] for face in ring) for row in range(n)]
    lines = [blanks + row for row in drawn["U"]] + middle + [blanks + row for row in drawn["D"]]
    if rng.random() < 0.5:
        lines = [line.strip() for line in lines]
    elif rng.random() < 0.3:
        lines[0] = lines[0].strip()
    if around == "|":
        rule = "-" * len(middle[0])
        lines = [rule, *lines[:n], rule, *lines[n : 2 * n], rule, *lines[2 * n :], rule]
    if rng.random() < 0.3:
        lines = [f"\x1b[31m{line}\x1b[0m" for line in lines]
    return "\n".join(lines)


@pytest.mark.slow
def test_nets_are_read_however_they_are_drawn():
    rng = random.Random(1)
    for _ in range(400):
        cube, front = random_cube(rng), rng.choice([0, 1])
        text = net_as(rng, cube, front)
        order = "ULFRBD" if front else "UFRBLD"
        try:
            reading = read(text)
        except InputError as error:
            assert cube.puzzle.size == 2 or cube == Cube(), text
            assert f"order='{order}'" in str(error)  # noqa: PT017
            continue
        assert reading.stickers == Facelets.of(cube) or reading.notes, text
        if cube.puzzle.size == 3:
            assert reading.stickers == Facelets.of(cube), text


def test_a_net_without_columns_that_could_be_two_cubes_is_refused():
    net = "\n".join(line.strip() for line in write(Facelets.of(Cube()), "net").splitlines())
    assert read(net).stickers == Facelets.of(Cube())  # its letters say which face is which
    in_colours = net.translate(str.maketrans(FACES, STANDARD))
    with pytest.raises(InputError, match="order='ULFRBD' or order='UFRBLD'"):
        read(in_colours)
    for order, front in (("ULFRBD", "G"), ("UFRBLD", "O")):
        shown = read(in_colours, order=order).stickers
        assert shown.scheme[2] == front
        assert ask("convert", in_colours, "--to", "colours", "--order", order).code == 0


def test_a_net_says_its_own_order():
    net = write(Facelets.of(Cube.from_moves(MOVES)), "net")
    assert read(net, order="ULFRBD").stickers == read(net).stickers
    with pytest.raises(
        InputError, match="order U L F R B D, and not U F R B L D; leave out order="
    ):
        read(net, order="UFRBLD")


@given(cubes, st.sampled_from([EMOJI, "⚪🔴🟢🟡🟠🔵", "🟨🟥🟦⬜🟧🟩", "A🟥🟩🟨🟧🟦"]))
def test_nets_of_wide_characters_are_aligned(cube, scheme):
    shown = Facelets(cube.facelets, scheme)
    net = write(shown, "net")
    assert read(net).stickers == shown
    assert read(net).stickers.scheme == scheme
    compact = "\n".join(
        line[:9].replace("   ", "  ") + line[9:].replace(" ", "")
        if line[0] == " "
        else line.replace(" ", "")
        for line in net.splitlines()
    )
    if "A" not in scheme:
        assert read(compact).stickers == shown


# --- any order of faces ---------------------------------------------------------------------------------


@given(cubes, st.permutations(FACES), st.sampled_from([FACES, STANDARD, "123456", EMOJI, "WRGBOY"]))
def test_faces_in_any_order(cube, order, scheme):
    faces = by_face(cube.facelets.translate(str.maketrans(FACES, scheme)))
    text = "".join(faces[face] for face in order)
    for asked in ("".join(order), " ".join(order), ",".join(order).lower()):
        shown = read(text, order=asked, scheme=scheme).stickers
        assert shown == Facelets.of(cube)
        assert shown.written == "".join(faces.values())


def test_what_is_no_order_or_has_none():
    cube = Cube.from_moves(MOVES)
    for order in ("ULFRB", "ULFRBB", "", "ULFRBDD", "WRGYOB"):
        with pytest.raises(
            InputError, match="not an order of faces; write each of U R F D L B once"
        ):
            read(cube.facelets, order=order)
    for name in ("moves", "kpattern", "reid", "forty", "singmaster", "visualcube", "cube-map"):
        text = "R U" if name == "moves" else write(cube, name)
        for asked in (name, None) if name != "reid" else (name,):
            with pytest.raises(InputError, match="order="):
                read(text, asked, order="ULFRBD")
    answer = json.dumps({"facelets": cube.facelets})
    assert ask("convert", answer, "--to", "facelets", "--order", "ULFRBD").code == 2


# --- words and labelled faces -----------------------------------------------------------------------------


@pytest.mark.slow
def test_words_are_read_in_every_shape():
    rng = random.Random(2)
    for _ in range(200):
        cube = random_cube(rng)
        colours = by_face(cube.facelets.translate(str.maketrans(FACES, STANDARD)))
        faces = {
            face: [[WORDS[c] for c in row] for row in rows_of(f)] for face, f in colours.items()
        }
        case = rng.choice([str.lower, str.upper, str.title])
        between = rng.choice([" ", ", ", "  ", "/", "\t", ","])
        lines = [between.join(word for row in rows for word in row) for rows in faces.values()]
        rows = [between.join(row) for rows in faces.values() for row in rows]
        ring = [
            between.join(word for face in "LFRB" for word in faces[face][row])
            for row in range(cube.puzzle.size)
        ]
        net = [" " * 20 + between.join(row) for row in faces["U"]]
        net += [*ring, *(" " * 20 + between.join(row) for row in faces["D"])]
        quoted = repr([word for rows in faces.values() for row in rows for word in row])
        for text in (
            "\n".join(lines),
            "\n".join(rows),
            between.join(lines),
            "\n".join(net),
            quoted,
        ):
            reading = read(case(text))
            assert reading.stickers == Facelets.of(cube), text
            assert reading.format == "words"


@pytest.mark.slow
def test_faces_with_their_names_are_read_in_every_shape(tmp_path):
    rng = random.Random(3)
    names = {"U": "Up", "R": "Right", "F": "Front", "D": "Down", "L": "Left", "B": "Back"}
    for _ in range(200):
        cube = random_cube(rng)
        scheme = rng.choice([FACES, STANDARD, "123456", EMOJI, "PQSTVX"])
        faces = by_face(cube.facelets.translate(str.maketrans(FACES, scheme)))
        order = rng.sample(FACES, 6)
        between, end = rng.choice([" ", "/", ", ", "\n"]), rng.choice(["\n", "; ", " ", ", "])
        how = rng.choice([": ", ":", " = ", " :\n"])
        label = {
            face: rng.choice([face, face.lower(), names[face], f"{names[face]} face"])
            for face in order
        }
        text = end.join(f"{label[f]}{how}{between.join(rows_of(faces[f]))}" for f in order)
        words = {
            f: [[WORDS.get(c, c) for c in row] for row in rows_of(s)] for f, s in faces.items()
        }
        nested = {f: [list(row) for row in rows_of(faces[f])] for f in order}
        texts = [
            text,
            json.dumps(nested),
            str(nested),
            json.dumps({names[f]: faces[f] for f in order}),
        ]
        if scheme == STANDARD:
            texts.append(
                "\n".join(f"{f}: {' '.join(w for row in words[f] for w in row)}" for f in order)
            )
        for one in texts:
            if cube.puzzle.size == 2 and scheme not in (FACES, STANDARD):
                assert len(read(one, "by-face").stickers.letters) == 24
                continue
            assert read(one).stickers == Facelets.of(cube), one
        path = tmp_path / "cube.txt"
        path.write_text(text)
        if scheme in (FACES, STANDARD):
            assert ask("convert", path, "--to", "facelets").out.split() == [cube.facelets], text


def test_what_is_wrong_with_labelled_faces_is_said_with_its_face():
    faces = dict(zip(FACES, ("W" * 9, "R" * 9, "G" * 9, "Y" * 9, "O" * 9, "B" * 9), strict=True))

    def text(**changed: str) -> str:
        return "\n".join(f"{face}: {shown}" for face, shown in (faces | changed).items())

    for wrong, words in (
        (text().replace("R: RRRRRRRRR\n", ""), "face R is missing"),
        (text() + "\nU: WWWWWWWWW", "face U is given twice"),
        (text(F="G" * 8), "face F has 8 stickers, 1 too few; write 9 for each face, row by row"),
        (text(F="G" * 10), "face F has 10 stickers, 1 too many"),
        (text(F="GGGG§GGGG"), r"'§' at character 34 is not a sticker"),
        (text().replace("D:", "X:"), "face D is missing; a name is expected at character 40"),
    ):
        with pytest.raises(InputError, match=words):
            read(wrong)


def test_a_word_that_is_no_colour_is_named():
    words = FORMATS["words"].example
    with pytest.raises(InputError, match=r"'grene' is not a colour; did you mean green"):
        read(words.replace("green", "grene", 1))
    with pytest.raises(InputError, match="53 stickers, 1 too few"):
        read(words.rsplit(" ", 1)[0])


@pytest.mark.parametrize(
    ("right", "wrong", "meant"),
    [(1, 0, True), (6, 1, True), (8, 2, True), (6, 2, False), (4, 1, False), (9, 3, False)],
)
def test_most_words_have_to_be_colours_and_not_too_few_of_several(right, wrong, meant):
    """Of words that are not all colours at least six, and four of five."""
    text = " ".join(["white"] * right + ["whight"] * wrong)
    assert bool(FORMATS["words"].evidence(text)) is meant


def test_words_of_other_colours_are_written_where_they_have_names():
    cube = Cube.from_moves(MOVES)
    other = convert(cube, "words", scheme="KRGYPB")
    assert "black" in other
    assert "purple" in other
    assert read(other).stickers == Facelets.of(cube)
    assert convert(cube, "words", scheme=EMOJI) == convert(cube, "words")
    with pytest.raises(InputError, match=r"the colour '\d' has no name"):
        convert(cube, "words", scheme="123456")


# --- schemes ------------------------------------------------------------------------------------------------


def test_schemes_by_name():
    assert parse_scheme(" Japanese ") == SCHEMES["japanese"] == "WRGBOY"
    assert parse_scheme("western") == parse_scheme("standard") == STANDARD
    assert [colour_name(c) for c in "W🟧🔵Q"] == ["white", "orange", "blue", "Q"]
    assert "".join(map(colour_letter, EMOJI)) == STANDARD
    for wrong in ("WRGYO", "WRGYOO", "WRGYO.", "URFDBL"):
        with pytest.raises(InputError, match="scheme"):
            parse_scheme(wrong)


def test_a_scheme_says_what_is_opposite_where_nothing_else_does():
    """A 2×2×2 one of whose corners is unknown: the letters alone do not tell a Japanese cube."""
    rng = random.Random(4)
    told = 0
    for _ in range(100):
        cube = PocketCube.random(rng.randrange(10**6))
        seen = cube.facelets.translate(str.maketrans(FACES, SCHEMES["japanese"]))
        hidden = list(seen)
        for facelet in (f for frame in cube.puzzle.corners.frames[:5] for f in frame):
            hidden[facelet] = "."
        shown = read("".join(hidden), scheme="japanese").stickers
        assert shown.written == "".join(hidden)
        assert shown.scheme == SCHEMES["japanese"]
        told += read("".join(hidden)).stickers.scheme != SCHEMES["japanese"]
    assert told > 10


@pytest.mark.parametrize("command", ["check", "complete", "repair", "solve", "reach", "apply"])
def test_every_command_that_reads_cubes_shows_them_in_the_scheme(command):
    more = {"reach": ["solved=cross"], "apply": ["R U"]}.get(command, ["R U"])
    argv = [command, *(["U"] if command == "apply" else []), *more]
    if command == "reach":
        argv = [command, "R U", "solved=cross"]
    outcome = ask(*argv, "--scheme", "japanese", "--json")
    found = json.dumps(outcome.json)
    assert '"scheme": "WRGBOY"' in found
    assert '"written"' in found
    for cube in outcome.json["repairs" if command == "repair" else "cubes"]:
        assert cube["written"] == cube["facelets"].translate(str.maketrans(FACES, "WRGBOY"))


@pytest.mark.slow
def test_found_cubes_are_shown_in_the_scheme():
    for command in (["find", "at-most=3", "--limit", "2"], ["perfect-scramble"]):
        plain, shown = ask(*command), ask(*command, "--scheme", "japanese")
        letters = [line for line in plain.out.split() if len(line) == 54]
        assert letters
        as_colours = [line.translate(str.maketrans(FACES, "WRGBOY")) for line in letters]
        assert [line for line in shown.out.split() if len(line) == 54] == as_colours


def test_colours_that_were_given_stay_as_they_were():
    """A scheme says how cubes given without colours are shown, and recolours nobody's stickers."""
    text = "Y" * 9 + "R" * 9 + "B" * 9 + "W" * 9 + "O" * 9 + "G" * 9  # held with yellow up
    assert text in ask("apply", "()", text, "--scheme", "western").out.split()


# --- American spellings -----------------------------------------------------------------------------------


def test_american_spellings_are_taken():
    assert convert("R U", "colors") == convert("R U", "colours")
    assert read(convert("R U", "colors"), "colors").format == "colours"
    assert (
        ask("convert", "R U", "--to", "colors").out == ask("convert", "R U", "--to", "colours").out
    )
    assert (
        ask(
            "convert", STANDARD * 0 + convert("R U", "colors"), "--from", "colors", "--to", "net"
        ).code
        == 0
    )
    assert (
        ask("check", "R U", "--colour", "never").out == ask("check", "R U", "--color", "never").out
    )
    for rule in ("every-color", "every-colour"):
        (cube,) = ask("find", rule, "at-most=2", "--limit", "1", "--json").json["cubes"]
        assert EveryColour().holds(Cube(cube["facelets"]))
    for scheme in ("gray", "grey", "color-blind", "colour-blind"):
        assert ask("picture", "R U", "--scheme", scheme).code == 0


# --- nothing breaks a reader --------------------------------------------------------------------------------


@given(st.text(alphabet="URFDLBurfdlbWGYOwgyo:= \n123456[]|-", max_size=120))
def test_any_text_is_read_or_refused(text):
    for name in (None, "words", "by-face", "net"):
        try:
            read(text, name)
        except InputError as error:
            assert str(error).isprintable()  # noqa: PT017


def test_cubes_are_the_same_in_space():
    """Stickers read in an order of faces are in the places seen: turned in space it is the same cube."""
    cube = Cube.from_moves(MOVES)
    for rotation in space.rotations():
        seen = space.moved(write(cube, "colours"), rotation)
        faces = by_face(seen)
        text = "".join(faces[face] for face in "ULFRBD")
        assert read(text, order="ULFRBD").stickers == read(seen).stickers
