"""Texts whose meaning is plain to people are read so, and what could be meant otherwise is said."""

from __future__ import annotations

import json
import random

import pytest
from asking import ask, piped

from cubecsp import Cube, Facelets, InputError, Moves, canonical, invert, read
from cubecsp.diagnosis.hints import hints
from cubecsp.formats import stated_moves, write
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import SCHEMES
from cubecsp.puzzle.cube.written_turns import written_turns
from cubecsp.search.named_moves import named_moves
from cubecsp.suggestions import nearest

AS_DIGITS = str.maketrans(FACES, "012345")
TURNS = [f"{base}{suffix}" for base in [*FACES, "r", "Uw", "M", "x"] for suffix in ("", "2", "'")]


def spelt(rng: random.Random, move: str) -> str:
    """Return a move in another spelling."""
    if move.endswith("'"):
        return rng.choice([move, f"{move[:-1]}i", f"{move[:-1]}3", f"{move}1"])
    return rng.choice([move, f"{move[:-1]}'2"]) if move.endswith("2") else move


def written(rng: random.Random, depth: int = 2) -> tuple[str, str]:
    """Return a sequence in an unusual spelling, and in that of the documentation."""
    unusual, usual = [], []
    for _ in range(rng.randrange(1, 5)):
        if depth and rng.random() < 0.3:
            inner, plain = written(rng, 0)
            inner = inner.split(";")[0].split("//")[0].replace(",", " ")
            count, prime = rng.randrange(2, 5), rng.choice(["", "'"])
            unusual.append(f"({inner}){rng.choice(['x', '*', '^', ' × ', ''])}{count}{prime}")
            usual.append(f"({plain}){count}{prime}")
        else:
            usual.append(rng.choice(TURNS))
            unusual.append(spelt(rng, usual[-1]))
    tail = rng.choice(["", " ; first block", " // R U", "; that was it"])
    return rng.choice([" ", ", ", "  "]).join(unusual) + tail, " ".join(usual)


def test_moves_in_any_spelling():
    rng = random.Random(1)
    for _ in range(300):
        text, usual = written(rng)
        assert Moves(text) == Moves(usual), text
        assert read(text, "moves").stickers == read(usual, "moves").stickers, text
        kept = written_turns(text, CUBE)
        assert Moves(str(kept)) == Moves(usual), text
        assert Moves(f"({usual}) {kept.inverted()}").simplified() == Moves(), text


@pytest.mark.parametrize("text", ["R U; F R", "R ; A J", "R'2'", "(R, U)", ", R"])
def test_what_may_be_meant_otherwise_is_refused(text):
    with pytest.raises(InputError):
        Moves(text)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("RRRR", "RRRR is read as 4 moves, not as stickers"),
        ("F R // eo\n(U2 B U)", "in NISS they would mean F R U' B' U2"),
        ("(R U R' U')x3", "x3 repeats the group before it"),
        ('{"cp": [0,1,2,3,4,5,6,7], "co": [0,0,0,0,0,0,0,0]}', "cubejs"),
    ],
)
def test_another_meaning_is_said(text, note):
    assert note in " ".join(read(text).notes)


def test_a_list_of_moves_or_stickers_is_one_cube():
    rng = random.Random(2)
    for _ in range(40):
        moves = rng.choices(TURNS, k=rng.randrange(2, 30))
        for text in (json.dumps(moves), str(moves), str(tuple(moves))):
            assert read(text).stickers == read(" ".join(moves), "moves").stickers, text
        cube = Cube.random(rng.randrange(10**6))
        faces = [cube.facelets[i : i + 9] for i in range(0, 54, 9)]
        numbers = [[FACES.index(letter) for letter in face] for face in faces]
        nested = [[face[:3], face[3:6], face[6:]] for face in numbers]
        texts = [
            json.dumps(numbers),
            str(nested),
            str(nested).replace(",", ""),
            str([*map(int, cube.facelets.translate(AS_DIGITS))]),
        ]
        for text in (*texts, json.dumps([[*face] for face in faces]), json.dumps([*cube.facelets])):
            assert read(text).stickers.to_cube() == cube, text
    vectors = json.loads(write(cube, "forty"))
    corners, twists, edges, flips = list(vectors.values())[:4]
    for data in ([[corners, twists], [edges, flips]], [[[corners], twists, [[edges]], flips]]):
        assert read(json.dumps(data)).stickers.to_cube() == cube


