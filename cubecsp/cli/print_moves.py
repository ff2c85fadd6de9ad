"""The lines with the moves of a cube: those that make it, those that solve it, and a link that plays them."""

from __future__ import annotations

from cubecsp.questions.answers.answer import CubeReport
from cubecsp.search.solution import Stage

_TRIVIAL_BOUND = 8  # turns: bounds up to here cost nothing and say nothing


def unsolved_in_words(report: CubeReport) -> str:
    """Return why a cube has no solution, and after how many moves its stages ended."""
    stages = [phase for phase in report.phases or () if isinstance(phase, Stage)]
    if not stages:
        return f"no moves were found: {report.unsolved}"
    length = sum(len(stage.moves) for stage in stages)
    return f"not solved: {report.unsolved}; after {length} moves: {stages[-1].goal}"


def moves_in_words(report: CubeReport) -> str:
    """Return the moves that make a cube and those that solve it, two lines; or three, with a link."""
    if report.solution is None:
        return unsolved_in_words(report)
    length = report.turns
    proof = ", the shortest there is" if report.optimal else ""
    if not report.optimal and report.proven and report.proven > _TRIVIAL_BOUND:
        proof = f"; none is shorter than {report.proven}"
    if report.way is not None:
        proof = f", by the method {report.way}{proof}"
    solution = f"{report.written or '(solved already)'}  {report.turned_note}".rstrip()
    watched = f"\nwatch it  {report.link}" if report.link else ""
    return (
        f"make it   {str(report.generator) or '(solved already)'}   ({length}{proof})\n"
        f"solve it  {solution}{watched}"
    )
