"""Whether a cube of any size is a solvable perfect scramble: nothing here is shared with the package.

Stickers are where `stickers_in_space` says, which is independent too. `faults` returns every sort of fault that
it finds: pieces that no cube has, invariants that turns keep, requirements that are broken.
"""

from __future__ import annotations

import itertools
from collections import Counter

from stickers_in_space import FACES, NORMALS, places

_RANK = {
    "U": 0,
    "D": 0,
    "F": 1,
    "B": 1,
    "R": 2,
    "L": 2,
}  # which sticker of an edge piece settles its flip


def faults(letters):
    """Return the sorts of faults of a cube given by its stickers, a set of words."""
    size = round((len(letters) / 6) ** 0.5)
    return pieces_at_fault(letters, size) | requirements_broken(letters, size)


def pieces_at_fault(letters, size):
    """Return the faults of the pieces: impossible ones, and broken invariants of turns."""
    solved = "".join(face * size**2 for face in FACES)
    here, home = (_pieces(text, size) for text in (letters, solved))
    wrong = {kind for kind in home if Counter(here[kind].values()) != Counter(home[kind].values())}
    if wrong:
        return {f"pieces {kind}" for kind in wrong}
    found = set()
    if sum(map(_twist, here["corner"].items())) % 3:
        found.add("twist")
    if size % 2 and size > 2:
        if sum(map(_flip, here["edge"].items())) % 2:
            found.add("flip")
        kinds = [_permutation(here[kind], home[kind]) for kind in ("corner", "edge")]
        if sum(map(_transpositions, kinds)) % 2:
            found.add("parity")
    return found


def requirements_broken(letters, size):
    """Return which requirements a cube breaks, as far as they apply to its size."""
    area, found = size**2, set()
    shown = [letters[start : start + area] for start in range(0, 6 * area, area)]
    if any(max(Counter(face).values()) > -(-area // 6) for face in shown):
        found.add("at-most")
    if size > 2 and any(len(set(face)) < 6 for face in shown):
        found.add("every-colour")
    if size > 2 and len({_pattern(face, size) for face in shown}) < 6:
        found.add("faces-differ")
    for way, pairs in touching(size).items():
        if any(letters[a] == letters[b] for a, b in pairs):
            found.add(way)
    return found


def touching(size):
    """Return the pairs of stickers that touch, by the way in which they do."""
    found = {"side": [], "diagonal": [], "across": []}
    by_face = {}
    for number, (place, normal) in enumerate(places(size)):
        by_face.setdefault(normal, []).append((number, place))
    for stickers in by_face.values():
        for (a, p), (b, q) in itertools.combinations(stickers, 2):
            apart = sorted(abs(x - y) for x, y in zip(p, q, strict=True))
            if apart in ([0, 0, 2], [0, 2, 2]):
                found["side" if apart[1] == 0 else "diagonal"].append((a, b))
    far = size - 1
    for (m, ones), (n, others) in itertools.combinations(by_face.items(), 2):
        if any(x and y for x, y in zip(m, n, strict=True)):
            continue  # opposite faces
        rims = [
            {place: number for number, place in side if _dot(place, other) == far}
            for side, other in ((ones, n), (others, m))
        ]
        for p, a in rims[0].items():
            for q, b in rims[1].items():
                if sum(abs(x - y) for x, y in zip(p, q, strict=True)) == 2:
                    found["across"].append((a, b))
    return found


def _pieces(letters, size):
    """Return, by the kind of piece, what each slot holds: colours in an order that turns keep."""
    cubies = {}
    for (place, normal), letter in zip(places(size), letters, strict=True):
        cubies.setdefault(place, []).append((normal, letter))
    found = {"corner": {}}
    for place, stickers in cubies.items():
        normals = [normal for normal, _ in stickers]
        colours = dict(stickers)
        if len(normals) == 3:
            first, second, third = normals
            if _dot(first, _cross(second, third)) < 0:
                second, third = third, second
            turn = min(
                ((first, second, third), (second, third, first), (third, first, second)),
                key=lambda order: "".join(colours[normal] for normal in order),
            )
            at = next(normal for normal in normals if _face(normal) in "UD")
            order = (first, second, third)
            around = order.index(at)
            told = [colours[order[(around + step) % 3]] for step in range(3)]
            found["corner"][tuple(told), place] = "".join(colours[normal] for normal in turn)
        elif len(normals) == 2:
            first, second = normals
            along = _dot(_cross(first, second), place)
            if along == 0:
                one, two = sorted(normals, key=lambda normal: _RANK[_face(normal)])
                key = (colours[one] + colours[two], place)
                found.setdefault("edge", {})[key] = "".join(sorted(colours.values()))
            else:
                if along < 0:
                    first, second = second, first
                kind = f"wing {abs(along)}"
                key = (place, abs(along))
                found.setdefault(kind, {})[key] = colours[first] + colours[second]
        else:
            (normal,) = normals
            kind = f"centre {_turned_alike(place, normal)}"
            # In the middle of a face there is a centre that never leaves it.
            fixed = kind == "centre (0, 0)"
            found.setdefault(kind, {})[place] = (normal if fixed else None, colours[normal])
    return found


def _turned_alike(place, normal):
    """Return what all centre stickers share that turns can bring to each other's places."""
    axis = next(vector for vector in NORMALS.values() if _dot(vector, normal) == 0)
    ways = []
    for _ in range(4):
        other = _cross(normal, axis)
        ways.append((_dot(place, axis), _dot(place, other)))
        axis = other
    return max(ways)


def _twist(corner):
    (told, _), _ = corner
    return next(step for step, colour in enumerate(told) if colour in "UD")


def _flip(edge):
    (told, _), _ = edge
    return _RANK[told[0]] > _RANK[told[1]]


def _permutation(here, home):
    at_home = {piece: place for (_, place), piece in home.items()}
    return {place: at_home[piece] for (_, place), piece in here.items()}


def _transpositions(permutation):
    """Return how many exchanges make a permutation."""
    left, made = dict(permutation), 0
    while left:
        place, target = left.popitem()
        while target != place:
            target = left.pop(target)
            made += 1
    return made


def _pattern(face, size):
    """Return a face up to turns, mirrors and names of colours."""
    cells = {divmod(i, size): colour for i, colour in enumerate(face)}
    drawings = []
    for swap, down, right in itertools.product((False, True), repeat=3):
        names, drawn = {}, []
        for row, column in itertools.product(range(size), repeat=2):
            r, c = (column, row) if swap else (row, column)
            colour = cells[size - 1 - r if down else r, size - 1 - c if right else c]
            drawn.append(names.setdefault(colour, len(names)))
        drawings.append(tuple(drawn))
    return min(drawings)


def _face(normal):
    return next(face for face, other in NORMALS.items() if other == normal)


def _dot(a, b):
    return sum(p * q for p, q in zip(a, b, strict=True))


def _cross(a, b):
    (p, q, r), (x, y, z) = a, b
    return (q * z - r * y, r * x - p * z, p * y - q * x)
