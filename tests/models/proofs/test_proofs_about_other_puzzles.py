"""Certificates about other puzzles: what they list is what an oracle finds, and those that lie are refused."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from functools import cache
from pathlib import Path

import blocked
import defined
import pytest
from blocked_puzzles import puzzles as blocked_puzzles
from certificates import CUBES, SYMMETRY, content, fit, manifest_of, put, put_manifest
from forging import changed, copied, count_of, list_of
from test_cubes_as_definitions import defined_as
from test_defined_searches import plain, puzzles, random_rule
from test_hostile_certificates import HOSTILE, places, refused, same_text, with_mark

from cubecsp import InputError, LimitError, Status, count, find, prove, verify
from cubecsp.models.core.membership import membership
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import SlotDomain
from cubecsp.models.engines.clauses import Encoding
from cubecsp.models.proofs import formula
from cubecsp.models.proofs.claim import count_claim
from cubecsp.models.proofs.formula import Formula
from cubecsp.models.proofs.states import read_state
from cubecsp.puzzle import KPuzzle, load_puzzle, read_puzzle
from cubecsp.puzzle.core.permutation import identity
from cubecsp.puzzle.definitions.puzzle_data import as_data, read_data
from cubecsp.puzzle.states.space import Space
from cubecsp.questions.asking.cubes_and_rules import pattern_of

REJECTED = "rejected.txt"

LOCK = {
    "name": "lock",
    "orbits": [{"orbitName": "DISCS", "numPieces": 5, "numOrientations": 1}],
    "defaultPattern": {"DISCS": {"pieces": [0, 1, 2, 3, 4], "orientation": [0] * 5}},
    "moves": {
        "L": {"DISCS": {"permutation": [2, 0, 1, 3, 4], "orientationDelta": [0] * 5}},
        "R": {"DISCS": {"permutation": [0, 1, 4, 2, 3], "orientationDelta": [0] * 5}},
    },
    "requires": {"L": [{"orbitName": "DISCS", "slots": [1, 2], "holdsNot": [4]}]},
}
"""Five discs, with one move that the last of them blocks."""

WITH_REJECTS = (0, 16, 31, 48, 76, 96, 100, 120)
"""Random puzzles whose invariants are not the whole truth."""

QUESTIONS = {
    "skewb": ("solved=CENTERS solved=CORNERS[0,1,2,3]", {"puzzle": "skewb"}),
    "pyraminx": ("solved=EDGES solved=AXIALS solved=TIPS[0]", {"puzzle": "pyraminx"}),
    "stickers": (
        "at-most=3 no-touching=side every-colour solved=AXIALS+TIPS",
        {"puzzle": "pyraminx"},
    ),
    "none": ("every-colour no-touching=side at-most=2", {"puzzle": "pyraminx"}),
    "some moves": (
        "solved=CENTERS",
        {"puzzle": "skewb", "turns": "R,U", "ignore_orientation": "CORNERS"},
    ),
    "pocket": ("solved=ORBIT0[0,1,2,3]", {"puzzle": defined_as(2)}),
    "alike": (
        "solved=ORBIT0 solved=ORBIT1 permuted=ORBIT2[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14]",
        {"puzzle": defined_as(4)},
    ),
    "blocked": ("not solved=DISCS[0]", {"puzzle": json.dumps(LOCK)}),
}
COUNTS: dict = {
    "count": ("solved=EDGES", {"puzzle": "pyraminx", "of_count": True}),
    "count of all": ("", {"puzzle": "pyraminx", "of_count": True}),
    "count of pocket": (
        "oriented=ORBIT0 permuted=ORBIT0[0,1,2]",
        {"puzzle": defined_as(2), "of_count": True},
    ),
}


def rules_in(text: str) -> list[str]:
    """Return the rules of a text with blanks between them, of which one may begin with `not`."""
    return [text] if text.startswith("not ") else text.split()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Give the certificate of a question, made once."""
    folder = tmp_path_factory.mktemp("elsewhere")

    @cache
    def certificate(name: str) -> Path:
        rules, more = (QUESTIONS | COUNTS)[name]
        answer = prove(rules_in(rules), folder / name, **more)
        assert answer.certificate is not None, answer.sentence()
        return folder / name

    return certificate


