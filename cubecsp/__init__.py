"""Questions about Rubik's cubes, asked declaratively: find patterns, and the moves that make them.

The names in `__init__.pyi` are imported when they are first used, so that importing the package is quick.
"""

from __future__ import annotations

import _signal  # the part of `signal` that Python has loaded: the rest takes a millisecond
import sys
from pkgutil import extend_path


def _restore_default_interrupt() -> None:
    """Let Ctrl-C end the process as it ends programs that handle no signals: without a traceback.

    There is nothing to end yet; later, `cubecsp.stopping.signals` does more.
    """
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


if sys.argv[:1] == ["-m"]:  # Python is about to run this package, or a module of it
    _restore_default_interrupt()

from cubecsp.lazy import importer
from cubecsp.version import __version__ as __version__

__path__ = extend_path(
    __path__, __name__
)  # a checkout's ./cubecsp lacks the compiled part: find it where installed

__getattr__, __dir__ = importer(__name__)
