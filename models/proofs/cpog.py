"""A checker of counts in pure Python: a formula, and a graph that is shown to be equivalent to it and counts.

The graph consists of partitioned operations, and the lines are those of CPOG (R. Bryant, W. Nawrocki, J. Avigad and
M. Heule, "Certified Knowledge Compilation with Application to Verified Model Counting", SAT 2023). Each node is
a new variable, whose definition is one or more clauses, numbered from that of its line:

    12 p 500 7 -8 499 0       node 500 is the conjunction of 7, not 8 and node 499, which share no variable
    16 s 501 498 500 … 0      node 501 is the disjunction of nodes 498 and 500, which exclude each other
    19 a -3 501 0 5 12 0      the clause follows from clauses 5 and 12, as in LRAT
    r 501                     this node is the root

The formula implies the root if the root's clause follows. The root implies the formula: a conjunction
satisfies all clauses that some part satisfies, and a disjunction those that both parts satisfy. Here nodes exclude
each other because some variable of the placements of pieces is true in one and false in the other. So two
assignments that are counted differ in where pieces are: cubes are counted, and none twice because of other variables.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from cubecsp.models.proofs import lrat

SHARED = "parts of a conjunction share a variable"


def bits(numbers: list[int]) -> int:
    """Return a set of many numbers as a bit mask."""
    mask = bytearray(max(numbers, default=0) // 8 + 1)
    for number in numbers:
        mask[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(mask, "little")


class Node(NamedTuple):
    """Facts about a node, with sets as bit masks.

    Attributes:
        first: the number of the first of its clauses.
        parts: the literals that it is the conjunction or disjunction of.
        both: whether it is their conjunction.
        variables: those on which it depends.
        true: those that are true wherever it holds.
        false: those that are false wherever it holds.
        satisfied: the clauses of the formula that hold wherever it does.
        number: how many assignments to its variables satisfy it.
    """

    first: int
    parts: list[int]
    both: bool
    variables: int
    true: int
    false: int
    satisfied: int
    number: int


class Clauses(dict[int, frozenset[int]]):
    """Clauses by number; those that define nodes are made when they are asked for."""

    def __init__(self, clauses: dict[int, frozenset[int]], variables: int) -> None:
        super().__init__(clauses)
        self.variables = variables
        self.nodes: list[Node] = []
        self.firsts: list[int] = []

    def __missing__(self, number: int) -> frozenset[int]:
        """Return a clause that defines a node. Raises LookupError if there is none."""
        at = bisect_right(self.firsts, number) - 1
        if at < 0 or number - self.firsts[at] > len(self.nodes[at].parts):
            raise LookupError(f"no clause {number}")
        node, which = self.nodes[at], number - self.firsts[at]
        sign = 1 if node.both else -1
        name = sign * (self.variables + 1 + at)
        if which:
            return frozenset((-name, sign * node.parts[which - 1]))
        return frozenset((name, *(-sign * part for part in node.parts)))


class CpogChecker(lrat.LratChecker):
    """A formula, given as lines, and the nodes and clauses that were checked so far.

    Args:
        formula: in DIMACS CNF.
        placements: the variables of which nodes may exclude each other.

    Raises:
        ValueError: the formula cannot be read.
    """

    def __init__(self, formula: Iterable[bytes], placements: Iterable[int]) -> None:
        super().__init__(formula)
        self.all_satisfied = (1 << self.last + 1) - 2
        self.occurrences: dict[int, list[int]] = {}
        for number, clause in self.clauses.items():
            for literal in clause:
                self.occurrences.setdefault(literal, []).append(number)
        self.placements = sum(1 << variable for variable in {*placements})
        self.definitions = self.clauses = Clauses(self.clauses, self.variables)
        self.names = self.variables
        self.root: int | None = None

    @property
    def bytes_of_node(self) -> int:
        """The most memory that the sets of a node take: Python's integers have 30 bits in four bytes."""
        return 4 * (3 * self.variables + self.all_satisfied.bit_length()) // 30

    @property
    def nodes(self) -> int:
        """The number of nodes so far."""
        return len(self.definitions.nodes)

    def check(self, line: bytes) -> None:
        """Check the next line. Raises ValueError or LookupError if it is wrong."""
        words = line.split()
        if words[0] == b"r":
            if self.root is not None:
                raise ValueError("there are two roots")
            (self.root,) = lrat.numbers(words[1:])
            return
        number, *numbers = lrat.numbers([words[0], *words[2:]])
        if number != self.last + 1 or numbers[-1] != 0:
            raise ValueError("clauses are numbered without gaps, and lines end with 0")
        if words[1] == b"a":
            end = numbers.index(0)
            self.add(numbers[:end], numbers[end + 1 : -1])
        elif words[1] in (b"p", b"s"):
            self.define(numbers[0], words[1] == b"p", numbers[1:-1])
        else:
            raise ValueError(
                "the line is not a clause, a node or the root: its kind is none of a, p, s and r"
            )

    def add(self, literals: list[int], hints: list[int]) -> None:
        """Add a clause that follows."""
        if any(not 0 < abs(literal) <= self.names for literal in literals):
            raise ValueError("a literal has no variable or node")
        if not self.follows(literals, hints):
            raise ValueError("the clause does not follow from its hints")
        self.last += 1
        self.clauses[self.last] = frozenset(literals)
        if self.root is not None and literals == ([self.root] if self.root else []):
            self.proven = True

    def define(self, name: int, both: bool, numbers: list[int]) -> None:
        """Add a node."""
        parts = numbers if both else numbers[:2]
        if name != self.names + 1 or 0 in parts:
            raise ValueError("nodes are numbered without gaps, and their parts are not 0")
        node = self.conjunction(parts) if both else self.disjunction(parts)
        self.definitions.nodes.append(node)
        self.definitions.firsts.append(node.first)
        self.names = name
        self.last += len(parts) + 1

    def node_of(self, part: int) -> Node:
        """Return the node of a literal, or one that was added before."""
        if part > self.variables:
            return self.definitions.nodes[part - self.variables - 1]
        if abs(part) > self.variables:
            raise ValueError("a part is a negated node; only variables may be negated")
        return self.assignment([part])

    def assignment(self, literals: list[int]) -> Node:
        """Return the conjunction of literals."""
        true, false = 0, 0
        for literal in literals:
            if literal > 0:
                true |= 1 << literal
            else:
                false |= 1 << -literal
        if (true | false).bit_count() < len(literals):
            raise ValueError(SHARED)
        satisfied = bits([i for literal in literals for i in self.occurrences.get(literal, ())])
        return Node(0, [], True, true | false, true, false, satisfied, 1)

    def conjunction(self, parts: list[int]) -> Node:
        """Return the conjunction of parts that have no variable in common."""
        literals = [part for part in parts if abs(part) <= self.variables]
        nodes = [self.node_of(part) for part in parts if abs(part) > self.variables]
        variables, true, false, satisfied, number = 0, 0, 0, 0, 1
        for node in (self.assignment(literals), *nodes):
            if variables & node.variables:
                raise ValueError(SHARED)
            variables |= node.variables
            true |= node.true
            false |= node.false
            satisfied |= node.satisfied
            number *= node.number
        return Node(self.last + 1, parts, True, variables, true, false, satisfied, number)

    def disjunction(self, parts: list[int]) -> Node:
        """Return the disjunction of two parts of the same variables that exclude each other."""
        one, other = map(self.node_of, parts)
        if one.variables != other.variables:
            raise ValueError("parts of a disjunction have different variables")
        if not (one.true & other.false | one.false & other.true) & self.placements:
            raise ValueError("parts of a disjunction do not exclude each other by a placement")
        return Node(
            self.last + 1,
            parts,
            False,
            one.variables,
            one.true & other.true,
            one.false & other.false,
            one.satisfied & other.satisfied,
            one.number + other.number,
        )

    def count(self) -> int:
        """Return how many assignments satisfy the formula. Raises ValueError if that was not shown."""
        if self.root is None or not self.proven:
            raise ValueError("the formula is not shown to imply the root")
        if self.root == 0:
            return 0
        root = self.node_of(self.root)
        if root.satisfied != self.all_satisfied:
            raise ValueError("the root does not imply all clauses of the formula")
        if root.variables != (1 << self.variables + 1) - 2:
            raise ValueError("the root does not depend on every variable")
        return root.number
