"""Writes what the tests of native/ need to know from Python: how turns and symmetries act.

python tests/native/geometry.py FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

from cubecsp.search import five_phase, three_phase, two_phase

if __name__ == "__main__":
    methods = (two_phase, three_phase, five_phase)
    Path(sys.argv[1]).write_bytes(b"".join(method.geometry_bytes() for method in methods))
