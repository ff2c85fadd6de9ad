"""Partly known states: KPatterns with null for unknown entries."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import Permutation, inverse
from cubecsp.puzzle.definitions.kpuzzle_json import read_pieces
from cubecsp.puzzle.definitions.strict_json import parse_json
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.kpuzzle.parts import Parts

_LISTS = ("pieces", "orientation")


@frozen
class PartialState:
    """A partly known state, solvable or not.

    Attributes:
        puzzle: the puzzle.
        slots: for each slot its piece, and the turn of that; None for anything unknown.
    """

    puzzle: KPuzzle
    slots: tuple[tuple[int | None, int | None], ...]

    @classmethod
    def of(cls, state: KPattern) -> PartialState:
        """Return a completely known state."""
        return cls(state.puzzle, tuple(state.slots))

    def strangeness(self, parts: Parts, turns: Iterable[Permutation]) -> dict[Permutation, int]:
        """Return the number of known pieces in slots to which moves cannot bring them, if the solved puzzle is rotated so."""
        known = PartialState(
            self.puzzle, tuple(h if h[0] is not None else (None, None) for h in self.slots)
        )
        may = {
            parts.slot_of(orbit, number): {
                parts.shown_by(orbit, number, value) for value in range(orbit.placements)
            }
            for orbit in parts.orbits
            for number in range(len(orbit.frames))
        }
        return {
            turn: sum(
                piece is not None and not any(p == piece and turned in (None, t) for p, t in may[s])
                for s, (piece, turned) in enumerate(known.held_before(turn).slots)
            )
            for turn in turns
        }

    @property
    def unknown(self) -> int:
        """The number of slots whose contents are not completely known."""
        return sum(None in held for held in self.slots)

    def held_before(self, rotation: Permutation) -> PartialState:
        """Return the state before the whole puzzle is turned, its pieces renamed: see `KPattern.held_before`.

        Raises:
            InputError: the turn of an unknown piece then depends on which piece it is.
        """
        back = inverse(rotation)
        return PartialState(
            self.puzzle, tuple(self._renamed_content(s, back) for s in range(len(self.slots)))
        )

    def _renamed_content(self, slot: int, back: Permutation) -> tuple[int | None, int | None]:
        """Return the content of a slot, with pieces named after the slots to which a rotation takes their solved slots."""
        puzzle, (piece, turned) = self.puzzle, self.slots[slot]
        kind, first = puzzle.kind_of[slot], puzzle.firsts[slot]
        shown = {
            puzzle.piece_shown(first, back[puzzle.firsts[home] + angle])[:2]
            for home, own in enumerate(puzzle.solved_pieces)
            if puzzle.kind_of[home] is kind and piece in (None, own.number)
            for angle in range(puzzle.angles[home])
            if turned is None or (own.turned - angle - turned) % own.modulus == 0
        }
        if piece is not None:
            return next(number for number, _ in shown), None if turned is None else next(
                iter(shown)
            )[1]
        turns = {turn for _, turn in shown}
        if turned is not None and len(turns) > 1:
            raise InputError(
                f"the whole puzzle is turned, and of {puzzle.place(slot)} only the orientation is given, not the piece",
                "give the piece too, or leave out its orientation",
            )
        return None, None if turned is None else turns.pop()

    def as_dict(self) -> dict[str, Any]:
        """Return it as KPattern JSON with nulls."""
        return {
            kind.name: {
                "pieces": [piece for piece, _ in self.slots[row]],
                "orientation": [turned for _, turned in self.slots[row]],
            }
            for kind, row in zip(self.puzzle.kinds, self.puzzle.kind_rows, strict=True)
        }

    def __str__(self) -> str:
        return json.dumps(self.as_dict())

    def as_rules(self) -> dict[str, str]:
        """Return rules that state the known pieces, by the name of the slot that each is about."""
        entries = {}
        for slot, (piece, turned) in enumerate(self.slots):
            if (piece, turned) == (None, None):
                continue
            name = self.puzzle.place(slot)
            turn = "" if turned is None else f":{turned}"
            entries[name] = f"holds={name}:{self._homes(slot, piece)}{turn}"
        return entries

    def _homes(self, slot: int, piece: int | None) -> str:
        """Return the solved slots of the pieces with a number, as rules write them; None for all slots of the orbit."""
        kind = self.puzzle.kind_of[slot].name
        if piece is None:
            return kind
        row = self.puzzle.kind_rows[self.puzzle.kind(kind)]
        solved = self.puzzle.solved_pieces[row]
        homes = [str(number) for number, own in enumerate(solved) if own.number == piece]
        return f"{kind}[{','.join(homes)}]"


def read_partial(text: str, puzzle: KPuzzle) -> PartialState:
    """Return the partial state that a KPattern in JSON describes, with null for unknown entries.

    Raises:
        InputError: it is not a partial state of this puzzle; the message says where.
    """
    data = parse_json(text)
    unknown: dict[tuple[str, str], set[int]] = {}
    for name, held in data.items() if isinstance(data, dict) else ():
        for key in _LISTS if isinstance(held, dict) else ():
            values = held.get(key)
            if isinstance(values, list):
                unknown[name, key] = {i for i, value in enumerate(values) if value is None}
                held[key] = [0 if value is None else value for value in values]
    pieces, turned = read_pieces(data, puzzle)
    slots: list[tuple[int | None, int | None]] = []
    for kind, row in zip(puzzle.kinds, puzzle.kind_rows, strict=True):
        for number, (piece, turn) in enumerate(zip(pieces[row], turned[row], strict=True)):
            has_piece = number not in unknown[kind.name, "pieces"]
            has_turn = number not in unknown[kind.name, "orientation"]
            if has_piece and (kind.name, piece) not in puzzle.modulus_of:
                raise InputError(
                    f"{kind.name}.pieces[{number}] is {piece}", f"a {puzzle.name} has no such piece"
                )
            slots.append((piece if has_piece else None, turn if has_turn else None))
    return PartialState(puzzle, tuple(slots))
