"""What all methods share: the options that they are given, and what they say of impossible cubes."""

from __future__ import annotations

import itertools
from dataclasses import replace
from inspect import signature
from typing import Any

import pytest

from cubecsp import Cube, InputError, Moves
from cubecsp.search import METHODS, OTHER_SIZES, Method
from cubecsp.search.solution import Solution

pytestmark = [pytest.mark.native, pytest.mark.quick]

OPTIONS = sorted(set().union(*(method.options for method in METHODS.values())))
LITTLE = (0, 0.0, False, "", (), 1)
"""Values that count as given, though most of them are false."""

ANSWER = Solution(Moves(), "htm", True, 0, 0.0, 0)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The options with which the functions of methods are called."""
    calls: list[dict[str, Any]] = []

    def solve(_: Cube, **options: Any) -> Solution:
        calls.append(options)
        return ANSWER

    def several(cubes: object, **options: Any) -> list[object]:
        options.pop("up_to_commuting", None)
        calls.append(options)
        return [ANSWER] * len(cubes) if isinstance(cubes, list) else [Moves()]

    for name, method in METHODS.items():
        several_of = {way: several for way in ("many", "each") if getattr(method, way) is not None}
        told = replace(method, one=solve, **several_of)
        monkeypatch.setitem(METHODS._objects, name, told)
    return calls


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_taken_as_it_is_given_or_refused(
    taken: list[dict[str, Any]], name: str, option: str
) -> None:
    method = METHODS[name]
    cube, others = Cube.from_moves("R"), dict.fromkeys(OPTIONS)
    ways = [
        lambda **options: method.solve(cube, **options),
        lambda **options: list(method.solve_many([cube, cube], **options)),
    ]
    if method.lists_all:
        ways.append(lambda **options: list(method.each_solution(cube, **options)))
    for way, value in itertools.product(ways, LITTLE):
        taken.clear()
        given = {**others, option: value}
        if option in method.options:
            way(**given)
            assert taken
            assert all(call == {option: value} for call in taken)
            assert all(type(call[option]) is type(value) for call in taken)
        elif option != "progress" or way is not ways[1]:  # many cubes: progress if it is told
            with pytest.raises(InputError, match=f"{name} takes no {option.replace('_', ' ')}"):
                way(**given)
            assert not taken
        else:
            way(**given)
            assert not any(taken)


@pytest.mark.parametrize("method", [*METHODS.values(), *OTHER_SIZES.values()], ids=lambda m: m.name)
def test_functions_of_a_method_take_the_options_that_it_names(method: Method[Any]) -> None:
    for way in filter(None, (method.one, method.many, method.each)):
        parameters = signature(way).parameters
        if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
            continue  # breadth-first hands them on: tests of its own give each of them
        assert method.options <= {*parameters} or way is method.each
        assert method.each is not way or "up_to_commuting" in parameters


def test_methods_that_can_do_it_are_named_in_a_sentence() -> None:
    cube = Cube.from_moves("R")
    with pytest.raises(InputError) as error:
        METHODS["thistlethwaite"].solve(cube, max_nodes=5)
    assert error.value.remedy == "two-phase, stabiliser-chain and shape-first do"
    with pytest.raises(InputError) as error:
        METHODS["two-phase"].solve(cube, metric="qtm")
    assert error.value.remedy == "optimal, thistlethwaite and breadth-first do"
    for ask in (
        METHODS["two-phase"].require_listing,
        lambda: METHODS["two-phase"].each_solution(cube),
    ):
        with pytest.raises(InputError) as error:
            ask()
        assert error.value.remedy == "optimal and breadth-first do"


def faults() -> list[tuple[str, ...]]:
    kinds = ("corner", "edge", "pieces")
    return [some for n in range(1, 4) for some in itertools.combinations(kinds, n)]


@pytest.mark.parametrize("name", [name for name in METHODS if METHODS[name].sizes])
@pytest.mark.parametrize("kinds", faults())
def test_every_reason_why_turns_cannot_solve_a_cube_is_told(
    name: str, kinds: tuple[str, ...]
) -> None:
    told = {
        "corner": "a corner has been twisted",
        "edge": "an edge has been flipped",
        "pieces": "two pieces have been exchanged",
    }
    corners, edges = bytearray(Cube.random(4).corners), bytearray(Cube.random(4).edges)
    if "corner" in kinds:
        corners[2] = corners[2] - corners[2] % 3 + (corners[2] + 1) % 3
    if "edge" in kinds:
        edges[5] ^= 1
    if "pieces" in kinds:
        edges[0], edges[1] = edges[1], edges[0]
    cube = Cube.from_placements(corners, edges)
    with pytest.raises(InputError) as error:
        METHODS[name].solve(cube)
    assert {kind for kind, words in told.items() if words in str(error.value)} == set(kinds)
    assert cube.facelets in str(error.value)