def listed(folder: Path, name: str = CUBES) -> list[str]:
    return content(folder, name).decode().splitlines()


def failed(folder: Path) -> str:
    """Return the check that a certificate fails, and what is said of it."""
    (done,) = (done for done in verify(folder).checks if not done.passed)
    return f"{done.name}: {done.finding}"


# ---------------------------------------------------------------- what is proven


@pytest.mark.exhaustive
@pytest.mark.few(3)
@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_proven_is_what_is_found_and_what_is_counted(name, made):
    rules, about = QUESTIONS[name]
    folder, found = made(name), find(rules_in(rules), limit=None, **about)
    assert sorted(listed(folder)) == sorted(report.facelets for report in found)
    manifest = manifest_of(folder)
    assert manifest["count"] == found.count == count(rules_in(rules), **about).count
    assert (folder / REJECTED).is_file() == (manifest["rejected"] > 0)
    answer = verify(folder)
    assert answer.accepted, answer.sentence()
    assert (answer.count, answer.status) == (found.count, Status.COMPLETE)
    assert manifest["claim"] in answer.sentence()
    assert verify(folder, engine="python", seed=7).accepted


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_what_is_counted_is_what_is_proven(name, made):
    rules, about = COUNTS[name]
    manifest = manifest_of(made(name))
    method = "listing" if rules else "group"
    assert manifest["count"] == count(rules_in(rules), puzzle=about["puzzle"], method=method).count
    answer = verify(made(name))
    assert answer.accepted, answer.sentence()
    assert answer.count == manifest["count"]


@pytest.mark.slow
def test_lists_of_random_puzzles_are_those_of_the_oracle(tmp_path):
    """Pieces look alike in many of them; whatever the clauses allow besides is rejected."""
    seen = Counter()
    for seed, data, every, puzzle in puzzles((*range(2, 60, 5), *WITH_REJECTS), 200):
        rng = random.Random(seed)
        rules = [random_rule(data, rng) for _ in range(rng.randint(0, 2))]
        wanted = {key for key in every if all(means(plain(key)) for _, means in rules)}
        answer = prove([text for text, _ in rules], tmp_path / "proven", puzzle=puzzle)
        assert {defined.key(report.cube.as_dict()) for report in answer} == wanted, seed
        assert answer.status is (Status.COMPLETE if wanted else Status.INFEASIBLE)
        told = verify(tmp_path / "proven", seed=seed)
        assert told.accepted, (seed, told.sentence())
        assert told.count == len(wanted)
        seen[bool(wanted), bool(answer.certificate["rejected"])] += 1
    assert seen[True, True] > 4, seen
    assert seen[False, False], seen


@pytest.mark.slow
def test_counts_of_random_puzzles_are_those_of_the_oracle_or_refused(tmp_path):
    refusals = Counter()
    for seed, data, every, puzzle in puzzles(range(0, 120, 3), 400):
        text, means = random_rule(data, random.Random(seed))
        beyond = membership(puzzle) is not None
        refusals[beyond] += 1
        if beyond:
            with pytest.raises(InputError, match="which states of random are solvable"):
                prove(text, tmp_path / "refused", puzzle=puzzle, of_count=True)
            count_of(tmp_path / f"forged {seed}", pattern_of(text, puzzle))
            assert failed(tmp_path / f"forged {seed}").startswith("rules: clauses cannot express")
            continue
        answer = prove(text, tmp_path / "proven", puzzle=puzzle, of_count=True)
        assert answer.count == sum(means(plain(key)) for key in every), seed
        told = verify(tmp_path / "proven")
        assert told.accepted, (seed, told.sentence())
    assert min(refusals[True], refusals[False]) > 3, refusals


