"""Puzzles in the format of twsearch: `.tws` files, and those of ksolve, from which the format comes.

    Name NAME
    Set ORBIT pieces orientations
    Solved / ORBIT / pieces / orientations / … / End
    Move NAME / ORBIT / permutation / orientations / … / End
    MoveSequence NAME moves    MoveAlias NAME move
    Illegal ORBIT slot pieces

each on separate lines; `#` begins a comment line. Pieces and slots are numbered from 1. An orbit that is left
out of `Solved` is the identity, and one that is left out of a move does not change; the same is true for
orientations. A `?` for an orientation of the solved state means that it is invisible.

The orientations of a `Move` go with the slots that pieces come *from* (ksolve's way, which makes moves
different from states); those of a `MoveTransformation`, and the pieces of a `StartState`, are as in KPuzzles,
numbered from 0. `Illegal` lists pieces that a slot must not hold in any state; its numbers are always from 1.
All this follows twsearch's src/cpp/readksolve.cpp (2026).

`Illegal` is about states, and twsearch checks these after each move, where a power of a move also counts as
one move: U2 may pass through an illegal state that U may not make. So each power is read as a separate move
here, U2 besides U, and is possible if neither the state before nor the state after is illegal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from cubecsp.errors import InputError
from cubecsp.puzzle.definitions.kpuzzle_json import MOST_SLOTS, MOST_TURNS
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle, OrbitDefinition, Piece, SlotMove
from cubecsp.puzzle.kpuzzle.move_notation import is_rotation, power_name
from cubecsp.puzzle.kpuzzle.move_puzzle import MOST_POWERS
from cubecsp.puzzle.kpuzzle.requirements import Requirement
from cubecsp.suggestions import suggestion

_UNSEEN = "?"
_END = "End"


@dataclass
class _Line:
    number: int
    words: list[str]

    def error(self, problem: str, remedy: str = "") -> InputError:
        return InputError(f"line {self.number}: {problem}", remedy)

    def need(self, count: int, usage: str) -> None:
        """Make sure that the line has this many words."""
        if len(self.words) != count:
            raise self.error(f"{self.words[0]} with {len(self.words) - 1} words after it", usage)

    def values(self, count: int, first: int, most: int, unseen: bool = False) -> list[int | None]:
        """Return `count` numbers, None for each `?` where these may be."""
        if len(self.words) != count:
            raise self.error(f"{len(self.words)} numbers", f"this orbit has {count} pieces")
        return [
            None if unseen and word == _UNSEEN else self.value(word, first, most)
            for word in self.words
        ]

    def value(self, word: str, first: int, most: int) -> int:
        """Return a number."""
        if word.isascii() and word.isdigit() and len(word) < 10 and first <= int(word) <= most:
            return int(word)
        raise self.error(
            f"{word[:20]!r} is not a number in range", f"write one from {first} to {most}"
        )


@dataclass
class _Position:
    """A state or a move as in the file, by the number of the orbit, with numbers from 0."""

    pieces: dict[int, list[int]] = field(default_factory=dict)
    turned: dict[int, list[int | None]] = field(default_factory=dict)


class _TwsReader:
    def __init__(self, text: str) -> None:
        self._lines = _lines(text)
        self._line = _Line(0, [""])
        self.name = ""
        self.kinds: list[OrbitDefinition] = []
        self.solved: _Position | None = None
        self.moves: dict[str, SlotMove] = {}
        self.derived: dict[str, str] = {}
        self.illegal: dict[int, set[int]] = {}  # pieces by slot

    def read(self) -> KPuzzle:
        reading: dict[str, Callable[[], None]] = {
            "Name": self._name,
            "Set": self._set,
            "Solved": self._solved_state,
            "StartState": self._solved_state,
            "Move": self._move,
            "MoveTransformation": self._move,
            "MoveSequence": self._move_sequence,
            "MoveAlias": self._move_sequence,
            "Illegal": self._illegal,
        }
        for line in self._lines:
            self._line, word = line, line.words[0]
            if word not in reading:
                raise self._line.error(f"{word[:20]!r} is not a keyword", suggestion(word, reading))
            reading[word]()
        if self.solved is None or not self.moves:
            lacking = "are no moves" if self.solved else "is no solved state"
            raise InputError(f"there {lacking} in the file", "write Solved … End, Move U … End")
        return self._puzzle(self.solved)

    def _name(self) -> None:
        self._line.need(2, "write Name and one word")
        self.name = self._line.words[1]

    def _set(self) -> None:
        self._line.need(4, "write Set NAME pieces orientations")
        if self.solved is not None:
            raise self._line.error("a Set after the solved state", "write all Sets before it")
        name = self._line.words[1]
        if name in (kind.name for kind in self.kinds):
            raise self._line.error(f"two Sets are called {name}", "rename one")
        left = MOST_SLOTS - sum(kind.size for kind in self.kinds)
        size = self._line.value(self._line.words[2], 1, left)
        self.kinds.append(
            OrbitDefinition(name, size, self._line.value(self._line.words[3], 1, MOST_TURNS))
        )

    def _solved_state(self) -> None:
        self._line.need(1, "write the orbits on the next lines")
        if self.solved is not None:
            raise self._line.error("a second solved state", "leave one out")
        if not self.kinds:
            raise self._line.error("a solved state before all Sets", "write Set … before it")
        first = 0 if self._line.words[0] == "StartState" else 1
        self.solved = self._position(first, unseen=True)

    def _move(self) -> None:
        self._line.need(2, "write Move and its name")
        if self.solved is None:
            raise self._line.error("a move before the solved state", "write Solved … End before it")
        begun, (word, name) = self._line, self._line.words
        self._new(name)
        as_ksolve = word == "Move"
        position = self._position(1 if as_ksolve else 0)
        sources: list[int] = []
        deltas: list[int] = []
        for number, kind in enumerate(self.kinds):
            places = position.pieces.get(number, list(range(kind.size)))
            if sorted(places) != list(range(kind.size)):
                raise begun.error(
                    f"move {name}: not a permutation of {kind.name}", "write each number once"
                )
            turned = [turn or 0 for turn in position.turned.get(number, [0] * kind.size)]
            deltas += [turned[place] for place in places] if as_ksolve else turned
            sources += [len(sources) + place for place in places]
        self.moves[name] = SlotMove(tuple(sources), tuple(deltas))

    def _move_sequence(self) -> None:
        if len(self._line.words) < 3:
            raise self._line.error(
                f"{self._line.words[0]} without moves", "write its name, and the moves that it is"
            )
        name, *moves = self._line.words[1:]
        self._new(name)
        self.derived[name] = " ".join(moves).replace(",", " ")

    def _illegal(self) -> None:
        words = self._line.words
        if len(words) < 4:
            raise self._line.error(
                f"Illegal with {len(words) - 1} words after it", "write Illegal ORBIT slot pieces"
            )
        if self.solved is None:
            raise self._line.error(
                "Illegal before the solved state", "write Solved … End before it"
            )
        number = self._set_number(words[1])
        size = self.kinds[number].size
        first = sum(kind.size for kind in self.kinds[:number])
        slot = first + self._line.value(words[2], 1, size) - 1
        pieces = {self._line.value(word, 1, size) - 1 for word in words[3:]}
        if self.solved.pieces.get(number, range(size))[slot - first] in pieces:
            raise self._line.error("the solved state would be illegal", "leave this line out")
        self.illegal.setdefault(slot, set()).update(pieces)

    def _new(self, name: str) -> None:
        if name in self.moves or name in self.derived:
            raise self._line.error(f"two moves are called {name}", "leave one out")

    def _position(self, first: int, unseen: bool = False) -> _Position:
        """Read the orbits up to End."""
        result = _Position()
        begun, number, rows = self._line, -1, 0
        for line in self._lines:
            self._line, words = line, line.words
            if words == [_END]:
                return result
            if not (words[0].isdigit() or words[0] == _UNSEEN):
                number, rows = self._set_number(" ".join(words)), 0
                if number in result.pieces:
                    raise self._line.error(f"a second {words[0]}", "leave one out")
                continue
            if number < 0 or rows == 2:
                raise self._line.error(
                    "these numbers belong to no orbit",
                    "write the name of their orbit on the line above",
                )
            kind, rows = self.kinds[number], rows + 1
            if rows == 1:
                pieces = self._line.values(kind.size, first, kind.size - 1 + first)
                result.pieces[number] = [piece - first for piece in pieces if piece is not None]
            else:
                turned = self._line.values(kind.size, 0, kind.turns - 1, unseen)
                result.turned[number] = turned
        raise begun.error(f"{begun.words[0]} without {_END}", f"write {_END} after it")

    def _set_number(self, name: str) -> int:
        names = [kind.name for kind in self.kinds]
        if name not in names:
            remedy = suggestion(name.split()[0], names)
            raise self._line.error(f"{name[:30]!r} is not a Set", remedy)
        return names.index(name)

    def _puzzle(self, solved: _Position) -> KPuzzle:
        pieces: list[Piece] = []
        for number, kind in enumerate(self.kinds):
            row = solved.pieces.get(number, list(range(kind.size)))
            turns = solved.turned.get(number, [0] * kind.size)
            seen: dict[int, bool] = {}
            for piece, turn in zip(row, turns, strict=True):
                if seen.setdefault(piece, turn is not None) != (turn is not None):
                    raise InputError(
                        f"pieces {piece + 1} of {kind.name} look alike, but only some have the orientation ?",
                        "write ? for all of them or for none",
                    )
                pieces.append(Piece(piece, turn or 0, 1 if turn is None else kind.turns))
        name = self.name or "Unnamed"
        if not self.illegal:
            return KPuzzle(name, self.kinds, pieces, self.moves, self.derived)
        moves = self._with_powers()
        requires = {move: self._requirement(done, pieces) for move, done in moves.items()}
        return KPuzzle(name, self.kinds, pieces, moves, self.derived, requires=requires)

    def _with_powers(self) -> dict[str, SlotMove]:
        """Return the moves and their powers, except those that others undo.

        Raises:
            InputError: there are too many.
        """
        moves = dict(self.moves)
        turns = [kind.turns for kind in self.kinds for _ in range(kind.size)]
        nothing = SlotMove(tuple(range(len(turns))), (0,) * len(turns))
        for name, once in self.moves.items():
            powers = [nothing]
            while (done := _after(powers[-1], once, turns)) != nothing:
                powers.append(done)
                if len(moves) + len(powers) > MOST_POWERS:
                    raise InputError(
                        f"the moves have more than {MOST_POWERS} powers, each of which is a separate move if some "
                        "states are Illegal",
                        "use moves of smaller order",
                    )
            count = len(powers)
            for amount in range(2, 1 if is_rotation(name) else count // 2 + 1):
                written = power_name(name, amount, count)
                if written not in self.derived:
                    moves.setdefault(written, powers[amount])
        return moves

    def _requirement(self, done: SlotMove, pieces: Sequence[Piece]) -> Requirement:
        """Return the contents that slots must not have for a move to lead from a legal state to a legal one."""
        entries: dict[int, frozenset[tuple[int, int]]] = {}
        ends = accumulate((kind.size for kind in self.kinds), initial=0)
        for first, end in pairwise(ends):
            moduli = {piece.number: piece.modulus for piece in pieces[first:end]}
            for slot in self.illegal.keys() & set(range(first, end)):
                there = (number for number in self.illegal[slot] if number in moduli)
                bad = frozenset(
                    (number, turn) for number in there for turn in range(moduli[number])
                )
                for place in (slot, done.sources[slot]):
                    entries[place] = entries.get(place, frozenset()) | bad
        return entries


def read_tws(text: str) -> KPuzzle:
    """Read a definition.

    Raises:
        InputError: it is not a definition; the message names the line.
    """
    return _TwsReader(text).read()


def _after(first: SlotMove, then: SlotMove, turns: Sequence[int]) -> SlotMove:
    """Return the product of two moves, for pieces that can be turned in this many ways."""
    sources = tuple(first.sources[source] for source in then.sources)
    turned = (first.deltas[source] + delta for source, delta in zip(*then, strict=True))
    return SlotMove(sources, tuple(t % n for t, n in zip(turned, turns, strict=True)))


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words and not line.startswith("#"):
            yield _Line(number, words)
