"""Orbits, moves and laws of puzzles that are not cubes, and the orders of their states."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from cubecsp.deadline import looking
from cubecsp.definitions.effort import EffortError
from cubecsp.definitions.pieces import KPattern, KPuzzle
from cubecsp.errors import InputError, LimitError, OutOfTimeError
from cubecsp.puzzle.permutation import order
from cubecsp.questions.answer import Status
from cubecsp.questions.asking.asks import asks
from cubecsp.questions.asking.param import Param
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.asking import AboutStates, Searching, StatesKind
from cubecsp.questions.limits import Run

__all__ = ["DescribePuzzle", "describe_puzzle", "order_of"]

_NEAR = 20_000
"""So many states are looked at for the distance of one, a tenth of a second; `solve` looks at more."""

_UNKNOWN_GROUP: dict[str, Any] = {"order": None, "states": None, "positions": None, "laws": None}


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class DescribePuzzle(AboutStates, Searching):
    """What `describe_puzzle` is asked.

    `more` has `orbits`, `moves`, `derived`, what moves `requires` (by name, of those that can be done in some states
    only), the `order` of the group that the moves generate, how many `states`
    look different, how many `positions` that is up to how the puzzle is held, and `laws`; what is too large to be worked out is None, and `reason` says why.

    Raises:
        InputError: these are no moves of the puzzle.
    """

    name: ClassVar[str] = "describe_puzzle"
    example: ClassVar[Mapping[str, Any]] = {"puzzle": "pyraminx"}

    states: Annotated[
        "KPattern | str | Iterable[KPattern | str]",
        Param(
            "states as for `check_states`, to say how often their moves lead back, and how many moves solve them; none to "
            "describe the puzzle only",
            StatesKind(least=0),
        ),
    ] = field(default=(), kw_only=False)

    def work(self, answer: StateAnswer, run: Run) -> None:
        """Describe the puzzle, and each state."""
        definition = self.definition
        answer.more = {
            "orbits": [_orbit(definition, number) for number in range(len(definition.kinds))],
            "moves": list(definition.given),
            "derived": definition.derived,
            "requires": {move: definition.requirement(move) for move in definition.requires},
            "turns": list(definition.chosen(self.turns)),
            **_UNKNOWN_GROUP,
        }
        with run:
            answer.more |= self._group(answer)
            for state in looking(self.read):
                self.give(answer, self._described(state, run), "described")
        answer.status = Status.COMPLETE if run.stopped is None else Status.PARTIAL

    def _described(self, state: KPattern, run: Run) -> StateReport:
        """Return a state with its order and its distance, or the least that this can be."""
        report = StateReport(state, order=order_of(state))
        try:
            path = self.space.path(state, self.definition.solved, _NEAR, run.deadline)
        except EffortError as error:
            return replace(report, at_least=error.depth)
        except OutOfTimeError:
            raise
        except (InputError, LimitError):  # no moves that can be seen, or too many pieces
            return report
        if path is None:
            return report
        return replace(report, moves=" ".join(path), length=len(path), optimal=True)

    def _group(self, answer: StateAnswer) -> dict[str, Any]:
        """Return what is known of the group that the moves generate."""
        found = dict(_UNKNOWN_GROUP)
        try:
            found["laws"] = [self.parts.described(law) for law in self.parts.seen_laws]
            found["order"] = self.group.order
            found["states"] = self.group.states
            found["positions"] = self.group.positions
        except OutOfTimeError:
            raise
        except LimitError as error:
            answer.reason = str(error)
        return found


QUESTION = DescribePuzzle
describe_puzzle = asks(DescribePuzzle)


def order_of(state: KPattern) -> int | None:
    """Return how often the moves that make a state have to be done to lead back to the solved one.

    None if pieces look alike, or if orientations are not equally visible in all of an orbit: then states do not show
    what was done. None also if some moves can be done in some states only.
    """
    return None if state.puzzle.alike or state.puzzle.requires else order(state.stickers)


def _orbit(definition: KPuzzle, number: int) -> dict[str, Any]:
    kind = definition.kinds[number]
    pieces = definition.solved_pieces[definition.kind_rows[number]]
    return {
        "name": kind.name,
        "pieces": kind.size,
        "orientations": kind.turns,
        "seen": max(piece.modulus for piece in pieces),
        "looks": len({piece.number for piece in pieces}),
    }
