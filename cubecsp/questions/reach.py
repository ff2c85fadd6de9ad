"""The moves after which a cube satisfies some rules: "the cross solved on some face, with U and R".

`cubecsp.questions.moving.reaching` and, for steps, `cubecsp.questions.moving.steps` find the moves.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

from cubecsp.errors import InputError
from cubecsp.formats import as_stickers
from cubecsp.frozen import frozen
from cubecsp.interface import Usual, spelled
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.renamed import holding_of as holding_drawn
from cubecsp.puzzle.cube.cube_puzzle import PUZZLES
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import TURNS
from cubecsp.puzzle.cube.niss import NissMoves
from cubecsp.puzzle.cube.pocket_positions import TURNS_OF
from cubecsp.puzzle.cube.state import Cube, PocketCube, State
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.asking.about import AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike, pattern_of
from cubecsp.questions.asking.known_cube import known_cube
from cubecsp.questions.asking.parameter import Cli, Http, Param
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.several_cubes import AboutEach, asks_each
from cubecsp.questions.asking.shared_parameters import (
    LIMITS,
    After,
    CubesOfOneWord,
    Link,
    TimeLimit,
    Turns,
    UpToCommuting,
    ruleset,
)
from cubecsp.questions.asking.value_kinds import Flag, Whole
from cubecsp.questions.moving.larger_reach import LargerReachRun
from cubecsp.questions.moving.playing import setup_of, with_link
from cubecsp.questions.moving.reached_states import ReachedStates
from cubecsp.questions.moving.reaching import ReachRun
from cubecsp.questions.moving.solving import UP_TO_COMMUTING
from cubecsp.questions.moving.steps import SteppedRun
from cubecsp.questions.moving.turn_groups import note_on_turns
from cubecsp.search.named_moves import NamedMove, named_moves
from cubecsp.search.solution import require_reachable

if TYPE_CHECKING:
    from cubecsp.questions.asking.cubes_and_rules import PatternLike

__all__ = ["MAX_NODES", "Reach", "ReachAnswer", "Start", "reach"]

MAX_NODES = 2_000_000
"""The default node limit if there is no time limit: some tenths of a second."""

_MAX_STEPPED = 50_000_000
"""The default node limit of steps, and of moves on the inverse: some ten seconds."""

_THEN = "then"
"""The word between the rules of steps."""

_TURNS_OF_POCKET = ",".join(TURNS[turn] for turn in TURNS_OF["htm"])
"""The turns of a 2×2×2 if none are given, as in `solve`."""

Start = tuple[Facelets, State]
"""The start: the stickers, and the cube."""


@dataclass(repr=False)
class ReachAnswer(Answer):
    """The answer to `reach`."""

    def sentence(self) -> str:
        """Return the sentence with the number of sequences that lead there, or why none does."""
        shortest = self.query["up_to"] is None
        what = "state" if self.noun == "state" and shortest else "sequence"
        if self.status is Status.COMPLETE and what == "sequence" and shortest:
            what = "shortest sequence"
        count, taken = plural(len(self), what), in_seconds(self.seconds)
        if self.cubes and (steps := self.cubes[0].phases):
            if self.reason is not None:
                reached = f"{plural(len(steps), 'step')} of {self._number_of_steps}"
                return (
                    f"{self.reason[0].upper()}{self.reason[1:]}; this reaches {reached} ({taken})."
                )
            return f"{self._steps_in_words(steps, self.cubes[0])} ({taken})."
        if self.status is Status.INFEASIBLE:
            reason = self.reason or "these moves cannot lead there"
            return f"{reason[0].upper()}{reason[1:]} ({taken})."
        if self.status is Status.COMPLETE:
            merged = UP_TO_COMMUTING if self.query["up_to_commuting"] else ""
            unique = "it is unique" if len(self) == 1 else "there are no others"
            return f"{count}{merged}; {unique} ({taken})."
        if self.cubes and self.cubes[0].proven is not None:
            return self._unproven_sentence(self.cubes[0], taken)
        if self.reason is not None:
            return f"{self.reason[0].upper()}{self.reason[1:]} ({taken})."
        if self.stopped is Stop.LIMIT and self._default_limit is not None:
            first = f"Showing the first {count} (default limit)"
            return f"{first}; {self._default_limit} lists all ({taken})."
        asked = (
            ", as asked; there are more" if self.stopped is Stop.LIMIT else "; there may be more"
        )
        ended = "Interrupted" if self.stopped is Stop.INTERRUPT else "Stopped"
        return f"{ended} after {count}{asked} ({taken})."

    @property
    def _number_of_steps(self) -> int:
        return 1 + [*self.query["rules"]].count(_THEN)

    def _steps_in_words(self, steps: tuple[Any, ...], first: CubeReport) -> str:
        """Return a clause about the number of moves of all steps, and whether it is the least."""
        result = f"{plural(steps[-1].total, 'move')} in {plural(len(steps), 'step')}"
        if first.optimal:
            return f"{result}; no fewer suffice"
        kept = plural(self.query["keep"], "cube")
        return f"{result}, the best from {kept} kept after each step; at least {first.proven} are needed"

    @property
    def _node_limit(self) -> str:
        return f"{'the default' if self.query.get('max_nodes') is None else 'this'} node limit"

    def _unproven_sentence(self, report: CubeReport, taken: str) -> str:
        """Return the sentence about moves that may not be the shortest."""
        found_how = {Stop.INTERRUPT: "Interrupted: moves", Stop.TIME: "Moves found in time"}
        result = found_how.get(self.stopped or Stop.NODES, f"Moves found within {self._node_limit}")
        length, least = len(report.moves or ()), report.proven or 0
        if report.optimal:
            return f"{result} ({plural(length, 'turn')}); none are shorter, but others may be as short ({taken})."
        known = f", but at least {plural(least, 'turn')} are needed" if least > 1 else ""
        return f"{result} ({plural(length, 'turn')}); it is not known whether fewer suffice{known} ({taken})."


@frozen(kw_only=True)
class Reach(AboutStates[ReachAnswer, Start], AboutEach[ReachAnswer, Start]):
    """The parameters of `reach`.

    Each report is a cube that is reached, and the moves that lead there. Slices, wide turns and
    rotations may leave the whole cube turned: the rules then apply to the cube turned back, with the
    centres where they were (a 2×2×2: with its piece DBL solved), and the report gives its orientation.
    Sequences that are written differently count as different.

    If few cubes satisfy the rules, all turns may be used and `up_to` is not given, moves are found at once,
    at any distance of the cubes. If they are proven in time to be the shortest, the answer is complete;
    otherwise it is partial, and its only report has the known bounds in `optimal` and `proven`. If no
    sequence was found in time, `reason` says up to which length there is none.

    Rules may be those of steps, with `then` between them: rules of a step hold at its end. The answer is a way with the
    fewest moves in total; with `limit`, that many such ways. `phases` of its report has the steps. If cubes were left out after a
    step that could lead to fewer moves, `optimal` is false; if a limit came first, the report has the steps that were
    reached. Steps, and `niss`, take rules about single slots or corners alone, or those that few cubes satisfy,
    and turns that do not rotate the whole cube. A link plays moves on the normal side only.

    With `niss`, `(U2 B) R` means R after the scramble and U2 B after the inverse scramble, and rules hold for the cube seen on
    the normal side: (U2 B) undone, then the scramble, then R. `in_one` of a report is the one sequence to which
    the moves amount once the cube is solved: R, then U2 B undone.

    From the 4×4×4 on, the moves are turns of outer blocks, and the answer has one way: the shortest, if that is short;
    otherwise the beginning of a solution, or the way to one cube that satisfies the rules, and `proven` says how many
    turns are needed at least. Turns cannot be chosen.

    For several cubes, the answer
    is `Answers`, with one about each. For another puzzle, the answer has the states that the fewest moves
    reach, each with such moves; with `up_to`, which takes rules that at most 10,000 states satisfy, all sequences of up to
    that many moves without detours: no two moves that commute with all between them are together one of the moves,
    or nothing, and of sequences that differ in the order of commuting moves there is one.

    Raises:
        InputError: the cube is not solvable, or the moves cannot be read.
        LimitError: memory ran out before the first sequence; the message has the results so far. For several
            cubes, the answer about that one says so instead.
    """

    name: ClassVar[str] = "reach"
    example: ClassVar[Mapping[str, Any]] = {"cubes": "R U R' U'", "rules": "solved=cross"}
    kept: ClassVar[tuple[str, ...]] = ("_stated_steps", "_steps", "made_before")
    of_cubes: ClassVar[tuple[str, ...]] = (
        *(*AboutStates.of_cubes, "up_to_commuting"),
        *("niss", "after", "keep", "link"),
    )
    of_other_puzzles: ClassVar[tuple[str, ...]] = ("ignore_orientation",)

    cubes: CubesOfOneWord = field(kw_only=False)
    rules: Annotated[
        "PatternLike | Iterable[PatternLike]",
        ruleset(
            "what has to hold at the end; `then` is between the rules of steps",
            Cli(help="a rule, the name of a pattern, or `then` before those of the next step"),
            sized=False,
        ),
    ] = field(kw_only=False)
    turns: Turns = None
    link: Link = None
    up_to: Annotated[
        int | None,
        Param(
            "list all sequences of up to this many moves, detours included, not only the shortest",
            Whole(0),
            cli=Cli(least=1),
            http=Http(least=1, most=1_000),
        ),
    ] = None
    up_to_commuting: UpToCommuting = False
    niss: Annotated[
        bool,
        Param(
            "look for moves on the inverse scramble too, written in parentheses (NISS)",
            Flag(),
            group="moves",
        ),
    ] = False
    after: After = None
    keep: Annotated[
        int,
        Param(
            "with steps, keep this many cubes after each, those with the fewest moves",
            Whole(1, 100_000),
            group=LIMITS,
        ),
    ] = Usual(100)
    max_nodes: Annotated[
        int | None,
        Param(
            "node limit: positions searched for shorter moves",
            Whole(1),
            usual=f"{MAX_NODES:,}; {_MAX_STEPPED:,} for steps, NISS",
            group=LIMITS,
            http=Http(most=(1 << 63) - 1),
        ),
    ] = None
    limit: Annotated[
        int | None,
        Param(
            "give this many sequences at most, for each of several cubes",
            Whole(1, None),
            none="all",
            group=LIMITS,
        ),
    ] = Usual(100)
    time_limit: TimeLimit = None

    @cached_property
    def _steps(self) -> tuple[Any, ...]:
        """The rules of each step, as they are given."""
        if not isinstance(self.rules, tuple) or _THEN not in self.rules:
            return (self.rules,)
        steps: list[list[Any]] = [[]]
        for one in self.rules:
            if one == _THEN:
                steps.append([])
            else:
                steps[-1].append(one)
        for number, step in enumerate(steps, 1):
            if not step:
                raise InputError(
                    f"step {number} has no rules", "write some on both sides of `then`"
                )
        return tuple(steps)

    @cached_property
    def _stated_steps(self) -> tuple[Pattern, ...]:
        return tuple(pattern_of(step, self.other) for step in self._steps)

    @property
    def _stated(self) -> Pattern:
        return self._stated_steps[-1]

    @property
    def in_steps(self) -> bool:
        """Whether it is about steps, or moves on the inverse."""
        return self.niss or len(self._steps) > 1

    @cached_property
    def made_before(self) -> NissMoves:
        """The moves that were made already."""
        return NissMoves.parse(self.after or "")

    def require(self) -> None:
        """Make sure that the rules and the moves can be read, and go together."""
        super().require()
        _ = self._stated_steps, self.made_before
        if len(self._steps) > 1 and (self.other is not None or self.up_to is not None):
            which = "a 3×3×3" if self.other else "the fewest moves, not all up to a number"
            raise InputError(f"steps are for {which}", "ask for one step at a time")
        if len(self._steps) == 1 and not isinstance(self.keep, Usual):
            raise InputError(
                f"{spelled('keep')} is about steps, and there is only one", "leave it out"
            )
        if self.niss and self.link is not None:
            raise InputError(
                "a link plays moves on one side only", f"leave out {spelled('niss')}, or the link"
            )
        if self.other is None:
            named_moves(self.turns)
            return
        for rule in self._stated.rules:
            rule.require(self.other)

    def take_state(self, state: KPattern) -> None:
        """Make sure that rules describe a state completely."""
        state.held_before(self.explored.frame(state)).require_still_slots()

    def take_cube(self, cube: CubeLike) -> Start:
        """Return the start: a solvable cube, to which these moves can be applied.

        Raises:
            InputError: it is not one.
        """
        stickers = as_stickers(cube)
        start = _start_of(stickers)
        if self.after is not None:
            start = self.made_before.reached_from(start)
            stickers = Facelets(start.facelets, stickers.scheme)
        self.patterns_for(stickers)
        moves = self._moves_from(start).values()
        if start.puzzle not in PUZZLES and (self.turns is not None or self.up_to is not None):
            given = spelled("turns" if self.up_to is None else "up_to")
            raise InputError(
                f"moves of a {start.puzzle.name} are sought among all turns, the fewest first",
                f"leave out {given}",
            )
        whole = isinstance(start, Cube) and not any(move.turns.rotation for move in moves)
        if self.in_steps and not whole:
            raise InputError(
                "steps and NISS take a 3×3×3, and no moves that turn it as a whole",
                "ask for one step, without NISS and moves made before",
            )
        return stickers, start

    def patterns_for(self, stickers: Facelets) -> tuple[Pattern, ...]:
        """Return the rules of each step, in the letters of a cube."""
        holding = self.holding_of(stickers)
        return tuple(pattern_of(step, stickers.puzzle).held(holding) for step in self._steps)

    @property
    def start(self) -> State:
        """The only cube to start from."""
        return self.taken[0][1]

    @cached_property
    def pattern(self) -> Pattern:
        """The rules that hold at the end, in the letters of the starting cube."""
        return self.patterns_for(self.taken[0][0])[-1]

    @property
    def why_no_cube(self) -> str:
        """Why there are no moves if no cube satisfies the rules in the orientation of the starting cube: a clause."""
        stickers = self.taken[0][0]
        drawn = holding_drawn(pattern_of(self._steps[-1], stickers.puzzle).rules)
        elsewhere = drawn not in (None, self.holding_of(stickers))
        how = (
            " in the orientation of the given cube, and the drawing shows another"
            if elsewhere
            else ""
        )
        return f"no cube satisfies {self.pattern}{how}"

    @cached_property
    def moves(self) -> dict[str, NamedMove]:
        """The moves that may be used, by name."""
        return self._moves_from(self.start)

    def _moves_from(self, start: State) -> dict[str, NamedMove]:
        pocket = isinstance(start, PocketCube)
        turns = _TURNS_OF_POCKET if pocket and self.turns is None else self.turns
        result = named_moves(turns, start.puzzle)
        for move in result.values():
            start.apply(move.written)  # otherwise its error says why
        return result

    @property
    def positions(self) -> int | None:
        """The node limit if few cubes satisfy the rules, None for as many as there is time for."""
        usual = _MAX_STEPPED if self.in_steps else MAX_NODES
        return usual if self.max_nodes is None and self.time_limit is None else self.max_nodes

    def as_json(self, name: str, value: Any) -> Any:
        """Return the rules as they are written."""
        if name == "rules":
            steps = ([str(rule) for rule in step.rules] for step in self._stated_steps)
            return [text for step in steps for text in (_THEN, *step)][1:]
        return super().as_json(name, value)

    def details(self) -> dict[str, Any]:
        """Return also the moves that may be used, and the node limit."""
        if self.other is not None:
            return super().details()
        details = {**super().details(), "max_nodes": self.positions, **note_on_turns(self)}
        if not self.single:
            return details
        return {**details, "cube": self.start.facelets, "turns": list(self.moves)}

    def alone(self, cube: Start) -> Stream[ReachAnswer]:
        """Return the running question: a report for each sequence, with the cube that it leads to."""
        if self.other is not None:
            return self.begin(ReachAnswer(query=self), ReachedStates(self, cast(Any, cube)))
        linked = partial(with_link, player=self.link, setup=self._setup_of(cube), start=cube[0])
        small: Any = SteppedRun if self.in_steps else ReachRun
        kind = small if cube[1].puzzle in PUZZLES else LargerReachRun
        return self.begin(ReachAnswer(query=self), kind(self, *cube, linked))

    def _setup_of(self, cube: Start) -> str:
        """Return moves that make the start for a link: those by which it was given, or some that are found."""
        if self.link is None:
            return ""
        if self.after is None and (written := setup_of(self)):
            return written
        from cubecsp.questions.solve import solve  # no other sequence needs it

        return str(solve(cube[0]).cubes[0].generator)


QUESTION = Reach
reach = asks_each(Reach)


def _start_of(facelets: Facelets) -> State:
    """Return the cube of stickers from which sequences can begin.

    Raises:
        InputError: it is not solvable.
    """
    cube = known_cube(facelets)
    require_reachable(cube, facelets.written)
    return cube
