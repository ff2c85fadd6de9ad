"""A checker of LRAT proofs for those who trust nothing else: it needs only Python, and no other file.

    python lrat.py FORMULA PROOF

FORMULA is DIMACS CNF, PROOF is text; both may be compressed by gzip. Clauses are numbered without gaps,
those of the formula first. A clause of the proof follows if, when all of its literals are false, each of its
hints has only one literal left that can be true, which therefore is, until one hint has none left. The proof
has to come to the empty clause; lines after it have to be right, too. RAT steps, which add clauses that do not
follow, are refused. `native/proofs/check.hpp` reads the same files and comes to the same verdicts.
"""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from collections.abc import Iterable, Iterator

LONGEST = 1 << 24  # bytes of a line
ANYWAY, EACH = 1 << 24, 32  # bytes that a compressed file, and each of its bytes, may unpack to


def numbers(words: list[bytes]) -> list[int]:
    """Return the numbers that words are. Raises ValueError if a word is not a number, or too long."""
    if b"".join(words).strip(b"-0123456789") or max(map(len, words), default=0) > 18:
        raise ValueError("a number is expected")
    return [*map(int, words)]


class LratChecker:
    """A formula, given as lines, and the clauses shown to follow from it.

    Raises:
        ValueError: the formula cannot be read.
    """

    def __init__(self, formula: Iterable[bytes]) -> None:
        lines = [line.split() for line in formula if line.strip() and not line.startswith(b"c")]
        if not lines or lines[0][:2] != [b"p", b"cnf"]:
            raise ValueError("the formula does not begin with p cnf")
        self.variables, promised = numbers(lines[0][2:])
        clauses = [*map(numbers, lines[1:])]
        if not 0 <= self.variables < 1 << 30 or promised != len(clauses):
            raise ValueError("the formula is too large, or its first line is wrong about its size")
        if any(some.index(0) + 1 != len(some) or self.beyond(some) for some in clauses):
            raise ValueError("a line of the formula is not a clause")
        self.clauses = {i: frozenset(some[:-1]) for i, some in enumerate(clauses, 1)}
        self.last = len(self.clauses)
        self.proven = False

    def beyond(self, literals: list[int]) -> bool:
        """Return whether the variable of some literal is not in the formula."""
        return max(map(abs, literals), default=0) > self.variables

    def check(self, line: bytes) -> None:
        """Check the next line of a proof. Raises ValueError or LookupError if it is wrong."""
        words = line.split()
        if words[1] == b"d":
            number, *gone, zero = numbers([words[0], *words[2:]])
            if zero or number <= 0:
                raise ValueError("a deletion begins with a number above 0, and ends with 0")
            for old in gone:
                del self.clauses[old]
            return
        number, *rest = numbers(words)
        end = rest.index(0)
        literals, hints = rest[:end], rest[end + 1 : -1]
        if rest[-1] != 0 or min(hints, default=1) <= 0:
            raise ValueError("hints are numbers of clauses, with a 0 at the end")
        if number != self.last + 1 or not self.follows(literals, hints):
            raise ValueError("the clause does not follow from its hints")
        if self.beyond(literals):
            raise ValueError("the variable of a literal is not in the formula")
        self.clauses[number] = frozenset(literals)
        self.last = number
        self.proven = self.proven or not literals

    def follows(self, literals: list[int], hints: list[int]) -> bool:
        """Return whether a clause follows from its hints, the numbers of known clauses."""
        false = set(literals)
        for hint in hints:
            left = self.clauses[hint] - false
            if len(left) > 1:
                return False
            if not left:
                return True
            false.update(-literal for literal in left)
        return False


def lines(path: str) -> Iterator[bytes]:
    """Yield the lines of a file. Raises ValueError if one is too long, or too much was compressed."""
    most = ANYWAY + EACH * os.path.getsize(path) if path.endswith(".gz") else sys.maxsize
    with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as file:
        while line := file.readline(LONGEST):
            if len(line) == LONGEST or (most := most - len(line)) < 0:
                raise ValueError(f"{path} has a line of {LONGEST:,} bytes or more, or too many")
            yield line


def main(formula: str, proof: str) -> bool:
    """Return whether the proof in one file refutes the formula in the other."""
    number = 0
    try:
        checker = LratChecker(lines(formula))
        for line in lines(proof):
            number += 1
            checker.check(line)
    except (OSError, EOFError, zlib.error, ValueError, LookupError) as error:
        where = f"line {number} of the proof" if number else "the files"
        sys.exit(f"NOT VERIFIED: {where}: {error!r}")
    return checker.proven


if __name__ == "__main__":
    if not main(*sys.argv[1:]):
        sys.exit("NOT VERIFIED: the proof does not come to the empty clause")
    print("VERIFIED: nothing satisfies the formula")
