"""Planning moves as a logic program, which states the effect of turns and finds turns that solve a puzzle.

T. Rand and R. Dinaro state in Prolog what each turn does to a cube map, and Prolog deepens until the cube is solved.
`write_plan` writes the same in answer set programming, so that clingo needs a second for what takes Prolog half an
hour. The words of the program are

- `turn("U'")`, `moves("U",u1,u3)`: the moves that may be chosen, and what they do: what is on U1 comes to U3;
- `occurs("U",1)`: the first move is U; this is what is chosen;
- `shows(u3,white,1)`: U3 shows white after the first move, which follows from that;
- `goal(u3,white)`: that is what it has to show in the end.

It grows by one move at a time (`#program step(t)`, `#program check(t)`), as planning in answer set programming
does (M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, "Multi-shot ASP solving with clingo", TPLP 19 (2019)
27-82), so that the first plans that it finds are the shortest. It forbids moves that no shortest plan has: two
that one could replace, and the same move four times if that does nothing. If two moves commute, the later one
may not come first, so that of plans in other orders it finds one.

That would be enough. But a solver that learns from every plan that fails needs some ten seconds for twelve turns,
so a last section states the facts that involve no choice: which states a number of moves leads to, from the start
(`ahead`) and towards the end (`behind`), and which moves lead from one to the other (`leads`). A state is a term,
as in Prolog, and each move a line of it: `state(Urf,Ufl,…)` becomes `state(Ubr,Urf,…)`. clingo works this out while it
grounds the program, and nothing is left to search for. If there are too many states (`wide`), the section stops
there, and the rest is searched.

It knows only stickers, so it works for a cube of any size. Nothing here runs it: breadth-first search takes
milliseconds, and the program is for reading, and for your own rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import Permutation, compose, identity, inverse, row
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.holding import reheld
from cubecsp.puzzle.cube.schemes import COLOURS
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.search.named_moves import NamedMove

_WIDTH = 100
_WIDE = 200_000  # a layer of states is not grown if that would try this many moves: some seconds

_HOW = """\
% clingo --configuration=trendy FILE
% (the program clingo, since python -m clingo has no incremental mode) finds the fewest moves that
% solve the puzzle: occurs(M,T) says that move number T is M. With 0 after FILE it finds them all."""
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
kept(F,t) :- occurs(M,t), stays(M,F).
shows(F,C,t) :- kept(F,t), shows(F,C,t-1).
shows(F,C,t) :- still(F), shows(F,C,t-1)."""
_WASTED = """\
% No two moves in a row that a single move, or none, could replace.
:- wasted(M,N), occurs(M,t-1), occurs(N,t)."""
_FOUR = """\
% Not the same move four times in a row if that does nothing.
:- fourfold(M), occurs(M,t-3), occurs(M,t-2), occurs(M,t-1), occurs(M,t)."""
_ORDERED = """\
% Of two moves whose order does not matter, the first in the list comes first.
:- before(M,N), occurs(N,t-1), occurs(M,t)."""
_GOAL = """\
% In the end every sticker shows what it has to show.
:- query(t), goal(F,C), not shows(F,C,t)."""
_ANY_GOAL = """\
% In the end every sticker shows what it has to show in one of these ways to hold the puzzle.
:- query(t), held(H), goal(H,F,C), not shows(F,C,t)."""
_ENDS = """\
% All of this follows without a choice, and could be left out: it saves search.
% ahead(S,N): N moves lead from the start to the state S; behind(S,N): from S to the end.
% With each further move, one side grows by a layer of states, unless there are too many.
#program base."""
_MARKED = """\
#program step(t).
known(S) :- ahead(S,t/2-1), t \\ 2 = 0.
more(t) :- ahead(S,t/2), t \\ 2 = 0, not known(S).
wide(t) :- wide(t-1).
wide(t) :- {most} #count {{ S : ahead(S,t/2-1) }}, t \\ 2 = 0.
wide(t) :- {most} #count {{ S : behind(S,(t-3)/2) }}, t \\ 2 = 1, t > 1."""
_LED = """\
% leads(M,S,R,K,t): on a way of t moves, if none is shorter, move number K is M and leads from S to R.
#program check(t).
on(S,0,0) :- ahead(S,0), behind(S,0), t = 0.
on(S,K-1,t) :- leads(_,S,_,K,t).
on(R,K,t) :- leads(_,_,R,K,t).
:- query(t), not on(_,_,t), not wide(t).
:- query(t), occurs(M,K), not leads(M,_,_,K,t), not wide(t)."""

_DEFINED = "#defined occurs/2. #defined on/3. #defined leads/5. #defined wide/1."


