"""Random states of puzzles that are not cubes, and moves that make them."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from cubecsp.deadline import looking
from cubecsp.definitions.effort import EffortError
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

_REMEDY = "--random-moves N gives scrambles of random moves"


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
        if not self.generates_group:
            return self._paths_of_positions(source, run)
        self._require_few()

        def draw() -> Sequence[str]:
            state = self.group.random_state(source)
            path = self.space.path(self.definition.solved, state, self.most, run.deadline)
            assert path is not None  # the group has it
            return path

        return draw

    def _paths_of_positions(self, source: random.Random, run: Run) -> Callable[[], Sequence[str]]:
        """Return what draws one of all states that can be visited.

        Raises:
            LimitError: there are too many.
        """
        try:
            found = self.space.positions(self.definition.solved, self.most, run.deadline)
        except EffortError:
            raise LimitError(
                f"some moves of {self.definition.name} can be done in some states only, so that all states have to be "
                f"visited to draw one, and they are more than {self.most:,}",
                _REMEDY,
            ) from None
        return lambda: found.moves(source.randrange(len(found)))

    def _random_paths(self, source: random.Random, _run: Run) -> Callable[[], Sequence[str]]:
        """Return what draws random moves."""
        walk = _Walk(self.definition, self.turns)
        length = self.random_moves or 0
        return lambda: walk.path(length, source)

    def _require_few(self) -> None:
        """Make sure that a search from both ends has a chance to find the moves that make a random state.

        Raises:
            LimitError: there are too many states, or too many pieces to know.
        """
        try:
            states = self.group.states or self.group.order
        except LimitError as error:
            raise LimitError(error.problem, _REMEDY) from None
        if states > self.most**2:
            raise LimitError(
                f"{self.definition.name} has {states:.3g} states, too many for the moves that make a random one to be "
                f"found among {self.most:,} positions",
                _REMEDY,
            )


QUESTION = ScramblePuzzle
scramble_puzzle = asks(ScramblePuzzle)


def _made(definition: KPuzzle, path: Sequence[str], optimal: bool | None) -> StateReport:
    moves = " ".join(path)
    state = definition.solved.apply(moves)
    return StateReport(state, generator=moves, length=len(path), optimal=optimal)


class _Walk:
    """Random moves, each one that may follow the one before.

    Args:
        definition: the puzzle.
        turns: the moves that may be used, with commas between them; None for all.
    """

    def __init__(self, definition: KPuzzle, turns: str | None) -> None:
        self._definition = definition
        nothing = identity(definition.facelet_count)
        named = {n: t for n, t in definition.with_powers(turns).items() if t != nothing}
        made = set(named.values())

        def may_follow(last: Permutation, turn: Permutation) -> bool:
            joined = compose(last, turn)
            return joined != nothing and joined not in made

        self._follow: dict[str | None, list[str]] = {None: list(named)}
        for name, last in named.items():
            follow = [n for n, turn in named.items() if may_follow(last, turn)]
            self._follow[name] = follow or list(named)
        self._turns = {name: definition.turn(name) for name in named}
        self._moved = {
            name: frozenset(f for f, sticker in enumerate(turn) if f != sticker)
            for name, turn in named.items()
        }

    def path(self, length: int, source: random.Random) -> list[str]:
        """Return random moves that can be done to the solved state.

        Raises:
            LimitError: they lead to a state in which no move can be done.
        """
        path: list[str] = []
        last: str | None = None
        stickers = self._definition.solved.stickers
        for _ in looking(range(length)):
            last = self._drawn(last, stickers, path, source)
            path.append(last)
            stickers = compose(stickers, self._turns[last].done)
        return path

    def _drawn(
        self, last: str | None, stickers: Permutation, path: Sequence[str], source: random.Random
    ) -> str:
        """Return a move that may follow the last one and can be done; one that undoes or joins it if there is no other."""
        if not self._definition.requires:
            return source.choice(self._follow[last])
        for names in (self._follow[last], self._follow[None]):
            possible = [name for name in names if self._turns[name].is_possible(stickers)]
            if possible:
                # A move with few powers is often blocked: it is as likely as all powers of another one together.
                moved = {name: self._moved[name] for name in possible}
                which = source.choice([*dict.fromkeys(moved.values())])
                return source.choice([name for name in possible if moved[name] == which])
        raise LimitError(
            f"no move of {self._definition.name} can be done after {len(path):,} random ones",
            "ask for fewer, or for another seed",
        )
