"""Random states of puzzles that are not cubes, and moves that make them."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from cubecsp.deadline import looking
from cubecsp.definitions.pieces import KPuzzle
from cubecsp.errors import LimitError
from cubecsp.puzzle.permutation import Permutation, compose, identity
from cubecsp.questions.answer import Status
from cubecsp.questions.asking.asks import asks
from cubecsp.questions.asking.kinds import Whole
from cubecsp.questions.asking.param import Cli, Http, Param
from cubecsp.questions.asking.shared import MOST_REQUESTED
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.asking import Effort, Searching
from cubecsp.questions.limits import Run

__all__ = ["ScramblePuzzle", "scramble_puzzle"]


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class ScramblePuzzle(Searching):
    """What `scramble_puzzle` is asked.

    Every state that moves can make is as likely, and the moves are the fewest that make it, unless random moves
    are asked for.

    Raises:
        LimitError: the puzzle is too large for random states to be solved.
    """

    name: ClassVar[str] = "scramble_puzzle"
    example: ClassVar[Mapping[str, Any]] = {"puzzle": "skewb", "seed": 1}

    n: Annotated[
        int,
        Param(
            "how many states are drawn",
            Whole(1, None),
            cli=Cli(("-n", "--number")),
            http=Http(most=MOST_REQUESTED),
        ),
    ] = 1
    seed: Annotated[
        int, Param("the seed: the same one draws the same states", Whole(0, metavar="S"))
    ] = 0
    random_moves: Annotated[
        int | None,
        Param(
            "make each state by this many random moves, none behind one that it undoes or joins, instead of drawing "
            "a random state",
            Whole(1),
            http=Http(most=1_000),
        ),
    ] = None
    effort: Effort = None

    def work(self, answer: StateAnswer, run: Run) -> None:
        """Draw."""
        paths = self._paths_of_states if self.random_moves is None else self._random_paths
        draw = paths(random.Random(self.seed), run)
        optimal = True if self.random_moves is None else None
        with run:
            for _ in range(self.n):
                run.deadline.check()
                self.give(answer, _made(self.definition, draw(), optimal), "drawn", self.n)
        answer.status = Status.COMPLETE if len(answer) == self.n else Status.PARTIAL

    def _paths_of_states(self, source: random.Random, run: Run) -> Callable[[], Sequence[str]]:
        """Return what draws a random state, and finds the fewest moves that make it."""
        self._require_few()

        def draw() -> Sequence[str]:
            state = self.group.random_state(source)
            path = self.space.path(self.definition.solved, state, self.most, run.deadline)
            assert path is not None  # the group has it
            return path

        return draw

    def _random_paths(self, source: random.Random, _run: Run) -> Callable[[], Sequence[str]]:
        """Return what draws random moves."""
        follow = _followers(self.definition, self.turns)
        length = self.random_moves or 0
        return lambda: _random_path(follow, length, source)

    def _require_few(self) -> None:
        """Make sure that a search from both ends has a chance to find the moves that make a random state.

        Raises:
            LimitError: there are too many states, or too many pieces to know.
        """
        remedy = "--random-moves N gives scrambles of random moves"
        try:
            states = self.group.states or self.group.order
        except LimitError as error:
            raise LimitError(error.problem, remedy) from None
        if states > self.most**2:
            raise LimitError(
                f"{self.definition.name} has {states:.3g} states, too many for the moves that make a random one to be "
                f"found among {self.most:,} positions",
                remedy,
            )


QUESTION = ScramblePuzzle
scramble_puzzle = asks(ScramblePuzzle)


def _made(definition: KPuzzle, path: Sequence[str], optimal: bool | None) -> StateReport:
    moves = " ".join(path)
    state = definition.solved.apply(moves)
    return StateReport(state, generator=moves, length=len(path), optimal=optimal)


def _followers(definition: KPuzzle, turns: str | None) -> dict[str | None, list[str]]:
    """Return which moves may come after each, no two in a row being one move, or none; first, after None."""
    nothing = identity(definition.facelet_count)
    named = {n: t for n, t in definition.with_powers(turns).items() if t != nothing}
    made = set(named.values())

    def may_follow(last: Permutation, turn: Permutation) -> bool:
        joined = compose(last, turn)
        return joined != nothing and joined not in made

    follow: dict[str | None, list[str]] = {None: list(named)}
    for name, last in named.items():
        follow[name] = [n for n, t in named.items() if may_follow(last, t)] or list(named)
    return follow


def _random_path(
    follow: dict[str | None, list[str]], length: int, source: random.Random
) -> list[str]:
    """Return random moves, each one that may follow the one before."""
    path: list[str] = []
    last: str | None = None
    for _ in looking(range(length)):
        last = source.choice(follow[last])
        path.append(last)
    return path
