"""KPuzzle and KPattern JSON, as cubing.js defines them: puzzles, and states of them.

    {"name": …, "orbits": [{"orbitName": …, "numPieces": …, "numOrientations": …}, …],
     "defaultPattern": {ORBIT: {"pieces": […], "orientation": […], "orientationMod": […]}, …},
     "moves": {MOVE: {ORBIT: {"permutation": […], "orientationDelta": […]}, …}, …},
     "derivedMoves": {MOVE: "a sequence of others"},
     "requires": {MOVE: [{"orbitName": ORBIT, "slots": […], "holdsNot": [PIECE or [PIECE, ORIENTATION], …]}, …], …}}

`requires` is our extension, which cubing.js ignores: a move is possible if none of the slots of a condition
holds one of its pieces; or, with `holds` instead of `holdsNot`, if each of them holds one. A derived move is
possible if its moves are, one after the other.

`orientationMod`, `derivedMoves` and `requires` may be left out. An `orientationMod` of 0 means that the
orientation is known in full, any other that it is known modulo that number. Orientations and
orientationDeltas of -(n - 1) to n - 1 are read, modulo the n orientations: those of cubing.js are remainders
as JavaScript has them, with the sign of what was divided. Errors give their place as a path in the JSON:
`moves.U.EDGES.permutation[3]`.

Some of what files of other programs have is ignored (`KPuzzle.unread` lists it):

- `$schema`, and keys that begin with `experimental` or `x-`;
- a derived move with the name of a move: that one counts, as in cubing.js (construct.ts) and in cubing.rs,
  from which twips has its moves (lookup_move.rs, both 2026);
- orbits of a move that `orbits` does not define, as the kilominx of twips has them, which both pass over.

A move leaves orbits as they are that it leaves out. One that leaves out an orbit and has one that is not
defined is refused, since this is probably the same orbit with its name mistyped.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.core.permutation import Permutation
from cubecsp.puzzle.definitions.strict_json import check_keys, parse_json
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle, OrbitDefinition, Piece, SlotMove
from cubecsp.puzzle.kpuzzle.requirements import MOST_BLOCKS, Requirement, turnings_of
from cubecsp.suggestions import suggestion

MOST_SLOTS = 10_000
"""The most slots of a puzzle that is read."""

MOST_TURNS = 255
"""The most ways to turn a piece."""

_KEYS = ("name", "orbits", "defaultPattern", "moves", "derivedMoves", "requires")
_ORBIT = ("orbitName", "numPieces", "numOrientations")
_PATTERN = ("pieces", "orientation", "orientationMod")
_MOVE = ("permutation", "orientationDelta")
_CONDITION = ("orbitName", "slots", "holds", "holdsNot")


def read_kpuzzle(text: str) -> KPuzzle:
    """Read a definition.

    Raises:
        InputError: it is not JSON, or not a KPuzzle; the message says where.
    """
    data = _object(parse_json(text), "the definition", _KEYS, _KEYS[:4])
    kinds = _kinds(data["orbits"])
    pieces, turned, moduli = _pattern(data["defaultPattern"], kinds, "defaultPattern")
    _check_alike(kinds, pieces, moduli)
    moves = _object(data["moves"], "moves")
    derived = _object(data.get("derivedMoves", {}), "derivedMoves")
    for name, sequence in derived.items():
        if not isinstance(sequence, str):
            raise InputError(
                f"derivedMoves.{name} is {_quoted(sequence)}", "write a sequence of moves"
            )
    held = [*map(Piece, pieces, turned, moduli)]
    left = {name: sequence for name, sequence in derived.items() if name not in moves}
    puzzle = KPuzzle(
        _name(data["name"], "name"),
        kinds,
        held,
        {_name(name, "moves"): _move(move, kinds, f"moves.{name}") for name, move in moves.items()},
        left,
        requires=_Requires(kinds, held).read(data.get("requires", {}), moves, left),
    )
    puzzle.unread = tuple(_unread(data, kinds))
    return puzzle


def _unread(data: Mapping[str, Any], kinds: Sequence[OrbitDefinition]) -> Iterator[str]:
    """Yield the paths of what is ignored in a definition."""
    names = [kind.name for kind in kinds]
    yield from (key for key in data if key not in _KEYS)
    for number, orbit in enumerate(data["orbits"]):
        yield from (f"orbits[{number}].{key}" for key in orbit if key not in _ORBIT)
    moves = {f"moves.{name}": move for name, move in data["moves"].items()}
    for path, there in {"defaultPattern": data["defaultPattern"], **moves}.items():
        known = _MOVE if path in moves else _PATTERN
        for name, orbit in there.items():
            if name not in names:
                yield f"{path}.{name}"
            else:
                yield from (f"{path}.{name}.{key}" for key in orbit if key not in known)
    yield from (f"derivedMoves.{n}" for n in data.get("derivedMoves", ()) if n in data["moves"])


def read_kpattern(text: str, puzzle: KPuzzle) -> KPattern:
    """Read a state of a puzzle, with or without the wrapping of cubing.js.

    Raises:
        InputError: it is not JSON, not a KPattern, or one with other pieces; the message says where.
    """
    data = parse_json(text)
    path = ""
    while isinstance(data, dict) and "patternData" in data and len(path) < 24:
        check_keys("a KPattern", data, ("patternData", "experimentalPuzzleName"))
        data, path = data["patternData"], f"{path}patternData."
    pieces, turned, moduli = _pattern(data, puzzle.kinds, path.rstrip(".") or "the KPattern")
    for kind, row in zip(puzzle.kinds, puzzle.kind_rows, strict=True):
        there = Counter(pieces[row])
        expected = Counter(piece.number for piece in puzzle.solved_pieces[row])
        if there != expected:
            wrong = next(piece for piece in [*there, *expected] if there[piece] != expected[piece])
            raise InputError(
                f"{path}{kind.name}.pieces has piece {wrong} {_times(there[wrong])}",
                f"a {puzzle.name} has it {_times(expected[wrong])}",
            )
    for slot, (kind, piece, turns_alike) in enumerate(
        zip(puzzle.kind_of, pieces, moduli, strict=True)
    ):
        modulus = puzzle.modulus_of[kind.name, piece]
        if turns_alike not in (modulus, kind.turns):
            raise InputError(
                f"orientationMod of {puzzle.place(slot)} is {turns_alike}",
                f"for this piece of a {puzzle.name} it has to be {modulus}",
            )
    return puzzle.pattern(zip(pieces, turned, strict=True))


def read_pieces(data: Any, puzzle: KPuzzle) -> tuple[list[int], list[int]]:
    """Return the piece of each slot of a KPattern, and its turn; pieces may occur too often or not often enough.

    Raises:
        InputError: it is not a KPattern of this puzzle; the message says where.
    """
    pieces, turned, _ = _pattern(data, puzzle.kinds, "the KPattern")
    return pieces, turned


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
        for name in puzzle.base_moves
    ]
    lines.append('  "moves": {\n' + ",\n".join(moves) + "\n  }")
    if puzzle.derived:
        lines.append(f'  "derivedMoves": {json.dumps(puzzle.derived)}')
    if puzzle.requires:
        required = {move: _conditions(puzzle, move) for move in puzzle.requires}
        lines.append(f'  "requires": {json.dumps(required)}')
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


def _conditions(puzzle: KPuzzle, move: str) -> list[dict[str, Any]]:
    results = []
    for orbit, slots, held in puzzle.conditions(move):
        pieces: list[Any] = []
        for number, turnings in turnings_of(held).items():
            every = len(turnings) == puzzle.modulus_of[orbit, number]
            pieces += [number] if every else [[number, turned] for turned in turnings]
        results.append({"orbitName": orbit, "slots": slots, "holdsNot": pieces})
    return results


def _kinds(data: Any) -> tuple[OrbitDefinition, ...]:
    if not isinstance(data, list) or not data:
        raise InputError(
            f"orbits is {_quoted(data)}",
            'write a list of {"orbitName": …, "numPieces": …, "numOrientations": …}',
        )
    kinds: list[OrbitDefinition] = []
    for number, orbit in enumerate(data):
        path = f"orbits[{number}]"
        _object(orbit, path, _ORBIT, _ORBIT)
        name = _name(orbit["orbitName"], f"{path}.orbitName")
        if name in [kind.name for kind in kinds]:
            raise InputError(f"{path}.orbitName: two orbits are called {name}", "rename one")
        size = _number(orbit["numPieces"], 1, MOST_SLOTS, f"{path}.numPieces")
        turns = _number(orbit["numOrientations"], 1, MOST_TURNS, f"{path}.numOrientations")
        kinds.append(OrbitDefinition(name, size, turns))
    if sum(kind.size for kind in kinds) > MOST_SLOTS:
        raise InputError(f"orbits have more than {MOST_SLOTS:,} pieces in all", "give fewer")
    return tuple(kinds)


def _pattern(
    data: Any, kinds: Sequence[OrbitDefinition], path: str
) -> tuple[list[int], list[int], list[int]]:
    """Return the pieces, their turns, and how far these are known, slot by slot."""
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


def _check_alike(
    kinds: Sequence[OrbitDefinition], pieces: Sequence[int], moduli: Sequence[int]
) -> None:
    """Make sure that turns are known to the same extent for all pieces that look alike."""
    known: dict[tuple[str, int], int] = {}
    slots = [(kind.name, slot) for kind in kinds for slot in range(kind.size)]
    for (name, slot), piece, modulus in zip(slots, pieces, moduli, strict=True):
        if known.setdefault((name, piece), modulus) != modulus:
            raise InputError(
                f"defaultPattern.{name}.orientationMod[{slot}]: pieces {piece} look alike, but "
                "their values differ",
                "give them the same",
            )


def _move(data: Any, kinds: Sequence[OrbitDefinition], path: str) -> SlotMove:
    _check_orbits(data, [kind.name for kind in kinds], path)
    sources: list[int] = []
    deltas: list[int] = []
    for kind in kinds:
        if kind.name not in data:
            sources += range(len(deltas), len(deltas) + kind.size)
            deltas += [0] * kind.size
            continue
        place = f"{path}.{kind.name}"
        orbit = _object(data[kind.name], place, _MOVE, _MOVE)
        numbers = _numbers(orbit["permutation"], kind.size, kind.size, f"{place}.permutation")
        twice = [source for source, count in Counter(numbers).items() if count > 1]
        if twice:
            at = len(numbers) - 1 - numbers[::-1].index(twice[0])
            raise InputError(
                f"{place}.permutation[{at}] repeats {twice[0]}",
                f"a permutation has each of 0 to {kind.size - 1} once",
            )
        sources += [len(deltas) + source for source in numbers]
        numbers = _orientations(orbit["orientationDelta"], kind, f"{place}.orientationDelta")
        deltas += [delta % kind.turns for delta in numbers]
    return SlotMove(tuple(sources), tuple(deltas))


def _check_orbits(data: Any, names: Sequence[str], path: str) -> None:
    """Make sure that the orbits of a move are not mistyped: see the docstring of the module."""
    missing = [name for name in names if name not in _object(data, path)]
    if len(missing) == len(names):
        raise InputError(f"{path} has no orbit of the definition", f"these are {', '.join(names)}")
    unknown = [key for key in data if key not in names and not _is_foreign(key)]
    if missing and unknown:
        raise InputError(
            f"{path} leaves out {missing[0]}, and has the unknown orbit {excerpt(unknown[0])}",
            suggestion(unknown[0], names),
        )


class _Requires:
    """Reads the requirements of moves.

    Args:
        kinds: the orbits.
        pieces: the content of each slot when solved.
    """

    def __init__(self, kinds: Sequence[OrbitDefinition], pieces: Sequence[Piece]) -> None:
        self._rows: dict[str, int] = {}
        self._moduli: dict[str, dict[int, int]] = {}
        self._sizes = {kind.name: kind.size for kind in kinds}
        first = 0
        for kind in kinds:
            here = pieces[first : first + kind.size]
            self._rows[kind.name] = first
            self._moduli[kind.name] = {piece.number: piece.modulus for piece in here}
            first += kind.size
        self._left = MOST_BLOCKS

    def read(
        self, data: Any, moves: Collection[str], derived: Collection[str]
    ) -> dict[str, Requirement]:
        """Return the requirements of each move that has any."""
        entries: dict[str, Requirement] = {}
        for move, conditions in _object(data, "requires").items():
            path = f"requires.{move}"
            if move in derived:
                raise InputError(f"{path}: {move} is a derived move", "say what its moves require")
            if move not in moves:
                raise InputError(f"{path}: unknown move {excerpt(move)}", suggestion(move, moves))
            if not isinstance(conditions, list):
                raise InputError(f"{path} is {_quoted(conditions)}", "write a list of conditions")
            bad: dict[int, frozenset[tuple[int, int]]] = {}
            for number, condition in enumerate(conditions):
                slots, held = self._condition(condition, f"{path}[{number}]")
                bad |= {slot: bad.get(slot, frozenset()) | held for slot in slots}
            entries[move] = bad
        return entries

    def _condition(self, data: Any, path: str) -> tuple[list[int], frozenset[tuple[int, int]]]:
        """Return slots, and the contents forbidden in them."""
        _object(data, path, _CONDITION, _CONDITION[:2])
        keys = [key for key in _CONDITION[2:] if key in data]
        if len(keys) != 1:
            both = "holds and holdsNot" if keys else "neither holds nor holdsNot"
            raise InputError(f"{path} has {both}", "write one of them")
        orbit = _name(data["orbitName"], f"{path}.orbitName")
        if orbit not in self._sizes:
            raise InputError(
                f"{path}.orbitName: unknown orbit {excerpt(orbit)}",
                suggestion(orbit, list(self._sizes)),
            )
        slots = _list(data["slots"], f"{path}.slots", "slots")
        for at, slot in enumerate(slots):
            _number(slot, 0, self._sizes[orbit] - 1, f"{path}.slots[{at}]")
        held = self._pieces(data[keys[0]], orbit, f"{path}.{keys[0]}")
        if keys[0] == "holds":
            every = ((p, t) for p, modulus in self._moduli[orbit].items() for t in range(modulus))
            held = {value for value in every if value not in held}
        self._left -= max(1, len(slots)) * len(held)
        if self._left < 0:
            raise InputError(
                f"{path}: the moves exclude more than {MOST_BLOCKS:,} oriented pieces from slots",
                "exclude fewer",
            )
        return [self._rows[orbit] + slot for slot in slots], frozenset(held)

    def _pieces(self, data: Any, orbit: str, path: str) -> set[tuple[int, int]]:
        """Return the pieces of a list, with their turns."""
        moduli = self._moduli[orbit]
        results: set[tuple[int, int]] = set()
        for at, written in enumerate(_list(data, path, "pieces")):
            place, is_pair = f"{path}[{at}]", isinstance(written, list)
            if is_pair and len(written) != 2:
                raise InputError(
                    f"{place} has {len(written)} numbers", "write [piece, orientation]"
                )
            piece = written[0] if is_pair else written
            if isinstance(piece, bool) or not isinstance(piece, int) or piece not in moduli:
                raise InputError(
                    f"{place}{'[0]' if is_pair else ''} is {_quoted(piece)}",
                    f"write the number of a piece of {orbit}",
                )
            turned = range(moduli[piece])
            if is_pair:
                turned = range(
                    _number(written[1], 0, moduli[piece] - 1, f"{place}[1]"), moduli[piece]
                )[:1]
            if any((piece, turn) in results for turn in turned):
                raise InputError(f"{place} repeats {_quoted(written)}", "write each piece once")
            results.update((piece, turn) for turn in turned)
        return results


def _list(data: Any, path: str, what: str) -> list[Any]:
    if not isinstance(data, list):
        raise InputError(f"{path} is {_quoted(data)}", f"write a list of {what}")
    return data


def _object(
    data: Any, path: str, known: Sequence[str] = (), needed: Sequence[str] = ()
) -> dict[str, Any]:
    """Return an object that has these keys; ignore others if they are allowed."""
    if not isinstance(data, dict):
        raise InputError(f"{path} is {_quoted(data)}", "write a JSON object")
    if known:
        check_keys(path, [key for key in data if not _is_foreign(key)], known)
    missing = next((key for key in needed if key not in data), None)
    if missing is not None:
        raise InputError(f"{path} has no {missing!r}", f"it needs {', '.join(needed)}")
    return data


def _is_foreign(key: str) -> bool:
    """Return whether a key is for other programs."""
    return key == "$schema" or key.startswith(("experimental", "x-"))


def _numbers(data: Any, count: int, below: int, path: str, least: int = 0) -> list[int]:
    """Return a list of `count` integers, below a limit."""
    if not isinstance(data, list):
        raise InputError(f"{path} is {_quoted(data)}", f"write a list of {count} numbers")
    if len(data) != count:
        raise InputError(f"{path} has {len(data)} numbers", f"its orbit has {count} pieces")
    return [_number(value, least, below - 1, f"{path}[{i}]") for i, value in enumerate(data)]


def _orientations(data: Any, kind: OrbitDefinition, path: str) -> list[int]:
    """Return the turns of the pieces of an orbit, each less than a whole turn either way."""
    return _numbers(data, kind.size, kind.turns, path, 1 - kind.turns)


def _number(value: Any, least: int, most: int, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"{path} is {_quoted(value)}", f"write an integer from {least} to {most}")
    return value


def _name(value: Any, path: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{path} is {_quoted(value)}", "write a name")
    return value


def _quoted(value: Any) -> str:
    return excerpt(value) if isinstance(value, str) else excerpt(json.dumps(value))[1:-1]


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")
