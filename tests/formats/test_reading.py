"""Requirements on every reader, drawn from the registry of formats: these tests cover a new format at once."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cubes, pocket_assemblies

from cubecsp import Cube, Facelets, InputError, Moves, PocketCube, read
from cubecsp.formats import FORMATS, detect, write
from cubecsp.formats.forty_numbers import FortyNumbers
from cubecsp.formats.slot_order import CORNERS, EDGES, facelets_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, is_count
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import HOLDINGS, reheld
from cubecsp.puzzle.cube.moves import TURNS

WRITTEN = [name for name, kind in FORMATS.items() if kind.write is not None]
PIECES = [f for orbit in CUBE.orbits for slot in orbit.frames for f in slot]


def said(shown: Facelets, name: str, **how: Any) -> str | None:
    """Return stickers in a format, None if it cannot say them."""
    try:
        return write(shown, name, **how)
    except InputError:
        return None


def random_stickers(rng: random.Random) -> Facelets:
    """Return stickers of either cube: real, some unknown, some wrong, or at random."""
    seed = rng.randrange(10**9)
    cube = Cube.random(seed) if rng.random() < 0.6 else PocketCube.random(seed)
    letters, centres = list(cube.facelets), set(cube.puzzle.centres)
    free = [facelet for facelet in range(len(letters)) if facelet not in centres]
    for facelet in rng.sample(free, rng.choice([0, 0, 1, 3, len(free)])):
        letters[facelet] = rng.choice(FACES + ".")
    return Facelets("".join(letters))


# --- every format writes what it reads --------------------------------------------------------------


# --- texts that two formats read --------------------------------------------------------------------


def any_reading(rng: random.Random) -> str:
    """Return what a format writes, or moves, rearranged as people and programs rearrange texts."""
    text = None
    if rng.random() < 0.3:
        words = TURNS if rng.random() < 0.5 else FACES
        text = " ".join(rng.choices(words, k=rng.choice([5, 20, 22, 23, 24, 25, 26, 53, 54, 55])))
    while text is None:
        up, front = rng.choice([(None, None), ("D", "F"), ("R", "B")])
        text = said(random_stickers(rng), rng.choice(WRITTEN), up=up, front=front)
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        width = rng.choice([2, 3, 6, 9])
        text = rng.choice(
            [
                " ".join(text),
                ",".join(text),
                text.lower(),
                text[: -rng.randrange(1, 3)],
                text + text[-1:],
                text.replace(",", ""),
                text.replace("cube(", "").replace(")", ""),
                text.replace(" ", "").replace("\n", ""),
                "\n".join(text[i : i + width] for i in range(0, len(text), width)),
            ]
        )
    return text


def distinguished(text: str, chosen: str, other: str) -> bool:
    """Return whether a text is in a format and not in another by what docs/formats.md says."""
    letters = re.findall("[a-z.?-]", text.lower())
    if other == "moves":
        rows = max(map(len, re.split(r"[\s|/,]+", text))) >= 3 and len(letters) >= 20
        return rows or chosen in ("net", "reid") or ("," in text and is_count(len(letters)))
    if other == "net" and "\n" not in text.strip():  # rows in one line, which have to be asked for
        return chosen in ("facelets", "colours")
    if (chosen, other) == ("colours", "cube-map"):
        return any(a not in (b, *".?-") for a, b in zip(letters[4::9], "wygbro", strict=True))
    return False


def check_readings(seed: int, count: int) -> set[frozenset[str]]:
    """Make sure that nothing is chosen in silence; return the pairs of formats that met."""
    rng = random.Random(seed)
    met = set()
    for _ in range(count):
        text = any_reading(rng)
        shown: dict[str, Facelets] = {}
        for name, kind in FORMATS.items():
            try:
                shown[name] = kind.parse(text, None)
            except InputError:
                continue
        met |= {
            frozenset(p) for p in itertools.combinations(shown, 2) if shown[p[0]] != shown[p[1]]
        }
        try:
            reading = read(text)
        except InputError:
            continue
        for other, stickers in shown.items():
            if stickers != reading.stickers and not reading.notes:
                assert distinguished(text, reading.format, other), (text, reading.format, other)
        letters = re.sub(r"[\s,]", "", text).upper()
        near = any(abs(len(letters) - p.facelet_count) <= 2 for p in (CUBE, POCKET))
        if near and not set(letters) - set(FACES):
            assert reading.format != "moves", text
    return met


def test_what_two_formats_read_is_refused_or_said():
    met = check_readings(1, 500)
    assert {frozenset(p) for p in (("facelets", "moves"), ("colours", "cube-map"))} <= met
    assert {frozenset(p) for p in (("reid", "facelets"), ("reid", "moves"))} <= met


@pytest.mark.exhaustive
def test_what_two_formats_read_is_refused_or_said_many_times():
    assert len(check_readings(2, 400_000)) > 5


@given(cubes, st.sampled_from([" ", "\n", "  ", "\t", " \n"]), st.booleans())
def test_stickers_with_blanks_between_are_never_moves_in_silence(cube, between, small):
    text = between.join(cube.facelets.lower() if small else cube.facelets)
    assert set(detect(text)) == {"facelets", "moves"}
    with pytest.raises(InputError, match="format='facelets' or format='moves'"):
        read(text)
    assert read(text, "facelets").stickers == Facelets.of(cube)
    assert read(text, "moves").stickers.to_cube() == Cube.from_moves(text)
    with pytest.raises(
        InputError, match=r"53 stickers, 1 too few.*\(as facelets\).*format='moves'"
    ):
        read(text[:-1].rstrip())


# --- one reader -------------------------------------------------------------------------------------

SCHEMES = ["URFDLB", "WRGYOB", "YRBWOG", "WRGBOY", "ABCDEF", "🟥🟧🟨🟩🟦⬜"]


@given(cubes, st.sampled_from(list(HOLDINGS)), st.sampled_from(SCHEMES), st.sampled_from("c |\n"))
def test_a_cube_is_the_same_through_every_interface(cube, holding, scheme, between):
    seen = "".join(reheld(cube.facelets, holding, CUBE)).translate(str.maketrans(FACES, scheme))
    text = between.replace("c", "").join(seen)
    shown = read(text, "colours").stickers
    assert Cube(text) == Cube.from_facelets(text) == shown.to_cube()
    assert (Facelets.parse(text), Facelets.parse(text).scheme) == (shown, shown.scheme)
    assert shown.letters.translate(str.maketrans(FACES, shown.scheme)) == seen.upper()
    assert all(
        shown.letters[centre] == face for centre, face in zip(CUBE.centres, FACES, strict=True)
    )


@given(pocket_assemblies, st.sampled_from(list(HOLDINGS)), st.sampled_from(["URFDLB", "WRGYOB"]))
def test_a_small_cube_is_the_same_through_every_interface(cube, holding, scheme):
    seen = "".join(reheld(cube.facelets, holding, POCKET)).translate(str.maketrans(FACES, scheme))
    shown = read(seen).stickers
    assert PocketCube.from_facelets(seen) == shown.to_state()
    assert Facelets.parse(seen) == Facelets.parse(seen, POCKET) == shown


@pytest.mark.parametrize("text", ["", " ", "\n\t ", "\ufeff", "\ufeff \n", b"", b" \n"])
def test_no_text_is_no_cube(text):
    for name in (None, *FORMATS):
        with pytest.raises(InputError, match=r"no cube in the text; the solved cube is \(\)"):
            read(text, name)


@pytest.mark.parametrize("text", ["// only a comment", "// one\n// two", "  // x"])
def test_a_comment_is_no_cube(text):
    for name in (None, "moves"):
        with pytest.raises(InputError, match="there are no moves"):
            read(text, name)


@given(
    cubes,
    st.sampled_from(list(itertools.combinations(range(6), 2))),
    st.sampled_from(list(HOLDINGS)),
)
def test_two_exchanged_centres_rename_no_colour(cube, two, holding):
    """The pieces say what the colours are called; the centres are what is wrong."""
    letters = list(reheld(cube.facelets, holding, CUBE))
    a, b = (CUBE.centres[face] for face in two)
    letters[a], letters[b] = letters[b], letters[a]
    seen = "".join(letters).translate(str.maketrans(FACES, "WRGYOB"))
    shown = read(seen).stickers
    assert "".join(FACES["WRGYOB".index(c)] for c in shown.scheme) in HOLDINGS
    assert all(
        shown.placement(orbit, slot) is not None
        for orbit in CUBE.orbits
        for slot in range(len(orbit.names))
    )


# --- damaged texts ----------------------------------------------------------------------------------

PLACE = re.compile(r"character \d+|column \d+|letter \d+")


@pytest.mark.parametrize("name", FORMATS)
def test_a_character_that_has_no_meaning_is_named(name):
    example = FORMATS[name].example
    start = example.index("?") + 1 if "?" in example else 0  # what is before is an address
    rng = random.Random(name)
    places = [i for i, char in enumerate(example) if i >= start and char.isalnum()]
    aliens = ["§", "\x07", "\x1b", "\u202e", "€", "\udc80", "ß"]
    for at, alien in itertools.product(rng.sample(places, min(3, len(places))), aliens):
        text = example[:at] + alien + example[at + 1 :]
        with pytest.raises(InputError) as caught:
            read(text, name)
        message = str(caught.value)
        assert message.isprintable()
        assert repr(alien)[1:-1] in message or PLACE.search(message), message
        position = caught.value.position
        assert position is None or 0 <= position <= len(text)


def objects(value: Any) -> Iterator[dict[str, Any] | list[Any]]:
    """Yield an object and all that is in it."""
    if isinstance(value, dict | list):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from objects(part)


IN_JSON = [name for name in WRITTEN if write(Cube(), name).startswith("{")]


def misspelt(key: str, rng: random.Random) -> str:
    at = rng.randrange(len(key) - 1)
    return rng.choice([key[:at] + key[at + 1 :], key[:at] + key[at + 1] + key[at] + key[at + 2 :]])


@pytest.mark.parametrize("name", IN_JSON)
@pytest.mark.parametrize("cube", [Cube.from_moves("R U F2"), PocketCube.from_moves("R U F2")])
def test_misspelt_keys_are_refused_and_the_right_one_named(name, cube):
    rng = random.Random(name)
    given_ = json.loads(write(cube, name))
    count = len([part for part in objects(given_) if isinstance(part, dict)])
    for _ in range(15):
        data = json.loads(json.dumps(given_))
        part = [part for part in objects(data) if isinstance(part, dict)][rng.randrange(count)]
        key = rng.choice(list(part))
        wrong = misspelt(key, rng)
        if wrong in (*part, key, key.replace(" ", "")):
            continue
        part[wrong] = part.pop(key)
        for text in (json.dumps(data), json.dumps({"patternData": data})):
            with pytest.raises(InputError) as caught:
                read(text, name)
            if "patternData" not in text or name == "kpattern":
                assert f"no key {wrong!r}" in str(caught.value)
                assert f"did you mean {key!r}?" in str(caught.value)
        with pytest.raises(InputError, match="no key"):
            read(json.dumps(data))
        part[key] = part[wrong]
        with pytest.raises(InputError, match="no key"):
            read(json.dumps(data))


@pytest.mark.parametrize("name", IN_JSON)
def test_keys_that_are_missing_or_there_twice(name):
    text = write(Cube.from_moves("R U F2"), name)
    data = json.loads(text)
    for key in set(data) - {"CENTERS", "Parity"}:
        rest = {k: v for k, v in data.items() if k != key}
        with pytest.raises(InputError):
            read(json.dumps(rest), name)
    for key, value in data.items():
        doubled = f'{text[:-1]}, "{key}": {json.dumps(value)}}}'
        for how in (None, name):
            with pytest.raises(InputError, match=f"{key}' occurs twice"):
                read(doubled, how)


NO_NUMBERS = [True, False, None, 1.0, "1", [1], {}, -1, -24, 12, 99, 10**30, 1e400]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param(name, value, id=f"{value!r}-{name}")
        for name in IN_JSON
        for value in NO_NUMBERS
        if (name, value) != ("kpattern", -1)  # an orientation of cubing.js may be below 0
    ],
)
def test_what_is_no_number_of_a_slot(name, value):
    rng = random.Random(repr(value))
    text = write(Cube.from_moves("R U F2"), name)
    for _ in range(12):
        data = json.loads(text)
        lists = [part for part in objects(data) if isinstance(part, list)]
        part = rng.choice([one for one in lists if 0 in one and one != [0] * len(one)] or lists)
        at = rng.choice([i for i, number in enumerate(part) if number in (0, 1)])
        part[at] = value
        for how in (None, name):
            with pytest.raises(InputError):
                read(json.dumps(data), how)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_orientations_of_a_kpattern_below_0_are_those_modulo_all(size):
    """cubing.js leaves remainders with the sign that JavaScript gives them."""
    cube = cube_class(size).random(seed=size)
    data = json.loads(write(cube, "kpattern"))
    for name, orbit in data.items():
        turns = {"CORNERS": 3, "EDGES": 2, "EDGES2": 2}.get(name, 1)
        orbit["orientation"] = [turn and turn - turns for turn in orbit["orientation"]]
    assert any(turn < 0 for orbit in data.values() for turn in orbit["orientation"])
    assert read(json.dumps(data)).stickers == Facelets.of(cube)


def test_an_orientation_that_does_not_matter_is_refused():
    data = json.loads(write(Cube(), "kpattern"))
    for orbit, size in (("CORNERS", 8), ("EDGES", 12)):
        for modulus in ([0] * (size - 1) + [1], [1] * size):
            given_ = data | {orbit: data[orbit] | {"orientationMod": modulus}}
            with pytest.raises(InputError, match=f"orientationMod of {orbit} is not 0"):
                read(json.dumps(given_))
        same = data | {orbit: data[orbit] | {"orientationMod": [0] * size}}
        assert read(json.dumps(same)).stickers == Facelets.of(Cube())


# --- the 40 numbers ---------------------------------------------------------------------------------


@given(cubes, st.permutations(range(4)), st.booleans())
def test_named_vectors_of_the_numbers_stand_in_any_order(cube, order, short):
    state = FortyNumbers.of(cube)
    lines = str(state).splitlines()
    if short:
        names = ("cp", "co", "ep", "eo")
        lines = [f"{n}: {line.split(': ')[1]}" for n, line in zip(names, lines, strict=False)]
    text = "\n".join(lines[i] for i in order)
    assert FortyNumbers.parse(text) == state
    assert read(text, "forty").stickers == Facelets.of(cube)


@pytest.mark.parametrize("flag", ["True", "true", "1", "False", "false", "0"])
@pytest.mark.parametrize("cube", [Cube(), Cube().apply("R")], ids=["even", "odd"])
def test_a_parity_flag_is_checked_wherever_it_stands(cube, flag):
    state = FortyNumbers.of(cube)
    right = (flag.lower() in ("true", "1")) == state.parity
    numbers = " ".join(map(str, state.numbers))
    printed = str(state).rsplit("\n", 1)[0]
    data = json.loads(write(cube, "forty")) | {"Parity": json.loads(flag.lower())}
    for text in (
        f"{numbers} Parity: {flag}",
        f"parity={flag}; {numbers}",
        f"{printed}\nParity: {flag}",
        json.dumps(data),
    ):
        readers = [lambda t: read(t, "forty").stickers, lambda t: read(t).stickers]
        if not text.startswith("{"):
            readers.append(lambda t: Facelets.of(FortyNumbers.parse(t).to_cube()))
        for reader in readers:
            if right:
                assert reader(text) == Facelets.of(cube)
            else:
                with pytest.raises(InputError, match=f"parity flag is {not state.parity}"):
                    reader(text)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda n: n.replace(" ", ".5 ", 1), "'.' at character 2 is not part"),
        (lambda n: n + " Parity: yes", "is not a flag"),
        (lambda n: n + " Parity: 2", "is not a flag"),
        (lambda n: n + " Parity: 0 Parity: 0", "parity occurs twice"),
        (lambda n: n.replace("0", "0000000001", 1), "do not name each piece once"),
        (lambda n: n + " 0", "of 41 numbers"),
        (lambda n: n.rsplit(" ", 1)[0], "of 39 numbers"),
        (lambda n: "0x" + n, "'x' at character 2"),
        (lambda n: f"7 Corner Position: {n}", "number 7 is before all names"),
        (lambda n: f"Corner Position: {n}", "Corner Position has 40 numbers"),
        (lambda n: f"ep: 0 1\ncp: {n}\nep: 0 1", "Edge Position occurs twice"),
    ],
)
def test_numbers_that_are_not_the_forty(change, words):
    text = change(" ".join(map(str, FortyNumbers.of(Cube()).numbers)))
    for reader in (FortyNumbers.parse, lambda t: read(t, "forty")):
        with pytest.raises(InputError) as caught:
            reader(text)
        assert words in str(caught.value)


@pytest.mark.parametrize("sizes", [(8, 8, 11, 13), (9, 7, 12, 12), (20, 20), (7, 9)])
def test_lists_of_other_lengths_are_not_the_forty(sizes):
    numbers = list(FortyNumbers.of(Cube()).numbers)
    parts = [[numbers.pop(0) for _ in range(size)] for size in sizes]
    with pytest.raises(InputError, match=r"8, 8, 12 and 12|numbers"):
        read(json.dumps(parts), "forty")
    names = ["Corner Position", "Corner Orientation", "Edge Position", "Edge Orientation"]
    with pytest.raises(InputError, match=r"has \d+ numbers"):
        read(json.dumps(dict(zip(names, parts, strict=False))), "forty")


# --- lists, cycles and moves ------------------------------------------------------------------------


@given(cubes, st.dictionaries(st.sampled_from(PIECES), st.sampled_from(".-?"), max_size=30))
def test_every_mark_of_an_unknown_sticker_in_reids_list(cube, marks):
    letters = list(cube.facelets)
    shown = [marks.get(facelet, letter) for facelet, letter in enumerate(letters)]
    text = " ".join(
        "".join(shown[facelet] for facelet in facelets_of(CUBE, slot)) for slot in EDGES + CORNERS
    )
    known = ["." if facelet in marks else letter for facelet, letter in enumerate(letters)]
    assert read(text, "reid").stickers.letters == "".join(known)
    assert read(text).stickers.letters == "".join(known)


@given(cubes, st.sampled_from(PIECES), st.sampled_from("_*,#+0XQ"))
def test_other_marks_in_reids_list_are_refused(cube, facelet, mark):
    words = write(cube, "reid").split()
    slot = next(i for i, s in enumerate(EDGES + CORNERS) if facelet in facelets_of(CUBE, s))
    words[slot] = words[slot][:-1] + mark
    with pytest.raises(InputError):
        read(" ".join(words), "reid")


@given(st.lists(st.sampled_from(EDGES), min_size=1, max_size=4, unique=True), st.sampled_from("-−"))
def test_edges_are_not_turned_by_thirds(names, minus):
    text = f"({','.join(names)}){minus}"
    with pytest.raises(InputError, match="an edge is flipped, with"):
        read(text)
    flipped = read(f"({','.join(names)})+").stickers.to_cube()
    plain = read(f"({','.join(names)})", "singmaster").stickers.to_cube()
    assert sum(flipped.edge_flips) % 2 != sum(plain.edge_flips) % 2
    assert flipped.edge_pieces == plain.edge_pieces


@given(st.lists(st.integers(0, 17), min_size=1, max_size=30).map(Moves.of), st.integers(0, 60))
def test_the_number_behind_moves_is_checked(moves, number):
    for letter, metric in (("f", "htm"), ("h", "htm"), ("q", "qtm")):
        text = f"{moves} ({number}{letter}*)"
        if number == moves.length(metric):
            assert read(text).stickers.to_cube() == Cube.from_moves(moves)
        else:
            with pytest.raises(InputError, match=f"and there are {moves.length(metric)}"):
                read(text)
    assert read("(0f)").stickers.to_cube() == Cube()
    assert read(f"{moves} // ({number}f)", "moves").stickers.to_cube() == Cube.from_moves(moves)


def test_a_cube_of_moves_is_told_where_moves_are_read():
    with pytest.raises(InputError, match=r"Cube.from_moves.*cubecsp.read"):
        Cube("R U R' U'")
