"""Searches over states of puzzles from definitions, and rules about them, against lists of all states."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter

import defined
import pytest
from defined import count_states, plain, puzzles, random_rule
from facts import FACTS
from painted import painted
from patience import in_time

from cubecsp.errors import InputError, LimitError
from cubecsp.puzzle import MoveGroup, load_puzzle, read_puzzle, read_state
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.space import Space
from cubecsp.questions.answers.answer import Status, Stop
from cubecsp.questions.asking.cubes_and_rules import pattern_of as rules_of
from cubecsp.questions.describe import describe
from cubecsp.questions.find import find
from cubecsp.questions.reach import reach
from cubecsp.questions.scramble import scramble
from cubecsp.questions.solve import solve
from cubecsp.questions.solve_all import solve_all

pytestmark = pytest.mark.quick

DEPTHS = FACTS["puzzles"]["depths"]


def state_of(puzzle, key):
    """Return the state that the oracle has under a key."""
    data = {
        name: {"pieces": pieces, "orientation": turned}
        for name, (pieces, turned) in json.loads(key).items()
    }
    return read_state(json.dumps(data), puzzle)


def pattern_of(data, key):
    """Return the state that the oracle has under a key, as it takes it."""
    shown = {}
    for name, (pieces, turned) in json.loads(key).items():
        held = data["defaultPattern"][name]
        known = dict(zip(held["pieces"], held["orientationMod"], strict=True))
        moduli = [known[piece] for piece in pieces]
        shown[name] = {"pieces": pieces, "orientation": turned, "orientationMod": moduli}
    return shown


@pytest.fixture(params=["keys that say all", "random keys", "keys that collide at first"])
def keys(request, monkeypatch):
    if request.param == "keys that say all":
        return
    monkeypatch.setattr(Space, "_exact_weights", lambda _: None)
    if request.param == "keys that collide at first":
        drawn = Space._random_weights
        monkeypatch.setattr(
            Space,
            "_random_weights",
            lambda space, seed: drawn(space, seed) // (1 if seed else 2**62),
        )


@pytest.mark.ordinary(1)
@pytest.mark.usefixtures("keys")
def test_distances_in_random_puzzles():
    for seed, data, every, puzzle in puzzles(range(0, 60, 4)):
        names, rng = ",".join(data["moves"]), random.Random(seed)
        space = Space(puzzle, puzzle.with_powers(names))
        count = Counter(every.values())
        depths = [count[depth] for depth in range(len(count))]
        assert space.depths(puzzle.solved, len(every)) == depths
        with pytest.raises(NodeLimitError):
            space.depths(puzzle.solved, len(every) - 1)
        for key in rng.sample(sorted(every), min(5, len(every))):
            state = state_of(puzzle, key)
            path = space.path([puzzle.solved], [state], 10_000)
            assert path is not None
            assert len(path) == every[key]
            assert puzzle.solved.apply(" ".join(path)) == state
        for _ in range(3):
            shown = defined.shuffled(data, rng)
            path = space.path([puzzle.solved], [read_state(json.dumps(shown), puzzle)], 10_000)
            assert (path is not None) == (defined.key(shown) in every)


@pytest.mark.slow
def test_the_more_states_there_is_room_for_the_more_moves_are_ruled_out():
    """And never fewer, whatever it is that room was lacking for; as many as it takes in the end."""
    puzzle = load_puzzle("skewb")
    space = Space(puzzle, puzzle.single_moves)
    state = puzzle.solved.apply("R U' L B R")
    least = [ruled_out(space, state, most) for most in range(1, 400, 3)]
    told = [number for number in least if number]
    assert told == sorted(told)
    assert told[-1] == len(space.path([puzzle.solved], [state], 10_000)) == 5
    assert least == [*told, *[0] * (len(least) - len(told))]


@pytest.mark.parametrize("name", ["pyraminx", "skewb"])
def test_no_two_random_moves_are_one_move_together(name):
    puzzle = load_puzzle(name)
    short = {puzzle.solved, *(puzzle.solved.apply(move) for move in puzzle.single_moves)}
    for report in scramble(puzzle=puzzle, random_moves=30, n=3, seed=1):
        for pair in itertools.pairwise(report.generator.names):
            assert puzzle.solved.apply(" ".join(pair)) not in short


def ruled_out(space, state, most):
    """Return how many moves a search with room for so few states says that a state takes at least; 0 if it finds some."""
    try:
        space.path([space.puzzle.solved], [state], most)
    except NodeLimitError as error:
        return error.depth
    return 0


def test_no_more_moves_are_ruled_out_than_a_search_had_room_for():
    spare = set()
    for seed, data, every, puzzle in puzzles(range(0, 40, 4)):
        space = Space(puzzle, puzzle.with_powers(",".join(data["moves"])))
        for key in random.Random(seed).sample(sorted(every), min(6, len(every))):
            state = state_of(puzzle, key)
            spare |= {every[key] - ruled_out(space, state, most) for most in range(1, 12)}
    assert min(spare) == 0  # and one more would be too many


def test_keys_that_collide_are_noticed(monkeypatch):
    """Otherwise the third kind of keys above would say nothing."""
    monkeypatch.setattr(Space, "_exact_weights", lambda _: None)
    asked = []
    drawn = Space._random_weights

    def some(space, seed):
        asked.append(seed)
        return drawn(space, seed) // (1 if seed else 2**62)

    monkeypatch.setattr(Space, "_random_weights", some)
    puzzle = load_puzzle("pyraminx")
    space = Space(puzzle, puzzle.with_powers("u,u',l,l',r,r',b,b'"))
    assert space.depths(puzzle.solved, 100) == [1, 8, 24, 32, 16]
    assert asked == [0, 1]


def test_rules_in_random_puzzles():
    asked = Counter()
    for seed, data, every, puzzle in puzzles(range(1, 100, 2), 300):
        rng = random.Random(seed)
        rules = [random_rule(data, rng) for _ in range(rng.randint(1, 2))]
        texts = [text for text, _ in rules]
        wanted = {key for key in every if all(meant(plain(key)) for _, meant in rules)}
        asked[len(wanted) == 0] += 1
        found = find(texts, puzzle=puzzle)
        keys = [defined.key(report.cube.as_dict()) for report in found]
        assert sorted(keys) == sorted(wanted), (seed, texts)
        assert found.status is (Status.COMPLETE if wanted else Status.INFEASIBLE)
        for method in ("auto", "listing", "visiting"):
            assert count_states(puzzle, texts, method=method).count == len(wanted)
        names = ",".join(data["moves"])
        reached = reach(puzzle.solved, texts, puzzle=puzzle, turns=names)
        least = min((every[key] for key in wanted), default=None)
        assert {defined.key(r.cube.as_dict()) for r in reached} == {
            key for key in wanted if every[key] == least
        }
        assert {len(r.moves) for r in reached} == ({least} if wanted else set())
        for key in rng.sample(sorted(every), min(5, len(every))):
            state = state_of(puzzle, key)
            asked_of = rules_of(texts, puzzle)
            assert asked_of.holds(state) == (not asked_of.violations(state)) == (key in wanted)
    assert min(asked.values()) > 5


def satisfies(text, state):
    """Return whether a state satisfies a rule, which says it in two ways."""
    rule = rules_of(text, state.puzzle)
    assert rule.holds(state) == (not rule.violations(state))
    return rule.holds(state)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("name", ["pyraminx", "skewb", "megaminx"])
def test_rules_about_stickers_are_about_what_turns_do_to_stickers(name):
    puzzle, rng = load_puzzle(name), random.Random(5)
    verdicts = Counter()
    for length in (0, 2, 12):
        moves = rng.choices(list(puzzle.generators), k=length)
        faces, colours = painted(name, moves)
        state = puzzle.solved.apply(" ".join(moves))
        shown = {
            face: Counter(c for f, c in zip(faces, colours, strict=True) if f == face)
            for face in faces
        }
        most = max(max(count.values()) for count in shown.values())
        for number in (1, 2, most - 1, most, most + 1):
            verdict = satisfies(f"at-most={number}", state)
            assert verdict == (most <= number)
            verdicts[verdict] += 1
        every = all(len(count) == len(shown) for count in shown.values())
        assert satisfies("every-colour", state) == every
        touching = any(colours[a] == colours[b] for a, b in puzzle.places.touching)
        assert satisfies("no-touching=side", state) == (not touching)
    assert min(verdicts.values()) > 2


def told(rule, state):
    """Return what is said of a state that breaks a rule."""
    broken = rules_of(rule, state.puzzle).violations(state)
    return [violation.message for violations in broken.values() for violation in violations]


@pytest.mark.parametrize("name", ["pyraminx", "skewb"])
def test_each_face_and_colour_that_breaks_a_rule_about_stickers_counts_and_is_told(name):
    puzzle, rng = load_puzzle(name), random.Random(8)
    faults = Counter()
    for _ in range(6):
        moves = rng.choices(list(puzzle.generators), k=6)
        faces, colours = painted(name, moves)
        state = puzzle.solved.apply(" ".join(moves))
        shown = {
            (face, colour): sum(pair == (face, colour) for pair in zip(faces, colours, strict=True))
            for face in dict.fromkeys(faces)
            for colour in dict.fromkeys(faces)
        }
        most = max(shown.values())
        for number in (most - 1, most):
            often = {pair: times for pair, times in shown.items() if times > number}
            assert satisfies(f"at-most={number}", state) == (not often)
            assert sorted(told(f"at-most={number}", state)) == sorted(
                f"face {face} shows colour {colour} {times} times"
                for (face, colour), times in often.items()
            )
            faults[len(often)] += 1
        lacking = [
            f"face {face} lacks colour {colour}" for (face, colour), n in shown.items() if not n
        ]
        assert sorted(told("every-colour", state)) == sorted(lacking)
    assert faults[1]  # where one colour that is not counted would make all the difference


def test_stickers_that_touch():
    """Each has three neighbours at most on a pyraminx, which are nine on each face."""
    count = {"pyraminx": 4 * 9, "skewb": 6 * 4, "megaminx": 12 * 15}
    for name, pairs in count.items():
        stickers = load_puzzle(name).places
        assert len(stickers.touching) == pairs
        assert all(stickers.places[a].face == stickers.places[b].face for a, b in stickers.touching)


@pytest.mark.exhaustive
def test_depths_of_the_pyraminx():
    names = ",".join(f"{face},{face}'" for face in "ULRB")
    answer = count_states(load_puzzle("pyraminx"), depths=True, turns=names)
    assert [*answer.depths] == DEPTHS["pyraminx"]
    assert answer.count == sum(DEPTHS["pyraminx"])


@pytest.mark.exhaustive
def test_depths_of_the_skewb():
    answer = count_states(load_puzzle("skewb"), depths=True)
    assert [*answer.depths] == DEPTHS["skewb"]
    assert answer.count == sum(DEPTHS["skewb"])


def test_the_first_depths_of_the_skewb():
    answer = count_states(load_puzzle("skewb"), depths=True, turns="R,R',U,U'")
    group = MoveGroup(load_puzzle("skewb"), load_puzzle("skewb").with_powers("R,U"))
    assert answer.depths[:4] == (1, 4, 8, 16)
    assert answer.count == group.order


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("name", ["pyraminx", "skewb"])
def test_random_states_are_solved(name):
    puzzle = load_puzzle(name)
    drawn = scramble(puzzle=puzzle, n=2, seed=3)
    assert len({str(report.cube) for report in drawn}) == 2
    assert [str(r.cube) for r in scramble(puzzle=puzzle, n=2, seed=3)] == [
        str(r.cube) for r in drawn
    ]
    solved = solve([report.cube for report in drawn], puzzle=puzzle)
    for report, solution in zip(drawn, solved, strict=True):
        assert puzzle.solved.apply(report.generator) == report.cube
        assert report.cube.apply(solution.solution).is_solved
        assert report.length == solution.length <= 15


@pytest.mark.slow
def test_a_limit_is_not_none():
    puzzle = load_puzzle("megaminx")
    far = puzzle.solved.apply("U R2 F L B D DR BL2 U F R L BL BR U2 F2")
    answer = solve([far], puzzle=puzzle, method="breadth-first", max_nodes=3000)
    assert (answer.status, answer.stopped) == (Status.UNKNOWN, Stop.NODES)
    assert "any solution has 5 moves or more" in answer.cubes[0].unsolved
    assert solve([puzzle.solved.apply("U R2 F")], puzzle=puzzle).cubes[0].written == "F' R2' U'"
    answer = reach(far, ["solved=all"], puzzle=puzzle, max_nodes=1000)
    assert (answer.status, answer.stopped, answer.cubes) == (Status.UNKNOWN, Stop.NODES, ())
    answer = count_states(puzzle, ["no-piece-home"], time_limit=0.1)
    assert (answer.count, answer.stopped) == (None, Stop.TIME)
    answer = find(["no-touching=side", "at-most=1"], puzzle=puzzle, time_limit=0.05)
    assert (answer.status, answer.stopped) == (Status.UNKNOWN, Stop.TIME)
    (report,) = scramble(puzzle=puzzle, random_moves=30)
    assert len(report.generator) == 30
    assert puzzle.solved.apply(report.generator) == report.cube


def test_what_no_moves_solve_is_refused_with_the_reason():
    puzzle = load_puzzle("pyraminx")
    state = puzzle.solved.as_dict()
    state["EDGES"]["orientation"][2] = 1
    flipped = read_state(json.dumps(state), puzzle)
    with pytest.raises(
        InputError, match="the sum of the turns of EDGES is 0 modulo 2, and here it is 1"
    ):
        solve([flipped], puzzle=puzzle)


def test_states_that_the_invariants_allow_and_the_group_does_not():
    """The invariants of the skewb allow three times as many."""
    puzzle = load_puzzle("skewb")
    group = MoveGroup(puzzle)
    rng, verdicts = random.Random(1), Counter()
    for _ in range(300):
        shown = puzzle.solved.as_dict()
        shown["CORNERS"]["orientation"] = [*(rng.randrange(3) for _ in range(7)), 0]
        verdict = group.check(read_state(json.dumps(shown), puzzle))
        verdicts[
            "can"
            if verdict.reachable
            else "invariant"
            if "modulo" in verdict.reasons[0]
            else "group"
        ] += 1
    assert verdicts["can"] > 3
    assert verdicts["group"] > 100


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("solvd=all", "did you mean solved"),
        ("solved", "write solved=SLOTS"),
        ("solved=EDGE", "did you mean EDGES"),
        ("solved=EDGES[9]", "unknown slot EDGES[9]"),
        ("holds=EDGES[9]:EDGES[1]", "unknown slot EDGES[9]"),
        ("holds=EDGES[0]:EDGES[9]", "a pyraminx has EDGES[0] to EDGES[5]"),
        ("solved=EDGES[6]", "unknown slot EDGES[6]"),
        ("solved=TIPS[4]", "a pyraminx has TIPS[0] to TIPS[3]"),
        ("holds=EDGES[0]:EDGES[1]:x", "no turn"),
        ("holds=EDGES[0]", "no pieces"),
        ("at-most=x", "expected an integer from 0 to 999"),
        ("every-colour=3", "takes no parameter"),
        ("no-touching=diagonal", "write no-touching=side"),
        ("faces-differ", "it is about cubes"),
        ("symmetric=C4v", "it is about cubes"),
        ("solved=URF", "no orbit 'URF'"),
        ("perfect-scramble", "unknown rule or pattern"),
        ("any(solved=all, R)", "unknown rule or pattern 'R'"),
    ],
)
def test_rules_that_are_none(rule, told):
    with pytest.raises(InputError) as error:
        find(rule, puzzle="pyraminx")
    assert told in str(error.value)


def test_rules_about_stickers_need_them():
    data = defined.random_definition(1)
    with pytest.raises(InputError, match="has none"):
        find("every-colour", puzzle=read_puzzle(json.dumps(data)))


@pytest.mark.slow
def test_where_the_group_is_too_large_searches_still_answer():
    """A ring of 300 pieces, whose group is not computed."""
    size = 300
    turn = {"permutation": [*range(1, size), 0], "orientationDelta": [0] * size}
    data = {
        "name": "ring",
        "orbits": [{"orbitName": "A", "numPieces": size, "numOrientations": 1}],
        "defaultPattern": {"A": {"pieces": list(range(size)), "orientation": [0] * size}},
        "moves": {"R": {"A": turn}},
    }
    ring = read_puzzle(json.dumps(data))
    assert count_states(ring).count == size
    assert solve([ring.solved.apply("R77")], puzzle=ring).cubes[0].written == "R77'"
    with pytest.raises(LimitError, match="random_moves=30"):
        scramble(puzzle=ring)
    for question in (find, lambda rule, puzzle: count_states(puzzle, rule)):
        with pytest.raises(LimitError, match="256"):
            question("holds=A[0]:A[7]", puzzle=ring)
    assert scramble(puzzle=ring, random_moves=1).cubes[0].length == 1


@pytest.mark.slow
def test_time_ends_the_drawing_of_random_moves():
    skewb = load_puzzle("skewb")
    answer = in_time(
        lambda limit: scramble(puzzle=skewb, n=10**9, random_moves=20, seed=0, time_limit=limit),
        len,
    )
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.TIME)
    assert answer.cubes[0] == scramble(puzzle=skewb, random_moves=20, seed=0).cubes[0]


@pytest.mark.parametrize(
    "text", ["any(" * 101 + "solved=all" + ")" * 101, "not " * 5000 + "solved=all"]
)
def test_rules_are_not_nested_without_end(text):
    with pytest.raises(InputError, match="nested"):
        find(text, puzzle="skewb")


@pytest.mark.parametrize("name", ["solved", "permuted", "not-home", "changes", "oriented"])
def test_rules_about_thousands_of_pieces_take_no_room_for_each_pair(name):
    many = list(range(2000))
    still = {"permutation": many, "orientationDelta": [0] * len(many)}
    puzzle = read_puzzle(
        json.dumps(
            {
                "name": "many",
                "orbits": [{"orbitName": "A", "numPieces": len(many), "numOrientations": 1}],
                "defaultPattern": {"A": {"pieces": many, "orientation": [0] * len(many)}},
                "moves": {"R": {"A": still}},
            }
        )
    )
    rule = rules_of(f"{name}=A", puzzle)
    assert len(rule.primitives) == 1
    assert rule.holds(puzzle.solved) == (name not in ("not-home", "changes"))


@pytest.mark.slow
def test_the_distance_of_states_that_few_moves_solve():
    """It is that in a list of all states; of a far one, a bound."""
    rng = random.Random(4)
    for seed, data, every, puzzle in puzzles(range(0, 40, 2)):
        for key in rng.sample(sorted(every), min(4, len(every))):
            state = state_of(puzzle, key)
            (report,) = describe(state, puzzle=puzzle, turns=",".join(data["moves"]))
            from_it = defined.distances({**data, "defaultPattern": pattern_of(data, key)})
            assert report.length == from_it[defined.key(data["defaultPattern"])], seed
            assert state.apply(report.solution).is_solved
    megaminx = load_puzzle("megaminx")
    far = "U R2 F L B D DR BL2 U F R L BL BR U2 F2"
    (report,) = describe(far, puzzle=megaminx)
    assert report.length is None
    assert 1 < report.proven <= 16
    (report,) = describe("U R2 U'", puzzle=megaminx)
    assert (report.length, report.optimal) == (3, True)


def test_a_limit_that_is_just_met_leaves_no_state_out():
    """Questions about the states of a pyraminx that one move leads to."""
    puzzle = load_puzzle("pyraminx")
    every = reach(puzzle.solved, "not solved=all", puzzle=puzzle)
    number = len(every)
    assert number > 2
    for limit in (number - 1, number, number + 1):
        answer = reach(puzzle.solved, "not solved=all", puzzle=puzzle, limit=limit)
        assert [r.cube for r in answer] == [r.cube for r in every][:limit]
        assert answer.stopped is (Stop.LIMIT if limit < number else None)
        assert answer.status is (Status.PARTIAL if limit < number else Status.COMPLETE)


@pytest.mark.parametrize("question", [solve, solve_all, describe])
def test_the_fewest_of_some_moves_are_not_called_the_fewest_of_all(question):
    """Two turns of U undo one, and U' does; of a search that ends early, no bound is left either."""
    pyraminx = load_puzzle("pyraminx")
    for turns, moves, known in ((None, "U'", (True, 1)), ("U", "U U", (False, 0))):
        (report,) = question("U", puzzle=pyraminx, turns=turns)
        assert (str(report.solution), (report.optimal, report.proven)) == (moves, known)
    for turns, least in ((None, 1), ("U", None)):
        some = turns and "U,L,R"
        (report,) = solve("U L R", puzzle=pyraminx, turns=some, method="breadth-first", max_nodes=2)
        assert (report.solution, report.proven) == (None, least)


def test_random_states_made_by_some_moves():
    (report,) = scramble(puzzle=load_puzzle("pyraminx"), turns="U")
    assert not report.optimal
