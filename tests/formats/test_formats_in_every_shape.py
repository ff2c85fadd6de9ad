"""What each format reads in every shape that it may have, and of which cube; what is refused, and how."""

from __future__ import annotations

import itertools
import json
import random

import pytest
import stickers_in_space as space

from cubecsp import Cube, Facelets, InputError, PocketCube, read
from cubecsp.formats import FORMATS, MAX_CHARACTERS, detect, write
from cubecsp.formats.forty_numbers import FortyNumbers
from cubecsp.formats.slot_order import CORNERS, EDGES
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, PUZZLES, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.stickers import IGNORED, UNKNOWN_MARKS

pytestmark = pytest.mark.quick

OF_3 = ("cube-map", "ruwix")
OF_BOTH = [name for name, kind in FORMATS.items() if kind.write and name not in OF_3]
CUBES = {CUBE: Cube.from_moves("R U F' L2 D B"), POCKET: PocketCube.from_moves("R U F' R2 U")}
OTHER = {CUBE: POCKET, POCKET: CUBE}
WRONG = {CUBE: PocketCube.from_facelets, POCKET: Cube.from_facelets}


@pytest.mark.parametrize("name", [*OF_BOTH, *OF_3])
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_text_of_the_other_cube_is_refused(name, puzzle):
    """Cycles that have only corners fit both."""
    if name in OF_3 and puzzle == POCKET:
        return
    text = write(CUBES[puzzle], name)
    assert read(text, name, puzzle).stickers == Facelets.of(CUBES[puzzle])
    if name == "singmaster" and puzzle == POCKET:
        assert isinstance(read(text, name, CUBE).stickers.to_state(), Cube)
        return
    for asked in (name, None):
        with pytest.raises(InputError) as caught:
            read(text, asked, OTHER[puzzle])
        assert caught.value.text is not None, name
    if name in ("facelets", "colours"):
        for reader in (lambda: Facelets.parse(text, OTHER[puzzle]), lambda: WRONG[puzzle](text)):
            with pytest.raises(InputError, match="a 3×3×3 is needed|stickers, .* too"):
                reader()


def _vectors(rng, puzzle):
    """Return a cube and its vectors of 8, 8, 12 and 12 numbers, or the first two of them."""
    if puzzle == CUBE:
        cube = Cube.random(rng.randrange(10**6))
        numbers = FortyNumbers.of(cube).numbers
        return cube, [list(numbers[a:b]) for a, b in ((0, 8), (8, 16), (16, 28), (28, 40))]
    cube = PocketCube.random(rng.randrange(10**6))
    names = [set(name) for name in CORNERS]
    slots = [names.index(set(name)) for name in POCKET.corners.names]
    order = sorted(range(8), key=slots.__getitem__)
    pieces = [slots[cube.corner_pieces[slot]] for slot in order]
    return cube, [pieces, [-cube.corner_twists[slot] % 3 for slot in order]]


LONG = ("Corner Position", "Corner Orientation", "Edge Position", "Edge Orientation")
SPELLINGS = [
    LONG,
    tuple(name.upper() for name in LONG),
    tuple(name.replace(" ", "_").lower() + "s" for name in LONG),
    tuple(name.replace("Position", "Permutation") for name in LONG),
    tuple(name.replace(" ", "-").replace("r-", "rs-") for name in LONG),
    ("cp", "co", "ep", "eo"),
    ("CP", "CO", "EP", "EO"),
]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_numbers_of_slots_in_every_shape(puzzle):
    rng = random.Random(1)
    for names in SPELLINGS:
        cube, vectors = _vectors(rng, puzzle)
        flat = [number for vector in vectors for number in vector]
        named = list(zip(names, vectors, strict=False))
        rng.shuffle(named)
        texts = [json.dumps(flat), json.dumps(vectors), json.dumps(dict(named)), str(flat)[1:-1]]
        texts += ["\n".join(f"{n}: {' '.join(map(str, v))}" for n, v in named)]
        texts += [", ".join(f"{n} = {v}" for n, v in named)]
        for text in texts:
            assert read(text, "forty", puzzle).stickers == Facelets.of(cube), text
            assert read(text).stickers == Facelets.of(cube), text
        assert json.loads(write(cube, "forty")) == dict(zip(LONG, vectors, strict=False)) | (
            {"Parity": bool(sum(a > b for a, b in itertools.combinations(vectors[0], 2)) % 2)}
            if puzzle == CUBE
            else {}
        )


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize(
    "between", [",", " ", ";", "/", " | ", "-", " - ", ":", "\n", ".\n", "] ["]
)
def test_marks_between_numbers_are_no_part_of_them(puzzle, between):
    """But a minus sign after a blank is."""
    cube, vectors = _vectors(random.Random(3), puzzle)
    text = between.join(str(number) for vector in vectors for number in vector)
    assert read(text, "forty").stickers == Facelets.of(cube)
    for minus in "-−":
        with pytest.raises(InputError):
            read(text.replace("1", f" {minus}1"), "forty")


