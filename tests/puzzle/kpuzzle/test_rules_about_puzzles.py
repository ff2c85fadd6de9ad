"""Rules about puzzles from definitions: engines, samples, the best states, and reasons, against lists of all states."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from itertools import product

import defined
import pytest
from asking import ask, piped
from test_defined_searches import plain, puzzles, random_rule

from cubecsp import Cube, best, count, explain, find, sample
from cubecsp.errors import InputError, LimitError
from cubecsp.models.core.membership import membership
from cubecsp.models.engines import ENGINES
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle import load_puzzle, read_puzzle, read_state
from cubecsp.questions.answers.answer import Status
from cubecsp.questions.asking.cubes_and_rules import pattern_of

pytestmark = pytest.mark.quick

SKEWB_CENTRES = 360
"""The even permutations of six centres."""


def key(report):
    """Return the key that the oracle has for the state of a report."""
    return defined.key(report.cube.as_dict())


def unevenness(counts):
    """Return by how many standard deviations chi-square exceeds what equally likely values lead to."""
    mean, free = sum(counts) / len(counts), len(counts) - 1
    chi_square = sum((count - mean) ** 2 for count in counts) / mean
    return (chi_square - free) / (2 * free) ** 0.5


def satisfying(every, rules):
    """Return the keys of the states for which some rules hold."""
    return {k for k in every if all(means(plain(k)) for _, means in rules)}


def test_the_best_states_of_random_puzzles():
    values = Counter()
    for seed, data, every, puzzle in puzzles(range(1, 80, 4), 300):
        rng = random.Random(seed)
        rules = [random_rule(data, rng)]
        liked = [(random_rule(data, rng), rng.randint(1, 3)) for _ in range(3)]
        scores = {
            k: sum(weight * means(plain(k)) for (_, means), weight in liked)
            for k in satisfying(every, rules)
        }
        prefer = [f"{weight}:{text}" for (text, _), weight in liked]
        try:
            answer = best(rules[0][0], puzzle=puzzle, prefer=prefer, limit=None)
        except InputError:  # rules with the same text, which all hold or all fail
            assert len(set(prefer)) < 3
            continue
        values[answer.value] += 1
        if not scores:
            assert answer.status is Status.INFEASIBLE
            continue
        assert answer.value == max(scores.values())
        assert {key(report) for report in answer} == {
            k for k, score in scores.items() if score == answer.value
        }
    assert len(values) > 3


@pytest.mark.slow
def test_all_engines_find_the_states_of_random_puzzles():
    engines = [name for name, engine in ENGINES.items() if engine.other_puzzles]
    assert {"native", "cpsat", "cnf"} <= {*engines}
    for seed, data, every, puzzle in puzzles(range(3, 90, 4), 300):
        rng = random.Random(seed)
        rules = [random_rule(data, rng) for _ in range(2)]
        wanted, texts = satisfying(every, rules), [text for text, _ in rules]
        for engine in engines:
            answer = find(texts, puzzle=puzzle, engine=engine, limit=None)
            assert {key(report) for report in answer} == wanted, (seed, engine)
            assert answer.count == len(wanted)


def one_of_two_slots(data, rng):
    """Return a rule about two slots, usually of orbits with unequal numbers of placements, and what it means."""
    held = []
    for orbit in (data["orbits"][0], data["orbits"][-1]):
        name, size = orbit["orbitName"], orbit["numPieces"]
        held.append((name, rng.randrange(size), rng.randrange(size)))
    home = {name: where["pieces"] for name, where in data["defaultPattern"].items()}
    text = ", ".join(f"holds={name}[{slot}]:{name}[{at}]" for name, slot, at in held)
    return f"any({text})", lambda s: any(
        s[name]["pieces"][slot] == home[name][at] for name, slot, at in held
    )


def listed(data, rng):
    """Return a rule that slots of any orbits hold pieces of any orbits, perhaps turned so, and what it means."""
    places = [
        (orbit["orbitName"], number)
        for orbit in data["orbits"]
        for number in range(orbit["numPieces"])
    ]
    homes, turned = data["defaultPattern"], rng.choice([None, None, 0, 1])
    slots, of = rng.sample(places, rng.randint(1, 2)), rng.sample(places, len(places) * 2 // 3)
    pieces = {(name, homes[name]["pieces"][number]) for name, number in of}
    words = ["+".join(f"{name}[{number}]" for name, number in some) for some in (slots, of)]

    def means(state):
        return all(
            (name, state[name]["pieces"][slot]) in pieces
            and turned in (None, state[name]["orientation"][slot])
            for name, slot in slots
        )

    return f"holds={':'.join(words)}" + ("" if turned is None else f":{turned}"), means


def test_slots_hold_listed_pieces_of_their_own_orbits():
    several = Counter()
    for seed, data, every, puzzle in puzzles(range(5, 90, 4), 200):
        rng = random.Random(seed)
        rules = [listed(data, rng)]
        wanted = satisfying(every, rules)
        assert {key(report) for report in find(rules[0][0], puzzle=puzzle, limit=None)} == wanted
        several[len(puzzle.orbits) > 1, bool(wanted)] += 1
        for one in rng.sample(sorted(every), min(8, len(every))):
            state = read_state(json.dumps(plain(one)), puzzle)
            broken = pattern_of(rules[0][0], puzzle).violations(state)
            assert (not broken) == (one in wanted)
    assert min(several[True, True], several[True, False]) > 2


def test_what_a_slot_holds_instead_is_told():
    puzzle = load_puzzle("pyraminx")
    for moves in ("U", "R L'", "B U' L R'"):
        state = puzzle.solved.apply(moves)
        held = state.as_dict()
        for name in ("EDGES", "TIPS", "AXIALS"):
            expected = [
                f"slot {name}[{slot}] holds piece {piece}, turned by {turned}"
                for slot, (piece, turned) in enumerate(
                    zip(held[name]["pieces"], held[name]["orientation"], strict=True)
                )
                if (piece, turned) != (slot, 0)
            ]
            (violations,) = pattern_of(f"solved={name}", puzzle).violations(state).values() or ([],)
            assert [violation.message for violation in violations] == expected


@pytest.mark.parametrize("threads", [1, 2])
def test_native_finds_what_one_of_two_slots_holds(threads):
    unequal = 0
    for seed, data, every, puzzle in puzzles(range(0, 150, 6), 200):
        unequal += len({orbit.placements for orbit in puzzle.orbits}) > 1
        rng = random.Random(seed)
        rules = [one_of_two_slots(data, rng) for _ in range(3)]
        texts = [text for text, _ in rules]
        answer = find(texts, puzzle=puzzle, engine="native", threads=threads, seed=seed, limit=None)
        assert {key(report) for report in answer} == satisfying(every, rules), seed
        assert answer.count == len(answer.cubes)
    assert unequal > 2


@pytest.mark.slow
def test_a_search_for_states_is_resumed(folder):
    checkpoint = str(folder / "states")
    for _ in range(2):
        answer = find("solved=CORNERS", puzzle="skewb", limit=None, resume=checkpoint)
        assert (answer.count, answer.status) == (SKEWB_CENTRES, Status.COMPLETE)
    with pytest.raises(InputError, match="of another question"):
        find("solved=CORNERS", puzzle="skewb", turns="U,L", limit=None, resume=checkpoint)


def test_a_limited_puzzle_stays_limited_when_it_is_sent():
    sent = pickle.loads(pickle.dumps(load_puzzle("pyraminx").using("U,L")))
    assert [*sent.generators] == [*sent.single_moves] == ["U", "L"]
    assert (
        find("solved=TIPS", puzzle=sent, limit=None).count
        == find("solved=TIPS", puzzle="pyraminx", turns="U,L", limit=None).count
    )


def test_native_says_what_it_has_no_room_for():
    size = 70
    turn = {"permutation": [*range(1, size), 0], "orientationDelta": [0] * size}
    data = {
        "name": "ring",
        "orbits": [{"orbitName": "A", "numPieces": size, "numOrientations": 1}],
        "defaultPattern": {"A": {"pieces": list(range(size)), "orientation": [0] * size}},
        "moves": {"R": {"A": turn}},
    }
    ring = json.dumps(data)
    with pytest.raises(InputError, match="room for 64 placements in a slot, and A of ring has 70"):
        find("solved=A[0]", puzzle=ring, engine="native")
    assert find("solved=A", puzzle=ring).count == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("puzzle", "seed", "engine"),
    [("skewb", None, "native"), ("skewb", 1, "native"), ("megaminx", 1, "cpsat")],
)
def test_what_auto_begins_with(puzzle, seed, engine):
    answer = find("no-touching=side", puzzle=puzzle, seed=seed, limit=1)
    assert answer.count == 1
    assert answer.as_dict()["query"]["engine"] == engine


@pytest.mark.slow
def test_parities_of_many_pieces_are_known_to_native():
    answer = find(["at-most=1", "no-touching=side"], puzzle="megaminx", engine="native", limit=1)
    assert (answer.count, answer.statistics.rejected) == (1, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("puzzle", "rules"),
    [
        ("skewb", ["solved=CENTERS"]),  # where the invariants are not the whole truth
        ("skewb", ["solved=CORNERS"]),
        ("pyraminx", ["solved=EDGES"]),
        ("pyraminx", ["solved=AXIALS", "solved=TIPS"]),
        ("skewb", ["solved=CORNERS", "solved=CENTERS"]),
    ],
)
def test_states_with_solved_pieces_are_counted_by_their_stabiliser(puzzle, rules):
    listed = {r.facelets for r in find(rules, puzzle=puzzle, limit=None)}
    answer = count(rules, puzzle=puzzle)
    assert (answer.method, answer.count) == ("group", len(listed))
    drawn = sample(rules, puzzle=puzzle, n=50, seed=1, method="group")
    assert {r.facelets for r in drawn} <= listed


@pytest.mark.slow
def test_samples_of_random_puzzles_are_equally_likely():
    tested = 0
    for seed, data, every, puzzle in puzzles(range(0, 60, 3), 60):
        rng = random.Random(seed)
        rules = [random_rule(data, rng)]
        wanted = satisfying(every, rules)
        text = rules[0][0]
        if not wanted:
            assert sample(text, puzzle=puzzle).status is Status.INFEASIBLE
            continue
        for method in ("group", "listing"):
            drawn = Counter(
                key(r) for r in sample(text, puzzle=puzzle, n=400, seed=seed, method=method)
            )
            assert drawn.keys() <= wanted
            if 1 < len(wanted) <= 40:
                tested += 1
                assert unevenness([drawn[k] for k in wanted]) < 6
    assert tested > 6


def test_reasons_in_random_puzzles():
    """All minimal conflicts and corrections are those of a list of all sets of rules."""
    conflicts = Counter()
    for seed, data, every, puzzle in puzzles(range(2, 90, 4), 200):
        rng = random.Random(seed)
        rules = dict(random_rule(data, rng) for _ in range(4))
        texts = [str(rule) for rule in pattern_of(list(rules), puzzle).rules]
        if len(texts) < len(rules):
            continue
        means = list(rules.values())
        held = {frozenset(i for i, m in enumerate(means) if m(plain(k))) for k in every}

        def possible(some, held=held):
            return any(some <= one for one in held)

        sets = [
            frozenset(i for i, chosen in enumerate(chosen) if chosen)
            for chosen in product((0, 1), repeat=len(means))
        ]
        minimal = {s for s in sets if not possible(s) and all(possible(s - {one}) for one in s)}
        answer = explain(list(rules), puzzle=puzzle)
        assert answer.satisfiable == (not minimal)
        told = {frozenset(texts.index(str(rule)) for rule in c.rules) for c in answer.conflicts}
        assert told == minimal
        conflicts[len(minimal)] += 1
        for correction in answer.corrections:
            dropped = {texts.index(str(rule)) for rule in correction.rules}
            k = key(correction.example)
            assert k in every
            assert all(m(plain(k)) for i, m in enumerate(means) if i not in dropped)
    assert len(conflicts) > 2


def test_states_that_no_invariant_excludes_are_looked_up_in_the_group():
    skewb = load_puzzle("skewb")
    assert membership(skewb) is not None
    assert membership(load_puzzle("pyraminx")) is None
    answer = find("solved=CORNERS", puzzle=skewb)
    assert (answer.count, answer.status) == (SKEWB_CENTRES, Status.COMPLETE)


def test_only_some_moves():
    for turns, number in (("U", 3), ("U,R", None), (None, None)):
        answer = find(puzzle="skewb", turns=turns, limit=10)
        assert answer.count == (number or 10)
    assert find(puzzle="pyraminx", turns="u,l,U", ignore_orientation=["TIPS"]).count == 3


@pytest.mark.slow
def test_a_cube_as_a_definition_has_the_states_of_the_cube():
    from test_cubes_as_definitions import defined_as

    pocket = read_puzzle(defined_as(2))
    corners = pocket.kinds[0].name
    for rule, same in (
        (f"not-home={corners}", "not-home=corners"),
        (f"oriented={corners}", "oriented=corners"),
    ):
        assert find(rule, puzzle=pocket, limit=None).count == find(same, size=2, limit=None).count


def test_texts_of_rules_about_puzzles_are_read_back():
    skewb = load_puzzle("skewb")
    for text in (
        "solved=CENTERS[0,1]+CORNERS[2]",
        "any(solved=CENTERS[0,1], not holds=CORNERS:CORNERS[1]:2)",
        "at-least(2, solved=CENTERS, oriented=all, every-colour)",
    ):
        pattern = pattern_of(text, skewb)
        assert pattern_of(str(pattern), skewb) == pattern
        assert '"' not in str(pattern)


def test_an_orbit_may_have_a_blank_in_its_name():
    turn = {"permutation": [1, 2, 3, 0], "orientationDelta": [0] * 4}
    data = {
        "name": "ring",
        "orbits": [{"orbitName": "OUTER EDGES", "numPieces": 4, "numOrientations": 1}],
        "defaultPattern": {"OUTER EDGES": {"pieces": [0, 1, 2, 3], "orientation": [0] * 4}},
        "moves": {"R": {"OUTER EDGES": turn}},
    }
    ring = read_puzzle(json.dumps(data))
    for text, expected in (
        ("solved=OUTER EDGES[0]", 1),
        ('not solved="OUTER EDGES"', 3),
        ("holds= OUTER EDGES [0] : OUTER EDGES[ 1, 2 ]", 2),
    ):
        pattern = pattern_of(text, ring)
        assert pattern_of(str(pattern), ring) == pattern
        assert count(pattern, puzzle=ring).count == expected
        assert len(find(pattern, limit=None)) == expected


def test_turned_pieces_of_cubes():
    """`holds=SLOTS:PIECES:TURN` is what the stickers say."""
    (cube,) = find(["holds=UF:UR:1", "solved=F2L", "holds=UR:UF"], limit=1)
    assert (cube.facelets[7], cube.facelets[19]) == ("R", "U")
    every = find(["holds=UF:UR:1", "solved=F2L+UB+UL"], limit=None).cubes
    assert {(c.facelets[7], c.facelets[19]) for c in every} == {("R", "U")}
    for text, why in (("holds=UF:UR:x", "no turn"), ("holds=UF:UR:", "no turn")):
        with pytest.raises(InputError, match=why):
            parse_pattern(text)


def test_a_group_that_is_too_large():
    size = 300
    turn = {"permutation": [*range(1, size), 0], "orientationDelta": [0] * size}
    data = {
        "name": "ring",
        "orbits": [{"orbitName": "A", "numPieces": size, "numOrientations": 1}],
        "defaultPattern": {"A": {"pieces": list(range(size)), "orientation": [0] * size}},
        "moves": {"R": {"A": turn}},
    }
    with pytest.raises(LimitError):
        sample(puzzle=read_puzzle(json.dumps(data)))


def test_answers_about_puzzles_are_drawn_and_read(folder):
    found = ask(
        "find", "solved=CORNERS", "--puzzle", "skewb", "--limit", "2", "-o", "drawn", "--json"
    )
    assert found.code == 0, found
    drawn = [(folder / "drawn" / f"cube-{n}.svg").read_text("utf-8") for n in (1, 2)]
    assert drawn[0] != drawn[1]
    page = (folder / "drawn" / "index.html").read_text("utf-8")
    assert all(f"state {n}" in page for n in (1, 2))
    solved = piped("solve", "--puzzle", "skewb", "-", stdin=found.out).out.splitlines()
    assert len(solved) == 2
    answer = find("solved=CORNERS", puzzle="skewb", limit=2)
    assert answer._repr_html_().count("<img") == 2
    assert "solved=CORNERS" in answer.query.pattern._repr_html_()
    for state, moves in zip(answer, solved, strict=True):
        assert state.cube.apply(moves).is_solved


def test_what_cannot_be_drawn_is_refused_before_the_search(folder):
    _, data, _, _ = next(puzzles(range(1, 100)))
    (folder / "random.json").write_text(json.dumps(data))
    for command in (["find"], ["sample"], ["explain"]):
        told = ask(*command, "solved=all", "--puzzle", "random.json", "-o", "drawn")
        assert (told.code, told.out) == (2, "")
        assert "cannot be drawn" in told.err
        assert "pyraminx, redi_cube, skewb, square1, or" in told.err
    assert not (folder / "drawn").exists()
    answer = find("solved=all", puzzle=str(folder / "random.json"), limit=1)
    assert "<code>" in answer._repr_html_()


def test_a_puzzle_whose_moves_do_nothing_is_refused():
    still = {"A": {"permutation": [0, 1], "orientationDelta": [0, 0]}}
    data = {
        "name": "still",
        "orbits": [{"orbitName": "A", "numPieces": 2, "numOrientations": 1}],
        "defaultPattern": {"A": {"pieces": [0, 1], "orientation": [0, 0]}},
        "moves": {"R": still},
    }
    for question in (find, count, sample):
        with pytest.raises(InputError, match="change nothing that can be seen"):
            question("solved=A", puzzle=json.dumps(data))


def test_a_limit_where_invariants_allow_far_more_than_moves_make():
    """After many rejections in a row, only the search goes on."""
    answer = find("solved=MIDDLE", puzzle="square1", turns="U3,D3,/", limit=1, time_limit=20)
    assert answer.status in (Status.PARTIAL, Status.UNKNOWN)
    for state in answer:
        assert state.cube.holds(24) == (0, 0)


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("engine", [name for name, one in ENGINES.items() if one.takes_hints])
def test_a_hint_comes_first_and_changes_nothing_else(engine):
    hinted = 0
    for seed, data, every, puzzle in puzzles(range(14), most=200):
        rng = random.Random(seed)
        text, holds = random_rule(data, rng)
        expected = {k for k in every if holds(plain(k))}
        hint = rng.choice(sorted(every))
        state = read_state(json.dumps(plain(hint)), puzzle)
        answer = find(text, puzzle=puzzle, engine=engine, hint=state)
        assert {*map(key, answer)} == expected
        if hint in expected:
            hinted += 1
            assert answer.cubes[0].cube == state
    assert hinted > 2


def test_a_hint_is_a_state_that_moves_can_make():
    hint = load_puzzle("skewb").solved.apply("R U' L B")
    for given in (hint, str(hint), hint.as_dict(), "R U' L B"):
        answer = find("not solved=CENTERS", puzzle="skewb", hint=given, limit=1)
        assert answer.cubes[0].cube == hint
        assert answer.query["hint"] == str(hint)
    answer = best((), puzzle="skewb", maximise="how-many(not solved=CENTERS)", hint=hint, limit=1)
    assert (answer.value, answer.cubes[0].cube) == (1, hint)
    with pytest.raises(InputError, match="unsolvable state"):
        find("solved=CENTERS", puzzle="skewb", turns="R", hint=hint)
    with pytest.raises(InputError, match="is not a state of skewb"):
        find("solved=CENTERS", puzzle="skewb", hint=Cube())
    with pytest.raises(InputError, match="one of the two"):
        find("solved=CENTERS", puzzle="skewb", hint=hint, seed=1)
