"""Questions about Rubik's cubes, asked declaratively: find patterns, and the moves that make them.

The names below are imported when they are first used, so that importing the package is quick.
"""

from __future__ import annotations

import _signal  # the part of `signal` that Python has loaded: the rest takes a millisecond
import os
import sys


def _restore_default_interrupt() -> None:
    """Let Ctrl-C end the process as it ends programs that handle no signals: without a traceback.

    There is nothing to end yet; later, `cubecsp.interrupts` does more.
    """
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


if sys.argv[:1] == ["-m"]:  # Python is about to run this package, or a module of it
    _restore_default_interrupt()

from cubecsp.lazy import importer
from cubecsp.version import __version__

# A checkout's ./cubecsp lacks the compiled part; find it where installed, as `pkgutil.extend_path` would, which is
# slow to import.
__path__ += [
    _folder
    for _entry in sys.path
    if os.path.isdir(_folder := os.path.join(os.path.abspath(_entry), __name__))
    and _folder not in __path__
]

TYPE_CHECKING = False  # not so for type checkers; `typing` takes longer to import than the rest

if TYPE_CHECKING:
    from cubecsp import models as models
    from cubecsp import search as search
    from cubecsp.diagnosis.diagnosis import Diagnosis
    from cubecsp.errors import CubecspError, EngineError, InputError, LimitError, TableError
    from cubecsp.formats import FORMATS, Reading, read
    from cubecsp.models.custom.decorator import rule
    from cubecsp.pictures.picture import Picture, picture
    from cubecsp.puzzle.cube.cubes import cube_class
    from cubecsp.puzzle.cube.defect import DefectKind
    from cubecsp.puzzle.cube.facelets import Facelets
    from cubecsp.puzzle.cube.moves import Moves
    from cubecsp.puzzle.cube.state import Cube, PocketCube
    from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry, canonical, class_size, conjugates
    from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
    from cubecsp.questions.apply import apply
    from cubecsp.questions.best import BestAnswer, best
    from cubecsp.questions.check import check
    from cubecsp.questions.complete import Completed, complete
    from cubecsp.questions.convert import convert
    from cubecsp.questions.count import CountAnswer, count
    from cubecsp.questions.describe import describe
    from cubecsp.questions.explain import ExplainAnswer, explain
    from cubecsp.questions.export import export
    from cubecsp.questions.fewest import FewestAnswer, fewest
    from cubecsp.questions.find import find
    from cubecsp.questions.finding.model import Model, model
    from cubecsp.questions.finding.search import Search
    from cubecsp.questions.import_solution import import_solution
    from cubecsp.questions.invert import invert
    from cubecsp.questions.mirror import mirror
    from cubecsp.questions.prove import ProveAnswer, prove
    from cubecsp.questions.rank import RankAnswer, rank
    from cubecsp.questions.reach import reach
    from cubecsp.questions.recognise import RecogniseAnswer, recognise
    from cubecsp.questions.repair import RepairAnswer, repair
    from cubecsp.questions.rotate import rotate
    from cubecsp.questions.sample import SampleAnswer, sample, sample_rows
    from cubecsp.questions.scramble import scramble
    from cubecsp.questions.solve import solve
    from cubecsp.questions.solve_all import solve_all
    from cubecsp.questions.unrank import unrank
    from cubecsp.questions.verify import VerifyAnswer, verify

