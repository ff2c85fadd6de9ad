"""What certificates rest on: for each statement that `verify` derives or tries, one in which it alone is false is refused."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from asking import ask
from certificates import (
    CUBES,
    DRAT,
    FORMULA,
    SYMMETRY,
    content,
    fit,
    lines_of,
    manifest_of,
    put,
    put_manifest,
)
from forging import assignment, changed, copied, count_of, list_of, with_clauses, with_root

from cubecsp import SYMMETRIES, Cube, InputError, find, prove, rule, verify
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import SlotDomain
from cubecsp.models.core.rule import Rule
from cubecsp.models.custom.function_rules import StickerRule
from cubecsp.models.engines.clauses import Encoding
from cubecsp.models.programs.program_rule import written_program
from cubecsp.models.proofs import formula as formulas
from cubecsp.models.proofs import orbit_argument as orbits
from cubecsp.models.proofs.claim import count_claim, listing_claim
from cubecsp.models.proofs.formula import LARGEST_PROVEN, Formula
from cubecsp.models.proofs.grounds import GROUNDS, CertificateKind, Means, grounds_of
from cubecsp.questions.asking.cubes_and_rules import pattern_of
from cubecsp.questions.finding.rules_as_data import statement

CORNERS = pattern_of("solved=edges+F2L+URF")  # 27 cubes
FILTERED = pattern_of("solved=edges+F2L order=6")
TWISTED = Cube.from_placements([0, 4, *range(6, 24, 3)], range(0, 24, 2))


def cubes_of(pattern: Pattern) -> list[Cube]:
    return [Cube(report.facelets) for report in find(pattern, limit=None)]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Give a certificate that is accepted, made once."""
    folder = tmp_path_factory.mktemp("made")

    @cache
    def certificate(name: str) -> Path:
        rules, more = {
            "list": ("solved=edges+F2L+URF", {}),
            "filtered": ("solved=edges+F2L order=6", {}),
            "symmetric": ("solved=edges+F2L+URF", {"symmetry": True}),
            "count": ("solved=edges+F2L+URF", {"of_count": True}),
            "count of one": ("solved=all", {"of_count": True}),
        }[name]
        prove(rules, folder / name, **more)
        return folder / name

    return certificate


# ---------------------------------------------------------------- what is forged


class Forgery:
    """The tools of a forger: certificates that hold, a place for one that does not, and ways to deceive.

    Attributes:
        made: the certificate that holds, by name.
        place: where the forged one belongs.
        patch: changes cubecsp itself, as a mistake in the package would: verification has to notice it.
        rules: the custom rules that `verify` is given.
    """

    def __init__(self, made: Callable[[str], Path], place: Path, patch: pytest.MonkeyPatch) -> None:
        self.made, self.place, self.patch = made, place, patch
        self.rules: list[Rule] = []

    def copy(self, name: str) -> Path:
        return copied(self.made(name), self.place)


def another_file(forger: Forgery) -> None:
    folder = forger.copy("list")
    put(folder, "variables.txt", content(folder, "variables.txt") + b"\n")


def other_rules(forger: Forgery) -> None:
    changed(forger.copy("filtered"), left_out=[])


def more_than_is_shown(forger: Forgery) -> None:
    rests = manifest_of(forger.made("list"))["rests_on"]
    changed(forger.copy("list"), rests_on=[one for one in rests if one["verify"] == "derived"])


def another_claim(forger: Forgery) -> None:
    changed(forger.copy("count"), note="Seen by everybody who knows.")


def in_an_entry(name: str, key: str, value: object) -> Callable[[Forgery], None]:
    """Return a forger of a certificate, an entry of which says something beside what is checked."""

    def forge(forger: Forgery) -> None:
        entries = manifest_of(forger.made(name)).get(key, {})
        changed(
            forger.copy(name), **{key: {**entries, **value} if isinstance(value, dict) else value}
        )

    return forge


def another_lrat(forger: Forgery) -> None:
    """The proof in LRAT may be missing, so that nothing is known of it but what is written here."""
    folder = forger.copy("list")
    (folder / "proof.lrat.gz").unlink()
    manifest = manifest_of(folder)
    manifest["files"]["proof.lrat.gz"]["note"] = "Checked by everybody who knows."
    put_manifest(folder, manifest)


def of_another_size(forger: Forgery) -> None:
    claim = manifest_of(forger.made("list"))["claim"]
    changed(forger.copy("list"), claim=claim.replace("of size 3×3×3", "of size 2×2×2"))


