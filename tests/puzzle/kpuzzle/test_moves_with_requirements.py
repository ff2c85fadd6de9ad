"""Moves that can be done in some states only: what is read, what moves do, and searches, against brute force.

The oracle (`blocked.py`) evaluates the conditions of a definition on states as dictionaries.
"""

from __future__ import annotations

import copy
import functools
import itertools
import json
import pickle
import random
from collections import Counter

import blocked
import defined
import pytest
from defined import count_states
from facts import FACTS

from cubecsp.errors import InputError, LimitError
from cubecsp.puzzle import MoveGroup, load_puzzle, read_puzzle, read_state
from cubecsp.puzzle.core.permutation import identity
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.read.kpuzzle_json import as_kpuzzle, read_kpuzzle
from cubecsp.puzzle.states.loops import least_number
from cubecsp.puzzle.states.space import Space
from cubecsp.puzzle.states.walk import Walk
from cubecsp.questions.answers.answer import Status, Stop
from cubecsp.questions.apply import apply
from cubecsp.questions.check import check
from cubecsp.questions.describe import describe
from cubecsp.questions.find import find
from cubecsp.questions.reach import reach
from cubecsp.questions.scramble import scramble
from cubecsp.questions.solve import solve

pytestmark = pytest.mark.quick

SEEDS = range(90)
SQUARE1 = FACTS["puzzles"]["square1"]


@functools.cache
def puzzle_of(seed):
    """Return a small random puzzle: as data, as it is read, and what of it is asked with `turns`."""
    data = blocked.random_definition(seed)
    puzzle = read_puzzle(json.dumps(data))
    moves = [turn for turn in puzzle.moves.values() if turn != identity(len(turn))]
    return data, puzzle if moves else None, ",".join(data["moves"])


@functools.cache
def every(seed, kind):
    """Return the distance of each state from solved by moves of a kind; None if there are too many."""
    data, _, _ = puzzle_of(seed)
    return blocked.distances(data["defaultPattern"], kind(data))


def puzzles(kind, seeds=SEEDS):
    for seed in seeds:
        data, puzzle, names = puzzle_of(seed)
        found = every(seed, kind)
        if puzzle is not None and found is not None:
            yield seed, data, puzzle, names, found


@pytest.mark.slow
def test_random_puzzles_are_of_all_sorts():
    """Otherwise the tests below would say little."""
    smaller = blocking = 0
    for _, data, puzzle, _, found in puzzles(blocked.powers):
        free = {**data, "requires": {}}
        smaller += len(found) < len(blocked.distances(data["defaultPattern"], blocked.powers(free)))
        blocking += not puzzle.are_always_possible()
    assert smaller > 25
    assert blocking > 40


def steps_of(rng, data, number):
    """Return random moves, as a text and as the oracle takes them."""
    words, steps = [], []
    for _ in range(number):
        move, amount = rng.choice(list(data["moves"])), rng.choice([1, 1, 1, -1, -1, 2, 3, -2])
        words.append(
            f"{move}{abs(amount) if abs(amount) > 1 else ''}{chr(39) if amount < 0 else ''}"
        )
        steps.append((move, amount))
    return " ".join(words), steps


def test_moves_are_done_step_by_step():
    refused = done = 0
    for seed, data, puzzle, _, _ in puzzles(blocked.powers):
        rng = random.Random(seed)
        for number in (1, 1, 2, 2, 3, 5):
            text, steps = steps_of(rng, data, number)
            other, undoing = steps_of(rng, data, 1)
            back = [(move, -amount) for move, amount in reversed(steps)]
            off = [(move, -amount) for move, amount in reversed(undoing)]
            for written, meant in (
                (text, steps),
                (f"({text})'", back),
                (f"({text})2", steps * 2),
                (f"[{text}, {other}]", [*steps, *undoing, *back, *off]),
                (f"[{text}: {other}]", [*steps, *undoing, *back]),
            ):
                after, wrong = blocked.sequence(data, data["defaultPattern"], meant)
                assert puzzle.solved.can(written) == (after is not None)
                if after is not None:
                    assert defined.key(puzzle.solved.apply(written).as_dict()) == defined.key(after)
                    done += 1
                    continue
                move, is_back = wrong
                with pytest.raises(InputError) as error:
                    puzzle.solved.apply(written)
                assert error.value.problem.startswith(f"{move}{chr(39) * is_back} cannot be done a")
                refused += 1
    assert min(refused, done) > 200


