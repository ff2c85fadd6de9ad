"""The figures that pages share with the code are those of the code: sizes of tables, limits, and nodes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from cubecsp.memory import size_in_words
from cubecsp.models import PERFECT_SCRAMBLE
from cubecsp.models.engines import ENGINES, AutoEngine
from cubecsp.models.engines.asp import AspEngine
from cubecsp.models.engines.native import NativeEngine
from cubecsp.puzzle.cube.sizes import sizes_in_words
from cubecsp.search import known_tables
from cubecsp.search.optimal_tables import TABLES
from cubecsp.server.limits import ServerLimits

ROOT = Path(__file__).parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}

HALF = {0.5: "half a second"}


def test_tables_have_the_sizes_that_pages_say():
    rows = [
        (name, size)
        for text in PAGES.values()
        for name, size in re.findall(r"^\| `(\w+)` \| ([\d.]+ [kMG]B) \|", text, re.MULTILINE)
        if name in TABLES
    ]
    assert {name for name, _ in rows} == {*TABLES}
    for name, size in rows:
        assert size == size_in_words(TABLES[name].bytes), name


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("docs/methods/engines.md", lambda: f"{NativeEngine().patience:,} nodes, random orders"),
        ("docs/methods/engines.md", lambda: f"is {scramble()}:"),
        ("docs/methods/engines.md", lambda: f"{HALF[AutoEngine().alone]} of its work"),
        ("docs/methods/engines.md", lambda: f"for at most {AspEngine().grounding:g} s"),
        ("docs/methods/larger-cubes.md", lambda: f"The table has {known('three-phase')}"),
        ("docs/methods/larger-cubes.md", lambda: f"a file of {known('five-phase')}"),
        ("docs/methods/larger-cubes.md", lambda: f"the {known('five-phase')} of the 5×5×5"),
        ("docs/methods/small-cubes.md", lambda: f"The tables take {known('two-phase-small')}"),
        ("docs/server.md", lambda: f"included | {size_in_words(ServerLimits().answer)} |"),
        (
            "docs/server.md",
            lambda: f"{ServerLimits().kept_jobs}, {size_in_words(ServerLimits().kept_bytes)},",
        ),
    ],
)
def test_pages_say_what_the_code_has(page, says):
    assert says() in " ".join(PAGES[page].split())


@pytest.mark.parametrize("engine", [*ENGINES.values()], ids=lambda engine: engine.name)
def test_the_page_says_which_cubes_an_engine_takes(engine):
    row = rf"^\| `{engine.name}` \| [^|]+ \| {sizes_in_words(engine.sizes)} \|"
    assert re.search(row, PAGES["docs/methods/engines.md"], re.MULTILINE)


def scramble() -> str:
    """Return how many primitives of each kind state the perfect scramble."""
    kinds = Counter(type(one).__name__ for one in PERFECT_SCRAMBLE.primitives)
    *others, last = (f"{number} times `{kind}`" for kind, number in kinds.most_common())
    return f"{', '.join(others)} and {last}"


def known(name: str) -> str:
    tables = {table.spec.path.stem: table for table in known_tables()}
    return size_in_words(tables[name].spec.size)


def test_there_is_one_unit():
    """But for pages of memory, which hardware has in powers of two."""
    for page, text in PAGES.items():
        assert not re.search(r"[MG]iB", text.replace("pages of 2 MiB", "")), page
