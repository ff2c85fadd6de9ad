"""The moves to where rules hold step by step, and on the inverse scramble as well (NISS).

All steps advance together: for 0 moves in total, then 1, and so on, each step looks from the cubes that the
step before has reached for cubes of its own with that many moves in total. It keeps the first of them, up to a
number. So the first end of the last step has the fewest moves, unless a cube with fewer moves was not kept;
the total at which that first happened is a bound for what is proven.

A cube reached by normal moves n and inverse moves i is i⁻¹ · X · n: all i up to a length are undone before the cube,
and n leads on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import count, islice
from typing import Any, NamedTuple

from cubecsp.errors import LimitError, OutOfTimeError
from cubecsp.interface import Usual
from cubecsp.models.core.pattern import Pattern
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.niss import NissMoves
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.questions.answers.answer import Answer, CubeReport, Stop
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.answers.reach_step import ReachStep
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.moving.reaching import WaysRun
from cubecsp.questions.moving.target import MOST_GOALS, cubes_of, targets
from cubecsp.search.named_moves import Sequence
from cubecsp.search.walks import Walks
from cubecsp.stopping.deadline import look


class _Waypoint(NamedTuple):
    """A cube that is reached; the names of the moves, and the steps that they make."""

    cube: Cube
    names: tuple[str, ...] = ()
    steps: tuple[ReachStep, ...] = ()


class SteppedRun(WaysRun):
    """A running `Reach` in steps, or with moves on the inverse.

    Args:
        query: the question, a `Reach`, whose module uses this one.
        stickers: the cube as it was given.
        start: the cube.
        linked: adds the link that the user asks for to a report.
    """

    def __init__(
        self,
        query: Any,
        stickers: Facelets,
        start: State,
        linked: Callable[[CubeReport], CubeReport],
    ) -> None:
        self._query, self._scheme, self._linked = query, stickers.scheme, linked
        self._patterns: tuple[Pattern, ...] = query.patterns_for(stickers)
        self._moves = list(query.moves.values())
        assert isinstance(start, Cube)  # the question refuses others
        # What each step has reached.
        self._reached: list[dict[Cube, _Waypoint]] = [{start: _Waypoint(start)}]
        self._reached += ({} for _ in self._patterns[1:])
        self._tried = self._total = self._step = 0
        self._bound: int | None = None  # nothing with fewer moves was left out
        self._contradicts_itself = False

    def reports(self, answer: Answer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each way with the fewest moves, or with up to a number of them."""
        limit = run.limits.number
        one = len(self._patterns) > 1 and isinstance(self._query.limit, Usual)
        try:
            for node in self._ends([self._walks(pattern, run) for pattern in self._patterns]):
                if self._found == (1 if one else limit):
                    if not one:
                        run.stop(Stop.LIMIT)
                    break
                self._found += 1
                yield self._report(node)
        except LimitError as error:
            run.stop(Stop.TIME if isinstance(error, OutOfTimeError) else Stop.NODES)
            if not self._found:
                limit_of = "time" if run.stopped is Stop.TIME else "node"
                moves = plural(self._total, "move")
                where = f"in step {self._step} " if len(self._patterns) > 1 else ""
                answer.reason = f"the {limit_of} limit was reached {where}at {moves} in total; none with fewer was found"
                for node in islice(next(filter(None, self._reached[:0:-1]), {}).values(), 1):
                    self._found = 1
                    yield self._report(node)
        if self._bound is not None and self._total > self._bound:
            run.stop(Stop.NODES)

    def _walks(self, pattern: Pattern, run: Run) -> Walks:
        """Return the search for where the rules of a step hold.

        Raises:
            InputError: too many cubes satisfy them, and they are not about single slots.
        """
        ends: Any = targets(pattern)
        if any(map(callable, ends)):
            few = cubes_of(pattern, MOST_GOALS, run)
            ends = ends if few is None else few
        self._contradicts_itself |= not ends
        commuting = self._query.up_to_commuting or len(self._patterns) > 1  # then cubes count
        return Walks(self._query.moves, ends, commuting, self._tick)

    def _tick(self, moves: int) -> None:
        """Count moves that are tried.

        Raises:
            NodeLimitError: they are too many.
        """
        look()
        self._tried += moves
        most = self._query.positions
        if most is not None and self._tried > most:
            raise NodeLimitError("the node limit was reached", self._total)

    def _ends(self, steps: list[Walks]) -> Iterator[_Waypoint]:
        """Yield the ends of the last step, by number of moves."""
        up_to, last = self._query.up_to, len(steps) - 1
        totals = count() if up_to is None else range(up_to + 1)
        for total in () if self._contradicts_itself else totals:
            self._total = total
            for number, kept in enumerate(self._reached[1:]):
                for node in () if self._is_full(kept) else self._after(number, steps[number]):
                    kept.setdefault(node.cube, node)
                    if self._is_full(kept):
                        break
            yield from self._after(last, steps[last])
            if self._found and up_to is None:
                return

    def _is_full(self, kept: dict[Cube, _Waypoint]) -> bool:
        """Return whether no more cubes are kept after a step; then others with the present total may be left out."""
        full: bool = len(kept) == self._query.keep
        if full and self._bound is None:
            self._bound = self._total
        return full

    def _after(self, number: int, walks: Walks) -> Iterator[_Waypoint]:
        """Yield what a step reaches from the cubes before it with the present total."""
        self._step, rules = number + 1, " ".join(map(str, self._patterns[number].rules))
        # Moves on the inverse that end in a solved cube can as well be undone on the normal side.
        on_normal = walks.solves and number and self._query.turns is None
        for node in [*self._reached[number].values()]:
            length = self._total - len(node.names)
            for on_inverse in range(length + 1 if self._query.niss and not on_normal else 1):
                for walk in walks.of(node.cube, on_inverse, length - on_inverse):
                    made = [self._moves[move] for move in walk]
                    sides = (Sequence.of(side) for side in (made[:on_inverse], made[on_inverse:]))
                    inverse, normal = sides
                    moves = NissMoves(normal.written, inverse.written)
                    step = ReachStep(moves, rules, length, self._total)
                    names = (*node.names, *inverse.names, *normal.names)
                    yield _Waypoint(moves.reached_from(node.cube), names, (*node.steps, step))

    def _report(self, node: _Waypoint) -> CubeReport:
        """Return the report of an end, or of a cube before it, after testing it."""
        (end,) = self._reached[0]
        made = NissMoves.joined(step.moves for step in node.steps)
        for step, pattern in zip(node.steps, self._patterns, strict=False):
            end = step.moves.reached_from(end)
            if not pattern.holds(end):
                raise AssertionError(f"{made} leads to {end!r}, which breaks {pattern}")
        query, total = self._query, self._total
        proven = total if self._bound is None else min(self._bound, total)
        known = proven == total and len(node.steps) == len(self._patterns)
        report = CubeReport(
            end.facelets,
            end,
            optimal=query.up_to is None and known,
            proven=None if known else proven,
            moves=made.in_one,
            sequence=Sequence(node.names, made.in_one, str(made)),
            phases=node.steps if len(self._patterns) > 1 else None,
            after=query.made_before,
            scheme=self._scheme,
        )
        return self._linked(report)

    def _why_none(self) -> str:
        if self._contradicts_itself:
            return "no cube satisfies the rules of a step"
        return f"no sequence of up to {self._query.up_to} of these moves leads there"
