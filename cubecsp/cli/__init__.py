"""The command line: `python -m cubecsp COMMAND …`, one file per command in `cubecsp.cli.commands`.

Exit codes: 0 answered, 1 the answer is no, 2 the question is malformed or cannot be worked on,
3 stopped before it was complete. Whatever goes wrong is told here, in one sentence on standard
error; the rest is imported inside `main`, so that Ctrl-C during the imports is met here too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

__all__ = ["MALFORMED", "STOPPED", "main"]

MALFORMED = 2
STOPPED = 3


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with `argv` (default: the process's own) and return the exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    called = f"cubecsp {given[0]}" if given and given[0][:1].isalpha() else "cubecsp"
    _stand_in_for_closed_streams()
    try:
        return _answered(called, given)
    except KeyboardInterrupt:
        _say(f"{called}: interrupted")
        code = STOPPED
    except BrokenPipeError:  # whoever read our output has seen enough
        code = STOPPED
    except OSError as error:
        what = "the output cannot be written" if error.filename is None else str(error.filename)
        _say(f"{called}: {what}: {error.strerror or error}")
        code = MALFORMED
    _drop_unwritten()
    return code


def _answered(called: str, given: list[str]) -> int:
    """Do what `given` asks, print it to the end, and return the exit code."""
    from cubecsp.cli.parser import parsed
    from cubecsp.errors import CubecspError, LimitError

    try:
        args = parsed(given)
        code: int = args.run(args)
    except SystemExit as end:  # argparse has printed why, or the help
        code = end.code if isinstance(end.code, int) else MALFORMED
    except CubecspError as error:
        _say(f"{called}: {error}")
        code = STOPPED if isinstance(error, LimitError) else MALFORMED
    sys.stdout.flush()
    return code


def _say(message: str) -> None:
    from cubecsp.errors import visible

    try:
        print(visible(message), file=sys.stderr, flush=True)
    except OSError:  # the exit code has to do
        _drop_unwritten()


def _stand_in_for_closed_streams() -> None:
    """Put streams that fail in use where the process was started without any (`>&-`)."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_WRONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def _drop_unwritten() -> None:
    """Lead output that cannot be written nowhere, or Python would fail once more at its exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
