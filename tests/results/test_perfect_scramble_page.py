"""The page about the perfect scramble says what is kept in results/."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shlex
from pathlib import Path

import pytest
from kept import results

from cubecsp import Cube, conjugates, find
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.models.proofs import external_checkers
from cubecsp.models.proofs.formula import Formula
from cubecsp.questions.verify import verify

ROOT = Path(__file__).parents[2]
CERTIFICATE = ROOT / "results" / "certificate"
KEPT = results()
SIX = [str(rule) for rule in PERFECT_SCRAMBLE.rules]


@pytest.fixture(scope="module")
def page() -> str:
    """Give the page without its code, in one line."""
    text = (ROOT / "docs" / "perfect-scramble.md").read_text("utf-8")
    return re.sub(r"\s+", " ", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))


def answer(name: str, words: str, read: str = "count"):
    """Return what is kept for a command that says these words after its name, in any order."""
    wanted = sorted(shlex.split(words))
    (found,) = [
        value.answer
        for value in KEPT[name].values
        if value.read == read and sorted(shlex.split(value.command)[_BEFORE[name] :]) == wanted
    ]
    return found


_BEFORE = {
    "conflicts": 3,
    "nearest": 2,
}  # words before what is asked: `python -m cubecsp`, `python SCRIPT`


def left(*dropped: str, added: str) -> int:
    kept = " ".join(rule for rule in SIX if rule not in dropped)
    return answer("conflicts", f"count {kept} {added}")


def nearest(rule: str, added: str = "", read: str = "places"):
    return answer("nearest", f"--without {rule}{f' --with {added}' if added else ''}", read)


def test_the_cube_that_is_shown_is_made_by_the_moves_beside_it(page):
    moves = KEPT["perfect-scramble"].values[3].answer[0]
    assert f"`{moves}` makes it: {len(moves.split())} turns" in page


def test_what_would_have_to_give(page):
    home = "no-piece-home"
    assert f"{left('no-touching=side', added=home):,} if equal colours may be side by side" in page
    assert f"{left('no-touching=diagonal', added=home):,} if they may touch diagonally" in page
    assert (
        f"{left('no-touching=across', added=home):,} if they may touch where two faces meet" in page
    )
    assert f"the second, {left('every-colour', 'at-most=2', added=home)} cubes are left" in page
    junctions = [left(rule, added="junctions=face") for rule in (SIX[0], SIX[1], SIX[3], SIX[5])]
    table = re.findall(r"\| [1246], [\w ]+ \| ([\d,]+) \|", page)
    assert table == [f"{number:,}" for number in junctions]


def test_the_conflicts(page):
    both = "perfect-scramble no-piece-home junctions=face"
    numbers = [
        len(answer("conflicts", f"explain {both}", f"{kind}.*.rules"))
        for kind in ("conflicts", "corrections")
    ]
    assert "There are {} minimal conflicts and {} corrections".format(*numbers) in page


def test_the_nearest(page):
    before, _, _ = page.partition("## Twenty turns")
    table = re.findall(r"\| ([1-6]) \| (\w+) .*? \| ([\d,]+) \|", before)
    words = {"one": 1, "two": 2}
    assert [(words[few], int(number)) for _, few, number in table] == [
        (nearest(rule), nearest(rule, read="count")) for rule in SIX
    ]
    home = [nearest(rule, "no-piece-home") for rule in SIX[2:5]]
    assert home == [3, 3, 2]
    assert (
        "Breaking the third or the fourth takes three pairs. Breaking the fifth takes two" in page
    )
    alike = {*conjugates(Cube(nearest(SIX[4], "no-piece-home", "facelets")))}
    assert nearest(SIX[4], "no-piece-home", "count") == len(alike) == 48
    assert f"`{nearest(SIX[4], 'no-piece-home', 'generator')}` makes it" in page


def test_the_proof(page):
    proof = {value.asked: value.answer for value in KEPT["proof"].values}
    manifest = json.loads((CERTIFICATE / "manifest.json").read_text("utf-8"))
    assert (proof["how many cubes"], proof["whether it is accepted"]) == (48, True)
    assert manifest["count"] == 48
    assert proof["clauses of the proof"] == manifest["proof"]["clauses"]
    assert f"{manifest['formula']['clauses']['rules']:,} small statements" in page
    assert f"a chain of {manifest['proof']['clauses']:,} further statements" in page
    files = {"the formula": "formula.cnf.gz", "the proof in DRAT": "proof.drat.gz"}
    for kind, name in files.items():
        with gzip.open(CERTIFICATE / name) as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        assert digest == proof[f"hash of {kind}"]


def test_the_formula_of_the_certificate_is_that_of_the_rules():
    """Made again, for the cubes that are found."""
    cubes = sorted(report.cube.seen for report in find(PERFECT_SCRAMBLE, limit=None))
    made = "".join(Formula(PERFECT_SCRAMBLE, cubes, None).lines())
    with gzip.open(CERTIFICATE / "formula.cnf.gz", "rt") as file:
        kept = file.read()
    assert sorted(made.splitlines()) == sorted(kept.splitlines())


@pytest.mark.exhaustive
@pytest.mark.skipif(
    not external_checkers.FOREIGN["dratify"].is_installed(), reason="dratify is not installed"
)
def test_the_certificate_is_accepted():
    assert verify(CERTIFICATE, foreign=["dratify"]).accepted


def test_who_needs_twenty_turns(page):
    values = KEPT["twenty"].values
    searched = {one.asked: one.answer for one in values if one.read == "searched"}
    for number in searched.values():
        assert f"{number:,}" in page
    left = {
        f
        for one in values
        if one.read == "left.*.facelets" and "symmetric=T" not in one.command
        for f in one.answer
    }
    solved = [one for one in values if one.read in ("cubes.*.proven", "cubes.*.length")]
    assert left == {word for one in solved for word in shlex.split(one.command) if len(word) == 54}
    assert all(turns <= 19 for one in solved for turns in one.answer)
    (turns,) = [one.answer for one in values if one.read == "cubes.0.proven"]
    (moves,) = [one.answer for one in values if one.read == "cubes.0.generator"]
    assert turns == 20
    assert len(moves.split()) == 20
    assert f"`{moves}`" in page
    cube = Cube.from_moves(moves)
    broken = {str(rule) for rule in PERFECT_SCRAMBLE.rules if not rule.holds(cube)}
    assert broken == {"every-colour", "at-most=2", "faces-differ"}