@frozen
class PlanProblem:
    """A planning problem. Stickers and colours are numbers from 0.

    Attributes:
        names: of the stickers in the program: u1.
        colour_names: of the colours.
        pieces: stickers that always move together, each in one of these, by a name of theirs: Urf.
        colours: what stickers show at the start.
        goals: what they have to show in the end: one of these, all different.
        moves: the moves to choose from, by name: for each sticker where it goes, as a permutation.
    """

    names: Sequence[str]
    colour_names: Sequence[str]
    pieces: Mapping[str, Sequence[int]]
    colours: Sequence[int]
    goals: Sequence[Sequence[int]]
    moves: Mapping[str, Permutation]

    @cached_property
    def nothing(self) -> Permutation:
        """The permutation that moves nothing."""
        some = next(iter(self.moves.values()))
        return type(some)(range(len(some)))

    @cached_property
    def wasted(self) -> list[tuple[str, str]]:
        """Pairs of moves that together do what a single move does, or nothing."""
        single = {*self.moves.values(), self.nothing}
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

    def is_first(self, plan: Sequence[str]) -> bool:
        """Return whether a plan is the first of those that differ from it in the order of commuting moves only.

        It is if no move comes after a later one of the list that it commutes with, and with all between them (A. Anisimov
        and D. Knuth, "Inhomogeneous sorting", 1979).
        """
        numbers = {name: number for number, name in enumerate(self.moves)}
        free = {frozenset(pair) for pair in self.commuting}
        for at, name in enumerate(plan):
            for before in reversed(plan[:at]):
                if frozenset((before, name)) not in free:
                    break
                if numbers[before] > numbers[name]:
                    return False
        return True

    @cached_property
    def fourfold(self) -> list[str]:
        """Moves that do nothing when they are made four times, and something when twice."""
        results = []
        for name, once in self.moves.items():
            twice = compose(once, once)
            if twice != self.nothing == compose(twice, twice):
                results.append(name)
        return results

    @cached_property
    def hopeless(self) -> bool:
        """Whether stickers show colours that no move brings to where they belong, so that there is no plan."""
        orbits: dict[int, set[int]] = {sticker: {sticker} for sticker in range(len(self.names))}
        for move in self.moves.values():
            for sticker, to in enumerate(move):
                if orbits[sticker] is not orbits[to]:
                    orbits[sticker] |= orbits[to]
                    orbits |= dict.fromkeys(orbits[to], orbits[sticker])
        separate = {id(orbit): orbit for orbit in orbits.values()}.values()
        return not any(
            all(
                Counter(self.colours[s] for s in orbit) == Counter(goal[s] for s in orbit)
                for orbit in separate
            )
            for goal in self.goals
        )

    @cached_property
    def moved(self) -> dict[str, Sequence[int]]:
        """The pieces that some move moves."""
        return {
            name: stickers
            for name, stickers in self.pieces.items()
            if any(move[s] != s for move in self.moves.values() for s in stickers)
        }


def plan_problem(cube: State, moves: Mapping[str, NamedMove]) -> PlanProblem:
    """Return the problem of planning moves that solve a cube of any size.

    Args:
        cube: the cube.
        moves: the moves to choose from, by name.
    """
    puzzle = cube.puzzle
    return cube_plan(puzzle, cube.colours, {n: _where_to(m, puzzle) for n, m in moves.items()})


def _where_to(move: NamedMove, puzzle: CubePuzzle) -> Permutation:
    """Return, for each sticker, where a move takes it."""
    sources = identity(puzzle.facelet_count)
    for turn in move.turns:
        sources = compose(sources, puzzle.turn(turn))
    return inverse(row(reheld(sources, move.holding, puzzle)))


def cube_plan(
    puzzle: CubePuzzle, colours: Sequence[int], moves: Mapping[str, Permutation]
) -> PlanProblem:
    """Return the planning problem of a cube: every face has to show one colour.

    Args:
        puzzle: which cube it is.
        colours: of its stickers at the start, 0 to 5.
        moves: by name, for each sticker where it goes.
    """
    fixed = puzzle.centres and all(m[c] == c for m in moves.values() for c in puzzle.centres)
    held = [tuple(s.faces) for s in SYMMETRIES if not s.mirrored]
    frames = [frame for orbit in puzzle.orbits for frame in orbit.frames]
    frames += [(centre,) for centre in puzzle.centres]
    names = [name.lower() for name in puzzle.names]
    return PlanProblem(
        names,
        COLOURS,
        dict(zip(_piece_names(frames, names), frames, strict=True)),
        colours,
        [[faces[c] for c in puzzle.home_colours] for faces in (held[:1] if fixed else held)],
        moves,
    )


def _piece_names(frames: Sequence[Sequence[int]], names: Sequence[str]) -> list[str]:
    """Return names for pieces, as variables: by the faces that they touch or, if that is ambiguous, by their stickers."""
    short = ["".join(names[sticker][0] for sticker in frame).capitalize() for frame in frames]
    number = Counter(short)
    return [
        name if number[name] == 1 else "_".join(names[sticker] for sticker in frame).capitalize()
        for name, frame in zip(short, frames, strict=True)
    ]