def out_of_reach(forger: Forgery) -> None:
    list_of(forger.place, CORNERS, [*cubes_of(CORNERS), TWISTED])


def that_breaks_a_rule(forger: Forgery) -> None:
    list_of(forger.place, CORNERS, [*cubes_of(CORNERS), Cube.from_moves("R")])


def that_breaks_a_filter(forger: Forgery) -> None:
    others = cubes_of(pattern_of("solved=edges+F2L"))
    others.remove(Cube())  # clauses can say that its order is another
    list_of(forger.place, FILTERED, others)


def listed_twice(forger: Forgery) -> None:
    cubes = cubes_of(CORNERS)
    list_of(forger.place, CORNERS, [*cubes, cubes[0]])


def rejected_for_nothing(forger: Forgery) -> None:
    good = cubes_of(FILTERED)
    others = [cube for cube in cubes_of(pattern_of("solved=edges+F2L")) if cube not in good]
    others.remove(Cube())  # clauses can say that its order is another
    list_of(forger.place, FILTERED, good[1:], [good[0], *others])


def a_clause_too_many(forger: Forgery) -> None:
    folder = forger.copy("list")
    put(folder, CUBES, b"")
    clauses = lines_of(folder, FORMULA)[1:]
    own = manifest_of(folder)["formula"]["clauses"]
    clauses = [*clauses[: own["rules"]], b"-1 0\n"]  # the first clause says that 1 is true
    proof = b"%d 0 1 %d 0\n" % (len(clauses) + 1, len(clauses))
    with_clauses(folder, clauses, proof, {"rules": len(clauses), "symmetry": 0, "cubes": 0})
    changed(folder, count=0, **listing_claim(0, None, 0))


def other_names(forger: Forgery) -> None:
    folder = forger.copy("list")
    put(folder, "variables.txt", content(folder, "variables.txt").replace(b"URF", b"UFR"))
    fit(folder)


def a_cube_left_out(forger: Forgery) -> None:
    """The formula has a solution then, and the proof is as good as can be."""
    folder = forger.copy("list")
    listed, clauses = lines_of(folder, CUBES)[:-1], lines_of(folder, FORMULA)[1:-1]
    put(folder, CUBES, b"".join(listed))
    sizes = manifest_of(folder)["formula"]["clauses"]
    proof = b"%d 0 %d 0\n" % (len(clauses) + 1, len(clauses))
    with_clauses(folder, clauses, proof, sizes | {"cubes": len(listed)})
    changed(folder, count=len(listed), **listing_claim(len(listed), None, 0))


def another_drat(forger: Forgery) -> None:
    folder = forger.copy("list")
    put(folder, DRAT, b"".join(lines_of(folder, DRAT)[1:]))
    fit(folder)


def with_data(forger: Forgery, change: Callable[[dict], object]) -> None:
    folder = forger.copy("symmetric")
    data = json.loads(content(folder, SYMMETRY))
    change(data)
    put(folder, SYMMETRY, json.dumps(data).encode())
    fit(folder)


def no_group(forger: Forgery) -> None:
    images = json.loads(content(forger.made("symmetric"), SYMMETRY))["symmetries"]
    number = next(number for number in images if number != "0")
    one, other = [*images[number]][:2]
    turned = {**images[number], one: images[number][other], other: images[number][one]}
    with_data(forger, lambda data: data["symmetries"].update({number: turned}))


def taken_elsewhere(forger: Forgery) -> None:
    def change(data):
        orbit = next(one for one in data["orbits"] if len(one["taken_by"]) > 1)
        member = next(key for key, by in orbit["taken_by"].items() if by)
        orbit["taken_by"][member] = 0

    with_data(forger, change)


def symmetries_of_other_rules(forger: Forgery) -> None:
    list_of(forger.place, CORNERS, cubes_of(CORNERS), group=SYMMETRIES)


def without_its_images(forger: Forgery) -> None:
    """The cube is left out by symmetry, so that no clause rules it out, and the proof stays as it is."""
    cubes = cubes_of(CORNERS)
    formula = Formula(CORNERS, [], CORNERS.symmetries)
    gone = next(cube for cube in cubes if not formula._is_kept(cube.seen))
    cubes.remove(gone)
    list_of(forger.place, CORNERS, cubes, group=CORNERS.symmetries)


def of_one_s_own(function: Callable, stickers: str, **lies: object) -> StickerRule:
    own = StickerRule(function, stickers.split(), name="own")
    for name, lie in lies.items():
        vars(own)[name] = lie
    return own