def test_a_refusal_says_which_move_after_which_and_why():
    square1 = load_puzzle("square1")
    with pytest.raises(InputError) as error:
        square1.solved.apply("/ U3 D / U")
    assert error.value.problem == "/ cannot be done after '/ U3 D': WEDGES[12] holds 23"
    with pytest.raises(InputError, match=r"^/ cannot be done after 'U2': WEDGES\[0\] holds 10"):
        square1.solved.apply("U2 /")
    data = {
        **copy.deepcopy(HAND),
        "requires": {"R": [{"orbitName": "A", "slots": [1], "holdsNot": [[2, 1]]}]},
    }
    puzzle = read_puzzle(json.dumps(data))
    with pytest.raises(InputError, match=r"^R cannot be done after 'R2': A\[1\] holds 2:1"):
        puzzle.solved.apply("R5")
    assert puzzle.solved.can("R2")


@pytest.mark.slow
def test_the_last_of_very_many_steps_is_found():
    """A cycle of 7,001 slots, whose piece 0 may not come to slot 7,000."""
    size = 7_001
    done = {"permutation": [size - 1, *range(size - 1)], "orientationDelta": [0] * size}
    data = {
        "name": "ring",
        "orbits": [{"orbitName": "A", "numPieces": size, "numOrientations": 1}],
        "defaultPattern": {"A": {"pieces": list(range(size)), "orientation": [0] * size}},
        "moves": {"R": {"A": done}},
        "requires": {"R": [{"orbitName": "A", "slots": [size - 1], "holdsNot": [0]}]},
    }
    puzzle = read_puzzle(json.dumps(data))
    assert puzzle.solved.can("R7000")
    with pytest.raises(InputError, match=r"^R cannot be done after 'R7000': A\[7000\] holds 0"):
        puzzle.solved.apply("R999999")


# Slots 0, 1, 2 in a row; R takes each piece one to the right, and turns what comes to slot 0.
HAND = {
    "name": "three",
    "orbits": [{"orbitName": "A", "numPieces": 3, "numOrientations": 3}],
    "defaultPattern": {"A": {"pieces": [0, 1, 2], "orientation": [0, 0, 0]}},
    "moves": {"R": {"A": {"permutation": [2, 0, 1], "orientationDelta": [1, 0, 0]}}},
    "derivedMoves": {"RR": "R2"},
}


def state_of(puzzle, key):
    """Return the state that the oracle has under a key."""
    data = {
        name: {"pieces": pieces, "orientation": turned}
        for name, (pieces, turned) in json.loads(key).items()
    }
    return read_state(json.dumps(data), puzzle)


def depths_of(found):
    count = Counter(found.values())
    return [count[depth] for depth in range(len(count))]


@pytest.fixture(params=["keys that say all", "random keys"])
def keys(request, monkeypatch):
    if request.param == "random keys":
        monkeypatch.setattr(Space, "_exact_weights", lambda _: None)


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("kind", [blocked.single, blocked.powers])
def test_distances_in_random_puzzles(kind):
    """Moves once and forwards, which others often do not undo; and all that can be done any number of times."""
    closed = Counter()
    for seed, data, puzzle, names, found in puzzles(kind):
        rng = random.Random(seed)
        space = Space(puzzle, puzzle.with_powers(names if kind is blocked.single else None))
        closed[space.is_closed] += 1
        assert space.depths(puzzle.solved, 10_000) == depths_of(found), seed
        for key in rng.sample(sorted(found), min(4, len(found))):
            state = state_of(puzzle, key)
            path = space.path(puzzle.solved, state, 10_000)
            assert path is not None
            assert len(path) == found[key]
            assert puzzle.solved.apply(" ".join(path)) == state
            back = space.path(state, puzzle.solved, 10_000)
            if back is not None:
                assert state.apply(" ".join(back)).is_solved
        for _ in range(3):
            shown = defined.shuffled(data, rng)
            path = space.path(puzzle.solved, read_state(json.dumps(shown), puzzle), 10_000)
            assert (path is not None) == (defined.key(shown) in found)
    assert closed[True] > 5
    assert closed[False] > 5 or kind is blocked.powers


