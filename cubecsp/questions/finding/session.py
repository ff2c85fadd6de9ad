"""A session: questions for cubes that have rules in common, each quicker than alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cubecsp.errors import InputError
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule
from cubecsp.models.engines.engine import Problem
from cubecsp.models.engines.lasting import LastingEngine
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions.asking.cubes_and_rules import PatternLike
from cubecsp.questions.find import Find, FindAnswer, find

_CHOSEN = {"size", "puzzle", "engine", "engine_options", "use_symmetry", "seed"}


class Session:
    """Rules that several questions have in common, in a solver that keeps what it has learned about them.

        session = Session("no-touching=side")
        session.find("colours(U)==6", limit=1)
        session.find(["at-most=2", "every-colour"], limit=5)

    The first question states the rules to CaDiCaL; later ones state only their own. Of two
    questions at the same time, one gets a solver of its own.

    Args:
        rules: the rules that all cubes satisfy, in any form.
        how: `size` or `puzzle`, as for `find`.

    Raises:
        InputError: a rule is malformed, does not apply to the puzzle, or is a logic program.
    """

    def __init__(self, rules: PatternLike | Iterable[PatternLike] = (), **how: Any) -> None:
        base = Find(rules, **how)
        self.pattern, puzzle = base.pattern, base.pattern.puzzle
        self._about = {"size": base.size, "puzzle": base.puzzle}
        primitives = (*holding_constraints(puzzle), *self.pattern.primitives)
        self._engine = LastingEngine(Problem(puzzle, primitives, SYMMETRIES[:1]))

    def find(self, rules: PatternLike | Iterable[PatternLike] = (), **how: Any) -> FindAnswer:
        """Return the cubes that satisfy the rules of the session and these, as `find` does.

        Args:
            rules: more rules, in any form.
            how: the parameters of `find`, except those that choose the puzzle, the engine, or the order of the cubes.

        Raises:
            InputError: a rule or a parameter is not valid.
        """
        if name := min(_CHOSEN & {*how}, default=""):
            raise InputError(f"a session chooses {name} itself", f"leave out {name}, or ask `find`")
        more = [rules] if isinstance(rules, str | Rule | Pattern) else rules
        chosen: dict[str, Any] = {"engine": self._engine, "use_symmetry": False, **self._about}
        return find([self.pattern, *more], **how, **chosen)
