"""Questions about puzzles that are not cubes: the states that moves can make, and moves between them."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, JsonValue

from cubecsp.definitions.effort import EFFORT
from cubecsp.definitions.load import puzzle_in, read_state
from cubecsp.definitions.shipped import SHIPPED
from cubecsp.formats import SOLVED
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.count import count_states
from cubecsp.questions.defined.find import find_states
from cubecsp.questions.defined.judging import apply_moves, check_states, describe_puzzle
from cubecsp.questions.defined.reach import reach_states
from cubecsp.questions.defined.scramble import scramble_puzzle
from cubecsp.questions.defined.solve import SOLVERS, solve_states
from cubecsp.questions.wording import plural
from cubecsp.server.questions.base import (
    MOST_CUBES,
    MOST_RULES,
    Asked,
    Fault,
    Limit,
    Seed,
    Teller,
    Text,
    TimeLimit,
    choice,
    each_of,
    one_of,
    with_faults,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from cubecsp.definitions.definition import Arrangement, Definition

__all__ = [
    "ApplyMoves",
    "CheckStates",
    "CountStates",
    "DescribePuzzle",
    "FindStates",
    "ReachStates",
    "ScramblePuzzle",
    "SolveStates",
]

_LONGEST = 1_000_000  # characters of a definition: as much as a request may have

_Object = dict[str, JsonValue]
_State = Text | _Object

Puzzle = Annotated[
    Annotated[str, Field(min_length=1, max_length=_LONGEST)] | _Object,
    Field(
        description=f"The name of a puzzle that comes with cubecsp ({', '.join(SHIPPED)}), or the "
        "definition of one: a KPuzzle as in cubing.js, or the text of a .tws file.",
        examples=["pyraminx"],
    ),
]
States = Annotated[
    _State | Annotated[list[_State], Field(min_length=1, max_length=MOST_CUBES)],
    Field(
        description="A state: a KPattern, or moves that make it from a solved one, `()` for solved. Or a list of "
        "states.",
        examples=["R U' L B", ["R", "R U"]],
    ),
]
StateRules = Annotated[
    Text | Annotated[list[Text], Field(max_length=MOST_RULES)],
    Field(
        description="What the states satisfy: rules about pieces, such as `solved=EDGES`, and about stickers.",
        examples=[["every-colour", "at-most=3"], "no-piece-home"],
    ),
]
Turns = Annotated[
    Text | None,
    Field(
        description="The moves that may be used, with commas between them; all but rotations of the whole puzzle.",
        examples=["R,R',U,U'"],
    ),
]
Effort = Annotated[
    Annotated[int, Field(ge=1)] | None,
    Field(
        description=f"The most positions to look at for each state; {EFFORT:,} if left out, or what 0.9 GB hold."
    ),
]


class _AboutPuzzle(Asked):
    """A question about a puzzle that is not a cube."""

    puzzle: Puzzle

    @cached_property
    def definition(self) -> Definition:
        """The puzzle, read once.

        Raises:
            InputError: there is none of this name, or the definition cannot be read.
        """
        return puzzle_in(_text(self.puzzle))


class _AboutStates(_AboutPuzzle):
    """A question about states of such a puzzle."""

    states: States

    def each(self) -> tuple[list[Arrangement], list[Fault]]:
        """Return the states, and those that cannot be read; errors as in `each_of`."""
        definition = self.definition  # its faults are not those of a state
        given = self.states if isinstance(self.states, list) else [self.states]
        return each_of(given, "states", lambda one: read_state(_text(one), definition))


class FindStates(_AboutPuzzle):
    """States of a puzzle other than a cube that satisfy the rules."""

    question: ClassVar[str] = "find_states"
    example: ClassVar[dict[str, Any]] = {
        "puzzle": "pyraminx",
        "rules": ["every-colour", "at-most=3"],
        "limit": 2,
    }

    rules: StateRules
    turns: Turns = None
    limit: Limit = 10
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        return find_states(
            self.definition,
            _texts(self.rules),
            turns=self.turns,
            limit=self.limit,
            time_limit=self.time_limit,
            on_found=_counting(tell, "found"),
        ).as_dict()


class CountStates(_AboutPuzzle):
    """How many states of a puzzle other than a cube there are: all, by rules, or by depth."""

    question: ClassVar[str] = "count_states"
    example: ClassVar[dict[str, Any]] = {"puzzle": "skewb"}

    rules: StateRules = Field([])
    depths: Annotated[bool, Field(description="Count the states that take 0, 1, 2, … moves.")] = (
        False
    )
    turns: Turns = None
    effort: Effort = None
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        return count_states(
            self.definition,
            _texts(self.rules),
            depths=self.depths,
            turns=self.turns,
            effort=self.effort,
            time_limit=self.time_limit,
        ).as_dict()


class ScramblePuzzle(_AboutPuzzle):
    """Random states of a puzzle other than a cube, and moves that make them."""

    question: ClassVar[str] = "scramble_puzzle"
    example: ClassVar[dict[str, Any]] = {"puzzle": "skewb", "seed": 1}

    number: Annotated[int, Field(ge=1, le=MOST_CUBES, description="How many.")] = 1
    seed: Annotated[Seed, Field(description="The same seed draws the same states.")] = 0
    random_moves: Annotated[
        Annotated[int, Field(ge=1, le=1000)] | None,
        Field(description="So many random moves make each state, instead of a random state."),
    ] = None
    turns: Turns = None
    effort: Effort = None
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        return scramble_puzzle(
            self.definition,
            self.number,
            seed=self.seed,
            turns=self.turns,
            random_moves=self.random_moves,
            effort=self.effort,
            time_limit=self.time_limit,
            on_found=_counting(tell, "drawn", self.number),
        ).as_dict()


class CheckStates(_AboutStates):
    """Whether moves can make states of a puzzle other than a cube, and why not."""

    question: ClassVar[str] = "check_states"
    example: ClassVar[dict[str, Any]] = {"puzzle": "skewb", "states": ["R U", "[R, L]"]}

    turns: Turns = None
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        states, faults = self.each()
        answer = check_states(self.definition, states, self.turns, time_limit=self.time_limit)
        return _told(answer, faults)


class DescribePuzzle(_AboutStates):
    """Orbits, moves, laws and the number of states of a puzzle other than a cube; the order of states."""

    question: ClassVar[str] = "describe_puzzle"
    example: ClassVar[dict[str, Any]] = {"puzzle": "pyraminx"}

    states: States | Annotated[list[_State], Field(max_length=0)] = Field(
        [], description="States, as for `check_states`, or none: only about the puzzle."
    )
    turns: Turns = None
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        states, faults = self.each() if self.states else ([], [])
        answer = describe_puzzle(self.definition, states, self.turns, time_limit=self.time_limit)
        return _told(answer, faults)


class SolveStates(_AboutStates):
    """The shortest moves that solve states of a puzzle other than a cube."""

    question: ClassVar[str] = "solve_states"
    example: ClassVar[dict[str, Any]] = {"puzzle": "skewb", "states": "R U' L B R"}

    method: str | None = choice(SOLVERS, "How to search; from both ends.")
    turns: Turns = None
    effort: Effort = None
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        states, faults = self.each()
        answer = solve_states(
            self.definition,
            states,
            turns=self.turns,
            method=self.method,
            effort=self.effort,
            time_limit=self.time_limit,
            on_found=_counting(tell, "solved", len(states)),
        )
        return _told(answer, faults)


class ReachStates(_AboutStates):
    """The shortest moves after which a state of a puzzle other than a cube satisfies some rules."""

    question: ClassVar[str] = "reach_states"
    example: ClassVar[dict[str, Any]] = {
        "puzzle": "pyraminx",
        "states": "R U' L B",
        "rules": "solved=EDGES[0,1,2]",
    }

    rules: StateRules
    turns: Turns = None
    limit: Limit = 100
    effort: Effort = None
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        return reach_states(
            self.definition,
            one_of(self.each()[0], "state"),
            _texts(self.rules),
            turns=self.turns,
            limit=self.limit,
            effort=self.effort,
            time_limit=self.time_limit,
        ).as_dict()


class ApplyMoves(_AboutStates):
    """States of a puzzle other than a cube after some moves."""

    question: ClassVar[str] = "apply_moves"
    example: ClassVar[dict[str, Any]] = {"puzzle": "pyraminx", "moves": "R U' l"}

    moves: Annotated[
        Text,
        Field(
            description="With counts, primes, groups, commutators and conjugates.",
            examples=["R U' l"],
        ),
    ]
    states: States = SOLVED

    def ask(self, tell: Teller) -> dict[str, Any]:
        states, faults = self.each()
        return _told(apply_moves(self.definition, self.moves, states), faults)


def _text(given: str | _Object) -> str:
    """Return the text of a definition or state, which may be an object of JSON."""
    return given if isinstance(given, str) else json.dumps(given)


def _texts(rules: str | list[str]) -> list[str]:
    return [rules] if isinstance(rules, str) else rules


def _told(answer: StateAnswer, faults: list[Fault]) -> dict[str, Any]:
    return with_faults(answer.as_dict(), faults)


def _counting(tell: Teller, done: str, of: int | None = None) -> Callable[[StateReport], None]:
    """Return what counts reports as signs of progress.

    Args:
        tell: receives these.
        done: what is done to each, a participle.
        of: how many there will be, if that is known.
    """
    count = 0

    def count_one(_report: StateReport) -> None:
        nonlocal count
        count += 1
        note = plural(count, "state") if of is None else f"{count:,} of {plural(of, 'state')}"
        tell.progress(None if of is None else count / of, f"{note} {done}")

    return count_one