def falsely_declared(forger: Forgery) -> None:
    """Three cubes have this sticker, and two of them have images that do not."""
    own = of_one_s_own(
        lambda view: view[0] == "R", "R3", declares=True, symmetries=lambda *_: SYMMETRIES
    )
    pattern, forger.rules = CORNERS.including(own), [own]
    every = [cube for cube in cubes_of(CORNERS) if own.holds(cube)]
    closed = [cube for cube in every if all(own.holds(s.of(cube)) for s in pattern.symmetries)]
    assert 0 < len(closed) < len(every)
    list_of(forger.place, pattern, closed, group=pattern.symmetries)


def another_action(forger: Forgery) -> None:
    """Two variables trade places in all permutations, which are a group as before."""
    images = orbits._images

    def conjugated(encoding, symmetry):
        found = images(encoding, symmetry)
        one, *_, other = found
        swap = {one: other, other: one}
        return {swap.get(v, v): swap.get(to, to) for v, to in found.items()}

    forger.patch.setattr(orbits, "_images", conjugated)
    list_of(forger.place, CORNERS, cubes_of(CORNERS), group=CORNERS.symmetries)


def only_the_rest(forger: Forgery) -> None:
    count_of(forger.place, FILTERED)


def not_implied(forger: Forgery) -> None:
    solved = assignment(CORNERS, Cube())
    with_root(forger.copy("count"), "p", solved, 1)


def implies_too_little(forger: Forgery) -> None:
    pattern = pattern_of("solved=all")
    with_root(forger.copy("count of one"), "s", assignment(pattern, Cube.from_moves("R")), 2)


def counted_twice(forger: Forgery) -> None:
    with_root(forger.copy("count of one"), "s", None, 2)


def another_number(forger: Forgery) -> None:
    changed(forger.copy("count"), count=28, **count_claim(28))


def clauses_say_less(forger: Forgery) -> None:
    own = of_one_s_own(lambda view: view[0] == "R", "R3", primitives=lambda *_: ())
    forger.rules = [own]
    count_of(forger.place, CORNERS.including(own))


def clauses_say_more(forger: Forgery) -> None:
    forger.rules = [of_one_s_own(lambda view: True, "R3", primitives=lambda *_: [FIRST_HOME])]  # noqa: ARG005
    pattern = pattern_of("solved=edges+F2L").including(*forger.rules)
    listed = [cube for cube in cubes_of(pattern_of("solved=edges+F2L")) if FIRST_HOME_IN(cube)]
    list_of(forger.place, pattern, listed)


FIRST_HOME = SlotDomain(0, 0, frozenset({0}))


def FIRST_HOME_IN(cube: Cube) -> bool:  # noqa: N802
    return cube.seen[0] == 0


def cubes_forgotten(forger: Forgery) -> None:
    forger.patch.setattr(formulas, "holding_constraints", lambda _: (FIRST_HOME,))
    listed = [cube for cube in cubes_of(pattern_of("solved=edges+F2L")) if FIRST_HOME_IN(cube)]
    list_of(forger.place, pattern_of("solved=edges+F2L"), listed)


def without_the_invariant_of(modulus: int) -> Callable[[Forgery], None]:
    def forge(forger: Forgery) -> None:
        keep = Encoding.keep
        forger.patch.setattr(
            Encoding,
            "keep",
            lambda self, invariant: invariant.modulus == modulus or keep(self, invariant),
        )
        count_of(forger.place, CORNERS)
        assert manifest_of(forger.place)["count"] != 27

    return forge


def alike_as_variables(forger: Forgery) -> None:
    forger.copy("count")
    placed = Formula.held_by(Formula(CORNERS, []), Cube().seen)
    forger.patch.setattr(Formula, "held_by", lambda *_: placed)


