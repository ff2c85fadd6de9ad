"""Questions about Rubik's cubes, asked declaratively: patterns found, and the moves that make them.

The names below are loaded when first used, so that importing the package stays quick.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

# A checkout's ./cubecsp lacks the compiled part, `models` and `search`; find them where installed.
__path__ = pkgutil.extend_path(__path__, __name__)

if TYPE_CHECKING:
    from cubecsp.cube.facelets import Facelets
    from cubecsp.cube.moves import Moves
    from cubecsp.cube.state import Cube
    from cubecsp.cube.symmetry import SYMMETRIES, Symmetry, canonical, class_size, conjugates
    from cubecsp.errors import CubecspError, EngineError, InputError, LimitError, TableError
    from cubecsp.models.custom import rule

__version__ = "0.1.0"

_HOMES = {
    "CubecspError": "cubecsp.errors",
    "EngineError": "cubecsp.errors",
    "InputError": "cubecsp.errors",
    "LimitError": "cubecsp.errors",
    "TableError": "cubecsp.errors",
    "Cube": "cubecsp.cube.state",
    "Facelets": "cubecsp.cube.facelets",
    "Moves": "cubecsp.cube.moves",
    "SYMMETRIES": "cubecsp.cube.symmetry",
    "Symmetry": "cubecsp.cube.symmetry",
    "canonical": "cubecsp.cube.symmetry",
    "class_size": "cubecsp.cube.symmetry",
    "conjugates": "cubecsp.cube.symmetry",
    "rule": "cubecsp.models.custom",
}

__all__ = [
    "SYMMETRIES",
    "Cube",
    "CubecspError",
    "EngineError",
    "Facelets",
    "InputError",
    "LimitError",
    "Moves",
    "Symmetry",
    "TableError",
    "canonical",
    "class_size",
    "conjugates",
    "rule",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'cubecsp' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
