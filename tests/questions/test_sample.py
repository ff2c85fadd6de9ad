"""`sample` and `scramble`: what they give, the same everywhere, and what is said when they are ended."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from sampling_checks import is_likely, listed

from cubecsp import (
    Cube,
    InputError,
    LimitError,
    Moves,
    PocketCube,
    Status,
    Stop,
    sample,
    sample_rows,
    scramble,
)
from cubecsp.errors import OutOfReachError
from cubecsp.models import AtMost, Pattern
from cubecsp.models.counting import ProgressSign
from cubecsp.models.sampling.drawing_tasks import draw_in_tasks
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.questions import sample as sampling
from cubecsp.questions.sample import Sample
from cubecsp.questions.scramble import LEAST_DISTANCES, LENGTHS, Scramble, ScrambleRun
from cubecsp.search import pocket

# The same cubes on every machine: what follows was given by the first version

GOLDEN = [
    ([], 3, "FDRRUDULLFFULRRLBRBUDBFFDRBFUDUDRBBDLDRFLLLBRFLUFBUBDU"),
    (["no-piece-home"], 3, "DFDLURDDRUBFLRLLUUFBBUFFFRULUBFDFRBFBDRDLLDDULRLBBRRUB"),
    (["at-most=3"], 3, "FBDRULBURUDLFRFRLFURBDFLFBDULBBDUFFDDFLBLRURRBULUBDRDL"),
    (["no-touching=side"], 3, "BLBRUDUBLUFRDRUULFBRFLFBRLFDBRUDUBRLUFRRLDDBFDFLFBDDUL"),
    (["no-touching=side"], 2, "BLFBUFRBDLUFRDDUDLLFURRB"),
    (["perfect-scramble"], 3, "LRBBULFDRUFDDRULFBRLBUFRLDUUFBBDURLRFRDBLBUDFLFDRBLDUF"),
    (
        ["at-most=5"],
        4,
        "BLLRDBBUFFUURBDDRFLBDRFLUDDUFFDRFUBBLBRBDFRFLRBLUFRDUBLRLFRLDRDFULDUBLLBRUDRLFRFUFULBLDRBUUDDFUB",
    ),
]


@pytest.mark.few(2)
@pytest.mark.parametrize(("rules", "size", "facelets"), GOLDEN)
def test_seeds_mean_the_same_for_ever(rules, size, facelets):
    assert sample(rules, seed=2026, size=size).cubes[0].facelets == facelets


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("rules", [(), ("no-piece-home",), ("at-most=3",), ("no-touching=side",)])
def test_samples_satisfy_the_rules_and_turns_can_make_them(rules):
    answer = sample(rules, n=12, seed=3)
    assert (answer.status, answer.drawn, len(answer)) == (Status.COMPLETE, 12, 12)
    pattern = answer.query.pattern
    for report in answer:
        assert report.cube.is_reachable
        assert pattern.holds(report.cube)
        assert report.cube.facelets == report.facelets


def test_a_seed_that_is_not_given_is_drawn_and_told():
    one = sample(n=3)
    again = sample(n=3, seed=one.query["seed"])
    assert [r.facelets for r in one] == [r.facelets for r in again]
    assert str(one.query["seed"]) in one.sentence()
    assert sample().cubes[0].facelets != sample().cubes[0].facelets


def test_the_number_of_cubes_is_told_where_it_is_known():
    answer = sample("solved=F2L", n=2, seed=1)
    assert (answer.total, answer.tries, answer.acceptance) == (62_208, 0, None)
    assert "Drew 2 random cubes out of 62,208 that satisfy the rules (pieces, seed 1" in str(answer)
    tried = sample("at-most=3", n=2, seed=1)
    assert tried.total is None
    assert tried.acceptance == 2 / tried.tries
    assert f"Drew 2 random cubes, in {tried.tries} tries (rejection" in str(tried)
    shown = tried.as_dict()
    assert (shown["tries"], shown["method"], shown["status"]) == (
        tried.tries,
        "rejection",
        "complete",
    )


def test_no_cube_is_the_answer_no():
    answer = sample(["no-piece-home", "solved=UF"], n=3)
    assert (answer.status, answer.total, len(answer)) == (Status.INFEASIBLE, 0, 0)
    assert "No cube satisfies these rules (pieces" in str(answer)
    assert sample_rows(["no-piece-home", "solved=UF"], n=3).shape == (0, 20)
    assert sample(["perfect-scramble", "no-piece-home"], n=1).status is Status.INFEASIBLE


@pytest.mark.slow
def test_different_cubes_are_different_and_each_is_as_likely():
    expected = listed("permuted=all", "at-most=2", size=2)
    rows = sample_rows(
        ["permuted=all", "at-most=2"], n=len(expected), seed=2, size=2, distinct=True
    )
    assert sorted(map(bytes, rows)) == expected
    twelve = ["solved=F2L+corners", "oriented=all"]
    firsts = [bytes(sample_rows(twelve, n=2, seed=seed, distinct=True)[1]) for seed in range(120)]
    assert is_likely(firsts, dict.fromkeys(listed(*twelve), 1))
    with pytest.raises(InputError, match="341 different cubes of 340 that satisfy"):
        sample(["permuted=all", "at-most=2"], n=341, size=2, distinct=True)


# What ends it


def test_giving_up_is_not_none():
    answer = sample("perfect-scramble", n=1, seed=1, method="rejection", tries=500)
    assert (answer.stopped, answer.status) == (Stop.TRIES, Status.UNKNOWN)
    assert (
        "Given up (500 tries without success) after 0 of 1 cube, in 500 tries; whether any"
        in answer.sentence()
    )
    with pytest.raises(LimitError, match="Given up"):
        sample_rows("perfect-scramble", n=1, seed=1, method="rejection", tries=500)


def test_no_cube_drawn_is_no_doubt_that_there_are_any():
    drawn = sample("solved=cross", n=10**7, seed=1, time_limit=1e-6)
    assert (drawn.drawn, drawn.status) == (0, Status.UNKNOWN)
    assert "is not known" in drawn.sentence()
    assert "is not known" not in replace(drawn, total=5).sentence()


def test_an_interrupt_keeps_what_was_drawn():
    given = []

    def interrupt(report):
        given.append(report)
        if len(given) == 4:
            raise KeyboardInterrupt

    answer = sample("at-most=3", n=1000, seed=1, on_found=interrupt)
    assert (answer.stopped, answer.status) == (Stop.INTERRUPT, Status.PARTIAL)
    assert [r.facelets for r in answer] == [r.facelets for r in given]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"n": 0}, "invalid n=0: expected a positive integer"),
        ({"seed": -1}, r"invalid seed=-1: expected an integer from 0 to 2\^64 - 1 or None"),
        ({"seed": 2**64}, "invalid seed=18446744073709551616"),
        ({"method": "dice"}, "unknown sampler 'dice': expected "),
        ({"method": "filtering"}, "filtering cannot draw these: there are too many cubes"),
        ({"method": "pieces"}, "pieces cannot draw these: some rules compare"),
        ({"tries": 0}, "invalid tries=0"),
        ({"threads": 0}, "invalid threads=0: expected an integer from 1 to 64"),
        ({"time_limit": -1}, "invalid time_limit=-1"),
        ({"size": 1}, "invalid size=1"),
    ],
)
@pytest.mark.parametrize("question", [sample, scramble])
def test_what_makes_no_sense_is_refused(question, options, problem):
    with pytest.raises(InputError, match=problem):
        question("at-most=3", **options)


def test_unknown_keywords_are_refused():
    with pytest.raises(TypeError, match="unexpected keyword argument 'sead'"):
        sample("at-most=3", sead=1)


def test_the_query_reads_like_its_json():
    query = Sample(Pattern((AtMost(3),)), n=2, seed=5)
    assert (query["rules"], query["n"], query["seed"]) == (["at-most=3"], 2, 5)
    assert dict(query) == query.as_dict()
    assert Scramble(Pattern(()), n=2, seed=5)["wca"]
    assert not Scramble(Pattern((AtMost(3),)), n=2, seed=5)["wca"]


def test_larger_cubes():
    answer = sample("at-most=5", n=2, seed=1, size=4)
    assert answer.method == "rejection"
    for report in answer:
        assert AtMost(5).holds(report.cube)
    drawn = sample(n=3, seed=2, size=5)
    assert (drawn.method, drawn.status) == ("pieces", Status.COMPLETE)


# Scrambles


def test_official_scrambles_are_as_long_as_they_may_be():
    for report in scramble(n=40, seed=1):
        assert 2 <= report.length <= LENGTHS[3]
    for report in scramble(n=40, seed=1, size=2):
        assert report.length == LENGTHS[2]
        assert set(str(report.generator)) <= set("URF' 2")
        turns = [*report.generator]
        assert all(a // 3 != b // 3 for a, b in itertools.pairwise(turns))


@pytest.mark.slow
def test_cubes_that_are_too_near_are_drawn_anew():
    """One 2×2×2 in 10,000 is, and one of these; they are left out of the samples, which are the same otherwise.

    Another one is just far enough.
    """
    number, least = 400, LEAST_DISTANCES[2]
    rows = [bytes(row) for row in sample_rows(n=number, seed=119, size=2)]
    away = {row: pocket.distance(PocketCube.from_row(row)) for row in rows}
    assert least in away.values()
    far = [row for row in rows if away[row] >= least]
    assert len(far) == number - 1
    answer = scramble(n=number - 1, seed=119, size=2)
    assert [report.cube.seen for report in answer] == far


def test_scrambles_of_a_case_show_nothing_of_it():
    """They are long, however near the cube is, and do not begin with undoing what comes first."""
    for rules in ("solved=all", "solved=F2L", ["solved=corners", "permuted=edges"]):
        answer = scramble(rules, n=16, seed=2)
        firsts = {str(report.generator).split()[0] for report in answer}
        assert len(firsts) > 5
        for report in answer:
            assert report.length >= 17
            assert len(report.generator.simplified()) == len(report.generator)


def test_every_scramble_of_one_cube_is_another():
    """Also of those that are solved together later, 16 at a time."""
    assert len({str(report.generator) for report in scramble("solved=all", n=33, seed=2)}) == 33


def test_a_cube_that_one_turn_solves_is_no_scramble():
    near = {turned.placements for turned in (Cube(), *TURN_CUBES)}
    two = {(one * other).placements for one in TURN_CUBES for other in TURN_CUBES} - near
    refused = ScrambleRun(Scramble()).refuses
    assert refused is not None
    assert all(map(refused, near))
    assert not any(map(refused, two))


def test_of_a_2x2x2_every_length_can_be_had_or_none():
    below = (0).__mul__
    assert pocket.of_length(PocketCube(), 0, below) == Moves(())
    assert pocket.of_length(PocketCube(), 1, below) is None
    turned = PocketCube.from_moves("R U")
    for length in (2, 8, 11):
        moves = pocket.of_length(turned, length, below)
        assert len(moves) == length
        assert turned.apply(moves) == PocketCube()


@pytest.mark.parametrize(("rules", "size"), [("at-most=9", 3), ("at-most=3", 3), ("at-most=2", 2)])
@pytest.mark.parametrize("n", [1, 2, 25])
def test_tries_are_the_cubes_up_to_the_last_that_is_given(rules, size, n):
    """The candidates are all samples of the question without rules."""
    answer = sample(rules, n=n, seed=3, size=size, method="rejection")
    tried = [
        report.cube for report in sample(n=answer.tries, seed=3, size=size, method="rejection")
    ]
    hits = [number for number, cube in enumerate(tried, 1) if answer.query.pattern.holds(cube)]
    assert len(hits) == n
    assert answer.tries == hits[-1]
    assert answer.acceptance == n / hits[-1]
    assert [report.cube for report in answer] == [tried[number - 1] for number in hits]


@pytest.mark.parametrize("n", [2, 5, 9])
def test_tries_of_different_cubes_are_those_up_to_the_last_new_one(n):
    few = ["solved=F2L+corners", "oriented=all"]  # twelve cubes
    answer = sample(few, n=n, seed=3, method="rejection", distinct=True)
    tried = sample(few, n=answer.tries, seed=3, method="pieces")
    first = {report.facelets: tried.cubes.index(report) + 1 for report in reversed(tried.cubes)}
    assert sorted(first.values())[-1] == answer.tries
    assert len(first) == n


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("method", ["auto", "pieces"])
@pytest.mark.parametrize("drawn", [0, 1])
def test_another_way_is_taken_only_before_the_first_cube_and_where_none_is_named(
    monkeypatch, method, drawn
):
    """One that turns out to be out of reach: others would draw other cubes."""
    ways = []

    def out_of_reach(sampler, question, number):
        ways.append(sampler.name)
        if len(ways) > 1:
            return draw_in_tasks(sampler, question, number)
        return beyond_reach(draw_in_tasks(sampler, question, number))

    def beyond_reach(samples):
        for one in samples if drawn else ():
            yield one
            if not isinstance(one, ProgressSign):
                break
        raise OutOfReachError("it is too much")

    monkeypatch.setattr(sampling, "draw_in_tasks", out_of_reach)
    asked = Sample("solved=F2L", n=2_000, seed=1, method=method)
    if method == "auto" and not drawn:
        answer = asked.answer()
        assert (len(answer), answer.method) == (2_000, ways[1])
        assert answer.plan.refused[ways[0]] == "it is too much"
        assert ways[0] != ways[1]
    else:
        with pytest.raises(OutOfReachError):
            asked.answer()
        assert len(ways) == 1
