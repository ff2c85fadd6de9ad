"""The 6×6×6 and the 7×7×7 by phases, which reduce them to a 5×5×5.

Most of the phases are those of D. Walton (rubiks-cube-NxNxN-solver, 2021): the inner centre pieces of two opposite
colours go to two opposite faces, those between them and the corners of the face are brought side by side (so that the
cube can be turned as a 5×5×5 without separating them), and the 5×5×5 brings all pieces of these colours to the two
faces. The same is done with the other colours; then the inner centre pieces are solved while the others are brought
side by side with those of their colour, and the inner wings are paired, as `search.reduction` does it on the 4×4×4 or
5×5×5 within. The result turns as a 5×5×5 whose centre pieces are on the right pairs of opposite faces.

Different here: each phase is a beam search (`search.phase_search`) that begins from everything that the previous phase
has found. No tables are kept, since those of a phase are made in a twentieth of a second. From the results of the last
phase it takes those after which the inner wings take the fewest turns, and of these the one that the 5×5×5 ends best.
The 5×5×5 is searched with a hundredth of the usual sequences: ten times as quick, and half a turn longer.

With a time limit the first solution is that of `search.reduction`, which takes a second to one and a half; then come
narrow beams, and wider ones, on request until the time is over. The shortest solution is returned. (Beams of a tenth
of the width take longer than those of three tenths: few of their sequences reach the last phase, which then finds an
end only with wide ones.)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Literal

from cubecsp import _native
from cubecsp._native import PhaseSearch
from cubecsp.errors import OutOfTimeError
from cubecsp.puzzle.core.permutation import Permutation, compose
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import Metric, Moves, Turn
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.sticker_paths import after_turns
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.puzzle.cube.turn_numbers import turn_number
from cubecsp.search import Method, few_turns, five_phase, reduction
from cubecsp.search.finish_as_three import whole_solution
from cubecsp.search.geometry import AXIS_ROTATIONS
from cubecsp.search.phase_search import BeamLimits, Layout, Phase, Position, compile_phase, search
from cubecsp.search.solution import PhaseProgress, Stage, StagedSolution, require_reachable
from cubecsp.stopping.deadline import NEVER, Deadline

STAGES = (
    "two opposite faces have the inner centre pieces of two opposite colours",
    "and others of these colours are side by side",
    "two opposite faces have all centre pieces of two opposite colours",
    "the others have their inner centre pieces, too",
    "and others of these colours are side by side, too",
    "each face has centre pieces of two opposite colours, wings are permuted evenly",
    "inner centre pieces solved, others side by side",
    "inner wings paired: it turns as a 5×5×5",
)
"""The goals of the stages until a cube turns as a 5×5×5; a 6×6×6 takes the first two together, and the next two."""

_Tell = Callable[[float, Sequence[Stage]], None]
"""Is told which part of the phases is done, 0…1, and the stages that they have reached."""

_ANY = ("aaa", "aaa", "aaa")  # turns
_KEEPING = ("ahh", "-aa", "ahh")  # what is on R and L
_POWER = 1.25  # between 1 and 2, it finds something most often
_LAST_LIMITS = BeamLimits(widths=(60_000, 200_000, 800_000), patience=28)

_WIDTH = 50  # of the beam search that pairs wings
_COMPARED = 8  # results of the phases for which wings are paired
_ENDED = 4  # of these, those for which the 5×5×5 is reduced
_SHARE = 100  # of the sequences of five phases, one in so many is looked at
_WIDENINGS = (
    0.3,
    1.0,
    3.0,
    8.0,
    20.0,
)  # widths of the beams, with a time limit: first two, then the others on request


def solve(
    cube: State,
    metric: Metric = "htm",
    *,
    time_limit: float | None = None,
    better: bool = False,
    progress: Callable[[PhaseProgress], None] | None = None,
) -> StagedSolution | None:
    """Return moves that solve a 6×6×6 or a 7×7×7: phases, the 5×5×5 and the 3×3×3 that they lead to.

    Args:
        cube: a 6×6×6 or a 7×7×7.
        metric: how the length is counted, a turn of a block being one turn; the moves are the same.
        time_limit: in seconds.
        better: use all of that time to find shorter moves.
        progress: called with the part that is done of the phases of each attempt, and the stages reached.

    Returns:
        None if the time limit passed during the last stage of the first solution.

    Raises:
        InputError: the cube is not solvable.
        OutOfTimeError: the time limit passed before that.
        KeyboardInterrupt: Ctrl-C came before there was a solution; afterwards it is `stopped` by it.
    """
    require_reachable(cube)
    started, deadline = time.perf_counter(), Deadline(time_limit)
    if (near := few_turns.solve(cube, metric)) is not None:
        return near
    best: StagedSolution | None = None

    def tell(part: float, stages: Sequence[Stage]) -> None:
        if progress is not None:
            progress(PhaseProgress(part, 0 if best is None else best.length, tuple(stages)))

    if time_limit is None:
        found = _by_phases(cube, metric, 1.0, deadline, tell)
        return found or reduction.without_few_turns(cube, metric, deadline, progress)
    best = reduction.without_few_turns(cube, metric, deadline, progress)
    if best is None:
        return None
    stopped: Literal["interrupt"] | None = None
    try:
        for widening in _WIDENINGS if better else _WIDENINGS[:2]:
            found = _by_phases(cube, metric, widening, deadline, tell)
            best = min(filter(None, (best, found)), key=lambda one: one.length)
    except OutOfTimeError:
        pass
    except KeyboardInterrupt:
        stopped = "interrupt"
    return replace(best, seconds=time.perf_counter() - started, stopped=stopped)


def _by_phases(
    cube: State, metric: Metric, widening: float, deadline: Deadline, tell: _Tell
) -> StagedSolution | None:
    """Return a solution by the phases, with beams of a width; None if it was too narrow.

    Raises:
        OutOfTimeError: the deadline came first.
    """
    started = time.perf_counter()
    ends = _to_five(cube, deadline, widening, tell)
    whole = [stages + _reduction(cube, stages, deadline) for stages in ends]
    if not whole:
        return None
    return whole_solution(cube, min(whole, key=_length), started, deadline, metric)


def _length(stages: Iterable[Stage]) -> int:
    return len(_turns(stages))


def phases(layout: Layout) -> list[Phase]:
    """Return the phases for a 6×6×6 or a 7×7×7, in their order."""
    inner, sides = layout.inner, layout.sides
    as_five = [sides[0], layout.outer]  # once the sides move together
    outer_wings, inner_wings = layout.wings
    last = Phase(STAGES[6], ("ahh", "ahh", "ahh"), alike=sides, power=_POWER, limits=_LAST_LIMITS)
    all_first = Phase(STAGES[2], ("aa-", "aa-", "aa-"), "RL", staged=as_five)
    all_others = Phase(STAGES[5], ("ah-", "-a-", "ah-"), "UD", staged=as_five, even=[outer_wings])
    if layout.puzzle.size == 6:
        return [
            Phase(STAGES[1], _ANY, "RL", staged=inner, beside=sides),
            all_first,
            Phase(STAGES[4], _KEEPING, "UD", staged=inner, beside=sides, even=[inner_wings]),
            all_others,
            replace(last, solved=[[*inner, *sides]]),
        ]
    return [
        Phase(STAGES[0], _ANY, "RL", staged=inner),
        Phase(STAGES[1], ("aah", "aaa", "aah"), "RL", staged=inner, beside=sides),
        all_first,
        Phase(STAGES[3], _KEEPING, "UD", staged=inner, even=[inner_wings]),
        Phase(STAGES[4], ("ahh", "-ah", "ahh"), "UD", staged=inner, beside=sides),
        all_others,
        replace(last, solved=[inner, sides]),
    ]


def _to_five(cube: State, deadline: Deadline, widening: float, tell: _Tell) -> list[list[Stage]]:
    """Return stages after which a cube turns as a 5×5×5, the shortest first; none if the phases did not get that far."""
    size = cube.puzzle.size
    layout, steps = _plan(size)
    positions = [
        Position(layout.pieces(_rotated(cube, rotation)), (), number)
        for number, rotation in enumerate(AXIS_ROTATIONS)
    ]
    goals = [phase.goal for phase in steps]
    tell(0, ())
    for number, phase in enumerate(steps):
        deadline.check()
        positions = search(phase, _phase_search(size, number), positions, deadline.check, widening)
        if not positions:
            return []
        reached = _stages(layout, positions[0], goals[: number + 1])
        tell((number + 1) / (len(steps) + 1), reached)
    ends = [_stages(layout, position, goals) for position in positions[:_COMPARED]]
    paired = [[*stages, _inner_pairing(cube, stages, deadline)] for stages in ends]
    return sorted(paired, key=_length)[:_ENDED]


def _rotated(cube: State, rotation: Symmetry) -> Permutation:
    """Return the stickers of a cube that is rotated, with its colours renamed along."""
    there, back = rotation.tables(cube.puzzle)
    return compose(there, compose(cube.stickers, back))


def _stages(layout: Layout, position: Position, goals: Sequence[str]) -> list[Stage]:
    """Return the phases that led to a position, in turns of the cube in its orientation."""
    back = AXIS_ROTATIONS[position.origin].inverse
    return [
        Stage(back.of_moves(Moves(tuple(Turn(layout.number(turn)) for turn in turns))), goal)
        for turns, goal in zip(position.turns, goals, strict=True)
    ]


def _inner_pairing(cube: State, stages: Sequence[Stage], deadline: Deadline) -> Stage:
    """Return the stage that pairs the inner wings, by reducing the 4×4×4 or 5×5×5 inside, whose centres are solved."""
    size = cube.puzzle.size
    inside = _inside(cube, stages, (0, 2))
    centres, wings = _native.reduced(bytes(inside), size - 2, _WIDTH, deadline.check)
    if centres:
        raise AssertionError(f"inner centre pieces of {cube.facelets} are not solved")
    turns = (Turn(turn_number(face, by, (1, 2 * last - 1))) for face, last, by in wings)
    return Stage(Moves(tuple(turns)).simplified(), STAGES[-1])


def _reduction(cube: State, stages: Sequence[Stage], deadline: Deadline) -> list[Stage]:
    """Return the stages that reduce the 5×5×5 that a cube turns as after these; its blocks are those of the cube."""
    letters = "".join(FACES[colour] for colour in _inside(cube, stages, (0, 1)))
    five = cube_class(5).from_letters(letters)
    result: list[Stage] = five_phase.PHASES.reductions(five, deadline, _SHARE)[0]
    return result


def _inside(cube: State, stages: Sequence[Stage], layers: tuple[int, int]) -> list[int]:
    """Return the colours of the smaller cube of these layers, counted from every face, and what is in the middle.

    Of a cube of even size these are two layers, of which one is taken if the first ones are side by side.
    """
    size, colours = cube.puzzle.size, cube.puzzle.colours(cube.stickers)
    after = after_turns(size, colours, _turns(stages)).reshape(len(FACES), size, size)
    ends = [size - 1 - layer for layer in reversed(layers)]
    lines = [*layers, *([size // 2] if size % 2 or layers[1] == 1 else []), *ends]
    return [int(colour) for colour in after[:, lines][:, :, lines].reshape(-1)]


def _turns(stages: Iterable[Stage]) -> list[Turn]:
    return [turn for stage in stages for turn in stage.moves]


@cache
def _plan(size: int) -> tuple[Layout, list[Phase]]:
    layout = Layout(size)
    return layout, phases(layout)


@cache
def _phase_search(size: int, number: int) -> PhaseSearch:
    """Return the search of a phase with its tables, which this process shares: they take up to half a second.

    They are always finished once begun: otherwise a short time limit would have them made anew for each cube.
    """
    layout, steps = _plan(size)
    return compile_phase(steps[number], layout, NEVER.check)


METHOD: Method[State] = Method(
    "reduce-to-five",
    "moves by way of a 5×5×5 and a 3×3×3",
    frozenset({"metric", "time_limit", "better", "progress"}),
    one=solve,
    sizes=(6, 7),
    limits="its solutions are not the shortest",
)