def test_ways_from_other_states():
    """A search from both ends obeys what moves require from where it starts to where it ends."""
    asked = Counter()
    for seed, data, puzzle, names, found in puzzles(blocked.single, SEEDS[::2]):
        rng = random.Random(seed)
        space = Space(puzzle, puzzle.with_powers(names))
        for key in rng.sample(sorted(found), min(3, len(found))):
            state, start = state_of(puzzle, key), plain(data, key)
            there = blocked.distances(start, blocked.single(data))
            for goal in rng.sample(sorted(found), min(4, len(found))):
                path = space.path(state, state_of(puzzle, goal), 10_000)
                assert (None if path is None else len(path)) == there.get(goal)
                asked[path is None] += 1
    assert min(asked.values()) > 10


def plain(data, key):
    """Return the state that the oracle has under a key, as it takes it."""
    shown = {}
    for name, (pieces, turned) in json.loads(key).items():
        held = data["defaultPattern"][name]
        known = dict(zip(held["pieces"], held["orientationMod"], strict=True))
        moduli = [known[piece] for piece in pieces]
        shown[name] = {"pieces": pieces, "orientation": turned, "orientationMod": moduli}
    return shown


@pytest.mark.slow
def test_questions_about_random_puzzles():
    refused = Counter()
    for seed, data, puzzle, names, found in puzzles(blocked.single, SEEDS[::3]):
        if puzzle.are_always_possible(data["moves"]):
            continue
        rng, asked, edges = random.Random(seed), {"turns": names}, blocked.single(data)
        assert count_states(puzzle, **asked).count == len(found)
        assert count_states(puzzle, depths=True, **asked).depths == depths_of(found)
        orbit = rng.choice(data["orbits"])["orbitName"]
        at = rng.randrange(len(data["defaultPattern"][orbit]["pieces"]))
        piece = data["defaultPattern"][orbit]["pieces"][at]
        rule = f"holds={orbit}[0]:{orbit}[{at}]"
        wanted = {key for key in found if json.loads(key)[orbit][0][0] == piece}
        assert count_states(puzzle, rule, **asked).count == len(wanted)
        states = find(rule, puzzle=puzzle, **asked)
        assert {defined.key(report.cube.as_dict()) for report in states} == wanted
        assert len(states) == len(wanted)
        assert states.status is (Status.COMPLETE if wanted else Status.INFEASIBLE)
        least = min((found[key] for key in wanted), default=None)
        reached = reach(puzzle.solved, rule, **asked, puzzle=puzzle)
        assert {defined.key(r.cube.as_dict()) for r in reached} == {
            key for key in wanted if found[key] == least
        }
        shuffled = [defined.shuffled(data, rng) for _ in range(6)]
        checked = check([json.dumps(one) for one in shuffled], **asked, puzzle=puzzle)
        for shown, report in zip(shuffled, checked, strict=True):
            assert report.verdict.reachable == (defined.key(shown) in found)
            assert report.verdict.reachable == (not report.verdict.reasons)
        for report in scramble(**asked, puzzle=puzzle, n=4, seed=seed):
            assert report.length == found[defined.key(report.cube.as_dict())]
            assert report.optimal
        moved = {name for name, turn in puzzle.moves.items() if turn != identity(len(turn))}
        if not all(any(move in moved for move, _ in edges(plain(data, key))) for key in found):
            refused[True] += 1  # random moves may end where none can be done
        else:
            for report in scramble(**asked, puzzle=puzzle, n=3, seed=seed, random_moves=5):
                assert defined.key(report.cube.as_dict()) in found
                assert report.length == 5
                refused[False] += 1
        described = describe(**asked, puzzle=puzzle).puzzle
        assert (described["order"], described["states"]) == (None, None)
        free = {**data, "requires": {}}
        assert described["laws"] == describe(**asked, puzzle=json.dumps(free)).puzzle["laws"]
        assert set(described["requires"]) == set(puzzle.requires)
    assert min(refused.values()) > 2


@pytest.mark.slow
def test_every_state_that_can_be_visited_is_drawn():
    """Of 84 positions, 2,000 draws miss none, and none comes too often."""
    drawn = Counter(str(r.cube) for r in scramble(puzzle=glued(BLOCKS), n=2_000, turns=QUARTERS))
    assert len(drawn) == 84
    assert max(drawn.values()) < 60


