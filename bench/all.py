"""Runs the benchmarks of this folder, one after the other: `make bench`.

    python bench/all.py [--list] [NAME…]

With names it runs those only; `--list` says what each of them measures.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__)
SCRIPTS = {path.stem: path for path in sorted(HERE.parent.glob("*.py")) if path != HERE}


def measured(script: Path) -> str:
    """Return the first line of a script's docstring."""
    said = ast.get_docstring(ast.parse(script.read_text("utf-8"))) or ""
    return " ".join(said.split("\n\n")[0].split())


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description="runs the benchmarks, one after the other")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="say what each of them measures")
    asked = parser.parse_args()
    for name in asked.names:
        if name not in SCRIPTS:
            parser.error(f"there is no benchmark {name}; there are {', '.join(SCRIPTS)}")
    for name in asked.names or SCRIPTS:
        if asked.list:
            print(f"{name:18}{measured(SCRIPTS[name])}")
            continue
        print(f"\n{name}\n", flush=True)
        subprocess.run([sys.executable, str(SCRIPTS[name])], check=True)


if __name__ == "__main__":
    main()
