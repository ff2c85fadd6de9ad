"""Tests of the options of what counts, and of what was counted; see `options_registered`."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from unittest import mock

import pytest
from asking import ask, untimed
from options_registered import (
    answered,
    choices,
    json,
    option,
    refused,
    usual,
)
from planted_results import plant_results

from cubecsp.models.counting import COUNTERS


@option("--size", "count")
def counts_cubes_of_that_size(command):
    pocket = json(command, "solved=URF", "--size", "2")
    assert pocket["count"] == 720 * 3**5
    assert pocket["query"]["size"] == 2
    assert "4×4×4" in refused(command, "solved=URF", "--size", "4")


@option("--classes", "count")
def counts_classes_too(command):
    answer = json(command, "perfect-scramble", "--classes")
    assert (answer["count"], answer["classes"], answer["class_symmetries"]) == (48, 1, 48)
    assert "classes" not in json(command, "perfect-scramble")
    assert "in 1 class" in answered(command, "perfect-scramble", "--classes").out
    assert "classes" in refused(command, "at-most=3", "--classes", "--estimate")


@option("--estimate", "count")
def gives_an_estimate(command):
    answer = json(command, "at-most=3", "--estimate")
    least, most = answer["interval"]
    assert (answer["kind"], answer["confidence"]) == ("estimate", 0.95)
    assert least < answer["estimate"] < most
    assert "count" not in answer
    assert answered(command, "at-most=3", "--estimate").out.startswith("Estimate: about ")
    printed = ask(command, "at-most=3", "--estimate", terminal=False).out
    assert printed[0] == "~"
    assert least < int(printed[1:]) < most  # to as many digits as it is worth


@option("--samples", "count")
def draws_so_many(command):
    for number in (1, 77):
        assert json(command, "at-most=3", "--estimate", "--samples", number)["samples"] == number
    assert "--samples" in refused(command, "at-most=3", "--estimate", "--samples", "0")
    assert "--estimate" in refused(command, "at-most=3", "--samples", "7")


@option("--seed", "count")
def draws_others(command):
    more = ["no-touching=side", "--estimate", "--samples", "500"]
    one, again, two = (json(command, *more, "--seed", s)["estimate"] for s in (1, 1, 2))
    assert one == again != two
    assert "--seed" in refused(command, *more, "--seed", "-1")


@option("--method", "count")
def chooses_how_to_count(command):
    names = choices(command, "--method")
    assert names == ["auto", *COUNTERS]
    asked = ["solved=F2L", "oriented=all"]
    for name in names:
        why = {
            "cycle-types": "oriented=all is about more than orders",
            "filtering": "too many cubes",
            "corner-darts": "no rule compares an edge",
            "weighted-walks": "small cubes",
            "group": "puzzles that are not cubes",
            "visiting": "puzzles that are not cubes",
        }.get(name)
        if why is not None:
            assert why in refused(command, *asked, "--method", name)
            continue
        answer = json(command, *asked, "--method", name)
        assert answer["method"] == (name if name != "auto" else "pieces")
        assert answer.get("count", 288) == 288
    assert "--method" in refused(command, *asked, "--method", "abacus")


@option("--explain", "count")
def tells_how_it_would_be_counted(command):
    rules = ["at-most=2", "no-touching=diagonal"]  # soon a forecast is possible
    with mock.patch("cubecsp.questions.count._SURVEY", 0.1):
        told = answered(command, *rules, "--explain").out
        answer = json(command, *rules, "--explain")
    assert re.search(r"^way +predicted +", told)
    assert re.search(r"^listing +(chosen|tried) ", told, re.MULTILINE)
    assert re.search(r"^pieces +refused +- +some rules compare stickers", told, re.MULTILINE)
    assert re.search(r"^time: (about|longer)", told, re.MULTILINE)
    assert "done already" in usual(command, "--explain").out
    assert (answer["plan"], answer["status"]) == (["listing", "corner-walk"], "complete")
    assert "count" not in answer


@option("--threads", "count")
def counts_with_threads(command):
    asked = ["permuted=corners", "no-touching=across", "oriented=edges", "--method", "corner-walk"]
    one, three = (json(command, *asked, "--threads", number) for number in (1, 3))
    assert (one["query"]["threads"], three["query"]["threads"]) == (1, 3)
    assert one["count"] == three["count"] > 0
    assert "1 to 64" in refused(command, *asked, "--threads", "1000")


@option("--all", "results")
def checks_what_takes_long_too(command):
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        plant_results(Path(folder), patch)
        quick = answered(command, "check", "planted").out
        assert "left out   planted, edges solved, slowly" in quick
        whole = answered(command, "check", "planted", "--all", code=1).out
        assert "DIFFERS    planted, edges solved, slowly" in whole
        assert "left out" not in whole
    assert "for checking" in refused(command, "--all")


@option("--verbose", "count")
def tells_the_plan_too(command):
    plain, told = usual(command), usual(command, "--verbose")
    assert untimed(told.out) == untimed(plain.out)
    assert plain.err == ""
    assert re.search(r"^pieces +chosen +- +closed forms", told.err, re.MULTILINE)
