"""Certificates: written whole or not at all, accepted if they prove what they claim, and refused if not."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import threading
from functools import cache
from pathlib import Path

import pytest
from certificates import (
    CUBES,
    DRAT,
    FORMULA,
    LRAT,
    SYMMETRY,
    content,
    fit,
    lines_of,
    manifest_of,
    mutated,
    put,
    put_manifest,
    still_proves,
)

from cubecsp import (
    Cube,
    EngineError,
    InputError,
    Status,
    Stop,
    count,
    cube_class,
    find,
    prove,
    verify,
)
from cubecsp.models.proofs import external_checkers, refutation
from cubecsp.models.proofs.certificate import VARIABLES
from cubecsp.questions import prove as proving

OF_LISTS = [
    name for name, checker in external_checkers.FOREIGN.items() if checker.proof in (DRAT, LRAT)
]
"""The foreign checkers of proofs that there are no other cubes; others check counts."""

QUESTIONS = {
    "pocket": (["no-touching=side", "no-touching=across"], 2, False),
    "pocket, symmetric": (["no-touching=side", "no-touching=across"], 2, True),
    "pocket, fewer": (["no-touching=side", "no-touching=across", "at-most=1"], 2, False),
    "pocket, fewer, symmetric": (["no-touching=side", "no-touching=across", "at-most=1"], 2, True),
    "hundreds": (["solved=F2L+edges"], 3, False),
    "one": (["solved=all"], 3, False),
    "one of 4×4×4": ([f"stickers={cube_class(4).from_moves('R u2').facelets}"], 4, False),
    "none": (["perfect-scramble", "no-piece-home"], 3, True),
    "filtered": (["solved=F2L+edges", "order=6"], 3, False),
    "perfect": (["perfect-scramble"], 3, True),
    "nothing fixed": (["solved=F2L+edges", "symmetric=C1"], 3, True),
}
SMALL = ("pocket", "pocket, symmetric", "hundreds", "filtered", "one")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Give the certificate of a question, made once."""
    folder = tmp_path_factory.mktemp("certificates")

    @cache
    def certificate(name: str) -> Path:
        rules, size, symmetry = QUESTIONS[name]
        place = folder / name.replace(",", "")
        answer = prove(rules, place, size=size, symmetry=symmetry)
        assert answer.certificate is not None, answer.sentence()
        return place

    return certificate


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_proven_is_what_is_found_and_what_is_counted(name, made):
    rules, size, symmetry = QUESTIONS[name]
    folder = made(name)
    found = find(rules, size=size, limit=None)
    listed = [line.decode() for line in content(folder, CUBES).split()]
    assert sorted(listed) == sorted(report.facelets for report in found)
    manifest = manifest_of(folder)
    assert manifest["count"] == len(listed) == found.count
    assert manifest["count"] == count(rules, size=size, time_limit=60).count
    assert manifest["symmetry"] == symmetry == (folder / SYMMETRY).is_file()
    assert {path.name for path in folder.iterdir()} == {*manifest["files"], "manifest.json"}
    answer = verify(folder)
    assert answer.accepted, answer.sentence()
    assert answer.count == manifest["count"]
    assert manifest["claim"] in answer.sentence()
    assert json.loads(json.dumps(answer.as_dict()))["accepted"] is True


