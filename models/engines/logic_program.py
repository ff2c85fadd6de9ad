"""A problem as a logic program: answer set programming in the language of clingo, for people and for clingo.

The program is text, and the engine `asp` grounds the text that `export --to asp` writes. Its sections are the facts, a
dozen rules that define a cube, the demands, and the order of decisions. The words, all of them names and not internal
numbers:

- `face(u)`, `colour(white)`, `at(u,1,u1)`: the cells of a face, row by row, and the stickers there;
- `centre(u5,white)`: a sticker that never moves;
- `slot(urf,corner)`, `sticker(urf,1,u9)`: the stickers of a slot;
- `piece(wrg,corner)`, `look(gwr,wrg,1)`: what a piece looks like, and how often it is turned then;
- `paint(gwr,1,green)`: what colour a look shows on which sticker of its slot;
- `put(urf,gwr)`, the only choice, and `shows(u9,green)`, which follows from it;
- `touch(side,u1,u2)` and others that only some rules need: `cubecsp.models.engines.logic_rules`.

What decides the speed, measured on the perfect scramble with clingo 5.8, grounding included: deciding slot
by slot in our order, a placement true first (`--heuristic=Domain`), finds all 48 in 7.6 s, corners before
edges but each in any order in 11.4 s, and slot by slot with the configuration `trendy` in 4.7 s; parity is read
off inversions, as in `clauses.py`. If symmetry is broken, the corners come, slot by slot in the order of their looks, no later than
those of any image: all eight of them, since cubes that tie are given too, and an order that keeps to the
same first corners gives ties for a long time. Edges matter if all corners tie; then low looks, which come first, soon
lead to the least cube. If rules leave a choice, clasp makes its own decisions, as CP-SAT does: some face with all
colours takes 0.3 s, and over 5 s slot by slot. (Comparing all twenty slots takes 0.4 s more to ground.)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from cubecsp.models.core.primitives import leaves_choice
from cubecsp.models.engines.engine import Problem
from cubecsp.models.engines.logic_rules import LogicRules
from cubecsp.models.engines.logic_text import facts
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.models.engines.vocabulary import Vocabulary
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.orbits import Frame
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.schemes import COLOURS
from cubecsp.stopping.deadline import looking

_HINTED = 1000  # initial activity of what a hint holds

_HOW = """\
% clingo --heuristic=Domain --configuration=trendy FILE 0
% lists the cubes that satisfy the rules: put(S,L) says which look each slot holds."""
_CHOICE = """\
% Every slot holds a look of a piece of its kind.
{ put(S,L) : piece(P,K), look(L,P,_) } = 1 :- slot(S,K)."""
_ONCE = """\
% Every piece is in exactly one slot.
:- piece(P,K), { put(S,L) : slot(S,K), look(L,P,_) } != 1."""
_COPIES = """\
% Every piece occurs as often as there are pieces that look like it.
:- piece(P,K), copies(P,N), { put(S,L) : slot(S,K), look(L,P,_) } != N."""
_SHOWN = """\
% A sticker shows what the look in its slot paints there.
shows(F,C) :- put(S,L), sticker(S,I,F), paint(L,I,C)."""
_CENTRES = "shows(F,C) :- centre(F,C)."
_TURNED = """\
turned(K,0,0) :- closed(K,_,_).
turned(K,I,(T+U)\\M) :- turned(K,I-1,T), closed(K,M,_), slot(S,K), rank(S,I), put(S,L), look(L,_,U).
:- closed(K,_,N), not turned(K,N,0)."""
_BEFORE = """\
holds(S,P) :- put(S,L), look(L,P,_).
before(T,P) :- holds(T,Q), piece(Q,K), piece(P,K), rank(Q,J), rank(P,I), J < I."""
_ODD = """\
wrong(S,T) :- couple(_,S,T), holds(S,P), before(T,P).
odd(N) :- couple(N,S,T), wrong(S,T), not odd(N-1).
odd(N) :- couple(N,S,T), not wrong(S,T), odd(N-1)."""
_SUMS = """\
sum(N,0,0) :- invariant(N,_,_).
:- invariant(N,_,I), not sum(N,I,0)."""
_ADDS = (
    "sum(N,I,(T+W*U)\\M) :- sum(N,I-1,T), invariant(N,M,_), adds(N,I,S,W), put(S,L), look(L,_,U)."
)
_CROSSES = """\
wrong(S,T) :- crosses(_,_,S,T), holds(S,P), before(T,P).
sum(N,I,(T+1)\\M) :- sum(N,I-1,T), invariant(N,M,_), crosses(N,I,S,R), wrong(S,R).
sum(N,I,T) :- sum(N,I-1,T), crosses(N,I,S,R), not wrong(S,R)."""
_LEAST = """\
order(L,3*N+T) :- piece(P,corner), rank(P,N), look(L,P,T).
up_to(S,N) :- compared(_,S), put(S,L), order(L,N).
up_to(S,N+1) :- up_to(S,N), order(_,N+1).
tie(M,0) :- image(M,_,_,_,_).
:- tie(M,I-1), compared(I,T), image(M,I,S,L,B), put(S,L), order(B,N), not up_to(T,N).
tie(M,I) :- tie(M,I-1), compared(I,T), image(M,I,S,L,B), put(S,L), put(T,B)."""

_LOW_FIRST = """\
#heuristic put(S,L) : slot(S,K), piece(P,K), look(L,P,T), rank(P,N). [-8*N-2*T,init]"""