def test_as_many_different_scrambles_are_drawn_as_there_are_states():
    puzzle = glued(BLOCKS)
    every = count_states(puzzle, turns="U2").count
    drawn = scramble(puzzle=puzzle, n=every, distinct=True, turns="U2")
    assert len({str(report.cube) for report in drawn}) == every
    with pytest.raises(InputError, match=f"only {every} different states"):
        scramble(puzzle=puzzle, n=every + 1, distinct=True, turns="U2")


def swap_and_cycle(**conditions):
    """Return a puzzle of seven pieces: S swaps two, C takes the others round; a move may have a condition."""
    swap, cycle = [1, 0, 2, 3, 4, 5, 6], [0, 1, 3, 4, 5, 6, 2]
    data = {
        "name": "Swap and cycle",
        "orbits": [{"orbitName": "P", "numPieces": 7, "numOrientations": 1}],
        "defaultPattern": {"P": {"pieces": [*range(7)], "orientation": [0] * 7}},
        "moves": {
            name: {"P": {"permutation": row, "orientationDelta": [0] * 7}}
            for name, row in (("S", swap), ("C", cycle))
        },
        "requires": {
            move: [{"orbitName": "P", "slots": [slot], "holdsNot": [piece]}]
            for move, (slot, piece) in conditions.items()
        },
    }
    return read_puzzle(json.dumps(data))


def test_a_move_with_few_powers_is_drawn_as_often_as_one_with_many():
    """Where moves are blocked; here the condition always holds, so that all can be done."""
    walk = Walk(swap_and_cycle(S=(0, 6)))
    drawn = Counter(walk.path(1, random.Random(seed))[0] for seed in range(400))
    assert set(drawn) == {"S", "S'", "C", "C2", "C2'", "C'"}
    assert 170 < drawn["S"] + drawn["S'"] < 230


def test_moves_are_undone_the_short_way_round_where_nothing_blocks_it():
    for conditions, undone in (({"S": (0, 6)}, "C C2"), ({"C": (2, 3)}, "C4' C3'")):
        moves = PuzzleMoves.of(swap_and_cycle(**conditions), ["C3", "C4"])
        assert str(~moves) == undone


def test_states_of_no_group_are_not_multiplied():
    state = load_puzzle("square1").solved.apply("U")
    for done in (lambda: state * state, lambda: ~state, state.order):
        with pytest.raises(InputError, match="form no group"):
            done()


def test_states_are_solved_by_moves_that_can_be_done():
    puzzle = glued(BLOCKS)
    states = [r.cube for r in scramble(puzzle=puzzle, n=10, seed=3)]
    for state, report in zip(states, solve(states, puzzle=puzzle), strict=True):
        assert state.apply(report.solution).is_solved
        assert puzzle.solved.apply(report.generator) == state
        assert report.optimal


BLOCKS = [[0, 1], [7, 6]]
QUARTERS = "U,U',R,R',F,F'"


def glued(blocks):
    return read_puzzle(json.dumps(blocked.glued(blocks)))


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "blocks",
    [
        *(BLOCKS, [[4, 6], [1, 3]], [[2, 3], [4, 6]], [[7, 6, 5]]),
        pytest.param([[7, 6]], marks=pytest.mark.slow),
    ],
)
def test_corners_glued_together(blocks):
    """Against cubies in space, of which both of a block are looked at."""
    found = blocked.glued_states(blocks)
    puzzle = glued(blocks)
    assert count_states(puzzle, depths=True, turns=QUARTERS).depths == depths_of(found)
    assert count_states(puzzle).count == len(found)


# ------------------------------------------------------------ what needs a group


def test_what_needs_a_group_says_that_there_is_none():
    square1 = load_puzzle("square1")
    with pytest.raises(LimitError, match="form no group"):
        MoveGroup(square1)
    with pytest.raises(LimitError, match="form no group"):
        count_states(square1, held=True)
    assert MoveGroup(square1, square1.chosen("U,D")).order == 144
    assert count_states(square1, turns="U,D", held=True).count == 144
    with pytest.raises(InputError, match="cannot be done in every state"):
        square1.done("U /")
    assert square1.done("U D") == square1.solved.apply("U D").stickers
    with pytest.raises(InputError, match="logic program has no such moves"):
        solve("U", puzzle=square1, method="asp")
    assert solve("U D", puzzle=square1, method="asp", turns="U,U',D,D'").cubes[0].length == 2
    assert apply("U /", puzzle=square1).order is None
    assert apply("U D", puzzle=square1).order == 12
    assert describe("U", puzzle=square1).cubes[0].description.order is None


