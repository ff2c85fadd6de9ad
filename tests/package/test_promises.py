"""What the page on compatibility promises to keep is as it was."""

from __future__ import annotations

import pytest
from promises import PROMISES, promises

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
