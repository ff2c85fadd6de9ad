"""The three tests counted piece by piece, as in the reference text on solvable cubes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import assemblies, pocket_assemblies
from texts import lettered

from cubecsp import Cube, PocketCube
from cubecsp.diagnosis.assembly import Assembly
from cubecsp.diagnosis.explanation import Explanation
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES

pytestmark = pytest.mark.quick

# The worked example: what the text calls list A.
LIST_A = [7, 6, 4, 0, 11, 10, 5, 1, 9, 8, 2, 3]
EDGES = ["RW", "RG", "RB", "RY", "GW", "GY", "GO", "YB", "YO", "BW", "BO", "OW"]


def cube_of(numbers: list[int]) -> Cube:
    """Return the cube whose edges, unflipped, are those numbers in the order of the text."""
    face_of = dict(zip("WRGYOB", "URFDLB", strict=True))
    slots = [
        next(
            i for i, name in enumerate(CUBE.edges.names) if set(name) == {face_of[c] for c in word}
        )
        for word in EDGES
    ]
    edges = [0] * 12
    for position, number in enumerate(numbers):
        edges[slots[position]] = 2 * slots[number]
    return Cube.from_placements(Cube().corners, edges)


def test_the_worked_example_has_38_inversions():
    told = Explanation(Assembly.of(cube_of(LIST_A)), "WRGYOB")
    assert told.edge_inversions == 38
    assert [line.number for line in told.edges] == LIST_A
    assert [line.home.replace("-", "") for line in told.edges] == EDGES
    assert [len(line.inversions) for line in told.edges] == [7, 6, 4, 0, 7, 6, 3, 0, 3, 2, 0, 0]
    # "YB is where RW should be, GO is where RG should be"
    assert [line.piece for line in told.edges[:2]] == ["Y-B", "G-O"]
    printed = str(told)
    assert "38 among edges" in printed
    assert "38 inversions of edges and 0 of corners make 38, an even number: passed." in printed


CORNERS = ["RGW", "RBW", "RGY", "RBY", "GOW", "GOY", "YOB", "BOW"]


def by_hand(letters: str, scheme: str) -> dict[str, list[dict]]:
    """Count a cube's lists from its stickers: what stands in each line, in letters of `scheme`."""
    size = 3 if len(letters) == 54 else 2
    counted: dict[str, list[dict]] = {"edges": [], "corners": []}
    for kind, order in (("edges", EDGES if size == 3 else []), ("corners", CORNERS)):
        orbit = CUBE.edges if kind == "edges" else CUBE.corners
        face_of = dict(zip("WRGYOB", FACES, strict=True))
        names = [{face_of[c] for c in word} for word in order]
        written = ["-".join(scheme[FACES.index(face_of[c])] for c in word) for word in order]
        numbers = []
        for position, name in enumerate(names):
            slot = next(i for i, n in enumerate(orbit.names) if set(n) == name)
            facelets = orbit.frames[slot] if size == 3 else PocketCube.puzzle.corners.frames[slot]
            shown = [letters[f] for f in facelets]
            numbers.append(names.index(set(shown)))
            lead = next(c for pair in ("UD", "FB") for c in shown if c in pair)
            face = next(f for pair in ("UD", "FB") for f in orbit.names[slot] if f in pair)
            counted[kind].append(
                {
                    "slot": orbit.names[slot],
                    "home": written[position],
                    "piece": written[numbers[-1]],
                    "number": numbers[-1],
                    "turn": (shown.index(lead) - orbit.names[slot].index(face)) % orbit.turns,
                }
            )
        for i, line in enumerate(counted[kind]):
            line["inversions"] = [n for n in numbers[i + 1 :] if n < numbers[i]]
    return counted


def verdicts_by_hand(counted: dict[str, list[dict]]) -> list[str]:
    edges, corners = (
        sum(len(line["inversions"]) for line in counted[kind]) for kind in ("edges", "corners")
    )
    twists, flips = (sum(line["turn"] for line in counted[kind]) for kind in ("corners", "edges"))
    if twists % 3:
        way = "clockwise" if twists % 3 == 1 else "counter-clockwise"
        corner = (
            f"which leaves {twists % 3} when divided by 3: failed. A corner has been twisted {way}."
        )
    else:
        corner = "divisible by 3: passed."
    corner = f"Corner test: the twists add up to {twists}, {corner}"
    if not counted["edges"]:
        return [
            "Permutation test: passed by every 2×2×2, since turns can put its corners in any order.",
            corner,
        ]
    odd = "an odd number: failed. {}"
    even = "an even number: passed."
    total = edges + corners
    parity = odd.format("Two pieces have been exchanged.") if total % 2 else even
    flip = odd.format("An edge has been flipped.") if flips % 2 else even
    return [
        f"Permutation test: {edges} inversions of edges and {corners} of corners make {total}, {parity}",
        corner,
        f"Edge test: {flips} flipped, {flip}",
    ]


@pytest.mark.parametrize("size", [3, 2])
@settings(max_examples=40)
@given(data=st.data(), scheme=st.permutations("WRGYOB").map("".join))
def test_everything_is_counted_as_by_hand(size, data, scheme):
    cube = data.draw(assemblies if size == 3 else pocket_assemblies)
    told = Explanation(Assembly.of(cube), scheme)
    counted = by_hand(cube.facelets, scheme)
    shown = told.as_dict()
    for kind, turn in (("edges", "flip"), ("corners", "twist")):
        lines = [{**line, turn: line["turn"]} for line in counted[kind]]
        for line in lines:
            del line["turn"]
        assert shown[kind] == lines
    assert list(told.verdicts) == shown["verdicts"] == verdicts_by_hand(counted)
    assert (shown["edge_inversions"], shown["corner_inversions"]) == tuple(
        sum(len(line["inversions"]) for line in counted[kind]) for kind in ("edges", "corners")
    )
    assert (shown["flips"], shown["twists"]) == tuple(
        sum(line["turn"] for line in counted[kind]) for kind in ("edges", "corners")
    )
    json.dumps(shown)
    assert_printed(lettered(str(told)), counted, scheme)


def assert_printed(text: str, counted: dict[str, list[dict]], scheme: str) -> None:
    """Read the tables back, and the sentences around them."""
    blocks = text.split("\n\n")
    kinds = [kind for kind in ("edges", "corners") if counted[kind]]
    assert len(blocks) == 2 + len(kinds)
    assert blocks[-1].split("\n") == verdicts_by_hand(counted)
    for block, kind in zip(blocks[1:], kinds, strict=False):
        words, _, table = block.partition("  position  home of")
        white, _, green, yellow, _, blue = scheme
        named = " ".join(words.split())
        if kind == "edges":
            assert f"is {white} or {yellow} or, if it has neither, {green} or {blue};" in named
        else:
            assert f"0 where the {white} or {yellow} sticker" in named
        rows = [line.split() for line in table.split("\n")[1:]]
        assert len(rows) == len(counted[kind]) + 1
        for position, (row, line) in enumerate(zip(rows, counted[kind], strict=False)):
            smaller = f"({' '.join(map(str, line['inversions']))})" if line["inversions"] else ""
            start = [str(position), line["slot"], line["home"], line["piece"]]
            assert row[:7] == [
                *start,
                str(line["number"]),
                str(line["turn"]),
                str(len(line["inversions"])),
            ]
            assert " ".join(row[7:]) == smaller
        turns = sum(line["turn"] for line in counted[kind])
        inversions = sum(len(line["inversions"]) for line in counted[kind])
        assert rows[-1] == ["sum", str(turns), str(inversions), "among", kind]