FORGERIES: dict[str, list[tuple[Callable[[Forgery], None], str]]] = {
    "files": [(another_file, "files: variables.txt is not the file")],
    "rules": [(other_rules, "manifest: left_out is not what the rules are")],
    "claim": [
        (more_than_is_shown, "claim: rests_on of the manifest"),
        (another_claim, "manifest: manifest.json has an entry that is not known, 'note'"),
        (of_another_size, "claim: claim of the manifest"),
        (in_an_entry("list", "proof", {"note": "Seen by all."}), "proof: the manifest has another"),
        (in_an_entry("list", "proof", {"learned": 1}), "proof: the manifest has another number"),
        (in_an_entry("count", "proof", {"learned": 1}), "proof: the manifest has another size"),
        (
            in_an_entry("list", "formula", {"note": "Seen."}),
            "formula: numbers of variables and clauses differ from a fresh encoding",
        ),
        (
            in_an_entry("list", "versions", {"seen by": "all"}),
            "manifest: versions of manifest.json",
        ),
        (in_an_entry("list", "versions", {"python": "Seen by all."}), "manifest: versions of"),
        (in_an_entry("count", "rejected", 3), "manifest: manifest.json has an entry that is not"),
        (in_an_entry("count", "symmetry", True), "manifest: manifest.json has an entry that is"),
        (another_lrat, "files: manifest.json does not say which file proof.lrat.gz was"),
    ],
    "reachable": [(out_of_reach, "cubes: line 28 of cubes.txt is not a solvable cube")],
    "satisfied": [(that_breaks_a_rule, "cubes: "), (that_breaks_a_filter, "cubes: ")],
    "different": [(listed_twice, "cubes: cubes.txt lists a cube twice")],
    "rejected": [(rejected_for_nothing, "cubes: ")],
    "formula": [(a_clause_too_many, "formula: ")],
    "map": [(other_names, "formula: variables.txt is not the map")],
    "refuted": [(a_cube_left_out, "proof: line 1 of the proof")],
    "DRAT": [(another_drat, "DRAT: line 1")],
    "group": [(no_group, "symmetry: symmetry.json: ")],
    "orbits": [(taken_elsewhere, "symmetry: symmetry.json: a symmetry does not take a member")],
    "symmetries": [
        (
            symmetries_of_other_rules,
            "formula: numbers of variables and clauses differ from a fresh encoding",
        )
    ],
    "images": [(without_its_images, "symmetry: an image of a listed cube is not listed")],
    "declared": [(falsely_declared, "symmetry: a symmetry does not preserve the rules")],
    "action": [(another_action, "symmetry: a symmetry acts otherwise on cubes")],
    "whole": [(only_the_rest, "rules: clauses cannot express order=6")],
    "implied": [(not_implied, "proof: line")],
    "implies": [(implies_too_little, "proof: the root does not imply all clauses")],
    "counted once": [(counted_twice, "proof: line")],
    "number": [(another_number, "proof: the proof counts 27 cubes")],
    "meaning": [(clauses_say_less, "clauses: "), (clauses_say_more, "clauses: ")],
    "cubes": [(cubes_forgotten, "clauses: the clauses do not allow")],
    "only cubes": [
        (without_the_invariant_of(2), "clauses: the clauses allow a cube out of reach"),
        (without_the_invariant_of(3), "clauses: the clauses allow a cube out of reach"),
    ],
    "one each": [(alike_as_variables, "clauses: cubes that look different")],
}
"""By the name of the statement: what forges it, and how the refusal begins."""


def failed(folder: Path, **more: object) -> str:
    """Return the check that a certificate fails, and what is said of it."""
    (done,) = (done for done in verify(folder, **more).checks if not done.passed)
    return f"{done.name}: {done.finding}"


@pytest.mark.ordinary(8)
@pytest.mark.parametrize(
    ("name", "forge", "says"),
    [(name, *forgery) for name, some in FORGERIES.items() for forgery in some],
)
def test_a_certificate_in_which_one_statement_is_false_is_refused(
    name, forge, says, made, tmp_path, monkeypatch
):
    del name
    forger = Forgery(made, tmp_path / "forged", monkeypatch)
    forge(forger)
    assert failed(forger.place, rules=forger.rules).startswith(says)


def test_every_statement_that_is_not_trusted_is_forged():
    assert FORGERIES.keys() == {one.name for one in GROUNDS if one.means is not Means.TRUSTED}


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["list", "filtered", "symmetric", "count", "count of one"])
def test_what_is_forged_here_is_accepted_as_long_as_it_is_true(name, made):
    assert verify(made(name)).accepted


# ---------------------------------------------------------------- what is said of it


