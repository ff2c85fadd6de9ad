"""What all methods share: the options that they are given, and what they say of impossible cubes."""

from __future__ import annotations

import itertools
import sys
from dataclasses import fields, replace
from inspect import signature
from typing import Any

import pytest

from cubecsp import Cube, InputError, Moves
from cubecsp.search import METHODS, OTHER_SIZES, Method, Options
from cubecsp.search.solution import Solution

pytestmark = [pytest.mark.native, pytest.mark.quick]

OPTIONS = sorted(set().union(*(method.options for method in METHODS.values())))
LITTLE = (0, 0.0, False, "", (), 1)
"""Values that count as given, though most of them are false."""

ANSWER = Solution(Moves(), "htm", True, 0, 0.0, 0)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[Options]:
    """The options with which the functions of methods are called."""
    calls: list[Options] = []

    def solve(_: Cube, options: Options) -> Solution:
        calls.append(options)
        return ANSWER

    def several(cubes: object, options: Options) -> list[object]:
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
    taken: list[Options], name: str, option: str
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
            assert all(call == Options(**{option: value}) for call in taken)
            assert all(type(getattr(call, option)) is type(value) for call in taken)
        elif option != "progress" or way is not ways[1]:  # many cubes: progress if it is told
            with pytest.raises(InputError, match=f"{name} takes no {option.replace('_', ' ')}"):
                way(**given)
            assert not taken
        else:
            way(**given)
            assert all(call == Options() for call in taken)


@pytest.mark.parametrize("method", [*METHODS.values(), *OTHER_SIZES.values()], ids=lambda m: m.name)
def test_a_method_reads_the_options_that_it_names_and_no_others(
    monkeypatch: pytest.MonkeyPatch, method: Method[Any]
) -> None:
    marks = {field.name: object() for field in fields(Options)}
    options, passed = Options(**marks), []
    module: Any = sys.modules[method.one.__module__]
    module = getattr(module, "InPhases", module)  # what several methods share
    all_taken = set(signature(module.solve).parameters) & method.options
    for function in {"solve", "solve_many", "each_solution", "all_solutions"} & vars(module).keys():
        monkeypatch.setattr(
            module, function, lambda *args, **more: passed.extend([*args, *more.values()])
        )
    read: set[str] = set()
    for way in filter(None, (method.one, method.many, method.each)):
        passed.clear()
        way(Cube(), options)
        now = {name for name, mark in marks.items() if any(mark is one for one in passed)}
        assert all_taken <= now or way is method.each
        read |= now
    assert read - {"up_to_commuting"} == method.options


def test_methods_that_can_do_it_are_named_in_a_sentence() -> None:
    cube = Cube.from_moves("R")
    with pytest.raises(InputError) as error:
        METHODS["thistlethwaite"].solve(cube, max_nodes=5)
    assert error.value.remedy == "two-phase does"
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


@pytest.mark.parametrize("name", METHODS)
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
