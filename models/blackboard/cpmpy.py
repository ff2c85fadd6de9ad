"""The perfect scramble in CPMpy: integers and global constraints, solved by OR-Tools."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from cubecsp.errors import EngineError
from cubecsp.models.blackboard.board import APART, Board, Result, face_patterns


def solve(board: Board, *, symmetry: bool = True, time_limit: float = 60) -> Result:
    """Return the perfect scrambles of a board that CPMpy finds by OR-Tools within a number of seconds.

    Args:
        board: the question.
        symmetry: whether to look for the cubes only whose first corner is least among their images.
        time_limit: in seconds.

    Raises:
        EngineError: CPMpy is not installed.
    """
    try:
        import cpmpy as cp
        from cpmpy.solvers.solver_interface import ExitStatus
        from ortools.sat.python import cp_model
    except ImportError as error:
        raise EngineError("this needs CPMpy: pip install 'cubecsp[blackboard]'") from error

    model = cp.Model()
    shows = cp.intvar(0, 5, shape=board.puzzle.facelet_count, name="shows")
    for facelet, colour in board.given.items():
        model += shows[facelet] == colour

    # Slots hold placements: a piece, turned. A table links these three and the stickers of a slot.
    holds, wrong = list[Any](), list[Any]()
    for orbit in board.puzzle.orbits:
        number, turns = len(orbit.names), orbit.turns
        held = cp.intvar(0, orbit.placements - 1, shape=number, name=f"{orbit.name} holds")
        piece = cp.intvar(0, number - 1, shape=number, name=f"{orbit.name} piece")
        turn = cp.intvar(0, turns - 1, shape=number, name=f"{orbit.name} turn")
        tuples = [(v, *divmod(v, turns), *colours) for v, colours in enumerate(orbit.colours)]
        for slot, frame in enumerate(orbit.frames):
            model += cp.Table([held[slot], piece[slot], turn[slot], *shows[list(frame)]], tuples)
        model += cp.AllDifferent(piece)
        model += cp.sum(turn) % turns == 0
        holds += [*held]
        wrong += [a > b for a, b in combinations(piece, 2)]

    # Pairs of pieces in the wrong order: an even number. A 2×2×2 has no edges, and so any permutation.
    if len(board.puzzle.orbits) == 2:
        model += cp.sum(wrong) % 2 == 0

    for slot, pairs in board.least_first() if symmetry else ():
        model += cp.Table([holds[0], holds[slot]], pairs)

    for a, b in board.touching:
        model += shows[a] != shows[b]
    classes = []
    for face in board.six_faces:
        colours = shows[list(face)]
        for colour in range(6):
            model += cp.Count(colours, colour) >= 1
            model += cp.Count(colours, colour) <= 2
        equal = [colours[a] == colours[b] for a, b in APART]
        classes.append(cp.intvar(0, 15))
        rows = [(*way, number) for way, number in face_patterns()]
        model += cp.Table([*equal, classes[-1]], rows)
    if classes:
        model += cp.AllDifferent(classes)

    # Decide slot by slot, corners first; CPMpy leaves the order to the solver.
    asked = cp.SolverLookup.get("ortools", model)
    order = (cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)
    asked.ort_model.add_decision_strategy(asked.solver_vars(holds), *order)
    found: list[list[int]] = []
    asked.solveAll(
        display=lambda: found.append([int(slot.value()) for slot in holds]),
        time_limit=time_limit,
        search_branching=cp_model.FIXED_SEARCH,
        linearization_level=0,
        symmetry_level=0,
        catch_sigint_signal=False,
    )
    complete = asked.status().exitstatus in (ExitStatus.OPTIMAL, ExitStatus.UNSATISFIABLE)
    return board.result(found, complete=complete, symmetry=symmetry)
