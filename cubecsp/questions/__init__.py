"""The questions that can be asked, one file each; import them from `cubecsp` itself: `from cubecsp import find`.

A question is a class of queries, which declares its parameters once (see `cubecsp.questions.asking`). To add
one, write a file with its name that calls the class `QUESTION`, and add a line to `QUESTIONS`: the function,
the command, the path of the server and the reference page are made from these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from cubecsp.registry import DescribedRegistry

if TYPE_CHECKING:
    from cubecsp.questions.asking.query import Query

__all__ = ["QUESTIONS", "Questions"]

QuestionClass: TypeAlias = "type[Query[Any]]"


class Questions(DescribedRegistry[QuestionClass]):
    """Classes of queries by name, each imported when it is first used, with a summary of each in one line."""

    def _module(self, name: str) -> str:
        return _ELSEWHERE.get(name) or super()._module(name)


_ELSEWHERE = {"picture": "cubecsp.pictures.question"}
"""Questions without a file of the same name here, and their modules."""

QUESTIONS = Questions(
    "question",
    __name__,
    "QUESTION",
    {
        "find": "the cubes that satisfy the rules: one, some, or all",
        "count": "how many cubes satisfy the rules: exactly, or estimated",
        "sample": "random cubes that satisfy the rules, all equally likely",
        "scramble": "scrambles of the official kind, or for a case to train",
        "rank": "the numbers of cubes among those that satisfy the rules",
        "unrank": "the cubes that have some numbers among those that satisfy the rules",
        "best": "the cubes with the most or the least of something, proved",
        "explain": "why no cube satisfies the rules, and which ones to drop",
        "prove": "all cubes, and a proof that there are no others",
        "verify": "check whether a certificate proves what it claims",
        "check": "is it solvable, what is wrong with it, which rules it breaks",
        "describe": "order, cycles, symmetry, parity and distance of cubes",
        "repair": "the solvable cubes nearest to some stickers",
        "recognise": "the likeliest cube for measured colours or photos",
        "complete": "all solvable cubes that agree with the known stickers",
        "fewest": "smallest sets of the known stickers that determine a cube",
        "solve": "the moves that solve cubes, and those that make them",
        "solve_all": "every shortest solution of a cube",
        "reach": "the shortest moves after which a cube satisfies rules",
        "apply": "the cube after some moves",
        "invert": "the moves that undo given ones",
        "mirror": "moves as they look in a mirror",
        "rotate": "moves as they look when the whole cube is turned",
        "convert": "the same cube in another format",
        "picture": "a picture of a cube, solvable or not",
        "rules": "every rule and pattern; with names, everything about these",
        "meaning": "what rule texts mean, and which stickers they look at",
        "export": "the question as a file for SAT, MiniZinc and other solvers",
        "import_solution": "the cubes that another solver found for an export",
    },
)
"""Every question, in the order of help texts."""