@pytest.mark.parametrize("name", OF_LISTS)
@pytest.mark.parametrize(
    "question", ["pocket", "none", pytest.param("perfect", marks=pytest.mark.slow)]
)
def test_foreign_checkers_accept_it_and_refuse_half_of_it(name, question, made, tmp_path):
    checker = external_checkers.FOREIGN[name]
    if not checker.is_installed():
        pytest.skip(f"{name} is not installed")
    assert verify(made(question), foreign=[name]).accepted
    damaged = tmp_path / "damaged"
    shutil.copytree(made(question), damaged)
    lines = lines_of(damaged, FORMULA)
    head = lines[0].split()
    kept = lines[1:-1] if question == "pocket" else lines[1 : len(lines) // 2]
    head[3] = str(len(kept)).encode()
    put(damaged, FORMULA, b" ".join(head) + b"\n" + b"".join(kept))
    with pytest.raises(external_checkers.RefusedError):
        checker.check(damaged, manifest_of(damaged)["count"], None)


@pytest.mark.slow
def test_without_the_proof_in_lrat_somebody_else_has_to_check_the_other(
    made, monkeypatch, tmp_path
):
    folder = shutil.copytree(made("pocket"), tmp_path / "folder")
    (folder / LRAT).unlink()
    refused = verify(folder)
    assert not refused.accepted
    assert refused.checks[-1].finding == (
        f"{LRAT} is missing; foreign='dratify' or foreign='drat-trim' checks {DRAT} instead"
    )
    said = []
    monkeypatch.setattr(external_checkers.ForeignChecker, "require", lambda _: ["checker"])
    monkeypatch.setattr(
        external_checkers.ForeignChecker,
        "check",
        lambda one, *_: said.append(one.name) or one.accepted,
    )
    with pytest.raises(InputError, match="cake_lpr does not check certificates of this kind"):
        verify(folder, foreign=["cake_lpr"])  # it reads LRAT
    assert said == []
    assert verify(folder, foreign=["drat-trim"]).accepted
    assert said == ["drat-trim"]
    manifest = manifest_of(folder)
    manifest["proof"]["clauses"] += 1
    put_manifest(folder, manifest)
    assert verify(folder, foreign=["drat-trim"]).checks[-1].name == "proof"


def test_a_foreign_checker_that_is_missing_is_named(made, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EngineError, match=r"drat-trim is not installed: build it from github"):
        verify(made("one"), foreign=["drat-trim"])
    with pytest.raises(
        InputError,
        match="unknown foreign checker .drat.; did you mean dratify. .dratify, drat-trim",
    ):
        verify(made("one"), foreign=["drat"])


def test_the_map_names_what_variables_say(made):
    told = content(made("one"), "variables.txt").decode().splitlines()
    number, *words = told[0].split()
    assert (number, words) == ("2", ["URF", "holds", "URF"])
    assert sum("holds" in line for line in told) == 8 * 24 + 12 * 24
    assert sum("shows" in line for line in told) == 48 * 6
    solved = {line.split(" ", 1)[1]: line.split()[0] for line in told}
    last = lines_of(made("one"), FORMULA)[-1].split()[:-1]
    assert b"-" + solved["URF holds URF"].encode() in last
    assert len(last) == 20


# ---------------------------------------------------------------- damaged ones


def judged(folder: Path) -> bool:
    """Return whether a certificate is accepted; a file that is not one is refused, too."""
    try:
        answer = verify(folder)
    except InputError:
        return False
    assert answer.status in (Status.COMPLETE, Status.INFEASIBLE)
    return answer.accepted


def try_mutations(made, names, number, seed, tmp_path):
    draw = random.Random(seed)
    refused = 0
    for _ in range(number):
        original = made(draw.choice(names))
        folder = tmp_path / "damaged"
        done = mutated(original, folder, draw)
        if judged(folder):
            assert still_proves(folder, original), (original.name, done)
        else:
            refused += 1
    assert refused > 0.8 * number


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(4))
def test_what_no_longer_proves_the_claim_is_refused(seed, made, tmp_path):
    try_mutations(made, SMALL, 18, seed, tmp_path)


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("before", [b"\n", b" "])
def test_a_proof_spaced_in_another_way_is_refused_and_no_more(before, made, tmp_path):
    """The native checker reads any spaces; what compares the two proofs reads lines."""
    folder = tmp_path / "spaced"
    shutil.copytree(made("pocket"), folder)
    lines = lines_of(folder, LRAT)
    deletion = next(number for number, line in enumerate(lines) if b" d " in line)
    lines[deletion] = before + lines[deletion]
    put(folder, LRAT, b"".join(lines))
    fit(folder)
    (refused,) = [done for done in verify(folder).checks if not done.passed]
    assert "proof" in refused.finding


