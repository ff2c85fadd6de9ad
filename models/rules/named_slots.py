"""Slots, pieces and stickers of puzzles that a definition describes: the meaning of rules about these.

A slot is called by its orbit and its number there, `EDGES[3]`; `EDGES` are all slots of an orbit, `EDGES[0,1]` some,
and `all` are all slots. A piece is called by the slot that it is in when the puzzle is solved.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.primitives import Primitive, SlotDomain, all_of, any_of, at_least_of
from cubecsp.models.core.rule import Violation
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle, Piece
from cubecsp.puzzle.kpuzzle.shown_stickers import ShownStickers, miscounted
from cubecsp.puzzle.kpuzzle.sticker_places import StickerPlaces

Fits = Callable[[Piece, Piece], bool]
"""Says whether a slot, given by its own piece, may hold a piece, turned as the second argument says."""


def kpuzzle_of(puzzle: Puzzle) -> KPuzzle:
    """Return a puzzle, which a definition describes.

    Raises:
        InputError: it is none of these.
    """
    if not isinstance(puzzle, KPuzzle):
        raise InputError(f"{puzzle.name} has no definition")
    return puzzle


# ------------------------------------------------------------ slots


def canonical_slots(text: str, puzzle: Puzzle) -> str:
    """Return a list of slots in its canonical form, with `+` between.

    Raises:
        InputError: the puzzle has no such slots.
    """
    slots_of(text, kpuzzle_of(puzzle))
    return "+".join(map(_without_blanks, _words(text)))


def _without_blanks(word: str) -> str:
    """Return an orbit, or slots of one, without blanks except those in the name of the orbit."""
    orbit, bracket, numbers = word.partition("[")
    return f"{orbit.strip()}{bracket}{''.join(numbers.split())}"


def slots_of(text: str, puzzle: KPuzzle) -> list[int]:
    """Return the slots that a list stands for, each once.

    Raises:
        InputError: the puzzle has no such slots.
    """
    slots = (slot for word in _words(text) for slot in _slots(word, puzzle))
    return [*dict.fromkeys(slots)]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split("+")]


def _slots(word: str, puzzle: KPuzzle) -> Iterable[int]:
    if word == "all":
        return puzzle.moving_slots
    parts = re.fullmatch(r"([^\[\]]+)(?:\[([\d,\s]{0,10000})\])?", word, re.ASCII)
    if not parts:
        raise InputError(f"{excerpt(word)} is neither an orbit nor slots of one", _example(puzzle))
    row = puzzle.kind_rows[puzzle.kind(parts[1].strip())]
    if parts[2] is None:
        return range(row.start, row.stop)
    return [
        _slot(number, row, parts[1], puzzle) for number in parts[2].split(",") if number.strip()
    ]


def _slot(number: str, row: slice, orbit: str, puzzle: KPuzzle) -> int:
    digits = "".join(number.split())
    if len(digits) > 6 or row.start + int(digits) >= row.stop:
        raise InputError(
            f"unknown slot {f'{orbit}[{digits[:20]}]'}",
            f"a {puzzle.name} has {orbit}[0] to {orbit}[{row.stop - row.start - 1}]",
        )
    return int(row.start) + int(digits)


def _example(puzzle: KPuzzle) -> str:
    orbit = puzzle.kinds[0].name if puzzle.kinds else "EDGES"
    return f"write {orbit}, {orbit}[0] or {orbit}[0,1], with + between"


# ------------------------------------------------------------ pieces


def each_slot(text: str, puzzle: Puzzle, fits: Fits) -> Iterator[Primitive]:
    """Yield for each of some slots that it holds a piece that fits there."""
    known = kpuzzle_of(puzzle)
    for slot in slots_of(text, known):
        yield _holds(slot, known, fits)


def _holds(slot: int, puzzle: KPuzzle, fits: Fits) -> Primitive:
    own = puzzle.solved_pieces[slot]
    first = puzzle.firsts[slot]
    if first not in puzzle.slot_of:  # no move changes it
        return all_of([]) if fits(own, own) else any_of([])
    index, number = puzzle.slot_of[first]
    orbit = puzzle.orbits[index]
    frame = orbit.frames[number]
    held = (puzzle.piece_shown(frame[0], stickers[0]) for stickers in orbit.stickers)
    placements = frozenset(value for value, piece in enumerate(held) if fits(own, piece))
    return SlotDomain(index, number, placements, orbit.placements)


def misplacements(text: str, state: KPattern, fits: Fits) -> list[Violation]:
    """Return a violation for each of some slots that holds a piece which does not fit there."""
    return [v for slot in slots_of(text, state.puzzle) for v in _wrong(slot, state, fits)]


def _wrong(slot: int, state: KPattern, fits: Fits) -> list[Violation]:
    puzzle = state.puzzle
    number, turned = state.holds(slot)
    kind, own = puzzle.kind_of[slot], puzzle.solved_pieces[slot]
    if fits(own, Piece(number, turned, puzzle.modulus_of[kind.name, number])):
        return []
    how = f", turned by {turned}" if kind.turns > 1 else ""
    return [Violation((), f"slot {puzzle.place(slot)} holds piece {number}{how}")]


def holding(slots: str, pieces: str, turn: int | None, puzzle: Puzzle) -> Iterator[Primitive]:
    """Yield for each of some slots that it holds one of some pieces, turned by `turn` if that is not None."""
    known = kpuzzle_of(puzzle)
    allowed = _numbers(pieces, known)
    for slot in slots_of(slots, known):
        numbers = allowed.get(known.kind_of[slot].name, frozenset())
        yield _holds(slot, known, _among(numbers, turn))


def not_holding(slots: str, pieces: str, turn: int | None, state: KPattern) -> list[Violation]:
    """Return a violation for each of some slots that does not hold one of some pieces, turned so."""
    allowed = _numbers(pieces, state.puzzle)
    results = []
    for slot in slots_of(slots, state.puzzle):
        numbers = allowed.get(state.puzzle.kind_of[slot].name, frozenset())
        results += _wrong(slot, state, _among(numbers, turn))
    return results


def _numbers(pieces: str, puzzle: KPuzzle) -> dict[str, frozenset[int]]:
    """Return the numbers of pieces, given by their home slots, for each orbit."""
    homes = slots_of(pieces, puzzle)
    return {
        kind.name: frozenset(
            puzzle.solved_pieces[home].number for home in homes if puzzle.kind_of[home] is kind
        )
        for kind in puzzle.kinds
    }


def _among(numbers: frozenset[int], turn: int | None) -> Fits:
    return lambda _own, piece: piece.number in numbers and turn in (None, piece.turned)


# ------------------------------------------------------------ stickers


def require_stickers(puzzle: Puzzle, rule: object) -> StickerPlaces:
    """Return where the stickers of a puzzle are.

    Raises:
        InputError: its definition does not say that.
    """
    known = kpuzzle_of(puzzle)
    known.require_stickers(f"the rule {rule}")
    assert known.places is not None
    return known.places


def shown_stickers(text: str, puzzle: KPuzzle) -> ShownStickers:
    """Return the stickers that a text lists.

    Raises:
        InputError: the definition has none, or the text lists something else.
    """
    places = require_stickers(puzzle, f"stickers={excerpt(text)}")
    if (shown := ShownStickers.read(text, puzzle)) is None:
        raise miscounted(text, puzzle) or InputError(
            f"stickers={excerpt(text)} does not list the stickers of a {puzzle.name}",
            f"give {len(places.places)} letters {''.join(places.letters.values())}, or . for any colour",
        )
    return shown


def unlike(shown: ShownStickers, state: Any) -> list[Violation]:
    """Return a violation for each sticker that shows another colour."""
    names = require_stickers(state.puzzle, "stickers").names
    return [
        Violation((), f"{name} shows {actual} instead of {wanted}")
        for name, wanted, actual in zip(names, shown.faces, state.faces, strict=True)
        if wanted not in (None, actual)
    ]


def as_shown(shown: ShownStickers, puzzle: Puzzle) -> Iterator[Primitive]:
    """Yield that stickers show given colours."""
    for sticker, face in enumerate(shown.faces):
        if face is not None:
            yield _shows(sticker, face, kpuzzle_of(puzzle))


def excesses(state: KPattern, limit: int) -> list[Violation]:
    """Return a violation for each face and colour that it shows more often than `limit`."""
    return [
        Violation((), f"face {face} shows colour {colour} {times} times")
        for face, colours in _colours_by_face(state)
        for colour, times in sorted(Counter(colours).items())
        if times > limit
    ]


def lacking(state: KPattern) -> list[Violation]:
    """Return a violation for each face and colour that it does not show."""
    faces = _colours_by_face(state)
    return [
        Violation((), f"face {face} lacks colour {colour}")
        for face, colours in faces
        for colour, _ in faces
        if colour not in colours
    ]


def like_neighbours(state: KPattern) -> list[Violation]:
    """Return a violation for each pair of stickers of one colour that share a side."""
    stickers, colours = require_stickers(state.puzzle, "no-touching=side"), state.faces
    return [
        Violation(
            (),
            f"stickers {stickers.names[a]} and {stickers.names[b]} touch (side) and both show {colours[a]}",
        )
        for a, b in stickers.touching
        if colours[a] == colours[b]
    ]


def _colours_by_face(state: KPattern) -> list[tuple[str, list[str]]]:
    """Return for each face the colours of its stickers, which are those of faces."""
    result: dict[str, list[str]] = {}
    for place, colour in zip(require_stickers(state.puzzle, "").places, state.faces, strict=True):
        result.setdefault(place.face, []).append(colour)
    return [*result.items()]


def at_most(puzzle: Puzzle, limit: int, rule: object) -> Iterator[Primitive]:
    """Yield that each face shows each colour at most so often."""
    for shows in _by_colour(puzzle, rule):
        yield at_least_of(len(shows) - limit, (part.negated() for part in shows))


def each_colour(puzzle: Puzzle, rule: object) -> Iterator[Primitive]:
    """Yield that each face shows each colour."""
    for shows in _by_colour(puzzle, rule):
        yield any_of(shows)


def unlike_neighbours(puzzle: Puzzle, rule: object) -> Iterator[Primitive]:
    """Yield that stickers of one face that share a side show different colours."""
    stickers = require_stickers(puzzle, rule)
    for pair in stickers.touching:
        for face in stickers.faces:
            yield any_of([_shows(n, face, kpuzzle_of(puzzle)).negated() for n in pair])


def _by_colour(puzzle: Puzzle, rule: object) -> Iterator[list[Primitive]]:
    """Yield for each face and colour that each sticker of the face shows the colour."""
    stickers = require_stickers(puzzle, rule)
    for face in stickers.faces:
        places = [n for n, place in enumerate(stickers.places) if place.face == face]
        for colour in stickers.faces:
            yield [_shows(place, colour, kpuzzle_of(puzzle)) for place in places]


def _shows(sticker: int, colour: str, puzzle: KPuzzle) -> Primitive:
    """Return the primitive that a sticker shows a colour."""
    facelet = puzzle.sticker_facelets[sticker]
    if facelet not in puzzle.slot_of:  # no move changes it
        return all_of([]) if puzzle.face_of[facelet] == colour else any_of([])
    index, number = puzzle.slot_of[facelet]
    orbit = puzzle.orbits[index]
    at = orbit.frames[number].index(facelet)
    shown = (puzzle.face_of.get(stickers[at]) for stickers in orbit.stickers)
    values = frozenset(value for value, face in enumerate(shown) if face == colour)
    return SlotDomain(index, number, values, orbit.placements)
