"""What the page on compatibility promises to keep is as it was."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from promises import PROMISES, promises

from cubecsp import __version__

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.quick


def test_what_is_promised_has_not_changed():
    kept, now = PROMISES.read_text("utf-8").splitlines(), promises().splitlines()
    missing, new = [sorted({*a} - {*b}) for a, b in ((kept, now), (now, kept))]
    assert kept == now, "\n".join(
        [
            "Names, options or keys that docs/compatibility.md promises have changed.",
            *(f"- {line}" for line in missing),
            *(f"+ {line}" for line in new),
            "If this is meant, and that page allows it in the next version, say so in CHANGELOG.md, and run",
            "    .venv/bin/python tests/helpers/promises.py",
        ]
    )


def test_the_changelog_begins_with_this_version():
    heading = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert heading is not None
    assert heading[1] == __version__
