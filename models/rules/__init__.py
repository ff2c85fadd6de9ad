"""Every rule by name; see `cubecsp.registry` for how one is added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubecsp.registry import Registry

if TYPE_CHECKING:
    from cubecsp.models.core.rule import Rule

RULES: Registry[type[Rule]] = Registry(
    "rule",
    __name__,
    "RULE",
    (
        "every-colour",
        "at-most",
        "no-repeats",
        "no-touching",
        "faces-differ",
        "faces-same",
        "continuous",
        "connected",
        "no-piece-home",
        "junctions",
        "face",
        "drawings",
        "stickers",
        "solved",
        "oriented",
        "permuted",
        "not-home",
        "changes",
        "holds",
        "symmetric",
        "order",
        "self-inverse",
        "block",
        "centres-solved",
        "edges-paired",
        "reduced",
        "case",
    ),
)
"""Every rule that can be named in a text, in the order of the list of rules."""