def test_the_page_has_the_tables_of_the_code():
    page = (Path(__file__).parents[3] / "docs" / "proofs.md").read_text("utf-8")
    assert "<!-- part: grounds of cubes -->" in page
    assert "<!-- part: grounds of states -->" in page


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("list", {CertificateKind.LIST}),
        ("filtered", {CertificateKind.LIST, CertificateKind.REJECTS}),
        ("symmetric", {CertificateKind.LIST, CertificateKind.SYMMETRY}),
        ("count", {CertificateKind.COUNT}),
    ],
)
def test_the_manifest_says_what_its_claim_rests_on(name, kinds, made):
    manifest = manifest_of(made(name))
    grounds = grounds_of(kinds)
    assert [(one["statement"], one["verify"], one["how"]) for one in manifest["rests_on"]] == [
        (one.statement, one.means, one.how) for one in grounds
    ]
    for one in grounds:
        assert (one.statement in manifest["not_proven"]) == (one.means is not Means.DERIVED)


# ---------------------------------------------------------------- rules beyond clauses


def calm(cube):
    return cube.facelets[0] == "U"


def tangled(view):
    """No table of these has room, and no diagram: all depends on all."""
    letters = "".join(view)
    return sum(i * i * "URFDLB".index(c) ** 3 for i, c in enumerate(letters, 1)) // 7 % 2 == 0


@cache
def own_rules() -> tuple[Rule, Rule]:
    corners = [f"{face}{number}" for face in "URFDLB" for number in (1, 3, 7, 9)]
    with warnings.catch_warnings(action="ignore"):
        return rule(on="cube")(calm), rule(on=corners)(tangled)


BEYOND = {
    "filtered": "order=4",
    "negated": "not order=6",
    "in any": "any(order=5, solved=all)",
    "in all": "all(every-colour, order=9)",
    "in at-least": "at-least(1, order=4, order=6)",
    "deep": "not(all(any(order=9, no-piece-home), at-most=9))",
    "held": "some-orientation(order=4)",
    "after others": "solved=corners at-most=9 order=5",
    "whole cube": lambda: own_rules()[0],
    "too many stickers": lambda: own_rules()[1],
    "own, negated": lambda: ~own_rules()[0],
    "own, in any": lambda: own_rules()[1] | pattern_of("solved=all").rules[0],
}


@pytest.mark.filterwarnings("ignore::cubecsp.errors.FilterWarning")
@pytest.mark.parametrize("kind", BEYOND)
def test_no_count_of_rules_beyond_clauses_is_proven(kind, tmp_path):
    beyond = BEYOND[kind]
    pattern = pattern_of("solved=F2L").including(
        *(pattern_of(beyond).rules if isinstance(beyond, str) else [beyond()])
    )
    with pytest.raises(InputError, match="clauses cannot express"):
        prove(pattern, tmp_path / "proven", of_count=True)
    assert not (tmp_path / "proven").exists()


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(
    "rules", ["solved=corners+F2L order=5", "solved=F2L order=4", "solved=F2L not order=6"]
)
def test_a_count_of_what_clauses_say_of_a_rule_is_refused(rules, tmp_path):
    """The certificate proves a number, and not that of the cubes."""
    pattern = pattern_of(
        rules.split(" ", 1) if "not " not in rules else ["solved=F2L", "not order=6"]
    )
    count_of(tmp_path / "forged", pattern)
    assert failed(tmp_path / "forged").startswith("rules: clauses cannot express")


PROGRAM = ":- touch(side,F,G), shows(F,C), shows(G,C).\n"


def test_a_rule_of_a_file_is_no_way_around(made, tmp_path):
    """Names in TOML files and logic programs are rules like any other."""
    (tmp_path / "mine.toml").write_text('rules = ["solved=F2L", "not order=6"]\n')
    (tmp_path / "mine.lp").write_text(PROGRAM)
    for name, says in (("toml", "clauses cannot express not order=6"), ("lp", "a logic program")):
        told = ask("prove", tmp_path / f"mine.{name}", "--count", "-o", tmp_path / "c")
        assert (told.code, told.err.count(says)) == (2, 1), told.err
    assert not (tmp_path / "c").exists()
    own = written_program(PROGRAM, "own")
    for name in ("list", "count"):
        stated = statement(pattern_of("solved=edges+F2L+URF").including(own))
        folder = changed(copied(made(name), tmp_path / "forged"), **stated)
        assert "own is a logic program" in failed(folder, rules=[own])


@pytest.mark.parametrize("size", [LARGEST_PROVEN + 1, 33, 50])
def test_a_cube_that_is_too_large_for_a_formula_is_said_at_once(size, made, tmp_path):
    with pytest.raises(InputError, match="too many for a proof"):
        prove("at-most=9", tmp_path / "proven", size=size)
    folder = changed(copied(made("count"), tmp_path / "forged"), size=size, rules=["at-most=9"])
    assert "too many for a proof" in failed(folder)
