"""Invariants: sums that turns never change.

An *invariant* is a sum that turns never change: of how the pieces of some orbits are turned, modulo a prime,
and of whether the permutations of some orbits are even or odd, modulo 2. Invariants follow from the
generators: a sum that none of them changes, no sequence of them changes.

Invariants need not describe completely what turns can reach (for the skewb they allow three times too many
states); membership of the group that the turns generate does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import Changes, permutation_parity


class Invariant(NamedTuple):
    """A sum modulo a prime over an arrangement of pieces that turns never change.

    Attributes:
        modulus: the prime. The sum is 0 for everything that can be reached.
        turned: indices of orbits whose pieces' turns are added up, each with a weight.
        permuted: indices of orbits whose permutations' parities are added; only modulo 2.
    """

    modulus: int
    turned: tuple[tuple[int, int], ...] = ()
    permuted: tuple[int, ...] = ()

    def sum(
        self, placements: Sequence[bytes] | Mapping[int, bytes], orbits: Sequence[Orbit]
    ) -> int:
        """Return the sum, 0 … modulus − 1, for what the slots of each orbit hold."""
        total = 0
        for index, weight in self.turned:
            total += weight * sum(orbits[index].turns_of(placements[index]))
        for index in self.permuted:
            total += permutation_parity(orbits[index].pieces(placements[index]))
        return total % self.modulus


def invariants_of(
    orbits: Sequence[Orbit], turns: Iterable[Changes], seen: bool = False
) -> tuple[Invariant, ...]:
    """Return independent invariants, modulo each prime that gives any.

    Args:
        orbits: the orbits of the puzzle.
        turns: the turns that generate all others: which stickers come to other facelets.
        seen: return only visible invariants, which do not change if pieces that look alike change places.
    """
    orbit_of = {facelet: i for i, orbit in enumerate(orbits) for f in orbit.frames for facelet in f}
    done: list[dict[int, bytes]] = []  # the effect of each turn on the orbits that it touches
    for turn in turns:
        touched = {orbit_of[facelet] for facelet in turn if facelet in orbit_of}
        done.append({i: orbits[i].placements_of(turn) for i in touched})
    results = []
    primes = {prime for orbit in orbits for prime in _primes(orbit.turns)} | {2}
    for prime in sorted(primes, reverse=True):
        single = _sums(orbits, prime, seen=seen)
        changes = [
            [invariant.sum(held, orbits) if index in held else 0 for index, invariant in single]
            for held in done
        ]
        for weights in annihilators(changes, len(single), prime):
            parts = [
                (w, index, invariant)
                for w, (index, invariant) in zip(weights, single, strict=True)
                if w
            ]
            turned = tuple((index, w) for w, index, invariant in parts if invariant.turned)
            permuted = tuple(index for _, index, invariant in parts if invariant.permuted)
            results.append(Invariant(prime, turned, permuted))
    return tuple(results)


def _sums(orbits: Sequence[Orbit], prime: int, *, seen: bool) -> list[tuple[int, Invariant]]:
    """Return the sums about one orbit each, by its number: of turns modulo a prime, and of parities modulo 2.

    With `seen`, leave out those that invisible changes can change. Turns and parities are considered apart:
    exchanging two pieces that look alike turns them, together, by as much as some invisible turn of one of
    them.
    """
    changes = [orbit.unseen if seen else frozenset[tuple[int, int]]() for orbit in orbits]
    turned = [
        (index, Invariant(prime, turned=((index, 1),)))
        for index, orbit in enumerate(orbits)
        if orbit.turns % prime == 0 and not any(turn % prime for turn, _ in changes[index])
    ]
    permuted = [
        (index, Invariant(prime, permuted=(index,)))
        for index, orbit in enumerate(orbits)
        if prime == 2 and len(orbit.names) > 1 and not any(parity for _, parity in changes[index])
    ]
    return turned + permuted


def annihilators(rows: Iterable[Sequence[int]], count: int, prime: int) -> list[list[int]]:
    """Return a basis of the weights, one for each of `count` columns, that make every row 0."""
    echelon: dict[
        int, list[int]
    ] = {}  # rows in reduced echelon form, by the column that each leads
    for row in rows:
        row = [value % prime for value in row]
        for lead, other in echelon.items():
            row = _minus(row, other, row[lead], prime)
        if any(row):
            lead = next(column for column, value in enumerate(row) if value)
            scale = pow(row[lead], -1, prime)
            row = [value * scale % prime for value in row]
            echelon = {c: _minus(other, row, other[lead], prime) for c, other in echelon.items()}
            echelon[lead] = row
    basis = []
    for free in (column for column in range(count) if column not in echelon):
        weights = [-echelon[c][free] % prime if c in echelon else 0 for c in range(count)]
        weights[free] = 1
        basis.append(weights)
    return basis


def _minus(row: list[int], other: list[int], times: int, prime: int) -> list[int]:
    return [(a - times * b) % prime for a, b in zip(row, other, strict=True)]


def _primes(number: int) -> list[int]:
    """Return the primes that divide a small number."""
    return [p for p in range(2, number + 1) if number % p == 0 and all(p % q for q in range(2, p))]
