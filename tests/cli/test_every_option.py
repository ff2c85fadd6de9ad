"""Every option of every command changes what can be seen, in the way that its help says.

The options are read from the parsers: one without a test here fails, and so does a test of none.
"""

from __future__ import annotations

import argparse

import options_of_counting  # noqa: F401  # registers its tests
import options_of_explaining  # noqa: F401  # registers its tests
import options_of_finding  # noqa: F401  # registers its tests
import options_of_long_runs  # noqa: F401  # registers its tests
import options_of_many  # noqa: F401  # registers its tests
import options_of_picture
import options_of_proving  # noqa: F401  # registers its tests
import options_of_puzzles  # noqa: F401  # registers its tests
import options_of_recognising  # noqa: F401  # registers its tests
import options_of_sampling  # noqa: F401  # registers its tests
import options_of_serving  # noqa: F401  # registers its tests
import options_of_solving  # noqa: F401  # registers its tests
import pytest
from asking import USUAL
from options_registered import TESTS, every_option, refused

pytestmark = pytest.mark.usefixtures("folder")


def test_every_option_has_a_test():
    assert set(TESTS) == set(every_option())


def marked(command, flag):
    """Return a case of `test_options`: of those that start a cluster one is enough."""
    dear = flag == "--cluster" and command != "find"
    return pytest.param(command, flag, marks=pytest.mark.slow if dear else ())


@pytest.mark.parametrize(("command", "flag"), [marked(*one) for one in every_option()])
def test_options(command, flag):
    TESTS[command, flag](command)


def test_abbreviations_are_refused():
    """An abbreviation would mean another option, or none, when options are added."""
    for command in ("find", "solve"):
        assert "--js" in refused(command, *USUAL[command], "--js")


@pytest.mark.parametrize(
    "more",
    [
        *(["--view", "net"], ["--back"], ["--rotation", "y30"], ["--scheme", "grey"]),
        *(["--arrows", "U1U3"], ["--background", "red"], ["--size", "3"]),
    ],
)
def test_the_parameters_of_visualcube_say_how_it_is_drawn(more):
    cube = "view=plan&stage=oll&case=R U2 R' U' R U' R'"
    assert f"{more[0]} cannot be used with" in refused("picture", cube, *more)
    assert (
        options_of_picture.drawn("--letters", cube=cube)
        != options_of_picture.drawn(cube=cube)
        != options_of_picture.drawn("--mark", "U1", cube=cube)
    )
    assert options_of_picture.drawn("--pixels", "77", cube=cube) != options_of_picture.drawn(
        cube=cube
    )


def test_the_walk_sees_what_argparse_sees():
    sub = argparse.ArgumentParser()
    sub.add_argument("--new")
    assert [a.option_strings[-1] for a in sub._actions] == ["--help", "--new"]
