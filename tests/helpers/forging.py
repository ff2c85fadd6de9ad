"""Certificates in which one statement is false and everything else is as it should be, hashes included.

They are written with the parts of `prove`, without its checks: `list_of` and `count_of` write true and false claims
alike. `with_root` lets the graph of a count end in another node.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from certificates import CPOG, FORMULA, LRAT, content, fit, manifest_of, put, put_manifest
from pysat.solvers import Solver

from cubecsp.models.core.pattern import Pattern
from cubecsp.models.proofs.all_solutions import AllSolutions
from cubecsp.models.proofs.certificate import COUNT, LIST, Folder
from cubecsp.models.proofs.claim import count_claim, listing_claim
from cubecsp.models.proofs.count_proof import write_count
from cubecsp.models.proofs.formula import Formula
from cubecsp.models.proofs.refutation import refutation
from cubecsp.models.proofs.write_certificate import write_proof, write_question
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.questions.asking.steps import follow
from cubecsp.questions.finding.rules_as_data import statement


def nothing(_: object) -> None:
    """Take no notice of how far something is."""


def list_of(
    place: Path,
    pattern: Pattern,
    listed: Iterable[State],
    rejected: Iterable[State] = (),
    group: Sequence[Symmetry] | None = None,
) -> Path:
    """Write a certificate that some cubes are all, true or not, as long as the formula can be refuted."""
    cubes = AllSolutions(*([cube.seen for cube in some] for some in (listed, rejected)))
    formula = Formula(pattern, cubes.rows, group)
    proof = follow(refutation(formula.clauses, formula.choices[0]), nothing)
    assert proof is not None, "something satisfies the formula"
    numbers = len(cubes.satisfying), len(cubes.rejected)
    with Folder(place, LIST) as folder:
        write_question(folder, formula, cubes)
        follow(write_proof(folder, formula, proof), nothing)
        folder.finish(
            {
                **statement(pattern),
                "count": numbers[0],
                "rejected": numbers[1],
                "symmetry": group is not None,
                **listing_claim(
                    numbers[0],
                    formula.argument,
                    numbers[1],
                    pattern.puzzle,
                    rules=bool(pattern.rules),
                ),
                "formula": {"variables": formula.variables, "clauses": formula.sizes},
                "proof": {"clauses": proof.kept},
            }
        )
    return place


def count_of(place: Path, pattern: Pattern) -> Path:
    """Write a certificate of how many assignments the clauses of a pattern have, whatever these say."""
    formula = Formula(pattern, [])
    with Folder(place, COUNT) as folder:
        checker = follow(write_count(folder, formula), nothing)
        assert checker is not None
        number = checker.count()
        folder.finish(
            {
                **statement(pattern),
                "count": number,
                **count_claim(number, pattern.puzzle, rules=bool(pattern.rules)),
                "formula": {"variables": formula.variables, "clauses": formula.sizes},
                "proof": {"clauses": checker.last - len(formula.clauses), "nodes": checker.nodes},
            }
        )
    return place


def copied(original: Path, place: Path) -> Path:
    """Copy a certificate, to be changed."""
    shutil.rmtree(place, ignore_errors=True)
    return Path(shutil.copytree(original, place))


def changed(place: Path, **entries: object) -> Path:
    """Change entries of the manifest, and make it fit the files."""
    put_manifest(place, manifest_of(place) | entries)
    fit(place)
    return place


def with_clauses(
    place: Path, clauses: Sequence[bytes], proof: bytes, sizes: dict[str, int]
) -> Path:
    """Give a certificate another formula and proof, with a manifest that fits."""
    head = content(place, FORMULA).split(b"\n", 1)[0].split()
    put(place, FORMULA, b"p cnf %s %d\n%s" % (head[2], len(clauses), b"".join(clauses)))
    put(place, LRAT, proof)
    put(place, "proof.drat.gz", b"0\n")
    return changed(
        place,
        formula={"variables": int(head[2]), "clauses": sizes},
        proof={"clauses": proof.count(b"\n")},
    )


def assignment(pattern: Pattern, cube: State) -> list[int]:
    """Return all literals that are true for a cube, which need not satisfy the rules of the pattern."""
    anything, formula = Formula(Pattern((), puzzle=pattern.puzzle), []), Formula(pattern, [])
    assert anything.variables == formula.variables, "the rules have variables of their own"
    with Solver("glucose42", bootstrap_with=anything.clauses) as solver:
        assert solver.solve(anything.held_by(cube.seen))
        return list(solver.get_model())


def with_root(place: Path, kind: str, extra: list[int] | None, count: int) -> Path:
    """Let the graph of a count end in the disjunction of its root with something, or in something else.

    Args:
        place: of the certificate.
        kind: `s`, a disjunction of the root with what is said next, or `p`, that alone.
        extra: literals of a conjunction; None for the root itself.
        count: of cubes, that the manifest then states.
    """
    lines = content(place, CPOG).decode().splitlines()
    (named,) = (line for line in lines if line.startswith("r "))
    lines.remove(named)
    root, last = int(named.split()[1]), 0
    for line in lines:  # a node has a clause for each part, and one more
        number, sort, *rest = line.split()
        parts = {"a": 0, "s": 2, "p": len(rest) - 2}[sort]
        last, shown = int(number) + parts, int(number)
    node = max(int(line.split()[2]) for line in lines if line.split()[1] in "ps")
    other = root
    if extra is not None:
        node += 1
        lines.append(f"{last + 1} p {node} {' '.join(map(str, extra))} 0")
        other, last = node, last + 1 + len(extra)
    reasons = [shown]
    if kind == "s":
        node += 1
        lines.append(f"{last + 1} s {node} {root} {other} 0")
        reasons.append(last + 2)  # that the root implies it
        last += 3
    lines += [f"r {node}", f"{last + 1} a {node} 0 {' '.join(map(str, reasons))} 0"]
    put(place, CPOG, "".join(f"{line}\n" for line in lines).encode())
    manifest = manifest_of(place)
    given = sum(manifest["formula"]["clauses"].values())
    nodes = sum(line.split()[1] in "ps" for line in lines if line[0] != "r")
    sizes = {"clauses": last + 1 - given, "nodes": nodes}
    return changed(place, count=count, proof=sizes, **count_claim(count))
