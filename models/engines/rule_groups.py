"""Clauses in groups, one for each rule: for GCNF, which tools that find minimal conflicts read, and WCNF, for MaxSAT solvers.

A group has one clause: that its rule holds. What the rule means is defined by clauses that always hold, since
rules share definitions; so a group can be dropped without harm to the others. Both formats are those of
competitions: GCNF of the MUS track of 2011, WCNF of the MaxSAT evaluations since 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from cubecsp.models.core.primitives import Primitive, all_of
from cubecsp.models.engines.clauses import Encoding, memory_of, require_room
from cubecsp.models.engines.cnf import CnfSink
from cubecsp.models.engines.engine import Problem
from cubecsp.puzzle.core.invariants import Invariant


class NamedDemand(NamedTuple):
    """A part of a problem that solvers may drop.

    Attributes:
        name: what comments call it, one line.
        demand: what has to hold: a rule as its primitives, or an invariant.
    """

    name: str
    demand: tuple[Primitive, ...] | Invariant


class GroupedClauses:
    """The clauses of a problem, with those of its demands in groups.

    Args:
        problem: the problem. What is in none of the demands always has to hold.
        demands: parts of the problem.

    Attributes:
        encoding: the clauses that always hold.

    Raises:
        InputError: the clauses would need too much memory.
    """

    def __init__(self, problem: Problem, demands: Sequence[NamedDemand]) -> None:
        require_room(problem, 2 * memory_of(problem, CnfSink))  # a rule and its negation
        parts = [one.demand for one in demands]
        invariants = tuple(part for part in parts if isinstance(part, Invariant))
        grouped = {p for part in parts if not isinstance(part, Invariant) for p in part}
        always = tuple(p for p in problem.primitives if p not in grouped)
        self._sink, self._demands = CnfSink(), demands
        problem = replace(problem, primitives=always, without=invariants)
        self.encoding = Encoding(problem, self._sink)
        self._groups = [self._clause_of(part) for part in parts]

    def _clause_of(self, demand: tuple[Primitive, ...] | Invariant) -> list[int]:
        if not isinstance(demand, Invariant):
            return [self.encoding.literal(all_of(demand))]
        self.encoding.keep(demand)
        return self._sink.clauses.pop()  # the last one demands what all others define

    def lines(self, *, soft: bool) -> Iterator[str]:
        """Yield the lines in GCNF, where group 0 always holds; or in WCNF, where each demand is a soft clause of weight 1."""
        for number, one in enumerate(self._demands, 1):
            yield f"c {'soft clause' if soft else 'group'} {number}: {one.name}"
        always, groups = self._sink.clauses, self._groups
        if not soft:
            yield f"p gcnf {self._sink.variables} {len(always) + len(groups)} {len(groups)}"
        numbered = [(0, clause) for clause in always] + [*enumerate(groups, 1)]
        for number, clause in numbered:
            start = f"{{{number}}}" if not soft else "1" if number else "h"
            yield " ".join([start, *map(str, clause), "0"])
