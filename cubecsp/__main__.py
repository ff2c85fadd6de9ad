"""`python -m cubecsp` is the command line, and so is the command `cubecsp`."""

import gc
import sys

from cubecsp import _restore_default_interrupt


def main() -> int:
    """Run the command line with the arguments of the process, and return the exit code."""
    _restore_default_interrupt()
    gc.disable()  # until the command is known: its modules stay, and need not be looked through again
    from cubecsp.cli import main

    return main()


if __name__ == "__main__":
    sys.exit(main())
