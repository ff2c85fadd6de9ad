"""Runs a script, and waits for all processes that it has started, so that their processor time counts as its own.

    python bench/family.py SCRIPT [ARGUMENT…]

On Linux these are also those whose parents have ended, as browsers leave them.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
import sys

_PR_SET_CHILD_SUBREAPER = 36  # prctl(2): processes without a parent become children of this one


def main(command: list[str]) -> int:
    """Return the exit code of the script."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    code = subprocess.run([sys.executable, *command], check=False).returncode
    if sys.platform == "linux":
        with contextlib.suppress(ChildProcessError):
            while True:
                os.wait()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
