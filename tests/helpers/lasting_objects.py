"""Objects that answer more than one question, each with questions that differ in what it keeps in between."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from counting_questions import question_of
from facts import FACTS
from sampling_checks import numbering_of
from squares import Squares

from cubecsp import Cube, Session, rule
from cubecsp._native import EdgeSums
from cubecsp.diagnosis.diagnosis import diagnose
from cubecsp.formats import read
from cubecsp.models.conflicts.demands import Demands
from cubecsp.models.conflicts.witnesses import Witnesses
from cubecsp.models.counting import SAMPLERS
from cubecsp.models.counting.automata import NO_STATE
from cubecsp.models.custom.function_rules import StickerRule
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.programs.program_rule import ProgramRule
from cubecsp.models.programs.read_program import read_program
from cubecsp.models.repair.completion import Matchings
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.questions.asking.steps import follow
from cubecsp.questions.find import Find
from cubecsp.search import goals, optimal, optimal_tables
from cubecsp.search.named_moves import named_moves
from cubecsp.search.reachability import CubeMoveGroup
from cubecsp.work.build import build
from cubecsp.work.dask_cluster import _do, _pack

Ask = Callable[[Any], Any]

PERFECT = FACTS["perfect-scramble"]["generator"]


@dataclass(frozen=True)
class Lasting:
    """An object that is asked more than once.

    Attributes:
        make: returns a new one.
        questions: each returns an answer that can be compared.
    """

    make: Callable[[], Any]
    questions: tuple[Ask, ...]


def _each(ask: Callable[[Any, Any], Any], *about: Any) -> tuple[Ask, ...]:
    """Return one question about each of some things."""
    return tuple(lambda thing, one=one: ask(thing, one) for one in about)


def _free_edges() -> EdgeSums:
    """Edges of which eight may be anywhere, and pairs of which on either side of the cut are compared."""
    rng = random.Random(7)
    free = [*range(8)]
    domains = [sum(3 << 2 * piece for piece in free)] * 8 + [1 << 2 * slot for slot in range(8, 12)]
    sums = EdgeSums(domains)
    sums.arrange([0, 1, 2, 3, 8, 9, 4, 5, 6, 7, 10, 11], 6, 2)
    for slots in ([8, 12], [9, 10, 13], [0, 11, 14]):
        order = [slot for slot in (0, 1, 8, 9, 10, 11, 16, 17, 12, 13, 14, 15) if slot in slots]
        sums.couple([(order, _automaton(rng, len(order)))])
    return sums


def _automaton(rng: random.Random, places: int) -> list[list[int]]:
    """Return steps of two states, of which a fifth ends it."""
    steps, before = [], 1
    for place in range(places):
        after = 1 if place + 1 == places else 2
        step = [*range(after)] + [
            NO_STATE if rng.random() < 0.2 else rng.randrange(after)
            for _ in range(24 * before - after)
        ]
        rng.shuffle(step)
        steps.append(step)
        before = after
    return steps


def _sums(sums: EdgeSums, asked: tuple[Iterable[int], int, int]) -> list[int]:
    seeds, part, decided = asked
    rows = b"".join(Cube.random(seed).corners for seed in seeds)
    return np.frombuffer(sums.counts(rows, part, decided), np.uint64).tolist()


def _drawn(source: Any, asked: tuple[int, int]) -> Any:
    block = source.draw(*asked)
    return block.rows.tolist(), None if block.tries is None else block.tries.tolist()


def _source(method: str, *rules: str, **options: Any) -> Any:
    return follow(SAMPLERS[method].source(question_of(*rules, **options)), lambda _: None)


def _found_by_session(session: Session, rules: str) -> set[str]:
    return {report.facelets for report in session.find(rules, limit=None)}


def _judge() -> Any:
    lines = ":- centre(F,C), at(A,_,F), at(A,N,G), N != 5, shows(G,C).\n#minimize { 1,F : shows(F,C), centre(D,C), at(D,_,F) }."
    return ProgramRule(read_program(lines, "costly.lp")).judge(CUBE)


def _worker_of(executor: ThreadPoolExecutor, job: Squares) -> list[int] | None:
    """Return what a thread of a cluster's worker makes of some tasks, None if it cannot."""
    try:
        done, _ = executor.submit(_do, _pack(job), build(), [2, 3, 4]).result()
    except NotImplementedError:
        return None
    return [result for result, _ in done]


@dataclass(frozen=True)
class Unmade(Squares):
    """A job that no worker can begin."""

    def worker(self, stopped: Callable[[], bool]) -> Callable[[int], int]:
        raise NotImplementedError


def _two_stickers() -> StickerRule:
    def two(seen: Any) -> bool:
        return seen[0] == "U" or seen[1] == seen[2]

    asked = rule(on=("U1", "U2", "F4"))(two)
    assert isinstance(asked, StickerRule)
    return asked