@pytest.mark.slow
def test_states_of_puzzles_with_blocked_moves_are_visited(tmp_path):
    tried = 0
    for seed, _, puzzle, _, every in blocked_puzzles(blocked.powers, range(0, 40, 3)):
        if puzzle.are_always_possible():
            continue
        tried += 1
        answer = prove((), tmp_path / "proven", puzzle=puzzle)
        assert {defined.key(report.cube.as_dict()) for report in answer} == {*every}, seed
        assert verify(tmp_path / "proven").accepted, seed
        with pytest.raises(InputError, match="clauses cannot express which states"):
            prove((), tmp_path / "count", puzzle=puzzle, of_count=True)
    assert tried > 4


def test_what_cannot_be_proven_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(Space, "affordable", 1_000)  # which are visited at once
    place = tmp_path / "proven"
    with pytest.raises(LimitError, match="some moves of square1 .* more than 1,000; `reach` finds"):
        prove("solved=WEDGES[0]", place, puzzle="square1")
    for more in ({"symmetry": True}, {"resume": tmp_path / "found.db"}):
        with pytest.raises(InputError, match=f"the parameter {next(iter(more))} is for cubes"):
            prove("solved=CENTERS", place, puzzle="skewb", **more)
    assert not place.exists()


def test_rules_that_take_too_many_clauses_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(formula, "_MOST_CLAUSES", 50)
    with pytest.raises(
        InputError, match=r"these rules take about [\d,]+ clauses, too many for a proof"
    ):
        prove("at-most=3", tmp_path / "proven", puzzle="pyraminx")


def test_too_many_states_are_not_ruled_out_one_by_one(tmp_path, monkeypatch):
    monkeypatch.setattr("cubecsp.questions.prove.MOST_CUBES", 20)
    for puzzle, rules, hint in (
        ("pyraminx", "solved=EDGES", True),
        ("skewb", "solved=CENTERS", False),
    ):
        answer = prove(rules, tmp_path / "proven", puzzle=puzzle)
        assert (answer.status, answer.count) == (Status.UNKNOWN, None)
        what = "these rules" if hint else "what clauses can say of these rules"
        assert f"More than 20 states of {puzzle} satisfy {what}, too many" in answer.sentence()
        assert ("of_count=True" in answer.sentence()) == hint


@pytest.mark.parametrize("of_count", [False, True])
def test_a_rule_about_a_slot_that_no_move_changes_may_never_hold(of_count, tmp_path):
    """It is stated as a clause that is never true."""
    chosen = {"puzzle": "pyraminx", "turns": "u", "of_count": of_count}
    answer = prove("not-home=EDGES[0]", tmp_path / "proven", **chosen)
    assert (answer.count, answer.status) == (0, Status.INFEASIBLE)
    assert verify(tmp_path / "proven").accepted


# ---------------------------------------------------------------- what is written


def test_a_puzzle_is_kept_by_its_name_or_as_a_definition(made):
    for name in ("skewb", "none"):
        assert manifest_of(made(name))["puzzle"] == QUESTIONS[name][1]["puzzle"]
    kept = manifest_of(made("some moves"))
    assert (kept["puzzle"], kept["ignore_orientation"], kept["turns"]) == (
        "skewb",
        ["CORNERS"],
        "R,U",
    )
    kept = manifest_of(made("blocked"))
    assert (kept["ignore_orientation"], kept["turns"], "size" in kept) == ([], None, False)
    puzzle = read_puzzle(json.dumps(kept["puzzle"]))
    assert puzzle.moves == read_puzzle(json.dumps(LOCK)).moves
    assert puzzle.requires == read_puzzle(json.dumps(LOCK)).requires


def test_random_puzzles_are_read_back_from_what_is_kept():
    """With orientations hidden and moves chosen, which decides what can be made."""
    for seed, definition, _, puzzle in puzzles(range(1, 60, 2), 300):
        rng = random.Random(seed)
        hidden = puzzle.ignoring([rng.choice(definition["orbits"])["orbitName"]])
        chosen = rng.choice([*definition["moves"]])
        kept = [puzzle, hidden]
        if puzzle.moves[chosen] != identity(puzzle.facelet_count):
            kept.append(puzzle.using(f"{chosen},{chosen}2"))
        for one in kept:
            written = json.loads(json.dumps(as_data(one)))
            again = read_data(written["puzzle"], written["ignore_orientation"], written["turns"])
            for other in (again, pickle.loads(pickle.dumps(one))):
                assert as_data(other) == written
                assert (other.moves, other.generators) == (one.moves, one.generators)
                assert other.single_moves == one.single_moves
                assert other.solved_pieces == one.solved_pieces
                assert other.orbits == one.orbits


