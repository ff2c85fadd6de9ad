"""Counts against Ganak, the exact model counter, on the clauses of the same questions; it shares no code with us."""

from __future__ import annotations

import re

import pytest

from cubecsp import count, export

pyganak = pytest.importorskip("pyganak", reason="pyganak is not installed (pip install pyganak)")


@pytest.mark.parametrize(
    ("rules", "way"),
    [
        (["solved=F2L", "oriented=edges"], "pieces"),
        (["any(solved=F2L, permuted=all)", "oriented=corners", "permuted=edges"], "pieces"),
        (["solved=corners", "permuted=edges", "at-most=7"], "corner-walk"),
        (["permuted=all", "oriented=corners", "at-most=6"], "corner-walk"),
        (
            ["permuted=corners", "permuted=edges", "no-touching=diagonal", "at-most=4"],
            "corner-walk",
        ),
    ],
)
def test_ganak_counts_as_many(rules, way):
    text = export(rules, "cnf")
    counter = pyganak.Counter()
    # What slots hold is what a cube is; other variables of the clauses only help to say what has to be.
    counter.set_sampling_set([int(n) for n in re.findall(r"^c (\d+): \S+ holds ", text, re.M)])
    for line in text.splitlines():
        if line[0] not in "cp":
            counter.add_clause([int(literal) for literal in line.split()[:-1]])
    assert counter.count() == count(rules, method=way).count > 0
