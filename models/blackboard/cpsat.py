"""The perfect scramble in CP-SAT, in several formulations that can be compared.

Booleans say what a slot holds and what a sticker shows. `CHANNELS` and `PARITIES` have the choices; docs/blackboard.md
explains what each of them costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

from cubecsp.errors import InputError
from cubecsp.models.blackboard.board import APART, Board, Result, face_patterns
from cubecsp.models.blackboard.face import enumerate_all

Choice = list[Any]
"""Booleans of which one is true: what a slot holds, or what a sticker shows."""
Colours = tuple[tuple[int, ...], ...]
"""For each placement of a slot the colours that its stickers show."""


def solve(
    board: Board,
    *,
    channel: str = "sums",
    parity: str = "xor",
    symmetry: bool = True,
    defaults: bool = False,
    time_limit: float = 60,
) -> Result:
    """Return the perfect scrambles of a board that CP-SAT finds within a number of seconds.

    Args:
        board: the question.
        channel: how stickers follow from placements: one of `CHANNELS`.
        parity: how the permutation is kept even: one of `PARITIES`, or filter, for cubes that are filtered when found.
        symmetry: whether to look for the cubes only whose first corner is least among their images.
        defaults: whether to leave presolve and the order of decisions to CP-SAT.
        time_limit: in seconds.

    Raises:
        InputError: there is no such channel or parity.
    """
    from ortools.sat.python import cp_model

    for value, known in ((channel, [*CHANNELS]), (parity, [*PARITIES, "filter"])):
        if value not in known:
            raise InputError(f"no formulation {value!r}", f"expected one of {', '.join(known)}")
    model = cp_model.CpModel()
    shows, holds = stickers(model, board), pieces(model, board)
    for orbit, slots in zip(board.puzzle.orbits, holds, strict=True):
        for frame, slot in zip(orbit.frames, slots, strict=True):
            CHANNELS[channel](model, slot, [shows[f] for f in frame], orbit.colours)
    sum_turns(model, holds)
    if len(holds) == 2 and parity != "filter":
        PARITIES[parity](model, holds)
    slots = [*chain(*holds)]
    if symmetry:
        break_symmetry(model, board, slots)
    state_requirements(model, board, shows)

    parameters: dict[str, Any] = {}
    if not defaults:  # slot by slot, corners first
        for slot in slots:
            model.add_decision_strategy(slot, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
        parameters = {
            "search_branching": cp_model.FIXED_SEARCH,
            "cp_model_presolve": False,
            "use_sat_inprocessing": False,
            "linearization_level": 0,
            "symmetry_level": 0,
        }
    found, complete = enumerate_all(model, [*chain(*slots)], time_limit=time_limit, **parameters)
    rows = [[i % len(slots[0]) for i, one in enumerate(values) if one] for values in found]
    return board.result(rows, complete=complete, symmetry=symmetry, solvable=parity != "filter")


def choice(model: Any, name: str, number: int) -> Choice:
    """Return so many booleans of which one is true."""
    literals = [model.new_bool_var(f"{name} {value}") for value in range(number)]
    model.add_exactly_one(literals)
    return literals


def stickers(model: Any, board: Board) -> list[Choice]:
    """Return for each sticker and colour whether it shows it; some colours are given."""
    shows = [choice(model, f"{name} shows", 6) for name in board.puzzle.names]
    for facelet, colour in board.given.items():
        model.add(shows[facelet][colour] == 1)
    return shows


def pieces(model: Any, board: Board) -> list[list[Choice]]:
    """Return for each orbit, slot and placement whether the slot holds it: each piece is in one slot."""
    holds = []
    for orbit in board.puzzle.orbits:
        slots = [choice(model, f"{name} holds", orbit.placements) for name in orbit.names]
        for first in range(0, orbit.placements, orbit.turns):
            model.add_exactly_one(chain(*(slot[first : first + orbit.turns] for slot in slots)))
        holds.append(slots)
    return holds


def by_clauses(model: Any, slot: Choice, seen: list[Choice], colours: Colours) -> None:
    """Channel by clauses: a placement implies its colours, and a colour one of the placements that show it."""
    for literal, fitting in supports(slot, seen, colours):
        model.add_bool_or([*fitting, ~literal])
        for one in fitting:
            model.add_implication(one, literal)


def by_sums(model: Any, slot: Choice, seen: list[Choice], colours: Colours) -> None:
    """Channel by sums: a sticker shows a colour as often as the slot holds a placement that shows it."""
    for literal, fitting in supports(slot, seen, colours):
        model.add(sum(fitting) == literal)


def by_table(model: Any, slot: Choice, seen: list[Choice], colours: Colours) -> None:
    """Channel by a table of all placements and their colours."""
    rows = [(value, *row) for value, row in enumerate(colours)]
    model.add_allowed_assignments([number_of(model, one) for one in (slot, *seen)], rows)


def by_elements(model: Any, slot: Choice, seen: list[Choice], colours: Colours) -> None:
    """Channel by looking up the colour of each sticker in the list of all placements."""
    held = number_of(model, slot)
    for sticker, column in zip(seen, zip(*colours, strict=True), strict=True):
        model.add_element(held, column, number_of(model, sticker))


CHANNELS = {"clauses": by_clauses, "sums": by_sums, "table": by_table, "element": by_elements}
"""Ways to state that a sticker shows the colour of what its slot holds."""


def supports(slot: Choice, seen: list[Choice], colours: Colours) -> Iterator[tuple[Any, Choice]]:
    """Yield for each sticker of a slot and each colour that it shows this, and the placements that make it so."""
    for sticker, shown in zip(seen, zip(*colours, strict=True), strict=True):
        for colour, literal in enumerate(sticker):
            yield literal, [one for one, c in zip(slot, shown, strict=True) if c == colour]


def number_of(model: Any, literals: Choice) -> Any:
    """Return a variable that is the number of the literal that is true."""
    number = model.new_int_var(0, len(literals) - 1, "")
    for value, literal in enumerate(literals):
        model.add(number == value).only_enforce_if(literal)
    return number


def sum_turns(model: Any, holds: list[list[Choice]]) -> None:
    """State that the twists of corners add up to a multiple of 3, and the flips of edges to a multiple of 2."""
    for slots in holds:
        turns = len(slots[0]) // len(slots)
        total = sum(value % turns * one for slot in slots for value, one in enumerate(slot))
        model.add(total == turns * model.new_int_var(0, len(slots), ""))


def even_by_xor(model: Any, holds: list[list[Choice]]) -> None:
    """State that corners and edges together have an even number of inversions, as an exclusive or."""
    model.add_bool_xor([*inversions(model, holds), True])


def even_by_sum(model: Any, holds: list[list[Choice]]) -> None:
    """State that corners and edges together have an even number of inversions, as a sum."""
    wrong = inversions(model, holds)
    model.add(sum(wrong) == 2 * model.new_int_var(0, len(wrong) // 2, ""))


def inversions(model: Any, holds: list[list[Choice]]) -> list[Any]:
    """Return for each two slots of a kind whether the first one holds the later piece."""
    pairs = []
    for slots in holds:
        turns = len(slots[0]) // len(slots)
        for first, second in combinations(slots, 2):
            wrong = model.new_bool_var("")
            for value, one in enumerate(first):
                piece = value // turns * turns  # the second is an earlier one, or it is not
                model.add_bool_or([~one, ~wrong, *second[:piece]])
                model.add_bool_or([~one, wrong, *second[piece + turns :]])
            pairs.append(wrong)
    return pairs


PARITIES = {"xor": even_by_xor, "linear": even_by_sum}
"""Ways to state that corners and edges together are permuted evenly."""


def break_symmetry(model: Any, board: Board, slots: list[Choice]) -> None:
    """Break symmetry: see `Board.least_first`."""
    for number, pairs in board.least_first():
        for value, one in enumerate(slots[0]):
            model.add_bool_or([~one, *(slots[number][w] for v, w in pairs if v == value)])


def state_requirements(model: Any, board: Board, shows: list[Choice]) -> None:
    """State the requirements: equal colours do not touch; on a 3×3×3 faces show all colours, and differ."""
    for a, b in board.touching:
        for one, other in zip(shows[a], shows[b], strict=True):
            model.add_at_most_one(one, other)
    classes = []
    for face in board.six_faces:
        for colour in range(6):
            model.add_linear_constraint(sum(shows[f][colour] for f in face), 1, 2)
        equal = [equality(model, shows[face[a]], shows[face[b]]) for a, b in APART]
        classes.append(model.new_int_var(0, 15, ""))
        rows = [(*way, number) for way, number in face_patterns()]
        model.add_allowed_assignments([*equal, classes[-1]], rows)
    if classes:
        model.add_all_different(classes)


def equality(model: Any, first: Choice, second: Choice) -> Any:
    """Return whether two stickers show the same colour."""
    equal = model.new_bool_var("")
    for one, other in zip(first, second, strict=True):
        model.add_bool_or([~one, ~other, equal])
        model.add_bool_or([~one, other, ~equal])
    return equal
