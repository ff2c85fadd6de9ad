"""The kinds of random questions, each with its own way to the right answer.

A kind is a function that draws a question, asks it, and asserts what is right. Brute force (`oracle`, `defined`) and
the cube of stickers in space (`stickers_in_space`) share no code with the package.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import defined
import numpy as np
import stickers_in_space as space
from hypothesis import assume, reject
from hypothesis import strategies as st
from matrix_cells import COMMAND_LINE, HTTP, PYTHON, Cell
from matrix_interfaces import Outcome, asked_with
from move_texts import bases
from oracle import kept, pocket_states, put_back, satisfies
from strategies import assemblies, pocket_assemblies, registered_rules
from strategies import rules as every_rule

from cubecsp import Cube
from cubecsp.errors import InputError
from cubecsp.models.core.rule import Rule
from cubecsp.models.counting import COUNTERS
from cubecsp.models.engines import ENGINES, exhaustive_engines
from cubecsp.models.language.pattern_text import parse_rules
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.state import PocketCube
from cubecsp.puzzle.kpuzzle.move_puzzle import MovePuzzle

INTERFACES = (PYTHON, COMMAND_LINE, HTTP)
MANY = 10_000
"""More than there are answers to any of these questions."""

LETTERS = ("URFDLB", "WRGYOB", "WRGBOY", "123456", "KPIWRG")
"""How the colours of the faces may be written."""


@dataclass
class Kind:
    """A kind of questions.

    Attributes:
        name: what is asked, and what it is compared with.
        share: how often it is asked, compared with others.
        refuses: whether it may be refused, since it is asked by engines or methods that not every question suits.
        question: draws a question, asks it, and asserts what is right.
        asked: how many have been asked.
        refused: how many of these were refused.
    """

    name: str
    share: int
    refuses: bool
    question: Callable[[st.DataObject], None]
    asked: int = 0
    refused: int = 0


KINDS: list[Kind] = []


def kind(
    name: str, share: int, *, refuses: bool = False
) -> Callable[[Callable[[Ask], None]], Callable[[Ask], None]]:
    """Register a kind of questions."""

    def register(question: Callable[[Ask], None]) -> Callable[[Ask], None]:
        made = Kind(name, share, refuses, lambda data: question(Ask(made, data)))
        KINDS.append(made)
        return question

    return register


class Ask:
    """Draws a question of a kind, and asks it through an interface that is drawn, too."""

    def __init__(self, about: Kind, data: st.DataObject) -> None:
        self.kind, self._data = about, data

    def draw(self, strategy: st.SearchStrategy[Any], label: str | None = None) -> Any:
        """Draw a value, which is printed if the answer is wrong."""
        return self._data.draw(strategy, label)

    def one_of(self, *values: Any) -> Any:
        """Draw one of some values."""
        return self.draw(st.sampled_from(values))

    def __call__(self, question: str, interface: str | None = None, **values: Any) -> Any:
        """Return the answer as JSON; a question that is refused counts as such, and ends."""
        said = {name: value for name, value in values.items() if value is not None}
        outcome = self._outcome(question, interface, said)
        if outcome.kind == "refused":
            assert self.kind.refuses, (values, outcome)
            self.kind.refused += 1
            reject()
        return outcome.content

    def here(self, question: str, **values: Any) -> Any:
        """Return the answer in Python, which takes a puzzle as an object."""
        return self(question, interface=PYTHON, **values)

    def _outcome(self, question: str, interface: str | None, values: dict[str, Any]) -> Outcome:
        """Return how a question ends: with an answer, or refused."""
        self.kind.asked += 1
        interface = interface or self.one_of(*INTERFACES)
        if interface == COMMAND_LINE and "prefer" in values:
            texts = [f"{weight}:{rule}" for rule, weight in values["prefer"].items()]
            values = values | {"prefer": texts}
        cell = Cell(question, "3", tuple(values.get("rules", ())))
        outcome = asked_with(values, cell, interface)
        assert outcome.kind in ("answer", "refused"), (interface, values, outcome)
        return outcome


# ------------------------------------------------------------ the cubes around one


def _is_readable(rule: Rule) -> bool:
    """Return whether a rule can be written as text: parts without rules, say, cannot."""
    try:
        parse_rules(str(rule))
    except InputError:
        return False
    return True


rules = every_rule.filter(_is_readable)


class Drawing:
    """A cube of which a few pieces are not known.

    Args:
        shown: its stickers, a dot for each that is not known.
        every: the stickers of every cube that it may be.
    """

    def __init__(self, shown: str, every: list[str]) -> None:
        self.shown, self.every = shown, every

    def __repr__(self) -> str:
        return f"{self.shown} (one of {len(self.every)})"


@st.composite
def _drawings(draw: Any) -> Drawing:
    base = draw(st.integers(0, 2**32).map(Cube.random) | st.just(Cube()))
    numbers = draw(st.sampled_from([(3, 2), (2, 3), (2, 2), (3, 0)]))
    free = [
        sorted(draw(st.sets(st.integers(0, len(orbit.names) - 1), min_size=n, max_size=n)))
        for orbit, n in zip(CUBE.orbits, numbers, strict=True)
    ]
    hidden = {
        facelet
        for orbit, slots in zip(CUBE.orbits, free, strict=True)
        for slot in slots
        for facelet in orbit.frames[slot]
    }
    shown = "".join("." if i in hidden else c for i, c in enumerate(base.facelets))
    rows = put_back(base, free)
    every = [Cube.from_placements(row[:8].tolist(), row[8:].tolist()).facelets for row in rows]
    return Drawing(shown, every)


def _rules_about_few(ask: Ask, most: int = 2) -> tuple[list[str], list[str]]:
    """Draw rules that leave few cubes: their texts, and the cubes."""
    drawing = ask.draw(_drawings(), "drawing")
    chosen: list[Rule] = ask.draw(st.lists(rules, max_size=most), "rules")
    right = [cube for cube in drawing.every if _holds(chosen, cube)]
    return [f"stickers={drawing.shown}", *map(str, chosen)], right


def _holds(chosen: list[Rule], facelets: str) -> bool:
    cube = Cube.from_facelets(facelets)
    return all(satisfies(rule, cube) for rule in chosen)


def _facelets(answer: Any) -> list[str]:
    return [cube["facelets"] for cube in answer["cubes"]]


@kind("find: all cubes around one, by every engine", 20, refuses=True)
def _find(ask: Ask) -> None:
    texts, right = _rules_about_few(ask)
    engine = ask.one_of("auto", *exhaustive_engines())
    found = _facelets(ask("find", rules=texts, engine=engine, limit=MANY))
    assert sorted(found) == sorted(right)


@kind("count: the cubes around one, by every method", 15, refuses=True)
def _count(ask: Ask) -> None:
    texts, right = _rules_about_few(ask)
    answer = ask("count", rules=texts, method=ask.one_of("auto", *COUNTERS), time_limit=20.0)
    if answer["kind"] == "exact" and answer["status"] != "partial":
        assert answer["count"] == len(right)


@kind("count --given: a probability", 4)
def _probability(ask: Ask) -> None:
    given, every = _rules_about_few(ask, most=1)
    wanted = ask.draw(rules, "wanted")
    assume(every)
    answer = ask("count", rules=[str(wanted)], given=given)
    number = sum(_holds([wanted], cube) for cube in every)
    assert answer.get("probability", answer) == str(Fraction(number, len(every)))


@kind("sample: cubes around one", 8)
def _sample(ask: Ask) -> None:
    texts, right = _rules_about_few(ask)
    answer = ask("sample", rules=texts, n=5, seed=ask.draw(st.integers(0, 99)))
    found = _facelets(answer)
    assert {*found} <= {*right}
    assert len(found) == (5 if right else 0)


@kind("best: by weights of rules", 6)
def _best(ask: Ask) -> None:
    texts, every = _rules_about_few(ask, most=1)
    liked = ask.draw(st.lists(rules, min_size=1, max_size=3, unique_by=str), "preferred")
    weights = [ask.draw(st.integers(1, 5)) for _ in liked]
    answer = ask(
        "best",
        rules=texts,
        prefer={str(rule): weight for weight, rule in zip(weights, liked, strict=True)},
        limit=MANY,
    )
    values = {
        cube: sum(w for w, rule in zip(weights, liked, strict=True) if _holds([rule], cube))
        for cube in every
    }
    most = max(values.values(), default=0)
    assert sorted(_facelets(answer)) == sorted(c for c, value in values.items() if value == most)


@kind("explain: whether there is a cube", 6)
def _explain(ask: Ask) -> None:
    texts, right = _rules_about_few(ask, most=3)
    assert ask("explain", rules=texts)["satisfiable"] == bool(right)


@kind("unrank and rank: each cube has a number", 4)
def _rank(ask: Ask) -> None:
    texts, right = _rules_about_few(ask)
    assume(right)
    every = ask("unrank", rules=texts, numbers=[*range(len(right))])
    found = _facelets(every)
    assert sorted(found) == sorted(right)
    number = ask.draw(st.integers(0, len(right) - 1), "number")
    told = ask("rank", rules=texts, cubes=found[number])
    assert told["cubes"][0]["rank"] == number


# ------------------------------------------------------------ one cube, held and lettered in any way


def _written(ask: Ask, facelets: str) -> tuple[str, str | None]:
    """Return stickers as somebody may write them, and the colours of the faces to say with them."""
    letters = ask.one_of(*LETTERS)
    where = space.rotations(round((len(facelets) / 6) ** 0.5))[ask.draw(st.integers(0, 23), "held")]
    turned = space.moved(facelets, where).translate(str.maketrans("URFDLB", letters))
    return turned, None if letters == "URFDLB" else letters


@kind("check: a cube put together at random, however held and lettered", 8)
def _check(ask: Ask) -> None:
    cube = ask.draw(assemblies, "cube")
    text, scheme = _written(ask, cube.facelets)
    told = ask("check", cubes=text, scheme=scheme)["cubes"][0]
    odd = [_is_odd([value // turns for value in values]) for values, turns in _orbits(cube)]
    twist, flip = sum(v % 3 for v in cube.corners) % 3, sum(v % 2 for v in cube.edges) % 2
    assert (told["coset"]["parity"], bool(told["coset"]["twist"]), told["coset"]["flip"]) == (
        int(odd[0] != odd[1]),
        bool(twist),
        flip,
    )
    assert bool(told["defects"]) == (odd[0] != odd[1] or bool(twist) or bool(flip))


def _orbits(cube: Cube) -> list[tuple[bytes, int]]:
    return [(cube.corners, 3), (cube.edges, 2)]


def _is_odd(order: list[int]) -> bool:
    return sum(a > b for i, a in enumerate(order) for b in order[i:]) % 2 == 1


@kind("complete: every cube that stickers may belong to", 8)
def _complete(ask: Ask) -> None:
    drawing = ask.draw(_drawings(), "drawing")
    answer = ask("complete", cubes=drawing.shown, limit=MANY)
    assert sorted(_facelets(answer)) == sorted(drawing.every)


@kind("repair: as few stickers as were changed, or fewer", 3)
def _repair(ask: Ask) -> None:
    right = ask.draw(st.integers(0, 2**32).map(Cube.random), "cube").facelets
    wrong = list(right)
    places = [i for i in range(54) if i % 9 != 4]
    for place in ask.draw(st.sets(st.sampled_from(places), min_size=1, max_size=3), "places"):
        wrong[place] = ask.draw(st.sampled_from("URFDLB"))
    number = sum(a != b for a, b in zip(wrong, right, strict=True))
    told = ask("repair", cubes="".join(wrong), limit=MANY)
    for repaired in told["repairs"]:
        changed = sum(a != b for a, b in zip(wrong, repaired["facelets"], strict=True))
        assert changed == told["distance"] <= number
        assert not ask("check", cubes=repaired["facelets"])["cubes"][0]["defects"]


@kind("solve: moves that are made in space, by every method", 8)
def _solve(ask: Ask) -> None:
    size = ask.one_of(2, 3, 3, 3, 4)
    turned = _random_moves(ask, size, ask.one_of(3, 5, 30))
    stickers = space.moved("".join(f * size**2 for f in "URFDLB"), space.of_moves(turned, size))
    text, scheme = _written(ask, stickers)
    told = ask("solve", cubes=text, scheme=scheme)["cubes"][0]
    end = space.moved(text, space.of_moves(told["solution"], size))
    assert all(len({*end[i : i + size**2]}) == 1 for i in range(0, len(end), size**2))
    assert told["length"] == len(told["solution"].split())
    if told["optimal"] and size < 4:
        assert told["length"] <= len(turned.split())


def _random_moves(ask: Ask, size: int, number: int) -> str:
    names = [f"{face}{turn}" for face in "URFDLB" for turn in ("", "2", "'")]
    if size > 3:
        names += [f"{face}w{turn}" for face in "URF" for turn in ("", "2", "'")]
    return " ".join(ask.draw(st.lists(st.sampled_from(names), max_size=number), "moves"))


@kind(
    "solve --method optimal or breadth-first: the fewest moves, against all cubes of four turns", 3
)
def _shortest(ask: Ask) -> None:
    moves = _random_moves(ask, 3, 4)
    facelets = space.moved("".join(f * 9 for f in "URFDLB"), space.of_moves(moves))
    told = ask("solve", cubes=facelets, method=ask.one_of("optimal", "breadth-first"))["cubes"][0]
    assert told["length"] == _ball()[facelets]
    assert told["optimal"]


@cache
def _ball() -> dict[str, int]:
    """Return the cubes of up to four turns, with their distances."""
    turns = [space.permutation(f"{face}{turn}") for face in "URFDLB" for turn in ("", "2", "'")]
    layer = ["".join(f * 9 for f in "URFDLB")]
    found = dict.fromkeys(layer, 0)
    for depth in range(1, 5):
        layer = [*{space.moved(cube, turn) for cube in layer for turn in turns} - {*found}]
        found |= dict.fromkeys(layer, depth)
    return found


@kind("apply: moves in every notation, in space", 8)
def _apply(ask: Ask) -> None:
    size = ask.one_of(2, 3, 4, 5, 6)
    names = [f"{base}{turn}" for base in bases(size) if "-" not in base for turn in ("", "2", "'")]
    readable = [name for name in names if space._MOVE.fullmatch(name)]
    moves = " ".join(
        ask.draw(st.lists(st.sampled_from(readable), min_size=1, max_size=12), "moves")
    )
    told = ask("apply", moves=moves, size=size)["cubes"][0]
    right = space.moved("".join(f * size**2 for f in "URFDLB"), space.of_moves(moves, size))
    assert told.get("written", told["facelets"]) == right


@kind("convert: to a format and back", 8)
def _convert(ask: Ask) -> None:
    cube = ask.draw(st.integers(0, 2**32).map(Cube.random), "cube").facelets
    to = ask.one_of(
        "colours", "words", "by-face", "cube-map", "forty", "kpattern", "reid", "singmaster"
    )
    told = ask("convert", cubes=cube, to=to)
    written = told if isinstance(told, str) else told["cubes"][0]["text"]
    assert ask("check", cubes=written)["cubes"][0]["facelets"] == cube


# ------------------------------------------------------------ other sizes


@kind("count and find: all states of the 2×2×2", 2)
def _pocket(ask: Ask) -> None:
    rule = ask.draw(registered_rules(POCKET), "rule")
    assume(not rule.is_filter_on(POCKET))
    number = sum(
        len(kept(rule.primitives(POCKET), block, POCKET))
        for block in np.array_split(pocket_states(), 16)
    )
    told = ask("count", rules=[str(rule)], size=2)
    assert (told["kind"], told["count"]) == ("exact", number)


@kind("check and solve: a 2×2×2 put together at random", 4)
def _check_pocket(ask: Ask) -> None:
    cube: PocketCube = ask.draw(pocket_assemblies, "cube")
    text, scheme = _written(ask, cube.facelets)
    told = ask("check", cubes=text, scheme=scheme)["cubes"][0]
    assert bool(told["defects"]) == bool(sum(v % 3 for v in cube.corners) % 3)


# ------------------------------------------------------------ other puzzles


@cache
def _puzzles() -> list[tuple[Any, dict[str, set[str]], MovePuzzle]]:
    """Return small random puzzles: as data, the states that each state leads to, and as they are read."""
    every = [(data, puzzle) for _, data, _, puzzle in defined.puzzles(range(300), 400)]
    return [(data, _graph(data), puzzle) for data, puzzle in every]


def _graph(data: Any) -> dict[str, set[str]]:
    """Return, for each state of a puzzle, the others that a move leads to, done any number of times."""
    graph: dict[str, set[str]] = {}
    waiting = [data["defaultPattern"]]
    while waiting:
        state = waiting.pop()
        start = defined.key(state)
        if start in graph:
            continue
        graph[start] = set()
        for move in data["moves"]:
            at = defined.after(data, state, move)
            while defined.key(at) != start:
                graph[start].add(defined.key(at))
                waiting.append(at)
                at = defined.after(data, at, move)
    return graph


def _nearest(graph: dict[str, set[str]], start: str, wanted: set[str]) -> int | None:
    """Return how many moves lead from a state to the nearest of some; None if they are out of reach."""
    layer, seen = {start}, {start}
    for depth in itertools.count():
        if not layer or layer & wanted:
            return depth if layer else None
        layer = {after for state in layer for after in graph[state]} - seen
        seen |= layer
    raise AssertionError


def _key(report: Any) -> str:
    """Return the key that the oracle has for the state of a report."""
    return defined.key(
        {
            orbit: {part: held[part] for part in ("pieces", "orientation")}
            for orbit, held in report["pattern"].items()
        }
    )


@kind("find, count and sample: states of random puzzles", 10)
def _states(ask: Ask) -> None:
    data, graph, puzzle = _puzzles()[ask.draw(st.integers(0, len(_puzzles()) - 1), "puzzle")]
    rng = random.Random(ask.draw(st.integers(0, 999), "rules"))
    chosen = [defined.random_rule(data, rng) for _ in range(rng.randint(1, 2))]
    right = {k for k in graph if all(means(defined.plain(k)) for _, means in chosen)}
    values = {"rules": [text for text, _ in chosen], "puzzle": puzzle}
    engines = [name for name, engine in ENGINES.items() if engine.other_puzzles]
    found = ask.here("find", **values, engine=ask.one_of("auto", *engines), limit=MANY)
    assert sorted(map(_key, found["cubes"])) == sorted(right)
    assert ask.here("count", **values)["count"] == len(right)
    some = ask.here("sample", **values, n=3, seed=1)["cubes"]
    assert {_key(state) for state in some} <= right
    assert bool(some) == bool(right)


@kind("solve and reach: distances in random puzzles", 8)
def _distances(ask: Ask) -> None:
    data, graph, puzzle = _puzzles()[ask.draw(st.integers(0, len(_puzzles()) - 1), "puzzle")]
    start = ask.draw(st.sampled_from(sorted(graph)), "state")
    cubes = json.dumps(defined.plain(start))
    told = ask.here("solve", cubes=cubes, puzzle=puzzle)["cubes"][0]
    distance = _nearest(graph, start, {defined.key(data["defaultPattern"])})
    assert told["length"] == distance if told["optimal"] else told["length"] >= distance
    text, means = defined.random_rule(data, random.Random(ask.draw(st.integers(0, 999), "rule")))
    wanted = {state for state in graph if means(defined.plain(state))}
    told = ask.here("reach", cubes=cubes, rules=[text], puzzle=puzzle)
    lengths = {len(way["moves"].split()) for way in told["cubes"] if "moves" in way}
    nearest = _nearest(graph, start, wanted)
    assert lengths == (set() if nearest is None else {nearest})
