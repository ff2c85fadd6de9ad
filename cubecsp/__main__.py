"""`python -m cubecsp` is the command line."""

import sys

from cubecsp.cli import main

if __name__ == "__main__":
    sys.exit(main())
