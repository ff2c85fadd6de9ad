"""Stickers of puzzles that are not cubes: read, completed and repaired, against stickers turned in space and lists of all states."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from painted import painted

from cubecsp import check, complete, count, find, picture, repair, solve
from cubecsp.cli import main
from cubecsp.errors import InputError
from cubecsp.pictures.colours import UNKNOWN_COLOUR
from cubecsp.puzzle import definitions, load_puzzle, read_puzzle, read_state
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle
from cubecsp.puzzle.kpuzzle.shown_stickers import ShownStickers
from cubecsp.questions.answers.answer import Status
from cubecsp.questions.asking.cubes_and_rules import pattern_of

NAMES = tuple(name for name in definitions.NAMES if name not in ("clock", "square1"))
EVERY = pytest.mark.parametrize("name", NAMES)
LONGER = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow)
        if name in ("fto", "kilominx", "megaminx")
        else name
        for name in NAMES
    ],
)
SMALL = {"baby_fto": "U,R", "pyraminx": "U,R", "dino_cube": "UFR,UFL", "skewb": "R"}
"""Puzzles, with moves that make few states."""


def in_rows(places):
    """Return the stickers face by face as they lie when their face is turned to the viewer, U up: by projection."""
    results = []
    for face in places.faces:
        found = []
        for number, place in enumerate(places.places):
            if place.face != face:
                continue
            corners = np.array(places.polygons[number])
            normal = np.cross(corners[1] - corners[0], corners[2] - corners[1])
            normal /= np.linalg.norm(normal)
            up = np.array([0, 1, 0]) if abs(normal[1]) < 0.999 else np.array([0, 0, -normal[1]])
            right = np.cross(up, normal)
            right /= np.linalg.norm(right)
            x, y = corners @ right, corners @ np.cross(normal, right)
            found.append((-round(y.min() + y.max(), 6), round(x.min() + x.max(), 6), number))
        results.append([number for *_, number in sorted(found)])
    return results


def moves_of(puzzle, rng, number):
    return [rng.choice([*puzzle.moves]) for _ in range(number)]


def hidden(text, rng, number):
    """Return a text with some of its stickers unknown."""
    letters = list(text)
    for at in rng.sample(range(len(letters)), number):
        letters[at] = rng.choice(".?")
    return "".join(letters)


def one_word(state):
    return "".join(str(ShownStickers.of(state)).split())


@EVERY
def test_stickers_are_listed_by_rows_and_read_back(name):
    puzzle, rng = load_puzzle(name), random.Random(name)
    places = puzzle.places
    for _ in range(2):
        moves = moves_of(puzzle, rng, 8)
        _, colours = painted(name, moves)
        words = ["".join(places.letters[colours[n]] for n in face) for face in in_rows(places)]
        state = puzzle.solved.apply(" ".join(moves))
        assert str(ShownStickers.of(state)) == " ".join(words)
        for text in (" ".join(words), "".join(words), "/".join(words), "\n".join(words)):
            assert read_state(text, puzzle) == state
    assert len({*places.letters.values()}) == len(places.faces)


@LONGER
def test_states_with_unknown_stickers_are_completed(name):
    puzzle, rng = load_puzzle(name), random.Random(name)
    state = puzzle.solved.apply(" ".join(moves_of(puzzle, rng, 30)))
    text = one_word(state)
    for number in (0, 3, 9):
        known = hidden(text, rng, number)
        answer = complete(known, puzzle=puzzle, limit=200)
        found = [one_word(report.cube) for report in answer]
        assert answer.unknown == number
        assert answer.status is Status.COMPLETE
        assert answer.count == len({*found})
        assert text in found
        for one in found:
            assert all(a in (b, ".", "?") for a, b in zip(known, one, strict=True))


@LONGER
def test_a_wrong_sticker_is_found(name):
    puzzle, rng = load_puzzle(name), random.Random(name)
    state = puzzle.solved.apply(" ".join(moves_of(puzzle, rng, 30)))
    text = one_word(state)
    at = rng.randrange(len(text))
    wrong = rng.choice([one for one in puzzle.places.letters.values() if one != text[at]])
    answer = repair(text[:at] + wrong + text[at + 1 :], puzzle=puzzle)
    assert (answer.by, answer.distance, answer.proven) == ("sticker", 1, 1)
    assert state in [one.state for one in answer.repairs]
    assert repair(text, puzzle=puzzle).distance == 0


def every_state(puzzle, moves):
    """Return the stickers of all states that some moves make, held in any way, as rows of numbers."""
    number = {face: n for n, face in enumerate(puzzle.places.faces)}
    turns = [puzzle.moves[move] for move in moves.split(",")]
    found = {puzzle.solved}
    waiting = [*found]
    for state in waiting:  # grows
        for turn in turns:
            new = state.after(turn)
            if new not in found:
                found.add(new)
                waiting.append(new)
    rows = np.array([[number[face] for face in state.faces] for state in waiting])
    held = set()
    for turn in puzzle.rotations:
        after = puzzle.solved.after(turn).faces
        # what is at a place of a turned puzzle, by what is there before: turned in space, not renamed
        spots = np.array([puzzle.sticker_facelets.index(turn[f]) for f in puzzle.sticker_facelets])
        assert [puzzle.solved.faces[n] for n in spots] == after
        renamed = {number[a]: number[b] for a, b in zip(puzzle.solved.faces, after, strict=True)}
        names = np.array([renamed[n] for n in range(len(number))])
        held |= {tuple(row) for row in names[rows]}
    return len(found), np.array(sorted(held))


@pytest.mark.parametrize("name", SMALL)
def test_answers_are_those_of_a_list_of_all_states(name):
    puzzle, rng = load_puzzle(name), random.Random(name)
    number, every = every_state(puzzle, SMALL[name])
    faces = puzzle.places.faces
    distances = set()
    for trial in range(12):
        row = [faces[n] for n in every[rng.randrange(len(every))]]
        for at in rng.sample(range(len(row)), trial % 5):
            row[at] = rng.choice(faces)
        for at in rng.sample(range(len(row)), rng.choice((0, 4, 10))):
            row[at] = None
        text = puzzle.places.text(row)
        off = sum((every[:, at] != faces.index(face) if face else 0) for at, face in enumerate(row))
        least = off.min()
        nearest = {tuple(faces[n] for n in one) for one in every[off == least]}
        answer = repair(text, puzzle=puzzle, turns=SMALL[name], limit=None)
        assert (answer.distance, answer.proven) == (least, least)
        shown = {tuple(one.state.faces) for one in answer.repairs}
        assert shown <= nearest
        assert answer.count in (None, len(nearest))
        for one in answer.repairs:
            at = [puzzle.places.names.index(sticker) for sticker in one.changed]
            assert len(at) == least
            assert all(row[n] not in (None, one.state.faces[n]) for n in at)
        completed = complete(text, puzzle=puzzle, turns=SMALL[name], limit=None)
        assert bool(completed.count) == (least == 0)
        assert {tuple(report.cube.faces) for report in completed} <= (
            nearest if not least else set()
        )
        distances.add(int(least))
    assert {0, 1} < distances
    assert count((), puzzle=puzzle, turns=SMALL[name]).count == number


def test_states_of_every_holding_are_looked_at():
    puzzle = load_puzzle("baby_fto")
    state = puzzle.solved.apply("U R F' L Uv U' F")
    faces = list(state.faces)
    at = [
        n
        for n, place in enumerate(puzzle.places.places)
        if puzzle.firsts[place.slot] not in puzzle.slot_of
    ]
    shown = [faces[n] for n in at]
    for n, face in zip(at, [*shown[1:], shown[0]], strict=True):  # another holding fits this corner
        faces[n] = face
    answer = repair(puzzle.places.text(faces), puzzle=puzzle)
    assert (answer.distance, answer.proven) == (4, 4)
    assert state in [one.state for one in answer.repairs]


def test_rules_about_stickers_agree_with_a_list_of_all_states():
    puzzle, rng, sizes = load_puzzle("pyraminx"), random.Random(3), set()
    states = [report.cube for report in find((), puzzle=puzzle, turns="U,R", limit=None)]
    texts = [*map(one_word, states)]
    for known in (1, 2, 4, 8, 16):
        text = list(rng.choice(texts))
        for at in rng.sample(range(36), 36 - known):
            text[at] = "."
        rule = f"stickers={''.join(text)}"
        wanted = {t for t in texts if all(a in (".", b) for a, b in zip(text, t, strict=True))}
        answer = find(rule, puzzle=puzzle, turns="U,R", limit=None)
        assert {one_word(report.cube) for report in answer} == wanted
        assert count(f"not {rule}", puzzle=puzzle, turns="U,R").count == len(texts) - len(wanted)
        for state in rng.sample(states, 5):
            (report,) = check([state], rule, puzzle=puzzle)
            assert bool(report.violations) == (one_word(state) not in wanted)
        sizes.add(len(wanted))
    assert len(sizes) > 2


def test_unknown_stickers_that_are_determined_are_worked_out():
    puzzle = load_puzzle("pyraminx")
    state = puzzle.solved.apply("R U' l B")
    known = ShownStickers.of(state)
    for place in ("EDGES[2]", "AXIALS[0]"):
        hide = {n for n, p in enumerate(puzzle.places.places) if puzzle.place(p.slot) == place}
        one_left = hide - {min(hide)} if place == "EDGES[2]" else {min(hide)}
        text = puzzle.places.text([None if n in one_left else f for n, f in enumerate(known.faces)])
        (report,) = solve(text, puzzle=puzzle)
        assert report.cube == state
    with pytest.raises(InputError, match=r"leave open what is in EDGES\[0\]; `complete`"):
        solve("." * 36, puzzle=puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("U" * 24 + "FFFFF", "lists 29 stickers, and a skewb has 30; write a letter for each"),
        ("UUUUU RRRR FFFFFF DDDDD LLLLL BBBBB", "lists 30 stickers, .* a word for each face"),
        ("U" * 30, r"CORNERS\[0\] shows U U U, and no piece does; `complete`"),
        (f"{'U' * 4}R{'R' * 4}U{'F' * 5}{'D' * 5}{'L' * 5}{'B' * 5}", "and no piece does"),
    ],
)
def test_what_is_wrong_with_stickers_is_said(text, message):
    with pytest.raises(InputError, match=message):
        check(text, puzzle="skewb")
    with pytest.raises(InputError, match=r"stickers show the orientations of CORNERS"):
        check(one_word(load_puzzle("skewb").solved), puzzle="skewb", ignore_orientation="CORNERS")


def test_a_piece_that_two_slots_show_is_refused():
    puzzle = load_puzzle("dino_cube")
    faces = list(puzzle.solved.faces)
    places = puzzle.places.places
    one, two = ([n for n, p in enumerate(places) if p.slot == slot] for slot in (0, 5))
    for a, b in zip(one, two, strict=True):
        faces[b] = faces[a]
    with pytest.raises(InputError, match="shows the piece of another slot"):
        check(puzzle.places.text(faces), puzzle=puzzle)


def test_definitions_without_stickers_say_what_they_lack():
    puzzle = read_puzzle(as_kpuzzle(load_puzzle("skewb")).replace('"skewb"', '"mine"'))
    with pytest.raises(InputError, match="about stickers, and the definition of mine has none"):
        find(f"stickers={'U' * 30}", puzzle=puzzle)
    with pytest.raises(InputError, match="the definition of mine has no stickers"):
        _ = puzzle.solved.faces
    assert "stickers" not in check("R", puzzle=puzzle).as_dict()["cubes"][0]
    for rule in (f"stickers=U{'.' * 29}", "stickers=" + "." * 30):
        (stated,) = pattern_of(rule, load_puzzle("skewb")).rules
        stated.require(load_puzzle("skewb"))
        with pytest.raises(InputError, match="gives the stickers of another puzzle than fto"):
            stated.require(load_puzzle("fto"))
    (stated,) = pattern_of(f"stickers=U{'.' * 53}").rules
    with pytest.raises(InputError, match="gives the stickers of another puzzle than skewb"):
        stated.require(load_puzzle("skewb"))


def test_stickers_can_be_drawn_even_if_no_state_shows_them():
    drawn = picture(ShownStickers.read("U" * 15 + "?" * 15, load_puzzle("skewb"))).svg()
    assert drawn.count(UNKNOWN_COLOUR) == 15


def test_commands_write_stickers_that_commands_read(capsys):
    def run(*arguments):
        code = main([*arguments, "--puzzle", "fto"])
        return code, capsys.readouterr().out

    code, out = run("apply", "R U' BL", "--json")
    shown = json.loads(out)["cubes"][0]["stickers"]
    code, out = run("describe", shown)
    assert f"stickers  {shown}\n" in out
    assert run("solve", shown, "--json")[0] == code == 0
    assert run("complete", shown[:-2] + "..")[1] == shown + "\n"
    wrong = ("A" if shown[0] != "A" else "B") + shown[1:]
    assert run("repair", wrong)[1] == shown + "\n"
    assert run("describe")[1].count("faces     U R F L D BL=A B BR=C\n") == 1
