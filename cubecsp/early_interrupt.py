"""Ctrl-C before there is anything to end: it ends the process like any other program, without a traceback.

Later, `cubecsp.interrupts` does more.
"""

import signal

__all__ = ["restore_default_interrupt"]


def restore_default_interrupt() -> None:
    """Let Ctrl-C end the process as it ends programs that handle no signals."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
