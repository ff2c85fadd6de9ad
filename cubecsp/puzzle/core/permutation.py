"""Permutations as rows: entry i is the thing that comes to place i.

`compose(a, b)` is first a, then b. Permutations of up to 256 things are byte strings, and one call of
`bytes.translate` composes them. Cubes are kept like this for speed: it takes a fifth of a microsecond for the
54 stickers of a 3×3×3. Longer ones are tuples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, overload

_T = TypeVar("_T")

Permutation = bytes | tuple[int, ...]
"""A permutation of up to 256 things as bytes, of more as a tuple."""


class Changes(dict[int, int]):
    """A permutation of many things that moves few of them: the thing that comes to each place that it changes."""

    def __missing__(self, place: int) -> int:
        return place


_ALL = bytes(range(256))


def row(values: Iterable[int]) -> Permutation:
    """Return a permutation of these entries, as bytes if possible."""
    entries = tuple(values)
    return bytes(entries) if len(entries) <= len(_ALL) else entries


def identity(size: int) -> Permutation:
    """Return the permutation of `size` things that moves none."""
    return _ALL[:size] if size <= len(_ALL) else tuple(range(size))


def table(values: Iterable[int]) -> bytes:
    """Return a permutation, or any row of bytes, in the form that `bytes.translate` needs.

    It has 256 entries; those beyond the given ones map to themselves.
    """
    row = bytes(values)
    return row + _ALL[len(row) :]


def compose(first: Permutation, then: Permutation) -> Permutation:
    """Return the permutation that is `first`, then `then`; both of one size."""
    if isinstance(then, bytes) and isinstance(first, bytes):
        return then.translate(first.ljust(256, b"\0"))
    return tuple(map(first.__getitem__, then))


@overload
def inverse(permutation: bytes) -> bytes: ...
@overload
def inverse(permutation: Permutation) -> Permutation: ...
def inverse(permutation: Permutation) -> Permutation:
    """Return the permutation that undoes `permutation`."""
    size = len(permutation)
    if isinstance(permutation, bytes):
        return bytes.maketrans(permutation, _ALL[:size])[:size]  # it maps each byte to its place
    places = [0] * size
    for place, thing in enumerate(permutation):
        places[thing] = place
    return tuple(places)


def permutation_to(target: Sequence[int]) -> Permutation:
    """Return the permutation that takes what is at place i to place target[i]."""
    return inverse(row(target))


def changes_of(permutation: Permutation) -> Changes:
    """Return only the changes of a permutation."""
    return Changes((place, thing) for place, thing in enumerate(permutation) if place != thing)


def power(permutation: Permutation, exponent: int) -> Permutation:
    """Return a permutation applied `exponent` times; negative exponents undo it."""
    base = permutation if exponent >= 0 else inverse(permutation)
    return repeated(base, abs(exponent), identity(len(permutation)), compose)


def repeated(base: _T, count: int, nothing: _T, then: Callable[[_T, _T], _T]) -> _T:
    """Return `base` applied `count` times, by squaring.

    Args:
        base: the change.
        count: the number of times, at least 0.
        nothing: the identity.
        then: returns the product of two of its kind.
    """
    result = nothing
    for bit in f"{count:b}":
        result = then(result, result)
        if bit == "1":
            result = then(result, base)
    return result


def order(permutation: Sequence[int]) -> int:
    """Return the least n > 0 for which a permutation applied n times moves nothing."""
    result, seen = 1, bytearray(len(permutation))
    for start in range(len(permutation)):
        length = 0
        while not seen[start]:
            seen[start] = 1
            start = permutation[start]
            length += 1
        result = math.lcm(result, length or 1)
    return result


def permutation_parity(permutation: Sequence[int]) -> int:
    """Return 0 if `permutation` of range(n) is even, 1 if it is odd."""
    seen = bytearray(len(permutation))
    odd = len(permutation)
    for start in range(len(permutation)):
        if not seen[start]:
            odd += 1  # a cycle of even length is odd: things and cycles add up to the parity
            while not seen[start]:
                seen[start] = 1
                start = permutation[start]
    return odd & 1
