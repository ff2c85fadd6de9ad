"""Scrambles of other puzzles as competitions have them: their form, what they are drawn from, and when they are not."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import gcd

import pytest
from asking import ask, piped

from cubecsp import InputError, scramble
from cubecsp.puzzle import load_puzzle
from cubecsp.questions.moving import official_scrambles

LINE = r"(R(\+\+|--) D(\+\+|--) ){5}U'?"
MEGAMINX = re.compile(rf"{LINE}( {LINE}){{6}}")
HOURS = r"([0-6]\+|[1-5]-)"
CLOCK = re.compile(
    " ".join(f"{p}{HOURS}" for p in ["UR", "DR", "DL", "UL", "U", "R", "D", "L", "ALL"])
    + " y2 "
    + " ".join(f"{p}{HOURS}" for p in ["U", "R", "D", "L", "ALL"])
)


def test_scrambles_of_megaminx():
    drawn = scramble(puzzle="megaminx", n=40, seed=3)
    mega, seen = load_puzzle("megaminx"), Counter()
    for report in drawn:
        text = str(report.generator)
        assert MEGAMINX.fullmatch(text)
        assert len(report.generator) == 77
        assert set(re.findall(r"D(\+\+|--) U('?)", text)) <= {("++", ""), ("--", "'")}
        assert mega.solved.apply(text) == report.cube
        assert report.cube.apply(report.solution) == mega.solved
        seen.update(text.split())
    assert drawn.query["wca"]
    assert drawn.method == "random-moves"
    assert len({str(report.generator) for report in drawn}) == 40
    for move in ("R++", "D++"):  # each of 1,400 moves with probability 1/2
        assert abs(seen[move] - 700) < 5 * 1400**0.5 / 2


def test_lines_are_for_people():
    plain = piped("scramble", "--puzzle", "megaminx", "--seed", "3", "-n", "2").out.splitlines()
    assert all(MEGAMINX.fullmatch(line) for line in plain)
    assert len(plain) == 2
    told = ask("scramble", "--puzzle", "megaminx", "--seed", "3", "--color", "always")
    first, *others = told.out.splitlines()[:7]
    lines = [first.removeprefix("1:  "), *(line.removeprefix("    ") for line in others)]
    assert " ".join(lines).removesuffix("  (77 moves)") == plain[0]
    assert all(re.fullmatch(LINE, line.removesuffix("  (77 moves)")) for line in lines)


def determinant(rows):
    """Return the determinant of a matrix of integers, exactly (Gauss)."""
    rows, result = [[Fraction(x) for x in row] for row in rows], Fraction(1)
    for at in range(len(rows)):
        pivot = next(r for r in range(at, len(rows)) if rows[r][at])
        if pivot != at:
            rows[at], rows[pivot], result = rows[pivot], rows[at], -result
        result *= rows[at][at]
        for other in rows[at + 1 :]:
            factor = other[at] / rows[at][at]
            for column in range(at, len(rows)):
                other[column] -= factor * rows[at][column]
    return int(result)


def test_fourteen_turns_make_every_state_of_a_clock_once():
    """The dials that 14 turns change are a matrix that has an inverse modulo 12: four dials behind follow axles."""
    clock = load_puzzle("clock")
    turns = [f"{p}1+" for p in official_scrambles._FRONT]
    turns += [f"y2 {p}1+ y2" for p in official_scrambles._BACK]
    rows = [[turned for _, turned in clock.solved.apply(turn).slots] for turn in turns]
    free = [dial for dial in range(18) if dial not in (9, 11, 15, 17)]  # the corners behind
    assert gcd(determinant([[row[dial] for dial in free] for row in rows]), 12) == 1
    assert official_scrambles._OFFICIAL["clock"].states == 12 ** len(rows)


def test_scrambles_of_clock():
    drawn = scramble(puzzle="clock", n=360, seed=3)
    assert all(CLOCK.fullmatch(str(report.generator)) for report in drawn)
    assert (drawn.method, drawn.total, drawn.query["wca"]) == ("group", 12**14, True)
    clock = load_puzzle("clock")
    for report in drawn[:20]:
        assert clock.solved.apply(str(report.generator)) == report.cube
    for dial in range(18):  # every hour 30 times: chi-squared with 11 degrees of freedom
        hours = Counter(report.cube.slots[dial][1] for report in drawn)
        assert sum((hours[h] - 30) ** 2 / 30 for h in range(12)) < 38  # 1 in 13,000


@pytest.mark.parametrize(("name", "least", "seed"), [("skewb", 7, 2), ("pyraminx", 6, None)])
def test_states_that_are_too_near_are_drawn_again(name, least, seed, monkeypatch):
    if seed is None:  # practically never so near: a larger number stands for it
        least, seed = 10, 1
        official = official_scrambles.OfficialScramble(least=least)
        monkeypatch.setitem(official_scrambles._OFFICIAL, name, official)
    drawn = [*scramble(puzzle=name, n=5, seed=seed)]
    assert all(report.length >= least for report in drawn)
    monkeypatch.setitem(official_scrambles._OFFICIAL, name, None)
    every = [*scramble(puzzle=name, n=6, seed=seed)]
    kept = [report.cube for report in every if report.length >= least]
    assert kept == [report.cube for report in drawn][: len(kept)]
    assert any(report.length < least for report in every[:5])


def test_tips_of_a_pyraminx_come_last():
    for report in scramble(puzzle="pyraminx", n=9, seed=3):
        assert re.fullmatch(r"([ULRB]'? ?)+(u'? ?)?(l'? ?)?(r'? ?)?(b'?)?", str(report.generator))
        assert load_puzzle("pyraminx").solved.apply(str(report.generator)) == report.cube


@pytest.mark.parametrize(
    "options", [{"turns": "U,R"}, {"rules": "not solved=all"}, {"random_moves": 20}]
)
def test_other_questions_are_not_official(options):
    drawn = scramble(puzzle="skewb", n=1, seed=1, **options)
    assert not drawn.query["wca"]
    if "rules" not in options:
        (report,) = scramble(puzzle="clock", seed=1, **options)
        assert not CLOCK.fullmatch(str(report.generator))


def test_puzzles_without_official_scrambles():
    with pytest.raises(InputError, match="are random moves"):
        scramble(puzzle="megaminx", method="group")
    (report,) = scramble(puzzle="square1", random_moves=25, seed=2)
    assert re.fullmatch(r"(\(-?\d,-?\d\))?(/ ?(\(-?\d,-?\d\))?)*", str(report.generator))
    assert load_puzzle("square1").solved.apply(str(report.generator)) == report.cube
