"""Moves that can be done in some states only: what is read, what moves do, and searches, against brute force.

The oracle (`blocked.py`) evaluates the conditions of a definition on states as dictionaries.
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter

import blocked
import defined
import pytest
from blocked_puzzles import HAND, SEEDS, depths_of, puzzles
from defined import count_states

from cubecsp.errors import InputError, LimitError
from cubecsp.puzzle import MoveGroup, load_puzzle, read_puzzle, read_state
from cubecsp.puzzle.core.permutation import identity, inverse
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.kpuzzle.requirements import summed_up
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
                assert error.value.problem.startswith(
                    f"move {move}{chr(39) * is_back} is not possible a"
                )
                refused += 1
    assert min(refused, done) > 200


def test_a_refusal_says_which_move_after_which_and_why():
    square1 = load_puzzle("square1")
    with pytest.raises(InputError) as error:
        square1.solved.apply("/ U3 D / U")
    assert error.value.problem == (
        "move / is not possible after '/ (3,1)': a corner lies across the cut, as WEDGES[12] holds 23 "
        "(character 8)"
    )
    assert (error.value.text, error.value.position) == ("/ U3 D / U", 7)
    with pytest.raises(
        InputError, match=r"^move / is not possible after '\(2,0\)': .*, as WEDGES\[0\] holds 10"
    ):
        square1.solved.apply("U2 /")
    data = {
        **copy.deepcopy(HAND),
        "requires": {"R": [{"orbitName": "A", "slots": [1], "holdsNot": [[2, 1]]}]},
    }
    puzzle = read_puzzle(json.dumps(data))
    with pytest.raises(InputError, match=r"^move R is not possible after 'R2': A\[1\] holds 2:1"):
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
    with pytest.raises(
        InputError, match=r"^move R is not possible after 'R7000': A\[7000\] holds 0"
    ):
        puzzle.solved.apply("R999999")


def state_of(puzzle, key):
    """Return the state that the oracle has under a key."""
    data = {
        name: {"pieces": pieces, "orientation": turned}
        for name, (pieces, turned) in json.loads(key).items()
    }
    return read_state(json.dumps(data), puzzle)


@pytest.fixture(params=["keys that say all", "random keys"])
def keys(request, monkeypatch):
    if request.param == "random keys":
        monkeypatch.setattr(Space, "_exact_weights", lambda _: None)


@pytest.mark.ordinary(2)
@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("kind", [blocked.single, blocked.powers])
def test_distances_in_random_puzzles(kind):
    """Moves once and forwards, which others often do not undo; and all that can be done any number of times."""
    closed = Counter()
    for seed, data, puzzle, names, found in puzzles(kind, SEEDS[::2]):
        rng = random.Random(seed)
        space = Space(puzzle, puzzle.with_powers(names if kind is blocked.single else None))
        closed[space.is_closed] += 1
        assert space.depths(puzzle.solved, 10_000) == depths_of(found), seed
        for key in rng.sample(sorted(found), min(4, len(found))):
            state = state_of(puzzle, key)
            path = space.path([puzzle.solved], [state], 10_000)
            assert path is not None
            assert len(path) == found[key]
            assert puzzle.solved.apply(" ".join(path)) == state
            back = space.path([state], [puzzle.solved], 10_000)
            if back is not None:
                assert state.apply(" ".join(back)).is_solved
        for _ in range(3):
            shown = defined.shuffled(data, rng)
            path = space.path([puzzle.solved], [read_state(json.dumps(shown), puzzle)], 10_000)
            assert (path is not None) == (defined.key(shown) in found)
    assert closed[True] > 2
    assert closed[False] > 2 or kind is blocked.powers


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
                path = space.path([state], [state_of(puzzle, goal)], 10_000)
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
        assert count_states(puzzle, depths=True, **asked).depths == tuple(depths_of(found))
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
            assert not report.optimal  # nothing is claimed about moves that were not allowed
        moved = {name for name, turn in puzzle.moves.items() if turn != identity(len(turn))}
        if not all(any(move in moved for move, _ in edges(plain(data, key))) for key in found):
            refused[True] += 1  # random moves may end in a state without possible moves
        else:
            for report in scramble(**asked, puzzle=puzzle, n=3, seed=seed, random_moves=5):
                assert defined.key(report.cube.as_dict()) in found
                assert report.length == 5
                refused[False] += 1
        described = describe(**asked, puzzle=puzzle).puzzle
        assert (described["order"], described["states"]) == (None, None)
        free = {**data, "requires": {}}
        assert (
            described["invariants"]
            == describe(**asked, puzzle=json.dumps(free)).puzzle["invariants"]
        )
        assert set(described["requires"]) == set(puzzle.requires)
    assert min(refused.values()) > 2


@pytest.mark.exhaustive
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


def test_states_are_drawn_one_by_one_and_may_come_again():
    """Of 84 states, 60 draws are hardly ever all different."""
    drawn = [r.cube for r in scramble(puzzle=glued(BLOCKS), n=60, turns=QUARTERS, seed=1)]
    assert len(set(drawn)) < len(drawn) == 60
    assert any(one != other for one, other in zip(drawn[::2], drawn[1::2], strict=True))


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


def test_a_swap_alone_is_drawn_again_and_again():
    """Where every move undoes the one before it, there is no other."""
    (report,) = scramble(puzzle=swap_and_cycle(), turns="S", random_moves=3)
    assert report.generator.names == ("S", "S", "S")


@pytest.mark.parametrize(
    ("turns", "invariant"),
    [
        ("C", "the parity of P is 0 modulo 2"),
        ("S,C", "the parity of P[2,3,4,5,6] is 0 modulo 2"),
    ],
)
def test_slots_are_named_where_several_parts_of_an_orbit_move(turns, invariant):
    puzzle = swap_and_cycle()
    parts = MoveGroup(puzzle, puzzle.chosen(turns)).parts
    assert [parts.described(one) for one in parts.invariants] == [invariant]


def test_elements_that_lead_stickers_somewhere_are_counted():
    puzzle, rng = swap_and_cycle(), random.Random(1)
    for turns, words in (("C", ["C"] * 5), ("S,C", ["S C"] * 10)):
        made, elements = puzzle.solved, []
        for word in words:
            made = made.apply(word)
            elements.append(inverse(made.stickers))  # where each sticker goes
        group = MoveGroup(puzzle, puzzle.chosen(turns))
        some = []
        for _ in range(60):
            wanted = {at: rng.randrange(7) for at in rng.sample(range(7), rng.randrange(1, 4))}
            if rng.random() < 0.5:
                element = rng.choice(elements)
                wanted = {at: element[at] for at in wanted}
            number = sum(all(one[at] == to for at, to in wanted.items()) for one in elements)
            assert group.number_leading(wanted) == number
            some.append(number)
        assert {0, 1} < {*some}


def test_pieces_are_summed_up_where_every_way_to_turn_them_is_meant():
    ways = {1: 3, 2: 2, 3: 1}.__getitem__
    assert summed_up([(1, 0), (1, 1)], ways) == ["1:0", "1:1"]
    assert summed_up([(2, 1), (3, 0), (1, 2)], ways) == ["1:2", "2:1", "3"]
    assert summed_up([(1, 0), (1, 2), (1, 1), (2, 0), (2, 1)], ways) == ["1", "2"]


def test_random_moves_undo_the_last_one_where_nothing_else_is_possible():
    """While S has exchanged its pieces, only S is possible."""
    walk = Walk(swap_and_cycle(C=(0, 1)))
    for seed in range(20):
        path = walk.path(8, random.Random(seed))
        assert len(path) == 8
        for at, name in enumerate(path):
            assert name.startswith("S") or sum(each.startswith("S") for each in path[:at]) % 2 == 0


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


@pytest.mark.parametrize("name", ["pyraminx", "skewb", "square1"])
def test_moves_that_are_sequences_are_undone_from_their_end(name):
    puzzle = load_puzzle(name)
    first, *_, last = puzzle.base_moves
    for names in (
        [f"{first} {last}"],
        [f"({first} {last}')2", last],
        [f"{first} {first} {last}2 {last}"],
    ):
        moves = PuzzleMoves.of(puzzle, names)
        if puzzle.solved.can(str(moves)):
            assert puzzle.solved.apply(moves).apply(~moves).is_solved


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
    assert count_states(puzzle, depths=True, turns=QUARTERS).depths == tuple(depths_of(found))
    assert count_states(puzzle).count == len(found)


# ------------------------------------------------------------ what needs a group


def test_what_needs_a_group_says_that_there_is_none():
    square1 = load_puzzle("square1")
    with pytest.raises(LimitError, match="form no group"):
        MoveGroup(square1)
    with pytest.raises(LimitError, match="form no group"):
        count_states(square1, up_to_rotation=True)
    assert MoveGroup(square1, square1.chosen("U,D")).order == 144
    assert count_states(square1, turns="U,D", up_to_rotation=True).count == 144
    with pytest.raises(InputError, match="is not possible in every state"):
        square1.done("U /")
    assert square1.done("U D") == square1.solved.apply("U D").stickers
    assert apply("U /", puzzle=square1).order is None
    assert apply("U D", puzzle=square1).order == 12
    assert describe("U", puzzle=square1).cubes[0].description.order is None
    assert "MIDDLE: 1 piece, turned in 2 ways" in str(describe(puzzle=square1))


def test_what_would_take_too_many_states_is_refused(monkeypatch):
    monkeypatch.setattr(Space, "affordable", 3_000)
    square1 = load_puzzle("square1")
    far = scramble(puzzle=square1, random_moves=400).cubes[0].cube
    for asked, told in (
        (lambda: check(far, puzzle=square1, turns="U,D,/"), "3,000 positions did not decide"),
        (lambda: find("solved=MIDDLE", puzzle=square1), "more than 3,000; `reach`"),
        (lambda: scramble(puzzle=square1, turns="U,D,/"), "more than 3,000; random_moves=30"),
    ):
        with pytest.raises(LimitError) as error:
            asked()
        assert told in str(error.value)
    with pytest.raises(LimitError, match="more than 3,000 states can be reached"):
        count_states(square1)
    solved = solve(far, puzzle=square1, method="breadth-first")
    assert (solved.status, solved.stopped) == (Status.UNKNOWN, Stop.NODES)


def test_states_that_break_invariants_are_refused_without_a_search(monkeypatch):
    monkeypatch.setattr(Space, "path", None)
    square1 = load_puzzle("square1")
    data = square1.solved.as_dict()
    data["WEDGES"]["pieces"][:12] = data["WEDGES"]["pieces"][11::-1]
    (report,) = check(json.dumps(data), puzzle=square1, turns="U3,D3,/")
    assert not report.verdict.reachable
    assert "cannot reach WEDGES" in report.verdict.reasons[0]
    with pytest.raises(InputError, match="no moves solve the state .* piece 11 cannot reach"):
        solve(json.dumps(data), puzzle=square1, turns="U3,D3,/")