def write_program(problem: Problem) -> str:
    """Return a logic program whose answer sets are the solutions of a problem, by their `put/2`."""
    writer = _Writer(problem)
    of_cubes = isinstance(problem.puzzle, CubePuzzle)
    sections = {
        "Faces and stickers": writer.faces() if of_cubes else (),
        "Slots and pieces": writer.pieces(),
        f"What a {'cube' if of_cubes else 'state'} is": writer.cubes(),
        "What turns never change": writer.invariants(),
        "What has to hold": writer.rules.sections(),
        "Rules of your own": writer.rules.own(),
        "One cube of each orbit under symmetry": writer.symmetry(),
        "What to decide first": writer.order(),
    }
    lines = [_HOW, ""]
    for title, paragraphs in sections.items():
        text = list(looking(paragraphs))
        if text:
            lines += [f"% ---- {title}", *text, ""]
    return "\n".join([*lines, "#show put/2.", ""])


class _Writer:
    """The sections of one program.

    Attributes:
        rules: what has to hold.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._puzzle = problem.puzzle
        self._words = Vocabulary(problem.puzzle)
        self._broken = [symmetry for symmetry in problem.symmetries if symmetry.index]
        self.rules = LogicRules(problem.puzzle, self._words)
        self.rules.demand(problem.primitives)

    def faces(self) -> Iterator[str]:
        """Yield the faces, their stickers, and those that never move."""
        names, stickers = self._words.faces, self._words.stickers
        yield f"face({';'.join(names)}). colour({';'.join(COLOURS)})."
        for face, name in enumerate(names):
            cells = enumerate(cube_of(self._puzzle).face(face), 1)
            yield facts(f"at({name},{cell},{stickers[facelet]})" for cell, facelet in cells)
        if self._puzzle.centres:
            centres = zip(self._puzzle.centres, COLOURS, strict=True)
            yield facts(f"centre({stickers[facelet]},{colour})" for facelet, colour in centres)

    def pieces(self) -> Iterator[str]:
        """Yield the slots and their stickers, the pieces and what they look like."""
        painted: set[str] = set()
        for index, (kind, orbit) in enumerate(
            zip(self._words.kinds, self._puzzle.orbits, strict=True)
        ):
            slots, looks = self._words.slots[index], self._words.looks[index]
            yield f"% The {kind} slots, each with its stickers, and the {kind} pieces, each with its looks."
            for number, (slot, frame) in enumerate(zip(slots, orbit.frames, strict=True), 1):
                stickers = self._stickers(slot, frame)
                yield facts([f"slot({slot},{kind})", f"rank({slot},{number})", *stickers])
            for piece, copies in enumerate(orbit.copies):
                if copies:
                    first = piece * orbit.turns
                    name = looks[first]
                    atoms = [f"piece({name},{kind})", f"rank({name},{piece + 1})"]
                    if self._puzzle.alike:
                        atoms.append(f"copies({name},{copies})")
                    turned = (v for v in orbit.firsts if v // orbit.turns == piece)
                    yield facts([*atoms, *(f"look({looks[v]},{name},{v - first})" for v in turned)])
            for value in orbit.firsts if self._words.stickers else ():
                look = looks[value]
                if look not in painted:
                    painted.add(look)
                    colours = enumerate(orbit.colours[value], 1)
                    yield facts(f"paint({look},{i},{COLOURS[colour]})" for i, colour in colours)

    def _stickers(self, slot: str, frame: Frame) -> list[str]:
        names = self._words.stickers
        return [f"sticker({slot},{i},{names[f]})" for i, f in enumerate(frame, 1)] if names else []

    def cubes(self) -> Iterator[str]:
        """Yield the rules that make slots and pieces a cube."""
        yield _CHOICE
        yield _COPIES if self._puzzle.alike else _ONCE
        if self._words.stickers:
            yield _SHOWN
            if self._puzzle.centres:
                yield _CENTRES

    def invariants(self) -> Iterator[str]:
        """Yield the invariants: sums and parities that turns never change."""
        invariants = self._problem.invariants
        closed = [
            invariant
            for invariant in invariants
            if len(invariant.turned) == 1 and not invariant.permuted
        ]
        if closed:
            yield "% The turns of all pieces of a kind, added up slot by slot, make whole turns."
            yield facts(
                f"closed({self._words.kinds[index]},{invariant.modulus},{len(self._words.slots[index])})"
                for invariant in closed
                for index, _ in invariant.turned
            )
            yield _TURNED
        others = [invariant for invariant in invariants if invariant not in closed]
        if any(invariant.permuted for invariant in others):
            yield _BEFORE
        if len(others) == 1 and not others[0].turned:
            yield from self._parity(others[0])
        elif others:
            yield from self._sums(others)

    def _parity(self, invariant: Invariant) -> Iterator[str]:
        """Yield that permutations are even together."""
        yield "% An even number of the couples of slots hold their pieces in the wrong order."
        couples = self._couples(invariant)
        yield facts(f"couple({n},{s},{t})" for n, (s, t) in enumerate(couples, 1))
        yield _ODD
        yield f":- odd({len(couples)})."

    def _couples(self, invariant: Invariant) -> list[tuple[str, str]]:
        """Return the pairs of slots whose pieces may be in the wrong order."""
        pairs = (
            itertools.combinations(self._words.slots[index], 2) for index in invariant.permuted
        )
        return [*itertools.chain.from_iterable(pairs)]

    def _sums(self, invariants: list[Invariant]) -> Iterator[str]:
        """Yield that sums of turns, times weights, and of couples in the wrong order are 0 modulo a prime."""
        yield "% Sums that moves never change: of turns, and of couples of slots with pieces in the wrong order."
        for number, invariant in enumerate(invariants, 1):
            terms = [
                f"adds({number},{{}},{slot},{weight})"
                for index, weight in invariant.turned
                for slot in self._words.slots[index]
            ]
            terms += [f"crosses({number},{{}},{s},{t})" for s, t in self._couples(invariant)]
            stated = [term.format(place) for place, term in enumerate(terms, 1)]
            yield facts([f"invariant({number},{invariant.modulus},{len(terms)})", *stated])
        yield _SUMS
        if any(invariant.turned for invariant in invariants):
            yield _ADDS
        if any(invariant.permuted for invariant in invariants):
            yield _CROSSES

    def symmetry(self) -> Iterator[str]:
        """Yield the rules that the corners come no later than those of any image."""
        if not self._broken:
            return
        slots, looks = self._words.slots[0], self._words.looks[0]
        yield "% The corners, slot by slot in the order of their looks, come no later than those of any image."
        yield facts(f"compared({i},{slot})" for i, slot in enumerate(slots, 1))
        for symmetry in self._broken:
            images = symmetry.slot_images(cube_of(self._puzzle), 0)
            yield facts(
                f"image({symmetry.index},{target + 1},{slots[source]},{look},{looks[values[value]]})"
                for source, (target, values) in enumerate(images)
                for value, look in enumerate(looks)
            )
        yield _LEAST

    def order(self) -> Iterator[str]:
        """Yield the order in which slots are decided, and the looks that come first in them."""
        hinted = self._problem.hint is not None
        if hinted or not any(map(leaves_choice, self._problem.primitives)):
            yield from self._slot_by_slot()
        preferred = list(self._preference_atoms())
        if preferred:
            yield facts(preferred)
            yield "#heuristic put(S,L) : prefer(S,L,N). [N@2,init]"

    def _slot_by_slot(self) -> Iterator[str]:
        left = len(self._puzzle.slots) + 1
        for kind, slots in zip(self._words.kinds, self._words.slots, strict=True):
            yield (
                f"#heuristic put(S,L) : slot(S,{kind}), rank(S,N), piece(P,{kind}), look(L,P,_). "
                f"[{left}-N,true]"
            )
            left -= len(slots)
        if self._broken:
            yield _LOW_FIRST

    def _preference_atoms(self) -> Iterator[str]:
        """Yield the placement that comes first in each slot: by a hint, or by a seed."""
        seed = self._problem.seed
        random = None if seed is None else SplitMix(seed)
        hint = iter(self._problem.preferred)
        for slots, looks, orbit in zip(
            self._words.slots, self._words.looks, self._puzzle.orbits, strict=True
        ):
            for slot in slots:
                if random:
                    yield from _preferences(slot, looks, random.shuffled(orbit.firsts))
                held = next(hint, None)
                if held is not None:
                    yield f"prefer({slot},{looks[held]},{_HINTED})"


def _preferences(slot: str, looks: list[str], values: Iterable[int]) -> Iterator[str]:
    for number, value in enumerate(values):
        yield f"prefer({slot},{looks[value]},{number})"
