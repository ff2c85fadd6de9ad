"""Cubes in every format: read, told apart, and written so that nothing is lost."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import assemblies, cubes, pocket_assemblies
from test_cube_map import QUERY
from texts import any_text

from cubecsp import Cube, Facelets, InputError, Moves, PocketCube, read
from cubecsp.formats import FORMATS, MAX_CHARACTERS, detect, write
from cubecsp.formats.forty_numbers import FortyNumbers
from cubecsp.puzzle.cube.cube_puzzle import CUBE, PUZZLES, cube_puzzle
from cubecsp.puzzle.cube.holding import HOLDINGS, after_moves, reheld

pytestmark = pytest.mark.quick

GIVEN = json.loads((Path(__file__).parent / "formats.json").read_text("utf-8"))
WRITTEN = [name for name, kind in FORMATS.items() if kind.write is not None]
OF_STICKERS = ["facelets", "colours", "net", "cube-map", "visualcube"]
SOLVED = Cube().facelets
SEXY = Cube.from_moves("R U R' U'")


@pytest.mark.parametrize("name", FORMATS)
def test_the_example_of_a_format_is_told_from_all_others(name):
    reading = read(FORMATS[name].example)
    assert (reading.format, reading.notes) == (name, ())
    assert reading.stickers.to_cube() == SEXY
    assert reading.why
    assert read(FORMATS[name].example, name).stickers == reading.stickers


@pytest.mark.parametrize("first", WRITTEN)
@settings(max_examples=8, deadline=None)
@given(assemblies)
def test_round_trips_through_every_pair(first, cube):
    shown = read(write(cube, first)).stickers
    assert shown == Facelets.of(cube)
    for second in WRITTEN:
        again = read(write(shown, second))
        assert (again.format, again.stickers) == (second, shown)


@pytest.mark.parametrize("first", [name for name in WRITTEN if name != "cube-map"])
@settings(max_examples=8, deadline=None)
@given(pocket_assemblies)
def test_round_trips_of_the_small_cube(first, cube):
    size = cube_puzzle(2)
    shown = read(write(cube, first), puzzle=size).stickers
    assert shown == Facelets.of(cube)
    for second in set(WRITTEN) - {"cube-map"}:
        text = write(shown, second)
        assert read(text, second, size).stickers == shown
        assert read(text, puzzle=size).stickers == shown


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
        elif name == "cube-map" and shown.puzzle is not CUBE:
            with pytest.raises(InputError, match="3×3×3"):
                write(shown, name)
        else:
            assert read(write(shown, name), name, shown.puzzle).stickers == shown


@given(cubes, st.sampled_from(list(HOLDINGS)), st.sampled_from([*OF_STICKERS, "kpattern"]))
def test_a_cube_is_read_however_it_is_held(cube, holding, name):
    """Read turned, and turned back: the cube that it was; the moves are those of the cube as held."""
    text = FORMATS[name].write(Facelets("".join(reheld(cube.facelets, holding, CUBE))))
    reading = read(text)
    shown = reading.stickers
    colours = "WRGYOB" if name in ("colours", "cube-map", "visualcube") else "URFDLB"
    assert shown.scheme == "".join(colours["URFDLB".index(face)] for face in holding)
    back = write(shown, "colours", up=colours[0], front=colours[2])
    assert read(back).stickers == Facelets.of(cube)
    assert shown.to_cube().is_reachable


def test_how_a_cube_was_held_is_said():
    turned = write(Facelets.of(SEXY), "colours", up="yellow", front="green")
    assert read(turned).held == "yellow up, green in front"
    assert str(read(turned)).endswith("held yellow up, green in front")


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


def test_a_scheme_with_other_opposite_colours():
    """White opposite blue, as on early cubes: the centres say so, and the pieces agree."""
    scheme = "WRGBOY"
    text = SEXY.facelets.translate(str.maketrans("URFDLB", scheme))
    assert read(text).stickers == Facelets.of(SEXY)
    assert read(text).stickers.scheme == scheme


def test_what_was_assumed_is_said():
    colours = SEXY.facelets.translate(str.maketrans("URFDLB", "WRGYOB"))
    assert read(colours).notes == read(SEXY.facelets).notes == ()
    unknown = "".join("?" if i in CUBE.centres else c for i, c in enumerate(colours))
    assert "too few centres" in read(unknown).notes[0]
    other = SEXY.facelets.translate(str.maketrans("URFDLB", "WRGBOY"))
    assert "W R G B O Y, the japanese scheme" in read(other).notes[0]


def test_emoji_with_selectors():
    text = SEXY.facelets.translate(str.maketrans("URFDLB", "⬜🟥🟩🟨🟧🟦")).replace(
        "⬜", "⬜\ufe0f"
    )
    assert read(text).stickers == Facelets.of(SEXY)


@given(cubes, st.integers(0, 5))
def test_a_missing_centre_is_filled_in(cube, face):
    text = cube.facelets.translate(str.maketrans("URFDLB", "abcdef"))
    at = CUBE.centres[face]
    reading = read(text[:at] + "?" + text[at + 1 :])
    assert reading.stickers.scheme == "ABCDEF"
    assert reading.stickers.letters == cube.facelets[:at] + "." + cube.facelets[at + 1 :]


@pytest.mark.parametrize(
    ("centres", "scheme"),
    [
        ("......", "WRGYOB"),  # nothing is known: the standard holding
        ("Y.G...", "YOGWRB"),  # two colours say it all
        ("WRGYO.", "WRGYOB"),
        ("RWGYOB", "WRGYOB"),  # two centres are exchanged, all pieces are standard
        ("WWGYOB", "WRGYOB"),
    ],
)
def test_centres_that_are_unknown_or_wrong(centres, scheme):
    usual = read("".join(c * 9 for c in scheme)).stickers.scheme
    assert usual == scheme
    letters = list(SEXY.facelets.translate(str.maketrans("URFDLB", scheme)))
    for facelet, char in zip(CUBE.centres, centres, strict=True):
        letters[facelet] = char
    assert read("".join(letters)).stickers.scheme == scheme


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Y" + "W" * 3 + "Y" + "W" * 49, ["which colour", "on the centres of R and F"]),
        ("abcdef" * 9, ["which colour", "on the centres"]),
        ("a" * 10 + "bcdef?" * 7 + "??", ["which colour"]),
        ("aabbccddeeffaabbccddeeff", ["corners do not say", "2×2×2"]),
        ("ABCDEFG" * 7 + "ABCDE", ["7 different colours"]),
    ],
)
def test_colours_that_nothing_explains(text, words):
    with pytest.raises(InputError) as caught:
        read(text, "colours")
    for word in words:
        assert word in str(caught.value)


@given(pocket_assemblies.filter(lambda cube: cube.is_reachable))
def test_a_small_cube_in_any_colours_is_named_after_a_corner(cube):
    text = cube.facelets.translate(str.maketrans("URFDLB", "123456"))
    shown = read(text).stickers
    assert shown.to_state() == cube
    assert shown.scheme == "123456"


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


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("()", ""),
        ("(UF,UR,UB)", "U' F U2 F' U2 F' L' F L2 U L' U' F U2"),
        ("(UR,UF,UL,UB)(URF,UFL,ULB,UBR)", "U"),
    ],
)
def test_cycles(text, moves):
    cube = read(text).stickers.to_cube()
    if text.startswith("(UF"):
        assert cube.edge_pieces[:4] == (1, 3, 2, 0)  # UR, UF, UL, UB hold UF, UB, UL, UR
        assert cube.corners == Cube().corners
    else:
        assert cube == Cube.from_moves(moves)


def test_signs_of_cycles():
    assert read("(URF)+").stickers.to_cube().corner_twists[0] == 1
    assert read("(UFR)+").stickers.to_cube().corner_twists[0] == 1
    assert read("(FRU)−").stickers.to_cube().corner_twists[0] == 2
    assert read("(UF)+").stickers.to_cube().edge_flips[1] == 1
    assert read("(UFR,URB)+ (UF)").stickers.to_cube().corner_pieces[:1] == (3,)


def test_the_forty_numbers_in_many_forms():
    numbers = [3, 1, 2, 5, 0, 4, 6, 7, 2, 0, 0, 1, 1, 2, 0, 0]
    numbers += [9, 1, 2, 3, 8, 5, 6, 7, 0, 4, 10, 11, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0]
    parts = [numbers[:8], numbers[8:16], numbers[16:28], numbers[28:]]
    keys = ["Corner Position", "Corner Orientation", "Edge Position", "Edge Orientation"]
    named_parts = dict(zip(keys, parts, strict=True))
    texts = [
        json.dumps(numbers),
        json.dumps(parts),
        json.dumps(named_parts),
        json.dumps(dict(reversed(named_parts.items())) | {"parity": True}),
        json.dumps(dict(zip(["cp", "co", "ep", "eo"], parts, strict=True))),
        " ".join(map(str, numbers)),
        "\n".join(f"{key}: {part}" for key, part in named_parts.items()) + "\nParity: True",
    ]
    for text in texts:
        assert read(text, "forty").stickers.to_cube() == Cube.from_moves("F")
    for text in texts:
        assert read(text).format == "forty"


@pytest.mark.parametrize("minus", "-−")
def test_a_minus_sign_among_the_forty_numbers_is_seen(minus):
    text = str(FortyNumbers.of(Cube.from_moves("F"))).replace("[2, 0, 0, 1", f"[{minus}2, 0, 0, 1")
    with pytest.raises(InputError, match="are out of range"):
        read(text, "forty")


@pytest.mark.parametrize("flag", [True, 1, None])
def test_a_parity_flag_in_json(flag):
    numbers = json.loads(write(Cube.from_moves("F"), "forty"))
    assert read(
        json.dumps(numbers | {"Parity": flag}), "forty"
    ).stickers.to_cube() == Cube.from_moves("F")


@pytest.mark.parametrize("flag", ["true", "false", 2, 1.0, [], {}])
def test_what_is_no_parity_flag_in_json(flag):
    numbers = json.loads(write(Cube.from_moves("F"), "forty"))
    with pytest.raises(InputError, match="is not a flag"):
        read(json.dumps(numbers | {"Parity": flag}), "forty")


def test_the_cube_map_of_the_document_lacks_three_terms():
    lost = QUERY.replace("y, y, o, y, y, o,", "y, y, o,")
    for text in (lost, lost.removeprefix("cube(").removesuffix(")")):
        with pytest.raises(InputError, match="3 too few"):
            read(text)
    assert read(QUERY).stickers.to_cube() == Cube.from_moves("F R U")


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


PICTURES = [
    ("alg=R U R' U'", "R U R' U'"),
    ("case=R U R' U'", "U R U' R'"),
    ("alg=R+U%27&case=F", "F' R U'"),
    ("visualcube.php?fmt=png&alg=R2F2", "R2 F2"),
    ("alg=M2&view=plan", "M2"),
    ("sch=wrgyob&fd=" + SEXY.facelets.lower(), "R U R' U'"),
    ("fc=" + SEXY.facelets.translate(str.maketrans("URFDLB", "yrbwog")), "R U R' U'"),
]


@pytest.mark.parametrize(("text", "moves"), PICTURES)
def test_pictures(text, moves):
    reading = read(text)
    assert reading.format == "visualcube"
    assert reading.stickers.to_cube() == Cube.from_moves(moves)


def test_pictures_of_the_small_cube():
    cube = PocketCube.from_moves("R U' F2")
    for scheme in ("yrbwog", "mrbwog"):
        letters = cube.facelets.translate(str.maketrans("URFDLB", scheme))
        for text in (
            f"pzl=2&fc={letters}",
            f"pzl=2&sch={scheme}&fc={letters}",
            "pzl=2&alg=R U' F2",
        ):
            assert read(text).stickers.to_state() == cube


def test_a_picture_with_a_mask():
    shown = read("stage=f2l&alg=U R").stickers
    known = [i for i, letter in enumerate(SOLVED) if CUBE.names[i][0] != "U"]
    assert shown.letters.count(".") == 9 + 4 * 3
    assert shown.letters.count("D") == 9
    assert len(known) == 45
    turned = read("stage=cross-x2").stickers.letters
    assert [name for name, c in zip(CUBE.names, turned, strict=True) if c == "U"] == [
        "U2", "U4", "U5", "U6", "U8",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["no cube in the text", "the solved cube is ()"]),
        ("abc", ["'a'", "is not a move"]),
        (SOLVED[:-1], ["53 stickers, 1 too few"]),
        (SOLVED[:-1] + "X", ["'X' at character 54 is not a sticker"]),
        ("U" * 23, ["23 stickers"]),
        ("a" * 10_000_000, ["10000000 characters", f"at most {MAX_CHARACTERS}"]),
        (b"\xff\xfe" * 30, ["not text"]),
        ("(R U)999999", ["longer than 500 moves"]),
        ('{"CORNERS": 1}', ["CORNERS needs 8 whole numbers"]),
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
        ("alg=R&colour=red", ["colour=red", "not a parameter"]),
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
        (Cube(), "reid", {"up": "yellow", "front": "green"}, ["no centres", "not at home"]),
        (Cube(), "forty", {"up": "yellow", "front": "green"}, ["no centres"]),
        (Cube(), "singmaster", {"up": "yellow", "front": "green"}, ["no centres"]),
        (Cube(), "colours", {"up": "yellow"}, ["up= and front="]),
        (Cube(), "colours", {"up": "yellow", "front": "white"}, ["neighbouring"]),
        (Cube(), "colours", {"up": "pink", "front": "white"}, ["'pink' is not a colour"]),
        (Cube(), "colours", {"scheme": "WRGYO"}, ["six different"]),
        (Cube(), "colours", {"scheme": "WRGYO."}, ["six different"]),
        (Cube(), "net", {"scheme": "DRFULB"}, ["letters of faces for other faces", "WRGYOB"]),
        (Cube(), "net", {"scheme": "drfulb"}, ["letters of faces for other faces"]),
        (Cube(), "visualcube", {"scheme": "123456"}, ["no colours 123456"]),
        (Cube(), "moves", {}, ["search"]),
        (Cube(), "morse", {}, ["no format 'morse'", "kpattern"]),
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


def refused_or_read(seed: int, count: int) -> int:
    """Read texts of every sort, in any format and in each; return how many were read."""
    rng = random.Random(seed)
    samples = [kind.example for kind in FORMATS.values()]
    for cube in (PocketCube.random(1), Cube.random(1), Facelets("." * 20 + SOLVED[20:])):
        for name in WRITTEN:
            with contextlib.suppress(InputError):
                samples.append(write(cube, name))
    names = [None, None, *FORMATS]
    puzzles = [None, None, *PUZZLES]
    was_read = 0
    for _ in range(count):
        text = any_text(rng, samples, MAX_CHARACTERS)
        try:
            reading = read(text, rng.choice(names), rng.choice(puzzles))
        except InputError as error:
            message, position = str(error), error.position
            assert message.isprintable()
            assert len(message) < 2_000
            assert position is None or 0 <= position <= len(text)
            continue
        was_read += 1
        assert str(reading).isprintable()
        assert "".join(reading.notes).isprintable()
        assert len(reading.stickers.letters) == reading.stickers.puzzle.facelet_count
        assert set(reading.stickers.letters) <= set("URFDLB.")
        assert len(set(reading.stickers.scheme)) == 6
    return was_read


@pytest.mark.slow
def test_any_text_is_read_or_refused():
    assert refused_or_read(1, 3_000) > 10


@pytest.mark.exhaustive
def test_a_million_texts_are_read_or_refused():
    assert refused_or_read(2, 1_000_000) > 1_000


@given(st.lists(st.integers(0, 17), min_size=1, max_size=60).map(Moves.of))
def test_moves_are_read_in_both_notations(moves):
    kociemba = " ".join(f"{str(Moves((t,)))[0]}{t % 3 + 1}" for t in moves)
    assert read(str(moves), "moves").stickers.to_cube() == Cube.from_moves(moves)
    assert read(kociemba, "moves").stickers.to_cube() == Cube.from_moves(moves)


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


@pytest.mark.slow
def test_centres_in_any_order_are_read():
    """In letters of the standard scheme: turned, in another scheme, or exchanged."""
    for centres in itertools.permutations("WRGYOB"):
        faces = zip("WRGYOB", centres, strict=True)
        reading = read("".join(face * 4 + centre + face * 4 for face, centre in faces))
        assert sorted(reading.stickers.scheme) == sorted("WRGYOB")