__all__ = [
    "FORMATS",
    "SYMMETRIES",
    "Answer",
    "BestAnswer",
    "Completed",
    "CountAnswer",
    "Cube",
    "CubeReport",
    "CubecspError",
    "DefectKind",
    "Diagnosis",
    "EngineError",
    "ExplainAnswer",
    "Facelets",
    "FewestAnswer",
    "InputError",
    "LimitError",
    "Model",
    "Moves",
    "Picture",
    "PocketCube",
    "ProveAnswer",
    "RankAnswer",
    "Reading",
    "RecogniseAnswer",
    "RepairAnswer",
    "SampleAnswer",
    "Search",
    "Status",
    "Stop",
    "Symmetry",
    "TableError",
    "VerifyAnswer",
    "__version__",
    "apply",
    "best",
    "canonical",
    "check",
    "class_size",
    "complete",
    "conjugates",
    "convert",
    "count",
    "cube_class",
    "describe",
    "explain",
    "export",
    "fewest",
    "find",
    "import_solution",
    "invert",
    "mirror",
    "model",
    "picture",
    "prove",
    "rank",
    "reach",
    "read",
    "recognise",
    "repair",
    "rotate",
    "rule",
    "sample",
    "sample_rows",
    "scramble",
    "solve",
    "solve_all",
    "unrank",
    "verify",
]

_PACKAGES = ("models", "search")
"""Packages that need no import of their own: `cubecsp.models.solved`."""

__getattr__ = importer(
    __name__,
    {
        "cubecsp.diagnosis.diagnosis": ["DefectKind", "Diagnosis"],
        "cubecsp.puzzle.cube.facelets": ["Facelets"],
        "cubecsp.puzzle.cube.moves": ["Moves"],
        "cubecsp.puzzle.cube.cubes": ["cube_class"],
        "cubecsp.puzzle.cube.state": ["Cube", "PocketCube"],
        "cubecsp.puzzle.cube.symmetry": [
            "SYMMETRIES",
            "Symmetry",
            "canonical",
            "class_size",
            "conjugates",
        ],
        "cubecsp.errors": ["CubecspError", "EngineError", "InputError", "LimitError", "TableError"],
        "cubecsp.formats": ["FORMATS", "Reading", "read"],
        "cubecsp.models.custom.decorator": ["rule"],
        "cubecsp.pictures.picture": ["Picture", "picture"],
        "cubecsp.questions.answers.answer": ["Answer", "CubeReport", "Status", "Stop"],
        "cubecsp.questions.apply": ["apply"],
        "cubecsp.questions.best": ["BestAnswer", "best"],
        "cubecsp.questions.check": ["check"],
        "cubecsp.questions.convert": ["convert"],
        "cubecsp.questions.count": ["CountAnswer", "count"],
        "cubecsp.questions.describe": ["describe"],
        "cubecsp.questions.complete": ["Completed", "complete"],
        "cubecsp.questions.explain": ["ExplainAnswer", "explain"],
        "cubecsp.questions.export": ["export"],
        "cubecsp.questions.fewest": ["FewestAnswer", "fewest"],
        "cubecsp.questions.find": ["find"],
        "cubecsp.questions.import_solution": ["import_solution"],
        "cubecsp.questions.finding.model": ["Model", "model"],
        "cubecsp.questions.rank": ["RankAnswer", "rank"],
        "cubecsp.questions.unrank": ["unrank"],
        "cubecsp.questions.prove": ["ProveAnswer", "prove"],
        "cubecsp.questions.reach": ["reach"],
        "cubecsp.questions.recognise": ["RecogniseAnswer", "recognise"],
        "cubecsp.questions.repair": ["RepairAnswer", "repair"],
        "cubecsp.questions.sample": ["SampleAnswer", "sample", "sample_rows"],
        "cubecsp.questions.scramble": ["scramble"],
        "cubecsp.questions.solve": ["solve"],
        "cubecsp.questions.solve_all": ["solve_all"],
        "cubecsp.questions.invert": ["invert"],
        "cubecsp.questions.mirror": ["mirror"],
        "cubecsp.questions.rotate": ["rotate"],
        "cubecsp.questions.finding.search": ["Search"],
        "cubecsp.questions.verify": ["VerifyAnswer", "verify"],
    },
    packages=_PACKAGES,
)


def __dir__() -> list[str]:
    return sorted({*__all__, *_PACKAGES})
