"""The questions that can be asked, each a function that returns an `Answer`."""

from __future__ import annotations

from cubecsp.questions.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.check import check
from cubecsp.questions.export import export, import_solution
from cubecsp.questions.find import Search, find
from cubecsp.questions.reach import reach
from cubecsp.questions.solve import solve, solve_all

__all__ = [
    "Answer",
    "CubeReport",
    "Search",
    "Status",
    "Stop",
    "check",
    "export",
    "find",
    "import_solution",
    "reach",
    "solve",
    "solve_all",
]
