"""Help: commands by groups, options in a line each, and what several commands share explained once."""

from __future__ import annotations

import re

import pytest
from asking import ask

from cubecsp.cli.commands import COMMANDS, GROUPS
from cubecsp.cli.parser import parser_of
from cubecsp.cli.topics import TOPICS


def options(command):
    for action in parser_of(COMMANDS[command])._actions:
        yield action, action.help() if callable(action.help) else action.help


def test_each_command_is_in_one_group():
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_option_is_explained_in_at_most_a_hundred_characters(command):
    for action, text in options(command):
        assert 0 < len(text) <= 100, action.dest


_HEADINGS = ("options", "reading", "limits", "search", "moves", "long searches", "output")
_OTHERS = "other puzzles and sizes"


@pytest.mark.parametrize("command", COMMANDS)
def test_options_stand_under_the_same_headings_in_the_same_order(command):
    """What is asked comes first, and what other puzzles have comes last."""
    sections = re.split(r"^(\w[\w ]*):$", ask("help", command).out, flags=re.MULTILINE)
    headings = [heading for heading in sections[1::2] if heading not in ("examples", "formats")]
    known = [heading for heading in (*_HEADINGS, _OTHERS) if heading in headings]
    assert [heading for heading in headings if heading in known] == known
    assert len(set(headings)) == len(headings)
    text = dict(zip(sections[1::2], sections[2::2], strict=True))
    for option in re.findall(
        r"^  (--puzzle|--ignore-orientation)\b", "".join(sections), re.MULTILINE
    ):
        assert option in text[_OTHERS]
        assert headings[-1] == _OTHERS


def test_help_for_all_has_a_line_on_each_command_and_names_the_topics():
    shown = ask("help").out
    assert shown == ask("--help").out
    for name in COMMANDS:
        assert f"\n  {name} " in shown
        assert COMMANDS.summary(name) in shown
        assert len(COMMANDS.summary(name)) <= 62
    assert ", ".join(TOPICS) in shown


@pytest.mark.parametrize("topic", TOPICS)
def test_topics_fit_on_a_screen(topic):
    lines = ask("help", topic).out.splitlines()
    assert 3 < len(lines) < 40
    assert max(map(len, lines)) <= 120


def test_help_for_a_command_is_what_its_option_prints():
    assert ask("help", "solve").out == ask("solve", "--help").out


def test_help_for_nothing_that_there_is():
    assert ask("help", "puzzles", "sizes").code == 2
    told = ask("help", "puzles")
    assert (told.code, told.out) == (2, "")
    assert "puzzles" in told.err
