"""clingo, which comes with the extra `asp`."""

from __future__ import annotations

from types import ModuleType

from cubecsp.errors import EngineError
from cubecsp.stopping.signals import defer_interrupts


def load_clingo() -> ModuleType:
    """Return the package clingo.

    Raises:
        EngineError: it is not installed.
    """
    try:
        with defer_interrupts():
            import clingo
    except ImportError as error:
        raise EngineError(
            "answer set programming needs the package clingo: pip install 'cubecsp[asp]'"
        ) from error
    return clingo