def test_moves_that_a_shell_splits_are_one_sequence():
    joined = piped("solve", "R", "U2", "F'")
    assert joined.out == piped("solve", "R U2 F'").out
    assert "R U2 F' is read as one sequence" in joined.err
    assert piped("invert", "R", "U2", "F'").out == "F U2 R'\n"
    assert piped("solve", '["R", "U2"]').out == piped("solve", "R U2").out
    assert len(piped("solve", "R U", "F").out.splitlines()) == 2
    assert "unexpected argument 'F'" in ask("apply", "R", "U", "F").err
    assert "R is applied to the cube that U makes" in piped("apply", "R", "U").err


CUBEJS = [  # what cubejs 1.3.2 makes of moves: `toJSON` and `asString`
    (
        '{"center":[0,1,2,3,4,5],"cp":[6,0,4,1,5,7,2,3],"co":[0,1,2,1,1,0,0,1],'
        '"ep":[10,6,8,5,9,11,4,2,3,1,0,7],"eo":[0,0,0,0,0,0,0,0,0,0,0,0]}',
        "FDLFUBFDDBLFBRBLLUULLUFUBRDDBFDDFUURRRRRLFBRRUFDDBUBLL",
    ),
    (
        '{"center":[2,0,1,5,3,4],"cp":[7,5,1,4,0,3,6,2],"co":[0,1,2,0,0,0,2,1],'
        '"ep":[4,5,9,1,3,0,7,10,8,11,6,2],"eo":[0,1,0,1,1,0,1,0,1,1,1,1]}',
        "FFDFFDFFDRRRFUUFUUDDBRRRRRRUUUBBBBBBLLLDDBDDBFUULLLLLL",
    ),
]


@pytest.mark.parametrize(("text", "facelets"), CUBEJS)
def test_states_of_cubejs(text, facelets):
    assert read(text).stickers == read(facelets).stickers
    data = json.loads(text)
    rng = random.Random(3)
    for _ in range(40):
        key = rng.choice([*data])
        wrong = json.loads(text)
        wrong[key][rng.randrange(len(wrong[key]))] = rng.choice([-1, 12, 1.5, None, "1", [1], True])
        with pytest.raises(InputError, match=f"{key} is not a vector"):
            read(json.dumps(wrong))
        del wrong[key]
        with pytest.raises(InputError):
            read(json.dumps(wrong), "forty") if key != "center" else read("{}")


GAP = {  # the generators of the cube's group in GAP's manual
    "U": "(1,3,8,6)(2,5,7,4)(9,33,25,17)(10,34,26,18)(11,35,27,19)",
    "L": "(9,11,16,14)(10,13,15,12)(1,17,41,40)(4,20,44,37)(6,22,46,35)",
    "F": "(17,19,24,22)(18,21,23,20)(6,25,43,16)(7,28,42,13)(8,30,41,11)",
    "R": "(25,27,32,30)(26,29,31,28)(3,38,43,19)(5,36,45,21)(8,33,48,24)",
    "B": "(33,35,40,38)(34,37,39,36)(3,9,46,32)(2,12,47,29)(1,14,48,27)",
    "D": "(41,43,48,46)(42,45,47,44)(14,22,30,38)(15,23,31,39)(16,24,32,40)",
}


def test_permutations_of_gap():
    rng = random.Random(4)
    maps = {}
    for face, text in GAP.items():
        goes = {i: i for i in range(1, 49)}
        for cycle in json.loads("[" + text.replace(")(", "],[").strip("()").join(["[", "]"]) + "]"):
            goes |= dict(zip(cycle, cycle[1:] + cycle[:1], strict=True))
        maps[face] = goes
    for _ in range(40):
        moves = rng.choices(FACES, k=rng.randrange(1, 30))
        goes = {i: i for i in range(1, 49)}
        for face in moves:
            goes = {i: maps[face][place] for i, place in goes.items()}
        left, text = set(goes), ""
        while left:
            cycle = [min(left)]
            while goes[cycle[-1]] != cycle[0]:
                cycle.append(goes[cycle[-1]])
            left -= {*cycle}
            text += f"({','.join(map(str, cycle))})" if len(cycle) > 1 else ""
        assert read(text or "()").stickers.to_cube() == Cube.from_moves(" ".join(moves)), moves
    for wrong in ("(1,49)", "(0,1)", "(1,2)(2,3)"):
        with pytest.raises(InputError):
            read(wrong)


