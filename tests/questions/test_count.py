"""`count`: the number, how it is known, and what is said when it is not known."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from random import Random
from unittest.mock import Mock

import pytest
from asking import ask
from counting_questions import question_of
from processor_time import limited

import cubecsp
from cubecsp import InputError, LimitError, Status, Stop, count, find, sample
from cubecsp.errors import OutOfReachError
from cubecsp.models import AtMost, Pattern
from cubecsp.models.counting import COUNTERS, ExactCount, ProgressSign, listing
from cubecsp.models.counting.faults import faults
from cubecsp.models.counting.planner import plan_to_count
from cubecsp.models.rules import RULES
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.questions import count as counting
from cubecsp.questions.answers.numbers_in_words import duration, percent, plural, rough
from cubecsp.questions.count import Count
from cubecsp.server.requests import REQUESTS
from cubecsp.work.executor import Executor

# Random questions about the 2×2×2, against plain filtering


# Plans


@pytest.mark.parametrize(
    ("rules", "size", "names"),
    [
        (["no-piece-home"], 3, ["pieces"]),
        (["not solved=F2L"], 3, ["pieces"]),
        (["solved=U-layer"], 2, ["pieces"]),
        (["no-touching=side"], 2, ["filtering"]),
        (["no-touching=side"], 3, ["listing", "corner-walk"]),
        (["no-touching=across", "no-piece-home"], 3, ["listing", "corner-walk"]),
        (["no-touching=side", "no-touching=diagonal"], 3, ["listing", "corner-walk"]),
        (["no-touching=diagonal"], 3, ["listing", "corner-walk"]),
        (["at-most=2"], 3, ["listing", "corner-walk"]),
        (["perfect-scramble"], 3, ["listing"]),
        (["order=4"], 3, ["cycle-types"]),
        (["order=4", "at-most=3"], 3, ["listing"]),
        (["at-most=5"], 4, ["listing"]),
    ],
)
def test_plans(rules, size, names):
    plan = plan_to_count(question_of(*rules, size=size))
    assert [attempt.way.name for attempt in plan.attempts] == names
    assert [attempt.seconds is None for attempt in plan.attempts] == [False] * (len(names) - 1) + [
        True
    ]
    for name in plan.refused:
        assert COUNTERS[name].exact


@pytest.mark.parametrize(
    ("rules", "size", "name"),
    [
        (["no-touching=side"], 3, "corner-samples"),
        (["no-touching=side", "faces-differ"], 3, "hit-or-miss"),
        (["no-touching=diagonal"], 3, "corner-samples"),  # which then turns out to be out of reach
        (["order=4"], 3, "rejection"),
        (["faces-differ"], 4, "rejection"),
        (["at-most=5"], 4, "annealed-importance-sampling"),
    ],
)
def test_estimates_are_planned_by_random_cubes_first_and_then_by_what_is_precise(rules, size, name):
    question = question_of(*rules, size=size)
    first = plan_to_count(question, estimate=True)
    assert [(one.way.name, one.pilot) for one in first.attempts] == [("rejection", True)]
    then = plan_to_count(question, estimate=True, failed={"rejection": "too few are hits"})
    assert [(one.way.name, one.pilot) for one in then.attempts] == [(name, False)]
    asked = plan_to_count(question_of(*rules, size=size, samples=9), estimate=True)
    assert [one.way.name for one in asked.attempts] == [name]


def test_no_plan_takes_long():
    """The most work is that of rules made of hundreds of parts; machines differ."""
    examples = [[one.example] for one in RULES.values() if CUBE.is_cube_of(one.sizes)]
    for texts in [*examples, ["junctions=anywhere", "order=3"]]:
        question = Count(texts).counting_question()
        with limited(2):
            plan_to_count(question)
            plan_to_count(question, estimate=True)


# Answers


def test_an_exact_number():
    answer = count("perfect-scramble", classes=True)
    assert (answer.count, answer.classes, answer.kind) == (48, 1, "exact")
    assert answer.written() == "48"
    assert "48 cubes satisfy these rules, in 1 symmetry class (listing, exact, " in str(answer)
    shown = answer.as_dict()
    assert (shown["count"], shown["classes"], shown["kind"]) == (48, 1, "exact")
    assert "cubes" not in shown
    assert shown["query"]["pattern"] == "perfect-scramble"


def test_a_number_of_more_than_64_bits_is_whole():
    answer = count("not solved=all")
    assert answer.as_dict()["count"] == 43_252_003_274_489_855_999 > 2**65
    large = count(Pattern((AtMost(15),), puzzle=cubecsp.cube_class(4)().puzzle), time_limit=0.01)
    assert large.count is None


def test_none():
    answer = count(["no-piece-home", "solved=UF"])
    assert (answer.count, answer.status, answer.kind) == (0, Status.INFEASIBLE, "exact")
    assert str(answer).startswith("No cube satisfies these rules (pieces, ")
    assert answer.written() == "0"


def test_an_estimate_is_marked_as_one_everywhere():
    answer = count("at-most=3", estimate=True, samples=2000)
    assert (answer.kind, answer.count) == ("estimate", None)
    assert answer.written().startswith("~")
    assert str(answer).startswith("Estimate: about ")
    shown = answer.as_dict()
    assert "count" not in shown
    assert shown["interval"][0] < shown["estimate"] < shown["interval"][1]
    assert (shown["samples"], shown["confidence"]) == (2000, 0.95)
    assert answer.status is Status.COMPLETE


def test_an_estimate_without_hits_is_an_upper_bound():
    answer = count("perfect-scramble", estimate=True, samples=200)
    assert str(answer).startswith("Estimate: at most ")
    least, most = answer.as_dict()["interval"]
    assert least == 0 < most
    assert answer.written() == f"<={answer.estimate.rounded[2]}"
    assert most <= answer.estimate.rounded[2] < 1.05 * most


def test_a_late_rule_is_counted_by_listing_or_estimated():
    assert count(["order=4", "solved=F2L"]).count == len(
        find(["order=4", "solved=F2L"], limit=None)
    )
    assert count("order=4", estimate=True, samples=300).kind == "estimate"
    with pytest.raises(InputError, match="does not apply to the 2×2×2"):
        count("order=6", size=2)


# What ends it


def test_an_estimate_that_is_ended_before_anything_is_drawn_is_none():
    answer = count("at-most=3", estimate=True, samples=10**9, time_limit=1e-9)
    assert (answer.stopped, answer.status, answer.kind) == (Stop.TIME, Status.UNKNOWN, "nothing")
    assert "samples=" in str(answer)


@pytest.mark.parametrize(
    ("named", "given_up"),
    [
        ({}, True),
        ({"method": "corner-walk"}, False),
        ({"cluster": "local:2"}, False),
        ({"resume": "count.db"}, False),
        ({"method": "corner-walk", "time_limit": 60}, True),
        ({"cluster": "local:2", "time_limit": 60}, True),
        ({"cluster": "local:2", "time_limit": 60, "resume": "count.db"}, False),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, dict) else "",
)
def test_what_was_named_is_given_up_for_a_limit_alone(named, given_up, monkeypatch):
    def slow(_question):
        yield ProgressSign(0.5, 0, left=1e9)
        return ExactCount(7)

    monkeypatch.setattr(counting, "_SURVEY", -1.0)
    monkeypatch.setattr("cubecsp.models.counting.planner._TRIAL", -math.inf)
    monkeypatch.setattr(COUNTERS["corner-walk"], "count", slow)
    answer = count("at-most=3", **named)
    assert answer.method == "corner-walk"
    assert (answer.stopped, answer.count) == ((Stop.COST, None) if given_up else (None, 7))


_RULES = (
    *(
        "solved=F2L",
        "not solved=corners",
        "at-most=1",
        "at-most=3",
        "at-most=5",
        "no-touching=side",
    ),
    *("solved=U-layer", "symmetric=y2", "perfect-scramble", "order=4", "no-touching=across"),
)


@pytest.mark.ordinary(8)
@pytest.mark.parametrize("seed", range(40))
def test_the_reason_of_a_count_is_true(seed, monkeypatch):
    """It agrees with the table of ways, whatever was attempted before."""
    monkeypatch.setattr(counting, "_SURVEY", 0.05)
    monkeypatch.setattr("cubecsp.models.counting.planner._TRIAL", 0.05)
    random = Random(seed)
    rules = random.sample(_RULES, random.randint(1, 2))
    size = 3 if "order=4" in rules else random.choice([2, 3, 3])
    answer = count(rules, size=size, explain=True, estimate=seed % 4 == 0)
    reason, way = answer.plan.reason(answer.method), COUNTERS[answer.method]
    assert f"why: {reason}\n" in f"{answer.explanation()}\n"
    roles = {line.name: line.role for line in answer.ways}
    assert roles[way.name] == "chosen"
    if reason == "it is the quickest":
        assert way.is_immediate(question_of(*rules, size=size))
    elif reason == "a short search for all cubes comes first":
        assert (way.name, answer.count is None) == ("listing", False)
    elif reason.startswith("random cubes come first"):
        assert (way.name, answer.estimate.hits > 0) == ("rejection", True)
    elif reason.startswith(("it is the first way", "nothing else can estimate")):
        assert set(list(roles.values())[: list(roles).index(way.name)]) <= {"refused"}
    else:
        assert answer.count == 0


_OF_FEW = pytest.param(
    9, marks=pytest.mark.slow
)  # `order=4`, of few cubes that nothing finds quickly


@pytest.mark.ordinary(8)
@pytest.mark.parametrize("seed", [*range(9), _OF_FEW, *range(10, 40)])
def test_the_reason_for_a_way_to_draw_is_true(seed):
    """It agrees with the count of all cubes, and every way that was refused has a reason too."""
    random = Random(seed)
    rules = random.sample(_RULES, random.randint(1, 2))
    plan = sample(rules, n=1, seed=seed).plan
    reason = plan.reason()
    assert plan.way.name not in plan.refused
    assert all(plan.refused.values())
    if share := re.match(r"([\d,]+) of ([\d,]+) random candidates satisfy the rules", reason):
        passed, number = (int(text.replace(",", "")) for text in share.groups())
        others = sample(rules, n=100, seed=seed, method="rejection")
        assert 1 / 2 <= (passed / number) / (others.drawn / others.tries) <= 2
    elif reason == "there are few enough cubes to find them all":
        assert find(rules, limit=None).stopped is None
    elif reason == "it is the quickest":
        assert plan.way.immediate
    elif reason == "random candidates satisfy the rules too seldom":
        assert plan.way.name == "few-slots"
    elif not re.match(r"[\d,]+ of [\d,]+ random corners are kept|nothing quicker", reason):
        assert count(rules).count == 0


@pytest.mark.parametrize("asked", [{"depths": True}, {"up_to_rotation": True}])
@pytest.mark.parametrize("named", [{"method": "visiting"}, {"cluster": "local:2"}])
def test_what_is_answered_in_one_way_takes_no_other_place_or_method(asked, named):
    with pytest.raises(InputError, match="is answered in one way, in this process"):
        count(puzzle="pyraminx", **asked, **named)


def test_the_way_that_was_used_is_told_unasked():
    ways = [(way.name, way.role) for way in count("solved=F2L").ways]
    assert ways == [("distances", "refused"), ("pieces", "chosen")]


@pytest.mark.parametrize("quick", [0.0, 0.04])
def test_the_pace_of_a_listing_is_that_from_the_first_cube_on(quick):
    """A share comes to nothing within a second; then there are cubes, at the pace of one in a hundred seconds."""
    now = 0.0
    pace = listing._Pace(lambda: now)
    now = 1.0
    assert pace.seconds_to_go(quick, 0) is None
    assert pace.seconds_to_go(quick, 1) is None
    for now in (2.0, 10.0, 50.0):
        done = quick + (now - 1.0) / 100
        assert pace.seconds_to_go(done, 9) == pytest.approx(100 * (1 - done))
    nothing = listing._Pace(lambda: now)
    assert nothing.seconds_to_go(quick, 7) == math.inf


def test_a_listing_has_a_pace_after_as_much_work_as_before_the_first_cube():
    work = 0.1
    pace = listing._Pace(lambda: work - 0.1)
    work = 0.2
    assert pace.seconds_to_go(0.04, 1) is None
    for more in (0.05, 0.2, 0.9):
        work = 0.2 + more
        left = pace.seconds_to_go(0.04 + more / 1000, 2)
        assert (left is None) == (more < 0.1)
        assert left is None or left == pytest.approx(1000 * (0.96 - more / 1000))


@pytest.mark.parametrize(("threads", "in_vain"), [(1, False), (4, True)])
def test_a_trial_has_its_processor_time_once_for_all_threads(threads, in_vain, monkeypatch):
    """After 0.3 s in which each thread works, four have worked for more than half a second."""
    moment = work = 0.0
    monkeypatch.setattr(counting.time, "monotonic", lambda: moment)
    monkeypatch.setattr(counting.time, "process_time", lambda: work)
    started = counting._Beginning(Executor(threads))
    moment, work = 0.3, 0.3 * threads
    assert started.work == pytest.approx(0.3)
    assert counting._is_in_vain(None, started, 0.5) == in_vain


def test_an_interrupt_keeps_what_is_certain():
    ticks = []

    def tick(_share, note):
        if known := re.match("at least ([0-9,]+)", note):
            ticks.append(int(known[1].strip(",").replace(",", "")))
            raise KeyboardInterrupt

    answer = count("at-most=3", on_progress=tick)
    assert (answer.stopped, answer.status) == (Stop.INTERRUPT, Status.PARTIAL)
    assert answer.at_least >= ticks[-1] > 0
    assert "Interrupted" in str(answer)


def test_progress_never_goes_back():
    seen = []
    answer = count(
        ["permuted=corners", "no-touching=across"],
        method="corner-walk",
        on_progress=lambda share, _note: seen.append(share or 0.0),
        threads=2,
    )
    assert answer.count
    assert seen == sorted(seen)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"method": "abacus"}, "unknown counter 'abacus': expected auto, distances, pieces"),
        ({"method": "pieces"}, "pieces cannot count this: some rules compare stickers of several"),
        ({"method": "filtering"}, "too many cubes"),
        ({"method": "listing", "estimate": True}, "listing gives no estimate"),
        ({"estimate": True, "classes": True}, "symmetry classes cannot be estimated"),
        ({"samples": 5}, "samples are drawn only for an estimate"),
        (
            {"samples": 0, "estimate": True},
            "invalid samples=0: expected an integer from 1 to 2\\^64 - 1 or None",
        ),
        ({"threads": 0}, "invalid threads=0: expected an integer from 1 to 64"),
        ({"seed": -1}, "invalid seed=-1"),
        (
            {"time_limit": 0},
            "invalid time_limit=0: expected a positive number of seconds or None",
        ),
        ({"size": 1}, "invalid size=1"),
    ],
)
def test_what_makes_no_sense_is_refused(options, problem):
    with pytest.raises(InputError, match=problem):
        count("no-touching=diagonal", **options)


def test_faces_that_are_compared_are_refused_by_the_corner_walk():
    with pytest.raises(InputError, match="corner-walk cannot count this: .*patterns of faces"):
        count("perfect-scramble", method="corner-walk")


def test_the_query_reads_like_its_json():
    query = Count(Pattern((AtMost(3),)), estimate=True, samples=10)
    assert query["rules"] == ["at-most=3"]
    assert query["question"] == "count"
    assert dict(query) == query.as_dict()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "about 1 second"),
        (89, "about 89 seconds"),
        (90, "about 2 minutes"),
        (5_399, "about 90 minutes"),
        (5_400, "about 2 hours"),
        (129_599, "about 36 hours"),
        (129_600, "about 2 days"),
        (47_336_000, "about 550 days"),
        (47_340_000, "about 2 years"),
        (5e12, "about 160,000 years"),
        (3.155e16, "about 1,000,000,000 years"),
        (3.156e16, "more than a billion years"),
    ],
)
def test_durations(seconds, words):
    assert duration(seconds) == words


def test_plurals():
    for noun, several in {
        "cube": "cubes",
        "symmetry": "symmetries",
        "day": "days",
        "class": "classes",
        "search": "searches",
    }.items():
        assert [plural(n, noun) for n in (0, 1, 2_000)] == [
            f"0 {several}",
            f"1 {noun}",
            f"2,000 {several}",
        ]


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (1.0, "100 %"),
        (0.941234, "94.1 %"),
        (0.000123, "0.0123 %"),
        (0.0001, "0.01 %"),
        (0.0000999, "less than 0.01 %"),
    ],
)
def test_shares_are_percentages_of_three_figures(share, text):
    assert percent(share) == text


@pytest.mark.parametrize("size", range(2, 9))
def test_without_rules_all_cubes_are_counted(size):
    """By the formula for cubes whose centres of a colour look alike: orbit by orbit, with the parities that tie them."""
    fact, inner = math.factorial, size - 2
    number = fact(8) * 3**7 * fact(12) * 2**11 // 2 if size % 2 else fact(7) * 3**6
    number *= fact(24) ** (inner // 2)
    number *= (fact(24) // fact(4) ** 6) ** (inner**2 // 4)
    answers = [count(size=size), count((), size=size), count([], size=size)]
    for answer in answers:
        assert (answer.count, answer.status, answer.kind) == (number, Status.COMPLETE, "exact")
    assert "are solvable" in str(answers[0])
    size_given = [] if size == 3 else ["--size", size]
    assert ask("count", *size_given, terminal=False).out == f"{number}\n"
    told = REQUESTS["count"](size=size).ask(Mock())
    assert int(told["count"]) == number


def test_without_rules_any_cube_is_found():
    for size in (2, 3, 4):
        found = find(size=size, limit=2, seed=1)
        assert len({cube.facelets for cube in found}) == 2


def test_a_long_estimate_is_a_power_of_ten():
    """A 4×4×4 has 7·10⁴⁵ states; what has up to 30 digits is written out."""
    answer = count("every-colour", size=4, method="rejection", samples=100)
    number, least, most = answer.estimate.rounded
    assert re.fullmatch(r"~\d(\.\d+)?e45", answer.written())
    assert int(Decimal(answer.written()[1:])) == number
    words = re.findall(r"([\d.]+) × 10\^(\d+)", answer.sentence())
    assert [int(Decimal(f"{first}e{power}")) for first, power in words] == [number, least, most]
    assert (rough(677_000_000), rough(2 * 10**30)) == ("677,000,000", "2 × 10^30")


def test_a_closed_form_with_too_many_kinds_of_pieces_is_refused():
    """Each wing forms a separate kind if no pattern continues, which is one case of two."""
    with pytest.raises(InputError, match=r"pieces cannot count this: .*; leave the way to count"):
        count("not continuous", size=5, method="pieces")
    asked = question_of("not continuous", size=5)
    plan = plan_to_count(asked)
    assert plan.others
    with pytest.raises(OutOfReachError, match="the wing slots may hold too many kinds") as raised:
        next(plan.attempts[0].start(asked))
    instead = plan_to_count(asked, failed={"pieces": raised.value.problem})
    assert instead.way.name == "inclusion-exclusion"
    assert faults(asked) == "No closed form counts not continuous."
    assert len(sample("not continuous", size=5, n=2, seed=1)) == 2


def test_a_chosen_way_that_turns_out_to_be_out_of_reach_names_the_planner():
    with pytest.raises(LimitError) as raised:
        count("no-touching=side", puzzle="pyraminx", method="group")
    assert "leave the way to count to the planner" in str(raised.value)