def test_what_would_take_too_many_states_is_refused(monkeypatch):
    monkeypatch.setattr(Space, "affordable", 3_000)
    square1 = load_puzzle("square1")
    far = scramble(puzzle=square1, random_moves=400).cubes[0].cube
    for asked, told in (
        (lambda: check(far, puzzle=square1), "was not found out among 3,000 positions"),
        (lambda: find("solved=MIDDLE", puzzle=square1), "more than 3,000; `reach`"),
        (lambda: scramble(puzzle=square1), "more than 3,000; --random-moves N"),
    ):
        with pytest.raises(LimitError) as error:
            asked()
        assert told in str(error.value)
    with pytest.raises(LimitError, match="more than 3,000 states can be reached"):
        count_states(square1)
    solved = solve(far, puzzle=square1)
    assert (solved.status, solved.stopped) == (Status.UNKNOWN, Stop.EFFORT)


def test_states_that_break_laws_are_refused_without_a_search(monkeypatch):
    monkeypatch.setattr(Space, "path", None)
    square1 = load_puzzle("square1")
    data = square1.solved.as_dict()
    data["WEDGES"]["pieces"][:12] = data["WEDGES"]["pieces"][11::-1]
    (report,) = check(json.dumps(data), puzzle=square1, turns="U3,D3,/")
    assert not report.verdict.reachable
    assert "cannot reach WEDGES" in report.verdict.reasons[0]
    with pytest.raises(InputError, match="no moves solve the state .* piece 11 cannot reach"):
        solve(json.dumps(data), puzzle=square1, turns="U3,D3,/")


# ------------------------------------------------------------ Square-1


@functools.cache
def layers():
    """Return the ways in which corners and edges can lie around a layer, as texts: C and c for a corner, e."""
    found = set()
    for shape in itertools.product("Ce", repeat=12):
        text = "".join("Cc" if kind == "C" else "e" for kind in shape)[:12]
        if len(text) == 12 and not text.endswith("C"):
            found |= {text[turn:] + text[:turn] for turn in range(12)}
    return found


def shape_of_square1(**changes):
    """Return the Square-1 with corners that look alike, and edges; changed as its definition says."""
    kinds = "CceCceCceCceeCceCceCceCc"
    data = json.loads(as_kpuzzle(load_puzzle("square1")))
    data["defaultPattern"]["WEDGES"]["pieces"] = ["Cce".index(kind) for kind in kinds]
    data["requires"]["/"][0]["holdsNot"] = [1]
    return {**data, **changes}


@pytest.mark.slow
def test_shapes_of_the_square1():
    """All of them can be reached, with both ways in which the layer between can be."""
    by_corners = Counter(layer.count("C") for layer in layers())
    assert {str(n): count for n, count in by_corners.items() if 2 <= n <= 6} == SQUARE1["layers"]
    pairs = [
        pair
        for pair in itertools.product(layers(), repeat=2)
        if sum(layer.count("C") for layer in pair) == 8
    ]
    cut = [pair for pair in pairs if all(layer[at] != "c" for layer in pair for at in (0, 6))]
    assert len(cut) == SQUARE1["cut"]
    shape = json.dumps(shape_of_square1())
    assert count_states(shape).count == 2 * len(pairs)
    free = [f"not holds=WEDGES[{slot}]:WEDGES[1]" for slot in (0, 6, 12, 18)]
    assert count_states(shape, free).count == 2 * len(cut)


def test_so_many_states_are_known_without_a_search():
    exact = 0
    for seed, _, puzzle, _, found in puzzles(blocked.powers):
        turns = [puzzle.turn(name) for name in puzzle.with_powers(None)]
        assert least_number(puzzle.solved, turns) == (1 if puzzle.alike else len(found)), seed
        exact += any(turn.blocks for turn in turns) and not puzzle.alike
    assert exact > 10


def test_too_many_states_are_refused_before_any_search(monkeypatch):
    monkeypatch.delattr(Space, "_next")
    square1 = load_puzzle("square1")
    with pytest.raises(LimitError, match=r"more than 1,000,000,000 states"):
        Space(square1, square1.single_moves).depths(square1.solved, 10**9)


