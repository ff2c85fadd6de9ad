"""Rules about states of puzzles that are not cubes, and the few relations that they reduce to.

    solved=WHAT permuted=WHAT oriented=WHAT    pieces as in the solved state, or in place, or turned so
    no-piece-home, no-piece-home=WHAT          no slot holds what looks like its own piece, however turned
    EDGES[3]=5  EDGES[3]=5:1                   a slot holds a piece, however turned or turned by 1
    every-colour at-most=N no-touching=side    about the stickers of each face, where the definition has them
    not RULE   any(RULE, RULE)   all(RULE, RULE)

WHAT is `all`, an orbit, or some of its slots, joined by `+`: `EDGES+CORNERS[0,1,2]`. All rules reduce to which
pieces a slot may hold, so that the two ways to find states (`cubecsp.definitions.space` and
`cubecsp.definitions.finder`) know only these relations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from cubecsp.deadline import look
from cubecsp.definitions.notation import nesting_of, parts_of
from cubecsp.definitions.pieces import KPattern, KPuzzle
from cubecsp.errors import InputError, excerpt, which_are_known
from cubecsp.puzzle.sequences import MAX_NESTING

__all__ = ["All", "AtMost", "Not", "Placed", "Relation", "holds", "read_rule"]


@dataclass(frozen=True)
class Placed:
    """A slot holds one of some pieces, turned in one of some ways.

    Attributes:
        slot: the slot.
        held: pieces, with how they are turned as far as can be seen.
    """

    slot: int
    held: frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Not:
    """A relation does not hold."""

    part: Relation


@dataclass(frozen=True)
class All:
    """All of some relations hold, as they do if there are none."""

    parts: tuple[Relation, ...]


@dataclass(frozen=True)
class AtMost:
    """At most so many of some relations hold."""

    number: int
    parts: tuple[Relation, ...]


Relation: TypeAlias = Placed | Not | All | AtMost


def holds(relation: Relation, state: KPattern) -> bool:
    """Return whether a relation holds in a state."""
    if isinstance(relation, Placed):
        return state.holds(relation.slot) in relation.held
    if isinstance(relation, Not):
        return not holds(relation.part, state)
    if isinstance(relation, All):
        return all(holds(part, state) for part in relation.parts)
    return sum(holds(part, state) for part in relation.parts) <= relation.number


def read_rule(text: str, puzzle: KPuzzle) -> Relation:
    """Return what a rule says.

    Raises:
        InputError: it cannot be read, or is none for this puzzle.
    """
    if nesting_of(text) > MAX_NESTING:  # before anything of that length is read so many times
        raise _too_deep(text)
    return _read(text, puzzle, MAX_NESTING)


def _too_deep(text: str) -> InputError:
    return InputError(
        f"rules are nested deeper than {MAX_NESTING}: {excerpt(text)}", "nest them less deeply"
    )


def _read(text: str, puzzle: KPuzzle, depth: int) -> Relation:
    """Return what a rule says that is nested at most so deep."""
    look()
    text = text.strip()
    if depth == 0:
        raise _too_deep(text)
    if text.startswith("not "):
        return Not(_read(text[4:], puzzle, depth - 1))
    group = re.fullmatch(r"(any|all)\((.*)\)", text, re.DOTALL)
    if group:
        parts = tuple(_read(part, puzzle, depth - 1) for part in parts_of(group[2]))
        return All(parts) if group[1] == "all" else _any(parts)
    placed = re.fullmatch(r"(.+)\[(\d{1,6})\]=(\d{1,6})(?::(\d{1,6}))?", text)
    if placed:
        return _placed(puzzle, *placed.groups())
    name, _, value = text.partition("=")
    if name not in _RULES:
        known = which_are_known(name, [*_RULES, "not", "any", "all"])
        raise InputError(f"there is no rule {excerpt(text)} about a {puzzle.name}", known)
    return _RULES[name](puzzle, value, text)


def _any(parts: Sequence[Relation]) -> Relation:
    return Not(All(tuple(map(Not, parts))))


def _placed(puzzle: KPuzzle, orbit: str, slot: str, piece: str, turn: str | None) -> Relation:
    kind = puzzle.kinds[puzzle.kind(orbit)]
    row = puzzle.kind_rows[puzzle.kind(orbit)]
    if int(slot) >= kind.size:
        raise InputError(f"there is no slot {orbit}[{slot}]", f"it has 0 to {kind.size - 1}")
    modulus = puzzle.modulus_of.get((orbit, int(piece)))
    if modulus is None:
        raise InputError(
            f"{orbit} has no piece {piece}",
            f"it has {', '.join(map(str, sorted({p.number for p in puzzle.solved_pieces[row]})))}",
        )
    if turn is not None and int(turn) >= modulus:
        raise InputError(
            f"piece {piece} of {orbit} is not seen to be turned by {turn}", f"by 0 to {modulus - 1}"
        )
    turns = range(modulus) if turn is None else [int(turn)]
    return Placed(row.start + int(slot), frozenset((int(piece), turn) for turn in turns))


def _slots(puzzle: KPuzzle, text: str) -> Iterator[int]:
    """Yield the slots that WHAT is."""
    if text == "all":
        yield from range(puzzle.slot_count)
        return
    for part in text.split("+"):
        found = re.fullmatch(r"([^\[\]]+)(?:\[([\d,\s]*)\])?", part.strip())
        if not found:
            raise InputError(
                f"{excerpt(part)} is neither an orbit nor slots of one", "write EDGES[0,1]"
            )
        number = puzzle.kind(found[1].strip())
        row, size = puzzle.kind_rows[number], puzzle.kinds[number].size
        if found[2] is None:
            yield from range(row.start, row.stop)
            continue
        for slot in filter(None, (word.strip() for word in found[2].split(","))):
            if int(slot) >= size:
                raise InputError(f"there is no slot {found[1]}[{slot}]", f"it has 0 to {size - 1}")
            yield row.start + int(slot)


def _of_pieces(
    of_slot: Callable[[KPuzzle, int], Relation], *, required: bool = True
) -> Callable[[KPuzzle, str, str], Relation]:
    """Return what makes a rule that says the same of each of some slots."""

    def made(puzzle: KPuzzle, value: str, text: str) -> Relation:
        if not value and required:
            raise InputError(f"the rule {excerpt(text)} does not say what", f"write {text}=all")
        slots = dict.fromkeys(_slots(puzzle, value or "all"))
        return All(tuple(of_slot(puzzle, slot) for slot in slots))

    return made


def _solved(puzzle: KPuzzle, slot: int) -> Relation:
    piece = puzzle.solved_pieces[slot]
    return Placed(slot, frozenset([(piece.number, piece.turned)]))


def _permuted(puzzle: KPuzzle, slot: int) -> Relation:
    piece = puzzle.solved_pieces[slot].number
    turns = range(puzzle.modulus_of[puzzle.kind_of[slot].name, piece])
    return Placed(slot, frozenset((piece, turned) for turned in turns))


def _away(puzzle: KPuzzle, slot: int) -> Relation:
    return Not(_permuted(puzzle, slot))


def _oriented(puzzle: KPuzzle, slot: int) -> Relation:
    kind = puzzle.kind_of[slot].name
    return Placed(slot, _turned_so(puzzle, kind, puzzle.solved_pieces[slot].turned))


@lru_cache(maxsize=8)
def _turned_so(puzzle: KPuzzle, orbit: str, turned: int) -> frozenset[tuple[int, int]]:
    """Return the pieces of an orbit, all turned so, as far as can be seen."""
    return frozenset(
        (piece, turned % modulus)
        for (kind, piece), modulus in puzzle.modulus_of.items()
        if kind == orbit
    )


_Shown: TypeAlias = Callable[[int, str], Relation]

_NEVER = Not(All(()))


def _of_stickers(puzzle: KPuzzle, text: str) -> tuple[list[tuple[str, list[int]]], _Shown]:
    """Return the stickers of each face, and what says that a sticker shows a colour."""
    stickers = puzzle.places
    if stickers is None:
        raise InputError(
            f"the rule {excerpt(text)} is about stickers, and the definition of {puzzle.name} has none",
            "ask about pieces",
        )
    colour = {
        (place.slot, place.angle): place.face for place in stickers.places if place.slot is not None
    }
    shown: dict[tuple[int, str], Relation] = {}
    for number, place in enumerate(stickers.places):
        if place.slot is None:
            shown[number, place.face] = All(())
            continue
        kind = puzzle.kind_of[place.slot]
        first = puzzle.kind_rows[puzzle.kind(kind.name)].start
        held: dict[str, list[tuple[int, int]]] = {}
        for piece, turned in product(range(kind.size), range(kind.turns)):
            mark = (place.angle - turned) % kind.turns
            held.setdefault(colour[first + piece, mark], []).append((piece, turned))
        for face, values in held.items():
            shown[number, face] = Placed(place.slot, frozenset(values))

    def shows(number: int, wanted: str) -> Relation:
        return shown.get((number, wanted), _NEVER)

    faces = [
        (face, [n for n, place in enumerate(stickers.places) if place.face == face])
        for face in stickers.faces
    ]
    return faces, shows


def _at_most(puzzle: KPuzzle, value: str, text: str) -> Relation:
    if not (value.isascii() and value.isdigit()):
        raise InputError(f"the rule {excerpt(text)} has no number", "write at-most=2")
    faces, shows = _of_stickers(puzzle, text)
    return All(
        tuple(
            AtMost(int(value[:9]), tuple(shows(sticker, colour) for sticker in stickers))
            for _, stickers in faces
            for colour, _ in faces
        )
    )


def _every_colour(puzzle: KPuzzle, value: str, text: str) -> Relation:
    if value:
        raise InputError(f"the rule {excerpt(text)} takes no value", "write every-colour")
    faces, shows = _of_stickers(puzzle, text)
    return All(
        tuple(
            _any([shows(sticker, colour) for sticker in stickers])
            for _, stickers in faces
            for colour, _ in faces
        )
    )


def _no_touching(puzzle: KPuzzle, value: str, text: str) -> Relation:
    if value != "side":
        raise InputError(f"the rule {excerpt(text)} is not known here", "write no-touching=side")
    faces, shows = _of_stickers(puzzle, text)
    assert puzzle.places is not None
    return All(
        tuple(
            AtMost(1, (shows(a, colour), shows(b, colour)))
            for a, b in puzzle.places.touching
            for colour, _ in faces
        )
    )


_RULES: dict[str, Callable[[KPuzzle, str, str], Relation]] = {
    "solved": _of_pieces(_solved),
    "permuted": _of_pieces(_permuted),
    "oriented": _of_pieces(_oriented),
    "no-piece-home": _of_pieces(_away, required=False),
    "at-most": _at_most,
    "every-colour": _every_colour,
    "no-touching": _no_touching,
}
