"""The parts of a puzzle that moves do not mix, the laws of each, and which of these can be seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.errors import LimitError
from cubecsp.puzzle.orbits import Law, Orbit, annihilators, laws_of, orbits_of
from cubecsp.puzzle.permutation import inverse, row

__all__ = ["Parts"]

_MOST_PLACEMENTS = 256  # of a part: `Orbit` keeps them as bytes


class Parts:
    """The pieces that moves keep apart, and what they never change.

    A *part* is an orbit in the sense of `cubecsp.puzzle.orbits`: slots that moves take to each other, with pieces
    turned in all ways that moves turn them. An orbit of the definition may have several.

    Args:
        definition: of the puzzle.
        targets: for each move where it takes each point, a point being a slot and an angle.

    Raises:
        LimitError: a part is too large.
    """

    def __init__(self, definition: Definition, targets: Sequence[Sequence[int]]) -> None:
        self.definition = definition
        self._firsts = [*accumulate(definition.turns, initial=0)]
        self._require_small(targets)
        self._moves = [inverse(row(target)) for target in targets]
        slots = range(definition.size)
        self.orbits: tuple[Orbit, ...] = orbits_of(
            [(definition.kind_of[slot].name, self._frame(slot)) for slot in slots],
            self._moves,
            [look for slot in slots for look in self._looks(definition.solved, slot)],
            lambda frame: definition.place(self._slot(frame[0])),
        )

    def _require_small(self, targets: Sequence[Sequence[int]]) -> None:
        """Make sure that no part has more placements than can be kept."""
        seen: set[int] = set()
        for slot, first in enumerate(self._firsts[:-1]):
            if slot in seen:
                continue
            found = {first}
            waiting = [first]
            while waiting and len(found) <= _MOST_PLACEMENTS:
                point = waiting.pop()
                new = {target[point] for target in targets} - found
                found |= new
                waiting += new
            if len(found) > _MOST_PLACEMENTS:
                raise LimitError(
                    f"moves of {self.definition.name} bring the piece of {self.definition.place(slot)} to more than "
                    f"{_MOST_PLACEMENTS} places, counted with how it is turned",
                    "what they can make of so large an orbit cannot be worked out",
                )
            seen |= {self._slot(point) for point in found}

    @cached_property
    def laws(self) -> tuple[Law, ...]:
        """What moves never change about pieces, those that look alike told apart."""
        return laws_of(self.orbits, self._moves)

    @cached_property
    def lawful(self) -> int:
        """How many arrangements obey the laws, with pieces told apart."""
        every = 1
        for orbit in self.orbits:
            every *= math.factorial(len(orbit.names)) * int(orbit.turns ** len(orbit.names))
        return every // math.prod(law.modulus for law in self.laws)

    @cached_property
    def unseen(self) -> int:
        """How many arrangements look solved, whether they obey the laws or not."""
        count = 1
        for orbit in self.orbits:
            for piece, home in enumerate(orbit.homes):
                # Pieces before it that look like it have taken their places.
                alike = {value // orbit.turns for value in orbit.matching(home)}
                count *= sum(other >= piece for other in alike)
                count *= sum(value // orbit.turns == piece for value in orbit.matching(home))
        return count

    @cached_property
    def unseen_lawful(self) -> int:
        """How many arrangements look solved and obey the laws."""
        count = self.unseen
        for prime, laws in self._by_prime.items():
            for _ in range(len(laws) - len(self._seen[prime])):
                count //= prime
        return count

    @cached_property
    def _by_prime(self) -> dict[int, list[Law]]:
        found: dict[int, list[Law]] = {}
        for law in self.laws:
            found.setdefault(law.modulus, []).append(law)
        return found

    @property
    def seen_sums(self) -> list[tuple[int, list[tuple[int, Law]]]]:
        """What moves never change and can be seen: a prime, and laws with weights, whose sum is 0 modulo that."""
        return [
            (prime, list(zip(weights, laws, strict=True)))
            for prime, laws in self._by_prime.items()
            for weights in self._seen[prime]
        ]

    @cached_property
    def _seen(self) -> dict[int, list[list[int]]]:
        """For each prime the sums of laws, as weights of them, that nothing unseen changes."""
        unseen = self._unseen_changes()
        return {
            prime: annihilators(
                [[law.sum(held, self.orbits) for law in laws] for held in unseen], len(laws), prime
            )
            for prime, laws in self._by_prime.items()
        }

    def _unseen_changes(self) -> list[list[bytes]]:
        """Return arrangements that look solved, which generate all of them."""
        home = [bytes(range(0, orbit.placements, orbit.turns)) for orbit in self.orbits]
        found = []
        for number, orbit in enumerate(self.orbits):
            for piece, shown in enumerate(orbit.homes):
                for value in orbit.matching(shown):
                    other = value // orbit.turns
                    if other < piece or value == piece * orbit.turns:
                        continue
                    held = bytearray(home[number])
                    held[piece] = value
                    if other != piece:
                        back = orbit.matching(orbit.homes[other])
                        held[other] = next(v for v in back if v // orbit.turns == piece)
                    found.append([*home[:number], bytes(held), *home[number + 1 :]])
        return found

    @property
    def seen_laws(self) -> list[str]:
        """What moves never change and can be seen: clauses."""
        return [
            self._law_told(prime, weights)
            for prime in self._by_prime
            for weights in self._seen[prime]
        ]

    def wrong(self, state: Arrangement) -> tuple[str, ...]:
        """Return what shows that moves cannot make a state: pieces where none can be, or else broken laws."""
        strange = tuple(reason for orbit in self.orbits for reason in self._strange(orbit, state))
        if strange:
            return strange
        held = [self._held(orbit, state) for orbit in self.orbits]
        if any(values is None for values in held):
            names = [o.name for o, values in zip(self.orbits, held, strict=True) if values is None]
            return (f"the pieces of {names[0]} cannot be in these slots all at once",)
        sums = {
            prime: [law.sum([v for v in held if v is not None], self.orbits) for law in laws]
            for prime, laws in self._by_prime.items()
        }
        return tuple(
            f"{self._law_told(prime, weights)}, and here it is {total}"
            for prime, found in sums.items()
            for weights in self._seen[prime]
            if (total := sum(a * b for a, b in zip(weights, found, strict=True)) % prime)
        )

    def assembled(self, state: Arrangement) -> list[int]:
        """Return where each point has gone in a state about which nothing is `wrong`."""
        targets = [0] * self._firsts[-1]
        for orbit in self.orbits:
            held = self._held(orbit, state)
            assert held is not None
            for frame, value in zip(orbit.frames, held, strict=True):
                for point, sticker in zip(frame, orbit.stickers[value], strict=True):
                    targets[sticker] = point
        return targets

    def ways(self, state: Arrangement) -> tuple[list[int], list[list[int]]]:
        """Return a point of each slot, and where the points may have gone in what looks like a state."""
        heads: list[int] = []
        wanted: list[list[int]] = []
        for orbit in self.orbits:
            to: list[list[int]] = [[] for _ in orbit.frames]
            for frame in orbit.frames:
                for value in orbit.matching(self._shown(frame, state)):
                    piece = value // orbit.turns
                    at = orbit.stickers[value].index(orbit.frames[piece][0])
                    to[piece].append(frame[at])
            heads += [frame[0] for frame in orbit.frames]
            wanted += to
        return heads, wanted

    def slot_of(self, orbit: Orbit, number: int) -> int:
        """Return the slot of the definition that a slot of a part is."""
        return self._slot(orbit.frames[number][0])

    def shown_by(self, orbit: Orbit, number: int, value: int) -> tuple[int, int]:
        """Return the piece that a placement is in a slot of a part, and how that is seen to be turned."""
        frame, slot = orbit.frames[number], self.slot_of(orbit, number)
        sticker = orbit.stickers[value][0]
        home = self._slot(sticker)
        turned = self.definition.turned[home] + (frame[0] - self._firsts[slot])
        turned -= sticker - self._firsts[home]
        return self.definition.pieces[home], turned % self.definition.moduli[home]

    def _slot(self, point: int) -> int:
        return self._slot_of[point]

    @cached_property
    def _slot_of(self) -> list[int]:
        return [slot for slot, turns in enumerate(self.definition.turns) for _ in range(turns)]

    def _frame(self, slot: int) -> tuple[int, ...]:
        """Return the points of a slot, first that of a piece turned by 0 that is there when solved."""
        turns, turned = self.definition.turns[slot], self.definition.turned[slot]
        return tuple(self._firsts[slot] + (turned + angle) % turns for angle in range(turns))

    def _looks(self, state: Arrangement, slot: int) -> list[int]:
        """Return what each point of a slot shows: of which piece, and which mark as far as can be told."""
        kind = self.definition.kind_of[slot]
        first = state.pieces[slot] * kind.turns
        modulus = state.moduli[slot]
        return [first + (angle - state.turned[slot]) % modulus for angle in range(kind.turns)]

    def _shown(self, frame: Sequence[int], state: Arrangement) -> tuple[int, ...]:
        """Return what a state shows along the frame of a slot."""
        slot = self._slot(frame[0])
        looks = self._looks(state, slot)
        return tuple(looks[point - self._firsts[slot]] for point in frame)

    def _held(self, orbit: Orbit, state: Arrangement) -> bytes | None:
        """Return a placement for each slot that looks like a state, each piece once; None if there is none."""
        may = [orbit.matching(self._shown(frame, state)) for frame in orbit.frames]
        taken: dict[int, int] = {}  # by piece: the slot
        chosen: dict[int, int] = {}  # by slot: the placement

        def place(slot: int, tried: set[int]) -> bool:
            for value in may[slot]:
                piece = value // orbit.turns
                if piece in tried:
                    continue
                tried.add(piece)
                if piece not in taken or place(taken[piece], tried):
                    taken[piece], chosen[slot] = slot, value
                    return True
            return False

        if not all(place(slot, set()) for slot in range(len(may))):
            return None
        return bytes(chosen[slot] for slot in range(len(may)))

    def _strange(self, orbit: Orbit, state: Arrangement) -> list[str]:
        """Return which pieces are in slots of a part that they cannot reach, or not turned in that way."""
        found = []
        for name, frame in zip(orbit.names, orbit.frames, strict=True):
            shown, slot = self._shown(frame, state), self._slot(frame[0])
            if orbit.matching(shown):
                continue
            piece = state.pieces[slot]
            here = {self.definition.pieces[self._slot(f[0])] for f in orbit.frames}
            how = f"turned by {state.turned[slot]}" if piece in here else "at all"
            found.append(f"piece {piece} cannot reach {name} {how}")
        return found

    def part_name(self, number: int) -> str:
        """Return what a part is called: as its orbit if that has no other with moving pieces, else with its slots."""
        orbit = self.orbits[number]
        same = [o for o in self.orbits if o.name == orbit.name and o.placements > 1]
        if len(same) == 1:
            return orbit.name
        row = self.definition.rows[self.definition.kind(orbit.name)]
        slots = ",".join(str(self._slot(frame[0]) - row.start) for frame in orbit.frames)
        return f"{orbit.name}[{slots}]"

    def _law_told(self, prime: int, weights: Sequence[int]) -> str:
        """Return a sum of laws as a clause."""
        turned: dict[int, int] = {}
        odd: set[int] = set()
        for weight, law in zip(weights, self._by_prime[prime], strict=True):
            for number, times in law.turned:
                turned[number] = (turned.get(number, 0) + weight * times) % prime
            if weight % 2:
                odd ^= set(law.permuted)
        terms = [
            f"{'' if times == 1 else f'{times} times '}the sum of the turns of {self.part_name(number)}"
            for number, times in turned.items()
            if times
        ]
        terms += [f"the parity of {self.part_name(number)}" for number in sorted(odd)]
        return f"{' plus '.join(terms)} is 0 modulo {prime}"
