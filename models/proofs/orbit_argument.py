"""The orbit argument: why it suffices to look for some cubes of each orbit, as data that can be checked.

A symmetry of a question permutes the statements "slot s holds placement v" about corners. They fall into
orbits; let these be in some order, with one member of each singled out as its representative. A cube is left out
if one of these clauses is false: "if a member of an orbit holds, its representative does, or some member
of an earlier orbit". Nothing is lost: of the orbits that a cube has a member of, take the first. A symmetry
takes that member to the representative, and the cube to an image that has the representative and no member of
an earlier orbit, since symmetries preserve orbits; so all clauses are true for the image. The argument needs no
statement about an order of cubes, and no additional variables.

On the perfect scramble that needs 13,114 conflicts of CaDiCaL where the lexicographic clauses of the engines need
8,833, and 154,850 without symmetry. The largest orbits come first, since they distinguish most symmetries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.models.engines.clauses import Encoding
from cubecsp.models.proofs.data import by_number, fields, whole_number
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

Literals = tuple[int, ...]


@frozen
class OrbitArgument:
    """Symmetries as permutations of variables, and the orbits of these.

    Attributes:
        images: by the number of a symmetry: for each variable its image.
        orbits: in order; the representative of each is the first of its members.
    """

    images: dict[int, dict[int, int]]
    orbits: tuple[Literals, ...]

    @classmethod
    def of(cls, encoding: Encoding, group: Sequence[Symmetry]) -> OrbitArgument:
        """Return the argument for a group of symmetries, about which corner is where."""
        images = {symmetry.index: _images(encoding, symmetry) for symmetry in group}
        entries: dict[int, Literals] = {}
        for variable in images[0]:
            orbit = tuple(dict.fromkeys(image[variable] for image in images.values()))
            entries.setdefault(min(orbit), orbit)
        return cls(
            images, tuple(sorted(entries.values(), key=lambda orbit: (-len(orbit), orbit[0])))
        )

    def clauses(self) -> Iterator[list[int]]:
        """Yield the clauses that leave cubes out."""
        earlier: list[int] = []
        for representative, *others in self.orbits:
            for other in others:
                yield [-other, representative, *earlier]
            earlier += [representative, *others]

    def as_dict(self) -> dict[str, Any]:
        """Return the data: every symmetry, and every orbit with what takes each member to the first."""
        orbits = []
        for representative, *others in self.orbits:
            taken = {
                str(member): next(
                    number
                    for number, image in self.images.items()
                    if image[member] == representative
                )
                for member in (representative, *others)
            }
            orbits.append({"representative": representative, "taken_by": taken})
        images = {
            str(number): {str(variable): image for variable, image in images.items()}
            for number, images in self.images.items()
        }
        return {"symmetries": images, "orbits": orbits}

    @classmethod
    def read(cls, data: Any) -> OrbitArgument:
        """Return the argument that `as_dict` wrote, after checking all that it claims about the data.

        Raises:
            InputError: it is damaged, or does not hold.
        """
        try:
            symmetries, listed = fields(data, "symmetries", "orbits")
            images = {
                number: {variable: whole_number(to) for variable, to in by_number(some).items()}
                for number, some in by_number(symmetries).items()
            }
            orbits = [_read_orbit(orbit) for orbit in listed]
        except (TypeError, ValueError) as error:
            raise InputError(f"the orbit argument cannot be read: {error}") from error
        _require_group(images)
        for representative, taken in orbits:
            _require_orbit(representative, taken, images)
        members = [member for _, taken in orbits for member in taken]
        _require(sorted(members) == sorted(images[0]), "orbits do not contain every variable once")
        in_order = tuple(
            (first, *(member for member in taken if member != first)) for first, taken in orbits
        )
        return cls(images, in_order)

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries."""
        return tuple(SYMMETRIES[number] for number in self.images)


def _images(encoding: Encoding, symmetry: Symmetry) -> dict[int, int]:
    """Return how a symmetry permutes the variables of what corner slots hold."""
    puzzle: CubePuzzle = cube_of(encoding.puzzle)
    corners = encoding.placements[0]
    return {
        corners[slot][value]: corners[target][values[value]]
        for slot, (target, values) in enumerate(symmetry.slot_images(puzzle, 0))
        for value in puzzle.orbits[0].firsts
    }


def _read_orbit(data: Any) -> tuple[int, dict[int, int]]:
    """Return a representative, and by which symmetry each member is taken to it."""
    representative, taken = fields(data, "representative", "taken_by")
    return whole_number(representative), {
        one: whole_number(by) for one, by in by_number(taken).items()
    }


def _require(condition: bool, problem: str) -> None:
    if not condition:
        raise InputError(problem)


def _require_group(images: dict[int, dict[int, int]]) -> None:
    """Make sure that these are permutations that form a group."""
    _require(0 in images and set(images) <= set(range(len(SYMMETRIES))), "a symmetry is not known")
    variables = set(images[0])
    for image in images.values():
        _require(set(image) == set(image.values()) == variables, "a symmetry is not a permutation")
    _require(all(image == variable for variable, image in images[0].items()), "no identity")
    order = sorted(variables)
    known = {tuple(image[variable] for variable in order) for image in images.values()}
    for one in images.values():
        for other in images.values():
            product = tuple(other[one[variable]] for variable in order)
            _require(product in known, "the symmetries do not form a group")


def _require_orbit(
    representative: int, taken: dict[int, int], images: dict[int, dict[int, int]]
) -> None:
    """Make sure that symmetries preserve an orbit, and take each member to the representative as stated."""
    _require(representative in taken and set(taken) <= set(images[0]), "a variable is not known")
    for image in images.values():
        _require({image[member] for member in taken} == set(taken), "an orbit is not preserved")
    for member, by in taken.items():
        _require(
            by in images and images[by][member] == representative,
            "a symmetry does not take a member of an orbit to its representative",
        )
