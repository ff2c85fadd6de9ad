"""The questions that can be asked, one file each; import them from `cubecsp` itself: `from cubecsp import find`.

A question is a class of queries, whose parameters are said once (see `cubecsp.questions.asking`). To add one, write
a file with its name that calls the class `QUESTION`, and add a line to `QUESTIONS`: the function, the command, the
path of the server and the reference page are made from these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from cubecsp.registry import DescribedRegistry

if TYPE_CHECKING:
    from cubecsp.questions.asking.query import Query

__all__ = ["QUESTIONS", "Questions"]

QuestionClass: TypeAlias = "type[Query[Any]]"


class Questions(DescribedRegistry[QuestionClass]):
    """Classes of queries by name, each imported when it is first used; and what each answers, in one line."""

    def _module(self, name: str) -> str:
        return _ELSEWHERE.get(name) or super()._module(name)


_ELSEWHERE = {
    "picture": "cubecsp.pictures.question",
}
"""Questions that are not in a file of their name here, and the modules that have them."""

QUESTIONS = Questions(
    "question",
    __name__,
    "QUESTION",
    {
        "find": "the cubes, or states of another puzzle, that satisfy the rules: one, some, or all",
        "count": "how many cubes, or states of another puzzle, satisfy the rules: exactly, or an estimate",
        "sample": "random cubes that satisfy the rules, all equally likely",
        "scramble": "scrambles: moves that make random cubes, of the official kind or for a case to train; or states of another puzzle",
        "rank": "the numbers of cubes among those that satisfy the rules",
        "unrank": "the cubes that have some numbers among those that satisfy the rules",
        "best": "the cubes with the most of something, or the least, proven; preferred rules with weights",
        "explain": "why no cube satisfies the rules, or no other, and which rules to drop",
        "prove": "all cubes, or states of another puzzle, that satisfy the rules, and a proof that anyone can check that there are no others",
        "verify": "check whether a certificate that prove wrote proves what it claims",
        "check": "is it solvable, what is wrong with it, which rules it breaks",
        "describe": "order, cycles, symmetry, parity and distance of cubes; orbits, moves and invariants of another puzzle",
        "repair": "the solvable cubes nearest to some stickers",
        "recognise": "the likeliest solvable cube that shows some measured colours, and the probability that it is this one",
        "complete": "all solvable cubes that agree with the stickers that are known",
        "fewest": "smallest sets of the known stickers that determine a cube",
        "solve": "the moves that solve cubes or states of another puzzle, and those that make them",
        "solve_all": "every shortest solution of one cube or state of another puzzle",
        "reach": "the shortest moves after which a cube, or a state of another puzzle, satisfies some rules",
        "apply": "the cube, or the state of another puzzle, after some moves",
        "invert": "the moves that undo given ones",
        "mirror": "moves as they look in a mirror",
        "rotate": "moves as they look when the whole cube is turned",
        "convert": "the same cube in another format",
        "picture": "a picture of a cube, solvable or not, or of a state of another puzzle",
        "rules": "every rule, form and pattern that can be asked for; with names, everything about these",
        "meaning": "what rule texts mean, which stickers they look at, and what they become for an engine",
        "export": "the question as a file for a SAT, pseudo-Boolean, MiniZinc or answer set solver",
        "import_solution": "the cubes that another solver found for an exported question",
    },
)
"""Every question, in the order of help texts."""
