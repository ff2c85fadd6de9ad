"""Compiles the files of native/ that bind it to Python, without linking, to see whether they compile.

    python tests/native/compile_bindings.py COMPILER [OPTION…]

Python's headers are those of this machine, which fit any other of 64 bits and the same byte order.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import nanobind

ROOT = Path(__file__).parents[2]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion"]


def main() -> int:
    compiler, *options = sys.argv[1:]
    headers = [sysconfig.get_path("include"), nanobind.include_dir()]
    included = ["-I", ROOT / "native"]
    included += [option for folder in headers for option in ("-isystem", folder)]
    failed = 0
    for source in sorted((ROOT / "native").rglob("*.cpp")):
        if source.stem == "search_x86":  # is compiled with the tests, only for x86
            continue
        command = [compiler, "-std=c++20", "-fsyntax-only", *WARNINGS, *options, *included, source]
        failed += subprocess.run(command, check=False).returncode != 0
    print(f"{compiler}: {failed} files were not taken")
    return failed


if __name__ == "__main__":
    raise SystemExit(min(main(), 1))
