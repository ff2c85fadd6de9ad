"""Puzzles described by their pieces, such as KPuzzles, and their states.

A puzzle has orbits of slots; a solved state; and moves, which permute the slots of each orbit and turn the
pieces that they move. The convention is that of cubing.js. A move has for each slot the slot from which it
takes its piece (so permutations are passive), and the amount by which it turns that piece. A state has for
each slot its piece, and the turn of that. Pieces that look alike have the same number. How a piece is turned
may be visible only in part: orientations that differ by a multiple of its *modulus* look alike (1 for a
centre of one colour). Pieces that look alike have the same modulus.

Each slot has a facelet for each way in which its piece can be turned, and a piece shows a different mark on
each of them, as far as these can be distinguished. So moves permute facelets like those of cubes, and
everything in `cubecsp.puzzle.core.puzzle.Puzzle` applies here. States are equal if they look alike.

A move may be blocked in states in which some slots hold some pieces
(`cubecsp.puzzle.kpuzzle.conditional_turns`). Then the states that moves lead to do not form a group: a
sequence of moves is still a permutation, but it is possible in some states only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, ClassVar, Self

from cubecsp.errors import InputError, LimitError, excerpt
from cubecsp.puzzle.core.arrangement import LookAlikes
from cubecsp.puzzle.core.display import ShownAsSvg
from cubecsp.puzzle.core.orbits import Frame
from cubecsp.puzzle.core.permutation import (
    Permutation,
    compose,
    identity,
    inverse,
    order,
    power,
    row,
)
from cubecsp.puzzle.kpuzzle.conditional_turns import ConditionalTurn, refusal
from cubecsp.puzzle.kpuzzle.definition_parts import OrbitDefinition, Piece, SlotMove
from cubecsp.puzzle.kpuzzle.move_puzzle import MovePuzzle
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.kpuzzle.requirements import Requirement, blocks_of, summed_up
from cubecsp.puzzle.kpuzzle.sticker_places import StickerPlaces
from cubecsp.suggestions import suggestion

__all__ = ["KPattern", "KPuzzle", "OrbitDefinition", "Piece", "SlotMove"]

_MOST_ROTATIONS = 120

MOST_ENTRIES = 20_000_000
"""The limit for facelets times moves: a puzzle with more would take gigabytes."""


class KPuzzle(MovePuzzle):
    """A puzzle described by its pieces.

    If the orientations of all pieces of an orbit are visible modulo the same number, they are kept modulo
    that number, which is then the number of facelets of a slot.

    Args:
        name: its name.
        kinds: its orbits.
        pieces: the content of each slot in the solved state, orbit by orbit.
        moves: the action of each move, by name, as the definition gives it.
        derived: moves that the definition writes as sequences of others, by name.
        places: the places of stickers, if they are known.
        requires: the requirements of moves of the definition that are not always possible, by name.

    Attributes:
        moves: the action of each move, including derived ones.
        base_moves: the names of those that are not derived from others.
        requires: see above; without moves that are always possible.
        origin: the puzzle from which `ignoring` and `using` have made it; itself if neither has.
        ignored: the orbits whose orientations `ignoring` does not distinguish.
        turns: the moves that `using` has named; None without `using`.
        mirrors: permutations of the facelets that are mirrors, by the faces or sides that they exchange, if the shapes of
            stickers do not say so.
        unread: the paths of what was ignored in the file of its definition, such as `$schema`.

    Raises:
        InputError: a derived move cannot be read, or is derived from itself; a name cannot be written in a
            sequence, or is that of a power of another move; or the puzzle is too large.
    """

    def __init__(
        self,
        name: str,
        kinds: Sequence[OrbitDefinition],
        pieces: Sequence[Piece],
        moves: Mapping[str, SlotMove],
        derived: Mapping[str, str] | None = None,
        places: StickerPlaces | None = None,
        requires: Mapping[str, Requirement] | None = None,
    ) -> None:
        self.origin: KPuzzle = self
        self.ignored: tuple[str, ...] = ()
        self.turns: str | None = None
        self.mirrors: dict[str, Permutation] = {}
        self.unread: tuple[str, ...] = ()
        self.kinds = tuple(kinds)
        self.solved_pieces = tuple(pieces)
        self.places = places
        self.base_moves = tuple(moves)
        self.kind_of = tuple(kind for kind in self.kinds for _ in range(kind.size))
        ends = accumulate((kind.size for kind in self.kinds), initial=0)
        self.kind_rows = tuple(slice(*ends) for ends in pairwise(ends))
        self.angles = self._angles()
        self.firsts = tuple(accumulate(self.angles, initial=0))
        self._require_small(name, len(moves) + len(derived or {}))
        self.slot_at = [slot for slot, angles in enumerate(self.angles) for _ in range(angles)]
        required = {
            move: {slot: held for slot, held in slots.items() if held}
            for move, slots in (requires or {}).items()
        }
        self.requires = {move: required[move] for move in moves if required.get(move)}
        blocks = blocks_of(self.requires, [kind.name for kind in self.kind_of], pieces, self.firsts)
        turns = {
            move: ConditionalTurn(self._permutation(done), blocks.get(move, {}))
            for move, done in moves.items()
        }
        super().__init__(
            name,
            turns,
            derived or {},
            colours=[look for slot in range(len(pieces)) for look in self._marks(slot)],
            pieces=[(kind.name, self._frame(slot)) for slot, kind in enumerate(self.kind_of)],
        )

    def __reduce__(self) -> tuple[object, ...]:
        if self.origin is not self:
            return (_made_of, (self.origin, self.ignored, self.turns))
        moves = {name: self.slot_move(self.moves[name]) for name in self.base_moves}
        about = (self.name, self.kinds, self.solved_pieces, moves, self.derived, self.places)
        chosen = {
            name: vars(self)[name]
            for name in ("generators", "mirrors", "notation", "single_moves", "unread")
            if name in vars(self)
        }
        return (KPuzzle, (*about, self.requires), chosen)

    def using(self, names: str) -> KPuzzle:
        """Return the same puzzle with only some of its moves, for questions that name no moves.

        Args:
            names: the moves, with commas between them.

        Raises:
            InputError: there is no such move, or they change nothing visible.
        """
        made = self.ignoring(())
        made.generators = made.single_moves = self.chosen(names)
        made.turns = names
        return made

    @cached_property
    def single_moves(self) -> dict[str, Permutation]:
        """The moves that count as one: all that are chosen and their powers, or exactly those that `using` has named."""
        return self.with_powers()

    def ignoring(self, names: Iterable[str]) -> KPuzzle:
        """Return the same puzzle without the orientations of some orbits of pieces, such as centres of one colour.

        Raises:
            InputError: there is no such orbit, or a move is possible only with some of these orientations.
        """
        hidden = {self.kinds[self.kind(name)].name for name in names}
        pieces = [
            Piece(piece.number, 0, 1) if kind.name in hidden else piece
            for kind, piece in zip(self.kind_of, self.solved_pieces, strict=True)
        ]
        moves = {name: self.slot_move(self.moves[name]) for name in self.base_moves}
        requires = {
            move: {slot: self._unturned(move, slot, hidden) for slot in slots}
            for move, slots in self.requires.items()
        }
        made = KPuzzle(self.name, self.kinds, pieces, moves, self.derived, self.places, requires)
        made.origin, made.notation = self.origin, self.notation
        made.ignored = tuple(k.name for k in self.kinds if k.name in {*self.ignored, *hidden})
        return made

    def _unturned(self, move: str, slot: int, hidden: Iterable[str]) -> frozenset[tuple[int, int]]:
        """Return the contents of a slot that forbid a move, if some orientations are ignored."""
        held, orbit = self.requires[move][slot], self.kind_of[slot].name
        if orbit not in hidden:
            return held
        for number, _ in held:
            if any((number, t) not in held for t in range(self.modulus_of[orbit, number])):
                raise InputError(
                    f"whether {move} is possible depends on the orientation of piece {number} of {orbit}",
                    f"do not ignore the orientations of {orbit}",
                )
        return frozenset((number, 0) for number, _ in held)

    @cached_property
    def rotations(self) -> dict[Permutation, str]:
        """The rotations of the whole puzzle, made by the moves with such names, each with the fewest that make it.

        The first one, "", turns nothing. A move that is possible in some states only is not a rotation, nor
        is any move if the puzzle has no others.

        Raises:
            LimitError: there are more than 120 of them, which is more than any solid has.
        """
        named = [n for n in self.moves if n not in self._usual() and self.are_always_possible([n])]
        powers = {
            self.power_written(name, amount, times): power(self.moves[name], amount)
            for name in named
            for times in [order(self.moves[name])]
            for amount in range(1, min(times, _MOST_ROTATIONS))
        }
        results = {identity(self.facelet_count): ""}
        waiting = [*results]
        for done in waiting:  # grows during the loop
            for name, turn in powers.items():
                new = compose(done, turn)
                if new not in results:
                    results[new] = f"{results[done]} {name}".strip()
                    waiting.append(new)
            if len(results) > _MOST_ROTATIONS:
                raise LimitError(
                    f"the moves of {self.name} that are named like rotations generate more than {_MOST_ROTATIONS} states",
                    "rename those that turn only a part of it",
                )
        return results

    @cached_property
    def rotations_rename(self) -> bool:
        """Whether every rotation takes pieces that look alike to pieces that look alike, so that it only renames pieces."""
        marks = self.colours(identity(self.facelet_count))
        looks = [(self.kind_of[slot], mark) for slot, mark in zip(self.slot_at, marks, strict=True)]
        number = len(set(looks))
        return all(
            len({(a, looks[b]) for a, b in zip(looks, turn, strict=True)}) == number
            for turn in self.rotations
        )

    @cached_property
    def moving_slots(self) -> tuple[int, ...]:
        """The slots that some move changes, except rotations of the whole puzzle; moves that may not be used also count."""
        turns = self._usual().values()
        return tuple(
            slot
            for slot, first in enumerate(self.firsts[:-1])
            if any(turn[first] != first for turn in turns)
        )

    @property
    def slot_count(self) -> int:
        """The number of slots, including those whose pieces never move."""
        return len(self.solved_pieces)

    @cached_property
    def modulus_of(self) -> dict[tuple[str, int], int]:
        """The modulus to which the turn of a piece, given by the name of its orbit and its number, is visible."""
        return {
            (kind.name, piece.number): piece.modulus
            for kind, piece in zip(self.kind_of, self.solved_pieces, strict=True)
        }

    def kind(self, name: str) -> int:
        """Return the number of the orbit with a name.

        Raises:
            InputError: there is none.
        """
        names = [kind.name for kind in self.kinds]
        if name not in names:
            raise InputError(
                f"the puzzle {self.name} has no orbit {name!r}", suggestion(name, names)
            )
        return names.index(name)

    def place(self, slot: int) -> str:
        """Return the name of a slot: that of its orbit, and its number there, from 0."""
        first = next(slots.start for slots in self.kind_rows if slot < slots.stop)
        return f"{self.kind_of[slot].name}[{slot - first}]"

    def piece_shown(self, facelet: int, sticker: int) -> Piece:
        """Return the piece whose sticker is at a facelet, with its visible turn there."""
        home = self.slot_at[sticker]
        number, turned, modulus = self.solved_pieces[home]
        turned += facelet - self.firsts[self.slot_at[facelet]] - (sticker - self.firsts[home])
        return Piece(number, turned % modulus, modulus)

    def require_stickers(self, what: str) -> None:
        """Make sure that the definition gives the places of stickers.

        Raises:
            InputError: it does not.
        """
        if self.places is None:
            raise InputError(
                f"{what} is about stickers, and the definition of {self.name} has none",
                "ask about pieces",
            )

    @cached_property
    def sticker_facelets(self) -> tuple[int, ...]:
        """The facelet of each sticker of `places`."""
        return tuple(
            self.firsts[place.slot] + place.angle % self.angles[place.slot]
            for place in (self.places.places if self.places else ())
        )

    @cached_property
    def face_of(self) -> dict[int, str]:
        """For each facelet that has a sticker, the face whose colour that has."""
        places = self.places.places if self.places else ()
        return {f: place.face for f, place in zip(self.sticker_facelets, places, strict=True)}

    def slot_name(self, frame: Frame) -> str:
        """Return the name of the slot with a frame; see `place`."""
        return self.place(self.slot_at[frame[0]])

    # ------------------------------------------------------------ states

    @cached_property
    def state_class(self) -> type[KPattern]:
        """The class of its states."""
        return type("KPattern", (KPattern,), {"puzzle": self})

    @property
    def solved(self) -> KPattern:
        """The solved state."""
        return self.state_class._solved_state()

    def pattern(self, slots: Iterable[tuple[int, int]]) -> KPattern:
        """Return the state whose slots hold these pieces, turned so.

        Args:
            slots: for each slot the number of a piece, and its turn. Each piece of an orbit occurs once.
        """
        homes: dict[tuple[str, int], list[int]] = {}
        for slot in reversed(range(self.slot_count)):
            number = self.solved_pieces[slot].number
            homes.setdefault((self.kind_of[slot].name, number), []).append(slot)
        stickers: list[int] = []
        for slot, (number, turned) in enumerate(slots):
            home = homes[self.kind_of[slot].name, number].pop()
            first, angles = self.firsts[home], self.angles[slot]
            start = self.solved_pieces[home].turned - turned
            stickers += [first + (start + angle) % angles for angle in range(angles)]
        return self.state_class._of(row(stickers))._as(not self.alike)

    @cached_property
    def alike(self) -> bool:
        """Whether some of its states look the same although their pieces are in different places."""
        marks = {(self.kind_of[self.slot_at[f]], c) for f, c in enumerate(self.home_colours)}
        return len(marks) < self.facelet_count

    def _angles(self) -> tuple[int, ...]:
        """Return the number of facelets of each slot."""
        results: list[int] = []
        for kind, slots in zip(self.kinds, self.kind_rows, strict=True):
            moduli = {piece.modulus for piece in self.solved_pieces[slots]}
            results += [min(moduli) if len(moduli) == 1 else kind.turns] * kind.size
        return tuple(results)

    def _require_small(self, name: str, moves: int) -> None:
        if self.firsts[-1] * max(1, moves) > MOST_ENTRIES:
            raise InputError(
                f"{name} has {self.firsts[-1]:,} oriented pieces and {moves:,} moves",
                f"their product is at most {MOST_ENTRIES:,}",
            )

    def _frame(self, slot: int) -> Frame:
        """Return the facelets of a slot, first that of a piece turned by 0 that is there when solved."""
        first, angles, turned = (
            self.firsts[slot],
            self.angles[slot],
            self.solved_pieces[slot].turned,
        )
        return tuple(first + (turned + angle) % angles for angle in range(angles))

    def _marks(self, slot: int) -> list[int]:
        """Return the mark of each facelet of a slot of the solved state."""
        number, turned, modulus = self.solved_pieces[slot]
        angles = self.angles[slot]
        return [number * angles + (angle - turned) % modulus for angle in range(angles)]

    # ------------------------------------------------------------ moves

    def _permutation(self, move: SlotMove) -> Permutation:
        """Return the permutation of facelets of a move."""
        stickers: list[int] = []
        for source, delta, angles in zip(move.sources, move.deltas, self.angles, strict=True):
            first = self.firsts[source]
            stickers += [first + (angle - delta) % angles for angle in range(angles)]
        return row(stickers)

    def slot_move(self, move: Permutation) -> SlotMove:
        """Return the action on slots of a permutation of facelets, which tears no piece apart."""
        heads = [move[first] for first in self.firsts[:-1]]
        sources = tuple(self.slot_at[head] for head in heads)
        moved = zip(heads, sources, self.angles, strict=True)
        return SlotMove(sources, tuple((self.firsts[s] - h) % angles for h, s, angles in moved))

    def conditions(self, move: str) -> list[tuple[str, list[int], frozenset[tuple[int, int]]]]:
        """Return the requirements of a move of the definition: orbit, slots there, and the contents forbidden in them."""
        where: dict[tuple[str, frozenset[tuple[int, int]]], list[int]] = {}
        for slot, held in sorted(self.requires.get(move, {}).items()):
            orbit = self.kind_of[slot].name
            first = self.kind_rows[self.kind(orbit)].start
            where.setdefault((orbit, held), []).append(slot - first)
        return [(orbit, slots, held) for (orbit, held), slots in where.items()]

    def requirement(self, move: str) -> str:
        """Return the requirements of a move of the definition, as WEDGES[0,6] without 3, 5:1."""
        return "; ".join(
            f"{orbit}[{','.join(map(str, slots))}] without {', '.join(summed_up(held, self._modulus_in(orbit)))}"
            for orbit, slots, held in self.conditions(move)
        )

    def _modulus_in(self, orbit: str) -> Callable[[int], int]:
        """Return a function that gives the modulus to which turns of a piece of an orbit are visible."""
        return lambda number: self.modulus_of[orbit, number]

    def _refused(self, state: KPattern, moves: str) -> InputError:
        """Return the error about moves that are not possible, with the first of these, its place in the text, and why."""
        placed = self.notation.read(moves, list(self.moves))
        result = refusal(self._turns, [one.step for one in placed], state.stickers)
        slot = self.slot_at[result.facelet]
        (held,) = summed_up(
            [state._of(result.stickers).holds(slot)], self._modulus_in(self.kind_of[slot].name)
        )
        before, at = self.notation.written(result.before, self.steps), placed[result.number].at
        after = f"after {excerpt(before)}" if before else "at the start"
        why = f"{self.notation.obstacle}, as " if self.notation.obstacle else ""
        return InputError(
            f"move {result.move} is not possible {after}: {why}{self.place(slot)} holds {held} (character {at + 1})",
            "`describe` says what each move requires",
            text=moves,
            position=at,
        )


class KPattern(LookAlikes, ShownAsSvg):
    """A state of a puzzle, whether it is solvable or not; see `KPuzzle.pattern`."""

    puzzle: ClassVar[KPuzzle]

    def __reduce__(self) -> tuple[object, ...]:
        return (_unpickled, (self.puzzle, self.stickers, self.labelled))

    @property
    def seen(self) -> bytes:
        """The visible content of each slot; pieces that look alike count as the first of them.

        If pieces look alike and it is not known which is where, `stickers` may show one in a turn that moves
        cannot give it there, though they can give it to another one that looks the same.
        """
        if not self.labelled:
            held = self.puzzle.assembly(self.puzzle.colours(self.stickers))
            if held is not None:
                pairs = zip(self.puzzle.orbits, held, strict=True)
                return b"".join(orbit.seen(values) for orbit, values in pairs)
        return super().seen

    def holds(self, slot: int) -> tuple[int, int]:
        """Return the piece that a slot holds, and its visible turn."""
        first = self.puzzle.firsts[slot]
        return self.puzzle.piece_shown(first, self.stickers[first])[:2]

    @property
    def faces(self) -> list[str]:
        """For each sticker (`KPuzzle.places`) the face whose colour it shows.

        Raises:
            InputError: the definition has no stickers.
        """
        puzzle = self.puzzle
        if puzzle.places is None:
            raise InputError(f"the definition of {puzzle.name} has no stickers")
        return [puzzle.face_of[self.stickers[facelet]] for facelet in puzzle.sticker_facelets]

    @property
    def slots(self) -> list[tuple[int, int]]:
        """The piece that each slot holds, and its visible turn."""
        return [self.holds(slot) for slot in range(self.puzzle.slot_count)]

    def after(self, done: Permutation) -> Self:
        """Return the state after a permutation of facelets."""
        return self._of(compose(self.stickers, done))._as(self.labelled)

    def held_before(self, rotation: Permutation) -> Self:
        """Return the state that becomes this one when the whole puzzle is turned and its pieces are named after their new slots.

        So moves have the same effect on both. Pieces that look alike must still do so after the rotation.
        """
        return self._of(compose(inverse(rotation), self.stickers))._as(self.labelled)

    @property
    def solved_after(self) -> str | None:
        """The rotation of the solved puzzle that looks like this, "" for none; None if it is not solved in any holding."""
        solved = self.puzzle.solved
        rotations = self.puzzle.rotations.items()
        return next((name for turn, name in rotations if self == solved.after(turn)), None)

    def apply(self, moves: str | PuzzleMoves) -> Self:
        """Return the state after some moves.

        Raises:
            InputError: they are not a sequence of moves of this puzzle, or one of them is blocked.
        """
        moves, stickers = str(moves), self.stickers
        if not self.puzzle.requires:
            return self.after(self.puzzle.turn(moves).done)
        for turn in self.puzzle.turns_of(moves):
            if not turn.is_possible(stickers):
                raise self.puzzle._refused(self, moves)
            stickers = compose(stickers, turn.done)
        return self._of(stickers)._as(self.labelled)

    def can(self, moves: str) -> bool:
        """Return whether some moves are possible here.

        Raises:
            InputError: they are not a sequence of moves of this puzzle.
        """
        stickers = self.stickers
        for turn in self.puzzle.turns_of(moves):
            if not turn.is_possible(stickers):
                return False
            stickers = compose(stickers, turn.done)
        return True

    def _need_labels(self, what: str) -> None:
        if self.puzzle.requires:
            raise InputError(
                f"a state of {self.puzzle.name} cannot {what}: some moves are possible in some states only, so that "
                "states form no group",
                "apply moves to it: `apply`",
            )
        super()._need_labels(what)

    def require_still_slots(self) -> None:
        """Make sure that slots which no move changes are solved, so that rules describe the state completely.

        Raises:
            InputError: one does not.
        """
        puzzle = self.puzzle
        for slot, first in enumerate(puzzle.firsts[:-1]):
            keeps_still = first not in puzzle.slot_of
            if keeps_still and self.holds(slot) != puzzle.solved.holds(slot):
                raise InputError(
                    f"no move changes the slot {puzzle.place(slot)}, and another piece is in it",
                    "rules cannot refer to it",
                )

    def as_dict(self) -> dict[str, Any]:
        """Return it as KPattern JSON, with `orientationMod` if some orientation is not visible."""
        data: dict[str, Any] = {}
        slots = self.slots
        for kind, where in zip(self.puzzle.kinds, self.puzzle.kind_rows, strict=True):
            held = slots[where]
            data[kind.name] = {
                "pieces": [number for number, _ in held],
                "orientation": [turned for _, turned in held],
            }
            moduli = [self.puzzle.modulus_of[kind.name, number] for number, _ in held]
            if kind.turns > 1 and any(modulus != kind.turns for modulus in moduli):
                data[kind.name]["orientationMod"] = [m % kind.turns for m in moduli]
        return data

    def __str__(self) -> str:
        return json.dumps(self.as_dict())

    def __repr__(self) -> str:
        return f"<{self.puzzle.name}: {self}>"


def _made_of(origin: KPuzzle, ignored: tuple[str, ...], turns: str | None) -> KPuzzle:
    """Return a puzzle as `KPuzzle.ignoring` and `KPuzzle.using` change it."""
    made = origin.ignoring(ignored)
    return made if turns is None else made.using(turns)


def _unpickled(puzzle: KPuzzle, stickers: Permutation, labelled: bool) -> KPattern:
    return puzzle.state_class._of(stickers)._as(labelled)
