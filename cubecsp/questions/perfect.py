"""Perfect scrambles, by class, with the moves that make them; and the cubes of similar sets of rules."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from cubecsp.errors import InputError
from cubecsp.models.engines import Engine
from cubecsp.models.named.perfect_scramble import perfect_scramble
from cubecsp.models.pattern import Pattern
from cubecsp.puzzle.puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.state import State
from cubecsp.puzzle.symmetry import canonical
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.find import Find, FindAnswer
from cubecsp.questions.given import CubeLike, PatternLike, rules_of
from cubecsp.questions.moves import MOST_TURNS, MoveSearch
from cubecsp.questions.searching import OnProgress
from cubecsp.questions.wanted import SearchOptions

__all__ = ["by_class", "changed", "perfect_scrambles"]

_AIM = 18  # turns: two cubes in three need as many, and hardly any can do with much less
_EFFORT = 4_000_000  # positions for all classes together; more for any that needs over 20 turns


def changed(
    added: PatternLike | Iterable[PatternLike] = (),
    dropped: PatternLike | Iterable[PatternLike] = (),
    size: int = CUBE.size,
) -> Pattern:
    """Return the rules of the perfect scramble of a size with some added and some dropped.

    Raises:
        InputError: a rule is both, or is to be given up and is none of them.
    """
    more, less = rules_of(added), rules_of(dropped)
    both = next((rule for rule in more if rule in less), None)
    if both is not None:
        raise InputError(f"rule {both} is both --with and --without", "give one of the two")
    asked = perfect_scramble(cube_puzzle(size))
    return asked if not more and not less else asked.without(*less).including(*more)


def perfect_scrambles(
    *,
    size: int = CUBE.size,
    added: PatternLike | Iterable[PatternLike] = (),
    dropped: PatternLike | Iterable[PatternLike] = (),
    engine: str | Engine = "auto",
    limit: int | None = None,
    time_limit: float | None = None,
    use_symmetry: bool = True,
    seed: int | None = None,
    threads: int = 1,
    hint: CubeLike | None = None,
    on_progress: OnProgress | None = None,
) -> FindAnswer:
    """Return the cubes that satisfy the rules of the perfect scramble, with the moves that make them.

    The moves for a 3×3×3 are the shortest that two phases find with an effort that is counted in
    positions, so that they are the same on any machine: 18 turns for each of the 48, and at most 20 for
    any cube. Those for a 2×2×2 are the shortest there are, those for larger cubes what the method for
    their size finds.

    Args:
        size: of the cubes. For sizes other than 3 see `cubecsp.models.named.perfect_scramble`.
        added: rules to demand as well.
        dropped: rules to drop.
        engine: see `cubecsp.questions.searching.Search`, as for the other arguments.
        limit: stop after this many cubes; None for all of them.
        time_limit: seconds for all of it, the moves included.
        use_symmetry: see there.
        seed: see there.
        threads: see there.
        hint: see there.
        on_progress: see there.

    Raises:
        InputError: an argument makes no sense.
    """
    pattern = changed(added, dropped, size)
    search = MoveSearch(
        "two-phase", max_length=_AIM, effort=_EFFORT, shared=True, longest=MOST_TURNS
    )
    how: SearchOptions = {
        "engine": engine,
        "limit": limit,
        "time_limit": time_limit,
        "use_symmetry": use_symmetry,
        "seed": seed,
        "threads": threads,
        "hint": hint,
    }
    query = Find.of(pattern, how, solve=search)
    answer = query.stream(on_progress=on_progress).collect()
    answer.classes = len(by_class(answer.cubes))
    return answer


def by_class(reports: Iterable[CubeReport]) -> list[list[CubeReport]]:
    """Return the reports grouped by class, the largest class first, its least cube in front."""

    def least(report: CubeReport) -> State:
        assert report.cube is not None  # what was found is a cube
        return canonical(report.cube)

    ordered = sorted(reports, key=lambda report: (least(report), report.cube))
    groups = [list(group) for _, group in groupby(ordered, key=least)]
    return sorted(groups, key=len, reverse=True)
