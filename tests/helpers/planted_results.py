"""Results for tests: some that agree, one that does not, and commands that give no answer."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from cubecsp.questions import results
from cubecsp.questions.results import Figure, Result

CORNERS = Figure("corners solved", "python -m cubecsp count solved=corners", "count", 490497638400)
EDGES = Figure("edges solved", "python -m cubecsp count solved=edges", "count", 44089921)
"""One more than there are."""
SLOW = replace(EDGES, asked="edges solved, slowly", seconds=1000.0)
STOPPED = replace(
    CORNERS, asked="stopped", command="python -m cubecsp count at-most=3 --time-limit 0.1"
)
GONE = replace(CORNERS, asked="no longer a rule", command="python -m cubecsp count at-last=3")

RESULTS = {
    "planted": (CORNERS, SLOW),
    "different": (CORNERS, EDGES),
    "stopped": (STOPPED, CORNERS),
    "gone": (GONE,),
}


def plant_results(folder: Path, monkeypatch) -> None:
    """Have the results in a folder be these."""
    for name, figures in RESULTS.items():
        result = Result(name, f"what is {name}", "For tests.", figures, {"cubecsp": "0"})
        (folder / f"{name}.json").write_text(json.dumps(result.as_dict()), "utf-8")
    monkeypatch.setattr(results, "folder", lambda: folder)