@pytest.mark.slow
def test_positions_of_the_square1():
    """Those that can be cut are so many times two ways of the layer between, eight corners and eight edges."""
    assert int(SQUARE1["positions"]) == SQUARE1["cut"] * 2 * 40_320**2
    square1 = load_puzzle("square1")
    every = Space(square1, square1.with_powers("U3,U3',D3,D3',/"))
    assert sum(every.depths(square1.solved, 200_000)) == len(by_quarters())


def by_quarters():
    """Return the positions of a Square-1 that quarter turns and the cut lead to, worked out on texts."""
    start = ("ABCDEFGHIJKL", "MNOPQRSTUVWX", False)
    found, waiting = {start}, [start]
    while waiting:
        upper, lower, turned = waiting.pop()
        new = [
            (upper[9:] + upper[:9], lower, turned),
            (upper, lower[9:] + lower[:9], turned),
        ]
        seconds = {"B", "E", "H", "K", "O", "R", "U", "X"}
        if not {upper[0], upper[6], lower[0], lower[6]} & seconds:
            new.append((upper[:6] + lower[:6], upper[6:] + lower[6:], not turned))
        for state in new:
            if state not in found:
                found.add(state)
                waiting.append(state)
    return found


SCRAMBLES = [  # moves of the layers as the WCA writes them: upper, lower
    [(1, 0), (-1, -1), (-3, 0), (1, -5), (-3, 0)],
    [(0, -1), (1, 1), (3, 0), (-1, -4), (-3, 3)],
    [(-2, 3), (-1, -1), (0, -3)],
    [(4, 0), (-1, -1), (-3, 0)],
]


@pytest.mark.parametrize("scramble", SCRAMBLES)
def test_scrambles_as_the_wca_writes_them(scramble):
    """That one can be done says that the cut is where the regulations have it."""
    words = []
    for upper, lower in scramble:
        words += [
            f"{name}{abs(n)}{chr(39) if n < 0 else ''}"
            for name, n in (("U", upper), ("D", lower))
            if n
        ]
        words.append("/")
    square1 = load_puzzle("square1")
    state = square1.solved.apply(" ".join(words))
    assert state.apply(f"({' '.join(words)})'").is_solved
    assert not square1.solved.can("U' /")
    assert not square1.solved.can("D /")


# ------------------------------------------------------------ definitions


def test_definitions_are_written_as_they_are_read():
    for seed, data, puzzle, _, _ in puzzles(blocked.powers):
        again = read_kpuzzle(as_kpuzzle(puzzle))
        assert again.requires == puzzle.requires, seed
        assert again.moves == puzzle.moves
        assert pickle.loads(pickle.dumps(puzzle)).requires == puzzle.requires
        assert set(puzzle.requires) <= set(data["requires"])
    square1 = load_puzzle("square1")
    assert square1.requirement("/") == "WEDGES[0,6,12,18] without 1, 4, 7, 10, 14, 17, 20, 23"
    assert read_kpuzzle(as_kpuzzle(square1)).requires == square1.requires


def test_a_derived_move_can_be_done_where_its_moves_can():
    data = json.loads(as_kpuzzle(load_puzzle("square1")))
    puzzle = read_puzzle(
        json.dumps({**data, "derivedMoves": {"S": "/ U3 /", "Q": "U /", "T": "U2 /"}})
    )
    assert puzzle.solved.apply("S") == puzzle.solved.apply("/ U3 /")
    assert puzzle.solved.apply("Q Q'").is_solved
    assert not puzzle.solved.can("T")
    assert puzzle.solved.apply("D'").can("Q")
    with pytest.raises(InputError, match=r"^Q cannot be done after 'U'"):
        puzzle.solved.apply("U Q")


def test_orientations_that_a_requirement_asks_for_cannot_be_hidden():
    data = copy.deepcopy(HAND)
    data["requires"] = {
        "R": [{"orbitName": "A", "slots": [0], "holdsNot": [[1, 0], [1, 1], [1, 2]]}]
    }
    puzzle = read_puzzle(json.dumps(data)).hiding(["A"])
    assert puzzle.requires == {"R": {0: frozenset({(1, 0)})}}
    assert puzzle.solved.can("R2")
    assert not puzzle.solved.can("R3")
    data["requires"]["R"][0]["holdsNot"] = [[1, 0]]
    with pytest.raises(InputError, match="depends on how piece 1 of A is turned"):
        read_puzzle(json.dumps(data)).hiding(["A"])


