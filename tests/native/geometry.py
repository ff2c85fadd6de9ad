"""Writes what the tests of native/ need to know from Python: how turns and symmetries act.

python tests/native/geometry.py FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

from cubecsp.search import three_phase, two_phase

if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(two_phase.geometry_bytes() + three_phase.geometry_bytes())
