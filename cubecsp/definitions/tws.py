"""Puzzles in the format of twsearch: `.tws` files, and those of ksolve, from which the format comes.

    Name NAME
    Set ORBIT pieces orientations
    Solved / ORBIT / pieces / orientations / … / End
    Move NAME / ORBIT / permutation / orientations / … / End
    MoveSequence NAME moves    MoveAlias NAME move

each on lines of its own; `#` begins a comment line. Pieces and slots are numbered from 1. An orbit that is left
out of `Solved` is the identity, one that is left out of a move stays as it is, and so are orientations
that are left out. A `?` for an orientation of the solved state says that it cannot be seen.

The orientations of a `Move` go with the slots that pieces come *from* (ksolve's way, which makes moves
different from states); those of a `MoveTransformation`, and the pieces of a `StartState`, are as in
KPuzzles, numbered from 0. All this follows twsearch's src/cpp/readksolve.cpp (2026). `Illegal`, which blocks
moves in some states, is refused, since such moves form no group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from cubecsp.definitions.kpuzzle import MOST_SLOTS, MOST_TURNS
from cubecsp.definitions.pieces import Kind, KPuzzle, Piece, SlotMove
from cubecsp.errors import InputError, which_are_known

__all__ = ["read_tws"]

_UNSEEN = "?"
_END = "End"


@dataclass
class _Line:
    number: int
    words: list[str]

    def error(self, problem: str, remedy: str = "") -> InputError:
        return InputError(f"line {self.number}: {problem}", remedy)

    def need(self, count: int, how: str) -> None:
        """Make sure that it has so many words."""
        if len(self.words) != count:
            raise self.error(f"{self.words[0]} with {len(self.words) - 1} words behind it", how)

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
        if not (word.isascii() and word.isdigit()) or not first <= int(word[:9]) <= most:
            raise self.error(
                f"{word[:20]!r} where a number is", f"write one from {first} to {most}"
            )
        return int(word)


@dataclass
class _Position:
    """What is written of a state or a move, by the number of the orbit: numbers from 0."""

    pieces: dict[int, list[int]] = field(default_factory=dict)
    turned: dict[int, list[int | None]] = field(default_factory=dict)


class _Reader:
    def __init__(self, text: str) -> None:
        self._lines = _lines(text)
        self._line = _Line(0, [""])
        self.name = ""
        self.kinds: list[Kind] = []
        self.solved: _Position | None = None
        self.moves: dict[str, SlotMove] = {}
        self.derived: dict[str, str] = {}

    def read(self) -> KPuzzle:
        reading: dict[str, Callable[[], None]] = {
            "Name": self._name,
            "Set": self._set,
            "Solved": self._solved,
            "StartState": self._solved,
            "Move": self._move,
            "MoveTransformation": self._move,
            "MoveSequence": self._derived,
            "MoveAlias": self._derived,
            "Illegal": self._illegal,
        }
        for line in self._lines:
            self._line, word = line, line.words[0]
            if word not in reading:
                raise self._line.error(
                    f"{word[:20]!r} is not a keyword", which_are_known(word, reading)
                )
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
            raise self._line.error("a Set behind the solved state", "write all Sets before it")
        name = self._line.words[1]
        if name in (kind.name for kind in self.kinds):
            raise self._line.error(f"there is a Set {name} already", "rename it")
        left = MOST_SLOTS - sum(kind.size for kind in self.kinds)
        size = self._line.value(self._line.words[2], 1, left)
        self.kinds.append(Kind(name, size, self._line.value(self._line.words[3], 1, MOST_TURNS)))

    def _solved(self) -> None:
        self._line.need(1, "write the orbits on the next lines")
        if self.solved is not None:
            raise self._line.error("there is a solved state already", "leave one out")
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
        given = self._position(1 if as_ksolve else 0)
        sources: list[int] = []
        deltas: list[int] = []
        for number, kind in enumerate(self.kinds):
            places = given.pieces.get(number, list(range(kind.size)))
            if sorted(places) != list(range(kind.size)):
                raise begun.error(
                    f"the move {name} takes no permutation of {kind.name}", "write each number once"
                )
            turned = [turn or 0 for turn in given.turned.get(number, [0] * kind.size)]
            deltas += [turned[place] for place in places] if as_ksolve else turned
            sources += [len(sources) + place for place in places]
        self.moves[name] = SlotMove(tuple(sources), tuple(deltas))

    def _derived(self) -> None:
        if len(self._line.words) < 3:
            raise self._line.error(
                f"{self._line.words[0]} without moves", "write its name, and the moves that it is"
            )
        name, *moves = self._line.words[1:]
        self._new(name)
        self.derived[name] = " ".join(moves).replace(",", " ")

    def _illegal(self) -> None:
        raise self._line.error(
            "Illegal blocks moves in some states, so they form no group",
            "puzzles with blocked moves cannot be read",
        )

    def _new(self, name: str) -> None:
        if name in self.moves or name in self.derived:
            raise self._line.error(f"there is a move {name} already", "leave one out")

    def _position(self, first: int, unseen: bool = False) -> _Position:
        """Read the orbits up to End."""
        found = _Position()
        begun, number, rows = self._line, -1, 0
        for line in self._lines:
            self._line, words = line, line.words
            if words == [_END]:
                return found
            if not (words[0].isdigit() or words[0] == _UNSEEN):
                number, rows = self._orbit(words, found), 0
                continue
            if number < 0 or rows == 2:
                raise self._line.error("numbers of no orbit", "write the name of the orbit before")
            kind, rows = self.kinds[number], rows + 1
            if rows == 1:
                pieces = self._line.values(kind.size, first, kind.size - 1 + first)
                found.pieces[number] = [piece - first for piece in pieces if piece is not None]
            else:
                turned = self._line.values(kind.size, 0, kind.turns - 1, unseen)
                found.turned[number] = turned
        raise begun.error(f"{begun.words[0]} without {_END}", f"write {_END} behind it")

    def _orbit(self, words: Sequence[str], found: _Position) -> int:
        names = [kind.name for kind in self.kinds]
        if len(words) != 1 or words[0] not in names:
            told = " ".join(words)[:30]
            raise self._line.error(f"{told!r} is not a Set", which_are_known(words[0], names))
        number = names.index(words[0])
        if number in found.pieces:
            raise self._line.error(f"{words[0]} is there already", "leave one out")
        return number

    def _puzzle(self, solved: _Position) -> KPuzzle:
        pieces: list[Piece] = []
        for number, kind in enumerate(self.kinds):
            row = solved.pieces.get(number, list(range(kind.size)))
            turns = solved.turned.get(number, [0] * kind.size)
            seen: dict[int, bool] = {}
            for piece, turn in zip(row, turns, strict=True):
                if seen.setdefault(piece, turn is not None) != (turn is not None):
                    raise InputError(
                        f"pieces {piece + 1} of {kind.name} look alike, and of some the orientation is ?",
                        "write ? for all of them or for none",
                    )
                pieces.append(Piece(piece, turn or 0, 1 if turn is None else kind.turns))
        return KPuzzle(self.name or "Unnamed", self.kinds, pieces, self.moves, self.derived)


def read_tws(text: str) -> KPuzzle:
    """Read a definition.

    Raises:
        InputError: it is none; the message says in which line.
    """
    return _Reader(text).read()


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words and not line.startswith("#"):
            yield _Line(number, words)
