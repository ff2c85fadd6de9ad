"""The graded instances: the table has the questions that the script makes, and answers that `count` finds, too."""

from __future__ import annotations

import random

import instances
import pytest

from cubecsp import count

MADE = {one.name: one for one in instances.instances()}
KEPT = instances.kept()


def test_the_table_has_what_the_script_makes():
    assert len(MADE) == len([*instances.instances()]) >= 180
    assert KEPT.keys() <= MADE.keys()
    asked = {name: " ".join(MADE[name].rules) for name in KEPT}
    assert asked == {name: row["rules"] for name, row in KEPT.items()}


@pytest.mark.parametrize("family", ["small", "pinned", "face", "none", "bound"])
def test_answers_by_counting(family):
    quick = [n for n, row in KEPT.items() if n.startswith(family) and row["native"]]
    for name in random.Random(0).sample(quick, min(3, len(quick))):
        one = MADE[name]
        assert count(one.rules, size=one.size).count == int(KEPT[name]["answer"]), name


def test_foreign_solvers_are_compared_with_the_table(capsys):
    name = "none-turned-UR"
    assert instances.ask([MADE[name]], {"clasp": lambda *_: 0}, 1.0, make=False)
    assert not instances.ask([MADE[name]], {"clasp": lambda *_: 1}, 1.0, make=False)
    assert f"{name}: 0 or 1" in capsys.readouterr().out
