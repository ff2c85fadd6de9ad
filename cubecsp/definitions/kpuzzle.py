"""KPuzzle and KPattern JSON, as cubing.js defines them: puzzles, and states of them.

    {"name": …, "orbits": [{"orbitName": …, "numPieces": …, "numOrientations": …}, …],
     "defaultPattern": {ORBIT: {"pieces": […], "orientation": […], "orientationMod": […]}, …},
     "moves": {MOVE: {ORBIT: {"permutation": […], "orientationDelta": […]}, …}, …},
     "derivedMoves": {MOVE: "a sequence of others"}}

`orientationMod` and `derivedMoves` may be left out. An `orientationMod` of 0 says that the orientation
is known in full, any other one that it is known modulo that. Keys that begin with `experimental` are
ignored. Orientations and orientationDeltas of -(n - 1) to n - 1 are read, modulo the n orientations: those of
cubing.js are remainders as JavaScript has them, with the sign of what was divided. Errors give their place
as a path in the JSON: `moves.U.EDGES.permutation[3]`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from cubecsp.definitions.pieces import Kind, KPattern, KPuzzle, Piece, SlotMove
from cubecsp.errors import InputError, excerpt
from cubecsp.formats.objects import check_keys, loaded
from cubecsp.puzzle.permutation import Permutation

__all__ = ["MOST_SLOTS", "MOST_TURNS", "as_kpuzzle", "read_kpattern", "read_kpuzzle"]

MOST_SLOTS = 10_000
"""The most slots of a puzzle that is read."""

MOST_TURNS = 255
"""The most ways in which a piece may be turned."""

_KEYS = ("name", "orbits", "defaultPattern", "moves", "derivedMoves")
_ORBIT = ("orbitName", "numPieces", "numOrientations")
_PATTERN = ("pieces", "orientation", "orientationMod")
_MOVE = ("permutation", "orientationDelta")


def read_kpuzzle(text: str) -> KPuzzle:
    """Read a definition.

    Raises:
        InputError: it is not JSON, or no KPuzzle; the message says where.
    """
    data = _object(loaded(text), "the definition", _KEYS, _KEYS[:4])
    kinds = _kinds(data["orbits"])
    pieces, turned, moduli = _pattern(data["defaultPattern"], kinds, "defaultPattern")
    _check_alike(kinds, pieces, moduli)
    moves = _object(data["moves"], "moves")
    derived = _object(data.get("derivedMoves", {}), "derivedMoves")
    for name, sequence in derived.items():
        if name in moves:
            raise InputError(f"derivedMoves.{name}: {name} is a move already", "leave one out")
        if not isinstance(sequence, str):
            raise InputError(
                f"derivedMoves.{name} is {_told(sequence)}", "write a sequence of moves"
            )
    return KPuzzle(
        _name(data["name"], "name"),
        kinds,
        [*map(Piece, pieces, turned, moduli)],
        {_name(name, "moves"): _move(move, kinds, f"moves.{name}") for name, move in moves.items()},
        derived,
    )


def read_kpattern(text: str, puzzle: KPuzzle) -> KPattern:
    """Read a state of a puzzle, wrapped as cubing.js does it or not.

    Raises:
        InputError: it is not JSON, no KPattern, or one of other pieces; the message says where.
    """
    data = loaded(text)
    path = ""
    while isinstance(data, dict) and "patternData" in data and len(path) < 24:
        check_keys("a KPattern", data, ("patternData", "experimentalPuzzleName"))
        data, path = data["patternData"], f"{path}patternData."
    pieces, turned, moduli = _pattern(data, puzzle.kinds, path.rstrip(".") or "the KPattern")
    for kind, row in zip(puzzle.kinds, puzzle.kind_rows, strict=True):
        there = Counter(pieces[row])
        wanted = Counter(piece.number for piece in puzzle.solved_pieces[row])
        if there != wanted:
            wrong = next(piece for piece in [*there, *wanted] if there[piece] != wanted[piece])
            raise InputError(
                f"{path}{kind.name}.pieces has piece {wrong} {_times(there[wrong])}",
                f"a {puzzle.name} has it {_times(wanted[wrong])}",
            )
    for slot, (kind, piece, given) in enumerate(zip(puzzle.kind_of, pieces, moduli, strict=True)):
        modulus = puzzle.modulus_of[kind.name, piece]
        if given not in (modulus, kind.turns):
            raise InputError(
                f"{puzzle.place(slot)} has the orientationMod {given}",
                f"of this piece of a {puzzle.name} it is {modulus}",
            )
    return puzzle.pattern(zip(pieces, turned, strict=True))


def as_kpuzzle(puzzle: KPuzzle) -> str:
    """Return a puzzle as KPuzzle JSON, a move on each line."""
    data: dict[str, Any] = {
        "name": puzzle.name,
        "orbits": [
            dict(zip(_ORBIT, (kind.name, kind.size, kind.turns), strict=True))
            for kind in puzzle.kinds
        ],
        "defaultPattern": puzzle.solved.as_dict(),
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()]
    moves = [
        f"    {json.dumps(name)}: {json.dumps(_move_as_dict(puzzle, puzzle.moves[name]))}"
        for name in puzzle.given
    ]
    lines.append('  "moves": {\n' + ",\n".join(moves) + "\n  }")
    if puzzle.derived:
        lines.append(f'  "derivedMoves": {json.dumps(puzzle.derived)}')
    return "{\n" + ",\n".join(lines) + "\n}"


def _move_as_dict(puzzle: KPuzzle, move: Permutation) -> dict[str, Any]:
    sources, deltas = puzzle.slot_move(move)
    return {
        kind.name: {
            "permutation": [source - row.start for source in sources[row]],
            "orientationDelta": list(deltas[row]),
        }
        for kind, row in zip(puzzle.kinds, puzzle.kind_rows, strict=True)
    }


def _kinds(data: Any) -> tuple[Kind, ...]:
    if not isinstance(data, list) or not data:
        raise InputError(
            f"orbits is {_told(data)}",
            'write a list of {"orbitName": …, "numPieces": …, "numOrientations": …}',
        )
    kinds: list[Kind] = []
    for number, orbit in enumerate(data):
        path = f"orbits[{number}]"
        _object(orbit, path, _ORBIT, _ORBIT)
        name = _name(orbit["orbitName"], f"{path}.orbitName")
        if name in [kind.name for kind in kinds]:
            raise InputError(f"{path}.orbitName: there is an orbit {name} already", "rename it")
        size = _number(orbit["numPieces"], 1, MOST_SLOTS, f"{path}.numPieces")
        turns = _number(orbit["numOrientations"], 1, MOST_TURNS, f"{path}.numOrientations")
        kinds.append(Kind(name, size, turns))
    if sum(kind.size for kind in kinds) > MOST_SLOTS:
        raise InputError(f"orbits have more than {MOST_SLOTS:,} pieces in all", "that is too large")
    return tuple(kinds)


def _pattern(data: Any, kinds: Sequence[Kind], path: str) -> tuple[list[int], list[int], list[int]]:
    """Return the pieces, how they are turned, and how far that is known, slot by slot."""
    names = [kind.name for kind in kinds]
    _object(data, path, names, names)
    pieces: list[int] = []
    turned: list[int] = []
    moduli: list[int] = []
    for kind in kinds:
        place = f"{path}.{kind.name}"
        held = _object(data[kind.name], place, _PATTERN, _PATTERN[:2])
        pieces += _numbers(held["pieces"], kind.size, kind.size, f"{place}.pieces")
        known = _numbers(
            held.get("orientationMod", [0] * kind.size),
            kind.size,
            kind.turns + 1,
            f"{place}.orientationMod",
        )
        known = [modulus or kind.turns for modulus in known]
        for slot, modulus in enumerate(known):
            if kind.turns % modulus:
                raise InputError(
                    f"{place}.orientationMod[{slot}] is {modulus}",
                    f"it has to divide the {kind.turns} orientations, or be 0",
                )
        turns = _orientations(held["orientation"], kind, f"{place}.orientation")
        for slot, (turn, modulus) in enumerate(zip(turns, known, strict=True)):
            if abs(turn) >= modulus:
                raise InputError(
                    f"{place}.orientation[{slot}] is {turn}",
                    f"its orientationMod is {modulus}, so it is less than that",
                )
        turned += [turn % modulus for turn, modulus in zip(turns, known, strict=True)]
        moduli += known
    return pieces, turned, moduli


def _check_alike(kinds: Sequence[Kind], pieces: Sequence[int], moduli: Sequence[int]) -> None:
    """Make sure that what is known of how pieces are turned is the same for all that look alike."""
    known: dict[tuple[str, int], int] = {}
    slots = [(kind.name, slot) for kind in kinds for slot in range(kind.size)]
    for (name, slot), piece, modulus in zip(slots, pieces, moduli, strict=True):
        if known.setdefault((name, piece), modulus) != modulus:
            raise InputError(
                f"defaultPattern.{name}.orientationMod[{slot}]: pieces {piece} look alike and have "
                "different ones",
                "give them the same",
            )


def _move(data: Any, kinds: Sequence[Kind], path: str) -> SlotMove:
    names = [kind.name for kind in kinds]
    _object(data, path, names, names)
    sources: list[int] = []
    deltas: list[int] = []
    for kind in kinds:
        place = f"{path}.{kind.name}"
        orbit = _object(data[kind.name], place, _MOVE, _MOVE)
        given = _numbers(orbit["permutation"], kind.size, kind.size, f"{place}.permutation")
        twice = [source for source, count in Counter(given).items() if count > 1]
        if twice:
            at = len(given) - 1 - given[::-1].index(twice[0])
            raise InputError(
                f"{place}.permutation[{at}] is {twice[0]} again",
                f"a permutation has each of 0 to {kind.size - 1} once",
            )
        sources += [len(deltas) + source for source in given]
        given = _orientations(orbit["orientationDelta"], kind, f"{place}.orientationDelta")
        deltas += [delta % kind.turns for delta in given]
    return SlotMove(tuple(sources), tuple(deltas))


def _object(
    data: Any, path: str, known: Sequence[str] = (), needed: Sequence[str] = ()
) -> dict[str, Any]:
    """Return an object with these keys, if there are any, and others that are passed over."""
    if not isinstance(data, dict):
        raise InputError(f"{path} is {_told(data)}", "write a JSON object")
    given = [key for key in data if not key.startswith("experimental")]
    if known:
        check_keys(path, given, known)
    missing = next((key for key in needed if key not in data), None)
    if missing is not None:
        raise InputError(f"{path} has no {missing!r}", f"it has {', '.join(needed)}")
    return data


def _numbers(data: Any, count: int, below: int, path: str, least: int = 0) -> list[int]:
    """Return a list of `count` whole numbers, below a limit."""
    if not isinstance(data, list):
        raise InputError(f"{path} is {_told(data)}", f"write a list of {count} numbers")
    if len(data) != count:
        raise InputError(f"{path} has {len(data)} numbers", f"its orbit has {count} pieces")
    return [_number(value, least, below - 1, f"{path}[{i}]") for i, value in enumerate(data)]


def _orientations(data: Any, kind: Kind, path: str) -> list[int]:
    """Return how far the pieces of an orbit are turned, each less than a whole turn either way."""
    return _numbers(data, kind.size, kind.turns, path, 1 - kind.turns)


def _number(value: Any, least: int, most: int, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(
            f"{path} is {_told(value)}", f"write a whole number from {least} to {most}"
        )
    return value


def _name(value: Any, path: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{path} is {_told(value)}", "write a name")
    return value


def _told(value: Any) -> str:
    return excerpt(value) if isinstance(value, str) else excerpt(json.dumps(value))[1:-1]


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")
