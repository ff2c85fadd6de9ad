"""Breadth-first search, against walking every sequence and the Prolog program's own answers."""

import itertools
import random
import re
from collections.abc import Callable, Iterator

import pytest
from facts import FACTS
from hypothesis import given, settings
from hypothesis import strategies as st

from cubecsp import Cube, Facelets, InputError, LimitError, Moves
from cubecsp._native import SequenceSearch
from cubecsp.formats.cube_map import ROTATIONS, parse_cube_map
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.search import breadth_first
from cubecsp.search.breadth_first import GOAL_LIMIT, named_moves, sequences, solve
from cubecsp.search.geometry import pack
from cubecsp.search.named_moves import NamedMove

pytestmark = [pytest.mark.native, pytest.mark.quick]

SOLVED = Cube().facelets

QUERY = """cube(g, w, w, g, w, w, r, r, r, b, b, o, y, y, o, y, y, o, g, g, r, g, g, r, y, y, b,
    o, b, b, o, b, b, g, b, b, w, w, w, r, r, y, r, r, y, o, o, w, o, o, w, y, g, g)"""


def showing(facelets: set[int]) -> str:
    """Return the stickers of a solved cube on these facelets, `.` elsewhere."""
    return "".join(letter if i in facelets else "." for i, letter in enumerate(SOLVED))


def cross(face: str) -> str:
    number = FACES.index(face)
    slots = [slot for slot in CUBE.edges.frames if any(CUBE.face_of(f) == number for f in slot)]
    return showing({facelet for slot in slots for facelet in slot})


def matches(cube: Cube, stickers: str) -> bool:
    return all(shown in (a, ".") for a, shown in zip(cube.facelets, stickers, strict=True))


def walked(
    cube: Cube, moves: dict[str, NamedMove], length: int, holds: Callable[[Cube], bool]
) -> Iterator[tuple[str, ...]]:
    """Every sequence of this length that leads to a goal, by walking them all.

    For moves that leave the cube held as it was; `tests/search/test_held_moves.py` walks the others.
    """
    assert {move.holding for move in moves.values()} == {FACES}
    made = {name: Cube().apply(move.turns) for name, move in moves.items()}
    for names in itertools.product(moves, repeat=length):
        after = cube
        for name in names:
            after = after * made[name]
        if holds(after):
            yield names


LAST_LAYER_ORIENTED = (
    "U" * 9 + showing(set(range(54)) - {9, 10, 11, 18, 19, 20, 36, 37, 38, 45, 46, 47})[9:]
)
"""The U face all white and the two layers below solved."""

WHITE_CORNERS = "U.U.U.U.U" + "." * 45
"""The four white corners in the U layer, white up, in any order: many positions are goals."""

MOVE_SETS = [
    "U,R,F",
    "U,U2",
    "R U R' U',F,L2",
    "R2,U2,F2",
    "R2 L2,U,U'",
]


def test_the_printed_query() -> None:
    cube = parse_cube_map(QUERY).to_cube()
    found = list(sequences(cube, ROTATIONS))
    assert [sequence.names for sequence in found] == [("up",) * 3 + ("right",) * 3 + ("front",) * 3]
    assert cube.apply(found[0].moves) == Cube()


@pytest.mark.parametrize(
    ("operations", "required"), list(enumerate(FACTS["clockwise"]["required"], 1))
)
def test_the_printed_table(operations: int, required: int) -> None:
    """Undoing a number of clockwise turns takes three times as many clockwise turns."""
    cube = Cube.from_moves(" ".join(["F", "R", "U", "L"][:operations]))
    found = list(sequences(cube, ROTATIONS))
    assert {len(sequence) for sequence in found} == {required}
    assert all(cube.apply(sequence.moves) == Cube() for sequence in found)


@pytest.mark.parametrize("turns", MOVE_SETS)
@pytest.mark.parametrize("scramble", ["", "U", "R U", "F2 R", "L2 R U R' U'"])
def test_all_sequences_up_to_a_length(turns: str, scramble: str) -> None:
    cube, moves = Cube.from_moves(scramble), named_moves(turns)
    expected = [
        names for length in range(6) for names in walked(cube, moves, length, Cube().__eq__)
    ]
    found = [s.names for s in sequences(cube, turns, shortest=False, at_most=5)]
    assert found == expected
    least = [names for names in expected if len(names) == len(expected[0])]
    assert [s.names for s in sequences(cube, turns, at_most=5)] == least