def test_a_map_of_other_variables_is_refused(made, tmp_path):
    """The map is as long as before, and its hash is that of the manifest."""
    folder = tmp_path / "renamed"
    shutil.copytree(made("pocket"), folder)
    text = (folder / VARIABLES).read_bytes()
    put(folder, VARIABLES, text.replace(b"1", b"2", 1))
    fit(folder)
    (refused,) = [done for done in verify(folder).checks if not done.passed]
    assert f"{VARIABLES} is not the map" in refused.finding


def test_what_is_no_certificate_is_distinguished(tmp_path):
    with pytest.raises(InputError, match="not a folder with a certificate"):
        verify(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"unknown checker 'rust': expected native or python"):
        verify(tmp_path, engine="rust")


# ---------------------------------------------------------------- whole or not at all


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.slow
def test_it_is_the_same_every_time(made, tmp_path):
    rules, size, symmetry = QUESTIONS["pocket, symmetric"]
    again = tmp_path / "again"
    prove(rules, again, size=size, symmetry=symmetry)
    assert manifest_of(again)["files"] == manifest_of(made("pocket, symmetric"))["files"]


@pytest.mark.slow
def test_a_certificate_takes_the_place_of_another_and_of_nothing_else(tmp_path):
    place = tmp_path / "proven"
    place.mkdir()
    prove("solved=all", place, size=2)
    prove("solved=all", place, size=3)
    assert manifest_of(place)["size"] == 3
    assert leftovers(tmp_path) == ["proven"]
    (place / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="exists and is not a certificate"):
        prove("solved=all", place)
    (tmp_path / "link").symlink_to(place)
    (tmp_path / "file").write_text("mine")
    for taken in ("link", "file"):
        with pytest.raises(InputError, match="exists and is not a certificate"):
            prove("solved=all", tmp_path / taken)
    with pytest.raises(InputError, match="cannot be (written|used)"):
        prove("solved=all", tmp_path / "file" / "below")


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("where", ["solve", "write", "rename"])
def test_whatever_ends_it_leaves_nothing_that_looks_whole(where, tmp_path, monkeypatch):
    place = tmp_path / "proven"
    prove("solved=all", place, size=2)
    before = manifest_of(place)

    def stop(*_, **__):
        raise KeyboardInterrupt

    target = {
        "solve": (proving, "refutation"),
        "write": (proving, "write_proof"),
        "rename": (Path, "rename"),
    }[where]
    monkeypatch.setattr(*target, stop)
    answer = prove("solved=all", place, size=3)
    assert answer.stopped is Stop.INTERRUPT
    assert answer.status is Status.UNKNOWN
    assert answer.certificate is None
    assert "no certificate written" in answer.sentence()
    assert manifest_of(place) == before
    assert leftovers(tmp_path) == ["proven"]


def test_ctrl_c_while_the_solver_works(tmp_path):
    def on_progress(_fraction, stage):
        if "others" in stage and not sent.is_set():
            sent.set()
            os.kill(os.getpid(), signal.SIGINT)

    sent = threading.Event()
    answer = prove("perfect-scramble", tmp_path / "proven", on_progress=on_progress)
    assert (answer.stopped, answer.count) == (Stop.INTERRUPT, None)
    assert leftovers(tmp_path) == []


