"""Primitives as rules of a logic program: one rule for a demand on all faces or pairs, the rest one by one.

A rule that demands the same of all faces and colours, or of all stickers that touch, arrives here as many
primitives. They are put together again, so that the program states it as a person would. A primitive inside
another one, as under `any`, has a separate rule that defines it, and is called `part(1)`, `part(2)` …; no
definition is a choice, so every cube is exactly one answer set.

A table that has to hold also says which colours it leaves each sticker (`:- shows(F,C), not fits(…)`), which
clasp would not conclude from the rows.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    Primitive,
    SlotDomain,
)
from cubecsp.models.core.squares import square_maps
from cubecsp.models.engines.logic_text import body_of, facts, negated, rule
from cubecsp.models.engines.vocabulary import TOUCHES, WAYS, Vocabulary
from cubecsp.models.programs.program import Program, programs_in
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.schemes import COLOURS
from cubecsp.stopping.deadline import look

_P = TypeVar("_P")

_PAIRS = "% Two stickers that are compared show the same colour."
_SAME = "same(F,G) :- pair(F,G), shows(F,C), shows(G,C)."
_FACES = """\
% Two faces are alike, one of them turned or mirrored, if the same cells have equal colours."""
_ALIKE = """\
equal(A,I,J) :- at(A,I,F), at(A,J,G), I < J, shows(F,C), shows(G,C).
equal(A,J,I) :- equal(A,I,J), I < J.
unlike(A,B,W) :- compare(A,B), seen(W,I,K), seen(W,J,L), I < J, equal(A,I,J), not equal(B,K,L).
unlike(A,B,W) :- compare(A,B), seen(W,I,K), seen(W,J,L), I < J, not equal(A,I,J), equal(B,K,L).
alike(A,B,W) :- compare(A,B), seen(W,1,_), not unlike(A,B,W)."""
_DIAGRAMS = "% A diagram asks for one sticker after another; its arcs lead to yes or no."
_REACH = "reach(D,M) :- reach(D,N), asks(D,N,F), shows(F,C), arc(D,N,C,M)."


class LogicRules:
    """The rules of one problem, gathered.

    Args:
        puzzle: the puzzle.
        words: the names in its vocabulary.
    """

    def __init__(self, puzzle: Puzzle, words: Vocabulary) -> None:
        self._puzzle = puzzle
        self._words = words
        self._rules: list[str] = []
        self._parts: dict[Primitive, str] = {}
        self._tables: dict[tuple[tuple[int, ...], frozenset[tuple[int, ...]]], str] = {}
        self._pairs: dict[str, None] = {}
        self._compared: dict[tuple[int, int], None] = {}
        self._ways: set[int] = set()
        self._defined_parts = 0
        self._diagrams = 0
        self._touches: dict[str, None] = {}  # ways whose facts are stated
        self._programs: tuple[Program, ...] = ()

    def demand(self, primitives: Iterable[Primitive]) -> None:
        """Demand some primitives."""
        asked = dict.fromkeys(_flat(primitives))
        self._programs = programs_in(asked)
        for program in self._programs:
            asked.pop(program)
        if isinstance(self._puzzle, CubePuzzle):  # primitives of others are about slots only
            for state_all in (self._state_touches, self._state_counts, self._state_faces):
                for known in state_all(asked):
                    asked.pop(known, None)
        for primitive in asked:
            self._post(primitive)

    def sections(self) -> Iterator[str]:
        """Yield the rules, preceded by what they use."""
        if self._pairs:
            yield f"{_PAIRS}\n{facts(self._pairs)}\n{_SAME}"
        if self._compared:
            yield f"{_FACES}\n{self._face_facts()}\n{_ALIKE}"
        if self._diagrams:
            yield f"{_DIAGRAMS}\n{_REACH}"
        if self._rules:
            yield "\n".join(self._rules)

    def own(self) -> Iterator[str]:
        """Yield the user's own rules, unchanged, preceded by the definitions that they use."""
        if any(("touch", 3) in program.source.words for program in self._programs):
            for way in TOUCHES:
                if way not in self._touches and self._pairs_of(way):
                    yield self._touching_facts(way)
        for program in dict.fromkeys(replace(p, most=None) for p in self._programs):
            yield f"% {program.source.name}:"
            yield program_text(program)
        for program in self._programs:
            if program.most is not None:
                yield "% Its cost is limited."
                yield "\n".join(program.source.costs)
                yield f":- #sum {{ W,T : cost(W,T) }} > {program.most}."

    # ------------------------------------------------------------ the same of all

    def _state_touches(self, primitives: Iterable[Primitive]) -> list[Primitive]:
        """State that stickers that touch differ, for each way of touching in which all of them have to."""
        relations, result = set(primitives), []
        for way in TOUCHES:
            differing: list[Primitive] = [Differ(a, b) for a, b in self._pairs_of(way)]
            if differing and relations.issuperset(differing):
                result += differing
                self._rules += [
                    f"% No two equal colours touch: {way}.",
                    self._touching_facts(way),
                    f":- touch({way},F,G), shows(F,C), shows(G,C).",
                ]
        return result

    def _pairs_of(self, way: str) -> Sequence[tuple[int, int]]:
        """Return the stickers that touch in a way."""
        puzzle = cube_of(self._puzzle)
        pairs = (puzzle.side_pairs, puzzle.diagonal_pairs, puzzle.across_pairs)
        return dict(zip(TOUCHES, pairs, strict=True))[way]

    def _touching_facts(self, way: str) -> str:
        self._touches[way] = None
        names = self._words.stickers
        return facts(f"touch({way},{names[a]},{names[b]})" for a, b in self._pairs_of(way))

    def _state_counts(self, primitives: Iterable[Primitive]) -> list[Primitive]:
        """State the bounds that are the same for every colour on every face."""
        counts = [one for one in primitives if isinstance(one, ColourCount)]
        results: list[Primitive] = []
        for least, most in dict.fromkeys((one.least, one.most) for one in counts):
            every: list[Primitive] = [
                ColourCount(
                    frozenset(cube_of(self._puzzle).face(face)), frozenset({colour}), least, most
                )
                for face, colour in itertools.product(range(6), repeat=2)
            ]
            if set(counts).issuperset(every):
                results += every
                total = len(cube_of(self._puzzle).face(0))
                times = _bounds_in_words(least, most, total)
                self._rules.append(f"% On every face every colour occurs {times}.")
                element = "#count { F : at(A,_,F), shows(F,C) }"
                self._rules += [
                    f":- face(A), colour(C), {outside}."
                    for outside in _outside(element, least, most, total)
                ]
        return results

    def _state_faces(self, primitives: Iterable[Primitive]) -> list[Primitive]:
        """State that no two faces are alike."""
        every: list[Primitive] = [
            FacePatterns(a, b, same=False) for a, b in itertools.combinations(range(6), 2)
        ]
        if not set(primitives).issuperset(every):
            return []
        for one in every:
            assert isinstance(one, FacePatterns)
            self._alike(one)
        self._rules += ["% No two faces are alike.", ":- alike(_,_,_)."]
        return every

    def _face_facts(self) -> str:
        name = self._words.faces
        compared = [f"compare({name[a]},{name[b]})" for a, b in self._compared]
        maps = square_maps(cube_of(self._puzzle).size)
        seen = [
            facts(f"seen({WAYS[way]},{i},{j + 1})" for i, j in enumerate(maps[way], 1))
            for way in sorted(self._ways)
        ]
        return "\n".join([facts(compared), *seen])

    # ------------------------------------------------------------ one by one

    def _post(self, primitive: Primitive) -> None:
        """Demand a primitive."""
        look()
        match primitive:
            case Differ(a, b):
                self._forbid(f"{self._shows_c(a)}, {self._shows_c(b)}")
            case Equal(a, b):
                self._forbid(f"{self._shows_c(a)}, not {self._shows_c(b)}")
            case ColourCount(facelets, _, 1, 1) if len(facelets) == 1:
                self._forbid(body_of(map(negated, self._counted_atoms(primitive))))
            case ColourCount(facelets, _, least, most):
                for outside in _outside(self._number(primitive), least, most, len(facelets)):
                    self._forbid(outside)
            case ColourTable():
                self._post_table(primitive)
            case SlotDomain(orbit, slot, placements):
                self._post_placements(orbit, slot, placements)
            case FacePatterns(_, _, False):
                for alike in self._alike(primitive):
                    self._forbid(alike)
            case AtLeast(1, parts):
                self._forbid(body_of(negated(self.literal(part)) for part in _in_order(parts)))
            case _:
                self._forbid(negated(self.literal(primitive)))

    def _forbid(self, body: str) -> None:
        self._rules.append(rule(f":- {body}." if body else ":-."))

    def literal(self, primitive: Primitive) -> str:
        """Return the literal that is true exactly if a primitive holds."""
        if primitive not in self._parts:
            self._parts[primitive] = self._new_literal(primitive)
        return self._parts[primitive]

    def _new_literal(self, primitive: Primitive) -> str:
        look()
        match primitive:
            case Differ(a, b):
                return f"not {self._same(a, b)}"
            case Equal(a, b):
                return self._same(a, b)
            case ColourCount(facelets, colours, 1, 1) if len(facelets) == len(colours) == 1:
                return self._counted_atoms(primitive)[0]
            case AtLeast(1, parts) if len(parts) == 1:
                return self.literal(next(iter(parts)))
            case AtLeast(needed, _) if needed <= 0:
                return "#true"
            case ColourTable(facelets, _, False):
                return negated(self.literal(primitive.negated()))
            case Diagram():
                return self._diagram_atom(primitive)
            case _:
                bodies = list(self._bodies(primitive))
                return self._define(bodies) if bodies else "#false"

    def _bodies(self, primitive: Primitive) -> Iterator[str]:
        """Yield bodies of which one is true exactly if a primitive holds."""
        match primitive:
            case ColourCount(facelets, _, 1, 1) if len(facelets) == 1:
                yield from self._counted_atoms(primitive)
            case ColourCount(_, _, least, most):
                yield f"{least} <= {self._number(primitive)} <= {most}"
            case ColourTable():
                if primitive.rows:
                    fitting = ",".join([self._table(primitive), *"_" * len(primitive.facelets)])
                    yield f"fits({fitting})"
            case SlotDomain(orbit, slot, placements):
                yield from self._holding(orbit, slot, placements)
            case FacePatterns(_, _, same):
                alike = self._alike(primitive)
                yield from alike if same else [body_of(map(negated, alike))]
            case AtLeast(needed, parts):
                literals = [self.literal(part) for part in _in_order(parts)]
                if needed == len(literals):
                    yield body_of(literals)
                elif needed == 1:
                    yield from literals
                else:
                    listed = (f"{n} : {literal}" for n, literal in enumerate(literals, 1))
                    yield f"{needed} <= #count {{ {'; '.join(listed)} }}"
            case Linear(terms, least):
                weighted = [
                    f"{weight},{number} : {self.literal(part)}"
                    for number, (part, weight) in enumerate(_in_order(terms), 1)
                ]
                yield f"{least} <= #sum {{ {'; '.join(weighted)} }}"
            case _:
                raise AssertionError(f"unknown primitive {primitive!r}")

    def _define(self, bodies: Iterable[str]) -> str:
        """Return a new atom that is true exactly if one of some bodies is."""
        self._defined_parts += 1
        atom = f"part({self._defined_parts})"
        self._rules += [rule(f"{atom} :- {body}.") for body in bodies]
        return atom

    # ------------------------------------------------------------ what each primitive says

    def _counted_atoms(self, count: ColourCount) -> list[str]:
        """Return the atoms that say that a sticker shows a colour, for those that are counted."""
        return [
            f"shows({self._words.stickers[facelet]},{COLOURS[colour]})"
            for facelet in sorted(count.facelets)
            for colour in sorted(count.colours)
        ]

    def _shows_c(self, facelet: int) -> str:
        return f"shows({self._words.stickers[facelet]},C)"

    def _same(self, a: int, b: int) -> str:
        names = f"{self._words.stickers[a]},{self._words.stickers[b]}"
        self._pairs[f"pair({names})"] = None
        return f"same({names})"

    def _number(self, count: ColourCount) -> str:
        """Return how many of some stickers show one of some colours, as a term."""
        return f"{{ {'; '.join(self._counted_atoms(count))} }}"

    def _post_placements(self, orbit: int, slot: int, placements: frozenset[int]) -> None:
        """Demand one of some placements, or forbid the others, whichever is shorter."""
        puts = self._holding(orbit, slot, placements)
        others = self._holding(
            orbit, slot, frozenset(self._puzzle.orbits[orbit].firsts) - placements
        )
        if len(puts) <= len(others):
            self._forbid(body_of(map(negated, puts)))
        else:
            for put in others:
                self._forbid(put)

    def _holding(self, orbit: int, slot: int, placements: frozenset[int]) -> list[str]:
        """Return the atoms that say that a slot holds each of some placements."""
        name, looks = self._words.slots[orbit][slot], self._words.looks[orbit]
        firsts = self._puzzle.orbits[orbit].firsts
        return [f"put({name},{looks[value]})" for value in firsts if value in placements]

    def _alike(self, patterns: FacePatterns) -> list[str]:
        """Return, for each turn or mirror that counts, the atom that two faces are alike under it."""
        self._compared[patterns.a, patterns.b] = None
        self._ways |= patterns.ways
        name = self._words.faces
        return [
            f"alike({name[patterns.a]},{name[patterns.b]},{WAYS[way]})"
            for way in sorted(patterns.ways)
        ]

    def _post_table(self, table: ColourTable) -> None:
        if not table.rows:
            if table.allowed:
                self._forbid("")
            return
        name = self._table(table)
        width = len(table.facelets)
        if not table.allowed:
            self._forbid(f"fits({','.join([name, *'_' * width])})")
            return
        for column, facelet in enumerate(table.facelets):
            row = [name, *"_" * width]
            row[column + 1] = "C"
            self._forbid(f"{self._shows_c(facelet)}, not fits({','.join(row)})")
        if not width:
            self._forbid(f"not fits({name})")

    def _table(self, table: ColourTable) -> str:
        """Return the number of a table, having stated its rows and which of them can be seen."""
        key = table.facelets, table.rows
        if key not in self._tables:
            name = self._tables[key] = str(len(self._tables) + 1)
            rows = (",".join([name, *(COLOURS[c] for c in row)]) for row in sorted(table.rows))
            columns = [f"C{number}" for number in range(1, len(table.facelets) + 1)]
            head = ",".join([name, *columns])
            body = (
                f"shows({self._words.stickers[facelet]},{column})"
                for facelet, column in zip(table.facelets, columns, strict=True)
            )
            self._rules += [
                facts(f"row({row})" for row in rows),
                rule(f"fits({head}) :- {body_of([f'row({head})', *body])}."),
            ]
        return self._tables[key]

    def _diagram_atom(self, diagram: Diagram) -> str:
        """Return the atom that a diagram leads to yes; its nodes are numbered layer by layer."""
        self._diagrams += 1
        name = self._diagrams
        ends = {Diagram.YES: "yes", Diagram.NO: "no"}
        first = 0
        stated = [f"reach({name},0)"]
        for facelet, layer in zip(diagram.facelets, diagram.layers, strict=True):
            following = first + len(layer)
            for number, node in enumerate(layer, first):
                stated.append(f"asks({name},{number},{self._words.stickers[facelet]})")
                stated += [
                    f"arc({name},{number},{colour},{ends.get(child, following + child)})"
                    for colour, child in zip(COLOURS, node, strict=True)
                ]
            first = following
        self._rules.append(facts(stated))
        return f"reach({name},yes)"


def program_text(program: Program) -> str:
    """Return a program of the user as it stands in the whole program."""
    return "\n".join(line.text for line in program.source.lines)


def _flat(primitives: Iterable[Primitive]) -> Iterator[Primitive]:
    """Yield primitives; for those that demand all of their parts, yield the parts."""
    for primitive in primitives:
        if isinstance(primitive, AtLeast) and primitive.needed == len(primitive.parts):
            yield from _flat(_in_order(primitive.parts))
        else:
            yield primitive


def _in_order(parts: Iterable[_P]) -> list[_P]:
    """Return parts in an order that is the same in every run."""
    return sorted(parts, key=repr)


def _outside(number: str, least: int, most: int, total: int) -> list[str]:
    """Return the comparisons of which one holds if a number from 0 to `total` is out of bounds."""
    if most < least:
        return [f"{number} >= 0"]
    below = [f"{number} < {least}"] if least > 0 else []
    above = [f"{number} > {most}"] if most < total else []
    return below + above


def _bounds_in_words(least: int, most: int, total: int) -> str:
    if least == most:
        return f"exactly {_times(least)}"
    if most >= total:
        return f"at least {_times(least)}"
    return f"at most {_times(most)}" if least <= 0 else f"{least} to {_times(most)}"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
