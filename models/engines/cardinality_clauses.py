"""The receivers of clauses: solvers and files.

A sink has to take variables and clauses; it may take `exactly one`, counts and exclusive ors as such
if it has something better than clauses. Literals are integers: a variable's number, or minus that for
its negation.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from cubecsp.stopping.deadline import look

BYTES_WITH_COUNTS = 200
"""About how much memory a clause takes in the sinks that take counts as such."""


class Sink(ABC):
    """The receiver of an encoding. Only the abstract methods have to be implemented."""

    counts: ClassVar[bool] = False
    """Whether it takes counts as such, not as clauses."""
    bytes_per_clause: ClassVar[int]
    """About how much memory a clause takes, with its share of the variables, and all that is made of it."""

    @abstractmethod
    def variable(self, name: str = "") -> int:
        """Return a new variable: 1, 2, 3 … in this order. Names are for readers of a file."""

    @abstractmethod
    def clause(self, literals: Sequence[int]) -> None:
        """Demand that one of `literals` is true."""

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Demand that one of `literals` is true and no other."""
        self.clause(literals)
        for a, b in itertools.combinations(literals, 2):
            self.clause([-a, -b])

    def exactly(self, literals: Sequence[int], number: int) -> None:
        """Demand that `number` of `literals` (1 or more) are true."""
        if number == len(literals):
            for literal in literals:
                self.clause([literal])
            return
        reached = self._counters(literals, number + 1)
        self.clause([reached[number - 1]])
        self.clause([-reached[number]])

    def odd(self, literals: Sequence[int]) -> None:
        """Demand that an odd number of `literals` (one or more) is true."""
        total = literals[0]
        for literal in literals[1:]:
            following = self.variable()
            for a, b in itertools.product((False, True), repeat=2):
                result = -following if a == b else following
                self.clause([-total if a else total, -literal if b else literal, result])
            total = following
        self.clause([total])

    def count(self, literals: Sequence[int], least: int, unless: Sequence[int]) -> None:
        """Demand that `least` (2 or more) of `literals` are true, unless one of `unless` is."""
        self.clause([*unless, *self._counters(literals, least)[least - 1 :]])

    def linear(self, weights: Mapping[int, int], least: int, unless: Sequence[int]) -> None:
        """Demand that the weights of true literals add up to `least`, unless one of `unless` is true.

        This uses a decision diagram (N. Eén and N. Sörensson, JSAT 2 (2006) 1-26), the largest weights first.

        Args:
            weights: literals of different variables, with weights of 1 or more.
            least: 1 or more, and no more than all weights together.
            unless: literals.
        """
        order = sorted(weights, key=lambda literal: (-weights[literal], abs(literal)))
        left = list(itertools.accumulate((weights[one] for one in reversed(order)), initial=0))
        needs = {
            least
        }  # what may still be missing before each literal, and then a literal for each
        levels = []
        for number, literal in enumerate(order):
            levels.append(needs)
            missing = {max(need - w, 0) for need in needs for w in (0, weights[literal])}
            needs = {need for need in missing if 0 < need <= left[len(order) - number - 1]}
        enough: dict[int, int] = {}
        for number in range(len(order) - 1, -1, -1):
            literal, after = order[number], enough
            enough = {}
            for need in sorted(levels[number]):
                enough[need] = self.variable()
                rest = left[len(order) - number - 1]
                self._choose(
                    enough[need],
                    literal,
                    _reached_literal(after, need - weights[literal], rest),
                    _reached_literal(after, need, rest),
                )
        self.clause([*unless, enough[least]])

    def _choose(self, node: int, literal: int, high: int | bool, low: int | bool) -> None:
        """Define `node` as `low or (literal and high)`, where `low` implies `high`."""
        look()
        for true, false in (([-literal], high), ([], low)):
            if false is True:
                self.clause([*true, node])
            elif false is not False:
                self.clause([*true, -false, node])
        if high is not True:
            self.clause([-node] if high is False else [-node, high])
        if low is not True:
            self.clause([-node, literal] if low is False else [-node, literal, low])

    def _counters(self, literals: Sequence[int], most: int) -> list[int]:
        """Return, for k from 1 to `most`, or to their number, a literal that says that k of `literals` are true.

        This uses counters (C. Sinz, CP 2005, with equivalences in place of implications).
        """
        reached: list[int] = []  # reached[k - 1], for k as large as it can be so far
        for literal in literals:
            look()
            following = []
            for k in range(min(len(reached) + 1, most)):
                now = self.variable()
                before = reached[k] if k < len(reached) else None
                fewer = reached[k - 1] if k else None
                # now ↔ before or (fewer and literal); None stands for false, and for true, there.
                step = [-literal] if fewer is None else [-literal, -fewer]
                old = [] if before is None else [before]
                self.clause([*step, now])
                for condition in step:
                    self.clause([-now, *old, -condition])
                if before is not None:
                    self.clause([-before, now])
                following.append(now)
            reached = following
        return reached


def _reached_literal(enough: Mapping[int, int], need: int, left: int) -> int | bool:
    """Return the literal that says that this much is reached, or a bool if that is certain."""
    return enough[need] if 0 < need <= left else need <= 0
