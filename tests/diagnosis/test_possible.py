"""What slots may hold, and which of them are crowded: against the names of pieces and all subsets."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cubecsp.puzzle.core.possible import crowds, narrowed, possible
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.words import colours_in_words, listed, piece_name

pytestmark = pytest.mark.quick


def turned(name: str, turn: int) -> str:
    """Return the letters that a piece shows on a slot's facelets after turning clockwise."""
    turn %= len(name)
    return name[len(name) - turn :] + name[: len(name) - turn]


@pytest.mark.parametrize("puzzle", [CUBE, POCKET], ids=["3", "2"])
@given(seed=st.randoms(use_true_random=False))
def test_what_slots_may_hold_is_what_the_names_of_pieces_say(puzzle, seed):
    shown = [seed.choice([None, None, *range(6)]) for _ in range(puzzle.facelet_count)]
    for orbit in puzzle.orbits:
        for facelets, found in zip(orbit.frames, possible(shown, orbit), strict=True):
            wanted = "".join("." if shown[f] is None else FACES[shown[f]] for f in facelets)
            fits = [
                piece * orbit.turns + turn
                for piece, name in enumerate(orbit.names)
                for turn in range(orbit.turns)
                if all(a in (".", b) for a, b in zip(wanted, turned(name, turn), strict=True))
            ]
            assert list(found) == fits
            assert orbit.matching(tuple([shown[f] for f in facelets])) == found


@st.composite
def choices(draw: st.DrawFn) -> tuple[list[tuple[int, ...]], int]:
    """Return what up to seven slots may hold, most of them one or two pieces; and the turns of each."""
    turns = draw(st.sampled_from([1, 2, 3]))
    pieces = draw(st.integers(2, 7))
    slot = st.lists(st.integers(0, pieces * turns - 1), max_size=4, unique=True).map(
        lambda values: tuple(sorted(values))
    )
    return draw(st.lists(slot, min_size=1, max_size=7)), turns


def pieces_of(values: tuple[int, ...], turns: int) -> set[int]:
    return {value // turns for value in values}


def most_served(held: list[set[int]]) -> int:
    """Return how many slots can have different pieces: all but the worst excess (O. Ore, 1955)."""
    excess = 0
    for size in range(1, len(held) + 1):
        for some in itertools.combinations(held, size):
            excess = max(excess, size - len(set().union(*some)))
    return len(held) - excess


@given(choices())
@example(([(0,), (0,), (1,), (1,), (0, 1), (2,)], 1))  # one slot joins two groups
@example(([(0,), (0,), (1,), (1,), (2,), (2,), (0, 1, 2)], 1))
def test_crowded_slots_have_too_few_pieces_and_none_of_them_too_many(drawn):
    slots, turns = drawn
    held = [pieces_of(values, turns) for values in slots]
    filled = [some for some in held if some]
    groups = crowds(slots, turns)
    excess = sum(len(group) - len(pieces) for group, pieces in groups)
    assert excess == len(filled) - most_served(filled)
    named = [slot for group, _ in groups for slot in group]
    assert len(set(named)) == len(named)
    for group, pieces in groups:
        assert group == sorted(group)
        assert pieces == sorted(set().union(*(held[slot] for slot in group)))
        assert len(group) > len(pieces)
        assert all(held[slot] for slot in group)
        for slot in group:  # each of them has a part in it: without it, one slot less has no piece
            others = [held[other] for other in group if other != slot]
            assert len(others) - most_served(others) == len(group) - len(pieces) - 1


@given(choices())
def test_slots_without_a_choice_are_not_crowded_by_turning(drawn):
    slots, turns = drawn
    alone = [(piece * turns + piece % turns,) for piece in range(len(slots))]
    assert crowds(alone, turns) == []


@given(choices())
def test_narrowing_goes_on_until_nothing_changes(drawn):
    slots, turns = drawn
    result = narrowed(slots, turns)
    assert narrowed(result, turns) == result
    assert all(set(after) <= set(before) for after, before in zip(result, slots, strict=True))
    sure = [pieces_of(values, turns) for values in result]
    sure_of = {next(iter(some)) for some in sure if len(some) == 1}
    for values, some in zip(result, sure, strict=True):
        assert len(some) == 1 or not some & sure_of, values
    # No way to give the slots different pieces is lost, and no other placement of such pieces.
    for chosen in itertools.product(*slots):
        if len({value // turns for value in chosen}) == len(slots):
            assert all(value in values for value, values in zip(chosen, result, strict=True))
    # Nothing is taken away but pieces that some slot is sure of.
    for before, after in zip(slots, result, strict=True):
        assert all(value in after or value // turns in sure_of for value in before)


@pytest.mark.parametrize("length", range(2, 12))
def test_narrowing_follows_a_chain_to_its_end(length):
    """Each slot is sure of its piece only when the one before is."""
    chain = [(0,), *[(2 * i - 2, 2 * i - 1, 2 * i) for i in range(1, length)]]
    for order in (chain, chain[::-1]):
        assert sorted(narrowed(order, 2)) == [(2 * i,) for i in range(length)]


def test_words_for_lists_colours_and_pieces():
    assert [listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed("abcd", "or") == "a, b, c or d"
    assert colours_in_words([0, None, 5]) == "U-?-B"
    assert colours_in_words([0, None, 5], "WRGYOB") == "white-?-blue"
    for orbit in CUBE.orbits:
        for piece, name in enumerate(orbit.names):
            assert piece_name(orbit, piece) == "-".join(name)
            assert piece_name(orbit, piece, "123456") == "-".join(
                str(FACES.index(face) + 1) for face in name
            )
