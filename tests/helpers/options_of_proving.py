"""Tests of the options of what proves and what checks proofs; see `options_registered`."""

from __future__ import annotations

from pathlib import Path

import pytest
from options_registered import answered, choices, json, option, refused, usual

from cubecsp import PocketCube
from cubecsp.models.proofs import examination, external_checkers
from cubecsp.models.proofs.certificate import CPOG

OWN = "from cubecsp import rule\n@rule(on='face')\ndef calm(face):\n    return face[0] == face[8]\n"


@option("--output", "prove")
def writes_a_certificate(command):
    assert "required" in refused(command, "solved=all")
    answer = json(command, "solved=all", "--size", "2", "--output", "deep/er/proven")
    assert (Path("deep") / "er" / "proven" / "manifest.json").is_file()
    assert sorted(answer["certificate"]["files"]) == sorted(
        {path.name for path in Path("deep/er/proven").iterdir()} - {"manifest.json"}
    )
    assert "something other than a certificate" in refused(command, "solved=all", "-o", ".")


@option("--size", "prove")
def proves_it_of_that_size(command):
    small = usual(command).out
    assert small.startswith("Exactly 1 cube of size 2×2×2 satisfies the rules")
    large = json(command, "solved=all", "--size", "3", "-o", "large")
    assert large["certificate"]["size"] == 3
    assert "a whole number from 2 to" in refused(command, "solved=all", "--size", "1", "-o", "none")


@option("--symmetry", "prove")
def leaves_out_images(command):
    rules = ["no-touching=side", "no-touching=across", "--size", "2"]
    whole, part = (
        json(command, *rules, "-o", folder, *more)["certificate"]
        for folder, more in (("whole", []), ("part", ["--symmetry"]))
    )
    assert whole["count"] == part["count"]
    assert whole["formula"]["clauses"]["symmetry"] == 0 < part["formula"]["clauses"]["symmetry"]
    assert part["formula"]["clauses"]["cubes"] < whole["formula"]["clauses"]["cubes"]
    for folder in ("whole", "part"):
        assert answered("verify", folder).out.splitlines()[0].startswith("passed")


@option("--count", "prove")
def proves_a_count(command):
    rules = ["solved=F2L"]
    answer = json(command, *rules, "--count", "-o", "count")
    assert answer["count"] == answer["certificate"]["count"] == 62_208
    assert answer["cubes"] == []
    assert "62,208 cubes" in answered("verify", "count").out
    assert "does not use symmetry" in refused(command, *rules, "--count", "--symmetry", "-o", "no")
    assert "clauses cannot express order=4" in refused(command, "order=4", "--count", "-o", "no")


@option("--resume", "prove")
def remembers_the_cubes_that_were_found(command):
    rules = ["solved=F2L+edges"]
    for number in range(2):
        kept = json(command, *rules, "-o", f"kept-{number}", "--resume", "found.db")
        assert kept["query"]["resume"] == "found.db"
        assert kept["count"] == 324
    plain = json(command, *rules, "-o", "plain")
    assert plain["query"]["resume"] is None
    assert plain["certificate"]["files"] == kept["certificate"]["files"]
    assert Path("found.db").read_bytes().startswith(b"SQLite format 3")
    other = ["solved=F2L+corners", "-o", "other"]
    assert "another question" in refused(command, *other, "--resume", "found.db")
    told = refused(command, *rules, "--count", "-o", "other", "--resume", "found.db")
    assert "does not search for cubes" in told


@option("--check-journal", "prove")
def searches_again_for_some_of_the_cubes(command):
    rules = ["solved=F2L+edges"]
    for number, share in enumerate(([], ["--check-journal=all"])):
        kept = json(command, *rules, "-o", f"kept-{number}", "--resume", "found.db", *share)
    assert kept["repeated"] == kept["resumed"] > 0
    told = refused(command, *rules, "-o", "other", "--check-journal")
    assert "no file of finished work to check" in told


@option("--engine", "verify")
def chooses_who_reads_the_proof(command):
    assert choices(command, "--engine") == list(examination.CHECKERS) == ["native", "python"]
    for name in examination.CHECKERS:
        assert f"({name} checker)" in usual(command, "--engine", name).out
    assert "--engine" in refused(command, "certificate", "--engine", "faith")


@option("--with", "verify")
def has_foreign_checkers_read_it_too(command):
    assert choices(command, "--with") == list(external_checkers.FOREIGN)
    answered("prove", "solved=all", "--count", "-o", "count")
    for name, checker in external_checkers.FOREIGN.items():
        folder, wrong = "certificate", "count"
        if checker.proof == CPOG:
            folder, wrong = wrong, folder
        if checker.installed():
            assert f"passed  {name}: " in answered(command, folder, "--with", name).out
            assert "of this kind" in refused(command, wrong, "--with", name)
        else:
            assert "is not installed" in refused(command, "certificate", "--with", name)
    with pytest.MonkeyPatch.context() as patch:
        told = Path("bin")
        told.mkdir()
        for name, line in (("drat-trim", "s VERIFIED"), ("cake_lpr", "s VERIFIED UNSAT")):
            program = told / name
            program.write_text(f"#!/bin/sh\necho '{line}'\n")
            program.chmod(0o755)
        patch.setenv("PATH", f"{told.absolute()}:/usr/bin:/bin")
        both = usual(command, "--with", "drat-trim", "--with", "cake_lpr").out
        assert "passed  drat-trim: s VERIFIED\npassed  cake_lpr: s VERIFIED UNSAT\n" in both
        program.write_text("#!/bin/sh\necho 's NOT VERIFIED'\n")
        said = answered(command, "certificate", "--with", "cake_lpr", code=1).out
        assert "FAILED  cake_lpr: cake_lpr does not accept the proof: s NOT VERIFIED" in said


@option("--rules", "verify")
def knows_rules_of_ones_own(command):
    Path("own.py").write_text(OWN)
    answered("prove", "./own.py", "solved=all", "--size", "2", "-o", "own", code=2)
    answered("prove", "./own.py", "solved=all", "-o", "own")
    assert "give it with --rules" in refused(command, "own")
    assert "Accepted" in answered(command, "own", "--rules", "own.py").out
    assert "is neither a Python file nor a logic program" in refused(
        command, "own", "--rules", "own.txt"
    )
    Path("own.py").write_text(OWN.replace("face[8]", "face[4]").replace("==", "!="))
    assert "FAILED  cubes" in answered(command, "own", "--rules", "own.py", code=1).out


@option("--seed", "verify")
def tries_other_cubes(command):
    """The cubes are drawn by the seed."""
    random = PocketCube.random
    drawn: list[int] = []

    def draw(_, seed):
        drawn.append(seed)
        return random(seed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PocketCube, "random", classmethod(draw))
        for seed in (0, 0, 1):
            usual(command, "--seed", seed)
    one, again, other = (drawn[i * len(drawn) // 3 :][: len(drawn) // 3] for i in range(3))
    assert one == again != other
    assert "--seed" in refused(command, "certificate", "--seed", "-1")