def _engine_of_optimal() -> None:
    optimal_tables._load_engine.cache_clear()


def _solved(_engine: None, moves: str) -> tuple[str, int, int]:
    solution = optimal.solve(Cube.from_moves(moves), pruning_table="tiny", threads=1)
    return str(solution.moves), solution.proven, solution.nodes


def _witnesses() -> Witnesses:
    pattern = parse_pattern(["solved=cross", "not-home=D-layer", "solved=corners", "order=2"])
    return Witnesses(Demands(CUBE, pattern.rules), "native")


def _colours(moves: str) -> tuple[int, ...]:
    return tuple(FACES.index(letter) for letter in Cube.from_moves(moves).facelets)


def _facelets(query: Find, limit: int) -> list[str]:
    stream = iter(query.stream())
    return [next(stream).facelets for _ in range(limit)]


LASTING: dict[str, Lasting] = {
    "coupled-edges": Lasting(
        _free_edges,
        _each(
            _sums,
            ((0,), 0, 0),
            ((1,), 0, 0),
            ((0,), 1, 2),
            ((0,), 2, 2),
            ((0,) * 3, 5, 3),
            ((1, 0), 0, 0),
        ),
    ),
    "source-of-tries": Lasting(
        lambda: _source("rejection", "at-most=3", seed=5),
        _each(_drawn, (0, 300), (300, 300), (100, 300)),
    ),
    "source-of-numbers": Lasting(
        lambda: _source("pieces", "solved=F2L", seed=5),
        _each(_drawn, (0, 30), (30, 30), (10, 30)),
    ),
    "numbers-of-cubes": Lasting(
        lambda: numbering_of(question_of("solved=F2L"), "pieces"),
        (
            *_each(lambda numbering, number: numbering.at(number), 0, 5, 62_207),
            *_each(
                lambda numbering, moves: numbering.rank(Cube.from_moves(moves).seen),
                *("", "R U R' U R U2 R'"),
            ),
        ),
    ),
    "ways-to-fill-slots": Lasting(
        lambda: Matchings(
            CUBE.edges, [[(slot * value) % 7 for value in range(24)] for slot in range(12)]
        ),
        (
            lambda matchings: next(matchings.placements(0)),
            lambda matchings: next(matchings.placements(1)),
            lambda matchings: matchings.marginals[0].tolist(),
        ),
    ),
    "judge-of-programs": Lasting(
        _judge,
        (
            *_each(
                lambda judge, moves: judge.accepts(_colours(moves)),
                "",
                "M2 E2 S2",
                PERFECT,
            ),
            *_each(lambda judge, moves: judge.cost(_colours(moves)), PERFECT, f"{PERFECT} U2"),
        ),
    ),
    "witnesses-of-demands": Lasting(
        _witnesses,
        _each(
            lambda witnesses, kept: witnesses.example(kept) is not None,
            *((0, 1), (1, 2), (0, 2, 3)),
        ),
    ),
    "query": Lasting(
        lambda: Find("solved=F2L", limit=8),
        _each(_facelets, 2, 8, 5),
    ),
    "query-in-random-order": Lasting(
        lambda: Find("at-most=3", limit=8, seed=3),
        _each(_facelets, 2, 8, 5),
    ),
    "session": Lasting(
        lambda: Session("solved=F2L+edges"),
        _each(_found_by_session, "count(U, U)==6", "colours(F)==2", "count(U, U)==10", "order=2"),
    ),
    "worker-of-a-cluster": Lasting(
        lambda: ThreadPoolExecutor(1),
        _each(_worker_of, Squares(), Squares("cubes", exponent=3), Unmade()),
    ),
    "engine-of-optimal": Lasting(
        _engine_of_optimal, _each(_solved, "R U F2 L D2 B", "F L' U2 R2 D")
    ),
    "rule-of-ones-own": Lasting(
        _two_stickers,
        _each(lambda asked, size: {*asked.primitives(cube_puzzle(size))}, 3, 4, 5),
    ),
    "diagnosis": Lasting(
        lambda: diagnose(read("RU" + Cube().facelets[2:]).stickers),
        (
            lambda diagnosis: diagnosis.defects,
            lambda diagnosis: diagnosis.hints,
            lambda diagnosis: diagnosis.first,
            lambda diagnosis: diagnosis.piece_repairs,
        ),
    ),
    "group-of-moves": Lasting(
        lambda: CubeMoveGroup(named_moves("U,R").values()),
        _each(
            lambda group, asked: group.reaches(
                Cube.from_moves(asked[0]), goals.only(Cube.from_moves(asked[1]))
            ),
            *(("U R", ""), ("F", ""), ("F", "F U R2"), ("L", "F")),
        ),
    ),
}
