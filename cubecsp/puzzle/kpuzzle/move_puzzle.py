"""Puzzles with named moves: sequences of these moves, as texts, and their powers.

A move may be blocked in some states (`cubecsp.puzzle.kpuzzle.conditional_turns`), and so may sequences with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cubecsp.errors import InputError, LimitError, excerpt
from cubecsp.interface import spelled
from cubecsp.puzzle.core.orbits import Frame
from cubecsp.puzzle.core.permutation import Permutation, compose, identity, order, power
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.core.sequences import generators_in
from cubecsp.puzzle.kpuzzle.conditional_turns import ConditionalTurn
from cubecsp.puzzle.kpuzzle.move_notation import (
    Notation,
    RepeatedMove,
    check_name,
    is_rotation,
    parts_of,
    power_name,
    power_of,
    read_steps,
)
from cubecsp.puzzle.kpuzzle.requirements import Requirement
from cubecsp.stopping.deadline import look, looking

MOST_POWERS = 1000
"""The most powers of one move that are used if no moves are named."""

_STEPS = 100

_MOST_WEIGHT = 10_000_000
"""The most stickers that block the moves of a sequence, or powers of moves; see `ConditionalTurn.weight`."""


class MovePuzzle(Puzzle):
    """A puzzle with named moves.

    Args:
        name: its name.
        turns: the turn of each move of the definition, with its conditions, by name.
        derived: moves written as sequences of others, by name.
        colours: the mark of each facelet on the solved puzzle.
        pieces: the kind and the facelets of each piece.

    Attributes:
        moves: the turn of each move, including derived ones.
        derived: see above.
        requires: the requirements of moves of the definition, by name, without those that are always possible.
        notation: how its moves are read and written.

    Raises:
        InputError: a derived move cannot be read, or is derived from itself; or a name cannot be written in a
            sequence, or is that of a power of another move.
    """

    requires: dict[str, Requirement]
    notation: Notation = Notation()

    def __init__(
        self,
        name: str,
        turns: Mapping[str, ConditionalTurn],
        derived: Mapping[str, str],
        *,
        colours: Sequence[int],
        pieces: Iterable[tuple[str, Frame]],
    ) -> None:
        for move in (*turns, *derived):
            check_name(move)
        self.derived = dict(derived)
        self._turns = dict(turns)
        self._nothing = ConditionalTurn(identity(len(colours)))
        self._derive()
        self.moves = {move: turn.done for move, turn in self._turns.items()}
        self._require_unambiguous(name)
        super().__init__(name, colours=colours, pieces=pieces, generators=self._usual(), names=())

    def _derive(self) -> None:
        """Add the derived moves to the others."""
        names = [*self._turns, *self.derived]
        left = {name: self._derivation(name, names) for name in self.derived}
        while left:
            ready = [
                n for n, steps in left.items() if all(step.name in self._turns for step in steps)
            ]
            if not ready:
                raise InputError(
                    f"the derived moves {', '.join(left)} are derived from each other",
                    "derive them from moves that the definition gives",
                )
            for name in ready:
                self._turns[name] = self._product(left.pop(name))

    def _derivation(self, name: str, names: Sequence[str]) -> list[RepeatedMove]:
        try:
            return read_steps(self.derived[name], names)
        except InputError as error:
            raise InputError(f"derived move {name}: {error.problem}", error.remedy) from None

    def _product(self, steps: Sequence[RepeatedMove]) -> ConditionalTurn:
        """Return the product of some steps, with its conditions.

        Raises:
            InputError: they are too many to compute the pieces that block them.
        """
        if sum(self._turns[step.name].weight for step in steps) > _MOST_WEIGHT:
            raise InputError(
                f"a sequence of {len(steps):,} moves is too long if some are possible in some states only",
                "give fewer moves",
            )
        result = self._nothing
        for step in _at_times_looking(steps):
            result = result.then(self._turns[step.name].times(step.amount))
        return result

    def turns_of(self, moves: str) -> Iterator[ConditionalTurn]:
        """Yield the turns of the moves of a sequence, one after the other.

        Raises:
            InputError: the text is not a sequence of moves of this puzzle.
        """
        known: dict[RepeatedMove, ConditionalTurn] = {}
        for step in _at_times_looking(self.steps(moves)):
            if step not in known:
                known[step] = self._turns[step.name].times(step.amount)
            yield known[step]

    def _require_unambiguous(self, puzzle: str) -> None:
        """Make sure that each move of a sequence has only one meaning."""
        for name, turn in self.moves.items():
            for base in (name[:end] for end in range(1, len(name)) if name[:end] in self.moves):
                amount = power_of(name, base)
                if amount is not None and turn != power(self.moves[base], amount):
                    raise InputError(
                        f"{name} of {puzzle} is ambiguous: the move of this name differs from {base} applied {amount} "
                        "times",
                        "rename one of them",
                    )

    def _usual(self) -> dict[str, Permutation]:
        """Return all moves except rotations of the whole puzzle; or all, if there are no others."""
        return {n: t for n, t in self.moves.items() if not is_rotation(n)} or self.moves

    def steps(self, moves: str) -> list[RepeatedMove]:
        """Return the moves that a text stands for.

        Raises:
            InputError: it is not a sequence of moves of this puzzle.
        """
        return [placed.step for placed in self.notation.read(moves, list(self.moves))]

    def turn(self, moves: str) -> ConditionalTurn:
        """Return the turn that a sequence of moves makes together, with its conditions.

        Raises:
            InputError: the text is not a sequence of moves of this puzzle.
        """
        return self._product(self.steps(moves))

    def done(self, moves: str) -> Permutation:
        """Return the permutation of a sequence of moves that is possible in every state.

        Raises:
            InputError: the text is not a sequence of moves of this puzzle, or is possible in some states only.
        """
        if not self.are_always_possible([moves]):
            raise InputError(
                f"{excerpt(moves)} is not possible in every state of {self.name}",
                "apply it to a state",
            )
        return self.turn(moves).done

    def are_always_possible(self, names: Iterable[str] | None = None) -> bool:
        """Return whether moves are possible in every state, so that they generate a group.

        Args:
            names: the moves, or sequences of moves; all moves if left out.
        """
        return not self.requires or not any(
            step.amount and self._turns[step.name].blocks
            for name in (self.moves if names is None else names)
            for step in self.steps(name)
        )

    def chosen(self, names: str | None = None) -> dict[str, Permutation]:
        """Return the moves that may be used, by name, without their powers.

        Args:
            names: exactly these moves, with commas between them, or with their powers if written `<U, R>`; if left
                out, all except rotations of the whole puzzle.

        Raises:
            InputError: one of them is not a move, or none changes anything visible.
        """
        if names is None:
            return self.generators
        entries = {}
        generators = generators_in(names)
        for name in parts_of(names) if generators is None else self._powers_in(generators):
            if not self.steps(name):
                raise InputError(
                    f"an empty move in {names!r}", "write one comma between two moves: U,R2"
                )
            entries[name] = self.turn(name).done
        self._require_visible(entries)
        return entries

    def _powers_in(self, names: str) -> Iterator[str]:
        """Yield moves and their powers."""
        for name in parts_of(names):
            count = self._power_count(name, self.turn(name).done) if name else 2
            yield from (self.power_written(name, amount, count) for amount in range(1, count))

    def with_powers(self, names: str | None = None) -> dict[str, Permutation]:
        """Return moves like `chosen`; if none are named, also their powers, each by its first name only.

        Raises:
            InputError: one of them is not a move, or none changes anything visible.
            LimitError: a move has too many powers.
        """
        if names is not None:
            return self.chosen(names)
        self._require_visible(self.generators)
        if self.requires:
            return self._powers()
        entries: dict[Permutation, str] = {}
        for name, base in self.generators.items():
            count, done = self._power_count(name, base), base
            for amount in range(1, count):
                entries.setdefault(done, self.power_written(name, amount, count))
                done = compose(done, base)
        return {name: done for done, name in entries.items()}

    def power_written(self, name: str, amount: int, times: int) -> str:
        """Return a move applied `amount` times as text, if `times` times change nothing.

        If this could be read as another move, such as `R22` as `R2` twice, it is a group: `(R)22`.
        """
        written = power_name(name, amount, times)
        if self.turn(written).done == power(self.turn(name).done, amount):
            return written
        return f"({name}){amount}"

    def _powers(self) -> dict[str, Permutation]:
        """Return moves and their powers, except those with the same effect as another one and stronger conditions.

        Raises:
            LimitError: a move has too many powers, or too many pieces block them.
        """
        entries: dict[Permutation, dict[str, ConditionalTurn]] = {}
        for name, base in self.generators.items():
            for written, turn in looking(self._powers_of(name, self._power_count(name, base))):
                same = entries.setdefault(turn.done, {})
                if any(other.serves_as(turn) for other in same.values()):
                    continue
                entries[turn.done] = {n: t for n, t in same.items() if not turn.serves_as(t)}
                entries[turn.done][written] = turn
        return {name: done for done, turns in entries.items() for name in turns}

    def _powers_of(self, name: str, count: int) -> Iterator[tuple[str, ConditionalTurn]]:
        """Yield the powers of a move, each the short way round and the other way, by name."""
        once, weight = self.turn(name), 0
        turns = {0: self._nothing}
        for amount in range(1, count):
            turns[amount] = turns[amount - 1].then(once)
            turns[-amount] = turns[1 - amount].then(once.undone())
            weight += turns[amount].weight + turns[-amount].weight
            if weight > _MOST_WEIGHT:
                raise LimitError(
                    f"too many conditions block the powers of the move {name} of {self.name}",
                    _remedy(name),
                )
        for amount in range(1, count):
            for times in sorted((amount, amount - count), key=lambda n: (abs(n), -n)):
                written = power_name(name, times, 2 * count)
                if self.steps(written) == [(name, times)]:
                    yield written, turns[times]
                elif self.turn(written).done == turns[times].done:  # another move has this name
                    yield written, self.turn(written)

    def _power_count(self, name: str, base: Permutation) -> int:
        """Return the order of a move: the number of times that changes nothing.

        Raises:
            LimitError: the order is too large.
        """
        count = order(base)
        if count > MOST_POWERS:
            raise LimitError(
                f"the move {name} of {self.name} has {count:,} powers, more than the limit of {MOST_POWERS}",
                _remedy(name),
            )
        return count

    def require_moving(self) -> None:
        """Make sure that some move changes something visible.

        Raises:
            InputError: none does.
        """
        self._require_visible(self.generators)

    def _require_visible(self, moves: Mapping[str, Permutation]) -> None:
        if all(done == identity(self.facelet_count) for done in moves.values()):
            raise InputError(
                f"the moves of {self.name} change nothing that can be seen",
                "name moves that change something",
            )


def _at_times_looking(steps: Iterable[RepeatedMove]) -> Iterator[RepeatedMove]:
    """Yield some steps, and check the deadline before every hundredth: a few steps take no time."""
    for number, step in enumerate(steps, 1):
        if number % _STEPS == 0:
            look()
        yield step


def _remedy(name: str) -> str:
    """Return the remedy for a move with too many powers, a clause."""
    turns = f"{name},{name}'"
    return f"name the moves that may be used, as in {spelled('turns', turns)}"
