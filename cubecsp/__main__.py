"""`python -m cubecsp` is the command line, and so is the command `cubecsp`."""

import sys

from cubecsp.quiet import quiet

__all__ = ["main"]


def main() -> int:
    """Run the command line with the arguments of the process, and return the exit code."""
    quiet()
    from cubecsp.cli import main

    return main()


if __name__ == "__main__":
    sys.exit(main())
