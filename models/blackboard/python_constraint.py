"""The perfect scramble in python-constraint: backtracking, with forward checking and no other propagation.

Stickers are no variables, since the placement of a slot says what they show. So every constraint is a function of
some placements, which the library calls once they are given, or all but one of them.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, product

from cubecsp.errors import OutOfTimeError
from cubecsp.models.blackboard.board import APART, Board, Pair, Result, face_patterns
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.stopping.deadline import Deadline

Slot = tuple[Orbit, tuple[int, ...]]
"""A slot: its kind, and its facelets."""


def solve(board: Board, *, symmetry: bool = True, time_limit: float = 60) -> Result:
    """Return the perfect scrambles of a board that python-constraint finds within a number of seconds.

    Args:
        board: the question.
        symmetry: whether to look for the cubes only whose first corner is least among their images.
        time_limit: in seconds.
    """
    import constraint

    deadline = Deadline(time_limit)
    problem = constraint.Problem(constraint.BacktrackingSolver())

    # Variables are the slots of corners, then of edges. Each holds a placement that shows what is given, and that
    # touches no given sticker, such as a centre, of the same colour.
    slots = [(orbit, frame) for orbit in board.puzzle.orbits for frame in orbit.frames]
    every, touching = range(len(slots)), {*board.touching}
    for variable, (orbit, frame) in enumerate(slots):
        given = {(i, board.given[f]) for i, f in enumerate(frame) if f in board.given}
        beside = {
            (i, colour)
            for (i, f), (g, colour) in product(enumerate(frame), board.given.items())
            if (min(f, g), max(f, g)) in touching
        }
        looks = [{*enumerate(colours)} for colours in orbit.colours]
        fitting = [v for v, seen in enumerate(looks) if given <= seen and not beside & seen]
        problem.addVariable(variable, [*range(orbit.placements)])
        problem.addConstraint(constraint.InSetConstraint(fitting), [variable])

    # Two slots hold two pieces, and where they touch, they show two colours.
    for a, b in combinations(every, 2):
        pairs = compatible_pairs(board, slots[a], slots[b])
        problem.addConstraint(partial(is_compatible, pairs, deadline), [a, b])
    for slot, least in board.least_first() if symmetry else ():
        problem.addConstraint(partial(is_compatible, {*least}, deadline), [0, slot])

    # Twists add up to a multiple of 3, flips to one of 2. Corners and edges together are permuted evenly.
    for orbit in board.puzzle.orbits:
        scope = [i for i in every if slots[i][0] is orbit]
        problem.addConstraint(partial(are_whole, orbit.turns), scope)
    if len(board.puzzle.orbits) == 2:
        problem.addConstraint(is_even, every)

    # Each face shows every colour once or twice, and no two faces have the same pattern.
    for face in board.six_faces:
        scope = [i for i in every if {*slots[i][1]} & {*face}]
        on_face = [slots[i] for i in scope]
        problem.addConstraint(partial(has_every_colour, board, on_face, face), scope)
    if board.six_faces:
        problem.addConstraint(partial(faces_differ, board, slots), every)

    found: list[list[int]] = []
    complete = True
    try:
        for solution in problem.getSolutionIter():
            row = [solution[variable] for variable in every]
            found.append(row)  # the search may end early
    except OutOfTimeError:
        complete = False
    return board.result(found, complete=complete, symmetry=symmetry)


def compatible_pairs(board: Board, first: Slot, second: Slot) -> set[Pair]:
    """Return what two slots can hold together."""
    (one, frame), (other, other_frame) = first, second
    touching = [
        (i, j)
        for (i, a), (j, b) in product(enumerate(frame), enumerate(other_frame))
        if (min(a, b), max(a, b)) in board.touching
    ]
    return {
        (v, w)
        for v, w in product(range(one.placements), range(other.placements))
        if one is not other or v // one.turns != w // one.turns
        if all(one.colours[v][i] != other.colours[w][j] for i, j in touching)
    }


def is_compatible(pairs: set[Pair], deadline: Deadline, v: int, w: int) -> bool:
    """Return whether two slots hold one of some pairs; if time is over, this ends the search."""
    deadline.check()
    return (v, w) in pairs


def are_whole(turns: int, *held: int) -> bool:
    """Return whether the turns of pieces add up to whole ones."""
    return sum(held) % turns == 0  # piece·turns + turn: pieces add whole turns


def is_even(*held: int) -> bool:
    """Return whether corners and edges together are permuted evenly."""
    corners, edges = [v // 3 for v in held[:8]], [v // 2 for v in held[8:]]
    return permutation_parity(corners) == permutation_parity(edges)


def has_every_colour(board: Board, slots: list[Slot], face: range, *held: int) -> bool:
    """Return whether a face, to which these slots belong, shows every colour once or twice."""
    shows = shown(board, slots, held)
    colours = [shows[facelet] for facelet in face]
    return all(1 <= colours.count(colour) <= 2 for colour in range(6))


def faces_differ(board: Board, slots: list[Slot], *held: int) -> bool:
    """Return whether no two faces have the same pattern."""
    shows, numbers = shown(board, slots, held), dict(face_patterns())
    faces = [[shows[facelet] for facelet in face] for face in board.six_faces]
    ways = [tuple(int(face[a] == face[b]) for a, b in APART) for face in faces]
    return len({numbers.get(way) for way in ways}) == len(faces)


def shown(board: Board, slots: list[Slot], held: tuple[int, ...]) -> dict[int, int]:
    """Return the colours of facelets: those given, and those of the slots that hold these placements."""
    shows = dict(board.given)
    for (orbit, frame), value in zip(slots, held, strict=True):
        shows.update(zip(frame, orbit.colours[value], strict=True))
    return shows
