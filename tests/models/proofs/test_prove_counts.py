"""Certificates of counts: the numbers are those of `count`, and what does not prove its number is refused."""

from __future__ import annotations

import json
import random
import shutil
from functools import cache
from pathlib import Path

import pytest
from certificates import (
    ACCIDENTS,
    CPOG,
    FORMULA,
    content,
    edit_lines,
    fit,
    lie_in_the_manifest,
    manifest_of,
    put,
    put_manifest,
)

from cubecsp import InputError, Status, Stop, count, cube_class, prove, verify
from cubecsp.models.proofs import count_proof, external_checkers
from cubecsp.models.proofs.claim import count_claim

QUESTIONS = {
    "all of 2×2×2": (["at-most=4"], 2),
    "pocket": (["no-touching=side", "no-touching=across", "oriented=URF+UFL"], 2),
    "last layer": (["solved=F2L"], 3),
    "last corners": (["solved=F2L+edges"], 3),
    "one": (["solved=all"], 3),
    "one of 4×4×4": ([f"stickers={cube_class(4).from_moves('R u2').facelets}"], 4),
    "none": (["not-home=all"], 2),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Give the certificate of a count, made once."""
    folder = tmp_path_factory.mktemp("counts")

    @cache
    def certificate(name: str) -> Path:
        rules, size = QUESTIONS[name]
        answer = prove(rules, folder / name, size=size, of_count=True)
        assert answer.certificate is not None, answer.sentence()
        return folder / name

    return certificate


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_proven_is_what_is_counted(name, made):
    rules, size = QUESTIONS[name]
    folder = made(name)
    manifest = manifest_of(folder)
    assert manifest["count"] == count(rules, size=size, time_limit=60).count
    assert {path.name for path in folder.iterdir()} == {*manifest["files"], "manifest.json"}
    answer = verify(folder)
    assert answer.accepted, answer.sentence()
    assert answer.count == manifest["count"]
    assert manifest["claim"] in answer.sentence()
    assert json.loads(json.dumps(answer.as_dict()))["accepted"] is True


@pytest.mark.parametrize("name", ["cpog-check", "cake_scpog"])
@pytest.mark.parametrize("question", ["last corners", "one", "none"])
def test_foreign_checkers_come_to_the_same_number(name, question, made, tmp_path):
    checker = external_checkers.FOREIGN[name]
    if not checker.is_installed():
        pytest.skip(f"{name} is not installed")
    assert verify(made(question), foreign=[name]).accepted
    damaged = tmp_path / "damaged"
    shutil.copytree(made(question), damaged)
    lines = content(damaged, CPOG).splitlines(keepends=True)
    put(damaged, CPOG, b"".join(lines[: len(lines) // 2]))
    with pytest.raises(external_checkers.RefusedError):
        checker.check(damaged, manifest_of(damaged)["count"], None)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("number", [323, 3240])
def test_a_foreign_checker_that_comes_to_another_number_is_not_believed(
    number, made, tmp_path, monkeypatch
):
    program = tmp_path / "cpog-check"
    program.write_text(
        "#!/bin/sh\necho 'CHECK: FULL-PROOF SUCCESS.  CPOG representation verified'\n"
        f"echo 'CHECK: Regular model count = {number}'\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    answer = verify(made("last corners"), foreign=["cpog-check"])
    assert "cpog-check does not come to 324" in answer.sentence()
    program.rename(tmp_path / "drat-trim")
    with pytest.raises(InputError, match="drat-trim does not check certificates of this kind"):
        verify(made("last corners"), foreign=["drat-trim"])


# ---------------------------------------------------------------- damaged ones


LIES = [*map(edit_lines, (CPOG, CPOG, FORMULA, "variables.txt")), lie_in_the_manifest]


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(2))
def test_no_damaged_certificate_is_accepted_for_another_number(seed, made, tmp_path):
    draw = random.Random(seed)
    refused = 0
    for _ in range(12):
        original = made(draw.choice(["last layer", "last corners", "none"]))
        folder = tmp_path / "damaged"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(original, folder)
        mutation = draw.choice(ACCIDENTS if draw.random() < 0.2 else LIES)
        mutation(folder, draw)
        if mutation in LIES:
            fit(folder)
        try:
            answer = verify(folder)
        except InputError:
            refused += 1
            continue
        if answer.accepted:
            now, before = manifest_of(folder), manifest_of(original)
            assert [now[key] for key in ("rules", "size", "count", "claim")] == [
                before[key] for key in ("rules", "size", "count", "claim")
            ]
            assert content(folder, FORMULA) == content(original, FORMULA)
        refused += not answer.accepted
    assert refused > 6


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("by", [1, -1])
def test_a_number_too_many_or_too_few_is_found_by_the_proof(by, made, tmp_path):
    folder = tmp_path / "lie"
    shutil.copytree(made("last layer"), folder)
    manifest = manifest_of(folder)
    manifest["count"] += by
    put_manifest(folder, manifest | count_claim(manifest["count"]))
    (failed,) = (done for done in verify(folder).checks if not done.passed)
    assert (failed.name, failed.finding) == ("proof", "the proof counts 62,208 cubes")


# ---------------------------------------------------------------- limits


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(("limit", "most"), [("MOST_NODES", 1_000), ("MOST", 1_000_000)])
def test_too_large_a_graph_is_not_written(tmp_path, monkeypatch, limit, most):
    monkeypatch.setattr(count_proof, limit, most)
    answer = prove("at-most=4", tmp_path / "count", size=2, of_count=True)
    assert (answer.stopped, answer.status) == (Stop.LIMIT, Status.UNKNOWN)
    assert "takes too large a graph" in answer.sentence()
    assert not [*tmp_path.iterdir()]


@pytest.mark.slow
def test_the_time_limit_leaves_nothing(tmp_path):
    answer = prove("no-touching=side", tmp_path / "count", size=2, of_count=True, time_limit=0.3)
    assert (answer.stopped, answer.status) == (Stop.TIME, Status.UNKNOWN)
    assert not [*tmp_path.iterdir()]


def test_what_cannot_be_proven_is_said(tmp_path):
    for rules, more, told in (
        ("order=4", {}, "clauses cannot express order=4"),
        ("solved=F2L", {"symmetry": True}, "the proof of a count does not use symmetry"),
    ):
        with pytest.raises(InputError, match=told):
            prove(rules, tmp_path / "count", of_count=True, **more)