@pytest.mark.slow
def test_what_is_proven_stays_proven_if_its_cubes_are_not_all_given(tmp_path, monkeypatch):
    """Once the certificate is written, a stop ends only the list of its cubes in the answer."""
    made = proving.CubeReport.of

    def interrupted(cube):
        if len(given) == 5:
            raise KeyboardInterrupt
        given.append(cube)
        return made(cube)

    given: list[Cube] = []
    monkeypatch.setattr(proving.CubeReport, "of", interrupted)
    answer = prove("solved=F2L+edges", tmp_path / "proof")
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.INTERRUPT)
    assert (answer.count, len(answer.cubes)) == (324, 5)
    assert answer.sentence().startswith("Exactly 324 cubes of size 3×3×3 satisfy")
    assert answer.sentence().endswith("Interrupted before they were all given.")
    assert verify(tmp_path / "proof").accepted


@pytest.mark.slow
def test_the_time_limit_ends_it(tmp_path):
    answer = prove("perfect-scramble", tmp_path / "proven", time_limit=0.5)
    assert (answer.stopped, answer.status) == (Stop.TIME, Status.UNKNOWN)
    assert leftovers(tmp_path) == []


def test_too_many_cubes_are_not_ruled_out_one_by_one(tmp_path):
    answer = prove("solved=F2L", tmp_path / "proven")
    assert (answer.stopped, answer.status, answer.count) == (Stop.LIMIT, Status.UNKNOWN, None)
    assert "too many" in answer.sentence()
    assert leftovers(tmp_path) == []


def test_a_cube_that_was_overlooked_is_found_out(tmp_path, monkeypatch):
    """The solver finds it, and there is no proof without it."""
    known = proving.all_solutions

    def overlooking(*given):
        found = yield from known(*given)
        found.satisfying.pop()
        return found

    monkeypatch.setattr(proving, "all_solutions", overlooking)
    with pytest.raises(AssertionError, match="that the engine has not found"):
        prove("solved=F2L+edges", tmp_path / "proven")
    assert leftovers(tmp_path) == []


def test_without_python_sat_it_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pysolvers", None)
    with pytest.raises(EngineError, match="proofs need python-sat"):
        prove("solved=all", tmp_path / "proven", size=2)
    assert leftovers(tmp_path) == []


def test_a_solver_whose_proof_is_damaged_is_not_believed(tmp_path, monkeypatch):
    trimmed = refutation.TrimmedProof
    monkeypatch.setattr(refutation, "TrimmedProof", lambda proof, given: trimmed(proof[:9], given))
    with pytest.raises(EngineError, match="CaDiCaL's proof cannot be used"):
        prove("solved=all", tmp_path / "proven", size=2)
    assert leftovers(tmp_path) == []


def failed(folder: Path) -> str:
    """Return the check that a certificate fails, and its message."""
    (done,) = (done for done in verify(folder).checks if not done.passed)
    return f"{done.name}: {done.finding}"


def test_a_listed_cube_that_breaks_the_rules_is_told(made, tmp_path):
    folder = tmp_path / "damaged"
    shutil.copytree(made("hundreds"), folder)
    lines = lines_of(folder, CUBES)
    put(folder, CUBES, b"".join([Cube.from_moves("R").facelets.encode() + b"\n", *lines[1:]]))
    fit(folder)
    assert "breaks solved=edges+F2L" in failed(folder)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("file", [FORMULA, DRAT])
def test_what_ends_too_early_is_told(file, made, tmp_path):
    folder = tmp_path / "damaged"
    shutil.copytree(made("hundreds"), folder)
    put(folder, file, b"".join(lines_of(folder, file)[:-1]))
    fit(folder)
    assert failed(folder).endswith(f": {file} ends too early")


def test_a_file_that_is_another_one_is_told(made, tmp_path):
    """The same content, packed otherwise, is not what the manifest was made for."""
    folder = tmp_path / "damaged"
    shutil.copytree(made("one"), folder)
    put(folder, DRAT, content(folder, DRAT) + b"\n")
    assert "files: proof.drat.gz is not the file" in failed(folder)
    put(folder, DRAT, content(made("one"), DRAT))
    assert "files: proof.drat.gz is not the file" in failed(folder)
