"""The published values of facts.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

FACTS: dict[str, Any] = tomllib.loads((Path(__file__).parents[1] / "facts.toml").read_text("utf-8"))