CONDITION = {"orbitName": "A", "slots": [0], "holdsNot": [1]}


@pytest.mark.parametrize(
    ("requires", "told"),
    [
        (7, "requires is 7"),
        ({"Q": []}, "requires.Q: there is no move 'Q'"),
        ({"RR": []}, "requires.RR: RR is a derived move"),
        ({"R": {}}, "requires.R is {}"),
        ({"R": [3]}, "requires.R[0] is 3"),
        ({"R": [{}]}, "requires.R[0] has no 'orbitName'"),
        (
            {"R": [CONDITION, {**CONDITION, "orbitName": "B"}]},
            "requires.R[1].orbitName: there is no orbit 'B'",
        ),
        ({"R": [{**CONDITION, "slots": 0}]}, "requires.R[0].slots is 0"),
        ({"R": [{**CONDITION, "slots": [0, 3]}]}, "requires.R[0].slots[1] is 3"),
        ({"R": [{**CONDITION, "slots": [True]}]}, "requires.R[0].slots[0] is true"),
        ({"R": [{**CONDITION, "holds": [1]}]}, "requires.R[0] has holds and holdsNot"),
        ({"R": [{"orbitName": "A", "slots": [0]}]}, "requires.R[0] has neither holds nor holdsNot"),
        ({"R": [{**CONDITION, "holdsNot": 1}]}, "requires.R[0].holdsNot is 1"),
        ({"R": [{**CONDITION, "holdsNot": [3]}]}, "requires.R[0].holdsNot[0] is 3"),
        ({"R": [{**CONDITION, "holdsNot": [True]}]}, "requires.R[0].holdsNot[0] is true"),
        ({"R": [{**CONDITION, "holdsNot": [1, 1]}]}, "requires.R[0].holdsNot[1] is 1 again"),
        (
            {"R": [{**CONDITION, "holdsNot": [1, [1, 2]]}]},
            "requires.R[0].holdsNot[1] is [1, 2] again",
        ),
        ({"R": [{**CONDITION, "holdsNot": [[1]]}]}, "requires.R[0].holdsNot[0] has 1 numbers"),
        ({"R": [{**CONDITION, "holdsNot": [[5, 0]]}]}, "requires.R[0].holdsNot[0][0] is 5"),
        ({"R": [{**CONDITION, "holdsNot": [[1, 3]]}]}, "requires.R[0].holdsNot[0][1] is 3"),
        ({"R": [{**CONDITION, "holdsNot": [[1, "0"]]}]}, "requires.R[0].holdsNot[0][1] is '0'"),
        ({"R": [{**CONDITION, "why": 1}]}, "requires.R[0] has no key 'why'"),
    ],
)
def test_what_is_wrong_with_a_requirement_is_told_with_its_place(requires, told):
    with pytest.raises(InputError) as error:
        read_kpuzzle(json.dumps({**HAND, "requires": requires}))
    assert told in error.value.problem
    assert error.value.remedy


@pytest.mark.parametrize("slots", [[], list(range(5_000))])
@pytest.mark.parametrize("condition", [{"holds": [0]}, {"holdsNot": list(range(5_000))}])
def test_requirements_of_any_length_are_not_read(slots, condition):
    size = 5_000
    done = {"permutation": list(range(size)), "orientationDelta": [0] * size}
    data = {
        "name": "large",
        "orbits": [{"orbitName": "A", "numPieces": size, "numOrientations": 9}],
        "defaultPattern": {"A": {"pieces": list(range(size)), "orientation": [0] * size}},
        "moves": {"R": {"A": done}},
        "requires": {"R": [{"orbitName": "A", "slots": slots, **condition}] * 5},
    }
    with pytest.raises(InputError, match="more than 200,000 pieces"):
        read_kpuzzle(json.dumps(data))