def test_patterns_are_unwrapped_as_cubing_js_wraps_them():
    for cube in CUBES.values():
        data = json.loads(write(cube, "kpattern"))
        once = {"patternData": data}
        twice = {"experimentalPuzzleName": cube.puzzle.name, "patternData": once}
        for wrapped in (data, once, twice):
            assert read(json.dumps(wrapped)).stickers == Facelets.of(cube)
        with pytest.raises(InputError, match="has no key 'patternData'"):
            read(json.dumps({"patternData": twice}), "kpattern")


def _singmaster_turned(rng, name):
    """Return how the same piece may also be named: its letters from another one on, or mirrored."""
    letters = list(name)
    rng.shuffle(letters)
    return "".join(letters)


def test_a_piece_is_one_however_it_is_spelt():
    rng = random.Random(3)
    for names in (CORNERS, EDGES):
        for _ in range(20):
            some = rng.sample(names, 3)
            again = _singmaster_turned(rng, rng.choice(some))
            for text in (
                f"({','.join(some)})({again},{rng.choice([n for n in names if n not in some])})",
                f"({','.join([*some, again])})",
            ):
                with pytest.raises(InputError, match=f"the piece {again} occurs twice"):
                    read(text, "singmaster")


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_cycles_put_every_sticker_where_the_letters_say(puzzle):
    """The first letter's sticker of each piece comes to the first letter of the next one, and so on."""
    rng = random.Random(4)
    at = {frozenset(n): dict(zip(n, f, strict=True)) for o in puzzle.orbits
          for n, f in zip(o.names, o.frames, strict=True)}  # fmt: skip
    clockwise = {n[i:] + n[:i] for n in CUBE.corners.names for i in range(3)}
    for _ in range(60):
        names = CORNERS if puzzle == POCKET or rng.random() < 0.5 else EDGES
        some = [_singmaster_turned(rng, n) for n in rng.sample(names, rng.randint(1, 5))]
        mark = rng.choice(["", "+", "-", "−"] if names is CORNERS else ["", "+"])
        turn = {"": 0, "+": 1, "-": 2, "−": 2}[mark] % len(some[0])
        if names is CORNERS and some[0] not in clockwise:
            turn = -turn
        letters = [FACES[f // puzzle.size**2] for f in range(puzzle.facelet_count)]
        for name, to in zip(some, [*some[1:], some[0]], strict=True):
            step = turn if to is some[0] else 0
            for i, letter in enumerate(name):
                letters[at[frozenset(to)][to[(i + step) % len(to)]]] = letter
        text = f"({rng.choice([',', ' ', ', ']).join(some)})" + rng.choice(["", " "]) + mark
        shown = read(text if rng.random() < 0.5 else text.lower(), "singmaster", puzzle).stickers
        assert shown.letters == "".join(letters), text


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("count", [2, 3, 5])
def test_several_nets_are_counted(puzzle, count):
    net = write(CUBES[puzzle], "net")
    for between in ("\n", "\n\n"):
        with pytest.raises(InputError, match=f"{count} nets, but only one cube can be read"):
            read(between.join([net] * count))


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_net_with_b_under_d_is_turned_over_its_lower_edge(puzzle):
    size = puzzle.size
    shown = Facelets.of(CUBES[puzzle]).letters
    face = {f: [shown[i : i + size] for i in puzzle.face(FACES.index(f))[::size]] for f in FACES}
    blanks = " " * size
    rows = [blanks + row for row in face["U"]]
    rows += ["".join(parts) for parts in zip(face["L"], face["F"], face["R"], strict=True)]
    rows += [blanks + row for row in face["D"]]
    rows += [blanks + row[::-1] for row in reversed(face["B"])]
    assert read("\n".join(rows)).stickers == Facelets.of(CUBES[puzzle])


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_rows_of_d_in_other_columns_are_no_net(puzzle):
    lines = write(CUBES[puzzle], "net").split("\n")
    for at in range(2 * puzzle.size, 3 * puzzle.size):
        for shifted in ("  " + lines[at], lines[at][2:], lines[at].strip()):
            wrong = [shifted if i == at else line for i, line in enumerate(lines)]
            with pytest.raises(InputError, match="begin in different columns"):
                read("\n".join(wrong), "net")


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("between", ["\t", " | ", "|", "   ", "\t|\t"])
def test_faces_of_a_net_with_something_between_them(puzzle, between):
    size = puzzle.size
    rows = [line.replace(" ", "") for line in write(CUBES[puzzle], "net").split("\n")]
    middle = [
        "".join(row[i : i + size] + between for i in range(0, 4 * size, size)) for row in rows
    ]
    before = "\t" if between == "\t" else " " * len((" " * size + between).expandtabs())
    if between == "\t|\t":
        before = "\t\t"
    lines = [*rows[:size], *middle[size : 2 * size], *rows[2 * size :]]
    for i in (*range(size), *range(2 * size, 3 * size)):
        lines[i] = before + lines[i]
    assert read("\n".join(lines)).stickers == Facelets.of(CUBES[puzzle])


def test_a_list_of_other_length_is_no_cube():
    for count in (n for n in range(12, 49) if n != 40):
        with pytest.raises(InputError, match=rf"\b(of {count} numbers|corner positions)"):
            read(" ".join("0" * count))


def test_moves_of_kociemba_are_no_stickers():
    """24 or 54 characters of six kinds, letters and digits."""
    rng = random.Random(5)
    for length in (12, 27):
        for _ in range(10):
            faces = rng.sample(FACES, 3)
            turns = [f + d for f in faces for d in "123"]
            turns += rng.choices(turns, k=length - 9)
            rng.shuffle(turns)
            text = "".join(turns)
            assert set(detect(text)) == {"moves"}
            where = space.of_moves(" ".join(turns))
            assert read(text).stickers.letters == space.moved(Cube().facelets, where)


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("between", [" ", ",", "/", "|", " | ", ", "])
def test_stickers_in_words_are_no_moves(puzzle, between):
    """From three letters on; eight words of three could be the pieces of a 2×2×2."""
    for name in ("facelets", "colours"):
        letters = write(CUBES[puzzle], name)
        for width in (3 if puzzle == CUBE else 4, 6, 9, 12):
            text = between.join(letters[i : i + width] for i in range(0, len(letters), width))
            reading = read(text)
            assert (reading.format, reading.notes) == (name, ()), text
            assert reading.stickers == Facelets.of(CUBES[puzzle])


def test_a_cube_is_as_long_as_the_limit_at_most():
    emoji = Cube.from_moves("R U").facelets.translate(str.maketrans(FACES, "⬜🟥🟩🟨🟧🟦"))
    longest = emoji + "\u3000" * (MAX_CHARACTERS - len(emoji))
    for text in (longest, longest.encode()):
        assert read(text).stickers == Facelets.of(Cube.from_moves("R U"))
        more = text + text[-3:] if isinstance(text, bytes) else text + " "
        with pytest.raises(InputError, match=f"{MAX_CHARACTERS + 1} characters are too many"):
            read(more)
    for count, told in ((80_004, "80004 characters"), (80_005, "80005 bytes")):
        with pytest.raises(InputError, match=f"{told} are too many for one cube; .* at most 20000"):
            read(b"a" * count)


@pytest.mark.parametrize("line", range(1, 5))
def test_the_place_of_an_error_in_json_is_told(line):
    for lead in ('{"CORNERS":', '{"colour":'):
        text = lead + "\n" * (line - 1) + "  ?}"
        column = 3 if line > 1 else len(lead) + 3
        with pytest.raises(InputError, match=rf"not JSON: .*\(line {line}, column {column}\)"):
            read(text)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_cube_is_held_by_the_colours_of_its_own_scheme_first(puzzle):
    rng = random.Random(7)
    plain = Facelets.of(CUBES[puzzle])
    for _ in range(60):
        scheme = "".join(rng.sample("URFDLBWGYOPQ", 6))
        if set(scheme) == set(FACES):
            continue
        front = rng.choice([face for face in range(1, 6) if face != 3])
        up = rng.choice([face for face in range(6) if face % 3 != front % 3])
        text = write(plain, "colours", scheme=scheme, up=scheme[up], front=scheme[front].lower())
        numbered = {scheme[face]: face for face in range(6)}
        if puzzle == CUBE:
            assert text[4::9][0] == scheme[up]
            assert text[4::9][2] == scheme[front]
        back = write(Facelets(text.translate(str.maketrans(scheme, FACES)), scheme), "facelets")
        turned = [
            r for r in space.rotations()
            if space.moved(Cube().facelets, r)[4::9][0] == FACES[numbered[scheme[up]]]
            and space.moved(Cube().facelets, r)[4::9][2] == FACES[front]
        ]  # fmt: skip
        assert len(turned) == 1
        if puzzle == CUBE:
            assert back == space.moved(plain.letters, turned[0])


def test_what_is_no_scheme_of_colours():
    chars = [*sorted(IGNORED), *UNKNOWN_MARKS, "\x1b", "\u200b", "W", "w"]
    for char, at in itertools.product(chars, range(1, 6)):
        scheme = "WRGYOB"[:at] + char + "WRGYOB"[at + 1 :]
        with pytest.raises(
            InputError, match="is neither the name of a scheme nor six different characters"
        ):
            write(Cube(), "colours", scheme=scheme)


@pytest.mark.parametrize("count", [1, 20, 23, 25, 38, 40, 53, 55, 70, 120])
def test_stickers_are_counted_against_the_nearest_cube(count):
    puzzle = min(map(cube_puzzle, range(2, 6)), key=lambda p: abs(p.facelet_count - count))
    off = puzzle.facelet_count - count
    number = "1 sticker" if count == 1 else f"{count} stickers"
    expected = f"{number}, {abs(off)} too {'few' if off > 0 else 'many'}; a {puzzle.name} has"
    text = "".join(random.Random(count).choices("WRGYOB", k=count))
    for written in (text, "\n".join(text[i : i + 9] for i in range(0, count, 9))):
        with pytest.raises(InputError, match=expected):
            read(written, "colours")
    for other in PUZZLES:
        off = other.facelet_count - count
        with pytest.raises(InputError, match=f"{number}, {abs(off)} too .*; a {other.name} has"):
            Facelets.parse(text, other)


@pytest.mark.parametrize("name", [None, "moves", "facelets", "colours", "cube-map", "forty"])
def test_an_error_knows_the_character(name):
    """So that it can be pointed at: the position is that of what the message quotes."""
    rng = random.Random(8)
    for _ in range(20):
        turns = [rng.choice(FACES) + rng.choice(["", "2", "'"]) for _ in range(rng.randint(3, 9))]
        cube = Cube.from_moves(" ".join(turns))
        text = " ".join(turns) if name in (None, "moves") else write(cube, name)
        if name == "forty":
            text = str(list(FortyNumbers.of(cube).numbers))
        lead = text.find("(") + 1
        at = rng.choice([i for i, c in enumerate(text) if i >= lead and c.isalnum()])
        alien = rng.choice("äß@§")
        wrong = text[:at] + alien + text[at + 1 :]
        readers = [lambda text: read(text, name)]
        if name == "facelets":
            readers += [Cube, Facelets.parse]
        for reader in readers:
            with pytest.raises(InputError) as caught:
                reader(wrong)
            assert caught.value.position == at, wrong
            assert caught.value.text == wrong
            assert f"{alien!r}" in str(caught.value)


@pytest.mark.parametrize("usual", [FACES, "WRGYOB"])
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_first_character_that_is_no_usual_colour_is_named(usual, puzzle):
    """Also where one of the six colours is nowhere."""
    rng = random.Random(10)
    for left in (6, 5):
        for _ in range(10):
            text = list(Facelets.of(CUBES[puzzle]).letters.translate(str.maketrans(FACES, usual)))
            lost = usual[rng.randrange(6)] if left == 5 else "?"
            places = [i for i, c in enumerate(text) if c == lost] or rng.sample(range(len(text)), 3)
            for number, place in enumerate(sorted(places)):
                text[place] = "XJ"[number % 2]
            with pytest.raises(InputError) as caught:
                read("".join(text), "colours")
            assert f"'X' at character {min(places) + 1} is not a sticker" in str(caught.value)
            assert f"write {puzzle.facelet_count} of {' '.join(usual)}" in str(caught.value)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_stickers_in_lines_that_begin_anywhere_are_refused(puzzle):
    """They could be a net that has lost a line; the first line may have lost its blanks."""
    letters = write(CUBES[puzzle], "colours")
    rows = [letters[i : i + puzzle.size**2] for i in range(0, len(letters), puzzle.size**2)]
    for lead in ("", "  ", "\t"):
        first, others = lead + rows[0], [lead + row for row in rows[1:]]
        assert read("\n".join([rows[0], *others])).stickers == Facelets.of(CUBES[puzzle])
        for at in range(5):
            wrong = [lead + " " * (i == at) + row for i, row in enumerate(rows[1:])]
            with pytest.raises(InputError, match="begin in different columns"):
                read("\n".join([first, *wrong]), "colours")
