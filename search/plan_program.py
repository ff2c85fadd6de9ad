"""Planning moves as a logic program: which turns, one after another, make every face one colour.

The program is for people too, and `write_plan` gives it. Its words are

- `turn("U'")`, `moves("U",u1,u3)`: the moves that may be chosen, and what they do: what is on U1 comes to U3;
- `occurs("U",1)`: the first move is U, which is what is chosen;
- `shows(u3,white,1)`: U3 shows white after the first move, which follows from that.

It grows by one move at a time (`#program step(t)`, `#program check(t)`), as planning in answer set programming
does (M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, "Multi-shot ASP solving with clingo", TPLP 19 (2019)
27-82), so that the first plans that it finds are the shortest. What no shortest plan does is forbidden: two moves
that one does as well, four times the same where that does nothing, and of two moves that commute the later
one first, whose plans are told all the same (`orders`). If each move exchanges an odd number of pairs
of some pieces, plans have an even or an odd number of moves, and the others need not be searched.

Stickers are all that it knows, of any puzzle: a 5×5×5 is the same program with more facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cubecsp.puzzle.permutation import Permutation, compose, permutation_parity
from cubecsp.puzzle.puzzle import CubePuzzle, Puzzle

__all__ = ["PlanProblem", "orders", "write_plan"]

_COLOURS = ("white", "red", "green", "yellow", "orange", "blue")
_WIDTH = 100
_FOURFOLD = 4  # turns of a face that do nothing

_HOW = """\
% clingo --configuration=trendy FILE
% (the program clingo, since python -m clingo has no incremental mode) finds the fewest moves that
% make every face one colour: occurs(M,T) says that move number T is M."""
_BASE = """\
% What a move does not move stays; what no move moves shows the same for ever.
moved(M,F) :- moves(M,F,_).
still(F) :- shows(F,_,0), not moved(_,F).
stays(M,F) :- turn(M), shows(F,_,0), not moved(M,F), not still(F)."""
_STEP = """\
#program step(t).
% Move number t is one of the moves; colours go where it takes them, and stay elsewhere.
{ occurs(M,t) : turn(M) } = 1.
shows(G,C,t) :- occurs(M,t), moves(M,F,G), shows(F,C,t-1).
shows(F,C,t) :- occurs(M,t), stays(M,F), shows(F,C,t-1).
shows(F,C,t) :- still(F), shows(F,C,t-1)."""
_WASTED = """\
% No two moves in a row that one of them, or none, does as well.
:- wasted(M,N), occurs(M,t-1), occurs(N,t)."""
_FOUR = """\
% Not four times the same, where that does nothing.
:- fourfold(M), occurs(M,t-3), occurs(M,t-2), occurs(M,t-1), occurs(M,t)."""
_ORDERED = """\
% Of two moves whose order does not matter, the first in the list comes first.
:- before(M,N), occurs(N,t-1), occurs(M,t)."""
_FACES = """\
% In the end every face shows what its middle, or if it has none its first sticker, shows.
:- query(t), reference(A,G), at(A,F), shows(G,C,t), not shows(F,C,t)."""
_GOAL = """\
% In the end every sticker shows what it is to show.
:- query(t), goal(F,C), not shows(F,C,t)."""


@dataclass(frozen=True)
class PlanProblem:
    """What is to be planned.

    Attributes:
        puzzle: which puzzle it is.
        colours: of its stickers at the start, 0 to 5.
        moves: what may be chosen, by name: for each sticker where it goes, as a permutation.
    """

    puzzle: Puzzle
    colours: Sequence[int]
    moves: Mapping[str, Permutation]

    @cached_property
    def wasted(self) -> list[tuple[str, str]]:
        """Pairs of moves that do, one after the other, what a single one does, or nothing."""
        single = {*self.moves.values(), _nothing(self.puzzle)}
        return [
            (a, b)
            for a, one in self.moves.items()
            for b, other in self.moves.items()
            if compose(one, other) in single
        ]

    @cached_property
    def commuting(self) -> list[tuple[str, str]]:
        """Pairs of moves whose order does not matter, the first as in the list."""
        listed = list(self.moves.items())
        return [
            (a, b)
            for number, (a, one) in enumerate(listed)
            for b, other in listed[number + 1 :]
            if compose(one, other) == compose(other, one)
        ]

    @cached_property
    def fourfold(self) -> list[str]:
        """Moves that do nothing when they are made four times, and something when twice."""
        found = []
        for name, once in self.moves.items():
            twice = compose(once, once)
            if twice != _nothing(self.puzzle) == compose(twice, twice):
                found.append(name)
        return found

    @cached_property
    def parity(self) -> int | None:
        """What is left when the number of moves is divided by 2; None where that is open.

        It is known if every move is an odd permutation of the pieces of some kind, all of which can be told
        apart, and leaves the puzzle held as it was.
        """
        puzzle = self.puzzle
        centred = isinstance(puzzle, CubePuzzle) and puzzle.centres
        if not centred or any(m[c] != c for m in self.moves.values() for c in puzzle.centres):
            return None
        for orbit in puzzle.orbits:
            if any(copies != 1 for copies in orbit.copies):
                continue
            places = {f: number for number, frame in enumerate(orbit.frames) for f in frame}
            odd = [
                permutation_parity([places[move[frame[0]]] for frame in orbit.frames])
                for move in self.moves.values()
            ]
            if all(odd):
                homes = {
                    frozenset(puzzle.home_colours[f] for f in frame): number
                    for number, frame in enumerate(orbit.frames)
                }
                held = [homes[frozenset(self.colours[f] for f in frame)] for frame in orbit.frames]
                return int(permutation_parity(held))
        return None


def write_plan(problem: PlanProblem) -> str:
    """Return the program, in the parts `base`, `step(t)` and `check(t)` that clingo's `#include <incmode>` runs."""
    sections = {
        "The moves, and what they move where": _move_facts(problem),
        "What the puzzle shows at the start": [_shown(problem), _BASE],
        "One move more": _step(problem),
        "The end": _end(problem),
    }
    lines = [_HOW, "#include <incmode>.", ""]
    for title, paragraphs in sections.items():
        lines += [f"% ---- {title}", *paragraphs, ""]
    return "\n".join([*lines, "#program base.", "#show occurs/2.", "#defined occurs/2.", ""])