def test_stickers_of_one_s_own_cannot_be_kept(tmp_path):
    shipped = load_puzzle("skewb")
    moves = {name: shipped.slot_move(shipped.moves[name]) for name in shipped.base_moves}
    parts = (shipped.kinds, shipped.solved_pieces, moves, {}, shipped.places)
    with pytest.raises(InputError, match="the definition of mine has stickers"):
        prove("solved=CENTERS", tmp_path / "proven", puzzle=KPuzzle("mine", *parts))
    assert as_data(KPuzzle("skewb", *parts))["puzzle"] == "skewb"
    assert as_data(KPuzzle("skewb", *parts[:-1]))["puzzle"]["name"] == "skewb"


def test_definitions_that_are_too_long_are_not_kept(monkeypatch):
    monkeypatch.setattr("cubecsp.puzzle.definitions.puzzle_data.MOST_CHARACTERS", 100)
    with pytest.raises(InputError, match="the definition of lock has .* characters"):
        as_data(read_puzzle(json.dumps(LOCK)))


def test_the_map_names_slots_and_pieces(made):
    told = content(made("skewb"), "variables.txt").decode().splitlines()
    assert told[0] == "2 CORNERS[0] holds 0:0"
    assert sum("holds" in line for line in told) == 6 * 6 + 4 * 12 + 3 * 9
    assert "CENTERS[5] holds 5" in {line.split(" ", 1)[1] for line in told}


# ---------------------------------------------------------------- what is forged

SKEWB = pattern_of(rules_in(QUESTIONS["skewb"][0]), load_puzzle("skewb"))
EDGES = pattern_of("solved=EDGES", load_puzzle("pyraminx"))


def states(folder: Path, name: str = CUBES) -> list:
    """Return the states of a skewb that a certificate lists."""
    return [read_state(line, SKEWB.puzzle) for line in listed(folder, name)]


class Forgery:
    """What a forger has; see `test_grounds_of_proofs`."""

    def __init__(self, made, place: Path, patch: pytest.MonkeyPatch) -> None:
        self.made, self.place, self.patch = made, place, patch
        self.good, self.bad = states(made("skewb")), states(made("skewb"), REJECTED)


def out_of_reach(forger: Forgery) -> None:
    """No invariant excludes it: only the group does."""
    one, *others = forger.bad
    list_of(forger.place, SKEWB, [*forger.good, one], others)


def listed_twice(forger: Forgery) -> None:
    list_of(forger.place, SKEWB, [*forger.good, forger.good[0]], forger.bad)


def that_breaks_a_rule(forger: Forgery) -> None:
    list_of(forger.place, SKEWB, [*forger.good, SKEWB.puzzle.solved.apply("R")], forger.bad)


def rejected_for_nothing(forger: Forgery) -> None:
    one, *others = forger.good
    list_of(forger.place, SKEWB, others, [one, *forger.bad])


def rejected_that_is_none(forger: Forgery) -> None:
    folder = copied(forger.made("skewb"), forger.place)
    put(folder, REJECTED, b"U R\n")
    fit(folder)


def written_otherwise(forger: Forgery) -> None:
    folder = copied(forger.made("skewb"), forger.place)
    put(folder, CUBES, content(folder, CUBES).replace(b", ", b","))
    fit(folder)


def more_than_is_shown(forger: Forgery) -> None:
    rests = manifest_of(forger.made("skewb"))["rests_on"]
    folder = copied(forger.made("skewb"), forger.place)
    changed(folder, rests_on=[one for one in rests if one["verify"] == "derived"])


def with_symmetries(forger: Forgery) -> None:
    folder = copied(forger.made("skewb"), forger.place)
    put(folder, SYMMETRY, b'{"symmetries": {}, "orbits": []}')
    manifest = manifest_of(folder)
    put_manifest(folder, {**manifest, "files": {**manifest["files"], SYMMETRY: {}}})
    fit(folder)


