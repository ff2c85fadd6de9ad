"""Writes what the tests of native/ need to know from Python: how turns and symmetries act.

python tests/native/geometry.py FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

from cubecsp.search.two_phase import geometry_bytes

if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(geometry_bytes())
