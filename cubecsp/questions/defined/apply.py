"""What moves do to states of puzzles that are not cubes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from cubecsp.formats import SOLVED
from cubecsp.puzzle.permutation import order
from cubecsp.questions.answer import Status
from cubecsp.questions.asking.asks import asks
from cubecsp.questions.asking.kinds import Text
from cubecsp.questions.asking.param import Param
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.asking import AboutStates, States
from cubecsp.questions.limits import Run

__all__ = ["ApplyMoves", "apply_moves"]


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class ApplyMoves(AboutStates):
    """What `apply_moves` is asked.

    The entry `order` of `more` is how often the moves have to be done to lead back; None where they can be done in
    some states only.

    Raises:
        InputError: these are no moves of the puzzle, or cannot be done in one of the states.
    """

    name: ClassVar[str] = "apply_moves"
    example: ClassVar[Mapping[str, Any]] = {"puzzle": "pyraminx", "moves": "R U' l"}

    moves: Annotated[
        str,
        Param(
            "the moves to do, with counts and primes (R2'), groups (R U)3, commutators [R, U] and conjugates [R: U]",
            Text("MOVES"),
        ),
    ] = field(kw_only=False)
    states: States = field(default=SOLVED, kw_only=False)

    def work(self, answer: StateAnswer, run: Run) -> None:  # noqa: ARG002  # it takes no time
        """Apply the moves."""
        if self.definition.are_always_possible([self.moves]):
            done = self.definition.done(self.moves)
            answer.states = [StateReport(state.after(done)) for state in self.read]
            answer.more["order"] = order(done)
        else:
            answer.states = [StateReport(state.apply(self.moves)) for state in self.read]
            answer.more["order"] = None
        answer.status = Status.COMPLETE


QUESTION = ApplyMoves
apply_moves = asks(ApplyMoves)