def counted_beyond_clauses(forger: Forgery) -> None:
    """The invariants of a skewb allow three times as many states as there are."""
    count_of(forger.place, SKEWB)


def another_number(forger: Forgery) -> None:
    folder = copied(forger.made("count"), forger.place)
    changed(folder, count=6562, **count_claim(6562, EDGES.puzzle))


def clauses_say_less(forger: Forgery) -> None:
    forger.patch.setattr(Encoding, "post", lambda *_: None)
    count_of(forger.place, EDGES)


def states_forgotten(forger: Forgery) -> None:
    first = SlotDomain(0, 0, frozenset({0}))
    forger.patch.setattr(formula, "holding_constraints", lambda _: (first,))
    count_of(forger.place, EDGES.about(EDGES.puzzle))


def without_its_invariants(forger: Forgery) -> None:
    forger.patch.setattr(Encoding, "keep", lambda *_: None)
    count_of(forger.place, Pattern((), puzzle=EDGES.puzzle))


def alike_as_variables(forger: Forgery) -> None:
    copied(forger.made("count"), forger.place)
    placed = Formula(EDGES, []).held_by(EDGES.puzzle.solved.seen)
    forger.patch.setattr(Formula, "held_by", lambda *_: placed)


FORGERIES = {
    out_of_reach: "cubes: line 4 of cubes.txt is not a solvable state of skewb",
    listed_twice: "cubes: cubes.txt lists a state of skewb twice",
    that_breaks_a_rule: "cubes: {",
    rejected_for_nothing: "cubes: {",
    rejected_that_is_none: "cubes: line 1 of rejected.txt is not a solvable state of skewb",
    written_otherwise: "cubes: line 1 of cubes.txt is not a solvable state of skewb",
    more_than_is_shown: "claim: rests_on of the manifest",
    with_symmetries: "cubes: only cubes have symmetries",
    counted_beyond_clauses: "rules: clauses cannot express reachable",
    another_number: "proof: the proof counts 6,561 states",
    clauses_say_less: "clauses: the clauses and solved=EDGES do not agree on {",
    states_forgotten: "clauses: the clauses do not allow {",
    without_its_invariants: "clauses: the clauses allow a state out of reach",
    alike_as_variables: "clauses: states that look different have the same variables",
}
"""What forges a certificate, and how the refusal begins."""


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_certificate_that_lies_is_refused(forge, made, tmp_path, monkeypatch):
    forge(Forgery(made, tmp_path / "forged", monkeypatch))
    assert failed(tmp_path / "forged").startswith(FORGERIES[forge])


@pytest.mark.parametrize(
    "entry", [{"turns": "R,U"}, {"ignore_orientation": []}, {"puzzle": "skewb"}]
)
def test_a_certificate_about_a_cube_says_nothing_of_other_puzzles(entry, tmp_path):
    """It could claim that certain moves are enough."""
    prove("solved=all", tmp_path / "cube", size=2)
    put_manifest(tmp_path / "cube", manifest_of(tmp_path / "cube") | entry)
    assert failed(tmp_path / "cube") == "manifest: the manifest is damaged; prove it again"


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("name", ["skewb", "blocked", "some moves", "count"])
def test_no_value_that_is_not_the_right_one_is_accepted_in_any_place(name, made, tmp_path):
    folder, data = copied(made(name), tmp_path / "hostile"), manifest_of(made(name))
    draw = random.Random(name)
    every = [path for path in places(data) if path[:1] != ("versions",)]
    about = [
        path for path in every if path[:1] in [("puzzle",), ("ignore_orientation",), ("turns",)]
    ]
    for path in [*draw.sample(about, min(len(about), 12)), *draw.sample(every, 6)]:
        for text in draw.sample(HOSTILE, 4):
            as_key = draw.random() < 0.2
            if as_key and (not path or not text.startswith('"')):
                continue
            marked = with_mark(data, path, as_key=as_key)
            text = json.dumps(marked).replace(json.dumps("\ue000"), text)
            if not same_text(text, data):
                put(folder, "manifest.json", text.encode())
                assert refused(folder), (path, text)
