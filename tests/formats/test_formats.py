"""Cubes in every format: read, told apart, and written so that nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import assemblies, cubes, pocket_assemblies
from test_cube_map import QUERY

from cubecsp import Cube, Facelets, InputError, PocketCube, read
from cubecsp.formats import FORMATS, MAX_CHARACTERS, detect, write
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.holding import after_moves

pytestmark = pytest.mark.quick

GIVEN = json.loads((Path(__file__).parent / "formats.json").read_text("utf-8"))
WRITTEN = [name for name, kind in FORMATS.items() if kind.write is not None]
SOLVED = Cube().facelets
SEXY = Cube.from_moves("R U R' U'")


@pytest.mark.parametrize("name", FORMATS)
def test_the_example_of_a_format_is_told_from_all_others(name):
    reading = read(FORMATS[name].example)
    assert (reading.format, reading.notes) == (name, ())
    assert reading.stickers.to_cube() == SEXY
    assert reading.why
    assert read(FORMATS[name].example, name).stickers == reading.stickers


@st.composite
def partly_known(draw: st.DrawFn) -> Facelets:
    cube = draw(st.one_of(assemblies, pocket_assemblies))
    letters = list(cube.facelets)
    pieces = [f for orbit in cube.puzzle.orbits for slot in orbit.frames for f in slot]
    for facelet in draw(st.sets(st.sampled_from(pieces), min_size=1, max_size=20)):
        letters[facelet] = "."
    return Facelets("".join(letters))


@given(partly_known())
def test_unknown_stickers_are_written_or_refused(shown):
    for name in WRITTEN:
        if name in ("forty", "kpattern", "singmaster"):
            with pytest.raises(InputError, match=r"whole pieces, and the \w+ at \w+ is unknown"):
                write(shown, name)
        elif name in ("cube-map", "ruwix") and shown.puzzle is not CUBE:
            with pytest.raises(InputError, match="3×3×3"):
                write(shown, name)
        else:
            assert read(write(shown, name), name, shown.puzzle).stickers == shown


def test_how_a_cube_was_held_is_said():
    turned = write(Facelets.of(SEXY), "colours", up="yellow", front="green")
    assert read(turned).orientation == "yellow up, green in front"
    assert str(read(turned)).endswith("orientation: yellow up, green in front")


@given(
    cubes,
    st.permutations("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789🟥🟧🟨🟩🟦⬜"),
    st.sampled_from(["", " ", "\n", "|", "/"]),
)
def test_any_six_characters_are_colours(cube, characters, between):
    scheme = "".join(characters[:6])
    text = between.join(cube.facelets.translate(str.maketrans("URFDLB", scheme)))
    reading = read(text, "colours")
    assert reading.stickers == Facelets.of(cube)
    if set(scheme) <= set("URFDLB"):
        return
    assert reading.stickers.scheme == scheme
    assert write(reading, "colours") == "".join(text.split(between) if between else text)


def test_emoji_with_selectors():
    text = SEXY.facelets.translate(str.maketrans("URFDLB", "⬜🟥🟩🟨🟧🟦")).replace(
        "⬜", "⬜\ufe0f"
    )
    assert read(text).stickers == Facelets.of(SEXY)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Y" + "W" * 3 + "Y" + "W" * 49, ["cannot be assigned", "on the centres of R and F"]),
        ("abcdef" * 9, ["cannot be assigned", "on the centres"]),
        ("a" * 10 + "bcdef?" * 7 + "??", ["cannot be assigned"]),
        ("aabbccddeeffaabbccddeeff", ["corners do not say", "2×2×2"]),
        ("ABCDEFG" * 7 + "ABCDE", ["7 different colours"]),
    ],
)
def test_colours_that_nothing_explains(text, words):
    with pytest.raises(InputError) as caught:
        read(text, "colours")
    for word in words:
        assert word in str(caught.value)


@pytest.mark.ordinary(25)
@pytest.mark.parametrize("case", GIVEN["kpatterns"]["cases"], ids=lambda c: c["moves"])
def test_patterns_of_cubing_js(case):
    puzzle = cube_puzzle(case["puzzle"])
    moves, pattern = case["moves"], case["pattern"]
    solved = "".join(face * puzzle.size**2 for face in "URFDLB")
    seen = "".join(after_moves(solved, moves, puzzle))
    for text in (json.dumps(pattern), json.dumps({"patternData": pattern}, indent=2)):
        reading = read(text)
        assert reading.format == "kpattern"
        assert reading.stickers == Facelets.named(seen, puzzle)
    assert json.loads(FORMATS["kpattern"].write(Facelets(seen))) == pattern


@pytest.mark.parametrize(("facelets", "solution"), GIVEN["solutions"]["cases"])
def test_cubes_that_another_program_solved(facelets, solution):
    cube = read(facelets).stickers.to_cube()
    assert cube.apply(solution) == Cube()
    assert read(solution).stickers.to_cube() == ~cube
    as_printed = "".join(
        f"{move[0]}{ {'': 1, '2': 2}.get(move[1:], 3) } " for move in solution.split()
    )
    assert read(f"{as_printed}({len(solution.split())}f)").stickers.to_cube() == ~cube


def test_reids_list():
    """A scrambled cube that programs for this notation carry as their example."""
    text = "RU LF UB DR DL BL UL FU BD RF BR FD LDF LBD FUL RFD UFR RDB UBL RBU"
    reading = read(text)
    assert reading.format == "reid"
    assert reading.stickers.to_cube().is_reachable
    assert write(reading, "reid") == text
    shown = reading.stickers.letters
    assert shown[CUBE.names.index("U8")] + shown[CUBE.names.index("F2")] == "RU"  # first: UF


@pytest.mark.parametrize("flag", [True, 1, None])
def test_a_parity_flag_in_json(flag):
    numbers = json.loads(write(Cube.from_moves("F"), "forty"))
    assert read(
        json.dumps(numbers | {"Parity": flag}), "forty"
    ).stickers.to_cube() == Cube.from_moves("F")


@pytest.mark.parametrize("flag", ["yes", 2, 1.0, [], {}])
def test_what_is_no_parity_flag_in_json(flag):
    numbers = json.loads(write(Cube.from_moves("F"), "forty"))
    with pytest.raises(InputError, match="is not a flag"):
        read(json.dumps(numbers | {"Parity": flag}), "forty")


def test_two_meanings_are_never_guessed_between():
    """A bare map has the centres w y g b r o; as plain colours they would name another scheme."""
    bare = QUERY.removeprefix("cube(").removesuffix(")").replace("\n", "")
    assert set(detect(bare)) == {"colours", "cube-map"}
    reading = read(bare)
    assert reading.format == "cube-map"
    assert "as colours it would not be a cube" in reading.notes[0]
    terms = bare.split(",")
    terms[0], terms[1] = terms[1], terms[0]  # now it is a cube in neither format
    with pytest.raises(InputError, match="different cubes as colours and as cube-map") as caught:
        read(",".join(terms))
    assert "format='colours' or format='cube-map'" in str(caught.value)
    assert read(",".join(terms), "cube-map").stickers != read(",".join(terms), "colours").stickers
    solved = "".join(c * 9 for c in "wygbro")  # the same cube in both formats
    assert read(solved).stickers == Facelets.of(Cube())


@given(cubes)
def test_nets_in_other_places(cube):
    lines = write(cube, "net").split("\n")
    shifted = ["   " + line for line in lines]
    compact = [
        line[:6].replace("  ", " ") + line[6:].replace(" ", "") if i // 3 != 1
        else line.replace(" ", "") for i, line in enumerate(lines)
    ]  # fmt: skip
    first = [line.replace(" ", "") for line in lines]
    rolled = [
        "  " + row if i // 3 != 1 else "  " + row[3:] + row[:3] for i, row in enumerate(first)
    ]
    stripped = [lines[0].strip(), *lines[1:]]  # as `str.strip` leaves it
    for text in (lines, shifted, compact, rolled, stripped):
        assert read("\n".join(text)).stickers == Facelets.of(cube), text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["no cube in the text", "the solved cube is ()"]),
        ("abc", ["no known format", "'a' is not a move", "unfolded net"]),
        (SOLVED[:-1], ["53 stickers, 1 too few"]),
        (SOLVED[:-1] + "X", ["'X' at character 54 is not a sticker"]),
        ("U" * 23, ["23 stickers"]),
        ("a" * 10_000_000, ["10000000 characters", f"at most {MAX_CHARACTERS}"]),
        (b"\xff\xfe" * 30, ["not text"]),
        ("(R U)999999", ["more than 500 moves"]),
        ('{"CORNERS": 1}', ["CORNERS needs 8 integers"]),
        ('{"CORNERS": {"pieces": [0,1,2,3,4,5,6,6], "orientation": [0,0,0,0,0,0,0,0]}}',
         ["do not name each of 0 to 7 once"]),
        ('{"CORNERS"', ["not JSON"]),
        ("[0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0]", ["15 numbers", "give 40"]),
        ("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB", ["19 pieces", "20"]),
        ("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBX", ["DBX"]),
        ("(UF,UR)(UF,UB)", ["UF occurs twice"]),
        ("(UF,UFR)", ["mixes corners and edges"]),
        ("(UF,UD)", ["'UD' is not a piece"]),
        ("fd=uux", ["'x' at letter 3 of fd"]),
        ("alg=R&stage=pll", ["no stage 'pll'"]),
        ("alg=R&pzl=11", ["pzl=11", "2 to 10"]),
        ("alg=R&colour=red", ["colour=red", "unknown parameter"]),
        ("alg=R Q", ["'Q'"]),
        ("fd=u&arw=U9U1", ["U9", "0 to 8"]),
        ("fd=u&sch=abc", ["six colours"]),
        ("fd=u&size=4000", ["0 to 1024"]),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)  # fmt: skip
def test_errors_say_what_is_wrong(text, words):
    with pytest.raises(InputError) as caught:
        read(text)
    message = str(caught.value)
    for word in words:
        assert word in message, message
    assert len(message) < 400


@pytest.mark.parametrize(
    ("cube", "name", "how", "words"),
    [
        (Facelets("." * 54), "kpattern", {}, ["corner at URF is unknown"]),
        (Facelets("U" * 24), "forty", {}, ["shows UUU, and no piece does"]),
        (Facelets(SOLVED[:4] + "R" + SOLVED[5:]), "kpattern", {}, ["each centre once"]),
        (Facelets(SOLVED[:4] + "." + SOLVED[5:]), "reid", {}, ["centres"]),
        (
            Cube(),
            "reid",
            {"up": "yellow", "front": "green"},
            ["no centres", "not in their solved positions"],
        ),
        (Cube(), "forty", {"up": "yellow", "front": "green"}, ["no centres"]),
        (Cube(), "singmaster", {"up": "yellow", "front": "green"}, ["no centres"]),
        (Cube(), "colours", {"up": "yellow"}, ["up= and front="]),
        (Cube(), "colours", {"up": "yellow", "front": "white"}, ["neighbouring"]),
        (Cube(), "colours", {"up": "pink", "front": "white"}, ["'pink' is not a colour"]),
        (Cube(), "colours", {"scheme": "WRGYO"}, ["six different"]),
        (Cube(), "colours", {"scheme": "WRGYO."}, ["six different"]),
        (Cube(), "net", {"scheme": "DRFULB"}, ["letters of faces for other faces", "WRGYOB"]),
        (Cube(), "net", {"scheme": "drfulb"}, ["letters of faces for other faces"]),
        (Cube(), "visualcube", {"scheme": "123456"}, ["no names for the colours 123456"]),
        (Cube(), "moves", {}, ["search"]),
        (Cube(), "morse", {}, ["unknown format 'morse'", "kpattern"]),
        (PocketCube(), "cube-map", {}, ["3×3×3"]),
    ],
)
def test_what_a_format_cannot_say(cube, name, how, words):
    with pytest.raises(InputError) as caught:
        write(cube, name, **how)
    for word in words:
        assert word in str(caught.value)


def test_plain_lines_are_read_as_all_others():
    """The short way of plain facelet strings gives what the formats give."""
    lines = [Cube.random(seed).facelets for seed in range(20)]
    lines += [write(Cube.random(seed), "colours") for seed in range(5)]
    lines += [SOLVED[:-1] + ".", PocketCube.random(1).facelets, f"  {SOLVED}\n"]
    for line, reading in zip(lines, map(read, lines), strict=True):
        slow = read(line.strip().lower())
        assert (slow.stickers, slow.stickers.scheme) == (reading.stickers, reading.stickers.scheme)
        assert (slow.format, slow.why) == (reading.format, reading.why)


def test_what_decides_between_stickers_and_moves():
    text = "UFBRDLRBDFRBFUDLFRLUDLUB"
    assert read(text).format == "facelets"
    assert read(text).stickers.puzzle == cube_puzzle(2)
    assert read(text, "moves").stickers.to_cube() == Cube.from_moves(text)
    for name in ("facelets", "moves"):
        assert read(" ".join(text), name).stickers == read(text, name).stickers
    with pytest.raises(InputError, match="different cubes as facelets and as moves"):
        read(" ".join(text))


@pytest.mark.parametrize("prime", "'’\u2018′`\u00b4ʹ")
def test_primes_of_all_keyboards(prime):
    assert read(f"R U R{prime} U{prime}").stickers == Facelets.of(SEXY)
