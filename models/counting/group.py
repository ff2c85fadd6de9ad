"""The group that moves generate: all states of a puzzle that is not a cube, or those with some pieces in some slots.

The demands of rules on pieces are taken apart into sums of the simplest conditions: some slots hold given pieces, with
given turns (see `fixings`). The states that satisfy one of these are a coset of what fixes some pieces, a stabiliser
(see `cubecsp.puzzle.states.reachable_states`), or there are none. If all states that the invariants allow are solvable,
formulas give their number. If other pieces look alike, each state stands for as many elements as in the whole.

To draw, random elements of the group are tested: each is as likely as any other, and so is each state, since those that
look the same are equally many. Sample i is the i-th of those that satisfy the rules: it depends only on the
seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from cubecsp.errors import LimitError, OutOfReachError
from cubecsp.models.core.feasibility import conjuncts
from cubecsp.models.core.primitives import SlotDomain
from cubecsp.models.counting.fixings import Fixings, fixings_of, summaries_of
from cubecsp.models.counting.lawful import lawful_by_summaries, lawful_with
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way, Work
from cubecsp.models.sampling.sample_source import SampleBlock, SampleSource
from cubecsp.models.sampling.tried_cubes import passing_block
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.quotient import quotient
from cubecsp.puzzle.cube.batch import from_bytes
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.states.reachable_states import MoveGroup
from cubecsp.stopping.deadline import look

_MOST_STABILISERS = 100  # each of which takes some milliseconds to tenths of a second
_PAUSES = 4  # while rules are taken apart, in a look, which takes a tenth of a second


def group_of(question: Question) -> MoveGroup:
    """Return the group that the moves of a puzzle generate, which is not a cube.

    Raises:
        LimitError: some moves are possible in some states only.
    """
    puzzle = question.pattern.puzzle
    assert isinstance(puzzle, KPuzzle)  # which `refusal_by_group` has made sure of
    return MoveGroup(puzzle, puzzle.generators)


def refusal_by_group(
    question: Question, unsuitable: Callable[[MoveGroup], str | None]
) -> str | None:
    """Return why a question is not about states of a puzzle whose group is known, None if it is.

    Args:
        question: what is asked.
        unsuitable: returns what is wrong with the group, a clause, or None; it may raise LimitError.
    """
    if not isinstance(question.pattern.puzzle, KPuzzle):
        return "it is for puzzles that are not cubes"
    try:
        group = group_of(question)
        group.require_known()
        return unsuitable(group)
    except LimitError as error:
        return error.problem


class GroupWay(Way):
    """Works out the group."""

    name = "group"
    summary = "states of a puzzle that is not a cube, with some pieces in some slots, by the group that its moves generate"
    sizes = ()
    other_puzzles = True
    limits = "of rules, it accepts only those about which pieces are in which slots, also combined"
    summary_of_drawing = "random elements of the group that the moves generate, of which those that satisfy the rules are kept"
    limits_of_drawing = "for rules that very few states satisfy, it finds none in reasonable time"
    rejects = True

    def objection(self, question: Question) -> str | None:
        """Return that rules say something else, that this is a cube, or that the group does not say how many there are."""
        return refusal_by_group(question, lambda group: _objection(group) or _unsuitable(question))

    def refusal_to_draw(self, question: Question) -> str | None:
        """Return that this is a cube, or that the group is not known."""
        return refusal_by_group(question, lambda _: None)

    def is_immediate(self, question: Question) -> bool:
        """Return whether a look was enough to take the rules apart."""
        return _at_a_look(question) is not None

    def count(self, question: Question) -> Steps:
        """Return how many states look different."""
        yield ProgressSign()
        group = group_of(question)
        states = group.states
        assert states is not None  # which `objection` has made sure of
        terms = _at_a_look(question) or _terms(question)
        assert not isinstance(terms, str)  # likewise
        number = 0
        for factor, elements in terms:
            number += factor * elements()
            yield ProgressSign()
        return ExactCount(quotient(number, quotient(group.order, states)))

    def source(self, question: Question) -> Work[SampleSource]:
        """Work out the group."""
        yield ProgressSign()
        group, facelets = group_of(question), _solved_facelets(question)
        stabiliser = group.stabiliser(facelets) if facelets else None

        def draw(first: int, number: int) -> SampleBlock:
            sources = (random.Random(f"{question.seed}:{n}") for n in range(first, first + number))
            rows = b"".join(group.random_state(source, stabiliser).seen for source in sources)
            return passing_block(question, from_bytes(rows, group.puzzle), first)

        return SampleSource(draw, 0 if question.contradiction else None)


WAY = GroupWay()


def _objection(group: MoveGroup) -> str | None:
    """Return why the order of a group does not say how many states there are."""
    known = group.states is not None
    return None if known else "pieces look alike, and invariants do not decide which states exist"


def _unsuitable(question: Question) -> str | None:
    """Return why rules cannot be taken apart into few conditions on pieces, as far as a look shows it."""
    if any(rule.is_filter_on(question.pattern.puzzle) for rule in question.pattern.rules):
        return "some rules can only be checked state by state"
    terms = _at_a_look(question)
    return terms if isinstance(terms, str) else None


_Terms = Sequence[tuple[int, Callable[[], int]]]


class _LongerError(Exception):
    """Taking rules apart takes longer than a look."""


@lru_cache(maxsize=2)  # the plan asks for what the count needs
def _at_a_look(question: Question) -> _Terms | str | None:
    """Return what `_terms` returns, a clause that says why it cannot, or None if that takes longer than a look."""
    pauses = iter(range(_PAUSES))

    def pause() -> None:
        if next(pauses, None) is None:
            raise _LongerError

    try:
        return _terms(question, pause)
    except OutOfReachError as error:
        return error.problem
    except _LongerError:
        return None


def _terms(question: Question, pause: Callable[[], None] = look) -> _Terms:
    """Return factors, and functions that count elements, which together make up those that satisfy the rules.

    Raises:
        OutOfReachError: there are too many, or rules are about other things than pieces in slots.
    """
    group, primitives = group_of(question), question.pattern.primitives
    puzzle = group.puzzle
    orbits, laws = puzzle.orbits, puzzle.labelled_invariants
    if not group.invariants_suffice:
        fixings = fixings_of(primitives, orbits, whole=True, pause=pause)
        if len(fixings) > _MOST_STABILISERS:
            raise OutOfReachError(
                f"the rules are made of more than {_MOST_STABILISERS} conditions on pieces"
            )
        return [
            (factor, partial(group.number_leading, _destinations(some, orbits)))
            for some, factor in fixings.items()
        ]
    try:
        summaries = summaries_of(primitives, orbits, pause)
        return [
            (factor, partial(lawful_by_summaries, some, orbits, laws))
            for some, factor in summaries.items()
        ]
    except OutOfReachError:
        fixings = fixings_of(primitives, orbits, whole=False, pause=pause)
        return [
            (factor, partial(lawful_with, some, orbits, laws)) for some, factor in fixings.items()
        ]


def _destinations(fixings: Fixings, orbits: Sequence[Orbit]) -> dict[int, int]:
    """Return for a facelet of each piece that is given a slot where its sticker is then."""
    led = {}
    for index, slot, (piece, turn) in fixings:
        assert piece is not None  # since fixings are whole
        assert turn is not None  # likewise
        orbit = orbits[index]
        head = orbit.frames[piece][0]
        led[head] = orbit.frames[slot][orbit.stickers[orbit.turns * piece + turn].index(head)]
    return led


def _solved_facelets(question: Question) -> list[int] | None:
    """Return a facelet of each slot that has to be solved, if that is all that the rules demand; otherwise None.

    The pieces of these slots must be distinguishable from all others, in all ways to turn them.
    """
    puzzle = question.pattern.puzzle
    if any(rule.is_filter_on(puzzle) for rule in question.pattern.rules):
        return None
    facelets = []
    for primitive in conjuncts(question.pattern.primitives):
        if not isinstance(primitive, SlotDomain):
            return None
        orbit = puzzle.orbits[primitive.orbit]
        home = orbit.matching(orbit.homes[primitive.slot])
        if len(home) > 1 or primitive.placements != {*home}:
            return None
        facelets.append(orbit.frames[primitive.slot][0])
    return facelets