@settings(max_examples=15)
@given(st.lists(st.integers(0, 17), max_size=6).map(Moves.of))
def test_shortest_solutions_of_short_scrambles(scramble: Moves) -> None:
    cube = Cube.from_moves(scramble)
    found = list(sequences(cube))
    assert found
    assert len(found[0]) <= len(scramble.simplified())
    assert len(set(found)) == len(found)
    assert all(cube.apply(sequence.moves) == Cube() for sequence in found)
    assert [s.names for s in found] == sorted(
        (s.names for s in found),
        key=lambda names: [list(named_moves(None)).index(n) for n in names],
    )


@pytest.mark.ordinary(10)
@pytest.mark.parametrize(
    "goal", [cross("D"), cross("F"), WHITE_CORNERS, LAST_LAYER_ORIENTED, "." * 54, SOLVED]
)
@pytest.mark.parametrize("scramble", ["F R", "R U R' U'", "D R2 F' L", ""])
def test_stickers_as_goals(goal: str, scramble: str) -> None:
    cube, turns = Cube.from_moves(scramble), "R,R',U,U',F,D"
    moves = named_moves(turns)
    expected = [
        names
        for length in range(5)
        for names in walked(cube, moves, length, lambda c: matches(c, goal))
    ]
    found = [s.names for s in sequences(cube, turns, target=goal, shortest=False, at_most=4)]
    assert found == expected


def test_any_of_several_goals() -> None:
    cube, turns = Cube.from_moves("R2 F' U L D'"), "R,F,F2,L',D"
    goals = [cross(face) for face in FACES]
    expected = [
        names
        for length in range(6)
        for names in walked(
            cube, named_moves(turns), length, lambda c: any(matches(c, g) for g in goals)
        )
    ]
    found = sequences(cube, turns, target=goals, shortest=False, at_most=5)
    assert [s.names for s in found] == expected
    mixed = [Facelets.parse(goals[0]), Cube(), *goals[1:], lambda c: matches(c, goals[3])]
    again = sequences(cube, turns, target=mixed, shortest=False, at_most=5)
    assert [s.names for s in again] == expected


def test_shortest_cross_is_as_short_as_walking_finds() -> None:
    for seed in range(5):
        cube = Cube.random(seed)
        found = list(sequences(cube, target=cross("D")))
        assert all(matches(cube.apply(s.moves), cross("D")) for s in found)
        for length in range(min(len(found[0]), 3)):
            assert not any(
                walked(cube, named_moves(None), length, lambda c: matches(c, cross("D")))
            )


def test_goals_too_many_to_list_are_only_searched_forwards() -> None:
    """One sticker of each piece, as some cube shows it: more positions fit than are listed."""
    far = Cube.random(7)
    firsts = {facelets[0] for orbit in CUBE.orbits for facelets in orbit.frames}
    goal = "".join(letter if i in firsts else "." for i, letter in enumerate(far.facelets))
    start, turns = far.apply("F R' D"), "F,F',R,D',D"
    search = sequences(start, turns, target=goal)
    branch = search.branch(goal)
    assert not branch.native.both_ways
    expected = list(walked(start, named_moves(turns), 3, lambda c: matches(c, goal)))
    assert ("D'", "R", "F'") in expected
    assert [s.names for s in search] == expected


@pytest.mark.parametrize(("turns", "holdings"), [("x,U", 4), ("x,y", 24)])
def test_goals_are_listed_if_they_are_few_in_all_holdings(
    monkeypatch: pytest.MonkeyPatch, turns: str, holdings: int
) -> None:
    for most in (holdings - 1, holdings):
        monkeypatch.setattr(breadth_first, "GOAL_LIMIT", most)
        branch = sequences(Cube(), turns, target=Cube()).branch(Cube())
        assert branch.native.both_ways == (most == holdings)
        assert branch.native.positions == 1 + holdings * (most == holdings)


def test_a_function_as_goal() -> None:
    cube = Cube.from_moves("F R2 B")

    def oriented(c: Cube) -> bool:
        return not any(c.edge_flips) and not any(c.corner_twists)

    turns = "F,F',B,B',R2,U"
    expected = [
        names for length in range(5) for names in walked(cube, named_moves(turns), length, oriented)
    ]
    found = sequences(cube, turns, target=oriented, shortest=False, at_most=4)
    assert [s.names for s in found] == expected