def orders(plan: Sequence[str], problem: PlanProblem) -> list[tuple[str, ...]]:
    """Return a plan in every order of commuting moves, in the order of the list of moves."""
    free = {frozenset(pair) for pair in problem.commuting}
    found = {tuple(plan)}
    waiting = [tuple(plan)]
    for order in waiting:  # grows while it is walked
        for at in range(len(order) - 1):
            if frozenset(order[at : at + 2]) in free:
                other = (*order[:at], order[at + 1], order[at], *order[at + 2 :])
                if other not in found:
                    found.add(other)
                    waiting.append(other)
    numbers = {name: number for number, name in enumerate(problem.moves)}
    return sorted(found, key=lambda order: [numbers[name] for name in order])


def _nothing(puzzle: Puzzle) -> Permutation:
    """Return the permutation that moves nothing."""
    some = next(iter(puzzle.generators.values()))
    return type(some)(range(len(some)))


def _names(puzzle: Puzzle) -> list[str]:
    return [name.lower() for name in puzzle.names]


def _facts(atoms: Iterator[str]) -> str:
    """Return facts in lines of readable length."""
    lines, line = [], ""
    for atom in atoms:
        if line and len(line) + len(atom) + 2 > _WIDTH:
            lines.append(line)
            line = ""
        line += f"{' ' if line else ''}{atom}."
    return "\n".join([*lines, line])


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _move_facts(problem: PlanProblem) -> Iterator[str]:
    names = _names(problem.puzzle)
    for name, move in problem.moves.items():
        moves = (
            f"moves({_quoted(name)},{names[f]},{names[to]})" for f, to in enumerate(move) if f != to
        )
        yield f"turn({_quoted(name)}).\n{_facts(moves)}"


def _shown(problem: PlanProblem) -> str:
    names = _names(problem.puzzle)
    pairs = zip(names, problem.colours, strict=True)
    return _facts(f"shows({name},{_COLOURS[colour]},0)" for name, colour in pairs)


def _step(problem: PlanProblem) -> Iterator[str]:
    told = (
        ("wasted", problem.wasted, _WASTED),
        ("before", problem.commuting, _ORDERED),
        ("fourfold", [(name,) for name in problem.fourfold], _FOUR),
    )
    rules = [_STEP]
    for word, found, rule in told:
        if found:
            yield _facts(f"{word}({','.join(map(_quoted, names))})" for names in found)
            rules.append(rule)
    yield from rules


def _end(problem: PlanProblem) -> Iterator[str]:
    puzzle, names = problem.puzzle, _names(problem.puzzle)
    yield "#program base."
    if isinstance(puzzle, CubePuzzle):
        for face in range(6):
            stickers = puzzle.face(face)
            middle = stickers[len(stickers) // 2] if puzzle.size % 2 else stickers[0]
            letter = names[stickers[0]][0]
            at = (f"at({letter},{names[sticker]})" for sticker in stickers)
            yield f"reference({letter},{names[middle]}).\n{_facts(at)}"
    else:
        pairs = zip(names, puzzle.home_colours, strict=True)
        yield _facts(f"goal({name},{_COLOURS[colour]})" for name, colour in pairs)
    yield "#program check(t).\n#external query(t)."
    yield _FACES if isinstance(puzzle, CubePuzzle) else _GOAL
    if problem.parity is not None:
        kind = "odd" if problem.parity else "even"
        yield f"% Each move exchanges an odd number of pairs of pieces, so that there is an {kind} number of moves."
        yield f":- query(t), t \\ 2 != {problem.parity}."