@pytest.mark.slow
def test_what_blocks_long_sequences_is_not_worked_out():
    """Each of 440 slots must not hold any of about half of the pieces."""
    size, rng = 440, random.Random(1)
    done = {"permutation": [size - 1, *range(size - 1)], "orientationDelta": [0] * size}
    conditions = [
        {"orbitName": "A", "slots": [slot], "holdsNot": rng.sample(range(size), size // 2)}
        for slot in range(size)
    ]
    data = {
        "name": "dense",
        "orbits": [{"orbitName": "A", "numPieces": size, "numOrientations": 1}],
        "defaultPattern": {"A": {"pieces": list(range(size)), "orientation": [0] * size}},
        "moves": {"R": {"A": done}},
        "requires": {"R": conditions},
    }
    puzzle = read_puzzle(json.dumps(data))
    assert not puzzle.solved.can("R R' " * 30_000)
    with pytest.raises(LimitError, match="too many conditions block the powers of the move R"):
        puzzle.with_powers()
    with pytest.raises(InputError, match="a sequence of 60,000 moves, .* is too long"):
        read_puzzle(json.dumps({**data, "derivedMoves": {"S": "R R' " * 30_000}}))


# ------------------------------------------------------------ .tws


def test_illegal_states_of_a_tws_file():
    """Against a list of states, to which each power of a move leads at once."""
    smaller = 0
    for seed in range(60):
        data, rng = defined.random_definition(seed), random.Random(2000 + seed)
        for orbit in data["orbits"]:
            held = data["defaultPattern"][orbit["orbitName"]]
            held["orientationMod"] = [m if m == 1 else 0 for m in held["orientationMod"]]
            turned = zip(held["orientation"], held["orientationMod"], strict=True)
            held["orientation"] = [0 if m == 1 else o for o, m in turned]
        illegal = set()
        for _ in range(3):
            orbit = rng.choice(data["orbits"])
            slot, piece = rng.randrange(orbit["numPieces"]), rng.randrange(orbit["numPieces"])
            if data["defaultPattern"][orbit["orbitName"]]["pieces"][slot] != piece:
                illegal.add((orbit["orbitName"], slot, piece))

        def is_legal(state, illegal=illegal):
            return not any(state[name]["pieces"][slot] == piece for name, slot, piece in illegal)

        def edges(state, data=data, is_legal=is_legal):
            for move in data["moves"]:
                seen, here = {defined.key(state)}, defined.after(data, state, move)
                while defined.key(here) not in seen:
                    seen.add(defined.key(here))
                    if is_legal(here):
                        yield move, here
                    here = defined.after(data, here, move)

        found = blocked.distances(data["defaultPattern"], edges)
        text = defined.as_tws(data, rng.random() < 0.5)
        text += "".join(f"Illegal {name} {s + 1} {p + 1}\n" for name, s, p in sorted(illegal))
        puzzle = read_puzzle(text)
        moved = any(turn != identity(len(turn)) for turn in puzzle.moves.values())
        if found is None or not moved:
            continue
        space = Space(puzzle, puzzle.with_powers())
        assert space.is_closed
        assert space.depths(puzzle.solved, 10_000) == depths_of(found), seed
        smaller += len(found) < len(defined.distances(data, 10_000))
    assert smaller > 15


def test_the_square1_as_a_tws_file():
    """Only positions that can be cut are legal there, and layers are turned from one to another."""
    data = shape_of_square1()
    for held in data["defaultPattern"].values():
        held["orientationMod"] = [0] * len(held["pieces"])
    text = defined.as_tws(data, False).replace("/", "S")
    text += "".join(f"Illegal WEDGES {slot} 2\n" for slot in (1, 7, 13, 19))
    assert count_states(text).count == 2 * SQUARE1["cut"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Illegal A 1", "line 9: Illegal with 2 words after it"),
        ("Illegal B 1 2", "line 9: 'B' is not a Set"),
        ("Illegal A 0 2", "line 9: '0' where a number is; write one from 1 to 3"),
        ("Illegal A 1 2 4", "line 9: '4' where a number is"),
        ("Illegal A 2 1 2", "line 9: this makes the solved state illegal"),
    ],
)
def test_what_is_wrong_with_illegal_states_is_told_with_its_line(line, told):
    text = f"Set A 3 1\nSolved\nEnd\nMove R\nA\n2 3 1\nEnd\n\n{line}\n"
    with pytest.raises(InputError) as error:
        read_puzzle(text)
    assert told in str(error.value)


def test_illegal_states_before_the_solved_one():
    with pytest.raises(InputError, match="line 2: Illegal before the solved state"):
        read_puzzle("Set A 3 1\nIllegal A 1 2\nSolved\nEnd\nMove R\nA\n2 3 1\nEnd\n")