def test_a_function_as_goal_is_asked_about_every_position() -> None:
    """More than are looked at at a time: it finds what the cubes themselves find as goals."""
    start = Cube.random(3)
    ends = [start.apply(m) for m in ("R U2 F' D", "B' L2 D F", "L U R2 B'", "D2 B R' U2")]
    expected = [s.names for s in sequences(start, target=ends)]
    assert len(expected) >= 4
    assert {len(names) for names in expected} == {4}
    assert [s.names for s in sequences(start, target=lambda cube: cube in ends)] == expected


def test_between_two_cubes() -> None:
    start, end = Cube.random(5), Cube.random(5).apply("R U2 F' D")
    found = list(sequences(start, target=end))
    assert found
    assert all(start.apply(s.moves) == end and len(s) == 4 for s in found)


def test_everything_reachable_is_seen() -> None:
    """Half turns of two faces make twelve cubes, so a search for any other ends."""
    search = sequences(Cube.from_moves("F"), "U2,R2")
    assert list(search) == []
    assert search.positions <= 24
    assert search.exhausted
    thrice = list(sequences(Cube.from_moves("U2 R2 U2 R2 U2 R2"), "U2,R2"))
    assert {s.names for s in thrice} == {("U2", "R2") * 3, ("R2", "U2") * 3}


def test_another_class_is_never_reached() -> None:
    edges = bytearray(Cube().edges)
    edges[0] ^= 1
    flipped = Cube.from_placements(Cube().corners, edges)
    search = sequences(flipped)
    assert list(search) == []
    with pytest.raises(InputError, match="turns cannot solve cube"):
        solve(flipped)


def test_lazy_and_restartable() -> None:
    search = sequences(Cube.from_moves("R U"), "R,R',U,U'", shortest=False, at_most=40)
    first = list(itertools.islice(search, 5))
    assert str(first[0]) == "U' R'"
    assert list(itertools.islice(search, 5)) == first


def test_turns_that_cannot_solve() -> None:
    for max_length in (None, 1, 2, 8, 50):
        with pytest.raises(InputError, match="U2 and R2 alone generate a group of order 12, which"):
            solve(Cube.from_moves("F"), turns="U2,R2", max_length=max_length)
        with pytest.raises(InputError, match="U2 generates a group of order 2, which this cube"):
            solve(Cube.from_moves("F"), turns="U2", max_length=max_length)
    with pytest.raises(LimitError, match="no solution has length 2 or less"):
        solve(Cube.from_moves("U2 R2 U2"), turns="U2,R2", max_length=2)


def test_limits_are_reported() -> None:
    with pytest.raises(LimitError, match="of up to 5 moves are all known"):
        list(sequences(Cube.random(1), memory=64 * 5000))
    with pytest.raises(LimitError, match="the time limit passed at sequences of"):
        list(sequences(Cube.random(1), time_limit=0.05))
    with pytest.raises(LimitError, match="too long to list with detours"):
        list(sequences(Cube.from_moves("R"), "U", shortest=False, at_most=200))
    search = sequences(Cube.random(1), at_most=3)
    assert list(search) == []
    assert search.searched == 3