def write_plan(problem: PlanProblem) -> str:
    """Return the program, in the parts `base`, `step(t)` and `check(t)` that clingo's `#include <incmode>` runs."""
    sections = {
        "The moves, and what they move where": _move_facts(problem),
        "What the puzzle shows at the start": [_initial_colours(problem), _BASE],
        "One more move": _step(problem),
        "The end": _end(problem),
        "From both ends": _ends(problem),
    }
    lines = [_HOW, "#include <incmode>.", ""]
    for title, paragraphs in sections.items():
        lines += [f"% ---- {title}", *paragraphs, ""]
    return "\n".join([*lines, "#program base.", "#show occurs/2.", _DEFINED, ""])


def _facts(atoms: Iterable[str]) -> str:
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
    names = problem.names
    for name, move in problem.moves.items():
        moves = (
            f"moves({_quoted(name)},{names[f]},{names[to]})" for f, to in enumerate(move) if f != to
        )
        yield f"turn({_quoted(name)}).\n{_facts(moves)}"


def _initial_colours(problem: PlanProblem) -> str:
    pairs = zip(problem.names, problem.colours, strict=True)
    return _facts(f"shows({name},{problem.colour_names[colour]},0)" for name, colour in pairs)


def _step(problem: PlanProblem) -> Iterator[str]:
    groups = (
        ("wasted", problem.wasted, _WASTED),
        ("before", problem.commuting, _ORDERED),
        ("fourfold", [(name,) for name in problem.fourfold], _FOUR),
    )
    rules = [_STEP]
    for word, sequences, rule in groups:
        if sequences:
            yield _facts(f"{word}({','.join(map(_quoted, names))})" for names in sequences)
            rules.append(rule)
    yield from rules


def _end(problem: PlanProblem) -> Iterator[str]:
    colours, names = problem.colour_names, problem.names
    several = len(problem.goals) > 1
    yield "#program base."
    for number, goal in enumerate(problem.goals):
        way = f"{number}," if several else ""
        pairs = zip(names, goal, strict=True)
        yield _facts(f"goal({way}{name},{colours[c]})" for name, c in pairs)
    if several:
        yield f"{{ held(0..{len(problem.goals) - 1}) }} = 1."
    yield "#program check(t).\n#external query(t)."
    yield _ANY_GOAL if several else _GOAL


def _ends(problem: PlanProblem) -> Iterator[str]:
    """Yield the facts and rules about states that moves lead to from both ends."""
    lines = {name: _before_and_after(problem, move) for name, move in problem.moves.items()}
    yield _ENDS
    yield f"ahead({_state(problem, [problem.colour_names[c] for c in problem.colours])},0)."
    for goal in problem.goals:
        colours = [problem.colour_names[c] for c in goal]
        yield f"behind({_state(problem, colours)},0)."
    yield _MARKED.format(most=max(2, _WIDE // len(problem.moves)))
    for before, after in lines.values():
        yield f"ahead({after},t/2) :-\n  ahead({before},t/2-1), t \\ 2 = 0, not wide(t)."
        yield (
            f"behind({before},(t-1)/2) :-\n"
            f"  behind({after},(t-3)/2), t \\ 2 = 1, t > 1, not wide(t)."
        )
    yield _LED
    for name, (before, after) in lines.items():
        leads = f"leads({_quoted(name)},{before},{after}"
        yield f"{leads},t/2+1,t) :-\n  ahead({before},t/2), behind({after},(t-1)/2), t > 0."
        yield f"{leads},K,t) :-\n  ahead({before},K-1), on({after},K,t), K <= t/2."
        yield f"{leads},K+1,t) :-\n  on({before},K,t), behind({after},t-K-1), K > t/2."


def _state(problem: PlanProblem, colours: Sequence[str]) -> str:
    """Return a state as a term: what the stickers of each piece that moves show."""
    return _term(_piece([colours[s] for s in stickers]) for stickers in problem.moved.values())


def _term(pieces: Iterable[str]) -> str:
    return f"state({','.join(pieces)})"


def _piece(colours: Sequence[str]) -> str:
    return colours[0] if len(colours) == 1 else f"p({','.join(colours)})"


def _before_and_after(problem: PlanProblem, move: Permutation) -> tuple[str, str]:
    """Return a state before and after a move, as two terms; pieces that it turns are split into stickers."""
    slots = {
        sticker: (slot, place)
        for slot, stickers in problem.moved.items()
        for place, sticker in enumerate(stickers)
    }
    before, after = {}, {}
    for slot, stickers in problem.moved.items():
        to = slots[move[stickers[0]]][0]
        places = [slots[move[sticker]][1] for sticker in stickers]
        parts = [problem.names[sticker].capitalize() for sticker in stickers]
        turned = [""] * len(parts)
        for part, place in zip(parts, places, strict=True):
            turned[place] = part
        is_fixed = turned == parts
        before[slot] = slot if is_fixed else _piece(parts)
        after[to] = slot if is_fixed else _piece(turned)
    return _term(before[slot] for slot in problem.moved), _term(
        after[slot] for slot in problem.moved
    )