def test_a_net_row_by_row_in_one_line():
    rng = random.Random(5)
    for _ in range(5):
        cube = Cube.random(rng.randrange(10**6))
        text = "".join(write(cube, "net").split())
        assert read(text, "net").stickers.to_cube() == cube
        (found, *_) = hints(read(text, "facelets").stickers)
        assert (found.meant.to_cube(), "rows of its net" in found.mistake) == (cube, True)


def test_faces_in_any_order_with_any_colours():
    rng = random.Random(6)
    for _ in range(5):
        cube = Cube.random(rng.randrange(10**6))
        order = rng.sample(FACES, 6)
        colours = rng.choice([SCHEMES["japanese"], "".join(rng.sample("WRGYOB", 6))])
        letters = cube.facelets.translate(str.maketrans(FACES, colours))
        text = "".join(letters[9 * FACES.index(face) :][:9] for face in order)
        stickers = read(text, "colours").stickers
        meant = [hint.meant.to_cube() for hint in hints(stickers)]
        assert cube in meant or stickers.to_cube() == cube


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(
    ("slice_", "ring"), {"E": "RFLB", "M": "UFDB", "S": "URDL"}.items(), ids=lambda one: one
)
def test_caps_that_were_moved_on(slice_, ring):
    for names in (ring, ring[::-1]):
        letters = list(Cube().facelets)
        for face, other in zip(names, names[1:] + names[:1], strict=True):
            letters[CUBE.centres[FACES.index(face)]] = other
        (found, *_) = hints(read("".join(letters), "facelets").stickers)
        assert f"slice {slice_}" in found.mistake
        assert found.meant.to_cube() == Cube()
    exchanged = "(UFR,URB)"
    assert "caps of four centres" in ask("check", exchanged).out


@pytest.mark.parametrize(
    "text",
    [
        "https://www.cubing-db.net/?puzzle=3&scramble=R_U_R-_U-&alg=U_R_U-_R-",
        "https://ruwix.com/the-rubiks-cube/?alg=R%20U%20R%27",
        "www.speedcubedb.com/a/3x3/PLL",
    ],
)
def test_links_that_are_not_read(text):
    for reader in (read, stated_moves):
        with pytest.raises(InputError, match="is a link"):
            reader(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("R+", "R"),
        ("R+ U- R2+ F-", "R U' R2 F'"),
        ("(R+ U-)' [R-, U+] F2-", "U R' R' U R U' F2"),
        ("R U R' ; my scramble", "R U R'"),
        ("R ; A perm", "R"),
        ("R U ; to have seen\nF2;done", "R U F2"),
    ],
)
def test_moves_in_other_notations(text, meant):
    assert read(text).stickers.to_cube() == Cube.from_moves(meant)
    assert read(invert(text)).stickers.to_cube() == ~Cube.from_moves(meant)


@pytest.mark.parametrize("text", ["R++", "R+-", "UF-UR", "R-2", "R ; U2 2Rw'"])
def test_marks_that_are_no_moves(text):
    with pytest.raises(InputError, match="is not a move|cannot begin a comment"):
        read(text)


@pytest.mark.parametrize(
    "words",
    [
        "weiß rot grün gelb orange blau",
        "WEISS ROT GRUEN GELB ORANGE BLAU",
        "blanc rouge vert jaune orange bleu",
        "blanco rojo verde amarillo naranja azul",
        "bianco rosso verde giallo arancione blu",
    ],
)
def test_words_of_other_languages(words):
    by_face = dict(zip(FACES, words.split(), strict=True))
    for seed in range(3):
        cube = Cube.random(seed)
        reading = read(" ".join(by_face[face] for face in cube.facelets))
        assert (reading.format, reading.stickers.to_cube()) == ("words", cube)
        assert reading.stickers.scheme == SCHEMES["standard"]


PUBLISHED = (  # with the cubes of puzzles that people wrote about
    "0111111121222222212353333333444444444555556555666366666",  # Wiston999/python-rubik 17
    "0345622264156363431323434511652114316154652516452643522",
    "0231646322626136224451363541554454422515615146653321313",
    "0123616114334421651546235446552146315632453122354263562",
    "0262412214363634416133144544631555351526623526231562514",
    "0336646114625511663231435221334462565322151235154425446",
)