@pytest.mark.parametrize(
    ("limits", "steps"),
    [
        *(({"time_limit": 1e-9}, steps) for steps in (1, 100, 1000, 10_000, 10**6)),
        *(({"memory": 64 * positions}, 10**6) for positions in (1, 20, 300, 5000)),
    ],
)
def test_what_is_said_to_be_known_was_searched(
    limits: dict[str, float], steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a limit ends the search; and it may be begun anew with another."""
    monkeypatch.setattr(breadth_first, "_STEPS_A_SLICE", steps)
    search = sequences(Cube.random(1), **limits)  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(LimitError) as error:
            list(search)
        (known,) = re.findall(r"of up to (\d+) (?:are|moves are) all known", str(error.value))
        # When the time is up between two lengths, the one just searched is not spoken of.
        assert search.searched - int(known) in (0, steps == 10**6 and "time_limit" in limits)
        assert search.timed_out == ("time_limit" in limits)
    search.time_limit, search.memory, search.at_most = None, 1 << 30, 2
    assert list(search) == []
    assert (search.searched, search.timed_out, search.exhausted) == (2, False, False)


def test_detours_are_listed_to_the_longest_that_are_kept() -> None:
    """A word has 64 bits, for depths of 0 to 63."""
    search = sequences(Cube.from_moves("U"), "U", shortest=False, at_most=200)
    lengths: list[int] = []
    with pytest.raises(LimitError, match="sequences of 64 moves are too long"):
        lengths.extend(map(len, search))
    assert lengths == list(range(3, 64, 4))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"turns": "U,U"}, "name a move twice"),
        ({"turns": "U,Q"}, "not a move"),
        ({"turns": "U,R R'"}, "turns nothing"),
        ({"turns": "U,M x L R'"}, "turns nothing"),
        ({"turns": "U,[R, U"}, "is missing"),
        ({"turns": {f"{n}": f"U{4 * n + 1}" for n in range(256)}}, "256 moves to choose from"),
        ({"turns": ""}, "turns nothing"),
        ({"shortest": False}, "would never end"),
        ({"at_most": -1}, "at_most=-1"),
        ({"target": []}, "no target"),
        ({"target": "R" * 54}, "centres never move"),
    ],
)
def test_bad_questions(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(sequences(Cube(), **arguments))  # type: ignore[arg-type]


@settings(max_examples=10)
@given(st.lists(st.integers(0, 17), max_size=5).map(Moves.of), st.sampled_from(("htm", "qtm")))
def test_solve(scramble: Moves, metric: str) -> None:
    cube = Cube.from_moves(scramble)
    solution = solve(cube, metric)  # type: ignore[arg-type]
    assert solution is not None
    assert cube.apply(solution.moves) == Cube()
    assert solution.length <= scramble.length(metric)  # type: ignore[arg-type]
    assert solution.optimal
    assert solution.proven == solution.length


def test_solve_within_limits() -> None:
    assert solve(Cube.random(1), time_limit=0.05) is None
    with pytest.raises(LimitError, match="no solution has length 3 or less"):
        solve(Cube.from_moves("R U F D"), max_length=3)
    with pytest.raises(
        LimitError, match="no room for more than 9[0-9]{2} positions; .* up to 4 moves"
    ):
        solve(Cube.random(1), memory=64 * 1000)
    exact = solve(Cube.from_moves("R U F D"), max_length=4)
    assert exact is not None
    assert exact.length == 4
    clockwise = solve(Cube.from_moves("R U"), turns="U,R")
    assert clockwise is not None
    assert str(clockwise.moves) == "U U U R R R"
    assert not clockwise.optimal


@pytest.mark.parametrize("seed", range(20))
def test_native_calls_in_any_order(seed: int) -> None:
    """Whatever is called when, listed sequences solve, and nothing goes wrong."""
    rng = random.Random(seed)
    cube = Cube.from_moves(Moves.of(rng.choices(range(18), k=rng.randrange(5))))
    turns = [Cube.from_moves(name) for name in ("R", "U2", "F'", "L", "D")]
    judged = rng.random() < 0.3
    search = SequenceSearch(
        moves=b"".join(turn.corners + turn.edges for turn in turns),
        inverses=b"".join((~turn).corners + (~turn).edges for turn in turns),
        holdings=bytes(len(turns)),
        corner_labels=bytes(range(24)),
        edge_labels=bytes(range(24)),
        start=cube.corners + cube.edges,
        goal=[1 << value for value in Cube().placements],
        ends=b"" if judged else Cube().placements * rng.randrange(3),
        commuting=b"",
        shortest=rng.random() < 0.5,
        judged=judged,
        most_goals=rng.choice([0, 1, 1000]),
        most_positions=rng.choice([1, 10, 5000]),
    )
    for _ in range(100):
        call = rng.randrange(4)
        if call == 0:
            search.advance(rng.choice([0, 1, 10, 1000]))
        elif call == 1 and judged:
            held = search.last_level(rng.randrange(10), 5)
            assert len(held) % 20 == 0
            if len(search.last_level(0, 3)) == 60:
                search.accept(rng.randrange(3))
        else:
            length, listed = search.length, search.sequences(rng.randrange(5))
            assert len(listed) % length == 0 if length else not listed
            for start in range(0, len(listed), length or 1):
                after = cube
                for move in listed[start : start + length]:
                    after = after * turns[move]
                assert judged or after == Cube()


def test_the_native_search_checks_its_arguments() -> None:
    move = Cube.from_moves("U")
    arguments = {
        "moves": move.corners + move.edges,
        "inverses": (~move).corners + (~move).edges,
        "holdings": bytes(1),
        "corner_labels": bytes(range(24)),
        "edge_labels": bytes(range(24)),
        "start": Cube().corners + Cube().edges,
        "goal": [1 << v for v in Cube().corners + Cube().edges],
        "ends": b"",
        "commuting": b"",
        "shortest": True,
        "judged": False,
        "most_goals": GOAL_LIMIT,
        "most_positions": 1000,
    }
    assert SequenceSearch(**arguments).found  # type: ignore[arg-type]
    for name, value, message in (
        ("moves", bytes(19), "20 placements"),
        ("moves", bytes(20) + bytes(20), "needs its inverse and the holding"),
        ("inverses", bytes(20) + bytes(20), "needs its inverse and the holding"),
        ("holdings", bytes(2), "needs its inverse and the holding"),
        ("holdings", b"", "needs its inverse and the holding"),
        ("holdings", b"\1", "each of 1 to 24 holdings"),
        ("holdings", b"\xff", "each of 1 to 24 holdings"),
        ("commuting", bytes(2), "a byte for each move"),
        ("most_positions", 0xFFFFFFFF, "too many positions"),
        ("moves", bytes([24] * 20), "placements are 0 to 23"),
        ("start", bytes(19), "20 slots"),
        ("start", bytes([99] * 20), "placements are 0 to 23"),
        ("corner_labels", bytes([99] * 24), "labels are 0 to 23"),
        ("corner_labels", bytes([0, 1, 1, *range(2, 23)]), "must stay equal when turned"),
        ("goal", [1], "20 slots"),
    ):
        with pytest.raises(ValueError, match=message):
            SequenceSearch(**{**arguments, name: value})  # type: ignore[arg-type]
    twice = {name: arguments[name] * 2 for name in ("moves", "inverses")}  # type: ignore[operator]
    for holdings in (b"\1\1", b"\0\2", b"\1\2"):
        with pytest.raises(ValueError, match="holding"):
            SequenceSearch(**{**arguments, **twice, "holdings": holdings})  # type: ignore[arg-type]
    many = {name: arguments[name] * 256 for name in ("moves", "inverses")}  # type: ignore[operator]
    with pytest.raises(ValueError, match="1 to 255 moves"):
        SequenceSearch(**{**arguments, **many, "holdings": bytes(256)})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="needs its inverse"):
        SequenceSearch(**{**arguments, "moves": b"", "inverses": b"", "holdings": b""})  # type: ignore[arg-type]


@pytest.mark.parametrize("levels", [0, 1, 2])
def test_only_positions_of_the_last_level_are_accepted(levels: int) -> None:
    made = [Cube.from_moves(name) for name in ("U", "R")]
    search = SequenceSearch(
        moves=pack(made),
        inverses=pack(~cube for cube in made),
        holdings=bytes(2),
        corner_labels=bytes(range(24)),
        edge_labels=bytes(range(24)),
        start=pack([Cube()]),
        goal=[0xFFFFFF] * 20,
        ends=b"",
        commuting=b"",
        shortest=True,
        judged=True,
        most_goals=0,
        most_positions=1000,
    )
    for _ in range(levels):
        while not search.advance(1):
            pass
    size = len(search.last_level(0, 1000)) // 20
    assert size == 2**levels
    assert search.last_level(size, 5) == b""
    assert not search.found
    for number in (size, size + 1, 2**31):
        with pytest.raises(IndexError):
            search.accept(number)
        assert not search.found
    search.accept(size - 1)
    assert search.found


def test_nothing_is_accepted_where_the_search_judges_itself() -> None:
    branch = sequences(Cube.from_moves("U")).branch(Cube())
    with pytest.raises(IndexError):
        branch.native.accept(0)


@pytest.mark.parametrize("goals", [1, 2, 3, 8])
def test_several_targets_share_the_memory(goals: int) -> None:
    """All positions together stay within the limit, for any number of targets."""
    targets = [Cube.random(seed) for seed in range(100, 100 + goals)]
    search = sequences(Cube.random(1), target=targets, memory=64 * 8000)
    with pytest.raises(LimitError, match="no room"):
        list(search)
    assert 8000 / goals / 20 < search.positions <= 8000
