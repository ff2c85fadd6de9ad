"""The 40 numbers: a cube as four vectors of positions and orientations, with a parity flag.

Thistlethwaite solvers like S. Pochmann's work on this state. Entry i of a position
vector is the piece that slot i holds, entry i of an orientation vector how that piece is turned:

    corner slots  0…7   URF UBR ULB UFL DFR DLF DBL DRB
    edge slots    0…11  UF UR UB UL DF DR DB DL FR FL BR BL

An edge is 1 when flipped, which only quarter turns of F and B do. A corner is 1 or 2 when twisted
away from its U or D face by one third or two, counter-clockwise (a `Cube` counts them clockwise). The
parity flag says whether an odd number of quarter turns made the cube.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.slot_order import ORDER
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.state import Cube

_NUMBER = re.compile(r"(?:(?<!\d)-)?\d+")  # 1-2 is two numbers
_FLAG = re.compile(r"parity\W*([\w.]*)", re.IGNORECASE)
_FLAGS = {"true": True, "1": True, "false": False, "0": False, "null": None, "none": None}
_LISTS = re.compile(r"\s*\[\s*\[")
_INNERMOST = re.compile(r"\[([^\[\]]*)\]")
_LABEL = re.compile(
    r"(corner|edge)s?[\W_]*(position|permutation|orientation)s?\b|\b([ce])([po])\b", re.IGNORECASE
)
_NONE_OF_IT = re.compile(r"""[^\d\s,;:|\[\](){}'"=/.-]|\.(?=\d)""")

VECTORS: dict[str, int] = {
    "Corner Position": 8,
    "Corner Orientation": 8,
    "Edge Position": 12,
    "Edge Orientation": 12,
}
"""The four vectors by name, with the number of entries of each."""


@frozen
class FortyNumbers:
    """A cube as 40 numbers; `str` prints the four vectors and the parity flag, one to a line.

    Attributes:
        corner_positions: for each of 8 corner slots the piece (0…7) in it.
        corner_orientations: and its twist (0…2), counter-clockwise.
        edge_positions: for each of 12 edge slots the piece (0…11) in it.
        edge_orientations: and whether it is flipped (0 or 1).
    """

    corner_positions: tuple[int, ...]
    corner_orientations: tuple[int, ...]
    edge_positions: tuple[int, ...]
    edge_orientations: tuple[int, ...]

    @classmethod
    def of(cls, cube: Cube) -> FortyNumbers:
        """Return the 40 numbers of `cube`."""
        return cls(*vectors_of(CUBE.orbits, (cube.corners, cube.edges)))

    @classmethod
    def from_numbers(cls, numbers: Sequence[int], parity: bool | None = None) -> FortyNumbers:
        """Return the state with these 40 numbers, in the order of the attributes.

        Raises:
            InputError: they are not 40, a vector is invalid, or `parity` contradicts them.
        """
        if len(numbers) != sum(VECTORS.values()):
            raise InputError(
                f"a cube state of {len(numbers)} numbers",
                "give 40: corner positions (8), corner orientations (8), edge positions (12), "
                "edge orientations (12)",
            )
        parts, rest = [], tuple(numbers)
        for size in VECTORS.values():
            parts.append(rest[:size])
            rest = rest[size:]
        state = cls(*parts)
        state._check(parity)
        return state

    @classmethod
    def parse(cls, text: str) -> FortyNumbers:
        """Read 40 numbers as programs print them; see `numbers_in`.

        Raises:
            InputError: see `numbers_in` and `from_numbers`.
        """
        try:
            return cls.from_numbers(*numbers_in(text))
        except InputError as error:
            if error.text is not None:
                raise
            problem = f"cube state {excerpt(text)}: {error.problem}"
            raise InputError(problem, error.remedy, text=text) from None

    @property
    def numbers(self) -> tuple[int, ...]:
        """All 40 in order."""
        return (
            *self.corner_positions,
            *self.corner_orientations,
            *self.edge_positions,
            *self.edge_orientations,
        )

    @property
    def parity(self) -> bool:
        """Whether an odd number of quarter turns made the cube: the parity of its corners."""
        return bool(permutation_parity(self.corner_positions))

    def to_cube(self) -> Cube:
        """Return the cube; `Cube.status` says whether it is solvable."""
        vectors = [*vars(self).values()]
        return Cube.from_placements(*_placements(CUBE.orbits, vectors))

    def __str__(self) -> str:
        vectors = zip(VECTORS, vars(self).values(), strict=True)
        return "\n".join(f"{name}: {list(v)}" for name, v in vectors) + f"\nParity: {self.parity}"

    def _check(self, parity: bool | None) -> None:
        _check_orbit(CUBE.corners, self.corner_positions, self.corner_orientations)
        _check_orbit(CUBE.edges, self.edge_positions, self.edge_orientations)
        if parity is not None and parity != self.parity:
            raise InputError(
                f"the parity flag is {parity}, but the corners make it {self.parity}",
                "correct the flag or leave it out",
            )


def vectors_of(orbits: Iterable[Orbit], held: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the vectors of positions and orientations of each orbit, given the placements in its slots."""
    results = []
    for orbit, order, values in zip(orbits, ORDER, held, strict=False):
        results.append(tuple(order.index(values[slot] // orbit.turns) for slot in order))
        results.append(tuple(-values[slot] % orbit.turns for slot in order))
    return results


def _placements(orbits: Iterable[Orbit], vectors: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the placements in the slots of each orbit, given its vectors."""
    results = []
    for orbit, order, positions, turns in zip(
        orbits, ORDER, vectors[::2], vectors[1::2], strict=False
    ):
        held = [0] * len(order)
        for slot, piece, turn in zip(order, positions, turns, strict=True):
            held[slot] = order[piece] * orbit.turns + -turn % orbit.turns
        results.append(held)
    return results


def pocket_placements(numbers: Sequence[int]) -> list[list[int]]:
    """Return the placements in the slots of a 2×2×2 with these 16 numbers.

    Raises:
        InputError: they are not 16, or a vector is invalid.
    """
    vectors = numbers[:8], numbers[8:]
    if len(numbers) != 16:
        raise InputError(
            "these are not the 16 numbers of a 2×2×2",
            "write the corner positions, each of 0 to 7 once, and 8 orientations of 0 to 2",
        )
    _check_orbit(POCKET.corners, *vectors)
    return _placements(POCKET.orbits, vectors)


def numbers_in(text: str) -> tuple[list[int], bool | None]:
    """Return the numbers that a text shows, in the order of the vectors, and the parity flag if any.

    Vectors may have their names before them, and stand in any order then. Blanks, brackets and marks
    between numbers are skipped.

    Raises:
        InputError: something else is in the text, or a name occurs twice or with too few numbers.
    """
    flags = list(_FLAG.finditer(text))
    if len(flags) > 1:
        raise _no_state(text, "the parity occurs twice", flags[1].start())
    written = flags[0][1].lower().strip(".") if flags else "none"
    if written not in _FLAGS:
        raise _no_state(text, f"parity {written[:20]!r} is not a flag", flags[0].start())
    parity = _FLAGS[written]
    plain = _FLAG.sub(_blank, text.replace("−", "-"))
    labels = list(_LABEL.finditer(plain))
    odd = _NONE_OF_IT.search(_LABEL.sub(_blank, plain))
    if odd is not None:
        what = f"{text[odd.start()]!r} at character {odd.start() + 1} is not part of an integer"
        raise _no_state(text, what, odd.start())
    ends = [label.start() for label in labels] + [len(plain)]
    first = _numbers(plain[: ends[0]])
    if not labels:
        sizes = [len(_numbers(part)) for part in _INNERMOST.findall(plain)]
        if _LISTS.match(plain) and sizes not in ([8, 8], [8, 8, 12, 12]):
            some = ", ".join(map(str, sizes))
            raise _no_state(text, f"lists of {some} numbers, not of 8, 8, 12 and 12", None)
        return first, parity
    if first:
        raise _no_state(text, f"the number {first[0]} is before all names", None)
    named: dict[str, list[int]] = {}
    for label, end in zip(labels, ends[1:], strict=True):
        name, numbers = vector_name(label[0]), _numbers(plain[label.end() : end])
        if named.get(name) and numbers:
            raise _no_state(text, f"{name} occurs twice", label.start())
        named[name] = named.get(name) or numbers
    try:
        return _in_order(named), parity
    except InputError as error:
        raise _no_state(text, error.problem, None) from None


def vector_name(written: str) -> str:
    """Return the name of the vector that is written so (`corner_positions`, `cp`), "" if none is."""
    label = _LABEL.fullmatch(written.strip())
    if label is None:
        return ""
    orbit = "Corner" if (label[1] or label[3])[0].lower() == "c" else "Edge"
    is_turn = (label[2] or label[4])[0].lower() == "o"
    return f"{orbit} {'Orientation' if is_turn else 'Position'}"


def _in_order(named: Mapping[str, Sequence[int]]) -> list[int]:
    """Return the numbers of vectors in order; a 2×2×2 has none of edges.

    Raises:
        InputError: a vector is missing, or has too few or too many numbers.
    """
    needed = [name for name in VECTORS if name.startswith("Corner") or len(named) > 2]
    for name in needed:
        length = len(named.get(name, ()))
        if length != VECTORS[name]:
            raise InputError(
                f"{name} has {length} numbers", f"it needs {VECTORS[name]}, one for each slot"
            )
    return [number for name in needed for number in named[name]]


def _numbers(text: str) -> list[int]:
    return [int(number) if len(number) < 10 else 999 for number in _NUMBER.findall(text)]


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _no_state(text: str, problem: str, position: int | None) -> InputError:
    return InputError(
        f"cube state {excerpt(text, position or 0)}: {problem}",
        "write 40 integers, or four lists each after its name, and Parity: True or False",
        text=text,
        position=position,
    )


def _check_orbit(orbit: Orbit, positions: Sequence[int], orientations: Sequence[int]) -> None:
    size = len(orbit.names)
    if sorted(positions) != list(range(size)):
        raise InputError(
            f"{orbit.name} positions {list(positions)} do not name each piece once",
            f"write each of 0 to {size - 1} once",
        )
    if not all(0 <= turn < orbit.turns for turn in orientations):
        raise InputError(
            f"{orbit.name} orientations {list(orientations)} are out of range",
            f"each is 0 to {orbit.turns - 1}",
        )