@pytest.mark.parametrize("digits", PUBLISHED)
def test_published_links_to_a_solver_are_real_cubes(digits):
    for address in (
        f"https://rubiks-cube-solver.com/solution.php?cube={digits}",
        f"http://ruwix.com/online-rubiks-cube-solver-program/solution.php?cube={digits}&x=1",
    ):
        reading = read(address)
        assert (reading.format, reading.notes) == ("ruwix", ())
        cube = reading.stickers.to_cube()
        assert not cube.status()
        assert (
            write(reading, "ruwix") == f"https://rubiks-cube-solver.com/solution.php?cube={digits}"
        )


def test_the_same_cube_as_a_link_and_as_a_net_in_one_line():
    link, net = (
        read(f"rubiks-cube-solver.com/?cube={PUBLISHED[0]}"),
        ("wwwowwwwwgbgrrrbbbooogggrrrbbyooogggrrrbbbowoyyyyyyygy"),
    )
    in_net = read(net, "net").stickers  # held with another face in front
    assert canonical(link.stickers.to_cube()) == canonical(in_net.to_cube())


@pytest.mark.parametrize("digits", ["0" + "123456" * 8, "0" + "1" * 55, "7" * 54, ""])
def test_links_to_a_solver_without_a_cube(digits):
    with pytest.raises(InputError, match="54 stickers"):
        read(f"https://rubiks-cube-solver.com/solution.php?cube={digits}")


def test_random_cubes_come_back_from_links_to_a_solver():
    for seed in range(20):
        stickers = (
            Facelets.of(Cube.random(seed).apply(Moves("x y")))
            if seed % 2
            else Facelets.of(Cube.random(seed))
        )
        hidden = stickers.letters[:seed] + "." + stickers.letters[seed + 1 :]
        for one in (stickers, Facelets(hidden, stickers.scheme)):
            read_again = read(write(one, "ruwix")).stickers
            assert read_again.letters == one.letters


def test_the_letters_that_a_solver_reads_are_named():
    def link(letters):
        return write(read("".join(9 * letter for letter in letters)).stickers, "ruwix")

    with pytest.raises(InputError) as refused:
        link("kgrwob")
    letters = refused.value.remedy.split()[-1]
    assert len({*letters}) == 6
    assert read(link(letters)).stickers.to_cube() == Cube()


def test_what_to_write_instead():
    assert "wide turns r or Rw" in ask("solve", "FW2").err
    assert "solved=F2L" in ask("find", "all F2L solved").err


def test_names_without_moves_are_no_cubes():
    for name in ("twister", "every-colour"):
        assert f"`find {name}` gives its cubes" in ask("describe", name).err
    with pytest.raises(InputError, match="3 faces of a 3×3×3"):
        read("U" * 9 + "R" * 9 + "F" * 9)


def test_a_text_that_is_nothing_is_told_what_would_be():
    for text, place in (("my cube is white", 1), ("bad text", 2), ("front: red", 3)):
        with pytest.raises(InputError, match="no known format; if it is moves") as caught:
            read(text)
        assert f"(character {place})" in str(caught.value)
        assert caught.value.position == place - 1
        assert "or a link" in caught.value.remedy
    for text in ("R U Q", "R++", "[R, Q]", "FW2"):
        with pytest.raises(InputError, match="is not a move") as caught:
            read(text)
        assert "no known format" not in str(caught.value)
    with pytest.raises(InputError, match="did you mean superflip"):
        read("suprflip")


def test_generators_stand_for_their_powers():
    assert [*named_moves("<R, Uw2, F'>")] == ["R", "R2", "R'", "Uw2", "F", "F2", "F'"]
    assert [*named_moves("<R U>")] == ["(R U)", "(R U)'"]
    assert [*named_moves("R,U")] == ["R", "U"]
    assert piped("solve", "--puzzle", "skewb", "U L", "--turns", "<U,L>").out == "L' U'\n"


def test_no_word_is_offered_for_itself():
    assert nearest("all", ["all", "any"]) == []
    assert nearest("pll", ["all", "pillars"]) == []
    assert nearest("solvd", ["solved", "holds"], 3) == ["solved"]
    assert "did you mean" not in ask("find", "all F2L solved").err
